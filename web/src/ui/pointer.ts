/** Whether the main pointer can rest on a place without pressing it, as a mouse can and a finger cannot. */
export const canHover = (): boolean => globalThis.matchMedia?.('(hover: hover)').matches ?? true;
