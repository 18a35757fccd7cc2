//! Sets with a filter that pauses while they are large: against the filter by itself, over random games and their replays.

mod common;

use std::{
    ops::ControlFlow,
    sync::{Arc, LazyLock},
};

use common::{Habits, random_game};
use proptest::prelude::*;
use rbc_belief::{
    Completeness, EXPONENTS, FollowedSet, Following, IdentityFilter, InformationSet, PackedBoard,
    Players, multiply_weights,
    replay::{GameReplay, SetCursor},
};
use rbc_rules::{Color, Position};
use shakmaty::ByColor;

const GO_ON: fn(usize, usize) -> ControlFlow<()> = |_, _| ControlFlow::Continue(());

const TEXT: &str = include_str!("../../../models/players.txt");

/// The shipped players.
static PLAYERS: LazyLock<Arc<Players>> =
    LazyLock::new(|| Arc::new(TEXT.parse().expect("the shipped players")));

fn following(boards: usize) -> Following {
    Following {
        players: PLAYERS.clone(),
        boards,
    }
}

const HABITS: Habits = Habits {
    careless_sense: 0.2,
    careful_above: 200,
    max_plies: 20,
    max_boards: 20_000,
    cap: 1_000_000,
};

fn followed(color: Color, cap: usize, boards: usize) -> FollowedSet {
    let set = InformationSet::new(color, &Position::initial(), cap).expect("few pieces");
    FollowedSet::new(set, Some(following(boards)))
}

fn sorted(set: &InformationSet) -> Vec<PackedBoard> {
    let mut boards: Vec<PackedBoard> = set.boards().iter().collect();
    boards.sort_unstable();
    boards
}

#[test]
fn while_it_follows_it_is_the_filter_and_the_set_is_the_same_as_without() {
    for seed in 0..2 {
        let mut sides = ByColor::new_with(|color| {
            let set = InformationSet::new(color, &Position::initial(), HABITS.cap);
            let set = set.expect("few pieces");
            let filter = IdentityFilter::new(&set, &PLAYERS.prior());
            (followed(color, HABITS.cap, 1_000_000), set, filter)
        });
        random_game(seed, &Position::initial(), &HABITS, |plain, told, _| {
            let (followed, set, filter) = sides.get_mut(told.color());
            let new = told.log().last().expect("an observation");
            filter
                .observe(set, new, &**PLAYERS, &mut { GO_ON })
                .expect("the truth fits");
            followed
                .catch_up(told, &mut { GO_ON })
                .expect("the truth fits");
            assert_eq!(sorted(followed.set()), sorted(plain));
            assert_eq!(followed.weights().expect("it follows"), filter.weights());
            let likely = followed.likely_players().expect("it follows");
            assert_eq!(likely, PLAYERS.by_likelihood(&filter.recognised()));
            let sum: f64 = likely.iter().map(|player| player.probability).sum();
            assert!((sum - 1.0).abs() < 1e-9);
            assert!(likely.is_sorted_by(|a, b| a.probability >= b.probability));
        });
    }
}

#[test]
fn it_pauses_while_the_set_is_large_and_keeps_what_it_knows_of_the_opponent() {
    let mut paused = 0;
    let mut went_on = 0;
    for seed in 0..4 {
        let mut sides = ByColor::new_with(|color| (followed(color, HABITS.cap, 60), None, true));
        random_game(seed, &Position::initial(), &HABITS, |plain, told, _| {
            let (followed, before, followed_before) = sides.get_mut(told.color());
            followed
                .catch_up(told, &mut { GO_ON })
                .expect("the truth fits");
            assert_eq!(sorted(followed.set()), sorted(plain));
            let likely = followed.likely_players();
            let weights = followed.weights();
            assert_eq!(weights.is_some(), followed.is_weighed());
            match &weights {
                Some(weights) => {
                    assert_eq!(weights.len(), plain.len());
                    assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-4);
                    went_on += usize::from(!*followed_before);
                }
                None => {
                    // Nothing is learnt.
                    assert_eq!(likely, *before);
                    paused += 1;
                }
            }
            *followed_before = weights.is_some();
            *before = likely;
        });
    }
    assert!(paused > 10 && went_on > 2, "{paused} {went_on}");
}

#[test]
fn a_sample_has_no_weights_of_a_filter() {
    let mut samples = 0;
    let mut sides = ByColor::new_with(|color| followed(color, 300, 100_000));
    let habits = Habits { cap: 300, ..HABITS };
    random_game(7, &Position::initial(), &habits, |_, told, _| {
        let followed = sides.get_mut(told.color());
        followed
            .catch_up(told, &mut { GO_ON })
            .expect("the truth fits");
        let is_exact = followed.set().completeness() == Completeness::Exact;
        samples += usize::from(!is_exact);
        assert!(is_exact || followed.weights().is_none());
    });
    assert!(samples > 0);
}

