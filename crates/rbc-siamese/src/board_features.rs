//! The input of the network for a possible board: rows of a table, whose sum is its first layer.

use rbc_belief::PackedBoard;
use rbc_rules::{Bitboard, Color, OwnSide, Piece, Role, Square};
use shakmaty::{Board, attacks};

use crate::{PLANES, observation_features::COLOR_PLANE, seen_from};

/// The number of rows of the table.
///
/// | rows | what they stand for |
/// | --- | --- |
/// | 0 | nothing (for padding) |
/// | 1 + 64 (4 r + s) + square | an opponent's piece of role r (pawn 0 … king 5): s is 1 where it is attacked, 2 where it is defended, 3 both |
/// | 1537 + 64 (2 (3 r + a) + d) + square | an own piece that is attacked, the least attacker being a pawn (a = 0), a knight or bishop (1), or more (2); d is 1 where it is defended |
/// | 3841 + i | the opponent may castle with the rook of the a-file (0) or h-file (1) |
/// | 3843 + file | the own pawn of that file's neighbour can capture en passant |
pub const ROWS: usize = EN_PASSANT + 8;

/// Rows of pieces on squares, which are the first ones after row 0.
#[cfg(feature = "network")]
pub(crate) const PIECE_ROWS: usize = CASTLING - OPPONENT;

/// The row without meaning, for padding.
pub const NO_ROW: u16 = 0;

const OPPONENT: usize = 1;
const ATTACKED: usize = OPPONENT + 6 * 4 * 64;
const CASTLING: usize = ATTACKED + 6 * 3 * 2 * 64;
const EN_PASSANT: usize = CASTLING + 2;

/// Makes the features of the boards of one information set, which share the own pieces.
///
/// ```
/// use rbc_belief::InformationSet;
/// use rbc_rules::{Color, Position};
/// use rbc_siamese::BoardFeatures;
/// let set = InformationSet::new(Color::White, &Position::initial(), 1_000)?;
/// let features = BoardFeatures::new(set.own());
/// let mut rows = Vec::new();
/// features.extend(set.boards()[0], &mut rows);
/// // The opponent's 16 pieces, none of which attacks anything, and two castling rights.
/// assert_eq!(rows.len(), 18);
/// # Ok::<_, rbc_belief::TooManyPieces>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardFeatures {
    color: Color,
    own: Board,
    /// What own pawns, knights and kings attack, whatever else stands on the board.
    steps: Bitboard,
}

/// What one side attacks.
#[derive(Clone, Copy, Default)]
struct Attacks {
    by_pawns: Bitboard,
    by_minors: Bitboard,
    by_others: Bitboard,
}

impl BoardFeatures {
    /// Creates the features for the boards of a set with these own pieces.
    #[must_use]
    pub fn new(own: &OwnSide) -> BoardFeatures {
        BoardFeatures::with(own.color(), own.board().clone())
    }

    /// Creates the features for the boards of the decision with these planes
    /// ([`observation_features`](crate::observation_features)), which contain the own pieces, too. `None` when their
    /// number is wrong.
    ///
    /// ```
    /// use rbc_belief::InformationSet;
    /// use rbc_rules::{Color, Observations, Position};
    /// use rbc_siamese::{BoardFeatures, observation_features};
    /// let told = Observations::new(Color::Black, &Position::initial());
    /// let set = InformationSet::new(Color::Black, told.start(), 1_000)?;
    /// let planes = observation_features(&told, &set.survey().marginals, 1.0);
    /// assert_eq!(BoardFeatures::from_planes(&planes), Some(BoardFeatures::new(told.own())));
    /// # Ok::<_, rbc_belief::TooManyPieces>(())
    /// ```
    #[must_use]
    pub fn from_planes(planes: &[u8]) -> Option<BoardFeatures> {
        if planes.len() != PLANES * 64 {
            return None;
        }
        let (planes, _) = planes.as_chunks::<64>();
        let color = Color::from_white(planes[COLOR_PLANE][0] != 0);
        let mut own = Board::empty();
        for (role, plane) in Role::ALL.into_iter().zip(planes) {
            for square in Square::ALL {
                if plane[seen_from(color, square)] != 0 {
                    own.set_piece_at(square, Piece { color, role });
                }
            }
        }
        Some(BoardFeatures::with(color, own))
    }

    fn with(color: Color, own: Board) -> BoardFeatures {
        let mut steps = Bitboard::EMPTY;
        for square in own.pawns() {
            steps |= attacks::pawn_attacks(color, square);
        }
        for square in own.knights() {
            steps |= attacks::knight_attacks(square);
        }
        for square in own.kings() {
            steps |= attacks::king_attacks(square);
        }
        BoardFeatures { color, own, steps }
    }

