//! Carrying the boards of a set through one step, a slice of work at a time.

use std::ops::Range;

use crate::{
    Boards, PackedBoard,
    board_table::{Handed, LANES, PartitionedTable},
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
    /// For each board the sums of what the boards that lead to it handed on.
    pub(crate) sums: Vec<f32>,
    /// The chance that a distinct board had to be among them: 1 where none was left out.
    pub(crate) rate: f64,
}

/// Boards on their way through a step: deduplicated where two can become one, and a uniform sample
/// where there would be more than a cap. Boards may hand on numbers, which are summed for each board that they lead to.
#[derive(Clone, Debug)]
pub(crate) struct Carrying {
    /// Boards done.
    next: usize,
    /// Numbers that are summed for each board.
    width: usize,
    sink: Sink,
    /// What comes of some boards, by lane: kept, because memory of this size is slow to get.
    lanes: Vec<Handed>,
}

/// Takes boards, and for each the numbers that are handed on to it.
pub(crate) type Take<'a> = &'a mut dyn FnMut(&[PackedBoard], &[f32]);

#[derive(Clone, Debug)]
enum Sink {
    /// Boards that stay distinct, with their numbers.
    List(Boards, Vec<f32>),
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
/// Fewer boards than this find their numbers on one thread.
const FEW_WITH_NUMBERS: usize = 1 << 7;
/// Boards that hand on numbers between two looks at whether to go on, where one table takes them all.
const CHUNK_WITH_NUMBERS: usize = 1 << 9;
/// Successors that are held before they are sorted by part: they stay in the first cache.
pub(crate) const HELD: usize = 512;

impl Carrying {
    pub(crate) fn new(boards: &Boards, step: &Step, cap: usize) -> Carrying {
        Carrying::summing(boards, step, cap, 0)
    }

    /// Sums `width` numbers for each board.
    pub(crate) fn summing(boards: &Boards, step: &Step, cap: usize, width: usize) -> Carrying {
        let sink = if step.merges(boards) {
            Sink::Table {
                table: PartitionedTable::new(step.expected(boards.len()), cap, width),
                draining: false,
            }
        } else {
            Sink::List(Boards::default(), Vec::new())
        };
        Carrying {
            next: 0,
            width,
            sink,
            lanes: vec![Handed::default(); LANES],
        }
    }

    /// Goes on for some milliseconds, or longer where a part of a table grows; whether all is done.
    pub(crate) fn advance(&mut self, boards: &Boards, step: &Step) -> bool {
        self.advance_by(boards.len(), |range, take| {
            apply(step, boards.slices(range), |some| take(some, &[]));
        })
    }

    /// The same, where `apply` hands over what comes of some of so many `boards`, with the numbers to be summed.
    pub(crate) fn advance_by(
        &mut self,
        boards: usize,
        apply: impl Fn(Range<usize>, Take<'_>) + Sync,
    ) -> bool {
        let mut take = |count: usize| {
            let range = self.next..boards.min(self.next + count);
            self.next = range.end;
            range
        };
        match &mut self.sink {
            Sink::List(list, numbers) => {
                let range = take(LANES * FILTERED);
                fill_lanes(&mut self.lanes, &range, range.len() >= FEW, &apply);
                for (kept, shares) in &mut self.lanes {
                    list.append(std::mem::take(kept));
                    numbers.append(shares);
                }
                self.next == boards
            }
            Sink::Table { table, draining } => {
                if !*draining {
                    let range = take(match (self.width, table.whole()) {
                        (0, _) | (_, None) => LANES * CHUNK,
                        // Fewer, so that what comes of them with their numbers stays near the processor.
                        (_, Some(_)) => CHUNK_WITH_NUMBERS,
                    });
                    if let Some(part) = table.whole() {
                        if self.width == 0 {
                            apply(range, &mut |some, _| part.insert_all(some));
                        } else {
                            // Finding the numbers takes longer than adding them up.
                            let large = range.len() >= FEW_WITH_NUMBERS;
                            fill_lanes(&mut self.lanes, &range, large, &apply);
                            for (boards, shares) in &self.lanes {
                                part.add_all(boards, shares);
                            }
                        }
                    } else {
                        table.fill(|i, lane| {
                            apply(share(&range, i), &mut |some, shares| {
                                lane.scatter(some, shares);
                            });
                        });
                        *draining = table.is_full() || self.next == boards;
                    }
                }
                if *draining {
                    *draining = !table.drain();
                }
                self.next == boards && !*draining
            }
        }
    }

    /// Boards done so far.
    pub(crate) const fn done(&self) -> usize {
        self.next
    }

    /// What came of it, once all is done.
    pub(crate) fn finish(self) -> Carried {
        let (mut boards, sums, rate) = match self.sink {
            Sink::List(boards, numbers) => (boards, numbers, 1.0),
            Sink::Table { table, .. } => {
                let rate = table.rate();
                let (boards, sums) = table.into_boards_and_sums();
                (boards, sums, rate)
            }
        };
        boards.shrink();
        Carried { boards, sums, rate }
    }
}

/// Fills each lane with what comes of its share of `range`; on several threads if that is `large`.
fn fill_lanes(
    lanes: &mut [Handed],
    range: &Range<usize>,
    large: bool,
    apply: &(impl Fn(Range<usize>, Take<'_>) + Sync),
) {
    for_each_mut(lanes, large, |i, (boards, numbers)| {
        boards.clear();
        numbers.clear();
        apply(share(range, i), &mut |some, shares| {
            boards.extend_from_slice(some);
            numbers.extend_from_slice(shares);
        });
    });
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
