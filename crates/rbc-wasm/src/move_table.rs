//! The table of all requests on an information set, computed in slices and shown as it grows.

use rbc_agents::{
    Budget, Cancelled, Evaluator, RatedRequest, Rating, RatingOptions, Rng, Stop, centipawns,
};
use rbc_belief::InformationSet;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::{
    clock::monotonic_ms,
    engines,
    task::{Progress, Slice, Until, Work},
    types::{Js, color_name, completeness_name, to_js},
};

/// Milliseconds between two tables on the way.
const EVERY_MS: f64 = 120.0;

/// How a table is to be made.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Options {
    evaluator: String,
    /// Nodes that are planned with.
    nodes: f64,
    /// Milliseconds after which the best found so far must do; `null` for as many as the nodes take.
    ms: Option<f64>,
    /// How likely each board is, in their order; `null` for all alike.
    weights: Option<Vec<f32>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    request: Option<String>,
    value: f64,
    mean: f64,
    centipawns: i32,
    error: f64,
    tail: f64,
    worst: f64,
    best: f64,
    as_asked: f64,
    captures: f64,
    captures_king: f64,
    loses_king: f64,
    boards: usize,
    depth: u32,
}

impl From<RatedRequest> for Row {
    fn from(rated: RatedRequest) -> Row {
        Row {
            request: rated.request.map(|m| m.to_string()),
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

#[derive(Serialize)]
struct Table<'a> {
    color: &'static str,
    evaluator: &'a str,
    note: Option<String>,
    size: usize,
    completeness: &'static str,
    nodes: f64,
    done: bool,
    rows: Vec<Row>,
}

/// A table in the making.
pub struct MoveTable {
    evaluator: Box<dyn Evaluator>,
    nodes: u64,
    ms: Option<f64>,
    weights: Option<Vec<f32>>,
    begun: Option<Begun>,
    /// Engines must answer before it can go on.
    waits: bool,
    shown_at: f64,
    changed: bool,
}

/// Makes a table of a set that `begin` has to come by first: it begins the table when it has the set, and says
/// whether it has.
pub struct Rated<B> {
    pub table: MoveTable,
    pub begin: B,
}

impl<B: FnMut(&mut MoveTable, Until) -> Js<Slice>> Work for Rated<B> {
    fn step(&mut self, until: Until) -> Js<Slice> {
        if !self.table.has_begun()
            && let Slice::More = (self.begin)(&mut self.table, until)?
        {
            return Ok(Slice::More);
        }
        Ok(self.table.step(until))
    }

    fn progress(&self) -> Option<Progress> {
        self.table.progress()
    }

    fn found(&mut self) -> Js<JsValue> {
        self.table.found()
    }

    fn wait_ms(&self) -> Option<f64> {
        self.table.wait_ms()
    }

    fn result(&mut self) -> Js<JsValue> {
        self.table.result()
    }
}

struct Begun {
    rating: Rating,
    deadline: f64,
    color: &'static str,
    size: usize,
    completeness: &'static str,
    done: bool,
}

impl MoveTable {
    pub fn new(options: JsValue) -> Js<MoveTable> {
        let options: Options = serde_wasm_bindgen::from_value(options)?;
        Ok(MoveTable {
            evaluator: engines::evaluator(&options.evaluator)?,
            nodes: options.nodes as u64,
            ms: options.ms,
            weights: options.weights,
            begun: None,
            waits: false,
            shown_at: f64::NEG_INFINITY,
            changed: false,
        })
    }

    /// Whether it has its boards.
    const fn has_begun(&self) -> bool {
        self.begun.is_some()
    }

    /// Begins with the boards of `set`.
    pub fn begin(&mut self, set: &InformationSet, quiet_plies: usize) -> Js<()> {
        let weights = self.weights.take();
        if let Some(weights) = &weights
            && weights.len() != set.len()
        {
            return Err(JsError::new(&format!(
                "{} weights for {} boards: pass one for each",
                weights.len(),
                set.len()
            )));
        }
        let options = RatingOptions {
            quiet_plies,
            weights,
            nodes: Some(self.nodes),
            score_all: true,
            ..RatingOptions::default()
        };
        self.begun = Some(Begun {
            // The same table for the same set.
            rating: Rating::new(set, options, &mut Rng::new(set.observed() as u64)),
            deadline: self.ms.map_or(f64::INFINITY, |ms| monotonic_ms() + ms),
            color: color_name(set.color()),
            size: set.len(),
            completeness: completeness_name(set.completeness()),
            done: false,
        });
        Ok(())
    }

    /// Goes on for a slice.
    pub fn step(&mut self, until: Until) -> Slice {
        let Some(begun) = &mut self.begun else {
            return Slice::More;
        };
        self.waits = false;
        let deadline = begun.deadline;
        loop {
            let stop = || {
                if monotonic_ms() >= deadline {
                    Stop::MoveNow
                } else if until.is_over() {
                    Stop::Cancel
                } else {
                    Stop::GoOn
                }
            };
            let mut budget = Budget::new(None, Box::new(stop));
            match begun.rating.advance(&mut *self.evaluator, &mut budget) {
                Ok(done) => {
                    self.changed = true;
                    begun.done = done;
                    if done {
                        return Slice::Done;
                    }
                    if until.is_over() {
                        return Slice::More;
                    }
                }
                Err(Cancelled) => {
                    self.waits = !until.is_over();
                    return Slice::More;
                }
            }
        }
    }

    /// For how long it waits for engines, if it does.
    pub fn wait_ms(&self) -> Option<f64> {
        let begun = self.begun.as_ref().filter(|_| self.waits)?;
        Some((begun.deadline - monotonic_ms()).clamp(0.0, 1e9))
    }

    pub fn progress(&self) -> Option<Progress> {
        let share = self.begun.as_ref().map_or(0.0, |b| b.rating.progress());
        Some(Progress {
            label: "moves",
            done: share.into(),
            total: 1.0,
        })
    }

    /// The table as it is, if it has changed and was not shown just now.
    pub fn found(&mut self) -> Js<JsValue> {
        let now = monotonic_ms();
        if !self.changed || now < self.shown_at + EVERY_MS {
            return Ok(JsValue::UNDEFINED);
        }
        self.changed = false;
        self.shown_at = now;
        self.result()
    }

    pub fn result(&self) -> Js<JsValue> {
        let Some(begun) = &self.begun else {
            return Ok(JsValue::UNDEFINED);
        };
        to_js(&Table {
            color: begun.color,
            evaluator: self.evaluator.name(),
            note: self.evaluator.note(),
            size: begun.size,
            completeness: begun.completeness,
            nodes: begun.rating.nodes() as f64,
            done: begun.done,
            rows: begun.rating.table().into_iter().map(Row::from).collect(),
        })
    }
}
