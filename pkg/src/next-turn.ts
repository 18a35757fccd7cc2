/** Lets pending messages be handled. Internal. */
export const nextTurn: () => Promise<void> = (() => {
  const immediately = (globalThis as { setImmediate?: (f: () => void) => void }).setImmediate;
  if (immediately) return () => new Promise<void>((resolve) => immediately(resolve));
  // Unlike a timer, a message is not delayed by 4 ms, or by a second in a hidden tab.
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
})();
