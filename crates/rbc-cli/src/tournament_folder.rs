//! The folder in which a tournament is kept, so that one that was ended goes on where it stood.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `tournament.json` | the options that decide the games |
//! | `games.jsonl` | finished games in the order of their numbers, a `GameHistory` a line |
//! | `index.jsonl` | for each of them its number, players, seeds, times and set sizes |
//! | `results.json` | the results so far |
//!
//! A game is written to `games.jsonl` first. What one of the two has beyond the other, and a line without its
//! end, is what was being written when the program ended; it is dropped and the game played again.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use rbc_rules::GameHistory;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Failure, playing::SideTimes, set_sizes::SideSizes};

const OPTIONS: &str = "tournament.json";
const GAMES: &str = "games.jsonl";
const INDEX: &str = "index.jsonl";
const RESULTS: &str = "results.json";

/// What stands beside the games in a tournament's folder.
pub const BESIDE_GAMES: [&str; 3] = [OPTIONS, INDEX, RESULTS];

/// Whether a tournament is kept in this folder.
#[must_use]
pub fn is_tournament(path: &Path) -> bool {
    [OPTIONS, GAMES, INDEX]
        .iter()
        .all(|name| path.join(name).is_file())
}

/// What is known of a finished game beside its record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct IndexEntry {
    /// Its number in the tournament, from 0.
    pub game: u64,
    /// The pair that plays it, in the order of the tournament's list.
    pub pair: [String; 2],
    /// Its number among the pair's games, from 0.
    pub number: u64,
    /// White's player.
    pub white: String,
    /// Black's player.
    pub black: String,
    /// White's and Black's seeds.
    pub seeds: [u64; 2],
    /// White's and Black's times.
    pub times: [SideTimes; 2],
    /// White's and Black's set sizes, where they are measured.
    pub sets: Option<[SideSizes; 2]>,
}

/// A tournament's folder, held by this program alone.
pub struct TournamentFolder {
    path: PathBuf,
    games: File,
    index: File,
}

/// A finished game as it was read.
pub struct SavedGame {
    /// Its entry.
    pub entry: IndexEntry,
    /// Its record.
    pub history: GameHistory,
}

impl TournamentFolder {
    /// Opens the folder of a tournament with `options`, or makes it, and reads what is finished.
    ///
    /// # Errors
    ///
    /// When it holds a tournament with other options, when another program plays it, or when its files are
    /// damaged.
    pub fn open(
        path: &Path,
        options: &Value,
    ) -> Result<(TournamentFolder, Vec<SavedGame>), Failure> {
        let at = |name: &str| path.join(name);
        make_folder(path)?;
        // Empty ones are what a run leaves that was ended before it wrote its options.
        let holds = |name: &&str| fs::metadata(at(name)).is_ok_and(|file| file.len() > 0);
        let held = [GAMES, INDEX, RESULTS].into_iter().find(holds);
        if let Some(name) = held
            && !at(OPTIONS).exists()
        {
            return Err(Failure::Work(format!(
                "{}: there is a {name} but no {OPTIONS}: not a tournament's folder; give another --out",
                path.display()
            )));
        }
        let open = |name: &str| {
            OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(at(name))
                .map_err(|e| failure(&at(name), e))
        };
        let mut folder = TournamentFolder {
            path: path.to_owned(),
            games: open(GAMES)?,
            index: open(INDEX)?,
        };
        match folder.games.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::Work(format!(
                    "{}: another program is playing this tournament; wait for it, or give another --out",
                    path.display()
                )));
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => {}
        }
        if at(OPTIONS).exists() {
            check_options(&at(OPTIONS), options)?;
        } else {
            write_whole(&at(OPTIONS), &format!("{options:#}\n"))?;
        }
        let saved = folder.read_finished()?;
        Ok((folder, saved))
    }

    /// Reads the games that both files have, and cuts off what was half written.
    fn read_finished(&mut self) -> Result<Vec<SavedGame>, Failure> {
        let (games_path, index_path) = (self.path.join(GAMES), self.path.join(INDEX));
        let mut games = Lines::new(&mut self.games);
        let mut index = Lines::new(&mut self.index);
        let mut saved: Vec<SavedGame> = Vec::new();
        loop {
            let kept = (games.read, index.read);
            let line = saved.len() + 1;
            let (Some(game), Some(entry)) = (
                games.next().map_err(|e| failure(&games_path, e))?,
                index.next().map_err(|e| failure(&index_path, e))?,
            ) else {
                for (file, path, length) in [
                    (&mut self.games, &games_path, kept.0),
                    (&mut self.index, &index_path, kept.1),
                ] {
                    file.set_len(length)
                        .and_then(|()| file.seek(SeekFrom::End(0)))
                        .map_err(|e| failure(path, e))?;
                }
                return Ok(saved);
            };
            let history = GameHistory::from_json(&game)
                .map_err(|e| damaged(&games_path, line, &e.to_string()))?;
            let entry: IndexEntry = serde_json::from_slice(&entry)
                .map_err(|e| damaged(&index_path, line, &e.to_string()))?;
            if entry.game + 1 != line as u64 {
                let reason = format!("game {} where {} should be", entry.game, line - 1);
                return Err(damaged(&index_path, line, &reason));
            }
            let names = [&history.white_name, &history.black_name].map(Option::as_deref);
            if names != [Some(&*entry.white), Some(&*entry.black)] {
                return Err(damaged(&games_path, line, "not the players of the index"));
            }
            saved.push(SavedGame { entry, history });
        }
    }

    /// Adds a finished game.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn add(&mut self, entry: &IndexEntry, history: &GameHistory) -> Result<(), Failure> {
        let entry = serde_json::to_string(entry)
            .map_err(|e| Failure::Work(format!("game {}: {e}", entry.game)))?;
        for (file, name, text) in [
            (&mut self.games, GAMES, history.to_json()),
            (&mut self.index, INDEX, entry),
        ] {
            file.write_all(format!("{text}\n").as_bytes())
                .map_err(|e| failure(&self.path.join(name), e))?;
        }
        Ok(())
    }

    /// Writes the results so far; a reader sees the old ones or these, never a part.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub fn write_results(&self, results: &Value) -> Result<(), Failure> {
        write_whole(&self.path.join(RESULTS), &format!("{results:#}\n"))
    }
}

