/** Lessons as a teacher makes them and a student gets them: by mouse, by keyboard alone, by link, by file, on other pages. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { buffer, text as textOf } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contentTypes } from '../../scripts/lib/content-types.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { SAMPLES } from '../../web/src/analyse/samples.ts';
import type { Puzzle } from '../../web/src/puzzles/puzzle.ts';
import { violationsInBoth } from './axe.ts';
import { type Host, openHost } from './embed-host.ts';
import { openSite } from './harness.mjs';
import { Keyboard } from './keyboard.ts';

let site: Awaited<ReturnType<typeof openSite>>;
let host: Host;
beforeAll(async () => {
  site = await openSite();
  host = await openHost(site.url);
});
afterEach(() => site.check());
afterAll(async () => {
  await host?.close();
  await site?.close();
});

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };

const BOARDS = [
  '4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1',
  '4k3/8/8/8/5n2/8/4P3/4K3 w - - 0 1',
  '4k3/8/8/8/3n4/8/4P3/4K3 w - - 0 1',
];

const puzzles: Puzzle[] = JSON.parse(readFileSync(join(root, 'web/src/puzzles/puzzles.json'), 'utf8')).puzzles;
const counting = puzzles.find(({ kind }) => kind === 'count') as Puzzle;

const saved = (page: Page): Promise<void> => page.locator('.workshop-state[data-state=saved]').waitFor();
const findings = (page: Page) => page.locator('workshop-step .workshop-findings');
const fits = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const squareOf = (page: Page, square: string, within = '') => page.locator(`${within} [data-square=${square}]`).first();

/** A lesson of two steps, the second of them a problem. */
async function makeLesson(page: Page): Promise<void> {
  await page.locator('.make-lesson').click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Where is the knight?');
  await page.getByLabel('Heading').fill('Look first');
  await page.getByLabel('Text', { exact: true }).fill('You see only your own pieces.\n\nA *window* has nine squares.');
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page.getByLabel('Heading').fill('Find it');
  await page.getByLabel('Below the text').selectOption('problem');
  await page.getByText('As text (FEN, one per line)').click();
  await page.getByRole('textbox', { name: 'As text (FEN, one per line)' }).fill(BOARDS.join('\n'));
  await page.getByLabel('Question').fill('Where do you sense?');
  await page.getByLabel('Explanation').fill('That tells the three boards apart.');
  await findings(page)
    .getByText(/^Right answers: /)
    .waitFor();
  await saved(page);
}

/** The link of the lesson that is open. */
async function shareLink(page: Page): Promise<string> {
  await page.locator('.workshop-share > summary').click();
  const field = page.locator('.lesson-link');
  await field.waitFor();
  return field.inputValue();
}

