//! The interface of agents.

use std::sync::Arc;

use rbc_belief::{BoardWeigher, Players};
use rbc_rules::{Move, Observations, Square};

use crate::{Budget, Cancelled, Evaluator};

/// An agent: it chooses senses and requests from what its side was told.
///
/// Agents keep only caches between calls. A new agent with the same seed and the log of a game in progress decides as
/// the old one would have (where nodes, not time, limit both).
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
    /// Returns the name by which [`create`](crate::create) makes this agent.
    fn name(&self) -> &'static str;

    /// Makes the agent ask `evaluator` for scores of moves, if it uses any.
    fn set_evaluator(&mut self, evaluator: Box<dyn Evaluator>) {
        drop(evaluator);
    }

    /// Makes the agent ask `weigher` for weights of boards, if it uses any.
    fn set_weigher(&mut self, weigher: Arc<dyn BoardWeigher>) {
        drop(weigher);
    }

    /// Returns whether the agent needs a [weigher](Self::set_weigher) to play as intended.
    fn wants_weigher(&self) -> bool {
        false
    }

    /// Tells the agent who the opponent may be, if it makes use of that.
    fn set_players(&mut self, players: Arc<Players>) {
        drop(players);
    }

    /// Chooses the square to sense, or `None` for no sense. Called in [`Phase::Sense`](rbc_rules::Phase::Sense).
    ///
    /// # Errors
    ///
    /// When the budget cancels the decision. The agent can be asked again.
    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled>;

    /// Chooses a request (one of [`OwnSide::requests`](rbc_rules::OwnSide::requests)), or `None` to pass. Called in
    /// [`Phase::Move`](rbc_rules::Phase::Move).
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
