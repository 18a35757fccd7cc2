import { recall, remember } from '../ui/remembered';

const KEY = 'outpost-language';

/** The language that a person chose: none, or one that comes before those of the browser. */
export function chosenLanguage(): readonly string[] {
  const chosen = recall(KEY);
  return chosen ? [chosen] : [];
}

/** Takes effect when the page is loaded again. */
export function chooseLanguage(tag: string): void {
  remember(KEY, tag);
}
