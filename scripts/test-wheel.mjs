// The stage `python` of `npm test`: packs the wheel of what is compiled, installs it into a new environment, and runs
// tests/python with that. The packages that the tests use come from .tools/venv.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWheel } from './build-wheel.mjs';
import { python, venvProgram } from './lib/python.mjs';
import { main, output, root, run, SetupError } from './lib/run.mjs';

const venv = join(root, 'target/wheel-venv');

await main(async () => {
  const [wheel] = await buildWheel({ out: 'target/wheel', profile: 'dev' });
  rmSync(venv, { recursive: true, force: true });
  // pip is that of .tools/venv: an environment without one is made in a moment.
  await run(python, ['-m', 'venv', '--without-pip', venv]);
  const ours = venvProgram('python', venv);
  const install = [
    '--python',
    ours,
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '--no-index',
    wheel,
  ];
  await run(python, ['-m', 'pip', ...install]);
  const packages = output(python, ['-c', "import sysconfig; print(sysconfig.get_path('purelib'))"]);
  if (packages === null) throw new SetupError('.tools/venv has no packages');
  // Behind the new environment's own: the wheel is found there first, and nothing else of ours is in .tools/venv.
  const env = { PYTHONPATH: join(root, 'tests/python'), OUTPOST_PACKAGES: packages };
  await run(ours, ['tests/python/run.py', ...process.argv.slice(2)], { env });
});
