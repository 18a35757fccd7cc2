//! Positions in a text: FEN, EPD, tags of PGN, addresses.

use super::{Board, MAX_BOARDS, Pasted, Unknown};
use crate::Position;

/// Characters of a line that are repeated in a message.
const SHOWN: usize = 100;

/// Bytes of the name that EPD gives a position.
const MAX_NAME: usize = 100;

/// The positions of a text, if it is one or more of them and nothing else but what goes with them.
///
/// A text on one line may have anything around its positions. On several lines each must have one, or be blank, a comment or a tag of PGN; where
/// tags of PGN give positions, only these count.
pub(super) fn read(text: &str) -> Pasted {
    let in_tags = text.lines().any(|line| tagged_fen(line).is_some());
    let mut boards = Vec::new();
    let mut bad: Option<(usize, &str)> = None;
    let mut at = 0;
    let mut number = 0;
    while at < text.len() {
        let line = line_at(text, at);
        number += 1;
        // A position may end on the line after; lines are passed whole.
        let mut from = at;
        let mut end = at + line.len();
        let mut operations = at;
        let found_before = boards.len();
        if !in_tags || tagged_fen(line).is_some() {
            while let Some((placement, after)) = placement(text, from, end) {
                match placement {
                    Some(placement) => {
                        let (fields, after) = fields(text, after);
                        if boards.len() == MAX_BOARDS {
                            return Pasted::Unknown(Unknown::TooMany);
                        }
                        (from, operations) = (after, after);
                        while end < from {
                            end += line_break(text, end);
                            end += line_at(text, end).len();
                            number += 1;
                        }
                        match position(&placement, &fields) {
                            Some(position) => boards.push(Board {
                                position,
                                name: None,
                            }),
                            None => bad = bad.or(Some((number, line))),
                        }
                    }
                    None => from = after,
                }
            }
        }
        let found = boards.len();
        if let [.., board] = &mut boards[..]
            && found == found_before + 1
        {
            board.name = name(text.get(operations..end).unwrap_or_default());
        }
        if found == found_before && !in_tags && !goes_with_positions(line) {
            bad = bad.or(Some((number, line)));
        }
        at = end + line_break(text, end);
    }
    match bad {
        None if boards.is_empty() => Pasted::Unknown(Unknown::Nothing),
        None => Pasted::Boards(boards),
        Some(_) if boards.is_empty() => Pasted::Unknown(Unknown::Nothing),
        Some((line, text)) => Pasted::Unknown(Unknown::BadLine {
            line,
            text: text.trim().chars().take(SHOWN).collect(),
        }),
    }
}

/// The line that begins at `at`, without what ends it.
fn line_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

/// Bytes that end a line at `at`.
fn line_break(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    if rest.starts_with("\r\n") {
        2
    } else {
        usize::from(rest.starts_with(['\n', '\r']))
    }
}

/// The value of a tag of PGN for a position.
fn tagged_fen(line: &str) -> Option<&str> {
    let tag = line.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    let head = tag.get(..4)?;
    let rest = tag.get(4..)?;
    (head.eq_ignore_ascii_case("[fen") && rest.trim_start().starts_with('"')).then_some(rest)
}

/// Whether a line without a position may stand between positions.
fn goes_with_positions(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    let is_comment = line.starts_with(['#', '%', ';']) || line.starts_with("//");
    let is_tag = line.strip_prefix('[').is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_uppercase()) && line.trim_end().ends_with("\"]")
    });
    is_comment || is_tag || !line.contains(|c: char| c.is_alphanumeric())
}

/// Bytes of what stands on the board in a FEN.
const fn is_placement(byte: u8) -> bool {
    matches!(
        byte,
        b'1'..=b'8'
            | b'/'
            | b'p'
            | b'n'
            | b'b'
            | b'r'
            | b'q'
            | b'k'
            | b'P'
            | b'N'
            | b'B'
            | b'R'
            | b'Q'
            | b'K'
    )
}

/// The squares that a rank of a FEN has.
fn squares(rank: &str) -> usize {
    let bytes = rank.bytes();
    bytes
        .map(|b| {
            if b.is_ascii_digit() {
                usize::from(b - b'0')
            } else {
                1
            }
        })
        .sum()
}

/// Looks for what stands on a board between `from` and `end`, and beyond where it is wrapped there: the next run of such characters that
/// is as long, or `None` in its place if that run is no board; and where to look on.
fn placement(text: &str, from: usize, end: usize) -> Option<(Option<String>, usize)> {
    let bytes = text.as_bytes();
    let start = (from..end).find(|i| bytes.get(*i).is_some_and(|b| is_placement(*b)))?;
    let run = |at: usize| {
        let length = bytes
            .iter()
            .skip(at)
            .take_while(|b| is_placement(**b))
            .count();
        text.get(at..at + length).unwrap_or_default()
    };
    let first = run(start);
    let mut after = start + first.len();
    let mut whole = last_ranks(first).to_owned();
    while whole.contains('/') && !is_board(&whole) && is_unfinished(&whole) {
        let Some(next) = next_line(text, after) else {
            break;
        };
        let more = run(next);
        // Ranks are short: what is longer is something else.
        if more.is_empty() || more.len() > 80 {
            break;
        }
        whole.push_str(more);
        if !is_board(&whole) && !is_unfinished(&whole) {
            break;
        }
        after = next + more.len();
    }
    let board = is_board(&whole) && !bytes.get(after).is_some_and(|b| b.is_ascii_alphanumeric());
    // What was no board may have one within, from another line on.
    let after = if board { after } else { start + first.len() };
    Some((board.then_some(whole), after))
}

