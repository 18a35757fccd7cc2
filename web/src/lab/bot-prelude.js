/*
 * What runs in a bot's worker before the bot's own first line, in the same module and, with its line breaks taken out, on the same
 * line, so that the browser's messages have the bot's line numbers. Hence no comments that end with a line.
 *
 * It takes away all globals but a few, and then waits for the bot's export, which the module's last line hands over
 * (bot-worker.ts). Where globals stay, it throws: then no line of the bot runs. MOST_ANSWER is put in by bot-worker.ts, which also
 * says what the messages are.
 */
/* biome-ignore lint/correctness/noUnusedVariables: the module's last line calls it. */
const OUTPOST_TAKES = (() => {
  const scope = globalThis;
  const post = scope.postMessage.bind(scope);
  const listen = scope.addEventListener.bind(scope);
  const { stringify } = JSON;

  /* The language itself, time, text, random numbers and the console. */
  const kept = new Set(
    [
      'globalThis NaN Infinity undefined isFinite isNaN parseFloat parseInt',
      'decodeURI decodeURIComponent encodeURI encodeURIComponent',
      'Object Function Array Number Boolean String Symbol BigInt Date Promise RegExp JSON Math Intl Reflect Proxy Iterator',
      'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError',
      'Map Set WeakMap WeakSet WeakRef FinalizationRegistry ArrayBuffer DataView Atomics WebAssembly',
      'Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array',
      'BigInt64Array BigUint64Array Float16Array Float32Array Float64Array',
      'console performance crypto TextEncoder TextDecoder atob btoa setTimeout clearTimeout queueMicrotask structuredClone',
    ].flatMap((names) => names.split(' ')),
  );
  for (let of = scope; of && of !== Object.prototype; of = Object.getPrototypeOf(of)) {
    for (const name of Reflect.ownKeys(of)) if (!kept.has(name)) Reflect.deleteProperty(of, name);
  }

  /* Storage, network, other workers, the page. */
  const left = [
    'indexedDB caches cookieStore navigator fetch XMLHttpRequest WebSocket WebTransport EventSource BroadcastChannel',
    'Worker SharedWorker importScripts postMessage addEventListener onmessage',
  ]
    .flatMap((names) => names.split(' '))
    .filter((name) => name in scope);
  if (left.length > 0) {
    post([0, 'open', left.join(', ')]);
    throw new Error('not sealed off');
  }

  const described = (error) => {
    try {
      return String(error?.message ?? error).slice(0, 300);
    } catch {
      return '';
    }
  };
  let respond;
  listen('message', async ({ data: [id, event] }) => {
    try {
      const text = stringify(await respond(event)) ?? 'null';
      post(text.length <= MOST_ANSWER ? [id, 'answer', text] : [id, 'long', '']);
    } catch (error) {
      post([id, 'threw', described(error)]);
    }
  });
  return (bot) => {
    respond ??= bot;
    post([0, typeof respond === 'function' ? 'ready' : 'no function', '']);
  };
})();
