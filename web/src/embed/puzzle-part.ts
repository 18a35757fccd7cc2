/** What embeds load with the first puzzle. */
export { isId, readPuzzle, sideOf } from '../puzzles/puzzle';
export { loadPuzzles } from '../puzzles/puzzle-set';
export { shownOf, verdictOf } from '../puzzles/shown';
export { puzzleProblems, puzzleWords } from '../puzzles/words';
export * as boardTasks from './board-tasks';
