//! Deduplication of boards, with an unbiased sample where there are too many.
//!
//! On sets of any size most of the time would go into waiting: for memory, and for branches that
//! depend on it. So boards come in runs, a run is worked through in short loops without such branches
//! ([`BoardTable::insert_all`]), and a large table is in parts that each stay near the processor
//! while their share of a round's boards is inserted ([`PartitionedTable`]).

use std::{hint::black_box, ops::Range};

use crate::{Boards, PackedBoard, parallel::for_each_mut};

/// A mix of all bits of a board: the high bits choose the part, the low half the group, those between
/// the tag.
#[inline]
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

/// Boards with the numbers that are handed on to them.
pub(crate) type Handed = (Vec<PackedBoard>, Vec<f32>);

/// Slots that are looked at together.
const GROUP: usize = 8;

/// Boards that go through the loops of an insertion together.
const BLOCK: usize = 128;

/// No board has pieces on no square but roles.
const NO_BOARD: PackedBoard = PackedBoard(1 << 64);

/// The tags of a group's slots, a byte each: 0 where the slot is free, otherwise eight bits of the
/// hash of its board. Slots are taken from the first on.
#[derive(Clone, Copy, Debug)]
struct Tags(u64);

impl Tags {
    const ONES: u64 = 0x0101_0101_0101_0101;

    /// The tag of a board of this hash.
    #[inline]
    const fn tag(hash: u64) -> u64 {
        let byte = (hash >> 32) & 0xff;
        byte + (byte == 0) as u64
    }

    /// The first slot of this tag, or [`GROUP`]. 0 finds the first free slot.
    #[inline]
    const fn first(self, tag: u64) -> usize {
        let differing = self.0 ^ (tag * Tags::ONES);
        // The lowest byte that is 0 sets its highest bit; bytes above it may do so without cause.
        let zeros = differing.wrapping_sub(Tags::ONES) & !differing & (0x80 * Tags::ONES);
        (zeros.trailing_zeros() / 8) as usize
    }

    /// The same without the first `slots` slots: matches are looked for beyond them.
    const fn beyond(self, slots: usize) -> Tags {
        Tags((self.0 >> (8 * slots - 8)) >> 8)
    }

    #[inline]
    const fn with(self, slot: usize, tag: u64) -> Tags {
        Tags(self.0 | tag << (8 * slot))
    }

    /// How many slots are taken.
    const fn taken(self) -> usize {
        (GROUP as u32 - self.0.leading_zeros() / 8) as usize
    }
}

/// A set of boards: open addressing by groups of slots, 17 bytes a slot. It may sum some numbers for each board, 4 bytes
/// for each of them.
///
/// With a cap it keeps, of all boards ever inserted, those of lowest [`rank`]: a uniform sample of
/// the distinct boards, whatever their order.
#[derive(Clone, Debug)]
pub(crate) struct BoardTable {
    tags: Vec<Tags>,
    /// [`GROUP`] slots for each element of `tags`, and one that holds [`NO_BOARD`].
    slots: Vec<PackedBoard>,
    len: usize,
    /// Boards of higher rank are left out; `u64::MAX` until the cap was reached.
    threshold: u64,
    cap: usize,
    /// Numbers that are summed for each board.
    width: usize,
    /// The sums of each slot.
    sums: Vec<f32>,
}

impl BoardTable {
    /// A table that has room for `boards` from the start, and keeps at most `cap`.
    pub(crate) fn with_capacity(boards: usize, cap: usize) -> BoardTable {
        let boards = boards.min(cap);
        // Three quarters full.
        let groups = (boards + boards / 3).div_ceil(GROUP).max(8);
        BoardTable::with_groups(groups, u64::MAX, cap.max(1), 0)
    }

    /// The same table, still empty, which sums `width` numbers for each board.
    fn summing(self, width: usize) -> BoardTable {
        BoardTable::with_groups(self.tags.len(), self.threshold, self.cap, width)
    }

