//! A game as it was played, with both sides' turns: what `reconchess` calls `GameHistory`.

use shakmaty::{Color, Square};

use crate::{MoveResult, Observation, Position, SenseResult, WinReason};

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

/// A whole game.
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
    /// Who won; `None` for a draw or a game that was broken off.
    pub winner: Option<Color>,
    /// Why the game ended; `None` when it was broken off.
    pub win_reason: Option<WinReason>,
}

impl GameHistory {
    /// The turns of `color`.
    #[must_use]
    pub const fn side(&self, color: Color) -> &SideHistory {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The turns of `color`, to be added to.
    pub const fn side_mut(&mut self, color: Color) -> &mut SideHistory {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// The name of `color`'s player.
    #[must_use]
    pub fn name(&self, color: Color) -> Option<&str> {
        match color {
            Color::White => self.white_name.as_deref(),
            Color::Black => self.black_name.as_deref(),
        }
    }

    /// Half-turns (plies) with a move.
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

    /// The position that the game starts from: the first one recorded, or chess's where no move was
    /// recorded or its FEN cannot be read.
    #[must_use]
    pub fn start(&self) -> Position {
        let first = |color| self.side(color).fens_before_move.first();
        let parsed = |fen: &String| fen.parse::<Position>().ok();
        let white = first(Color::White).and_then(parsed);
        let black = first(Color::Black).and_then(parsed);
        match (white, black) {
            // The side that opens the game has the earlier full turn.
            (Some(w), Some(b)) if b.fullmoves() < w.fullmoves() => b,
            (Some(w), _) => w,
            (None, Some(b)) => b,
            (None, None) => Position::initial(),
        }
    }

    /// The turns of both sides in the order in which they were played.
    pub fn turns(&self) -> impl Iterator<Item = Turn<'_>> {
        let opener = self.start().turn();
        let mut notice = None;
        (0..).map_while(move |ply: usize| {
            let color = if ply % 2 == 0 { opener } else { !opener };
            let side = self.side(color);
            let index = ply / 2;
            let sense = side.senses.get(index);
            let moved = side.moves.get(index).copied();
            if sense.is_none() && moved.is_none() {
                return None;
            }
            let turn = Turn {
                ply,
                color,
                notice,
                sense,
                moved,
                fen_before: side.fens_before_move.get(index).map(String::as_str),
                fen_after: side.fens_after_move.get(index).map(String::as_str),
            };
            notice = moved.and_then(|m| m.capture);
            Some(turn)
        })
    }
}

/// One half-turn of a [`GameHistory`].
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    /// Half-turns before this one.
    pub ply: usize,
    /// Whose turn it is.
    pub color: Color,
    /// Where the opponent has just captured.
    pub notice: Option<Square>,
    /// The sense; `None` where the record holds none for a turn that has a move.
    pub sense: Option<&'a SenseResult>,
    /// The move; `None` when the game ended before it.
    pub moved: Option<MoveResult>,
    /// FEN of the true position before the move.
    pub fen_before: Option<&'a str>,
    /// FEN of the true position after the move.
    pub fen_after: Option<&'a str>,
}

impl Turn<'_> {
    /// What the side was told in this turn, in order.
    pub fn observations(&self) -> impl Iterator<Item = Observation> {
        let start = Observation::TurnStart {
            capture: self.notice,
        };
        let sense = self
            .sense
            .cloned()
            // A turn with a move had a sense phase, even where the record has lost it.
            .or_else(|| self.moved.map(|_| SenseResult::default()))
            .map(Observation::Sense);
        [Some(start), sense, self.moved.map(Observation::Move)]
            .into_iter()
            .flatten()
    }
}
