//! What the pages keep in records, and what is too much.

use std::{
    io::Read as _,
    path::Path,
    time::{Duration, Instant},
};

use rbc_rules::{
    GameHistory,
    link::{MAX_NOTES, MAX_SHAPES, StepPhase},
    record::{
        MAX_DEPTH, MAX_NAME, MAX_NOTE_TEXT, MAX_TAG, MAX_TAGS, Record, RecordReason, Records, bare,
    },
};
use serde_json::{Value, json};

fn games() -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/conformance/fixtures/games.jsonl.gz");
    let packed = std::fs::read(file).expect("the fixture");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..])
        .read_to_string(&mut text)
        .expect("gzip");
    text.lines().map(str::to_owned).collect()
}

fn with(outpost: &Value) -> String {
    let mut value: Value = serde_json::from_str(&GameHistory::default().to_json()).expect("JSON");
    value["outpost"] = outpost.clone();
    value.to_string()
}

#[track_caller]
fn read(text: &str) -> Record {
    Record::from_json(text.as_bytes()).expect("a record")
}

#[track_caller]
fn refusal(text: &str) -> String {
    Record::from_json(text.as_bytes())
        .expect_err("too much")
        .to_string()
}

fn told(record: &Record) -> Vec<String> {
    record.left_out.iter().map(ToString::to_string).collect()
}

fn note(ply: usize, text: &str) -> Value {
    json!({"place": {"ply": ply, "phase": "start"}, "text": text})
}

#[test]
fn extras_are_read_and_written_alike() {
    let extras = json!({
        "view": {"place": {"ply": 1, "phase": "moved"}, "perspective": "both", "whatIf": {
            "place": {"ply": 2, "phase": "start"},
            "tried": [
                {"place": {"ply": 1, "phase": "start"}, "action": {"sense": 28}, "assumed": true},
                {"place": {"ply": 1, "phase": "sensed"}, "action": {"request": "e7e8q"}},
            ],
        }},
        "notes": [
            {"place": {"ply": 3, "phase": "sensed"}, "text": "<b>&",
             "shapes": [{"orig": "e2", "dest": "e4", "brush": "red"}]},
            {"place": {"ply": 4, "phase": "start"}, "text": "",
             "shapes": [{"orig": "h8", "brush": "green"}]},
        ],
        "assistance": {"white": "hints"},
        "weights": "network",
        "takenBack": 2,
        "past": 17,
        "played": "2026-11-28T12:00:00.000Z",
        "tags": ["a", "b c"],
    });
    let record = read(&with(&extras));
    assert_eq!(serde_json::to_value(&record.extras).expect("JSON"), extras);
    assert!(record.left_out.is_empty());
    assert_eq!(record.game, GameHistory::default());
}

#[test]
fn what_does_not_fit_is_left_out_and_said() {
    let record = read(&with(&json!({
        "view": {"place": {"ply": -1, "phase": "moved"}, "perspective": "both"},
        "notes": [
            null,
            {"place": {"ply": 1, "phase": "x"}},
            {"place": {"ply": 0, "phase": "start"}, "text": 3, "shapes": [{"orig": "z9", "brush": "red"}]},
            {"place": {"ply": 0, "phase": "start"}, "text": "kept", "shapes": [
                {"orig": "e4", "dest": "e4", "brush": "red"},
                {"orig": "e4", "brush": "pink"},
            ]},
            {"text": "nowhere"},
        ],
        "assistance": {"white": 7},
        "played": 1,
        "weights": ["network"],
        "tags": [" a ", "a", "", 4],
        "more": 1,
    })));
    assert_eq!(
        told(&record),
        [
            "$.outpost.view: invalid value: integer `-1`, expected u32",
            "$.outpost.weights: expected a short text",
            "$.outpost.played: expected a short text",
            "$.outpost.notes[0]: expected an object",
            "$.outpost.notes[0]: a note without a place",
            "$.outpost.notes[1].place: unknown variant `x`, expected one of `start`, `sensed`, `moved`",
            "$.outpost.notes[1]: a note without a place",
            "$.outpost.notes[2].text: expected a text",
            "$.outpost.notes[2].shapes[0]: expected a square such as \"e4\"",
            "$.outpost.notes[3].shapes[1]: unknown variant `pink`, expected one of `green`, `red`, `blue`, `yellow`",
            "$.outpost.notes[4]: a note without a place",
            "$.outpost.tags[3]: expected a text",
            "$.outpost.assistance.white: expected a short text",
        ]
    );
    let kept = serde_json::to_value(&record.extras).expect("JSON");
    let shapes = json!([{"orig": "e4", "brush": "red"}]);
    let place = json!({"ply": 0, "phase": "start"});
    assert_eq!(
        kept,
        json!({"notes": [{"place": place, "text": "kept", "shapes": shapes}], "tags": ["a"]})
    );
    for other in [json!(7), json!([]), json!(null), json!("notes")] {
        let record = read(&with(&other));
        assert_eq!(record.extras, rbc_rules::record::Extras::default());
        assert_eq!(told(&record), ["$.outpost: expected an object"]);
    }
}

