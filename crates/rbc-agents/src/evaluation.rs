//! The static evaluation of a position in RBC.
//!
//! Scores are centipawns (hundredths of a pawn) for the side to move. The terms are few: material
//! and piece squares, blended from middle game to endgame by the pieces left; mobility; attacks on
//! the squares around a king and open lines towards it, which matter more than in chess as check
//! does not warn; and pieces that hang.

use crate::{
    fast_board::{FastBoard, each, pawn_span, piece_attacks},
    piece_square::{KING, KNIGHT, PAWN, PIECE_VALUES, QUEEN},
};

/// [`PHASE_WEIGHTS`](crate::piece_square::PHASE_WEIGHTS) of all pieces at the start.
const FULL_PHASE: i32 = 24;
/// Centipawns for each square that a piece can go to.
const MOBILITY: [i32; 6] = [0, 4, 4, 2, 1, 0];
/// Centipawns for each square beside the opponent's king that a piece attacks (middle game).
const KING_ZONE: [i32; 6] = [0, 8, 7, 9, 10, 0];
/// Centipawns lost for each square from which a queen would see the king (middle game).
const OPEN_KING: i32 = 4;
/// For having the move.
const TEMPO: i32 = 12;

/// Returns the static evaluation for the side to move, in centipawns. Imminent captures are left to the search.
///
/// ```
/// use rbc_agents::{FastBoard, evaluate};
/// use rbc_rules::Position;
/// let start = FastBoard::new(&Position::initial());
/// // Even but for the move.
/// assert!((1..50).contains(&evaluate(&start)));
/// ```
#[must_use]
pub fn evaluate(board: &FastBoard) -> i32 {
    let white = side_terms(board, 0);
    let black = side_terms(board, 1);
    let phase = board.phase.min(FULL_PHASE);
    let mut middle = board.middle + white.middle - black.middle;
    let mut end = board.end + white.end - black.end;
    let hanging = hanging(board, 1, &black, &white) - hanging(board, 0, &white, &black);
    middle += hanging;
    end += hanging;
    let mut score = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    score += drive_home(board, score);
    TEMPO + if board.turn == 0 { score } else { -score }
}

/// What one side's pieces do.
struct SideTerms {
    middle: i32,
    end: i32,
    attacked: u64,
    attacked_by_pawns: u64,
}

fn side_terms(board: &FastBoard, me: usize) -> SideTerms {
    let occupied = board.occupied();
    let own = board.colors[me];
    let them = me ^ 1;
    let their_pawns = pawn_span(board.pieces(them, PAWN), them);
    let king_zone = match board.pieces(them, KING) {
        0 => 0,
        king => piece_attacks(KING, king.trailing_zeros(), 0) | king,
    };
    let attacked_by_pawns = pawn_span(board.pieces(me, PAWN), me);
    let mut attacked = attacked_by_pawns;
    let mut mobility = 0;
    let mut pressure = 0;
    for role in KNIGHT..=QUEEN {
        each(board.pieces(me, role), |square| {
            let reach = piece_attacks(role, square, occupied);
            attacked |= reach;
            mobility += MOBILITY[role] * (reach & !own & !their_pawns).count_ones() as i32;
            pressure += KING_ZONE[role] * (reach & king_zone).count_ones() as i32;
        });
    }
    let mut exposure = 0;
    let king = board.pieces(me, KING);
    if king != 0 {
        let square = king.trailing_zeros();
        attacked |= piece_attacks(KING, square, occupied);
        let lines = piece_attacks(QUEEN, square, occupied) & !own;
        exposure = OPEN_KING * lines.count_ones() as i32;
    }
    SideTerms {
        middle: mobility + pressure - exposure,
        end: mobility + pressure / 3,
        attacked,
        attacked_by_pawns,
    }
}

/// What `me` risks on pieces that are attacked and not guarded, or attacked by a pawn: a fraction of
/// their worth, as the side may still save them, or not know.
fn hanging(board: &FastBoard, me: usize, mine: &SideTerms, theirs: &SideTerms) -> i32 {
    let mut risk = 0;
    for (role, value) in PIECE_VALUES.iter().enumerate().take(QUEEN + 1).skip(KNIGHT) {
        let loose =
            board.pieces(me, role) & (theirs.attacked_by_pawns | theirs.attacked & !mine.attacked);
        risk += value / 12 * loose.count_ones() as i32;
    }
    risk
}

/// With much more material: the losing king belongs to the edge, the winning one near it. Without
/// this a search of few plies finds no progress where any move wins.
fn drive_home(board: &FastBoard, score: i32) -> i32 {
    let winner = usize::from(score < 0);
    let loser = winner ^ 1;
    let (king, prey) = (board.pieces(winner, KING), board.pieces(loser, KING));
    let pieces_left = (board.colors[loser] & !board.roles[PAWN]).count_ones();
    if score.abs() < 400 || pieces_left > 3 || king == 0 || prey == 0 {
        return 0;
    }
    let at = |bit: u64| {
        (
            bit.trailing_zeros() as i32 % 8,
            bit.trailing_zeros() as i32 / 8,
        )
    };
    let ((file, rank), (prey_file, prey_rank)) = (at(king), at(prey));
    let from_center = (2 * prey_file - 7).abs() / 2 + (2 * prey_rank - 7).abs() / 2;
    let apart = (file - prey_file).abs().max((rank - prey_rank).abs());
    let bonus = 10 * from_center + 3 * (7 - apart);
    if winner == 0 { bonus } else { -bonus }
}

#[cfg(test)]
mod tests {
    use rbc_rules::Position;

    use super::*;

    fn board(fen: &str) -> FastBoard {
        FastBoard::new(&fen.parse::<Position>().expect("a position"))
    }

    /// The same position with colours exchanged.
    fn mirrored(fen: &str) -> String {
        let mut fields = fen.split(' ');
        let rows: Vec<String> = fields
            .next()
            .expect("a placement")
            .split('/')
            .rev()
            .map(|row| {
                row.chars()
                    .map(|c| {
                        if c.is_ascii_uppercase() {
                            c.to_ascii_lowercase()
                        } else {
                            c.to_ascii_uppercase()
                        }
                    })
                    .collect()
            })
            .collect();
        let turn = if fields.next() == Some("w") { "b" } else { "w" };
        format!("{} {turn} - - 0 1", rows.join("/"))
    }

    #[test]
    fn both_colours_are_worth_the_same() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "r1bqk2r/pp2bppp/2n1pn2/3p4/3P1B2/2N2N2/PPP1BPPP/R2QK2R b - - 0 1",
            "8/5k2/3p4/1p1P1p2/1P3P2/4K1P1/2r5/R7 w - - 0 1",
            "4k3/8/8/8/8/8/8/3QK3 b - - 0 1",
            "8/8/4q3/8/8/2n5/8/K7 w - - 0 1",
        ] {
            assert_eq!(
                evaluate(&board(fen)),
                evaluate(&board(&mirrored(fen))),
                "{fen}"
            );
        }
    }

    #[test]
    fn material_and_safe_kings_count() {
        let even = evaluate(&board("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"));
        let up = evaluate(&board("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1"));
        assert!(up > even + 300);
        let castled = evaluate(&board(
            "r1bq1rk1/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQ1RK1 w - - 0 1",
        ));
        let exposed = evaluate(&board(
            "r1bq1rk1/pppp1ppp/2n2n2/4p3/4P1K1/2N2N2/PPPP1PPP/R1BQ1R2 w - - 0 1",
        ));
        assert!(castled > exposed + 80);
    }
}
