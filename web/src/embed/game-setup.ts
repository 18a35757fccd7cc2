import type { Color, Square } from 'outpost-rbc';
import { MEASURES, type Measure } from '../belief/sense-rows';
import { opponentOf, pieceOf, ROLES, type Role, squareName } from '../board/squares';
import {
  COLORS,
  EmbedError,
  type FenBoard,
  type GAME_ATTRIBUTES,
  GAME_TEXTS,
  oneOf,
  quoted,
  readFen,
  readFens,
  readMoves,
  readSquares,
  readText,
  readWeights,
  someOf,
  wholeNumber,
} from '../problems/attributes';
import { type BoardSet, boardSet } from '../problems/board-set';
import { isPlayed, TASKS, type Task } from '../problems/tasks';
import type { Told } from '../problems/told';
import type { BoardTasks } from './board-tasks';
import { embedWords } from './words';

const ASSISTANCE = ['none', 'tracking', 'hints'] as const;

/** What is shown, and changes nothing of the game. */
export type GameAttributes = Record<(typeof GAME_ATTRIBUTES)[number], string | null>;

/** What `<outpost-game>` is to show, as its attributes have it. */
export interface EmbedSetup {
  side: Color;
  /** `null`: where games begin. */
  fen: string | null;
  /** Boards that cannot be told apart, to decide on instead of a game. */
  set: BoardSet | null;
  /** A board that was known, the opponent to move, and what the person was told since. */
  before: FenBoard | null;
  told: readonly Told[];
  /** Whether the engine may be loaded. Without it, moves are judged by `answer` alone. */
  engine: boolean;
  agent: string;
  budgetMs: number;
  assist: (typeof ASSISTANCE)[number];
  seed: number | null;
  task: Task | null;
  measure: Measure;
  goal: number | null;
  squares: readonly Square[];
  piece: Role | null;
  /** What an author lists as right: squares, requests in UCI, `pass` or a number. */
  answer: readonly string[] | null;
  /** Of the task `choose`: the index of the right board; `null`: the heaviest. */
  right: number | null;
  turns: number | null;
  panels: readonly 'boards'[];
}

/** Whether attributes ask for what is loaded when it is first needed (`board-tasks.ts`). */
export function needsBoardTasks({ boards, before, told, engine, task }: GameAttributes): boolean {
  return Boolean(before || told || engine || (boards && task?.trim().toLowerCase() === 'move'));
}

/** Reads the attributes; throws where they make no game. `tasks`: where they need it. */
export function readSetup(given: GameAttributes, tasks: BoardTasks | null = null): EmbedSetup {
  for (const name of GAME_TEXTS) readText(name, given[name]);
  const task = given.task ? oneOf<Task>('task', given.task, TASKS, 'sense') : null;
  const set = given.boards ? boardSet(readFens(given.boards), given.weights ? readWeights(given.weights) : null) : null;
  const fen = given.fen ? readFen(given.fen) : null;
  const need = (name: 'squares' | 'turns' | 'boards' | 'answer' | 'before' | 'told'): void => {
    if (task && !given[name]) throw new EmbedError(embedWords.needs(name, task));
  };
  if (task === 'reach') need('squares');
  if (task === 'survive') need('turns');
  if (task === 'left') for (const name of ['boards', 'squares'] as const) need(name);
  if (task === 'where') for (const name of ['boards', 'answer'] as const) need(name);
  if (task === 'played') for (const name of ['boards', 'before', 'told', 'answer'] as const) need(name);
  if (given.before || given.told) for (const name of ['boards', 'before', 'told'] as const) need(name);
  const engine = oneOf('engine', given.engine, ['on', 'off'] as const, 'on') === 'on';
  if (!engine) for (const name of ['boards', ...(task === 'move' ? (['answer'] as const) : [])] as const) need(name);
  if (task === 'choose') {
    need('boards');
    if (!set?.weighted && !given.answer) throw new EmbedError(embedWords.needs('weights', task));
  }
  if (set && (task === null || isPlayed(task))) throw new EmbedError(embedWords.notWith('boards', task ?? '–'));
  if (task === 'capture-king' && fen) {
    const side = oneOf<Color>('side', given.side, COLORS, fen.turn);
    if (!fen.pieces.includes(pieceOf('king', opponentOf(side)))) throw new EmbedError(embedWords.noKing);
  }
  const { before, told } = (set && tasks?.readBefore(given, task, set)) ?? { before: null, told: [] };
  const number = (name: 'goal' | 'turns', most: number): number | null =>
    given[name] ? wholeNumber(name, given[name], 1, most, 1) : null;
  const side = set?.color ?? oneOf<Color>('side', given.side, COLORS, fen?.turn ?? 'white');
  return {
    side,
    fen: fen?.fen ?? null,
    set,
    before,
    told,
    engine,
    agent: quoted(given.agent?.trim() || 'attacker'),
    budgetMs: wholeNumber('budget', given.budget, 0, 60_000, 500),
    assist: oneOf('assist', given.assist, ASSISTANCE, 'none'),
    seed: given.seed ? wholeNumber('seed', given.seed, 0, 999_999_999, 0) : null,
    task,
    measure: oneOf<Measure>('measure', given.measure, MEASURES, 'worst'),
    goal: number('goal', 100_000_000),
    squares: task === 'left' ? readSquares(given.squares ?? '').slice(0, 1) : readSquares(given.squares ?? ''),
    piece: given.piece ? oneOf<Role>('piece', given.piece, ROLES, 'pawn') : null,
    answer: given.answer && task !== 'choose' ? readAnswer(given.answer, task) : null,
    right:
      given.answer && task === 'choose' ? wholeNumber('answer', given.answer, 1, set?.boards.length ?? 1, 1) - 1 : null,
    turns: number('turns', 1000),
    panels: someOf<'boards'>('panels', given.panels, ['boards'], task === 'choose' ? ['boards'] : []),
  };
}

function readAnswer(text: string, task: Task | null): string[] {
  switch (task) {
    case 'sense':
    case 'where':
      return readSquares(text).map(squareName);
    case 'count':
    case 'left':
      return [String(wholeNumber('answer', text, 1, 100_000_000, 1))];
    default:
      return readMoves(text).map((move) => move ?? 'pass');
  }
}
