//! A Bayes filter: the probability of each board, carried from observation to observation.

use rbc_rules::{Observation, Square};

use crate::{
    Boards, Completeness, InformationSet, InformationSetError, MovePolicy, MoverContext,
    PackedBoard, Request, Watch, board_table::hash, carry::Step, expansion::Moves,
};

/// The probability of each board of an [`InformationSet`], given how likely the opponent's moves are.
///
/// An opponent's move spreads a board's weight over the boards that it can lead to, by P(request | board, what the mover
/// was told) of a [`MovePolicy`]; where several boards lead to one, their shares add up. A capture notice, a sense and
/// the result of an own move leave out boards that contradict them. Weights are divided by their sum after each step.
///
/// It holds 4 bytes a board beside the set. While a step runs, it takes 16 bytes more for each board before it and up to
/// 40 for each one after. A set alone pays nothing.
///
/// While the set is a [sample](crate::Completeness::Sample), weights are estimates: a board's weight comes from those
/// boards leading to it that the sample holds, and is the average one if there are none. Every possible board is in a
/// sample with the same probability, so no further factor is needed. The last exact set is kept with its weights (20
/// bytes a board), and when the set is exact again, so are the weights: they are carried anew through all that was
/// observed since. Only where that takes more than about a million boards, estimates remain.
///
/// ```
/// use std::ops::ControlFlow;
/// use rbc_belief::{BayesFilter, InformationSet, UniformMoves};
/// use rbc_rules::{Color, Observation, Position};
///
/// let mut set = InformationSet::new(Color::Black, &Position::initial(), 1_000)?;
/// let mut filter = BayesFilter::new(&set);
/// let turn = Observation::TurnStart { capture: None };
/// filter.observe(&mut set, &turn, &UniformMoves, &mut |_, _| ControlFlow::Continue(()))?;
/// // White can request 34 moves or a pass. 14 of them are captures that fail, so nothing moved in 15 cases of 35.
/// let most = filter.weights().iter().copied().fold(0.0, f32::max);
/// assert_eq!(filter.weights().len(), 21);
/// assert!((most - 15.0 / 35.0).abs() < 1e-6);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BayesFilter {
    weights: Vec<f32>,
    /// Where the opponent was told that it lost a piece by the last own move.
    lost: Option<Square>,
    /// While the set is a sample.
    anchor: Option<Box<Anchor>>,
}

/// No weight is less: the true board is never lost to rounding, however unlikely it became.
const LEAST: f64 = 1e-30;

impl BayesFilter {
    /// Creates the filter of `set`, all of whose boards are as likely.
    #[must_use]
    pub fn new(set: &InformationSet) -> BayesFilter {
        BayesFilter {
            weights: vec![1.0 / set.len() as f32; set.len()],
            lost: None,
            anchor: None,
        }
    }

    /// Returns the weight of each of the set's [boards](InformationSet::boards), in order: positive, with sum 1.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Takes `observation` into `set`, as [`InformationSet::observe_watched`] does, and into the weights. `set` must be
    /// the one that all earlier observations were taken into by this method.
    ///
    /// Only the set's part of the work calls `watch`; that of the weights takes some microseconds a board.
    ///
    /// # Errors
    ///
    /// Those of [`InformationSet::observe_watched`]. Weights and boards are then as they were before, and after an
    /// interruption the same call continues.
    pub fn observe(
        &mut self,
        set: &mut InformationSet,
        observation: &Observation,
        policy: &dyn MovePolicy,
        watch: Watch<'_>,
    ) -> Result<(), InformationSetError> {
        let step = set.step(observation).map(|step| FilterStep {
            step,
            context: set.mover_context(self.lost),
        });
        let before = step.as_ref().map(|_| set.boards().clone());
        let was_exact = set.completeness() == Completeness::Exact;
        set.observe_watched(observation, watch)?;
        if let Observation::Move(result) = observation {
            self.lost = result.capture;
        }
        if let (Some(step), Some(before)) = (step, before) {
            let is_exact = set.completeness() == Completeness::Exact;
            self.advance(set.boards(), step, before, was_exact, is_exact, policy);
        }
        Ok(())
    }

