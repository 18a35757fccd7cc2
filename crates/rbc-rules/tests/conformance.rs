//! Everything that `tests/conformance/fixtures` holds, asserted: what the package `reconchess`
//! 1.6.9 says of thousands of positions and of whole games. `tests/conformance/README.md` describes
//! the files and how they are made again.

use std::{collections::BTreeMap, fs, path::PathBuf};

use rbc_rules::{
    Arbiter, ArbiterError, ClockSetup, Color, GameHistory, GameSetup, Move, Phase, Position,
    Square,
    record::{
        Records, inflate,
        verify::{Difference, Replay, ReplayStep},
    },
};
use serde::Deserialize;

fn fixture(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/conformance/fixtures")
        .join(name);
    fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn lines<T: for<'de> Deserialize<'de>>(name: &str) -> Vec<T> {
    let packed = fixture(name);
    let text = inflate(&packed, 100 << 20).expect("readable gzip");
    text.split(|b| *b == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("a fixture line"))
        .collect()
}

fn games() -> Vec<GameHistory> {
    Records::new(&fixture("games.jsonl.gz"))
        .map(|game| game.expect("a readable record"))
        .collect()
}

fn uci(text: &str) -> Move {
    text.parse().unwrap_or_else(|e| panic!("{e}"))
}

#[derive(Deserialize)]
struct PositionLine {
    fen: String,
    actions: String,
    /// Requests that are not taken as asked.
    differs: BTreeMap<String, Option<String>>,
    captures: BTreeMap<String, u32>,
    after_pass: String,
    /// FEN after each taken move.
    after: BTreeMap<String, String>,
    refused: Vec<String>,
    /// Contents of some windows, in the order told.
    senses: BTreeMap<u32, String>,
}

#[test]
fn positions_agree() {
    let lines: Vec<PositionLine> = lines("positions.jsonl.gz");
    assert!(lines.len() >= 1000);
    let mut requests_seen = 0;
    for line in &lines {
        let fen = &line.fen;
        let position: Position = fen.parse().expect("a FEN");
        assert_eq!(position.fen(), *fen);
        let own = position.own_side(position.turn());

        let mut actions: Vec<String> = own.requests().iter().map(Move::to_string).collect();
        actions.sort();
        assert_eq!(actions.join(" "), line.actions, "move actions in {fen}");

        let mut passed = position.clone();
        assert_eq!(passed.push(None), None);
        assert_eq!(passed.fen(), line.after_pass, "pass in {fen}");

        // A straight promotion may be asked without a piece, though it is not listed so.
        let unlisted = line.differs.keys().filter(|r| !actions.contains(r));
        for request in actions.iter().chain(unlisted) {
            requests_seen += 1;
            let asked = uci(request);
            assert!(own.may_request(asked), "{request} in {fen}");
            let taken = position.taken_move(own.with_promotion(asked));
            let taken_text = taken.map(|m| m.to_string());
            let expected = match line.differs.get(request) {
                Some(differs) => differs.as_deref(),
                None => Some(request.as_str()),
            };
            assert_eq!(taken_text.as_deref(), expected, "{request} in {fen}");

            let capture = taken.and_then(|m| position.capture_square(m));
            let expected = line.captures.get(request).copied();
            assert_eq!(capture.map(Square::to_u32), expected, "{request} in {fen}");

            let mut after = position.clone();
            assert_eq!(after.push(taken), capture, "{request} in {fen}");
            let expected = taken_text.map_or(&line.after_pass, |t| &line.after[&t]);
            assert_eq!(after.fen(), *expected, "{request} in {fen}");
            // What the mover keeps of its own side is what the true position has.
            let mut kept = own.clone();
            if let Some(taken) = taken {
                kept.apply_own_move(taken);
            }
            assert_eq!(kept, after.own_side(position.turn()), "{request} in {fen}");
        }
        for request in &line.refused {
            if let Ok(asked) = request.parse::<Move>() {
                assert!(!own.may_request(asked), "{request} in {fen}");
            }
        }
        for (square, expected) in &line.senses {
            let square = Square::new(*square);
            let shown = position.sense(Some(square));
            let contents: String = shown
                .contents
                .iter()
                .map(|(_, piece)| piece.map_or('.', |p| p.char()))
                .collect();
            assert_eq!(contents, *expected, "sense at {square} in {fen}");
        }
    }
    assert!(requests_seen > 10_000);
}

#[test]
fn saved_games_are_written_byte_for_byte() {
    let saved = fixture("game.json");
    let game = GameHistory::from_json(&saved).expect("a readable record");
    assert_eq!(game.to_json(), String::from_utf8(saved).expect("UTF-8"));
}

#[test]
fn games_replay_without_a_mismatch() {
    let games = games();
    assert!(games.len() >= 200);
    for (number, game) in games.iter().enumerate() {
        let mut replay = Replay::new(game);
        while let Some(step) = replay.step() {
            assert_ne!(step, ReplayStep::SetUpAnew, "game {number}");
        }
        assert_eq!(replay.mismatches(), [], "game {number}");
        assert_eq!(replay.old_rules(), [], "game {number}");
        assert_eq!(replay.ply(), game.plies(), "game {number}");
        let again = GameHistory::from_json(game.to_json().as_bytes());
        assert_eq!(again.as_ref(), Ok(game), "game {number}");
    }
}

#[test]
fn changed_games_do_not_pass() {
    for (number, game) in games().iter().enumerate() {
        let turn = game.white.moves.len() / 2;
        let mut wrong = game.clone();
        let Some(sense) = wrong.white.senses.get_mut(turn) else {
            continue;
        };
        match sense.contents.first_mut() {
            Some(shown) => shown.1 = None,
            None => continue,
        }
        if wrong != *game {
            let mut replay = Replay::new(&wrong);
            while replay.step().is_some() {}
            assert_eq!(replay.mismatches().len(), 1, "game {number}");
            let difference = &replay.mismatches()[0].difference;
            assert!(matches!(difference, Difference::SenseResult { .. }));
        }
        let mut wrong = game.clone();
        let Some(m) = wrong
            .white
            .moves
            .get_mut(turn)
            .filter(|m| m.taken.is_some())
        else {
            continue;
        };
        m.taken = None;
        let mut replay = Replay::new(&wrong);
        while replay.step().is_some() {}
        assert_eq!(replay.mismatches().len(), 1, "game {number}");
        let difference = &replay.mismatches()[0].difference;
        assert!(matches!(difference, Difference::TakenMove { .. }));
    }
}

/// A game as `LocalGame` was driven: limits and the calls with the time each took.
#[derive(Deserialize)]
struct Script {
    kind: String,
    seconds: f64,
    increment: f64,
    move_limit: Option<u32>,
    turn_limit: Option<u32>,
    calls: Vec<Call>,
}

/// One call of `LocalGame`.
#[derive(Deserialize)]
struct Call {
    r#do: String,
    /// The request that was refused.
    request: Option<String>,
    /// Seconds that passed before the call.
    wait: f64,
    /// Seconds left to the side to move, after the call.
    left: f64,
    /// Winner and reason, once `is_over` says so.
    over: Option<(Option<bool>, Option<String>)>,
}

#[allow(clippy::cast_possible_truncation)]
fn milliseconds(seconds: f64) -> i64 {
    // Fixtures use eighths of seconds, which are whole thousandths.
    (seconds * 1000.0).round() as i64
}

#[test]
fn arbiter_agrees_with_local_game() {
    let scripts: Vec<Script> = lines("arbiter.jsonl.gz");
    let games = games();
    assert_eq!(scripts.len(), games.len());
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let mut to_the_end = 0;
    for (number, (script, game)) in scripts.iter().zip(&games).enumerate() {
        let place = format!("game {number} ({})", script.kind);
        let mut arbiter = Arbiter::new(GameSetup {
            start: Position::initial(),
            clock: Some(ClockSetup {
                initial_ms: milliseconds(script.seconds),
                increment_ms: milliseconds(script.increment),
            }),
            move_limit: script.move_limit,
            turn_limit: script.turn_limit,
        });
        arbiter.name_players(game.white_name.clone(), game.black_name.clone());
        let mut now = 0;
        arbiter.start(now);
        // `LocalGame` has no phases: its players go on after the end until the turn is over.
        let mut went_on = false;
        let mut asked = None;
        for call in &script.calls {
            now += milliseconds(call.wait);
            let color = arbiter.turn();
            if arbiter.phase() == Phase::Over {
                went_on |= matches!(call.r#do.as_str(), "sense" | "move" | "end_turn");
                continue;
            }
            let side = game.side(color);
            match call.r#do.as_str() {
                "sense" => {
                    let recorded = &side.senses[arbiter.observations(color).turns() - 1];
                    let shown = arbiter.sense(recorded.square, now).expect("a sense");
                    assert_eq!(shown, *recorded, "{place}");
                }
                "refused" => {
                    // What is no move at all ("0000") is refused as a text already.
                    if let Ok(request) = call.request.as_deref().expect("a request").parse() {
                        let refused = arbiter.play(Some(request), now);
                        assert_eq!(refused, Err(ArbiterError::NotARequest(request)), "{place}");
                    }
                }
                // The turn ends with the move for us, and with a call of its own there.
                "move" => {
                    asked = Some(side.moves[arbiter.observations(color).turns() - 1]);
                    continue;
                }
                "end_turn" => {
                    let asked = asked.take().expect("a move before the turn's end");
                    let told = arbiter.play(asked.requested, now).expect("a move");
                    assert_eq!(told, asked, "{place}");
                }
                "resign" => arbiter.resign(color, now),
                "wait" | "end" => {
                    arbiter.check_time(now);
                }
                other => panic!("unknown call {other}"),
            }
            let over = arbiter.phase() == Phase::Over;
            assert_eq!(over, call.over.is_some(), "{place}, ply {}", arbiter.ply());
            if !over {
                let left = arbiter.time_left(arbiter.turn(), now);
                assert_eq!(left, Some(milliseconds(call.left)), "{place}");
            }
        }
        let outcome = arbiter.outcome().expect("an end");
        let (winner, reason) = script
            .calls
            .last()
            .and_then(|c| c.over.clone())
            .expect("an end");
        *ends.entry(outcome.reason.name().to_owned()).or_default() += 1;
        // When time ran out between sense and move, LocalGame's turn went on: the increment may
        // then have saved it, or the move it still made counted.
        if !went_on {
            to_the_end += 1;
            assert_eq!(outcome.winner.map(Color::is_white), winner, "{place}");
            assert_eq!(Some(outcome.reason.name()), reason.as_deref(), "{place}");
            assert_eq!(arbiter.history(), Some(game), "{place}");
        }
    }
    assert!(to_the_end * 5 >= scripts.len() * 4, "{to_the_end}");
    assert_eq!(ends.len(), 5, "every reason occurs: {ends:?}");
}
