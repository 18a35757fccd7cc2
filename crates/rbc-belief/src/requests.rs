//! What a side may request on a board, and the board that each request leads to.

use rbc_rules::{
    Bitboard, Board, Color, Move, OwnSide, Position, Role, Square, own_side::may_double_step,
};
use shakmaty::{Rank, attacks};

use crate::{
    PackedBoard, TooManyPieces,
    expansion::{castled, ep_targets, reach},
    packed::{Lifted, en_passant_bits, rights_of_square},
};

/// A half-turn to come, as far as all boards of an information set agree on it: the pieces of the side that waits, and
/// what the mover was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoverContext {
    waiting: OwnSide,
    ep: Option<Square>,
    lost: Option<Square>,
    fullmoves: u32,
}

impl MoverContext {
    /// `waiting` is the side that does not move, `ep` the square that its double step has just passed.
    pub(crate) const fn new(
        waiting: OwnSide,
        ep: Option<Square>,
        lost: Option<Square>,
        fullmoves: u32,
    ) -> MoverContext {
        MoverContext {
            waiting,
            ep,
            lost,
            fullmoves,
        }
    }

    /// Returns the half-turn of the side to move in `position`, with its pieces as a board. The mover was told that it
    /// `lost` a piece on that square, if any.
    ///
    /// # Errors
    ///
    /// When the mover has more than 16 pieces.
    pub fn of(
        position: &Position,
        lost: Option<Square>,
    ) -> Result<(MoverContext, PackedBoard), TooManyPieces> {
        let me = !position.turn();
        let context = MoverContext::new(
            position.own_side(me),
            position.ep_square(),
            lost,
            position.fullmoves(),
        );
        Ok((context, PackedBoard::pack(position, me)?))
    }

