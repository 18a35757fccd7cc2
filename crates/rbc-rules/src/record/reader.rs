//! Reads one game: JSON text to a [`GameHistory`].

use std::{fmt, marker::PhantomData};

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess,
    Visitor,
};
use shakmaty::{Color, Piece, Square};

use super::{
    MAX_FEN, MAX_TURNS, Named, RecordError, RecordReason, Wanted,
    json_reader::{Leaf, Place, Read, Seed, Step, read_list, read_tagged},
    name_fits,
};
use crate::{GameHistory, Move, MoveResult, Position, SenseResult, SideHistory, WinReason};

/// Reads the game of a record.
pub(super) fn read_game(text: &str) -> Result<GameHistory, RecordError> {
    let mut at = Place::default();
    let mut json = serde_json::Deserializer::from_str(text);
    let parsed = GameSeed(&mut at)
        .deserialize(&mut json)
        .and_then(|game| json.end().map(|()| game));
    match parsed {
        Ok(columns) => columns.into_game(),
        Err(e) => {
            let path = at.path();
            Err(RecordError::at(path, at.reason.unwrap_or_else(|| e.into())))
        }
    }
}

fn square_of(leaf: &Leaf<'_>) -> Option<Square> {
    match leaf {
        Leaf::Unsigned(n) => Square::try_from(u32::try_from(*n).ok()?).ok(),
        _ => None,
    }
}

impl<'de> Read<'de> for Square {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        let leaf = Leaf::deserialize(json)?;
        square_of(&leaf).ok_or_else(|| at.expected(Wanted::Square, &leaf))
    }
}

impl<'de> Read<'de> for Option<Square> {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match Leaf::deserialize(json)? {
            Leaf::Null => Ok(None),
            leaf => match square_of(&leaf) {
                Some(square) => Ok(Some(square)),
                None => Err(at.expected(Wanted::SquareOrNull, &leaf)),
            },
        }
    }
}

/// A FEN that a [`Position`] can be read from, as it is written.
struct FenText(String);

impl<'de> Read<'de> for FenText {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match Leaf::deserialize(json)? {
            Leaf::Text(text) if text.len() <= MAX_FEN => match text.parse::<Position>() {
                Ok(_) => Ok(FenText(text.into_owned())),
                Err(e) => Err(at.fail(RecordReason::Position(e))),
            },
            leaf => Err(at.expected(Wanted::Fen, &leaf)),
        }
    }
}

/// A player's name.
struct Name(Option<String>);

impl<'de> Read<'de> for Name {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match Leaf::deserialize(json)? {
            Leaf::Null => Ok(Name(None)),
            Leaf::Text(text) if name_fits(&text) => Ok(Name(Some(text.into_owned()))),
            Leaf::Text(_) => Err(at.fail(RecordReason::TooLong(Named::Name))),
            leaf => Err(at.expected(Wanted::NameOrNull, &leaf)),
        }
    }
}

struct Winner(Option<Color>);

impl<'de> Read<'de> for Winner {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match Leaf::deserialize(json)? {
            Leaf::Null => Ok(Winner(None)),
            Leaf::Bool(white) => Ok(Winner(Some(Color::from_white(white)))),
            leaf => Err(at.expected(Wanted::Winner, &leaf)),
        }
    }
}

/// A move, which is null for a pass.
impl<'de> Read<'de> for Option<Move> {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match read_tagged(at, json, "Move")? {
            None => Ok(None),
            Some(text) => match text.parse() {
                Ok(m) => Ok(Some(m)),
                Err(e) => Err(at.fail(RecordReason::Move(e))),
            },
        }
    }
}

impl<'de> Read<'de> for Option<Piece> {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match read_tagged(at, json, "Piece")? {
            None => Ok(None),
            Some(text) => {
                let mut letters = text.chars();
                match (letters.next().and_then(Piece::from_char), letters.next()) {
                    (Some(piece), None) => Ok(Some(piece)),
                    _ => Err(at.expected(Wanted::PieceLetter, &Leaf::Text(text))),
                }
            }
        }
    }
}

impl<'de> Read<'de> for Option<WinReason> {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        match read_tagged(at, json, "WinReason")? {
            None => Ok(None),
            Some(text) => match WinReason::ALL.into_iter().find(|r| r.name() == text) {
                Some(reason) => Ok(Some(reason)),
                None => Err(at.expected(Wanted::WinReason, &Leaf::Text(text))),
            },
        }
    }
}

/// One square of a sense result: `[square, piece or null]`.
struct Content(Square, Option<Piece>);

impl<'de> Read<'de> for Content {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        struct Pair<'p>(&'p mut Place);
        impl<'de> Visitor<'de> for Pair<'_> {
            type Value = Content;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("[square, piece or null]")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Content, A::Error> {
                let at = self.0;
                let square = at.within(Step::Index(0), |at| {
                    list.next_element_seed(Seed::<Square>::new(at))
                })?;
                let piece = at.within(Step::Index(1), |at| {
                    list.next_element_seed(Seed::<Option<Piece>>::new(at))
                })?;
                match (square, piece, list.next_element::<IgnoredAny>()?) {
                    (Some(square), Some(piece), None) => Ok(Content(square, piece)),
                    _ => Err(at.fail(RecordReason::Expected {
                        wanted: Wanted::WindowEntry,
                        found: None,
                    })),
                }
            }
        }
        json.deserialize_any(Pair(at))
    }
}

