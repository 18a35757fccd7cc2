//! How likely boards are by how good the opponent's last move is on them.

use rbc_belief::{InformationSet, PackedBoard, divide_by_sum};

use crate::{
    Budget, Cancelled, FastBoard,
    parallel::{map, with_search},
    win_chance,
};

/// A board is e times as likely where the side to move has so much less of a chance to win. Fitted to the true boards of
/// games (docs/agents.md).
const SCALE: f64 = 1.0 / 24.0;
/// Boards that are searched, the likeliest before; the others change by as much as these do on average.
const SEARCHED_BOARDS: usize = 400;
/// Boards that are searched even when there is no time at all.
const FEWEST_BOARDS: usize = 64;
/// Boards between two looks at the budget: some milliseconds of one thread.
const BOARDS_AT_ONCE: usize = 32;

/// What the likeliest boards of a set are worth to the side to move. It can be broken off, and continued.
#[derive(Debug)]
pub(crate) struct GoodReplies {
    /// The places of the boards in the set, likeliest first.
    places: Vec<usize>,
    /// What the first of them are worth.
    worths: Vec<Worth>,
}

/// What a board is worth to the side to move.
#[derive(Clone, Copy, Debug)]
struct Worth {
    /// Its chance to win, by a search of captures.
    chance: f64,
    /// Whether its king can be captured.
    king_attacked: bool,
}

impl Worth {
    fn of(board: &FastBoard) -> Worth {
        Worth {
            chance: with_search(|search| win_chance(search.score(board, 0))),
            king_attacked: board.king_attacked(),
        }
    }
}

impl GoodReplies {
    /// Starts with the boards that are likeliest by `weights`.
    pub(crate) fn new(weights: &[f32]) -> GoodReplies {
        let mut places: Vec<usize> = (0..weights.len()).collect();
        places.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
        places.truncate(SEARCHED_BOARDS);
        GoodReplies {
            places,
            worths: Vec::new(),
        }
    }

    /// Searches the boards of `set`; where there is no time for all, some of the likeliest.
    ///
    /// # Errors
    ///
    /// When the budget is cancelled. What was done is kept.
    pub(crate) fn search(
        &mut self,
        set: &InformationSet,
        budget: &mut Budget<'_>,
    ) -> Result<(), Cancelled> {
        while self.worths.len() < self.places.len() {
            if budget.should_stop()? && self.worths.len() >= FEWEST_BOARDS {
                break;
            }
            let next = self.places[self.worths.len()..].iter();
            let boards: Vec<PackedBoard> = next
                .take(BOARDS_AT_ONCE)
                .map(|place| set.boards()[*place])
                .collect();
            let worth = |board: &PackedBoard| Worth::of(&FastBoard::new(&set.position(*board)));
            self.worths.extend(map(&boards, worth));
        }
        Ok(())
    }

    /// Multiplies `weights` by how likely the boards are for what they are worth, and divides them by their sum.
    ///
    /// A board on which the king is attacked loses no weight: some opponents attack it whatever that costs.
    pub(crate) fn weigh(&self, weights: &mut [f32]) {
        let chances = self.worths.iter().map(|worth| worth.chance);
        let least = chances.clone().fold(f64::INFINITY, f64::min);
        let factors: Vec<f64> = chances
            .map(|chance| libm::exp((least - chance) / SCALE))
            .collect();
        let (mut before, mut after) = (0.0, 0.0);
        for (place, factor) in self.places.iter().zip(&factors) {
            let weight = f64::from(weights[*place]);
            before += weight;
            after += weight * factor;
        }
        if before <= 0.0 || after <= 0.0 {
            return;
        }
        let mean = after / before;
        // Relative to the boards that were not searched, whose factor is 1.
        for ((place, worth), factor) in self.places.iter().zip(&self.worths).zip(&factors) {
            let factor = factor / mean;
            let factor = if worth.king_attacked {
                factor.max(1.0)
            } else {
                factor
            };
            weights[*place] = (f64::from(weights[*place]) * factor) as f32;
        }
        divide_by_sum(weights);
    }
}

#[cfg(test)]
mod tests {
    use rbc_rules::{Color, MoveResult, Observation, Position, Role, SenseResult, Square};

