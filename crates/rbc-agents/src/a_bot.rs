//! A vote of tree searches over the exact information set.

use std::{collections::BTreeMap, fmt};

use rbc_belief::{Frame, InformationSet, PackedBoard};
use rbc_rules::{Move, Observations, Square};

use crate::{
    AGENT_CAP, Agent, Budget, BuiltIn, Cancelled, DEFAULT_NODES, Evaluator, FastBoard, Rng,
    SensePolicy,
    chess_forest::Forest,
    hsuc::blind_request,
    move_choice::{Fate, Outcomes},
    set_tracker::SetTracker,
};

/// Tracks the exact information set, senses by HSUC, and lets a tree search (UCT, [`mcts`](crate::mcts)) on each
/// remaining board, or as many as the budget allows, vote for its best move: A_bot of Guo, Wang, Qi, Qian and Zhang,
/// "Heuristic Sensing: An Uncertainty Exploration Method in Imperfect Information Games", Complexity 2020. *The
/// publisher retracted that paper in 2023*: the algorithms are used as its text describes them,
/// its figures are not.
///
/// The paper does not say how many playouts a board gets. Here boards are searched in random order, a few side by
/// side, with 100 playouts each; when all have been searched and the budget allows, all continue with twice as many.
/// A board votes for its move with the most playouts; ties go to the higher mean value of the trees that voted. The
/// evaluator scores the leaves.
///
/// One thing is added: a move loses three votes for each searched board on which the opponent could capture the king
/// after it. A plain vote ignores dangers that most boards do not show. [`ABot::as_printed`] is without it.
pub struct ABot {
    name: &'static str,
    seed: u64,
    /// Votes that a move loses for each board on which it leaves the own king to be captured.
    objection: f64,
    sensing: SensePolicy,
    evaluator: Box<dyn Evaluator>,
    tracker: SetTracker<Vote>,
}

/// Boards that are searched at most.
const MOST_BOARDS: usize = 400;
/// Trees whose leaves are scored together.
const SIDE_BY_SIDE: usize = 16;
/// Playouts for a board at first.
const FIRST_PLAYOUTS: u32 = 100;
/// Votes that a move loses for each board on which it leaves the own king to be captured.
const OBJECTION: f64 = 3.0;
/// Playouts for a board at most.
const MOST_PLAYOUTS: u32 = 6_400;

impl fmt::Debug for ABot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ABot")
            .field("seed", &self.seed)
            .field("sensing", &self.sensing)
            .field("evaluator", &self.evaluator.name())
            .finish_non_exhaustive()
    }
}

impl ABot {
    /// Creates the agent of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> ABot {
        ABot {
            name: "a-bot",
            seed,
            objection: OBJECTION,
            sensing: SensePolicy::Hsuc,
            evaluator: Box::new(BuiltIn),
            tracker: SetTracker::new(AGENT_CAP),
        }
    }

    /// Counts the votes and nothing else, as the paper has it.
    #[must_use]
    pub fn as_printed(self) -> ABot {
        ABot {
            name: "a-bot+paper",
            objection: 0.0,
            ..self
        }
    }

    /// Replaces the evaluator.
    #[must_use]
    pub fn with_evaluator(self, evaluator: Box<dyn Evaluator>) -> ABot {
        ABot { evaluator, ..self }
    }

    /// Replaces the sense policy.
    #[must_use]
    pub fn with_sensing(self, sensing: SensePolicy) -> ABot {
        ABot { sensing, ..self }
    }
}

/// The searches of one decision.
struct Vote {
    /// Boards to search, in this order.
    boards: Vec<PackedBoard>,
    forest: Forest,
    /// The first tree of those that are searched now, and the playouts that each is to have.
    from: usize,
    playouts: u32,
}

