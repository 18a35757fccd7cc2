//! Long computations, done in slices: between them the worker hears what the page wants.

use std::ops::ControlFlow;

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::{
    clock,
    types::{Js, MoveTable, StepSizes, TurnReport, to_ts},
};

/// How a slice ended.
pub enum Slice {
    /// The computation is done.
    Done,
    /// There is more to do, and what was done is kept.
    More,
}

/// Progress of a long call.
#[derive(Tsify, Serialize)]
pub struct Progress {
    pub label: &'static str,
    pub done: f64,
    /// 0 where it cannot be known.
    pub total: f64,
}

/// What a task finds on its way: sizes by an analysis, half-turns by a report, a table by a rating of moves.
#[derive(Tsify, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Found {
    Sizes(Vec<StepSizes>),
    Turns(Vec<TurnReport>),
    Table(MoveTable),
}

/// When a slice is to end, in the time of [`clock::monotonic_ms`].
#[derive(Clone, Copy)]
pub struct Until(f64);

impl Until {
    /// Whether to end. To be asked when something was achieved.
    pub fn is_over(self) -> bool {
        clock::monotonic_ms() >= self.0
    }

    /// A watch that breaks off at the end.
    pub fn watch(self) -> impl FnMut(usize, usize) -> ControlFlow<()> {
        move |_, _| {
            if self.is_over() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }
    }
}

/// A computation that can be done in slices.
pub trait Work {
    /// Goes on for a slice.
    fn step(&mut self, until: Until) -> Js<Slice>;

    fn progress(&self) -> Option<Progress> {
        None
    }

    /// What has been found since it was last asked.
    fn found(&mut self) -> Option<Found> {
        None
    }

    /// After a slice that was not the last: for how many milliseconds nothing can be done until an engine
    /// answers.
    fn wait_ms(&self) -> Option<f64> {
        None
    }

    /// What came of it.
    fn result(&mut self) -> Js<JsValue> {
        Ok(JsValue::UNDEFINED)
    }
}

#[wasm_bindgen(typescript_custom_section)]
const TASK_OF: &'static str = "
/** A {@link Task} with a result of this type. */
export type TaskOf<T> = Omit<Task, 'result'> & { result(): T };
";

/// A long computation, done in slices.
///
/// A task shares what it needs of the object it came from, which may be used, or freed, meanwhile.
#[wasm_bindgen]
pub struct Task {
    work: Box<dyn Work>,
}

impl Task {
    pub fn new(work: impl Work + 'static) -> Task {
        Task {
            work: Box::new(work),
        }
    }
}

#[wasm_bindgen]
impl Task {
    /// Goes on for about `ms` milliseconds; whether it is done.
    pub fn step(&mut self, ms: f64) -> Js<bool> {
        let until = Until(clock::monotonic_ms() + ms);
        Ok(matches!(self.work.step(until)?, Slice::Done))
    }

    /// How far it is; `undefined` where that means nothing.
    pub fn progress(&self) -> Js<Option<Ts<Progress>>> {
        self.work.progress().as_ref().map(to_ts).transpose()
    }

    /// What has been found since this was last called.
    pub fn found(&mut self) -> Js<Option<Ts<Found>>> {
        self.work.found().as_ref().map(to_ts).transpose()
    }

    /// For how many milliseconds nothing can be done until an engine says something; `undefined` when there
    /// is more to compute.
    #[wasm_bindgen(js_name = waitMs)]
    pub fn wait_ms(&self) -> Option<f64> {
        self.work.wait_ms()
    }

    /// The result, once done.
    pub fn result(&mut self) -> Js<JsValue> {
        self.work.result()
    }
}
