import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followGame, type LoggedTurn, logTable, readLog, summaryOf } from './bot-log';
import { labWords } from './words';

/** The session of docs/bot-protocol.md. */
const session = (): string => {
  const text = readFileSync(new URL('../../../docs/bot-protocol.md', import.meta.url), 'utf8');
  return /## A session.*?```\n(.*?)```/s.exec(text)?.[1] ?? '';
};

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

const follow = async (text: string): Promise<LoggedTurn[]> => {
  const turns: LoggedTurn[] = [];
  const { signal } = new AbortController();
  for (const [i, game] of readLog(text).games.entries()) {
    await followGame(outpost, game, i, signal, (turn) => turns.push(turn));
  }
  return turns;
};

const lines = (...events: object[]): string => events.map((event) => JSON.stringify(event)).join('\n');
const start = { event: 'game_start', color: 'white' };
const nothing = { event: 'opponent_move', capture: null };
const noSense = { event: 'sense_result', squares: {} };
const moved = (move: string) => ({ event: 'move_result', requested: move, taken: move, capture: null });

describe('a log', () => {
  it('is read as the documentation has it', () => {
    const { games, problems } = readLog(session());
    expect(problems).toEqual([]);
    expect(games).toHaveLength(1);
    expect(games[0]?.color).toBe('white');
    // Without the capture that was refused.
    expect(games[0]?.told.map(({ type }) => type)).toEqual(['opponent', 'sense', 'move', 'opponent', 'sense']);
    expect(games[0]?.told.at(-1)).toMatchObject({ type: 'sense', square: 33 });
  });

  it('has windows at the edge, and none', () => {
    const corner = { event: 'sense_result', squares: { a1: 'R', a2: 'P', b1: 'N', b2: 'P' } };
    const { games } = readLog(lines(start, nothing, corner, moved('e2e4'), nothing, noSense));
    expect(games[0]?.told.filter(({ type }) => type === 'sense')).toEqual([
      {
        type: 'sense',
        square: 0,
        result: [
          [8, 'P'],
          [9, 'P'],
          [0, 'R'],
          [1, 'N'],
        ],
      },
      { type: 'sense', square: null, result: [] },
    ]);
  });

  it.each([
    ['no JSON', 'hello'],
    ['no object', '[1]'],
    ['no colour', '{"event":"game_start"}'],
    ['no square', '{"event":"opponent_move","capture":"e9"}'],
    ['no capture', '{"event":"opponent_move"}'],
    ['no window', '{"event":"sense_result","squares":{"a1":null,"h8":null}}'],
    ['no piece', '{"event":"sense_result","squares":{"a1":"x","a2":null,"b1":null,"b2":null}}'],
    ['no move', '{"event":"move_result","requested":"e4","taken":null,"capture":null}'],
    ['a long line', `{"event":"game_end","why":"${'x'.repeat(70_000)}"}`],
  ])('with %s says in which line, and ends the game there', (_, line) => {
    const { games, problems } = readLog([lines(start, nothing), line, lines(noSense, moved('e2e4'))].join('\n'));
    expect(problems).toEqual([labWords.log.badLine(3)]);
    expect(games.map(({ told }) => told.length)).toEqual([1]);
  });

  it('may be any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void readLog(text)));
    fc.assert(fc.property(fc.array(fc.json()), (all) => void readLog(all.join('\n'))));
  });
});

describe('a logged game', () => {
  it('is compared turn by turn with what hsuc would do', async () => {
    const turns = await follow(lines(start, nothing, noSense, moved('e2e4'), nothing, noSense, moved('g1f3')));
    expect(turns.map(({ turn, boards, exact }) => [turn, boards, exact])).toEqual([
      [1, 1, true],
      [2, 21, true],
    ]);
    const [first, second] = turns;
    expect([first?.bits, first?.hsucBits, second?.bits]).toEqual([0, 0, 0]);
    // One of 21 boards at most by a window that tells some of them apart.
    expect(second?.hsucBits).toBeGreaterThan(1);
    expect(second?.hsucBits).toBeLessThan(Math.log2(21));
    for (const { chance, hsucChance } of turns) expect(chance).toBeLessThanOrEqual(hsucChance + 0.05);

    const summary = await summaryOf(outpost, turns);
    expect(summary).toMatchObject({ turns: 2, sameSense: 0 });
    expect(summary.hsucBits?.value).toBeCloseTo((second?.hsucBits ?? 0) / 2, 5);
    expect(summary.loss?.value).toBeCloseTo((summary.hsucChance?.value ?? 0) - (summary.chance?.value ?? 0), 9);
    const [head, row] = logTable(turns);
    expect(head?.slice(0, 6)).toEqual(['game', 'turn', 'boards', 'exact', 'sense', 'bits']);
    expect(row?.slice(0, 6)).toEqual([1, 1, 1, 'yes', '', '0.000']);
  });

  it('may end in the middle of a turn', async () => {
    expect((await follow(session())).map(({ turn, request }) => [turn, request])).toEqual([[1, 'b1c3']]);
  });

  it('that cannot be is refused where it goes wrong', async () => {
    await expect(follow(lines(start, nothing, noSense, moved('e2e5')))).rejects.toThrow();
  });
});
