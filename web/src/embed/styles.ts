/** The styles of embeds: of their shadow roots, and of the boards, which stay in the host page's own tree. */
import ground from '@lichess-org/chessground/assets/chessground.base.css?inline';
import pieces from '@lichess-org/chessground/assets/chessground.cburnett.css?inline';
import { type CSSResult, unsafeCSS } from 'lit';
import likelyBoards from '../belief/likely-boards.css?inline';
import textBoard from '../belief/text-board.css?inline';
import board from '../board/board.css?inline';
import { type Drawings, type PieceSet, pieceRules } from '../board/piece-sets';
import banner from '../play/banner.css?inline';
import charts from '../replay/charts.css?inline';
import moveList from '../replay/move-list.css?inline';
import steps from '../replay/steps.css?inline';
import base from '../ui/base.css?inline';
import controls from '../ui/controls.css?inline';
import tokens from '../ui/tokens.css?inline';
import embed from './embed.css?inline';
import boardsInPage from './embed-boards.css?inline';

/** The class of the element around the boards, a child of the embed in the host page's tree. */
export const BOARDS = 'outpost-boards';

/** An id that no page has: with it our rules for the boards outweigh those of host pages, which know nothing of them. */
const WEIGHTY = `:is(#outpost-no-such-id,.${BOARDS})`;

/** Every token can be set by the host page, under its name behind `--outpost-`. The colour scheme is the host's (embed.css). */
export function hostTokens(css: string): string {
  return css
    .replace(/color-scheme:[^;}]+;?/g, '')
    .replace(
      /(?<![\w-])--([\w-]+):\s*([^;}\s][^;}]*)/g,
      (_, name: string, value: string) => `--${name}:var(--outpost-${name},${value})`,
    )
    .replace(/:root(:lang\(\w+\))/g, ':host($1)')
    .replaceAll(':root', ':host');
}

/** For the shadow root: constructable style sheets, which a content security policy allows, made once for all embeds. */
export const shadowStyles: CSSResult[] = [
  hostTokens(tokens),
  base,
  controls,
  ground,
  pieces,
  likelyBoards,
  textBoard,
  steps,
  moveList,
  charts,
  banner,
  embed,
].map((css) => unsafeCSS(css));

let forBoards: CSSStyleSheet | null = null;

/** Has the boards' styles apply in a document or shadow root, once. */
export function adoptBoardStyles(root: Document | ShadowRoot): void {
  if (!forBoards) {
    forBoards = new CSSStyleSheet();
    forBoards.replaceSync(`${boardsInPage}${WEIGHTY}{${ground}${pieces}${board}}`);
  }
  if (!root.adoptedStyleSheets.includes(forBoards)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, forBoards];
}

/** By the set: what shows it on boards in the host page's tree, and in shadow roots. */
const pieceSheets = new Map<PieceSet, { boards: CSSStyleSheet; shadow: CSSStyleSheet }>();

/** Has the boards of an embed, and the diagrams in its shadow root, show a set of pieces. */
export function adoptPieces(set: PieceSet, drawings: Drawings | null, boards: HTMLElement, shadow: ShadowRoot): void {
  const others = [...pieceSheets.values()].map((sheets) => sheets.shadow);
  shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((sheet) => !others.includes(sheet));
  boards.dataset.outpostPieces = set;
  if (!drawings) return;
  let sheets = pieceSheets.get(set);
  if (!sheets) {
    sheets = { boards: new CSSStyleSheet(), shadow: new CSSStyleSheet() };
    // Thrice the id: what an embed says outweighs what the person chose for the page.
    const of = `:is(#outpost-no-such-id#outpost-no-such-id#outpost-no-such-id, .${BOARDS})[data-outpost-pieces="${set}"]`;
    sheets.boards.replaceSync(pieceRules(drawings, of));
    sheets.shadow.replaceSync(pieceRules(drawings, ''));
    pieceSheets.set(set, sheets);
  }
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheets.shadow];
  const root = boards.getRootNode() as Document | ShadowRoot;
  if (!root.adoptedStyleSheets.includes(sheets.boards))
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheets.boards];
}
