/** How likely boards are taken to be on these pages: all alike, or as the network has it, which is loaded on first use. */

import { awaited, model } from 'virtual:model';
import type { AgentName, GameSetup, Outpost, SensingAgent, SiameseStatus, Weights } from 'outpost-rbc';
import { engine } from '../engine/engine';
import { isAbort, messageOf } from '../ui/errors';
import { weightsWords } from './words';

const KEY = 'outpost-weights';

/** Where the package keeps the model (pkg/src/siamese). */
const STORED = 'outpost-siamese';

/** Agents that ask the network. */
const ASKING: readonly (AgentName | SensingAgent)[] = ['siamese', 'level-8'];

/** `null`: the person chose nothing. */
let chosen: Weights | null = remembered();
let status: SiameseStatus = { state: 'absent' };
let listening = false;
/** The load that is under way, and what ends it. */
let loading: Promise<void> | null = null;
let cancelling = new AbortController();
let building = false;
const listeners = new Set<() => void>();

function remembered(): Weights | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'network' || kept === 'uniform' ? kept : null;
  } catch {
    return null;
  }
}

/** What the person chose, now or on an earlier visit; else `preferred`, but the network only where it is here or on its way. */
export function chosenWeights(preferred: Weights = 'uniform'): Weights {
  if (chosen) return chosen;
  return status.state === 'ready' || status.state === 'loading' ? preferred : 'uniform';
}

/** Loads the network for somebody who did not ask for it, if its model was loaded here before: that costs no download. */
export async function loadIfStored(): Promise<void> {
  if (chosen || status.state !== 'absent') return;
  // Some browsers have no storage here, or refuse it.
  const stored = await globalThis.caches?.has(STORED).catch(() => false);
  if (stored && !chosen && status.state === 'absent') await loadNetwork();
}

/** What there is to weigh boards with now: until the network is there, and where it cannot be used, they count alike. */
export function weightsNow(preferred?: Weights): Weights {
  return status.state === 'ready' ? chosenWeights(preferred) : 'uniform';
}

export function networkStatus(): SiameseStatus {
  return status;
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
  if (weights === 'network') void loadNetwork();
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

/** Loads the network, unless it is there, and waits until that came to something, which is in {@link networkStatus}. */
export function loadNetwork(): Promise<void> {
  loading ??= load().finally(() => {
    loading = null;
  });
  return loading;
}

async function load(): Promise<void> {
  cancelling = new AbortController();
  try {
    if (!model) throw new Error(weightsWords.notHere);
    if (awaited) await untilBuilt(awaited, cancelling.signal);
    const { siamese } = await engine();
    if (!listening) {
      listening = true;
      siamese.onChange(set);
    }
    await siamese.load({ model, signal: cancelling.signal });
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
