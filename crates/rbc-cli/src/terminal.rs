//! What is written to standard output and standard error. A terminal obeys control characters, so every text passes
//! through here.

use std::{
    io::{self, Write as _},
    path::Path,
};

use crate::Failure;

/// Whether a terminal would obey this character, or would hide it or turn the direction of writing with it.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}')
}

/// The text with every character that [`is_obeyed`] replaced, apart from those that `keep` allows.
fn escaped(text: &str, keep: impl Fn(char) -> bool, escape: impl Fn(char, &mut String)) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_obeyed(c) && !keep(c) {
            escape(c, &mut shown);
        } else {
            shown.push(c);
        }
    }
    shown
}

/// A text that may come from anywhere, such as a name in a record, on one line and without what a terminal would
/// obey: control characters and those that change the direction of writing or cannot be seen stand as `\u{1b}`.
#[must_use]
pub fn printable(text: &str) -> String {
    escaped(text, |_| false, |c, out| out.extend(c.escape_unicode()))
}

/// The name of a file as [`printable`] text; bytes that are no UTF-8 stand as `\xff`, and an empty name as `""`.
#[must_use]
pub fn shown(path: &Path) -> String {
    if path.as_os_str().is_empty() {
        return "\"\"".to_owned();
    }
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name.push_str(&printable(chunk.valid()));
        for byte in chunk.invalid() {
            name.push_str(&format!("\\x{byte:02x}"));
        }
    }
    name
}

/// Several lines of text, of which a terminal obeys only the ends of the lines.
fn printable_lines(text: &str) -> String {
    let escape = |c: char, out: &mut String| out.extend(c.escape_unicode());
    escaped(text, |c| c == '\n', escape)
}

/// Writes a line to standard error. If nobody can read it, that stops no work.
pub fn tell(line: &str) {
    let line = printable_lines(line) + "\n";
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

/// Writes lines of text to standard output. A reader that closed it early is no failure.
///
/// # Errors
///
/// When it cannot be written, as on a full disk.
pub fn print(text: &str) -> Result<(), Failure> {
    write_out(&printable_lines(text))
}

/// As [`print`], for JSON: escapes are JSON's own, so that the value stays the same.
///
/// # Errors
///
/// As [`print`].
pub fn print_json(json: &str) -> Result<(), Failure> {
    write_out(&printable_json(json))
}

/// JSON with what a terminal would obey as `\u001b`. Such characters stand only within strings, except the ends of
/// lines.
#[must_use]
pub fn printable_json(json: &str) -> String {
    let escape = |c: char, out: &mut String| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            out.push_str(&format!("\\u{unit:04x}"));
        }
    };
    escaped(json, |c| c == '\n', escape)
}

fn write_out(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Work(format!("standard output: {e}")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_one_line_that_a_terminal_does_not_obey() {
        assert_eq!(
            shown(Path::new("a\u{1b}[2J\n\u{202e}é.json")),
            "a\\u{1b}[2J\\u{a}\\u{202e}é.json"
        );
        #[cfg(unix)]
        {
            use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
            let name = OsStr::from_bytes(b"caf\xe9\x9b2J.json");
            assert_eq!(shown(Path::new(name)), "caf\\xe9\\x9b2J.json");
        }
    }

    #[test]
    fn messages_keep_their_lines_and_json_its_value() {
        assert_eq!(printable_lines("a\n\tb\u{7f}"), "a\n\\u{9}b\\u{7f}");
        let value = serde_json::json!({ "name": "a\u{1b}\u{9b}2J\u{202e}\u{7f}😀\u{feff}é" });
        let text = printable_json(&format!("{value:#}\n"));
        assert!(!text.chars().any(|c| is_obeyed(c) && c != '\n'), "{text}");
        assert!(text.contains("😀") && text.contains("\\u009b"), "{text}");
        let read: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read, value);
    }
}
