//! What share of the possible boards senses ruled out.

use crate::{
    averages::{mean, median, quantile_of_sorted},
    bootstrap::Draws,
};

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

/// The averages of [`Decay`] over games, each with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DecayEstimates {
    /// See [`Decay::mean`].
    pub mean: (f64, [f64; 2]),
    /// See [`Decay::median`].
    pub median: (f64, [f64; 2]),
    /// See [`Decay::pooled`].
    pub pooled: (f64, [f64; 2]),
}

/// The percentile bootstrap of [`Decay`], in which games are drawn as a whole.
///
/// ```
/// use rbc_statistics::{DecayBootstrap, Reduction};
/// let sense = |before, after| Reduction { before, after, counted: true, followed: true };
/// let games = [vec![sense(2.0, 1.0)], vec![sense(100.0, 4.0), sense(9.0, 3.0)]];
/// let mut bootstrap = DecayBootstrap::new(&games, 1).expect("there are senses");
/// while bootstrap.resample() {}
/// let (pooled, [low, high]) = bootstrap.estimates().pooled;
/// assert!(low <= pooled && pooled <= high);
/// ```
#[derive(Clone, Debug)]
pub struct DecayBootstrap {
    decay: Decay,
    games: Vec<Sums>,
    /// All decays in order, each with its game.
    sorted: Vec<(f64, usize)>,
    draws: Draws,
    /// Averages of the resamples.
    resamples: [Vec<f64>; 3],
}

/// What one game adds to the averages.
#[derive(Clone, Copy, Default, Debug)]
struct Sums {
    decay: f64,
    senses: usize,
    before: f64,
    after: f64,
}

impl DecayBootstrap {
    /// Creates the bootstrap of `games`, or returns `None` when there was never more than one board.
    #[must_use]
    pub fn new(games: &[Vec<Reduction>], seed: u64) -> Option<DecayBootstrap> {
        let decay = Decay::of(games.iter().flatten().copied())?;
        let mut sorted = Vec::new();
        let mut sums = Vec::with_capacity(games.len());
        for (game, senses) in games.iter().enumerate() {
            let mut sum = Sums::default();
            for sense in senses {
                if let Some(decay) = sense.decay() {
                    sum.decay += decay;
                    sum.senses += 1;
                    sorted.push((decay, game));
                }
                if sense.counted {
                    sum.before += sense.before;
                    sum.after += sense.after;
                }
            }
            sums.push(sum);
        }
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        Some(DecayBootstrap {
            decay,
            draws: Draws::new(seed),
            games: sums,
            sorted,
            resamples: Default::default(),
        })
    }

    /// Draws one resample. Returns whether more are to come.
    pub fn resample(&mut self) -> bool {
        let Some(drawn) = self.draws.next(self.games.len()) else {
            return false;
        };
        let mut times = vec![0; self.games.len()];
        for game in drawn {
            times[*game] += 1;
        }
        let (mut decay, mut senses, mut before, mut after) = (0.0, 0, 0.0, 0.0);
        for (game, times) in self.games.iter().zip(&times) {
            decay += game.decay * *times as f64;
            senses += game.senses * times;
            before += game.before * *times as f64;
            after += game.after * *times as f64;
        }
        if senses > 0 {
            let pooled = if before > 0.0 {
                1.0 - after / before
            } else {
                0.0
            };
            let median = median_of(&self.sorted, &times, senses);
            for (values, value) in
                self.resamples
                    .iter_mut()
                    .zip([decay / senses as f64, median, pooled])
            {
                values.push(value);
            }
        }
        self.draws.are_left()
    }

    /// Returns the averages with the intervals of the resamples so far.
    #[must_use]
    pub fn estimates(mut self) -> DecayEstimates {
        let values = [self.decay.mean, self.decay.median, self.decay.pooled];
        let mut estimates = values.map(|value| (value, [value, value]));
        for ((_, interval), resamples) in estimates.iter_mut().zip(&mut self.resamples) {
            resamples.sort_by(f64::total_cmp);
            if !resamples.is_empty() {
                *interval = [0.025, 0.975].map(|share| quantile_of_sorted(resamples, share));
            }
        }
        let [mean, median, pooled] = estimates;
        DecayEstimates {
            mean,
            median,
            pooled,
        }
    }
}

/// The median of the `count` values that are left when each stands as often as its game was drawn.
fn median_of(sorted: &[(f64, usize)], times: &[usize], count: usize) -> f64 {
    let mut passed = 0;
    let mut low = None;
    for (value, game) in sorted {
        passed += times[*game];
        if passed > (count - 1) / 2 {
            let low = *low.get_or_insert(*value);
            if passed > count / 2 {
                return low + (value - low) * 0.5;
            }
        }
    }
    low.unwrap_or_default()
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

    #[test]
    fn the_bootstrap_is_that_of_decays() {
        let sense = |before: usize, after: usize| Reduction {
            before: before as f64,
            after: after as f64,
            counted: !before.is_multiple_of(3),
            followed: !before.is_multiple_of(7),
        };
        let game = |i: usize| {
            (0..i % 5)
                .map(|j| sense(1 + 13 * i * j, 1 + i + j))
                .collect()
        };
        let games: Vec<Vec<Reduction>> = (0..12).map(game).collect();
        let mut fast = DecayBootstrap::new(&games, 7).expect("senses");
        while fast.resample() {}
        let fast = fast.estimates();
        type Part = fn(Decay) -> f64;
        let parts: [(Part, _); 3] = [
            (|d| d.mean, fast.mean),
            (|d| d.median, fast.median),
            (|d| d.pooled, fast.pooled),
        ];
        for (part, (value, interval)) in parts {
            let of = |sample: &[&Vec<Reduction>]| {
                Decay::of(sample.iter().flat_map(|game| game.iter().copied())).map(part)
            };
            let plain = crate::bootstrap(&games, 7, of).expect("senses");
            assert!((plain.0 - value).abs() < 1e-12);
            for (a, b) in plain.1.into_iter().zip(interval) {
                assert!((a - b).abs() < 1e-12, "{a} {b}");
            }
        }
        assert!(DecayBootstrap::new(&[Vec::new()], 1).is_none());
    }
}
