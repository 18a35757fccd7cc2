//! HSUC: the sense that leaves the fewest boards in the worst case.
//!
//! Heuristic Search of Uncertainty Control, Algorithm 1 of Guo, Wang, Qi, Qian and Zhang, "Heuristic
//! Sensing: An Uncertainty Exploration Method in Imperfect Information Games", Complexity 2020,
//! article 8815770. *The publisher retracted the paper in 2023.* This project uses the algorithm as its text describes
//! it, and only its own measurements.
//!
//! The printed definition contradicts itself: no two boards of the set that is sought may be told apart (its constraint
//! 2), and each of them must be told apart from others of the set (constraint 3). Here the set is the largest class of
//! boards that the sense does not tell apart.

use rbc_rules::Square;

/// The values of all 64 senses for an information set of [`SenseValues::boards`] boards.
///
/// A sense divides the boards into classes that its window cannot distinguish. One class remains after it.
#[derive(Clone, PartialEq, Debug)]
pub struct SenseValues {
    /// Boards before the sense.
    pub boards: usize,
    /// The worst case by square: the size of the largest class.
    pub worst: [u32; 64],
    /// Expected size of the class that is left, by square: the sum over the classes of their size times
    /// their share of all weights.
    ///
    /// With weights this is what the released code of Bertram, Fürnkranz and Müller, "Neural
    /// Network-based Information Set Weighting for Playing Reconnaissance Blind Chess", 2024, computes:
    /// it maximises the expected number of boards that a sense rules out, [`SenseValues::boards`] less
    /// this, over the hundred likeliest boards; here it is exact over all. (Algorithm 1 of the paper
    /// prints a sum of weights alone: p (1 - p) over the classes.)
    pub expected: [f64; 64],
    /// The information of the sense by square, in bits: the entropy of the classes.
    pub information: [f64; 64],
}

impl SenseValues {
    /// Returns the sense that Algorithm 1 of the paper chooses: the smallest worst case; ties go to the smaller
    /// expected size, then to the lower square.
    #[must_use]
    pub fn best(&self) -> Square {
        Square::ALL
            .into_iter()
            .min_by(|a, b| {
                let value = |sq: Square| (self.worst[sq.to_usize()], self.expected[sq.to_usize()]);
                let ((worst_a, expected_a), (worst_b, expected_b)) = (value(*a), value(*b));
                worst_a
                    .cmp(&worst_b)
                    .then(expected_a.total_cmp(&expected_b))
            })
            .unwrap_or(Square::A1)
    }
}
