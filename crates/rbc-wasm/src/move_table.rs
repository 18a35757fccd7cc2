//! The table of all requests on an information set, computed in slices and shown as it grows.

use rbc_agents::{Budget, Cancelled, Evaluator, Rating, RatingOptions, Rng, Stop};
use rbc_belief::InformationSet;
use serde::Deserialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::{
    clock::monotonic_ms,
    engines::{self, EvaluatorName},
    task::{Found, Progress, Slice, Until, Work},
    types::{Color, Completeness, ErrorDetails, Js, MoveRow, MoveTable, Refusal, to_js},
};

/// Milliseconds between two tables on the way.
const EVERY_MS: f64 = 120.0;

/// How a table of requests is to be made, with nothing left out.
#[derive(Tsify, Deserialize)]
#[tsify(missing_as_null)]
pub struct TableOptions {
    evaluator: EvaluatorName,
    /// Nodes that are planned with.
    nodes: f64,
    /// Milliseconds after which the best found so far must do; `null` for as many as the nodes take.
    ms: Option<f64>,
    /// The weight of each board, in their order; `null` for uniform weights.
    #[tsify(type = "Float32Array | null")]
    weights: Option<Vec<f32>>,
}

/// A table in the making.
pub struct GrowingTable {
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

/// Makes a table of a set that `begin` has to compute first: it begins the table when it has the set, and returns
/// whether it has.
pub struct Rated<B> {
    pub table: GrowingTable,
    pub begin: B,
}

impl<B: FnMut(&mut GrowingTable, Until) -> Js<Slice>> Work for Rated<B> {
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

    fn found(&mut self) -> Option<Found> {
        self.table.found()
    }

    fn wait_ms(&self) -> Option<f64> {
        self.table.wait_ms()
    }

    fn result(&mut self) -> Js<JsValue> {
        (self.table.table().as_ref()).map_or(Ok(JsValue::UNDEFINED), to_js)
    }
}

struct Begun {
    rating: Rating,
    deadline: f64,
    color: Color,
    size: usize,
    completeness: Completeness,
    done: bool,
}

impl GrowingTable {
    pub fn new(options: &Ts<TableOptions>) -> Js<GrowingTable> {
        let options = options.to_rust()?;
        Ok(GrowingTable {
            evaluator: engines::evaluator(options.evaluator)?,
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
            let (weights, boards) = (weights.len(), set.len());
            return Err(Refusal::new(
                ErrorDetails::OtherWeights { weights, boards },
                format!("{weights} weights for {boards} boards: pass one for each"),
            ));
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
            color: set.color().into(),
            size: set.len(),
            completeness: set.completeness().into(),
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
    pub fn found(&mut self) -> Option<Found> {
        let now = monotonic_ms();
        if !self.changed || now < self.shown_at + EVERY_MS {
            return None;
        }
        self.changed = false;
        self.shown_at = now;
        self.table().map(Found::Table)
    }

    /// The table as it is, once begun.
    fn table(&self) -> Option<MoveTable> {
        let begun = self.begun.as_ref()?;
        let rows = begun.rating.table().into_iter();
        Some(MoveTable {
            color: begun.color,
            evaluator: self.evaluator.name().to_owned(),
            note: self.evaluator.note(),
            size: begun.size,
            completeness: begun.completeness,
            nodes: begun.rating.nodes() as f64,
            done: begun.done,
            goes_deeper: begun.rating.goes_deeper(),
            safe_enough: begun.rating.tolerance(),
            rows: rows.map(MoveRow::from).collect(),
        })
    }
}
