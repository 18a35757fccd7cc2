//! The true position, and the move that is taken on it for a request.

use std::{error, fmt, num::NonZeroU32, str::FromStr};

use shakmaty::{
    Bitboard, Board, Color, Piece, Rank, Role, Setup, Square, attacks,
    fen::{Fen, ParseFenError},
};

use crate::{
    Move, OwnSide, SenseResult,
    castling::{castling_rook, standard_castling_rights},
    sense::window_squares,
};

/// A position of RBC: pieces, side to move, castling rights, en passant square and both counters.
///
/// Any placement is allowed: kings may be attacked, touching or missing. Castling rights without a
/// king and rook at home are dropped, as `python-chess` does. The en passant square is set after
/// every double step, whether or not a pawn stands ready to capture.
///
/// ```
/// use rbc_rules::Position;
/// let mut position: Position = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1".parse()?;
/// // Black's rook could stand on g1 for all White knows; here the way is free.
/// let castle = position.taken_move("e1g1".parse()?);
/// assert_eq!(castle.map(|m| m.to_string()).as_deref(), Some("e1g1"));
/// position.push(castle);
/// assert_eq!(position.fen(), "4k3/8/8/8/8/8/4P3/5RK1 b - - 1 1");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    turn: Color,
    castling_rights: Bitboard,
    ep_square: Option<Square>,
    halfmoves: u32,
    fullmoves: NonZeroU32,
}

impl Default for Position {
    fn default() -> Position {
        Position::initial()
    }
}

impl Position {
    /// Returns the start position of chess.
    #[must_use]
    pub fn initial() -> Position {
        Position::from_setup(Setup::initial())
    }

    /// Creates a position from its parts. Impossible castling rights are dropped.
    #[must_use]
    pub fn from_setup(setup: Setup) -> Position {
        Position {
            castling_rights: standard_castling_rights(&setup.board, setup.castling_rights),
            board: setup.board,
            turn: setup.turn,
            ep_square: setup.ep_square,
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves,
        }
    }

    /// Returns the board with all pieces.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the squares of rooks that may still castle (a1, h1, a8, h8).
    #[must_use]
    pub const fn castling_rights(&self) -> Bitboard {
        self.castling_rights
    }

    /// Returns the square that a pawn has just passed by a double step.
    #[must_use]
    pub const fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// Returns the plies since the last pawn move or capture. Passes and failed moves count.
    #[must_use]
    pub const fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// Returns the number of the full turn, from 1. It grows after Black's move.
    #[must_use]
    pub const fn fullmoves(&self) -> u32 {
        self.fullmoves.get()
    }

    /// Returns the FEN, with the en passant square after every double step.
    #[must_use]
    pub fn fen(&self) -> String {
        let setup = Setup {
            board: self.board.clone(),
            turn: self.turn,
            castling_rights: self.castling_rights,
            ep_square: self.ep_square,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
            ..Setup::empty()
        };
        match Fen::try_from_setup(setup) {
            Ok(fen) => fen.to_string(),
            Err(lossy) => lossy.ignore().to_string(),
        }
    }

    /// Returns what `color` knows of its own pieces.
    #[must_use]
    pub fn own_side(&self, color: Color) -> OwnSide {
        OwnSide::new(color, &self.board, self.castling_rights)
    }

    /// Returns what a sense at `square` shows.
    #[must_use]
    pub fn sense(&self, square: Option<Square>) -> SenseResult {
        SenseResult {
            square,
            contents: square
                .into_iter()
                .flat_map(window_squares)
                .map(|sq| (sq, self.board.piece_at(sq)))
                .collect(),
        }
    }

    /// Returns whether a pawn of the side to move captures en passant by going from `from` to `to`. A FEN can name a
    /// square that no pawn has passed: nothing is captured there.
    #[must_use]
    pub fn is_en_passant(&self, from: Square, to: Square) -> bool {
        self.ep_square == Some(to)
            && from.rank() == self.turn.fold_wb(Rank::Fifth, Rank::Fourth)
            && !self.board.occupied().contains(to)
            && self.board.by_piece(self.turn.pawn()).contains(from)
            && attacks::pawn_attacks(self.turn, from).contains(to)
            && self
                .board
                .by_piece((!self.turn).pawn())
                .contains(Square::from_coords(to.file(), from.rank()))
    }

    /// Returns the move that is taken when the side to move requests `request` (with a queen where no promotion is
    /// named), or `None` when nothing moves.
    ///
    /// Sliders stop on the first opponent's piece and capture it; a double step blocked on its
    /// second square becomes a single step; a diagonal pawn request onto an empty square, a blocked
    /// push and a castle with any piece between king and rook are no move. Check does not exist.
    ///
    /// `request` must be one of [`OwnSide::requests`] (or such a promotion without a piece). For anything else the
    /// result is `None` or a pseudo-legal move without meaning.
    #[must_use]
    pub fn taken_move(&self, request: Move) -> Option<Move> {
        let Move { from, to, .. } = request;
        let own = self.board.by_color(self.turn);
        let occupied = self.board.occupied();
        if !own.contains(from) || own.contains(to) {
            return None;
        }
        match self.board.role_at(from)? {
            Role::Pawn => {
                let request = if to.rank() == self.turn.fold_wb(Rank::Eighth, Rank::First) {
                    request.promoting_to(request.promotion.or(Some(Role::Queen)))
                } else {
                    request
                };
                if from.file() != to.file() {
                    let takes = self.board.by_color(!self.turn).contains(to)
                        && attacks::pawn_attacks(self.turn, from).contains(to);
                    return (takes || self.is_en_passant(from, to)).then_some(request);
                }
                let one = from.offset(self.turn.fold_wb(8, -8))?;
                if occupied.contains(one) {
                    None
                } else if to == one || !occupied.contains(to) {
                    Some(request)
                } else {
                    Some(Move::new(from, one))
                }
            }
            Role::Knight => attacks::knight_attacks(from)
                .contains(to)
                .then_some(request),
            Role::King => {
                if let Some((rook, _)) = castling_rook(request) {
                    let free = attacks::between(from, rook).is_disjoint(occupied);
                    return (free && self.castling_rights.contains(rook)).then_some(request);
                }
                attacks::king_attacks(from).contains(to).then_some(request)
            }
            role => {
                let piece = Piece {
                    color: self.turn,
                    role,
                };
                let way = attacks::between(from, to).with(to);
                let reach = attacks::attacks(from, piece, occupied) & way & !own;
                let target = if to > from {
                    reach.last()
                } else {
                    reach.first()
                };
                target.map(|to| Move { to, ..request })
            }
        }
    }

