//! The folder of a tournament, from which an interrupted one continues.
//!
//! | file | content |
//! | --- | --- |
//! | `tournament.json` | the options that decide the games |
//! | `games.jsonl` | finished games by number, a `GameHistory` per line |
//! | `index.jsonl` | the number, players, seeds, times and set sizes of each |
//! | `results.json` | the results so far |
//!
//! A game is written to `games.jsonl` first, then to `index.jsonl`. If one of the two is up to a line longer, the program
//! was interrupted while it wrote: the rest is cut off and the game played again. If it is longer than that (a file was
//! emptied, or the power was cut), a copy of the rest is kept. Both are reported, and so are games of `results.json` that
//! are missing. Anything else that does not match is refused.

use std::{
    fs::{self, File},
    io::{self, BufRead as _, BufReader, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use rayon::prelude::*;
use rbc_random::hash::fnv1a;
use rbc_rules::{Color, GameHistory, record::verify::Replay};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Failure,
    durable_files::{self, LineFiles, keep_copy, make_folder, open_alone, write_whole},
    set_sizes::SideSizes,
    terminal::shown,
    timed_game::SideTimes,
};

const OPTIONS: &str = "tournament.json";
const GAMES: &str = "games.jsonl";
const INDEX: &str = "index.jsonl";
const RESULTS: &str = "results.json";

/// The other files in a tournament's folder.
pub const BESIDE_GAMES: [&str; 3] = [OPTIONS, INDEX, RESULTS];

/// Returns whether this is a tournament's folder.
#[must_use]
pub fn is_tournament(path: &Path) -> bool {
    [OPTIONS, GAMES, INDEX]
        .iter()
        .all(|name| path.join(name).is_file())
}

/// Returns the number of finished games in a tournament's folder.
#[must_use]
pub fn finished_games(path: &Path) -> u64 {
    let Ok(mut index) = File::open(path.join(INDEX)) else {
        return 0;
    };
    let mut lines = Lines::new(&mut index);
    let mut games = 0;
    while let Ok(Some(_)) = lines.next() {
        games += 1;
    }
    games
}

/// What is kept of a finished game beside its record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct IndexEntry {
    /// Number in the tournament, from 0.
    pub game: u64,
    /// The pair, in the order of the tournament's players.
    pub pair: [String; 2],
    /// Number among the pair's games, from 0.
    pub number: u64,
    /// White's player.
    pub white: String,
    /// Black's player.
    pub black: String,
    /// White's and Black's seeds.
    pub seeds: [u64; 2],
    /// White's and Black's times.
    pub times: [SideTimes; 2],
    /// White's and Black's set sizes, if they are counted.
    pub sets: Option<[SideSizes; 2]>,
    /// Hash of the game's line (FNV-1a, hexadecimal). Earlier versions wrote none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

impl IndexEntry {
    /// Checks that this is the entry of the game on `line`. Finds accidents, not intent.
    fn fits(&self, line: &[u8], history: &GameHistory) -> Result<(), &'static str> {
        let names = [&history.white_name, &history.black_name].map(Option::as_deref);
        if names != [Some(&*self.white), Some(&*self.black)] {
            return Err("not the players of the index");
        }
        if self
            .hash
            .as_ref()
            .is_some_and(|hash| *hash != hash_of(line))
        {
            return Err("not the game of the index");
        }
        let turns = Color::ALL.map(|color| history.side(color).moves.len() as u64);
        if turns != self.times.map(|times| times.turns) {
            return Err("not as many turns as in the index");
        }
        Ok(())
    }
}

fn hash_of(line: &[u8]) -> String {
    format!("{:016x}", fnv1a(line.trim_ascii_end()))
}

/// A tournament's folder, locked by this program.
pub struct TournamentFolder {
    path: PathBuf,
    /// `games.jsonl` and `index.jsonl`.
    lines: LineFiles<2>,
}

/// What a folder contained when it was opened.
pub struct Opened {
    /// The folder.
    pub folder: TournamentFolder,
    /// The finished games, in order.
    pub saved: Vec<SavedGame>,
    /// What was cut off or is missing, one sentence each.
    pub notes: Vec<String>,
}

/// A finished game that was read from a folder.
pub struct SavedGame {
    /// Its index entry.
    pub entry: IndexEntry,
    /// Its record.
    pub history: GameHistory,
}

