//! Notes on a game or boards, and what is shown first: what links and records carry besides the game.

use serde::{Deserialize, Serialize};
use shakmaty::Square;

/// Notes of a link or a record at most.
pub const MAX_NOTES: usize = 1_024;

/// Arrows and marked squares of one note at most.
pub const MAX_SHAPES: usize = 256;

/// What is shown first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The step of the game. For boards, the start.
    pub place: Place,
    /// Whose view is shown.
    pub perspective: Perspective,
}

/// A step of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Half-turns completed before the step's own.
    pub ply: u32,
    /// The phase of the half-turn.
    pub phase: StepPhase,
}

/// The phase of a half-turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
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
