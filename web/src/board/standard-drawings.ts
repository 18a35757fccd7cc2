import cburnett from '@lichess-org/chessground/assets/chessground.cburnett.css?raw';
import type { Drawings } from './piece-sets';

/** The drawings of the usual pieces, from the style sheet that shows them on the page. */
export const standardDrawings: Drawings = new Map(
  [...cburnett.matchAll(/piece\.(\w+)\.(white|black)\s*{[^}]*?base64,([A-Za-z0-9+/=]+)/g)].map(
    ([, role, color, data]) => [`${color} ${role}`, atob(data as string)],
  ),
);
