/** Checks the problems of a lesson: which answers are right by the rules of the page, and whether anybody can give one. */
import type { BeliefView, Color, Observation, Outpost, PieceLetter } from 'outpost-rbc';
import { wholeFen } from '../analyse/position';
import { senseRows } from '../belief/sense-rows';
import { moveText } from '../board/move-results';
import { colorOf, opponentOf, parseSquare, type Role, roleOf, squareName } from '../board/squares';
import * as boardTasks from '../embed/board-tasks';
import { type EmbedSetup, type GameAttributes, readSetup } from '../embed/game-setup';
import { embedWords } from '../embed/words';
import { known } from '../lessons/answered';
import type { Lesson, LessonStep, Shown } from '../lessons/lesson';
import {
  EmbedError,
  type FenBoard,
  GAME_ATTRIBUTES,
  quoted,
  readArrows,
  readFen,
  readFens,
  readMarks,
  readWeights,
} from '../problems/attributes';
import { type BoardSet, boardSet } from '../problems/board-set';
import { rateOnBoards } from '../problems/board-votes';
import { movesOn, requestsOn } from '../problems/move-lists';
import { choiceIsRight, isPlayed, leftAtWorst, senseIsRight, type Task, voteIsRight } from '../problems/tasks';
import { observations, readTold, type Told } from '../problems/told';
import { problemWords } from '../problems/words';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import { sentences } from '../ui/texts';
import { afterMove } from './after-move';
import { boardsOf, signatureOf, taskOf } from './kinds';
import { checkWords as words } from './words';

/** `bad`: as it is, nobody can solve it, or see it. `warn`: it can hardly be meant so. `good`: what is right. */
export type Level = 'good' | 'warn' | 'bad';

export interface Finding {
  level: Level;
  text: string;
}

export interface Checked {
  findings: readonly Finding[];
  /** What counts as right by what is shown, as the attribute `answer` has it; empty where that is not known. */
  right: readonly string[];
  /** All boards that follow from what was told, where they are not those that are listed. */
  boards?: readonly string[];
  /** The boards that are listed are all that follow from what was told. */
  follows?: boolean;
}

export interface Checking {
  engine: () => Promise<Outpost>;
  /** Problems that are played, as {@link signatureOf} has them, that somebody has solved. */
  tried: readonly string[];
  signal: AbortSignal;
}

/** Squares of 64 that are right where almost any answer is. */
const MANY_SQUARES = 39;
/** Of answers that count as right and are not, so many are named. */
const FEW = 3;
/** Boards that follow from what was told and are listed, at most. */
export const MOST_FOLLOWING = 60;
/** Boards that are kept while the engine follows what was told: a lesson from anywhere must not fill the memory. */
const MOST_TRACKED = 200_000;
/** Boards whose moves are rated, at most: each takes a search. */
const MOST_RATED = 60;

/** What is wrong with each step, by its place. `onStep`: one more is checked. */
export async function checkLesson(
  lesson: Lesson,
  checking: Checking,
  onStep: (done: number) => void = () => {},
): Promise<{ step: number; findings: readonly Finding[] }[]> {
  const found: { step: number; findings: readonly Finding[] }[] = [];
  for (const [i, { heading, show }] of lesson.steps.entries()) {
    const { findings } = show ? await checkShown(show, checking) : only([]);
    const wrong = findings.filter(({ level }) => level !== 'good');
    if (heading.trim() === '') wrong.unshift(warn(words.noHeading));
    if (wrong.length > 0) found.push({ step: i, findings: wrong });
    onStep(i + 1);
  }
  return found;
}

/** The lesson with what counts as right as the solution of each problem: for paper, where nobody judges. */
export async function withAnswers(lesson: Lesson, checking: Checking): Promise<Lesson> {
  const steps: LessonStep[] = [];
  for (const step of lesson.steps) {
    const right = step.show?.attributes.task ? (await checkShown(step.show, checking)).right : [];
    steps.push(right.length > 0 ? { ...step, solution: right } : step);
  }
  return { ...lesson, steps };
}

/** Rejects only when it is stopped. */
export async function checkShown(show: Shown, checking: Checking): Promise<Checked> {
  try {
    if (show.element !== 'game') return only(checkBoard(show));
    return await checkProblem(show, checking);
  } catch (error) {
    if (checking.signal.aborted || isAbort(error)) throw error;
    if (error instanceof EmbedError) return refused(error, show, checking);
    return only([warn(words.notChecked(messageOf(error)))]);
  }
}

