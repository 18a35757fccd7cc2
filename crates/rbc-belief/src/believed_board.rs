//! A belief of one board, from where pieces were last seen.
//!
//! After the *Perfect Memory* model of Uriarte and Ontañón, "Single Believe State Generation for Handling Partial Observability with
//! MCTS in StarCraft", AIIDE workshop 2017. There a unit that is out of sight is believed where it was seen last; when that place is
//! seen and it is not there, it is moved to the nearest place out of sight; and what is seen tells what else must exist. Here the units are the opponent's pieces, a place is a square, and as chess tells more than
//! StarCraft does, so do the inferences: captures, blocked ways and the number of pieces count as sightings.

use rbc_rules::{
    Bitboard, Color, Move, MoveResult, Observation, Observations, OwnSide, Piece, Position, Role,
    SenseResult, Square,
};
use shakmaty::{Board, Rank, Setup, attacks};

/// An opposing piece that is believed to be on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BelievedPiece {
    /// Its role.
    pub role: Role,
    /// The square where it is believed.
    pub square: Square,
    /// The square where it was last seen; its start square before that.
    pub last_seen: Square,
    /// The number of opposing moves made when it was last seen.
    pub seen: u32,
    /// Where it stood when it was last known, or inferred, to stand anywhere, and the opponent's moves by then.
    from: Square,
    since: u32,
    /// What it was at the start.
    born: Role,
    /// It has left its start square, for all that is believed.
    moved: bool,
}

/// A piece that is believed to have been captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fallen {
    piece: BelievedPiece,
    /// Where the capture was, and how many moves the opponent had made.
    square: Square,
    at: u32,
}

/// The own pieces, and each opposing piece on the one square where it is believed.
///
/// The number of opposing pieces is always right: a piece vanishes only by a capture.
///
/// ```
/// use rbc_belief::BelievedBoard;
/// use rbc_rules::{Color, Observation, Position, SenseResult, Square, window_squares};
/// let mut believed = BelievedBoard::new(Color::Black, &Position::initial());
/// believed.observe(&Observation::TurnStart { capture: None });
/// // Nothing stands around d2 any more but what stood there, and the pawn has left d2.
/// let contents = Position::initial().sense(Some(Square::D2)).contents;
/// let contents = contents.into_iter().map(|(sq, p)| (sq, p.filter(|_| sq != Square::D2)));
/// believed.observe(&Observation::Sense(SenseResult {
///     square: Some(Square::D2),
///     contents: contents.collect(),
/// }));
/// // d3 was seen, so it is believed on d4.
/// assert_eq!(believed.position().board().piece_at(Square::D4), Some(Color::White.pawn()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BelievedBoard {
    color: Color,
    start: Position,
    own: OwnSide,
    pieces: Vec<BelievedPiece>,
    fallen: Vec<Fallen>,
    /// For each square the opponent's moves that had been made when it was last seen, or stood on.
    observed: [u32; 64],
    /// The opponent's moves so far.
    now: u32,
    /// Whether anything was observed: no move precedes the first turn of the side that opens.
    begun: bool,
    last_taken: Option<Move>,
    /// The square that is held by whatever captured last turn.
    capturer_on: Option<Square>,
    in_last_sense: Vec<(Square, Piece)>,
    /// The squares of the last sense.
    last_window: Bitboard,
    /// The square of the piece that stopped the last own move, where only one can have.
    stopped_by: Option<Square>,
}

/// What a way that cannot be gone costs, and one for which a piece is of the wrong kind.
const FAR: u32 = 100;
const NEVER: u32 = 200;
/// Moves of a piece that are followed.
const MOST_MOVES: u32 = 5;

impl BelievedBoard {
    /// Creates the belief of `color` at the start, which both sides know.
    #[must_use]
    pub fn new(color: Color, start: &Position) -> BelievedBoard {
        let pieces = start.board().iter().filter(|(_, p)| p.color != color);
        BelievedBoard {
            color,
            start: start.clone(),
            own: start.own_side(color),
            pieces: pieces
                .map(|(square, piece)| BelievedPiece {
                    role: piece.role,
                    square,
                    last_seen: square,
                    seen: 0,
                    from: square,
                    since: 0,
                    born: piece.role,
                    moved: false,
                })
                .collect(),
            fallen: Vec::new(),
            observed: [0; 64],
            now: 0,
            begun: false,
            last_taken: None,
            capturer_on: None,
            in_last_sense: Vec::new(),
            last_window: Bitboard::EMPTY,
            stopped_by: None,
        }
    }

    /// Returns the belief after all observations of `told`.
    #[must_use]
    pub fn after(told: &Observations) -> BelievedBoard {
        let mut believed = BelievedBoard::new(told.color(), told.start());
        for observation in told.log() {
            believed.observe(observation);
        }
        believed
    }

