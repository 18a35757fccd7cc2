import { defineElement } from './define';
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

/** Defines all elements. */
export function defineElements(): void {
  for (const [name, element] of Object.entries(elements)) defineElement(name, element);
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
