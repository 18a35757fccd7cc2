//! Counts the possible boards of each side of a game before and after each of its senses.
//!
//! The exact information set is replayed from the record. It holds at most a cap of boards; beyond that it is
//! a sample, and the size an estimate ([`Size::exact`]) with an error, which can be large after many turns.

use rbc_belief::{Completeness, InformationSet};
use rbc_rules::{
    Color, GameHistory, Observation, Position, Square,
    record::verify::{Replay, ReplayStep},
};
use rbc_statistics::Reduction;
use serde::{Deserialize, Serialize};

/// Default maximum of boards in a set.
pub const DEFAULT_CAP: usize = 100_000;

/// Successors, as a multiple of the cap, to generate at most to make a sample exact again: see
/// [`InformationSet::with_replay_limit`].
const REPLAY_WORK: usize = 64;

/// A set with more boards than this multiple of the cap after a sense is not followed further and counts as beyond the
/// cap: players that sense at random never get back below it, and it would take endless work.
const HOPELESS: f64 = 16.0;

/// A number of possible boards.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Size {
    /// The number.
    pub boards: f64,
    /// Whether it was counted. Otherwise the set is, or has been, larger than the cap, and this is an estimate.
    pub exact: bool,
    /// The standard error of the estimate.
    #[serde(default)]
    pub error: f64,
}

impl Size {
    fn of(set: &InformationSet) -> Size {
        Size {
            boards: set.estimated_len(),
            exact: set.completeness() == Completeness::Exact,
            error: match set.completeness() {
                Completeness::Exact => 0.0,
                Completeness::Sample { error, .. } => error,
            },
        }
    }
}

/// One side's set at one of its senses.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SenseSizes {
    /// The number of the side's turn, from 1.
    pub turn: usize,
    /// Whether it sensed at all.
    pub sensed: bool,
    /// Boards before.
    pub before: Size,
    /// Boards after.
    pub after: Size,
    /// Whether the set was still followed; otherwise it had outgrown the cap for good, and the sizes only say
    /// that.
    pub followed: bool,
    /// Whether the true board was among them before and after; `None` for samples, which may lack it.
    pub holds_truth: Option<bool>,
    /// Boards that the sense HSUC chooses would have left, where that was asked for.
    pub hsuc_after: Option<Size>,
}

impl SenseSizes {
    /// Returns what the sense left.
    #[must_use]
    pub fn as_sensed(&self) -> Reduction {
        self.reduction(self.after)
    }

    /// Returns what a sense of the same set would have left, had it left `after`.
    #[must_use]
    pub fn reduction(&self, after: Size) -> Reduction {
        Reduction {
            before: self.before.boards,
            after: after.boards,
            counted: self.before.exact && after.exact,
            followed: self.followed,
        }
    }
}

/// One side of one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SideSizes {
    /// Its senses in order.
    pub senses: Vec<SenseSizes>,
    /// Why the rest of the game was not followed, where it was not.
    pub broken_off: Option<String>,
}

/// How set sizes are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetSizes {
    /// Maximum boards of a set; larger ones are samples.
    pub cap: usize,
    /// Whether to count what HSUC's sense would have left, too.
    pub with_hsuc: bool,
}

impl SetSizes {
    /// Counts White's and Black's sets in `game`.
    ///
    /// A side is followed up to where the record departs from the rules, as it is unknown what its player was told then.
    #[must_use]
    pub fn of(self, game: &GameHistory) -> [SideSizes; 2] {
        let mut replay = Replay::new(game);
        let mut sides = Color::ALL.map(|_| SideSizes::default());
        let mut sets = Color::ALL.map(|color| {
            InformationSet::new(color, replay.position(), self.cap)
                .map(|set| set.with_replay_limit(self.cap.saturating_mul(REPLAY_WORK)))
                .map_err(|e| e.to_string())
        });
        while let Some(step) = replay.step() {
            match step {
                ReplayStep::Sense(color) => {
                    let index = color.fold_wb(0, 1);
                    let (side, set) = (&mut sides[index], &mut sets[index]);
                    if side.broken_off.is_some() {
                        continue;
                    }
                    let before = side.senses.last();
                    if let Some(last) = before.filter(|last| self.is_hopeless(last)) {
                        side.senses.push(self.beyond(last, &replay, color));
                        continue;
                    }
                    let sensed = match set {
                        Ok(set) => self.sense(set, &replay, color),
                        Err(e) => Err(e.clone()),
                    };
                    match sensed {
                        Ok(sizes) => side.senses.push(sizes),
                        Err(e) => side.broken_off = Some(e),
                    }
                }
                ReplayStep::SetUpAnew => {
                    for side in &mut sides {
                        side.broken_off.get_or_insert_with(|| {
                            format!(
                                "the record departs from the rules at half-turn {}",
                                replay.ply()
                            )
                        });
                    }
                    break;
                }
                ReplayStep::Start | ReplayStep::Move(_) => {}
            }
        }
        sides
    }

    /// Returns whether a set is not followed further after this sense.
    fn is_hopeless(self, last: &SenseSizes) -> bool {
        last.after.boards > self.cap as f64 * HOPELESS
    }

    /// Returns the sizes at a sense of a side that is not followed further.
    fn beyond(self, last: &SenseSizes, replay: &Replay<'_>, color: Color) -> SenseSizes {
        let sense = replay.observations(color).log().last();
        SenseSizes {
            turn: replay.ply() / 2 + 1,
            sensed: is_sense(sense),
            before: last.after,
            after: last.after,
            followed: false,
            holds_truth: None,
            hsuc_after: self.with_hsuc.then_some(last.after),
        }
    }

