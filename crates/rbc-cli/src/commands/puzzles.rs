//! `outpost puzzles`: makes puzzles of recorded games, checks a file of them, and tells how hard they are.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use clap::Args;
use rayon::prelude::*;
use rbc_agents::{
    Budget, BuiltIn, EngineEvaluator,
    puzzles::{
        Chosen, FindOptions, Findings, Kind, Ladder, Puzzle, PuzzleFile, SOLVERS, SecondOpinion,
        Solved, check_file, choose, find, solved_by,
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
/// Width of the classes of difficulty that are told apart.
const CLASS: u32 = 400;

/// Make puzzles of recorded games, check a file of them, or tell how hard they are
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
        required_unless_present_any = ["check", "stats"],
        verbatim_doc_comment
    )]
    paths: Vec<PathBuf>,

    /// File for the puzzles; an existing one is replaced
    #[arg(long, value_name = "FILE", required_unless_present_any = ["check", "stats"])]
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

    /// Print statistics of a file of puzzles, and do nothing else
    ///
    /// How many there are of each kind, their ratings, and how often each solver of the ladder solves those of
    /// a kind, and those of a class of ratings; with --json of each puzzle, too. The file must pass --check.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "out", "shard", "check"], verbatim_doc_comment)]
    stats: Option<PathBuf>,

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

