import { formatLocale } from './locale';

/** What `make` makes for the language of the page: made once for each, when it is first used. */
function forLanguage<F>(make: (locale: string) => F): () => F {
  const made = new Map<string, F>();
  return () => {
    const locale = formatLocale();
    const format = made.get(locale) ?? make(locale);
    made.set(locale, format);
    return format;
  };
}

interface Format<T> {
  format(value: T): string;
}

function formatter<T>(make: (locale: string) => Format<T>): Format<T> {
  const format = forLanguage(make);
  return { format: (value) => format().format(value) };
}

const numbers = (options?: Intl.NumberFormatOptions): Format<number> =>
  formatter((locale) => new Intl.NumberFormat(locale, options));

const dates = (options: Intl.DateTimeFormatOptions): Format<Date | number> =>
  formatter((locale) => new Intl.DateTimeFormat(locale, options));

export const number = numbers();

const signedNumbers = numbers({ signDisplay: 'always' });

/** With its sign, which stays before the digits where text runs from right to left. */
export const signed = (n: number): string => signedNumbers.format(n).replace('-', '−');

const inDigits = [1, 2, 3].map((maximumSignificantDigits) => numbers({ maximumSignificantDigits }));

/** In so many significant digits. */
export const significant = (n: number, digits: 1 | 2 | 3): string => (inDigits[digits - 1] as Format<number>).format(n);

export const rough: Format<number> = { format: (n) => significant(n, 3) };

export const percent = numbers({ style: 'percent', maximumFractionDigits: 1 });

export const whole = numbers({ style: 'percent', maximumFractionDigits: 0 });

export const rounded = numbers({ notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 });

export const compact = numbers({ notation: 'compact' });

const withDecimals = [0, 1, 2].map((digits) =>
  numbers({ minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** With so many decimals. */
export const fixed = (n: number, decimals: 0 | 1 | 2): string => (withDecimals[decimals] as Format<number>).format(n);

export const tenths = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const day = dates({ dateStyle: 'medium' });

/** A day of about now. */
export const dayOfYear = dates({ month: 'short', day: 'numeric' });

export const dateTime = dates({ dateStyle: 'medium', timeStyle: 'short' });

/** Bytes as people count them. */
export const bytesText = (bytes: number): string =>
  bytes < 1e6
    ? kilobytes.format(bytes / 1e3)
    : bytes < 1e9
      ? megabytes.format(bytes / 1e6)
      : gigabytes.format(bytes / 1e9);

const [kilobytes, megabytes, gigabytes] = (['kilobyte', 'megabyte', 'gigabyte'] as const).map((unit) =>
  numbers({ style: 'unit', unit, maximumSignificantDigits: 3 }),
) as [Format<number>, Format<number>, Format<number>];

/** A share; what is not quite nothing, or not quite everything, says so. */
export const share = (p: number): string => {
  if (p > 0 && p < 0.005) return `<${whole.format(0.01)}`;
  if (p < 1 && p > 0.995) return `>${whole.format(0.99)}`;
  return whole.format(p);
};

const twoDigits = numbers({ style: 'percent', maximumSignificantDigits: 2 });

/** A share that may be very small, but is never nothing: two digits of it. */
export const fine = (p: number): string => (p < 1e-6 ? `<${twoDigits.format(1e-6)}` : twoDigits.format(p));

/** A share that may be very small and is told all the same, in two digits: 0.06 %, 0.9 %, 25 %; nothing is 0 %. */
export const exactly = (p: number): string => (p === 0 || p > 0.995 ? share(p) : fine(p));

const lists = (type: Intl.ListFormatType): Format<readonly string[]> =>
  formatter((locale) => new Intl.ListFormat(locale, { type }));

export const list = lists('conjunction');

export const either = lists('disjunction');

const collator = forLanguage((locale) => new Intl.Collator(locale, { numeric: true }));

/** The order of names in lists; numbers in them count by their value. */
export const byLetters = (a: string, b: string): number => collator().compare(a, b);

const pluralRules = forLanguage((locale) => new Intl.PluralRules(locale));

/**
 * The form that goes with `n`, of a message with one for each plural category of its language: `one {# game} other {# games}`
 * (others have `zero`, `two`, `few` and `many` as well). `#` stands for the number.
 */
export function plural(n: number, forms: string): string {
  const category = pluralRules().select(n);
  const texts = new Map(
    Array.from(forms.matchAll(/\b(zero|one|two|few|many|other) \{([^{}]*)\}/g), ([, name, text]) => [name, text]),
  );
  return (texts.get(category) ?? texts.get('other') ?? forms).replaceAll('#', () => number.format(n));
}

/** Numbers, dates and lists as people write them. */
export const format = {
  number: (n: number) => number.format(n),
  compact: (n: number) => compact.format(n),
  dateTime: (at: number) => dateTime.format(at),
  percent: (p: number) => percent.format(p),
  list: (items: string[]) => list.format(items),
};
