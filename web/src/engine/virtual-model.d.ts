/** Made by the build (vite.config.ts). */
declare module 'virtual:model' {
  /** From `models/siamese.onnx`; `null` where there is no such file. */
  export const model: import('outpost-rbc').ReleaseFile | null;
  /** From `models/players.txt`; `null` where there is no such file. */
  export const players: import('outpost-rbc').ReleaseFile | null;
  /** What answers 503 until the network's module is built, on a site that `npm start` serves before; `null` elsewhere. */
  export const awaited: URL | null;
}
