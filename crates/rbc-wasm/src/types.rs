//! The plain objects of `pkg/src/types.ts`, and how they are made.

use js_sys::{Float32Array, Object, Reflect, Uint32Array};
use rbc_agents::report;
use rbc_belief::{
    Completeness, InformationSet, Survey,
    position_set::{Answer, PositionSet},
    replay::{self, Action, StepPhase},
};
use rbc_rules::{
    Board, Color, GameHistory, MoveResult, Observation, Observations, Outcome, Phase, Piece,
    Position, SenseResult, Square,
    record::{Extras, Record, bare, verify::Replay as VerifyingReplay},
};
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// What a call gives: an error is thrown with its message.
pub type Js<T> = Result<T, JsError>;

/// `value` as a plain object; `None` as `null`, as in JSON.
pub fn to_js(value: &impl Serialize) -> Js<JsValue> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}

pub fn color_from(name: &str) -> Js<Color> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(JsError::new("a color is 'white' or 'black'")),
    }
}

pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub fn square_from(square: Option<u32>) -> Js<Option<Square>> {
    square
        .map(|sq| {
            Square::try_from(sq).map_err(|_| JsError::new("a square is a number from 0 to 63"))
        })
        .transpose()
}

fn number(square: Option<Square>) -> Option<u32> {
    square.map(Square::to_u32)
}

/// What stands on each square.
fn pieces(board: &Board) -> Vec<Option<char>> {
    let squares = Square::ALL.iter();
    squares
        .map(|sq| board.piece_at(*sq).map(Piece::char))
        .collect()
}

const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Sense => "sense",
        Phase::Move => "move",
        Phase::Over => "over",
    }
}

pub fn phase_from(name: &str) -> Js<StepPhase> {
    match name {
        "start" => Ok(StepPhase::Start),
        "sensed" => Ok(StepPhase::Sensed),
        "moved" => Ok(StepPhase::Moved),
        _ => Err(JsError::new("a phase is 'start', 'sensed' or 'moved'")),
    }
}

const fn step_phase_name(phase: StepPhase) -> &'static str {
    match phase {
        StepPhase::Start => "start",
        StepPhase::Sensed => "sensed",
        StepPhase::Moved => "moved",
    }
}

/// What a side does: an object with one key.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum ActionView {
    Sense(Option<u32>),
    Request(Option<String>),
}

pub fn action_from(action: JsValue) -> Js<Action> {
    Ok(match serde_wasm_bindgen::from_value(action)? {
        ActionView::Sense(sense) => Action::Sense(square_from(sense)?),
        ActionView::Request(request) => {
            Action::Request(request.map(|uci| uci.parse()).transpose()?)
        }
    })
}

pub fn action_view(action: Action) -> Js<JsValue> {
    to_js(&match action {
        Action::Sense(square) => ActionView::Sense(number(square)),
        Action::Request(request) => ActionView::Request(request.map(|m| m.to_string())),
    })
}

#[derive(Serialize)]
pub struct AgentDescription {
    pub name: &'static str,
    pub description: &'static str,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Seat {
    Person {
        name: String,
    },
    #[serde(rename_all = "camelCase")]
    Agent {
        agent: String,
        budget_ms: u32,
    },
}

impl From<&rbc_agents::Seat> for Seat {
    fn from(seat: &rbc_agents::Seat) -> Seat {
        match seat.clone() {
            rbc_agents::Seat::Person { name } => Seat::Person { name },
            rbc_agents::Seat::Agent { agent, budget_ms } => Seat::Agent { agent, budget_ms },
        }
    }
}

impl From<Seat> for rbc_agents::Seat {
    fn from(seat: Seat) -> rbc_agents::Seat {
        match seat {
            Seat::Person { name } => rbc_agents::Seat::Person { name },
            Seat::Agent { agent, budget_ms } => rbc_agents::Seat::Agent { agent, budget_ms },
        }
    }
}

