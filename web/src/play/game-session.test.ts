import {
  type CallOptions,
  type Color,
  EngineCrashError,
  type Game,
  type GameSetup,
  type Outcome,
  type PlayerView,
} from 'outpost-rbc';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Assistance } from '../record/assistance';
import { GameSession } from './game-session';
import type { SavedGame } from './saved-game';

const store = vi.hoisted(() => ({ calls: [] as string[], byNetwork: false, game: null as unknown, lose: () => {} }));
vi.mock('../ui/announcer', () => ({ announce: () => {}, forgetAnnouncements: () => {} }));
vi.mock('../storage/game-lock', () => ({
  lockGame: async () => ({
    lost: new Promise<void>((resolve) => {
      store.lose = resolve;
    }),
    release: () => {},
  }),
}));
const opened = vi.hoisted(() => ({ games: 0 }));
const open = vi.hoisted(() => async () => {
  opened.games += 1;
  return store.game;
});
const back = vi.hoisted(() => ({ now: () => {} }));
vi.mock('../engine/engine', () => ({
  engine: async () => ({ newGame: open, resumeGame: open }),
  onEngine: (event: string, listener: () => void) => {
    if (event === 'back') back.now = listener;
    return () => {};
  },
}));
const weights = vi.hoisted(() => ({ now: 'uniform', change: (_: 'uniform' | 'weighted') => {} }));
const network = vi.hoisted(() => ({ asked: false, come: () => {} }));
vi.mock('../belief/network', () => ({
  asksNetwork: () => network.asked,
  loadNetwork: () =>
    new Promise<void>((resolve) => {
      network.come = resolve;
    }),
  networkOrMs: async () => {},
  weightsNow: () => weights.now,
  onWeights: (listener: () => void) => {
    weights.change = (now) => {
      weights.now = now;
      listener();
    };
    return () => {};
  },
}));
vi.mock('./finished-game', () => ({
  keepFinished: async () => {
    store.calls.push('library');
    return 'abc';
  },
  keepResult: async () => {},
}));
vi.mock('./saved-game', () => ({
  keepGame: async ({ byNetwork }: { byNetwork: boolean }) => {
    store.calls.push('keep');
    store.byNetwork = byNetwork;
    return 'kept';
  },
  newGameId: () => 'a1',
  forgetGame: async () => {
    store.calls.push('forget');
  },
}));

const setup: GameSetup = {
  white: { kind: 'agent', agent: 'hsuc', budgetMs: 1000 },
  black: { kind: 'person', name: 'You' },
  clock: { seconds: 30, increment: 0 },
  seed: 1,
};
const view: PlayerView = {
  color: 'black',
  phase: 'waiting',
  ply: 0,
  own: new Array(64).fill(null),
  requests: [],
  observations: [],
  clocks: null,
  outcome: null,
  takeBackRefusal: null,
};

/** A game in which it is an agent's turn, which ends when the test says so, or when it is aborted. */
class FakeGame {
  turns: { options: CallOptions; finish: () => void; refuse: (why: Error) => void }[] = [];
  ended: Outcome | null = null;
  color: Color = 'white';
  outcome = async () => this.ended;
  toMove = async () => ({ color: this.color, seat: setup[this.color] });
  view = async () => ({ ...view, outcome: this.ended });
  checkClock = async () => this.ended;
  /** How the boards were to be weighed, each time that a belief was asked for. */
  beliefs: unknown[] = [];
  belief = async (_: Color, { weights }: { weights: string }) => {
    this.beliefs.push(weights);
    return { weights };
  };
  sealed = () => new Uint8Array([1]);
  takenBack = async () => ({ white: 0, black: 0 });
  past = async () => 0;
  dispose = () => {};

  agentTurn(options: CallOptions): Promise<void> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      const stop = () => setTimeout(() => reject(new DOMException('stopped', 'AbortError')));
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop);
      this.turns.push({ options, finish: resolve, refuse: reject });
    });
  }
}

