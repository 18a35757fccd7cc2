//! The program as it is run: its output, exit codes and errors.

#![allow(clippy::disallowed_macros)]

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio},
    time::{Duration, Instant},
};

use rbc_rules::{Arbiter, ClockSetup, Color, GameSetup, Phase, SenseResult, WinReason};
use serde_json::{Value, json};

fn outpost(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_outpost"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn fixture(name: &str) -> String {
    let path = repository().join("tests/conformance/fixtures").join(name);
    path.to_string_lossy().into_owned()
}

/// A folder of this test's own, empty.
fn folder(test: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("outpost-cli-{}-{test}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// A moment until the next look at what another program does, which needs the processor itself.
fn soon() {
    std::thread::sleep(Duration::from_millis(1));
}

/// The counts of the summary line.
fn summary(output: &Output) -> Vec<(String, usize)> {
    let text = stdout(output);
    let words: Vec<&str> = text.lines().last().unwrap_or_default().split(' ').collect();
    words
        .chunks(2)
        .map(|pair| (pair[0].to_owned(), pair[1].parse().expect("a number")))
        .collect()
}

fn count(output: &Output, name: &str) -> usize {
    let found = summary(output).into_iter().find(|(n, _)| n == name);
    found.map_or(0, |(_, count)| count)
}

#[test]
fn help_is_everywhere() {
    for arguments in [
        &["--help"][..],
        &["-h"],
        &["verify", "--help"],
        &["stats", "--help"],
        &["match", "--white", "random", "-h"],
        &["bot", "--help"],
        &["tournament", "--help"],
        &["link", "--help"],
        &["puzzles", "--help"],
        &["rules", "--help"],
        &["evaluate", "--help"],
        &["experiment", "--help"],
        &["merge", "--help"],
        &["dataset", "--help"],
        &["fit-moves", "--help"],
        &["weigh", "--help"],
        &["solve", "--help"],
        &["bench", "--help"],
        &["completions", "--help"],
        &["help", "match"],
        &["link", "encode", "--help"],
    ] {
        let output = outpost(arguments);
        assert!(output.status.success(), "{arguments:?}");
        assert!(stdout(&output).contains("Usage: outpost"), "{arguments:?}");
    }
    assert!(stdout(&outpost(&["--version"])).starts_with("outpost 0."));
}

#[test]
fn shells_complete_commands_options_and_players() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = outpost(&["completions", shell]);
        assert!(output.status.success(), "{}", stderr(&output));
        let script = stdout(&output);
        assert!(script.contains("tournament") && script.contains("move-limit"));
        let values = ["bash", "zsh", "fish"].contains(&shell);
        assert_eq!(script.contains("piecewise-grid"), values, "{shell}");
        // Nothing in it was escaped for a terminal.
        assert!(!script.contains("\\u{"), "{shell}");
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let pages = folder("man");
    let output = outpost(&["man", &pages.to_string_lossy(), "--date", "2026-11-30"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let page = |name: &str| fs::read_to_string(pages.join(name)).expect("a page");
    let first = page("outpost.1");
    assert!(first.contains("\n.SH NAME\noutpost \\- Reconnaissance"));
    // Each page that the first refers to is there, and no other but those of commands of commands.
    let named: Vec<&str> = first
        .lines()
        .filter_map(|line| line.strip_prefix("outpost\\-")?.strip_suffix("(1)"))
        .collect();
    assert!(named.len() > 14, "{first}");
    for name in named {
        let text = page(&format!("outpost-{}.1", name.replace('\\', "")));
        assert!(text.contains(" 1 2026-11-30 \"outpost 0."), "{text}");
        assert!(text.contains("\n.SH SYNOPSIS\n") && text.contains("\n.SH DESCRIPTION\n"));
        assert!(!text.contains("\u{1b}"), "{name}: for a terminal");
    }
    assert!(!pages.join("outpost-man.1").exists());
    let nowhere = outpost(&["man", "/no/such/folder", "--date", "2026-11-30"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(stderr(&nowhere).contains("/no/such/folder: "));
    let _ = fs::remove_dir_all(pages);
}

#[test]
fn command_line_errors_say_what_is_known() {
    const PLAYERS: [&str; 5] = ["match", "--white", "random", "--black", "random"];
    let with = |more: &[&'static str]| [&PLAYERS[..], more].concat();
    let table = |agents: &'static str, more: &[&'static str]| {
        [&["tournament", "--agents", agents, "--out", "x"], more].concat()
    };
    for (arguments, expected) in [
        (
            vec![],
            "'outpost' requires a subcommand but one was not provided\n  [subcommands: verify, stats, match,",
        ),
        (vec!["frobnicate"], "unrecognized subcommand 'frobnicate'"),
        (
            vec!["tornament"],
            "a similar subcommand exists: 'tournament'",
        ),
        (
            vec!["match", "--gamse", "3"],
            "a similar argument exists: '--games'",
        ),
        (vec!["verify"], "<FILE|DIR>..."),
        (
            vec!["verify", "--frobnicate", "x"],
            "unexpected argument '--frobnicate'",
        ),
        (vec!["link"], "[subcommands: encode, decode]"),
        (vec!["link", "show"], "unrecognized subcommand 'show'"),
        (vec!["verify", "--cap", "0", "x"], "must be at least 1"),
        (
            vec!["verify", "--cap", "many", "x"],
            "invalid value 'many' for '--cap <BOARDS>': not a whole number from 0",
        ),
        (vec!["match", "--white", "random"], "--black <NAME>"),
        (vec!["match", "x"], "unexpected argument 'x'"),
        (
            vec!["match", "--games", "-1"],
            "invalid value '-1' for '--games <N>': not a whole number",
        ),
        (
            vec!["match", "--games"],
            "a value is required for '--games <N>'",
        ),
        (
            vec!["match", "--white", "hsuc+x", "--black", "random"],
            "--white hsuc+x: no such player; hsuc takes one of none, random, hsuc, guarded",
        ),
        (
            vec!["match", "--white", "trout+hsuc", "--black", "random"],
            "no such player; the players are random, attacker",
        ),
        (
            vec!["match", "--white", "stockfish", "--black", "random"],
            "no such player; the players are random, attacker",
        ),
        (
            vec!["match", "--record", ""],
            "required for '--record <FILE>'",
        ),
        (vec!["dataset", "--out", ""], "required for '--out <DIR>'"),
        (
            vec!["dataset", "--split", ""],
            "required for '--split <FILE>'",
        ),
        (
            vec!["weigh", "--model", ""],
            "required for '--model <FILE>'",
        ),
        (
            vec!["bench", "--boards", ""],
            "required for '--boards <FILE>'",
        ),
        (
            vec!["experiment", "--records", ""],
            "required for '--records <FILE|DIR>'",
        ),
        (
            vec!["tournament", "--out", ""],
            "required for '--out <DIR>'",
        ),
        (
            vec!["experiment", "--out", ""],
            "required for '--out <DIR>'",
        ),
        (
            vec!["solve", "--time", "1e300", "x"],
            "invalid value '1e300' for '--time <SECONDS>': must be a number of seconds above 0",
        ),
        (
            with(&["--ms", "5", "--time", "1"]),
            "'--ms <MS>' cannot be used with '--time <SECONDS>'",
        ),
        (with(&["--threads", "0"]), "must be at least 1"),
        (with(&["--threads", "513"]), "must be at most 512"),
        (vec!["stats"], "<FILE|DIR>..."),
        (vec!["stats", "--cap", "10", "x"], "must be at least 64"),
        (vec!["tournament"], "--agents <A,B,C>"),
        (
            table("random,nobody", &["--games", "2"]),
            "--agents nobody: no such player; the players are random, attacker",
        ),
        (table("random", &["--games", "2"]), "at least two players"),
        (
            table("random,attacker, random", &["--games", "2"]),
            "random is named twice",
        ),
        (table("random,attacker", &[]), "--games <N>"),
        (
            table("random,attacker", &["--games", "5"]),
            "must be even, so that each player has White as often; give 4 or 6",
        ),
        (
            vec!["tournament", "--agents", "random,attacker", "--games", "4"],
            "--out <DIR>",
        ),
        (
            table("random,attacker", &["--time", "0"]),
            "must be a number of seconds above 0",
        ),
        (vec!["dataset", "--frobnicate"], "--frobnicate"),
        (vec!["rules", "extra"], "extra"),
        (vec!["bot"], "--agent <NAME>"),
        (
            vec!["bot", "--agent", "x"],
            "no such player; the players are",
        ),
        (
            vec!["bot", "--agent", "random", "--time", "0"],
            "invalid value '0' for '--time <SECONDS>'",
        ),
        (
            vec!["bot", "--agent", "random", "x"],
            "unexpected argument 'x'",
        ),
        (vec!["evaluate"], "<FEN>..."),
        (vec!["evaluate", "x"], "FEN: not a position"),
        (vec!["solve"], "<FILE.epd>..."),
        (
            vec!["solve", "--time", "-1", "x"],
            "invalid value '-1' for '--time <SECONDS>'",
        ),
        (
            vec!["experiment", "nothing"],
            "[possible values: hsuc-growth, hsuc-decay",
        ),
        (vec!["bench", "extra"], "extra"),
        (vec!["bench", "--threads", "0"], "at least 1"),
        (vec!["bench", "--largest", "20"], "must be 21 to 10000000"),
        (vec!["bench", "--largest", "10000001"], "must be 21 to"),
        (
            vec!["bench", "--seconds", "-1"],
            "invalid value '-1' for '--seconds <SECONDS>'",
        ),
        (
            vec!["bench", "--boards", "x", "--largest", "100"],
            "cannot be used with",
        ),
        (vec!["completions", "tcsh"], "[possible values: bash"),
    ] {
        let output = outpost(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let told = stderr(&output);
        assert!(
            told.starts_with("outpost: ") && told.contains(expected),
            "{told}"
        );
        assert_eq!(stdout(&output), "");
        // The help of the command is named, once.
        let help = match arguments.first() {
            Some(command) if !["frobnicate", "tornament"].contains(command) => {
                format!("outpost {command} --help")
            }
            _ => "outpost --help".to_owned(),
        };
        assert!(told.contains(&format!("'{help}'")), "{told}");
        assert_eq!(told.matches("--help'").count(), 1, "{told}");
    }
    let output = outpost(&["verify", "/no/such/file.json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("/no/such/file.json: "));
    // A mistyped folder is not one in which all is well.
    let folder = folder("no-records");
    fs::write(folder.join("notes.txt"), "").expect("written");
    for command in ["verify", "stats"] {
        let output = outpost(&[command, &folder.to_string_lossy()]);
        assert_eq!(output.status.code(), Some(1));
        let told = stderr(&output);
        assert!(told.contains("no files there that end in .json"), "{told}");
    }
    let _ = fs::remove_dir_all(&folder);
}

/// As [`outpost`], with `input` on standard input. For commands that read all of it before they write much.
fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_outpost"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut pipe = program.stdin.take().expect("its input");
    pipe.write_all(input).expect("written");
    drop(pipe);
    program.wait_with_output().expect("it ends")
}

/// What `outpost rules` answers to `questions`.
fn ask(questions: &[u8]) -> Vec<Value> {
    let output = with_input(&["rules"], questions);
    assert!(output.status.success());
    stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn rules_pushes_no_move_that_nobody_can_take() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for m in ["e2e5", "e2e6", "e2e4q", "e2d3", "e7e5", "e1e2", "g1g3"] {
        let question = serde_json::json!({"method": "push", "fen": start, "move": m});
        let answers = ask(question.to_string().as_bytes());
        let error = answers[0]["error"].as_str().unwrap_or_default();
        assert!(error.contains("cannot be taken here"), "{m}: {answers:?}");
    }
}

#[test]
fn rules_answers_and_goes_on_after_errors() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut questions: Vec<Vec<u8>> = [
        json!({"id": 1, "method": "move_actions", "fen": START}),
        json!({"id": "b", "method": "push", "fen": START, "move": "e2e4"}),
        json!({"id": 3, "method": "sense", "fen": START, "square": "a8"}),
        json!({"id": 4, "method": "sense", "fen": START, "square": 56}),
        json!({"id": 5, "method": "sense", "fen": START, "square": null}),
        json!({"id": 6, "method": "sense", "fen": START, "square": 64}),
        json!({"id": 7, "method": "revise_move", "fen": START, "move": "e2d3"}),
        json!({"id": 8, "method": "revise_move", "fen": START, "move": "e2e5"}),
        json!({"id": 9, "method": "capture_square", "fen": START, "move": "e2d3"}),
        json!({"id": 10, "method": "moves", "fen": START}),
        json!({"id": 11, "method": "push", "fen": "8/8 w", "move": null}),
        json!({"id": 12, "fen": START}),
        json!([1, 2]),
    ]
    .iter()
    .map(|q| q.to_string().into_bytes())
    .collect();
    questions.push(b"{\"id\": 1, \xff".to_vec());
    questions.push("[".repeat(100_000).into_bytes());
    questions.push(b"".to_vec());
    questions.push(
        json!({"id": 99, "method": "push", "fen": START, "move": null})
            .to_string()
            .into_bytes(),
    );

    let answers = ask(&questions.join(&b'\n'));
    assert_eq!(answers.len(), questions.len() - 1);
    assert_eq!(answers[0]["result"].as_array().map(Vec::len), Some(34));
    assert_eq!(
        answers[1],
        json!({"id": "b", "result": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"})
    );
    assert_eq!(
        answers[2]["result"],
        json!([[56, "r"], [57, "n"], [48, "p"], [49, "p"]])
    );
    assert_eq!(answers[3]["result"], answers[2]["result"]);
    assert_eq!(answers[4]["result"], json!([]));
    assert_eq!(answers[6], json!({"id": 7, "result": null}));
    for (answer, expected) in [
        (
            5,
            "square: expected 0..63, a name such as e4, or null, got 64",
        ),
        (7, "move: e2e5 is not in move_actions"),
        (8, "move: e2d3 cannot be taken here"),
        (9, "the methods are move_actions, revise_move"),
        (10, "fen: not a position"),
        (11, "method: missing"),
        (12, "not a JSON object"),
        (13, "not a JSON object"),
        (14, "more than 65536 bytes"),
    ] {
        let error = answers[answer]["error"].as_str().unwrap_or_default();
        assert!(error.contains(expected), "{}", answers[answer]);
    }
    assert_eq!(answers[15]["id"], 99);
}

/// A running `outpost bot`.
struct Bot {
    program: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Bot {
    fn new(arguments: &[&str]) -> Bot {
        let mut program = Command::new(env!("CARGO_BIN_EXE_outpost"))
            .arg("bot")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        Bot {
            input: program.stdin.take(),
            output: BufReader::new(program.stdout.take().expect("its output")),
            program,
        }
    }

    /// The one line that it answers with.
    fn say(&mut self, line: &[u8]) -> Value {
        let input = self.input.as_mut().expect("it listens");
        input
            .write_all(&[line, b"\n"].concat())
            .expect("it listens");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("it answers");
        serde_json::from_str(&answer).expect("a JSON object")
    }

    fn ask(&mut self, event: &Value) -> Value {
        self.say(event.to_string().as_bytes())
    }

    /// The processor's time that it has used so far, to 10 ms, where the system tells it.
    fn computed(&self) -> Option<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.program.id())).ok()?;
        // Behind the name: user's and system's time are fields 14 and 15 of all, in hundredths of a second.
        let fields = stat.rsplit_once(')')?.1.split_whitespace();
        let times: Vec<u64> = fields.skip(11).take(2).flat_map(str::parse).collect();
        Some(Duration::from_millis(10 * times.iter().sum::<u64>()))
    }

    fn tell(&mut self, event: &Value) {
        let answer = self.ask(event);
        assert_eq!(answer["ok"], json!(true), "{event}: {answer}");
    }

    /// Closes its input, after which it ends with nothing more to say.
    fn ends(mut self) {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_line(&mut rest).expect("read");
        assert_eq!(rest, "");
        assert!(self.program.wait().expect("it ends").success());
    }
}

fn squares(result: &SenseResult) -> Value {
    let contents = result.contents.iter();
    contents
        .map(|(square, piece)| {
            let letter = piece.map_or(Value::Null, |p| p.char().to_string().into());
            (square.to_string(), letter)
        })
        .collect()
}

/// A game by the clock as `reconchess` would run it; every answer is one that is allowed. The clocks stand still while the bots wait for the
/// processor: on a busy machine nobody loses on time who would not on an idle one.
fn play_bots(bots: &mut [Bot; 2], clock: ClockSetup) -> Arbiter {
    let began = Instant::now();
    let now = |bots: &[Bot; 2]| {
        let computed: Option<Duration> = bots.iter().map(Bot::computed).sum();
        let time = computed.unwrap_or_else(|| began.elapsed());
        i64::try_from(time.as_millis()).expect("a short time")
    };
    let setup = GameSetup {
        clock: Some(clock),
        ..GameSetup::default()
    };
    let mut arbiter = Arbiter::new(setup);
    for (bot, color) in bots.iter_mut().zip(["white", "black"]) {
        bot.tell(&json!({ "event": "game_start", "color": color }));
    }
    arbiter.start(now(bots));
    let mut capture = None;
    while arbiter.check_time(now(bots)).is_none() {
        let color = arbiter.turn();
        let mover = color.fold_wb(0, 1);
        let left = |arbiter: &Arbiter, bots: &[Bot; 2]| {
            arbiter
                .time_left(color, now(bots))
                .map(|ms| ms as f64 / 1000.0)
        };
        bots[mover].tell(&json!({ "event": "opponent_move", "capture": capture }));
        let ask = json!({ "event": "choose_sense", "seconds_left": left(&arbiter, bots) });
        let answer = bots[mover].ask(&ask);
        let square = answer["sense"]
            .as_str()
            .map(|s| s.parse().expect("a square"));
        let Ok(result) = arbiter.sense(square, now(bots)) else {
            continue;
        };
        bots[mover].tell(&json!({ "event": "sense_result", "squares": squares(&result) }));
        let ask = json!({ "event": "choose_move", "seconds_left": left(&arbiter, bots) });
        let answer = bots[mover].ask(&ask);
        let request = answer["move"].as_str().map(|m| m.parse().expect("a move"));
        if arbiter.check_time(now(bots)).is_some() {
            continue;
        }
        assert_eq!(arbiter.phase(), Phase::Move);
        let result = arbiter.play(request, now(bots)).expect("it is allowed");
        let text = |m: Option<rbc_rules::Move>| m.map(|m| m.to_string());
        capture = result.capture.map(|square| square.to_string());
        bots[mover].tell(&json!({
            "event": "move_result",
            "requested": text(result.requested),
            "taken": text(result.taken),
            "capture": capture,
        }));
    }
    for bot in bots {
        bot.tell(&json!({ "event": "game_end", "winner": null, "reason": null }));
    }
    arbiter
}

#[test]
fn bots_play_games_that_another_program_runs() {
    let clock = |initial_ms, increment_ms| ClockSetup {
        initial_ms,
        increment_ms,
    };
    let mut bots = [
        Bot::new(&["--agent", "hsuc", "--nodes", "500", "--seed", "3"]),
        Bot::new(&["--agent", "random", "--seed", "4"]),
    ];
    for _ in 0..2 {
        let arbiter = play_bots(&mut bots, clock(900_000, 5_000));
        let outcome = arbiter.outcome().expect("it is over");
        assert_ne!(outcome.reason, WinReason::Timeout);
        assert_eq!(outcome.winner, Some(Color::White));
    }
    bots.into_iter().for_each(Bot::ends);
}

#[test]
fn bots_do_not_lose_on_time() {
    // With one thread, so that a second of the clock is a second of the processor.
    let bot = [
        "--agent",
        "hsuc",
        "--time",
        "10",
        "--nodes",
        "100000000",
        "--threads",
        "1",
    ];
    let mut bots = [Bot::new(&bot), Bot::new(&bot)];
    let clock = ClockSetup {
        initial_ms: 3_000,
        increment_ms: 0,
    };
    let arbiter = play_bots(&mut bots, clock);
    let outcome = arbiter.outcome().expect("it is over");
    assert_ne!(outcome.reason, WinReason::Timeout);
    bots.into_iter().for_each(Bot::ends);
}

/// What is decided may change with the players; what kinds of answers there are may not.
#[test]
fn the_documented_session_of_a_bot_is_so() {
    let text = fs::read_to_string(repository().join("docs/bot-protocol.md")).expect("a document");
    let mut bot = Bot::new(&["--agent", "hsuc", "--seed", "7"]);
    let mut answer = Value::Null;
    let mut answers = 0;
    for line in text.lines() {
        if let Some(message) = line.strip_prefix("> ") {
            answer = bot.say(message.as_bytes());
        } else if let Some(expected) = line.strip_prefix("< ") {
            let expected: Value = serde_json::from_str(expected).expect("JSON");
            let keys = |v: &Value| v.as_object().map(|o| o.keys().cloned().collect::<Vec<_>>());
            assert_eq!(keys(&answer), keys(&expected), "{answer}");
            answers += 1;
        }
    }
    assert!(answers > 10);
    bot.ends();
}

#[test]
fn bots_go_on_after_mistakes() {
    let mut bot = Bot::new(&["--agent", "attacker", "--seed", "1"]);
    let endless = vec![b'x'; 1 << 20];
    for (line, expected) in [
        (&b""[..], "not a JSON object"),
        (b"{\"event\": \xff}", "not a JSON object"),
        (&endless, "more than 65536 bytes"),
        (
            b"{\"event\": \"pass\"}",
            "the events are game_start, opponent_move",
        ),
        (b"{\"event\": \"game_end\"}", "game_start comes first"),
    ] {
        let answer = bot.say(line);
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(expected), "{answer}");
    }
    bot.tell(&json!({ "event": "game_start", "color": "white" }));
    bot.tell(&json!({ "event": "opponent_move", "capture": null }));
    assert!(bot.say(b"[").get("error").is_some());
    let answer = bot.ask(&json!({ "event": "choose_sense", "seconds_left": null }));
    assert!(answer["sense"].is_string(), "{answer}");
    bot.ends();
}

#[test]
fn verify_passes_the_fixtures() {
    let output = outpost(&[
        "verify",
        "--cap",
        "20000",
        &fixture("games.jsonl.gz"),
        &fixture("game.json"),
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let told = stderr(&output);
    assert!(
        told.starts_with("checked for the true board ") && told.lines().count() == 1,
        "{told}"
    );
    assert!(count(&output, "games") > 200);
    assert!(count(&output, "plies") > 10_000);
    assert_eq!(count(&output, "mismatches"), 0);
    assert_eq!(count(&output, "truth-lost"), 0);
    let largest = count(&output, "largest-set");
    assert!((1000..=20_000).contains(&largest), "{largest}");
}

#[test]
fn verify_tells_what_is_wrong() {
    let folder = folder("verify");
    let good = fs::read_to_string(fixture("game.json")).expect("a fixture");
    let mut game: Value = serde_json::from_str(&good).expect("JSON");
    game["capture_squares"]["true"][0] = json!(12);
    fs::write(folder.join("wrong.json"), game.to_string()).expect("written");
    fs::create_dir(folder.join("more")).expect("a folder");
    let lines = format!("{good}\n{{\"type\": \"GameHistory\", \"senses\": 5}}\n{good}\n");
    fs::write(folder.join("more/games.jsonl"), lines).expect("written");
    fs::write(folder.join("more/notes.txt"), "no record").expect("written");

    let path = folder.to_string_lossy();
    let output = outpost(&["verify", "--no-sets", &path]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(count(&output, "games"), 3);
    assert_eq!(count(&output, "mismatches"), 1);
    assert_eq!(count(&output, "unreadable"), 1);
    let told = stderr(&output);
    assert!(
        told.contains("games.jsonl:2: $.senses: invalid type: integer `5`, expected an object"),
        "{told}"
    );
    assert!(
        told.contains("wrong.json:1: half-turn 1 (White's turn 1), capture square: the rules say none, the record e2"),
        "{told}"
    );
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn links_hold_the_records() {
    let output = outpost(&[
        "link",
        "encode",
        "--page",
        "https://example.org/",
        &fixture("games.jsonl.gz"),
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let links = stdout(&output);
    let links: Vec<&str> = links.lines().collect();
    assert!(links.len() > 1);
    assert!(
        links
            .iter()
            .all(|link| link.starts_with("https://example.org/#1"))
    );

    let records = outpost(&[&["link", "decode"][..], &links].concat());
    assert!(records.status.success(), "{}", stderr(&records));
    let by_input = with_input(&["link", "decode"], (links.join("\n\n") + "\n").as_bytes());
    assert_eq!(stdout(&by_input), stdout(&records));
    let again = with_input(&["link", "encode"], &records.stdout);
    let expected: Vec<&str> = links
        .iter()
        .filter_map(|link| link.split('#').nth(1))
        .collect();
    assert_eq!(stdout(&again).lines().collect::<Vec<_>>(), expected);
}

#[test]
fn links_are_read_as_mails_have_them() {
    let link = with_input(
        &["link", "encode"],
        &fs::read(fixture("game.json")).expect("a fixture"),
    );
    let link = stdout(&link).trim().to_owned();
    let record = stdout(&outpost(&["link", "decode", &link]));
    let address = format!("https://example.org/#{link}");
    let (first, rest) = address.split_at(60);
    let (second, third) = rest.split_at(40);
    // Wrapped over three lines, quoted, alone, and cut before one that is whole.
    let mail = format!(
        "> {first}\n> {second}\n> {third}\n\n\"{address}?utm_source=x\"\n{link}\n{}\n{link}\n",
        &address[..50]
    );
    let output = with_input(&["link", "decode"], mail.as_bytes());
    assert_eq!(stdout(&output), record.repeat(4));
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).starts_with("link 4: the link was cut off"),
        "{}",
        stderr(&output)
    );
    assert_eq!(stderr(&output).lines().count(), 1);
}

#[test]
fn lists_wrapped_records_and_positions_are_read() {
    let record = fs::read_to_string(fixture("game.json")).expect("a fixture");
    let folder = folder("lists");
    let list = folder.join("list.json");
    fs::write(
        &list,
        format!("[\n{{\"game_history\": {record}}},\n{record}\n]\n"),
    )
    .expect("a file");
    let output = outpost(&["verify", &list.to_string_lossy()]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).contains('2'), "{}", stdout(&output));
    let output = outpost(&["link", "encode", &list.to_string_lossy()]);
    assert_eq!(stdout(&output).lines().count(), 2, "{}", stderr(&output));

    let epd = "4k1n1/8/8/8/8/8/8/4K2R w K - id \"a\";\n4k3/4n3/8/8/8/8/8/4K2R w K - id \"b\";\n";
    let output = with_input(&["link", "encode"], epd.as_bytes());
    let boards = stdout(&outpost(&["link", "decode", stdout(&output).trim()]));
    assert_eq!(
        boards.trim(),
        "{\"type\": \"Boards\", \"fens\": [\"4k1n1/8/8/8/8/8/8/4K2R w K - 0 1\", \"4k3/4n3/8/8/8/8/8/4K2R w K - 0 1\"]}"
    );
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn links_that_cannot_be_made_or_read_say_why() {
    let record = fs::read_to_string(fixture("game.json")).expect("a fixture");
    let mut record: Value = serde_json::from_str(&record).expect("JSON");
    record["outpost"] = json!({"notes": [{"place": {"ply": 0, "phase": "start"}, "text": "<b>"}]});
    let annotated = record.to_string();
    record["capture_squares"]["true"][0] = json!(12);
    let output = with_input(
        &["link", "encode"],
        format!("{annotated}\n{record}\n").as_bytes(),
    );
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output).lines().count(), 1);
    let told = stderr(&output);
    assert!(
        told.contains("standard input:2: a link holds senses and requests"),
        "{told}"
    );
    assert!(
        told.contains("capture square: the rules say none, the record e2"),
        "{told}"
    );

    let link = stdout(&output).trim().to_owned();
    let output = outpost(&["link", "decode", &link, &link[..link.len() - 3]]);
    assert_eq!(output.status.code(), Some(1));
    let record: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(record["outpost"]["notes"][0]["text"], "<b>");
    assert!(
        stderr(&output).contains("link 2: the link was cut off"),
        "{}",
        stderr(&output)
    );
}

/// The real games lie beside the checkout on some machines only.
#[test]
fn verify_passes_the_real_games() {
    let games = repository().join("../shared/games");
    if !games.is_dir() {
        println!("skipped: no folder shared/games beside the checkout");
        return;
    }
    let output = outpost(&["verify", "--cap", "30000", &games.to_string_lossy()]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(count(&output, "games") > 600);
    assert_eq!(count(&output, "mismatches"), 0);
    assert_eq!(count(&output, "truth-lost"), 0);
    println!("{}", stdout(&output).trim_end());
}

#[test]
fn matches_repeat_and_their_records_pass() {
    let folder = folder("match");
    let file = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let play = |name: &str, seed: &str| {
        let output = outpost(&[
            "match",
            "--white",
            "attacker",
            "--black",
            "random",
            "--games",
            "30",
            "--seed",
            seed,
            "--cap",
            "2000",
            "--record",
            &file(name),
            "--json",
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
        let result: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        (result, fs::read_to_string(file(name)).expect("a record"))
    };
    let (result, record) = play("a.jsonl", "5");
    let (again, same_record) = play("b.jsonl", "5");
    let (_, other_record) = play("c.jsonl", "6");
    assert_eq!(record, same_record);
    assert_ne!(record, other_record);
    for key in [
        "wins", "draws", "losses", "plies", "reasons", "score", "wilson95",
    ] {
        assert_eq!(result[key], again[key], "{key}");
    }
    let n = |key: &str| result[key].as_u64().expect("a number");
    assert_eq!(n("wins") + n("draws") + n("losses"), 30);
    assert_eq!(record.lines().count(), 30);

    let output = outpost(&[
        "verify",
        "--cap",
        "20000",
        &file("a.jsonl"),
        &file("c.jsonl"),
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(count(&output, "games"), 60);
    assert!(count(&output, "plies") > 500);

    let text = outpost(&[
        "match", "--white", "random", "--black", "random", "--games", "3", "--cap", "2000",
    ]);
    assert!(stdout(&text).contains("score 0."), "{}", stdout(&text));
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn matches_tell_of_sets_and_overruns() {
    let play = |more: &[&str]| -> Value {
        let players = [
            "match", "--white", "attacker", "--black", "random", "--json",
        ];
        let output =
            outpost(&[&players[..], &["--turn-limit", "4", "--games", "4"], more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        serde_json::from_str(&stdout(&output)).expect("JSON")
    };
    let result = play(&["--time", "5", "--cap", "5000"]);
    assert_eq!(result["setCap"], 5000);
    for (player, name) in [(0, "attacker"), (1, "random")] {
        let player = &result["players"][player];
        assert_eq!(player["name"], name);
        assert_eq!(
            (&player["games"], &player["overruns"]),
            (&json!(4), &json!(0))
        );
        let sets = &player["sets"];
        assert_eq!(
            (&sets["truthLost"], &sets["byTurn"][0]["senses"]),
            (&json!(0), &json!(4))
        );
        assert!(sets["after"]["median"]["boards"].as_f64() >= Some(1.0));
    }
    // White knows the start; Black's first turn comes after 20 moves or a pass.
    assert_eq!(result["players"][0]["sets"]["byTurn"][0]["meanBefore"], 1.0);
    assert_eq!(
        result["players"][1]["sets"]["byTurn"][0]["meanBefore"],
        21.0
    );
    assert_eq!(result["players"][0]["wins"], result["players"][1]["losses"]);

    let result = play(&["--no-sets", "--time", "0.000000001", "--threads", "3"]);
    assert!(result["setCap"].is_null() && result["players"][0]["sets"].is_null());
    let white = &result["players"][0];
    assert_eq!(
        white["overruns"], white["turns"],
        "nobody decides in a nanosecond"
    );
    assert!(white["worstOverrunMs"].as_f64() > Some(0.0));
}

#[test]
fn stats_tell_of_every_player_and_of_hsuc() {
    let folder = folder("stats");
    let file = folder.join("games.jsonl");
    let file = file.to_string_lossy();
    let output = outpost(&[
        "match",
        "--white",
        "random",
        "--black",
        "attacker",
        "--games",
        "6",
        "--turn-limit",
        "5",
        "--no-sets",
        "--record",
        &file,
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let output = outpost(&["stats", &file, "--cap", "20000", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let result: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(
        (&result["games"], &result["cap"]),
        (&json!(6), &json!(20_000))
    );
    let players = result["players"].as_array().expect("a list");
    assert_eq!(players.len(), 2);
    for player in players {
        let sets = &player["sets"];
        let color = if player["name"] == "random" {
            1.0
        } else {
            21.0
        };
        assert_eq!(sets["byTurn"][0]["meanBefore"], color, "{player}");
        assert_eq!(sets["truthLost"], 0);
        let pooled = |which: &str| sets[which]["decay"]["pooled"].as_f64();
        assert!(pooled("hsucInstead") > pooled("after"), "{sets}");
    }
    let again = outpost(&["stats", &file, "--cap", "20000", "--json"]);
    let again: Value = serde_json::from_str(&stdout(&again)).expect("JSON");
    assert_eq!(again["players"], result["players"]);

    // The table; and a broken line is told, and does not hide the rest.
    let text = fs::read_to_string(&*file).expect("games");
    let broken = folder.join("broken.jsonl");
    fs::write(&broken, format!("{text}{{\"type\": 5}}\n")).expect("written");
    let output = outpost(&[
        "stats",
        &broken.to_string_lossy(),
        "--no-hsuc",
        "--min-senses",
        "1",
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("broken.jsonl:7: "),
        "{}",
        stderr(&output)
    );
    let table = stdout(&output);
    assert!(table.contains("attacker") && table.contains("6 games") && !table.contains("HSUC"));
    let output = outpost(&["stats", &file, "--min-senses", "1000", "--no-hsuc"]);
    let table = stdout(&output);
    assert!(!table.contains("attacker"));
    // What the table leaves out was looked at all the same.
    assert!(!table.contains("checked for at 0 senses"), "{table}");
    let _ = fs::remove_dir_all(&folder);
}

/// A small tournament of the two quick players, in `out`.
fn tournament(out: &Path, more: &[&str]) -> Output {
    let out = out.to_string_lossy();
    let players = [
        "tournament",
        "--agents",
        "random,attacker,hsuc",
        "--games",
        "4",
    ];
    let limits = ["--nodes", "500", "--turn-limit", "12", "--cap", "2000"];
    outpost(&[&players[..], &limits, &["--out", &out], more].concat())
}

#[test]
fn tournaments_go_on_where_they_were_ended() {
    let folder = folder("tournament");
    let whole = folder.join("whole");
    let output = tournament(&whole, &["--json", "--threads", "1"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let result: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(
        (&result["games"], &result["eloAnchor"]),
        (&json!(12), &json!("random"))
    );
    for player in result["players"].as_array().expect("players") {
        assert_eq!(player["games"], 8);
        assert_eq!(player["sets"]["truthLost"], 0);
        assert!(player["elo95"][0].as_f64() <= player["elo"].as_f64());
    }
    let saved = fs::read_to_string(whole.join("results.json")).expect("results");
    assert_eq!(serde_json::from_str::<Value>(&saved).expect("JSON"), result);
    let games = fs::read(whole.join("games.jsonl")).expect("games");
    let index = fs::read_to_string(whole.join("index.jsonl")).expect("an index");
    let mut white = std::collections::BTreeMap::new();
    for (game, line) in index.lines().enumerate() {
        let entry: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(entry["game"], game);
        let pair = (entry["white"].to_string(), entry["black"].to_string());
        *white.entry(pair).or_insert(0) += 1;
    }
    assert_eq!(white.len(), 6);
    assert!(white.values().all(|games| *games == 2), "{white:?}");
    let checked = outpost(&[
        "verify",
        "--no-sets",
        &whole.join("games.jsonl").to_string_lossy(),
    ]);
    assert!(checked.status.success() && count(&checked, "games") == 12);

    // Killed as soon as it has written something, by the system.
    let killed = folder.join("killed");
    let out = killed.to_string_lossy();
    let mut program = Command::new(env!("CARGO_BIN_EXE_outpost"))
        .args([
            "tournament",
            "--agents",
            "random,attacker,hsuc",
            "--games",
            "4",
            "--nodes",
            "500",
        ])
        .args(["--turn-limit", "12", "--cap", "2000", "--out", &out])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let has_begun = || fs::metadata(killed.join("games.jsonl")).is_ok_and(|data| data.len() > 0);
    while !has_begun() && program.try_wait().expect("a status").is_none() {
        soon();
    }
    program.kill().expect("killed");
    program.wait().expect("ended");

    // Ended in the middle of a line of either file.
    for (name, games_kept, index_kept) in [
        ("killed", usize::MAX, usize::MAX),
        ("games-short", games.len() / 2, index.len()),
        ("index-short", games.len(), index.len() / 3),
        ("nothing", 10, 0),
        ("all", usize::MAX, usize::MAX),
    ] {
        let copy = folder.join(name);
        if name != "killed" {
            fs::create_dir(&copy).expect("a folder");
            let options = fs::read(whole.join("tournament.json")).expect("options");
            fs::write(copy.join("tournament.json"), options).expect("written");
            let end = games_kept.min(games.len());
            fs::write(copy.join("games.jsonl"), &games[..end]).expect("written");
            let end = index_kept.min(index.len());
            fs::write(copy.join("index.jsonl"), &index[..end]).expect("written");
        }
        let output = tournament(&copy, &["--json", "--threads", "2"]);
        assert!(output.status.success(), "{name}: {}", stderr(&output));
        let again = fs::read(copy.join("games.jsonl")).expect("games");
        assert!(again == games, "{name}: other games");
        let result_again: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        assert_eq!(result_again["crosstable"], result["crosstable"], "{name}");
        for (a, b) in [0, 1, 2].map(|i| (&result_again["players"][i], &result["players"][i])) {
            for key in ["name", "elo", "elo95", "wins", "reasons", "turns"] {
                assert_eq!(a[key], b[key], "{name}: {key}");
            }
            assert_eq!(a["sets"]["after"]["median"], b["sets"]["after"]["median"]);
        }
    }
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn tournaments_refuse_what_does_not_belong_together() {
    let folder = folder("tournament-refuses");
    let out = folder.join("t");
    let output = tournament(&out, &[]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.contains("12 games, 4 a pair, seed 1; Elo: random is 0"),
        "{text}"
    );

    let output = tournament(&out, &["--seed", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    assert!(
        told.contains("seed was 1 and is 2") && told.contains("--out"),
        "{told}"
    );

    let file = out.join("games.jsonl");
    let games = fs::read_to_string(&file).expect("games");
    let lines: Vec<&str> = games.lines().collect();
    for (damage, expected) in [
        ("{\"type\": 1}".to_owned(), "games.jsonl:3: damaged"),
        (
            lines[0].to_owned(),
            "games.jsonl:3: damaged (not the players of the index)",
        ),
    ] {
        let mut lines = lines.clone();
        lines[2] = &damage;
        fs::write(&file, lines.join("\n") + "\n").expect("written");
        let output = tournament(&out, &[]);
        assert_eq!(output.status.code(), Some(1));
        let told = stderr(&output);
        assert!(
            told.contains(expected) && told.contains("delete this line"),
            "{told}"
        );
    }
    // As advised.
    fs::write(&file, lines[..2].join("\n") + "\n").expect("written");
    assert!(tournament(&out, &[]).status.success());
    assert_eq!(fs::read_to_string(&file).expect("games"), games);

    // The games alone are read where a folder of records is wanted.
    let read = outpost(&["verify", &out.to_string_lossy()]);
    assert!(read.status.success(), "{}", stderr(&read));
    assert_eq!(count(&read, "games"), games.lines().count());

    // What is not a tournament's is left alone.
    fs::remove_file(out.join("tournament.json")).expect("removed");
    for name in ["games.jsonl", "index.jsonl", "results.json"] {
        let foreign = folder.join(format!("foreign-{name}"));
        fs::create_dir_all(&foreign).expect("a folder");
        fs::copy(out.join(name), foreign.join(name)).expect("copied");
        let before = fs::read(foreign.join(name)).expect("there");
        let output = tournament(&foreign, &[]);
        let told = stderr(&output);
        assert!(told.contains("not a tournament's folder"), "{told}");
        assert!(told.contains(name), "{told}");
        assert_eq!(fs::read(foreign.join(name)).expect("there"), before);
        assert_eq!(fs::read_dir(&foreign).expect("there").count(), 1);
    }
    let output = tournament(&file, &[]);
    assert!(stderr(&output).contains("games.jsonl: is not a folder"));

    // A run that was ended before its options were written is begun anew.
    let early = folder.join("early");
    fs::create_dir_all(&early).expect("a folder");
    fs::write(early.join("games.jsonl"), "").expect("written");
    assert!(tournament(&early, &[]).status.success());
    assert_eq!(
        fs::read_to_string(early.join("games.jsonl")).expect("games"),
        games
    );
    let _ = fs::remove_dir_all(&folder);
}

/// What is in a folder, by name.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("there");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("there").file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_tournament_whose_files_do_not_agree_loses_nothing_without_a_word() {
    let folder = folder("disagree");
    let out = folder.join("t");
    let output = tournament(&out, &[]);
    assert!(output.status.success(), "{}", stderr(&output));
    let [games, index] = ["games.jsonl", "index.jsonl"].map(|name| out.join(name));
    let [games_held, index_held] = [&games, &index].map(|path| fs::read(path).expect("there"));
    let lines = |bytes: &[u8], n: usize| -> Vec<u8> {
        let lines = bytes.split_inclusive(|b| *b == b'\n');
        lines.take(n).flatten().copied().collect()
    };
    // What is held of either file, what is said, and the copies.
    type Case<'a> = (Vec<u8>, Vec<u8>, &'a [&'a str], &'a [&'a str]);
    let cases: [Case<'_>; 5] = [
        (
            games_held.clone(),
            Vec::new(),
            &[
                "games.jsonl: 12 lines from line 1 on have none in index.jsonl; they are kept in",
                "results.json is of 12 games; 12 of them are not there",
            ],
            &["games.jsonl.cut-1", "results.json.cut-1"],
        ),
        (
            Vec::new(),
            index_held.clone(),
            &["index.jsonl: 12 lines from line 1 on have none in games.jsonl; they are kept in"],
            &["index.jsonl.cut-1", "results.json.cut-1"],
        ),
        (
            games_held.clone(),
            lines(&index_held, 11),
            &[
                "games.jsonl:12: cut off, as index.jsonl has no such line",
                "results.json is of 12 games; the last one is not there",
            ],
            &[],
        ),
        (
            games_held[..games_held.len() - 1].to_vec(),
            index_held.clone(),
            &[
                "games.jsonl:12: half a line was cut off",
                "index.jsonl:12: cut off, as games.jsonl has no such line",
            ],
            &[],
        ),
        (
            lines(&games_held, 3),
            lines(&index_held, 3),
            &["results.json is of 12 games; 9 of them are not there"],
            &["results.json.cut-1"],
        ),
    ];
    for (games_now, index_now, said, copies) in cases {
        fs::write(&games, &games_now).expect("written");
        fs::write(&index, &index_now).expect("written");
        let output = tournament(&out, &[]);
        let told = stderr(&output);
        assert!(output.status.success(), "{told}");
        for said in said {
            assert!(told.contains(said), "{said}: {told}");
        }
        assert_eq!(fs::read(&games).expect("there"), games_held);
        let kept: Vec<String> = files(&out)
            .into_iter()
            .filter(|name| name.contains(".cut-"))
            .collect();
        assert_eq!(kept, copies, "{told}");
        for copy in kept {
            // A copy can be checked as any record.
            if copy.starts_with("games") {
                let path = out.join(&copy);
                assert_eq!(fs::read(&path).expect("there"), games_now);
                let read = outpost(&["verify", "--no-sets", &path.to_string_lossy()]);
                assert_eq!(count(&read, "games"), 12, "{}", stderr(&read));
            }
            fs::remove_file(out.join(copy)).expect("removed");
        }
        // Nothing more is said once they agree.
        let again = stderr(&tournament(&out, &[]));
        assert_eq!(again, "12 of 12 games are finished; continuing\n");
    }
    let _ = fs::remove_dir_all(&folder);
}

/// Killed by the system again and again, whenever its files have grown by some bytes, a tournament comes to the games
/// of one that was never ended, and no run throws away more than a game of the run before.
#[test]
fn tournaments_killed_at_any_time_lose_the_last_game_at_most() {
    let folder = folder("kills");
    let (whole, killed) = (folder.join("whole"), folder.join("killed"));
    assert!(tournament(&whole, &[]).status.success());
    let games = fs::read(whole.join("games.jsonl")).expect("games");
    let path = killed.join("games.jsonl");
    let size = || fs::metadata(&path).map_or(0, |data| data.len());
    let (mut kills, mut seed) = (0, 7_u64);
    loop {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let most = size() + 1 + (seed >> 33) % 12_000;
        let mut program = Command::new(env!("CARGO_BIN_EXE_outpost"))
            .args([
                "tournament",
                "--agents",
                "random,attacker,hsuc",
                "--games",
                "4",
                "--nodes",
                "500",
            ])
            .args(["--turn-limit", "12", "--cap", "2000", "--threads", "2"])
            .arg("--out")
            .arg(&killed)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let ended = loop {
            if let Some(status) = program.try_wait().expect("a status") {
                break Some(status);
            }
            if size() >= most {
                break None;
            }
            soon();
        };
        let _ = program.kill();
        let output = program.wait_with_output().expect("ended");
        assert!(!stderr(&output).contains(".cut-"), "{}", stderr(&output));
        let held = fs::read(&path).expect("games");
        assert!(games.starts_with(&held), "other games");
        if let Some(status) = ended {
            assert!(status.success(), "{}", stderr(&output));
            break;
        }
        kills += 1;
    }
    assert_eq!(fs::read(&path).expect("games"), games);
    println!("killed {kills} times");
    assert!(kills > 1, "{kills}");
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn one_file_is_written_by_one_program() {
    let folder = folder("alone");
    let (out, record) = (folder.join("t"), folder.join("games.jsonl"));
    let grown = |path: &Path| fs::metadata(path).is_ok_and(|data| data.len() > 0);
    // They play until they are killed.
    let start = |arguments: &[&str], file: &Path| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_outpost"))
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        while !grown(file) {
            assert_eq!(program.try_wait().expect("a status"), None, "it plays on");
            soon();
        }
        program
    };
    let (out_name, record_name) = (out.to_string_lossy(), record.to_string_lossy());
    let table = [
        "tournament",
        "--agents",
        "random,attacker",
        "--games",
        "1000000",
        "--no-sets",
        "--threads",
        "1",
        "--out",
        &out_name,
    ];
    let game = [
        "match",
        "--white",
        "random",
        "--black",
        "random",
        "--games",
        "1000000000",
        "--no-sets",
        "--threads",
        "1",
        "--record",
    ];
    let game = [&game[..], &[&record_name]].concat();
    let mut programs = [
        start(&table, &out.join("games.jsonl")),
        start(&game, &record),
    ];
    let into_table = out.join("index.jsonl");
    let into_table = into_table.to_string_lossy();
    let into_table = [&game[..game.len() - 1], &[&into_table]].concat();
    for (arguments, name, advice) in [
        (&table[..], "games.jsonl", "give another --out"),
        (&game, "games.jsonl", "give another --record"),
        (&into_table, "index.jsonl", "give another --record"),
    ] {
        let output = outpost(arguments);
        assert_eq!(output.status.code(), Some(1));
        let told = stderr(&output);
        assert!(
            told.contains(&format!("{name}: another program is writing this file"))
                && told.contains(advice),
            "{told}"
        );
    }
    for program in &mut programs {
        assert_eq!(program.try_wait().expect("a status"), None, "it plays on");
        program.kill().expect("killed");
        program.wait().expect("ended");
    }
    // Nothing came between their lines.
    for path in [&record, &out.join("games.jsonl")] {
        let text = fs::read_to_string(path).expect("there");
        let whole = text.rfind('\n').expect("a line") + 1;
        fs::write(path, &text[..whole]).expect("written");
        let read = outpost(&["verify", "--no-sets", &path.to_string_lossy()]);
        assert!(read.status.success(), "{}", stderr(&read));
        assert_eq!(count(&read, "games"), text[..whole].lines().count());
    }
    // Who comes later writes anew, as ever.
    let last = outpost(&[
        "match",
        "--white",
        "random",
        "--black",
        "random",
        "--no-sets",
        "--record",
        &record_name,
    ]);
    assert!(last.status.success(), "{}", stderr(&last));
    assert_eq!(
        fs::read_to_string(&record).expect("there").lines().count(),
        1
    );
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn where_no_game_is_nothing_is_well() {
    let folder = folder("nothing");
    for (name, content) in [
        ("empty.json", &b""[..]),
        ("blank.jsonl", b"\n \r\n\n"),
        ("mark.json", b"\xef\xbb\xbf"),
    ] {
        let path = folder.join(name);
        fs::write(&path, content).expect("written");
        let path = path.to_string_lossy();
        for arguments in [
            &["verify"][..],
            &["stats"],
            &["link", "encode"],
            &[
                "experiment",
                "grid-vs-set",
                "--out",
                &folder.join("e").to_string_lossy(),
                "--records",
            ],
        ] {
            let output = outpost(&[arguments, &[&*path]].concat());
            let told = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
            assert!(
                told.contains(&format!("{name}: no recorded games there: it is empty")),
                "{told}"
            );
        }
    }
    // Beside games it is told all the same.
    fs::copy(fixture("game.json"), folder.join("game.json")).expect("copied");
    let output = outpost(&["verify", "--no-sets", &folder.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        (count(&output, "games"), count(&output, "unreadable")),
        (1, 3)
    );
    for (arguments, expected) in [
        (
            ["verify", "/dev/stdin"],
            "/dev/stdin: no recorded games there",
        ),
        (
            ["link", "encode"],
            "standard input: no recorded games there",
        ),
        (["link", "decode"], "standard input: no links there"),
    ] {
        for input in [&b""[..], b"\n  \n"] {
            let output = with_input(&arguments, input);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}");
            assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        }
    }
    let _ = fs::remove_dir_all(&folder);
}

/// What is read has an end, whatever is read.
#[cfg(target_os = "linux")]
#[test]
fn endless_files_are_refused() {
    let folder = folder("endless");
    let out = folder.to_string_lossy();
    let record = fixture("game.json");
    for arguments in [
        &["solve", "/dev/zero"][..],
        &["bench", "--boards", "/dev/zero"],
        &["dataset", "--out", &out, &record, "--split", "/dev/zero"],
        &["verify", "/dev/zero"],
    ] {
        let output = outpost(arguments);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
        assert!(
            told.contains("/dev/zero: larger than 268435456 bytes"),
            "{told}"
        );
    }
    let _ = fs::remove_dir_all(&folder);
}

/// Whether a terminal would do more with a text than show it.
fn is_obeyed(text: &str) -> bool {
    text.chars()
        .any(|c| (c.is_control() && c != '\n') || c == '\u{202e}')
}

#[cfg(unix)]
#[test]
fn names_are_told_without_what_a_terminal_would_obey() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let folder = folder("names");
    let there = folder.to_string_lossy();
    // Clears the screen, begins another line, turns the direction of writing; and Latin-1.
    let name = OsStr::from_bytes(b"x\x1b[2J\nall is well\xe2\x80\xae\xe9.json");
    let shown = "x\\u{1b}[2J\\u{a}all is well\\u{202e}\\xe9.json";
    let missing = folder.join(name);
    let below = missing.join("deeper/file");
    let match_players = ["match", "--white", "random", "--black", "siamese"];
    let cases: [(&[&str], &Path); 16] = [
        (&["verify"], &missing),
        (&["stats"], &missing),
        (&["link", "encode"], &missing),
        (&["dataset", "--out", &there], &missing),
        (&["dataset", "--out", &there, "x", "--split"], &missing),
        (&["fit-moves", "x", "--out", &there, "--split"], &missing),
        (&["weigh", "x", "--model"], &missing),
        (&["solve"], &missing),
        (&["bench", "--boards"], &missing),
        (&["evaluate", "x", "--uci"], &missing),
        (
            &["experiment", "grid-vs-set", "--out", &there, "--records"],
            &missing,
        ),
        (
            &["experiment", "rating", "--out", &there, "--tournament"],
            &missing,
        ),
        (&["experiment", "growth", "--out"], &missing),
        (
            &[
                "match", "--white", "random", "--black", "random", "--record",
            ],
            &below,
        ),
        (&[&match_players[..], &["--model"]].concat(), &missing),
        (
            &[
                "tournament",
                "--agents",
                "random,attacker",
                "--games",
                "2",
                "--out",
            ],
            &missing,
        ),
    ];
    for (arguments, path) in cases {
        // Something that is no folder has the name.
        let is_out = ["tournament", "growth"]
            .iter()
            .any(|word| arguments.contains(word));
        if is_out {
            fs::write(&missing, "").expect("written");
        }
        let output = Command::new(env!("CARGO_BIN_EXE_outpost"))
            .args(arguments)
            .arg(path)
            .output()
            .expect("the program runs");
        let told = stderr(&output);
        assert!(
            matches!(output.status.code(), Some(1 | 2)),
            "{arguments:?}: {told}"
        );
        assert!(!is_obeyed(&told), "{arguments:?}: {told:?}");
        let is_named =
            told.contains(shown) || arguments[0] == "evaluate" || arguments.contains(&"growth");
        assert!(is_named, "{arguments:?}: {told}");
        if is_out {
            fs::remove_file(&missing).expect("removed");
        }
    }
    // Words of the command line, also where a number or a name is wanted.
    let foreign = "\u{1b}[2J\u{9b}2J\u{202e}";
    for arguments in [
        &[foreign][..],
        &[&format!("--{foreign}")],
        &["verify", &format!("--{foreign}"), "x"],
        &["verify", "--cap", foreign, "x"],
        &["match", "--white", foreign],
        &["match", "--white", "random", "--black", foreign],
        &["tournament", "--agents", foreign],
        &["match", "--time", foreign],
        &["match", "--temperature", foreign],
        &["experiment", foreign],
        &["link", foreign],
        &["link", "decode", foreign],
        &["evaluate", foreign],
        &["bench", "--seconds", foreign],
        &["bot", "--agent", foreign],
    ] {
        let output = outpost(arguments);
        let told = stderr(&output);
        assert!(
            matches!(output.status.code(), Some(1 | 2)),
            "{arguments:?}: {told}"
        );
        assert!(
            !is_obeyed(&told) && !told.contains("panicked"),
            "{arguments:?}: {told:?}"
        );
    }
    // Names in records and in what other programs ask, as JSON.
    let record = fs::read_to_string(fixture("game.json")).expect("a fixture");
    let mut record: Value = serde_json::from_str(&record).expect("JSON");
    record["white_name"] = json!(foreign);
    let link = with_input(&["link", "encode"], record.to_string().as_bytes());
    let decoded = with_input(&["link", "decode"], &link.stdout);
    let text = stdout(&decoded);
    assert!(!is_obeyed(&text), "{text:?}");
    let again: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(again["white_name"], record["white_name"]);
    let answer = ask(json!({ "id": foreign }).to_string().as_bytes());
    assert_eq!(answer[0]["id"], foreign);

    // A name that is no text is read, and told.
    fs::copy(fixture("game.json"), &missing).expect("copied");
    let output = outpost(&["verify", &there]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(count(&output, "games"), 1);
    let _ = fs::remove_dir_all(&folder);
}

#[cfg(unix)]
#[test]
fn links_in_a_folder_are_read_or_told() {
    use std::os::unix::fs::symlink;
    let folder = folder("symlinks");
    fs::create_dir(folder.join("sub")).expect("a folder");
    fs::copy(fixture("game.json"), folder.join("sub/game.json")).expect("copied");
    symlink("sub/game.json", folder.join("linked.json")).expect("linked");
    symlink(".", folder.join("sub/again")).expect("linked");
    symlink("nowhere", folder.join("notes.txt")).expect("linked");
    let path = folder.to_string_lossy();
    let output = outpost(&["verify", "--no-sets", &path]);
    let told = stderr(&output);
    assert!(output.status.success(), "{told}");
    assert_eq!(count(&output, "games"), 2);
    assert!(
        told.contains("again: a link to a folder is not followed"),
        "{told}"
    );
    assert!(!told.contains("notes.txt"), "{told}");

    symlink("nowhere.json", folder.join("dangling.json")).expect("linked");
    for command in ["verify", "stats"] {
        let output = outpost(&[command, "--cap", "1000", &path]);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("dangling.json: No such file"), "{told}");
        if command == "verify" {
            assert_eq!(
                (count(&output, "games"), count(&output, "unreadable")),
                (2, 1)
            );
        }
    }
    let _ = fs::remove_dir_all(&folder);
}

/// What is written to a program that went away, or to a full disk, ends in an exit code and never in a panic.
#[cfg(target_os = "linux")]
#[test]
fn closed_pipes_and_full_disks_are_borne() {
    let folder = folder("full");
    let record = fixture("game.json");
    let full = || {
        Stdio::from(
            fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .expect("there"),
        )
    };
    // A pipe that nobody reads.
    let closed = || {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        Stdio::from(writer)
    };
    let missing = folder.join("missing.json");
    let missing = missing.to_string_lossy();
    let commands: [(&[&str], i32); 11] = [
        (&["--help"], 0),
        (&["verify", &record], 0),
        (&["verify", &missing], 1),
        (&["stats", "--json", "--cap", "1000", &record], 0),
        (&["link", "encode", &record], 0),
        (&["link", "decode", "1"], 1),
        (
            &[
                "match",
                "--white",
                "random",
                "--black",
                "random",
                "--games",
                "3",
                "--turn-limit",
                "3",
            ],
            0,
        ),
        (&["evaluate", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"], 0),
        (&["experiment", "nothing"], 2),
        (&["frobnicate"], 2),
        (&["bench", "--largest", "21", "--seconds", "0"], 0),
    ];
    for (arguments, code) in commands {
        let run = |out: Stdio, err: Stdio| {
            Command::new(env!("CARGO_BIN_EXE_outpost"))
                .args(arguments)
                .stdin(Stdio::null())
                .stdout(out)
                .stderr(err)
                .spawn()
                .and_then(Child::wait_with_output)
                .expect("the program runs")
        };
        for err in [closed(), full()] {
            let output = run(Stdio::piped(), err);
            assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        }
        // A reader that has read enough is no failure.
        let output = run(closed(), Stdio::piped());
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {}",
            stderr(&output)
        );
        // Where nothing is printed, nothing fails.
        let output = run(full(), Stdio::piped());
        let told = stderr(&output);
        if code == 0 {
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
            assert!(
                told.contains("standard output: No space left"),
                "{arguments:?}: {told}"
            );
        }
        assert!(!told.contains("panicked"), "{told}");
    }
    // Questions that are answered into nowhere.
    let question =
        json!({ "method": "sense", "fen": "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "square": 1 });
    for (out, code) in [(closed(), 0), (full(), 1)] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_outpost"))
            .arg("rules")
            .stdin(Stdio::piped())
            .stdout(out)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut pipe = program.stdin.take().expect("its input");
        let _ = pipe.write_all(format!("{question}\n").as_bytes());
        drop(pipe);
        let output = program.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
    }
    // Files.
    let game = [
        "match",
        "--white",
        "random",
        "--black",
        "random",
        "--games",
        "20",
        "--no-sets",
        "--record",
    ];
    let output = outpost(&[&game[..], &["/dev/full"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("/dev/full: No space left"),
        "{}",
        stderr(&output)
    );
    for record in ["/dev/stdout", "/dev/null"] {
        let output = outpost(&[&game[..], &[record]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        let lines = stdout(&output)
            .lines()
            .filter(|line| line.starts_with('{'))
            .count();
        assert_eq!(lines, if record == "/dev/null" { 0 } else { 20 });
    }
    // Where nobody may make a file.
    for arguments in [
        &[
            "tournament",
            "--agents",
            "random,attacker",
            "--games",
            "2",
            "--out",
            "/proc/outpost",
        ][..],
        &["experiment", "growth", "--out", "/proc/outpost"],
        &["dataset", &record, "--out", "/proc/outpost"],
        &[
            "match",
            "--white",
            "random",
            "--black",
            "random",
            "--record",
            "/proc/outpost",
        ],
    ] {
        let output = outpost(arguments);
        let told = stderr(&output);
        assert!(
            matches!(output.status.code(), Some(1 | 2)),
            "{arguments:?}: {told}"
        );
        assert!(!told.contains("panicked"), "{told}");
    }
    let _ = fs::remove_dir_all(&folder);
}

/// Numbers as large as an option takes neither overflow nor take memory for what is not there.
#[test]
fn the_largest_numbers_are_borne() {
    let folder = folder("largest");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    // With few boards: a set without a cap holds all there are.
    let record = path("short.jsonl");
    let (u64_max, u32_max) = (u64::MAX.to_string(), u32::MAX.to_string());
    let (most, turns) = (u64_max.as_str(), u32_max.as_str());
    let board = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    let short = [
        "match",
        "--white",
        "random",
        "--black",
        "random",
        "--turn-limit",
        "2",
    ];
    let with = |more: &[&str]| -> Vec<String> {
        let all = short.iter().chain(more);
        all.map(|word| (*word).to_owned()).collect()
    };
    let own =
        |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
    for (i, arguments) in [
        with(&["--record", &record]),
        own(&["verify", "--cap", most, &record]),
        own(&["stats", "--cap", most, "--min-senses", most, &record]),
        own(&[
            "dataset",
            "--out",
            &path("a"),
            "--boards",
            most,
            "--decisions",
            most,
            "--seed",
            most,
            &record,
        ]),
        with(&["--seed", most, "--nodes", most, "--cap", most]),
        with(&["--ms", most]),
        with(&["--time", "1e18"]),
        with(&["--move-limit", turns, "--time", "1.8e19"]),
        own(&[
            "match",
            "--white",
            "random",
            "--black",
            "attacker",
            "--turn-limit",
            turns,
            "--no-sets",
        ]),
        own(&[
            "tournament",
            "--agents",
            "random,attacker",
            "--games",
            "2",
            "--turn-limit",
            "2",
            "--time",
            "1e19",
            "--seed",
            most,
            "--out",
            &path("t"),
        ]),
        own(&[
            "evaluate", board, "--depth", "1", "--nodes", most, "--time", "1e19",
        ]),
        own(&["bench", "--boards", &path("boards"), "--seconds", "0"]),
        own(&[
            "bot", "--agent", "random", "--time", "1e19", "--seed", most, "--nodes", most,
        ]),
    ]
    .into_iter()
    .enumerate()
    {
        fs::write(path("boards"), format!("{board}\n")).expect("written");
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = with_input(&arguments, b"");
        assert!(
            output.status.success(),
            "{i}: {arguments:?}: {}",
            stderr(&output)
        );
    }
    let _ = fs::remove_dir_all(&folder);
}

/// The one JSON object that `outpost bench --json` prints, with as little repetition as there can be.
fn bench(arguments: &[&str]) -> Value {
    let output = outpost(&[&["bench", "--json", "--seconds", "0"], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("one JSON object")
}

#[test]
fn bench_tells_how_fast_sets_are() {
    for threads in [1, 2] {
        let result = bench(&["--largest", "4000", "--threads", &threads.to_string()]);
        assert_eq!(result["threads"], threads);
        let expansions = result["expansions"].as_array().expect("expansions");
        let counts = |e: &Value| json!([e["boards"], e["raw"], e["distinct"]]);
        let counted: Vec<_> = expansions.iter().map(counts).collect();
        let expected = json!([[1, 21, 21], [21, 486, 280], [280, 7229, 3060]]);
        assert_eq!(json!(counted), expected);
        for expansion in expansions {
            let fastest = expansion["seconds"].as_f64().expect("seconds");
            let median = expansion["medianSeconds"].as_f64().expect("seconds");
            assert!(0.0 < fastest && fastest <= median, "{expansion}");
            assert!(expansion["rawPerSecond"].as_f64() > Some(0.0));
            assert!(expansion["runs"].as_u64() >= Some(3));
        }
        let surveys = result["surveys"].as_array().expect("surveys");
        let which = |s: &Value| json!([s["boards"], s["thinnedFrom"]]);
        let surveyed: Vec<_> = surveys.iter().map(which).collect();
        let expected = json!([[21, null], [280, null], [3060, null], [1000, 3060]]);
        assert_eq!(json!(surveyed), expected);
        for survey in surveys {
            assert!(survey["equal"]["seconds"].as_f64() > Some(0.0), "{survey}");
            assert!(survey["weighted"]["seconds"].as_f64() > Some(0.0));
        }
        for sense in result["senses"].as_array().expect("senses") {
            let (left, boards) = (sense["left"].as_u64(), sense["boards"].as_u64());
            assert!(Some(0) < left && left < boards, "{sense}");
        }
        assert!(result["memory"].is_null(), "too few boards to tell");
    }

    let text = stdout(&outpost(&["bench", "--seconds", "0", "--largest", "4000"]));
    for expected in [
        "7,229",
        "3,060",
        "thinned from 3,060",
        "raw, M/s",
        "Memory: unknown",
    ] {
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn bench_measures_memory() {
    let result = bench(&["--memory", "--largest", "300000"]);
    assert_eq!(result["expansions"], json!([]));
    if cfg!(target_os = "linux") {
        let memory = &result["memory"];
        let bytes = |name: &str| memory[name].as_f64().expect("a number");
        assert_eq!(memory["boards"], 232_240);
        // Other builds and machines may need more; less than the boards themselves none.
        assert!((16.0..200.0).contains(&bytes("bytesAtRest")), "{memory}");
        assert!(bytes("bytesAtPeak") >= bytes("bytesAtRest"), "{memory}");
    } else {
        assert!(result["memory"].is_null());
    }
}

#[test]
fn bench_times_the_boards_of_a_file() {
    let folder = folder("bench");
    let with = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    // White's: Black's knight stands on g8 or f6, and a blank line is no board.
    let boards = "4k1n1/8/8/8/8/8/4P3/4K3 b - - 0 1\n\n4k3/8/5n2/8/8/8/4P3/4K3 b - - 0 1\n";
    let result = bench(&["--boards", &with("good.fen", boards)]);
    let expansion = &result["expansion"];
    assert_eq!(expansion["boards"], 2);
    // Passes, king's and knight's moves: 1 + 5 + 3 and 1 + 5 + 7; each board leads to the other.
    assert_eq!(expansion["raw"], 22);
    assert_eq!(expansion["distinct"], 20);
    assert!(expansion["seconds"].as_f64() > Some(0.0));
    assert!(expansion["threads"].as_u64() >= Some(1));
    assert_eq!(result["survey"]["boards"], 20);
    assert_eq!(result["sense"]["boards"], 20);

    for (name, text, expected) in [
        ("empty.fen", "\n", "empty.fen: has no boards"),
        (
            "bad.fen",
            &format!("{boards}4k3/8 b\n"),
            "bad.fen:4: not a position",
        ),
        (
            "own.fen",
            &format!("{boards}4k3/8/5n2/8/8/4P3/8/4K3 b - - 0 1\n"),
            "own.fen:4: belongs to another set than line 1",
        ),
        (
            "turn.fen",
            &format!("{boards}4k3/8/5n2/8/8/8/4P3/4K3 w - - 0 1\n"),
            "turn.fen:4: belongs to another set than line 1",
        ),
        (
            "crowd.fen",
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1\nnnnnknnn/nnnnnnnn/n7/8/8/8/8/4K3 b - - 0 1\n",
            "crowd.fen:2: ",
        ),
    ] {
        let output = outpost(&["bench", "--boards", &with(name, text)]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
    let output = outpost(&["bench", "--boards", "/no/such.fen"]);
    assert!(stderr(&output).contains("/no/such.fen: "));
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn evaluate_scores_every_request() {
    // The rook takes the king along the file; requested to e5 it stops nowhere before.
    let fen = "4k3/8/8/8/8/8/3r4/3KR3 w - - 0 1";
    let output = outpost(&["evaluate", fen, "--depth", "1", "--json"]);
    let result: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(result["evaluator"], "built-in");
    let requests = result["requests"].as_array().expect("a list");
    assert_eq!(requests[0]["request"], "e1e8");
    assert_eq!(requests[0]["kingFallsOnPly"], 1);
    let find = |m: &str| requests.iter().find(|r| r["request"] == m);
    assert_eq!(find("e1e5").expect("there")["kingFallsOnPly"], -2);
    assert!(requests.iter().any(|r| r["request"].is_null()), "the pass");

    // The same without quotes, as a text.
    let words: Vec<&str> = ["evaluate"]
        .into_iter()
        .chain(fen.split(' '))
        .chain(["--time", "0.05"])
        .collect();
    let output = outpost(&words);
    assert!(
        stdout(&output).contains("captures the king on ply 1"),
        "{}",
        stderr(&output)
    );
    for wrong in [vec!["evaluate"], vec!["evaluate", "x"]] {
        assert_eq!(outpost(&wrong).status.code(), Some(2));
    }
}

#[test]
fn solve_counts_solved_problems() {
    let folder = folder("solve");
    let file = folder.join("some.epd");
    let text = b"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"mate\xe9\";\n\n\
        6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - - -1 am Ra8#; id \"not\";\nnonsense\n";
    fs::write(&file, text).expect("written");
    let file = file.to_string_lossy();
    let output = outpost(&["solve", &file, "--time", "0.05", "--json"]);
    assert_eq!(output.status.code(), Some(1), "a line cannot be read");
    let result: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let result = &result["files"][0];
    assert_eq!(
        (&result["solved"], &result["problems"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(result["failed"], json!([{ "id": "not", "move": "a1a8" }]));
    assert_eq!(result["unreadable"].as_array().map(Vec::len), Some(1));
    let output = outpost(&["solve", &file, "--time", "0"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_is_no_engine_is_refused_with_advice() {
    let file = fixture("game.json");
    for (engine, code) in [
        ("/bin/cat", 1),
        ("/no/such/engine", 2),
        ("/", 2),
        (&file, 1),
    ] {
        let fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
        let output = outpost(&["evaluate", fen, "--uci", engine]);
        assert_eq!(output.status.code(), Some(code), "{engine}");
        let told = stderr(&output);
        assert!(told.contains(engine) && told.contains("UCI"), "{told}");
        let players = [
            "--white",
            "random",
            "--black",
            "hsuc",
            "--black-uci",
            engine,
        ];
        let output = outpost(&[&["match"], &players[..]].concat());
        assert_eq!(output.status.code(), Some(code), "{engine}");
    }
}

#[test]
fn experiments_repeat_for_a_seed() {
    let folder = folder("experiment");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (records, tournament) = (path("tournament/games.jsonl"), path("tournament"));
    let played = outpost(&[
        "tournament",
        "--agents",
        "random,trout",
        "--games",
        "2",
        "--nodes",
        "50",
        "--no-sets",
        "--out",
        &tournament,
    ]);
    assert!(played.status.success(), "{}", stderr(&played));
    for (name, games) in [
        ("hsuc-decay", "2"),
        ("hsuc-stability", "2"),
        ("grid-vs-set", "2"),
        ("belief-generation", "2"),
        ("rating", "1"),
    ] {
        let run = |out: &str, threads: &str| {
            let shards = path(&format!("shards-{name}"));
            let out = folder.join(out);
            let folder = out.to_string_lossy();
            let line = [
                "experiment",
                name,
                "--games",
                games,
                // With fewer, games are longer.
                "--nodes",
                "500",
                "--threads",
                threads,
                "--records",
                &records,
                "--tournament",
                &tournament,
                "--out",
                &folder,
            ];
            let succeeds = |more: &[&str]| {
                let output = outpost(more);
                assert!(output.status.success(), "{}", stderr(&output));
            };
            // The second time one of them is split and joined: tests/shards.rs has others, quicker ones.
            if threads == "2" && name == "hsuc-decay" {
                for shard in ["1/2", "2/2"] {
                    let split = ["--shard", shard, "--into", &shards];
                    succeeds(&[&line[..], &split].concat());
                }
                succeeds(&["merge", &shards]);
            } else {
                succeeds(&line);
            }
            let read = |extension: &str| {
                fs::read_to_string(out.join(format!("{name}.{extension}"))).expect("a file")
            };
            (read("csv"), read("svg"))
        };
        let (csv, svg) = run("a", "1");
        assert!(csv.lines().count() > 2 && !csv.contains("NaN"), "{csv}");
        assert!(svg.starts_with("<svg") && !svg.contains("NaN"), "{svg}");
        assert_eq!(run("b", "2"), (csv, svg), "{name}");
    }
    // Results that are not of all games say so.
    let results = folder.join("tournament/results.json");
    let text = fs::read_to_string(&results).expect("results");
    let mut older: Value = serde_json::from_str(&text).expect("JSON");
    older["games"] = json!(1);
    fs::write(&results, older.to_string()).expect("written");
    let rate = [
        "experiment",
        "rating",
        "--tournament",
        &tournament,
        "--out",
        &path("a"),
    ];
    let told = stderr(&outpost(&rate));
    assert!(
        told.contains("results.json is of 1 games, and 2 are finished"),
        "{told}"
    );
    fs::write(&results, text).expect("written");
    assert_eq!(stderr(&outpost(&rate)), "");
    // What cannot be measured is said at once, and no empty files are left of it.
    let (empty, out) = (path("empty.json"), path("none"));
    fs::write(&empty, "").expect("written");
    let nothing = path("nothing");
    for (arguments, expected) in [
        (
            ["grid-vs-set", "--records", &empty],
            "no recorded games there",
        ),
        // Reads its records before it plays thousands of games.
        (
            ["uncertainty-rank", "--records", &nothing],
            "nothing: No such",
        ),
        (
            ["rating", "--tournament", &nothing],
            "give the --out of an 'outpost tournament'",
        ),
    ] {
        let output = outpost(&[&["experiment", "--out", &out], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(1));
        let told = stderr(&output);
        assert!(
            told.contains(expected) && !told.contains("games, about"),
            "{told}"
        );
        assert_eq!(fs::read_dir(&out).expect("a folder").count(), 0);
    }
    let wrong = outpost(&["experiment", "nothing"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("hsuc-growth"), "{}", stderr(&wrong));
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn a_dataset_has_the_same_bytes_again_and_parts_of_a_split() {
    let folder = folder("dataset");
    let records = folder.join("games.jsonl");
    let played = outpost(&[
        "match",
        "--white",
        "random",
        "--black",
        "attacker",
        "--games",
        "4",
        "--record",
        records.to_str().expect("a path"),
    ]);
    assert!(played.status.success(), "{played:?}");
    let dataset = |name: &str, more: &[&str]| {
        let out = folder.join(name);
        let mut arguments = vec![
            "dataset",
            "--boards",
            "20",
            "--out",
            out.to_str().expect("a path"),
        ];
        arguments.extend(more);
        arguments.push(records.to_str().expect("a path"));
        (outpost(&arguments), out)
    };
    let (first, out) = dataset("first", &[]);
    assert!(first.status.success(), "{first:?}");
    let (_, again) = dataset("again", &[]);
    for file in ["games.csv", "data-0000.safetensors"] {
        let bytes = fs::read(out.join(file)).expect("written");
        assert_eq!(
            bytes,
            fs::read(again.join(file)).expect("written"),
            "{file}"
        );
    }
    // Whoever may read one file may read the other.
    let mode = |file: &str| fs::metadata(out.join(file)).expect("there").permissions();
    assert_eq!(mode("data-0000.safetensors"), mode("games.csv"));
    let (full, _) = dataset("first", &[]);
    assert_eq!(full.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&full.stderr).contains("is not empty"),
        "{full:?}"
    );

    // Only the games of a list, in files of their parts.
    let index = fs::read_to_string(out.join("games.csv")).expect("written");
    let ids: Vec<&str> = index
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').nth(1))
        .collect();
    assert_eq!(ids.len(), 4);
    let split = folder.join("split.csv");
    fs::write(
        &split,
        format!("id,part\n{},train\n{},test\n", ids[0], ids[2]),
    )
    .expect("written");
    let (parts, out) = dataset("parts", &["--split", split.to_str().expect("a path")]);
    assert!(parts.status.success(), "{parts:?}");
    let index = fs::read_to_string(out.join("games.csv")).expect("written");
    assert_eq!(index.lines().count(), 3);
    assert!(out.join("train-0000.safetensors").exists());
    assert!(out.join("test-0000.safetensors").exists());
    assert!(!out.join("data-0000.safetensors").exists());
    let told = stdout(&parts);
    let expected = "of 2 games that --split names 0 are not among the records; 2 records that it does not name were left out";
    assert!(told.contains(expected), "{told}");
    fs::write(&split, format!("id,part\n{},train\n0123,train\n", ids[0])).expect("written");
    let (fewer, _) = dataset("fewer", &["--split", split.to_str().expect("a path")]);
    let told = stdout(&fewer);
    assert!(
        told.contains("of 2 games that --split names 1 are not among the records"),
        "{told}"
    );

    // Nothing is left of one that found no game, and what another is at work on is left alone.
    fs::write(&split, "id,part\n0123,train\n").expect("written");
    let (none, out) = dataset("none", &["--split", split.to_str().expect("a path")]);
    assert_eq!(none.status.code(), Some(1));
    assert_eq!(files(&out), [""; 0]);
    fs::write(out.join("games.csv.part"), "").expect("written");
    let (refused, _) = dataset("none", &[]);
    assert_eq!(refused.status.code(), Some(1));
    let told = stderr(&refused);
    assert!(
        told.contains("is not empty, as another program writes a dataset there"),
        "{told}"
    );
    assert_eq!(files(&out), ["games.csv.part"]);
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn puzzles_are_the_same_again_and_checked() {
    let folder = folder("puzzles");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let make = |out: &str, more: &[&str]| {
        let game = fixture("game.json");
        let out = path(out);
        let mut line = vec![
            "puzzles", &game, "--out", &out, "--judged", "1", "--count", "30",
        ];
        line.extend(more);
        let output = outpost(&line);
        assert!(output.status.success(), "{}", stderr(&output));
        output
    };
    let report = stdout(&make("a.json", &[]));
    assert!(report.starts_with("games 1, unreadable 0, "), "{report}");
    make("b.json", &["--threads", "1"]);
    let made = fs::read_to_string(path("a.json")).expect("a file");
    assert_eq!(made, fs::read_to_string(path("b.json")).expect("a file"));
    let json: Value = serde_json::from_str(&made).expect("JSON");
    let puzzles = json["puzzles"].as_array().expect("a list");
    assert!(!puzzles.is_empty());
    assert!(made.lines().count() == puzzles.len() + 2, "a line for each");

    let shards = path("shards");
    for number in ["1/2", "2/2"] {
        let game = fixture("game.json");
        let out = path("merged.json");
        let output = outpost(&[
            "puzzles", &game, "--out", &out, "--judged", "1", "--count", "30", "--shard", number,
            "--into", &shards,
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
    }
    let merged = outpost(&["merge", &shards]);
    assert!(merged.status.success(), "{}", stderr(&merged));
    assert_eq!(stdout(&merged), report);
    assert_eq!(
        made,
        fs::read_to_string(path("merged.json")).expect("a file")
    );

    let check = |name: &str| outpost(&["puzzles", "--check", &path(name)]);
    let good = check("a.json");
    assert!(good.status.success(), "{}", stderr(&good));
    assert!(stdout(&good).contains(" puzzles, 0 mistakes\n"));
    let id = puzzles[0]["id"].as_str().expect("an id");
    let other = if id.starts_with('0') { "1" } else { "0" };
    fs::write(
        path("c.json"),
        made.replace(id, &format!("{other}{}", &id[1..])),
    )
    .expect("written");
    let wrong = check("c.json");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(
        stderr(&wrong).contains("the id that follows from its content is "),
        "{}",
        stderr(&wrong)
    );
    for (text, expected) in [
        ("", "EOF"),
        (
            "{\"version\":9,\"source\":\"\",\"puzzles\":[]}",
            "version 9",
        ),
        (
            "{\"version\":1,\"source\":\"\",\"puzzles\":[{\"id\":1}]}",
            "line 1",
        ),
    ] {
        fs::write(path("d.json"), text).expect("written");
        let refused = check("d.json");
        assert_eq!(refused.status.code(), Some(1), "{text}");
        assert!(stderr(&refused).contains(expected), "{}", stderr(&refused));
    }
    assert_eq!(check("nowhere.json").status.code(), Some(1));
    let stats = |more: &[&str]| {
        let file = path("a.json");
        outpost(&[&["puzzles", "--stats", &file], more].concat())
    };
    let told = stats(&[]);
    assert!(told.status.success(), "{}", stderr(&told));
    let text = stdout(&told);
    let first = format!(": {} puzzles\n\nratings\nkind ", puzzles.len());
    assert!(text.contains(&first), "{text}");
    assert!(text.contains("\nsolved by, %  guess  one board "), "{text}");
    assert!(text.contains("\nby rating, % "), "{text}");
    assert_eq!(text, stdout(&stats(&["--threads", "1"])));
    let json: Value = serde_json::from_str(&stdout(&stats(&["--json"]))).expect("JSON");
    let each = json["each"].as_array().expect("a list");
    assert_eq!(each.len(), puzzles.len());
    for (one, puzzle) in each.iter().zip(puzzles) {
        assert_eq!(one["id"], puzzle["id"]);
        let shares = one["solved"].as_array().expect("shares");
        let is_share = |share: &Value| share.as_f64().is_some_and(|s| (0.0..=1.0).contains(&s));
        assert!(shares.len() == 7 && shares.iter().all(is_share), "{one}");
    }
    let wrong = outpost(&["puzzles", "--stats", &path("c.json")]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(
        stderr(&wrong).contains("the id that follows"),
        "{}",
        stderr(&wrong)
    );
    assert_eq!(outpost(&["puzzles"]).status.code(), Some(2));
    assert_eq!(
        outpost(&["puzzles", &fixture("game.json")]).status.code(),
        Some(2)
    );
    let _ = fs::remove_dir_all(folder);
}