/// Makes puzzles, checks them or prints their statistics; false when a record cannot be read or a puzzle is wrong.
///
/// # Errors
///
/// If a file cannot be read or written, or the engine cannot be started.
pub fn run(options: &Options) -> Result<bool, Failure> {
    match (&options.check, &options.stats, &options.out) {
        (Some(file), _, _) => check(options, file),
        (None, Some(file), _) => stats(options, file),
        (None, None, Some(out)) => make(options, out),
        (None, None, None) => Err(Failure::Usage("--out FILE is missing".to_owned())),
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

    /// The puzzles that were chosen, with the shares of the solvers.
    fn solved(&self) -> Vec<(&Puzzle, Solved)> {
        let chosen = self.chosen.candidates.iter();
        chosen.map(|c| (&c.puzzle, c.solved)).collect()
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
        let solved = self.solved();
        text.push_str(&format!(
            "\n{}",
            solved_table("solved by, %", &by_kinds(&solved), &self.chosen.ladder)
        ));
        text
    }

    fn as_json(&self) -> String {
        let solved = self.solved();
        let shares = |kind: Kind| mean_shares(&solved, |puzzle| puzzle.kind == kind);
        let kinds: Vec<Value> = self
            .ratings()
            .iter()
            .map(|(kind, ratings)| {
                json!({
                    "kind": kind.name(),
                    "found": self.found.get(kind).map_or(0, Vec::len),
                    "chosen": ratings.len(),
                    "ratings": quartiles(ratings),
                    "solved": shares(*kind),
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
            "solverRatings": self.chosen.ladder.ratings(),
            "ladder": {
                "skills": self.chosen.ladder.skills,
                "middle": self.chosen.ladder.middle,
                "stretch": self.chosen.ladder.stretch,
            },
            "solved": mean_shares(&solved, |_| true),
        })
        .to_string()
    }
}

/// The mean share of each solver over the puzzles that pass.
fn mean_shares(solved: &[(&Puzzle, Solved)], passes: impl Fn(&Puzzle) -> bool) -> Solved {
    let passed: Vec<&Solved> = solved
        .iter()
        .filter(|(puzzle, _)| passes(puzzle))
        .map(|(_, shares)| shares)
        .collect();
    std::array::from_fn(|i| {
        let sum = passed
            .iter()
            .map(|shares| shares[i])
            .fold(0.0, |a, b| a + b);
        sum / passed.len().max(1) as f64
    })
}

/// The mean shares by kind, and of all.
fn by_kinds(solved: &[(&Puzzle, Solved)]) -> Vec<(String, Solved)> {
    let of_kind = |kind: Kind| mean_shares(solved, |puzzle| puzzle.kind == kind);
    let kinds = Kind::ALL
        .iter()
        .map(|kind| (kind.to_string(), of_kind(*kind)));
    kinds
        .chain([("all".to_owned(), mean_shares(solved, |_| true))])
        .collect()
}

/// The mean shares by class of ratings.
fn by_classes(solved: &[(&Puzzle, Solved)]) -> Vec<(String, Solved)> {
    let mut classes: Vec<u32> = solved.iter().map(|(p, _)| p.rating / CLASS).collect();
    classes.sort_unstable();
    classes.dedup();
    let row = |class: u32| {
        let name = format!("{} to {}", class * CLASS, (class + 1) * CLASS - 1);
        (name, mean_shares(solved, |p| p.rating / CLASS == class))
    };
    classes.into_iter().map(row).collect()
}

/// Shares of the solvers in percent, and the solvers' ratings below.
fn solved_table(title: &str, rows: &[(String, Solved)], ladder: &Ladder) -> String {
    let head: Vec<&str> = [title].into_iter().chain(SOLVERS).collect();
    let row = |name: &str, values: Solved| {
        let whole = values.iter().map(|value| format!("{value:.0}"));
        [name.to_owned()].into_iter().chain(whole).collect()
    };
    let mut table: Vec<Vec<String>> = rows
        .iter()
        .map(|(name, shares)| row(name, shares.map(|share| 100.0 * share)))
        .collect();
    table.push(row("rating", ladder.ratings()));
    text_table(&head, &table)
}

/// How many puzzles there are of each kind, with the quartiles of their ratings.
fn ratings_table(ratings: &BTreeMap<Kind, Vec<u32>>) -> String {
    let row = |(kind, of_kind): (&Kind, &Vec<u32>)| {
        let mut row = vec![kind.to_string(), of_kind.len().to_string()];
        row.extend(quartiles(of_kind).map(|rating| rating.to_string()));
        row
    };
    let rows: Vec<Vec<String>> = ratings.iter().map(row).collect();
    let head = [
        "kind", "puzzles", "lowest", "quarter", "median", "quarter", "highest",
    ];
    text_table(&head, &rows)
}

fn read(path: &Path) -> Result<(String, PuzzleFile), Failure> {
    let text = record_files::read_text(path)?;
    let file = PuzzleFile::read(&text).map_err(|e| Failure::at(path, printable(&e)))?;
    Ok((text, file))
}

fn stats(options: &Options, path: &Path) -> Result<bool, Failure> {
    let (_, file) = read(path)?;
    if let Some(wrong) = check_file(&file).first() {
        return Err(Failure::at(path, printable(wrong)));
    }
    let progress = Progress::new("puzzles", Some(file.puzzles.len()));
    let solve = |puzzle| {
        // Nothing cancels it, and what was checked can be read.
        let solved = solved_by(puzzle, &mut BuiltIn, &mut Budget::unlimited());
        progress.add();
        (puzzle, solved.ok().flatten().unwrap_or_default())
    };
    let pool = options.pool.pool()?;
    let solved: Vec<(&Puzzle, Solved)> =
        pool.install(|| file.puzzles.par_iter().map(solve).collect());
    progress.finish();
    let ratings = by_kind(file.puzzles.iter());
    let ladder = Ladder::COMMITTED;
    let as_text = || {
        format!(
            "{}: {} puzzles\n\nratings\n{}\n{}\n{}",
            shown(path),
            file.puzzles.len(),
            ratings_table(&ratings),
            solved_table("solved by, %", &by_kinds(&solved), &ladder),
            solved_table("by rating, %", &by_classes(&solved), &ladder),
        )
    };
    let as_json = || {
        let kinds: Vec<Value> = ratings
            .iter()
            .map(|(kind, ratings)| {
                json!({
                    "kind": kind.name(),
                    "puzzles": ratings.len(),
                    "ratings": quartiles(ratings),
                    "solved": mean_shares(&solved, |puzzle| puzzle.kind == *kind),
                })
            })
            .collect();
        let each: Vec<Value> = solved
            .iter()
            .map(|(p, shares)| json!({ "id": p.id, "kind": p.kind, "rating": p.rating, "solved": shares }))
            .collect();
        json!({
            "puzzles": file.puzzles.len(),
            "kinds": kinds,
            "solvers": SOLVERS,
            "solverRatings": ladder.ratings(),
            "solved": mean_shares(&solved, |_| true),
            "each": each,
        })
        .to_string()
    };
    options.output.print(as_text, as_json)?;
    Ok(true)
}

fn check(options: &Options, path: &Path) -> Result<bool, Failure> {
    let (text, file) = read(path)?;
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
        text.push_str(&ratings_table(&ratings));
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
