// A WebKit for the browser tests: WebKitGTK has the engine of Safari, which runs on Macs only.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { installPackages, onDebian } from './debian.mjs';
import { output, say } from './run.mjs';

const packages = ['webkit2gtk-driver', 'xvfb', 'xauth'];
const driver = '/usr/bin/WebKitWebDriver';
const xvfb = '/usr/bin/xvfb-run';

/** WebKitGTK's small browser; its folder depends on the architecture. */
const miniBrowser = () =>
  ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']
    .map((name) => `/usr/lib/${output('uname', ['-m'])}-linux-gnu/${name}/MiniBrowser`)
    .find((path) => existsSync(path));

/** Whether there is one. */
export const hasWebKit = () => existsSync(driver) && existsSync(xvfb) && miniBrowser() !== undefined;

/** Finds or installs one, where possible. */
export async function ensureWebKit() {
  if (hasWebKit()) return;
  if (onDebian) await installPackages(packages, 'browser tests in WebKit');
  else say('WebKit is tested on Debian and its kin only: left out here');
}

/**
 * Starts it on a virtual screen. WebDriver, its protocol, has one request and one answer for each command.
 */
export async function launchWebKit() {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const child = spawn(xvfb, ['--auto-servernum', '--server-args=-screen 0 1400x1000x24', driver, `--port=${port}`], {
    stdio: 'ignore',
    // A process group of its own: screen, driver and browser end together.
    detached: true,
    env: {
      ...process.env,
      // WebKit's sandbox refuses to run as root, as in containers and CI.
      ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  const gone = new Promise((_, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`WebKit's driver ended (${code})`)));
  });
  gone.catch(() => {});

  const command = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(120_000),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };

  const untilReady = async () => {
    for (let tries = 0; ; tries++) {
      try {
        if ((await command('GET', '/status')).ready) return;
      } catch (error) {
        if (tries > 100) throw error;
      }
      await sleep(100);
    }
  };

  const end = async () => {
    const ended = new Promise((resolve) => {
      child.on('exit', resolve);
      if (child.exitCode !== null || child.signalCode !== null) resolve();
    });
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It has already ended.
    }
    await Promise.race([ended, sleep(5000)]);
  };

  try {
    await Promise.race([untilReady(), gone]);
    const { sessionId, capabilities } = await command('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } },
      },
    });
    const session = `/session/${sessionId}`;
    return {
      version: `${capabilities.browserName} ${capabilities.browserVersion}`,
      goto: (url) => command('POST', `${session}/url`, { url }),
      /** The value of an expression in the page. */
      evaluate: (expression) =>
        command('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
      /** A click of the mouse on a point of the window. */
      click: (x, y) =>
        command('POST', `${session}/actions`, {
          actions: [
            {
              type: 'pointer',
              id: 'mouse',
              parameters: { pointerType: 'mouse' },
              actions: [
                { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' },
                { type: 'pointerDown', button: 0 },
                { type: 'pointerUp', button: 0 },
              ],
            },
          ],
        }),
      async close() {
        await command('DELETE', session).catch(() => {});
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
