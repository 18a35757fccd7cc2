import type { RecordDetails } from 'outpost-rbc';
import { type Extras, readExtras } from './extras';

/** A record as the engine took it apart: what it is known by, what it says, and what these pages had put into it. */
export interface RecordText {
  /** The same for the same game, whatever it is written like and whatever notes it has. */
  id: string;
  /** The record without our key, on one line. */
  json: string;
  extras: Extras;
  /** Places where it differs from the rules. */
  differences: number;
}

/** A record as the pages use it. */
export function recordText({ id, json, extras, differencesInAll }: RecordDetails): RecordText {
  return { id, json, extras: readExtras(extras), differences: differencesInAll };
}

/** A record without our key and our key, on one line; with nothing to say, without. The record is not read. */
export function putTogether(json: string, extras: object): string {
  if (Object.keys(extras).length === 0) return json;
  return `${json.slice(0, -1)},"outpost":${JSON.stringify(extras)}}`;
}
