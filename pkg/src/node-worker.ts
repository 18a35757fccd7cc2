/** The engine's worker in Node, and each of its threads. Internal. */
import type { Bindings } from './bindings.ts';
import { Host, type Load } from './host.ts';
import { compile } from './module.ts';
import { importScript, nodeModule } from './node.ts';
import { isThread, type PoolBindings, runThread } from './node-threads.ts';
import type { ToEngine } from './protocol.ts';

const { parentPort } = nodeModule('node:worker_threads');

/** The generated script, with threads as Node has them (pkg/build.mjs). */
const script = () =>
  importScript<Bindings & PoolBindings>(new URL(/* @vite-ignore */ './node-engine.js', import.meta.url));

const load: Load = async (_, threads) => {
  const bindings = await script();
  const wasm = new URL(/* @vite-ignore */ '../wasm-threads/engine_bg.wasm', import.meta.url);
  const bytes = await nodeModule('node:fs/promises').readFile(wasm);
  await bindings.default({ module_or_path: await compile('the engine’s', bytes) });
  await bindings.initThreadPool(threads);
  return { bindings, threads };
};

if (isThread()) {
  await runThread(script);
} else {
  const host = new Host(load, (message, transfer) => parentPort.postMessage(message, transfer), null, null);
  (globalThis as { outpostPanic?: (text: string) => void }).outpostPanic = (text) => host.panicked(text);
  parentPort.on('message', (message: ToEngine) => host.receive(message));
}
