import type { RbcBoard } from '../board/board';

/** All that is seen on a board. */
export type ShownBoard = Pick<
  RbcBoard,
  'name' | 'orientation' | 'pieces' | 'ghosts' | 'tints' | 'heat' | 'best' | 'arrows' | 'shapes'
>;

/** The boards of a replay as they are shown; `null` while one of them still shows what was before. */
export function shownBoards(replay: Element): ShownBoard[] | null {
  if (replay.querySelector('.replay-board[aria-busy=true]')) return null;
  const boards = [...replay.querySelectorAll<RbcBoard>('.replay-boards rbc-board')];
  if (boards.length === 0) return null;
  return boards.map(({ name, orientation, pieces, ghosts, tints, heat, best, arrows, shapes }) => ({
    name,
    orientation,
    pieces,
    ghosts,
    tints,
    heat,
    best,
    arrows,
    shapes,
  }));
}
