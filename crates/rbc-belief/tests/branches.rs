//! What-ifs: the game up to a step, and then another action.

mod common;

use std::ops::ControlFlow;

use common::{Habits, random_game};
use rand::{Rng, SeedableRng, rngs::SmallRng, seq::IndexedRandom};
use rbc_belief::{
    Completeness, InformationSet,
    replay::{Action, BranchError, GameReplay, SetCursor, Step, StepPhase},
};
use rbc_rules::{Color, GameHistory, Observations, Position, Square, WinReason};

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/P6P/8/8/8/8/p6p/R3K2R w KQkq - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
    "3qk3/3K4/8/2b2R2/8/1Q4r1/8/B6b w - - 90 60",
];

fn history(seed: u64) -> GameHistory {
    let start: Position = STARTS[seed as usize % STARTS.len()].parse().expect("a FEN");
    let habits = Habits {
        careless_sense: 0.3,
        careful_above: 100,
        max_plies: 30,
        max_boards: 5_000,
        cap: 100_000,
    };
    random_game(seed, &start, &habits, |_, _, _| {})
}

/// What the record says was done at a step before its move.
fn done_at(steps: &[Step], i: usize) -> Option<Action> {
    let next = steps.get(i + 1)?;
    match steps[i].phase {
        StepPhase::Start => Some(Action::Sense(next.sense.as_ref()?.square)),
        StepPhase::Sensed => Some(Action::Request(next.played?.requested)),
        StepPhase::Moved => None,
    }
}

/// Boards of a set that was told all of it from the start, as long as there are no more than the cap.
fn replay_told(told: &Observations, like: &InformationSet) -> usize {
    if like.completeness() != Completeness::Exact {
        return like.len();
    }
    let mut set = InformationSet::new(told.color(), told.start(), 100_000).expect("few pieces");
    let caught_up = set.catch_up(told, &mut |_, _| ControlFlow::Continue(()));
    caught_up.expect("the truth fits");
    set.len()
}

#[test]
fn the_records_own_actions_give_the_records_own_steps() {
    for seed in 0..40 {
        let history = history(seed);
        let replay = GameReplay::new(&history);
        let steps = replay.steps();
        // Step by step from the very beginning: each branch is a branch of the one before.
        let mut grown = GameReplay::new(&GameHistory::default());
        let mut from_scratch = steps[0].fen == grown.steps()[0].fen;
        for i in 0..steps.len() {
            let Some(action) = done_at(steps, i) else {
                continue;
            };
            let branch = replay.branch(i, action).expect("it was done");
            let common = branch.steps().len().min(steps.len());
            assert_eq!(branch.steps()[..common], steps[..common], "step {i}");
            let ended = match steps[i].phase {
                StepPhase::Start => i + 2,
                // The other side's start, unless this was the end.
                _ if branch.outcome().is_some() => i + 2,
                _ => i + 3,
            };
            assert_eq!(branch.steps().len(), ended, "step {i}");
            for color in Color::ALL {
                assert_eq!(branch.told(i + 1, color), replay.told(i + 1, color));
            }
            if from_scratch {
                grown = grown.branch(i, action).expect("it was done");
                assert_eq!(grown.steps()[..common], steps[..common], "step {i}");
            }
        }
        from_scratch &= history.win_reason == Some(WinReason::KingCapture);
        if from_scratch {
            assert_eq!(grown.steps(), steps);
            assert_eq!(grown.outcome(), replay.outcome());
        }
    }
}

