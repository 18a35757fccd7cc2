//! `outpost puzzles`: makes puzzles of recorded games, and checks a file of them.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use clap::Args;
use rbc_agents::{
    Budget, BuiltIn, EngineEvaluator,
    puzzles::{
        Candidate, Chosen, FindOptions, Findings, Kind, Puzzle, PuzzleFile, SOLVERS, SecondOpinion,
        check_file, choose, find,
    },
};
use rbc_rules::GameHistory;
use serde_json::{Value, json};

use crate::{
    Failure,
    durable_files::write_whole,
    engine_processes::EngineShelf,
    option_values::positive,
    progress::Progress,
    record_files,
    shared_options::{EngineOption, OutputOption, PoolOption, SeedOption, ShardOptions},
    terminal::{printable, shown, tell},
    text_table::text_table,
};

/// Plies that a chess engine looks beyond the move.
const ENGINE_PLIES: u32 = 5;
/// Mistakes of a file that are listed.
const TOLD: usize = 20;

/// Make puzzles of recorded games, or check a file of them
///
/// Looks through both players' decisions for questions with one clear answer, of nine kinds: which sense or
/// request is best, where a piece is, how many boards are possible (docs/puzzles.md describes them). Drops
/// what another answer is best for at ten times the nodes or, with --uci, by a chess engine; rates what is
/// left by how often a ladder of solvers finds the answer; and chooses --count of them, of all kinds and
/// difficulties. The same records and options give the same file.
///
/// The exit code is 1 if a record cannot be read, or --check finds a mistake.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Options {
    /// Game records, and folders of them
    ///
    /// A record is a reconchess GameHistory in JSON. A file has one record, or one per line, gzipped or
    /// not. Of a folder every .json, .jsonl and .gz file is read.
    #[arg(
        value_name = "FILE|DIR",
        required_unless_present = "check",
        verbatim_doc_comment
    )]
    paths: Vec<PathBuf>,

    /// File for the puzzles; an existing one is replaced
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    out: Option<PathBuf>,

    /// Puzzles to choose, as many of each kind
    #[arg(long, value_name = "N", default_value_t = 540, value_parser = positive::<usize>)]
    count: usize,

    /// Sets of a game whose requests are judged at most, for the kinds "move" and "decide"
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = positive::<usize>)]
    judged: usize,

    /// How the games came about, for the file's "source"
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,

    /// Check a file of puzzles, and do nothing else
    ///
    /// Computes again what is exact: ids, the boards that follow from what was told, and the answers and
    /// numbers of all kinds but "move" and "decide", of which the form and the margin are checked.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "out", "shard"], verbatim_doc_comment)]
    check: Option<PathBuf>,

    #[command(flatten)]
    seed: SeedOption,

    #[command(flatten)]
    engine: EngineOption,

    #[command(flatten)]
    pool: PoolOption,

    #[command(flatten)]
    pub shards: ShardOptions,

    #[command(flatten)]
    output: OutputOption,
}

/// Makes or checks puzzles; false when a record cannot be read or a puzzle is wrong.
///
/// # Errors
///
/// If a file cannot be read or written, or the engine cannot be started.
pub fn run(options: &Options) -> Result<bool, Failure> {
    match (&options.check, &options.out) {
        (Some(file), _) => check(options, file),
        (None, Some(out)) => make(options, out),
        (None, None) => Err(Failure::Usage("--out FILE is missing".to_owned())),
    }
}

