//! What Outpost's pages keep in a record besides the game, under the key `outpost`: notes, tags and the like.

use serde::{Serialize, de::DeserializeOwned};

use super::{
    Counted, MAX_DEPTH, MAX_NOTE_TEXT, MAX_TAG, MAX_TAGS, Named, RecordError, RecordReason, Wanted,
    json_text::{entry, items, nested_beyond, push_minified},
    reader::read_game,
};
use crate::{
    GameHistory,
    notes::{MAX_NOTES, MAX_SHAPES, Note, Place, Shape, View},
};

/// The key of [`Extras`] in a record.
pub const KEY: &str = "outpost";

/// Reasons in [`Record::left_out`] at most.
const MAX_REASONS: usize = 20;

/// Characters of a word such as the level of assistance.
const MAX_WORD: usize = 60;

/// A game with what the pages keep in its record.
///
/// A record that exceeds a limit ([`MAX_DEPTH`], [`MAX_NOTES`] and the others) is refused as a whole. Malformed
/// notes, tags and so on are left out, and listed in [`Record::left_out`].
///
/// ```
/// use rbc_rules::{GameHistory, record::{Record, bare}};
/// let json = GameHistory::default().to_json();
/// let with = json.replacen('{', r#"{"outpost": {"tags": ["opening", 7]}, "#, 1);
/// let record = Record::from_json(with.as_bytes())?;
/// assert_eq!(record.extras.tags, ["opening"]);
/// assert_eq!(record.left_out[0].to_string(), "$.outpost.tags[1]: expected a text");
/// assert_eq!(bare(&with), json.replace(": ", ":").replace(", ", ","));
/// # Ok::<_, rbc_rules::record::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The game.
    pub game: GameHistory,
    /// The content of [`KEY`].
    pub extras: Extras,
    /// Malformed places under [`KEY`] and what is wrong with them; the first few.
    pub left_out: Vec<RecordError>,
}

/// What the pages keep in a record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Extras {
    /// What is shown first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// Notes in the order of their places, one for each: several at one place are joined.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// The assistance that the human players had, as the pages name it.
    #[serde(skip_serializing_if = "Assistance::is_empty")]
    pub assistance: Assistance,
    /// How boards were weighted for them, as the pages name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// Turns that the human players took back in all.
    #[serde(rename = "takenBack", skip_serializing_if = "is_zero")]
    pub taken_back: u32,
    /// Half-turns that were taken from another game, from which this one went on.
    #[serde(skip_serializing_if = "is_zero")]
    pub past: u32,
    /// When the game ended, as an ISO 8601 date and time. Not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// Tags without duplicates and surrounding space.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde passes it")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The assistance of each side's human player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Assistance {
    /// White's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// Black's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
}

impl Assistance {
    fn is_empty(&self) -> bool {
        self.white.is_none() && self.black.is_none()
    }
}

impl Record {
    /// Reads one game from JSON text, with its extras.
    ///
    /// # Errors
    ///
    /// When the text is not JSON or not a `GameHistory`, when its lists do not fit together, or when a limit of this
    /// module is exceeded.
    pub fn from_json(json: &[u8]) -> Result<Record, RecordError> {
        let text = std::str::from_utf8(json).map_err(|e| {
            let at = e.valid_up_to();
            RecordError::whole(RecordReason::NotUtf8 { byte: at })
        })?;
        if let Some(at) = nested_beyond(text, MAX_DEPTH) {
            return Err(RecordError::whole(RecordReason::TooDeep { byte: at }));
        }
        let game = read_game(text)?;
        let mut record = Record {
            game,
            ..Record::default()
        };
        let mut is_there = false;
        for value in top_level(text, KEY) {
            if std::mem::replace(&mut is_there, true) {
                return Err(at(KEY).error(RecordReason::Twice));
            }
            record.take_extras(value)?;
        }
        Ok(record)
    }

