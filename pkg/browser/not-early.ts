/** In the package's embed script, in place of web/src/engine/early.ts: only the site's own pages fetch the engine before it is needed. */
export const earlyModule = (): null => null;
export const engineMayStart = (): Promise<void> => Promise.resolve();
