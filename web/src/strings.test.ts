import { describe, expect, it } from 'vitest';
import { t } from './strings';

const exact = { size: 6_612, estimate: 6_612, completeness: 'exact' } as const;
const sample = { size: 561_850, estimate: 18_034_567, completeness: 'sample' } as const;

describe('what boards are weighed among', () => {
  it('is counted to the last where all are kept', () => {
    expect(t.weights.together(6, 0.96, exact)).toContain('These 6 of 6,612 boards have');
    expect(t.weights.noneBefore(exact)).toContain('All 6,612 boards count alike');
    expect(t.weights.truth('white', 0.1, 12, exact)).toContain('rank 12 of 6,612. Each board alike: ');
  });

  it('is what is kept of a sample, not all that is possible', () => {
    const kept = '561,850 boards kept of about 18,000,000';
    expect(t.weights.together(6, 0.96, sample)).toContain(`These 6 of ${kept} have`);
    expect(t.weights.noneBefore(sample)).toContain(`All ${kept} count alike`);
    expect(t.weights.truth('white', 0.1, 1_210, sample)).toContain(`rank 1,210 of ${kept}. Each board alike: `);
  });
});
