//! A small board for searching: copied, not undone, and scored as it changes.

use rbc_random::Rng;
use rbc_rules::{Color, Move, Position, Role, Square};
use shakmaty::{Bitboard, Piece, Setup, attacks, fen::Fen};

use crate::piece_square::{BISHOP, KING, KNIGHT, PAWN, PHASE_WEIGHTS, PIECE_SQUARE, QUEEN, ROOK};

/// What [`FastBoard`] holds on a square without a piece.
pub(crate) const NOTHING: u8 = 6;
const NO_SQUARE: u8 = 64;

/// From (6 bits), to (6 bits), role after promotion (3 bits, 0 for none).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FastMove(pub(crate) u16);

impl FastMove {
    pub(crate) const NONE: FastMove = FastMove(0);

    const fn new(from: u32, to: u32, promotion: usize) -> FastMove {
        FastMove((from | to << 6 | (promotion as u32) << 12) as u16)
    }

    pub(crate) const fn from(self) -> usize {
        (self.0 & 63) as usize
    }

    pub(crate) const fn to(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }

    pub(crate) const fn promotion(self) -> usize {
        (self.0 >> 12) as usize
    }

    /// The move in words; `None` for the pass.
    pub(crate) fn as_move(self) -> Option<Move> {
        const ROLES: [Option<Role>; 5] = [
            None,
            Some(Role::Knight),
            Some(Role::Bishop),
            Some(Role::Rook),
            Some(Role::Queen),
        ];
        (self != FastMove::NONE).then(|| {
            Move::new(
                Square::new(self.from() as u32),
                Square::new(self.to() as u32),
            )
            .promoting_to(ROLES[self.promotion()])
        })
    }
}

impl From<Move> for FastMove {
    fn from(m: Move) -> FastMove {
        let promotion = m.promotion.map_or(0, role_index);
        FastMove::new(m.from.to_u32(), m.to.to_u32(), promotion)
    }
}

const fn role_index(role: Role) -> usize {
    role as usize - 1
}

/// Castling rights that are lost when a piece leaves or reaches a square: bits a1, h1, a8, h8.
const RIGHTS_KEPT: [u8; 64] = {
    let mut kept = [15; 64];
    kept[0] = 15 & !1;
    kept[7] = 15 & !2;
    kept[4] = 15 & !3;
    kept[56] = 15 & !4;
    kept[63] = 15 & !8;
    kept[60] = 15 & !12;
    kept
};

/// Which pieces stand where, whose turn it is, and the running sums of the evaluation.
///
/// Kings can be captured and may be missing; check binds nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FastBoard {
    pub(crate) roles: [u64; 6],
    pub(crate) colors: [u64; 2],
    squares: [u8; 64],
    /// 0 for White, 1 for Black.
    pub(crate) turn: usize,
    castling: u8,
    ep: u8,
    /// Piece-square sums in centipawns, White's minus Black's: middle game and endgame.
    pub(crate) middle: i32,
    pub(crate) end: i32,
    /// Weight of the pieces left.
    pub(crate) phase: i32,
    /// Zobrist hash of pieces, rights and turn, without the en passant square.
    hash: u64,
}

/// Random numbers by which boards are told apart in the search's table.
struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 16],
    ep_files: [u64; 8],
    black: u64,
}

static KEYS: Keys = {
    let mut rng = Rng::new(2026);
    let mut keys = Keys {
        pieces: [[[0; 64]; 6]; 2],
        castling: [0; 16],
        ep_files: [0; 8],
        black: rng.next_u64(),
    };
    let mut i = 0;
    while i < 768 {
        keys.pieces[i / 384][i / 64 % 6][i % 64] = rng.next_u64();
        i += 1;
    }
    i = 1;
    while i < 16 {
        keys.castling[i] = rng.next_u64();
        i += 1;
    }
    i = 0;
    while i < 8 {
        keys.ep_files[i] = rng.next_u64();
        i += 1;
    }
    keys
};

/// The squares that a pawn of `color` (0 or 1) attacks from any of `pawns`.
pub(crate) const fn pawn_span(pawns: u64, color: usize) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    if color == 0 {
        (pawns & NOT_A) << 7 | (pawns & NOT_H) << 9
    } else {
        (pawns & NOT_A) >> 9 | (pawns & NOT_H) >> 7
    }
}

