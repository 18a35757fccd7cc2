// A Python environment in .tools/venv, with the packages that the tests compare with.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './debian.mjs';
import { output, root, run, SetupError, say } from './run.mjs';
import { hashOf, isFresh, setStamp } from './stamp.mjs';

const REQUIREMENTS = 'scripts/test-requirements.txt';
const venv = join(root, '.tools/venv');

/** Path of a program of an environment. */
export const venvProgram = (name, folder = venv) => join(folder, 'bin', name);

/** Path of its Python. */
export const python = venvProgram('python');

/** Makes the environment if it is missing or differs from the requirements. */
export async function ensurePython() {
  const stamp = join(venv, '.stamp');
  const hash = hashOf([REQUIREMENTS]);
  if (existsSync(python) && isFresh(stamp, hash)) return;
  if (output('python3', ['--version']) === null) await installPackages(['python3'], 'the tests in Python');
  // Debian has venv in a package of its own.
  if (output('python3', ['-c', 'import ensurepip']) === null) {
    await installPackages(['python3-venv'], 'the tests in Python');
  }
  say(`installing Python packages into .tools/venv, to compare us with them and to build ours (${REQUIREMENTS})`);
  await run('python3', ['-m', 'venv', '--clear', venv]);
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS]);
  if (output(python, ['-c', 'import reconchess']) === null) throw new SetupError('reconchess cannot be imported');
  setStamp(stamp, hash);
}
