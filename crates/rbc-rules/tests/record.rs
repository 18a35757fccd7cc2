//! Reading records of any origin: places and reasons of errors, odd forms, hostile input.

use std::{
    io::Write as _,
    time::{Duration, Instant},
};

use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use rbc_rules::{
    Arbiter, Color, GameHistory, GameSetup, Phase, Square, WinReason,
    record::{
        MAX_BROKEN_LINES, MAX_TURNS, RecordError, RecordReason, Records,
        verify::{Replay, ReplayStep},
    },
};
use serde_json::{Value, json};

/// A game of random requests; every third turn passes or does not sense.
fn random_game(seed: u64, plies: usize) -> GameHistory {
    use rand::{Rng as _, SeedableRng as _, rngs::SmallRng, seq::IndexedRandom as _};
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut arbiter = Arbiter::new(GameSetup::default());
    arbiter.name_players(Some("Zoë \"z\"\n\u{1F600}".to_owned()), None);
    arbiter.start(0);
    while arbiter.phase() == Phase::Sense && arbiter.ply() < plies {
        let square = rng
            .random_bool(0.9)
            .then(|| Square::new(rng.random_range(0..64)));
        arbiter.sense(square, 0).expect("a sense");
        let requests = arbiter.observations(arbiter.turn()).own().requests();
        let request = requests.choose(&mut rng).copied();
        arbiter
            .play(request.filter(|_| rng.random_bool(0.9)), 0)
            .expect("a move");
    }
    arbiter.resign(arbiter.turn(), 0);
    arbiter.history().expect("the game is over").clone()
}

/// The record of a short game as a value to be spoilt.
fn sample() -> Value {
    serde_json::from_str(&random_game(3, 6).to_json()).expect("JSON")
}

fn read(value: &Value) -> Result<GameHistory, RecordError> {
    GameHistory::from_json(value.to_string().as_bytes())
}

#[track_caller]
fn assert_refused(value: &Value, path: &str, reason: &str) {
    let error = read(value).expect_err("a broken record");
    assert_eq!(error.path, path, "{error}");
    assert!(error.reason.to_string().contains(reason), "{error}");
}

