//! Puzzles about how good requests are: the best over all boards (`move`), and the sense before the best move (`decide`).

use rbc_random::{Rng, unit};
use rbc_rules::{Move, Square};

use super::{
    draft::{Judged, Solved, chance_of_best, mean, subsets},
    sense::{by_differences, by_pieces},
    set_boards::{SetBoards, group_sizes, request_name},
};
use crate::{Budget, Cancelled, Evaluator, FastBoard, Question, win_chance};

/// Requests this close to the best are as good.
const AS_GOOD: f64 = 0.03;
/// All others are this much worse.
pub(super) const MOVE_MARGIN: f64 = 0.1;
/// Senses this close to the best are as good.
const SENSE_AS_GOOD: f64 = 0.02;
/// All others are this much worse,
pub(super) const SENSE_MARGIN: f64 = 0.04;
/// and no sense this much.
pub(super) const SENSE_WORTH: f64 = 0.06;
/// Under a check the answers must stay ahead by this share of the margin.
const STABLE: f64 = 0.5;
/// Best values of interest: neither lost nor won in any case.
const INTERESTING: std::ops::RangeInclusive<f64> = 0.1..=0.97;
/// Most requests that are as good as the best; and most senses: so many windows show a square that matters.
const MOST_REQUESTS: usize = 3;
const MOST_SENSES: usize = 9;
/// Wrong answers whose numbers are kept.
const WRONG: usize = 6;
/// Standard deviation of what a careful solver takes a request for.
const NOISE: f64 = 0.03;
/// Tries of that solver.
const TRIES: usize = 24;

/// The win probability of each request on each board: 1 where it captures the king, 0 where the opponent can capture the own one
/// at once, else from the evaluator's score.
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    /// The requests, with the pass.
    pub requests: Vec<Option<Move>>,
    /// For each request, for each board.
    pub chances: Vec<Vec<f64>>,
    /// Positions searched.
    pub nodes: u64,
}

