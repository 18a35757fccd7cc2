/** A record to open: how a game of the package's random bots begins. */
import { readFileSync } from 'node:fs';

/** From here on so little is known that a page would be busy with hundreds of thousands of boards all the while. */
const TURNS = 8;

type Sides = Record<'true' | 'false', unknown[]>;

const file = new URL('../conformance/fixtures/game.json', import.meta.url);
const whole = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

const begun = (sides: Sides): Sides => ({ true: sides.true.slice(0, TURNS), false: sides.false.slice(0, TURNS) });

/** White resigns after eight turns of each side. The names are `Zoë` and `棋士`. */
export const gameRecord: string = JSON.stringify({
  ...whole,
  ...Object.fromEntries(
    [
      'senses',
      'sense_results',
      'requested_moves',
      'taken_moves',
      'capture_squares',
      'fens_before_move',
      'fens_after_move',
    ].map((key) => [key, begun(whole[key] as Sides)]),
  ),
  win_reason: { type: 'WinReason', value: 'RESIGN' },
});
