//! Plays a game between two players and measures the time of each turn.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

pub use rbc_agents::player_seeds;
use rbc_agents::{
    Agent, Budget, Cancelled, Decision, play_game,
    thinking_time::{Pace, SENSE_SHARE},
};
use rbc_rules::{GameHistory, GameSetup, Move, Observations, Outcome, Phase, Square};
use serde::{Deserialize, Serialize};

use crate::{
    Failure,
    clock::for_time,
    players::Player,
    set_sizes::{SetSizes, SideSizes},
};

/// A player is told to move this share of the turn's time before its end, as it checks the clock only every few
/// milliseconds,
const MARGIN_SHARE: f64 = 0.05;
/// but no more than this.
const LARGEST_MARGIN: Duration = Duration::from_millis(25);

/// What a player may use for its decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Nodes for each decision.
    pub nodes: Option<u64>,
    /// Time for each decision.
    pub decision: Option<Duration>,
    /// Time for each turn, sense and move together.
    pub turn: Option<Duration>,
}

impl Limits {
    /// Returns the budget of a decision in a turn that started at `began`, for a player of this `pace`.
    fn budget(self, phase: Phase, began: Instant, pace: Pace) -> Budget<'static> {
        if let Some(turn) = self.turn {
            let usable = turn - turn.mul_f64(MARGIN_SHARE).min(LARGEST_MARGIN);
            let share = if phase == Phase::Sense {
                (turn / SENSE_SHARE).min(usable)
            } else {
                usable.saturating_sub(began.elapsed())
            };
            return for_time(Some(pace.plan(self.nodes, share)), share);
        }
        match (self.nodes, self.decision) {
            (nodes, Some(time)) => for_time(Some(pace.plan(nodes, time)), time),
            (Some(nodes), None) => Budget::nodes(nodes),
            (None, None) => Budget::unlimited(),
        }
    }

    /// Returns the time of a turn, if it is limited.
    #[must_use]
    pub fn allowed(self) -> Option<Duration> {
        self.turn.or(self.decision.map(|time| 2 * time))
    }
}

/// The paces of a player's senses and moves.
#[derive(Default)]
struct Paces(Mutex<[Pace; 2]>);

impl Paces {
    /// Returns what `use_it` makes of the pace of a phase's decisions.
    fn with<T>(&self, phase: Phase, use_it: impl FnOnce(&mut Pace) -> T) -> T {
        let mut paces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        use_it(&mut paces[usize::from(phase != Phase::Sense)])
    }
}

/// An agent whose turns are timed.
struct Timed<'a> {
    agent: Box<dyn Agent>,
    paces: &'a Paces,
    /// Time of the current turn's sense.
    sense: Duration,
    turns: Vec<Duration>,
}

impl Timed<'_> {
    fn new<'a>(player: &Player, seed: u64, paces: &'a Paces) -> Result<Timed<'a>, Failure> {
        Ok(Timed {
            agent: player.agent(seed)?,
            paces,
            sense: Duration::ZERO,
            turns: Vec::new(),
        })
    }

    /// Times a decision of a phase, and learns from it how much fits into a time.
    fn timed<T>(
        &mut self,
        phase: Phase,
        budget: &mut Budget<'_>,
        decide: impl FnOnce(&mut dyn Agent, &mut Budget<'_>) -> T,
    ) -> (T, Duration) {
        let began = Instant::now();
        let decided = decide(&mut *self.agent, budget);
        let took = began.elapsed();
        let spent = budget.spent();
        self.paces.with(phase, |pace| pace.learn(spent, took));
        (decided, took)
    }
}

impl Agent for Timed<'_> {
    fn name(&self) -> &'static str {
        self.agent.name()
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let decide =
            |agent: &mut dyn Agent, budget: &mut Budget<'_>| agent.choose_sense(told, budget);
        let (square, took) = self.timed(Phase::Sense, budget, decide);
        self.sense = took;
        square
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let decide =
            |agent: &mut dyn Agent, budget: &mut Budget<'_>| agent.choose_move(told, budget);
        let (request, took) = self.timed(Phase::Move, budget, decide);
        self.turns.push(self.sense + took);
        request
    }
}

/// The time of one side's turns.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SideTimes {
    /// Turns with a move or a pass.
    pub turns: u64,
    /// Seconds for all turns.
    pub seconds: f64,
    /// Seconds of the longest turn.
    pub longest: f64,
    /// Turns over their limit.
    pub overruns: u64,
    /// Seconds over the limit, of the worst turn.
    pub worst_overrun: f64,
}

impl SideTimes {
    fn of(turns: &[Duration], allowed: Option<Duration>) -> SideTimes {
        let mut times = SideTimes::default();
        for turn in turns {
            times.turns += 1;
            times.seconds += turn.as_secs_f64();
            times.longest = times.longest.max(turn.as_secs_f64());
            if let Some(over) = allowed.and_then(|allowed| turn.checked_sub(allowed)) {
                times.overruns += 1;
                times.worst_overrun = times.worst_overrun.max(over.as_secs_f64());
            }
        }
        times
    }

    /// Adds the turns of another game.
    pub fn add(&mut self, other: &SideTimes) {
        self.turns += other.turns;
        self.seconds += other.seconds;
        self.longest = self.longest.max(other.longest);
        self.overruns += other.overruns;
        self.worst_overrun = self.worst_overrun.max(other.worst_overrun);
    }

