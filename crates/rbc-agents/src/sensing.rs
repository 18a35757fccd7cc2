//! Sense policies, for any agent with an information set.

use std::{fmt, str::FromStr};

use rbc_belief::{InformationSet, PackedBoard, Survey, Surveying};
use rbc_rules::{Observations, Square, window};

use crate::{
    Budget, Cancelled, DECIDED, Evaluator, FastBoard, KING_SCORE, Question, Rng, evaluate,
    move_choice::{Correction, Fate, Outcomes, distinct_requests, priority_sample},
    random::random_sense,
    sense_choice::{contents, guarded_square},
    win_chance,
};

/// A policy for choosing a sense.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SensePolicy {
    /// Never senses.
    None,
    /// Any of the 64 squares, with equal probability.
    Random,
    /// The square that leaves the fewest boards in the worst case (HSUC, Algorithm 1 of Guo et al., 2020; retracted
    /// in 2023).
    Hsuc,
    /// HSUC, but where the own king may be attacked, balanced against what the sense would save ([`guarded_square`]).
    Guarded,
    /// The square that leaves the smallest expected number of boards.
    ExpectedSize,
    /// The square with the most information, in bits.
    Entropy,
    /// The square that leaves the smallest expected number of boards under weights: as the released code of Bertram,
    /// Fürnkranz and Müller, 2024, with [`reply_weights`] where an agent has no better ones.
    Weighted,
    /// The square around which likely moves of the opponent make the most difference. Boards count by
    /// [`reply_weights`]; the uncertainty of a square is the probability that two boards sampled by weight differ
    /// there, and the window with the most is chosen.
    ///
    /// Guo et al. (2020; retracted in 2023) describe the sense of their rival StrangeFish in this way: where the
    /// opponent's likeliest move is. The program itself senses by [`SensePolicy::StrangeFish`].
    LikelyMove,
    /// The sense of the first StrangeFish, the winner of 2019, by its published code: the square that is expected to
    /// change the scores of the requests most, plus a centipawn for each 25 boards that it is expected to rule out
    /// ([`strangefish_values`]).
    StrangeFish,
    /// The square after which the best request has the highest expected value, as in StrangeFish2. On up to 48 boards
    /// every request gets its static evaluation; a window divides the boards into classes, each class gets its best
    /// request, and the mean gain is the value of the window. Ties go to the window that leaves fewer boards.
    Outcome,
}

impl SensePolicy {
    /// Every policy.
    pub const ALL: [SensePolicy; 10] = [
        SensePolicy::None,
        SensePolicy::Random,
        SensePolicy::Hsuc,
        SensePolicy::Guarded,
        SensePolicy::ExpectedSize,
        SensePolicy::Entropy,
        SensePolicy::Weighted,
        SensePolicy::LikelyMove,
        SensePolicy::StrangeFish,
        SensePolicy::Outcome,
    ];

    /// Returns whether it uses the weights of boards.
    #[must_use]
    pub const fn asks_weights(self) -> bool {
        matches!(self, SensePolicy::Weighted | SensePolicy::LikelyMove)
    }

    /// Returns its name: lower case, words joined by hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            SensePolicy::None => "none",
            SensePolicy::Random => "random",
            SensePolicy::Hsuc => "hsuc",
            SensePolicy::Guarded => "guarded",
            SensePolicy::ExpectedSize => "expected-size",
            SensePolicy::Entropy => "entropy",
            SensePolicy::Weighted => "weighted",
            SensePolicy::LikelyMove => "likely-move",
            SensePolicy::StrangeFish => "strangefish",
            SensePolicy::Outcome => "outcome",
        }
    }
}

impl fmt::Display for SensePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that names no policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPolicy;