    fn with_groups(groups: usize, threshold: u64, cap: usize, width: usize) -> BoardTable {
        // Zeros come from the system without being written.
        let mut slots = vec![PackedBoard(0); GROUP * groups + 1];
        slots[GROUP * groups] = NO_BOARD;
        BoardTable {
            tags: vec![Tags(0); groups],
            slots,
            len: 0,
            threshold,
            cap,
            width,
            sums: vec![0.0; GROUP * groups * width],
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Whether every board inserted is kept.
    pub(crate) const fn is_complete(&self) -> bool {
        self.threshold == u64::MAX
    }

    /// The chance that a board inserted had to be kept: 1 while complete.
    pub(crate) fn rate(&self) -> f64 {
        self.threshold as f64 / u64::MAX as f64
    }

    /// The group where a board of this hash is looked for first.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash & 0xffff_ffff) * self.tags.len() as u64) >> 32) as usize
    }

    pub(crate) fn insert_all(&mut self, boards: &[PackedBoard]) {
        for block in boards.chunks(BLOCK) {
            if self.is_complete() {
                self.insert_block(block);
            } else {
                let mut kept = [PackedBoard(0); BLOCK];
                let mut n = 0;
                for board in block {
                    kept[n] = *board;
                    n += usize::from(rank(*board) <= self.threshold);
                }
                self.insert_block(&kept[..n]);
            }
            self.keep_to_the_cap();
        }
    }

    fn keep_to_the_cap(&mut self) {
        while self.len > self.cap {
            self.threshold /= 2;
            self.rebuild(self.tags.len());
        }
    }

    /// Inserts `boards`, and adds to the sums of each its `shares`, as many as are summed for a board.
    pub(crate) fn add_all(&mut self, boards: &[PackedBoard], shares: &[f32]) {
        let width = self.width;
        if width == 0 {
            self.insert_all(boards);
            return;
        }
        let mut kept_shares = Vec::new();
        for (block, shares) in boards.chunks(BLOCK).zip(shares.chunks(BLOCK * width)) {
            if self.is_complete() {
                self.add_block(block, shares);
            } else {
                let mut kept = [PackedBoard(0); BLOCK];
                let mut n = 0;
                kept_shares.clear();
                for (board, shares) in block.iter().zip(shares.chunks_exact(width)) {
                    if rank(*board) <= self.threshold {
                        kept[n] = *board;
                        n += 1;
                        kept_shares.extend_from_slice(shares);
                    }
                }
                self.add_block(&kept[..n], &kept_shares);
            }
            self.keep_to_the_cap();
        }
    }

    /// Does so with at most [`BLOCK`] boards.
    fn add_block(&mut self, block: &[PackedBoard], shares: &[f32]) {
        let places = self.insert_block(block);
        match self.width {
            // Loops of a known length for the widths in use.
            1 => self.add_to::<1>(&places, shares),
            16 => self.add_to::<16>(&places, shares),
            _ => self.add_to::<0>(&places, shares),
        }
    }

    /// Adds to the sums of slots; compiled for that width, or for any if it is 0.
    fn add_to<const WIDTH: usize>(&mut self, places: &[u32], shares: &[f32]) {
        let width = if WIDTH == 0 { self.width } else { WIDTH };
        for (place, shares) in places.iter().zip(shares.chunks_exact(width)) {
            let sums = &mut self.sums[*place as usize * width..][..width];
            for (sum, share) in sums.iter_mut().zip(shares) {
                *sum += share;
            }
        }
    }

    /// Reads all of the table in order, which brings it near the processor faster than insertions do.
    pub(crate) fn warm(&self) {
        let lines = self.slots.iter().step_by(GROUP / 2);
        black_box(lines.fold(0, |sum, slot| sum ^ slot.0 as u64));
    }

    /// Inserts at most [`BLOCK`] boards, and returns their slots.
    #[inline]
    fn insert_block(&mut self, block: &[PackedBoard]) -> [u32; BLOCK] {
        // Seven eighths full at most.
        if self.len + block.len() > 7 * self.tags.len() {
            self.rebuild(self.tags.len() + self.tags.len() / 2 + BLOCK);
        }
        let mut hashes = [0; BLOCK];
        for (h, board) in hashes.iter_mut().zip(block) {
            *h = hash(*board);
        }
        // The slot where each board is, if it is there. Looking at all of them before anything
        // depends on what is seen lets the memory serve many at once.
        let nowhere = (GROUP * self.tags.len()) as u32;
        let mut places = [0_u32; BLOCK];
        let mut seen = 0;
        for (place, h) in places.iter_mut().zip(&hashes[..block.len()]) {
            let home = self.home(*h);
            let slot = self.tags[home].first(Tags::tag(*h));
            *place = if slot < GROUP {
                (GROUP * home + slot) as u32
            } else {
                nowhere
            };
            seen ^= self.slots[*place as usize].0 as u64;
        }
        black_box(seen);
        // Most boards are there already. Whether one is decides no branch.
        let mut missing = [0_u8; BLOCK];
        let mut n = 0;
        for (i, (board, place)) in block.iter().zip(places).enumerate() {
            missing[n % BLOCK] = i as u8;
            // A free slot holds what looks like the board without pieces.
            n += usize::from(self.slots[place as usize] != *board);
        }
        for i in &missing[..n] {
            let i = usize::from(*i);
            places[i] = self.insert(block[i], hashes[i]) as u32;
        }
        places
    }

    /// Inserts a board, and returns its slot.
    #[inline]
    fn insert(&mut self, board: PackedBoard, hash: u64) -> usize {
        let tag = Tags::tag(hash);
        let mut group = self.home(hash);
        loop {
            let tags = self.tags[group];
            let mut slot = tags.first(tag);
            while slot < GROUP {
                if self.slots[GROUP * group + slot] == board {
                    return GROUP * group + slot;
                }
                slot += 1 + tags.beyond(slot + 1).first(tag);
            }
            let free = tags.first(0);
            if free < GROUP {
                self.tags[group] = tags.with(free, tag);
                self.slots[GROUP * group + free] = board;
                self.len += 1;
                return GROUP * group + free;
            }
            group += 1;
            if group == self.tags.len() {
                group = 0;
            }
        }
    }

    /// Moves the boards to a table of `groups` groups, without those above the threshold.
    #[cold]
    fn rebuild(&mut self, groups: usize) {
        let width = self.width;
        let new = BoardTable::with_groups(groups, self.threshold, self.cap, width);
        let old = std::mem::replace(self, new);
        let (boards, sums) = old.into_boards_and_sums();
        for (i, board) in boards.into_iter().enumerate() {
            if rank(board) <= self.threshold {
                let slot = self.insert(board, hash(board));
                let sums = &sums[i * width..][..width];
                self.sums[slot * width..][..width].copy_from_slice(sums);
            }
        }
    }

    /// Leaves out the boards above a lower threshold.
    fn lower_threshold(&mut self, threshold: u64) {
        if threshold < self.threshold {
            self.threshold = threshold;
            self.rebuild(self.tags.len());
        }
    }

    /// The boards, in an order that has to do with their hash only, in no more memory than they take.
    pub(crate) fn into_boards(self) -> Vec<PackedBoard> {
        self.into_boards_and_sums().0
    }

    /// The same, and the sums of each board.
    fn into_boards_and_sums(self) -> (Vec<PackedBoard>, Vec<f32>) {
        let (mut boards, mut sums, width) = (self.slots, self.sums, self.width);
        let mut kept = 0;
        for (group, tags) in self.tags.iter().enumerate() {
            let from = GROUP * group;
            boards.copy_within(from..from + GROUP, kept);
            sums.copy_within(width * from..width * (from + GROUP), width * kept);
            kept += tags.taken();
        }
        boards.truncate(kept);
        boards.shrink_to_fit();
        sums.truncate(width * kept);
        sums.shrink_to_fit();
        (boards, sums)
    }
}

/// Boards that are on their way to the parts of a table.
///
/// Successors are generated by several lanes side by side, and each part takes what the lanes hold for
/// it in their order. There are as many lanes whatever the number of threads, so that every part sees
/// its boards in the same order everywhere.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    by_part: Vec<Vec<PackedBoard>>,
    /// What is to be added to the sums of these boards.
    shares: Vec<Vec<f32>>,
    /// Numbers for each board.
    width: usize,
    /// The part's number is in the bits of the hash from here on.
    shift: u32,
}

