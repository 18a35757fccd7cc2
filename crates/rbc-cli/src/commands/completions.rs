//! `outpost completions`: what a shell needs to complete the command line.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::{Failure, terminal::print};

/// Print a script that completes commands and options in a shell
///
/// bash:  outpost completions bash > ~/.local/share/bash-completion/completions/outpost
/// zsh:   outpost completions zsh > DIR/_outpost   (DIR: a folder of $fpath)
/// fish:  outpost completions fish > ~/.config/fish/completions/outpost.fish
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Options {
    /// The shell
    shell: Shell,
}

/// Prints the script for the command line of `parser`.
///
/// # Errors
///
/// If it cannot be written.
pub fn run(options: &Options, mut parser: Command) -> Result<bool, Failure> {
    let mut script = Vec::new();
    generate(options.shell, &mut parser, "outpost", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(true)
}
