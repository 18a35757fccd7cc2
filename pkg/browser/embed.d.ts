/** Defines the custom elements (docs/embedding.md) as soon as it is loaded. In Node it does nothing. */
export {};

/** A game that can be stepped through. */
interface OutpostReplayElement extends HTMLElement {
  /** The step that is shown, from 0. */
  step: number;
  /** Steps of the game: three for each half-turn. */
  readonly length: number;
  next(): void;
  previous(): void;
  goTo(index: number): void;
}

/** A puzzle of Outpost's, several, or one that the page has made. */
interface OutpostPuzzleElement extends HTMLElement {
  /** A puzzle of the page's own (docs/embedding.md); wins over the attributes. */
  data: object | null;
  /** With it, a button goes on once the puzzle is over. */
  next: (() => void) | null;
  /** Shows the puzzle from its beginning. */
  start(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'outpost-board': HTMLElement;
    'outpost-replay': OutpostReplayElement;
    'outpost-game': HTMLElement;
    'outpost-lesson': HTMLElement;
    'outpost-puzzle': OutpostPuzzleElement;
  }
}
