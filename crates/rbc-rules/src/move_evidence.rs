//! What the result of an own move says about the opponent's pieces.

use shakmaty::{Bitboard, Rank, Role, Square, attacks};

use crate::{
    Move, MoveResult, ObservationError, OwnSide, castling::castling_rook, own_side::may_double_step,
};

/// The squares that the opponent must have occupied or left free for a request to be taken as it was.
///
/// [`Observations::push`](crate::Observations::push) uses it to refuse results that no board can give, and
/// information sets to filter their boards.
///
/// ```
/// use rbc_rules::{Color, MoveResult, ObservationError, Position, Square, move_evidence::MoveEvidence};
/// let own = Position::initial().own_side(Color::White);
/// let e4 = "e2e4".parse().ok();
/// let told = MoveResult { requested: e4, taken: e4, capture: None };
/// let free = [Square::E3, Square::E4].into_iter().collect();
/// assert_eq!(MoveEvidence::new(&told, &own)?.free, free);
/// // A pawn captures nothing straight ahead.
/// let wrong = MoveResult { capture: Some(Square::E4), ..told };
/// assert_eq!(MoveEvidence::new(&wrong, &own), Err(ObservationError::CaptureElsewhere(Square::E4)));
/// # Ok::<_, ObservationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveEvidence {
    /// Squares without an opponent's piece.
    pub free: Bitboard,
    /// Squares with an opponent's piece.
    pub held: Bitboard,
    /// At least one of these has an opponent's piece, unless it is empty.
    pub some_held: Bitboard,
    /// What is known about the en passant square.
    pub en_passant: EnPassant,
    /// The square of a capture.
    pub capture: Option<Square>,
}

/// What the result of an own move says about the en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EnPassant {
    /// Nothing.
    #[default]
    Any,
    /// This is the en passant square.
    On(Square),
    /// This is not the en passant square.
    NotOn(Square),
}

impl MoveEvidence {
    /// Returns the evidence of `result`; `own` is the own side before the move.
    ///
    /// # Errors
    ///
    /// When no board with these own pieces gives this result: the request is not allowed, the taken move does not follow
    /// from it, or it cannot capture there, must capture, or must have moved.
    pub fn new(result: &MoveResult, own: &OwnSide) -> Result<MoveEvidence, ObservationError> {
        let mut evidence = MoveEvidence {
            capture: result.capture,
            ..MoveEvidence::default()
        };
        let Some(requested) = result.requested else {
            return match (result.taken, result.capture) {
                (None, None) => Ok(evidence),
                (Some(taken), _) => Err(ObservationError::NotTheRequestedMove(taken)),
                (None, Some(square)) => Err(ObservationError::CaptureWithoutMove(square)),
            };
        };
        let role = own.board().role_at(requested.from);
        let Some(role) = role.filter(|_| own.may_request(requested)) else {
            return Err(ObservationError::NotARequest(requested));
        };
        let request = own.with_promotion(requested);
        if let (None, Some(square)) = (result.taken, result.capture) {
            return Err(ObservationError::CaptureWithoutMove(square));
        }
        match role {
            Role::Pawn if request.from.file() != request.to.file() => {
                evidence.pawn_capture(request, result, own)?;
            }
            Role::Pawn => evidence.pawn_push(request, result, own)?,
            Role::King if castling_rook(request).is_some() => evidence.castle(request, result)?,
            Role::Knight | Role::King => {
                let taken = result
                    .taken
                    .ok_or(ObservationError::CannotFail(requested))?;
                if taken != request {
                    return Err(ObservationError::NotTheRequestedMove(taken));
                }
                evidence.arrive(taken, result.capture)?;
            }
            Role::Bishop | Role::Rook | Role::Queen => {
                let taken = result
                    .taken
                    .ok_or(ObservationError::CannotFail(requested))?;
                let way = attacks::between(request.from, request.to).with(request.to);
                if !way.contains(taken.to)
                    || taken
                        != (Move {
                            to: taken.to,
                            ..request
                        })
                {
                    return Err(ObservationError::NotTheRequestedMove(taken));
                }
                // Only a capture stops it on the way.
                if taken.to != request.to && result.capture.is_none() {
                    return Err(ObservationError::StoppedByNothing(taken));
                }
                evidence.free = attacks::between(taken.from, taken.to);
                evidence.arrive(taken, result.capture)?;
            }
        }
        // The opponent holds no square of the own pieces.
        if evidence.held.intersects(own.pieces()) {
            return Err(ObservationError::CaptureElsewhere(
                (evidence.held & own.pieces()).first().unwrap_or(request.to),
            ));
        }
        Ok(evidence)
    }

