//! Squares, moves, pieces and positions as plain values: squares are numbers from a1 = 0, moves UCI, pieces letters,
//! colours true for White as in `chess`.

use pyo3::prelude::*;
use rbc_rules::{Color, Move, MoveResult, Phase, Piece, Position, SenseResult, Square};

use crate::errors::value_error;

pub fn color(white: bool) -> Color {
    Color::from_white(white)
}

pub fn square(number: u32) -> PyResult<Square> {
    Square::try_from(number)
        .map_err(|_| value_error(format!("{number} is no square: they are 0 to 63")))
}

pub fn optional_square(number: Option<u32>) -> PyResult<Option<Square>> {
    number.map(square).transpose()
}

pub fn number(square: Option<Square>) -> Option<u32> {
    square.map(Square::to_u32)
}

pub fn optional_move(uci: Option<&str>) -> PyResult<Option<Move>> {
    uci.map(|uci| uci.parse().map_err(value_error)).transpose()
}

pub fn uci(a_move: Option<Move>) -> Option<String> {
    a_move.map(|m| m.to_string())
}

pub fn position(fen: &str) -> PyResult<Position> {
    fen.parse().map_err(value_error)
}

pub fn piece(letter: char) -> PyResult<Piece> {
    Piece::from_char(letter)
        .ok_or_else(|| value_error(format!("{letter:?} is no piece: they are PNBRQKpnbrqk")))
}

/// What a window shows, square by square.
pub type Contents = Vec<(u32, Option<char>)>;

pub fn contents(result: &SenseResult) -> Contents {
    let letter = |piece: Piece| piece.char();
    let contents = result.contents.iter();
    contents
        .map(|(square, piece)| (square.to_u32(), piece.map(letter)))
        .collect()
}

pub fn sense_result(told: &Contents) -> PyResult<SenseResult> {
    let mut contents = Vec::with_capacity(told.len().min(64));
    for (at, letter) in told {
        contents.push((square(*at)?, letter.map(piece).transpose()?));
    }
    SenseResult::of_window(&contents).ok_or_else(|| {
        value_error(
            "the squares are not the window of a sense: its 4, 6 or 9 squares, None where nothing stands; none at \
             all for no sense",
        )
    })
}

pub fn move_result(
    requested: Option<&str>,
    taken: Option<&str>,
    capture: Option<u32>,
) -> PyResult<MoveResult> {
    Ok(MoveResult {
        requested: optional_move(requested)?,
        taken: optional_move(taken)?,
        capture: optional_square(capture)?,
    })
}

pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Sense => "sense",
        Phase::Move => "move",
        Phase::Over => "over",
    }
}
