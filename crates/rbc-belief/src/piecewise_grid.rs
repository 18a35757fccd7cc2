//! The piecewise grid: for each piece of the opponent, how likely it stands on each square.
//!
//! After Highley, Funk and Okin, "Dealing with Uncertainty: A Piecewise Grid Agent for Reconnaissance Blind
//! Chess", Journal of Computing Sciences in Colleges 35(8), 2020. Theirs keeps 32 grids, one for each piece of the
//! game; the own sixteen are known exactly ([`OwnSide`]), and a grid of zeros and a one says no more, so that only
//! the opponent's are kept here.
//!
//! Pieces are nearly independent of each other: what one grid says is a marginal, and only evidence joins them. That is what
//! makes it small (a few kilobytes whatever the game) and what makes it wrong at times, so that every step has
//! an answer to "nothing that I hold possible fits":
//!
//! | told | what follows |
//! | --- | --- |
//! | the opponent moved | every move that the grids allow gets a probability (best, good and other moves of sampled boards, and all moves evenly); the grids become the mixture |
//! | a capture notice | only moves that capture there; the capturer stands there |
//! | a sense | *roll-back*: moves that it rules out give their probability to the others, and pieces return to where they came from; seen pieces are assigned to the likeliest piece of their role; the others are not in the window |
//! | more of a role seen than there can be | *promotion*: the likeliest pawn has become one |
//! | a piece seen that was held to be captured | *resurrection*: another one is taken to have been captured |
//! | an own move | the way is free; a blocker stands where it ended; a capture took the likeliest piece |
//! | nothing fits a piece | *recovery*: it is spread over all squares not ruled out, the nearer to where it was the likelier |

mod constants;
mod sampling;
mod targets;
mod window_values;

use std::num::NonZeroU32;

use rbc_random::Rng;
use rbc_rules::{
    Bitboard, Color, Move, MoveResult, Observation, OwnSide, Position, Role, Square, window,
};
use shakmaty::{Rank, attacks};

pub use self::{constants::*, sampling::SampledBoard};
use self::{
    sampling::Placement,
    targets::{Field, Target},
};
use crate::{TooManyPieces, packed::PackedBoard};

/// How good the opponent finds a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveClass {
    /// One of the best.
    Best,
    /// Not much worse than the best.
    Good,
    /// Any other.
    Other,
}

/// Puts the opponent's moves into classes.
pub trait MoveWeigher {
    /// Pushes a class for each of `moves` (pseudo-legal for the side to move on `position`, in no order that
    /// means anything) to `classes`, which is empty. Missing ones are [`MoveClass::Other`].
    fn classify(&mut self, position: &Position, moves: &[Move], classes: &mut Vec<MoveClass>);

    /// Whether it has done enough for this observation: it is asked before each board but the first, and those that are
    /// left are done without.
    fn has_done_enough(&self) -> bool {
        false
    }
}

/// Captures are good, and a capture of the king is the best; the rest is other.
#[derive(Clone, Copy, Default, Debug)]
pub struct CapturesAreGood;

impl MoveWeigher for CapturesAreGood {
    fn classify(&mut self, position: &Position, moves: &[Move], classes: &mut Vec<MoveClass>) {
        let board = position.board();
        classes.extend(moves.iter().map(|m| match board.role_at(m.to) {
            Some(Role::King) => MoveClass::Best,
            Some(_) => MoveClass::Good,
            None => MoveClass::Other,
        }));
    }
}

/// Places of a grid: 64 squares for the piece as it began, and 64 for what a pawn has become.
const PLACES: usize = 128;
/// The place of a promoted pawn on a square is this much after the square's.
const PROMOTED: usize = 64;
/// Most pieces of a side.
const MOST_PIECES: usize = PackedBoard::MAX_PIECES;

/// One piece of the opponent's: where it stands, if it still does.
#[derive(Clone, PartialEq, Debug)]
pub struct PieceGrid {
    role: Role,
    promotion: Role,
    columns: u8,
    captured: f64,
    places: [f64; PLACES],
}

impl PieceGrid {
    fn new(role: Role, square: Square) -> PieceGrid {
        let mut places = [0.0; PLACES];
        places[square.to_usize()] = 1.0;
        PieceGrid {
            role,
            promotion: Role::Queen,
            columns: 1 << square.file().to_u32(),
            captured: 0.0,
            places,
        }
    }

    /// What it was at the start of the game.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// What it has become if it is a pawn that has promoted: a queen, unless something else was seen.
    #[must_use]
    pub const fn promotion(&self) -> Role {
        self.promotion
    }

    /// The probability that it stands on `square` as what it began as. All of these, those of
    /// [`promoted_at`](Self::promoted_at) and [`captured`](Self::captured) have the sum 1.
    #[must_use]
    pub const fn at(&self, square: Square) -> f64 {
        self.places[square.to_usize()]
    }

    /// The probability that it stands on `square` as a [`promotion`](Self::promotion).
    #[must_use]
    pub const fn promoted_at(&self, square: Square) -> f64 {
        self.places[PROMOTED + square.to_usize()]
    }

    /// The probability that it stands on `square` as whatever it is.
    #[must_use]
    pub const fn stands_on(&self, square: Square) -> f64 {
        self.at(square) + self.promoted_at(square)
    }

    /// The probability that it was captured.
    #[must_use]
    pub const fn captured(&self) -> f64 {
        self.captured
    }

    /// The probability that it is a pawn that has promoted, and stands.
    #[must_use]
    pub fn promoted(&self) -> f64 {
        self.places[PROMOTED..].iter().sum()
    }

    /// The files on which it may stand as a pawn, bit 0 for the a-file. A pawn leaves its file only by a
    /// capture, which is told. Without meaning for other pieces.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// What stands on a place.
    const fn role_on(&self, place: usize) -> Role {
        if place < PROMOTED {
            self.role
        } else {
            self.promotion
        }
    }

    /// The probability that it stands on `square` as a `role`.
    fn as_role(&self, square: Square, role: Role) -> f64 {
        let mut sum = 0.0;
        if self.role == role {
            sum += self.at(square);
        }
        if self.promotion == role {
            sum += self.promoted_at(square);
        }
        sum
    }

    fn standing(&self) -> f64 {
        self.places.iter().sum()
    }

    fn fix_at(&mut self, place: usize) {
        self.places = [0.0; PLACES];
        self.places[place] = 1.0;
        self.captured = 0.0;
    }

    /// Takes it off `squares`.
    fn remove(&mut self, squares: Bitboard) {
        for square in squares {
            self.places[square.to_usize()] = 0.0;
            self.places[PROMOTED + square.to_usize()] = 0.0;
        }
    }
}

/// An own capture, and which piece it may have been of.
#[derive(Clone, PartialEq, Debug)]
struct CaptureNote {
    suspects: [f64; MOST_PIECES],
}

/// A move that the opponent may just have made.
#[derive(Clone, Copy, Debug)]
struct GridMove {
    piece: usize,
    from: usize,
    to: usize,
    /// The rook that goes along, and where to.
    castles: Option<(usize, usize)>,
    double_step: bool,
    probability: f64,
}

