// A slow connection to a local server, for everything that a browser fetches: pages, workers and the service worker.
// A browser's own emulation does not cover workers.
import { connect, createServer } from 'node:net';

/** Lighthouse's slow phone: 1.6 Mbit/s, 150 ms. */
export const SLOW_PHONE = { bytesPerSecond: 200_000, roundTripMs: 150 };

/** What goes into one packet of Ethernet. */
const PACKET = 1_460;
const TICK_MS = 5;
/** Bytes of an answer that lie in the line before the server is asked to wait. */
const QUEUE = 64 * 1024;

/**
 * Passes connections on to a port of this machine. All answers together get `bytesPerSecond`, shared packet by packet between
 * connections; a new connection costs a round trip, and so does a question with its answer.
 *
 * @param {object} options
 * @param {number} options.port the server's
 * @param {number} options.bytesPerSecond
 * @param {number} options.roundTripMs
 * @returns {Promise<{ port: number, received: () => number, close: () => Promise<void> }>} `received`: bytes that arrived
 */
export async function slowLine({ port, bytesPerSecond, roundTripMs }) {
  /** @type {Set<{ queue: Buffer[], queued: number, ended: boolean, client: import('node:net').Socket, server: import('node:net').Socket }>} */
  const lines = new Set();
  let received = 0;
  let budget = 0;
  let last = performance.now();
  const pump = setInterval(() => {
    const now = performance.now();
    // Unused time is not saved up.
    budget = Math.min(budget + (bytesPerSecond * (now - last)) / 1000, Math.max(PACKET, (bytesPerSecond * 50) / 1000));
    last = now;
    for (let sent = true; sent && budget > 0; ) {
      sent = false;
      for (const line of lines) {
        const packet = line.queue.shift();
        if (!packet) {
          if (line.ended) end(line);
          continue;
        }
        sent = true;
        budget -= packet.length;
        line.queued -= packet.length;
        if (line.queued < QUEUE / 2) line.server.resume();
        setTimeout(() => {
          received += packet.length;
          line.client.write(packet);
        }, roundTripMs / 2);
        if (budget <= 0) break;
      }
    }
  }, TICK_MS);
  const end = (line) => {
    lines.delete(line);
    setTimeout(() => line.client.end(), roundTripMs / 2);
  };
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    const line = { queue: [], queued: 0, ended: false, client, server };
    lines.add(line);
    // The handshake on this machine takes no time.
    const open = performance.now() + roundTripMs;
    client.setNoDelay(true);
    client.on('data', (data) => {
      const wait = Math.max(0, open - performance.now()) + roundTripMs / 2;
      setTimeout(() => server.writable && server.write(data), wait);
    });
    server.on('data', (data) => {
      for (let at = 0; at < data.length; at += PACKET) line.queue.push(data.subarray(at, at + PACKET));
      line.queued += data.length;
      if (line.queued > QUEUE) server.pause();
    });
    server.on('end', () => {
      line.ended = true;
    });
    const over = () => {
      lines.delete(line);
      server.destroy();
      client.destroy();
    };
    client.on('error', over);
    client.on('close', over);
    server.on('error', over);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(undefined)));
  return {
    port: /** @type {import('node:net').AddressInfo} */ (proxy.address()).port,
    received: () => received,
    close: () =>
      new Promise((resolve) => {
        clearInterval(pump);
        for (const { client, server } of lines) {
          client.destroy();
          server.destroy();
        }
        proxy.close(() => resolve(undefined));
      }),
  };
}
