//! What holds of all grids together: each piece is somewhere or captured, and captures have one victim each.

use rbc_rules::{Bitboard, Role, Square};
use shakmaty::Rank;

use super::{CERTAIN, MOST_PIECES, PLACES, PiecewiseGrid, nearness, scale_places, square_of};

impl PiecewiseGrid {
    /// None of the pieces that are not among `except` stands on `squares`.
    pub(super) fn rule_out(&mut self, squares: Bitboard, except: u16) {
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

    /// Makes the suspects of each capture have the sum 1, and no piece captured more than once.
    pub(super) fn balance_captures(&mut self) {
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
    pub(super) fn normalise(&mut self) {
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
