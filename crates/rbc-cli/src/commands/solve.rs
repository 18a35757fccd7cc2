//! `outpost solve`: counts the chess problems that a search solves.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::Args;
use rbc_agents::{
    Budget, EnginePool as _, FastBoard, Search,
    uci::{UciLimit, UciTask},
};
use rbc_rules::{Move, Position};
use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, EnPassantMode, PositionError, fen::Fen, san::San};

use crate::{
    Failure,
    engine_processes::{EngineProcesses, Patience},
    option_values::seconds,
    progress::Progress,
    record_files,
    shared_options::{EngineOption, OutputOption},
    terminal::shown,
};

/// Maximum depth of the search.
const MOST_DEPTH: u32 = 64;

/// Count the chess problems that a search solves
///
/// A problem is a line of Extended Position Description with "bm" (best moves) or "am" (moves to avoid) in
/// Standard Algebraic Notation. Uses one thread; the hash table is kept from one problem to the next.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Options {
    /// Files of problems
    #[arg(value_name = "FILE.epd", required = true)]
    files: Vec<PathBuf>,

    /// Seconds for each problem
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: Duration,

    #[command(flatten)]
    engine: EngineOption,

    #[command(flatten)]
    output: OutputOption,
}

/// A chess problem.
#[derive(Debug)]
struct Problem {
    id: String,
    chess: Chess,
    best: Vec<Move>,
    avoid: Vec<Move>,
}

impl Problem {
    fn is_solved_by(&self, m: Option<Move>) -> bool {
        let is_in = |moves: &[Move]| m.is_some_and(|m| moves.contains(&m));
        (self.best.is_empty() || is_in(&self.best)) && !is_in(&self.avoid)
    }

    fn fen(&self) -> String {
        Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }
}

/// Reads line `number` of a file; a problem without an id gets that number.
fn read_problem(line: &str, number: usize) -> Result<Problem, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [board, turn, castling, ep, rest @ ..] = words.as_slice() else {
        return Err("too short".to_owned());
    };
    // Some files have other text instead of a square.
    let is_square = ep.parse::<shakmaty::Square>().is_ok();
    let ep = if is_square { ep } else { "-" };
    let fen: Fen = format!("{board} {turn} {castling} {ep} 0 1")
        .parse()
        .map_err(|e| format!("{e}"))?;
    let chess: Chess = fen
        .into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|e| e.to_string())?;
    let mut problem = Problem {
        id: number.to_string(),
        chess,
        best: Vec::new(),
        avoid: Vec::new(),
    };
    // Move counters, in files with whole FENs.
    let is_counter = |word: &&&str| word.parse::<i64>().is_ok() || **word == "-";
    let counters = rest.iter().take_while(is_counter).count();
    for operation in rest[counters..].join(" ").split(';') {
        let (name, value) = operation
            .trim()
            .split_once(char::is_whitespace)
            .unwrap_or_default();
        match name {
            "id" => {
                let name = value.trim_matches(|c: char| c == '"' || c.is_whitespace());
                // It is shown on a terminal.
                problem.id = name.chars().filter(|c| !c.is_control()).collect();
            }
            "bm" | "am" => {
                // Some files have spaces in other encodings here.
                let is_between = |c: char| !c.is_ascii_graphic() || c == ',';
                for text in value.split(is_between).filter(|text| !text.is_empty()) {
                    let m = read_move(&problem.chess, text)
                        .ok_or_else(|| format!("{name} {text}: no such move"))?;
                    let list = match name {
                        "bm" => &mut problem.best,
                        _ => &mut problem.avoid,
                    };
                    list.push(m);
                }
            }
            _ => {}
        }
    }
    if problem.best.is_empty() && problem.avoid.is_empty() {
        return Err("neither bm nor am".to_owned());
    }
    Ok(problem)
}

fn read_move(chess: &Chess, text: &str) -> Option<Move> {
    let text = text.trim_end_matches(['!', '?']).replace("0-0", "O-O");
    let text = text.replace("O-0", "O-O");
    let san = San::from_ascii(text.as_bytes()).ok()?;
    let m = san.to_move(chess).ok()?;
    m.to_uci(CastlingMode::Standard).to_string().parse().ok()
}

/// What searches for the best move.
enum Solver {
    BuiltIn(Box<Search>),
    Engine(Box<EngineProcesses>),
}

/// The result of a search.
struct Found {
    best: Option<Move>,
    depth: u32,
    nodes: u64,
}

impl Solver {
    fn name(&self) -> &str {
        match self {
            Solver::BuiltIn(_) => "built-in",
            Solver::Engine(pool) => pool.name(),
        }
    }

    fn solve(&mut self, problem: &Problem, time: Duration) -> Result<Found, Failure> {
        let fen = problem.fen();
        match self {
            Solver::BuiltIn(search) => {
                let position: Position = fen.parse().map_err(|e| Failure::Work(format!("{e}")))?;
                let board = FastBoard::new(&position);
                let began = Instant::now();
                let before = search.nodes();
                let found = search.best_move(&board, MOST_DEPTH, &mut |_| began.elapsed() >= time);
                Ok(Found {
                    best: found.best,
                    depth: found.depth,
                    nodes: search.nodes() - before,
                })
            }
            Solver::Engine(pool) => {
                let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
                let task = UciTask {
                    fen,
                    moves: Vec::new(),
                    limit: UciLimit::MoveTime(ms),
                };
                let mut answers = pool
                    .answer(&[task], &mut Budget::unlimited())
                    .map_err(|e| Failure::Work(e.to_string()))?;
                match answers.pop().flatten() {
                    Some(answer) => Ok(Found {
                        best: answer.best,
                        depth: answer.depth,
                        nodes: answer.nodes,
                    }),
                    // An engine that was restarted continues with the next problem.
                    None if pool.has_given_up() => {
                        Err(Failure::Work(pool.note().unwrap_or_default()))
                    }
                    None => Ok(Found {
                        best: None,
                        depth: 0,
                        nodes: 0,
                    }),
                }
            }
        }
    }
}

