import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchFirefox } from '../../scripts/lib/firefox.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { chooseRandom, clickOn, textOf, waitFor } from './by-hand.ts';
import { LINK } from './embed-host.ts';
import { announcements, choose, labelOf, move, resign, sense, startGame, waitForPhase } from './game-page.ts';
import { gameRecord } from './game-record.ts';
import { openSite } from './harness.mjs';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
  site.allow(/unreachable|made to fail|Failed to load resource|RuntimeError|memory/);
});
afterEach(() => site.check());
afterAll(() => site.close());

const SINGLE = '?build=single';
/** More often than an engine may crash in two minutes (`MAX_CRASHES`): what was survived must not count. */
const TIMES = 10;
/** Stockfish is abandoned when it hangs more often within two minutes. */
const HANGS = 3;
/** The timeout of repeated drills. */
const LONG = 120_000;
/** How long to wait for what an engine that starts again must do first. */
const SOON = { timeout: 30_000 };

/** What goes wrong in the engine's worker. */
interface Faults {
  /** Calls about games and replays that fall into a trap. */
  traps: number;
  /** Stockfish never gets the command to search. */
  deafStockfish: boolean;
}

/**
 * Runs before the worker's script. Traps are real ones of WebAssembly. Stockfish's timeouts pass fifteen times as
 * fast: it is found to hang once, and not more often, while a table of moves waits for it.
 */
function drill(faults: Faults): void {
  const scope = globalThis as unknown as { faults: Faults; setInterval: unknown; Worker: unknown };
  scope.faults = faults;
  // (module (func (export "f") unreachable))
  const module = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11,
  ];
  const { f } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(module))).exports as { f: () => never };
  // Calls that restore a game or replay stay unchanged.
  const TRAPS = /^(game|replay)_(view|sense|move|outcome|belief|analyse)$/;
  const { instantiate, instantiateStreaming } = WebAssembly;
  const faulty = (made: WebAssembly.WebAssemblyInstantiatedSource) => {
    const exports: Record<string, unknown> = { ...made.instance.exports };
    for (const [name, value] of Object.entries(exports)) {
      if (typeof value !== 'function' || !TRAPS.test(name)) continue;
      exports[name] = (...args: unknown[]) => (faults.traps-- > 0 ? f() : value(...args));
    }
    return { instance: { exports }, module: made.module } as unknown as WebAssembly.WebAssemblyInstantiatedSource;
  };
  WebAssembly.instantiateStreaming = async (...given) => faulty(await instantiateStreaming.apply(WebAssembly, given));
  // The page compiles its engine before it starts the worker.
  WebAssembly.instantiate = (async (module: WebAssembly.Module, imports: WebAssembly.Imports) => {
    const made = await instantiate.call(WebAssembly, module, imports);
    return made instanceof WebAssembly.Instance ? faulty({ instance: made, module }) : made;
  }) as unknown as typeof WebAssembly.instantiate;
  const every = setInterval;
  scope.setInterval = (run: () => void, ms: number) => every(run, ms / 15);
  const Real = Worker;
  scope.Worker = class extends Real {
    override postMessage(message: unknown): void {
      if (!faults.deafStockfish || !String(message).startsWith('go')) super.postMessage(message);
    }
  };
}