it('a teacher makes a lesson by mouse and shares its link; a student opens it, solves it and keeps it', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await page.locator('.make-lesson').click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Where is the knight?');
  await page.getByLabel('Heading').fill('Look first');
  await page.getByLabel('Text', { exact: true }).fill('You see only your own pieces.\n\nA *window* has nine squares.');
  await page.getByRole('button', { name: 'Add a step' }).click();
  // Each step has its own words.
  await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('');
  await page.getByLabel('Heading').fill('Find it');
  await page.getByLabel('Below the text').selectOption('problem');
  await findings(page).getByText('Set up the boards that are possible.').waitFor();
  // The first board by hand, the second from it.
  const setUp = async (from: string | null, to: string): Promise<void> => {
    await page.getByRole('button', { name: 'Set up a board' }).click();
    await page.locator('position-editor h1').waitFor();
    const place = async (piece: string, square: string): Promise<void> => {
      await page.getByRole('button', { name: `Place ${piece}` }).click();
      await squareOf(page, square, 'position-editor').click();
    };
    if (from === null) {
      await place('white king', 'e1');
      await place('white pawn', 'e2');
      await place('black king', 'e8');
    } else await place('black knight', from);
    await place('black knight', to);
    await page.getByRole('button', { name: 'Use this board' }).click();
  };
  await setUp(null, 'd5');
  await findings(page).getByText('Only one board is possible').waitFor();
  await setUp('d5', 'f4');
  await findings(page).getByText('That leaves at most 1 of 2 boards.').waitFor();
  await expect.poll(() => page.locator('.workshop-boards .diagram').count()).toBe(2);
  await page.getByLabel('Question').fill('Where do you sense?');
  await page.getByLabel('Explanation').fill('That tells the two boards apart.');
  await saved(page);
  // As a student sees it.
  const preview = page.locator('.workshop-preview');
  await preview.getByText('Where do you sense?').waitFor();
  await squareOf(page, 'e4', '.workshop-preview').click();
  await preview.getByText('That tells the two boards apart.').waitFor();
  const link = await shareLink(page);
  expect(link.length).toBeLessThan(600);
  await expect.poll(() => page.locator('lesson-sharing .notice').count()).toBe(0);

  const student = await site.open(new URL(link).hash, { viewport: NARROW });
  await student.getByRole('heading', { name: 'Where is the knight?' }).waitFor();
  await student.getByText('This lesson came with its link').waitFor();
  await student.getByText('A window has nine squares.').waitFor();
  await student.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => student.url()).toBe(`${link.replace(/^[^#]*/, student.url().split('#')[0] ?? '')}/2`);
  await squareOf(student, 'a1', 'learn-page').click();
  await student.getByText('Not this time').waitFor();
  await squareOf(student, 'e4', 'learn-page').click();
  await student.getByText('That tells the two boards apart.').waitFor();
  await student.getByText('1 of 1 solved').waitFor();
  expect(await fits(student)).toBe(true);
  await student.getByRole('button', { name: 'Keep' }).click();
  await expect.poll(() => student.url()).toMatch(/#learn\/own\/\w{8}\/2$/);
  // What was solved stays solved, and the lesson is there on the next visit.
  await student.getByText('1 of 1 solved').waitFor();
  await student.goto(`${site.url}?again#learn`);
  await student.locator('.own-lesson-list').getByRole('link', { name: 'Where is the knight?', exact: true }).click();
  await student.getByText('1 of 1 solved').waitFor();
  // Its link, opened again, is that of a lesson that is kept.
  await student.goto(`${site.url}?link${new URL(link).hash}`);
  await student.getByRole('link', { name: 'Change this lesson' }).waitFor();
  expect(await student.getByText('This lesson came with its link').count()).toBe(0);
  await student.context().close();
  await page.context().close();
});

it('a teacher makes a problem by keyboard alone', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  const keys = new Keyboard(page);
  await page.locator('.make-lesson').waitFor();
  await keys.enter('Make a lesson');
  await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
  await keys.to('Title');
  await page.keyboard.type('Counting');
  await keys.to('Heading');
  await page.keyboard.type('How many?');
  await keys.select('Below the text', 'A problem');
  await keys.select('The student', 'counts the possible boards');
  await keys.to('As text (FEN, one per line)');
  await keys.press('Enter');
  await keys.to('textarea boards');
  await page.keyboard.type(BOARDS.join('\n'));
  await keys.to('Question');
  await page.keyboard.type('How many boards are possible?');
  await findings(page).getByText('Right answer: 3.').waitFor();
  // A second step, in front of the first.
  await keys.enter('Add a step', 'Shift+Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('heading');
  await page.keyboard.type('Before');
  await keys.to(/^2.*Before$/, 'Shift+Tab');
  await keys.press('Alt+ArrowUp');
  await expect
    .poll(() => page.locator('.workshop-steps li').allInnerTexts())
    .toEqual([expect.stringContaining('Before'), expect.stringContaining('How many?')]);
  await expect.poll(() => page.locator('[data-announcer]').textContent()).toContain('Moved to place 1.');
  await keys.enter('Remove');
  await page.getByText('Step removed.').waitFor();
  await keys.press('Enter');
  await expect.poll(() => page.locator('.workshop-steps li').count()).toBe(2);
  expect([...keys.wrong]).toEqual([]);
  await page.context().close();
});

