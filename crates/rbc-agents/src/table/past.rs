//! Games that go on from a point of another one.

use std::{error, fmt};

use rbc_belief::replay::{GameReplay, StepPhase};
use rbc_rules::{GameSetup, MoveResult, Position, Square};

use super::{Seat, Table, TableError};

/// The first half-turns of a game, from which another one goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Past {
    start: Position,
    turns: Vec<(Option<Square>, MoveResult)>,
}

/// Why a game cannot go on from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PastError {
    /// The game has only so many half-turns.
    Short {
        /// Half-turns asked for.
        asked: usize,
        /// Half-turns of the game.
        turns: usize,
    },
    /// The game is over there.
    Over,
    /// The record departs from the rules in this half-turn.
    Departs(usize),
    /// A past brings its own start position.
    TwoStarts,
}

impl fmt::Display for PastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PastError::Short { asked, turns } => write!(
                f,
                "the game has {turns} half-turns, so no game can go on after {asked}"
            ),
            PastError::Over => f.write_str("the game is over there, so none can go on"),
            PastError::Departs(turn) => write!(
                f,
                "the record departs from the rules in half-turn {}, so no game can go on after it",
                turn + 1
            ),
            PastError::TwoStarts => {
                f.write_str("a game that goes on from another has that one's start position")
            }
        }
    }
}

impl error::Error for PastError {}

impl Past {
    /// The first `half_turns` of a game, or of a branch of one.
    ///
    /// # Errors
    ///
    /// When the game has fewer, or departs from the rules before.
    pub fn of(replay: &GameReplay, half_turns: usize) -> Result<Past, PastError> {
        let steps = replay.steps();
        let first = steps.first().and_then(|step| step.fen.parse().ok());
        let start = first.ok_or(PastError::Departs(0))?;
        let moved = steps.iter().filter(|s| s.phase == StepPhase::Moved);
        let mut turns: Vec<(Option<Square>, MoveResult)> = moved
            .filter_map(|step| Some((step.sense.as_ref()?.square, step.played?)))
            .collect();
        if turns.len() < half_turns {
            return Err(PastError::Short {
                asked: half_turns,
                turns: turns.len(),
            });
        }
        turns.truncate(half_turns);
        Ok(Past { start, turns })
    }
}

impl Table {
    /// Starts a game whose first half-turns are those of another one: each side has been told what was told to it
    /// there. The start position of `setup` is not used.
    ///
    /// ```
    /// use rbc_agents::{Past, Seat, Table};
    /// use rbc_belief::replay::{Action, GameReplay};
    /// use rbc_rules::{Color, GameHistory, GameSetup};
    /// let game = GameReplay::new(&GameHistory::default());
    /// let game = game.branch(0, Action::Request("e2e4".parse().ok()))?;
    /// let seats = ["Ada", "Bob"].map(|name| Seat::Person { name: name.into() });
    /// let table = Table::play_on(seats, GameSetup::default(), 7, &Past::of(&game, 1)?, 0)?;
    /// assert_eq!(table.turn(), Color::Black);
    /// assert_eq!(table.observations(Color::White)?.turns(), 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`Table::new`], and when the game is over there, or is not by the rules.
    pub fn play_on(
        seats: [Seat; 2],
        setup: GameSetup,
        seed: u64,
        past: &Past,
        now_ms: i64,
    ) -> Result<Table, TableError> {
        let setup = GameSetup {
            start: past.start.clone(),
            ..setup
        };
        let mut table = Table::seated(seats, setup, seed)?;
        let arbiter = &mut table.arbiter;
        // All at one moment: no time passes for what was played before.
        arbiter.start(now_ms);
        for (turn, (sense, played)) in past.turns.iter().enumerate() {
            let departs = TableError::Past(PastError::Departs(turn));
            if arbiter.outcome().is_some() {
                return Err(TableError::Past(PastError::Over));
            }
            arbiter.sense(*sense, now_ms)?;
            match arbiter.play(played.requested, now_ms) {
                Ok(result) if result == *played => {}
                _ => return Err(departs),
            }
        }
        if arbiter.outcome().is_some() {
            return Err(TableError::Past(PastError::Over));
        }
        if let Some(clock) = arbiter.setup().clock {
            // Increments are for turns of this game.
            let left = shakmaty::ByColor::new_with(|_| clock.initial_ms);
            arbiter.resume_clock(left, now_ms);
        }
        table.past = past.turns.len();
        Ok(table)
    }
}
