//! `reconchess`'s JSON form of a finished game (its `GameHistory`), read and written.
//!
//! Input is untrusted: records are passed around as files of any origin. Reading takes time and memory proportional
//! to the input and never panics; errors name the place (`$.senses.true[3]`) and what was expected there. Nothing
//! here does I/O.
//!
//! | function | for |
//! | --- | --- |
//! | [`GameHistory::from_json`], [`GameHistory::to_json`] | one game |
//! | [`Record`] | one game with the notes and tags that the pages keep in it |
//! | [`Records`] | JSON or JSON lines, gzipped or not, any number of games |
//! | [`verify`] | whether a record is a game by these rules |
//!
//! All forms found in the wild are accepted: no names, no winner and no reason (the keys may be
//! missing), no moves at all, a last sense without a move, null senses, draws, en passant squares
//! after every double step or only where a capture is possible.

use crate::GameHistory;

mod error;
mod extras;
mod game_id;
mod json_reader;
mod json_text;
mod lines;
mod nested;
mod reader;
pub mod verify;
mod writer;

pub use error::{Counted, JsonProblem, Named, RecordError, RecordReason, Wanted};
pub use extras::{Assistance, Extras, KEY, Record, bare};
pub use lines::{Records, inflate};
pub(crate) use writer::push_text;

/// The most turns of one side. Real games stay below 3,000; the limit bounds the memory of a hostile file.
pub const MAX_TURNS: usize = 100_000;

/// The most bytes that a gzipped file may unpack to: more is refused as a decompression bomb.
pub const MAX_INFLATED: usize = 256 << 20;

/// The number of successive unreadable lines after which [`Records`] stops: it is another kind of file.
pub const MAX_BROKEN_LINES: usize = 1_000;

/// The most characters of a player's name.
pub const MAX_NAME: usize = 1_000;

/// The deepest nesting of lists and objects, including the game itself.
pub const MAX_DEPTH: usize = 64;

/// The most tags of a game.
pub const MAX_TAGS: usize = 50;

/// The most characters of a tag.
pub const MAX_TAG: usize = 60;

/// The most bytes of all notes of a record: more than a link may hold ([`MAX_TEXT`](crate::link::MAX_TEXT)), as notes
/// of several files about one game are joined.
pub const MAX_NOTE_TEXT: usize = 1 << 20;

/// The most characters of a FEN: 71 + 16 with sane counters; old files may have odd ones.
const MAX_FEN: usize = 120;

/// Returns whether a name has at most [`MAX_NAME`] characters.
#[must_use]
pub fn name_fits(name: &str) -> bool {
    name.len() <= MAX_NAME || name.chars().count() <= MAX_NAME
}

impl GameHistory {
    /// Reads one game from JSON text.
    ///
    /// # Errors
    ///
    /// Those of [`Record::from_json`].
    pub fn from_json(json: &[u8]) -> Result<GameHistory, RecordError> {
        Record::from_json(json).map(|record| record.game)
    }
}
