//! Game records of any bytes: never a panic; what is read can be replayed and written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rbc_rules::{
    GameHistory,
    record::{Record, Records, bare, verify::Replay},
};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = Record::from_json(bytes) {
        let text = std::str::from_utf8(bytes).expect("only UTF-8 is read");
        assert_eq!(GameHistory::from_json(bare(text).as_bytes()), Ok(record.game));
    }
    for game in Records::with_limit(bytes, 1 << 20).flatten() {
        let mut replay = Replay::new(&game);
        while replay.step().is_some() {}
        for mismatch in replay.mismatches() {
            assert!(!mismatch.to_string().is_empty());
        }
        assert_eq!(GameHistory::from_json(game.to_json().as_bytes()), Ok(game));
    }
});
