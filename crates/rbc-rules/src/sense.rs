//! Sensing: the true contents of a 3x3 window.

use shakmaty::{Bitboard, Piece, Square, attacks};

/// Returns the squares of the 3x3 window around `center`, clipped at the edge of the board.
///
/// ```
/// use rbc_rules::{Square, window};
/// assert_eq!(window(Square::E4).count(), 9);
/// assert_eq!(window(Square::A1).count(), 4);
/// ```
#[must_use]
pub const fn window(center: Square) -> Bitboard {
    attacks::king_attacks(center).with_const(Bitboard::from_square(center))
}

/// Returns the squares of [`window`] in the order of a sense result: upper rank first, files from left to right.
pub fn window_squares(center: Square) -> impl Iterator<Item = Square> {
    let squares = window(center);
    [8, 0, -8].into_iter().flat_map(move |rank| {
        [-1, 0, 1].into_iter().filter_map(move |file| {
            let index = i32::try_from(center.to_u32()).ok()? + rank + file;
            // Wrapping around an edge lands outside the window.
            Square::try_from(index)
                .ok()
                .filter(|sq| squares.contains(*sq))
        })
    })
}

/// The result of a sense.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SenseResult {
    /// The center of the window, or `None` when the player chose not to sense.
    pub square: Option<Square>,
    /// Every square of the window with its true content (own pieces too), in
    /// [`window_squares`] order; empty without a sense.
    pub contents: Vec<(Square, Option<Piece>)>,
}

impl SenseResult {
    /// Returns the sense that shows these `contents`, in any order: the window tells the center. No contents are no
    /// sense. Returns `None` when the squares are not those of a window, each once.
    ///
    /// ```
    /// use rbc_rules::{Position, SenseResult, Square};
    /// let sensed = Position::initial().sense(Some(Square::A1));
    /// let reversed = sensed.contents.iter().rev().copied().collect::<Vec<_>>();
    /// assert_eq!(SenseResult::of_window(&reversed), Some(sensed));
    /// assert_eq!(SenseResult::of_window(&reversed[1..]), None);
    /// ```
    #[must_use]
    pub fn of_window(contents: &[(Square, Option<Piece>)]) -> Option<SenseResult> {
        if contents.is_empty() {
            return Some(SenseResult::default());
        }
        let content = |square: Square| contents.iter().find(|(s, _)| *s == square).copied();
        Square::ALL.into_iter().find_map(|center| {
            let ordered: Option<Vec<_>> = window_squares(center).map(content).collect();
            ordered
                .filter(|ordered| ordered.len() == contents.len())
                .map(|contents| SenseResult {
                    square: Some(center),
                    contents,
                })
        })
    }
}
