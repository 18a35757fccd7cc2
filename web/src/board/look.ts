import { Choice } from '../storage/choice';
import { isReduced, setAnimation } from './animation';
import { BOARD_COLORS, BOARD_THEMES } from './board-themes';
import { loadDrawings, PIECE_SETS, pieceRules } from './piece-sets';

/** How boards look, as the person chose. */
export const piecesChoice = new Choice('outpost-pieces', PIECE_SETS, () => 'cburnett');
export const boardChoice = new Choice('outpost-board', BOARD_THEMES, () => 'slate');
export const coordinatesChoice = new Choice('outpost-coordinates', ['on', 'off'] as const, () => 'on');

const SPEEDS = { off: 0, fast: 90, normal: 180, slow: 360 };
export const animationChoice = new Choice('outpost-animation', ['off', 'fast', 'normal', 'slow'] as const, () =>
  isReduced() ? 'off' : 'normal',
);

/** Has the page's boards look as was chosen, from now on. Boards on other people's pages look as their embed says. */
export function followLook(): void {
  for (const [choice, apply] of [
    [piecesChoice, showPieces],
    [boardChoice, showTheme],
    [coordinatesChoice, showCoordinates],
    [animationChoice, animate],
  ] as const) {
    choice.onChange(apply);
    apply();
  }
}

/** The id is one that no page has: with it the rules outweigh chessground's, and those for boards of embeds (embed/styles.ts). */
const PAGE = ':is(#outpost-no-such-id#outpost-no-such-id, :root)';

let sheet: CSSStyleSheet | null = null;
let shown = 'cburnett';

/** Until another set has arrived, the pieces stay as they are; for good, where it cannot be had. */
async function showPieces(): Promise<void> {
  const set = piecesChoice.value;
  if (set === shown) return;
  const before = shown;
  shown = set;
  const drawings = await loadDrawings(set).catch(() => 'missing' as const);
  if (shown !== set) return;
  if (drawings === 'missing') {
    // The next choice of it tries again.
    shown = before;
    return;
  }
  sheet ??= new CSSStyleSheet();
  sheet.replaceSync(drawings ? pieceRules(drawings, PAGE) : '');
  if (!document.adoptedStyleSheets.includes(sheet))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

function showTheme(): void {
  const { style } = document.documentElement;
  const { day, night } = BOARD_COLORS[boardChoice.value];
  const names = {
    'square-light': 'light',
    'square-dark': 'dark',
    'coordinate-on-light': 'onLight',
    'coordinate-on-dark': 'onDark',
  } as const;
  for (const [name, key] of Object.entries(names)) {
    // The second is that of embeds, which the page of the lessons has.
    for (const property of [`--${name}`, `--outpost-${name}`]) {
      if (boardChoice.value === 'slate') style.removeProperty(property);
      else style.setProperty(property, `light-dark(${day[key]}, ${night[key]})`);
    }
  }
}

function showCoordinates(): void {
  document.documentElement.dataset.coordinates = coordinatesChoice.value;
}

function animate(): void {
  document.documentElement.dataset.animation = animationChoice.value;
  setAnimation(SPEEDS[animationChoice.value]);
}
