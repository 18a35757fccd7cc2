/**
 * How long a person waits for the page itself, with every hint on: from the click that makes a move until the reply and
 * its consequences are shown, and from the click that senses until the result is. Against `random`, which does not think;
 * the time for which the page shows the result of a move on purpose is reported separately. The page is inspected before
 * each frame, as a person could see it.
 */
export const columns = ['threads', 'single'];
export const pages = true;

const TURNS = 40;

export default async function playPage({ page, report }) {
  await page.evaluate(watchFrames);
  const turns = [];
  let state = 7;
  const below = (n) => {
    state = (state * 48271) % 2147483647;
    return state % n;
  };
  while (turns.length < TURNS) {
    await startGame(page);
    // Only a few turns of each game: the sets grow too slowly later.
    for (let turn = 0; turn < 20 && turns.length < TURNS; turn++) {
      if (!(await shown(page, 'ready'))) break;
      const board = page.locator('rbc-board');
      // Every third turn it does not make the best sense, so that more boards stay possible.
      const best = await board.evaluate((board) => board.best);
      const center = turn % 3 === 0 || best === null ? below(64) : best;
      const sensed = await click(page, center, 'sensed');
      if (sensed === null) break;
      const requests = await board.evaluate((board) => [...board.requests]);
      const uci = requests.filter((uci) => uci.length === 4)[below(requests.length)] ?? requests[0];
      await page.mouse.click(...Object.values(await middle(page, squareOf(uci.slice(0, 2)))));
      await page.locator('cg-board square.selected').waitFor();
      const moved = await click(page, squareOf(uci.slice(2, 4)), 'ready');
      if (moved === null) break;
      const boards = Number((await page.locator('.big-number strong').textContent()).replaceAll(/\D/g, ''));
      turns.push({ boards, sensed: sensed.total, ...moved });
    }
    if (await page.locator('.game').isVisible()) await resign(page);
    await page.getByRole('button', { name: 'New game' }).click();
  }
  const add = (what, values) => {
    report(what, values, 'ms');
    const sorted = [...values].sort((a, b) => a - b);
    report(`${what}, 95th percentile`, [sorted[Math.floor(0.95 * sorted.length)]], 'ms');
  };
  const of = (key) => turns.map((turn) => turn[key]);
  report('boards possible at the new turn', of('boards'), 'boards');
  add('click on a sense until its result and what follows are shown', of('sensed'));
  add('click on a move until its result is shown', of('result'));
  add('the new turn until what follows is shown', of('follows'));
  add('the end of the time for reading until the new turn and what follows are shown', of('turn'));
  add('click on a move until everything is shown, without the time for reading', of('work'));
}

/** In the page: records what each frame shows, where it changed. */
function watchFrames() {
  const seen = [];
  Object.assign(globalThis, { seen });
  addEventListener('click', (event) => seen.push({ at: event.timeStamp, what: 'click' }), { capture: true });
  let last = '';
  const look = () => {
    const game = document.querySelector('.game');
    const over = document.querySelector('.finished');
    const phase = over ? 'over' : (game?.dataset.phase ?? 'none');
    const busy = document.querySelector('.tracking')?.getAttribute('aria-busy') === 'true';
    const what = `${phase}${busy ? ' busy' : ''}`;
    if (what !== last) {
      last = what;
      // A frame has been painted before the next one begins.
      requestAnimationFrame((at) => seen.push({ at, what }));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const NAMES = { ready: 'sense', sensed: 'move' };

/** Waits until the page shows that; `false` when the game is over. */
async function shown(page, what) {
  const phase = NAMES[what];
  await page.locator(`.game[data-phase=${phase}]:has(.tracking[aria-busy=false]), .finished`).first().waitFor();
  return !(await page.locator('.finished').isVisible());
}

/** Clicks a square, waits, and returns how long it took; `null` when the game is over. */
async function click(page, square, until) {
  const { x, y } = await middle(page, square);
  await page.evaluate(() => {
    globalThis.seen.length = 0;
  });
  await page.mouse.click(x, y);
  await page.waitForFunction(
    (phase) => ['over', phase].includes(globalThis.seen.at(-1)?.what) && globalThis.seen.length > 1,
    NAMES[until],
  );
  const seen = await page.evaluate(() => globalThis.seen);
  const end = seen.at(-1);
  if (end.what === 'over') return null;
  const clicked = seen.find(({ what }) => what === 'click').at;
  const total = end.at - clicked;
  if (until === 'sensed') return { total };
  const result = seen.find(({ what }) => what.startsWith('result'))?.at ?? end.at;
  const turn = seen.find(({ what }) => what.startsWith('sense'))?.at ?? end.at;
  // The result stays up for a while on purpose, even if the rest is ready.
  const reading = 1100;
  return {
    result: result - clicked,
    follows: end.at - turn,
    turn: Math.max(0, end.at - result - reading),
    work: Math.max(0, total - reading),
  };
}

async function middle(page, square) {
  const name = 'abcdefgh'[square % 8] + (Math.floor(square / 8) + 1);
  const box = await page.locator(`rbc-board [data-square=${name}]`).first().boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function squareOf(name) {
  return 'abcdefgh'.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
}

async function startGame(page) {
  await page.locator('.more-opponents').click();
  await page.locator('input[name=opponent][value=random]').check();
  await page.locator('select[name=color]').selectOption('white');
  await page.locator('select[name=assistance]').selectOption('hints');
  await page.locator('form.new-game .play-now').click();
  await page.locator('.game').waitFor();
}

async function resign(page) {
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await page.locator('.finished').waitFor();
}
