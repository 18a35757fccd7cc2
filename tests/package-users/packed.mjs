// The npm package as `npm pack` makes it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/run.mjs';

/** Packs it into a folder; returns the file. */
export function pack(folder) {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  execFileSync('npm', args, { cwd: join(root, 'pkg') });
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  return join(folder, file);
}

/** A new project with the packed package installed, and nothing else. */
export function projectWithPackage() {
  const project = mkdtempSync(join(tmpdir(), 'outpost-package-'));
  const file = pack(project);
  const installed = join(project, 'node_modules/outpost-rbc');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', installed, '--strip-components=1']);
  return {
    project,
    installed,
    /** Copies a test project's files, and the program that all of them run, into the project. */
    add: (name) => {
      const from = join(root, 'tests/package-users');
      for (const file of ['use.js', 'page.js']) cpSync(join(from, file), join(project, file));
      cpSync(join(from, name), project, { recursive: true });
    },
    remove: () => rmSync(project, { recursive: true, force: true }),
  };
}
