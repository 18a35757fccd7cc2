//! Notes about a game or boards, and the place that is shown: what links and records carry besides the game.

use serde::{Deserialize, Serialize};
use shakmaty::Square;

/// Notes of a link or a record at most.
pub const MAX_NOTES: usize = 1_024;

/// Arrows and marked squares of one note at most.
pub const MAX_SHAPES: usize = 256;

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The step of the game; the start for boards.
    pub place: Place,
    /// What is seen.
    pub perspective: Perspective,
}

/// A step of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Half-turns completed before that of the step.
    pub ply: u32,
    /// Where the half-turn stands.
    pub phase: StepPhase,
}

/// The moments of a half-turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepPhase {
    /// Its side has been told where the opponent captured.
    #[default]
    Start,
    /// After its sense (or none).
    Sensed,
    /// After its move (or pass).
    Moved,
}

/// Whose knowledge is shown.
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
    /// What it is about.
    pub place: Place,
    /// Any text, to be shown as text.
    #[serde(default)]
    pub text: String,
    /// What is drawn.
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

/// Squares by their names.
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
