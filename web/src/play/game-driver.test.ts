import {
  type CallOptions,
  EngineCrashError,
  type Game,
  type GameSetup,
  type Observation,
  type Outcome,
  type PlayerView,
} from 'outpost-rbc';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cueOf, type News } from './cues';
import { GameDriver } from './game-driver';

const said = vi.hoisted(() => [] as string[]);
vi.mock('../ui/announcer', () => ({ announce: (text: string) => said.push(text), forgetAnnouncements: () => {} }));

const setup: GameSetup = {
  white: { kind: 'person', name: 'You' },
  black: { kind: 'agent', agent: 'random', budgetMs: 0 },
  clock: null,
  seed: 1,
};

/** White senses and moves, then it is Black's turn, which ends when the test says so. */
class FakeGame {
  phase: PlayerView['phase'] = 'sense';
  ply = 0;
  ended: Outcome | null = null;
  turns: { options: CallOptions; finish: () => void }[] = [];
  calls: string[] = [];
  observations: Observation[] = [{ type: 'opponent', capture: null }];
  outcome = async () => this.ended;
  toMove = async () => {
    const color = this.ply % 2 === 0 ? 'white' : 'black';
    return { color, seat: setup[color] };
  };
  view = async () => ({
    color: 'white',
    phase: this.phase,
    ply: this.ply,
    own: new Array(64).fill(null),
    requests: [],
    observations: [...this.observations],
    clocks: null,
    outcome: this.ended,
    takeBackRefusal: this.observations.some(({ type }) => type === 'sense') ? null : 'nothing',
  });
  sense = async (_: string, square: number | null) => {
    this.calls.push('sense');
    this.phase = 'move';
    this.observations.push({ type: 'sense', square, result: [] });
    return { square, result: [] };
  };
  move = async (_: string, requested: string | null) => {
    this.calls.push('move');
    this.phase = 'waiting';
    this.ply++;
    this.observations.push({ type: 'move', requested, taken: requested, capture: null });
    return { requested, taken: requested, capture: null };
  };
  takeBack = async () => {
    this.calls.push('takeBack');
    const last = this.observations.findLastIndex(({ type }) => type === 'sense');
    this.observations.length = last;
    this.phase = 'sense';
    this.ply = 2 * (this.observations.filter(({ type }) => type === 'opponent').length - 1);
  };
  belief = async () => {
    this.calls.push('belief');
    return { color: 'white' };
  };
  checkClock = async () => this.ended;
  dispose = () => {};

  agentTurn(options: CallOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => setTimeout(() => reject(new DOMException('stopped', 'AbortError')));
      if (options.signal?.aborted) stop();
      options.signal?.addEventListener('abort', stop);
      const finish = () => {
        this.ply++;
        this.phase = 'sense';
        this.observations.push({ type: 'opponent', capture: null });
        resolve();
      };
      this.turns.push({ options, finish });
    });
  }
}

