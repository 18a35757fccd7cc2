import { msg, str } from '@lit/localize';
import type { Color } from 'outpost-rbc';
import { colors } from '../board/words';
import { clauses, words } from '../ui/texts';

/** Of tasks with a board that was known before. */
export const toldWords = words({
  title: () => msg('What happened since'),
  known: () => msg('You knew this board, your opponent to move. Since then:'),
  castling: {
    both: (color: Color) => msg(str`${colors[color]} may still castle on both sides.`),
    king: (color: Color) => msg(str`${colors[color]} may still castle on the king’s side.`),
    queen: (color: Color) => msg(str`${colors[color]} may still castle on the queen’s side.`),
    none: (color: Color) => msg(str`${colors[color]} may no longer castle.`),
  },
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
  from: (square: string) => msg(str`From ${square}. Now choose where it went.`),
  playedLabel: () => msg('Or type the move'),
  playedForm: (text: string) =>
    msg(str`“${text}” is none of your opponent’s moves. Write it as e7e5 or Nf6, or “pass”.`),
  beforeTurn: () => msg('before: the opponent has to be the side to move.'),
});
