//! The packed set against a plain one: a hash set of whole positions, moved by the rules crate's own
//! `requests`, `taken_move` and `push`.

mod common;

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use common::{Habits, random_game};
use proptest::prelude::*;
use rbc_belief::{Completeness, InformationSet, SenseValues};
use rbc_rules::{Bitboard, Color, Observation, Observations, Position, Square, window};
use shakmaty::{Board, ByColor};

/// A position without its counters, and with the en passant square only where it can be used.
type Key = (Board, Color, Bitboard, Option<Square>);

fn key(position: &Position) -> Key {
    let usable = position.ep_square().filter(|ep| {
        position
            .board()
            .by_piece(position.turn().pawn())
            .into_iter()
            .any(|from| position.is_en_passant(from, *ep))
    });
    (
        position.board().clone(),
        position.turn(),
        position.castling_rights(),
        usable,
    )
}

struct Plain {
    me: Color,
    positions: HashMap<Key, Position>,
    abandoned: bool,
}

impl Plain {
    fn new(me: Color, start: &Position) -> Plain {
        Plain {
            me,
            positions: HashMap::from([(key(start), start.clone())]),
            abandoned: false,
        }
    }

    /// Takes in what was told last; false once there were more than `limit` positions, which the plain
    /// way cannot follow in a test's time.
    fn observe(&mut self, told: &Observations, limit: usize) -> bool {
        self.abandoned |= self.positions.len() > limit;
        if !self.abandoned
            && let Some(observation) = told.log().last()
        {
            self.take_in(observation);
        }
        !self.abandoned
    }

    fn take_in(&mut self, observation: &Observation) {
        let mut next = HashMap::new();
        let mut keep = |position: Position| {
            next.insert(key(&position), position);
        };
        for position in self.positions.values() {
            match observation {
                Observation::TurnStart { capture } => {
                    if position.turn() == self.me {
                        keep(position.clone());
                        continue;
                    }
                    let board = position.board();
                    if Color::ALL
                        .into_iter()
                        .any(|c| board.by_piece(c.king()).is_empty())
                    {
                        continue;
                    }
                    let mut requests: Vec<_> = position
                        .own_side(position.turn())
                        .requests()
                        .into_iter()
                        .map(Some)
                        .collect();
                    requests.push(None);
                    for request in requests {
                        let mut after = position.clone();
                        let taken = request.and_then(|m| position.taken_move(m));
                        if after.push(taken) == *capture {
                            keep(after);
                        }
                    }
                }
                Observation::Sense(result) => {
                    if &position.sense(result.square) == result {
                        keep(position.clone());
                    }
                }
                Observation::Move(result) => {
                    let mut after = position.clone();
                    let taken = result.requested.and_then(|m| {
                        position.taken_move(position.own_side(self.me).with_promotion(m))
                    });
                    if taken == result.taken && after.push(taken) == result.capture {
                        keep(after);
                    }
                }
            }
        }
        self.positions = next;
    }

    fn keys(&self) -> HashSet<Key> {
        self.positions.keys().cloned().collect()
    }

    /// Worst and expected class of a window, counted the plain way.
    fn classes(&self, square: Square) -> (u32, f64) {
        let mut classes: HashMap<Vec<_>, u32> = HashMap::new();
        for position in self.positions.values() {
            let seen = window(square)
                .into_iter()
                .map(|sq| position.board().piece_at(sq))
                .collect();
            *classes.entry(seen).or_default() += 1;
        }
        let worst = classes.values().copied().max().unwrap_or(0);
        let squares: f64 = classes.values().map(|n| f64::from(*n).powi(2)).sum();
        (worst, squares / self.positions.len() as f64)
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
    fn sense_values_are_the_plain_counts(seed: u64, start in start()) {
        let mut plain = ByColor::new_with(|c| Plain::new(c, &start));
        random_game(seed, &start, &habits(0.3, 9, 1_000_000), |set, told, _| {
            let plain = plain.get_mut(told.color());
            if !plain.observe(told, 1_000) {
                return;
            }
            let values = SenseValues::of(set.boards());
            for square in Square::ALL {
                let (worst, expected) = plain.classes(square);
                assert_eq!(values.worst[square.to_usize()], worst, "worst at {square}");
                let difference = values.expected[square.to_usize()] - expected;
                assert!(difference.abs() < 1e-6, "expected at {square}: {difference}");
            }
            let best = values.best();
            assert_eq!(Some(&values.worst[best.to_usize()]), values.worst.iter().min());
        });
    }
}

/// A capped set holds only possible boards, all of them when it says so, and never none.
fn assert_honest(capped: &InformationSet, whole: &InformationSet) {
    let all: HashSet<_> = whole.boards().iter().collect();
    assert!(!capped.is_empty());
    assert!(capped.boards().iter().all(|b| all.contains(b)));
    if capped.completeness() == Completeness::Exact {
        assert_eq!(capped.len(), all.len());
    } else {
        assert!(capped.len() <= InformationSet::MIN_CAP);
    }
}
