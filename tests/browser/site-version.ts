/** Another version of the built site: the same files with other names and contents, like a build of changed sources. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isCompressed } from '../../scripts/lib/compress.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { writeServiceWorker } from '../../scripts/lib/service-worker.mjs';

/**
 * Its page has `version` as `data-version`, and every script and style sheet has a new name. WebAssembly and the network's
 * model keep their names, as when only pages were changed.
 */
export async function siteVersion(version: string): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'outpost-site-'));
  // Without what was compressed: it would be of the version before.
  cpSync(join(root, 'dist'), folder, { recursive: true, filter: (path) => !isCompressed(path) });
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  const renamed = (text: string): string =>
    names.reduce((changed, name) => changed.replaceAll(name, name.replace(/(\.\w+)$/, `-${version}$1`)), text);
  for (const name of names) {
    const path = join(assets, name);
    writeFileSync(path, `${renamed(readFileSync(path, 'utf8'))}\n/* ${version} */\n`);
    renameSync(path, join(assets, renamed(name)));
  }
  const script = join(folder, 'outpost-embed.js');
  writeFileSync(script, renamed(readFileSync(script, 'utf8')));
  for (const name of ['index.html', 'embed.html']) {
    const page = join(folder, name);
    writeFileSync(page, renamed(readFileSync(page, 'utf8')).replace('<html', `<html data-version="${version}"`));
  }
  await writeServiceWorker(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
