//! A count on standard error.

use std::{
    io::{IsTerminal as _, Write as _, stderr},
    sync::Mutex,
    time::{Duration, Instant},
};

/// Time between two counts on a terminal, where one replaces the other.
const REDRAWN: Duration = Duration::from_millis(200);
/// Time between two lines of a log.
const LOGGED: Duration = Duration::from_secs(30);

/// Counts finished pieces of work from any thread.
pub struct Progress {
    unit: &'static str,
    total: Option<usize>,
    /// Pieces that had been done before.
    earlier: usize,
    began: Instant,
    is_terminal: bool,
    /// Time between two counts; `None` where nobody looks.
    every: Option<Duration>,
    state: Mutex<(usize, Instant)>,
}

impl Progress {
    /// Nothing done yet of `total` (if known). Shown only on a terminal.
    pub fn new(unit: &'static str, total: Option<usize>) -> Progress {
        let is_terminal = stderr().is_terminal();
        Progress {
            unit,
            total,
            earlier: 0,
            began: Instant::now(),
            is_terminal,
            every: is_terminal.then_some(REDRAWN),
            state: Mutex::new((0, Instant::now())),
        }
    }

    /// The same count, with a line now and then where standard error is no terminal: for work of minutes and hours.
    pub fn with_lines(self) -> Progress {
        Progress {
            every: self.every.or(Some(LOGGED)),
            ..self
        }
    }

    /// The same count, of which `earlier` pieces were done in an earlier run.
    pub fn resumed(self, earlier: usize) -> Progress {
        Progress {
            earlier,
            state: Mutex::new((earlier, Instant::now())),
            ..self
        }
    }

    /// One more is done.
    pub fn add(&self) {
        let Ok(mut state) = self.state.lock() else {
            return;
        };
        state.0 += 1;
        if self.every.is_some_and(|every| state.1.elapsed() > every) {
            state.1 = Instant::now();
            let text = self.text(state.0);
            // A terminal that went away is no reason to stop.
            let _ = if self.is_terminal {
                write!(stderr(), "\r{text}\x1b[K")
            } else {
                writeln!(stderr(), "{text}")
            };
        }
    }

    fn text(&self, done: usize) -> String {
        let unit = self.unit;
        let Some(total) = self.total else {
            return format!("{done} {unit}");
        };
        let mut text = format!("{done} of {total} {unit}");
        let new = done.saturating_sub(self.earlier);
        if new > 0 && done < total {
            let each = self.began.elapsed().as_secs_f64() / new as f64;
            let left = each * (total - done) as f64;
            text.push_str(&format!(", about {} left", in_words(left)));
        }
        text
    }

    /// Takes the count off the screen.
    pub fn finish(&self) {
        if self.is_terminal {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}

/// A time in seconds, no more exact than it is known.
fn in_words(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_counts_only_what_this_run_did() {
        let progress = Progress::new("games", Some(100)).resumed(90);
        assert_eq!(progress.text(90), "90 of 100 games");
        assert!(progress.text(95).contains(", about 0 s left"));
        assert_eq!(progress.text(100), "100 of 100 games");
        assert_eq!(in_words(89.6), "90 s");
        assert_eq!(in_words(600.0), "10 min");
        assert_eq!(in_words(9000.0), "2.5 h");
    }
}
