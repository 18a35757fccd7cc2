//! Work that is split by `--shard` and joined by `outpost merge`: what comes of it is that of the whole.

#![allow(clippy::disallowed_macros)]

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use rbc_random::hash::fnv1a;
use serde_json::Value;

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// A folder of one test, in which it runs the program.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = env::temp_dir().join(format!("outpost-shards-{}-{test}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// Runs a command line; words are separated by spaces.
    fn run(&self, line: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_outpost"))
            .args(line.split_whitespace())
            .current_dir(&self.0)
            .output()
            .expect("the program runs")
    }

    fn succeeds(&self, line: &str) -> Output {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", stderr(&output));
        output
    }

    /// Runs all shards of a command into a folder.
    fn shards(&self, line: &str, of: usize, into: &str) {
        for number in 1..=of {
            let output = self.succeeds(&format!("{line} --shard {number}/{of} --into {into}"));
            let told = String::from_utf8_lossy(&output.stdout);
            let expected = format!(
                "shard {number}/{of} is in {into}/{number}-of-{of}.jsonl; when all are there: outpost merge {into}\n"
            );
            assert_eq!(told, expected, "{line}");
        }
    }

    /// Runs `line`, which must be refused with `expected`.
    fn refuses(&self, line: &str, expected: &str) {
        let output = self.run(line);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{line}: {told}");
        assert!(told.contains(expected), "{line}: {told}");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Returns the files of a folder, by name.
    fn files(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.path(name)).expect("a folder").flatten();
        let read = |entry: fs::DirEntry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).expect("a file"))
        };
        entries.map(read).collect()
    }

    fn remove(self) {
        fs::remove_dir_all(&self.0).expect("removed");
    }
}

/// Removes what clocks say from JSON, on one line or many.
fn without_times(text: &[u8]) -> Value {
    fn clean(value: &mut Value) {
        match value {
            Value::Object(object) => {
                object.retain(|name, _| {
                    let name = name.to_ascii_lowercase();
                    !["seconds", "longest", "overrun", "msperturn"]
                        .iter()
                        .any(|time| name.contains(time))
                });
                object.values_mut().for_each(clean);
            }
            Value::Array(values) => values.iter_mut().for_each(clean),
            _ => {}
        }
    }
    let mut values: Vec<Value> = serde_json::Deserializer::from_slice(text)
        .into_iter()
        .collect::<Result<_, _>>()
        .expect("JSON");
    values.iter_mut().for_each(clean);
    values.into()
}

#[test]
fn shards_of_games_join_to_those_of_one_run() {
    let folder = Folder::new("games");
    let play =
        "tournament --agents random,attacker,trout --games 2 --nodes 50 --turn-limit 8 --cap 500";
    folder.succeeds(&format!("{play} --out whole"));
    folder.shards(&format!("{play} --out merged --threads 2"), 4, "shards");
    assert!(!folder.path("merged").exists(), "nothing is reported yet");

    // Ended in the middle of a line, a shard is not merged but continued.
    let second = folder.path("shards/2-of-4.jsonl");
    let whole = fs::read(&second).expect("a shard");
    fs::write(&second, &whole[..2 * whole.len() / 3]).expect("written");
    let expected = "2-of-4.jsonl: shard 2/4 is not finished; its command continues it";
    folder.refuses("merge shards", expected);
    let again = format!("{play} --out merged --shard 2/4 --into shards");
    folder.succeeds(&again);
    let told = stderr(&folder.succeeds(&again));
    assert!(told.contains("shard 2/4 was finished before"), "{told}");

    let merged = folder.succeeds("merge shards --json");
    let [one, joined] = ["whole", "merged"].map(|name| folder.files(name));
    assert_eq!(one.len(), 4);
    assert!(one.keys().eq(joined.keys()));
    for name in ["games.jsonl", "tournament.json"] {
        assert!(one[name] == joined[name], "{name}");
    }
    for name in ["index.jsonl", "results.json"] {
        let [one, joined] = [&one, &joined].map(|files| without_times(&files[name]));
        assert_eq!(one, joined, "{name}");
    }
    assert_eq!(
        without_times(&merged.stdout),
        without_times(&joined["results.json"])
    );
    // The times are those of the shards: again the same bytes.
    folder.succeeds("merge shards --out again");
    assert!(folder.files("again") == joined);
    // What was merged is a tournament like any other.
    let told = stderr(&folder.succeeds(&format!("{play} --out merged")));
    assert!(told.contains("6 of 6 games are finished"), "{told}");
    for name in ["games.jsonl", "index.jsonl"] {
        assert!(folder.files("merged")[name] == joined[name], "{name}");
    }

    let play = "match --white random --black attacker --games 3 --turn-limit 6 --cap 500 --json";
    let whole = folder.succeeds(&format!("{play} --record whole.jsonl"));
    folder.shards(&format!("{play} --record merged.jsonl"), 2, "match");
    let merged = folder.succeeds("merge match/2-of-2.jsonl match/1-of-2.jsonl");
    assert_eq!(without_times(&whole.stdout), without_times(&merged.stdout));
    let [one, joined] = ["whole", "merged"]
        .map(|name| fs::read(folder.path(&format!("{name}.jsonl"))).expect("a record"));
    assert!(one == joined && !one.is_empty());
    folder.remove();
}

