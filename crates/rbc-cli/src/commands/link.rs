//! `outpost link`: makes links from records, and records from links.

use std::{ffi::OsString, io, path::PathBuf};

use clap::{Args, Subcommand};
use rbc_rules::{
    link::{Link, LinkError},
    pasted::Pasted,
    record::Records,
};

use crate::{
    Failure,
    record_files::{self, NO_GAMES},
    terminal::{print, print_json, shown, tell},
};

/// Make links from game records, and records from links
///
/// What cannot be read is reported on standard error, and the exit code is 1.
#[derive(Args, Debug)]
#[command(
    verbatim_doc_comment,
    disable_help_subcommand = true,
    arg_required_else_help = false
)]
pub struct Options {
    #[command(subcommand)]
    direction: Direction,
}

#[derive(Subcommand, Debug)]
enum Direction {
    /// Print a link for each record
    ///
    /// A record is a reconchess GameHistory in JSON. A file has one record, or one per line, gzipped or
    /// not. Of a folder every .json, .jsonl and .gz file is read. A record may have a view and notes under
    /// the key "outpost", and boards may take the place of a game (docs/links.md). A record that differs
    /// from the rules is an error, as a link cannot hold the difference.
    ///
    /// A file of positions (FEN or EPD, one per line) gives one link with all boards.
    #[command(verbatim_doc_comment)]
    Encode {
        /// Game records, and folders of them [default: standard input]
        #[arg(value_name = "FILE|DIR")]
        records: Vec<PathBuf>,

        /// Print ADDRESS#LINK, a link that opens in that page
        #[arg(long, value_name = "ADDRESS")]
        page: Option<String>,
    },
    /// Print the record of each link, one per line
    Decode {
        /// Links, or texts with links in them such as addresses or HTML [default: lines of standard input]
        ///
        /// A link on standard input may be wrapped over several lines.
        #[arg(value_name = "LINK")]
        links: Vec<OsString>,
    },
}

/// Encodes or decodes; false when something cannot be read.
///
/// # Errors
///
/// If a file or folder cannot be found, or the output cannot be written.
pub fn run(options: Options) -> Result<bool, Failure> {
    match options.direction {
        Direction::Encode { records, page } => encode(&records, page),
        Direction::Decode { links } if links.is_empty() => {
            // A line that is not UTF-8 is not a link, but must not hide the others.
            let text = record_files::read_all(io::stdin().lock())?;
            let text = String::from_utf8_lossy(&text);
            if text.trim().is_empty() {
                tell("standard input: no links there: it is empty");
                return Ok(false);
            }
            let links = wrapped_links(&text);
            decode(links.iter().map(String::as_str))
        }
        Direction::Decode { links } => {
            let links: Vec<_> = links.iter().map(|link| link.to_string_lossy()).collect();
            decode(links.iter().map(|link| &**link))
        }
    }
}

fn encode(paths: &[PathBuf], page: Option<String>) -> Result<bool, Failure> {
    let before = page.map_or(String::new(), |page| page + "#");
    let mut all_well = true;
    if paths.is_empty() {
        let bytes = record_files::read_all(io::stdin().lock())?;
        all_well &= encode_all(&bytes, "standard input", &before)?;
    }
    for file in record_files::collect(paths)? {
        let name = shown(&file);
        match record_files::read(&file) {
            Ok(bytes) => all_well &= encode_all(&bytes, &name, &before)?,
            Err(e) => {
                tell(&format!("{name}: {e}"));
                all_well = false;
            }
        }
    }
    Ok(all_well)
}

/// Prints the links of all records in `bytes`; false if one has none.
fn encode_all(bytes: &[u8], name: &str, before: &str) -> Result<bool, Failure> {
    // A file of positions makes one link. As JSON they may have notes, and are left to `Link::from_json`.
    if !bytes.trim_ascii_start().starts_with(b"{")
        && let Ok(text) = std::str::from_utf8(bytes)
        && let Pasted::Boards(boards) = Pasted::of(text)
    {
        let boards = boards.into_iter().map(|board| board.position).collect();
        return match Link::boards(boards).encode() {
            Ok(link) => print(&format!("{before}{link}\n")).map(|()| true),
            Err(e) => {
                tell(&format!("{name}: {e}"));
                Ok(false)
            }
        };
    }
    let mut records = Records::new(bytes);
    let mut all_well = true;
    let mut is_empty = true;
    while let Some(text) = records.next_text() {
        is_empty = false;
        let link = match text {
            Ok((line, text)) => encode_one(text).map_err(|e| format!("{name}:{line}: {e}")),
            Err(e) => Err(format!("{name}: {e}")),
        };
        match link {
            Ok(link) => print(&format!("{before}{link}\n"))?,
            Err(e) => {
                tell(&e);
                all_well = false;
            }
        }
    }
    if is_empty {
        tell(&format!("{name}: {NO_GAMES}"));
    }
    Ok(all_well && !is_empty)
}

fn encode_one(json: &[u8]) -> Result<String, String> {
    let link = Link::from_json(json).map_err(|e| e.to_string())?;
    link.encode().map_err(|e| e.to_string())
}

/// Returns the links of a text, one per line, after joining those that a mail program has wrapped. Each line is read
/// once on its own, and once together with those that it may belong to.
fn wrapped_links(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut links = Vec::new();
    let mut lines = lines
        .map(|line| (line, Link::decode(line).is_ok()))
        .peekable();
    while let Some((line, whole)) = lines.next() {
        let cut = !whole && matches!(Link::decode(line), Err(LinkError::Cut { stop: None, .. }));
        let mut rest = Vec::new();
        while cut && let Some((next, false)) = lines.peek() {
            let next = next
                .trim_start_matches(|c: char| c.is_whitespace() || c == '>')
                .trim_end();
            if !next.bytes().all(|b| b.is_ascii_alphanumeric()) {
                break;
            }
            rest.extend(lines.next().map(|(line, _)| line));
        }
        let joined = [&[line][..], &rest].concat().join("\n");
        if rest.is_empty() || Link::decode(&joined).is_ok() {
            links.push(joined);
        } else {
            links.push(line.to_owned());
            links.extend(rest.into_iter().map(str::to_owned));
        }
    }
    links
}

/// Prints the records of `links`; false if one cannot be read.
fn decode<'a>(links: impl Iterator<Item = &'a str>) -> Result<bool, Failure> {
    let mut all_well = true;
    for (i, text) in links.enumerate() {
        match Link::decode(text) {
            Ok(link) => {
                if link.more {
                    let number = i + 1;
                    tell(&format!(
                        "link {number}: has more content, for a later version"
                    ));
                }
                print_json(&(link.to_json() + "\n"))?;
            }
            Err(e) => {
                tell(&format!("link {}: {e}", i + 1));
                all_well = false;
            }
        }
    }
    Ok(all_well)
}
