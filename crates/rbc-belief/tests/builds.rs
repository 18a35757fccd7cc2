//! The same sets, in the same order, whatever the number of threads and whatever the build.
//!
//! `tests/fixtures/information-sets.json` says what follows from a few logs; here it is checked natively
//! (with `--features rayon` on pools of several sizes), in `tests/browser` for both builds in a browser.
//! `UPDATE_FIXTURES=1 cargo test -p rbc-belief --test builds` writes it anew.

mod common;

use std::{env, fs, path::PathBuf};

use common::{Habits, random_game};
use rbc_belief::{Boards, InformationSet, Surveying, openings};
use rbc_rules::{Color, Observation, Observations, Phase, Position};
use serde_json::{Value, json};

fn path() -> PathBuf {
    let crate_folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    crate_folder.join("../../tests/fixtures/information-sets.json")
}

/// Logs that end when it is the time to sense: an unsensed opening, whose last sets are worked on in
/// parts, and the largest sets of some random games.
fn logs() -> Vec<Observations> {
    let start = Position::initial();
    let mut logs = vec![opening(&start)];
    let habits = Habits {
        careless_sense: 0.5,
        careful_above: usize::MAX,
        max_plies: 60,
        max_boards: 30_000,
        cap: 1_000_000,
    };
    for seed in 0..3 {
        let mut largest = None;
        random_game(seed, &start, &habits, |set, told, _| {
            let size = set.len();
            let larger = largest.as_ref().is_none_or(|(most, _)| size > *most);
            if told.phase() == Phase::Sense && larger {
                largest = Some((size, told.clone()));
            }
        });
        logs.extend(largest.map(|(_, told)| told));
    }
    logs
}

/// What Black was told before its sixth sense, if it never senses.
fn opening(start: &Position) -> Observations {
    let mut told = Observations::new(Color::Black, start);
    for reply in openings::REPLIES
        .into_iter()
        .take(4)
        .map(Some)
        .chain([None])
    {
        let quiet = Observation::TurnStart { capture: None };
        told.push(quiet).expect("White has moved");
        let Some(reply) = reply else { break };
        for observation in openings::blind_turn(reply) {
            told.push(observation).expect("a sense, then a move");
        }
    }
    told
}

/// What follows from a log, in the form of the JavaScript package.
fn describe(told: &Observations) -> Value {
    let mut set = InformationSet::new(told.color(), told.start(), 4_000_000).expect("few pieces");
    for observation in told.log() {
        set.observe(observation).expect("the truth fits");
    }
    let boards = set.boards();
    let some = (0..8).map(|i| set.position(boards[i * boards.len() / 8]).fen());
    let survey = set.survey();
    let floats = |values: &[f64; 64]| Value::from_iter(values.map(|v| float(v as f32)));
    json!({
        "color": told.color().to_string(),
        "start": told.start().fen(),
        "log": told.log().iter().map(observation).collect::<Vec<_>>(),
        "size": set.len(),
        "checksum": checksum(boards),
        "boards": some.collect::<Vec<_>>(),
        "senseWorst": survey.senses.worst.to_vec(),
        "senseExpected": floats(&survey.senses.expected),
        "senseBits": floats(&survey.senses.information),
        "entropy": floats(&survey.entropy),
        "marginals": Value::from_iter(survey.marginals.as_flattened().iter().map(|v| float(*v))),
    })
}

/// The shortest decimal number that is read as `value`.
fn float(value: f32) -> f64 {
    value.to_string().parse().expect("a number")
}

/// Over all boards in their order.
fn checksum(boards: &Boards) -> String {
    let mix = |sum: u64, board: u128| {
        let sum = (sum ^ board as u64).wrapping_mul(0x0000_0100_0000_01b3);
        (sum ^ (board >> 64) as u64).wrapping_mul(0x0000_0100_0000_01b3)
    };
    format!(
        "{:016x}",
        boards.iter().fold(0, |sum, board| mix(sum, board.0))
    )
}

fn observation(observation: &Observation) -> Value {
    match observation {
        Observation::TurnStart { capture } => {
            json!({ "type": "opponent", "capture": capture.map(|sq| sq.to_u32()) })
        }
        Observation::Sense(sense) => {
            let contents = sense.contents.iter();
            let letter = |(square, piece): &(rbc_rules::Square, Option<rbc_rules::Piece>)| {
                json!([square.to_u32(), piece.map(|piece| piece.char())])
            };
            json!({
                "type": "sense",
                "square": sense.square.map(|sq| sq.to_u32()),
                "result": contents.map(letter).collect::<Vec<_>>(),
            })
        }
        Observation::Move(result) => json!({
            "type": "move",
            "requested": result.requested.map(|m| m.to_string()),
            "taken": result.taken.map(|m| m.to_string()),
            "capture": result.capture.map(|sq| sq.to_u32()),
        }),
    }
}

#[test]
fn sets_are_those_of_the_fixture() {
    let logs = logs();
    let described = || logs.iter().map(describe).collect::<Vec<_>>();
    if env::var_os("UPDATE_FIXTURES").is_some() {
        let text = serde_json::to_string(&described()).expect("JSON");
        fs::write(path(), text.replace("},{\"boards", "},\n{\"boards") + "\n").expect("to write");
    }
    let text = fs::read_to_string(path()).expect("the fixture");
    let fixture: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let check = |threads: usize| {
        for (i, (found, kept)) in described().iter().zip(&fixture).enumerate() {
            for (key, value) in kept.as_object().expect("an object") {
                // As text: numbers are kept to the digit.
                let found = found[key].to_string();
                assert_eq!(found, value.to_string(), "{key} of {i}, {threads} threads");
            }
        }
    };
    assert_eq!(fixture.len(), logs.len());
    #[cfg(feature = "rayon")]
    for threads in [2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("threads").install(|| check(threads));
    }
    check(1);
}

#[test]
fn slices_of_any_length_give_the_same_survey() {
    let sets: Vec<_> = openings::unsensed().skip(3).take(2).collect();
    for set in sets {
        let whole = set.survey();
        let mut surveying = Surveying::new();
        let mut slices = 1;
        let mut done = 0.0;
        while !surveying.advance(set.boards(), None) {
            assert!(surveying.progress(set.len()) > done);
            done = surveying.progress(set.len());
            slices += 1;
        }
        assert!(slices > 8);
        assert!(surveying.advance(set.boards(), None), "done stays done");
        assert_eq!(surveying.finish(), whole);
    }
}
