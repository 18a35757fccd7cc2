//! How many boards are possible for each side of a game before and after each of its senses.
//!
//! The exact information set is replayed from the record. It holds at most a cap of boards; beyond that it is
//! a sample, and the size an estimate ([`Size::exact`]) with an error. Estimates can be rough after many turns,
//! so nothing is averaged over them: a figure beyond the cap is only said to be more than the cap
//! ([`Figure::is_floor`]), in means a size beyond the cap counts as the cap, and how many sizes were
//! estimated is told beside every table.

use rbc_belief::{Completeness, InformationSet};
use rbc_rules::{
    Color, GameHistory, Observation, Position, Square,
    record::verify::{Replay, ReplayStep},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::statistics::{mean, median, quantile_of_sorted};

/// Boards a set holds unless something else is asked for.
pub const DEFAULT_CAP: usize = 100_000;

/// Raw successors, as a multiple of the cap, that are generated to make a sample exact again: see
/// [`InformationSet::with_replay_limit`].
const REPLAY_WORK: usize = 64;

/// A set that a sense leaves with more boards than this, as a multiple of the cap, is followed no further: it
/// would take work without end (players that sense at random never find back), and stays beyond the cap.
const HOPELESS: f64 = 16.0;

/// A number of possible boards.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Size {
    /// How many.
    pub boards: f64,
    /// Whether they were counted; otherwise they are more than the cap, or were on the way, and this is an
    /// estimate.
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
    /// The decay g = 1 - after / before; `None` where one board was possible and nothing could be ruled out, or
    /// where neither is known.
    pub fn decay(&self, after: Size) -> Option<f64> {
        let known = self.followed && self.before.boards > 1.0;
        known.then(|| 1.0 - after.boards / self.before.boards)
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

/// How games are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetSizes {
    /// Boards that a set holds at most.
    pub cap: usize,
    /// Whether HSUC's square is looked for at each sense, and what it would have left.
    pub with_hsuc: bool,
}

impl SetSizes {
    /// White's and Black's sets in `game`.
    ///
    /// A side is followed up to where the record departs from the rules, as nobody knows what its player
    /// made of that.
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

    /// Whether a set is followed no further after a sense.
    fn is_hopeless(self, last: &SenseSizes) -> bool {
        last.after.boards > self.cap as f64 * HOPELESS
    }

    /// A sense of a side that is followed no further.
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

    /// Takes in what `color` was told up to the sense that `replay` has just come to.
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

/// Whether an observation is a sense of a window, and not the choice to look nowhere.
fn is_sense(told: Option<&Observation>) -> bool {
    matches!(told, Some(Observation::Sense(result)) if result.square.is_some())
}

/// The square that HSUC senses on a set.
fn hsuc_square(set: &InformationSet) -> Square {
    set.survey().senses.best()
}

/// What HSUC's sense would leave of `set` on the true board.
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

/// A number of boards that many sizes were put together to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// The number, sizes beyond the cap counted as the cap.
    pub boards: f64,
    /// Whether the number is more than that.
    pub is_floor: bool,
}

/// How much senses ruled out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decay {
    /// Mean of 1 - after / before over the senses at which more than one board was possible. Estimates count:
    /// a sample shows well what share a sense leaves.
    pub mean: f64,
    /// Their median.
    pub median: f64,
    /// 1 - (sum after) / (sum before) over the senses at which both were counted: the largest sets decide.
    pub pooled: f64,
}

impl Decay {
    /// Of senses with what they left; `None` when there was never more than one board.
    pub fn of<'s>(senses: impl Iterator<Item = (&'s SenseSizes, Size)>) -> Option<Decay> {
        let mut all = Vec::new();
        let (mut before, mut left) = (0.0, 0.0);
        for (sense, after) in senses {
            all.extend(sense.decay(after));
            if sense.before.exact && after.exact {
                before += sense.before.boards;
                left += after.boards;
            }
        }
        (!all.is_empty()).then(|| Decay {
            mean: mean(&all),
            median: median(all).unwrap_or_default(),
            pooled: if before > 0.0 {
                1.0 - left / before
            } else {
                0.0
            },
        })
    }
}

/// What a player's sets were at one of its turns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TurnMean {
    /// The number of the turn.
    pub turn: usize,
    /// Senses on that turn, over all games.
    pub senses: usize,
    /// Mean boards before, at most the cap each.
    pub before: f64,
    /// Mean boards after, likewise.
    pub after: f64,
}

