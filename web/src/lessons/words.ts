import { msg, str } from '@lit/localize';
import { words } from '../ui/texts';

export const lessonWords = words({
  loading: () => msg('Loading the lesson…'),
  steps: () => msg('Steps of the lesson'),
  step: (n: number, heading: string | null, task: boolean, solved: boolean) =>
    [msg(str`Step ${n}`), heading, solved ? msg('solved') : task ? msg('problem') : null]
      .filter((part) => part !== null)
      .join(': '),
  sources: () => msg('Further reading'),
});
