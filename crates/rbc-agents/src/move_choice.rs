//! The choice of a request when many boards are possible.
//!
//! Facts that need no search are counted on all boards: where a request is taken as asked, captures, captures the
//! king, or leaves the own king to be captured. An [`Evaluator`] scores the rest on a sample, most likely boards
//! first, in levels. On each level all remaining requests are scored at the same depth, on a few boards each and then
//! where it matters, by upper confidence bounds (UCB1: Auer, Cesa-Bianchi and Fischer, 2002). Requests without a
//! chance are dropped, and the next level searches a ply deeper. All requests meet the boards in the same order, so
//! that they are compared on the same boards.
//!
//! Like all determinised search, this assumes that both sides see everything from the next turn on; it gives
//! information no value. Two corrections make up for the worst of it: boards that lose the king count more than their
//! number, as opponents hunt it, and moves that allow quiet checks lose a little, as nobody announces those.

use std::collections::BTreeMap;

use rbc_belief::{Completeness, Frame, InformationSet, PackedBoard};
use rbc_random::unit;
use rbc_rules::Move;

use crate::{Budget, BuiltIn, Cancelled, Evaluator, Journal, Rng, parallel::map};

mod arm;
mod outcomes;
mod questions;
mod rule;

pub use arm::{RatedRequest, Safety};
pub(crate) use outcomes::{Fate, Outcomes, distinct_requests};
pub use rule::Rule;

use arm::{Arm, IMPATIENCE, Level};
use outcomes::count_part;
pub(crate) use questions::Correction;

use questions::{Asked, Batch, ask};

/// The options of a [`Rating`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RatingOptions {
    /// The rule by which outcomes become a value.
    pub rule: Rule,
    /// Plies without a pawn move or capture, as far as the side knows.
    pub quiet_plies: usize,
    /// The weight of each board of the set, in order and on any positive scale; `None` for uniform weights.
    pub weights: Option<Vec<f32>>,
    /// The number of nodes to plan with; `None` for [`DEFAULT_NODES`].
    pub nodes: Option<u64>,
    /// Which boards are scored first.
    pub order: BoardOrder,
    /// Whether to score also requests that would not be chosen, because they risk the king or because another one
    /// captures the opponent's for certain. For tables that people read.
    pub score_all: bool,
    /// The most boards on which facts are counted; `None` for 50,000. With fewer, the table of a large set starts
    /// sooner.
    pub fact_boards: Option<usize>,
    /// The share of the weights on which a request may lose the king and still count as safe. `None` for a default
    /// that fits an exact set or a large sample; 1 to protect the king by [`rule`](Self::rule) only.
    pub safe_enough: Option<f64>,
}

/// Which boards are scored first where there is no time for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardOrder {
    /// The likeliest. What is unlikely by itself, and together is not, is overlooked.
    #[default]
    Likeliest,
    /// Those of a priority sample (Duffield, Lund and Thorup, 2007): likely boards come early, and those that come stand for all
    /// that do not, so that a mean over any number of them is a fair estimate of that over all.
    Priority,
}

/// Nodes for a decision without a limit of nodes.
pub const DEFAULT_NODES: u64 = 120_000;
/// Boards on which the facts are counted.
const FACT_BOARDS: usize = 50_000;
/// Boards between two looks at the budget, when facts are counted,
const FACT_CHUNK: usize = 512;
/// and boards on which they are counted even when there is no time at all.
const FEWEST_FACTS: usize = 2_048;
/// Nodes between two looks at the table: some 20 ms on one thread.
const BATCH_NODES: u64 = 20_000;
/// Most scores between two looks at the table.
const BATCH_SCORES: usize = 512;
/// Most boards that are scored.
const SCORED_BOARDS: usize = 160;
/// Fewest boards for each request on a level, where there are that many.
const FEWEST_BOARDS: usize = 10;
/// Nodes that one score costs before anything is known.
const FIRST_COST: u64 = 25;
/// A ply more costs about this many times the nodes.
const BRANCHING: u64 = 3;
/// No deeper than this, however few the boards.
const DEEPEST: u32 = 20;
/// Standard errors by which a request must be behind to be given up.
const GIVE_UP_ERRORS: f64 = 2.0;
/// What may separate a request from the best in its favour, whatever the errors are.
const SLACK: f64 = 0.02;

/// Rates every request and the pass, best first: a complete [`Rating`].
///
/// Requests that leave the king to be captured on some board rank behind all that do not, unless they capture the
/// opponent's on more boards (or a draw by quiet plies is near). A request that captures it on every board comes
/// first.
///
/// # Errors
///
/// When the budget is cancelled.
pub fn rate_requests(
    set: &InformationSet,
    options: RatingOptions,
    evaluator: &mut dyn Evaluator,
    rng: &mut Rng,
    budget: &mut Budget<'_>,
) -> Result<Vec<RatedRequest>, Cancelled> {
    let mut rating = Rating::new(set, options, rng);
    while !rating.advance(evaluator, budget)? {}
    Ok(rating.table())
}

