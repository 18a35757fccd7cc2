/** What is said between a page and the worker that hosts the network. Internal. */

/** From the page to the worker. */
export type ToNetwork =
  | { kind: 'load'; model: Uint8Array }
  | { kind: 'weigh'; id: number; decision: Decision; temperature: number }
  | { kind: 'abort'; id: number };

/** From the worker to the page. */
export type FromNetwork =
  | { kind: 'loaded'; opponents: string[] }
  /** The module does not start here, or the file is no model that can be used. */
  | { kind: 'failed'; message: string }
  | { kind: 'weights'; id: number; weights: Float32Array<ArrayBuffer> }
  | { kind: 'progress'; id: number; done: number }
  | { kind: 'error'; id: number; name: string; message: string }
  /** The instance is beyond repair. */
  | { kind: 'crashed'; message: string };

/** Whose boards are to be weighed, and what their player was told. */
export interface Decision {
  /** What was told: 69 planes of 64 squares. */
  planes: Uint8Array;
  /** The boards of the set, 16 bytes each. */
  boards: Uint8Array;
  /** Who plays the other side, by the name that the network knows; left out, anybody. */
  opponent?: string;
}

/** What the generated module offers: `crates/rbc-siamese-wasm`. */
export interface NetworkBindings {
  Siamese: new (model: Uint8Array) => NetworkHandle;
}

export interface NetworkHandle {
  opponents(): string[];
  weigh(planes: Uint8Array, opponent: string | undefined, boards: Uint8Array, temperature: number): WeighingHandle;
}

export interface WeighingHandle {
  /** Goes on for some milliseconds; the share that is done. */
  advance(): number;
  /** The weights, once all is done; frees the handle. */
  finish(): Float32Array<ArrayBuffer>;
  free(): void;
}