    /// Returns the side whose belief this is.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Returns the side's own pieces.
    #[must_use]
    pub const fn own(&self) -> &OwnSide {
        &self.own
    }

    /// Returns the opposing pieces.
    #[must_use]
    pub fn pieces(&self) -> &[BelievedPiece] {
        &self.pieces
    }

    /// Returns the number of opposing moves since `square` was last seen or occupied: 0 where its content is known.
    #[must_use]
    pub fn age(&self, square: Square) -> u32 {
        if self.own.pieces().contains(square) {
            0
        } else {
            self.now - self.observed[square.to_usize()]
        }
    }

    /// Returns the square of the piece that captured last turn, if any and if the square was not seen since.
    #[must_use]
    pub const fn capturer_on(&self) -> Option<Square> {
        self.capturer_on
    }

    /// The squares on which the `i`th of [`BelievedBoard::pieces`] may stand, by its own moves since it was last seen or inferred
    /// anywhere: five of them at most, with everything else where it is believed.
    #[must_use]
    pub fn reach(&self, i: usize) -> Bitboard {
        let piece = &self.pieces[i];
        let costs = self.costs(piece, None);
        let moves = (self.now - piece.since).min(MOST_MOVES);
        Square::ALL
            .into_iter()
            .filter(|sq| costs[sq.to_usize()] <= moves && self.age(*sq) > 0)
            .chain([piece.square])
            .collect()
    }

    /// Returns the believed board with the own side to move. It never has an en passant square: that a pawn has just
    /// made a double step is not seen.
    #[must_use]
    pub fn position(&self) -> Position {
        let at_home = |square: Square| self.pieces.iter().any(|p| p.square == square && !p.moved);
        let king = self.color.fold_wb(Square::E8, Square::E1);
        let rights = self.start.castling_rights();
        let rights = rights
            .into_iter()
            .filter(|sq| at_home(*sq) && at_home(king));
        let pieces = self.pieces.iter().map(|p| (p.square, self.theirs(p.role)));
        self.position_with(pieces, rights.collect())
    }

    /// Returns the board that is known without any memory: the own pieces, and of the opponent's those that the last sense
    /// showed, the one that captured last turn and the one that stopped the last own move.
    ///
    /// The roles of the latter two are not told; they are taken for pawns, or knights where no pawn can stand. A board without
    /// the opponent's king would be won whatever one does, so where it was not seen it is put on the square where it
    /// started, or on the nearest to it that the last sense did not show.
    #[must_use]
    pub fn observed_position(&self) -> Position {
        let mut shown = self.in_last_sense.clone();
        let stands = |shown: &[(Square, Piece)], square: Square| {
            self.own.pieces().contains(square) || shown.iter().any(|(sq, _)| *sq == square)
        };
        for square in [self.capturer_on, self.stopped_by].into_iter().flatten() {
            if !stands(&shown, square) && !self.last_window.contains(square) {
                let role = match square.rank() {
                    Rank::First | Rank::Eighth => Role::Knight,
                    _ => Role::Pawn,
                };
                shown.push((square, self.theirs(role)));
            }
        }
        let home = self.start.board().king_of(!self.color);
        if let Some(home) = home
            && !shown.iter().any(|(_, piece)| piece.role == Role::King)
        {
            let unseen = Square::ALL
                .into_iter()
                .filter(|square| !self.last_window.contains(*square) && !stands(&shown, *square));
            let nearest = unseen.min_by_key(|square| home.distance(*square));
            shown.extend(nearest.map(|square| (square, self.theirs(Role::King))));
        }
        self.position_with(shown.into_iter(), Bitboard::EMPTY)
    }

    fn position_with(
        &self,
        pieces: impl Iterator<Item = (Square, Piece)>,
        rights: Bitboard,
    ) -> Position {
        let mut board: Board = self.own.board().clone();
        for (square, piece) in pieces {
            if !self.own.pieces().contains(square) {
                board.set_piece_at(square, piece);
            }
        }
        Position::from_setup(Setup {
            board,
            turn: self.color,
            castling_rights: rights | self.own.castling_rights(),
            ..Setup::empty()
        })
    }

    const fn theirs(&self, role: Role) -> Piece {
        Piece {
            color: self.color.other(),
            role,
        }
    }

    /// Processes the next observation.
    pub fn observe(&mut self, observation: &Observation) {
        match observation {
            Observation::TurnStart { capture } => self.begin_turn(*capture),
            Observation::Sense(result) => self.sense(result),
            Observation::Move(result) => self.own_move(result),
        }
        self.begun = true;
    }

