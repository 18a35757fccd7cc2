// Raw requests to the server of `npm start`, over TCP: it must answer every one and survive them all.
// node tests/stress/server-requests.mjs [--seed 1] [--seconds 120] [--inputs 100000]
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isProgram } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/lib/static-server.mjs';

/** The content of files that no request may get. */
const SECRET = 'a secret beside the site';
/** Connections at a time. */
const LANES = 16;
/** Milliseconds for an answer; machines may be busy. */
const PATIENCE_MS = 20_000;

/** A site to attack, with files beside it and links that lead there. */
export function makeSite() {
  const around = mkdtempSync(join(tmpdir(), 'outpost-server-'));
  const folder = join(around, 'site');
  mkdirSync(join(folder, 'assets/empty'), { recursive: true });
  mkdirSync(join(around, 'site-beside'));
  const files = {
    'site/index.html': '<!doctype html><title>start</title>',
    'site/embed.html': '<!doctype html><title>frame</title>',
    'site/assets/app-1.js': 'export const one = 1;\n'.repeat(100),
    'site/none': '',
    'site/a b%.txt': 'a name with a space',
    'site/.hidden': SECRET,
    'site-beside/secret.txt': SECRET,
    'secret.txt': SECRET,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(around, name), text);
  symlinkSync('../secret.txt', join(folder, 'link-out'));
  symlinkSync('..', join(folder, 'folder-out'));
  symlinkSync('index.html', join(folder, 'link-in'));
  symlinkSync('loop', join(folder, 'loop'));
  return { folder, remove: () => rmSync(around, { recursive: true, force: true }) };
}

/** Seeded random numbers (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SEGMENTS = [
  ...['index.html', 'assets', 'app-1.js', 'none', 'empty', 'link-out', 'folder-out', 'link-in', 'loop', '.hidden'],
  ...['..', '.', '', '%2e%2e', '%2E.', '..%2f..', '%2f', '%5c..', '\\..', '%00', 'a%00b', '%', '%zz', '%E0%A4%A'],
  ...['secret.txt', 'site-beside', '..%2fsite-beside%2fsecret.txt', '%252e%252e', 'constructor', '__proto__', 'CON'],
  ...[
    'a%20b%25.txt',
    'x'.repeat(300),
    `${'y/'.repeat(300)}`,
    'z'.repeat(5_000),
    '%61'.repeat(2_000),
    '\xff\xfe',
    '%F0%9F%98%80',
  ],
];
const METHODS = [
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'OPTIONS',
  'DELETE',
  'TRACE',
  'CONNECT',
  'PATCH',
  'FOO',
  'get',
];
const RANGES = ['0-', '5-2', '-5', '0-0,2-3', '99999999-', '-0', 'x', '0-18446744073709551616', '1-1e9', '', '-'];
const HEADERS = [
  (pick) => `Range: bytes=${pick(RANGES)}`,
  (pick) => `Range: ${pick(['rows=1-2', '', 'bytes', 'bytes=0-1'])}`,
  (pick) => `If-Range: ${pick(['"x"', 'W/"x"', 'Sat, 01 Jan 2000 00:00:00 GMT', 'x'])}`,
  (pick) => `If-None-Match: ${pick(['*', '"x"', '', ','.repeat(200)])}`,
  (pick) => `If-Match: ${pick(['*', '"x"', ''])}`,
  (pick) => `If-Modified-Since: ${pick(['never', 'Sat, 01 Jan 2000 00:00:00 GMT', '9'.repeat(400)])}`,
  (pick) => `If-Unmodified-Since: ${pick(['never', 'Sat, 01 Jan 2000 00:00:00 GMT'])}`,
  (pick) => `Expect: ${pick(['100-continue', 'a miracle'])}`,
  (pick) => `Content-Length: ${pick(['0', '3', '-1', '1e3', '99999999999999999999'])}`,
  (pick) => `Transfer-Encoding: ${pick(['chunked', 'gzip', 'chunked, chunked'])}`,
  (pick) => `Connection: ${pick(['close', 'keep-alive', 'upgrade'])}`,
  (pick) => `Upgrade: ${pick(['websocket', 'h2c'])}`,
  () => 'Host: again',
  () => `X-Long: ${'h'.repeat(20_000)}`,
  () => ': no name',
  () => 'No colon',
  () => 'X-Odd: \x00\x01',
];

/** Bytes to send; `complete` if it is a valid HTTP request, so that an answer must come. */
function makeRequest(random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const chance = (p) => random() < p;
  let target = `/${Array.from({ length: Math.floor(random() * 5) }, () => pick(SEGMENTS)).join('/')}`;
  if (chance(0.2)) target += '/';
  if (chance(0.1)) target += `?${pick(SEGMENTS)}`;
  if (chance(0.05))
    target = pick([
      '*',
      '//',
      '//host/..',
      'http://',
      'http://host/../secret.txt',
      'http://[',
      'x',
      '/ ',
      `/${'q'.repeat(20_000)}`,
    ]);
  const lines = [`${pick(METHODS)} ${target} HTTP/${chance(0.95) ? '1.1' : pick(['1.0', '0.9', '2.0', '9.9'])}`];
  if (chance(0.97)) lines.push('Host: 127.0.0.1');
  while (chance(0.35)) lines.push(pick(HEADERS)(pick));
  let bytes = Buffer.from(`${lines.join(chance(0.98) ? '\r\n' : '\n')}\r\n\r\n`, 'latin1');
  if (chance(0.05)) bytes = Buffer.concat([bytes, bytes]);
  const mangled = chance(0.1);
  if (mangled) {
    for (let n = 1 + Math.floor(random() * 4); n > 0; n--)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    if (chance(0.3)) bytes = bytes.subarray(0, Math.floor(random() * bytes.length));
  }
  return { bytes, mangled };
}

