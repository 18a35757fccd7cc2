import { describe, expect, it } from 'vitest';
import { openTab, tabAfterKey } from './tab-keys';

const IDS = ['moves', 'belief', 'more'] as const;

describe('keys on tabs', () => {
  it('go on, back, round the ends, and to both ends', () => {
    expect(tabAfterKey(IDS, 'moves', 'ArrowRight')).toBe('belief');
    expect(tabAfterKey(IDS, 'more', 'ArrowRight')).toBe('moves');
    expect(tabAfterKey(IDS, 'moves', 'ArrowLeft')).toBe('more');
    expect(tabAfterKey(IDS, 'belief', 'Home')).toBe('moves');
    expect(tabAfterKey(IDS, 'belief', 'End')).toBe('more');
  });

  it('go the other way where one writes from the right', () => {
    expect(tabAfterKey(IDS, 'moves', 'ArrowLeft', 'rtl')).toBe('belief');
    expect(tabAfterKey(IDS, 'moves', 'ArrowRight', 'rtl')).toBe('more');
  });

  it('are left to the page otherwise', () => {
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'a']) {
      expect(tabAfterKey(IDS, 'moves', key)).toBe(null);
    }
    expect(tabAfterKey(IDS, 'gone' as 'moves', 'Home')).toBe(null);
  });
});

describe('the open tab', () => {
  it('is the chosen one where it is there', () => {
    expect(openTab(IDS, 'belief', 'more')).toBe('belief');
    expect(openTab(IDS, 'senses', 'more')).toBe('more');
    expect(openTab(IDS, null, 'senses')).toBe('moves');
    expect(openTab([], 'moves')).toBe(null);
  });
});