class TestDriver extends GameDriver {
  plays = true;
  goesOn = true;
  override thinkingMs = 0;
  override get tracks(): boolean {
    return true;
  }
  protected override async begins(): Promise<boolean> {
    return this.plays;
  }
  protected override async moved(): Promise<boolean> {
    return this.goesOn;
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

let game: FakeGame;
let driver: TestDriver;
beforeEach(async () => {
  said.length = 0;
  game = new FakeGame();
  driver = new TestDriver(game as unknown as Game, setup);
  await driver.advance();
  await settled();
});

it('goes from sense to move to the opponent’s turn and back, and says so', async () => {
  expect([driver.stage, driver.phase, driver.tracking.state]).toEqual(['turn', 'sense', 'ready']);
  await driver.sense(20);
  expect([driver.stage, driver.phase]).toEqual(['turn', 'move']);
  await driver.move('e2e4');
  await settled();
  expect([driver.stage, driver.phase, game.turns.length]).toEqual(['thinking', 'waiting', 1]);
  game.turns[0]?.finish();
  await settled();
  expect([driver.stage, driver.phase]).toEqual(['turn', 'sense']);
  expect(said.map((text) => text.split('.')[0])).toEqual([
    'The game begins',
    expect.stringContaining('e3'),
    expect.stringContaining('Result'),
    'Your opponent captured nothing',
  ]);
});

it('tells what may be heard, once each, and nothing of what was before it', async () => {
  const heard: (string | null)[] = [];
  const listening = new TestDriver(game as unknown as Game, setup);
  listening.addEventListener('news', (event) => heard.push(cueOf((event as CustomEvent<News>).detail)));
  await listening.advance();
  await listening.sense(20);
  await listening.move('e2e4');
  await settled();
  game.turns[0]?.finish();
  await settled();
  await listening.sense(null);
  game.ended = { winner: 'black', reason: 'resignation' } as unknown as Outcome;
  await listening.clockRanOut();
  await listening.clockRanOut();
  expect(heard).toEqual([null, 'sense', 'moved', 'turn', null, 'lost']);

  const reopened = new TestDriver(game as unknown as Game, setup);
  const later = vi.fn();
  reopened.addEventListener('news', later);
  await reopened.advance(true);
  expect([reopened.stage, later.mock.calls.length]).toEqual(['over', 0]);
});

it('shows no opponent thinking who answers at once', async () => {
  const stages = new Set<string>();
  driver.thinkingMs = 60;
  driver.addEventListener('change', () => stages.add(driver.stage));
  await driver.sense(20);
  await driver.move('e2e4');
  await settled();
  game.turns[0]?.options.onProgress?.({ label: 'thinking', done: 1, total: 2 });
  expect(driver.stage).toBe('result');
  game.turns[0]?.finish();
  await settled();
  expect(stages).toEqual(new Set(['turn', 'result']));
  // One who takes longer is, until it has moved.
  await driver.sense(20);
  await driver.move('d2d4');
  await vi.waitFor(() => expect(driver.stage).toBe('thinking'));
  game.turns[1]?.finish();
  await settled();
  expect(driver.stage).toBe('turn');
});

it('refuses a move while it is the time to sense', async () => {
  await driver.move('e2e4');
  expect(game.calls).not.toContain('move');
});

describe('where its page says so', () => {
  it('ends after a move', async () => {
    driver.goesOn = false;
    await driver.sense(null);
    await driver.move('e2e4');
    await settled();
    expect([driver.stage, game.turns.length]).toEqual(['result', 0]);
  });

  it('ends before a turn', async () => {
    await driver.sense(null);
    await driver.move('e2e4');
    await settled();
    driver.plays = false;
    game.turns[0]?.finish();
    await settled();
    expect(driver.isTurn).toBe(false);
  });
});

describe('while paused', () => {
  beforeEach(async () => {
    await driver.sense(null);
    await driver.move('e2e4');
    await settled();
  });

  it('aborts the opponent’s turn, and lets it think again later', async () => {
    driver.pause();
    await settled();
    expect([driver.thinking?.stopped, game.turns[0]?.options.signal?.aborted]).toEqual([true, true]);
    driver.resume();
    await settled();
    expect([driver.thinking?.stopped, game.turns.length]).toEqual([false, 2]);
  });

  it('does so, too, when resumed before it has stopped', async () => {
    driver.pause();
    driver.resume();
    await settled();
    expect([driver.thinking?.stopped, game.turns.length]).toEqual([false, 2]);
  });

  it('computes no belief', async () => {
    game.turns[0]?.finish();
    await settled();
    const paused = new TestDriver(game as unknown as Game, setup);
    game.calls.length = 0;
    paused.pause();
    await paused.advance();
    await settled();
    expect(game.calls).toEqual([]);
    paused.resume();
    await settled();
    expect([game.calls, paused.tracking.state]).toEqual([['belief'], 'ready']);
  });
});

describe('an action that a crash interrupted', () => {
  it.each([
    ['is made again', 'sense', 2],
    ['is not, where the game remembers it', 'move', 1],
  ] as const)('%s', async (_, remembered, times) => {
    const { sense } = game;
    let calls = 0;
    game.sense = async (color, square) => {
      if (++calls > 1) return sense(color, square);
      game.phase = remembered;
      throw new EngineCrashError({ code: 'crashed', data: { why: 'it crashed' } });
    };
    await driver.sense(20);
    expect(calls).toBe(times);
  });
});

describe('a turn taken back', () => {
  it('is sensed again, whether it was moved or not', async () => {
    expect(driver.canTakeBack).toBe(false);
    await driver.sense(20);
    expect(driver.canTakeBack).toBe(true);
    await driver.takeBack();
    expect([driver.phase, driver.canTakeBack, driver.notice]).toEqual([
      'sense',
      false,
      'Turn 1 taken back. Sense again. The game begins.',
    ]);
    expect(said.at(-1)).toMatch(/^Turn 1 taken back\. Sense again\./);
    await driver.sense(20);
    await driver.move('e2e4');
    await settled();
    expect([driver.phase, driver.canTakeBack]).toEqual(['waiting', false]);
    await driver.takeBack();
    game.turns[0]?.finish();
    await settled();
    expect([driver.phase, driver.canTakeBack]).toEqual(['sense', true]);
    await driver.takeBack();
    await settled();
    expect([driver.phase, driver.view?.ply, driver.tracking.state]).toEqual(['sense', 0, 'ready']);
    expect(game.calls.filter((call) => call === 'takeBack')).toHaveLength(2);
  });

  it('is not taken back twice where a crash came after it', async () => {
    await driver.sense(20);
    const { takeBack } = game;
    game.takeBack = async () => {
      await takeBack();
      throw new EngineCrashError({ code: 'crashed', data: { why: 'it crashed' } });
    };
    await driver.takeBack();
    expect(game.calls.filter((call) => call === 'takeBack')).toHaveLength(1);
    // What is there counts.
    await driver.advance();
    expect([driver.phase, driver.canTakeBack]).toEqual(['sense', false]);
  });

  it('is none between two people', async () => {
    const two = new TestDriver(game as unknown as Game, { ...setup, black: { kind: 'person', name: 'Black' } });
    await two.advance();
    await two.sense(20);
    expect(two.canTakeBack).toBe(false);
    await two.takeBack();
    expect(game.calls).not.toContain('takeBack');
  });
});
