//! A game as it was played, with both sides' turns: what `reconchess` calls `GameHistory`.

use shakmaty::Color;

use crate::{MoveResult, Position, SenseResult, WinReason};

/// The turns of one side. Entry *i* of each list belongs to the side's turn *i*; a game that ends
/// between a sense and a move has one sense more than moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideHistory {
    /// Senses with what they showed.
    pub senses: Vec<SenseResult>,
    /// Moves as requested and as taken.
    pub moves: Vec<MoveResult>,
    /// FEN of the true position before each move (after the sense).
    pub fens_before_move: Vec<String>,
    /// FEN of the true position after each move.
    pub fens_after_move: Vec<String>,
}

/// A finished game with the true positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameHistory {
    /// White's name.
    pub white_name: Option<String>,
    /// Black's name.
    pub black_name: Option<String>,
    /// White's turns.
    pub white: SideHistory,
    /// Black's turns.
    pub black: SideHistory,
    /// The winner; `None` for a draw or an unfinished game.
    pub winner: Option<Color>,
    /// Why the game ended; `None` for an unfinished game.
    pub win_reason: Option<WinReason>,
}

impl GameHistory {
    /// Returns the turns of `color`.
    #[must_use]
    pub const fn side(&self, color: Color) -> &SideHistory {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// Returns the turns of `color`, to add to them.
    pub const fn side_mut(&mut self, color: Color) -> &mut SideHistory {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// Returns the name of `color`'s player.
    #[must_use]
    pub fn name(&self, color: Color) -> Option<&str> {
        match color {
            Color::White => self.white_name.as_deref(),
            Color::Black => self.black_name.as_deref(),
        }
    }

    /// Returns the number of half-turns (plies) with a move.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.white.moves.len() + self.black.moves.len()
    }

    /// Adds a sense.
    pub fn push_sense(&mut self, color: Color, result: SenseResult) {
        self.side_mut(color).senses.push(result);
    }

    /// Adds a move with the true positions around it.
    pub fn push_move(&mut self, color: Color, result: MoveResult, before: String, after: String) {
        let side = self.side_mut(color);
        side.moves.push(result);
        side.fens_before_move.push(before);
        side.fens_after_move.push(after);
    }

    /// Returns the position the game starts from: the first one recorded, or the start position of chess where no
    /// move was recorded or its FEN cannot be read.
    #[must_use]
    pub fn start(&self) -> Position {
        let first = |color| self.side(color).fens_before_move.first();
        let parsed = |fen: &String| fen.parse::<Position>().ok();
        let white = first(Color::White).and_then(parsed);
        let black = first(Color::Black).and_then(parsed);
        match (white, black) {
            // The side that moves first has the earlier full turn.
            (Some(w), Some(b)) if b.fullmoves() < w.fullmoves() => b,
            (Some(w), _) => w,
            (None, Some(b)) => b,
            (None, None) => Position::initial(),
        }
    }
}
