//! Minimises a smooth convex function: L-BFGS (Nocedal, 1980).

use std::collections::VecDeque;

/// Steps that are remembered.
const MEMORY: usize = 10;
/// The search ends where no part of the gradient is larger.
const FLAT: f64 = 1e-6;

/// Returns where `function`, which gives its value and gradient, is least, beginning at `start`; after `steps` steps the
/// search ends.
pub fn minimise(
    start: Vec<f64>,
    steps: usize,
    function: impl Fn(&[f64]) -> (f64, Vec<f64>),
) -> Vec<f64> {
    let mut at = start;
    let (mut value, mut gradient) = function(&at);
    // Changes of the place and of the gradient.
    let mut memory: VecDeque<(Vec<f64>, Vec<f64>)> = VecDeque::new();
    for _ in 0..steps {
        if gradient.iter().all(|part| part.abs() <= FLAT) {
            break;
        }
        let direction = direction(&gradient, &memory);
        let slope = dot(&direction, &gradient);
        // Halved until the value falls as it should (Armijo).
        let mut length = 1.0;
        let found = loop {
            let next: Vec<f64> = along(&at, &direction, length);
            let (less, slopes) = function(&next);
            if less <= value + 1e-4 * length * slope {
                break Some((next, less, slopes));
            }
            length /= 2.0;
            if length < 1e-12 {
                break None;
            }
        };
        let Some((next, less, slopes)) = found else {
            break;
        };
        let moved = along(&next, &at, -1.0);
        let bent = along(&slopes, &gradient, -1.0);
        if dot(&moved, &bent) > 0.0 {
            memory.push_back((moved, bent));
            if memory.len() > MEMORY {
                memory.pop_front();
            }
        }
        (at, value, gradient) = (next, less, slopes);
    }
    at
}

/// The direction of a step downwards: minus the gradient times an approximate inverse of the second derivatives.
fn direction(gradient: &[f64], memory: &VecDeque<(Vec<f64>, Vec<f64>)>) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|part| -part).collect();
    let mut shares = Vec::new();
    for (moved, bent) in memory.iter().rev() {
        let share = dot(moved, &direction) / dot(moved, bent);
        direction = along(&direction, bent, -share);
        shares.push(share);
    }
    if let Some((moved, bent)) = memory.back() {
        let scale = dot(moved, bent) / dot(bent, bent);
        direction.iter_mut().for_each(|part| *part *= scale);
    }
    for ((moved, bent), share) in memory.iter().zip(shares.into_iter().rev()) {
        let correction = dot(bent, &direction) / dot(moved, bent);
        direction = along(&direction, moved, share - correction);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `from` and `length` times `direction`.
fn along(from: &[f64], direction: &[f64], length: f64) -> Vec<f64> {
    let pairs = from.iter().zip(direction);
    pairs.map(|(from, d)| from + length * d).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_narrow_bowl_is_found() {
        // Curvatures from 1 to 10,000, around 1, 2, 3, …
        let n = 20;
        let bowl = |at: &[f64]| {
            let mut value = 0.0;
            let mut gradient = Vec::new();
            for (i, x) in at.iter().enumerate() {
                let curvature = 10_f64.powf(4.0 * i as f64 / (n - 1) as f64);
                let off = x - (i + 1) as f64;
                value += curvature * off * off / 2.0;
                gradient.push(curvature * off);
            }
            (value, gradient)
        };
        let bottom = minimise(vec![0.0; n], 500, bowl);
        for (i, x) in bottom.iter().enumerate() {
            assert!((x - (i + 1) as f64).abs() < 1e-4, "{bottom:?}");
        }
        assert_eq!(minimise(vec![0.5; 3], 0, bowl), [0.5; 3]);
    }
}
