import type { Action, Replay, ReplayStep } from 'outpost-rbc';
import { describe, expect, it, vi } from 'vitest';
import { type Line, WhatIf } from './what-if';

const step = (index: number, changes: Partial<ReplayStep> = {}): ReplayStep => ({
  index,
  ply: Math.floor(index / 3),
  color: Math.floor(index / 3) % 2 ? 'black' : 'white',
  phase: (['start', 'sensed', 'moved'] as const)[index % 3] as ReplayStep['phase'],
  fen: '',
  sense: null,
  move: null,
  notice: null,
  ...changes,
});
const sensed = (index: number, square: number | null) => step(index, { sense: { square, result: [] } });
const moved = (index: number, requested: string | null) =>
  step(index, { move: { requested, taken: requested, capture: null } });

/** A game that branches as the engine does, by rules that allow everything but `a1a1`. */
function fakeReplay(steps: ReplayStep[]): Replay & { dispose: ReturnType<typeof vi.fn> } {
  return {
    steps,
    dispose: vi.fn(),
    branch: async (at: number, action: Action) => {
      if (at >= steps.length) throw new Error('there is no such step');
      if ('request' in action && action.request === 'a1a1') throw new Error('there is no such request');
      const before = steps.slice(0, at + 1);
      const next = at + 1;
      if ('sense' in action) return fakeReplay([...before, sensed(next, action.sense)]);
      // At the start of a half-turn it passes the sense over.
      const over = steps[at]?.phase === 'start' ? [sensed(next, null)] : [];
      const after = next + over.length;
      return fakeReplay([...before, ...over, moved(after, action.request), step(after + 1)]);
    },
    moves: async () => ({ rows: [{ request: 'e2e4' }, { request: null }] }),
  } as unknown as Replay & { dispose: ReturnType<typeof vi.fn> };
}

const game = () =>
  fakeReplay([
    step(0),
    sensed(1, 12),
    moved(2, 'e2e4'),
    step(3),
    sensed(4, 28),
    moved(5, 'e7e5'),
    step(6),
    sensed(7, 52),
    moved(8, 'a1a1'),
  ]);

