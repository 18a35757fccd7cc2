//! The reasons why an observation cannot follow those before it.

use std::{error, fmt};

use shakmaty::Square;

use crate::{Move, Phase};

/// Why an observation cannot follow those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObservationError {
    /// Another kind of observation comes next in this phase.
    OutOfOrder(Phase),
    /// A capture by the opponent on a square without an own piece.
    NoOwnPiece(Square),
    /// A capture before the opponent's first move.
    CaptureBeforeAnyMove(Square),
    /// The listed squares are not the window around the sensed square, in [`window_squares`](crate::window_squares)
    /// order.
    NotTheWindow,
    /// The sense contradicts the own pieces on this square.
    OtherOwnPiece(Square),
    /// The move may not be requested with these pieces.
    NotARequest(Move),
    /// The taken move is not the request or a shortened form of it.
    NotTheRequestedMove(Move),
    /// The move failed, but nothing could have blocked it.
    CannotFail(Move),
    /// The taken move stops before the requested square without a capture.
    StoppedByNothing(Move),
    /// The result contradicts what the sense of the turn showed on this square.
    SeenOtherwise(Square),
    /// The opponent captured the king on this square, which ended the game: no turn starts.
    KingCaptured(Square),
    /// The taken move cannot capture on this square.
    CaptureElsewhere(Square),
    /// A capture without a move.
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
            ObservationError::CannotFail(m) => {
                write!(f, "the piece can always move when {m} is requested")
            }
            ObservationError::StoppedByNothing(m) => write!(
                f,
                "the taken move {m} stops before the requested square without a capture"
            ),
            ObservationError::SeenOtherwise(square) => {
                write!(
                    f,
                    "the move contradicts what this turn's sense showed on {square}"
                )
            }
            ObservationError::KingCaptured(square) => {
                write!(f, "the capture of the king on {square} ended the game")
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