#[test]
fn whatever_is_done_the_truth_stays_in_both_sets() {
    let mut refused = 0;
    for seed in 0..60 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut replay = GameReplay::new(&history(seed));
        for _ in 0..12 {
            let step = rng.random_range(0..replay.steps().len() + 1);
            let square = rng
                .random_bool(0.8)
                .then(|| Square::new(rng.random_range(0..64)));
            let action = if rng.random_bool(0.3) {
                Action::Sense(square)
            } else {
                let color = replay.steps().get(step).map_or(Color::White, |s| s.color);
                let own = replay.told(step, color).own().clone();
                Action::Request(own.requests().choose(&mut rng).copied())
            };
            let branch = match replay.branch(step, action) {
                Ok(branch) => branch,
                Err(error) => {
                    let phase = replay.steps().get(step).map(|s| s.phase);
                    let expected = match (phase, action) {
                        (None, _) => matches!(error, BranchError::NoStep { .. }),
                        (Some(StepPhase::Moved), _) => error == BranchError::HasMoved,
                        (Some(StepPhase::Sensed), Action::Sense(_)) => {
                            error == BranchError::HasSensed
                        }
                        _ => false,
                    };
                    assert!(expected, "{error}: {action:?} at {phase:?}");
                    refused += 1;
                    continue;
                }
            };
            assert_eq!(branch.steps()[..=step], replay.steps()[..=step]);
            replay = branch;
            let last = replay.steps().len() - 1;
            for color in Color::ALL {
                let told = replay.told(last, color);
                let mut cursor = SetCursor::new(color, 2_000);
                let at = replay.steps()[last].clone();
                let truth: Position = at.fen.parse().expect("a position");
                let set = replay.seek(&mut cursor, last, &mut |_, _| ControlFlow::Continue(()));
                let set = set.expect("a set");
                // What the branch took over from where it came makes no difference.
                let told = replay_told(&told, set);
                assert_eq!(told, set.len());
                // The side that waits knows nothing of the opponent's half-turn yet.
                let knows = at.color == color || at.phase == StepPhase::Start && last == 0;
                if knows && set.completeness() == Completeness::Exact {
                    assert!(set.contains(&truth), "{color} at {at:?}");
                    assert_eq!(set.own(), &truth.own_side(color));
                }
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn a_request_that_fails_in_truth_fails() {
    let replay = GameReplay::new(&GameHistory::default());
    let play = |replay: &GameReplay, request: &str| {
        let last = replay.steps().len() - 1;
        replay.branch(last, Action::Request(request.parse().ok()))
    };
    // Nothing stands there to be captured.
    let failed = play(&replay, "e2d3").expect("it may be requested");
    let played = failed.steps()[2].played.expect("a move");
    assert_eq!((played.taken, played.capture), (None, None));
    assert!(play(&replay, "e2e5").is_err_and(|e| e.to_string() == "e2e5 may not be requested"));
    // The pass over a sense is a sense of nothing, and the other side is told of captures.
    let mut game = replay;
    for request in ["e2e4", "d7d5", "e4d5"] {
        game = play(&game, request).expect("it may be requested");
    }
    let told = game.steps().last().expect("a step");
    assert_eq!((told.color, told.phase), (Color::Black, StepPhase::Start));
    assert_eq!((told.notice, told.ply), (Some(Square::D5), 3));
    let senses = game.steps().iter().filter_map(|step| step.sense.as_ref());
    assert!(senses.into_iter().all(|sense| sense.square.is_none()));
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_branch_ends_as_games_do() {
    let captured = GameReplay::new(&GameHistory::default());
    let request = |uci: &str| Action::Request(uci.parse().ok());
    let mut game = captured;
    for uci in ["e2e4", "f7f5", "d1h5", "a7a6", "h5e8"] {
        game = game
            .branch(game.steps().len() - 1, request(uci))
            .expect("it may be requested");
    }
    let outcome = game.outcome().expect("over");
    assert_eq!(outcome.winner, Some(Color::White));
    assert_eq!(outcome.reason, WinReason::KingCapture);
    assert_eq!(game.steps().last().map(|s| s.phase), Some(StepPhase::Moved));

    let mut game = GameReplay::new(&GameHistory::default());
    for _ in 0..100 {
        assert_eq!(game.outcome(), None);
        let last = game.steps().len() - 1;
        game = game.branch(last, Action::Request(None)).expect("a pass");
    }
    assert_eq!(game.outcome().map(|o| o.reason), Some(WinReason::MoveLimit));
}

#[test]
fn a_game_that_was_broken_off_ends_where_a_side_decides() {
    for seed in 0..12 {
        let over = history(seed);
        let mut unfinished = over.clone();
        (unfinished.winner, unfinished.win_reason) = (None, None);
        let steps = GameReplay::new(&over).steps().to_vec();
        let replay = GameReplay::new(&unfinished);
        assert_eq!(replay.steps()[..steps.len()], steps);
        let last = replay.steps().last().expect("a step");
        let truth: Position = last.fen.parse().expect("a position");
        if over.win_reason == Some(WinReason::KingCapture) {
            assert_eq!(replay.steps(), steps);
        } else {
            assert_eq!(last.color, truth.turn());
            assert_ne!(last.phase, StepPhase::Moved);
            let at = replay.steps().len() - 1;
            assert!(replay.branch(at, Action::Request(None)).is_ok());
        }
    }
    let empty = GameReplay::new(&GameHistory::default());
    assert_eq!(empty.steps().len(), 1);
}