/// The squares attacked from `square` by a piece (no pawn) of role `role`.
pub(crate) fn piece_attacks(role: usize, square: u32, occupied: u64) -> u64 {
    let square = Square::new(square);
    let occupied = Bitboard(occupied);
    match role {
        KNIGHT => attacks::knight_attacks(square).0,
        BISHOP => attacks::bishop_attacks(square, occupied).0,
        ROOK => attacks::rook_attacks(square, occupied).0,
        QUEEN => attacks::queen_attacks(square, occupied).0,
        _ => attacks::king_attacks(square).0,
    }
}

/// Calls `f` with each square of `set`, lowest first.
pub(crate) fn each(mut set: u64, mut f: impl FnMut(u32)) {
    while set != 0 {
        f(set.trailing_zeros());
        set &= set - 1;
    }
}

impl FastBoard {
    /// The same pieces, rights and turn as `position`.
    #[must_use]
    pub fn new(position: &Position) -> FastBoard {
        let mut board = FastBoard {
            roles: [0; 6],
            colors: [0; 2],
            squares: [NOTHING; 64],
            turn: color_index(position.turn()),
            castling: 0,
            ep: position
                .ep_square()
                .map_or(NO_SQUARE, |sq| sq.to_u32() as u8),
            middle: 0,
            end: 0,
            phase: 0,
            hash: 0,
        };
        for (square, piece) in position.board().iter() {
            board.put(
                square.to_usize(),
                color_index(piece.color),
                role_index(piece.role),
            );
        }
        for (bit, square) in [Square::A1, Square::H1, Square::A8, Square::H8]
            .into_iter()
            .enumerate()
        {
            if position.castling_rights().contains(square) {
                board.castling |= 1 << bit;
            }
        }
        board.hash ^= KEYS.castling[board.castling as usize];
        if board.turn == 1 {
            board.hash ^= KEYS.black;
        }
        board
    }

    /// Equal for boards that cannot be told apart by what may follow; else different, as good as
    /// always. An en passant square that no pawn can use makes no difference.
    pub(crate) fn hash(&self) -> u64 {
        if self.ep == NO_SQUARE {
            return self.hash;
        }
        let from = pawn_span(1 << self.ep, self.turn ^ 1);
        if from & self.pieces(self.turn, PAWN) == 0 {
            self.hash
        } else {
            self.hash ^ KEYS.ep_files[self.ep as usize & 7]
        }
    }

    pub(crate) const fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    pub(crate) const fn role_at(&self, square: usize) -> usize {
        self.squares[square] as usize
    }

    pub(crate) const fn pieces(&self, color: usize, role: usize) -> u64 {
        self.colors[color] & self.roles[role]
    }

    fn put(&mut self, square: usize, color: usize, role: usize) {
        self.squares[square] = role as u8;
        self.roles[role] |= 1 << square;
        self.colors[color] |= 1 << square;
        let (middle, end) = PIECE_SQUARE[color][role][square];
        self.middle += middle;
        self.end += end;
        self.phase += PHASE_WEIGHTS[role];
        self.hash ^= KEYS.pieces[color][role][square];
    }

    fn take(&mut self, square: usize, color: usize, role: usize) {
        self.squares[square] = NOTHING;
        self.roles[role] &= !(1 << square);
        self.colors[color] &= !(1 << square);
        let (middle, end) = PIECE_SQUARE[color][role][square];
        self.middle -= middle;
        self.end -= end;
        self.phase -= PHASE_WEIGHTS[role];
        self.hash ^= KEYS.pieces[color][role][square];
    }

    /// Hands the turn over without a move.
    pub fn pass(&mut self) {
        self.ep = NO_SQUARE;
        self.turn ^= 1;
        self.hash ^= KEYS.black;
    }

    /// Makes a pseudo-legal move.
    pub(crate) fn make(&mut self, m: FastMove) {
        let (from, to, me) = (m.from(), m.to(), self.turn);
        let role = self.role_at(from);
        if role == NOTHING as usize {
            return self.pass();
        }
        let captured = self.role_at(to);
        if captured != NOTHING as usize {
            self.take(to, me ^ 1, captured);
        } else if role == PAWN && to == self.ep as usize && (from & 7) != (to & 7) {
            self.take(to ^ 8, me ^ 1, PAWN);
        }
        self.take(from, me, role);
        let promotion = m.promotion();
        self.put(to, me, if promotion == 0 { role } else { promotion });
        if role == KING && from.abs_diff(to) == 2 && (from & 7) == 4 {
            let (rook_from, rook_to) = if to > from {
                (from + 3, from + 1)
            } else {
                (from - 4, from - 1)
            };
            self.take(rook_from, me, ROOK);
            self.put(rook_to, me, ROOK);
        }
        let rights = self.castling & RIGHTS_KEPT[from] & RIGHTS_KEPT[to];
        self.hash ^= KEYS.castling[self.castling as usize] ^ KEYS.castling[rights as usize];
        self.castling = rights;
        self.ep = if role == PAWN && from.abs_diff(to) == 16 {
            u8::midpoint(from as u8, to as u8)
        } else {
            NO_SQUARE
        };
        self.turn ^= 1;
        self.hash ^= KEYS.black;
    }