#[test]
fn errors_name_the_place_and_the_reason() {
    let cases: &[(&str, Value, &str, &str)] = &[
        (
            "/senses/true/2",
            json!(99),
            "$.senses.true[2]",
            "expected a square 0..63 or null, got 99",
        ),
        ("/senses/true/1", json!(-1), "$.senses.true[1]", "got -1"),
        (
            "/senses/false/0",
            json!(3.5),
            "$.senses.false[0]",
            "got 3.5",
        ),
        (
            "/senses/false/0",
            json!([1, [2]]),
            "$.senses.false[0]",
            "got a list",
        ),
        ("/senses/true", json!(7), "$.senses.true", "expected a list"),
        (
            "/senses",
            json!([]),
            "$.senses",
            "expected an object with \"true\"",
        ),
        (
            "/senses",
            json!({"true": []}),
            "$.senses",
            "no \"false\" (Black's list)",
        ),
        (
            "/sense_results/true/0/0",
            json!([64, null]),
            "$.sense_results.true[0][0][0]",
            "expected a square 0..63, got 64",
        ),
        (
            "/sense_results/true/0/0",
            json!([3]),
            "$.sense_results.true[0][0]",
            "expected [square, piece or null]",
        ),
        (
            "/sense_results/true/0/0",
            json!([3, {"type": "Piece", "value": "x"}]),
            "$.sense_results.true[0][0][1]",
            "expected a piece letter, got \"x\"",
        ),
        (
            "/sense_results/true/0",
            json!(vec![json!([0, null]); 10]),
            "$.sense_results.true[0]",
            "more than 9 entries",
        ),
        (
            "/taken_moves/false/1",
            json!({"type": "Move", "value": "e2e9"}),
            "$.taken_moves.false[1]",
            "not a move: \"e2e9\"",
        ),
        (
            "/taken_moves/false/1",
            json!({"type": "Piece", "value": "e2e4"}),
            "$.taken_moves.false[1]",
            "expected type \"Move\", got \"Piece\"",
        ),
        (
            "/requested_moves/true/0",
            json!("e2e4"),
            "$.requested_moves.true[0]",
            "expected {\"type\":\"Move\"",
        ),
        (
            "/capture_squares/true/0",
            json!("e4"),
            "$.capture_squares.true[0]",
            "got \"e4\"",
        ),
        (
            "/fens_after_move/true/0",
            json!("8/8 w"),
            "$.fens_after_move.true[0]",
            "not a position",
        ),
        (
            "/fens_after_move/true/0",
            json!("8".repeat(500)),
            "$.fens_after_move.true[0]",
            "expected a FEN",
        ),
        (
            "/winner_color",
            json!("white"),
            "$.winner_color",
            "expected true (White), false (Black) or null, got \"white\"",
        ),
        (
            "/win_reason",
            json!({"type": "WinReason", "value": "MATE"}),
            "$.win_reason",
            "expected one of KING_CAPTURE, TIMEOUT, RESIGN",
        ),
        ("/white_name", json!(5), "$.white_name", "got 5"),
        (
            "/type",
            json!("Game"),
            "$.type",
            "expected \"GameHistory\", got \"Game\"",
        ),
        (
            "/capture_squares/false",
            json!([null]),
            "$.capture_squares.false",
            "1 entries, but 3 in taken_moves",
        ),
        (
            "/fens_before_move/true",
            json!([]),
            "$.fens_before_move.true",
            "0 entries, but 3 in taken_moves",
        ),
    ];
    for (pointer, value, path, reason) in cases {
        let mut record = sample();
        *record.pointer_mut(pointer).expect("a place") = value.clone();
        assert_refused(&record, path, reason);
    }
    for key in ["senses", "taken_moves", "fens_after_move"] {
        let mut record = sample();
        record.as_object_mut().expect("an object").remove(key);
        assert_refused(&record, "$", &format!("no \"{key}\""));
    }
    let mut record = sample();
    record.as_object_mut().expect("an object").remove("type");
    assert_refused(&record, "$", "not a GameHistory");
    assert_refused(&json!([1]), "$", "expected a GameHistory object");
    // White twice in a row; a turn in the middle without a move.
    let mut game = random_game(3, 6);
    game.white.senses.extend(game.white.senses.clone());
    assert_refused(
        &serde_json::from_str(&game.to_json()).expect("JSON"),
        "$.taken_moves.true",
        "3 moves do not go with 6 senses",
    );
}

#[test]
fn syntax_errors_name_the_place_too() {
    let text = random_game(3, 6).to_json();
    let cut = text.find("\"taken_moves\"").expect("there") + 60;
    let error = GameHistory::from_json(&text.as_bytes()[..cut]).expect_err("cut");
    assert!(error.path.starts_with("$.taken_moves.true"), "{error}");
    assert!(error.reason.to_string().contains("EOF"), "{error}");

    let twice = text.replacen('{', "{\"senses\": {\"true\": [], \"false\": []}, ", 1);
    let error = GameHistory::from_json(twice.as_bytes()).expect_err("twice");
    assert_eq!(error.to_string(), "$.senses: is there twice");

    let trailing = format!("{text} x");
    let error = GameHistory::from_json(trailing.as_bytes()).expect_err("more");
    assert!(
        error.reason.to_string().contains("trailing characters"),
        "{error}"
    );
}

#[test]
fn all_forms_are_accepted() {
    // Old local records: no names, no result.
    let mut old = sample();
    let object = old.as_object_mut().expect("an object");
    for key in ["white_name", "black_name", "winner_color", "win_reason"] {
        object.remove(key);
    }
    let game = read(&old).expect("an old record");
    assert_eq!((game.white_name, game.win_reason), (None, None));

    // No turns at all.
    let empty = read(&serde_json::from_str(&GameHistory::default().to_json()).expect("JSON"));
    assert_eq!(empty, Ok(GameHistory::default()));

    // A sense without a move at the end; unknown keys; a null sense; a draw.
    let mut game = random_game(3, 7);
    game.black.senses.push(game.black.senses[0].clone());
    game.white.senses[1] = rbc_rules::SenseResult::default();
    (game.winner, game.win_reason) = (None, Some(WinReason::MoveLimit));
    let text = game
        .to_json()
        .replacen('{', "{\"new\": [[{\"a\": 1}]], ", 1);
    assert_eq!(GameHistory::from_json(text.as_bytes()), Ok(game));
}