/** A page whose engine can be made to fail: engines that start later have the faults of that moment. */
async function openDrilled(path: string, faults: Partial<Faults> = {}): Promise<{ page: Page; faults: Faults }> {
  const all: Faults = { traps: 0, deafStockfish: false, ...faults };
  const page = await site.open('favicon.svg');
  await page.context().route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${drill})(${JSON.stringify(all)});\n${await response.text()}` });
  });
  await page.goto(new URL(path, site.url).href);
  return { page, faults: all };
}

/** Traps for the running engine, and for later ones. */
async function setTraps(page: Page, traps: number): Promise<void> {
  // A terminated worker may be listed for a moment longer.
  await expect.poll(() => page.workers().length).toBe(1);
  await page.workers()[0]?.evaluate((traps) => {
    (globalThis as unknown as { faults: Faults }).faults.traps = traps;
  }, traps);
}

const restarted = (page: Page) => page.getByText('The engine crashed and was restarted. Nothing is lost.').waitFor();
const stopped = (page: Page) => page.getByRole('alert').filter({ hasText: 'The engine has stopped' });
const log = (page: Page) => page.locator('.log tbody').textContent();
const analysis = (page: Page) => page.locator('analyse-page replay-view');

async function openRecord(page: Page): Promise<void> {
  const file = { name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(gameRecord) };
  await page.locator('analyse-page input.open-files').setInputFiles(file);
  await analysis(page).waitFor();
}

/** Always possible, whatever the opponent has taken. */
async function pass(page: Page): Promise<void> {
  await waitForPhase(page, 'move');
  await page.locator('.banner').getByRole('button', { name: 'Pass' }).click();
  await page.locator('.game:not([data-phase=move])').waitFor();
}

/** Here and there: after ten looks at one place there are hundreds of thousands of boards, with which the page would be busy. */
const PLACES = ['e7', 'b7', 'g7', 'e5', 'b5', 'g5', 'b3', 'g3'];
const lookAround = (page: Page, turn: number) => sense(page, PLACES[turn % PLACES.length] as string);

/** A turn without a sense and without a move. */
async function passTurn(page: Page): Promise<void> {
  await sense(page, 'a1');
  await pass(page);
  await waitForPhase(page, 'sense');
}

/**
 * In the page: a worker that can be killed without an event, as when the system reclaims its memory. From then until another one has
 * started, the page's timeouts pass thirty times as fast.
 */
function killable(): void {
  const Real = Worker;
  let last: Worker | null = null;
  let impatient = false;
  const scope = window as unknown as { killWorker: () => void; setInterval: unknown; Worker: unknown };
  scope.Worker = class extends Real {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      last = this;
      impatient = false;
    }
  };
  const every = setInterval;
  scope.setInterval = (run: () => void, ms: number) => every(run, impatient ? ms / 30 : ms);
  scope.killWorker = () => {
    last?.terminate();
    impatient = true;
  };
}

/** In the page: gives the next game this many seconds a side, fewer than the form allows. */
function shortClock(seconds: number): void {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, ...more: never[]): void {
    const { method, args } = message as { method?: string; args: [number, { clock: unknown }] };
    if (method === 'newGame') args[1].clock = { seconds, increment: 0 };
    postMessage.call(this, message, ...more);
  };
}

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

/** In the page: database connections that can be lost as browsers lose them. */
function loseConnections(): void {
  const connections: IDBDatabase[] = [];
  const lost = new WeakSet<IDBDatabase>();
  const { open } = IDBFactory.prototype;
  const { transaction } = IDBDatabase.prototype;
  IDBFactory.prototype.open = function (this: IDBFactory, ...given) {
    const request = open.apply(this, given);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  };
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given) {
    if (lost.has(this)) {
      throw new DOMException(
        'Connection to Indexed Database server lost. Refresh the page to try again',
        'UnknownError',
      );
    }
    return transaction.apply(this, given);
  };
  (window as unknown as { lose: (how: number) => void }).lose = (how) => {
    for (const db of connections.splice(0)) {
      // Closed; broken, as on iOS; or closed by the browser, which says so.
      if (how % 3 === 0) db.close();
      else if (how % 3 === 1) lost.add(db);
      else {
        db.close();
        db.dispatchEvent(new Event('close'));
      }
    }
  };
}

const lose = (page: Page, how: number) =>
  page.evaluate((how) => (window as unknown as { lose: (how: number) => void }).lose(how), how);

describe('the engine', () => {
  it(
    'traps: what the person did is done by the next one',
    async () => {
      const { page } = await openDrilled(SINGLE);
      let engines = 0;
      page.on('worker', () => engines++);
      await page.reload();
      await startGame(page, { assistance: 'tracking' });
      for (let time = 0; time < TIMES; time++) {
        await waitForPhase(page, 'sense');
        await setTraps(page, 1);
        await sense(page, 'e7');
        await restarted(page);
        // The king may have gone; what was seen is there.
        expect(await labelOf(page, 'e8')).toMatch(/seen .*now/);
        await setTraps(page, 1);
        await pass(page);
      }
      await waitForPhase(page, 'sense');
      expect(engines).toBe(1 + 2 * TIMES);
      expect(await page.locator('.log tbody tr').count()).toBe(TIMES + 1);
      expect(await page.locator('.game .notice, .engine-stopped, .tracking .problem').allTextContents()).toEqual([]);
      await page.context().close();
    },
    LONG,
  );

  it('traps in a lesson: so there, and when it was given up it is started again', async () => {
    const { page, faults } = await openDrilled(`${SINGLE}#learn/rules/4`);
    const game = page.locator('outpost-game');
    await game.getByRole('button', { name: 'Play' }).click();
    await game.locator('.board[data-mode=sense]').waitFor();
    await setTraps(page, 1);
    await game.locator('[data-square=e6]').click();
    await restarted(page);
    await game.locator('.board[data-mode=move]').waitFor();
    expect(await labelOf(page, 'd6')).toContain('black knight');
    expect(await game.locator('.notice').count()).toBe(0);
    faults.traps = 1000;
    await setTraps(page, 1000);
    await game.getByRole('button', { name: 'Pass' }).click();
    await game.getByText('This cannot be shown').waitFor();
    await game.getByRole('button', { name: 'Pass' }).click();
    await game.getByRole('button', { name: 'Try again' }).waitFor();
    faults.traps = 0;
    await stopped(page).getByRole('button', { name: 'Restart' }).click();
    await page.getByText('The engine is running again').waitFor();
    // Findings so far are kept, and the game goes on to its end.
    expect(await labelOf(page, 'd6')).toContain('black knight');
    await game.getByRole('button', { name: 'Pass' }).click();
    await game.getByText('No turns are left.').waitFor();
    expect(await game.locator('.notice').count()).toBe(0);
    await page.context().close();
  });

  it(
    'is killed without a word: silence is noticed, and the game goes on',
    async () => {
      const page = await site.open('favicon.svg');
      await page.context().addInitScript(killable);
      await page.goto(new URL(SINGLE, site.url).href);
      await startGame(page);
      for (let time = 0; time < TIMES; time++) {
        await waitForPhase(page, 'sense');
        await page.evaluate('killWorker()');
        await sense(page, 'e7');
        await restarted(page);
        expect(await labelOf(page, 'e8')).toMatch(/seen .*now/);
        await pass(page);
      }
      await waitForPhase(page, 'sense');
      expect(await page.locator('.log tbody tr').count()).toBe(TIMES + 1);
      expect(await page.locator('.game .notice, .engine-stopped').count()).toBe(0);
      await page.context().close();
    },
    LONG,
  );

  it('has no memory for the boards: the game goes on without tracking, which says so', async () => {
    const page = await site.open('favicon.svg');
    const pages = { most: 100 };
    await page.context().route(/engine_bg[^/]*\.wasm$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: withLittleMemory(await response.body(), pages.most) });
    });
    await page.goto(new URL(SINGLE, site.url).href);
    await startGame(page, { assistance: 'tracking' });
    for (let turn = 0; turn < 5; turn++) await passTurn(page);
    const tracking = page.locator('.tracking');
    await tracking.getByText(/The game continues without it/).waitFor();
    await passTurn(page);
    expect(await page.locator('.game .notice, .engine-stopped').count()).toBe(0);
    await page.context().close();
  });

  it(
    'is given up in a game: somebody starts it again, and nothing is lost',
    async () => {
      const { page, faults } = await openDrilled(SINGLE);
      await startGame(page);
      await sense(page, 'e7');
      const before = await log(page);
      for (let time = 0; time < TIMES; time++) {
        faults.traps = 1000;
        await setTraps(page, 1000);
        await page.locator('input[name=typed]').fill('e2e4');
        await page.keyboard.press('Enter');
        await page.locator('.game').getByRole('button', { name: 'Try again' }).click();
        await stopped(page).waitFor();
        faults.traps = 0;
        await stopped(page).getByRole('button', { name: 'Restart' }).click();
        await page.getByText('The engine is running again').waitFor();
        await expect.poll(() => page.locator('.notice, .engine-stopped').count()).toBe(0);
        expect(await log(page)).toBe(before);
      }
      await move(page, 'e2e4');
      await waitForPhase(page, 'sense');
      await page.context().close();
    },
    LONG,
  );

  it(
    'is given up in an analysis: somebody starts it again, and what was open is open',
    async () => {
      // At first while the game is opened: its analysis fails, and so does its story.
      const { page, faults } = await openDrilled(`${SINGLE}#${LINK}`, { traps: 1000 });
      await stopped(page).waitFor();
      expect(await analysis(page).locator('.problem').count()).toBeGreaterThan(0);
      faults.traps = 0;
      await stopped(page).getByRole('button', { name: 'Restart' }).click();
      await page.getByText('The engine is running again').waitFor();
      // What a side knew is told with chances, which the engine has said. From here on the story asks for no more.
      const moments = await analysis(page).locator('.moment').count();
      expect(moments).toBeGreaterThan(0);
      const known = analysis(page)
        .locator('.moment')
        .getByRole('img', { name: /knew: .*king .. \d+%/ });
      await expect.poll(() => known.count(), SOON).toBe(moments);
      await analysis(page).locator('[data-tab=moves]').click();
      await analysis(page).locator('.sizes[aria-busy=false]').waitFor();
      expect(await analysis(page).locator('.problem').count()).toBe(0);
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      for (let time = 0; time < TIMES; time++) {
        const title = await analysis(page).locator('.step h2').textContent();
        faults.traps = 1000;
        await setTraps(page, 1000);
        const side = time % 2 === 0 ? 'black' : 'white';
        await analysis(page).locator(`[data-perspective=${side}].segment`).click();
        await analysis(page).locator('session-status').getByRole('button', { name: 'Try again' }).click();
        await stopped(page).waitFor();
        faults.traps = 0;
        // Trying again has started it already if it was given up by then: in a moment there is no message, and no button.
        const restart = stopped(page).getByRole('button', { name: 'Restart' });
        await expect
          .poll(async () => {
            if ((await restart.count()) > 0) await restart.click({ timeout: 1000 }).catch(() => {});
            return analysis(page).locator('.replay-board[aria-busy=false] .phantom.likely').count();
          }, SOON)
          .toBeGreaterThan(0);
        expect(await restart.count()).toBe(0);
        expect(await analysis(page).locator('.step h2').textContent()).toBe(title);
        await expect.poll(() => analysis(page).locator('.problem').count(), SOON).toBe(0);
        // A step whose belief is not known yet.
        await page.keyboard.press('ArrowRight');
      }
      await page.context().close();
    },
    LONG,
  );
});