/// The opponent's last move, as long as the sense may still say more of it.
#[derive(Clone, Debug)]
struct LastMove {
    /// The grids before it.
    before: Vec<PieceGrid>,
    captures: Vec<CaptureNote>,
    castling: [f64; 2],
    moves: Vec<GridMove>,
    pass: f64,
    /// It captured: the notice has weighed the moves already.
    captured: bool,
}

/// What one side believes of the opponent's pieces.
///
/// ```
/// use rbc_belief::PiecewiseGrid;
/// use rbc_rules::{Color, Observation, Position, Role, Square};
/// let mut grid = PiecewiseGrid::new(Color::Black, &Position::initial())?;
/// assert_eq!(grid.probability(Square::E2, Role::Pawn), 1.0);
/// grid.observe(&Observation::TurnStart { capture: None });
/// let e2 = grid.probability(Square::E2, Role::Pawn);
/// assert!(e2 < 1.0 && e2 > 0.7);
/// # Ok::<_, rbc_belief::TooManyPieces>(())
/// ```
#[derive(Clone, Debug)]
pub struct PiecewiseGrid {
    own: OwnSide,
    turn: Color,
    opens: Color,
    fullmoves: NonZeroU32,
    own_en_passant: Option<Square>,
    observed: usize,
    pieces: Vec<PieceGrid>,
    captures: Vec<CaptureNote>,
    /// The probability that the opponent may still castle with the rook of the a-file, the h-file.
    castling: [f64; 2],
    /// The probability that the last move was a double step of a pawn, by file.
    double_steps: [f64; 8],
    last_move: Option<LastMove>,
    /// Pieces that were seen since the opponent's last move.
    seen: u16,
    /// Squares on which no piece of the opponent's can be since its last move, the own ones included.
    ruled_out: Bitboard,
}

