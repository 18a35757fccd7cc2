import { html, type LitElement, type TemplateResult } from 'lit';
import { readMove } from '../board/moves';
import { parseSquare } from '../board/squares';
import { phaseWords } from '../board/words';
import { typedProblemText } from '../record/wording';
import { typedWords } from '../record/words';
import type { GameSession } from './game-session';

/** The field in which senses and moves can be typed. */
export class TypedInput {
  private problem: string | null = null;

  constructor(
    private readonly host: LitElement & { session: GameSession },
    private readonly move: (uci: string | null) => void,
  ) {}

  /** A new phase: what was wrong is no longer. */
  clear(): void {
    this.problem = null;
  }

  /** Between turns nothing can be sent, but the field keeps the keyboard: a game can be played from it. */
  render(): TemplateResult {
    const { phase, busy } = this.host.session;
    const usable = (phase === 'sense' || phase === 'move') && !busy;
    const senses = phase === 'sense';
    return html`<form class="card typed" @submit=${this.onSubmit} novalidate>
      <label for="typed">${senses ? typedWords.senseLabel : phaseWords.typed}</label>
      <div class="row">
        <input
          id="typed"
          name="typed"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          maxlength="12"
          placeholder=${senses ? typedWords.sensePlaceholder : phaseWords.typedPlaceholder}
          aria-disabled=${usable ? 'false' : 'true'}
          aria-invalid=${this.problem ? 'true' : 'false'}
          aria-describedby="typed-problem"
        />
        <button aria-disabled=${usable ? 'false' : 'true'}>${senses ? phaseWords.sense : phaseWords.typedGo}</button>
      </div>
      <p id="typed-problem" class="problem" role="alert">${this.problem ?? ''}</p>
    </form>`;
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    const input = this.host.querySelector<HTMLInputElement>('#typed');
    const { session } = this.host;
    const { view, phase } = session;
    if (!input || !view || session.busy || (phase !== 'sense' && phase !== 'move')) return;
    const text = input.value.trim();
    if (phase === 'sense') {
      const square = parseSquare(text.toLowerCase());
      if (square === null && text.toLowerCase() !== 'none') {
        this.refuse(typedWords.senseForm(text));
        return;
      }
      this.accept(input);
      void session.sense(square);
      return;
    }
    const typed = readMove(input.value, view.requests, view.own);
    if (typed.kind === 'error') {
      input.select();
      this.refuse(typedProblemText(typed, text));
      return;
    }
    this.accept(input);
    this.move(typed.kind === 'move' ? typed.uci : null);
  };

  private refuse(problem: string): void {
    this.problem = problem;
    this.host.requestUpdate();
  }

  private accept(input: HTMLInputElement): void {
    this.problem = null;
    input.value = '';
    this.host.requestUpdate();
  }
}
