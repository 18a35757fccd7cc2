//! The program `outpost`: what the engine does, without a browser.
//!
//! `main` picks a command and turns its outcome into an exit code: 0 when all is well, 1 when
//! something was found to be wrong (a mismatch, an unreadable record), 2 when the command line is.

// Tests say what they skip.
#![cfg_attr(test, allow(clippy::disallowed_macros))]

mod arguments;
mod bench;
mod bot;
mod bradley_terry;
mod chart;
mod dataset;
mod decisions;
mod durable_files;
mod engine_pool;
mod evaluate;
mod experiment;
mod experiments;
mod hash;
mod json_lines;
mod link;
mod model_card;
mod play_match;
mod players;
mod playing;
mod progress;
mod record_files;
mod rules;
mod set_sizes;
mod solve;
mod statistics;
mod stats;
mod tally;
mod terminal;
mod text_table;
mod thinking_time;
mod tournament;
mod tournament_folder;
mod verify;
mod weigh;

use std::{io, path::Path, process::ExitCode};

use terminal::{print, shown, tell};

/// Why a command did not do its work.
#[derive(Debug)]
enum Failure {
    /// The command line is wrong; the text says how.
    Usage(String),
    /// The work could not be done.
    Work(String),
}

impl Failure {
    /// What went wrong with a file or folder.
    fn at(path: &Path, error: impl std::fmt::Display) -> Failure {
        Failure::Work(format!("{}: {error}", shown(path)))
    }

    /// The same failure, with the place where it happened before its text.
    fn context(self, place: &str) -> Failure {
        match self {
            Failure::Usage(reason) => Failure::Usage(format!("{place}: {reason}")),
            Failure::Work(reason) => Failure::Work(format!("{place}: {reason}")),
        }
    }
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Work(error.to_string())
    }
}

/// One command of the program.
struct Command {
    name: &'static str,
    summary: &'static str,
    help: fn() -> String,
    /// Does the work; false when something was found to be wrong.
    run: fn(&mut lexopt::Parser) -> Result<bool, Failure>,
}

const COMMANDS: &[Command] = &[
    verify::COMMAND,
    stats::COMMAND,
    play_match::COMMAND,
    bot::COMMAND,
    tournament::COMMAND,
    experiment::COMMAND,
    dataset::COMMAND,
    weigh::COMMAND,
    link::COMMAND,
    rules::COMMAND,
    evaluate::COMMAND,
    solve::COMMAND,
    bench::COMMAND,
];

fn overview() -> String {
    let mut text = String::from(
        "outpost - Reconnaissance Blind Chess: rules, records and players\n\n\
         Usage: outpost COMMAND [OPTIONS]\n\nCommands:\n",
    );
    for command in COMMANDS {
        text.push_str(&format!("  {:<11} {}\n", command.name, command.summary));
    }
    text.push_str(
        "\nOptions:\n  -h, --help     show this, or the help of a command\n  \
         -V, --version  show the version\n",
    );
    text
}

fn run() -> Result<bool, Failure> {
    let mut parser = lexopt::Parser::from_env();
    let name = match parser.next()? {
        Some(lexopt::Arg::Short('h') | lexopt::Arg::Long("help")) => {
            print(&overview())?;
            return Ok(true);
        }
        Some(lexopt::Arg::Short('V') | lexopt::Arg::Long("version")) => {
            print(concat!("outpost ", env!("CARGO_PKG_VERSION"), "\n"))?;
            return Ok(true);
        }
        Some(lexopt::Arg::Value(name)) => name.to_string_lossy().into_owned(),
        Some(other) => return Err(other.unexpected().into()),
        None => {
            let text = format!("a command is missing\n\n{}", overview().trim_end());
            return Err(Failure::Usage(text));
        }
    };
    let Some(command) = COMMANDS.iter().find(|c| c.name == name) else {
        let known: Vec<&str> = COMMANDS.iter().map(|c| c.name).collect();
        return Err(Failure::Usage(format!(
            "unknown command {name:?}; the commands are {}",
            known.join(", ")
        )));
    };
    // Help is asked for anywhere on the line, also beside other mistakes.
    let asks_for_help = parser
        .try_raw_args()
        .is_some_and(|args| args.as_slice().iter().any(|a| a == "--help" || a == "-h"));
    if asks_for_help {
        print(&(command.help)())?;
        return Ok(true);
    }
    (command.run)(&mut parser).map_err(arguments::with_help_of(command.name))
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(Failure::Work(reason)) => {
            tell(&format!("outpost: {reason}"));
            ExitCode::FAILURE
        }
        Err(Failure::Usage(reason)) => {
            tell(&format!("outpost: {reason}"));
            if !reason.contains("--help'") {
                tell("Try 'outpost --help'.");
            }
            ExitCode::from(2)
        }
    }
}
