import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../../scripts/lib/run.mjs';

/**
 * Serves a file of the repository to the page, and returns how the package is told of it; its `url` is relative to the page.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
export async function servedFile(page, name) {
  const body = readFileSync(join(root, name));
  const url = `/bench-${basename(name)}`;
  await page.route(`**${url}`, (route) => route.fulfill({ body, contentType: 'application/octet-stream' }));
  return { url, size: body.length, sha256: createHash('sha256').update(body).digest('hex') };
}