    /// Returns the side that moves.
    #[must_use]
    pub const fn mover(&self) -> Color {
        match self.waiting.color() {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// Returns the pieces of the side that waits.
    #[must_use]
    pub const fn waiting(&self) -> &Board {
        self.waiting.board()
    }

    /// Returns the square on which the mover was told that it has just lost a piece.
    #[must_use]
    pub const fn lost(&self) -> Option<Square> {
        self.lost
    }

    /// Returns the number of the full turn, from 1.
    #[must_use]
    pub const fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// Appends to `requests` every move that the mover, whose pieces are `board`, may request besides the pass, each
    /// once: the list of [`OwnSide::requests`], in which promotions name their piece. None if its king is gone.
    ///
    /// ```
    /// use rbc_belief::MoverContext;
    /// use rbc_rules::Position;
    /// let (context, board) = MoverContext::of(&Position::initial(), None)?;
    /// let mut requests = Vec::new();
    /// context.requests(board, &mut requests);
    /// assert_eq!(requests.len(), 34);
    /// // 16 pushes and 4 moves of knights; no pawn captures anything.
    /// assert_eq!(requests.iter().filter(|r| r.stop.is_some()).count(), 20);
    /// # Ok::<_, rbc_belief::TooManyPieces>(())
    /// ```
    pub fn requests(&self, board: PackedBoard, requests: &mut Vec<Request>) {
        if !board.has_king() {
            return;
        }
        let (theirs, ours) = (board.occupancy(), self.waiting.pieces());
        let all = theirs | ours;
        for (index, (from, role)) in board.pieces().enumerate() {
            if role == Role::Pawn {
                self.pawn_requests(board, from, index, requests);
                continue;
            }
            let mut add = |to: Square, stop: Option<Square>| {
                let capture = stop.filter(|stop| ours.contains(*stop));
                requests.push(Request {
                    role,
                    from,
                    to,
                    promotion: None,
                    stop,
                    capture,
                    index: index as u8,
                });
            };
            let reached = reach(from, role, all);
            let wished = match reached.is_disjoint(ours) {
                true => reached,
                false => reach(from, role, theirs),
            };
            for to in wished & !theirs {
                if reached.contains(to) {
                    add(to, Some(to));
                } else {
                    // A slider stops on the first piece in its way, which is not its own.
                    let way = attacks::between(from, to) & ours;
                    let first = if to > from { way.first() } else { way.last() };
                    add(to, first);
                }
            }
            if role == Role::King {
                for rook in board.castling_rights(self.mover()) {
                    let way = attacks::between(from, rook);
                    let side = if rook > from { 2 } else { -2 };
                    if way.is_disjoint(theirs)
                        && let Some(to) = from.offset(side)
                    {
                        add(to, Some(to).filter(|_| way.is_disjoint(ours)));
                    }
                }
            }
        }
    }

    fn pawn_requests(
        &self,
        board: PackedBoard,
        from: Square,
        index: usize,
        requests: &mut Vec<Request>,
    ) {
        const PROMOTIONS: [Option<Role>; 4] = [
            Some(Role::Queen),
            Some(Role::Rook),
            Some(Role::Bishop),
            Some(Role::Knight),
        ];
        let (mover, theirs, ours) = (self.mover(), board.occupancy(), self.waiting.pieces());
        let mut add = |to: Square, stop: Option<Square>, capture: Option<Square>| {
            let promotions = match Bitboard::BACKRANKS.contains(to) {
                true => &PROMOTIONS[..],
                false => &[None][..],
            };
            for promotion in promotions {
                requests.push(Request {
                    role: Role::Pawn,
                    from,
                    to,
                    promotion: *promotion,
                    stop,
                    capture,
                    index: index as u8,
                });
            }
        };
        let forward = mover.fold_wb(8, -8);
        if let Some(one) = from.offset(forward).filter(|one| !theirs.contains(*one)) {
            let stop = Some(one).filter(|one| !ours.contains(*one));
            add(one, stop, None);
            if may_double_step(mover, from)
                && let Some(two) = one.offset(forward).filter(|two| !theirs.contains(*two))
            {
                let far = Some(two).filter(|two| !ours.contains(*two));
                add(two, stop.and(far).or(stop), None);
            }
        }
        for to in attacks::pawn_attacks(mover, from) & !theirs {
            let captured = match ours.contains(to) {
                true => Some(to),
                false => self.en_passant(to),
            };
            add(to, captured.map(|_| to), captured);
        }
    }

    /// Where a pawn stands that is captured en passant by going to `to`.
    fn en_passant(&self, to: Square) -> Option<Square> {
        let passed = self.ep.filter(|ep| {
            *ep == to && ep.rank() == self.mover().fold_wb(Rank::Sixth, Rank::Third)
        })?;
        let pawn = passed.offset(self.mover().fold_wb(-8, 8))?;
        self.waiting().pawns().contains(pawn).then_some(pawn)
    }

    /// Returns the mover's pieces after `request` on `board`, from which it was listed; `None` is a pass.
    #[must_use]
    pub fn after(&self, board: PackedBoard, request: Option<&Request>) -> PackedBoard {
        match request {
            Some(request) => self.put(board, self.lift(board, request), request),
            None => board.without_en_passant(),
        }
    }

    /// The piece of a request in the hand, for [`put`](Self::put): the same for all requests of one piece.
    #[inline]
    pub(crate) fn lift(&self, board: PackedBoard, request: &Request) -> Lifted {
        let lifted = Lifted::new(board, request.piece(), request.from, request.role);
        match request.role {
            Role::King => lifted.losing_rights(3),
            Role::Rook => lifted.losing_rights(rights_of_square(request.from, self.mover())),
            _ => lifted,
        }
    }

    /// The mover's pieces after `request` on `board`, from which its piece was `lifted`.
    #[inline]
    pub(crate) fn put(&self, board: PackedBoard, lifted: Lifted, request: &Request) -> PackedBoard {
        let Some(stop) = request.stop else {
            return board.without_en_passant();
        };
        match request.role {
            Role::Pawn => self.put_pawn(lifted, request, stop),
            Role::King => match castling_rook(request) {
                Some(rook) => castled(board, request.piece(), request.from, rook)
                    .unwrap_or_else(|| board.without_en_passant()),
                None => lifted.put(stop),
            },
            _ => lifted.put(stop),
        }
    }

    fn put_pawn(&self, lifted: Lifted, request: &Request, stop: Square) -> PackedBoard {
        let own_pawns = self.waiting().pawns();
        let me = self.waiting.color();
        let promoted = match request.promotion {
            Some(role) => lifted.promoted(role),
            None => lifted,
        };
        let after = promoted.put(stop);
        let steps = i32::from(stop) - i32::from(request.from);
        if steps.abs() == 16 && ep_targets(own_pawns, me).contains(stop) {
            let passed = request.from.offset(steps / 2);
            after.with_en_passant(passed.map_or(0, |ep| en_passant_bits(ep, own_pawns, me)))
        } else {
            after
        }
    }
}

/// The rook with which a king's request castles.
fn castling_rook(request: &Request) -> Option<Square> {
    match i32::from(request.to) - i32::from(request.from) {
        2 => request.to.offset(1),
        -2 => request.to.offset(-2),
        _ => None,
    }
}

/// A move that may be requested on a board, and what becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// The piece that moves.
    pub role: Role,
    /// The square it stands on.
    pub from: Square,
    /// The square it is asked to go to.
    pub to: Square,
    /// What a pawn becomes on the last rank.
    pub promotion: Option<Role>,
    /// The square it goes to; `None` where the request fails and nothing moves.
    pub stop: Option<Square>,
    /// The square of a capture: for en passant the captured pawn's.
    pub capture: Option<Square>,
    /// The piece's place in the board's list.
    index: u8,
}

impl Request {
    /// The piece's place in the board's list.
    pub(crate) const fn piece(&self) -> u32 {
        self.index as u32
    }

