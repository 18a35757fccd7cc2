//! Turns taken back.

use std::{error, fmt};

use rbc_rules::Color;

use super::{Seat, Table, TableError, side};

/// Why no turn can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TakeBackRefusal {
    /// The game has a clock.
    Clock,
    /// The side has not sensed yet in this game.
    Nothing,
}

impl fmt::Display for TakeBackRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TakeBackRefusal::Clock => "turns cannot be taken back in a game with a clock",
            TakeBackRefusal::Nothing => "there is no turn to take back",
        })
    }
}

impl error::Error for TakeBackRefusal {}

impl Table {
    /// Takes back the last turn of the person at `color`: the game stands before its last sense again, and all that came
    /// after is undone, the end of the game too.
    ///
    /// What is left is played again from the recorded decisions. Agents decide by their seed and by what they were told, so
    /// the same decisions (with the same nodes) lead to the same game again.
    ///
    /// # Errors
    ///
    /// For an agent's seat, and as [`Table::take_back_refusal`] says; nothing changes then.
    pub fn take_back(&mut self, color: Color, now_ms: i64) -> Result<(), TableError> {
        if let Seat::Agent { .. } = self.seat(color) {
            return Err(TableError::AgentsSeat(color));
        }
        let turn = self.last_turn(color).map_err(TableError::TakeBack)?;
        let mut content = self.content(now_ms);
        content.turns.truncate(turn);
        content.outcome = None;
        content.taken_back[side(color)] += 1;
        // It was played before, so it can be again.
        *self =
            (content.play(now_ms)).map_err(|_| TableError::TakeBack(TakeBackRefusal::Nothing))?;
        Ok(())
    }

    /// Returns why `color` cannot take a turn back now; `None` when it can.
    #[must_use]
    pub fn take_back_refusal(&self, color: Color) -> Option<TakeBackRefusal> {
        self.last_turn(color).err()
    }

    /// How often `color` has taken a turn back.
    #[must_use]
    pub const fn taken_back(&self, color: Color) -> u32 {
        self.taken_back[side(color)]
    }

    /// The last half-turn in which `color` has sensed.
    fn last_turn(&self, color: Color) -> Result<usize, TakeBackRefusal> {
        let setup = self.arbiter.setup();
        if setup.clock.is_some() {
            return Err(TakeBackRefusal::Clock);
        }
        let told = self.arbiter.observations(color);
        let senses = told
            .log()
            .iter()
            .filter(|o| matches!(o, rbc_rules::Observation::Sense(_)));
        let begun = senses
            .count()
            .checked_sub(1)
            .ok_or(TakeBackRefusal::Nothing)?;
        // Sides take turns, and each begins with a sense.
        let turn = 2 * begun + usize::from(color != setup.start.turn());
        if turn < self.past {
            Err(TakeBackRefusal::Nothing)
        } else {
            Ok(turn)
        }
    }
}
