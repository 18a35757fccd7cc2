//! The commands, a module each: its options, and what it does with them.

pub mod bench;
pub mod bot;
pub mod completions;
pub mod dataset;
pub mod evaluate;
pub mod experiment;
pub mod fit_moves;
pub mod link;
pub mod man;
pub mod r#match;
pub mod merge;
pub mod puzzles;
pub mod rules;
pub mod solve;
pub mod stats;
pub mod tournament;
pub mod verify;
pub mod weigh;