    fn begin_turn(&mut self, capture: Option<Square>) {
        if self.begun || self.start.turn() != self.color {
            self.now += 1;
        }
        self.revive_king();
        self.capturer_on = None;
        if let Some(square) = capture {
            let role = self.own.board().role_at(square);
            self.own.apply_capture(square);
            self.place_capturer(square, role);
        }
    }

    /// The game goes on, so what was captured where the king was believed was something else.
    fn revive_king(&mut self) {
        if self.pieces.iter().any(|p| p.role == Role::King) {
            return;
        }
        let Some(at) = self.fallen.iter().rposition(|f| f.piece.role == Role::King) else {
            return;
        };
        let fallen = self.fallen.remove(at);
        let instead = self.likeliest(fallen.square, |p| p.seen < fallen.at);
        let instead = instead.or_else(|| self.likeliest(fallen.square, |_| true));
        if let Some(i) = instead {
            let piece = self.pieces.remove(i);
            self.fallen.push(Fallen { piece, ..fallen });
        }
        self.pieces.push(fallen.piece);
        self.displace(self.pieces.len() - 1);
    }

    /// Moves the likeliest capturer of the own `role` to `square`.
    fn place_capturer(&mut self, square: Square, role: Option<Role>) {
        let en_passant = self.last_taken.filter(|m| {
            role == Some(Role::Pawn) && m.to == square && m.from.rank().distance(m.to.rank()) == 2
        });
        let en_passant = en_passant.and_then(|m| m.from.offset(self.color.fold_wb(8, -8)));
        let mut best: Option<((u32, u32, u32), usize, Square)> = None;
        for (i, piece) in self.pieces.iter().enumerate() {
            // What has been seen since stands elsewhere.
            if piece.seen == self.now {
                continue;
            }
            let beside = piece.role == Role::Pawn
                && en_passant.is_some_and(|to| {
                    attacks::pawn_attacks(!self.color, piece.square).contains(to)
                });
            let direct = (
                self.cost_of_capture(piece, square),
                worth(piece.role),
                piece.seen,
            );
            let (key, to) = match en_passant {
                Some(to) if beside && direct.0 > 1 => ((1, worth(Role::Pawn), piece.seen), to),
                _ => (direct, square),
            };
            if best.is_none_or(|(least, _, _)| key < least) {
                best = Some((key, i, to));
            }
        }
        if let Some((_, i, to)) = best {
            self.put(i, to);
            self.capturer_on = Some(to);
        }
    }

    fn sense(&mut self, result: &SenseResult) {
        self.in_last_sense.clear();
        self.last_window = Bitboard::EMPTY;
        if result.square.is_none() {
            return;
        }
        let mut window = Bitboard::EMPTY;
        for (square, piece) in &result.contents {
            window.add(*square);
            self.observed[square.to_usize()] = self.now;
            if let Some(piece) = piece.filter(|p| p.color != self.color) {
                self.in_last_sense.push((*square, piece));
            }
        }
        self.last_window = window;
        let mut left: Vec<(Square, Role)> = Vec::new();
        // Until now nothing has been seen since the opponent's move.
        let now = self.now;
        let mut known = vec![false; self.pieces.len()];
        for (square, piece) in &self.in_last_sense {
            let same = |p: &BelievedPiece| p.square == *square && p.role == piece.role;
            match self.pieces.iter().position(same) {
                Some(i) => {
                    known[i] = true;
                    self.pieces[i].see(*square, now);
                }
                None => left.push((*square, piece.role)),
            }
        }
        for (square, role) in left {
            let is = |i: usize, p: &BelievedPiece, role: Role| {
                !known[i] && p.role == role && may_have_gone(p, square, !self.color)
            };
            // What had the moves to get there, a pawn that was promoted included, goes before all others.
            let in_time = |p: &BelievedPiece| self.cost(p, square) <= self.now - p.since;
            let may_be_promoted =
                square.rank() == self.last_rank() && !matches!(role, Role::Pawn | Role::King);
            let i = self
                .nearest(square, |i, p| is(i, p, role) && in_time(p))
                .or_else(|| {
                    let pawn = |i, p: &_| may_be_promoted && is(i, p, Role::Pawn) && in_time(p);
                    self.nearest(square, pawn)
                })
                .or_else(|| self.nearest(square, |i, p| is(i, p, role)))
                .or_else(|| self.surplus(square, role, &known));
            if let Some(i) = i {
                known[i] = true;
                let piece = &mut self.pieces[i];
                piece.role = role;
                piece.moved = true;
                piece.see(square, now);
            }
        }
        for (i, known) in known.into_iter().enumerate() {
            let piece = &mut self.pieces[i];
            if !known && window.contains(piece.square) {
                if self.in_last_sense.iter().any(|(sq, _)| *sq == piece.square) {
                    // Another one is there, so that it never was.
                    (piece.from, piece.since) = (piece.last_seen, piece.seen);
                }
                self.displace(i);
            }
        }
        if let Some(square) = self.capturer_on {
            if window.contains(square) {
                self.capturer_on = None;
            } else if !self.pieces.iter().any(|p| p.square == square) {
                // What was thought to have captured was seen elsewhere.
                self.place_capturer(square, None);
            }
        }
    }

