import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

test('browser tests wait for conditions, not for a time', () => {
  const folder = join(root, 'tests/browser');
  const waiting = readdirSync(folder).filter(
    (name) => /\.(ts|mjs)$/.test(name) && readFileSync(join(folder, name), 'utf8').includes('.waitForTimeout('),
  );
  expect(waiting).toEqual([]);
});
