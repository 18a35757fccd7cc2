//! `outpost link`: records to links, and links to records.

use std::{io, path::PathBuf};

use rbc_rules::{
    link::{Link, LinkError},
    pasted::Pasted,
    record::Records,
};

use crate::{
    Command, Failure,
    record_files::{self, NO_GAMES},
    terminal::{print, print_json, shown, tell},
};

pub const COMMAND: Command = Command {
    name: "link",
    summary: "make links of records, and records of links",
    help,
    run,
};

fn help() -> String {
    "outpost link - games in links\n\n\
     Usage: outpost link encode [--page ADDRESS] [FILE|DIR...]\n\
     \x20      outpost link decode [LINK...]\n\n\
     encode writes a link for every record, one a line. Records are reconchess GameHistory JSON, one game a file\n\
     or a line, gzipped or not; of folders every .json, .jsonl and .gz file is read, and standard input where none\n\
     is named. A record may have a view and notes under the key \"outpost\", and boards may stand in place of a\n\
     game (docs/links.md). One that differs from the rules is an error, as a link could not hold the difference.\n\
     A file of positions (FEN or EPD, one a line) makes one link of boards.\n\n\
     decode writes the record of every link, one a line. A link is its letters and digits, or any text with them,\n\
     such as an address or code for a page; without arguments every line of standard input is one, but for links\n\
     that are wrapped over several.\n\n\
     What could not be read goes to standard error, and the exit code is 1 then.\n\n\
     Options:\n\
     \x20 --page ADDRESS  write ADDRESS#LINK\n\
     \x20 -h, --help      show this\n"
        .to_owned()
}

fn run(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let (mut page, mut values) = (None, Vec::new());
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("page") => {
                page = Some(parser.value()?.to_string_lossy().into_owned());
            }
            lexopt::Arg::Value(value) => values.push(value),
            other => return Err(other.unexpected().into()),
        }
    }
    if values.is_empty() {
        return Err(Failure::Usage("link: encode or decode?".to_owned()));
    }
    let action = values.remove(0);
    match &*action.to_string_lossy() {
        "encode" => encode(values.into_iter().map(PathBuf::from).collect(), page),
        "decode" if page.is_some() => {
            let reason = "link decode takes no --page".to_owned();
            Err(Failure::Usage(reason))
        }
        "decode" if values.is_empty() => {
            // A line that is no text is no link, and the others are read all the same.
            let text = record_files::read_all(io::stdin().lock())?;
            let text = String::from_utf8_lossy(&text);
            if text.trim().is_empty() {
                tell("standard input: no links there: it is empty");
                return Ok(false);
            }
            let links = wrapped_links(&text);
            decode(links.iter().map(String::as_str))
        }
        "decode" => {
            let links: Vec<String> = values
                .iter()
                .map(|v| v.to_string_lossy().into_owned())
                .collect();
            decode(links.iter().map(String::as_str))
        }
        other => Err(Failure::Usage(format!(
            "link: {other:?} is neither encode nor decode"
        ))),
    }
}

fn encode(paths: Vec<PathBuf>, page: Option<String>) -> Result<bool, Failure> {
    let before = page.map_or(String::new(), |page| page + "#");
    let mut all_well = true;
    if paths.is_empty() {
        let bytes = record_files::read_all(io::stdin().lock())?;
        all_well &= encode_all(&bytes, "standard input", &before)?;
    }
    for file in record_files::collect(&paths)? {
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

/// Writes the links of all records in `bytes`; false when one has none.
fn encode_all(bytes: &[u8], name: &str, before: &str) -> Result<bool, Failure> {
    // Positions, however they are written: all of a file are one link. As JSON they may have notes, and are records to `Link::from_json`.
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

/// The links of a text, one a line, but for those that a mail program wrapped: these are put together again. Each line is read once by
/// itself, and once with those that it may belong to.
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

/// Writes the records of `links`; false when one cannot be read.
fn decode<'a>(links: impl Iterator<Item = &'a str>) -> Result<bool, Failure> {
    let mut all_well = true;
    for (i, text) in links.enumerate() {
        match Link::decode(text) {
            Ok(link) => {
                if link.more {
                    let number = i + 1;
                    tell(&format!(
                        "link {number}: holds more, which a later version can read"
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
