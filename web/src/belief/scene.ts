import type { BeliefView, Color, MoveReport, Observation, PieceLetter, PlayerView, Square } from 'outpost-rbc';
import { moveArrows, requestArrow } from '../board/arrows';
import type { Arrow, Ghost } from '../board/board';
import type { Markers } from '../board/markers';
import { resultKind } from '../board/move-results';
import { colorOf, opponentOf, parseSquare, pieceOf, type Role } from '../board/squares';
import { boardWords, chessWords } from '../board/words';
import { clauses, series } from '../ui/texts';
import {
  boardsLeft,
  isCertain,
  likelyOpacity,
  likelyPieces,
  likelySize,
  occupied,
  sensingTells,
} from './belief-overlay';
import { currentSense, lastSeen, latestMove, latestNotice, type Sighting, sightingOpacity } from './memory';
import { heatOf, type Overlay, overlayNumbers, scaleOf } from './overlays';
import { bestSense, heatBy, type Measure, senseRows } from './sense-rows';
import { surprises } from './surprises';
import { likelyLines, pieceLines, seenLines, type TextSection } from './text-board';
import { overlayWords, senseWords, textBoardWords } from './words';

export type Pieces = readonly (PieceLetter | null)[];

/** What a board draws, and what it tells a screen reader. */
export interface Scene {
  ghosts: Ghost[];
  tints: Map<Square, string>;
  /** Squares on which nothing stands for certain. */
  empty: Set<Square>;
  heat: number[] | null;
  best: Square | null;
  arrows: Arrow[];
  /** By square, without its name. */
  labels: string[];
}

/** What a scene is made from. */
export interface Sight {
  /** Drawn solid: the own pieces, or the true position. */
  pieces: Pieces;
  /** The own pieces belong to the person at the board. */
  yours?: boolean;
  /** The pieces are those of an earlier moment: what was seen since stands out where it differs. */
  earlier?: boolean;
  /** What the person at the board last saw, by square. */
  seen?: ReadonlyMap<Square, Sighting>;
  /** Draws sightings of earlier turns, unless likely pieces are drawn. */
  remembers?: boolean;
  markers?: Markers;
  /** Squares that a piece is to reach. */
  goals?: readonly Square[];
  happened?: Happened;
  /** A move that the pointer is on, in UCI. Its arrow replaces the others. */
  pointed?: string | null;
  believed?: Believed | null;
}

/** What just happened, as far as this side was told. */
export interface Happened {
  /** Where the opponent captured. */
  lost?: Square | null;
  /** The squares of the sense. */
  sensed?: readonly Square[];
  move?: MoveReport | null;
  /** Where the move captured. */
  took?: Square | null;
  arrows?: readonly Arrow[];
}

/** What a side believes, and what of it is drawn. */
export interface Believed {
  color: Color;
  /** `null` until it is computed. */
  belief: BeliefView | null;
  /** An earlier belief, whose likely pieces stay on the board until then. */
  last?: BeliefView | null;
  /** The kinds of pieces that are drawn where they are likely. */
  ghosts?: readonly Role[];
  /** A heat map: the value of each sense by `measure`, or the numbers of an overlay. */
  map?: 'senses' | Exclude<Overlay, 'pieces'> | null;
  measure?: Measure;
  /** The number of an overlay's strongest colour, where boards share a scale. By default the largest; then a map of zeros is not drawn. */
  most?: number;
  /** Labels tell how many boards a sense of the square would leave. */
  senses?: boolean;
  /** The true board. Pieces that the side thinks very unlikely are outlined. */
  truth?: Pieces | undefined;
  /** `pieces` has the true pieces, too. */
  blended?: boolean;
}

/** How strongly to show a piece that stands there on every possible board. */
const CERTAIN = 0.92;

/** True pieces among believed ones: seen through, so that nobody takes them for what the side knows. */
const SURPRISING = 0.5;

/** How much fainter a belief is drawn among true pieces: even what is certain must not look like one of them. */
const BLENDED = 0.6;

export function scene(sight: Sight): Scene {
  const heat = heatMap(sight.believed);
  const { belief, map, measure } = sight.believed ?? {};
  return {
    ghosts: ghosts(sight),
    tints: tints(sight),
    empty: empty(sight),
    heat,
    best: heat && belief && map === 'senses' ? bestSense(belief, measure) : null,
    arrows: sight.pointed ? [requestArrow(sight.pointed)] : [...(sight.happened?.arrows ?? [])],
    labels: labels(sight),
  };
}

