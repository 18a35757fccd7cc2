//! Games between players, each on one thread of its own.
//!
//! Games are spread over workers. A game runs in a pool of one thread, so that what an agent would do on
//! many threads neither waits for other games nor takes their time: times mean the same however many
//! games run side by side, as long as there are no more of them than cores.

use std::{
    collections::BTreeMap,
    num::NonZero,
    ops::Range,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use rayon::{ThreadPool, ThreadPoolBuilder};
pub use rbc_agents::player_seeds;
use rbc_agents::{Agent, Budget, Cancelled, Decision, play_game};
use rbc_rules::{GameHistory, GameSetup, Move, Observations, Outcome, Phase, Square};
use serde::{Deserialize, Serialize};

use crate::{
    Failure,
    engine_pool::for_time,
    players::Player,
    set_sizes::{SetSizes, SideSizes},
    thinking_time::{SENSE_SHARE, planned_nodes},
};

/// A player is told to move this share of the turn's time before it is over, as it looks at the clock only
/// every few milliseconds,
const MARGIN_SHARE: f64 = 0.05;
/// but no more than this.
const LARGEST_MARGIN: Duration = Duration::from_millis(25);

/// What a player may use.
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
    /// The budget of a decision in a turn that began at `began`.
    fn budget(self, phase: Phase, began: Instant) -> Budget<'static> {
        if let Some(turn) = self.turn {
            let usable = turn - turn.mul_f64(MARGIN_SHARE).min(LARGEST_MARGIN);
            let share = if phase == Phase::Sense {
                (turn / SENSE_SHARE).min(usable)
            } else {
                usable.saturating_sub(began.elapsed())
            };
            return for_time(Some(planned_nodes(self.nodes, share)), share);
        }
        match (self.nodes, self.decision) {
            (nodes, Some(time)) => for_time(Some(planned_nodes(nodes, time)), time),
            (Some(nodes), None) => Budget::nodes(nodes),
            (None, None) => Budget::unlimited(),
        }
    }

    /// The time of a turn, if there is a limit.
    #[must_use]
    pub fn allowed(self) -> Option<Duration> {
        self.turn.or(self.decision.map(|time| 2 * time))
    }
}

/// An agent whose turns are timed.
struct Timed {
    agent: Box<dyn Agent>,
    /// The sense of the turn that runs.
    sense: Duration,
    turns: Vec<Duration>,
}

impl Timed {
    fn new(player: &Player, seed: u64) -> Result<Timed, Failure> {
        Ok(Timed {
            agent: player.agent(seed)?,
            sense: Duration::ZERO,
            turns: Vec::new(),
        })
    }
}

impl Agent for Timed {
    fn name(&self) -> &'static str {
        self.agent.name()
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let began = Instant::now();
        let square = self.agent.choose_sense(told, budget);
        self.sense = began.elapsed();
        square
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let began = Instant::now();
        let request = self.agent.choose_move(told, budget);
        self.turns.push(self.sense + began.elapsed());
        request
    }
}

/// What one side's turns took.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SideTimes {
    /// Turns with a move or a pass.
    pub turns: u64,
    /// Time for all of them.
    pub seconds: f64,
    /// The longest.
    pub longest: f64,
    /// Turns that took longer than they were allowed to.
    pub overruns: u64,
    /// By how much at most.
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

    /// Takes in the turns of another game.
    pub fn add(&mut self, other: &SideTimes) {
        self.turns += other.turns;
        self.seconds += other.seconds;
        self.longest = self.longest.max(other.longest);
        self.overruns += other.overruns;
        self.worst_overrun = self.worst_overrun.max(other.worst_overrun);
    }

    /// The overruns, for a reader.
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

    /// Milliseconds a turn.
    #[must_use]
    pub fn ms_per_turn(&self) -> f64 {
        1000.0 * self.seconds / self.turns.max(1) as f64
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The game.
    pub history: GameHistory,
    /// How it ended.
    pub outcome: Outcome,
    /// White's and Black's times.
    pub times: [SideTimes; 2],
    /// White's and Black's set sizes, where they were asked for; measured after the game.
    pub sets: Option<[SideSizes; 2]>,
}

/// Plays a game on this thread.
///
/// # Errors
///
/// When a player cannot be had, or requests what it may not.
pub fn play(
    players: [&Player; 2],
    seeds: [u64; 2],
    setup: GameSetup,
    limits: Limits,
    sets: Option<SetSizes>,
) -> Result<FinishedGame, Failure> {
    let mut white = Timed::new(players[0], seeds[0])?;
    let mut black = Timed::new(players[1], seeds[1])?;
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
            limits.budget(decision.phase, turn_began)
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

/// As many workers as there are cores.
#[must_use]
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Does the work of every job on one of `threads` workers, and hands what came of it to `take`, in the order
/// of the jobs.
///
/// # Errors
///
/// When `take` fails, after which no job is begun; or when the workers cannot be started.
pub fn in_order<T: Send>(
    jobs: Range<u64>,
    threads: usize,
    work: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let wanted = usize::try_from(jobs.end.saturating_sub(jobs.start)).unwrap_or(usize::MAX);
    let pool = |_| ThreadPoolBuilder::new().num_threads(1).build();
    let pools: Vec<ThreadPool> = (0..threads.min(wanted))
        .map(pool)
        .collect::<Result<_, _>>()
        .map_err(|e| Failure::Work(format!("no threads: {e}")))?;
    let next = AtomicU64::new(jobs.start);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for pool in &pools {
            let (send, next, work) = (send.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= jobs.end {
                        break;
                    }
                    // Nobody receives any more once something failed.
                    if send.send((job, pool.install(|| work(job)))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut expected = jobs.start;
        for (job, done) in receive {
            waiting.insert(job, done);
            while let Some(done) = waiting.remove(&expected) {
                take(expected, done)?;
                expected += 1;
            }
        }
        Ok(())
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
    fn jobs_come_back_in_order_and_a_failure_ends_them() {
        let mut seen = Vec::new();
        let slow_first = |job: u64| {
            thread::sleep(Duration::from_millis(if job == 3 { 30 } else { 1 }));
            (job, rayon::current_num_threads())
        };
        let all = in_order(3..20, 4, slow_first, |job, done| {
            assert_eq!(done, (job, 1));
            seen.push(job);
            Ok(())
        });
        assert!(all.is_ok());
        assert_eq!(seen, (3..20).collect::<Vec<u64>>());

        let begun = AtomicU64::new(0);
        let work = |_| begun.fetch_add(1, Ordering::Relaxed);
        let failed = in_order(0..u64::MAX, 2, work, |job, _| match job {
            5 => Err(Failure::Work("full".to_owned())),
            _ => Ok(()),
        });
        assert!(matches!(failed, Err(Failure::Work(reason)) if reason == "full"));
        assert!(in_order(4..4, 2, |_| (), |_, ()| Ok(())).is_ok());
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
        let game = play([&player, &other], [1, 2], setup, limits, None).expect("a game");
        let times = game.times[0];
        assert!(times.turns > 0);
        // Far less than the player's own measure would take; some slack, as other tests run beside this.
        assert!(times.ms_per_turn() < 150.0, "{times:?}");
        assert_eq!(game.history.white_name.as_deref(), Some("hsuc"));
    }
}