it('a reload loses nothing; a lesson is duplicated by a file, deleted and brought back', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await makeLesson(page);
  await page.reload();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Title', exact: true }).inputValue())
    .toBe('Where is the knight?');
  await page.locator('.workshop-steps button').nth(1).click();
  await expect.poll(() => page.getByLabel('Question').inputValue()).toBe('Where do you sense?');
  await shareLink(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('outpost-lesson-where-is-the-knight.json');
  const text = await textOf(await file.createReadStream());
  expect(JSON.parse(text)).toMatchObject({ type: 'OutpostLesson', version: 1, title: 'Where is the knight?' });

  await page.goto(`${site.url}?list#learn`);
  const list = page.locator('lesson-list').first();
  await list.getByRole('button', { name: 'Delete “Where is the knight?”' }).click();
  await list.getByText('Lessons that you make or keep are listed here').waitFor();
  await list.getByRole('button', { name: 'Undo' }).click();
  await list.getByRole('link', { name: 'Where is the knight?', exact: true }).waitFor();
  await list.getByRole('button', { name: 'Delete “Where is the knight?”' }).click();
  const lesson = { name: 'lesson.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  await list.locator('input[type=file]').setInputFiles(lesson);
  await page.getByText('A window has nine squares.').waitFor();
  // What is no lesson is refused in words.
  await page.goto(`${site.url}?again#learn`);
  const bad = { ...lesson, buffer: Buffer.from(text.replace('"game"', '"script"')) };
  await page.locator('lesson-list input[type=file]').first().setInputFiles(bad);
  await page.getByText('That did not work: Step 2: “element” is missing').waitFor();
  await page.context().close();
});

it('saves while somebody types, and asks before what is not saved is lost', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await page.locator('.make-lesson').click();
  const heading = page.getByLabel('Heading');
  await heading.fill('Typed just now');
  // No pause: the page asks, and saves meanwhile.
  const asked = page.waitForEvent('dialog');
  const [dialog] = await Promise.all([asked, page.evaluate(() => setTimeout(() => location.reload()))]);
  expect(dialog.type()).toBe('beforeunload');
  await Promise.all([page.waitForEvent('load'), dialog.accept()]);
  await expect.poll(() => heading.inputValue()).toBe('Typed just now');
  await page.context().close();
});

it('says that a text is too long, and neither cuts nor loses it', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await page.locator('.make-lesson').click();
  const text = page.getByLabel('Text', { exact: true });
  const long = 'word '.repeat(900);
  await text.fill(long);
  await page.locator('#workshop-text-help').getByText('The text is too long to be saved').waitFor();
  await page.locator('.workshop-state').getByText('Step 1: The text is too long to be saved').waitFor();
  expect(await text.inputValue()).toBe(long);
  // Also after a look at something else.
  await page.getByRole('link', { name: 'All your lessons' }).click();
  await page.getByRole('link', { name: 'Change “Untitled lesson”' }).click();
  await expect.poll(async () => (await text.inputValue()).length).toBe(long.trim().length);
  await text.fill('Short.');
  await saved(page);
  await page.context().close();
});

it('shows the reply to an answer above the controls of the preview', async () => {
  const page = await site.open('#learn', { viewport: { width: 1280, height: 800 } });
  await makeLesson(page);
  await squareOf(page, 'e4', '.workshop-preview').click();
  const verdict = page.locator('.workshop-preview .verdict');
  await verdict.waitFor();
  const isSeen = (): Promise<boolean> =>
    verdict.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      const reaches = (y: number): boolean => {
        let seen = document.elementFromPoint(left + 20, y);
        while (seen?.shadowRoot) seen = seen.shadowRoot.elementFromPoint(left + 20, y);
        return element.contains(seen);
      };
      return reaches(top + 4) && reaches(bottom - 4);
    });
  await expect.poll(isSeen).toBe(true);
  await page.context().close();
});

