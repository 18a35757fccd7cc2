//! `outpost evaluate`: scores every request on a known board.

use std::time::Duration;

use clap::Args;
use rbc_agents::{BuiltIn, DECIDED, EngineEvaluator, Evaluator, FastBoard, KING_SCORE, Question};
use rbc_rules::{Move, Position};
use serde_json::json;

use crate::{
    Failure,
    clock::for_time,
    engine_processes::{EngineProcesses, Patience},
    option_values::{positive, seconds, whole},
    shared_options::{EngineOption, OutputOption},
    terminal::tell,
};

/// Plies beyond the move, without a limit and at most.
const DEPTH: u32 = 4;
const MOST_DEPTH: u32 = 40;

/// Score every request on a known board
///
/// Scores are centipawns for the side to move under the rules of RBC: check does not bind, and a side may
/// pass. The search deepens until a limit is reached and completes each depth.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Options {
    /// The board, with or without quotes
    #[arg(value_name = "FEN", required = true)]
    fen: Vec<String>,

    /// Plies to search beyond the move [default: 4, or as many as the other limits allow]
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    depth: Option<u32>,

    /// Start no further depth after N nodes
    #[arg(long, value_name = "N", value_parser = positive::<u64>)]
    nodes: Option<u64>,

    /// Start no further depth after so many seconds; stop a chess engine then
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    #[command(flatten)]
    engine: EngineOption,

    #[command(flatten)]
    output: OutputOption,
}

impl Options {
    fn depth(&self) -> u32 {
        let limited = self.nodes.is_some() || self.time.is_some();
        let most = if limited { MOST_DEPTH } else { DEPTH };
        self.depth.unwrap_or(most).min(MOST_DEPTH)
    }
}

/// The last completed depth.
struct Found {
    depth: u32,
    scores: Vec<i32>,
    nodes: u64,
}

/// Prints the scores.
///
/// # Errors
///
/// If the FEN is no position, or the engine fails.
pub fn run(options: &Options) -> Result<bool, Failure> {
    let position: Position = options
        .fen
        .join(" ")
        .parse()
        .map_err(|e| Failure::Usage(format!("FEN: {e}")))?;
    let mut evaluator: Box<dyn Evaluator> = match options.engine.program()? {
        None => Box::new(BuiltIn),
        Some(program) => {
            let mut pool = EngineProcesses::new(program, 1, Patience::default());
            pool.greet().map_err(Failure::Work)?;
            Box::new(EngineEvaluator::new(pool))
        }
    };
    let own = position.own_side(position.turn());
    let requests: Vec<Option<Move>> = own
        .requests()
        .into_iter()
        // A promotion by capture is also listed without the piece.
        .filter(|m| own.with_promotion(*m) == *m)
        .map(Some)
        .chain([None])
        .collect();
    let taken: Vec<Option<Move>> = requests
        .iter()
        .map(|request| request.and_then(|m| position.taken_move(m)))
        .collect();
    let mut moves = taken.clone();
    moves.sort_unstable();
    moves.dedup();
    let question = Question {
        board: FastBoard::new(&position),
        moves,
    };
    let found = deepen(&mut *evaluator, &question, options)?;
    let mut table: Vec<(Option<Move>, Option<Move>, i32)> = requests
        .iter()
        .zip(&taken)
        .filter_map(|(request, taken)| {
            let at = question.moves.binary_search(taken).ok()?;
            Some((*request, *taken, *found.scores.get(at)?))
        })
        .collect();
    table.sort_by_key(|(_, _, score)| -score);
    if let Some(note) = evaluator.note() {
        tell(&format!("outpost: {note}"));
    }
    options.output.print(
        || as_text(evaluator.name(), &found, &table),
        || as_json(&position, evaluator.name(), &found, &table),
    )?;
    Ok(true)
}

fn deepen(
    evaluator: &mut dyn Evaluator,
    question: &Question,
    options: &Options,
) -> Result<Found, Failure> {
    let questions = std::slice::from_ref(question);
    let mut budget = for_time(options.nodes, options.time.unwrap_or(Duration::MAX));
    let mut found: Option<Found> = None;
    for depth in 0..=options.depth() {
        let answers = evaluator
            .answer(questions, depth, &mut budget)
            .map_err(|e| Failure::Work(e.to_string()))?;
        let Some(answer) = answers.into_iter().next() else {
            break;
        };
        found = Some(Found {
            depth,
            scores: answer.scores,
            nodes: budget.spent(),
        });
        if budget.should_stop() != Ok(false) {
            break;
        }
    }
    found.ok_or_else(|| Failure::Work("no depth was completed in time: raise --time".to_owned()))
}

/// Returns the ply on which a king is captured, negative for the own one; 0 if none is.
fn king_falls(score: i32) -> i32 {
    if score.abs() > DECIDED {
        (KING_SCORE - score.abs() + 1) * score.signum()
    } else {
        0
    }
}

fn text(m: Option<Move>) -> String {
    m.map_or_else(|| "pass".to_owned(), |m| m.to_string())
}

fn as_text(name: &str, found: &Found, table: &[(Option<Move>, Option<Move>, i32)]) -> String {
    let mut out = format!(
        "{name}, {} plies beyond the move, {} nodes\n",
        found.depth, found.nodes
    );
    for (request, taken, score) in table {
        let becomes = match (request, taken) {
            (Some(_), None) => ", comes to nothing".to_owned(),
            (Some(m), Some(taken)) if m != taken => format!(", taken as {taken}"),
            _ => String::new(),
        };
        let plies = king_falls(*score);
        let score = match plies.signum() {
            0 => format!("{:+.2}", f64::from(*score) / 100.0),
            1 => format!("captures the king on ply {plies}"),
            _ => format!("loses the king on ply {}", -plies),
        };
        out.push_str(&format!("  {:<6} {score}{becomes}\n", text(*request)));
    }
    out
}

fn as_json(
    position: &Position,
    name: &str,
    found: &Found,
    table: &[(Option<Move>, Option<Move>, i32)],
) -> String {
    let requests: Vec<serde_json::Value> = table
        .iter()
        .map(|(request, taken, score)| {
            json!({
                "request": request.map(|m| m.to_string()),
                "taken": taken.map(|m| m.to_string()),
                "score": score,
                "kingFallsOnPly": king_falls(*score),
            })
        })
        .collect();
    let result = json!({
        "fen": position.fen(),
        "evaluator": name,
        "depth": found.depth,
        "nodes": found.nodes,
        "requests": requests,
    });
    result.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_counted_from_one() {
        assert_eq!(king_falls(KING_SCORE), 1);
        assert_eq!(king_falls(1 - KING_SCORE), -2);
        assert_eq!(king_falls(KING_SCORE - 2), 3);
        assert_eq!(king_falls(900), 0);
    }
}
