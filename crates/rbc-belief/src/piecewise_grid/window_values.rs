//! What each sense is worth: the uncertainty in its window.

use rbc_rules::{Bitboard, Color, Piece, Role, Square, window};
use shakmaty::{Rank, attacks};

use super::{
    GridRules, KING_ATTACK_BONUS, KING_ZONE_BONUS, NEAR_KING_BONUS, PAPER_HARMLESS,
    PAPER_KING_ATTACK, PAPER_PIN, PAPER_PROMOTION, PIN_BONUS, PROMOTION_BONUS, PiecewiseGrid,
    importance, targets::attacks_square,
};

impl PiecewiseGrid {
    /// For each center, a1 first, what a sense there is worth: over the squares of its window and the pieces,
    /// the sum of p (1 - p), the uncertainty of the piece's standing there, times what the piece counts there:
    /// its [`importance`], and bonuses where it attacks the own king, pins a piece before it, is near it, or is
    /// a pawn near promotion.
    ///
    /// In [`Phase::Sense`](rbc_rules::Phase::Sense), after the turn's start was observed.
    #[must_use]
    pub fn window_values(&self) -> [f64; 64] {
        let by_square = self.uncertainties();
        let mut values = [0.0; 64];
        for center in Square::ALL {
            values[center.to_usize()] = window(center)
                .into_iter()
                .map(|square| by_square[square.to_usize()])
                .sum();
        }
        values
    }

    /// The square where a sense is worth most by the [rules](super::GridRules); the one nearest to a1 of those that are
    /// worth the same.
    #[must_use]
    pub fn best_sense(&self) -> Square {
        if self.rules == GridRules::Outpost {
            return most(Square::ALL, &self.window_values());
        }
        let by_square = self.paper_uncertainties();
        let least_certain = most(Square::ALL, &by_square);
        let values = Square::ALL.map(|center| -> f64 {
            let squares = window(center).into_iter();
            squares.map(|square| by_square[square.to_usize()]).sum()
        });
        most(window(least_certain), &values)
    }

    /// By the paper's rules, for each square the greatest uncertainty of any piece that may stand there.
    pub(super) fn paper_uncertainties(&self) -> [f64; 64] {
        let own = self.own.pieces();
        let king = self.own.board().by_role(Role::King).first();
        let color = self.opponent();
        let mut values = [0.0_f64; 64];
        for piece in &self.pieces {
            for square in !own {
                for (probability, role) in [
                    (piece.at(square), piece.role()),
                    (piece.promoted_at(square), piece.promotion()),
                ] {
                    let mut uncertainty = probability.min(1.0 - probability);
                    if uncertainty <= 0.0 {
                        continue;
                    }
                    let reach = attacks::attacks(square, Piece { color, role }, own);
                    if reach.is_disjoint(own) {
                        uncertainty *= PAPER_HARMLESS;
                    }
                    if king.is_some_and(|king| reach.contains(king)) {
                        uncertainty *= PAPER_KING_ATTACK;
                    }
                    if king.is_some_and(|king| pins(color, role, square, king, own)) {
                        uncertainty *= PAPER_PIN;
                    }
                    if role == Role::Pawn && steps_left(color, square) <= 2 {
                        uncertainty *= PAPER_PROMOTION;
                    }
                    let value = &mut values[square.to_usize()];
                    *value = value.max(uncertainty);
                }
            }
        }
        values
    }

    fn uncertainties(&self) -> [f64; 64] {
        let own = self.own.pieces();
        let king = self.own.board().by_role(Role::King).first();
        let mut free = [1.0_f64; 64];
        for piece in &self.pieces {
            for square in Square::ALL {
                free[square.to_usize()] *= (1.0 - piece.stands_on(square)).max(0.0);
            }
        }
        let open = |between: Bitboard| -> f64 {
            between
                .into_iter()
                .map(|square| free[square.to_usize()])
                .product()
        };
        let mut values = [0.0; 64];
        for piece in &self.pieces {
            for square in !own {
                for (probability, role) in [
                    (piece.at(square), piece.role()),
                    (piece.promoted_at(square), piece.promotion()),
                ] {
                    if probability <= 0.0 || probability >= 1.0 {
                        continue;
                    }
                    let mut counts = importance(role);
                    if let Some(king) = king {
                        counts += self.threat(role, square, king, own, &open);
                    }
                    if role == Role::Pawn {
                        counts += PROMOTION_BONUS / f64::from(steps_left(self.opponent(), square));
                    }
                    values[square.to_usize()] += counts * probability * (1.0 - probability);
                }
            }
        }
        values
    }

    fn threat(
        &self,
        role: Role,
        square: Square,
        king: Square,
        own: Bitboard,
        open: &impl Fn(Bitboard) -> f64,
    ) -> f64 {
        let opponent = self.opponent();
        let between = attacks::between(square, king);
        let mut threat = 0.0;
        if square.distance(king) <= 2 {
            threat += NEAR_KING_BONUS;
        }
        if attacks_square(opponent, role, square, king, own) {
            threat += KING_ATTACK_BONUS
                * if role == Role::Knight {
                    1.0
                } else {
                    open(between)
                };
        } else if pins(opponent, role, square, king, own) {
            threat += PIN_BONUS * open(between & !own);
        }
        let piece = Piece {
            color: opponent,
            role,
        };
        let zone = attacks::king_attacks(king);
        if !attacks::attacks(square, piece, own).is_disjoint(zone) {
            threat += KING_ZONE_BONUS;
        }
        threat
    }
}

/// The first of `squares` with the greatest value.
fn most(squares: impl IntoIterator<Item = Square>, values: &[f64; 64]) -> Square {
    let mut squares = squares.into_iter();
    let first = squares.next().unwrap_or(Square::A1);
    squares.fold(first, |best, square| {
        if values[square.to_usize()] > values[best.to_usize()] {
            square
        } else {
            best
        }
    })
}

/// Whether a `role` of `color` on `square` pins the single one of the pieces `own` that is between it and their king.
fn pins(color: Color, role: Role, square: Square, king: Square, own: Bitboard) -> bool {
    let between = attacks::between(square, king);
    (between & own).count() == 1
        && matches!(role, Role::Bishop | Role::Rook | Role::Queen)
        && attacks_square(color, role, square, king, own & !between)
}

/// Steps that a pawn has to the last rank, at least 1.
fn steps_left(color: Color, square: Square) -> u32 {
    square
        .rank()
        .distance(color.fold_wb(Rank::Eighth, Rank::First))
        .max(1)
}
