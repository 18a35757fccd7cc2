/** Where the network's module is. A site that is served before the module is built has another file in this one's place (vite.config.ts). Internal. */
import type { ModuleFiles } from '../module.ts';

export const files: Omit<ModuleFiles<typeof import('../../siamese/siamese.js')>, 'whose'> = {
  script: () => import('../../siamese/siamese.js'),
  url: new URL('../../siamese/siamese_bg.wasm', import.meta.url),
};