/// Makes two files of records in `folder`, one of which has a broken line.
fn records(folder: &Folder) {
    let play = "match --white random --black attacker --turn-limit 6 --no-sets --games";
    fs::create_dir(folder.path("records")).expect("a folder");
    folder.succeeds(&format!("{play} 3 --record records/a.jsonl"));
    folder.succeeds(&format!("{play} 2 --seed 2 --record records/b.jsonl"));
    let path = folder.path("records/b.jsonl");
    let text = fs::read_to_string(&path).expect("records");
    fs::write(&path, text.replacen('\n', "\nno game\n\n", 1)).expect("written");
}

#[test]
fn shards_of_records_join_to_what_one_run_finds() {
    let folder = Folder::new("records");
    records(&folder);
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rbc-siamese/tests/tiny.onnx");
    fs::copy(model, folder.path("tiny.onnx")).expect("copied");
    let commands = [
        ("verify records", 2),
        ("stats records --json", 3),
        ("dataset records --boards 20 --out data", 4),
        ("weigh records --model tiny.onnx --max-boards 20 --json", 2),
    ];
    let whole = commands.map(|(line, _)| folder.run(line));
    let one = folder.files("data");
    fs::remove_dir_all(folder.path("data")).expect("removed");
    for (i, (line, of)) in commands.into_iter().enumerate() {
        folder.shards(line, of, &format!("shards-{i}"));
    }
    // Records need not be where the shards are merged.
    fs::remove_dir_all(folder.path("records")).expect("removed");
    for (i, ((line, _), whole)) in commands.into_iter().zip(whole).enumerate() {
        let merged = folder.run(&format!("merge shards-{i}"));
        // One record cannot be read.
        assert_eq!(whole.status.code(), Some(1), "{line}: {}", stderr(&whole));
        assert_eq!(merged.status.code(), Some(1), "{line}: {}", stderr(&merged));
        assert_eq!(stderr(&merged), stderr(&whole), "{line}");
        if line.contains("--json") {
            let [whole, merged] = [&whole, &merged].map(|output| without_times(&output.stdout));
            assert_eq!(whole, merged, "{line}");
        } else {
            assert_eq!(whole.stdout, merged.stdout, "{line}");
        }
    }
    assert!(folder.files("data") == one);
    folder.remove();
}

#[test]
fn shards_of_experiments_join_to_the_same_tables_and_charts() {
    let folder = Folder::new("experiments");
    records(&folder);
    // A broken line is an error of an experiment.
    let records = folder.path("records/b.jsonl");
    let text = fs::read_to_string(&records).expect("records");
    fs::write(&records, text.replace("no game\n", "")).expect("written");
    for (i, experiment) in [
        "belief-generation --games 2 --nodes 1",
        "grid-vs-set --games 3 --records records",
    ]
    .into_iter()
    .enumerate()
    {
        let line = format!("experiment {experiment}");
        folder.succeeds(&format!("{line} --out whole"));
        folder.shards(&format!("{line} --out merged"), 2, &format!("shards-{i}"));
        folder.succeeds(&format!("merge shards-{i}"));
    }
    assert!(folder.files("merged") == folder.files("whole"));
    // Experiments read their records first.
    fs::copy(folder.path("records/a.jsonl"), &records).expect("copied");
    folder.refuses("merge shards-1", "the shards are of other games");
    let rating = folder.run("experiment rating --tournament x --shard 1/2 --into y");
    assert!(stderr(&rating).contains("split its tournament"));
    folder.remove();
}

/// Puts the hashes of changed lines right.
fn with_hashes(text: &str) -> String {
    let line = |line: &str| {
        let content = line
            .get(20..line.len() - 1)
            .expect("a hash and the content");
        format!("[\"{:016x}\",{content}]\n", fnv1a(content.as_bytes()))
    };
    text.lines().map(line).collect()
}

