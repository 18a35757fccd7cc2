//! Information sets, and what follows from them.

use js_sys::{Float32Array, Uint8Array, Uint32Array};
use rbc_agents::report;
use rbc_belief::{
    InformationSet, Survey,
    position_set::{Answer, PositionSet},
    sense_sizes::{SenseCount, Size},
};
use rbc_rules::Position;
use serde::{Deserialize, Serialize, Serializer};
use serde_wasm_bindgen::preserve;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::{Color, MoveReport, PieceLetter, SenseReport, Square, StepPhase, pieces};

macro_rules! typed_array {
    ($($(#[$doc:meta])* $name:ident($array:ident, $number:ty);)*) => {$(
        $(#[$doc])*
        pub struct $name(pub Vec<$number>);

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                preserve::serialize(&$array::from(self.0.as_slice()), serializer)
            }
        }
    )*};
}

typed_array! {
    /// Crosses as a `Uint8Array`.
    Bytes(Uint8Array, u8);
    /// Crosses as a `Float32Array`.
    Floats(Float32Array, f32);
    /// Crosses as a `Uint32Array`.
    Counts(Uint32Array, u32);
}

impl Floats {
    fn of(values: &[f64]) -> Floats {
        Floats(values.iter().map(|v| *v as f32).collect())
    }
}

/// How complete an information set is: `exact` when every possible board is in it; a `sample` when more boards are possible
/// than the cap: each has the same chance to be in it, and the next sense may make it exact again.
#[derive(Clone, Copy, Tsify, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Completeness {
    Exact,
    Sample,
}

impl From<rbc_belief::Completeness> for Completeness {
    fn from(completeness: rbc_belief::Completeness) -> Completeness {
        match completeness {
            rbc_belief::Completeness::Exact => Completeness::Exact,
            rbc_belief::Completeness::Sample { .. } => Completeness::Sample,
        }
    }
}

/// How boards are weighted: uniformly, or by what is loaded of the network ({@link Outpost.siamese}) and the filter of known
/// players ({@link Outpost.players}).
#[derive(Clone, Copy, Tsify, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weights {
    Uniform,
    Weighted,
}

/// How large an information set is.
#[derive(Clone, Copy, Tsify, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetSize {
    /// Boards held.
    size: usize,
    /// Boards possible: `size` when the set is exact, otherwise an estimate.
    estimate: f64,
    /// Standard error of `estimate`, in boards: two in three estimates are off by less, 19 in 20 by less than twice as much. 0 when the
    /// set is exact, and when its boards were counted before a sample was taken. Near `estimate`, only the order of magnitude is known.
    error: f64,
    /// Standard error, from 0 to 1, of a chance of one half that is found in the boards held; other chances have less. 0 when the set is exact.
    chance_error: f64,
    completeness: Completeness,
}

impl SetSize {
    fn new(size: usize, completeness: rbc_belief::Completeness) -> SetSize {
        let (estimate, error, chance_error) = match completeness {
            rbc_belief::Completeness::Exact => (size as f64, 0.0, 0.0),
            rbc_belief::Completeness::Sample {
                estimated,
                error,
                effective,
            } => (estimated, error, 0.5 / effective.max(1.0).sqrt()),
        };
        SetSize {
            size,
            estimate,
            error,
            chance_error,
            completeness: completeness.into(),
        }
    }
}

impl From<&InformationSet> for SetSize {
    fn from(set: &InformationSet) -> SetSize {
        SetSize::new(set.len(), set.completeness())
    }
}

impl From<report::SetSize> for SetSize {
    fn from(size: report::SetSize) -> SetSize {
        SetSize::new(size.boards, size.completeness)
    }
}

/// Sizes of both sides' information sets at one step.
#[derive(Tsify, Serialize)]
pub struct StepSizes {
    pub index: usize,
    pub white: SetSize,
    pub black: SetSize,
}

/// A number of possible boards.
#[derive(Tsify, Serialize)]
pub struct BoardCount {
    boards: f64,
    /// Whether they were counted; otherwise it is an estimate.
    exact: bool,
}

impl From<Size> for BoardCount {
    fn from(size: Size) -> BoardCount {
        BoardCount {
            boards: size.boards,
            exact: size.exact,
        }
    }
}

/// One side's set at one of its senses. A turn without a sense leaves everything.
#[derive(Tsify, Serialize)]
pub struct SenseSizes {
    /// The number of the side's turn, from 1.
    turn: usize,
    before: BoardCount,
    after: BoardCount,
    /// Whether the set was still followed; otherwise it had outgrown the cap for good, and the sizes are those at which it was given up.
    followed: bool,
}

/// One side's sets at its senses.
#[derive(Tsify, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SideSizes {
    /// Boards up to which sizes are exact. A set that a sense leaves with more than 16 times as many is given up.
    cap: usize,
    /// In order.
    senses: Vec<SenseSizes>,
    /// Whether the record departs from the rules, and nothing is known of what comes then.
    breaks_off: bool,
}

impl From<SenseCount> for SideSizes {
    fn from(count: SenseCount) -> SideSizes {
        let cap = count.cap();
        let side = count.finish();
        let senses = side.senses.into_iter().map(|sense| SenseSizes {
            turn: sense.turn,
            before: sense.before.into(),
            after: sense.after.into(),
            followed: sense.followed,
        });
        SideSizes {
            cap,
            senses: senses.collect(),
            breaks_off: side.broken_off.is_some(),
        }
    }
}

/// One board of a set.
#[derive(Tsify, Serialize)]
pub struct LikelyBoard {
    pub fen: String,
    /// From 0 to 1; the weights of all boards add up to 1.
    pub weight: f32,
}

