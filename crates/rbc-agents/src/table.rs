//! A game between people and agents: who may do and see what, and its snapshots.

use std::{error, fmt, sync::Arc};

use rbc_belief::{
    BoardWeigher, FollowedSet, Following, InformationSet, InformationSetError, TooManyPieces, Watch,
};
use rbc_rules::{
    Arbiter, ArbiterError, Color, GameHistory, GameSetup, Move, MoveResult, Observations, Outcome,
    Phase, Position, SenseResult, Square, WinReason,
    record::{MAX_NAME, name_fits},
};

use crate::{Agent, Budget, Cancelled, Evaluator, create, level, player_seeds};

mod past;
mod sealed;
mod take_back;

pub use past::{Past, PastError};
pub use sealed::SealedError;
pub use take_back::TakeBackRefusal;

/// The player of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    /// A person, who plays through the caller.
    Person {
        /// The name, for the record.
        name: String,
    },
    /// One of the built-in [agents](crate::AGENTS), or a [level](crate::LEVELS).
    Agent {
        /// Its name.
        agent: String,
        /// Milliseconds for each decision; fewer when the clock is short. Levels take as long as they need.
        budget_ms: u32,
    },
}

impl Seat {
    fn name(&self) -> &str {
        match self {
            Seat::Person { name } => name,
            Seat::Agent { agent, .. } => agent,
        }
    }
}

/// A game with its players.
///
/// Only the table holds both the arbiter and the agents. While the game runs it gives out what a *person* at a seat
/// may know; an agent's seat and the true board open when the game is over.
///
/// # Time
///
/// A side whose clock reaches zero has lost at that moment. Each action checks the clock first and is refused when it
/// is too late; the increment is for moves made in time. (An [`Arbiter`] by itself behaves like `LocalGame` of
/// `reconchess`, which checks between actions and so forgives a move that is late by less than the increment.)
///
/// ```
/// use rbc_agents::{Budget, Seat, Table};
/// use rbc_rules::{Color, GameSetup, Phase};
/// let person = Seat::Person { name: "Ada".into() };
/// let agent = Seat::Agent { agent: "random".into(), budget_ms: 100 };
/// let mut table = Table::new([person, agent], GameSetup::default(), 7, 0)?;
/// table.sense(Color::White, None, 0)?;
/// table.play(Color::White, "e2e4".parse().ok(), 0)?;
/// while table.turn() == Color::Black {
///     table.decide(&mut Budget::unlimited(), &|| 0)?;
/// }
/// assert_eq!(table.observations(Color::White)?.phase(), Phase::Sense);
/// assert!(table.observations(Color::Black).is_err());
/// assert!(table.history().is_none());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Table {
    seats: [Seat; 2],
    agents: [Option<Box<dyn Agent>>; 2],
    /// White's and Black's.
    seeds: [u64; 2],
    arbiter: Arbiter,
    /// Made when first asked for.
    sets: [Option<InformationSet>; 2],
    /// Those with a filter, made when first asked for.
    followed: [Option<FollowedSet>; 2],
    /// Half-turns that were played before this game: [`Table::play_on`].
    past: usize,
    /// How often White and Black have taken a turn back.
    taken_back: [u32; 2],
}

impl Table {
    /// Sits the players down and starts the first one's clock. Agents get their [`player_seeds`] of game 0.
    ///
    /// # Errors
    ///
    /// When there is no agent of a name, or a person's is longer than [`MAX_NAME`].
    pub fn new(
        seats: [Seat; 2],
        setup: GameSetup,
        seed: u64,
        now_ms: i64,
    ) -> Result<Table, TableError> {
        let mut table = Table::seated(seats, setup, seed)?;
        table.arbiter.start(now_ms);
        Ok(table)
    }

    /// Seats with names that a record can hold, and the seeds of game 0.
    fn seated(seats: [Seat; 2], setup: GameSetup, seed: u64) -> Result<Table, TableError> {
        // Or nobody could read the game's record.
        if let Some(side) = seats.iter().position(|seat| !name_fits(seat.name())) {
            return Err(TableError::LongName(Color::ALL[side]));
        }
        Table::unstarted(seats, setup, player_seeds(seed, 0))
    }

