//! Surveys a set square by square: marginals, entropies, and what a sense there would leave.
//!
//! All 64 windows are counted exactly, over all boards, without looking at each board 64 times. The
//! squares are dealt out to eight *regions* of 4 by 2 squares. What stands on a region and around it,
//! 5 by 4 squares at most, fits one 60-bit key and holds the windows of all the region's squares. Boards
//! differ much less there than they do as a whole: so the keys are counted first, and the windows and
//! squares from the distinct keys.

use std::array;

use crate::{Boards, PackedBoard, SenseValues, parallel::for_each_mut};

/// The marginals: the probability of each opposing role on each square, as `[role][square]`, from pawn to king.
pub type Marginals = [[f32; 64]; 6];

/// A survey of all squares; see [`InformationSet::survey`](crate::InformationSet::survey).
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// What a sense at each square would leave.
    pub senses: SenseValues,
    /// The marginals.
    pub marginals: Marginals,
    /// The entropy of each square's content, in bits: 0 (known) to log2 7.
    pub entropy: [f64; 64],
}

impl Survey {
    /// Surveys `boards` with uniform weights or with one weight for each board. Weights need not sum to 1. A weight
    /// that is negative, infinite or not a number counts as 0; when all are 0, weights are uniform.
    ///
    /// # Panics
    ///
    /// When there are not as many weights as boards.
    #[must_use]
    pub fn of(boards: &Boards, weights: Option<&[f32]>) -> Survey {
        let mut surveying = Surveying::new();
        while !surveying.advance(boards, weights) {}
        surveying.finish()
    }
}

/// A [`Survey`] in progress, one slice of work at a time. Boards and weights must be the same in all calls; weights
/// are as for [`Survey::of`].
///
/// ```
/// use rbc_belief::{InformationSet, Surveying};
/// use rbc_rules::{Color, Observation, Position};
/// let mut set = InformationSet::new(Color::Black, &Position::initial(), 1_000)?;
/// set.observe(&Observation::TurnStart { capture: None })?;
/// let mut surveying = Surveying::new();
/// while !surveying.advance(set.boards(), None) {
///     println!("{:.0} %", 100.0 * surveying.progress(set.len()));
/// }
/// assert_eq!(surveying.finish(), set.survey());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Surveying {
    /// Boards counted.
    next: usize,
    regions: Vec<RegionCount>,
    keys: Vec<BlockKeys>,
    /// Whether the boards that are not counted yet are left out.
    hurried: bool,
    /// Windows of each region that are done.
    windows: usize,
}

/// Boards whose keys are held at a time.
const BLOCK: usize = 1 << 14;
/// Fewer boards than this are surveyed on one thread.
const FEW: usize = 4_000;
/// Parts of a block that are made into keys side by side.
const LANES: usize = 8;

/// The keys of all regions for some boards.
type BlockKeys = [Vec<u64>; REGIONS];

impl Default for Surveying {
    fn default() -> Surveying {
        Surveying::new()
    }
}

impl Surveying {
    /// Creates a survey without any work done.
    #[must_use]
    pub fn new() -> Surveying {
        Surveying {
            next: 0,
            regions: Region::ALL.map(RegionCount::new).to_vec(),
            keys: vec![BlockKeys::default(); LANES],
            hurried: false,
            windows: 0,
        }
    }

    /// Stops counting: the survey is of the boards counted so far, a fair sample (the first slice of work at least).
    pub fn hurry(&mut self) {
        self.hurried = self.next > 0;
    }