/// A player that the opponent may be.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct LikelyPlayer {
    /// Its name in the list of players.
    name: String,
    /// How likely it is the opponent. All players are 1 in sum.
    probability: f64,
    /// Of a player with several attacks the one, from 0, that is likelier than all others together.
    attack: Option<usize>,
}

impl From<rbc_belief::LikelyPlayer> for LikelyPlayer {
    fn from(player: rbc_belief::LikelyPlayer) -> LikelyPlayer {
        let rbc_belief::LikelyPlayer {
            name,
            probability,
            attack,
        } = player;
        LikelyPlayer {
            name,
            probability,
            attack,
        }
    }
}

/// How the true board fared by the weights.
#[derive(Tsify, Serialize)]
pub struct TrueBoard {
    pub weight: f32,
    /// Its place among all boards; at 1 none is likelier.
    pub rank: usize,
}

/// How likely the boards were taken to be.
pub struct Weighed {
    pub weights: Weights,
    pub likeliest: Vec<LikelyBoard>,
    pub truth: Option<TrueBoard>,
    pub players: Option<Vec<LikelyPlayer>>,
}

/// What one side can conclude from its observations.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct BeliefView {
    color: Color,
    #[serde(flatten)]
    set_size: SetSize,
    /// How the boards are weighted in all that follows. The network weighs at this side's turns, before its sense and its move; the
    /// filter whenever the set is exact and was small before the opponent's last move.
    weights: Weights,
    /// Probability that the opponent has a piece on a square:
    /// `marginals[role * 64 + square]`, roles pawn, knight, bishop, rook, queen, king. 384 entries.
    #[tsify(type = "Float32Array")]
    marginals: Floats,
    /// Entropy of each square's content, in bits: 0 where it is known. 64 entries.
    #[tsify(type = "Float32Array")]
    entropy: Floats,
    /// Boards left in the worst case after sensing each square (HSUC). 64 entries; `null` when it is not this side's time to sense.
    #[tsify(type = "Uint32Array | null")]
    sense_worst: Option<Counts>,
    /// Expected number of boards left after sensing each square. 64 entries; `null` as above.
    #[tsify(type = "Float32Array | null")]
    sense_expected: Option<Floats>,
    /// Expected information of sensing each square, in bits. 64 entries; `null` as above.
    #[tsify(type = "Float32Array | null")]
    sense_bits: Option<Floats>,
    /// The square that HSUC would sense.
    best_sense: Option<Square>,
    /// Decay ratio g = 1 - m/n of the last sense, from n boards to m; `null` before the first.
    last_decay: Option<f64>,
    /// The likeliest boards, at most six. Empty when more boards have uniform weights.
    likeliest: Vec<LikelyBoard>,
    /// In a replay, how the true board fared by the weights. `null` in a game in progress, with uniform weights, and where
    /// the set is a sample without it.
    truth: Option<TrueBoard>,
    /// Who the opponent may be, from what was observed of its moves, the likeliest first. `null` in a game in progress, with uniform
    /// weights, and without a list of players.
    players: Option<Vec<LikelyPlayer>>,
}

impl BeliefView {
    /// What follows from a set; the worth of senses only when it is the time to sense.
    pub fn new(
        set: &InformationSet,
        survey: &Survey,
        sensing: bool,
        weighed: Weighed,
    ) -> BeliefView {
        let senses = sensing.then_some(&survey.senses);
        BeliefView {
            color: set.color().into(),
            set_size: set.into(),
            weights: weighed.weights,
            marginals: Floats(survey.marginals.as_flattened().to_vec()),
            entropy: Floats::of(&survey.entropy),
            sense_worst: senses.map(|s| Counts(s.worst.to_vec())),
            sense_expected: senses.map(|s| Floats::of(&s.expected)),
            sense_bits: senses.map(|s| Floats::of(&s.information)),
            best_sense: senses.map(|s| s.best().to_u32()),
            last_decay: set.last_decay(),
            likeliest: weighed.likeliest,
            truth: weighed.truth,
            players: weighed.players,
        }
    }
}

/// What a set of boards given one by one holds.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct BoardSetContent {
    color: Color,
    phase: StepPhase,
    own: Vec<Option<PieceLetter>>,
    fens: Vec<String>,
}

impl BoardSetContent {
    /// What `set` holds.
    pub fn new(set: &PositionSet) -> BoardSetContent {
        BoardSetContent {
            color: set.color().into(),
            phase: set.phase().into(),
            own: pieces(set.information_set().own().board()),
            fens: set.positions().iter().map(Position::fen).collect(),
        }
    }
}

/// One answer to a sense, and on how many boards it is given.
#[derive(Tsify, Serialize)]
pub struct SenseOutcome {
    boards: usize,
    sense: SenseReport,
}

/// One answer to a request, and on how many boards it is given.
#[derive(Tsify, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveOutcome {
    boards: usize,
    #[serde(rename = "move")]
    played: MoveReport,
    /// The request captures the king.
    ends_game: bool,
}

/// One answer to an action, and on how many boards of a {@link BoardSet} it is given.
#[derive(Tsify, Serialize)]
#[serde(untagged)]
pub enum BoardOutcome {
    Sense(SenseOutcome),
    Move(MoveOutcome),
}

impl From<&(Answer, usize)> for BoardOutcome {
    fn from((answer, boards): &(Answer, usize)) -> BoardOutcome {
        let boards = *boards;
        match answer {
            Answer::Sense(sense) => BoardOutcome::Sense(SenseOutcome {
                boards,
                sense: sense.into(),
            }),
            Answer::Move { result, ends_game } => BoardOutcome::Move(MoveOutcome {
                boards,
                played: (*result).into(),
                ends_game: *ends_game,
            }),
        }
    }
}
