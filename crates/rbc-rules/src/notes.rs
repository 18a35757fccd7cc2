//! Notes on a game or boards, and what is shown first: what links and records carry besides the game.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use shakmaty::Square;

use crate::Move;

/// Notes of a link or a record at most.
pub const MAX_NOTES: usize = 1_024;

/// Arrows and marked squares of one note at most.
pub const MAX_SHAPES: usize = 256;

/// Actions of a what-if at most: whoever shows it carries out each.
pub const MAX_TRIED: usize = 64;

/// What is shown first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The step of the game. For boards, the start.
    pub place: Place,
    /// Whose view is shown.
    pub perspective: Perspective,
    /// What is shown instead of the game from a step on; `place` is for readers that show the game only.
    #[serde(default, rename = "whatIf", skip_serializing_if = "Option::is_none")]
    pub what_if: Option<WhatIf>,
}

/// A line of play that leaves the game, and the step of it that is shown.
///
/// Whether its actions are possible is not checked here: it shows when they are carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhatIf {
    /// The step that is shown, on the line that the last action leads to.
    pub place: Place,
    /// The actions in order, 1 to [`MAX_TRIED`]: the first at a step of the game, each other at a step that follows from the
    /// one before.
    #[serde(deserialize_with = "few")]
    pub tried: Vec<Tried>,
}

impl WhatIf {
    /// Returns the first place that a game of `plies` half-turns, or the line so far, cannot have.
    pub(crate) fn misplaced(&self, plies: usize) -> Option<Place> {
        // An action leads to the start of the next half-turn at most.
        let mut last = u32::try_from(plies).unwrap_or(u32::MAX);
        let mut before = None;
        for tried in &self.tried {
            let place = tried.place;
            if place.ply > last || before.is_some_and(|before| place <= before) {
                return Some(place);
            }
            last = place.ply.saturating_add(1);
            before = Some(place);
        }
        (self.place.ply > last).then_some(self.place)
    }
}

/// An action that was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// The step at which it was chosen.
    pub place: Place,
    /// The action.
    pub action: Action,
    /// It was played in the game, by a side that knew other things.
    #[serde(default, skip_serializing_if = "is_false")]
    pub assumed: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde passes it")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// The actions of a what-if: not none, and not too many.
fn few<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Tried>, D::Error> {
    let tried = Vec::deserialize(deserializer)?;
    if tried.is_empty() || tried.len() > MAX_TRIED {
        let error = format!("expected 1 to {MAX_TRIED} actions");
        return Err(D::Error::custom(error));
    }
    Ok(tried)
}

/// An action of a side. As JSON `{"sense": 28}` (a1 is 0) or `{"request": "e2e4"}`, with `null` for none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Senses, or chooses not to.
    Sense(#[serde(with = "square_number")] Option<Square>),
    /// Requests a move, or passes.
    Request(#[serde(with = "uci")] Option<Move>),
}

/// A step of a game. Places are in the order of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Half-turns completed before the step's own.
    pub ply: u32,
    /// The phase of the half-turn.
    pub phase: StepPhase,
}

/// The phase of a half-turn.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum StepPhase {
    /// The side was told where the opponent captured.
    #[default]
    Start,
    /// After its sense (or none).
    Sensed,
    /// After its move (or pass).
    Moved,
}

/// Whose view is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Perspective {
    /// White's.
    White,
    /// Black's.
    Black,
    /// Both sides'.
    Both,
    /// The true board.
    #[default]
    Truth,
}

/// A text with arrows and marked squares.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The step that the note is about.
    pub place: Place,
    /// The text. It is untrusted: show it as text, never as markup.
    #[serde(default)]
    pub text: String,
    /// Arrows and marked squares.
    #[serde(default)]
    pub shapes: Vec<Shape>,
}

/// An arrow, or a marked square; named as in chessground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// The marked square, or where the arrow begins.
    #[serde(with = "square_name")]
    pub orig: Square,
    /// Where the arrow ends.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "square_name::optional"
    )]
    pub dest: Option<Square>,
    /// Its colour.
    pub brush: Brush,
}

/// Colours of shapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Brush {
    /// Green.
    #[default]
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

/// Squares by name.
mod square_name {
    use std::borrow::Cow;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use shakmaty::Square;

    pub(in super::super) fn serialize<S: Serializer>(
        square: &Square,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(square)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Square, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        let square = Square::from_ascii(name.as_bytes());
        square.map_err(|_| D::Error::custom("expected a square such as \"e4\""))
    }

    pub(super) mod optional {
        use super::*;

        pub(in super::super) fn serialize<S: Serializer>(
            square: &Option<Square>,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match square {
                Some(square) => super::serialize(square, serializer),
                None => serializer.serialize_none(),
            }
        }

        pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Option<Square>, D::Error> {
            super::deserialize(deserializer).map(Some)
        }
    }
}

/// Squares by number, from a1 on, or none.
mod square_number {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use shakmaty::Square;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde passes it")]
    pub(super) fn serialize<S: Serializer>(
        square: &Option<Square>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match square {
            Some(square) => serializer.serialize_u32(square.to_u32()),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Square>, D::Error> {
        let number = Option::<u32>::deserialize(deserializer)?;
        let square = |number| {
            Square::try_from(number).map_err(|_| D::Error::custom("expected a square, 0 to 63"))
        };
        number.map(square).transpose()
    }
}

/// Moves in UCI, or none.
mod uci {
    use std::borrow::Cow;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::Move;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde passes it")]
    pub(super) fn serialize<S: Serializer>(
        request: &Option<Move>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match request {
            Some(request) => serializer.collect_str(request),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Move>, D::Error> {
        let text = Option::<Cow<'de, str>>::deserialize(deserializer)?;
        let request = text.map(|text| text.parse());
        request.transpose().map_err(D::Error::custom)
    }
}