impl Lane {
    /// Sorts `boards`, with their `shares`, by the part they belong to.
    pub(crate) fn scatter(&mut self, boards: &[PackedBoard], shares: &[f32]) {
        if self.width == 0 {
            for board in boards {
                self.by_part[(hash(*board) >> self.shift) as usize].push(*board);
            }
            return;
        }
        for (board, shares) in boards.iter().zip(shares.chunks_exact(self.width)) {
            let part = (hash(*board) >> self.shift) as usize;
            self.by_part[part].push(*board);
            self.shares[part].extend_from_slice(shares);
        }
    }
}

/// A [`BoardTable`] in parts by hash, so that each part stays near the processor while boards are
/// inserted, and several threads can fill it side by side. The result does not depend on how many do.
#[derive(Clone, Debug)]
pub(crate) struct PartitionedTable {
    parts: Vec<BoardTable>,
    lanes: Vec<Lane>,
    /// Boards that the lanes hold.
    waiting: usize,
    /// Parts that have taken theirs.
    drained: usize,
    /// Boards that the lanes may hold before the parts take them.
    round: usize,
    /// Several parts are counted together against it; one part keeps to it by itself.
    cap: usize,
    /// Boards of higher rank are left out.
    threshold: u64,
    /// Parts that have left out theirs.
    thinned: usize,
}

