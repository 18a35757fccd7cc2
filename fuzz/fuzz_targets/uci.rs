//! What an engine says, any text: never a panic, and `go` is never said before the last was answered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rbc_agents::uci::{UciEvent, UciLimit, UciSession, UciTask};

fuzz_target!(|text: &str| {
    let mut session = UciSession::new();
    let mut running = false;
    for (i, line) in text.split('\n').enumerate() {
        if let Some(UciEvent::Answered { answer, .. }) = session.receive(line) {
            assert!(running);
            running = false;
            for (_, score) in answer.lines {
                assert!(score.of_move().abs() < rbc_agents::KING_SCORE);
            }
        }
        let all = ["a1a2", "a1b1", "a1b2"].map(|m| m.parse().unwrap());
        session.go(&UciTask {
            fen: "7k/8/8/8/8/8/8/K7 w - - 0 1".to_owned(),
            moves: all[..i % 4].to_vec(),
            limit: UciLimit::Depth(2),
        });
        if i % 5 == 4 {
            session.stop();
        }
        for line in session.to_send() {
            if line.starts_with("go ") {
                assert!(!running);
                running = true;
            }
        }
    }
});
