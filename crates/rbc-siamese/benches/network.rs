//! Loading the network, embedding an observation, weighing boards: `cargo bench -p rbc-siamese`.
//!
//! The tests' tiny model is not what anybody plays with: `OUTPOST_MODEL=models/siamese.onnx` names another.

use std::{env, fs, hint::black_box};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rbc_belief::{InformationSet, PackedBoard};
use rbc_rules::{Color, Observation, Observations, Position};
use rbc_siamese::{BoardFeatures, Network, observation_features};

fn network(c: &mut Criterion) {
    let file = match env::var_os("OUTPOST_MODEL") {
        Some(path) => fs::read(path).expect("OUTPOST_MODEL names a file"),
        None => include_bytes!("../tests/tiny.onnx").to_vec(),
    };
    let mut told = Observations::new(Color::Black, &Position::initial());
    let mut set = InformationSet::new(Color::Black, told.start(), 1_000_000).expect("it fits");
    for requested in ["e7e6", "g8f6", "b8c6", "f8e7"] {
        let taken = requested.parse().expect("a move");
        for observation in [
            Observation::TurnStart { capture: None },
            Observation::Sense(rbc_rules::SenseResult {
                square: None,
                contents: Vec::new(),
            }),
            Observation::Move(rbc_rules::MoveResult {
                requested: Some(taken),
                taken: Some(taken),
                capture: None,
            }),
        ] {
            set.observe(&observation).expect("it can be");
            told.push(observation).expect("it can be");
        }
    }
    let planes = observation_features(&told, &set.survey().marginals, set.estimated_len());
    let step = set.len() / 10_000;
    let boards: Vec<PackedBoard> = set.boards().iter().step_by(step).take(10_000).collect();
    let features = BoardFeatures::new(told.own());
    let network = Network::load(&file).expect("a model");
    let observed = network.observe(&planes, None);

    let mut group = c.benchmark_group("network");
    group.sample_size(20);
    group.bench_function("load", |b| b.iter(|| Network::load(black_box(&file))));
    group.bench_function("observe", |b| {
        b.iter(|| network.observe(black_box(&planes), None));
    });
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("rows of 10,000 boards", |b| {
        let mut rows = Vec::new();
        b.iter(|| {
            for &board in &boards {
                rows.clear();
                features.extend(board, &mut rows);
                black_box(&rows);
            }
        });
    });
    for count in [1_000, 10_000] {
        let mut distances = vec![0.0; count];
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(format!("distances of {count} boards"), |b| {
            b.iter(|| {
                let boards = black_box(&boards[..count]);
                network.distances(&observed, &features, boards, &mut distances);
            });
        });
    }
}

criterion_group!(benches, network);
criterion_main!(benches);
