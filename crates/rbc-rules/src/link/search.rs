//! Finds a link in the text around it: an address, a mail, a chat, HTML.
//!
//! A link contains its length and a checksum. Every place at which one may begin is tried, and the first with a valid
//! checksum is taken, whatever is around it. The work is proportional to the text.

use std::borrow::Cow;

use super::{CHECKSUM, LinkError, VERSION, alphabet, checksum, is_invisible, length};

/// A link that was found.
pub(super) struct Found {
    /// Its letters and digits.
    pub(super) text: String,
    /// What they hold, without the checksum.
    pub(super) bytes: Vec<u8>,
}

/// Something that looks like a link but cannot be read as one.
pub(super) struct Broken {
    /// Its letters and digits, as far as they are there.
    pub(super) text: String,
    /// What is wrong with it.
    pub(super) error: LinkError,
}

/// Times that a text is freed from percent-encoding: forwarders encode what was encoded before.
const DECODINGS: usize = 2;

/// The link in a text: its letters and digits alone, or whatever has them. They may be wrapped, quoted (`> `) and broken by invisible
/// characters; the text may be percent-encoded, also twice.
///
/// # Errors
///
/// With what looks most like a link, if anything does.
pub(super) fn search(text: &str) -> Result<Found, Option<Broken>> {
    let mut best: Option<(u8, Broken)> = None;
    let mut text = Cow::Borrowed(text);
    for decodings in 0..=DECODINGS {
        match scan(&text, &mut best) {
            Some(found) => return Ok(found),
            None if decodings < DECODINGS => match percent_decoded(&text) {
                Some(decoded) => text = Cow::Owned(decoded),
                None => break,
            },
            None => break,
        }
    }
    Err(best.map(|(_, broken)| broken))
}

/// The bytes of `link`, of which all must be there from its first character on.
///
/// # Errors
///
/// When it is none.
pub(super) fn read(link: &str) -> Result<Found, LinkError> {
    attempt(link).0
}

/// What stands before a place at which a link may begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing but quotes and brackets.
    Nothing,
    /// White space.
    Space,
    /// A `#`.
    Hash,
    /// Another character that no link has.
    Mark,
}

/// Tries every place of `text`; what fails and looks more like a link than `best` takes its place.
fn scan(text: &str, best: &mut Option<(u8, Broken)>) -> Option<Found> {
    // Places behind a mark are read to the next mark at most: no character is read twice for them. Those behind white space are
    // read across white space, and share so many characters.
    let mut left = 4 * text.len();
    let mut before = Before::Nothing;
    let mut previous = ['\0'; 2];
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        if c.is_ascii_alphanumeric() {
            // As quoted-printable and some forwarders write `=` and `#`.
            let hidden = [("=3D", '='), ("-23", '-')];
            let behind = text.get(at..)?;
            let marked = hidden.iter().find(|(mark, first)| {
                !in_word && previous[1] == *first && behind.starts_with(&mark[1..])
            });
            if let Some((mark, _)) = marked {
                let link = behind.get(mark.len() - 1..)?;
                if link.starts_with(VERSION)
                    && let Ok(found) = attempt(link).0
                {
                    return Some(found);
                }
            }
            if !in_word && c.is_ascii_digit() && (before != Before::Space || left > 0) {
                if c == VERSION {
                    let (read, letters, passed) = attempt(behind);
                    if before == Before::Space {
                        left = left.saturating_sub(passed);
                    }
                    match read {
                        Ok(found) => return Some(found),
                        Err(error) => {
                            let rank = rank(behind, before, previous[0]);
                            if best.as_ref().is_none_or(|(other, _)| *other < rank) && rank > 0 {
                                *best = Some((
                                    rank,
                                    Broken {
                                        text: letters,
                                        error,
                                    },
                                ));
                            }
                        }
                    }
                } else if best.is_none() && is_later(behind, before, previous[0]) {
                    let error = LinkError::NotThisVersion(c);
                    let text = Letters::new(behind).map(|(_, c)| c);
                    let text = text.take_while(char::is_ascii_alphanumeric).collect();
                    *best = Some((1, Broken { text, error }));
                }
            }
            in_word = true;
            before = Before::Mark;
        } else if c.is_whitespace() {
            if before != Before::Nothing {
                before = Before::Space;
            }
            in_word = false;
        } else if !is_invisible(c) {
            before = match (c, before) {
                ('#', _) => Before::Hash,
                ('"' | '\'' | '`' | '<' | '>' | '(' | '[' | '“' | '«', Before::Nothing) => {
                    Before::Nothing
                }
                ('>' | '|', Before::Space) => Before::Space,
                _ => Before::Mark,
            };
            in_word = false;
        }
        previous = [previous[1], c];
    }
    None
}

