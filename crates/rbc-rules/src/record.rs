//! `reconchess`'s JSON form of a finished game (its `GameHistory`), read and written.
//!
//! Input is not trusted: records are passed around as files of any origin. Reading takes time and
//! memory proportional to the input, never panics, and an error names the place
//! (`$.senses.true[3]`) and what was expected there. Nothing here does I/O: bytes in, bytes out.
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

use std::{
    borrow::Cow,
    error, fmt,
    io::{self, Read as _},
    ops::Range,
};

use flate2::read::MultiGzDecoder;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess,
    Visitor,
};
use shakmaty::{Color, Piece, Square};

use nested::Games;

use crate::{GameHistory, Move, MoveResult, Position, SenseResult, SideHistory, WinReason};

mod extras;
mod json_text;
mod nested;
pub mod verify;

pub use extras::{Assistance, Extras, KEY, Record, bare};

/// Turns of one side above which a record is refused: real games stay below 3,000, and a limit keeps
/// the memory of a hostile file near its size.
pub const MAX_TURNS: usize = 100_000;

/// Bytes that a gzipped file may unpack to before it is refused as a decompression bomb.
pub const MAX_INFLATED: usize = 256 << 20;

/// Lines in a row that are no game, after which [`Records`] reads no further: it is another kind of file.
pub const MAX_BROKEN_LINES: usize = 1_000;

/// Characters of a player's name at most.
pub const MAX_NAME: usize = 1_000;

/// How deep lists and objects may be nested, the game itself counted.
pub const MAX_DEPTH: usize = 64;

/// Tags of a game at most.
pub const MAX_TAGS: usize = 50;

/// Characters of a tag at most.
pub const MAX_TAG: usize = 60;

/// Bytes of all notes of a record at most. It is more than a link may hold ([`MAX_TEXT`](crate::link::MAX_TEXT)), as notes of several
/// files about one game are joined.
pub const MAX_NOTE_TEXT: usize = 1 << 20;

/// A FEN is at most 71 + 16 characters with sane counters; old files may hold odd ones.
const MAX_FEN: usize = 120;

/// Why a record could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line (from 1) on which the game begins, in a file of many.
    pub line: Option<usize>,
    /// The place in the game, such as `$.senses.true[3]`; `$` is the game itself.
    pub path: String,
    /// What was expected and what was found.
    pub reason: String,
}

impl RecordError {
    fn whole(reason: impl Into<String>) -> RecordError {
        RecordError {
            line: None,
            path: "$".to_owned(),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}: {}", self.path, self.reason)
    }
}

impl error::Error for RecordError {}

// --- Many games --------------------------------------------------------------------------------

/// The games of a file: one JSON document, or JSON lines; gzipped or not. Each document or line is a game, a list of games, or a
/// game as the RBC server gives it (`{"game_history": {…}}`).
///
/// A line that is no game gives an error and the next line goes on ([`MAX_BROKEN_LINES`] in a row end
/// it); blank lines are skipped. A file
/// whose first line is not a whole JSON value is taken as one document over many lines, unless its
/// second line starts a value again (then the first is just broken).
///
/// ```
/// use rbc_rules::record::Records;
/// let mut games = Records::new(b"{\"type\": \"Ga");
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!(error.line, Some(1));
/// assert!(error.reason.contains("EOF"), "{error}");
/// assert!(games.next().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Records<'a> {
    bytes: Cow<'a, [u8]>,
    lines: Lines,
    /// Told once, instead of games.
    failed: Option<RecordError>,
    /// Lines in a row that were no game.
    broken: usize,
}

