/** The files of the languages, for translators (docs/translating.md): what they hold, how they follow the messages, and what is wrong. */
import { CHANGED, decoded, inside, isStale, partsOf, STALE } from './languages.mjs';

/**
 * A message with its translation, as XML.
 *
 * @typedef {object} Unit
 * @property {string} id
 * @property {string} source
 * @property {string} [target]
 * @property {string} [was] the English text that `target` translates, where that is another one
 * @property {string} [note] a note of the message's author
 */

/**
 * The messages of an XLIFF file.
 *
 * @param {string} xliff
 * @returns {Unit[]}
 */
export function unitsOf(xliff) {
  return Array.from(xliff.matchAll(/<trans-unit id="([^"]+)"[^>]*>([\s\S]*?)<\/trans-unit>/g), ([, id, unit]) => ({
    id,
    source: inside(unit, 'source'),
    target: inside(unit, 'target'),
    was: isStale(unit) ? inside(unit, CHANGED) : undefined,
    note: inside(unit, 'note from="lit-localize"'),
  }));
}

/**
 * The file of a language.
 *
 * @param {Unit[]} units
 * @param {string} language
 */
export function xliffOf(units, language) {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
    `<file target-language="${language}" source-language="en" original="lit-localize-inputs" datatype="plaintext">`,
    '<body>',
    ...units.flatMap(({ id, source, target, was, note }) => [
      `<trans-unit id="${id}">`,
      `  <source>${source}</source>`,
      ...(target === undefined ? [] : [`  <target${was === undefined ? '' : ` ${STALE}`}>${target}</target>`]),
      ...(was === undefined ? [] : [`  <${CHANGED}>${was}</note>`]),
      ...(note === undefined ? [] : [`  <note from="lit-localize">${note}</note>`]),
      '</trans-unit>',
    ]),
    '</body>',
    '</file>',
    '</xliff>',
    '',
  ].join('\n');
}

const VALUE = /<x id="([^"]*)"[^>]*>/g;

/**
 * A translation whose values are written as the message has them: a translator needs only their numbers, `<x id="0"/>`, and the program
 * behind them may change.
 */
function filledIn(target, source) {
  const values = new Map(Array.from(source.matchAll(VALUE), ([value, id]) => [id, value]));
  return target.replaceAll(VALUE, (value, id) => values.get(id) ?? value);
}

/** From this share of common pairs of words on, a message counts as changed, and not as another one. */
const ALIKE = 0.5;

const wordPairs = (xml) => {
  const words =
    decoded(xml.replaceAll(/<[^<>]*>/g, ' '))
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(['', ...words].map((word, i) => `${word} ${words[i] ?? ''}`));
};

/** How much two texts have in common: from 0 to 1 (Dice). */
function likeness(a, b) {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  return (2 * common) / (a.size + b.size);
}

/**
 * A language's messages after the English ones have changed, or it was translated. A changed message gets the old translation, marked as such: pages show it
 * in English until somebody has looked at it. What is no message any more goes.
 *
 * @param {Unit[]} english
 * @param {Unit[]} before
 * @returns {Unit[]}
 */
export function followed(english, before) {
  const known = new Map(before.map((unit) => [unit.id, unit]));
  const ids = new Set(english.map(({ id }) => id));
  const dropped = before.filter(({ id, target }) => !ids.has(id) && target !== undefined);
  const pairs = dropped.map(({ source }) => wordPairs(source));
  const taken = new Set();
  return english.map(({ id, source, note }) => {
    const { target, was } = known.get(id) ?? {};
    if (target !== undefined) {
      return { id, source, target: was === undefined ? filledIn(target, source) : target, was, note };
    }
    const own = wordPairs(source);
    const likely = pairs.map((each, i) => (taken.has(i) ? 0 : likeness(own, each)));
    const best = Math.max(ALIKE, ...likely);
    const at = likely.indexOf(best);
    if (at < 0) return { id, source, note };
    taken.add(at);
    return { id, source, target: dropped[at].target, was: dropped[at].was ?? dropped[at].source, note };
  });
}

