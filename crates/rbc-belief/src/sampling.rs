//! Carrying a sample of boards through one step, so that every possible board has the same chance to be
//! in the sample again.
//!
//! A board that many possible boards lead to is met more often from a sample of those. So each board
//! is counted with one parent only, the [first](Search::is_first_parent) of all its possible
//! predecessors, in the sample or not: it goes into the sample when that one was in it.

use std::cmp::Ordering;

use crate::{
    Boards, PackedBoard,
    ancestry::{Ancestry, Search},
    anchor::Anchor,
    board_table::hash,
    carry::Step,
    evidence::SenseEvidence,
    expansion::Moves,
};

/// Boards of a sample, each with the group of its ancestor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sampled {
    pub(crate) boards: Boards,
    /// The group of each board; none while the boards were chosen independently of each other.
    pub(crate) groups: Vec<u8>,
    /// The chance that a possible board had to be in the sample.
    pub(crate) rate: f64,
    /// How far off the rate may be, as a share of it: what searches that were given up may have changed.
    /// 1 where it is a guess.
    pub(crate) doubt: f64,
}

/// Boards are told apart by their ancestor in the sample that was the first one since the anchor: those of
/// different groups came into the sample independently of each other.
const GROUPS: usize = 64;

impl Sampled {
    /// Boards that were chosen independently of each other.
    pub(crate) const fn independent(boards: Boards, rate: f64) -> Sampled {
        Sampled {
            boards,
            groups: Vec::new(),
            rate,
            doubt: 0.0,
        }
    }

    /// Whether these are all boards that are possible.
    pub(crate) fn is_complete(&self) -> bool {
        self.rate >= 1.0 && self.groups.is_empty() && self.doubt == 0.0
    }

    /// About how many boards are possible.
    pub(crate) fn estimated(&self) -> f64 {
        self.boards.len() as f64 / self.rate
    }

    /// The standard error of that.
    pub(crate) fn error(&self) -> f64 {
        let n = self.boards.len() as f64;
        let mut variance = n * (1.0 - self.rate);
        if !self.groups.is_empty() {
            let mut counts = [0.0; GROUPS];
            for group in &self.groups {
                counts[usize::from(*group) % GROUPS] += 1.0;
            }
            let mean = n / GROUPS as f64;
            let squares: f64 = counts.iter().map(|c| (c - mean) * (c - mean)).sum();
            variance = variance.max(squares * GROUPS as f64 / (GROUPS as f64 - 1.0));
        }
        let share = libm::hypot(variance.sqrt() / n.max(1.0), self.doubt);
        // What stems from a few boards only says little of its own error either.
        let share = share * (1.0 + 4.0 * share * share).sqrt();
        share * self.estimated()
    }

    /// How many boards drawn independently of each other would tell as much about the share of boards
    /// that have a piece on a square.
    pub(crate) fn effective(&self) -> f64 {
        let n = self.boards.len() as f64;
        if self.groups.is_empty() && self.doubt == 0.0 {
            return n;
        }
        if self.groups.is_empty() {
            return (1.0 / (self.doubt * self.doubt)).min(n);
        }
        // By square and role: how often it occurs in each group.
        let mut counts = vec![[0.0_f64; GROUPS]; 6 * 64];
        let mut sizes = [0.0_f64; GROUPS];
        for (board, group) in self.boards.iter().zip(&self.groups) {
            let group = usize::from(*group) % GROUPS;
            sizes[group] += 1.0;
            for (square, role) in board.pieces() {
                counts[64 * (role as usize - 1) + square.to_usize()][group] += 1.0;
            }
        }
        let (mut between, mut independent) = (0.0, 0.0);
        for counts in &counts {
            let share = counts.iter().sum::<f64>() / n;
            let residual = |(count, size): (&f64, &f64)| count - share * size;
            let squares = counts.iter().zip(&sizes).map(residual).map(|r| r * r);
            between += squares.sum::<f64>() * GROUPS as f64 / (GROUPS as f64 - 1.0);
            independent += n * share * (1.0 - share);
        }
        if independent == 0.0 {
            return n;
        }
        // Groups that most boards are in say little of how much groups differ: their number does.
        let by_number = self.estimated() / self.error();
        (n / (between / independent).max(1.0)).min(by_number * by_number)
    }
}

/// A board's place in an order that differs from salt to salt.
const fn salted(board: PackedBoard, salt: u64) -> u64 {
    let mixed = (hash(board) ^ salt.wrapping_mul(0xd6e8_feb8_6659_fd93))
        .wrapping_mul(0xa076_1d64_78bd_642f);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xe703_7ed1_a0b4_28db) ^ (mixed >> 29)
}

type Member = (PackedBoard, u8);

