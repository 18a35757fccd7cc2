import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { cpuMeter } from './cpu-meter.mjs';

const meter = cpuMeter();

test.skipIf(meter === null)('a meter counts what a process starts, also what it does not wait for', async () => {
  if (meter === null) return;
  // Half a second of work by a grandchild that nobody waits for.
  const work = 'const since = process.cpuUsage(); while (process.cpuUsage(since).user < 5e5);';
  const script = 'echo $$ > "$1"; (setsid "$2" -e "$3" > /dev/null 2>&1 &)';
  expect(spawnSync('sh', ['-c', script, 'sh', meter.members, process.execPath, work]).status).toBe(0);
  await expect.poll(meter.end, { timeout: 30_000 }).toBeGreaterThan(0.5);
});