#[test]
fn notes_about_one_place_become_one() {
    let shapes = json!([{"orig": "e2", "brush": "red"}]);
    let mut second = note(2, "below");
    second["shapes"] = shapes;
    let record = read(&with(
        &json!({"notes": [note(2, "above"), note(0, "first"), second]}),
    ));
    let [first, joined] = &record.extras.notes[..] else {
        panic!("{:?}", record.extras.notes);
    };
    assert_eq!(first.text, "first");
    assert_eq!(
        (joined.place.ply, joined.place.phase),
        (2, StepPhase::Start)
    );
    assert_eq!(joined.text, "above\nbelow");
    assert_eq!(joined.shapes.len(), 1);
}

#[test]
fn what_is_too_much_is_refused_and_named() {
    let shape = json!({"orig": "e2", "brush": "red"});
    let shapes = |count: usize| json!({"place": {"ply": 0, "phase": "start"}, "shapes": vec![shape.clone(); count]});
    let notes =
        |count: usize| json!({"notes": (0..count).map(|i| note(i, "x")).collect::<Vec<_>>()});
    let tags =
        |count: usize| json!({"tags": (0..count).map(|i| format!("t{i}")).collect::<Vec<_>>()});
    let tag = |length: usize| json!({"tags": ["é".repeat(length)]});
    let text = |bytes: usize| json!({"notes": [note(0, "x"), note(1, &"x".repeat(bytes - 1))]});
    let shaped = |count: usize| json!({"notes": [shapes(count)]});
    for (most, more, error) in [
        (
            notes(MAX_NOTES),
            notes(MAX_NOTES + 1),
            "$.outpost.notes: more than 1024 entries",
        ),
        (
            shaped(MAX_SHAPES),
            shaped(MAX_SHAPES + 1),
            "$.outpost.notes[0].shapes: more than 256 entries",
        ),
        (
            tags(MAX_TAGS),
            tags(MAX_TAGS + 1),
            "$.outpost.tags: more than 50 entries",
        ),
        (
            tag(MAX_TAG),
            tag(MAX_TAG + 1),
            "$.outpost.tags[0]: longer than 60 characters",
        ),
        (
            text(MAX_NOTE_TEXT),
            text(MAX_NOTE_TEXT + 1),
            "$.outpost.notes[1]: more than 1048576 bytes of notes",
        ),
    ] {
        assert!(read(&with(&most)).left_out.is_empty(), "{error}");
        assert_eq!(refusal(&with(&more)), error);
    }
    let split = json!({"notes": [shapes(200), shapes(57)]});
    let error = "$.outpost.notes[1]: more than 256 arrows and marks at one place";
    assert_eq!(refusal(&with(&split)), error);

    let nested = |depth: usize| {
        let game = GameHistory::default().to_json();
        let (open, close) = ("[".repeat(depth - 1), "]".repeat(depth - 1));
        game.replacen('{', &format!("{{\"x\":{open}{close},"), 1)
    };
    assert_eq!(read(&nested(MAX_DEPTH)).game, GameHistory::default());
    assert_eq!(
        refusal(&nested(MAX_DEPTH + 1)),
        "$: nested more than 64 deep (at byte 68)"
    );
    // What only looks nested is none.
    let quoted = with(&json!({"tags": [], "more": "[{\\\"".repeat(100)}));
    assert!(read(&quoted).left_out.is_empty());

    let named = |length: usize| GameHistory {
        white_name: Some("é".repeat(length)),
        ..GameHistory::default()
    };
    let fits = named(MAX_NAME);
    assert_eq!(read(&fits.to_json()).game, fits);
    let error = "$.white_name: a name longer than 1000 characters";
    assert_eq!(refusal(&named(MAX_NAME + 1).to_json()), error);
}

#[test]
fn keys_that_are_there_twice_are_refused() {
    let game = GameHistory::default().to_json();
    let twice = |outpost: &str| game.replacen('{', &format!("{{{outpost},"), 1);
    // However the key is spelt.
    let text = twice("\"outpost\":{},\"\\u006futpost\":{}");
    assert_eq!(refusal(&text), "$.outpost: is there twice");
    let text = twice("\"outpost\":{\"notes\":[],\"tags\":[],\"notes\":[]}");
    assert_eq!(refusal(&text), "$.outpost.notes: is there twice");
    let note = "{\"shapes\":[],\"shapes\":[],\"place\":{\"ply\":0,\"phase\":\"start\"}}";
    let text = twice(&format!("\"outpost\":{{\"notes\":[{note}]}}"));
    assert_eq!(refusal(&text), "$.outpost.notes[0].shapes: is there twice");
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut text = with(&json!({})).into_bytes();
    let at = text.len() - 2;
    text.splice(at..at, *b"\"x\":\"\xff\"");
    let error = Record::from_json(&text).expect_err("no UTF-8");
    assert_eq!(error.reason, RecordReason::NotUtf8 { byte: at + 5 });
    let utf16: Vec<u8> = with(&json!({}))
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert!(Record::from_json(&utf16).is_err());
}

