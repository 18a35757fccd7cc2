import type { BeliefView } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import { boardOfFen, parseSquare } from '../board/squares';
import {
  boardsLeft,
  isCertain,
  leavesOut,
  likelyOpacity,
  likelyPieces,
  MOST_UNCERTAIN,
  sensingTells,
} from './belief-overlay';
import { surprises } from './surprises';

const at = (name: string) => parseSquare(name) as number;

function belief(part: Partial<BeliefView> = {}): BeliefView {
  return {
    color: 'white',
    size: 4,
    estimate: 4,
    error: 0,
    chanceError: 0,
    completeness: 'exact',
    marginals: new Float32Array(384),
    senseWorst: null,
    entropy: new Float32Array(64),
    senseExpected: null,
    senseBits: null,
    bestSense: null,
    lastDecay: null,
    weights: 'uniform',
    likeliest: [],
    truth: null,
    players: null,
    ...part,
  };
}

describe('likelyPieces', () => {
  it('takes the two likeliest of a square and leaves out the nearly impossible', () => {
    const marginals = new Float32Array(384);
    marginals[0 * 64 + at('e5')] = 0.2;
    marginals[1 * 64 + at('e5')] = 0.5;
    marginals[4 * 64 + at('e5')] = 0.1;
    marginals[5 * 64 + at('e8')] = 0.009;
    expect(likelyPieces(marginals).map(({ role }) => role)).toEqual(['knight', 'pawn']);
    expect(leavesOut(marginals)).toBe(true);
  });

  it('leaves out nothing of a hundred boards that are equally likely', () => {
    const marginals = new Float32Array(384);
    for (let square = 16; square < 32; square++) marginals[square] = 1 / 100;
    expect(likelyPieces(marginals)).toHaveLength(16);
    expect(leavesOut(marginals)).toBe(false);
  });

  it('has no second piece where it is very unlikely', () => {
    const marginals = new Float32Array(384);
    marginals[0 * 64 + at('e5')] = 0.5;
    marginals[1 * 64 + at('e5')] = 0.02;
    expect(likelyPieces(marginals).map(({ role }) => role)).toEqual(['pawn']);
  });
});

describe('likelyOpacity', () => {
  it('rises with the chance and stays far from solid', () => {
    expect(likelyOpacity(0.03)).toBeGreaterThan(0.1);
    expect(likelyOpacity(0.5)).toBeGreaterThan(likelyOpacity(0.2));
    expect(likelyOpacity(0.95)).toBeGreaterThan(likelyOpacity(0.5));
    expect(likelyOpacity(1)).toBeLessThanOrEqual(MOST_UNCERTAIN);
  });
});

describe('certainty', () => {
  it('is what holds on every possible board, and on no sample', () => {
    expect(isCertain(1, belief())).toBe(true);
    expect(isCertain(Math.fround(1 - 1 / 9_500_000), belief())).toBe(false);
    expect(isCertain(0.95, belief())).toBe(false);
    expect(isCertain(1, belief({ completeness: 'sample' }))).toBe(false);
  });
});

describe('boardsLeft', () => {
  it('counts an exact set as it is, and enlarges a sample', () => {
    expect(boardsLeft(belief(), 3)).toBe(3);
    expect(boardsLeft(belief({ size: 1000, estimate: 50_000, completeness: 'sample' }), 3)).toBe(150);
  });
});

describe('sensingTells', () => {
  it.each([1, 3])('is false when no sense can rule out any of %i boards', (size) => {
    expect(sensingTells(belief({ size, senseWorst: new Uint32Array(64).fill(size) }))).toBe(false);
  });

  it('is true when one can, and null when it is not the time to sense', () => {
    const senseWorst = new Uint32Array(64).fill(4);
    senseWorst[at('h8')] = 3;
    expect(sensingTells(belief({ size: 4, senseWorst }))).toBe(true);
    expect(sensingTells(belief())).toBeNull();
  });
});

describe('surprises', () => {
  it('are opponent pieces that the side thinks very unlikely where they are', () => {
    const truth = boardOfFen('4k3/8/8/4n3/8/8/8/4K3 w - - 0 1');
    const marginals = new Float32Array(384);
    marginals[5 * 64 + at('e8')] = 0.9;
    marginals[1 * 64 + at('e5')] = 0.01;
    expect(surprises(truth, belief({ marginals }))).toEqual([at('e5')]);
  });
});