/// How much what cannot be read looks like a link of this version; 0: not at all.
fn rank(text: &str, before: Before, ahead: char) -> u8 {
    let letters = || text.bytes().take_while(u8::is_ascii_alphanumeric).take(16);
    let run = letters().count();
    // As in a FEN.
    let slash = text.as_bytes().get(run) == Some(&b'/');
    // As in the number of an issue or of a book, and in a UUID.
    let numeral = letters().all(|c| c.is_ascii_digit());
    let hyphen = text.as_bytes().get(run) == Some(&b'-');
    let in_address = ahead == '\0' || ahead == '/' || ahead.is_alphanumeric();
    match before {
        // &#39; is an apostrophe.
        Before::Hash if ahead == '&' => 0,
        Before::Hash if numeral && !in_address => 0,
        _ if before != Before::Hash && (numeral || hyphen) => 0,
        Before::Hash if run >= 5 => 4,
        Before::Hash => 2,
        Before::Nothing if run >= 5 && !slash => 3,
        _ if run == 16 && !slash => 1,
        _ => 0,
    }
}

/// Whether this looks like a link of a later version: nothing else is to begin with a digit then.
fn is_later(text: &str, before: Before, ahead: char) -> bool {
    match before {
        Before::Hash => {
            let letters = text.bytes().take_while(u8::is_ascii_alphanumeric);
            ahead != '&' && letters.take(5).count() == 5
        }
        Before::Nothing => {
            let letters = || Letters::new(text).map(|(_, c)| c);
            letters().all(|c| c.is_ascii_alphanumeric())
                && letters().nth(7).is_some()
                && letters().any(|c| c.is_ascii_alphabetic())
        }
        _ => false,
    }
}

/// Reads a link from the beginning of `text`; also gives its letters, as far as they are there, and the bytes that were passed.
fn attempt(text: &str) -> (Result<Found, LinkError>, String, usize) {
    let mut letters = String::new();
    let mut passed = 0;
    let mut characters = Letters::new(text).map(|(at, c)| {
        passed = at + c.len_utf8();
        c
    });
    let read = digits(&mut characters, &mut letters);
    let found = read.and_then(|digits| {
        let bytes = alphabet::read(&digits).ok_or(LinkError::Changed)?;
        match bytes.split_last_chunk::<CHECKSUM>() {
            Some((coded, sum)) if *sum == checksum(coded) => Ok(Found {
                text: letters.clone(),
                bytes: coded.to_vec(),
            }),
            _ => Err(LinkError::Changed),
        }
    });
    (found, letters, passed)
}

/// The digits of a link's body; what is passed on the way is added to `letters`.
fn digits(
    characters: &mut impl Iterator<Item = char>,
    letters: &mut String,
) -> Result<Vec<u32>, LinkError> {
    match characters.next() {
        None => return Err(LinkError::Empty),
        Some(VERSION) => letters.push(VERSION),
        Some(first) => return Err(LinkError::NotThisVersion(first)),
    }
    let expected = length(&mut characters.inspect(|c| {
        if c.is_ascii_alphanumeric() {
            letters.push(*c);
        }
    }))?;
    // What is there sets the bound, not what it says of itself.
    let mut digits = Vec::new();
    let mut stop = None;
    for character in characters.take(expected) {
        match alphabet::digit(character) {
            Some(digit) => {
                digits.push(digit);
                letters.push(character);
            }
            None => {
                stop = Some(character);
                break;
            }
        }
    }
    if digits.len() < expected {
        return Err(LinkError::Cut {
            expected,
            found: digits.len(),
            stop,
        });
    }
    Ok(digits)
}

/// The characters of a text but for those that programs put in: white space and invisible ones, `>` and `|` where a line begins, and the
/// `=` at which quoted-printable breaks lines.
struct Letters<'a> {
    text: &'a str,
    at: usize,
    line_begins: bool,
}

impl<'a> Letters<'a> {
    fn new(text: &'a str) -> Letters<'a> {
        Letters {
            text,
            at: 0,
            line_begins: false,
        }
    }
}

impl Iterator for Letters<'_> {
    type Item = (usize, char);

    fn next(&mut self) -> Option<(usize, char)> {
        loop {
            let rest = self.text.get(self.at..)?;
            let c = rest.chars().next()?;
            let here = self.at;
            self.at += c.len_utf8();
            let quotes = self.line_begins && matches!(c, '>' | '|');
            if is_invisible(c) {
                self.line_begins |= matches!(c, '\n' | '\r');
            } else if !quotes && !is_soft_break(rest) {
                self.line_begins = false;
                return Some((here, c));
            }
        }
    }
}

/// Whether quoted-printable breaks a line here that goes on.
fn is_soft_break(text: &str) -> bool {
    text.starts_with("=\n") || text.starts_with("=\r")
}

/// The text with `%23` and the like as what they stand for; `None` where there are none.
pub(crate) fn percent_decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut decoded: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let hex = |i: usize| char::from(*bytes.get(i)?).to_digit(16);
        let code = (*byte == b'%').then(|| Some(hex(at + 1)? << 4 | hex(at + 2)?));
        match (code.flatten(), &mut decoded) {
            (Some(code), decoded) => {
                let decoded =
                    decoded.get_or_insert_with(|| bytes.get(..at).unwrap_or_default().to_vec());
                decoded.push(code as u8);
                at += 3;
            }
            (None, decoded) => {
                if let Some(decoded) = decoded {
                    decoded.push(*byte);
                }
                at += 1;
            }
        }
    }
    decoded.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