/** What cannot be read; where that is a list of boards that does not follow from what was told, those that do are found. */
async function refused({ message }: EmbedError, show: Shown, checking: Checking): Promise<Checked> {
  const checked = only([bad(message)]);
  const { told = '' } = show.attributes;
  try {
    const following = await withFollowing(checked, show, checking);
    // What was told can be read: the boards are at fault.
    if (following.boards && message === problemWords.badTold(quoted(told)))
      return { ...following, findings: following.findings.slice(1) };
    return following;
  } catch (error) {
    if (error instanceof EmbedError) return checked;
    throw error;
  }
}

const bad = (text: string): Finding => ({ level: 'bad', text });
const warn = (text: string): Finding => ({ level: 'warn', text });
const good = (text: string): Finding => ({ level: 'good', text });
const only = (findings: readonly Finding[]): Checked => ({ findings, right: [] });

/** What is only looked at. */
function checkBoard({ element, attributes }: Shown): Finding[] {
  const { boards, fen, weights, link, marks, arrows } = attributes;
  if (element === 'replay') return link ? [] : [bad(words.noLink)];
  if (marks) readMarks(marks);
  if (arrows) readArrows(arrows);
  if (boards) boardSet(readFens(boards), weights ? readWeights(weights) : null);
  else if (fen) readFen(fen);
  else if (!link) return [bad(words.noPosition)];
  return [];
}

async function checkProblem(show: Shown, checking: Checking): Promise<Checked> {
  const { attributes } = show;
  const task = taskOf(show);
  if (task === null) return only([warn(words.noTask)]);
  const missing = missingOf(task, attributes);
  if (missing.length > 0) return withFollowing({ findings: missing.map(bad), right: [] }, show, checking);
  // What is set for where and played by the check itself may not be there yet.
  const setup = readSetup(
    givenOf({ ...attributes, answer: attributes.answer || placeholderOf(task, attributes) }),
    boardTasks,
  );
  const listed = attributes.answer?.trim() ? (setup.answer ?? []) : null;
  if (isPlayed(task)) return only(await checkPlayed(show, setup, checking));
  if (!setup.set) return checkInGame(show, setup, listed, checking);
  const { set } = setup;
  const twice = boardsOf(attributes).length - set.boards.length;
  const kings = set.boards
    .flatMap((board, i) => wrongKings(board, setup.side).map((text) => words.onBoard(i + 1, text)))
    .slice(0, FEW);
  // The engine rates no moves on such boards.
  if (task === 'move' && kings.length > 0) return only(kings.map(bad));
  const checked = await checkDecision(task, setup, set, listed, checking);
  const findings = [...checked.findings, ...kings.map(warn)];
  if (twice > 0) findings.push(warn(words.twice(twice)));
  return withFollowing({ ...checked, findings }, show, checking);
}

/** So that everything else of a problem without an answer yet can be read. */
function placeholderOf(task: Task, { weights }: Shown['attributes']): string {
  if (task === 'where') return 'a1';
  if (task === 'played') return 'pass';
  return task === 'choose' && !weights ? '1' : '';
}

function givenOf(attributes: Shown['attributes']): GameAttributes {
  return Object.fromEntries(GAME_ATTRIBUTES.map((name) => [name, attributes[name] || null])) as GameAttributes;
}

/** What an author has still to fill in, in words. */
function missingOf(task: Task, attributes: Shown['attributes']): string[] {
  const { boards, fen, before, told, squares, weights, answer, turns } = attributes;
  const { missing } = words;
  const all: string[] = [];
  if (!isPlayed(task) && !boards && (!fen || !['sense', 'count', 'move'].includes(task))) all.push(missing.boards);
  if (task === 'played' && (!before || !told)) all.push(missing.before);
  else if (Boolean(before) !== Boolean(told)) all.push(missing.before);
  if (task === 'left' && !squares) all.push(missing.square);
  if (task === 'reach' && !squares) all.push(missing.goals);
  if (task === 'choose' && !weights && !answer) all.push(missing.weights);
  if (task === 'survive' && !turns) all.push(missing.turns);
  return all;
}

