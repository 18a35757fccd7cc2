//! The games within one JSON value: a list of games, or a game in the wrapper of the RBC server. Only brackets and
//! strings are examined; the reader decides whether each is a game.

use std::ops::Range;

/// The key under which the RBC server gives a game.
const WRAPPER: &[u8] = b"\"game_history\"";

/// Returns whether a text that begins like this contains games instead of being one.
pub(super) fn begins(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let key = text.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    text.starts_with(b"[") || key.is_some_and(|key| key.starts_with(WRAPPER))
}

/// Goes through the games of a value of JSON, each of which may be wrapped.
#[derive(Clone, Debug)]
pub(super) struct Games {
    at: usize,
    end: usize,
    /// The value is a list of games.
    in_list: bool,
}

impl Games {
    /// The games of the value that `range` of `bytes` is.
    pub(super) fn new(bytes: &[u8], range: Range<usize>) -> Games {
        let at = skip_space(bytes, range.start);
        let in_list = at < range.end && bytes.get(at) == Some(&b'[');
        Games {
            at: if in_list { at + 1 } else { range.start },
            end: range.end,
            in_list,
        }
    }

    /// Where the next game is.
    pub(super) fn next(&mut self, bytes: &[u8]) -> Option<Range<usize>> {
        let bytes = bytes.get(..self.end)?;
        if !self.in_list {
            let range = self.at..self.end;
            self.at = self.end;
            return (!range.is_empty()).then(|| unwrapped(bytes, range));
        }
        loop {
            self.at = skip_space(bytes, self.at);
            match bytes.get(self.at)? {
                b',' => self.at += 1,
                b']' => {
                    // What follows the list is no part of it, and no game.
                    self.in_list = false;
                    self.at = skip_space(bytes, self.at + 1);
                }
                _ if self.in_list => {
                    let range = self.at..value_end(bytes, self.at);
                    self.at = range.end;
                    return Some(unwrapped(bytes, range));
                }
                _ => {
                    let range = self.at..self.end;
                    self.at = self.end;
                    return Some(range);
                }
            }
        }
    }
}

/// What the server's wrapper holds, or the value itself.
fn unwrapped(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    wrapped(bytes, range.clone()).unwrap_or(range)
}

fn wrapped(bytes: &[u8], range: Range<usize>) -> Option<Range<usize>> {
    let bytes = bytes.get(..range.end)?;
    let open = skip_space(bytes, range.start);
    let key = skip_space(bytes, open + 1);
    let rest = bytes.get(key..)?;
    if bytes.get(open) != Some(&b'{') || !rest.starts_with(WRAPPER) {
        return None;
    }
    let colon = skip_space(bytes, key + WRAPPER.len());
    let start = skip_space(bytes, colon + 1);
    if bytes.get(colon) != Some(&b':') || bytes.get(start) != Some(&b'{') {
        return None;
    }
    let end = value_end(bytes, start);
    // Whatever else the wrapper has is left out, but it has to end.
    (end < bytes.len()).then_some(start..end)
}

fn skip_space(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.iter().skip(at);
    at + rest.take_while(|b| b.is_ascii_whitespace()).count()
}

/// Where the value that begins at `at` ends: behind its closing bracket, or before what ends an entry of a list.
fn value_end(bytes: &[u8], at: usize) -> usize {
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    for (i, byte) in bytes.iter().enumerate().skip(at) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth > 1 => depth -= 1,
            b'}' | b']' if depth == 1 => return i + 1,
            b',' | b']' if depth == 0 => return i,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<&str> {
        let mut games = Games::new(text.as_bytes(), 0..text.len());
        let next = || games.next(text.as_bytes());
        std::iter::from_fn(next).map(|range| &text[range]).collect()
    }

    #[test]
    fn lists_and_wrappers_are_taken_apart() {
        for (text, expected) in [
            ("{\"a\": 1}", &["{\"a\": 1}"][..]),
            ("[]", &[]),
            (
                " [ {\"a\": \"],\"}, {\"b\": [1, {}]} ]\n",
                &["{\"a\": \"],\"}", "{\"b\": [1, {}]}"],
            ),
            ("{\"game_history\": {\"a\": {}}}", &["{\"a\": {}}"]),
            (
                "[{\"game_history\" : {\"a\": 1}},{\"b\": 2}]",
                &["{\"a\": 1}", "{\"b\": 2}"],
            ),
            (
                "{\"game_history\": {\"a\": {}}, \"id\": 7}",
                &["{\"a\": {}}"],
            ),
            // For the reader of games to say what is wrong with it.
            (
                "{\"game_history\": {\"a\": 1}",
                &["{\"game_history\": {\"a\": 1}"],
            ),
            ("{\"game_history\": null}", &["{\"game_history\": null}"]),
            ("[{\"a\": 1", &["{\"a\": 1"]),
            ("[{\"a\": 1}] x", &["{\"a\": 1}", "x"]),
            ("[1, x y]", &["1", "x y"]),
            ("[[1], {}]", &["[1]", "{}"]),
            ("}", &["}"]),
            ("[}", &["}"]),
            ("[\"", &["\""]),
        ] {
            assert_eq!(games(text), expected, "{text}");
        }
    }
}