impl fmt::Display for UnknownPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such way to sense; there are")?;
        for (i, policy) in SensePolicy::ALL.into_iter().enumerate() {
            write!(f, "{} {policy}", if i > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownPolicy {}

impl FromStr for SensePolicy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<SensePolicy, UnknownPolicy> {
        let mut all = SensePolicy::ALL.into_iter();
        all.find(|policy| policy.name() == name)
            .ok_or(UnknownPolicy)
    }
}

/// Boards that are weighted by what they are worth to the opponent; in larger sets all count alike, as
/// looking at them would take longer than the sense is worth.
const WEIGHED_BOARDS: usize = 100_000;
/// Centipawns that make a board e times as likely.
const WEIGHT_SCALE: f32 = 150.0;
/// Boards on which requests are scored for [`SensePolicy::Outcome`] and [`SensePolicy::StrangeFish`].
const SCORED_BOARDS: usize = 48;
/// What losing the king counts, as a chance to win: less than nothing, as hunters find it more often than
/// by chance.
const LOST_KING: f64 = -1.0;
/// Differences in worth that are none.
const AS_GOOD: f64 = 1e-6;

/// Returns weights for the boards of `set` by how good the opponent's last move looks: e to the power of the static
/// evaluation for the opponent, in units of 150 centipawns. `None` for sets above 100,000 boards.
#[must_use]
pub fn reply_weights(set: &InformationSet) -> Option<Vec<f32>> {
    if set.len() > WEIGHED_BOARDS {
        return None;
    }
    let frame = set.frame();
    let scores: Vec<f32> = set
        .boards()
        .iter()
        // The side to move is ours.
        .map(|board| -evaluate(&FastBoard::new(&frame.position(board))) as f32)
        .collect();
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weight = |score: &f32| libm::expf((score - best) / WEIGHT_SCALE);
    Some(scores.iter().map(weight).collect())
}

/// Returns the sense that `policy` chooses on `set`, the information set of `told`.
///
/// `surveying` keeps the survey of the set when the decision is interrupted. `weights` are those of the boards, for
/// policies that use them; `None` for the default.
///
/// # Errors
///
/// When the budget cancels the decision.
pub(crate) fn choose(
    policy: SensePolicy,
    (set, surveying): (&InformationSet, &mut Option<Surveying>),
    weights: Option<&[f32]>,
    told: &Observations,
    (evaluator, seed): (&mut dyn Evaluator, u64),
    budget: &mut Budget<'_>,
) -> Result<Option<Square>, Cancelled> {
    let policy_needs_survey = match policy {
        SensePolicy::None => return Ok(None),
        SensePolicy::Random => return Ok(random_sense(seed, told)),
        _ => set.len() > 1,
    };
    if !policy_needs_survey {
        return Ok(None);
    }
    let own_weights = match weights {
        None if policy.asks_weights() => budget.once(|| reply_weights(set)),
        _ => None,
    };
    let weights = weights
        .or(own_weights.as_deref())
        .filter(|_| policy.asks_weights());
    let survey = survey(set, surveying, weights, budget)?;
    budget.spend(set.len() as u64);
    let mut rng = Rng::for_decision(seed, told.log().len());
    let values = &survey.senses;
    let square = match policy {
        SensePolicy::None | SensePolicy::Random => return Ok(None),
        SensePolicy::Hsuc => values.best(),
        SensePolicy::Guarded => budget.once(|| guarded_square(set, values, &mut rng)),
        SensePolicy::ExpectedSize | SensePolicy::Weighted => least(&values.expected),
        SensePolicy::Entropy => least(&values.information.map(|bits| -bits)),
        SensePolicy::LikelyMove => least(&difference(&survey).map(|d| -d)),
        SensePolicy::StrangeFish => {
            // As StrangeFish's time for a sense does not depend on that for a move.
            let scored = budget.with_nodes(STRANGEFISH_NODES, |budget| {
                score_requests(set, &drawn_boards(set, &mut rng), None, evaluator, budget)
            })?;
            match strangefish_values(&scored, set.estimated_len()) {
                Some(values) => least(&values.map(|value| -value)),
                None => least(&values.expected),
            }
        }
        SensePolicy::Outcome => {
            let scored =
                score_requests(set, &drawn_boards(set, &mut rng), None, evaluator, budget)?;
            let worth = scored.values(|outcomes, i, score| match outcomes.taken[i].1 {
                Fate::CapturesKing => 1.0,
                Fate::LosesKing => LOST_KING,
                Fate::Neither(_) => win_chance(score),
            });
            let most = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let cost = |i: usize| {
                if worth[i] < most - AS_GOOD {
                    f64::INFINITY
                } else {
                    values.expected[i]
                }
            };
            least(&std::array::from_fn(cost))
        }
    };
    budget.should_stop()?;
    Ok(Some(square))
}

/// How a sense is chosen by the value of what it shows ([`choose_by_value`]).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ValueOfSense {
    /// How many times a board counts on which a request loses the king.
    pub(crate) danger: f64,
    /// Boards on which requests are scored.
    pub(crate) boards: usize,
    /// What it costs, as a chance to win, to be left with twice as many boards.
    pub(crate) doubling_cost: f64,
}

