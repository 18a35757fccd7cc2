import type { Outpost as Engine, MoveRow, Square } from 'outpost-rbc';
import { Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { after, bestOn, boardsOf, classesOf, find, rated, ratings, says, seen, stepOf, table } from './checks';
import makeLesson from './two-knights';

const lesson = makeLesson();

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
  const tables: ReadonlyMap<string, MoveRow>[] = [];
  for (const fen of boards) tables.push(await table(outpost, fen));
  const values = [...Array(64).keys()].map((square) =>
    classesOf(boards, square as Square).reduce((sum, places) => {
      const [best] = rated(places.map((i) => tables[i] as ReadonlyMap<string, MoveRow>));
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
  expect(most).toBeLessThan(0.41);
  says(stepOf(lesson, 'clairvoyance'), most);
  says(stepOf(lesson, 'plan-in-the-dark'), most, find(await ratings(outpost, before), 'b7b8q').mean);
});

/** What may have come of a request, its answer included. */
interface Outcome {
  board: number;
  fen: string;
  /** The captures that one is told of. */
  told: string;
  /** What each request is worth then; nothing where the king was taken. */
  values: number[];
}

async function outcomesOf(boards: readonly string[], request: string): Promise<Outcome[]> {
  const found: (Omit<Outcome, 'values'> & { rows: ReadonlyMap<string, MoveRow> })[] = [];
  for (const [board, fen] of boards.entries()) {
    const theirs = after(fen, request).fen;
    for (const row of (await table(outpost, theirs, 1_000)).values()) {
      if (row.request !== null && row.asAsked < 1) continue;
      const answer = after(theirs, row.request ?? 'pass');
      const over = !answer.fen.split(' ')[0]?.includes('K');
      const rows = over ? new Map<string, MoveRow>() : await table(outpost, answer.fen, 2_500);
      found.push({ board, fen: answer.fen, told: String(answer.capture), rows });
    }
  }
  const requests = [...new Set(found.flatMap(({ rows }) => [...rows.keys()]))];
  return found.map(({ rows, ...rest }) => ({ ...rest, values: requests.map((asked) => rows.get(asked)?.mean ?? 0) }));
}

/** The ways in which a sense can sort what may have come, for each thing that one can be told. */
function sensesOf(outcomes: readonly Outcome[]): number[][][][] {
  return [...new Set(outcomes.map(({ told }) => told))].map((told) => {
    const sorts = new Map<string, number[][]>();
    for (let square = 0; square < 64; square++) {
      const groups = new Map<string, number[]>();
      outcomes.forEach((outcome, i) => {
        if (outcome.told !== told) return;
        const view = seen(outcome.fen, square as Square);
        groups.set(view, [...(groups.get(view) ?? []), i]);
      });
      const sort = [...groups.values()];
      sorts.set(JSON.stringify(sort), sort);
    }
    return [...sorts.values()];
  });
}

/**
 * What a request is worth where Black, who sees all, answers as it likes, and then one sense and one request follow: at least.
 * Black's answers are weighed anew in each round by how little they left so far (multiplicative weights), and the best plan
 * against them is found. To choose among the plans of all rounds by lot is a plan, too; it is worth what it leaves at its worst.
 */
async function leastOf(boards: readonly string[], request: string, rounds: number): Promise<number> {
  const outcomes = await outcomesOf(boards, request);
  const senses = sensesOf(outcomes);
  const of = boards.map((_, board) => outcomes.flatMap((outcome, i) => (outcome.board === board ? [i] : [])));
  const left = outcomes.map(() => 0);
  const weights = outcomes.map(() => 0);
  const sums = new Float64Array(outcomes[0]?.values.length ?? 0);
  const best = (group: readonly number[]): [number, number] => {
    // The inmost of the loops: no closures here.
    sums.fill(0);
    for (const i of group) {
      const { values } = outcomes[i] as Outcome;
      for (let asked = 0; asked < sums.length; asked++) {
        sums[asked] = (sums[asked] as number) + (weights[i] as number) * (values[asked] as number);
      }
    }
    let most = 0;
    for (let asked = 1; asked < sums.length; asked++)
      if ((sums[asked] as number) > (sums[most] as number)) most = asked;
    return [sums[most] as number, most];
  };
  for (let round = 0; round < rounds; round++) {
    for (const own of of) {
      const least = Math.min(...own.map((i) => left[i] as number));
      const raw = own.map((i) => Math.exp((-6 / Math.sqrt(round + 4)) * ((left[i] as number) - least)));
      const total = raw.reduce((a, b) => a + b) * boards.length;
      own.forEach((i, at) => {
        weights[i] = (raw[at] as number) / total;
      });
    }
    for (const sorts of senses) {
      let chosen: { value: number; groups: [readonly number[], number][] } = { value: -1, groups: [] };
      for (const sort of sorts) {
        const plans = sort.map((group) => [group, best(group)] as const);
        const sum = plans.reduce((total, [, [worth]]) => total + worth, 0);
        if (sum > chosen.value) chosen = { value: sum, groups: plans.map(([group, [, asked]]) => [group, asked]) };
      }
      for (const [group, asked] of chosen.groups)
        for (const i of group) left[i] = (left[i] as number) + (outcomes[i]?.values[asked] as number);
    }
  }
  const least = of.map((own) => Math.min(...own.map((i) => left[i] as number)) / rounds);
  return least.reduce((a, b) => a + b) / boards.length;
}

it('has better ones: plans that work on all boards', async () => {
  const step = stepOf(lesson, 'plan-in-the-dark');
  const boards = boardsOf(step);
  expect(boards).toEqual(boardsOf(stepOf(lesson, 'all-agree')));
  const right = (step.show?.attributes.answer ?? '').split(' ');
  const named = ['c3d5', 'd2c1', 'e1f3', 'h2h4'];
  const requests = [...(await table(outpost, boards[0] as string, 1_000)).keys()];
  const knights = requests.filter((request) => /^(c3|e1)/.test(request));
  expect([...right].sort()).toEqual([...knights, 'd2c1', 'd2e3', 'h2h4'].sort());
  for (const request of right) {
    const least = await leastOf(boards, request, named.includes(request) ? 300 : 60);
    if (named.includes(request)) says(step, least);
    else expect(least, request).toBeGreaterThan(0.48);
  }
  // The others: to some, one answer of Black's is enough; the king's steps are bad even for those who see.
  const all = await ratings(outpost, boards);
  for (const request of requests.filter((candidate) => !right.includes(candidate))) {
    if (/^d2/.test(request)) {
      expect(find(all, request).mean, request).toBeLessThan(0.2);
    } else {
      // A pawn that would capture finds nothing on any board.
      const taken = /^(a4b5|b7[ac]8|h2g3)/.test(request) ? 'pass' : request;
      const most = await mostOf(boards.map((fen) => after(after(fen, taken).fen, 'e7g5').fen));
      expect(most, request).toBeLessThan(/^b7/.test(request) ? 0.41 : 0.395);
    }
  }
}, 120_000);
