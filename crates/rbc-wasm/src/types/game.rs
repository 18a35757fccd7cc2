//! Games in progress: who plays, and what each side may know.

use rbc_agents::{AGENTS, LEVELS};
use rbc_rules::{Observations, WinReason};
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::{Bytes, Color, DescribedError, Observation, PieceLetter, pieces};

/// What an agent is, for people.
#[derive(Tsify, Serialize)]
pub struct AgentDescription {
    #[tsify(type = "AgentName")]
    name: &'static str,
    /// One sentence on how it thinks.
    description: &'static str,
}

/// The built-in agents.
pub fn agents() -> impl Iterator<Item = AgentDescription> {
    AGENTS.iter().map(|agent| AgentDescription {
        name: agent.name,
        description: agent.summary,
    })
}

/// A level of difficulty: an opponent of that strength.
#[derive(Tsify, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LevelDescription {
    /// 1 (gentle) to 8 (strongest).
    level: u8,
    #[tsify(type = "LevelName")]
    name: &'static str,
    /// It asks the network ({@link Siamese}). Without it, it takes all boards for equally likely and plays somewhat worse.
    needs_network: bool,
    /// Its measured strength, in Elo's scale with `random` at 0: docs/agents.md.
    rating: i32,
}

/// The levels, weakest first.
pub fn levels() -> impl Iterator<Item = LevelDescription> {
    LEVELS.iter().map(|level| LevelDescription {
        level: level.number,
        name: level.name(),
        needs_network: level.needs_network(),
        rating: level.rating,
    })
}

/// Who sits on one side.
#[derive(Tsify, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Seat {
    Person(Person),
    Agent(Player),
}

/// A person at the board.
#[derive(Tsify, Serialize, Deserialize)]
pub struct Person {
    name: String,
}

/// An agent at the board.
#[derive(Tsify, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    #[tsify(type = "AgentName | SensingAgent")]
    agent: String,
    /// Thinking time for each decision: whole milliseconds, 0 to 1,000,000,000. Levels do not look at it.
    budget_ms: u32,
}

impl From<&rbc_agents::Seat> for Seat {
    fn from(seat: &rbc_agents::Seat) -> Seat {
        match seat.clone() {
            rbc_agents::Seat::Person { name } => Seat::Person(Person { name }),
            rbc_agents::Seat::Agent { agent, budget_ms } => {
                Seat::Agent(Player { agent, budget_ms })
            }
        }
    }
}

impl From<Seat> for rbc_agents::Seat {
    fn from(seat: Seat) -> rbc_agents::Seat {
        match seat {
            Seat::Person(Person { name }) => rbc_agents::Seat::Person { name },
            Seat::Agent(Player { agent, budget_ms }) => {
                rbc_agents::Seat::Agent { agent, budget_ms }
            }
        }
    }
}

/// A clock for each side, in seconds; it counts whole milliseconds.
///
/// A side whose clock reaches zero has lost at that moment, whoever looks and when: a later sense or move rejects, every other
/// call finds the game over, and the increment is for moves that were made in time. The page has the same rule. (`reconchess`
/// forgives a move that is late by less than the increment, where nothing looked at the clock in between.)
#[derive(Tsify, Deserialize)]
pub struct ClockSetup {
    /// 0.001 to 1,000,000.
    pub seconds: f64,
    /// Added after each move: 0 to 1,000,000.
    pub increment: f64,
}

/// Everything that defines a new game.
#[derive(Tsify, Deserialize)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct GameSetup {
    pub white: Seat,
    pub black: Seat,
    /// `null`: no clock.
    pub clock: Option<ClockSetup>,
    /// Seed of everything random in the game, a safe integer (`Number.isSafeInteger`). With the same seed and the same nodes
    /// ({@link Game.agentTurn}) agents play the same game, as does `outpost match --seed` as its first; by time they do where
    /// it was enough for all that they had planned.
    pub seed: i64,
    /// Start from another position (FEN); the standard one when absent.
    #[tsify(optional)]
    pub start_fen: Option<String>,
    /// Full turns after which the game is a draw: a whole number from 1. No limit when absent.
    #[tsify(optional)]
    pub turn_limit: Option<u32>,
    /// Go on from a point of another game, in place of `startFen`: its half-turns up to there are those of this game, and
    /// each side has been told what was told to it there.
    #[tsify(optional)]
    pub from: Option<GamePast>,
}

/// A point of a game from which another one goes on.
#[derive(Tsify, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GamePast {
    /// A record's JSON text, or a link.
    pub record: String,
    /// So many half-turns of it are played already; a whole number.
    pub half_moves: u32,
}

/// After how many half-turns of a game another one can go on ({@link GamePast}).
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct PastLimit {
    /// At most; `null` where none can, not even from the start position.
    pub half_moves: Option<usize>,
    /// Why not after one more; `null` where the game has no more.
    pub refusal: Option<DescribedError>,
}

/// Why no turn can be taken back: the game has a `clock`, or there is `nothing` to take back.
#[derive(Clone, Copy, Tsify, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TakeBackRefusal {
    Clock,
    Nothing,
}

