//! A Bayes filter: the probability of each board, carried from observation to observation.

use std::ops::{Mul, Range};

use rbc_rules::{Observation, Square};

use crate::{
    Boards, Completeness, InformationSet, InformationSetError, MovePolicies, MovePolicy,
    MoverContext, PackedBoard, Request, Watch,
    board_table::hash,
    carry::{Carrying, HELD, Step, Take},
    expansion::Moves,
    packed::Lifted,
};

/// The probability of each board of an [`InformationSet`], given how likely the opponent's moves are.
///
/// An opponent's move spreads a board's weight over the boards that it can lead to, by P(request | board, what the mover
/// was told) of a [`MovePolicy`]; where several boards lead to one, their shares add up. A capture notice, a sense and
/// the result of an own move leave out boards that contradict them. Weights are divided by their sum after each step.
///
/// It holds 4 bytes a board beside the set. A set alone pays nothing. Weights of an exact set are summed where its boards
/// are deduplicated; while the set is a sample, a step takes 16 bytes more for each board before it and up to 40 for each
/// one after.
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
    /// `watch` is called after each slice of work. While the set is a sample, only the set's part of the work calls it; that
    /// of the weights takes some microseconds a board.
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
    /// How likely the last observation was by each policy, up to a factor; all 1 where nothing is learnt of them.
    pub(crate) evidence: Vec<f64>,
    /// Where the opponent was told that it lost a piece by the last own move.
    lost: Option<Square>,
    /// While the set is a sample.
    anchor: Option<Box<Anchor>>,
    /// What the caller broke off.
    advancing: Option<Box<Advancing>>,
}

/// An observation on its way into an exact set and the weights of its boards.
#[derive(Clone, Debug)]
struct Advancing {
    observation: Observation,
    step: FilterStep,
    carrying: Carrying,
}

impl Joint {
    /// All boards of `set` are as likely; policies are by `prior`, which has sum 1.
    pub(crate) fn new(set: &InformationSet, prior: &[f64]) -> Joint {
        Joint {
            weights: vec![1.0 / set.len() as f32; set.len() * prior.len()],
            posterior: prior.to_vec(),
            evidence: vec![1.0; prior.len()],
            lost: None,
            anchor: None,
            advancing: None,
        }
    }

    /// Forgets the weights of boards, but not the policies.
    pub(crate) fn forget_boards(&mut self) {
        self.weights = Vec::new();
        self.anchor = None;
        self.advancing = None;
    }

    /// All boards of `set` are as likely, after [`forget_boards`](Self::forget_boards).
    pub(crate) fn begin_again(&mut self, set: &InformationSet) {
        let of_board = 1.0 / set.len() as f32;
        self.weights = vec![of_board; set.len() * self.posterior.len()];
    }

