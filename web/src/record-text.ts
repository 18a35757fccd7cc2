import { type Extras, isObject, readExtras } from './extras';

/** A record taken apart: what it is known by, what it says, and what these pages had put into it. */
export interface RecordText {
  /** The same for the same game, whatever it is written like and whatever notes it has. */
  id: string;
  /** The record without our key, on one line. */
  json: string;
  extras: Extras;
}

/** Takes apart the text of a record that the engine has read. */
export function takeApart(text: string): RecordText {
  const { outpost, ...record } = JSON.parse(text) as Record<string, unknown>;
  return { id: contentId(record), json: JSON.stringify(record), extras: readExtras(outpost) };
}

/** What a record is known by, and what these pages had put into it. */
export function identify(text: string): Omit<RecordText, 'json'> {
  const record = JSON.parse(text) as Record<string, unknown>;
  return { id: contentId(record), extras: readExtras(record.outpost) };
}

/** A record with our key, on one line; with nothing to say, without. */
export function putTogether(json: string, extras: Extras): string {
  if (Object.keys(extras).length === 0) return json;
  return `${json.slice(0, -1)},"outpost":${JSON.stringify(extras)}}`;
}

/** Names a game by what the players and their decisions were: all else follows by the rules. */
export function contentId(record: Record<string, unknown>): string {
  const sides = (key: string): unknown[] => {
    const both = isObject(record[key]) ? record[key] : {};
    return [both.true, both.false].map((list) => (Array.isArray(list) ? list.map(contentOf) : null));
  };
  const firstFens = sides('fens_before_move').map((list) => (Array.isArray(list) ? (list[0] ?? null) : null));
  const content = [
    record.white_name ?? null,
    record.black_name ?? null,
    record.winner_color ?? null,
    contentOf(record.win_reason ?? null),
    firstFens,
    sides('senses'),
    sides('requested_moves'),
  ];
  return hash(JSON.stringify(content));
}

/** `{"type": "Move", "value": "e2e4"}` is `e2e4`. */
function contentOf(item: unknown): unknown {
  return isObject(item) ? (item.value ?? null) : item;
}

/** 128 bits, well mixed (cyrb53's mixing, in two pairs): enough to tell games apart, not to prove anything. */
function hash(text: string): string {
  const lanes = [0xdeadbeef, 0x41c6ce57, 0x9e3779b9, 0x85ebca6b] as [number, number, number, number];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    lanes[0] = Math.imul(lanes[0] ^ code, 2654435761);
    lanes[1] = Math.imul(lanes[1] ^ code, 1597334677);
    lanes[2] = Math.imul(lanes[2] ^ code, 2246822507);
    lanes[3] = Math.imul(lanes[3] ^ code, 3266489909);
  }
  return lanes
    .map((lane, i) => {
      const other = lanes[(i + 1) % 4] as number;
      const mixed = Math.imul(lane ^ (lane >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
      return (mixed >>> 0).toString(16).padStart(8, '0');
    })
    .join('');
}
