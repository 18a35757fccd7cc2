/** What the workshop shows of a lesson: its title, its steps with the form of one of them, its preview, and how it is shared. */
import { html, nothing, type TemplateResult } from 'lit';
import './lesson-sharing';
import './step-form';
import { piecesChoice } from '../board/look';
import type { Lesson } from '../lessons/lesson';
import { LESSON_LIMITS } from '../lessons/lesson-file';
import { isPlayed } from '../problems/tasks';
import { icons } from '../ui/icons';
import { type Draft, whyTooLong } from './draft';
import { hasRoom, type StepChange } from './editing';
import { titleOf } from './lesson-list';
import type { MoveAim } from './move-aims';
import type { StepCheck } from './step-check';
import type { SetUpBoard } from './step-form';
import { workshopWords as words } from './words';

export interface LessonForm {
  draft: Draft;
  check: StepCheck;
  /** Which of both is shown where there is no room for both. */
  view: 'edit' | 'preview';
  sharing: boolean;
  setView: (view: 'edit' | 'preview') => void;
  setSharing: (open: boolean) => void;
  select: (at: number) => void;
  add: () => void;
  duplicate: () => void;
  remove: () => void;
  undo: () => void;
  move: (by: -1 | 1) => void;
  onStepKey: (event: KeyboardEvent) => void;
  setUp: (board: SetUpBoard) => void;
}

export function renderLessonForm(form: LessonForm): TemplateResult {
  const { draft, view, setView } = form;
  return html`<div class="workshop-top">
      <h1 tabindex="-1"><bdi>${titleOf(draft.lesson)}</bdi></h1>
      <p class="small muted workshop-state" role="status" data-state=${draft.state}>${renderState(draft)}</p>
    </div>
    <div class="segments workshop-views" role="group" aria-label=${words.view}>
      ${(['edit', 'preview'] as const).map(
        (one) =>
          html`<button
            type="button"
            class="segment"
            aria-pressed=${view === one ? 'true' : 'false'}
            @click=${() => setView(one)}
          >
            ${words[one]}
          </button>`,
      )}
    </div>
    <div class="workshop-columns">
      <div class="workshop-edit">${renderAbout(draft)} ${renderSteps(form)} ${renderShare(form)}</div>
      ${renderPreview(form)}
    </div>`;
}

function renderState(draft: Draft): TemplateResult | string {
  if (draft.state === 'saving') return words.saving;
  if (draft.state === 'saved') return words.saved;
  return html`<span class="problem">${whyTooLong(draft.lesson) ?? words.notSaved}</span>`;
}

function renderPreview({ draft, select }: LessonForm): TemplateResult {
  const onProgress = ({ detail }: HTMLElementEventMap['outpost-progress']): void => {
    const isSame = draft.previewed?.steps.length === draft.lesson.steps.length;
    if (detail.step - 1 !== draft.at && isSame) select(detail.step - 1);
  };
  const onSolved = ({ detail }: HTMLElementEventMap['outpost-success']): void => {
    if (isPlayed(detail.task)) draft.solved();
  };
  return html`<section class="workshop-preview" aria-labelledby="workshop-preview">
    <h2 id="workshop-preview">${words.preview} <span class="muted small">${words.previewLead}</span></h2>
    <outpost-lesson
      .own=${draft.inPreview}
      step=${draft.at + 1}
      pieces=${piecesChoice.value}
      @outpost-progress=${onProgress}
      @outpost-success=${onSolved}
    ></outpost-lesson>
  </section>`;
}

function renderAbout(draft: Draft): TemplateResult {
  const { lesson } = draft;
  const change = (part: Partial<Lesson>): void => draft.change({ ...draft.lesson, ...part });
  return html`<section class="card workshop-fields">
    <label class="workshop-field"
      ><span>${words.lessonTitle}</span>
      <input
        name="title"
        maxlength=${LESSON_LIMITS.title}
        .value=${lesson.title}
        @input=${(event: Event) => change({ title: (event.target as HTMLInputElement).value })}
    /></label>
    <label class="workshop-field"
      ><span>${words.summary}</span>
      <input
        name="summary"
        maxlength=${LESSON_LIMITS.summary}
        aria-describedby="workshop-summary-help"
        .value=${lesson.summary}
        @input=${(event: Event) => change({ summary: (event.target as HTMLInputElement).value })}
    /></label>
    <p id="workshop-summary-help" class="small muted">${words.summaryHelp}</p>
  </section>`;
}

