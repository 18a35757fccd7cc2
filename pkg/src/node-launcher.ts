/** An engine in the calling thread, for Node. Internal. */
import type { Bindings } from './bindings.ts';
import { inThreadLauncher } from './in-thread.ts';
import { compile } from './module.ts';
import type { Endpoint } from './protocol.ts';
import type { NetworkSurroundings } from './siamese/network.ts';

/** Launchers for Node: an engine in the calling thread. Tests wrap its bindings to make it fail, and give it a network. */
export function nodeLauncher(
  wrap: (bindings: Bindings) => Bindings = (b) => b,
  network: NetworkSurroundings | null = null,
): () => Endpoint {
  return inThreadLauncher(async () => ({ bindings: wrap(await freshInstance()), threads: 1 }), null, network);
}

let instances = 0;

/** A separate instance of the single-threaded build: the generated module keeps one for each address. */
async function freshInstance(): Promise<Bindings> {
  // Named indirectly, because bundlers for browsers would look for it.
  const fs = 'node:fs/promises';
  const { readFile } = await import(/* @vite-ignore */ fs);
  instances += 1;
  const glue = new URL(`../wasm-single/engine.js?instance=${instances}`, import.meta.url);
  const module = await import(/* @vite-ignore */ glue.href);
  const wasm = await readFile(new URL('../wasm-single/engine_bg.wasm', import.meta.url));
  await module.default({ module_or_path: await compile('the engine’s', wasm) });
  return module as Bindings;
}
