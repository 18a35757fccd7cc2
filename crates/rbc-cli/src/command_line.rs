//! The command line: the commands, and error messages about them.

use std::{ffi::OsString, path::Path};

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::{
    Failure,
    commands::{
        bench, bot, completions, dataset, evaluate, experiment, fit_moves, link, man, r#match,
        merge, puzzles, rules, solve, stats, tournament, verify, weigh,
    },
    shared_options::ShardOptions,
    terminal::{print, shown},
};

/// Reconnaissance Blind Chess: rules, records and players
#[derive(Parser, Debug)]
#[command(
    name = "outpost",
    bin_name = "outpost",
    version,
    arg_required_else_help = false
)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

// There is only one, so its size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Subcommand, Debug)]
enum Command {
    Verify(verify::Options),
    Stats(stats::Options),
    Match(r#match::Options),
    Bot(bot::Options),
    Tournament(tournament::Options),
    Experiment(experiment::Options),
    Merge(merge::Options),
    Dataset(dataset::Options),
    FitMoves(fit_moves::Options),
    Weigh(weigh::Options),
    Puzzles(puzzles::Options),
    Link(link::Options),
    Rules(rules::Options),
    Evaluate(evaluate::Options),
    Solve(solve::Options),
    Bench(bench::Options),
    Completions(completions::Options),
    Man(man::Options),
}

impl Command {
    /// Runs the command; false if it found a mistake in its input.
    fn run(self) -> Result<bool, Failure> {
        match self {
            Command::Verify(options) => verify::run(&options),
            Command::Stats(options) => stats::run(&options),
            Command::Match(options) => r#match::run(&options),
            Command::Bot(options) => bot::run(&options),
            Command::Tournament(options) => tournament::run(&options),
            Command::Experiment(options) => experiment::run(options),
            Command::Merge(options) => merge(&options),
            Command::Dataset(options) => dataset::run(&options),
            Command::FitMoves(options) => fit_moves::run(&options),
            Command::Weigh(options) => weigh::run(&options),
            Command::Puzzles(options) => puzzles::run(&options),
            Command::Link(options) => link::run(options),
            Command::Rules(options) => rules::run(&options),
            Command::Evaluate(options) => evaluate::run(&options),
            Command::Solve(options) => solve::run(&options),
            Command::Bench(options) => bench::run(&options),
            Command::Completions(options) => completions::run(&options, parser()),
            Command::Man(options) => man::run(&options, parser()),
        }
    }
}

impl Command {
    /// Returns the options of a command whose work can be split.
    const fn shards(&mut self) -> Option<&mut ShardOptions> {
        match self {
            Command::Verify(options) => Some(&mut options.shards),
            Command::Stats(options) => Some(&mut options.shards),
            Command::Match(options) => Some(&mut options.shards),
            Command::Tournament(options) => Some(&mut options.shards),
            Command::Experiment(options) => Some(&mut options.shards),
            Command::Dataset(options) => Some(&mut options.shards),
            Command::Weigh(options) => Some(&mut options.shards),
            Command::Puzzles(options) => Some(&mut options.shards),
            _ => None,
        }
    }
}

/// Runs the command of some shards with what they found.
fn merge(options: &merge::Options) -> Result<bool, Failure> {
    let (line, found) = options.open()?;
    let mut command = parse(&line)
        .map_err(|error| {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            let words: Vec<String> = line.iter().map(|word| shown(word.as_ref())).collect();
            Failure::Work(format!("the shards are of '{}': {first}", words.join(" ")))
        })?
        .command;
    match command.shards() {
        Some(shards) => shards.merge(found),
        None => {
            return Err(Failure::Work(
                "the shards are of no such command".to_owned(),
            ));
        }
    }
    command.run()
}

/// Parses the command line and runs the command; false if it found a mistake in its input.
///
/// # Errors
///
/// If the line is wrong, or the command fails.
pub fn run(arguments: &[OsString]) -> Result<bool, Failure> {
    let error = match parse(arguments) {
        Ok(line) => return line.command.run(),
        Err(error) => error,
    };
    // To clap, help and version are errors.
    if !error.use_stderr() {
        return print(&error.to_string()).map(|()| true);
    }
    // An argument with a line break must not pass for a message of its own, so parse again with escaped arguments.
    let escaped = |argument: &OsString| match argument.is_empty() {
        true => OsString::new(),
        false => shown(Path::new(argument)).into(),
    };
    let escaped: Vec<OsString> = arguments.iter().map(escaped).collect();
    let text = parse(&escaped).err().unwrap_or(error).to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    // `main` points to the help of the command.
    let text = text.split("\nFor more information").next();
    Err(Failure::Usage(text.unwrap_or_default().trim().to_owned()))
}

fn parse(arguments: &[OsString]) -> Result<CommandLine, clap::Error> {
    let matches = parser().try_get_matches_from(arguments)?;
    CommandLine::from_arg_matches(&matches)
}

/// Returns the parser of all commands.
fn parser() -> clap::Command {
    lenient(CommandLine::command())
}

/// Lets a repeated option replace its earlier value, and takes -1 for a value, not an option.
fn lenient(command: clap::Command) -> clap::Command {
    let takes_negative = |argument: clap::Arg| {
        let takes_values = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_values)
    };
    command
        .args_override_self(true)
        .mut_args(takes_negative)
        .mut_subcommands(lenient)
}

/// Returns the command that prints the help for this line.
pub fn help_for(arguments: &[OsString]) -> String {
    let parser = parser();
    let command = arguments
        .get(1)
        .and_then(|name| parser.find_subcommand(name));
    match command {
        Some(command) => format!("outpost {} --help", command.get_name()),
        None => "outpost --help".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::error::ErrorKind;

    use super::*;

    #[test]
    fn the_parser_is_consistent() {
        parser().debug_assert();
    }

    /// Splits a line as a shell would, up to a comment, a pipe or a redirection. Quotes are left.
    fn words(line: &str) -> Vec<OsString> {
        let ends = |word: &&str| !word.starts_with(['#', '|', '<', '>']);
        let words = line.split_whitespace().take_while(ends);
        words.map(OsString::from).collect()
    }

    #[test]
    fn documented_commands_are_accepted() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let mut pages = vec![docs.join("../README.md")];
        pages.extend(
            fs::read_dir(docs)
                .expect("there")
                .flatten()
                .map(|entry| entry.path()),
        );
        let mut checked = 0;
        for page in pages
            .iter()
            .filter(|page| page.extension().is_some_and(|e| e == "md"))
        {
            let text = fs::read_to_string(page).expect("a page");
            let code = text.split('`').chain(text.lines());
            for line in code.filter(|code| code.starts_with("outpost ") && code.contains(" --")) {
                let Err(error) = parse(&words(line)) else {
                    checked += 1;
                    continue;
                };
                let is_short = matches!(
                    error.kind(),
                    ErrorKind::MissingRequiredArgument | ErrorKind::DisplayHelp
                );
                assert!(is_short || line.contains("COMMAND"), "{line}: {error}");
            }
        }
        assert!(checked > 20, "{checked}");
    }

    #[test]
    fn an_option_given_again_replaces_the_earlier_value() {
        let twice = "outpost match --white random --black random --seed 1 --seed 2 --json --json";
        let line = parse(&words(twice)).expect("a command");
        assert!(format!("{line:?}").contains("seed: 2"), "{line:?}");
    }
}
