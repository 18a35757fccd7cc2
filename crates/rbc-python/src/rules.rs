//! The rules, on positions that are given as FEN.

use pyo3::prelude::*;
use rbc_rules::{Move, Position, Square};

use crate::{
    errors::value_error,
    plain::{self, Contents},
};

/// The letter of the piece on each square, None where nothing stands.
#[pyfunction]
pub fn pieces(fen: &str) -> PyResult<Vec<Option<char>>> {
    let position = plain::position(fen)?;
    let on = |square| position.board().piece_at(square).map(|piece| piece.char());
    Ok(Square::ALL.into_iter().map(on).collect())
}

/// What the side to move may request, besides the pass.
#[pyfunction]
pub fn move_actions(fen: &str) -> PyResult<Vec<String>> {
    let position = plain::position(fen)?;
    let requests = position.own_side(position.turn()).requests();
    Ok(requests.iter().map(Move::to_string).collect())
}

/// The move that is taken for a request, or None where nothing moves.
#[pyfunction]
pub fn revise_move(fen: &str, requested: Option<&str>) -> PyResult<Option<String>> {
    let position = plain::position(fen)?;
    let Some(request) = plain::optional_move(requested)? else {
        return Ok(None);
    };
    if !position.own_side(position.turn()).may_request(request) {
        return Err(value_error(format!("{request} may not be requested here")));
    }
    Ok(plain::uci(position.taken_move(request)))
}

/// A move that can be taken on `position`.
fn taken(position: &Position, uci: Option<&str>) -> PyResult<Option<Move>> {
    let Some(taken) = plain::optional_move(uci)? else {
        return Ok(None);
    };
    let may_be = position.own_side(position.turn()).may_request(taken);
    if !may_be || position.taken_move(taken) != Some(taken) {
        return Err(value_error(format!(
            "{taken} cannot be taken here: revise_move gives the move that is taken for a request"
        )));
    }
    Ok(Some(taken))
}

/// The square on which a taken move captures.
#[pyfunction]
pub fn capture_square(fen: &str, taken_move: Option<&str>) -> PyResult<Option<u32>> {
    let position = plain::position(fen)?;
    let taken = taken(&position, taken_move)?;
    Ok(plain::number(
        taken.and_then(|taken| position.capture_square(taken)),
    ))
}

/// What a sense shows.
#[pyfunction]
pub fn sense(fen: &str, square: Option<u32>) -> PyResult<Contents> {
    let square = plain::optional_square(square)?;
    Ok(plain::contents(&plain::position(fen)?.sense(square)))
}

/// The position after a taken move or a pass, and the square of a capture.
#[pyfunction]
pub fn push(fen: &str, taken_move: Option<&str>) -> PyResult<(String, Option<u32>)> {
    let mut position = plain::position(fen)?;
    let taken = taken(&position, taken_move)?;
    let capture = position.push(taken);
    Ok((position.fen(), plain::number(capture)))
}
