/** Cividis: read alike with and without colour vision, and in grey. From dark blue (0) to yellow (1). */
const CIVIDIS: [number, number, number][] = [
  [0, 34, 78],
  [50, 66, 108],
  [102, 105, 112],
  [149, 143, 120],
  [203, 186, 105],
  [254, 232, 56],
];

/** Exported for tests. */
export function heatRgb(value: number): [number, number, number] {
  const at = Math.min(1, Math.max(0, value)) * (CIVIDIS.length - 1);
  const i = Math.min(CIVIDIS.length - 2, Math.floor(at));
  const [a, b] = [CIVIDIS[i], CIVIDIS[i + 1]] as [[number, number, number], [number, number, number]];
  const mix = (k: 0 | 1 | 2) => Math.round(a[k] + (b[k] - a[k]) * (at - i));
  return [mix(0), mix(1), mix(2)];
}

export function heatColor(value: number): string {
  return `rgb(${heatRgb(value).join(' ')})`;
}

/** What is written on a square of that colour: readable at either end, and between them. */
export function heatInk(value: number): string {
  return value < 0.465 ? '#ffffff' : '#000000';
}