    /// The piece that was seen on `square` though no piece like it was thought to be left: the one to be taken for it.
    ///
    /// Either one that is believed to have been captured was not, and another one was; or a pawn was promoted.
    fn surplus(&mut self, square: Square, role: Role, known: &[bool]) -> Option<usize> {
        for at in (0..self.fallen.len()).rev() {
            let fallen = self.fallen[at];
            if fallen.piece.role != role || !may_have_gone(&fallen.piece, square, !self.color) {
                continue;
            }
            let instead = self.nearest(fallen.square, |i, p| {
                !known[i] && p.role != Role::King && p.seen < fallen.at
            });
            if let Some(i) = instead {
                self.fallen[at].piece = self.pieces[i];
                self.pieces[i] = fallen.piece;
                return Some(i);
            }
        }
        let unknown = |i: usize| !known[i];
        if !matches!(role, Role::Pawn | Role::King) {
            let last_rank = self.last_rank();
            let pawn = (0..self.pieces.len())
                .filter(|i| unknown(*i) && self.pieces[*i].role == Role::Pawn)
                .min_by_key(|i| self.pieces[*i].last_seen.rank().distance(last_rank));
            if pawn.is_some() {
                return pawn;
            }
        }
        let promoted = |p: &BelievedPiece| p.born == Role::Pawn && p.role != Role::Pawn;
        self.nearest(square, |i, p| {
            role == Role::Pawn && unknown(i) && promoted(p)
        })
        .or_else(|| self.nearest(square, |i, p| unknown(i) && p.role == role))
        .or_else(|| self.nearest(square, |i, p| unknown(i) && p.role != Role::King))
    }

    fn own_move(&mut self, result: &MoveResult) {
        self.last_taken = result.taken;
        self.stopped_by = None;
        let requested = result.requested;
        match result.taken {
            Some(taken) => {
                let role = self.own.board().role_at(taken.from);
                if let Some(square) = result.capture {
                    self.fall(square);
                    self.in_last_sense.retain(|(sq, _)| *sq != square);
                }
                let mut passed = attacks::between(taken.from, taken.to);
                let castles =
                    role == Some(Role::King) && taken.from.file().distance(taken.to.file()) == 2;
                if castles {
                    let rook = if taken.to > taken.from { 3 } else { -4 };
                    if let Some(rook) = taken.from.offset(rook) {
                        passed = attacks::between(taken.from, rook);
                    }
                }
                self.own.apply_own_move(taken);
                self.see_empty(passed.with(taken.from).with(taken.to));
                if let Some(request) = requested
                    && role == Some(Role::Pawn)
                    && request.to != taken.to
                {
                    self.see_held(Bitboard::from_square(request.to));
                }
            }
            None => {
                if let Some(request) = requested {
                    self.own_move_failed(request);
                }
            }
        }
    }

    /// A request came to nothing.
    fn own_move_failed(&mut self, request: Move) {
        match self.own.board().role_at(request.from) {
            Some(Role::Pawn) if request.from.file() != request.to.file() => {
                self.see_empty(Bitboard::from_square(request.to));
            }
            Some(Role::Pawn) => {
                if let Some(ahead) = request.from.offset(self.color.fold_wb(8, -8)) {
                    self.see_held(Bitboard::from_square(ahead));
                }
            }
            Some(Role::King) => {
                let rook = if request.to > request.from { 3 } else { -4 };
                if let Some(rook) = request.from.offset(rook) {
                    self.see_held(attacks::between(request.from, rook));
                }
            }
            _ => {}
        }
    }

    /// A piece of the opponent was captured on `square`: the one believed there, or else the likeliest.
    fn fall(&mut self, square: Square) {
        let there = self.pieces.iter().position(|p| p.square == square);
        let fallen = there
            .or_else(|| self.likeliest(square, |p| p.seen < self.now))
            .or_else(|| self.likeliest(square, |_| true))
            .or_else(|| self.pieces.iter().position(|p| p.role == Role::King));
        if let Some(i) = fallen {
            let piece = self.pieces.remove(i);
            self.fallen.push(Fallen {
                piece,
                square,
                at: self.now,
            });
        }
    }

