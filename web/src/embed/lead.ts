import { html, nothing, type TemplateResult } from 'lit';
import type { LessonStep } from '../lessons/lesson';

/** The words of a lesson's step or a puzzle: what it is about, before what it shows. */
export interface Lead extends Pick<LessonStep, 'heading' | 'text'> {
  /** A few words in the heading's line. */
  aside?: string;
  /** Which side one is: told in the banner, or before `aside` where there is none. */
  side?: string;
  /** A button that goes on, beside the verdict. `early`: also before the task is over. */
  next?: { label: string; early: boolean; go: () => void } | null;
}

export function renderLead({ heading, text, aside = '', side = '' }: Lead, withSide = false): TemplateResult {
  const line = [withSide ? side : '', aside].filter((part) => part !== '').join(' · ');
  return html`<div class="lesson-step" part="lesson-words">
    ${heading ? html`<h2 tabindex="-1">${heading}</h2>` : nothing}
    ${line ? html`<p class="lesson-aside small">${line}</p>` : nothing}
    ${text.map((paragraph) => html`<p class="lesson-paragraph">${withTerms(paragraph)}</p>`)}
  </div>`;
}

/** Terms between asterisks, where they are explained, stand out. */
export function withTerms(paragraph: string): (string | TemplateResult)[] {
  return paragraph.split('*').map((part, i) => (i % 2 === 1 ? html`<em>${part}</em>` : part));
}
