//! The own move: which squares its result shows to be free or held, and what it captured.

use rbc_rules::{Bitboard, Move, MoveResult, Role, Square};
use shakmaty::attacks;

use super::{
    CERTAIN, CaptureNote, MOST_PIECES, PLACES, PieceGrid, PiecewiseGrid, corners, nearness,
    square_of,
};

impl PiecewiseGrid {
    pub(super) fn own_moved(&mut self, result: &MoveResult) {
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
}
