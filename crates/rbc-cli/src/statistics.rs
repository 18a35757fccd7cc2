//! Averages and their 95 % intervals.

use rbc_agents::Rng;

/// Standard errors to each side of a 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// Samples that a bootstrap draws.
const RESAMPLES: usize = 1_000;

/// Wilson's 95 % interval of a share of `n`. Draws make it a little wider than need be.
#[must_use]
pub fn wilson(share: f64, n: f64) -> [f64; 2] {
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    [
        ((middle - half) / scale).max(0.0),
        ((middle + half) / scale).min(1.0),
    ]
}

/// The mean of `values`; 0 of none.
#[must_use]
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The quantile `share` of sorted values: between two of them on the straight line. There must be one.
#[must_use]
pub fn quantile_of_sorted(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (low, high) = (place.floor(), place.ceil());
    let (a, b) = (sorted[low as usize], sorted[high as usize]);
    a + (b - a) * (place - low)
}

/// The median; `None` of nothing.
#[must_use]
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    (!values.is_empty()).then(|| quantile_of_sorted(&values, 0.5))
}

/// What `statistic` makes of `groups`, and its 95 % interval by the percentile bootstrap: groups (games, say) are
/// drawn with replacement, so that values of one group may hang together. `None` where it makes nothing of them.
pub fn bootstrap<G>(
    groups: &[G],
    seed: u64,
    statistic: impl Fn(&[&G]) -> Option<f64>,
) -> Option<(f64, [f64; 2])> {
    let all: Vec<&G> = groups.iter().collect();
    let value = statistic(&all)?;
    let mut rng = Rng::new(seed);
    let mut drawn = Vec::with_capacity(RESAMPLES);
    let mut sample = Vec::with_capacity(groups.len());
    for _ in 0..RESAMPLES {
        sample.clear();
        sample.extend((0..groups.len()).map(|_| &groups[rng.below(groups.len())]));
        drawn.extend(statistic(&sample));
    }
    drawn.sort_by(f64::total_cmp);
    let bound = |share| match drawn.is_empty() {
        true => value,
        false => quantile_of_sorted(&drawn, share),
    };
    Some((value, [bound(0.025), bound(0.975)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values_come_out() {
        // 8 of 10: 0.4902 to 0.9433 (Brown, Cai, DasGupta 2001 give the formula).
        let [low, high] = wilson(0.8, 10.0);
        assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4);
        assert_eq!((wilson(0.0, 5.0)[0], wilson(1.0, 5.0)[1]), (0.0, 1.0));
        assert_eq!(median(vec![3.0, 1.0, 2.0, 10.0]), Some(2.5));
        assert_eq!(median(Vec::new()), None);
    }

    #[test]
    fn the_bootstrap_finds_the_error_of_a_mean() {
        // 0 to 99: standard deviation 28.87, of the mean 2.887.
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let of = |sample: &[&f64]| Some(sample.iter().copied().sum::<f64>() / sample.len() as f64);
        let (value, [low, high]) = bootstrap(&values, 1, of).expect("values");
        assert!((value - 49.5).abs() < 1e-9);
        assert!((value - low - 5.66).abs() < 0.8 && (high - value - 5.66).abs() < 0.8);
        assert_eq!(bootstrap(&values, 1, of), bootstrap(&values, 1, of));
        assert_eq!(bootstrap(&[0.0; 0], 1, |_| None), None);
    }
}
