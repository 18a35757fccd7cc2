//! Intervals by the percentile bootstrap.

use rbc_random::Rng;

use crate::averages::{mean, quantile_of_sorted};

/// Resamples of a bootstrap.
pub const RESAMPLES: usize = 1_000;

/// Returns the `statistic` of `groups` with its 95 % interval by the percentile bootstrap, or `None`
/// where the statistic has no value.
///
/// Groups (games, say) are drawn with replacement as a whole, so that values of one group may depend on
/// each other. Resamples without a value are left out.
pub fn bootstrap<G>(
    groups: &[G],
    seed: u64,
    statistic: impl Fn(&[&G]) -> Option<f64>,
) -> Option<(f64, [f64; 2])> {
    let all: Vec<&G> = groups.iter().collect();
    let value = statistic(&all)?;
    let mut bootstrap = Bootstrap::new(seed);
    while bootstrap.resample(groups, &statistic) {}
    Some((value, bootstrap.interval().unwrap_or([value, value])))
}

/// Returns the mean of `values` with its 95 % interval by [`bootstrap`], or `None` when there are none.
#[must_use]
pub fn bootstrap_mean(values: &[f64], seed: u64) -> Option<(f64, [f64; 2])> {
    bootstrap(values, seed, |sample| {
        let sample: Vec<f64> = sample.iter().map(|value| **value).collect();
        (!sample.is_empty()).then(|| mean(&sample))
    })
}

/// A bootstrap that is done one resample at a time.
///
/// ```
/// use rbc_statistics::{Bootstrap, bootstrap_mean};
/// let values = [1.0, 2.0, 4.0];
/// let mean = |sample: &[&f64]| Some(sample.iter().copied().sum::<f64>() / sample.len() as f64);
/// let mut bootstrap = Bootstrap::new(7);
/// while bootstrap.resample(&values, mean) {
///     // A moment for other work.
/// }
/// assert_eq!(bootstrap.interval(), bootstrap_mean(&values, 7).map(|(_, interval)| interval));
/// ```
#[derive(Clone, Debug)]
pub struct Bootstrap {
    draws: Draws,
    values: Vec<f64>,
}

impl Bootstrap {
    /// Creates a bootstrap that has drawn nothing.
    #[must_use]
    pub const fn new(seed: u64) -> Bootstrap {
        Bootstrap {
            draws: Draws::new(seed),
            values: Vec::new(),
        }
    }

    /// Draws one resample of `groups`, the same at each call, and notes its `statistic`. Returns whether
    /// more are to come.
    pub fn resample<G>(&mut self, groups: &[G], statistic: impl Fn(&[&G]) -> Option<f64>) -> bool {
        if let Some(drawn) = self.draws.next(groups.len()) {
            let sample: Vec<&G> = drawn.iter().map(|i| &groups[*i]).collect();
            self.values.extend(statistic(&sample));
        }
        self.draws.are_left()
    }

    /// Returns the 95 % interval of the resamples so far, or `None` when none had a value.
    #[must_use]
    pub fn interval(mut self) -> Option<[f64; 2]> {
        self.values.sort_by(f64::total_cmp);
        (!self.values.is_empty())
            .then(|| [0.025, 0.975].map(|share| quantile_of_sorted(&self.values, share)))
    }
}

/// The draws of a bootstrap.
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    rng: Rng,
    resamples: usize,
    drawn: Vec<usize>,
}

impl Draws {
    pub(crate) const fn new(seed: u64) -> Draws {
        Draws {
            rng: Rng::new(seed),
            resamples: 0,
            drawn: Vec::new(),
        }
    }

    /// Returns the indices of the next resample of so many groups, or `None` after the last one.
    pub(crate) fn next(&mut self, groups: usize) -> Option<&[usize]> {
        if !self.are_left() {
            return None;
        }
        self.resamples += 1;
        self.drawn.clear();
        let rng = &mut self.rng;
        self.drawn.extend((0..groups).map(|_| rng.below(groups)));
        Some(&self.drawn)
    }

    pub(crate) const fn are_left(&self) -> bool {
        self.resamples < RESAMPLES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bootstrap_finds_the_error_of_a_mean() {
        // 0 to 99: standard deviation 28.87, of the mean 2.887.
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let (value, [low, high]) = bootstrap_mean(&values, 1).expect("values");
        assert!((value - 49.5).abs() < 1e-9);
        assert!((value - low - 5.66).abs() < 0.8 && (high - value - 5.66).abs() < 0.8);
        // The page computes the same: web/src/lab/results.test.ts.
        assert_eq!([low, high], [43.928_25, 55.371_249_999_999_996]);
        assert_eq!(bootstrap_mean(&values, 1), bootstrap_mean(&values, 1));
        assert_ne!(bootstrap_mean(&values, 1), bootstrap_mean(&values, 2));
        assert_eq!(bootstrap(&[0.0; 0], 1, |_| None), None);
        assert_eq!(bootstrap_mean(&[], 1), None);
    }
}
