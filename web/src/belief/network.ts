/** How likely boards are taken to be on these pages: all alike, or by the network and the filter of known players, which are loaded on first use. */

import { awaited, model, players as playersFile } from 'virtual:model';
import type { AgentName, GameSetup, Outpost, PlayersStatus, SensingAgent, SiameseStatus, Weights } from 'outpost-rbc';
import { engine } from '../engine/engine';
import { isAbort, messageOf } from '../ui/errors';
import { weightsWords } from './words';

const KEY = 'outpost-weights';

/** Where the package keeps the model (pkg/src/siamese) and the list of players (pkg/src/players). */
const STORED = ['outpost-siamese', 'outpost-players'];

/** Agents that ask the network. */
const ASKING: readonly (AgentName | SensingAgent)[] = ['siamese', 'outpost', 'level-8'];

/** `null`: the person chose nothing. */
let chosen: Weights | null = remembered();
let status: SiameseStatus = { state: 'absent' };
let players: PlayersStatus = { state: 'absent' };
let listening = false;
/** The load that is under way, and what ends it. */
let loading: Promise<void> | null = null;
let cancelling = new AbortController();
let building = false;
const listeners = new Set<() => void>();

function remembered(): Weights | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'weighted' || kept === 'uniform' ? kept : null;
  } catch {
    return null;
  }
}

/** Whether something that weighs boards is still on its way: with what comes later, all would be shown twice. */
function isLoading(): boolean {
  return loading !== null || status.state === 'loading' || players.state === 'loading';
}

/** Whether there is something to weigh boards with. */
function isReady(): boolean {
  return status.state === 'ready' || players.state === 'ready';
}

/** What the person chose, now or on an earlier visit; else `preferred`, but weights only where what makes them is here or on its way. */
export function chosenWeights(preferred: Weights = 'uniform'): Weights {
  return chosen ?? (isReady() || isLoading() ? preferred : 'uniform');
}

/** Loads what weighs boards for somebody who did not ask for it, if it was loaded here before: that costs no download. */
export async function loadIfStored(): Promise<void> {
  if (chosen || status.state !== 'absent') return;
  // Some browsers have no storage here, or refuse it.
  const stored = await Promise.all(STORED.map((name) => globalThis.caches?.has(name).catch(() => false)));
  if (stored.every(Boolean) && !chosen && status.state === 'absent') await loadNetwork();
}

/** What there is to weigh boards with now: until it is there, and where it cannot be used, they count alike. */
export function weightsNow(preferred?: Weights): Weights {
  return isReady() && !isLoading() ? chosenWeights(preferred) : 'uniform';
}

export function networkStatus(): SiameseStatus {
  return status;
}

/** Whether it is known who the opponent may be; if not, why, where something failed. */
export function playersStatus(): PlayersStatus {
  return players;
}

/** Whether the server is still building the network's module, as that of `npm start` may. */
export function networkIsBeingBuilt(): boolean {
  return building;
}

/** Calls back when the choice or the network's state has changed. Returns how to stop that. */
export function onWeights(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chooseWeights(weights: Weights): void {
  chosen = weights;
  try {
    localStorage.setItem(KEY, weights);
  } catch {
    // It lasts as long as the page.
  }
  changed();
  if (weights === 'weighted') void loadNetwork();
}

/** Whether an agent asks the network. */
export const asks = (agent: AgentName | SensingAgent): boolean => ASKING.includes(agent);

/** Whether an agent of this game asks the network. */
export function asksNetwork({ white, black }: GameSetup): boolean {
  return [white, black].some((seat) => seat.kind === 'agent' && asks(seat.agent));
}

/** Loads the network into another engine than that of the pages. Rejects where it cannot be had. */
export async function loadNetworkInto({ siamese }: Outpost, signal = new AbortController().signal): Promise<void> {
  if (!model) throw new Error(weightsWords.notHere);
  if (awaited) await untilBuilt(awaited, signal);
  await siamese.load({ model, signal });
}

/**
 * Loads the network, and the players for the filter, unless they are there, and waits until that came to something, which is in
 * {@link networkStatus} and {@link playersStatus}.
 */
export function loadNetwork(): Promise<void> {
  loading ??= load().finally(() => {
    loading = null;
    changed();
  });
  return loading;
}

async function load(): Promise<void> {
  cancelling = new AbortController();
  try {
    if (!model) throw new Error(weightsWords.notHere);
    if (awaited) await untilBuilt(awaited, cancelling.signal);
    const outpost = await engine();
    if (!listening) {
      listening = true;
      outpost.siamese.onChange(set);
      outpost.players.onChange((next) => {
        players = next;
        changed();
      });
    }
    const { signal } = cancelling;
    // Either is of use without the other, and says itself why it is not there, unless somebody cancelled it.
    const listed = playersFile
      ? outpost.players.load({ file: playersFile, signal }).catch((error) => {
          if (!isAbort(error)) return;
          players = { state: 'failed', reason: weightsWords.cancelled };
          changed();
        })
      : null;
    await Promise.all([outpost.siamese.load({ model, signal }), listed]);
  } catch (error) {
    set({ state: 'failed', reason: isAbort(error) ? weightsWords.cancelled : messageOf(error) });
  }
}

/** Asks the server again and again, as often as it says, whether it has the module yet. */
async function untilBuilt(module: URL, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      const { status: answer, headers } = await fetch(module, { method: 'HEAD', signal });
      if (answer !== 503) return;
      building = true;
      set({ state: 'loading', done: 0, total: 0 });
      await moment(1000 * Number(headers.get('Retry-After')), signal);
    }
  } finally {
    building = false;
  }
}

/** Callers that wait for the network go on without it. */
export function cancelNetwork(): void {
  cancelling.abort();
}

/** Waits while the network is on its way, but no longer than `ms`, nor beyond an abort. */
export async function networkOrMs(ms: number, signal: AbortSignal): Promise<void> {
  if (status.state !== 'loading' || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      ended();
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    const ended = onWeights(() => {
      if (status.state !== 'loading') end();
    });
  });
}

/** Resolves after so many ms; rejects at an abort. */
function moment(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function set(next: SiameseStatus): void {
  status = next;
  changed();
}

function changed(): void {
  for (const listener of listeners) listener();
}