    /// None of the opponent's pieces stands on `squares`.
    fn see_empty(&mut self, squares: Bitboard) {
        for square in squares {
            self.observed[square.to_usize()] = self.now;
        }
        for i in 0..self.pieces.len() {
            if squares.contains(self.pieces[i].square) {
                self.displace(i);
            }
        }
    }

    /// One of the opponent's pieces stands on one of `squares`.
    fn see_held(&mut self, squares: Bitboard) {
        self.stopped_by = squares.single_square();
        if self.pieces.iter().any(|p| squares.contains(p.square)) {
            return;
        }
        let unseen = squares.into_iter().filter(|sq| self.age(*sq) > 0);
        let nearest = unseen
            .filter_map(|square| {
                let i = self.nearest(square, |_, p| p.seen < self.now)?;
                Some((self.cost(&self.pieces[i], square), i, square))
            })
            .min();
        if let Some((_, i, square)) = nearest {
            self.put(i, square);
        }
    }

    /// The piece, but for the king, that most likely came to `square`.
    fn likeliest(&self, square: Square, fits: impl Fn(&BelievedPiece) -> bool) -> Option<usize> {
        self.nearest(square, |_, p| p.role != Role::King && fits(p))
    }

    /// The piece with the shortest way to `square`; of several the one that was out of sight for longest.
    fn nearest(
        &self,
        square: Square,
        fits: impl Fn(usize, &BelievedPiece) -> bool,
    ) -> Option<usize> {
        (0..self.pieces.len())
            .filter(|i| fits(*i, &self.pieces[*i]))
            .min_by_key(|i| {
                let piece = &self.pieces[*i];
                (self.cost(piece, square), piece.seen)
            })
    }

    /// The `i`th piece, though not seen, must stand on `square`, and no other.
    fn put(&mut self, i: usize, square: Square) {
        self.set_square(i, square);
        (self.pieces[i].from, self.pieces[i].since) = (square, self.now);
        for j in 0..self.pieces.len() {
            if j != i && self.pieces[j].square == square {
                self.displace(j);
            }
        }
    }

    /// Moves the `i`th piece to the nearest square on which it may stand: one that was not seen since the piece was, if there is
    /// one, by the piece's own moves, and of the nearest rather one that is not attacked. A pawn that can be nowhere else was promoted.
    fn displace(&mut self, i: usize) {
        let piece = self.pieces[i];
        let mut taken = self.own.pieces();
        for (j, other) in self.pieces.iter().enumerate() {
            if j != i {
                taken.add(other.square);
            }
        }
        let last_rank = self.last_rank();
        let costs = self.costs(&piece, None);
        let mut attacked = Bitboard::EMPTY;
        for (square, own) in self.own.board().iter() {
            attacked |= attacks::attacks(square, own, taken);
        }
        let best = (!taken)
            .into_iter()
            .filter(|sq| self.age(*sq) > 0)
            .min_by_key(|sq| {
                let promoted = piece.role == Role::Pawn && sq.rank() == last_rank;
                (
                    costs[sq.to_usize()] >= NEVER,
                    self.observed[sq.to_usize()] > piece.since,
                    costs[sq.to_usize()] + if promoted { 3 } else { 0 },
                    attacked.contains(*sq),
                    piece.from.distance(*sq),
                    // Forward, as seen by the opponent.
                    sq.rank().distance(last_rank),
                    sq.to_u32(),
                )
            });
        let Some(square) = best.or_else(|| (!taken).first()) else {
            return;
        };
        self.set_square(i, square);
    }

    /// Sets the `i`th piece on `square`; a pawn on the edge was promoted.
    fn set_square(&mut self, i: usize, square: Square) {
        let piece = &mut self.pieces[i];
        piece.square = square;
        piece.moved = true;
        if piece.role == Role::Pawn && matches!(square.rank(), Rank::First | Rank::Eighth) {
            piece.role = Role::Queen;
        }
    }

    /// The rank where the opponent's pawns are promoted.
    fn last_rank(&self) -> Rank {
        self.color.fold_wb(Rank::First, Rank::Eighth)
    }

    fn cost(&self, piece: &BelievedPiece, to: Square) -> u32 {
        self.costs(piece, Some(to))[to.to_usize()]
    }

    /// The cost of a capture on `to`.
    fn cost_of_capture(&self, piece: &BelievedPiece, to: Square) -> u32 {
        if piece.role != Role::Pawn {
            return self.cost(piece, to);
        }
        let costs = self.costs(piece, None);
        let before = attacks::pawn_attacks(self.color, to);
        let least = before.into_iter().map(|sq| costs[sq.to_usize()]).min();
        least.map_or(NEVER, |cost| cost + 1)
    }

