/** Puzzles: decisions of one side with an answer that the engine has checked. How they are written, and how a file of them is read. */
import { type Color, LIMITS } from 'outpost-rbc';
import { colorOf, parseSquare } from '../board/squares';
import { EmbedError, type FenBoard, readFen, readFens } from '../problems/attributes';
import { leadsTo, readTold } from '../problems/told';
import { messageOf } from '../ui/errors';
import { puzzleProblems } from './words';

/** What puzzles ask: see {@link Puzzle} for the answer of each, `words.ts` for the question. */
export const KINDS = ['sense', 'decide', 'safe', 'king', 'move', 'where', 'played', 'count', 'left'] as const;
export type Kind = (typeof KINDS)[number];

/** Kinds that begin with a board that the solver knew. */
export const TOLD_KINDS: readonly Kind[] = ['where', 'played', 'count'];

export interface Puzzle {
  /** Eight characters of 0-9A-Za-z: a hash of kind and content. Links, progress and the daily puzzle name it by this. */
  id: string;
  kind: Kind;
  /** Difficulty on Glicko-2's scale, 600 to 2800, and its deviation. */
  rating: number;
  deviation: number;
  /** All boards that are possible now, the solver to move, as FENs joined by ';'. */
  boards: string;
  /** Of the kinds `where`, `played` and `count`: the board that the solver knew, the opponent to move; and what happened since. */
  before?: string;
  told?: string;
  /** Of the kind `left`: the centre of the window that is sensed. */
  square?: string;
  /** Of the kind `where`: which of the opponent's pieces is looked for. */
  piece?: 'king' | 'queen';
  /** Of the kind `king`: the capture is forced within two turns, not made now. */
  turns?: 2;
  /**
   * All right answers: squares (`sense`, `decide`, `where`), requests in UCI or `pass` (`safe`, `king`, `move`), a move as taken in UCI or
   * `pass` (`played`), or one number (`count`, `left`).
   */
  answers: string[];
  /**
   * The numbers behind the answer, by what they are numbers of, right answers first: boards left at worst (`sense`), win probability from
   * 0 to 1 (`decide`, `move`), boards on which the king can be captured (`safe`), share of boards on which the king is captured,
   * or its capture forced (`king`), boards with each result, largest first (`left`).
   */
  numbers?: [string, number][];
}

/** Puzzles that a file has, at most. */
const MOST_PUZZLES = 20_000;

/** Boards of a puzzle, at most. */
export const MOST_BOARDS = 24;

/** Right answers and numbers of a puzzle, at most: each is a square or a request. */
const MOST_ANSWERS = 300;

export function isId(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9A-Za-z]{8}$/.test(text);
}

/** Reads a file of puzzles, which may be anybody's; throws an {@link EmbedError} that names the puzzle and what is wrong with it. */
export function readPuzzles(json: unknown): Puzzle[] {
  const { version, puzzles } = fieldsOf(json) ?? {};
  if (!Array.isArray(puzzles)) throw new EmbedError(puzzleProblems.noFile);
  if (version !== 1) throw new EmbedError(puzzleProblems.version);
  if (puzzles.length > MOST_PUZZLES) throw new EmbedError(puzzleProblems.tooMany(MOST_PUZZLES));
  const ids = new Set<string>();
  return puzzles.map((given, i) => {
    const puzzle = readPuzzle(given, i + 1);
    if (ids.has(puzzle.id)) throw new EmbedError(puzzleProblems.of(puzzle.id, puzzleProblems.twice));
    ids.add(puzzle.id);
    return puzzle;
  });
}

