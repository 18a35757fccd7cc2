/**
 * How long the page's main thread is busy without a break while games are opened, analysed and stepped through with every panel
 * open: tasks of over 50 ms as the browser reports them (`longtask`), and the longest tasks by CPU time, which other
 * programs on the machine affect less. The summary is requested last.
 *
 * The games are one of 135 half-turns with small sets and one of 110 with large ones; `RECORD=file npm run bench -- replay-page`
 * takes another.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/run.mjs';
import { longRecord } from '../browser/long-record.mjs';

export const columns = ['threads', 'single'];
export const pages = true;

/** Milliseconds between two steps: faster than anybody reads. */
const PAUSE = 100;
const PANELS = 'senses sizes boards moves failures list words';

export default async function replayPage({ page, report, note }) {
  await page.addInitScript((panels) => {
    localStorage.setItem('outpost-panels', panels);
    const long = [];
    Object.assign(globalThis, { long });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ type: 'longtask' });
  }, PANELS);
  const fixture = () => readFileSync(join(root, 'tests/conformance/fixtures/game.json'));
  const games = process.env.RECORD
    ? { 'the record': readFileSync(process.env.RECORD) }
    : { '135 half-turns': Buffer.from(longRecord(135)), '110 half-turns, large sets': fixture() };
  for (const [name, record] of Object.entries(games)) {
    await page.goto(new URL('#analyse', page.url()).href);
    await page.reload();
    await page.locator('analyse-page .drop').waitFor();
    await replay(page, name, record, report, note);
  }
}

async function replay(page, name, record, report, note) {
  const measure = async (part, act) => {
    const what = `${name}, ${part}`;
    await page.evaluate(() => globalThis.long.splice(0));
    const tasks = await traced(page, act);
    const long = await page.evaluate(() => globalThis.long.splice(0));
    report(`${what}: tasks of over 50 ms`, [long.length], 'tasks');
    report(`${what}: the longest task`, [Math.max(0, ...tasks.map(({ wall }) => wall))], 'ms');
    report(`${what}: the most computing in a task`, [Math.max(0, ...tasks.map(({ cpu }) => cpu))], 'ms');
    note(`replay-page, ${what}`, long);
  };

  await measure('opening', async () => {
    await page.locator('analyse-page input.open-files').setInputFiles({
      name: 'game.json',
      mimeType: 'application/json',
      buffer: record,
    });
    await page.locator('analyse-page [data-panel=words]').waitFor();
    await page.waitForTimeout(1000);
  });
  await measure('two boards', async () => {
    await page.locator('analyse-page [data-perspective=both].segment').click();
    await page.locator('analyse-page .replay-board[aria-busy=false]').nth(1).waitFor();
  });
  const last = Number(await page.locator('analyse-page .timeline').getAttribute('max'));
  await page.locator('analyse-page .step').click();
  await measure('stepping', async () => {
    for (let step = 0; step < last; step++) {
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(PAUSE);
    }
    await page.waitForTimeout(1000);
  });
  await measure('the summary', async () => {
    await page.locator('analyse-page [data-panel=summary] > summary').click();
    await page.waitForTimeout(10_000);
  });
}

/** Runs `act` and returns the tasks of the page's main thread meanwhile, in milliseconds of wall and CPU time. */
async function traced(page, act) {
  const session = await page.context().newCDPSession(page);
  await session.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  const { stream } = await complete;
  let text = '';
  for (let eof = false; !eof; ) {
    const part = await session.send('IO.read', { handle: stream, size: 1 << 20 });
    text += part.base64Encoded ? Buffer.from(part.data, 'base64').toString() : part.data;
    eof = part.eof;
  }
  await session.detach();
  const events = JSON.parse(text).traceEvents;
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && main.has(`${pid} ${tid}`))
    .map(({ dur, tdur }) => ({ wall: dur / 1000, cpu: (tdur ?? 0) / 1000 }));
}
