//! The information set of one game, kept up with what its side was told.

use std::{ops::ControlFlow, sync::Arc};

use rbc_belief::{
    Completeness, IdentityFilter, InformationSet, InformationSetError, Players, Surveying, Watch,
};
use rbc_rules::{Color, Move, Observation, Observations, Position, Square};

use crate::{
    Agent, Budget, Cancelled, Evaluator, PiecewiseGrid, SensePolicy, random::random_sense, sensing,
};

/// Boards that agents hold at most (16 bytes each): larger sets are sampled until they shrink again. As a
/// decision cannot be had without its set, this bounds the time that it takes.
pub const AGENT_CAP: usize = 250_000;

/// Follows the log of a game. `T` is what an agent has found out about the present set, and is dropped with
/// the next observation.
#[derive(Debug)]
pub(crate) struct SetTracker<T> {
    cap: usize,
    /// Work to make a sample exact again, where it is to be less than usual.
    replay_limit: Option<usize>,
    /// Who the opponent may be, where a filter is to follow the set, and the boards above which none does.
    players: Option<(Arc<Players>, usize)>,
    tracked: Option<Tracked<T>>,
    /// Whether the set [was lost](InformationSetError::Lost) when it was last asked for.
    lost: bool,
    /// Who plays on then.
    substitute: Option<Box<PiecewiseGrid>>,
}

/// The set after everything that was told.
#[derive(Debug)]
pub(crate) struct Tracked<T> {
    color: Color,
    start: Position,
    seen: Vec<Observation>,
    pub(crate) set: InformationSet,
    /// The probability of each board, where a filter [follows](SetTracker::follow) the set.
    pub(crate) filter: Option<IdentityFilter>,
    /// The probability of each policy when the filter was last given up.
    posterior: Vec<f64>,
    /// The survey of the set, as far as it was when the decision was broken off.
    pub(crate) surveying: Option<Surveying>,
    /// The rest of the decision, as far as it was when it was broken off.
    pub(crate) thinking: Option<T>,
}

impl<T> Tracked<T> {
    /// Takes in what was told since the last time.
    fn catch_up(
        &mut self,
        told: &Observations,
        players: Option<&(Arc<Players>, usize)>,
        watch: Watch<'_>,
    ) -> Result<(), InformationSetError> {
        let Some((players, boards)) = players else {
            return self.set.catch_up(told, watch);
        };
        for observation in told.log().iter().skip(self.set.observed()) {
            if matches!(observation, Observation::TurnStart { .. }) {
                self.begin_or_end_filter(players, *boards);
            }
            match &mut self.filter {
                Some(filter) => filter.observe(&mut self.set, observation, &**players, watch)?,
                None => self.set.observe_watched(observation, watch)?,
            }
        }
        Ok(())
    }

    /// Gives the filter up where the set has become too large for it, and begins one where it is small again. What was
    /// found out about the opponent is kept.
    fn begin_or_end_filter(&mut self, players: &Players, boards: usize) {
        let follows = self.set.len() <= boards && self.set.completeness() == Completeness::Exact;
        match &self.filter {
            Some(filter) if !follows => {
                self.posterior = filter.posterior().to_vec();
                self.filter = None;
            }
            None if follows => {
                if self.posterior.is_empty() {
                    self.posterior = players.prior();
                }
                self.filter = Some(IdentityFilter::new(&self.set, &self.posterior));
            }
            _ => {}
        }
    }
}

impl<T> SetTracker<T> {
    /// For sets of at most `cap` boards.
    pub(crate) const fn new(cap: usize) -> SetTracker<T> {
        SetTracker {
            cap,
            replay_limit: None,
            players: None,
            tracked: None,
            lost: false,
            substitute: None,
        }
    }

    /// Limits the work of making a sample exact again ([`InformationSet::with_replay_limit`]).
    pub(crate) const fn limit_replay(&mut self, successors: usize) {
        self.replay_limit = Some(successors);
    }

    /// Has a filter follow the set, which supposes one of `players` to be the opponent, while the set is exact and has at
    /// most `boards` boards before the opponent's move.
    pub(crate) fn follow(&mut self, players: Arc<Players>, boards: usize) {
        self.players = Some((players, boards));
        self.tracked = None;
    }

    /// The set of the last decision; `None` before the first.
    pub(crate) fn set(&self) -> Option<&InformationSet> {
        self.tracked.as_ref().map(|tracked| &tracked.set)
    }

    /// Forgets what was thought about the present set.
    pub(crate) fn think_anew(&mut self) {
        if let Some(tracked) = &mut self.tracked {
            tracked.surveying = None;
            tracked.thinking = None;
        }
    }

