//! Samples against exact sets: how many boards are possible, what stands where, and how much work it takes.
//!
//! The environment variable `RANDOM_GAMES` says how many games are compared, both sides at each cap, instead of 60. After a change
//! to sampling, run 2,000 (hours).

mod common;

use std::{
    cell::LazyCell,
    env,
    ops::ControlFlow,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use common::{Habits, random_game};
use rbc_belief::{Completeness, InformationSet, openings};
use rbc_rules::{
    Color, GameHistory, MoveResult, Observation, Observations, Position, SenseResult,
    link::{Link, Shared},
    record::verify::Replay,
};
use shakmaty::ByColor;

const QUIET: Observation = Observation::TurnStart { capture: None };

/// A turn without a sense and a move.
fn passed_turn() -> [Observation; 2] {
    [
        Observation::Sense(SenseResult::default()),
        Observation::Move(MoveResult {
            requested: None,
            taken: None,
            capture: None,
        }),
    ]
}

fn set(color: Color, start: &Position, cap: usize) -> InformationSet {
    InformationSet::new(color, start, cap).expect("at most 16 pieces")
}

/// What a set says of its size: the estimate, its standard error, and how many boards its chances rest on.
fn estimate(set: &InformationSet) -> (f64, f64, f64) {
    match set.completeness() {
        Completeness::Exact => (set.len() as f64, 0.0, f64::INFINITY),
        Completeness::Sample {
            estimated,
            error,
            effective,
        } => (estimated, error, effective),
    }
}

/// Takes `observation` in and counts the slices of work.
fn slices(set: &mut InformationSet, observation: &Observation) -> usize {
    let mut slices = 0;
    let watch = &mut |_, _| {
        slices += 1;
        ControlFlow::Continue(())
    };
    set.observe_watched(observation, watch)
        .expect("the truth fits");
    slices
}

/// Nobody senses, both sides pass: what each of White's turns leaves possible for Black.
#[test]
fn estimates_of_unsensed_games_are_right_turn_by_turn() {
    // Counted with a cap of 20 million boards.
    let counted = UNSENSED;
    for cap in [64, 1_000, 50_000, 200_000] {
        let mut set = set(Color::Black, &Position::initial(), cap);
        for (turn, boards) in counted.into_iter().enumerate() {
            set.observe(&QUIET).expect("moves");
            let (estimated, error, _) = estimate(&set);
            let context = format!("cap {cap}, turn {}: {estimated} ± {error}", turn + 1);
            println!("{context}, {} held", set.len());
            assert!((estimated - boards).abs() <= 3.0 * error, "{context}");
            assert!(error <= 0.08 * boards, "{context}");
            assert!(set.len() <= cap, "{context}");
            for observation in passed_turn() {
                set.observe(&observation).expect("nothing is told");
            }
        }
    }
}

/// Turns 1 to 7.
const UNSENSED: [f64; 7] = [
    21.0,
    280.0,
    3_074.0,
    29_114.0,
    240_721.0,
    1_757_211.0,
    11_465_983.0,
];

/// A record of a real game, whose Black holds 175,556 boards possible after its sixth sense.
const LARGE_GAME: &str = "1W4hx1BUjyCUUmOXKJHYX7wH9sYCFRtwHNQspkFJES2PV15ZioC4j4If7f7JJHMIy4bTm7gKifAQzs8R7ubx86Gmnr7hmsnI24Rzjb04LiuJ4L9cEePeifa5JL1Ac4UF";

fn log_of(game: &GameHistory, color: Color) -> Observations {
    let mut replay = Replay::new(game);
    while replay.step().is_some() {}
    replay.observations(color).clone()
}

#[test]
fn a_large_game_is_followed_at_every_cap() {
    let Shared::Game(game) = Link::decode(LARGE_GAME).expect("a link").shared else {
        panic!("a game");
    };
    let told = log_of(&game, Color::Black);
    let mut whole = set(Color::Black, told.start(), 1_500_000);
    let mut sets = [64, 1_000, 50_000].map(|cap| set(Color::Black, told.start(), cap));
    let mut compared = 0;
    for observation in told.log() {
        whole.observe(observation).expect("the truth fits");
        if whole.completeness() != Completeness::Exact {
            break;
        }
        for set in &mut sets {
            set.observe(observation).expect("the truth fits");
            let (estimated, error, _) = estimate(set);
            let boards = whole.len() as f64;
            assert!(
                (estimated - boards).abs() <= 4.0 * error,
                "{boards}: {estimated} ± {error} of {} held",
                set.len()
            );
            assert!(error < 0.15 * boards, "{boards}: ± {error}");
            compared += usize::from(set.completeness() != Completeness::Exact);
        }
    }
    assert!(compared > 25, "{compared}");
}

/// What was found of the estimates at one cap.
#[derive(Clone, Copy, Default)]
struct Found {
    compared: f64,
    /// Sum of estimate by exact number.
    ratio: f64,
    /// Estimates off by more than two and by more than four standard errors.
    beyond: [f64; 2],
    /// Squared errors of chances, and what the stated errors come to.
    chances: [f64; 2],
    most_slices: usize,
}

const CAPS: [usize; 4] = [64, 1_000, 10_000, 50_000];

/// Follows one random game with an exact set and one at each cap.
fn compare(seed: u64, found: &mut [Found; CAPS.len()]) {
    let start = Position::initial();
    let habits = Habits {
        careless_sense: 0.7,
        careful_above: 150_000,
        max_plies: 40,
        max_boards: 150_000,
        cap: 2_000_000,
    };
    let mut sets = ByColor::new_with(|color| CAPS.map(|cap| set(color, &start, cap)));
    random_game(seed, &start, &habits, |whole, told, _| {
        let exact = whole.completeness() == Completeness::Exact;
        let all = LazyCell::new(|| whole.survey().marginals);
        for (set, found) in sets.get_mut(told.color()).iter_mut().zip(found.iter_mut()) {
            for observation in told.log().iter().skip(set.observed()) {
                found.most_slices = found.most_slices.max(slices(set, observation));
            }
            let (estimated, error, effective) = estimate(set);
            // Where more is held than shown, the number is counted all the same.
            if !exact || error == 0.0 {
                assert!(!exact || (estimated - whole.len() as f64).abs() < 0.5);
                continue;
            }
            let boards = whole.len() as f64;
            found.compared += 1.0;
            found.ratio += estimated / boards;
            for (beyond, errors) in found.beyond.iter_mut().zip([2.0, 4.0]) {
                *beyond += f64::from((estimated - boards).abs() > errors * error);
            }
            let own = set.survey().marginals;
            for (p, q) in own.as_flattened().iter().zip(all.as_flattened()) {
                let (p, q) = (f64::from(*p), f64::from(*q));
                found.chances[0] += (p - q) * (p - q);
                found.chances[1] += q * (1.0 - q) / effective;
            }
        }
    });
}

#[test]
fn estimates_are_unbiased_and_their_errors_true() {
    let games: u64 =
        env::var("RANDOM_GAMES").map_or(60, |text| text.parse().expect("a number of games"));
    let next = AtomicU64::new(0);
    let all = Mutex::new([Found::default(); CAPS.len()]);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= games {
                        break;
                    }
                    let mut found = [Found::default(); CAPS.len()];
                    compare(seed, &mut found);
                    let mut all = all.lock().expect("no panic");
                    for (sum, found) in all.iter_mut().zip(found) {
                        sum.compared += found.compared;
                        sum.ratio += found.ratio;
                        for i in 0..2 {
                            sum.beyond[i] += found.beyond[i];
                            sum.chances[i] += found.chances[i];
                        }
                        sum.most_slices = sum.most_slices.max(found.most_slices);
                    }
                }
            });
        }
    });
    for (cap, found) in CAPS.into_iter().zip(all.into_inner().expect("no panic")) {
        let n = found.compared;
        let (ratio, [two, four]) = (found.ratio / n, found.beyond.map(|beyond| beyond / n));
        let chances = (found.chances[0] / found.chances[1]).sqrt();
        println!(
            "cap {cap}: {n} samples, estimate by exact {ratio:.4}, beyond two errors {two:.3}, four {four:.3}, \
             error of chances by stated {chances:.2}, at most {} slices",
            found.most_slices
        );
        assert!(n > games as f64, "{n} at cap {cap}");
        assert!((ratio - 1.0).abs() < 0.04, "{ratio} at cap {cap}");
        assert!(two < 0.15 && four < 0.02, "{two}, {four} at cap {cap}");
        assert!(chances < 1.3, "{chances} at cap {cap}");
        // Each looks at some ten thousand boards.
        assert!(
            found.most_slices < 2_000,
            "{} at cap {cap}",
            found.most_slices
        );
    }
}

/// The way back to an exact set starts anew at each sense, and most of them find none.
#[test]
fn work_is_bounded_at_the_least_cap() {
    let mut set = openings::unsensed().nth(2).map(|large| {
        let positions: Vec<Position> = large.positions().collect();
        InformationSet::of(large.color(), &positions, 300).expect("one set")
    });
    let set = set.as_mut().expect("an opening");
    let mut most = 0;
    for turn in 0..12 {
        most = most.max(slices(set, &QUIET));
        // Every third board of the sample, as an arbiter would show it.
        let board = set.positions().nth(turn % 3).expect("a board");
        let square = rbc_rules::Square::new(9 + 5 * turn as u32 % 46);
        most = most.max(slices(set, &Observation::Sense(board.sense(Some(square)))));
        let [_, pass] = passed_turn();
        most = most.max(slices(set, &pass));
    }
    println!("at most {most} slices");
    assert!(most < 1_000, "{most}");
}
