import type { Outpost as Engine, MoveRow, Square } from 'outpost';
import { Outpost } from 'outpost';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { after, bestOn, boardsOf, classesOf, find, rated, ratings, says, seen, stepOf, table } from '../checks';
import lesson from './two-knights';

let outpost: Engine;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

it('has a move for two boards that neither votes for', async () => {
  const step = stepOf(lesson, 'two-boards');
  const all = await ratings(outpost, boardsOf(step));
  const [best, second] = all as [(typeof all)[0], (typeof all)[0]];
  expect(best.request).toBe('e1d2');
  expect(best.mean).toBeGreaterThan(second.mean + 0.2);
  const [queen, bishop] = [find(all, 'd1c2'), find(all, 'f1g2')];
  expect(bestOn(all, 0)).toContain('d1c2');
  expect(bestOn(all, 1)).toContain('f1g2');
  expect([queen.on[1], bishop.on[0]]).toEqual([0, 0]);
  says(step, ...best.on, queen.on[0] as number, bishop.on[1] as number, queen.mean, bishop.mean);
});

it('has one for three', async () => {
  const step = stepOf(lesson, 'three-boards');
  const all = await ratings(outpost, boardsOf(step));
  const [best, second] = all as [(typeof all)[0], (typeof all)[0]];
  expect([best.request, second.request]).toEqual(['g1h1', 'd1f3']);
  expect(best.mean).toBeGreaterThan(second.mean + 0.2);
  for (let i = 0; i < 3; i++) expect(bestOn(all, i)).not.toContain('g1h1');
  expect(bestOn(all, 1)).toContain('d1e2');
  expect([bestOn(all, 0), bestOn(all, 2)]).toEqual([['g2f3'], ['g2h3']]);
  const pawn = find(all, 'g2f3');
  expect(pawn.on.slice(1)).toEqual([0, 0]);
  says(step, ...best.on, best.mean, pawn.on[0] as number, pawn.mean);
  says(step, second.on[0] as number, second.on[1] as number, second.mean);
});

it('has a move that is best on each of four boards', async () => {
  const step = stepOf(lesson, 'all-agree');
  const all = await ratings(outpost, boardsOf(step));
  const [best] = all as [(typeof all)[0]];
  expect(best.request).toBe('b7b8q');
  for (let i = 0; i < 4; i++) expect(bestOn(all, i)).toEqual(['b7b8q']);
  const quiet = all.find(({ request }) => !/^b7b8/.test(request)) as (typeof all)[0];
  expect(quiet.request).toBe('c3d5');
  says(step, ...best.on, quiet.mean);
  says(stepOf(lesson, 'clairvoyance'), best.mean);
});

/** The most that can be had next turn, the boards of the task, one sense and one request for each thing that it may show. */
async function mostOf(boards: readonly string[]): Promise<number> {
  const tables: Map<string, MoveRow>[] = [];
  for (const fen of boards) tables.push(await table(outpost, fen));
  const values = [...Array(64).keys()].map((square) =>
    classesOf(boards, square as Square).reduce((sum, places) => {
      const [best] = rated(places.map((i) => tables[i] as Map<string, MoveRow>));
      return sum + (best?.mean ?? 0) * (places.length / boards.length);
    }, 0),
  );
  return Math.max(...values);
}

it('is worth half of that where the next turn must be the same on boards that look alike', async () => {
  const before = boardsOf(stepOf(lesson, 'all-agree'));
  const boards = before.map((fen) => after(after(fen, 'b7b8q').fen, 'e7g5').fen);
  expect(boardsOf(stepOf(lesson, 'one-sense'))).toEqual(boards);
  expect(boardsOf(stepOf(lesson, 'clairvoyance'))).toEqual(boards.slice(0, 2));
  // On each board another square is safe, and that one only.
  const all = await ratings(outpost, boards);
  const safe = boards.map((_, i) => all.filter(({ on }) => (on[i] as number) > 0).map(({ request }) => request));
  expect(safe).toEqual([['d2d1'], ['d2d3'], ['d2e2'], ['d2c2']]);
  // No sense tells more than two apart.
  const worst = [...Array(64).keys()].map((square) =>
    Math.max(...classesOf(boards, square as Square).map(({ length }) => length)),
  );
  expect(Math.min(...worst)).toBe(2);
  // This is an upper bound: Black's answer is known here, and it is only one of Black's.
  const most = await mostOf(boards);
  expect(most).toBeLessThan(0.4);
  says(stepOf(lesson, 'clairvoyance'), most);
  says(stepOf(lesson, 'plan-in-the-dark'), most);
});

/**
 * What a request is worth at least, whatever Black answers: a plan with a sense, and a request for each thing that the turn can
 * begin with and the sense can show. The plan is what is found by trying; it need not be the best.
 */
async function leastOf(boards: readonly string[], request: string, square: Square): Promise<number> {
  interface State {
    board: number;
    told: string;
    rows: Map<string, MoveRow>;
  }
  const states: State[] = [];
  for (const [board, fen] of boards.entries()) {
    const theirs = after(fen, request).fen;
    for (const row of (await table(outpost, theirs, 1_000)).values()) {
      if (row.request !== null && row.asAsked < 1) continue;
      const answered = after(theirs, row.request ?? 'pass');
      const told = `${answered.capture} ${seen(answered.fen, square)}`;
      states.push({ board, told, rows: await table(outpost, answered.fen, 4_000) });
    }
  }
  const plan = new Map<string, string>();
  const groups = new Map<string, State[]>();
  for (const state of states) groups.set(state.told, [...(groups.get(state.told) ?? []), state]);
  const chance = (state: State, asked: string) => state.rows.get(asked)?.mean ?? 0;
  for (const [told, group] of groups) {
    const worst = (asked: string) => Math.min(...group.map((state) => chance(state, asked)));
    const choices = [...(group[0] as State).rows.keys()];
    plan.set(
      told,
      choices.reduce((best, asked) => (worst(asked) > worst(best) ? asked : best)),
    );
  }
  return boards.reduce((sum, _, board) => {
    const of = states.filter((state) => state.board === board);
    return sum + Math.min(...of.map((state) => chance(state, plan.get(state.told) as string))) / boards.length;
  }, 0);
}

it('has a better one: a plan that works on all boards', async () => {
  const step = stepOf(lesson, 'plan-in-the-dark');
  const boards = boardsOf(step);
  expect(boards).toEqual(boardsOf(stepOf(lesson, 'all-agree')));
  const c3 = 18 as Square;
  const least = new Map<string, number>();
  for (const request of (step.show?.attributes.answer ?? '').split(' ')) {
    least.set(request, await leastOf(boards, request, c3));
    expect(least.get(request), request).toBeGreaterThan(0.42);
  }
  const value = (request: string) => least.get(request) as number;
  expect(Math.max(...least.values())).toBe(value('c3d5'));
  says(step, value('c3d5'), value('d2c1'), value('c3d1'), value('h2h4'));
}, 120_000);
