//! A Bayes filter: the probability of each board, carried from observation to observation.

use rbc_rules::{Observation, Square};

use crate::{
    Boards, Completeness, InformationSet, InformationSetError, MovePolicies, MovePolicy,
    MoverContext, PackedBoard, Request, Watch, board_table::hash, carry::Step, expansion::Moves,
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
    joint: Joint,
}

impl BayesFilter {
    /// Creates the filter of `set`, all of whose boards are as likely.
    #[must_use]
    pub fn new(set: &InformationSet) -> BayesFilter {
        BayesFilter {
            joint: Joint::new(set, &[1.0]),
        }
    }

    /// Returns the weight of each of the set's [boards](InformationSet::boards), in order: positive, with sum 1.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.joint.weights
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
        self.joint.observe(set, observation, policy, watch)
    }
}

/// No weight is less: the true board is never lost to rounding, however unlikely it became.
const LEAST: f64 = 1e-30;
/// A policy that is less likely than this is given up: its numbers would soon be too small to compute with.
const HOPELESS: f64 = 1e-200;

/// The joint probability of boards and of policies that the opponent may move by.
#[derive(Clone, Debug)]
pub(crate) struct Joint {
    /// For each board its weight by each policy. Those of one policy have sum 1.
    pub(crate) weights: Vec<f32>,
    /// The probability of each policy.
    pub(crate) posterior: Vec<f64>,
    /// Where the opponent was told that it lost a piece by the last own move.
    lost: Option<Square>,
    /// While the set is a sample.
    anchor: Option<Box<Anchor>>,
}

impl Joint {
    /// All boards of `set` are as likely; policies are by `prior`, which has sum 1.
    pub(crate) fn new(set: &InformationSet, prior: &[f64]) -> Joint {
        Joint {
            weights: vec![1.0 / set.len() as f32; set.len() * prior.len()],
            posterior: prior.to_vec(),
            lost: None,
            anchor: None,
        }
    }