    /// Describes the overruns.
    #[must_use]
    pub fn overruns_in_words(&self) -> String {
        let worst = 1000.0 * self.worst_overrun;
        match self.overruns {
            0 => "no turn took longer than allowed".to_owned(),
            n => format!(
                "{n} of {} turns took longer than allowed, by {worst:.1} ms at most",
                self.turns
            ),
        }
    }

    /// Returns the mean time of a turn, in milliseconds.
    #[must_use]
    pub fn ms_per_turn(&self) -> f64 {
        1000.0 * self.seconds / self.turns.max(1) as f64
    }
}

/// A finished game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "KeptGame", try_from = "KeptGame")]
pub struct FinishedGame {
    /// The game.
    pub history: GameHistory,
    /// How it ended.
    pub outcome: Outcome,
    /// White's and Black's times.
    pub times: [SideTimes; 2],
    /// White's and Black's set sizes, if they are asked for. Counted after the game.
    pub sets: Option<[SideSizes; 2]>,
}

impl FinishedGame {
    /// Returns a game from its record; `None` if the record has no end.
    #[must_use]
    pub fn of_record(
        history: GameHistory,
        times: [SideTimes; 2],
        sets: Option<[SideSizes; 2]>,
    ) -> Option<FinishedGame> {
        Some(FinishedGame {
            outcome: Outcome {
                winner: history.winner,
                reason: history.win_reason?,
            },
            history,
            times,
            sets,
        })
    }
}

/// A [`FinishedGame`] as it is kept.
#[derive(Serialize, Deserialize)]
struct KeptGame {
    record: String,
    times: [SideTimes; 2],
    sets: Option<[SideSizes; 2]>,
}

impl From<FinishedGame> for KeptGame {
    fn from(game: FinishedGame) -> KeptGame {
        KeptGame {
            record: game.history.to_json(),
            times: game.times,
            sets: game.sets,
        }
    }
}

impl TryFrom<KeptGame> for FinishedGame {
    type Error = String;

    fn try_from(kept: KeptGame) -> Result<FinishedGame, String> {
        let history = GameHistory::from_json(kept.record.as_bytes()).map_err(|e| e.to_string())?;
        FinishedGame::of_record(history, kept.times, kept.sets)
            .ok_or_else(|| "a record without an end".to_owned())
    }
}

/// Plays a game on the calling thread.
///
/// # Errors
///
/// If a player does not exist, or makes a request that is not allowed.
pub fn play(
    players: [&Player; 2],
    seeds: [u64; 2],
    setup: GameSetup,
    limits: Limits,
    sets: Option<SetSizes>,
) -> Result<FinishedGame, Failure> {
    let paces = [Paces::default(), Paces::default()];
    let mut white = Timed::new(players[0], seeds[0], &paces[0])?;
    let mut black = Timed::new(players[1], seeds[1], &paces[1])?;
    let began = Instant::now();
    let mut turn_began = began;
    let mut played = play_game(
        [&mut white, &mut black],
        setup,
        &|| began.elapsed(),
        &mut |decision: &Decision| {
            if decision.phase == Phase::Sense {
                turn_began = Instant::now();
            }
            let pace = paces[decision.color.fold_wb(0, 1)].with(decision.phase, |pace| *pace);
            limits.budget(decision.phase, turn_began, pace)
        },
    )
    .map_err(|e| Failure::Work(e.to_string()))?;
    played.history.white_name = Some(players[0].name.clone());
    played.history.black_name = Some(players[1].name.clone());
    let allowed = limits.allowed();
    Ok(FinishedGame {
        times: [&white, &black].map(|player| SideTimes::of(&player.turns, allowed)),
        sets: sets.map(|measure| measure.of(&played.history)),
        history: played.history,
        outcome: played.outcome,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_differ() {
        let mut seen: Vec<u64> = (0..50)
            .flat_map(|seed| (0..50).flat_map(move |game| player_seeds(seed, game)))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 5000);
    }

    #[test]
    fn turns_that_take_too_long_are_counted() {
        let turns = [10, 30, 25, 20].map(Duration::from_millis);
        let times = SideTimes::of(&turns, Some(Duration::from_millis(22)));
        assert_eq!((times.turns, times.overruns), (4, 2));
        assert!((times.worst_overrun - 0.008).abs() < 1e-9 && (times.longest - 0.03).abs() < 1e-9);
        assert!((times.ms_per_turn() - 21.25).abs() < 1e-9);
        assert_eq!(SideTimes::of(&turns, None).overruns, 0);
    }

    #[test]
    fn a_game_with_a_time_for_each_turn_stays_within_it() {
        let (player, other) = (Player::plain("hsuc"), Player::plain("random"));
        let limits = Limits {
            turn: Some(Duration::from_millis(100)),
            ..Limits::default()
        };
        let setup = GameSetup {
            turn_limit: Some(4),
            ..GameSetup::default()
        };
        // Other tests run beside this: a game that had to wait for them is played again.
        let keeps_within = |_| {
            let game =
                play([&player, &other], [1, 2], setup.clone(), limits, None).expect("a game");
            let times = game.times[0];
            assert!(times.turns > 0);
            assert_eq!(game.history.white_name.as_deref(), Some("hsuc"));
            // Far less than the player's own measure would take.
            times.ms_per_turn() < 150.0
        };
        assert!((0..3).any(keeps_within));
    }
}
