//! `outpost bench`: times information sets on this machine.

mod report;
mod timing;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use rbc_belief::{InformationSet, PackedBoard, PositionsError};
use rbc_rules::{Color, Position};

use self::{
    report::Report,
    timing::{Bench, walk},
};
use crate::{
    Failure,
    option_values::whole,
    progress::Progress,
    record_files,
    shared_options::{OutputOption, PoolOption},
    terminal::shown,
};

/// Default maximum of boards after an expansion.
const DEFAULT_LARGEST: usize = 2_000_000;

/// Boards after the first expansion.
const SMALLEST: usize = 21;

/// Time information sets on this machine
///
/// The sets are what Black holds possible while White opens the game and Black never senses: the same on
/// every machine. Everything is repeated for --seconds, at least three times; the fastest run and the
/// median are shown.
///
/// Expansion is every move of an opponent who captures nothing, without duplicates. Survey is what each of
/// the 64 senses would leave (HSUC), marginals, entropies and expected sizes, exact over all boards;
/// weighted, the same with a weight for each board. Sense is filtering by what the best window shows.
///
/// Thinned sets are samples of the largest one: a share of its boards with nearly all of their variety,
/// which is harder than a set of that size from a game.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Options {
    /// Expand to at most so many boards
    ///
    /// From 21 to 10000000, which takes half a GB of memory.
    #[arg(long, value_name = "BOARDS", default_value_t = DEFAULT_LARGEST, value_parser = largest, conflicts_with = "boards")]
    largest: usize,

    #[command(flatten)]
    threads: PoolOption,

    /// Seconds to repeat each thing
    #[arg(long, value_name = "SECONDS", default_value = "0.5", value_parser = repeat_for)]
    seconds: Duration,

    /// Time only the set of the boards in FILE, a FEN per line
    ///
    /// The opponent is to move, and the boards agree in the pieces of the side that is not to move.
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,

    /// Only measure the memory of the largest set, which is quick
    #[arg(long, conflicts_with = "boards")]
    memory: bool,

    #[command(flatten)]
    output: OutputOption,
}

fn largest(text: &str) -> Result<usize, String> {
    let most = InformationSet::DEFAULT_CAP;
    match whole(text)? {
        boards if (SMALLEST..=most).contains(&boards) => Ok(boards),
        _ => Err(format!("must be {SMALLEST} to {most}")),
    }
}

/// Reads a time in seconds, which may be 0.
fn repeat_for(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().map(Duration::try_from_secs_f64);
    time.and_then(Result::ok)
        .ok_or_else(|| "must be a number of seconds from 0".to_owned())
}

/// Measures, and prints the report.
///
/// # Errors
///
/// If the boards of a file do not form a set.
pub fn run(options: &Options) -> Result<bool, Failure> {
    let set = options.boards.as_deref().map(read_boards).transpose()?;
    let pool = options.threads.pool()?;
    // Everything runs in the pool: each call from outside would be handed over.
    let report = pool.install(|| {
        let bench = Bench {
            time: options.seconds,
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
    options
        .output
        .print(|| report.as_text(), || report.as_json().to_string())?;
    Ok(true)
}

/// Reads the set of the boards in `path`.
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Reads a file with these boards.
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
}
