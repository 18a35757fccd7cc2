//! Ratings from results, by the model of Bradley and Terry.
//!
//! A player of rating *a* scores 1 / (1 + 10^((*b* - *a*) / 400)) against one of rating *b* (Elo's scale).
//! Ratings maximise the likelihood of the points scored; a draw counts as half a win and half a loss. Every
//! pair that has met is given one drawn game more: without it a player that won all its games would be
//! infinitely strong. One player's rating is fixed at 0, or the mean is.
//!
//! Intervals are the rating plus and minus 1.96 standard errors, from the inverse of the observed
//! information matrix (with the drawn games). Draws vary less than the model assumes, so intervals are
//! somewhat wide where there are many.

use crate::averages::Z;

/// The points of all pairs.
///
/// ```
/// use rbc_statistics::Points;
/// let mut points = Points::new(2);
/// points.add(0, 1, 1.0);
/// points.add(1, 0, 0.5);
/// assert_eq!((points.scored(0, 1), points.scored(1, 0)), (1.5, 0.5));
/// let ratings = points.ratings(Some(1));
/// // With the drawn game 2 of 3: odds of 2.
/// assert!((ratings[0].elo - 400.0 * 2_f64.log10()).abs() < 1e-9);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Points {
    players: usize,
    /// `scored[i][j]`: points of player i against j.
    scored: Vec<Vec<f64>>,
}

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating, in Elo's scale.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
}

/// Drawn games that every pair that has met is given.
const DRAWN: f64 = 1.0;
/// The natural logarithm of the odds, in Elo.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Steps of the iteration at most; about ten are enough.
const STEPS: usize = 500;

impl From<Vec<Vec<f64>>> for Points {
    /// Takes the points of each player against each, one row for each player.
    fn from(scored: Vec<Vec<f64>>) -> Points {
        Points {
            players: scored.len(),
            scored,
        }
    }
}

impl Points {
    /// Returns the table of so many players, without games.
    #[must_use]
    pub fn new(players: usize) -> Points {
        Points {
            players,
            scored: vec![vec![0.0; players]; players],
        }
    }

    /// Adds a game in which `first` got `points` (0 to 1), and `second` the rest.
    pub fn add(&mut self, first: usize, second: usize, points: f64) {
        self.scored[first][second] += points;
        self.scored[second][first] += 1.0 - points;
    }

    /// Returns the points of a player against another.
    #[must_use]
    pub fn scored(&self, player: usize, against: usize) -> f64 {
        self.scored[player][against]
    }

    /// Returns the number of games between the two.
    #[must_use]
    pub fn games(&self, first: usize, second: usize) -> f64 {
        self.scored[first][second] + self.scored[second][first]
    }

    /// Returns the rating of each player. The rating of `anchor` is 0; without an anchor the mean is. A
    /// player without games has the mean rating and an infinite margin.
    #[must_use]
    pub fn ratings(&self, anchor: Option<usize>) -> Vec<Rating> {
        let n = self.players;
        let mut strengths = vec![0.0; n];
        let mut covariance = vec![vec![0.0; n]; n];
        for _ in 0..STEPS {
            let (gradient, information) = self.slope(&strengths);
            covariance = inverse(information);
            let step: Vec<f64> = covariance.iter().map(|row| dot(row, &gradient)).collect();
            let largest = step.iter().fold(0.0, |max: f64, s| max.max(s.abs()));
            // Far from the end the steps of Newton's method are too long.
            let scale = if largest > 1.0 { 1.0 / largest } else { 1.0 };
            strengths
                .iter_mut()
                .zip(step)
                .for_each(|(s, d)| *s += d * scale);
            if largest < 1e-12 {
                break;
            }
        }
        let zero = anchor.map_or_else(
            || strengths.iter().sum::<f64>() / n as f64,
            |a| strengths[a],
        );
        let variance = |i: usize| match anchor {
            Some(a) => covariance[i][i] + covariance[a][a] - 2.0 * covariance[i][a],
            // What fixes the scale for the inversion adds this to every entry.
            None => covariance[i][i] - 1.0 / n as f64,
        };
        (0..n)
            .map(|i| {
                let played = (0..n).any(|j| self.games(i, j) > 0.0);
                Rating {
                    elo: ELO * (strengths[i] - zero),
                    margin: if played {
                        ELO * Z * variance(i).max(0.0).sqrt()
                    } else {
                        f64::INFINITY
                    },
                }
            })
            .collect()
    }

