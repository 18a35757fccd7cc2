//! The possible boards of a side of a game before and after each of its senses, for figures of many games.
//!
//! A set holds at most a cap of boards. Beyond that it is a sample, and its size an estimate ([`Size::exact`]) with an error,
//! which can be large after many turns. A set that a sense leaves with more than 16 times the cap is given up: players that sense
//! at random never get back below it. [`SenseCount::to_the_end`] follows it all the same.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use rbc_rules::{Color, Observation, Observations, Position};

use crate::{
    Completeness, InformationSet, InformationSetError, Interrupted, Watch,
    replay::{GameReplay, StepPhase},
};

/// Default maximum of boards in a set.
pub const DEFAULT_CAP: usize = 100_000;

/// A set with more boards than this multiple of the cap after a sense is given up.
const HOPELESS: f64 = 16.0;

/// A number of possible boards.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Size {
    /// The number.
    pub boards: f64,
    /// Whether it was counted. Otherwise the set is, or has been, larger than the cap, and this is an estimate.
    pub exact: bool,
    /// The standard error of the estimate.
    #[cfg_attr(feature = "serde", serde(default))]
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
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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

/// One side of one game.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct SideSizes {
    /// Its senses in order.
    pub senses: Vec<SenseSizes>,
    /// Why the rest of the game was not followed, where it was not.
    pub broken_off: Option<String>,
}

/// A count of one side's boards in progress, sense by sense.
///
/// The side is followed up to where the record departs from the rules, as it is unknown what its player was told then.
///
/// ```
/// use std::ops::ControlFlow;
/// use rbc_belief::{replay::GameReplay, sense_sizes::SenseCount};
/// use rbc_rules::{Arbiter, Color, GameSetup, Square};
/// let mut arbiter = Arbiter::new(GameSetup::default());
/// arbiter.start(0);
/// arbiter.sense(None, 0)?;
/// arbiter.play("e2e4".parse().ok(), 0)?;
/// arbiter.sense(Some(Square::E4), 0)?;
/// arbiter.resign(Color::Black, 0);
/// let game = GameReplay::new(arbiter.history().expect("it is over"));
/// let mut count = SenseCount::new(&game, Color::Black, 1_000);
/// while count.advance(&mut |_, _| ControlFlow::Continue(()))? {}
/// let black = count.finish();
/// assert_eq!(black.senses[0].before.boards, 21.0);
/// assert_eq!(black.senses[0].after.boards, 1.0);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SenseCount {
    cap: usize,
    with_hsuc: bool,
    gives_up: bool,
    told: Observations,
    /// The true board at each sense.
    truths: Vec<Position>,
    /// The half-turn, from 1, at which the record departs from the rules.
    departs: Option<usize>,
    /// While it is followed.
    set: Option<InformationSet>,
    found: SideSizes,
}

/// Why there are no sizes at a sense.
enum Stop {
    Interrupted,
    Broken(String),
}

impl SenseCount {
    /// Creates a count of `color`'s boards in `game`, with a set of at most `cap`, before its first sense.
    #[must_use]
    pub fn new(game: &GameReplay, color: Color, cap: usize) -> SenseCount {
        let departure = game.departures().first().copied();
        let steps = &game.steps()[..departure.unwrap_or(game.steps().len())];
        let senses = steps
            .iter()
            .filter(|step| step.color == color && step.phase == StepPhase::Sensed);
        SenseCount {
            cap,
            with_hsuc: false,
            gives_up: true,
            told: game.told(steps.len().saturating_sub(1), color),
            truths: senses.map_while(|step| step.fen.parse().ok()).collect(),
            departs: departure.and_then(|step| Some(game.steps().get(step)?.ply + 1)),
            set: None,
            found: SideSizes::default(),
        }
    }

    /// Also counts what HSUC's senses would have left, which cannot be interrupted.
    #[must_use]
    pub const fn with_hsuc(mut self) -> SenseCount {
        self.with_hsuc = true;
        self
    }

    /// Follows sets that are larger than 16 times the cap, too.
    #[must_use]
    pub const fn to_the_end(mut self) -> SenseCount {
        self.gives_up = false;
        self
    }

