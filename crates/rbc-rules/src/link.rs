//! Links: a whole game, or boards, with notes and the step that is shown, as some 100 letters and digits.
//!
//! A link contains everything; nothing is stored on a server. It travels in the fragment of an address. As it is
//! letters and digits only, it survives chats, e-mail and Markdown. `docs/links.md` describes the coding, which never
//! changes for links that begin with [`VERSION`].
//!
//! A game is coded as its names, outcome, senses and requests. Captures, sense results, taken moves and FENs follow
//! from the rules and are computed when a link is read. A record that differs from the rules therefore cannot become
//! a link: that is an error, and nothing is changed silently.
//!
//! ```
//! use rbc_rules::{Arbiter, Color, GameSetup, Square, link::Link};
//! let mut arbiter = Arbiter::new(GameSetup::default());
//! arbiter.start(0);
//! arbiter.sense(Some(Square::E7), 0)?;
//! arbiter.play("e2e4".parse().ok(), 0)?;
//! arbiter.resign(Color::Black, 0);
//! let game = arbiter.history().expect("it is over");
//!
//! let text = Link::game(game.clone()).encode()?;
//! assert!(text.len() < 20, "{text}");
//! // An address around it, wrapped by a mail program, and the full stop behind it do no harm.
//! let (first, rest) = text.split_at(5);
//! let link = Link::decode(&format!("https://example.org/#{first}\n{rest}."))?;
//! assert_eq!(link, Link::game(game.clone()));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Links are untrusted. Reading one takes some milliseconds per kilobyte and at most a few megabytes
//! ([`MAX_CHARACTERS`], [`MAX_PLIES`] and the other limits), and never panics. Names and notes come back exactly as
//! written: show them as text, never as markup.

use std::{error, fmt};

use flate2::Crc;
use shakmaty::{Role, Square};

use crate::{
    GameHistory, Move, Position,
    record::verify::{Mismatch, Replay},
};
use coder::{Coder, Reader, Writer};
use position::BoardModel;
use search::Found;
pub(crate) use search::percent_decoded;
use text::Texts;

pub use crate::notes::{
    Action, Brush, MAX_NOTES, MAX_SHAPES, MAX_TRIED, Note, Perspective, Place, Shape, StepPhase,
    Tried, View, WhatIf,
};

mod alphabet;
mod coder;
mod game;
mod json;
mod likelihood;
mod position;
mod search;
mod text;

/// The first character of links of this version.
pub const VERSION: char = '1';

/// Characters above which a link is refused. A real game of 4,962 half-turns takes 5,244.
pub const MAX_CHARACTERS: usize = 200_000;

/// Half-turns of a game above which a link is refused.
pub const MAX_PLIES: usize = 16_384;

/// The most boards in a link.
pub const MAX_BOARDS: usize = 4_096;

/// The most bytes of all names and notes in a link.
pub const MAX_TEXT: usize = 65_536;

/// The content of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The game or the boards.
    pub shared: Shared,
    /// What is shown first; `None` leaves the choice to the reader.
    pub view: Option<View>,
    /// Notes, in any order.
    pub notes: Vec<Note>,
    /// Whether the link contains more, from a later version, that this one cannot read. Ignored when writing.
    pub more: bool,
}

/// What a link shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shared {
    /// A game, or the part of one from its first FEN.
    Game(Box<GameHistory>),
    /// One position, or all that are possible for a side.
    Boards(Vec<Position>),
}

impl Link {
    /// Creates the link of a game, without notes.
    #[must_use]
    pub fn game(game: GameHistory) -> Link {
        Link::of(Shared::Game(Box::new(game)))
    }

    /// Creates the link of boards, without notes.
    #[must_use]
    pub fn boards(boards: Vec<Position>) -> Link {
        Link::of(Shared::Boards(boards))
    }

    fn of(shared: Shared) -> Link {
        Link {
            shared,
            view: None,
            notes: Vec::new(),
            more: false,
        }
    }

