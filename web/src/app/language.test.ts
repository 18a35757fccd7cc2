import { readFileSync } from 'node:fs';
import { beforeAll, expect, it, vi } from 'vitest';
import { LANGUAGES, templatesOf } from '../../../scripts/lib/languages.mjs';
import { LESSONS } from '../lessons';
import { list, number, plural } from '../ui/format';
import { direction, getLocale, useLanguage } from '../ui/locale';

/** English in full-width letters, which is no text of ours. The names of plural categories are no letters. */
const widened = (text: string): string =>
  text.replaceAll(/\b(?:one|other) \{|[A-Za-z]/g, (found) =>
    found.length > 1 ? found : String.fromCodePoint(found.charCodeAt(0) + 0xfee0),
  );

const rooms = import.meta.glob<Record<string, unknown>>(['../*/words.ts', '../*/*-words.ts', '../belief/set-size.ts'], {
  eager: true,
});

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget());
  const english = readFileSync(new URL(`../../../${LANGUAGES}/en.xlf`, import.meta.url), 'utf8');
  const templates = templatesOf(english, (source: string[][]) =>
    source.map((part) => (part.length === 1 ? [widened(part[0] as string)] : part)),
  );
  await useLanguage(['nn', 'ar-EG'], { 'ar-EG': async () => ({ templates }) });
});

/** Stands for any value: a number, a text, a list, or an object of them. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? 3 : '3');
    if (name === Symbol.iterator) return [][Symbol.iterator];
    return name === 'length' ? 2 : anything;
  },
  apply: () => anything,
});

/** Every text of a room, by where it is. */
function* textsOf(at: string, value: unknown): Generator<[string, string]> {
  if (typeof value === 'string') yield [at, value];
  else if (typeof value === 'function') {
    const said = ['white', 'P', 3, anything].flatMap((first) =>
      ['white', 'P', 3, anything].map((rest) => {
        try {
          return String(value(first, ...Array(6).fill(rest)));
        } catch {
          return 'undefined';
        }
      }),
    );
    yield [at, said.find((text) => !/undefined|NaN|object/.test(text)) ?? 'undefined'];
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* textsOf(`${at}.${name}`, part);
  }
}

it('the language of the browser is taken, and the direction of its lines', () => {
  expect([getLocale(), direction()]).toEqual(['ar-EG', 'rtl']);
});

it('every room follows the language', () => {
  const texts = Object.entries(rooms).flatMap(([path, room]) => [...textsOf(path, room)]);
  expect(texts.length).toBeGreaterThan(600);
  // Some values are in themselves words.
  expect(texts.filter(([, text]) => /[A-Za-z]{3}/.test(text.replaceAll(/white|undefined|https\S*/g, '')))).toEqual([]);
});

it('so does every lesson', async () => {
  const lessons = await Promise.all(Object.values(LESSONS).map((lesson) => lesson()));
  const texts = lessons.flatMap(({ title, summary, steps, sources }) => [
    title,
    summary,
    ...sources.map(({ text }) => text),
    ...steps.flatMap(({ heading, text, show }) => {
      const { caption, prompt, hint, explain } = show?.attributes ?? {};
      return [heading, ...text, ...[caption, prompt, hint, explain].filter((said) => said !== undefined)];
    }),
  ]);
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => /[A-Za-z]{3}/.test(text))).toEqual([]);
});

it('so do numbers, lists, and as many plural forms as there are', () => {
  const forms = 'zero {none} one {one} two {two} few {few: #} many {many: #} other {other: #}';
  expect([0, 1, 2, 3, 11, 100].map((n) => plural(n, forms))).toEqual([
    'none',
    'one',
    'two',
    'few: 3',
    'many: 11',
    'other: 100',
  ]);
  // The digits of boards and notation.
  expect(number.format(12)).toBe('12');
  expect(list.format(['a1', 'b2'])).toBe('a1 وb2');
});
