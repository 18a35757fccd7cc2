//! Moves in UCI notation, and the results of moves.

use std::{error, fmt, str::FromStr};

use shakmaty::{Role, Square, uci::UciMove};

/// A move from one square to another; castling is the king's move by two squares.
///
/// The move taken for a *request* may be another one or none: see
/// [`Position::taken_move`](crate::Position::taken_move).
///
/// ```
/// use rbc_rules::Move;
/// let m: Move = "e7e8q".parse()?;
/// assert_eq!(m.to_string(), "e7e8q");
/// # Ok::<_, rbc_rules::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    /// The square the piece stands on.
    pub from: Square,
    /// The square it goes to.
    pub to: Square,
    /// The promotion of a pawn on the last rank.
    pub promotion: Option<Role>,
}

impl Move {
    /// Creates a move without promotion.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Move {
        Move {
            from,
            to,
            promotion: None,
        }
    }

    /// Returns the same move with another promotion.
    #[must_use]
    pub const fn promoting_to(self, promotion: Option<Role>) -> Move {
        Move { promotion, ..self }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        UciMove::Normal {
            from: self.from,
            to: self.to,
            promotion: self.promotion,
        }
        .fmt(f)
    }
}

/// The error for a text that is not a move: two squares, and perhaps a promotion piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseMoveError {
    text: String,
}

impl ParseMoveError {
    /// Returns the beginning of the text that was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "not a move: {:?} (expected UCI such as e2e4 or e7e8q)",
            self.text
        )
    }
}

impl error::Error for ParseMoveError {}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let error = || ParseMoveError {
            // A hostile text may be long; its beginning is enough.
            text: text.chars().take(16).collect(),
        };
        match UciMove::from_ascii(text.as_bytes()) {
            Ok(UciMove::Normal {
                from,
                to,
                promotion,
            }) if from != to && promotion.is_none_or(|r| r != Role::Pawn && r != Role::King) => {
                Ok(Move {
                    from,
                    to,
                    promotion,
                })
            }
            _ => Err(error()),
        }
    }
}

/// What a side is told about its own move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveResult {
    /// The move as requested; `None` is a pass.
    pub requested: Option<Move>,
    /// The move as taken; `None` when nothing moved.
    pub taken: Option<Move>,
    /// The square of a capture. Which piece it was is not told.
    pub capture: Option<Square>,
}
