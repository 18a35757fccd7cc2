import type { PieceLetter, Square } from 'outpost';
import { parseSquare, squareName } from './squares';

/**
 * Putting the king on its own rook is how many people castle: the castling request that is meant by it, if there
 * is one.
 */
export function castleByRook(
  requests: readonly string[],
  own: readonly (PieceLetter | null)[],
  from: Square,
  to: Square,
): string | null {
  const [king, rook] = [own[from], own[to]];
  if (king?.toLowerCase() !== 'k' || rook?.toLowerCase() !== 'r') return null;
  if ((from & 7) !== 4 || from >> 3 !== to >> 3) return null;
  const uci = squareName(from) + squareName(to > from ? from + 2 : from - 2);
  return requests.includes(uci) ? uci : null;
}

/** Destinations by origin, for the board. */
export function destinations(requests: readonly string[]): Map<Square, Square[]> {
  const dests = new Map<Square, Square[]>();
  for (const uci of requests) {
    const from = parseSquare(uci.slice(0, 2));
    const to = parseSquare(uci.slice(2, 4));
    if (from === null || to === null) continue;
    const list = dests.get(from);
    if (!list) dests.set(from, [to]);
    else if (!list.includes(to)) list.push(to);
  }
  return dests;
}

/** The pieces that a request between two squares can promote to; empty when it does not promote. */
export function promotions(requests: readonly string[], from: Square, to: Square): string[] {
  const stem = squareName(from) + squareName(to);
  const letters = requests.filter((uci) => uci.length === 5 && uci.startsWith(stem)).map((uci) => uci[4] as string);
  return ['q', 'n', 'r', 'b'].filter((letter) => letters.includes(letter));
}

export type TypedMove =
  | { kind: 'move'; uci: string }
  | { kind: 'pass' }
  | { kind: 'sense'; square: Square }
  | { kind: 'error'; problem: 'empty' | 'form' | 'noPiece' | 'notRequestable' | 'promotion'; text: string };

/** Reads a move typed by a person against the moves that may be requested. */
export function readMove(input: string, requests: readonly string[], own: readonly (PieceLetter | null)[]): TypedMove {
  const text = input
    .trim()
    .toLowerCase()
    .replace(/[\s–—=-]/g, '');
  if (text === '') return { kind: 'error', problem: 'empty', text };
  if (text === 'pass' || text === '0000') return { kind: 'pass' };
  if (text === 'oo' || text === '00' || text === 'ooo' || text === '000') return readCastle(text, requests, own);
  if (!/^[a-h][1-8][a-h][1-8][qrbn]?$/.test(text)) return { kind: 'error', problem: 'form', text };
  if (requests.includes(text)) return { kind: 'move', uci: text };
  const from = parseSquare(text.slice(0, 2)) as Square;
  if (!own[from]) return { kind: 'error', problem: 'noPiece', text };
  if (text.length === 4 && requests.some((uci) => uci.startsWith(text))) {
    return { kind: 'error', problem: 'promotion', text };
  }
  return { kind: 'error', problem: 'notRequestable', text };
}

function readCastle(text: string, requests: readonly string[], own: readonly (PieceLetter | null)[]): TypedMove {
  const king = own.findIndex((piece) => piece?.toLowerCase() === 'k');
  const uci = king < 0 ? '' : squareName(king) + squareName(king + (text.length === 2 ? 2 : -2));
  if ((king & 7) === 4 && requests.includes(uci)) return { kind: 'move', uci };
  return { kind: 'error', problem: 'notRequestable', text };
}
