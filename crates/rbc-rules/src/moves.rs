//! Moves as RBC and UCI write them.

use std::{error, fmt, str::FromStr};

use shakmaty::{Role, Square, uci::UciMove};

/// A move from one square to another; castling is the king's move by two squares.
///
/// As a *request* it may turn out to be something else or nothing: see
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
    /// Where the piece stands.
    pub from: Square,
    /// Where it is to go.
    pub to: Square,
    /// What a pawn becomes on the last rank.
    pub promotion: Option<Role>,
}

impl Move {
    /// A move without promotion.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Move {
        Move {
            from,
            to,
            promotion: None,
        }
    }

    /// The same move with another promotion.
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

/// A text that is no move: it is neither two squares nor two squares and a promotion piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseMoveError {
    text: String,
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
            // A hostile text may be long; its beginning tells enough.
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
