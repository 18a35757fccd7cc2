import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { alias, languageFiles, modelFile } from './vite.config.ts';

const common = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias },
  plugins: [modelFile, languageFiles],
};

export default defineConfig({
  test: {
    projects: [
      {
        ...common,
        test: {
          name: 'unit',
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
          include: ['tests/browser/**/*.test.{ts,mjs}'],
          // Two cores: a browser with its workers fills them.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // CI machines are shared: a browser that stumbles is tried once more, and the report says so.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
});
