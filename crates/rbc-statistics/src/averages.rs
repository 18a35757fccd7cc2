//! Averages and the interval of a score.

/// Standard errors to each side of a 95 % interval.
pub const Z: f64 = 1.959_963_984_540_054;

/// Returns Wilson's 95 % interval of a share of `n`; of nothing, 0 to 1. Draws make it a little wider
/// than necessary.
#[must_use]
pub fn wilson(share: f64, n: f64) -> [f64; 2] {
    if n <= 0.0 {
        return [0.0, 1.0];
    }
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    [
        ((middle - half) / scale).max(0.0),
        ((middle + half) / scale).min(1.0),
    ]
}

/// Returns the mean of `values`, or 0 when there are none.
#[must_use]
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Returns the quantile `share` of sorted values, interpolated between neighbours.
///
/// # Panics
///
/// When there are no values.
#[must_use]
pub fn quantile_of_sorted(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (low, high) = (place.floor(), place.ceil());
    let (a, b) = (sorted[low as usize], sorted[high as usize]);
    a + (b - a) * (place - low)
}

/// Returns the median, or `None` when there are no values.
#[must_use]
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    (!values.is_empty()).then(|| quantile_of_sorted(&values, 0.5))
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
        assert_eq!(wilson(0.0, 0.0), [0.0, 1.0]);
    }

    #[test]
    fn averages_are_those_computed_by_hand() {
        assert_eq!((mean(&[1.0, 2.0, 6.0]), mean(&[])), (3.0, 0.0));
        assert_eq!(median(vec![3.0, 1.0, 2.0, 10.0]), Some(2.5));
        assert_eq!(median(Vec::new()), None);
        assert!((quantile_of_sorted(&[1.0, 4.0, 10.0, 100.0], 0.95) - 86.5).abs() < 1e-9);
    }
}
