// `npm start`: install what is missing, build, serve the production build.
// `npm run dev` (--dev): the same, with Vite's development server instead.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { buildWasm } from './build-wasm.mjs';
import { ensureNodeModules, npmProgram } from './lib/node-modules.mjs';
import { main, root, run, SetupError, say } from './lib/run.mjs';
import { serve } from './lib/static-server.mjs';

const PORT = 8765;

const { values: options } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    port: { type: 'string', default: String(PORT) },
    // To see what visitors of a host without the isolation headers see.
    'no-isolation': { type: 'boolean', default: false },
  },
});

await main(async () => {
  if (options.dev) {
    await ensureNodeModules();
    await buildWasm();
    await run(npmProgram('vite'), []);
    return;
  }
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new SetupError(`not a port: ${options.port}`);
  await build();
  const isolated = !options['no-isolation'];
  const { url } = await serve({ folder: join(root, 'dist'), port, isolated });
  say(`serving ${isolated ? 'with threads' : 'without threads'} at ${url} (Ctrl+C ends it)`);
});