/// Nodes for the scores of [`choose_by_value`], whatever the decision may use.
const VALUE_NODES: u64 = 30_000;
/// Boards on which [`choose_by_value`] scores all requests, and how many of them it goes on with.
const FIRST_BOARDS: usize = 10;
const KEPT_REQUESTS: usize = 12;

/// Returns the sense after which the best request is expected to be worth most, less what the boards cost that are
/// left.
///
/// Requests are scored on the boards that matter most: the likeliest, where those on which the own king is attacked
/// count [as often](ValueOfSense::danger) as in the choice of the request. All requests are scored on the first of
/// these, and on the others those that are best there, with all that the king's fall decides.
pub(crate) fn choose_by_value(
    value: &ValueOfSense,
    (set, surveying): (&InformationSet, &mut Option<Surveying>),
    weights: &[f32],
    (evaluator, mut rng): (&mut dyn Evaluator, Rng),
    budget: &mut Budget<'_>,
) -> Result<Option<Square>, Cancelled> {
    if set.len() < 2 {
        return Ok(None);
    }
    let survey = survey(set, surveying, Some(weights), budget)?;
    budget.spend(set.len() as u64);
    let (boards, least_counts) = budget.once(|| {
        let boards = boards_that_matter(value, set, weights);
        let (mut boards, least_counts) = priority_sample(&boards, &mut rng);
        boards.truncate(value.boards);
        (boards, least_counts)
    });
    // The king weighs so much that losing it on a board counts as if there were more such boards.
    let king = -0.5 * (value.danger - 1.0);
    let worth = |outcomes: &Outcomes, i: usize, score: i32| match &outcomes.taken[i] {
        (_, Fate::CapturesKing) => 1.0,
        (_, Fate::LosesKing) => king,
        (m, Fate::Neither(after)) => Correction::of(*m, after).win_chance(score),
    };
    let mut scored = budget.with_nodes(VALUE_NODES, |budget| {
        let (first, rest) = boards.split_at(FIRST_BOARDS.min(boards.len()));
        let mut scored = score_requests(set, first, None, evaluator, budget)?;
        let kept = scored.best_requests(KEPT_REQUESTS, worth);
        scored.append(score_requests(set, rest, Some(&kept), evaluator, budget)?);
        Ok(scored)
    })?;
    if scored.boards.len() < FIRST_BOARDS.min(boards.len()) {
        // So few boards say nothing of the others.
        return Ok(Some(least(&survey.senses.expected)));
    }
    // Each board stands also for those that were not looked at.
    let least_count = least_counts
        .get(scored.boards.len())
        .copied()
        .unwrap_or(0.0);
    for (weight, outcomes) in scored.weights.iter_mut().zip(&scored.outcomes) {
        *weight = weight.max(least_count);
        if outcomes.before.king_attacked() {
            *weight /= value.danger;
        }
    }
    let worth = scored.values(worth);
    let costs = std::array::from_fn(|i| {
        let left = survey.senses.expected[i].max(1.0);
        value.doubling_cost * libm::log2(left) - worth[i]
    });
    budget.should_stop()?;
    Ok(Some(least(&costs)))
}

