//! The complete log of what one side was told.

use std::{error, fmt};

use shakmaty::{Color, Role, Square, attacks};

use crate::{Move, Outcome, OwnSide, Phase, Position, SenseResult, window_squares};

/// What the mover is told of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveResult {
    /// The move as requested; `None` is a pass.
    pub requested: Option<Move>,
    /// The move as taken; `None` when nothing moved.
    pub taken: Option<Move>,
    /// Where a piece was captured; never which.
    pub capture: Option<Square>,
}

/// One thing that a side is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Observation {
    /// The side's turn begins: the square on which the opponent has just captured. White is told
    /// "no capture" also at its first turn, which no move precedes.
    TurnStart {
        /// The captured piece's square.
        capture: Option<Square>,
    },
    /// A sense and what it showed.
    Sense(SenseResult),
    /// The side's own move.
    Move(MoveResult),
}

/// All that one side was told, from the start position (which both know) on, and what follows from
/// it for the own pieces.
///
/// This is the only thing that agents, hints and pages are given; it is built from events and
/// cannot hold the true board.
///
/// ```
/// use rbc_rules::{Color, MoveResult, Observation, Observations, Phase, Position};
/// let mut told = Observations::new(Color::White, &Position::initial());
/// told.push(Observation::TurnStart { capture: None })?;
/// told.push(Observation::Sense(Default::default()))?; // chose not to sense
/// let m = "e2e4".parse().ok();
/// told.push(Observation::Move(MoveResult { requested: m, taken: m, capture: None }))?;
/// assert_eq!(told.phase(), Phase::Waiting);
/// # Ok::<_, rbc_rules::ObservationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observations {
    color: Color,
    start: Position,
    own: OwnSide,
    log: Vec<Observation>,
    outcome: Option<Outcome>,
}

impl Observations {
    /// The empty log of `color` for a game that starts from `start`.
    #[must_use]
    pub fn new(color: Color, start: &Position) -> Observations {
        Observations {
            color,
            start: start.clone(),
            own: start.own_side(color),
            log: Vec::new(),
            outcome: None,
        }
    }

    /// Whose log this is.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// The start position, known to both sides.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The own pieces now.
    #[must_use]
    pub const fn own(&self) -> &OwnSide {
        &self.own
    }

    /// Everything told so far, in order.
    #[must_use]
    pub fn log(&self) -> &[Observation] {
        &self.log
    }

    /// How the game ended, once the side was told.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Where this side's turn stands.
    #[must_use]
    pub fn phase(&self) -> Phase {
        if self.outcome.is_some() {
            return Phase::Over;
        }
        match self.log.last() {
            None | Some(Observation::Move(_)) => Phase::Waiting,
            Some(Observation::TurnStart { .. }) => Phase::Sense,
            Some(Observation::Sense(_)) => Phase::Move,
        }
    }

