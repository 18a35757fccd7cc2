import type { Color, PieceLetter, Square } from 'outpost-rbc';
import { colorOf } from '../board/squares';

/** Ghost pieces that a player put on the board by hand. */
export type Markers = ReadonlyMap<Square, PieceLetter>;

/** Puts a piece on a square, or takes it off again if it is there already. */
export function toggleMarker(markers: Markers, square: Square, piece: PieceLetter | null): Markers {
  const next = new Map(markers);
  if (piece === null || next.get(square) === piece) next.delete(square);
  else next.set(square, piece);
  return next;
}

/** Removes the markers that what was seen contradicts. */
export function correctMarkers(markers: Markers, seen: readonly [Square, PieceLetter | null][], color: Color): Markers {
  const next = new Map(markers);
  for (const [square, piece] of seen) {
    const marker = next.get(square);
    if (marker === undefined) continue;
    if (piece === null || colorOf(piece) === color || piece !== marker) next.delete(square);
  }
  return next.size === markers.size ? markers : next;
}

/** Removes markers from squares that the player's own pieces hold. */
export function clearOwnSquares(markers: Markers, own: readonly (PieceLetter | null)[]): Markers {
  const next = new Map([...markers].filter(([square]) => !own[square]));
  return next.size === markers.size ? markers : next;
}
