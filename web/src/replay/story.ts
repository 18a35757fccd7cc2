/**
 * Why a game ended as it did, and what decided it: codes with data, from nothing but the steps of its replay, so that it is there at
 * once. What is known of a belief or of a request's value comes later, from the engine.
 */
import type { Color, MoveReport, PieceLetter, RecordSummary, ReplayStep, SenseReport, Square } from 'outpost-rbc';
import { sameWay } from '../board/move-results';
import { boardOfFen, colorOf, opponentOf, type Role, roleOf, senseWindow } from '../board/squares';
import { reaches } from './reach';

type Pieces = readonly (PieceLetter | null)[];

/** A half-turn as it was played. */
export interface HalfTurn {
  ply: number;
  color: Color;
  /** The step at which it begins. */
  step: number;
  /** The true board before its move. */
  before: Pieces;
  /** The same after it; `null` where nobody moved any more. */
  after: Pieces | null;
  sense: SenseReport | null;
  move: MoveReport | null;
}

/** A piece that was seen by a side: where, and in which of its half-turns. */
export interface Seen {
  ply: number;
  square: Square;
}

/** How a king was captured. */
export interface KingTaken {
  kind: 'king';
  winner: Color;
  ply: number;
  piece: PieceLetter;
  /** Where the piece stood in turn, without the king's square: one square when it had not moved before. */
  path: Square[];
  /** The half-turn in which it came to the last of them; -1 when it stood there from the start. */
  since: number;
  king: Square;
  /** The same of the king on its square. */
  kingSince: number;
  /** Why it could be taken: the king had just moved there, its side's last move had opened the way, or it stood there. */
  cause: 'moved' | 'opened' | 'stood';
  /** The loser's last half-turn; `null` when it had none. */
  last: HalfTurn | null;
  /** When the loser saw that piece last. */
  seen: Seen | null;
  /** Around which square a sense in that half-turn would have shown it. */
  look: Square | null;
  /** When the winner saw the king last. */
  kingSeen: Seen | null;
}

export type StoryEnd =
  | KingTaken
  /** `ply`: the half-turn in which it ended; `sensed`: after its sense. */
  | { kind: 'timeout' | 'resigned'; winner: Color; ply: number; color: Color; sensed: boolean }
  | { kind: 'drawn'; by: 'MOVE_LIMIT' | 'TURN_LIMIT' }
  /** The record names a winner, but neither a reason nor a captured king. */
  | { kind: 'unexplained'; winner: Color }
  | { kind: 'open' };

/** What a side won, by kind of piece. */
export type Taken = Partial<Record<Role, number>>;

interface At {
  /** Whose turn it was: the side that could have known, or done otherwise. */
  side: Color;
  /** Its half-turn, from whose start it can be tried again. */
  ply: number;
  step: number;
  /** The true board when it chose its sense, and where its move is best seen: after it, where that is about what followed. */
  truth: Pieces;
  shown: Pieces;
  sense: Square | null;
  move: MoveReport | null;
  /** A sense that would have shown what counted; `null` where that is nothing to sense for. */
  look: Square | null;
  /** The sense that was made has shown it. */
  saw: boolean;
  /** In the same half-turn the other king could have been taken: told first. */
  missed: Missed | null;
}

/** A king that could have been taken from `from`, and was not. */
export interface Missed {
  piece: PieceLetter;
  from: Square;
  king: Square;
  /** As of a moment: a sense that would have shown the king, and whether the one that was made did. */
  look: Square | null;
  saw: boolean;
}

