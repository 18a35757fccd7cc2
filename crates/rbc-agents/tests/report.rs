//! Reports of whole games.

use std::{collections::BTreeMap, ops::ControlFlow, time::Duration};

use rbc_agents::{Budget, BuiltIn, Report, ReportOptions, TurnReport, create, play_game};
use rbc_belief::replay::{Action, GameReplay, ReplayError, StepPhase};
use rbc_belief::{Completeness, InformationSetError};
use rbc_rules::{GameHistory, GameSetup, Position};

/// A game of two players, some turns long.
fn game(seed: u64) -> GameHistory {
    let [mut white, mut black] = [0, 1].map(|i| create("hsuc", seed + i).expect("a player"));
    let setup = GameSetup {
        turn_limit: Some(12),
        ..GameSetup::default()
    };
    let budget = &mut |_: &_| Budget::nodes(200);
    let played = play_game(
        [&mut *white, &mut *black],
        setup,
        &|| Duration::ZERO,
        budget,
    );
    played.expect("a game").history
}

fn options(first: usize) -> ReportOptions {
    ReportOptions {
        first,
        nodes: 3_000,
        cap: 100_000,
    }
}

/// All half-turns in the order in which they are reported; every `patience`th look breaks off.
fn report(replay: &mut GameReplay, options: ReportOptions, patience: usize) -> Vec<TurnReport> {
    let mut report = Report::new(replay, options);
    let mut turns = Vec::new();
    let mut looks = 0;
    loop {
        let mut watch = |_, _| {
            looks += 1;
            if looks % patience == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        match report.next(replay, &mut BuiltIn, &mut watch) {
            Ok(Some(turn)) => turns.push(turn),
            Ok(None) => return turns,
            Err(ReplayError::Set(InformationSetError::Interrupted)) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn every_half_turn_is_reported_once_the_nearest_first_and_alike() {
    let mut replay = GameReplay::new(&game(3));
    let starts = replay.steps().iter();
    let turns = starts.filter(|s| s.phase == StepPhase::Start).count();
    assert!(turns > 20, "{turns}");
    let straight = report(&mut replay, options(0), usize::MAX);
    let plies: Vec<usize> = straight.iter().map(|turn| turn.ply).collect();
    assert_eq!(plies, (0..turns).collect::<Vec<_>>());
    // Backwards over more than a block, interrupted again and again, and with all that a replay has kept by then or nothing.
    for (first, patience) in [(turns - 2, 3), (turns + 90, 2), (5, 7)] {
        let mut fresh = GameReplay::new(&game(3));
        for replay in [&mut replay, &mut fresh] {
            let turned = report(replay, options(first), patience);
            let first = first.min(turns - 1);
            let plies = turned.iter().map(|turn| turn.ply.abs_diff(first));
            assert!(plies.clone().is_sorted(), "{:?}", plies.collect::<Vec<_>>());
            let by_ply: BTreeMap<usize, TurnReport> =
                turned.into_iter().map(|turn| (turn.ply, turn)).collect();
            assert!(by_ply.values().eq(&straight));
        }
    }
}

#[test]
fn figures_agree_with_each_other() {
    for seed in 0..4 {
        let mut replay = GameReplay::new(&game(seed));
        for turn in report(&mut replay, options(0), usize::MAX) {
            assert_eq!(turn.before.completeness, Completeness::Exact);
            assert_eq!(turn.truth.0, 1.0 / turn.before.boards as f64);
            assert_eq!(turn.truth.1, 1.0 / turn.after.boards as f64);
            let sense = turn.sense.expect("every turn has one");
            let told = turn.before.boards as f64 / turn.after.boards as f64;
            assert!((sense.bits.exp2() - told).abs() < 1e-6 * told);
            assert!(sense.expected <= sense.best.1 && sense.best.1 <= told.max(100_000.0).log2());
            if sense.square.is_none() {
                assert_eq!((sense.bits, sense.expected), (0.0, 0.0));
            }
            for rated in [turn.dark, turn.light] {
                let rated = rated.expect("every turn has a request");
                assert!((1..=rated.of).contains(&rated.rank));
                assert_eq!(rated.rank == 1, rated.value == rated.best_value);
                assert!((0.0..=1.3).contains(&rated.value), "{rated:?}");
            }
            if turn.after.boards == 1 {
                assert!(turn.light.is_some() && turn.truth.1 == 1.0);
            }
        }
    }
}

/// Black answers a capture that it was told of as if nothing had happened.
#[test]
fn what_is_right_in_the_dark_may_be_wrong_in_the_light() {
    // Scholar's mate: Black's king falls to a queen on f7, which Black has not seen come.
    let mut replay = GameReplay::new(&GameHistory::default());
    for request in ["e2e4", "e7e5", "d1h5", "b8c6", "h5f7", "a7a6", "f7e8"] {
        let last = replay.steps().len() - 1;
        let branch = replay.branch(last, Action::Request(request.parse().ok()));
        replay = branch.expect("a request");
    }
    assert!(replay.outcome().is_some());
    let options = ReportOptions {
        nodes: 30_000,
        ..options(5)
    };
    let turns = report(&mut replay, options, usize::MAX);
    // Black was told that something was captured on f7, and moved a pawn far away.
    let blunder = &turns[0];
    assert_eq!(blunder.ply, 5);
    let light = blunder.light.expect("a request");
    assert_eq!(light.best.map(|m| m.to_string()).as_deref(), Some("e8f7"));
    assert_eq!(light.value, 0.0);
    // All others lose the king alike.
    assert_eq!(light.rank, 2);
    assert!(light.best_value > 0.7, "{light:?}");
    let last = turns.iter().find(|turn| turn.ply == 6).expect("a report");
    let light = last.light.expect("a request");
    assert_eq!((light.rank, light.value), (1, 1.0));
    assert!(last.truth.0 > 0.0);
    let position: Position = replay.steps()[0].fen.parse().expect("a position");
    assert_eq!(position, Position::initial());
}