    use super::*;
    use crate::Stop;

    /// White has passed so many times, and seen none of Black's moves.
    fn unseen(start: &str, turns: usize) -> InformationSet {
        let start: Position = start.parse().expect("a FEN");
        let mut set = InformationSet::new(Color::White, &start, 10_000).expect("few pieces");
        let turn = [
            Observation::TurnStart { capture: None },
            Observation::Sense(SenseResult::default()),
            Observation::Move(MoveResult::default()),
        ];
        for observation in turn.iter().cycle().take(3 * turns + 1) {
            set.observe(observation).expect("possible");
        }
        set
    }

    fn weighed(set: &InformationSet) -> Vec<f32> {
        let mut weights = uniform(set);
        let mut replies = GoodReplies::new(&weights);
        let searched = replies.search(set, &mut Budget::unlimited());
        searched.expect("not cancelled");
        replies.weigh(&mut weights);
        weights
    }

    fn uniform(set: &InformationSet) -> Vec<f32> {
        vec![1.0 / set.len() as f32; set.len()]
    }

    /// The weight of the boards with Black's piece on `square`, as a multiple of the mean weight.
    fn with(set: &InformationSet, weights: &[f32], role: Role, square: Square) -> f32 {
        let boards = set.positions().zip(weights);
        let there = boards.filter(|(position, _)| position.board().role_at(square) == Some(role));
        let weight = there.map(|(_, weight)| weight).sum::<f32>();
        weight * set.len() as f32
    }

    #[test]
    fn a_good_reply_is_likelier_than_a_bad_one() {
        // White's king can take the pawn unless the bishop protects it.
        let set = unseen("2B2b1k/7p/8/8/3p4/3K4/7P/8 w - - 0 1", 1);
        let weights = weighed(&set);
        assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        let bishop_on = |square| with(&set, &weights, Role::Bishop, square);
        for protects in [Square::C5, Square::G7] {
            assert!(bishop_on(protects) > 2.0 * bishop_on(Square::A3));
        }
    }

    #[test]
    fn an_attack_on_the_king_is_not_taken_for_unlikely() {
        // White can take the rook on g1 and on g2; from g1 it attacks the king.
        let set = unseen("6rk/8/8/2B5/8/8/R7/3K4 w - - 0 1", 1);
        let weights = weighed(&set);
        let rook_on = |square| with(&set, &weights, Role::Rook, square);
        assert!(rook_on(Square::G2) < 0.3, "{}", rook_on(Square::G2));
        assert!(rook_on(Square::G1) > 0.5, "{}", rook_on(Square::G1));
    }

    #[test]
    fn a_search_that_is_broken_off_is_continued_and_a_hurried_one_ends_early() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let set = unseen(start, 2);
        assert!(set.len() > FEWEST_BOARDS);
        let mut replies = GoodReplies::new(&uniform(&set));
        let mut looks = 0;
        let stop = || {
            looks += 1;
            if looks > 1 { Stop::Cancel } else { Stop::GoOn }
        };
        let broken_off = replies.search(&set, &mut Budget::new(None, Box::new(stop)));
        assert_eq!(broken_off, Err(Cancelled));
        let mut some = uniform(&set);
        replies.weigh(&mut some);
        assert!((some.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert_ne!(some, uniform(&set));

        let done = replies.search(&set, &mut Budget::unlimited());
        assert_eq!(done, Ok(()));
        let mut all = uniform(&set);
        replies.weigh(&mut all);
        assert_eq!(all, weighed(&set));

        let mut hurried = GoodReplies::new(&uniform(&set));
        let mut now = Budget::new(None, Box::new(|| Stop::MoveNow));
        assert_eq!(hurried.search(&set, &mut now), Ok(()));
        assert_eq!(hurried.worths.len(), FEWEST_BOARDS);
        let mut weights = uniform(&set);
        hurried.weigh(&mut weights);
        // Those that were not searched stay alike, and as likely as the others on average.
        let rest = hurried.places[FEWEST_BOARDS..].iter();
        let mean = 1.0 / set.len() as f32;
        assert!(
            rest.clone()
                .all(|place| (weights[*place] - mean).abs() < 1e-6)
        );
    }
}
