import { expect, it } from 'vitest';
import { templatesOf } from './languages.mjs';
import { followed, mistakesOf, pluralForms, unitsOf, xliffOf } from './translations.mjs';

const x = (id, expression) => `<x id="${id}" equiv-text="\${${expression}}"/>`;
const unit = (id, source, target) => ({ id, source, target });

it('a file is read as it was written', () => {
  const units = [
    { ...unit('s1', `${x(0, 'name')} &amp; more`, `mehr &amp; ${x(0, 'name')}`), note: 'A button.' },
    unit('s2', 'Settings'),
    { ...unit('s3', 'Sense now', 'Jetzt aufklären'), was: 'Sense it now' },
  ];
  expect(unitsOf(xliffOf(units, 'de')).map((each) => JSON.parse(JSON.stringify(each)))).toEqual(units);
  expect(xliffOf(unitsOf(xliffOf(units, 'de')), 'de')).toBe(xliffOf(units, 'de'));
});

it('a message that changes keeps its translation for review, and is shown in English meanwhile', () => {
  const before = [
    unit('s1', 'Choose where to look: a 3×3 window.', 'Wähle, wohin du schaust: ein 3×3-Fenster.'),
    unit('s2', 'Settings', 'Einstellungen'),
    unit('s3', 'Gone for good and unlike anything', 'Fort'),
  ];
  const english = [unit('s2', 'Settings'), unit('s4', 'Choose where to look: any 3×3 window.'), unit('s5', 'Board')];
  const after = followed(english, before);
  expect(after.map(({ id, target, was }) => [id, target, was])).toEqual([
    ['s2', 'Einstellungen', undefined],
    ['s4', 'Wähle, wohin du schaust: ein 3×3-Fenster.', 'Choose where to look: a 3×3 window.'],
    ['s5', undefined, undefined],
  ]);
  const file = xliffOf(after, 'de');
  expect(templatesOf(file)).toEqual({ s2: 'Einstellungen' });
  // It changes once more: it was translated from the first text.
  const later = followed([unit('s6', 'Choose where to look: every 3×3 window.')], unitsOf(file));
  expect(later[0]).toMatchObject({ was: 'Choose where to look: a 3×3 window.' });
  // Either mark may be removed.
  for (const confirmed of [file.replace(/ state="[^"]*"/, ''), file.replace(/\n {2}<note from="changed">.*/, '')]) {
    expect(followed(english, unitsOf(confirmed))[1]).toMatchObject({ id: 's4', was: undefined });
    expect(Object.keys(templatesOf(confirmed))).toEqual(['s2', 's4']);
  }
});

it('a value needs only its number', () => {
  const [english] = [unit('s1', `${x(0, 'n')} of ${x(1, 'total')}`)];
  const [after] = followed([english], [unit('s1', english.source, `von <x id="1"/> <x id="0" equiv-text="\${old}"/>`)]);
  expect(after.target).toBe(`von ${x(1, 'total')} ${x(0, 'n')}`);
});

it('each language has its plural forms', () => {
  const formsOf = (language) => [...pluralForms(language).keys()].sort();
  expect(formsOf('ar')).toEqual(['few', 'many', 'one', 'other', 'two', 'zero']);
  // Their “many” is for millions, and falls back to “other” (ui/format.ts).
  for (const language of ['de', 'es', 'fr', 'pt-BR']) expect(formsOf(language)).toEqual(['one', 'other']);
  for (const language of ['ja', 'zh-Hans']) expect(formsOf(language)).toEqual(['other']);
  expect(formsOf('pl')).toEqual(['few', 'many', 'one', 'other']);
});

const BOARDS = `one {${x(0, 'who')} has # board} other {${x(1, 'who')} has # boards}`;

it.each([
  ['de', 'Settings', 'Einstellungen', []],
  ['de', 'Settings', ' ', ['is empty']],
  ['de', `${x(0, 'a')} of ${x(1, 'b')}`, `von ${x(1, 'b')} ${x(0, 'a')}`, []],
  ['de', `${x(0, 'a')} of ${x(1, 'b')}`, `${x(0, 'a')} von`, ['lacks `$b`']],
  ['de', x(0, 'a'), `${x(0, 'a')} <x id="1"/>`, ['has values that the message has not: <x id="1"/>']],
  ['de', BOARDS, `one {${x(0, 'who')} hat # Brett} other {${x(1, 'who')} hat # Bretter}`, []],
  ['de', BOARDS, `other {${x(1, 'who')} hat # Bretter}`, ['lacks the plural form one {…}']],
  ['de', BOARDS, `one {ein Brett} other {${x(1, 'who')} hat # Bretter}`, ['lacks `$who` in one {…}']],
  [
    'de',
    BOARDS,
    `Hier: one {${x(0, 'who')}: ein Brett} other {${x(1, 'who')}: #}`,
    ['has text outside its plural forms'],
  ],
  ['de', BOARDS, `${x(0, 'who')} hat Bretter`, ['has no plural forms: other {…}']],
  [
    'ja',
    `${x(0, 'a')}, ${x(1, 'b')}`,
    `other {${x(0, 'a')}、${x(1, 'b')}}`,
    ['has plural forms, and the message has none'],
  ],
  ['ja', BOARDS, `other {${x(0, 'who')}の盤面#個}`, []],
  // French says “1 plateau” and “0 plateau” by one form, English and German by two.
  [
    'fr',
    BOARDS,
    `one {${x(0, 'who')} a un plateau} other {${x(1, 'who')} a # plateaux}`,
    ['lacks # in one {…}, which is about several numbers'],
  ],
  [
    'ar',
    'one {# board} other {# boards}',
    'zero {لا رقع} one {رقعة} two {رقعتان} few {# رقع} many {# رقعة} other {# رقعة}',
    [],
  ],
  [
    'ar',
    'one {# board} other {# boards}',
    'one {رقعة} two {رقعتان} few {رقع} other {# رقعة}',
    [
      'lacks the plural form zero {…}',
      'lacks the plural form many {…}',
      'lacks # in few {…}, which is about several numbers',
    ],
  ],
])('%s: %s as %s: %j', (language, source, target, mistakes) => {
  expect(mistakesOf({ source, target }, pluralForms(language)).sort()).toEqual([...mistakes].sort());
});
