//! Writes one game: a [`GameHistory`] to JSON text.

use shakmaty::{Color, Square};

use crate::{GameHistory, Move, MoveResult, SenseResult, SideHistory};

impl GameHistory {
    /// Returns the JSON that `GameHistory.save` of `reconchess` writes, byte for byte: one line without line end, in
    /// ASCII.
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

/// Adds a text as Python's `json` does by default: everything but printable ASCII is escaped.
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