/// A sense's window; more than nine squares are refused at once.
struct Window(Vec<Content>);

impl<'de> Read<'de> for Window {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        read_list(at, json, 9, "a list of [square, piece or null]").map(Window)
    }
}

/// `{"true": [...], "false": [...]}`: White's list and Black's.
struct BothSides<T>(Vec<T>, Vec<T>);

struct Turns<T>(Vec<T>);

impl<'de, T: Read<'de>> Read<'de> for Turns<T> {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        read_list(at, json, MAX_TURNS, "a list").map(Turns)
    }
}

impl<'de, T: Read<'de>> Read<'de> for BothSides<T> {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error> {
        struct Sides<'p, T>(&'p mut Place, PhantomData<T>);
        impl<'de, T: Read<'de>> Visitor<'de> for Sides<'_, T> {
            type Value = BothSides<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with \"true\" (White) and \"false\" (Black)")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let at = self.0;
                let (mut white, mut black) = (None, None);
                while let Some(Leaf::Text(key)) = map.next_key()? {
                    let (side, key) = match &*key {
                        "true" => (&mut white, "true"),
                        "false" => (&mut black, "false"),
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                            continue;
                        }
                    };
                    *side = Some(at.value(&mut map, key, |at, map| {
                        if side.is_some() {
                            return Err(at.fail(RecordReason::Twice));
                        }
                        map.next_value_seed(Seed::<Turns<T>>::new(at))
                    })?);
                }
                match (white, black) {
                    (Some(Turns(white)), Some(Turns(black))) => Ok(BothSides(white, black)),
                    (None, _) => Err(at.fail(RecordReason::Missing("true"))),
                    (_, None) => Err(at.fail(RecordReason::Missing("false"))),
                }
            }
        }
        json.deserialize_any(Sides(at, PhantomData))
    }
}

/// The lists of the file, by column.
#[derive(Default)]
struct Columns {
    white_name: Option<Name>,
    black_name: Option<Name>,
    senses: Option<BothSides<Option<Square>>>,
    sense_results: Option<BothSides<Window>>,
    requested_moves: Option<BothSides<Option<Move>>>,
    taken_moves: Option<BothSides<Option<Move>>>,
    capture_squares: Option<BothSides<Option<Square>>>,
    fens_before_move: Option<BothSides<FenText>>,
    fens_after_move: Option<BothSides<FenText>>,
    winner_color: Option<Winner>,
    win_reason: Option<Option<WinReason>>,
}

struct GameSeed<'p>(&'p mut Place);

impl<'de> DeserializeSeed<'de> for GameSeed<'_> {
    type Value = Columns;
    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Columns, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for GameSeed<'_> {
    type Value = Columns;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a GameHistory object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Columns, A::Error> {
        fn fill<'de, A: MapAccess<'de>, T: Read<'de>>(
            at: &mut Place,
            map: &mut A,
            key: &'static str,
            slot: &mut Option<T>,
        ) -> Result<(), A::Error> {
            *slot = Some(at.value(map, key, |at, map| {
                if slot.is_some() {
                    return Err(at.fail(RecordReason::Twice));
                }
                map.next_value_seed(Seed::new(at))
            })?);
            Ok(())
        }
        let at = self.0;
        let mut game = Columns::default();
        let mut typed = false;
        while let Some(key) = map.next_key::<Leaf<'de>>()? {
            let Leaf::Text(key) = key else {
                return Err(A::Error::custom("a key that is no text"));
            };
            let map = &mut map;
            match &*key {
                "type" => {
                    at.value(map, "type", |at, map| match map.next_value()? {
                        Leaf::Text(text) if text == "GameHistory" => Ok(()),
                        leaf => Err(at.expected(Wanted::GameHistory, &leaf)),
                    })?;
                    typed = true;
                }
                "white_name" => fill(at, map, "white_name", &mut game.white_name)?,
                "black_name" => fill(at, map, "black_name", &mut game.black_name)?,
                "senses" => fill(at, map, "senses", &mut game.senses)?,
                "sense_results" => fill(at, map, "sense_results", &mut game.sense_results)?,
                "requested_moves" => fill(at, map, "requested_moves", &mut game.requested_moves)?,
                "taken_moves" => fill(at, map, "taken_moves", &mut game.taken_moves)?,
                "capture_squares" => fill(at, map, "capture_squares", &mut game.capture_squares)?,
                "fens_before_move" => {
                    fill(at, map, "fens_before_move", &mut game.fens_before_move)?;
                }
                "fens_after_move" => fill(at, map, "fens_after_move", &mut game.fens_after_move)?,
                "winner_color" => fill(at, map, "winner_color", &mut game.winner_color)?,
                "win_reason" => fill(at, map, "win_reason", &mut game.win_reason)?,
                // Later versions may add to it.
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        if typed {
            Ok(game)
        } else {
            Err(at.fail(RecordReason::Missing("type")))
        }
    }
}

