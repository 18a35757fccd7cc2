//! Samples whole boards from the grids.

use rbc_random::unit;
use rbc_rules::{Bitboard, Piece, Position, Role, Square};
use shakmaty::{Rank, Setup};

use super::{
    MOST_PIECES, PLACED_FIRST, PLACES, PROMOTED, PiecewiseGrid, corners, king_home, square_of,
};

/// A board sampled from the grids.
#[derive(Clone, PartialEq, Debug)]
pub struct SampledBoard {
    /// The board. The halfmove clock, which is unknown, is 0.
    pub position: Position,
    /// Its importance weight, above 0: it corrects for squares that were already occupied when a piece was placed.
    pub weight: f64,
}

/// Where each piece stands on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    /// [`PLACES`] for a captured one.
    places: [u8; MOST_PIECES],
}

impl Placement {
    /// The pieces that stand, and their places.
    pub fn standing(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.places
            .iter()
            .enumerate()
            .map(|(i, place)| (i, usize::from(*place)))
            .filter(|(_, place)| *place < PLACES)
    }
}

/// What a board counts less for each piece that had to be put where its grid has nothing.
const MISPLACED: f64 = 1e-3;

impl PiecewiseGrid {
    /// Samples `n` independent boards that agree with the own pieces and with everything seen since the opponent's
    /// last move: first which pieces were captured, then the squares of the others among the free ones: king, queen,
    /// rooks, bishops, knights, pawns, with nearly certain pieces before these.
    ///
    /// `draw` gives 64 random bits at each call.
    pub fn sample(&self, n: usize, draw: &mut dyn FnMut() -> u64) -> Vec<SampledBoard> {
        (0..n)
            .map(|_| {
                let (placement, weight) = self.place(draw);
                SampledBoard {
                    position: self.position_of(&placement, draw),
                    weight,
                }
            })
            .collect()
    }

    pub(super) fn place(&self, draw: &mut dyn FnMut() -> u64) -> (Placement, f64) {
        let count = self.pieces.len();
        let mut standing: u16 = if count == MOST_PIECES {
            u16::MAX
        } else {
            (1 << count) - 1
        };
        for note in &self.captures {
            let left = |i: usize| {
                let king = self.pieces[i].role() == Role::King;
                if (standing & !self.seen) >> i & 1 == 1 && !king {
                    // Somebody was captured, and be it one that is not suspected; but none that was seen since.
                    note.suspects[i] * self.pieces[i].captured() + 1e-12
                } else {
                    0.0
                }
            };
            if let Some(victim) = choose((0..count).map(left), draw) {
                standing &= !(1 << victim);
            }
        }
        let mut placement = Placement {
            places: [PLACES as u8; MOST_PIECES],
        };
        let mut free = !self.ruled_out;
        let mut weight = 1.0;
        for first in [true, false] {
            for i in 0..count {
                let piece = &self.pieces[i];
                let certain = piece.places.iter().any(|mass| *mass >= PLACED_FIRST);
                if standing >> i & 1 == 0 || certain != first {
                    continue;
                }
                let open = |place: usize| {
                    let square = square_of(place);
                    if free.contains(square) {
                        piece.places[place]
                    } else {
                        0.0
                    }
                };
                let place = match choose((0..PLACES).map(open), draw) {
                    Some(place) => {
                        let mass: f64 = (0..PLACES).map(open).sum();
                        weight *= (mass / (1.0 - piece.captured()).max(1e-6)).min(1.0);
                        place
                    }
                    None => {
                        weight *= MISPLACED;
                        match self.stopgap(piece.role(), free, draw) {
                            Some(square) => square.to_usize(),
                            None => continue,
                        }
                    }
                };
                placement.places[i] = place as u8;
                free.discard(square_of(place));
            }
        }
        (placement, weight.max(f64::MIN_POSITIVE))
    }

    /// A square for a piece whose own squares are all taken.
    fn stopgap(&self, role: Role, free: Bitboard, draw: &mut dyn FnMut() -> u64) -> Option<Square> {
        let ends = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
        let fits = |free: Bitboard| {
            if role == Role::Pawn {
                free & !ends
            } else {
                free
            }
        };
        let open = fits(free);
        let index = choose((0..open.count()).map(|_| 1.0), draw)?;
        open.into_iter().nth(index)
    }

    pub(super) fn position_of(
        &self,
        placement: &Placement,
        draw: &mut dyn FnMut() -> u64,
    ) -> Position {
        let opponent = self.opponent();
        let mut setup = Setup {
            board: self.own.board().clone(),
            turn: self.turn,
            castling_rights: self.own.castling_rights(),
            ep_square: self.own_en_passant.filter(|_| self.turn == opponent),
            fullmoves: self.fullmoves,
            ..Setup::empty()
        };
        let home = king_home(opponent);
        for (i, place) in placement.standing() {
            let (square, role) = (square_of(place), self.pieces[i].role_on(place));
            let color = opponent;
            setup.board.set_piece_at(square, Piece { color, role });
        }
        let king = setup.board.by_piece(opponent.king()).contains(home);
        for (corner, right) in corners(opponent).into_iter().zip(self.castling) {
            if king && unit(draw()) < right {
                setup.castling_rights.add(corner);
            }
        }
        if self.turn != opponent {
            setup.ep_square = self.passed_square(placement, draw);
        }
        Position::from_setup(setup)
    }

    /// The square that the opponent's last move passed by a double step, on this board.
    fn passed_square(
        &self,
        placement: &Placement,
        draw: &mut dyn FnMut() -> u64,
    ) -> Option<Square> {
        let opponent = self.opponent();
        let rank = opponent.fold_wb(Rank::Fourth, Rank::Fifth);
        let (third, second) =
            opponent.fold_wb((Rank::Third, Rank::Second), (Rank::Sixth, Rank::Seventh));
        let held = |square: Square| {
            placement
                .standing()
                .any(|(_, place)| square_of(place) == square)
        };
        let mut passed = None;
        for (i, place) in placement.standing() {
            let square = square_of(place);
            let stepped = self.double_steps[square.file().to_usize()];
            if place < PROMOTED
                && self.pieces[i].role() == Role::Pawn
                && square.rank() == rank
                && stepped > 0.0
                && unit(draw()) < stepped / self.pieces[i].at(square).max(1e-6)
                && ![third, second]
                    .into_iter()
                    .any(|rank| held(Square::from_coords(square.file(), rank)))
            {
                passed = Some(Square::from_coords(square.file(), third));
            }
        }
        passed
    }
}

/// An index, with the chance of its weight; `None` where all are 0.
fn choose(
    weights: impl Iterator<Item = f64> + Clone,
    draw: &mut dyn FnMut() -> u64,
) -> Option<usize> {
    let sum: f64 = weights.clone().sum();
    if sum <= 0.0 {
        return None;
    }
    let mut rest = unit(draw()) * sum;
    let mut last = None;
    for (i, weight) in weights.enumerate().filter(|(_, w)| *w > 0.0) {
        last = Some(i);
        if rest < weight {
            break;
        }
        rest -= weight;
    }
    last
}