/// The last eight ranks of a run, before which an address may have a path.
fn last_ranks(run: &str) -> &str {
    match run.bytes().filter(|b| *b == b'/').count() {
        8..=11 => {
            let ranks = run.rmatch_indices('/').nth(7);
            ranks.map_or(run, |(i, _)| run.get(i + 1..).unwrap_or_default())
        }
        _ => run,
    }
}

/// Whether these are eight ranks of eight squares.
fn is_board(ranks: &str) -> bool {
    ranks.len() <= 71
        && ranks.split('/').count() == 8
        && ranks.split('/').all(|rank| squares(rank) == 8)
}

/// Whether these are some ranks of eight squares, and perhaps the beginning of another.
fn is_unfinished(ranks: &str) -> bool {
    let count = ranks.split('/').take(9).count();
    ranks.len() <= 71
        && count <= 8
        && ranks.split('/').enumerate().all(|(i, rank)| {
            let squares = squares(rank);
            squares == 8 || (i + 1 == count && squares < 8)
        })
}

/// Where the line after the one that ends at `at` goes on, quoted or not.
fn next_line(text: &str, at: usize) -> Option<usize> {
    // Lines are wrapped with little white space; passing over more would take time again and again.
    const MOST: usize = 100;
    let skip = |at: usize, what: &[u8]| {
        let rest = text.as_bytes().iter().skip(at).take(MOST);
        at + rest.take_while(|b| what.contains(b)).count()
    };
    let at = skip(at, b" \t");
    match line_break(text, at) {
        0 => None,
        bytes => Some(skip(at + bytes, b" \t>|")),
    }
}

/// The fields of a FEN, in their order.
#[derive(Clone, Copy)]
enum Field {
    Turn,
    Castling,
    EnPassant,
    Counter,
}

impl Field {
    /// Whether a word can be this field.
    fn takes(self, word: &str) -> bool {
        match self {
            Field::Turn => matches!(word, "w" | "b"),
            Field::Castling => word == "-" || word.bytes().all(|b| b"KQkq".contains(&b)),
            Field::EnPassant => {
                word == "-" || matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
            }
            Field::Counter => word.parse::<u32>().is_ok(),
        }
    }
}

/// The fields that follow what stands on the board, with a space before each, and where they end. They are apart by spaces, or by `_` or `+` in
/// addresses; one may be on the next line.
fn fields(text: &str, from: usize) -> (String, usize) {
    use Field::{Castling, Counter, EnPassant, Turn};
    let mut read = String::new();
    let (mut at, mut wrapped) = (from, false);
    for field in [Turn, Castling, EnPassant, Counter, Counter] {
        let rest = text.get(at..).unwrap_or_default();
        let gap: usize = rest
            .chars()
            .take_while(|c| matches!(c, ' ' | '\t' | '_' | '+' | '\u{a0}'))
            .take(100)
            .map(char::len_utf8)
            .sum();
        let mut start = at + gap;
        let mut crosses = false;
        if line_break(text, start) > 0 && !wrapped {
            match next_line(text, start) {
                Some(next) => (start, crosses) = (next, true),
                None => break,
            }
        }
        if start == at {
            break;
        }
        let rest = text.get(start..).unwrap_or_default();
        let length = rest
            .bytes()
            .take(11)
            .take_while(|b| b.is_ascii_alphanumeric() || *b == b'-')
            .count();
        let word = rest.get(..length).unwrap_or_default();
        if word.is_empty() || !field.takes(word) {
            break;
        }
        // A number at the beginning of a line may be that of the next position.
        if crosses && matches!(field, Counter) && !is_counters(line_at(text, start)) {
            break;
        }
        read.push(' ');
        read.push_str(word);
        at = start + length;
        wrapped |= crosses;
    }
    (read, at)
}

/// Whether a line is nothing but one counter or two.
fn is_counters(line: &str) -> bool {
    line.len() < 40
        && line.split_whitespace().count() <= 2
        && line
            .split_whitespace()
            .all(|word| Field::Counter.takes(word))
}

fn position(placement: &str, fields: &str) -> Option<Position> {
    format!("{placement}{fields}").parse().ok()
}

/// What EPD calls the position whose operations these are.
fn name(operations: &str) -> Option<String> {
    let (before, rest) = operations.split_once("id \"")?;
    let (name, _) = rest.split_once('"')?;
    let apart = before.is_empty() || before.ends_with(|c: char| c.is_whitespace() || c == ';');
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    (apart && !name.trim().is_empty() && name.len() <= MAX_NAME).then(|| name.trim().to_owned())
}