/** Whether a step shows what it is to show: anything less would only refuse to. */
export function isFilledIn(show: Shown): boolean {
  const { attributes } = show;
  if (show.element === 'replay') return Boolean(attributes.link);
  if (show.element === 'board') return Boolean(attributes.boards || attributes.fen || attributes.link);
  const task = taskOf(show);
  if (task === null) return true;
  const awaitsAnswer = (task === 'where' || task === 'played') && !attributes.answer?.trim();
  return !awaitsAnswer && missingOf(task, attributes).length === 0;
}

/** Which side has no king, or several, in words. */
function wrongKings({ pieces }: FenBoard, side: Color): string[] {
  return [side, opponentOf(side)].flatMap((color) => {
    const kings = pieces.filter((piece) => piece && colorOf(piece) === color && roleOf(piece) === 'king').length;
    return kings === 1 ? [] : [words.kings(color, kings)];
  });
}

async function checkPlayed(show: Shown, setup: EmbedSetup, { engine, tried }: Checking): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (setup.fen) {
    findings.push(...wrongKings(readFen(setup.fen), setup.side).map(bad));
  }
  const outpost = await engine();
  const opponents = [...(await outpost.agents()), ...(await outpost.levels())];
  if (!opponents.some(({ name }) => name === setup.agent))
    findings.push(bad(embedWords.agentFailed(quoted(setup.agent))));
  if (findings.length > 0) return findings;
  if (tried.includes(signatureOf(show))) return [good(words.tried)];
  return [warn(words.untried)];
}

type Decided = Pick<Checked, 'findings' | 'right'>;

async function checkDecision(
  task: Task,
  setup: EmbedSetup,
  set: BoardSet,
  listed: readonly string[] | null,
  checking: Checking,
): Promise<Decided> {
  switch (task) {
    case 'sense':
      return checkSense(setup, set.belief, listed);
    case 'left': {
      const worst = leftAtWorst(set.boards, setup.squares[0] ?? 0);
      const findings = numberFindings(String(worst), listed);
      if (worst === set.boards.length) findings.push(warn(words.senseTellsNothing));
      return { findings, right: [String(worst)] };
    }
    case 'count': {
      const right = String(set.boards.length);
      return { findings: numberFindings(right, listed), right: [right] };
    }
    case 'choose':
      return checkChoice(setup, set);
    case 'where':
      return checkWhere(setup, set, listed);
    case 'played':
      return checkLastMove(setup, listed, checking);
    default:
      return checkMove(set, listed, checking);
  }
}

function numberFindings(right: string, listed: readonly string[] | null): Finding[] {
  const findings = [good(words.right([right], 1))];
  const [given] = listed ?? [];
  if (given !== undefined && given !== right) findings.push(warn(words.otherNumber(given, right)));
  return findings;
}

/** One decision of a game, at its start or after the opponent's first move, which its number repeats. */
async function checkInGame(
  show: Shown,
  setup: EmbedSetup,
  listed: readonly string[] | null,
  { engine }: Checking,
): Promise<Checked> {
  const begins = setup.fen === null || readFen(setup.fen).turn === setup.side;
  if ((show.attributes.task !== 'sense' && show.attributes.task !== 'count') || (!begins && setup.seed === null))
    return only([warn(words.gameUnchecked)]);
  const kings = setup.fen === null ? [] : wrongKings(readFen(setup.fen), setup.side).map(bad);
  if (kings.length > 0) return only(kings);
  const belief = await known(await engine(), show);
  if (show.attributes.task === 'sense') return checkSense(setup, belief, listed);
  return { findings: numberFindings(String(belief.size), listed), right: [String(belief.size)] };
}

function checkSense({ measure, goal }: EmbedSetup, belief: BeliefView, listed: readonly string[] | null): Decided {
  const all = Array.from({ length: 64 }, (_, square) => square);
  const best = all.filter((square) => senseIsRight(belief, square, measure, goal));
  const right = best.map(squareName);
  const findings: Finding[] = [];
  if (belief.size === 1) findings.push(warn(words.oneBoard));
  const worst = (square: number): number => senseRows(belief)?.[square]?.worst ?? 0;
  if (right.length === 0) findings.push(listed ? warn(words.goalTooSmall) : bad(words.goalTooSmall));
  else {
    findings.push(good(words.right(right, right.length)));
    if (measure === 'worst' || goal !== null)
      findings.push(good(words.leaves(Math.max(...best.map(worst)), belief.size)));
  }
  if (!listed) {
    if (right.length > MANY_SQUARES) findings.push(warn(words.manySquares(right.length)));
    return { findings, right };
  }
  const others = listed.filter((name) => !right.includes(name));
  for (const name of others.slice(0, FEW))
    findings.push(warn(words.otherSense(name, worst(parseSquare(name) ?? 0), belief.size)));
  const unlisted = right.filter((name) => !listed.includes(name));
  if (unlisted.length > 0 && goal === null) findings.push(warn(words.unlisted(unlisted, unlisted.length)));
  return { findings, right };
}