/// A rating of all requests in progress. It can be read, interrupted and continued at any moment.
///
/// ```
/// use rbc_agents::{Budget, BuiltIn, Rating, RatingOptions, Rng};
/// use rbc_belief::InformationSet;
/// use rbc_rules::{Color, Position};
/// let set = InformationSet::new(Color::White, &Position::initial(), 1_000)?;
/// let mut rating = Rating::new(&set, RatingOptions::default(), &mut Rng::new(1));
/// while !rating.advance(&mut BuiltIn, &mut Budget::nodes(2_000))? {
///     let best = rating.table()[0];
///     println!("{:?}: {:.2} ± {:.2}", best.request, best.mean, best.error);
/// }
/// // 20 moves, 14 captures by pawns that may turn out to be possible, and the pass.
/// assert_eq!(rating.table().len(), 35);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rating {
    rule: Rule,
    quiet_plies: usize,
    safe_enough: Option<f64>,
    /// What all boards have in common.
    frame: Frame,
    /// Boards on which facts are counted, and their weights; all, unless there are too many.
    boards: Vec<(PackedBoard, f64)>,
    all_boards: bool,
    /// Boards on which the facts were counted: the first ones; and their weight.
    counted: usize,
    counted_weight: f64,
    /// Boards that are scored, likeliest first.
    order: Vec<(PackedBoard, f64)>,
    /// After each number of boards of a priority sample, the least that one of them counts; empty for another order.
    standing_for: Vec<f64>,
    /// Best first; those that risk the king without need come last.
    arms: Vec<Arm>,
    score_all: bool,
    /// The share of the boards on which a request may lose the king and count as safe, once that is known.
    tolerance: f64,
    /// It ended because nodes or time were used up.
    cut_short: bool,
    depth: u32,
    stage: Stage,
    /// Nodes planned, used, used before this level, and allowed for it.
    total: u64,
    spent: u64,
    level_began: u64,
    level_share: u64,
    /// Nodes for a score.
    cost: u64,
    batch: Option<Batch>,
    journal: Journal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Facts,
    Scores,
    Done,
}

impl Rating {
    /// Creates a rating for `set` without any work done.
    ///
    /// # Panics
    ///
    /// When the number of weights is not that of the boards.
    #[must_use]
    pub fn new(set: &InformationSet, options: RatingOptions, rng: &mut Rng) -> Rating {
        let RatingOptions {
            rule,
            quiet_plies,
            weights,
            nodes,
            score_all,
            safe_enough,
            fact_boards,
            order: by,
        } = options;
        let fact_boards = fact_boards.unwrap_or(FACT_BOARDS).max(1);
        if let Some(weights) = &weights {
            assert_eq!(weights.len(), set.len(), "a weight for each board");
        }
        let weight = |i: u32| match &weights {
            // Anything else than a positive number is no weight.
            Some(weights) => f64::from(weights[i as usize]).clamp(0.0, 1e30),
            None => 1.0,
        };
        let most = if weights.is_some() {
            set.len()
        } else {
            fact_boards
        };
        let mut boards: Vec<(PackedBoard, f64)> = sample(set.len(), most, rng)
            .into_iter()
            .map(|i| (set.boards()[i as usize], weight(i)))
            .map(|(board, w)| (board, if w.is_nan() { 0.0 } else { w }))
            .collect();
        if boards.iter().all(|(_, w)| *w <= 0.0) {
            for (_, w) in &mut boards {
                *w = 1.0;
            }
        }
        if boards.len() > fact_boards {
            boards.sort_by(|a, b| b.1.total_cmp(&a.1));
            boards.truncate(fact_boards);
        }
        let (order, standing_for) = match by {
            BoardOrder::Likeliest => (likeliest(&boards), Vec::new()),
            BoardOrder::Priority => priority_sample(&boards, rng),
        };
        let arms: Vec<Arm> = distinct_requests(set.own())
            .into_iter()
            .map(|request| Arm::new(set.own(), request, quiet_plies))
            .collect();
        Rating {
            rule,
            quiet_plies,
            safe_enough,
            frame: set.frame(),
            all_boards: set.completeness() == Completeness::Exact && boards.len() == set.len(),
            boards,
            counted: 0,
            counted_weight: 0.0,
            order,
            standing_for,
            arms,
            score_all,
            tolerance: 0.0,
            cut_short: false,
            depth: 0,
            stage: Stage::Facts,
            total: nodes.unwrap_or(DEFAULT_NODES).max(1),
            spent: 0,
            level_began: 0,
            level_share: 0,
            cost: FIRST_COST,
            batch: None,
            journal: Journal::default(),
        }
    }

    /// Works for some 20 ms of one thread. Returns whether the rating is done, or the budget says to decide at once.
    ///
    /// # Errors
    ///
    /// When the budget is cancelled. What was done is kept.
    pub fn advance(
        &mut self,
        evaluator: &mut dyn Evaluator,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Cancelled> {
        match self.stage {
            Stage::Facts => {
                let stop = budget.should_stop()?;
                let fewest = FEWEST_FACTS.min(self.boards.len());
                if !stop || self.counted < fewest {
                    self.count_facts();
                }
                if self.counted == self.boards.len() || stop && self.counted >= fewest {
                    self.split_by_safety();
                }
            }
            Stage::Scores => {
                if self.batch.is_none() {
                    self.batch = Some(self.next_batch());
                }
                let Some(batch) = &self.batch else {
                    return Ok(false);
                };
                let mut part = budget.nested(&mut self.journal);
                let answers = evaluator.answer(&batch.questions, self.depth, &mut part);
                let nodes = part.spent();
                drop(part);
                let mut answers = answers?;
                budget.spend(nodes);
                let Some(mut batch) = self.batch.take() else {
                    return Ok(false);
                };
                self.journal = Journal::default();
                let stop = answers.len() < batch.questions.len();
                if answers.is_empty() && self.spent == 0 {
                    // Some value for each request is needed even when there is no time at all.
                    batch.questions.truncate(1);
                    answers = BuiltIn.answer(&batch.questions, 0, &mut Budget::unlimited())?;
                }
                let scored: usize = batch.questions.iter().map(|q| q.moves.len()).sum();
                self.spent += nodes.max(1);
                if !stop && scored > 0 {
                    self.cost = (nodes / scored as u64).max(4);
                }
                for (asked, answer) in batch.asked.iter().zip(answers) {
                    self.take_in(asked, &answer.scores);
                }
                self.after_batch(stop);
                budget.report(self.progress());
            }
            Stage::Done => {}
        }
        Ok(self.stage == Stage::Done)
    }

    /// Returns all requests, best first.
    #[must_use]
    pub fn table(&self) -> Vec<RatedRequest> {
        self.arms.iter().map(|arm| arm.rated).collect()
    }

    /// Returns the progress, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f32 {
        match self.stage {
            Stage::Facts => 0.0,
            Stage::Scores => (self.spent as f32 / self.total as f32).min(0.99),
            Stage::Done => 1.0,
        }
    }