    /// Returns the link's text: letters and digits.
    ///
    /// # Errors
    ///
    /// When the record differs from the rules, or when a limit is exceeded.
    pub fn encode(&self) -> Result<String, EncodeError> {
        if let Shared::Game(game) = &self.shared {
            by_the_rules(game).map_err(|m| EncodeError::NotByTheRules(Box::new(m)))?;
        }
        self.fits()?;
        let mut coder = Writer::new();
        let written = link(&mut coder, Some(self));
        debug_assert!(written.is_ok(), "{written:?}");
        let text = pack(&coder.finish());
        if text.len() > MAX_CHARACTERS {
            return Err(EncodeError::TooMuch(Limited::Characters, MAX_CHARACTERS));
        }
        Ok(text)
    }

    /// Checks the limits, and that all places are in the game.
    fn fits(&self) -> Result<(), EncodeError> {
        let plies = match &self.shared {
            Shared::Game(game) => game.plies(),
            Shared::Boards(_) => 0,
        };
        let names = match &self.shared {
            Shared::Game(game) => [&game.white_name, &game.black_name],
            Shared::Boards(_) => [&None, &None],
        };
        let names: usize = names.into_iter().flatten().map(String::len).sum();
        let boards = match &self.shared {
            Shared::Game(_) => 1,
            Shared::Boards(boards) => boards.len(),
        };
        let text: usize = self.notes.iter().map(|note| note.text.len()).sum();
        let shapes = self.notes.iter().map(|note| note.shapes.len()).max();
        let what_if = self.view.as_ref().and_then(|view| view.what_if.as_ref());
        let tried = what_if.map(|what_if| what_if.tried.len());
        for (what, count, most) in [
            (Limited::Plies, plies, MAX_PLIES),
            (Limited::Boards, boards, MAX_BOARDS),
            (Limited::Notes, self.notes.len(), MAX_NOTES),
            (Limited::Text, names + text, MAX_TEXT),
            (Limited::Shapes, shapes.unwrap_or(0), MAX_SHAPES),
            (Limited::Tried, tried.unwrap_or(0), MAX_TRIED),
        ] {
            if count > most {
                return Err(EncodeError::TooMuch(what, most));
            }
        }
        let viewed = self.view.as_ref().map(|view| view.place);
        let mut places = self.notes.iter().map(|note| note.place).chain(viewed);
        let beyond = places.find(|place| place.ply as usize > plies);
        match beyond.or_else(|| what_if.and_then(|what_if| what_if.misplaced(plies))) {
            Some(place) => Err(EncodeError::NoSuchPlace(place, plies)),
            None => Ok(()),
        }
    }

    /// Reads a link from its own text or any text around it: an address, a mail that quotes it, a forwarder's
    /// address, HTML. White space and invisible characters inside the link are skipped. Of several links the first is
    /// read. Takes time proportional to the text.
    ///
    /// # Errors
    ///
    /// When there is no link, or when it is from a later version, cut off, changed, or describes something
    /// impossible.
    pub fn decode(text: &str) -> Result<Link, LinkError> {
        let bytes = unpack(text)?;
        let read = link(&mut Reader::new(&bytes), None)?;
        if let Shared::Game(game) = &read.shared {
            by_the_rules(game)
                .map_err(|_| LinkError::Impossible("its outcome is none by the rules"))?;
        }
        match read.fits() {
            Ok(()) => Ok(read),
            Err(_) => Err(LinkError::Impossible("it shows a place beyond its end")),
        }
    }
}

/// The text around what was coded: version, length, and the checksum behind it. For tests and fuzzing, which want links
/// that hold anything.
#[doc(hidden)]
#[must_use]
pub fn pack(coded: &[u8]) -> String {
    let body = alphabet::write(&[coded, &checksum(coded)].concat());
    let mut text = VERSION.to_string();
    let mut rest = body.len();
    while rest >= LENGTH_BASE {
        text.push(alphabet::character(LENGTH_BASE + rest % LENGTH_BASE));
        rest /= LENGTH_BASE;
    }
    text.push(alphabet::character(rest));
    text.push_str(&body);
    text
}

