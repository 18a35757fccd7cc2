//! A game in progress: whose turn it is, its clocks, what each side is told, and how it ends.

use std::{error, fmt};

use shakmaty::{ByColor, Color, Square};

use crate::{
    GameHistory, Move, MoveResult, Observation, Observations, Outcome, Phase, Position,
    SenseResult, WinReason,
};

/// The time for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockSetup {
    /// Milliseconds at the start.
    pub initial_ms: i64,
    /// Milliseconds added after each turn.
    pub increment_ms: i64,
}

impl Default for ClockSetup {
    /// 15 minutes and 5 seconds a turn, as in `reconchess`.
    fn default() -> ClockSetup {
        ClockSetup {
            initial_ms: 900_000,
            increment_ms: 5_000,
        }
    }
}

/// What defines a game before it starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSetup {
    /// The position to start from.
    pub start: Position,
    /// `None`: no clock.
    pub clock: Option<ClockSetup>,
    /// Plies without a pawn move or capture that end the game as a draw; `None`: no limit.
    pub move_limit: Option<u32>,
    /// Full turns after which the game is a draw; `None`: no limit.
    pub turn_limit: Option<u32>,
}

impl Default for GameSetup {
    /// The start position without a clock; a draw after 100 plies without a pawn move or capture.
    fn default() -> GameSetup {
        GameSetup {
            start: Position::initial(),
            clock: None,
            move_limit: Some(100),
            turn_limit: None,
        }
    }
}

/// Runs a game: carries out senses and moves, and tells each side what it may know.
///
/// The true position is private until the game is over ([`Arbiter::history`]). Times are milliseconds of a clock of
/// the caller's; the arbiter reads no clock.
///
/// ```
/// use rbc_rules::{Arbiter, Color, GameSetup, Phase, Square};
/// let mut arbiter = Arbiter::new(GameSetup::default());
/// arbiter.start(0);
/// arbiter.sense(Some(Square::E7), 10)?;
/// let result = arbiter.play("e2e4".parse().ok(), 20)?;
/// assert_eq!(result.capture, None);
/// assert_eq!(arbiter.turn(), Color::Black);
/// assert_eq!(arbiter.phase(), Phase::Sense);
/// # Ok::<_, rbc_rules::ArbiterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Arbiter {
    setup: GameSetup,
    position: Position,
    observations: ByColor<Observations>,
    history: GameHistory,
    phase: Phase,
    /// Milliseconds left to each side when the running turn began.
    time_left: Option<ByColor<i64>>,
    /// When the running turn began.
    turn_began: i64,
    outcome: Option<Outcome>,
}

impl Arbiter {
    /// Creates a game that has not started: [`Arbiter::start`] begins the first turn.
    #[must_use]
    pub fn new(setup: GameSetup) -> Arbiter {
        Arbiter {
            position: setup.start.clone(),
            observations: ByColor::new_with(|color| Observations::new(color, &setup.start)),
            history: GameHistory::default(),
            phase: Phase::Waiting,
            time_left: setup.clock.map(|c| ByColor::new_with(|_| c.initial_ms)),
            turn_began: 0,
            outcome: None,
            setup,
        }
    }

    /// Sets the players' names, for the record.
    pub fn name_players(&mut self, white: Option<String>, black: Option<String>) {
        self.history.white_name = white;
        self.history.black_name = black;
    }

    /// Begins the first turn and starts its clock. Does nothing when the game has already started.
    pub fn start(&mut self, now_ms: i64) {
        if self.phase == Phase::Waiting {
            self.turn_began = now_ms;
            self.begin_turn(None);
            self.end_if_over(now_ms);
        }
    }

