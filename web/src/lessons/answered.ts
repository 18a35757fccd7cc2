/**
 * What a lesson's task comes to when it is answered so: the same game (seed, start, opponent) and the same judgement as in
 * `<outpost-game>`, without a page. For tests, and for what is known at a decision (`workshop/checking.ts`).
 */
import type { AgentName, BeliefView, Color, Outpost, PlayerView, Square } from 'outpost-rbc';
import type { Measure } from '../belief/sense-rows';
import { parseSquare, type Role, roleOf, squareName } from '../board/squares';
import { readFen, readFens, readMoves, readWeights } from '../problems/attributes';
import { type BoardSet, boardSet, groupsOf } from '../problems/board-set';
import { rateOnBoards, type Votes } from '../problems/board-votes';
import {
  choiceIsRight,
  isListed,
  isPlayed,
  leftAtWorst,
  senseIsRight,
  type Task,
  voteIsRight,
} from '../problems/tasks';
import type { Shown } from './lesson';

export interface Answered {
  result: 'solved' | 'failed' | 'open';
  /** What the person was told, in order: `lost d5` (or `lost -`), `seen kf6 pg7`, `took e6` and `moved b2f6` (or `moved -`). */
  told: string[];
}

function squareOf(name: string): Square {
  const square = parseSquare(name);
  if (square === null) throw new Error(`“${name}” is no square`);
  return square;
}

/** The boards that a task is about; `null` where it is about a game. */
export function setOf({ boards, weights }: Shown['attributes']): BoardSet | null {
  return boards ? boardSet(readFens(boards), weights ? readWeights(weights) : null) : null;
}

/** What is known where a task asks for one decision: of its boards, or at the person's first turn of its game. */
export async function known(outpost: Outpost, { attributes }: Shown): Promise<BeliefView> {
  return setOf(attributes)?.belief ?? withGame(outpost, attributes, (game, side) => game.belief(side));
}

/** How good each request is on each of a task's boards. */
export function votesOf(outpost: Outpost, { attributes }: Shown): Promise<Votes> {
  const set = setOf(attributes);
  if (!set) throw new Error('the task has no boards');
  return rateOnBoards(outpost, set.boards, set.weights);
}

/** How a sense sorts boards, which are numbered from 1: those of a group show the same. */
export function groups(boards: string, square: string): number[][] {
  return groupsOf(boardSet(readFens(boards)), squareOf(square))
    .map((group) => group.map((index) => index + 1))
    .sort(([a = 0], [b = 0]) => a - b);
}

/** Whether an answer is right (`sense e5`, `where e5`, `count 12`, `left 4`, `choose 2`, `e2e4`, `pass`). */
async function isRight(outpost: Outpost, shown: Shown, answer: string): Promise<boolean> {
  const { task, measure = 'worst', goal, answer: right } = shown.attributes;
  const [what = '', given = ''] = answer.split(' ');
  const set = setOf(shown.attributes);
  if (task === 'choose') return right ? given === right : choiceIsRight(set?.weights ?? [], Number(given) - 1);
  const isMove = task === 'move' || task === 'played';
  if (right) return isListed(right.split(/[\s,]+/), isMove ? what : given);
  if (isMove) {
    const [request = null] = readMoves(what);
    return voteIsRight(await votesOf(outpost, shown), request);
  }
  if (task === 'left')
    return Number(given) === leftAtWorst(set?.boards ?? [], squareOf(shown.attributes.squares ?? ''));
  const belief = await known(outpost, shown);
  if (what === 'count') return Number(given) === belief.size;
  return senseIsRight(belief, squareOf(given), measure as Measure, goal ? Number(goal) : null) === true;
}

/** All squares that answer a task `sense`. */
export async function rightSenses(outpost: Outpost, shown: Shown): Promise<string[]> {
  const { measure = 'worst', goal } = shown.attributes;
  const belief = await known(outpost, shown);
  return Array.from({ length: 64 }, (_, square) => square)
    .filter((square) => senseIsRight(belief, square, measure as Measure, goal ? Number(goal) : null))
    .map(squareName);
}