    /// Adds what `color` was told up to the sense at which `replay` stands.
    fn sense(
        self,
        set: &mut InformationSet,
        replay: &Replay<'_>,
        color: Color,
    ) -> Result<SenseSizes, String> {
        let log = replay.observations(color).log();
        let (Some(sense), truth) = (log.last(), replay.position()) else {
            return Err("the record has a sense that its side was not told of".to_owned());
        };
        let take_in = |set: &mut InformationSet, told| {
            set.observe(told)
                .map_err(|e| format!("half-turn {}: {e}", replay.ply() + 1))
        };
        for told in &log[set.observed()..log.len() - 1] {
            take_in(set, told)?;
        }
        let before = Size::of(set);
        let held = set.contains(truth);
        let hsuc_after = if self.with_hsuc {
            Some(after_hsuc(set, truth)?)
        } else {
            None
        };
        take_in(set, sense)?;
        let after = Size::of(set);
        let held = held && set.contains(truth);
        Ok(SenseSizes {
            turn: replay.ply() / 2 + 1,
            sensed: is_sense(Some(sense)),
            before,
            after,
            followed: true,
            holds_truth: (held || before.exact && after.exact).then_some(held),
            hsuc_after,
        })
    }
}

/// Returns whether an observation is a sense, and not the choice to sense nothing.
fn is_sense(told: Option<&Observation>) -> bool {
    matches!(told, Some(Observation::Sense(result)) if result.square.is_some())
}

/// Returns the square that HSUC senses.
fn hsuc_square(set: &InformationSet) -> Square {
    set.survey().senses.best()
}

/// Returns what HSUC's sense would leave of `set`.
fn after_hsuc(set: &InformationSet, truth: &Position) -> Result<Size, String> {
    if set.len() < 2 {
        return Ok(Size::of(set));
    }
    let shown = truth.sense(Some(hsuc_square(set)));
    let mut left = set.clone();
    left.observe(&Observation::Sense(shown))
        .map_err(|e| e.to_string())?;
    Ok(Size::of(&left))
}

#[cfg(test)]
mod tests {
    use std::{fs, ops::ControlFlow};

    use rbc_belief::replay::{GameReplay, SetCursor, StepPhase};

    use super::*;
    use crate::set_size_summary::{Summary, figure_in_words};

    fn fixture() -> GameHistory {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/conformance/fixtures/game.json"
        );
        GameHistory::from_json(&fs::read(path).expect("a fixture")).expect("a game")
    }

    /// Compares with the replay of the pages, which computes the sets in another way, and with a count of HSUC's boards.
    #[test]
    fn sizes_are_those_of_another_count() {
        let game = fixture();
        let measure = SetSizes {
            cap: 50_000,
            with_hsuc: true,
        };
        let sides = measure.of(&game);
        let mut replay = GameReplay::new(&game);
        let mut compared = 0;
        for color in Color::ALL {
            let senses = &sides[color.fold_wb(0, 1)].senses;
            assert_eq!(senses.len(), game.side(color).senses.len());
            let mut cursor = SetCursor::new(color, measure.cap);
            let steps = replay.steps().to_vec();
            let starts = (0..steps.len())
                .filter(|i| steps[*i].color == color && steps[*i].phase == StepPhase::Start);
            let counted = |sense: &&SenseSizes| sense.before.exact && sense.after.exact;
            for (start, sense) in starts.zip(senses.iter().take_while(counted)) {
                let mut watch = |_, _| ControlFlow::Continue(());
                let set = replay.seek(&mut cursor, start, &mut watch).expect("a set");
                assert_eq!(sense.before.boards, set.len() as f64, "step {start}");
                let truth: Position = steps[start].fen.parse().expect("a position");
                let shown = truth.sense(Some(set.survey().senses.best()));
                let left = set.positions().filter(|p| p.sense(shown.square) == shown);
                let left = left.count() as f64;
                assert_eq!(sense.hsuc_after.map(|s| s.boards), Some(left));
                let set = replay.seek(&mut cursor, start + 1, &mut watch);
                assert_eq!(sense.after.boards, set.expect("a set").len() as f64);
                assert_eq!(sense.holds_truth, Some(true));
                compared += 1;
            }
        }
        assert!(compared >= 8, "{compared}");
    }

    #[test]
    fn a_set_beyond_the_cap_says_so_and_is_given_up_in_the_end() {
        let measure = SetSizes {
            cap: 1_000,
            with_hsuc: false,
        };
        for side in measure.of(&fixture()) {
            let first = side.senses.iter().position(|s| !s.before.exact);
            let first = first.expect("random play outgrows the cap");
            assert!(
                side.senses[..first]
                    .iter()
                    .all(|s| s.before.boards <= 1000.0)
            );
            let last = side.senses.last().expect("senses");
            assert!(!last.followed && !last.after.exact && last.after.boards > 1000.0);
            assert_eq!(last.as_sensed().decay(), None);
            let summary = Summary::of(&side.senses, 1_000).expect("senses");
            assert!(summary.median_before.is_floor && summary.after.mean.is_floor);
            assert_eq!(figure_in_words(summary.after.max), ">1,000");
            assert_eq!(summary.truth_lost, 0);
        }
    }
}