/// Lanes of a [`PartitionedTable`].
pub(crate) const LANES: usize = 8;

impl PartitionedTable {
    /// Distinct boards in a part, about: its table then has half a megabyte. Parts are smaller where there
    /// are few boards, as several threads share them, and where many numbers are summed.
    const PART: usize = 1 << 14;
    const PART_OF_MANY: usize = 1 << 12;
    const MIN_PARTS: usize = LANES;
    const MAX_PARTS: usize = 256;
    /// Fewer boards than this are not worth parts.
    const WHOLE: usize = 1 << 15;

    /// A table that is made for `expected` distinct boards and keeps at most `cap`, with the sums of `width` numbers for
    /// each.
    pub(crate) fn new(expected: usize, cap: usize, width: usize) -> PartitionedTable {
        let expected = expected.min(cap);
        let parts = if expected <= Self::WHOLE {
            1
        } else {
            let part = if width <= 1 {
                Self::PART
            } else {
                Self::PART_OF_MANY
            };
            (expected / part)
                .next_power_of_two()
                .clamp(Self::MIN_PARTS, Self::MAX_PARTS)
        };
        let cap_of_part = if parts == 1 { cap } else { usize::MAX };
        let part =
            || BoardTable::with_capacity(expected.div_ceil(parts), cap_of_part).summing(width);
        let lane = Lane {
            by_part: vec![Vec::new(); parts],
            shares: vec![Vec::new(); parts],
            width,
            shift: u64::BITS - parts.ilog2(),
        };
        PartitionedTable {
            parts: (0..parts).map(|_| part()).collect(),
            lanes: vec![lane; if parts == 1 { 0 } else { LANES }],
            waiting: 0,
            drained: parts,
            round: (expected / 2).max(1 << 17),
            cap: cap.max(1),
            threshold: u64::MAX,
            thinned: parts,
        }
    }

    /// The one part of a small table.
    pub(crate) fn whole(&mut self) -> Option<&mut BoardTable> {
        match &mut self.parts[..] {
            [part] => Some(part),
            _ => None,
        }
    }

    /// Whether the lanes hold all that they may.
    pub(crate) const fn is_full(&self) -> bool {
        self.waiting >= self.round
    }

    /// Lets `fill` scatter boards over the lanes, each on a thread of its own.
    pub(crate) fn fill(&mut self, fill: impl Fn(usize, &mut Lane) + Sync) {
        for_each_mut(&mut self.lanes, true, &fill);
        let held = |lane: &Lane| lane.by_part.iter().map(Vec::len).sum::<usize>();
        self.waiting = self.lanes.iter().map(held).sum();
        self.drained = 0;
    }

    /// Lets some parts take what the lanes hold for them, or leave out what is too much for all of them
    /// together; whether there is no more to do.
    pub(crate) fn drain(&mut self) -> bool {
        let parts = self.parts.len();
        if self.thinned < parts {
            self.thin_some();
        } else {
            self.take_some();
        }
        if self.thinned == parts && parts > 1 && self.len() > self.cap {
            self.threshold /= 2;
            self.thinned = 0;
        }
        let done = self.thinned == parts && self.drained == parts;
        if done {
            self.waiting = 0;
        }
        done
    }

