//! The Bayes filters, of one policy and of several, against a plain one: whole positions with a weight each, moved by the rules crate's own `requests`,
//! `taken_move` and `push`.

mod common;

use std::{
    collections::{BTreeSet, HashMap},
    ops::ControlFlow,
};

use common::{Habits, random_game};
use proptest::prelude::*;
use rbc_belief::{
    BayesFilter, Completeness, IdentityFilter, InformationSet, MoveLogit, MovePolicies,
    MoverContext, PackedBoard, Request, UniformMoves, move_logit,
};
use rbc_rules::{Bitboard, Color, Move, MoveResult, Observation, Position, SenseResult, Square};
use shakmaty::ByColor;

/// How much a mover leans to a request by the `policy`th policy: any number above 0 that differs by all that a policy is
/// shown.
fn leaning(
    policy: usize,
    (mover, waiting): (Bitboard, Bitboard),
    lost: Option<Square>,
    fullmoves: u32,
    request: Option<Move>,
) -> f64 {
    let request = request.map_or(7, |m| {
        let promotion = m.promotion.map_or(0, |role| role as u64);
        u64::from(m.from.to_u32()) | u64::from(m.to.to_u32()) << 6 | promotion << 12
    });
    let lost = lost.map_or(64, |square| u64::from(square.to_u32()));
    let mut mixed = policy as u64;
    for part in [
        mover.into(),
        waiting.into(),
        lost,
        fullmoves.into(),
        request,
    ] {
        mixed = (mixed ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^= mixed >> 29;
    }
    f64::from(1 + (mixed >> 60) as u32)
}

/// The first policy of [`leaning`], as the filter is given it.
fn policy(
    context: &MoverContext,
    board: PackedBoard,
    requests: &[Request],
    chances: &mut Vec<f32>,
) {
    chances.extend(chances_by(0, context, board, requests));
}

fn chances_by(
    policy: usize,
    context: &MoverContext,
    board: PackedBoard,
    requests: &[Request],
) -> Vec<f32> {
    let pieces = (board.occupancy(), context.waiting().occupied());
    let requests = requests.iter().map(|r| Some(r.as_move())).chain([None]);
    let leanings: Vec<f64> = requests
        .map(|request| leaning(policy, pieces, context.lost(), context.fullmoves(), request))
        .collect();
    let sum: f64 = leanings.iter().sum();
    leanings
        .iter()
        .map(|leaning| (leaning / sum) as f32)
        .collect()
}

/// Three policies of [`leaning`]. At each move an eighth of those that move by the first changes to the last.
struct Three;

const PRIOR: [f64; 3] = [0.5, 0.25, 0.25];

impl MovePolicies for Three {
    fn count(&self) -> usize {
        PRIOR.len()
    }

    fn chances_of_each(
        &self,
        context: &MoverContext,
        board: PackedBoard,
        requests: &[Request],
        chances: &mut Vec<f32>,
    ) {
        let of_each = [0, 1, 2].map(|policy| chances_by(policy, context, board, requests));
        for choice in 0..=requests.len() {
            chances.extend(of_each.iter().map(|of| of[choice]));
        }
    }

    fn switch(&self, shares: &mut [f64]) {
        let change = shares[0] / 8.0;
        shares[0] -= change;
        shares[2] += change;
    }
}

/// All that the side to move may request, with promotions that name their piece, and the pass.
fn requests(position: &Position) -> BTreeSet<Option<Move>> {
    let own = position.own_side(position.turn());
    let requests = own.requests().into_iter();
    let named = requests.map(|request| Some(own.with_promotion(request)));
    named.chain([None]).collect()
}

fn packed(position: &Position, me: Color) -> PackedBoard {
    PackedBoard::pack(position, me).expect("few pieces")
}

struct Plainly {
    me: Color,
    /// By the opponent's pieces, which are all that differs, with a weight for each policy.
    positions: HashMap<PackedBoard, (Position, Vec<f64>)>,
    lost: Option<Square>,
}

impl Plainly {
    fn new(me: Color, start: &Position, prior: &[f64]) -> Plainly {
        Plainly {
            me,
            positions: HashMap::from([(packed(start, me), (start.clone(), prior.to_vec()))]),
            lost: None,
        }
    }

    fn observe(&mut self, observation: &Observation) {
        let mut next = HashMap::new();
        let mut add = |position: Position, weights: &[f64]| {
            let board = packed(&position, self.me);
            let none = || (position, vec![0.0; weights.len()]);
            let (_, sums) = next.entry(board).or_insert_with(none);
            sums.iter_mut()
                .zip(weights)
                .for_each(|(sum, weight)| *sum += weight);
        };
        for (position, weights) in self.positions.values() {
            match observation {
                Observation::TurnStart { .. } if position.turn() == self.me => {
                    add(position.clone(), weights);
                }
                Observation::TurnStart { capture } => {
                    let board = position.board();
                    if board.by_piece((!self.me).king()).is_empty() {
                        continue;
                    }
                    let pieces = (board.by_color(!self.me), board.by_color(self.me));
                    let requests = requests(position);
                    let lean = |policy: usize, request: Option<Move>| {
                        leaning(policy, pieces, self.lost, position.fullmoves(), request)
                    };
                    let mut weights = weights.clone();
                    if weights.len() == PRIOR.len() {
                        let change = weights[0] / 8.0;
                        weights[0] -= change;
                        weights[2] += change;
                    }
                    let sums: Vec<f64> = (0..weights.len())
                        .map(|policy| requests.iter().map(|r| lean(policy, *r)).sum())
                        .collect();
                    for request in requests {
                        let mut after = position.clone();
                        let taken = request.and_then(|m| position.taken_move(m));
                        if after.push(taken) == *capture {
                            let parts = weights.iter().zip(&sums).enumerate();
                            let parts: Vec<f64> = parts
                                .map(|(policy, (weight, sum))| weight * lean(policy, request) / sum)
                                .collect();
                            add(after, &parts);
                        }
                    }
                }
                Observation::Sense(result) => {
                    if &position.sense(result.square) == result {
                        add(position.clone(), weights);
                    }
                }
                Observation::Move(result) => {
                    let own = position.own_side(self.me);
                    let request = result.requested.map(|m| own.with_promotion(m));
                    let mut after = position.clone();
                    if request.and_then(|m| position.taken_move(m)) == result.taken
                        && after.push(result.taken) == result.capture
                    {
                        add(after, weights);
                    }
                }
            }
        }
        if let Observation::Move(result) = observation {
            self.lost = result.capture;
        }
        let total: f64 = next.values().flat_map(|(_, weights)| weights).sum();
        next.values_mut()
            .flat_map(|(_, weights)| weights)
            .for_each(|weight| *weight /= total);
        self.positions = next;
    }
}

/// The boards of a set, whose own order has no meaning.
fn sorted(set: &InformationSet) -> Vec<PackedBoard> {
    let mut boards: Vec<PackedBoard> = set.boards().iter().collect();
    boards.sort_unstable();
    boards
}

fn sum(weights: &[f32]) -> f64 {
    weights.iter().map(|weight| f64::from(*weight)).sum()
}

/// A side's set, its filter and the plain filter, until that has too many positions for a test's time.
struct Followed {
    set: InformationSet,
    filter: BayesFilter,
    plainly: Option<Plainly>,
}

fn starts() -> impl Strategy<Value = Position> {
    prop::sample::select(vec![
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/P6P/8/8/8/8/p6p/R3K2R w KQkq - 0 1",
        "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
        "p3k1p1/1pp3p1/8/8/1P4p1/8/1PP3P1/P3K1P1 w - - 0 1",
        "3qk3/3K4/8/2b2R2/8/1Q4r1/8/B6b w - - 0 1",
    ])
    .prop_map(|fen| fen.parse().expect("a FEN of this test"))
}

fn habits(careless_sense: f64, careful_above: usize, max_plies: usize, cap: usize) -> Habits {
    Habits {
        careless_sense,
        careful_above,
        max_plies,
        max_boards: 50_000,
        cap,
    }
}

const GO_ON: fn(usize, usize) -> ControlFlow<()> = |_, _| ControlFlow::Continue(());

proptest! {
    #![proptest_config(ProptestConfig::with_cases(25))]

    #[test]
    fn the_weights_are_those_of_the_plain_filter(seed: u64, start in starts()) {
        let mut sides = ByColor::new_with(|color| {
            let set = InformationSet::new(color, &start, 1_000_000).expect("few pieces");
            Followed {
                filter: BayesFilter::new(&set),
                set,
                plainly: Some(Plainly::new(color, &start, &[1.0])),
            }
        });
        random_game(seed, &start, &habits(0.1, 300, 24, 1_000_000), |set, told, truth| {
            let side = sides.get_mut(told.color());
            let new = told.log().last().expect("an observation");
            side.filter
                .observe(&mut side.set, new, &policy, &mut { GO_ON })
                .expect("the truth fits");
            assert_eq!(sorted(&side.set), sorted(set));
            assert_eq!(side.set.completeness(), set.completeness());
            assert_eq!(side.set.last_decay(), set.last_decay());
            assert_eq!(side.set.observed(), set.observed());
            let weights = side.filter.weights();
            assert_eq!(weights.len(), set.len());
            assert!((sum(weights) - 1.0).abs() < 1e-5, "{}", sum(weights));
            let truth = packed(truth, told.color());
            let of_truth = side.set.boards().iter().position(|board| board == truth);
            assert!(weights[of_truth.expect("the true board is there")] > 0.0);

            let Some(plainly) = &mut side.plainly else { return };
            plainly.observe(new);
            if plainly.positions.len() > 1_000 {
                side.plainly = None;
                return;
            }
            assert_eq!(plainly.positions.len(), set.len());
            for (board, weight) in side.set.boards().iter().zip(weights) {
                let expected = plainly.positions[&board].1[0];
                let weight = f64::from(*weight);
                assert!(
                    (weight - expected).abs() <= 1e-4 * expected + 1e-25,
                    "{weight}, plainly {expected}, after {new:?}"
                );
            }
        });
    }

    #[test]
    fn policies_and_boards_have_the_plain_posterior(seed: u64, start in starts()) {
        let mut sides = ByColor::new_with(|color| {
            let set = InformationSet::new(color, &start, 1_000_000).expect("few pieces");
            let filter = IdentityFilter::new(&set, &PRIOR);
            (set, filter, Some(Plainly::new(color, &start, &PRIOR)))
        });
        random_game(seed, &start, &habits(0.1, 100, 16, 1_000_000), |_, told, _| {
            let (set, filter, plainly) = sides.get_mut(told.color());
            let new = told.log().last().expect("an observation");
            filter.observe(set, new, &Three, &mut { GO_ON }).expect("the truth fits");
            let posterior = filter.posterior();
            assert!((posterior.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((filter.beginnings().iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let recognised = filter.recognised();
            assert!((recognised.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(recognised.iter().all(|of| *of > 0.0));
            assert!((sum(&filter.weights()) - 1.0).abs() < 1e-5);

            let Some(plain) = plainly else { return };
            plain.observe(new);
            if plain.positions.len() > 400 {
                *plainly = None;
                return;
            }
            for (policy, of) in posterior.iter().enumerate() {
                let expected: f64 = plain.positions.values().map(|(_, w)| w[policy]).sum();
                assert!((of - expected).abs() < 1e-4, "{of}, plainly {expected}, after {new:?}");
                for (board, weight) in set.boards().iter().zip(filter.weights_by(policy)) {
                    let expected = plain.positions[&board].1[policy];
                    let weight = of * f64::from(weight);
                    assert!(
                        (weight - expected).abs() <= 1e-4 * expected + 1e-25,
                        "{weight}, plainly {expected}, after {new:?}"
                    );
                }
            }
            for (board, weight) in set.boards().iter().zip(filter.weights()) {
                let expected: f64 = plain.positions[&board].1.iter().sum();
                assert!((f64::from(weight) - expected).abs() <= 1e-4 * expected + 1e-25);
            }
        });
    }

    #[test]
    fn requests_are_those_of_the_rules(seed: u64, start in starts()) {
        random_game(seed, &start, &habits(0.1, 300, 24, 1_000_000), |_, _, truth| {
            if truth.board().by_piece(truth.turn().king()).is_empty() {
                return;
            }
            let (context, board) = MoverContext::of(truth, None).expect("few pieces");
            let mut listed = Vec::new();
            context.requests(board, &mut listed);
            let mut all = requests(truth);
            assert!(all.remove(&None));
            assert_eq!(listed.len(), all.len());
            let pass = context.after(board, None);
            for request in &listed {
                let m = request.as_move();
                assert!(all.contains(&Some(m)), "{m}");
                let mut after = truth.clone();
                let taken = truth.taken_move(m);
                assert_eq!(request.stop, taken.map(|taken| taken.to), "{m}");
                assert_eq!(request.capture, after.push(taken), "{m}");
                let led_to = context.after(board, Some(request));
                assert_eq!(led_to, packed(&after, !context.mover()), "{m}");
                assert_eq!(led_to == pass, request.stop.is_none(), "{m}");
            }
        });
    }

    /// Whatever happened beyond the cap: a set that is exact again has exact weights, and policies their probabilities.
    #[test]
    fn the_way_back_to_an_exact_set_keeps_the_weights(seed: u64) {
        let start = Position::initial();
        let mut sides = ByColor::new_with(|color| {
            [64, 1_000_000].map(|cap| {
                let set = InformationSet::new(color, &start, cap).expect("few pieces");
                (IdentityFilter::new(&set, &PRIOR), set)
            })
        });
        random_game(seed, &start, &habits(0.3, 300, 40, 1_000_000), |_, told, _| {
            let sides = sides.get_mut(told.color());
            let new = told.log().last().expect("an observation");
            let [capped, whole] = sides.each_mut().map(|(filter, set)| {
                filter.observe(set, new, &Three, &mut { GO_ON }).expect("the truth fits");
                let weights = filter.weights().into_iter();
                let weights: HashMap<_, _> = set.boards().iter().zip(weights).collect();
                let exact = set.completeness() == Completeness::Exact;
                exact.then(|| (weights, filter.posterior().to_vec()))
            });
            if let (Some((capped, of_capped)), Some((whole, of_whole))) = (capped, whole) {
                for (of, expected) in of_capped.iter().zip(of_whole) {
                    assert!((of - expected).abs() < 1e-4, "{of}, exactly {expected}");
                }
                assert_eq!(capped.len(), whole.len());
                for (board, weight) in capped {
                    let expected = whole[&board];
                    assert!((weight - expected).abs() <= 1e-4 * expected + 1e-25);
                }
            }
        });
    }

    /// Beyond the cap, too: there weights are estimates, but there is one for each board.
    #[test]
    fn samples_keep_a_weight_for_each_board(seed: u64) {
        let start = Position::initial();
        let weights = vec![0.1; move_logit::FEATURES];
        let policy = MoveLogit::new(weights).expect("weights");
        let follow = || {
            let mut sides = ByColor::new_with(|color| {
                let set = InformationSet::new(color, &start, 500).expect("few pieces");
                (BayesFilter::new(&set), set)
            });
            let mut last = Vec::new();
            random_game(seed, &start, &habits(1.0, 1_000_000, 10, 500), |_, told, _| {
                let (filter, set) = sides.get_mut(told.color());
                let new = told.log().last().expect("an observation");
                filter.observe(set, new, &policy, &mut { GO_ON }).expect("the truth fits");
                assert_eq!(filter.weights().len(), set.len());
                assert!(filter.weights().iter().all(|weight| *weight > 0.0));
                assert!((sum(filter.weights()) - 1.0).abs() < 1e-5);
                last = filter.weights().to_vec();
            });
            last
        };
        prop_assert_eq!(follow(), follow());
    }
}

/// Every possible board has the same chance to be in a sample, so those that are keep their ratios.
#[test]
fn the_first_sample_keeps_exact_ratios() {
    let start = Position::initial();
    let [exact, sampled] = [1_000_000, 4_096].map(|cap| {
        let mut set = InformationSet::new(Color::Black, &start, cap).expect("few pieces");
        let mut filter = BayesFilter::new(&set);
        let turn = Observation::TurnStart { capture: None };
        let pass = [
            Observation::Sense(SenseResult::default()),
            Observation::Move(MoveResult::default()),
        ];
        while set.completeness() == Completeness::Exact && set.len() < 5_000 {
            for observation in std::iter::once(&turn).chain(&pass) {
                filter
                    .observe(&mut set, observation, &policy, &mut { GO_ON })
                    .expect("nothing contradicts");
                if set.len() >= 5_000 || set.completeness() != Completeness::Exact {
                    break;
                }
            }
        }
        let boards = set.boards().iter();
        let weights = filter.weights().iter().copied();
        boards.zip(weights).collect::<HashMap<_, _>>()
    });
    assert!(sampled.len() < exact.len() / 2);
    let kept: f64 = sampled.keys().map(|board| f64::from(exact[board])).sum();
    for (board, weight) in &sampled {
        let expected = f64::from(exact[board]) / kept;
        assert!((f64::from(*weight) / expected - 1.0).abs() < 1e-4);
    }
}

#[test]
fn an_interrupted_step_goes_on() {
    let mut set =
        InformationSet::new(Color::Black, &Position::initial(), 1_000_000).expect("few pieces");
    let mut filter = BayesFilter::new(&set);
    let turn = Observation::TurnStart { capture: None };
    let pass = Observation::Move(MoveResult::default());
    let (mut interruptions, mut begun_afresh) = (0, false);
    for observation in [&turn, &pass].into_iter().cycle().take(9) {
        let before = (set.clone(), filter.clone());
        let (mut plain, mut whole) = before.clone();
        whole
            .observe(&mut plain, observation, &UniformMoves, &mut { GO_ON })
            .expect("nothing contradicts");
        while filter
            .observe(&mut set, observation, &UniformMoves, &mut |_, _| {
                ControlFlow::Break(())
            })
            .is_err()
        {
            interruptions += 1;
            assert_eq!(filter.weights().len(), set.len());
            // Another observation begins afresh.
            if *observation == turn && !begun_afresh {
                begun_afresh = true;
                let capture = Observation::TurnStart {
                    capture: Some(Square::D8),
                };
                let [interrupted, untouched] =
                    [(&set, &filter), (&before.0, &before.1)].map(|(set, filter)| {
                        let (mut set, mut filter) = (set.clone(), filter.clone());
                        filter
                            .observe(&mut set, &capture, &UniformMoves, &mut { GO_ON })
                            .expect("the queen can be captured");
                        (sorted(&set), filter.weights().to_vec())
                    });
                assert!(interrupted == untouched);
            }
        }
        assert_eq!(filter.weights(), whole.weights());
        assert_eq!(set.boards(), plain.boards());
    }
    assert!(interruptions > 0 && begun_afresh);
}

/// One table, and one in parts, whose lanes several threads share.
#[test]
#[cfg(feature = "rayon")]
fn weights_do_not_depend_on_the_number_of_threads() {
    /// Two policies, between which the opponent may change.
    struct Two;
    impl MovePolicies for Two {
        fn count(&self) -> usize {
            2
        }

        fn chances_of_each(
            &self,
            _: &MoverContext,
            _: PackedBoard,
            requests: &[Request],
            chances: &mut Vec<f32>,
        ) {
            let n = (requests.len() + 1) as f32;
            let sum = n * (n + 1.0) / 2.0;
            for i in 0..=requests.len() {
                chances.extend([1.0 / n, (i + 1) as f32 / sum]);
            }
        }

        fn switch(&self, shares: &mut [f64]) {
            let change = shares[0] / 8.0;
            shares[0] -= change;
            shares[1] += change;
        }
    }
    for set in rbc_belief::openings::unsensed().skip(3).take(2) {
        let follow = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.build().expect("threads").install(|| {
                let (mut one, mut two) = (set.clone(), set.clone());
                let mut filter = BayesFilter::new(&one);
                let mut identity = IdentityFilter::new(&two, &[0.5, 0.5]);
                let turn = Observation::TurnStart { capture: None };
                filter
                    .observe(&mut one, &turn, &UniformMoves, &mut { GO_ON })
                    .expect("nothing contradicts");
                identity
                    .observe(&mut two, &turn, &Two, &mut { GO_ON })
                    .expect("nothing contradicts");
                assert!((sum(filter.weights()) - 1.0).abs() < 1e-4);
                let of_both = (identity.posterior().to_vec(), identity.weights());
                (sorted(&one), filter.weights().to_vec(), of_both)
            })
        };
        let alone = follow(1);
        for threads in [2, 3, 8] {
            assert!(follow(threads) == alone, "{threads} threads");
        }
    }
}
