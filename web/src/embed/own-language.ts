import { direction, getLocale } from '../ui/locale';

/** Has an element say which language it speaks, where the page around it has another one, and begin its lines as that does. */
export function markLanguage(element: HTMLElement): void {
  if (element.closest<HTMLElement>('[lang]')?.lang !== getLocale()) element.lang = getLocale();
  if ((element.dir || 'ltr') !== direction()) element.dir = direction();
}