impl<'a> Records<'a> {
    /// The games in `bytes`, which may unpack to at most [`MAX_INFLATED`].
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Records<'a> {
        Records::with_limit(bytes, MAX_INFLATED)
    }

    /// The games in `bytes`; a gzipped file may unpack to at most `max_inflated` bytes.
    #[must_use]
    pub fn with_limit(bytes: &'a [u8], max_inflated: usize) -> Records<'a> {
        match inflate(bytes, max_inflated) {
            Ok(bytes) => Records {
                lines: Lines::new(&bytes),
                bytes,
                failed: None,
                broken: 0,
            },
            Err(error) => Records {
                bytes: Cow::Borrowed(&[]),
                lines: Lines::new(&[]),
                failed: Some(error),
                broken: 0,
            },
        }
    }

    /// The next game's text, unread, with the line it begins on.
    ///
    /// # Errors
    ///
    /// Once, when the file could not be unpacked.
    pub fn next_text(&mut self) -> Option<Result<(usize, &[u8]), RecordError>> {
        if let Some(error) = self.failed.take() {
            return Some(Err(error));
        }
        let (line, range) = self.lines.next(&self.bytes)?;
        Some(Ok((line, self.bytes.get(range)?)))
    }

    /// All texts not yet passed, with the lines they begin on: for reading games in parallel
    /// ([`GameHistory::from_json`]).
    ///
    /// # Errors
    ///
    /// When the file could not be unpacked.
    pub fn texts(&self) -> Result<impl Iterator<Item = (usize, &[u8])>, RecordError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let mut lines = self.lines.clone();
        Ok(std::iter::from_fn(move || {
            let (line, range) = lines.next(&self.bytes)?;
            Some((line, self.bytes.get(range)?))
        }))
    }
}

impl Iterator for Records<'_> {
    type Item = Result<GameHistory, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken >= MAX_BROKEN_LINES {
            return None;
        }
        let read = self.next_text()?.and_then(|(line, text)| {
            GameHistory::from_json(text).map_err(|e| RecordError {
                line: Some(line),
                ..e
            })
        });
        self.broken = if read.is_ok() { 0 } else { self.broken + 1 };
        Some(read.map_err(|mut e| {
            if self.broken == MAX_BROKEN_LINES {
                e.reason
                    .push_str("; too many unreadable lines, not reading on");
            }
            e
        }))
    }
}

/// Unpacks gzip (also several members in a row); other bytes are given back as they are.
///
/// # Errors
///
/// When the stream is broken, unpacks to more than `limit` bytes, or to more than there is memory for.
pub fn inflate(bytes: &[u8], limit: usize) -> Result<Cow<'_, [u8]>, RecordError> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(Cow::Borrowed(bytes));
    }
    let broken = |e: io::Error| RecordError::whole(format!("broken gzip data: {e}"));
    // Once for the size alone: a bomb is refused before it costs memory, and an honest file takes no
    // more than it needs (a buffer that doubles takes up to three times that, while it moves).
    let ask = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let mut measured = MultiGzDecoder::new(bytes).take(ask);
    let size = io::copy(&mut measured, &mut io::sink()).map_err(broken)?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    if size > limit {
        let reason = format!("unpacks to more than {limit} bytes");
        return Err(RecordError::whole(reason));
    }
    let mut inflated = Vec::new();
    inflated.try_reserve_exact(size).map_err(|_| {
        RecordError::whole(format!("unpacks to {size} bytes: not enough memory for it"))
    })?;
    MultiGzDecoder::new(bytes)
        .read_to_end(&mut inflated)
        .map_err(broken)?;
    Ok(Cow::Owned(inflated))
}

/// Where the games of a text lie.
#[derive(Clone, Debug)]
struct Lines {
    at: usize,
    /// Lines before `at`.
    line: usize,
    whole: bool,
    /// The games of the line (or the whole) that was reached, and up to where lines were counted in it.
    games: Option<(Games, usize)>,
}

impl Lines {
    fn new(bytes: &[u8]) -> Lines {
        const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
        let at = if bytes.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        let mut lines = bytes
            .get(at..)
            .unwrap_or_default()
            .split(|b| *b == b'\n')
            .filter(|line| !line.trim_ascii().is_empty());
        let first = lines.next();
        let first_is_whole = first.is_none_or(is_balanced);
        let begins_a_list = first.is_some_and(nested::begins);
        let second_starts_a_value = lines.next().is_some_and(|line| line.starts_with(b"{"));
        Lines {
            at,
            line: 0,
            whole: !first_is_whole && (begins_a_list || !second_starts_a_value),
            games: None,
        }
    }

