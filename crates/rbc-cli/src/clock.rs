//! The clock that decisions are given.

use std::time::{Duration, Instant};

use rbc_agents::{Budget, Stop};

/// Returns the time since this call.
pub fn clock() -> impl Fn() -> Option<Duration> {
    let began = Instant::now();
    move || Some(began.elapsed())
}

/// Returns a budget of `nodes` that asks for the move once `time` has passed.
pub fn for_time(nodes: Option<u64>, time: Duration) -> Budget<'static> {
    let began = Instant::now();
    let stop = move || {
        if began.elapsed() < time {
            Stop::GoOn
        } else {
            Stop::MoveNow
        }
    };
    Budget::new(nodes, Box::new(stop))
}
