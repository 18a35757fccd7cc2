import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import type { Color } from 'outpost-rbc';
import { EMPTY_FEN, wholeFen } from '../analyse/position';
import { boardDiagrams } from '../belief/likely-boards';
import { MEASURES } from '../belief/sense-rows';
import { ROLES } from '../board/squares';
import { roleName } from '../board/words';
import { embedWords } from '../embed/words';
import { agentWords } from '../engine/words';
import type { LessonStep, Shown } from '../lessons/lesson';
import { LESSON_LIMITS } from '../lessons/lesson-file';
import { MOST_TEXT } from '../problems/attributes';
import { isPlayed, type Task } from '../problems/tasks';
import { icons } from '../ui/icons';
import type { Checked, Finding } from './checking';
import { fits, paragraphsOf, type StepChange, textOf, withAttribute } from './editing';
import {
  boardOf,
  boardsOf,
  CONTENTS,
  type Content,
  contentOf,
  type Field,
  fieldsOf,
  PROBLEMS,
  problemOf,
  taskOf,
} from './kinds';
import type { MoveAim } from './move-aims';
import { checkWords, stepWords as words } from './words';

/** A board that is to be set up: one of the list (beyond its end: another one), the position of a game, or the board before. */
export interface SetUpBoard {
  what: 'boards' | 'fen' | 'before';
  index: number;
  /** What the editor begins with. */
  fen: string;
}

/** Boards drawn in the form. */
const MOST_DIAGRAMS = 12;

/** Opponents that games of lessons offer: those that repeat by their number, and the gentle levels. */
const OPPONENTS = ['random', 'attacker', 'trout', 'level-1', 'level-2', 'level-3', 'level-4', 'level-5'];

/** Characters of a field that lists something. */
const MOST_LISTED = 4000;

const icon = { good: icons.check, warn: icons.info, bad: icons.cross };

/**
 * The form of one step. Fires `change-step` (detail: what is new of the step), `set-up` (detail: {@link SetUpBoard}) and `list-moves`
 * (detail: {@link MoveAim}).
 */
export class WorkshopStep extends LitElement {
  static override properties = {
    step: { attribute: false },
    checked: { attribute: false },
    checking: { type: Boolean },
    busy: { type: Boolean },
    note: {},
    listing: { state: true },
  };
  declare step: LessonStep;
  /** What the check of the step found; `null` while it is not known. */
  declare checked: Checked | null;
  declare checking: boolean;
  /** Moves are being listed; and what became of it. */
  declare busy: boolean;
  declare note: string;
  /** The author lists the right answers, though none is written yet. */
  declare private listing: boolean;