    /// Returns whether more nodes or time would have made it better. False when there is nothing more to find.
    #[must_use]
    pub fn goes_deeper(&self) -> bool {
        self.stage != Stage::Done || self.cut_short
    }

    /// Returns the share of the boards on which a request may lose the king and still count as safe
    /// ([`Safety`]); 0 before the facts are counted.
    #[must_use]
    pub const fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Returns the number of nodes used.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.spent
    }

    /// Counts the facts on the next boards.
    fn count_facts(&mut self) {
        let end = self.boards.len().min(self.counted + FACT_CHUNK);
        let chunk = &self.boards[self.counted..end];
        let requests: Vec<Option<Move>> = self.arms.iter().map(|arm| arm.rated.request).collect();
        // Parts of a fixed size, so that sums do not depend on the number of threads.
        let parts: Vec<&[(PackedBoard, f64)]> = chunk.chunks(128).collect();
        let frame = &self.frame;
        let counted = map(&parts, |part| count_part(frame, part, &requests));
        for part in counted {
            for (arm, facts) in self.arms.iter_mut().zip(part) {
                arm.facts.add(facts);
            }
        }
        for (_, weight) in chunk {
            self.counted_weight += weight;
        }
        self.counted = end;
        let weight = self.counted_weight;
        for Arm { rated, facts, .. } in &mut self.arms {
            // Sums of many small weights may miss the whole by a rounding.
            let share = |sum: f64| {
                let share = (sum / weight.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
                if share > 1.0 - 1e-9 { 1.0 } else { share }
            };
            rated.as_asked = share(facts.as_asked);
            rated.captures = share(facts.captures);
            rated.captures_king = share(facts.captures_king);
            rated.loses_king = share(facts.loses_king);
        }
    }

    /// Sets those apart that may not be chosen because they risk the king without need.
    ///
    /// A move that is safe on every board wins over one that is not, unless that one captures the king
    /// on more boards than it loses the own on. Where the boards are only a sample, safe there is all
    /// that can be known. When the game is about to be drawn, a small risk is let in: in a large set
    /// every move but a shuffling one may be unsafe on some board.
    fn split_by_safety(&mut self) {
        // Nothing is better than the king for certain: to choose, no search is needed.
        let certain = |arm: &Arm| arm.rated.captures_king >= 1.0 && !self.score_all;
        if let Some(i) = self.arms.iter().position(certain) {
            self.arms[..=i].rotate_right(1);
            let best = &mut self.arms[0].rated;
            best.boards = self.counted;
            (best.value, best.mean, best.tail, best.worst, best.best) = (1.0, 1.0, 1.0, 1.0, 1.0);
            self.stage = Stage::Done;
            return;
        }
        let safest = self
            .arms
            .iter()
            .map(|arm| arm.rated.loses_king)
            .fold(f64::INFINITY, f64::min);
        // Of a sample a small share of risk may be seen in one request and missed in another.
        let usual = match self.safe_enough {
            Some(share) => share,
            None if self.all_boards && self.counted == self.boards.len() => 0.0,
            None => 0.002,
        };
        let tolerance = if self.quiet_plies >= IMPATIENCE {
            usual.max(0.01)
        } else {
            usual
        };
        self.tolerance = tolerance;
        if safest <= tolerance {
            for arm in &mut self.arms {
                let Arm { rated, risky, .. } = arm;
                rated.safety = if rated.loses_king <= tolerance {
                    Safety::Safe
                } else if rated.captures_king > rated.loses_king {
                    Safety::WorthTheRisk
                } else {
                    Safety::LessSafe
                };
                *risky = rated.safety == Safety::LessSafe;
                if *risky {
                    // Until they are scored, if they are.
                    rated.mean = (1.0 + rated.captures_king - rated.loses_king) / 2.0;
                    (rated.tail, rated.worst) = (0.0, 0.0);
                }
            }
            self.arms.sort_by(|a, b| {
                let risk = |arm: &Arm| if arm.risky { arm.rated.loses_king } else { 0.0 };
                risk(a).total_cmp(&risk(b))
            });
            if let [only, second, ..] = &mut self.arms[..]
                && !only.risky
                && second.risky
            {
                only.rated.safety = Safety::OnlySafe;
            }
        } else {
            for arm in &mut self.arms {
                arm.rated.safety = Safety::NoneSafe;
            }
        }
        for arm in &mut self.arms {
            arm.on_level = self.score_all || !arm.risky;
        }
        self.level_share = self.total / 3;
        self.stage = Stage::Scores;
    }

    /// The places of the requests on the present level.
    fn on_level(&self) -> Vec<usize> {
        let places = 0..self.arms.len();
        places.filter(|i| self.arms[*i].on_level).collect()
    }

    /// The questions that come next: those few boards that every request of the level needs, then
    /// one board more for the requests with the highest upper confidence bound.
    fn next_batch(&self) -> Batch {
        let fits = (BATCH_NODES / self.cost.max(1)) as usize;
        let fits = fits.clamp(1, BATCH_SCORES);
        let fewest = FEWEST_BOARDS.min(self.order.len());
        let places = self.on_level();
        let arms: Vec<&Arm> = places.iter().map(|i| &self.arms[*i]).collect();
        let mut boards: Vec<usize> = arms.iter().map(|arm| arm.level.boards).collect();
        let mut total: usize = boards.iter().sum();
        // They take longer than all the rest, and stay the same meanwhile.
        let spreads: Vec<f64> = arms.iter().map(|arm| arm.level.spread()).collect();
        let mut wanted: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut count = 0;
        while count < fits {
            let least = boards.iter().copied().min().unwrap_or(fewest);
            let next = if least < fewest {
                boards.iter().position(|n| *n == least)
            } else {
                let log = libm::log((total + 1) as f64);
                let bound = |i: usize| {
                    let seen = boards[i] as f64;
                    arms[i].rated.value + spreads[i] * libm::sqrt(2.0 * log / seen)
                };
                (0..arms.len())
                    .filter(|i| boards[*i] < self.order.len())
                    .map(|i| (i, bound(i)))
                    .max_by(|a, b| a.1.total_cmp(&b.1))
                    .map(|(i, _)| i)
            };
            let Some(i) = next else {
                break;
            };
            wanted.entry(boards[i]).or_default().push(places[i]);
            boards[i] += 1;
            total += 1;
            count += 1;
        }
        let wanted: Vec<(usize, Vec<usize>)> = wanted.into_iter().collect();
        let (frame, order, all) = (&self.frame, &self.order, &self.arms);
        let made = map(&wanted, |(board, on_board)| {
            let (board, weight) = order[*board];
            let requests = on_board.iter().map(|i| all[*i].rated.request);
            let outcomes = Outcomes::new(frame, board, requests);
            ask(&outcomes, on_board, weight)
        });
        let (questions, asked) = made.into_iter().unzip();
        Batch { questions, asked }
    }

    /// Notes the scores of one board.
    fn take_in(&mut self, asked: &Asked, scores: &[i32]) {
        for (arm, of_question) in &asked.arms {
            let level = &mut self.arms[*arm].level;
            level.boards += 1;
            if let Some(i) = of_question {
                let chance = asked.corrections[*i].win_chance(scores[*i]);
                level.outcomes.push((asked.weight, chance));
            }
        }
    }

    /// Sorts what was found, and goes on to the next level when this one is done.
    fn after_batch(&mut self, stop: bool) {
        let fewest = FEWEST_BOARDS.min(self.order.len());
        let on_level = || self.arms.iter().filter(|arm| arm.on_level);
        let least = on_level().map(|arm| arm.level.boards).min().unwrap_or(0);
        // A level counts once every request has met the same few boards.
        let usable = least >= fewest || (self.depth == 0 && least > 0);
        if usable {
            let (boards, all) = (
                self.order.len(),
                self.all_boards && self.order.len() == self.boards.len(),
            );
            for arm in self.arms.iter_mut().filter(|arm| arm.on_level) {
                let boards_of_arm = arm.level.boards;
                arm.level.least = self.standing_for.get(boards_of_arm).copied().unwrap_or(0.0);
                arm.combine(
                    &self.rule,
                    self.depth,
                    if all { Some(boards) } else { None },
                );
            }
            // Those of earlier levels stay in their order, behind those that were looked at more closely.
            self.arms.sort_by(|a, b| {
                let by_value = || match (a.on_level, b.on_level) {
                    (true, true) => b.rated.value.total_cmp(&a.rated.value),
                    _ => b.on_level.cmp(&a.on_level),
                };
                a.risky.cmp(&b.risky).then_with(by_value)
            });
        }
        let level: Vec<&Arm> = self.arms.iter().filter(|arm| arm.on_level).collect();
        if stop || level.is_empty() {
            self.cut_short = stop;
            self.stage = Stage::Done;
            return;
        }
        if least < fewest {
            return;
        }
        let everything = level.iter().all(|arm| arm.level.boards >= self.order.len());
        let used = self.spent - self.level_began >= self.level_share;
        let (safe, risky) = self.contenders();
        if !(everything || used || safe + risky < 2) {
            return;
        }
        // The next level.
        let remaining = self.total.saturating_sub(self.spent);
        let half = level.len().div_ceil(2);
        let cap = if self.depth == 0 {
            half.max(8)
        } else {
            half.max(3)
        };
        self.cost *= BRANCHING;
        self.depth += 1;
        let share = if self.depth < 2 {
            remaining / 3
        } else {
            remaining * 3 / 4
        };
        let fits =
            usize::try_from(share / (self.cost * fewest.max(1) as u64)).unwrap_or(usize::MAX);
        let most = level.iter().filter(|arm| !arm.risky).count();
        let safe = safe.max(3).min(cap).min(fits).min(most);
        // For readers a request that risks the king is compared at the same depth, above all where it may be worth more.
        let most = level.len() - most;
        let risky = risky
            .max(3_usize.saturating_sub(safe))
            .min(cap)
            .min(fits - safe)
            .min(most);
        if safe + risky < 2 || self.depth > DEEPEST || self.order.is_empty() {
            self.cut_short = fits < 2;
            self.stage = Stage::Done;
            return;
        }
        self.level_began = self.spent;
        self.level_share = share;
        let mut left = [safe, risky];
        for arm in &mut self.arms {
            let left = &mut left[usize::from(arm.risky)];
            arm.on_level &= *left > 0;
            *left -= usize::from(arm.on_level);
            arm.level = Level::default();
        }
    }

    /// How many of the level's requests may still be the best, best first: of those that may be chosen, and of those that may not
    /// because they risk the king.
    fn contenders(&self) -> (usize, usize) {
        let arms = |risky: bool| {
            let arms = self.arms.iter();
            arms.filter(move |arm| arm.on_level && arm.risky == risky)
        };
        let Some(best) = arms(false).next() else {
            return (0, 0);
        };
        let least = best.rated.value - GIVE_UP_ERRORS * best.rated.error - SLACK;
        let may_be_best = |arm: &&Arm| arm.rated.value + GIVE_UP_ERRORS * arm.rated.error >= least;
        (
            arms(false).take_while(may_be_best).count(),
            arms(true).take_while(may_be_best).count(),
        )
    }
}