    /// Carries the weights of the boards `before` a step over to those `after` it.
    fn advance(
        &mut self,
        after: &Boards,
        step: FilterStep,
        before: Boards,
        was_exact: bool,
        is_exact: bool,
        policy: &dyn MovePolicy,
    ) {
        let mut sums = Sums::new(after);
        if let Some(anchor) = &mut self.anchor {
            anchor.steps.push(step.clone());
            if is_exact && anchor.replay(policy, &mut sums) {
                self.weights = sums.normalised();
                self.anchor = None;
                return;
            }
            sums.clear();
        }
        let mut carrier = Carrier::new(policy);
        for (board, weight) in before.iter().zip(&self.weights) {
            carrier.carry(&step, board, (*weight).into(), |board, weight| {
                sums.add(board, weight);
            });
        }
        let weights = std::mem::replace(&mut self.weights, sums.normalised());
        if is_exact {
            self.anchor = None;
        } else if was_exact {
            self.anchor = Some(Box::new(Anchor {
                boards: before,
                weights,
                steps: vec![step],
            }));
        }
    }
}

/// What an observation does to boards, and what an opponent knew whose move it follows.
#[derive(Clone, Debug)]
struct FilterStep {
    step: Step,
    context: MoverContext,
}

/// Carries weighted boards through steps.
struct Carrier<'a> {
    policy: &'a dyn MovePolicy,
    requests: Vec<Request>,
    chances: Vec<f32>,
    moves: Moves,
    next: Vec<PackedBoard>,
}

impl<'a> Carrier<'a> {
    fn new(policy: &'a dyn MovePolicy) -> Carrier<'a> {
        Carrier {
            policy,
            requests: Vec::new(),
            chances: Vec::new(),
            moves: Moves::new(),
            next: Vec::new(),
        }
    }

    /// Hands over what becomes of `board`, with shares of its `weight`.
    fn carry(
        &mut self,
        FilterStep { step, context }: &FilterStep,
        board: PackedBoard,
        weight: f64,
        mut take: impl FnMut(PackedBoard, f64),
    ) {
        let Step::Opponent(turn) = step else {
            self.next.clear();
            step.apply(board, &mut self.moves, &mut self.next);
            self.next.iter().for_each(|board| take(*board, weight));
            return;
        };
        // Without its king the opponent has lost.
        if !board.has_king() {
            return;
        }
        self.requests.clear();
        self.chances.clear();
        context.requests(board, &mut self.requests);
        self.policy
            .chances(context, board, &self.requests, &mut self.chances);
        debug_assert_eq!(self.chances.len(), self.requests.len() + 1);
        // A pass and all requests that fail lead to the same board.
        let mut nothing = self.chances.last().copied().map_or(0.0, f64::from);
        for (request, chance) in self.requests.iter().zip(&self.chances) {
            if request.stop.is_none() {
                nothing += f64::from(*chance);
            } else if request.capture == turn.notice {
                let next = context.after(board, Some(request));
                take(next, weight * f64::from(*chance));
            }
        }
        if !turn.captures() {
            take(context.after(board, None), weight * nothing);
        }
    }
}

/// The last exact set with its weights, and what was observed since.
#[derive(Clone, Debug)]
struct Anchor {
    boards: Boards,
    weights: Vec<f32>,
    steps: Vec<FilterStep>,
}

/// Boards that go through a step together.
const CHUNK: usize = 2048;
/// Boards at most of which a policy is asked for one way back to an exact set: some seconds.
const MOST: usize = 1 << 20;

impl Anchor {
    /// Carries the weights through all steps, depth first, so that memory follows what is left at the end, and adds
    /// them to `sums`. Returns whether that is all of them: it gives up where it would be too much work.
    fn replay(&self, policy: &dyn MovePolicy, sums: &mut Sums) -> bool {
        let mut carrier = Carrier::new(policy);
        let mut asked = 0;
        let weights = self.weights.iter().copied().map(f64::from);
        let all: Vec<(PackedBoard, f64)> = self.boards.iter().zip(weights).collect();
        // Boards, and steps behind them.
        let mut stack = vec![(all, 0)];
        while let Some((mut boards, done)) = stack.pop() {
            let Some(step) = self.steps.get(done) else {
                for (board, weight) in boards {
                    sums.add(board, weight);
                }
                continue;
            };
            let chunk = boards.split_off(boards.len().saturating_sub(CHUNK));
            if !boards.is_empty() {
                stack.push((boards, done));
            }
            if matches!(step.step, Step::Opponent(_)) {
                asked += chunk.len();
                if asked > MOST {
                    return false;
                }
            }
            // The sense is looked at before successors are kept.
            let sense = self.steps.get(done + 1).and_then(|next| match &next.step {
                Step::Sense(evidence) => Some(evidence),
                Step::Opponent(_) | Step::Move(_) => None,
            });
            let mut next = Vec::new();
            for (board, weight) in chunk {
                carrier.carry(step, board, weight, |board, weight| {
                    if sense.is_none_or(|sense| sense.fits(board)) {
                        next.push((board, weight));
                    }
                });
            }
            next.sort_by_key(|(board, _)| *board);
            next.dedup_by(|(board, more), (kept, weight)| {
                let same = board == kept;
                if same {
                    *weight += *more;
                }
                same
            });
            if !next.is_empty() {
                stack.push((next, done + 1));
            }
        }
        true
    }
}

/// Sums of weights by board.
struct Sums {
    boards: Vec<PackedBoard>,
    /// The sum of each board, or [`Sums::UNREACHED`].
    sums: Vec<f64>,
    /// Open addressing: 1 + the index of a board, or 0. At most half full.
    slots: Vec<u32>,
}

impl Sums {
    const UNREACHED: f64 = -1.0;

