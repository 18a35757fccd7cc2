//! The decisions of a recorded game, as the side that took them saw them.

use rbc_agents::Rng;
use rbc_belief::{Completeness, InformationSet, InformationSetError, PackedBoard};
use rbc_rules::{
    Color, GameHistory, Observation, Observations, Position,
    record::verify::{Replay, ReplayStep},
};

/// One decision: where to sense ([`Observations::phase`] says `Sense`) or what to request (`Move`).
pub struct Decision<'a> {
    /// All that the side had been told.
    pub told: &'a Observations,
    /// Every board that was possible, or a sample of them.
    pub set: &'a InformationSet,
    /// The true position.
    pub truth: &'a Position,
    /// Half-turns completed before this one.
    pub ply: usize,
}

impl Decision<'_> {
    /// The true board, then other boards of the set: all, or a random sample where with the true one there would be
    /// more than `most`. Whether boards are missing, as also where the set is a sample itself. `None` where
    /// the opponent has too many pieces.
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

/// How far sets are followed.
#[derive(Clone, Copy, Debug)]
pub struct Following {
    /// Boards that a set holds at most; beyond that it is a sample.
    pub cap: usize,
    /// A side whose set may hold more boards than this after a sense is followed no further.
    pub hopeless: f64,
}

impl Following {
    /// Sets of `cap` boards, given up at 16 times as many.
    #[must_use]
    pub fn with_cap(cap: usize) -> Following {
        Following {
            cap,
            hopeless: 16.0 * cap as f64,
        }
    }
}

/// Raw successors, as a multiple of the cap, that are generated to make a sample exact again.
const REPLAY_WORK: usize = 16;

struct Side {
    told: Observations,
    set: InformationSet,
}

/// Hands every decision of both sides of `game` to `look`, in order. Returns why a side was not followed to the
/// end of the game, for each that was not.
///
/// Sides are followed up to where the record departs from the rules, as nobody knows what its players made
/// of that.
pub fn each_decision(
    game: &GameHistory,
    following: Following,
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

impl Side {
    /// Takes in what the side was told up to the sense that `replay` has come to, and shows the decisions before
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
            self.set
                .observe(told)
                .map_err(|e: InformationSetError| e.to_string())?;
        }
        look(self.decision(replay.position(), ply));
        Ok(())
    }

    fn decision<'a>(&'a self, truth: &'a Position, ply: usize) -> Decision<'a> {
        Decision {
            told: &self.told,
            set: &self.set,
            truth,
            ply,
        }
    }
}
