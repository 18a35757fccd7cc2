//! Where king and rook stand and go when they castle.

use shakmaty::{Bitboard, Board, Color, Square};

use crate::Move;

/// Returns the home square of the king of `color`.
pub(crate) const fn castling_king(color: Color) -> Square {
    match color {
        Color::White => Square::E1,
        Color::Black => Square::E8,
    }
}

/// Returns the square the king goes to when it castles with the rook on `rook`.
pub(crate) fn castling_target(king: Square, rook: Square) -> Square {
    if rook > king {
        king.offset(2).unwrap_or(king)
    } else {
        king.offset(-2).unwrap_or(king)
    }
}

/// Returns the rook's squares before and after when the king's move `m` is a castling move: only then does a king
/// move by two files.
pub(crate) fn castling_rook(m: Move) -> Option<(Square, Square)> {
    if m.from.file().distance(m.to.file()) < 2 {
        return None;
    }
    let (corner, beside) = if m.to > m.from { (3, 1) } else { (-4, -1) };
    Some((m.from.offset(corner)?, m.from.offset(beside)?))
}

/// Returns those of `rights` for which king and rook are on their home squares.
pub(crate) fn standard_castling_rights(board: &Board, rights: Bitboard) -> Bitboard {
    let mut kept = Bitboard::EMPTY;
    for color in Color::ALL {
        if board.by_piece(color.king()).contains(castling_king(color)) {
            let corners = color.fold_wb(
                Bitboard::from_square(Square::A1).with_const(Bitboard::from_square(Square::H1)),
                Bitboard::from_square(Square::A8).with_const(Bitboard::from_square(Square::H8)),
            );
            kept |= rights & corners & board.by_piece(color.rook());
        }
    }
    kept
}