impl TournamentFolder {
    /// Opens or creates the folder of a tournament with `options`, and reads the finished games.
    ///
    /// # Errors
    ///
    /// If the tournament there has other options or is played by another program, or its files are damaged.
    pub fn open(path: &Path, options: &Value) -> Result<Opened, Failure> {
        let at = |name: &str| path.join(name);
        make_folder(path)?;
        // A run that was interrupted before it wrote its options leaves empty files.
        let holds = |name: &&str| fs::metadata(at(name)).is_ok_and(|file| file.len() > 0);
        let held = [GAMES, INDEX, RESULTS].into_iter().find(holds);
        if let Some(name) = held
            && !at(OPTIONS).exists()
        {
            return Err(Failure::Work(format!(
                "{}: there is a {name} but no {OPTIONS}: not a tournament's folder; give another --out",
                shown(path)
            )));
        }
        let advice = "wait for it, or give another --out";
        let mut games = open_alone(&at(GAMES), advice)?;
        let mut index = open_alone(&at(INDEX), advice)?;
        if at(OPTIONS).exists() {
            check_options(&at(OPTIONS), options)?;
        } else {
            write_whole(&at(OPTIONS), &format!("{options:#}\n"))?;
        }
        let files = [(at(GAMES), &mut games), (at(INDEX), &mut index)];
        let (saved, mut notes) = read_finished(files)?;
        notes.extend(missing_by_results(&at(RESULTS), saved.len())?);
        let folder = TournamentFolder {
            path: path.to_owned(),
            lines: LineFiles::new([(at(GAMES), games), (at(INDEX), index)])?,
        };
        Ok(Opened {
            folder,
            saved,
            notes,
        })
    }

    /// Adds a finished game.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, mut entry: IndexEntry, history: &GameHistory) -> Result<(), Failure> {
        let game = history.to_json();
        entry.hash = Some(hash_of(game.as_bytes()));
        let entry = serde_json::to_string(&entry)
            .map_err(|e| Failure::Work(format!("game {}: {e}", entry.game)))?;
        self.lines.add([game, entry])
    }

    /// Replaces the results, once their games are on the disk.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn write_results(&self, results: &Value) -> Result<(), Failure> {
        self.lines.sync()?;
        write_whole(&self.path.join(RESULTS), &format!("{results:#}\n"))
    }
}

/// Reads the games that are in both files (`games.jsonl`, `index.jsonl`), and cuts off the rest.
fn read_finished(
    files: [(PathBuf, &mut File); 2],
) -> Result<(Vec<SavedGame>, Vec<String>), Failure> {
    let [(games_path, games_file), (index_path, index_file)] = files;
    let mut games = Lines::new(&mut *games_file);
    let mut index = Lines::new(&mut *index_file);
    let mut saved: Vec<SavedGame> = Vec::new();
    let kept = loop {
        let kept = (games.read, index.read);
        let line = saved.len() + 1;
        let (Some(game), Some(entry)) = (
            games.next().map_err(|e| Failure::at(&games_path, e))?,
            index.next().map_err(|e| Failure::at(&index_path, e))?,
        ) else {
            break kept;
        };
        let history = GameHistory::from_json(&game)
            .map_err(|e| damaged(&games_path, line, &e.to_string()))?;
        let entry: IndexEntry = serde_json::from_slice(&entry)
            .map_err(|e| damaged(&index_path, line, &e.to_string()))?;
        if entry.game + 1 != line as u64 {
            let reason = format!("game {} where {} is expected", entry.game, line - 1);
            return Err(damaged(&index_path, line, &reason));
        }
        entry
            .fits(&game, &history)
            .map_err(|why| damaged(&games_path, line, why))?;
        saved.push(SavedGame { entry, history });
    };
    let broken = saved
        .par_iter()
        .enumerate()
        .find_map_first(|(i, game)| Some((i + 1, breaks_rules(&game.history)?)));
    if let Some((line, why)) = broken {
        return Err(damaged(&games_path, line, &why));
    }
    let mut notes = Vec::new();
    for (file, path, kept, other, lost) in [
        (
            games_file,
            games_path.as_path(),
            kept.0,
            INDEX,
            "will be played again",
        ),
        (
            index_file,
            index_path.as_path(),
            kept.1,
            GAMES,
            "are not there and will be played again",
        ),
    ] {
        notes.extend(cut_tail((file, path), kept, saved.len(), (other, lost))?);
    }
    Ok((saved, notes))
}