    /// The number of own turns begun.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.log
            .iter()
            .filter(|o| matches!(o, Observation::TurnStart { .. }))
            .count()
    }

    /// The move result told last, if any.
    #[must_use]
    pub fn last_move(&self) -> Option<MoveResult> {
        self.log.iter().rev().find_map(|o| match o {
            Observation::Move(result) => Some(*result),
            _ => None,
        })
    }

    /// Whether the `index`th entry of the log begins a turn that an opponent's move precedes. Only
    /// the first turn of the side that opens the game has none before it.
    #[must_use]
    pub fn opponent_moved_before(&self, index: usize) -> bool {
        index > 0 || self.start.turn() != self.color
    }

    /// Adds what was told next.
    ///
    /// # Errors
    ///
    /// When `observation` cannot follow here: out of order, a capture where no own piece stands, a
    /// window that is not the sensed one or that shows other own pieces, a request that is not
    /// allowed. The log is unchanged then.
    pub fn push(&mut self, observation: Observation) -> Result<(), ObservationError> {
        let phase = self.phase();
        match (&observation, phase) {
            (Observation::TurnStart { capture }, Phase::Waiting) => {
                if let Some(square) = *capture {
                    if !self.own.pieces().contains(square) {
                        return Err(ObservationError::NoOwnPiece(square));
                    }
                    if !self.opponent_moved_before(self.log.len()) {
                        return Err(ObservationError::CaptureBeforeAnyMove(square));
                    }
                    self.own.apply_capture(square);
                }
            }
            (Observation::Sense(result), Phase::Sense) => self.check_sense(result)?,
            (Observation::Move(result), Phase::Move) => {
                self.check_move(result)?;
                if let Some(taken) = result.taken {
                    self.own.apply_own_move(taken);
                }
            }
            (_, phase) => return Err(ObservationError::OutOfOrder(phase)),
        }
        self.log.push(observation);
        Ok(())
    }

    /// Adds how the game ended.
    pub fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    fn check_sense(&self, result: &SenseResult) -> Result<(), ObservationError> {
        let expected = result.square.into_iter().flat_map(window_squares);
        if !expected.eq(result.contents.iter().map(|(sq, _)| *sq)) {
            return Err(ObservationError::NotTheWindow);
        }
        for (square, piece) in &result.contents {
            let own = piece.filter(|p| p.color == self.color);
            if own != self.own.board().piece_at(*square) {
                return Err(ObservationError::OtherOwnPiece(*square));
            }
        }
        Ok(())
    }

    fn check_move(&self, result: &MoveResult) -> Result<(), ObservationError> {
        if let Some(request) = result.requested
            && !self.own.may_request(request)
        {
            return Err(ObservationError::NotARequest(request));
        }
        let Some(taken) = result.taken else {
            return match result.capture {
                None => Ok(()),
                Some(square) => Err(ObservationError::CaptureWithoutMove(square)),
            };
        };
        // What is taken is the request or a shorter move along the same way.
        let role = self.own.board().role_at(taken.from);
        let fits = result.requested.is_some_and(|request| {
            let request = self.own.with_promotion(request);
            taken == request
                || (taken.from == request.from
                    && role != Some(Role::King)
                    && attacks::between(request.from, request.to).contains(taken.to))
        });
        if !fits {
            return Err(ObservationError::NotTheRequestedMove(taken));
        }
        let diagonal = role == Some(Role::Pawn) && taken.from.file() != taken.to.file();
        match result.capture {
            // A pawn leaves its file only by a capture.
            None if diagonal => Err(ObservationError::NotTheRequestedMove(taken)),
            None => Ok(()),
            Some(square) if square == taken.to => Ok(()),
            // En passant.
            Some(square)
                if diagonal
                    && square == Square::from_coords(taken.to.file(), taken.from.rank()) =>
            {
                Ok(())
            }
            Some(square) => Err(ObservationError::CaptureElsewhere(square)),
        }
    }
}

/// Why an observation cannot follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObservationError {
    /// Another kind of observation comes next in this phase.
    OutOfOrder(Phase),
    /// The opponent cannot have captured where no own piece stands.
    NoOwnPiece(Square),
    /// The opponent has not moved yet.
    CaptureBeforeAnyMove(Square),
    /// The listed squares are not the window around the sensed square, in its order.
    NotTheWindow,
    /// The sense shows something else than the own piece that stands there.
    OtherOwnPiece(Square),
    /// The move may not be requested with these pieces.
    NotARequest(Move),
    /// The taken move is no shortened form of the request.
    NotTheRequestedMove(Move),
    /// The move captures nothing there.
    CaptureElsewhere(Square),
    /// No capture without a move.
    CaptureWithoutMove(Square),
}

impl fmt::Display for ObservationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObservationError::OutOfOrder(Phase::Waiting) => {
                f.write_str("out of order: the turn has not started")
            }
            ObservationError::OutOfOrder(Phase::Sense) => {
                f.write_str("out of order: a sense (or none) comes next")
            }
            ObservationError::OutOfOrder(Phase::Move) => {
                f.write_str("out of order: a move (or a pass) comes next")
            }
            ObservationError::OutOfOrder(Phase::Over) => f.write_str("the game is over"),
            ObservationError::NoOwnPiece(square) => {
                write!(f, "no own piece on {square} to be captured")
            }
            ObservationError::CaptureBeforeAnyMove(square) => {
                write!(f, "a capture on {square} before the opponent's first move")
            }
            ObservationError::NotTheWindow => {
                f.write_str("the squares are not those of the sensed window")
            }
            ObservationError::OtherOwnPiece(square) => {
                write!(f, "the sense contradicts the own piece on {square}")
            }
            ObservationError::NotARequest(m) => write!(f, "{m} may not be requested"),
            ObservationError::NotTheRequestedMove(m) => {
                write!(f, "the taken move {m} does not follow from the request")
            }
            ObservationError::CaptureElsewhere(square) => {
                write!(f, "the taken move cannot capture on {square}")
            }
            ObservationError::CaptureWithoutMove(square) => {
                write!(f, "a capture on {square} without a move")
            }
        }
    }
}

impl error::Error for ObservationError {}
