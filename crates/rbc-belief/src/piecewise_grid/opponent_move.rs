//! The opponent's move: which moves the grids allow, how likely each is, and the grids after it.

use rbc_random::Rng;
use rbc_rules::{Move, Position, Role, Square};
use shakmaty::{Rank, attacks};

use super::{
    BEST_SHARE, CaptureNote, GOOD_SHARE, GridRules, LEAST_MASS, LEAST_OPEN, MOST_PIECES,
    OTHER_SHARE, PAPER_LOCKED, PAPER_SHARES, PASS, PLACES, PROMOTED, PieceGrid, PiecewiseGrid,
    WEIGHED_BOARDS, WEIGHED_SHARE, corners, king_home, nearness,
    sampling::Placement,
    square_of,
    targets::{Field, Target},
};

/// The class of a move, by how good the opponent finds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveClass {
    /// One of the best.
    Best,
    /// Not much worse than the best.
    Good,
    /// Any other.
    Other,
}

/// Classifies the opponent's moves.
pub trait MoveWeigher {
    /// Pushes a class for each of `moves` (pseudo-legal for the side to move on `position`, in no order that
    /// means anything) to `classes`, which is empty. Missing ones are [`MoveClass::Other`].
    fn classify(&mut self, position: &Position, moves: &[Move], classes: &mut Vec<MoveClass>);

    /// Returns whether it has done enough for this observation. It is asked before each board but the first; the
    /// remaining boards are skipped.
    fn has_done_enough(&self) -> bool {
        false
    }
}

/// A weigher by which a capture of the king is best, other captures are good, and the rest is other.
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

/// A move that the opponent may just have made.
#[derive(Clone, Copy, Debug)]
pub(super) struct GridMove {
    pub(super) piece: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    /// The rook that goes along, and where to.
    castles: Option<(usize, usize)>,
    double_step: bool,
    pub(super) probability: f64,
}

/// The opponent's last move, as long as the sense may still say more of it.
#[derive(Clone, Debug)]
pub(super) struct LastMove {
    /// The grids before it.
    pub(super) before: Vec<PieceGrid>,
    captures: Vec<CaptureNote>,
    castling: [f64; 2],
    pub(super) moves: Vec<GridMove>,
    pub(super) pass: f64,
    /// It captured: the notice has weighed the moves already.
    captured: bool,
}

impl PiecewiseGrid {
    pub(super) fn opponent_moved(
        &mut self,
        capture: Option<Square>,
        weigher: &mut dyn MoveWeigher,
    ) {
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
        if self.rules == GridRules::Outpost || capture.is_none() {
            self.weigh(&mut moves, capture, 1.0 - pass, weigher);
        }
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
        // The piece that is locked on a square.
        let mut locked = [None; 64];
        for (i, piece) in self.pieces.iter().enumerate() {
            for square in Square::ALL {
                occupied[square.to_usize()] += piece.stands_on(square);
                if piece.stands_on(square) > PAPER_LOCKED {
                    locked[square.to_usize()] = Some(i);
                }
            }
        }
        let by_locks = self.rules == GridRules::Paper && notice.is_some();
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
                    let openness = |square: Square| {
                        if by_locks {
                            let other = locked[square.to_usize()].is_some_and(|j| j != i);
                            return if other { 0.0 } else { 1.0 };
                        }
                        let others = occupied[square.to_usize()] - piece.stands_on(square);
                        (1.0 - others).max(LEAST_OPEN)
                    };
                    let free = (target.free & !field.own).into_iter();
                    let probability = mass * free.map(openness).product::<f64>();
                    if probability > 0.0 {
                        moves.push(grid_move(i, half, from, &target, probability));
                    }
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
            let mut shares = match self.rules {
                GridRules::Outpost => [BEST_SHARE, GOOD_SHARE, OTHER_SHARE],
                GridRules::Paper => PAPER_SHARES,
            };
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
        let weighed = match self.rules {
            GridRules::Outpost => WEIGHED_SHARE,
            GridRules::Paper => 1.0,
        };
        for (rate, m) in rates.iter().zip(moves.iter_mut()) {
            m.probability = (1.0 - weighed) * m.probability + weighed * total * rate / sum;
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
    pub(super) fn mix(&mut self, last_move: &LastMove, probabilities: &[f64]) {
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

/// The corner that a rook came from which castling has put on `beside`.
fn castling_corner(beside: usize) -> usize {
    if beside % 8 == 3 {
        beside - 3
    } else {
        beside + 2
    }
}
