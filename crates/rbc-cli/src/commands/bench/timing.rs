//! Times expansions, surveys and senses of information sets, and measures their memory.

use std::{
    fs,
    time::{Duration, Instant},
};

use rbc_belief::{
    Completeness, InformationSet, Survey,
    openings::{REPLIES, blind_turn},
};
use rbc_rules::{Color, Observation, Position};

use super::report::{Expansion, LEAST_FOR_MEMORY, Memory, Report, Sensed, Surveyed, Timing};
use crate::{Failure, progress::Progress};

/// Minimum number of runs: one may have been disturbed.
const LEAST_RUNS: usize = 3;

/// Sizes of thinned sets, to compare machines at round numbers.
const THINNED: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Times operations on sets.
pub struct Bench {
    /// How long each operation is repeated.
    pub time: Duration,
    /// Counts the finished measurements.
    pub progress: Progress,
}

impl Bench {
    /// Times `work` on the result of `prepare`, which is not timed. Returns the last result.
    fn repeat<S, T>(
        &self,
        mut prepare: impl FnMut() -> S,
        mut work: impl FnMut(S) -> T,
    ) -> (Timing, T) {
        let began = Instant::now();
        let mut times = Vec::new();
        loop {
            let prepared = prepare();
            let start = Instant::now();
            let result = work(prepared);
            times.push(start.elapsed());
            if times.len() >= LEAST_RUNS && began.elapsed() >= self.time {
                times.sort_unstable();
                self.progress.add();
                let timing = Timing {
                    runs: times.len(),
                    fastest: times[0],
                    median: times[times.len() / 2],
                };
                return (timing, result);
            }
        }
    }

    /// Times all operations on one set.
    pub fn one_set(&self, set: &InformationSet) -> Result<Report, Failure> {
        let mut report = Report::new(true);
        self.all_of(set, &mut report)?;
        Ok(report)
    }

    /// Times all operations on the sets of an opening, up to `largest` boards.
    pub fn openings(&self, largest: usize) -> Result<Report, Failure> {
        let mut report = Report::new(false);
        // First, before anything else has used memory.
        let walk = walk(largest)?;
        report.memory = walk.memory;
        let mut set = first_set()?;
        for reply in &REPLIES[..walk.expansions - 1] {
            let expanded = self.all_of(&set, &mut report)?;
            set = after_reply(expanded, reply)?;
        }
        let expanded = self.all_of(&set, &mut report)?;
        drop(set);
        for boards in THINNED.into_iter().filter(|n| *n < expanded.len()) {
            let thinned = expanded.sample(boards);
            self.survey(&thinned, Some(expanded.len()), &mut report);
        }
        Ok(report)
    }

    /// Times the expansion of a set, and all else on the expanded set, which is returned.
    fn all_of(&self, set: &InformationSet, report: &mut Report) -> Result<InformationSet, Failure> {
        let expanded = self.expand(set, report)?;
        self.survey(&expanded, None, report);
        self.sense(&expanded, report)?;
        Ok(expanded)
    }

    fn expand(&self, set: &InformationSet, report: &mut Report) -> Result<InformationSet, Failure> {
        let (timing, expanded) = self.repeat(|| set.clone(), expanded);
        let expanded = expanded?;
        report.expansions.push(Expansion {
            boards: set.len(),
            raw: set.opponent_moves(0..set.len(), None),
            distinct: expanded.len(),
            timing,
        });
        Ok(expanded)
    }

    fn survey(&self, set: &InformationSet, thinned_from: Option<usize>, report: &mut Report) {
        let boards = set.boards();
        let weights: Vec<f32> = (0..set.len()).map(|i| 1.0 / (1 + i % 7) as f32).collect();
        let (equal, _) = self.repeat(|| (), |()| set.survey());
        let (weighted, _) = self.repeat(|| (), |()| Survey::of(boards, Some(&weights)));
        report.surveys.push(Surveyed {
            boards: set.len(),
            thinned_from,
            equal,
            weighted,
        });
    }