/// The likeliest of `boards`, which come in random order: of equal weights none is preferred.
fn likeliest(boards: &[(PackedBoard, f64)]) -> Vec<(PackedBoard, f64)> {
    let mut order = boards.to_vec();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    order.truncate(SCORED_BOARDS);
    order.retain(|(_, w)| *w > 0.0);
    order
}

/// A priority sample of `boards`: the board with the highest weight divided by a random number comes first. Where only
/// the first k are looked at, each counts its weight, but no less than the priority of the next one, which is the k-th of the
/// second list.
pub(crate) fn priority_sample(
    boards: &[(PackedBoard, f64)],
    rng: &mut Rng,
) -> (Vec<(PackedBoard, f64)>, Vec<f64>) {
    let mut order: Vec<(f64, (PackedBoard, f64))> = boards
        .iter()
        .filter(|(_, weight)| *weight > 0.0)
        .map(|board| (board.1 / (1.0 - unit(rng.next_u64())), *board))
        .collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let priorities = order
        .iter()
        .take(SCORED_BOARDS + 1)
        .map(|(priority, _)| *priority);
    let priorities = priorities.collect();
    order.truncate(SCORED_BOARDS);
    (
        order.into_iter().map(|(_, board)| board).collect(),
        priorities,
    )
}