/** The server's answer to these bytes. For a `whole` request it waits. */
function exchange(port, bytes, whole) {
  return new Promise((resolve, reject) => {
    const parts = [];
    const socket = connect({ port, host: '127.0.0.1' });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error('no answer'));
    }, PATIENCE_MS);
    // The server keeps the connection open for more, so the client closes it.
    let silence;
    const leaveAfter = (ms) => {
      clearTimeout(silence);
      silence = setTimeout(() => socket.end(), ms);
    };
    socket.on('connect', () => {
      socket.write(bytes);
      if (!whole) leaveAfter(50);
    });
    socket.on('data', (part) => {
      parts.push(part);
      leaveAfter(5);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      clearTimeout(silence);
      resolve(Buffer.concat(parts).toString('latin1'));
    });
  });
}

/**
 * Sends `count` requests, determined by `seed`, to a server of its own, or as many as there are seconds for. Rejects when one is not
 * answered, gets a forbidden file, or ends the server. Resolves with the count of each status; `none` are connections that ended without an
 * answer.
 *
 * @param {{ seed: number, count: number, seconds?: number }} options
 * @returns {Promise<Record<string, number>>}
 */
export async function attackServer({ seed, count, seconds = Number.POSITIVE_INFINITY }) {
  const until = Date.now() + 1000 * seconds;
  const site = makeSite();
  const child = fork(import.meta.filename, ['--serve', site.folder], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  let ended = false;
  child.on('exit', () => {
    ended = true;
  });
  try {
    const port = await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', () => reject(new Error(`the server did not start: ${said}`)));
    });
    const random = randomFrom(seed);
    const statuses = {};
    let left = count;
    const lane = async () => {
      while (left-- > 0 && Date.now() < until) {
        const { bytes, mangled } = makeRequest(random);
        const shown = () => JSON.stringify(bytes.toString('latin1').slice(0, 500));
        const answer = await exchange(port, bytes, !mangled).catch((error) => {
          throw new Error(`${error.message}: ${shown()}`);
        });
        if (ended) throw new Error(`the server ended: ${said.slice(0, 2_000)}\nafter, or soon after, ${shown()}`);
        if (answer.includes(SECRET)) throw new Error(`a file that is none of the site's was sent: ${shown()}`);
        const status = /^HTTP\/1\.[01] (\d{3}) /.exec(answer)?.[1] ?? 'none';
        if (status === 'none' && !mangled) throw new Error(`no answer: ${shown()}`);
        if (status === '500') throw new Error(`the server did not know what to say: ${shown()}`);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const last = await exchange(port, Buffer.from('GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n'), true);
    if (!/^HTTP\/1\.1 200 /.test(last)) throw new Error(`the start page is not served any more: ${last.slice(0, 200)}`);
    return statuses;
  } finally {
    child.kill();
    site.remove();
  }
}

if (isProgram(import.meta)) {
  const { values } = parseArgs({
    options: {
      serve: { type: 'string' },
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '120' },
      inputs: { type: 'string', default: '100000' },
    },
  });
  if (values.serve) {
    const { url } = await serve({ folder: values.serve });
    process.send(Number(new URL(url).port));
  } else {
    const began = performance.now();
    const [seed, seconds, count] = [values.seed, values.seconds, values.inputs].map(Number);
    const statuses = await attackServer({ seed, seconds, count });
    const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    const took = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`${sent} requests of seed ${seed} in ${took} s, all answered:`, statuses);
  }
}
