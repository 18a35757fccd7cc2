import { describe, expect, it } from 'vitest';
import { trackingWords, weightsWords } from '../belief/words';
import { replayWords } from './words';

const exact = { size: 6_612, estimate: 6_612, error: 0, chanceError: 0, completeness: 'exact' } as const;
const sample = {
  size: 561_850,
  estimate: 18_034_567,
  error: 300_000,
  chanceError: 0.001,
  completeness: 'sample',
} as const;

describe('a number of possible boards', () => {
  const line = (estimate: number, error: number) =>
    replayWords.sizeLine('white', { ...sample, size: 1_000, estimate, error });

  it('has no more digits than its error leaves, and twice the error beside it', () => {
    expect(line(1_757_211, 17_000)).toBe('White: about 1,760,000 boards (±2%)');
    expect(line(1_757_211, 5_000)).toBe('White: about 1,760,000 boards (±<1%)');
    expect(line(1_757_211, 50_000)).toBe('White: about 1,800,000 boards (±6%)');
    expect(line(1_757_211, 300_000)).toBe('White: about 2,000,000 boards (±35%)');
    expect(line(1_757_211, 1_000_000)).toBe('White: about 2,000,000 boards (very rough)');
    expect(replayWords.sizeLine('black', exact)).toBe('Black: 6,612 boards');
  });

  it('is shown beside what is kept where boards are tracked', () => {
    const set = { ...sample, estimate: 1_757_211, error: 50_000 };
    expect(trackingWords.counted(set)).toBe('≈ 1,800,000 possible boards (±6%), estimated from a sample of 561,850');
    expect(trackingWords.counted(exact)).toBe('6,612 possible boards, counted exactly');
  });
});

describe('what boards are weighed among', () => {
  it('is counted to the last where all are kept', () => {
    expect(weightsWords.together(6, 0.96, exact)).toContain('Together, these 6 of 6,612 boards have');
    expect(weightsWords.noneBefore(exact)).toContain('Uniform weights: 6,612 boards');
    expect(weightsWords.truth('white', 0.1, 12, exact)).toContain('rank 12 of 6,612. Uniform weights: ');
  });

  it('is what is kept of a sample, not all that is possible', () => {
    const kept = '561,850 boards kept of about 18,000,000';
    expect(weightsWords.together(6, 0.96, sample)).toContain(`Together, these 6 of ${kept} have`);
    expect(weightsWords.noneBefore(sample)).toContain(`Uniform weights: ${kept}`);
    expect(weightsWords.truth('white', 0.1, 1_210, sample)).toContain(`rank 1,210 of ${kept}. Uniform weights: `);
  });
});
