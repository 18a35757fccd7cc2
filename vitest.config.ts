import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { alias, languageFiles, modelFile, puzzleFiles } from './vite.config.ts';

const common = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias },
  plugins: [modelFile, languageFiles, puzzleFiles],
};

/** Deals the files out to the shards of `npm test` from the longest to the shortest, so that each has about as much to do. */
class BySize extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard as { index: number; count: number };
    const size = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;
    return files.toSorted((a, b) => size(b) - size(a)).filter((_, place) => place % count === index - 1);
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: BySize },
    projects: [
      {
        ...common,
        test: {
          name: 'unit',
          // A process for each file took a fifth more. Without isolation languages and mocks would leak.
          pool: 'threads',
          include: ['pkg/**/*.test.ts', 'web/**/*.test.ts', 'scripts/**/*.test.mjs'],
          testTimeout: 60_000,
          // Images of boards take their pieces from it.
          css: { include: /chessground\.cburnett\.css/ },
        },
      },
      {
        ...common,
        test: {
          name: 'browser',
          // What they share is the browser; a process and a copy of the drivers for each file took a second.
          pool: 'threads',
          isolate: false,
          include: ['tests/browser/**/*.test.{ts,mjs}'],
          // Two cores: a browser with its workers fills them.
          fileParallelism: false,
          globalSetup: 'tests/browser/one-browser.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // CI machines are shared: a browser that stumbles is tried once more, and the report says so.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
});
