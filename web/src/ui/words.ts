import { number } from './format';
import type { Part } from './parts';

/** Parts of the page, as the subject of a sentence. */
export const parts: Record<Part, string> = {
  app: 'Outpost',
  engine: 'The engine',
  learn: 'The lessons',
  lesson: 'The lesson',
  lab: 'The Lab',
  editor: 'The position editor',
  boards: 'The view of the boards',
  share: 'The share dialog',
  code: 'The QR code',
};

export const commonWords = {
  announcements: 'Announcements',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  restarted: 'The engine stopped and was started again. Nothing is lost.',
  failed: 'Something went wrong',
  more: (n: number) => `Show ${number.format(n)} more`,
};

export const partWords = {
  missing: (part: Part, replaced: boolean) =>
    replaced
      ? `${parts[part]} could not be loaded: the site was updated while this page was open. Reload the page. A game in progress is kept; files have to be opened again.`
      : `${parts[part]} could not be loaded. Check the connection, then try again. If that does not help, reload the page.`,
  reload: 'Reload the page',
};
