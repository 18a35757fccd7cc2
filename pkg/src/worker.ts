/** The worker that hosts the engine on the site's pages. The package for browsers has pkg/browser/worker.ts. Internal. */
import { hostEngine } from './worker-host.ts';

hostEngine({
  single: {
    script: () => import('../wasm-single/engine.js'),
    url: new URL('../wasm-single/engine_bg.wasm', import.meta.url),
  },
  threads: {
    script: () => import('../wasm-threads/engine.js'),
    url: new URL('../wasm-threads/engine_bg.wasm', import.meta.url),
  },
});
