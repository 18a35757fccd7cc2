//! `outpost man`: manual pages, for those who package the program.

use std::{
    io,
    path::{Path, PathBuf},
};

use clap::{Args, Command};
use clap_mangen::Man;

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

    /// The day that the pages bear
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: String,
}

/// Writes the pages for the command line of `parser`.
///
/// # Errors
///
/// If they cannot be written.
pub fn run(options: &Options, parser: Command) -> Result<bool, Failure> {
    let mut parser = parser.disable_help_subcommand(true);
    parser.build();
    write_pages(&parser, &options.folder, &options.date)
        .map_err(|error| Failure::at(&options.folder, error))?;
    Ok(true)
}

/// Writes the page of a command and those of its commands.
///
/// Not by `clap_mangen::generate_to`: without a date and a version, readers of pages take one field of the heading for another.
fn write_pages(command: &Command, folder: &Path, date: &str) -> io::Result<()> {
    for inner in command.get_subcommands().filter(|each| !each.is_hide_set()) {
        write_pages(inner, folder, date)?;
    }
    Man::new(command.clone())
        .date(date)
        .source(concat!("outpost ", env!("CARGO_PKG_VERSION")))
        .manual("Outpost")
        .generate_to(folder)?;
    Ok(())
}