/// Sizes over many senses.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Turns on which a side could sense.
    pub senses: usize,
    /// Those on which it chose not to.
    pub without_sense: usize,
    /// Senses before which the size is an estimate.
    pub estimated_before: usize,
    /// Senses after which it is one.
    pub estimated_after: usize,
    /// Median standard error of these estimates, as a share of them; `None` where there are none.
    pub estimate_error: Option<f64>,
    /// Senses at which the set was exact, or held the true board all the same.
    pub looked_for_truth: usize,
    /// Those of them at which the true board was missing: never, unless there is a mistake.
    pub truth_lost: usize,
    /// Median before.
    pub median_before: Figure,
    /// Mean before.
    pub mean_before: Figure,
    /// What the senses left.
    pub after: After,
    /// What HSUC's senses would have left of the same sets, where that was measured at every sense.
    pub hsuc: Option<After>,
    /// Means by turn.
    pub by_turn: Vec<TurnMean>,
}

/// What senses left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct After {
    /// Median.
    pub median: Figure,
    /// Mean.
    pub mean: Figure,
    /// 95th percentile.
    pub percentile_95: Figure,
    /// The largest.
    pub max: Figure,
    /// How much was ruled out; `None` when there was never more than one board.
    pub decay: Option<Decay>,
}

impl Summary {
    /// The sizes of `senses`, followed with `cap`; `None` when there are none.
    #[must_use]
    pub fn of(senses: &[SenseSizes], cap: usize) -> Option<Summary> {
        if senses.is_empty() {
            return None;
        }
        let count = |is: fn(&SenseSizes) -> bool| senses.iter().filter(|s| is(s)).count();
        let before: Vec<Size> = senses.iter().map(|s| s.before).collect();
        let after: Vec<Size> = senses.iter().map(|s| s.after).collect();
        let hsuc: Option<Vec<Size>> = senses.iter().map(|s| s.hsuc_after).collect();
        let followed = senses.iter().filter(|s| s.followed);
        let errors = followed
            .flat_map(|s| [s.before, s.after])
            .filter(|size| !size.exact)
            .map(|size| size.error / size.boards)
            .collect();
        Some(Summary {
            senses: senses.len(),
            without_sense: count(|s| !s.sensed),
            estimated_before: count(|s| !s.before.exact),
            estimated_after: count(|s| !s.after.exact),
            estimate_error: median(errors),
            looked_for_truth: count(|s| s.holds_truth.is_some()),
            truth_lost: count(|s| s.holds_truth == Some(false)),
            median_before: quantile(&before, 0.5, cap),
            mean_before: mean_size(&before, cap),
            after: After::of(senses, &after, cap),
            hsuc: hsuc.map(|sizes| After::of(senses, &sizes, cap)),
            by_turn: by_turn(senses, cap),
        })
    }

    /// As JSON: names as in the tables, `beyondCap` beside medians and percentiles.
    #[must_use]
    pub fn as_json(&self) -> Value {
        let turns: Vec<Value> = self
            .by_turn
            .iter()
            .map(|t| json!({ "turn": t.turn, "senses": t.senses, "meanBefore": t.before, "meanAfter": t.after }))
            .collect();
        let mut object = json!({
            "senses": self.senses,
            "withoutSense": self.without_sense,
            "estimatedBefore": self.estimated_before,
            "estimatedAfter": self.estimated_after,
            "estimateError": self.estimate_error,
            "lookedForTruth": self.looked_for_truth,
            "truthLost": self.truth_lost,
            "medianBefore": figure_json(self.median_before),
            "meanBefore": figure_json(self.mean_before),
            "after": self.after.as_json(),
            "byTurn": turns,
        });
        if let Some(hsuc) = &self.hsuc {
            object["hsucInstead"] = hsuc.as_json();
        }
        object
    }
}

impl After {
    fn of(senses: &[SenseSizes], after: &[Size], cap: usize) -> After {
        After {
            median: quantile(after, 0.5, cap),
            mean: mean_size(after, cap),
            percentile_95: quantile(after, 0.95, cap),
            max: quantile(after, 1.0, cap),
            decay: Decay::of(senses.iter().zip(after.iter().copied())),
        }
    }

    /// Mean, median and pooled g, for a table.
    #[must_use]
    pub fn decay_in_words(&self) -> [String; 3] {
        match self.decay {
            None => ["-"; 3].map(str::to_owned),
            Some(g) => [g.mean, g.median, g.pooled].map(|g| format!("{g:.3}")),
        }
    }

    fn as_json(&self) -> Value {
        json!({
            "median": figure_json(self.median),
            "mean": figure_json(self.mean),
            "percentile95": figure_json(self.percentile_95),
            "max": figure_json(self.max),
            "decay": self.decay.map(|g| json!({ "mean": g.mean, "median": g.median, "pooled": g.pooled })),
        })
    }
}

fn figure_json(figure: Figure) -> Value {
    json!({ "boards": figure.boards, "beyondCap": figure.is_floor })
}

fn mean_size(sizes: &[Size], cap: usize) -> Figure {
    let cap = cap as f64;
    let capped: Vec<f64> = sizes.iter().map(|s| s.boards.min(cap)).collect();
    Figure {
        boards: mean(&capped),
        is_floor: sizes.iter().any(|s| s.boards > cap),
    }
}

