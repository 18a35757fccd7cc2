/** A record to open: how a game of the package's random bots begins. */
import { readFileSync } from 'node:fs';
import { beginningOf } from '../fixtures/beginning-of.ts';

/** From here on so little is known that a page would be busy with hundreds of thousands of boards all the while. */
const TURNS = 8;

const file = new URL('../conformance/fixtures/game.json', import.meta.url);

/** White resigns after eight turns of each side. The names are `Zoë` and `棋士`. */
export const gameRecord: string = JSON.stringify({
  ...beginningOf(JSON.parse(readFileSync(file, 'utf8')), TURNS),
  win_reason: { type: 'WinReason', value: 'RESIGN' },
});