    /// Returns what defines this game.
    #[must_use]
    pub const fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// Returns the side whose turn it is (or was, when the game ended).
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.position.turn()
    }

    /// Returns the phase of that side's turn: [`Phase::Waiting`] only before the start.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the number of half-turns (plies) completed.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.history.plies()
    }

    /// Returns what `color` was told.
    #[must_use]
    pub const fn observations(&self, color: Color) -> &Observations {
        self.observations.get(color)
    }

    /// Returns how the game ended, or `None` while it runs.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns the whole game with the true positions, once it is over.
    #[must_use]
    pub fn history(&self) -> Option<&GameHistory> {
        self.outcome.map(|_| &self.history)
    }

    /// Returns the milliseconds left to `color`, or `None` without a clock.
    #[must_use]
    pub fn time_left(&self, color: Color, now_ms: i64) -> Option<i64> {
        let left = *self.time_left.as_ref()?.get(color);
        let runs = color == self.turn() && matches!(self.phase, Phase::Sense | Phase::Move);
        Some(if runs {
            left - (now_ms - self.turn_began)
        } else {
            left
        })
    }

    /// Senses at `square` (or not at all) for the side to move.
    ///
    /// # Errors
    ///
    /// When it is not the time to sense; nothing changes then.
    pub fn sense(
        &mut self,
        square: Option<Square>,
        now_ms: i64,
    ) -> Result<SenseResult, ArbiterError> {
        self.expect(Phase::Sense)?;
        let turn = self.turn();
        let result = self.position.sense(square);
        self.tell(turn, Observation::Sense(result.clone()));
        self.history.push_sense(turn, result.clone());
        self.phase = Phase::Move;
        self.end_if_over(now_ms);
        Ok(result)
    }

    /// Carries out the request (or pass) of the side to move, ends its turn and begins the other side's.
    ///
    /// # Errors
    ///
    /// When it is not the time to move, or when the request is not one of
    /// [`OwnSide::requests`](crate::OwnSide::requests); nothing changes then.
    pub fn play(
        &mut self,
        requested: Option<Move>,
        now_ms: i64,
    ) -> Result<MoveResult, ArbiterError> {
        self.expect(Phase::Move)?;
        let turn = self.turn();
        let own = self.observations(turn).own();
        if let Some(request) = requested.filter(|m| !own.may_request(*m)) {
            return Err(ArbiterError::NotARequest(request));
        }
        let taken = requested.and_then(|m| self.position.taken_move(own.with_promotion(m)));

        let before = self.position.fen();
        let left = self.time_left(turn, now_ms);
        let capture = self.position.push(taken);
        let result = MoveResult {
            requested,
            taken,
            capture,
        };
        self.tell(turn, Observation::Move(result));
        self.history
            .push_move(turn, result, before, self.position.fen());

        // The increment comes before the comparison, so that a smaller overrun is forgiven.
        if let (Some(times), Some(left), Some(clock)) =
            (&mut self.time_left, left, self.setup.clock)
        {
            *times.get_mut(turn) = left + clock.increment_ms;
        }
        self.turn_began = now_ms;
        self.phase = Phase::Waiting;
        self.end_if_over(now_ms);
        if self.outcome.is_none() {
            self.begin_turn(capture);
        }
        Ok(result)
    }

    /// Resigns for `color`. Does nothing when the game is over.
    ///
    /// `reconchess` lets only the side to move resign; a person may also resign while waiting.
    pub fn resign(&mut self, color: Color, now_ms: i64) {
        if self.outcome.is_none() {
            self.finish(
                Outcome {
                    winner: Some(!color),
                    reason: WinReason::Resign,
                },
                now_ms,
            );
        }
    }

    /// Ends the game if the running clock has run out. Returns the outcome if the game is over.
    pub fn check_time(&mut self, now_ms: i64) -> Option<Outcome> {
        self.end_if_over(now_ms);
        self.outcome
    }

    /// Continues with `left_ms` on the clocks after a break, such as when a saved game is opened.
    pub fn resume_clock(&mut self, left_ms: ByColor<i64>, now_ms: i64) {
        if self.outcome.is_none() && self.time_left.is_some() {
            self.time_left = Some(left_ms);
            self.turn_began = now_ms;
        }
    }

    fn expect(&self, phase: Phase) -> Result<(), ArbiterError> {
        if self.phase == phase {
            Ok(())
        } else {
            Err(ArbiterError::OutOfOrder(self.phase))
        }
    }

    fn begin_turn(&mut self, capture: Option<Square>) {
        self.phase = Phase::Sense;
        self.tell(self.turn(), Observation::TurnStart { capture });
    }

    fn tell(&mut self, color: Color, observation: Observation) {
        let told = self.observations.get_mut(color).push(observation);
        debug_assert_eq!(told, Ok(()), "the arbiter told {color} the impossible");
    }

    /// In `reconchess`'s order: time-out (White's first), king capture, turn limit, move limit.
    fn end_if_over(&mut self, now_ms: i64) {
        if self.outcome.is_some() {
            return;
        }
        let timed_out = Color::ALL
            .into_iter()
            .find(|c| self.time_left(*c, now_ms).is_some_and(|left| left <= 0));
        let no_king = Color::ALL
            .into_iter()
            .find(|c| self.position.board().by_piece(c.king()).is_empty());
        let (loser, reason) = if let Some(color) = timed_out {
            (Some(color), WinReason::Timeout)
        } else if let Some(color) = no_king {
            (Some(color), WinReason::KingCapture)
        } else if self
            .setup
            .turn_limit
            .is_some_and(|limit| self.position.fullmoves() > limit)
        {
            (None, WinReason::TurnLimit)
        } else if self
            .setup
            .move_limit
            .is_some_and(|limit| self.position.halfmoves() >= limit)
        {
            (None, WinReason::MoveLimit)
        } else {
            return;
        };
        let winner = loser.map(|c| !c);
        self.finish(Outcome { winner, reason }, now_ms);
    }

    fn finish(&mut self, outcome: Outcome, now_ms: i64) {
        let white = self.time_left(Color::White, now_ms);
        let black = self.time_left(Color::Black, now_ms);
        self.time_left = white
            .zip(black)
            .map(|(white, black)| ByColor { black, white });
        self.phase = Phase::Over;
        self.outcome = Some(outcome);
        self.history.winner = outcome.winner;
        self.history.win_reason = Some(outcome.reason);
        for observations in self.observations.iter_mut() {
            observations.end(outcome);
        }
    }
}

/// Why the arbiter refused a sense or a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArbiterError {
    /// The turn is in this phase, where that is not possible.
    OutOfOrder(Phase),
    /// The move is not one of [`OwnSide::requests`](crate::OwnSide::requests).
    NotARequest(Move),
}

impl fmt::Display for ArbiterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArbiterError::OutOfOrder(Phase::Waiting) => f.write_str("the game has not started"),
            ArbiterError::OutOfOrder(Phase::Sense) => f.write_str("sense first (or choose not to)"),
            ArbiterError::OutOfOrder(Phase::Move) => {
                f.write_str("already sensed in this turn: move or pass")
            }
            ArbiterError::OutOfOrder(Phase::Over) => f.write_str("the game is over"),
            ArbiterError::NotARequest(m) => {
                write!(
                    f,
                    "{m} is not a move that may be requested with your pieces"
                )
            }
        }
    }
}

impl error::Error for ArbiterError {}
