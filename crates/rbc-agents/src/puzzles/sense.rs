//! Puzzles about the boards that a sense leaves: which is best (`sense`), and how many are left (`left`).

use rbc_random::Rng;
use rbc_rules::{Square, window};

use super::{
    draft::{Judged, Solved, careful, chance_of_best, mean, subsets},
    set_boards::{SetBoards, group_sizes},
};

/// Fewest boards of a puzzle.
const FEWEST: usize = 3;
/// Most windows that are as good as the best.
const MOST_ANSWERS: usize = 4;
/// The best wrong window leaves so many times as many boards.
const MARGIN: f64 = 1.5;
/// Wrong windows whose numbers are kept.
const WRONG: usize = 6;
/// Most boards of a puzzle `left`: a person counts them.
const MOST_COUNTED: usize = 14;

/// Returns the windows that leave the fewest boards in the worst case; `None` where there is no clear answer.
#[must_use]
pub fn best_sense(boards: &SetBoards) -> Option<Judged> {
    let n = boards.positions().len();
    let mut values: Vec<(Square, usize, f64)> = Square::ALL
        .into_iter()
        .map(|square| {
            let sizes = group_sizes(&boards.results(square));
            let expected: usize = sizes.iter().map(|size| size * size).sum();
            (square, sizes[0], expected as f64 / n as f64)
        })
        .collect();
    values.sort_by(|a, b| a.1.cmp(&b.1).then(a.2.total_cmp(&b.2)).then(a.0.cmp(&b.0)));
    let best = values[0].1;
    let right = values
        .iter()
        .take_while(|(_, worst, _)| *worst == best)
        .count();
    let next = values.get(right)?.1;
    let is_clear = next as f64 >= MARGIN * best as f64;
    if n < FEWEST || right > MOST_ANSWERS || !is_clear || 3 * best > 2 * n {
        return None;
    }
    let kept = values.iter().take(right + WRONG);
    Some(Judged {
        answers: values[..right]
            .iter()
            .map(|(s, ..)| s.to_string())
            .collect(),
        numbers: kept
            .map(|(s, worst, _)| (s.to_string(), *worst as f64))
            .collect(),
    })
}

/// Returns how often the solvers find one of `answers`.
pub(super) fn solve_sense(boards: &SetBoards, answers: &[String], rng: &mut Rng) -> Solved {
    let is_right: Vec<bool> = Square::ALL
        .iter()
        .map(|square| answers.contains(&square.to_string()))
        .collect();
    let results: Vec<Vec<usize>> = Square::ALL.iter().map(|s| boards.results(*s)).collect();
    let n = boards.positions().len();
    let mut by_some = |size: usize| {
        mean(subsets(n, size, rng).into_iter().map(|some| {
            let worst = |results: &Vec<usize>| {
                let of: Vec<usize> = some.iter().map(|i| results[*i]).collect();
                -(group_sizes(&of)[0] as f64)
            };
            let values: Vec<f64> = results.iter().map(worst).collect();
            chance_of_best(&values, &is_right)
        }))
    };
    let (two, four, eight) = (by_some(2), by_some(4), by_some(8));
    let splits: Vec<f64> = results
        .iter()
        .map(|results| f64::from(u8::from(group_sizes(results).len() > 1)))
        .collect();
    let expected: Vec<f64> = results
        .iter()
        .map(|results| {
            -group_sizes(results)
                .iter()
                .map(|s| (s * s) as f64)
                .sum::<f64>()
        })
        .collect();
    [
        chance_of_best(&splits, &is_right),
        by_pieces(boards, &is_right),
        two,
        four,
        by_differences(boards, &is_right),
        chance_of_best(&expected, &is_right),
        eight,
    ]
}

/// A solver who senses where most opposing pieces are on one board.
pub(super) fn by_pieces(boards: &SetBoards, is_right: &[bool]) -> f64 {
    mean(boards.positions().iter().map(|position| {
        let theirs = position.board().by_color(!boards.color());
        let values: Vec<f64> = Square::ALL
            .iter()
            .map(|square| (window(*square) & theirs).count() as f64)
            .collect();
        chance_of_best(&values, is_right)
    }))
}

/// A solver who senses where most squares differ.
pub(super) fn by_differences(boards: &SetBoards, is_right: &[bool]) -> f64 {
    let first = boards.positions()[0].board();
    let differs = |square: &Square| {
        let piece = first.piece_at(*square);
        boards
            .positions()
            .iter()
            .any(|position| position.board().piece_at(*square) != piece)
    };
    let differing: Vec<Square> = Square::ALL.into_iter().filter(differs).collect();
    let values: Vec<f64> = Square::ALL
        .iter()
        .map(|square| {
            let in_window = |other: &&Square| window(*square).contains(**other);
            differing.iter().filter(in_window).count() as f64
        })
        .collect();
    chance_of_best(&values, is_right)
}

/// Returns the number of boards that a sense at `square` leaves at worst; `None` where it is no question.
#[must_use]
pub fn left_after(boards: &SetBoards, square: Square) -> Option<Judged> {
    let n = boards.positions().len();
    let sizes = group_sizes(&boards.results(square));
    if !(FEWEST..=MOST_COUNTED).contains(&n) || sizes.len() < 2 {
        return None;
    }
    let numbers = sizes.iter().enumerate();
    Some(Judged {
        answers: vec![sizes[0].to_string()],
        numbers: numbers
            .map(|(i, size)| ((i + 1).to_string(), *size as f64))
            .collect(),
    })
}

/// Chooses the window of a puzzle `left`: one of those that give the most different results, or the fewest.
pub(super) fn window_to_count(boards: &SetBoards, rng: &mut Rng) -> Option<(Square, Judged)> {
    let asked: Vec<(Square, Judged)> = Square::ALL
        .into_iter()
        .filter_map(|square| Some((square, left_after(boards, square)?)))
        .collect();
    let most = asked.iter().map(|(_, judged)| judged.numbers.len()).max()?;
    let least = (most / 2).max(2);
    let good: Vec<&(Square, Judged)> = asked
        .iter()
        .filter(|(_, judged)| judged.numbers.len() >= least)
        .collect();
    good.get(rng.below(good.len())).map(|one| (*one).clone())
}

/// Returns how often the solvers count right.
pub(super) fn solve_left(boards: &SetBoards, square: Square) -> Solved {
    let n = boards.positions().len();
    let largest = |results: &[usize]| group_sizes(results)[0];
    let exact = boards.results(square);
    let right = largest(&exact);
    let numbered = |key: &dyn Fn(usize) -> u64| {
        let mut known = Vec::new();
        let results: Vec<usize> = (0..n)
            .map(|i| {
                let key = key(i);
                known.iter().position(|k| *k == key).unwrap_or_else(|| {
                    known.push(key);
                    known.len() - 1
                })
            })
            .collect();
        f64::from(u8::from(largest(&results) == right))
    };
    let board = |i: usize| boards.positions()[i].board();
    let middle = |i: usize| board(i).piece_at(square).map_or(0, |p| 1 + p.role as u64);
    let occupied = |i: usize| (board(i).occupied() & window(square)).0;
    // More results to tell apart are more work.
    let things = n as f64 + group_sizes(&exact).len() as f64;
    [
        1.0 / (n - 1) as f64,
        numbered(&middle),
        numbered(&occupied),
        careful(0.15, things),
        careful(0.08, things),
        careful(0.04, things),
        careful(0.015, things),
    ]
}