    /// Returns whether a king castles.
    #[must_use]
    pub fn is_castle(&self) -> bool {
        self.role == Role::King && castling_rook(self).is_some()
    }

    /// Returns the request as a move.
    #[must_use]
    pub const fn as_move(&self) -> Move {
        Move {
            from: self.from,
            to: self.to,
            promotion: self.promotion,
        }
    }
}

/// Says what a side is likely to request: P(request | board, what the mover was told).
///
/// Closures of this form are policies, too.
///
/// ```
/// use rbc_belief::{MovePolicy, MoverContext, PackedBoard, Request};
/// use rbc_rules::Position;
/// let passes = |_: &MoverContext, _: PackedBoard, requests: &[Request], chances: &mut Vec<f32>| {
///     chances.resize(requests.len(), 0.5 / requests.len() as f32);
///     chances.push(0.5);
/// };
/// let (context, board) = MoverContext::of(&Position::initial(), None)?;
/// let mut chances = Vec::new();
/// passes.chances(&context, board, &[], &mut chances);
/// assert_eq!(chances, [0.5]);
/// # Ok::<_, rbc_belief::TooManyPieces>(())
/// ```
pub trait MovePolicy: Sync {
    /// Fills `chances`, which is empty, with the probability of each of `requests`, all that the mover may request on
    /// `board`, and at the end that of a pass: finite and not negative, with sum 1.
    fn chances(
        &self,
        context: &MoverContext,
        board: PackedBoard,
        requests: &[Request],
        chances: &mut Vec<f32>,
    );
}

impl<F> MovePolicy for F
where
    F: Fn(&MoverContext, PackedBoard, &[Request], &mut Vec<f32>) + Sync,
{
    fn chances(
        &self,
        context: &MoverContext,
        board: PackedBoard,
        requests: &[Request],
        chances: &mut Vec<f32>,
    ) {
        self(context, board, requests, chances);
    }
}

/// The policy that requests every move, and the pass, with the same probability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UniformMoves;

impl MovePolicy for UniformMoves {
    fn chances(
        &self,
        _: &MoverContext,
        _: PackedBoard,
        requests: &[Request],
        chances: &mut Vec<f32>,
    ) {
        let count = requests.len() + 1;
        chances.resize(count, 1.0 / count as f32);
    }
}

/// Policies that the opponent may move by, asked together so that what they share is computed once.
///
/// A [`MovePolicy`] is the case of one.
pub trait MovePolicies: Sync {
    /// Returns the number of policies.
    fn count(&self) -> usize;

    /// Fills `chances`, which is empty: for each of `requests`, and at the end for the pass, the probability by each
    /// policy in turn. See [`MovePolicy::chances`].
    fn chances_of_each(
        &self,
        context: &MoverContext,
        board: PackedBoard,
        requests: &[Request],
        chances: &mut Vec<f32>,
    );

    /// Lets the opponent change to another policy before it moves: turns the `shares` of the policies into those after that.
    /// It must be linear, and keep the sum.
    fn switch(&self, shares: &mut [f64]) {
        let _ = shares;
    }
}

impl<P: MovePolicy + ?Sized> MovePolicies for P {
    fn count(&self) -> usize {
        1
    }

    fn chances_of_each(
        &self,
        context: &MoverContext,
        board: PackedBoard,
        requests: &[Request],
        chances: &mut Vec<f32>,
    ) {
        self.chances(context, board, requests, chances);
    }
}
