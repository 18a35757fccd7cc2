// The CPU time of a program with everything it starts, also of what outlives it, as a browser's processes do: by a control
// group of its own, where Linux lets us make one.
import { mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

let made = 0;

/** Groups in which something still ran when they were read. */
const left = new Set();
process.on('exit', () => left.forEach(remove));

function remove(/** @type {string} */ folder) {
  try {
    rmdirSync(folder);
    left.delete(folder);
  } catch {
    left.add(folder);
  }
}

/** This process's control group that counts CPU time, with what reads it in seconds. */
function ownGroup() {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
  for (const line of lines) {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers.split(',').includes('cpuacct')) {
      const read = (/** @type {string} */ folder) => Number(readFileSync(join(folder, 'cpuacct.usage'), 'utf8')) / 1e9;
      return { folder: join('/sys/fs/cgroup/cpuacct', path), read };
    }
    if (controllers === '' && lines.length === 1) {
      const read = (/** @type {string} */ folder) =>
        Number(/^usage_usec (\d+)/m.exec(readFileSync(join(folder, 'cpu.stat'), 'utf8'))?.[1]) / 1e6;
      return { folder: join('/sys/fs/cgroup', path), read };
    }
  }
  return null;
}

/**
 * A new meter, or null where there can be none. A process is measured, with all that it starts from then on, once its
 * number is written into the file `members`; `end` gives the seconds so far, or null.
 *
 * @returns {{ members: string, end: () => number | null } | null}
 */
export function cpuMeter() {
  try {
    const own = ownGroup();
    if (own === null) return null;
    const folder = join(own.folder, `outpost-${process.pid}-${made++}`);
    mkdirSync(folder);
    return {
      members: join(folder, 'cgroup.procs'),
      end: () => {
        const seconds = own.read(folder);
        remove(folder);
        return Number.isFinite(seconds) ? seconds : null;
      },
    };
  } catch {
    return null;
  }
}
