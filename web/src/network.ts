/** How likely boards are taken to be on these pages: all alike, or as the network has it, which is loaded on first use. */

import { model } from 'virtual:model';
import type { SiameseStatus, Weights } from 'outpost';
import { engine } from './engine';
import { messageOf } from './errors';
import { t } from './strings';

const KEY = 'outpost-weights';

let chosen: Weights = remembered();
let status: SiameseStatus = { state: 'absent' };
let listening = false;
const listeners = new Set<() => void>();

function remembered(): Weights {
  try {
    return localStorage.getItem(KEY) === 'network' ? 'network' : 'uniform';
  } catch {
    return 'uniform';
  }
}

/** What the person chose, now or on an earlier visit. */
export function chosenWeights(): Weights {
  return chosen;
}

/** What there is to weigh boards with now: until the network is there, and where it cannot be used, they count alike. */
export function weightsNow(): Weights {
  return status.state === 'ready' ? chosen : 'uniform';
}

export function networkStatus(): SiameseStatus {
  return status;
}

/** Calls back when the choice or the network's state has changed. Returns how to stop that. */
export function onWeights(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chooseWeights(weights: Weights): void {
  chosen = weights;
  try {
    if (weights === 'uniform') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, weights);
  } catch {
    // It lasts as long as the page.
  }
  changed();
  if (weights === 'network') void loadNetwork();
}

/** Loads the network, unless it is there. How that goes is in {@link networkStatus}. */
export async function loadNetwork(): Promise<void> {
  try {
    if (!model) throw new Error(t.weights.notHere);
    const { siamese } = await engine();
    if (!listening) {
      listening = true;
      siamese.onChange(set);
    }
    await siamese.load({ model });
  } catch (error) {
    set({ state: 'failed', reason: messageOf(error) });
  }
}

function set(next: SiameseStatus): void {
  status = next;
  changed();
}

function changed(): void {
  for (const listener of listeners) listener();
}
