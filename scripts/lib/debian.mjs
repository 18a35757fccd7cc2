// Debian packages, where the machine is a Debian and we are root (a CI machine or
// a container). Anywhere else a person is told what to install.
import { existsSync } from 'node:fs';
import { output, run, SetupError, say } from './run.mjs';

export const onDebian = existsSync('/usr/bin/apt-get');
let updated = false;
let installing = Promise.resolve();

/** The packages that are not installed. */
export function missingPackages(packages) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query fills the placeholder in
  const status = (name) => output('dpkg-query', ['--show', '--showformat=${db:Status-Status}', name]);
  return packages.filter((name) => status(name) !== 'installed');
}

/** Whether {@link installPackages} can work here. */
export function canInstallPackages() {
  return onDebian && process.getuid?.() === 0;
}

/** Installs the missing packages; `why` completes "needed for …". One call at a time: dpkg locks its database. */
export function installPackages(packages, why) {
  const installed = installing.then(() => installMissing(packages, why));
  installing = installed.catch(() => {});
  return installed;
}

async function installMissing(packages, why) {
  const missing = missingPackages(packages);
  if (missing.length === 0) return;
  if (!canInstallPackages()) {
    throw new SetupError(
      `needed for ${why}: ${missing.join(' ')}${onDebian ? ` (sudo apt-get install ${missing.join(' ')})` : ''}`,
    );
  }
  say(`installing Debian packages, needed for ${why}: ${missing.join(' ')}`);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true };
  if (!updated) await run('apt-get', ['-q=2', 'update'], options);
  updated = true;
  await run('apt-get', ['-q=2', 'install', '--no-install-recommends', ...missing], options);
}
