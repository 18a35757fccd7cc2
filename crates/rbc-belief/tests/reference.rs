//! The packed set against a plain one: a hash set of whole positions, moved by the rules crate's own
//! `requests`, `taken_move` and `push`.

mod common;
#[path = "common/plain.rs"]
mod plain;

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use common::{Habits, random_game};
use plain::{Key, Plain, key};
use proptest::prelude::*;
use rbc_belief::{Completeness, InformationSet, Survey, openings};
use rbc_rules::{Observation, Observations, Position, Square, window};
use shakmaty::ByColor;

impl Plain {
    /// Takes in what was told last; false once there were more than `limit` positions, which the plain
    /// way cannot follow in a test's time.
    fn observe(&mut self, told: &Observations, limit: usize) -> bool {
        if self.positions.len() > limit {
            // From now on: what happened leaves some position otherwise.
            self.positions.clear();
        }
        if let Some(observation) = told.log().last() {
            self.positions = self.after(observation);
        }
        !self.positions.is_empty()
    }

    fn keys(&self) -> HashSet<Key> {
        self.positions.keys().cloned().collect()
    }

    /// What a sense of `square` would show on each board, with how many boards and what weight.
    fn classes(&self, square: Square, weigh: impl Fn(&Position) -> f64) -> Vec<(u32, f64)> {
        let mut classes: HashMap<Vec<_>, (u32, f64)> = HashMap::new();
        for position in self.positions.values() {
            let seen = window(square)
                .into_iter()
                .map(|sq| position.board().piece_at(sq))
                .collect();
            let class = classes.entry(seen).or_default();
            class.0 += 1;
            class.1 += weigh(position);
        }
        classes.into_values().collect()
    }

    /// The weight of each opponent's role on `square`, and of none.
    fn contents(&self, square: Square, weigh: impl Fn(&Position) -> f64) -> [f64; 7] {
        let mut contents = [0.0; 7];
        for position in self.positions.values() {
            let piece = position.board().piece_at(square);
            let role = piece.filter(|piece| piece.color != self.me);
            contents[role.map_or(0, |piece| piece.role as usize)] += weigh(position);
        }
        contents
    }
}

fn entropy(weights: impl Iterator<Item = f64> + Clone) -> f64 {
    let total: f64 = weights.clone().sum();
    let shares = weights.map(|w| w / total).filter(|p| *p > 0.0);
    -shares.map(|p| p * p.log2()).sum::<f64>()
}

/// A weight that differs from board to board, and is now and then 0.
fn weight(position: &Position) -> f32 {
    let occupied = u64::from(position.board().occupied());
    (occupied.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61) as f32
}

fn assert_surveyed(survey: &Survey, plain: &Plain, weigh: impl Fn(&Position) -> f64) {
    let near = |a: f64, b: f64, what: &str, square: Square| {
        assert!((a - b).abs() < 1e-5, "{what} at {square}: {a}, plainly {b}");
    };
    let total: f64 = plain.positions.values().map(&weigh).sum();
    for square in Square::ALL {
        let (i, classes) = (square.to_usize(), plain.classes(square, &weigh));
        assert_eq!(
            Some(survey.senses.worst[i]),
            classes.iter().map(|c| c.0).max()
        );
        let left: f64 = classes.iter().map(|(n, w)| f64::from(*n) * w).sum();
        near(survey.senses.expected[i], left / total, "expected", square);
        let told = entropy(classes.iter().map(|c| c.1));
        near(survey.senses.information[i], told, "information", square);
        let contents = plain.contents(square, &weigh);
        near(
            survey.entropy[i],
            entropy(contents.into_iter()),
            "entropy",
            square,
        );
        for role in 0..6 {
            let share = f64::from(survey.marginals[role][i]);
            near(share, contents[role + 1] / total, "marginal", square);
        }
    }
}

fn assert_same(set: &InformationSet, plain: &Plain, told: &Observations) {
    let context = told.log().last();
    let keys: HashSet<Key> = set.positions().map(|p| key(&p)).collect();
    assert_eq!(keys.len(), set.len(), "a board twice after {context:?}");
    assert!(
        keys == plain.keys(),
        "{} boards, plainly {} after {context:?}",
        set.len(),
        plain.positions.len()
    );
}