    fn unstarted(seats: [Seat; 2], setup: GameSetup, seeds: [u64; 2]) -> Result<Table, TableError> {
        let mut agents = [None, None];
        for (side, seat) in seats.iter().enumerate() {
            if let Seat::Agent { agent, .. } = seat {
                let made = create(agent, seeds[side]);
                agents[side] = Some(made.ok_or_else(|| TableError::NoSuchAgent(agent.clone()))?);
            }
        }
        let mut arbiter = Arbiter::new(setup);
        let [white, black] = seats.each_ref().map(|seat| Some(seat.name().to_owned()));
        arbiter.name_players(white, black);
        Ok(Table {
            seats,
            agents,
            seeds,
            arbiter,
            sets: [None, None],
            followed: [None, None],
            past: 0,
            taken_back: [0, 0],
        })
    }

    /// Returns the player of `color`.
    #[must_use]
    pub const fn seat(&self, color: Color) -> &Seat {
        &self.seats[side(color)]
    }

    /// Returns the side whose turn it is, or was when the game ended.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.arbiter.turn()
    }

    /// Returns the phase of that side's turn.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.arbiter.phase()
    }

    /// Returns the number of half-turns completed.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.arbiter.ply()
    }

    /// Returns the number of half-turns that were given to [`Table::play_on`].
    #[must_use]
    pub const fn past(&self) -> usize {
        self.past
    }

    /// Returns whether the game began at the start position of chess.
    #[must_use]
    pub fn began_as_chess(&self) -> bool {
        self.arbiter.setup().start == Position::initial()
    }

    /// Returns how the game ended, or `None` while it runs.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.arbiter.outcome()
    }

    /// Returns the whole game with the true positions, once it is over.
    #[must_use]
    pub fn history(&self) -> Option<&GameHistory> {
        self.arbiter.history()
    }

    /// Returns the milliseconds left to `color`, or `None` without a clock.
    #[must_use]
    pub fn time_left(&self, color: Color, now_ms: i64) -> Option<i64> {
        self.arbiter.time_left(color, now_ms)
    }

    /// Returns what `color` was told.
    ///
    /// # Errors
    ///
    /// For an agent's seat, until the game is over.
    pub fn observations(&self, color: Color) -> Result<&Observations, TableError> {
        self.open_seat(color)?;
        Ok(self.arbiter.observations(color))
    }

    /// Senses for the person at `color`.
    ///
    /// # Errors
    ///
    /// When it is not their turn to sense.
    pub fn sense(
        &mut self,
        color: Color,
        square: Option<Square>,
        now_ms: i64,
    ) -> Result<SenseResult, TableError> {
        self.persons_turn(color, now_ms)?;
        Ok(self.arbiter.sense(square, now_ms)?)
    }

    /// Requests a move, or passes, for the person at `color`.
    ///
    /// # Errors
    ///
    /// When it is not their turn to move, or not a move that may be requested.
    pub fn play(
        &mut self,
        color: Color,
        request: Option<Move>,
        now_ms: i64,
    ) -> Result<MoveResult, TableError> {
        self.persons_turn(color, now_ms)?;
        Ok(self.arbiter.play(request, now_ms)?)
    }

    /// Resigns for the person at `color`. Does nothing when the game is over.
    ///
    /// # Errors
    ///
    /// For an agent's seat.
    pub fn resign(&mut self, color: Color, now_ms: i64) -> Result<(), TableError> {
        if self.check_time(now_ms).is_some() {
            return Ok(());
        }
        self.open_seat(color)?;
        self.arbiter.resign(color, now_ms);
        Ok(())
    }

    /// Ends the game if the running clock has run out. Returns the outcome if the game is over.
    pub fn check_time(&mut self, now_ms: i64) -> Option<Outcome> {
        self.arbiter.check_time(now_ms)
    }

    /// Milliseconds that the agent whose turn it is may use for its next decision: its budget (a level has none), but at
    /// most a fortieth of what its clock holds, for a game goes on for some dozens of turns.
    #[must_use]
    pub fn allowed_ms(&self, now_ms: i64) -> u32 {
        let budget_ms = match self.seat(self.turn()) {
            Seat::Person { .. } => return 0,
            Seat::Agent { agent, .. } if level(agent).is_some() => u32::MAX,
            Seat::Agent { budget_ms, .. } => *budget_ms,
        };
        match self.time_left(self.turn(), now_ms) {
            None => budget_ms,
            Some(left) => u32::try_from(left / 40).map_or(0, |share| share.min(budget_ms)),
        }
    }

    /// Makes the agent of `color`, if there is one, ask `evaluator` for scores of moves. Snapshots do not contain
    /// this.
    pub fn set_evaluator(&mut self, color: Color, evaluator: Box<dyn Evaluator>) {
        if let Some(agent) = &mut self.agents[side(color)] {
            agent.set_evaluator(evaluator);
        }
    }

    /// Makes the agent of `color`, if there is one that uses weights, ask `weigher` for them. The weigher sees what
    /// that agent was told and the boards that fit it. Snapshots do not contain this.
    pub fn set_weigher(&mut self, color: Color, weigher: Arc<dyn BoardWeigher>) {
        if let Some(agent) = &mut self.agents[side(color)] {
            agent.set_weigher(weigher);
        }
    }

    /// Makes the next decision (sense or move) of the agent whose turn it is. A decision after its time is not
    /// played.
    ///
    /// # Errors
    ///
    /// When it is a person's turn, or the budget cancels; then it can be asked again.
    pub fn decide(
        &mut self,
        budget: &mut Budget<'_>,
        now_ms: &dyn Fn() -> i64,
    ) -> Result<(), TableError> {
        let turn = self.turn();
        let Some(agent) = &mut self.agents[side(turn)] else {
            return Err(TableError::NotAnAgent(turn));
        };
        let told = self.arbiter.observations(turn);
        match self.arbiter.phase() {
            Phase::Sense => {
                let square = agent.choose_sense(told, budget)?;
                let now_ms = now_ms();
                if self.arbiter.check_time(now_ms).is_none() {
                    self.arbiter.sense(square, now_ms)?;
                }
            }
            Phase::Move => {
                let request = agent.choose_move(told, budget)?;
                let now_ms = now_ms();
                if self.arbiter.check_time(now_ms).is_none() {
                    self.arbiter.play(request, now_ms)?;
                }
            }
            phase => return Err(ArbiterError::OutOfOrder(phase).into()),
        }
        Ok(())
    }

    /// Returns the information set of `color`, up to date. It holds at most `cap` boards (of the first call).
    ///
    /// # Errors
    ///
    /// For an agent's seat, until the game is over; and when `watch` breaks off: what was reached is
    /// kept, and the call can be made again.
    pub fn information_set(
        &mut self,
        color: Color,
        cap: usize,
        watch: Watch<'_>,
    ) -> Result<&InformationSet, TableError> {
        self.open_seat(color)?;
        let told = self.arbiter.observations(color);
        let slot = &mut self.sets[side(color)];
        let set = match slot {
            Some(set) => set,
            None => slot.insert(new_set(told, cap)?),
        };
        set.catch_up(told, watch)?;
        Ok(set)
    }

    /// Returns the information set of `color` with a filter that follows it, up to date. It is kept beside the set
    /// [without](Self::information_set), and either only goes on when it is asked for. Another filter begins at the start of
    /// the game.
    ///
    /// # Errors
    ///
    /// As [`information_set`](Self::information_set).
    pub fn followed_set(
        &mut self,
        color: Color,
        cap: usize,
        following: &Following,
        watch: Watch<'_>,
    ) -> Result<&FollowedSet, TableError> {
        self.open_seat(color)?;
        let told = self.arbiter.observations(color);
        let slot = &mut self.followed[side(color)];
        if slot.as_ref().and_then(FollowedSet::following) != Some(following) {
            *slot = None;
        }
        let followed = match slot {
            Some(followed) => followed,
            None => {
                let set = new_set(told, cap)?;
                slot.insert(FollowedSet::new(set, Some(following.clone())))
            }
        };
        followed.catch_up(told, watch)?;
        Ok(followed)
    }

    /// Observations that the set of `color` has taken in: the one with a filter, or the one without.
    #[must_use]
    pub fn observed(&self, color: Color, with_filter: bool) -> usize {
        let set = match with_filter {
            true => self.followed[side(color)].as_ref().map(FollowedSet::set),
            false => self.sets[side(color)].as_ref(),
        };
        set.map_or(0, InformationSet::observed)
    }

    fn open_seat(&self, color: Color) -> Result<(), TableError> {
        match self.seat(color) {
            Seat::Agent { .. } if self.outcome().is_none() => Err(TableError::AgentsSeat(color)),
            _ => Ok(()),
        }
    }

    fn persons_turn(&mut self, color: Color, now_ms: i64) -> Result<(), TableError> {
        if let Some(outcome) = self.check_time(now_ms) {
            return Err(match (outcome.reason, outcome.winner) {
                (WinReason::Timeout, Some(winner)) => TableError::TimeOver(!winner),
                _ => ArbiterError::OutOfOrder(Phase::Over).into(),
            });
        }
        self.open_seat(color)?;
        if self.turn() == color {
            Ok(())
        } else {
            Err(TableError::NotYourTurn(color))
        }
    }
}

