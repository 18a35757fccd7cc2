import { msg, str } from '@lit/localize';
import { number, plural, rounded, significant } from '../ui/format';
import { words } from '../ui/texts';

export const speedWords = words({
  title: () => msg('Speed'),
  text: () =>
    msg(
      'How fast this browser computes information sets. Takes a few seconds, on openings without senses; a game continues meanwhile.',
    ),
  measure: () => msg('Measure speed'),
  again: () => msg('Measure again'),
  measuring: () => msg('Measuring…'),
  cancelled: () => msg('Cancelled.'),
  failed: (why: string) => msg(str`Measurement failed: ${why}`),
  summary: (boards: number) => msg(str`Measured: ${rounded.format(boards)} boards per second.`),
  taken: () => msg('Boards expanded'),
  moves: () => msg('Moves generated'),
  made: () => msg('Distinct boards found'),
  perSecond: (n: number) => `${rounded.format(n)}/s`,
  survey: (boards: number) => msg(str`All 64 senses, ${number.format(boards)} boards`),
  milliseconds: (ms: number) => msg(str`${significant(ms, 2)} ms`),
  conditions: (build: 'threads' | 'single', threads: number, boards: number) =>
    msg(
      str`Best of five rounds; the first three figures from ${number.format(boards)} boards, with ${
        build === 'threads'
          ? plural(threads, msg('one {# thread} other {# threads}'))
          : msg('the single-threaded build')
      }.`,
    ),
});
