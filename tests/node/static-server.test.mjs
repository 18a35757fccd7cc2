// The server of `npm start`: every request gets an answer, and nothing but the site's files.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { compressFolder } from '../../scripts/lib/compress.mjs';
import { serve, takesBrotli } from '../../scripts/lib/static-server.mjs';
import { attackServer, makeSite } from '../stress/server-requests.mjs';

let site;
let server;
before(async () => {
  site = makeSite();
  server = await serve({ folder: site.folder });
});
after(async () => {
  await server.close();
  site.remove();
});

/** Sends the path unchanged: `fetch` would normalise it. */
function get(path, { method = 'GET', headers = {}, url = server.url } = {}) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

test('says that a part of the site is still being built, and when to ask again', async (t) => {
  const late = { path: '/network/', folder: site.folder, state: 'building' };
  const { url, close } = await serve({ folder: site.folder, base: '/some/', late });
  t.after(close);
  const ask = async (path) => {
    const { status, headers } = await get(path, { url });
    return [status, headers['retry-after']];
  };
  assert.deepEqual(await ask('/some/network/index.html'), [503, '5']);
  assert.deepEqual(await ask('/some/index.html'), [200, undefined]);
  late.state = 'failed';
  assert.deepEqual(await ask('/some/network/index.html'), [500, undefined]);
  late.state = 'ready';
  assert.deepEqual(await ask('/some/network/index.html'), [200, undefined]);
  assert.deepEqual(await ask('/some/network/..%2fsecret.txt'), [404, undefined]);
});

for (const [path, status] of [
  ['/', 200],
  ['/index.html', 200],
  ['/index.html?x=1', 200],
  ['/assets/app-1.js', 200],
  ['/a%20b%25.txt', 200],
  ['/link-in', 200],
  ['/none', 200],
  // Requests that once ended the server.
  ['/index.html/', 404],
  ['/index.html/x', 404],
  [`/${'x'.repeat(300)}`, 404],
  [`/${'x/'.repeat(2_500)}`, 414],
  ['/assets', 404],
  ['/assets/', 404],
  ['/loop', 404],
  ['/missing', 404],
  ['/.hidden', 404],
  ['/link-out', 404],
  ['/folder-out/secret.txt', 404],
  ['/../secret.txt', 404],
  ['/..%2fsecret.txt', 404],
  ['/%2e%2e/secret.txt', 404],
  ['/..%2fsite-beside%2fsecret.txt', 404],
  ['/..%5csecret.txt', 403],
  ['/index.html%00', 400],
  ['/%', 400],
  ['/%E0%A4%A', 400],
  ['//', 400],
  ['http://host/index.html', 200],
]) {
  test(`${path.slice(0, 40)} is answered with ${status}`, async () => {
    const answer = await get(path);
    assert.equal(answer.status, status);
    assert.doesNotMatch(answer.text, /secret/);
    assert.equal(answer.headers['cross-origin-opener-policy'], 'same-origin');
    assert.match(answer.headers['content-security-policy'], /default-src 'self'/);
  });
}

test('hashed files are cached, pages are revalidated', async () => {
  const script = await get('/assets/app-1.js');
  assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(Number(script.headers['content-length']), script.text.length);
  const page = await get('/');
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(page.headers['cache-control'], 'no-cache');
});

test('others may frame only the page for frames', async () => {
  const policy = async (path) => (await get(path)).headers['content-security-policy'];
  assert.match(await policy('/'), /; frame-ancestors 'self'$/);
  assert.match(await policy('/index.html'), /; frame-ancestors 'self'$/);
  assert.match(await policy('/embed.html'), /default-src 'self'/);
  assert.doesNotMatch(await policy('/embed.html'), /frame-ancestors/);
  assert.doesNotMatch(await policy('/assets/app-1.js'), /frame-ancestors/);
});

test('HEAD has no body, other methods are refused', async () => {
  const head = await get('/index.html', { method: 'HEAD' });
  assert.deepEqual([head.status, head.text], [200, '']);
  assert.ok(Number(head.headers['content-length']) > 0);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
    assert.equal((await get('/', { method })).status, 405);
});

test('a method for proxies is refused with a message', async () => {
  const { port } = new URL(server.url);
  const said = await new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('close', () => resolve(text));
  });
  assert.match(said, /^HTTP\/1\.1 405 /);
});

test('parts of files', async () => {
  const part = await get('/index.html', { headers: { Range: 'bytes=2-8' } });
  assert.deepEqual([part.status, part.text], [206, 'doctype']);
  const wrong = await get('/index.html', { headers: { Range: 'bytes=999-' } });
  assert.equal(wrong.status, 416);
  assert.match(wrong.headers['content-range'], /^bytes \*\/\d+$/);
  assert.match(wrong.headers['content-type'], /^text\/plain/);
  // Backwards, so it is ignored.
  assert.equal((await get('/index.html', { headers: { Range: 'bytes=5-2' } })).status, 416);
});

