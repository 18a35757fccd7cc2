import type { Game, MoveReport, Outcome, PieceLetter, PlayerView } from 'outpost-rbc';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameDriver } from '../play/game-driver';
import { GAME_ATTRIBUTES } from '../problems/attributes';
import { type GameAttributes, readSetup } from './game-setup';
import { TaskRun } from './task-run';

const TRUTH = '4k3/8/8/8/8/8/4R3/4K3 b - - 1 1';
const MOVE: MoveReport = { requested: 'e2e5', taken: 'e2e5', capture: null };

const NONE = Object.fromEntries(GAME_ATTRIBUTES.map((name) => [name, null])) as GameAttributes;

const told: string[] = [];
let view: PlayerView;
let run: TaskRun;
let resigned = 0;

function begin(attributes: Partial<GameAttributes>): void {
  told.length = 0;
  resigned = 0;
  run = new TaskRun(readSetup({ ...NONE, ...attributes }), null, {
    tell: (name, detail) => told.push(`${name} ${JSON.stringify(detail)}`),
    changed: () => {},
  });
  const game = {
    resign: async () => resigned++,
    recordJson: async () => '{}',
    replay: async () => ({ steps: [{ fen: TRUTH }], dispose: () => {} }),
    moves: async () => ({
      rows: [
        { request: 'e2e8', value: 0.9, mean: 0.9 },
        { request: 'e1d1', value: 0.2, mean: 0.2 },
      ],
    }),
  } as unknown as Game;
  view = {
    phase: 'waiting',
    ply: 1,
    own: new Array(64).fill(null),
    observations: [],
    outcome: null,
  } as unknown as PlayerView;
  run.driver = { game, view, outcome: null, pause: vi.fn(), tracking: {} } as unknown as GameDriver;
}

const put = (piece: PieceLetter, square: number) => {
  view.own = view.own.with(square, piece);
};

describe('reach', () => {
  beforeEach(() => begin({ task: 'reach', squares: 'e5', piece: 'rook', turns: '2' }));

  it('is solved by the right piece on the square, and gives the game up to show the truth', async () => {
    put('N', 36);
    expect(await run.moved(MOVE, view)).toBe(true);
    put('R', 36);
    expect(await run.moved(MOVE, view)).toBe(false);
    expect([run.settled, run.revealed, resigned]).toEqual(['solved', TRUTH, 1]);
    expect(told.at(-1)).toBe('outpost-success {"task":"reach","attempts":1,"turns":2}');
  });

  it('fails when its turns are over', async () => {
    await run.moved(MOVE, view);
    expect(run.turnsLeft).toBe(1);
    expect(await run.moved(MOVE, view)).toBe(false);
    expect([run.settled, told.at(-1)]).toEqual(['failed', 'outpost-failure {"task":"reach","reason":"turns"}']);
  });
});

it('survives by beginning the turn after the last', async () => {
  begin({ task: 'survive', turns: '1' });
  const turn = { ...view, phase: 'sense' } as PlayerView;
  expect(await run.begins(turn)).toBe(true);
  expect(await run.moved(MOVE, view)).toBe(true);
  expect(await run.begins(turn)).toBe(false);
  expect(run.settled).toBe('solved');
});

it('locates by a belief of few boards', async () => {
  begin({ task: 'locate', goal: '3' });
  await run.believed({ estimate: 4 } as never);
  expect(run.settled).toBeNull();
  await run.believed({ estimate: 3 } as never);
  expect(run.settled).toBe('solved');
});

describe('the end of a game', () => {
  it.each([
    ['capture-king', 'white', 'KING_CAPTURE', 'solved'],
    ['capture-king', 'black', 'KING_CAPTURE', 'failed'],
    ['survive', null, 'MOVE_LIMIT', 'solved'],
  ] as const)('settles %s, won by %s', async (task, winner, reason, settled) => {
    begin({ task, turns: '5' });
    const outcome = { winner, reason } as Outcome;
    run.driver = { ...run.driver, outcome } as unknown as GameDriver;
    await run.ended(outcome);
    expect([run.settled, run.revealed, resigned]).toEqual([settled, TRUTH, 0]);
    expect(told[0]).toBe(`outpost-end {"winner":${JSON.stringify(winner)},"reason":"${reason}","record":"{}"}`);
  });

  it('is of no interest to a go that was left', async () => {
    begin({});
    run.driver = { ...run.driver, dispose: () => {} } as unknown as GameDriver;
    run.leave();
    await run.ended({ winner: 'white', reason: 'RESIGN' } as Outcome);
    expect(told).toEqual([]);
  });
});

it('judges a move by its place among all, and goes on until one is right', async () => {
  begin({ task: 'move' });
  await run.judgeMove('e1d1');
  expect([run.settled, run.verdict?.kind]).toEqual([null, 'bad']);
  await run.judgeMove('e2e8');
  expect([run.settled, run.attempts, run.given]).toEqual(['solved', 2, ['e1d1', 'e2e8']]);
});