/// `most` of the numbers below `len`, in random order; all of them when there are no more.
fn sample(len: usize, most: usize, rng: &mut Rng) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..u32::try_from(len).unwrap_or(u32::MAX)).collect();
    let count = most.min(numbers.len());
    for i in 0..count {
        let j = i + rng.below(numbers.len() - i);
        numbers.swap(i, j);
    }
    numbers.truncate(count);
    numbers
}

#[cfg(test)]
mod tests {
    use rbc_rules::{Color, Position};

    use super::*;
    use crate::FastBoard;

    fn rate(fen: &str, nodes: u64) -> Vec<RatedRequest> {
        let position: Position = fen.parse().expect("a position");
        let set = InformationSet::new(position.turn(), &position, 1_000).expect("few pieces");
        rated(&set, nodes)
    }

    fn rated(set: &InformationSet, nodes: u64) -> Vec<RatedRequest> {
        let options = RatingOptions {
            nodes: Some(nodes),
            ..RatingOptions::default()
        };
        rate_requests(
            set,
            options,
            &mut BuiltIn,
            &mut Rng::new(1),
            &mut Budget::unlimited(),
        )
        .expect("not cancelled")
    }

    fn best(fen: &str) -> String {
        rate(fen, 50_000)[0]
            .request
            .map_or_else(|| "pass".into(), |m| m.to_string())
    }

    #[test]
    fn a_king_in_reach_is_captured() {
        // The queen stands to be captured and the own king too: it does not matter.
        assert_eq!(best("4k3/8/8/8/8/8/3q4/3KR3 w - - 0 1"), "e1e8");
        // By a slider that would stop there on its way: any such request will do.
        let all = rate("8/8/8/4k3/8/8/8/K3R3 w - - 0 1", 1);
        assert!(all[0].captures_king == 1.0 && all[0].value == 1.0);
    }

    #[test]
    fn the_king_leaves_the_line_of_fire() {
        for request in rate("4r2k/8/8/8/8/8/8/4K3 w - - 0 1", 1_000) {
            let Some(m) = request.request else {
                assert_eq!(request.loses_king, 1.0);
                continue;
            };
            let stays = m.to.file() == m.from.file();
            assert_eq!(request.loses_king, f64::from(u8::from(stays)), "{m}");
        }
        let best = rate("4r2k/8/8/8/8/8/8/4K3 w - - 0 1", 1_000)[0];
        assert_eq!(best.loses_king, 0.0);
    }

