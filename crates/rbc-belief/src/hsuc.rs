//! HSUC: sense where the worst case leaves the fewest boards.
//!
//! Heuristic Search of Uncertainty Control, Algorithm 1 of Guo, Wang, Qi, Qian and Zhang, "Heuristic
//! Sensing: An Uncertainty Exploration Method in Imperfect Information Games", Complexity 2020,
//! article 8815770. *The publisher retracted the paper in 2023.* What is used here is the algorithm
//! as it is defined there, and only figures that this project measured.

use rbc_rules::Square;

use crate::PackedBoard;

/// What each of the 64 senses would leave of an information set of [`SenseValues::boards`] boards.
///
/// A sense sorts the boards into classes: those its window cannot tell apart. Afterwards one class
/// is left.
#[derive(Clone, PartialEq, Debug)]
pub struct SenseValues {
    /// Boards before the sense.
    pub boards: usize,
    /// Size of the largest class, by square.
    pub worst: [u32; 64],
    /// Expected size of the class that is left when every board is equally likely, by square.
    pub expected: [f64; 64],
}

impl SenseValues {
    /// Counts the classes of all 64 windows over `boards`, exactly.
    #[must_use]
    pub fn of(boards: &[PackedBoard]) -> SenseValues {
        let mut values = SenseValues {
            boards: boards.len(),
            worst: [0; 64],
            expected: [0.0; 64],
        };
        for (square, (worst, expected)) in windows(boards).into_iter().enumerate() {
            values.worst[square] = worst;
            values.expected[square] = expected;
        }
        values
    }

    /// The sense that Algorithm 1 of the paper chooses: the smallest worst case, ties broken by the
    /// expected size, then by the lower square.
    #[must_use]
    pub fn best(&self) -> Square {
        Square::ALL
            .into_iter()
            .min_by(|a, b| {
                let value = |sq: Square| (self.worst[sq.to_usize()], self.expected[sq.to_usize()]);
                let ((worst_a, expected_a), (worst_b, expected_b)) = (value(*a), value(*b));
                worst_a
                    .cmp(&worst_b)
                    .then(expected_a.total_cmp(&expected_b))
            })
            .unwrap_or(Square::A1)
    }
}

/// Worst and expected class size of the windows centered on every rank.
fn windows(boards: &[PackedBoard]) -> Vec<(u32, f64)> {
    #[cfg(feature = "rayon")]
    if boards.len() >= 2_000 {
        use rayon::prelude::*;
        let share = 8_usize.div_ceil(rayon::current_num_threads());
        return (0..8)
            .collect::<Vec<_>>()
            .par_chunks(share)
            .flat_map_iter(|ranks| windows_on_ranks(boards, ranks[0], ranks.len()))
            .collect();
    }
    windows_on_ranks(boards, 0, 8)
}

/// The eight windows on each of `count` ranks from `first` on.
fn windows_on_ranks(boards: &[PackedBoard], first: usize, count: usize) -> Vec<(u32, f64)> {
    /// Few enough boards that their ranks stay in the first cache while every window reads them.
    const BLOCK: usize = 256;
    let mut counters: Vec<_> = (0..8 * count).map(|_| ClassCounter::new()).collect();
    // A free rank on both sides and a free nibble on the left: windows at the edge are no special
    // case.
    let mut rows = [[0u64; 10]; BLOCK];
    for block in boards.chunks(BLOCK) {
        for (row, board) in rows.iter_mut().zip(block) {
            for (cell, rank) in row[1..9].iter_mut().zip(board.nibble_ranks()) {
                *cell = u64::from(rank) << 4;
            }
        }
        for (i, counter) in counters.iter_mut().enumerate() {
            let (rank, file) = (first + i / 8, i % 8);
            for row in &rows[..block.len()] {
                let part = |r: usize| row[r] >> (4 * file) & 0xfff;
                counter.count(part(rank) | part(rank + 1) << 12 | part(rank + 2) << 24);
            }
        }
    }
    counters
        .into_iter()
        .map(|counter| counter.worst_and_expected(boards.len()))
        .collect()
}

/// Counts how often each 36-bit key occurs: open addressing, key and count in one word.
struct ClassCounter {
    slots: Vec<u64>,
    len: usize,
}

const COUNT_BITS: u32 = 28;
const COUNT_MASK: u64 = (1 << COUNT_BITS) - 1;

impl ClassCounter {
    fn new() -> ClassCounter {
        ClassCounter {
            slots: vec![0; 256],
            len: 0,
        }
    }

    #[inline]
    fn slot(key: u64, mask: usize) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask
    }

    #[inline]
    fn count(&mut self, key: u64) {
        let mask = self.slots.len() - 1;
        let mut i = ClassCounter::slot(key, mask);
        loop {
            let slot = &mut self.slots[i & mask];
            // A free slot has a count of 0.
            if *slot >> COUNT_BITS == key && *slot != 0 {
                *slot += 1;
                return;
            }
            if *slot == 0 {
                *slot = key << COUNT_BITS | 1;
                break;
            }
            i = (i + 1) & mask;
        }
        self.len += 1;
        if self.len * 2 > self.slots.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = vec![0; self.slots.len() * 4];
        let old = std::mem::replace(&mut self.slots, slots);
        let mask = self.slots.len() - 1;
        for slot in old.into_iter().filter(|slot| *slot != 0) {
            let mut i = ClassCounter::slot(slot >> COUNT_BITS, mask);
            while self.slots[i] != 0 {
                i = (i + 1) & mask;
            }
            self.slots[i] = slot;
        }
    }

    fn worst_and_expected(&self, boards: usize) -> (u32, f64) {
        let mut worst = 0;
        let mut squares = 0;
        for slot in &self.slots {
            let count = slot & COUNT_MASK;
            worst = worst.max(count);
            squares += count * count;
        }
        let expected = if boards == 0 {
            0.0
        } else {
            squares as f64 / boards as f64
        };
        (worst as u32, expected)
    }
}
