import { configureLocalization, type LocaleModule } from '@lit/localize';
import { loadPart } from './parts';

type Languages = Record<string, () => Promise<LocaleModule>>;

/** The languages beside English. Each is a file. */
const LANGUAGES: Languages = Object.fromEntries(
  Object.entries(import.meta.glob<LocaleModule>(['../../words/*.xlf', '!**/en.xlf'])).map(([path, load]) => [
    path.replace(/^.*\/|\.xlf$/g, ''),
    load,
  ]),
);

/** Their tags, English first. */
export const languages = (): readonly string[] => ['en', ...Object.keys(LANGUAGES)];

let locale = 'en';

/** The language of the page. */
export const getLocale = (): string => locale;

/** The file that it came in, as the build tells our own page (vite.config.ts); English has none. */
export function languageFile(): string | undefined {
  const list = document.querySelector<HTMLMetaElement>('meta[name=outpost-languages]')?.content.split(' ');
  const name = list?.find((each) => each.startsWith(`${locale}.`));
  return name && `assets/language-${name}.js`;
}

/** The same for `Intl`. The digits are those of boards, clocks and notation, where a language knows others as well. */
export const formatLocale = (): string => `${locale}-u-nu-latn`;

/** Where lines of the page's language begin. */
export const direction = (): 'ltr' | 'rtl' => (/^(ar|fa|he|ur)(-|$)/.test(locale) ? 'rtl' : 'ltr');

/** A tag with its likely script and region; `null` for what is no tag. */
function maximized(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}

/**
 * The language to take of those that there are: for each wanted tag in turn the lookup of RFC 4647, then any of the same language and
 * script, so that `pt-PT` is read in `pt-BR`, and `zh-CN`, but not `zh-TW`, in `zh-Hans`.
 */
export function lookUp(wanted: readonly string[], known: readonly string[]): string | undefined {
  for (const tag of wanted) {
    for (let range = tag; range !== ''; range = range.replace(/(^|-)[^-]*$/, '')) {
      const found = known.find((each) => each.toLowerCase() === range.toLowerCase());
      if (found !== undefined) return found;
    }
    const { language, script } = maximized(tag) ?? {};
    const found = known.map(maximized).findIndex((each) => each?.language === language && each?.script === script);
    if (found >= 0 && language !== undefined) return known[found];
  }
  return undefined;
}

/**
 * Takes the first of the wanted languages that there is. English where that is none of them, or where it does not load.
 * For once, before anything is shown.
 */
export async function useLanguage(wanted: readonly string[], languages = LANGUAGES): Promise<void> {
  const known = lookUp(wanted, ['en', ...Object.keys(languages)]) ?? 'en';
  const load = languages[known];
  if (!load) return;
  const { setLocale } = configureLocalization({
    sourceLocale: 'en',
    targetLocales: [known],
    loadLocale: () => loadPart('language', load),
  });
  try {
    await setLocale(known);
    locale = known;
  } catch {
    // English needs no file.
  }
}
