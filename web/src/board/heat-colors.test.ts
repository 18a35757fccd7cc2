import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { heatColor, heatInk, heatRgb } from './heat-colors';

type Rgb = readonly [number, number, number];
type Matrix = readonly [Rgb, Rgb, Rgb];

const linear = (channel: number): number => {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

const times = (matrix: Matrix, [r, g, b]: Rgb): Rgb =>
  matrix.map(([x, y, z]) => x * r + y * g + z * b) as unknown as Rgb;

/** In linear RGB, for those who lack one kind of cone: Machado, Oliveira and Fernandes, 2009, severity 1. */
const VISION: Record<string, Matrix> = {
  'all three kinds of cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  'no colours': [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
};

/** Lightness, and two coordinates of hue, so that distances are as large as people find them (Oklab). */
function oklab(rgb: Rgb): Rgb {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map((c) => Math.cbrt(Math.max(0, c))) as unknown as Rgb;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

const seen = (value: number, vision: Matrix): Rgb =>
  oklab(
    times(vision, heatRgb(value).map(linear) as unknown as Rgb).map((c) =>
      Math.min(1, Math.max(0, c)),
    ) as unknown as Rgb,
  );

const luminance = (rgb: Rgb): number => times(VISION['no colours'] as Matrix, rgb.map(linear) as unknown as Rgb)[0];

it.each(Object.keys(VISION))('tenths of the scale are told apart by their lightness, with %s', (name) => {
  const vision = VISION[name] as Matrix;
  for (let tenth = 0; tenth < 10; tenth++) {
    const [less, more] = [seen(tenth / 10, vision), seen((tenth + 1) / 10, vision)];
    // Of two even colours side by side, people tell 0.02 apart.
    expect(more[0] - less[0], `${tenth} to ${tenth + 1} tenths`).toBeGreaterThan(0.05);
  }
});

it('what is written on a colour can be read', () => {
  for (let value = 0; value <= 1; value += 0.01) {
    const ink = heatInk(value) === '#ffffff' ? 1 : 0;
    const back = luminance(heatRgb(value));
    const contrast = (Math.max(ink, back) + 0.05) / (Math.min(ink, back) + 0.05);
    expect(contrast, `at ${value}`).toBeGreaterThanOrEqual(4.5);
  }
});

it('the legend has the colours of the maps', () => {
  const css = readFileSync(new URL('../belief/belief.css', import.meta.url), 'utf8');
  const bar = /\.legend-bar \{[^}]*?linear-gradient\(\s*90deg,\s*([^;]*?)\s*\);/.exec(css)?.[1] ?? '';
  expect(bar.split(/,\s*/)).toEqual([0, 1, 2, 3, 4, 5].map((stop) => heatColor(stop / 5)));
});