    /// Appends the rows of `board` in no particular order and without duplicates: at most 50.
    pub fn extend(&self, board: PackedBoard, rows: &mut Vec<u16>) {
        let occupied = self.own.occupied() | board.occupancy();
        let attacked = self.own_attacks(occupied);
        let threats = self.attacks_of(board, occupied);
        let defended = threats.by_pawns | threats.by_minors | threats.by_others;
        for (square, role) in board.pieces() {
            let state =
                usize::from(attacked.contains(square)) + 2 * usize::from(defended.contains(square));
            let kind = 4 * index(role) + state;
            rows.push(self.row(OPPONENT, kind, square));
        }
        for square in self.own.occupied() & defended {
            let Some(role) = self.own.role_at(square) else {
                continue;
            };
            let attacker = if threats.by_pawns.contains(square) {
                0
            } else if threats.by_minors.contains(square) {
                1
            } else {
                2
            };
            let kind = 2 * (3 * index(role) + attacker) + usize::from(attacked.contains(square));
            rows.push(self.row(ATTACKED, kind, square));
        }
        for rook in board.castling_rights(!self.color) {
            let right = usize::from(rook.file() == shakmaty::File::H);
            rows.push((CASTLING + right) as u16);
        }
        if let Some(file) = board.ep_file() {
            rows.push((EN_PASSANT + file.to_usize()) as u16);
        }
    }

    fn row(&self, table: usize, kind: usize, square: Square) -> u16 {
        (table + 64 * kind + seen_from(self.color, square)) as u16
    }

    fn own_attacks(&self, occupied: Bitboard) -> Bitboard {
        let mut attacked = self.steps;
        for square in self.own.bishops_and_queens() {
            attacked |= attacks::bishop_attacks(square, occupied);
        }
        for square in self.own.rooks_and_queens() {
            attacked |= attacks::rook_attacks(square, occupied);
        }
        attacked
    }

    fn attacks_of(&self, board: PackedBoard, occupied: Bitboard) -> Attacks {
        let mut of = Attacks::default();
        for (square, role) in board.pieces() {
            match role {
                Role::Pawn => of.by_pawns |= attacks::pawn_attacks(!self.color, square),
                Role::Knight => of.by_minors |= attacks::knight_attacks(square),
                Role::Bishop => of.by_minors |= attacks::bishop_attacks(square, occupied),
                Role::Rook => of.by_others |= attacks::rook_attacks(square, occupied),
                Role::Queen => of.by_others |= attacks::queen_attacks(square, occupied),
                Role::King => of.by_others |= attacks::king_attacks(square),
            }
        }
        of
    }
}

/// Pawn 0 … king 5.
const fn index(role: Role) -> usize {
    role as usize - 1
}

#[cfg(test)]
mod tests {
    use rbc_rules::Position;

    use super::*;

    fn rows(fen: &str, color: Color) -> Vec<u16> {
        let position: Position = fen.parse().expect("a position");
        let board = PackedBoard::pack(&position, color).expect("it fits");
        let mut rows = Vec::new();
        BoardFeatures::new(&position.own_side(color)).extend(board, &mut rows);
        rows.sort_unstable();
        rows
    }

    fn opponent(role: Role, state: usize, square: Square) -> u16 {
        (OPPONENT + 64 * (4 * index(role) + state) + square.to_usize()) as u16
    }

    #[test]
    fn pieces_are_attacked_and_defended() {
        // The knight on e5 is attacked by the pawn and defended by the rook; the own pawn d4 is not
        // attacked, the own rook on e1 is not either, as the knight stands in between.
        let found = rows("4k3/8/8/4n3/3P4/8/8/4R1K1 w - - 0 1", Color::White);
        assert_eq!(
            found,
            [
                opponent(Role::Knight, 1, Square::E5),
                opponent(Role::King, 0, Square::E8),
            ]
        );
        let found = rows("4k3/4r3/8/4n3/3P4/8/8/6K1 w - - 0 1", Color::White);
        assert!(found.contains(&opponent(Role::Knight, 3, Square::E5)));
    }

    #[test]
    fn own_pieces_count_by_their_least_attacker() {
        let row = |role, attacker, defended, square: Square| {
            (ATTACKED + 64 * (2 * (3 * index(role) + attacker) + defended) + square.to_usize())
                as u16
        };
        let found = rows("4k3/8/8/2p5/3Q4/8/8/3r2K1 w - - 0 1", Color::White);
        assert!(found.contains(&row(Role::Queen, 0, 0, Square::D4)));
        assert!(found.contains(&row(Role::King, 2, 1, Square::G1)));
        assert_eq!(found.len(), 5);
        let found = rows("4k3/8/8/2n5/4P3/3P4/8/6K1 w - - 0 1", Color::White);
        assert!(found.contains(&row(Role::Pawn, 1, 1, Square::E4)));
        assert!(found.contains(&row(Role::Pawn, 1, 0, Square::D3)));
    }

    #[test]
    fn black_sees_the_mirrored_board() {
        let white = rows(
            "r3k2r/pp3ppp/8/3pP3/8/5N2/PPP2PPP/R3K2R w KQkq d6 0 1",
            Color::White,
        );
        let black = rows(
            "r3k2r/ppp2ppp/5n2/8/3Pp3/8/PP3PPP/R3K2R b KQkq d3 0 1",
            Color::Black,
        );
        assert_eq!(white, black);
        assert!(white.contains(&(CASTLING as u16)));
        assert!(white.contains(&(CASTLING as u16 + 1)));
        assert!(white.contains(&(EN_PASSANT as u16 + 3)));
    }

    #[test]
    fn the_table_has_a_row_for_everything() {
        let last = EN_PASSANT + 7;
        assert_eq!(last + 1, ROWS);
        assert!(ROWS < usize::from(u16::MAX));
    }
}