export type Moment = At &
  (
    | /** The half-turn before the own king was taken by the piece on `from`. */
    { kind: 'last'; piece: PieceLetter; from: Square; king: Square }
    /** The piece that took the king later had just come to `from`. */
    | { kind: 'approach'; piece: PieceLetter; from: Square }
    /** The other king could have been taken from `from`. */
    | { kind: 'missed'; piece: PieceLetter; from: Square; king: Square }
    /** The other king was taken. */
    | { kind: 'king'; piece: PieceLetter; from: Square; king: Square }
    /** Afterwards a piece of its own was taken on `on`. */
    | { kind: 'lost'; piece: PieceLetter; on: Square; by: PieceLetter; from: Square }
    /** It took a piece. */
    | { kind: 'took'; piece: PieceLetter; on: Square; by: PieceLetter; from: Square }
    /** Its request was not possible: something stood on `on`, or nothing. */
    | { kind: 'failed'; on: Square; blocker: PieceLetter | null }
    /** Afterwards its king could have been taken from `from`, and was not. */
    | { kind: 'spared'; piece: PieceLetter; from: Square; king: Square }
  );

export type MomentKind = Moment['kind'];

export interface Story {
  end: StoryEnd;
  /** Of whom it is told: who lost, where nobody in particular asks; `null` for both. */
  hero: Color | null;
  /** In the order of the game. */
  moments: Moment[];
  /** What each side took from the other. */
  taken: Record<Color, Taken>;
  /** How many of a side's requests were not possible, and how many stopped short. */
  failed: Record<Color, number>;
  stopped: Record<Color, number>;
  /** Half-turns in which a side could have taken the other king, and did not. */
  missed: Record<Color, number[]>;
  /** Half-turns that were played. */
  plies: number;
}

/** Moments that are told at most. */
export const MOST_MOMENTS = 3;
/** A loss within so many own turns is a quick one: a lesson may help. */
export const QUICK_TURNS = 12;

const VALUES: Record<Role, number> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 };
const worthOf = (piece: PieceLetter): number => VALUES[roleOf(piece)];

/** What a moment counts: those that count most are told. */
const WEIGHTS: Record<MomentKind, number> = {
  last: 100,
  king: 100,
  missed: 50,
  approach: 6,
  spared: 5,
  failed: 1.5,
  lost: 1,
  took: 0.8,
};

/** Whether it is told of the board first, and then of what was done. */
export const toldFirst = ({ kind }: Moment): boolean => kind === 'last' || kind === 'approach' || kind === 'missed';

/** The sense that the words name, as it would have shown what counted; `null`: they name none. */
export function namedSense(moment: Moment): Square | null {
  if (moment.missed) return moment.missed.look;
  return moment.kind === 'king' || moment.kind === 'took' ? null : moment.look;
}

/** The half-turns of a game, with the true boards. */
export function halfTurns(steps: readonly ReplayStep[]): HalfTurn[] {
  const turns: HalfTurn[] = [];
  for (const { index, ply, color, phase, fen, sense, move } of steps) {
    const last = turns.at(-1);
    const turn =
      last?.ply === ply
        ? last
        : { ply, color, step: index, before: boardOfFen(fen), after: null, sense: null, move: null };
    if (turn !== last) turns.push(turn);
    if (phase === 'sensed') turn.sense = sense;
    if (phase !== 'moved') continue;
    turn.sense = sense;
    turn.move = move;
    turn.after = boardOfFen(fen);
  }
  return turns;
}

const from = (uci: string): Square => squareOf(uci.slice(0, 2));
const to = (uci: string): Square => squareOf(uci.slice(2, 4));

function squareOf(name: string): Square {
  return name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
}

/** Where a rook was that a castle has brought to `square`; `null` for other moves. */
function castledFrom({ before, move }: HalfTurn, square: Square): Square | null {
  const taken = move?.taken;
  if (!taken || before[from(taken)]?.toLowerCase() !== 'k') return null;
  const [start, end] = [from(taken), to(taken)];
  if (Math.abs(start - end) !== 2 || square !== (start + end) / 2) return null;
  return end > start ? end + 1 : end - 2;
}