    /// Makes `taken` (as [`Position::taken_move`] gives it), or passes.
    pub fn push(&mut self, taken: Option<Move>) {
        match taken {
            Some(m) => self.make(m.into()),
            None => self.pass(),
        }
    }

    /// Makes a pseudo-legal move, or passes.
    pub(crate) fn push_fast(&mut self, m: FastMove) {
        if m == FastMove::NONE {
            self.pass();
        } else {
            self.make(m);
        }
    }

    /// Whether `m` could be a move of the side to move: it moves an own piece, and onto none.
    pub(crate) const fn is_plausible(&self, m: FastMove) -> bool {
        let own = self.colors[self.turn];
        own >> m.from() & 1 == 1 && own >> m.to() & 1 == 0
    }

    /// Whether `m` captures nothing and promotes nothing.
    pub(crate) const fn is_quiet(&self, m: FastMove) -> bool {
        m.promotion() == 0 && !self.captures_piece(m)
    }

    /// Whether `m` captures something.
    pub(crate) const fn captures_piece(&self, m: FastMove) -> bool {
        self.squares[m.to()] != NOTHING
            || (m.to() == self.ep as usize
                && self.role_at(m.from()) == PAWN
                && m.from() & 7 != m.to() & 7)
    }

    /// Returns how many pieces of `color` are pinned to their king.
    pub(crate) fn pinned(&self, color: usize) -> u32 {
        let king = self.pieces(color, KING);
        if king == 0 {
            return 0;
        }
        let square = king.trailing_zeros();
        let (occupied, own) = (self.occupied(), self.colors[color]);
        let queens = self.pieces(color ^ 1, QUEEN);
        let mut pinned = 0;
        for role in [BISHOP, ROOK] {
            let sliders = self.pieces(color ^ 1, role) | queens;
            each(sliders & piece_attacks(role, square, 0), |slider| {
                let between = attacks::between(Square::new(square), Square::new(slider)).0;
                let blockers = between & occupied;
                pinned += u32::from(blockers.count_ones() == 1 && blockers & own != 0);
            });
        }
        pinned
    }

    /// How many moves without capture of the side to move bring a piece where it attacks the
    /// opponent's king. Checks that another piece discovers are not counted.
    pub(crate) fn quiet_checks(&self) -> u32 {
        let king = self.pieces(self.turn ^ 1, KING);
        if king == 0 {
            return 0;
        }
        let square = king.trailing_zeros();
        let occupied = self.occupied();
        let mut count = 0;
        for role in KNIGHT..=QUEEN {
            let targets = piece_attacks(role, square, occupied) & !occupied;
            each(self.pieces(self.turn, role), |from| {
                count += (piece_attacks(role, from, occupied) & targets).count_ones();
            });
        }
        // From where pawns attack the king, pushed by one or two.
        let targets = pawn_span(king, self.turn ^ 1) & !occupied;
        let pawns = self.pieces(self.turn, PAWN);
        let (one, two) = if self.turn == 0 {
            let one = pawns << 8 & !occupied;
            (one, (one & 0x00ff_0000) << 8)
        } else {
            let one = pawns >> 8 & !occupied;
            (one, (one & 0x0000_ff00_0000_0000) >> 8)
        };
        count + ((one | two) & targets).count_ones()
    }

    /// Whether the moved piece attacks the opponent's king from where it goes.
    pub(crate) fn checks_directly(&self, m: FastMove) -> bool {
        let king = self.pieces(self.turn ^ 1, KING);
        let role = self.role_at(m.from());
        if role == PAWN {
            return pawn_span(1 << m.to(), self.turn) & king != 0;
        }
        role != KING
            && piece_attacks(role, m.to() as u32, self.occupied() & !(1 << m.from())) & king != 0
    }

