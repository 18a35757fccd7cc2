//! What a sense and an own move's result say about each board.

use rbc_rules::{
    Bitboard, Color, MoveResult, OwnSide, Piece, Role, SenseResult, Square,
    move_evidence::{self, EnPassant},
    window,
};
use shakmaty::Rank;

use crate::PackedBoard;

/// What a sense showed, as a test of boards.
#[derive(Clone, Debug)]
pub(crate) struct SenseEvidence {
    window: Bitboard,
    opponents: Bitboard,
    pieces: Vec<(Square, Role)>,
}

impl SenseEvidence {
    pub(crate) fn new(result: &SenseResult, me: Color) -> SenseEvidence {
        let pieces: Vec<_> = result
            .contents
            .iter()
            .filter_map(|(square, piece)| {
                piece
                    .filter(|p: &Piece| p.color != me)
                    .map(|p| (*square, p.role))
            })
            .collect();
        SenseEvidence {
            window: result.square.map_or(Bitboard::EMPTY, window),
            opponents: pieces.iter().map(|(square, _)| *square).collect(),
            pieces,
        }
    }

    /// Whether the sense would have shown this on `board`.
    pub(crate) fn fits(&self, board: PackedBoard) -> bool {
        board.occupancy() & self.window == self.opponents
            && self
                .pieces
                .iter()
                .all(|(square, role)| board.role_at(*square) == Some(*role))
    }
}

/// What became of the own move, as a test of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveEvidence {
    /// `None` where no board can give this result.
    told: Option<move_evidence::MoveEvidence>,
    opponent: Color,
}

impl MoveEvidence {
    /// `own` is the own side before the move.
    pub(crate) fn new(result: &MoveResult, own: &OwnSide) -> MoveEvidence {
        MoveEvidence {
            told: move_evidence::MoveEvidence::new(result, own).ok(),
            opponent: !own.color(),
        }
    }

    /// The board after the move, if the move would have had this result on `board`.
    pub(crate) fn apply(&self, board: PackedBoard) -> Option<PackedBoard> {
        let (told, occupancy) = (self.told.as_ref()?, board.occupancy());
        let fits = occupancy.is_disjoint(told.free)
            && occupancy.is_superset(told.held)
            && (told.some_held.is_empty() || occupancy.intersects(told.some_held))
            && match told.en_passant {
                EnPassant::Any => true,
                EnPassant::On(square) => self.en_passant_on(board, square),
                EnPassant::NotOn(square) => !self.en_passant_on(board, square),
            };
        if !fits {
            return None;
        }
        Some(match told.capture {
            Some(square) => board.without_piece(square, self.opponent),
            None => board.without_en_passant(),
        })
    }

    fn en_passant_on(&self, board: PackedBoard, square: Square) -> bool {
        square.rank() == self.opponent.fold_wb(Rank::Third, Rank::Sixth)
            && board.ep_file() == Some(square.file())
    }

    /// Whether boards that differed before the move can be equal after it.
    pub(crate) fn merges(&self) -> bool {
        self.told.is_some_and(|told| told.capture.is_some())
    }
}
