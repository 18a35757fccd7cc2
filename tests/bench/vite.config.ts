import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { alias } from '../../vite.config.ts';

export default defineConfig({
  root: fileURLToPath(new URL('./page', import.meta.url)),
  base: './',
  resolve: { alias },
  worker: { format: 'es' },
});