fn quantile(sizes: &[Size], share: f64, cap: usize) -> Figure {
    let cap = cap as f64;
    let mut values: Vec<f64> = sizes.iter().map(|s| s.boards).collect();
    values.sort_by(f64::total_cmp);
    let boards = quantile_of_sorted(&values, share);
    Figure {
        boards: boards.min(cap),
        is_floor: boards > cap,
    }
}

fn by_turn(senses: &[SenseSizes], cap: usize) -> Vec<TurnMean> {
    let last = senses.iter().map(|s| s.turn).max().unwrap_or(0);
    let mut sums = vec![(0_usize, 0.0, 0.0); last + 1];
    for sense in senses {
        let (count, before, after) = &mut sums[sense.turn];
        *count += 1;
        *before += sense.before.boards.min(cap as f64);
        *after += sense.after.boards.min(cap as f64);
    }
    sums.into_iter()
        .enumerate()
        .filter(|(_, (count, ..))| *count > 0)
        .map(|(turn, (senses, before, after))| TurnMean {
            turn,
            senses,
            before: before / senses as f64,
            after: after / senses as f64,
        })
        .collect()
}

/// A number of boards for a table: thousands separated, one decimal for small means.
#[must_use]
pub fn in_words(boards: f64) -> String {
    if boards < 100.0 && boards.fract() != 0.0 {
        return format!("{boards:.1}");
    }
    let digits = format!("{boards:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A figure for a table: `>100,000` where it is more than that.
#[must_use]
pub fn figure_in_words(figure: Figure) -> String {
    let more = if figure.is_floor { ">" } else { "" };
    format!("{more}{}", in_words(figure.boards))
}

#[cfg(test)]
mod tests {
    use std::{fs, ops::ControlFlow};

    use rbc_belief::replay::{GameReplay, SetCursor, StepPhase};

    use super::*;

    fn fixture() -> GameHistory {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/conformance/fixtures/game.json"
        );
        GameHistory::from_json(&fs::read(path).expect("a fixture")).expect("a game")
    }

    /// The replay of the pages comes to the sets in another way, and HSUC's class is counted by hand.
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
            assert_eq!(last.decay(last.after), None);
            let summary = Summary::of(&side.senses, 1_000).expect("senses");
            assert!(summary.median_before.is_floor && summary.after.mean.is_floor);
            assert_eq!(figure_in_words(summary.after.max), ">1,000");
            assert_eq!(summary.truth_lost, 0);
        }
    }

    fn sense(turn: usize, before: f64, after: f64) -> SenseSizes {
        let size = |boards| Size {
            boards,
            exact: boards <= 100.0,
            error: if boards <= 100.0 { 0.0 } else { boards / 20.0 },
        };
        SenseSizes {
            turn,
            sensed: true,
            before: size(before),
            after: size(after),
            followed: true,
            holds_truth: (before <= 100.0).then_some(true),
            hsuc_after: None,
        }
    }

    #[test]
    fn summaries_are_those_computed_by_hand() {
        let senses = [
            sense(1, 1.0, 1.0),
            sense(2, 20.0, 10.0),
            sense(2, 40.0, 4.0),
            sense(3, 400.0, 100.0),
        ];
        let summary = Summary::of(&senses, 100).expect("senses");
        assert_eq!((summary.senses, summary.estimated_before), (4, 1));
        assert_eq!(summary.looked_for_truth, 3);
        assert_eq!(figure_in_words(summary.median_before), "30");
        // 1, 20, 40 and at least 100.
        assert_eq!(figure_in_words(summary.mean_before), ">40.2");
        assert_eq!(figure_in_words(summary.after.median), "7");
        assert_eq!(figure_in_words(summary.after.max), "100");
        assert_eq!(figure_in_words(summary.after.mean), "28.8");
        // 1, 4, 10, 100: 95 % of the way is 0.85 between the last two.
        assert!((summary.after.percentile_95.boards - 86.5).abs() < 1e-9);
        let decay = summary.after.decay.expect("something ruled out");
        // 0.5, 0.9 and 0.75; pooled over those that were counted: 15 of 61 are left.
        assert!((decay.mean - 2.15 / 3.0).abs() < 1e-9);
        assert!((decay.median - 0.75).abs() < 1e-9);
        assert!((decay.pooled - (1.0 - 15.0 / 61.0)).abs() < 1e-9);
        let turns: Vec<_> = summary
            .by_turn
            .iter()
            .map(|t| (t.turn, t.senses, t.after))
            .collect();
        assert_eq!(turns, [(1, 1, 1.0), (2, 2, 7.0), (3, 1, 100.0)]);
        assert_eq!(summary.hsuc, None);
        assert!(Summary::of(&[], 100).is_none());
    }

    #[test]
    fn numbers_are_told_with_separators() {
        let told = [1.0, 12.25, 999.6, 1234.0, 1_234_567.0].map(in_words);
        assert_eq!(told, ["1", "12.2", "1,000", "1,234", "1,234,567"]);
    }
}
