//! The interface of players.

use std::sync::Arc;

use rbc_belief::BoardWeigher;
use rbc_rules::{Move, Observations, Square};

use crate::{Budget, Cancelled, Evaluator};

/// A player: it decides where to sense and what to request from what its side was told.
///
/// Agents keep no state that the log would not give back: whatever they remember between calls is a
/// cache. A new agent with the same seed that is handed the log of a game in progress decides as the
/// old one would have (where a budget of nodes, not of time, bounds both).
///
/// ```
/// use rbc_agents::{Budget, create};
/// use rbc_rules::{Arbiter, Color, GameSetup};
/// let mut arbiter = Arbiter::new(GameSetup::default());
/// arbiter.start(0);
/// let mut agent = create("random", 1).expect("a player of that name");
/// let mut budget = Budget::unlimited();
/// let square = agent.choose_sense(arbiter.observations(Color::White), &mut budget)?;
/// arbiter.sense(square, 0)?;
/// let request = agent.choose_move(arbiter.observations(Color::White), &mut budget)?;
/// arbiter.play(request, 0)?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait Agent: Send {
    /// The name under which [`create`](crate::create) knows this agent.
    fn name(&self) -> &'static str;

    /// From now on the agent asks `evaluator` how good moves are, if it asks at all.
    fn set_evaluator(&mut self, evaluator: Box<dyn Evaluator>) {
        drop(evaluator);
    }

    /// From now on the agent asks `weigher` how likely boards are, if it asks at all.
    fn set_weigher(&mut self, weigher: Arc<dyn BoardWeigher>) {
        drop(weigher);
    }

    /// Whether the agent plays as it is meant to only with a [weigher](Self::set_weigher).
    fn wants_weigher(&self) -> bool {
        false
    }

    /// Where to sense, or `None` not to. Called in [`Phase::Sense`](rbc_rules::Phase::Sense).
    ///
    /// # Errors
    ///
    /// When the budget cancels the decision. The agent can be asked again.
    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled>;

    /// What to request (one of [`OwnSide::requests`](rbc_rules::OwnSide::requests)), or `None` to
    /// pass. Called in [`Phase::Move`](rbc_rules::Phase::Move).
    ///
    /// # Errors
    ///
    /// When the budget cancels the decision. The agent can be asked again.
    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled>;
}
