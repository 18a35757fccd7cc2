//! What finding a puzzle gives: the answer, the numbers behind it, and how often each solver finds it.

use rbc_random::Rng;

/// The solvers of the ladder, weakest first: what each does for a kind is in `docs/puzzles.md`.
pub const SOLVERS: [&str; 7] = [
    "guess",
    "one board",
    "two boards",
    "four boards",
    "habit",
    "rough",
    "careful",
];

/// The share of tries in which each of [`SOLVERS`] finds an answer.
pub type Solved = [f64; SOLVERS.len()];

/// The answers to a question and the numbers behind them, right answers first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Judged {
    /// All right answers.
    pub answers: Vec<String>,
    /// Names and numbers.
    pub numbers: Vec<(String, f64)>,
}

/// Samples of solvers that look at some boards only.
const SAMPLES: usize = 24;

/// Returns sets of `size` of `n` boards: each board by itself, all boards where there are no more, or random ones.
pub(super) fn subsets(n: usize, size: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    if size >= n {
        return vec![(0..n).collect()];
    }
    if size == 1 {
        return (0..n).map(|i| vec![i]).collect();
    }
    let draw = |_| {
        let mut boards: Vec<usize> = (0..n).collect();
        for i in 0..size {
            boards.swap(i, i + rng.below(n - i));
        }
        boards.truncate(size);
        boards
    };
    (0..SAMPLES).map(draw).collect()
}

/// Returns the chance that a solver is right who picks one of those that are best by `value`: the share of right answers
/// among them. Values closer than a billionth are equal.
pub(super) fn chance_of_best(values: &[f64], is_right: &[bool]) -> f64 {
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut right, mut all) = (0, 0);
    for (value, is_right) in values.iter().zip(is_right) {
        if *value >= best - 1e-9 {
            all += 1;
            right += usize::from(*is_right);
        }
    }
    right as f64 / all.max(1) as f64
}

/// Returns how often the solvers find a right request who choose by `value`: of a request, and the boards that they look at.
/// `boards` is the number of all, which the last solver misjudges now and then.
pub(super) fn solved_by_boards(
    boards: usize,
    is_right: &[bool],
    value: impl Fn(usize, &[usize]) -> f64,
    rng: &mut Rng,
) -> Solved {
    let mut by_some = |size: usize| {
        mean(subsets(boards, size, rng).into_iter().map(|some| {
            let values: Vec<f64> = (0..is_right.len()).map(|i| value(i, &some)).collect();
            chance_of_best(&values, is_right)
        }))
    };
    let right = is_right.iter().filter(|right| **right).count();
    [
        right as f64 / is_right.len() as f64,
        by_some(1),
        by_some(2),
        by_some(4),
        by_some(6),
        by_some(10),
        careful(0.03, boards as f64),
    ]
}

/// Returns the mean, 0 without values.
pub(super) fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for value in values {
        sum += value;
        count += 1;
    }
    sum / f64::from(count.max(1))
}

/// Returns the chance to look at `things` and misjudge none, each with probability `error`.
pub(super) fn careful(error: f64, things: f64) -> f64 {
    libm::pow(1.0 - error, things)
}
