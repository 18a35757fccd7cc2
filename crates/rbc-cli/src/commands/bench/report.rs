//! The report of `outpost bench`, with the machine and the build.

use std::{env::consts, fmt::Write as _, fs, thread, time::Duration};

use serde_json::{Value, json};

use crate::numbers::grouped;

/// Below this number of boards, the program's own memory hides that of the boards.
pub const LEAST_FOR_MEMORY: usize = 100_000;

const WHAT_IS_TIMED: &str = "\
Expansion: every move of an opponent who captures nothing, and the duplicates sorted out. Survey: what each
of the 64 senses would leave (HSUC), marginals, entropies and expected sizes, exact over all boards;
weighted: the same with a weight for each board. Sense: filtering by what the best window shows.";

const WHAT_IS_THINNED: &str = "\
Thinned sets are samples of the largest one: a share of the boards, nearly all of their variety. That is
harder than a set of that size which came about in a game.";

/// The time of repeated runs.
#[derive(Clone, Copy)]
pub struct Timing {
    pub runs: usize,
    pub fastest: Duration,
    pub median: Duration,
}

impl Timing {
    pub fn seconds(&self) -> f64 {
        // A clock may be coarser than this, and rates must stay finite.
        self.fastest.as_secs_f64().max(1e-9)
    }
}

pub struct Expansion {
    pub boards: usize,
    pub raw: usize,
    pub distinct: usize,
    pub timing: Timing,
}

pub struct Surveyed {
    pub boards: usize,
    /// Boards of the set that it was thinned from.
    pub thinned_from: Option<usize>,
    pub equal: Timing,
    pub weighted: Timing,
}

pub struct Sensed {
    pub boards: usize,
    pub left: usize,
    pub timing: Timing,
}

/// Bytes per board of the largest set, including what the program itself uses.
pub struct Memory {
    pub boards: usize,
    pub rest: f64,
    pub peak: f64,
}

pub struct Report {
    pub threads: usize,
    /// Whether the set was given: then there is one result of each kind.
    pub given: bool,
    pub expansions: Vec<Expansion>,
    pub surveys: Vec<Surveyed>,
    pub senses: Vec<Sensed>,
    pub memory: Option<Memory>,
}

impl Report {
    /// Returns an empty report.
    pub fn new(given: bool) -> Report {
        Report {
            threads: rayon::current_num_threads(),
            given,
            expansions: Vec::new(),
            surveys: Vec::new(),
            senses: Vec::new(),
            memory: None,
        }
    }

