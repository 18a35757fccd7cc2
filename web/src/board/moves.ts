import type { PieceLetter, Square } from 'outpost-rbc';
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

/** Whether a move between two squares is a pawn's capture, which needs something to capture. */
export function isPawnCapture(piece: PieceLetter | null | undefined, from: Square, to: Square): boolean {
  return piece?.toLowerCase() === 'p' && (from & 7) !== (to & 7);
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
  | {
      kind: 'error';
      problem: 'empty' | 'form' | 'noPiece' | 'notRequestable' | 'promotion' | 'ambiguous';
      text: string;
      /** The requests that it could be, where there are several. */
      candidates?: readonly string[];
    };

/** The longest move that means anything, with all that people put around it. */
const MOST_LETTERS = 40;

/**
 * Reads a move typed by a person against the moves that may be requested: in UCI (`e2e4`, `a7a8q`) or in algebraic notation (`Nf3`, `exd5`,
 * `O-O`, `e8=Q`). Captures and checks are ignored: they are unknown when a move is requested.
 */
export function readMove(input: string, requests: readonly string[], own: readonly (PieceLetter | null)[]): TypedMove {
  const given = input.trim();
  if (given === '') return { kind: 'error', problem: 'empty', text: '' };
  if (given.length > MOST_LETTERS) return { kind: 'error', problem: 'form', text: given.slice(0, MOST_LETTERS) };
  // Signs of checks and praise, `e.p.`, figurines and dashes of all kinds.
  const exact = given
    .replace(/[♔♚]/g, 'K')
    .replace(/[♕♛]/g, 'Q')
    .replace(/[♖♜]/g, 'R')
    .replace(/[♗♝]/g, 'B')
    .replace(/[♘♞]/g, 'N')
    .replace(/[♙♟]|\ufe0e|\ufe0f/g, '')
    .replace(/e\.?p\.?$/i, '')
    .replace(/[\s\u2010-\u2015=():/+#!?.-]/g, '');
  const text = exact.toLowerCase();
  if (text === 'pass' || text === '0000') return { kind: 'pass' };
  if (/^(oo|00|ooo|000)$/.test(text)) return readCastle(text, requests, own);
  if (/^[a-h][1-8][a-h][1-8][qrbn]?$/.test(text)) return readUci(text, requests, own);
  return readAlgebraic(exact, requests, own) ?? { kind: 'error', problem: 'form', text };
}

function readUci(text: string, requests: readonly string[], own: readonly (PieceLetter | null)[]): TypedMove {
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

/** Piece, from which file, rank or square, to where, and what a pawn becomes. */
const ALGEBRAIC = /^([KQRBNPkqrnp]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])([QRBNqrbn]?)$/;
/** A bishop may be written small where it is not taken for a pawn of the b-file. */
const SMALL_BISHOP = /^b(?=[a-h]?[1-8]?x?[a-h][1-8]$)/;

/** `null` for what is no algebraic notation. */
function readAlgebraic(
  text: string,
  requests: readonly string[],
  own: readonly (PieceLetter | null)[],
): TypedMove | null {
  // Whole in capitals it is meant too, where it is nothing else.
  const written = ALGEBRAIC.test(text) ? text : text.toLowerCase();
  const readings = new Set([written, written.replace(SMALL_BISHOP, 'B')]);
  const parts = [...readings].map((reading) => ALGEBRAIC.exec(reading)).filter((part) => part !== null);
  if (parts.length === 0) return null;
  const found = parts.flatMap((part) => candidates(part, requests, own));
  const fitting = [...new Set(found)];
  const [only, ...others] = fitting;
  if (only === undefined) return { kind: 'error', problem: 'notRequestable', text };
  if (others.length === 0) return { kind: 'move', uci: only };
  // One move that promotes to several pieces: which?
  const stem = only.slice(0, 4);
  if (others.every((uci) => uci.startsWith(stem))) {
    // A capture may be asked for without a piece, and becomes a queen.
    return fitting.includes(stem) ? { kind: 'move', uci: stem } : { kind: 'error', problem: 'promotion', text: stem };
  }
  return { kind: 'error', problem: 'ambiguous', text, candidates: fitting };
}

/** The requests that a move in algebraic notation can be. */
function candidates(
  [, letter = '', file = '', rank = '', to = '', promotion = '']: readonly string[],
  requests: readonly string[],
  own: readonly (PieceLetter | null)[],
): string[] {
  const role = letter.toLowerCase() || 'p';
  return requests.filter((uci) => {
    if (uci.slice(2, 4) !== to || own[parseSquare(uci.slice(0, 2)) as Square]?.toLowerCase() !== role) return false;
    if ((file !== '' && uci[0] !== file) || (rank !== '' && uci[1] !== rank)) return false;
    // A pawn that leaves its file says from where.
    if (role === 'p' && file === '' && uci[0] !== to[0]) return false;
    return promotion === '' || uci[4] === promotion.toLowerCase();
  });
}
