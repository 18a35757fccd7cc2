//! `outpost bench`: how fast information sets are on this machine.

use std::{
    env::consts,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rbc_belief::{
    Completeness, InformationSet, PackedBoard, PositionsError, Survey,
    openings::{REPLIES, blind_turn},
};
use rbc_rules::{Color, Observation, Position};
use serde_json::{Value, json};

use crate::{
    Command, Failure,
    arguments::{self, MOST_THREADS},
    progress::Progress,
    record_files,
    terminal::{print, print_json, shown},
};

pub const COMMAND: Command = Command {
    name: "bench",
    summary: "time information sets on this machine",
    help,
    run,
};

/// Boards that expansions lead to at most, where nothing else is asked for.
const DEFAULT_LARGEST: usize = 2_000_000;

/// The first expansion leads to so many.
const SMALLEST: usize = 21;

/// How long each thing is repeated, in seconds, where nothing else is asked for.
const DEFAULT_SECONDS: f64 = 0.5;

/// Each thing is done at least so often, however long it takes: one run may have been disturbed.
const LEAST_RUNS: usize = 3;

/// Sizes that sets are thinned to, so that machines can be compared at round numbers.
const THINNED: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Below this, what the program itself takes hides what the boards take.
const LEAST_FOR_MEMORY: usize = 100_000;

const WHAT_IS_TIMED: &str = "\
Expansion: every move of an opponent who captures nothing, and the duplicates sorted out. Survey: what each
of the 64 senses would leave (HSUC), marginals, entropies and expected sizes, exact over all boards;
weighted: the same with a weight for each board. Sense: filtering by what the best window shows.";

const WHAT_IS_THINNED: &str = "\
Thinned sets are samples of the largest one: a share of the boards, nearly all of their variety. That is
harder than a set of that size which came about in a game.";

fn help() -> String {
    format!(
        "outpost bench - time information sets on this machine\n\n\
         Usage: outpost bench [OPTIONS]\n\n\
         The sets are what Black holds possible if it never senses while White opens the game: the same\n\
         on every machine. Everything is repeated for a while, three times at least; the fastest run\n\
         and the median are told.\n\n\
         {WHAT_IS_TIMED}\n\n\
         {WHAT_IS_THINNED}\n\n\
         Options:\n\
         \x20 --largest BOARDS   expansions lead to so many boards at most (default {DEFAULT_LARGEST}; up to\n\
         \x20                    {cap}, which takes half a GB of memory)\n\
         \x20 --threads N        threads, up to {MOST_THREADS} (default: RAYON_NUM_THREADS, else as many as there are cores)\n\
         \x20 --seconds S        how long each thing is repeated (default {DEFAULT_SECONDS})\n\
         \x20 --boards FILE      time only the set of these boards: a FEN a line, the opponent to move; they\n\
         \x20                    agree in the pieces of the side that is not to move\n\
         \x20 --memory           tell only what the largest set takes (quick)\n\
         \x20 --json             print the result as one JSON object\n\
         \x20 -h, --help         show this\n",
        cap = InformationSet::DEFAULT_CAP
    )
}

struct Options {
    largest: usize,
    threads: Option<usize>,
    /// How long each thing is repeated.
    time: Duration,
    boards: Option<PathBuf>,
    /// Whether nothing is timed.
    memory: bool,
    json: bool,
}

fn read_options(parser: &mut lexopt::Parser) -> Result<Options, Failure> {
    let mut options = Options {
        largest: DEFAULT_LARGEST,
        threads: None,
        time: Duration::from_secs_f64(DEFAULT_SECONDS),
        boards: None,
        memory: false,
        json: false,
    };
    let mut chose_largest = false;
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("json") => options.json = true,
            lexopt::Arg::Long("memory") => options.memory = true,
            lexopt::Arg::Long("boards") => {
                options.boards = Some(arguments::path("boards", parser.value()?)?)
            }
            lexopt::Arg::Long("threads") => {
                options.threads = Some(arguments::threads("threads", &parser.value()?)?);
            }
            lexopt::Arg::Long("largest") => {
                options.largest = arguments::value("largest", &parser.value()?)?;
                chose_largest = true;
                if !(SMALLEST..=InformationSet::DEFAULT_CAP).contains(&options.largest) {
                    return Err(Failure::Usage(format!(
                        "--largest: must be {SMALLEST} to {}",
                        InformationSet::DEFAULT_CAP
                    )));
                }
            }
            lexopt::Arg::Long("seconds") => {
                let seconds = arguments::value("seconds", &parser.value()?)?;
                options.time = Duration::try_from_secs_f64(seconds)
                    .map_err(|e| Failure::Usage(format!("--seconds {seconds}: {e}")))?;
            }
            other => return Err(other.unexpected().into()),
        }
    }
    if options.boards.is_some() && (chose_largest || options.memory) {
        let what = if chose_largest { "largest" } else { "memory" };
        return Err(Failure::Usage(format!(
            "--{what} is about the sets that --boards replaces: give one of the two"
        )));
    }
    Ok(options)
}

