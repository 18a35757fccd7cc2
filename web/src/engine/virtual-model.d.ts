/** Made by the build (vite.config.ts) from `models/siamese.onnx`; `null` where there is no such file. */
declare module 'virtual:model' {
  export const model: import('outpost').ReleaseFile | null;
}
