import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Action, PieceLetter, ReplayStep } from 'outpost-rbc';
import { tryWords } from '../belief/words';
import './variation-tree';
import { moveText } from '../board/move-results';
import { readMove } from '../board/moves';
import { parseSquare, squareName } from '../board/squares';
import { phaseWords } from '../board/words';
import { typedProblemText } from '../record/wording';
import { typedWords } from '../record/words';
import { commonWords } from '../ui/words';
import type { Line, Recorded, WhatIf } from './what-if';
import { whatIfWords } from './words';

/**
 * Trying something else: what can be tried at the step on view, what is being chosen, and the tree of what was tried. Fires
 * `choose-what` (detail: `sense` or `move`), `cancel`, `try-action` (detail: action), `assume`, `choose` and `remove` (detail: line).
 */
export class WhatIfPanel extends LitElement {
  static override properties = {
    whatIf: { attribute: false },
    stamp: { attribute: false },
    step: { attribute: false },
    own: { attribute: false },
    typedProblem: { state: true },
  };
  declare whatIf: WhatIf;
  /** {@link WhatIf.stamp}: it changes in place. */
  declare stamp: number;
  declare step: ReplayStep;
  /** Pieces of the side that is to choose. */
  declare own: readonly (PieceLetter | null)[];
  declare private typedProblem: string | null;

  constructor() {
    super();
    this.stamp = 0;
    this.own = [];
    this.typedProblem = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(): void {
    if (!this.whatIf.choosing) this.typedProblem = null;
  }

  private fire(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  protected override render(): TemplateResult {
    const { whatIf } = this;
    return html`<div class="what-if" aria-busy=${whatIf.busy ? 'true' : 'false'}>
      ${whatIf.choosing ? this.renderChoosing() : this.renderStart()}
      ${whatIf.problem ? html`<p class="problem" role="alert">${whatIfWords.failed(whatIf.problem)}</p>` : nothing}
      ${this.renderRecorded()}
      ${
        whatIf.tree.empty
          ? nothing
          : html`<variation-tree
              .tree=${whatIf.tree}
              .version=${whatIf.version}
              .current=${whatIf.current}
              @choose=${(event: CustomEvent<Line>) => this.fire('choose', event.detail)}
              @remove=${(event: CustomEvent<Line>) => this.fire('remove', event.detail)}
            ></variation-tree>`
      }
    </div>`;
  }

  private renderStart(): TemplateResult {
    return html`<p class="small muted">${whatIfWords.help}</p>
      <div class="row wrap">
        <button type="button" data-try="sense" @click=${() => this.fire('choose-what', 'sense')}>${whatIfWords.sense}</button>
        <button type="button" data-try="move" @click=${() => this.fire('choose-what', 'move')}>${whatIfWords.move}</button>
      </div>`;
  }

  private renderChoosing(): TemplateResult {
    const { choosing } = this.whatIf;
    if (!choosing) return html``;
    const { what, step, requests } = choosing;
    const sense = what === 'sense';
    const ready = sense || requests !== null;
    return html`<p class="small" role="status">
        ${sense ? whatIfWords.chooseSense(step.color) : ready ? whatIfWords.chooseMove(step.color) : whatIfWords.gettingMoves}
      </p>
      <form class="typed" novalidate @submit=${this.onTyped}>
        <label>
          <span>${sense ? typedWords.senseLabel : phaseWords.typed}</span>
          <span class="row">
            <input
              name="instead"
              autocomplete="off"
              autocapitalize="off"
              spellcheck="false"
              maxlength="12"
              placeholder=${sense ? typedWords.sensePlaceholder : phaseWords.typedPlaceholder}
              aria-invalid=${this.typedProblem ? 'true' : 'false'}
              ?disabled=${!ready}
            />
            <button ?disabled=${!ready}>${tryWords.try}</button>
          </span>
        </label>
        <p class="problem" role="alert">${this.typedProblem ?? ''}</p>
      </form>
      <div class="row wrap">
        <button type="button" ?disabled=${!ready} @click=${() => this.fire('try-action', sense ? { sense: null } : { request: null })}>
          ${sense ? phaseWords.noSense : phaseWords.pass}
        </button>
        <button type="button" @click=${() => this.fire('cancel')}>${commonWords.cancel}</button>
      </div>`;
  }

  private onTyped(event: Event): void {
    event.preventDefault();
    const input = this.querySelector<HTMLInputElement>('input[name=instead]');
    const { choosing } = this.whatIf;
    if (!input || !choosing) return;
    const raw = input.value.trim();
    const tryOut = (action: Action): void => {
      this.typedProblem = null;
      this.fire('try-action', action);
    };
    if (choosing.what === 'sense') {
      const text = raw.toLowerCase();
      const square = parseSquare(text);
      if (square !== null || text === 'none') tryOut({ sense: square });
      else this.typedProblem = typedWords.senseForm(raw);
      return;
    }
    const typed = readMove(raw, choosing.requests ?? [], this.own);
    if (typed.kind === 'error') this.typedProblem = typedProblemText(typed, raw);
    else tryOut({ request: typed.kind === 'move' ? typed.uci : null });
  }

  /** At the end of a what-if: what came next in the game may be taken as what would have come. */
  private renderRecorded(): TemplateResult | typeof nothing {
    const { whatIf } = this;
    const { recorded } = whatIf;
    if (!recorded || whatIf.choosing || this.step.index < whatIf.current.at) return nothing;
    return html`<div class="assume">
      <button type="button" ?disabled=${whatIf.busy} @click=${() => this.fire('assume')}>${offer(recorded)}</button>
      <p class="small muted">${whatIfWords.assumeHelp(recorded.color)}</p>
    </div>`;
  }
}

function offer({ color, actions }: Recorded): string {
  const words = actions.map((action) =>
    'sense' in action
      ? whatIfWords.senses(action.sense === null ? null : squareName(action.sense))
      : whatIfWords.plays(action.request === null ? null : moveText(action.request)),
  );
  return actions.length > 1 ? whatIfWords.assumeReply(color, words) : whatIfWords.assumeMove(color, words);
}

customElements.define('what-if-panel', WhatIfPanel);
