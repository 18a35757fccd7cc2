//! The plain objects that cross to JavaScript, and how they are made. Their TypeScript types are
//! generated from what stands here, with its documentation.

use rbc_rules::{Move, Piece, Square as BoardSquare};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

mod board;
mod error;
mod game;
mod moves;
mod puzzle;
mod record;
mod set;

pub use board::*;
pub use error::*;
pub use game::*;
pub use moves::*;
pub use puzzle::*;
pub use record::*;
pub use set::*;

/// What a call gives: an error is thrown with its code, data and message.
pub type Js<T> = Result<T, Refusal>;

/// `value` as a plain object; `None` as `null`, as in JSON.
pub fn to_js(value: &impl Serialize) -> Js<JsValue> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}

/// `value` as a plain object of its TypeScript type.
pub fn to_ts<T: Serialize + Tsify>(value: &T) -> Js<Ts<T>> {
    Ok(Ts::new_unchecked(to_js(value)?))
}

/// A list of plain objects.
pub fn to_list<T: Serialize + Tsify>(values: impl IntoIterator<Item = T>) -> Js<Vec<Ts<T>>> {
    values.into_iter().map(|value| to_ts(&value)).collect()
}

/// A square from its number.
pub fn square_from(square: Option<Square>) -> Js<Option<BoardSquare>> {
    square.map(square_of).transpose()
}

fn square_of(square: Square) -> Js<BoardSquare> {
    BoardSquare::try_from(square)
        .map_err(|_| Refusal::argument("a square is a number from 0 to 63"))
}

fn number(square: Option<BoardSquare>) -> Option<Square> {
    square.map(BoardSquare::to_u32)
}

/// A move from its UCI notation.
pub fn move_from(uci: Option<String>) -> Js<Option<Move>> {
    Ok(uci.map(|uci| uci.parse()).transpose()?)
}

fn uci(request: Option<Move>) -> Option<String> {
    request.map(|m| m.to_string())
}

/// What stands on each square.
fn pieces(board: &rbc_rules::Board) -> Vec<Option<PieceLetter>> {
    let squares = BoardSquare::ALL.iter();
    squares.map(|sq| board.piece_at(*sq).map(letter)).collect()
}

fn letter(piece: Piece) -> PieceLetter {
    PieceLetter(piece.char())
}