    /// The piece reached `taken.to`, and captured on no other square.
    fn arrive(&mut self, taken: Move, capture: Option<Square>) -> Result<(), ObservationError> {
        match capture {
            None => self.free.add(taken.to),
            Some(square) if square == taken.to => self.held.add(square),
            Some(square) => return Err(ObservationError::CaptureElsewhere(square)),
        }
        Ok(())
    }

    /// A pawn leaves its file only by a capture, and fails where there is none.
    fn pawn_capture(
        &mut self,
        request: Move,
        result: &MoveResult,
        own: &OwnSide,
    ) -> Result<(), ObservationError> {
        let Some(taken) = result.taken else {
            self.free.add(request.to);
            self.en_passant = EnPassant::NotOn(request.to);
            return Ok(());
        };
        let Some(square) = result.capture.filter(|_| taken == request) else {
            return Err(ObservationError::NotTheRequestedMove(taken));
        };
        if square == taken.to {
            self.held.add(square);
            return Ok(());
        }
        let passed = Square::from_coords(taken.to.file(), taken.from.rank());
        let fifth = own.color().fold_wb(Rank::Fifth, Rank::Fourth);
        if square != passed || taken.from.rank() != fifth {
            return Err(ObservationError::CaptureElsewhere(square));
        }
        self.held.add(passed);
        self.free.add(taken.to);
        self.en_passant = EnPassant::On(taken.to);
        Ok(())
    }

    /// A pawn captures nothing straight ahead; a double step may become a single one.
    fn pawn_push(
        &mut self,
        request: Move,
        result: &MoveResult,
        own: &OwnSide,
    ) -> Result<(), ObservationError> {
        let between = attacks::between(request.from, request.to);
        // The first square of the way is the one that blocks.
        let first = between.first().unwrap_or(request.to);
        if let Some(square) = result.capture {
            return Err(ObservationError::CaptureElsewhere(square));
        }
        match result.taken {
            None => self.held.add(first),
            Some(taken) if taken == request => self.free = between.with(request.to),
            Some(taken)
                if may_double_step(own.color(), request.from)
                    && taken == Move::new(request.from, first) =>
            {
                self.free.add(first);
                self.held.add(request.to);
            }
            Some(taken) => return Err(ObservationError::NotTheRequestedMove(taken)),
        }
        Ok(())
    }

    /// A castle captures nothing, and fails where a piece stands between king and rook.
    fn castle(&mut self, request: Move, result: &MoveResult) -> Result<(), ObservationError> {
        let way = castling_rook(request).map_or(Bitboard::EMPTY, |(rook, _)| {
            attacks::between(request.from, rook)
        });
        match (result.taken, result.capture) {
            (Some(taken), _) if taken != request => {
                return Err(ObservationError::NotTheRequestedMove(taken));
            }
            (Some(_), Some(square)) => return Err(ObservationError::CaptureElsewhere(square)),
            (Some(_), None) => self.free = way,
            (None, _) => self.some_held = way,
        }
        Ok(())
    }

    /// Returns the first square on which a board with the opponent's pieces on `held`, and on none of `free`,
    /// contradicts this.
    #[must_use]
    pub fn contradiction(&self, held: Bitboard, free: Bitboard) -> Option<Square> {
        let wrong = (self.free & held) | (self.held & free);
        let none = self.some_held.is_subset(free);
        wrong
            .first()
            .or_else(|| self.some_held.first().filter(|_| none))
    }
}