/** The phase of a turn: `result` and `waiting` are between an own move and the next turn. */
export type TurnPhase = 'sense' | 'move' | 'result' | 'waiting';

/** What a player of a game in progress was told, without a belief. */
export function toldSight({ color, own, observations }: PlayerView, phase: TurnPhase): Sight {
  const seen = lastSeen(observations, color, own);
  return { pieces: own, yours: true, seen, happened: toldLast(observations, phase) };
}

/** What a player was told last: the notice, the sense or the move. */
export function toldLast(observations: readonly Observation[], phase: TurnPhase): Happened {
  if (phase === 'sense') return { lost: latestNotice(observations) };
  if (phase === 'move') return { sensed: currentSense(observations)?.result.map(([square]) => square) ?? [] };
  const move = latestMove(observations);
  if (!move) return {};
  const kind = resultKind(move);
  return { move, took: move.capture, arrows: kind === 'failed' || kind === 'stopped' ? moveArrows(move) : [] };
}

/** The sections of a text board. */
export function textScene({ pieces, yours, seen, believed }: Sight, color: Color): TextSection[] {
  const sides = yours ? [color] : (['white', 'black'] as const);
  const sections: TextSection[] = sides.map((side) => ({
    title: yours ? textBoardWords.own : textBoardWords.pieces(side),
    lines: pieceLines(pieces, side),
  }));
  if (seen) sections.push({ title: textBoardWords.seen, lines: seenLines(seen.values()) });
  if (believed?.belief) sections.push({ title: textBoardWords.likely, lines: likelyLines(believed.belief) });
  return yours ? sections : sections.filter(({ lines }) => lines.length > 0);
}

function ghosts({ pieces, earlier, seen, remembers, markers, believed }: Sight): Ghost[] {
  const drawn: Ghost[] = [];
  const covered = new Set<Square>();
  for (const [square, piece] of markers ?? []) {
    if (pieces[square]) continue;
    drawn.push({ square, piece, kind: 'marker', opacity: 0.85 });
    covered.add(square);
  }
  const belief = believed?.belief ?? believed?.last ?? null;
  const kinds = (belief && believed?.ghosts) || [];
  const now: Square[] = [];
  for (const { square, piece, age } of seen?.values() ?? []) {
    if (age === 0) now.push(square);
    // Likely pieces make old sightings redundant.
    if (piece === null || covered.has(square) || (age > 0 && (!remembers || kinds.length > 0))) continue;
    const since = earlier === true && pieces[square] !== piece;
    if (since) {
      // Beside what stood there before. How long ago it was seen is told in words.
      const corner = pieces[square] !== null;
      drawn.push({ square, piece, kind: 'seen', opacity: 1, age: 0, since, ...(corner ? { corner } : {}) });
    } else {
      drawn.push({ square, piece, kind: 'seen', opacity: sightingOpacity(age), age });
    }
  }
  for (const square of now) covered.add(square);
  if (!belief || kinds.length === 0) return drawn;
  const strength = believed?.blended ? BLENDED : 1;
  const likely = likelyPieces(belief.marginals).filter(({ role }) => kinds.includes(role));
  for (const { square, role, probability } of likely) {
    const piece = pieceOf(role, opponentOf(belief.color));
    const solid = pieces[square] ?? null;
    // Never under an own piece. Next to a true piece only other candidates, small.
    if (covered.has(square) || solid === piece) continue;
    if (solid && colorOf(solid) === belief.color) continue;
    // What follows from what was told is as good as seen.
    const certain = isCertain(probability, belief);
    const opacity = strength * (certain ? CERTAIN : likelyOpacity(probability));
    const ghost: Ghost = { square, piece, kind: 'likely', opacity };
    if (certain) ghost.certain = true;
    if (solid) ghost.corner = true;
    // Size and shade tell the probability, and nothing else: what is as likely looks alike, whatever else may stand on its square.
    else if (!certain) {
      const both = likely.filter((other) => other.square === square);
      ghost.size = likelySize(probability);
      ghost.probable = probability > 0.5;
      if (both.length > 1) ghost.shares = both[0]?.role === role ? 'first' : 'last';
    }
    drawn.push(ghost);
  }
  if (believed?.truth && believed.belief) {
    for (const square of surprises(believed.truth, believed.belief)) {
      drawn.push({ square, piece: believed.truth[square] as PieceLetter, kind: 'outline', opacity: SURPRISING });
    }
  }
  return drawn;
}

