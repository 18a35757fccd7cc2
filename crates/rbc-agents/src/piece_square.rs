//! What each piece is worth on each square.

pub(crate) const PAWN: usize = 0;
pub(crate) const KNIGHT: usize = 1;
pub(crate) const BISHOP: usize = 2;
pub(crate) const ROOK: usize = 3;
pub(crate) const QUEEN: usize = 4;
pub(crate) const KING: usize = 5;

/// Material in centipawns, pawn to king. The king's worth is the game, which the search counts.
pub(crate) const PIECE_VALUES: [i32; 6] = [100, 320, 335, 510, 980, 0];

/// How much each role counts for the middle game; 24 at the start.
pub(crate) const PHASE_WEIGHTS: [i32; 6] = [0, 1, 1, 2, 4, 0];
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