impl Values {
    /// Asks `evaluator`, `depth` plies beyond each move.
    ///
    /// # Errors
    ///
    /// When the budget cancels, or an engine has not answered yet.
    pub fn of(
        boards: &SetBoards,
        evaluator: &mut dyn Evaluator,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Values, Cancelled> {
        let requests = boards.requests();
        let mut chances = vec![Vec::with_capacity(boards.positions().len()); requests.len()];
        let mut nodes = 0;
        for position in boards.positions() {
            let taken: Vec<Option<Move>> = requests
                .iter()
                .map(|request| request.and_then(|m| position.taken_move(m)))
                .collect();
            let board = FastBoard::new(position);
            let king = position.board().by_piece((!position.turn()).king());
            let fate = |taken: Option<Move>| {
                if taken.is_some_and(|m| king.contains(m.to)) {
                    return Some(1.0);
                }
                let mut after = board;
                after.push(taken);
                after.can_capture_king().then_some(0.0)
            };
            let mut moves: Vec<Option<Move>> = taken.clone();
            moves.sort_unstable();
            moves.dedup();
            moves.retain(|m| fate(*m).is_none());
            let question = Question { board, moves };
            let answers = evaluator.answer(std::slice::from_ref(&question), depth, budget)?;
            let answer = answers.into_iter().next().ok_or(Cancelled)?;
            nodes += answer.nodes;
            for (chances, taken) in chances.iter_mut().zip(&taken) {
                let searched = || {
                    let at = question.moves.binary_search(taken).ok()?;
                    answer.scores.get(at).map(|score| win_chance(*score))
                };
                chances.push(fate(*taken).or_else(searched).unwrap_or(0.5));
            }
        }
        Ok(Values {
            requests,
            chances,
            nodes,
        })
    }

    fn boards(&self) -> usize {
        self.chances.first().map_or(0, Vec::len)
    }

    fn means(&self) -> Vec<f64> {
        let each = self.chances.iter();
        each.map(|chances| mean(chances.iter().copied())).collect()
    }

    /// Returns the value of the best request over all boards: without a sense.
    #[must_use]
    pub fn best(&self) -> f64 {
        self.means().into_iter().fold(0.0, f64::max)
    }

    /// Returns the best requests; `None` where there is no clear answer.
    #[must_use]
    pub fn best_requests(&self) -> Option<Judged> {
        let names = self.requests.iter().map(|request| request_name(*request));
        let values: Vec<(String, f64)> = names.zip(self.means()).collect();
        clear_best(values, AS_GOOD, MOVE_MARGIN, MOST_REQUESTS)
    }

    /// Returns the value of the best request after each sense, averaged over the boards.
    #[must_use]
    pub fn after_senses(&self, boards: &SetBoards) -> Vec<f64> {
        let n = self.boards();
        let of_sense = |square: &Square| {
            let results = boards.results(*square);
            let groups = results.iter().max().map_or(0, |most| most + 1);
            let best = |group: usize| {
                let sum = |chances: &Vec<f64>| {
                    let those = chances.iter().zip(&results).filter(|(_, g)| **g == group);
                    those.map(|(chance, _)| chance).sum::<f64>()
                };
                self.chances.iter().map(sum).fold(0.0, f64::max)
            };
            (0..groups).map(best).sum::<f64>() / n as f64
        };
        Square::ALL.iter().map(of_sense).collect()
    }

    /// Returns the best senses before the move; `None` where there is no clear answer, or where the move is as good without.
    #[must_use]
    pub fn best_senses(&self, boards: &SetBoards) -> Option<Judged> {
        let values = Square::ALL.iter().map(ToString::to_string);
        let values: Vec<(String, f64)> = values.zip(self.after_senses(boards)).collect();
        let judged = clear_best(values, SENSE_AS_GOOD, SENSE_MARGIN, MOST_SENSES)?;
        let best = judged.numbers.first()?.1;
        (self.boards() > 2 && best - self.best() >= SENSE_WORTH).then_some(judged)
    }

    /// Returns whether `answers` are the best requests here, too, ahead of the others.
    #[must_use]
    pub fn agrees_on_requests(&self, answers: &[String]) -> bool {
        let names = self.requests.iter().map(|request| request_name(*request));
        stays_ahead(names.zip(self.means()), answers, MOVE_MARGIN)
    }

    /// Returns whether `answers` are the best senses here, too, ahead of the others.
    #[must_use]
    pub fn agrees_on_senses(&self, boards: &SetBoards, answers: &[String]) -> bool {
        let names = Square::ALL.iter().map(ToString::to_string);
        stays_ahead(names.zip(self.after_senses(boards)), answers, SENSE_MARGIN)
    }

    /// The values on some boards only.
    fn on(&self, some: &[usize]) -> Values {
        let each = self.chances.iter();
        Values {
            requests: self.requests.clone(),
            chances: each.map(|c| some.iter().map(|i| c[*i]).collect()).collect(),
            nodes: 0,
        }
    }

    /// The values as one takes them who misjudges each request a little.
    fn misjudged(&self, rng: &mut Rng) -> Values {
        let mut noise = || {
            // Twelve even numbers make an almost normal one of variance 1.
            let sum: f64 = (0..12).map(|_| unit(rng.next_u64())).sum();
            NOISE * (sum - 6.0)
        };
        let mut misjudged = self.clone();
        for chances in &mut misjudged.chances {
            let off = noise();
            for chance in chances {
                *chance += off;
            }
        }
        misjudged
    }
}

/// Returns the best by value, where all others are clearly worse.
fn clear_best(
    mut values: Vec<(String, f64)>,
    as_good: f64,
    margin: f64,
    most: usize,
) -> Option<Judged> {
    values.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let best = values.first()?.1;
    let right = values
        .iter()
        .take_while(|(_, v)| *v >= best - as_good)
        .count();
    let next = values.get(right)?.1;
    if right > most || best - next < margin || !INTERESTING.contains(&best) {
        return None;
    }
    values.truncate(right + WRONG);
    Some(Judged {
        answers: values[..right]
            .iter()
            .map(|(name, _)| name.clone())
            .collect(),
        numbers: values,
    })
}

/// Whether the worst of `answers` stays ahead of all others by half the margin.
fn stays_ahead(
    values: impl Iterator<Item = (String, f64)>,
    answers: &[String],
    margin: f64,
) -> bool {
    let (mut right, mut wrong) = (f64::INFINITY, f64::NEG_INFINITY);
    for (name, value) in values {
        if answers.contains(&name) {
            right = right.min(value);
        } else {
            wrong = wrong.max(value);
        }
    }
    right.is_finite() && right - wrong >= STABLE * margin
}

/// Returns how often the solvers find one of the best requests `answers`: those of few boards by `values`, the rough one by
/// `rough`.
pub(super) fn solve_move(
    values: &Values,
    rough: &Values,
    answers: &[String],
    rng: &mut Rng,
) -> Solved {
    let is_right: Vec<bool> = values
        .requests
        .iter()
        .map(|request| answers.contains(&request_name(*request)))
        .collect();
    let n = values.boards();
    let mut by_some = |size: usize| {
        let some = subsets(n, size, rng);
        mean(
            some.iter()
                .map(|some| chance_of_best(&rough.on(some).means(), &is_right)),
        )
    };
    let (one, two, four) = (by_some(1), by_some(2), by_some(4));
    let worst: Vec<f64> = values
        .chances
        .iter()
        .map(|chances| chances.iter().copied().fold(1.0, f64::min))
        .collect();
    let careful = (0..TRIES).map(|_| chance_of_best(&values.misjudged(rng).means(), &is_right));
    let careful = mean(careful.collect::<Vec<_>>());
    [
        answers.len() as f64 / values.requests.len() as f64,
        one,
        two,
        four,
        chance_of_best(&worst, &is_right),
        chance_of_best(&rough.means(), &is_right),
        careful,
    ]
}

/// Returns how often the solvers find one of the best senses `answers`.
pub(super) fn solve_decide(
    boards: &SetBoards,
    values: &Values,
    rough: &Values,
    answers: &[String],
    rng: &mut Rng,
) -> Solved {
    let is_right: Vec<bool> = Square::ALL
        .iter()
        .map(|square| answers.contains(&square.to_string()))
        .collect();
    let sizes: Vec<Vec<usize>> = Square::ALL
        .iter()
        .map(|square| group_sizes(&boards.results(*square)))
        .collect();
    let splits: Vec<f64> = sizes
        .iter()
        .map(|s| f64::from(u8::from(s.len() > 1)))
        .collect();
    let worst: Vec<f64> = sizes.iter().map(|s| -(s[0] as f64)).collect();
    let n = values.boards();
    let four = mean(subsets(n, 4, rng).iter().map(|some| {
        let some_boards = boards.some(some);
        chance_of_best(&rough.on(some).after_senses(&some_boards), &is_right)
    }));
    let careful: Vec<f64> = (0..TRIES)
        .map(|_| chance_of_best(&values.misjudged(rng).after_senses(boards), &is_right))
        .collect();
    [
        chance_of_best(&splits, &is_right),
        by_pieces(boards, &is_right),
        by_differences(boards, &is_right),
        four,
        chance_of_best(&worst, &is_right),
        chance_of_best(&rough.after_senses(boards), &is_right),
        mean(careful),
    ]
}