    /// Notes whether the opponent is told of a lost piece.
    pub(crate) fn note_capture(&mut self, observation: &Observation) {
        if let Observation::Move(result) = observation {
            self.lost = result.capture;
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
        let was_exact = set.completeness() == Completeness::Exact;
        let mut evidence = vec![1.0; self.posterior.len()];
        match step {
            None => set.observe_watched(observation, watch)?,
            Some(step) if was_exact => {
                let totals = self.advance_exact(set, observation, step, policies, watch)?;
                evidence = totals.unwrap_or(evidence);
            }
            Some(step) => {
                let before = set.boards().clone();
                set.observe_watched(observation, watch)?;
                let is_exact = set.completeness() == Completeness::Exact;
                let posterior = self.posterior.clone();
                if self.advance_sample(set.boards(), step, before, is_exact, policies) {
                    let parts = self.posterior.iter().zip(posterior);
                    evidence = parts
                        .map(|(after, before)| if before > 0.0 { after / before } else { 1.0 })
                        .collect();
                }
            }
        }
        self.evidence = evidence;
        self.note_capture(observation);
        Ok(())
    }

    /// Carries an exact set and its weights through a step together, so that each board is looked up once. Returns how
    /// likely the observation was by each policy, if the set stays exact.
    fn advance_exact<P: MovePolicies + ?Sized>(
        &mut self,
        set: &mut InformationSet,
        observation: &Observation,
        step: FilterStep,
        policies: &P,
        watch: Watch<'_>,
    ) -> Result<Option<Vec<f64>>, InformationSetError> {
        let width = self.posterior.len();
        debug_assert_eq!(policies.count(), width);
        let resumed = self.advancing.take();
        let resumed = resumed.filter(|advancing| advancing.observation == *observation);
        let mut advancing = resumed.unwrap_or_else(|| {
            Box::new(Advancing {
                observation: observation.clone(),
                carrying: Carrying::summing(set.boards(), &step.step, set.held(), width),
                step,
            })
        });
        let step = &advancing.step;
        let mut switched = self.posterior.clone();
        if step.is_opponents() {
            policies.switch(&mut switched);
        }
        // What is carried of each policy has sum 1, so that 32 bits are enough however unlikely it is.
        let scales: Vec<f64> = switched
            .iter()
            .map(|of| if *of > 0.0 { 1.0 / of } else { 0.0 })
            .collect();
        let boards = set.boards();
        // Loops of a known length for the widths in use.
        let spread = match width {
            // Not in pages, whose filters have many policies: their module is smaller without it.
            1 if !cfg!(target_family = "wasm") => Joint::spread::<P, 1>,
            16 => Joint::spread::<P, 16>,
            _ => Joint::spread::<P, 0>,
        };
        let carry = |range: Range<usize>, take: Take<'_>| {
            spread(self, step, policies, &scales, boards, range, take);
        };
        while !advancing.carrying.advance_by(boards.len(), carry) {
            if watch(advancing.carrying.done(), boards.len()).is_break() {
                self.advancing = Some(advancing);
                return Err(InformationSetError::Interrupted);
            }
        }
        let Advancing { step, carrying, .. } = *advancing;
        let mut carried = carrying.finish();
        let mut sums = std::mem::take(&mut carried.sums);
        let is_sample = carried.rate < 1.0 || carried.boards.len() > set.cap();
        let before = is_sample.then(|| set.boards().clone());
        set.observe_carried(observation, step.step.clone(), carried)?;
        sums.truncate(set.len() * width);
        let totals = normalise(&mut sums, width);
        let weights = std::mem::replace(&mut self.weights, sums);
        Ok(match before {
            None => {
                let parts = switched.iter().zip(&totals);
                let joint = parts.map(|(of, total)| of * total).collect();
                if let Some(posterior) = shares_of(joint) {
                    self.posterior = posterior;
                }
                Some(totals)
            }
            Some(boards) => {
                let posterior = std::mem::replace(&mut self.posterior, switched);
                self.anchor = Some(Box::new(Anchor {
                    boards,
                    weights,
                    posterior,
                    steps: vec![step],
                }));
                None
            }
        })
    }

    /// Hands over what becomes of the boards of a range, with their shares by each policy, multiplied by its scale. Compiled
    /// for that number of policies, or for any if it is 0.
    fn spread<P: MovePolicies + ?Sized, const WIDTH: usize>(
        &self,
        step: &FilterStep,
        policies: &P,
        scales: &[f64],
        boards: &Boards,
        range: Range<usize>,
        take: Take<'_>,
    ) {
        let width = self.posterior.len();
        let weights = &self.weights[range.start * width..range.end * width];
        let mut carrier = Carrier::new(policies);
        let mut held = Shared::with_capacity(2 * HELD, width);
        let (mut joint, mut shares) = (vec![0.0; width], vec![0.0; width]);
        let boards = boards.slices(range).flatten();
        for (board, weights) in boards.zip(weights.chunks_exact(width)) {
            if step.is_opponents() && width > 1 {
                for ((joint, weight), of) in joint.iter_mut().zip(weights).zip(&self.posterior) {
                    *joint = f64::from(*weight) * of;
                }
                policies.switch(&mut joint);
                for ((share, joint), scale) in shares.iter_mut().zip(&joint).zip(scales) {
                    *share = (joint * scale) as f32;
                }
            } else {
                shares.copy_from_slice(weights);
            }
            carrier.carry::<f32, WIDTH>(step, *board, &shares, &mut held);
            if held.boards.len() >= HELD {
                take(&held.boards, &held.shares);
                held.clear();
            }
        }
        take(&held.boards, &held.shares);
    }

