//! The piecewise grid over whole random games: what must hold after every event.

use proptest::prelude::*;
use rand::{Rng, RngCore, SeedableRng, rngs::SmallRng, seq::IndexedRandom};
use rbc_belief::PiecewiseGrid;
use rbc_rules::{Arbiter, Bitboard, GameSetup, Observation, Observations, Position, Role, Square};
use shakmaty::ByColor;

/// How the sides of a random game behave.
#[derive(Clone, Copy, Debug)]
struct Habits {
    /// Chance of a sense where the grids are least certain, instead of anywhere or none.
    careful: f64,
    /// Plies after which the game is left.
    max_plies: usize,
}

/// Plays a game of random moves with a grid on both sides. After every event of its own, a side's grid and what it
/// was told are given to `check`.
fn random_game(
    seed: u64,
    start: &Position,
    habits: Habits,
    mut check: impl FnMut(&PiecewiseGrid, &Observations),
) {
    let mut arbiter = Arbiter::new(GameSetup {
        start: start.clone(),
        ..GameSetup::default()
    });
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut grids =
        ByColor::new_with(|color| PiecewiseGrid::new(color, start).expect("at most 16 pieces"));
    arbiter.start(0);
    while arbiter.outcome().is_none() && arbiter.ply() < habits.max_plies {
        let color = arbiter.turn();
        let grid = grids.get_mut(color);
        let mut take_in = |arbiter: &Arbiter, grid: &mut PiecewiseGrid| {
            let told = arbiter.observations(color);
            for observation in &told.log()[grid.observed()..] {
                grid.observe(observation);
                check(grid, told);
            }
        };
        take_in(&arbiter, grid);
        let sense = if rng.random_bool(habits.careful) {
            Some(grid.best_sense())
        } else {
            rng.random_bool(0.8)
                .then(|| Square::new(rng.random_range(0..64)))
        };
        arbiter.sense(sense, 0).expect("to sense");
        take_in(&arbiter, grid);
        let requests = arbiter.observations(color).own().requests();
        let request = requests.choose(&mut rng).copied();
        arbiter
            .play(request.filter(|_| rng.random_bool(0.95)), 0)
            .expect("a request");
        if arbiter.outcome().is_none() {
            take_in(&arbiter, grid);
        }
    }
}

fn check_grids(grid: &PiecewiseGrid) {
    for piece in grid.pieces() {
        let mut sum = piece.captured();
        for square in Square::ALL {
            for p in [piece.at(square), piece.promoted_at(square)] {
                assert!((0.0..=1.0 + 1e-9).contains(&p), "{p} on {square}");
                sum += p;
            }
            if grid.own().pieces().contains(square) {
                assert_eq!(piece.stands_on(square), 0.0, "on an own piece");
            }
        }
        assert!((sum - 1.0).abs() < 1e-6, "{:?}: {sum}", piece.role());
        assert!((0.0..=1.0 + 1e-9).contains(&piece.captured()));
        assert_eq!(
            piece.captured() * f64::from(u8::from(piece.role() == Role::King)),
            0.0
        );
    }
    for square in Square::ALL {
        for role in Role::ALL {
            let p = grid.probability(square, role);
            assert!((0.0..=1.0).contains(&p));
        }
    }
    for value in grid.window_values() {
        assert!(value.is_finite() && value >= 0.0);
    }
}

fn check_samples(grid: &PiecewiseGrid, told: &Observations, rng: &mut SmallRng) {
    let color = grid.color();
    let sensed = match told.log().get(grid.observed() - 1) {
        Some(Observation::Sense(result)) => result.contents.clone(),
        _ => Vec::new(),
    };
    for sample in grid.sample(8, &mut || rng.next_u64()) {
        let board = sample.position.board();
        assert!(sample.weight > 0.0 && sample.weight <= 1.0);
        assert_eq!(sample.position.own_side(color), *grid.own());
        let theirs = board.by_color(!color);
        assert!(theirs.count() <= grid.pieces().len() - grid.captured());
        let kings = grid.pieces().iter().filter(|p| p.role() == Role::King);
        assert_eq!((board.kings() & theirs).count(), kings.count());
        let ends = Bitboard::from_rank(shakmaty::Rank::First)
            | Bitboard::from_rank(shakmaty::Rank::Eighth);
        assert!((board.pawns() & theirs & ends).is_empty());
        for (square, piece) in &sensed {
            assert_eq!(board.piece_at(*square), *piece, "{square}");
        }
    }
}

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    // Promotions, from the first moves on.
    "4k3/PPPP1PPP/8/8/8/8/pppp1ppp/4K3 b - - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8",
    "4k3/8/8/8/4p3/8/3P4/4K2R w K - 0 1",
];

fn whole_game(seed: u64, start: &str, habits: Habits) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let start: Position = start.parse().expect("a position");
    random_game(seed, &start, habits, |grid, told| {
        check_grids(grid);
        check_samples(grid, told, &mut rng);
    });
}

#[test]
fn beliefs_do_not_break_down_over_200_games() {
    for seed in 0..200 {
        let habits = Habits {
            careful: [0.0, 0.5, 1.0][seed as usize % 3],
            max_plies: 120,
        };
        whole_game(seed, STARTS[0], habits);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn grids_are_probabilities_and_samples_agree_with_what_was_told(
        seed in any::<u64>(),
        start in 0..STARTS.len(),
        careful in 0.0..1.0,
    ) {
        whole_game(seed, STARTS[start], Habits { careful, max_plies: 80 });
    }
}

/// How much of the truth is believed in.
#[test]
fn grids_believe_in_the_truth() {
    let mut sum = 0.0;
    let mut count = 0.0_f64;
    for seed in 0..20 {
        let start = Position::initial();
        let mut arbiter = Arbiter::new(GameSetup::default());
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut grids =
            ByColor::new_with(|color| PiecewiseGrid::new(color, &start).expect("16 pieces"));
        arbiter.start(0);
        while arbiter.outcome().is_none() && arbiter.ply() < 60 {
            let color = arbiter.turn();
            let grid = grids.get_mut(color);
            let told = arbiter.observations(color);
            for observation in &told.log()[grid.observed()..] {
                grid.observe(observation);
            }
            let theirs = arbiter.observations(!color).own().board().clone();
            for (square, piece) in theirs {
                sum += grid.probability(square, piece.role);
                count += 1.0;
            }
            arbiter.sense(Some(grid.best_sense()), 0).expect("to sense");
            let told = arbiter.observations(color);
            for observation in &told.log()[grid.observed()..] {
                grid.observe(observation);
            }
            let requests = told.own().requests();
            let request = requests.choose(&mut rng).copied();
            arbiter.play(request, 0).expect("a request");
        }
    }
    let mean = sum / count;
    // 0.80 where senses are not drawn to threats against the king, as they are here.
    assert!(mean > 0.65, "{mean}");
}
