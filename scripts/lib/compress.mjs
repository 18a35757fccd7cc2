// Compresses a built site: beside each file that gets smaller lies one with `.br` at its end, in brotli, which servers send instead
// (static-server.mjs; docs/hosting.md). Results are kept under the hash of what they were made of, as the highest quality takes seconds.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { root } from './run.mjs';

/** What a compressed file's name has at its end. */
export const BROTLI = '.br';

const KEPT = join(root, 'target/brotli');
const EXTENSIONS = new Set(['.css', '.html', '.js', '.json', '.onnx', '.svg', '.txt', '.wasm', '.webmanifest']);
/** Smaller files fit into a packet as they are. */
const LEAST = 1_000;
/** From this size on the highest quality takes too long for a few per cent. */
const LARGE = 3_000_000;
/** What is hardly smaller is not worth unpacking. */
const WORTH = 0.95;

const compress = promisify(brotliCompress);

/** Names of compressed files, which are no files of the site. */
export const isCompressed = (name) => name.endsWith(BROTLI);

/**
 * Compresses the files of a folder.
 *
 * @param {string} folder
 */
export async function compressFolder(folder) {
  mkdirSync(KEPT, { recursive: true });
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && EXTENSIONS.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const lane = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await compressFile(path);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}

async function compressFile(path) {
  const bytes = readFileSync(path);
  if (bytes.length < LEAST) return;
  const quality = bytes.length < LARGE ? constants.BROTLI_MAX_QUALITY : 9;
  const key = createHash('sha256').update(bytes).digest('hex');
  const kept = join(KEPT, `${key}-${quality}${BROTLI}`);
  let small;
  if (existsSync(kept)) {
    small = readFileSync(kept);
  } else {
    small = await compress(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    });
    // As a whole: a build may be interrupted, or another may run beside it.
    const part = `${kept}.${process.pid}`;
    writeFileSync(part, small);
    renameSync(part, kept);
  }
  if (small.length < WORTH * bytes.length) writeFileSync(path + BROTLI, small);
}
