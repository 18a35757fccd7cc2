//! Long computations, done in slices: between them the worker hears what the page wants.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{
    clock,
    types::{Js, StepSizes, to_js},
};

/// How a slice ended.
pub enum Slice {
    /// The computation is done.
    Done,
    /// There is more to do, and what was done is kept.
    More,
    /// The slice was too short for a piece of work that cannot be divided: it begins again.
    TooShort,
}

/// Progress of a long call.
#[derive(Serialize)]
pub struct Progress {
    pub label: &'static str,
    pub done: f64,
    pub total: f64,
}

/// A computation that can be done in slices.
pub trait Work {
    /// Goes on until about `until` (of [`clock::monotonic_ms`]).
    fn step(&mut self, until: f64) -> Js<Slice>;

    fn progress(&self) -> Option<Progress> {
        None
    }

    /// What has been found since it was last asked.
    fn found(&mut self) -> Vec<StepSizes> {
        Vec::new()
    }

    /// What came of it.
    fn result(&mut self) -> Js<JsValue> {
        Ok(JsValue::UNDEFINED)
    }
}

/// A computation for JavaScript to go on with.
#[wasm_bindgen]
pub struct Task {
    work: Box<dyn Work>,
    /// By how much slices are longer than asked for, as the work's pieces are large.
    stretch: f64,
}

impl Task {
    pub fn new(work: impl Work + 'static) -> Task {
        Task {
            work: Box::new(work),
            stretch: 1.0,
        }
    }
}

#[wasm_bindgen]
impl Task {
    /// Goes on for about `ms` milliseconds; whether it is done.
    pub fn step(&mut self, ms: f64) -> Js<bool> {
        let until = clock::monotonic_ms() + ms * self.stretch;
        match self.work.step(until)? {
            Slice::Done => Ok(true),
            Slice::More => {
                self.stretch = 1.0;
                Ok(false)
            }
            Slice::TooShort => {
                self.stretch *= 4.0;
                Ok(false)
            }
        }
    }

    /// How far it is; `undefined` where that means nothing.
    pub fn progress(&self) -> Js<JsValue> {
        self.work
            .progress()
            .map_or(Ok(JsValue::UNDEFINED), |progress| to_js(&progress))
    }

    /// What has been found since this was last called.
    pub fn found(&mut self) -> Js<JsValue> {
        to_js(&self.work.found())
    }

    /// The result, once done.
    pub fn result(&mut self) -> Js<JsValue> {
        self.work.result()
    }
}
