/**
 * Expansion and survey (HSUC over all 64 windows, marginals, entropies) of Black's sets after White's unsensed opening
 * moves, as `cargo bench -p rbc-belief` times them natively. Calls are timed from the page, including the way to the
 * worker and back.
 */
/** Between expansions. */
const OWN_MOVES = ['e7e6', 'g8f6', 'b8c6', 'f8e7', 'a7a6', null];
const ROUNDS = 12;

export default async function informationSet({ page, start, report }) {
  const { sets, rounds } = await page.evaluate(
    async ({ start, moves, count }) => {
      const outpost = await globalThis.Outpost.start(start);
      const timed = async (call) => {
        const began = performance.now();
        const result = await call();
        return [performance.now() - began, result];
      };
      const sets = [];
      const rounds = [];
      // The first round warms up, and asks what is needed only once.
      for (let round = 0; round <= count; round++) {
        const belief = await outpost.track('black');
        const times = [];
        for (const move of moves) {
          if (round === 0) sets.push({ from: (await belief.view()).size, raw: await belief.opponentMoves() });
          const [expansion] = await timed(() => belief.tell({ type: 'opponent', capture: null }));
          const [survey, view] = await timed(() => belief.view());
          if (round === 0) sets[sets.length - 1].to = view.size;
          times.push({ expansion, survey });
          if (move === null) break;
          await belief.tell({ type: 'sense', square: null, result: [] });
          await belief.tell({ type: 'move', requested: move, taken: move, capture: null });
        }
        belief.dispose();
        if (round > 0) rounds.push(times);
      }
      outpost.terminate();
      return { sets, rounds };
    },
    { start, moves: OWN_MOVES, count: ROUNDS },
  );
  sets.forEach(({ from, raw, to }, i) => {
    if (i === 0) return;
    const expansion = rounds.map((times) => times[i].expansion);
    report(`expansion, ${from} to ${to} boards`, expansion, 'ms');
    report(
      `raw successors, ${from} to ${to} boards`,
      expansion.map((ms) => raw / ms / 1000),
      'million a second',
    );
  });
  sets.forEach(({ to }, i) => {
    if (i === 0) return;
    const survey = rounds.map((times) => times[i].survey);
    report(`survey, ${to} boards`, survey, 'ms');
  });
}
