//! Puzzles: decisions of real games with a clear question and an answer that was checked.
//!
//! [`find`] looks for them in a game, [`choose`] rates them and makes a set of them, [`check_file`] recomputes what is exact in a
//! file. [`find_at`] makes them of one side's mistakes at given half-turns, rated by the [`Ladder`] of the committed set. `docs/puzzles.md` describes the kinds, the file and how the ratings come about.
//!
//! No I/O, no clock; everything random takes a seed, and what is slow takes a [`Budget`](crate::Budget).
//!
//! ```
//! use rbc_agents::{Budget, BuiltIn, create, play_game, puzzles::{FindOptions, check, find}};
//! use rbc_rules::GameSetup;
//! let [mut white, mut black] = [1, 2].map(|seed| create("attacker", seed).expect("an agent"));
//! let game = play_game(
//!     [&mut *white, &mut *black],
//!     GameSetup { turn_limit: Some(8), ..GameSetup::default() },
//!     &|| std::time::Duration::ZERO,
//!     &mut |_| Budget::nodes(100),
//! )?;
//! let options = FindOptions { judged: 0, ..FindOptions::default() };
//! let found = find(&game.history, options, &mut BuiltIn, None, &mut Budget::unlimited())?;
//! for candidate in found.candidates {
//!     let mut puzzle = candidate.puzzle;
//!     (puzzle.rating, puzzle.deviation) = (1_500, 350);
//!     assert_eq!(check(&puzzle), Ok(()));
//! }
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod check;
mod choose;
mod draft;
mod find;
mod king;
mod ladder;
mod moments;
mod puzzle;
mod safe;
mod sense;
mod set_boards;
mod solving;
mod story;
mod told;
mod value;

pub use check::{check, check_file};
pub use choose::{Chosen, choose};
pub use draft::{Judged, SOLVERS, Solved};
pub use find::{Candidate, FindOptions, Findings, SecondOpinion, find};
pub use king::KingHunt;
pub use ladder::{Fit, Ladder};
pub use moments::{MomentPuzzle, find_at};
pub use puzzle::{Kind, Puzzle, PuzzleFile};
pub use safe::KingRisks;
pub use sense::{best_sense, left_after};
pub use set_boards::SetBoards;
pub use solving::solved_by;
pub use story::{Clue, Clues, Line, Story, follow};
pub use told::{Round, Told};
pub use value::Values;
