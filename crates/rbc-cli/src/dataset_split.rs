//! Identifies recorded games, and puts them into parts such as training and test.

use std::{collections::BTreeMap, path::Path};

use rbc_random::hash::fnv1a;
use rbc_rules::GameHistory;

use crate::{
    Failure, record_files,
    terminal::{printable, shown},
};

/// The part of each game, by the game's id.
pub type Split = BTreeMap<String, String>;

/// Reads a split: a line `id,part` for each game.
///
/// # Errors
///
/// If the file cannot be read or has other lines.
pub fn read_split(path: &Path) -> Result<Split, Failure> {
    let place = shown(path);
    let text = record_files::read_text(path)?;
    // Spreadsheets write a mark before the first letter.
    let text = text.trim_start_matches('\u{feff}');
    let mut split = BTreeMap::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line == "id,part" {
            continue;
        }
        let named = line.split_once(',').filter(|(id, part)| {
            let is_word = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric());
            is_word(id) && is_word(part)
        });
        let Some((id, part)) = named else {
            return Err(Failure::Work(format!(
                "{place}:{}: {} is not 'id,part', two words of letters and digits",
                i + 1,
                printable(&line.chars().take(80).collect::<String>())
            )));
        };
        if split.insert(id.to_owned(), part.to_owned()).is_some() {
            return Err(Failure::Work(format!(
                "{place}:{}: {id} is there twice",
                i + 1
            )));
        }
    }
    Ok(split)
}

/// Returns the id of a game: a 64-bit hash (FNV-1a) of everything but the players' names, in hexadecimal.
pub fn game_id(game: &GameHistory) -> String {
    let nameless = GameHistory {
        white_name: None,
        black_name: None,
        ..game.clone()
    };
    format!("{:016x}", fnv1a(nameless.to_json().as_bytes()))
}
