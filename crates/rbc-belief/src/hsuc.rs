//! HSUC: sense where the worst case leaves the fewest boards.
//!
//! Heuristic Search of Uncertainty Control, Algorithm 1 of Guo, Wang, Qi, Qian and Zhang, "Heuristic
//! Sensing: An Uncertainty Exploration Method in Imperfect Information Games", Complexity 2020,
//! article 8815770. *The publisher retracted the paper in 2023.* What is used here is the algorithm
//! as it is defined there, and only figures that this project measured.

use rbc_rules::Square;

/// What each of the 64 senses would leave of an information set of [`SenseValues::boards`] boards.
///
/// A sense sorts the boards into classes: those its window cannot tell apart. Afterwards one class
/// is left.
#[derive(Clone, PartialEq, Debug)]
pub struct SenseValues {
    /// Boards before the sense.
    pub boards: usize,
    /// Size of the largest class, by square.
    pub worst: [u32; 64],
    /// Expected size of the class that is left, by square: the sum over the classes of their size times
    /// their share of all weights.
    ///
    /// With weights this is the score of Algorithm 1 of Bertram, Fürnkranz and Müller, "Neural
    /// Network-based Information Set Weighting for Playing Reconnaissance Blind Chess", 2024, which
    /// maximises the expected number of boards that a sense rules out: [`SenseValues::boards`] less
    /// this. They look at the hundred likeliest boards; here it is exact over all.
    pub expected: [f64; 64],
    /// What the sense tells, in bits, by square: the entropy of the class's identity.
    pub information: [f64; 64],
}

impl SenseValues {
    /// The sense that Algorithm 1 of the paper chooses: the smallest worst case, ties broken by the
    /// expected size, then by the lower square.
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
