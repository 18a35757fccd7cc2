//! The decisions of a recorded game, as the side that took them saw them.

use std::{collections::HashMap, ops::ControlFlow};

use rbc_belief::{
    BayesFilter, Completeness, IdentityFilter, InformationSet, InformationSetError, MovePolicy,
    PackedBoard, Players,
};
use rbc_random::Rng;
use rbc_rules::{
    Color, GameHistory, Observation, Observations, Position,
    record::verify::{Replay, ReplayStep},
};

/// One decision: where to sense (the phase of `told` is `Sense`) or what to request (`Move`).
pub struct Decision<'a> {
    /// What the side had been told.
    pub told: &'a Observations,
    /// The possible boards, or a sample of them.
    pub set: &'a InformationSet,
    /// The true position.
    pub truth: &'a Position,
    /// Half-turns completed before this one.
    pub ply: usize,
    /// The weight of each board of the set, where the opponent's moves are followed.
    filter: Option<&'a Filter<'a>>,
}

impl Decision<'_> {
    /// Returns the filter's weights of `boards`, which are some of the set's. `None` without a policy, and where a board
    /// is not in the set, as the true one may be missing in a sample.
    pub fn filtered(&self, boards: &[PackedBoard]) -> Option<Vec<f32>> {
        let weights = self.filter?.weights();
        let weights: HashMap<PackedBoard, f32> = self.set.boards().iter().zip(weights).collect();
        boards.iter().map(|b| weights.get(b).copied()).collect()
    }

    /// Returns how likely the opponent is each of the players, if they are followed: to tell people, and as the weights of
    /// boards count it.
    pub fn players(&self) -> Option<[Vec<f64>; 2]> {
        match self.filter? {
            Filter::Policy(..) => None,
            Filter::Players(filter, players) => Some(
                [filter.recognised(), filter.beginnings()]
                    .map(|of_each| players.by_player(&of_each)),
            ),
        }
    }

    /// Returns the true board, followed by the other boards of the set, or a random sample of `most` boards in all; and
    /// whether boards are missing. `None` if the opponent has too many pieces.
    pub fn boards(&self, most: usize, rng: &mut Rng) -> Option<(Vec<PackedBoard>, bool)> {
        let truth = PackedBoard::pack(self.truth, self.told.color()).ok()?;
        let mut boards = vec![truth];
        boards.extend(self.set.boards().iter().filter(|board| *board != truth));
        let kept = boards.len().min(most);
        for i in 1..kept {
            let j = i + rng.below(boards.len() - i);
            boards.swap(i, j);
        }
        let sampled = kept < boards.len() || self.set.completeness() != Completeness::Exact;
        boards.truncate(kept);
        Some((boards, sampled))
    }
}

/// Default maximum of boards per decision, as in the Siamese paper.
pub const DEFAULT_BOARDS: usize = 5_000;

/// Default maximum of boards in a set; larger ones are samples.
pub const DEFAULT_CAP: usize = 50_000;

/// How far information sets are followed.
#[derive(Clone, Copy, Debug)]
pub struct Following {
    /// Maximum boards of a set; larger ones are samples.
    pub cap: usize,
    /// A side is not followed further once its set has more boards than this after a sense.
    pub hopeless: f64,
}

impl Following {
    /// Follows sets up to `cap` boards, and gives up at 16 times as many.
    #[must_use]
    pub fn with_cap(cap: usize) -> Following {
        Following {
            cap,
            hopeless: 16.0 * cap as f64,
        }
    }
}

/// Successors, as a multiple of the cap, to generate at most to make a sample exact again.
const REPLAY_WORK: usize = 16;

