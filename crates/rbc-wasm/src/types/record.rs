//! Records, links, and what is said of finished games.

use rbc_agents::report;
use rbc_belief::replay::{self, GameReplay};
use rbc_rules::{
    GameHistory,
    link::{self, Link, Shared},
    record::{self, Record, bare, verify::Replay as VerifyingReplay},
};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::{
    Action, Color, DescribedError, Js, MoveReport, RecordDifference, Safety, SenseReport, SetSize,
    Square, StepPhase, number, uci,
};

/// A game found in a record file.
#[derive(Clone, Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct RecordSummary {
    /// Index in the file.
    index: usize,
    white: Option<String>,
    black: Option<String>,
    winner: Option<Color>,
    reason: Option<&'static str>,
    /// Half-turns.
    plies: usize,
}

impl RecordSummary {
    /// Of a record.
    pub fn new(index: usize, history: &GameHistory) -> RecordSummary {
        RecordSummary {
            index,
            white: history.white_name.clone(),
            black: history.black_name.clone(),
            winner: history.winner.map(Color::from),
            reason: history.win_reason.map(|reason| reason.name()),
            plies: history.plies(),
        }
    }

    /// The same players in a branch.
    pub fn of_branch(&self, branch: &GameReplay) -> RecordSummary {
        let outcome = branch.outcome();
        let moved = branch
            .steps()
            .iter()
            .filter(|s| s.phase == replay::StepPhase::Moved);
        RecordSummary {
            winner: outcome.and_then(|o| o.winner).map(Color::from),
            reason: outcome.map(|o| o.reason.name()),
            plies: moved.count(),
            ..self.clone()
        }
    }
}

/// What a record file holds.
#[derive(Default, Tsify, Serialize)]
pub struct RecordFileContent {
    pub games: Vec<RecordSummary>,
    /// Lines that are no game, with what is wrong with each: of the code `record`.
    pub problems: Vec<DescribedError>,
}

/// Differences that are listed.
const MAX_DIFFERENCES: usize = 50;

/// What a record says besides its steps.
#[derive(Tsify, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordDetails {
    /// Names the game by what the players and their decisions were: the same however the record is written and whatever notes it
    /// has. 32 hexadecimal digits.
    id: String,
    /// The record on one line, without the key `outpost`. Keys that others put in stay.
    json: String,
    /// What stands under the key `outpost`, as far as it is what it should be.
    extras: RecordExtras,
    /// What under that key is not as it should be, of the code `record`; the first few.
    left_out: Vec<DescribedError>,
    /// Where the record and the rules disagree; the first 50.
    differences: Vec<RecordDifference>,
    differences_in_all: usize,
}

impl RecordDetails {
    /// Of a record's text.
    pub fn of_text(text: &str) -> Js<RecordDetails> {
        Ok(RecordDetails::new(
            Record::from_json(text.as_bytes())?,
            text,
        ))
    }

    /// Of a record and its text.
    pub fn new(record: Record, text: &str) -> RecordDetails {
        let mut replay = VerifyingReplay::new(&record.game);
        while replay.step().is_some() {}
        let mismatches = replay.mismatches();
        let differences = mismatches.iter().take(MAX_DIFFERENCES);
        RecordDetails {
            id: record.id(),
            json: bare(text),
            differences: differences.map(RecordDifference::from).collect(),
            differences_in_all: mismatches.len(),
            extras: record.extras.into(),
            left_out: record.left_out.into_iter().map(Into::into).collect(),
        }
    }
}

/// What the page is told of a replay besides its steps.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct ReplayContent {
    /// Who played, and how it ended.
    pub summary: RecordSummary,
    /// `null` where they have to be asked for.
    pub details: Option<RecordDetails>,
}

/// A step of a game by its half-turn, from 0.
#[derive(Tsify, Serialize)]
pub struct LinkPlace {
    ply: u32,
    phase: StepPhase,
}

impl From<link::Place> for LinkPlace {
    fn from(link::Place { ply, phase }: link::Place) -> LinkPlace {
        LinkPlace {
            ply,
            phase: phase.into(),
        }
    }
}

/// What is shown first.
#[derive(Tsify, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LinkView {
    place: LinkPlace,
    #[tsify(type = "Color | 'both' | 'truth'")]
    perspective: link::Perspective,
    /// What is shown instead of the game from a step on; `place` is for who shows the game only.
    #[serde(skip_serializing_if = "Option::is_none")]
    what_if: Option<LinkWhatIf>,
}

