import { msg } from '@lit/localize';
import { words } from '../ui/texts';
export const storageWords = words({
  noAnswer: () => msg('The browser’s storage did not answer.'),
});