#[test]
fn a_bare_record_has_all_but_our_key() {
    let text = games().swap_remove(0);
    let mut value: Value = serde_json::from_str(&text).expect("JSON");
    value["others"] = json!({"a b": [1, " \" \\ \n { ] "], "é": "\u{1F600} "});
    let expected = value.clone();
    value["outpost"] = json!({"tags": ["x"], "deep": [[[]]]});
    for text in [
        value.to_string(),
        serde_json::to_string_pretty(&value).expect("JSON"),
    ] {
        let bare = bare(&text.replace('\n', "\r\n"));
        assert_eq!(
            serde_json::from_str::<Value>(&bare).expect("JSON"),
            expected
        );
        assert!(!bare.contains(['\n', '\r', '\t']));
        assert_eq!(bare, serde_json::to_string(&expected).expect("JSON"));
    }
    assert_eq!(bare("{}"), "{}");
    assert_eq!(bare("{\"outpost\":1}"), "{}");
}

#[test]
fn the_same_game_has_the_same_name_as_ever() {
    // As the pages gave them, in JavaScript, before this did: libraries are kept under these.
    let games = games();
    let ids: Vec<String> = games.iter().map(|text| read(text).id()).collect();
    assert_eq!(ids[0], "60eb7cfa643a8f767b7491d09ac08d19");
    let all = ids.iter().flat_map(|id| id.bytes());
    let sum = all.fold(0u32, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u32::from(byte))
    });
    assert_eq!((ids.len(), sum), (250, SUM_OF_IDS));
    let odd = GameHistory {
        white_name: Some("Zoë \"z\"\\\n\u{1}\u{7f}\u{2028}\u{1F600}/".to_owned()),
        black_name: Some(String::new()),
        winner: None,
        win_reason: None,
        ..read(&games[0]).game
    };
    assert_eq!(
        read(&odd.to_json()).id(),
        "beea856b97b3634dbd4cfd02379ce825"
    );
    // Order, spaces, notes and other keys make no difference.
    let mut value: Value = serde_json::from_str(&games[0]).expect("JSON");
    value["outpost"] = json!({"tags": ["x"]});
    value["more"] = json!(1);
    let pretty = serde_json::to_string_pretty(&value).expect("JSON");
    assert_eq!(read(&pretty).id(), ids[0]);
}

/// Of the characters of all of them, in order, as a number to base 31.
const SUM_OF_IDS: u32 = 2_523_127_230;

/// Files that stopped pages once: refused at once, with what is too much in them.
#[test]
fn hostile_extras_are_refused_quickly() {
    let game = GameHistory::default().to_json();
    let put = |text: &str| game.replacen('{', &format!("{{{text},"), 1);
    let one = "{\"place\":{\"ply\":0,\"phase\":\"start\"},\"text\":\"x\"}";
    let shape = "{\"orig\":\"e2\",\"brush\":\"red\"}";
    let inputs = [
        (
            "nested",
            put(&format!(
                "\"x\":{}{}",
                "[".repeat(10_000_000),
                "]".repeat(10_000_000)
            )),
        ),
        (
            "nested",
            put(&format!("\"x\":{}", "{\"a\":".repeat(5_000_000))),
        ),
        (
            "notes: more",
            put(&format!(
                "\"outpost\":{{\"notes\":[{}]}}",
                vec![one; 300_000].join(",")
            )),
        ),
        (
            "bytes of notes",
            put(&format!(
                "\"outpost\":{{\"notes\":[{}]}}",
                one.replace("\"x\"", &format!("\"{}\"", "x".repeat(50_000_000)))
            )),
        ),
        (
            "longer than 60",
            put(&format!(
                "\"outpost\":{{\"tags\":[\"{}\"]}}",
                "x".repeat(50_000_000)
            )),
        ),
        (
            "tags: more",
            put(&format!(
                "\"outpost\":{{\"tags\":[{}]}}",
                vec!["1"; 10_000_000].join(",")
            )),
        ),
        (
            "shapes: more",
            put(&format!(
                "\"outpost\":{{\"notes\":[{}]}}",
                one.replace(
                    "\"x\"",
                    &format!("\"\",\"shapes\":[{}]", vec![shape; 300_000].join(","))
                )
            )),
        ),
        ("twice", put(&vec!["\"outpost\":{}"; 1_000_000].join(","))),
    ];
    for (what, input) in inputs {
        let began = Instant::now();
        let read: Vec<_> = Records::new(input.as_bytes()).collect();
        assert_eq!(read.len(), 1);
        let error = read[0].as_ref().expect_err("too much").to_string();
        assert!(error.contains(what) && error.len() < 300, "{what}: {error}");
        // Generous: the machine may be busy, and quadratic time would take hours.
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "{what}: {:?}",
            began.elapsed()
        );
    }
}