    /// The set after everything that was told. `None` when there is none: too many pieces for a packed
    /// board, observations that contradict each other, or a set that [was lost](InformationSetError::Lost).
    pub(crate) fn catch_up(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<&mut Tracked<T>>, Cancelled> {
        let follows = self.tracked.as_ref().is_some_and(|tracked| {
            tracked.color == told.color()
                && tracked.start == *told.start()
                && told.log().starts_with(&tracked.seen)
        });
        if !follows {
            let limit = self.replay_limit;
            self.tracked = InformationSet::new(told.color(), told.start(), self.cap)
                .ok()
                .map(|set| match limit {
                    Some(successors) => set.with_replay_limit(successors),
                    None => set,
                })
                .map(|set| Tracked {
                    color: told.color(),
                    start: told.start().clone(),
                    seen: Vec::new(),
                    set,
                    filter: None,
                    posterior: Vec::new(),
                    surveying: None,
                    thinking: None,
                });
        }
        let Some(tracked) = &mut self.tracked else {
            return Ok(None);
        };
        // There is no decision without the set: "move now" waits for it, "cancel" does not.
        let mut watch = |_, _| match budget.should_stop() {
            Ok(_) => ControlFlow::Continue(()),
            Err(Cancelled) => ControlFlow::Break(()),
        };
        if tracked.set.observed() < told.log().len() {
            tracked.surveying = None;
            tracked.thinking = None;
        }
        let result = tracked.catch_up(told, self.players.as_ref(), &mut watch);
        tracked.seen.clear();
        let observed = told.log().iter().take(tracked.set.observed());
        tracked.seen.extend(observed.cloned());
        self.lost = result == Err(InformationSetError::Lost);
        match result {
            Ok(()) => Ok(self.tracked.as_mut()),
            Err(InformationSetError::Interrupted) => Err(Cancelled),
            // It is kept, and says so at once the next time.
            Err(InformationSetError::Lost) => Ok(None),
            Err(InformationSetError::NoBoardFits) => {
                self.tracked = None;
                Ok(None)
            }
        }
    }

    /// The sense of a side that [has no set](SetTracker::catch_up).
    pub(crate) fn sense_without_set(
        &mut self,
        seed: u64,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        match self.substitute(seed) {
            Some(substitute) => substitute.choose_sense(told, budget),
            None => Ok(random_sense(seed, told)),
        }
    }

    /// The request of a side that [has no set](SetTracker::catch_up), by somebody who needs none; `None` where nobody can.
    pub(crate) fn move_without_set(
        &mut self,
        seed: u64,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Option<Move>>, Cancelled> {
        let substitute = self.substitute(seed);
        substitute.map_or(Ok(None), |substitute| {
            substitute.choose_move(told, budget).map(Some)
        })
    }

    /// Who plays on when the set is lost: it keeps no boards, and so loses none.
    fn substitute(&mut self, seed: u64) -> Option<&mut PiecewiseGrid> {
        if !self.lost {
            return None;
        }
        let substitute = self
            .substitute
            .get_or_insert_with(|| Box::new(PiecewiseGrid::new(seed)));
        Some(substitute)
    }

    /// The sense that `policy` chooses on the set; any square where there is no set.
    pub(crate) fn choose_sense(
        &mut self,
        policy: SensePolicy,
        told: &Observations,
        (evaluator, seed): (&mut dyn Evaluator, u64),
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let Some(tracked) = self.catch_up(told, budget)? else {
            return self.sense_without_set(seed, told, budget);
        };
        let set = (&tracked.set, &mut tracked.surveying);
        sensing::choose(policy, set, None, told, (evaluator, seed), budget)
    }
}

#[cfg(test)]
mod tests {
    use rbc_rules::{MoveResult, Piece, Role, SenseResult, window};

    use super::*;
    use crate::{Agent, Hsuc};

    /// White has passed without a sense for some turns, and is now shown what no board has: a pawn on Black's first rank. Boards
    /// are too many to find that out.
    fn told_what_cannot_be() -> Observations {
        let mut told = Observations::new(Color::White, &Position::initial());
        let begin = || Observation::TurnStart { capture: None };
        for _ in 0..9 {
            let pass = Observation::Move(MoveResult::default());
            for observation in [begin(), Observation::Sense(SenseResult::default()), pass] {
                told.push(observation).expect("in order");
            }
        }
        told.push(begin()).expect("in order");
        let pawn = Piece {
            color: Color::Black,
            role: Role::Pawn,
        };
        let contents = window(Square::B7)
            .into_iter()
            .map(|square| (square, (square == Square::B8).then_some(pawn)))
            .collect::<Vec<_>>();
        let seen = SenseResult::of_window(&contents).expect("a window");
        told.push(Observation::Sense(seen)).expect("in order");
        told
    }

    #[test]
    fn a_side_whose_set_is_lost_plays_on() {
        let told = told_what_cannot_be();
        let mut tracker = SetTracker::<()>::new(1);
        let mut budget = Budget::nodes(500);
        let set = tracker.catch_up(&told, &mut budget);
        assert!(set.expect("not cancelled").is_none());
        assert!(tracker.lost);

        let nodes = || Budget::nodes(500);
        let mut substitute = PiecewiseGrid::new(1);
        let request = substitute.choose_move(&told, &mut nodes());
        let mut later = told.clone();
        let pass = Observation::Move(MoveResult::default());
        for observation in [pass, Observation::TurnStart { capture: None }] {
            later.push(observation).expect("in order");
        }
        let square = substitute.choose_sense(&later, &mut nodes());
        let mut player = Hsuc::with_cap(1, 1);
        let cancel = Budget::new(None, Box::new(|| crate::Stop::Cancel));
        assert_eq!(player.choose_move(&told, &mut { cancel }), Err(Cancelled));
        assert_eq!(player.choose_move(&told, &mut nodes()), request);
        assert_eq!(player.choose_sense(&later, &mut nodes()), square);
        // Another game is followed as ever.
        let mut other = Observations::new(Color::White, &Position::initial());
        other
            .push(Observation::TurnStart { capture: None })
            .expect("in order");
        assert!(
            tracker
                .catch_up(&other, &mut budget)
                .is_ok_and(|set| set.is_some())
        );
    }
}
