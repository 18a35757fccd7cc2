import { msg, str } from '@lit/localize';
import { number, plural } from '../ui/format';
import { words } from '../ui/texts';

export const learnWords = words({
  title: () => msg('Learn'),
  lead: () =>
    msg(
      'Chess in the dark, from its rules to how programs reason about it. All you need to know is how the pieces move.',
    ),
  kept: () => msg('Your progress is kept in this browser and not sent anywhere.'),
  notKept: () => msg('This browser cannot store your progress: it is lost when the page is closed.'),
  noLesson: () => msg('There is no such lesson. Choose one of these.'),
  noOwn: () => msg('This lesson is not on this device. It may have been deleted, or made in another browser.'),
  change: () => msg('Change this lesson'),
  shared: () => msg('This lesson came with its link, and is not kept on this device.'),
  keep: () => msg('Keep'),
  share: () => msg('Share'),
  all: () => msg('All lessons'),
  next: (title: string) => msg(str`Next: ${title}`),
  length: (minutes: number, tasks: number) =>
    plural(
      tasks,
      msg(
        str`one {about ${number.format(minutes)} min · # problem} other {about ${number.format(minutes)} min · # problems}`,
      ),
    ),
  solved: (n: number, all: number) => msg(str`${n} of ${all} solved`),
  embedText: () =>
    msg(
      'Shows this lesson on any page, offline once loaded; nothing goes to a server of ours. Add the attribute remember to the element (or &remember= to the frame’s address) to keep a student’s progress in the browser.',
    ),
});
