import { number, plural } from '../ui/format';

export const learnWords = {
  nav: 'Learn',
  title: 'Learn',
  lead: 'Chess in the dark, from its rules to how programs reason about it. You need to know how the pieces move, and nothing else.',
  kept: 'How far you have come is kept in this browser and sent to nobody.',
  notKept: 'This browser keeps nothing, or nothing more: how far you have come is forgotten when the page is closed.',
  noLesson: 'There is no such lesson. These are the ones there are.',
  all: 'All lessons',
  next: (title: string) => `Next: ${title}`,
  length: (minutes: number, tasks: number) =>
    `about ${number.format(minutes)} min · ${plural(tasks, 'problem', 'problems')}`,
  solved: (n: number, all: number) => `${n} of ${all} solved`,
  embedText:
    'It shows this lesson on any page, and works there without a network once it is loaded; nothing goes to a server of ours. Add the word remember to the element (or &remember= to the frame’s address) to keep a student’s progress in the browser.',
};
