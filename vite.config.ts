import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { compressFolder } from './scripts/lib/compress.mjs';
import { writeEmbedFiles } from './scripts/lib/embed-files.mjs';
import { commonHeaders, contentSecurityPolicy, isolationHeaders } from './scripts/lib/headers.mjs';
import { templatesOf } from './scripts/lib/languages.mjs';
import {
  crateParts,
  GPL_FILE,
  noticesText,
  npmParts,
  otherParts,
  pieceParts,
  standardLibraryParts,
} from './scripts/lib/licences.mjs';
import { PUZZLES, puzzleModule } from './scripts/lib/puzzle-parts.mjs';
import { writeServiceWorker } from './scripts/lib/service-worker.mjs';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** `import … from 'outpost-rbc'` means the package's source, here and in vitest.config.ts. */
export const alias = { 'outpost-rbc': path('pkg/src/index.ts') };

/** Every web/*.html is a page of its own. */
const pages = readdirSync(path('web'))
  .filter((name) => name.endsWith('.html'))
  .map((name) => path(`web/${name}`));

/** Loaded by their names, from other people's pages and by course packages (docs/embedding.md): the only scripts whose names do not change with their content. */
const NAMED = ['outpost-embed', 'outpost-course', 'outpost-xapi'];

/** Writes the policy into the built pages, for hosts where nobody can set headers. */
const policyInPages: Plugin = {
  name: 'outpost-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy() },
      injectTo: 'head-prepend',
    },
  ],
};

/**
 * Has the browser fetch what the page's first script will ask for next, at once and not when that script runs, and tells that script
 * what the engine's worker will ask for (web/src/engine/early.ts).
 */
const fetchedAhead: Plugin = {
  name: 'outpost-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const files = new Set<string>();
      const add = (file: string): void => {
        const chunk = bundle[file];
        if (files.has(file) || chunk?.type !== 'chunk') return;
        files.add(file);
        for (const other of chunk.imports) add(other);
      };
      if (html.includes('<outpost-app')) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.name === 'app') add(chunk.fileName);
      }
      if (files.size === 0) return [];
      const ofEngine = Object.keys(bundle).filter((file) =>
        /^assets\/(worker|engine-threads|engine-single).*\.js$/.test(file),
      );
      return [
        {
          tag: 'meta',
          attrs: { name: 'outpost-engine', content: ofEngine.map((file) => `./${file}`).join(' ') },
          injectTo: 'head' as const,
        },
        ...[...files]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
            injectTo: 'head' as const,
          })),
      ];
    },
  },
};

/** Tells boot.js which languages there are, and in which files: the one that is read is fetched with the first scripts. */
const languageList: Plugin = {
  name: 'outpost-language-list',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const files = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('.xlf')
          ? [chunk.fileName.replace(/^assets\/language-|\.js$/g, '')]
          : [],
      );
      if (files.length === 0 || !html.includes('<outpost-app')) return [];
      return [
        {
          tag: 'meta',
          attrs: { name: 'outpost-languages', content: files.join(' ') },
          injectTo: 'head-prepend' as const,
        },
      ];
    },
  },
};

/** Modules of all bundles: the pages' and the workers'. */
const bundled = new Set<string>();
const collectModules: Plugin = {
  name: 'outpost-modules',
  apply: 'build',
  generateBundle() {
    for (const id of this.getModuleIds()) bundled.add(id);
  },
};

/** Writes the licence and the notices of the bundles beside the pages. Workers are bundled before them. */
const licences: Plugin = {
  name: 'outpost-licences',
  apply: 'build',
  async generateBundle() {
    for (const id of this.getModuleIds()) bundled.add(id);
    const parts = await Promise.all([
      crateParts(),
      standardLibraryParts(),
      npmParts(bundled),
      otherParts(),
      pieceParts(),
    ]);
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: noticesText(parts.flat()) });
    this.emitFile({ type: 'asset', fileName: GPL_FILE, source: readFileSync(path('LICENSE')) });
  },
};

/** Writes the list of the embed's files, which course packages are made of, and the service worker beside the pages when all their files are there, and compresses all of them. */
const serviceWorker: Plugin = {
  name: 'outpost-service-worker',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler: async ({ dir }) => {
      writeEmbedFiles(dir as string);
      await writeServiceWorker(dir as string);
      await compressFolder(dir as string);
    },
  },
};

