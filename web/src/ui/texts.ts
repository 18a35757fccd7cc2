import { msg, str } from '@lit/localize';

/** Texts as they are read: what was written as a function without arguments is a property. */
export type Texts<T> = {
  readonly [K in keyof T]: T[K] extends () => infer Text
    ? Text
    : T[K] extends (...values: never[]) => unknown
      ? T[K]
      : T[K] extends object
        ? Texts<T[K]>
        : T[K];
};

/** Punctuation of Chinese and Japanese, whose width is the space behind it. */
const FULL_WIDTH = /[。！？：；，、（）]$/;

/** Those of the sentences that are to be said, one after the other. */
export function sentences(...all: readonly (string | false)[]): string {
  const [first = '', ...others] = all.filter((text) => text !== false && text !== '');
  return others.reduce<string>((text, next) => `${text}${FULL_WIDTH.test(text) ? '' : ' '}${next}`, first || '');
}

/** A text that is no sentence yet. */
export const sentence = (text: string): string => msg(str`${text}.`);

/** Texts in a row, as the language separates them. */
export const series = ([first = '', ...others]: readonly string[]): string =>
  others.reduce((all, next) => msg(str`${all}, ${next}`), first);

/** Longer ones, which may have commas of their own. */
export const clauses = ([first = '', ...others]: readonly string[]): string =>
  others.reduce((all, next) => msg(str`${all}; ${next}`), first);

/** What is said of something. */
export const labelled = (name: string, text: string): string => msg(str`${name}: ${text}`);

/**
 * The texts of a room. A text without values is written `name: () => msg('…')` and read as `texts.name`: it is looked up
 * whenever it is shown, so that it follows the language of the page.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function words<T extends object>(texts: T): Texts<T> {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(texts))) {
    if (typeof value === 'function' && value.length === 0) Object.defineProperty(texts, name, { get: value });
    else if (typeof value === 'object') words(value);
  }
  return texts as Texts<T>;
}

/** A sentence for each code of a union of codes with their data. */
export type Sentences<Details extends { code: string }> = {
  readonly [Code in Details['code']]: (
    data: Extract<Details, { code: Code }> extends { data: infer Data } ? Data : undefined,
  ) => string;
};

/** The sentence for a code; `null` for one that is not known here. */
export function sentenceOf<Details extends { code: string; data?: unknown }>(
  all: Sentences<Details>,
  { code, data }: Details,
): string | null {
  const sentence = Object.hasOwn(all, code) ? (all as Record<string, (data: unknown) => string>)[code] : undefined;
  return sentence ? sentence(data) : null;
}
