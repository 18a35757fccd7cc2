import type { Color, MoveReport, Outcome, PieceLetter, RecordSummary, ReplayStep, SenseReport, Square } from 'outpost';
import { destination, moveText, sameWay } from '../board/move-results';
import type { TypedMove } from '../board/moves';
import { colorOf, opponentOf, squareName } from '../board/squares';
import { t } from '../ui/strings';

/** What the mover is told, in words. */
export function resultText(report: MoveReport): string {
  if (report.requested === null) return t.result.pass;
  if (report.taken === null) return t.result.notPossible(moveText(report.requested));
  const capture = report.capture === null ? null : squareName(report.capture);
  if (!sameWay(report.requested, report.taken)) {
    return capture === null
      ? t.result.stopped(destination(report.taken), destination(report.requested))
      : t.result.stoppedCaptured(destination(report.taken), destination(report.requested), capture);
  }
  return capture === null ? t.result.moved(moveText(report.taken)) : t.result.captured(moveText(report.taken), capture);
}

/** The opponent pieces in a sense result, in words, the strongest first: `queen d8`, `pawns d7, e7`. */
function piecesSeen(result: readonly [Square, PieceLetter | null][], color: Color): string[] {
  return ['k', 'q', 'r', 'b', 'n', 'p'].flatMap((letter) => {
    const squares = result
      .filter(([, piece]) => piece !== null && colorOf(piece) !== color && piece.toLowerCase() === letter)
      .map(([square]) => squareName(square));
    return squares.length > 0 ? [t.sensed.pieces(letter as PieceLetter, squares)] : [];
  });
}

export function senseText(report: SenseReport, color: Color): string {
  if (report.square === null) return t.sensed.nothing;
  return t.sensed.around(squareName(report.square), piecesSeen(report.result, color));
}

/** What a player is told at the start of its turn; `lost` is its piece that stood there, when it knows. */
export function noticeText(capture: Square | null, first: boolean, lost: PieceLetter | null = null): string {
  if (capture === null) return first ? t.notice.first : t.notice.none;
  return lost ? t.notice.capturedPiece(lost, squareName(capture)) : t.notice.captured(squareName(capture));
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
  return t.replay.ending(reason, loser, toMove, turn, last.phase === 'sensed');
}

/** The outcome for someone at the board: `null` when nobody in particular looks. */
export function outcomeTitle(outcome: Outcome, viewer: Color | null): string {
  if (outcome.reason === 'ABORTED') return t.end.aborted;
  if (outcome.winner === null) return t.end.draw;
  if (viewer === null) return t.end.wins(outcome.winner);
  return outcome.winner === viewer ? t.end.youWin : t.end.youLose;
}

/** How a recorded game ended, in words; a file may leave any of it out. */
export function summaryText({ winner, reason }: Pick<RecordSummary, 'winner' | 'reason'>): string {
  if (reason === null && winner === null) return `${t.analyse.unfinished}.`;
  const outcome = { winner, reason } as Outcome;
  const known = reason !== null && (WITHOUT_LOSER.has(reason) || (winner !== null && WITH_LOSER.has(reason)));
  return `${outcomeTitle(outcome, null)}.${known ? ` ${t.end.reason(outcome)}` : ''}`;
}

const WITHOUT_LOSER = new Set(['MOVE_LIMIT', 'TURN_LIMIT', 'ABORTED']);
const WITH_LOSER = new Set(['KING_CAPTURE', 'TIMEOUT', 'RESIGN']);

/** A step of a replay, in words. */
export function stepText(step: ReplayStep): string {
  switch (step.phase) {
    case 'start':
      return step.ply === 0 ? t.replay.toldFirst : t.replay.told(step.notice === null ? null : squareName(step.notice));
    case 'sensed': {
      const sense = step.sense;
      if (!sense || sense.square === null) return t.replay.sensed(null);
      return `${t.replay.sensed(squareName(sense.square))} ${t.replay.saw(piecesSeen(sense.result, step.color))}`;
    }
    case 'moved': {
      const move = step.move;
      if (!move || move.requested === null) return t.replay.pass;
      if (move.taken === null) return t.replay.failed(moveText(move.requested));
      const capture = move.capture === null ? null : squareName(move.capture);
      if (!sameWay(move.requested, move.taken)) {
        return capture === null
          ? t.replay.stopped(moveText(move.requested), moveText(move.taken))
          : t.replay.stoppedCapture(moveText(move.requested), moveText(move.taken), capture);
      }
      return capture === null
        ? t.replay.moved(moveText(move.taken))
        : t.replay.movedCapture(moveText(move.taken), capture);
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
      return t.typed.ambiguous(raw, candidates.slice(0, 8));
    case 'empty':
      return t.typed.empty;
    case 'form':
      return t.typed.form(raw);
    case 'noPiece':
      return t.typed.noPiece(text.slice(0, 2));
    case 'notRequestable':
      return t.typed.notRequestable(raw);
    case 'promotion':
      return t.typed.promotion(text);
  }
}
