//! What one side can conclude from its observations in Reconnaissance Blind Chess.
//!
//! The [`InformationSet`] holds every board that is still possible, 128 bits a board
//! ([`PackedBoard`]). It is advanced by [observations](rbc_rules::Observation) alone: expanded by
//! every opponent's move that fits the capture notice, filtered by what a sense shows and by what
//! became of the own move. [`hsuc`] scores senses by how many boards they leave. The [`PiecewiseGrid`]
//! keeps a probability for each piece and square instead, and draws boards from them.
//!
//! [`BelievedBoard`] is the opposite of that: one board, on which every piece of the opponent stands where
//! it was last seen, or nearby.
//!
//! No I/O, no clock, no threads (the feature `rayon` splits the large loops over a pool), and the
//! same results however they are split.

mod ancestry;
mod anchor;
pub mod believed_board;
mod board_table;
mod boards;
mod carry;
mod evidence;
mod expansion;
pub mod hsuc;
pub mod information_set;
pub mod openings;
mod packed;
mod parallel;
pub mod piecewise_grid;
pub mod position_set;
mod predecessors;
pub mod replay;
mod sampling;
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
pub use hsuc::SenseValues;
pub use information_set::{
    Completeness, Frame, InformationSet, InformationSetError, Interrupted, PositionsError, Watch,
};
pub use packed::{PackedBoard, TooManyPieces};
pub use piecewise_grid::{
    CapturesAreGood, MoveClass, MoveWeigher, PieceGrid, PiecewiseGrid, SampledBoard,
};
pub use survey::{Marginals, Survey, Surveying};
pub use weigher::{BoardWeigher, BoardWeighing, UniformWeigher};