describe('Stockfish', () => {
  it(
    'is missing: the opponent plays by the built-in search, and the page says so',
    async () => {
      const page = await site.open();
      await page
        .context()
        .route(/stockfish[^/]*\.(wasm|txt)$/, (route) => route.fulfill({ status: 404, body: 'none' }));
      await choose(page, { opponent: 'hsuc' });
      await page.locator('select[name=evaluator]').selectOption('stockfish');
      await startGame(page, { opponent: 'hsuc', color: 'black' });
      await sense(page, 'e3');
      await page.getByText(/Stockfish could not be loaded, so the built-in search plays: .*404/).waitFor();
      await move(page, 'e7e5');
      // Each turn tries again. Once the files are there, it plays.
      const note = page.getByText('Stockfish could not be loaded');
      for (let time = 1; time < 3; time++) {
        await sense(page, 'e3');
        await pass(page);
        await waitForPhase(page, 'sense');
        expect(await note.count()).toBe(1);
      }
      await page.context().unroute(/stockfish[^/]*\.(wasm|txt)$/);
      for (let time = 0; (await note.count()) > 0; time++) {
        expect(time).toBeLessThan(3);
        await sense(page, 'e3');
        await pass(page);
        await waitForPhase(page, 'sense');
      }
      await page.context().close();
    },
    LONG,
  );

  it(
    'hangs under a table of moves, which says so, and the built-in search can be asked',
    async () => {
      const { page } = await openDrilled(`${SINGLE}#analyse`, { deafStockfish: true });
      await openRecord(page);
      for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight');
      await analysis(page).locator('[data-tab=best]').click();
      const panel = analysis(page).locator('[data-panel=moves]');
      for (let time = 0; time < HANGS; time++) {
        await panel.locator('[data-evaluator=stockfish]').click();
        await panel.getByText(/did not respond in time/).waitFor();
        await panel.locator('[data-evaluator=built-in]').click();
        await expect.poll(() => panel.textContent()).toMatch(/positions, 21 boards/);
        expect(await panel.getByText(/did not respond in time/).count()).toBe(0);
      }
      await page.context().close();
    },
    LONG,
  );
});