/// Returns the first event of a record that breaks the rules.
fn breaks_rules(history: &GameHistory) -> Option<String> {
    let mut replay = Replay::new(history);
    while replay.step().is_some() {}
    let first = replay.mismatches().first().or(replay.old_rules().first());
    first.map(ToString::to_string)
}

/// Cuts off what a file has after the `lines` that the `other` has too, and says what it was. If that is more than an
/// interrupted program leaves, a copy is kept.
fn cut_tail(
    (file, path): (&mut File, &Path),
    kept: u64,
    lines: usize,
    (other, lost): (&str, &str),
) -> Result<Option<String>, Failure> {
    let failure = |e: io::Error| Failure::at(path, e);
    file.seek(SeekFrom::Start(kept)).map_err(failure)?;
    let mut tail = Lines::new(file);
    let mut whole = 0_usize;
    while tail.next().map_err(failure)?.is_some() {
        whole += 1;
    }
    let is_torn = kept + tail.read < file.metadata().map_err(failure)?.len();
    if whole == 0 && !is_torn {
        return Ok(None);
    }
    let place = shown(path);
    let note = match (whole, is_torn) {
        (0, _) => format!("{place}:{}: half a line was cut off", lines + 1),
        (1, false) => format!(
            "{place}:{}: cut off, as {other} has no such line",
            lines + 1
        ),
        _ => {
            let copy = keep_copy(path, file, kept)?;
            let all = whole + usize::from(is_torn);
            format!(
                "{place}: {all} lines from line {} on have none in {other}; they are kept in {}, and their games {lost}",
                lines + 1,
                shown(&copy)
            )
        }
    };
    file.set_len(kept)
        .and_then(|()| durable_files::sync(file))
        .map_err(failure)?;
    Ok(Some(note))
}

/// Says how many games the results have, if there are fewer now. If more than the last one is missing, a copy of the
/// results is kept.
fn missing_by_results(path: &Path, games: usize) -> Result<Option<String>, Failure> {
    let Ok(text) = fs::read(path) else {
        return Ok(None);
    };
    // Results are computed from the games: damaged ones lose nothing.
    let results: Value = serde_json::from_slice(&text).unwrap_or_default();
    let told = results["games"].as_u64().unwrap_or_default();
    let missing = told.saturating_sub(games as u64);
    let place = shown(path);
    Ok(match missing {
        0 => None,
        1 => Some(format!(
            "{place} is of {told} games; the last one is not there and will be played again"
        )),
        _ => {
            let mut file = File::open(path).map_err(|e| Failure::at(path, e))?;
            let copy = keep_copy(path, &mut file, 0)?;
            Some(format!(
                "{place} is of {told} games; {missing} of them are not there and will be played again; these results \
                 are kept in {}",
                shown(&copy)
            ))
        }
    })
}

/// Reads the complete lines of a file from its position on, and counts their bytes.
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

    /// Reads the next line, if it is complete.
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

