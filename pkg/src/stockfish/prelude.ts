/**
 * What runs in a worker before Stockfish's own script, in the same file. Internal.
 *
 * The script would fetch its module from the network, once in each worker. Instead the first message to the worker
 * contains it. Lines are sent in batches, because a search of all moves prints hundreds. An error is sent as an object,
 * after earlier lines.
 */
export const prelude = `(() => {
  const module = new Promise((resolve) => {
    addEventListener('message', (event) => {
      event.stopImmediatePropagation();
      resolve(event.data);
    }, { once: true });
  });
  fetch = async () => new Response('');
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const given = await module;
    return { module: given, instance: await WebAssembly.instantiate(given, imports) };
  };

  const send = postMessage.bind(self);
  let lines = [];
  let sent = 0;
  let timer;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    sent = performance.now();
    if (lines.length > 0) send(lines);
    lines = [];
  };
  postMessage = (line) => {
    lines.push(line);
    if (!String(line).startsWith('info ') || performance.now() - sent > 20) flush();
    else timer ??= setTimeout(flush, 20);
  };

  const fail = (event, error) => {
    event.preventDefault();
    flush();
    send({ error: String(error?.message ?? error ?? event.message) });
  };
  addEventListener('error', (event) => fail(event, event.error));
  addEventListener('unhandledrejection', (event) => fail(event, event.reason));
})();
`;
