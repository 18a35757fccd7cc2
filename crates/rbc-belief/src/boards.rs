//! The boards of a set.

use std::ops::{Index, Range};

use crate::PackedBoard;

/// Boards in no meaningful order and without duplicates: 16 bytes each, in chunks, so that a large set is allocated
/// and freed chunk by chunk.
///
/// ```
/// use rbc_belief::InformationSet;
/// use rbc_rules::{Color, Position};
/// let set = InformationSet::new(Color::White, &Position::initial(), 1_000)?;
/// assert_eq!(set.boards().len(), 1);
/// assert_eq!(set.boards().iter().next(), Some(set.boards()[0]));
/// # Ok::<_, rbc_belief::TooManyPieces>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Boards {
    pieces: Vec<Vec<PackedBoard>>,
    /// Number of boards up to the end of each piece.
    ends: Vec<usize>,
}

impl Boards {
    /// Boards that are appended fill a piece up to here: 1 MiB.
    const PIECE: usize = 1 << 16;

    pub(crate) fn from_pieces(pieces: impl IntoIterator<Item = Vec<PackedBoard>>) -> Boards {
        let mut boards = Boards::default();
        for piece in pieces {
            boards.push_piece(piece);
        }
        boards
    }

    fn push_piece(&mut self, piece: Vec<PackedBoard>) {
        if !piece.is_empty() {
            self.ends.push(self.len() + piece.len());
            self.pieces.push(piece);
        }
    }

    /// Appends `more`, in little more memory than they take.
    pub(crate) fn append(&mut self, more: Vec<PackedBoard>) {
        match (self.pieces.last_mut(), self.ends.last_mut()) {
            (Some(last), Some(end)) if last.len() + more.len() <= Self::PIECE => {
                last.extend_from_slice(&more);
                *end += more.len();
            }
            _ => self.push_piece(more),
        }
    }

    /// Gives back memory that is held for more boards.
    pub(crate) fn shrink(&mut self) {
        self.pieces.iter_mut().for_each(Vec::shrink_to_fit);
    }

    /// Every `step`th board from `first` on.
    pub(crate) fn every(&self, first: usize, step: usize) -> Vec<PackedBoard> {
        let mut boards = Vec::with_capacity(self.len().saturating_sub(first).div_ceil(step));
        let mut at = first;
        for piece in &self.pieces {
            boards.extend(piece.iter().skip(at).step_by(step));
            // Where the next one is in the next piece.
            at = match piece.len().checked_sub(at) {
                Some(beyond) => (step - beyond % step) % step,
                None => at - piece.len(),
            };
        }
        boards
    }

    /// The first `len` boards, or all.
    pub(crate) fn truncated(&self, len: usize) -> Boards {
        Boards::from_pieces(self.slices(0..len.min(self.len())).map(<[_]>::to_vec))
    }

    /// Returns the number of boards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns the board at `index`, if there is one.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<PackedBoard> {
        let piece = self.piece_of(index);
        let boards = self.pieces.get(piece)?;
        boards.get(index - self.start(piece)).copied()
    }

    /// Returns an iterator over the boards.
    pub fn iter(&self) -> impl Iterator<Item = PackedBoard> {
        self.pieces.iter().flatten().copied()
    }

    /// Returns the boards of `range` as slices, in order.
    ///
    /// # Panics
    ///
    /// When the range ends beyond the last board.
    pub fn slices(&self, range: Range<usize>) -> impl Iterator<Item = &[PackedBoard]> {
        assert!(range.end <= self.len(), "a range of boards that are there");
        let first = self.piece_of(range.start);
        let pieces = self.pieces.iter().enumerate().skip(first);
        pieces
            .map(move |(i, piece)| {
                let start = self.start(i);
                let from = range.start.clamp(start, start + piece.len());
                let to = range.end.clamp(start, start + piece.len());
                &piece[from - start..to - start]
            })
            .take_while(|slice| !slice.is_empty())
    }

    /// The index of the piece that holds the board at `index`.
    fn piece_of(&self, index: usize) -> usize {
        self.ends.partition_point(|end| *end <= index)
    }

    fn start(&self, piece: usize) -> usize {
        piece.checked_sub(1).map_or(0, |before| self.ends[before])
    }
}

impl Index<usize> for Boards {
    type Output = PackedBoard;

    fn index(&self, index: usize) -> &PackedBoard {
        let piece = self.piece_of(index);
        &self.pieces[piece][index - self.start(piece)]
    }
}

impl FromIterator<PackedBoard> for Boards {
    fn from_iter<I: IntoIterator<Item = PackedBoard>>(boards: I) -> Boards {
        Boards::from_pieces([boards.into_iter().collect()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(range: Range<u128>) -> Vec<PackedBoard> {
        range.map(PackedBoard).collect()
    }

    #[test]
    fn pieces_are_one_list() {
        let boards =
            Boards::from_pieces([numbered(0..3), Vec::new(), numbered(3..4), numbered(4..10)]);
        assert_eq!(boards.len(), 10);
        assert!(boards.iter().eq(numbered(0..10)));
        for i in 0..10 {
            assert_eq!(boards[i].0, i as u128);
            assert_eq!(boards.get(i), Some(boards[i]));
        }
        assert_eq!(boards.get(10), None);
        for from in 0..=10 {
            for to in from..=10 {
                let joined: Vec<_> = boards.slices(from..to).flatten().copied().collect();
                assert_eq!(joined, numbered(from as u128..to as u128), "{from}..{to}");
            }
        }
        assert!(boards.truncated(5).iter().eq(numbered(0..5)));
        for step in 1..12 {
            for first in 0..12 {
                let every: Vec<_> = numbered(0..10).into_iter().skip(first).collect();
                let every: Vec<_> = every.into_iter().step_by(step).collect();
                assert_eq!(boards.every(first, step), every, "{first}, {step}");
            }
        }
    }

    #[test]
    fn appended_boards_fill_pieces() {
        let mut boards = Boards::default();
        for i in 0..100 {
            boards.append(numbered(2_000 * i..2_000 * (i + 1)));
        }
        assert!(boards.iter().eq(numbered(0..200_000)));
        assert!(boards.pieces.len() <= 4);
    }
}