impl Vote {
    fn new(set: &InformationSet, rng: &mut Rng) -> Vote {
        let mut numbers: Vec<usize> = (0..set.len()).collect();
        let count = numbers.len().min(MOST_BOARDS);
        for i in 0..count {
            let j = i + rng.below(numbers.len() - i);
            numbers.swap(i, j);
        }
        Vote {
            boards: numbers[..count].iter().map(|i| set.boards()[*i]).collect(),
            forest: Forest::default(),
            from: 0,
            playouts: FIRST_PLAYOUTS,
        }
    }

    /// Searches until the budget is used up, or all boards are searched through.
    fn advance(
        &mut self,
        set: &InformationSet,
        evaluator: &mut dyn Evaluator,
        budget: &mut Budget<'_>,
    ) -> Result<(), Cancelled> {
        let total = budget.limit().unwrap_or(DEFAULT_NODES);
        let frame = set.frame();
        while self.playouts <= MOST_PLAYOUTS {
            let to = self.boards.len().min(self.from + SIDE_BY_SIDE);
            for board in &self.boards[self.forest.len().min(to)..to] {
                self.forest.plant(FastBoard::new(&frame.position(*board)));
            }
            while self.from < to && self.forest.tree(self.from).playouts() < self.playouts {
                budget.report(self.forest.nodes() as f32 / total as f32);
                if self.forest.nodes() >= total
                    || !self.forest.playouts(self.from..to, evaluator, budget)?
                {
                    return Ok(());
                }
            }
            self.from = to;
            if self.from == self.boards.len() {
                self.from = 0;
                self.playouts *= 2;
            }
        }
        Ok(())
    }

    /// The move with the most votes, less what it risks.
    fn winner(&self, frame: &Frame, objection: f64) -> Option<Option<Move>> {
        let mut votes: BTreeMap<Option<Move>, (u32, f64)> = BTreeMap::new();
        let searched = self.forest.len();
        for i in 0..searched {
            let tree = self.forest.tree(i);
            let mean = tree
                .root_moves()
                .max_by_key(|m| m.playouts)
                .map_or(0.0, |m| f64::from(m.mean));
            let (count, sum) = votes.entry(self.forest.best(i)).or_default();
            *count += 1;
            *sum += mean;
        }
        let candidates: Vec<Option<Move>> = votes.keys().copied().collect();
        let mut objections = vec![0_u32; candidates.len()];
        for board in &self.boards[..searched] {
            let outcomes = Outcomes::new(frame, *board, candidates.iter().copied());
            for (count, fate) in objections.iter_mut().zip(outcomes.fates()) {
                *count += u32::from(matches!(fate, Fate::LosesKing));
            }
        }
        let standing = |i: usize| {
            let (count, sum) = votes[&candidates[i]];
            let objections = f64::from(objections[i]) * objection;
            (f64::from(count) - objections, sum / f64::from(count))
        };
        (0..candidates.len())
            .max_by(|a, b| {
                let (a, b) = (standing(*a), standing(*b));
                a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
            })
            .map(|i| candidates[i])
    }
}

impl Agent for ABot {
    fn name(&self) -> &'static str {
        self.name
    }

    fn set_evaluator(&mut self, evaluator: Box<dyn Evaluator>) {
        if evaluator.name() != self.evaluator.name() {
            self.tracker.think_anew();
        }
        self.evaluator = evaluator;
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let evaluator = &mut *self.evaluator;
        self.tracker
            .choose_sense(self.sensing, told, (evaluator, self.seed), budget)
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let mut rng = Rng::for_decision(self.seed, told.log().len());
        let Some(tracked) = self.tracker.catch_up(told, budget)? else {
            let request = self.tracker.move_without_set(self.seed, told, budget)?;
            return Ok(request.unwrap_or_else(|| blind_request(told.own(), &mut rng)));
        };
        let set = &tracked.set;
        let vote = tracked
            .thinking
            .get_or_insert_with(|| Vote::new(set, &mut rng));
        vote.advance(set, &mut *self.evaluator, budget)?;
        let winner = vote.winner(&set.frame(), self.objection).flatten();
        tracked.thinking = None;
        // What a board's search takes (a capture en passant, say) is a request on all.
        Ok(winner.filter(|m| told.own().may_request(*m)))
    }
}
