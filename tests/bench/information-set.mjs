/**
 * Expansion and HSUC on the sets that Black holds possible after White's unsensed opening moves, as
 * the group `opening` of `cargo bench -p rbc-belief` times them natively. Calls are timed from the
 * page: the way to the worker and back is included.
 */
const OWN_MOVES = ['e7e6', 'g8f6', 'b8c6', 'f8e7', 'a7a6'];

export default async function informationSet({ page, report }) {
  const rounds = await page.evaluate(async (moves) => {
    const outpost = await globalThis.Outpost.start();
    const timed = async (call) => {
      const began = performance.now();
      const result = await call();
      return [performance.now() - began, result];
    };
    const rounds = [];
    for (let round = 0; round < 5; round++) {
      const belief = await outpost.track('black');
      const steps = [];
      for (const move of moves) {
        const [expansion] = await timed(() => belief.tell({ type: 'opponent', capture: null }));
        const [hsuc, view] = await timed(() => belief.view());
        steps.push({ boards: view.size, expansion, hsuc });
        await belief.tell({ type: 'sense', square: null, result: [] });
        await belief.tell({ type: 'move', requested: move, taken: move, capture: null });
      }
      belief.dispose();
      rounds.push(steps);
    }
    outpost.terminate();
    return rounds;
  }, OWN_MOVES);
  const first = rounds[0];
  for (let i = 2; i < first.length; i++) {
    const { boards } = first[i];
    report(
      `expansion, ${first[i - 1].boards} to ${boards} boards`,
      rounds.map((steps) => steps[i].expansion),
      'ms',
    );
    report(
      `HSUC and marginals, ${boards} boards`,
      rounds.map((steps) => steps[i].hsuc),
      'ms',
    );
  }
}
