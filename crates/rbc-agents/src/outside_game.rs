//! An agent in a game that another program runs and times.

use std::{fmt, time::Duration};

use rbc_rules::{Color, Move, Observation, ObservationError, Observations, Position, Square};

use crate::{
    Agent, Budget, Cancelled, Hsuc, Random,
    thinking_time::{Kind, Pace, ThinkingTime},
};

/// Boards of the quicker player's set, for a turn of a few milliseconds.
const FEW_BOARDS: usize = 2_000;

/// What a decision may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnLimits {
    /// The most time for a turn, its sense and its move together.
    pub turn: Option<Duration>,
    /// Nodes for a decision; without them, as many as fit into the time.
    pub nodes: Option<u64>,
    /// The time left on the game's clock.
    pub left: Option<Duration>,
}

/// Tells how long a decision has taken so far; nothing, to cancel it.
pub type DecisionClock<'a> = &'a mut dyn FnMut() -> Option<Duration>;

/// One side of a game that another program runs: what it was told, its agent, and who decides if the agent does not
/// in time.
///
/// ```
/// use std::time::Duration;
/// use rbc_agents::{OutsideGame, Random, TurnLimits};
/// use rbc_rules::{Color, Observation, Position};
/// let mut game = OutsideGame::new(Box::new(Random::new(1)), 1, Color::White, &Position::initial());
/// game.push(Observation::TurnStart { capture: None })?;
/// let square = game.choose_sense(TurnLimits::default(), &mut || Some(Duration::ZERO))?;
/// assert!(square.is_some());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct OutsideGame {
    told: Observations,
    seed: u64,
    agent: Box<dyn Agent>,
    quicker: Hsuc,
    /// Time of this turn's sense.
    sensing: Duration,
    /// Of the agent's senses and moves.
    paces: [Pace; 2],
}

impl fmt::Debug for OutsideGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutsideGame")
            .field("told", &self.told)
            .field("seed", &self.seed)
            .field("agent", &self.agent.name())
            .field("sensing", &self.sensing)
            .finish_non_exhaustive()
    }
}

impl OutsideGame {
    /// Creates the side of `color` in a game from `start`, played by `agent`; whoever stands in for it takes `seed`.
    #[must_use]
    pub fn new(agent: Box<dyn Agent>, seed: u64, color: Color, start: &Position) -> OutsideGame {
        OutsideGame {
            told: Observations::new(color, start),
            seed,
            agent,
            quicker: Hsuc::with_cap(seed, FEW_BOARDS),
            sensing: Duration::ZERO,
            paces: [Pace::default(); 2],
        }
    }

    /// Returns what the side was told.
    #[must_use]
    pub const fn told(&self) -> &Observations {
        &self.told
    }

    /// Adds what the side was told next.
    ///
    /// # Errors
    ///
    /// Those of [`Observations::push`]; nothing has changed then.
    pub fn push(&mut self, observation: Observation) -> Result<(), ObservationError> {
        let begins = matches!(observation, Observation::TurnStart { .. });
        self.told.push(observation)?;
        if begins {
            self.sensing = Duration::ZERO;
        }
        Ok(())
    }

    /// Chooses where to sense. The phase must be [`Phase::Sense`](rbc_rules::Phase::Sense).
    ///
    /// # Errors
    ///
    /// When the clock tells nothing. The question can be asked again.
    pub fn choose_sense(
        &mut self,
        limits: TurnLimits,
        clock: DecisionClock<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let square = self.decide(Kind::Sense, limits, clock, |agent, told, budget| {
            agent.choose_sense(told, budget)
        })?;
        self.sensing = clock().ok_or(Cancelled)?;
        Ok(square)
    }

    /// Chooses a request. The phase must be [`Phase::Move`](rbc_rules::Phase::Move).
    ///
    /// # Errors
    ///
    /// When the clock tells nothing. The question can be asked again.
    pub fn choose_move(
        &mut self,
        limits: TurnLimits,
        clock: DecisionClock<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let kind = Kind::Move(self.sensing);
        self.decide(kind, limits, clock, |agent, told, budget| {
            agent.choose_move(told, budget)
        })
    }

