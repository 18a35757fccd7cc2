/** The worker's end: loads the module, and weighs in slices so that it hears an abort in between. Internal. */
import { nextTurn } from '../next-turn.ts';
import type { FromNetwork, NetworkBindings, NetworkHandle, ToNetwork, WeighingHandle } from './protocol.ts';

/** Loads the module. */
export type LoadNetwork = () => Promise<NetworkBindings>;

/** How long an abort may go unheard, about. */
const SLICE_MS = 20;

type Weigh = Extract<ToNetwork, { kind: 'weigh' }>;

export class NetworkHost {
  readonly #load: LoadNetwork;
  readonly #send: (message: FromNetwork, transfer: Transferable[]) => void;
  #network: NetworkHandle | null = null;
  /** The text of the last panic, as the trap that follows says nothing. */
  #panic: string | null = null;
  readonly #waiting: Weigh[] = [];
  readonly #aborted = new Set<number>();
  #busy = false;

  constructor(load: LoadNetwork, send: (message: FromNetwork, transfer: Transferable[]) => void) {
    this.#load = load;
    this.#send = send;
  }

  /** Called when the module panics, before it traps. */
  panicked(text: string): void {
    this.#panic = text;
  }

  receive(message: ToNetwork): void {
    switch (message.kind) {
      case 'load':
        void this.#start(message.model);
        return;
      case 'weigh':
        this.#waiting.push(message);
        void this.#work();
        return;
      case 'abort':
        this.#aborted.add(message.id);
        return;
    }
  }

  async #start(model: Uint8Array): Promise<void> {
    try {
      const bindings = await this.#load();
      this.#network = new bindings.Siamese(model);
      this.#send({ kind: 'loaded', opponents: this.#network.opponents() }, []);
    } catch (error) {
      this.#send({ kind: 'failed', message: this.#panic ?? textOf(error) }, []);
    }
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      let weighing: WeighingHandle | null = null;
      const { id, decision, temperature } = next;
      try {
        await nextTurn();
        if (!this.#network) throw new Error('no network is loaded');
        if (!this.#aborted.has(id)) {
          const { planes, opponent, boards } = decision;
          weighing = this.#network.weigh(planes, opponent, boards, temperature);
        }
        let done = 0;
        while (weighing && done < 1 && !this.#aborted.has(id)) {
          const until = performance.now() + SLICE_MS;
          do done = weighing.advance();
          while (done < 1 && performance.now() < until);
          this.#send({ kind: 'progress', id, done }, []);
          await nextTurn();
        }
        if (!weighing || done < 1) throw new DOMException('The call was aborted.', 'AbortError');
        const handle: WeighingHandle = weighing;
        weighing = null;
        const weights = handle.finish();
        this.#send({ kind: 'weights', id, weights }, [weights.buffer]);
      } catch (error) {
        if (this.#panic !== null || error instanceof WebAssembly.RuntimeError) {
          this.#send({ kind: 'crashed', message: this.#panic ?? textOf(error) }, []);
          return;
        }
        const name = error instanceof Error || error instanceof DOMException ? error.name : 'Error';
        this.#send({ kind: 'error', id, name, message: textOf(error) }, []);
        weighing?.free();
      }
      this.#aborted.delete(id);
    }
    this.#busy = false;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.message : String(error);
}
