/** Milliseconds that a piece takes to its square; 0: it is there at once. */
let duration = 180;
const listeners = new Set<() => void>();

export const isReduced = (): boolean => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** As chessground takes it. The person's system has the last word. */
export const animation = (): { enabled: boolean; duration: number } => ({
  enabled: duration > 0 && !isReduced(),
  duration,
});

export function setAnimation(ms: number): void {
  if (ms === duration) return;
  duration = ms;
  for (const listener of listeners) listener();
}

/** Returns how to stop listening. */
export function onAnimation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
