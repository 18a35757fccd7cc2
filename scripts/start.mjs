// `npm start`: install what is missing, build, serve the production build.
// `npm run dev` (--dev): the same, with Vite's development server instead.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages, FIRST_SITE, NETWORK } from './build.mjs';
import { buildWasm, ENGINE, isBuilt } from './build-wasm.mjs';
import { ensureNodeModules, npmProgram } from './lib/node-modules.mjs';
import { main, root, run, SetupError, say } from './lib/run.mjs';
import { serve } from './lib/static-server.mjs';

const PORT = 8765;

const HELP = `Usage: npm start -- [options]

Installs what is missing, builds what has changed, and serves the site.

  --port PORT       another port than ${PORT}; 0 for any that is free
  --no-isolation    without the headers that threads need, as many hosts are
  --help            shows this`;

/** What follows `--` on the command line. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        dev: { type: 'boolean', default: false },
        port: { type: 'string', default: String(PORT) },
        'no-isolation': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new SetupError(`${error.message.split('. ')[0]}\n\n${HELP}`);
  }
}

await main(async () => {
  const options = readOptions();
  if (options.help) {
    console.log(HELP);
    return;
  }
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new SetupError(`not a port: ${options.port}`);
  await ensureNodeModules();
  if (options.dev) {
    await buildWasm();
    await run(npmProgram('vite'), []);
    return;
  }
  await buildWasm(ENGINE);
  const isolated = !options['no-isolation'];
  const serveIt = async (site) => {
    const { url } = await serve({ ...site, port, isolated });
    say(`serving ${isolated ? 'with threads' : 'without threads'} at ${url} (Ctrl+C ends it)`);
  };
  if (isBuilt('siamese')) {
    await buildPages();
    await serveIt({ folder: join(root, 'dist') });
    return;
  }
  await buildPages({ networkLater: true });
  /** @type {import('./lib/static-server.mjs').Late} */
  const late = { path: '/network/', folder: join(root, NETWORK), state: 'building' };
  await serveIt({ folder: join(root, FIRST_SITE), late });
  say('the neural network is being built meanwhile; the pages use it as soon as it is there');
  try {
    await buildWasm(['siamese']);
    late.state = 'ready';
    say('the neural network is there');
    // For the next start.
    await buildPages();
  } catch (error) {
    if (late.state === 'building') late.state = 'failed';
    say(`${error.message}: the site is served as it is`);
  }
});
