//! Reads game records from files and folders, on all cores and in a fixed order.

use std::{
    convert::Infallible,
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use rayon::prelude::*;
use rbc_rules::{
    GameHistory,
    record::{MAX_BROKEN_LINES, MAX_INFLATED, Records},
};

use crate::{
    Failure,
    terminal::{shown, tell},
    tournament_folder::{BESIDE_GAMES, is_tournament},
};

/// What was found in one file.
pub struct FileFindings<T> {
    /// The name of the file, safe to print.
    pub name: String,
    /// The finding for each record in order, or what is wrong with it (with file and line).
    pub records: Vec<Result<T, String>>,
    /// Why the rest of the file was not read, if so.
    pub given_up: Option<String>,
}

/// Returns the record files that `paths` name: files, and all record files in folders, sorted by name. Of a
/// tournament's folder that is only its games.
///
/// # Errors
///
/// If a path cannot be read, or is a folder without record files: a mistyped folder must not pass as one without
/// mistakes.
pub fn collect(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let before = files.len();
        collect_below(path, &mut files)?;
        if files.len() == before {
            let reason = "no files there that end in .json, .jsonl or .gz";
            return Err(Failure::at(path, reason));
        }
    }
    Ok(files)
}

fn collect_below(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failure = |e: io::Error| Failure::at(path, e);
    if !fs::metadata(path).map_err(failure)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries = fs::read_dir(path)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(failure)?;
    entries.sort_by_key(fs::DirEntry::path);
    let of_tournament = is_tournament(path);
    for entry in entries {
        let path = entry.path();
        let kind = entry.file_type().map_err(failure)?;
        let is_record = path
            .extension()
            .is_some_and(|e| e == "json" || e == "jsonl" || e == "gz");
        if of_tournament && BESIDE_GAMES.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        if kind.is_dir() {
            collect_below(&path, files)?;
            continue;
        }
        let leads_to = fs::metadata(&path);
        if kind.is_symlink() && leads_to.as_ref().is_ok_and(fs::Metadata::is_dir) {
            // A link back to a parent would never end.
            tell(&format!(
                "{}: a link to a folder is not followed",
                shown(&path)
            ));
        } else if is_record && leads_to.is_ok_and(|data| !data.is_file()) {
            tell(&format!("{}: neither a file nor a folder", shown(&path)));
        } else if is_record {
            // A broken link is reported when it is read.
            files.push(path);
        }
    }
    Ok(())
}

/// Reads every record of `files` and hands each game, with its file and line, to `look`.
///
/// The findings come in the order of files and lines, whatever the number of threads.
pub fn look_at_games<T: Send>(
    files: &[PathBuf],
    look: impl Fn(&GameHistory, &str) -> T + Sync,
) -> Vec<FileFindings<T>> {
    files
        .par_iter()
        .map(|file| {
            let name = shown(file);
            let mut records = Vec::new();
            let look = |_, game: &GameHistory, place: &str| look(game, place);
            let mut take = |batch: Batch<T>| {
                records.extend(batch.records);
                Ok(())
            };
            let given_up = look_at_content(&name, read(file), ALL_AT_ONCE, &look, &mut take)
                .unwrap_or_else(|never: Infallible| match never {});
            FileFindings {
                name,
                records,
                given_up,
            }
        })
        .collect()
}

/// Returns what was found in the games that could be read, and the number of records and files that could not: what is
/// wrong with each is told.
pub fn of_readable<T>(looked: Vec<FileFindings<T>>) -> (Vec<T>, usize) {
    let (mut found, mut unreadable) = (Vec::new(), 0);
    for file in looked {
        for result in file
            .records
            .into_iter()
            .chain(file.given_up.into_iter().map(Err))
        {
            match result {
                Ok(one) => found.push(one),
                Err(reason) => {
                    tell(&reason);
                    unreadable += 1;
                }
            }
        }
    }
    (found, unreadable)
}

