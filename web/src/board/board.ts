import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { State } from '@lichess-org/chessground/state';
import type { Elements, Key } from '@lichess-org/chessground/types';
import { html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Color, PieceLetter, Square } from 'outpost-rbc';
import { announce } from '../ui/announcer';
import { corners, type Place, placeOn } from '../ui/corners';
import { cssVars } from '../ui/css-vars';
import { animation, onAnimation } from './animation';
import { arrowPath } from './arrow-path';
import { captureMarks } from './capture-marks';
import { Carrying, measureAsLaidOut } from './carrying';
import { Drawing } from './drawing';
import { heatColor, heatInk } from './heat-colors';
import { castleByRook, destinations, isPawnCapture, promotions } from './moves';
import type { Brush, Shape } from './shapes';
import {
  colorOf,
  isLight,
  parseSquare,
  roleOf,
  screenPosition,
  squareAt,
  squareName,
  squaresInOrder,
  windowOnScreen,
} from './squares';
import { boardWords } from './words';

/** A piece that is not known to stand where it is shown. */
export interface Ghost {
  square: Square;
  piece: PieceLetter;
  kind: 'seen' | 'likely' | 'marker' | 'outline';
  opacity: number;
  /** Shown small in the corner, beside what stands on the square. */
  corner?: boolean;
  /** How wide it is drawn, of a square's width. */
  size?: number;
  /** Drawn from the square's first corner or its last one, for another piece may stand there as well. */
  shares?: 'first' | 'last';
  /** It stands there on every possible board. */
  certain?: boolean;
  /** A dashed line around it: it is likelier than not, and may still be wrong. */
  probable?: boolean;
  /** Turns since it was seen. */
  age?: number;
  /** Seen where it was not at the moment that the board is of. */
  since?: boolean;
}

export interface Arrow {
  from: Square;
  to: Square;
  /** A move that was made, or the rest of one that was asked for. */
  kind: 'taken' | 'asked';
}

export type BoardMode = 'view' | 'sense' | 'move' | 'mark' | 'choose' | 'draw';

/**
 * Of lists, which whoever shows the board makes anew each time: only another content is drawn, as chessground has the
 * browser lay the page out for every look at where it is.
 */
const byContent = {
  attribute: false,
  hasChanged: (now: unknown, before: unknown): boolean => now !== before && text(now) !== text(before),
};

function text(value: unknown): string | undefined {
  return JSON.stringify(value instanceof Map || value instanceof Set ? [...value] : value);
}

/**
 * The board: chessground for the pieces that are known, and our own layers for all that is not. From the bottom:
 * squares and tints, ghosts, chessground, arrows, and an ARIA grid, which takes the pointer while sensing or
 * marking and the keyboard always. In light DOM, where the page's styles for pieces reach it.
 *
 * Sizes are those of the layout, and pointers are taken back through whatever transforms the page has (`corners.ts`,
 * `carrying.ts`): how large a board is on the screen is never asked, so nothing need tell when that changes.
 *
 * With a brush it can be drawn on (`drawing.ts`).
 *
 * Events: `sense-square`, `mark-square` and `choose-square` (detail: square), `request-move` (detail: UCI), `refuse-move` (detail: why
 * a square does nothing, or null once one does), `draw-shape` (detail: shape), `point` (detail: square or null).
 */