    /// Does a slice of work. Returns whether all is done. Most slices take 2 to 5 milliseconds; where a table of keys
    /// grows or is listed, 5 to 20 at hundreds of thousands of boards and 50 to 150 at ten million.
    ///
    /// # Panics
    ///
    /// When there are not as many weights as boards.
    pub fn advance(&mut self, boards: &Boards, weights: Option<&[f32]>) -> bool {
        assert!(
            weights.is_none_or(|w| w.len() == boards.len()),
            "a weight for each board"
        );
        if self.next < boards.len() && !self.hurried {
            let start = self.next;
            self.next = boards.len().min(start + BLOCK);
            let range = start..self.next;
            let share = range.len().div_ceil(LANES);
            for_each_mut(&mut self.keys, range.len() >= FEW, |lane, keys| {
                keys.iter_mut().for_each(Vec::clear);
                let from = range.end.min(start + lane * share);
                let part = from..range.end.min(from + share);
                for board in boards.slices(part).flatten() {
                    for (keys, key) in keys.iter_mut().zip(region_keys(*board)) {
                        keys.push(key);
                    }
                }
            });
            let keys = &self.keys;
            let weights = weights.map(|weights| &weights[range.clone()]);
            for_each_mut(&mut self.regions, range.len() >= FEW, |i, region| {
                let mut at = 0;
                for keys in keys {
                    let keys = &keys[i];
                    let weights = weights.map(|weights| &weights[at..at + keys.len()]);
                    region.classes.count(keys, weights);
                    at += keys.len();
                }
            });
            return false;
        }
        let window = self.windows;
        if window == SQUARES {
            return true;
        }
        for_each_mut(&mut self.regions, boards.len() >= FEW, |_, region| {
            if window == 0 {
                region.list_contents();
            }
            region.count_window(window);
        });
        self.windows += 1;
        self.windows == SQUARES
    }

    /// Returns the progress of a survey of so many boards, from 0 to 1.
    #[must_use]
    pub fn progress(&self, boards: usize) -> f64 {
        let counted = self.next as f64 / boards.max(1) as f64;
        0.7 * counted + 0.3 * self.windows as f64 / SQUARES as f64
    }

    /// Returns the result, once all is done.
    #[must_use]
    pub fn finish(&self) -> Survey {
        let mut survey = Survey {
            senses: SenseValues {
                boards: self.next,
                worst: [0; 64],
                expected: [0.0; 64],
                information: [0.0; 64],
            },
            marginals: [[0.0; 64]; 6],
            entropy: [0.0; 64],
        };
        for region in &self.regions {
            for (i, found) in region.found.iter().enumerate() {
                let square = region.region.square(i);
                survey.senses.worst[square] = found.worst;
                survey.senses.expected[square] = found.expected;
                survey.senses.information[square] = found.information;
                survey.entropy[square] = found.entropy;
                for (role, share) in found.roles.iter().enumerate() {
                    survey.marginals[role][square] = *share as f32;
                }
            }
        }
        survey
    }
}

/// Bits of a square in a key: 0 for no opponent's piece, otherwise the role.
const CELL: u32 = 3;
/// Squares in a row of a key.
const ROW: u32 = 5;
/// Bits of a row.
const ROW_BITS: u32 = CELL * ROW;

const REGIONS: usize = 8;
/// Squares of a region.
const SQUARES: usize = 8;

/// Four files by two ranks, whose keys show one more square to each side: files a to e or d to h,
/// ranks 1-3, 2-5, 4-7 or 6-8.
#[derive(Clone, Copy, Debug)]
struct Region {
    /// 0 for files a to d, 1 for e to h.
    half: u32,
    /// 0 for ranks 1 and 2, up to 3 for 7 and 8.
    band: u32,
}

impl Region {
    /// In the order of [`region_keys`].
    const ALL: [Region; REGIONS] = {
        let mut all = [Region { half: 0, band: 0 }; REGIONS];
        let mut i = 0;
        while i < REGIONS {
            all[i] = Region {
                half: i as u32 / 4,
                band: i as u32 % 4,
            };
            i += 1;
        }
        all
    };

    /// The first file and rank that the key shows.
    const fn corner(self) -> (u32, u32) {
        (3 * self.half, (2 * self.band).saturating_sub(1))
    }

    fn file_and_rank(self, i: usize) -> (u32, u32) {
        let i = i as u32;
        (4 * self.half + i % 4, 2 * self.band + i / 4)
    }

    /// The index of the region's `i`th square on the board.
    fn square(self, i: usize) -> usize {
        let (file, rank) = self.file_and_rank(i);
        (8 * rank + file) as usize
    }

