//! The network as its users have it: in slices, on threads, and with files that are something else.

use std::{fs, path::Path};

use proptest::prelude::*;
use rbc_belief::{BoardWeigher, BoardWeighing, InformationSet};
use rbc_rules::{Color, Observation, Observations, Position};
use rbc_siamese::{Network, NetworkError, SiameseWeigher, Weighing};

const TINY: &[u8] = include_bytes!("tiny.onnx");

/// Black's set after some of White's moves that it did not sense, and what it was told.
fn decision(turns: usize) -> (Observations, InformationSet) {
    let mut told = Observations::new(Color::Black, &Position::initial());
    let mut set = InformationSet::new(Color::Black, told.start(), 1_000_000).expect("it fits");
    let moves = ["e7e6", "g8f6", "b8c6", "f8e7"];
    for (turn, taken) in moves.into_iter().take(turns).enumerate() {
        let mut observations = vec![Observation::TurnStart { capture: None }];
        if turn + 1 < turns {
            let taken = taken.parse().expect("a move");
            observations.push(Observation::Sense(rbc_rules::SenseResult {
                square: None,
                contents: Vec::new(),
            }));
            observations.push(Observation::Move(rbc_rules::MoveResult {
                requested: Some(taken),
                taken: Some(taken),
                capture: None,
            }));
        }
        for observation in observations {
            set.observe(&observation).expect("it can be");
            told.push(observation).expect("it can be");
        }
    }
    (told, set)
}

#[test]
fn weights_come_in_slices_and_can_be_hurried() {
    let network = Network::load(TINY).expect("a network");
    let (told, set) = decision(4);
    assert!(set.len() > 5_000);
    let all = network.weights(&told, &set, Some("trout"), 1.0);
    assert_eq!(all.len(), set.len());
    assert!((all.iter().sum::<f32>() - 1.0).abs() < 1e-3);
    assert_ne!(all, network.weights(&told, &set, None, 1.0));
    assert_eq!(
        network.weights(&told, &set, Some("nobody we know"), 1.0),
        network.weights(&told, &set, None, 1.0)
    );

    let weigher = SiameseWeigher::new(network).against(Some("trout".to_owned()));
    let marginals = set.survey().marginals;
    let mut weighing = weigher.start(&told, &set, Some(&marginals));
    let mut progress = 0.0;
    let mut slices = 1;
    while !weighing.advance(set.boards()) {
        assert!(weighing.progress() > progress);
        progress = weighing.progress();
        slices += 1;
    }
    assert!(slices > 3);
    assert_eq!(weighing.finish(), all);

    for slices in 0..5 {
        let mut weighing = Weighing::new(&weigher, &told, &set, None);
        for _ in 0..slices {
            weighing.advance(set.boards());
        }
        weighing.hurry();
        assert!(weighing.advance(set.boards()));
        let weights = weighing.finish();
        assert_eq!(weights.len(), set.len());
        assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-3);
    }
}

/// The builds for JavaScript are held to the same file, in which are weights of every fifth board of the set that
/// [`decision`] gives. `OUTPOST_WRITE_FIXTURES=1` writes it.
#[test]
fn weights_are_those_of_the_fixture() {
    let network = Network::load(TINY).expect("a network");
    let (told, set) = decision(3);
    let all = network.weights(&told, &set, Some("trout"), 2.0);
    let likeliest = (0..all.len()).max_by(|a, b| all[*a].total_cmp(&all[*b]));
    let likeliest = set.boards()[likeliest.expect("a board")];
    let likeliest = set.position(likeliest).fen();
    let weights: Vec<f32> = all.iter().copied().step_by(5).take(150).collect();
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/siamese-weights.json");
    if std::env::var_os("OUTPOST_WRITE_FIXTURES").is_some() {
        let fixture = serde_json::json!({
            "opponent": "trout",
            "temperature": 2,
            "boards": all.len(),
            "likeliest": likeliest,
            "weights": weights,
        });
        fs::write(&path, format!("{fixture}\n")).expect("a file");
    }
    let fixture = fs::read_to_string(&path).expect("the fixture");
    let fixture: serde_json::Value = serde_json::from_str(&fixture).expect("JSON");
    assert_eq!(fixture["boards"], all.len());
    assert_eq!(fixture["likeliest"], likeliest);
    let expected = fixture["weights"].as_array().expect("weights");
    assert_eq!(expected.len(), weights.len());
    for (weight, expected) in weights.iter().zip(expected) {
        let expected = expected.as_f64().expect("a weight");
        assert!((f64::from(*weight) - expected).abs() < 1e-4 * expected + 1e-9);
    }
}

