/** What is on a board as it is seen on the screen, whatever its page does to it. For any browser: by expressions. */
import type { Hand } from './by-hand.ts';

export interface Seen {
  /** Pieces by the squares in whose middle they are seen: `b1: 'white knight'`. */
  pieces: Record<string, string>;
  /** Pieces that are in the middle of no square. */
  astray: string[];
  /** Middles of the squares, in the window. */
  squares: Record<string, { x: number; y: number }>;
  orientation: string;
}

/** Runs in the page. */
function look(selector: string): Seen {
  const find = (root: Document | ShadowRoot): Element | null => {
    const here = root.querySelector(selector);
    if (here) return here;
    for (const element of root.querySelectorAll('*')) {
      const inside = element.shadowRoot && find(element.shadowRoot);
      if (inside) return inside;
    }
    return null;
  };
  const board = find(document) as (Element & { orientation: string }) | null;
  if (!board) throw new Error(`no ${selector}`);
  // Of what is not bent by perspective, the middle of the upright box around it is its middle, however it is turned.
  const middle = (element: Element): { x: number; y: number } => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const squares: Seen['squares'] = {};
  for (const [i, square] of [...board.querySelectorAll('.board-squares > .square')].entries()) {
    const [x, y] = [i % 8, Math.floor(i / 8)];
    const [file, rank] = board.orientation === 'white' ? [x, 7 - y] : [7 - x, y];
    squares[`${'abcdefgh'[file]}${rank + 1}`] = middle(square);
  }
  const apart = (a: { x: number; y: number }, b: { x: number; y: number }): number => Math.hypot(a.x - b.x, a.y - b.y);
  const pieces: Seen['pieces'] = {};
  const astray: string[] = [];
  for (const piece of board.querySelectorAll('.board-pieces piece:not(.ghost, .fading)')) {
    const at = middle(piece);
    const [name, where] = Object.entries(squares).sort(([, a], [, b]) => apart(a, at) - apart(b, at))[0] ?? ['', at];
    // A tenth of the way to the nearest neighbour.
    const neighbours = Object.values(squares)
      .map((other) => apart(other, where))
      .filter((distance) => distance > 0);
    if (apart(where, at) > 0.1 * Math.min(...neighbours)) {
      astray.push(`${piece.className} ${(apart(where, at) / Math.min(...neighbours)).toFixed(2)} squares from ${name}`);
    } else {
      pieces[name] = piece.className;
    }
  }
  return { pieces, astray, squares, orientation: board.orientation };
}

export async function seenOn(hand: Pick<Hand, 'evaluate'>, selector: string): Promise<Seen> {
  return (await hand.evaluate(`(${look})(${JSON.stringify(selector)})`)) as Seen;
}