#[test]
fn files_of_many_games() {
    let games: Vec<GameHistory> = (0..4).map(|seed| random_game(seed, 12)).collect();
    let lines: Vec<String> = games.iter().map(GameHistory::to_json).collect();

    let text = format!(
        "\u{feff}{}\n\n{}\r\n{{broken\n{}\n",
        lines[0], lines[1], lines[2]
    );
    let read: Vec<_> = Records::new(text.as_bytes()).collect();
    assert_eq!(read.len(), 4);
    assert_eq!(read[0].as_ref(), Ok(&games[0]));
    assert_eq!(read[1].as_ref(), Ok(&games[1]));
    assert_eq!(read[2].as_ref().map_err(|e| e.line), Err(Some(4)));
    assert_eq!(read[3].as_ref(), Ok(&games[2]));

    // A broken first line does not take the others with it.
    let text = format!("{}\n{}\n", &lines[0][..200], lines[1]);
    let read: Vec<_> = Records::new(text.as_bytes()).collect();
    assert_eq!(read.len(), 2);
    assert!(read[0].is_err());
    assert_eq!(read[1].as_ref(), Ok(&games[1]));

    // Answers to puzzles, before the games of a library's file and where two such files were put together.
    let training =
        r#"{"type":"OutpostTraining","version":1,"results":[["7hCount1","count",1400]]}"#;
    let text = format!(
        "{training}\n{training}\r\n{}\n{training}\n{}\n",
        lines[0], lines[1]
    );
    let read: Vec<_> = Records::new(text.as_bytes()).collect();
    assert_eq!(read, [Ok(games[0].clone()), Ok(games[1].clone())]);
    let mut texts = Records::new(text.as_bytes());
    assert_eq!(texts.next_text().map(|text| text.map(|t| t.0)), Some(Ok(3)));
    assert!(Records::new(training.as_bytes()).next().is_none());

    // One game over many lines.
    let value: Value = serde_json::from_str(&lines[3]).expect("JSON");
    let pretty = serde_json::to_string_pretty(&value).expect("JSON");
    let read: Vec<_> = Records::new(pretty.as_bytes()).collect();
    assert_eq!(read, [Ok(games[3].clone())]);

    // Gzipped, in two members.
    let mut packed = Vec::new();
    for line in &lines {
        let mut encoder = GzEncoder::new(&mut packed, Compression::fast());
        writeln!(encoder, "{line}").expect("written");
        encoder.finish().expect("finished");
    }
    let read: Result<Vec<_>, _> = Records::new(&packed).collect();
    assert_eq!(read, Ok(games));
    // Cut off.
    let read: Vec<_> = Records::new(&packed[..packed.len() / 2]).collect();
    assert_eq!(read.len(), 1);
    assert!(
        read[0]
            .as_ref()
            .is_err_and(|e| matches!(e.reason, RecordReason::Gzip(_)))
    );
}

#[test]
fn bombs_are_refused() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![b' '; 20 << 20]).expect("written");
    let bomb = encoder.finish().expect("finished");
    assert!(bomb.len() < 50_000);
    let read: Vec<_> = Records::with_limit(&bomb, 1 << 20).collect();
    assert_eq!(read.len(), 1);
    let error = read[0].as_ref().expect_err("too large");
    assert_eq!(error.reason, RecordReason::Unpacked(1 << 20));
}