    /// The next game, and the line that it begins on.
    fn next(&mut self, bytes: &[u8]) -> Option<(usize, Range<usize>)> {
        loop {
            if let Some((games, counted)) = &mut self.games {
                if let Some(range) = games.next(bytes) {
                    if self.whole {
                        let before = bytes.get(*counted..range.start).unwrap_or_default();
                        self.line += before.iter().filter(|b| **b == b'\n').count();
                        *counted = range.start;
                    }
                    return Some((self.line, range));
                }
                self.games = None;
            }
            let rest = bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
            let end = if self.whole {
                rest.len()
            } else {
                let newline = rest.iter().position(|b| *b == b'\n');
                newline.map_or(rest.len(), |i| i + 1)
            };
            let range = self.at..self.at + end;
            self.at += end;
            self.line += 1;
            if !rest.get(..end)?.trim_ascii().is_empty() {
                self.games = Some((Games::new(bytes, range.clone()), range.start));
            }
        }
    }
}

/// Whether every bracket outside strings is closed: such a line is a value of its own.
fn is_balanced(line: &[u8]) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0i64, false, false);
    for byte in line {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => depth -= 1,
            _ => {}
        }
    }
    depth <= 0 && !in_string
}

// --- Reading one game --------------------------------------------------------------------------

impl GameHistory {
    /// Reads one game from JSON text.
    ///
    /// # Errors
    ///
    /// Those of [`Record::from_json`], which it is read by.
    pub fn from_json(json: &[u8]) -> Result<GameHistory, RecordError> {
        Record::from_json(json).map(|record| record.game)
    }
}

/// Reads the game of a record.
fn read_game(text: &str) -> Result<GameHistory, RecordError> {
    let mut at = Place::default();
    let mut json = serde_json::Deserializer::from_str(text);
    let parsed = GameSeed(&mut at)
        .deserialize(&mut json)
        .and_then(|game| json.end().map(|()| game));
    match parsed {
        Ok(columns) => columns.into_game(),
        Err(e) => Err(RecordError {
            line: None,
            path: at.path(),
            reason: at.reason.unwrap_or_else(|| {
                if e.is_eof() {
                    format!("the record ends here: a part of it is missing ({e})")
                } else {
                    e.to_string()
                }
            }),
        }),
    }
}

/// Where the reader stands; kept apart from serde's error, which has no room for it.
#[derive(Default)]
struct Place {
    steps: Vec<Step>,
    reason: Option<String>,
}

enum Step {
    Key(&'static str),
    Index(usize),
}

impl Place {
    fn path(&self) -> String {
        let mut path = "$".to_owned();
        for step in &self.steps {
            match step {
                Step::Key(key) => path.push_str(&format!(".{key}")),
                Step::Index(i) => path.push_str(&format!("[{i}]")),
            }
        }
        path
    }

    fn fail<E: serde::de::Error>(&mut self, reason: impl Into<String>) -> E {
        let reason = reason.into();
        let error = E::custom(&reason);
        self.reason = Some(reason);
        error
    }

    fn expected<E: serde::de::Error>(&mut self, what: &str, got: &Leaf<'_>) -> E {
        self.fail(format!("expected {what}, got {got}"))
    }

    /// Reads the value of a key: on success the place is left again, on failure it stays for the
    /// report.
    fn value<'de, M: MapAccess<'de>, T>(
        &mut self,
        map: &mut M,
        key: &'static str,
        read: impl FnOnce(&mut Place, &mut M) -> Result<T, M::Error>,
    ) -> Result<T, M::Error> {
        self.steps.push(Step::Key(key));
        let value = read(self, map)?;
        self.steps.pop();
        Ok(value)
    }
}

/// A value that should be a scalar. Lists and objects are not entered.
enum Leaf<'a> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Number(String),
    Text(Cow<'a, str>),
    List,
    Object,
}

impl fmt::Display for Leaf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Leaf::Null => f.write_str("null"),
            Leaf::Bool(b) => write!(f, "{b}"),
            Leaf::Unsigned(n) => write!(f, "{n}"),
            Leaf::Number(n) => f.write_str(n),
            Leaf::Text(text) => {
                let short: String = text.chars().take(40).collect();
                let more = if short.len() < text.len() { "…" } else { "" };
                write!(f, "{short:?}{more}")
            }
            Leaf::List => f.write_str("a list"),
            Leaf::Object => f.write_str("an object"),
        }
    }
}

