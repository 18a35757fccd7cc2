//! Carrying the boards of a set through one step, a slice of work at a time.

use std::ops::Range;

use crate::{
    Boards, PackedBoard,
    board_table::{LANES, PartitionedTable},
    evidence::{MoveEvidence, SenseEvidence},
    expansion::{Moves, OpponentTurn},
    parallel::for_each_mut,
};

/// One observation, as what it does to boards.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Opponent(OpponentTurn),
    Sense(SenseEvidence),
    Move(MoveEvidence),
}

impl Step {
    /// Whether fewer boards may be possible after it than before: a quiet move of the opponent only
    /// adds to them.
    pub(crate) fn narrows(&self) -> bool {
        match self {
            Step::Opponent(turn) => turn.captures(),
            Step::Sense(_) | Step::Move(_) => true,
        }
    }

    /// Whether two of `boards` can become one.
    pub(crate) fn merges(&self, boards: &Boards) -> bool {
        match self {
            Step::Opponent(_) => true,
            Step::Sense(_) => false,
            Step::Move(evidence) => {
                evidence.merges() || boards.iter().any(|board| board.ep_file().is_some())
            }
        }
    }

    /// Appends to `out`, each once, the boards that can become `after`; see
    /// [`OpponentTurn::predecessors`].
    pub(crate) fn predecessors(&self, after: PackedBoard, out: &mut Vec<PackedBoard>) {
        match self {
            Step::Opponent(turn) => turn.predecessors(after, out),
            Step::Sense(evidence) => out.extend(Some(after).filter(|b| evidence.fits(*b))),
            Step::Move(evidence) => evidence.predecessors(after, out),
        }
    }

    /// Appends to `out` what becomes of `board`.
    pub(crate) fn apply(&self, board: PackedBoard, moves: &mut Moves, out: &mut Vec<PackedBoard>) {
        match self {
            Step::Opponent(turn) => turn.successors(board, moves, out),
            Step::Sense(evidence) => out.extend(Some(board).filter(|b| evidence.fits(*b))),
            Step::Move(evidence) => out.extend(evidence.apply(board)),
        }
    }

    /// Distinct boards that `boards` lead to, about; a guess from unsensed openings.
    fn expected(&self, boards: usize) -> usize {
        match self {
            Step::Opponent(turn) if turn.captures() => boards,
            // 11 times as many for hundreds of boards, 6 times as many for millions.
            Step::Opponent(_) => boards * (112 - 3 * boards.max(1).ilog2() as usize) / 8,
            Step::Sense(_) | Step::Move(_) => boards,
        }
    }
}

/// Boards after a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Carried {
    pub(crate) boards: Boards,
    /// The chance that a distinct board had to be among them: 1 where none was left out.
    pub(crate) rate: f64,
}

/// Boards on their way through a step: deduplicated where two can become one, and a uniform sample
/// where there would be more than a cap.
#[derive(Clone, Debug)]
pub(crate) struct Carrying {
    /// Boards done.
    next: usize,
    sink: Sink,
}

#[derive(Clone, Debug)]
enum Sink {
    /// Boards that stay distinct.
    List(Boards),
    Table {
        table: PartitionedTable,
        /// Whether the table's parts are taking what its lanes hold.
        draining: bool,
    },
}

/// Boards for a lane between two looks at whether to go on: a millisecond.
const CHUNK: usize = 512;
/// Boards that are filtered between two such looks, by each lane.
const FILTERED: usize = 1 << 14;
/// Fewer boards than this are filtered on one thread.
const FEW: usize = 1 << 12;
/// Successors that are held before they are sorted by part: they stay in the first cache.
const HELD: usize = 512;

impl Carrying {
    pub(crate) fn new(boards: &Boards, step: &Step, cap: usize) -> Carrying {
        let sink = if step.merges(boards) {
            Sink::Table {
                table: PartitionedTable::new(step.expected(boards.len()), cap),
                draining: false,
            }
        } else {
            Sink::List(Boards::default())
        };
        Carrying { next: 0, sink }
    }

    /// Goes on for some milliseconds, or longer where a part of a table grows; whether all is done.
    pub(crate) fn advance(&mut self, boards: &Boards, step: &Step) -> bool {
        let mut take = |count: usize| {
            let range = self.next..boards.len().min(self.next + count);
            self.next = range.end;
            range
        };
        match &mut self.sink {
            Sink::List(list) => {
                let range = take(LANES * FILTERED);
                let mut kept: [Vec<PackedBoard>; LANES] = Default::default();
                for_each_mut(&mut kept, range.len() >= FEW, |i, kept| {
                    let slices = boards.slices(share(&range, i));
                    apply(step, slices, |some| kept.extend_from_slice(some));
                });
                kept.into_iter().for_each(|kept| list.append(kept));
                self.next == boards.len()
            }
            Sink::Table { table, draining } => {
                if !*draining {
                    let range = take(LANES * CHUNK);
                    if let Some(part) = table.whole() {
                        apply(step, boards.slices(range), |some| part.insert_all(some));
                    } else {
                        table.fill(|i, lane| {
                            let slices = boards.slices(share(&range, i));
                            apply(step, slices, |some| lane.scatter(some));
                        });
                        *draining = table.is_full() || self.next == boards.len();
                    }
                }
                if *draining {
                    *draining = !table.drain();
                }
                self.next == boards.len() && !*draining
            }
        }
    }

    /// Boards done so far.
    pub(crate) const fn done(&self) -> usize {
        self.next
    }

    /// What came of it, once all is done.
    pub(crate) fn finish(self) -> Carried {
        let (mut boards, rate) = match self.sink {
            Sink::List(boards) => (boards, 1.0),
            Sink::Table { table, .. } => {
                let rate = table.rate();
                (table.into_boards(), rate)
            }
        };
        boards.shrink();
        Carried { boards, rate }
    }
}

/// The share of `range` that belongs to a lane.
fn share(range: &Range<usize>, lane: usize) -> Range<usize> {
    let count = range.len().div_ceil(LANES);
    let start = range.end.min(range.start + lane * count);
    start..range.end.min(start + count)
}

/// Applies `step` to every board and hands over what comes of it, some boards at a time.
fn apply<'a>(
    step: &Step,
    slices: impl Iterator<Item = &'a [PackedBoard]>,
    mut take: impl FnMut(&[PackedBoard]),
) {
    let mut moves = Moves::new();
    let mut held = Vec::with_capacity(2 * HELD);
    for board in slices.flatten() {
        step.apply(*board, &mut moves, &mut held);
        if held.len() >= HELD {
            take(&held);
            held.clear();
        }
    }
    take(&held);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_share_a_range_in_order() {
        for range in [0..0, 5..6, 3..100, 0..4096] {
            let joined: Vec<usize> = (0..LANES).flat_map(|i| share(&range, i)).collect();
            assert!(joined.into_iter().eq(range));
        }
    }
}