    /// Lets the agent decide; if it does not in time, the quicker player; at last, makes any allowed choice.
    fn decide<T>(
        &mut self,
        kind: Kind,
        limits: TurnLimits,
        clock: DecisionClock<'_>,
        ask: impl Fn(&mut dyn Agent, &Observations, &mut Budget<'_>) -> Result<Option<T>, Cancelled>,
    ) -> Result<Option<T>, Cancelled> {
        let time = ThinkingTime::new(kind, limits.turn, limits.left);
        let players: [(&mut dyn Agent, ThinkingTime); 2] = [
            (&mut *self.agent, time),
            (&mut self.quicker, time.for_the_quicker()),
        ];
        let pace = &mut self.paces[usize::from(kind != Kind::Sense)];
        for (stands_in, (player, time)) in players.into_iter().enumerate() {
            let began = clock().ok_or(Cancelled)?;
            let elapsed = || clock().map(|now| now.saturating_sub(began));
            let mut budget = time.budget(limits.nodes, *pace, elapsed);
            let choice = ask(player, &self.told, &mut budget);
            let spent = budget.spent();
            drop(budget);
            if let Ok(choice) = choice {
                let took = clock().map(|now| now.saturating_sub(began));
                if stands_in == 0 {
                    pace.learn(spent, took.unwrap_or_default());
                }
                return Ok(choice);
            }
        }
        clock().ok_or(Cancelled)?;
        let mut random = Random::new(self.seed);
        ask(&mut random, &self.told, &mut Budget::unlimited())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rbc_rules::SenseResult;

    /// Never decides until it is cancelled.
    struct Slow;

    impl Agent for Slow {
        fn name(&self) -> &'static str {
            "slow"
        }

        fn choose_sense(
            &mut self,
            _: &Observations,
            budget: &mut Budget<'_>,
        ) -> Result<Option<Square>, Cancelled> {
            loop {
                budget.should_stop()?;
            }
        }

        fn choose_move(
            &mut self,
            _: &Observations,
            budget: &mut Budget<'_>,
        ) -> Result<Option<Move>, Cancelled> {
            loop {
                budget.should_stop()?;
            }
        }
    }

    fn slow() -> OutsideGame {
        let agent = Box::new(Slow);
        let mut game = OutsideGame::new(agent, 1, Color::Black, &Position::initial());
        game.push(Observation::TurnStart { capture: None })
            .expect("a turn");
        game
    }

    /// A clock that goes a millisecond further with each look at it.
    fn ticking() -> impl FnMut() -> Option<Duration> {
        let mut ticks = 0;
        move || {
            ticks += 1;
            Some(Duration::from_millis(ticks))
        }
    }

    #[test]
    fn who_does_not_decide_in_time_is_stood_in_for() {
        for left in [0, 1, 1_000] {
            let limits = TurnLimits {
                left: Some(Duration::from_millis(left)),
                ..TurnLimits::default()
            };
            let mut game = slow();
            let square = game.choose_sense(limits, &mut ticking());
            assert!(matches!(square, Ok(Some(_))), "{left} ms: {square:?}");
            game.push(Observation::Sense(SenseResult::default()))
                .expect("no sense");
            let request = game.choose_move(limits, &mut ticking());
            assert!(request.is_ok(), "{left} ms: {request:?}");
        }
    }

    #[test]
    fn who_cancels_gets_no_answer_from_anybody() {
        let mut game = slow();
        let mut looks = 0;
        let mut clock = || {
            looks += 1;
            (looks < 9).then_some(Duration::ZERO)
        };
        let answer = game.choose_sense(TurnLimits::default(), &mut clock);
        assert_eq!(answer, Err(Cancelled));
    }
}