/// What [`pack`] was given.
///
/// # Errors
///
/// When the text is none of its.
#[doc(hidden)]
pub fn unpack(text: &str) -> Result<Vec<u8>, LinkError> {
    find(text).map(|found| found.bytes)
}

/// The link in a text.
fn find(text: &str) -> Result<Found, LinkError> {
    search::search(text).map_err(|broken| match broken {
        Some(broken) => broken.error,
        // Nothing looks like one: what is where it should be?
        None => {
            let bare = text.trim();
            let bare = bare.rsplit_once('#').map_or(bare, |(_, fragment)| fragment);
            search::read(bare).err().unwrap_or(LinkError::Changed)
        }
    })
}

/// How much of a link a text contains.
pub(crate) enum Sighting {
    /// A link with a valid checksum: its letters and digits.
    Whole(String),
    /// Something like a link, but cut off, changed or from a later version: what is left of it.
    Broken(String),
    /// Nothing.
    None,
}

/// Looks for a link in any text, in time proportional to it.
pub(crate) fn sight(text: &str) -> Sighting {
    match search::search(text) {
        Ok(found) => Sighting::Whole(found.text),
        Err(Some(broken)) => Sighting::Broken(broken.text),
        Err(None) => Sighting::None,
    }
}

/// White space, where mail programs wrap, and what chats put in so that they can.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
}

/// The length is written in this base, the lowest digit first; every digit but the last has this added.
const LENGTH_BASE: usize = 31;

/// Characters of a link after its length.
fn length(characters: &mut impl Iterator<Item = char>) -> Result<usize, LinkError> {
    let (mut length, mut unit) = (0, 1);
    while unit <= MAX_CHARACTERS {
        let character = characters.next();
        let Some(digit) = character.and_then(alphabet::digit) else {
            return Err(LinkError::Cut {
                expected: 0,
                found: 0,
                stop: character,
            });
        };
        let digit = digit as usize;
        length += digit % LENGTH_BASE * unit;
        if digit < LENGTH_BASE {
            break;
        }
        unit *= LENGTH_BASE;
    }
    if length > MAX_CHARACTERS {
        return Err(LinkError::Changed);
    }
    Ok(length)
}

/// Bytes of the checksum.
const CHECKSUM: usize = 3;

/// The lower bytes of the CRC-32 (gzip's) of the version and what it is of.
fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut crc = Crc::new();
    crc.update(&[VERSION as u8]);
    crc.update(bytes);
    let [_, sum @ ..] = crc.sum().to_be_bytes();
    sum
}

/// Checks that every event of a game follows the rules.
fn by_the_rules(game: &GameHistory) -> Result<(), Mismatch> {
    let mut replay = Replay::new(game);
    while replay.step().is_some() {}
    match replay.mismatches().first() {
        Some(mismatch) => Err(mismatch.clone()),
        None => Ok(()),
    }
}

/// Codes a link.
fn link(coder: &mut impl Coder, given: Option<&Link>) -> Result<Link, LinkError> {
    let mut texts = Texts::default();
    let shared = shared(coder, &mut texts, given.map(|g| &g.shared))?;
    let given_view = given.and_then(|g| g.view.as_ref());
    let mut view = if coder.flag([1, 1], given_view.is_some())? {
        Some(view(coder, given_view)?)
    } else {
        None
    };
    let mut notes = Vec::new();
    if coder.flag([7, 1], given.is_some_and(|g| !g.notes.is_empty()))? {
        let count = coder.number(given.map_or(0, |g| g.notes.len() as u32))? as usize;
        if count > MAX_NOTES {
            return Err(LinkError::Impossible("it has too many notes"));
        }
        for i in 0..count {
            notes.push(note(coder, &mut texts, given.and_then(|g| g.notes.get(i)))?);
        }
    }
    let given_what_if = given_view.and_then(|view| view.what_if.as_ref());
    // The first readers of this version leave it at that: so they show the game.
    let more = coder.flag([63, 1], given_what_if.is_some())? && {
        match (what_if(coder, given_what_if)?, &mut view) {
            (Some(_), None) => return Err(LinkError::Impossible("its what-if has no view")),
            (read, Some(view)) => view.what_if = read,
            (None, None) => {}
        }
        // Later writers may go on here.
        coder.flag([63, 1], false)?
    };
    Ok(Link {
        shared,
        view,
        notes,
        more,
    })
}

