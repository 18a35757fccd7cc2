//! What a set looks like to JavaScript, computed in slices.

use rbc_belief::{InformationSet, Surveying};
use wasm_bindgen::prelude::*;

use crate::{
    task::{Progress, Slice, Until},
    types::{Js, belief_view},
};

/// A view of a set in progress.
#[derive(Default)]
pub struct SetView {
    surveying: Surveying,
    /// Observations behind the set that is surveyed; the set may go on between two slices.
    observed: usize,
    /// The share that is done.
    done: f64,
    view: JsValue,
}

impl SetView {
    /// Goes on for a slice. The worth of senses is shown only when it is the time to sense.
    pub fn step(&mut self, set: &InformationSet, sensing: bool, until: Until) -> Js<Slice> {
        if self.observed != set.observed() {
            self.surveying = Surveying::new();
            self.observed = set.observed();
        }
        while !self.surveying.advance(set.boards(), None) {
            self.done = self.surveying.progress(set.len());
            if until.is_over() {
                return Ok(Slice::More);
            }
        }
        self.view = belief_view(set, &self.surveying.finish(), sensing)?;
        Ok(Slice::Done)
    }

    pub fn progress(&self) -> Option<Progress> {
        Some(Progress {
            label: "squares",
            done: self.done,
            total: 1.0,
        })
    }

    /// The view, once done.
    pub fn result(&self) -> JsValue {
        self.view.clone()
    }
}
