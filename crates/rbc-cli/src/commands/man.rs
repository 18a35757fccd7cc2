//! `outpost man`: manual pages, for those who package the program.

use std::path::PathBuf;

use clap::{Args, Command};

use crate::Failure;

/// Write the manual pages into a folder, one for the program and one for each command
///
/// man -l FOLDER/outpost.1 shows the first of them.
#[derive(Args, Debug)]
#[command(hide = true, verbatim_doc_comment)]
pub struct Options {
    /// The folder, which must exist
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// Writes the pages for the command line of `parser`.
///
/// # Errors
///
/// If they cannot be written.
pub fn run(options: &Options, parser: Command) -> Result<bool, Failure> {
    clap_mangen::generate_to(parser, &options.folder)
        .map_err(|error| Failure::at(&options.folder, error))?;
    Ok(true)
}