impl<'de> Deserialize<'de> for Leaf<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LeafVisitor;
        impl<'de> Visitor<'de> for LeafVisitor {
            type Value = Leaf<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_unit<E>(self) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Null)
            }
            fn visit_bool<E>(self, b: bool) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Bool(b))
            }
            fn visit_u64<E>(self, n: u64) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Unsigned(n))
            }
            fn visit_i64<E>(self, n: i64) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Number(n.to_string()))
            }
            fn visit_f64<E>(self, n: f64) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Number(format!("{n:?}")))
            }
            fn visit_str<E>(self, text: &str) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Text(Cow::Owned(text.to_owned())))
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Text(Cow::Borrowed(text)))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Leaf<'de>, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Leaf::List)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Leaf<'de>, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Leaf::Object)
            }
        }
        deserializer.deserialize_any(LeafVisitor)
    }
}

/// Reads one value with the place at hand.
trait Read<'de>: Sized {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error>;
}

/// [`Read`] as serde wants it.
struct Seed<'p, T>(&'p mut Place, std::marker::PhantomData<T>);

impl<'p, T> Seed<'p, T> {
    fn new(at: &'p mut Place) -> Self {
        Seed(at, std::marker::PhantomData)
    }
}

impl<'de, T: Read<'de>> DeserializeSeed<'de> for Seed<'_, T> {
    type Value = T;
    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<T, D::Error> {
        T::read(self.0, json)
    }
}

fn square_of(leaf: &Leaf<'_>) -> Option<Square> {
    match leaf {
        Leaf::Unsigned(n) => Square::try_from(u32::try_from(*n).ok()?).ok(),
        _ => None,
    }
}

impl<'de> Read<'de> for Square {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        let leaf = Leaf::deserialize(json)?;
        square_of(&leaf).ok_or_else(|| at.expected("a square 0..63", &leaf))
    }
}

impl<'de> Read<'de> for Option<Square> {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match Leaf::deserialize(json)? {
            Leaf::Null => Ok(None),
            leaf => match square_of(&leaf) {
                Some(square) => Ok(Some(square)),
                None => Err(at.expected("a square 0..63 or null", &leaf)),
            },
        }
    }
}

/// A FEN that a [`Position`] can be read from, as it is written.
struct FenText(String);

impl<'de> Read<'de> for FenText {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match Leaf::deserialize(json)? {
            Leaf::Text(text) if text.len() <= MAX_FEN => match text.parse::<Position>() {
                Ok(_) => Ok(FenText(text.into_owned())),
                Err(e) => Err(at.fail(e.to_string())),
            },
            leaf => Err(at.expected("a FEN", &leaf)),
        }
    }
}

/// Whether a name has at most [`MAX_NAME`] characters.
#[must_use]
pub fn name_fits(name: &str) -> bool {
    name.len() <= MAX_NAME || name.chars().count() <= MAX_NAME
}

/// A player's name.
struct Name(Option<String>);

impl<'de> Read<'de> for Name {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match Leaf::deserialize(json)? {
            Leaf::Null => Ok(Name(None)),
            Leaf::Text(text) if name_fits(&text) => Ok(Name(Some(text.into_owned()))),
            Leaf::Text(_) => Err(at.fail(format!("a name longer than {MAX_NAME} characters"))),
            leaf => Err(at.expected("a name or null", &leaf)),
        }
    }
}

struct Winner(Option<Color>);

impl<'de> Read<'de> for Winner {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match Leaf::deserialize(json)? {
            Leaf::Null => Ok(Winner(None)),
            Leaf::Bool(white) => Ok(Winner(Some(Color::from_white(white)))),
            leaf => Err(at.expected("true (White), false (Black) or null", &leaf)),
        }
    }
}

/// `{"type": kind, "value": text}` or null.
fn read_tagged<'de, D: Deserializer<'de>>(
    at: &mut Place,
    json: D,
    kind: &'static str,
) -> Result<Option<Cow<'de, str>>, D::Error> {
    struct Tagged<'p>(&'p mut Place, &'static str);
    impl<'de> Visitor<'de> for Tagged<'_> {
        type Value = Option<Cow<'de, str>>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{{\"type\":\"{}\",…}} or null", self.1)
        }
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let Tagged(at, kind) = self;
            let (mut tag, mut value) = (None, None);
            while let Some(Leaf::Text(key)) = map.next_key()? {
                match &*key {
                    "type" => {
                        tag = Some(
                            at.value(&mut map, "type", |_, map| map.next_value::<Leaf<'de>>())?,
                        );
                    }
                    "value" => {
                        value =
                            Some(at.value(&mut map, "value", |_, map| {
                                map.next_value::<Leaf<'de>>()
                            })?);
                    }
                    _ => {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
            }
            match tag {
                Some(Leaf::Text(tag)) if tag == kind => {}
                Some(tag) => return Err(at.fail(format!("expected type \"{kind}\", got {tag}"))),
                None => return Err(at.fail(format!("no type (expected \"{kind}\")"))),
            }
            match value {
                Some(Leaf::Text(text)) => Ok(Some(text)),
                Some(other) => Err(at.fail(format!("expected a text as value, got {other}"))),
                None => Err(at.fail("no value")),
            }
        }
    }
    json.deserialize_any(Tagged(at, kind))
}

