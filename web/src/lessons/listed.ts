/** Our lessons as lists name them, without what they say: each is fetched on its own (`index.ts`). */
import { msg } from '@lit/localize';
import type { Lesson } from './lesson';

type About = Pick<Lesson, 'id' | 'title' | 'summary' | 'minutes'>;

export interface ListedLesson extends About {
  /** Ids of the steps with a problem. */
  tasks: readonly string[];
}

/** In the order in which they build upon one another. */
export const listedLessons = (): readonly ListedLesson[] => [
  {
    id: 'rules',
    title: msg('The rules, by playing'),
    summary: msg('Chess in which you do not see the opponent: sense, move, and learn the result.'),
    minutes: 12,
    tasks: ['slide', 'pawns', 'notice', 'castle', 'hunt', 'guard'],
  },
  {
    id: 'sensing',
    title: msg('The value of a sense'),
    summary: msg('Count the possible boards, and choose the sense that leaves few.'),
    minutes: 15,
    tasks: ['possible', 'quiet', 'told', 'nothing', 'first-look', 'halving', 'moment-ago'],
  },
  {
    id: 'hsuc',
    title: msg('HSUC by hand'),
    summary: msg('A recipe that finds the best sense by counting; where it is right, and what it misses.'),
    minutes: 15,
    tasks: ['six', 'ties', 'worst', 'average', 'blind-spot', 'guard', 'real'],
  },
  {
    id: 'two-knights',
    title: msg('The two-knights trap'),
    summary: msg('The best move on every single board need not be the best move.'),
    minutes: 15,
    tasks: ['two-boards', 'three-boards', 'one-sense', 'plan-in-the-dark'],
  },
  {
    id: 'one-belief',
    title: msg('One board or many'),
    summary: msg('When it is enough to believe in one board, and when that costs the king.'),
    minutes: 12,
    tasks: ['believed', 'blunder', 'enough', 'many'],
  },
  {
    id: 'weighting',
    title: msg('Weighting boards'),
    summary: msg('Possible is not the same as likely: weights for boards, and a network that learnt them.'),
    minutes: 12,
    tasks: ['likeliest', 'sense', 'alike', 'weighted'],
  },
  {
    id: 'safe-attacks',
    title: msg('Attacking in the dark'),
    summary: msg('Attacks that are safe on every board, your own king, and when a gamble is right.'),
    minutes: 15,
    tasks: ['hidden-attack', 'from-afar', 'loose-pawns', 'own-king', 'good-gamble', 'bad-gamble', 'how-sure'],
  },
];

/** What the list says of a lesson, for the lesson itself. */
export function aboutLesson(name: string): About {
  const { tasks: _, ...about } = listedLessons().find(({ id }) => id === name) as ListedLesson;
  return about;
}