/// Like [`look_at_games`], for findings that are too large to keep: hands those of a few games at a time to `take`, in
/// order. Returns why files were not read to the end.
///
/// # Errors
///
/// The first error of `take`.
pub fn look_at_games_in_turn<T: Send, E>(
    files: &[PathBuf],
    look: impl Fn(&GameHistory, &str) -> T + Sync,
    mut take: impl FnMut(Vec<Result<T, String>>) -> Result<(), E>,
) -> Result<Vec<String>, E> {
    let mut given_up = Vec::new();
    let look = |_, game: &GameHistory, place: &str| look(game, place);
    let mut take = |batch: Batch<T>| take(batch.records);
    for file in files {
        given_up.extend(look_at_content(
            &shown(file),
            read(file),
            AT_A_TIME,
            &look,
            &mut take,
        )?);
    }
    Ok(given_up)
}

/// What is wrong with an empty file, which must not pass as one without mistakes.
pub const NO_GAMES: &str = "no recorded games there: it is empty";

/// Games whose findings [`look_at_games_in_turn`] keeps at a time.
pub const AT_A_TIME: usize = 32;

/// Lines that [`look_at_games`] reads at a time.
pub const ALL_AT_ONCE: usize = MAX_BROKEN_LINES;

/// What was found in some records of a file.
pub struct Batch<T> {
    /// The number of the first record in its file, from 0.
    pub first: usize,
    /// The findings in order, or what is wrong with a record.
    pub records: Vec<Result<T, String>>,
}

/// Hands the findings of the file `name`, `lines` lines at a time, to `take`; `look` also gets the number of the record in
/// the file. Returns why the rest was not read, if so.
///
/// # Errors
///
/// The first error of `take`.
pub fn look_at_content<T: Send, E>(
    name: &str,
    content: io::Result<Vec<u8>>,
    lines: usize,
    look: &(impl Fn(usize, &GameHistory, &str) -> T + Sync),
    take: &mut impl FnMut(Batch<T>) -> Result<(), E>,
) -> Result<Option<String>, E> {
    let unreadable = |reason: String| Batch {
        first: 0,
        records: vec![Err(format!("{name}: {reason}"))],
    };
    let bytes = match content {
        Ok(bytes) => bytes,
        Err(e) => return take(unreadable(e.to_string())).map(|()| None),
    };
    let records = Records::new(&bytes);
    let mut texts = match records.texts() {
        Ok(texts) => texts,
        Err(e) => return take(unreadable(e.to_string())).map(|()| None),
    };
    let (mut broken, mut first) = (0, 0);
    loop {
        // In batches, as a file of another kind may have millions of lines.
        let batch: Vec<(usize, &[u8])> = texts.by_ref().take(lines).collect();
        let size = batch.len();
        if first == 0 && size == 0 {
            return take(unreadable(NO_GAMES.to_owned())).map(|()| None);
        }
        let mut found = Vec::new();
        found.par_extend(batch.into_par_iter().enumerate().map(|(i, (line, text))| {
            let place = format!("{name}:{line}");
            match GameHistory::from_json(text) {
                Ok(game) => Ok(look(first + i, &game, &place)),
                Err(e) => Err(format!("{place}: {e}")),
            }
        }));
        broken = match found.iter().rposition(Result::is_ok) {
            Some(last) => size - 1 - last,
            None => broken + size,
        };
        take(Batch {
            first,
            records: found,
        })?;
        first += size;
        if size < lines {
            return Ok(None);
        }
        if broken >= MAX_BROKEN_LINES {
            let reason = "too many lines are no games, not reading on";
            return Ok(Some(format!("{name}: {reason}")));
        }
    }
}

/// Reads a file, which may be a pipe; an endless one is an error.
pub fn read(file: &Path) -> io::Result<Vec<u8>> {
    read_all(fs::File::open(file)?)
}

/// Reads a text file, with the same limit.
///
/// # Errors
///
/// If it cannot be read, is larger, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let text = read(path).map_err(|e| Failure::at(path, e))?;
    String::from_utf8(text).map_err(|_| Failure::at(path, "not UTF-8 text"))
}

/// Reads everything; an endless reader is an error.
pub fn read_all(from: impl io::Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = MAX_INFLATED as u64;
    from.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!(
            "larger than {most} bytes: split it, at ends of lines"
        )));
    }
    Ok(bytes)
}

/// A game of many turns with large sets.
#[cfg(test)]
pub fn fixture() -> GameHistory {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/conformance/fixtures/game.json"
    );
    GameHistory::from_json(&fs::read(path).expect("a fixture")).expect("a game")
}
