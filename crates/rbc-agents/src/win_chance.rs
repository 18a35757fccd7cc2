//! Win probability from centipawns, and back.
//!
//! A logistic curve of 350 centipawns, compressed to leave room at both ends: with hidden pieces, even a decided
//! search is not certain. Only a captured king is 0 or 1. The curve is not calibrated against games.
//!
//! | centipawns | chance |
//! | --- | --- |
//! | own king lost at once | 0 (counted apart) |
//! | own king lost within the search | 0.03 to 0.05 |
//! | −1,000 | 0.12 |
//! | −300 | 0.32 |
//! | 0 | 0.48 |
//! | 300 | 0.64 |
//! | 1,000 | 0.84 |
//! | opponent's king falls within the search | 0.93 to 0.95 |

use crate::{DECIDED, KING_SCORE};

/// Centipawns by which the curve is stretched.
const SCALE: f64 = 350.0;
/// The chance at 0 centipawns: the opponent is to move.
const EVEN: f64 = 0.48;
/// What the curve spans.
const SPAN: f64 = 0.8;
/// A little slope for each centipawn beyond the curve, so that a won game is still played on.
const SLOPE: f64 = 0.000_008;
/// Scores beyond this are as good as this.
const FURTHEST: i32 = 4_000;

/// Returns the win probability of a score in centipawns, from 0 to 1, where no king has fallen yet.
///
/// ```
/// use rbc_agents::{KING_SCORE, win_chance};
/// assert!(win_chance(0) < win_chance(100));
/// assert!(win_chance(KING_SCORE) < 1.0);
/// ```
#[must_use]
pub fn win_chance(score: i32) -> f64 {
    if score >= DECIDED {
        0.95 - f64::from((KING_SCORE - score).clamp(0, 20)) * 0.001
    } else if score <= -DECIDED {
        0.03 + f64::from((KING_SCORE + score).clamp(0, 20)) * 0.001
    } else {
        let score = f64::from(score.clamp(-FURTHEST, FURTHEST));
        EVEN + SPAN * (1.0 / (1.0 + libm::exp(-score / SCALE)) - 0.5) + score * SLOPE
    }
}

/// Returns the score in centipawns whose [`win_chance`] is `chance`; beyond the curve, its ends.
///
/// ```
/// use rbc_agents::{centipawns, win_chance};
/// assert_eq!(centipawns(win_chance(-250)), -250);
/// ```
#[must_use]
pub fn centipawns(chance: f64) -> i32 {
    // The curve rises everywhere: halve the interval.
    let (mut low, mut high) = (-FURTHEST, FURTHEST);
    while low < high {
        let middle = (low + high).div_euclid(2);
        if win_chance(middle) + win_chance(middle + 1) < 2.0 * chance {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_rise_with_the_score() {
        let scores = [
            -KING_SCORE,
            -KING_SCORE + 9,
            -5_000,
            -300,
            0,
            300,
            5_000,
            DECIDED,
            KING_SCORE,
        ];
        let chances = scores.map(win_chance);
        assert!(chances.is_sorted(), "{chances:?}");
        assert!(chances[0] > 0.0 && chances[8] < 1.0);
    }

    #[test]
    fn the_table_above_is_right() {
        let at = |score| (win_chance(score) * 100.0).round() / 100.0;
        assert_eq!(
            [-1_000, -300, 0, 300, 1_000].map(at),
            [0.12, 0.32, 0.48, 0.64, 0.84]
        );
    }

    #[test]
    fn scores_come_back_from_chances() {
        for score in (-FURTHEST..=FURTHEST).step_by(7) {
            let near = centipawns(win_chance(score)) - score;
            assert!(near.abs() <= 1, "{score}");
        }
        assert_eq!(centipawns(0.0), -FURTHEST);
        assert_eq!(centipawns(1.0), FURTHEST);
    }
}