    fn take_extras(&mut self, text: &str) -> Result<(), RecordError> {
        let place = at(KEY);
        let keys = [
            "view",
            "notes",
            "assistance",
            "weights",
            "takenBack",
            "past",
            "played",
            "tags",
        ];
        let [
            view,
            notes,
            assistance,
            weights,
            taken_back,
            past,
            played,
            tags,
        ] = self.fields(&place, text, keys)?;
        let extras = Extras {
            view: view.and_then(|text| self.read(&place.child("view"), text)),
            weights: weights.and_then(|text| self.word(&place.child("weights"), text)),
            taken_back: taken_back
                .and_then(|text| self.read(&place.child("takenBack"), text))
                .unwrap_or_default(),
            past: past
                .and_then(|text| self.read(&place.child("past"), text))
                .unwrap_or_default(),
            played: played.and_then(|text| self.word(&place.child("played"), text)),
            notes: match notes {
                Some(text) => self.read_notes(&place.child("notes"), text)?,
                None => Vec::new(),
            },
            tags: match tags {
                Some(text) => self.read_tags(&place.child("tags"), text)?,
                None => Vec::new(),
            },
            assistance: match assistance {
                Some(text) => self.read_assistance(&place.child("assistance"), text)?,
                None => Assistance::default(),
            },
        };
        self.extras = extras;
        Ok(())
    }

    fn read_assistance(&mut self, place: &At, text: &str) -> Result<Assistance, RecordError> {
        let [white, black] = self.fields(place, text, ["white", "black"])?;
        Ok(Assistance {
            white: white.and_then(|text| self.word(&place.child("white"), text)),
            black: black.and_then(|text| self.word(&place.child("black"), text)),
        })
    }

    fn read_tags(&mut self, place: &At, text: &str) -> Result<Vec<String>, RecordError> {
        let mut tags = Vec::new();
        for (i, item) in self.list(place, text, MAX_TAGS)?.iter().enumerate() {
            let place = place.child(i);
            let Some(tag) = read_text(item) else {
                self.leave_out(&place, expected(Wanted::Text));
                continue;
            };
            let words: Vec<&str> = tag.split_whitespace().collect();
            let tag = words.join(" ");
            if tag.chars().count() > MAX_TAG {
                return Err(place.error(RecordReason::TooLong(Named::Tag)));
            }
            if !tag.is_empty() && !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        Ok(tags)
    }

    fn read_notes(&mut self, place: &At, text: &str) -> Result<Vec<Note>, RecordError> {
        let mut bytes = 0;
        let mut count = |more: usize, at: &At| {
            bytes += more;
            if bytes > MAX_NOTE_TEXT {
                return Err(at.error(RecordReason::TooMany(Counted::NoteBytes)));
            }
            Ok(())
        };
        let mut notes: Vec<(Note, At)> = Vec::new();
        for (i, item) in self.list(place, text, MAX_NOTES)?.iter().enumerate() {
            let at = place.child(i);
            let Some(note) = self.read_note(&at, item)? else {
                continue;
            };
            count(note.text.len(), &at)?;
            notes.push((note, at));
        }
        // Stable: what comes later in the file is joined behind what came before.
        notes.sort_by_key(|(note, _)| (note.place.ply, note.place.phase as u8));
        let mut joined: Vec<Note> = Vec::new();
        for (note, at) in notes {
            match joined.last_mut() {
                Some(last) if last.place == note.place => {
                    if !last.text.is_empty() && !note.text.is_empty() {
                        count(1, &at)?;
                        last.text.push('\n');
                    }
                    last.text.push_str(&note.text);
                    last.shapes.extend(note.shapes);
                    if last.shapes.len() > MAX_SHAPES {
                        return Err(at.error(RecordReason::TooMany(Counted::Shapes)));
                    }
                }
                _ => joined.push(note),
            }
        }
        Ok(joined)
    }

    /// A note that says or shows something.
    fn read_note(&mut self, at: &At, text: &str) -> Result<Option<Note>, RecordError> {
        let [place, words, shapes] = self.fields(at, text, ["place", "text", "shapes"])?;
        let Some(place) = place.and_then(|text| self.read::<Place>(&at.child("place"), text))
        else {
            self.leave_out(at, RecordReason::NoPlace);
            return Ok(None);
        };
        let mut note = Note {
            place,
            ..Note::default()
        };
        if let Some(text) = words {
            match read_text(text) {
                Some(text) => note.text = text,
                None => self.leave_out(&at.child("text"), expected(Wanted::Text)),
            }
        }
        if let Some(text) = shapes {
            let at = at.child("shapes");
            for (i, item) in self.list(&at, text, MAX_SHAPES)?.iter().enumerate() {
                note.shapes.extend(self.read::<Shape>(&at.child(i), item));
            }
        }
        for shape in &mut note.shapes {
            shape.dest = shape.dest.filter(|dest| *dest != shape.orig);
        }
        Ok((!note.text.is_empty() || !note.shapes.is_empty()).then_some(note))
    }

    fn leave_out(&mut self, place: &At, reason: RecordReason) {
        if self.left_out.len() < MAX_REASONS {
            self.left_out.push(place.error(reason));
        }
    }

    fn read<T: DeserializeOwned>(&mut self, place: &At, text: &str) -> Option<T> {
        match serde_json::from_str(text) {
            Ok(value) => Some(value),
            Err(error) => {
                // Its lines and columns are those of a piece of the text.
                let reason = error.to_string();
                let reason = reason.split(" at line ").next().unwrap_or_default();
                let reason = reason.chars().take(200).collect();
                self.leave_out(place, RecordReason::Unreadable(reason));
                None
            }
        }
    }

    fn word(&mut self, place: &At, text: &str) -> Option<String> {
        match read_text(text) {
            Some(word) if word.chars().count() <= MAX_WORD => Some(word),
            _ => {
                self.leave_out(place, expected(Wanted::ShortText));
                None
            }
        }
    }

    /// The values of an object's `keys`. Later versions may have others.
    fn fields<'t, const N: usize>(
        &mut self,
        place: &At,
        text: &'t str,
        keys: [&str; N],
    ) -> Result<[Option<&'t str>; N], RecordError> {
        let mut fields = [None; N];
        if !text.starts_with('{') {
            self.leave_out(place, expected(Wanted::Object));
            return Ok(fields);
        }
        for (key, value) in items(text).filter_map(entry) {
            let field = keys.iter().position(|k| *k == key);
            if let Some(slot) = field.and_then(|i| fields.get_mut(i))
                && slot.replace(value).is_some()
            {
                return Err(place.child(&*key).error(RecordReason::Twice));
            }
        }
        Ok(fields)
    }

