// Draws the icons of the installed app from web/public/favicon.svg, in Chromium. Run it after that file was changed:
// `node scripts/icons.mjs`. What it writes is committed, as a build needs no browser.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from './lib/chromium.mjs';
import { root } from './lib/run.mjs';

const folder = join(root, 'web/public');
const svg = readFileSync(join(folder, 'favicon.svg'), 'utf8');
/** The icon's background. */
const ground = /fill="(#[0-9a-f]{6})"/.exec(svg)?.[1];

/** The drawing takes `share` of the width; systems crop the rest to their own shapes. */
const icons = [
  { name: 'icon-192.png', size: 192, share: 1, filled: false },
  { name: 'icon-512.png', size: 512, share: 1, filled: false },
  { name: 'maskable-512.png', size: 512, share: 0.72, filled: true },
  { name: 'apple-touch.png', size: 180, share: 0.86, filled: true },
];

const browser = await launchChromium();
for (const { name, size, share, filled } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const inner = Math.round(size * share);
  await page.setContent(
    `<body style="margin:0;width:${size}px;height:${size}px;display:grid;place-items:center;background:${filled ? ground : 'transparent'}">
      ${svg.replace('<svg ', `<svg width="${inner}" height="${inner}" `)}</body>`,
  );
  writeFileSync(join(folder, 'icons', name), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