    /// Carries the weights of the boards of a sample `before` a step over to those `after` it. Returns whether all since the
    /// last exact set was made up for.
    fn advance_sample<P: MovePolicies + ?Sized>(
        &mut self,
        after: &Boards,
        step: FilterStep,
        before: Boards,
        is_exact: bool,
        policies: &P,
    ) -> bool {
        let width = self.posterior.len();
        debug_assert_eq!(policies.count(), width);
        let mut sums = Sums::new(after, width);
        if let Some(anchor) = &mut self.anchor {
            anchor.steps.push(step.clone());
            if is_exact && anchor.replay(policies, &mut sums) {
                self.anchor = None;
                self.posterior = shares_of(sums.totals()).unwrap_or(self.posterior.clone());
                self.weights = sums.normalised();
                return true;
            }
            sums.clear();
        }
        let mut carrier = Carrier::new(policies);
        let mut next = Shared::default();
        let mut shares = vec![0.0; width];
        for (board, weights) in before.iter().zip(self.weights.chunks_exact(width)) {
            for ((share, weight), of) in shares.iter_mut().zip(weights).zip(&self.posterior) {
                *share = f64::from(*weight) * of;
            }
            if step.is_opponents() {
                policies.switch(&mut shares);
            }
            next.clear();
            carrier.carry::<f64, 0>(&step, board, &shares, &mut next);
            for (board, shares) in next.iter(width) {
                sums.add(board, shares);
            }
        }
        if step.is_opponents() {
            // What is left out of a sample may be what one of the policies expects: it says little of them.
            policies.switch(&mut self.posterior);
        }
        self.weights = sums.normalised();
        if is_exact {
            self.anchor = None;
        }
        false
    }
}

/// What each policy's part of the `joint` probability is of the total: how likely it is. `None` if the total is 0.
fn shares_of(mut joint: Vec<f64>) -> Option<Vec<f64>> {
    let total: f64 = joint.iter().sum();
    for of in &mut joint {
        *of /= total;
        if *of < HOPELESS {
            *of = 0.0;
        }
    }
    (total > 0.0).then_some(joint)
}

/// Turns the sums of each policy over boards into shares of its total, and returns the totals. By a policy without a total
/// all boards are as likely.
fn normalise(sums: &mut [f32], width: usize) -> Vec<f64> {
    let mut totals = vec![0.0; width];
    for sums in sums.chunks_exact(width) {
        for (total, sum) in totals.iter_mut().zip(sums) {
            *total += f64::from(*sum);
        }
    }
    let count = (sums.len() / width) as f64;
    let scales: Vec<f64> = totals.iter().map(|total| 1.0 / total).collect();
    for sums in sums.chunks_exact_mut(width) {
        for (sum, scale) in sums.iter_mut().zip(&scales) {
            let share = match scale.is_finite() {
                true => f64::from(*sum) * scale,
                false => 1.0 / count,
            };
            *sum = share.max(LEAST) as f32;
        }
    }
    totals
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
    /// By policy: the share of nothing having moved.
    nothing: Vec<f32>,
    moves: Moves,
    next: Vec<PackedBoard>,
}

/// A number of a board by a policy: of 32 bits while policies are told apart by their own sums, else of 64.
trait Share: Copy + From<f32> + Mul<Output = Self> {}
impl Share for f32 {}
impl Share for f64 {}

