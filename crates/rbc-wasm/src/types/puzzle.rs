//! Puzzles of a game's moments.

use rbc_agents::puzzles;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// What a puzzle asks: docs/puzzles.md describes the kinds.
#[derive(Tsify, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleKind {
    Sense,
    Decide,
    Safe,
    King,
    Move,
    Where,
    Played,
    Count,
    Left,
}

impl From<puzzles::Kind> for PuzzleKind {
    fn from(kind: puzzles::Kind) -> PuzzleKind {
        match kind {
            puzzles::Kind::Sense => PuzzleKind::Sense,
            puzzles::Kind::Decide => PuzzleKind::Decide,
            puzzles::Kind::Safe => PuzzleKind::Safe,
            puzzles::Kind::King => PuzzleKind::King,
            puzzles::Kind::Move => PuzzleKind::Move,
            puzzles::Kind::Where => PuzzleKind::Where,
            puzzles::Kind::Played => PuzzleKind::Played,
            puzzles::Kind::Count => PuzzleKind::Count,
            puzzles::Kind::Left => PuzzleKind::Left,
        }
    }
}

/// A puzzle of a game's moment, with the fields of a puzzle file (docs/puzzles.md).
#[derive(Tsify, Serialize)]
pub struct MomentPuzzle {
    /// Half-turns before it.
    ply: usize,
    /// Eight letters and digits: a hash of what is asked.
    id: String,
    kind: PuzzleKind,
    /// Its difficulty, on the scale of the site's puzzles, and the deviation.
    rating: u32,
    deviation: u32,
    /// The possible boards as FENs joined by `;`, the side to move.
    boards: String,
    /// Of the kind `king`: 2 where the capture is forced within two turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<u8>,
    /// All right answers: squares, or requests in UCI or `pass`.
    answers: Vec<String>,
    /// Names and the numbers behind the answer, right answers first.
    numbers: Vec<(String, f64)>,
}

impl From<puzzles::MomentPuzzle> for MomentPuzzle {
    fn from(made: puzzles::MomentPuzzle) -> MomentPuzzle {
        let puzzle = made.puzzle;
        let numbers = puzzle.numbers.into_iter();
        MomentPuzzle {
            ply: made.ply,
            id: puzzle.id,
            kind: puzzle.kind.into(),
            rating: puzzle.rating,
            deviation: puzzle.deviation,
            boards: puzzle.boards,
            turns: puzzle.turns,
            answers: puzzle.answers,
            numbers: numbers
                .map(|(name, value)| (name, value.as_f64().unwrap_or_default()))
                .collect(),
        }
    }
}
