//! The commands that are given a network, with the tiny one of rbc-siamese: its form is a real one's, its weights
//! are random.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

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

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", stderr(output));
    serde_json::from_str(&stdout(output)).expect("JSON")
}

/// The tiny network's file.
fn tiny() -> String {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = manifest.join("../rbc-siamese/tests/tiny.onnx");
    path.to_string_lossy().into_owned()
}

/// A folder of this test's own, empty.
fn folder(test: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("outpost-network-{}-{test}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Where outpost is told whom it may take its opponent for, the tournament remembers it.
#[test]
fn outpost_plays_with_a_network_and_a_list_of_players() {
    let tiny = tiny();
    let out = folder("outpost");
    let players = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/players.txt");
    let tournament = |more: &[&str]| {
        let mut arguments = vec!["tournament", "--agents", "outpost,outpost+no-filter"];
        arguments.extend(["--model", &tiny, "--games", "2", "--nodes", "50"]);
        arguments.extend(["--turn-limit", "3", "--no-sets", "--json"]);
        arguments.extend(["--out", text(&out)]);
        arguments.extend(more);
        outpost(&arguments)
    };
    let with_players = ["--players", text(&players)];
    assert!(json(&tournament(&with_players)).is_object());
    let options = fs::read_to_string(out.join("tournament.json")).expect("options");
    let options: Value = serde_json::from_str(&options).expect("JSON");
    assert!(options["players"].is_string());
    // The same games again are none, and without the list it is another tournament.
    assert!(json(&tournament(&with_players)).is_object());
    assert!(stderr(&tournament(&[])).contains("players"));
    let wrong = tournament(&["--players", &tiny]);
    assert!(stderr(&wrong).contains("tiny.onnx"), "{}", stderr(&wrong));
    fs::remove_dir_all(&out).expect("removed");
}

#[test]
fn who_needs_a_network_says_so() {
    let tiny = tiny();
    let game = ["match", "--white", "siamese", "--black", "random"];
    let table = ["tournament", "--games", "2", "--out", "x", "--agents"];
    for (arguments, expected) in [
        (
            game.to_vec(),
            "--white siamese: needs a network: give one with --model FILE",
        ),
        (
            [&table[..], &["random,siamese@5"]].concat(),
            "--agents siamese@5: needs a network",
        ),
        (vec!["bot", "--agent", "siamese"], "or take siamese-uniform"),
        (
            [&game[..], &["--temperature", "2"]].concat(),
            "--temperature is that of a network",
        ),
        (
            [&game[..], &["--model", &tiny, "--temperature", "0"]].concat(),
            "invalid value '0' for '--temperature <T>': must be a number from 1e-38 to 1e38",
        ),
        (
            [&table[..], &["random@5,siamese", "--model", &tiny]].concat(),
            "--agents random@5: random uses no network",
        ),
        (
            [&table[..], &["siamese@5,siamese@5", "--model", &tiny]].concat(),
            "siamese@5 is named twice",
        ),
        (vec!["weigh", "games"], "--model <FILE>"),
    ] {
        let output = outpost(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let told = stderr(&output);
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
}

#[test]
fn what_is_no_network_is_refused() {
    let folder = folder("foreign");
    let foreign = folder.join("foreign.onnx");
    fs::write(&foreign, "a letter, not a network").expect("written");
    let missing = folder.join("missing.onnx");
    let large = folder.join("large.onnx");
    let file = fs::File::create(&large).expect("created");
    file.set_len(1 << 32).expect("no room is taken up");
    let game = [
        "match", "--white", "siamese", "--black", "random", "--model",
    ];
    for command in [&game[..], &["weigh", "games", "--model"]] {
        for (model, expected) in [
            (&foreign, "foreign.onnx: this is no ONNX file"),
            (&missing, "missing.onnx: "),
            (&large, "16777216 at most"),
        ] {
            let output = outpost(&[command, &[text(model)]].concat());
            assert_eq!(output.status.code(), Some(1), "{command:?}");
            let told = stderr(&output);
            assert!(told.contains(expected), "{told}");
        }
    }
    let _ = fs::remove_dir_all(&folder);
}

/// A copy of the tiny network in `folder`, under this name.
fn copied(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    fs::copy(tiny(), &path).expect("copied");
    path
}

/// The SHA-256 of `crates/rbc-siamese/tests/tiny.onnx`, as `sha256sum` tells it.
const TINY_HASH: &str = "25b75e3f76a684dc1c7aa54db87b96c3dfe0cd184756aeddd9d47a3b5b534f59";

#[test]
fn a_network_is_checked_against_its_card() {
    let folder = folder("card");
    let model = copied(&folder, "net.onnx");
    let card = folder.join("net.md");
    let row = |file: &str, hash: &str| format!("| {file} | 1 | `{hash}` |\n");
    let head = "# Model card of net.onnx\n\n| file | bytes | SHA-256 |\n| --- | --- | --- |\n";
    let other = "00".repeat(32);
    let ends = |model: &Path| -> Vec<Output> {
        let model = text(model);
        let game = [
            "match",
            "--white",
            "siamese-uniform",
            "--black",
            "random",
            "--turn-limit",
            "1",
            "--no-sets",
        ];
        let out = folder.join("t");
        let table = [
            "tournament",
            "--agents",
            "random,attacker",
            "--games",
            "2",
            "--turn-limit",
            "1",
            "--no-sets",
        ];
        let _ = fs::remove_dir_all(&out);
        vec![
            outpost(&[&game[..], &["--model", model]].concat()),
            outpost(&[&table[..], &["--out", text(&out), "--model", model]].concat()),
            Command::new(env!("CARGO_BIN_EXE_outpost"))
                .args(["bot", "--agent", "siamese", "--model", model])
                .stdin(std::process::Stdio::null())
                .output()
                .expect("the program runs"),
            outpost(&["weigh", "--model", model, "games-that-are-not-there"]),
        ]
    };
    let well = |model: &Path, what: &str| {
        for output in ends(model) {
            let told = stderr(&output);
            assert!(
                output.status.success() || told.contains("games-that-are-not-there"),
                "{what}: {told}"
            );
        }
    };
    let refused = |model: &Path, expected: &[&str]| {
        for output in ends(model) {
            let told = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{told}");
            for expected in expected {
                assert!(told.contains(expected), "{expected}: {told}");
            }
        }
    };
    well(&model, "without a card");
    for (text, what) in [
        ("# Notes\n\nNothing of it.\n".to_owned(), "what is no card"),
        (format!("{head}{}", row("net.onnx", TINY_HASH)), "its card"),
        (
            format!("{head}{}", row("net.onnx", &TINY_HASH.to_uppercase())),
            "in capitals",
        ),
        (
            format!(
                "{head}{}{}",
                row("a.onnx", &other),
                row("b.onnx", TINY_HASH)
            ),
            "renamed with its card",
        ),
    ] {
        fs::write(&card, text).expect("written");
        well(&model, what);
    }
    for (text, expected) in [
        (
            format!("{head}{}", row("net.onnx", &other)),
            &[
                "net.onnx: does not match its card",
                "net.md has the SHA-256 0000",
                TINY_HASH,
            ][..],
        ),
        (
            format!("{head}{}", row("a.onnx", &other)),
            &["net.md has the SHA-256 0000"],
        ),
        (head.to_owned(), &["net.md has no SHA-256 of it"]),
    ] {
        fs::write(&card, text).expect("written");
        refused(&model, expected);
    }
    // A file that was cut short, or of which a bit is another.
    fs::write(&card, format!("{head}{}", row("net.onnx", TINY_HASH))).expect("written");
    let whole = fs::read(&model).expect("there");
    fs::write(&model, &whole[..whole.len() - 1]).expect("written");
    refused(
        &model,
        &[&format!("this file has {} bytes", whole.len() - 1)],
    );
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    fs::write(&model, &flipped).expect("written");
    refused(&model, &["net.onnx: does not match its card"]);

    // A card is of all files of a training.
    fs::remove_file(&model).expect("removed");
    let float = copied(&folder, "net-float.onnx");
    fs::write(
        &card,
        format!(
            "{head}{}{}",
            row("net.onnx", &other),
            row("net-float.onnx", TINY_HASH)
        ),
    )
    .expect("written");
    well(&float, "a card of two");
    fs::write(&card, format!("{head}{}", row("net-float.onnx", &other))).expect("written");
    refused(
        &float,
        &["net-float.onnx: does not match its card", "net.md has"],
    );
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn the_shipped_network_is_the_one_of_its_card() {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/siamese.onnx");
    let game = [
        "match",
        "--white",
        "siamese",
        "--black",
        "random",
        "--nodes",
        "1",
        "--turn-limit",
        "1",
    ];
    let output = outpost(&[&game[..], &["--no-sets", "--model", text(&model)]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
}

/// An engine to which every position is alike, and which ends at one that lacks a king.
#[cfg(unix)]
const EVEN_ENGINE: &str = r#"#!/usr/bin/env python3
import sys
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name Even 1\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"] and not ("k" in words[2] and "K" in words[2]):
        sys.exit(3)
    elif words[:1] == ["go"]:
        depth = words[words.index("depth") + 1]
        print(f"info depth {depth} score cp 20 nodes 1 pv a2a3\nbestmove a2a3", flush=True)
    elif words[:1] == ["quit"]:
        break
"#;

#[cfg(unix)]
#[test]
fn weigh_asks_a_chess_engine_about_a_sample() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = folder("weigh-engine");
    let records = folder.join("games.jsonl");
    let players = ["--white", "random", "--black", "attacker", "--games", "3"];
    let limits = ["--turn-limit", "6", "--no-sets", "--record", text(&records)];
    let played = outpost(&[&["match"], &players[..], &limits].concat());
    assert!(played.status.success(), "{}", stderr(&played));
    // Somebody may be called anything.
    let games = fs::read_to_string(&records).expect("games");
    fs::write(&records, games.replace("\"attacker\"", "\"all\"")).expect("written");
    let engine = folder.join("even");
    fs::write(&engine, EVEN_ENGINE).expect("written");
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("may be run");

    let tiny = tiny();
    let weigh = |more: &[&str]| {
        let options = [
            "weigh",
            "--model",
            &tiny,
            "--max-boards",
            "50",
            text(&records),
        ];
        outpost(&[&options[..], more].concat())
    };
    let sample = ["--json", "--decisions", "4", "--uci", text(&engine)];
    let result = json(&weigh(&sample));
    assert_eq!(result, json(&weigh(&sample)), "the sample is a fixed one");
    assert_eq!(
        (&result["engine"], &result["depth"]),
        (&"Even 1".into(), &4.into())
    );
    let groups = result["groups"].as_array().expect("groups");
    let decisions = groups[0]["decisions"].as_u64().expect("a number");
    let certain = result["certain"].as_u64().expect("a number");
    assert_eq!(decisions + certain, 12);
    assert!(decisions > 3);
    // To it all boards are alike, but not to the search, which answers for it where chess is at an end.
    let orders = &groups[0]["orders"];
    let top1 = |order: &str| orders[order]["top1"].as_f64().expect("a share");
    assert!((0.5 * top1("uniform")..0.9).contains(&top1("engine")));
    assert_ne!(orders["engine"], orders["evaluation"]);
    let against: Vec<&Value> = groups.iter().map(|group| &group["opponent"]).collect();
    assert_eq!(against[..3], [&Value::Null; 3]);
    assert_eq!(against[3..], [&Value::from("all"), &Value::from("random")]);
    let told = weigh(&sample[1..]);
    assert!(stdout(&told).contains("The engine is Even 1, 4 plies ahead."));
    assert!(stdout(&told).contains("against all "), "{}", stdout(&told));

    assert_eq!(weigh(&["--depth", "2"]).status.code(), Some(2));
    let foreign = weigh(&["--uci", "/bin/cat"]);
    assert_eq!(foreign.status.code(), Some(1));
    assert!(stderr(&foreign).contains("speaks UCI"));
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn weigh_compares_three_orders_of_the_boards() {
    let folder = folder("weigh");
    let records = folder.join("games.jsonl");
    let players = ["--white", "random", "--black", "attacker", "--games", "3"];
    let limits = ["--turn-limit", "6", "--no-sets", "--record", text(&records)];
    let played = outpost(&[&["match"], &players[..], &limits].concat());
    assert!(played.status.success(), "{}", stderr(&played));

    let tiny = tiny();
    let weigh = |more: &[&str]| {
        let options = [
            "weigh",
            "--model",
            &tiny,
            "--max-boards",
            "50",
            text(&records),
        ];
        outpost(&[&options[..], more].concat())
    };
    let result = json(&weigh(&["--json"]));
    assert_eq!(
        (&result["games"], &result["unreadable"]),
        (&3.into(), &0.into())
    );
    let group = &result["groups"][0];
    assert_eq!(group["name"], "all");
    let decisions = group["decisions"].as_u64().expect("a number");
    assert!(decisions > 6);
    let orders = group["orders"].as_object().expect("orders");
    let names: Vec<&String> = orders.keys().collect();
    assert_eq!(names, ["evaluation", "network", "uniform"]);
    for (name, order) in orders {
        let top1 = order["top1"].as_f64().expect("a share");
        assert!((0.0..=1.0).contains(&top1), "{name}: {top1}");
        assert!(order["pickDistance"]["mean"].as_f64() <= Some(50.0));
    }
    assert!(group["surprise"]["uniform"].as_f64() > Some(0.0));
    let [before, after] =
        [1, 2].map(|i| result["groups"][i]["decisions"].as_u64().expect("a number"));
    assert_eq!(before + after, decisions);

    // The paper's way makes the true board easier to find.
    let paper = json(&weigh(&["--json", "--protocol", "paper"]));
    assert_eq!(paper["protocol"], "paper");
    let ranks = json(&weigh(&["--json", "--protocol", "paper-ranks"]));
    assert_eq!(ranks["protocol"], "paper-ranks");
    for order in ["network", "uniform"] {
        let top1 = |result: &Value| result["groups"][0]["orders"][order]["top1"].as_f64();
        assert!(top1(&paper) > Some(0.0), "{order}");
        // The same boards compared in its way: fewer can come first.
        assert!(top1(&ranks) >= top1(&result), "{order}");
    }
    assert_eq!(ranks["groups"][0]["decisions"], group["decisions"]);

    let few = json(&weigh(&["--json", "--no-evaluation"]));
    assert!(few["groups"][0]["orders"]["evaluation"].is_null());
    assert!(stdout(&weigh(&[])).contains("top-1 %"));

    // What selects no game is told, not measured.
    assert_eq!(weigh(&["--part", "test"]).status.code(), Some(2));
    let split = folder.join("split.csv");
    fs::write(&split, "\u{feff}id,part\n0123456789abcdef,test\n").expect("written");
    let none = weigh(&["--split", text(&split)]);
    assert_eq!(none.status.code(), Some(1));
    assert!(stderr(&none).contains("there is no game of the part test"));
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn a_move_policy_is_fitted_and_weighs_boards_with_the_network() {
    let folder = folder("moves");
    let records = folder.join("games.jsonl");
    let players = ["--white", "random", "--black", "attacker", "--games", "6"];
    let limits = ["--turn-limit", "6", "--no-sets", "--record", text(&records)];
    let played = outpost(&[&["match"], &players[..], &limits].concat());
    assert!(played.status.success(), "{}", stderr(&played));
    let dataset = folder.join("dataset");
    let made = ["dataset", "--boards", "2", "--out", text(&dataset)];
    let made = outpost(&[&made[..], &[text(&records)]].concat());
    assert!(made.status.success(), "{}", stderr(&made));
    let index = fs::read_to_string(dataset.join("games.csv")).expect("an index");
    let parts = ["train", "train", "train", "train", "validation", "test"];
    let lines = index.lines().skip(1).zip(parts);
    let lines = lines.map(|(line, part)| {
        let id = line.split(',').nth(1).expect("an id");
        format!("{id},{part}\n")
    });
    let split = folder.join("split.csv");
    fs::write(&split, lines.collect::<String>()).expect("written");

    let [moves, list] = ["moves.txt", "players.txt"].map(|name| folder.join(name));
    let fit = |split: &Path| {
        let files = ["--out", text(&moves), "--players", text(&list)];
        let from = ["--split", text(split), text(&records)];
        outpost(&[&["fit-moves"], &files[..], &from].concat())
    };
    let told = stdout(&fit(&split));
    let row = |part: &str| -> Vec<f64> {
        let line = told.lines().find(|line| line.starts_with(part));
        let numbers = line.expect("a row").split_whitespace().skip(1);
        numbers.map(|n| n.parse().expect("a number")).collect()
    };
    assert_eq!((row("train")[0], row("test")[0]), (4.0, 1.0));
    assert!(row("train")[2] < row("train")[3], "{told}");
    let first = fs::read_to_string(&moves).expect("a policy");
    assert!(first.starts_with("outpost-moves 1\n# "), "{first}");
    fit(&split);
    assert_eq!(fs::read_to_string(&moves).expect("a policy"), first);

    let tiny = tiny();
    let weigh = |more: &[&str]| {
        let options = ["weigh", "--model", &tiny, "--no-evaluation", text(&records)];
        outpost(&[&options[..], more].concat())
    };
    let with = ["--json", "--moves", text(&moves), "--cap", "1000"];
    let result = json(&weigh(&[&with[..], &["--fit-exponents"]].concat()));
    let group = &result["groups"][0];
    let names: Vec<&String> = group["orders"]
        .as_object()
        .expect("orders")
        .keys()
        .collect();
    assert_eq!(names, ["filter", "network", "product", "uniform"]);
    let surprise = |by: &str| group["surprise"][by].as_f64().expect("nats");
    // Where attacker is the opponent, its few lines are known after four games.
    assert!(surprise("filter") < surprise("uniform"), "{group}");
    assert_eq!(result["exponents"], serde_json::json!([1.0, 1.0]));
    let fitted = result["fittedExponents"].to_string();
    let fitted = ["--exponents", fitted.trim_matches(['[', ']'])];
    let better = json(&weigh(&[&with[..], &fitted[..]].concat()));
    let of_product = |result: &Value| result["groups"][0]["surprise"]["product"].as_f64();
    assert!(of_product(&better) <= of_product(&result));
    let gain = &better["groups"][0]["gain"]["surprise"]["value"];
    assert!(gain.as_f64().expect("nats") > 0.0);
    let sizes = result["groups"].as_array().expect("groups").iter();
    let sizes = sizes.filter(|group| {
        group["name"]
            .as_str()
            .is_some_and(|n| n.starts_with("sets "))
    });
    let decisions = sizes.map(|group| group["decisions"].as_u64().expect("a number"));
    assert_eq!(Some(decisions.sum()), group["decisions"].as_u64());
    assert!(stdout(&weigh(&with[1..])).contains("gain in top-1 %"));

    // Of so few games only the policy of all others comes; the bots' own are known.
    let fitted = fs::read_to_string(&list).expect("players");
    assert!(fitted.starts_with("outpost-players 1\n# "), "{fitted}");
    assert!(fitted.contains("\nplayer logit 8 "), "{fitted}");
    let bots = fitted.replace(
        "\nplayer logit 8 ",
        "\nplayer uniform 4 0 random\nplayer attacks 4 0 attacker\nplayer logit 0.1 ",
    );
    fs::write(&list, bots).expect("written");
    let by_players = ["--json", "--players", text(&list), "--cap", "1000"];
    let inferred = json(&weigh(&by_players));
    // The games against the attacker end before its sixth turn.
    let found = inferred["recognition"].as_array().expect("figures").iter();
    let mut found = found.filter(|f| f["player"] == "random" && f["moves"] == 5);
    let random = found.next().expect("a side met it");
    assert!(
        random["probability"]["value"].as_f64() > Some(0.9),
        "{random}"
    );
    let of_filter = |result: &Value| result["groups"][0]["surprise"]["filter"].as_f64();
    assert!(of_filter(&inferred) < of_filter(&result));
    let named = json(&weigh(&[&by_players[..], &["--opponents"]].concat()));
    assert!(of_filter(&named) < of_filter(&inferred));
    assert_eq!(named["recognition"], serde_json::json!([]));
    assert!(stdout(&weigh(&by_players[1..])).contains("Who the opponent is"));
    let foreign = weigh(&["--players", text(&moves)]);
    assert_eq!(foreign.status.code(), Some(1));
    assert!(stderr(&foreign).contains("this is no list of players"));

    // What cannot be fitted or read is told.
    fs::write(&split, "id,part\n0123456789abcdef,train\n").expect("written");
    let none = fit(&split);
    assert_eq!(none.status.code(), Some(1));
    assert!(stderr(&none).contains("there is no move of a game of the part train"));
    let foreign = weigh(&["--moves", text(&records)]);
    assert_eq!(foreign.status.code(), Some(1));
    assert!(stderr(&foreign).contains("this is no move policy"));
    for wrong in [&["--exponents", "1,2"][..], &["--fit-exponents"]] {
        let output = weigh(wrong);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("give one with --moves FILE or --players FILE"));
    }
    let output = weigh(&["--moves", text(&moves), "--exponents", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("must be two numbers from 0 to 10"));
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn matches_by_a_network_repeat_and_tell_which() {
    let folder = folder("match");
    let tiny = tiny();
    let play = |white: &str, name: &str, more: &[&str]| {
        let record = folder.join(name);
        let players = [
            "match", "--white", white, "--black", "random", "--games", "2",
        ];
        let limits = [
            "--nodes",
            "2000",
            "--turn-limit",
            "8",
            "--no-sets",
            "--json",
        ];
        let record_to = ["--record", text(&record)];
        let result = json(&outpost(
            &[&players[..], &limits, &record_to, more].concat(),
        ));
        let record = fs::read_to_string(&record).expect("a record");
        (result, record.replace(&format!("\"{white}\""), "\"it\""))
    };
    let model = ["--model", tiny.as_str()];
    let (result, games) = play("siamese", "a", &model);
    assert_eq!(result["temperature"], 1.0);
    assert_eq!(result["model"].as_str().map(str::len), Some(16));
    let one_thread = [&model[..], &["--threads", "1"]].concat();
    assert!(play("siamese", "b", &one_thread).1 == games);
    // Far distances, as random weights give them, and temperatures that make them large and small.
    let (result, alike) = play(
        "siamese",
        "c",
        &[&model[..], &["--temperature", "1e9"]].concat(),
    );
    assert_eq!(result["temperature"], 1e9);
    assert!(alike != games);
    assert!(play("siamese@1e9", "d", &model).1 == alike);
    // The network's weights are what makes the difference.
    let (result, uniform) = play("siamese-uniform", "e", &[]);
    assert!(result["model"].is_null() && result["temperature"].is_null());
    assert!(uniform != games);
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn a_tournament_has_players_of_several_temperatures_and_one_network() {
    let folder = folder("tournament");
    let out = folder.join("t");
    let play = |model: &str, more: &[&str]| {
        let players = [
            "tournament",
            "--agents",
            "siamese@1,siamese@20,siamese-uniform",
        ];
        let limits = [
            "--games",
            "2",
            "--nodes",
            "500",
            "--turn-limit",
            "4",
            "--no-sets",
        ];
        let where_to = ["--json", "--out", text(&out), "--model", model];
        outpost(&[&players[..], &limits, &where_to, more].concat())
    };
    let tiny = tiny();
    let result = json(&play(&tiny, &[]));
    assert_eq!(result["games"], 6);
    let kept = fs::read_to_string(out.join("tournament.json")).expect("options");
    let kept: Value = serde_json::from_str(&kept).expect("JSON");
    let hash = kept["model"].as_str().expect("a hash").to_owned();
    assert_eq!(kept["agents"][1], "siamese@20");
    assert!(play(&tiny, &[]).status.success(), "the same goes on");

    // A name tells nothing of what is in the file.
    let other = folder.join("tiny.onnx");
    let mut bytes = fs::read(&tiny).expect("there");
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    fs::write(&other, &bytes).expect("written");
    for (output, expected) in [
        (
            play(text(&other), &[]),
            format!("model was \"{hash}\" and is"),
        ),
        (
            play(&tiny, &["--temperature", "2"]),
            "temperature was 1.0 and is 2.0".to_owned(),
        ),
    ] {
        assert_eq!(output.status.code(), Some(1));
        let told = stderr(&output);
        assert!(
            told.contains(&expected) && told.contains("another --out"),
            "{told}"
        );
    }
    let _ = fs::remove_dir_all(&folder);
}