/// The boards of `set` with how much each matters: its weight, and a multiple where the own king is attacked.
fn boards_that_matter(
    value: &ValueOfSense,
    set: &InformationSet,
    weights: &[f32],
) -> Vec<(PackedBoard, f64)> {
    let boards = set.boards().iter().zip(weights);
    boards
        .map(|(board, weight)| {
            let attacked = set.len() <= WEIGHED_BOARDS && is_attacked(set, board);
            let matters = if attacked { value.danger } else { 1.0 };
            (board, f64::from(*weight) * matters)
        })
        .collect()
}

/// Whether the own king is attacked on `board`.
fn is_attacked(set: &InformationSet, board: PackedBoard) -> bool {
    FastBoard::new(&set.position(board)).king_attacked()
}

/// The survey of `set`; of a part of it when the budget says to decide at once.
fn survey(
    set: &InformationSet,
    surveying: &mut Option<Surveying>,
    weights: Option<&[f32]>,
    budget: &mut Budget<'_>,
) -> Result<Survey, Cancelled> {
    let surveying = surveying.get_or_insert_default();
    while !surveying.advance(set.boards(), weights) {
        if budget.should_stop()? {
            surveying.hurry();
        }
    }
    Ok(surveying.finish())
}

/// The square with the least cost, the lowest of equals.
fn least(costs: &[f64; 64]) -> Square {
    Square::ALL
        .into_iter()
        .min_by(|a, b| costs[a.to_usize()].total_cmp(&costs[b.to_usize()]))
        .unwrap_or(Square::A1)
}

/// For each window the sum over its squares of the chance that two boards drawn by weight differ there.
fn difference(survey: &Survey) -> [f64; 64] {
    let of_square = |square: Square| {
        let chances = survey
            .marginals
            .map(|squares| f64::from(squares[square.to_usize()]));
        let empty = 1.0 - chances.iter().sum::<f64>();
        1.0 - empty * empty - chances.iter().map(|p| p * p).sum::<f64>()
    };
    Square::ALL.map(|center| window(center).into_iter().map(of_square).sum())
}

/// Boards of a set on which all requests were scored.
struct ScoredBoards {
    boards: Vec<PackedBoard>,
    /// How much each board counts.
    weights: Vec<f64>,
    /// For each board what the requests come to, and the scores of the moves that are taken.
    outcomes: Vec<Outcomes>,
    scores: Vec<Vec<i32>>,
    requests: usize,
}

impl ScoredBoards {
    /// By board, then by request, the value that `of_move` gives to the move that is taken, with its score.
    fn by_request(&self, of_move: impl Fn(&Outcomes, usize, i32) -> f64) -> Vec<Vec<f64>> {
        let boards = self.outcomes.iter().zip(&self.scores);
        let of_board = |(outcomes, scores): (&Outcomes, &Vec<i32>)| {
            let of_request = outcomes.of_request.iter();
            of_request
                .map(|(i, _)| of_move(outcomes, *i, scores[*i]))
                .collect()
        };
        boards.map(of_board).collect()
    }

    /// For each window how much the best request is expected to be worth after it, where `of_move` says what a move is
    /// worth on a board.
    fn values(&self, of_move: impl Fn(&Outcomes, usize, i32) -> f64) -> [f64; 64] {
        let mut worth = self.by_request(of_move);
        for (worth, weight) in worth.iter_mut().zip(&self.weights) {
            worth.iter_mut().for_each(|worth| *worth *= weight);
        }
        let whole = self.weights.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        Square::ALL.map(|center| {
            let of_class = |class: Vec<usize>| {
                let of_request = |r: usize| class.iter().map(|i| worth[*i][r]).sum::<f64>();
                (0..self.requests)
                    .map(of_request)
                    .fold(f64::NEG_INFINITY, f64::max)
            };
            let sum: f64 = self.classes(center).into_iter().map(of_class).sum();
            sum / whole
        })
    }

