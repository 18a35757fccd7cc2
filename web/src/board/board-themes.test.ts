import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOARD_COLORS, BOARD_THEMES } from './board-themes';

type Rgb = readonly number[];

const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

const linear = (channel: number): number => {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

const luminance = ([r = 0, g = 0, b = 0]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** As WCAG has it. */
function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** A colour that lies over another. */
const over = (top: Rgb, alpha: number, below: Rgb): Rgb =>
  top.map((channel, i) => channel * alpha + (below[i] as number) * (1 - alpha));

/** How far apart people find two colours: the distance in Oklab, as in heat-colors.test.ts. */
function distance(a: Rgb, b: Rgb): number {
  const lab = (color: Rgb): number[] => {
    const [r, g, bl] = color.map(linear) as [number, number, number];
    const [l, m, s] = [
      0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * bl,
      0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * bl,
      0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * bl,
    ].map(Math.cbrt) as [number, number, number];
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
  };
  const [x, y] = [lab(a), lab(b)];
  return Math.hypot(...x.map((value, i) => value - (y[i] as number)));
}

/** Of board.css: what was just seen, moved, failed. */
const TINTS: [string, string, number][] = [
  ['seen-now', '#0b6a7c', 0.3],
  ['last-move', '#e8b400', 0.42],
  ['failed-move', '#b3261e', 0.36],
  ['mark', '#f0c000', 0.55],
];
/** A piece that is held for possible, though not for likely: belief-overlay.ts, at a probability of about 0.15. */
const FAINT = 0.3;

describe.each(BOARD_THEMES.flatMap((name) => [[name, 'day'] as const, [name, 'night'] as const]))(
  '%s by %s',
  (name, time) => {
    const { light, dark, onLight, onDark } = BOARD_COLORS[name][time];
    const squares = { light: rgb(light), dark: rgb(dark) };

    it('has squares that are told apart, and coordinates that can be read', () => {
      expect(contrast(squares.light, squares.dark)).toBeGreaterThan(1.45);
      expect(contrast(squares.light, rgb(onLight))).toBeGreaterThan(4.5);
      expect(contrast(squares.dark, rgb(onDark))).toBeGreaterThan(4.5);
    });

    it.each(TINTS)('shows %s on either square', (_, color, alpha) => {
      for (const square of Object.values(squares)) {
        expect(distance(over(rgb(color), alpha, square), square)).toBeGreaterThan(0.05);
      }
      // A tinted square does not pass for a bare one of the other colour, as far as that holds for slate.
      expect(distance(over(rgb(color), alpha, squares.light), squares.dark)).toBeGreaterThan(0.045);
    });

    it('shows black pieces, also faint ones, and the outlines of white ones', () => {
      for (const square of Object.values(squares)) {
        expect(contrast([0, 0, 0], square)).toBeGreaterThan(5.5);
        expect(contrast(over([0, 0, 0], FAINT, square), square)).toBeGreaterThan(1.6);
      }
      // White ones have black outlines; on dark squares their body is seen as well.
      expect(contrast([255, 255, 255], squares.dark)).toBeGreaterThan(1.8);
    });
  },
);

it('has slate as tokens.css has it', () => {
  const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
  const { day, night } = BOARD_COLORS.slate;
  for (const [property, key] of [
    ['square-light', 'light'],
    ['square-dark', 'dark'],
    ['coordinate-on-light', 'onLight'],
    ['coordinate-on-dark', 'onDark'],
  ] as const) {
    expect(tokens).toContain(`--${property}: light-dark(${day[key]}, ${night[key]});`);
  }
});