#[derive(Deserialize)]
pub struct ClockSetup {
    /// Seconds.
    pub seconds: f64,
    pub increment: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GameSetup {
    pub white: Seat,
    pub black: Seat,
    pub clock: Option<ClockSetup>,
    pub seed: f64,
    pub start_fen: Option<String>,
    pub turn_limit: Option<u32>,
}

#[derive(Serialize)]
pub struct OutcomeView {
    pub winner: Option<&'static str>,
    pub reason: &'static str,
}

impl From<Outcome> for OutcomeView {
    fn from(outcome: Outcome) -> OutcomeView {
        OutcomeView {
            winner: outcome.winner.map(color_name),
            reason: outcome.reason.name(),
        }
    }
}

#[derive(Serialize)]
pub struct ToMove {
    pub color: &'static str,
    pub seat: Seat,
}

#[derive(Serialize)]
pub struct SenseReport {
    square: Option<u32>,
    result: Vec<(u32, Option<char>)>,
}

impl From<&SenseResult> for SenseReport {
    fn from(sense: &SenseResult) -> SenseReport {
        SenseReport {
            square: number(sense.square),
            result: sense
                .contents
                .iter()
                .map(|(sq, piece)| (sq.to_u32(), piece.map(Piece::char)))
                .collect(),
        }
    }
}

#[derive(Serialize)]
pub struct MoveReport {
    requested: Option<String>,
    taken: Option<String>,
    capture: Option<u32>,
}

impl From<MoveResult> for MoveReport {
    fn from(played: MoveResult) -> MoveReport {
        MoveReport {
            requested: played.requested.map(|m| m.to_string()),
            taken: played.taken.map(|m| m.to_string()),
            capture: number(played.capture),
        }
    }
}

/// One thing told, both ways.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ObservationView {
    Opponent {
        capture: Option<u32>,
    },
    Sense {
        square: Option<u32>,
        result: Vec<(u32, Option<char>)>,
    },
    Move {
        requested: Option<String>,
        taken: Option<String>,
        capture: Option<u32>,
    },
}

impl From<&Observation> for ObservationView {
    fn from(observation: &Observation) -> ObservationView {
        match observation {
            Observation::TurnStart { capture } => ObservationView::Opponent {
                capture: number(*capture),
            },
            Observation::Sense(sense) => {
                let SenseReport { square, result } = sense.into();
                ObservationView::Sense { square, result }
            }
            Observation::Move(played) => {
                let MoveReport {
                    requested,
                    taken,
                    capture,
                } = (*played).into();
                ObservationView::Move {
                    requested,
                    taken,
                    capture,
                }
            }
        }
    }
}

