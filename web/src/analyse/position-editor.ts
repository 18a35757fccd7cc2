import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Color, PieceLetter, Square } from 'outpost-rbc';
import '../board/board';
import './editor.css';
import { colorOf, opponentOf, pieceOf, ROLES, roleOf } from '../board/squares';
import { boardWords, chessWords } from '../board/words';
import { readText } from '../record/opening';
import { afterCrash } from '../ui/errors';
import { icons } from '../ui/icons';
import { EMPTY_FEN, fenOf, problemOf, readFen, type SetUp, START_FEN } from './position';
import { analyseWords, editorWords } from './words';

const words = editorWords;
const RIGHTS = ['K', 'Q', 'k', 'q'] as const;

/** A position set up by hand. Fires `open-position` (detail: its FEN), and `leave`. */
export class PositionEditor extends LitElement {
  static override properties = {
    fen: {},
    action: {},
    back: {},
    lead: {},
    setUp: { state: true },
    brush: { state: true },
    orientation: { state: true },
    fenProblem: { state: true },
  };
  /** What it begins with; empty for the start position. */
  declare fen: string;
  /** What the position is set up for: the text of the button that takes it; and where its other button leads. */
  declare action: string;
  declare back: string;
  declare lead: string;
  declare private setUp: SetUp;
  declare private brush: PieceLetter | 'erase';
  declare private orientation: Color;
  declare private fenProblem: boolean;

  constructor() {
    super();
    this.fen = '';
    this.action = words.open;
    this.back = analyseWords.back.start;
    this.lead = words.lead;
    this.setUp = readFen(START_FEN) as SetUp;
    this.brush = 'P';
    this.orientation = 'white';
    this.fenProblem = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const given = changed.has('fen') && this.fen ? readFen(this.fen) : null;
    if (given) this.setUp = given;
  }

  private change(change: Partial<SetUp>): void {
    this.setUp = { ...this.setUp, ...change };
    this.fenProblem = false;
  }

  /** Puts the chosen piece down; where it stands already, takes it off. */
  private put(square: Square): void {
    const board = this.setUp.board.slice();
    board[square] = this.brush === 'erase' || board[square] === this.brush ? null : this.brush;
    // What was captured en passant, or could castle, is no longer there.
    this.change({ board, enPassant: null });
  }

  protected override render(): TemplateResult {
    const { setUp, orientation } = this;
    const problem = problemOf(setUp);
    return html`<div class="replay editor">
      <div class="replay-boards">
        <div class="row between wrap">
          <h1 tabindex="-1">${words.title}</h1>
          <button type="button" class="quiet" @click=${() => this.dispatchEvent(new CustomEvent('leave'))}>
            ${icons.back} ${this.back}
          </button>
        </div>
        <rbc-board
          .orientation=${orientation}
          .pieces=${setUp.board}
          .mode=${'mark'}
          .labels=${setUp.board.map((piece) => boardWords.truth(piece))}
          .name=${words.board}
          @mark-square=${(event: CustomEvent<Square>) => this.put(event.detail)}
        ></rbc-board>
      </div>
      <div class="replay-side">
        <section class="card editor-card" aria-label=${words.pieces}>
          <p class="muted small">${this.lead}</p>
          ${(['white', 'black'] as const).map((color) => this.renderPalette(color))}
          <div class="row wrap">
            <button type="button" class="erase" aria-pressed=${this.brush === 'erase' ? 'true' : 'false'} @click=${() => this.choose('erase')}>
              ${icons.cross} ${words.erase}
            </button>
            <button type="button" @click=${() => this.change(readFen(START_FEN) as SetUp)}>${words.start}</button>
            <button type="button" @click=${() => this.change(readFen(EMPTY_FEN) as SetUp)}>${words.clear}</button>
            <button
              type="button"
              @click=${() => {
                this.orientation = opponentOf(orientation);
              }}
            >
              ${icons.flip} ${words.flip}
            </button>
          </div>
        </section>
        <section class="card editor-card" aria-label=${words.turn}>
          <fieldset>
            <legend>${words.turn}</legend>
            <div class="segments">
              ${(['white', 'black'] as const).map(
                (color) =>
                  html`<label class="segment"
                    ><input
                      type="radio"
                      name="to-move"
                      value=${color}
                      .checked=${setUp.turn === color}
                      @change=${() => this.change({ turn: color, enPassant: null })}
                    /><span><span class="disc ${color}"></span>${chessWords.color(color)}</span></label
                  >`,
              )}
            </div>
          </fieldset>
          <fieldset>
            <legend>${words.castling}</legend>
            <div class="castling">
              ${RIGHTS.map(
                (right) =>
                  html`<label class="inline"
                    ><input
                      type="checkbox"
                      .checked=${setUp.castling.includes(right)}
                      @change=${(event: Event) => {
                        const { checked } = event.target as HTMLInputElement;
                        const castling = RIGHTS.filter((r) => (r === right ? checked : setUp.castling.includes(r)));
                        this.change({ castling: castling.join('') });
                      }}
                    />${words.rights[right]}</label
                  >`,
              )}
            </div>
          </fieldset>
          <label class="fen-field" for="fen">${words.fen}</label>
          <input
            id="fen"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            aria-invalid=${this.fenProblem ? 'true' : 'false'}
            aria-describedby="fen-problem"
            .value=${fenOf(setUp)}
            @change=${(event: Event) => this.onFen(event.target as HTMLInputElement)}
          />
          <p id="fen-problem" class="problem" role="alert">${this.fenProblem ? words.fenWrong : ''}</p>
          ${problem ? html`<p class="small position-problem">${problem}</p>` : nothing}
          <button
            type="button"
            class="primary big"
            ?disabled=${problem !== null}
            @click=${() => this.dispatchEvent(new CustomEvent('open-position', { detail: fenOf(setUp) }))}
          >
            ${this.action}
          </button>
        </section>
      </div>
    </div>`;
  }

  /** Sets up a FEN that was typed or pasted, or whatever text the engine finds a position in. */
  private async onFen(field: HTMLInputElement): Promise<void> {
    const before = this.setUp;
    const text = field.value;
    let given = readFen(text);
    if (!given) {
      const content = await afterCrash(() => readText(text)).catch(() => null);
      const [first] = content?.kind === 'boards' ? content.boards : [];
      given = first ? readFen(first.fen) : null;
      if (this.setUp !== before) return;
    }
    if (!given) this.fenProblem = true;
    else {
      this.change(given);
      field.value = fenOf(given);
    }
  }

  private choose(brush: PieceLetter | 'erase'): void {
    this.brush = brush;
  }

  private renderPalette(color: Color): TemplateResult {
    return html`<div class="palette six" role="group" aria-label=${chessWords.color(color)}>
      ${ROLES.map((role) => {
        const piece = pieceOf(role, color);
        return html`<button
          type="button"
          aria-pressed=${this.brush === piece ? 'true' : 'false'}
          aria-label=${words.put(piece)}
          title=${words.put(piece)}
          @click=${() => this.choose(piece)}
        >
          <span class="cg-wrap"><piece class="${colorOf(piece)} ${roleOf(piece)}"></piece></span>
        </button>`;
      })}
    </div>`;
  }
}

customElements.define('position-editor', PositionEditor);

declare global {
  interface HTMLElementTagNameMap {
    'position-editor': PositionEditor;
  }
}
