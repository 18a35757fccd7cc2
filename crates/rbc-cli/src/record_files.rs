//! Reading game records from files and folders, on all cores and in a fixed order.

use std::{
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use rayon::prelude::*;
use rbc_rules::{
    GameHistory,
    record::{MAX_BROKEN_LINES, MAX_INFLATED, Records},
};

use crate::Failure;

/// What came of one file.
pub struct FileFindings<T> {
    /// What came of each record in order, or what is wrong with it (with file and line).
    pub records: Vec<Result<T, String>>,
    /// Why the rest of the file was not read, where it was not.
    pub given_up: Option<String>,
}

/// The record files that `paths` name: themselves, or those below them in the order of their names.
///
/// # Errors
///
/// When one of them cannot be looked at.
pub fn collect(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        collect_below(path, &mut files)?;
    }
    Ok(files)
}

fn collect_below(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failure = |e: io::Error| Failure::Work(format!("{}: {e}", path.display()));
    if !fs::metadata(path).map_err(failure)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries = fs::read_dir(path)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(failure)?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        let kind = entry.file_type().map_err(failure)?;
        let is_record = path
            .extension()
            .is_some_and(|e| e == "json" || e == "jsonl" || e == "gz");
        // Links are not followed: a folder that leads back to itself would never end.
        if kind.is_dir() || (kind.is_file() && is_record) {
            collect_below(&path, files)?;
        }
    }
    Ok(())
}

/// Reads every record of `files` and hands each game, with the name of its place, to `look`.
///
/// The findings come in the order of files and lines, whichever thread was first.
pub fn look_at_games<T: Send>(
    files: &[PathBuf],
    look: impl Fn(&GameHistory, &str) -> T + Sync,
) -> Vec<FileFindings<T>> {
    files
        .par_iter()
        .map(|file| look_at_file(file, &look))
        .collect()
}

fn look_at_file<T: Send>(
    file: &Path,
    look: &(impl Fn(&GameHistory, &str) -> T + Sync),
) -> FileFindings<T> {
    let name = file.display();
    let unreadable = |reason: String| FileFindings {
        records: vec![Err(reason)],
        given_up: None,
    };
    let bytes = match read(file) {
        Ok(bytes) => bytes,
        Err(e) => return unreadable(format!("{name}: {e}")),
    };
    let records = Records::new(&bytes);
    let mut texts = match records.texts() {
        Ok(texts) => texts,
        Err(e) => return unreadable(format!("{name}: {e}")),
    };
    let mut found = Vec::new();
    let given_up = loop {
        // Some at a time, as a file of another kind may have millions of lines.
        let batch: Vec<(usize, &[u8])> = texts.by_ref().take(MAX_BROKEN_LINES).collect();
        let (before, size) = (found.len(), batch.len());
        found.par_extend(batch.into_par_iter().map(|(line, text)| {
            let place = format!("{name}:{line}");
            match GameHistory::from_json(text) {
                Ok(game) => Ok(look(&game, &place)),
                Err(e) => Err(format!("{place}: {e}")),
            }
        }));
        if size < MAX_BROKEN_LINES {
            break None;
        }
        if found[before..].iter().all(Result::is_err) {
            let reason = "too many lines are no games, not reading on";
            break Some(format!("{name}: {reason}"));
        }
    };
    FileFindings {
        records: found,
        given_up,
    }
}

/// The bytes of a file, which may be a pipe; an endless one is an error.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = MAX_INFLATED as u64;
    fs::File::open(file)?
        .take(most + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!(
            "larger than {most} bytes: split it, one game a line"
        )));
    }
    Ok(bytes)
}