    fn list<'t>(
        &mut self,
        place: &At,
        text: &'t str,
        most: usize,
    ) -> Result<Vec<&'t str>, RecordError> {
        if !text.starts_with('[') {
            self.leave_out(place, expected(Wanted::List));
            return Ok(Vec::new());
        }
        let list: Vec<&str> = items(text).take(most + 1).collect();
        if list.len() > most {
            return Err(place.error(RecordReason::TooMany(Counted::Entries(most))));
        }
        Ok(list)
    }
}

/// Another value was expected; what is there may be long, and is of no help.
const fn expected(wanted: Wanted) -> RecordReason {
    RecordReason::Expected {
        wanted,
        found: None,
    }
}

fn read_text(text: &str) -> Option<String> {
    serde_json::from_str(text).ok()
}

fn top_level<'t>(text: &'t str, key: &str) -> impl Iterator<Item = &'t str> {
    items(text)
        .filter_map(entry)
        .filter_map(move |(found, value)| (found == key).then_some(value))
}

/// A place in a record.
struct At(String);

fn at(key: &str) -> At {
    At("$".to_owned()).child(key)
}

impl At {
    fn child(&self, step: impl Into<Child>) -> At {
        let At(path) = self;
        At(match step.into() {
            Child::Key(key) => format!("{path}.{key}"),
            Child::Index(i) => format!("{path}[{i}]"),
        })
    }

    fn error(&self, reason: RecordReason) -> RecordError {
        RecordError::at(self.0.clone(), reason)
    }
}

enum Child {
    Key(String),
    Index(usize),
}

impl From<&str> for Child {
    fn from(key: &str) -> Child {
        // A hostile one may be long.
        Child::Key(key.chars().take(40).collect())
    }
}

impl From<usize> for Child {
    fn from(i: usize) -> Child {
        Child::Index(i)
    }
}

/// Returns the text of a record that [`Record::from_json`] has read, on one line, without [`KEY`] and without white
/// space around values. Other keys stay.
#[must_use]
pub fn bare(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    out.push('{');
    for item in items(json) {
        if entry(item).is_none_or(|(key, _)| key == KEY) {
            continue;
        }
        if out.len() > 1 {
            out.push(',');
        }
        push_minified(&mut out, item);
    }
    out.push('}');
    out
}
