//! Positions, by how they differ from another.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Setup, Square};
use std::num::NonZeroU32;

use super::{LinkError, coder::Coder, square};
use crate::Position;

/// How likely each content of a square is by what stands there in the position before.
pub(super) struct BoardModel {
    weights: [[u32; CONTENTS]; CONTENTS],
}

/// Nothing, and six roles of two colours.
const CONTENTS: usize = 13;

fn number(piece: Option<Piece>) -> usize {
    piece.map_or(0, |p| p.color.fold_wb(0, 6) + usize::from(p.role))
}

fn content(number: usize) -> Option<Piece> {
    let role = Role::try_from(number.checked_sub(1)? % 6 + 1).ok()?;
    Some(role.of(if number > 6 {
        Color::Black
    } else {
        Color::White
    }))
}

impl BoardModel {
    pub(super) fn new() -> BoardModel {
        let mut weights = [[1; CONTENTS]; CONTENTS];
        for (i, row) in weights.iter_mut().enumerate() {
            row[0] = 8;
            row[i] = 16;
        }
        BoardModel { weights }
    }

    /// Codes a position by its difference from `before`.
    pub(super) fn position(
        &mut self,
        coder: &mut impl Coder,
        before: &Position,
        given: Option<&Position>,
    ) -> Result<Position, LinkError> {
        let mut board = Board::empty();
        for at in Square::ALL {
            let row = &mut self.weights[number(before.board().piece_at(at))];
            let value = number(given.and_then(|g| g.board().piece_at(at)));
            let read = coder.choice(row, value)?;
            row[read] += 16;
            if let Some(piece) = content(read) {
                board.set_piece_at(at, piece);
            }
        }
        let given = given.unwrap_or(before);
        let rest = |p: &Position| {
            (
                p.turn(),
                p.castling_rights(),
                p.ep_square(),
                p.halfmoves(),
                p.fullmoves(),
            )
        };
        let same = coder.flag([1, 3], rest(before) == rest(given))?;
        let (mut turn, mut castling_rights, mut ep_square, mut halfmoves, mut fullmoves) =
            rest(before);
        if !same {
            turn = Color::from_white(coder.flag([1, 1], given.turn().is_white())?);
            castling_rights = Bitboard::EMPTY;
            for corner in [Square::A1, Square::H1, Square::A8, Square::H8] {
                if coder.flag([1, 1], given.castling_rights().contains(corner))? {
                    castling_rights.add(corner);
                }
            }
            ep_square = if coder.flag([3, 1], given.ep_square().is_some())? {
                Some(square(coder, given.ep_square())?)
            } else {
                None
            };
            halfmoves = coder.number(given.halfmoves())?;
            fullmoves = coder.number(given.fullmoves())?;
        }
        Ok(Position::from_setup(Setup {
            board,
            turn,
            castling_rights,
            ep_square,
            halfmoves,
            fullmoves: NonZeroU32::new(fullmoves)
                .ok_or(LinkError::Impossible("its first turn has the number 0"))?,
            ..Setup::empty()
        }))
    }
}
