//! Recognises a text that was pasted, dropped or received: a link, records, positions.
//!
//! People copy more than they mean to, and programs change texts on their way. [`Pasted::of`] recognises:
//!
//! | what | how it may come |
//! | --- | --- |
//! | links ([`crate::link`]) | alone, in an address, in a mail that quotes or wraps it, percent-encoded, in what a forwarder (such as Outlook's safe links) made of it |
//! | records ([`crate::record`]) | JSON, JSON lines, lists of them, as the RBC server wraps them |
//! | positions | FENs, also with fields left out or wrapped; EPD; `[FEN "…"]` of PGN; addresses with a FEN in them, such as those of lichess; lists, by lines, semicolons or as JSON |
//! | code and addresses of embeds | with any of these in their attributes (`docs/embedding.md`) |
//!
//! A game of chess (PGN) without a `FEN` tag is recognised, too: it has no senses.
//!
//! Texts are untrusted: recognising one never panics, and takes time and memory proportional to it.
//!
//! ```
//! use rbc_rules::pasted::Pasted;
//! let mail = "> https://lichess.org/analysis/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1";
//! let Pasted::Boards(boards) = Pasted::of(mail) else { panic!() };
//! assert_eq!(boards[0].position.fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
//! ```

use serde::Deserialize;

use crate::{
    Position,
    link::{MAX_BOARDS, Sighting, percent_decoded, sight},
};
use embed::Element;

mod embed;
mod fens;

/// What a text is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pasted {
    /// Only white space.
    Empty,
    /// A link: its letters and digits. It may be cut off, changed or from a later version:
    /// [`Link::decode`](crate::link::Link::decode) tells.
    Link(String),
    /// JSON for [`Records`](crate::record::Records) to read.
    Records(String),
    /// One or more positions, at most [`MAX_BOARDS`].
    Boards(Vec<Board>),
    /// None of these.
    Unknown(Unknown),
}

/// A position of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The position. Missing fields are as in `8/8/8/8/8/8/8/8 w - - 0 1`.
    pub position: Position,
    /// Its name in EPD (`id "WAC.001"`).
    pub name: Option<String>,
}

/// Why a text cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// It is of no known kind.
    Nothing,
    /// One line of a list of positions is none.
    BadLine {
        /// The line, from 1.
        line: usize,
        /// How it begins.
        text: String,
    },
    /// It has more positions than [`MAX_BOARDS`].
    TooMany,
    /// It is a game of chess (PGN), which has no senses.
    Chess,
    /// It is the code of an embed that shows a file from another address.
    File(String),
    /// It is the code or address of an embed with nothing to open, such as a lesson.
    Embed,
}

impl Pasted {
    /// Recognises `text`.
    #[must_use]
    pub fn of(text: &str) -> Pasted {
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return Pasted::Empty;
        }
        let json = Json::of(text);
        match json {
            Json::Boards(boards) => return boards,
            Json::Records => return Pasted::Records(text.to_owned()),
            Json::MaybeRecords | Json::None => {}
        }
        let embed = of_embed(text);
        let sighting = match embed {
            // Mail programs change code, too: the link may be found all the same.
            Ok(Some(Pasted::Link(_)) | None) | Err(_) => sight(text),
            Ok(Some(content)) => return content,
        };
        if let Sighting::Whole(link) = sighting {
            return Pasted::Link(link);
        }
        if let Ok(Some(link)) = embed {
            return link;
        }
        let boards = of_fens(text);
        if let Pasted::Boards(_) | Pasted::Unknown(Unknown::TooMany) = boards {
            return boards;
        }
        match sighting {
            Sighting::Broken(link) => Pasted::Link(link),
            Sighting::Whole(_) | Sighting::None => match (embed, json) {
                (Err(unknown), _) => Pasted::Unknown(unknown),
                _ if is_pgn(text) => Pasted::Unknown(Unknown::Chess),
                (_, Json::MaybeRecords) => Pasted::Records(text.to_owned()),
                _ => boards,
            },
        }
    }
}

/// What a text is as JSON, by its first characters and, if it is short enough to be a list of positions, by all.
enum Json {
    Boards(Pasted),
    Records,
    /// It begins with a bracket, as also a link with a name in Markdown and a tag of PGN do.
    MaybeRecords,
    None,
}

