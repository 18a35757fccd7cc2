//! FENs of any text: never a panic, and every request has a result on any position that can be read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rbc_rules::{Position, Square};

fuzz_target!(|text: &str| {
    let Ok(position) = text.parse::<Position>() else {
        return;
    };
    assert_eq!(position.fen().parse(), Ok(position.clone()));
    let own = position.own_side(position.turn());
    for request in own.requests() {
        let taken = position.taken_move(own.with_promotion(request));
        let mut after = position.clone();
        after.push(taken);
        assert_eq!(after.fen().parse(), Ok(after));
    }
    for square in Square::ALL {
        assert!(position.sense(Some(square)).contents.len() <= 9);
    }
});
