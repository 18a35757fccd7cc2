import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type LinkNote, Outpost } from 'outpost-rbc';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { announcements, resign, startGame } from './game-page.ts';
import { gameRecord } from './game-record.ts';
import { openSite } from './harness.mjs';
import { openTab } from './replay-tabs.ts';

let site: Awaited<ReturnType<typeof openSite>>;
/** An engine outside the page, which opens the page's links. */
let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
  site = await openSite();
});
afterEach(() => site.check());
afterAll(async () => {
  outpost?.terminate();
  await site.close();
});

const HOSTILE = '</textarea><img src=x onerror="document.title=1"> & \u{1F3F0}';

interface Linked {
  white_name: string;
  outpost?: { view?: unknown; notes?: LinkNote[] };
}

/** Opens a record with its notes, and goes to a step by its number. */
async function openGame(page: Page, record: string, step = 0): Promise<void> {
  await page.locator('analyse-page input.open-files').setInputFiles({
    name: 'game.json',
    mimeType: 'application/json',
    buffer: Buffer.from(record),
  });
  await page.locator('analyse-page replay-view .controls').waitFor();
  const timeline = page.getByRole('slider', { name: 'Timeline' });
  await timeline.evaluate((input: HTMLInputElement, step) => {
    input.value = String(step);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, step);
  await openTab(page.locator('analyse-page'), 'notes');
}

async function at(page: Page, square: string): Promise<{ x: number; y: number }> {
  const field = page.locator(`analyse-page rbc-board [data-square=${square}]`).first();
  await field.scrollIntoViewIfNeeded();
  const box = await field.boundingBox();
  if (!box) throw new Error(`${square} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: string, to: string, button: 'left' | 'right'): Promise<void> {
  const [a, b] = [await at(page, from), await at(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down({ button });
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up({ button });
}

const drawn = async (page: Page): Promise<string[]> =>
  (await page.locator('.shapes li').allTextContents()).map((text) => text.trim());
const note = (page: Page) => page.getByRole('textbox', { name: 'Note on this step' });

/** The link in the dialog, once it is made. */
async function linkOf(page: Page): Promise<string> {
  await page.locator('.share-link[aria-busy=false]').waitFor();
  return page.locator('.share-link').inputValue();
}

async function opened(link: string): Promise<Linked> {
  return JSON.parse((await outpost.decodeLink(link)).json) as Linked;
}

async function downloadBy(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) };
}

describe('drawing at a step', () => {
  it('takes the right mouse button with lichess’ keys, and a chosen colour', async () => {
    const page = await site.open('#analyse');
    await openGame(page, gameRecord, 8);
    await drag(page, 'e2', 'e4', 'right');
    await page.keyboard.down('Shift');
    await drag(page, 'd8', 'd8', 'right');
    await page.keyboard.up('Shift');
    await page.keyboard.down('Alt');
    await drag(page, 'g1', 'f3', 'right');
    await page.keyboard.up('Alt');
    const three = ['green arrow e2 to e4', 'red mark on d8', 'blue arrow g1 to f3'];
    expect(await drawn(page)).toEqual(three);
    expect(await page.locator('analyse-page .board-arrows .shape').count()).toBe(3);
    // The left button draws only in drawing mode.
    await drag(page, 'a2', 'a4', 'left');
    expect(await drawn(page)).toEqual(three);
    await page.getByRole('button', { name: 'Draw arrows and marks' }).click();
    await page.getByRole('button', { name: 'Yellow' }).click();
    await drag(page, 'a2', 'a4', 'left');
    expect(await drawn(page)).toEqual([...three, 'yellow arrow a2 to a4']);
    // Once more removes it.
    await drag(page, 'a2', 'a4', 'left');
    expect(await drawn(page)).toEqual(three);
    expect((await announcements(page)).at(-1)).toBe('Removed: yellow arrow a2 to a4.');

    // For this step only.
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    expect(await page.locator('analyse-page .board-arrows .shape').count()).toBe(0);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Remove red mark on d8' }).click();
    expect(await drawn(page)).toEqual([three[0], three[2]]);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    expect(await drawn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await drawn(page)).toEqual(three);
    await page.context().close();
  });

  it('takes taps, without a drag', async () => {
    const page = await site.open('#analyse', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await openGame(page, gameRecord);
    const tap = async (square: string): Promise<void> => {
      const { x, y } = await at(page, square);
      await page.touchscreen.tap(x, y);
    };
    await page.getByRole('button', { name: 'Draw arrows and marks' }).tap();
    await page.getByRole('button', { name: 'Blue' }).tap();
    await tap('b1');
    await page.locator('.shape.picked').waitFor();
    await tap('c3');
    await tap('h7');
    await tap('h7');
    expect(await drawn(page)).toEqual(['blue arrow b1 to c3', 'blue mark on h7']);
    await page.context().close();
  });

  it('takes keys', async () => {
    const page = await site.open('#analyse');
    await openGame(page, gameRecord);
    await page.getByRole('button', { name: 'Draw arrows and marks' }).press('Enter');
    await page.getByRole('button', { name: 'Red' }).press('Enter');
    await page.locator('analyse-page [data-square=e4]').focus();
    await page.keyboard.press('Enter');
    expect((await announcements(page)).at(-1)).toBe('From e4. Choose where the arrow ends, or e4 again to mark it.');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect((await announcements(page)).at(-1)).toBe('Drawn: red arrow e4 to f5.');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await drawn(page)).toEqual(['red arrow e4 to f5', 'red mark on f5']);
    // Escape deselects the first square.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await page.locator('.shape.picked').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove red mark on f5' }).press('Enter');
    expect(await drawn(page)).toEqual(['red arrow e4 to f5']);
    await page.context().close();
  });
});

it('notes are seen among the moves, gone to, and tell the page', async () => {
  const page = await site.open('#analyse');
  await openGame(page, gameRecord, 4);
  await page.locator('analyse-page replay-view').evaluate((view) => {
    view.addEventListener('annotations-changed', (event) => {
      Object.assign(window, { told: (event as CustomEvent<{ notes: unknown }>).detail.notes });
    });
  });
  await note(page).fill(HOSTILE);
  expect(await page.evaluate(() => (window as unknown as { told: unknown }).told)).toEqual([
    { place: { ply: 1, phase: 'sensed' }, text: HOSTILE },
  ]);
  expect(await page.locator('analyse-page img').count()).toBe(0);
  expect(await page.title()).toContain('Outpost');
  await page.getByRole('button', { name: 'To the end' }).click();
  expect(await note(page).inputValue()).toBe('');
  await note(page).fill('The end');
  await openTab(page.locator('analyse-page'), 'moves');
  const noted = page.locator('analyse-page .move').filter({ hasText: 'has notes' });
  expect(await noted.count()).toBe(2);
  await openTab(page.locator('analyse-page'), 'notes');
  expect(await page.locator('.note-marks span').count()).toBe(2);
  await page.getByRole('button', { name: 'Previous note' }).click();
  expect(await note(page).inputValue()).toBe(HOSTILE);
  expect(await page.getByRole('slider', { name: 'Timeline' }).getAttribute('aria-valuetext')).toContain('Has notes.');
  await page.getByRole('button', { name: 'Next note' }).click();
  expect(await note(page).inputValue()).toBe('The end');

  // More than a link can hold is refused, and existing notes stay.
  await note(page).fill('x'.repeat(65_536));
  await page.getByText('All notes of a game can have 65,536 bytes').waitFor();
  expect(await note(page).inputValue()).toBe('The end');
  await page.context().close();
});

describe('a link', () => {
  it('holds the game, its notes, place and perspective, and less if so wished', async () => {
    const page = await site.open('?x=1#analyse');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openGame(page, gameRecord, 7);
    await note(page).fill(HOSTILE);
    await drag(page, 'e2', 'e4', 'right');
    await page.locator('[data-perspective=black].segment').click();
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await linkOf(page);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#1[0-9A-Za-z]+$/);
    await page.getByText(`${link.length} characters`, { exact: true }).waitFor();
    const place = { ply: 2, phase: 'sensed' };
    const { outpost: held, white_name } = await opened(link);
    expect(white_name).toBe((JSON.parse(gameRecord) as Linked).white_name);
    expect(held).toEqual({
      view: { place, perspective: 'black' },
      notes: [{ place, text: HOSTILE, shapes: [{ orig: 'e2', dest: 'e4', brush: 'green' }] }],
    });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    await page.getByText('Embed code').click();
    const code = page.locator('.share-embed');
    const [address, body] = link.split('#') as [string, string];
    expect(await code.inputValue()).toContain(`src="${address}outpost-embed.js"`);
    expect(await code.inputValue()).toContain(
      `<outpost-replay link="${body}" perspective="black" orientation="white"></outpost-replay>`,
    );
    await page.getByLabel('Frame (iframe)').check();
    await page.getByRole('button', { name: 'Copy code' }).click();
    await page.getByText('Code copied.').waitFor();
    const frame = await page.evaluate(async () => {
      const text = await navigator.clipboard.readText();
      return new DOMParser().parseFromString(text, 'text/html').querySelector('iframe')?.src ?? '';
    });
    const embedded = await page.context().newPage();
    await embedded.goto(frame);
    await embedded.getByText(HOSTILE).waitFor();
    await embedded.close();

    await page.getByRole('checkbox', { name: 'With the notes and drawings of 1 step' }).uncheck();
    await expect.poll(() => linkOf(page)).not.toBe(link);
    expect((await opened(await linkOf(page))).outpost).toEqual({ view: { place, perspective: 'black' } });

    // If copying is refused, the link can be copied by hand.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('The browser blocked copying.').waitFor();
    const selected = await page
      .locator('.share-link')
      .evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd));
    expect(selected).toBe(await linkOf(page));
    await page.keyboard.press('Escape');
    await page.locator('dialog.share').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Share' }).evaluate((b) => b === document.activeElement)).toBe(true);

    // Of a what-if, it holds what was tried, and opens on it.
    await openTab(page.locator('analyse-page'), 'whatIf');
    await page.locator('[data-try=sense]').click();
    await page.locator('input[name=instead]').fill('b7');
    await page.locator('input[name=instead]').press('Enter');
    const banner = page.locator('analyse-page .what-if-banner');
    await banner.waitFor();
    const [said, step] = [await banner.textContent(), await page.locator('analyse-page .step-text').textContent()];
    await page.getByRole('button', { name: 'Share' }).click();
    const shared = await linkOf(page);
    const tried = [{ place: { ply: 2, phase: 'start' }, action: { sense: 49 } }];
    expect((await opened(shared)).outpost?.view).toMatchObject({
      place: { ply: 2, phase: 'start' },
      whatIf: { place, tried },
    });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await banner.waitFor({ state: 'detached' });
    await page.evaluate((hash) => {
      location.hash = hash;
    }, new URL(shared).hash);
    await banner.waitFor();
    expect([await banner.textContent(), await page.locator('analyse-page .step-text').textContent()]).toEqual([
      said,
      step,
    ]);

    // One that cannot be is refused in words, and the game is there.
    const impossible = { place, tried: [{ place, action: { request: 'a1h8' } }] };
    const record = {
      ...(JSON.parse(gameRecord) as object),
      outpost: { view: { place, perspective: 'truth', whatIf: impossible } },
    };
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `#${await outpost.encodeLink(JSON.stringify(record))}`,
    );
    await page.getByText('This cannot be tried: a1h8 is not a move of these pieces.').waitFor();
    await page.locator('analyse-page replay-view .controls').waitFor();
    await page.context().close();
  });

  it('says when it is long, and has a code while it fits into one', async () => {
    const page = await site.open('#analyse');
    await openGame(page, gameRecord, 0);
    await page.getByRole('button', { name: 'Share' }).click();
    await linkOf(page);
    await page.getByText('QR code', { exact: true }).click();
    const code = page.getByRole('img', { name: 'QR code of the link' });
    await code.waitFor();
    // Dark on light, with four light modules around.
    const [, , size] = ((await code.getAttribute('viewBox')) ?? '').split(' ').map(Number) as [number, number, number];
    expect(size).toBeGreaterThan(29);
    expect(await code.locator('path').getAttribute('d')).toMatch(/^M4 4h1/);
    await page.keyboard.press('Escape');

    // Its content does not compress.
    const letters = Array.from({ length: 4000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * i * 7919) % 20_000)));
    await note(page).fill(letters.join(''));
    await page.getByRole('button', { name: 'Share' }).click();
    expect((await linkOf(page)).length).toBeGreaterThan(3000);
    await page.getByText('cut links of more than 2,000 characters').waitFor();
    await page.getByText('QR code', { exact: true }).click();
    await page.getByText('The link is too long for a QR code.').waitFor();
    await page.context().close();
  });

  it('of a game that differs from the rules says where, and leaves the file', async () => {
    const record = JSON.parse(gameRecord) as { fens_after_move: Record<string, string[]> };
    const [first] = record.fens_after_move.true ?? [];
    record.fens_after_move.true?.splice(0, 1, `${first}`.replace(/^[^ ]+/, '8/8/8/8/8/8/8/8'));
    const page = await site.open('#analyse');
    await openGame(page, JSON.stringify(record), 0);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('This game cannot be shared as a link:').waitFor();
    const { name, bytes } = await downloadBy(page, 'Save as a file');
    expect(name).toMatch(/^outpost-.*\.json$/);
    expect(JSON.parse(bytes.toString())).toEqual(record);
    await page.context().close();
  });
});