fn make(options: &Options, out: &Path) -> Result<bool, Failure> {
    let shelf = options.engine.shelf()?;
    let work = options
        .shards
        .work(json!({ "engine": shelf.as_ref().map(EngineShelf::name) }))?;
    let progress = Progress::new("games", None).with_lines();
    let look = |game: &GameHistory, _: &str| {
        let found = find_in(game, options, shelf.as_ref());
        progress.add();
        // Shards keep it in a form that knows no optional fields.
        serde_json::to_string(&found).unwrap_or_default()
    };
    let pool = options.pool.pool()?;
    let looked = pool.install(|| work.look(&options.paths, look))?;
    progress.finish();
    for note in shelf.iter().flat_map(EngineShelf::notes) {
        tell(&format!("outpost: {note}"));
    }
    let Some(looked) = looked else {
        return work.finish_shard();
    };
    let (texts, unreadable) = record_files::of_readable(looked);
    let mut findings = Findings::default();
    for text in &texts {
        let found = serde_json::from_str(text).map_err(|e| Failure::Work(e.to_string()))?;
        findings.add(found);
    }
    let Findings { candidates, counts } = findings;
    let found = by_kind(candidates.iter().map(|candidate| &candidate.puzzle));
    let chosen = choose(candidates, options.count, options.seed.seed);
    let engine = shelf.as_ref().map(EngineShelf::name);
    let file = PuzzleFile {
        version: PuzzleFile::VERSION,
        source: source(options, engine),
        puzzles: chosen
            .candidates
            .iter()
            .map(|candidate| candidate.puzzle.clone())
            .collect(),
    };
    write_whole(out, &file.text())?;
    let report = Report {
        games: texts.len(),
        unreadable,
        counts,
        found,
        chosen,
    };
    options
        .output
        .print(|| report.as_text(), || report.as_json())?;
    Ok(unreadable == 0)
}

fn find_in(game: &GameHistory, options: &Options, shelf: Option<&EngineShelf>) -> Findings {
    let find_options = FindOptions {
        seed: options.seed.seed,
        judged: options.judged,
        ..FindOptions::default()
    };
    // An engine that has just been lent remembers nothing: what it answers does not depend on the games before.
    let mut engine = shelf.map(|shelf| EngineEvaluator::new(shelf.lend()));
    let second = engine.as_mut().map(|evaluator| SecondOpinion {
        evaluator,
        depth: ENGINE_PLIES,
    });
    // Nothing cancels it.
    find(
        game,
        find_options,
        &mut BuiltIn,
        second,
        &mut Budget::unlimited(),
    )
    .unwrap_or_default()
}

/// What the file says of its origin: nothing of the machine.
fn source(options: &Options, engine: Option<&str>) -> String {
    let mut text = format!(
        "outpost {} puzzles --count {} --judged {} --seed {}",
        env!("CARGO_PKG_VERSION"),
        options.count,
        options.judged,
        options.seed.seed
    );
    if let Some(engine) = engine {
        text.push_str(&format!(" --uci ({engine})"));
    }
    if let Some(games) = &options.source {
        text.push_str(&format!("; games: {games}"));
    }
    text
}

fn by_kind<'a>(puzzles: impl Iterator<Item = &'a Puzzle>) -> BTreeMap<Kind, Vec<u32>> {
    let mut ratings: BTreeMap<Kind, Vec<u32>> = BTreeMap::new();
    for puzzle in puzzles {
        ratings.entry(puzzle.kind).or_default().push(puzzle.rating);
    }
    for of_kind in ratings.values_mut() {
        of_kind.sort_unstable();
    }
    ratings
}

/// The lowest rating, the quartiles and the highest.
fn quartiles(sorted: &[u32]) -> [u32; 5] {
    let last = sorted.len().saturating_sub(1);
    std::array::from_fn(|i| sorted.get(i * last / 4).copied().unwrap_or(0))
}

/// What was made.
struct Report {
    games: usize,
    unreadable: usize,
    counts: BTreeMap<String, u64>,
    found: BTreeMap<Kind, Vec<u32>>,
    chosen: Chosen,
}

impl Report {
    fn ratings(&self) -> BTreeMap<Kind, Vec<u32>> {
        by_kind(self.chosen.candidates.iter().map(|c| &c.puzzle))
    }

    /// The mean share of each solver, over the puzzles of a kind or over all.
    fn shares(&self, kind: Option<Kind>) -> [f64; SOLVERS.len()] {
        let is_in = |c: &&Candidate| kind.is_none_or(|kind| c.puzzle.kind == kind);
        let of_kind: Vec<&Candidate> = self.chosen.candidates.iter().filter(is_in).collect();
        std::array::from_fn(|i| {
            let sum = of_kind.iter().map(|c| c.solved[i]).fold(0.0, |a, b| a + b);
            sum / of_kind.len().max(1) as f64
        })
    }

