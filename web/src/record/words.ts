import { msg, str } from '@lit/localize';
import type { Color, Outcome, PieceLetter } from 'outpost-rbc';
import { opponentOf } from '../board/squares';
import { colors, kindName } from '../board/words';
import { agentWords } from '../engine/words';
import { either, number, plural } from '../ui/format';
import { clauses, series, words } from '../ui/texts';

export const reasons: Record<Outcome['reason'], (loser: string) => string> = {
  KING_CAPTURE: (loser) => msg(str`${loser}’s king was captured.`),
  TIMEOUT: (loser) => msg(str`${loser} ran out of time.`),
  RESIGN: (loser) => msg(str`${loser} resigned.`),
  MOVE_LIMIT: () => msg('A hundred half-turns passed without a capture or a pawn move.'),
  TURN_LIMIT: () => msg('The turn limit was reached.'),
  ABORTED: () => msg('The game was aborted.'),
};

export const noticeWords = words({
  none: () => msg('Your opponent captured nothing.'),
  first: () => msg('The game begins.'),
  captured: (square: string) => msg(str`Your opponent captured on ${square}.`),
  capturedPiece: (piece: PieceLetter, square: string) =>
    msg(str`Your opponent captured your ${kindName(piece)} on ${square}.`),
});

export const sensedWords = words({
  nothing: () => msg('You did not sense.'),
  around: (center: string, pieces: string[]) =>
    pieces.length > 0
      ? msg(str`Around ${center}: ${clauses(pieces)}.`)
      : msg(str`Around ${center}: no opponent piece.`),
  pieces: (piece: PieceLetter, squares: string[]) => `${kindName(piece, squares.length)} ${series(squares)}`,
});

export const resultWords = words({
  pass: () => msg('You passed.'),
  moved: (move: string) => msg(str`Moved ${move}.`),
  captured: (move: string, square: string) => msg(str`Moved ${move} and captured on ${square}.`),
  stopped: (to: string, asked: string) => msg(str`Stopped on ${to}: the way to ${asked} is blocked.`),
  stoppedCaptured: (to: string, asked: string, square: string) =>
    msg(str`Stopped on ${to} instead of ${asked}, captured on ${square}.`),
  notPossible: (move: string) => msg(str`${move} was not possible. The turn is lost.`),
  nothingToCapture: (square: string) => msg(str`There is nothing to capture on ${square}.`),
  standsInTheWay: (square: string) => msg(str`A piece stands on ${square}.`),
  castlingBlocked: () => msg('A piece stands between king and rook.'),
});

export const typedWords = words({
  senseLabel: () => msg('Type a square to sense'),
  sensePlaceholder: 'e5',
  senseForm: (text: string) => msg(str`“${text}” is not a square. Write a letter and a number, such as e5, or “none”.`),
  empty: () => msg('Type a move such as e2e4 or Nf3.'),
  form: (text: string) => msg(str`“${text}” is not a move. Write it as e2e4 or a7a8q, or as Nf3, exd5, e8=Q or O-O.`),
  ambiguous: (text: string, moves: readonly string[]) =>
    msg(str`“${text}” can be ${either.format(moves)}: type one of them.`),
  noPiece: (square: string) => msg(str`You have no piece on ${square}.`),
  notRequestable: (text: string) => msg(str`${text} cannot be requested: no piece of yours moves like that.`),
  promotion: (text: string) => msg(str`Add the promotion piece: ${text}q, ${text}r, ${text}b or ${text}n.`),
});

export const logWords = words({
  title: () => msg('Turns so far'),
  empty: () => msg('Nothing has happened yet.'),
  turn: () => msg('Turn'),
  notice: () => msg('Told'),
  sense: () => msg('Sense'),
  move: () => msg('Move'),
  noCapture: '–',
  captureOn: (square: string) => `×${square}`,
  pass: () => msg('pass'),
  failed: () => msg('failed'),
  noSense: () => msg('none', { id: 'no-sense' }),
});

export const outcomeWords = words({
  youWin: () => msg('You win'),
  youLose: () => msg('You lose'),
  draw: () => msg('Draw'),
  aborted: () => msg('Aborted'),
  wins: (color: Color) => msg(str`${colors[color]} wins`),
  reason: (outcome: Outcome) => reasons[outcome.reason](outcome.winner ? colors[opponentOf(outcome.winner)] : ''),
});

export const stepWords = words({
  told: (square: string | null) => (square ? msg(str`Told: a capture on ${square}.`) : msg('Told: no capture.')),
  toldFirst: () => msg('The game begins.'),
  sensed: (square: string | null) => (square ? msg(str`Senses ${square}.`) : msg('Does not sense.')),
  saw: (pieces: string[]) => (pieces.length ? msg(str`Sees ${clauses(pieces)}.`) : msg('Sees no opponent piece.')),
  moved: (move: string) => msg(str`Moves ${move}.`),
  movedCapture: (move: string, square: string) => msg(str`Moves ${move} and captures on ${square}.`),
  stopped: (asked: string, taken: string) => msg(str`Requests ${asked}, is stopped: ${taken}.`),
  stoppedCapture: (asked: string, taken: string, square: string) =>
    msg(str`Requests ${asked}, is stopped: ${taken}, captures on ${square}.`),
  failed: (asked: string) => msg(str`Requests ${asked}: not possible, the turn is lost.`),
  pass: () => msg('Passes.'),
  ending: (reason: 'RESIGN' | 'TIMEOUT', loser: Color, toMove: Color, turn: number, sensed: boolean) => {
    const [who, other, resigned] = [colors[loser], colors[toMove], reason === 'RESIGN'];
    if (loser !== toMove)
      return resigned
        ? msg(str`${who} resigned in ${other}’s turn ${turn}.`)
        : msg(str`${who} ran out of time in ${other}’s turn ${turn}.`);
    if (sensed)
      return resigned
        ? msg(str`${who} resigned in turn ${turn}, after the sense.`)
        : msg(str`${who} ran out of time in turn ${turn}, after the sense.`);
    return resigned
      ? msg(str`${who} resigned at the start of turn ${turn}, so the record holds nothing of that turn.`)
      : msg(str`${who} ran out of time at the start of turn ${turn}, so the record holds nothing of that turn.`);
  },
});

export const openingWords = words({
  parsing: (name: string) => msg(str`Looking for games in ${name}…`),
  none: () => msg('This file has no games.'),
  tooBig: (megabytes: number) => msg(str`The file is ${number.format(megabytes)} MB; the limit is 256 MB.`),
});

export const recordWords = words({
  columns: {
    game: () => msg('Game'),
    white: () => msg('White'),
    black: () => msg('Black'),
    winner: () => msg('Winner'),
    reason: () => msg('Ended by'),
    plies: () => msg('Half-turns'),
  },
  halfTurns: (n: number) => plural(n, msg('one {# half-turn} other {# half-turns}')),
  unnamed: () => msg('unnamed'),
  unfinished: () => msg('No result'),
  reasons: {
    KING_CAPTURE: () => msg('king captured'),
    TIMEOUT: () => msg('time'),
    RESIGN: () => msg('resignation'),
    MOVE_LIMIT: () => msg('move limit'),
    TURN_LIMIT: () => msg('turn limit'),
  } as Record<string, () => string>,
});

/** A player as people call it: records name the agents and levels of these pages by their ids. */
export const playerName = (name: string | null): string =>
  name === null ? recordWords.unnamed : agentWords.agent(name);
