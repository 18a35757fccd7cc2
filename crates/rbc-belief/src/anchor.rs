//! The way back from a sample to an exact set.

use std::cmp::Ordering;

use crate::{
    Boards, PackedBoard,
    ancestry::{Ancestry, Reached},
    board_table::BoardTable,
    carry::{Carrying, Step},
    expansion::Moves,
};

/// Where an exact set was left behind, and what was observed since.
#[derive(Clone, Debug)]
pub(crate) struct Anchor {
    pub(crate) boards: Boards,
    pub(crate) steps: Vec<Step>,
    /// Where pieces can be by what was known before.
    pub(crate) far: Reached,
    /// What tells possible boards at some of the steps, once that was asked for.
    pub(crate) ancestry: Option<Ancestry>,
    /// How often following the boards took too much work.
    given_up: u32,
    /// Steps to go on without following them.
    resting: u32,
    /// The same of drawing a new sample, which was no better than the one held.
    redrawn: u32,
    redrawing_rests: u32,
}

impl Anchor {
    pub(crate) const fn new(boards: Boards, far: Reached, steps: Vec<Step>) -> Anchor {
        Anchor {
            boards,
            steps,
            far,
            ancestry: None,
            given_up: 0,
            resting: 0,
            redrawn: 0,
            redrawing_rests: 0,
        }
    }

    /// Whether to let one step more pass, as following the boards has taken too much work so far: it
    /// will hardly take less the next time, so each failure doubles the rest.
    pub(crate) const fn rests(&mut self) -> bool {
        let rests = self.resting > 0;
        self.resting = self.resting.saturating_sub(1);
        rests
    }

    /// Whether to let one step more pass before a new sample is drawn; see [`Anchor::rests`].
    pub(crate) const fn redrawing_rests(&mut self) -> bool {
        let rests = self.redrawing_rests > 0;
        self.redrawing_rests = self.redrawing_rests.saturating_sub(1);
        rests
    }

    pub(crate) fn redrew_in_vain(&mut self) {
        self.redrawn += 1;
        self.redrawing_rests = 1 << self.redrawn.min(6);
    }

    /// Into how many chunks the boards are dealt out.
    fn chunks(&self) -> usize {
        self.boards.len().div_ceil(CHUNK)
    }

    pub(crate) fn gave_up(&mut self) {
        self.given_up += 1;
        self.resting = 1 << self.given_up.min(6);
    }
}

/// What an anchor's boards lead to.
#[derive(Clone, Debug)]
pub(crate) struct Replayed {
    pub(crate) boards: Boards,
    /// The chance that a board that was met had to be kept.
    pub(crate) rate: f64,
    /// The share of the anchor's boards that was followed to the end.
    pub(crate) followed: f64,
    /// Whether that is all of them; otherwise `boards` are only some.
    pub(crate) finished: bool,
    /// Whether it was to work longer until a board was found.
    pub(crate) had_to_find: bool,
}

/// An anchor's boards on their way through the steps since: depth first, so that memory follows what
/// is left at the end. Gives up after a number of successors.
#[derive(Clone, Debug)]
pub(crate) struct Replaying {
    /// Chunks of the anchor that have set out.
    next: usize,
    stack: Vec<Stage>,
    table: BoardTable,
    work: usize,
    limit: usize,
    /// To work longer ([`PATIENCE`]) until a board was found.
    must_find: bool,
    /// The share of the anchor that was followed to the end.
    followed: f64,
}

/// Boards that have gone through some of the steps.
#[derive(Clone, Debug)]
struct Stage {
    boards: Vec<PackedBoard>,
    /// Boards of it that have gone on.
    next: usize,
    /// Steps behind them.
    steps: usize,
    /// The share of the anchor that each stands for.
    share: f64,
}

/// Boards that go through a step together.
const CHUNK: usize = 2048;
/// How many times the work is allowed where a board must be found. A search that has found none by then is among boards
/// that fit all but the last observations, and may not end for hours.
const PATIENCE: usize = 16;
/// The least work that it is allowed, however few boards are held.
const LEAST_PATIENCE: usize = 256_000_000;

