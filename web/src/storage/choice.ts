import { recall, remember } from '../ui/remembered';

/** One of a few values that a person chose: kept from visit to visit, and the same in all tabs. */
export class Choice<T extends string> {
  #chosen: T | null = null;
  readonly #listeners = new Set<() => void>();

  /** `usual` is asked each time: it may depend on the system. */
  constructor(
    readonly key: string,
    readonly values: readonly T[],
    private readonly usual: () => T,
  ) {
    globalThis.addEventListener?.('storage', (event) => {
      // `null`: everything was deleted.
      if (event.key !== key && event.key !== null) return;
      this.#chosen = null;
      this.#tell();
    });
  }

  get value(): T {
    return this.#chosen ?? this.#known(recall(this.key)) ?? this.usual();
  }

  set value(value: T) {
    this.#chosen = value;
    remember(this.key, value);
    this.#tell();
  }

  /** Returns how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #known(text: string | null): T | null {
    return this.values.find((value) => value === text) ?? null;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
