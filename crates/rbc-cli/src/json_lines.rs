//! One JSON object a line in, one out: the form in which other programs talk to this one.

use std::io::{self, BufRead, Read as _, Write};

use rbc_rules::{Move, Position, Square};
use serde_json::{Map, Value};

use crate::terminal::printable_json;

/// Bytes of a line above which it is refused: a message takes a few hundred.
const MAX_LINE: usize = 1 << 16;

/// Gives `answer` every line of `input` until it ends, or until nobody reads `output` any more, and writes what it
/// answers.
///
/// # Errors
///
/// When `input` cannot be read or `output` not be written.
pub fn serve(
    input: &mut impl BufRead,
    output: &mut impl Write,
    answer: &mut impl FnMut(Line<'_>) -> Option<Value>,
) -> io::Result<()> {
    match answer_all(input, output, answer) {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        served => served,
    }
}

/// A line as it came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line<'a> {
    /// What stands on it.
    Text(&'a [u8]),
    /// It was passed over unread.
    TooLong,
}

impl Line<'_> {
    /// Whether nothing stands on it.
    pub fn is_blank(self) -> bool {
        matches!(self, Line::Text(text) if text.trim_ascii().is_empty())
    }

    /// What the line says.
    ///
    /// # Errors
    ///
    /// A text that says what is wrong with it.
    pub fn message(self) -> Result<Message, String> {
        match self {
            Line::TooLong => Err(format!("a line of more than {MAX_LINE} bytes")),
            Line::Text(text) => serde_json::from_slice(text)
                .map(Message)
                .map_err(|e| format!("not a JSON object: {e}")),
        }
    }
}

fn answer_all(
    input: &mut impl BufRead,
    output: &mut impl Write,
    answer: &mut impl FnMut(Line<'_>) -> Option<Value>,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = u64::try_from(MAX_LINE).unwrap_or(u64::MAX);
        if input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let said = if line.len() == MAX_LINE && line.last() != Some(&b'\n') {
            skip_line(input)?;
            answer(Line::TooLong)
        } else {
            answer(Line::Text(&line))
        };
        if let Some(said) = said {
            let mut text = printable_json(&said.to_string());
            text.push('\n');
            output.write_all(text.as_bytes())?;
            output.flush()?;
        }
    }
}

/// Passes over the rest of a line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let newline = buffer.iter().position(|b| *b == b'\n');
        let (used, done) = newline.map_or((buffer.len(), buffer.is_empty()), |i| (i + 1, true));
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

/// The beginning of a text that is shown in an error.
pub fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// An object with its fields.
#[derive(Clone, Default, Debug)]
pub struct Message(Map<String, Value>);

impl Message {
    /// The field `key` as it is, if it is there.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// The position whose FEN `key` is.
    ///
    /// # Errors
    ///
    /// A text that says what is wrong with it, as for all fields.
    pub fn position(&self, key: &str) -> Result<Position, String> {
        match self.get(key) {
            Some(Value::String(fen)) => fen.parse().map_err(|e| format!("{key}: {e}")),
            Some(_) => Err(format!("{key}: not a text")),
            None => Err(format!("{key}: missing")),
        }
    }

    /// The move `key`, where null means `none`.
    ///
    /// # Errors
    ///
    /// When it is no move.
    pub fn a_move(&self, key: &str, none: &str) -> Result<Option<Move>, String> {
        match self.get(key) {
            Some(Value::Null) => Ok(None),
            Some(Value::String(uci)) => uci.parse().map(Some).map_err(|e| format!("{key}: {e}")),
            Some(_) => Err(format!("{key}: neither a UCI text nor null")),
            None => Err(format!("{key}: missing (null is {none})")),
        }
    }

    /// The square `key`, by number or name, where null means `none`.
    ///
    /// # Errors
    ///
    /// When it is no square.
    pub fn square(&self, key: &str, none: &str) -> Result<Option<Square>, String> {
        let value = match self.get(key) {
            None => return Err(format!("{key}: missing (null is {none})")),
            Some(Value::Null) => return Ok(None),
            Some(value) => value,
        };
        let square = match value {
            Value::Number(n) => n
                .as_u64()
                .and_then(|n| u32::try_from(n).ok())
                .and_then(|n| Square::try_from(n).ok()),
            Value::String(name) => name.parse().ok(),
            _ => None,
        };
        let got = shorten(&value.to_string());
        square
            .map(Some)
            .ok_or_else(|| format!("{key}: expected 0..63, a name such as e4, or null, got {got}"))
    }
}
