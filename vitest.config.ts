import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { alias } from './vite.config.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias },
  test: {
    // What needs a browser is in tests/browser and runs in a real one.
    include: ['pkg/**/*.test.ts', 'web/**/*.test.ts'],
  },
});
