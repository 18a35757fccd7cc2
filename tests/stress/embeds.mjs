// Embeds on pages with random styles: scaled, rotated, skewed, zoomed, mirrored, right-to-left, hidden and shown, removed and put back, in shadow
// roots and dialogs, of fractional sizes, nested. Each piece must be on its square, and a click and a drag must choose what is under them.
//
//     node tests/stress/embeds.mjs [--seed N] [--seconds S] [--inputs N]
//
// Prints what it counted; at the first finding it prints the page and exits with 1. Needs the build (`node scripts/build.mjs`).

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/lib/static-server.mjs';
import { seenOn } from '../browser/board-geometry.mjs';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
    inputs: { type: 'string' },
  },
});
const number = (/** @type {'seed' | 'seconds' | 'inputs'} */ name) => {
  const value = Number(options[name]);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} ${options[name]}: not a whole number`);
  return value;
};
const seed = number('seed');
const until = Date.now() + 1000 * number('seconds');
const mostPages = options.inputs === undefined ? Number.POSITIVE_INFINITY : number('inputs');

/** Mulberry32. */
let state = seed >>> 0;
const random = () => {
  state = (state + 0x6d2b79f5) >>> 0;
  let a = Math.imul(state ^ (state >>> 15), state | 1);
  a ^= a + Math.imul(a ^ (a >>> 7), a | 61);
  return ((a ^ (a >>> 14)) >>> 0) / 2 ** 32;
};
const between = (/** @type {number} */ low, /** @type {number} */ high) => low + (high - low) * random();
const oneOf = (/** @type {any[]} */ list) => list[Math.floor(random() * list.length)];
const chance = (/** @type {number} */ p) => random() < p;

const FILES = 'abcdefgh';
const KINDS = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** A few random pieces, as a FEN and by square. */
function randomBoard() {
  /** @type {Record<string, string>} */
  const letters = {};
  for (let i = 0; i < 12; i++) {
    letters[`${oneOf([...FILES])}${Math.ceil(between(0, 8))}`] = oneOf([...'pnbrqPNBRQ']);
  }
  letters.e1 = 'K';
  letters.e8 = 'k';
  const rows = [];
  for (let rank = 8; rank >= 1; rank--) {
    rows.push([...FILES].map((file) => letters[`${file}${rank}`] ?? '1').join(''));
  }
  const pieces = Object.entries(letters).map(([square, letter]) => [
    square,
    `${letter === letter.toUpperCase() ? 'white' : 'black'} ${KINDS[/** @type {'k'} */ (letter.toLowerCase())]}`,
  ]);
  return { fen: `${rows.join('/')} w - - 0 1`, pieces: Object.fromEntries(pieces) };
}

/** Style rules of one box around the embed, or of the embed itself. */
function randomStyle() {
  const transforms = [
    () => `scale(${between(0.4, 1.2).toFixed(3)})`,
    () => `scale(${between(0.5, 1.1).toFixed(3)}, ${between(0.5, 1.1).toFixed(3)})`,
    () => `rotate(${between(-180, 180).toFixed(1)}deg)`,
    () => `skew(${between(-20, 20).toFixed(1)}deg, ${between(-10, 10).toFixed(1)}deg)`,
    () => `translate(${between(-30, 30).toFixed(1)}px, ${between(-30, 30).toFixed(1)}px)`,
    () => oneOf(['scaleX(-1)', 'scaleY(-1)', 'rotate(90deg)', 'rotate(180deg)', 'scale(0.8)']),
    () =>
      `matrix(${between(0.5, 1).toFixed(3)}, ${between(-0.2, 0.2).toFixed(3)}, ${between(-0.2, 0.2).toFixed(3)}, ${between(0.5, 1).toFixed(3)}, 3, -2)`,
  ];
  const rules = [];
  if (chance(0.6)) {
    const list = Array.from({ length: Math.ceil(between(0, 2)) }, () => oneOf(transforms)());
    rules.push(`transform: ${list.join(' ')}`);
  }
  if (chance(0.3)) rules.push(`zoom: ${between(0.6, 1.3).toFixed(3)}`);
  if (chance(0.15)) rules.push(`scale: ${between(0.6, 1.1).toFixed(3)}`);
  if (chance(0.15)) rules.push(`rotate: ${between(-60, 60).toFixed(1)}deg`);
  if (chance(0.2)) rules.push('direction: rtl');
  if (chance(0.2)) rules.push(`padding: ${between(0, 9).toFixed(2)}px`, `border: ${between(0, 5).toFixed(2)}px solid`);
  if (chance(0.15)) rules.push(`columns: ${oneOf([1, 2])}`);
  if (chance(0.15))
    rules.push(
      oneOf(['display: flex', 'display: grid', 'display: inline-block', 'float: left', 'display: table-cell']),
    );
  if (chance(0.15)) rules.push('overflow: auto; max-height: 2000px');
  if (chance(0.1)) rules.push('writing-mode: vertical-rl');
  if (chance(0.1)) rules.push('filter: blur(0px)', 'will-change: transform');
  if (chance(0.1)) rules.push('contain: layout paint style');
  if (chance(0.1)) rules.push('font-size: 31px; line-height: 3; letter-spacing: 3px; text-indent: 20px');
  return rules.join('; ');
}

function randomPage() {
  const { fen, pieces } = randomBoard();
  return {
    fen,
    pieces,
    orientation: oneOf(['white', 'black']),
    width: between(180, 520).toFixed(chance(0.5) ? 2 : 0),
    boxes: Array.from({ length: Math.floor(between(0, 4)) }, randomStyle),
    own: chance(0.4) ? randomStyle() : '',
    body: chance(0.15) ? `zoom: ${between(0.7, 1.2).toFixed(2)}` : '',
    within: oneOf(['page', 'page', 'shadow root', 'dialog']),
    /** What happens to the embed after it was shown. */
    change: oneOf([
      'nothing',
      'hidden and shown',
      'taken out and put in',
      'another transform',
      'another size',
      'moved to another box',
    ]),
    later: randomStyle(),
    mode: oneOf(['move', 'sense']),
  };
}

/** Runs in the page: builds it from scratch. */
function build(/** @type {any} */ wanted) {
  document.body.replaceChildren();
  document.body.style.cssText = wanted.body;
  const stage = document.createElement('div');
  stage.style.cssText = 'position: absolute; left: 500px; top: 500px';
  document.body.append(stage);
  /** @type {HTMLElement | ShadowRoot} */
  let at = stage;
  if (wanted.within === 'dialog') {
    const dialog = document.createElement('dialog');
    stage.append(dialog);
    dialog.showModal();
    at = dialog;
  } else if (wanted.within === 'shadow root') {
    const shadowed = document.createElement('div');
    stage.append(shadowed);
    at = shadowed.attachShadow({ mode: 'open' });
  }
  for (const style of wanted.boxes) {
    const box = document.createElement('div');
    box.className = 'box';
    box.style.cssText = style;
    at.append(box);
    at = box;
  }
  const embed = document.createElement('outpost-board');
  embed.setAttribute('fen', wanted.fen);
  embed.setAttribute('orientation', wanted.orientation);
  embed.style.cssText = wanted.own;
  embed.style.width = `${wanted.width}px`;
  at.append(embed);
  Object.assign(globalThis, { embed, at });
}

/** Runs in the page: the later change. */
async function change(/** @type {any} */ wanted) {
  const { embed, at } = /** @type {any} */ (globalThis);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  if (wanted.change === 'hidden and shown') {
    embed.style.display = 'none';
    await frame();
    embed.style.display = 'block';
  } else if (wanted.change === 'taken out and put in') {
    embed.remove();
    await frame();
    at.append(embed);
  } else if (wanted.change === 'another transform') {
    embed.style.cssText = `${wanted.later}; width: ${wanted.width}px`;
  } else if (wanted.change === 'another size') {
    embed.style.width = `${wanted.width * 0.77}px`;
  } else if (wanted.change === 'moved to another box') {
    const box = document.createElement('div');
    box.style.cssText = wanted.later;
    at.append(box);
    box.append(embed);
  }
}

/** Runs in the page: starts the task and collects the answers. */
async function listen(/** @type {any} */ wanted) {
  const board = /** @type {any} */ (globalThis).embed.querySelector('rbc-board');
  const squares = [...'abcdefgh'].flatMap((file) => [1, 2, 3, 4, 5, 6, 7, 8].map((rank) => `${file}${rank}`));
  const own = Object.keys(wanted.pieces).filter((square) => wanted.pieces[square].startsWith('white'));
  // A pawn to the last rank would open the promotion choice.
  const requests = own.flatMap((from) =>
    squares.filter((to) => to !== from && !own.includes(to)).map((to) => from + to),
  );
  Object.assign(board, { mode: wanted.mode, color: 'white', requests });
  await board.updateComplete;
  /** @type {string[]} */
  const asked = [];
  Object.assign(globalThis, { asked });
  for (const type of ['request-move', 'sense-square']) {
    board.addEventListener(type, (/** @type {any} */ event) => asked.push(String(event.detail)));
  }
}

const SELECTOR = 'outpost-board rbc-board';
const server = await serve({ folder: join(root, 'dist'), isolated: false, plain: true });
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1600, height: 1600 }, reducedMotion: 'reduce' });
/** @type {string[]} */
const errors = [];
page.on('pageerror', (error) => errors.push(String(error)));
page.on('console', (message) => {
  if (message.type() === 'error') errors.push(message.text());
});
await page.route('**/host.html', (route) =>
  route.fulfill({
    contentType: 'text/html',
    body: '<!doctype html><html><head><link rel="icon" href="data:,"><script type="module" src="outpost-embed.js"></script></head><body></body></html>',
  }),
);
await page.goto(new URL('host.html', server.url).href);
await page.waitForFunction(() => customElements.get('outpost-board'));

const counts = { pages: 0, pieces: 0, pointers: 0, parted: 0, small: 0, unseen: 0 };
/** @type {Record<string, number>} */
const kinds = {};
/** @type {string | null} */
let finding = null;
/** @type {any} */
let wanted;

const settled = () =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
const asked = () => page.evaluate(() => [.../** @type {any} */ (globalThis).asked]);
/** Whether the pointer can reach the board at this point. */
const isFree = (/** @type {{ x: number, y: number }} */ at) =>
  page.evaluate(({ x, y }) => {
    if (x < 1 || y < 1 || x > innerWidth - 1 || y > innerHeight - 1) return false;
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit?.closest('rbc-board') !== null && hit !== null;
  }, at);

/** Makes a page and uses it; returns what was wrong, if anything. */
async function tryPage() {
  wanted = randomPage();
  await page.evaluate(build, wanted);
  await page.locator(`${SELECTOR} .board-pieces piece`).first().waitFor({ state: 'attached' });
  await settled();
  for (const when of ['at first', wanted.change]) {
    if (when === wanted.change) {
      await page.evaluate(change, wanted);
      await settled();
    }
    const { pieces, astray } = await seenOn(page, SELECTOR);
    const area = await page.evaluate(
      () => /** @type {any} */ (globalThis).embed.querySelector('rbc-board').offsetWidth,
    );
    if (area < 8) {
      counts.unseen += 1;
      return null;
    }
    const sorted = (/** @type {object} */ object) => JSON.stringify(Object.entries(object).sort());
    if (astray.length > 0) return `${when}: ${astray.join('; ')}`;
    if (sorted(pieces) !== sorted(wanted.pieces)) return `${when}: seen ${sorted(pieces)}`;
    counts.pieces += Object.keys(pieces).length;
  }
  // For transformed boxes split between columns, Chromium reports rectangles other than where it draws and takes clicks.
  if ([...wanted.boxes, wanted.own, wanted.later].some((style) => style.includes('columns: 2'))) {
    counts.parted += 1;
    return null;
  }
  await page.evaluate(listen, wanted);
  await settled();
  const { squares } = await seenOn(page, SELECTOR);
  const names = Object.keys(squares);
  const at = (/** @type {string} */ name) => /** @type {{ x: number, y: number }} */ (squares[name]);
  // A pointer is on whole pixels.
  const [file, rank] = ['b1', 'a2'].map((name) => [at(name).x - at('a1').x, at(name).y - at('a1').y]);
  const area = Math.abs(file[0] * rank[1] - file[1] * rank[0]);
  if (area / Math.max(Math.hypot(...file), Math.hypot(...rank)) < 6) {
    counts.small += 1;
    return null;
  }
  const own = Object.keys(wanted.pieces).filter((name) => wanted.pieces[name].startsWith('white'));
  for (let i = 0; i < 4; i++) {
    await page.evaluate(() => /** @type {any} */ (globalThis).asked.splice(0));
    if (wanted.mode === 'sense') {
      const name = oneOf(names);
      if (!(await isFree(at(name)))) continue;
      await page.mouse.click(at(name).x, at(name).y);
      const index = FILES.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
      const [got] = await asked();
      if (got !== String(index)) return `a click on ${name} senses ${got}`;
    } else {
      const from = oneOf(own);
      const to = oneOf(names.filter((name) => !own.includes(name)));
      if (!(await isFree(at(from))) || !(await isFree(at(to)))) continue;
      // By two clicks, or dragged.
      const dragged = chance(0.5);
      await page.mouse.move(at(from).x, at(from).y);
      await page.mouse.down();
      if (!dragged) await page.mouse.up();
      await page.mouse.move((at(from).x + at(to).x) / 2, (at(from).y + at(to).y) / 2);
      await page.mouse.move(at(to).x, at(to).y);
      await settled();
      if (!dragged) await page.mouse.down();
      await page.mouse.up();
      const promotion = wanted.pieces[from] === 'white pawn' && to.endsWith('8');
      await page
        .waitForFunction(() => /** @type {any} */ (globalThis).asked.length > 0, null, { timeout: 5000 })
        .catch(() => {});
      const [got] = await asked();
      if (got !== from + to && !(promotion && got === undefined))
        return `${dragged ? 'dragging' : 'clicking'} ${from}${to} asks for ${got}`;
      await page.evaluate(() => /** @type {any} */ (globalThis).embed.querySelector('rbc-board').reset());
      await settled();
    }
    counts.pointers += 1;
  }
  return null;
}

while (finding === null && Date.now() < until && counts.pages < mostPages) {
  finding = await tryPage();
  counts.pages += 1;
  for (const kind of [wanted.within, wanted.change]) kinds[kind] = (kinds[kind] ?? 0) + 1;
  if (errors.length > 0) finding ??= `the page had errors: ${errors.join('\n')}`;
}
await browser.close();
await server.close();
console.log(
  `seed ${seed}: ${counts.pages} pages, ${counts.pieces} pieces seen on their squares, ${counts.pointers} senses and moves by the pointer; on ${counts.parted} pages, in columns, none was tried, on ${counts.small} pages squares were too small for one, and ${counts.unseen} had no room for a board`,
);
console.log(
  Object.entries(kinds)
    .map(([kind, times]) => `${kind}: ${times}`)
    .join(', '),
);
if (finding !== null) {
  console.error(`${finding}\n${JSON.stringify(wanted, null, 2)}`);
  process.exit(1);
}
