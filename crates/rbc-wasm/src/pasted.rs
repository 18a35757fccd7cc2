//! Telling for JavaScript what a text is.

use rbc_rules::pasted::{Board, Pasted, Unknown};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::types::{Js, to_js};

/// `TextContent` of `pkg/src/types.ts`.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum TextContent {
    Empty,
    Link {
        link: String,
    },
    Records {
        json: String,
    },
    Boards {
        boards: Vec<NamedBoard>,
    },
    Unknown {
        reason: &'static str,
        line: Option<usize>,
        text: Option<String>,
    },
}

#[derive(Serialize)]
struct NamedBoard {
    fen: String,
    name: Option<String>,
}

impl From<Pasted> for TextContent {
    fn from(pasted: Pasted) -> TextContent {
        let unknown = |reason, line, text| TextContent::Unknown { reason, line, text };
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
            Pasted::Unknown(Unknown::Nothing) => unknown("nothing", None, None),
            Pasted::Unknown(Unknown::BadLine { line, text }) => {
                unknown("badLine", Some(line), Some(text))
            }
            Pasted::Unknown(Unknown::TooMany) => unknown("tooMany", None, None),
            Pasted::Unknown(Unknown::Chess) => unknown("chess", None, None),
            Pasted::Unknown(Unknown::File(address)) => unknown("file", None, Some(address)),
            Pasted::Unknown(Unknown::Embed) => unknown("embed", None, None),
        }
    }
}

/// What a text is that somebody pasted or was sent.
#[wasm_bindgen(js_name = readText)]
pub fn read_text(text: &str) -> Js<JsValue> {
    to_js(&TextContent::from(Pasted::of(text)))
}
