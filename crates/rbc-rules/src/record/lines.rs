//! The games of a file: where each one begins and ends. JSON or JSON lines, gzipped or not.

use std::{
    borrow::Cow,
    io::{self, Read as _},
    ops::Range,
};

use flate2::read::MultiGzDecoder;

use super::{MAX_BROKEN_LINES, MAX_INFLATED, RecordError, RecordReason, nested, nested::Games};
use crate::GameHistory;

/// How a line begins that the pages write before the games of a library's file: a player's answers to puzzles.
const TRAINING: &[u8] = b"{\"type\":\"OutpostTraining\"";

/// An iterator over the games of a file: one JSON document or JSON lines, gzipped or not. Each document or line is a
/// game, a list of games, or a game as the RBC server gives it (`{"game_history": {…}}`).
///
/// An unreadable line gives an error, and the next line is read ([`MAX_BROKEN_LINES`] in a row end the iterator).
/// Blank lines are skipped, as are the answers to puzzles with which a file of the pages' library may begin. A file whose first line is not a complete JSON value is read as one document, unless its
/// second line starts a value again (then the first is just broken).
///
/// ```
/// use rbc_rules::record::Records;
/// let mut games = Records::new(b"{\"type\": \"Ga");
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!(error.line, Some(1));
/// assert!(error.to_string().contains("EOF"), "{error}");
/// assert!(games.next().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Records<'a> {
    bytes: Cow<'a, [u8]>,
    lines: Lines,
    /// Returned once, instead of games.
    failed: Option<RecordError>,
    /// Successive unreadable lines.
    broken: usize,
}

impl<'a> Records<'a> {
    /// Creates an iterator over the games in `bytes`, which may unpack to at most [`MAX_INFLATED`].
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Records<'a> {
        Records::with_limit(bytes, MAX_INFLATED)
    }

    /// Creates an iterator over the games in `bytes`; a gzipped file may unpack to at most `max_inflated` bytes.
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

    /// Returns the text of the next game, not yet read, with the line it begins on.
    ///
    /// # Errors
    ///
    /// When the file cannot be unpacked: once.
    pub fn next_text(&mut self) -> Option<Result<(usize, &[u8]), RecordError>> {
        if let Some(error) = self.failed.take() {
            return Some(Err(error));
        }
        let (line, range) = self.lines.next(&self.bytes)?;
        Some(Ok((line, self.bytes.get(range)?)))
    }

    /// Returns the remaining texts with the lines they begin on, for reading games in parallel with
    /// [`GameHistory::from_json`].
    ///
    /// # Errors
    ///
    /// When the file cannot be unpacked.
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
            e.last = self.broken == MAX_BROKEN_LINES;
            e
        }))
    }
}

/// Unpacks gzip (also several members); other bytes are returned unchanged.
///
/// # Errors
///
/// When the stream is broken, or unpacks to more than `limit` bytes or the available memory.
pub fn inflate(bytes: &[u8], limit: usize) -> Result<Cow<'_, [u8]>, RecordError> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(Cow::Borrowed(bytes));
    }
    let broken = |e: io::Error| RecordError::whole(RecordReason::Gzip(e.to_string()));
    // The first pass finds the size alone: a bomb is refused before it costs memory, and an honest file takes no more
    // than it needs (a growing buffer takes up to three times that).
    let ask = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let mut measured = MultiGzDecoder::new(bytes).take(ask);
    let size = io::copy(&mut measured, &mut io::sink()).map_err(broken)?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    if size > limit {
        return Err(RecordError::whole(RecordReason::Unpacked(limit)));
    }
    let mut inflated = Vec::new();
    inflated
        .try_reserve_exact(size)
        .map_err(|_| RecordError::whole(RecordReason::NoMemory(size)))?;
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
            let line = rest.get(..end)?.trim_ascii();
            if !line.is_empty() && (self.whole || !line.starts_with(TRAINING)) {
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
