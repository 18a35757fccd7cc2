import { OutpostBoard } from './outpost-board';
import { OutpostGame } from './outpost-game';
import { OutpostLesson } from './outpost-lesson';
import { OutpostPuzzle } from './outpost-puzzle';
import { OutpostReplay } from './outpost-replay';

const elements = {
  'outpost-board': OutpostBoard,
  'outpost-replay': OutpostReplay,
  'outpost-game': OutpostGame,
  'outpost-lesson': OutpostLesson,
  'outpost-puzzle': OutpostPuzzle,
};

/** The language that an author has given to the first embed, or to what it stands in; else that of the page. */
export function languageOfPage(): string {
  const first = document.querySelector(Object.keys(elements).join()) ?? document.documentElement;
  return first.closest<HTMLElement>('[lang]')?.lang ?? '';
}

/** Defines the elements, once, whichever copies of them a page has. */
export function defineElements(): void {
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'outpost-board': OutpostBoard;
    'outpost-replay': OutpostReplay;
    'outpost-game': OutpostGame;
    'outpost-lesson': OutpostLesson;
    'outpost-puzzle': OutpostPuzzle;
  }
}
