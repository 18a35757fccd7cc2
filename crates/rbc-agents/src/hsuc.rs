//! The exact information set, with sensing by HSUC.

use std::fmt;

use rbc_belief::InformationSet;
use rbc_rules::{Move, Observation, Observations, OwnSide, Role, Square};

use crate::{
    AGENT_CAP, Agent, Budget, BuiltIn, Cancelled, Evaluator, RatedRequest, Rating, RatingOptions,
    Rng, SensePolicy, set_tracker::SetTracker,
};

/// Tracks the exact information set, senses by HSUC (Algorithm 1 of Guo et al., 2020) and makes the request that is
/// best over the remaining boards ([`Rating`]).
///
/// One thing is added: where the own king may be attacked, the sense considers what it would save
/// ([`SensePolicy::Guarded`]). Without it the quick attacks of `attacker` succeed unseen in a tenth of all games.
///
/// The publisher retracted the paper (see [`rbc_belief::hsuc`]) in 2023. The algorithm is used as its text describes
/// it; its figures are not.
pub struct Hsuc {
    seed: u64,
    sensing: SensePolicy,
    evaluator: Box<dyn Evaluator>,
    tracker: SetTracker<Rating>,
}

impl fmt::Debug for Hsuc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hsuc")
            .field("seed", &self.seed)
            .field("evaluator", &self.evaluator.name())
            .field("sensing", &self.sensing)
            .field("tracker", &self.tracker)
            .finish_non_exhaustive()
    }
}

impl Hsuc {
    /// Creates the agent of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Hsuc {
        Hsuc::with_cap(seed, AGENT_CAP)
    }

    /// Creates the agent of `seed` whose set holds at most `cap` boards.
    #[must_use]
    pub fn with_cap(seed: u64, cap: usize) -> Hsuc {
        Hsuc {
            seed,
            sensing: SensePolicy::Guarded,
            evaluator: Box::new(BuiltIn),
            tracker: SetTracker::new(cap),
        }
    }

    /// Replaces the evaluator.
    #[must_use]
    pub fn with_evaluator(self, evaluator: Box<dyn Evaluator>) -> Hsuc {
        Hsuc { evaluator, ..self }
    }

    /// Replaces the sense policy.
    #[must_use]
    pub fn with_sensing(self, sensing: SensePolicy) -> Hsuc {
        Hsuc { sensing, ..self }
    }

    /// Limits the work of making its set exact again ([`InformationSet::with_replay_limit`]), and so the longest turn.
    #[must_use]
    pub fn with_replay_limit(mut self, successors: usize) -> Hsuc {
        self.tracker.limit_replay(successors);
        self
    }

    /// Returns the information set of the last decision, or `None` before the first.
    #[must_use]
    pub fn information_set(&self) -> Option<&InformationSet> {
        self.tracker.set()
    }

    /// Rates every request and the pass, best first. Empty when there is no information set.
    ///
    /// # Errors
    ///
    /// When the budget is cancelled.
    pub fn rate_requests(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<RatedRequest>, Cancelled> {
        let mut rng = self.rng(told);
        let Some(tracked) = self.tracker.catch_up(told, budget)? else {
            return Ok(Vec::new());
        };
        let set = &tracked.set;
        let rating = tracked.thinking.get_or_insert_with(|| {
            let options = RatingOptions {
                quiet_plies: quiet_plies(told),
                nodes: budget.left(),
                ..RatingOptions::default()
            };
            Rating::new(set, options, &mut rng)
        });
        while !rating.advance(&mut *self.evaluator, budget)? {}
        let table = rating.table();
        tracked.thinking = None;
        Ok(table)
    }

    fn rng(&self, told: &Observations) -> Rng {
        Rng::for_decision(self.seed, told.log().len())
    }
}

/// Own moves at the beginning in which more is as good as the best, so that games differ.
const OPENING: usize = 8;
/// What requests may be worth less than the best in the opening, and later, and still be chosen.
const OPENING_MARGIN: f64 = 0.012;
const MARGIN: f64 = 0.002;

/// One of the requests that are as good as the best of `rated`, with more to choose from in the opening; any
/// where there are none.
pub(crate) fn choose_as_good(
    told: &Observations,
    rated: &[RatedRequest],
    rng: &mut Rng,
) -> Option<Move> {
    if rated.is_empty() {
        return blind_request(told.own(), rng);
    }
    let log = told.log().iter();
    let own_moves = log.filter(|o| matches!(o, Observation::Move(_))).count();
    let margin = if own_moves < OPENING {
        OPENING_MARGIN
    } else {
        MARGIN
    };
    rng.pick(&as_good(rated, margin)).flatten()
}

/// The requests that are as good as the best, which is the first of `rated`.
fn as_good(rated: &[RatedRequest], margin: f64) -> Vec<Option<Move>> {
    let best = rated[0];
    rated
        .iter()
        .take_while(|r| r.depth == best.depth && r.boards == best.boards)
        .filter(|r| r.value >= best.value - margin)
        .filter(|r| r.loses_king <= best.loses_king && r.captures_king >= best.captures_king)
        .map(|r| r.request)
        .collect()
}

/// Returns the plies since a pawn move or capture, as far as the side was told: the opponent's pawn moves are
/// unknown.
#[must_use]
pub fn quiet_plies(told: &Observations) -> usize {
    let mut own = told.start().own_side(told.color());
    let mut quiet = 0;
    for (i, observation) in told.log().iter().enumerate() {
        match observation {
            Observation::TurnStart { capture } => {
                quiet += usize::from(told.opponent_moved_before(i));
                if let Some(square) = *capture {
                    own.apply_capture(square);
                    quiet = 0;
                }
            }
            Observation::Sense(_) => {}
            Observation::Move(result) => {
                quiet += 1;
                if let Some(taken) = result.taken {
                    if result.capture.is_some() || role_at(&own, taken) == Some(Role::Pawn) {
                        quiet = 0;
                    }
                    own.apply_own_move(taken);
                }
            }
        }
    }
    quiet
}

fn role_at(own: &OwnSide, m: Move) -> Option<Role> {
    own.board().role_at(m.from)
}

/// A request when nothing is known of the opponent: any that leaves the king where it is.
pub(crate) fn blind_request(own: &OwnSide, rng: &mut Rng) -> Option<Move> {
    let requests: Vec<Move> = own
        .requests()
        .into_iter()
        .filter(|m| role_at(own, *m) != Some(Role::King))
        .collect();
    rng.pick(&requests)
}

impl Agent for Hsuc {
    fn name(&self) -> &'static str {
        "hsuc"
    }

    fn set_evaluator(&mut self, evaluator: Box<dyn Evaluator>) {
        if evaluator.name() != self.evaluator.name() {
            // What the other one said is not mixed with it.
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
        let rated = self.rate_requests(told, budget)?;
        if rated.is_empty()
            && let Some(request) = self.tracker.move_without_set(self.seed, told, budget)?
        {
            return Ok(request);
        }
        Ok(choose_as_good(told, &rated, &mut self.rng(told)))
    }
}