    /// Whether `color` attacks any of `targets`.
    pub(crate) fn attacks_any(&self, color: usize, targets: u64) -> bool {
        if pawn_span(self.pieces(color, PAWN), color) & targets != 0 {
            return true;
        }
        let occupied = self.occupied();
        let mut left = targets;
        while left != 0 {
            let square = left.trailing_zeros();
            left &= left - 1;
            let straight = self.pieces(color, ROOK) | self.pieces(color, QUEEN);
            let diagonal = self.pieces(color, BISHOP) | self.pieces(color, QUEEN);
            if piece_attacks(KNIGHT, square, occupied) & self.pieces(color, KNIGHT) != 0
                || piece_attacks(KING, square, occupied) & self.pieces(color, KING) != 0
                || piece_attacks(BISHOP, square, occupied) & diagonal != 0
                || piece_attacks(ROOK, square, occupied) & straight != 0
            {
                return true;
            }
        }
        false
    }

    /// All pieces that attack `square` when only `occupied` stands in the way.
    fn attackers(&self, square: u32, occupied: u64) -> u64 {
        let straight = self.roles[ROOK] | self.roles[QUEEN];
        let diagonal = self.roles[BISHOP] | self.roles[QUEEN];
        let pawns = self.roles[PAWN];
        pawn_span(1 << square, 1) & pawns & self.colors[0]
            | pawn_span(1 << square, 0) & pawns & self.colors[1]
            | piece_attacks(KNIGHT, square, occupied) & self.roles[KNIGHT]
            | piece_attacks(KING, square, occupied) & self.roles[KING]
            | piece_attacks(BISHOP, square, occupied) & diagonal
            | piece_attacks(ROOK, square, occupied) & straight
    }

    /// Whether a capture (or promotion) wins at least `least` centipawns when both sides go on
    /// capturing on its square, the least piece first, for as long as they gain by it: static exchange
    /// evaluation.
    pub(crate) fn exchange_wins(&self, m: FastMove, least: i32) -> bool {
        const VALUES: [i32; 7] = [100, 320, 335, 510, 980, 10_000, 0];
        let (from, to) = (m.from(), m.to());
        let mover = self.role_at(from);
        if mover == NOTHING as usize {
            return least <= 0;
        }
        let mut occupied = self.occupied() & !(1 << from);
        let captured = self.role_at(to);
        let mut gain = VALUES[captured];
        let mut on_square = VALUES[mover];
        if mover == PAWN && to == self.ep as usize && captured == NOTHING as usize {
            gain = VALUES[PAWN];
            occupied &= !(1 << (to ^ 8));
        }
        if m.promotion() != 0 {
            gain += VALUES[m.promotion()] - VALUES[PAWN];
            on_square = VALUES[m.promotion()];
        }
        // What the side that captured last is above `least` if nothing follows, and if its piece is lost.
        let mut balance = gain - least;
        if balance < 0 {
            return false;
        }
        balance -= on_square;
        if balance >= 0 {
            return true;
        }
        occupied |= 1 << to;
        let mut attackers = self.attackers(to as u32, occupied) & occupied & !(1 << to);
        let straight = self.roles[ROOK] | self.roles[QUEEN];
        let diagonal = self.roles[BISHOP] | self.roles[QUEEN];
        let mut side = self.turn ^ 1;
        loop {
            let own = attackers & self.colors[side];
            if own == 0 {
                break;
            }
            let role = (PAWN..=KING)
                .find(|role| own & self.roles[*role] != 0)
                .unwrap_or(KING);
            if role == KING && attackers & self.colors[side ^ 1] != 0 {
                // It would be captured.
                break;
            }
            let piece = own & self.roles[role];
            occupied &= !(piece & piece.wrapping_neg());
            if matches!(role, PAWN | BISHOP | QUEEN) {
                attackers |= piece_attacks(BISHOP, to as u32, occupied) & diagonal;
            }
            if matches!(role, ROOK | QUEEN) {
                attackers |= piece_attacks(ROOK, to as u32, occupied) & straight;
            }
            attackers &= occupied & !(1 << to);
            side ^= 1;
            balance = -balance - 1 - VALUES[role];
            if balance >= 0 {
                break;
            }
        }
        side != self.turn
    }

    /// Whether the side to move can capture the opponent's king.
    #[must_use]
    pub fn can_capture_king(&self) -> bool {
        self.attacks_any(self.turn, self.pieces(self.turn ^ 1, KING))
    }

    /// Whether `m` captures the opponent's king.
    pub(crate) const fn captures_king(&self, m: FastMove) -> bool {
        self.pieces(self.turn ^ 1, KING) >> m.to() & 1 == 1
    }

