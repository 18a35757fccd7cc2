//! Boards, and what happens on them.

use rbc_belief::replay;
use rbc_rules::{self as rules, MoveResult, Piece, SenseResult};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify, declare};
use wasm_bindgen::prelude::*;

use super::{Js, Refusal, letter, move_from, number, square_from, square_of, uci};

/// A side of the board.
#[derive(Clone, Copy, Tsify, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    White,
    Black,
}

impl From<rules::Color> for Color {
    fn from(color: rules::Color) -> Color {
        color.fold_wb(Color::White, Color::Black)
    }
}

/// A side from its name.
pub fn color_from(color: &Ts<Color>) -> Js<rules::Color> {
    Ok(match color.to_rust()? {
        Color::White => rules::Color::White,
        Color::Black => rules::Color::Black,
    })
}

/// A square, 0 to 63, with a1 = 0, b1 = 1, … h8 = 63. Any other number, and a name such as 'e4', is refused.
#[declare]
pub type Square = u32;

/// A piece as in FEN: upper case is White's.
#[derive(Clone, Copy, Tsify, Serialize, Deserialize)]
#[tsify(type = "'P' | 'N' | 'B' | 'R' | 'Q' | 'K' | 'p' | 'n' | 'b' | 'r' | 'q' | 'k'")]
#[serde(transparent)]
pub struct PieceLetter(pub char);

/// The moments of a half-turn at which a replay can stand.
#[derive(Clone, Copy, Tsify, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepPhase {
    Start,
    Sensed,
    Moved,
}

impl From<replay::StepPhase> for StepPhase {
    fn from(phase: replay::StepPhase) -> StepPhase {
        match phase {
            replay::StepPhase::Start => StepPhase::Start,
            replay::StepPhase::Sensed => StepPhase::Sensed,
            replay::StepPhase::Moved => StepPhase::Moved,
        }
    }
}

impl From<StepPhase> for replay::StepPhase {
    fn from(phase: StepPhase) -> replay::StepPhase {
        match phase {
            StepPhase::Start => replay::StepPhase::Start,
            StepPhase::Sensed => replay::StepPhase::Sensed,
            StepPhase::Moved => replay::StepPhase::Moved,
        }
    }
}

/// What a side does: a sense (`null`: none), or a request in UCI (`null`: the pass).
#[derive(Tsify, Serialize, Deserialize)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub enum Action {
    Sense(Option<Square>),
    Request(Option<String>),
}

/// What a side does, from an object.
pub fn action_from(action: &Ts<Action>) -> Js<replay::Action> {
    Ok(match action.to_rust()? {
        Action::Sense(sense) => replay::Action::Sense(square_from(sense)?),
        Action::Request(request) => replay::Action::Request(move_from(request)?),
    })
}

impl From<replay::Action> for Action {
    fn from(action: replay::Action) -> Action {
        match action {
            replay::Action::Sense(square) => Action::Sense(number(square)),
            replay::Action::Request(request) => Action::Request(uci(request)),
        }
    }
}

/// Result of a sense, as told.
#[derive(Clone, Tsify, Serialize, Deserialize)]
#[tsify(missing_as_null)]
pub struct SenseReport {
    /// The center of the window; `null` when the side did not sense.
    pub square: Option<Square>,
    /// The true contents of the window, rank above first, files left to right.
    pub result: Vec<(Square, Option<PieceLetter>)>,
}

impl From<&SenseResult> for SenseReport {
    fn from(sense: &SenseResult) -> SenseReport {
        let contents = sense.contents.iter();
        SenseReport {
            square: number(sense.square),
            result: contents
                .map(|(sq, piece)| (sq.to_u32(), piece.map(letter)))
                .collect(),
        }
    }
}

impl SenseReport {
    fn read(self) -> Js<SenseResult> {
        let contents = self.result.into_iter().map(|(sq, piece)| {
            let piece = piece.map(|PieceLetter(letter)| {
                Piece::from_char(letter)
                    .ok_or_else(|| Refusal::argument("a piece is one letter of PNBRQKpnbrqk"))
            });
            Ok((square_of(sq)?, piece.transpose()?))
        });
        Ok(SenseResult {
            square: square_from(self.square)?,
            contents: contents.collect::<Js<_>>()?,
        })
    }
}

/// Result of a move, as told. Moves in UCI; `null` is a pass or no move.
#[derive(Tsify, Serialize, Deserialize)]
#[tsify(missing_as_null)]
pub struct MoveReport {
    pub requested: Option<String>,
    pub taken: Option<String>,
    /// Where it captured.
    pub capture: Option<Square>,
}

impl From<MoveResult> for MoveReport {
    fn from(played: MoveResult) -> MoveReport {
        MoveReport {
            requested: uci(played.requested),
            taken: uci(played.taken),
            capture: number(played.capture),
        }
    }
}

impl MoveReport {
    fn read(self) -> Js<MoveResult> {
        Ok(MoveResult {
            requested: move_from(self.requested)?,
            taken: move_from(self.taken)?,
            capture: square_from(self.capture)?,
        })
    }
}

/// One thing that one side was told, in the order it was told: `opponent` at the start of its turn, with the square on
/// which the opponent captured, or `null`; `sense`; and its own `move`.
#[derive(Tsify, Serialize, Deserialize)]
#[tsify(missing_as_null)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Observation {
    Opponent { capture: Option<Square> },
    Sense(SenseReport),
    Move(MoveReport),
}

impl From<&rules::Observation> for Observation {
    fn from(observation: &rules::Observation) -> Observation {
        match observation {
            rules::Observation::TurnStart { capture } => Observation::Opponent {
                capture: number(*capture),
            },
            rules::Observation::Sense(sense) => Observation::Sense(sense.into()),
            rules::Observation::Move(played) => Observation::Move((*played).into()),
        }
    }
}

impl Observation {
    /// What was told, checked.
    pub fn read(self) -> Js<rules::Observation> {
        Ok(match self {
            Observation::Opponent { capture } => rules::Observation::TurnStart {
                capture: square_from(capture)?,
            },
            Observation::Sense(sense) => rules::Observation::Sense(sense.read()?),
            Observation::Move(played) => rules::Observation::Move(played.read()?),
        })
    }
}
