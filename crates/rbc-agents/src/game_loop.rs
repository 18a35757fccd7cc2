//! A whole game between two agents.

use std::{error, fmt, time::Duration};

use rbc_rules::{Arbiter, ArbiterError, Color, GameHistory, GameSetup, Outcome, Phase};

use crate::{Agent, Budget, Cancelled};

/// The decision to be made, from which the caller makes the budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Whose decision.
    pub color: Color,
    /// [`Phase::Sense`] or [`Phase::Move`].
    pub phase: Phase,
    /// Half-turns completed.
    pub ply: usize,
    /// What is left on the clock in milliseconds; `None` without a clock.
    pub time_left_ms: Option<i64>,
}

/// The time and nodes one side used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideStats {
    /// Turns with a move (or pass).
    pub turns: u32,
    /// Time for all decisions, by the clock given.
    pub time: Duration,
    /// The most time that one turn took (sense and move together).
    pub longest_turn: Duration,
    /// Nodes for all decisions.
    pub nodes: u64,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The game with the true positions.
    pub history: GameHistory,
    /// How it ended.
    pub outcome: Outcome,
    /// White's and Black's use of time and nodes.
    pub stats: [SideStats; 2],
}

/// Why a game was not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameError {
    /// A budget was cancelled.
    Cancelled,
    /// The side's agent made an illegal request.
    Refused(Color, ArbiterError),
}

impl From<Cancelled> for GameError {
    fn from(_: Cancelled) -> GameError {
        GameError::Cancelled
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Cancelled => f.write_str("the game was cancelled"),
            GameError::Refused(color, error) => write!(f, "{color}'s player was refused: {error}"),
        }
    }
}

impl error::Error for GameError {}

/// Plays a game between White's and Black's agent.
///
/// `now` is the clock for the arbiter and the statistics (a constant is enough when `setup` has no clock); `budget`
/// makes the budget of each decision.
///
/// ```
/// use std::time::Duration;
/// use rbc_agents::{Attacker, Budget, Random, play_game};
/// use rbc_rules::GameSetup;
/// let (mut white, mut black) = (Attacker::new(1), Random::new(2));
/// let game = play_game(
///     [&mut white, &mut black],
///     GameSetup::default(),
///     &|| Duration::ZERO,
///     &mut |_| Budget::nodes(10_000),
/// )?;
/// assert_eq!(game.history.white_name.as_deref(), Some("attacker"));
/// # Ok::<_, rbc_agents::GameError>(())
/// ```
///
/// # Errors
///
/// When a budget is cancelled, or when an agent makes an illegal request.
pub fn play_game<'b>(
    players: [&mut dyn Agent; 2],
    setup: GameSetup,
    now: &dyn Fn() -> Duration,
    budget: &mut dyn FnMut(&Decision) -> Budget<'b>,
) -> Result<PlayedGame, GameError> {
    let now_ms = || i64::try_from(now().as_millis()).unwrap_or(i64::MAX);
    let mut arbiter = Arbiter::new(setup);
    let [white, black] = &players;
    arbiter.name_players(Some(white.name().into()), Some(black.name().into()));
    let mut stats = [SideStats::default(); 2];
    let mut turn_time = Duration::ZERO;
    arbiter.start(now_ms());
    loop {
        if let (Some(outcome), Some(history)) = (arbiter.outcome(), arbiter.history()) {
            return Ok(PlayedGame {
                history: history.clone(),
                outcome,
                stats,
            });
        }
        let color = arbiter.turn();
        let phase = arbiter.phase();
        let side = color.fold_wb(0, 1);
        let mut allowed = budget(&Decision {
            color,
            phase,
            ply: arbiter.ply(),
            time_left_ms: arbiter.time_left(color, now_ms()),
        });
        let told = arbiter.observations(color);
        let player = &mut *players[side];
        let before = now();
        let decided = if phase == Phase::Sense {
            turn_time = Duration::ZERO;
            let square = player.choose_sense(told, &mut allowed)?;
            turn_time += now().saturating_sub(before);
            arbiter.sense(square, now_ms()).map(|_| ())
        } else {
            let request = player.choose_move(told, &mut allowed)?;
            turn_time += now().saturating_sub(before);
            stats[side].turns += 1;
            arbiter.play(request, now_ms()).map(|_| ())
        };
        decided.map_err(|e| GameError::Refused(color, e))?;
        stats[side].time += now().saturating_sub(before);
        stats[side].longest_turn = stats[side].longest_turn.max(turn_time);
        stats[side].nodes += allowed.spent();
    }
}

#[cfg(test)]
mod tests {
    use rbc_rules::WinReason;

    use super::*;
    use crate::{Attacker, Random, Stop};

    fn play(seed: u64) -> PlayedGame {
        let (mut white, mut black) = (Random::new(seed), Random::new(seed + 1));
        play_game(
            [&mut white, &mut black],
            GameSetup::default(),
            &|| Duration::ZERO,
            &mut |_| Budget::unlimited(),
        )
        .expect("a game")
    }

    #[test]
    fn games_end_and_repeat_for_a_seed() {
        for seed in 0..20 {
            let game = play(seed);
            assert_eq!(Some(game.outcome.reason), game.history.win_reason);
            assert_eq!(game, play(seed));
        }
        assert_ne!(play(1).history, play(2).history);
    }

    #[test]
    fn the_attack_wins_against_a_player_that_passes() {
        // The attacker passes too, once its attack is over: here before the game begins.
        let start = "rnbqkbnr/pppppppp/8/8/8/8/8/4K1N1 b - - 0 1";
        let setup = GameSetup {
            start: start.parse().expect("a position"),
            ..GameSetup::default()
        };
        let (mut white, mut black) = (Attacker::with_attack(1, 0), Attacker::with_attack(1, 2));
        let game = play_game(
            [&mut white, &mut black],
            setup,
            &|| Duration::ZERO,
            &mut |_| Budget::unlimited(),
        )
        .expect("a game");
        assert_eq!(game.outcome.winner, Some(Color::Black));
        assert_eq!(game.outcome.reason, WinReason::KingCapture);
        assert_eq!(game.stats.map(|s| s.turns), [4, 5]);
    }

    #[test]
    fn a_cancelled_budget_ends_the_game() {
        let (mut white, mut black) = (Random::new(1), Random::new(2));
        let error = play_game(
            [&mut white, &mut black],
            GameSetup::default(),
            &|| Duration::ZERO,
            &mut |decision| {
                let cancel = decision.ply == 4;
                Budget::new(
                    None,
                    Box::new(move || if cancel { Stop::Cancel } else { Stop::GoOn }),
                )
            },
        );
        assert_eq!(error, Err(GameError::Cancelled));
    }
}
