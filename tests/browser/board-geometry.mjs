/** What a board shows on screen, whatever its page does to it. Works in any browser, by expressions. */

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {object} Seen
 * @property {Record<string, string>} pieces by the squares in whose middle they are seen: `b1: 'white knight'`
 * @property {string[]} astray pieces that are in the middle of no square
 * @property {Record<string, Point>} squares their middles, in the window
 */

/**
 * Runs in the page.
 *
 * @param {string} selector
 * @returns {Seen}
 */
function look(selector) {
  const find = (/** @type {Document | ShadowRoot} */ root) => {
    /** @type {any} */
    let found = root.querySelector(selector);
    for (const element of found ? [] : root.querySelectorAll('*')) {
      if (!found && element.shadowRoot) found = find(element.shadowRoot);
    }
    return found;
  };
  const board = find(document);
  if (!board) throw new Error(`no ${selector}`);
  // Without perspective, the middle of the bounding box is the middle of the element, however it is rotated.
  const middle = (/** @type {Element} */ element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  /** @type {Seen['squares']} */
  const squares = {};
  for (const [i, square] of [...board.querySelectorAll('.board-squares > .square')].entries()) {
    const [x, y] = [i % 8, Math.floor(i / 8)];
    const [file, rank] = board.orientation === 'white' ? [x, 7 - y] : [7 - x, y];
    squares[`${'abcdefgh'[file]}${rank + 1}`] = middle(square);
  }
  const apart = (/** @type {Point} */ a, /** @type {Point} */ b) => Math.hypot(a.x - b.x, a.y - b.y);
  /** @type {Seen['pieces']} */
  const pieces = {};
  const astray = [];
  for (const piece of board.querySelectorAll('.board-pieces piece:not(.ghost, .fading)')) {
    const at = middle(piece);
    const [name, where] = Object.entries(squares).sort(([, a], [, b]) => apart(a, at) - apart(b, at))[0] ?? ['', at];
    // A tenth of the way to the nearest neighbour.
    const nearest = Math.min(
      ...Object.values(squares)
        .map((other) => apart(other, where))
        .filter((distance) => distance > 0),
    );
    const off = apart(where, at) / nearest;
    if (off < 0.1) pieces[name] = piece.className;
    else astray.push(`${piece.className}, ${off.toFixed(2)} squares from ${name}`);
  }
  return { pieces, astray, squares };
}

/**
 * @param {{ evaluate(expression: string): Promise<unknown> }} hand
 * @param {string} selector of the board, also in open shadow roots
 */
export async function seenOn(hand, selector) {
  return /** @type {Seen} */ (await hand.evaluate(`(${look})(${JSON.stringify(selector)})`));
}