    /// Returns the report as JSON.
    pub fn as_json(&self) -> Value {
        let time = |timing: &Timing| {
            json!({
                "runs": timing.runs,
                "seconds": timing.seconds(),
                "medianSeconds": timing.median.as_secs_f64(),
            })
        };
        let with_time = |mut figures: Value, timing: &Timing| {
            if let (Some(figures), Value::Object(time)) = (figures.as_object_mut(), time(timing)) {
                figures.extend(time);
            }
            figures
        };
        let expansions = self.expansions.iter().map(|e| {
            let figures = json!({
                "boards": e.boards,
                "raw": e.raw,
                "distinct": e.distinct,
                "threads": self.threads,
                "rawPerSecond": e.raw as f64 / e.timing.seconds(),
                "distinctPerSecond": e.distinct as f64 / e.timing.seconds(),
            });
            with_time(figures, &e.timing)
        });
        let surveys = self.surveys.iter().map(|s| {
            json!({
                "boards": s.boards,
                "thinnedFrom": s.thinned_from,
                "threads": self.threads,
                "equal": time(&s.equal),
                "weighted": time(&s.weighted),
            })
        });
        let senses = self.senses.iter().map(|s| {
            let figures = json!({ "boards": s.boards, "left": s.left, "threads": self.threads });
            with_time(figures, &s.timing)
        });
        let mut report = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "cpu": cpu_model(),
            "cores": cores(),
            "arch": consts::ARCH,
            "os": consts::OS,
            "targetFeatures": target_features(),
            "optimised": !cfg!(debug_assertions),
            "threads": self.threads,
        });
        if self.given {
            report["expansion"] = expansions.collect();
            report["survey"] = surveys.collect();
            report["sense"] = senses.collect();
            for name in ["expansion", "survey", "sense"] {
                report[name] = report[name][0].take();
            }
        } else {
            report["expansions"] = expansions.collect();
            report["surveys"] = surveys.collect();
            report["senses"] = senses.collect();
            report["memory"] = self.memory.as_ref().map_or(
                Value::Null,
                |m| json!({ "boards": m.boards, "bytesAtRest": m.rest, "bytesAtPeak": m.peak }),
            );
        }
        report
    }

    /// Returns the report as tables.
    pub fn as_text(&self) -> String {
        let mut text = format!(
            "outpost {}, {} of {} threads, {} ({} {})\n",
            env!("CARGO_PKG_VERSION"),
            self.threads,
            cores(),
            cpu_model(),
            consts::OS,
            consts::ARCH,
        );
        let features = target_features();
        if !features.is_empty() {
            text.push_str(&format!("built for {}\n", features.join(" ")));
        }
        if cfg!(debug_assertions) {
            text.push_str("built with assertions: a release build is faster\n");
        }
        if !self.expansions.is_empty() {
            text.push_str(&format!("\n{WHAT_IS_TIMED}\n"));
            // Writing to a string cannot fail.
            let _ = self.write_times(&mut text);
        }
        if !self.given {
            text.push_str(&self.memory_as_text());
        }
        text
    }

    fn write_times(&self, text: &mut String) -> std::fmt::Result {
        writeln!(
            text,
            "\n{:>10} {:>12} {:>10} {:>10} {:>10} {:>13} {:>14}",
            "expansion", "raw", "distinct", "ms", "median", "raw, M/s", "distinct, M/s"
        )?;
        for e in &self.expansions {
            writeln!(
                text,
                "{:>10} {:>12} {:>10} {:>10} {:>10} {:>13} {:>14}",
                grouped(e.boards),
                grouped(e.raw),
                grouped(e.distinct),
                ms(e.timing.fastest),
                ms(e.timing.median),
                millions(e.raw, &e.timing),
                millions(e.distinct, &e.timing),
            )?;
        }
        writeln!(
            text,
            "\n{:>10} {:>10} {:>10} {:>13} {:>10}",
            "survey", "ms", "median", "weighted, ms", "median"
        )?;
        for s in &self.surveys {
            writeln!(
                text,
                "{:>10} {:>10} {:>10} {:>13} {:>10}{}",
                grouped(s.boards),
                ms(s.equal.fastest),
                ms(s.equal.median),
                ms(s.weighted.fastest),
                ms(s.weighted.median),
                s.thinned_from
                    .map(|n| format!("  thinned from {}", grouped(n)))
                    .unwrap_or_default(),
            )?;
        }
        if self.surveys.iter().any(|s| s.thinned_from.is_some()) {
            writeln!(text, "\n{WHAT_IS_THINNED}")?;
        }
        writeln!(
            text,
            "\n{:>10} {:>10} {:>10} {:>10}",
            "sense", "left", "ms", "median"
        )?;
        for s in &self.senses {
            writeln!(
                text,
                "{:>10} {:>10} {:>10} {:>10}",
                grouped(s.boards),
                grouped(s.left),
                ms(s.timing.fastest),
                ms(s.timing.median),
            )?;
        }
        Ok(())
    }

    fn memory_as_text(&self) -> String {
        match &self.memory {
            Some(m) => format!(
                "\nMemory, bytes a board of {}: {:.1} at rest, {:.1} at most while expanding to them: what the whole\n\
                 process has more than at its start, freed memory that was not given back included.\n",
                grouped(m.boards),
                m.rest,
                m.peak,
            ),
            None => format!(
                "\nMemory: unknown. It is told on Linux, for {} boards and more.\n",
                grouped(LEAST_FOR_MEMORY)
            ),
        }
    }
}

/// Returns the name of the processor, where the system tells it.
fn cpu_model() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim().to_owned())
    });
    name.unwrap_or_else(|| format!("unknown {} processor", consts::ARCH))
}

/// Returns the instruction sets that this build uses, of those that matter here.
fn target_features() -> Vec<&'static str> {
    macro_rules! enabled {
        ($($name:tt),*) => {
            [$(($name, cfg!(target_feature = $name))),*]
        };
    }
    let known = enabled!(
        "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "bmi1", "bmi2", "lzcnt", "avx", "avx2",
        "avx512f", "neon"
    );
    let used = known.into_iter().filter(|(_, used)| *used);
    used.map(|(name, _)| name).collect()
}

/// Returns the number of processors available to this process.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Formats milliseconds to three digits.
fn ms(time: Duration) -> String {
    let ms = 1000.0 * time.as_secs_f64();
    let decimals = match ms {
        ..1.0 => 4,
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{ms:.decimals$}")
}

/// Formats a rate in millions per second.
fn millions(count: usize, timing: &Timing) -> String {
    format!("{:.1}", count as f64 / timing.seconds() / 1e6)
}