fn shared(
    coder: &mut impl Coder,
    texts: &mut Texts,
    given: Option<&Shared>,
) -> Result<Shared, LinkError> {
    // Two kinds are kept free.
    let kind = match given {
        Some(Shared::Boards(_)) => 1,
        _ => 0,
    };
    match coder.choice(&[13, 1, 1, 1], kind)? {
        0 => {
            let given = match given {
                Some(Shared::Game(game)) => Some(&**game),
                _ => None,
            };
            let game = game::game(coder, texts, given)?;
            Ok(Shared::Game(Box::new(game)))
        }
        1 => {
            let given = match given {
                Some(Shared::Boards(boards)) => &boards[..],
                _ => &[],
            };
            let count = coder.number(given.len() as u32)? as usize;
            if count > MAX_BOARDS {
                return Err(LinkError::Impossible("it has too many boards"));
            }
            let mut model = BoardModel::new();
            let mut boards = Vec::new();
            let mut before = Position::initial();
            for i in 0..count {
                before = model.position(coder, &before, given.get(i))?;
                boards.push(before.clone());
            }
            Ok(Shared::Boards(boards))
        }
        _ => Err(LinkError::LaterKind),
    }
}

fn view(coder: &mut impl Coder, given: Option<&View>) -> Result<View, LinkError> {
    const PERSPECTIVES: [Perspective; 4] = [
        Perspective::White,
        Perspective::Black,
        Perspective::Both,
        Perspective::Truth,
    ];
    let place = place(coder, given.map(|g| g.place))?;
    let value = PERSPECTIVES
        .iter()
        .position(|p| given.is_some_and(|g| g.perspective == *p));
    Ok(View {
        place,
        perspective: PERSPECTIVES[coder.uniform(PERSPECTIVES.len(), value.unwrap_or(0))?],
        what_if: None,
    })
}

/// Codes a what-if, or that there is none.
fn what_if(coder: &mut impl Coder, given: Option<&WhatIf>) -> Result<Option<WhatIf>, LinkError> {
    let actions = given.map_or(&[][..], |g| &g.tried);
    let count = coder.number(actions.len() as u32)? as usize;
    if count > MAX_TRIED {
        return Err(LinkError::Impossible("its what-if is too long"));
    }
    if count == 0 {
        return Ok(None);
    }
    let tried = (0..count).map(|i| tried(coder, actions.get(i).copied()));
    Ok(Some(WhatIf {
        tried: tried.collect::<Result<_, _>>()?,
        place: place(coder, given.map(|g| g.place))?,
    }))
}

fn tried(coder: &mut impl Coder, given: Option<Tried>) -> Result<Tried, LinkError> {
    let place = place(coder, given.map(|g| g.place))?;
    let action = given.map(|g| g.action);
    let action = if coder.flag([1, 1], matches!(action, Some(Action::Request(_))))? {
        let given = match action {
            Some(Action::Request(request)) => request,
            _ => None,
        };
        Action::Request(optional(coder, given, request)?)
    } else {
        let given = match action {
            Some(Action::Sense(sense)) => sense,
            _ => None,
        };
        Action::Sense(optional(coder, given, square)?)
    };
    let assumed = coder.flag([1, 1], given.is_some_and(|g| g.assumed))?;
    Ok(Tried {
        place,
        action,
        assumed,
    })
}