function tints({ pieces, earlier, seen, goals = [], happened = {} }: Sight): Map<Square, string> {
  const { lost, sensed = [], move, took } = happened;
  const names = new Map<Square, string>();
  const add = (square: Square | null | undefined, name: string): void => {
    if (square === null || square === undefined) return;
    names.set(square, `${names.get(square) ?? ''} ${name}`);
  };
  for (const square of goals) add(square, 'mark-yellow');
  add(lost, 'lost');
  for (const square of sensed) add(square, 'seen-now');
  if (move?.taken) {
    add(parseSquare(move.taken.slice(0, 2)), 'last-move');
    add(parseSquare(move.taken.slice(2, 4)), 'last-move');
  } else if (move?.requested) {
    add(parseSquare(move.requested.slice(0, 2)), 'failed-move');
  }
  add(took, 'took');
  if (earlier)
    for (const { square, piece } of seen?.values() ?? [])
      if (pieces[square] && pieces[square] !== piece) add(square, 'gone');
  return names;
}

function empty({ pieces, yours, seen, believed }: Sight): Set<Square> {
  const { belief = null } = believed ?? {};
  const isEmpty = (square: Square): boolean => {
    if (pieces[square]) return false;
    if (!yours && !believed) return true;
    const sighting = seen?.get(square);
    if (sighting?.age === 0) return sighting.piece === null;
    return belief?.completeness === 'exact' && occupied(belief.marginals, square) === 0;
  };
  return new Set(pieces.flatMap((_, square) => (isEmpty(square) ? [square] : [])));
}

function heatMap(believed: Believed | null | undefined): number[] | null {
  const { belief, map, measure = 'worst', most } = believed ?? {};
  if (!belief || !map) return null;
  if (map === 'senses') {
    const rows = senseRows(belief);
    return rows && sensingTells(belief) ? heatBy(rows, measure) : null;
  }
  const numbers = overlayNumbers(map, belief) ?? [];
  if (most !== undefined) return heatOf(numbers, most);
  const largest = scaleOf([numbers]);
  return largest > 0 ? heatOf(numbers, largest) : null;
}

function labels({ pieces, yours, seen, markers, happened, believed }: Sight): string[] {
  const belief = believed?.belief ?? null;
  const { blended, truth } = believed ?? {};
  const thought = believed && belief ? thoughts(believed, belief) : null;
  const worst = believed?.senses && belief && sensingTells(belief) ? belief.senseWorst : null;
  const nothing =
    belief || (!yours && !believed) ? boardWords.truth(null) : yours ? boardWords.empty : boardWords.notKnownYet;
  return pieces.map((solid, square) => {
    const piece = blended && solid && colorOf(solid) !== believed?.color ? null : solid;
    const parts: string[] = [];
    if (piece) parts.push(yours ? boardWords.own(piece) : chessWords.pieceName(piece));
    if (happened?.lost === square) parts.push(boardWords.captured);
    const sighting = seen?.get(square);
    if (sighting) {
      parts.push(
        sighting.age === 0 ? boardWords.seenNow(sighting.piece) : boardWords.seen(sighting.piece, sighting.age),
      );
    }
    const marker = markers?.get(square);
    if (marker) parts.push(boardWords.marker(marker));
    if (!piece) parts.push(...(thought?.[square] ?? []));
    const known = series(parts) || nothing;
    const leaves = belief && worst && senseWords.worst(boardsLeft(belief, worst[square]), belief.completeness);
    const text = leaves ? series([known, leaves]) : known;
    if (!blended || piece || !belief) return text;
    return clauses([overlayWords.truly(truth?.[square] ?? null), overlayWords.believes(belief.color, text)]);
  });
}

/** A belief by square, in words: likely pieces, the numbers of an overlay, or both. */
function thoughts({ map, ghosts = [] }: Believed, belief: BeliefView): string[][] {
  const texts: string[][] = Array.from({ length: 64 }, () => []);
  const overlay = map && map !== 'senses' ? map : null;
  if (!overlay || ghosts.length > 0) {
    for (const { square, role, probability } of likelyPieces(belief.marginals)) {
      texts[square]?.push(boardWords.likely(pieceOf(role, opponentOf(belief.color)), probability));
    }
  }
  if (overlay) {
    const numbers = overlayNumbers(overlay, belief) ?? [];
    for (const [square, number] of numbers.entries()) texts[square]?.push(overlayWords.label(overlay, number));
  }
  return texts;
}