/** The trained network and the list of players, which pages load on first use. */
const MODEL = path('models/siamese.onnx');
const PLAYERS = path('models/players.txt');

/**
 * Set for a site that `npm start` serves before the network's module is built: its server has the module's files under
 * `network/` once they are there, and answers 503 until then (scripts/start.mjs).
 */
const networkComesLater = process.env.OUTPOST_NETWORK === 'later';

/** Where such a site has the network's module: scripts lie in assets/. */
const laterFiles = `
  const here = import.meta.url;
  export const files = {
    script: () => import(/* @vite-ignore */ new URL('../network/siamese.js', here).href),
    url: new URL('../network/siamese_bg.wasm', here),
  };`;

/** What pages must know of the network (web/src/engine/virtual-model.d.ts): address, size and hash of the model and the players, and where to wait for the module. */
export const modelFile: Plugin = {
  name: 'outpost-model',
  resolveId: (id) => (id === 'virtual:model' ? `\0${id}` : undefined),
  load(id) {
    if (networkComesLater && id === path('pkg/src/siamese/files.ts')) return laterFiles;
    if (id !== '\0virtual:model') return undefined;
    if (!existsSync(MODEL))
      return 'export const model = null; export const players = null; export const awaited = null;';
    const described = (name: string, file: string): string => {
      if (!existsSync(file)) return `export const ${name} = null;`;
      this.addWatchFile(file);
      const bytes = readFileSync(file);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return `import ${name}Url from ${JSON.stringify(`${file}?url`)};
        export const ${name} = { url: new URL(${name}Url, here), size: ${bytes.length}, sha256: '${sha256}' };`;
    };
    return `const here = import.meta.url;
      export const awaited = ${networkComesLater ? "new URL('../network/siamese_bg.wasm', here)" : 'null'};
      ${described('model', MODEL)}
      ${described('players', PLAYERS)}`;
  },
};

/** A language's file (web/README.md), as the module that pages load it by. */
export const languageFiles: Plugin = {
  name: 'outpost-languages',
  transform: {
    filter: { id: /\.xlf$/ },
    handler: (xliff) => ({ code: `export const templates = ${JSON.stringify(templatesOf(xliff))};`, map: null }),
  },
};

/** The puzzles of this site, as `outpost puzzles` has written them. */
const PUZZLE_FILE = path('web/src/puzzles/puzzles.json');

/** A module with the list of the puzzles, and one for each part of them. */
const PUZZLE_MODULE = new RegExp(`^\\0?${PUZZLES}(?:/(\\d+))?$`);

export const puzzleFiles: Plugin = {
  name: 'outpost-puzzles',
  resolveId: (id) => (PUZZLE_MODULE.test(id) ? `\0${id}` : undefined),
  load(id) {
    const [module, part] = PUZZLE_MODULE.exec(id) ?? [];
    if (module === undefined) return undefined;
    this.addWatchFile(PUZZLE_FILE);
    const { puzzles } = JSON.parse(readFileSync(PUZZLE_FILE, 'utf8'));
    return puzzleModule(puzzles, part === undefined ? null : Number(part));
  },
};

/** Names of files that browsers ask for by `import()`. */
const chunkFileNames = ({ facadeModuleId }: { facadeModuleId?: string | null }): string => {
  if (facadeModuleId?.endsWith('.xlf')) return 'assets/language-[name].[hash].js';
  return PUZZLE_MODULE.test(facadeModuleId ?? '') ? 'assets/puzzles-[hash].js' : 'assets/[name]-[hash].js';
};

/** What is in the groups below: each with all that it needs at once, and with `later` also what it may load then. */
const STARTS = {
  main: { file: 'web/src/main.ts', later: false },
  shell: { file: 'web/src/app/app.ts', later: false },
  game: { file: 'web/src/play/game-part.ts', later: false },
  embedGame: { file: 'web/src/embed/outpost-game.ts', later: false },
  embed: { file: 'web/src/embed/outpost-embed.ts', later: false },
  // With the page for frames, which takes some of our own pages' look.
  embedLater: { file: 'web/src/embed/frame.ts', later: true },
};
type Start = (typeof STARTS)[keyof typeof STARTS];
type Needed = Record<keyof typeof STARTS, boolean>;