impl<'a, P: MovePolicies + ?Sized> Carrier<'a, P> {
    fn new(policies: &'a P) -> Carrier<'a, P> {
        Carrier {
            policies,
            requests: Vec::new(),
            chances: Vec::new(),
            nothing: vec![0.0; policies.count()],
            moves: Moves::new(),
            next: Vec::new(),
        }
    }

    /// Appends to `out` what becomes of `board`, with its part of the board's `shares`, one for each policy that the
    /// opponent may have switched to. Compiled for that number of policies, or for any if it is 0.
    fn carry<S: Share, const WIDTH: usize>(
        &mut self,
        FilterStep { step, context }: &FilterStep,
        board: PackedBoard,
        shares: &[S],
        out: &mut Shared<S>,
    ) {
        let Step::Opponent(turn) = step else {
            self.next.clear();
            step.apply(board, &mut self.moves, &mut self.next);
            self.next.iter().for_each(|board| out.push(*board, shares));
            return;
        };
        // Without its king the opponent has lost.
        if !board.has_king() {
            return;
        }
        self.requests.clear();
        context.requests(board, &mut self.requests);
        let fits = |request: &Request| request.stop.is_some() && request.capture == turn.notice;
        if turn.captures() && !self.requests.iter().any(fits) {
            return;
        }
        self.chances.clear();
        self.policies
            .chances_of_each(context, board, &self.requests, &mut self.chances);
        let width = if WIDTH == 0 { shares.len() } else { WIDTH };
        let shares = &shares[..width];
        debug_assert_eq!(self.chances.len(), (self.requests.len() + 1) * width);
        let (of_requests, of_pass) = self.chances.split_at(self.requests.len() * width);
        // A pass and all requests that fail lead to the same board.
        let nothing = &mut self.nothing[..width];
        nothing.copy_from_slice(of_pass);
        let (mut piece, mut lifted) = (u32::MAX, Lifted::NOTHING);
        for (request, chances) in self.requests.iter().zip(of_requests.chunks_exact(width)) {
            if fits(request) {
                if piece != request.piece() {
                    piece = request.piece();
                    lifted = context.lift(board, request);
                }
                out.push_part::<WIDTH>(context.put(board, lifted, request), shares, chances);
            } else if request.stop.is_none() {
                for (nothing, chance) in nothing.iter_mut().zip(chances) {
                    *nothing += *chance;
                }
            }
        }
        if !turn.captures() {
            out.push_part::<WIDTH>(context.after(board, None), shares, nothing);
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
struct Shared<S> {
    boards: Vec<PackedBoard>,
    shares: Vec<S>,
}

impl<S: Copy> Shared<S> {
    fn with_capacity(boards: usize, width: usize) -> Shared<S> {
        Shared {
            boards: Vec::with_capacity(boards),
            shares: Vec::with_capacity(boards * width),
        }
    }

    fn push(&mut self, board: PackedBoard, shares: &[S]) {
        self.boards.push(board);
        self.shares.extend_from_slice(shares);
    }

    fn clear(&mut self) {
        self.boards.clear();
        self.shares.clear();
    }
}

impl<S: Share> Shared<S> {
    /// Appends a board with a part of the `shares` of another: its chance by each policy.
    #[inline]
    fn push_part<const WIDTH: usize>(&mut self, board: PackedBoard, shares: &[S], chances: &[f32]) {
        self.boards.push(board);
        if WIDTH == 1 {
            self.shares.push(shares[0] * S::from(chances[0]));
            return;
        }
        let parts = shares.iter().zip(chances);
        self.shares
            .extend(parts.map(|(share, chance)| *share * S::from(*chance)));
    }
}

impl Shared<f64> {
    /// Takes the last boards off, `most` at most.
    fn split_off(&mut self, most: usize, width: usize) -> Shared<f64> {
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
    fn merged(&self, width: usize) -> Shared<f64> {
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
        let (mut shares, mut led_to) = (vec![0.0; width], Shared::default());
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
            for (board, before) in chunk.iter(width) {
                shares.copy_from_slice(before);
                if step.is_opponents() {
                    policies.switch(&mut shares);
                }
                led_to.clear();
                carrier.carry::<f64, 0>(step, board, &shares, &mut led_to);
                for (board, shares) in led_to.iter(width) {
                    if sense.is_none_or(|sense| sense.fits(board)) {
                        next.push(board, shares);
                    }
                }
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
        assert_eq!(shares_of(sums.totals()), None);
        sums.add(numbered(1), &[0.25, 0.0, 0.0]);
        sums.add(numbered(2), &[0.25, 0.5, 0.0]);
        assert_eq!(shares_of(sums.totals()), Some(vec![0.5, 0.5, 0.0]));
        // Of the policy that is refuted nothing is known.
        let least = LEAST as f32;
        assert_eq!(sums.normalised(), [0.5, least, 0.5, 0.5, 1.0, 0.5]);
    }
}