function checkChoice({ right }: EmbedSetup, set: BoardSet): Decided {
  if (right !== null) return { findings: [good(words.right([words.board(right + 1)], 1))], right: [String(right + 1)] };
  const best = set.boards.flatMap((_, i) => (choiceIsRight(set.weights, i) ? [i + 1] : []));
  const findings = [good(words.right(best.map(words.board), best.length))];
  if (best.length > 1) findings.push(warn(words.equallyLikely(best.length)));
  return { findings, right: best.map(String) };
}

/** Where a kind of the opponent's pieces stands on a board. */
function squaresOf({ pieces, turn }: FenBoard, role: Role): string[] {
  const theirs = (piece: PieceLetter | null): boolean =>
    piece !== null && colorOf(piece) !== turn && roleOf(piece) === role;
  return pieces.flatMap((piece, square) => (theirs(piece) ? [squareName(square)] : []));
}

function checkWhere({ piece }: EmbedSetup, { boards }: BoardSet, listed: readonly string[] | null): Decided {
  const role = piece ?? 'king';
  const [first, ...others] = boards.map((board) => squaresOf(board, role));
  const right = (first ?? []).filter((square) => others.every((squares) => squares.includes(square)));
  const findings: Finding[] = [];
  if (right.length === 0) findings.push(listed ? warn(words.nowhere(role)) : bad(words.nowhere(role)));
  else findings.push(good(words.right(right, right.length)));
  if (listed === null && right.length > 0) findings.push(bad(words.missing.answer));
  const all = [first ?? [], ...others];
  for (const square of listed ?? []) {
    if (!all.some((squares) => squares.includes(square))) findings.push(warn(words.onNoBoard(role, square)));
    else if (right.length > 0 && !right.includes(square)) findings.push(warn(words.notThere(role, square)));
  }
  return { findings, right };
}

/** Tells the engine what a person was told since it knew `fen`; `null` where that cannot be so. */
async function followed<T>(
  outpost: Outpost,
  fen: string,
  color: Color,
  told: readonly Observation[],
  use: (belief: Awaited<ReturnType<Outpost['track']>>) => Promise<T>,
  onImpossible: (observation: Observation) => void = () => {},
): Promise<T | null> {
  const belief = await afterCrash(() => outpost.track(color, wholeFen(fen), MOST_TRACKED));
  try {
    for (const observation of told) {
      try {
        await belief.tell(observation);
      } catch (error) {
        if (!(error instanceof Error && error.name === 'EngineError')) throw error;
        onImpossible(observation);
        return null;
      }
    }
    return await use(belief);
  } finally {
    belief.dispose();
  }
}

/** What a person was told, as the engine takes it, each with the place of what it is part of: a turn without a sense has one of nothing. */
function observed(before: FenBoard, color: Color, told: readonly Told[]): { observation: Observation; part: number }[] {
  const all: { observation: Observation; part: number }[] = [];
  // The first two are what was known before.
  for (const [part, observation] of observations(before, color, told).slice(2).entries()) {
    if (observation.type === 'move' && all.at(-1)?.observation.type === 'opponent')
      all.push({ observation: { type: 'sense', square: null, result: [] }, part });
    all.push({ observation, part });
  }
  return all;
}

/** Which moves of the opponent agree with what was told since. */
async function checkLastMove(
  { before, told, side }: EmbedSetup,
  listed: readonly string[] | null,
  { engine, signal }: Checking,
): Promise<Decided> {
  if (!before) return { findings: [bad(words.missing.before)], right: [] };
  const outpost = await engine();
  const all = observed(before, side, told).map(({ observation }) => observation);
  const [notice, ...since] = all;
  const right: string[] = [];
  for (const uci of [null, ...movesOn(before)]) {
    signal.throwIfAborted();
    const after = afterMove(before.fen, uci);
    if (!after || notice?.type !== 'opponent' || notice.capture !== after.capture) continue;
    const begins: Observation = { type: 'opponent', capture: null };
    const fits = await followed(outpost, after.fen, side, [begins, ...since], async () => true);
    if (fits) right.push(uci ?? 'pass');
  }
  const findings: Finding[] = [];
  if (right.length === 0) findings.push(bad(words.noMove));
  else findings.push(good(words.right(right.map(nameOf), right.length)));
  if (listed === null && right.length > 0) findings.push(bad(words.missing.answer));
  if (right.length > 1 && (listed === null || listed.length < right.length))
    findings.push(warn(words.severalMoves(right.length)));
  for (const move of listed ?? [])
    if (right.length > 0 && !right.includes(move)) findings.push(warn(words.otherMoveTold(nameOf(move))));
  return { findings, right };
}