/** Where the piece that stood on `square` before half-turn `ply` had been: the squares and when it came to each, the last last. */
function pathOf(
  turns: readonly HalfTurn[],
  ply: number,
  square: Square,
  color: Color,
): { square: Square; since: number }[] {
  const path: { square: Square; since: number }[] = [];
  let at = square;
  for (const turn of turns.toReversed()) {
    if (turn.ply >= ply || turn.color !== color || !turn.move?.taken) continue;
    const origin = to(turn.move.taken) === at ? from(turn.move.taken) : castledFrom(turn, at);
    if (origin === null) continue;
    path.unshift({ square: at, since: turn.ply });
    at = origin;
  }
  return [{ square: at, since: -1 }, ...path];
}

/** Where a king stands. */
const kingOf = (board: Pieces, color: Color): Square => board.indexOf(color === 'white' ? 'K' : 'k');

/** From where a king can be taken by the other side. */
function attackers(board: Pieces, king: Square): Square[] {
  const piece = board[king];
  if (!piece) return [];
  return board.flatMap((other, square) =>
    other && colorOf(other) !== colorOf(piece) && reaches(board, square, king) ? [square] : [],
  );
}

const saw = (turn: HalfTurn, square: Square): boolean => turn.sense?.result.some(([seen]) => seen === square) ?? false;

/** Around which square a sense would have shown all of `squares`, and as much else as possible; `null` when none does. */
export function lookAt(truth: Pieces, color: Color, squares: readonly Square[]): Square | null {
  const [first] = squares;
  if (first === undefined) return null;
  const theirs = (square: Square): boolean => {
    const piece = truth[square];
    return !!piece && colorOf(piece) !== color;
  };
  // Towards the middle first.
  const far = (square: Square): number => Math.abs((square & 7) - 3.5) + Math.abs((square >> 3) - 3.5);
  const worth = (center: Square): number => {
    const window = senseWindow(center);
    return window.filter(theirs).length + window.length / 10 - far(center) / 100;
  };
  const fit = senseWindow(first).filter((center) => squares.every((square) => senseWindow(center).includes(square)));
  return fit.sort((a, b) => worth(b) - worth(a))[0] ?? null;
}

/** When `color` last saw the piece that stood on these squares in turn, before half-turn `ply`. */
function lastSeen(
  turns: readonly HalfTurn[],
  color: Color,
  path: readonly { square: Square; since: number }[],
  ply: number,
): Seen | null {
  let last: Seen | null = null;
  for (const turn of turns) {
    if (turn.color !== color || turn.ply >= ply) continue;
    const at = path.findLast(({ since }) => since < turn.ply);
    if (at && saw(turn, at.square)) last = { ply: turn.ply, square: at.square };
  }
  return last;
}

/** Who captured what on `turn`, in truth. */
function captureOf({
  before,
  move,
}: HalfTurn): { piece: PieceLetter; on: Square; by: PieceLetter; from: Square } | null {
  const { taken, capture } = move ?? { taken: null, capture: null };
  if (!taken || capture === null) return null;
  const [piece, by] = [before[capture], before[from(taken)]];
  return piece && by ? { piece, on: capture, by, from: from(taken) } : null;
}

/** How the king was taken in the last half-turn; `null` when none was. */
function kingTaken(turns: readonly HalfTurn[]): KingTaken | null {
  const end = turns.findLast(({ move }) => move !== null);
  const capture = end && captureOf(end);
  if (!end || !capture || roleOf(capture.piece) !== 'king') return null;
  const { color: winner, ply } = end;
  const loser = opponentOf(winner);
  const path = pathOf(turns, ply, capture.from, winner);
  const kingPath = pathOf(turns, ply, capture.on, loser);
  const last = turns.find((turn) => turn.ply === ply - 1) ?? null;
  const moved = last?.move?.taken ? to(last.move.taken) : null;
  const stood = last !== null && attackers(last.before, kingOf(last.before, loser)).includes(capture.from);
  const hidden = last ? saw(last, capture.from) : true;
  return {
    kind: 'king',
    winner,
    ply,
    piece: capture.by,
    path: path.map(({ square }) => square),
    since: path.at(-1)?.since ?? -1,
    king: capture.on,
    kingSince: kingPath.at(-1)?.since ?? -1,
    cause: moved === capture.on ? 'moved' : stood || moved === null ? 'stood' : 'opened',
    last,
    seen: lastSeen(turns, loser, path, ply),
    look: last && !hidden ? lookAt(last.before, loser, [capture.from]) : null,
    kingSeen: lastSeen(turns, winner, kingPath, ply + 1),
  };
}