impl Columns {
    fn into_game(self) -> Result<GameHistory, RecordError> {
        fn sides<T>(
            column: Option<BothSides<T>>,
            key: &'static str,
        ) -> Result<[Column<T>; 2], RecordError> {
            let BothSides(white, black) =
                column.ok_or_else(|| RecordError::whole(RecordReason::Missing(key)))?;
            Ok(
                [(white, "true"), (black, "false")].map(|(list, color)| Column {
                    list,
                    key,
                    color,
                }),
            )
        }
        let [senses_w, senses_b] = sides(self.senses, "senses")?;
        let [results_w, results_b] = sides(self.sense_results, "sense_results")?;
        let [requested_w, requested_b] = sides(self.requested_moves, "requested_moves")?;
        let [taken_w, taken_b] = sides(self.taken_moves, "taken_moves")?;
        let [captures_w, captures_b] = sides(self.capture_squares, "capture_squares")?;
        let [before_w, before_b] = sides(self.fens_before_move, "fens_before_move")?;
        let [after_w, after_b] = sides(self.fens_after_move, "fens_after_move")?;
        let white = side(
            senses_w,
            results_w,
            requested_w,
            taken_w,
            captures_w,
            before_w,
            after_w,
        )?;
        let black = side(
            senses_b,
            results_b,
            requested_b,
            taken_b,
            captures_b,
            before_b,
            after_b,
        )?;
        let game = GameHistory {
            white_name: self.white_name.and_then(|n| n.0),
            black_name: self.black_name.and_then(|n| n.0),
            white,
            black,
            winner: self.winner_color.and_then(|w| w.0),
            win_reason: self.win_reason.flatten(),
        };
        alternates(&game)?;
        Ok(game)
    }
}

/// Checks that sides alternate, and that only the last turn lacks a move.
fn alternates(game: &GameHistory) -> Result<(), RecordError> {
    let opener = game.start().turn();
    let (first, second) = (game.side(opener), game.side(!opener));
    let (f, s) = (first.senses.len(), second.senses.len());
    let last = if f > s { first } else { second };
    let [all_open, last_open] = [&[first, second][..], &[last][..]].map(|sides| {
        let open = |side: &&SideHistory| side.senses.len() > side.moves.len();
        sides.iter().copied().filter(open).count()
    });
    let (key, reason) = if f != s && f != s + 1 {
        let turns = (f, s);
        ("senses", RecordReason::Turns { opener, turns })
    } else if all_open > last_open {
        ("taken_moves", RecordReason::NoMove)
    } else {
        return Ok(());
    };
    Err(RecordError::at(format!("$.{key}"), reason))
}

/// One list with its name, for the report of its length.
struct Column<T> {
    list: Vec<T>,
    key: &'static str,
    color: &'static str,
}

impl<T> Column<T> {
    fn error(&self, reason: RecordReason) -> RecordError {
        RecordError::at(format!("$.{}.{}", self.key, self.color), reason)
    }

    fn same_length<U>(&self, other: &Column<U>) -> Result<(), RecordError> {
        if self.list.len() == other.list.len() {
            return Ok(());
        }
        Err(other.error(RecordReason::Lengths {
            entries: other.list.len(),
            others: self.list.len(),
            key: self.key,
        }))
    }
}

fn side(
    senses: Column<Option<Square>>,
    results: Column<Window>,
    requested: Column<Option<Move>>,
    taken: Column<Option<Move>>,
    captures: Column<Option<Square>>,
    before: Column<FenText>,
    after: Column<FenText>,
) -> Result<SideHistory, RecordError> {
    senses.same_length(&results)?;
    taken.same_length(&requested)?;
    taken.same_length(&captures)?;
    taken.same_length(&before)?;
    taken.same_length(&after)?;
    let (sensed, moved) = (senses.list.len(), taken.list.len());
    if moved > sensed || sensed > moved + 1 {
        return Err(taken.error(RecordReason::MovesAndSenses {
            moves: moved,
            senses: sensed,
        }));
    }
    let senses = senses.list.into_iter().zip(results.list);
    let moves = requested.list.into_iter().zip(taken.list);
    Ok(SideHistory {
        senses: senses
            .map(|(square, window)| SenseResult {
                square,
                contents: window.0.into_iter().map(|Content(s, p)| (s, p)).collect(),
            })
            .collect(),
        moves: moves
            .zip(captures.list)
            .map(|((requested, taken), capture)| MoveResult {
                requested,
                taken,
                capture,
            })
            .collect(),
        fens_before_move: before.list.into_iter().map(|f| f.0).collect(),
        fens_after_move: after.list.into_iter().map(|f| f.0).collect(),
    })
}