describe('storage', () => {
  it(
    'is full in the middle of a game: it goes on, and the page says from where after a reload',
    async () => {
      const page = await site.open();
      await startGame(page);
      await sense(page, 'e7');
      await move(page, 'e2e4');
      await waitForPhase(page, 'sense');
      await page.evaluate(() => {
        const { put } = IDBObjectStore.prototype;
        const w = window as unknown as { full: boolean };
        IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
          if (w.full) throw new DOMException('There is no room', 'QuotaExceededError');
          return put.apply(this, given);
        };
      });
      const setFull = (full: boolean) =>
        page.evaluate((full) => {
          (window as unknown as { full: boolean }).full = full;
        }, full);
      for (let turn = 2; turn < 2 + TIMES; turn++) {
        await setFull(true);
        await lookAround(page, turn);
        await page
          .getByRole('note')
          .filter({ hasText: `the game resumes from turn ${turn}` })
          .waitFor();
        // With space again it recovers; the last time there is none.
        if (turn < 1 + TIMES) await setFull(false);
        await pass(page);
        await waitForPhase(page, 'sense');
        if (turn < 1 + TIMES) await expect.poll(() => page.getByRole('note').count()).toBe(0);
      }
      await page.reload();
      await waitForPhase(page, 'sense');
      expect(await page.locator('.log tbody tr').count()).toBe(1 + TIMES);
      await page.context().close();
    },
    LONG,
  );

  it(
    'loses its connection, as on iOS in the background: nothing is lost, in the library neither',
    async () => {
      const page = await site.open('favicon.svg');
      await page.context().addInitScript(loseConnections);
      await page.goto(site.url);
      await startGame(page);
      for (let time = 0; time < TIMES; time++) {
        await waitForPhase(page, 'sense');
        await lose(page, time);
        await lookAround(page, time);
        await lose(page, time + 1);
        await pass(page);
        await waitForPhase(page, 'sense');
        expect(await page.getByRole('note').count()).toBe(0);
      }
      await page.reload();
      await waitForPhase(page, 'sense');
      expect(await page.locator('.log tbody tr').count()).toBe(1 + TIMES);
      await lose(page, 0);
      await resign(page);
      await page.locator('.finished a[href^="#analyse/game/"]').waitFor();
      expect(await page.locator('.notice').count()).toBe(0);
      await page.goto(new URL('#analyse', site.url).href);
      const row = page.locator('library-view tbody tr');
      await expect.poll(() => row.count()).toBe(1);
      await row.locator('a[href^="#analyse/game/"]').first().click();
      await analysis(page).waitFor();
      await analysis(page).locator('[data-tab=notes]').click();
      const notes = analysis(page).locator('textarea').first();
      for (let time = 0; time < TIMES; time++) {
        await lose(page, time);
        await notes.fill(`Note ${time}`);
        await notes.blur();
      }
      await page.reload();
      await analysis(page).waitFor();
      await expect.poll(() => notes.inputValue()).toBe(`Note ${TIMES - 1}`);
      await page.context().close();
    },
    LONG,
  );

  it(
    'is wanted by another tab, to delete or upgrade it: that waits for nobody, and the game is kept in a new one',
    async () => {
      const page = await site.open();
      await startGame(page);
      await sense(page, 'e7');
      const other = await page.context().newPage();
      await other.goto(new URL('favicon.svg', site.url).href);
      for (let time = 0; time < TIMES; time++) {
        const outcome = await other.evaluate(
          () =>
            new Promise((resolve) => {
              const asked = indexedDB.deleteDatabase('outpost');
              asked.onsuccess = () => resolve('deleted');
              asked.onblocked = () => resolve('blocked');
            }),
        );
        expect(outcome).toBe('deleted');
        await pass(page);
        await lookAround(page, time);
        expect(await page.getByRole('note').count()).toBe(0);
      }
      await page.reload();
      await waitForPhase(page, 'move');
      expect(await page.locator('.log tbody tr').count()).toBe(1 + TIMES);
      await page.context().close();
    },
    LONG,
  );

  it(
    'stops answering: a game does not wait for it, and is kept again once it does',
    async () => {
      const page = await site.open('favicon.svg');
      // The page's storage timeouts pass eight times as fast.
      await page.context().addInitScript(() => {
        const once = setTimeout;
        (window as unknown as { setTimeout: unknown }).setTimeout = (run: () => void, ms?: number) =>
          once(run, ms === 4000 ? 500 : ms);
      });
      await page.goto(site.url);
      await startGame(page);
      await waitForPhase(page, 'sense');
      await page.evaluate(() => {
        // Requests get no answer.
        const { addEventListener } = EventTarget.prototype;
        const w = window as unknown as { deaf: boolean };
        w.deaf = false;
        EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: never[]): void {
          const asks = this instanceof IDBRequest || this instanceof IDBTransaction;
          if (!asks || !w.deaf) addEventListener.apply(this, given as unknown as Parameters<typeof addEventListener>);
        };
      });
      const setDeaf = (deaf: boolean) =>
        page.evaluate((deaf) => {
          (window as unknown as { deaf: boolean }).deaf = deaf;
        }, deaf);
      for (let time = 0; time < TIMES; time++) {
        await setDeaf(true);
        await lookAround(page, time);
        await page.getByRole('note').filter({ hasText: 'no longer saves this game' }).waitFor();
        await setDeaf(false);
        await pass(page);
        await waitForPhase(page, 'sense');
        await expect.poll(() => page.getByRole('note').count()).toBe(0);
      }
      await page.reload();
      await waitForPhase(page, 'sense');
      expect(await page.locator('.log tbody tr').count()).toBe(1 + TIMES);
      await page.context().close();
    },
    LONG,
  );

  it('never answers: a new page says that a game may be there', async () => {
    const page = await site.open();
    await startGame(page);
    await sense(page, 'e7');
    await page.addInitScript(() => {
      if (sessionStorage.getItem('hang') === null) return;
      IDBFactory.prototype.open = () =>
        Object.create(IDBOpenDBRequest.prototype, { addEventListener: { value: () => {} } });
    });
    await page.evaluate(() => sessionStorage.setItem('hang', ''));
    await page.reload();
    await page.getByText('An unfinished game cannot be found').waitFor();
    await startGame(page);
    await sense(page, 'a1');
    await page.evaluate(() => sessionStorage.removeItem('hang'));
    await page.goto(new URL('#play', site.url).href);
    await page.reload();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await waitForPhase(page, 'move');
    expect(await labelOf(page, 'e8')).toContain('black king');
    await page.context().close();
  });

  it(
    'has a damaged list of what is kept: the page opens without a network all the same, and is mended',
    async () => {
      site.allow(/ERR_CONNECTION|503/);
      const page = await site.open('', { serviceWorkers: 'allow' });
      await page.locator('offline-panel [data-state=kept]').waitFor({ state: 'attached', timeout: 90_000 });
      const damage = (gone: boolean) =>
        page.evaluate(async (gone) => {
          const name = (await caches.keys()).find((key) => key.startsWith('outpost-offline')) as string;
          const cache = await caches.open(name);
          for (const request of await cache.keys()) {
            if (request.url.includes('/version/')) await cache.put(request, new Response('{"files":'));
            else if (gone) await cache.delete(request);
          }
        }, gone);
      await damage(false);
      site.show(null);
      await page.reload();
      await page.locator('[data-build]').waitFor({ state: 'attached' });
      await page.locator('offline-panel [data-state=kept]').waitFor({ state: 'attached' });
      // With everything gone there is nothing to show, and a message says so.
      await damage(true);
      await page.reload();
      await page.getByRole('heading', { name: 'You are offline' }).waitFor();
      site.show(join(root, 'dist'));
      await page.getByRole('link', { name: 'Try again' }).click();
      await page.locator('[data-build]').waitFor({ state: 'attached' });
      await page.context().close();
    },
    LONG,
  );
});

