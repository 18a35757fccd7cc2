//! What share of the possible boards senses ruled out.

use crate::averages::{mean, median};

/// What one sense left of an information set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reduction {
    /// Boards before the sense.
    pub before: f64,
    /// Boards after it.
    pub after: f64,
    /// Whether both numbers are exact; otherwise they are estimates.
    pub counted: bool,
    /// Whether the set was followed up to the sense; otherwise nothing is known of it.
    pub followed: bool,
}

impl Reduction {
    /// Returns the decay 1 - after / before, or `None` where one board was possible or nothing is known.
    #[must_use]
    pub fn decay(&self) -> Option<f64> {
        (self.followed && self.before > 1.0).then(|| 1.0 - self.after / self.before)
    }
}

/// Averages of the decay of many senses.
///
/// ```
/// use rbc_statistics::{Decay, Reduction};
/// let sense = |before, after| Reduction { before, after, counted: true, followed: true };
/// let decay = Decay::of([sense(2.0, 1.0), sense(100.0, 4.0)]).expect("two senses");
/// assert_eq!(decay.mean, 0.73);
/// // The large set decides.
/// assert_eq!(decay.pooled, 1.0 - 5.0 / 102.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decay {
    /// Mean over the senses at which more than one board was possible. Estimates count: a sample shows well
    /// what share a sense leaves.
    pub mean: f64,
    /// Their median.
    pub median: f64,
    /// 1 - (sum after) / (sum before) over the senses at which both were counted: the largest sets decide.
    pub pooled: f64,
}

impl Decay {
    /// Returns the averages over `senses`, or `None` when there was never more than one board.
    pub fn of(senses: impl IntoIterator<Item = Reduction>) -> Option<Decay> {
        let mut all = Vec::new();
        let (mut before, mut after) = (0.0, 0.0);
        for sense in senses {
            all.extend(sense.decay());
            if sense.counted {
                before += sense.before;
                after += sense.after;
            }
        }
        (!all.is_empty()).then(|| Decay {
            mean: mean(&all),
            median: median(all).unwrap_or_default(),
            pooled: if before > 0.0 {
                1.0 - after / before
            } else {
                0.0
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_averages_differ_as_they_should() {
        let sense = |before, after| Reduction {
            before,
            after,
            counted: true,
            followed: true,
        };
        // g: 0.5, 0.9, 0.96; where one board was possible there is none.
        let senses = [
            sense(2.0, 1.0),
            sense(10.0, 1.0),
            sense(100.0, 4.0),
            sense(1.0, 1.0),
        ];
        let found = Decay::of(senses).expect("senses");
        assert!((found.mean - 2.36 / 3.0).abs() < 1e-12);
        assert!((found.median - 0.9).abs() < 1e-12);
        assert!((found.pooled - (1.0 - 7.0 / 113.0)).abs() < 1e-12);
        assert_eq!(Decay::of([senses[3]]), None);
    }
}