it('images are an SVG and a PNG of twice its size, and the record has the notes', async () => {
  const page = await site.open('#analyse');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const record = { ...(JSON.parse(gameRecord) as object), white_name: '</text><script>document.title=1</script>' };
  await openGame(page, JSON.stringify(record), 7);
  await drag(page, 'e2', 'e4', 'right');
  await note(page).fill(HOSTILE);
  await page.locator('[data-perspective=both].segment').click();
  await page.getByRole('button', { name: 'Share' }).click();
  const preview = page.locator('dialog.share img');
  // Only once both beliefs are worked out.
  await preview.waitFor();
  const text = (await downloadBy(page, 'Save as SVG')).bytes.toString();
  const parsed = await page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    return {
      name: root.nodeName,
      size: ['width', 'height'].map((name) => Number(root.getAttribute(name))),
      bad: root.querySelectorAll('parsererror, script, image, foreignObject, a').length,
      boards: root.querySelectorAll(':scope > svg').length,
      // The likely pieces of both sides, and the arrow on both boards.
      faint: root.querySelectorAll('use[opacity]').length,
      arrows: root.querySelectorAll('polygon[fill="#15781b"]').length,
      text: root.textContent ?? '',
    };
  }, text);
  expect(parsed).toMatchObject({ name: 'svg', bad: 0, boards: 2, arrows: 2 });
  expect(parsed.faint).toBeGreaterThan(20);
  expect(parsed.text).toContain('</text><script>');
  expect(parsed.text).toContain(HOSTILE);
  expect(parsed.text).toContain('Both sides’ beliefs');
  // The page itself renders it, so that it depends on nothing else.
  expect(await preview.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual(parsed.size);

  const png = (await downloadBy(page, 'Save as PNG')).bytes;
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(parsed.size.map((n) => 2 * n));
  const copyright = png.subarray(37, 41 + png.readUInt32BE(33));
  expect(png.readUInt32BE(37 + copyright.length)).toBe(crc32(copyright));
  expect(copyright.toString()).toContain('tEXtCopyright\0Chess pieces by Colin M. L. Burnett');
  // It is not empty: a single colour would be a few kilobytes.
  expect(png.length).toBeGreaterThan(30_000);

  await page.getByRole('button', { name: 'Copy image' }).click();
  await page.getByText('Image copied.').waitFor();
  expect(await page.evaluate(async () => (await navigator.clipboard.read()).map(({ types }) => types))).toEqual([
    ['image/png'],
  ]);

  const saved = (await downloadBy(page, 'Save as a file')).bytes.toString();
  const notes = [
    { place: { ply: 2, phase: 'sensed' }, text: HOSTILE, shapes: [{ orig: 'e2', dest: 'e4', brush: 'green' }] },
  ];
  expect(JSON.parse(saved)).toEqual({ ...record, outpost: { notes } });
  await page.locator('share-dialog').getByRole('button', { name: 'Close' }).click();

  // Opened again, the notes are there.
  await openGame(page, saved, 0);
  await page.getByRole('button', { name: 'Next note' }).click();
  expect(await note(page).inputValue()).toBe(HOSTILE);
  expect(await drawn(page)).toEqual(['green arrow e2 to e4']);
  expect(await page.title()).toContain('Outpost');
  await page.context().close();
});