it('says of a lesson from a file that it is not stored, and asks before the page closes', async () => {
  const page = await site.open('about:blank', { viewport: WIDE });
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throw new DOMException('no', 'SecurityError');
      },
    });
  });
  await page.goto(`${site.url}#learn`);
  const lesson = {
    type: 'OutpostLesson',
    version: 1,
    id: 'fromfile',
    title: 'From a file',
    steps: [{ id: '1', heading: 'x' }],
  };
  const file = { name: 'lesson.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(lesson)) };
  await page.locator('lesson-list input[type=file]').setInputFiles(file);
  await page.getByRole('alert').getByText('This browser could not store a lesson').waitFor();
  await page.getByRole('button', { name: 'Next' }).waitFor();
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await page.context().close();
});

it('brings back several steps that were removed, the last one first', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await page.locator('.make-lesson').click();
  for (const heading of ['One', 'Two', 'Three']) {
    await page.getByLabel('Heading').fill(heading);
    if (heading !== 'Three') await page.getByRole('button', { name: 'Add a step' }).click();
  }
  const headings = (): Promise<string[]> => page.locator('.workshop-steps bdi').allInnerTexts();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(headings).toEqual(['One']);
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.press('Enter');
  await expect.poll(headings).toEqual(['One', 'Two']);
  // The button keeps the keyboard as long as it is there.
  await page.keyboard.press('Enter');
  await expect.poll(headings).toEqual(['One', 'Two', 'Three']);
  expect(await undo.count()).toBe(0);
  await page.context().close();
});

it('goes back from the editor of positions to the lesson', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await page.locator('.make-lesson').click();
  await page.getByLabel('Heading').fill('Before');
  await page.getByLabel('Below the text').selectOption('problem');
  // What is not filled in yet is said by the check alone.
  await findings(page).getByText('Set up the boards that are possible.').waitFor();
  expect(await page.locator('.workshop-preview outpost-game').count()).toBe(0);
  await page.getByRole('button', { name: 'Set up a board' }).click();
  const focused = (): Promise<string | undefined> =>
    page.evaluate(() => document.activeElement?.closest('h1, button')?.tagName);
  await expect.poll(focused).toBe('H1');
  await page.goBack();
  await expect.poll(() => page.getByLabel('Heading').inputValue()).toBe('Before');
  await expect.poll(focused).toBe('BUTTON');
  await page.getByRole('button', { name: 'Set up a board' }).click();
  await page.getByRole('button', { name: 'Back to the lesson' }).click();
  await expect.poll(() => page.getByLabel('Heading').inputValue()).toBe('Before');
  // The editor is not on the way back any more.
  await page.goBack();
  await page.locator('.make-lesson').first().waitFor();
  await page.context().close();
});

it('has the boards that follow, also when something else is told', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await page.locator('.make-lesson').click();
  await page.getByLabel('Below the text').selectOption('problem');
  await page.getByLabel('The student', { exact: true }).selectOption('count');
  await page.locator('summary', { hasText: 'What was known before' }).click();
  const before = page.locator('[data-field=before]');
  await before.locator('summary').click();
  await before.getByRole('textbox').fill('6k1/6pp/8/8/8/8/8/K3R3 b - - 0 1');
  await before.getByRole('textbox').press('Tab');
  await page.getByLabel('What the student was told since').fill('lost -; sensed f8; seen pg7');
  await findings(page).getByText('Right answer: 1.').waitFor();
  await page.getByLabel('What the student was told since').fill('lost -; sensed a8; seen -');
  await findings(page)
    .getByText(/^Right answer: [2-9]/)
    .waitFor();
  await page.context().close();
});

