//! Random games for the tests of this crate.

use std::ops::ControlFlow;

use rand::{Rng, SeedableRng, rngs::SmallRng, seq::IndexedRandom};
use rbc_belief::{Boards, InformationSet, Survey};
use rbc_rules::{Arbiter, GameHistory, GameSetup, Observations, Position, Square};
use shakmaty::ByColor;

/// How the sides of a random game behave.
pub struct Habits {
    /// Chance of a sense at a random square, or none, instead of a good one.
    pub careless_sense: f64,
    /// Boards above which every sense is a good one, so that a game does not take minutes.
    pub careful_above: usize,
    /// Plies after which the game is left.
    pub max_plies: usize,
    /// Boards in a side's set after which the game is left: between two sides that move at random,
    /// a few sets grow to millions and would take all the time.
    pub max_boards: usize,
    /// Cap of the sets.
    pub cap: usize,
}

/// Plays a game of random moves in which both sides follow their own information sets; one that is
/// left early ends by resignation. After every event of its own, a side's set, what the side was
/// told and the true position are given to `check`.
pub fn random_game(
    seed: u64,
    start: &Position,
    habits: &Habits,
    mut check: impl FnMut(&InformationSet, &Observations, &Position),
) -> GameHistory {
    let mut arbiter = Arbiter::new(GameSetup {
        start: start.clone(),
        ..GameSetup::default()
    });
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut sets = ByColor::new_with(|color| {
        InformationSet::new(color, start, habits.cap).expect("a start with at most 16 pieces")
    });
    let mut truth = start.clone();
    arbiter.start(0);
    while arbiter.outcome().is_none() {
        let color = arbiter.turn();
        let set = sets.get_mut(color);
        let mut take_in = |arbiter: &Arbiter, set: &mut InformationSet, truth: &Position| {
            let told = arbiter.observations(color);
            set.catch_up(told, &mut |_, _| ControlFlow::Continue(()))
                .expect("the truth fits");
            check(set, told, truth);
        };
        take_in(&arbiter, set, &truth);
        if arbiter.ply() >= habits.max_plies || set.len() > habits.max_boards {
            arbiter.resign(color, 0);
            break;
        }
        let careless = set.len() <= habits.careful_above && rng.random_bool(habits.careless_sense);
        let sense = if careless {
            rng.random_bool(0.8)
                .then(|| Square::new(rng.random_range(0..64)))
        } else {
            // A few boards tell well enough where to look.
            let some: Boards = set.boards().iter().take(256).collect();
            Some(Survey::of(&some, None).senses.best())
        };
        arbiter.sense(sense, 0).expect("a sense comes first");
        take_in(&arbiter, set, &truth);

        let mut requests: Vec<_> = set.own().requests().into_iter().map(Some).collect();
        requests.push(None);
        let request = requests.choose(&mut rng).copied().flatten();
        let result = arbiter.play(request, 0).expect("a listed request");
        truth.push(result.taken);
        take_in(&arbiter, set, &truth);
    }
    arbiter.history().expect("the game is over").clone()
}