impl From<link::View> for LinkView {
    fn from(
        link::View {
            place,
            perspective,
            what_if,
        }: link::View,
    ) -> LinkView {
        LinkView {
            place: place.into(),
            perspective,
            what_if: what_if.map(LinkWhatIf::from),
        }
    }
}

/// A line of play that leaves the game, and the step of it that is shown. Whether its actions are possible is seen when they
/// are carried out ({@link Replay.branch}).
#[derive(Tsify, Serialize)]
pub struct LinkWhatIf {
    place: LinkPlace,
    /// In order: the first at a step of the game, each other at a step that follows from the one before.
    tried: Vec<LinkTried>,
}

impl From<link::WhatIf> for LinkWhatIf {
    fn from(link::WhatIf { place, tried }: link::WhatIf) -> LinkWhatIf {
        LinkWhatIf {
            place: place.into(),
            tried: tried.into_iter().map(LinkTried::from).collect(),
        }
    }
}

/// An action that was tried.
#[derive(Tsify, Serialize)]
pub struct LinkTried {
    /// The step at which it was chosen.
    place: LinkPlace,
    action: Action,
    /// It was played in the game, by a side that knew other things.
    #[tsify(optional)]
    assumed: bool,
}

impl From<link::Tried> for LinkTried {
    fn from(
        link::Tried {
            place,
            action,
            assumed,
        }: link::Tried,
    ) -> LinkTried {
        LinkTried {
            place: place.into(),
            action: action.into(),
            assumed,
        }
    }
}

/// An arrow, or with `orig` alone a marked square, as chessground draws them.
#[derive(Tsify, Serialize)]
pub struct LinkShape {
    /// The name of a square, such as `'e4'`.
    orig: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    dest: Option<String>,
    #[tsify(type = "'green' | 'red' | 'blue' | 'yellow'")]
    brush: link::Brush,
}

/// A text about a step, with arrows and marked squares.
#[derive(Tsify, Serialize)]
pub struct LinkNote {
    place: LinkPlace,
    /// Anything somebody wrote: to be shown as text.
    #[tsify(optional)]
    text: String,
    #[tsify(optional)]
    shapes: Vec<LinkShape>,
}

impl From<link::Note> for LinkNote {
    fn from(
        link::Note {
            place,
            text,
            shapes,
        }: link::Note,
    ) -> LinkNote {
        let shapes = shapes.into_iter();
        LinkNote {
            place: place.into(),
            text,
            shapes: shapes
                .map(|link::Shape { orig, dest, brush }| LinkShape {
                    orig: orig.to_string(),
                    dest: dest.map(|square| square.to_string()),
                    brush,
                })
                .collect(),
        }
    }
}

/// What a link holds besides its game or boards.
#[derive(Tsify, Serialize)]
pub struct LinkAnnotations {
    /// What is shown first.
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<LinkView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[tsify(optional)]
    notes: Vec<LinkNote>,
}

/// What Outpost's pages keep in a record. All texts are whatever somebody wrote: show them as text.
#[derive(Tsify, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordExtras {
    #[serde(flatten)]
    annotations: LinkAnnotations,
    /// What the people at the board were helped with, as the pages name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "Partial<Record<Color, string>>")]
    assistance: Option<record::Assistance>,
    /// How boards were weighed for them, as the pages name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<String>,
    /// Turns that people took back in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_back: Option<u32>,
    /// Half-turns that were taken from another game, from which this one went on.
    #[serde(skip_serializing_if = "Option::is_none")]
    past: Option<u32>,
    /// When the game ended; a date and time as ISO 8601 has it, if whoever wrote it kept to that.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[tsify(optional)]
    tags: Vec<String>,
}

impl From<record::Extras> for RecordExtras {
    fn from(extras: record::Extras) -> RecordExtras {
        let record::Extras {
            view,
            notes,
            assistance,
            weights,
            taken_back,
            past,
            played,
            tags,
        } = extras;
        let some = |number: u32| Some(number).filter(|n| *n > 0);
        RecordExtras {
            annotations: LinkAnnotations {
                view: view.map(LinkView::from),
                notes: notes.into_iter().map(LinkNote::from).collect(),
            },
            assistance: Some(assistance).filter(|a| a.white.is_some() || a.black.is_some()),
            weights,
            taken_back: some(taken_back),
            past: some(past),
            played,
            tags,
        }
    }
}

