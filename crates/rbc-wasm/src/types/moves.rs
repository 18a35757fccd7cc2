//! The table of requests.

use rbc_agents::{RatedRequest, centipawns};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::{Color, Completeness, uci};

/// What the king's safety makes of a request, before values are compared: safe requests lose the king on at most
/// {@link MoveTable.safeEnough} of the boards.
///
/// - `safe`: it is safe, and so are others.
/// - `onlySafe`: it is the only one that may be chosen, whatever others are worth.
/// - `worthTheRisk`: it is not safe, but captures the opponent's king on more boards than it loses the own.
/// - `lessSafe`: it is not safe, and others are: it ranks behind all of those, whatever it is worth.
/// - `noneSafe`: no request is safe; the risk is part of the value, and nothing else.
#[derive(Tsify, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Safety {
    Safe,
    OnlySafe,
    WorthTheRisk,
    LessSafe,
    NoneSafe,
}

impl From<rbc_agents::Safety> for Safety {
    fn from(safety: rbc_agents::Safety) -> Safety {
        match safety {
            rbc_agents::Safety::Safe => Safety::Safe,
            rbc_agents::Safety::OnlySafe => Safety::OnlySafe,
            rbc_agents::Safety::WorthTheRisk => Safety::WorthTheRisk,
            rbc_agents::Safety::LessSafe => Safety::LessSafe,
            rbc_agents::Safety::NoneSafe => Safety::NoneSafe,
        }
    }
}

/// How good one request is over all boards of an information set. Shares and chances are from 0 to 1; a chance to win is 0
/// where the own king falls at once and 1 where the opponent's does, and is not calibrated against games.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct MoveRow {
    /// In UCI; `null` is the pass.
    request: Option<String>,
    /// What the choice goes by: 0.85 of `mean`, where boards that lose the king count sixteenfold, and 0.15 of `tail`.
    value: f64,
    /// The expected chance to win.
    mean: f64,
    /// `mean` in centipawns.
    centipawns: i32,
    /// The standard error of `mean` that comes of the boards that were not looked at.
    error: f64,
    /// The mean over the worst tenth of the boards.
    tail: f64,
    /// The worst on any board looked at.
    worst: f64,
    /// The best on any board looked at.
    best: f64,
    /// Share of the boards on which the request is taken as asked.
    as_asked: f64,
    /// … on which it captures something.
    captures: f64,
    /// … on which it captures the king, and so ends the game.
    captures_king: f64,
    /// … on which the opponent can capture the own king afterwards.
    loses_king: f64,
    /// Why it stands where it does, values aside.
    safety: Safety,
    /// Boards that were scored.
    boards: usize,
    /// Plies that were looked ahead beyond the move (then only captures are looked at).
    depth: u32,
}

impl From<RatedRequest> for MoveRow {
    fn from(rated: RatedRequest) -> MoveRow {
        MoveRow {
            request: uci(rated.request),
            value: rated.value,
            mean: rated.mean,
            centipawns: centipawns(rated.mean),
            error: rated.error,
            tail: rated.tail,
            worst: rated.worst,
            best: rated.best,
            as_asked: rated.as_asked,
            captures: rated.captures,
            captures_king: rated.captures_king,
            loses_king: rated.loses_king,
            safety: rated.safety.into(),
            boards: rated.boards,
            depth: rated.depth,
        }
    }
}

/// Every request and the pass, best first: those that may be chosen by value, then those that are less safe ({@link Safety}).
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct MoveTable {
    pub color: Color,
    /// Who scored: `built-in`, or what the chess engine calls itself.
    pub evaluator: String,
    /// A remark about the scores: that Stockfish broke off, say, and the built-in search answered instead.
    pub note: Option<String>,
    /// Boards of the information set.
    pub size: usize,
    pub completeness: Completeness,
    /// Positions looked at so far.
    pub nodes: f64,
    /// Nothing more will be looked at.
    pub done: bool,
    /// More nodes or time would find out more.
    pub goes_deeper: bool,
    /// Share of the boards on which a request may lose the king and still count as safe.
    pub safe_enough: f64,
    pub rows: Vec<MoveRow>,
}