    /// The moves that `piece` needs from where it last was for sure to every square, with everything else where it is believed. A pawn's
    /// captures count twice. What it does not reach in [`MOST_MOVES`] costs more than all that, by the distance; what it never can
    /// reach costs most.
    /// What is believed on `target` is no obstacle.
    fn costs(&self, piece: &BelievedPiece, target: Option<Square>) -> [u32; 64] {
        let mut costs = [0; 64];
        for square in Square::ALL {
            let far = if may_have_gone(piece, square, !self.color) {
                FAR
            } else {
                NEVER
            };
            costs[square.to_usize()] = far + piece.from.distance(square);
        }
        let mut blocked = self.own.pieces();
        for other in &self.pieces {
            blocked.add(other.square);
        }
        for square in target.into_iter().chain([piece.square]) {
            blocked.discard(square);
        }
        let from = Bitboard::from_square(piece.from);
        // Squares reached by so many moves; also those before, as a pawn's captures cost two.
        let (mut before, mut ring, mut reached) = (Bitboard::EMPTY, from, from);
        costs[piece.from.to_usize()] = 0;
        for moves in 1..=MOST_MOVES {
            let mut next = Bitboard::EMPTY;
            if piece.role == Role::Pawn {
                let forward = self.color.fold_wb(-8, 8);
                for square in ring {
                    if let Some(one) = square.offset(forward).filter(|sq| !blocked.contains(*sq)) {
                        next.add(one);
                        let home = self.color.fold_wb(Rank::Seventh, Rank::Second);
                        if square.rank() == home
                            && let Some(two) = one.offset(forward)
                        {
                            next.add(two);
                        }
                    }
                }
                for square in before {
                    next |= attacks::pawn_attacks(!self.color, square);
                }
            } else {
                for square in ring {
                    next |= attacks::attacks(square, self.theirs(piece.role), blocked);
                }
            }
            next &= !blocked & !reached;
            for square in next {
                costs[square.to_usize()] = moves;
            }
            reached |= next;
            (before, ring) = (ring, next);
        }
        costs
    }
}

impl BelievedPiece {
    const fn see(&mut self, square: Square, now: u32) {
        self.square = square;
        (self.last_seen, self.seen) = (square, now);
        (self.from, self.since) = (square, now);
    }
}

/// Whether `piece` of `color` can have come to `to` at all from where it was last seen.
fn may_have_gone(piece: &BelievedPiece, to: Square, color: Color) -> bool {
    let from = piece.last_seen;
    match piece.role {
        Role::Bishop => from.is_light() == to.is_light(),
        Role::Pawn => {
            let ahead = color.fold_wb(to.rank() >= from.rank(), to.rank() <= from.rank());
            ahead && from.file().distance(to.file()) <= from.rank().distance(to.rank())
        }
        _ => true,
    }
}

