import type { Color, RequestReport, SetSize, TurnReport } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import { findingsOf, phaseOf, THRESHOLDS } from './findings';
import { summaryWords } from './words';

const exact = (size: number): SetSize => ({ size, estimate: size, error: 0, chanceError: 0, completeness: 'exact' });
const sample = (estimate: number): SetSize => ({
  size: 1000,
  estimate,
  error: 0,
  chanceError: 0.01,
  completeness: 'sample',
});
const request = (value: number, bestValue: number, rank = 1): RequestReport => ({
  value,
  bestValue,
  rank,
  of: 30,
  safety: 'safe',
  risk: 0,
  best: 'e2e4',
  bestSafety: 'safe',
  bestRisk: 0,
});

/** A half-turn in which nothing is worth telling. */
function turn(ply: number, changes: Partial<TurnReport> = {}): TurnReport {
  const color: Color = ply % 2 ? 'black' : 'white';
  return {
    ply,
    color,
    before: exact(10),
    after: exact(8),
    sense: { square: 36, bits: 0.3, expectedBits: 1, best: 36, bestBits: 1 },
    truth: { before: 0.1, after: 0.125 },
    dark: request(0.5, 0.5),
    light: request(0.5, 0.5),
    ...changes,
  };
}

const kinds = (reports: readonly (TurnReport | undefined)[]) => findingsOf(reports).all.map(({ kind }) => kind);

describe('findings', () => {
  it('are none where nothing happened, or nothing is known yet', () => {
    expect(findingsOf([]).all).toEqual([]);
    const quiet = [turn(0, { before: exact(1), after: exact(1) }), turn(1), turn(2, { before: exact(1) }), turn(3)];
    expect(kinds(quiet)).toEqual([]);
    expect(kinds([undefined, undefined])).toEqual([]);
  });

  it('tell of senses that told much and of turns after which much more was possible', () => {
    const reports = [
      turn(0, { before: exact(1), after: exact(1) }),
      undefined,
      turn(2, {
        before: exact(64),
        after: exact(2),
        sense: { square: 52, bits: 5, expectedBits: 3, best: 52, bestBits: 3 },
      }),
    ];
    const { all } = findingsOf(reports);
    expect(all).toEqual([
      { kind: 'gain', ply: 2, color: 'white', bits: 5, square: 52, before: exact(64), after: exact(2) },
      { kind: 'growth', ply: 2, color: 'white', bits: 6, before: exact(1), after: exact(64) },
    ]);
    expect(all.map(({ kind }) => phaseOf(kind))).toEqual(['sensed', 'start']);
    // Without the side's own last half-turn there is nothing to compare with.
    expect(kinds([undefined, undefined, turn(2, { before: exact(64) })])).toEqual([]);
  });

  it('add up what better senses were to be expected to tell, by side', () => {
    const sense = (expectedBits: number, bestBits: number, square: number | null = 0) => ({
      sense: { square, bits: 0, expectedBits, best: 9, bestBits },
    });
    const { all, avoidable } = findingsOf([
      turn(0, sense(1, 1.25)),
      turn(1, sense(0, 2, null)),
      turn(2, sense(0.5, 1.5)),
      turn(3, { sense: null }),
      // Rounding never makes a sense better than the best.
      turn(4, sense(1.000001, 1)),
    ]);
    expect(avoidable.white).toEqual({ bits: 1.25, senses: 3 });
    expect(avoidable.black).toEqual({ bits: 2, senses: 1 });
    expect(all.filter(({ kind }) => kind === 'avoidable').map(({ ply }) => ply)).toEqual([1, 2]);
    expect(all.map((finding) => summaryWords.finding(finding))[0]).toContain('no sense was expected');
  });

  it('tell requests that were right in the dark from those that were right in the light', () => {
    const { right, wrong } = THRESHOLDS;
    const both = (dark: number, light: number) => ({
      dark: request(0.8 - dark, 0.8),
      light: request(0.9 - light, 0.9, light > 0 ? 7 : 1),
    });
    const found = kinds([turn(0, both(0, wrong + 0.01)), turn(1, both(wrong + 0.01, 0))]);
    expect(found).toEqual(['rightInTheDark', 'rightInTheLight']);
    // Right or wrong in both, or neither right nor wrong in one: nothing to tell.
    const dull = [both(0, 0), both(0.3, 0.3), both(0, (right + wrong) / 2), both(right * 2, wrong * 2)];
    expect(kinds(dull.map((changes, ply) => turn(ply, changes)))).toEqual([]);
    expect(kinds([turn(0, { ...both(0, 0.5), light: null })])).toEqual([]);
  });

  it('keep the largest of each kind, in the order of the game, and say when sizes are estimates', () => {
    const bits = [2, 9, 4, 7, 3];
    const reports = bits.map((told, ply) =>
      turn(ply, {
        before: sample(1e6),
        after: sample(1e6),
        sense: { square: 0, bits: told, expectedBits: 1, best: 0, bestBits: 1 },
      }),
    );
    const findings = findingsOf(reports);
    expect(findings.all.map(({ ply }) => ply)).toEqual([1, 2, 3]);
    expect(findings.estimated).toBe(true);
    expect(summaryWords.finding(findings.all[0] as never)).toContain('about 1,000,000 boards');
  });
});