/// A move, which is null for a pass.
impl<'de> Read<'de> for Option<Move> {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match read_tagged(at, json, "Move")? {
            None => Ok(None),
            Some(text) => match text.parse() {
                Ok(m) => Ok(Some(m)),
                Err(e) => Err(at.fail(format!("{e}"))),
            },
        }
    }
}

impl<'de> Read<'de> for Option<Piece> {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match read_tagged(at, json, "Piece")? {
            None => Ok(None),
            Some(text) => {
                let mut letters = text.chars();
                match (letters.next().and_then(Piece::from_char), letters.next()) {
                    (Some(piece), None) => Ok(Some(piece)),
                    _ => Err(at.expected("a piece letter", &Leaf::Text(text))),
                }
            }
        }
    }
}

impl<'de> Read<'de> for Option<WinReason> {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match read_tagged(at, json, "WinReason")? {
            None => Ok(None),
            Some(text) => match WinReason::ALL.into_iter().find(|r| r.name() == text) {
                Some(reason) => Ok(Some(reason)),
                None => {
                    let known = WinReason::ALL.map(WinReason::name).join(", ");
                    Err(at.expected(&format!("one of {known}"), &Leaf::Text(text)))
                }
            },
        }
    }
}

/// A list of at most `limit` values.
fn read_list<'de, D: Deserializer<'de>, T: Read<'de>>(
    at: &mut Place,
    json: D,
    limit: usize,
    what: &'static str,
) -> Result<Vec<T>, D::Error> {
    struct List<'p, T>(&'p mut Place, usize, &'static str, Vec<T>);
    impl<'de, T: Read<'de>> Visitor<'de> for List<'_, T> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.2)
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let List(at, limit, _, mut values) = self;
            loop {
                at.steps.push(Step::Index(values.len()));
                let Some(value) = list.next_element_seed(Seed::new(at))? else {
                    at.steps.pop();
                    return Ok(values);
                };
                at.steps.pop();
                if values.len() >= limit {
                    return Err(at.fail(format!("more than {limit} entries")));
                }
                values.push(value);
            }
        }
    }
    json.deserialize_any(List(at, limit, what, Vec::new()))
}

/// One square of a sense result: `[square, piece or null]`.
struct Content(Square, Option<Piece>);

impl<'de> Read<'de> for Content {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        struct Pair<'p>(&'p mut Place);
        impl<'de> Visitor<'de> for Pair<'_> {
            type Value = Content;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("[square, piece or null]")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Content, A::Error> {
                let at = self.0;
                at.steps.push(Step::Index(0));
                let square = list.next_element_seed(Seed::<Square>::new(at))?;
                at.steps.pop();
                at.steps.push(Step::Index(1));
                let piece = list.next_element_seed(Seed::<Option<Piece>>::new(at))?;
                at.steps.pop();
                match (square, piece, list.next_element::<IgnoredAny>()?) {
                    (Some(square), Some(piece), None) => Ok(Content(square, piece)),
                    _ => Err(at.fail("expected [square, piece or null]")),
                }
            }
        }
        json.deserialize_any(Pair(at))
    }
}

/// A sense's window; more than nine squares are refused at once.
struct Window(Vec<Content>);

impl<'de> Read<'de> for Window {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        read_list(at, json, 9, "a list of [square, piece or null]").map(Window)
    }
}

/// `{"true": [...], "false": [...]}`: White's list and Black's.
struct BothSides<T>(Vec<T>, Vec<T>);

struct Turns<T>(Vec<T>);

impl<'de, T: Read<'de>> Read<'de> for Turns<T> {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        read_list(at, json, MAX_TURNS, "a list").map(Turns)
    }
}

