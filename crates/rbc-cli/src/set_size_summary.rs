//! Summarises the sizes of many information sets, for tables and JSON.
//!
//! Estimates can be rough, so figures do not depend on them: a figure beyond the cap is only said to be more than the
//! cap ([`Figure::is_floor`]), and in means a size beyond the cap counts as the cap.

use rbc_statistics::{Decay, mean, median, quantile_of_sorted};
use serde_json::{Value, json};

use crate::{
    numbers::in_words,
    set_sizes::{SenseSizes, Size, reduction},
};

/// A mean or quantile of many sizes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// The value, with sizes beyond the cap counted as the cap.
    pub boards: f64,
    /// Whether the true value is larger.
    pub is_floor: bool,
}

/// The mean set sizes at one turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TurnMean {
    /// The number of the turn.
    pub turn: usize,
    /// Senses on that turn, over all games.
    pub senses: usize,
    /// Mean boards before, each at most the cap.
    pub before: f64,
    /// Mean boards after, each at most the cap.
    pub after: f64,
}

/// The sizes of many senses.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Turns with a chance to sense.
    pub senses: usize,
    /// Turns without a sense.
    pub without_sense: usize,
    /// Senses whose size before is an estimate.
    pub estimated_before: usize,
    /// Senses whose size after is an estimate.
    pub estimated_after: usize,
    /// Median relative standard error of the estimates; `None` without estimates.
    pub estimate_error: Option<f64>,
    /// Senses at which the set was exact, or a sample with the true board in it.
    pub looked_for_truth: usize,
    /// Senses of these at which the true board was missing: 0, unless there is a bug.
    pub truth_lost: usize,
    /// Median before.
    pub median_before: Figure,
    /// Mean before.
    pub mean_before: Figure,
    /// What the senses left.
    pub after: After,
    /// What HSUC's senses would have left of the same sets, if that was counted at every sense.
    pub hsuc: Option<After>,
    /// Means by turn.
    pub by_turn: Vec<TurnMean>,
}

/// The sizes after senses.
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
    /// What share was ruled out; `None` if there was never more than one board.
    pub decay: Option<Decay>,
}

impl Summary {
    /// Summarises `senses`, counted up to `cap`; `None` if there are none.
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

    /// Returns the summary as JSON.
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
            decay: Decay::of(
                senses
                    .iter()
                    .zip(after)
                    .map(|(s, after)| reduction(s, *after)),
            ),
        }
    }

    /// Returns mean, median and pooled g, for a table.
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

/// Returns a figure for a table: `>100,000` if it is larger than that.
#[must_use]
pub fn figure_in_words(figure: Figure) -> String {
    let more = if figure.is_floor { ">" } else { "" };
    format!("{more}{}", in_words(figure.boards))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
