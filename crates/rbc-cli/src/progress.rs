//! Shows progress on standard error.

use std::{
    io::{IsTerminal as _, Write as _, stderr},
    sync::Mutex,
    time::{Duration, Instant},
};

/// Time between two updates on a terminal.
const REDRAWN: Duration = Duration::from_millis(200);
/// Time between two lines in a log.
const LOGGED: Duration = Duration::from_secs(30);

/// Counts finished pieces of work from any thread.
pub struct Progress {
    unit: &'static str,
    total: Option<usize>,
    /// Pieces done in an earlier run.
    earlier: usize,
    began: Instant,
    is_terminal: bool,
    /// Time between two updates; `None`: none are shown.
    every: Option<Duration>,
    state: Mutex<(usize, Instant)>,
}

impl Progress {
    /// Starts to count up to `total`, if it is known. Shown only on a terminal.
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

    /// Also writes a line now and then if standard error is not a terminal: for work of minutes and hours.
    pub fn with_lines(self) -> Progress {
        Progress {
            every: self.every.or(Some(LOGGED)),
            ..self
        }
    }

    /// Starts from `earlier` pieces that an earlier run has done.
    pub fn resumed(self, earlier: usize) -> Progress {
        Progress {
            earlier,
            state: Mutex::new((earlier, Instant::now())),
            ..self
        }
    }

    /// Counts one more piece.
    pub fn add(&self) {
        let Ok(mut state) = self.state.lock() else {
            return;
        };
        state.0 += 1;
        if self.every.is_some_and(|every| state.1.elapsed() > every) {
            state.1 = Instant::now();
            let text = self.text(state.0);
            // A closed terminal is no reason to stop.
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

    /// Clears the count from the terminal.
    pub fn finish(&self) {
        if self.is_terminal {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}

/// Returns a rough time, of `seconds`.
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
