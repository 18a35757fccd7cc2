//! An observation that is broken off goes on where it was, and the set is as before until it is through.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use rbc_belief::{Completeness, InformationSet, InformationSetError, openings};
use rbc_rules::{
    Color, MoveResult, Observation, Piece, Position, Role, SenseResult, Square, window,
};

const QUIET: Observation = Observation::TurnStart { capture: None };

/// Takes in `observation` though every watch breaks it off; how often it did.
fn observe_with_breaks(set: &mut InformationSet, observation: &Observation) -> usize {
    let before = (set.boards().clone(), set.observed());
    let mut breaks = 0;
    let mut last = 0;
    loop {
        let watch = &mut |done, total| {
            assert!(done <= total);
            last = done;
            ControlFlow::Break(())
        };
        match set.observe_watched(observation, watch) {
            Ok(()) => return breaks,
            Err(InformationSetError::Interrupted) => breaks += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(set.boards() == &before.0 && set.observed() == before.1);
        assert!(breaks < 100_000, "no end: {last} done");
    }
}

/// After nine turns without a sense White is shown what no board has, a pawn on Black's first rank: the boards are too many to find
/// that out, and the search for one is given up. The set stays as it was.
#[test]
fn a_set_is_lost_in_the_end() {
    let mut set = InformationSet::new(Color::White, &Position::initial(), 1).expect("a set");
    let pass = Observation::Move(MoveResult::default());
    for turn in 0..9 {
        let begin = (turn > 0).then_some(QUIET);
        for observation in begin.iter().chain([&pass]) {
            set.observe(observation).expect("possible");
        }
    }
    set.observe(&QUIET).expect("possible");
    let pawn = Piece {
        color: Color::Black,
        role: Role::Pawn,
    };
    let contents: Vec<_> = window(Square::B7)
        .into_iter()
        .map(|square| (square, (square == Square::B8).then_some(pawn)))
        .collect();
    let seen = Observation::Sense(SenseResult::of_window(&contents).expect("a window"));
    let before = (set.boards().clone(), set.observed());
    let mut slices = 0;
    let found = loop {
        let found = set.observe_watched(&seen, &mut |_, _| {
            slices += 1;
            if slices % 20 == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if found != Err(InformationSetError::Interrupted) {
            break found;
        }
    };
    assert_eq!(found, Err(InformationSetError::Lost));
    assert!(slices > 20, "{slices}");
    assert!(set.boards() == &before.0 && set.observed() == before.1);
    // It is known now.
    let again = set.observe_watched(&seen, &mut |_, _| unreachable!());
    assert_eq!(again, Err(InformationSetError::Lost));
    // Something else was told: the set follows.
    let other = Observation::Sense(SenseResult::default());
    assert_eq!(set.observe(&other), Ok(()));
}

/// The fourth move of White in an unsensed opening: 28,513 boards that become 232,240.
fn large() -> InformationSet {
    openings::unsensed().nth(4).expect("an opening")
}

#[test]
fn breaks_change_nothing() {
    let (mut whole, mut broken) = (large(), large());
    whole.observe(&QUIET).expect("moves");
    assert!(observe_with_breaks(&mut broken, &QUIET) > 5);
    assert!(whole.boards() == broken.boards());
    let position = whole.positions().nth(77).expect("a board");
    let sense = Observation::Sense(position.sense(Some(Square::D4)));
    for set in [&mut whole, &mut broken] {
        set.observe(&sense).expect("the truth fits");
        assert!(set.contains(&position));
    }
    assert!(whole.boards() == broken.boards());
    assert_eq!(whole.last_decay(), broken.last_decay());
}

#[test]
fn another_observation_begins_anew() {
    let (mut whole, mut broken) = (large(), large());
    for _ in 0..3 {
        let result = broken.observe_watched(&QUIET, &mut |_, _| ControlFlow::Break(()));
        assert_eq!(result, Err(InformationSetError::Interrupted));
    }
    let capture = Observation::TurnStart {
        capture: Some(Square::E6),
    };
    whole.observe(&capture).expect("captures");
    broken.observe(&capture).expect("captures");
    assert!(whole.boards() == broken.boards());
    assert_eq!(whole.own(), broken.own());
}

#[test]
fn a_sample_does_not_go_on_with_what_was_broken_off() {
    let mut broken = large();
    for _ in 0..3 {
        let result = broken.observe_watched(&QUIET, &mut |_, _| ControlFlow::Break(()));
        assert_eq!(result, Err(InformationSetError::Interrupted));
    }
    let (mut sample, mut fresh) = (broken.sample(100), large().sample(100));
    assert!(sample.boards() == fresh.boards());
    sample.observe(&QUIET).expect("moves");
    fresh.observe(&QUIET).expect("moves");
    assert!(sample.boards() == fresh.boards());
    assert_eq!(sample.completeness(), fresh.completeness());
}

#[test]
fn a_sample_finds_back_though_broken_off() {
    // From the set of 3,051 boards on, at most 20,000 are held.
    let start = openings::unsensed().nth(3).expect("an opening");
    let positions: Vec<Position> = start.positions().collect();
    let limited = InformationSet::of(start.color(), &positions, 20_000).expect("one set");
    let (mut whole, mut broken) = (limited.clone(), limited);
    whole.observe(&QUIET).expect("moves");
    observe_with_breaks(&mut broken, &QUIET);
    assert!(matches!(
        whole.completeness(),
        Completeness::Sample { estimated, .. } if (estimated / 28_564.0 - 1.0).abs() < 0.1
    ));
    assert!(whole.boards() == broken.boards());
    let truth = whole.positions().next().expect("a board");
    let sense = Observation::Sense(truth.sense(Some(Square::C3)));
    whole.observe(&sense).expect("the truth fits");
    assert!(observe_with_breaks(&mut broken, &sense) > 2);
    assert_eq!(whole.completeness(), Completeness::Exact);
    assert_eq!(broken.completeness(), Completeness::Exact);
    assert!(whole.boards() == broken.boards());
}

/// The boards of an exact set come in the order of their hash, and the table that they go into on the
/// way back from a sample is in that order too.
#[test]
fn the_way_back_of_many_boards_is_quick() {
    let mut large = openings::unsensed().nth(4).expect("an opening");
    large.observe(&QUIET).expect("moves");
    assert_eq!(large.len(), 232_240);
    let positions: Vec<Position> = large.positions().collect();
    let all = InformationSet::of(large.color(), &positions, 1_000_000).expect("one set");
    let mut sample = all.sample(1_000);
    // Where White has nothing on any board.
    let sense = positions[0].sense(Some(Square::G8));
    let began = Instant::now();
    let (mut last, mut longest) = (began, Duration::ZERO);
    let mut watch = |_, _| {
        longest = longest.max(last.elapsed());
        last = Instant::now();
        ControlFlow::Continue(())
    };
    let sense = Observation::Sense(sense);
    sample
        .observe_watched(&sense, &mut watch)
        .expect("the truth fits");
    println!(
        "{} boards in {:?}, {longest:?} at most between looks",
        sample.len(),
        began.elapsed()
    );
    assert_eq!(sample.completeness(), Completeness::Exact);
    assert!(sample.len() > 200_000);
    // In quadratic time it was a second, and five in all.
    assert!(longest < Duration::from_millis(500), "{longest:?}");
}

#[test]
fn up_to_its_cap_a_set_is_exact() {
    let start = large();
    let positions: Vec<Position> = start.positions().collect();
    for (cap, exact) in [(232_240, true), (232_239, false)] {
        let mut set = InformationSet::of(start.color(), &positions, cap).expect("one set");
        set.observe(&QUIET).expect("moves");
        assert_eq!(set.completeness() == Completeness::Exact, exact, "{cap}");
    }
}

#[test]
fn what_fits_no_board_leaves_the_set_as_it_was() {
    let mut set = large();
    let before = set.boards().clone();
    set.observe(&QUIET).expect("moves");
    let before_sense = set.boards().clone();
    assert!(before_sense != before);
    let mut sense = set
        .positions()
        .next()
        .expect("a board")
        .sense(Some(Square::E2));
    for (square, content) in &mut sense.contents {
        if *square == Square::E1 {
            *content = Some(Color::White.pawn());
        }
    }
    let result = set.observe(&Observation::Sense(sense));
    assert_eq!(result, Err(InformationSetError::NoBoardFits));
    assert!(set.boards() == &before_sense);
    assert_eq!(set.survey().senses.boards, set.len());
}
