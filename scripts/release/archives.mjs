// Archives whose bytes depend on their files only: entries in order, with one date, one owner and modes of our own.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync, constants as zlib } from 'node:zlib';

/**
 * A file of an archive.
 *
 * @typedef {object} Entry
 * @property {string} name its path, with slashes
 * @property {Uint8Array} bytes
 * @property {boolean} [executable]
 */

/** What deflate makes hardly smaller. */
const COMPRESSED = /\.(br|png|gz|woff2)$/;

const PROGRAM = 0o755;
const FILE = 0o644;

/**
 * The files of a folder, without hidden ones.
 *
 * @param {string} folder
 * @param {string} [prefix] what their names begin with
 * @returns {Entry[]}
 */
export function entriesOf(folder, prefix = '') {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: relative(folder, path).split(sep).join('/') }))
    .filter(({ name }) => !/(^|\/)\./.test(name))
    .map(({ path, name }) => ({ name: prefix + name, bytes: readFileSync(path) }));
}

const inOrder = (entries) => entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/**
 * @param {Entry[]} entries
 * @param {Date} date
 */
export async function zip(entries, date) {
  // Loaded late: scripts import this module before npm packages are installed.
  const { zipSync } = await import('fflate');
  // A zip file has local times: at noon there is no change of clocks.
  const mtime = new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 12);
  const files = inOrder(entries).map(({ name, bytes, executable }) => {
    const attrs = ((executable ? PROGRAM : FILE) | 0o100000) << 16;
    return [name, [bytes, { mtime, os: 3, attrs, level: COMPRESSED.test(name) ? 0 : 9 }]];
  });
  return Buffer.from(zipSync(Object.fromEntries(files)));
}

/**
 * A tar file, gzipped.
 *
 * @param {Entry[]} entries
 * @param {Date} date
 * @param {number} [level] of the compression, 1 to 9
 */
export async function tarball(entries, date, level = zlib.Z_BEST_COMPRESSION) {
  const { pack } = await import('tar-stream');
  const tar = pack();
  for (const { name, bytes, executable } of inOrder(entries)) {
    const mode = executable ? PROGRAM : FILE;
    tar.entry({ name, mode, mtime: date, uid: 0, gid: 0, uname: 'root', gname: 'root' }, Buffer.from(bytes));
  }
  tar.finalize();
  const packed = gzipSync(await buffer(tar), { level });
  // The system on which it was compressed: unknown.
  packed[9] = 255;
  return packed;
}

/** Whether {@link entriesIn} reads files of this name. */
export const isArchive = (file) => /\.(zip|whl|tgz|tar\.gz)$/.test(file);

/**
 * The files of an archive.
 *
 * @param {string} file
 * @param {(name: string) => boolean} [wanted]
 * @returns {Promise<Entry[]>}
 */
export async function entriesIn(file, wanted = () => true) {
  const bytes = readFileSync(file);
  if (/\.(zip|whl)$/.test(file)) {
    const { unzipSync } = await import('fflate');
    const files = unzipSync(bytes, { filter: ({ name }) => !name.endsWith('/') && wanted(name) });
    return Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
  }
  const { extract } = await import('tar-stream');
  const tar = extract();
  tar.end(gunzipSync(bytes));
  const entries = [];
  for await (const entry of tar) {
    const { name, type, mode = FILE } = entry.header;
    if (type !== 'file' || !wanted(name)) entry.resume();
    else entries.push({ name, bytes: await buffer(entry), executable: (mode & 0o111) !== 0 });
  }
  return entries;
}
