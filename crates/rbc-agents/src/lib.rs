//! Agents for Reconnaissance Blind Chess (RBC).
//!
//! An [`Agent`] decides from what its side was told ([`Observations`](rbc_rules::Observations)) and a
//! [`Budget`]; it cannot reach the true board. Decisions depend only on the seed, the observations and
//! the nodes allowed: games can be repeated, and an agent that is created anew after a reload continues
//! where the old one stopped.
//!
//! ```
//! use std::time::Duration;
//! use rbc_agents::{Budget, create, play_game};
//! use rbc_rules::GameSetup;
//! let mut white = create("attacker", 1).expect("an agent of that name");
//! let mut black = create("random", 2).expect("an agent of that name");
//! let game = play_game(
//!     [&mut *white, &mut *black],
//!     GameSetup::default(),
//!     &|| Duration::ZERO,
//!     &mut |_| Budget::nodes(1_000),
//! )?;
//! assert_eq!(game.history.winner, game.outcome.winner);
//! # Ok::<_, rbc_agents::GameError>(())
//! ```
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`agent`] | the interface of agents |
//! | [`budget`] | limits, interruption and progress of a decision |
//! | [`registry`] | the agents by name |
//! | [`random`], [`attacker`] | `reconchess`'s two simplest bots |
//! | [`trout`] | `reconchess`'s bot that believes in one board |
//! | [`a_bot`] | a vote of tree searches over the information set |
//! | [`perfect_memory`] | a tree search on one believed board |
//! | [`hsuc`] | the exact information set, with the sense that leaves least in the worst case |
//! | [`piecewise_grid`] | a grid of probabilities for each piece, and boards sampled from them |
//! | [`siamese`] | the exact information set with weighted boards |
//! | [`outpost`] | the same with senses by what they are worth to the next request |
//! | [`levels`] | levels of difficulty |
//! | [`sensing`] | policies for choosing a sense, for any agent with an information set |
//! | [`sense_choice`] | the policy that guards the king |
//! | [`move_choice`] | the choice of a request when many boards are possible |
//! | [`mcts`] | tree search with UCT |
//! | [`one_board`] | the best move on a single board |
//! | [`evaluator`] | scores of moves on boards, from the built-in search or a chess engine |
//! | [`engine_evaluator`], [`engine_desk`], [`uci`] | chess engines as evaluators, and their protocol |
//! | [`evaluation`], [`search`] | the built-in search, on the [`fast_board`] |
//! | [`report`] | what each half-turn of a game was worth |
//! | [`puzzles`] | puzzles from games: finding, rating and checking them |
//! | [`game_loop`] | a whole game between two agents |
//! | [`outside_game`], [`thinking_time`] | an agent in a game that another program runs and times |
//! | [`table`] | a game between people and agents, and its snapshots |

pub mod a_bot;
pub mod agent;
pub mod attacker;
pub mod budget;
mod chess_forest;
pub mod engine_desk;
pub mod engine_evaluator;
pub mod evaluation;
pub mod evaluator;
pub mod fast_board;
pub mod game_loop;
mod good_replies;
pub mod hsuc;
pub mod levels;
pub mod mcts;
pub mod move_choice;
mod naive_board;
pub mod one_board;
pub mod outpost;
pub mod outside_game;
mod parallel;
pub mod perfect_memory;
mod piece_square;
pub mod piecewise_grid;
pub mod puzzles;
pub mod random;
pub mod registry;
pub mod report;
pub mod search;
pub mod sense_choice;
pub mod sensing;
mod set_tracker;
pub mod siamese;
pub mod table;
pub mod thinking_time;
pub mod trout;
pub mod uci;
mod win_chance;

pub use a_bot::ABot;
pub use agent::Agent;
pub use attacker::Attacker;
pub use budget::{Budget, Cancelled, Journal, Stop};
pub use engine_desk::{DeskPool, EngineDesk};
pub use engine_evaluator::{EngineEvaluator, EnginePool};
pub use evaluation::evaluate;
pub use evaluator::{Answer, BuiltIn, Evaluator, Question};
pub use fast_board::FastBoard;
pub use game_loop::{Decision, GameError, PlayedGame, SideStats, play_game};
pub use hsuc::{Hsuc, quiet_plies};
pub use levels::{LEVELS, Level, level};
pub use move_choice::{
    BoardOrder, DEFAULT_NODES, RatedRequest, Rating, RatingOptions, Rule, Safety, rate_requests,
};
pub use one_board::{best_on_board, taken_moves};
pub use outpost::{Outpost, OutpostParts};
pub use outside_game::{DecisionClock, OutsideGame, TurnLimits};
pub use perfect_memory::PerfectMemory;
pub use piecewise_grid::PiecewiseGrid;
pub use random::Random;
pub use rbc_random::Rng;
pub use registry::{AGENTS, AgentDescription, CONTROLS, create, create_with, player_seeds};
pub use report::{Report, ReportOptions, TurnReport};
pub use search::{BestMove, DECIDED, KING_SCORE, Search};
pub use sense_choice::guarded_square;
pub use sensing::{SensePolicy, UnknownPolicy, reply_weights};
pub use set_tracker::AGENT_CAP;
pub use siamese::Siamese;
pub use table::{Past, PastError, SealedError, Seat, Table, TableError, TakeBackRefusal};
pub use thinking_time::ThinkingTime;
pub use trout::Trout;
pub use win_chance::{centipawns, win_chance};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
