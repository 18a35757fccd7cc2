//! Looking ahead on one board: alpha-beta under RBC's rules.
//!
//! The search is that of two players who see everything. A king that can be captured ends it: there
//! is no check and no stalemate, and a player may pass. Scores are centipawns for the side to move;
//! a captured king is worth [`KING_SCORE`] less the plies until then.

use crate::{
    evaluation::{PIECE_VALUES, evaluate},
    fast_board::{FastBoard, FastMove, NOTHING, PAWN, QUEEN},
};

/// Centipawns for the opponent's king, less one for each ply before its capture.
pub const KING_SCORE: i32 = 30_000;

/// Scores beyond this mean that a king is captured, whatever its owner does.
pub const DECIDED: i32 = KING_SCORE - 1_000;

const INFINITE: i32 = 32_000;
/// Deepest ply of captures.
const MAX_PLY: usize = 48;
/// Plies of captures in which a king that is attacked gets all its moves, not only captures.
const EVASION_PLIES: usize = 3;
/// A capture that leaves the score this much below alpha is not tried.
const DELTA: i32 = 150;

/// Searches boards one after another and counts its nodes. Allocates nothing once it is warm.
#[derive(Clone, Debug)]
pub struct Search {
    nodes: u64,
    /// The moves of all nodes on the way down, one after another.
    moves: Vec<FastMove>,
    killers: [[FastMove; 2]; MAX_PLY],
}

impl Default for Search {
    fn default() -> Search {
        Search::new()
    }
}

impl Search {
    /// A search that has not looked at anything.
    #[must_use]
    pub fn new() -> Search {
        Search {
            nodes: 0,
            moves: Vec::with_capacity(2048),
            killers: [[FastMove::NONE; 2]; MAX_PLY],
        }
    }