    /// Where the `i`th square is in the key.
    fn cell_shift(self, i: usize) -> u32 {
        let ((file, rank), (first_file, first_rank)) = (self.file_and_rank(i), self.corner());
        CELL * (ROW * (rank - first_rank) + file - first_file)
    }

    /// The part of the key that a sense of the `i`th square shows.
    fn window_mask(self, i: usize) -> u64 {
        let ((file, rank), (first_file, first_rank)) = (self.file_and_rank(i), self.corner());
        let mut mask = 0;
        for r in rank.saturating_sub(1)..=(rank + 1).min(7) {
            for f in file.saturating_sub(1)..=(file + 1).min(7) {
                mask |= 7 << (CELL * (ROW * (r - first_rank) + f - first_file));
            }
        }
        mask
    }
}

/// The keys of a board for all regions, in the order of [`Region::ALL`].
#[inline]
fn region_keys(board: PackedBoard) -> [u64; REGIONS] {
    let (mut occupancy, mut roles) = (u64::from(board.occupancy()), board.state());
    // Ranks 1 to 4 and 5 to 8, files a to e and d to h.
    let mut rows = [[0; 2]; 2];
    for (i, rows) in rows.iter_mut().enumerate() {
        let mut half = occupancy as u32;
        while half != 0 {
            let square = half.trailing_zeros() as usize;
            let role = roles & 7;
            rows[0] += role * CELLS[0][square];
            rows[1] += role * CELLS[1][square];
            roles >>= CELL;
            half &= half - 1;
        }
        if i == 0 {
            occupancy >>= 32;
        }
    }
    const THREE_ROWS: u64 = (1 << (3 * ROW_BITS)) - 1;
    const A_ROW: u64 = (1 << ROW_BITS) - 1;
    let [low, high] = rows;
    let mut keys = [0; REGIONS];
    for half in 0..2 {
        let (low, high) = (low[half], high[half]);
        keys[4 * half] = low & THREE_ROWS;
        keys[4 * half + 1] = low >> ROW_BITS | (high & A_ROW) << (3 * ROW_BITS);
        keys[4 * half + 2] = low >> (3 * ROW_BITS) | (high & THREE_ROWS) << ROW_BITS;
        keys[4 * half + 3] = high >> ROW_BITS;
    }
    keys
}

/// By half and square of four ranks: the lowest bit of its cell in four rows, or 0 outside.
const CELLS: [[u64; 32]; 2] = {
    let mut cells = [[0; 32]; 2];
    let mut square = 0;
    while square < 32 {
        let (file, row) = (square % 8, square / 8);
        if file < ROW {
            cells[0][square as usize] = 1 << (ROW_BITS * row + CELL * file);
        }
        if file >= 8 - ROW {
            cells[1][square as usize] = 1 << (ROW_BITS * row + CELL * (file + ROW - 8));
        }
        square += 1;
    }
    cells
};

/// How often each content of a region occurs, and what follows for its squares.
#[derive(Clone, Debug)]
struct RegionCount {
    region: Region,
    classes: Classes,
    /// The same as a list, once all boards are counted.
    contents: Listed,
    /// The classes of a window, whose memory serves all windows.
    window: Classes,
    found: [Found; SQUARES],
}

#[derive(Clone, Copy, Debug, Default)]
struct Found {
    worst: u32,
    expected: f64,
    information: f64,
    entropy: f64,
    roles: [f64; 6],
}

impl RegionCount {
    fn new(region: Region) -> RegionCount {
        RegionCount {
            region,
            classes: Classes::default(),
            contents: Listed::default(),
            window: Classes::default(),
            found: array::from_fn(|_| Found::default()),
        }
    }

