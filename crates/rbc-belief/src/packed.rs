//! One possible board in 128 bits.

use std::{error, fmt, num::NonZeroU32};

use rbc_rules::{Bitboard, Color, OwnSide, Piece, Position, Role, Square};
use shakmaty::{File, Rank, Setup, attacks};

/// A possible board in 128 bits: the opponent's side only, as the own pieces are the same on all boards of an
/// information set.
///
/// | bits | what |
/// | --- | --- |
/// | 0..64 | the opponent's occupancy, a1 first |
/// | 64..112 | roles (pawn = 1 … king = 6), 3 bits for each piece in occupancy order |
/// | 112..114 | the opponent's castling rights: rook on the a-file, rook on the h-file |
/// | 114..118 | 1 + file of the opponent's pawn that can be captured en passant, or 0 |
///
/// The en passant file is kept only where an own pawn stands ready to capture, so that boards
/// which differ in a square that nobody can use are the same board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct PackedBoard(pub u128);

/// The error for more than 16 opposing pieces, which do not fit in 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyPieces {
    /// The number of opposing pieces.
    pub pieces: usize,
}

impl fmt::Display for TooManyPieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the opponent has {} pieces; an information set can hold at most 16",
            self.pieces
        )
    }
}

impl error::Error for TooManyPieces {}

const ROLE_BITS: u32 = 3;
const ROLE_MASK: u64 = 7;
const CASTLING_SHIFT: u32 = 48;
const EP_SHIFT: u32 = 50;
const ROLES_MASK: u64 = (1 << CASTLING_SHIFT) - 1;
const CASTLING_MASK: u64 = 3 << CASTLING_SHIFT;
const EP_MASK: u64 = 15 << EP_SHIFT;

/// The pieces below list index `i`, as a mask over the role list.
const fn roles_below(i: u32) -> u64 {
    (1 << (i * ROLE_BITS)) - 1
}

impl PackedBoard {
    /// The most pieces of one side.
    pub(crate) const MAX_PIECES: usize = 16;

    pub(crate) const fn from_halves(occupancy: u64, state: u64) -> PackedBoard {
        PackedBoard(occupancy as u128 | (state as u128) << 64)
    }

    /// Returns the board of these little-endian bytes, or `None` when they are not a board. The bytes may be
    /// untrusted.
    ///
    /// ```
    /// use rbc_belief::PackedBoard;
    /// use rbc_rules::{Color, Position};
    /// let board = PackedBoard::pack(&Position::initial(), Color::White)?;
    /// assert_eq!(PackedBoard::from_le_bytes(board.0.to_le_bytes()), Some(board));
    /// assert_eq!(PackedBoard::from_le_bytes([255; 16]), None);
    /// # Ok::<_, rbc_belief::TooManyPieces>(())
    /// ```
    #[must_use]
    pub fn from_le_bytes(bytes: [u8; 16]) -> Option<PackedBoard> {
        let board = PackedBoard(u128::from_le_bytes(bytes));
        let pieces = board.occupancy().count();
        let roles = board.state() & ROLES_MASK;
        let all_there = pieces <= PackedBoard::MAX_PIECES
            && roles >> (pieces as u32 * ROLE_BITS) == 0
            && (0..pieces as u32).all(|i| matches!(roles >> (i * ROLE_BITS) & ROLE_MASK, 1..=6));
        let flags = board.state() >> EP_SHIFT;
        (all_there && flags <= 8).then_some(board)
    }

    /// Packs the pieces of `!me` in `position`.
    ///
    /// # Errors
    ///
    /// When there are more than 16 of them.
    pub fn pack(position: &Position, me: Color) -> Result<PackedBoard, TooManyPieces> {
        let board = position.board();
        let occupancy = board.by_color(!me);
        if occupancy.count() > PackedBoard::MAX_PIECES {
            return Err(TooManyPieces {
                pieces: occupancy.count(),
            });
        }
        let mut state = 0;
        for (i, square) in occupancy.into_iter().enumerate() {
            if let Some(role) = board.role_at(square) {
                state |= (role as u64) << (i as u32 * ROLE_BITS);
            }
        }
        let rank = me.fold_wb(Rank::Eighth, Rank::First);
        for (bit, file) in [File::A, File::H].into_iter().enumerate() {
            if position
                .castling_rights()
                .contains(Square::from_coords(file, rank))
            {
                state |= 1 << (CASTLING_SHIFT + bit as u32);
            }
        }
        // A FEN can name a square that no double step passes: nothing is captured there.
        if let Some(ep) = position.ep_square()
            && position.turn() == me
            && ep.rank() == me.fold_wb(Rank::Sixth, Rank::Third)
            && ep
                .offset(me.fold_wb(-8, 8))
                .is_some_and(|pawn| board.by_piece((!me).pawn()).contains(pawn))
            && board.piece_at(ep).is_none()
        {
            state |= en_passant_bits(ep, board.by_piece(me.pawn()), me);
        }
        Ok(PackedBoard::from_halves(occupancy.into(), state))
    }

