//! Expansion, with and without Bayes filters, and survey (HSUC, marginals, entropies) of the sets of unsensed openings.
//!
//! `cargo bench -p rbc-belief` on one thread; with `--features rayon` on all cores. `npm run bench`
//! times the same sets in a browser, `outpost bench` prints figures of this kind from the program.

use std::{hint::black_box, ops::ControlFlow};

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rbc_belief::{
    BayesFilter, IdentityFilter, InformationSet, MoveLogit, MovePolicy, Players, Survey,
    UniformMoves, openings,
};
use rbc_rules::Observation;

fn time_expansion(c: &mut Criterion, set: &InformationSet) {
    let mut group = c.benchmark_group("expansion");
    group.sample_size(10);
    group.throughput(Throughput::Elements(set.len() as u64));
    group.bench_function(BenchmarkId::from_parameter(set.len()), |b| {
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

/// The same expansion with weights: by a policy that costs next to nothing, by the shipped one, and by those of the shipped
/// players.
fn time_filter(c: &mut Criterion, set: &InformationSet, logit: &MoveLogit, players: &Players) {
    let mut group = c.benchmark_group("filter");
    group.sample_size(10);
    group.throughput(Throughput::Elements(set.len() as u64));
    let turn = Observation::TurnStart { capture: None };
    let policies: [(&str, &dyn MovePolicy); 2] = [("uniform", &UniformMoves), ("logit", logit)];
    for (name, policy) in policies {
        group.bench_function(BenchmarkId::new(name, set.len()), |b| {
            b.iter_batched(
                || (set.clone(), BayesFilter::new(set)),
                |(mut set, mut filter)| {
                    let watch = &mut |_, _| ControlFlow::Continue(());
                    filter
                        .observe(&mut set, &turn, policy, watch)
                        .expect("nothing contradicts");
                    (set, filter)
                },
                BatchSize::LargeInput,
            );
        });
    }
    group.bench_function(BenchmarkId::new("players", set.len()), |b| {
        b.iter_batched(
            || (set.clone(), IdentityFilter::new(set, &players.prior())),
            |(mut set, mut filter)| {
                let watch = &mut |_, _| ControlFlow::Continue(());
                filter
                    .observe(&mut set, &turn, players, watch)
                    .expect("nothing contradicts");
                (set, filter)
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

fn time_survey(c: &mut Criterion, set: &InformationSet) {
    let mut group = c.benchmark_group("survey");
    group.sample_size(10);
    group.throughput(Throughput::Elements(set.len() as u64));
    group.bench_function(BenchmarkId::new("equal", set.len()), |b| {
        b.iter(|| black_box(set).survey());
    });
    let weights: Vec<f32> = (0..set.len()).map(|i| 1.0 / (1 + i % 7) as f32).collect();
    group.bench_function(BenchmarkId::new("weighted", set.len()), |b| {
        b.iter(|| Survey::of(black_box(set).boards(), Some(&weights)));
    });
    group.finish();
}

fn benches(c: &mut Criterion) {
    let openings: Vec<_> = openings::unsensed().skip(2).take(4).collect();
    let logit = include_str!("../../../models/moves.txt").parse();
    let logit = logit.expect("the shipped policy");
    let players = include_str!("../../../models/players.txt").parse();
    let players = players.expect("the shipped players");
    for set in &openings {
        time_expansion(c, set);
        if set.len() < 100_000 {
            time_filter(c, set, &logit, &players);
        }
        time_survey(c, set);
    }
    for boards in [1_000, 10_000, 100_000] {
        time_survey(c, &openings[3].sample(boards));
    }
}

criterion_group!(information_set, benches);
criterion_main!(information_set);
