//! Telling for JavaScript what a text is.

use rbc_rules::pasted::{Board, Pasted, Unknown};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::types::{Js, to_ts};

/// What a text is that somebody pasted or was sent: {@link Outpost.readText}.
///
/// - `empty`: nothing but white space.
/// - `link`: its letters and digits, without an address or anything else around them. It may be cut, changed or of a later
///   version; {@link Outpost.decodeLink} says so.
/// - `records`: JSON for {@link Outpost.openRecords}, which says what is wrong with it, if anything is.
/// - `boards`: positions (FEN with all fields), at most {@link LIMITS}.boards: what a side cannot tell apart, or any others.
/// - `unknown`: nothing that can be opened.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum TextContent {
    Empty,
    Link { link: String },
    Records { json: String },
    Boards { boards: Vec<NamedBoard> },
    Unknown(UnknownText),
}

/// A position, with the name that EPD gives it.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct NamedBoard {
    fen: String,
    name: Option<String>,
}

/// A text in which there is nothing to open.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct UnknownText {
    reason: UnknownReason,
    /// The line, from 1.
    line: Option<usize>,
    /// How the line begins, or the file's address.
    text: Option<String>,
}

/// Why there is nothing to open.
///
/// `nothing`: it looks like nothing known. `badLine`: a list of positions but for one line. `tooMany`: more positions than
/// {@link LIMITS}.boards. `chess`: a game of chess (PGN). `file`: code of an embed that shows a file from elsewhere. `embed`: code
/// of an embed in which there is nothing to open, such as a lesson.
#[derive(Tsify, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum UnknownReason {
    Nothing,
    BadLine,
    TooMany,
    Chess,
    File,
    Embed,
}

impl From<Pasted> for TextContent {
    fn from(pasted: Pasted) -> TextContent {
        let unknown = |reason, line, text| TextContent::Unknown(UnknownText { reason, line, text });
        match pasted {
            Pasted::Empty => TextContent::Empty,
            Pasted::Link(link) => TextContent::Link { link },
            Pasted::Records(json) => TextContent::Records { json },
            Pasted::Boards(boards) => TextContent::Boards {
                boards: boards
                    .into_iter()
                    .map(|Board { position, name }| NamedBoard {
                        fen: position.fen(),
                        name,
                    })
                    .collect(),
            },
            Pasted::Unknown(Unknown::Nothing) => unknown(UnknownReason::Nothing, None, None),
            Pasted::Unknown(Unknown::BadLine { line, text }) => {
                unknown(UnknownReason::BadLine, Some(line), Some(text))
            }
            Pasted::Unknown(Unknown::TooMany) => unknown(UnknownReason::TooMany, None, None),
            Pasted::Unknown(Unknown::Chess) => unknown(UnknownReason::Chess, None, None),
            Pasted::Unknown(Unknown::File(address)) => {
                unknown(UnknownReason::File, None, Some(address))
            }
            Pasted::Unknown(Unknown::Embed) => unknown(UnknownReason::Embed, None, None),
        }
    }
}

/// What a text is that somebody pasted or was sent.
#[wasm_bindgen(js_name = readText)]
pub fn read_text(text: &str) -> Js<Ts<TextContent>> {
    to_ts(&TextContent::from(Pasted::of(text)))
}
