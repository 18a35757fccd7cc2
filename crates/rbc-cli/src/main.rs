//! The program `outpost`: what the engine does, without a browser.
//!
//! Each command is a module of [`commands`], with its options and its work. Options that commands share are in
//! [`shared_options`]; [`command_line`] parses them and reports mistakes.
//!
//! The exit code is 0 on success, 1 if the command failed or found a mistake in its input (a mismatch, an unreadable
//! record), and 2 if the command line is wrong.

// Tests say what they skip.
#![cfg_attr(test, allow(clippy::disallowed_macros))]

mod chart;
mod clock;
mod command_line;
mod commands;
mod csv;
mod dataset_split;
mod decisions;
mod durable_files;
mod engine_processes;
mod failure;
mod json_lines;
mod minimise;
mod model_card;
mod network_file;
mod numbers;
mod option_values;
mod players;
mod progress;
mod record_files;
mod set_size_summary;
mod set_sizes;
mod shard_file;
mod sharding;
mod shared_options;
mod tally;
mod terminal;
mod text_table;
mod timed_game;
mod tournament_folder;
mod workers;

use std::{env, ffi::OsString, process::ExitCode};

use failure::Failure;
use terminal::tell;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().collect();
    match command_line::run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(Failure::Work(reason)) => {
            tell(&format!("outpost: {reason}"));
            ExitCode::FAILURE
        }
        Err(Failure::Usage(reason)) => {
            let help = command_line::help_for(&arguments);
            tell(&format!(
                "outpost: {reason}\n\nFor more information, try '{help}'."
            ));
            ExitCode::from(2)
        }
    }
}