    /// Whether each request is among the `most` best over all boards, or among the best three on one of them.
    fn best_requests(
        &self,
        most: usize,
        of_move: impl Fn(&Outcomes, usize, i32) -> f64,
    ) -> Vec<bool> {
        let worth = self.by_request(of_move);
        let mut kept = vec![false; self.requests];
        let mut keep = |worth: &[f64], most: usize| {
            let mut order: Vec<usize> = (0..worth.len()).collect();
            order.sort_by(|a, b| worth[*b].total_cmp(&worth[*a]));
            order.truncate(most);
            order.into_iter().for_each(|request| kept[request] = true);
        };
        let mut sums = vec![0.0; self.requests];
        for (of_board, weight) in worth.iter().zip(&self.weights) {
            keep(of_board, 3);
            for (sum, worth) in sums.iter_mut().zip(of_board) {
                *sum += weight * worth;
            }
        }
        keep(&sums, most);
        kept
    }

    /// Adds the boards of `other`, on which the same requests were scored.
    fn append(&mut self, other: ScoredBoards) {
        self.boards.extend(other.boards);
        self.weights.extend(other.weights);
        self.outcomes.extend(other.outcomes);
        self.scores.extend(other.scores);
    }

    /// The numbers of the boards in classes that a sense of the window around `center` tells apart.
    fn classes(&self, center: Square) -> Vec<Vec<usize>> {
        let shown = window(center);
        let boards = self.boards.iter().enumerate();
        let mut keys: Vec<(u64, usize)> = boards
            .map(|(i, board)| (contents(*board, shown), i))
            .collect();
        keys.sort_unstable();
        keys.chunk_by(|a, b| a.0 == b.0)
            .map(|class| class.iter().map(|(_, i)| *i).collect())
            .collect()
    }
}

/// [`SCORED_BOARDS`] boards of the set at random, or all; they count alike.
fn drawn_boards(set: &InformationSet, rng: &mut Rng) -> Vec<(PackedBoard, f64)> {
    let alike = |board| (board, 1.0);
    if set.len() <= SCORED_BOARDS {
        return set.boards().iter().map(alike).collect();
    }
    let mut draw = || set.boards().get(rng.below(set.len()));
    (0..SCORED_BOARDS)
        .filter_map(|_| draw().map(alike))
        .collect()
}

/// Scores requests on `boards`, which count by their weights; on fewer when the budget says to decide at once.
///
/// Where some requests are `kept`, the others count as if they lost the king soon, but for those boards on which the own
/// king is attacked.
fn score_requests(
    set: &InformationSet,
    boards: &[(PackedBoard, f64)],
    kept: Option<&[bool]>,
    evaluator: &mut dyn Evaluator,
    budget: &mut Budget<'_>,
) -> Result<ScoredBoards, Cancelled> {
    let requests = distinct_requests(set.own());
    let frame = set.frame();
    let mut outcomes: Vec<Outcomes> = boards
        .iter()
        .map(|(board, _)| Outcomes::new(&frame, *board, requests.iter().copied()))
        .collect();
    // The moves of each question, as indices of those that are taken.
    let asked: Vec<Vec<usize>> = outcomes
        .iter()
        .map(|outcomes| match kept {
            Some(kept) if !outcomes.before.king_attacked() => {
                let mut asked: Vec<usize> = outcomes
                    .of_request
                    .iter()
                    .zip(kept)
                    .filter(|(_, kept)| **kept)
                    .map(|((taken, _), _)| *taken)
                    .collect();
                asked.sort_unstable();
                asked.dedup();
                asked
            }
            _ => (0..outcomes.taken.len()).collect(),
        })
        .collect();
    let questions: Vec<Question> = outcomes
        .iter()
        .zip(&asked)
        .map(|(outcomes, asked)| Question {
            board: outcomes.before,
            moves: asked
                .iter()
                .map(|i| outcomes.taken[*i].0.as_move())
                .collect(),
        })
        .collect();
    let answers = evaluator.answer(&questions, 0, budget)?;
    outcomes.truncate(answers.len());
    let scores = answers.iter().zip(&asked).zip(&outcomes);
    let scores = scores.map(|((answer, asked), outcomes)| {
        let mut scores = vec![-KING_SCORE; outcomes.taken.len()];
        for (i, score) in asked.iter().zip(&answer.scores) {
            scores[*i] = *score;
        }
        scores
    });
    let (boards, weights) = boards[..answers.len()].iter().copied().unzip();
    Ok(ScoredBoards {
        boards,
        weights,
        scores: scores.collect(),
        outcomes,
        requests: requests.len(),
    })
}

