//! Parses values of options. Errors complete the message "invalid value 'x' for '--option <VALUE>': …".

use std::{ffi::OsStr, fmt::Display, str::FromStr, time::Duration};

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use rbc_belief::InformationSet;

use crate::players::all_players;

/// Parses a whole number.
///
/// # Errors
///
/// A text that says what is wrong.
pub fn whole<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|e: T::Err| match &*e.to_string() {
        "number too large to fit in target type" => "the number is too large".to_owned(),
        _ => "not a whole number from 0".to_owned(),
    })
}

/// Parses a whole number of at least 1.
///
/// # Errors
///
/// If it is not one.
pub fn positive<T: FromStr<Err: Display> + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    match whole(text)? {
        number if number < T::from(1) => Err("must be at least 1".to_owned()),
        number => Ok(number),
    }
}

/// Parses a time in seconds, above 0.
///
/// # Errors
///
/// If it is not one.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().map(Duration::try_from_secs_f64);
    match time {
        Some(Ok(time)) if !time.is_zero() => Ok(time),
        _ => Err("must be a number of seconds above 0 and below 10^19".to_owned()),
    }
}

/// Parses the maximum boards of an information set.
///
/// # Errors
///
/// If it is not a whole number, or too small for a sample.
pub fn set_cap(text: &str) -> Result<usize, String> {
    match whole(text)? {
        cap if cap < InformationSet::MIN_CAP => Err(format!(
            "must be at least {}: fewer boards are not a useful sample",
            InformationSet::MIN_CAP
        )),
        cap => Ok(cap),
    }
}

/// Maximum number of threads: as many as can be started.
pub const MOST_THREADS: usize = 512;

/// Parses a number of threads.
///
/// # Errors
///
/// If it is not a whole number, 0, or too large.
pub fn threads(text: &str) -> Result<usize, String> {
    match positive(text)? {
        threads if threads > MOST_THREADS => Err(format!("must be at most {MOST_THREADS}")),
        threads => Ok(threads),
    }
}

/// Parses the name of a player. The roster checks it, once the network is loaded; the possible values are for shell
/// completions.
#[derive(Clone, Copy)]
pub struct PlayerName;

impl TypedValueParser for PlayerName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let name = StringValueParser::new().parse_ref(command, argument, value)?;
        Ok(name.trim().to_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        Some(Box::new(
            all_players().map(|player| PossibleValue::new(player.name)),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_bounded() {
        assert_eq!(threads("1"), Ok(1));
        assert_eq!(threads("512"), Ok(512));
        for (text, expected) in [
            ("0", "must be at least 1"),
            ("513", "must be at most 512"),
            ("18446744073709551616", "the number is too large"),
            ("-1", "not a whole number from 0"),
            ("", "not a whole number from 0"),
        ] {
            assert_eq!(threads(text), Err(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn times_are_finite_and_above_zero() {
        assert_eq!(seconds("0.05"), Ok(Duration::from_millis(50)));
        for text in ["0", "-1", "1e300", "inf", "NaN", "x", ""] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
