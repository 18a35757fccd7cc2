//! Links as JSON, before they are encoded and after they are decoded.

use serde::{Deserialize, Serialize};

use super::{Link, Note, Shared, View};
use crate::{
    GameHistory, Position,
    record::{RecordError, RecordReason, push_text},
};

/// What a record may hold under the key `outpost`. The pages keep other things there, too, such as tags and the
/// assistance used: a link leaves them out.
#[derive(Default, Serialize, Deserialize)]
struct Annotations {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    view: Option<View>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note>,
}

/// The keys that no `GameHistory` has.
#[derive(Deserialize)]
struct Others {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    fens: Vec<String>,
    #[serde(default)]
    outpost: Annotations,
}

impl Link {
    /// Returns the link as JSON on one line, in ASCII: a game as its record ([`GameHistory::to_json`]), boards as
    /// `{"type": "Boards", "fens": […]}`. View and notes, if any, are under their own key: `"outpost": {"view":
    /// {"place": {"ply": 4, "phase": "sensed"}, "perspective": "white"}, "notes": [{"place": …, "text": …, "shapes":
    /// [{"orig": "e2", "dest": "e4", "brush": "green"}]}]}`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = match &self.shared {
            Shared::Game(game) => game.to_json(),
            Shared::Boards(boards) => boards_json(boards),
        };
        let annotations = Annotations {
            view: self.view.clone(),
            notes: self.notes.clone(),
        };
        match serde_json::to_string(&annotations) {
            Ok(text) if text != "{}" => {
                json.pop();
                json.push_str(", \"outpost\": ");
                json.push_str(&ascii(&text));
                json.push('}');
            }
            _ => {}
        }
        json
    }

    /// Reads what [`Link::to_json`] writes, and any record.
    ///
    /// # Errors
    ///
    /// When it is neither a game nor boards, or when its view or notes are malformed.
    pub fn from_json(json: &[u8]) -> Result<Link, RecordError> {
        let Others {
            kind,
            fens,
            outpost,
        } = serde_json::from_slice(json).map_err(|e| RecordError::whole(e.into()))?;
        let shared = if kind == "Boards" {
            let boards = fens.iter().map(|fen| fen.parse::<Position>());
            let boards = boards.collect::<Result<_, _>>();
            Shared::Boards(boards.map_err(|e| RecordError::whole(RecordReason::Position(e)))?)
        } else {
            Shared::Game(Box::new(GameHistory::from_json(json)?))
        };
        Ok(Link {
            shared,
            view: outpost.view,
            notes: outpost.notes,
            more: false,
        })
    }
}

fn boards_json(boards: &[Position]) -> String {
    let mut json = "{\"type\": \"Boards\", \"fens\": [".to_owned();
    for (i, board) in boards.iter().enumerate() {
        if i > 0 {
            json.push_str(", ");
        }
        push_text(&mut json, Some(&board.fen()));
    }
    json.push_str("]}");
    json
}

/// JSON with everything but ASCII escaped, which stands in texts only.
fn ascii(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if matches!(c, ' '..='~') {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    out
}
