// A Firefox for the browser tests.
import { existsSync } from 'node:fs';
import { installPackages } from './debian.mjs';

const candidates = [
  process.env.OUTPOST_FIREFOX,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

const installed = () => candidates.find((path) => path && existsSync(path));

/** Finds or installs one. */
export async function ensureFirefox() {
  if (!installed())
    await installPackages(['firefox-esr'], 'browser tests (or set OUTPOST_FIREFOX to a Firefox of yours)');
}

/** Starts it without a window. */
export async function launchFirefox() {
  // Playwright would need its own build of Firefox.
  const { default: puppeteer } = await import('puppeteer-core');
  // Its first start on a busy machine takes over half a minute.
  return puppeteer.launch({ browser: 'firefox', executablePath: installed(), headless: true, timeout: 120_000 });
}
