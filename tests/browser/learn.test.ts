/** The lessons as a student takes them: by keyboard, with wrong answers, on another visit, on another page. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LESSONS } from '../../web/src/lessons/index.ts';
import type { Lesson, LessonStep, Shown } from '../../web/src/lessons/lesson.ts';
import { violations } from './axe.ts';
import { openSite } from './harness.mjs';

const lessons: Lesson[] = await Promise.all(Object.values(LESSONS).map((lesson) => lesson()));
const tasksOf = ({ steps }: Lesson): LessonStep[] => steps.filter(({ show }) => show?.attributes.task !== undefined);

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const current = (page: Page) => page.locator('outpost-lesson > :not([hidden])');

/** Presses a button by keyboard. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).focus();
  await page.keyboard.press('Enter');
}

/** Goes to a square by the arrow keys, from wherever the board's cursor is. */
async function goTo(page: Page, square: string): Promise<void> {
  const cell = current(page).locator('[data-square][tabindex="0"]');
  await cell.focus();
  const from = (await cell.getAttribute('data-square')) as string;
  const black = (await current(page).locator('.orientation-black').count()) > 0;
  const files = (square.charCodeAt(0) - from.charCodeAt(0)) * (black ? -1 : 1);
  const ranks = (Number(square[1]) - Number(from[1])) * (black ? -1 : 1);
  for (let i = 0; i < Math.abs(files); i++) await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let i = 0; i < Math.abs(ranks); i++) await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
  await current(page).locator(`[data-square=${square}][tabindex="0"]`).waitFor();
}

const inStage = (page: Page, ...stages: string[]): Promise<void> =>
  page
    .locator(stages.map((stage) => `outpost-game:not([hidden]) .embed[data-stage=${stage}]`).join(', '))
    .waitFor({ timeout: 30_000 });

/** Gives one answer, as in `LessonStep.solution`. */
async function answer(page: Page, action: string, before: string | undefined): Promise<void> {
  const [what = '', given = ''] = action.split(' ');
  if (what === 'choose') return press(page, `Board ${given}`);
  // After a request it is time to sense before it is time to move again.
  if (before === undefined) await inStage(page, 'sense', 'move');
  else await inStage(page, before.startsWith('sense ') ? 'move' : 'sense');
  if (what === 'count') {
    await page.getByRole('textbox', { name: 'How many boards are possible?' }).focus();
    await page.keyboard.type(given);
    await page.keyboard.press('Enter');
  } else if (what === 'sense') {
    await goTo(page, given);
    await page.keyboard.press('Enter');
  } else {
    if ((await page.locator('outpost-game:not([hidden]) .embed[data-stage=sense]').count()) > 0) {
      await press(page, 'Skip sensing');
      await inStage(page, 'move');
    }
    if (what === 'pass') return press(page, 'Pass');
    for (const square of [what.slice(0, 2), what.slice(2, 4)]) {
      await goTo(page, square);
      await page.keyboard.press('Enter');
    }
    if (what.length === 5) await press(page, /^Promote to queen/);
  }
}

async function begin(page: Page, { attributes }: Shown): Promise<void> {
  if (attributes.boards) return;
  // Tasks that need the engine start automatically once it is running; until then there is a button.
  const start = page.getByRole('button', { name: /^(Play|Begin)$/ });
  const begun = page.locator('outpost-game:not([hidden]) .embed:not([data-stage=idle])');
  await start.or(begun).first().waitFor();
  if (await start.isVisible()) await press(page, /^(Play|Begin)$/);
}

it('lists the lessons, and tells how far one has come', async () => {
  const page = await site.open('#learn');
  await expect.poll(() => page.locator('.lesson-title').allTextContents()).toEqual(lessons.map(({ title }) => title));
  expect(await violations(page)).toEqual([]);
  await page.goto(`${site.url}#learn/no-such-lesson`);
  await page.getByText('There is no such lesson').waitFor();
  await page.context().close();
});

