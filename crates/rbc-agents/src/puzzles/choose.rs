//! Rates the puzzles that were found by how often solvers of a ladder solve them, and chooses a set of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rbc_random::Rng;

use super::{draft::SOLVERS, find::Candidate, puzzle::Kind, set_boards::SetBoards};

/// Standard deviation of the difficulties in logits, before anything is known of a puzzle.
const PRIOR: f64 = 1.5;
/// Tries for which a share counts: it is a mean over boards or samples, but these have much in common.
const TRIES: f64 = 4.0;
/// Rounds of the fit: it is done long before.
const ROUNDS: usize = 200;
/// Mean and standard deviation of the ratings of a chosen set.
const MEAN: f64 = 1_500.0;
const SPREAD: f64 = 430.0;
/// The ratings that there are, and the deviations.
pub(super) const RATINGS: std::ops::RangeInclusive<u32> = 600..=2_800;
pub(super) const DEVIATIONS: std::ops::RangeInclusive<u32> = 60..=350;
/// Width of the classes of difficulty that are to be equally frequent, in standard deviations.
const CLASS: f64 = 0.5;
/// Puzzles of one game and kind at most,
const OF_GAME: usize = 2;
/// so many half-turns apart.
const APART: usize = 8;

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
    pub fn of(solved: &[[f64; SOLVERS.len()]]) -> Fit {
        let mut difficulties = vec![(0.0, PRIOR); solved.len()];
        let mut skills = [0.0; SOLVERS.len()];
        for _ in 0..ROUNDS {
            let mut largest: f64 = 0.0;
            for (difficulty, shares) in difficulties.iter_mut().zip(solved) {
                let (mut slope, mut curve) =
                    (-difficulty.0 / (PRIOR * PRIOR), 1.0 / (PRIOR * PRIOR));
                for (skill, share) in skills.iter().zip(shares) {
                    let chance = logistic(skill - difficulty.0);
                    slope += TRIES * (chance - share);
                    curve += TRIES * chance * (1.0 - chance);
                }
                let step = (slope / curve).clamp(-1.0, 1.0);
                difficulty.0 += step;
                difficulty.1 = 1.0 / libm::sqrt(curve);
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
            if largest < 1e-6 {
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

/// A set that was chosen.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The puzzles with their ratings, by id, each with the shares of the solvers.
    pub candidates: Vec<Candidate>,
    /// The rating of each of [`SOLVERS`] on the scale of the puzzles.
    pub solvers: [f64; SOLVERS.len()],
    /// How many were left out, for which reason.
    pub left_out: BTreeMap<&'static str, usize>,
}

/// Chooses about `count` puzzles: as many of each kind as there are, as evenly over the difficulties as there are, no two with the
/// same own pieces, and at most two of one game and kind.
///
/// The order in which candidates are given does not matter.
#[must_use]
pub fn choose(mut candidates: Vec<Candidate>, count: usize, seed: u64) -> Chosen {
    candidates.sort_by(|a, b| a.puzzle.id.cmp(&b.puzzle.id).then(a.game.cmp(&b.game)));
    let found = candidates.len();
    candidates.dedup_by(|a, b| a.puzzle.id == b.puzzle.id);
    let mut left_out = BTreeMap::from([("the same puzzle", found - candidates.len())]);
    let solved: Vec<_> = candidates
        .iter()
        .map(|candidate| candidate.solved)
        .collect();
    let fit = Fit::of(&solved);
    let classes: Vec<i64> = {
        let all: Vec<f64> = fit.difficulties.iter().map(|d| d.0).collect();
        let (mean, spread) = mean_and_spread(&all);
        all.iter()
            .map(|d| libm::floor((d - mean) / spread / CLASS) as i64)
            .collect()
    };
    let own: Vec<String> = candidates.iter().map(own_pieces).collect();
    let mut shelves: Vec<(Kind, BTreeMap<i64, Vec<usize>>)> = Kind::ALL
        .into_iter()
        .map(|kind| {
            let mut classes_of_kind: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
            let mut rng = Rng::new(seed ^ Rng::nth(1 + kind as u64));
            let mut of_kind: Vec<usize> = (0..candidates.len())
                .filter(|i| candidates[*i].puzzle.kind == kind)
                .collect();
            for i in (1..of_kind.len()).rev() {
                of_kind.swap(i, rng.below(i + 1));
            }
            for i in of_kind {
                classes_of_kind.entry(classes[i]).or_default().push(i);
            }
            (kind, classes_of_kind)
        })
        .collect();
    // Kinds with few candidates first: they have less to choose from.
    shelves.sort_by_key(|(_, shelf)| shelf.values().map(Vec::len).sum::<usize>());
    let mut picker = Picker {
        candidates: &candidates,
        own: &own,
        used: BTreeSet::new(),
        of_game: HashMap::new(),
        picked: Vec::new(),
        refused: 0,
    };
    let kinds = shelves.len();
    for (i, (_, shelf)) in shelves.iter_mut().enumerate() {
        // What the kinds before lacked is shared by those that are left.
        let quota = (count - picker.picked.len().min(count)).div_ceil(kinds - i);
        picker.pick(shelf, quota);
    }
    let picked = picker.picked.clone();
    left_out.insert(
        "another with the same own pieces, or of the same game",
        picker.refused,
    );
    left_out.insert(
        "more of its kind and difficulty than needed",
        candidates.len() - picker.refused - picked.len(),
    );
    let of_picked: Vec<f64> = picked.iter().map(|i| fit.difficulties[*i].0).collect();
    let (mean, spread) = mean_and_spread(&of_picked);
    let scale = SPREAD / spread;
    let rating = |logits: f64| MEAN + scale * (logits - mean);
    let mut chosen: Vec<Candidate> = picked
        .iter()
        .map(|i| {
            let (difficulty, error) = fit.difficulties[*i];
            let mut candidate = candidates[*i].clone();
            let puzzle = &mut candidate.puzzle;
            puzzle.rating = whole(rating(difficulty), &RATINGS);
            puzzle.deviation = whole(scale * error, &DEVIATIONS);
            candidate
        })
        .collect();
    chosen.sort_by(|a, b| a.puzzle.id.cmp(&b.puzzle.id));
    Chosen {
        candidates: chosen,
        solvers: fit.skills.map(rating),
        left_out,
    }
}

fn whole(value: f64, range: &std::ops::RangeInclusive<u32>) -> u32 {
    (libm::round(value).max(0.0) as u32).clamp(*range.start(), *range.end())
}

fn mean_and_spread(values: &[f64]) -> (f64, f64) {
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / n;
    // All alike, or one: any scale will do.
    (mean, libm::sqrt(variance).max(0.1))
}

/// The own pieces as a text; the letters tell the color.
fn own_pieces(candidate: &Candidate) -> String {
    let boards = SetBoards::read(&candidate.puzzle.boards).ok();
    boards.map_or_else(String::new, |boards| {
        let pieces = boards.own().board().iter();
        pieces
            .map(|(square, piece)| format!("{}{square}", piece.char()))
            .collect()
    })
}

struct Picker<'a> {
    candidates: &'a [Candidate],
    own: &'a [String],
    used: BTreeSet<&'a str>,
    of_game: HashMap<(u64, Kind), Vec<usize>>,
    picked: Vec<usize>,
    refused: usize,
}

impl Picker<'_> {
    /// Takes one of each class in turn until there are `quota`.
    fn pick(&mut self, shelf: &mut BTreeMap<i64, Vec<usize>>, quota: usize) {
        let mut left = quota;
        while left > 0 && shelf.values().any(|class| !class.is_empty()) {
            for class in shelf.values_mut() {
                while let Some(i) = class.pop() {
                    if self.take(i) {
                        left -= 1;
                        break;
                    }
                    self.refused += 1;
                }
                if left == 0 {
                    break;
                }
            }
        }
    }

    fn take(&mut self, i: usize) -> bool {
        let candidate = &self.candidates[i];
        let of_game = self
            .of_game
            .entry((candidate.game, candidate.puzzle.kind))
            .or_default();
        let near = |ply: &usize| ply.abs_diff(candidate.ply) < APART;
        if of_game.len() >= OF_GAME || of_game.iter().any(near) || !self.used.insert(&self.own[i]) {
            return false;
        }
        of_game.push(candidate.ply);
        self.picked.push(i);
        true
    }
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
}
