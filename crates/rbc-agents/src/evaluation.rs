//! What a position is worth in RBC, without looking ahead.
//!
//! Scores are centipawns (hundredths of a pawn) for the side to move. The terms are few: material
//! and piece squares, blended from middle game to endgame by the pieces left; mobility; attacks on
//! the squares around a king and open lines towards it, which matter more than in chess as check
//! does not warn; and pieces that hang.

use crate::fast_board::{
    BISHOP, FastBoard, KING, KNIGHT, PAWN, QUEEN, ROOK, each, pawn_span, piece_attacks,
};

/// Material in centipawns, pawn to king. The king's worth is the game, which the search counts.
pub const PIECE_VALUES: [i32; 6] = [100, 320, 335, 510, 980, 0];

/// How much each role counts for the middle game; 24 at the start.
pub(crate) const PHASE_WEIGHTS: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

/// Middle game and endgame worth of each role on each square, by colour; Black's is negative.
pub(crate) const PIECE_SQUARE: [[[(i32, i32); 64]; 6]; 2] = piece_square();

const fn piece_square() -> [[[(i32, i32); 64]; 6]; 2] {
    let mut table = [[[(0, 0); 64]; 6]; 2];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            let (middle, end) = square_worth(role, square % 8, square / 8);
            let value = PIECE_VALUES[role];
            table[0][role][square as usize] = (value + middle, value + end);
            table[1][role][(square ^ 56) as usize] = (-value - middle, -value - end);
            square += 1;
        }
        role += 1;
    }
    table
}

/// What a white piece gains by standing on a square, for middle game and endgame.
const fn square_worth(role: usize, file: i32, rank: i32) -> (i32, i32) {
    // 0 at the edge to 3 on the four center squares.
    let file_center = if file < 4 { file } else { 7 - file };
    let rank_center = if rank < 4 { rank } else { 7 - rank };
    let center = file_center + rank_center;
    match role {
        PAWN => {
            const ADVANCE_END: [i32; 8] = [0, 0, 5, 15, 32, 60, 110, 0];
            const ADVANCE_MIDDLE: [i32; 8] = [0, 0, 3, 10, 20, 35, 70, 0];
            let central = if rank == 3 || rank == 4 {
                file_center * 6
            } else {
                file_center
            };
            // The pawns before a castled king stay at home.
            let shield = if rank == 1 && file_center < 3 { 8 } else { 0 };
            let middle = ADVANCE_MIDDLE[rank as usize] + central + shield;
            (middle, ADVANCE_END[rank as usize])
        }
        KNIGHT => {
            // The square from which knights attack a king at home or castled: a capture there is
            // announced, an arrival is not.
            let guard = if file == 5 && rank == 2 { 18 } else { 0 };
            (center * 9 - 30 + guard, center * 7 - 25)
        }
        BISHOP => {
            let home = if rank == 0 { -10 } else { 0 };
            (center * 4 - 8 + home, center * 3 - 8)
        }
        ROOK => {
            let seventh = if rank == 6 { 20 } else { 0 };
            (file_center * 4 + seventh, seventh / 2)
        }
        QUEEN => {
            let early = if rank == 0 { 0 } else { -4 };
            (center * 2 + early, center * 5 - 10)
        }
        _ => {
            // Behind its pawns in the corner, until few pieces are left.
            let castled = if rank == 0 {
                [20, 32, 12, 0, 0, 4, 34, 22][file as usize]
            } else {
                -22 * if rank < 3 { rank } else { 3 }
            };
            (castled, center * 9 - 25)
        }
    }
}

/// Centipawns for each square that a piece can go to.
const MOBILITY: [i32; 6] = [0, 4, 4, 2, 1, 0];
/// Centipawns for each square beside the opponent's king that a piece attacks (middle game).
const KING_ZONE: [i32; 6] = [0, 8, 7, 9, 10, 0];
/// Centipawns lost for each square from which a queen would see the king (middle game).
const OPEN_KING: i32 = 4;
/// For having the move.
const TEMPO: i32 = 12;

/// What the position is worth for the side to move, in centipawns. Takes no notice of captures
/// that are about to happen: that is the search's part.
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