    /// Returns the squares of the opposing pieces.
    #[must_use]
    pub const fn occupancy(self) -> Bitboard {
        Bitboard(self.0 as u64)
    }

    pub(crate) const fn state(self) -> u64 {
        (self.0 >> 64) as u64
    }

    /// Returns the role of the opposing piece on `square`, if any.
    #[must_use]
    pub fn role_at(self, square: Square) -> Option<Role> {
        if !self.occupancy().contains(square) {
            return None;
        }
        let below = (self.0 as u64 & ((1 << square.to_u32()) - 1)).count_ones();
        Role::try_from((self.state() >> (below * ROLE_BITS) & ROLE_MASK) as u32).ok()
    }

    /// Returns the opposing pieces, a1 first.
    pub fn pieces(self) -> impl Iterator<Item = (Square, Role)> {
        let mut roles = self.state() & ROLES_MASK;
        self.occupancy().into_iter().filter_map(move |square| {
            let role = Role::try_from((roles & ROLE_MASK) as u32).ok()?;
            roles >>= ROLE_BITS;
            Some((square, role))
        })
    }

    /// Returns whether the opponent's king is on the board.
    #[must_use]
    pub const fn has_king(self) -> bool {
        // A king is 0b110 and no role is 0b111.
        let roles = self.state() & ROLES_MASK;
        const LOW_BITS: u64 = 0o1_111_111_111_111_111;
        (roles >> 2) & (roles >> 1) & LOW_BITS != 0
    }

    /// Returns the opponent's castling rights: the squares of rooks that may castle.
    #[must_use]
    pub fn castling_rights(self, opponent: Color) -> Bitboard {
        let rank = opponent.fold_wb(Rank::First, Rank::Eighth);
        let mut rights = Bitboard::EMPTY;
        for (bit, file) in [File::A, File::H].into_iter().enumerate() {
            if self.state() >> (CASTLING_SHIFT + bit as u32) & 1 == 1 {
                rights.add(Square::from_coords(file, rank));
            }
        }
        rights
    }

    /// The castling bits: 1 for the a-file's rook, 2 for the h-file's.
    pub(crate) const fn castling_bits(self) -> u64 {
        (self.state() & CASTLING_MASK) >> CASTLING_SHIFT
    }

    /// Returns the file on which an own pawn can capture en passant.
    #[must_use]
    pub const fn ep_file(self) -> Option<File> {
        match ((self.state() & EP_MASK) >> EP_SHIFT) as u32 {
            0 => None,
            n => Some(File::new(n - 1)),
        }
    }

    /// The same board, which has nothing to capture en passant, with the bits `ep` for that.
    pub(crate) const fn with_en_passant(self, ep: u64) -> PackedBoard {
        PackedBoard(self.0 | (ep as u128) << 64)
    }

    /// The same board with nothing to capture en passant.
    pub(crate) const fn without_en_passant(self) -> PackedBoard {
        PackedBoard(self.0 & !((EP_MASK as u128) << 64))
    }

    /// The same board without the opponent's piece on `square`, which must stand there.
    pub(crate) fn without_piece(self, square: Square, opponent: Color) -> PackedBoard {
        let occupancy = self.0 as u64;
        let i = (occupancy & ((1 << square.to_u32()) - 1)).count_ones();
        let role = self.role_at(square).unwrap_or(Role::Pawn);
        let lost = match role {
            Role::King => 3,
            _ => rights_of_square(square, opponent),
        };
        let lifted = Lifted::new(self, i, square, role);
        PackedBoard::from_halves(
            lifted.occupancy,
            lifted.roles | lifted.flags & !(lost << CASTLING_SHIFT),
        )
    }

    /// The same board, with nothing to capture en passant, with one piece more on `square`, which is
    /// free, and these castling rights (1 and 2 as in the board). At most 15 pieces are there.
    pub(crate) fn with_piece(self, square: Square, role: Role, rights: u64) -> PackedBoard {
        Lifted {
            occupancy: self.0 as u64,
            roles: self.state() & ROLES_MASK,
            flags: rights << CASTLING_SHIFT,
            role: role as u64,
        }
        .put(square)
    }

