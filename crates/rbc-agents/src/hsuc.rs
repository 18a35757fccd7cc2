//! The exact information set, with sensing by HSUC.

use std::{fmt, ops::ControlFlow};

use rbc_belief::{InformationSet, InformationSetError, SenseValues, Surveying};
use rbc_rules::{Color, Move, Observation, Observations, OwnSide, Position, Role, Square};

use crate::{
    Agent, Budget, BuiltIn, Cancelled, Evaluator, RatedRequest, Rating, RatingOptions, Rng,
    random::random_sense, sense_choice::guarded_square,
};

/// Keeps every possible board, senses where the worst case leaves the fewest (HSUC, Algorithm 1 of
/// Guo et al., 2020), and requests what is best over the boards that are left
/// ([`Rating`]).
///
/// One thing is added: where the own king may stand under attack, the sense weighs what it would save
/// ([`guarded_square`]). Without it the quick attacks of `attacker` get through unseen in a tenth of
/// all games.
///
/// The paper (see [`rbc_belief::hsuc`]) was retracted by its publisher in 2023. The algorithm is used as it is defined there; no
/// figure of the paper is relied on.
pub struct Hsuc {
    seed: u64,
    cap: usize,
    guarded: bool,
    evaluator: Box<dyn Evaluator>,
    tracker: Option<Tracker>,
}

/// The set of one game, and what it took in.
#[derive(Debug)]
struct Tracker {
    color: Color,
    start: Position,
    seen: Vec<Observation>,
    set: InformationSet,
    /// The survey of the set for the next sense: what was done of it when the decision was broken off.
    surveying: Option<Surveying>,
    /// The table of requests on the set, as far as it was when the decision was broken off.
    rating: Option<Rating>,
}

impl fmt::Debug for Hsuc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hsuc")
            .field("seed", &self.seed)
            .field("evaluator", &self.evaluator.name())
            .field("tracker", &self.tracker)
            .finish_non_exhaustive()
    }
}

impl Hsuc {
    /// Boards held at most (16 bytes each); larger sets are sampled until they shrink again.
    pub const DEFAULT_CAP: usize = 1_000_000;

