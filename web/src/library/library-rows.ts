import type { Color } from 'outpost-rbc';
import { byLetters } from '../ui/format';
import type { Row } from './library-store';

export type Result = 'any' | 'white' | 'black' | 'draw' | 'open';
export type SortBy = 'date' | 'white' | 'black' | 'result' | 'plies';

/** What is looked for in the library. */
export interface Wanted {
  /** Words: each is to be found in a name, a tag or a note. */
  text: string;
  result: Result;
  /** One tag, or all games. */
  tag: string | null;
  /** Days (as `2026-11-28`), both included; empty for any. */
  from: string;
  to: string;
}

export interface Order {
  by: SortBy;
  upwards: boolean;
}

const RESULTS: Result[] = ['white', 'black', 'draw', 'open'];

export const ANYTHING: Wanted = { text: '', result: 'any', tag: null, from: '', to: '' };
export const NEWEST: Order = { by: 'date', upwards: false };

/** When a game was played, or when that is not known, came into the library. */
export function dateOf(row: Row): number {
  return row.playedAt ?? row.addedAt;
}

export function resultOf(row: Row): Exclude<Result, 'any'> {
  return row.winner ?? (row.reason ? 'draw' : 'open');
}

/** Which side somebody played here against the engine; `null` for other games. */
export function personOf({ source, extras }: Row): Color | null {
  const people = Object.keys(extras.assistance ?? {}) as Color[];
  return source === 'played' && people.length === 1 ? (people[0] ?? null) : null;
}

/** The rows that are wanted, in order. */
export function select(rows: readonly Row[], wanted: Wanted, order: Order): Row[] {
  const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
  const from = startOf(wanted.from) ?? Number.NEGATIVE_INFINITY;
  const to = endOf(wanted.to) ?? Number.POSITIVE_INFINITY;
  const found = rows.filter((row) => {
    if (wanted.result !== 'any' && resultOf(row) !== wanted.result) return false;
    if (wanted.tag !== null && !row.extras.tags?.includes(wanted.tag)) return false;
    const date = dateOf(row);
    if (date < from || date > to) return false;
    if (words.length === 0) return true;
    const text = textOf(row);
    return words.every((word) => text.includes(word));
  });
  const sign = order.upwards ? 1 : -1;
  const value = valueFor(order.by, found);
  return found
    .map((row) => ({ row, value: value(row) }))
    .sort((a, b) => sign * (a.value - b.value) || dateOf(b.row) - dateOf(a.row) || (a.row.id < b.row.id ? -1 : 1))
    .map(({ row }) => row);
}

/** What rows are put in order by, as a number. */
function valueFor(by: SortBy, rows: readonly Row[]): (row: Row) => number {
  switch (by) {
    case 'date':
      return dateOf;
    case 'plies':
      return (row) => row.plies;
    case 'result':
      return (row) => RESULTS.indexOf(resultOf(row));
    default: {
      // Letters are compared slowly: once for each name, not once for each pair of games.
      const names = [...new Set(rows.map((row) => row[by] ?? ''))].sort(byLetters);
      const places = new Map(names.map((name, place) => [name, place]));
      return (row) => places.get(row[by] ?? '') ?? 0;
    }
  }
}

/** Every tag with how many games have it, in alphabetical order. */
export function tagsOf(rows: readonly Row[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const tag of row.extras.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => byLetters(a, b));
}

const texts = new WeakMap<Row, string>();

/** What words are looked for in; made once for each row, not at each letter that is typed. */
function textOf(row: Row): string {
  let text = texts.get(row);
  if (text === undefined) {
    const { white, black, extras } = row;
    const notes = extras.notes?.map((note) => note.text ?? '') ?? [];
    text = [white ?? '', black ?? '', ...(extras.tags ?? []), ...notes].join('\n').toLowerCase();
    texts.set(row, text);
  }
  return text;
}

/** Days are those of the person's own clock. */
function startOf(day: string): number | null {
  const [year, month, date] = day.split('-').map(Number);
  return /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(year as number, (month as number) - 1, date).getTime() : null;
}

function endOf(day: string): number | null {
  const start = startOf(day);
  if (start === null) return null;
  const next = new Date(start);
  next.setDate(next.getDate() + 1);
  return next.getTime() - 1;
}

/** The tags of a text with commas between them. Those that were there before stay whole, also if they have commas. */
export function tagsFrom(text: string, before: readonly string[]): string[] {
  const parts = text.split(',');
  const whole = new Set(before);
  const tags: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let end = parts.length;
    const tag = (): string => parts.slice(at, end).join(',').trim();
    while (end > at + 1 && !whole.has(tag())) end--;
    tags.push(tag());
    at = end;
  }
  return tags;
}
