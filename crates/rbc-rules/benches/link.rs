//! Making and reading the link of a game of 60 half-turns: `cargo bench -p rbc-rules`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rand::{Rng as _, SeedableRng as _, rngs::SmallRng, seq::IndexedRandom as _};
use rbc_rules::{Arbiter, GameHistory, GameSetup, Square, link::Link};

/// A game of 60 random half-turns in which no king is captured.
fn game() -> GameHistory {
    (0..)
        .find_map(|seed| {
            let mut rng = SmallRng::seed_from_u64(seed);
            let mut arbiter = Arbiter::new(GameSetup::default());
            arbiter.start(0);
            while arbiter.outcome().is_none() && arbiter.ply() < 60 {
                let square = Square::new(rng.random_range(0..64));
                arbiter.sense(Some(square), 0).ok()?;
                let requests = arbiter.observations(arbiter.turn()).own().requests();
                arbiter.play(requests.choose(&mut rng).copied(), 0).ok()?;
            }
            let is_long = arbiter.outcome().is_none();
            arbiter.resign(arbiter.turn(), 0);
            arbiter.history().filter(|_| is_long).cloned()
        })
        .expect("there are such games")
}

fn links(c: &mut Criterion) {
    let plain = Link::game(game());
    let mut named = plain.clone();
    if let rbc_rules::link::Shared::Game(game) = &mut named.shared {
        game.white_name = Some("StrangeFish2".to_owned());
        game.black_name = Some("somebody".to_owned());
    }
    for (name, link) in [("without names", plain), ("with names", named)] {
        let text = link.encode().expect("it fits");
        c.bench_function(&format!("encode 60 half-turns, {name}"), |b| {
            b.iter(|| black_box(&link).encode());
        });
        c.bench_function(&format!("decode 60 half-turns, {name}"), |b| {
            b.iter(|| Link::decode(black_box(&text)));
        });
    }
}

criterion_group!(benches, links);
criterion_main!(benches);