fn habits(careless_sense: f64, max_plies: usize, cap: usize) -> Habits {
    Habits {
        careless_sense,
        careful_above: 300,
        max_plies,
        max_boards: 50_000,
        cap,
    }
}

fn start() -> impl Strategy<Value = Position> {
    prop::sample::select(vec![
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/P6P/8/8/8/8/p6p/R3K2R w KQkq - 0 1",
        "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
        "r3k2r/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/R3K2R w KQkq - 0 1",
        "p3k1p1/1pp3p1/8/8/1P4p1/8/1PP3P1/P3K1P1 w - - 0 1",
        "4k2r/8/5p2/3P4/8/8/3P4/R3K2R w KQk c3 0 1",
        "3qk3/3K4/8/2b2R2/8/1Q4r1/8/B6b w - - 0 1",
    ])
    .prop_map(|fen| fen.parse().expect("a FEN of this test"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_set_is_the_plain_set(seed: u64, start in start()) {
        let mut plain = ByColor::new_with(|c| Plain::new(c, &start));
        random_game(seed, &start, &habits(0.1, 24, 1_000_000), |set, told, _| {
            let plain = plain.get_mut(told.color());
            if plain.observe(told, 1_500) {
                assert_same(set, plain, told);
                assert_eq!(set.completeness(), Completeness::Exact);
            }
        });
    }

    #[test]
    fn a_capped_set_is_part_of_the_whole_and_exact_when_it_says_so(seed: u64, start in start()) {
        let mut whole = ByColor::new_with(|c| {
            InformationSet::new(c, &start, 1_000_000).expect("at most 16 pieces")
        });
        random_game(seed, &start, &habits(0.2, 24, InformationSet::MIN_CAP), |capped, told, _| {
            let whole = whole.get_mut(told.color());
            if whole.len() > 50_000 {
                return;
            }
            whole
                .catch_up(told, &mut |_, _| ControlFlow::Continue(()))
                .expect("the truth fits");
            assert_honest(capped, whole);
        });
    }

    #[test]
    fn a_survey_is_the_plain_counts(seed: u64, start in start()) {
        let mut plain = ByColor::new_with(|c| Plain::new(c, &start));
        random_game(seed, &start, &habits(0.3, 9, 1_000_000), |set, told, _| {
            let plain = plain.get_mut(told.color());
            if !plain.observe(told, 1_000) {
                return;
            }
            let survey = set.survey();
            assert_surveyed(&survey, plain, |_| 1.0);
            let best = survey.senses.best();
            let worst = survey.senses.worst;
            assert_eq!(Some(&worst[best.to_usize()]), worst.iter().min());
            let weights: Vec<f32> = set.positions().map(|p| weight(&p)).collect();
            if weights.iter().any(|w| *w > 0.0) {
                let weighted = Survey::of(set.boards(), Some(&weights));
                assert_surveyed(&weighted, plain, |p| f64::from(weight(p)));
            }
        });
    }
}

/// A capped set holds only possible boards, all of them when it says so, and never none.
fn assert_honest(capped: &InformationSet, whole: &InformationSet) {
    let all: HashSet<_> = whole.boards().iter().collect();
    assert!(!capped.is_empty());
    assert!(capped.boards().iter().all(|b| all.contains(&b)));
    if capped.completeness() == Completeness::Exact {
        assert_eq!(capped.len(), all.len());
    } else {
        assert!(capped.len() <= InformationSet::MIN_CAP);
    }
}

/// Sets that are worked on in parts and lanes are what their boards lead to one by one.
#[test]
fn a_large_expansion_is_the_union_of_single_ones() {
    let large = openings::unsensed().nth(4).expect("an opening");
    for capture in [None, Some(Square::E6), Some(Square::A6)] {
        let observation = Observation::TurnStart { capture };
        let mut union = HashSet::new();
        let mut generated = 0;
        for position in large.positions() {
            let mut single = InformationSet::of(large.color(), &[position], 1_000).expect("one");
            generated += single.opponent_moves(0..1, capture);
            if single.observe(&observation).is_ok() {
                union.extend(single.boards().iter());
            }
        }
        let mut whole = large.clone();
        whole.observe(&observation).expect("some move fits");
        assert_eq!(whole.len(), union.len());
        assert!(whole.boards().iter().all(|board| union.contains(&board)));
        assert_eq!(large.opponent_moves(0..large.len(), capture), generated);
    }
}