    /// The player of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Hsuc {
        Hsuc::with_cap(seed, Hsuc::DEFAULT_CAP)
    }

    /// The player of `seed` that holds at most `cap` boards.
    #[must_use]
    pub fn with_cap(seed: u64, cap: usize) -> Hsuc {
        Hsuc {
            seed,
            cap,
            guarded: true,
            evaluator: Box::new(BuiltIn),
            tracker: None,
        }
    }

    /// The same player with another evaluator.
    #[must_use]
    pub fn with_evaluator(self, evaluator: Box<dyn Evaluator>) -> Hsuc {
        Hsuc { evaluator, ..self }
    }

    /// The same player with nothing but HSUC for its senses, to measure that.
    #[must_use]
    pub fn without_guard(self) -> Hsuc {
        Hsuc {
            guarded: false,
            ..self
        }
    }

    /// The boards that were possible at the last decision; `None` before the first.
    #[must_use]
    pub fn information_set(&self) -> Option<&InformationSet> {
        self.tracker.as_ref().map(|tracker| &tracker.set)
    }

    /// Every request and the pass, best first; empty when no information set can be had.
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
        if self.catch_up(told, budget)?.is_none() {
            return Ok(Vec::new());
        }
        let Some(tracker) = &mut self.tracker else {
            return Ok(Vec::new());
        };
        let set = &tracker.set;
        let rating = tracker.rating.get_or_insert_with(|| {
            let options = RatingOptions {
                quiet_plies: quiet_plies(told),
                nodes: budget.left(),
                ..RatingOptions::default()
            };
            Rating::new(set, options, &mut rng)
        });
        while !rating.advance(&mut *self.evaluator, budget)? {}
        let table = rating.table();
        tracker.rating = None;
        Ok(table)
    }

    fn rng(&self, told: &Observations) -> Rng {
        Rng::for_decision(self.seed, told.log().len())
    }

    /// The set after everything that was told. `None` when there is none: too many pieces for a
    /// packed board, or observations that contradict each other.
    fn catch_up(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<&InformationSet>, Cancelled> {
        let follows = self.tracker.as_ref().is_some_and(|tracker| {
            tracker.color == told.color()
                && tracker.start == *told.start()
                && told.log().starts_with(&tracker.seen)
        });
        if !follows {
            self.tracker = InformationSet::new(told.color(), told.start(), self.cap)
                .ok()
                .map(|set| Tracker {
                    color: told.color(),
                    start: told.start().clone(),
                    seen: Vec::new(),
                    set,
                    surveying: None,
                    rating: None,
                });
        }
        let Some(tracker) = &mut self.tracker else {
            return Ok(None);
        };
        // There is no decision without the set: "move now" waits for it, "cancel" does not.
        let mut watch = |_, _| match budget.should_stop() {
            Ok(_) => ControlFlow::Continue(()),
            Err(Cancelled) => ControlFlow::Break(()),
        };
        if tracker.set.observed() < told.log().len() {
            tracker.surveying = None;
            tracker.rating = None;
        }
        let result = tracker.set.catch_up(told, &mut watch);
        tracker.seen.clear();
        let observed = told.log().iter().take(tracker.set.observed());
        tracker.seen.extend(observed.cloned());
        match result {
            Ok(()) => Ok(self.information_set()),
            Err(InformationSetError::Interrupted) => Err(Cancelled),
            Err(InformationSetError::NoBoardFits) => {
                self.tracker = None;
                Ok(None)
            }
        }
    }

    /// What each sense would leave; `None` where one board is possible and there is nothing to learn.
    fn survey(&mut self, budget: &mut Budget<'_>) -> Result<Option<SenseValues>, Cancelled> {
        let Some(tracker) = &mut self.tracker else {
            return Ok(None);
        };
        let boards = tracker.set.boards();
        if boards.len() < 2 {
            return Ok(None);
        }
        let surveying = tracker.surveying.get_or_insert_default();
        while !surveying.advance(boards, None) {
            if budget.should_stop()? {
                surveying.hurry();
            }
        }
        Ok(Some(surveying.finish().senses))
    }
}

/// Own moves at the beginning in which more is as good as the best, so that games differ.
const OPENING: usize = 8;
/// What requests may be worth less than the best in the opening, and later, and still be chosen.
const OPENING_MARGIN: f64 = 0.012;
const MARGIN: f64 = 0.002;

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

/// Plies since a pawn was moved or a piece captured, as far as the side was told: the opponent's
/// pawn moves are not.
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
        if evaluator.name() != self.evaluator.name()
            && let Some(tracker) = &mut self.tracker
        {
            // What the other one said is not mixed with it.
            tracker.rating = None;
        }
        self.evaluator = evaluator;
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let mut rng = self.rng(told);
        let (seed, guarded) = (self.seed, self.guarded);
        if self.catch_up(told, budget)?.is_none() {
            return Ok(random_sense(seed, told));
        }
        let Some(values) = self.survey(budget)? else {
            return Ok(None);
        };
        let Some(set) = self.information_set() else {
            return Ok(None);
        };
        budget.spend(set.len() as u64);
        let square = budget.once(|| {
            if guarded {
                guarded_square(set, &values, &mut rng)
            } else {
                values.best()
            }
        });
        budget.should_stop()?;
        Ok(Some(square))
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let rated = self.rate_requests(told, budget)?;
        let mut rng = self.rng(told);
        if rated.is_empty() {
            return Ok(blind_request(told.own(), &mut rng));
        }
        let own_moves = told
            .log()
            .iter()
            .filter(|o| matches!(o, Observation::Move(_)));
        let margin = if own_moves.count() < OPENING {
            OPENING_MARGIN
        } else {
            MARGIN
        };
        Ok(rng.pick(&as_good(&rated, margin)).flatten())
    }
}
