//! Any text for a list of players: an error, or players that a filter can follow a set with.
#![no_main]

use std::{ops::ControlFlow, sync::Arc};

use libfuzzer_sys::fuzz_target;
use rbc_belief::{FollowedSet, Following, InformationSet, Players};
use rbc_rules::{Color, Observation, Position};

fuzz_target!(|text: &str| {
    let Ok(players) = text.parse::<Players>() else {
        return;
    };
    let following = Following {
        players: Arc::new(players),
        boards: 100,
    };
    let set = InformationSet::new(Color::Black, &Position::initial(), 1_000).unwrap();
    let mut followed = FollowedSet::new(set, Some(following));
    let turn = Observation::TurnStart { capture: None };
    followed.observe(&turn, &mut |_, _| ControlFlow::Continue(())).unwrap();
    let sum: f32 = followed.weights().unwrap().iter().sum();
    assert!((sum - 1.0).abs() < 1e-3);
});