/// Input that makes careless readers run for ever, out of memory or out of stack.
#[test]
fn hostile_input_is_refused_quickly() {
    let size = 10 << 20;
    let lists =
        |inner: &str| format!("{{\"type\": \"GameHistory\", \"senses\": {{\"true\": [{inner}]}}}}");
    let inputs: Vec<Vec<u8>> = vec![
        "[".repeat(size).into_bytes(),
        "{\"a\":".repeat(size / 5).into_bytes(),
        format!("{{\"x\": {}", "[".repeat(size)).into_bytes(),
        lists(&"[".repeat(size)).into_bytes(),
        lists(&"null,".repeat(size / 5)).into_bytes(),
        lists(&"9".repeat(size)).into_bytes(),
        lists(&format!("1e{}", "9".repeat(1000))).into_bytes(),
        lists(&format!("\"{}\"", "\\u0041".repeat(size / 6))).into_bytes(),
        "\"".repeat(size).into_bytes(),
        "\\".repeat(size).into_bytes(),
        "{\n".repeat(size / 2).into_bytes(),
        vec![0xff; size],
        vec![0; size],
        b"{\"type\": \"\xff\xfe\"}".to_vec(),
        b"\x1f\x8b".to_vec(),
        "\n".repeat(size).into_bytes(),
    ];
    for input in inputs {
        let shown: String = String::from_utf8_lossy(&input[..input.len().min(40)]).into_owned();
        let began = Instant::now();
        let mut refused = 0usize;
        for record in Records::new(&input) {
            let error = record.expect_err("no game");
            assert!(error.to_string().len() < 2000, "{shown}");
            refused += 1;
        }
        // Generous: the machine may be busy, and quadratic time would take hours.
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "{shown}: {:?}",
            began.elapsed()
        );
        assert!(refused <= MAX_BROKEN_LINES, "{shown}");
        assert!(refused > 0 || shown.trim().is_empty(), "{shown}");
    }
}

#[test]
fn too_many_turns_are_refused() {
    let squares = vec!["null"; MAX_TURNS + 1].join(",");
    let text = format!("{{\"type\": \"GameHistory\", \"senses\": {{\"true\": [{squares}]}}}}");
    let error = GameHistory::from_json(text.as_bytes()).expect_err("too long");
    assert_eq!(error.to_string(), "$.senses.true: more than 100000 entries");
}

// --- verify ------------------------------------------------------------------------------------

fn verify(game: &GameHistory) -> (Vec<String>, Vec<ReplayStep>, usize) {
    let mut replay = Replay::new(game);
    let mut steps = Vec::new();
    while let Some(step) = replay.step() {
        steps.push(step);
    }
    let told = replay
        .mismatches()
        .iter()
        .map(ToString::to_string)
        .collect();
    (told, steps, replay.old_rules().len())
}

/// Plays `moves` (UCI requests) without senses and resigns.
fn game_of(moves: &[&str]) -> GameHistory {
    let mut arbiter = Arbiter::new(GameSetup::default());
    arbiter.start(0);
    for m in moves {
        arbiter.sense(None, 0).expect("no sense");
        arbiter.play(m.parse().ok(), 0).expect("a move");
    }
    arbiter.resign(arbiter.turn(), 0);
    arbiter.history().expect("over").clone()
}

/// An old server refused en passant captures in check. The record is told apart from other
/// mismatches and followed on.
#[test]
fn en_passant_refused_in_check_is_the_old_servers() {
    // After 5... d7d5 the knight on d3 attacks the king on e1.
    let mut game = game_of(&[
        "e2e4", "b8c6", "e4e5", "c6b4", "a2a3", "b4d3", "a3a4", "d7d5", "e5d6", "a7a6", "d1e2",
        "a6a5",
    ]);
    assert_eq!(verify(&game).0, Vec::<String>::new());
    assert!(game.white.moves[4].capture.is_some());

    // The record as the old server wrote it: no move, and the game goes on from there.
    let told = &mut game.white.moves[4];
    (told.taken, told.capture) = (None, None);
    let mut position: rbc_rules::Position = game.white.fens_before_move[4].parse().expect("a FEN");
    position.push(None);
    game.white.fens_after_move[4] = position.fen();
    for (side, turn) in [(false, 4), (true, 5), (false, 5)] {
        let side = if side {
            &mut game.white
        } else {
            &mut game.black
        };
        side.fens_before_move[turn] = position.fen();
        position.push(side.moves[turn].taken);
        side.fens_after_move[turn] = position.fen();
    }
    let (mismatches, steps, old_rules) = verify(&game);
    assert_eq!(mismatches, Vec::<String>::new());
    assert_eq!(old_rules, 1);
    let anew: Vec<_> = steps
        .iter()
        .filter(|s| **s == ReplayStep::SetUpAnew)
        .collect();
    assert_eq!(anew.len(), 1);
    assert_eq!(steps.len(), 1 + 2 * 12);

    // Without check it is a plain mismatch: here the knight has gone elsewhere.
    let mut game = game_of(&["e2e4", "a7a6", "e4e5", "d7d5", "e5d6", "a6a5"]);
    let told = &mut game.white.moves[2];
    (told.taken, told.capture) = (None, None);
    let (mismatches, _, old_rules) = verify(&game);
    assert_eq!(old_rules, 0);
    assert_eq!(
        mismatches,
        [
            "half-turn 5 (White's turn 3), taken move: the rules say e5d6, the record none",
            "half-turn 5 (White's turn 3), capture square: the rules say d5, the record none",
        ]
    );
}