/// What a link holds.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct LinkContent {
    /// A `reconchess` `GameHistory`, or `{ type: 'Boards', fens: string[] }`, as JSON text on one line; with
    /// {@link LinkAnnotations} under the key `outpost` where there are any.
    json: String,
    /// Whether there is more in it, which only a later version can read.
    more: bool,
    /// The boards; `null` when it holds a game.
    fens: Option<Vec<String>>,
}

impl From<&Link> for LinkContent {
    fn from(link: &Link) -> LinkContent {
        LinkContent {
            json: link.to_json(),
            more: link.more,
            fens: match &link.shared {
                Shared::Game(_) => None,
                Shared::Boards(boards) => Some(boards.iter().map(|board| board.fen()).collect()),
            },
        }
    }
}

/// One step of a replay: a half-turn has three, its start (told of captures), after its sense, after its move.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct ReplayStep {
    index: usize,
    ply: usize,
    color: Color,
    phase: StepPhase,
    /// The true position at this step.
    fen: String,
    /// The sense of this half-turn (phases `sensed` and `moved`).
    sense: Option<SenseReport>,
    /// The move of this half-turn (phase `moved`).
    #[serde(rename = "move")]
    played: Option<MoveReport>,
    /// Capture notice told at the start of this half-turn.
    notice: Option<Square>,
}

impl ReplayStep {
    /// Step number `index`.
    pub fn new(index: usize, step: &replay::Step) -> ReplayStep {
        ReplayStep {
            index,
            ply: step.ply,
            color: step.color.into(),
            phase: step.phase.into(),
            fen: step.fen.clone(),
            sense: step.sense.as_ref().map(SenseReport::from),
            played: step.played.map(MoveReport::from),
            notice: number(step.notice),
        }
    }
}

/// What a sense told, and what was to be expected.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct TurnSense {
    /// `null`: passed over.
    square: Option<Square>,
    /// What it told, in bits: log2 of the boards before it by those after it.
    bits: f64,
    /// What it was to be expected to tell.
    expected_bits: f64,
    /// The sense that is to be expected to tell most.
    best: Square,
    best_bits: f64,
}

/// Probability of the true board with uniform weights; 0 where a sample has lost it.
#[derive(Tsify, Serialize)]
pub struct TurnTruth {
    /// At the start of the half-turn.
    before: f64,
    /// After the sense.
    after: f64,
}

/// How good one request was among all of its half-turn, by {@link MoveRow.value}.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct RequestReport {
    /// The value of the request that was made.
    value: f64,
    /// Its place among all, from 1; requests of the same value share the best place.
    rank: usize,
    of: usize,
    /// What the king's safety makes of it.
    safety: Safety,
    /// Share of the boards on which it loses the king.
    risk: f64,
    /// The best request; `null` is the pass.
    best: Option<String>,
    best_value: f64,
    /// What the king's safety makes of the best request.
    best_safety: Safety,
    best_risk: f64,
}

impl From<report::RequestReport> for RequestReport {
    fn from(rated: report::RequestReport) -> RequestReport {
        RequestReport {
            value: rated.value,
            rank: rated.rank,
            of: rated.of,
            safety: rated.safety.into(),
            risk: rated.risk,
            best: uci(rated.best),
            best_value: rated.best_value,
            best_safety: rated.best_safety.into(),
            best_risk: rated.best_risk,
        }
    }
}

/// What one half-turn was worth, by what its side knew and by the truth.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct TurnReport {
    ply: usize,
    color: Color,
    /// The set of the side to move before its sense.
    before: SetSize,
    /// The same after its sense.
    after: SetSize,
    /// `null` where the record has no sense.
    sense: Option<TurnSense>,
    truth: TurnTruth,
    /// The request over all boards that could not be told apart; `null` where no request is in the record.
    dark: Option<RequestReport>,
    /// The same on the true board alone.
    light: Option<RequestReport>,
}

impl From<report::TurnReport> for TurnReport {
    fn from(turn: report::TurnReport) -> TurnReport {
        let (before, after) = turn.truth;
        TurnReport {
            ply: turn.ply,
            color: turn.color.into(),
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
            dark: turn.dark.map(RequestReport::from),
            light: turn.light.map(RequestReport::from),
        }
    }
}