    /// The parts from `first` on that hold about a slice's share of so many boards in all.
    fn slice_of_parts(&self, first: usize, boards: usize) -> Range<usize> {
        /// Boards for each call, about: a few milliseconds.
        const SLICE: usize = 1 << 17;
        let parts = self.parts.len();
        let count = (SLICE * parts / boards.max(1)).clamp(LANES.min(parts), parts);
        first..(first + count).min(parts)
    }

    fn take_some(&mut self) {
        let range = self.slice_of_parts(self.drained, self.waiting);
        let lanes = &self.lanes;
        for_each_mut(&mut self.parts[range.clone()], true, |i, part| {
            let i = range.start + i;
            let boards = lanes.iter().map(|lane| lane.by_part[i].len());
            if boards.sum::<usize>() > part.len() / 8 {
                part.warm();
            }
            for lane in lanes {
                part.add_all(&lane.by_part[i], &lane.shares[i]);
            }
        });
        for lane in &mut self.lanes {
            lane.by_part[range.clone()].iter_mut().for_each(Vec::clear);
            lane.shares[range.clone()].iter_mut().for_each(Vec::clear);
        }
        self.drained = range.end;
    }

    fn thin_some(&mut self) {
        let range = self.slice_of_parts(self.thinned, self.len());
        let threshold = self.threshold;
        for_each_mut(&mut self.parts[range.clone()], true, |_, part| {
            part.lower_threshold(threshold);
        });
        self.thinned = range.end;
    }

    /// Boards held.
    fn len(&self) -> usize {
        self.parts.iter().map(BoardTable::len).sum()
    }

    /// The chance that a board inserted had to be kept; see [`BoardTable::rate`].
    pub(crate) fn rate(&self) -> f64 {
        self.parts.iter().map(BoardTable::rate).fold(1.0, f64::min)
    }

