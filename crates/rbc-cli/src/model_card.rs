//! Checks a network's file against its model card: Markdown beside it, written by `training/card.py`, with the SHA-256
//! of the file. This finds files that are damaged or of another training.
//!
//! ```text
//! # Model card of siamese.onnx
//!
//! | file | bytes | SHA-256 |
//! | --- | --- | --- |
//! | siamese.onnx | 1,197,901 | `5407dbe9360c59f76fe3ad537bfb08c168519339de07515d04a6d7dec89de141` |
//! ```

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};

use crate::{Failure, terminal::shown};

/// How a card begins. Other Markdown files are ignored.
const BEGINS: &str = "# Model card";
/// Bytes of a card to read: the table is at its beginning.
const MAX_CARD: u64 = 64 << 10;

/// Checks the content of `model` against its card, if there is one: the Markdown file of the same name, or another one
/// in the folder that names the file (one card covers all files of a training).
///
/// # Errors
///
/// If the card has another hash, or cannot be read.
pub fn check(model: &Path, content: &[u8]) -> Result<(), Failure> {
    let name = model.file_name().unwrap_or_default().as_encoded_bytes();
    let own = model.with_extension("md");
    for path in cards_beside(model, &own) {
        let Some(card) = read(&path).map_err(|e| Failure::at(&path, e))? else {
            continue;
        };
        let files = files_of(&card);
        let named: Vec<&str> = files
            .iter()
            .filter(|(file, _)| file.as_bytes() == name)
            .map(|(_, hash)| *hash)
            .collect();
        // A file and card that were renamed together still belong together.
        let expected = match (named.is_empty(), path == own) {
            (false, _) => named,
            (true, true) => files.iter().map(|(_, hash)| *hash).collect(),
            (true, false) => continue,
        };
        let found = sha256(content);
        if !expected
            .iter()
            .any(|hash| hash.eq_ignore_ascii_case(&found))
        {
            let expected = if expected.is_empty() {
                "has no SHA-256 of it".to_owned()
            } else {
                format!("has the SHA-256 {}", expected.join(" or "))
            };
            return Err(Failure::Work(format!(
                "{}: does not match its card. {} {expected}; this file has {} bytes and {found}. Get the file and its \
                 card again, or remove the card if the file is meant to differ",
                shown(model),
                shown(&path),
                content.len()
            )));
        }
    }
    Ok(())
}

/// Returns the Markdown files beside `model`, its own first.
fn cards_beside(model: &Path, own: &Path) -> Vec<PathBuf> {
    let folder = match model.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut cards = vec![own.to_owned()];
    // A folder that cannot be listed may still have a file that can be read.
    let listed = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut others: Vec<PathBuf> = listed
        .map(|entry| model.with_file_name(entry.file_name()))
        .filter(|path| path.extension().is_some_and(|e| e == "md") && path != own)
        .collect();
    others.sort();
    cards.append(&mut others);
    cards
}

/// Reads the beginning of the card `path`; `None` if it is missing or not a card.
fn read(path: &Path) -> io::Result<Option<String>> {
    if !fs::metadata(path).is_ok_and(|data| data.is_file()) {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_CARD).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    Ok(text.starts_with(BEGINS).then(|| text.to_owned()))
}

/// Returns the files in a card's table, with their hashes.
fn files_of(card: &str) -> Vec<(&str, &str)> {
    card.lines()
        .filter_map(|line| {
            let mut cells = line.trim().strip_prefix('|')?.split('|').map(str::trim);
            let (file, _, hash) = (cells.next()?, cells.next()?, cells.next()?);
            let hash = hash.trim_matches('`');
            let is_hash = hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_hexdigit());
            is_hash.then_some((file.trim_matches('`'), hash))
        })
        .collect()
}

fn sha256(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values_come_out() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn the_table_of_a_card_is_read_whatever_stands_around_it() {
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let card = format!(
            "# Model card\r\n\r\n| file | bytes | SHA-256 |\r\n| --- | --- | --- |\r\n| a.onnx | 3 | `{hash}` |\r\n\
             |b.onnx|1,000|{hash}|\n| seed | epoch | 4.186 | {hash} |\n| c | 1 | `{hash}0` |\n"
        );
        assert_eq!(files_of(&card), [("a.onnx", hash), ("b.onnx", hash)]);
        assert!(files_of("# Model card").is_empty());
    }
}
