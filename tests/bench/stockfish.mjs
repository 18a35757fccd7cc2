/**
 * Stockfish in one and in two workers: loading time, search speed, and the time to score every move of a position, which is
 * what agents ask for. The positions are 50 of five games in which one of the three best moves was played at random.
 */
const DEPTHS = [4, 6, 8];
const ROUNDS = 3;

/** Stockfish's workers do not depend on the engine's build; only isolation could make a difference. */
export const columns = ['threads', 'single'];

export default async function stockfish({ page, report }) {
  const loads = await page.evaluate(async (rounds) => {
    const loads = [];
    for (const workers of [1, 2]) {
      for (let round = 0; round < rounds; round++) {
        await caches.delete('outpost-stockfish');
        for (const from of ['files', 'cache']) {
          const uci = new globalThis.Uci();
          const loaded = await uci.load(workers);
          uci.end();
          loads.push({ ...loaded, from });
        }
      }
    }
    return loads;
  }, ROUNDS);
  for (const workers of [1, 2]) {
    for (const from of ['files', 'cache']) {
      const times = loads.filter((load) => load.workers === workers && load.from === from);
      const name = `from the ${from === 'files' ? 'local server' : 'cache'}, ${workers} workers`;
      report(
        `files there, ${name}`,
        times.map((load) => load.fetchedMs),
        'ms',
      );
      report(
        `all workers said uciok, ${name}`,
        times.map((load) => load.totalMs),
        'ms',
      );
    }
  }

  const positions = await fiftyPositions(page);
  for (const workers of [1, 2]) {
    const { speeds, scored, moves } = await page.evaluate(
      async ({ workers, positions, depths, rounds }) => {
        const uci = new globalThis.Uci();
        await uci.load(workers);
        const all = [...Array(workers).keys()];
        const each = (lines, last) => Promise.all(all.map((worker) => uci.ask(lines, last, worker)));

        const speeds = [];
        for (let round = 0; round < rounds; round++) {
          const answers = await each(['ucinewgame', 'position startpos', 'go movetime 1000'], 'bestmove');
          const nps = answers.map((lines) =>
            Number(lines.findLast((line) => / nps /.test(line)).match(/ nps (\d+)/)[1]),
          );
          speeds.push(nps.reduce((sum, n) => sum + n) / 1000);
        }

        await each(['setoption name MultiPV value 256', 'isready'], 'readyok');
        let moves = 0;
        const scored = {};
        for (const depth of depths) {
          scored[depth] = [];
          for (let round = 0; round < rounds; round++) {
            await each(['ucinewgame', 'isready'], 'readyok');
            moves = 0;
            let next = 0;
            const began = performance.now();
            await Promise.all(
              all.map(async (worker) => {
                while (next < positions.length) {
                  const lines = await uci.ask([positions[next++], `go depth ${depth}`], 'bestmove', worker);
                  moves += lines.filter((line) => line.startsWith(`info depth ${depth} `)).length;
                }
              }),
            );
            scored[depth].push((performance.now() - began) / positions.length);
          }
        }
        uci.end();
        return { speeds, scored, moves };
      },
      { workers, positions, depths: DEPTHS, rounds: ROUNDS },
    );
    report(`nodes a second from the start, ${workers} workers together`, speeds, 'thousand');
    for (const depth of DEPTHS) {
      const what = `every move of a position (of ${moves / 50}) to depth ${depth}, ${workers} workers`;
      report(what, scored[depth], 'ms');
    }
  }
}

/** The same positions for everything timed: its best moves may differ from run to run. */
async function fiftyPositions(page) {
  return page.evaluate(async () => {
    const uci = new globalThis.Uci();
    await uci.load(1);
    await uci.ask(['setoption name MultiPV value 3', 'isready'], 'readyok');
    let seed = 1;
    const random = (below) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const positions = [];
    while (positions.length < 50) {
      const played = [];
      for (let ply = 1; ply <= 60; ply++) {
        const lines = await uci.ask([`position startpos moves ${played.join(' ')}`, 'go depth 3'], 'bestmove');
        const best = lines.filter((line) => line.startsWith('info depth 3 '));
        if (best.length < 3) break;
        played.push(best[random(3)].match(/ pv (\w+)/)[1]);
        if (ply % 6 === 0) positions.push(`position startpos moves ${played.join(' ')}`);
      }
    }
    uci.end();
    return positions.slice(0, 50);
  });
}
