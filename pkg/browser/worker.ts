/** The engine's worker, and each of its threads, in the package for browsers. In place of src/worker.ts. */
import { hostEngine } from '../src/worker-host.ts';
import { isThread, runThread } from './thread.ts';

const threads = () => import('../wasm-threads/engine.js');

if (isThread()) {
  runThread(threads);
} else {
  hostEngine({
    single: {
      script: () => import('../wasm-single/engine.js'),
      url: new URL('../wasm-single/engine_bg.wasm', import.meta.url),
    },
    threads: { script: threads, url: new URL('../wasm-threads/engine_bg.wasm', import.meta.url) },
  });
}
