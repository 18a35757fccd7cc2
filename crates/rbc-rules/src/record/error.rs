//! The reasons why a record, or a part of it, cannot be read.

use std::{error, fmt};

use shakmaty::Color;

use super::{MAX_DEPTH, MAX_NAME, MAX_NOTE_TEXT, MAX_TAG};
use crate::{ParseMoveError, ParsePositionError, WinReason, notes::MAX_SHAPES};

/// Why a record could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line (from 1) on which the game begins, in a file with several.
    pub line: Option<usize>,
    /// The place in the game, such as `$.senses.true[3]`; `$` is the game itself.
    pub path: String,
    /// What was expected and what was found.
    pub reason: RecordReason,
    /// Whether reading stops here, after [`MAX_BROKEN_LINES`](super::MAX_BROKEN_LINES).
    pub last: bool,
}

impl RecordError {
    /// An error at a place in a game.
    pub(crate) const fn at(path: String, reason: RecordReason) -> RecordError {
        RecordError {
            line: None,
            path,
            reason,
            last: false,
        }
    }

    /// An error of the game as a whole.
    pub(crate) fn whole(reason: RecordReason) -> RecordError {
        RecordError::at("$".to_owned(), reason)
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}: {}", self.path, self.reason)?;
        if self.last {
            f.write_str("; too many unreadable lines, not reading on")?;
        }
        Ok(())
    }
}

impl error::Error for RecordError {}

/// What is wrong at a place of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordReason {
    /// The text is not UTF-8.
    NotUtf8 {
        /// The first byte that does not belong.
        byte: usize,
    },
    /// It is not JSON, it ends too early, or a value is of another type than expected.
    Json {
        /// Which of these.
        problem: JsonProblem,
        /// The line, from 1.
        line: usize,
        /// The column, from 1; 0 at the beginning of a line.
        column: usize,
        /// The parser's message.
        text: String,
    },
    /// Lists and objects are nested deeper than [`MAX_DEPTH`].
    TooDeep {
        /// The byte at which they are.
        byte: usize,
    },
    /// A key is there twice.
    Twice,
    /// A key is missing.
    Missing(&'static str),
    /// `{"type": …}` is missing, which should be this.
    NoTag(&'static str),
    /// Another value was expected.
    Expected {
        /// What was expected.
        wanted: Wanted,
        /// The value that is there, shortened; `None` where it does not help.
        found: Option<String>,
    },
    /// A text is not a position.
    Position(ParsePositionError),
    /// A text is not a move.
    Move(ParseMoveError),
    /// There is more of something than allowed.
    TooMany(Counted),
    /// A text is too long.
    TooLong(Named),
    /// Two lists that go together differ in length.
    Lengths {
        /// The length of this list.
        entries: usize,
        /// The length of the other list.
        others: usize,
        /// The name of the other list.
        key: &'static str,
    },
    /// A side has so many moves and so many senses, which cannot go together.
    MovesAndSenses {
        /// Moves of the side.
        moves: usize,
        /// Senses of the side.
        senses: usize,
    },
    /// The turns of the sides do not alternate.
    Turns {
        /// The side that opens the game.
        opener: Color,
        /// Its turns, and those of the other side.
        turns: (usize, usize),
    },
    /// A turn before the last has no move.
    NoMove,
    /// A gzipped file cannot be unpacked, with the message of the unpacker.
    Gzip(String),
    /// A gzipped file unpacks to more than this many bytes.
    Unpacked(usize),
    /// There is not enough memory for this many bytes.
    NoMemory(usize),
    /// A note has no place.
    NoPlace,
    /// A part of what the pages keep cannot be read, with the parser's message.
    Unreadable(String),
}

/// How a text fails as JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JsonProblem {
    /// It is not JSON.
    Syntax,
    /// It ends too early.
    Cut,
    /// A value has another type than expected.
    Type,
}

/// What was expected at a place of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A square as a number.
    Square,
    /// The same, or null.
    SquareOrNull,
    /// A position.
    Fen,
    /// A player's name, or null.
    NameOrNull,
    /// The winner: true, false or null.
    Winner,
    /// The letter of a piece.
    PieceLetter,
    /// The name of a [`WinReason`].
    WinReason,
    /// A square of a sense's window with its content.
    WindowEntry,
    /// The type of a game.
    GameHistory,
    /// The type of a move, a piece or a reason: this one.
    Tag(&'static str),
    /// The value of a move, a piece or a reason: a text.
    TagValue,
    /// A text.
    Text,
    /// A text of a few words.
    ShortText,
    /// An object.
    Object,
    /// A list.
    List,
}

