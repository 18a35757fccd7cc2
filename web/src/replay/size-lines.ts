/**
 * A line over steps, with a gap where a size is not known yet. Of more steps than can be told apart, only the least
 * and the most of each stretch are drawn.
 */
export function linePath(
  sizes: readonly (number | null)[],
  x: (step: number) => number,
  y: (size: number) => number,
  most = 860,
): string {
  const stretch = Math.max(1, Math.ceil((2 * sizes.length) / most));
  let path = '';
  let drawing = false;
  const point = (step: number, size: number): void => {
    path += `${drawing ? 'L' : 'M'}${x(step).toFixed(1)} ${y(size).toFixed(1)}`;
    drawing = true;
  };
  for (let from = 0; from < sizes.length; from += stretch) {
    let least = -1;
    let largest = -1;
    for (let step = from; step < Math.min(sizes.length, from + stretch); step++) {
      const size = sizes[step];
      if (size === null || size === undefined) continue;
      if (least < 0 || size < (sizes[least] as number)) least = step;
      if (largest < 0 || size > (sizes[largest] as number)) largest = step;
    }
    if (least < 0) {
      drawing = false;
      continue;
    }
    const [first, second] = least < largest ? [least, largest] : [largest, least];
    point(first, sizes[first] as number);
    if (second !== first) point(second, sizes[second] as number);
  }
  return path;
}

/** Powers of ten from 1 up to a size, at most six of them. */
export function decades(most: number): number[] {
  const top = Math.max(1, Math.ceil(Math.log10(Math.max(10, most))));
  const stride = Math.ceil(top / 5);
  const ticks: number[] = [];
  for (let power = 0; power <= top; power += stride) ticks.push(10 ** power);
  return ticks;
}