impl From<rbc_agents::TakeBackRefusal> for TakeBackRefusal {
    fn from(refusal: rbc_agents::TakeBackRefusal) -> TakeBackRefusal {
        match refusal {
            rbc_agents::TakeBackRefusal::Clock => TakeBackRefusal::Clock,
            rbc_agents::TakeBackRefusal::Nothing => TakeBackRefusal::Nothing,
        }
    }
}

/// How often each side has taken a turn back.
#[derive(Clone, Copy, Tsify, Serialize)]
pub struct TakenBack {
    pub white: u32,
    pub black: u32,
}

/// Where a turn stands, as one side may know it.
#[derive(Clone, Copy, Tsify, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Sense,
    Move,
    Waiting,
    Over,
}

impl From<rbc_rules::Phase> for Phase {
    fn from(phase: rbc_rules::Phase) -> Phase {
        match phase {
            rbc_rules::Phase::Waiting => Phase::Waiting,
            rbc_rules::Phase::Sense => Phase::Sense,
            rbc_rules::Phase::Move => Phase::Move,
            rbc_rules::Phase::Over => Phase::Over,
        }
    }
}

/// Why a game ended, as `reconchess` names it; `ABORTED` when it was broken off.
#[derive(Clone, Copy, Tsify, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Reason {
    KingCapture,
    Timeout,
    Resign,
    MoveLimit,
    TurnLimit,
    /// Of records only.
    #[allow(dead_code)]
    Aborted,
}

impl From<WinReason> for Reason {
    fn from(reason: WinReason) -> Reason {
        match reason {
            WinReason::KingCapture => Reason::KingCapture,
            WinReason::Timeout => Reason::Timeout,
            WinReason::Resign => Reason::Resign,
            WinReason::MoveLimit => Reason::MoveLimit,
            WinReason::TurnLimit => Reason::TurnLimit,
        }
    }
}

/// How a game ended.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct Outcome {
    winner: Option<Color>,
    reason: Reason,
}

impl From<rbc_rules::Outcome> for Outcome {
    fn from(outcome: rbc_rules::Outcome) -> Outcome {
        Outcome {
            winner: outcome.winner.map(Color::from),
            reason: outcome.reason.into(),
        }
    }
}

/// Milliseconds left to each side.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct Clocks {
    pub white: f64,
    pub black: f64,
    /// Whose clock runs; `null` when the game is over.
    pub running: Option<Color>,
    /// When they were read: epoch milliseconds, based on `performance.timeOrigin`.
    pub read_at: f64,
}

/// Where a game stands: what everybody at the board knows.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// Whose turn it is, or was when the game ended.
    pub color: Color,
    /// Who sits there.
    pub seat: Seat,
    /// `null` without a clock.
    pub clocks: Option<Clocks>,
    /// `null` while the game runs.
    pub outcome: Option<Outcome>,
    /// Half-turns that were taken from another game ({@link GameSetup.from}); 0 for a game from its beginning.
    pub past: usize,
    /// Whether the game began at the start position of chess.
    pub began_as_chess: bool,
    /// How often each side has taken a turn back ({@link Game.takeBack}).
    pub taken_back: TakenBack,
}

/// What the page is told when a game has changed.
#[derive(Tsify, Serialize)]
pub struct GameNews {
    pub state: GameState,
    /// The newest snapshot.
    #[tsify(type = "Uint8Array<ArrayBuffer>")]
    pub sealed: Bytes,
}

/// All that one person may know of the game in progress.
// Made from what that side was told, and nothing else.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct PlayerView {
    color: Color,
    phase: Phase,
    /// Half-turns completed by both sides.
    ply: usize,
    /// Own pieces by square: 64 entries.
    own: Vec<Option<PieceLetter>>,
    /// Every move that may be requested now (UCI); empty unless it is this side's turn. A pass is always allowed as well.
    requests: Vec<String>,
    /// Everything this side was told, in order.
    observations: Vec<Observation>,
    /// `null` without a clock.
    clocks: Option<Clocks>,
    outcome: Option<Outcome>,
    /// Why this side can take no turn back now; `null` when it can ({@link Game.takeBack}).
    take_back_refusal: Option<TakeBackRefusal>,
}

impl PlayerView {
    /// What follows from what a side was told.
    pub fn new(
        told: &Observations,
        clocks: Option<Clocks>,
        take_back_refusal: Option<TakeBackRefusal>,
    ) -> PlayerView {
        use rbc_rules::Observation as Told;
        let own = told.own();
        let phase = told.phase();
        let plays = matches!(phase, rbc_rules::Phase::Sense | rbc_rules::Phase::Move);
        let ply = (told.log().iter().enumerate())
            .filter(|(i, observation)| match observation {
                Told::TurnStart { .. } => told.opponent_moved_before(*i),
                Told::Sense(_) => false,
                Told::Move(_) => true,
            })
            .count();
        PlayerView {
            color: told.color().into(),
            phase: phase.into(),
            ply,
            own: pieces(own.board()),
            requests: if plays {
                own.requests().iter().map(ToString::to_string).collect()
            } else {
                Vec::new()
            },
            observations: told.log().iter().map(Observation::from).collect(),
            clocks,
            outcome: told.outcome().map(Outcome::from),
            take_back_refusal,
        }
    }
}