    fn sense(&self, set: &InformationSet, report: &mut Report) -> Result<(), Failure> {
        let square = set.survey().senses.best();
        // The true board is the least one, whatever the order of the boards.
        let truth = set.boards().iter().min();
        let truth = set.position(truth.unwrap_or(set.boards()[0]));
        let seen = Observation::Sense(truth.sense(Some(square)));
        let (timing, filtered) = self.repeat(
            || set.clone(),
            |mut set| set.observe(&seen).map(|()| set.len()),
        );
        report.senses.push(Sensed {
            boards: set.len(),
            left: filtered.map_err(|e| Failure::Work(e.to_string()))?,
            timing,
        });
        Ok(())
    }
}

/// Returns Black's set before White's first move.
fn first_set() -> Result<InformationSet, Failure> {
    InformationSet::new(
        Color::Black,
        &Position::initial(),
        InformationSet::DEFAULT_CAP,
    )
    .map_err(|e| Failure::Work(e.to_string()))
}

/// Returns the set after an opponent's turn without a capture.
fn expanded(mut set: InformationSet) -> Result<InformationSet, Failure> {
    set.observe(&Observation::TurnStart { capture: None })
        .map_err(|e| Failure::Work(e.to_string()))?;
    match set.completeness() {
        Completeness::Exact => Ok(set),
        // Timing a sample would be different work.
        Completeness::Sample { .. } => Err(Failure::Work(format!(
            "this set leads to more than {} boards: too many to time",
            InformationSet::DEFAULT_CAP
        ))),
    }
}

/// Returns the set after Black's reply without a sense.
fn after_reply(mut set: InformationSet, reply: &str) -> Result<InformationSet, Failure> {
    for observation in blind_turn(reply) {
        set.observe(&observation)
            .map_err(|e| Failure::Work(e.to_string()))?;
    }
    Ok(set)
}

/// The part of the opening to time.
pub struct Walk {
    expansions: usize,
    /// Memory of its largest set.
    pub memory: Option<Memory>,
}

/// Follows the opening until an expansion would lead to more than `largest` boards, and measures the memory of the last
/// one.
pub fn walk(largest: usize) -> Result<Walk, Failure> {
    let program = memory("VmRSS:");
    let mut walk = Walk {
        expansions: 0,
        memory: None,
    };
    let mut set = first_set()?;
    for reply in REPLIES.into_iter().map(Some).chain([None]) {
        // Every board of these sets leads to more than five that no other leads to.
        if set.len().saturating_mul(5) > largest {
            break;
        }
        let reset = reset_peak();
        set = expanded(set)?;
        if set.len() > largest {
            break;
        }
        walk.expansions += 1;
        let bytes = |now: Option<f64>| Some((now? - program?) / set.len() as f64);
        let measured = bytes(memory("VmRSS:")).zip(bytes(memory("VmHWM:")));
        walk.memory = measured
            .filter(|_| reset && set.len() >= LEAST_FOR_MEMORY)
            .map(|(rest, peak)| Memory {
                boards: set.len(),
                rest,
                peak,
            });
        match reply {
            Some(reply) => set = after_reply(set, reply)?,
            None => break,
        }
    }
    Ok(walk)
}

/// Returns one of Linux's figures about this process, in bytes; `None` elsewhere.
fn memory(name: &str) -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0)
}

/// Resets the peak that Linux measures. Returns whether it did.
fn reset_peak() -> bool {
    fs::write("/proc/self/clear_refs", "5").is_ok()
}

#[cfg(test)]
mod tests {
    use rbc_belief::openings;

    use super::*;

    #[test]
    fn the_sets_are_the_openings() {
        let mut set = first_set().expect("a set");
        for (expected, reply) in openings::unsensed().zip(REPLIES).take(4) {
            assert_eq!(set.boards(), expected.boards());
            set = after_reply(expanded(set).expect("expands"), reply).expect("replies");
        }
    }

    #[test]
    fn the_walk_ends_before_sets_that_are_too_large() {
        for (largest, expansions) in [(21, 1), (200, 1), (300, 2), (30_000, 4)] {
            let walk = walk(largest).expect("a walk");
            assert_eq!(walk.expansions, expansions, "{largest}");
            assert!(walk.memory.is_none());
        }
    }
}