    #[test]
    fn free_pieces_are_taken_and_mates_given() {
        assert_eq!(best("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), "e4d5");
        let mate = best("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        assert_eq!(mate, "a1a8");
    }

    #[test]
    fn uncertain_boards_are_weighed_together() {
        // After 1. e4 any black move may have been made.
        let mut told = rbc_rules::Observations::new(Color::Black, &Position::initial());
        let mut set = InformationSet::new(Color::Black, &Position::initial(), 1_000).expect("ok");
        let begin = rbc_rules::Observation::TurnStart { capture: None };
        told.push(begin.clone()).expect("begins");
        set.observe(&begin).expect("fits");
        let all = rated(&set, 30_000);
        assert_eq!(all.len(), told.own().requests().len() + 1);
        assert!(all.iter().all(|r| r.captures_king == 0.0));
        assert!(all[0].boards > 1 && all[0].depth > 0);
        // A king that walks out or a pawn that opens its diagonal is no good beginning.
        assert!(all[0].mean > 0.4 && all[0].loses_king == 0.0);
    }

    fn set_of(fens: &[&str]) -> InformationSet {
        let positions: Vec<Position> = fens.iter().map(|fen| fen.parse().expect("a FEN")).collect();
        InformationSet::of(positions[0].turn(), &positions, 1_000).expect("one own side")
    }

    /// A position like that of Figure 2 of Bertram et al. (2023): a knight checks from c2 or from g2. On
    /// each board the best move captures it, and loses the king on the other; Kd2 is never the best
    /// and wins.
    #[test]
    fn the_best_request_need_not_be_the_best_on_any_board() {
        let boards = [
            "1q4k1/pp3ppp/8/8/8/6R1/PPn1PP1P/3QKB2 w - - 0 1",
            "1q4k1/pp3ppp/8/8/8/6R1/PP2PPnP/3QKB2 w - - 0 1",
        ];
        for (fen, captures) in boards.iter().zip([&["d1c2"][..], &["g3g2", "f1g2"]]) {
            let best = best(fen);
            assert!(captures.contains(&best.as_str()), "{fen}: {best}");
        }
        let table = rated(&set_of(&boards), 50_000);
        assert_eq!(
            table[0].request.map(|m| m.to_string()).as_deref(),
            Some("e1d2")
        );
        assert_eq!(table[0].loses_king, 0.0);
        let of = |name: &str| table.iter().find(|r| r.request == name.parse().ok());
        for capture in ["d1c2", "g3g2"] {
            let capture = of(capture).expect("a request");
            assert_eq!((capture.loses_king, capture.captures), (0.5, 0.5));
        }
        // On the board without the knight the queen goes there all the same.
        assert_eq!(of("d1c2").map(|r| r.as_asked), Some(1.0));
    }

    #[test]
    fn weights_decide() {
        let boards = [
            "1q4k1/pp3ppp/8/8/8/6R1/PPn1PP1P/3QKB2 w - - 0 1",
            "1q4k1/pp3ppp/8/8/8/6R1/PP2PPnP/3QKB2 w - - 0 1",
        ];
        let set = set_of(&boards);
        let knight_on_c2 = |i: &usize| {
            let position = set.position(set.boards()[*i]);
            position.board().role_at(rbc_rules::Square::C2).is_some()
        };
        let weights: Vec<f32> = (0..2)
            .map(|i| if knight_on_c2(&i) { 1.0 } else { 0.0 })
            .collect();
        let options = RatingOptions {
            weights: Some(weights),
            ..RatingOptions::default()
        };
        let table = rate_requests(
            &set,
            options,
            &mut BuiltIn,
            &mut Rng::new(1),
            &mut Budget::unlimited(),
        );
        let best = table.expect("not cancelled")[0];
        assert_eq!(best.request.map(|m| m.to_string()).as_deref(), Some("d1c2"));
        assert_eq!((best.captures, best.loses_king), (1.0, 0.0));
    }

    #[test]
    fn the_likeliest_board_of_very_many_is_looked_at() {
        use rbc_belief::openings::unsensed;
        let set = unsensed()
            .find(|set| set.len() > FACT_BOARDS)
            .expect("it grows");
        for seed in 0..4 {
            let mut weights = vec![0.0; set.len()];
            weights[set.len() / 2 + 7_919 * seed] = 1.0;
            let options = RatingOptions {
                weights: Some(weights),
                ..RatingOptions::default()
            };
            let rating = Rating::new(&set, options, &mut Rng::new(seed as u64));
            assert_eq!(rating.order.len(), 1);
        }
    }

    #[test]
    fn what_risks_the_king_is_scored_when_asked_for_and_still_comes_last() {
        let set = unsensed_set();
        let table = |score_all: bool| {
            let options = RatingOptions {
                nodes: Some(60_000),
                score_all,
                ..RatingOptions::default()
            };
            let budget = &mut Budget::unlimited();
            rate_requests(&set, options, &mut BuiltIn, &mut Rng::new(1), budget).expect("no cancel")
        };
        let (some, all) = (table(false), table(true));
        assert_eq!(some.len(), all.len());
        assert!(all.iter().all(|row| row.boards > 0));
        let risky = |row: &&RatedRequest| row.loses_king > 0.0;
        assert!(all.iter().filter(risky).count() > 0);
        for table in [&some, &all] {
            let first = table
                .iter()
                .position(|row| row.loses_king > 0.0)
                .expect("some");
            assert!(table[first..].iter().all(|row| row.loses_king > 0.0));
        }
        assert!(some.iter().filter(risky).all(|row| row.boards == 0));
        // The risky ones do not hold up the others.
        assert!(all[0].depth >= some[0].depth.saturating_sub(1) && all[0].depth > 1);
        assert_eq!(some[0].request, all[0].request);
    }

    /// A rook on the first rank, or elsewhere on one of twelve squares: from a1 only Ka2 is safe on every board.
    fn only_one_is_safe() -> InformationSet {
        let rooks = (8..20).map(|place| {
            let mut rank = vec!['1'; 8];
            rank[place % 8] = 'r';
            let rank: String = rank.into_iter().collect();
            let upper = place < 16;
            let (fifth, third) = if upper {
                (rank.as_str(), "8")
            } else {
                ("8", rank.as_str())
            };
            format!("1r5k/8/{fifth}/8/{third}/8/3P1P1P/K7 w - - 0 1")
        });
        let first = "1r5k/8/8/8/8/8/3P1P1P/K6r w - - 0 1".to_owned();
        let fens: Vec<String> = rooks
            .filter(|fen| !fen.contains("/r"))
            .chain([first])
            .collect();
        set_of(&fens.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn where_one_request_is_safe_the_others_are_searched_too() {
        let set = only_one_is_safe();
        let all = |nodes: u64| {
            let options = RatingOptions {
                nodes: Some(nodes),
                score_all: true,
                ..RatingOptions::default()
            };
            let mut rating = Rating::new(&set, options, &mut Rng::new(1));
            while !rating
                .advance(&mut BuiltIn, &mut Budget::unlimited())
                .expect("not cancelled")
            {}
            rating
        };
        let rating = all(20_000);
        let table = rating.table();
        let best = table[0];
        assert_eq!(best.request, "a1a2".parse().ok());
        assert_eq!((best.safety, best.loses_king), (Safety::OnlySafe, 0.0));
        assert!(table[1..].iter().all(|row| row.safety == Safety::LessSafe));
        // The risk is told as it is.
        let pawn = table.iter().find(|row| row.request == "d2d3".parse().ok());
        let risk = 1.0 / set.len() as f64;
        assert!((pawn.expect("a request").loses_king - risk).abs() < 1e-12);
        // What comes next is compared at the same depth, and more nodes look deeper.
        assert!(best.depth >= 2, "{best:?}");
        assert_eq!(table[1].depth, best.depth);
        assert!(rating.goes_deeper() && all(200_000).table()[0].depth > best.depth);
        // An agent has nothing to choose, and does not search.
        let agents = rated(&set, 100_000);
        assert_eq!(agents[0].request, best.request);
        assert_eq!(agents[0].safety, Safety::OnlySafe);
        assert_eq!(agents[0].depth, 0);
    }

    #[test]
    fn why_a_request_is_where_it_is() {
        let of = |set: &InformationSet, safe_enough: Option<f64>| {
            let options = RatingOptions {
                nodes: Some(2_000),
                safe_enough,
                ..RatingOptions::default()
            };
            let budget = &mut Budget::unlimited();
            let rated = rate_requests(set, options, &mut BuiltIn, &mut Rng::new(1), budget);
            let of = rated.expect("not cancelled").into_iter();
            of.map(|row| {
                (
                    row.request.map_or("pass".to_owned(), |m| m.to_string()),
                    row.safety,
                )
            })
            .collect::<BTreeMap<String, Safety>>()
        };
        // The rook attacks the king's file; on one of two boards the own one captures Black's king.
        let set = set_of(&[
            "4r2k/8/8/8/8/8/7R/4K3 w - - 0 1",
            "4r1k1/8/8/8/8/8/7R/4K3 w - - 0 1",
        ]);
        let rows = of(&set, None);
        assert_eq!(rows["e1d1"], Safety::Safe);
        assert_eq!(rows["pass"], Safety::LessSafe);
        assert_eq!(rows["h2h8"], Safety::LessSafe);
        // Where risk is no reason, nothing is left out.
        assert_eq!(of(&set, Some(1.0))["pass"], Safety::Safe);
        let set = set_of(&[
            "4r2k/8/8/8/8/8/7R/4K3 w - - 0 1",
            "4r2k/7p/8/8/8/8/7R/4K3 w - - 0 1",
            "4r2k/6p1/8/8/8/8/7R/4K3 w - - 0 1",
        ]);
        assert_eq!(of(&set, None)["h2h8"], Safety::WorthTheRisk);
        // Mated: nothing is safe.
        let set = set_of(&["7k/8/8/8/8/8/1r6/r3K3 w - - 0 1"]);
        assert!(
            of(&set, None)
                .values()
                .all(|safety| *safety == Safety::NoneSafe)
        );
    }

    #[test]
    fn it_says_when_there_is_nothing_more_to_find() {
        let set = set_of(&["4k3/8/8/8/8/8/8/8 w - - 0 1"]);
        let options = RatingOptions {
            score_all: true,
            ..RatingOptions::default()
        };
        let mut rating = Rating::new(&set, options, &mut Rng::new(1));
        assert!(rating.goes_deeper());
        let budget = &mut Budget::unlimited();
        while !rating.advance(&mut BuiltIn, budget).expect("not cancelled") {}
        assert_eq!(rating.table().len(), 1);
        assert!(!rating.goes_deeper());
    }

    #[test]
    fn what_is_not_the_king_is_scored_when_asked_for() {
        let position: Position = "4k3/8/8/8/8/8/3q4/3KR3 w - - 0 1".parse().expect("a FEN");
        let set = InformationSet::new(Color::White, &position, 1_000).expect("few pieces");
        let options = RatingOptions {
            nodes: Some(20_000),
            score_all: true,
            ..RatingOptions::default()
        };
        let budget = &mut Budget::unlimited();
        let table = rate_requests(&set, options, &mut BuiltIn, &mut Rng::new(1), budget);
        let table = table.expect("not cancelled");
        let value = |uci: &str| {
            let row = table.iter().find(|row| row.request == uci.parse().ok());
            row.expect("a request").value
        };
        assert_eq!(table[0].value, 1.0);
        assert_eq!(value("e1e8"), 1.0);
        // The queen is won, and the king still there.
        assert!(value("d1d2") > 0.5 && value("d1d2") < 1.0, "{table:?}");
    }

    #[test]
    fn odd_weights_are_none() {
        let set = set_of(&[
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "3k4/8/8/8/8/8/8/R3K3 w - - 0 1",
        ]);
        for weights in [
            [0.0, 0.0],
            [f32::NAN, f32::NAN],
            [-1.0, 0.0],
            [f32::INFINITY, 1.0],
        ] {
            let options = RatingOptions {
                weights: Some(weights.to_vec()),
                nodes: Some(2_000),
                ..RatingOptions::default()
            };
            let table = rate_requests(
                &set,
                options,
                &mut BuiltIn,
                &mut Rng::new(1),
                &mut Budget::unlimited(),
            )
            .expect("not cancelled");
            assert!(
                table
                    .iter()
                    .all(|r| r.value.is_finite() && (0.0..=1.0).contains(&r.mean))
            );
        }
    }

    #[test]
    fn a_table_is_there_at_any_moment() {
        let set = unsensed_set();
        let mut rating = Rating::new(&set, RatingOptions::default(), &mut Rng::new(1));
        let mut steps = 0;
        loop {
            let table = rating.table();
            assert_eq!(table.len(), distinct_requests(set.own()).len());
            assert!(
                table
                    .iter()
                    .all(|r| r.as_asked <= 1.0 && r.loses_king <= 1.0)
            );
            let mut interrupted = Budget::new(None, Box::new(|| crate::Stop::Cancel));
            // What is broken off changes nothing.
            if steps > 0 {
                let _ = rating.advance(&mut BuiltIn, &mut interrupted);
            }
            steps += 1;
            if rating
                .advance(&mut BuiltIn, &mut Budget::unlimited())
                .expect("not cancelled")
            {
                break;
            }
        }
        assert!(steps > 3);
        let straight = rate_requests(
            &set,
            RatingOptions::default(),
            &mut BuiltIn,
            &mut Rng::new(1),
            &mut Budget::unlimited(),
        );
        assert_eq!(straight.expect("not cancelled"), rating.table());
    }

    #[test]
    fn there_is_a_table_without_time() {
        let set = unsensed_set();
        let mut budget = Budget::new(None, Box::new(|| crate::Stop::MoveNow));
        let table = rate_requests(
            &set,
            RatingOptions::default(),
            &mut BuiltIn,
            &mut Rng::new(1),
            &mut budget,
        )
        .expect("not cancelled");
        assert!(table[0].value > table[table.len() - 1].value);
    }

    #[test]
    fn rows_are_in_order_and_within_bounds() {
        let set = unsensed_set();
        for rule in [Rule::default(), Rule::STRANGEFISH2, Rule::WEIGHTED_MEAN] {
            let options = RatingOptions {
                rule,
                nodes: Some(60_000),
                ..RatingOptions::default()
            };
            let table = rate_requests(
                &set,
                options,
                &mut BuiltIn,
                &mut Rng::new(1),
                &mut Budget::unlimited(),
            )
            .expect("not cancelled");
            let deepest = table[0].depth;
            let level: Vec<&RatedRequest> =
                table.iter().take_while(|r| r.depth == deepest).collect();
            assert!(level.is_sorted_by(|a, b| a.value >= b.value));
            for row in &table {
                assert!(
                    row.worst <= row.tail + 1e-9 && row.tail <= row.best + 1e-9,
                    "{row:?}"
                );
                assert!(row.mean <= row.best + 1e-9 && row.error >= 0.0, "{row:?}");
                for share in [
                    row.as_asked,
                    row.captures,
                    row.captures_king,
                    row.loses_king,
                ] {
                    assert!((0.0..=1.0).contains(&share), "{row:?}");
                }
                assert!(row.captures_king <= row.captures);
            }
            // The pass is always taken, and captures nothing.
            let pass = table
                .iter()
                .find(|row| row.request.is_none())
                .expect("a row");
            assert_eq!((pass.as_asked, pass.captures), (1.0, 0.0));
        }
    }

    #[test]
    fn quiet_checks_are_counted() {
        let count =
            |fen: &str| FastBoard::new(&fen.parse::<Position>().expect("a FEN")).quiet_checks();
        // The rook reaches the king's file on e5 and its rank on a8.
        assert_eq!(count("4k3/8/8/R7/8/8/8/7K w - - 0 1"), 2);
        assert_eq!(count("4k3/8/8/8/4N3/8/8/7K w - - 0 1"), 2);
        assert_eq!(count("4k3/8/3P4/8/8/8/8/7K w - - 0 1"), 1);
        assert_eq!(count("8/8/8/8/3k4/8/4P3/7K w - - 0 1"), 1);
        assert_eq!(count("4k3/8/8/8/8/8/8/7K w - - 0 1"), 0);
    }

    /// Means over a priority sample of a few boards are right on average, and likely boards are hardly ever left out.
    #[test]
    fn a_priority_sample_stands_for_all_boards() {
        let boards: Vec<(PackedBoard, f64)> = unsensed_set()
            .boards()
            .iter()
            .take(60)
            .enumerate()
            .map(|(i, board)| (board, 0.9_f64.powi(i as i32)))
            .collect();
        let worth = |board: PackedBoard| {
            let place = boards.iter().position(|(other, _)| *other == board);
            f64::from(u8::from(place.expect("one of them") >= 5))
        };
        let all: f64 = boards
            .iter()
            .map(|(board, weight)| weight * worth(*board))
            .sum();
        let (mut sum, mut with_likeliest) = (0.0, 0);
        for seed in 0..400 {
            let (order, least) = priority_sample(&boards, &mut Rng::new(seed));
            assert_eq!(order.len(), boards.len());
            assert!(least.is_sorted_by(|a, b| a >= b));
            let first = &order[..10];
            sum += first
                .iter()
                .map(|(board, weight)| weight.max(least[10]) * worth(*board))
                .sum::<f64>();
            with_likeliest += u32::from(first.iter().any(|(board, _)| *board == boards[0].0));
        }
        assert!(
            (sum / 400.0 / all - 1.0).abs() < 0.05,
            "{} {all}",
            sum / 400.0
        );
        assert!(with_likeliest > 300, "{with_likeliest}");
    }

    /// What White may face after 1. e4 and two moves of Black that were not seen.
    fn unsensed_set() -> InformationSet {
        use rbc_rules::{MoveResult, Observation, SenseResult};
        let start = Position::initial();
        let mut set = InformationSet::new(Color::White, &start, 10_000).expect("few pieces");
        for request in ["e2e4", "g1f3"] {
            let m: Move = request.parse().expect("a move");
            for observation in [
                Observation::TurnStart { capture: None },
                Observation::Sense(SenseResult {
                    square: None,
                    contents: Vec::new(),
                }),
                Observation::Move(MoveResult {
                    requested: Some(m),
                    taken: Some(m),
                    capture: None,
                }),
            ] {
                set.observe(&observation).expect("fits");
            }
        }
        set.observe(&Observation::TurnStart { capture: None })
            .expect("fits");
        set
    }
}