    /// Lists the contents, and finds what they say of each square's own content.
    fn list_contents(&mut self) {
        self.contents = self.classes.list();
        if self.contents.weights.iter().all(|weight| *weight == 0.0) {
            self.contents.weights.clear();
        }
        let shifts: [u32; SQUARES] = array::from_fn(|i| self.region.cell_shift(i));
        let mut cells = [[0.0; 8]; SQUARES];
        for i in 0..self.contents.keys.len() {
            let (key, weight) = (self.contents.keys[i], self.contents.weight(i));
            for (cell, shift) in cells.iter_mut().zip(shifts) {
                cell[(key >> shift & 7) as usize] += weight;
            }
        }
        for (found, cell) in self.found.iter_mut().zip(cells) {
            let total: f64 = cell.iter().sum();
            if total > 0.0 {
                found.entropy = bits(cell.iter().map(|weight| weight / total));
                found.roles = array::from_fn(|role| cell[role + 1] / total);
            }
        }
    }

    /// What a sense of the region's `i`th square would tell.
    fn count_window(&mut self, i: usize) {
        self.window.clear();
        self.window
            .merge(&self.contents, self.region.window_mask(i));
        let classes = self.window.list();
        let found = &mut self.found[i];
        found.worst = classes.counts.iter().copied().max().unwrap_or(0);
        let weights = || (0..classes.keys.len()).map(|i| classes.weight(i));
        let total: f64 = weights().sum();
        if total > 0.0 {
            found.information = bits(weights().map(|weight| weight / total));
            let left = weights().zip(&classes.counts);
            found.expected = left.map(|(w, n)| w * f64::from(*n)).sum::<f64>() / total;
        }
    }
}

/// Entropy in bits. The logarithm is the same code on every machine, so that the result is the same.
fn bits(probabilities: impl Iterator<Item = f64>) -> f64 {
    let nonzero = probabilities.filter(|p| *p > 0.0);
    // Not -0.
    0.0 - nonzero.map(|p| p * libm::log2(p)).sum::<f64>()
}

/// Boards by what is seen of them: how many, and how much they weigh together. Open addressing.
#[derive(Clone, Debug)]
struct Classes {
    /// 1 + the key; 0 where nothing is.
    keys: Vec<u64>,
    counts: Vec<u32>,
    /// Empty while every board weighs 1.
    weights: Vec<f64>,
    len: usize,
}

impl Default for Classes {
    fn default() -> Classes {
        Classes {
            keys: vec![0; Classes::LEAST],
            counts: vec![0; Classes::LEAST],
            weights: Vec::new(),
            len: 0,
        }
    }
}

impl Classes {
    const LEAST: usize = 64;
    /// Keys that are looked up together.
    const BLOCK: usize = 128;

