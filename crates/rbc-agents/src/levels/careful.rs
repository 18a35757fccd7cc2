//! The player of the middle levels: possible boards, of which it remembers some.

use rbc_rules::{Move, Observations, Square};

use super::{
    CarefulHabits,
    casual::{deviation, routine_sense},
};
use crate::{Agent, Budget, Cancelled, Hsuc, Rng, hsuc::choose_as_good};

/// [`Hsuc`] with less memory and time, which senses out of habit at times and misjudges requests.
#[derive(Debug)]
pub struct Careful {
    name: &'static str,
    habits: CarefulHabits,
    seed: u64,
    hsuc: Hsuc,
}

/// Raw successors for making a sample exact again: some 0.1 s on one thread, and three times that in a browser.
const REPLAY_WORK: usize = 1_000_000;

impl Careful {
    /// Creates the player of `seed`, called `name`.
    #[must_use]
    pub fn new(name: &'static str, habits: CarefulHabits, seed: u64) -> Careful {
        let hsuc = Hsuc::with_cap(seed, habits.boards)
            .with_replay_limit(REPLAY_WORK)
            .with_sensing(habits.sensing);
        Careful {
            name,
            habits,
            seed,
            hsuc,
        }
    }

    fn rng(&self, told: &Observations) -> Rng {
        // Not that of the player within.
        Rng::for_decision(!self.seed, told.log().len())
    }
}

impl Agent for Careful {
    fn name(&self) -> &'static str {
        self.name
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let mut rng = self.rng(told);
        if let Some(square) = routine_sense(self.habits.routine, told, &mut rng) {
            budget.should_stop()?;
            return Ok(Some(square));
        }
        let hsuc = &mut self.hsuc;
        budget.with_nodes(self.habits.nodes, |budget| hsuc.choose_sense(told, budget))
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let mut rng = self.rng(told);
        let hsuc = &mut self.hsuc;
        let rated =
            budget.with_nodes(self.habits.nodes, |budget| hsuc.rate_requests(told, budget))?;
        if rated.is_empty() {
            // There is no set.
            return budget.with_nodes(self.habits.nodes, |budget| hsuc.choose_move(told, budget));
        }
        if self.habits.misjudges == 0.0 {
            return Ok(choose_as_good(told, &rated, &mut rng));
        }
        let scored = rated.iter().filter(|row| row.boards > 0);
        let judged = scored.map(|row| {
            let error = self.habits.misjudges * deviation(&mut rng);
            (row.value + error, row.request)
        });
        match judged.max_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((_, request)) => Ok(request),
            None => Ok(choose_as_good(told, &rated, &mut rng)),
        }
    }
}
