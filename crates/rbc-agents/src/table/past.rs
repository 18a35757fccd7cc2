//! Games that go on from a point of another one.

use std::{error, fmt};

use rbc_belief::replay::{GameReplay, StepPhase};
use rbc_rules::{Arbiter, GameSetup, MoveResult, Position, Square};

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

    /// Returns after how many of a game's half-turns at most another one can go on, or `None` if not even from its start
    /// position; and why not after one more, or `None` where the game has no more. Plays the game once.
    ///
    /// ```
    /// use rbc_agents::{Past, PastError};
    /// use rbc_belief::replay::{Action, GameReplay};
    /// use rbc_rules::GameHistory;
    /// let game = GameReplay::new(&GameHistory::default());
    /// let game = game.branch(0, Action::Request("e2e4".parse().ok()))?;
    /// assert_eq!(Past::limit(&game), (Some(1), None));
    /// # Ok::<_, rbc_belief::replay::BranchError>(())
    /// ```
    #[must_use]
    pub fn limit(replay: &GameReplay) -> (Option<usize>, Option<PastError>) {
        let turns = replay.steps().iter();
        let turns = turns.filter(|step| step.phase == StepPhase::Moved).count();
        let past = match Past::of(replay, turns) {
            Ok(past) => past,
            Err(error) => return (None, Some(error)),
        };
        let mut arbiter = Arbiter::new(GameSetup {
            start: past.start.clone(),
            ..GameSetup::default()
        });
        arbiter.start(0);
        let error = past.play(&mut arbiter, 0).err();
        match error {
            Some((0, PastError::Over)) => (None, Some(PastError::Over)),
            Some((turns, PastError::Over)) => (Some(turns - 1), Some(PastError::Over)),
            Some((turns, error)) => (Some(turns), Some(error)),
            None => (Some(turns), None),
        }
    }

    /// Plays the half-turns in a game that has just begun. An error comes with the half-turns played.
    fn play(&self, arbiter: &mut Arbiter, now_ms: i64) -> Result<(), (usize, PastError)> {
        for (turn, (sense, played)) in self.turns.iter().enumerate() {
            if arbiter.outcome().is_some() {
                return Err((turn, PastError::Over));
            }
            let sensed = arbiter.sense(*sense, now_ms);
            let result = sensed.and_then(|_| arbiter.play(played.requested, now_ms));
            if result.ok() != Some(*played) {
                return Err((turn, PastError::Departs(turn)));
            }
        }
        match arbiter.outcome() {
            Some(_) => Err((self.turns.len(), PastError::Over)),
            None => Ok(()),
        }
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
        past.play(arbiter, now_ms)
            .map_err(|(_, error)| TableError::Past(error))?;
        if let Some(clock) = arbiter.setup().clock {
            // Increments are for turns of this game.
            let left = shakmaty::ByColor::new_with(|_| clock.initial_ms);
            arbiter.resume_clock(left, now_ms);
        }
        table.past = past.turns.len();
        Ok(table)
    }
}
