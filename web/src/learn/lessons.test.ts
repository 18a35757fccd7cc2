import { Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutpostBoard } from '../embed/outpost-board';
import { OutpostGame } from '../embed/outpost-game';
import { OutpostReplay } from '../embed/outpost-replay';
import { LESSONS } from '../lessons';
import { answered, rightSenses, setOf, votesOf } from '../lessons/answered';
import type { Lesson, LessonStep, Shown } from '../lessons/lesson';
import { listedLessons } from '../lessons/listed';
import { readFen, readFens } from '../problems/attributes';
import { isPlayed, TASKS, type Task, voteIsRight } from '../problems/tasks';

const lessons: Lesson[] = await Promise.all(Object.values(LESSONS).map((lesson) => lesson()));
const elements = { board: OutpostBoard, game: OutpostGame, replay: OutpostReplay };

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

const taskOf = (step: LessonStep): Task | null => (step.show?.attributes.task as Task | undefined) ?? null;
const isTask = (step: LessonStep): boolean => taskOf(step) !== null;
const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

it('has the lessons in order, with names that addresses can have', () => {
  expect(lessons.map(({ id }) => id)).toEqual(Object.keys(LESSONS));
  const listed = lessons.map(({ id, title, summary, minutes, steps }) => ({
    ...{ id, title, summary, minutes },
    tasks: steps.filter(isTask).map((step) => step.id),
  }));
  expect(listedLessons()).toEqual(listed);
  for (const { id } of lessons) expect(id).toMatch(/^[a-z0-9-]{2,30}$/);
});

for (const lesson of lessons) {
  describe(lesson.id, () => {
    it('is made as lessons are', () => {
      const ids = lesson.steps.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(lesson.steps.filter(isTask).length).toBeGreaterThanOrEqual(3);
      for (const step of lesson.steps) {
        const { heading, text, show } = step;
        expect(heading.length, heading).toBeGreaterThan(2);
        expect(heading.length, heading).toBeLessThanOrEqual(60);
        // On a phone the board should not be far below.
        expect(words(text.join(' ')), heading).toBeLessThanOrEqual(130);
        for (const paragraph of text) expect(paragraph.split('*').length % 2, paragraph).toBe(1);
        for (const name of Object.keys(show?.attributes ?? {})) {
          expect(elements[show?.element ?? 'board'].observedAttributes, heading).toContain(name);
        }
        if (!isTask(step)) continue;
        expect(TASKS, heading).toContain(taskOf(step));
        for (const name of ['prompt', 'hint', 'explain']) expect(show?.attributes[name], heading).toMatch(/\w/);
      }
    });

    for (const step of lesson.steps) {
      const attributes = step.show?.attributes ?? {};
      const set = setOf(attributes);
      const { id } = step;
      if (set) {
        it(`${id}: boards that the engine takes`, async () => {
          const opened = await outpost.openBoards(set.boards.map(({ fen }) => fen));
          expect(opened.size).toBe(readFens(attributes.boards ?? '').length);
          opened.dispose();
        });
      } else if (attributes.fen && !isTask(step)) {
        it(`${id}: a position`, () => {
          expect(readFen(attributes.fen ?? '').fen).toBe(attributes.fen);
        });
      }
      const task = taskOf(step);
      if (task === null) continue;
      it(`${id}: is solved by its solution, and not by just anything`, async () => {
        const show = step.show as Shown;
        const solution = step.solution ?? [];
        expect((await answered(outpost, show, solution)).result).toBe('solved');
        if (isPlayed(task)) {
          expect((await answered(outpost, show, solution.slice(0, -1))).result).not.toBe('solved');
          // Where the opponent or a sense is random, the seed has it repeat.
          expect(attributes.seed ?? '').toMatch(/^\d+$/);
        } else if (task === 'sense') {
          expect((await rightSenses(outpost, show)).length).toBeLessThan(40);
        } else if (task === 'choose') {
          const all = set?.boards.map((_, i) => answered(outpost, show, [`choose ${i + 1}`])) ?? [];
          expect((await Promise.all(all)).filter(({ result }) => result === 'solved').length).toBe(1);
        } else if (task === 'move') {
          const votes = await votesOf(outpost, show);
          const right = votes.requests.filter(({ request }) => voteIsRight(votes, request));
          expect(right.length).toBeLessThan(Math.max(2, votes.requests.length / 3));
        }
      }, 120_000);
    }
  });
}