/// A sample on its way through a step.
#[derive(Clone, Debug)]
pub(crate) struct Descending {
    /// What to tell possible boards by, until it is there in whole.
    ancestry: Option<Ancestry>,
    parents: Vec<Member>,
    /// Parents done.
    next: usize,
    /// The chance that a possible board had to be among the parents.
    rate: f64,
    /// Children of a higher place are left out; `None` while a few parents show how many there are.
    threshold: Option<u64>,
    doubt: f64,
    salt: u64,
    /// Children wanted, about.
    wanted: usize,
    /// Boards that may be looked at, about.
    work: usize,
    /// Whether every possible board is a parent: then each child is met, and nothing is to be searched for.
    complete: bool,
    children: Vec<Member>,
    search: Search,
}

/// Parents that show how many children there are and what it costs to find them.
const PILOT: usize = 64;
/// Parents at most.
const PARENTS: usize = 1 << 17;
/// Children at most.
const CHILDREN: usize = 1 << 14;
/// Boards that may be looked at for one step, about.
const WORK: usize = 6_000_000;
/// Boards that are looked at between two looks at whether to go on: some milliseconds.
const SLICE: usize = 1 << 15;

impl Descending {
    /// A sample of `boards` in these `groups`, held after `steps` of the anchor's steps, on its way through
    /// `step`. Of more boards than are needed some are taken.
    pub(crate) fn new(
        boards: &Boards,
        of: &Sampled,
        anchor: &Anchor,
        steps: usize,
        step: &Step,
        cap: usize,
    ) -> Descending {
        let salt = 1 + steps as u64;
        let grouped = !of.groups.is_empty();
        let share = (PARENTS as f64 / boards.len() as f64).min(1.0);
        let most = (share * u64::MAX as f64) as u64;
        let mut parents = Vec::with_capacity(boards.len().min(PARENTS + PARENTS / 8));
        for (i, board) in boards.iter().enumerate() {
            if salted(board, salt << 20) <= most {
                let group = if grouped {
                    of.groups[i]
                } else {
                    (salted(board, 0) >> 32) as u8 % GROUPS as u8
                };
                parents.push((board, group));
            }
        }
        let rate = of.rate * share;
        let wanted = match step {
            Step::Opponent(_) => cap.min(CHILDREN),
            _ => parents.len(),
        };
        Descending {
            ancestry: anchor.ancestry.clone(),
            parents,
            next: 0,
            complete: rate >= 1.0 && !grouped,
            rate,
            work: WORK,
            threshold: None,
            doubt: of.doubt,
            salt,
            wanted,
            children: Vec::new(),
            search: Search::new(),
        }
    }

    /// Goes on for some milliseconds; whether all is done.
    ///
    /// `steps` are those that led to the parents, and `sense` is what follows the step, where that is
    /// known: no other children are wanted.
    pub(crate) fn advance(
        &mut self,
        anchor: &Anchor,
        steps: &[Step],
        step: &Step,
        sense: Option<&SenseEvidence>,
    ) -> bool {
        let ancestry = self.ancestry.take();
        let mut ancestry =
            ancestry.unwrap_or_else(|| Ancestry::new(anchor.boards.len(), anchor.far.clone()));
        if ancestry.advance(&anchor.boards, steps) {
            self.go_on(&ancestry, steps, step, sense);
        }
        self.ancestry = Some(ancestry);
        self.next == self.parents.len()
    }

    fn go_on(
        &mut self,
        ancestry: &Ancestry,
        steps: &[Step],
        step: &Step,
        sense: Option<&SenseEvidence>,
    ) {
        let until = self.search.work + SLICE;
        let mut moves = Moves::new();
        let mut next = Vec::new();
        while self.next < self.parents.len() && self.search.work < until {
            if self.threshold.is_none() && self.next == PILOT {
                let share = self.share();
                self.threshold = Some((share * u64::MAX as f64) as u64);
                let most = self.threshold.unwrap_or(u64::MAX);
                let salt = self.salt;
                let met = self.children.len().max(1);
                self.children
                    .retain(|(board, _)| salted(*board, salt) <= most);
                self.search.unsure = self.search.unsure * self.children.len() / met;
            }
            let most = self.threshold.unwrap_or(u64::MAX);
            let (parent, group) = self.parents[self.next];
            next.clear();
            step.apply(parent, &mut moves, &mut next);
            self.search.work += next.len();
            let first = self.children.len();
            for child in &next {
                if salted(*child, self.salt) <= most
                    && sense.is_none_or(|sense| sense.fits(*child))
                    && (self.complete
                        || self
                            .search
                            .is_first_parent(ancestry, steps, step, parent, *child))
                    && !self.children[first..].iter().any(|(c, _)| c == child)
                {
                    self.children.push((*child, group));
                }
            }
            self.next += 1;
        }
    }

    /// The share of children to keep, as the first parents show.
    fn share(&self) -> f64 {
        let scale = self.parents.len() as f64 / PILOT as f64;
        let children = self.children.len() as f64 * scale;
        let work = self.search.work as f64 * scale;
        (self.wanted as f64 / children.max(1.0))
            .min(self.work as f64 / work.max(1.0))
            .min(1.0)
    }

