//! The name of a game by its content.

use rbc_random::hash::TextHash;
use shakmaty::Color;

use super::Record;
use crate::WinReason;

impl Record {
    /// Returns the name of the game: 32 hexadecimal digits that depend on the players and their decisions, as all else follows
    /// by the rules. It is the same whatever the record's layout and notes are. It tells games apart; it proves nothing.
    #[must_use]
    pub fn id(&self) -> String {
        let game = &self.game;
        let mut hash = TextHash::default();
        let text = |hash: &mut TextHash, text: Option<&str>| match text {
            None => hash.push("null"),
            // As JSON.stringify of JavaScript writes it: so it has been since the first version.
            Some(text) => hash.push(&serde_json::to_string(text).unwrap_or_default()),
        };
        hash.push("[");
        for color in [Color::White, Color::Black] {
            text(&mut hash, game.name(color));
            hash.push(",");
        }
        hash.push(match game.winner {
            None => "null",
            Some(Color::White) => "true",
            Some(Color::Black) => "false",
        });
        hash.push(",");
        text(&mut hash, game.win_reason.map(WinReason::name));
        let sides = [&game.white, &game.black];
        let [white, black] = sides.map(|side| side.fens_before_move.first().map(String::as_str));
        hash.push(",[");
        text(&mut hash, white);
        hash.push(",");
        text(&mut hash, black);
        hash.push("],");
        push_lists(
            &mut hash,
            sides.map(|side| side.senses.iter().map(|s| s.square)),
            |h, s| {
                h.push(&u32::from(s).to_string());
            },
        );
        hash.push(",");
        push_lists(
            &mut hash,
            sides.map(|side| side.moves.iter().map(|m| m.requested)),
            |h, m| {
                h.push(&format!("\"{m}\""));
            },
        );
        hash.push("]");
        hash.finish()
    }
}

/// Adds `[[…],[…]]`.
fn push_lists<T>(
    hash: &mut TextHash,
    lists: [impl Iterator<Item = Option<T>>; 2],
    push: impl Fn(&mut TextHash, T),
) {
    let mut open = "[[";
    for list in lists {
        hash.push(open);
        open = ",[";
        for (i, value) in list.enumerate() {
            if i > 0 {
                hash.push(",");
            }
            match value {
                None => hash.push("null"),
                Some(value) => push(hash, value),
            }
        }
        hash.push("]");
    }
    hash.push("]");
}