    /// The boards part by part, with the sums of each.
    pub(crate) fn into_boards_and_sums(self) -> (Boards, Vec<f32>) {
        drop(self.lanes);
        let parts = self
            .parts
            .into_iter()
            .map(|part| (part, Default::default()));
        let mut parts: Vec<(BoardTable, Handed)> = parts.collect();
        for_each_mut(&mut parts, true, |_, (part, taken)| {
            let part = std::mem::replace(part, BoardTable::with_capacity(0, 1));
            *taken = part.into_boards_and_sums();
        });
        let (pieces, sums): (Vec<_>, Vec<_>) = parts.into_iter().map(|(_, taken)| taken).unzip();
        (Boards::from_pieces(pieces), sums.concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(n: u64) -> Vec<PackedBoard> {
        (1..=n).map(|i| PackedBoard::from_halves(i, 6)).collect()
    }

    #[test]
    fn keeps_each_board_once() {
        let mut table = BoardTable::with_capacity(4, usize::MAX);
        table.insert_all(&numbered(1000));
        table.insert_all(&numbered(1000));
        assert_eq!(table.len(), 1000);
        assert!(table.is_complete());
        let mut boards = table.into_boards();
        boards.sort_unstable();
        assert_eq!(boards, numbered(1000));
    }

    #[test]
    fn tags_find_what_is_there() {
        let mut tags = Tags(0);
        assert_eq!((tags.first(7), tags.first(0), tags.taken()), (GROUP, 0, 0));
        for (slot, tag) in [7, 1, 255, 7, 128, 1, 2, 7].into_iter().enumerate() {
            tags = tags.with(slot, tag);
            assert_eq!(tags.taken(), slot + 1);
            assert_eq!(tags.first(0), slot + 1);
        }
        let all = |tag: u64| {
            let mut found = Vec::new();
            let mut slot = tags.first(tag);
            while slot < GROUP {
                found.push(slot);
                slot += 1 + tags.beyond(slot + 1).first(tag);
            }
            found
        };
        assert_eq!(all(7), [0, 3, 7]);
        assert_eq!(all(1), [1, 5]);
        assert_eq!(all(255), [2]);
        assert!(all(3).is_empty());
    }

    /// What a table in parts makes of `boards`.
    fn in_parts(boards: &[PackedBoard], cap: usize) -> PartitionedTable {
        let mut table = PartitionedTable::new(1 << 20, cap, 0);
        assert!(table.whole().is_none());
        let chunk = boards.len().div_ceil(LANES);
        table.fill(|i, lane| {
            let end = boards.len().min(chunk * (i + 1));
            lane.scatter(&boards[chunk * i..end], &[]);
        });
        while !table.drain() {}
        table
    }

    /// About how many boards were inserted.
    fn distinct(table: &PartitionedTable) -> f64 {
        table.len() as f64 / table.rate()
    }

    fn sorted(boards: impl IntoIterator<Item = PackedBoard>) -> Vec<PackedBoard> {
        let mut boards: Vec<_> = boards.into_iter().collect();
        boards.sort_unstable();
        boards
    }

    #[test]
    fn a_full_table_keeps_a_uniform_sample_whatever_the_order() {
        let n = 1_000_000;
        let sample = |boards: Vec<PackedBoard>| {
            let table = in_parts(&boards, 200_000);
            assert!(table.rate() < 1.0);
            assert!((distinct(&table) / n as f64 - 1.0).abs() < 0.1);
            sorted(table.into_boards_and_sums().0.iter())
        };
        let forward = sample(numbered(n));
        let mut reversed = numbered(n);
        reversed.reverse();
        assert_eq!(forward, sample(reversed));
        assert!(forward.len() > 90_000 && forward.len() <= 200_000);
        // Both halves of the numbers are kept in like shares.
        let low = forward.iter().filter(|b| (b.0 as u64) <= n / 2).count() as f64;
        assert!((low / forward.len() as f64 - 0.5).abs() < 0.05);
        let mut whole = BoardTable::with_capacity(1, 200_000);
        whole.insert_all(&numbered(n));
        assert_eq!(forward, sorted(whole.into_boards()));
    }

    /// Whether the table grows, or leaves boards out: the sums go with the boards.
    #[test]
    fn each_board_has_the_sums_of_its_shares() {
        for (width, expected, cap) in [
            (1, 10, usize::MAX),
            (16, 1 << 17, usize::MAX),
            (3, 1 << 17, 20_000),
            (2, 10, 20_000),
        ] {
            let boards = [numbered(50_000), numbered(30_000), numbered(100)].concat();
            let shares = |board: &PackedBoard| {
                let number = board.0 as u64 as usize;
                (0..width).map(move |i| ((number + i) % 64) as f32)
            };
            let mut table = PartitionedTable::new(expected, cap, width);
            let handed: Vec<f32> = boards.iter().flat_map(shares).collect();
            match table.whole() {
                Some(part) => part.add_all(&boards, &handed),
                None => {
                    let chunk = boards.len().div_ceil(LANES);
                    table.fill(|i, lane| {
                        let range = chunk * i..boards.len().min(chunk * (i + 1));
                        let handed = &handed[range.start * width..range.end * width];
                        lane.scatter(&boards[range], handed);
                    });
                    while !table.drain() {}
                }
            }
            assert_eq!(table.rate() < 1.0, cap < 50_000);
            let (kept, sums) = table.into_boards_and_sums();
            assert!(kept.len() == 50_000 || cap < 50_000 && kept.len() > 9_000);
            for (board, sums) in kept.iter().zip(sums.chunks_exact(width)) {
                let number = board.0 as u64;
                let times = [50_000, 30_000, 100].into_iter().filter(|n| number <= *n);
                let times = times.count() as f32;
                assert!(sums.iter().copied().eq(shares(&board).map(|of| times * of)));
            }
        }
    }

    /// However unevenly the boards are spread over the parts.
    #[test]
    fn parts_keep_all_up_to_the_cap_and_leave_boards_out_beyond() {
        let boards = numbered(300_000);
        let table = in_parts(&boards, boards.len());
        assert!(table.rate() >= 1.0);
        assert_eq!(sorted(table.into_boards_and_sums().0.iter()), boards);
        let table = in_parts(&boards, boards.len() - 1);
        assert!(table.rate() < 1.0);
        assert!((distinct(&table) / 300_000.0 - 1.0).abs() < 0.1);
        let kept = table.into_boards_and_sums().0.len();
        assert!((140_000..160_000).contains(&kept), "{kept}");
    }
}