    /// Returns the cap.
    #[must_use]
    pub const fn cap(&self) -> usize {
        self.cap
    }

    /// Returns how many senses are counted, and of how many.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.found.senses.len(), self.truths.len())
    }

    /// Counts at the next sense. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// When the watch interrupts. What was done is kept, and the call can be made again.
    pub fn advance(&mut self, watch: Watch<'_>) -> Result<bool, Interrupted> {
        if self.found.broken_off.is_some() || self.found.senses.len() == self.truths.len() {
            return Ok(false);
        }
        match self.count_next(watch) {
            Ok(sizes) => {
                if self.gives_up && sizes.after.boards > self.cap as f64 * HOPELESS {
                    self.set = None;
                }
                self.found.senses.push(sizes);
            }
            Err(Stop::Interrupted) => return Err(Interrupted),
            Err(Stop::Broken(why)) => self.found.broken_off = Some(why),
        }
        Ok(true)
    }

    /// Returns the sizes as far as they are counted.
    #[must_use]
    pub fn finish(self) -> SideSizes {
        let mut found = self.found;
        if let Some(half_turn) = self.departs {
            found.broken_off.get_or_insert_with(|| {
                format!("the record departs from the rules at half-turn {half_turn}")
            });
        }
        found
    }

    /// Counts at the sense after those that were found.
    fn count_next(&mut self, watch: Watch<'_>) -> Result<SenseSizes, Stop> {
        let (cap, with_hsuc) = (self.cap, self.with_hsuc);
        let number = self.found.senses.len();
        let log = self.told.log();
        let mut senses = log.iter().enumerate().filter_map(|(i, told)| match told {
            Observation::Sense(result) => Some((i, result.square.is_some())),
            _ => None,
        });
        let (Some((at, sensed)), Some(truth)) = (senses.nth(number), self.truths.get(number))
        else {
            let why = "the record has a sense that its side was not told of";
            return Err(Stop::Broken(why.to_owned()));
        };
        // Each turn has its sense, if only that of no square.
        let turn = number + 1;
        let last = self.found.senses.last();
        if let Some(last) = last.filter(|_| self.set.is_none()) {
            return Ok(SenseSizes {
                turn,
                sensed,
                before: last.after,
                after: last.after,
                followed: false,
                holds_truth: None,
                hsuc_after: with_hsuc.then_some(last.after),
            });
        }
        let set = match &mut self.set {
            Some(set) => set,
            none => none.insert(
                InformationSet::new(self.told.color(), self.told.start(), cap)
                    .map_err(|error| Stop::Broken(error.to_string()))?,
            ),
        };
        let mut take_in = |set: &mut InformationSet, told: &Observation| {
            set.observe_watched(told, watch)
                .map_err(|error| match error {
                    InformationSetError::Interrupted => Stop::Interrupted,
                    error @ (InformationSetError::NoBoardFits | InformationSetError::Lost) => {
                        Stop::Broken(format!("turn {turn}: {error}"))
                    }
                })
        };
        while let Some(told) = log[..at].get(set.observed()) {
            take_in(set, told)?;
        }
        let before = Size::of(set);
        let held = set.contains(truth);
        let hsuc_after = if with_hsuc {
            let after = after_hsuc(set, truth).map_err(|error| Stop::Broken(error.to_string()))?;
            Some(after)
        } else {
            None
        };
        take_in(set, &log[at])?;
        let after = Size::of(set);
        let held = held && set.contains(truth);
        Ok(SenseSizes {
            turn,
            sensed,
            before,
            after,
            followed: true,
            holds_truth: (held || before.exact && after.exact).then_some(held),
            hsuc_after,
        })
    }
}

/// Returns what HSUC's sense would leave of `set`.
fn after_hsuc(set: &InformationSet, truth: &Position) -> Result<Size, InformationSetError> {
    if set.len() < 2 {
        return Ok(Size::of(set));
    }
    let shown = truth.sense(Some(set.survey().senses.best()));
    let mut left = set.clone();
    left.observe(&Observation::Sense(shown))?;
    Ok(Size::of(&left))
}
