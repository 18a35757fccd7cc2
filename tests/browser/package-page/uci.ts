/** Talks to Stockfish workers line by line. */
import type { FromUci, ToUci } from './uci.worker.ts';

export class Uci {
  readonly #worker = new Worker(new URL('./uci.worker.ts', import.meta.url), { type: 'module' });
  readonly #listeners = new Set<(message: FromUci) => void>();

  constructor() {
    this.#worker.onmessage = ({ data }) => {
      for (const listener of [...this.#listeners]) listener(data);
    };
  }

  #say(message: ToUci): void {
    this.#worker.postMessage(message);
  }

  /** The next message for which `wanted` returns a value. */
  next<T>(wanted: (message: FromUci) => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const listener = (message: FromUci) => {
        const value = wanted(message);
        if (value === undefined) return;
        this.#listeners.delete(listener);
        resolve(value);
      };
      this.#listeners.add(listener);
    });
  }

  load(workers: number): Promise<FromUci> {
    const loaded = this.next((m) => (m.kind === 'loaded' || m.kind === 'failed' ? m : undefined));
    this.#say({ kind: 'load', workers });
    return loaded;
  }

  post(lines: string[], worker = 0): void {
    this.#say({ kind: 'post', worker, lines });
  }

  restart(worker: number): Promise<true> {
    const ready = this.next((m) => (m.kind === 'ready' && m.worker === worker ? (true as const) : undefined));
    this.#say({ kind: 'restart', worker });
    return ready;
  }

  /** All lines up to and including the one that begins with `last`. */
  ask(lines: string[], last: string, worker = 0): Promise<string[]> {
    const heard: string[] = [];
    const answer = this.next((m) => {
      if (m.kind !== 'lines' || m.worker !== worker) return undefined;
      heard.push(...m.lines);
      return m.lines.some((line) => line.startsWith(last)) ? heard : undefined;
    });
    this.post(lines, worker);
    return answer;
  }

  end(): void {
    this.#worker.terminate();
  }
}