it('shows the numbers of many steps in one line, and breaks long words', async () => {
  const steps = Array.from({ length: 50 }, (_, i) => ({
    id: String(i + 1),
    heading: 'Heading'.repeat(15),
    text: ['https://example.org/'.repeat(20)],
  }));
  const lesson = { type: 'OutpostLesson', version: 1, id: 'manysteps'.slice(0, 8), title: 'Title'.repeat(20), steps };
  const page = await site.open('#learn', { viewport: NARROW });
  const file = { name: 'lesson.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(lesson)) };
  await page.locator('lesson-list input[type=file]').setInputFiles(file);
  const controls = page.locator('.lesson-controls');
  await controls.waitFor();
  expect(await fits(page)).toBe(true);
  expect((await controls.boundingBox())?.height).toBeLessThan(80);
  await page.goto(`${page.url().replace(/\/\d+$/, '')}/40`);
  const here = page.locator('.lesson-steps [aria-current]');
  await expect.poll(() => here.textContent()).toContain('40');
  const inLine = (): Promise<boolean> =>
    here.evaluate((dot) => {
      const line = dot.closest('ol')?.getBoundingClientRect();
      const { left, right } = dot.getBoundingClientRect();
      return line !== undefined && left >= line.left && right <= line.right;
    });
  await expect.poll(inLine).toBe(true);
  await page.context().close();
});

it('takes over what another tab has changed', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await makeLesson(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('textbox', { name: 'Title', exact: true }).fill('Changed elsewhere');
  await saved(other);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByRole('heading', { name: 'Changed elsewhere' }).waitFor();
  await page.context().close();
});

it('lasts as long as the page where the browser stores nothing, and says so', async () => {
  const page = await site.open('about:blank', { viewport: WIDE });
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throw new DOMException('no', 'SecurityError');
      },
    });
  });
  await page.goto(`${site.url}#learn`);
  await page.locator('.make-lesson').click();
  // At once, not after the first change.
  await page.getByText('This browser does not store the lesson: save it as a file').waitFor();
  await page.getByLabel('Heading').fill('Only here');
  await page.getByText('This browser does not store the lesson: save it as a file').waitFor();
  await page.getByRole('link', { name: 'All your lessons' }).click();
  await page.locator('workshop-page').getByText('This browser could not store a lesson').waitFor();
  await page.getByRole('link', { name: 'Change “Untitled lesson”' }).click();
  await expect.poll(() => page.getByLabel('Heading').inputValue()).toBe('Only here');
  await page.getByRole('link', { name: 'All your lessons' }).click();
  await page.getByRole('button', { name: 'Delete “Untitled lesson”' }).click();
  await page.locator('workshop-page').getByText('“Untitled lesson” was deleted.').waitFor();
  await page.context().close();
});

it('is in the export of everything, and read from it', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await makeLesson(page);
  await page.goto(`${site.url}?all#analyse`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export all' }).click(),
  ]);
  const bytes = await buffer(await file.createReadStream());
  const other = await site.open('#analyse', { viewport: WIDE });
  const all = { name: 'outpost-library.jsonl.gz', mimeType: 'application/gzip', buffer: bytes };
  await other.locator('library-view input[type=file]').setInputFiles(all);
  await other.getByText('1 lesson is in Learn.').waitFor();
  await other.goto(`${site.url}?learn#learn`);
  await other.locator('.own-lesson-list').getByRole('link', { name: 'Where is the knight?', exact: true }).waitFor();
  await other.goto(`${site.url}?set#settings`);
  await other.locator('tr[data-kind=lessons]').getByText('1', { exact: true }).waitFor();
  await other.context().close();
  await page.context().close();
});

