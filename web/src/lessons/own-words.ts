/** Texts about lessons that somebody made, apart from those of every lesson: embeds load them with the first such lesson. */
import { msg, str } from '@lit/localize';
import { number } from '../ui/format';
import { words } from '../ui/texts';

/** A problem made of what is shown somewhere. */
export const makeProblemWords = words({
  button: () => msg('Make a problem of this'),
  finding: () => msg('Looking for the possible boards…'),
  tooMany: (n: number, most: number) =>
    msg(
      str`${number.format(n)} boards are possible here: a problem can have at most ${number.format(most)}. Go to a step at which fewer are.`,
    ),
  failed: (why: string) => msg(str`The boards could not be found: ${why}`),
});

/** What is wrong with a lesson from a file or a link. */
export const lessonFileWords = words({
  tooManyOwn: (most: number) =>
    msg(str`You have ${number.format(most)} lessons, which is the most: delete some first.`),
  noLesson: () => msg('This is not a lesson of Outpost.'),
  version: () =>
    msg('This lesson was made with a later version of Outpost. Reload the page to get the latest version.'),
  brokenLink: () =>
    msg('The link to the lesson is damaged: it may have been cut off. Ask for it again, or for a file.'),
  longLink: (most: number) => msg(str`The link to the lesson is longer than ${number.format(most)} characters.`),
  tooLong: (most: number) => msg(str`The lesson is too long: at most ${number.format(most)} characters.`),
  tooMany: (name: string, most: number) => msg(str`“${name}” has more than ${number.format(most)} entries.`),
  bad: (name: string) => msg(str`“${name}” is missing, too long or not what it should be.`),
  attribute: (name: string) => msg(str`Lessons have no attribute “${name}”.`),
  inStep: (step: number, why: string) => msg(str`Step ${number.format(step)}: ${why}`),
});