/// What is counted, each with its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Entries of a list, of which this many are allowed.
    Entries(usize),
    /// Bytes of all notes.
    NoteBytes,
    /// Arrows and marks at one place.
    Shapes,
}

impl Counted {
    /// Returns how many are allowed.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Counted::Entries(most) => most,
            Counted::NoteBytes => MAX_NOTE_TEXT,
            Counted::Shapes => MAX_SHAPES,
        }
    }
}

/// The texts whose characters are limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// A player's name.
    Name,
    /// A tag.
    Tag,
}

impl Named {
    /// Returns how many characters are allowed.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Named::Name => MAX_NAME,
            Named::Tag => MAX_TAG,
        }
    }
}

impl From<serde_json::Error> for RecordReason {
    fn from(error: serde_json::Error) -> RecordReason {
        RecordReason::Json {
            problem: if error.is_eof() {
                JsonProblem::Cut
            } else if error.is_data() {
                JsonProblem::Type
            } else {
                JsonProblem::Syntax
            },
            line: error.line(),
            column: error.column(),
            text: error.to_string(),
        }
    }
}

impl fmt::Display for RecordReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordReason::NotUtf8 { byte } => write!(f, "not UTF-8 (at byte {byte})"),
            RecordReason::Json {
                problem: JsonProblem::Cut,
                text,
                ..
            } => write!(f, "the record ends here: a part of it is missing ({text})"),
            RecordReason::Json { text, .. } | RecordReason::Unreadable(text) => f.write_str(text),
            RecordReason::TooDeep { byte } => {
                write!(f, "nested more than {MAX_DEPTH} deep (at byte {byte})")
            }
            RecordReason::Twice => f.write_str("is there twice"),
            RecordReason::Missing("true") => f.write_str("no \"true\" (White's list)"),
            RecordReason::Missing("false") => f.write_str("no \"false\" (Black's list)"),
            RecordReason::Missing("type") => f.write_str("no type: not a GameHistory"),
            RecordReason::Missing(key) => write!(f, "no \"{key}\""),
            RecordReason::NoTag(kind) => write!(f, "no type (expected \"{kind}\")"),
            RecordReason::Expected { wanted, found } => {
                write!(f, "expected {wanted}")?;
                match found {
                    Some(found) => write!(f, ", got {found}"),
                    None => Ok(()),
                }
            }
            RecordReason::Position(error) => error.fmt(f),
            RecordReason::Move(error) => error.fmt(f),
            RecordReason::TooMany(counted) => {
                let what = match counted {
                    Counted::Entries(_) => "entries",
                    Counted::NoteBytes => "bytes of notes",
                    Counted::Shapes => "arrows and marks at one place",
                };
                write!(f, "more than {} {what}", counted.most())
            }
            RecordReason::TooLong(named) => {
                let what = match named {
                    Named::Name => "a name ",
                    Named::Tag => "",
                };
                write!(f, "{what}longer than {} characters", named.most())
            }
            RecordReason::Lengths {
                entries,
                others,
                key,
            } => write!(f, "{entries} entries, but {others} in {key}"),
            RecordReason::MovesAndSenses { moves, senses } => {
                write!(f, "{moves} moves do not go with {senses} senses")
            }
            RecordReason::Turns {
                opener,
                turns: (first, second),
            } => write!(
                f,
                "{first} turns of {opener} and {second} of {} do not alternate",
                !*opener
            ),
            RecordReason::NoMove => f.write_str("a turn before the last has no move"),
            RecordReason::Gzip(text) => write!(f, "broken gzip data: {text}"),
            RecordReason::Unpacked(most) => write!(f, "unpacks to more than {most} bytes"),
            RecordReason::NoMemory(bytes) => {
                write!(f, "unpacks to {bytes} bytes: not enough memory for it")
            }
            RecordReason::NoPlace => f.write_str("a note without a place"),
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wanted::Square => "a square 0..63",
            Wanted::SquareOrNull => "a square 0..63 or null",
            Wanted::Fen => "a FEN",
            Wanted::NameOrNull => "a name or null",
            Wanted::Winner => "true (White), false (Black) or null",
            Wanted::PieceLetter => "a piece letter",
            Wanted::WinReason => {
                let known = WinReason::ALL.map(WinReason::name).join(", ");
                return write!(f, "one of {known}");
            }
            Wanted::WindowEntry => "[square, piece or null]",
            Wanted::GameHistory => "\"GameHistory\"",
            Wanted::Tag(kind) => return write!(f, "type \"{kind}\""),
            Wanted::TagValue => "a text as value",
            Wanted::Text => "a text",
            Wanted::ShortText => "a short text",
            Wanted::Object => "an object",
            Wanted::List => "a list",
        })
    }
}
