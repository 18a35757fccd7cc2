//! `reconchess`'s `RandomBot`.

use rbc_rules::{Move, Observations, Square};

use crate::{Agent, Budget, Cancelled, Rng};

/// Senses any square and requests any move or the pass, with equal probability.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
}

impl Random {
    /// Creates the agent of `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random { seed }
    }
}

/// Any of the 64 squares.
pub(crate) fn random_sense(seed: u64, told: &Observations) -> Option<Square> {
    let index = Rng::for_decision(seed, told.log().len()).below(64);
    u32::try_from(index).ok().map(Square::new)
}

impl Agent for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        budget.should_stop()?;
        Ok(random_sense(self.seed, told))
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        budget.should_stop()?;
        let mut rng = Rng::for_decision(self.seed, told.log().len());
        let requests = told.own().requests();
        // One more than there are requests: the pass.
        let index = rng.below(requests.len() + 1);
        Ok(requests.get(index).copied())
    }
}
