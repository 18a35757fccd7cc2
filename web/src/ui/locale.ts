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

/**
 * Takes the first of the wanted languages that there is. English where that is none of them, or where it does not load.
 * For once, before anything is shown.
 */
export async function useLanguage(wanted: readonly string[], languages = LANGUAGES): Promise<void> {
  const known = wanted
    .flatMap((tag) => [tag, tag.split('-', 1)[0] as string])
    .find((tag) => tag === 'en' || tag in languages);
  const load = languages[known ?? 'en'];
  if (known === undefined || !load) return;
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