impl<'de, T: Read<'de>> Read<'de> for BothSides<T> {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        struct Sides<'p, T>(&'p mut Place, std::marker::PhantomData<T>);
        impl<'de, T: Read<'de>> Visitor<'de> for Sides<'_, T> {
            type Value = BothSides<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with \"true\" (White) and \"false\" (Black)")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let at = self.0;
                let (mut white, mut black) = (None, None);
                while let Some(Leaf::Text(key)) = map.next_key()? {
                    let (side, key) = match &*key {
                        "true" => (&mut white, "true"),
                        "false" => (&mut black, "false"),
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                            continue;
                        }
                    };
                    if side.is_some() {
                        return Err(at.fail(format!("\"{key}\" is there twice")));
                    }
                    *side = Some(at.value(&mut map, key, |at, map| {
                        map.next_value_seed(Seed::<Turns<T>>::new(at))
                    })?);
                }
                match (white, black) {
                    (Some(Turns(white)), Some(Turns(black))) => Ok(BothSides(white, black)),
                    (None, _) => Err(at.fail("no \"true\" (White's list)")),
                    (_, None) => Err(at.fail("no \"false\" (Black's list)")),
                }
            }
        }
        json.deserialize_any(Sides(at, std::marker::PhantomData))
    }
}

/// The game as the file lays it out.
#[derive(Default)]
struct Columns {
    white_name: Option<Name>,
    black_name: Option<Name>,
    senses: Option<BothSides<Option<Square>>>,
    sense_results: Option<BothSides<Window>>,
    requested_moves: Option<BothSides<Option<Move>>>,
    taken_moves: Option<BothSides<Option<Move>>>,
    capture_squares: Option<BothSides<Option<Square>>>,
    fens_before_move: Option<BothSides<FenText>>,
    fens_after_move: Option<BothSides<FenText>>,
    winner_color: Option<Winner>,
    win_reason: Option<Option<WinReason>>,
}

struct GameSeed<'p>(&'p mut Place);

impl<'de> DeserializeSeed<'de> for GameSeed<'_> {
    type Value = Columns;
    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Columns, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for GameSeed<'_> {
    type Value = Columns;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a GameHistory object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Columns, A::Error> {
        fn fill<'de, A: MapAccess<'de>, T: Read<'de>>(
            at: &mut Place,
            map: &mut A,
            key: &'static str,
            slot: &mut Option<T>,
        ) -> Result<(), A::Error> {
            *slot = Some(at.value(map, key, |at, map| {
                if slot.is_some() {
                    return Err(at.fail("is there twice"));
                }
                map.next_value_seed(Seed::new(at))
            })?);
            Ok(())
        }
        let at = self.0;
        let mut game = Columns::default();
        let mut typed = false;
        while let Some(key) = map.next_key::<Leaf<'de>>()? {
            let Leaf::Text(key) = key else {
                return Err(A::Error::custom("a key that is no text"));
            };
            let map = &mut map;
            match &*key {
                "type" => {
                    at.value(map, "type", |at, map| match map.next_value()? {
                        Leaf::Text(text) if text == "GameHistory" => Ok(()),
                        leaf => Err(at.expected("\"GameHistory\"", &leaf)),
                    })?;
                    typed = true;
                }
                "white_name" => fill(at, map, "white_name", &mut game.white_name)?,
                "black_name" => fill(at, map, "black_name", &mut game.black_name)?,
                "senses" => fill(at, map, "senses", &mut game.senses)?,
                "sense_results" => fill(at, map, "sense_results", &mut game.sense_results)?,
                "requested_moves" => fill(at, map, "requested_moves", &mut game.requested_moves)?,
                "taken_moves" => fill(at, map, "taken_moves", &mut game.taken_moves)?,
                "capture_squares" => fill(at, map, "capture_squares", &mut game.capture_squares)?,
                "fens_before_move" => {
                    fill(at, map, "fens_before_move", &mut game.fens_before_move)?;
                }
                "fens_after_move" => fill(at, map, "fens_after_move", &mut game.fens_after_move)?,
                "winner_color" => fill(at, map, "winner_color", &mut game.winner_color)?,
                "win_reason" => fill(at, map, "win_reason", &mut game.win_reason)?,
                // Later versions may add to it.
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        if typed {
            Ok(game)
        } else {
            Err(at.fail("no type: not a GameHistory"))
        }
    }
}