    /// Whether the king of the side to move is attacked.
    #[must_use]
    pub fn king_attacked(&self) -> bool {
        self.attacks_any(self.turn ^ 1, self.pieces(self.turn, KING))
    }

    /// Whether the side to move still has its king.
    #[must_use]
    pub const fn has_king(&self) -> bool {
        self.pieces(self.turn, KING) != 0
    }

    /// Appends the captures of the side to move, and its promotions to a queen.
    pub(crate) fn captures(&self, moves: &mut Vec<FastMove>) {
        let them = self.colors[self.turn ^ 1];
        self.piece_moves(them, moves);
        self.pawn_captures(moves);
        self.pawn_pushes(true, moves);
    }

    /// Appends what [`FastBoard::captures`] leaves out: moves without capture, castling, and no
    /// promotion (other pieces than a queen are not worth their nodes).
    pub(crate) fn quiet_moves(&self, moves: &mut Vec<FastMove>) {
        self.piece_moves(!self.occupied(), moves);
        self.pawn_pushes(false, moves);
        let occupied = self.occupied();
        let home = if self.turn == 0 { 4 } else { 60 };
        let rights = self.castling >> (2 * self.turn);
        if rights & 2 != 0 && occupied & (3 << (home + 1)) == 0 {
            moves.push(FastMove::new(home, home + 2, 0));
        }
        if rights & 1 != 0 && occupied & (7 << (home - 3)) == 0 {
            moves.push(FastMove::new(home, home - 2, 0));
        }
    }

    /// Appends the promotions to other pieces than a queen.
    pub(crate) fn underpromotions(&self, moves: &mut Vec<FastMove>) {
        let first = moves.len();
        self.captures(moves);
        let last = moves.len();
        for i in first..last {
            let m = moves[i];
            if m.promotion() == QUEEN {
                for role in [KNIGHT, BISHOP, ROOK] {
                    moves.push(FastMove::new(m.from() as u32, m.to() as u32, role));
                }
            }
        }
        moves.drain(first..last);
    }

    fn piece_moves(&self, targets: u64, moves: &mut Vec<FastMove>) {
        let occupied = self.occupied();
        for role in KNIGHT..=KING {
            each(self.pieces(self.turn, role), |from| {
                each(piece_attacks(role, from, occupied) & targets, |to| {
                    moves.push(FastMove::new(from, to, 0));
                });
            });
        }
    }

    fn pawn_captures(&self, moves: &mut Vec<FastMove>) {
        let them = self.colors[self.turn ^ 1];
        let ep = if self.ep == NO_SQUARE {
            0
        } else {
            1 << self.ep
        };
        each(self.pieces(self.turn, PAWN), |from| {
            each(pawn_span(1 << from, self.turn) & (them | ep), |to| {
                let last = !(8..56).contains(&to);
                moves.push(FastMove::new(from, to, if last { QUEEN } else { 0 }));
            });
        });
    }

    fn pawn_pushes(&self, promotions: bool, moves: &mut Vec<FastMove>) {
        const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;
        let free = !self.occupied();
        let pawns = self.pieces(self.turn, PAWN);
        let (one, back, two, back_two) = if self.turn == 0 {
            let one = pawns << 8 & free;
            let two = (one & 0x00ff_0000) << 8 & free;
            (one, -8i32, two, -16)
        } else {
            let one = pawns >> 8 & free;
            let two = (one & 0x0000_ff00_0000_0000) >> 8 & free;
            (one, 8, two, 16)
        };
        if promotions {
            each(one & LAST_RANKS, |to| {
                moves.push(FastMove::new(to.wrapping_add_signed(back), to, QUEEN));
            });
        } else {
            each(one & !LAST_RANKS, |to| {
                moves.push(FastMove::new(to.wrapping_add_signed(back), to, 0));
            });
            each(two, |to| {
                moves.push(FastMove::new(to.wrapping_add_signed(back_two), to, 0));
            });
        }
    }

