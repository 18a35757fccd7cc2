// A bot that plays White against an agent: node bot.mjs [AGENT] [FILE]. Writes the record of the game to FILE.
import { writeFileSync } from 'node:fs';
import { Outpost } from 'outpost-rbc';

const [agent = 'random', file = 'game.json'] = process.argv.slice(2);

/** The square whose sense is expected to give the most information. */
function chooseSense({ senseBits }) {
  return senseBits.indexOf(Math.max(...senseBits));
}

/** The request with the highest expected win probability over all possible boards. */
function chooseMove({ rows }) {
  return rows.reduce((best, row) => (row.mean > best.mean ? row : best)).request;
}

const outpost = await Outpost.start();
const game = await outpost.newGame({
  white: { kind: 'person', name: 'example bot' },
  black: { kind: 'agent', agent, budgetMs: 100 },
  clock: null,
  seed: 1,
  turnLimit: 200,
});

while ((await game.outcome()) === null) {
  const { color } = await game.toMove();
  if (color === 'white') {
    await game.sense('white', chooseSense(await game.belief('white')));
    await game.move('white', chooseMove(await game.moves('white', { nodes: 20_000 })));
  } else {
    await game.agentTurn({ nodes: 20_000 });
  }
}

const { winner, reason } = await game.outcome();
console.log(`${winner ?? 'nobody'} won: ${reason}`);
writeFileSync(file, await game.recordJson());
outpost.terminate();
