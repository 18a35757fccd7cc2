//! What one side can conclude from its observations in Reconnaissance Blind Chess.
//!
//! | item | what it is |
//! | --- | --- |
//! | [`InformationSet`] | every board that is still possible, 128 bits each ([`PackedBoard`]) |
//! | [`Knowledge`] | what one side was told, with its set |
//! | [`BayesFilter`] | the probability of each of them, by how likely the opponent's moves are ([`MovePolicy`], [`MoveLogit`]) |
//! | [`IdentityFilter`] | the same with who the opponent is, one of several [`Players`] |
//! | [`Survey`] | marginals, entropies and the value of all senses, in one pass |
//! | [`PiecewiseGrid`] | a probability for each piece and square; samples boards from them |
//! | [`BelievedBoard`] | one board: each opposing piece where it was last seen, or near there |
//! | [`replay`] | a finished game with both sides' sets, and its branches |
//! | [`sense_sizes`] | the sizes of both sides' sets at their senses, for figures of many games |
//! | [`position_set`] | positions given one by one instead of by observations |
//!
//! A set advances by [observations](rbc_rules::Observation) alone. The opponent's moves that fit the
//! capture notice expand it; a sense and the result of an own move filter it.
//!
//! ```
//! use rbc_belief::InformationSet;
//! use rbc_rules::{Color, Observation, Position, Square};
//! let mut set = InformationSet::new(Color::Black, &Position::initial(), 1_000_000)?;
//! set.observe(&Observation::TurnStart { capture: None })?;
//! // White's 20 moves and the pass.
//! assert_eq!(set.len(), 21);
//!
//! // White played 1. e4; Black senses there.
//! let truth: Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse()?;
//! set.observe(&Observation::Sense(truth.sense(Some(Square::E4))))?;
//! assert_eq!(set.len(), 1);
//! assert!(set.contains(&truth));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! No I/O, no clock, no threads. The feature `rayon` spreads large loops over a thread pool; results do
//! not depend on it.

mod ancestry;
mod anchor;
pub mod believed_board;
mod board_table;
mod boards;
mod carry;
mod evidence;
mod expansion;
mod filter;
mod followed_set;
pub mod hsuc;
mod identity;
pub mod information_set;
mod knowledge;
pub mod move_logit;
pub mod openings;
mod packed;
mod parallel;
pub mod piecewise_grid;
pub mod players;
pub mod position_set;
mod predecessors;
pub mod replay;
mod requests;
mod sampling;
pub mod sense_sizes;
mod survey;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod test_games;
mod weigher;

// The games that the tests share are written against the crate's name.
#[cfg(test)]
extern crate self as rbc_belief;

pub use believed_board::{BelievedBoard, BelievedPiece};
pub use boards::Boards;
pub use filter::BayesFilter;
pub use followed_set::{
    EXPONENTS, FollowedSet, Following, LikelyPlayer, divide_by_sum, multiply_weights,
};
pub use hsuc::SenseValues;
pub use identity::IdentityFilter;
pub use information_set::{
    Completeness, Frame, InformationSet, InformationSetError, Interrupted, PositionsError, Watch,
};
pub use knowledge::{Knowledge, KnowledgeError};
pub use move_logit::MoveLogit;
pub use packed::{PackedBoard, TooManyPieces};
pub use piecewise_grid::{
    CapturesAreGood, GridRules, MoveClass, MoveWeigher, PieceGrid, PiecewiseGrid, SampledBoard,
};
pub use players::{Players, PlayersError};
pub use requests::{MovePolicies, MovePolicy, MoverContext, Request, UniformMoves};
pub use survey::{Marginals, Survey, Surveying};
pub use weigher::{BoardWeigher, BoardWeighing, UniformWeigher};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