    fn as_text(&self) -> String {
        let mut text = format!(
            "games {}, unreadable {}, puzzles found {}, chosen {}\n\n",
            self.games,
            self.unreadable,
            self.found.values().map(Vec::len).sum::<usize>(),
            self.chosen.candidates.len()
        );
        for (what, count) in &self.counts {
            text.push_str(&format!("{what}: {count}\n"));
        }
        for (why, count) in &self.chosen.left_out {
            text.push_str(&format!("left out, {why}: {count}\n"));
        }
        let ratings = self.ratings();
        let head = [
            "kind", "found", "chosen", "lowest", "quarter", "median", "quarter", "highest",
        ];
        let row = |kind: &Kind| {
            let of_kind = ratings.get(kind).map_or(&[][..], Vec::as_slice);
            let mut row = vec![
                kind.to_string(),
                self.found.get(kind).map_or(0, Vec::len).to_string(),
                of_kind.len().to_string(),
            ];
            row.extend(quartiles(of_kind).map(|rating| rating.to_string()));
            row
        };
        let rows: Vec<Vec<String>> = Kind::ALL.iter().map(row).collect();
        text.push_str(&format!("\nratings\n{}", text_table(&head, &rows)));
        let percent = |share: &f64| format!("{:.0}", 100.0 * share);
        let head: Vec<&str> = ["solved by, %"].into_iter().chain(SOLVERS).collect();
        let mut rows: Vec<Vec<String>> = Vec::new();
        for kind in Kind::ALL.into_iter().map(Some).chain([None]) {
            let mut row = vec![kind.map_or_else(|| "all".to_owned(), |kind| kind.to_string())];
            row.extend(self.shares(kind).iter().map(percent));
            rows.push(row);
        }
        let mut row = vec!["rating".to_owned()];
        row.extend(
            self.chosen
                .solvers
                .iter()
                .map(|rating| format!("{rating:.0}")),
        );
        rows.push(row);
        text.push_str(&format!("\n{}", text_table(&head, &rows)));
        text
    }

    fn as_json(&self) -> String {
        let kinds: Vec<Value> = self
            .ratings()
            .iter()
            .map(|(kind, ratings)| {
                json!({
                    "kind": kind.name(),
                    "found": self.found.get(kind).map_or(0, Vec::len),
                    "chosen": ratings.len(),
                    "ratings": quartiles(ratings),
                    "solved": self.shares(Some(*kind)),
                })
            })
            .collect();
        json!({
            "games": self.games,
            "unreadable": self.unreadable,
            "counts": self.counts,
            "leftOut": self.chosen.left_out,
            "kinds": kinds,
            "solvers": SOLVERS,
            "solverRatings": self.chosen.solvers,
            "solved": self.shares(None),
        })
        .to_string()
    }
}

fn check(options: &Options, path: &Path) -> Result<bool, Failure> {
    let text = record_files::read_text(path)?;
    let file = PuzzleFile::read(&text).map_err(|e| Failure::at(path, printable(&e)))?;
    let mut wrong = check_file(&file);
    if wrong.is_empty() && file.text() != text {
        wrong.push("the file is not written as \"outpost puzzles\" writes it".to_owned());
    }
    for what in wrong.iter().take(TOLD) {
        tell(&format!("{}: {}", shown(path), printable(what)));
    }
    if wrong.len() > TOLD {
        tell(&format!("{}: and {} more", shown(path), wrong.len() - TOLD));
    }
    let ratings = by_kind(file.puzzles.iter());
    let as_text = || {
        let mut text = format!(
            "{}: {} puzzles, {} mistakes\n",
            shown(path),
            file.puzzles.len(),
            wrong.len()
        );
        let row = |(kind, of_kind): (&Kind, &Vec<u32>)| {
            let mut row = vec![kind.to_string(), of_kind.len().to_string()];
            row.extend(quartiles(of_kind).map(|rating| rating.to_string()));
            row
        };
        let rows: Vec<Vec<String>> = ratings.iter().map(row).collect();
        let head = [
            "kind", "puzzles", "lowest", "quarter", "median", "quarter", "highest",
        ];
        text.push_str(&text_table(&head, &rows));
        text
    };
    let as_json = || {
        let kinds: Vec<Value> = ratings
            .iter()
            .map(|(kind, r)| json!({ "kind": kind.name(), "puzzles": r.len(), "ratings": quartiles(r) }))
            .collect();
        json!({ "puzzles": file.puzzles.len(), "mistakes": wrong, "kinds": kinds }).to_string()
    };
    options.output.print(as_text, as_json)?;
    Ok(wrong.is_empty())
}