/// The whole lines of a file, and how many bytes they are.
struct Lines<'f> {
    file: BufReader<&'f mut File>,
    read: u64,
}

impl<'f> Lines<'f> {
    fn new(file: &'f mut File) -> Lines<'f> {
        Lines {
            file: BufReader::new(file),
            read: 0,
        }
    }

    /// The next line, if it has an end.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        self.file.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Ok(None);
        }
        self.read += line.len() as u64;
        Ok(Some(line))
    }
}

/// Refuses options that differ from the saved ones.
fn check_options(path: &Path, options: &Value) -> Result<(), Failure> {
    let text = fs::read_to_string(path).map_err(|e| failure(path, e))?;
    let saved: Value = serde_json::from_str(&text).map_err(|e| {
        Failure::Work(format!(
            "{}: {e}; the options of this tournament are lost: give another --out",
            path.display()
        ))
    })?;
    let none = serde_json::Map::new();
    let (old, new) = (
        saved.as_object().unwrap_or(&none),
        options.as_object().unwrap_or(&none),
    );
    let mut differences: Vec<String> = new
        .iter()
        .map(|(name, value)| (name, old.get(name).unwrap_or(&Value::Null), value))
        .filter(|(_, old, new)| old != new)
        .map(|(name, old, new)| format!("{name} was {old} and is {new}"))
        .collect();
    differences.extend(
        old.iter()
            .filter(|(name, _)| !new.contains_key(*name))
            .map(|(name, value)| format!("{name} was {value} and is unknown here")),
    );
    if differences.is_empty() {
        return Ok(());
    }
    Err(Failure::Work(format!(
        "{}: the tournament there has other options ({}); give the same ones to go on with it, or another --out",
        path.display(),
        differences.join("; ")
    )))
}

/// Makes a folder for files, if there is none.
///
/// # Errors
///
/// When it cannot be made, or something else has its name.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    if path.exists() && !path.is_dir() {
        return Err(Failure::Work(format!(
            "{}: is no folder; give another --out",
            path.display()
        )));
    }
    fs::create_dir_all(path).map_err(|e| failure(path, e))
}

fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let part = path.with_extension("json.part");
    fs::write(&part, text)
        .and_then(|()| fs::rename(&part, path))
        .map_err(|e| failure(path, e))
}

fn failure(path: &Path, error: io::Error) -> Failure {
    Failure::Work(format!("{}: {error}", path.display()))
}

fn damaged(path: &Path, line: usize, reason: &str) -> Failure {
    Failure::Work(format!(
        "{}:{line}: damaged ({reason}); delete this line and all after it to have those games played again",
        path.display()
    ))
}