    pub(crate) fn observe<P: MovePolicies + ?Sized>(
        &mut self,
        set: &mut InformationSet,
        observation: &Observation,
        policies: &P,
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
            self.advance(set.boards(), step, before, [was_exact, is_exact], policies);
        }
        Ok(())
    }

    /// Carries the weights of the boards `before` a step over to those `after` it.
    fn advance<P: MovePolicies + ?Sized>(
        &mut self,
        after: &Boards,
        step: FilterStep,
        before: Boards,
        [was_exact, is_exact]: [bool; 2],
        policies: &P,
    ) {
        let width = self.posterior.len();
        debug_assert_eq!(policies.count(), width);
        let mut sums = Sums::new(after, width);
        if let Some(anchor) = &mut self.anchor {
            anchor.steps.push(step.clone());
            if is_exact && anchor.replay(policies, &mut sums) {
                self.anchor = None;
                self.posterior = sums.posterior().unwrap_or(self.posterior.clone());
                self.weights = sums.normalised();
                return;
            }
            sums.clear();
        }
        let mut carrier = Carrier::new(policies);
        let mut shares = vec![0.0; width];
        for (board, weights) in before.iter().zip(self.weights.chunks_exact(width)) {
            for ((share, weight), of) in shares.iter_mut().zip(weights).zip(&self.posterior) {
                *share = f64::from(*weight) * of;
            }
            carrier.carry(&step, board, &shares, |board, shares| {
                sums.add(board, shares);
            });
        }
        let mut posterior = self.posterior.clone();
        if was_exact && is_exact {
            posterior = sums.posterior().unwrap_or(posterior);
        } else if step.is_opponents() {
            // What is left out of a sample may be what one of the policies expects: it says little of them.
            policies.switch(&mut posterior);
        }
        let posterior = std::mem::replace(&mut self.posterior, posterior);
        let weights = std::mem::replace(&mut self.weights, sums.normalised());
        if is_exact {
            self.anchor = None;
        } else if was_exact {
            self.anchor = Some(Box::new(Anchor {
                boards: before,
                weights,
                posterior,
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

impl FilterStep {
    const fn is_opponents(&self) -> bool {
        matches!(self.step, Step::Opponent(_))
    }
}

/// Carries weighted boards through steps.
struct Carrier<'a, P: ?Sized> {
    policies: &'a P,
    requests: Vec<Request>,
    chances: Vec<f32>,
    /// By policy: the board's shares, those of one of its successors, and those of nothing having moved.
    shares: Vec<f64>,
    taken: Vec<f64>,
    nothing: Vec<f64>,
    moves: Moves,
    next: Vec<PackedBoard>,
}

impl<'a, P: MovePolicies + ?Sized> Carrier<'a, P> {
    fn new(policies: &'a P) -> Carrier<'a, P> {
        Carrier {
            policies,
            requests: Vec::new(),
            chances: Vec::new(),
            shares: Vec::new(),
            taken: vec![0.0; policies.count()],
            nothing: vec![0.0; policies.count()],
            moves: Moves::new(),
            next: Vec::new(),
        }
    }

    /// Hands over what becomes of `board`, with its part of the board's `shares`, one for each policy.
    fn carry(
        &mut self,
        FilterStep { step, context }: &FilterStep,
        board: PackedBoard,
        shares: &[f64],
        mut take: impl FnMut(PackedBoard, &[f64]),
    ) {
        let Step::Opponent(turn) = step else {
            self.next.clear();
            step.apply(board, &mut self.moves, &mut self.next);
            self.next.iter().for_each(|board| take(*board, shares));
            return;
        };
        // Without its king the opponent has lost.
        if !board.has_king() {
            return;
        }
        self.shares.clear();
        self.shares.extend(shares);
        self.policies.switch(&mut self.shares);
        self.requests.clear();
        self.chances.clear();
        context.requests(board, &mut self.requests);
        self.policies
            .chances_of_each(context, board, &self.requests, &mut self.chances);
        let width = shares.len();
        debug_assert_eq!(self.chances.len(), (self.requests.len() + 1) * width);
        // A pass and all requests that fail lead to the same board.
        self.nothing.fill(0.0);
        let (of_requests, of_pass) = self.chances.split_at(self.requests.len() * width);
        let failed = self.requests.iter().zip(of_requests.chunks_exact(width));
        let failed = failed.filter(|(request, _)| request.stop.is_none());
        for chances in failed.map(|(_, chances)| chances).chain([of_pass]) {
            for (sum, chance) in self.nothing.iter_mut().zip(chances) {
                *sum += f64::from(*chance);
            }
        }
        for (request, chances) in self.requests.iter().zip(of_requests.chunks_exact(width)) {
            if request.stop.is_some() && request.capture == turn.notice {
                let parts = self.shares.iter().zip(chances);
                for (taken, (share, chance)) in self.taken.iter_mut().zip(parts) {
                    *taken = share * f64::from(*chance);
                }
                take(context.after(board, Some(request)), &self.taken);
            }
        }
        if !turn.captures() {
            for (sum, share) in self.nothing.iter_mut().zip(&self.shares) {
                *sum *= share;
            }
            take(context.after(board, None), &self.nothing);
        }
    }
}

/// The last exact set with its weights, and what was observed since.
#[derive(Clone, Debug)]
struct Anchor {
    boards: Boards,
    weights: Vec<f32>,
    posterior: Vec<f64>,
    steps: Vec<FilterStep>,
}

/// Boards that go through a step together.
const CHUNK: usize = 2048;
/// Boards at most of which a policy is asked for one way back to an exact set: some seconds.
const MOST: usize = 1 << 20;

/// Boards with their shares, one for each policy.
#[derive(Default)]
struct Shared {
    boards: Vec<PackedBoard>,
    shares: Vec<f64>,
}

impl Shared {
    fn push(&mut self, board: PackedBoard, shares: &[f64]) {
        self.boards.push(board);
        self.shares.extend(shares);
    }

    /// Takes the last boards off, `most` at most.
    fn split_off(&mut self, most: usize, width: usize) -> Shared {
        let left = self.boards.len().saturating_sub(most);
        Shared {
            boards: self.boards.split_off(left),
            shares: self.shares.split_off(left * width),
        }
    }

    fn iter(&self, width: usize) -> impl Iterator<Item = (PackedBoard, &[f64])> {
        self.boards
            .iter()
            .copied()
            .zip(self.shares.chunks_exact(width))
    }

    /// Each board once.
    fn merged(&self, width: usize) -> Shared {
        let mut order: Vec<usize> = (0..self.boards.len()).collect();
        order.sort_by_key(|i| self.boards[*i]);
        let mut merged = Shared::default();
        for i in order {
            let shares = &self.shares[i * width..][..width];
            if merged.boards.last() == Some(&self.boards[i]) {
                let last = merged.shares.len() - width;
                add_each(&mut merged.shares[last..], shares);
            } else {
                merged.push(self.boards[i], shares);
            }
        }
        merged
    }
}

fn add_each(sums: &mut [f64], more: &[f64]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

impl Anchor {
    /// Carries the weights through all steps, depth first, so that memory follows what is left at the end, and adds
    /// them to `sums`. Returns whether that is all of them: it gives up where it would be too much work.
    fn replay<P: MovePolicies + ?Sized>(&self, policies: &P, sums: &mut Sums) -> bool {
        let mut carrier = Carrier::new(policies);
        let mut asked = 0;
        let width = self.posterior.len();
        let weights = self.weights.iter().zip(self.posterior.iter().cycle());
        let all = Shared {
            boards: self.boards.iter().collect(),
            shares: weights.map(|(w, of)| f64::from(*w) * of).collect(),
        };
        // Boards, and steps behind them.
        let mut stack = vec![(all, 0)];
        while let Some((mut boards, done)) = stack.pop() {
            let Some(step) = self.steps.get(done) else {
                for (board, shares) in boards.iter(width) {
                    sums.add(board, shares);
                }
                continue;
            };
            let chunk = boards.split_off(CHUNK, width);
            if !boards.boards.is_empty() {
                stack.push((boards, done));
            }
            if step.is_opponents() {
                asked += chunk.boards.len();
                if asked > MOST {
                    return false;
                }
            }
            // The sense is looked at before successors are kept.
            let sense = self.steps.get(done + 1).and_then(|next| match &next.step {
                Step::Sense(evidence) => Some(evidence),
                Step::Opponent(_) | Step::Move(_) => None,
            });
            let mut next = Shared::default();
            for (board, shares) in chunk.iter(width) {
                carrier.carry(step, board, shares, |board, shares| {
                    if sense.is_none_or(|sense| sense.fits(board)) {
                        next.push(board, shares);
                    }
                });
            }
            let next = next.merged(width);
            if !next.boards.is_empty() {
                stack.push((next, done + 1));
            }
        }
        true
    }
}

/// Sums of shares by board.
struct Sums {
    width: usize,
    boards: Vec<PackedBoard>,
    /// The sums of each board, one for each policy.
    sums: Vec<f64>,
    /// Whether anything was added to each board.
    reached: Vec<bool>,
    /// Open addressing: 1 + the index of a board, or 0. At most half full.
    slots: Vec<u32>,
}

impl Sums {
    fn new(boards: &Boards, width: usize) -> Sums {
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
            width,
            sums: vec![0.0; boards.len() * width],
            reached: vec![false; boards.len()],
            boards,
            slots,
        }
    }

    /// Forgets what was added.
    fn clear(&mut self) {
        self.sums.fill(0.0);
        self.reached.fill(false);
    }

    /// Adds to the sums of `board`, if it is one of the boards.
    fn add(&mut self, board: PackedBoard, shares: &[f64]) {
        let mask = self.slots.len() - 1;
        let mut slot = home(board) & mask;
        while let Some(i) = (self.slots[slot] as usize).checked_sub(1) {
            if self.boards[i] == board {
                self.reached[i] = true;
                add_each(&mut self.sums[i * self.width..][..self.width], shares);
                return;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The sum of each policy.
    fn totals(&self) -> Vec<f64> {
        let mut totals = vec![0.0; self.width];
        for sums in self.sums.chunks_exact(self.width) {
            add_each(&mut totals, sums);
        }
        totals
    }

    /// The policies' shares of the total: how likely each one is after what was observed. `None` if nothing was added.
    fn posterior(&self) -> Option<Vec<f64>> {
        let mut totals = self.totals();
        let total: f64 = totals.iter().sum();
        for of in &mut totals {
            *of /= total;
            if *of < HOPELESS {
                *of = 0.0;
            }
        }
        (total > 0.0).then_some(totals)
    }

    /// The sums as shares of each policy's total. Boards that nothing was added to count as average.
    fn normalised(self) -> Vec<f32> {
        let n = self.boards.len();
        let count = self.reached.iter().filter(|reached| **reached).count();
        let missing = (n - count) as f64;
        // Of each policy: what its sums are divided by, and what a board weighs that nothing was added to.
        let wholes: Vec<(f64, f64)> = self
            .totals()
            .into_iter()
            .map(|total| match total > HOPELESS {
                true => (total + total / count as f64 * missing, total / count as f64),
                false => (0.0, 0.0),
            })
            .collect();
        let mut weights = Vec::with_capacity(self.sums.len());
        for (sums, reached) in self.sums.chunks_exact(self.width).zip(self.reached) {
            weights.extend(sums.iter().zip(&wholes).map(|(sum, (whole, average))| {
                let share = match (*whole > 0.0, reached) {
                    (false, _) => 1.0 / n as f64,
                    (true, true) => sum / whole,
                    (true, false) => average / whole,
                };
                share.max(LEAST) as f32
            }));
        }
        weights
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
        let boards = Boards::from_iter((1..=4).map(numbered));
        let mut sums = Sums::new(&boards, 1);
        sums.add(numbered(1), &[0.25]);
        sums.add(numbered(1), &[0.25]);
        sums.add(numbered(3), &[1e-60]);
        sums.add(numbered(9), &[1.0]);
        let weights = sums.normalised();
        assert_eq!(weights, [0.5, 0.25, LEAST as f32, 0.25]);
        assert_eq!(Sums::new(&boards, 1).normalised(), [0.25; 4]);
    }

    #[test]
    fn each_policy_has_sums_of_its_own() {
        let numbered = |i: u64| PackedBoard::from_halves(i, 6);
        let mut sums = Sums::new(&Boards::from_iter((1..=2).map(numbered)), 3);
        assert_eq!(sums.posterior(), None);
        sums.add(numbered(1), &[0.25, 0.0, 0.0]);
        sums.add(numbered(2), &[0.25, 0.5, 0.0]);
        assert_eq!(sums.posterior(), Some(vec![0.5, 0.5, 0.0]));
        // Of the policy that is refuted nothing is known.
        let least = LEAST as f32;
        assert_eq!(sums.normalised(), [0.5, least, 0.5, 0.5, 1.0, 0.5]);
    }
}
