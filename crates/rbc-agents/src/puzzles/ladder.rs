//! The ladder of solvers: their skills, the difficulties of puzzles, and the scale of ratings.

use super::draft::{SOLVERS, Solved};

/// Standard deviation of the difficulties in logits, before anything is known of a puzzle.
const PRIOR: f64 = 1.5;
/// Tries for which a share counts: it is a mean over boards or samples, but these have much in common.
const TRIES: f64 = 4.0;
/// Rounds of the fit: it is done long before.
const ROUNDS: usize = 200;
/// A step below which a fit is done.
const SMALL: f64 = 1e-6;
/// The rating of a puzzle of middle difficulty.
const MEAN: f64 = 1_500.0;
/// The ratings that there are, and the deviations.
pub(super) const RATINGS: std::ops::RangeInclusive<u32> = 600..=2_800;
pub(super) const DEVIATIONS: std::ops::RangeInclusive<u32> = 60..=350;

/// The skills of solvers that were fitted to a set, and the scale of its ratings: what it takes to rate one puzzle more.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ladder {
    /// The skill of each of [`SOLVERS`], in logits.
    pub skills: [f64; SOLVERS.len()],
    /// The difficulty of a puzzle of rating 1500, in logits.
    pub middle: f64,
    /// Points of rating for a logit.
    pub stretch: f64,
}

impl Ladder {
    /// The ladder of the committed set; `docs/puzzles.md` says where it comes from.
    pub const COMMITTED: Ladder = Ladder {
        skills: [-2.5990, -0.7963, 0.0274, 0.0002, 0.6833, 1.7142, 2.4318],
        middle: -0.1650,
        stretch: 405.5,
    };

    /// Returns the rating of a puzzle and its deviation, from how often the solvers solve it.
    #[must_use]
    pub fn rate(&self, solved: &Solved) -> (u32, u32) {
        let mut difficulty = (0.0, PRIOR);
        for _ in 0..ROUNDS {
            if improve(&mut difficulty, solved, &self.skills).abs() < SMALL {
                break;
            }
        }
        self.rating_of(difficulty)
    }

    /// Returns the rating of each solver, on the scale of the puzzles.
    #[must_use]
    pub fn ratings(&self) -> [f64; SOLVERS.len()] {
        self.skills.map(|skill| self.place(skill))
    }

    /// The rating and its deviation for a difficulty and its standard error.
    pub(super) fn rating_of(&self, (difficulty, error): (f64, f64)) -> (u32, u32) {
        let rating = whole(self.place(difficulty), &RATINGS);
        (rating, whole(self.stretch * error, &DEVIATIONS))
    }

    fn place(&self, logits: f64) -> f64 {
        MEAN + self.stretch * (logits - self.middle)
    }
}

fn whole(value: f64, range: &std::ops::RangeInclusive<u32>) -> u32 {
    (libm::round(value).max(0.0) as u32).clamp(*range.start(), *range.end())
}

/// The difficulty of puzzles and the skill of solvers by one model: a solver of skill *s* solves a puzzle of difficulty *d* with
/// the chance 1 / (1 + exp(*d* - *s*)).
#[derive(Clone, Debug)]
pub struct Fit {
    /// The difficulty of each puzzle, in logits, and its standard error.
    pub difficulties: Vec<(f64, f64)>,
    /// The skill of each of [`SOLVERS`].
    pub skills: [f64; SOLVERS.len()],
}

impl Fit {
    /// Fits both to the shares of tries in which the solvers were right. The likelihood counts each share as four tries;
    /// difficulties have a normal prior around 0.
    #[must_use]
    pub fn of(solved: &[Solved]) -> Fit {
        let mut difficulties = vec![(0.0, PRIOR); solved.len()];
        let mut skills = [0.0; SOLVERS.len()];
        for _ in 0..ROUNDS {
            let mut largest: f64 = 0.0;
            for (difficulty, shares) in difficulties.iter_mut().zip(solved) {
                let step = improve(difficulty, shares, &skills);
                largest = largest.max(step.abs());
            }
            for (i, skill) in skills.iter_mut().enumerate() {
                // As if each solver had also solved one of two puzzles at 0: nobody is infinitely strong.
                let (mut slope, mut curve) = (1.0 - 2.0 * logistic(*skill), 0.5);
                for (difficulty, shares) in difficulties.iter().zip(solved) {
                    let chance = logistic(*skill - difficulty.0);
                    slope += TRIES * (shares[i] - chance);
                    curve += TRIES * chance * (1.0 - chance);
                }
                let step = (slope / curve).clamp(-1.0, 1.0);
                *skill += step;
                largest = largest.max(step.abs());
            }
            if largest < SMALL {
                break;
            }
        }
        Fit {
            difficulties,
            skills,
        }
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// Brings a difficulty, and its standard error, nearer to what fits the shares best. Returns by how much it changed.
fn improve(difficulty: &mut (f64, f64), solved: &Solved, skills: &[f64; SOLVERS.len()]) -> f64 {
    let (mut slope, mut curve) = (-difficulty.0 / (PRIOR * PRIOR), 1.0 / (PRIOR * PRIOR));
    for (skill, share) in skills.iter().zip(solved) {
        let chance = logistic(skill - difficulty.0);
        slope += TRIES * (chance - share);
        curve += TRIES * chance * (1.0 - chance);
    }
    let step = (slope / curve).clamp(-1.0, 1.0);
    difficulty.0 += step;
    difficulty.1 = 1.0 / libm::sqrt(curve);
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skills_and_difficulties_come_out_of_what_they_make() {
        let skills = [-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0];
        let difficulties: Vec<f64> = (-10..=10).map(|d| f64::from(d) / 5.0).collect();
        let solved: Vec<[f64; 7]> = difficulties
            .iter()
            .map(|d| skills.map(|s| logistic(s - d)))
            .collect();
        let fit = Fit::of(&solved);
        assert!(
            fit.skills.windows(2).all(|pair| pair[0] < pair[1]),
            "{:?}",
            fit.skills
        );
        let pairs = fit.difficulties.windows(2);
        assert!(pairs.clone().all(|pair| pair[0].0 < pair[1].0));
        // The prior draws them to the middle, not to one side.
        assert!(
            fit.difficulties[10].0.abs() < 0.05,
            "{:?}",
            fit.difficulties[10]
        );
        for (skill, expected) in fit.skills.iter().zip(skills) {
            assert!((skill - expected).abs() < 0.4, "{skill} {expected}");
        }
    }

    #[test]
    fn a_puzzle_alone_is_rated_as_among_the_others() {
        let skills = [-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0];
        let solved: Vec<Solved> = (-5..=5)
            .map(|d| skills.map(|s| logistic(s - f64::from(d) / 2.5)))
            .collect();
        let fit = Fit::of(&solved);
        let ladder = Ladder {
            skills: fit.skills,
            middle: 0.2,
            stretch: 300.0,
        };
        for (difficulty, shares) in fit.difficulties.iter().zip(&solved) {
            assert_eq!(ladder.rate(shares), ladder.rating_of(*difficulty));
        }
    }
}
