/** The lessons, as a student goes through them: by keyboard, with wrong answers, on another visit, on another page. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Lesson, LessonStep } from '../../web/src/learn/lesson.ts';
import { LESSONS } from '../../web/src/learn/lessons/index.ts';
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
      await press(page, 'No sense');
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

async function begin(page: Page): Promise<void> {
  if ((await page.locator('outpost-game:not([hidden]) .embed[data-stage=idle]').count()) > 0) {
    await press(page, /^(Play|Begin)$/);
  }
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
        await begin(page);
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
        // Who cannot see the step hears it.
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