/// Roles in the order in which one captures with them.
const fn worth(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(fen: &str) -> BelievedBoard {
        BelievedBoard::new(Color::White, &fen.parse().expect("a position"))
    }

    /// Begins a turn after an opponent's move.
    fn begin(believed: &mut BelievedBoard, capture: Option<Square>) {
        believed.begun = true;
        believed.observe(&Observation::TurnStart { capture });
    }

    /// Senses at `square`, where the board is that of `truth`.
    fn sense(believed: &mut BelievedBoard, square: Square, truth: &str) {
        let truth: Position = truth.parse().expect("a position");
        believed.observe(&Observation::Sense(truth.sense(Some(square))));
    }

    fn play(
        believed: &mut BelievedBoard,
        request: &str,
        taken: Option<&str>,
        capture: Option<Square>,
    ) {
        let requested = request.parse().ok();
        let taken = taken.and_then(|m| m.parse().ok());
        believed.observe(&Observation::Move(MoveResult {
            requested,
            taken,
            capture,
        }));
    }

    fn placement(believed: &BelievedBoard) -> String {
        let fen = believed.position().fen();
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    #[test]
    fn what_left_is_believed_on_the_nearest_square_out_of_sight() {
        let mut believed = white("4k3/8/8/8/8/8/r7/4K3 w - - 0 1");
        begin(&mut believed, None);
        sense(&mut believed, Square::B2, "4k3/8/8/8/r7/8/8/4K3 w - - 0 1");
        // a1 to a3 and b2 are seen: a move on along the file or the rank.
        assert_eq!(placement(&believed), "4k3/8/8/8/r7/8/8/4K3");
        assert_eq!(believed.age(Square::A3), 0);
        assert_eq!(believed.age(Square::A4), 1);
    }

    #[test]
    fn a_knight_is_believed_where_knights_go_and_not_where_it_hangs() {
        let mut believed = white("4k1n1/8/8/8/8/8/8/4K2R w - - 0 1");
        begin(&mut believed, None);
        sense(
            &mut believed,
            Square::G8,
            "4k3/8/5n2/8/8/8/8/4K2R w - - 0 1",
        );
        // h6 is attacked by the rook, and f6 is farther ahead than e7.
        assert_eq!(placement(&believed), "4k3/8/5n2/8/8/8/8/4K2R");
    }

    #[test]
    fn a_piece_seen_elsewhere_is_the_one_that_was_there() {
        let mut believed = white("r3k3/8/8/8/8/8/8/4K3 w - - 0 1");
        begin(&mut believed, None);
        sense(&mut believed, Square::B3, "4k3/8/8/8/8/r7/8/4K3 w - - 0 1");
        assert_eq!(placement(&believed), "4k3/8/8/8/8/r7/8/4K3");
    }

    #[test]
    fn an_own_landing_or_passing_piece_moves_on_what_is_believed_there() {
        let mut believed = white("4k3/8/8/8/4n3/8/8/4R1K1 w - - 0 1");
        begin(&mut believed, None);
        sense(&mut believed, Square::B2, "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1");
        play(&mut believed, "e1e7", Some("e1e7"), None);
        let knight = believed.pieces().iter().find(|p| p.role == Role::Knight);
        let square = knight.map(|p| p.square).expect("it is somewhere");
        assert!(square.file() != Square::E1.file(), "{square}");
        assert!(attacks::knight_attacks(Square::E4).contains(square));
    }

    #[test]
    fn the_cheapest_piece_that_can_is_the_capturer() {
        let fen = "4k3/8/8/3p4/4N3/8/6b1/4R1K1 w - - 0 1";
        let mut believed = white(fen);
        begin(&mut believed, Some(Square::E4));
        assert_eq!(placement(&believed), "4k3/8/8/8/4p3/8/6b1/4R1K1");
        assert_eq!(believed.capturer_on(), Some(Square::E4));
        // It was the bishop, and the pawn is where it was.
        sense(
            &mut believed,
            Square::E4,
            "4k3/8/8/3p4/4b3/8/8/4R1K1 w - - 0 1",
        );
        assert_eq!(placement(&believed), "4k3/8/8/3p4/4b3/8/8/4R1K1");
        assert_eq!(believed.capturer_on(), None);
    }

    #[test]
    fn what_is_seen_elsewhere_was_not_the_capturer() {
        let mut believed = white("4k3/8/8/3p4/4N3/8/6b1/4R1K1 w - - 0 1");
        begin(&mut believed, Some(Square::E4));
        sense(
            &mut believed,
            Square::C5,
            "4k3/8/8/3p4/4b3/8/8/4R1K1 w - - 0 1",
        );
        assert_eq!(placement(&believed), "4k3/8/8/3p4/4b3/8/8/4R1K1");
    }

    #[test]
    fn a_pawn_beside_a_double_step_captures_en_passant() {
        let mut believed = white("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1");
        believed.observe(&Observation::TurnStart { capture: None });
        believed.observe(&Observation::Sense(SenseResult::default()));
        play(&mut believed, "d2d4", Some("d2d4"), None);
        begin(&mut believed, Some(Square::D4));
        assert_eq!(placement(&believed), "4k3/8/8/8/8/3p4/8/4K3");
    }

    #[test]
    fn a_capture_takes_what_is_believed_there_or_what_most_likely_came() {
        let fen = "4k3/8/8/3n4/8/1r6/8/4R1K1 w - - 0 1";
        for (square, left) in [
            (Square::D5, Role::Rook),
            // Nothing is believed there, and the rook had one move to go.
            (Square::E3, Role::Knight),
        ] {
            let mut believed = white(fen);
            begin(&mut believed, None);
            believed.fall(square);
            let roles = believed.pieces().iter().map(|p| p.role);
            let roles: Vec<Role> = roles.filter(|role| *role != Role::King).collect();
            assert_eq!(roles, [left], "{square}");
        }
    }

    #[test]
    fn a_piece_seen_though_believed_captured_stands_for_another() {
        let mut believed = white("4k3/8/8/8/2n1r3/8/8/4R1K1 w - - 0 1");
        begin(&mut believed, None);
        sense(
            &mut believed,
            Square::B7,
            "4k3/8/8/8/2r1n3/8/8/4R1K1 w - - 0 1",
        );
        play(&mut believed, "e1e4", Some("e1e4"), Some(Square::E4));
        assert_eq!(placement(&believed), "4k3/8/8/8/2n1R3/8/8/6K1");
        begin(&mut believed, None);
        sense(
            &mut believed,
            Square::C4,
            "4k3/8/8/8/2r1R3/8/8/6K1 w - - 0 1",
        );
        assert_eq!(placement(&believed), "4k3/8/8/8/2r1R3/8/8/6K1");
    }

    #[test]
    fn a_queen_too_many_was_a_pawn() {
        let mut believed = white("1q2k3/8/8/8/8/7p/8/1K6 w - - 0 1");
        begin(&mut believed, None);
        sense(
            &mut believed,
            Square::B7,
            "1q2k3/8/8/8/8/8/7p/1K6 w - - 0 1",
        );
        begin(&mut believed, None);
        sense(
            &mut believed,
            Square::G2,
            "1q2k3/8/8/8/8/8/8/1K5q w - - 0 1",
        );
        assert_eq!(placement(&believed), "1q2k3/8/8/8/8/8/8/1K5q");
    }

    #[test]
    fn a_blocked_pawn_has_something_before_it() {
        let mut believed = white("4k3/8/2n5/8/8/8/4P3/6K1 w - - 0 1");
        begin(&mut believed, None);
        believed.observe(&Observation::Sense(SenseResult::default()));
        play(&mut believed, "e2e4", Some("e2e3"), None);
        assert!(
            placement(&believed).contains("/4n3/4P3/8/6K1"),
            "{}",
            placement(&believed)
        );
        begin(&mut believed, None);
        believed.observe(&Observation::Sense(SenseResult::default()));
        // A capture that failed: nothing stands there.
        let mut believed = white("4k3/8/8/8/8/3n4/4P3/6K1 w - - 0 1");
        begin(&mut believed, None);
        believed.observe(&Observation::Sense(SenseResult::default()));
        play(&mut believed, "e2d3", None, None);
        assert!(believed.pieces().iter().all(|p| p.square != Square::D3));
    }

    #[test]
    fn a_king_that_was_captured_though_the_game_goes_on_was_none() {
        let mut believed = white("4k3/7n/8/8/8/8/8/4R1K1 w - - 0 1");
        begin(&mut believed, None);
        believed.observe(&Observation::Sense(SenseResult::default()));
        play(&mut believed, "e1e8", Some("e1e8"), Some(Square::E8));
        assert!(believed.pieces().iter().all(|p| p.role != Role::King));
        begin(&mut believed, None);
        let roles: Vec<Role> = believed.pieces().iter().map(|p| p.role).collect();
        assert_eq!(roles, [Role::King]);
    }

    #[test]
    fn what_captured_or_stopped_a_pawn_is_observed_and_the_king_is_somewhere() {
        let mut believed = white("rn2k3/8/8/8/8/8/4P3/4K2R w - - 0 1");
        believed.observe(&Observation::TurnStart { capture: None });
        believed.observe(&Observation::Sense(SenseResult::default()));
        believed.observe(&Observation::Move(MoveResult {
            requested: "e2e3".parse().ok(),
            taken: None,
            capture: None,
        }));
        believed.observe(&Observation::TurnStart {
            capture: Some(Square::H1),
        });
        // The king is not on e8.
        sense(
            &mut believed,
            Square::E7,
            "rn1k4/8/8/8/8/4b3/4P3/4K2r w - - 0 1",
        );
        let fen = believed.observed_position().fen();
        assert!(fen.starts_with("3k4/8/8/8/8/4p3/4P3/4K2n"), "{fen}");
        sense(
            &mut believed,
            Square::B2,
            "rn2k3/8/8/8/8/4b3/4P3/4K2r w - - 0 1",
        );
        let fen = believed.observed_position().fen();
        assert!(fen.starts_with("4k3/8/8/8/8/4p3/4P3/4K2n"), "{fen}");
    }

    #[test]
    fn only_the_last_sense_is_observed() {
        let mut believed = white("rn1qk3/8/8/8/8/8/8/4K3 w - - 0 1");
        believed.observe(&Observation::TurnStart { capture: None });
        sense(
            &mut believed,
            Square::B7,
            "rn1qk3/8/8/8/8/8/8/4K3 w - - 0 1",
        );
        let fen = believed.observed_position().fen();
        assert!(fen.starts_with("rn2k3/8/8/8/8/8/8/4K3"), "{fen}");
    }

    #[test]
    fn reach_grows_with_every_move() {
        let mut believed = white("n3k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(believed.reach(0).count(), 1);
        for squares in [3, 11] {
            begin(&mut believed, None);
            let knight = believed
                .pieces()
                .iter()
                .position(|p| p.role == Role::Knight);
            assert_eq!(believed.reach(knight.expect("a knight")).count(), squares);
        }
    }
}
