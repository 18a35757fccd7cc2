import { type AgentName, type Color, type Game, Outpost } from 'outpost';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFen, readFens, readMoves, readSquares, readWeights } from '../embed/attributes';
import { type BoardSet, boardSet } from '../embed/board-set';
import { rateOnBoards } from '../embed/board-votes';
import { OutpostBoard } from '../embed/outpost-board';
import { OutpostGame } from '../embed/outpost-game';
import { OutpostReplay } from '../embed/outpost-replay';
import { choiceIsRight, isPlayed, type Measure, senseIsRight, TASKS, type Task, voteIsRight } from '../embed/tasks';
import { parseSquare, roleOf } from '../squares';
import type { Lesson, LessonStep } from './lesson';
import { LESSONS } from './lessons';

const lessons: Lesson[] = await Promise.all(Object.values(LESSONS).map((lesson) => lesson()));
const elements = { board: OutpostBoard, game: OutpostGame, replay: OutpostReplay };

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

type Attributes = Readonly<Record<string, string>>;

const taskOf = (step: LessonStep): Task | null => (step.show?.attributes.task as Task | undefined) ?? null;
const isTask = (step: LessonStep): boolean => taskOf(step) !== null;
const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

function setOf({ boards, weights }: Attributes): BoardSet | null {
  return boards ? boardSet(readFens(boards), weights ? readWeights(weights) : null) : null;
}

/** Plays the solution as `<outpost-game>` would, and tells whether the task is solved at its end, and not before. */
async function playedOut(attributes: Attributes, solution: readonly string[]): Promise<boolean[]> {
  const task = attributes.task as Task;
  const start = attributes.fen ? readFen(attributes.fen) : null;
  const side = (attributes.side as Color | undefined) ?? start?.turn ?? 'white';
  const person = { kind: 'person', name: 'You' } as const;
  const agent = {
    kind: 'agent',
    agent: (attributes.agent ?? 'attacker') as AgentName,
    budgetMs: Number(attributes.budget ?? 500),
  } as const;
  const game = await outpost.newGame({
    white: side === 'white' ? person : agent,
    black: side === 'black' ? person : agent,
    clock: null,
    seed: Number(attributes.seed),
    ...(start ? { startFen: start.fen } : {}),
  });
  const after: boolean[] = [];
  let turns = 0;
  if ((await game.view(side)).phase === 'waiting') await game.agentTurn();
  for (const action of solution) {
    if (action.startsWith('sense ')) await game.sense(side, parseSquare(action.slice(6)));
    else {
      await game.move(side, readMoves(action)[0] ?? null);
      turns += 1;
    }
    const reached = task === 'reach' && (await isThere(game, side, attributes));
    const { phase } = await game.view(side);
    if (!reached && phase === 'waiting' && !(task !== 'survive' && turns >= Number(attributes.turns))) {
      await game.agentTurn();
    }
    after.push(reached || (await isSolved(game, side, attributes, turns)));
  }
  game.dispose();
  return after;
}

async function isThere(game: Game, side: Color, { squares, piece }: Attributes): Promise<boolean> {
  const { own } = await game.view(side);
  return readSquares(squares ?? '').some((square) => {
    const here = own[square];
    return here != null && (piece === undefined || roleOf(here) === piece);
  });
}

async function isSolved(game: Game, side: Color, attributes: Attributes, turns: number): Promise<boolean> {
  const { outcome, phase } = await game.view(side);
  switch (attributes.task as Task) {
    case 'capture-king':
      return outcome?.winner === side && outcome.reason === 'KING_CAPTURE';
    case 'survive':
      return outcome === null && turns >= Number(attributes.turns);
    case 'locate':
      return phase !== 'over' && (await game.belief(side)).estimate <= Number(attributes.goal ?? 1);
    default:
      return false;
  }
}

it('has the lessons in order, with names that addresses can have', () => {
  expect(lessons.map(({ id }) => id)).toEqual(Object.keys(LESSONS));
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
        const solution = step.solution ?? [];
        expect(solution.length).toBeGreaterThan(0);
        const [first = ''] = solution;
        if (isPlayed(task)) {
          const solved = await playedOut(attributes, solution);
          expect(solved.at(-1)).toBe(true);
          expect(solved.slice(0, -1)).not.toContain(true);
          return;
        }
        if (!set) throw new Error('a decision in a lesson is one over boards');
        const goal = attributes.goal ? Number(attributes.goal) : null;
        const measure = (attributes.measure ?? 'worst') as Measure;
        switch (task) {
          case 'sense': {
            const right = (square: number) => senseIsRight(set.belief, square, measure, goal);
            expect(right(parseSquare(first.replace('sense ', '')) as number)).toBe(true);
            expect(Array.from({ length: 64 }, (_, square) => right(square)).filter(Boolean).length).toBeLessThan(32);
            break;
          }
          case 'count':
            expect(first).toBe(`count ${set.belief.size}`);
            break;
          case 'choose': {
            const index = Number(first.replace('choose ', '')) - 1;
            if (attributes.answer) expect(index + 1).toBe(Number(attributes.answer));
            else {
              const right = set.boards.filter((_, i) => choiceIsRight(set.weights, i));
              expect(right).toEqual([set.boards[index]]);
            }
            break;
          }
          case 'move': {
            const votes = await rateOnBoards(outpost, set.boards, set.weights);
            const request = readMoves(first)[0] ?? null;
            const right = votes.requests.filter((candidate) => voteIsRight(votes, candidate.request));
            // Where the lesson names the answer, the engine must not hold it to be wrong without the lesson's saying why.
            if (attributes.answer) expect(readMoves(attributes.answer)).toContain(request);
            else expect(right.map((candidate) => candidate.request)).toContain(request);
            expect(right.length).toBeLessThan(Math.max(2, votes.requests.length / 3));
            break;
          }
        }
      }, 120_000);
    }
  });
}
