// Makes the npm package's contents: dist/, the notices, the changelog and provenance.json. Then `npm pack` in this folder makes the package.
//
//     dist/*.js, *.d.ts   the modules of src/, for Node; the types
//     dist/generated      the types that are generated from Rust
//     dist/browser        index.js for pages and bundlers, and worker.js, which needs nothing beside it but the .wasm files
//     dist/embed          outpost-embed.js and what it loads on first use
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile } from 'vite';
import { buildWasm } from '../scripts/build-wasm.mjs';
import {
  crateParts,
  GPL_FILE,
  noticesText,
  npmParts,
  otherParts,
  pieceParts,
  standardLibraryParts,
} from '../scripts/lib/licences.mjs';
import { main, root, run } from '../scripts/lib/run.mjs';
import { provenance } from './provenance.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const typescript = createRequire(import.meta.url).resolve('typescript/package.json');

/** Where wasm-bindgen-rayon's own way to start threads is imported. */
const THREADS = /\.\/snippets\/wasm-bindgen-rayon-[^'"]*\/workerHelpers\.js/;

/** How a file of the package is named in its scripts. */
const FILE = /\bnew URL\((?:\/\*.*?\*\/ *)?'(\.[^']*|\w[^':]*)', import\.meta\.url\)/g;

/** The comment by which Vite leaves an address as it is. */
const LEFT = '/* @vite-ignore */';

/** Such an address in a bundle, without the comment. */
const IN_BUNDLE = /\bnew URL\(\s*["'`](\.[^"'`]*)["'`],\s*import\.meta\.url\s*\)/g;

/** Everything that the worker asks for, so that nothing is forgotten of what launch.ts tells it. */
const asked = new Set();

/** Takes the package's own files in place of those of the site's sources. */
const replacements = (pairs) => ({
  name: 'outpost-package',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!importer || !id.startsWith('.')) return undefined;
    if (THREADS.test(id)) return join(here, 'browser/thread.ts');
    const path = resolve(dirname(importer), id).replace(/\.ts$/, '');
    return pairs.get(path);
  },
});

const LAUNCH = [join(here, 'src/launch'), join(here, 'browser/launch.ts')];

/** Addresses of files as they are seen from `folder`, where the bundle is written. */
const addressesFrom = (folder) => ({
  name: 'outpost-addresses',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(here) || !code.includes('import.meta.url')) return undefined;
    return code.replaceAll(FILE, (_, path) => {
      const file = relative(folder, resolve(dirname(id), path));
      return `new URL(${LEFT} '${file.startsWith('.') ? file : `./${file}`}', import.meta.url)`;
    });
  },
  // The next bundler is to look at them.
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk')
        chunk.code = chunk.code
          .replaceAll(LEFT, '')
          .replaceAll(IN_BUNDLE, (_, file) => `/* @__PURE__ */ new URL("${file}", import.meta.url)`);
    }
  },
});

/** In the worker, files are named by their paths in the package, and the page's part knows where they are. */
const addressesAsked = {
  name: 'outpost-addresses',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(here) || !code.includes('import.meta.url')) return undefined;
    const changed = code.replaceAll(FILE, (_, path) => {
      const file = relative(here, resolve(dirname(id), path));
      asked.add(file);
      return `addressOf('${file}')`;
    });
    return `import { addressOf } from '${join(here, 'browser/addresses.ts')}';\n${changed}`;
  },
};

/** The modules that bundles are made of, for the notices. */
const bundled = new Set();
const collected = {
  name: 'outpost-modules',
  generateBundle() {
    for (const id of this.getModuleIds()) bundled.add(id);
  },
};

/** What all bundles have in common. */
const bundle = (folder, plugins, options) =>
  build({
    configFile: false,
    root: here,
    publicDir: false,
    logLevel: 'warn',
    plugins: [...plugins, collected],
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      ...options,
    },
  });

async function bundlePage() {
  const folder = join(dist, 'browser');
  const entry = { entry: join(here, 'src/index.ts'), formats: ['es'], fileName: () => 'index.js' };
  // Not minified: it is read, and those who bundle it do that.
  await bundle(folder, [replacements(new Map([LAUNCH])), addressesFrom(folder)], { lib: entry, minify: false });
}

async function bundleWorker() {
  const folder = join(dist, 'browser');
  const entry = {
    entry: join(here, 'browser/worker.ts'),
    formats: ['iife'],
    name: 'outpost',
    fileName: () => 'worker.js',
  };
  await bundle(folder, [replacements(new Map()), addressesAsked], { lib: entry, minify: true });
  const page = readFileSync(join(folder, 'index.js'), 'utf8');
  const told = (file) => page.includes(`"${file}": /* @__PURE__ */ new URL(`);
  const missing = [...asked].filter((file) => file.includes('/') && !/\.js$/.test(file) && !told(file));
  if (missing.length > 0) throw new Error(`browser/launch.ts does not tell the worker of ${missing.join(', ')}`);
}

async function bundleEmbed() {
  const folder = join(dist, 'embed');
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.config.ts'));
  const ofSite = config.plugins.filter(({ name }) =>
    ['outpost-model', 'outpost-languages', 'outpost-puzzles'].includes(name),
  );
  const early = [join(root, 'web/src/engine/early'), join(here, 'browser/not-early.ts')];
  const name = 'outpost-embed';
  await build({
    configFile: false,
    root: join(root, 'web'),
    base: './',
    publicDir: false,
    logLevel: 'warn',
    resolve: config.resolve,
    plugins: [replacements(new Map([LAUNCH, early])), addressesFrom(folder), ...ofSite, collected],
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: config.build.target,
      cssTarget: config.build.cssTarget,
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, `web/src/embed/${name}.ts`),
        output: {
          // All in one folder, from which the package's other files have one address.
          entryFileNames: `${name}.js`,
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
        },
      },
    },
  });
  copyFileSync(join(here, 'browser/embed.d.ts'), join(folder, `${name}.d.ts`));
  // Servers that render pages import it too, and have no elements.
  writeFileSync(join(folder, 'on-servers.js'), 'export {};\n');
}

/** Replaces the one place in a text that `from` matches. */
function replaceOnce(text, from, to, what) {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${what} is not as expected`);
  return changed;
}

async function compile() {
  await run(process.execPath, [join(dirname(typescript), 'bin/tsc'), '-p', join(here, 'tsconfig.build.json')]);
  // These modules are for Node; browsers have theirs in a bundle.
  writeFileSync(join(dist, 'launch.js'), "export { nodeSurroundings as surroundings } from './node-launcher.js';\n");
  for (const file of ['browser-launcher.js', 'browser-launcher.d.ts']) rmSync(join(dist, file));
  // The generated script of the build with threads, with threads as Node has them.
  const script = readFileSync(join(here, 'wasm-threads/engine.js'), 'utf8');
  writeFileSync(
    join(dist, 'node-engine.js'),
    replaceOnce(script, THREADS, './node-threads.js', 'wasm-threads/engine.js'),
  );
}

/** The types that come with the modules, by their names in the package. */
const GENERATED = ['wasm-single/engine.d.ts', 'wasm-single/limits.d.ts', 'siamese/siamese.d.ts'];

/** How the declarations of src/ name them. */
const GENERATED_FROM = /'(?:\.\.\/)+(?:wasm-single|siamese)\/(engine|limits|siamese)\.js'/g;

/** wasm-bindgen declares for each class that it can be disposed of, for which TypeScript needs `--lib esnext.disposable`. */
const DISPOSE = /^ *\[Symbol\.dispose\]\(\): void;\n/gm;

/** Puts the generated types beside the others, so that they need no library of TypeScript's that the user has not asked for. */
function addGeneratedTypes() {
  const folder = join(dist, 'generated');
  mkdirSync(folder);
  for (const file of GENERATED)
    writeFileSync(join(folder, basename(file)), readFileSync(join(here, file), 'utf8').replaceAll(DISPOSE, ''));
  const declarations = readdirSync(dist, { recursive: true })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(dist, name));
  for (const file of declarations) {
    const from = relative(dirname(file), folder) || '.';
    const text = readFileSync(file, 'utf8');
    const changed = text.replaceAll(
      GENERATED_FROM,
      (_, name) => `'${from.startsWith('.') ? from : `./${from}`}/${name}.js'`,
    );
    if (/Symbol\.dispose/.test(changed) || /\.\.\/(wasm-|siamese\/siamese\.js)/.test(changed))
      throw new Error(`${relative(here, file)} declares what the package does not have`);
    if (changed !== text) writeFileSync(file, changed);
  }
}

/** The package's part of the changelog, by version. */
function changes() {
  const [head, ...versions] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  const ofPackage = versions.flatMap((version) => {
    const [title] = version.split('\n', 1);
    const section = version.split(/^(?=### )/m).find((part) => part.startsWith('### The package `outpost-rbc`'));
    return section ? [`${title}\n\n${section.slice(section.indexOf('\n')).trim()}\n`] : [];
  });
  if (ofPackage.length === 0) throw new Error('CHANGELOG.md says nothing of the package `outpost-rbc`');
  const more = 'Changes of the rules, the agents and the pages are in the repository’s own changelog.';
  return [`${head.trim()}\n\n${more}\n`, ...ofPackage].join('\n');
}

await main(async () => {
  await buildWasm();
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  await compile();
  addGeneratedTypes();
  await bundlePage();
  await bundleWorker();
  await bundleEmbed();
  // The licence, and the notices of what the modules and the scripts contain.
  copyFileSync(join(root, 'LICENSE'), join(here, GPL_FILE));
  const parts = await Promise.all([
    crateParts(),
    standardLibraryParts(),
    npmParts(bundled),
    otherParts(),
    pieceParts(),
  ]);
  writeFileSync(join(here, 'licences.txt'), noticesText(parts.flat()));
  writeFileSync(join(here, 'CHANGELOG.md'), changes());
  writeFileSync(join(here, 'provenance.json'), `${JSON.stringify(await provenance(), null, 2)}\n`);
});