/// How the opponent's moves are foretold.
#[derive(Clone, Copy)]
pub enum Movers<'a> {
    /// By one policy, whoever it is.
    Policy(&'a dyn MovePolicy),
    /// By those of the players that it may be.
    Players(&'a Players),
}

enum Filter<'a> {
    Policy(BayesFilter, &'a dyn MovePolicy),
    Players(IdentityFilter, &'a Players),
}

impl<'a> Filter<'a> {
    fn new(set: &InformationSet, movers: Movers<'a>) -> Filter<'a> {
        match movers {
            Movers::Policy(policy) => Filter::Policy(BayesFilter::new(set), policy),
            Movers::Players(players) => {
                Filter::Players(IdentityFilter::new(set, &players.prior()), players)
            }
        }
    }

    fn weights(&self) -> Vec<f32> {
        match self {
            Filter::Policy(filter, _) => filter.weights().to_vec(),
            Filter::Players(filter, _) => filter.weights(),
        }
    }
}

struct Side<'a> {
    told: Observations,
    set: InformationSet,
    filter: Option<Filter<'a>>,
}

/// Hands every decision of both sides of `game` to `look`, in order. Returns the reason for each side that is not
/// followed to the end of the game. Boards of a side with `movers`, the first being White, are weighted by how they foretell
/// the opponent's moves.
///
/// Sides are followed up to where the record departs from the rules, as it is unknown what its players were told then.
pub fn each_decision(
    game: &GameHistory,
    following: Following,
    movers: [Option<Movers<'_>>; 2],
    mut look: impl FnMut(Decision<'_>),
) -> Vec<String> {
    let mut replay = Replay::new(game);
    let mut broken_off = Vec::new();
    let mut sides = Color::ALL.map(|color| {
        let set = InformationSet::new(color, replay.position(), following.cap)
            .map_err(|e| broken_off.push(e.to_string()))
            .ok()?;
        Some(Side {
            told: Observations::new(color, replay.position()),
            filter: movers[color.fold_wb(0, 1)].map(|movers| Filter::new(&set, movers)),
            set: set.with_replay_limit(following.cap.saturating_mul(REPLAY_WORK)),
        })
    });
    while let Some(step) = replay.step() {
        match step {
            ReplayStep::Sense(color) => {
                let side = &mut sides[color.fold_wb(0, 1)];
                let Some(followed) = side else { continue };
                let ply = replay.ply();
                match followed.decide(&replay, color, ply, &mut look) {
                    Ok(()) if followed.set.estimated_len() <= following.hopeless => {}
                    Ok(()) => {
                        broken_off.push(format!("half-turn {}: the set is too large", ply + 1));
                        *side = None;
                    }
                    Err(e) => {
                        broken_off.push(format!("half-turn {}: {e}", ply + 1));
                        *side = None;
                    }
                }
            }
            ReplayStep::SetUpAnew => {
                let ply = replay.ply();
                broken_off.push(format!(
                    "half-turn {ply}: the record departs from the rules"
                ));
                break;
            }
            ReplayStep::Start | ReplayStep::Move(_) => {}
        }
    }
    broken_off
}

/// Chooses `most` of about `all` decisions at random; yields for each whether it is chosen.
pub fn chosen(all: usize, most: usize, rng: &mut Rng) -> impl Iterator<Item = bool> + use<> {
    let mut keep: Vec<bool> = (0..all).map(|i| i < most).collect();
    for i in (1..keep.len()).rev() {
        keep.swap(i, rng.below(i + 1));
    }
    let rest = most >= all;
    keep.into_iter().chain(std::iter::repeat(rest))
}

impl Side<'_> {
    /// Adds what the side was told up to the sense at which `replay` stands, and shows the decisions before
    /// and after it.
    fn decide(
        &mut self,
        replay: &Replay<'_>,
        color: Color,
        ply: usize,
        look: &mut impl FnMut(Decision<'_>),
    ) -> Result<(), String> {
        let log = replay.observations(color).log();
        let new = log.get(self.told.log().len()..).unwrap_or_default();
        for told in new {
            if matches!(told, Observation::Sense(_)) {
                look(self.decision(replay.position(), ply));
            }
            self.told.push(told.clone()).map_err(|e| e.to_string())?;
            self.observe(told).map_err(|e| e.to_string())?;
        }
        look(self.decision(replay.position(), ply));
        Ok(())
    }

    fn observe(&mut self, told: &Observation) -> Result<(), InformationSetError> {
        let watch = &mut |_, _| ControlFlow::Continue(());
        match &mut self.filter {
            Some(Filter::Policy(filter, policy)) => {
                filter.observe(&mut self.set, told, *policy, watch)
            }
            Some(Filter::Players(filter, players)) => {
                filter.observe(&mut self.set, told, *players, watch)
            }
            None => self.set.observe_watched(told, watch),
        }
    }

    fn decision<'a>(&'a self, truth: &'a Position, ply: usize) -> Decision<'a> {
        Decision {
            told: &self.told,
            set: &self.set,
            truth,
            ply,
            filter: self.filter.as_ref(),
        }
    }
}
