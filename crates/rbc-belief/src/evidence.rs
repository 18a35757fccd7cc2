//! What a sense and an own move's result say about each board.

use rbc_rules::{Bitboard, Color, MoveResult, OwnSide, Piece, Role, SenseResult, Square, window};
use shakmaty::{Rank, attacks};

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

/// What became of the own move, as a test of boards: which squares the opponent's pieces must hold
/// and leave free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveEvidence {
    free: Bitboard,
    held: Bitboard,
    /// At least one of these is held, unless empty.
    some_held: Bitboard,
    en_passant: EnPassant,
    /// Where a piece was taken off.
    capture: Option<Square>,
    /// Nothing can have led to this result.
    impossible: bool,
    opponent: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EnPassant {
    Any,
    /// The board lets a pawn capture on this square.
    On(Square),
    NotOn(Square),
}

impl MoveEvidence {
    /// `own` is the own side before the move.
    pub(crate) fn new(result: &MoveResult, own: &OwnSide) -> MoveEvidence {
        let mut evidence = MoveEvidence {
            free: Bitboard::EMPTY,
            held: Bitboard::EMPTY,
            some_held: Bitboard::EMPTY,
            en_passant: EnPassant::Any,
            capture: result.capture,
            impossible: false,
            opponent: !own.color(),
        };
        let Some(request) = result.requested else {
            return evidence;
        };
        let (from, to) = (request.from, request.to);
        let free = &mut evidence.free;
        let held = &mut evidence.held;
        match (own.board().role_at(from), result.taken) {
            (Some(Role::Pawn), taken) if from.file() != to.file() => {
                match (taken, result.capture) {
                    (Some(_), Some(square)) if square == to => held.add(to),
                    (Some(_), _) => {
                        free.add(to);
                        evidence.en_passant = EnPassant::On(to);
                    }
                    (None, _) => {
                        free.add(to);
                        evidence.en_passant = EnPassant::NotOn(to);
                    }
                }
            }
            (Some(Role::Pawn), taken) => {
                let way = attacks::between(from, to).with(to);
                match taken {
                    Some(m) if m.to == to => *free |= way,
                    Some(m) => {
                        free.add(m.to);
                        held.add(to);
                    }
                    // The first square of the way is the one that blocks.
                    None => {
                        let first = attacks::between(from, to).first().unwrap_or(to);
                        held.add(first);
                    }
                }
            }
            (Some(Role::King), taken) if from.file().distance(to.file()) == 2 => {
                let corner = if to > from { 3 } else { -4 };
                let way = from
                    .offset(corner)
                    .map_or(Bitboard::EMPTY, |rook| attacks::between(from, rook));
                match taken {
                    Some(_) => *free |= way,
                    None => evidence.some_held = way,
                }
            }
            (Some(Role::Rook | Role::Bishop | Role::Queen), Some(m)) => {
                *free |= attacks::between(from, m.to);
                if result.capture.is_some() {
                    held.add(m.to);
                } else {
                    free.add(m.to);
                }
            }
            (Some(Role::Knight | Role::King), Some(_)) => {
                if result.capture.is_some() {
                    held.add(to);
                } else {
                    free.add(to);
                }
            }
            // A slider always moves, a knight or king always can.
            (_, None) | (None, _) => evidence.impossible = true,
        }
        evidence
    }

    /// The board after the move, if the move would have had this result on `board`.
    pub(crate) fn apply(&self, board: PackedBoard) -> Option<PackedBoard> {
        let occupancy = board.occupancy();
        let fits = !self.impossible
            && occupancy.is_disjoint(self.free)
            && occupancy.is_superset(self.held)
            && (self.some_held.is_empty() || occupancy.intersects(self.some_held))
            && match self.en_passant {
                EnPassant::Any => true,
                EnPassant::On(square) => self.en_passant_on(board, square),
                EnPassant::NotOn(square) => !self.en_passant_on(board, square),
            };
        if !fits {
            return None;
        }
        Some(match self.capture {
            Some(square) => board.without_piece(square, self.opponent),
            None => board.without_en_passant(),
        })
    }

    fn en_passant_on(&self, board: PackedBoard, square: Square) -> bool {
        square.rank() == self.opponent.fold_wb(Rank::Third, Rank::Sixth)
            && board.ep_file() == Some(square.file())
    }

    /// Whether boards that differed before the move can be equal after it.
    pub(crate) const fn merges(&self) -> bool {
        self.capture.is_some()
    }
}
