/** Moves that are right for what they do on all boards, whatever else they are worth: the engine tells what becomes of each. */
import type { BoardSet, Outpost, PieceLetter } from 'outpost-rbc';
import { pieceOf, squareName } from '../board/squares';
import { type FenBoard, readFen } from '../problems/attributes';
import { movesOn, requestsOn } from '../problems/move-lists';
import { afterCrash } from '../ui/errors';

/** Capturing the king on the most boards; leaving the own king to be captured on the fewest. */
export type MoveAim = 'king' | 'safe';

/** The requests that do it best, in UCI or `pass`. None captures the king where no board lets it be captured. */
export async function movesThat(
  outpost: Outpost,
  fens: readonly string[],
  aim: MoveAim,
  signal: AbortSignal,
): Promise<string[]> {
  const set = await afterCrash(() => outpost.openBoards([...fens], { signal }));
  try {
    const rated: { request: string; boards: number }[] = [];
    for (const request of [...requestsOn(readFen(set.fens[0] ?? '')), 'pass']) {
      signal.throwIfAborted();
      rated.push({ request, boards: aim === 'king' ? await captures(set, request) : -(await risks(set, request)) });
    }
    const most = Math.max(...rated.map(({ boards }) => boards));
    if (aim === 'king' && most === 0) return [];
    return rated.filter(({ boards }) => boards === most).map(({ request }) => request);
  } finally {
    set.dispose();
  }
}

const asked = (request: string) => ({ request: request === 'pass' ? null : request });

/** On how many boards a request captures the king. */
async function captures(set: BoardSet, request: string): Promise<number> {
  const outcomes = await set.outcomes(asked(request));
  return outcomes.reduce((sum, outcome) => sum + ('move' in outcome && outcome.endsGame ? outcome.boards : 0), 0);
}

/** On how many boards the opponent can capture the king after a request. */
async function risks(set: BoardSet, request: string): Promise<number> {
  let boards = 0;
  for (const [i, outcome] of (await set.outcomes(asked(request))).entries()) {
    if ('move' in outcome && outcome.endsGame) continue;
    const after = await set.take(asked(request), i);
    boards += after.fens.filter((fen) => isAttacked(readFen(fen), pieceOf('king', set.color))).length;
    after.dispose();
  }
  return boards;
}

/** Whether the side to move can capture that piece. */
function isAttacked(board: FenBoard, piece: PieceLetter): boolean {
  const square = board.pieces.indexOf(piece);
  return square >= 0 && movesOn(board).some((move) => move.slice(2, 4) === squareName(square));
}
