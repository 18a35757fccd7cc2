/** The one engine of all embeds of a page: started when the first needs it, ended some time after the last is gone. */
import type { Outpost } from 'outpost-rbc';
import { engine, stopEngine } from '../engine/engine';

/** A page that puts embeds in and out again, such as a slide show, keeps its engine. */
const LINGER_MS = 10_000;

const users = new Set<object>();
let ending: ReturnType<typeof setTimeout> | undefined;

/** The engine, kept for `user` until it is released. */
export function takeEngine(user: object): Promise<Outpost> {
  users.add(user);
  clearTimeout(ending);
  return engine();
}

/** Keeps the engine from being ended by embeds, where the page needs it for more than them. */
export function holdEngine(user: object): void {
  users.add(user);
  clearTimeout(ending);
}

export function releaseEngine(user: object): void {
  if (!users.delete(user) || users.size > 0) return;
  ending = setTimeout(stopEngine, LINGER_MS);
}
