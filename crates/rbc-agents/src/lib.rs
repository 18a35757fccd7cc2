//! Players of Reconnaissance Blind Chess (RBC).
//!
//! An [`Agent`] is given what its side was told ([`Observations`](rbc_rules::Observations)), and a
//! [`Budget`]; the true board is out of its reach. Its decisions are a function of its seed, that log
//! and the nodes it was allowed, so that games can be repeated, and a player that is built anew after
//! a reload goes on where the old one stopped.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`agent`] | the interface of players |
//! | [`budget`] | how long a decision may take, when it is broken off, how far it is |
//! | [`registry`] | the players by name |
//! | [`random`], [`attacker`] | `reconchess`'s two simplest bots |
//! | [`a_bot`] | a vote of tree searches over the information set |
//! | [`trout`] | `reconchess`'s bot that believes in one board |
//! | [`perfect_memory`] | one believed board, from the pieces last seen, and a tree search on it |
//! | [`hsuc`] | the exact information set, sensing where the worst case leaves least |
//! | [`piecewise_grid`] | a grid of probabilities for each piece, and boards drawn from them |
//! | [`siamese`] | the exact information set, its boards weighed by whoever knows how likely they are |
//! | [`sensing`] | ways to choose a sense, for any agent with an information set |
//! | [`sense_choice`] | the one that guards the king |
//! | [`move_choice`] | what to request when many boards are possible |
//! | [`mcts`] | tree search with UCT |
//! | [`one_board`] | the best move where one board is thought of |
//! | [`evaluator`] | who scores moves on boards: the search here, or a chess engine |
//! | [`engine_evaluator`], [`engine_desk`], [`uci`] | chess engines as evaluators, and the protocol they speak |
//! | [`evaluation`], [`search`] | what a position is worth in RBC, on the [`fast_board`] |
//! | [`report`] | what each half-turn of a game was worth |
//! | [`game_loop`] | a whole game between two players |
//! | [`table`] | a game at whose seats persons and agents sit, and how it is kept |
//! | [`rng`] | the random numbers, the same on every platform |

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
pub mod hsuc;
pub mod mcts;
pub mod move_choice;
mod naive_board;
pub mod one_board;
mod parallel;
pub mod perfect_memory;
mod piece_square;
pub mod piecewise_grid;
pub mod random;
pub mod registry;
pub mod report;
pub mod search;
pub mod sense_choice;
pub mod sensing;
mod set_tracker;
pub mod siamese;
pub mod table;
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
pub use move_choice::{DEFAULT_NODES, RatedRequest, Rating, RatingOptions, Rule, rate_requests};
pub use one_board::{best_on_board, taken_moves};
pub use perfect_memory::PerfectMemory;
pub use piecewise_grid::PiecewiseGrid;
pub use random::Random;
pub use registry::{AGENTS, AgentDescription, CONTROLS, create, create_with, player_seeds};
pub use rbc_random::Rng;
pub use report::{Report, ReportOptions, TurnReport};
pub use search::{BestMove, DECIDED, KING_SCORE, Search};
pub use sense_choice::guarded_square;
pub use sensing::{SensePolicy, UnknownPolicy, reply_weights};
pub use set_tracker::AGENT_CAP;
pub use siamese::Siamese;
pub use table::{SealedError, Seat, Table, TableError};
pub use trout::Trout;
pub use win_chance::{centipawns, win_chance};
