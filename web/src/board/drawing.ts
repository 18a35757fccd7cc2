import { type ReactiveController, type ReactiveControllerHost, svg, type TemplateResult } from 'lit';
import type { Color, Square } from 'outpost-rbc';
import { announce } from '../ui/announcer';
import { arrowPath } from './arrow-path';
import { BRUSHES, type Brush, type Shape } from './shapes';
import { parseSquare, screenPosition, squareName } from './squares';
import { boardWords, drawingWords } from './words';

/** A board on which somebody draws. */
interface Paper extends ReactiveControllerHost {
  readonly mode: string;
  readonly brush: Brush | null;
  readonly orientation: Color;
  readonly shapes: readonly Shape[];
  squareUnder(event: PointerEvent): Square | null;
  emit(name: string, detail: unknown): void;
}

/**
 * Drawing arrows and marks on a board that has a brush: with the right button always, its colour by the keys that lichess
 * has for it; while the board's mode is `draw` also by dragging, by two taps, and from the keyboard, so that nobody has to drag.
 *
 * What is drawn leaves the board as `draw-shape` (detail: the shape).
 */
export class Drawing implements ReactiveController {
  /** The square where an arrow begins that was picked by a tap or a key. */
  private picked: Square | null = null;
  /** What a pointer is drawing. */
  private stroke: { pointer: number; right: boolean; from: Square; to: Square | null; brush: Brush } | null = null;

  constructor(private readonly paper: Paper) {
    paper.addController(this);
  }

  hostUpdate(): void {
    if (this.paper.mode !== 'draw') this.picked = null;
    if (this.paper.brush === null) this.endStroke();
  }

  hostDisconnected(): void {
    this.endStroke();
    this.picked = null;
  }

  readonly onPointerDown = (event: PointerEvent): void => {
    const { brush, mode } = this.paper;
    const right = event.pointerType === 'mouse' && event.button === 2;
    if (brush === null || !(right || (mode === 'draw' && event.button === 0 && event.isPrimary))) return;
    const from = this.paper.squareUnder(event);
    if (from === null) return;
    this.stroke = {
      pointer: event.pointerId,
      right,
      from,
      to: from,
      brush: right ? brushOf(event, mode, brush) : brush,
    };
    document.addEventListener('pointermove', this.onPointerMove);
    document.addEventListener('pointerup', this.onPointerUp);
    document.addEventListener('pointercancel', this.onPointerCancel);
    this.paper.requestUpdate();
  };

  private readonly onPointerMove = (event: PointerEvent): void => {
    if (!this.stroke || event.pointerId !== this.stroke.pointer) return;
    const to = this.paper.squareUnder(event);
    if (to === this.stroke.to) return;
    this.stroke.to = to;
    this.paper.requestUpdate();
  };

  private readonly onPointerUp = (event: PointerEvent): void => {
    if (!this.stroke || event.pointerId !== this.stroke.pointer) return;
    const { from, right, brush } = this.stroke;
    const to = this.paper.squareUnder(event);
    this.endStroke();
    if (to === null) return;
    // A tap ends in a click, which picks the square.
    if (to !== from || right) this.draw(from, to, brush);
  };

  private readonly onPointerCancel = (event: PointerEvent): void => {
    if (event.pointerId === this.stroke?.pointer) this.endStroke();
  };

  private endStroke(): void {
    if (!this.stroke) return;
    this.stroke = null;
    document.removeEventListener('pointermove', this.onPointerMove);
    document.removeEventListener('pointerup', this.onPointerUp);
    document.removeEventListener('pointercancel', this.onPointerCancel);
    this.paper.requestUpdate();
  }

  /** The right button draws here, and opens no menu. */
  readonly onContextMenu = (event: Event): void => {
    if (this.paper.brush !== null) event.preventDefault();
  };

  /** A square was chosen by a tap or a key: the first where an arrow begins, the second where it ends. */
  choose(square: Square): void {
    const { brush } = this.paper;
    if (brush === null) return;
    if (this.picked === null) {
      this.picked = square;
      announce(drawingWords.picked(squareName(square)));
      this.paper.requestUpdate();
    } else {
      this.draw(this.picked, square, brush);
    }
  }

  /** Lets go of the square where an arrow was to begin; whether there was one. */
  drop(): boolean {
    if (this.picked === null) return false;
    this.picked = null;
    announce(boardWords.dropped);
    this.paper.requestUpdate();
    return true;
  }

  private draw(from: Square, to: Square, brush: Brush): void {
    this.picked = null;
    this.paper.requestUpdate();
    const orig = squareName(from);
    this.paper.emit('draw-shape', from === to ? { orig, brush } : { orig, dest: squareName(to), brush });
  }

  /** What is drawn, and what is being drawn. */
  render(): TemplateResult[] {
    const { shapes, orientation, brush } = this.paper;
    const drawn = shapes.map((shape) => renderShape(shape, orientation, ''));
    if (this.stroke && this.stroke.to !== null) {
      const { from, to, brush } = this.stroke;
      const shape = { orig: squareName(from), dest: squareName(to), brush };
      drawn.push(renderShape(shape, orientation, 'pending'));
    } else if (this.picked !== null && brush) {
      drawn.push(renderShape({ orig: squareName(this.picked), brush }, orientation, 'pending picked'));
    }
    return drawn;
  }
}

/** lichess: Shift or Ctrl for red, Alt for blue, both for yellow. While a colour is chosen, that one without a key. */
function brushOf(event: PointerEvent, mode: string, chosen: Brush): Brush {
  const index = (event.shiftKey || event.ctrlKey ? 1 : 0) + (event.altKey || event.metaKey ? 2 : 0);
  return index === 0 && mode === 'draw' ? chosen : (BRUSHES[index] as Brush);
}

function renderShape({ orig, dest, brush }: Shape, orientation: Color, state: string): TemplateResult {
  const from = screenPosition(parseSquare(orig) ?? 0, orientation);
  if (dest === undefined || dest === orig) {
    return svg`<circle class="shape mark ${brush} ${state}" cx=${from.x + 0.5} cy=${from.y + 0.5} r="0.45"></circle>`;
  }
  const path = arrowPath(from, screenPosition(parseSquare(dest) ?? 0, orientation));
  return svg`<g class="arrow shape ${brush} ${state}">
    <line x1=${path.x1} y1=${path.y1} x2=${path.x2} y2=${path.y2}></line>
    <polygon points=${path.head}></polygon>
  </g>`;
}
