import type { BeliefView, Color, Replay, ReplayStep, StepSizes, TurnReport } from 'outpost-rbc';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnalysisSession } from './analysis-session';

const phases = ['start', 'sensed', 'moved'] as const;
const steps = Array.from({ length: 9 }, (_, index) => ({
  index,
  ply: Math.floor(index / 3),
  color: Math.floor(index / 3) % 2 ? 'black' : 'white',
  phase: phases[index % 3],
})) as ReplayStep[];

/** A replay whose beliefs are answered by hand, and that tells what it was asked. */
function fakeReplay() {
  const asked: string[] = [];
  const open: { what: string; answer: () => void; refuse: (why: Error) => void }[] = [];
  const call = <T>(what: string, value: T, signal?: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      asked.push(what);
      open.push({ what, answer: () => resolve(value), refuse: reject });
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  const replay = {
    steps,
    belief: (step: number, color: Color, { signal, weights }: { signal: AbortSignal; weights: string }) =>
      call(`${step}${color}${weights === 'weighted' ? ' weighted' : ''}`, { color } as BeliefView, signal),
    analyse: ({ signal }: { signal: AbortSignal }) => call('analyse', undefined, signal),
    report: ({ signal, onTurns }: { signal: AbortSignal; onTurns: (turns: TurnReport[]) => void }) => {
      onTurns([{ ply: 1 } as TurnReport]);
      return call('report', undefined, signal);
    },
  } as unknown as Replay;
  const settle = async (what: string, end: 'answer' | 'refuse' = 'answer') => {
    const at = open.findIndex((one) => one.what === what);
    const [one] = open.splice(at, 1);
    if (end === 'answer') one?.answer();
    else one?.refuse(new Error('broken'));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { replay, asked, settle };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('beliefs', () => {
  it('are asked one by one, those on the boards first, and each once', async () => {
    const { replay, asked, settle } = fakeReplay();
    const session = new AnalysisSession(replay);
    const changed = vi.fn();
    session.onChange(['beliefs'], changed);
    session.want('failures', [{ step: 1, color: 'white' }]);
    session.want('boards', [
      { step: 4, color: 'black' },
      { step: 1, color: 'white' },
    ]);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual(['4black']);
    await settle('4black');
    expect(session.belief(4, 'black')).not.toBeNull();
    expect(changed).toHaveBeenCalledTimes(1);
    await settle('1white');
    session.want('boards', [{ step: 4, color: 'black' }]);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual(['4black', '1white']);
  });

  it('that nobody looks at any more are not worked out', async () => {
    const { replay, asked, settle } = fakeReplay();
    const session = new AnalysisSession(replay);
    for (let step = 0; step < 5; step++) session.want('boards', [{ step, color: 'white' }]);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual(['4white']);
    session.want('boards', [{ step: 5, color: 'white' }]);
    await vi.advanceTimersByTimeAsync(100);
    await settle('5white');
    expect(session.belief(4, 'white')).toBeNull();
    expect(session.problem).toBeNull();
    session.want('boards', [{ step: 6, color: 'white' }]);
    session.stop();
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual(['4white', '5white']);
  });

  it('that fail say so, and are tried again when asked to', async () => {
    const { replay, asked, settle } = fakeReplay();
    const session = new AnalysisSession(replay);
    const wanted = [{ step: 2, color: 'black' }] as const;
    // As a view does when it is drawn.
    session.onChange(['beliefs'], () => session.want('boards', wanted));
    session.want('boards', wanted);
    await vi.advanceTimersByTimeAsync(100);
    await settle('2black', 'refuse');
    expect(session.beliefFailed(2, 'black')).toBe(true);
    expect(session.problem).toBe('broken');
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual(['2black']);
    session.retry();
    await vi.advanceTimersByTimeAsync(100);
    expect(asked.filter((what) => what === '2black')).toHaveLength(2);
    await settle('2black');
    expect(session.belief(2, 'black')).not.toBeNull();
  });

  it('are asked anew when boards are weighed otherwise', async () => {
    const { replay, asked, settle } = fakeReplay();
    const session = new AnalysisSession(replay);
    const wanted = [{ step: 0, color: 'white' }] as const;
    session.onChange(['beliefs'], () => session.want('boards', wanted));
    session.want('boards', wanted);
    await vi.advanceTimersByTimeAsync(100);
    await settle('0white');
    session.weigh('weighted');
    expect(session.belief(0, 'white')).toBeNull();
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual(['0white', '0white weighted']);
  });
});

it('a line takes over what its trunk knows of the steps they share', () => {
  const { replay } = fakeReplay();
  const trunk = new AnalysisSession(replay);
  const set = { size: 1, estimate: 1, error: 0, chanceError: 0, completeness: 'exact' } as const;
  trunk.sizes = steps.map(({ index }): StepSizes => ({ index, white: set, black: set }));
  const line = new AnalysisSession(replay, trunk, 3);
  expect(line.sizes.map((size) => size?.index ?? null)).toEqual([0, 1, 2, 3, null, null, null, null, null]);
});

it('a report that is stopped keeps what it has, and goes on', async () => {
  const { replay, asked, settle } = fakeReplay();
  const session = new AnalysisSession(replay);
  void session.makeReport(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(session.report.running).toBe(true);
  session.stopReport();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.report).toMatchObject({ running: false, done: false, problem: null });
  void session.makeReport(1);
  await settle('report');
  await settle('report');
  expect(session.report.done).toBe(true);
  expect(session.report.turns[1]).toEqual({ ply: 1 });
  void session.makeReport(1);
  expect(asked).toEqual(['report', 'report']);
});

describe('what takes long', () => {
  it('says so after a while, and not before', async () => {
    const { replay, settle } = fakeReplay();
    const session = new AnalysisSession(replay);
    session.start();
    await vi.advanceTimersByTimeAsync(1400);
    expect(session.slow).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(session.slow).toBe(true);
    await settle('analyse');
    expect(session.slow).toBe(false);
  });

  it('can be stopped, and gone on with', async () => {
    const { replay, asked, settle } = fakeReplay();
    const session = new AnalysisSession(replay);
    session.start();
    session.want('boards', [{ step: 4, color: 'black' }]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([asked, session.slow]).toEqual([['analyse', '4black'], true]);
    session.halt();
    await vi.advanceTimersByTimeAsync(2000);
    expect([session.slow, session.halted, session.problem]).toEqual([false, true, null]);
    // Nothing begins by itself, whatever is looked at.
    session.want('boards', [{ step: 5, color: 'black' }]);
    session.start();
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked.length).toBe(2);
    session.goOn();
    await vi.advanceTimersByTimeAsync(100);
    expect(asked.slice(2)).toEqual(['analyse', '5black']);
    await settle('5black');
    expect(session.belief(5, 'black')).not.toBeNull();
  });
});
