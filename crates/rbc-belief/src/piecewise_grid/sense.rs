//! The sense: which moves it rules out, and which pieces it shows.

use rbc_rules::{Bitboard, Role, Square};
use shakmaty::Rank;

use super::{
    CERTAIN, LEAST_LIKELIHOOD, LEAST_MASS, MOST_PIECES, OUTSIDE_COLUMNS, PLACES, PROMOTED,
    PieceGrid, PiecewiseGrid, RESURRECTION, STEP_DECAY, UNDERPROMOTION, UNEXPECTED,
    UNEXPECTED_PROMOTION, corners, king_home, nearness,
    opponent_move::{GridMove, LastMove},
    scale_places, square_of,
};

impl PiecewiseGrid {
    pub(super) fn sensed(&mut self, window: Bitboard, seen: &[(Square, Role)]) {
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
}

const fn may_promote_to(role: Role) -> bool {
    !matches!(role, Role::Pawn | Role::King)
}

/// The files on which a pawn has mass.
fn piece_columns(places: &[f64; PLACES]) -> u8 {
    (0..PROMOTED)
        .filter(|place| places[*place] > 0.0)
        .fold(0, |columns, place| {
            columns | 1 << square_of(place).file().to_u32()
        })
}