#[test]
fn shards_and_results_have_folders_of_their_own() {
    let folder = Folder::new("folders");
    let play = "tournament --agents random,attacker --games 2 --turn-limit 1 --no-sets";
    folder.succeeds(&format!("{play} --out t"));
    for (out, share, into, expected) in [
        ("x", "1/2", "t", ".jsonl: is not one of 2 shards"),
        ("s", "1/1", "s", "is the folder of the shards"),
    ] {
        let line = format!("{play} --out {out} --shard {share} --into {into}");
        folder.refuses(&line, expected);
    }
    folder.shards(&format!("{play} --out x"), 1, "s");
    let other = format!("{play} --out x --shard 1/3 --into s");
    folder.refuses(&other, "1-of-1.jsonl: is not one of 3 shards");
    folder.refuses("merge s --out s", "is the folder of the shards");
    assert_eq!(folder.files("s").len(), 1);

    // Options of merge count before a `--`, too.
    folder.succeeds(
        "match --white random --black attacker --games 2 --turn-limit 1 --record r.jsonl",
    );
    folder.succeeds("stats --shard 1/1 --into j -- r.jsonl");
    let json = folder.succeeds("merge j --json");
    assert!(json.stdout.starts_with(b"{"), "JSON");
    folder.remove();
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let folder = Folder::new("refused");
    let play = "tournament --games 2 --turn-limit 1 --no-sets --out out";
    let shard = |more: &str, share: &str, into: &str| {
        folder.succeeds(&format!("{play} {more} --shard {share} --into {into}"));
    };
    let usual = "--agents random,attacker --seed 1";
    shard(usual, "1/2", "a");
    folder.refuses("merge a", "shards are missing: 2/2");
    folder.refuses("merge a a", "are both shard 1/2");
    folder.refuses("merge nothing", "nothing: No such");
    for (more, share, expected) in [
        (
            "--agents random,attacker --seed 2",
            "2/2",
            "in the first, seed is 2 and not 1",
        ),
        (
            "--agents random,trout --seed 1",
            "2/2",
            "agents is [\"random\",\"trout\"] and not [\"random\",\"attacker\"]",
        ),
        (usual, "2/3", "the number of shards is 3 and not 2"),
        (
            "--agents random,attacker --seed 1 --json",
            "2/2",
            "the command line is '1 --json' and not '1'",
        ),
        (
            "--seed 1 --agents random,attacker",
            "2/2",
            "the same options are in another order",
        ),
    ] {
        let _ = fs::remove_dir_all(folder.path("b"));
        shard(more, share, "b");
        folder.refuses("merge a b", expected);
    }

    // A folder has the shards of one command.
    let other = format!("{play} --agents random,attacker --seed 3 --shard 1/2 --into a");
    folder.refuses(
        &other,
        "the shard there is of other work: seed is 3 and not 1; give the same command to continue it, or another --into",
    );
    shard(usual, "2/2", "a");
    let first = folder.path("a/1-of-2.jsonl");
    let whole = fs::read_to_string(&first).expect("a shard");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let version = env!("CARGO_PKG_VERSION");
    // Damage keeps the hash.
    let damaged = whole.replacen("\"found\":\"", "\"found\":\"AAAA", 1);
    fs::write(&first, damaged).expect("written");
    folder.refuses("merge a", "1-of-2.jsonl:2: damaged");
    assert!(!folder.path("out").exists());
    for (changed, expected) in [
        (
            whole.replacen(version, "0.0.1", 1),
            format!("the version of outpost is {version} and not 0.0.1"),
        ),
        (
            [lines[0], lines[1], lines[1], lines[2]].concat(),
            "1-of-2.jsonl:3: damaged (unit [0, 0] is there twice)".to_owned(),
        ),
        (
            [lines[0], lines[2]].concat(),
            "damaged (unit [0, 0] is missing)".to_owned(),
        ),
        (
            whole.replacen("[0,0]", "[0,1]", 1),
            "damaged (unit [0, 0] is missing)".to_owned(),
        ),
        (
            whole.replacen("\"units\":2", "\"units\":1", 1),
            "are not of the same work: in the first, there are other games".to_owned(),
        ),
        (
            whole.replacen("\"units\":2", "\"units\":0", 1),
            "damaged (1 units are not of its shard)".to_owned(),
        ),
        (String::new(), "not the file of a shard".to_owned()),
    ] {
        fs::write(&first, with_hashes(&changed)).expect("written");
        folder.refuses("merge a", &expected);
    }
    fs::write(&first, "{}\n").expect("written");
    folder.refuses("merge a", "1-of-2.jsonl:1: not the file of a shard");
    // All of them of another version.
    for name in ["1-of-2.jsonl", "2-of-2.jsonl"] {
        let path = folder.path(&format!("old/{name}"));
        let text = match name.starts_with('1') {
            true => whole.clone(),
            false => fs::read_to_string(folder.path("a/2-of-2.jsonl")).expect("a shard"),
        };
        fs::create_dir_all(folder.path("old")).expect("a folder");
        fs::write(path, with_hashes(&text.replacen(version, "0.0.1", 1))).expect("written");
    }
    folder.refuses(
        "merge old",
        &format!("made by outpost 0.0.1, and this is outpost {version}"),
    );
    fs::write(&first, &whole).expect("written");
    folder.succeeds("merge a");

    // Shards of other records.
    for (into, share, games) in [("c", "1/2", "3"), ("c", "2/2", "2")] {
        let played = "match --white random --black attacker --turn-limit 1 --record r.jsonl";
        folder.succeeds(&format!("{played} --games {games}"));
        folder.succeeds(&format!("verify r.jsonl --shard {share} --into {into}"));
    }
    folder.refuses("merge c", "r.jsonl has other content");

    let lone = folder.run("verify r.jsonl --shard 1/2");
    assert_eq!(lone.status.code(), Some(2));
    assert!(stderr(&lone).contains("--into <DIR>"));
    let wrong = folder.run("verify r.jsonl --into c --shard 3/2");
    assert!(stderr(&wrong).contains("must be I/N, the I-th of N shards, as in 1/4"));
    folder.remove();
}
