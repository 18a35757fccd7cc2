//! The error type of the commands.

use std::{fmt::Display, io, path::Path};

use crate::terminal::shown;

/// Why a command did not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong; the text says how.
    Usage(String),
    /// The work could not be done.
    Work(String),
}

impl Failure {
    /// Reports an error about a file or folder.
    pub fn at(path: &Path, error: impl Display) -> Failure {
        Failure::Work(format!("{}: {error}", shown(path)))
    }

    /// Puts the place of the failure before its text.
    pub fn context(self, place: &str) -> Failure {
        match self {
            Failure::Usage(reason) => Failure::Usage(format!("{place}: {reason}")),
            Failure::Work(reason) => Failure::Work(format!("{place}: {reason}")),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Work(error.to_string())
    }
}