export class RbcBoard extends LitElement {
  static override properties = {
    orientation: {},
    color: {},
    pieces: byContent,
    ghosts: byContent,
    tints: byContent,
    empty: byContent,
    heat: byContent,
    best: { attribute: false },
    frame: { attribute: false },
    arrows: byContent,
    shapes: byContent,
    brush: {},
    mode: {},
    requests: byContent,
    futile: byContent,
    labels: byContent,
    name: {},
    promoting: { state: true },
    active: { state: true },
    hovered: { state: true },
    tapped: { state: true },
    gridFocused: { state: true },
  };
  declare orientation: Color;
  /** Whose pieces may be moved. */
  declare color: Color;
  declare pieces: readonly (PieceLetter | null)[];
  declare ghosts: readonly Ghost[];
  /** Squares on which nothing stands for certain. */
  declare empty: ReadonlySet<Square>;
  /** Class names by square. */
  declare tints: ReadonlyMap<Square, string>;
  /** 0 to 1 by square. */
  declare heat: readonly number[] | null;
  declare best: Square | null;
  /** The middle of a window that is shown whatever the mode, unless somebody points elsewhere to sense. */
  declare frame: Square | null;
  declare arrows: readonly Arrow[];
  /** What somebody drew. */
  declare shapes: readonly Shape[];
  /** The colour that is drawn in; `null`: nothing can be drawn. */
  declare brush: Brush | null;
  declare mode: BoardMode;
  declare requests: readonly string[];
  /** Requests that are known to fail, with why: they are not offered. */
  declare futile: ReadonlyMap<string, string>;
  /** What a screen reader says of each square, without its name. */
  declare labels: readonly string[];
  declare name: string;
  declare private promoting: { from: Square; to: Square; pieces: string[] } | null;
  declare private active: Square;
  declare private hovered: Square | null;
  /** What a finger last tapped: there is no pointer that stays. */
  declare private tapped: Square | null;
  declare private gridFocused: boolean;

  private ground: Api | null = null;
  private stopAnimation: (() => void) | null = null;
  private picked: Square | null = null;
  private readonly drawing = new Drawing(this);
  private readonly carrying = new Carrying(this);

  constructor() {
    super();
    this.orientation = 'white';
    this.color = 'white';
    this.pieces = new Array(64).fill(null);
    this.ghosts = [];
    this.tints = new Map();
    this.heat = null;
    this.best = null;
    this.frame = null;
    this.arrows = [];
    this.shapes = [];
    this.brush = null;
    this.mode = 'view';
    this.empty = new Set();
    this.requests = [];
    this.futile = new Map();
    this.labels = [];
    this.name = boardWords.label;
    this.promoting = null;
    this.active = 28;
    this.hovered = null;
    this.tapped = null;
    this.gridFocused = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopAnimation = onAnimation(() => this.ground?.set({ animation: animation() }));
    if (this.hasUpdated) this.mountGround();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopAnimation?.();
    this.ground?.destroy();
    this.ground = null;
  }

  get groundState(): State | null {
    return this.ground?.state ?? null;
  }

  /** Puts the board back to its pieces, after a request that came to nothing. */
  reset(): void {
    this.promoting = null;
    this.picked = null;
    this.syncGround();
  }

  /** Moves the keyboard to the board. */
  focusBoard(options: FocusOptions = {}): void {
    this.querySelector<HTMLElement>(`[data-square="${squareName(this.active)}"]`)?.focus(options);
  }

  protected override firstUpdated(): void {
    this.mountGround();
  }

