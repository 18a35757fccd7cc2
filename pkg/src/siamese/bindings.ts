/** What `wasm-bindgen` generates from `crates/rbc-siamese-wasm`. Internal. */

export interface NetworkBindings {
  Siamese: new (model: Uint8Array) => NetworkHandle;
}

export interface NetworkHandle {
  /** Opponents that the network has learnt to tell apart. */
  opponents(): string[];
  /** Begins to weigh boards, 16 bytes each, of the decision with these planes. */
  weigh(planes: Uint8Array, opponent: string | undefined, boards: Uint8Array, temperature: number): WeighingHandle;
}

export interface WeighingHandle {
  /** Goes on for some milliseconds; the share that is done. */
  advance(): number;
  /** The weights; frees the handle. */
  finish(): Float32Array<ArrayBuffer>;
  free(): void;
}