const FORM = /\b(zero|one|two|few|many|other) \{([^{}]*)\}/g;

/** The plural forms of a text by their names, where it has any. */
function formsOf(text) {
  const forms = new Map(Array.from(text.matchAll(FORM), ([, name, form]) => [name, form]));
  return forms.has('other') ? forms : null;
}

/** A text whose values are their English placeholders between marks. */
const withValues = (xml) =>
  partsOf(xml)
    .map(([first, placeholder]) => (placeholder === undefined ? first : `⟦${placeholder.replaceAll(/[{}]/g, '')}⟧`))
    .join('');

const valuesOf = (text) => new Set(Array.from(text.matchAll(/⟦([^⟦⟧]*)⟧/g), ([, value]) => value));

/** Values that every form has. */
function valuesOfAll(forms) {
  const [first, ...others] = Array.from(forms.values(), valuesOf);
  return new Set([...first].filter((value) => others.every((values) => values.has(value))));
}

/** Counts that texts can be about: whole numbers, of which a few are tried. */
const COUNTS = [...Array(201).keys(), 1_000, 10_000, 100_000, 123_456];

/**
 * The plural forms that a language has for whole numbers below a million, with the numbers tried of each.
 *
 * @param {string} language
 * @returns {Map<string, number[]>}
 */
export function pluralForms(language) {
  const rules = new Intl.PluralRules(language);
  const forms = new Map();
  for (const n of COUNTS) {
    const form = rules.select(n);
    forms.set(form, [...(forms.get(form) ?? []), n]);
  }
  if (!forms.has('other')) forms.set('other', []);
  return forms;
}

const quoted = (values) => [...values].map((value) => `\`${value}\``).join(', ');
const difference = (a, b) => [...a].filter((value) => !b.has(value));

/**
 * What is wrong with a translation: values that are missing or not the message's, plural forms that a language has and the text has not.
 *
 * @param {{ source: string, target: string }} unit
 * @param {Map<string, number[]>} forms of the language
 * @returns {string[]}
 */
export function mistakesOf({ source, target }, forms) {
  const [english, translated] = [withValues(source), withValues(target)];
  const [englishForms, ownForms] = [formsOf(english), formsOf(translated)];
  const ids = new Set(Array.from(source.matchAll(VALUE), ([, id]) => `<x id="${id}"/>`));
  const foreign = difference(new Set(Array.from(target.matchAll(VALUE), ([, id]) => `<x id="${id}"/>`)), ids);
  const mistakes = foreign.length > 0 ? [`has values that the message has not: ${foreign.join(', ')}`] : [];
  if (!englishForms) {
    const missing = difference(valuesOf(english), valuesOf(translated));
    if (missing.length > 0) mistakes.push(`lacks ${quoted(missing)}`);
    if (/\S/.test(english) && !/\S/.test(translated)) mistakes.push('is empty');
    if (ownForms) mistakes.push('has plural forms, and the message has none');
    return mistakes;
  }
  if (!ownForms) return [...mistakes, 'has no plural forms: other {…}'];
  if (/\S/.test(translated.replaceAll(FORM, ''))) mistakes.push('has text outside its plural forms');
  for (const name of forms.keys()) if (!ownForms.has(name)) mistakes.push(`lacks the plural form ${name} {…}`);
  const needed = valuesOfAll(englishForms);
  const counts = englishForms.get('other').includes('#');
  for (const [name, form] of ownForms) {
    const missing = difference(needed, valuesOf(form));
    if (missing.length > 0) mistakes.push(`lacks ${quoted(missing)} in ${name} {…}`);
    // A form for one number alone may say it as a word.
    const alone = name !== 'other' && (forms.get(name) ?? []).length === 1;
    if (counts && !alone && !form.includes('#'))
      mistakes.push(`lacks # in ${name} {…}, which is about several numbers`);
  }
  return mistakes;
}
