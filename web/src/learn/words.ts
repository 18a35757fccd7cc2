import { msg, str } from '@lit/localize';
import { number, plural } from '../ui/format';
import { words } from '../ui/texts';

export const learnWords = words({
  nav: () => msg('Learn'),
  title: () => msg('Learn'),
  lead: () =>
    msg(
      'Chess in the dark, from its rules to how programs reason about it. You need to know how the pieces move, and nothing else.',
    ),
  kept: () => msg('How far you have come is kept in this browser and sent to nobody.'),
  notKept: () =>
    msg('This browser keeps nothing, or nothing more: how far you have come is forgotten when the page is closed.'),
  noLesson: () => msg('There is no such lesson. These are the ones there are.'),
  all: () => msg('All lessons'),
  next: (title: string) => msg(str`Next: ${title}`),
  length: (minutes: number, tasks: number) =>
    msg(str`about ${number.format(minutes)} min · ${plural(tasks, msg('one {# problem} other {# problems}'))}`),
  solved: (n: number, all: number) => msg(str`${n} of ${all} solved`),
  embedText: () =>
    msg(
      'It shows this lesson on any page, and works there without a network once it is loaded; nothing goes to a server of ours. Add the word remember to the element (or &remember= to the frame’s address) to keep a student’s progress in the browser.',
    ),
});
