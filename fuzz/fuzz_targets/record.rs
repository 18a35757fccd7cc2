//! Game records of any bytes: never a panic; what is read can be replayed and written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rbc_rules::{
    GameHistory,
    record::{Records, verify::Replay},
};

fuzz_target!(|bytes: &[u8]| {
    for game in Records::with_limit(bytes, 1 << 20).flatten() {
        let mut replay = Replay::new(&game);
        while replay.step().is_some() {}
        for mismatch in replay.mismatches() {
            assert!(!mismatch.to_string().is_empty());
        }
        assert_eq!(GameHistory::from_json(game.to_json().as_bytes()), Ok(game));
    }
});
