// Installs the packed npm package in new projects of Vite, webpack and Next.js, as a stranger would, builds their pages without any
// configuration, and opens them in Chromium: `node tests/package-users/run.mjs [PROJECT ...]`. It downloads some 200 MB.
// `node pkg/build.mjs` and a Chromium must have been there before.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, SetupError, say } from '../../scripts/lib/run.mjs';
import { pack, projectWithPackage } from './packed.mjs';
import { host, inFrontOf } from './server.mjs';
import { expected, isolation, visitor } from './visit.mjs';

/** A port for Next.js's server, which has to be told one. */
const PORT = 8797;

/** Each with what it installs, how it builds, and what it serves. */
const projects = {
  'vite 8': { files: 'vite', install: ['vite@8'], build: ['vite', 'build'], serve: 'dist' },
  'vite 7': { files: 'vite', install: ['vite@7'], build: ['vite', 'build'], serve: 'dist' },
  'webpack 5': {
    files: 'webpack',
    install: ['webpack@5', 'webpack-cli@6'],
    build: ['webpack', 'build', '--entry', './page.js', '--mode', 'production'],
    serve: '.',
  },
  'next 16': { files: 'next', install: ['next@16', 'react@19', 'react-dom@19'], build: ['next', 'build'], next: true },
  'next 16 with webpack': {
    files: 'next',
    install: ['next@16', 'react@19', 'react-dom@19'],
    build: ['next', 'build', '--webpack'],
    next: true,
  },
};

const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', CI: '1' };

async function tryOut(name, { files, install, build, serve, next }, browser) {
  const { project, add, remove } = projectWithPackage();
  try {
    add(files);
    writeFileSync(join(project, 'package.json'), '{ "name": "package-user", "private": true, "type": "module" }\n');
    const tarballs = join(project, 'tarball');
    mkdirSync(tarballs);
    const call = (program, args) =>
      execFileSync(program, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
    call('npm', ['install', '--silent', '--no-fund', '--no-audit', pack(tarballs), ...install]);
    const versionOf = (tool) =>
      JSON.parse(readFileSync(join(project, 'node_modules', tool, 'package.json'), 'utf8')).version;
    const tool = install[0].split('@')[0];
    const built = call('npx', build).toString();
    const warnings = built.split('\n').filter((line) => /warning/i.test(line));
    const served = next ? await startNext(project) : await host({ '/': `${join(project, serve)}/` });
    const isolatedSite = next
      ? await inFrontOf(served.url, isolation)
      : await host({ '/': `${join(project, serve)}/` }, isolation);
    try {
      assert.deepEqual(await browser.visit(served.url), expected(false));
      assert.deepEqual(await browser.visit(isolatedSite.url), expected(true));
      if (next) await askServer(served.url);
    } finally {
      await isolatedSite.close();
      await served.close();
    }
    say(`${name}: ${tool} ${versionOf(tool)} works${warnings.length > 0 ? `, with ${warnings.join('; ')}` : ''}`);
  } finally {
    remove();
  }
}

/** Next.js's own server. */
async function startNext(project) {
  const args = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(PORT)];
  const server = spawn(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => /ready/i.test(String(text)) && resolve());
    ended.then((code) => reject(new Error(`next start ended with ${code}`)));
  });
  const close = async () => {
    server.kill();
    await ended;
  };
  return { url: `http://127.0.0.1:${PORT}/`, close };
}

/** Has Next.js's server count a set with the package, in Node. */
async function askServer(url) {
  const answer = await fetch(`${url}api/count`);
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  const { boards, toMove } = JSON.parse(text);
  assert.deepEqual({ boards, toMove }, { boards: 21, toMove: 'white' });
}

await main(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !(name in projects));
  if (unknown) throw new SetupError(`no project ${unknown}: ${Object.keys(projects).join(', ')}`);
  const browser = await visitor();
  const failed = [];
  try {
    for (const [name, project] of Object.entries(projects)) {
      if (names.length > 0 && !names.includes(name)) continue;
      try {
        await tryOut(name, project, browser);
      } catch (error) {
        console.error(error);
        failed.push(name);
      }
    }
  } finally {
    await browser.close();
  }
  if (failed.length > 0) throw new SetupError(`failed: ${failed.join(', ')}`);
});
