import type { Observation, PieceLetter } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import { parseSquare, senseWindow } from '../board/squares';
import { currentSense, lastSeen, latestMove, latestNotice, sightingOpacity, turnsBegun } from './memory';

const at = (name: string) => parseSquare(name) as number;
const none: (PieceLetter | null)[] = new Array(64).fill(null);
const turn = (capture: string | null = null): Observation => ({
  type: 'opponent',
  capture: capture === null ? null : at(capture),
});
const sense = (center: string, pieces: Record<string, PieceLetter> = {}): Observation => ({
  type: 'sense',
  square: at(center),
  result: senseWindow(at(center)).map((square) => {
    const found = Object.entries(pieces).find(([name]) => at(name) === square);
    return [square, found ? found[1] : null];
  }),
});
const moved = (uci: string, capture: string | null = null): Observation => ({
  type: 'move',
  requested: uci,
  taken: uci,
  capture: capture === null ? null : at(capture),
});

describe('lastSeen', () => {
  it('remembers pieces and empty squares with their age in own turns', () => {
    const observations = [turn(), sense('e7', { e8: 'k' }), moved('e2e4'), turn(), sense('a1')];
    const seen = lastSeen(observations, 'white', none);
    expect(seen.get(at('e8'))).toEqual({ square: at('e8'), piece: 'k', age: 1 });
    expect(seen.get(at('d6'))).toEqual({ square: at('d6'), piece: null, age: 1 });
    expect(seen.get(at('a1'))).toEqual({ square: at('a1'), piece: null, age: 0 });
    expect(seen.has(at('h5'))).toBe(false);
  });

  it('takes the newer of two sightings', () => {
    const observations = [turn(), sense('e7', { e7: 'p' }), turn(), sense('e6')];
    expect(lastSeen(observations, 'white', none).get(at('e7'))).toMatchObject({
      piece: null,
      age: 0,
    });
  });

  it('forgets what stood where either side captured', () => {
    const own = [turn(), sense('d5', { d5: 'n' }), moved('e4d5', 'd5')];
    expect(lastSeen(own, 'white', none).has(at('d5'))).toBe(false);
    const theirs = [turn(), sense('d5'), moved('e4d5'), turn('d5')];
    expect(lastSeen(theirs, 'white', none).has(at('d5'))).toBe(false);
  });

  it('forgets squares that an own piece holds, and own pieces it saw', () => {
    const own = none.slice();
    own[at('e4')] = 'P';
    const observations = [turn(), sense('e4', { e4: 'P', d3: 'P' })];
    const seen = lastSeen(observations, 'white', own);
    expect(seen.has(at('e4'))).toBe(false);
    expect(seen.has(at('d3'))).toBe(false);
  });

  it('knows that there is one king', () => {
    const observations = [turn(), sense('e8', { e8: 'k' }), turn(), sense('b8', { b8: 'k' })];
    const seen = lastSeen(observations, 'white', none);
    expect(seen.has(at('e8'))).toBe(false);
    expect(seen.get(at('b8'))?.piece).toBe('k');
  });
});

describe('the turn so far', () => {
  it('finds the notice, the sense and the move', () => {
    const observations = [turn(), sense('e7'), moved('e2e4'), turn('e4')];
    expect(turnsBegun(observations)).toBe(2);
    expect(latestNotice(observations)).toBe(at('e4'));
    expect(currentSense(observations)).toBeNull();
    expect(latestMove(observations)?.taken).toBe('e2e4');
    expect(currentSense([...observations, sense('c3')])?.square).toBe(at('c3'));
  });
});

describe('sightingOpacity', () => {
  it('fades with age but never away', () => {
    const fading = [0, 1, 2, 3, 50].map(sightingOpacity);
    expect(fading[0]).toBe(1);
    expect([...fading].sort((a, b) => b - a)).toEqual(fading);
    expect(fading[4]).toBe(0.25);
  });
});