describe.each(lessons)('$id', (lesson) => {
  it('is solved from beginning to end by keyboard', { timeout: 240_000 }, async () => {
    const page = await site.open(`#learn/${lesson.id}`);
    const tasks = tasksOf(lesson);
    let solved = 0;
    for (const [i, step] of lesson.steps.entries()) {
      await page.getByRole('heading', { name: step.heading, exact: true }).waitFor();
      await expect.poll(() => page.url()).toMatch(new RegExp(`#learn/${lesson.id}/${i + 1}$`));
      if (step.solution) {
        await begin(page, step.show as Shown);
        for (const [turn, action] of step.solution.entries()) await answer(page, action, step.solution[turn - 1]);
        await page.locator('outpost-game:not([hidden]) .embed[data-settled=solved]').waitFor({ timeout: 30_000 });
        solved += 1;
        const explain = step.show?.attributes.explain ?? '';
        await page.getByText(explain.slice(0, 60)).waitFor();
        await page.getByText(`${solved} of ${tasks.length} solved`).first().waitFor();
      }
      await expect(page.locator('outpost-lesson .notice.bad').count()).resolves.toBe(0);
      if (i + 1 < lesson.steps.length) {
        await press(page, 'Next');
        // A screen reader announces it.
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent))
          .toBe(lesson.steps[i + 1]?.heading);
      }
    }
    if (lesson.sources[0]) await page.getByText(lesson.sources[0].text.slice(0, 50)).waitFor();
    await page.getByRole('link', { name: 'All lessons' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.lesson-entry', { hasText: lesson.title }).getByText(`${solved} of ${solved} solved`).waitFor();
    await page.context().close();
  });
});

/** The words of the step's task, and around it. */
const words = (page: Page): Promise<string> =>
  page.locator('outpost-game:not([hidden])').evaluate((element) => element.shadowRoot?.textContent ?? '');

function find(lesson: string, id: string): { number: number; step: LessonStep } {
  const steps = lessons.find((candidate) => candidate.id === lesson)?.steps ?? [];
  const index = steps.findIndex((step) => step.id === id);
  const step = steps[index];
  if (!step) throw new Error(`${lesson} has no step ${id}`);
  return { number: index + 1, step };
}
const stepOf = (lesson: string, id: string): number => find(lesson, id).number;

it('takes wrong answers, gives hints, and shows the answer', async () => {
  const {
    number,
    step: { show, solution },
  } = find('hsuc', 'six');
  const page = await site.open(`#learn/hsuc/${number}`);
  await page.getByRole('button', { name: 'Hint' }).waitFor();
  expect(await page.getByRole('button', { name: 'Show the answer' }).count()).toBe(0);
  await page.locator('[data-square=a1]').first().click();
  await expect
    .poll(() => words(page))
    .toMatch(/Not this time\. a1 leaves at most 6 of 6 boards\. Another square leaves fewer\./);
  expect(await words(page)).not.toContain(show?.attributes.explain);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect.poll(() => words(page)).toContain(show?.attributes.hint);
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await expect.poll(() => words(page)).toContain(show?.attributes.explain);
  // The boards are grouped by what the answer would show.
  await page.getByText(/^Sorted by what a sense of \w\d shows: \d groups\.$/).waitFor();
  await page.getByText(/ · 0 of \d+ solved/).waitFor();
  // After seeing the answer, the student may try it.
  await page.getByRole('button', { name: 'Restart' }).click();
  await page
    .locator(`[data-square=${solution?.[0]?.slice(6)}]`)
    .first()
    .click();
  await page.getByText(/ · 1 of \d+ solved/).waitFor();
  await page.context().close();
});

