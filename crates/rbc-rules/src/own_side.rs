//! What a player always knows: the own pieces, and with them the moves that may be requested.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use crate::{
    Move,
    castling::{castling_king, castling_rook, castling_target, standard_castling_rights},
};

/// The pieces and castling rights of one side.
///
/// A player can always keep this exactly: own moves are told as taken, and a capture by the
/// opponent names its square.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OwnSide {
    color: Color,
    board: Board,
    castling_rights: Bitboard,
}

impl OwnSide {
    /// The pieces of `color` on `board`; `castling_rights` are the squares of rooks that may still
    /// castle, those that cannot be true are dropped.
    #[must_use]
    pub fn new(color: Color, board: &Board, castling_rights: Bitboard) -> OwnSide {
        let mut own = board.clone();
        for sq in board.by_color(!color) {
            own.discard_piece_at(sq);
        }
        OwnSide {
            color,
            castling_rights: standard_castling_rights(&own, castling_rights),
            board: own,
        }
    }

    /// Whose pieces these are.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// A board with the own pieces only.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The squares of own rooks that may still castle.
    #[must_use]
    pub const fn castling_rights(&self) -> Bitboard {
        self.castling_rights
    }

    /// The squares of the own pieces.
    #[must_use]
    pub const fn pieces(&self) -> Bitboard {
        self.board.occupied()
    }

    /// Every move that may be requested (besides the pass), as `reconchess`'s `move_actions`: the
    /// pseudo-legal moves on the board without the opponent's pieces, castling included and en
    /// passant excluded, and every pawn capture onto a square without an own piece.
    ///
    /// Straight promotions are listed only with a piece, promotions by capture also without one
    /// (which means a queen).
    ///
    /// ```
    /// use rbc_rules::{Color, Position};
    /// let own = Position::initial().own_side(Color::White);
    /// // 16 pawn pushes, 14 pawn captures, 4 knight moves.
    /// assert_eq!(own.requests().len(), 34);
    /// ```
    #[must_use]
    pub fn requests(&self) -> Vec<Move> {
        let mut requests = Vec::with_capacity(64);
        let own = self.pieces();
        for from in own {
            let Some(role) = self.board.role_at(from) else {
                continue;
            };
            if role == Role::Pawn {
                self.pawn_requests(from, &mut requests);
            } else {
                let piece = Piece {
                    color: self.color,
                    role,
                };
                for to in attacks::attacks(from, piece, own) & !own {
                    requests.push(Move::new(from, to));
                }
            }
        }
        for rook in self.castling_rights {
            let king = castling_king(self.color);
            if attacks::between(king, rook).is_disjoint(own) {
                requests.push(Move::new(king, castling_target(king, rook)));
            }
        }
        requests
    }

    fn pawn_requests(&self, from: Square, requests: &mut Vec<Move>) {
        const PIECES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let own = self.pieces();
        let last_rank = self.color.fold_wb(Rank::Eighth, Rank::First);
        let forward = self.color.fold_wb(8, -8);
        if let Some(one) = from.offset(forward).filter(|sq| !own.contains(*sq)) {
            if one.rank() == last_rank {
                for role in PIECES {
                    requests.push(Move::new(from, one).promoting_to(Some(role)));
                }
            } else {
                requests.push(Move::new(from, one));
                if may_double_step(self.color, from)
                    && let Some(two) = one.offset(forward).filter(|sq| !own.contains(*sq))
                {
                    requests.push(Move::new(from, two));
                }
            }
        }
        for to in attacks::pawn_attacks(self.color, from) & !own {
            requests.push(Move::new(from, to));
            if to.rank() == Rank::First || to.rank() == Rank::Eighth {
                for role in PIECES {
                    requests.push(Move::new(from, to).promoting_to(Some(role)));
                }
            }
        }
    }

    /// The request with the queen filled in where a pawn reaches the last rank and no piece was
    /// named.
    #[must_use]
    pub fn with_promotion(&self, request: Move) -> Move {
        let pawn = self.board.role_at(request.from) == Some(Role::Pawn);
        let back_rank = request.to.rank() == Rank::First || request.to.rank() == Rank::Eighth;
        if pawn && back_rank && request.promotion.is_none() {
            request.promoting_to(Some(Role::Queen))
        } else {
            request
        }
    }

    /// Whether `request` may be requested: [`OwnSide::requests`] holds it once the queen is filled
    /// in.
    #[must_use]
    pub fn may_request(&self, request: Move) -> bool {
        self.requests().contains(&self.with_promotion(request))
    }

    /// Carries out the own move `taken`.
    pub fn apply_own_move(&mut self, taken: Move) {
        let Some(role) = self.board.role_at(taken.from) else {
            return;
        };
        self.board.discard_piece_at(taken.from);
        self.board.set_piece_at(
            taken.to,
            Piece {
                color: self.color,
                role: taken.promotion.unwrap_or(role),
            },
        );
        if role == Role::King {
            if let Some((rook_from, rook_to)) = castling_rook(taken) {
                self.board.discard_piece_at(rook_from);
                self.board.set_piece_at(
                    rook_to,
                    Piece {
                        color: self.color,
                        role: Role::Rook,
                    },
                );
            }
            self.castling_rights = Bitboard::EMPTY;
        }
        self.castling_rights.discard(taken.from);
    }

    /// Takes away the own piece that the opponent captured on `square`.
    pub fn apply_capture(&mut self, square: Square) {
        self.board.discard_piece_at(square);
        self.castling_rights = standard_castling_rights(&self.board, self.castling_rights);
    }
}

/// Whether a pawn of `color` on `from` may step forward by two: from its second rank and, as
/// `python-chess` has it, from its first, where only a FEN can put it.
#[must_use]
pub fn may_double_step(color: Color, from: Square) -> bool {
    let first_two = color.fold_wb([Rank::First, Rank::Second], [Rank::Eighth, Rank::Seventh]);
    first_two.contains(&from.rank())
}
