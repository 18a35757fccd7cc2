//! The boards that one opponent's move can lead to.

use rbc_rules::{Bitboard, Color, OwnSide, Role, Square};
use shakmaty::{Rank, attacks};

use crate::packed::{Lifted, PackedBoard, en_passant_bits, rights_of_square};

/// What is common to all boards while the opponent moves.
#[derive(Clone, Debug)]
pub(crate) struct OpponentTurn {
    /// The own side.
    pub(crate) me: Color,
    pub(crate) own: Bitboard,
    pub(crate) own_pawns: Bitboard,
    /// Where a pawn of the opponent that steps by two stands beside an own pawn.
    pub(crate) ep_targets: Bitboard,
    /// The square that an own double step has just passed.
    pub(crate) ep: Option<Square>,
    /// Where the opponent captured, as told.
    pub(crate) notice: Option<Square>,
}

/// Moves of one board that only carry a piece from one square to another, before they are carried
/// out: finding them takes branches, carrying them out takes none, so each has a loop of its own.
#[derive(Debug)]
pub(crate) struct Moves {
    lifted: [Lifted; PackedBoard::MAX_PIECES],
    /// The piece's place in the list above, and its target.
    list: Vec<(u8, Square)>,
}

impl Moves {
    pub(crate) fn new() -> Moves {
        Moves {
            lifted: [Lifted::NOTHING; PackedBoard::MAX_PIECES],
            list: Vec::with_capacity(256),
        }
    }
}

impl OpponentTurn {
    /// `own` is the own side before the capture.
    pub(crate) fn new(own: &OwnSide, ep: Option<Square>, notice: Option<Square>) -> OpponentTurn {
        let me = own.color();
        let own_pawns = own.board().pawns();
        OpponentTurn {
            me,
            own: own.pieces(),
            own_pawns,
            ep_targets: ep_targets(own_pawns, me),
            ep,
            notice,
        }
    }

    /// Whether the opponent captured.
    pub(crate) const fn captures(&self) -> bool {
        self.notice.is_some()
    }

    /// Appends to `out` every board that a pass or a pseudo-legal move of the opponent leads to,
    /// given the notice; one board may be appended more than once. A failed move is a pass. A board
    /// without the opponent's king has no successors: the game was over.
    pub(crate) fn successors(
        &self,
        board: PackedBoard,
        moves: &mut Moves,
        out: &mut Vec<PackedBoard>,
    ) {
        if !board.has_king() {
            return;
        }
        match self.notice {
            None => self.quiet_successors(board, moves, out),
            Some(square) => self.capturing_successors(board, square, out),
        }
    }

    fn quiet_successors(&self, board: PackedBoard, moves: &mut Moves, out: &mut Vec<PackedBoard>) {
        let all = self.own | board.occupancy();
        out.push(board.without_en_passant());
        moves.list.clear();
        let mut pawns = Bitboard::EMPTY;
        for (i, (from, role)) in board.pieces().enumerate() {
            if role == Role::Pawn {
                pawns.add(from);
                continue;
            }
            let i = i % PackedBoard::MAX_PIECES;
            let mut lifted = Lifted::new(board, i as u32, from, role);
            if role == Role::King {
                lifted = lifted.losing_rights(3);
                self.castles(board, i as u32, from, all, out);
            } else if role == Role::Rook {
                lifted = lifted.losing_rights(rights_of_square(from, !self.me));
            }
            moves.lifted[i] = lifted;
            for to in reach(from, role, all) & !all {
                moves.list.push((i as u8, to));
            }
        }
        out.extend(moves.list.iter().map(|(i, to)| {
            let lifted = &moves.lifted[usize::from(*i) % PackedBoard::MAX_PIECES];
            lifted.put(*to)
        }));
        self.pawn_pushes(board, pawns, all, out);
    }