/// Work to make a sampled set exact again, as a multiple of its cap: somebody is waiting for it.
const REPLAY_WORK: usize = 32;

/// The set at the start of the game of who was `told` that.
fn new_set(told: &Observations, cap: usize) -> Result<InformationSet, TooManyPieces> {
    let set = InformationSet::new(told.color(), told.start(), cap)?;
    Ok(set.with_replay_limit(cap.saturating_mul(REPLAY_WORK)))
}

const fn side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// Why a table refuses an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// There is no agent of this name.
    NoSuchAgent(String),
    /// The name of a side's player is longer than [`MAX_NAME`].
    LongName(Color),
    /// An agent's knowledge is hidden until the game is over.
    AgentsSeat(Color),
    /// A person is to decide.
    NotAnAgent(Color),
    /// The other side is to play.
    NotYourTurn(Color),
    /// The game is over, as this side's clock ran out.
    TimeOver(Color),
    /// The rules do not allow it.
    Arbiter(ArbiterError),
    /// The start position cannot be tracked.
    Start(TooManyPieces),
    /// The information set cannot follow, or was interrupted.
    Set(InformationSetError),
    /// The decision was cancelled.
    Cancelled,
    /// No turn can be taken back.
    TakeBack(TakeBackRefusal),
    /// No game can go on from there.
    Past(PastError),
}

