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

declare global {
  interface HTMLElementTagNameMap {
    'outpost-board': HTMLElement;
    'outpost-replay': OutpostReplayElement;
    'outpost-game': HTMLElement;
    'outpost-lesson': HTMLElement;
  }
}
