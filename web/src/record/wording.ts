import type {
  Color,
  MoveReport,
  Outcome,
  PieceLetter,
  RecordSummary,
  ReplayStep,
  SenseReport,
  Square,
} from 'outpost-rbc';
import { destination, moveText, sameWay } from '../board/move-results';
import type { TypedMove } from '../board/moves';
import { colorOf, opponentOf, parseSquare, squareName } from '../board/squares';
import { sentences } from '../ui/texts';
import { noticeWords, outcomeWords, recordWords, resultWords, sensedWords, stepWords, typedWords } from './words';

/** What the mover is told, in words. `explains`: also why a request failed, which the mover could work out. */
export function resultText(report: MoveReport, explains = false): string {
  if (report.requested === null) return resultWords.pass;
  if (report.taken === null) {
    return sentences(resultWords.notPossible(moveText(report.requested)), explains && failureText(report.requested));
  }
  const capture = report.capture === null ? null : squareName(report.capture);
  if (!sameWay(report.requested, report.taken)) {
    return capture === null
      ? resultWords.stopped(destination(report.taken), destination(report.requested))
      : resultWords.stoppedCaptured(destination(report.taken), destination(report.requested), capture);
  }
  return capture === null
    ? resultWords.moved(moveText(report.taken))
    : resultWords.captured(moveText(report.taken), capture);
}

/** Why a request fails. The rules leave one reason for each kind of move: a pawn's capture, a pawn's step, castling. */
export function failureText(request: string): string {
  const [from, to] = [parseSquare(request.slice(0, 2)) ?? 0, parseSquare(request.slice(2, 4)) ?? 0];
  const files = Math.abs((from & 7) - (to & 7));
  if (files === 2) return resultWords.castlingBlocked;
  if (files === 1) return resultWords.nothingToCapture(squareName(to));
  return resultWords.standsInTheWay(squareName(from + (to > from ? 8 : -8)));
}

/** The opponent pieces in a sense result, in words, the strongest first: `queen d8`, `pawns d7, e7`. */
export function piecesSeen(result: readonly [Square, PieceLetter | null][], color: Color): string[] {
  return ['k', 'q', 'r', 'b', 'n', 'p'].flatMap((letter) => {
    const squares = result
      .filter(([, piece]) => piece !== null && colorOf(piece) !== color && piece.toLowerCase() === letter)
      .map(([square]) => squareName(square));
    return squares.length > 0 ? [sensedWords.pieces(letter as PieceLetter, squares)] : [];
  });
}

export function senseText(report: SenseReport, color: Color): string {
  if (report.square === null) return sensedWords.nothing;
  return sensedWords.around(squareName(report.square), piecesSeen(report.result, color));
}

/** What a player is told at the start of its turn; `lost` is its piece that stood there, when it knows. */
export function noticeText(capture: Square | null, first: boolean, lost: PieceLetter | null = null): string {
  if (capture === null) return first ? noticeWords.first : noticeWords.none;
  return lost ? noticeWords.capturedPiece(lost, squareName(capture)) : noticeWords.captured(squareName(capture));
}

/**
 * When in its turn a game was resigned or lost on time, as its record has it: of a turn that ended before its sense, a
 * record holds nothing. `null` for other ends.
 */
export function endingText(steps: readonly ReplayStep[], { winner, reason }: Pick<RecordSummary, 'winner' | 'reason'>) {
  const last = steps.at(-1);
  if (!last || winner === null || (reason !== 'RESIGN' && reason !== 'TIMEOUT')) return null;
  const begun = last.phase === 'moved';
  const turn = Math.floor((begun ? last.ply + 1 : last.ply) / 2) + 1;
  const toMove = begun ? opponentOf(last.color) : last.color;
  const loser = opponentOf(winner);
  return stepWords.ending(reason, loser, toMove, turn, last.phase === 'sensed');
}

/** The outcome for someone at the board: `null` when nobody in particular looks. */
export function outcomeTitle(outcome: Outcome, viewer: Color | null): string {
  if (outcome.reason === 'ABORTED') return outcomeWords.aborted;
  if (outcome.winner === null) return outcomeWords.draw;
  if (viewer === null) return outcomeWords.wins(outcome.winner);
  return outcome.winner === viewer ? outcomeWords.youWin : outcomeWords.youLose;
}

/** How a recorded game ended, in words; a file may leave any of it out. */
export function summaryText({ winner, reason }: Pick<RecordSummary, 'winner' | 'reason'>): string {
  if (reason === null && winner === null) return `${recordWords.unfinished}.`;
  const outcome = { winner, reason } as Outcome;
  const known = reason !== null && (WITHOUT_LOSER.has(reason) || (winner !== null && WITH_LOSER.has(reason)));
  return `${outcomeTitle(outcome, null)}.${known ? ` ${outcomeWords.reason(outcome)}` : ''}`;
}

const WITHOUT_LOSER = new Set(['MOVE_LIMIT', 'TURN_LIMIT', 'ABORTED']);
const WITH_LOSER = new Set(['KING_CAPTURE', 'TIMEOUT', 'RESIGN']);

/** A step of a replay, in words. */
export function stepText(step: ReplayStep): string {
  switch (step.phase) {
    case 'start':
      return step.ply === 0
        ? stepWords.toldFirst
        : stepWords.told(step.notice === null ? null : squareName(step.notice));
    case 'sensed': {
      const sense = step.sense;
      if (!sense || sense.square === null) return stepWords.sensed(null);
      return `${stepWords.sensed(squareName(sense.square))} ${stepWords.saw(piecesSeen(sense.result, step.color))}`;
    }
    case 'moved': {
      const move = step.move;
      if (!move || move.requested === null) return stepWords.pass;
      if (move.taken === null) return stepWords.failed(moveText(move.requested));
      const capture = move.capture === null ? null : squareName(move.capture);
      if (!sameWay(move.requested, move.taken)) {
        return capture === null
          ? stepWords.stopped(moveText(move.requested), moveText(move.taken))
          : stepWords.stoppedCapture(moveText(move.requested), moveText(move.taken), capture);
      }
      return capture === null
        ? stepWords.moved(moveText(move.taken))
        : stepWords.movedCapture(moveText(move.taken), capture);
    }
  }
}

/** What is wrong with a move that somebody typed as `raw`. */
export function typedProblemText(
  { problem, text, candidates = [] }: TypedMove & { kind: 'error' },
  raw: string,
): string {
  switch (problem) {
    case 'ambiguous':
      return typedWords.ambiguous(raw, candidates.slice(0, 8));
    case 'empty':
      return typedWords.empty;
    case 'form':
      return typedWords.form(raw);
    case 'noPiece':
      return typedWords.noPiece(text.slice(0, 2));
    case 'notRequestable':
      return typedWords.notRequestable(raw);
    case 'promotion':
      return typedWords.promotion(text);
  }
}
