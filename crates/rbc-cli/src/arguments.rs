//! Reading option values.

use std::{ffi::OsString, fmt::Display, path::PathBuf, str::FromStr, time::Duration};

use rbc_belief::InformationSet;

use crate::{Failure, players, terminal::printable};

/// The value of option `name` as a number (or anything else that a text can be read as).
pub fn value<T: FromStr<Err: Display>>(name: &str, text: &OsString) -> Result<T, Failure> {
    let text = text.to_string_lossy();
    let said = |reason: String| match &*reason {
        // What Rust says of whole numbers.
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "not a whole number from 0".to_owned()
        }
        "number too large to fit in target type" => "too large a number".to_owned(),
        _ => reason,
    };
    text.parse().map_err(|e: T::Err| {
        Failure::Usage(format!(
            "--{name} {}: {}",
            printable(&text),
            said(e.to_string())
        ))
    })
}

/// The value of option `name`, which must be at least 1.
pub fn positive<T>(name: &str, text: &OsString) -> Result<T, Failure>
where
    T: FromStr<Err: Display> + PartialOrd + From<u8>,
{
    let number: T = value(name, text)?;
    if number < T::from(1) {
        return Err(Failure::Usage(format!("--{name}: must be at least 1")));
    }
    Ok(number)
}

/// The value of option `name` as a path. An empty one, as of a shell's variable that is not set, names nothing.
pub fn path(name: &str, text: OsString) -> Result<PathBuf, Failure> {
    if text.is_empty() {
        return Err(Failure::Usage(format!("--{name}: an empty path")));
    }
    Ok(PathBuf::from(text))
}

/// The value of option `name` as a time in seconds, more than none.
pub fn seconds(name: &str, text: &OsString) -> Result<Duration, Failure> {
    let seconds: f64 = value(name, text)?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(Failure::Usage(format!(
            "--{name} {}: must be a number of seconds above 0, and below 10^19",
            printable(&text.to_string_lossy())
        ))),
    }
}

/// The value of `--temperature`.
pub fn temperature(text: &OsString) -> Result<f64, Failure> {
    players::temperature(&text.to_string_lossy())
        .map_err(|why| Failure::Usage(format!("--temperature {why}")))
}

/// The same failure; where the command line is wrong it says which help tells more.
pub fn with_help_of(command: &str) -> impl Fn(Failure) -> Failure {
    move |failure| match failure {
        Failure::Usage(reason) => {
            Failure::Usage(format!("{reason} (see 'outpost {command} --help')"))
        }
        work @ Failure::Work(_) => work,
    }
}

/// The value of option `name` as a number of boards that a set may hold.
pub fn set_cap(name: &str, text: &OsString) -> Result<usize, Failure> {
    let cap: usize = value(name, text)?;
    if cap < InformationSet::MIN_CAP {
        return Err(Failure::Usage(format!(
            "--{name} {cap}: must be at least {}; fewer boards are no sample",
            InformationSet::MIN_CAP
        )));
    }
    Ok(cap)
}

/// Threads at most: more than any machine has, and as many as can be started.
pub const MOST_THREADS: usize = 512;

/// The value of option `name` as a number of threads.
pub fn threads(name: &str, text: &OsString) -> Result<usize, Failure> {
    let threads: u32 = positive(name, text)?;
    let threads = threads as usize;
    if threads > MOST_THREADS {
        return Err(Failure::Usage(format!(
            "--{name} {threads}: must be at most {MOST_THREADS}"
        )));
    }
    Ok(threads)
}
