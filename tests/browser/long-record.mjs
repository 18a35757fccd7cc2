/** A record as long as the longest real ones: knights move back and forth, and a pawn moves before the draw is due. */

const START = 'rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR';
/** @param {string} square */
const at = (square) => square.charCodeAt(0) - 97 + 8 * (Number(square[1]) - 1);

/** Half-turns between two pawn moves: fewer than the hundred after which a game is drawn. */
const STRETCH = 96;

/**
 * @param {number} halfTurns
 * @returns {string} a `GameHistory` as JSON
 */
export function longRecord(halfTurns) {
  /** @type {string[]} */
  const board = Array.from({ length: 64 }, (_, square) => START[8 * (7 - (square >> 3)) + (square & 7)] ?? '');
  let quiet = 0;
  const fen = (/** @type {number} */ ply) => {
    const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
      board
        .slice(8 * rank, 8 * rank + 8)
        .join('')
        .replace(/\.+/g, (empty) => String(empty.length)),
    );
    return `${ranks.join('/')} ${ply % 2 ? 'b' : 'w'} KQkq - ${quiet} ${1 + (ply >> 1)}`;
  };
  const look = (/** @type {number} */ center) => {
    /** @type {unknown[]} */
    const found = [];
    for (let rank = (center >> 3) + 1; rank >= (center >> 3) - 1; rank--) {
      for (let file = (center & 7) - 1; file <= (center & 7) + 1; file++) {
        if (rank < 0 || rank > 7 || file < 0 || file > 7) continue;
        const piece = board[8 * rank + file] ?? '.';
        found.push([8 * rank + file, piece === '.' ? null : { type: 'Piece', value: piece }]);
      }
    }
    return found;
  };
  /** @returns {Record<'true' | 'false', unknown[]>} */
  const both = () => ({ true: [], false: [] });
  const [senses, results, requested, taken] = [both(), both(), both(), both()];
  const [captures, before, after] = [both(), both(), both()];
  for (let ply = 0; ply < halfTurns; ply++) {
    const side = ply % 2 ? 'false' : 'true';
    const [home, out] = side === 'true' ? ['b1', 'a3'] : ['b8', 'a6'];
    const push = Math.floor(ply / STRETCH);
    // White's pawns go first, those of the files from c to h, twice each; then Black's.
    const pawn =
      ply % STRETCH < 2 && ply >= STRETCH && (push <= 12 ? side === 'true' : side === 'false') && push <= 24
        ? `${'cdefgh'[(push - 1) % 6]}`
        : null;
    /** @type {string} */
    let uci;
    if (pawn) {
      const step = Math.floor(((push - 1) % 12) / 6);
      const [from, to] = side === 'true' ? [2 + step, 3 + step] : [7 - step, 6 - step];
      uci = `${pawn}${from}${pawn}${to}`;
    } else {
      uci = board[at(home)] === '.' ? out + home : home + out;
    }
    const center = at(side === 'true' ? 'b7' : 'b2');
    senses[side].push(center);
    results[side].push(look(center));
    before[side].push(fen(ply));
    const [from, to] = [at(uci.slice(0, 2)), at(uci.slice(2))];
    board[to] = board[from] ?? '.';
    board[from] = '.';
    quiet = pawn ? 0 : quiet + 1;
    after[side].push(fen(ply + 1));
    requested[side].push({ type: 'Move', value: uci });
    taken[side].push({ type: 'Move', value: uci });
    captures[side].push(null);
  }
  return JSON.stringify({
    type: 'GameHistory',
    white_name: 'To',
    black_name: 'Fro',
    senses,
    sense_results: results,
    requested_moves: requested,
    taken_moves: taken,
    capture_squares: captures,
    fens_before_move: before,
    fens_after_move: after,
    winner_color: true,
    win_reason: { type: 'WinReason', value: 'RESIGN' },
  });
}
