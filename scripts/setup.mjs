// `node scripts/setup.mjs npm chromium …`: installs or builds what is missing of these parts.
import { wasmBindgenProgram } from './lib/cargo.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureFirefox } from './lib/firefox.mjs';
import { ensureNodeModules } from './lib/node-modules.mjs';
import { ensurePython } from './lib/python.mjs';
import { main, SetupError } from './lib/run.mjs';
import { ensureStockfish } from './lib/stockfish.mjs';
import { wasmToolchain } from './lib/wasm-toolchain.mjs';
import { ensureWebKit } from './lib/webkit.mjs';

const parts = {
  npm: ensureNodeModules,
  toolchain: wasmToolchain,
  bindgen: wasmBindgenProgram,
  chromium: ensureChromium,
  firefox: ensureFirefox,
  webkit: ensureWebKit,
  python: ensurePython,
  stockfish: ensureStockfish,
};

await main(async () => {
  for (const name of process.argv.slice(2)) {
    if (!(name in parts)) throw new SetupError(`no part ${name}: ${Object.keys(parts).join(', ')}`);
    await parts[name]();
  }
});