#[cfg(feature = "rayon")]
#[test]
fn threads_change_nothing() {
    let network = Network::load(TINY).expect("a network");
    let (told, set) = decision(4);
    let weights = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("threads");
        pool.install(|| network.weights(&told, &set, None, 1.0))
    };
    assert_eq!(weights(1), weights(3));
}

#[test]
fn a_higher_temperature_makes_boards_more_alike() {
    let network = Network::load(TINY).expect("a network");
    let (told, set) = decision(2);
    let spread = |temperature| {
        let weights = network.weights(&told, &set, None, temperature);
        weights.iter().copied().fold(0.0, f32::max) * weights.len() as f32
    };
    assert!(spread(0.1) > spread(1.0) && spread(1.0) > spread(10.0));
    assert!((spread(1e12) - 1.0).abs() < 1e-3);
    assert!(spread(0.0).is_finite() && spread(f32::NAN).is_finite());
}

/// The file with `from` replaced by `to`, which are as long as each other.
fn patched(from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut file = TINY.to_vec();
    let at: Vec<usize> = (0..=file.len() - from.len())
        .filter(|&i| file[i..].starts_with(from.as_bytes()))
        .collect();
    assert!(!at.is_empty(), "{from} is there");
    for at in at {
        file[at..at + to.len()].copy_from_slice(to.as_bytes());
    }
    file
}

#[test]
fn other_files_are_refused_with_a_reason() {
    let refused = |file: &[u8]| Network::load(file).expect_err("it is no model");
    assert_eq!(refused(b""), NetworkError::NotOnnx);
    assert_eq!(
        refused(b"<!doctype html><title>404</title>"),
        NetworkError::NotOnnx
    );
    assert_eq!(refused(&TINY[..TINY.len() / 2]), NetworkError::Truncated);
    assert_eq!(refused(&TINY[..100]), NetworkError::Truncated);
    assert_eq!(
        refused(&vec![8; (16 << 20) + 1]),
        NetworkError::TooLarge {
            bytes: (16 << 20) + 1
        }
    );
    // A model of somebody else's: nothing but a version and a graph.
    assert_eq!(refused(&[0x08, 9, 0x3a, 0]), NetworkError::NotOutpost);
    assert_eq!(
        refused(&patched("outpost-siamese", "outlaws-siamese")),
        NetworkError::NotOutpost
    );
    let mut newer = TINY.to_vec();
    let at = |text: &[u8]| {
        let found = newer.windows(text.len()).position(|window| window == text);
        found.expect("it is there") + text.len() - 1
    };
    let (format, features) = (at(b"outpost-siamese\x12\x011"), at(b"features\x12\x011"));
    newer[format] = b'2';
    assert_eq!(refused(&newer), NetworkError::Format("2".to_owned()));
    newer[format] = b'1';
    newer[features] = b'9';
    assert_eq!(refused(&newer), NetworkError::Features("9".to_owned()));
    for (from, to) in [
        ("Relu", "Tanh"),
        ("ReduceSum", "ReduceMin"),
        ("transB", "transA"),
        ("board.bias", "board.bigs"),
        ("observation.flat", "observation.flag"),
        ("board.table.weight.scale", "board.table.weight.scalp"),
        ("[\"\", \"attacker\"", "{\"\", \"attacker\""),
    ] {
        let result = Network::load(&patched(from, to));
        // A name that is changed everywhere changes nothing.
        assert!(
            matches!(result, Ok(_) | Err(NetworkError::Shape(_))),
            "{to}: {result:?}"
        );
    }
    assert!(matches!(
        refused(&patched("Relu", "Tanh")),
        NetworkError::Shape(_)
    ));
    assert!(matches!(
        refused(&patched("transB", "transA")),
        NetworkError::Shape(_)
    ));
    for error in [
        refused(b""),
        refused(&newer),
        refused(&patched("Relu", "Tanh")),
    ] {
        assert!(error.to_string().len() > 10);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever is changed in a file: an error, or a network that gives weights.
    #[test]
    fn mutated_files_do_no_harm(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        near_structure in any::<bool>(),
        cut in proptest::option::of(any::<prop::sample::Index>()),
    ) {
        let mut file = TINY.to_vec();
        for (at, value) in changes {
            // The graph's nodes come first, and are a tenth of the file.
            let len = if near_structure { 2_500 } else { file.len() };
            let at = at.index(len);
            file[at] = value;
        }
        if let Some(cut) = cut {
            file.truncate(cut.index(file.len()));
        }
        if let Ok(network) = Network::load(&file) {
            let (told, set) = decision(1);
            let weights = network.weights(&told, &set, None, 1.0);
            prop_assert!(weights.iter().all(|w| w.is_finite() && *w >= 0.0));
            prop_assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-3);
        }
    }
}
