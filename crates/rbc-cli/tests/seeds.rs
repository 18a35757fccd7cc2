//! A seed means the same game in the program and in the page: `pkg/test/engine.test.ts` plays these in WebAssembly, and
//! `pkg/test/siamese.test.ts` those with a network.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

#[test]
fn a_seed_is_the_game_that_the_page_plays() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let games =
        fs::read_to_string(root.join("tests/fixtures/seeded-games.json")).expect("the fixture");
    let games: Value = serde_json::from_str(&games).expect("JSON");
    for (i, game) in games.as_array().expect("a list").iter().enumerate() {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("seeded-{i}.json"));
        let text = |key: &str| game[key].to_string().replace('"', "");
        let model = game["model"].as_str().map(|model| root.join(model));
        let output = Command::new(env!("CARGO_BIN_EXE_outpost"))
            .args([
                "match",
                "--white",
                &text("white"),
                "--black",
                &text("black"),
            ])
            .args(["--seed", &text("seed"), "--nodes", &text("nodes")])
            .args(["--turn-limit", &text("turnLimit"), "--no-sets", "--record"])
            .arg(&file)
            .args(
                model
                    .iter()
                    .flat_map(|model| ["--model".as_ref(), model.as_os_str()]),
            )
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{output:?}");
        let played = fs::read_to_string(&file).expect("the record");
        let played: Value = serde_json::from_str(&played).expect("JSON");
        assert_eq!(played, game["record"], "{}", text("white"));
    }
}
