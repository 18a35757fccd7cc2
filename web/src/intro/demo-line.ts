import { html, type TemplateResult } from 'lit';
import { LOOP, type StepName } from './demo-steps';
import { introWords } from './words';

/** What is said while the demonstration plays by itself. The lines lie over each other, so that all take the height of the longest. */
export function demoLine(shown: StepName): TemplateResult {
  return html`<p class="demo-text demo-lines">
    ${LOOP.map((step) => html`<span aria-hidden=${step === shown ? 'false' : 'true'}>${introWords.lines[step]}</span>`)}
  </p>`;
}
