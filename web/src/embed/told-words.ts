import { msg, str } from '@lit/localize';
import { clauses, words } from '../ui/texts';

/** Of tasks with a board that was known before. */
export const toldWords = words({
  title: () => msg('What happened since'),
  known: () => msg('You knew this board, your opponent to move. Since then:'),
  marks: () => msg('Ring: seen since. Dashed: gone since.'),
  before: () => msg('Before'),
  now: () => msg('Now'),
  which: () => msg('The board'),
  sensed: (square: string, pieces: readonly string[]) =>
    pieces.length > 0
      ? msg(str`You sensed ${square}: ${clauses(pieces)}.`)
      : msg(str`You sensed ${square}: no opponent piece.`),
  passed: () => msg('You passed.'),
  moved: (move: string) => msg(str`You moved ${move}.`),
  captured: (move: string, square: string) => msg(str`You moved ${move} and captured on ${square}.`),
  stopped: (asked: string, square: string) => msg(str`You asked for ${asked} and were stopped on ${square}.`),
  stoppedCaptured: (asked: string, square: string) => msg(str`You asked for ${asked} and captured on ${square}.`),
  failed: (asked: string) => msg(str`You asked for ${asked}, which was not possible.`),
  playedLabel: () => msg('Or type the move'),
  playedForm: (text: string) =>
    msg(str`“${text}” is none of your opponent’s moves. Write it as e7e5 or Nf6, or “pass”.`),
  beforeTurn: () => msg('before: the opponent has to be the side to move.'),
});
