//! Puzzles `safe`: the request that never loses the king.

use rbc_random::Rng;
use rbc_rules::Move;

use super::{
    draft::{Judged, Solved, solved_by_boards},
    set_boards::{SetBoards, request_name},
};
use crate::FastBoard;

/// Fewest boards of a puzzle.
const FEWEST: usize = 2;
/// Most safe requests,
const MOST_ANSWERS: usize = 2;
/// of at least so many.
const FEWEST_REQUESTS: usize = 12;
/// Wrong requests whose numbers are kept.
const WRONG: usize = 8;

/// For each request, on which boards the opponent can capture the king after it.
#[derive(Clone, Debug)]
pub struct KingRisks {
    /// The requests, with the pass.
    pub requests: Vec<Option<Move>>,
    /// For each request, for each board.
    pub lost: Vec<Vec<bool>>,
}

impl KingRisks {
    /// Looks at each request on each board.
    #[must_use]
    pub fn of(boards: &SetBoards) -> KingRisks {
        let requests = boards.requests();
        let lost = requests
            .iter()
            .map(|request| {
                let positions = boards.positions().iter();
                positions
                    .map(|position| {
                        let taken = request.and_then(|m| position.taken_move(m));
                        let mut after = FastBoard::new(position);
                        after.push(taken);
                        // Who has lost the king captures nothing.
                        after.has_king() && after.can_capture_king()
                    })
                    .collect()
            })
            .collect();
        KingRisks { requests, lost }
    }

    /// Returns the answer; `None` where too many requests are safe, or none.
    #[must_use]
    pub fn judge(&self) -> Option<Judged> {
        let boards = self.lost.first()?.len();
        let mut counts: Vec<(usize, String)> = self
            .requests
            .iter()
            .zip(&self.lost)
            .map(|(request, lost)| (lost.iter().filter(|l| **l).count(), request_name(*request)))
            .collect();
        counts.sort();
        let right = counts.iter().take_while(|(lost, _)| *lost == 0).count();
        if boards < FEWEST || !(1..=MOST_ANSWERS).contains(&right) || counts.len() < FEWEST_REQUESTS
        {
            return None;
        }
        Some(Judged {
            answers: counts[..right]
                .iter()
                .map(|(_, name)| name.clone())
                .collect(),
            numbers: counts
                .into_iter()
                .take(right + WRONG)
                .map(|(lost, name)| (name, lost as f64))
                .collect(),
        })
    }

    /// Returns how often the solvers find one of `answers`.
    pub(super) fn solve(&self, answers: &[String], rng: &mut Rng) -> Solved {
        let is_right: Vec<bool> = self
            .requests
            .iter()
            .map(|request| answers.contains(&request_name(*request)))
            .collect();
        let n = self.lost.first().map_or(0, Vec::len);
        let value =
            |i: usize, some: &[usize]| -(some.iter().filter(|b| self.lost[i][**b]).count() as f64);
        solved_by_boards(n, &is_right, value, rng)
    }
}
