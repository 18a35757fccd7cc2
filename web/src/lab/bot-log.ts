/** A log of the bot protocol (docs/bot-protocol.md): what one side was told in its games, and its decisions against those of `hsuc`. */
import type { Color, Estimate, Observation, Outpost, PieceLetter, Square } from 'outpost-rbc';
import { parseSquare, senseWindow, squareName } from '../board/squares';
import { readJson } from '../ui/bounded-json';
import { CAP, type CsvTable } from './results';
import { labWords } from './words';

/** A game as its log tells it. */
export interface LoggedGame {
  color: Color;
  /** The position that it began with, where it was not chess's own. */
  start: string | undefined;
  told: Observation[];
}

/** A turn of a logged game, beside what `hsuc` would have done. Information in bits, chances to win from 0 to 1. */
export interface LoggedTurn {
  /** From 0. */
  game: number;
  /** From 1. */
  turn: number;
  /** Possible boards before the sense; an estimate where they are not `exact`. */
  boards: number;
  exact: boolean;
  sense: Square | null;
  bits: number;
  hsucSense: Square;
  hsucBits: number;
  request: string | null;
  chance: number;
  hsucRequest: string | null;
  hsucChance: number;
}

/** Lines that could not be read which are told at most. */
const MOST_PROBLEMS = 5;
/** Characters of a line, as for `outpost bot`. */
const MOST_LINE = 65_536;
/** Positions that are looked at for the chances of a turn's requests. */
const NODES = 20_000;
/** Of the bootstrap. */
const SEED = 1;

/**
 * Reads a log: events and answers as JSON objects, one a line, with or without `>` and `<` in front. Of the answers only errors
 * count, which say that the event before them was refused; the rest is in the events that follow. A line that cannot be read ends
 * its game there.
 */
export function readLog(text: string): { games: LoggedGame[]; problems: string[] } {
  const games: LoggedGame[] = [];
  const problems: string[] = [];
  let game: LoggedGame | null = null;
  /** What the line before told. */
  let last: Observation | null = null;
  for (const [i, line] of text.split('\n').entries()) {
    const json = line.replace(/^\s*[<>]?\s*/, '').trimEnd();
    if (json === '') continue;
    try {
      if (json.length > MOST_LINE) throw new Error();
      const event = readJson(json);
      if (!isObject(event)) throw new Error();
      if (event.event === 'game_start') {
        game = startOf(event);
        games.push(game);
        last = null;
      } else if (event.event === undefined) {
        if (last && event.error !== undefined) game?.told.pop();
        last = null;
      } else {
        last = toldBy(event);
        if (last) game?.told.push(last);
      }
    } catch {
      [game, last] = [null, null];
      problems.push(labWords.log.badLine(i + 1));
    }
  }
  return { games: games.filter(({ told }) => told.length > 0), problems: problems.slice(0, MOST_PROBLEMS) };
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function startOf({ color, start }: Fields): LoggedGame {
  if (color !== 'white' && color !== 'black') throw new Error();
  if (start !== undefined && start !== null && typeof start !== 'string') throw new Error();
  return { color, start: start ?? undefined, told: [] };
}

/** What an event tells; `null` for one that tells nothing. */
function toldBy(event: Fields): Observation | null {
  switch (event.event) {
    case 'opponent_move':
      return { type: 'opponent', capture: squareOf(event.capture) };
    case 'sense_result':
      return { type: 'sense', ...sensed(event.squares) };
    case 'move_result':
      return {
        type: 'move',
        requested: moveOf(event.requested),
        taken: moveOf(event.taken),
        capture: squareOf(event.capture),
      };
    default:
      return null;
  }
}

function squareOf(value: unknown): Square | null {
  if (value === null) return null;
  const square = typeof value === 'string' ? parseSquare(value) : value;
  if (typeof square === 'number' && Number.isInteger(square) && square >= 0 && square < 64) return square;
  throw new Error();
}

function moveOf(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'string' && /^([a-h][1-8]){2}[nbrq]?$/.test(value)) return value;
  throw new Error();
}

/** The window that the squares are, and what is there. */
function sensed(squares: unknown): { square: Square | null; result: [Square, PieceLetter | null][] } {
  if (!isObject(squares)) throw new Error();
  const found = new Map(Object.entries(squares).map(([name, piece]) => [squareOf(name), piece]));
  if (found.size === 0) return { square: null, result: [] };
  for (let square = 0; square < 64; square++) {
    const window = senseWindow(square);
    if (window.length === found.size && window.every((at) => found.has(at))) {
      return { square, result: window.map((at) => [at, pieceOf(found.get(at))]) };
    }
  }
  throw new Error();
}

