//! The rules of Reconnaissance Blind Chess (RBC), exactly as the Python package `reconchess` 1.6.9
//! plays them.
//!
//! In RBC neither player sees the other's pieces. A turn has three parts: the player is told where
//! the opponent captured, senses a 3x3 window of the true board, and requests a move, which may be
//! shortened or fail. The king is captured; check, mate and stalemate do not exist.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`position`] | the true board, and the move that is taken when one is requested |
//! | [`own_side`] | what a player always knows: own pieces, castling rights, possible requests |
//! | [`sense`] | the 3x3 window and what it shows |
//! | [`observation`] | the complete log of what one side was told |
//! | [`arbiter`] | a game in progress: phases, clocks, every end and its reason |
//! | [`history`] | a finished game with both sides' turns |
//! | [`record`] | `reconchess`'s JSON form of a finished game, and its verification |
//! | [`notes`] | notes on places of a game, with arrows and marks |
//! | [`link`] | games and boards with notes, as short texts for addresses |
//! | [`pasted`] | recognises what kind of text was pasted or received |
//!
//! Squares, bitboards, roles, attacks and FEN come from [`shakmaty`]. Its `Position` is not used: it
//! refuses positions that RBC allows (kings that can be captured).
//!
//! ```
//! use rbc_rules::{Arbiter, Color, GameHistory, GameSetup, Square, record::verify::Replay};
//! // A game of one turn.
//! let mut arbiter = Arbiter::new(GameSetup::default());
//! arbiter.start(0);
//! arbiter.sense(Some(Square::E7), 0)?;
//! arbiter.play("e2e4".parse().ok(), 0)?;
//! arbiter.resign(Color::Black, 0);
//!
//! // Its record, read again and verified.
//! let json = arbiter.history().expect("it is over").to_json();
//! let game = GameHistory::from_json(json.as_bytes())?;
//! let mut replay = Replay::new(&game);
//! while replay.step().is_some() {}
//! assert!(replay.mismatches().is_empty());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # Who sees what
//!
//! The [`Arbiter`] owns the true position and gives it to nobody before the game is over. Each side
//! reads its [`Observations`], which are built from events alone. Code that is given observations
//! (agents, hints, pages) cannot reach the true board. The following does not compile, because there is no
//! such method:
//!
//! ```compile_fail
//! # use rbc_rules::{Arbiter, GameSetup};
//! let arbiter = Arbiter::new(GameSetup::default());
//! let _ = arbiter.position(); // no way to the true board while a game runs
//! ```
//!
//! ```compile_fail
//! # use rbc_rules::{Arbiter, Color, GameSetup};
//! let arbiter = Arbiter::new(GameSetup::default());
//! let _ = arbiter.observations(Color::White).truth();
//! ```

pub mod arbiter;
mod castling;
pub mod history;
pub mod link;
pub mod move_evidence;
pub mod moves;
pub mod notes;
pub mod observation;
mod observation_error;
mod outcome;
pub mod own_side;
pub mod pasted;
mod phase;
pub mod position;
pub mod record;
pub mod sense;

pub use arbiter::{Arbiter, ArbiterError, ClockSetup, GameSetup};
pub use history::{GameHistory, SideHistory};
pub use moves::{Move, MoveResult, ParseMoveError};
pub use observation::{Observation, Observations};
pub use observation_error::ObservationError;
pub use outcome::{Outcome, WinReason};
pub use own_side::OwnSide;
pub use phase::Phase;
pub use position::{ParsePositionError, Position};
pub use sense::{SenseResult, window, window_squares};
pub use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