impl ObservationView {
    pub fn read(self) -> Js<Observation> {
        let parse = |m: Option<String>| m.map(|m| m.parse()).transpose();
        Ok(match self {
            ObservationView::Opponent { capture } => Observation::TurnStart {
                capture: square_from(capture)?,
            },
            ObservationView::Sense { square, result } => Observation::Sense(SenseResult {
                square: square_from(square)?,
                contents: result
                    .into_iter()
                    .map(|(sq, piece)| {
                        let square = Square::try_from(sq)?;
                        let piece = match piece {
                            None => None,
                            Some(c) => Some(Piece::from_char(c).ok_or_else(|| {
                                JsError::new("a piece is one letter of PNBRQKpnbrqk")
                            })?),
                        };
                        Ok((square, piece))
                    })
                    .collect::<Js<_>>()?,
            }),
            ObservationView::Move {
                requested,
                taken,
                capture,
            } => Observation::Move(MoveResult {
                requested: parse(requested)?,
                taken: parse(taken)?,
                capture: square_from(capture)?,
            }),
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Clocks {
    pub white: f64,
    pub black: f64,
    pub running: Option<&'static str>,
    pub read_at: f64,
}

/// All that one person may know: made from what that side was told, and nothing else.
#[derive(Serialize)]
pub struct PlayerView {
    color: &'static str,
    phase: &'static str,
    ply: usize,
    own: Vec<Option<char>>,
    requests: Vec<String>,
    observations: Vec<ObservationView>,
    clocks: Option<Clocks>,
    outcome: Option<OutcomeView>,
}

impl PlayerView {
    pub fn new(told: &Observations, clocks: Option<Clocks>) -> PlayerView {
        let own = told.own();
        let phase = told.phase();
        let plays = matches!(phase, Phase::Sense | Phase::Move);
        let ply = (told.log().iter().enumerate())
            .filter(|(i, observation)| match observation {
                Observation::TurnStart { .. } => told.opponent_moved_before(*i),
                Observation::Sense(_) => false,
                Observation::Move(_) => true,
            })
            .count();
        PlayerView {
            color: color_name(told.color()),
            phase: phase_name(phase),
            ply,
            own: pieces(own.board()),
            requests: if plays {
                own.requests().iter().map(ToString::to_string).collect()
            } else {
                Vec::new()
            },
            observations: told.log().iter().map(Into::into).collect(),
            clocks,
            outcome: told.outcome().map(Into::into),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetSize {
    size: usize,
    estimate: f64,
    /// The standard error of the estimate.
    error: f64,
    /// The standard error of a chance of one half, which is the largest.
    chance_error: f64,
    completeness: &'static str,
}

impl SetSize {
    fn new(size: usize, completeness: Completeness) -> SetSize {
        let (estimate, error, chance_error) = match completeness {
            Completeness::Exact => (size as f64, 0.0, 0.0),
            Completeness::Sample {
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
            completeness: completeness_name(completeness),
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

pub const fn completeness_name(completeness: Completeness) -> &'static str {
    match completeness {
        Completeness::Exact => "exact",
        Completeness::Sample { .. } => "sample",
    }
}

#[derive(Serialize)]
pub struct StepSizes {
    pub index: usize,
    pub white: SetSize,
    pub black: SetSize,
}

#[derive(Serialize)]
pub struct LikelyBoard {
    pub fen: String,
    pub weight: f32,
}

/// How the true board fared.
#[derive(Serialize)]
pub struct TrueBoard {
    pub weight: f32,
    pub rank: usize,
}

/// How likely the boards were taken to be.
#[derive(Serialize)]
pub struct Weighed {
    pub weights: &'static str,
    pub likeliest: Vec<LikelyBoard>,
    pub truth: Option<TrueBoard>,
}

/// What follows from a set; the worth of senses only when it is the time to sense.
pub fn belief_view(
    set: &InformationSet,
    survey: &Survey,
    sensing: bool,
    weighed: &Weighed,
) -> Js<JsValue> {
    let object = Object::new();
    let put = |key: &str, value: JsValue| Reflect::set(&object, &key.into(), &value).map(|_| ());
    let floats = |values: &[f64; 64]| Float32Array::from(values.map(|v| v as f32).as_slice());
    let senses = &survey.senses;
    let when_sensing = |value: JsValue| if sensing { value } else { JsValue::NULL };
    let filled = || -> Result<(), JsValue> {
        let size = SetSize::from(set);
        put("color", color_name(set.color()).into())?;
        put("size", (size.size as f64).into())?;
        put("estimate", size.estimate.into())?;
        put("error", size.error.into())?;
        put("chanceError", size.chance_error.into())?;
        put("completeness", size.completeness.into())?;
        let marginals = survey.marginals.as_flattened();
        put("marginals", Float32Array::from(marginals).into())?;
        put("entropy", floats(&survey.entropy).into())?;
        let worst = Uint32Array::from(senses.worst.as_slice());
        put("senseWorst", when_sensing(worst.into()))?;
        put(
            "senseExpected",
            when_sensing(floats(&senses.expected).into()),
        )?;
        put(
            "senseBits",
            when_sensing(floats(&senses.information).into()),
        )?;
        put("bestSense", when_sensing(senses.best().to_u32().into()))?;
        let decay = set.last_decay().map_or(JsValue::NULL, Into::into);
        put("lastDecay", decay)?;
        put("weights", weighed.weights.into())?;
        put("likeliest", to_js(&weighed.likeliest)?)?;
        put("truth", to_js(&weighed.truth)?)
    };
    filled().map_err(|_| JsError::new("an object could not be made"))?;
    Ok(object.into())
}

#[derive(Clone, Serialize)]
pub struct RecordSummary {
    index: usize,
    white: Option<String>,
    black: Option<String>,
    winner: Option<&'static str>,
    reason: Option<&'static str>,
    plies: usize,
}

impl RecordSummary {
    /// The same players in a branch.
    pub fn of_branch(&self, branch: &replay::GameReplay) -> RecordSummary {
        let outcome = branch.outcome();
        let moved = branch
            .steps()
            .iter()
            .filter(|s| s.phase == StepPhase::Moved);
        RecordSummary {
            winner: outcome.and_then(|o| o.winner).map(color_name),
            reason: outcome.map(|o| o.reason.name()),
            plies: moved.count(),
            ..self.clone()
        }
    }

    pub fn new(index: usize, history: &GameHistory) -> RecordSummary {
        RecordSummary {
            index,
            white: history.white_name.clone(),
            black: history.black_name.clone(),
            winner: history.winner.map(color_name),
            reason: history.win_reason.map(|reason| reason.name()),
            plies: history.plies(),
        }
    }
}

/// A place where a record and the rules disagree.
#[derive(Serialize)]
struct Difference {
    ply: usize,
    color: &'static str,
    what: &'static str,
    rules: String,
    record: String,
}

/// Differences that are listed.
const MAX_DIFFERENCES: usize = 50;

/// What a record says besides its steps.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordDetails {
    id: String,
    json: String,
    extras: Extras,
    left_out: Vec<String>,
    differences: Vec<Difference>,
    differences_in_all: usize,
}

impl RecordDetails {
    /// Of a record and its text.
    pub fn new(record: Record, text: &str) -> RecordDetails {
        let mut replay = VerifyingReplay::new(&record.game);
        while replay.step().is_some() {}
        let mismatches = replay.mismatches();
        let differences = mismatches.iter().take(MAX_DIFFERENCES);
        RecordDetails {
            id: record.id(),
            json: bare(text),
            differences: differences
                .map(|m| Difference {
                    ply: m.ply,
                    color: color_name(m.color),
                    what: m.what,
                    rules: m.expected.clone(),
                    record: m.recorded.clone(),
                })
                .collect(),
            differences_in_all: mismatches.len(),
            extras: record.extras,
            left_out: record.left_out,
        }
    }
}

#[derive(Serialize)]
pub struct ReplayStep<'a> {
    index: usize,
    ply: usize,
    color: &'static str,
    phase: &'static str,
    fen: &'a str,
    sense: Option<SenseReport>,
    #[serde(rename = "move")]
    played: Option<MoveReport>,
    notice: Option<u32>,
}

impl<'a> ReplayStep<'a> {
    pub fn new(index: usize, step: &'a replay::Step) -> ReplayStep<'a> {
        ReplayStep {
            index,
            ply: step.ply,
            color: color_name(step.color),
            phase: step_phase_name(step.phase),
            fen: &step.fen,
            sense: step.sense.as_ref().map(Into::into),
            played: step.played.map(Into::into),
            notice: number(step.notice),
        }
    }
}

#[derive(Serialize)]
pub struct BoardSetContent {
    color: &'static str,
    phase: &'static str,
    own: Vec<Option<char>>,
    fens: Vec<String>,
}

impl BoardSetContent {
    pub fn new(set: &PositionSet) -> BoardSetContent {
        BoardSetContent {
            color: color_name(set.color()),
            phase: step_phase_name(set.phase()),
            own: pieces(set.information_set().own().board()),
            fens: set.positions().iter().map(Position::fen).collect(),
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum BoardOutcome {
    Sense {
        boards: usize,
        sense: SenseReport,
    },
    #[serde(rename_all = "camelCase")]
    Move {
        boards: usize,
        #[serde(rename = "move")]
        played: MoveReport,
        ends_game: bool,
    },
}

impl From<&(Answer, usize)> for BoardOutcome {
    fn from((answer, boards): &(Answer, usize)) -> BoardOutcome {
        match answer {
            Answer::Sense(sense) => BoardOutcome::Sense {
                boards: *boards,
                sense: sense.into(),
            },
            Answer::Move { result, ends_game } => BoardOutcome::Move {
                boards: *boards,
                played: (*result).into(),
                ends_game: *ends_game,
            },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TurnSense {
    square: Option<u32>,
    bits: f64,
    expected_bits: f64,
    best: u32,
    best_bits: f64,
}

#[derive(Serialize)]
struct TurnTruth {
    before: f64,
    after: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RequestReport {
    value: f64,
    rank: usize,
    of: usize,
    best: Option<String>,
    best_value: f64,
}

impl From<report::RequestReport> for RequestReport {
    fn from(rated: report::RequestReport) -> RequestReport {
        RequestReport {
            value: rated.value,
            rank: rated.rank,
            of: rated.of,
            best: rated.best.map(|m| m.to_string()),
            best_value: rated.best_value,
        }
    }
}

#[derive(Serialize)]
pub struct TurnReport {
    ply: usize,
    color: &'static str,
    before: SetSize,
    after: SetSize,
    sense: Option<TurnSense>,
    truth: TurnTruth,
    dark: Option<RequestReport>,
    light: Option<RequestReport>,
}

impl From<report::TurnReport> for TurnReport {
    fn from(turn: report::TurnReport) -> TurnReport {
        let (before, after) = turn.truth;
        TurnReport {
            ply: turn.ply,
            color: color_name(turn.color),
            before: turn.before.into(),
            after: turn.after.into(),
            sense: turn.sense.map(|sense| TurnSense {
                square: number(sense.square),
                bits: sense.bits,
                expected_bits: sense.expected,
                best: sense.best.0.to_u32(),
                best_bits: sense.best.1,
            }),
            truth: TurnTruth { before, after },
            dark: turn.dark.map(Into::into),
            light: turn.light.map(Into::into),
        }
    }
}
