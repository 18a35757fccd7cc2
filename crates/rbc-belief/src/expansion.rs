//! The boards that one opponent's move can lead to.

use rbc_rules::{Bitboard, Color, OwnSide, Role, Square, own_side::may_double_step};
use shakmaty::{Rank, attacks};

use crate::packed::{Lifted, PackedBoard, en_passant_bits, rights_of_square};

/// What is common to all boards while the opponent moves.
#[derive(Clone, Debug)]
pub(crate) struct OpponentTurn {
    /// The own side.
    me: Color,
    own: Bitboard,
    own_pawns: Bitboard,
    /// The square that an own double step has just passed.
    ep: Option<Square>,
    /// Where the opponent captured, as told.
    notice: Option<Square>,
}

impl OpponentTurn {
    /// `own` is the own side before the capture.
    pub(crate) fn new(own: &OwnSide, ep: Option<Square>, notice: Option<Square>) -> OpponentTurn {
        OpponentTurn {
            me: own.color(),
            own: own.pieces(),
            own_pawns: own.board().pawns(),
            ep,
            notice,
        }
    }

    /// Whether the opponent captured.
    pub(crate) const fn captures(&self) -> bool {
        self.notice.is_some()
    }

    /// Emits every board that a pass or a pseudo-legal move of the opponent leads to, given the
    /// notice; one board may be emitted more than once. A failed move is a pass. A board without
    /// the opponent's king has no successors: the game was over.
    pub(crate) fn successors(&self, board: PackedBoard, emit: &mut impl FnMut(PackedBoard)) {
        if !board.has_king() {
            return;
        }
        match self.notice {
            None => self.quiet_successors(board, emit),
            Some(square) => self.capturing_successors(board, square, emit),
        }
    }

    fn quiet_successors(&self, board: PackedBoard, emit: &mut impl FnMut(PackedBoard)) {
        let opponent = !self.me;
        let all = self.own | board.occupancy();
        emit(board.without_en_passant());
        for (i, (from, role)) in board.pieces().enumerate() {
            let lifted = Lifted::new(board, i as u32, from);
            match role {
                Role::Pawn => self.pawn_pushes(lifted, from, all, emit),
                Role::King => {
                    let moved = lifted.losing_rights(3);
                    for to in attacks::king_attacks(from) & !all {
                        emit(moved.put(to, role, 0));
                    }
                    self.castles(board, i as u32, from, all, emit);
                }
                _ => {
                    let moved = if role == Role::Rook {
                        lifted.losing_rights(rights_of_square(from, opponent))
                    } else {
                        lifted
                    };
                    for to in reach(from, role, all) & !all {
                        emit(moved.put(to, role, 0));
                    }
                }
            }
        }
    }

    fn pawn_pushes(
        &self,
        lifted: Lifted,
        from: Square,
        all: Bitboard,
        emit: &mut impl FnMut(PackedBoard),
    ) {
        let opponent = !self.me;
        let forward = opponent.fold_wb(8, -8);
        let Some(one) = from.offset(forward).filter(|sq| !all.contains(*sq)) else {
            return;
        };
        put_pawn(lifted, one, emit);
        if may_double_step(opponent, from)
            && let Some(two) = one.offset(forward).filter(|sq| !all.contains(*sq))
        {
            // From the first rank the step passes no square for a capture.
            let ep = if from.rank() == opponent.fold_wb(Rank::Second, Rank::Seventh) {
                en_passant_bits(one, self.own_pawns, self.me)
            } else {
                0
            };
            emit(lifted.put(two, Role::Pawn, ep));
        }
    }

    fn castles(
        &self,
        board: PackedBoard,
        king_index: u32,
        king: Square,
        all: Bitboard,
        emit: &mut impl FnMut(PackedBoard),
    ) {
        let opponent = !self.me;
        for rook in board.castling_rights(opponent) {
            if attacks::between(king, rook).intersects(all) {
                continue;
            }
            let side = if rook > king { 1 } else { -1 };
            let (Some(king_to), Some(rook_to)) = (king.offset(2 * side), king.offset(side)) else {
                continue;
            };
            let moved =
                Lifted::new(board, king_index, king)
                    .losing_rights(3)
                    .put(king_to, Role::King, 0);
            let below = Bitboard(u64::from(moved.occupancy()) & ((1 << rook.to_u32()) - 1));
            emit(Lifted::new(moved, below.count() as u32, rook).put(rook_to, Role::Rook, 0));
        }
    }

    fn capturing_successors(
        &self,
        board: PackedBoard,
        notice: Square,
        emit: &mut impl FnMut(PackedBoard),
    ) {
        let opponent = !self.me;
        let all = self.own | board.occupancy();
        // En passant is told at the captured pawn's square.
        let en_passant = self
            .ep
            .filter(|ep| ep.offset(opponent.fold_wb(-8, 8)) == Some(notice) && !all.contains(*ep));
        for (i, (from, role)) in board.pieces().enumerate() {
            let lifted = Lifted::new(board, i as u32, from);
            if role == Role::Pawn {
                let attacked = attacks::pawn_attacks(opponent, from);
                if attacked.contains(notice) {
                    put_pawn(lifted, notice, emit);
                }
                if let Some(ep) = en_passant.filter(|ep| attacked.contains(*ep)) {
                    emit(lifted.put(ep, Role::Pawn, 0));
                }
            } else if reach(from, role, all).contains(notice) {
                let lost = match role {
                    Role::King => 3,
                    Role::Rook => rights_of_square(from, opponent),
                    _ => 0,
                };
                emit(lifted.losing_rights(lost).put(notice, role, 0));
            }
        }
    }
}

/// Puts a pawn down on `to`, promoted in four ways on the last rank.
fn put_pawn(lifted: Lifted, to: Square, emit: &mut impl FnMut(PackedBoard)) {
    if to.rank() == Rank::First || to.rank() == Rank::Eighth {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            emit(lifted.put(to, role, 0));
        }
    } else {
        emit(lifted.put(to, Role::Pawn, 0));
    }
}

/// The squares that a piece attacks; not for pawns.
fn reach(from: Square, role: Role, all: Bitboard) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, all),
        Role::Rook => attacks::rook_attacks(from, all),
        Role::Queen => attacks::queen_attacks(from, all),
        Role::King | Role::Pawn => attacks::king_attacks(from),
    }
}