describe('a clock that runs low', () => {
  it('is told once at each warning, and shown by more than a colour', async () => {
    const page = await site.open();
    await page.evaluate(shortClock, 16);
    await choose(page, { clock: 'own' });
    await page.locator('.own-clock input').first().fill('0.5');
    await startGame(page, { clock: 'own' });
    await waitForPhase(page, 'sense');
    const warnings = async () => (await announcements(page)).filter((text) => text.includes('left on your clock'));
    await expect
      .poll(warnings, { timeout: 15_000 })
      .toEqual([expect.stringMatching(/^\d+ seconds left on your clock\.$/)]);
    const clock = page.locator('.player .clock.running.low');
    expect(await clock.getAttribute('aria-label')).toBe('Your clock, low on time');
    expect(await clock.locator('.low-time svg').count()).toBe(1);
    expect(await page.locator('.player .clock.low').count()).toBe(1);
    // Not every second, nor at the next change of phase.
    await sense(page, 'e7');
    const seconds = async () => Number((await clock.textContent())?.split(':')[1]);
    await expect.poll(seconds, { timeout: 15_000 }).toBeLessThan(8);
    expect((await warnings()).length).toBe(1);
    await page.context().close();
  });
});

describe('a tab that is put to sleep in a game with a clock', () => {
  /** A game with this many seconds a side, fewer than the form allows. */
  async function quickGame(seconds: number): Promise<{ page: Page; freeze: (ms: number) => Promise<void> }> {
    const page = await site.open();
    await page.evaluate(shortClock, seconds);
    await startGame(page, { clock: 'own' });
    await waitForPhase(page, 'sense');
    const devtools = await page.context().newCDPSession(page);
    const freeze = async (ms: number): Promise<void> => {
      await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
      await new Promise((resolve) => setTimeout(resolve, ms));
      await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    };
    return { page, freeze };
  }

  it('has lost that time when it wakes', async () => {
    const { page, freeze } = await quickGame(30);
    const clock = page.locator('.clock.running');
    for (let time = 1; time <= TIMES; time++) {
      await freeze(1000);
      await expect.poll(async () => Number((await clock.textContent())?.split(':')[1])).toBeLessThanOrEqual(30 - time);
    }
    await sense(page, 'e7');
    await move(page, 'e2e4');
    await waitForPhase(page, 'sense');
    await page.context().close();
  });

  it('has lost the game when its time was over, and is told so', async () => {
    const { page, freeze } = await quickGame(3);
    await freeze(4000);
    await page.locator('.finished').waitFor();
    expect(await page.locator('.end-banner').textContent()).toMatch(/time/i);
    await page.context().close();
  });
});