/// Codes something that may be missing, which is unusual.
fn optional<C: Coder, T>(
    coder: &mut C,
    given: Option<T>,
    code: impl Fn(&mut C, Option<T>) -> Result<T, LinkError>,
) -> Result<Option<T>, LinkError> {
    if coder.flag([1, 15], given.is_some())? {
        code(coder, given).map(Some)
    } else {
        Ok(None)
    }
}

fn request(coder: &mut impl Coder, given: Option<Move>) -> Result<Move, LinkError> {
    const PROMOTIONS: [Option<Role>; 5] = [
        None,
        Some(Role::Knight),
        Some(Role::Bishop),
        Some(Role::Rook),
        Some(Role::Queen),
    ];
    let from = square(coder, given.map(|g| g.from))?;
    let to = square(coder, given.map(|g| g.to))?;
    if from == to && given.is_none() {
        return Err(LinkError::Impossible("a move goes nowhere"));
    }
    let promotion = PROMOTIONS
        .iter()
        .position(|p| given.is_some_and(|g| g.promotion == *p));
    let promotion = PROMOTIONS[coder.uniform(PROMOTIONS.len(), promotion.unwrap_or(0))?];
    Ok(Move::new(from, to).promoting_to(promotion))
}

fn place(coder: &mut impl Coder, given: Option<Place>) -> Result<Place, LinkError> {
    const PHASES: [StepPhase; 3] = [StepPhase::Start, StepPhase::Sensed, StepPhase::Moved];
    let given = given.unwrap_or_default();
    let ply = coder.number(given.ply)?;
    let value = PHASES.iter().position(|p| *p == given.phase);
    Ok(Place {
        ply,
        phase: PHASES[coder.uniform(PHASES.len(), value.unwrap_or(0))?],
    })
}

fn note(
    coder: &mut impl Coder,
    texts: &mut Texts,
    given: Option<&Note>,
) -> Result<Note, LinkError> {
    let place = place(coder, given.map(|g| g.place))?;
    let text = texts.text(coder, given.map(|g| &*g.text))?;
    let given = given.map_or(&[][..], |g| &g.shapes);
    let count = coder.number(given.len() as u32)? as usize;
    if count > MAX_SHAPES {
        return Err(LinkError::Impossible("it has too many arrows"));
    }
    let shapes = (0..count).map(|i| shape(coder, given.get(i).copied()));
    Ok(Note {
        place,
        text,
        shapes: shapes.collect::<Result<_, _>>()?,
    })
}

fn shape(coder: &mut impl Coder, given: Option<Shape>) -> Result<Shape, LinkError> {
    const BRUSHES: [Brush; 4] = [Brush::Green, Brush::Red, Brush::Blue, Brush::Yellow];
    let value = BRUSHES
        .iter()
        .position(|b| given.is_some_and(|g| g.brush == *b));
    let brush = BRUSHES[coder.uniform(BRUSHES.len(), value.unwrap_or(0))?];
    let orig = square(coder, given.map(|g| g.orig))?;
    let has_dest = coder.flag([1, 1], given.is_some_and(|g| g.dest.is_some()))?;
    let dest = if has_dest {
        Some(square(coder, given.and_then(|g| g.dest))?)
    } else {
        None
    };
    Ok(Shape { orig, dest, brush })
}

fn square(coder: &mut impl Coder, given: Option<Square>) -> Result<Square, LinkError> {
    let read = coder.uniform(64, given.map_or(0, Square::to_usize))?;
    Ok(Square::new(read as u32))
}

/// Why a link could not be encoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EncodeError {
    /// The record differs from the rules, from which all but senses and requests is computed again.
    NotByTheRules(Box<Mismatch>),
    /// A limit is exceeded: of what, and the limit.
    TooMuch(Limited, usize),
    /// A view or note is at a place beyond the end of the game.
    NoSuchPlace(Place, usize),
}

