// `npm run release`: makes release/, which holds everything that people use without building it, and tries it. docs/releasing.md.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureNodeModules } from './lib/node-modules.mjs';
import { main, root, run, SetupError, say, seconds } from './lib/run.mjs';
import { writeBill } from './release/bill-of-materials.mjs';
import { artefactsIn, writeChecksums } from './release/checksums.mjs';
import { compareWithClone } from './release/clone.mjs';
import { releaseEmbed } from './release/embed.mjs';
import { releaseNpmPackage } from './release/npm-package.mjs';
import { releaseProgram } from './release/program.mjs';
import { releasePython } from './release/python-wheel.mjs';
import { releaseDate, releaseVersion } from './release/release-info.mjs';
import { releaseSite } from './release/site.mjs';

/**
 * The parts, with the names of their files: those of an earlier run are removed.
 *
 * @type {Record<string, { make: (release: import('./release/release-info.mjs').Release) => Promise<void>, files: RegExp }>}
 */
const parts = {
  site: { make: releaseSite, files: /^outpost-site-.*\.zip$/ },
  embed: { make: releaseEmbed, files: /^outpost-embed-.*\.zip$/ },
  npm: { make: releaseNpmPackage, files: /\.tgz$/ },
  program: { make: releaseProgram, files: /^outpost-\d.*\.(tar\.gz|zip)$/ },
  python: { make: releasePython, files: /^outpost_rbc-.*\.(whl|tar\.gz)$/ },
};

/** The limit of a test of an artefact. */
const LIMIT_MS = 120_000;

const HELP = `Usage: npm run release -- [options]

Builds what is not up to date and makes release/: ${Object.keys(parts).join(', ')}, with a bill of
materials and checksums of everything in the folder.

  --only LIST       only these parts, as site,program; "none" for the bill and the checksums of what is there
  --out FOLDER      another folder than release/
  --try             uses each artefact from a clean folder (tests/release)
  --check           makes the parts again from a clone of the commit elsewhere, and compares every byte
  --built           takes dist/ and pkg/ as they are built
  --program FILE    takes this program instead of compiling it
  --help            shows this`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        out: { type: 'string', default: 'release' },
        try: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        built: { type: 'boolean', default: false },
        program: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new SetupError(`${error.message.split('. ')[0]}\n\n${HELP}`);
  }
}

function chosenParts(only) {
  if (only === undefined) return Object.keys(parts);
  const names = only.split(',').filter((name) => name !== 'none');
  const unknown = names.find((name) => !(name in parts));
  if (unknown !== undefined)
    throw new SetupError(`no part ${JSON.stringify(unknown)}; there are ${Object.keys(parts).join(', ')}, none`);
  return names;
}

await main(async () => {
  const options = readOptions();
  if (options.help) {
    console.log(HELP);
    return;
  }
  const began = performance.now();
  const names = chosenParts(options.only);
  const release = {
    out: resolve(root, options.out),
    version: releaseVersion(),
    date: releaseDate(),
    built: options.built,
    program: options.program ? resolve(root, options.program) : null,
  };
  await ensureNodeModules();
  mkdirSync(release.out, { recursive: true });
  for (const [place, name] of names.entries()) {
    const part = performance.now();
    say(`release ${release.version}: ${name} (${place + 1} of ${names.length})`);
    for (const file of readdirSync(release.out)) if (parts[name].files.test(file)) rmSync(join(release.out, file));
    await parts[name].make(release);
    say(`release ${release.version}: ${name} made in ${seconds(part)}`);
  }
  await writeBill(release);
  writeChecksums(release.out);
  const shown = relative(root, release.out);
  for (const name of [...artefactsIn(release.out), 'SHA256SUMS']) {
    const { size } = statSync(join(release.out, name));
    say(`${(size / 1e6).toFixed(2).padStart(6)} MB  ${shown}/${name}`);
  }
  say(`release ${release.version}: ${names.join(', ') || 'bill and checksums'} in ${seconds(began)}`);
  if (options.try) {
    await ensureChromium();
    const tests = readdirSync(join(root, 'tests/release')).filter((file) => file.endsWith('.test.mjs'));
    const files = tests.map((file) => join('tests/release', file));
    await run('node', ['--test', `--test-timeout=${LIMIT_MS}`, '--test-reporter=spec', ...files], {
      env: { OUTPOST_RELEASE: release.out, OUTPOST_PROGRAM: release.program ?? '' },
    });
  }
  if (options.check) await compareWithClone(release, names);
});
