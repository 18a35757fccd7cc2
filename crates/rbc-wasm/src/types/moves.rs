//! The table of requests.

use rbc_agents::{RatedRequest, centipawns};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::{Color, Completeness, uci};

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
            boards: rated.boards,
            depth: rated.depth,
        }
    }
}

/// Every request and the pass, best first.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
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
    pub rows: Vec<MoveRow>,
}
