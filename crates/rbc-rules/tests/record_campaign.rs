//! A campaign against the reader of records: mutated records for as long as is asked, from a seed.
//!
//! `OUTPOST_STRESS_SECONDS=600 OUTPOST_STRESS_SEED=1 cargo test --release -p rbc-rules --test record_campaign -- --nocapture` says how many inputs
//! there were; `OUTPOST_STRESS_INPUTS` are the most that there may be. Without these variables it takes some seconds.

use std::{
    env,
    time::{Duration, Instant},
};

use rand::{Rng as _, SeedableRng as _, rngs::SmallRng, seq::IndexedRandom as _};
use rbc_rules::{
    Arbiter, GameHistory, GameSetup, Phase, Square,
    link::{MAX_NOTES, MAX_SHAPES},
    record::{
        MAX_DEPTH, MAX_NOTE_TEXT, MAX_TAG, MAX_TAGS, Record, Records, bare, name_fits,
        verify::Replay,
    },
};

/// Inputs where no time is given.
const USUAL: u64 = 80_000;

fn number(name: &str, usual: u64) -> u64 {
    env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

fn game(rng: &mut SmallRng) -> GameHistory {
    let mut arbiter = Arbiter::new(GameSetup::default());
    let names = ["Zoë \"z\"\n\u{1F600}", "", "outpost"].map(str::to_owned);
    arbiter.name_players(names.choose(rng).cloned(), names.choose(rng).cloned());
    arbiter.start(0);
    let plies = rng.random_range(0..4);
    while arbiter.phase() == Phase::Sense && arbiter.ply() < plies {
        let square = Square::new(rng.random_range(0..64));
        arbiter.sense(Some(square), 0).expect("a sense");
        let requests = arbiter.observations(arbiter.turn()).own().requests();
        arbiter
            .play(requests.choose(rng).copied(), 0)
            .expect("a move");
    }
    arbiter.resign(arbiter.turn(), 0);
    arbiter.history().expect("the game is over").clone()
}

const EXTRAS: &[&str] = &[
    r#""outpost":{}"#,
    r#""outpost": {"tags": ["opening", " b  c "], "played": "2026-11-28T12:00:00.000Z", "weights":"network"}"#,
    r#""outpost":{"notes":[{"place":{"ply":0,"phase":"start"},"text":"\ud83d\ude00 \"","shapes":[{"orig":"e2","dest":"e4","brush":"red"}]},
        {"place":{"ply":0,"phase":"start"},"text":"x"}],"view":{"place":{"ply":1,"phase":"moved"},"perspective":"both"}}"#,
    r#""outpost":{"assistance":{"white":"hints","black":"none"},"notes":[]},"more":{"a":[1,{"b":null}]}"#,
];

/// What readers stumble over.
const PIECES: &[&str] = &[
    "\"outpost\":{}",
    "\"outpost\":{\"notes\":[]},",
    "\"notes\":[],",
    "\"tags\":[\"x\",",
    "{",
    "}",
    "[",
    "]",
    "[[[[[[[[",
    "]]]]]]]]",
    "\"",
    "\\",
    "\\u0000",
    "\\ud800",
    "\\u006f",
    ",",
    ":",
    "null",
    "true",
    "-0",
    "1e999",
    "123456789012345678901234567890",
    "0.1e-7",
    "\u{feff}",
    "\r\n",
    "\n",
    "\t",
    "\u{0}",
    "\u{7f}",
    "\u{2028}",
    "{\"type\":\"GameHistory\"}",
    "\"type\":\"GameHistory\",",
    "\"__proto__\":{},",
    "{\"place\":{\"ply\":0,\"phase\":\"start\"},\"text\":\"x\"},",
    "{\"type\": \"Move\", \"value\": \"e2e4\"}",
    "\"senses\":{\"true\":[],\"false\":[]},",
];

fn mutated(rng: &mut SmallRng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut text = seeds.choose(rng).cloned().unwrap_or_default();
    for _ in 0..rng.random_range(0..4) {
        let at = rng.random_range(0..=text.len());
        let end = (at + rng.random_range(0..40)).min(text.len());
        match rng.random_range(0..12) {
            0 if at < text.len() => text[at] = rng.random(),
            1 if at < text.len() => text[at] ^= 1 << rng.random_range(0..8),
            2 => drop(text.drain(at..end)),
            3 => text.truncate(at),
            4 => {
                let piece: Vec<u8> = text[at..end].to_vec();
                let copies = rng.random_range(1..5);
                text.splice(at..at, piece.repeat(copies));
            }
            5 => {
                let other = seeds.choose(rng).cloned().unwrap_or_default();
                text.extend_from_slice(if rng.random() { b"\n" } else { b"" });
                text.extend(other);
            }
            6 => {
                let deep = rng.random_range(1..2 * MAX_DEPTH);
                let (open, close) = if rng.random() {
                    ("[", "]")
                } else {
                    ("{\"a\":", "0}")
                };
                let nested = format!("\"x\":{}{},", open.repeat(deep), close.repeat(deep));
                let at = text.iter().position(|b| *b == b'{').map_or(0, |at| at + 1);
                text.splice(at..at, nested.bytes());
            }
            7 => drop(text.splice(0..0, *b"\xef\xbb\xbf")),
            8 => text.insert(at, [0xff, 0xc0, 0xed, 0x80, 0xf4][rng.random_range(0..5)]),
            9 => {
                let at = text.iter().position(|b| *b == b'{').map_or(0, |at| at + 1);
                let extras = EXTRAS.choose(rng).copied().unwrap_or_default();
                text.splice(at..at, format!("{extras},").bytes());
            }
            _ => {
                let piece = PIECES.choose(rng).copied().unwrap_or_default();
                text.splice(at..at, piece.bytes());
            }
        }
    }
    text
}

