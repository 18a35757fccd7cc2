//! `outpost evaluate`: what every request is worth on one board that is known.

use std::{ffi::OsString, time::Duration};

use rbc_agents::{BuiltIn, DECIDED, EngineEvaluator, Evaluator, FastBoard, KING_SCORE, Question};
use rbc_rules::{Move, Position};
use serde_json::json;

use crate::{
    Command, Failure, arguments,
    engine_pool::{EngineProcesses, Patience, find_engine, for_time},
    terminal::{print, print_json, tell},
};

pub const COMMAND: Command = Command {
    name: "evaluate",
    summary: "score every request on a board that is known",
    help,
    run,
};

/// Plies beyond the move when no limit is given, and at most.
const DEPTH: u32 = 4;
const MOST_DEPTH: u32 = 40;

fn help() -> String {
    String::from(
        "outpost evaluate - score every request on a board that is known\n\n\
         Usage: outpost evaluate FEN [OPTIONS]\n\n\
         Scores are centipawns for the side to move under the rules of RBC, where check binds nobody and\n\
         a side may pass. It is looked deeper and deeper until a limit is reached, and each depth is\n\
         looked at to its end.\n\n\
         Options:\n\
         \x20 --depth N     plies beyond the move (default 4, or as far as the other limits allow)\n\
         \x20 --nodes N     begin no depth after so many positions\n\
         \x20 --time S      begin no depth after so many seconds; a chess engine is stopped then\n\
         \x20 --uci PATH    ask this chess engine; the word stockfish means STOCKFISH_EXECUTABLE, or the\n\
         \x20               one that is installed\n\
         \x20 --json        print one JSON object\n\
         \x20 -h, --help    show this\n",
    )
}

struct Options {
    fen: String,
    depth: u32,
    nodes: Option<u64>,
    time: Duration,
    engine: Option<OsString>,
    json: bool,
}

fn read_options(parser: &mut lexopt::Parser) -> Result<Options, Failure> {
    let mut words: Vec<String> = Vec::new();
    let (mut depth, mut nodes, mut time, mut engine, mut json) = (None, None, None, None, false);
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Value(text) => words.push(text.to_string_lossy().into_owned()),
            lexopt::Arg::Long("depth") => {
                depth = Some(arguments::value("depth", &parser.value()?)?)
            }
            lexopt::Arg::Long("nodes") => {
                nodes = Some(arguments::positive("nodes", &parser.value()?)?);
            }
            lexopt::Arg::Long("time") => time = Some(arguments::seconds("time", &parser.value()?)?),
            lexopt::Arg::Long("uci") => engine = Some(parser.value()?),
            lexopt::Arg::Long("json") => json = true,
            other => return Err(other.unexpected().into()),
        }
    }
    if words.is_empty() {
        return Err(Failure::Usage("FEN is missing".to_owned()));
    }
    let limited = nodes.is_some() || time.is_some();
    let most = if limited { MOST_DEPTH } else { DEPTH };
    Ok(Options {
        // With or without quotes.
        fen: words.join(" "),
        depth: depth.unwrap_or(most).min(MOST_DEPTH),
        nodes,
        time: time.unwrap_or(Duration::MAX),
        engine,
        json,
    })
}

/// The last depth that was looked at.
struct Found {
    depth: u32,
    scores: Vec<i32>,
    nodes: u64,
}

fn run(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let options = read_options(parser)?;
    let position: Position = options
        .fen
        .parse()
        .map_err(|e| Failure::Usage(format!("FEN: {e}")))?;
    let mut evaluator: Box<dyn Evaluator> = match &options.engine {
        None => Box::new(BuiltIn),
        Some(text) => {
            let program = find_engine("uci", text)?;
            let mut pool = EngineProcesses::new(program, 1, Patience::default());
            pool.greet().map_err(Failure::Work)?;
            Box::new(EngineEvaluator::new(pool))
        }
    };
    let own = position.own_side(position.turn());
    let requests: Vec<Option<Move>> = own
        .requests()
        .into_iter()
        // A promotion by capture is also listed without its piece.
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
    let found = deepen(&mut *evaluator, &question, &options)?;
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
    if options.json {
        print_json(&as_json(&position, evaluator.name(), &found, &table))?;
    } else {
        print(&as_text(evaluator.name(), &found, &table))?;
    }
    Ok(true)
}

fn deepen(
    evaluator: &mut dyn Evaluator,
    question: &Question,
    options: &Options,
) -> Result<Found, Failure> {
    let questions = std::slice::from_ref(question);
    let mut budget = for_time(options.nodes, options.time);
    let mut found: Option<Found> = None;
    for depth in 0..=options.depth {
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
    found.ok_or_else(|| Failure::Work("no time for anything: raise --time".to_owned()))
}

/// After how many plies a king falls, negative when it is the own one; 0 when none does.
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
    format!("{result}\n")
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
