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

/// Longest wait for an engine's answer between two looks, in milliseconds.
const LONGEST_WAIT_MS: f64 = 60_000.0;

/// What a decision may use.
#[derive(Clone, Copy)]
pub enum Allowance {
    /// Milliseconds.
    Ms(f64),
    /// Positions that are searched, however long they take: it can be repeated.
    Nodes(u64),
}

impl Allowance {
    fn ms(self) -> f64 {
        match self {
            Allowance::Ms(ms) => ms,
            Allowance::Nodes(_) => f64::INFINITY,
        }
    }
}

/// A decision that is being made.
#[derive(Default)]
pub struct Decision {
    /// What it was given, once it has begun: what is planned goes by it, so that it may not change.
    allowance: Option<Allowance>,
    /// When it began, by the monotonic clock.
    began: f64,
    /// What is done, for the next slice.
    journal: Journal,
    /// How far it is.
    share: f32,
}

impl Decision {
    /// What the next slice may use. `allowance` is asked for when the decision begins; `hurry` says when it is to be made at once.
    pub fn budget<'a>(
        &'a mut self,
        allowance: impl FnOnce() -> Allowance,
        hurry: &'a Cell<bool>,
        until: Until,
    ) -> Budget<'a> {
        let Decision {
            allowance: given,
            began,
            journal,
            share,
        } = self;
        let given = *given.get_or_insert_with(|| {
            *began = monotonic_ms();
            allowance()
        });
        let deadline = *began + given.ms();
        let nodes = match given {
            Allowance::Ms(ms) => (ms * NODES_PER_MS) as u64,
            Allowance::Nodes(nodes) => nodes,
        };
        let stop = move || {
            if hurry.get() || monotonic_ms() >= deadline {
                Stop::MoveNow
            } else if until.is_over() {
                Stop::Cancel
            } else {
                Stop::GoOn
            }
        };
        Budget::new(Some(nodes), Box::new(stop))
            .on_progress(|done| *share = share.max(done))
            .resuming(journal)
    }

    /// What is done of the plan, or of the time, whichever ends it first.
    pub fn progress(&self) -> Progress {
        let given = self.allowance.map_or(f64::INFINITY, Allowance::ms);
        let used = (monotonic_ms() - self.began) / given.max(1.0);
        Progress {
            label: "thinking",
            done: f64::from(self.share).max(used.clamp(0.0, 1.0)),
            total: 1.0,
        }
    }

    /// Milliseconds that are left to it, once it has begun; a minute where it goes by nodes.
    pub fn left_ms(&self) -> Option<f64> {
        let given = self.allowance?.ms();
        Some((self.began + given - monotonic_ms()).clamp(0.0, LONGEST_WAIT_MS))
    }
}