it('one of ours is changed, and stays as it was', async () => {
  const page = await site.open('#learn/sensing', { viewport: WIDE });
  await page.getByRole('button', { name: 'Change this lesson' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Sensing for my class');
  const count = await page.locator('.workshop-steps li').count();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => page.locator('.workshop-steps li').count()).toBe(count - 1);
  await saved(page);
  // All of it is right, as it was: only the length of the link is to be mentioned.
  await page.locator('.workshop-share > summary').click();
  await page.getByText(/A link would take [\d,]+ characters/).waitFor();
  await expect.poll(() => page.getByText('Checking the answers…').count(), { timeout: 60_000 }).toBe(0);
  expect(await page.locator('lesson-sharing .workshop-findings').count()).toBe(0);
  await page.goto(`${site.url}?ours#learn`);
  await page.locator('.lesson-title').getByText('The value of a sense').waitFor();
  await page.getByRole('link', { name: 'Sensing for my class', exact: true }).waitFor();
  await page.context().close();
});

it('lists the moves that capture the king, or keep one’s own', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await makeLesson(page);
  await page
    .getByRole('textbox', { name: 'As text (FEN, one per line)' })
    .fill('4k3/8/8/8/8/8/4R3/K7 w - - 0 1\n4k3/4p3/8/8/8/8/4R3/K7 w - - 0 1');
  await page.getByLabel('The student', { exact: true }).selectOption('move');
  await findings(page)
    .getByText(/^Right by the engine: /)
    .waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'List the moves that capture the king' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Answers' }).inputValue()).toBe('e2e8');
  await page.getByRole('button', { name: 'List the moves that keep the king safe' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Answers' }).inputValue()).toMatch(/ pass$/);
  await page.context().close();
});

it('a lesson is shared from the list, and a file dropped on any page is kept', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await makeLesson(page);
  const { hash } = new URL(await shareLink(page));
  await page.goto(`${site.url}?list#learn`);
  await page.getByRole('link', { name: 'Share “Where is the knight?”' }).click();
  await expect.poll(async () => new URL(await page.locator('learn-page .lesson-link').inputValue()).hash).toBe(hash);
  await page.goto(`${site.url}?play#play`);
  await page.locator('play-page').waitFor();
  const lesson = {
    type: 'OutpostLesson',
    version: 1,
    id: 'dropped1',
    title: 'Dropped',
    steps: [{ id: '1', heading: 'Here it is' }],
  };
  const drop = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'lesson.json', { type: 'application/json' }));
    return transfer;
  }, JSON.stringify(lesson));
  await page.dispatchEvent('main', 'drop', { dataTransfer: drop });
  await page.getByRole('heading', { name: 'Here it is' }).waitFor();
  expect(page.url()).toMatch(/#learn\/own\/dropped1(\/1)?$/);
  await page.context().close();
});

it('a problem that nobody can solve is called so before it is shared', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await makeLesson(page);
  await page.getByLabel('The best sense').selectOption('goal');
  await page
    .getByRole('textbox', { name: 'As text (FEN, one per line)' })
    .fill(`${BOARDS[0]}\n4k3/8/8/8/8/8/3P4/4K3 w - - 0 1`);
  await page.getByLabel('Question').focus();
  await findings(page).getByText('White has different pieces from board 1').waitFor();
  await page.locator('.workshop-share > summary').click();
  await page.getByText('A student cannot solve or see all of this lesson:').waitFor();
  await page.getByText(/Step 2: .*White has different pieces/).waitFor();
  await page.context().close();
});

