import { commonWords } from './words';

let region: HTMLElement | null = null;

/** Has a screen reader say something, also when it says the same as before: each message is a new node. */
export function announce(text: string): void {
  // Pages that put in another body take it along.
  if (!region?.isConnected) {
    region = document.createElement('div');
    region.className = 'visually-hidden';
    region.setAttribute('aria-live', 'polite');
    region.setAttribute('role', 'log');
    region.setAttribute('aria-label', commonWords.announcements);
    region.dataset.announcer = '';
    document.body.append(region);
  }
  const message = document.createElement('p');
  message.textContent = text;
  region.append(message);
  while (region.childElementCount > 6) region.firstElementChild?.remove();
}

/** Takes back what was said: on a shared device, the next person may not read it. */
export function forgetAnnouncements(): void {
  region?.replaceChildren();
}
