//! Rates the puzzles that were found by how often solvers of a ladder solve them, and chooses a set of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rbc_random::Rng;

use super::{
    find::Candidate,
    ladder::{Fit, Ladder},
    puzzle::Kind,
    set_boards::SetBoards,
};

/// Standard deviation of the ratings of a chosen set.
const SPREAD: f64 = 430.0;
/// Width of the classes of difficulty that are to be equally frequent, in standard deviations.
const CLASS: f64 = 0.5;
/// Puzzles of one game and kind at most,
const OF_GAME: usize = 2;
/// so many half-turns apart.
const APART: usize = 8;

/// A set that was chosen.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The puzzles with their ratings, by id, each with the shares of the solvers.
    pub candidates: Vec<Candidate>,
    /// The solvers, and the scale of the ratings.
    pub ladder: Ladder,
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
    let ladder = Ladder {
        skills: fit.skills,
        middle: mean,
        stretch: SPREAD / spread,
    };
    let mut chosen: Vec<Candidate> = picked
        .iter()
        .map(|i| {
            let mut candidate = candidates[*i].clone();
            let puzzle = &mut candidate.puzzle;
            (puzzle.rating, puzzle.deviation) = ladder.rating_of(fit.difficulties[*i]);
            candidate
        })
        .collect();
    chosen.sort_by(|a, b| a.puzzle.id.cmp(&b.puzzle.id));
    Chosen {
        candidates: chosen,
        ladder,
        left_out,
    }
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