    /// The board in Forsyth-Edwards notation, with counters `0 1`. The en passant square is written only where a
    /// pawn of the side to move attacks it, castling rights only where king and rook are at home.
    ///
    /// ```
    /// use rbc_agents::FastBoard;
    /// use rbc_rules::Position;
    /// let fen = "4k3/8/8/8/4P3/8/8/4K2R b KQ e3 5 9";
    /// let board = FastBoard::new(&fen.parse::<Position>()?);
    /// assert_eq!(board.fen(), "4k3/8/8/8/4P3/8/8/4K2R b K - 0 1");
    /// # Ok::<_, rbc_rules::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn fen(&self) -> String {
        match Fen::try_from_setup(self.setup()) {
            Ok(fen) => fen.to_string(),
            Err(lossy) => lossy.ignore().to_string(),
        }
    }

    /// The board as shakmaty takes it.
    pub(crate) fn setup(&self) -> Setup {
        const ROLES: [Role; 6] = [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ];
        let mut setup = Setup::empty();
        for (role, name) in ROLES.into_iter().enumerate() {
            for (index, color) in [Color::White, Color::Black].into_iter().enumerate() {
                each(self.pieces(index, role), |square| {
                    setup
                        .board
                        .set_piece_at(Square::new(square), Piece { color, role: name });
                });
            }
        }
        setup.turn = if self.turn == 0 {
            Color::White
        } else {
            Color::Black
        };
        for (bit, corner) in [0, 7, 56, 63].into_iter().enumerate() {
            let king = if bit < 2 { 4 } else { 60 };
            if self.castling >> bit & 1 == 1
                && self.pieces(bit / 2, KING) >> king & 1 == 1
                && self.pieces(bit / 2, ROOK) >> corner & 1 == 1
            {
                setup.castling_rights.add(Square::new(corner));
            }
        }
        if self.ep != NO_SQUARE {
            let square = 1 << self.ep;
            let pawns = self.pieces(self.turn, PAWN);
            let free = self.occupied() & square == 0;
            // The pawn that passed it stands behind.
            let passed = self.pieces(self.turn ^ 1, PAWN) >> (self.ep ^ 8) & 1 == 1;
            if free && passed && pawn_span(pawns, self.turn) & square != 0 {
                setup.ep_square = Some(Square::new(u32::from(self.ep)));
            }
        }
        setup
    }
}

pub(crate) const fn color_index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// Makes random moves on both boards and compares them after each.
    #[test]
    fn pins_are_counted_on_lines_with_one_piece() {
        for (fen, pinned) in [
            // By the rook, the bishop and the queen.
            ("4r3/8/8/q7/7b/2N5/4BP2/4K3 w - - 0 1", 3),
            // Two pieces between, and one of the opponent's.
            ("4r3/8/8/q7/7b/2N5/3NBn2/4K3 w - - 0 1", 1),
            ("8/8/8/8/8/8/4B3/r7 w - - 0 1", 0),
        ] {
            let board = FastBoard::new(&fen.parse().expect("a position"));
            assert_eq!(board.pinned(0), pinned, "{fen}");
            assert_eq!(board.pinned(1), 0, "{fen}");
        }
    }

    #[test]
    fn it_follows_the_rules_of_positions() {
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut position = Position::initial();
            let mut board = FastBoard::new(&position);
            for _ in 0..150 {
                if !board.has_king() {
                    break;
                }
                let requests = position.own_side(position.turn()).requests();
                let mut expected: Vec<u16> = requests
                    .iter()
                    .filter_map(|m| position.taken_move(*m))
                    .filter(|m| m.promotion.is_none_or(|r| r == Role::Queen))
                    .map(|m| {
                        let m: FastMove = m.into();
                        m.0
                    })
                    .collect();
                // A request for en passant is a diagonal pawn request like any other.
                expected.sort_unstable();
                expected.dedup();
                let mut moves = Vec::new();
                board.captures(&mut moves);
                board.quiet_moves(&mut moves);
                let mut found: Vec<u16> = moves.iter().map(|m| m.0).collect();
                found.sort_unstable();
                assert_eq!(found, expected, "{}", position.fen());

                let king = position.board().by_piece((!position.turn()).king());
                assert_eq!(
                    board.can_capture_king(),
                    moves.iter().any(|m| king.0 >> m.to() & 1 == 1),
                    "{}",
                    position.fen()
                );

                let taken = rng.pick(&requests).and_then(|m| position.taken_move(m));
                position.push(taken);
                board.push(taken);
                let anew = FastBoard::new(&position);
                assert_eq!(board, anew, "{}", position.fen());

                // Its FEN says the same, without an en passant square that is of no use.
                let read: Position = board.fen().parse().expect("a FEN");
                assert_eq!(read.board(), position.board());
                assert_eq!(read.turn(), position.turn());
                assert_eq!(read.castling_rights(), position.castling_rights());
                assert_eq!(
                    FastBoard::new(&read).hash(),
                    board.hash(),
                    "{}",
                    position.fen()
                );
            }
        }
    }
}
