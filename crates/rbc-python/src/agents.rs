//! Agents in games that Python runs.

use std::{
    sync::{Arc, Mutex, MutexGuard, TryLockError},
    time::{Duration, Instant},
};

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use rbc_agents::{
    AGENTS, CONTROLS, Cancelled, LEVELS, OutsideGame, TurnLimits, create, player_seeds,
};
use rbc_rules::{Observation, Phase};

use crate::{
    errors::{observation_error, value_error},
    network::Network,
    plain::{self, Contents},
    work::{Watched, run},
};

/// The names of all agents and levels, what they do, and whether they use the network.
#[pyfunction]
pub fn agents() -> Vec<(&'static str, &'static str, bool)> {
    let levels = LEVELS.iter().map(|level| &level.description);
    let all = AGENTS.iter().chain(CONTROLS).chain(levels);
    all.map(|agent| (agent.name, agent.summary, wants_network(agent.name)))
        .collect()
}

fn wants_network(name: &str) -> bool {
    create(name, 0).is_some_and(|agent| agent.wants_weigher())
}

/// An agent in one game: game number `game` of a seed.
#[pyclass(frozen, module = "outpost_rbc._native")]
pub struct Agent {
    game: Mutex<OutsideGame>,
    turn: Option<Duration>,
    nodes: Option<u64>,
}

fn seconds(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    match seconds {
        None => Ok(None),
        Some(seconds) if seconds.is_nan() => Err(value_error("the time is not a number")),
        // More than a duration can hold is as good as no limit.
        Some(seconds) => Ok(Duration::try_from_secs_f64(seconds.max(0.0)).ok()),
    }
}

impl Agent {
    fn game(&self) -> PyResult<MutexGuard<'_, OutsideGame>> {
        match self.game.try_lock() {
            Ok(game) => Ok(game),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "the agent is asked in another thread",
            )),
            Err(TryLockError::Poisoned(_)) => {
                Err(PyRuntimeError::new_err("the agent broke down in this game"))
            }
        }
    }

    fn push(&self, observation: Observation) -> PyResult<()> {
        self.game()?.push(observation).map_err(observation_error)
    }

    /// Lets the agent decide, and its exception be that of a signal.
    fn decide<T: Send>(
        &self,
        py: Python<'_>,
        phase: Phase,
        left: Option<f64>,
        ask: impl Fn(&mut OutsideGame, TurnLimits, &Watched) -> Result<Option<T>, Cancelled>
        + Send
        + Sync,
    ) -> PyResult<Option<T>> {
        let limits = TurnLimits {
            turn: self.turn,
            nodes: self.nodes,
            left: seconds(left)?,
        };
        let game = self.game()?;
        let at = game.told().phase();
        if at != phase {
            return Err(observation_error(format!(
                "the agent is asked for its {} out of order: the phase is {}",
                plain::phase(phase),
                plain::phase(at)
            )));
        }
        drop(game);
        let game = &self.game;
        let decided = run(py, None, move |watched| match game.try_lock() {
            Ok(mut game) => ask(&mut game, limits, watched),
            Err(_) => Err(Cancelled),
        })?;
        decided.map_err(|Cancelled| PyRuntimeError::new_err("the agent is asked in another thread"))
    }
}

/// Tells how long a decision has taken, until it is cancelled.
fn clock(watched: &Watched) -> impl FnMut() -> Option<Duration> {
    let began = Instant::now();
    move || (!watched.is_cancelled()).then(|| began.elapsed())
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (name, seed, game, white, start, turn, nodes, network, temperature))]
    #[allow(clippy::too_many_arguments, reason = "Python has them by name")]
    fn new(
        name: &str,
        seed: u64,
        game: u64,
        white: bool,
        start: &str,
        turn: Option<f64>,
        nodes: Option<u64>,
        network: Option<&Network>,
        temperature: f64,
    ) -> PyResult<Agent> {
        let color = plain::color(white);
        let seed = player_seeds(seed, game)[color.fold_wb(0, 1)];
        let mut agent = create(name, seed).ok_or_else(|| {
            let known: Vec<&str> = agents().iter().map(|(name, ..)| *name).collect();
            let shown: String = name.chars().take(40).collect();
            value_error(format!(
                "no agent is called {shown:?}; there are {}",
                known.join(", ")
            ))
        })?;
        if agent.wants_weigher() {
            let network =
                network.ok_or_else(|| value_error(format!("{} needs a network", agent.name())))?;
            agent.set_weigher(Arc::new(network.weigher(None, temperature)?));
        }
        let position = plain::position(start)?;
        let game = OutsideGame::new(agent, seed, color, &position);
        Ok(Agent {
            game: Mutex::new(game),
            turn: seconds(turn)?,
            nodes,
        })
    }

    fn start_turn(&self, capture: Option<u32>) -> PyResult<()> {
        let capture = plain::optional_square(capture)?;
        self.push(Observation::TurnStart { capture })
    }

    fn choose_sense(&self, py: Python<'_>, left: Option<f64>) -> PyResult<Option<u32>> {
        let square = self.decide(py, Phase::Sense, left, |game, limits, watched| {
            game.choose_sense(limits, &mut clock(watched))
        })?;
        Ok(plain::number(square))
    }

    fn sense(&self, contents: Contents) -> PyResult<()> {
        self.push(Observation::Sense(plain::sense_result(&contents)?))
    }

    fn choose_move(&self, py: Python<'_>, left: Option<f64>) -> PyResult<Option<String>> {
        let request = self.decide(py, Phase::Move, left, |game, limits, watched| {
            game.choose_move(limits, &mut clock(watched))
        })?;
        Ok(plain::uci(request))
    }

    fn move_result(
        &self,
        requested: Option<&str>,
        taken: Option<&str>,
        capture: Option<u32>,
    ) -> PyResult<()> {
        let result = plain::move_result(requested, taken, capture)?;
        self.push(Observation::Move(result))
    }
}
