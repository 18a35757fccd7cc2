/** An arrow on a board of 8 by 8 units, from the middle of one square to that of another. */
export interface ArrowPath {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  /** The points of its head. */
  head: string;
}

/** Both squares are places on the screen, from the top left. */
export function arrowPath(from: { x: number; y: number }, to: { x: number; y: number }): ArrowPath {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const [tipX, tipY] = [to.x + 0.5 - ux * 0.12, to.y + 0.5 - uy * 0.12];
  const [neckX, neckY] = [tipX - ux * 0.32, tipY - uy * 0.32];
  return {
    x1: from.x + 0.5 + ux * 0.2,
    y1: from.y + 0.5 + uy * 0.2,
    x2: neckX,
    y2: neckY,
    head: `${tipX},${tipY} ${neckX - uy * 0.2},${neckY + ux * 0.2} ${neckX + uy * 0.2},${neckY - ux * 0.2}`,
  };
}
