//! The player of the highest level.

use std::sync::Arc;

use rbc_belief::BoardWeigher;
use rbc_rules::{Move, Observations, Square};

use crate::{Agent, Budget, Cancelled, Siamese};

/// [`Siamese`] with nodes of its own.
#[derive(Debug)]
pub struct Strongest {
    name: &'static str,
    nodes: u64,
    siamese: Siamese,
}

impl Strongest {
    /// Creates the player of `seed`, called `name`, with so many nodes for each decision.
    #[must_use]
    pub fn new(name: &'static str, nodes: u64, seed: u64) -> Strongest {
        Strongest {
            name,
            nodes,
            siamese: Siamese::new(seed),
        }
    }
}

impl Agent for Strongest {
    fn name(&self) -> &'static str {
        self.name
    }

    fn set_weigher(&mut self, weigher: Arc<dyn BoardWeigher>) {
        self.siamese.set_weigher(weigher);
    }

    fn wants_weigher(&self) -> bool {
        true
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let siamese = &mut self.siamese;
        budget.with_nodes(self.nodes, |budget| siamese.choose_sense(told, budget))
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let siamese = &mut self.siamese;
        budget.with_nodes(self.nodes, |budget| siamese.choose_move(told, budget))
    }
}
