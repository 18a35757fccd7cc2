import { msg, str } from '@lit/localize';
import { number } from './format';
import type { Part } from './parts';
import { words } from './texts';

/** Parts of the page, as the subject of a sentence. */
export const parts: Record<Part, string> = words({
  app: () => msg('Outpost'),
  engine: () => msg('The engine'),
  demo: () => msg('The demonstration'),
  records: () => msg('The list of your records'),
  learn: () => msg('The lessons'),
  lesson: () => msg('The lesson'),
  lab: () => msg('The Lab'),
  editor: () => msg('The position editor'),
  boards: () => msg('The board view'),
  share: () => msg('The share dialog'),
  code: () => msg('The QR code'),
  sounds: () => msg('The sounds'),
  pieces: () => msg('The pieces'),
  settings: () => msg('The settings'),
  language: () => msg('The language'),
});

export const commonWords = words({
  announcements: () => msg('Announcements'),
  close: () => msg('Close'),
  cancel: () => msg('Cancel'),
  retry: () => msg('Try again'),
  restarted: () => msg('The engine crashed and was restarted. Nothing is lost.'),
  failed: () => msg('Something went wrong'),
  more: (n: number) => msg(str`Show ${number.format(n)} more`),
});

export const partWords = words({
  missing: (part: Part, replaced: boolean) =>
    replaced
      ? msg(
          str`${parts[part]} could not be loaded: the site was updated while this page was open. Reload the page. A game in progress is kept; files have to be opened again.`,
        )
      : msg(str`${parts[part]} could not be loaded. Check your connection and try again, or reload the page.`),
  reload: () => msg('Reload the page'),
});