impl Columns {
    fn into_game(self) -> Result<GameHistory, RecordError> {
        fn sides<T>(
            column: Option<BothSides<T>>,
            key: &'static str,
        ) -> Result<[Column<T>; 2], RecordError> {
            let BothSides(white, black) =
                column.ok_or_else(|| RecordError::whole(format!("no \"{key}\"")))?;
            Ok(
                [(white, "true"), (black, "false")].map(|(list, color)| Column {
                    list,
                    key,
                    color,
                }),
            )
        }
        let [senses_w, senses_b] = sides(self.senses, "senses")?;
        let [results_w, results_b] = sides(self.sense_results, "sense_results")?;
        let [requested_w, requested_b] = sides(self.requested_moves, "requested_moves")?;
        let [taken_w, taken_b] = sides(self.taken_moves, "taken_moves")?;
        let [captures_w, captures_b] = sides(self.capture_squares, "capture_squares")?;
        let [before_w, before_b] = sides(self.fens_before_move, "fens_before_move")?;
        let [after_w, after_b] = sides(self.fens_after_move, "fens_after_move")?;
        let white = side(
            senses_w,
            results_w,
            requested_w,
            taken_w,
            captures_w,
            before_w,
            after_w,
        )?;
        let black = side(
            senses_b,
            results_b,
            requested_b,
            taken_b,
            captures_b,
            before_b,
            after_b,
        )?;
        let game = GameHistory {
            white_name: self.white_name.and_then(|n| n.0),
            black_name: self.black_name.and_then(|n| n.0),
            white,
            black,
            winner: self.winner_color.and_then(|w| w.0),
            win_reason: self.win_reason.flatten(),
        };
        alternates(&game)?;
        Ok(game)
    }
}

/// One side, then the other: only the turn that the game ended in may lack its move.
fn alternates(game: &GameHistory) -> Result<(), RecordError> {
    let opener = game.start().turn();
    let (first, second) = (game.side(opener), game.side(!opener));
    let (f, s) = (first.senses.len(), second.senses.len());
    let last = if f > s { first } else { second };
    let [all_open, last_open] = [&[first, second][..], &[last][..]].map(|sides| {
        let open = |side: &&SideHistory| side.senses.len() > side.moves.len();
        sides.iter().copied().filter(open).count()
    });
    let (key, reason) = if f != s && f != s + 1 {
        let other = !opener;
        (
            "senses",
            format!("{f} turns of {opener} and {s} of {other} do not alternate"),
        )
    } else if all_open > last_open {
        (
            "taken_moves",
            "a turn before the last has no move".to_owned(),
        )
    } else {
        return Ok(());
    };
    Err(RecordError {
        line: None,
        path: format!("$.{key}"),
        reason,
    })
}

/// One list with its name, for the report of its length.
struct Column<T> {
    list: Vec<T>,
    key: &'static str,
    color: &'static str,
}

impl<T> Column<T> {
    fn error(&self, reason: String) -> RecordError {
        RecordError {
            line: None,
            path: format!("$.{}.{}", self.key, self.color),
            reason,
        }
    }

    fn same_length<U>(&self, other: &Column<U>) -> Result<(), RecordError> {
        if self.list.len() == other.list.len() {
            return Ok(());
        }
        Err(other.error(format!(
            "{} entries, but {} in {}",
            other.list.len(),
            self.list.len(),
            self.key
        )))
    }
}

fn side(
    senses: Column<Option<Square>>,
    results: Column<Window>,
    requested: Column<Option<Move>>,
    taken: Column<Option<Move>>,
    captures: Column<Option<Square>>,
    before: Column<FenText>,
    after: Column<FenText>,
) -> Result<SideHistory, RecordError> {
    senses.same_length(&results)?;
    taken.same_length(&requested)?;
    taken.same_length(&captures)?;
    taken.same_length(&before)?;
    taken.same_length(&after)?;
    let (sensed, moved) = (senses.list.len(), taken.list.len());
    if moved > sensed || sensed > moved + 1 {
        return Err(taken.error(format!("{moved} moves do not go with {sensed} senses")));
    }
    let senses = senses.list.into_iter().zip(results.list);
    let moves = requested.list.into_iter().zip(taken.list);
    Ok(SideHistory {
        senses: senses
            .map(|(square, window)| SenseResult {
                square,
                contents: window.0.into_iter().map(|Content(s, p)| (s, p)).collect(),
            })
            .collect(),
        moves: moves
            .zip(captures.list)
            .map(|((requested, taken), capture)| MoveResult {
                requested,
                taken,
                capture,
            })
            .collect(),
        fens_before_move: before.list.into_iter().map(|f| f.0).collect(),
        fens_after_move: after.list.into_iter().map(|f| f.0).collect(),
    })
}

