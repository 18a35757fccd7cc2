//! Writes to standard output and standard error. A terminal obeys control characters, so every text is escaped here.

use std::{
    io::{self, Write as _},
    path::Path,
};

use crate::Failure;

/// Returns whether a terminal would obey the character, hide it, or change the text direction with it.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns the text with all characters that [`is_obeyed`] escaped, except those that `keep` allows.
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

/// Returns an untrusted text, such as a name in a record, on one line and safe to print: control characters, invisible
/// ones and those that change the text direction are escaped, as in `\u{1b}`.
#[must_use]
pub fn printable(text: &str) -> String {
    escaped(text, |_| false, |c, out| out.extend(c.escape_unicode()))
}

/// Returns the name of a file as [`printable`] text. Bytes that are not UTF-8 are escaped, as in `\xff`; an empty name
/// is `""`.
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

/// Returns several lines of text, with everything but line breaks escaped.
fn printable_lines(text: &str) -> String {
    let escape = |c: char, out: &mut String| out.extend(c.escape_unicode());
    escaped(text, |c| c == '\n', escape)
}

/// Writes a line to standard error. Errors are ignored.
pub fn tell(line: &str) {
    let line = printable_lines(line) + "\n";
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

/// Writes lines of text to standard output. A closed pipe is not an error.
///
/// # Errors
///
/// If it cannot be written, as on a full disk.
pub fn print(text: &str) -> Result<(), Failure> {
    write_out(&printable_lines(text))
}

/// Writes JSON to standard output, with JSON's escapes, so that the value stays the same.
///
/// # Errors
///
/// As for [`print`].
pub fn print_json(json: &str) -> Result<(), Failure> {
    write_out(&printable_json(json))
}

/// Returns JSON with characters that a terminal would obey escaped, as in `\u001b`. Apart from line breaks they can only
/// be in strings.
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