impl From<ArbiterError> for TableError {
    fn from(error: ArbiterError) -> TableError {
        TableError::Arbiter(error)
    }
}

impl From<TooManyPieces> for TableError {
    fn from(error: TooManyPieces) -> TableError {
        TableError::Start(error)
    }
}

impl From<InformationSetError> for TableError {
    fn from(error: InformationSetError) -> TableError {
        TableError::Set(error)
    }
}

impl From<Cancelled> for TableError {
    fn from(_: Cancelled) -> TableError {
        TableError::Cancelled
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color: &Color| color.fold_wb("White", "Black");
        match self {
            TableError::NoSuchAgent(agent) => write!(f, "there is no agent called {agent:?}"),
            TableError::LongName(color) => write!(
                f,
                "{}'s name is longer than {MAX_NAME} characters",
                name(color)
            ),
            TableError::AgentsSeat(color) => write!(
                f,
                "{} is played by an agent: its seat opens when the game is over",
                name(color)
            ),
            TableError::NotAnAgent(color) => {
                write!(f, "{} is played by a person", name(color))
            }
            TableError::NotYourTurn(color) => write!(f, "it is not {}'s turn", name(color)),
            TableError::TimeOver(color) => {
                write!(f, "the game is over: {}'s time ran out", name(color))
            }
            TableError::Arbiter(error) => error.fmt(f),
            TableError::Start(error) => error.fmt(f),
            TableError::Set(error) => error.fmt(f),
            TableError::Cancelled => Cancelled.fmt(f),
            TableError::TakeBack(refusal) => refusal.fmt(f),
            TableError::Past(error) => error.fmt(f),
        }
    }
}

impl error::Error for TableError {}