/** As it arrives, not unpacked. */
async function bytesOf(url, headers = {}) {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: pathname, headers, agent: false }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

test('sends what the build compressed to those who take it, whole, in parts and by its tag', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outpost-compressed-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const text = `<!doctype html>${'a page of some length. '.repeat(200)}`;
  writeFileSync(join(folder, 'index.html'), text);
  writeFileSync(join(folder, 'small.txt'), 'small');
  await compressFolder(folder);
  const own = await serve({ folder });
  t.after(own.close);
  const plain = await bytesOf(own.url);
  assert.equal(plain.body.toString(), text);
  assert.deepEqual([plain.headers['content-encoding'], plain.headers.vary], [undefined, 'Accept-Encoding']);
  const accepted = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
  for (const url of [own.url, `${own.url}index.html`]) {
    const small = await bytesOf(url, accepted);
    assert.equal(brotliDecompressSync(small.body).toString(), text);
    assert.ok(small.body.length < text.length / 10);
    const { 'content-encoding': encoding, 'content-type': type, 'content-length': length, etag, vary } = small.headers;
    assert.deepEqual([encoding, vary, type], ['br', 'Accept-Encoding', 'text/html; charset=utf-8']);
    assert.equal(Number(length), small.body.length);
    assert.notEqual(etag, plain.headers.etag);
    // The same bytes are not sent twice.
    const again = await bytesOf(url, { ...accepted, 'If-None-Match': etag });
    assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, etag]);
    // The parts of what is sent make the whole, and are of one file.
    const parts = await Promise.all(
      ['bytes=0-9', 'bytes=10-'].map((Range) => bytesOf(url, { ...accepted, Range, 'If-Range': etag })),
    );
    assert.deepEqual(
      parts.map(({ status, headers }) => [status, headers['content-encoding']]),
      [
        [206, 'br'],
        [206, 'br'],
      ],
    );
    assert.deepEqual(Buffer.concat(parts.map(({ body }) => body)), small.body);
    assert.equal((await bytesOf(url, { Range: 'bytes=0-9', 'If-Range': etag })).status, 200);
  }
  const small = await bytesOf(`${own.url}small.txt`, accepted);
  assert.deepEqual(
    [small.body.toString(), small.headers['content-encoding'], small.headers.vary],
    ['small', undefined, undefined],
  );
  // Another file of the same name and length has another tag.
  const before = small.headers.etag;
  writeFileSync(join(folder, 'small.txt'), 'SMALL');
  assert.equal((await bytesOf(`${own.url}small.txt`, { 'If-None-Match': before })).body.toString(), 'SMALL');
  // What was compressed is not sent in place of what is there now.
  const script = join(folder, 'script.js');
  writeFileSync(script, text);
  await compressFolder(folder);
  const encodingOf = async () => {
    const { status, headers, body } = await bytesOf(`${own.url}script.js`, accepted);
    return [status, headers['content-encoding'], headers['content-encoding'] ? '' : body.toString().slice(0, 3)];
  };
  assert.deepEqual(await encodingOf(), [200, 'br', '']);
  writeFileSync(script, 'cut');
  utimesSync(script, new Date(), new Date(Date.now() + 5_000));
  assert.deepEqual(await encodingOf(), [200, undefined, 'cut']);
  rmSync(script);
  assert.deepEqual(await encodingOf(), [404, undefined, 'no ']);
  // No refusal looks like the file.
  const refused = await bytesOf(own.url, { ...accepted, Range: 'bytes=99999-' });
  assert.deepEqual(
    [refused.status, refused.headers['content-encoding'], refused.headers.etag],
    [416, undefined, undefined],
  );
});

test('takes brotli from those who offer it', () => {
  for (const accepted of ['br', 'gzip, br', 'BR;q=0.5', '*', 'gzip;q=0, *;q=0.1'])
    assert.ok(takesBrotli(accepted), accepted);
  for (const refused of [undefined, '', 'gzip', 'br;q=0', '*, br;q=0', 'brotli', '*;q=0', 'br;q=x']) {
    assert.ok(!takesBrotli(refused), String(refused));
  }
});

test('a plain host answers missing files with the start page, and sends none of our headers', async () => {
  const plain = await serve({ folder: site.folder, plain: true, base: '/some/path/' });
  try {
    const answer = await get('/some/path/missing', { url: plain.url });
    assert.match(answer.text, /start/);
    assert.equal(answer.headers['content-security-policy'], undefined);
    assert.equal((await get('/elsewhere', { url: plain.url })).status, 404);
  } finally {
    await plain.close();
  }
});

test('3,000 random requests, whole and mangled', async () => {
  const statuses = await attackServer({ seed: 12, count: 3_000 });
  assert.ok(statuses[200] > 100 && statuses[404] > 100 && statuses[400] > 100, JSON.stringify(statuses));
});
