import { type Color, type Game, Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import example from '../../../examples/lab-bot.js';
import { BotSeat, requestOf, seatName, senseOf } from './bot-seat';
import type { BotEndpoint, BotSurroundings } from './bot-worker';
import { labWords } from './words';

type Respond = (event: Record<string, unknown>) => unknown;

/** Runs a bot in this thread, as the worker's prelude does. */
function inThread(respond: Respond): BotSurroundings {
  const launch = (): BotEndpoint => {
    const endpoint: BotEndpoint = {
      onmessage: null,
      onmessageerror: null,
      onerror: null,
      terminate: () => {},
      postMessage: async (message) => {
        const [id, event] = structuredClone(message) as [number, Record<string, unknown>];
        const say = (data: unknown) => endpoint.onmessage?.({ data } as MessageEvent);
        try {
          say([id, 'answer', JSON.stringify(await respond(event)) ?? 'null']);
        } catch (error) {
          say([id, 'threw', (error as Error).message]);
        }
      },
    };
    setTimeout(() => endpoint.onmessage?.({ data: [0, 'ready', ''] } as MessageEvent));
    return endpoint;
  };
  return { launch, patience: { look: 1000, looks: 30 } };
}

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

const bot = { name: 'a bot', source: '' };

/** Plays a game of a bot against `attacker`. */
async function play(color: Color, respond: Respond): Promise<{ game: Game; seat: BotSeat }> {
  const person = { kind: 'person', name: seatName(bot) } as const;
  const agent = { kind: 'agent', agent: 'attacker', budgetMs: 0 } as const;
  const [white, black] = color === 'white' ? [person, agent] : [agent, person];
  const game = await outpost.newGame({ white, black, clock: null, seed: 3, turnLimit: 30 });
  const seat = new BotSeat(game, color, bot, 7, new AbortController().signal, inThread(respond));
  for (let outcome = await game.outcome(); ; outcome = await game.outcome()) {
    if (outcome) {
      await seat.end(outcome);
      return { game, seat };
    }
    if ((await game.toMove()).color === color) await seat.turn();
    else await game.agentTurn({ nodes: 50 });
  }
}

describe.each(['white', 'black'] as const)('a bot with %s', (color) => {
  it('is told what its side is told, in the order of the protocol', async () => {
    const events: Record<string, unknown>[] = [];
    const { game, seat } = await play(color, (event) => {
      events.push(event);
      return example(event);
    });
    expect(seat.fault).toBeNull();
    const names = events.map(({ event }) => event).join(' ');
    expect(names).toMatch(
      /^game_start( opponent_move choose_sense sense_result choose_move move_result)+( opponent_move)? game_end$/,
    );
    expect(events[0]).toEqual({ event: 'game_start', color, game: 7 });
    expect(events.at(-1)).toEqual({ event: 'game_end', ...(await game.outcome()) });
    // The record has the truth: nothing but these fields of it came to the bot.
    const fields = new Set(events.flatMap((event) => Object.keys(event)));
    const known = 'event color game capture seconds_left squares requests requested taken winner reason';
    expect([...fields].filter((field) => !known.split(' ').includes(field))).toEqual([]);
    const record = JSON.parse(await game.recordJson()) as {
      white_name: string;
      black_name: string;
      sense_results: Record<string, unknown[]>;
      taken_moves: Record<string, ({ value: string } | null)[]>;
      capture_squares: Record<string, (number | null)[]>;
    };
    expect(record[`${color}_name`]).toBe('a bot');
    const side = String(color === 'white');
    const moves = events.filter(({ event }) => event === 'move_result');
    expect(moves.map(({ taken }) => taken)).toEqual(record.taken_moves[side]?.map((move) => move?.value ?? null));
    const senses = events.filter(({ event }) => event === 'sense_result');
    expect(senses).toHaveLength(record.sense_results[side]?.length ?? 0);
    expect(Object.keys(senses[0]?.squares as object).length).toBeGreaterThanOrEqual(4);
  });

  it.each<[string, Respond, string]>([
    [
      'throws',
      () => {
        throw new Error('at once');
      },
      labWords.bot.threw('at once'),
    ],
    ['says that something is wrong', () => ({ error: 'no colour' }), labWords.bot.said('no colour')],
    ['answers nothing', () => undefined, labWords.bot.noSense('null')],
    ['senses beside the board', () => ({ sense: 64 }), labWords.bot.noSense('{"sense":64}')],
    ['moves like nobody', () => ({ sense: 'e4', move: 'a1h8' }), labWords.bot.noMove('{"sense":"e4","move":"a1h8"}')],
    ['forgets its move', () => ({ sense: null }), labWords.bot.noMove('{"sense":null}')],
  ])('that %s resigns', async (_, respond, fault) => {
    const { game, seat } = await play(color, respond);
    expect(seat.fault).toBe(fault);
    expect(await game.outcome()).toEqual({ winner: color === 'white' ? 'black' : 'white', reason: 'RESIGN' });
  });
});

it('takes squares by name and number, and no trick for an answer', () => {
  expect(['e4', 'a1', 28, 0, 63, null].map((sense) => senseOf({ sense }))).toEqual([28, 0, 28, 0, 63, null]);
  expect(requestOf({ move: 'e2e4' }, ['e2e4'])).toBe('e2e4');
  expect(requestOf({ move: null }, [])).toBeNull();
  const inherited = Object.create({ sense: 'e4', move: 'e2e4' });
  for (const wrong of [
    null,
    7,
    'e4',
    [],
    {},
    inherited,
    { sense: 'i9' },
    { sense: 1.5 },
    { sense: -1 },
    { sense: {} },
  ]) {
    expect(() => senseOf(wrong)).toThrow(/choose_sense/);
  }
  for (const wrong of [null, 'e2e4', {}, inherited, { move: 'e2e5' }, { move: ['e2e4'] }, { move: 'constructor' }]) {
    expect(() => requestOf(wrong, ['e2e4'])).toThrow(/choose_move/);
  }
});