    fn new(boards: &Boards) -> Sums {
        let boards: Vec<PackedBoard> = boards.iter().collect();
        let mut slots = vec![0; (2 * boards.len()).next_power_of_two()];
        let mask = slots.len() - 1;
        for (i, board) in boards.iter().enumerate() {
            let mut slot = home(*board) & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = i as u32 + 1;
        }
        Sums {
            sums: vec![Sums::UNREACHED; boards.len()],
            boards,
            slots,
        }
    }

    /// Forgets what was added.
    fn clear(&mut self) {
        self.sums.fill(Sums::UNREACHED);
    }

    /// Adds to the sum of `board`, if it is one of the boards.
    fn add(&mut self, board: PackedBoard, weight: f64) {
        let mask = self.slots.len() - 1;
        let mut slot = home(board) & mask;
        while let Some(i) = (self.slots[slot] as usize).checked_sub(1) {
            if self.boards[i] == board {
                self.sums[i] = self.sums[i].max(0.0) + weight;
                return;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The sums as shares of their total. Boards that nothing was added to count as average.
    fn normalised(self) -> Vec<f32> {
        let reached = self.sums.iter().filter(|sum| **sum >= 0.0);
        let (count, total) = reached.fold((0_usize, 0.0), |(n, total), sum| (n + 1, total + sum));
        if total <= 0.0 {
            return vec![1.0 / self.sums.len() as f32; self.sums.len()];
        }
        let average = total / count as f64;
        let whole = total + average * (self.sums.len() - count) as f64;
        let share = |sum: &f64| {
            let sum = if *sum >= 0.0 { *sum } else { average };
            (sum / whole).max(LEAST) as f32
        };
        self.sums.iter().map(share).collect()
    }
}

/// The slot where a board is looked for first. The order of a set follows the lower half of the hash.
fn home(board: PackedBoard) -> usize {
    (hash(board) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_nothing_leads_to_count_as_average_and_none_weighs_nothing() {
        let numbered = |i: u64| PackedBoard::from_halves(i, 6);
        let mut sums = Sums::new(&Boards::from_iter((1..=4).map(numbered)));
        sums.add(numbered(1), 0.25);
        sums.add(numbered(1), 0.25);
        sums.add(numbered(3), 1e-60);
        sums.add(numbered(9), 1.0);
        let weights = sums.normalised();
        assert_eq!(weights, [0.5, 0.25, LEAST as f32, 0.25]);
        let nothing = Sums::new(&Boards::from_iter((1..=4).map(numbered)));
        assert_eq!(nothing.normalised(), [0.25; 4]);
    }
}