    /// Returns whether the king of the side to move is attacked. No rule of RBC depends on it.
    pub(crate) fn king_is_attacked(&self) -> bool {
        let (board, turn) = (&self.board, self.turn);
        board.by_piece(turn.king()).into_iter().any(|king| {
            board.by_color(!turn).into_iter().any(|from| {
                board
                    .piece_at(from)
                    .is_some_and(|p| attacks::attacks(from, p, board.occupied()).contains(king))
            })
        })
    }

    /// Returns the square on which `taken` (a pseudo-legal move) captures: for en passant the captured pawn's.
    #[must_use]
    pub fn capture_square(&self, taken: Move) -> Option<Square> {
        if self.board.by_color(!self.turn).contains(taken.to) {
            Some(taken.to)
        } else if self.is_en_passant(taken.from, taken.to) {
            taken.to.offset(self.turn.fold_wb(-8, 8))
        } else {
            None
        }
    }

    /// Plays `taken`, a pseudo-legal move, or passes on `None`; the other side is to move then. Returns the square of
    /// a capture.
    ///
    /// A pass or failed move advances the halfmove clock and clears the en passant square. A captured king simply
    /// leaves the board.
    pub fn push(&mut self, taken: Option<Move>) -> Option<Square> {
        let capture = taken.and_then(|m| self.capture_square(m));
        self.halfmoves = self.halfmoves.saturating_add(1);
        if let Some(m) = taken
            && let Some(role) = self.board.role_at(m.from)
        {
            if let Some(square) = capture {
                self.board.discard_piece_at(square);
            }
            if capture.is_some() || role == Role::Pawn {
                self.halfmoves = 0;
            }
            self.board.discard_piece_at(m.from);
            self.board.set_piece_at(
                m.to,
                Piece {
                    color: self.turn,
                    role: m.promotion.unwrap_or(role),
                },
            );
            if role == Role::King
                && let Some((rook_from, rook_to)) = castling_rook(m)
            {
                self.board.discard_piece_at(rook_from);
                self.board.set_piece_at(rook_to, self.turn.rook());
            }
            self.castling_rights.discard(m.from);
            self.castling_rights.discard(m.to);
            self.castling_rights = standard_castling_rights(&self.board, self.castling_rights);
            self.ep_square = double_step_square(self.turn, role, m);
        } else {
            self.ep_square = None;
        }
        if self.turn == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = !self.turn;
        capture
    }
}

/// Returns the square that a pawn passes, and may be captured on, when `m` is its double step from its second rank.
#[must_use]
pub fn double_step_square(turn: Color, role: Role, m: Move) -> Option<Square> {
    let home = turn.fold_wb(Rank::Second, Rank::Seventh);
    let is_double =
        role == Role::Pawn && m.from.rank() == home && m.from.rank().distance(m.to.rank()) == 2;
    if is_double {
        m.from.offset(turn.fold_wb(8, -8))
    } else {
        None
    }
}

/// The error for a text that is not a FEN, or that is one of a chess variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePositionError {
    text: String,
    cause: Cause,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Cause {
    NoFen(ParseFenError),
    /// With pieces in hand (Crazyhouse) or remaining checks (Three-check).
    Variant,
}

impl ParsePositionError {
    /// Returns the beginning of the text that was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::NoFen(source) => write!(f, "not a position: {:?} ({source})", self.text),
            Cause::Variant => write!(
                f,
                "{:?} is a FEN of a chess variant: RBC is played on boards of ordinary chess",
                self.text
            ),
        }
    }
}

impl error::Error for ParsePositionError {}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(fen: &str) -> Result<Position, ParsePositionError> {
        let refused = |cause| ParsePositionError {
            text: fen.chars().take(100).collect(),
            cause,
        };
        let setup = Fen::from_ascii(fen.as_bytes())
            .map_err(|source| refused(Cause::NoFen(source)))?
            .into_setup();
        // Read as chess, it would lose them without a word.
        if setup.pockets.is_some() || setup.remaining_checks.is_some() {
            return Err(refused(Cause::Variant));
        }
        Ok(Position::from_setup(setup))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_variants_are_refused() {
        let ordinary = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(ordinary.parse::<Position>().is_ok());
        for variant in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R[Nn] w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/Q w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0",
        ] {
            let error = variant.parse::<Position>().expect_err(variant);
            assert!(error.to_string().contains("of a chess variant"), "{error}");
            assert_eq!(error.text(), variant);
        }
        let nothing = "8/8/8".parse::<Position>().expect_err("half a board");
        assert!(nothing.to_string().starts_with("not a position"));
    }
}