function endOf(
  turns: readonly HalfTurn[],
  steps: readonly ReplayStep[],
  { winner, reason }: Pick<RecordSummary, 'winner' | 'reason'>,
): StoryEnd {
  if (reason === 'MOVE_LIMIT' || reason === 'TURN_LIMIT') return { kind: 'drawn', by: reason };
  if ((reason === 'TIMEOUT' || reason === 'RESIGN') && winner !== null) {
    const last = steps.at(-1);
    const begun = last?.phase === 'moved';
    const ply = last ? (begun ? last.ply + 1 : last.ply) : 0;
    const color = last ? (begun ? opponentOf(last.color) : last.color) : 'white';
    const kind = reason === 'TIMEOUT' ? 'timeout' : 'resigned';
    return { kind, winner, ply, color, sensed: last?.phase === 'sensed' };
  }
  return kingTaken(turns) ?? (winner === null ? { kind: 'open' } : { kind: 'unexplained', winner });
}

/** What stood in the way of a request that was not possible, or did not stand where it had to. */
export function obstacle(turn: Pick<HalfTurn, 'before' | 'move'>): { on: Square; blocker: PieceLetter | null } | null {
  const { requested, taken } = turn.move ?? { requested: null, taken: null };
  if (!requested || taken !== null) return null;
  const [start, end] = [from(requested), to(requested)];
  const piece = turn.before[start];
  const between = (step: number): Square[] => {
    const squares: Square[] = [];
    for (let square = start + step; square !== end + step; square += step) squares.push(square);
    return squares;
  };
  const first = (squares: readonly Square[]): { on: Square; blocker: PieceLetter | null } => {
    const on = squares.find((square) => turn.before[square]) ?? end;
    return { on, blocker: turn.before[on] ?? null };
  };
  if (piece?.toLowerCase() === 'p' && (end - start) % 8 === 0) return first(between(Math.sign(end - start) * 8));
  if (piece?.toLowerCase() === 'k' && Math.abs(end - start) === 2) {
    const rook = end > start ? end + 1 : end - 2;
    const step = Math.sign(end - start);
    const squares: Square[] = [];
    for (let square = start + step; square !== rook; square += step) squares.push(square);
    return first(squares);
  }
  return { on: end, blocker: turn.before[end] ?? null };
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** The story of a game, told of `viewer`: of the loser, where that is `null`. */
export function storyOf(
  steps: readonly ReplayStep[],
  summary: Pick<RecordSummary, 'winner' | 'reason'>,
  viewer: Color | null,
): Story {
  const turns = halfTurns(steps);
  const end = endOf(turns, steps, summary);
  const hero = viewer ?? ('winner' in end ? opponentOf(end.winner) : null);
  const both = <T>(make: (color: Color) => T): Record<Color, T> => ({ white: make('white'), black: make('black') });
  const of = (color: Color): HalfTurn[] => turns.filter((turn) => turn.color === color);
  const couldTakeKing = (turn: HalfTurn): Square[] => {
    const king = kingOf(turn.before, opponentOf(turn.color));
    const capture = captureOf(turn);
    return king < 0 || (capture && roleOf(capture.piece) === 'king') ? [] : attackers(turn.before, king);
  };
  const missed = both((color) =>
    of(color)
      .filter((turn) => turn.move !== null && couldTakeKing(turn).length > 0)
      .map(({ ply }) => ply),
  );
  const story: Story = {
    end,
    hero,
    moments: [],
    taken: both((color) => {
      const taken: Taken = {};
      for (const turn of of(color)) {
        const capture = captureOf(turn);
        if (!capture || roleOf(capture.piece) === 'king') continue;
        const role = roleOf(capture.piece);
        taken[role] = (taken[role] ?? 0) + 1;
      }
      return taken;
    }),
    failed: both((color) => sum(of(color).map(({ move }) => (move?.requested && move.taken === null ? 1 : 0)))),
    stopped: both((color) =>
      sum(of(color).map(({ move }) => (move?.requested && move.taken && !sameWay(move.requested, move.taken) ? 1 : 0))),
    ),
    missed,
    plies: turns.filter(({ move }) => move !== null).length,
  };
  const sides = hero ? [hero] : (['white', 'black'] as const);
  story.moments = chosen(sides.flatMap((side) => momentsOf(turns, side, end, missed)));
  return story;
}

interface Weighed {
  moment: Moment;
  weight: number;
}

/** All that may be told of one side. */
function momentsOf(
  turns: readonly HalfTurn[],
  side: Color,
  end: StoryEnd,
  missed: Record<Color, readonly number[]>,
): Weighed[] {
  const found: Weighed[] = [];
  const other = opponentOf(side);
  const add = (moment: Moment, worth = 1): void => {
    found.push({ moment, weight: WEIGHTS[moment.kind] * worth });
  };
  const sight = (turn: HalfTurn, squares: readonly Square[]): Pick<At, 'look' | 'saw'> => {
    const all = squares.length > 0 && squares.every((square) => saw(turn, square));
    return { look: all ? null : lookAt(turn.before, side, squares), saw: all };
  };
  const missedIn = (turn: HalfTurn): Missed | null => {
    if (turn.color !== side || !missed[side].includes(turn.ply)) return null;
    const king = kingOf(turn.before, other);
    const [from] = attackers(turn.before, king);
    const piece = from === undefined ? null : turn.before[from];
    return piece && from !== undefined ? { piece, from, king, ...sight(turn, [king]) } : null;
  };
  const at = (turn: HalfTurn, squares: readonly Square[]): At => ({
    side,
    ply: turn.ply,
    step: turn.step,
    truth: turn.before,
    shown: turn.before,
    sense: turn.sense?.square ?? null,
    move: turn.move,
    ...sight(turn, squares),
    missed: missedIn(turn),
  });
  const later = (turn: HalfTurn, squares: readonly Square[]): At => ({
    ...at(turn, squares),
    shown: turn.after ?? turn.before,
  });
  const before = (turn: HalfTurn): HalfTurn | undefined => turns.find(({ ply }) => ply === turn.ply - 1);
  const after = (turn: HalfTurn): HalfTurn | undefined => turns.find(({ ply }) => ply === turn.ply + 1);

  if (end.kind === 'king' && end.winner !== side && end.last) {
    const square = end.path.at(-1) as Square;
    const of = { piece: end.piece, from: square };
    add({ ...later(end.last, [square]), kind: 'last', ...of, king: end.king });
    // Its way there, as the side could have seen it.
    const way = pathOf(turns, end.ply, square, end.winner).slice(1);
    way.forEach(({ square, since }, i) => {
      const turn = turns.find(({ ply }) => ply === since + 1);
      // It threatened nothing before the king was there.
      if (!turn || turn === end.last || turn.ply <= end.kingSince) return;
      add({ ...at(turn, [square]), kind: 'approach', piece: end.piece, from: square }, 1 + i / 10);
    });
  }
  for (const turn of turns) {
    const capture = captureOf(turn);
    const king = kingOf(turn.before, opponentOf(turn.color));
    const [from] = turn.move && king >= 0 ? attackers(turn.before, king) : [];
    const chance = from !== undefined && missed[turn.color].includes(turn.ply);
    // One that stood there for some turns has a moment of its own once.
    const again = missed[turn.color].includes(turn.ply - 2);
    if (turn.color === side) {
      const piece = from === undefined ? null : turn.before[from];
      if (chance && piece && !again) add({ ...at(turn, [king]), missed: null, kind: 'missed', piece, from, king });
      // Where a king was taken, a turn that was lost before decided nothing.
      const blocked = end.kind === 'king' ? null : obstacle(turn);
      if (blocked) add({ ...at(turn, [blocked.on]), kind: 'failed', ...blocked });
      if (capture && roleOf(capture.piece) === 'king') {
        add({ ...at(turn, [king]), kind: 'king', piece: capture.by, from: capture.from, king });
      } else if (capture) {
        const back = captureBack(after(turn), capture.on);
        const given = captureBack(before(turn), capture.on);
        const net = worthOf(capture.piece) - (back ? worthOf(back.piece) : 0) - (given ? worthOf(given.piece) : 0);
        if (net > 0) add({ ...at(turn, [capture.on]), kind: 'took', ...capture }, net);
      }
      continue;
    }
    // Of the other side's turn: what could have been done before it.
    const own = before(turn);
    if (!own?.move) continue;
    const piece = from === undefined ? null : turn.before[from];
    if (chance && piece && from !== undefined && !again) {
      add({ ...later(own, [from]), kind: 'spared', piece, from, king: kingOf(turn.before, side) });
    }
    if (capture && roleOf(capture.piece) !== 'king' && colorOf(capture.piece) !== other) {
      const given = captureOf(own);
      const back = captureBack(after(turn), capture.on);
      const net =
        worthOf(capture.piece) -
        (given && given.on === capture.on ? worthOf(given.piece) : 0) -
        (back ? worthOf(back.piece) : 0);
      if (net > 0) add({ ...later(own, [capture.from]), kind: 'lost', ...capture }, net);
    }
  }
  return found;
}

/** The capture on the same square in the half-turn before or after. */
function captureBack(turn: HalfTurn | undefined, on: Square): { piece: PieceLetter } | null {
  const capture = turn && captureOf(turn);
  return capture && capture.on === on && roleOf(capture.piece) !== 'king' ? capture : null;
}

/** The weightiest half-turns, in the order of the game. */
function chosen(found: readonly Weighed[]): Moment[] {
  const turns = new Map<number, Weighed[]>();
  for (const one of found) turns.set(one.moment.ply, [...(turns.get(one.moment.ply) ?? []), one]);
  const weighed = [...turns.values()].map((ofTurn): Weighed => {
    const [first, second] = ofTurn.sort((a, b) => b.weight - a.weight);
    // What also happened in the turn of a missed king is told with it.
    const told = first?.moment.kind === 'missed' && second ? second : (first as Weighed);
    return { moment: told.moment, weight: (first as Weighed).weight };
  });
  return weighed
    .sort((a, b) => b.weight - a.weight || a.moment.ply - b.moment.ply)
    .slice(0, MOST_MOMENTS)
    .map(({ moment }) => moment)
    .sort((a, b) => a.ply - b.ply);
}

/** The lessons that may help. */
export type LessonName = 'rules' | 'sensing' | 'safe-attacks';

/** The lesson that may help after a quick loss; `null` otherwise. */
export function lessonFor({ end, hero, failed, missed, plies }: Story, viewer: Color | null): LessonName | null {
  if (viewer === null || hero !== viewer || !('winner' in end) || end.winner === viewer) return null;
  if (Math.ceil(plies / 2) > QUICK_TURNS) return null;
  if (failed[viewer] >= 2) return 'rules';
  if (end.kind !== 'king') return null;
  if (end.look !== null) return 'sensing';
  return missed[viewer].length > 0 ? 'safe-attacks' : 'rules';
}
