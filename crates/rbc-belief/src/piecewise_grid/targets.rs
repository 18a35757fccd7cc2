//! Where a piece of the opponent may go on a board on which only the own pieces are known.

use rbc_rules::{Bitboard, Color, Piece, Role, Square};
use shakmaty::{Rank, attacks};

/// A pseudo-legal move, as far as the own pieces say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub to: Square,
    /// Squares that must hold no piece of the opponent's, `to` included.
    pub free: Bitboard,
    /// The own piece that it captures.
    pub capture: Option<Square>,
    /// A pawn reaches the last rank.
    pub promotes: bool,
    /// A pawn's double step from its second rank.
    pub double_step: bool,
}

/// The own side as the opponent's moves meet it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The opponent's color.
    pub mover: Color,
    pub own: Bitboard,
    /// The square that an own double step has just passed.
    pub en_passant: Option<Square>,
}

impl Field {
    /// Calls `f` with each move of a `role` from `from`, castling aside.
    pub fn each_target(&self, role: Role, from: Square, mut f: impl FnMut(Target)) {
        if role == Role::Pawn {
            self.each_pawn_target(from, f);
            return;
        }
        let piece = Piece {
            color: self.mover,
            role,
        };
        for to in attacks::attacks(from, piece, self.own) {
            let between = match role {
                Role::Knight | Role::King => Bitboard::EMPTY,
                _ => attacks::between(from, to),
            };
            f(Target {
                to,
                free: between.with(to),
                capture: Some(to).filter(|to| self.own.contains(*to)),
                promotes: false,
                double_step: false,
            });
        }
    }

    fn each_pawn_target(&self, from: Square, mut f: impl FnMut(Target)) {
        let last = self.mover.fold_wb(Rank::Eighth, Rank::First);
        let second = self.mover.fold_wb(Rank::Second, Rank::Seventh);
        let target = |to: Square, free: Bitboard, capture| Target {
            to,
            free,
            capture,
            promotes: to.rank() == last,
            double_step: from.rank() == second && from.rank().distance(to.rank()) == 2,
        };
        let forward = self.mover.fold_wb(8, -8);
        if let Some(one) = from.offset(forward).filter(|sq| !self.own.contains(*sq)) {
            let way = Bitboard::from_square(one);
            f(target(one, way, None));
            if rbc_rules::own_side::may_double_step(self.mover, from)
                && let Some(two) = one.offset(forward).filter(|sq| !self.own.contains(*sq))
            {
                f(target(two, way.with(two), None));
            }
        }
        for to in attacks::pawn_attacks(self.mover, from) {
            if self.own.contains(to) {
                f(target(to, Bitboard::from_square(to), Some(to)));
            } else if self.en_passant == Some(to) {
                let passed = Square::from_coords(to.file(), from.rank());
                if self.own.contains(passed) {
                    f(target(to, Bitboard::from_square(to), Some(passed)));
                }
            }
        }
    }
}

/// Whether a `role` of `color` on `from` attacks `to` with only `occupied` in its way.
pub(super) fn attacks_square(
    color: Color,
    role: Role,
    from: Square,
    to: Square,
    occupied: Bitboard,
) -> bool {
    attacks::attacks(from, Piece { color, role }, occupied).contains(to)
}
