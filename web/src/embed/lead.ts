import { html, nothing, type TemplateResult } from 'lit';
import type { LessonStep } from '../lessons/lesson';

/** The words of a lesson's step or a puzzle: what it is about, before what it shows. */
export interface Lead extends Pick<LessonStep, 'heading' | 'text'> {
  /** A few words in the heading's line. */
  aside?: string;
  /** A button that goes on, beside the verdict. `early`: also before the task is over. */
  next?: { label: string; early: boolean; go: () => void } | null;
}

export function renderLead({ heading, text, aside }: Lead): TemplateResult {
  return html`<div class="lesson-step" part="lesson-words">
    ${heading ? html`<h2 tabindex="-1">${heading}</h2>` : nothing}
    ${aside ? html`<p class="lesson-aside small">${aside}</p>` : nothing}
    ${text.map((paragraph) => html`<p class="lesson-paragraph">${withTerms(paragraph)}</p>`)}
  </div>`;
}

/** Terms between asterisks, where they are explained, stand out. */
export function withTerms(paragraph: string): (string | TemplateResult)[] {
  return paragraph.split('*').map((part, i) => (i % 2 === 1 ? html`<em>${part}</em>` : part));
}