#[test]
fn verify_finds_what_is_wrong() {
    let game = game_of(&["e2e4", "e7e5", "d1h5", "a7a6", "h5f7", "a6a5"]);
    assert_eq!(verify(&game).0, Vec::<String>::new());
    let spoilt = |spoil: &dyn Fn(&mut GameHistory)| {
        let mut game = game.clone();
        spoil(&mut game);
        verify(&game).0
    };
    let found = spoilt(&|g| g.white.moves[1].requested = "d1d8".parse().ok());
    assert!(found[0].contains("requested move"), "{found:?}");
    let found = spoilt(&|g| g.black.fens_before_move[1].replace_range(0..1, "k"));
    assert!(found[0].contains("FEN before"), "{found:?}");
    let found = spoilt(&|g| g.win_reason = Some(WinReason::KingCapture));
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("no king was captured"), "{found:?}");
    let found = spoilt(&|g| g.win_reason = Some(WinReason::MoveLimit));
    assert!(found[0].contains("a draw"), "{found:?}");
    let found = spoilt(&|g| g.winner = None);
    assert!(found[0].contains("one side must have won"), "{found:?}");

    // Old servers' FENs lack the en passant square.
    let found = spoilt(&|g| {
        let fen = &mut g.white.fens_after_move[0];
        *fen = fen.replace(" e3 ", " - ");
    });
    assert_eq!(found, Vec::<String>::new());
    // But none may be there that the rules do not set.
    let found = spoilt(&|g| {
        let fen = &mut g.white.fens_after_move[0];
        *fen = fen.replace(" e3 ", " d3 ");
    });
    assert!(found[0].contains("FEN after"), "{found:?}");

    // On after the king's capture.
    let mut game = game_of(&["e2e4", "f7f6", "d1h5", "a7a6", "h5e8"]);
    assert_eq!(game.win_reason, Some(WinReason::KingCapture));
    // Nobody resigns after it, and the captor has won.
    for (reason, winner) in [
        (WinReason::Resign, Color::White),
        (WinReason::Resign, Color::Black),
        (WinReason::KingCapture, Color::Black),
    ] {
        (game.win_reason, game.winner) = (Some(reason), Some(winner));
        let found = verify(&game).0;
        assert_eq!(found.len(), 1, "{reason:?} {winner:?}");
        assert!(found[0].contains("White captured the king"), "{found:?}");
    }
    (game.win_reason, game.winner) = (Some(WinReason::KingCapture), Some(Color::White));
    game.black.senses.push(Default::default());
    let found = verify(&game).0;
    assert!(found[0].contains("the game is over"), "{found:?}");
}

// --- properties --------------------------------------------------------------------------------

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read(seed: u64, plies in 0usize..120) {
        let game = random_game(seed, plies);
        let text = game.to_json();
        prop_assert!(text.is_ascii());
        prop_assert_eq!(GameHistory::from_json(text.as_bytes()), Ok(game.clone()));
        prop_assert_eq!(verify(&game).0, Vec::<String>::new());
    }

    #[test]
    fn changed_bytes_never_panic(
        seed in 0u64..8,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut text = random_game(seed, 20).to_json().into_bytes();
        for (place, byte) in changes {
            let place = place.index(text.len());
            text[place] = byte;
        }
        for bytes in [&text[..], &text[..cut.index(text.len())]] {
            for record in Records::new(bytes) {
                match record {
                    // Whatever can be read can be replayed and written.
                    Ok(game) => {
                        verify(&game);
                        prop_assert_eq!(GameHistory::from_json(game.to_json().as_bytes()), Ok(game));
                    }
                    Err(e) => prop_assert!(!e.reason.to_string().is_empty()),
                }
            }
        }
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        Records::new(&bytes).for_each(drop);
        let mut packed = vec![0x1f, 0x8b, 8];
        packed.extend(&bytes);
        Records::new(&packed).for_each(drop);
    }
}
