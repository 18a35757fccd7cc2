//! Long computations, done in slices: between them the worker hears what the page wants.

use std::ops::ControlFlow;

use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{
    clock,
    types::{Js, to_js},
};

/// How a slice ended.
pub enum Slice {
    /// The computation is done.
    Done,
    /// There is more to do, and what was done is kept.
    More,
}

/// Progress of a long call.
#[derive(Serialize)]
pub struct Progress {
    pub label: &'static str,
    pub done: f64,
    pub total: f64,
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

    /// What has been found since it was last asked; `undefined` for nothing.
    fn found(&mut self) -> Js<JsValue> {
        Ok(JsValue::UNDEFINED)
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

/// A computation for JavaScript to go on with.
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
    pub fn progress(&self) -> Js<JsValue> {
        self.work
            .progress()
            .map_or(Ok(JsValue::UNDEFINED), |progress| to_js(&progress))
    }

    /// What has been found since this was last called.
    pub fn found(&mut self) -> Js<JsValue> {
        self.work.found()
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
