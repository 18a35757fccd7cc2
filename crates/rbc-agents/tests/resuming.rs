//! A decision that is broken off and asked for again, as a worker in a browser does it.

use std::sync::Arc;

use rbc_agents::{Agent, Budget, Cancelled, Journal, Random, Stop, create};
use rbc_belief::{BoardWeigher, BoardWeighing, Boards, InformationSet, Marginals};
use rbc_rules::{Arbiter, Color, GameSetup, Observations, Phase};

const NODES: u64 = 60_000;

/// Asks until there is an answer, broken off at every other look; how often it took.
fn in_pieces<T>(mut ask: impl FnMut(&mut Budget<'_>) -> Result<T, Cancelled>) -> (T, u32) {
    let (mut journal, mut looks, mut asked) = (Journal::default(), 0, 0);
    loop {
        asked += 1;
        assert!(asked < 10_000, "it does not go on from where it was");
        let stop = || {
            looks += 1;
            if looks % 2 == 0 {
                Stop::GoOn
            } else {
                Stop::Cancel
            }
        };
        let mut budget = Budget::new(Some(NODES), Box::new(stop)).resuming(&mut journal);
        if let Ok(answer) = ask(&mut budget) {
            return (answer, asked);
        }
    }
}

#[test]
fn pieces_make_the_decision_that_is_made_at_once() {
    for name in [
        "trout",
        "hsuc",
        "perfect-memory",
        "a-bot",
        "piecewise-grid",
        "hsuc+outcome",
        "a-bot+likely-move",
        "hsuc+strangefish",
        "siamese",
        "siamese+guarded",
        "outpost",
        "outpost+weighted",
        "level-4",
        "level-6",
    ] {
        check(name);
    }
}

/// Weighs boards by nothing sensible, in some slices.
struct Slow;

struct Slowly {
    weights: Vec<f32>,
    slices: usize,
}

impl BoardWeigher for Slow {
    fn start(
        &self,
        _: &Observations,
        set: &InformationSet,
        _: Option<&Marginals>,
    ) -> Box<dyn BoardWeighing> {
        let weight = |n: usize| 1.0 / (n % 7 + 1) as f32;
        let weights: Vec<f32> = (0..set.len()).map(weight).collect();
        let sum: f32 = weights.iter().sum();
        Box::new(Slowly {
            weights: weights.iter().map(|w| w / sum).collect(),
            slices: 4,
        })
    }
}

impl BoardWeighing for Slowly {
    fn advance(&mut self, _: &Boards) -> bool {
        self.slices = self.slices.saturating_sub(1);
        self.slices == 0
    }

    fn hurry(&mut self) {
        self.slices = 1;
    }

    fn progress(&self) -> f64 {
        0.0
    }

    fn finish(&self) -> Vec<f32> {
        assert_eq!(self.slices, 0, "it was done");
        self.weights.clone()
    }
}

fn check(name: &str) {
    let player = || {
        let mut player = create(name, 1).expect("a player");
        player.set_weigher(Arc::new(Slow));
        player
    };
    let mut arbiter = Arbiter::new(GameSetup::default());
    arbiter.start(0);
    let (mut whole, mut parts, mut other) = (player(), player(), Random::new(2));
    let mut most = 0;
    while arbiter.outcome().is_none() && arbiter.ply() < 24 {
        let told = arbiter.observations(arbiter.turn());
        let mut budget = Budget::nodes(NODES);
        let budget = &mut budget;
        let ours = arbiter.turn() == Color::White;
        match (arbiter.phase(), ours) {
            (Phase::Sense, true) => {
                let square = whole.choose_sense(told, budget).expect("not cancelled");
                let (same, asked) = in_pieces(|budget| parts.choose_sense(told, budget));
                assert_eq!(square, same, "{name}");
                most = most.max(asked);
                arbiter.sense(square, 0).expect("to sense");
            }
            (Phase::Move, true) => {
                let request = whole.choose_move(told, budget).expect("not cancelled");
                let (same, asked) = in_pieces(|budget| parts.choose_move(told, budget));
                assert_eq!(request, same, "{name}");
                most = most.max(asked);
                arbiter.play(request, 0).expect("a request");
            }
            (Phase::Sense, false) => {
                let square = other.choose_sense(told, budget).expect("not cancelled");
                arbiter.sense(square, 0).expect("to sense");
            }
            _ => {
                let request = other.choose_move(told, budget).expect("not cancelled");
                arbiter.play(request, 0).expect("a request");
            }
        }
    }
    assert!(most > 5, "{name}: decisions have pieces");
}
