import { msg, str } from '@lit/localize';
import type { Color } from 'outpost-rbc';
import { colors } from '../board/words';
import { list, number, plural, share } from '../ui/format';
import { words } from '../ui/texts';
import type { Kind } from './puzzle';

/** What is wrong with a file of puzzles. */
export const puzzleProblems = words({
  noFile: () => msg('This is not a puzzle file.'),
  version: () => msg('This puzzle file is of a later version of Outpost.'),
  empty: () => msg('There are no puzzles in this file.'),
  tooMany: (most: number) => msg(str`The file has more than ${number.format(most)} puzzles.`),
  of: (puzzle: string, why: string) => msg(str`Puzzle ${puzzle}: ${why}`),
  noPuzzle: () => msg('this is not a puzzle.'),
  twice: () => msg('two puzzles have this id.'),
  field: (name: string) => msg(str`the field ${name} is missing or has a value that it cannot have.`),
  manyBoards: (most: number) => msg(str`there are more than ${number.format(most)} boards.`),
  otherBoards: () => msg('the boards differ in the side to move, or in its pieces.'),
  noId: (id: string) => msg(str`There is no puzzle “${id}” here.`),
  noneGiven: () => msg('No puzzle was given: set puzzle, puzzles or daily.'),
  tooManyIds: (most: number) => msg(str`There are more than ${number.format(most)} puzzles in the list.`),
});

/** A share of so many boards as a number of them: `3 of 8 boards`. */
const boardsOf = (n: number, all: number): string =>
  plural(all, msg(str`one {${number.format(n)} of # board} other {${number.format(n)} of # boards}`));

const kinds: Record<Kind, string> = words({
  sense: () => msg('Best sense'),
  decide: () => msg('Deciding sense'),
  safe: () => msg('Safe move'),
  king: () => msg('Capture the king'),
  move: () => msg('Best move'),
  where: () => msg('Where is it?'),
  played: () => msg('Last move'),
  count: () => msg('Count the boards'),
  left: () => msg('Boards left'),
});

const summaries: Record<Kind, string> = words({
  sense: () => msg('Find the window that leaves the fewest boards.'),
  decide: () => msg('Find the window that helps the next move most.'),
  safe: () => msg('Find the move that keeps the king on every board.'),
  king: () => msg('Capture a king that you cannot see.'),
  move: () => msg('Find the best move over all boards.'),
  where: () => msg('Find the king or the queen from what you were told.'),
  played: () => msg('Find the opponent’s last move from what you were told.'),
  count: () => msg('Count the boards that fit what you were told.'),
  left: () => msg('Say how many boards a sense leaves.'),
});

