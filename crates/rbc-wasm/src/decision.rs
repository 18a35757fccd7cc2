//! A decision of an agent, made in slices.

use std::cell::Cell;

use rbc_agents::{Budget, Journal, Stop};

use crate::{
    clock::monotonic_ms,
    task::{Progress, Until},
};

/// Positions that an agent may search for each millisecond that it is given: a measure for planning;
/// the time itself is kept by the clock.
const NODES_PER_MS: f64 = 1_000.0;

/// A decision that is being made.
#[derive(Default)]
pub struct Decision {
    /// What it was given, once it has begun: what is planned goes by it, so that it may not change.
    allowed_ms: Option<f64>,
    /// When it began, by the monotonic clock.
    began: f64,
    /// What is done, for the next slice.
    journal: Journal,
    /// How far it is.
    share: f32,
}

impl Decision {
    /// What the next slice may use. `allowed_ms` is asked when the decision begins; `hurry` says when it is to be made at once.
    pub fn budget<'a>(
        &'a mut self,
        allowed_ms: impl FnOnce() -> f64,
        hurry: &'a Cell<bool>,
        until: Until,
    ) -> Budget<'a> {
        let Decision {
            allowed_ms: given,
            began,
            journal,
            share,
        } = self;
        let given = *given.get_or_insert_with(|| {
            *began = monotonic_ms();
            allowed_ms()
        });
        let deadline = *began + given;
        let stop = move || {
            if hurry.get() || monotonic_ms() >= deadline {
                Stop::MoveNow
            } else if until.is_over() {
                Stop::Cancel
            } else {
                Stop::GoOn
            }
        };
        Budget::new(Some((given * NODES_PER_MS) as u64), Box::new(stop))
            .on_progress(|done| *share = share.max(done))
            .resuming(journal)
    }

    /// What is done of the plan, or of the time, whichever ends it first.
    pub fn progress(&self) -> Progress {
        let given = self.allowed_ms.unwrap_or(f64::INFINITY);
        let used = (monotonic_ms() - self.began) / given.max(1.0);
        Progress {
            label: "thinking",
            done: f64::from(self.share).max(used.clamp(0.0, 1.0)),
            total: 1.0,
        }
    }

    /// Milliseconds that are left to it, once it has begun.
    pub fn left_ms(&self) -> Option<f64> {
        let given = self.allowed_ms?;
        Some((self.began + given - monotonic_ms()).max(0.0))
    }
}
