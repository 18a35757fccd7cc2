//! Expansion and HSUC on sets of 1,000, 10,000 and 100,000 boards, and on the whole sets of an
//! opening, which `npm run bench` times in a browser.
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

/// Black's sets when it is to be told of White's second, third … sixth move: the last has about
/// 200,000 boards.
fn opening() -> Vec<InformationSet> {
    let start = Position::initial();
    let mut set = InformationSet::new(Color::Black, &start, InformationSet::DEFAULT_CAP)
        .expect("the start position");
    let mut sets = Vec::new();
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
        sets.push(set.clone());
    }
    sets
}

fn time_expansion(c: &mut Criterion, group: &str, set: &InformationSet) {
    let mut group = c.benchmark_group(group);
    group.sample_size(10);
    group.throughput(Throughput::Elements(set.len() as u64));
    group.bench_function(BenchmarkId::new("expansion", set.len()), |b| {
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
}

fn time_hsuc(c: &mut Criterion, group: &str, set: &InformationSet) {
    let mut group = c.benchmark_group(group);
    group.sample_size(10);
    group.throughput(Throughput::Elements(set.len() as u64));
    group.bench_function(BenchmarkId::new("hsuc", set.len()), |b| {
        b.iter(|| SenseValues::of(black_box(set.boards())));
    });
    group.finish();
}

fn benches(c: &mut Criterion) {
    let opening = opening();
    let largest = opening.last().expect("five moves");
    for boards in [1_000, 10_000, 100_000] {
        let set = largest.sample(boards);
        assert_eq!(set.len(), boards);
        time_expansion(c, "sample", &set);
        time_hsuc(c, "sample", &set);
    }
    for (before, after) in opening[1..].iter().zip(&opening[2..]) {
        time_expansion(c, "opening", before);
        time_hsuc(c, "opening", after);
    }
}

criterion_group!(information_set, benches);
criterion_main!(information_set);
