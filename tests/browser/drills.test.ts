/**
 * Failure drills (docs/failures.md): what goes wrong in browsers is made to go wrong in the middle of something that a person does. After
 * each the game goes on, or the page says what was lost.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page, Worker } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/run.mjs';
import { labelOf, move, resign, sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
  site.allow(/unreachable|made to fail|Failed to load resource|RuntimeError|memory/);
});
afterEach(() => site.check());
afterAll(() => site.close());

const record = readFileSync(join(root, 'tests/conformance/fixtures/game.json'), 'utf8');
const SINGLE = '?build=single';

/** What the drills reach inside the engine's worker. */
interface Drilled {
  /** Calls into the engine that fall into a trap from now on. */
  traps: number;
  /** Nothing that is sent to Stockfish arrives. */
  deafStockfish: boolean;
}

/**
 * Put before the worker's script. A trap is one that WebAssembly itself throws. Timers that count in seconds are quick, as nobody wants to wait
 * for patience to end.
 */
function drill(): void {
  const scope = globalThis as unknown as Drilled & { setInterval: unknown; setTimeout: unknown; Worker: unknown };
  scope.traps = 0;
  scope.deafStockfish = false;
  // (module (func (export "f") unreachable))
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11];
  const unreachable = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes))).exports.f as () => never;
  const armed = ({ instance, module }: WebAssembly.WebAssemblyInstantiatedSource) => {
    const exports: Record<string, unknown> = { ...instance.exports };
    for (const [name, value] of Object.entries(exports)) {
      if (typeof value !== 'function' || !/^game/.test(name)) continue;
      exports[name] = (...given: unknown[]) => {
        if (scope.traps > 0) {
          scope.traps -= 1;
          unreachable();
        }
        return value(...given);
      };
    }
    return { instance: { exports }, module };
  };
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (...given) =>
    armed(await instantiateStreaming.apply(WebAssembly, given)) as unknown as WebAssembly.WebAssemblyInstantiatedSource;
  const quick = (timer: typeof setInterval) => (f: () => void, ms?: number) =>
    timer(f, ms !== undefined && ms >= 1000 ? ms / 40 : ms);
  scope.setInterval = quick(setInterval);
  scope.setTimeout = quick(setTimeout as typeof setInterval);
  const Real = Worker;
  scope.Worker = class extends Real {
    override postMessage(...given: [unknown]): void {
      if (!scope.deafStockfish) super.postMessage(...given);
    }
  };
}

const WORKER = /\/assets\/worker-[^/]*\.js$/;

async function drilled(context: BrowserContext): Promise<void> {
  await context.route(WORKER, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${drill})();\n${await response.text()}` });
  });
}

async function openDrilled(path = SINGLE): Promise<Page> {
  const page = await site.open('about.html');
  await drilled(page.context());
  await page.goto(new URL(path, site.url).href);
  return page;
}

async function engineOf(page: Page): Promise<Worker> {
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  return page.workers()[0] as Worker;
}

const setTraps = async (page: Page, traps: number) =>
  (await engineOf(page)).evaluate((traps) => {
    (globalThis as unknown as Drilled).traps = traps;
  }, traps);

/** The module with a memory that cannot grow beyond `pages` of 64 KiB. */
function withLittleMemory(wasm: Buffer, pages: number): Buffer {
  let at = 8;
  while (at < wasm.length) {
    const id = wasm[at];
    let [length, shift, from] = [0, 0, at + 1];
    for (let byte = 128; byte & 128; shift += 7) {
      byte = wasm[from++] as number;
      length |= (byte & 127) << shift;
    }
    // One memory, without a maximum.
    if (id === 5) {
      const section = wasm.subarray(from, from + length);
      if (section[0] !== 1 || section[1] !== 0 || pages > 127) throw new Error('another memory than was expected');
      const limited = Buffer.from([5, length + 1, 1, 1, ...section.subarray(2), pages]);
      return Buffer.concat([wasm.subarray(0, at), limited, wasm.subarray(from + length)]);
    }
    at = from + length;
  }
  return wasm;
}

describe('the engine', () => {
  it('runs out of memory', async () => {
    const page = await site.open('about.html');
    await page.context().route(/engine_bg[^/]*\.wasm$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: withLittleMemory(await response.body(), 100) });
    });
    await page.goto(new URL(SINGLE, site.url).href);
    await startGame(page, { assistance: 'tracking' });
    for (let turn = 0; turn < 6; turn++) {
      await page.locator('.game[data-phase=sense]').waitFor({ timeout: 8000 });
      await page.locator('[data-square=a1]').first().click({ force: true });
      await waitForPhase(page, 'move');
      await page.locator('.banner').getByRole('button', { name: 'Pass' }).click();
      await page.waitForTimeout(2500);
      console.log(turn, await page.locator('.tracking').innerText(), await page.locator('.notice, .toast, .engine-stopped').allInnerTexts());
      await page.screenshot({ path: `/tmp/drills/oom${turn}.png` });
    }
    await page.context().close();
  }, 90_000);
});
void [labelOf, resign, waitForPhase, record, move, openDrilled, sense, setTraps];