    /// Positions looked at so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What `board` is worth for the side to move when both look `depth` plies ahead, and on until
    /// nothing is captured any more.
    ///
    /// ```
    /// use rbc_agents::{DECIDED, FastBoard, Search};
    /// use rbc_rules::Position;
    /// let fen = "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"; // the rook sees the king
    /// let board = FastBoard::new(&fen.parse::<Position>()?);
    /// assert!(Search::new().score(&board, 0) > DECIDED);
    /// # Ok::<_, rbc_rules::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn score(&mut self, board: &FastBoard, depth: u32) -> i32 {
        self.killers = [[FastMove::NONE; 2]; MAX_PLY];
        self.moves.clear();
        let depth = i32::try_from(depth.min(32)).unwrap_or(32);
        self.negamax(board, depth, -INFINITE, INFINITE, 0)
    }

    /// How many quiet moves on `board`, `most` at most, lead to a position for which `wanted` holds.
    pub(crate) fn quiet_moves(
        &mut self,
        board: &FastBoard,
        wanted: impl Fn(&FastBoard) -> bool,
        most: usize,
    ) -> usize {
        self.moves.clear();
        board.quiet_moves(&mut self.moves);
        self.moves
            .iter()
            .filter(|m| {
                let mut child = *board;
                child.make(**m);
                wanted(&child)
            })
            .take(most)
            .count()
    }

    fn negamax(
        &mut self,
        board: &FastBoard,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.quiesce(board, alpha, beta, ply, 0);
        }
        self.nodes += 1;
        if let Some(score) = decided(board, ply) {
            return score;
        }
        let attacked = board.king_attacked();
        // Passing is a move here, so that pruning by it is sound but for its lower depth.
        if depth >= 2 && !attacked && beta < DECIDED && evaluate(board) >= beta {
            let mut child = *board;
            child.pass();
            let score = -self.negamax(&child, depth - 3, -beta, 1 - beta, ply + 1);
            if score >= beta {
                return score;
            }
        }
        let first = self.moves.len();
        board.captures(&mut self.moves);
        let quiet = self.moves.len();
        board.quiet_moves(&mut self.moves);
        let last = self.moves.len();
        let mut best = -INFINITE;
        for i in first..last {
            if i < quiet {
                self.bring_best_capture(board, i, quiet);
            } else if i < quiet + 2 {
                self.bring_killer(ply, i, last, i - quiet);
            }
            let m = self.moves[i];
            let mut child = *board;
            child.make(m);
            let score = if i == first || beta - alpha == 1 {
                -self.negamax(&child, depth - 1, -beta, -alpha, ply + 1)
            } else {
                let probe = -self.negamax(&child, depth - 1, -alpha - 1, -alpha, ply + 1);
                if probe > alpha && probe < beta {
                    -self.negamax(&child, depth - 1, -beta, -alpha, ply + 1)
                } else {
                    probe
                }
            };
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                if i >= quiet && self.killers[ply][0] != m {
                    self.killers[ply] = [m, self.killers[ply][0]];
                }
                break;
            }
        }
        self.moves.truncate(first);
        if last == first {
            // Nothing can move: only the pass is left.
            let mut child = *board;
            child.pass();
            best = -self.quiesce(&child, -beta, -alpha, ply + 1, 0);
        }
        best
    }

    /// Captures only, until none is worth it; every move while the king is attacked.
    fn quiesce(
        &mut self,
        board: &FastBoard,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        quiet_plies: usize,
    ) -> i32 {
        self.nodes += 1;
        if let Some(score) = decided(board, ply) {
            return score;
        }
        let evades = quiet_plies < EVASION_PLIES && board.king_attacked();
        let mut best = -INFINITE;
        let mut stand = 0;
        if !evades {
            stand = evaluate(board);
            best = stand;
            alpha = alpha.max(stand);
            if alpha >= beta || ply + 1 >= MAX_PLY {
                return best;
            }
        }
        let first = self.moves.len();
        board.captures(&mut self.moves);
        let quiet = self.moves.len();
        if evades {
            board.quiet_moves(&mut self.moves);
        }
        let last = self.moves.len();
        for i in first..last {
            if i < quiet {
                self.bring_best_capture(board, i, quiet);
            }
            let m = self.moves[i];
            if !evades && stand + gain(board, m) + DELTA <= alpha {
                // The captures after this one gain no more.
                break;
            }
            let mut child = *board;
            child.make(m);
            let score = -self.quiesce(&child, -beta, -alpha, ply + 1, quiet_plies + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        if best == -INFINITE {
            best = evaluate(board);
        }
        best
    }

    /// Swaps the capture of most gain in `i..end` to `i`; of equal ones that of the least piece.
    fn bring_best_capture(&mut self, board: &FastBoard, i: usize, end: usize) {
        let mut best = i;
        let mut best_key = i32::MIN;
        for j in i..end {
            let m = self.moves[j];
            let key = gain(board, m) * 8 - board.role_at(m.from()) as i32;
            if key > best_key {
                best_key = key;
                best = j;
            }
        }
        self.moves.swap(i, best);
    }

    /// Swaps the `n`th killer move to `i`, if it is among `i..end`.
    fn bring_killer(&mut self, ply: usize, i: usize, end: usize, n: usize) {
        let killer = self.killers[ply][n];
        if killer != FastMove::NONE
            && let Some(found) = self.moves[i..end].iter().position(|m| *m == killer)
        {
            self.moves.swap(i, i + found);
        }
    }
}

/// What a capture or promotion wins at first sight, in centipawns.
fn gain(board: &FastBoard, m: FastMove) -> i32 {
    let captured = match board.role_at(m.to()) {
        role if role == NOTHING as usize => {
            if m.promotion() == 0 {
                PIECE_VALUES[PAWN]
            } else {
                0
            }
        }
        role => PIECE_VALUES[role],
    };
    if m.promotion() == QUEEN {
        captured + PIECE_VALUES[QUEEN] - PIECE_VALUES[PAWN]
    } else {
        captured
    }
}

/// The score when a king is gone or about to go.
fn decided(board: &FastBoard, ply: usize) -> Option<i32> {
    let ply = ply as i32;
    if !board.has_king() {
        Some(ply - KING_SCORE)
    } else if board.can_capture_king() {
        Some(KING_SCORE - ply)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use rbc_rules::Position;

    use super::*;

    fn score(fen: &str, depth: u32) -> i32 {
        let board = FastBoard::new(&fen.parse::<Position>().expect("a position"));
        Search::new().score(&board, depth)
    }

    #[test]
    fn a_king_in_reach_is_taken_at_once() {
        assert_eq!(score("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", 3), KING_SCORE);
        // Even while the own king is in danger too.
        assert_eq!(score("4k3/8/8/8/8/8/3r4/3KR3 w - - 0 1", 1), KING_SCORE);
        // Kings take kings.
        assert_eq!(score("8/8/8/3kK3/8/8/8/8 b - - 0 1", 0), KING_SCORE);
    }

    #[test]
    fn a_king_that_cannot_be_saved_is_lost() {
        // Back rank: two plies until the capture.
        assert_eq!(
            score("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 2),
            2 - KING_SCORE - 1
        );
        // It steps away where it can.
        assert!(score("R5k1/5pp1/8/8/8/8/8/6K1 b - - 0 1", 2) > -DECIDED);
    }

    #[test]
    fn free_pieces_are_taken_and_guarded_ones_not() {
        let free = score("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", 1);
        assert!(free > 250, "{free}");
        let guarded = score("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1", 1);
        assert!(guarded > 600, "{guarded}");
    }

    #[test]
    fn the_same_board_costs_the_same_nodes() {
        let board = FastBoard::new(&Position::initial());
        let mut search = Search::new();
        let first = search.score(&board, 4);
        let nodes = search.nodes();
        assert_eq!(search.score(&board, 4), first);
        assert_eq!(search.nodes(), 2 * nodes);
    }
}
