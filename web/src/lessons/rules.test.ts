import { Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answered, requestsOf } from './answered';
import type { Shown } from './lesson';
import makeLesson from './rules';

const lesson = makeLesson();

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

function task(id: string): { show: Shown; solution: readonly string[] } {
  const { show, solution } = lesson.steps.find((step) => step.id === id) ?? {};
  if (!show || !solution) throw new Error(`Step ${id} has no task`);
  return { show, solution };
}

/** The requests that solve a task of one turn. */
async function solving(id: string): Promise<string[]> {
  const { show } = task(id);
  const right: string[] = [];
  for (const request of await requestsOf(outpost, show)) {
    if ((await answered(outpost, show, [request])).result === 'solved') right.push(request);
  }
  return right;
}

it('is solved in one turn by no other requests than those explained', async () => {
  expect(await solving('slide')).toEqual(['b2f6', 'b2g7', 'b2h8']);
  expect(await solving('pawns')).toEqual(['e5d6']);
  expect(await solving('notice')).toEqual(['a5d5', 'a5e5']);
  expect(await solving('castle')).toEqual(['e1c1']);
});

it('tells what it says that one is told', async () => {
  const told = async (id: string, answers: readonly string[]) => (await answered(outpost, task(id).show, answers)).told;
  expect(await told('slide', ['b2h8'])).toEqual(['lost -', 'took f6', 'moved b2f6']);
  for (const square of ['e5', 'e6', 'e7']) {
    const [, seen] = await told('pawns', [`sense ${square}`]);
    expect(seen).toMatch(/\bnd6\b.*\bpe6\b/);
    expect(seen).not.toContain('f6');
  }
  expect(await told('pawns', ['e5e6'])).toEqual(['lost -', 'moved -']);
  expect(await told('pawns', ['e5f6'])).toEqual(['lost -', 'moved -']);
  expect(await told('notice', [])).toEqual(['lost d5']);
  expect((await told('castle', ['sense g1']))[1]).toContain('ng1');
  expect((await told('castle', ['sense c1']))[1]).not.toMatch(/[a-h]1/);
  expect(await told('castle', ['e1g1'])).toEqual(['lost -', 'moved -']);
  expect((await told('hunt', task('hunt').solution)).filter((line) => line.includes('k'))).toEqual([
    'seen ke7 pf7',
    'seen pf7 kf6',
    'seen pf7 pg7 kf6',
    'took f6',
  ]);
  const guard = await told('guard', task('guard').solution);
  expect(guard.filter((line) => line.includes('N'))).toEqual(['seen pd7 pe7 pf7 Nd6 nf6']);
  expect(guard).toContain('took d6');
});

it('is not solved by whoever does not look', async () => {
  const result = async (id: string, answers: readonly string[]) =>
    (await answered(outpost, task(id).show, answers)).result;
  expect(await result('hunt', Array(8).fill('pass'))).toBe('failed');
  expect(await result('hunt', ['d1e2', 'e2e8', ...Array(6).fill('pass')])).toBe('failed');
  expect(await result('guard', Array(4).fill('pass'))).toBe('failed');
  for (const opening of [
    ['e7e5', 'd7d5', 'g8f6'],
    ['b8c6', 'g8f6', 'e7e5'],
    ['c7c6', 'e7e6', 'd7d5'],
  ]) {
    expect(await result('guard', opening)).toBe('failed');
  }
});