it('leads from its last step to the next lesson', async () => {
  const page = await site.open('#learn/rules/9');
  await page.getByRole('link', { name: 'Next: The value of a sense' }).click();
  await page.getByRole('heading', { name: 'The value of a sense', exact: true }).waitFor();
  expect(await page.evaluate(() => location.hash)).toMatch(/^#learn\/sensing/);
  await page.context().close();
});

it('has the first screen of the first lesson whole above the way on, on a phone', async () => {
  const page = await site.open('#learn/rules', {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  await current(page).locator('rbc-board cg-board piece').first().waitFor();
  const bar = await page.locator('.lesson-controls').boundingBox();
  const caption = await current(page).locator('[part=caption]').boundingBox();
  expect(caption?.y).toBeGreaterThan(0);
  expect((caption?.y ?? 0) + (caption?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.context().close();
});

it('keeps its board in place from sensing to moving', async () => {
  const step = lessons.find(({ id }) => id === 'rules')?.steps.findIndex(({ id }) => id === 'notice') ?? 0;
  const page = await site.open(`#learn/rules/${step + 1}`, { viewport: { width: 390, height: 844 } });
  await inStage(page, 'idle', 'sense');
  await begin(page, lessons.find(({ id }) => id === 'rules')?.steps[step]?.show as Shown);
  const top = () =>
    page
      .locator('outpost-game:not([hidden]) rbc-board')
      .evaluate((board) => board.getBoundingClientRect().top + scrollY);
  await inStage(page, 'sense');
  const before = await top();
  await press(page, 'Skip sensing');
  await inStage(page, 'move');
  expect(await top()).toBe(before);
  await page.context().close();
});

it('goes on where one left it, on this visit and the next', async () => {
  const step = stepOf('hsuc', 'six');
  const page = await site.open(`#learn/hsuc/${step}`);
  await page.locator('[data-square=d6]').first().click();
  await page.getByText(/ · 1 of \d+ solved/).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.reload();
  await page.getByRole('button', { name: /^Step \d+: .*: solved$/ }).waitFor();
  await page.goto(`${site.url}#learn`);
  await page.locator('.lesson-entry', { hasText: 'HSUC' }).click();
  await expect.poll(() => page.url()).toMatch(new RegExp(`#learn/hsuc/${step + 1}$`));
  // An address of a missing step, and a stored step that no longer exists.
  await page.evaluate(() => localStorage.setItem('outpost-lesson-hsuc', '{"at":99,"solved":["gone",3]}'));
  await page.goto(`${site.url}?#learn/hsuc/77`);
  await page.getByRole('button', { name: 'Previous' }).waitFor();
  await page.getByText(/ · 0 of \d+ solved/).waitFor();
  await page.context().close();
});

it('works where the browser keeps nothing, and forgets nothing while the page is open', async () => {
  const page = await site.open('about:blank');
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('no', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(window, 'indexedDB', { get: refuse });
  });
  await page.goto(`${site.url}#learn/hsuc/${stepOf('hsuc', 'six')}`);
  await page.locator('[data-square=d6]').first().click();
  await page.getByText(/ · 1 of \d+ solved/).waitFor();
  await page.getByRole('link', { name: 'All lessons' }).click();
  await page
    .locator('.lesson-entry', { hasText: 'HSUC' })
    .getByText(/1 of \d+ solved/)
    .waitFor();
  await page.context().close();
});

it.each([
  { width: 320, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'light' },
] as const)('is accessible and fits $width px, with everything open', async ({ width, colorScheme }) => {
  const page = await site.open(`#learn/two-knights/${stepOf('two-knights', 'two-boards')}`, {
    colorScheme,
    viewport: { width, height: 900 },
  });
  const fits = (): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await page.getByRole('button', { name: 'Hint' }).click();
  await answer(page, 'e1d2', undefined);
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('row', { name: /^Ke1|^e1–d2/ }).count()).toBe(1);
  await page.getByText('Embed code').click();
  expect(await fits()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.goto(`${site.url}#learn/hsuc/${stepOf('hsuc', 'six')}`);
  await page.locator('[data-square=d6]').first().click();
  await page.getByText(/^Sorted by/).waitFor();
  expect(await fits()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

it('prints a lesson, with the answers on a page of their own', async () => {
  const page = await site.open('#learn/hsuc');
  await page.evaluate(() => {
    window.print = () => Object.assign(window, { printed: true });
    // Printing to a file ends it each time.
    window.addEventListener('afterprint', (event) => {
      if (event.isTrusted) event.stopImmediatePropagation();
    });
  });
  const part = page.locator('print-lesson');
  await part.locator('summary').click();
  await part.getByRole('button', { name: 'Print sheet' }).click();
  await expect.poll(() => page.evaluate('window.printed')).toBe(true);
  // On the screen all is as it was.
  expect(await page.locator('.sheet').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('outpost-app').isVisible()).toBe(false);
  const text = page.locator('.sheet > section').first();
  expect(await text.locator('h1').textContent()).toBe('HSUC by hand');
  expect(await text.locator('h2').allTextContents()).toEqual(
    expect.arrayContaining(['2. Six boards', 'Further reading']),
  );
  // Six boards to look at, and to be asked about twice; ten, twice; and three positions.
  expect(await text.locator('img').count()).toBe(3 * 6 + 2 * 10 + 3);
  const answers = page.locator('.sheet-answers');
  expect(await answers.locator('strong').first().textContent()).toBe('2. d6');
  expect(await answers.textContent()).toContain('none is worth one.');
  expect(await text.textContent()).not.toContain('none is worth one.');
  const pages = async (): Promise<number> =>
    (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  const whole = await pages();
  await answers.evaluate((section) => section.remove());
  expect(whole).toBe((await pages()) + 1);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  expect(await page.locator('.sheet').count()).toBe(0);
  await page.context().close();
});