/// What a link holds a limited number of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limited {
    /// Characters of the link.
    Characters,
    /// Half-turns of the game.
    Plies,
    /// Boards.
    Boards,
    /// Notes.
    Notes,
    /// Bytes of names and notes.
    Text,
    /// Arrows and marks at one note.
    Shapes,
    /// Actions of a what-if.
    Tried,
}

impl fmt::Display for Limited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limited::Characters => "characters",
            Limited::Plies => "half-turns",
            Limited::Boards => "boards",
            Limited::Notes => "notes",
            Limited::Text => "bytes of names and notes",
            Limited::Shapes => "arrows and marks at one note",
            Limited::Tried => "actions of a what-if",
        })
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::NotByTheRules(mismatch) => write!(
                f,
                "a link holds senses and requests, from which the rules would make another game: {mismatch}. \
                 Share the record file instead"
            ),
            EncodeError::TooMuch(what, most) => write!(
                f,
                "too long for a link, which holds at most {most} {what}: share the record file instead"
            ),
            EncodeError::NoSuchPlace(place, plies) => write!(
                f,
                "a view or note is at half-turn {} (from 0), but there are {plies}",
                place.ply
            ),
        }
    }
}

impl error::Error for EncodeError {}

/// Why a text could not be read as a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// There is nothing to read.
    Empty,
    /// It begins with a character other than [`VERSION`].
    NotThisVersion(char),
    /// It is of this version, but its content is of an unknown kind.
    LaterKind,
    /// Its end is missing.
    Cut {
        /// Characters of the whole link (0 when even that is cut off).
        expected: usize,
        /// Characters that are there.
        found: usize,
        /// What follows them instead.
        stop: Option<char>,
    },
    /// Its checksum does not match.
    Changed,
    /// Its checksum matches, but its content is impossible.
    Impossible(&'static str),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Empty => f.write_str("there is no link: copy all of it, also what follows the #"),
            LinkError::NotThisVersion(c) => write!(
                f,
                "not a link to a game, or one of a later version ({c:?} where {VERSION:?} is expected): \
                 copy all of it, or update this program"
            ),
            LinkError::LaterKind => f.write_str(
                "the link was made by a later version, for something this one does not know: update this program",
            ),
            LinkError::Cut {
                expected: 0, stop, ..
            } => write!(f, "the link ends right after its beginning{}: copy all of it", Stop(*stop)),
            LinkError::Cut {
                expected,
                found,
                stop,
            } => write!(
                f,
                "the link was cut off: {found} of its {expected} characters are here{}; copy all of it",
                Stop(*stop)
            ),
            LinkError::Changed => f.write_str(
                "the link was changed on its way (a letter lost, or made small or capital): copy it again from where it was made",
            ),
            LinkError::Impossible(what) => {
                write!(f, "the link is whole, but {what}: the program that made it has a fault")
            }
        }
    }
}

impl error::Error for LinkError {}

/// What follows a cut link instead of its next character.
struct Stop(Option<char>);

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(c) => write!(f, ", then comes {c:?}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_later_versions_are_read_as_far_as_they_are_known() {
        let boards = Shared::Boards(vec![Position::initial()]);
        let mut coder = Writer::new();
        let write = |coder: &mut Writer| -> Result<(), LinkError> {
            shared(coder, &mut Texts::default(), Some(&boards))?;
            coder.flag([1, 1], false)?;
            coder.flag([7, 1], false)?;
            // No what-if, and then what is not known yet.
            coder.flag([63, 1], true)?;
            what_if(coder, None)?;
            coder.flag([63, 1], true)?;
            coder.number(123_456_789).map(|_| ())
        };
        write(&mut coder).expect("writing");
        let read = Link::decode(&pack(&coder.finish())).expect("a link");
        assert!(read.more);
        assert_eq!(read.shared, boards);

        let mut coder = Writer::new();
        coder.choice(&[13, 1, 1, 1], 2).expect("writing");
        let read = Link::decode(&pack(&coder.finish()));
        assert_eq!(read, Err(LinkError::LaterKind));
    }
}