    /// Where a key is looked for first.
    #[inline]
    fn home(&self, key: u64) -> usize {
        let bits = self.keys.len().trailing_zeros();
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - bits)) as usize
    }

    /// Counts one board for each key.
    fn count(&mut self, keys: &[u64], weights: Option<&[f32]>) {
        self.add(keys.len(), |i| keys[i], |_| 1);
        if let Some(weights) = weights {
            // Comparisons with what is no number are false.
            let usable = |weight: f32| weight > 0.0 && weight < f32::INFINITY;
            self.weigh(
                keys.len(),
                |i| keys[i],
                |i| {
                    if usable(weights[i]) {
                        weights[i].into()
                    } else {
                        0.0
                    }
                },
            );
        }
    }

    /// Counts the boards of all classes by the part of their keys that `mask` shows.
    fn merge(&mut self, classes: &Listed, mask: u64) {
        let Listed {
            keys,
            counts,
            weights,
        } = classes;
        self.add(keys.len(), |i| keys[i] & mask, |i| counts[i]);
        if !weights.is_empty() {
            self.weigh(keys.len(), |i| keys[i] & mask, |i| weights[i]);
        }
    }

    /// Adds `count(i)` boards of the key `key(i)`, for each `i` of `n`.
    #[inline]
    fn add(&mut self, n: usize, key: impl Fn(usize) -> u64, count: impl Fn(usize) -> u32) {
        for start in (0..n).step_by(Self::BLOCK) {
            let block = start..n.min(start + Self::BLOCK);
            self.reserve(block.len());
            // Most keys are found at once. Whether one is decides no branch.
            let mut missing = [0; Self::BLOCK];
            let mut left = 0;
            for i in block {
                let home = self.home(key(i));
                let found = self.keys[home] == key(i) + 1;
                self.counts[home] += if found { count(i) } else { 0 };
                missing[left % Self::BLOCK] = i;
                left += usize::from(!found);
            }
            for i in &missing[..left] {
                let at = self.place(key(*i));
                self.counts[at] += count(*i);
            }
        }
    }

    /// Adds the weights of boards whose keys have been added.
    #[inline]
    fn weigh(&mut self, n: usize, key: impl Fn(usize) -> u64, weight: impl Fn(usize) -> f64) {
        self.weights.resize(self.keys.len(), 0.0);
        for i in 0..n {
            let at = self.place(key(i));
            self.weights[at] += weight(i);
        }
    }

    /// The slot of a key, which is taken for it if need be.
    #[inline]
    fn place(&mut self, key: u64) -> usize {
        let mut at = self.home(key);
        loop {
            let slot = &mut self.keys[at];
            if *slot == key + 1 {
                return at;
            }
            if *slot == 0 {
                *slot = key + 1;
                self.len += 1;
                return at;
            }
            at = (at + 1) % self.keys.len();
        }
    }

    /// Makes room for `more` keys: at most half of the slots are taken.
    #[inline]
    fn reserve(&mut self, more: usize) {
        if 2 * (self.len + more) > self.keys.len() {
            self.grow(4 * (self.len + more));
        }
    }

    #[cold]
    fn grow(&mut self, slots: usize) {
        let slots = slots.next_power_of_two();
        let old = std::mem::replace(
            self,
            Classes {
                keys: vec![0; slots],
                counts: vec![0; slots],
                weights: vec![0.0; if self.weights.is_empty() { 0 } else { slots }],
                len: 0,
            },
        );
        self.merge(&old.list(), u64::MAX);
    }

    fn clear(&mut self) {
        self.keys.fill(0);
        self.counts.fill(0);
        self.weights.fill(0.0);
        self.len = 0;
    }

    /// The classes, in the order of the slots.
    fn list(&self) -> Listed {
        let mut listed = Listed {
            keys: vec![0; self.len + 1],
            counts: vec![0; self.len + 1],
            weights: Vec::new(),
        };
        // Whether a slot is taken decides no branch.
        let mut n = 0;
        for (key, count) in self.keys.iter().zip(&self.counts) {
            listed.keys[n] = key.wrapping_sub(1);
            listed.counts[n] = *count;
            n += usize::from(*key != 0);
        }
        listed.keys.truncate(n);
        listed.counts.truncate(n);
        let taken = self.keys.iter().zip(&self.weights);
        let weights = taken.filter(|(key, _)| **key != 0);
        listed.weights = weights.map(|(_, weight)| *weight).collect();
        listed
    }
}

/// Classes of boards as lists.
#[derive(Clone, Debug, Default)]
struct Listed {
    keys: Vec<u64>,
    counts: Vec<u32>,
    /// Empty where every board weighs 1.
    weights: Vec<f64>,
}

impl Listed {
    fn weight(&self, i: usize) -> f64 {
        let weight = self.weights.get(i).copied();
        weight.unwrap_or_else(|| f64::from(self.counts[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings;

    #[test]
    fn weights_that_are_none_count_as_nothing() {
        let set = openings::unsensed().nth(3).expect("an opening");
        let boards = set.boards();
        let good: Vec<f32> = (0..set.len()).map(|i| (i % 3) as f32).collect();
        let expected = Survey::of(boards, Some(&good));
        for none in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, -0.0] {
            let odd = |weight: &f32| if *weight == 0.0 { none } else { *weight };
            let odd: Vec<f32> = good.iter().map(odd).collect();
            assert_eq!(Survey::of(boards, Some(&odd)), expected, "{none}");
            let all = vec![none; set.len()];
            assert_eq!(Survey::of(boards, Some(&all)), set.survey(), "all {none}");
        }
    }
}
