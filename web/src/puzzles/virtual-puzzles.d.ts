/** Made of `puzzles.json` by the build (scripts/lib/puzzle-parts.mjs). */
declare module 'virtual:puzzles' {
  export const parts: readonly import('./puzzle-set').PuzzlePart[];
}
