//! Code and addresses of embeds (`docs/embedding.md`), read as far as it takes to find what they show.

use crate::link::percent_decoded;

/// An element with its attributes.
#[derive(Default, Debug)]
pub(super) struct Element {
    attributes: Vec<(String, String)>,
    /// The JSON that stands in it.
    pub(super) script: Option<String>,
}

impl Element {
    /// The value of an attribute, if it says anything.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found
            .map(|(_, value)| value.trim())
            .filter(|value| !value.is_empty())
    }
}

/// The page that shows one embed, as its address is written.
const PAGE: &str = "embed.html";

/// Elements of a text beyond which no more are looked at.
const MOST: usize = 1_000;

/// The embeds in a text: elements, frames, and the address of a frame.
pub(super) fn elements(text: &str) -> Vec<Element> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(tag) = next_tag(text, &mut at) {
        if found.len() >= MOST {
            break;
        }
        if tag.name == "iframe" {
            let address = tag.attributes.iter().find(|(key, _)| key == "src");
            if let Some((_, address)) = address.filter(|(_, address)| address.contains(PAGE)) {
                of_address(address, &mut found);
            }
        } else if tag.name.starts_with("outpost-") {
            found.push(Element {
                attributes: tag.attributes,
                script: None,
            });
        } else if tag.name == "script"
            && let Some(element) = found.last_mut()
            && tag
                .attributes
                .iter()
                .any(|(key, value)| key == "type" && value.contains("json"))
        {
            let rest = text.get(at..).unwrap_or_default();
            let end = rest.find("</script").unwrap_or(rest.len());
            element.script = Some(rest.get(..end).unwrap_or_default().trim().to_owned());
            at += end;
        }
    }
    if found.is_empty() {
        of_address(text, &mut found);
    }
    found
}

/// What the first address of such a page in `text` shows.
fn of_address(text: &str, found: &mut Vec<Element>) {
    let Some((_, rest)) = text.split_once(PAGE) else {
        return;
    };
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>');
    let parameters = rest.split(ends).next().unwrap_or_default();
    if !parameters.starts_with(['#', '?']) {
        return;
    }
    let parameters = form(parameters.get(1..).unwrap_or_default());
    for (_, item) in parameters
        .iter()
        .filter(|(key, _)| key == "item")
        .take(MOST)
    {
        found.push(Element {
            attributes: form(item),
            script: None,
        });
    }
    if found.is_empty() {
        found.push(Element {
            attributes: parameters,
            script: None,
        });
    }
}

/// What is written as forms are.
fn form(text: &str) -> Vec<(String, String)> {
    let decoded = |text: &str| {
        let text = text.replace('+', " ");
        percent_decoded(&text).unwrap_or(text)
    };
    text.split(['&', '#', '?'])
        .filter_map(|pair| pair.split_once('='))
        .take(MOST)
        .map(|(key, value)| (decoded(key), decoded(value)))
        .collect()
}

struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

/// The next tag from `at` on that begins an element, and moves `at` behind it.
fn next_tag(text: &str, at: &mut usize) -> Option<Tag> {
    loop {
        let rest = text.get(*at..)?;
        let begins = rest.find('<')? + 1;
        *at += begins;
        let rest = text.get(*at..)?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let name = rest.get(..end)?.to_ascii_lowercase();
        *at += end;
        if name == "iframe" || name == "script" || name.starts_with("outpost-") {
            return Some(Tag {
                name,
                attributes: attributes(text, at),
            });
        }
    }
}

/// The attributes of the tag in which `at` is, and moves it behind the tag.
fn attributes(text: &str, at: &mut usize) -> Vec<(String, String)> {
    let mut attributes = Vec::new();
    let take = |at: &mut usize, ends: &dyn Fn(char) -> bool| {
        let rest = text.get(*at..).unwrap_or_default();
        let end = rest.find(ends).unwrap_or(rest.len());
        *at += end;
        rest.get(..end).unwrap_or_default()
    };
    loop {
        take(at, &|c| !c.is_whitespace() && c != '/');
        let name =
            take(at, &|c| c.is_whitespace() || matches!(c, '=' | '>' | '/')).to_ascii_lowercase();
        take(at, &|c| !c.is_whitespace());
        let mut value = "";
        match text.get(*at..).unwrap_or_default().chars().next() {
            Some('=') => {
                *at += 1;
                take(at, &|c| !c.is_whitespace());
                value = match text.get(*at..).unwrap_or_default().chars().next() {
                    Some(quote @ ('"' | '\'')) => {
                        *at += 1;
                        let value = take(at, &|c| c == quote);
                        *at = text.len().min(*at + 1);
                        value
                    }
                    _ => take(at, &|c| c.is_whitespace() || c == '>'),
                };
            }
            Some('>') if name.is_empty() => {
                *at += 1;
                return attributes;
            }
            None if name.is_empty() => return attributes,
            _ => {}
        }
        if attributes.len() < MOST && !name.is_empty() {
            attributes.push((name, unescaped(value)));
        }
    }
}

/// The text of an attribute.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, behind)) = rest.split_once('&') {
        text.push_str(before);
        // The longest are such as &#x10ffff;.
        let end = behind.bytes().take(10).position(|b| b == b';');
        let entity = end.and_then(|end| behind.get(..end));
        match entity.and_then(character) {
            Some(c) => {
                text.push(c);
                rest = behind.get(end.unwrap_or(0) + 1..).unwrap_or_default();
            }
            None => {
                text.push('&');
                rest = behind;
            }
        }
    }
    text.push_str(rest);
    text
}

/// The character of an entity.
fn character(entity: &str) -> Option<char> {
    match entity {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => {
            let number = entity.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}
