/**
 * Whether the engine listens while it works on large sets: how long an abort takes, and how long other calls
 * wait, during the expansion to some 1.5 million boards and their survey. Afterwards both run to the end and must give the
 * undisturbed result.
 */
const OWN_MOVES = ['e7e6', 'g8f6', 'b8c6', 'f8e7', 'a7a6'];

export default async function responsiveness({ page, start, report }) {
  const measured = await page.evaluate(
    async ({ start, moves }) => {
      const outpost = await globalThis.Outpost.start(start);
      const quiet = { type: 'opponent', capture: null };
      const turn = (move) => [
        { type: 'sense', square: null, result: [] },
        { type: 'move', requested: move, taken: move, capture: null },
      ];
      const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      const timed = async (call) => {
        const began = performance.now();
        const result = await call();
        return [performance.now() - began, result];
      };
      const large = async () => {
        const belief = await outpost.track('black');
        for (const move of moves) for (const told of [quiet, ...turn(move)]) await belief.tell(told);
        return belief;
      };

      /** Aborts `call` after a part of its time; returns how long after that it rejects. */
      const aborted = async (call, after) => {
        const controller = new AbortController();
        const running = call({ signal: controller.signal }).then(
          () => null,
          (error) => {
            if (error.name !== 'AbortError') throw error;
            return performance.now();
          },
        );
        await pause(after);
        const at = performance.now();
        controller.abort();
        const heard = await running;
        return heard === null ? null : heard - at;
      };

      /** Makes small calls in sequence until `call` is done; returns how long each took. */
      const beside = async (call, small) => {
        let done = false;
        const running = call().finally(() => {
          done = true;
        });
        const waits = [];
        while (!done) {
          const [wait] = await timed(small);
          if (!done) waits.push(wait);
          await pause(1);
        }
        return { waits, result: await running };
      };

      const undisturbed = await large();
      const [tellMs] = await timed(() => undisturbed.tell(quiet));
      const [viewMs, whole] = await timed(() => undisturbed.view());
      undisturbed.dispose();

      const small = await outpost.track('black');
      for (const told of [quiet, ...turn('e7e6'), quiet]) await small.tell(told);
      const calls = { agents: () => outpost.agents(), view: () => small.view() };

      let belief = await large();
      const tell = (options) => belief.tell(quiet, options);
      const view = (options) => belief.view(options);
      const parts = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85];
      const results = { size: whole.size, tellAborts: [], viewAborts: [], waits: {} };
      for (const part of parts) {
        const heard = await aborted(tell, part * tellMs);
        results.tellAborts.push(heard);
        if (heard !== null) continue;
        // It had finished before.
        belief.dispose();
        belief = await large();
      }
      const told = await beside(tell, calls.agents);
      for (const part of parts) results.viewAborts.push(await aborted(view, part * viewMs));
      results.waits['agents(), during the expansion'] = told.waits;
      const seen = await beside(view, calls.agents);
      results.waits['agents(), during the survey'] = seen.waits;
      const again = await large();
      const toldAgain = await beside(() => again.tell(quiet), calls.view);
      results.waits['view() of 280 boards, during the expansion'] = toldAgain.waits;
      const seenAgain = await beside(() => again.view(), calls.view);
      results.waits['view() of 280 boards, during the survey'] = seenAgain.waits;
      const text = (view) => JSON.stringify(view, (_, v) => (ArrayBuffer.isView(v) ? Array.from(v) : v));
      results.same = [seen.result, seenAgain.result].every((view) => text(view) === text(whole));
      outpost.terminate();
      return results;
    },
    { start, moves: OWN_MOVES },
  );
  if (!measured.same) throw new Error('what was disturbed came to something else');
  const boards = `${measured.size} boards`;
  const add = (what, values) => {
    const heard = values.filter((value) => value !== null);
    if (heard.length > 0) report(what, heard, 'ms');
  };
  add(`abort of the expansion to ${boards}`, measured.tellAborts);
  add(`abort of the survey of ${boards}`, measured.viewAborts);
  for (const [what, values] of Object.entries(measured.waits)) add(`${what}, ${boards}`, values);
}
