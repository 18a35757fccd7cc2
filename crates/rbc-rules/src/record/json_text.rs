//! Takes JSON text apart without parsing it. [`items`], [`entry`] and [`push_minified`] expect valid JSON; other text
//! gives useless pieces, never a panic.

/// Whether `text` nests lists and objects more than `most` deep: at which byte.
pub(super) fn nested_beyond(text: &str, most: usize) -> Option<usize> {
    let mut outside = Outside::default();
    let mut depth = 0usize;
    text.bytes().position(|byte| {
        if outside.strings(byte) {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        depth > most
    })
}

/// The parts of a list or an object between its commas; of anything else none.
pub(super) fn items(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim_ascii();
    let inner = [('[', ']'), ('{', '}')]
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    let mut rest = inner.map(str::trim_ascii).filter(|s| !s.is_empty());
    std::iter::from_fn(move || {
        let text = rest?;
        let mut outside = Outside::default();
        let mut depth = 0i64;
        let comma = text.bytes().position(|byte| {
            if !outside.strings(byte) {
                return false;
            }
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            byte == b',' && depth == 0
        });
        rest = comma.and_then(|at| text.get(at + 1..));
        text.get(..comma.unwrap_or(text.len())).map(str::trim_ascii)
    })
}

/// The key and the value of a part of an object.
pub(super) fn entry(item: &str) -> Option<(String, &str)> {
    let mut keys = serde_json::Deserializer::from_str(item).into_iter::<String>();
    let key = keys.next()?.ok()?;
    let rest = item.get(keys.byte_offset()..)?.trim_ascii_start();
    Some((key, rest.strip_prefix(':')?.trim_ascii()))
}

/// Adds `text` without the white space around its values.
pub(super) fn push_minified(out: &mut String, text: &str) {
    let mut outside = Outside::default();
    out.extend(text.chars().filter(|c| {
        let byte = u8::try_from(*c).unwrap_or(b'x');
        !outside.strings(byte) || !byte.is_ascii_whitespace()
    }));
}

/// Follows text byte by byte.
#[derive(Default)]
struct Outside {
    in_string: bool,
    escaped: bool,
}

impl Outside {
    /// Takes the next byte: whether it stands outside strings. Their quotes do not.
    fn strings(&mut self, byte: u8) -> bool {
        if self.escaped {
            self.escaped = false;
        } else if self.in_string {
            match byte {
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
        } else if byte == b'"' {
            self.in_string = true;
        } else {
            return true;
        }
        false
    }
}
