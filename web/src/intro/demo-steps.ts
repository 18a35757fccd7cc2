/** A turn of the game for people who do not know it yet: 1. e4 d5 2. Bb5 dxe4, and White captures the king. */
import type { PieceLetter, Square } from 'outpost-rbc';
import type { Arrow, Ghost } from '../board/board';
import { boardOfFen, parseSquare, senseWindow } from '../board/squares';

export const STEPS = ['start', 'told', 'sense', 'seen', 'move', 'blocked', 'result', 'end'] as const;
export type StepName = (typeof STEPS)[number];

/** The steps that the board plays by itself: what a turn is, without its exceptions. */
export const LOOP: readonly StepName[] = ['start', 'told', 'sense', 'seen', 'move', 'result'];

/** Milliseconds of a step where its text is read: all of them take a minute. */
export const STORY_MS = 7500;
/** And where only the board is looked at. */
export const LOOP_MS = 2600;
/** Where the window stops before it is where it senses. */
export const WANDER: readonly Square[] = ['g6', 'b6', 'e5'].map((name) => square(name));
export const WANDER_MS = 600;

const BEFORE = '8/8/8/1B6/4P3/8/PPPP1PPP/RNBQK1NR';
const TURN = '8/8/8/1B6/8/8/PPPP1PPP/RNBQK1NR';
const AFTER = '4B3/8/8/8/8/8/PPPP1PPP/RNBQK1NR';
/** All pieces as they stand when the turn begins. The board never shows more of them than White sees. */
export const TRUTH = 'rnbqkbnr/ppp1pppp/8/1B6/4p3/8/PPPP1PPP/RNBQK1NR';
export const LOST = square('e4');
export const SENSED = square('d7');
export const REQUEST = 'b5e8';

/** What the board shows in a step. */
export interface Scene {
  pieces: (PieceLetter | null)[];
  ghosts: Ghost[];
  tints: Map<Square, string>;
  frame: Square | null;
  arrows: Arrow[];
}

export function sceneOf(step: StepName): Scene {
  const at = STEPS.indexOf(step);
  const won = at >= STEPS.indexOf('result');
  const looked = at >= STEPS.indexOf('seen');
  const pieces = boardOfFen(step === 'start' ? BEFORE : won ? AFTER : TURN);
  const window = looked ? senseWindow(SENSED) : [];
  const truth = boardOfFen(TRUTH);
  const ghosts = window.flatMap((square): Ghost[] => {
    const piece = truth[square];
    return piece && !pieces[square] ? [{ square, piece, kind: 'seen', opacity: 1, age: 0 }] : [];
  });
  const tints = new Map<Square, string>();
  for (const square of truth.keys()) if (!pieces[square] && !window.includes(square)) tints.set(square, 'fog');
  if (step === 'told') tints.set(LOST, 'lost');
  if (step === 'seen' || step === 'move') for (const square of window) tints.set(square, 'seen-now');
  if (step === 'result') tints.set(square('e8'), 'took');
  const [from, to] = [square('b5'), square('e8')];
  const arrows: Arrow[] =
    step === 'move'
      ? [{ from, to, kind: 'taken' }]
      : step === 'blocked'
        ? [
            { from, to: square('d7'), kind: 'taken' },
            { from: square('d7'), to, kind: 'asked' },
          ]
        : [];
  // Nobody sees it: it only might be there.
  if (step === 'blocked') ghosts.push({ square: square('d7'), piece: 'n', kind: 'outline', opacity: 0.75 });
  return { pieces, ghosts, tints, frame: step === 'sense' || step === 'seen' ? SENSED : null, arrows };
}

function square(name: string): Square {
  return parseSquare(name) as Square;
}