// --- Writing one game --------------------------------------------------------------------------

impl GameHistory {
    /// The game as `reconchess`'s `GameHistory.save` writes it, byte for byte: on one line, without
    /// a line end, in ASCII.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::with_capacity(256 + self.plies() * 500);
        out.push_str("{\"type\": \"GameHistory\", \"white_name\": ");
        push_text(&mut out, self.white_name.as_deref());
        out.push_str(", \"black_name\": ");
        push_text(&mut out, self.black_name.as_deref());
        self.push_column(
            &mut out,
            "senses",
            |s| &s.senses,
            |out, s| {
                push_square(out, s.square);
            },
        );
        self.push_column(&mut out, "sense_results", |s| &s.senses, push_window);
        let moves: MovesColumn<'_> = |s| &s.moves;
        self.push_column(&mut out, "requested_moves", moves, |out, m| {
            push_move(out, m.requested);
        });
        self.push_column(&mut out, "taken_moves", moves, |out, m| {
            push_move(out, m.taken);
        });
        self.push_column(&mut out, "capture_squares", moves, |out, m| {
            push_square(out, m.capture);
        });
        let push_fen = |out: &mut String, fen: &String| push_text(out, Some(fen));
        self.push_column(
            &mut out,
            "fens_before_move",
            |s| &s.fens_before_move,
            push_fen,
        );
        self.push_column(
            &mut out,
            "fens_after_move",
            |s| &s.fens_after_move,
            push_fen,
        );
        out.push_str(", \"winner_color\": ");
        out.push_str(match self.winner {
            None => "null",
            Some(Color::White) => "true",
            Some(Color::Black) => "false",
        });
        out.push_str(", \"win_reason\": ");
        match self.win_reason {
            None => out.push_str("null"),
            Some(reason) => push_tagged(&mut out, "WinReason", reason.name()),
        }
        out.push('}');
        out
    }

    fn push_column<T>(
        &self,
        out: &mut String,
        key: &str,
        list: impl Fn(&SideHistory) -> &Vec<T>,
        push: impl Fn(&mut String, &T),
    ) {
        out.push_str(", \"");
        out.push_str(key);
        out.push_str("\": {\"true\": [");
        push_list(out, list(&self.white), &push);
        out.push_str("], \"false\": [");
        push_list(out, list(&self.black), &push);
        out.push_str("]}");
    }
}

type MovesColumn<'a> = fn(&SideHistory) -> &Vec<MoveResult>;

fn push_list<T>(out: &mut String, list: &[T], push: impl Fn(&mut String, &T)) {
    for (i, value) in list.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        push(out, value);
    }
}

fn push_square(out: &mut String, square: Option<Square>) {
    match square {
        None => out.push_str("null"),
        Some(square) => out.push_str(&square.to_u32().to_string()),
    }
}

fn push_tagged(out: &mut String, kind: &str, value: &str) {
    out.push_str("{\"type\": \"");
    out.push_str(kind);
    out.push_str("\", \"value\": ");
    push_text(out, Some(value));
    out.push('}');
}

fn push_move(out: &mut String, m: Option<Move>) {
    match m {
        None => out.push_str("null"),
        Some(m) => push_tagged(out, "Move", &m.to_string()),
    }
}

fn push_window(out: &mut String, sense: &SenseResult) {
    out.push('[');
    push_list(out, &sense.contents, |out, (square, piece)| {
        out.push('[');
        push_square(out, Some(*square));
        out.push_str(", ");
        match piece {
            None => out.push_str("null"),
            Some(piece) => push_tagged(out, "Piece", piece.char().encode_utf8(&mut [0; 4])),
        }
        out.push(']');
    });
    out.push(']');
}

/// As Python's `json` does it by default: everything but printable ASCII is escaped.
pub(crate) fn push_text(out: &mut String, text: Option<&str>) {
    let Some(text) = text else {
        out.push_str("null");
        return;
    };
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            ' '..='~' => out.push(c),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    out.push('"');
}