/// Checks that the options are the saved ones.
fn check_options(path: &Path, options: &Value) -> Result<(), Failure> {
    let text = fs::read_to_string(path).map_err(|e| Failure::at(path, e))?;
    let saved: Value = serde_json::from_str(&text).map_err(|e| {
        Failure::Work(format!(
            "{}: {e}; the options of this tournament are lost: give another --out",
            shown(path)
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
        "{}: the tournament there has other options ({}); give the same ones to continue it, or another --out",
        shown(path),
        differences.join("; ")
    )))
}

fn damaged(path: &Path, line: usize, reason: &str) -> Failure {
    Failure::Work(format!(
        "{}:{line}: damaged ({reason}); delete this line and all after it to have those games played again",
        shown(path)
    ))
}

#[cfg(test)]
mod tests {
    use rbc_rules::GameSetup;
    use serde_json::json;

    use super::*;
    use crate::{
        players::Player,
        timed_game::{Limits, play},
    };

    /// Creates an empty folder for a test, in memory if possible, as syncs to a disk take time.
    fn folder(test: &str) -> PathBuf {
        let memory = Path::new("/dev/shm");
        let below = match memory.is_dir() {
            true => memory.to_owned(),
            false => std::env::temp_dir(),
        };
        let path = below.join(format!("outpost-tournament-{}-{test}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        path
    }

    /// Plays short games.
    fn games(count: u64) -> Vec<(IndexEntry, GameHistory)> {
        let random = Player::plain("random");
        let setup = GameSetup {
            turn_limit: Some(1),
            ..GameSetup::default()
        };
        (0..count)
            .map(|game| {
                let seeds = [game, game + 100];
                let players = [&random, &random];
                let played = play(players, seeds, setup.clone(), Limits::default(), None);
                let played = played.expect("a game");
                let name = || "random".to_owned();
                let entry = IndexEntry {
                    game,
                    pair: [name(), name()],
                    number: game,
                    white: name(),
                    black: name(),
                    seeds,
                    times: played.times,
                    sets: None,
                    hash: None,
                };
                (entry, played.history)
            })
            .collect()
    }

    fn options() -> Value {
        json!({ "agents": ["random"] })
    }

    /// Plays the missing games. Returns how many were there, and the notes.
    fn go_on(
        path: &Path,
        games: &[(IndexEntry, GameHistory)],
    ) -> Result<(usize, Vec<String>), Failure> {
        let mut opened = TournamentFolder::open(path, &options())?;
        let saved = opened.saved.len();
        for (found, (entry, history)) in opened.saved.iter().zip(games) {
            assert_eq!((&found.history, found.entry.game), (history, entry.game));
        }
        for (entry, history) in &games[saved..] {
            opened.folder.add(entry.clone(), history)?;
        }
        Ok((saved, opened.notes))
    }

    fn whole_lines(bytes: &[u8]) -> usize {
        bytes.iter().filter(|b| **b == b'\n').count()
    }

    /// Whichever file is cut at whichever byte, at most the last complete line is cut off without a copy, everything is
    /// reported, and the tournament then continues to the same bytes.
    #[test]
    fn a_file_cut_anywhere_loses_the_last_game_at_most() {
        let (path, games) = (folder("cut"), games(3));
        let [games_path, index_path] = [GAMES, INDEX].map(|name| path.join(name));
        assert_eq!(go_on(&path, &games).expect("opened"), (0, Vec::new()));
        let whole = [&games_path, &index_path].map(|path| fs::read(path).expect("there"));
        let copies = || -> Vec<PathBuf> {
            let all = fs::read_dir(&path).expect("there").flatten();
            all.map(|entry| entry.path())
                .filter(|path| path.to_string_lossy().contains(".cut-"))
                .collect()
        };
        let (mut tried, mut copied) = (0, 0);
        for file in 0..2 {
            for length in 0..=whole[file].len() {
                let mut held = whole.each_ref().map(Vec::as_slice);
                held[file] = &held[file][..length];
                fs::write(&games_path, held[0]).expect("written");
                fs::write(&index_path, held[1]).expect("written");
                let (saved, notes) = go_on(&path, &games).expect("opened");
                let lines = held.map(whole_lines);
                assert_eq!(saved, lines[0].min(lines[1]), "{file} {length}");
                let copies = copies();
                for ((held, lines), name) in held.into_iter().zip(lines).zip([GAMES, INDEX]) {
                    let is_torn = !held.is_empty() && held.last() != Some(&b'\n');
                    let beyond = lines - saved + usize::from(is_torn);
                    let told = notes
                        .iter()
                        .filter(|note| note.contains(&format!("{name}:")))
                        .count();
                    assert_eq!(told, usize::from(beyond > 0), "{file} {length}: {notes:?}");
                    let copy = copies
                        .iter()
                        .find(|path| path.ends_with(format!("{name}.cut-1")));
                    assert_eq!(copy.is_some(), beyond > 1, "{file} {length}: {notes:?}");
                    let Some(copy) = copy else {
                        continue;
                    };
                    assert!(held.ends_with(&fs::read(copy).expect("there")));
                    assert_eq!(whole_lines(&fs::read(copy).expect("there")), lines - saved);
                    assert!(
                        notes.iter().any(|note| note.contains(&shown(copy))),
                        "{notes:?}"
                    );
                }
                for copy in copies {
                    fs::remove_file(copy).expect("removed");
                    copied += 1;
                }
                for (path, whole) in [&games_path, &index_path].into_iter().zip(&whole) {
                    assert!(fs::read(path).expect("there") == *whole, "{file} {length}");
                }
                tried += 1;
            }
        }
        println!("cut at {tried} places, {copied} copies");
        fs::remove_dir_all(&path).expect("removed");
    }

    #[test]
    fn results_of_more_games_than_there_are_are_kept_and_told() {
        let (path, games) = (folder("results"), games(3));
        let mut opened = TournamentFolder::open(&path, &options()).expect("made");
        for (entry, history) in &games {
            opened.folder.add(entry.clone(), history).expect("written");
        }
        let results = json!({ "games": 3 });
        opened.folder.write_results(&results).expect("written");
        drop(opened);
        for (lines, expected) in [
            (3, None),
            (2, Some("is of 3 games; the last one is not there")),
            (0, Some("is of 3 games; 3 of them are not there")),
        ] {
            for name in [GAMES, INDEX] {
                let text = fs::read_to_string(path.join(name)).expect("there");
                let kept: String = text.split_inclusive('\n').take(lines).collect();
                fs::write(path.join(name), kept).expect("written");
            }
            let (saved, notes) = go_on(&path, &games).expect("opened");
            assert_eq!(
                (saved, notes.len()),
                (lines, usize::from(expected.is_some()))
            );
            if let Some(expected) = expected {
                assert!(notes[0].contains(expected), "{notes:?}");
            }
            let copy = path.join("results.json.cut-1");
            assert_eq!(copy.exists(), lines == 0);
        }
        let copy = fs::read(path.join("results.json.cut-1")).expect("kept");
        assert_eq!(
            serde_json::from_slice::<Value>(&copy).expect("JSON"),
            results
        );
        fs::remove_dir_all(&path).expect("removed");
    }

    /// A changed line in the middle is refused, and both files stay as they are.
    #[test]
    fn a_kept_game_that_does_not_fit_is_refused() {
        let (path, games) = (folder("fits"), games(3));
        go_on(&path, &games).expect("opened");
        let [games_path, index_path] = [GAMES, INDEX].map(|name| path.join(name));
        let game_lines = fs::read_to_string(&games_path).expect("there");
        let index_lines = fs::read_to_string(&index_path).expect("there");
        let without_hash = index_lines.lines().map(|line| {
            let mut entry: Value = serde_json::from_str(line).expect("JSON");
            entry.as_object_mut().expect("an object").remove("hash");
            format!("{entry}\n")
        });
        let without_hash: String = without_hash.collect();
        let changed = |line: usize, key: &str, value: Value| {
            let mut lines: Vec<String> = game_lines.lines().map(str::to_owned).collect();
            let mut game: Value = serde_json::from_str(&lines[line]).expect("JSON");
            game[key] = value;
            lines[line] = game.to_string();
            lines.join("\n") + "\n"
        };
        let lines: Vec<&str> = game_lines.lines().collect();
        let swapped = format!("{}\n{}\n{}\n", lines[1], lines[0], lines[2]);
        let zeros = format!(
            "{}\n{}\n{}\n",
            lines[0],
            "\0".repeat(lines[1].len()),
            lines[2]
        );
        let turns = index_lines.replacen("\"turns\":1", "\"turns\":2", 1);
        for (games_held, index_held, expected) in [
            (
                changed(1, "winner_color", json!(true)),
                &index_lines,
                ":2: damaged (not the game of the index",
            ),
            (
                changed(1, "winner_color", json!(true)),
                &without_hash,
                "outcome: the rules say that is a draw",
            ),
            (
                changed(2, "white_name", json!("other")),
                &without_hash,
                ":3: damaged (not the players",
            ),
            (
                swapped,
                &index_lines,
                ":1: damaged (not the game of the index",
            ),
            (zeros, &index_lines, ":2: damaged ("),
            (game_lines.clone(), &turns, ":1: damaged (not as many turns"),
            (
                game_lines.clone(),
                &index_lines.replacen("\"game\":1", "\"game\":7", 1),
                ":2: damaged (game 7",
            ),
        ] {
            fs::write(&games_path, &games_held).expect("written");
            fs::write(&index_path, index_held).expect("written");
            let Err(Failure::Work(told)) = go_on(&path, &games) else {
                panic!("{expected}: opened");
            };
            assert!(
                told.contains(expected) && told.contains("delete this line"),
                "{told}"
            );
            assert_eq!(fs::read_to_string(&games_path).expect("there"), games_held);
            assert_eq!(&fs::read_to_string(&index_path).expect("there"), index_held);
        }
        // Tournaments of earlier versions continue.
        fs::write(&games_path, &game_lines).expect("written");
        fs::write(&index_path, &without_hash).expect("written");
        assert_eq!(go_on(&path, &games).expect("opened"), (3, Vec::new()));
        fs::remove_dir_all(&path).expect("removed");
    }
}