function pieceOf(value: unknown): PieceLetter | null {
  if (value === null) return null;
  if (typeof value === 'string' && /^[PNBRQKpnbrqk]$/.test(value)) return value as PieceLetter;
  throw new Error();
}

/**
 * Goes through a game, and calls `onTurn` for each turn that was played to its end. Rejects, with the reason, where what was
 * told cannot be.
 */
export async function followGame(
  outpost: Pick<Outpost, 'track'>,
  { color, start, told }: LoggedGame,
  game: number,
  signal: AbortSignal,
  onTurn: (turn: LoggedTurn) => void,
): Promise<void> {
  const belief = await outpost.track(color, start, CAP);
  try {
    let turn = 0;
    let sensing: Pick<LoggedTurn, 'boards' | 'exact' | 'sense' | 'bits' | 'hsucSense' | 'hsucBits'> | null = null;
    for (const observation of told) {
      signal.throwIfAborted();
      if (observation.type === 'sense') {
        const { estimate, completeness, bestSense, senseBits } = await belief.view({ signal });
        const bitsOf = (square: Square | null): number => (square === null ? 0 : (senseBits?.[square] ?? 0));
        const hsucSense = bestSense ?? 0;
        const { square: sense } = observation;
        const [bits, hsucBits] = [bitsOf(sense), bitsOf(hsucSense)];
        sensing = { boards: estimate, exact: completeness === 'exact', sense, bits, hsucSense, hsucBits };
      } else if (observation.type === 'move' && sensing) {
        const { rows } = await belief.moves({ nodes: NODES, signal });
        const own = rows.find(({ request }) => request === observation.requested);
        const [best] = rows;
        if (own && best) {
          const { request, mean: chance } = own;
          const { request: hsucRequest, mean: hsucChance } = best;
          onTurn({ game, turn: turn + 1, ...sensing, request, chance, hsucRequest, hsucChance });
        }
      }
      await belief.tell(observation, { signal });
      if (observation.type === 'move') {
        turn++;
        sensing = null;
      }
    }
  } finally {
    belief.dispose();
  }
}

/** What the turns of a log come to. */
export interface LogSummary {
  turns: number;
  /** Turns with the very square, or the very request, of `hsuc`. */
  sameSense: number;
  sameRequest: number;
  bits: Estimate | null;
  hsucBits: Estimate | null;
  chance: Estimate | null;
  hsucChance: Estimate | null;
  /** By which the chance of the request is below that of the request of `hsuc`. */
  loss: Estimate | null;
}

export async function summaryOf(
  { statistics }: Pick<Outpost, 'statistics'>,
  turns: readonly LoggedTurn[],
): Promise<LogSummary> {
  const [bits = null, hsucBits = null, chance = null, hsucChance = null, loss = null] = await statistics.bootstrapMeans(
    [
      turns.map((of) => of.bits),
      turns.map((of) => of.hsucBits),
      turns.map((of) => of.chance),
      turns.map((of) => of.hsucChance),
      turns.map((of) => of.hsucChance - of.chance),
    ],
    SEED,
  );
  return {
    turns: turns.length,
    sameSense: turns.filter(({ sense, hsucSense }) => sense === hsucSense).length,
    sameRequest: turns.filter(({ request, hsucRequest }) => request === hsucRequest).length,
    bits,
    hsucBits,
    chance,
    hsucChance,
    loss,
  };
}

/** Every turn, for a file. */
export function logTable(turns: readonly LoggedTurn[]): CsvTable {
  const square = (at: Square | null): string => (at === null ? '' : squareName(at));
  const head = ['game', 'turn', 'boards', 'exact', 'sense', 'bits', 'hsuc_sense', 'hsuc_bits'];
  return [
    [...head, 'request', 'win_chance', 'hsuc_request', 'hsuc_win_chance'],
    ...turns.map((of) => [
      of.game + 1,
      of.turn,
      Math.round(of.boards),
      of.exact ? 'yes' : 'no',
      square(of.sense),
      of.bits.toFixed(3),
      square(of.hsucSense),
      of.hsucBits.toFixed(3),
      of.request ?? '',
      of.chance.toFixed(4),
      of.hsucRequest ?? '',
      of.hsucChance.toFixed(4),
    ]),
  ];
}