/// Nodes for the scores of [`SensePolicy::StrangeFish`], whatever the decision may use: enough for all boards as a rule.
const STRANGEFISH_NODES: u64 = 60_000;
/// Centipawns of StrangeFish's `config.yml`: for a capture of the king, the loss of the own one, a mate, and a move that
/// attacks the king and captures nothing.
const SF_CAPTURES_KING: f64 = 50_000.0;
const SF_LOSES_KING: f64 = -40_000.0;
const SF_MATE: f64 = 30_000.0;
const SF_ATTACKER: f64 = 300.0;
/// The score for the opponent that gives a board a weight of 0.9, and boards ruled out that count as a centipawn.
const SF_LIKELY: f64 = 10_000.0;
const SF_BOARDS_PER_CENTIPAWN: f64 = 25.0;
/// Shares of the mean and of the worst case in a request's score.
const SF_SHARES: [f64; 2] = [0.9, 0.1];

/// Returns for each window what StrangeFish's sense is worth, in centipawns: `sense_strategy` of
/// `multiprocessing_strategies.py` in its repository, with the values of `config.yml`.
///
/// A request's score on a board is what it gains there over the board's value. Over a set of boards it is 0.9 of the
/// mean, weighted by how good the opponent's position is, and 0.1 of the worst. A window is worth the expected change of
/// these scores by what it shows, averaged over the requests, and a centipawn for each 25 boards that it is expected to
/// rule out of `boards`. Squares at the edge are not sensed (negative infinity). `None` without boards.
///
/// Stockfish at depth 8 scored the moves there, here the evaluator's search of captures. The special case for boards
/// that are all won is left out.
fn strangefish_values(scored: &ScoredBoards, boards: f64) -> Option<[f64; 64]> {
    if scored.boards.is_empty() {
        return None;
    }
    // For the opponent, before the own move.
    let standing: Vec<f64> = scored
        .outcomes
        .iter()
        .zip(&scored.scores)
        .map(|(outcomes, scores)| {
            let wins = |(_, fate): &(_, Fate)| matches!(fate, Fate::CapturesKing);
            if outcomes.taken.iter().any(wins) {
                SF_LOSES_KING
            } else {
                -scores
                    .iter()
                    .copied()
                    .map(strangefish_score)
                    .fold(f64::NEG_INFINITY, f64::max)
            }
        })
        .collect();
    let weights: Vec<f64> = standing
        .iter()
        .map(|score| 1.0 / (1.0 + libm::exp(-2.0 * libm::log(3.0) / SF_LIKELY * score)))
        .collect();
    let mut gains = scored.by_request(|outcomes, i, score| {
        let (m, fate) = &outcomes.taken[i];
        match fate {
            Fate::CapturesKing => SF_CAPTURES_KING,
            Fate::LosesKing => SF_LOSES_KING,
            Fate::Neither(after) => {
                let sneaks = after.king_attacked() && !outcomes.before.captures_piece(*m);
                strangefish_score(score) + if sneaks { SF_ATTACKER } else { 0.0 }
            }
        }
    });
    for ((gains, outcomes), standing) in gains.iter_mut().zip(&scored.outcomes).zip(&standing) {
        for (gain, fate) in gains.iter_mut().zip(outcomes.fates()) {
            if matches!(fate, Fate::Neither(_)) {
                *gain += standing;
            }
        }
    }
    let total: f64 = weights.iter().sum();
    // Over some boards, for each request: the weighted mean, and the worst.
    let over = |class: &[usize]| -> Vec<[f64; 2]> {
        let weight: f64 = class.iter().map(|i| weights[*i]).sum();
        let of_request = |r: usize| {
            let sum: f64 = class.iter().map(|i| weights[*i] * gains[*i][r]).sum();
            let worst = class.iter().map(|i| gains[*i][r]);
            [sum / weight, worst.fold(f64::INFINITY, f64::min)]
        };
        (0..scored.requests).map(of_request).collect()
    };
    let all: Vec<usize> = (0..gains.len()).collect();
    let before = over(&all);
    Some(Square::ALL.map(|center| {
        if window(center).count() < 9 {
            return f64::NEG_INFINITY;
        }
        let (mut change, mut left) = (0.0, 0.0);
        for class in scored.classes(center) {
            let share = class.iter().map(|i| weights[*i]).sum::<f64>() / total;
            let changes = before.iter().zip(over(&class)).map(|(before, after)| {
                let [mean, worst] = [0, 1].map(|k| (after[k] - before[k]).abs());
                SF_SHARES[0] * mean + SF_SHARES[1] * worst
            });
            change += share * changes.sum::<f64>() / scored.requests as f64;
            left += share * class.len() as f64 / all.len() as f64;
        }
        change + boards * (1.0 - left) / SF_BOARDS_PER_CENTIPAWN
    }))
}