it('a game just played is shared from its end, with the assistance in its file', async () => {
  const page = await site.open();
  await startGame(page);
  await resign(page);
  await page.locator('play-page replay-view').getByRole('button', { name: 'Share' }).click();
  const held = await opened(await linkOf(page));
  expect(held).toMatchObject({ win_reason: { value: 'RESIGN' } });
  // The place where it ended, and not the assistance.
  expect(held.outpost).toEqual({ view: { place: { ply: 0, phase: 'start' }, perspective: 'truth' } });
  const saved = (await downloadBy(page, 'Save as a file')).bytes.toString();
  expect((JSON.parse(saved) as { outpost: unknown }).outpost).toMatchObject({ assistance: { white: 'none' } });
  await page.context().close();
});

it.each([
  { name: 'wide and light', context: { viewport: { width: 1280, height: 860 }, colorScheme: 'light' } },
  { name: 'narrow and dark', context: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } },
] as const)('notes and the dialog pass axe, $name', async ({ context }) => {
  const page = await site.open('#analyse', context);
  await openGame(page, gameRecord, 7);
  await page.getByRole('button', { name: 'Draw arrows and marks' }).click();
  for (const square of ['e2', 'e4', 'd8', 'd8']) {
    const { x, y } = await at(page, square);
    await page.mouse.click(x, y);
  }
  await note(page).fill('Why?');
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('button', { name: 'Share' }).click();
  await linkOf(page);
  await page.getByText('QR code', { exact: true }).click();
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await page.locator('dialog.share img').waitFor();
  expect(await violations(page)).toEqual([]);
  const fits = await page.locator('dialog.share').evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth);
  expect(fits).toBe(true);
  await page.context().close();
});
