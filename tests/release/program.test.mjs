// The program's archive for this machine: unpacked and run in a folder that has nothing else.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { partsInNotices } from '../../scripts/lib/licences.mjs';
import { output, root } from '../../scripts/lib/run.mjs';
import { platformsHere } from '../../scripts/release/program.mjs';
import { artefact, emptyFolder, unpacked, version } from './artefacts.mjs';

const [{ target }] = platformsHere();
let folder;
let program;
before(async () => {
  folder = await unpacked(artefact(new RegExp(`^outpost-[\\d.]+-${target}\\.(tar\\.gz|zip)$`)));
  program = join(folder, target.includes('windows') ? 'outpost.exe' : 'outpost');
});

const run = (command, args, options) => {
  const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (error && error.code !== 'ENOENT') throw error;
  return { found: !error, status, stdout, stderr };
};

test('it says its version', () => {
  assert.equal(run(program, ['--version']).stdout, `outpost ${version}\n`);
});

test('it verifies a record', () => {
  const place = emptyFolder();
  copyFileSync(join(root, 'tests/conformance/fixtures/game.json'), join(place, 'game.json'));
  const { status, stdout, stderr } = run(program, ['verify', 'game.json'], { cwd: place });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^games 1 /m);
});

test('it names no folder of the machine that compiled it', (t) => {
  if (process.env.OUTPOST_PROGRAM) return t.skip('it was compiled for tests');
  const bytes = readFileSync(program);
  for (const path of [root, homedir()]) assert.ok(!bytes.includes(`${path}/`), path);
});

test('its network reads a model: siamese and random play', () => {
  const args = [
    'match',
    '--white',
    'siamese',
    '--black',
    'random',
    '--games',
    '1',
    '--move-limit',
    '2',
    '--nodes',
    '50',
  ];
  const { status, stderr } = run(program, [...args, '--seed', '1', '--model', 'models/siamese.onnx'], { cwd: folder });
  assert.equal(status, 0, stderr);
});

test('bash completes its commands and options', (t) => {
  const script = `
    source completions/outpost.bash || exit 1
    COMP_WORDS=(outpost tour); COMP_CWORD=1; _outpost outpost tour outpost; echo "\${COMPREPLY[@]}"
    COMP_WORDS=(outpost verify --hel); COMP_CWORD=2; _outpost outpost --hel verify; echo "\${COMPREPLY[@]}"`;
  const { found, status, stdout, stderr } = run('bash', ['--norc', '-c', script], { cwd: folder });
  if (!found) return t.skip('there is no bash here');
  assert.equal(status, 0, stderr);
  assert.equal(stdout, 'tournament\n--help\n', stderr);
});

const pages = () => readdirSync(join(folder, 'man/man1'));

test('each command has a manual page', () => {
  const commands = [...run(program, ['--help']).stdout.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name]) => name);
  assert.ok(commands.length > 14, commands.join());
  for (const name of commands.filter((name) => name !== 'help'))
    assert.ok(pages().includes(`outpost-${name}.1`), `${name}: ${pages().join(' ')}`);
  assert.ok(pages().includes('outpost.1') && !pages().includes('outpost-man.1'));
});

test('groff reads the pages without a warning, mandoc without an error', (t) => {
  const read = { groff: ['-man', '-ww', '-z', '-Tutf8'], mandoc: ['-Tlint', '-Werror'] };
  const paths = pages().map((name) => join(folder, 'man/man1', name));
  const results = Object.entries(read).map(([reader, args]) => ({ reader, ...run(reader, [...args, ...paths]) }));
  const found = results.filter((result) => result.found);
  if (found.length === 0) return t.skip('there is neither groff nor mandoc here');
  for (const { reader, status, stdout, stderr } of found) {
    assert.equal(status, 0, `${reader}: ${stdout}${stderr}`);
    assert.equal(stderr, '', reader);
  }
});

test('its notices list every crate in it', () => {
  const args = ['tree', '--locked', '--offline', '--package=rbc-cli', `--target=${target}`];
  const tree = output('cargo', [...args, '--edges=normal,no-proc-macro', '--prefix=none', '--format={p}']);
  const crates = new Set(tree.split('\n').filter((line) => line !== '' && !/ \((\/|[A-Z]:)/.test(line)));
  assert.ok(crates.size > 40, tree);
  const notices = partsInNotices(readFileSync(join(folder, 'licences.txt'), 'utf8'));
  const listed = new Set(notices.map(({ name, version }) => `${name} v${version}`));
  for (const line of crates) assert.ok(listed.has(line.split(' (')[0].trim()), line);
  assert.ok(notices.some(({ name }) => name === 'Rust’s standard library'));
});

test('where it is linked statically, it needs nothing of the system', (t) => {
  const alone = readFileSync(join(folder, 'README.txt'), 'utf8').includes('needs nothing else');
  if (!alone || process.platform !== 'linux') return t.skip('it needs the C library of this system');
  const { found, stdout, stderr } = run('ldd', [program]);
  if (found) assert.match(stdout + stderr, /statically linked|not a dynamic executable/);
  // In a root folder that has only the program.
  if (process.getuid?.() !== 0) return t.skip('only root can change the root folder');
  assert.equal(run('chroot', [folder, '/outpost', '--version']).stdout, `outpost ${version}\n`);
});