/// A score in centipawns, with a king that falls within the search as StrangeFish counts a mate.
fn strangefish_score(score: i32) -> f64 {
    if score.abs() >= DECIDED {
        SF_MATE * f64::from(score.signum())
    } else {
        score.into()
    }
}

#[cfg(test)]
mod tests {
    use rbc_rules::{Color, Position};

    use super::*;
    use crate::BuiltIn;

    const INFORMED: [SensePolicy; 8] = [
        SensePolicy::Hsuc,
        SensePolicy::Guarded,
        SensePolicy::ExpectedSize,
        SensePolicy::Entropy,
        SensePolicy::Weighted,
        SensePolicy::LikelyMove,
        SensePolicy::StrangeFish,
        SensePolicy::Outcome,
    ];

    fn set(fens: &[&str]) -> InformationSet {
        let positions: Vec<Position> = fens.iter().map(|f| f.parse().expect("a FEN")).collect();
        InformationSet::of(Color::White, &positions, 1_000).expect("one side's boards")
    }

    fn sense(policy: SensePolicy, set: &InformationSet, weights: Option<&[f32]>) -> Option<Square> {
        let told = Observations::new(Color::White, &Position::initial());
        let budget = &mut Budget::unlimited();
        choose(
            policy,
            (set, &mut None),
            weights,
            &told,
            (&mut BuiltIn, 1),
            budget,
        )
        .expect("not cancelled")
    }

    #[test]
    fn names_lead_back_to_policies() {
        for policy in SensePolicy::ALL {
            assert_eq!(policy.to_string().parse(), Ok(policy));
        }
        let error = "hsux".parse::<SensePolicy>().expect_err("no policy");
        assert!(error.to_string().contains("expected-size"), "{error}");
    }

    #[test]
    fn where_two_boards_differ_is_looked_at() {
        let set = set(&[
            "6k1/8/8/8/8/1n6/8/4K2R w - - 0 1",
            "6k1/8/8/8/8/8/8/n3K2R w - - 0 1",
        ]);
        for policy in INFORMED {
            let square = sense(policy, &set, None).expect("something to learn");
            let seen = window(square);
            assert!(
                seen.contains(Square::B3) || seen.contains(Square::A1),
                "{policy}: {square}"
            );
        }
    }

    #[test]
    fn there_is_nothing_to_learn_of_one_board() {
        let set = set(&["6k1/8/8/8/8/1n6/8/4K2R w - - 0 1"]);
        for policy in INFORMED {
            assert_eq!(sense(policy, &set, None), None, "{policy}");
        }
    }