/// Checks what was read of a text: what the pages rely on.
fn check(record: &Record, text: &[u8]) {
    let text = std::str::from_utf8(text).expect("only UTF-8 is read");
    let Record {
        game,
        extras,
        left_out,
    } = record;
    assert!(left_out.len() <= 20);
    assert!(left_out.iter().all(|error| error.to_string().len() < 2_000));
    assert!(
        [&game.white_name, &game.black_name]
            .into_iter()
            .flatten()
            .all(|name| name_fits(name))
    );
    assert!(extras.notes.len() <= MAX_NOTES && extras.tags.len() <= MAX_TAGS);
    assert!(extras.tags.iter().all(|tag| tag.chars().count() <= MAX_TAG));
    let bytes: usize = extras.notes.iter().map(|note| note.text.len()).sum();
    assert!(bytes <= MAX_NOTE_TEXT);
    assert!(
        extras
            .notes
            .iter()
            .all(|note| note.shapes.len() <= MAX_SHAPES)
    );
    let places: Vec<_> = extras
        .notes
        .iter()
        .map(|n| (n.place.ply, n.place.phase as u8))
        .collect();
    assert!(places.is_sorted() && places.windows(2).all(|p| p[0] != p[1]));
    let mut replay = Replay::new(game);
    while replay.step().is_some() {}
    // What is kept of it is on one line, is the same game, and gives back what stood in it.
    let bare = bare(text);
    assert!(!bare.contains(['\n', '\r']));
    assert!(
        serde_json::from_str::<serde::de::IgnoredAny>(&bare).is_ok(),
        "{bare}"
    );
    let extras_json = serde_json::to_string(extras).expect("JSON");
    let whole = format!(
        "{},\"outpost\":{extras_json}}}",
        bare.strip_suffix('}').expect("an object")
    );
    let again = Record::from_json(whole.as_bytes());
    let expected = Record {
        left_out: Vec::new(),
        ..record.clone()
    };
    assert_eq!(again.as_ref(), Ok(&expected));
    assert_eq!(again.map(|record| record.id()), Ok(record.id()));
    assert_eq!(
        GameHistory::from_json(game.to_json().as_bytes()).as_ref(),
        Ok(game)
    );
}

#[test]
fn mutated_records_are_read_or_refused() {
    let seed = number("OUTPOST_STRESS_SEED", 1);
    let seconds = env::var("OUTPOST_STRESS_SECONDS").is_ok();
    let most = number(
        "OUTPOST_STRESS_INPUTS",
        if seconds { u64::MAX } else { USUAL },
    );
    let time = Duration::from_secs(number("OUTPOST_STRESS_SECONDS", 3_600));
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut seeds: Vec<Vec<u8>> = (0..40)
        .map(|_| game(&mut rng).to_json().into_bytes())
        .collect();
    seeds.extend((0..10).map(|_| {
        let text = game(&mut rng).to_json();
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        serde_json::to_vec_pretty(&value).expect("JSON")
    }));
    let began = Instant::now();
    let (mut inputs, mut read, mut refused) = (0u64, 0u64, 0u64);
    while inputs < most && began.elapsed() < time {
        let text = mutated(&mut rng, &seeds);
        inputs += 1;
        // As one record, and as a file.
        if let Ok(record) = Record::from_json(&text) {
            check(&record, &text);
        }
        for game in Records::with_limit(&text, 1 << 20) {
            match game {
                Ok(_) => read += 1,
                Err(error) => {
                    assert!(
                        !error.reason.to_string().is_empty() && error.to_string().len() < 2_000
                    );
                    refused += 1;
                }
            }
        }
    }
    println!(
        "seed {seed}: {inputs} inputs in {:?}: {read} games read, {refused} refused",
        began.elapsed()
    );
    assert!(read > 0 && refused > 0, "{read} read, {refused} refused");
}
