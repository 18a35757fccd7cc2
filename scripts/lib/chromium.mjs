// A Chromium for the browser tests and the benchmarks. The tests take its headless shell where there is one: the same
// engine without a browser's windows around it, in which a page costs a third of the time.
import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './debian.mjs';
import { say } from './run.mjs';

const SHELL = '/usr/bin/chromium-headless-shell';

const candidates = [
  process.env.OUTPOST_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const installed = () => candidates.find((path) => path && existsSync(path));

const shell = () => !process.env.OUTPOST_CHROMIUM && existsSync(SHELL);

/** Finds or installs one, and its shell where there is a package of it. */
export async function ensureChromium() {
  const why = 'browser tests (or set OUTPOST_CHROMIUM to a Chromium of yours)';
  if (!installed()) await installPackages(['chromium'], why);
  if (process.env.OUTPOST_CHROMIUM || shell() || !canInstallPackages()) return;
  await installPackages(['chromium-headless-shell'], `${why}, which it runs in a third of the time`).catch((error) =>
    say(`${error.message}: the browser tests will take longer`),
  );
}

/** Where a Chromium of {@link serveChromium} is, for the processes that are started after it. */
const SERVER = 'OUTPOST_CHROMIUM_SERVER';

const options = (/** @type {boolean} */ whole) => ({
  executablePath: !whole && shell() ? SHELL : installed(),
  args: [
    // Chromium's sandbox refuses to run as root, as in containers and CI.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    // Otherwise it looks for updates, and logs a missing network.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Containers have a small /dev/shm.
    '--disable-dev-shm-usage',
  ],
});

/**
 * Starts it without a window, or uses the one that is there for all. `whole`: the browser as people have it, a process of
 * its own. Loaded late: scripts import this module before npm packages are installed.
 */
export async function launchChromium({ whole = false } = {}) {
  const { chromium } = await import('playwright-core');
  const server = whole ? undefined : process.env[SERVER];
  return server ? chromium.connect(server) : chromium.launch(options(whole));
}

/** Starts one that all of this process and its children use. Returns what ends it. */
export async function serveChromium() {
  const { chromium } = await import('playwright-core');
  const server = await chromium.launchServer(options(false));
  process.env[SERVER] = server.wsEndpoint();
  return async () => {
    delete process.env[SERVER];
    await server.close();
  };
}