it('a game that is played counts as solvable once the teacher has solved it', async () => {
  const page = await site.open('#learn/rules/3', { viewport: WIDE });
  await page.getByRole('button', { name: 'Change this lesson' }).click();
  await page.locator('.workshop-steps button').nth(2).click();
  await findings(page).getByText('You have solved it').waitFor();
  await page.getByLabel('Maximum number of turns').fill('2');
  await findings(page).getByText('Solve it once in the preview').waitFor();
  await saved(page);
  const preview = page.locator('.workshop-preview');
  await preview.getByRole('button', { name: 'Play' }).click();
  await preview.getByRole('button', { name: 'Skip sensing' }).click();
  await squareOf(page, 'b2', '.workshop-preview outpost-game:not([hidden])').click({ force: true });
  await squareOf(page, 'h8', '.workshop-preview outpost-game:not([hidden])').click({ force: true });
  await preview.getByText('You captured the king.').waitFor();
  await findings(page).getByText('You have solved it').waitFor();
  await page.context().close();
});

describe('what is shown elsewhere becomes a problem', () => {
  it('a moment of a game', async () => {
    const page = await site.open(`#${SAMPLES[1]?.link}`, { viewport: WIDE });
    await page.locator('.replay .make-problem').click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    await expect.poll(() => page.locator('workshop-step .workshop-boards .diagram').count()).toBeGreaterThan(0);
    await saved(page);
    // A later one goes into the same lesson.
    await page.goBack();
    await page.goBack();
    await page.locator('.replay .controls').waitFor();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await page.locator('.replay .make-problem').click();
    await page.getByRole('button', { name: 'Into “Untitled lesson”' }).click();
    await expect.poll(() => page.locator('.workshop-steps li').count()).toBe(2);
    await page.context().close();
  });

  it('boards that one side cannot tell apart', async () => {
    const page = await site.open('#1NQI3BtIUAawEWgrKNQyyWdIZ', { viewport: WIDE });
    const boards = page.locator('.boards-view .boards-list h2');
    await boards.waitFor();
    const number = Number(/\d+/.exec((await boards.textContent()) ?? '')?.[0]);
    await page.locator('.boards-view .make-problem').click();
    await findings(page)
      .getByText(/^Right answers?: /)
      .waitFor();
    await page.getByText('As text (FEN, one per line)').click();
    const field = page.getByRole('textbox', { name: 'As text (FEN, one per line)' });
    expect((await field.inputValue()).split('\n').length).toBe(number);
    await page.context().close();
  });

  it('a puzzle, once it was answered', async () => {
    const page = await site.open(`#train/${counting.id}`, { viewport: WIDE });
    await page
      .locator('outpost-game')
      .getByRole('textbox')
      .fill(counting.answers[0] ?? '');
    expect(await page.locator('.train-more .make-problem').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.locator('.train-more .make-problem').click();
    await findings(page).getByText(`Right answer: ${counting.answers[0]}.`).waitFor();
    expect(await page.locator('workshop-step').getByLabel('Question').inputValue()).toMatch(/\w/);
    // It was made by the same rules.
    expect(await findings(page).locator('[data-level=warn], [data-level=bad]').count()).toBe(0);
    await page.context().close();
  });
});

it.each([
  ['in a page', 'element'],
  ['in a frame', 'iframe'],
])('is shown %s by its code', async (_, kind) => {
  const page = await site.open('#learn', { viewport: WIDE });
  await makeLesson(page);
  await shareLink(page);
  await page.locator('lesson-sharing').getByText('Embed code').click();
  if (kind === 'iframe') await page.locator('lesson-sharing').getByLabel('Frame (iframe)').check();
  const code = await page.locator('lesson-sharing .share-embed').inputValue();
  expect(code).toContain(kind === 'iframe' ? 'embed.html#element=lesson&amp;data=1' : '<outpost-lesson data="1');
  // A policy forbids the script that fits a frame's height; the frame is shown without.
  const other = await site.open('about:blank');
  const [body = ''] = /<(outpost-lesson|iframe).*<\/\1>/s.exec(code) ?? [];
  await other.goto(host.page(body));
  const shown = kind === 'iframe' ? other.frameLocator('iframe') : other;
  await shown.getByText('A window has nine squares.').waitFor();
  await shown.getByRole('button', { name: 'Next' }).click();
  await shown.locator('outpost-game [data-square=e4]').first().click();
  await shown.getByText('1 of 1 solved').waitFor();
  await other.context().close();
  await page.context().close();
});

it('is packed for learning platforms', async () => {
  const page = await site.open('#learn', { viewport: WIDE });
  await makeLesson(page);
  await shareLink(page);
  const part = page.locator('course-download');
  await part.locator('summary').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    part.getByRole('button', { name: 'Download package' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('outpost-lesson-where-is-the-knight-scorm-1.2.zip');
  const files = unzipSync(new Uint8Array(await buffer(await file.createReadStream())));
  expect(new TextDecoder().decode(files['index.html'])).toContain('"content":{"data":"1');
  // It needs nothing of this site.
  const course = await site.open('about:blank');
  await course.route('http://course.example/**', (route) => {
    const name = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
    const body = files[name];
    const contentType = (contentTypes as Record<string, string>)[extname(name)] ?? 'application/octet-stream';
    return body ? route.fulfill({ body: Buffer.from(body), contentType }) : route.fulfill({ status: 404 });
  });
  await course.goto('http://course.example/index.html');
  await course.getByText('A window has nine squares.').waitFor();
  await course.getByRole('button', { name: 'Next' }).click();
  await course.locator('outpost-game [data-square=e4]').first().click();
  await course.getByText('1 of 1 solved · Not opened in a course: nothing is reported.').waitFor();
  await course.context().close();
  await page.context().close();
});

it.each([
  ['cut off', '1Iz4kDdJL', 'is damaged'],
  ['of a later version', '9abc', 'later version'],
  ['of something else', '1q1YqVLIyNjFTqgUA', 'damaged'],
])('says what is wrong with a link that is %s', async (_, packed, why) => {
  const page = await site.open(`#learn/shared/${packed}`);
  await page.getByRole('alert').getByText(why).waitFor();
  await page.getByRole('heading', { name: 'Learn', exact: true }).waitFor();
  await page.goto(`${site.url}embed.html#element=lesson&data=${packed}`);
  await page.getByText(why).waitFor();
  await page.context().close();
});

it('is accessible and fits a phone, on every screen', { timeout: 240_000 }, async () => {
  const page = await site.open('#learn', { colorScheme: 'light', reducedMotion: 'reduce', viewport: WIDE });
  const look = async (screen: string): Promise<void> => {
    for (const size of [NARROW, WIDE]) {
      await page.setViewportSize(size);
      expect(await violationsInBoth(page), `${screen}, ${size.width} px`).toEqual([]);
      expect(await fits(page), `${screen}, ${size.width} px`).toBe(true);
    }
  };
  await makeLesson(page);
  await shareLink(page);
  await look('a problem');
  for (const task of ['move', 'where', 'choose', 'count', 'left', 'played', 'capture-king', 'reach']) {
    await page.getByLabel('The student', { exact: true }).selectOption(task);
    await page.locator('workshop-step .workshop-check [aria-busy=false]').waitFor({ timeout: 60_000 });
    await page.setViewportSize(NARROW);
    expect(await fits(page), task).toBe(true);
    expect(await violationsInBoth(page), task).toEqual([]);
    await page.setViewportSize(WIDE);
  }
  await page.getByLabel('Below the text').selectOption('board');
  await saved(page);
  await look('a position');
  await page.setViewportSize(NARROW);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.locator('.workshop-preview outpost-lesson').waitFor();
  expect(await page.locator('.workshop-edit').isVisible()).toBe(false);
  await look('the preview');
  await page.goto(`${site.url}?list#workshop`);
  await page.locator('.own-lesson-list').waitFor();
  await look('the list');
  await page.locator('.own-lesson-list a').first().click();
  await page.locator('learn-page .learn-sharing summary').first().click();
  await page.locator('learn-page .lesson-link').waitFor();
  await look('a lesson of this device');
  await page.context().close();
});
