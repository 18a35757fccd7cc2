/** Some turns played as a person does, in any browser, by reading and clicking the screen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../scripts/lib/run.mjs';
import type { Puzzle } from '../../web/src/puzzles/puzzle.ts';
import { seenOn } from './board-geometry.mjs';

const samples: Puzzle[] = JSON.parse(readFileSync(join(root, 'web/src/puzzles/samples.json'), 'utf8')).puzzles;

/** What the drivers of all browsers have in common. */
export interface Hand {
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  click(x: number, y: number): Promise<unknown>;
}

/** A driver that can also navigate. */
export interface Visitor extends Hand {
  goto(url: string): Promise<unknown>;
}

const quoted = (selector: string): string => JSON.stringify(selector);

/** Waits for an element; without one it fails with what the page shows instead. */
export async function waitFor(hand: Hand, selector: string, seconds = 20): Promise<void> {
  const isThere = () => hand.evaluate(`document.querySelector(${quoted(selector)}) !== null`);
  const until = Date.now() + seconds * 1000;
  while (!(await isThere())) {
    if (Date.now() > until) {
      const shown = await hand.evaluate(`document.querySelector('main')?.innerText.slice(0, 600) ?? location.href`);
      expect.fail(`no ${selector} within ${seconds} s; the page shows: ${shown}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Clicks the middle of the first element, scrolled into view, once it has stopped moving. */
export async function clickOn(hand: Hand, selector: string): Promise<void> {
  await waitFor(hand, selector);
  const middle = async (): Promise<[number, number]> =>
    (await hand.evaluate(`(() => {
      const element = document.querySelector(${quoted(selector)});
      element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { left, top, width, height } = element?.getBoundingClientRect() ?? {};
      return [left + width / 2, top + height / 2];
    })()`)) as [number, number];
  let [x, y] = await middle();
  for (let tries = 0; tries < 40; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    const [nextX, nextY] = await middle();
    if (nextX === x && nextY === y) break;
    [x, y] = [nextX, nextY];
  }
  await hand.click(x, y);
}

/** Clicks again, as a person would, if appearing panels have moved the button away. */
async function clickUntil(hand: Hand, selector: string, appears: string): Promise<void> {
  for (let tries = 0; tries < 4; tries++) {
    await clickOn(hand, selector);
    for (let looks = 0; looks < 20; looks++) {
      if (await hand.evaluate(`document.querySelector(${quoted(appears)}) !== null`)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await waitFor(hand, appears, 1);
}

export async function textOf(hand: Hand, selector: string): Promise<string> {
  return String(await hand.evaluate(`document.querySelector(${quoted(selector)})?.textContent ?? ''`));
}

/** Chooses the agent that plays at random. */
export async function chooseRandom(hand: Hand): Promise<void> {
  await clickOn(hand, '.more-opponents[aria-expanded=false]');
  await clickOn(hand, 'label:has(input[name=opponent][value=random])');
  await waitFor(hand, 'input[name=opponent][value=random]:checked');
}

/** Plays White against Random: senses, sees, moves, is told the result, and is answered, turn after turn. */
export async function playSomeTurns(hand: Hand): Promise<void> {
  await chooseRandom(hand);
  for (const [name, value] of [
    ['color', 'white'],
    ['assistance', 'hints'],
  ]) {
    // The list of a select is drawn by the system: nothing of it can be clicked.
    await hand.evaluate(`(() => {
      const select = document.querySelector('select[name=${name}]');
      select.value = '${value}';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
  }
  await clickOn(hand, 'form.new-game .play-now');
  for (const [turn, { look, uci }] of [
    { look: 'e7', uci: 'e2e4' },
    { look: 'd6', uci: 'g1f3' },
    { look: 'b7', uci: 'f1e2' },
  ].entries()) {
    // The opponent has answered when it is time to sense again.
    await waitFor(hand, '.game[data-phase=sense]');
    await waitFor(hand, '.senses[aria-busy=false] .best-sense');
    expect(Number.parseInt(await textOf(hand, '.big-number strong'), 10)).toBeGreaterThanOrEqual(turn === 0 ? 1 : 2);
    await clickOn(hand, `[data-square=${look}]`);
    await waitFor(hand, '.game[data-phase=move]');
    if (turn === 0) {
      const e8 = await hand.evaluate("document.querySelector('[data-square=e8]').getAttribute('aria-label')");
      expect(e8).toContain('e8, black king, seen now');
    }
    const [from, to] = [uci.slice(0, 2), uci.slice(2)];
    await clickOn(hand, `[data-square=${from}]`);
    await waitFor(hand, 'cg-board square.selected');
    await clickOn(hand, `[data-square=${to}]`);
    await waitFor(hand, '.game:not([data-phase=move])');
    expect(await textOf(hand, '.log tbody')).toContain(`${from}–${to}`);
  }
  await waitFor(hand, '.game[data-phase=sense]');
  expect(await hand.evaluate("document.querySelectorAll('.log tbody tr').length")).toBe(4);
}

/** Has the boards weighted in the turn that begins. */
export async function weighByNetwork(hand: Hand): Promise<void> {
  await waitFor(hand, '.game[data-phase=sense]');
  await clickOn(hand, '[data-tab=belief]');
  await clickOn(hand, '[data-weights=weighted]');
  await clickOn(hand, '.tracking summary');
  await waitFor(hand, '.likely-boards li .diagram', 60);
  expect(await textOf(hand, '.tracking [role=alert]')).toBe('');
}

/** Returns to the site after a turn, and resumes the game. */
export async function goOnAfterReload(hand: Visitor, site: string): Promise<void> {
  const before = await textOf(hand, '.log tbody');
  await hand.goto('about:blank');
  await hand.goto(site);
  await clickOn(hand, '.resume button.primary:not([disabled])');
  await waitFor(hand, '.game[data-phase=sense]');
  expect(await textOf(hand, '.log tbody')).toBe(before);
  await clickOn(hand, '[data-square=e5]');
  await waitFor(hand, '.game[data-phase=move]');
}

/** Opens the game of a link, steps through it, and views a side's belief; then tries another sense. */
export async function analyseLink(hand: Visitor, site: string, link: string): Promise<void> {
  await hand.goto('about:blank');
  await hand.goto(`${site}#${link}`);
  await waitFor(hand, 'analyse-page replay-view [data-panel]');
  await clickOn(hand, 'analyse-page [aria-label="To the start"]');
  for (let i = 0; i < 2; i++) await clickOn(hand, 'analyse-page [aria-label="Next half-turn"]');
  expect(await textOf(hand, 'analyse-page .step h2')).toContain('Turn 2, White begins');
  await clickOn(hand, 'analyse-page [data-perspective=black]');
  await waitFor(hand, 'analyse-page .replay-board[aria-busy=false] .phantom.likely');
  await clickOn(hand, 'analyse-page [data-tab=moves]');
  await waitFor(hand, 'analyse-page .size-lines');
  expect(await textOf(hand, 'analyse-page .size-lines')).toMatch(/White: \d.*Black: \d/s);
  await clickOn(hand, 'analyse-page [data-perspective=truth]');
  await clickOn(hand, 'analyse-page [data-tab=whatIf]');
  await clickUntil(hand, 'analyse-page [data-try=sense]', 'analyse-page rbc-board[data-chooses]');
  await clickOn(hand, 'analyse-page .replay-boards [data-square=b7]');
  await waitFor(hand, 'analyse-page .what-if-banner');
}

/** Has the Lab play two games to their end, from its address, with its example of an own bot, which runs in a worker like no other. */
export async function runLab(hand: Visitor, site: string): Promise<void> {
  await hand.goto('about:blank');
  await hand.goto(`${site}#lab?experiment=players&players=own-bot,random&turns=10&games=2&nodes=50&seed=1`);
  await clickOn(hand, 'lab-page .lab-example');
  await clickOn(hand, 'lab-page .lab-start');
  await waitFor(hand, '.lab-run[data-state=done]', 30);
  expect(await textOf(hand, '.lab-run [role=status]')).toBe('All 2 games are played.');
  expect(await textOf(hand, '.lab-run')).not.toContain('fault');
  await waitFor(hand, 'lab-chart figure');
}

/** Solves two problems of the lessons: a sense over boards, which needs no engine, and a move that the engine rates. */
export async function solveProblems(hand: Visitor, site: string): Promise<void> {
  const inLesson = (selector: string): Promise<unknown> =>
    hand.evaluate(`document.querySelector('outpost-lesson')?.shadowRoot.querySelector(${quoted(selector)}) != null`);
  await hand.goto('about:blank');
  await hand.goto(`${site}#learn/hsuc/2`);
  // Some browsers report an error for a page that is left while it loads.
  await waitFor(hand, '[data-build]');
  await clickOn(hand, 'outpost-game [data-square=d6]');
  await expect.poll(() => inLesson('.lesson-dot.solved'), { timeout: 10_000 }).toBe(true);
  await hand.goto('about:blank');
  await hand.goto(`${site}#learn/two-knights/2`);
  await clickOn(hand, 'outpost-game .board[data-mode=move] [data-square=e1]');
  await waitFor(hand, 'outpost-game cg-board square.selected');
  await clickOn(hand, 'outpost-game [data-square=d2]');
  await expect.poll(() => inLesson('.lesson-dot.solved'), { timeout: 30_000 }).toBe(true);
}

/** A puzzle on another page: which square, and which move? */
export const PUZZLES = '<outpost-puzzle></outpost-puzzle>';

/** Solves a puzzle by a click, and one by a move of the opponent's, from data that the page gives. */
export async function solvePuzzles(hand: Visitor, page: string): Promise<void> {
  await hand.goto(page);
  await waitFor(hand, 'outpost-puzzle');
  const show = async (kind: string): Promise<void> => {
    const puzzle = samples.find((each) => each.kind === kind);
    await hand.evaluate(`(() => {
      window.results = [];
      addEventListener('outpost-result', ({ detail }) => results.push(detail.kind + ' ' + detail.solved), { once: true });
      document.querySelector('outpost-puzzle').data = ${JSON.stringify(puzzle)};
    })()`);
  };
  const solved = (): Promise<unknown> => hand.evaluate('[...results]');
  await show('where');
  await clickOn(hand, 'outpost-game .board[data-mode=choose] [data-square=h8]');
  await expect.poll(solved, { timeout: 10_000 }).toEqual(['where true']);
  await show('played');
  await clickOn(hand, 'outpost-game .board[data-mode=move] [data-square=b7]');
  await waitFor(hand, 'outpost-game cg-board square.selected');
  await clickOn(hand, 'outpost-game [data-square=b5]');
  await expect.poll(solved, { timeout: 10_000 }).toEqual(['played true']);
}

/** An embed as on slides, rotated, zoomed and scaled down. */
export const ON_A_SLIDE = `<style>.slide { margin: 60px; width: 400px; transform: rotate(20deg) scale(0.8, 0.7); zoom: 1.1 }</style>
  <div class="slide"><outpost-board fen="4k3/8/8/8/8/8/8/1N2K2R w K - 0 1"></outpost-board></div>`;

/** Checks where the pieces of an embed on a slide appear, and moves one by two clicks. */
export async function moveOnASlide(hand: Visitor, page: string): Promise<void> {
  await hand.goto(page);
  await waitFor(hand, 'outpost-board .board-pieces piece');
  await hand.evaluate(`(() => {
    const board = document.querySelector('outpost-board rbc-board');
    window.asked = [];
    board.addEventListener('request-move', (event) => asked.push(event.detail));
    Object.assign(board, { mode: 'move', color: 'white', requests: ['b1c3', 'b1a3', 'b1d2'] });
  })()`);
  await waitFor(hand, 'outpost-board .board[data-mode=move]');
  const { pieces, astray, squares } = await seenOn(hand, 'outpost-board rbc-board');
  expect(astray).toEqual([]);
  expect(pieces).toEqual({ e8: 'black king', b1: 'white knight', e1: 'white king', h1: 'white rook' });
  for (const name of ['b1', 'c3']) {
    const { x, y } = squares[name] as { x: number; y: number };
    await hand.click(Math.round(x), Math.round(y));
  }
  await expect.poll(() => hand.evaluate('[...asked]'), { timeout: 10_000 }).toEqual(['b1c3']);
}