    /// Appends what pushes of all pawns at once lead to.
    fn pawn_pushes(
        &self,
        board: PackedBoard,
        pawns: Bitboard,
        all: Bitboard,
        out: &mut Vec<PackedBoard>,
    ) {
        let forward = (!self.me).fold_wb(8, -8);
        // From the second rank and, as `own_side::may_double_step`, from the first.
        let halfway = (!self.me).fold_wb(
            Bitboard::from_rank(Rank::Second) | Bitboard::from_rank(Rank::Third),
            Bitboard::from_rank(Rank::Seventh) | Bitboard::from_rank(Rank::Sixth),
        );
        let one = pawns.shift(forward) & !all;
        let two = (one & halfway).shift(forward) & !all;
        let push = |to: Square, by: i32| {
            let from = Bitboard::from_square(to).shift(-by);
            let below = board.occupancy() & Bitboard(u64::from(from).wrapping_sub(1));
            let from = from.first().unwrap_or(to);
            Lifted::new(board, below.count() as u32, from, Role::Pawn)
        };
        for to in one & !Bitboard::BACKRANKS {
            out.push(push(to, forward).put(to));
        }
        for to in two & !self.ep_targets {
            out.push(push(to, 2 * forward).put(to));
        }
        for to in one & Bitboard::BACKRANKS {
            promotions(push(to, forward), to, out);
        }
        for to in two & self.ep_targets {
            let passed = Bitboard::from_square(to).shift(-forward).first();
            let ep = passed.map_or(0, |ep| en_passant_bits(ep, self.own_pawns, self.me));
            out.push(push(to, 2 * forward).put(to).with_en_passant(ep));
        }
    }

    fn castles(
        &self,
        board: PackedBoard,
        king_index: u32,
        king: Square,
        all: Bitboard,
        out: &mut Vec<PackedBoard>,
    ) {
        for rook in board.castling_rights(!self.me) {
            if attacks::between(king, rook).intersects(all) {
                continue;
            }
            out.extend(castled(board, king_index, king, rook));
        }
    }

    fn capturing_successors(&self, board: PackedBoard, notice: Square, out: &mut Vec<PackedBoard>) {
        let opponent = !self.me;
        let all = self.own | board.occupancy();
        // En passant is told at the captured pawn's square.
        let en_passant = self
            .ep
            .filter(|ep| ep.offset(opponent.fold_wb(-8, 8)) == Some(notice) && !all.contains(*ep));
        for (i, (from, role)) in board.pieces().enumerate() {
            let lifted = Lifted::new(board, i as u32, from, role);
            if role == Role::Pawn {
                let attacked = attacks::pawn_attacks(opponent, from);
                if attacked.contains(notice) {
                    if Bitboard::BACKRANKS.contains(notice) {
                        promotions(lifted, notice, out);
                    } else {
                        out.push(lifted.put(notice));
                    }
                }
                if let Some(ep) = en_passant.filter(|ep| attacked.contains(*ep)) {
                    out.push(lifted.put(ep));
                }
            } else if reach(from, role, all).contains(notice) {
                let lost = match role {
                    Role::King => 3,
                    Role::Rook => rights_of_square(from, opponent),
                    _ => 0,
                };
                out.push(lifted.losing_rights(lost).put(notice));
            }
        }
    }
}

/// Where a pawn of the opponent that has stepped by two stands beside one of the `own_pawns` of `me`.
pub(crate) fn ep_targets(own_pawns: Bitboard, me: Color) -> Bitboard {
    let stepped_to = Bitboard::from_rank(me.fold_wb(Rank::Fifth, Rank::Fourth));
    stepped_to & (own_pawns.shift(1) | own_pawns.shift(-1))
}

/// The board after the `king`, which is the piece of that index, has castled with the `rook`.
pub(crate) fn castled(
    board: PackedBoard,
    king_index: u32,
    king: Square,
    rook: Square,
) -> Option<PackedBoard> {
    let side = if rook > king { 1 } else { -1 };
    let (king_to, rook_to) = (king.offset(2 * side)?, king.offset(side)?);
    let moved = Lifted::new(board, king_index, king, Role::King)
        .losing_rights(3)
        .put(king_to);
    let below = Bitboard(u64::from(moved.occupancy()) & ((1 << rook.to_u32()) - 1));
    let rook = Lifted::new(moved, below.count() as u32, rook, Role::Rook);
    Some(rook.put(rook_to))
}

/// A pawn put down on the last rank, as each of the four pieces.
#[cold]
fn promotions(pawn: Lifted, to: Square, out: &mut Vec<PackedBoard>) {
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        out.push(pawn.promoted(role).put(to));
    }
}

/// The squares that a piece attacks; not for pawns.
pub(crate) fn reach(from: Square, role: Role, all: Bitboard) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, all),
        Role::Rook => attacks::rook_attacks(from, all),
        Role::Queen => attacks::queen_attacks(from, all),
        Role::King | Role::Pawn => attacks::king_attacks(from),
    }
}
