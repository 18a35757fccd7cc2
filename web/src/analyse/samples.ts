/** Short games to look at first: our agents played them (`outpost match --nodes 300 --seed 7 --turn-limit 25`). */
import { analyseWords } from './words';

export interface Sample {
  white: string;
  black: string;
  turns: number;
  /** What is worth seeing in it. */
  caption(): string;
  /** The whole game (docs/links.md). */
  link: string;
}

const { captions } = analyseWords.samples;

export const SAMPLES: readonly Sample[] = [
  {
    white: 'trout',
    black: 'hsuc',
    turns: 18,
    caption: () => captions.pawn,
    link: '1c2kdurO9QXeYHEqqSR1KqOlRepUzBnRPUlv0WS5Y4PpEG2lHQQESDk80RERSKgv5lkjjOtD',
  },
  {
    white: 'hsuc',
    black: 'attacker',
    turns: 13,
    caption: () => captions.rush,
    link: '1r1ico6rHEsWviY0WT4AG6CQ4cvryxhxLDXrixXxJ3qdCs4OoSIUNLNt',
  },
  {
    white: 'perfect-memory',
    black: 'trout',
    turns: 13,
    caption: () => captions.bishop,
    link: '1Z2jakwZ4JISlxNws9pBzSrfAAnn7Sol6JJUq20hsz7AfKMvwVE2YGeaoRTIWe10kuEre',
  },
];