fn run(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let options = read_options(parser)?;
    let set = options.boards.as_deref().map(read_boards).transpose()?;
    // None is rayon's own default, which reads RAYON_NUM_THREADS.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.unwrap_or(0))
        .build()
        .map_err(|e| Failure::Work(format!("threads cannot be started: {e}")))?;
    // All of it runs in the pool: calls from outside would be handed over, each time.
    let report = pool.install(|| {
        let bench = Bench {
            time: options.time,
            progress: Progress::new("figures", None),
        };
        let report = match set {
            Some(set) => bench.one_set(&set),
            None if options.memory => walk(options.largest).map(|walk| Report {
                memory: walk.memory,
                ..Report::new(false)
            }),
            None => bench.openings(options.largest),
        };
        bench.progress.finish();
        report
    })?;
    if options.json {
        print_json(&format!("{}\n", report.as_json()))?;
    } else {
        print(&report.as_text())?;
    }
    Ok(true)
}

/// The set whose boards `path` lists.
fn read_boards(path: &Path) -> Result<InformationSet, Failure> {
    let place = shown(path);
    let text = record_files::read_text(path)?;
    // Some editors begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let (mut lines, mut positions) = (Vec::new(), Vec::<Position>::new());
    for (i, line) in text.lines().enumerate() {
        let fen = line.trim();
        if !fen.is_empty() {
            let failure = |e: String| Failure::Work(format!("{place}:{}: {e}", i + 1));
            let position: Position = fen.parse().map_err(|e| failure(format!("{e}")))?;
            if position.board().king_of(position.turn()).is_none() {
                return Err(failure(format!(
                    "{} is to move and has no king: that game is over",
                    position.turn().fold_wb("White", "Black")
                )));
            }
            positions.push(position);
            lines.push(i + 1);
        }
    }
    let me = positions.first().map_or(Color::White, |p| !p.turn());
    InformationSet::of(me, &positions, InformationSet::DEFAULT_CAP).map_err(|error| {
        let first = lines.first().copied().unwrap_or(0);
        Failure::Work(match error {
            PositionsError::Differs { index } => format!(
                "{place}:{}: belongs to another set than line {first}: it differs in the pieces or castling \
                 rights of the side that is not to move ({me}), in the side to move, or in a double \
                 step just made",
                lines[index]
            ),
            PositionsError::Pieces(error) => {
                let bad = positions.iter().position(|p| PackedBoard::pack(p, me).is_err());
                format!("{place}:{}: {error}", bad.map_or(first, |i| lines[i]))
            }
            PositionsError::None => format!("{place}: has no boards: a FEN a line is expected"),
            PositionsError::TooMany { .. } => format!("{place}: {error}"),
        })
    })
}

/// What some runs of the same work took.
#[derive(Clone, Copy)]
struct Timing {
    runs: usize,
    fastest: Duration,
    median: Duration,
}

impl Timing {
    fn seconds(&self) -> f64 {
        // A clock may be coarser than the smallest sets: rates stay numbers.
        self.fastest.as_secs_f64().max(1e-9)
    }
}

struct Expansion {
    boards: usize,
    raw: usize,
    distinct: usize,
    timing: Timing,
}

struct Surveyed {
    boards: usize,
    /// Boards of the set that it was thinned from.
    thinned_from: Option<usize>,
    equal: Timing,
    weighted: Timing,
}

struct Sensed {
    boards: usize,
    left: usize,
    timing: Timing,
}

/// Bytes for each board of the largest set, the program's own and all else included.
struct Memory {
    boards: usize,
    rest: f64,
    peak: f64,
}

struct Report {
    threads: usize,
    /// Whether the set was given: then there is one of each.
    given: bool,
    expansions: Vec<Expansion>,
    surveys: Vec<Surveyed>,
    senses: Vec<Sensed>,
    memory: Option<Memory>,
}

struct Bench {
    time: Duration,
    progress: Progress,
}

impl Bench {
    /// Times `work` on what `prepare` makes, which is not timed, and gives back the last result.
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

    fn one_set(&self, set: &InformationSet) -> Result<Report, Failure> {
        let mut report = Report::new(true);
        self.all_of(set, &mut report)?;
        Ok(report)
    }