#[test]
fn a_replay_gives_the_same_at_a_step_from_wherever_it_comes() {
    let history = random_game(3, &Position::initial(), &HABITS, |_, _, _| {});
    let mut replay = GameReplay::new(&history);
    let steps = replay.steps().len();
    let mut forward = SetCursor::new(Color::White, HABITS.cap);
    forward.follow(Some(following(500)));
    let mut seen = Vec::new();
    for step in 0..steps {
        let set = replay
            .seek_followed(&mut forward, step, &mut { GO_ON })
            .expect("a set");
        let weights: Option<Vec<(PackedBoard, f32)>> = set
            .weights()
            .map(|weights| set.set().boards().iter().zip(weights).collect());
        seen.push((set.likely_players(), weights));
    }
    assert!(seen.iter().filter(|(_, weights)| weights.is_some()).count() > 10);
    let mut jumping = SetCursor::new(Color::White, HABITS.cap);
    for i in 0..steps {
        let step = i * 7 % steps;
        // In between somebody wants no weights.
        jumping.follow((i % 3 > 0).then(|| following(500)));
        let set = replay
            .seek_followed(&mut jumping, step, &mut { GO_ON })
            .expect("a set");
        if i % 3 == 0 {
            assert!(set.following().is_none() && set.weights().is_none());
            continue;
        }
        let weights = set
            .weights()
            .map(|weights| set.set().boards().iter().zip(weights).collect());
        assert_eq!((set.likely_players(), weights), seen[step], "step {step}");
    }
}

#[test]
fn a_product_is_one_in_sum_and_orders_boards_by_both() {
    let mut weights = [0.5, 0.25, 0.25, 0.0];
    multiply_weights(&mut weights, &[0.1, 0.1, 0.8, 0.0], EXPONENTS);
    assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    assert!(weights[2] > weights[0] && weights[0] > weights[1] && weights[1] > weights[3]);
    let expected = (0.25_f32 / 0.5).powf(0.4) * 8.0_f32.powf(0.7);
    assert!((weights[2] / weights[0] - expected).abs() < 1e-4);
}

#[test]
fn an_attack_is_named_that_is_likelier_than_the_others_together() {
    let policies = PLAYERS.prior();
    let attacker = |policies: &[f64]| {
        let likely = PLAYERS.by_likelihood(policies);
        likely
            .into_iter()
            .find(|player| player.name == "attacker")
            .expect("one of them")
    };
    assert_eq!(attacker(&policies).attack, None);
    let first = (0..policies.len())
        .find(|&policy| {
            let mut one = vec![0.0; policies.len()];
            one[policy] = 1.0;
            attacker(&one).probability > 0.5
        })
        .expect("a policy of attacker's");
    for attack in 0..4 {
        let mut surer = policies.clone();
        surer[first + attack] += 0.5;
        assert_eq!(attacker(&surer).attack, Some(attack));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Damaged lists are refused with a reason, or are lists whose numbers can be computed with.
    #[test]
    fn any_list_of_players_is_refused_or_works(
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(
            vec!["", "\n", " ", "-", "9", "e99", "1e308", "nan", "inf", "player", "logit", "attacks", "#", "\u{0}", "é"],
        ), 0..3_usize), 1..4),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut text = TEXT.to_owned();
        for (at, with, removed) in changes {
            let at = text.floor_char_boundary(at.index(text.len()));
            let end = text.ceil_char_boundary((at + removed).min(text.len()));
            text.replace_range(at..end, with);
        }
        if let Some(cut) = cut {
            text.truncate(text.floor_char_boundary(cut.index(text.len())));
        }
        match text.parse::<Players>() {
            Err(error) => prop_assert!(error.to_string().len() < 2_000),
            Ok(players) => {
                let sum: f64 = players.prior().iter().sum();
                prop_assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            }
        }
    }
}

#[test]
fn the_largest_numbers_can_be_computed_with() {
    let many = |kind: &str, prior: &str| {
        let line = |i: usize| format!("player {kind} {prior} 0.5 p{i}\n");
        let lines: String = (0..64).map(line).collect();
        format!("outpost-players 1\n{lines}").parse::<Players>()
    };
    assert!(many("uniform", "1e308").is_err() && many("uniform", "0").is_err());
    let players = many("attacks", "1e100").expect("64 players");
    assert!((players.prior().iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let following = Following {
        players: Arc::new(players),
        boards: 100,
    };
    let set = InformationSet::new(Color::Black, &Position::initial(), 1_000).expect("a set");
    let mut followed = FollowedSet::new(set, Some(following));
    let turn = rbc_rules::Observation::TurnStart { capture: None };
    followed.observe(&turn, &mut { GO_ON }).expect("it fits");
    let weights = followed.weights().expect("it follows");
    assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-4);
}