/// The results for one file.
#[derive(Default)]
struct FileResult {
    solved: usize,
    total: usize,
    /// Sum of the depths.
    depth: u64,
    nodes: u64,
    time: Duration,
    failed: Vec<(String, String)>,
    unreadable: Vec<String>,
}

impl FileResult {
    fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }

    fn mean_depth(&self) -> f64 {
        self.depth as f64 / self.total.max(1) as f64
    }
}

/// Solves the problems; false when a line cannot be read.
///
/// # Errors
///
/// If a file cannot be read, or the engine fails.
pub fn run(options: &Options) -> Result<bool, Failure> {
    let mut solver = match options.engine.program()? {
        None => Solver::BuiltIn(Box::new(Search::large())),
        Some(program) => {
            let patience = Patience {
                answer: Duration::from_secs(60).saturating_add(options.time),
                ..Patience::default()
            };
            let mut pool = EngineProcesses::new(program, 1, patience);
            pool.greet().map_err(Failure::Work)?;
            Solver::Engine(Box::new(pool))
        }
    };
    let progress = Progress::new("problems", None);
    let mut results = Vec::new();
    for file in &options.files {
        let bytes = record_files::read(file).map_err(|e| Failure::at(file, e))?;
        let text = String::from_utf8_lossy(&bytes);
        let mut result = FileResult::default();
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let problem = match read_problem(line, i + 1) {
                Ok(problem) => problem,
                Err(why) => {
                    result.unreadable.push(format!("line {}: {why}", i + 1));
                    continue;
                }
            };
            let began = Instant::now();
            let found = solver.solve(&problem, options.time)?;
            result.time += began.elapsed();
            result.total += 1;
            result.nodes += found.nodes;
            result.depth += u64::from(found.depth);
            if problem.is_solved_by(found.best) {
                result.solved += 1;
            } else {
                let made = found
                    .best
                    .map_or_else(|| "pass".to_owned(), |m| m.to_string());
                result.failed.push((problem.id, made));
            }
            progress.add();
        }
        if result.total == 0 && result.unreadable.is_empty() {
            result.unreadable.push("no problems there".to_owned());
        }
        results.push((shown(file), result));
    }
    progress.finish();
    options.output.print(
        || as_text(options, solver.name(), &results),
        || as_json(options, solver.name(), &results),
    )?;
    Ok(results
        .iter()
        .all(|(_, result)| result.unreadable.is_empty()))
}

fn as_text(options: &Options, name: &str, results: &[(String, FileResult)]) -> String {
    let mut out = format!("{name}, {} s a problem\n", options.time.as_secs_f64());
    for (file, result) in results {
        out.push_str(&format!(
            "{file}: {} of {} solved, mean depth {:.1}, {:.2} million nodes a second\n",
            result.solved,
            result.total,
            result.mean_depth(),
            result.nodes_per_second() / 1e6,
        ));
        for (id, made) in &result.failed {
            out.push_str(&format!("  {id}: {made}\n"));
        }
        for problem in &result.unreadable {
            out.push_str(&format!("  unreadable: {problem}\n"));
        }
    }
    out
}

fn as_json(options: &Options, name: &str, results: &[(String, FileResult)]) -> String {
    let files: Vec<Value> = results
        .iter()
        .map(|(file, result)| {
            let failed: Vec<Value> = result
                .failed
                .iter()
                .map(|(id, made)| json!({ "id": id, "move": made }))
                .collect();
            json!({
                "file": file,
                "solved": result.solved,
                "problems": result.total,
                "failed": failed,
                "unreadable": result.unreadable,
                "meanDepth": result.mean_depth(),
                "nodesPerSecond": result.nodes_per_second(),
            })
        })
        .collect();
    let seconds = options.time.as_secs_f64();
    let result = json!({ "solver": name, "secondsPerProblem": seconds, "files": files });
    result.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_read_as_files_have_them() {
        let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01 \";";
        let problem = read_problem(line, 7).expect("a problem");
        assert_eq!(problem.id, "BK.01");
        assert!(problem.is_solved_by("d6d1".parse().ok()));
        assert!(!problem.is_solved_by("d6d2".parse().ok()) && !problem.is_solved_by(None));

        // Counters, odd ones, an impossible en passant square, no name, and moves to avoid.
        let line = "4k2r/8/8/8/8/8/8/4K2R b Kk e3 - -1 am 0-0, Rxh1+!\u{fffd};";
        let problem = read_problem(line, 7).expect("a problem");
        assert_eq!(problem.id, "7");
        assert!(!problem.is_solved_by("e8g8".parse().ok()));
        assert!(!problem.is_solved_by("h8h1".parse().ok()));
        assert!(problem.is_solved_by("e8e7".parse().ok()));
    }

    #[test]
    fn what_is_no_problem_is_told() {
        for line in [
            "",
            "8/8 w - -",
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Qh5;",
            "4k3/8/8/8/8/8/8/8 w - - bm Qh5;",
        ] {
            assert!(read_problem(line, 1).is_err(), "{line}");
        }
    }
}