/** Reads one puzzle; `place` is its number in a file. */
export function readPuzzle(json: unknown, place = 1): Puzzle {
  const given = fieldsOf(json);
  const id = given?.id;
  try {
    if (!given) throw new EmbedError(puzzleProblems.noPuzzle);
    return checked(given);
  } catch (error) {
    throw new EmbedError(puzzleProblems.of(isId(id) ? id : String(place), messageOf(error)));
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** `null` for what is no object. Fields that it inherits do not count. */
function fieldsOf(json: unknown): Fields | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null;
  return Object.assign(Object.create(null), json) as Fields;
}

function checked(given: Fields): Puzzle {
  const { id, kind } = given;
  const bad = (name: string): never => {
    throw new EmbedError(puzzleProblems.field(name));
  };
  if (!isId(id)) return bad('id');
  if (!KINDS.includes(kind as Kind)) return bad('kind');
  const puzzle: Puzzle = {
    id,
    kind: kind as Kind,
    rating: numberIn(given.rating, 0, 4000) ?? bad('rating'),
    deviation: numberIn(given.deviation, 0, 1000) ?? bad('deviation'),
    boards: text(given.boards) ?? bad('boards'),
    answers: answersOf(given.answers) ?? bad('answers'),
  };
  const boards = readBoards(puzzle.boards);
  puzzle.boards = boards.map(({ fen }) => fen).join(';');
  if (given.numbers !== undefined) {
    const most = SHARES.includes(puzzle.kind) ? 1 : boards.length;
    puzzle.numbers = numbersOf(given.numbers, FORMS[puzzle.kind], most) ?? bad('numbers');
  }
  const { turn } = boards[0] as FenBoard;
  if (TOLD_KINDS.includes(puzzle.kind)) {
    puzzle.before = text(given.before) ?? bad('before');
    puzzle.told = text(given.told) ?? bad('told');
    const before = readFen(puzzle.before);
    if (before.turn === turn) return bad('before');
    if (!leadsTo(before, readTold(puzzle.told, turn), boards[0] as FenBoard)) return bad('told');
  }
  if (puzzle.kind === 'left') {
    puzzle.square = text(given.square) ?? bad('square');
    if (parseSquare(puzzle.square) === null) return bad('square');
  }
  if (puzzle.kind === 'where') {
    if (given.piece !== 'king' && given.piece !== 'queen') return bad('piece');
    puzzle.piece = given.piece;
  }
  if (puzzle.kind === 'king' && given.turns !== undefined) {
    if (given.turns !== 2) return bad('turns');
    puzzle.turns = 2;
  }
  const form = FORMS[puzzle.kind];
  if (!puzzle.answers.every((answer) => form.test(answer))) return bad('answers');
  if (ONE_ANSWER.includes(puzzle.kind) && puzzle.answers.length !== 1) return bad('answers');
  return puzzle;
}

const SQUARE = /^[a-h][1-8]$/;
const REQUEST = /^(pass|([a-h][1-8]){2}[qrbn]?)$/;
const NUMBER = /^[1-9]\d?$/;

/** What answers look like. */
const FORMS: Record<Kind, RegExp> = {
  sense: SQUARE,
  decide: SQUARE,
  safe: REQUEST,
  king: REQUEST,
  move: REQUEST,
  where: SQUARE,
  played: REQUEST,
  count: NUMBER,
  left: NUMBER,
};

/** Their numbers are shares; those of others are of boards. */
const SHARES: readonly Kind[] = ['decide', 'king', 'move'];

const ONE_ANSWER: readonly Kind[] = ['where', 'played', 'count', 'left'];

/** The boards, which only the pieces of the side that is not to move tell apart, each once: the game shows them so, and they are counted. */
function readBoards(text: string): FenBoard[] {
  const given = readFens(text);
  const keyOf = ({ fen }: FenBoard): string => fen.split(' ').slice(0, 4).join(' ');
  const boards = [...new Map(given.map((board) => [keyOf(board), board])).values()];
  if (given.length > MOST_BOARDS) throw new EmbedError(puzzleProblems.manyBoards(MOST_BOARDS));
  const [first] = boards as [FenBoard];
  for (const { turn, pieces } of boards) {
    const own = (all: FenBoard['pieces']) => all.map((piece) => (piece && colorOf(piece) === turn ? piece : '')).join();
    if (turn !== first.turn || own(pieces) !== own(first.pieces)) throw new EmbedError(puzzleProblems.otherBoards);
  }
  return boards;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' && value.length <= LIMITS.boards * 100 ? value : null;
}

function numberIn(value: unknown, least: number, most: number): number | null {
  return typeof value === 'number' && value >= least && value <= most ? value : null;
}

function answersOf(value: unknown): string[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_ANSWERS) return null;
  return value.every((answer) => typeof answer === 'string' && answer.length <= 5) ? [...value] : null;
}

function numbersOf(value: unknown, form: RegExp, most: number): [string, number][] | null {
  if (!Array.isArray(value) || value.length > MOST_ANSWERS) return null;
  const pairs = value.map((pair): [string, number] | null => {
    if (!Array.isArray(pair) || pair.length !== 2) return null;
    const [name, number] = pair;
    return typeof name === 'string' && form.test(name) && numberIn(number, 0, most) !== null ? [name, number] : null;
  });
  return pairs.every((pair) => pair !== null) ? pairs : null;
}

/** The number behind an answer; `null` where the puzzle has none. */
export function numberOf({ numbers }: Puzzle, answer: string): number | null {
  return numbers?.find(([name]) => name === answer)?.[1] ?? null;
}

/** How many boards are possible. */
export function boardCount({ boards }: Puzzle): number {
  return boards.split(';').length;
}

/** The side of the solver, who is to move. */
export function sideOf({ boards }: Puzzle): Color {
  return boards.trim().split(/\s+/)[1] === 'b' ? 'black' : 'white';
}
