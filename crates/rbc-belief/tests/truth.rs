//! The true board is in the information set after every event.

mod common;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use common::{Habits, random_game};
use rbc_belief::{Completeness, InformationSet};
use rbc_rules::{Observations, Position};

fn assert_holds_the_truth(set: &InformationSet, told: &Observations, truth: &Position) {
    let last = told.log().last();
    assert_eq!(set.own(), told.own(), "own pieces after {last:?}");
    assert_eq!(
        told.own(),
        &truth.own_side(told.color()),
        "own pieces after {last:?}"
    );
    assert!(
        set.completeness() != Completeness::Exact || set.contains(truth),
        "{} lost the truth after {last:?}: {}",
        told.color(),
        truth.fen()
    );
}

/// Games of random moves, in which most senses are good ones and the others leave the sets large: as many as the
/// environment variable `RANDOM_GAMES` says. After a change to expansion or evidence, run 10,000 (minutes).
#[test]
fn the_truth_is_never_lost_in_random_games() {
    let games: u64 = std::env::var("RANDOM_GAMES")
        .map_or(3_000, |text| text.parse().expect("a number of games"));
    let next = AtomicU64::new(0);
    let plies = AtomicUsize::new(0);
    let largest = AtomicUsize::new(0);
    let sampled = AtomicUsize::new(0);
    let start = Position::initial();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= games {
                        break;
                    }
                    let habits = Habits {
                        careless_sense: 0.05,
                        careful_above: 100,
                        max_plies: 400,
                        max_boards: if seed % 1000 == 1 { 200_000 } else { 10_000 },
                        // Some games under a cap that they exceed again and again.
                        cap: if seed.is_multiple_of(100) {
                            500
                        } else {
                            1_000_000
                        },
                    };
                    let history = random_game(seed, &start, &habits, |set, told, truth| {
                        assert_holds_the_truth(set, told, truth);
                        largest.fetch_max(set.len(), Ordering::Relaxed);
                        if set.completeness() != Completeness::Exact {
                            sampled.fetch_add(1, Ordering::Relaxed);
                        }
                    });
                    plies.fetch_add(history.plies(), Ordering::Relaxed);
                }
            });
        }
    });
    println!(
        "{games} games, {} plies, largest set {}, {} times a sample",
        plies.into_inner(),
        largest.into_inner(),
        sampled.into_inner()
    );
}

/// Positions with everything that trackers get wrong close by.
#[test]
fn the_truth_is_never_lost_from_tricky_starts() {
    let starts = [
        // Castling both ways for both, pawns before promotion.
        "r3k2r/P6P/8/8/8/8/p6p/R3K2R w KQkq - 0 1",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 3 7",
        // Pawns that pass each other: en passant at every step.
        "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
        "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
        // A double step has just been made.
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        // Squares of en passant that no double step passes.
        "4k2r/8/5p2/3P4/8/8/3P4/R3K2R w KQk c3 0 1",
        "8/pn6/Q4R2/7P/1R3qPP/1KR3B1/kp6/8 w - e5 0 1",
        // Pawns on their own first rank.
        "p3k1p1/1pp3p1/8/8/8/8/1PP3P1/P3K1P1 w - - 0 1",
        // Kings side by side, sliders around.
        "3qk3/3K4/8/2b2R2/8/1Q4r1/8/B6b w - - 0 1",
    ];
    let habits = Habits {
        careless_sense: 0.05,
        careful_above: 100,
        max_plies: 60,
        max_boards: 20_000,
        cap: 1_000_000,
    };
    for (i, fen) in starts.iter().enumerate() {
        let start: Position = fen.parse().expect("a FEN of this test");
        for seed in 0..60 {
            random_game(
                1_000 * i as u64 + seed,
                &start,
                &habits,
                assert_holds_the_truth,
            );
        }
    }
}