function renderSteps(form: LessonForm): TemplateResult {
  const { draft, check } = form;
  const { at, lesson } = draft;
  const full = !hasRoom(lesson);
  const action = (text: string, icon: unknown, off: boolean, act: () => void): TemplateResult =>
    html`<button type="button" class="small-button" aria-disabled=${off ? 'true' : 'false'} @click=${() => off || act()}>
      ${icon} ${text}
    </button>`;
  return html`<section class="card workshop-steps-card" aria-labelledby="workshop-steps">
    <div class="row between wrap">
      <h2 id="workshop-steps">${words.steps}</h2>
      <button
        type="button"
        class="small-button workshop-add"
        aria-disabled=${full ? 'true' : 'false'}
        @click=${() => full || form.add()}
      >
        ${icons.plus} ${words.addStep}
      </button>
    </div>
    ${full ? html`<p class="small muted">${words.mostSteps(LESSON_LIMITS.steps)}</p>` : nothing}
    <ol class="workshop-steps" @keydown=${form.onStepKey}>
      ${lesson.steps.map(
        ({ heading }, i) => html`<li>
          <button
            type="button"
            aria-current=${i === at ? 'step' : nothing}
            aria-describedby="workshop-keys"
            @click=${() => form.select(i)}
          >
            <span aria-hidden="true">${i + 1}</span>
            <span class="visually-hidden">${words.stepOf(i + 1)}</span>
            <bdi class=${heading ? '' : 'muted'}>${heading || words.noHeading}</bdi>
          </button>
        </li>`,
      )}
    </ol>
    ${
      draft.removed.length > 0
        ? html`<div class="notice workshop-removed" role="status">
            <p>${words.removed}</p>
            <button type="button" @click=${form.undo}>${icons.undo} ${words.undo}</button>
          </div>`
        : nothing
    }
    <div class="row wrap workshop-actions" role="group" aria-label=${words.stepActions}>
      ${action(words.up, icons.up, at === 0, () => form.move(-1))}
      ${action(words.down, icons.down, at === lesson.steps.length - 1, () => form.move(1))}
      ${action(words.duplicate, icons.copy, full, form.duplicate)}
      ${action(words.remove, icons.cross, lesson.steps.length < 2, form.remove)}
    </div>
    <p id="workshop-keys" class="small muted workshop-keys">${words.keys}</p>
    <workshop-step
      .step=${draft.step}
      .checked=${check.checked}
      ?checking=${check.isChecking}
      ?busy=${check.isListing}
      .note=${check.note}
      @list-moves=${({ detail }: CustomEvent<MoveAim>) => check.listMoves(detail)}
      @change-step=${({ detail }: CustomEvent<StepChange>) => draft.changeStep(detail)}
      @set-up=${({ detail }: CustomEvent<SetUpBoard>) => form.setUp(detail)}
    ></workshop-step>
  </section>`;
}

function renderShare({ draft, sharing, setSharing }: LessonForm): TemplateResult {
  return html`<details
    class="card workshop-share"
    ?open=${sharing}
    @toggle=${(event: Event) => {
      if (event.target === event.currentTarget) setSharing((event.target as HTMLDetailsElement).open);
    }}
  >
    <summary>${words.share}</summary>
    ${sharing ? renderSharing(draft) : nothing}
  </details>`;
}

function renderSharing(draft: Draft): TemplateResult {
  const lesson = draft.previewed ?? draft.lesson;
  const why = whyTooLong(lesson);
  // Nobody could open it.
  if (why !== null) return html`<p class="problem">${why}</p>`;
  return html`<lesson-sharing .lesson=${lesson} .tried=${draft.own?.tried ?? []}></lesson-sharing>`;
}
