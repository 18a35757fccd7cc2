// Compiles src/ to dist/, for programs outside this repository (inside it, src/ is imported as it is).
// The engines must have been built: node ../scripts/build-wasm.mjs
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crateParts, GPL_FILE, noticesText, otherParts, standardLibraryParts } from '../scripts/lib/licences.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const typescript = createRequire(import.meta.url).resolve('typescript/package.json');

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [join(dirname(typescript), 'bin/tsc'), '-p', join(here, 'tsconfig.build.json')], {
  stdio: 'inherit',
});

// The compiler rewrites imports, but not the address of the worker.
const launch = join(dist, 'launch.js');
const before = readFileSync(launch, 'utf8');
const after = before.replace("new URL('./worker.ts', import.meta.url)", "new URL('./worker.js', import.meta.url)");
if (after === before) throw new Error('dist/launch.js does not start the worker as expected');
writeFileSync(launch, after);

// The licence, and the notices of what the modules contain; the scripts are ours.
copyFileSync(join(here, '../LICENSE'), join(here, GPL_FILE));
const parts = await Promise.all([crateParts(), standardLibraryParts(), otherParts()]);
writeFileSync(join(here, 'licences.txt'), noticesText(parts.flat()));