impl PiecewiseGrid {
    /// What `me` knows at the start of a game from `start`: everything.
    ///
    /// # Errors
    ///
    /// When the opponent has more than 16 pieces.
    pub fn new(me: Color, start: &Position) -> Result<PiecewiseGrid, TooManyPieces> {
        let board = start.board();
        let count = board.by_color(!me).count();
        if count > MOST_PIECES {
            return Err(TooManyPieces { pieces: count });
        }
        let mut pieces = Vec::with_capacity(count);
        for square in board.by_color(!me) {
            if let Some(role) = board.role_at(square) {
                pieces.push(PieceGrid::new(role, square));
            }
        }
        // In the order of their importance, as boards are drawn.
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.role));
        let own = start.own_side(me);
        let castling = corners(!me)
            .map(|corner| f64::from(u8::from(start.castling_rights().contains(corner))));
        let mut double_steps = [0.0; 8];
        if let Some(square) = start.ep_square()
            && start.turn() == me
        {
            double_steps[square.file().to_usize()] = 1.0;
        }
        Ok(PiecewiseGrid {
            turn: start.turn(),
            opens: start.turn(),
            fullmoves: NonZeroU32::new(start.fullmoves()).unwrap_or(NonZeroU32::MIN),
            own_en_passant: start.ep_square().filter(|_| start.turn() != me),
            observed: 0,
            pieces,
            captures: Vec::new(),
            castling,
            double_steps,
            last_move: None,
            seen: 0,
            ruled_out: own.pieces(),
            own,
        })
    }

    /// Whose belief this is.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.own.color()
    }

    /// The own pieces now.
    #[must_use]
    pub const fn own(&self) -> &OwnSide {
        &self.own
    }

    /// The opponent's pieces: the king first, pawns last.
    #[must_use]
    pub fn pieces(&self) -> &[PieceGrid] {
        &self.pieces
    }

    /// Observations taken in.
    #[must_use]
    pub const fn observed(&self) -> usize {
        self.observed
    }

    /// The pieces of the opponent's that were captured.
    #[must_use]
    pub const fn captured(&self) -> usize {
        self.captures.len()
    }

    /// The probability that a piece of the opponent's that is a `role` now stands on `square`.
    #[must_use]
    pub fn probability(&self, square: Square, role: Role) -> f64 {
        let sum: f64 = self.pieces.iter().map(|p| p.as_role(square, role)).sum();
        sum.min(1.0)
    }

    /// Takes in one observation, with moves weighed by [`CapturesAreGood`].
    pub fn observe(&mut self, observation: &Observation) {
        self.observe_weighing(observation, &mut CapturesAreGood);
    }

    /// Takes in one observation, which [`Observations::push`](rbc_rules::Observations::push) has accepted.
    pub fn observe_weighing(&mut self, observation: &Observation, weigher: &mut dyn MoveWeigher) {
        match observation {
            Observation::TurnStart { capture } => {
                if self.observed > 0 || self.opens != self.color() {
                    self.opponent_moved(*capture, weigher);
                    self.end_turn(!self.color());
                }
            }
            Observation::Sense(result) => {
                if let Some(center) = result.square {
                    let seen: Vec<(Square, Role)> = result
                        .contents
                        .iter()
                        .filter_map(|(square, piece)| Some((*square, (*piece)?)))
                        .filter(|(_, piece)| piece.color != self.color())
                        .map(|(square, piece)| (square, piece.role))
                        .collect();
                    self.sensed(window(center), &seen);
                }
            }
            Observation::Move(result) => {
                self.own_moved(result);
                self.end_turn(self.color());
            }
        }
        self.observed += 1;
    }

    fn end_turn(&mut self, mover: Color) {
        if mover == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = !mover;
    }

    const fn opponent(&self) -> Color {
        match self.own.color() {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The own side before the opponent's move.
    const fn field(&self) -> Field {
        Field {
            mover: self.opponent(),
            own: self.own.pieces(),
            en_passant: self.own_en_passant,
        }
    }

    // The opponent's move.

    fn opponent_moved(&mut self, capture: Option<Square>, weigher: &mut dyn MoveWeigher) {
        let mut moves = self.possible_moves(capture);
        let spread: f64 = moves.iter().map(|m| m.probability).sum();
        let pass = match capture {
            None if spread > 0.0 => PASS,
            None => 1.0,
            Some(_) => 0.0,
        };
        if spread <= 0.0
            && let Some(square) = capture
        {
            moves = self.surprising_captures(square);
        }
        scale(&mut moves, 1.0 - pass);
        self.weigh(&mut moves, capture, 1.0 - pass, weigher);
        let (before, captures) = (self.pieces.clone(), self.captures.clone());
        if let Some(square) = capture {
            self.own.apply_capture(square);
        }
        self.seen = 0;
        self.ruled_out = self.own.pieces();
        let last_move = LastMove {
            before,
            captures,
            castling: self.castling,
            moves,
            pass,
            captured: capture.is_some(),
        };
        let probabilities: Vec<f64> = last_move.moves.iter().map(|m| m.probability).collect();
        self.mix(&last_move, &probabilities);
        self.last_move = Some(last_move);
        self.own_en_passant = None;
    }

    /// Every move that the grids allow and that fits the notice, as likely as the grids say; they do not have
    /// the sum 1.
    fn possible_moves(&self, notice: Option<Square>) -> Vec<GridMove> {
        let field = self.field();
        let mut occupied = [0.0; 64];
        for piece in &self.pieces {
            for square in Square::ALL {
                occupied[square.to_usize()] += piece.stands_on(square);
            }
        }
        let mut moves = Vec::new();
        for (i, piece) in self.pieces.iter().enumerate() {
            for (place, mass) in piece.places.iter().enumerate() {
                if *mass < LEAST_MASS {
                    continue;
                }
                let half = place & PROMOTED;
                let from = square_of(place);
                field.each_target(piece.role_on(place), from, |target| {
                    if target.capture != notice {
                        return;
                    }
                    let mut probability = *mass;
                    for square in target.free & !field.own {
                        let others = occupied[square.to_usize()] - piece.stands_on(square);
                        probability *= (1.0 - others).max(LEAST_OPEN);
                    }
                    moves.push(grid_move(i, half, from, &target, probability));
                });
            }
        }
        if notice.is_none() {
            self.possible_castles(&field, &occupied, &mut moves);
        }
        moves
    }

    fn possible_castles(&self, field: &Field, occupied: &[f64; 64], moves: &mut Vec<GridMove>) {
        let Some(king) = self.pieces.iter().position(|p| p.role == Role::King) else {
            return;
        };
        let (home, corners) = (king_home(field.mover), corners(field.mover));
        for (corner, right) in corners.into_iter().zip(self.castling) {
            let rooks = (0..self.pieces.len()).filter(|i| self.pieces[*i].role == Role::Rook);
            let Some(rook) = rooks.max_by(|a, b| {
                self.pieces[*a]
                    .at(corner)
                    .total_cmp(&self.pieces[*b].at(corner))
            }) else {
                continue;
            };
            let mut probability = right * self.pieces[king].at(home) * self.pieces[rook].at(corner);
            let between = attacks::between(home, corner);
            if !between.is_disjoint(field.own) {
                continue;
            }
            for square in between {
                probability *= (1.0 - occupied[square.to_usize()]).max(LEAST_OPEN);
            }
            let step = if corner > home { 1 } else { -1 };
            if probability >= LEAST_MASS
                && let (Some(beside), Some(to)) = (home.offset(step), home.offset(2 * step))
            {
                moves.push(GridMove {
                    piece: king,
                    from: home.to_usize(),
                    to: to.to_usize(),
                    castles: Some((rook, beside.to_usize())),
                    double_step: false,
                    probability,
                });
            }
        }
    }

    /// Captures on `square` when none is possible on the grids: by any piece that stands, as if it had gone
    /// there from where it was.
    fn surprising_captures(&self, square: Square) -> Vec<GridMove> {
        let mut moves = Vec::new();
        for (i, piece) in self.pieces.iter().enumerate() {
            for (place, mass) in piece.places.iter().enumerate() {
                let from = square_of(place);
                if *mass < LEAST_MASS || from == square {
                    continue;
                }
                let mut place_to = square.to_usize() + (place & PROMOTED);
                if piece.role == Role::Pawn
                    && place < PROMOTED
                    && [Rank::First, Rank::Eighth].contains(&square.rank())
                {
                    place_to = square.to_usize() + PROMOTED;
                }
                moves.push(GridMove {
                    piece: i,
                    from: place,
                    to: place_to,
                    castles: None,
                    double_step: false,
                    probability: mass * nearness(from, square),
                });
            }
        }
        moves
    }

    /// Mixes into the moves' probabilities what the classes on boards drawn from the grids say.
    fn weigh(
        &self,
        moves: &mut [GridMove],
        notice: Option<Square>,
        total: f64,
        weigher: &mut dyn MoveWeigher,
    ) {
        // Moves of the same piece from the same place stand together.
        let mut first = [[u32::MAX; PLACES]; MOST_PIECES];
        for (i, m) in moves.iter().enumerate().rev() {
            first[m.piece][m.from] = i as u32;
        }
        // A castle is apart from the king's other moves.
        let castles: Vec<usize> = (0..moves.len())
            .filter(|i| moves[*i].castles.is_some())
            .collect();
        let mut rates = vec![0.0; moves.len()];
        let mut stood = [[0.0; PLACES]; MOST_PIECES];
        let mut rng = Rng::new(0x9E37_79B9_u64.wrapping_add(self.observed as u64));
        let mut draw = || rng.next_u64();
        let (mut asked, mut found) = (Vec::with_capacity(64), Vec::with_capacity(64));
        let mut classes = Vec::with_capacity(64);
        for board in 0..WEIGHED_BOARDS {
            if board > 0 && weigher.has_done_enough() {
                break;
            }
            let (placement, weight) = self.place(&mut draw);
            let position = self.position_of(&placement, &mut draw);
            asked.clear();
            found.clear();
            classes.clear();
            self.moves_on(&placement, &position, |piece, place, m, to, capture| {
                asked.push(m);
                found.push((piece, place, to, capture));
            });
            weigher.classify(&position, &asked, &mut classes);
            classes.resize(asked.len(), MoveClass::Other);
            let mut counts = [0.0_f64; 3];
            for class in &classes {
                counts[*class as usize] += 1.0;
            }
            let mut shares = [BEST_SHARE, GOOD_SHARE, OTHER_SHARE];
            for (share, count) in shares.iter_mut().zip(counts) {
                *share = if count > 0.0 { *share / count } else { 0.0 };
            }
            let all: f64 = classes.iter().map(|class| shares[*class as usize]).sum();
            if all <= 0.0 {
                continue;
            }
            for (i, place) in placement.standing() {
                stood[i][place] += weight;
            }
            for ((piece, place, to, capture), class) in found.iter().zip(&classes) {
                if *capture != notice {
                    continue;
                }
                let probability = weight * shares[*class as usize] / all;
                let start = first[*piece][*place];
                let same = |i: &usize| {
                    let m: &GridMove = &moves[*i];
                    (m.piece, m.from, m.to) == (*piece, *place, *to)
                };
                let found = (start as usize..moves.len())
                    .take_while(|i| (moves[*i].piece, moves[*i].from) == (*piece, *place))
                    .find(same)
                    .or_else(|| castles.iter().copied().find(|i| same(i)));
                if let Some(i) = found {
                    rates[i] += probability;
                }
            }
        }
        for (rate, m) in rates.iter_mut().zip(moves.iter()) {
            let times = stood[m.piece][m.from];
            if times > 0.0 {
                *rate *= self.pieces[m.piece].places[m.from] / times;
            }
        }
        let sum: f64 = rates.iter().sum();
        if sum <= 0.0 {
            return;
        }
        for (rate, m) in rates.iter().zip(moves.iter_mut()) {
            m.probability =
                (1.0 - WEIGHED_SHARE) * m.probability + WEIGHED_SHARE * total * rate / sum;
        }
    }

    /// Calls `f` with each move of the opponent's on a board: the piece, its place, the move, the place it goes to
    /// and the square on which it captures.
    fn moves_on(
        &self,
        placement: &Placement,
        position: &Position,
        mut f: impl FnMut(usize, usize, Move, usize, Option<Square>),
    ) {
        let field = self.field();
        let occupied = position.board().by_color(field.mover);
        for (i, place) in placement.standing() {
            let from = square_of(place);
            field.each_target(self.pieces[i].role_on(place), from, |target| {
                if !target.free.is_disjoint(occupied) {
                    return;
                }
                let m = grid_move(i, place & PROMOTED, from, &target, 0.0);
                let promotion = Some(Role::Queen).filter(|_| target.promotes);
                let taken = Move::new(from, target.to).promoting_to(promotion);
                f(i, place, taken, m.to, target.capture);
            });
        }
        let home = king_home(field.mover);
        for corner in corners(field.mover) {
            let king = placement.standing().find(|(_, place)| {
                *place == home.to_usize() && position.castling_rights().contains(corner)
            });
            if let Some((king, place)) = king
                && attacks::between(home, corner).is_disjoint(position.board().occupied())
                && let Some(to) = home.offset(if corner > home { 2 } else { -2 })
            {
                f(king, place, Move::new(home, to), to.to_usize(), None);
            }
        }
    }

    /// Makes the grids those after `last_move`, now that its moves have these probabilities, which together with the
    /// pass's have the sum 1.
    fn mix(&mut self, last_move: &LastMove, probabilities: &[f64]) {
        let opponent = self.opponent();
        let (corners, home) = (corners(opponent), king_home(opponent).to_usize());
        self.pieces.clone_from(&last_move.before);
        self.captures.clone_from(&last_move.captures);
        self.double_steps = [0.0; 8];
        let mut moved = [0.0; MOST_PIECES];
        let mut moved_before = [0.0; MOST_PIECES];
        let mut rights_lost = [0.0; 2];
        for (m, probability) in last_move.moves.iter().zip(probabilities) {
            let mut leave = |piece: usize, place: usize| {
                moved[piece] += probability;
                // A notice has changed the moves' probabilities and not the grids: there a piece that did not move
                // stands as before.
                if !last_move.captured {
                    moved_before[piece] += m.probability;
                    let mass = &mut self.pieces[piece].places[place];
                    *mass = (*mass - m.probability).max(0.0);
                }
            };
            leave(m.piece, m.from);
            if let Some((rook, beside)) = m.castles {
                leave(rook, castling_corner(beside));
            }
            let role = self.pieces[m.piece].role;
            for (lost, corner) in rights_lost.iter_mut().zip(corners) {
                let king = role == Role::King && m.from == home;
                if king || role == Role::Rook && m.from == corner.to_usize() {
                    *lost += probability;
                }
            }
            if m.double_step {
                self.double_steps[square_of(m.to).file().to_usize()] += probability;
            }
            if last_move.captured && *probability > LEAST_MASS {
                self.pieces[m.piece].columns |= 1 << square_of(m.to).file().to_u32();
            }
        }
        for note in &mut self.captures {
            for (suspect, (after, before)) in
                note.suspects.iter_mut().zip(moved.iter().zip(moved_before))
            {
                // What moved was not captured before.
                *suspect *= (1.0 - after).max(0.0) / (1.0_f64 - before).max(1e-3);
            }
        }
        self.balance_captures();
        for (piece, moved) in self.pieces.iter_mut().zip(moved) {
            let wanted = (1.0 - moved - piece.captured).max(0.0);
            let standing = piece.standing();
            if standing > 0.0 {
                for mass in &mut piece.places {
                    *mass *= wanted / standing;
                }
            }
        }
        for (m, probability) in last_move.moves.iter().zip(probabilities) {
            self.pieces[m.piece].places[m.to] += probability;
            if let Some((rook, beside)) = m.castles {
                self.pieces[rook].places[beside] += probability;
            }
        }
        let before = last_move.castling;
        for ((right, before), lost) in self.castling.iter_mut().zip(before).zip(rights_lost) {
            *right = before * (1.0 - lost).clamp(0.0, 1.0);
        }
        self.normalise();
    }

    // The sense.

    fn sensed(&mut self, window: Bitboard, seen: &[(Square, Role)]) {
        if let Some(last_move) = self.last_move.take() {
            self.roll_back(&last_move, window, seen);
        }
        let taken = self.assign(seen);
        let occupied: Bitboard = seen.iter().map(|(square, _)| *square).collect();
        self.ruled_out |= window & !occupied;
        self.rule_out(window, taken);
        let home = king_home(self.opponent());
        for (i, corner) in corners(self.opponent()).into_iter().enumerate() {
            let gone = |square: Square, role: Role| {
                window.contains(square) && !seen.contains(&(square, role))
            };
            if gone(home, Role::King) || gone(corner, Role::Rook) {
                self.castling[i] = 0.0;
            }
        }
    }

    /// Weighs the opponent's last move again, now that `window` shows `seen`: what cannot have been gives its
    /// probability to the rest.
    fn roll_back(&mut self, last_move: &LastMove, window: Bitboard, seen: &[(Square, Role)]) {
        let content = |square: Square| seen.iter().find(|(sq, _)| *sq == square).map(|s| s.1);
        let squares = window & !self.own.pieces();
        // How well the window fits if nothing has moved, and what the pieces but one make of it.
        let mut nothing_moved = 1.0;
        let mut fits = [[1.0_f64; 64]; MOST_PIECES];
        let mut all_fit = [1.0; MOST_PIECES];
        for square in squares {
            let likelihood = |without: usize| {
                let others = last_move.before.iter().enumerate();
                let others = others.filter(|(i, _)| *i != without).map(|(_, p)| p);
                let value: f64 = match content(square) {
                    None => others
                        .map(|p| (1.0 - p.stands_on(square)).max(0.0))
                        .product(),
                    Some(role) => others.map(|p| p.as_role(square, role)).sum(),
                };
                value.clamp(LEAST_LIKELIHOOD, 1.0)
            };
            nothing_moved *= likelihood(MOST_PIECES);
            for i in 0..last_move.before.len() {
                fits[i][square.to_usize()] = likelihood(i);
                all_fit[i] *= likelihood(i);
            }
        }
        let likelihood = |m: &GridMove| {
            let (piece, to) = (&last_move.before[m.piece], square_of(m.to));
            if !squares.contains(to) {
                return all_fit[m.piece];
            }
            let fit = match content(to) {
                Some(role) if role == piece.role_on(m.to) => 1.0,
                Some(role) if m.to >= PROMOTED && may_promote_to(role) => UNDERPROMOTION,
                _ => 0.0,
            };
            all_fit[m.piece] / fits[m.piece][to.to_usize()] * fit
        };
        let mut probabilities: Vec<f64> = last_move
            .moves
            .iter()
            .map(|m| m.probability * likelihood(m))
            .collect();
        let sum: f64 = last_move.pass * nothing_moved + probabilities.iter().sum::<f64>();
        if sum > 1e-200 {
            for probability in &mut probabilities {
                *probability /= sum;
            }
            self.mix(last_move, &probabilities);
        }
    }

    /// Gives each seen piece to the likeliest piece of its role; the pieces that were given one, a bit each.
    fn assign(&mut self, seen: &[(Square, Role)]) -> u16 {
        let mut taken = 0_u16;
        let mut open: Vec<(Square, Role)> = seen.to_vec();
        while !open.is_empty() {
            let mut best: Option<(f64, usize, usize)> = None;
            for (k, (square, role)) in open.iter().enumerate() {
                for (i, piece) in self.pieces.iter().enumerate() {
                    if taken >> i & 1 == 1 {
                        continue;
                    }
                    let fit = self.fit(piece, *square, *role);
                    if fit > 0.0 && best.is_none_or(|(most, ..)| fit > most) {
                        best = Some((fit, i, k));
                    }
                }
            }
            // More pieces than the opponent can have: told by nobody but a broken caller.
            let Some((_, i, k)) = best else {
                break;
            };
            let (square, role) = open.swap_remove(k);
            taken |= 1 << i;
            self.see(i, square, role, taken);
        }
        self.seen |= taken;
        taken
    }

    /// How well `piece` explains that a `role` is seen on `square`, on no scale but that of the others.
    fn fit(&self, piece: &PieceGrid, square: Square, role: Role) -> f64 {
        let pawn = piece.role == Role::Pawn;
        let promotes = pawn && may_promote_to(role);
        let mut fit = 0.0;
        if piece.role == role {
            fit += piece.at(square);
            let near: f64 = (0..PROMOTED)
                .map(|place| piece.places[place] * nearness(square_of(place), square))
                .sum();
            let column = !pawn || piece.columns >> square.file().to_u32() & 1 == 1;
            fit += UNEXPECTED * near * if column { 1.0 } else { OUTSIDE_COLUMNS };
            fit += RESURRECTION * (piece.captured + 1e-3);
        } else if promotes {
            let odds = if piece.promotion == role {
                1.0
            } else {
                UNDERPROMOTION
            };
            fit += odds * piece.promoted_at(square);
            fit += odds * UNEXPECTED * piece.promoted();
            // The nearer to the last rank, the likelier.
            let last = self.opponent().fold_wb(Rank::Eighth, Rank::First);
            let near: f64 = Square::ALL
                .iter()
                .map(|sq| {
                    piece.at(*sq) * libm::pow(STEP_DECAY, f64::from(sq.rank().distance(last)))
                })
                .sum();
            fit += odds * UNEXPECTED_PROMOTION * (near + 1e-6);
        }
        fit
    }

    /// Piece `i` is the `role` that stands on `square`. Those of `taken` have been seen before.
    fn see(&mut self, i: usize, square: Square, role: Role, taken: u16) {
        let piece = &self.pieces[i];
        let here = piece.stands_on(square).min(1.0);
        // Another piece of the same role may be the one that is seen; then this one stands where that one was
        // expected. Which of the two is which means nothing, so that the other takes over the doubt.
        if self.pieces[i].role == role && here < CERTAIN {
            let rest = 1.0 - here - piece.captured;
            let twin = (0..self.pieces.len())
                .filter(|j| *j != i && taken >> j & 1 == 0 && self.pieces[*j].role == role)
                .map(|j| (j, self.pieces[j].at(square)))
                .filter(|(_, mass)| *mass > LEAST_MASS)
                .max_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((j, there)) = twin
                && rest > LEAST_MASS
                && there < CERTAIN
            {
                let (first, second) = (here * (1.0 - there), there * (1.0 - here));
                let swapped = second / (first + second).max(f64::MIN_POSITIVE);
                let own = self.pieces[i].places;
                let other = &mut self.pieces[j];
                let other_rest = 1.0 - there - other.captured;
                if other_rest > LEAST_MASS {
                    other.columns |= piece_columns(&own);
                    for (place, mine) in own.iter().enumerate() {
                        let elsewhere = f64::from(u8::from(square_of(place) != square));
                        let theirs = other.places[place];
                        other.places[place] = elsewhere
                            * ((1.0 - swapped) * theirs / other_rest + swapped * mine / rest);
                    }
                    let captured = other.captured;
                    scale_places(&mut other.places, 1.0 - captured);
                }
            }
        }
        let piece = &mut self.pieces[i];
        let mut place = square.to_usize();
        if piece.role == role {
            if role == Role::Pawn {
                piece.columns = 1 << square.file().to_u32();
            }
        } else {
            piece.promotion = role;
            place += PROMOTED;
        }
        let resurrected = piece.captured > 0.0;
        piece.fix_at(place);
        if resurrected {
            self.resurrect(i, taken | self.seen);
        }
    }

    /// Piece `i` was not captured after all: somebody else was, but none of `standing`.
    fn resurrect(&mut self, i: usize, standing: u16) {
        for note in &mut self.captures {
            note.suspects[i] = 0.0;
            if note.suspects.iter().sum::<f64>() > 1e-9 {
                continue;
            }
            for (j, piece) in self.pieces.iter().enumerate() {
                if standing >> j & 1 == 0 && piece.role != Role::King {
                    // A piece that is surely elsewhere is the last to be suspected.
                    let surest = piece.places.iter().copied().fold(0.0, f64::max);
                    note.suspects[j] = (1.0 - piece.captured) * (1.0 - surest) + 1e-6;
                }
            }
        }
        self.balance_captures();
        self.normalise();
    }

    // Evidence of single squares.

    /// None of the pieces that are not among `except` stands on `squares`.
    fn rule_out(&mut self, squares: Bitboard, except: u16) {
        let mut kept = [1.0_f64; MOST_PIECES];
        for (i, piece) in self.pieces.iter_mut().enumerate() {
            if except >> i & 1 == 1 {
                continue;
            }
            let before = piece.standing();
            piece.remove(squares);
            if before > 0.0 {
                kept[i] = piece.standing() / before;
            }
        }
        // Not to be seen speaks for having been captured.
        for note in &mut self.captures {
            for (suspect, kept) in note.suspects.iter_mut().zip(kept) {
                *suspect /= kept.max(1e-4);
            }
        }
        self.balance_captures();
        self.normalise();
    }

    /// Some piece of the opponent's stands on one of `squares`.
    fn held(&mut self, squares: Bitboard) {
        let odds = self.odds(squares, |_| true);
        let sum: f64 = odds.iter().sum();
        if sum <= 0.0 {
            return;
        }
        for (i, piece) in self.pieces.iter_mut().enumerate() {
            let share = odds[i] / sum;
            if share <= 0.0 {
                continue;
            }
            let on = |place: usize| squares.contains(square_of(place));
            let inside: f64 = (0..PLACES)
                .filter(|p| on(*p))
                .map(|p| piece.places[p])
                .sum();
            let outside = piece.standing() - inside;
            for place in 0..PLACES {
                if on(place) {
                    if inside > 0.0 {
                        piece.places[place] *= share / inside;
                    }
                } else if outside > 0.0 {
                    piece.places[place] *= (1.0 - share) / outside;
                }
            }
            if inside <= 0.0 {
                for square in squares {
                    piece.places[square.to_usize()] = share / squares.count() as f64;
                }
            }
        }
        self.normalise();
    }

    /// For each piece the odds that it is the one that stands on `squares`. Where the grids have none there, the
    /// nearest are suspected.
    fn odds(&self, squares: Bitboard, may: impl Fn(&PieceGrid) -> bool) -> [f64; MOST_PIECES] {
        let mut odds = [0.0; MOST_PIECES];
        for (i, piece) in self.pieces.iter().enumerate().filter(|(_, p)| may(p)) {
            let mass: f64 = squares.into_iter().map(|sq| piece.stands_on(sq)).sum();
            odds[i] = mass / (1.0 - mass).max(1e-9);
        }
        if odds.iter().sum::<f64>() > 1e-12 {
            return odds;
        }
        for (i, piece) in self.pieces.iter().enumerate().filter(|(_, p)| may(p)) {
            if self.seen >> i & 1 == 1 {
                continue;
            }
            odds[i] = (0..PLACES)
                .flat_map(|place| {
                    let mass = piece.places[place];
                    squares
                        .into_iter()
                        .map(move |sq| mass * nearness(square_of(place), sq))
                })
                .sum();
        }
        odds
    }

    fn captured_on(&mut self, square: Square, en_passant: bool) {
        let squares = Bitboard::from_square(square);
        let victims = |piece: &PieceGrid| {
            if en_passant {
                piece.role == Role::Pawn
            } else {
                piece.role != Role::King
            }
        };
        let odds = self.odds(squares, victims);
        let sum: f64 = odds.iter().sum();
        let mut note = CaptureNote {
            suspects: [0.0; MOST_PIECES],
        };
        for (suspect, odds) in note.suspects.iter_mut().zip(odds) {
            *suspect = if sum > 0.0 { odds / sum } else { 0.0 };
            if *suspect < 1.0 - CERTAIN {
                *suspect = 0.0;
            }
        }
        // What was seen before it was captured is not there any more.
        for (i, suspect) in note.suspects.iter().enumerate() {
            if *suspect > 0.0 {
                self.seen &= !(1 << i);
            }
        }
        self.captures.push(note);
        for piece in &mut self.pieces {
            piece.remove(squares);
        }
        self.balance_captures();
        self.normalise();
    }

    // The own move.

    fn own_moved(&mut self, result: &MoveResult) {
        self.last_move = None;
        let Some(request) = result.requested else {
            return;
        };
        let pawn = self.own.board().role_at(request.from) == Some(Role::Pawn);
        let castle = self.castled_rook(request);
        let between = |to: Square| attacks::between(request.from, to);
        match result.taken {
            Some(taken) => {
                let way = castle.map_or(taken.to, |rook| rook);
                let mut free = between(way);
                if result.capture != Some(taken.to) {
                    free.add(taken.to);
                }
                self.find_free(free);
                if let Some(square) = result.capture {
                    self.captured_on(square, square != taken.to);
                } else if pawn && taken.to != request.to {
                    // The double step came to a halt.
                    self.held(Bitboard::from_square(request.to));
                }
                self.own.apply_own_move(taken);
                self.own_en_passant = None;
                if pawn && taken.from.rank().distance(taken.to.rank()) == 2 {
                    self.own_en_passant = taken.from.offset(self.color().fold_wb(8, -8));
                }
                self.ruled_out |= self.own.pieces();
                self.rule_out(self.own.pieces(), 0);
                for (i, corner) in corners(self.opponent()).into_iter().enumerate() {
                    if taken.to == corner {
                        self.castling[i] = 0.0;
                    }
                }
            }
            None => {
                self.own_en_passant = None;
                if let Some(rook) = castle {
                    self.held(between(rook) & !self.own.pieces());
                } else if pawn && request.from.file() == request.to.file() {
                    let one = request.from.offset(self.color().fold_wb(8, -8));
                    self.held(one.into_iter().collect());
                } else if pawn {
                    self.find_free(Bitboard::from_square(request.to));
                }
            }
        }
    }

    /// The rook of the castle that `request` is, if it is one.
    fn castled_rook(&self, request: Move) -> Option<Square> {
        let king = self.own.board().role_at(request.from) == Some(Role::King);
        if !king || request.from.file().distance(request.to.file()) != 2 {
            return None;
        }
        let step = if request.to > request.from { 3 } else { -4 };
        request.from.offset(step)
    }

    /// `squares` hold no piece of the opponent's.
    fn find_free(&mut self, squares: Bitboard) {
        if !squares.is_empty() {
            self.ruled_out |= squares;
            self.rule_out(squares, 0);
        }
    }

    // What holds of all grids.

    /// Makes the suspects of each capture have the sum 1, and no piece captured more than once.
    fn balance_captures(&mut self) {
        let count = self.pieces.len();
        for _ in 0..4 {
            for note in &mut self.captures {
                let sum: f64 = note.suspects.iter().sum();
                if sum > f64::MIN_POSITIVE {
                    for suspect in &mut note.suspects {
                        *suspect /= sum;
                    }
                } else {
                    let unseen = (0..count)
                        .filter(|i| self.seen >> i & 1 == 0 && self.pieces[*i].role != Role::King);
                    for i in unseen {
                        note.suspects[i] = 1.0 / count as f64;
                    }
                }
            }
            for i in 0..count {
                let sum: f64 = self.captures.iter().map(|note| note.suspects[i]).sum();
                if sum > 1.0 {
                    for note in &mut self.captures {
                        note.suspects[i] /= sum;
                    }
                }
            }
        }
        for (i, piece) in self.pieces.iter_mut().enumerate() {
            let captured: f64 = self.captures.iter().map(|note| note.suspects[i]).sum();
            piece.captured = match captured {
                c if c > CERTAIN => 1.0,
                c if c < 1.0 - CERTAIN => 0.0,
                c => c,
            };
        }
    }

    /// Makes each grid have the sum 1, together with what is captured, and finds a place for pieces that have none.
    fn normalise(&mut self) {
        for i in 0..self.pieces.len() {
            let piece = &mut self.pieces[i];
            for mass in &mut piece.places {
                if *mass < 1e-9 {
                    *mass = 0.0;
                }
            }
            let wanted = (1.0 - piece.captured).max(0.0);
            if wanted == 0.0 {
                piece.places = [0.0; PLACES];
            } else if piece.standing() > 0.0 {
                scale_places(&mut piece.places, wanted);
            } else {
                self.recover(i, wanted);
            }
        }
    }

    /// Piece `i` stands somewhere with the probability `wanted`, and its grid says nowhere: it is spread over the
    /// squares that are not ruled out, the nearer to where it was the likelier.
    fn recover(&mut self, i: usize, wanted: f64) {
        let was = self.last_move.as_ref().map(|last| last.before[i].places);
        let piece = &mut self.pieces[i];
        let pawn = piece.role == Role::Pawn;
        let mut open = !self.ruled_out;
        let fits = |square: Square, columns: u8| {
            !pawn
                || (columns >> square.file().to_u32() & 1 == 1
                    && ![Rank::First, Rank::Eighth].contains(&square.rank()))
        };
        let choices = [piece.columns, u8::MAX];
        let found = choices
            .into_iter()
            .find(|columns| open.into_iter().any(|square| fits(square, *columns)));
        let columns = found.unwrap_or(u8::MAX);
        if found.is_none() {
            open = !self.own.pieces();
        }
        for square in open {
            if found.is_some() && !fits(square, columns) {
                continue;
            }
            let near: f64 = was.map_or(0.0, |was| {
                was.iter()
                    .enumerate()
                    .map(|(place, mass)| mass * nearness(square_of(place), square))
                    .sum()
            });
            piece.places[square.to_usize()] = near + 1e-3;
        }
        scale_places(&mut piece.places, wanted);
    }
}

const fn square_of(place: usize) -> Square {
    Square::new((place % PROMOTED) as u32)
}

/// 1 on the square itself, less with each king's step.
fn nearness(a: Square, b: Square) -> f64 {
    libm::pow(STEP_DECAY, f64::from(a.distance(b)))
}

const fn may_promote_to(role: Role) -> bool {
    !matches!(role, Role::Pawn | Role::King)
}

fn scale_places(places: &mut [f64; PLACES], wanted: f64) {
    let sum: f64 = places.iter().sum();
    if sum > 0.0 {
        for mass in places {
            *mass *= wanted / sum;
        }
    }
}

/// The files on which a pawn has mass.
fn piece_columns(places: &[f64; PLACES]) -> u8 {
    (0..PROMOTED)
        .filter(|place| places[*place] > 0.0)
        .fold(0, |columns, place| {
            columns | 1 << square_of(place).file().to_u32()
        })
}

fn scale(moves: &mut [GridMove], wanted: f64) {
    let sum: f64 = moves.iter().map(|m| m.probability).sum();
    if sum > 0.0 {
        for m in moves {
            m.probability *= wanted / sum;
        }
    }
}

fn grid_move(
    piece: usize,
    half: usize,
    from: Square,
    target: &Target,
    probability: f64,
) -> GridMove {
    let half_after = if target.promotes { PROMOTED } else { half };
    GridMove {
        piece,
        from: from.to_usize() + half,
        to: target.to.to_usize() + half_after,
        castles: None,
        double_step: target.double_step,
        probability,
    }
}

/// The homes of the rooks that castle: on the a-file, on the h-file.
fn corners(color: Color) -> [Square; 2] {
    color.fold_wb([Square::A1, Square::H1], [Square::A8, Square::H8])
}

fn king_home(color: Color) -> Square {
    color.fold_wb(Square::E1, Square::E8)
}

/// The corner that a rook came from which castling has put on `beside`.
fn castling_corner(beside: usize) -> usize {
    if beside % 8 == 3 {
        beside - 3
    } else {
        beside + 2
    }
}

#[cfg(test)]
mod tests {
    use rbc_rules::{Observations, SenseResult};

    use super::*;

    fn grid(me: Color, fen: &str) -> (PiecewiseGrid, Observations) {
        let start: Position = fen.parse().expect("a position");
        let grid = PiecewiseGrid::new(me, &start).expect("at most 16 pieces");
        (grid, Observations::new(me, &start))
    }

    fn tell(grid: &mut PiecewiseGrid, told: &mut Observations, observation: Observation) {
        told.push(observation.clone()).expect("it can follow");
        grid.observe(&observation);
    }

    fn begin(grid: &mut PiecewiseGrid, told: &mut Observations, capture: Option<Square>) {
        tell(grid, told, Observation::TurnStart { capture });
    }

    /// A sense at `square` of the true board `fen`.
    fn sense(grid: &mut PiecewiseGrid, told: &mut Observations, square: Option<Square>, fen: &str) {
        let truth: Position = fen.parse().expect("a position");
        tell(grid, told, Observation::Sense(truth.sense(square)));
    }

    fn request(
        grid: &mut PiecewiseGrid,
        told: &mut Observations,
        [requested, taken]: [&str; 2],
        capture: Option<Square>,
    ) {
        let result = MoveResult {
            requested: requested.parse().ok(),
            taken: taken.parse().ok(),
            capture,
        };
        tell(grid, told, Observation::Move(result));
    }

    const NO_SENSE: Observation = Observation::Sense(SenseResult {
        square: None,
        contents: Vec::new(),
    });

    #[test]
    fn a_capturer_stands_where_it_captured() {
        // The knight and the pawn can take on d5, the rook cannot.
        let (mut grid, mut told) = grid(Color::White, "r3k3/8/2n1p3/3P4/8/8/8/4K3 b - - 0 1");
        begin(&mut grid, &mut told, Some(Square::D5));
        let pawn = grid.probability(Square::D5, Role::Pawn);
        assert_eq!(grid.probability(Square::D5, Role::Knight), 0.0);
        assert!((pawn - 1.0).abs() < 1e-9);

        let (mut grid, mut told) = self::grid(Color::White, "r3k3/8/1n2p3/3P4/8/8/8/4K3 b - - 0 1");
        begin(&mut grid, &mut told, Some(Square::D5));
        let pawn = grid.probability(Square::D5, Role::Pawn);
        let knight = grid.probability(Square::D5, Role::Knight);
        assert!(pawn > 0.1 && knight > 0.1 && (pawn + knight - 1.0).abs() < 1e-9);
        assert_eq!(grid.probability(Square::A8, Role::Rook), 1.0);
    }

    #[test]
    fn pawns_change_columns_only_by_captures() {
        let fen = "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1";
        let (mut grid, mut told) = grid(Color::White, fen);
        begin(&mut grid, &mut told, None);
        let pawn = |grid: &PiecewiseGrid| grid.pieces()[1].clone();
        assert_eq!(pawn(&grid).columns(), 0b1_0000);
        let (mut grid, mut told) = self::grid(Color::White, "4k3/8/4p3/3P4/8/8/8/4K3 b - - 0 1");
        begin(&mut grid, &mut told, Some(Square::D5));
        assert_eq!(pawn(&grid).columns(), 0b1_1000);
        assert!(pawn(&grid).at(Square::D5) > 0.99);
    }

    #[test]
    fn a_sense_rolls_moves_back() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let (mut grid, mut told) = grid(Color::White, start);
        begin(&mut grid, &mut told, None);
        tell(&mut grid, &mut told, NO_SENSE);
        request(&mut grid, &mut told, ["g1f3", "g1f3"], None);
        begin(&mut grid, &mut told, None);
        let before = grid.probability(Square::B8, Role::Knight);
        let pawn = grid.probability(Square::D7, Role::Pawn);
        assert!(before < 0.99 && pawn < 0.99);
        // The king's knight has moved, so nothing else has.
        let truth = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2";
        sense(&mut grid, &mut told, Some(Square::F6), truth);
        for (square, role) in [
            (Square::F6, Role::Knight),
            (Square::B8, Role::Knight),
            (Square::D7, Role::Pawn),
            (Square::A7, Role::Pawn),
        ] {
            let p = grid.probability(square, role);
            assert!(p > 0.99, "{role:?} on {square}: {p}");
        }
    }

    #[test]
    fn nothing_seen_gives_the_rest_its_probability() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        let (mut grid, mut told) = grid(Color::White, start);
        begin(&mut grid, &mut told, None);
        let before = grid.probability(Square::C6, Role::Knight);
        let truth = "rnbqkbnr/ppp1pppp/3p4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2";
        sense(&mut grid, &mut told, Some(Square::G6), truth);
        assert!(grid.probability(Square::C6, Role::Knight) > before);
        // What would have moved there is back at home.
        assert!((grid.probability(Square::G7, Role::Pawn) - 1.0).abs() < 1e-9);
        let knight = grid.pieces().iter().filter(|p| p.role() == Role::Knight);
        assert!(
            knight
                .clone()
                .all(|p| p.at(Square::F6) == 0.0 && p.at(Square::H6) == 0.0)
        );
    }

    #[test]
    fn a_piece_seen_again_was_not_captured() {
        // A knight or a bishop came to d4, unseen, and was captured there.
        let (mut grid, mut told) = grid(Color::White, "4k3/8/2n2b2/8/8/4P3/8/4K3 b - - 0 1");
        begin(&mut grid, &mut told, None);
        tell(&mut grid, &mut told, NO_SENSE);
        request(&mut grid, &mut told, ["e3d4", "e3d4"], Some(Square::D4));
        let captured = |grid: &PiecewiseGrid, role: Role| {
            let piece = grid.pieces().iter().find(|p| p.role() == role);
            piece.expect("it was there").captured()
        };
        assert_eq!(grid.captured(), 1);
        let (knight, bishop) = (captured(&grid, Role::Knight), captured(&grid, Role::Bishop));
        assert!(knight > 0.2 && bishop > 0.2 && (knight + bishop - 1.0).abs() < 1e-9);
        begin(&mut grid, &mut told, None);
        let truth = "8/3k4/2n5/8/3P4/8/8/4K3 w - - 1 2";
        sense(&mut grid, &mut told, Some(Square::C6), truth);
        assert_eq!(captured(&grid, Role::Knight), 0.0);
        assert_eq!(captured(&grid, Role::Bishop), 1.0);
        assert_eq!(grid.probability(Square::C6, Role::Knight), 1.0);
    }

    #[test]
    fn a_captured_piece_that_turns_up_is_resurrected() {
        let (mut grid, mut told) = grid(Color::White, "4k3/8/2n2b2/8/8/4P3/8/4K3 b - - 0 1");
        begin(&mut grid, &mut told, None);
        tell(&mut grid, &mut told, NO_SENSE);
        request(&mut grid, &mut told, ["e3d4", "e3d4"], Some(Square::D4));
        // Suppose that the grids had settled for the knight.
        let knight = grid.pieces.iter().position(|p| p.role == Role::Knight);
        let knight = knight.expect("it was there");
        grid.captures[0].suspects = [0.0; MOST_PIECES];
        grid.captures[0].suspects[knight] = 1.0;
        grid.balance_captures();
        grid.normalise();
        assert_eq!(grid.pieces[knight].captured(), 1.0);
        begin(&mut grid, &mut told, None);
        let truth = "8/3k4/2n5/8/3P4/8/8/4K3 w - - 1 2";
        sense(&mut grid, &mut told, Some(Square::C6), truth);
        assert_eq!(grid.pieces[knight].captured(), 0.0);
        assert_eq!(grid.probability(Square::C6, Role::Knight), 1.0);
        let bishop = grid.pieces.iter().find(|p| p.role == Role::Bishop);
        assert!(bishop.expect("it was there").captured() > 0.9);
    }

    #[test]
    fn one_queen_too_many_was_a_pawn() {
        let (mut grid, mut told) = grid(Color::White, "q3k3/8/8/8/8/8/p5p1/2R1K3 b - - 0 1");
        begin(&mut grid, &mut told, None);
        assert!(grid.probability(Square::A1, Role::Queen) > 0.01);
        tell(&mut grid, &mut told, NO_SENSE);
        request(&mut grid, &mut told, ["c1c2", "c1c2"], None);
        begin(&mut grid, &mut told, None);
        let truth = "q3k3/8/8/8/8/8/p1R5/4K1q1 w - - 0 3";
        sense(&mut grid, &mut told, Some(Square::G2), truth);
        let promoted: Vec<&PieceGrid> = grid
            .pieces()
            .iter()
            .filter(|p| p.promoted() > 0.5)
            .collect();
        assert_eq!(promoted.len(), 1);
        assert_eq!(promoted[0].promoted_at(Square::G1), 1.0);
        let queen = grid.pieces().iter().find(|p| p.role() == Role::Queen);
        assert_eq!(queen.map(|p| p.at(Square::G1)), Some(0.0));
    }

    #[test]
    fn a_stopped_pawn_and_a_way_tell_of_squares() {
        let (mut grid, mut told) = grid(Color::White, "4k3/8/3n4/8/8/8/4P3/R3K3 b - - 0 1");
        begin(&mut grid, &mut told, None);
        assert!(grid.probability(Square::E4, Role::Knight) < 0.5);
        tell(&mut grid, &mut told, NO_SENSE);
        request(&mut grid, &mut told, ["e2e4", "e2e3"], None);
        assert!(grid.probability(Square::E4, Role::Knight) > 0.99);

        let (mut grid, mut told) = self::grid(Color::White, "4k3/8/3n4/8/8/8/4P3/R3K3 b - - 0 1");
        begin(&mut grid, &mut told, None);
        tell(&mut grid, &mut told, NO_SENSE);
        request(&mut grid, &mut told, ["e2e4", "e2e4"], None);
        assert_eq!(grid.probability(Square::E4, Role::Knight), 0.0);
    }

    #[test]
    fn what_is_ruled_out_everywhere_is_spread_again() {
        let (mut grid, _) = grid(Color::White, "4k3/8/3n4/8/8/8/4P3/R3K3 b - - 0 1");
        grid.observe(&Observation::TurnStart { capture: None });
        grid.rule_out(!Bitboard::from_square(Square::H3), 0);
        for piece in grid.pieces() {
            assert!((piece.standing() - 1.0).abs() < 1e-9);
        }
        // A capture that nothing can have made.
        grid.opponent_moved(Some(Square::A1), &mut CapturesAreGood);
        let on_corner: f64 = grid.pieces().iter().map(|p| p.stands_on(Square::A1)).sum();
        assert!((on_corner - 1.0).abs() < 1e-6, "{on_corner}");
    }

    #[test]
    fn threats_to_the_king_draw_the_sense() {
        let (mut grid, mut told) = grid(
            Color::White,
            "4k3/pppppppp/8/8/3n4/8/PPPP1PPP/4K3 b - - 0 1",
        );
        begin(&mut grid, &mut told, None);
        // On f3 the knight attacks the king.
        assert!(window(grid.best_sense()).contains(Square::F3));
    }

    /// Tires of its work.
    struct Tired {
        boards: usize,
        most: usize,
    }

    impl MoveWeigher for Tired {
        fn classify(&mut self, position: &Position, moves: &[Move], classes: &mut Vec<MoveClass>) {
            self.boards += 1;
            CapturesAreGood.classify(position, moves, classes);
        }

        fn has_done_enough(&self) -> bool {
            self.boards >= self.most
        }
    }

    #[test]
    fn a_weigher_that_has_done_enough_is_left_alone() {
        let begin = Observation::TurnStart { capture: None };
        for most in [0, 1, 5, 99] {
            let mut grid = grid(Color::Black, &Position::initial().fen()).0;
            let mut tired = Tired { boards: 0, most };
            grid.observe_weighing(&begin, &mut tired);
            assert_eq!(tired.boards, most.clamp(1, WEIGHED_BOARDS));
            // Whatever was weighed, a pawn goes one step or two and is somewhere.
            let pawn = [Square::E2, Square::E3, Square::E4]
                .map(|square| grid.probability(square, Role::Pawn));
            assert!(pawn.iter().all(|p| *p > 0.0), "{most}: {pawn:?}");
        }
    }
}
