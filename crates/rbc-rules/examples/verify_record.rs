//! Verifies a record: replays its senses and requests by the rules and compares everything else.
//!
//! `cargo run -p rbc-rules --example verify_record -- game.json`

use std::{env, error::Error, fs};

use rbc_rules::record::{Records, verify::Replay};

const FIXTURE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/conformance/fixtures/game.json"
);

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| FIXTURE.to_owned());
    print!("{}", verify(&fs::read(path)?)?);
    Ok(())
}

/// Returns a line for each game of a file, and a line for each place where it differs from the rules.
fn verify(bytes: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    for game in Records::new(bytes) {
        let game = game?;
        let mut replay = Replay::new(&game);
        while replay.step().is_some() {}
        let found = replay.mismatches();
        text += &format!("{} half-turns, {} mismatches\n", game.plies(), found.len());
        for mismatch in found {
            text += &format!("  {mismatch}\n");
        }
    }
    Ok(text)
}

#[test]
fn the_fixture_is_by_the_rules_and_a_changed_one_is_not() -> Result<(), Box<dyn Error>> {
    let json = fs::read_to_string(FIXTURE)?;
    assert!(verify(json.as_bytes())?.ends_with(" half-turns, 0 mismatches\n"));
    let other = json.replace("\"winner_color\": false", "\"winner_color\": true");
    assert!(verify(other.as_bytes())?.contains(" half-turns, 1 mismatches\n"));
    Ok(())
}
