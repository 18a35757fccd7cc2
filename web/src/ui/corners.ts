/**
 * Where a pointer is on an element, whatever transforms and zoom its page puts on it.
 *
 * `getBoundingClientRect` tells the upright box around what is on the screen: of an element that is scaled, rotated or skewed, neither its size nor its
 * corners. Points have no size, so of a point it tells where the point is. Four of them give the way back.
 */
import { html, type TemplateResult } from 'lit';
import { cssVars } from './css-vars';

/** Part of a place on an element: 0 at its left or upper edge, 1 at the right or lower one, beyond them outside. */
export interface Place {
  x: number;
  y: number;
}

interface Point {
  clientX: number;
  clientY: number;
}

/** The way round. */
const CORNERS = [
  ['0', '0'],
  ['100%', '0'],
  ['100%', '100%'],
  ['0', '100%'],
] as const;

/** Goes into the element, which has to be positioned. */
export function corners(): TemplateResult {
  return html`${CORNERS.map(
    ([left, top]) =>
      html`<i class="corner" aria-hidden="true" ${cssVars({ display: 'block', position: 'absolute', left, top, width: '0', height: '0' })}></i>`,
  )}`;
}

/** Where on an element with `corners` a point of the window is; `null` where the element has no area on the screen. */
export function placeOn(element: Element | null, { clientX, clientY }: Point): Place | null {
  const points = [...(element?.querySelectorAll(':scope > .corner') ?? [])].map((corner) => {
    const { left, top } = corner.getBoundingClientRect();
    return [left, top] as const;
  });
  if (points.length !== CORNERS.length) return null;
  return placeIn(points as unknown as Quad, [clientX, clientY]);
}

type Pair = readonly [number, number];
type Quad = readonly [Pair, Pair, Pair, Pair];

/**
 * Takes a point back through the projective map that takes the unit square to four corners (P. Heckbert, Fundamentals of Texture
 * Mapping and Image Warping, 1989, section 2.2.3). Without perspective it is an affine map.
 */
function placeIn([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Quad, [x, y]: Pair): Place | null {
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sumX, sumY] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1;
  if (!Number.isFinite(area) || Math.abs(area) < 1e-6) return null;
  const g = (sumX * dy2 - dx2 * sumY) / area;
  const h = (dx1 * sumY - sumX * dy1) / area;
  const there = new DOMMatrix([
    ...[x1 - x0 + g * x1, y1 - y0 + g * y1, 0, g],
    ...[x3 - x0 + h * x3, y3 - y0 + h * y3, 0, h],
    ...[0, 0, 1, 0],
    ...[x0, y0, 0, 1],
  ]);
  const back = there.inverse().transformPoint(new DOMPoint(x, y));
  return { x: back.x / back.w, y: back.y / back.w };
}
