//! JSON lines, one object in and one out: how other programs talk to this one.

use std::io::{self, BufRead, Read as _, Write};

use rbc_rules::{Move, Position, Square};
use serde_json::{Map, Value};

use crate::terminal::printable_json;

/// Maximum bytes of a line: a message takes a few hundred.
const MAX_LINE: usize = 1 << 16;

/// Answers every line of `input`, until it ends or `output` is closed.
///
/// # Errors
///
/// If `input` cannot be read or `output` cannot be written.
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

/// A line of input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line<'a> {
    /// Its bytes.
    Text(&'a [u8]),
    /// It was skipped.
    TooLong,
}

impl Line<'_> {
    /// Returns whether it is blank.
    pub fn is_blank(self) -> bool {
        matches!(self, Line::Text(text) if text.trim_ascii().is_empty())
    }

    /// Parses the line.
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

/// Skips the rest of a line.
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

/// Returns the beginning of a text, for an error.
pub fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A JSON object.
#[derive(Clone, Default, Debug)]
pub struct Message(Map<String, Value>);

impl Message {
    /// Returns the field `key`, if there is one.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// Returns the position of the field `key`, a FEN.
    ///
    /// # Errors
    ///
    /// A text that says what is wrong with the field.
    pub fn position(&self, key: &str) -> Result<Position, String> {
        match self.get(key) {
            Some(Value::String(fen)) => fen.parse().map_err(|e| format!("{key}: {e}")),
            Some(_) => Err(format!("{key}: not a text")),
            None => Err(format!("{key}: missing")),
        }
    }

    /// Returns the move of the field `key`, where null means `none`.
    ///
    /// # Errors
    ///
    /// If it is not a move.
    pub fn a_move(&self, key: &str, none: &str) -> Result<Option<Move>, String> {
        match self.get(key) {
            Some(Value::Null) => Ok(None),
            Some(Value::String(uci)) => uci.parse().map(Some).map_err(|e| format!("{key}: {e}")),
            Some(_) => Err(format!("{key}: neither a UCI text nor null")),
            None => Err(format!("{key}: missing (null is {none})")),
        }
    }

    /// Returns the square of the field `key`, a number or name, where null means `none`.
    ///
    /// # Errors
    ///
    /// If it is not a square.
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
