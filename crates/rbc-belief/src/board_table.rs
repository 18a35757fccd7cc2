//! Deduplication of boards, with an unbiased sample where there are too many.

use crate::PackedBoard;

/// A mix of all bits of a board; the high bits choose the slot, the low bits the part.
pub(crate) const fn hash(board: PackedBoard) -> u64 {
    let low = board.0 as u64;
    let high = (board.0 >> 64) as u64;
    let mixed =
        (low ^ high.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xc4ce_b9fe_1a85_ec53)
}

/// A second mix, independent enough of [`hash`], that decides which boards a sample keeps.
const fn rank(board: PackedBoard) -> u64 {
    let h = hash(board);
    let mixed = (h ^ (h >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}

/// Marks a free slot. No board has pieces on no square but roles, so this is none.
const FREE: u128 = 1 << 64;

/// A set of boards: open addressing, 16 bytes a slot.
///
/// With a cap it keeps, of all boards ever inserted, those of lowest [`rank`]: a uniform sample of
/// the distinct boards, whatever their order.
#[derive(Debug)]
pub(crate) struct BoardTable {
    slots: Vec<u128>,
    len: usize,
    /// Boards of higher rank are left out; `u64::MAX` until the cap was reached.
    threshold: u64,
    cap: usize,
}

impl BoardTable {
    pub(crate) fn with_capacity(boards: usize, cap: usize) -> BoardTable {
        let boards = boards.min(cap);
        let slots = (boards + boards / 2).next_power_of_two().max(64);
        BoardTable {
            slots: vec![FREE; slots],
            len: 0,
            threshold: u64::MAX,
            cap: cap.max(1),
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Whether every board inserted is kept.
    pub(crate) const fn is_complete(&self) -> bool {
        self.threshold == u64::MAX
    }

    /// How many distinct boards were inserted: exact while complete, otherwise an estimate.
    pub(crate) fn distinct(&self) -> f64 {
        if self.is_complete() {
            self.len as f64
        } else {
            self.len as f64 * (u64::MAX as f64 / self.threshold as f64)
        }
    }

    #[inline]
    pub(crate) fn insert(&mut self, board: PackedBoard) {
        if self.threshold != u64::MAX && rank(board) > self.threshold {
            return;
        }
        let mask = self.slots.len() - 1;
        let mut i = (hash(board) >> 32) as usize & mask;
        loop {
            let slot = self.slots[i];
            if slot == FREE {
                break;
            }
            if slot == board.0 {
                return;
            }
            i = (i + 1) & mask;
        }
        self.slots[i] = board.0;
        self.len += 1;
        if self.len > self.cap {
            self.thin();
        } else if self.len * 8 > self.slots.len() * 7 {
            self.rebuild(self.slots.len() * 2);
        }
    }

    /// Leaves out the half of higher rank.
    fn thin(&mut self) {
        while self.len > self.cap {
            self.threshold /= 2;
            let slots = self.slots.len();
            self.rebuild(slots);
        }
    }

    #[cold]
    fn rebuild(&mut self, slots: usize) {
        let old = std::mem::replace(&mut self.slots, vec![FREE; slots]);
        self.len = 0;
        let mask = slots - 1;
        for slot in old {
            let board = PackedBoard(slot);
            if slot == FREE || (self.threshold != u64::MAX && rank(board) > self.threshold) {
                continue;
            }
            let mut i = (hash(board) >> 32) as usize & mask;
            while self.slots[i] != FREE {
                i = (i + 1) & mask;
            }
            self.slots[i] = slot;
            self.len += 1;
        }
    }

    /// The boards, in an order of no meaning.
    pub(crate) fn boards(&self) -> impl Iterator<Item = PackedBoard> {
        self.slots
            .iter()
            .filter(|slot| **slot != FREE)
            .map(|slot| PackedBoard(*slot))
    }
}

/// Which of `parts`, a power of two, a board belongs to.
pub(crate) const fn part_of(board: PackedBoard, parts: usize) -> usize {
    hash(board) as usize & (parts - 1)
}

/// A [`BoardTable`] in parts by hash, so that each part stays near the processor and several
/// threads can fill it side by side. The result does not depend on how many do.
#[derive(Debug)]
pub(crate) struct PartitionedTable {
    parts: Vec<BoardTable>,
}

impl PartitionedTable {
    /// Few enough that a chunk's share for each is a run worth writing, and enough for threads.
    const PARTS: usize = 64;

    pub(crate) fn new(expected: usize, cap: usize) -> PartitionedTable {
        // Of a small cap every part would keep too few boards for an even sample.
        let parts = if cap < 1024 * Self::PARTS {
            1
        } else {
            Self::PARTS
        };
        let share = |n: usize| n.div_ceil(parts);
        PartitionedTable {
            parts: (0..parts)
                .map(|_| BoardTable::with_capacity(share(expected), share(cap)))
                .collect(),
        }
    }

    pub(crate) fn insert(&mut self, board: PackedBoard) {
        let part = part_of(board, self.parts.len());
        self.parts[part].insert(board);
    }

    pub(crate) fn parts_mut(&mut self) -> &mut [BoardTable] {
        &mut self.parts
    }

    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(BoardTable::len).sum()
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.parts.iter().all(BoardTable::is_complete)
    }

    pub(crate) fn distinct(&self) -> f64 {
        self.parts.iter().map(BoardTable::distinct).sum()
    }

    /// The boards part by part, each part's memory given back as it goes. Where a part had to leave
    /// boards out, all parts are thinned to the same share, so that the sample stays uniform.
    pub(crate) fn into_boards(mut self) -> Vec<PackedBoard> {
        let threshold = self
            .parts
            .iter()
            .map(|p| p.threshold)
            .min()
            .unwrap_or(u64::MAX);
        for part in &mut self.parts {
            if part.threshold > threshold {
                part.threshold = threshold;
                let slots = part.slots.len();
                part.rebuild(slots);
            }
        }
        let mut boards = Vec::with_capacity(self.len());
        for part in self.parts {
            boards.extend(part.boards());
        }
        boards
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(n: u64) -> impl Iterator<Item = PackedBoard> {
        (1..=n).map(|i| PackedBoard::from_halves(i, 6))
    }

    #[test]
    fn keeps_each_board_once() {
        let mut table = BoardTable::with_capacity(4, usize::MAX);
        for board in numbered(1000).chain(numbered(1000)) {
            table.insert(board);
        }
        let mut boards: Vec<_> = table.boards().collect();
        boards.sort_unstable();
        assert!(boards.iter().copied().eq(numbered(1000)));
        assert!(table.is_complete());
    }

    #[test]
    fn a_full_table_keeps_a_uniform_sample_whatever_the_order() {
        let n = 1_000_000;
        let sample = |boards: Vec<PackedBoard>| {
            let mut table = PartitionedTable::new(10, 70_000);
            for board in boards {
                table.insert(board);
            }
            assert!(!table.is_complete());
            assert!((table.distinct() / n as f64 - 1.0).abs() < 0.1);
            let mut kept = table.into_boards();
            kept.sort_unstable();
            kept
        };
        let forward = sample(numbered(n).collect());
        let mut reversed: Vec<_> = numbered(n).collect();
        reversed.reverse();
        assert_eq!(forward, sample(reversed));
        assert!(forward.len() > 15_000 && forward.len() <= 70_000);
        // Both halves of the numbers are kept in like shares.
        let low = forward.iter().filter(|b| (b.0 as u64) <= n / 2).count() as f64;
        assert!((low / forward.len() as f64 - 0.5).abs() < 0.05);
    }
}