describe('what if', () => {
  it('tries a sense from the start of its half-turn and a move from after the sense, whichever step is on view', () => {
    const whatIf = new WhatIf(game(), () => undefined);
    for (const index of [3, 4, 5]) {
      const here = whatIf.steps[index] as ReplayStep;
      expect(whatIf.from('sense', here)?.index).toBe(3);
      expect(whatIf.from('move', here)?.index).toBe(4);
    }
  });

  it('makes a line of what was not played, once', async () => {
    const changed = vi.fn();
    const whatIf = new WhatIf(game(), changed);
    expect(await whatIf.try(0, { sense: 12 })).toBe(1);
    expect(whatIf.current).toBe(whatIf.tree.root);
    expect(await whatIf.try(0, { sense: 20 })).toBe(1);
    const line = whatIf.current;
    expect(line.parent).toBe(whatIf.tree.root);
    expect(whatIf.steps.length).toBe(2);
    whatIf.show(whatIf.tree.root);
    await whatIf.try(0, { sense: 20 });
    expect(whatIf.current).toBe(line);
    expect(whatIf.tree.rows()).toHaveLength(2);
    expect(changed).toHaveBeenCalled();
  });

  it('shows a request that passes the sense over where it has been made', async () => {
    const whatIf = new WhatIf(game(), () => undefined);
    expect(await whatIf.try(3, { request: 'd7d5' })).toBe(5);
    expect(whatIf.steps[5]?.phase).toBe('moved');
    expect(whatIf.seen(whatIf.current)).toBe(5);
  });

  it('offers what was played at the half-turn where a line ends, and assumes it', async () => {
    const whatIf = new WhatIf(game(), () => undefined);
    expect(whatIf.recorded).toBeNull();
    await whatIf.try(1, { request: 'd2d4' });
    expect(whatIf.recorded).toEqual({ color: 'black', actions: [{ sense: 28 }, { request: 'e7e5' }] });
    expect(await whatIf.assume()).toBe(5);
    expect(whatIf.current.assumed).toBe(true);
    expect(whatIf.tree.rows().map(({ node }) => node.assumed)).toEqual([false, false, true, true]);
    // After another sense, the move that was made.
    whatIf.show(whatIf.tree.root);
    await whatIf.try(3, { sense: 0 });
    expect(whatIf.recorded).toEqual({ color: 'black', actions: [{ request: 'e7e5' }] });
  });

  it('says why something cannot be tried, and stays where it is', async () => {
    const whatIf = new WhatIf(game(), () => undefined);
    await whatIf.try(4, { request: 'd7d5' });
    expect(await whatIf.assume()).toBeNull();
    expect(whatIf.problem).toBe('there is no such request');
    // The sense was possible.
    expect(whatIf.steps.at(-1)?.phase).toBe('sensed');
    expect(whatIf.busy).toBe(false);
  });

  it('travels in a link: what leads to the line on view, and the step of it', async () => {
    const whatIf = new WhatIf(game(), () => undefined);
    expect(whatIf.tried).toEqual([]);
    await whatIf.try(1, { request: 'd2d4' });
    // Not on the way to what is shown.
    await whatIf.try(3, { sense: 9 });
    whatIf.show(whatIf.tree.root.children[0] as Line);
    await whatIf.assume();
    await whatIf.try(6, { request: null });
    const { tried } = whatIf;
    expect(tried).toEqual([
      { place: { ply: 0, phase: 'sensed' }, action: { request: 'd2d4' }, assumed: false },
      { place: { ply: 1, phase: 'start' }, action: { sense: 28 }, assumed: true },
      { place: { ply: 1, phase: 'sensed' }, action: { request: 'e7e5' }, assumed: true },
      { place: { ply: 2, phase: 'start' }, action: { request: null }, assumed: false },
    ]);

    const other = new WhatIf(game(), () => undefined);
    expect(await other.follow({ tried, place: { ply: 1, phase: 'moved' } })).toBe(5);
    expect(other.steps).toEqual(whatIf.steps);
    expect(other.tried).toEqual(tried);
    expect(other.tree.rows()).toHaveLength(5);
    expect(other.busy).toBe(false);
    // A step that the line does not have is its last one.
    const last = new WhatIf(game(), () => undefined);
    expect(await last.follow({ tried, place: { ply: 3, phase: 'moved' } })).toBe(whatIf.steps.length - 1);
  });

  it('of a link that cannot be tried leaves the game on view, and says why', async () => {
    const start = { ply: 0, phase: 'start' } as const;
    for (const [one, why] of [
      [{ place: { ply: 0, phase: 'sensed' }, action: { request: 'a1a1' } }, 'there is no such request'],
      [{ place: { ply: 9, phase: 'start' }, action: { sense: 4 } }, 'there is no such step'],
    ] as const) {
      const whatIf = new WhatIf(game(), () => undefined);
      const tried = [{ place: start, action: { sense: 20 } }, one];
      expect(await whatIf.follow({ tried, place: start })).toBeNull();
      expect(whatIf.current).toBe(whatIf.tree.root);
      expect([whatIf.problem, whatIf.busy]).toEqual([why, false]);
    }
  });

  it('takes lines away with what follows, and frees them', async () => {
    const whatIf = new WhatIf(game(), () => undefined);
    await whatIf.try(1, { request: 'd2d4' });
    const first = whatIf.current;
    await whatIf.try(3, { sense: 4 });
    const second = whatIf.current;
    expect(whatIf.remove(first)).toBe(true);
    expect(whatIf.current).toBe(whatIf.tree.root);
    for (const { line } of [first, second]) expect(line.replay.dispose).toHaveBeenCalledOnce();
    expect(whatIf.tree.root.line.replay.dispose).not.toHaveBeenCalled();
  });

  it('drops what is worked out from a line that is taken away meanwhile', async () => {
    const whatIf = new WhatIf(game(), () => undefined);
    await whatIf.try(1, { request: 'd2d4' });
    const line = whatIf.current;
    const { replay } = line.line;
    let settle: (error?: Error) => void = () => undefined;
    const branched = fakeReplay([]);
    replay.branch = () =>
      new Promise((resolve, reject) => {
        settle = (error) => (error ? reject(error) : resolve(branched));
      });
    const trying = whatIf.try(3, { sense: 4 });
    expect(await whatIf.assume()).toBeNull();
    whatIf.remove(line);
    await vi.waitFor(() => settle(new Error('The object was disposed of.')));
    expect(await trying).toBeNull();
    expect(whatIf.problem).toBeNull();
    expect(whatIf.busy).toBe(false);
    expect(whatIf.tree.empty).toBe(true);
  });

  it('has the requests that a board can offer, until the choice is given up', async () => {
    const whatIf = new WhatIf(game(), () => undefined);
    whatIf.choose('move', whatIf.steps[1] as ReplayStep);
    expect(whatIf.choosing?.requests).toBeNull();
    await vi.waitFor(() => expect(whatIf.choosing?.requests).toEqual(['e2e4']));
    whatIf.cancel();
    expect(whatIf.choosing).toBeNull();
  });
});
