//! Expansion and HSUC on sets of 1,000, 10,000 and 100,000 boards.
//!
//! `cargo bench -p rbc-belief` on one thread; with `--features rayon` on all cores. The boards are
//! those that Black holds possible after unsensed opening moves of White, so both forms and all
//! machines time the same ones.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rbc_belief::{InformationSet, SenseValues};
use rbc_rules::{Color, Move, MoveResult, Observation, Position, SenseResult};

/// Black's developing moves between White's unsensed ones.
const OWN_MOVES: [&str; 5] = ["e7e6", "g8f6", "b8c6", "f8e7", "a7a6"];

/// Black's set when it is to be told of White's sixth move: about 200,000 boards.
fn opening() -> InformationSet {
    let start = Position::initial();
    let mut set = InformationSet::new(Color::Black, &start, InformationSet::DEFAULT_CAP)
        .expect("the start position");
    for text in OWN_MOVES {
        let own: Option<Move> = text.parse().ok();
        for observation in [
            Observation::TurnStart { capture: None },
            Observation::Sense(SenseResult::default()),
            Observation::Move(MoveResult {
                requested: own,
                taken: own,
                capture: None,
            }),
        ] {
            set.observe(&observation).expect("nothing contradicts");
        }
    }
    set
}

fn benches(c: &mut Criterion) {
    let opening = opening();
    for boards in [1_000, 10_000, 100_000] {
        let set = opening.sample(boards);
        assert_eq!(set.len(), boards);

        let mut group = c.benchmark_group("expansion");
        group.sample_size(10);
        group.throughput(Throughput::Elements(boards as u64));
        group.bench_function(BenchmarkId::from_parameter(boards), |b| {
            b.iter_batched(
                || set.clone(),
                |mut set| {
                    set.observe(&Observation::TurnStart { capture: None })
                        .expect("nothing contradicts");
                    set
                },
                BatchSize::LargeInput,
            );
        });
        group.finish();

        let mut group = c.benchmark_group("hsuc");
        group.sample_size(10);
        group.throughput(Throughput::Elements(boards as u64));
        group.bench_function(BenchmarkId::from_parameter(boards), |b| {
            b.iter(|| SenseValues::of(black_box(set.boards())));
        });
        group.finish();
    }
}

criterion_group!(information_set, benches);
criterion_main!(information_set);
