//! What a sense and an own move's result say about each board.

use rbc_rules::{
    Bitboard, Color, MoveResult, OwnSide, Piece, Role, SenseResult, Square,
    move_evidence::{self, EnPassant},
    window,
};
use shakmaty::Rank;

use crate::{
    PackedBoard,
    expansion::ep_targets,
    packed::{en_passant_bits, rights_of_square},
};

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

    /// The squares that were sensed.
    pub(crate) const fn window(&self) -> Bitboard {
        self.window
    }

    /// Whether the sense showed this piece.
    pub(crate) fn shows(&self, square: Square, role: Role) -> bool {
        self.pieces.contains(&(square, role))
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
    /// Where a pawn of the opponent that can be captured en passant may stand before the move.
    ep_targets: Bitboard,
    own_pawns: Bitboard,
}

impl MoveEvidence {
    /// `own` is the own side before the move.
    pub(crate) fn new(result: &MoveResult, own: &OwnSide) -> MoveEvidence {
        MoveEvidence {
            told: move_evidence::MoveEvidence::new(result, own).ok(),
            opponent: !own.color(),
            ep_targets: ep_targets(own.board().pawns(), own.color()),
            own_pawns: own.board().pawns(),
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

    /// Squares on which the opponent has nothing after the move.
    pub(crate) fn free_after(&self) -> Bitboard {
        self.told.map_or(Bitboard::EMPTY, |told| {
            let taken = told.capture.map_or(Bitboard::EMPTY, Bitboard::from_square);
            told.free | taken
        })
    }

    /// Appends to `out` every board that [`MoveEvidence::apply`] makes `after` of, if it can occur: an en
    /// passant file only where the pawn's way is free of the opponent's pieces, castling rights only
    /// with king and rook at home, and no second king.
    pub(crate) fn predecessors(&self, after: PackedBoard, out: &mut Vec<PackedBoard>) {
        let start = out.len();
        let Some(told) = self.told.filter(|_| after.ep_file().is_none()) else {
            return;
        };
        match told.capture {
            None => out.push(after),
            Some(square) if after.occupancy().contains(square) => return,
            Some(square) => {
                let rights = after.castling_bits();
                for role in Role::ALL {
                    let put = |rights| after.with_piece(square, role, rights);
                    out.push(put(rights));
                    let lost = match role {
                        Role::King => 0,
                        _ => rights_of_square(square, self.opponent),
                    };
                    if role == Role::Rook && lost != 0 {
                        out.push(put(rights | lost));
                    }
                    if role == Role::King {
                        out.extend((1..=3).map(put));
                    }
                }
            }
        }
        let me = !self.opponent;
        let back = self.opponent.fold_wb(-8, 8);
        for i in start..out.len() {
            let before = out[i];
            for at in self.ep_targets & before.occupancy() {
                let passed = Bitboard::from_square(at).shift(back);
                let way = passed | passed.shift(back);
                if before.role_at(at) == Some(Role::Pawn)
                    && before.occupancy().is_disjoint(way)
                    && let Some(ep) = passed.first()
                    && let bits @ 1.. = en_passant_bits(ep, self.own_pawns, me)
                {
                    out.push(before.with_en_passant(bits));
                }
            }
        }
        let mut kept = start;
        for i in start..out.len() {
            let before = out[i];
            if before.is_consistent(self.opponent) && self.apply(before) == Some(after) {
                out[kept] = before;
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// Whether boards that differed before the move can be equal after it.
    pub(crate) fn merges(&self) -> bool {
        self.told.is_some_and(|told| told.capture.is_some())
    }
}
