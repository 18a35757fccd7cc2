import type { Color, MoveReport, Outcome, SenseReport, Square } from 'outpost-rbc';
import { resultKind } from '../board/move-results';

/** What happens in a game, as its driver tells it: nothing but what the person at the board is told as well. */
export type News =
  /** The person's turn begins. `first`: of those that are seen here, as after a reload. */
  | { kind: 'turn'; capture: Square | null; first: boolean }
  | { kind: 'sensed'; report: SenseReport }
  | { kind: 'moved'; report: MoveReport }
  /** A warning of the person's clock. */
  | { kind: 'low time' }
  /** `viewer`: whose result it is; `null` where two people share the device. */
  | { kind: 'over'; outcome: Outcome; viewer: Color | null };

export const CUES = [
  'turn',
  'lost-piece',
  'sense',
  'moved',
  'captured',
  'failed',
  'low-time',
  'won',
  'lost',
  'drawn',
] as const;

/** What can be heard and felt. */
export type Cue = (typeof CUES)[number];

/** What is heard of it, if anything. */
export function cueOf(news: News): Cue | null {
  switch (news.kind) {
    case 'turn':
      if (news.first) return null;
      return news.capture === null ? 'turn' : 'lost-piece';
    case 'sensed':
      return news.report.square === null ? null : 'sense';
    case 'moved':
      // Also where it was cut short: a slide takes what stops it.
      return news.report.capture === null ? WITHOUT_CAPTURE[resultKind(news.report)] : 'captured';
    case 'low time':
      return 'low-time';
    case 'over':
      return endOf(news.outcome, news.viewer);
  }
}

const WITHOUT_CAPTURE = {
  moved: 'moved',
  captured: 'captured',
  stopped: 'moved',
  failed: 'failed',
  passed: null,
} as const;

function endOf({ winner }: Outcome, viewer: Color | null): Cue {
  if (winner === null) return 'drawn';
  // Somebody at this device has won.
  return viewer === null || winner === viewer ? 'won' : 'lost';
}