    fn openings(&self, largest: usize) -> Result<Report, Failure> {
        let mut report = Report::new(false);
        // First, while no memory lies about that something else has used.
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

    /// Times the expansion of a set, and on what that leads to the rest; gives back the latter.
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
        // What is seen is what one of the boards shows: the same one whatever order they are in.
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

/// What Black holds possible before White's first move.
fn first_set() -> Result<InformationSet, Failure> {
    InformationSet::new(
        Color::Black,
        &Position::initial(),
        InformationSet::DEFAULT_CAP,
    )
    .map_err(|e| Failure::Work(e.to_string()))
}

/// The set after an opponent's turn without a capture.
fn expanded(mut set: InformationSet) -> Result<InformationSet, Failure> {
    set.observe(&Observation::TurnStart { capture: None })
        .map_err(|e| Failure::Work(e.to_string()))?;
    match set.completeness() {
        Completeness::Exact => Ok(set),
        // A sample is other work than the whole.
        Completeness::Sample { .. } => Err(Failure::Work(format!(
            "this set leads to more than {} boards: too many to time",
            InformationSet::DEFAULT_CAP
        ))),
    }
}

/// The set once Black has replied without sensing.
fn after_reply(mut set: InformationSet, reply: &str) -> Result<InformationSet, Failure> {
    for observation in blind_turn(reply) {
        set.observe(&observation)
            .map_err(|e| Failure::Work(e.to_string()))?;
    }
    Ok(set)
}

/// The opening as far as it is to be timed.
struct Walk {
    expansions: usize,
    memory: Option<Memory>,
}

/// Goes through the opening until an expansion would lead to more than `largest` boards, and looks
/// what the last one takes.
fn walk(largest: usize) -> Result<Walk, Failure> {
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

/// One of Linux's figures about this process, in bytes; `None` elsewhere.
fn memory(name: &str) -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0)
}

/// Lets Linux measure the peak from now on; whether it does.
fn reset_peak() -> bool {
    fs::write("/proc/self/clear_refs", "5").is_ok()
}

/// What the processor calls itself, as far as the standard library alone can tell.
fn cpu_model() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim().to_owned())
    });
    name.unwrap_or_else(|| format!("unknown {} processor", consts::ARCH))
}

/// The instructions beyond the architecture's first that this build uses, of those that matter here.
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

/// 1,234,567
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Milliseconds to three digits.
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

/// Millions a second.
fn millions(count: usize, timing: &Timing) -> String {
    format!("{:.1}", count as f64 / timing.seconds() / 1e6)
}

impl Report {
    fn new(given: bool) -> Report {
        Report {
            threads: rayon::current_num_threads(),
            given,
            expansions: Vec::new(),
            surveys: Vec::new(),
            senses: Vec::new(),
            memory: None,
        }
    }

    fn as_json(&self) -> Value {
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

    fn as_text(&self) -> String {
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

/// Processors that this process may use.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
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

    fn options(arguments: &[&str]) -> Result<Options, Failure> {
        read_options(&mut lexopt::Parser::from_args(arguments))
    }

    #[test]
    fn threads_are_bounded() {
        let threads = |n: &str| options(&["--threads", n]).map(|options| options.threads);
        assert!(matches!(threads("1"), Ok(Some(1))));
        assert!(matches!(threads("512"), Ok(Some(512))));
        for n in ["0", "513", "5000", "18446744073709551616"] {
            assert!(matches!(threads(n), Err(Failure::Usage(_))), "{n}");
        }
    }

    /// What reading a file with these boards says.
    fn read(test: &str, text: &str) -> Result<usize, Failure> {
        let name = format!("outpost-bench-{}-{test}.fen", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text).expect("written");
        let set = read_boards(&path);
        let _ = fs::remove_file(&path);
        set.map(|set| set.len())
    }

    const KNIGHTS: &str = "4k1n1/8/8/8/8/8/8/4K3 b - - 0 1\n4k3/4n3/8/8/8/8/8/4K3 b - - 0 1\n";

    #[test]
    fn a_byte_order_mark_is_no_board() {
        for text in [KNIGHTS.to_owned(), format!("\u{feff}{KNIGHTS}")] {
            assert!(matches!(read("mark", &text), Ok(2)));
        }
    }

    #[test]
    fn a_board_without_the_king_to_move_is_named() {
        let text = format!("{KNIGHTS}\n8/4n3/8/8/8/8/8/4K3 b - - 0 1\n");
        let Err(Failure::Work(reason)) = read("king", &text) else {
            panic!("a board without a king");
        };
        assert!(
            reason.contains("king.fen:4: Black is to move and has no king"),
            "{reason}"
        );
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (9_482_525, "9,482,525"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