export const puzzleWords = words({
  puzzle: () => msg('Puzzle'),
  daily: () => msg('Puzzle of the day'),
  kinds,
  /** What a kind is about, in a sentence. */
  summaries,
  side: (color: Color) => msg(str`You are ${colors[color]}`),
  rating: (rating: number) => msg(str`Difficulty ${number.format(Math.round(rating))}`),
  next: () => msg('Next puzzle'),
  place: (i: number, all: number) => msg(str`Puzzle ${number.format(i)} of ${number.format(all)}`),
  question: {
    sense: () => msg('Which sense leaves the fewest boards in the worst case?'),
    decide: () => msg('After which sense will your move be best, on average?'),
    safe: () => msg('Which move keeps your king safe on all of these boards?'),
    captures: () => msg('Which move captures the king on the most boards?'),
    forces: () => msg('Which move forces the king’s capture within two turns on all of these boards?'),
    move: () => msg('Which move is best over all of these boards?'),
    king: () => msg('Where is your opponent’s king now?'),
    queen: () => msg('Where is your opponent’s queen now?'),
    played: () => msg('What did your opponent play? Make that move, or pass.'),
    playedLast: () =>
      msg('What did your opponent play last? Choose where the piece came from, then where it went, or pass.'),
    count: () => msg('How many boards are possible now?'),
    left: (square: string) => msg(str`You sense ${square}. How many boards are left in the worst case?`),
  },
  hint: {
    sense: () =>
      msg('Find the squares on which the boards differ. A good window sorts the boards into many small groups.'),
    decide: () => msg('Which difference between the boards would change your move? Look there.'),
    safe: () => msg('On each board, find the piece that can capture your king next. One move answers all of them.'),
    captures: () =>
      msg('Where does the king stand on several boards? A sliding piece captures the first piece it meets.'),
    forces: () =>
      msg('You need not capture now. Which move attacks the king so that it has no safe reply on any board?'),
    move: () => msg('The best move on one board may lose on another. Look for one that is good on all.'),
    where: () => msg('Start from where it stood before. What you saw, and did not see, rules out most of its squares.'),
    played: () => msg('Compare what you saw with the board before: what is gone, and what is new?'),
    count: () =>
      msg('Go through your opponent’s pieces one by one, and leave out each move that you would have noticed.'),
    left: () => msg('Sort the boards by what this window shows. The largest group is what may be left.'),
  },
  /** What is said of an answer, right or wrong: without the right one, as people go on trying. */
  of: {
    sense: (square: string, n: number, all: number) =>
      msg(str`${square} leaves ${boardsOf(n, all)} in the worst case.`),
    decide: (square: string, chance: number) =>
      msg(str`After a sense of ${square} your best move has a win probability of ${share(chance)} on average.`),
    /** `move`: `null` for a pass. */
    safe: (move: string | null, n: number, all: number) => {
      if (n === 0)
        return move === null
          ? msg('If you pass, your king can be captured on none of the boards.')
          : msg(str`After ${move} your king can be captured on none of the boards.`);
      return move === null
        ? msg(str`If you pass, your king can be captured on ${boardsOf(n, all)}.`)
        : msg(str`After ${move} your king can be captured on ${boardsOf(n, all)}.`);
    },
    unsafe: (move: string | null) =>
      move === null
        ? msg('If you pass, your king can be captured on at least one board.')
        : msg(str`After ${move} your king can be captured on at least one board.`),
    captures: (move: string, n: number, all: number) =>
      n === 0
        ? msg(str`${move} captures the king on none of the boards.`)
        : msg(str`${move} captures the king on ${boardsOf(n, all)}.`),
    forces: (move: string, n: number, all: number) => msg(str`${move} forces the capture on ${boardsOf(n, all)}.`),
    move: (move: string, chance: number) =>
      msg(str`${move} has a win probability of ${share(chance)} over all boards.`),
    where: (square: string, fits: number, all: number) =>
      fits === 0
        ? msg(str`It does not stand on ${square} on any board that fits what you were told.`)
        : msg(str`It stands on ${square} on ${boardsOf(fits, all)}.`),
    played: (move: string) => msg(str`${move} does not fit what you were told.`),
  },
  explain: {
    /** The best answers with the best of the others, which `n` and `other` are the numbers of. */
    sense: (best: string[], n: number, all: number, next: { name: string; n: number } | null) =>
      next
        ? msg(
            str`${list.format(best)}: at most ${boardsOf(n, all)} left. The next best, ${next.name}, leaves up to ${number.format(next.n)}.`,
          )
        : msg(str`${list.format(best)}: at most ${boardsOf(n, all)} left.`),
    decide: (best: string[], chance: number, next: { name: string; n: number } | null) =>
      next
        ? msg(
            str`${list.format(best)}: win probability ${share(chance)} after the sense. After a sense of ${next.name}: ${share(next.n)}.`,
          )
        : msg(str`${list.format(best)}: win probability ${share(chance)} after the sense.`),
    safe: (best: string[], all: number, next: { name: string | null; n: number } | null) => {
      const right = list.format(best);
      if (next === null) return msg(str`${right}: the king can be captured on none of the boards.`);
      const there = boardsOf(next.n, all);
      return next.name === null
        ? msg(str`${right}: the king can be captured on none of the boards. If you pass: on ${there}.`)
        : msg(str`${right}: the king can be captured on none of the boards. After ${next.name}: on ${there}.`);
    },
    captures: (best: string[], n: number, all: number, next: { name: string; n: number } | null) =>
      next
        ? msg(
            str`${list.format(best)}: captures the king on ${boardsOf(n, all)}. ${next.name}: on ${number.format(next.n)}.`,
          )
        : msg(str`${list.format(best)}: captures the king on ${boardsOf(n, all)}.`),
    forces: (best: string[], n: number, all: number, next: { name: string; n: number } | null) =>
      next
        ? msg(
            str`${list.format(best)}: forces the capture on ${boardsOf(n, all)}. ${next.name}: on ${number.format(next.n)}.`,
          )
        : msg(str`${list.format(best)}: forces the capture on ${boardsOf(n, all)}.`),
    move: (best: string[], chance: number, next: { name: string; n: number } | null) =>
      next
        ? msg(
            str`${list.format(best)}: win probability ${share(chance)} over all boards. ${next.name}: ${share(next.n)}.`,
          )
        : msg(str`${list.format(best)}: win probability ${share(chance)} over all boards.`),
    where: (square: string, all: number) =>
      plural(
        all,
        msg(
          str`one {Only # board fits what you were told. It stands on ${square} there.} other {# boards fit what you were told. It stands on ${square} on all of them.}`,
        ),
      ),
    played: (move: string) => msg(str`Only ${move} fits what you were told.`),
    count: (n: number) =>
      plural(
        n,
        msg('one {This board fits all that you were told.} other {These # boards fit all that you were told.}'),
      ),
    left: (square: string, sizes: string[]) =>
      msg(str`What ${square} shows sorts the boards into groups of ${list.format(sizes)}. The largest may be left.`),
  },
});
