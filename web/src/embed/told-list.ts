/** What happened since a board that was known: in words, and on the board. */
import { html, type TemplateResult } from 'lit';
import type { Color, PieceLetter, Square } from 'outpost-rbc';
import { currentSense, lastSeen, latestNotice, type Sighting } from '../belief/memory';
import type { Happened, Pieces, Sight } from '../belief/scene';
import { parseSquare, senseWindow, squareName } from '../board/squares';
import type { FenBoard } from '../problems/attributes';
import { observations, ownAfter, type Told } from '../problems/told';
import { noticeText, piecesSeen, resultText } from '../record/wording';
import { embedWords } from './words';

/** Each thing that the person was told, as a sentence. */
export function toldTexts(before: FenBoard, told: readonly Told[], color: Color): string[] {
  return told.map((each, i) => {
    if (each.what === 'moved') return resultText(each.report);
    if (each.what === 'sensed')
      return embedWords.told.sensed(squareName(each.square), piecesSeen([...each.seen], color));
    const own = ownAfter(before, color, told.slice(0, i));
    return noticeText(each.square, false, each.square === null ? null : (own[each.square] ?? null));
  });
}

export function toldList(before: FenBoard, told: readonly Told[], color: Color): TemplateResult {
  return html`<div class="told" part="told">
    <p>${embedWords.told.known}</p>
    <ol aria-label=${embedWords.told.title}>
      ${toldTexts(before, told, color).map((text) => html`<li>${text}</li>`)}
    </ol>
  </div>`;
}

/** The board before, with what happened since marked on it. */
export function sightBefore(before: FenBoard, told: readonly Told[], color: Color): Sight {
  return { pieces: before.pieces, earlier: true, seen: seenNow(before, told, color), happened: happened(told) };
}

/** What the person knows now: its own pieces, what it saw last, and what stood where before. */
export function sightNow(own: Pieces, before: FenBoard, told: readonly Told[], color: Color): Sight {
  const observed = observations(before, color, told);
  const sensed = currentSense(observed)?.result.map(([square]) => square) ?? [];
  return {
    pieces: own,
    yours: true,
    remembers: true,
    seen: lastSeen(observed, color, own),
    happened: { lost: latestNotice(observed), sensed },
  };
}

/** What the last sense showed. */
function seenNow(before: FenBoard, told: readonly Told[], color: Color): Map<Square, Sighting> {
  const last = told.findLastIndex(({ what }) => what === 'sensed');
  const sense = told[last];
  if (sense?.what !== 'sensed') return new Map();
  const own = ownAfter(before, color, told.slice(0, last));
  return new Map(
    senseWindow(sense.square).flatMap((square): [Square, Sighting][] => {
      const piece: PieceLetter | null = sense.seen.get(square) ?? null;
      return own[square] ? [] : [[square, { square, piece, age: 0 }]];
    }),
  );
}

function happened(told: readonly Told[]): Happened {
  const lost = told.findLast(({ what }) => what === 'lost');
  const moves = told.flatMap((each) => (each.what === 'moved' && each.report.taken ? [each.report] : []));
  return {
    lost: lost?.what === 'lost' ? lost.square : null,
    sensed: told.flatMap((each) => (each.what === 'sensed' ? senseWindow(each.square) : [])),
    took: moves.findLast(({ capture }) => capture !== null)?.capture ?? null,
    arrows: moves.flatMap(({ taken }) => arrowOf(taken ?? '')),
  };
}

/** The arrow of a move; none for a pass. */
export function arrowOf(uci: string): { from: Square; to: Square; kind: 'taken' }[] {
  const [from, to] = [parseSquare(uci.slice(0, 2)), parseSquare(uci.slice(2, 4))];
  return from === null || to === null ? [] : [{ from, to, kind: 'taken' }];
}