interface Rated {
  assistance?: Assistance;
  past?: number;
  asChess?: boolean;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

let game: FakeGame;
let session: GameSession;
beforeEach(async () => {
  game = new FakeGame();
  store.game = game as unknown as Game;
  session = await GameSession.start({ setup, assistance: 'none', evaluator: 'built-in' });
  store.calls.length = 0;
  void session.advance();
  await settled();
});

describe('an agent that was stopped', () => {
  beforeEach(async () => {
    session.stopAgent();
    await settled();
    expect(session.thinking?.stopped).toBe(true);
  });

  it('thinks once however often it is asked to', async () => {
    void session.letAgentThink();
    void session.letAgentThink();
    await settled();
    void session.letAgentThink();
    await settled();
    expect(game.turns).toHaveLength(2);
    expect(session.thinking?.stopped).toBe(false);
    session.stopAgent();
    await settled();
    expect(session.thinking?.stopped).toBe(true);
    expect(game.turns.every(({ options }) => options.signal?.aborted)).toBe(true);
  });

  it('is stopped before it has begun again, and thinks when asked once more', async () => {
    void session.letAgentThink();
    session.stopAgent();
    await settled();
    expect(session.thinking?.stopped).toBe(true);
    void session.letAgentThink();
    await settled();
    expect(session.thinking?.stopped).toBe(false);
    game.color = 'black';
    game.turns.at(-1)?.finish();
    await settled();
    expect(session.stage).toBe('turn');
  });
});

it('has its belief worked out anew when boards are to be weighed otherwise', async () => {
  session = await GameSession.start({ setup, assistance: 'tracking', evaluator: 'built-in' });
  game.color = 'black';
  game.turns = [];
  void session.advance();
  await settled();
  expect(game.beliefs).toEqual(['uniform']);
  expect(store.byNetwork).toBe(false);
  weights.change('weighted');
  weights.change('weighted');
  await settled();
  expect(game.beliefs).toEqual(['uniform', 'weighted']);
  expect([session.tracking.view?.weights, session.tracking.state]).toEqual(['weighted', 'ready']);
  // It was assistance, whatever the person chooses before the page is left.
  expect(store.byNetwork).toBe(true);
  weights.change('uniform');
  await settled();
  expect(session.tracking.view?.weights).toBe('uniform');
});

it.each(['begins', 'goes on'])(
  '%s when its opponent’s network has come, or cannot, and no clock runs before',
  async (how) => {
    network.asked = true;
    opened.games = 0;
    const saved = { ...session, sealed: new Uint8Array(), markers: { white: [], black: [] } } as unknown as SavedGame;
    const opening =
      how === 'begins'
        ? GameSession.start({ setup, assistance: 'none', evaluator: 'built-in' })
        : GameSession.resume(saved, { lost: new Promise<void>(() => {}), release: () => {} });
    await settled();
    expect(opened.games).toBe(0);
    network.come();
    expect((await opening).asksNetwork).toBe(true);
    expect(opened.games).toBe(1);
    network.asked = false;
  },
);

describe('a game that its clock has ended', () => {
  it.each(['finished', 'aborted'])('is not kept when the agent’s turn is %s after that', async (how) => {
    game.ended = { winner: 'black', reason: 'TIMEOUT' };
    const over = session.clockRanOut();
    if (how === 'finished') game.turns[0]?.finish();
    await over;
    await settled();
    expect(session.stage).toBe('over');
    // As it is now, in case that the page is left before the library has it.
    expect(store.calls.slice(-3)).toEqual(['keep', 'library', 'forget']);
    expect(session.libraryId).toBe('abc');
  });
});

it('keeps nothing once another tab has taken the game over', async () => {
  const taken = vi.fn();
  session.addEventListener('taken', taken);
  store.lose();
  await settled();
  game.turns[0]?.finish();
  session.mark(42, 'n');
  await settled();
  expect(taken).toHaveBeenCalledTimes(1);
  expect(game.turns[0]?.options.signal?.aborted).toBe(true);
  expect(store.calls).toEqual([]);
});

it('whose engine was given up goes on when the engine is back', async () => {
  game.color = 'black';
  const { view: seen } = game;
  game.view = async () => {
    throw new EngineCrashError({ code: 'given-up', data: { why: 'too often', crashes: 4, minutes: 2 } });
  };
  game.turns[0]?.finish();
  await settled();
  expect([session.error, session.engineLost]).toEqual([expect.stringContaining('too often'), true]);
  game.view = seen;
  back.now();
  await settled();
  expect([session.error, session.engineLost, session.stage]).toEqual([null, false, 'turn']);
});

it('names the person in the language of the page, whatever the game was begun in', async () => {
  const person = { kind: 'person', name: 'Du' } as const;
  const seats = { white: person, black: { kind: 'agent', agent: 'level-2', budgetMs: 0 } } as const;
  session = await GameSession.start({ setup: { ...setup, ...seats }, assistance: 'none', evaluator: 'built-in' });
  expect([session.nameOf('white'), session.nameOf('black')]).toEqual(['You', 'Level 2']);
});

describe('a turn taken back', () => {
  const rated: GameSetup = {
    white: { kind: 'person', name: 'You' },
    black: { kind: 'agent', agent: 'level-2', budgetMs: 0 },
    clock: null,
    seed: 1,
  };

  it.each([
    ['costs the rating once', {}, {}, [true, false]],
    ['costs nothing against an opponent without a rating', { black: setup.white }, {}, [false, false]],
    ['costs nothing with hints', {}, { assistance: 'hints' }, [false, false]],
    ['costs nothing in a game from the middle of another', {}, { past: 6 }, [false, false]],
    ['costs nothing in a game from another position', {}, { asChess: false }, [false, false]],
  ] as const)('%s', async (_, seats, { assistance = 'none', past = 0, asChess = true }: Rated, said) => {
    const played = { ...rated, ...seats } as GameSetup;
    session = await GameSession.start({ setup: played, assistance, evaluator: 'built-in' });
    let takenBack = 0;
    Object.assign(game, {
      view: async () => ({ ...view, color: 'white', phase: 'sense' }),
      toMove: async () => ({ color: 'white', seat: played.white }),
      takeBack: async () => {
        takenBack++;
      },
      takenBack: async () => ({ white: takenBack, black: 0 }),
      past: async () => past,
      beganAsChess: async () => asChess,
    });
    await session.advance();
    for (const costs of said) {
      expect(await session.takeBackCosts()).toBe(costs);
      await session.takeBack();
      expect(session.error).toBeNull();
    }
    expect(takenBack).toBe(2);
  });
});

describe('crashes of the engine', () => {
  const crash = () => new EngineCrashError({ code: 'crashed', data: { why: 'it crashed' } });

  it('are no end of the game, ten times, where the opponent’s turn succeeds in the end', async () => {
    for (let time = 0; time < 10; time++) {
      const turns = game.turns.length;
      game.turns.at(-1)?.refuse(crash());
      await settled();
      expect(game.turns.length).toBe(turns + 1);
      game.turns.at(-1)?.finish();
      await settled();
      expect([session.thinking !== null, session.error]).toEqual([true, null]);
    }
  });

  it('over and over in the same turn end in words', async () => {
    for (let time = 0; time < 3; time++) {
      expect(session.error).toBeNull();
      game.turns.at(-1)?.refuse(crash());
      await settled();
    }
    expect([session.error, game.turns.length]).toEqual([expect.stringContaining('it crashed'), 3]);
  });

  it('in the midst of ten beliefs do not end tracking, twice in the same one do', async () => {
    session = await GameSession.start({ setup, assistance: 'tracking', evaluator: 'built-in' });
    game.color = 'black';
    const { belief } = game;
    let crashes = 0;
    game.belief = async (color, options) => {
      if (crashes-- > 0) throw crash();
      return belief(color, options);
    };
    for (let turn = 0; turn < 10; turn++) {
      crashes = 1;
      await session.advance();
      await settled();
      expect(session.tracking.state).toBe('ready');
    }
    crashes = 2;
    await session.advance();
    await settled();
    expect(session.tracking.state).toBe('failed');
    expect(session.tracking.error).toContain('crashed twice');
    await session.tracking.retry();
    expect(session.tracking.state).toBe('ready');
  });
});

it('is played without tracking once somebody stopped it, until they want it again', async () => {
  session = await GameSession.start({ setup, assistance: 'tracking', evaluator: 'built-in' });
  game.color = 'black';
  const { belief } = game;
  let signal: AbortSignal | undefined;
  game.belief = (_, options) =>
    new Promise((_, reject) => {
      signal = (options as CallOptions).signal;
      signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
    });
  void session.advance();
  await settled();
  expect([session.tracking.state, session.tracking.isSlow]).toEqual(['computing', false]);
  session.tracking.stop();
  await settled();
  expect([signal?.aborted, session.tracking.state]).toEqual([true, 'stopped']);
  game.belief = belief;
  void session.advance();
  weights.change('weighted');
  weights.change('uniform');
  await settled();
  expect([session.tracking.state, session.tracking.view, game.beliefs]).toEqual(['stopped', null, []]);
  await session.tracking.retry();
  expect(session.tracking.state).toBe('ready');
});
