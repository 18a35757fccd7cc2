// A Chromium for the browser tests and the benchmarks.
import { existsSync } from 'node:fs';
import { installPackages } from './debian.mjs';

const candidates = [
  process.env.OUTPOST_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const installed = () => candidates.find((path) => path && existsSync(path));

/** Finds or installs one. */
export async function ensureChromium() {
  if (!installed())
    await installPackages(['chromium'], 'browser tests (or set OUTPOST_CHROMIUM to a Chromium of yours)');
}

/** Where a Chromium of {@link serveChromium} is, for the processes that are started after it. */
const SERVER = 'OUTPOST_CHROMIUM_SERVER';

const options = () => ({
  executablePath: installed(),
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

/** Starts it without a window, or uses the one that is there for all. Loaded late: scripts import this module before npm packages are installed. */
export async function launchChromium() {
  const { chromium } = await import('playwright-core');
  const server = process.env[SERVER];
  return server ? chromium.connect(server) : chromium.launch(options());
}

/** Starts one that all of this process and its children use. Returns what ends it. */
export async function serveChromium() {
  const { chromium } = await import('playwright-core');
  const server = await chromium.launchServer(options());
  process.env[SERVER] = server.wsEndpoint();
  return async () => {
    delete process.env[SERVER];
    await server.close();
  };
}
