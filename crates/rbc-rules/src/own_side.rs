//! What a player always knows: its own pieces, and therefore its possible requests.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use crate::{
    Move,
    castling::{castling_king, castling_rook, castling_target, standard_castling_rights},
};

/// The pieces and castling rights of one side.
///
/// A player can always track this exactly: it is told its moves as taken, and the square of each capture by the
/// opponent.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OwnSide {
    color: Color,
    board: Board,
    castling_rights: Bitboard,
}

impl OwnSide {
    /// Takes the pieces of `color` from `board`. `castling_rights` are the squares of rooks that may still castle;
    /// impossible ones are dropped.
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

    /// Returns the color of these pieces.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Returns a board with only these pieces.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the squares of rooks that may still castle.
    #[must_use]
    pub const fn castling_rights(&self) -> Bitboard {
        self.castling_rights
    }

    /// Returns the squares of these pieces.
    #[must_use]
    pub const fn pieces(&self) -> Bitboard {
        self.board.occupied()
    }

    /// Returns every move that may be requested (besides the pass), like `move_actions` of `reconchess`: the
    /// pseudo-legal moves on the board without the opponent's pieces, with castling and without en passant, and every
    /// pawn capture onto a square without an own piece.
    ///
    /// Straight promotions are listed with a piece only, promotions by capture also without one (which means a
    /// queen).
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

    /// Returns the request with a queen as promotion where a pawn reaches the last rank and no piece is named.
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

    /// Returns whether `request` is one of [`OwnSide::requests`], once a missing promotion is a queen.
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

    /// Removes the piece that the opponent captured on `square`.
    pub fn apply_capture(&mut self, square: Square) {
        self.board.discard_piece_at(square);
        self.castling_rights = standard_castling_rights(&self.board, self.castling_rights);
    }
}

/// Returns whether a pawn of `color` on `from` may step forward by two: from its second rank and, as in
/// `python-chess`, from its first, where only a FEN can put it.
#[must_use]
pub fn may_double_step(color: Color, from: Square) -> bool {
    let first_two = color.fold_wb([Rank::First, Rank::Second], [Rank::Eighth, Rank::Seventh]);
    first_two.contains(&from.rank())
}