it('a page is reloaded in every phase of a game, and goes on with it', async () => {
  const page = await site.open();
  await startGame(page, { opponent: 'attacker', assistance: 'tracking' });
  const reload = async (phase: string) => {
    await page.reload();
    await waitForPhase(page, phase);
    expect(await page.locator('.notice').count()).toBe(0);
  };
  await waitForPhase(page, 'sense');
  const plays: string[] = [];
  for (const [square, uci] of [
    ['e7', 'e2e4'],
    ['d6', 'd2d4'],
    ['b7', 'a2a3'],
  ] as const) {
    await reload('sense');
    await sense(page, square);
    await reload('move');
    if (square === 'e7') expect(await labelOf(page, 'e8')).toContain('black king');
    await move(page, uci);
    // The result is on view, or the opponent thinks.
    if (uci !== 'e2e4') await page.locator('.game[data-phase=waiting], .game[data-phase=sense]').first().waitFor();
    await reload('sense');
    plays.push(`${uci.slice(0, 2)}–${uci.slice(2)}`);
    for (const play of plays) expect(await log(page)).toContain(play);
  }
  await resign(page);
  // At once: it may not be in the library yet, and must stay saved until it is.
  await page.reload();
  await page.locator('.finished, form.new-game').first().waitFor();
  expect(await page.getByRole('button', { name: 'Continue', exact: true }).count()).toBe(0);
  await page.locator('.top nav').getByRole('link', { name: 'Analyse', exact: true }).click();
  await page.locator('library-view').getByText('Attacker').first().waitFor();
  await page.context().close();
});