    /// Parents done so far, and in all.
    pub(crate) fn done(&self) -> (usize, usize) {
        (self.next, self.parents.len())
    }

    /// What came of it, once all is done, and what possible boards can be told by from now on.
    pub(crate) fn finish(mut self) -> (Sampled, Option<Ancestry>) {
        let salt = self.salt;
        if self.complete {
            self.children.sort_unstable();
            self.children.dedup_by_key(|(board, _)| *board);
        }
        let mut rate = self.rate;
        let met = self.children.len();
        match self.threshold {
            Some(most) => rate *= most as f64 / u64::MAX as f64,
            None if self.children.len() > self.wanted => {
                let most =
                    (self.wanted as f64 / self.children.len() as f64 * u64::MAX as f64) as u64;
                self.children
                    .retain(|(board, _)| salted(*board, salt) <= most);
                rate *= most as f64 / u64::MAX as f64;
            }
            None => {}
        }
        let kept_share = if self.threshold.is_none() {
            self.children.len() as f64 / met.max(1) as f64
        } else {
            1.0
        };
        // A lot may have given a child two first parents.
        let tested = self.search.unsure as f64 / 2.0;
        self.doubt += tested * kept_share / (self.children.len() as f64).max(1.0);
        // In an order of no meaning: the first ones are as good a sample as any.
        self.children
            .sort_by_key(|(board, _)| (salted(*board, salt << 40), board.0));
        self.children.dedup_by_key(|(board, _)| *board);
        let boards = self.children.iter().map(|(board, _)| *board);
        let sampled = Sampled {
            boards: Boards::from_iter(boards),
            // Children of all boards that are possible are chosen independently of each other.
            groups: if self.complete {
                Vec::new()
            } else {
                self.children.iter().map(|(_, group)| *group).collect()
            },
            rate,
            doubt: self.doubt,
        };
        (sampled, self.ancestry)
    }
}

/// A new sample on its way from the anchor, where the one that was held has few boards left: it knows what
/// will be sensed, and spends no boards on the rest.
#[derive(Clone, Debug)]
pub(crate) struct Resampling {
    /// Boards after some steps.
    sampled: Sampled,
    /// Steps behind them.
    level: usize,
    descending: Option<Descending>,
    ancestry: Option<Ancestry>,
    cap: usize,
    /// Boards that may still be looked at.
    work: usize,
}

impl Resampling {
    pub(crate) fn new(anchor: &Anchor, cap: usize) -> Resampling {
        // The order is by a hash; each time others come first.
        let step = anchor.boards.len().div_ceil(2 * CHILDREN);
        let boards = anchor.boards.every(anchor.steps.len() % step, step);
        let rate = boards.len() as f64 / anchor.boards.len() as f64;
        let sampled = Sampled::independent(Boards::from_iter(boards), rate);
        Resampling {
            sampled,
            level: 0,
            descending: None,
            ancestry: None,
            cap,
            work: WORK,
        }
    }

    /// Goes on for some milliseconds, through the anchor's steps and the `last` one; whether all is done.
    pub(crate) fn advance(&mut self, anchor: &Anchor, last: &Step) -> bool {
        let step_after = |level: usize| match level.cmp(&anchor.steps.len()) {
            Ordering::Less => anchor.steps.get(level),
            Ordering::Equal => Some(last),
            Ordering::Greater => None,
        };
        let Some(step) = step_after(self.level).filter(|_| !self.sampled.boards.is_empty()) else {
            return true;
        };
        let levels = anchor.steps.len() + 1 - self.level;
        let (sampled, level, cap) = (&self.sampled, self.level, self.cap);
        let descending = self.descending.get_or_insert_with(|| {
            let mut descending =
                Descending::new(&sampled.boards, sampled, anchor, level, step, cap);
            descending.ancestry = self.ancestry.take();
            descending.work = self.work / levels.div_ceil(3);
            descending.salt ^= (anchor.steps.len() as u64) << 32;
            descending
        });
        let sense = match step_after(self.level + 1) {
            Some(Step::Sense(evidence)) => Some(evidence),
            _ => None,
        };
        if descending.advance(anchor, &anchor.steps[..self.level], step, sense)
            && let Some(descending) = self.descending.take()
        {
            self.work = self
                .work
                .saturating_sub(descending.search.work)
                .max(WORK / 16);
            (self.sampled, self.ancestry) = descending.finish();
            self.level += 1;
        }
        false
    }

    /// Steps done, and in all.
    pub(crate) fn done(&self, anchor: &Anchor) -> (usize, usize) {
        (self.level, anchor.steps.len() + 1)
    }

    /// What came of it, once all is done.
    pub(crate) fn finish(self) -> (Sampled, Option<Ancestry>) {
        (self.sampled, self.ancestry)
    }
}