/** Compares the boards with those that follow from what was told. */
async function withFollowing(checked: Checked, { attributes }: Shown, { engine }: Checking): Promise<Checked> {
  const { before, told, boards, task } = attributes;
  if (!before || !told || !['where', 'count', 'played'].includes(task ?? '')) return checked;
  const known = readFen(before);
  const color = opponentOf(known.turn);
  const parts = readTold(told, color);
  const all = observed(known, color, parts);
  let impossible = '';
  const following = await followed(
    await engine(),
    before,
    color,
    all.map(({ observation }) => observation),
    async (belief) => {
      const { estimate, completeness } = await belief.view();
      const size = Math.round(estimate);
      return { size, fens: completeness !== 'exact' || size > MOST_FOLLOWING ? [] : await belief.boards(size) };
    },
    (observation) => {
      const part = all.find((each) => each.observation === observation)?.part ?? 0;
      impossible = boardTasks.toldTexts(known, parts, color)[part] ?? '';
    },
  );
  if (following === null)
    return { ...checked, findings: [...checked.findings, bad(sentences(words.cannotHappen, impossible))] };
  if (following.fens.length === 0)
    return { ...checked, findings: [...checked.findings, warn(words.tooManyFollow(following.size, MOST_FOLLOWING))] };
  const key = (fen: string): string => fen.trim().split(/\s+/).slice(0, 2).join(' ');
  const there = new Set(boardsOf({ boards: boards ?? '' }).map(key));
  const same =
    there.size === new Set(following.fens.map(key)).size && following.fens.every((fen) => there.has(key(fen)));
  if (same) return { ...checked, follows: true };
  return {
    ...checked,
    findings: [...checked.findings, warn(words.otherBoards(following.size, there.size))],
    boards: following.fens,
  };
}

async function checkMove(
  set: BoardSet,
  listed: readonly string[] | null,
  { engine, signal }: Checking,
): Promise<Decided> {
  const possible = [...requestsOn(set.boards[0] as FenBoard), 'pass'];
  const findings: Finding[] = [];
  const usable = (listed ?? []).filter((move) => possible.includes(move) || possible.includes(`${move}q`));
  for (const move of listed ?? []) if (!usable.includes(move)) findings.push(warn(words.impossible(nameOf(move))));
  if (listed && usable.length === 0) return { findings: [bad(words.noneUsable), ...findings], right: [] };
  if (set.boards.length > MOST_RATED)
    return { findings: [...findings, warn(words.tooManyRated(MOST_RATED))], right: [] };
  const votes = await rateOnBoards(await engine(), set.boards, set.weights, { signal });
  const right = votes.requests
    .filter(({ request }) => voteIsRight(votes, request))
    .map(({ request }) => request ?? 'pass');
  const best = votes.requests[0];
  if (!best) return { findings: [bad(words.noneUsable)], right: [] };
  findings.unshift(good(words.bestMoves(right.map(nameOf), right.length, best.mean)));
  if (!listed) {
    if (right.length > Math.max(2, votes.requests.length / 3))
      findings.push(warn(words.manyMoves(right.length, votes.requests.length)));
    return { findings, right };
  }
  const worse = usable.flatMap((move) => {
    const rated = votes.requests.find(({ request }) => (request ?? 'pass') === move || request === `${move}q`);
    return rated && !right.includes(rated.request ?? 'pass') ? [{ move, mean: rated.mean }] : [];
  });
  for (const { move, mean } of worse.slice(0, FEW))
    findings.push(warn(words.worseMove(nameOf(move), mean, nameOf(best.request ?? 'pass'), best.mean)));
  return { findings, right };
}

function nameOf(answer: string): string {
  return answer === 'pass' ? words.pass : answer.length > 3 ? moveText(answer) : answer;
}
