// Counts the boards that are possible for White after e2e4 and a reply that White has not seen, before and after a sense.
import { Outpost } from 'outpost-rbc';

const outpost = await Outpost.start();
const belief = await outpost.track('white');

// White's first turn: no capture notice, no sense, e2e4. Then Black's reply, which captures nothing.
await belief.tell({ type: 'opponent', capture: null });
await belief.tell({ type: 'sense', square: null, result: [] });
await belief.tell({ type: 'move', requested: 'e2e4', taken: 'e2e4', capture: null });
await belief.tell({ type: 'opponent', capture: null });

const before = await belief.view();
console.log(`${before.size} boards are possible; HSUC would sense square ${before.bestSense}`);

// White senses e6 (square 44, a1 = 0) and sees Black's pawn on e5. Windows are listed from the rank above, left to right.
const window = [51, 52, 53, 43, 44, 45, 35, 36, 37];
const seen = { 51: 'p', 53: 'p', 36: 'p' };
await belief.tell({ type: 'sense', square: 44, result: window.map((square) => [square, seen[square] ?? null]) });

const after = await belief.view();
console.log(`${after.size} board is possible: ${(await belief.boards()).join()}`);
outpost.terminate();
