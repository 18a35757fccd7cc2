/** How long a visitor waits for the engine when the files are already cached. */
export default async function start({ page, start, report }) {
  const times = await page.evaluate(async (start) => {
    const times = [];
    for (let i = 0; i < 10; i++) {
      const began = performance.now();
      const outpost = await globalThis.Outpost.start(start);
      times.push(performance.now() - began);
      outpost.terminate();
    }
    return times;
  }, start);
  report('start', times, 'ms');
}