type Played = Awaited<ReturnType<Outpost['newGame']>>;

/** A game as the task has it, at the person's first decision. */
async function withGame<T>(
  outpost: Outpost,
  attributes: Shown['attributes'],
  use: (game: Played, side: Color) => Promise<T>,
): Promise<T> {
  const { fen, seed, agent = 'attacker' } = attributes;
  const side = (attributes.side ?? (fen ? readFen(fen).turn : 'white')) as Color;
  const person = { kind: 'person', name: 'You' } as const;
  const opponent = { kind: 'agent', agent: agent as AgentName, budgetMs: 500 } as const;
  const game = await outpost.newGame({
    white: side === 'white' ? person : opponent,
    black: side === 'black' ? person : opponent,
    clock: null,
    seed: Number(seed),
    ...(fen ? { startFen: fen } : {}),
  });
  try {
    if ((await game.view(side)).phase === 'waiting') await game.agentTurn();
    return await use(game, side);
  } finally {
    game.dispose();
  }
}

/** All that may be requested at the first decision, and the pass. */
export function requestsOf(outpost: Outpost, { attributes }: Shown): Promise<string[]> {
  return withGame(outpost, attributes, async (game, side) => {
    await game.sense(side, null);
    return [...(await game.view(side)).requests, 'pass'];
  });
}

function hasReached(attributes: Shown['attributes'], view: PlayerView): boolean {
  const squares = (attributes.squares ?? '').split(/[\s,]+/).map(squareOf);
  const piece = (attributes.piece ?? null) as Role | null;
  return squares.some((square) => {
    const here = view.own[square];
    return here !== null && here !== undefined && (piece === null || roleOf(here) === piece);
  });
}

/** Answers the task; where a turn's answers begin with a move, nothing is sensed. */
export async function answered(outpost: Outpost, shown: Shown, answers: readonly string[]): Promise<Answered> {
  const { attributes } = shown;
  const task = attributes.task as Task;
  const told: string[] = [];
  if (!isPlayed(task)) {
    const right = await isRight(outpost, shown, answers.at(-1) ?? '');
    return { result: right ? 'solved' : 'open', told };
  }
  const turns = attributes.turns ? Number(attributes.turns) : Number.POSITIVE_INFINITY;
  return withGame(outpost, attributes, async (game, side) => {
    const left = [...answers];
    const done = (result: Answered['result']) => ({ result, told });
    for (let played = 0; ; ) {
      const view = await game.view(side);
      if (view.outcome) {
        const { winner, reason } = view.outcome;
        if (task === 'capture-king') return done(winner === side && reason === 'KING_CAPTURE' ? 'solved' : 'failed');
        return done(task === 'survive' && (winner === side || winner === null) ? 'solved' : 'failed');
      }
      if (view.phase === 'waiting') {
        if (task !== 'survive' && played >= turns) return done('failed');
        await game.agentTurn();
      } else if (view.phase === 'sense') {
        const notice = view.observations.filter((each) => each.type === 'opponent').at(-1);
        told.push(`lost ${notice?.capture == null ? '-' : squareName(notice.capture)}`);
        if (task === 'survive' && played >= turns) return done('solved');
        if (left.length === 0) return done('open');
        const sense = left[0]?.startsWith('sense ') ? squareOf((left.shift() as string).slice(6)) : null;
        const { result } = await game.sense(side, sense);
        const pieces = result.flatMap(([square, piece]) => (piece ? [`${piece}${squareName(square)}`] : []));
        if (sense !== null) told.push(`seen ${pieces.join(' ')}`);
        if (task === 'locate' && (await game.belief(side)).estimate <= Number(attributes.goal ?? 1))
          return done('solved');
      } else {
        const request = left.shift();
        if (request === undefined) return done('open');
        const { taken, capture } = await game.move(side, request === 'pass' ? null : request);
        played += 1;
        if (capture !== null) told.push(`took ${squareName(capture)}`);
        told.push(`moved ${taken ?? '-'}`);
        if (task === 'reach' && hasReached(attributes, await game.view(side))) return done('solved');
      }
    }
  });
}
