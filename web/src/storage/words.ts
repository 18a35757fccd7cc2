import { msg } from '@lit/localize';
import { words } from '../ui/texts';
export const storageWords = words({
  noAnswer: () => msg('Browser storage did not respond.'),
});