impl Replaying {
    pub(crate) fn new(cap: usize, limit: usize, must_find: bool) -> Replaying {
        Replaying {
            next: 0,
            stack: Vec::new(),
            table: BoardTable::with_capacity(1, cap),
            work: 0,
            limit,
            must_find,
            followed: 0.0,
        }
    }

    /// Takes some boards through one of the anchor's steps or the `last` one, which follows them: a few
    /// milliseconds of work. Whether all is done.
    pub(crate) fn advance(&mut self, anchor: &Anchor, last: &Step) -> bool {
        if self.is_exhausted() {
            return true;
        }
        let Some(stage) = self.stack.last_mut() else {
            let chunks = anchor.chunks();
            if self.next == chunks {
                return true;
            }
            // The anchor's order is by hash, and so is the table's: chunks from all over the anchor
            // fill a table that grows evenly. Any of them is as good a sample as any other.
            let boards = anchor.boards.every(self.next, chunks);
            self.next += 1;
            self.stack.push(Stage {
                boards,
                next: 0,
                steps: 0,
                share: 1.0 / anchor.boards.len() as f64,
            });
            return false;
        };
        let step_after = |steps: usize| match steps.cmp(&anchor.steps.len()) {
            Ordering::Less => anchor.steps.get(steps),
            Ordering::Equal => Some(last),
            Ordering::Greater => None,
        };
        let Some(step) = step_after(stage.steps) else {
            self.table.insert_all(&stage.boards);
            self.followed += stage.share * stage.boards.len() as f64;
            self.stack.pop();
            return false;
        };
        let chunk = &stage.boards[stage.next..];
        let chunk = &chunk[..chunk.len().min(CHUNK)];
        if chunk.is_empty() {
            self.stack.pop();
            return false;
        }
        // The sense is looked at before successors are kept.
        let after = (stage.steps + 1, step_after(stage.steps + 1));
        let (boards, steps) = match (step, after) {
            (Step::Opponent(turn), (_, Some(Step::Sense(sense)))) => {
                let mut table = BoardTable::with_capacity(chunk.len(), usize::MAX);
                let (mut moves, mut next) = (Moves::new(), Vec::new());
                for board in chunk {
                    turn.successors(*board, &mut moves, &mut next);
                    self.work += next.len();
                    next.retain(|board| sense.fits(*board));
                    table.insert_all(&next);
                    next.clear();
                }
                (table.into_boards(), stage.steps + 2)
            }
            (step, (steps, _)) => {
                let boards = chunk.iter().copied().collect();
                let mut carrying = Carrying::new(&boards, step, usize::MAX);
                while !carrying.advance(&boards, step) {}
                let boards: Vec<_> = carrying.finish().boards.iter().collect();
                self.work += boards.len();
                (boards, steps)
            }
        };
        let share = stage.share * chunk.len() as f64;
        stage.next += chunk.len();
        if boards.is_empty() {
            self.followed += share;
        } else {
            self.stack.push(Stage {
                share: share / boards.len() as f64,
                boards: spread(boards),
                next: 0,
                steps,
            });
        }
        false
    }

    /// How much is done, in thousandths.
    pub(crate) fn done(&self) -> usize {
        (self.followed * 1000.0) as usize
    }

    /// What came of it, once all is done.
    pub(crate) fn finish(self, anchor: &Anchor) -> Replayed {
        let finished = self.stack.is_empty() && self.next == anchor.chunks();
        Replayed {
            rate: self.table.rate(),
            followed: if finished { 1.0 } else { self.followed },
            boards: Boards::from_pieces([self.table.into_boards()]),
            finished,
            had_to_find: self.must_find,
        }
    }

    /// Whether to give up.
    fn is_exhausted(&self) -> bool {
        let limit = if self.must_find && self.table.len() == 0 {
            self.limit.saturating_mul(PATIENCE).max(LEAST_PATIENCE)
        } else {
            self.limit
        };
        self.work > limit
    }
}

/// The boards in an order in which those of any chunk come from all over the list.
fn spread(boards: Vec<PackedBoard>) -> Vec<PackedBoard> {
    let chunks = boards.len().div_ceil(CHUNK);
    if chunks < 2 {
        return boards;
    }
    let chunks = (0..chunks).map(|i| boards[i..].iter().step_by(chunks));
    chunks.flatten().copied().collect()
}
