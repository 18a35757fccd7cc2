import * as drag from '@lichess-org/chessground/drag';
import type { State } from '@lichess-org/chessground/state';
import type { MouchEvent } from '@lichess-org/chessground/types';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Square } from 'outpost-rbc';
import type { Place } from '../ui/corners';
import { parseSquare } from './squares';

/** A board whose pieces may be moved. */
interface Ground extends ReactiveControllerHost {
  readonly mode: string;
  /** chessground's, while it is there. */
  readonly groundState: State | null;
  placeUnder(event: PointerEvent): Place | null;
  squareUnder(event: PointerEvent): Square | null;
  /** A piece was dragged from one square to another. */
  droppedOn(from: Square, square: Square): void;
}

/**
 * Moves pieces by dragging or by two taps, as chessground does, which is told where on the *laid out* board the pointer is. Its
 * own listeners would take the window's pixels for the board's: on a scaled or rotated page they are not.
 *
 * A pointer that the browser takes for a scroll or a pinch is cancelled and puts the piece back.
 */
export class Carrying implements ReactiveController {
  private pointer: number | null = null;

  constructor(private readonly ground: Ground) {
    ground.addController(this);
  }

  hostUpdate(): void {
    if (this.ground.mode !== 'move') this.putBack();
  }

  hostDisconnected(): void {
    this.putBack();
  }

  readonly onPointerDown = (event: PointerEvent): void => {
    const state = this.ground.groundState;
    if (!state || this.ground.mode !== 'move' || !(event.target as Element).closest('.board-pieces')) return;
    // A second finger, or another button.
    if (this.pointer !== null) {
      this.putBack();
      return;
    }
    if (!event.isPrimary || event.button !== 0 || event.shiftKey) return;
    const told = this.laidOut(event, state);
    if (!told) return;
    drag.start(state, told);
    this.pointer = event.pointerId;
    document.addEventListener('pointermove', this.onPointerMove);
    document.addEventListener('pointerup', this.onPointerUp);
    document.addEventListener('pointercancel', this.onPointerCancel);
  };

  /** The keyboard stays where it is. */
  readonly onMouseDown = (event: MouseEvent): void => {
    if (this.ground.mode === 'move' && event.button === 0) event.preventDefault();
  };

  private readonly onPointerMove = (event: PointerEvent): void => {
    const state = this.ground.groundState;
    if (!state || event.pointerId !== this.pointer) return;
    const told = this.laidOut(event, state);
    if (told) drag.move(state, told);
  };

  private readonly onPointerUp = (event: PointerEvent): void => {
    if (event.pointerId !== this.pointer) return;
    const state = this.ground.groundState;
    this.end();
    const told = state && this.laidOut(event, state);
    const carried = state?.draggable.current;
    const from = carried?.started ? parseSquare(carried.orig) : null;
    const to = this.ground.squareUnder(event);
    if (from !== null && to !== null) this.ground.droppedOn(from, to);
    if (told) drag.end(state, told);
    else if (state) drag.cancel(state);
  };

  private readonly onPointerCancel = (event: PointerEvent): void => {
    if (event.pointerId === this.pointer) this.putBack();
  };

  private putBack(): void {
    if (this.pointer === null) return;
    if (this.ground.groundState) drag.cancel(this.ground.groundState);
    this.end();
  }

  private end(): void {
    this.pointer = null;
    document.removeEventListener('pointermove', this.onPointerMove);
    document.removeEventListener('pointerup', this.onPointerUp);
    document.removeEventListener('pointercancel', this.onPointerCancel);
  }

  /** The pointer as chessground reads it. */
  private laidOut(event: PointerEvent, state: State): MouchEvent | null {
    const place = this.ground.placeUnder(event);
    if (!place) return null;
    const { width, height } = state.dom.bounds();
    return {
      type: event.type,
      target: event.target,
      isTrusted: event.isTrusted,
      // What the browser does with the touch is for the style sheet to say (`touch-action`).
      cancelable: false,
      clientX: place.x * width,
      clientY: place.y * height,
      buttons: event.buttons,
      ctrlKey: event.ctrlKey,
    } as MouchEvent;
  }
}

/**
 * Has chessground lay out its pieces in the size that its element has on the page. It goes by `getBoundingClientRect`, first of its element, then of
 * the board that it puts in there; that is the size on the screen, after all transforms.
 */
export function measureAsLaidOut(element: HTMLElement): void {
  const box = (): DOMRect => {
    const { width, height } = getComputedStyle(element);
    // What is not displayed has no size yet.
    return new DOMRect(0, 0, Number.parseFloat(width) || 0, Number.parseFloat(height) || 0);
  };
  element.getBoundingClientRect = () => {
    const board = element.querySelector<HTMLElement>('cg-board');
    if (board) board.getBoundingClientRect = box;
    return box();
  };
}
