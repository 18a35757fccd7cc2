//! A count on standard error, where somebody is there to see it.

use std::{
    io::{IsTerminal as _, Write as _, stderr},
    sync::Mutex,
    time::{Duration, Instant},
};

/// Counts finished pieces of work from any thread.
pub struct Progress {
    unit: &'static str,
    total: Option<usize>,
    shown: bool,
    state: Mutex<(usize, Instant)>,
}

impl Progress {
    /// Nothing done yet of `total` (if known).
    pub fn new(unit: &'static str, total: Option<usize>) -> Progress {
        Progress {
            unit,
            total,
            shown: stderr().is_terminal(),
            state: Mutex::new((0, Instant::now())),
        }
    }

    /// One more is done.
    pub fn add(&self) {
        let Ok(mut state) = self.state.lock() else {
            return;
        };
        state.0 += 1;
        if self.shown && state.1.elapsed() > Duration::from_millis(200) {
            state.1 = Instant::now();
            let of = self.total.map(|t| format!(" of {t}")).unwrap_or_default();
            // A terminal that went away is no reason to stop.
            let _ = write!(stderr(), "\r{}{of} {}\x1b[K", state.0, self.unit);
        }
    }

    /// Takes the count off the screen.
    pub fn finish(&self) {
        if self.shown {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}
