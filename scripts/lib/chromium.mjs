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

/** Makes sure that there is one. */
export async function ensureChromium() {
  if (!installed())
    await installPackages(['chromium'], 'browser tests (or set OUTPOST_CHROMIUM to a Chromium of yours)');
}

/** Starts it without a window. */
export async function launchChromium() {
  // Loaded late: scripts import this module before npm packages are installed.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: installed(),
    args: [
      // Chromium's sandbox refuses to run as root, as which containers and CI run.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      // It would look for updates, and log that it found no network.
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Containers have a small /dev/shm.
      '--disable-dev-shm-usage',
    ],
  });
}
