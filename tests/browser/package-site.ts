/** Builds the page with only the package; returns the folder, which the caller removes. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { alias } from '../../vite.config.ts';

export async function buildPackagePage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'outpost-package-page-'));
  await build({
    configFile: false,
    root: fileURLToPath(new URL('package-page', import.meta.url)),
    base: './',
    resolve: { alias },
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
    logLevel: 'error',
  });
  return folder;
}