    /// Three pawns may have moved on the right, one knight on the left; the knight is the likely one.
    const PAWNS_OR_KNIGHT: [&str; 5] = [
        "4k3/5ppp/8/8/8/8/8/n3K3 w - - 0 1",
        "4k3/5ppp/8/8/8/1n6/8/4K3 w - - 0 1",
        "4k3/6pp/5p2/8/8/8/8/n3K3 w - - 0 1",
        "4k3/5p1p/6p1/8/8/8/8/n3K3 w - - 0 1",
        "4k3/5pp1/7p/8/8/8/8/n3K3 w - - 0 1",
    ];

    #[test]
    fn weights_turn_the_look_to_what_is_likely() {
        let set = set(&PAWNS_OR_KNIGHT);
        let pawns = |square: Square| {
            window(square).contains(Square::G7) || window(square).contains(Square::G6)
        };
        for policy in [SensePolicy::Weighted, SensePolicy::LikelyMove] {
            let even = sense(policy, &set, Some(&[1.0; 5])).expect("something to learn");
            assert!(pawns(even), "{policy}: {even}");
            let knight: Vec<f32> = set
                .positions()
                .map(|p| {
                    if p.board().piece_at(Square::A1).is_none() {
                        1.0
                    } else {
                        0.05
                    }
                })
                .collect();
            let likely = sense(policy, &set, Some(&knight)).expect("something to learn");
            assert!(!pawns(likely), "{policy}: {likely}");
        }
    }

    #[test]
    fn good_replies_weigh_more() {
        // A pawn went on, or became a queen.
        let set = set(&[
            "4k3/8/8/8/8/8/2Pp4/6K1 w - - 0 1",
            "4k3/8/8/8/8/8/2P5/3q2K1 w - - 0 1",
        ]);
        let weights = reply_weights(&set).expect("a small set");
        let queen: Vec<bool> = set
            .positions()
            .map(|p| p.board().piece_at(Square::D1).is_some())
            .collect();
        let of = |with: bool| weights[queen.iter().position(|q| *q == with).expect("both")];
        assert!(of(true) > 3.0 * of(false), "{weights:?}");
    }

    #[test]
    fn the_outcome_is_looked_for_where_a_capture_hangs_on_it() {
        // The rook takes the queen on b8, or is taken by it from a8. Pawns differ more often.
        let set = set(&[
            "1q4k1/5ppp/8/8/8/8/1R6/6K1 w - - 0 1",
            "1q4k1/5p1p/6p1/8/8/8/1R6/6K1 w - - 0 1",
            "1q4k1/5pp1/7p/8/8/8/1R6/6K1 w - - 0 1",
            "q5k1/5ppp/8/8/8/8/1R6/6K1 w - - 0 1",
            "q5k1/6pp/5p2/8/8/8/1R6/6K1 w - - 0 1",
        ]);
        let square = sense(SensePolicy::Outcome, &set, None).expect("something to learn");
        let seen = window(square);
        assert!(
            seen.contains(Square::B8) || seen.contains(Square::A8),
            "{square}"
        );
    }

    #[test]
    fn strangefish_counts_boards_ruled_out_beside_the_change_of_scores() {
        let set = set(&PAWNS_OR_KNIGHT);
        let budget = &mut Budget::unlimited();
        let scored = score_requests(
            &set,
            &drawn_boards(&set, &mut Rng::new(1)),
            None,
            &mut BuiltIn,
            budget,
        );
        let scored = scored.expect("not cancelled");
        let of = |boards| strangefish_values(&scored, boards).expect("there are boards");
        let (few, many) = (of(0.0), of(25_000.0));
        let added = |square: Square| many[square.to_usize()] - few[square.to_usize()];
        // g7 tells all five boards apart but the two without a pawn's move, whose weights are nearly those of the others;
        // d5 shows nothing.
        assert!(added(Square::G7) > 600.0 && added(Square::G7) < 800.0);
        assert!(added(Square::D5).abs() < 1e-6 && few[Square::D5.to_usize()].abs() < 1e-6);
        assert_eq!(few[Square::A1.to_usize()], f64::NEG_INFINITY);
        // A knight on a1 or b3 changes what requests are worth.
        assert!(few[Square::B2.to_usize()] > 1.0);
    }
}
