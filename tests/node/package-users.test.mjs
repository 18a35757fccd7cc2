// The packed npm package in pages: from a CDN, and built by Vite. tests/package-users/run.mjs has webpack and Next.js.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build, createServer } from 'vite';
import { root } from '../../scripts/lib/run.mjs';
import { projectWithPackage } from '../package-users/packed.mjs';
import { host, ofCdn } from '../package-users/server.mjs';
import { expected, isolation, visitor } from '../package-users/visit.mjs';

const { project, installed, add, remove } = projectWithPackage();
const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
let browser;
let cdn;
before(async () => {
  cdn = await host({ [`/outpost-rbc@${version}/`]: `${installed}/` }, ofCdn);
  browser = await visitor();
});
after(async () => {
  await browser?.close();
  await cdn?.close();
  remove();
});

/** Writes a page into a folder of its own, and serves that. */
async function pageWith(name, html, headers = {}) {
  const folder = join(project, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), html);
  return host({ '/': `${folder}/` }, headers);
}

const README = readFileSync(join(installed, 'README.md'), 'utf8');
/** An HTML example of the README, with our CDN in place of jsDelivr. */
function example(containing) {
  const found = [...README.matchAll(/```html\n(.*?)```/gs)]
    .map(([, html]) => html)
    .find((html) => html.includes(containing));
  assert.ok(found, `the README has no example with ${containing}`);
  const local = found.replaceAll(/https:\/\/cdn\.jsdelivr\.net\/npm\//g, cdn.url);
  assert.notEqual(local, found);
  return `<!doctype html><link rel="icon" href="data:,">${local}`;
}

/** The policy that the README asks for; our page has scripts of its own too, one of them in the page. */
function policy() {
  const [, said] = /for a package at `https:\/\/cdn\.example`: `([^`]+)`/.exec(README) ?? [];
  assert.ok(said, 'the README has no policy');
  const ofCdn = said.replaceAll('https://cdn.example', cdn.url);
  return `default-src 'none'; img-src data:; ${ofCdn.replace('script-src', `script-src 'self' 'unsafe-inline'`)}`;
}

for (const isolated of [false, true]) {
  test(`from a CDN, on a page that is ${isolated ? '' : 'not '}isolated`, async () => {
    add('cdn');
    const page = join(project, 'index.html');
    writeFileSync(page, readFileSync(page, 'utf8').replace('CDN/', `${cdn.url}outpost-rbc@${version}/`));
    const headers = { ...(isolated ? isolation : {}), 'Content-Security-Policy': policy() };
    const site = await host({ '/': `${project}/` }, headers);
    try {
      cdn.asked.length = 0;
      assert.deepEqual(await browser.visit(site.url), expected(isolated));
      const modules = new Set(cdn.asked.filter((path) => path.endsWith('.wasm')));
      assert.deepEqual(
        [...modules],
        [`/outpost-rbc@${version}/wasm-${isolated ? 'threads' : 'single'}/engine_bg.wasm`],
      );
    } finally {
      await site.close();
    }
  });
}

test('the network and Stockfish from a CDN', async () => {
  const bytes = readFileSync(join(root, 'models/siamese.onnx'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const models = await host({ '/': `${join(root, 'models')}/` }, ofCdn);
  const model = `{ url: '${models.url}siamese.onnx', size: ${bytes.length}, sha256: '${sha256}' }`;
  const site = await pageWith(
    'loaded-later',
    `<!doctype html><link rel="icon" href="data:,"><script type="module">
      import { Outpost } from '${cdn.url}outpost-rbc@${version}/dist/browser/index.js';
      const outpost = await Outpost.start();
      await Promise.all([outpost.siamese.load({ model: ${model} }), outpost.stockfish.load()]);
      const belief = await outpost.track('white');
      await belief.tell({ type: 'opponent', capture: null });
      await belief.tell({ type: 'sense', square: null, result: [] });
      await belief.tell({ type: 'move', requested: 'e2e4', taken: 'e2e4', capture: null });
      await belief.tell({ type: 'opponent', capture: null });
      const weights = await belief.weights();
      document.body.dataset.result = JSON.stringify([new Set(weights).size, outpost.stockfish.status.name]);
    </script>`,
  );
  try {
    const [differentWeights, name] = await browser.visit(site.url);
    assert.ok(differentWeights > 10, `${differentWeights} of 21`);
    assert.match(name, /^Stockfish 19/);
  } finally {
    await site.close();
    await models.close();
  }
});

test('the README’s page with one script tag', async () => {
  const site = await pageWith('script-tag', example('import { Outpost }'));
  try {
    const text = await browser.visit(site.url, async (page) => {
      await page.getByText('boards').waitFor({ timeout: 60_000 });
      return page.locator('body').textContent();
    });
    assert.match(text, /21 boards/);
  } finally {
    await site.close();
  }
});

test('the README’s embed: one script tag and an element, which asks the engine', async () => {
  const site = await pageWith('embed', example('outpost-embed.js'));
  try {
    cdn.asked.length = 0;
    const drawn = await browser.visit(site.url, async (page) => {
      await page.locator('outpost-replay [part=panel][aria-busy=false] .size-lines').waitFor({ timeout: 60_000 });
      return page.locator('outpost-replay').evaluate((replay) => replay.length);
    });
    assert.ok(drawn > 3, `${drawn} steps`);
    const engines = cdn.asked.filter((path) => path.endsWith('engine_bg.wasm'));
    assert.equal(engines.length, 1, engines.join(' '));
  } finally {
    await site.close();
  }
});

test('the embed script and what it needs at once are small', () => {
  const folder = join(installed, 'dist/embed');
  const files = new Set();
  const take = (name) => {
    if (files.has(name)) return;
    files.add(name);
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, other] of text.matchAll(/(?:from|import) ?["'`]\.\/([^"'`]+)["'`]/g)) take(other);
  };
  take('outpost-embed.js');
  const bytes = [...files].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
  console.log(`embed: ${files.size} files, ${bytes} bytes in gzip`);
  assert.ok(bytes < 120_000, `${bytes}`);
});