  constructor() {
    super();
    this.step = { id: '', heading: '', text: [] };
    this.checked = null;
    this.checking = false;
    this.busy = false;
    this.note = '';
    this.listing = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('step') || changed.get('step')?.id === this.step.id) return;
    this.listing = false;
    this.chosenBefore.clear();
  }

  /** What the step showed before something else was chosen: it comes back when its kind does. */
  private readonly chosenBefore = new Map<Content, Shown>();

  private change(change: StepChange): void {
    this.dispatchEvent(new CustomEvent('change-step', { detail: change }));
  }

  private get given(): Shown['attributes'] {
    return this.step.show?.attributes ?? {};
  }

  private set(values: Readonly<Record<string, string>>): void {
    let { show } = this.step;
    if (!show) return;
    for (const [name, value] of Object.entries(values)) show = withAttribute(show, name, value);
    this.change({ show });
  }

  private chooseContent(content: Content): void {
    const { show } = this.step;
    const now = contentOf(show);
    if (content === now) return;
    if (show) this.chosenBefore.set(now, show);
    const before = this.chosenBefore.get(content);
    if (before) {
      this.change({ show: before });
      return;
    }
    if (content === 'nothing') this.change({ show: null });
    else if (content === 'board') this.change({ show: boardOf(show) });
    else if (content === 'problem') this.change({ show: problemOf('sense', show) });
    else this.change({ show: { element: 'replay', attributes: {} } });
  }

  private setBoards(fens: readonly string[]): void {
    if (this.step.show?.element === 'board') {
      const [only = ''] = fens;
      this.set(fens.length > 1 ? { boards: fens.join(';'), fen: '' } : { fen: only, boards: '' });
    } else this.set({ boards: fens.join(';') });
  }

  protected override render(): TemplateResult {
    const { step } = this;
    const content = contentOf(step.show);
    return html`<div class="workshop-fields">
      <label class="workshop-field"
        ><span>${words.heading}</span>
        <input
          name="heading"
          maxlength=${LESSON_LIMITS.heading}
          .value=${step.heading}
          @input=${(event: Event) => this.change({ heading: valueIn(event) })}
      /></label>
      ${guard(
        [step.id],
        () => html`<label class="workshop-field"
            ><span>${words.text}</span>
            <textarea
              name="text"
              rows="4"
              aria-describedby="workshop-text-help"
              .value=${live(textOf(step.text))}
              @input=${(event: Event) => this.change({ text: paragraphsOf(valueIn(event)) })}
            ></textarea></label
          >`,
      )}
      <p id="workshop-text-help" class="small ${fits(step) ? 'muted' : 'problem'}" aria-live="polite">
        ${fits(step) ? words.textHelp : textTooLong()}
      </p>
      ${this.choice(
        words.shows,
        'content',
        CONTENTS.map((one) => [one, words.contents[one]]),
        content,
        (value) => this.chooseContent(value as Content),
      )}
      ${content === 'board' ? this.renderBoard() : content === 'problem' ? this.renderProblem() : content === 'replay' ? this.renderReplay() : nothing}
      ${content === 'nothing' ? nothing : this.renderCheck()}
    </div>`;
  }

  // Fields

  private text(name: string, label: string, help = '', { area = false, most = MOST_LISTED } = {}): TemplateResult {
    const value = this.given[name] ?? '';
    const id = `workshop-${name}`;
    const onInput = (event: Event): void => this.set({ [name]: valueIn(event) });
    const described = help ? `${id}-help` : nothing;
    return html`<div class="workshop-field">
      <label for=${id}>${label}</label>
      ${
        area
          ? html`<textarea id=${id} name=${name} rows="2" maxlength=${most} aria-describedby=${described} .value=${value} @input=${onInput}></textarea>`
          : html`<input id=${id} name=${name} maxlength=${most} autocapitalize="off" autocomplete="off" aria-describedby=${described} .value=${value} @input=${onInput} />`
      }
      ${help ? html`<p class="small muted" id="${id}-help">${help}</p>` : nothing}
    </div>`;
  }

  private number(name: string, label: string, most: number, help = ''): TemplateResult {
    const id = `workshop-${name}`;
    return html`<div class="workshop-field">
      <label for=${id}>${label}</label>
      <input
        type="number"
        id=${id}
        name=${name}
        min=${name === 'seed' ? 0 : 1}
        max=${most}
        step="1"
        aria-describedby=${help ? `${id}-help` : nothing}
        .value=${this.given[name] ?? ''}
        @input=${(event: Event) => {
          if ((event.target as HTMLInputElement).validity.valid) this.set({ [name]: valueIn(event) });
        }}
      />
      ${help ? html`<p class="small muted" id="${id}-help">${help}</p>` : nothing}
    </div>`;
  }

  private choice(
    label: string,
    name: string,
    options: readonly (readonly [string, string])[],
    chosen: string,
    choose: (value: string) => void,
  ): TemplateResult {
    const id = `workshop-${name}`;
    return html`<div class="workshop-field">
      <label for=${id}>${label}</label>
      <select id=${id} name=${name} @change=${(event: Event) => choose(valueIn(event))}>
        ${options.map(([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
      </select>
    </div>`;
  }

  // Contents

  private renderBoard(): TemplateResult {
    const { fen, perspective = 'truth' } = this.given;
    const boards = boardsOf(this.given);
    return html`${this.renderBoards(boards.length > 0 ? boards : fen ? [fen] : [], words.position)}
      ${this.choice(
        words.perspective,
        'perspective',
        (['truth', 'white', 'black'] as const).map((one) => [one, words.perspectives[one]]),
        perspective,
        (value) => this.set({ perspective: value === 'truth' ? '' : value }),
      )}
      ${this.text('marks', words.marks, words.marksHelp)} ${this.text('arrows', words.arrows, words.arrowsHelp)}
      ${this.text('caption', words.caption, '', { most: MOST_TEXT })}`;
  }

  private renderReplay(): TemplateResult {
    return this.text('link', words.link, words.linkHelp);
  }

  private renderProblem(): TemplateResult {
    const { show } = this.step;
    const task = taskOf(show);
    const kinds = PROBLEMS.map((one) => [one, words.kinds[one]] as const);
    return html`${this.choice(
      words.kind,
      'task',
      task ? kinds : [['', checkWords.noTask], ...kinds],
      task ?? '',
      (value) => this.change({ show: problemOf(value as Task, show) }),
    )}
    ${task && show ? fieldsOf(task, show).map((field) => this.renderField(field, task)) : nothing}
    ${this.text('prompt', words.question, '', { area: true, most: MOST_TEXT })}
    ${this.text('hint', words.hint, '', { area: true, most: MOST_TEXT })}
    ${this.text('explain', words.explanation, '', { area: true, most: MOST_TEXT })}
    ${
      task && isPlayed(task)
        ? html`<details>
            <summary>${words.optional}</summary>
            ${this.number('seed', words.seed, 999_999_999, words.seedHelp)}
          </details>`
        : nothing
    }`;
  }

  private renderField(field: Field, task: Task): TemplateResult {
    const attributes = this.given;
    switch (field) {
      case 'boards':
        return this.renderBoards(boardsOf(attributes), words.boards, words.boardsHelp);
      case 'fen':
        return html`${this.renderPosition('fen', words.position)}
        ${this.choice(
          words.side,
          'side',
          (['', 'white', 'black'] as const).map((one) => [one, words.sides[one || 'turn']]),
          attributes.side ?? '',
          (value) => this.set({ side: value }),
        )}`;
      case 'before':
        return this.renderBefore(task);
      case 'measure':
        return this.renderMeasure();
      case 'square':
        return this.text('squares', words.square, words.squareHelp);
      case 'goals':
        return this.text('squares', words.goals, words.squaresHelp);
      case 'piece':
        return this.choice(
          words.piece,
          'piece',
          [
            ...(task === 'reach' ? [['', words.anyPiece] as const] : []),
            ...ROLES.map((role) => [role, roleName(role)] as const),
          ],
          attributes.piece ?? '',
          (value) => this.set({ piece: value }),
        );
      case 'weights':
        return this.text('weights', words.weights, words.weightsHelp);
      case 'turns':
        return this.number('turns', words.turns, 1000);
      case 'goal':
        return this.number('goal', words.goal, 1_000_000);
      case 'opponent': {
        const { agent = 'attacker' } = attributes;
        const all = OPPONENTS.includes(agent) ? OPPONENTS : [...OPPONENTS, agent];
        return this.choice(
          words.opponent,
          'agent',
          all.map((name) => [name, agentWords.agent(name)]),
          agent,
          (value) => this.set({ agent: value }),
        );
      }
      case 'answer':
        return this.renderAnswer(task);
    }
  }

  private renderMeasure(): TemplateResult {
    const { measure = 'worst', goal } = this.given;
    const chosen = goal ? 'goal' : measure;
    return html`${this.choice(
      words.measure,
      'measure',
      [...MEASURES, 'goal' as const].map((one) => [one, words.measures[one]]),
      chosen,
      (value) => this.set(value === 'goal' ? { goal: '1', measure: '' } : { measure: value, goal: '' }),
    )}
    ${goal ? this.number('goal', words.goal, 1_000_000) : nothing}`;
  }

  /** Found by what the boards are, or as the author lists them. */
  private renderAnswer(task: Task): TemplateResult {
    const { answer = '' } = this.given;
    const help =
      task === 'count' || task === 'left' ? 'number' : task === 'sense' || task === 'where' ? 'squares' : 'moves';
    const field = this.text('answer', words.answers, words.answerHelp[help]);
    if (task === 'where' || task === 'played') return field;
    const listed = answer !== '' || this.listing;
    const option = (mode: 'found' | 'listed'): TemplateResult =>
      html`<label class="inline"
        ><input
          type="radio"
          name="answer-mode"
          value=${mode}
          .checked=${listed === (mode === 'listed')}
          @change=${() => {
            this.listing = mode === 'listed';
            this.set({ answer: mode === 'listed' ? (this.checked?.right ?? []).join(' ') : '' });
          }}
        />${words.answerModes[mode]}</label
      >`;
    return html`<fieldset class="workshop-field">
        <legend>${words.answers}</legend>
        <div class="row wrap">${option('found')} ${option('listed')}</div>
      </fieldset>
      ${listed ? this.text('answer', words.answer, words.answerHelp[help]) : nothing}
      ${task === 'move' ? this.renderAims() : nothing}`;
  }

  /** Has the moves listed that do something best. */
  private renderAims(): TemplateResult {
    return html`<div class="row wrap">
        ${(['king', 'safe'] as const).map(
          (aim) => html`<button
            type="button"
            class="small-button"
            aria-disabled=${this.busy ? 'true' : 'false'}
            @click=${() => this.busy || this.dispatchEvent(new CustomEvent<MoveAim>('list-moves', { detail: aim }))}
          >
            ${words.aims[aim]}
          </button>`,
        )}
      </div>
      <p class="small" role="status">${this.note}</p>`;
  }

  // Boards

  private setUp(what: SetUpBoard['what'], index: number, fen: string): void {
    this.dispatchEvent(new CustomEvent<SetUpBoard>('set-up', { detail: { what, index, fen: fen && wholeFen(fen) } }));
  }

  private renderBoards(fens: readonly string[], label: string, help = ''): TemplateResult {
    const drawn = fens.slice(0, MOST_DIAGRAMS);
    return html`<fieldset class="workshop-field workshop-boards" data-field="boards">
      <legend>${label}</legend>
      ${help ? html`<p class="small muted">${help}</p>` : nothing}
      ${
        drawn.length > 0
          ? boardDiagrams(
              drawn.map((fen, i) => ({ fen, weight: null, below: this.renderBelow(fens, i) })),
              turnOf(drawn[0]),
              turnOf(drawn[0]),
            )
          : nothing
      }
      ${fens.length > drawn.length ? html`<p class="small muted">${embedWords.moreBoards(fens.length - drawn.length)}</p>` : nothing}
      <div>
        <button type="button" class="workshop-set-up" @click=${() => this.setUp('boards', fens.length, fens.at(-1) ?? EMPTY_FEN)}>
          ${icons.plus} ${words.setUp}
        </button>
      </div>
      <details>
        <summary>${words.fens}</summary>
        <textarea
          name="boards"
          rows="4"
          wrap="off"
          spellcheck="false"
          translate="no"
          aria-label=${words.fens}
          maxlength=${LESSON_LIMITS.attribute}
          .value=${fens.join('\n')}
          @change=${(event: Event) => this.setBoards(boardsOf({ boards: valueIn(event) }))}
        ></textarea>
      </details>
    </fieldset>`;
  }

  private renderBelow(fens: readonly string[], index: number): TemplateResult {
    return html`<span class="workshop-below"
      ><span translate="no">${index + 1}</span>
      <button
        type="button"
        class="icon-button quiet"
        aria-label=${words.changeBoard(index + 1)}
        title=${words.changeBoard(index + 1)}
        @click=${() => this.setUp('boards', index, fens[index] ?? '')}
      >
        ${icons.pencil}</button
      ><button
        type="button"
        class="icon-button quiet"
        aria-label=${words.removeBoard(index + 1)}
        title=${words.removeBoard(index + 1)}
        @click=${() => this.removeBoard(fens, index)}
      >
        ${icons.cross}
      </button></span
    >`;
  }

  private async removeBoard(fens: readonly string[], index: number): Promise<void> {
    this.setBoards(fens.toSpliced(index, 1));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await this.updateComplete;
    // The button that had the keyboard is gone.
    if (document.activeElement === document.body) this.querySelector<HTMLElement>('.workshop-set-up')?.focus();
  }

  private renderPosition(name: 'fen' | 'before', label: string, help = ''): TemplateResult {
    const fen = this.given[name] ?? '';
    return html`<fieldset class="workshop-field workshop-boards" data-field=${name}>
      <legend>${label}</legend>
      ${help ? html`<p class="small muted">${help}</p>` : nothing}
      ${fen ? boardDiagrams([{ fen, weight: null }], turnOf(fen), turnOf(fen)) : nothing}
      <div>
        <button type="button" class="workshop-set-up" @click=${() => this.setUp(name, 0, fen)}>
          ${fen ? icons.pencil : icons.plus} ${words.setUp}
        </button>
      </div>
      <details>
        <summary>${words.fen}</summary>
        <input
          name=${name}
          spellcheck="false"
          autocomplete="off"
          autocapitalize="off"
          translate="no"
          aria-label=${words.fen}
          maxlength="200"
          .value=${fen}
          @change=${(event: Event) => this.set({ [name]: valueIn(event).trim() })}
        />
      </details>
    </fieldset>`;
  }

  private renderBefore(task: Task): TemplateResult {
    const { before, told } = this.given;
    const fields = html`${this.renderPosition('before', words.before, words.beforeHelp)}
    ${this.text('told', words.told, words.toldHelp, { area: true })}`;
    if (task === 'played') return fields;
    return html`<details ?open=${Boolean(before || told)}>
      <summary>${words.before}</summary>
      ${fields}
    </details>`;
  }

  // The check

  private renderCheck(): TemplateResult {
    const { checked, checking } = this;
    return html`<section class="workshop-check" aria-labelledby="workshop-check">
      <h3 id="workshop-check">${checkWords.title}</h3>
      <div role="status" aria-busy=${checking ? 'true' : 'false'}>
        ${
          checking
            ? html`<p class="small muted">${checkWords.checking}</p>`
            : checked
              ? checked.findings.length > 0
                ? renderFindings(checked.findings)
                : html`<p class="small">${checkWords.allWell}</p>`
              : nothing
        }
      </div>
      ${
        checked?.boards && !checking
          ? html`<button type="button" class="small-button" @click=${() => this.setBoards(checked.boards ?? [])}>
              ${words.takeBoards}
            </button>`
          : nothing
      }
    </section>`;
  }
}

/** What a check found: by words and signs, not by colour alone. */
export function renderFindings(findings: readonly Finding[]): TemplateResult {
  return html`<ul class="workshop-findings">
    ${findings.map(
      ({ level, text }) => html`<li data-level=${level}>
        ${icon[level]}<span>${level === 'good' ? nothing : html`<span class="visually-hidden">${checkWords.levels[level]}: </span>`}${text}</span>
      </li>`,
    )}
  </ul>`;
}

/** Why the text of a step is not saved. */
export const textTooLong = (): string => words.textTooLong(LESSON_LIMITS.paragraphs, LESSON_LIMITS.paragraph);

const valueIn = (event: Event): string => (event.target as HTMLInputElement).value;

const turnOf = (fen = ''): Color => (fen.trim().split(/\s+/)[1] === 'b' ? 'black' : 'white');

customElements.define('workshop-step', WorkshopStep);

declare global {
  interface HTMLElementTagNameMap {
    'workshop-step': WorkshopStep;
  }
}