#[derive(Deserialize)]
struct Fens {
    #[serde(rename = "type")]
    kind: String,
    fens: Vec<String>,
}

impl Json {
    fn of(text: &str) -> Json {
        let list = match text.split_at_checked(1) {
            Some(("{", _)) if names_boards(text) => {
                let read = serde_json::from_str(text).ok();
                read.filter(|Fens { kind, .. }| kind == "Boards")
                    .map(|read| read.fens)
            }
            Some(("{", _)) => return Json::Records,
            Some(("[", rest)) => match rest.trim_start().chars().next() {
                Some('"') => serde_json::from_str::<Vec<String>>(text).ok(),
                Some('{' | '[' | ']') | None => return Json::Records,
                Some(_) => return Json::MaybeRecords,
            },
            _ => return Json::None,
        };
        let boards = list
            .filter(|list| !list.is_empty())
            .map(|list| fens::read(&list.join("\n")));
        match boards {
            Some(boards @ Pasted::Boards(_)) => Json::Boards(boards),
            Some(Pasted::Unknown(Unknown::TooMany)) => {
                Json::Boards(Pasted::Unknown(Unknown::TooMany))
            }
            Some(Pasted::Unknown(bad @ Unknown::BadLine { .. })) => {
                Json::Boards(Pasted::Unknown(bad))
            }
            _ => Json::Records,
        }
    }
}

/// Whether a text begins as a game of chess does: with a tag of PGN (`[Event "…"]`) or its first move (`1. e4`).
fn is_pgn(text: &str) -> bool {
    if let Some(tag) = text.strip_prefix('[') {
        let name = tag.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        return name.len() < tag.len()
            && name.starts_with(' ')
            && name.trim_start().starts_with('"');
    }
    text.strip_prefix("1.").is_some_and(|moves| {
        let first = moves.trim_start_matches([' ', '.']);
        first.starts_with(|c: char| "abcdefghNBRQKO".contains(c))
    })
}

/// Whether an object says near its beginning that it is boards.
fn names_boards(text: &str) -> bool {
    let head = text.as_bytes().get(..200).unwrap_or(text.as_bytes());
    head.windows(8).any(|window| window == b"\"Boards\"")
}

/// What an embed's code or address shows, if the text is one; why it shows nothing that can be opened.
fn of_embed(text: &str) -> Result<Option<Pasted>, Unknown> {
    let (mut decoded, mut times) = (None, 0);
    loop {
        let text = decoded.as_deref().unwrap_or(text);
        let mut nothing = None;
        for element in embed::elements(text) {
            match of_element(&element) {
                Pasted::Unknown(unknown @ (Unknown::File(_) | Unknown::Embed)) => {
                    nothing = nothing
                        .filter(|n| matches!(n, Unknown::File(_)))
                        .or(Some(unknown));
                }
                content => return Ok(Some(content)),
            }
        }
        if let Some(nothing) = nothing {
            return Err(nothing);
        }
        // An address in another is percent-encoded, once or twice.
        match percent_decoded(text) {
            Some(text) if times < 2 => (decoded, times) = (Some(text), times + 1),
            _ => return Ok(None),
        }
    }
}

fn of_element(element: &Element) -> Pasted {
    if let Some(link) = element.get("link") {
        return match sight(link) {
            Sighting::Whole(link) | Sighting::Broken(link) => Pasted::Link(link),
            Sighting::None => Pasted::Link(link.to_owned()),
        };
    }
    if let Some(record) = element.get("record").or(element.script.as_deref()) {
        return Pasted::Records(record.to_owned());
    }
    if let Some(fens) = element.get("boards").or_else(|| element.get("fen")) {
        return fens::read(fens);
    }
    match element.get("src") {
        Some(address) => Pasted::Unknown(Unknown::File(address.chars().take(200).collect())),
        None => Pasted::Unknown(Unknown::Embed),
    }
}

/// The positions of a text, which may be percent-encoded, also twice.
fn of_fens(text: &str) -> Pasted {
    let once = percent_decoded(text);
    let twice = once.as_deref().and_then(percent_decoded);
    // Encoded spaces would end a position early.
    let decoded = [twice.as_deref(), once.as_deref()].into_iter().flatten();
    decoded
        .map(fens::read)
        .find(|read| *read != Pasted::Unknown(Unknown::Nothing))
        .unwrap_or_else(|| fens::read(text))
}
