//! Sets given by their boards, against information sets that were told the same.

mod common;

use std::collections::BTreeSet;

use common::{Habits, random_game};
use rand::{Rng, SeedableRng, rngs::SmallRng, seq::IndexedRandom};
use rbc_belief::{
    InformationSet,
    position_set::{Answer, MAX_POSITIONS, PositionSet},
    replay::{Action, StepPhase},
};
use rbc_rules::{Observation, Phase, Position, Square};

const STARTS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/P6P/8/8/8/8/p6p/R3K2R w KQkq - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
];

fn fens(positions: impl Iterator<Item = Position>) -> BTreeSet<String> {
    positions.map(|position| position.fen()).collect()
}

/// All answers to an action divide the boards as a set does that is told each of them.
fn compare(set: &PositionSet, like: &InformationSet, action: Action) -> usize {
    let answers = set.answers(action).expect("its time");
    let boards: usize = answers.iter().map(|(_, boards)| boards).sum();
    assert_eq!(boards, set.positions().len());
    assert!(answers.is_sorted_by(|(_, a), (_, b)| a >= b));
    for (i, (answer, boards)) in answers.iter().enumerate() {
        let mut told = like.clone();
        let (observation, ends_game) = match answer {
            Answer::Sense(result) => (Observation::Sense(result.clone()), false),
            Answer::Move { result, ends_game } => (Observation::Move(*result), *ends_game),
        };
        told.observe(&observation).expect("it is possible");
        let taken = set.take(action, i).expect("an answer");
        let (taken, told) = (
            fens(taken.positions().iter().cloned()),
            fens(told.positions()),
        );
        // A king that is captured is told apart here, and by the end of the game there.
        let twin = answers.iter().any(|(other, _)| {
            matches!((answer, other), (Answer::Move { result, .. }, Answer::Move { result: r, ends_game: e })
                if r == result && *e != ends_game)
        });
        if twin {
            assert!(taken.is_subset(&told));
        } else {
            assert_eq!(taken, told, "{action:?}: {answer:?}");
        }
        // Boards that a capture makes equal are one.
        assert!(taken.len() <= *boards);
    }
    answers.len()
}

#[test]
fn boards_are_divided_as_an_information_set_divides_them() {
    let habits = Habits {
        careless_sense: 0.2,
        careful_above: 60,
        max_plies: 40,
        max_boards: 2_000,
        cap: 100_000,
    };
    let (mut sets, mut answers) = (0, 0);
    for seed in 0..24 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let start: Position = STARTS[seed as usize % 3].parse().expect("a FEN");
        random_game(seed, &start, &habits, |set, told, _| {
            if told.phase() != Phase::Sense || set.len() > 300 || rng.random_bool(0.7) {
                return;
            }
            assert!(set.len() <= MAX_POSITIONS);
            let boards: Vec<String> = set.positions().map(|position| position.fen()).collect();
            let given = PositionSet::read(&boards, StepPhase::Start);
            // Somebody's king may be gone on a board that only the game's going on rules out.
            let Ok(given) = given else {
                return;
            };
            assert_eq!(
                fens(given.positions().iter().cloned()),
                fens(set.positions())
            );
            let square = Square::new(rng.random_range(0..64));
            answers += compare(&given, set, Action::Sense(Some(square)));
            let mut passed = set.clone();
            let none = Observation::Sense(Default::default());
            passed.observe(&none).expect("it is always possible");
            for _ in 0..4 {
                let request = set.own().requests().choose(&mut rng).copied();
                answers += compare(&given, &passed, Action::Request(request));
            }
            sets += 1;
        });
    }
    assert!(sets > 60 && answers > 600, "{sets} sets, {answers} answers");
}
