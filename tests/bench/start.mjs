/** How long a visitor waits for the engine, when the files are there already. */
export default async function start({ page, report }) {
  const times = await page.evaluate(async () => {
    const times = [];
    for (let i = 0; i < 10; i++) {
      const began = performance.now();
      const outpost = await globalThis.Outpost.start();
      times.push(performance.now() - began);
      outpost.terminate();
    }
    return times;
  });
  report('start', times, 'ms');
}