/** The modules that one of them needs. */
function neededBy({ file, later }: Start, context: Rolldown.ChunkingContext): Set<string> {
  const all = new Set([path(file)]);
  for (const id of all) {
    const module = context.getModuleInfo(id);
    for (const other of module?.importedIds ?? []) all.add(other);
    for (const other of (later && module?.dynamicallyImportedIds) || []) all.add(other);
  }
  return all;
}

/**
 * Puts what the page's first scripts need into five files, and what games need here and in embeds into one: by itself the bundler makes
 * forty, as each page and each embed needs others of them, and a browser asks for six at a time. What embeds need, too, is apart: they take
 * nothing that only the page needs.
 */
function scriptGroups(): Rolldown.CodeSplittingGroup[] {
  const entries = [STARTS.main, STARTS.shell, STARTS.game].map(({ file }) => path(file));
  const sets = new Map<string, Set<string>>();
  const group = (debugName: string, belongs: (needed: Needed) => boolean): Rolldown.CodeSplittingGroup => ({
    debugName,
    name: (id, context) => {
      if (entries.includes(id) || /\.css($|\?)/.test(id)) return null;
      const needed = Object.entries(STARTS).map(([name, start]) => {
        const set = sets.get(name) ?? neededBy(start, context);
        sets.set(name, set);
        return [name, set.has(id)];
      });
      return belongs(Object.fromEntries(needed)) ? debugName : null;
    },
  });
  // A group takes what its modules need with them: what is shared comes first.
  return [
    // The package without its errors and limits: who asks for an engine loads it.
    {
      name: 'client',
      test: /pkg[\\/]src[\\/](?!index|errors)|engine[\\/]client\.ts$/,
      includeDependenciesRecursively: false,
    },
    group('first-shared', ({ main, embed }) => main && embed),
    group('shell-shared', ({ shell, embed }) => shell && embed),
    group('shell-later', ({ main, shell, embedLater }) => (main || shell) && embedLater),
    group('first', ({ main }) => main),
    group('shell', ({ shell }) => shell),
    group('game-shared', ({ game, embedGame }) => game && embedGame),
  ];
}

/** What a file's name says of the engine's build it belongs to: a browser takes one of them (scripts/lib/service-worker.mjs). */
const buildIn = (source: string): string => /[/\\]wasm(-threads|-single)[/\\]/.exec(source)?.[1] ?? '';

const assetFileNames = ({ originalFileNames }: { originalFileNames: string[] }): string =>
  `assets/[name]${buildIn(originalFileNames[0] ?? '')}-[hash][extname]`;

export default defineConfig(({ command }) => {
  const headers = {
    ...commonHeaders,
    ...isolationHeaders,
    'Content-Security-Policy': contentSecurityPolicy(
      // Vite's own server puts styles into the page and talks over a web socket.
      command === 'serve' ? { 'style-src': "'self' 'unsafe-inline'", 'connect-src': "'self' ws:" } : {},
    ),
  };
  return {
    root: path('web'),
    // Relative, so that the build works under any path of a host.
    base: './',
    resolve: { alias },
    plugins: [
      policyInPages,
      fetchedAhead,
      languageList,
      modelFile,
      languageFiles,
      puzzleFiles,
      licences,
      serviceWorker,
    ],
    worker: {
      format: 'es',
      plugins: () => [collectModules, modelFile],
      rolldownOptions: {
        output: {
          chunkFileNames: (chunk) => `assets/[name]${buildIn(chunk.facadeModuleId ?? '')}-[hash].js`,
          assetFileNames,
        },
      },
    },
    build: {
      outDir: path('dist'),
      emptyOutDir: true,
      target: 'es2022',
      // The oldest with round() and light-dark(), which embeds need natively: a polyfill would not follow the host page's scheme.
      cssTarget: ['chrome125', 'firefox120', 'safari17.5'],
      // Browsers that take the style sheets know modulepreload, too.
      modulePreload: { polyfill: false },
      // The policy would refuse a file inlined as data:, or it would not be cached.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: [...pages, ...NAMED.map((name) => path(`web/src/embed/${name}.ts`))],
        output: {
          assetFileNames,
          chunkFileNames,
          codeSplitting: { groups: scriptGroups() },
          entryFileNames: ({ name }) => (NAMED.includes(name) ? `${name}.js` : 'assets/[name]-[hash].js'),
        },
      },
    },
    server: { port: 5180, strictPort: true, headers, fs: { allow: [path('.')] } },
    preview: { port: 5181, strictPort: true, headers },
  };
});