    /// The gradient of the log-likelihood, and its information matrix made regular: the sum of all strengths,
    /// of which results tell nothing, is held by a matrix of 1 / n.
    fn slope(&self, strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let n = self.players;
        let mut gradient = vec![0.0; n];
        let mut information = vec![vec![1.0 / n as f64; n]; n];
        for i in 0..n {
            for j in 0..i {
                let played = self.games(i, j);
                let games = if played > 0.0 {
                    played + DRAWN
                } else {
                    // Too little to matter; keeps the matrix regular when groups of players never met.
                    1e-9
                };
                let points = if played > 0.0 {
                    self.scored[i][j] + DRAWN / 2.0
                } else {
                    games / 2.0
                };
                let expected = 1.0 / (1.0 + libm::exp(strengths[j] - strengths[i]));
                let surplus = points - games * expected;
                gradient[i] += surplus;
                gradient[j] -= surplus;
                let weight = games * expected * (1.0 - expected);
                information[i][i] += weight;
                information[j][j] += weight;
                information[i][j] -= weight;
                information[j][i] -= weight;
            }
        }
        (gradient, information)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse of a positive definite matrix, by Gauss and Jordan.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let unit = |i: usize| (0..n).map(|j| f64::from(u8::from(i == j))).collect();
    let mut result: Vec<Vec<f64>> = (0..n).map(unit).collect();
    for column in 0..n {
        let pivot = matrix[column][column];
        for j in 0..n {
            matrix[column][j] /= pivot;
            result[column][j] /= pivot;
        }
        let (row, result_row) = (matrix[column].clone(), result[column].clone());
        for i in (0..n).filter(|i| *i != column) {
            let factor = matrix[i][column];
            for j in 0..n {
                matrix[i][j] -= factor * row[j];
                result[i][j] -= factor * result_row[j];
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use rbc_random::Rng;

    use super::*;

    fn points(players: usize, results: &[(usize, usize, f64, f64)]) -> Points {
        let mut points = Points::new(players);
        for (first, second, scored, games) in results {
            points.scored[*first][*second] += scored;
            points.scored[*second][*first] += games - scored;
        }
        points
    }

    #[test]
    fn two_players_differ_by_the_logarithm_of_their_odds() {
        // With the drawn game 15 of 20: odds of 3, 190.85 Elo. Its standard error is
        // 1 / sqrt(20 * 3/4 * 1/4) = 0.5164 in natural units.
        let found = points(2, &[(0, 1, 14.5, 19.0)]);
        let anchored = found.ratings(Some(1));
        assert!((anchored[0].elo - 190.848).abs() < 1e-3, "{anchored:?}");
        assert!((anchored[0].margin - 0.516_398 * ELO * Z).abs() < 1e-2);
        assert_eq!((anchored[1].elo, anchored[1].margin), (0.0, 0.0));
        // Around a mean of 0 either stands at half the difference, with half its error.
        let mean = found.ratings(None);
        assert!((mean[0].elo - 95.424).abs() < 1e-3 && (mean[1].elo + 95.424).abs() < 1e-3);
        assert!((mean[0].margin - anchored[0].margin / 2.0).abs() < 1e-6);
    }

    #[test]
    fn a_clean_score_is_finite() {
        // 10 of 10 is 10.5 of 11: odds of 21.
        let found = points(2, &[(0, 1, 10.0, 10.0)]).ratings(Some(1));
        assert!(
            (found[0].elo - 400.0 * 21.0_f64.log10()).abs() < 1e-6,
            "{found:?}"
        );
        // So is a long chain of them.
        let chain: Vec<_> = (0..7).map(|i| (i, i + 1, 1000.0, 1000.0)).collect();
        let found = points(8, &chain).ratings(Some(7));
        let each = 400.0 * 2001.0_f64.log10();
        assert!((found[0].elo - 7.0 * each).abs() < 1e-3, "{found:?}");
        assert!(found.iter().all(|r| r.margin.is_finite()));
    }

    #[test]
    fn a_balanced_circle_is_level() {
        let circle = [(0, 1, 7.0, 10.0), (1, 2, 7.0, 10.0), (2, 0, 7.0, 10.0)];
        for rating in points(3, &circle).ratings(None) {
            assert!(rating.elo.abs() < 1e-9);
        }
    }

    #[test]
    fn players_without_games_are_unknown() {
        let found = points(3, &[(0, 1, 5.0, 10.0)]).ratings(None);
        assert!(found[2].margin.is_infinite() && found[2].elo.abs() < 1e-6);
    }

    /// Of 200 simulated tournaments nearly 95 % of the intervals hold the true differences.
    #[test]
    fn intervals_hold_the_truth_of_simulated_results() {
        let truth = [0.0, 150.0, 300.0, 420.0];
        let mut rng = Rng::new(7);
        let (mut held, mut looked, mut sum) = (0, 0, 0.0);
        for _ in 0..200 {
            let mut points = Points::new(4);
            for i in 0..4 {
                for j in 0..i {
                    let expected = 1.0 / (1.0 + 10_f64.powf((truth[j] - truth[i]) / 400.0));
                    for _ in 0..60 {
                        let won = (rng.below(1 << 24) as f64) < expected * f64::from(1 << 24);
                        points.add(i, j, f64::from(u8::from(won)));
                    }
                }
            }
            let found = points.ratings(Some(0));
            for i in 1..4 {
                looked += 1;
                held += u32::from((found[i].elo - truth[i]).abs() < found[i].margin);
            }
            sum += found[3].elo;
        }
        let share = f64::from(held) / f64::from(looked);
        assert!((0.92..=0.98).contains(&share), "{share}");
        assert!((sum / 200.0 - 420.0).abs() < 20.0, "{}", sum / 200.0);
    }
}