  private mountGround(): void {
    const element = this.querySelector<HTMLElement>('.board-pieces');
    if (!element || this.ground) return;
    measureAsLaidOut(element);
    this.ground = Chessground(element, {
      fen: '8/8/8/8/8/8/8/8',
      orientation: this.orientation,
      coordinates: false,
      autoCastle: false,
      disableContextMenu: false,
      // It listens to no pointer itself: see `Carrying`.
      viewOnly: true,
      events: { insert: addGhost, select: (key) => this.markTargets(key) },
      highlight: { lastMove: false, check: false },
      animation: animation(),
      movable: { free: false, showDests: true, events: { after: (from, to) => this.onGroundMove(from, to) } },
      premovable: { enabled: false },
      draggable: { showGhost: true },
      drawable: { enabled: false, visible: false },
    });
    this.syncGround();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('pieces') || changed.has('mode') || changed.has('requests')) {
      this.picked = null;
      this.promoting = null;
    }
  }

  protected override updated(changed: PropertyValues): void {
    if (['pieces', 'mode', 'requests', 'orientation', 'color'].some((name) => changed.has(name))) {
      this.syncGround();
    } else if (changed.has('futile')) {
      // What was picked up stays so.
      this.ground?.set({ movable: { dests: this.targets() } });
    }
    if (changed.has('ghosts') || changed.has('futile')) {
      const selected = this.ground?.state.selected;
      if (selected) this.markTargets(selected);
    }
    if (changed.has('hovered') || changed.has('tapped') || changed.has('active') || changed.has('gridFocused'))
      this.tellPointed();
  }

  /** What may be asked for here. */
  private get offered(): readonly string[] {
    return this.requests.filter((uci) => !this.futile.has(uci));
  }

  /** Where each piece can be put, for chessground. */
  private targets(): Map<Key, Key[]> {
    const dests = new Map<Key, Key[]>();
    if (this.mode !== 'move') return dests;
    const { offered } = this;
    for (const [from, to] of destinations(offered)) {
      const rooks = this.pieces.flatMap((_, square) =>
        castleByRook(offered, this.pieces, from, square) ? [square] : [],
      );
      dests.set(
        squareName(from) as Key,
        [...to, ...rooks].map((square) => squareName(square) as Key),
      );
    }
    return dests;
  }

  private syncGround(): void {
    this.ground?.set({
      fen: fenOf(this.pieces),
      orientation: this.orientation,
      turnColor: this.color,
      movable: { color: this.color, dests: this.targets() },
    });
    if (this.ground) {
      this.ground.selectSquare(null);
    }
  }

  /** Marks what the piece that is picked up may capture, and where it can go only to capture. */
  private markTargets(key: Key): void {
    const from = parseSquare(key);
    if (from === null) return;
    const custom = new Map<Key, string>();
    for (const to of destinations(this.offered).get(from) ?? []) {
      const marks = captureMarks(from, to, this);
      if (marks.length > 0) custom.set(squareName(to) as Key, marks.join(' '));
    }
    this.ground?.set({ highlight: { custom } });
  }

  /** Where a pawn can go only to capture. */
  private captures(from: Square): Square[] {
    const targets = destinations(this.offered).get(from) ?? [];
    return targets.filter((to) => isPawnCapture(this.pieces[from], from, to));
  }

  private onGroundMove(from: string, to: string): void {
    const [a, b] = [parseSquare(from), parseSquare(to)];
    if (a !== null && b !== null) this.request(a, b);
  }

  private request(from: Square, to: Square): void {
    this.picked = null;
    const castle = castleByRook(this.offered, this.pieces, from, to);
    if (castle) {
      this.emit('request-move', castle);
      return;
    }
    const pieces = promotions(this.offered, from, to);
    if (pieces.length > 0) {
      this.promoting = { from, to, pieces };
      void this.updateComplete.then(() => this.querySelector<HTMLElement>('.promotion button')?.focus());
    } else {
      this.emit('request-move', squareName(from) + squareName(to));
    }
  }

  emit(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** The square under attention: the pointer's or the one tapped, else the keyboard's. */
  private get pointed(): Square | null {
    const tapped = this.mode === 'view' ? this.tapped : null;
    return this.hovered ?? tapped ?? (this.gridFocused ? this.active : null);
  }

  private lastPointed: Square | null = null;
  private tellPointed(): void {
    if (this.pointed === this.lastPointed) return;
    this.lastPointed = this.pointed;
    this.emit('point', this.pointed);
  }

  placeUnder(event: PointerEvent): Place | null {
    return placeOn(this.querySelector('.board'), event);
  }

  squareUnder(event: PointerEvent): Square | null {
    const place = this.placeUnder(event);
    if (!place) return null;
    const x = Math.floor(place.x * 8);
    const y = Math.floor(place.y * 8);
    return x >= 0 && x < 8 && y >= 0 && y < 8 ? squareAt(x, y, this.orientation) : null;
  }

  private readonly onPointerMove = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return;
    this.tapped = null;
    this.hovered = this.squareUnder(event);
  };

  /** A finger shows the frame while it is down, and takes it along when it turns out to scroll. */
  private readonly onPointerDown = (event: PointerEvent): void => {
    this.tapped = null;
    if (event.pointerType === 'touch') this.hovered = this.squareUnder(event);
    this.drawing.onPointerDown(event);
    this.tellPressed(event);
    this.carrying.onPointerDown(event);
  };

  private tellPressed(event: PointerEvent): void {
    const square = this.squareUnder(event);
    if (this.mode !== 'move' || this.promoting || square === null || event.button !== 0 || !event.isPrimary) return;
    const selected = this.ground?.state.selected;
    this.tellWhereItGoes(selected ? parseSquare(selected) : null, square);
  }

  /** A touch that turned into a scroll is cancelled instead. */
  private readonly onPointerUp = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') return;
    this.hovered = null;
    if (event.type === 'pointerup') this.tapped = this.squareUnder(event);
  };

  private readonly onPointerLeave = (): void => {
    this.hovered = null;
  };

  /** A click, unlike a pointer event, never comes from a touch that turned into a scroll. */
  private readonly onGridClick = (event: MouseEvent): void => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-square]');
    const square = cell ? parseSquare(cell.dataset.square ?? '') : null;
    if (square === null) return;
    this.active = square;
    this.act(square);
  };

  private act(square: Square): void {
    if (this.mode === 'sense') this.emit('sense-square', square);
    else if (this.mode === 'mark') this.emit('mark-square', square);
    else if (this.mode === 'choose') this.emit('choose-square', square);
    else if (this.mode === 'draw') this.drawing.choose(square);
    else if (this.mode === 'move') this.actMove(square);
  }

  private actMove(square: Square): void {
    const dests = destinations(this.offered);
    if (this.picked !== null && dests.get(this.picked)?.includes(square)) {
      this.ground?.selectSquare(null);
      this.request(this.picked, square);
      return;
    }
    const targets = dests.get(square);
    const piece = this.pieces[square];
    if (targets && piece && square !== this.picked) {
      this.picked = square;
      this.emit('refuse-move', null);
      this.ground?.selectSquare(squareName(square) as Key);
      announce(
        boardWords.picked(piece, squareName(square), targets.map(squareName), this.captures(square).map(squareName)),
      );
    } else if (this.picked !== null) {
      if (square === this.picked) {
        announce(boardWords.dropped);
        this.dropPicked();
      } else this.refuse(this.picked, square);
    } else this.refuse(null, square);
  }

  /** A pointer is about to put a piece from one square on another, or to pick one up. */
  private tellWhereItGoes(from: Square | null, square: Square): void {
    const dests = destinations(this.offered);
    const isAsked = from !== null && (dests.get(from)?.includes(square) || this.castles(from, square));
    // Its own square puts it down, another piece is picked up instead.
    if (from === square || isAsked || dests.has(square)) this.emit('refuse-move', null);
    else this.refuse(from, square);
  }

  private castles(from: Square, square: Square): boolean {
    return castleByRook(this.offered, this.pieces, from, square) !== null;
  }

  /** Says that nothing can be picked up on a square, or not be put there, and why as far as that is known. */
  private refuse(from: Square | null, square: Square): void {
    const name = squareName(square);
    const why = from === null ? undefined : this.futile.get(squareName(from) + name);
    const text = why ?? (from === null ? boardWords.nothingToMove(name) : boardWords.cannotGo(name));
    announce(text);
    this.emit('refuse-move', text);
  }

  /** A piece was dragged to a square. */
  droppedOn(from: Square, square: Square): void {
    if (from !== square) this.tellWhereItGoes(from, square);
  }

  private dropPicked(): void {
    this.picked = null;
    this.ground?.selectSquare(null);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { x, y } = screenPosition(this.active, this.orientation);
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [x - 1, y],
      ArrowRight: [x + 1, y],
      ArrowUp: [x, y - 1],
      ArrowDown: [x, y + 1],
      Home: [0, y],
      End: [7, y],
      PageUp: [x, 0],
      PageDown: [x, 7],
    };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      event.stopPropagation();
      const [nextX, nextY] = step.map((n) => Math.min(7, Math.max(0, n))) as [number, number];
      this.hovered = null;
      this.tapped = null;
      this.active = squareAt(nextX, nextY, this.orientation);
      void this.updateComplete.then(() => this.focusBoard());
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.act(this.active);
    } else if (event.key === 'Escape' && this.drawing.drop()) {
      event.stopPropagation();
    } else if (event.key === 'Escape' && this.picked !== null) {
      announce(boardWords.dropped);
      this.dropPicked();
    }
  };

  private readonly onFocusIn = (event: FocusEvent): void => {
    const square = parseSquare((event.target as HTMLElement).dataset.square ?? '');
    if (square !== null) this.active = square;
    // The frame follows the keyboard only when the keyboard is used.
    this.gridFocused = (event.target as Element).matches(':focus-visible');
  };

  private readonly onFocusOut = (): void => {
    this.gridFocused = false;
  };

  protected override render(): TemplateResult {
    return html`
      <div
        class="board ${this.heat ? 'has-heat' : ''}"
        data-mode=${this.mode}
        @pointermove=${this.onPointerMove}
        @pointerdown=${this.onPointerDown}
        @pointerup=${this.onPointerUp}
        @pointercancel=${this.onPointerUp}
        @pointerleave=${this.onPointerLeave}
        @mousedown=${this.carrying.onMouseDown}
        @contextmenu=${this.drawing.onContextMenu}
      >
        ${corners()}
        <div class="board-squares" aria-hidden="true" translate="no">${this.renderSquares()}</div>
        <div class="board-ghosts cg-wrap" aria-hidden="true" translate="no">${this.renderGhosts()}</div>
        <div class="board-pieces cg-wrap" aria-hidden="true" translate="no"></div>
        <svg class="board-arrows" viewBox="0 0 8 8" aria-hidden="true">${this.arrows.map((a) => this.renderArrow(a))}${this.drawing.render()}</svg>
        ${this.renderFrame()} ${this.renderGrid()} ${this.renderPromotion()}
      </div>
    `;
  }

  private renderSquares(): TemplateResult[] {
    return squaresInOrder(this.orientation).map((square) => {
      const { x, y } = screenPosition(square, this.orientation);
      const name = squareName(square);
      const heat = this.heat?.[square];
      return html`<div
        class="square ${isLight(square) ? 'light' : 'dark'} ${this.tints.get(square) ?? ''} ${heat === undefined ? '' : 'heat'} ${this.best === square ? 'best' : ''}"
        ${cssVars(heat === undefined ? {} : { '--heat': heatColor(heat), '--heat-ink': heatInk(heat) })}
      >
        ${x === 0 ? html`<span class="coordinate rank">${name[1]}</span>` : nothing}
        ${y === 7 ? html`<span class="coordinate file">${name[0]}</span>` : nothing}
      </div>`;
    });
  }

  private renderGhosts(): unknown {
    return repeat(
      this.ghosts,
      (ghost) => `${ghost.kind}${ghost.square}${ghost.piece}${ghost.corner ? 'c' : ''}`,
      (ghost) => {
        const { x, y } = screenPosition(ghost.square, this.orientation);
        return html`<div
          class="phantom ${ghost.kind} ${ghost.corner ? 'corner' : ''} ${ghost.shares ?? ''} ${ghost.probable ? 'probable' : ''} ${ghost.age === 0 ? 'now' : ''} ${ghost.since ? 'since' : ''}"
          ${cssVars({ '--x': x, '--y': y, '--opacity': ghost.opacity, ...(ghost.size ? { '--size': ghost.size } : {}) })}
        >
          <piece class="${colorOf(ghost.piece)} ${roleOf(ghost.piece)}"></piece>
          ${ghost.age ? html`<span class="age">${ghost.age}</span>` : nothing}
        </div>`;
      },
    );
  }

  private renderArrow(arrow: Arrow): TemplateResult {
    const from = screenPosition(arrow.from, this.orientation);
    const path = arrowPath(from, screenPosition(arrow.to, this.orientation));
    return svg`<g class="arrow ${arrow.kind}">
      <line x1=${path.x1} y1=${path.y1} x2=${path.x2} y2=${path.y2}></line>
      <polygon points=${path.head}></polygon>
    </g>`;
  }

  private renderFrame(): TemplateResult | typeof nothing {
    const square = (this.mode === 'sense' ? this.pointed : null) ?? this.frame;
    if (square === null) return nothing;
    const { x, y, width, height } = windowOnScreen(square, this.orientation);
    return html`<div
      class="sense-frame"
      aria-hidden="true"
      ${cssVars({ '--x': x, '--y': y, '--w': width, '--h': height })}
    ></div>`;
  }

  private renderGrid(): TemplateResult {
    const rows = Array.from({ length: 8 }, (_, y) =>
      Array.from({ length: 8 }, (_, x) => squareAt(x, y, this.orientation)),
    );
    return html`<div
      class="board-grid"
      role="grid"
      aria-label="${this.name}. ${boardWords.help[this.mode]}"
      @click=${this.onGridClick}
      @keydown=${this.onKey}
      @focusin=${this.onFocusIn}
      @focusout=${this.onFocusOut}
    >
      ${rows.map(
        (row) => html`<div role="row">
          ${row.map((square) => {
            const name = squareName(square);
            return html`<div
              role="gridcell"
              data-square=${name}
              tabindex=${square === this.active ? 0 : -1}
              aria-label="${name}, ${this.labels[square] ?? ''}"
            ></div>`;
          })}
        </div>`,
      )}
    </div>`;
  }

  private renderPromotion(): TemplateResult | typeof nothing {
    if (!this.promoting) return nothing;
    const { from, to, pieces } = this.promoting;
    const { x, y } = screenPosition(to, this.orientation);
    const choose = (letter: string): void => {
      this.promoting = null;
      this.emit('request-move', squareName(from) + squareName(to) + letter);
    };
    return html`<div
      class="promotion-shade"
      @click=${() => this.reset()}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Escape') this.reset();
      }}
    >
      <div
        class="promotion ${y > 3 ? 'from-below' : ''}"
        role="group"
        aria-label=${boardWords.promotion}
        ${cssVars({ '--x': x })}
      >
        ${pieces.map((letter) => {
          const piece = (this.color === 'white' ? letter.toUpperCase() : letter) as PieceLetter;
          return html`<button
            type="button"
            aria-label=${boardWords.promote(roleOf(piece))}
            @click=${(event: Event) => {
              event.stopPropagation();
              choose(letter);
            }}
          >
            <span class="cg-wrap"><piece class="${this.color} ${roleOf(piece)}"></piece></span>
          </button>`;
        })}
      </div>
    </div>`;
  }
}

// Once, also where a page has two copies of the embeds.
if (!customElements.get('rbc-board')) customElements.define('rbc-board', RbcBoard);

declare global {
  interface HTMLElementTagNameMap {
    'rbc-board': RbcBoard;
  }
}

/** What stays on the square of a piece that is dragged; chessground makes none where it does not listen. */
function addGhost(elements: Elements): void {
  const ghost = document.createElement('piece');
  ghost.className = 'ghost';
  ghost.style.display = 'none';
  elements.container.append(ghost);
  elements.ghost = ghost;
}

function fenOf(pieces: readonly (PieceLetter | null)[]): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = '';
    let gap = 0;
    for (let file = 0; file < 8; file++) {
      const piece = pieces[rank * 8 + file];
      if (!piece) gap++;
      else {
        row += (gap || '') + piece;
        gap = 0;
      }
    }
    rows.push(row + (gap || ''));
  }
  return rows.join('/');
}