    /// Returns whether the board is well formed: castling rights only with king and rook at home, at most one king
    /// and 16 pieces.
    pub(crate) fn is_consistent(self, opponent: Color) -> bool {
        let kings = self.pieces().filter(|(_, role)| *role == Role::King);
        let home = Square::from_coords(File::E, opponent.fold_wb(Rank::First, Rank::Eighth));
        let rights = self.castling_rights(opponent);
        kings.count() <= 1
            && self.occupancy().count() <= PackedBoard::MAX_PIECES
            && (rights.is_empty() || self.role_at(home) == Some(Role::King))
            && rights
                .into_iter()
                .all(|rook| self.role_at(rook) == Some(Role::Rook))
    }

    /// Returns the position that this board and the own pieces form. The halfmove clock, which is unknown, is 0.
    ///
    /// `own_ep` is the square that an own double step has just passed (when the opponent is to
    /// move).
    #[must_use]
    pub fn unpack(
        self,
        own: &OwnSide,
        turn: Color,
        own_ep: Option<Square>,
        fullmoves: NonZeroU32,
    ) -> Position {
        let opponent = !own.color();
        let mut setup = Setup {
            board: own.board().clone(),
            turn,
            castling_rights: own.castling_rights() | self.castling_rights(opponent),
            fullmoves,
            ..Setup::empty()
        };
        for (square, role) in self.pieces() {
            setup.board.set_piece_at(
                square,
                Piece {
                    color: opponent,
                    role,
                },
            );
        }
        setup.ep_square = if turn == own.color() {
            self.ep_file()
                .map(|file| Square::from_coords(file, opponent.fold_wb(Rank::Third, Rank::Sixth)))
        } else {
            own_ep
        };
        Position::from_setup(setup)
    }
}

impl fmt::Debug for PackedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(
                self.pieces()
                    .map(|(square, role)| (square.to_string(), role)),
            )
            .finish()?;
        write!(
            f,
            " castling {:02b} en passant {:?}",
            self.castling_bits(),
            self.ep_file()
        )
    }
}

/// The castling bit that is lost when something leaves or is captured on `square`.
pub(crate) fn rights_of_square(square: Square, opponent: Color) -> u64 {
    let rank = opponent.fold_wb(Rank::First, Rank::Eighth);
    if square.rank() != rank {
        return 0;
    }
    match square.file() {
        File::A => 1,
        File::H => 2,
        _ => 0,
    }
}

/// The en passant bits after a double step past `ep`, if one of the `own_pawns` of `me` can
/// capture there.
pub(crate) fn en_passant_bits(ep: Square, own_pawns: Bitboard, me: Color) -> u64 {
    // A pawn that attacks `ep` stands where a pawn of the other colour on `ep` would attack.
    if attacks::pawn_attacks(!me, ep).intersects(own_pawns) {
        (u64::from(ep.file().to_u32()) + 1) << EP_SHIFT
    } else {
        0
    }
}

/// A board with one piece in the hand: from here every target of the piece costs a few shifts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lifted {
    occupancy: u64,
    roles: u64,
    /// Castling bits in place; nothing to capture en passant, as a move ends that.
    flags: u64,
    role: u64,
}

impl Lifted {
    /// No piece, of no board.
    pub(crate) const NOTHING: Lifted = Lifted {
        occupancy: 0,
        roles: 0,
        flags: 0,
        role: 0,
    };

    /// Lifts the `i`th piece in occupancy order, which stands on `square` and is a `role`.
    pub(crate) const fn new(board: PackedBoard, i: u32, square: Square, role: Role) -> Lifted {
        let roles = board.state() & ROLES_MASK;
        let below = roles_below(i);
        Lifted {
            occupancy: board.0 as u64 & !(1 << square.to_u32()),
            roles: roles & below | (roles >> ROLE_BITS) & !below,
            flags: board.state() & CASTLING_MASK,
            role: role as u64,
        }
    }

    /// The same without the castling rights `lost` (1 and 2 as in the board).
    pub(crate) const fn losing_rights(self, lost: u64) -> Lifted {
        Lifted {
            flags: self.flags & !(lost << CASTLING_SHIFT),
            ..self
        }
    }

    /// The same with these castling rights (1 and 2 as in the board).
    pub(crate) const fn with_rights(self, rights: u64) -> Lifted {
        Lifted {
            flags: rights << CASTLING_SHIFT,
            ..self
        }
    }

    /// The same with another piece in the hand.
    pub(crate) const fn promoted(self, role: Role) -> Lifted {
        Lifted {
            role: role as u64,
            ..self
        }
    }

    /// The piece put down on `square`, which is free.
    #[inline]
    pub(crate) const fn put(&self, square: Square) -> PackedBoard {
        let bit = 1 << square.to_u32();
        let i = (self.occupancy & (bit - 1)).count_ones();
        let below = roles_below(i);
        let roles =
            self.roles & below | (self.roles & !below) << ROLE_BITS | self.role << (i * ROLE_BITS);
        PackedBoard::from_halves(self.occupancy | bit, roles | self.flags)
    }
}