it('a page is reloaded with a what-if open, and comes back to it', async () => {
  const page = await site.open('#analyse');
  await openRecord(page);
  await page.getByRole('button', { name: 'Add to library' }).click();
  await page.getByText('1 game added').waitFor();
  await page.reload();
  await page.locator('library-view a[href^="#analyse/game/"]').first().click();
  await analysis(page).waitFor();
  for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight');
  await analysis(page).locator('[data-tab=whatIf]').click();
  await analysis(page).getByRole('button', { name: 'Try another move' }).click();
  await analysis(page).locator('input[name=instead]:not([disabled])').fill('h2h4');
  await page.keyboard.press('Enter');
  const banner = analysis(page).locator('.what-if-banner');
  await banner.waitFor();
  const [text, title] = [await banner.textContent(), await analysis(page).locator('.step h2').textContent()];
  await page.reload();
  await banner.waitFor();
  expect(await banner.textContent()).toBe(text);
  expect(await analysis(page).locator('.step h2').textContent()).toBe(title);
  await page.context().close();
});

it('in Firefox too a killed engine is noticed, and the game goes on', async () => {
  const browser = await launchFirefox();
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 860 });
    await page.evaluateOnNewDocument(killable);
    await page.goto(new URL(SINGLE, site.url).href);
    const hand = {
      evaluate: (expression: string) => page.evaluate(expression),
      click: (x: number, y: number) => page.mouse.click(x, y),
    };
    await chooseRandom(hand);
    await clickOn(hand, 'form.new-game .play-now');
    await waitFor(hand, '.game[data-phase=sense]');
    await hand.evaluate('killWorker()');
    await clickOn(hand, '[data-square=e7]');
    await waitFor(hand, '.game[data-phase=move]');
    expect(await textOf(hand, '.toast')).toContain('Nothing is lost');
  } finally {
    await browser.close();
  }
});