test('the sizes in its README are true', () => {
  const rows = [...README.matchAll(/^\| `([^`]+)`[^|]*\| ([\d.]+)(?: or [\d.]+)? (kB|MB), ([\d.]+) in gzip/gm)];
  assert.ok(rows.length > 5, `${rows.length} rows`);
  for (const [, path, size, unit, zipped] of rows) {
    const bytes = readFileSync(join(installed, path));
    const scale = unit === 'MB' ? 1e6 : 1e3;
    for (const [said, found] of [
      [size, bytes.length],
      [zipped, gzipSync(bytes).length],
    ]) {
      // A megabyte has one digit after the point.
      const off = Math.abs(Number(said) - found / scale);
      assert.ok(off < Math.max(0.1 * Number(said), 0.06), `${path}: ${said} ${unit}, but it is ${found} bytes`);
    }
  }
});

test('Vite builds a page with it, without configuration', async () => {
  add('vite');
  await build({ root: project, configFile: false, logLevel: 'error' });
  for (const isolated of [false, true]) {
    const site = await host({ '/': `${project}/dist/` }, isolated ? isolation : {});
    try {
      assert.deepEqual(await browser.visit(site.url), expected(isolated));
    } finally {
      await site.close();
    }
  }
});

test('Vite’s server has it, without configuration', async () => {
  add('vite');
  rmSync(join(project, 'dist'), { recursive: true, force: true });
  const server = await createServer({
    root: project,
    configFile: false,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  try {
    const { port } = server.httpServer.address();
    assert.deepEqual(await browser.visit(`http://127.0.0.1:${port}/`), expected(false));
  } finally {
    await server.close();
  }
});

/** Bytes of script of a bundle with only this in it. */
async function scriptOf(source) {
  const shaken = join(project, 'shaken');
  mkdirSync(shaken, { recursive: true });
  writeFileSync(join(shaken, 'main.js'), source);
  const outDir = join(shaken, 'dist');
  await build({
    root: shaken,
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(shaken, 'main.js') } },
  });
  const scripts = readdirSync(join(outDir, 'assets')).filter((name) => /^main-.*\.js$/.test(name));
  return scripts.reduce((sum, name) => sum + statSync(join(outDir, 'assets', name)).size, 0);
}

test('a bundle has what it imports, and no more', async () => {
  const limits = await scriptOf(`import { LIMITS } from 'outpost-rbc'; console.log(LIMITS);`);
  const errors = await scriptOf(`import { EngineError } from 'outpost-rbc'; console.log(EngineError);`);
  const all = await scriptOf(`import * as all from 'outpost-rbc'; console.log(all);`);
  console.log(`bytes minified: LIMITS ${limits}, EngineError ${errors}, everything ${all}`);
  assert.ok(limits < 1_500, `${limits}`);
  assert.ok(errors < 4_000, `${errors}`);
  assert.ok(all < 60_000, `${all}`);
});
