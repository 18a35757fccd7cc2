/**
 * How long a whole turn (sense and move) of each agent takes with the page's default of a second for each decision:
 * games against `random`, whose many moves make sets large, and against itself. The network is `models/siamese.onnx`.
 */
import { servedFile } from './lib/served-file.mjs';

const GAMES = Number(process.env.OUTPOST_GAMES ?? 2);
/** The agents whose turns are timed, separated by commas; all by default. */
const AGENTS = process.env.OUTPOST_AGENTS?.split(',');
/** Turns of one game that are timed. */
const TURNS = 40;

/** With and without isolation. */
export const columns = ['threads', 'single'];

export default async function agentTurns({ page, start, report }) {
  const file = await servedFile(page, 'models/siamese.onnx');
  const names = await page.evaluate(
    async ({ start, file }) => {
      globalThis.outpost = await globalThis.Outpost.start(start);
      await globalThis.outpost.siamese.load({ model: { ...file, url: new URL(file.url, location.href) } });
      return (await globalThis.outpost.agents()).map(({ name }) => name);
    },
    { start, file },
  );
  for (const name of AGENTS ?? names) {
    for (const opponent of new Set(['random', name])) {
      const times = await page.evaluate(timeTurns, { name, opponent, games: GAMES, turns: TURNS });
      report(`${name} v. ${opponent}`, times, 'ms');
    }
  }
}

/** Runs in the page. */
async function timeTurns({ name, opponent, games, turns }) {
  const seat = (agent) => ({ kind: 'agent', agent, budgetMs: 1000 });
  const times = [];
  for (let seed = 1; seed <= games; seed++) {
    const game = await globalThis.outpost.newGame({
      white: seat(name),
      black: seat(opponent),
      clock: null,
      seed,
    });
    for (let ply = 0; ply < 2 * turns && (await game.outcome()) === null; ply++) {
      const began = performance.now();
      await game.agentTurn();
      if (ply % 2 === 0) times.push(performance.now() - began);
    }
    game.dispose();
  }
  return times;
}
