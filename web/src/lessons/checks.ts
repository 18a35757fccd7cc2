/** For the tests of lessons: what the engine says of the boards that they show. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MoveRow, Outpost, Square } from 'outpost-rbc';
import { expect } from 'vitest';
import { parseSquare, senseWindow } from '../board/squares';
import { readFen, readFens, readWeights } from '../problems/attributes';
import { boardSet, groupsOf } from '../problems/board-set';
import type { Lesson, LessonStep, Shown } from './lesson';

/** As much as `<outpost-game>` looks at. */
const NODES = 400_000;

/** A request over several boards: its chance to win on each, and their weighted mean. */
export interface Rated {
  request: string;
  on: number[];
  mean: number;
}

export function stepOf(lesson: Lesson, id: string): LessonStep {
  const step = lesson.steps.find((candidate) => candidate.id === id);
  if (!step) throw new Error(`no step ${id}`);
  return step;
}

/** What a step of a lesson shows. */
export function shownIn(lesson: Lesson, id: string): Shown {
  const { show } = stepOf(lesson, id);
  if (!show) throw new Error(`step ${id} shows nothing`);
  return show;
}

export function boardsOf(step: LessonStep): string[] {
  return readFens(step.show?.attributes.boards ?? '').map(({ fen }) => fen);
}

export function weightsOf(step: LessonStep): number[] {
  const text = step.show?.attributes.weights;
  return text ? readWeights(text) : boardsOf(step).map(() => 1);
}

/** All that a step says. */
export function wordsOf({ heading, text, show }: LessonStep): string {
  const { prompt = '', hint = '', explain = '', caption = '' } = show?.attributes ?? {};
  return [heading, ...text, prompt, hint, explain, caption].join('\n');
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** A step says each of these numbers. */
export function says(step: LessonStep, ...shares: number[]): void {
  for (const share of shares) expect(wordsOf(step), step.id).toContain(percent(share));
}

type Table = ReadonlyMap<string, MoveRow>;

/** What was asked already: tests ask about the same boards, and searching them is most of their time. */
const asked = new WeakMap<Outpost, Map<string, Promise<Table>>>();

/** What the engine makes of each request on one board. */
export function table(outpost: Outpost, fen: string, nodes = NODES): Promise<Table> {
  const known = asked.get(outpost) ?? new Map<string, Promise<Table>>();
  asked.set(outpost, known);
  const key = `${nodes} ${fen}`;
  const found = known.get(key) ?? search(outpost, fen, nodes);
  known.set(key, found);
  return found;
}

async function search(outpost: Outpost, fen: string, nodes: number): Promise<Table> {
  const set = await outpost.openBoards([fen]);
  const { rows } = await set.moves({ nodes });
  set.dispose();
  return new Map(rows.map((row) => [row.request ?? 'pass', row]));
}

/** Every request over all boards, best first. */
export async function ratings(outpost: Outpost, boards: readonly string[], weights?: number[]): Promise<Rated[]> {
  const tables = [];
  for (const fen of boards) tables.push(await table(outpost, fen));
  return rated(tables, weights);
}

export function rated(tables: readonly ReadonlyMap<string, MoveRow>[], weights = tables.map(() => 1)): Rated[] {
  const total = weights.reduce((sum, weight) => sum + weight);
  const requests = [...(tables[0]?.keys() ?? [])].filter((request) => tables.every((rows) => rows.has(request)));
  return requests
    .map((request) => {
      const on = tables.map((rows) => (rows.get(request) as MoveRow).mean);
      const mean = on.reduce((sum, chance, i) => sum + (chance * (weights[i] as number)) / total, 0);
      return { request, on, mean };
    })
    .sort((a, b) => b.mean - a.mean);
}

export function find(all: readonly Rated[], request: string): Rated {
  const found = all.find((candidate) => candidate.request === request);
  if (!found) throw new Error(`no request ${request}`);
  return found;
}

/** The best requests on one of the boards: what that board would vote for. */
export function bestOn(all: readonly Rated[], board: number): string[] {
  const best = Math.max(...all.map(({ on }) => on[board] as number));
  return all.filter(({ on }) => (on[board] as number) >= best - 0.005).map(({ request }) => request);
}

/** The position after a move that is taken as asked, or the pass; no castling and no capture en passant. */
export function after(fen: string, move: string): { fen: string; capture: Square | null } {
  const { pieces, turn } = readFen(fen);
  let capture: Square | null = null;
  if (move !== 'pass') {
    const [from, to] = [parseSquare(move.slice(0, 2)) as Square, parseSquare(move.slice(2, 4)) as Square];
    if (pieces[to]) capture = to;
    const promoted = move[4] as 'q' | undefined;
    pieces[to] = promoted ? (turn === 'white' ? (promoted.toUpperCase() as 'Q') : promoted) : (pieces[from] ?? null);
    pieces[from] = null;
  }
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
    [0, 1, 2, 3, 4, 5, 6, 7]
      .map((file) => pieces[rank * 8 + file] ?? '1')
      .join('')
      .replace(/1+/g, (free) => String(free.length)),
  );
  return { fen: `${ranks.join('/')} ${turn === 'white' ? 'b' : 'w'} - - 0 1`, capture };
}

/** What a sense shows on a board. */
export function seen(fen: string, square: Square): string {
  const { pieces } = readFen(fen);
  return senseWindow(square)
    .map((at) => pieces[at] ?? '.')
    .join('');
}

/** Boards by what a sense shows: their places. */
export function classesOf(boards: readonly string[], square: Square): number[][] {
  return groupsOf(boardSet(boards.map(readFen)), square);
}

/** Figures that a lesson quotes stand in one of our documents, as they are written there. */
export function quotes(file: string, ...figures: string[]): void {
  const text = readFileSync(fileURLToPath(new URL(`../../../docs/${file}`, import.meta.url)), 'utf8');
  for (const figure of figures) expect(text, figure).toContain(figure);
}
