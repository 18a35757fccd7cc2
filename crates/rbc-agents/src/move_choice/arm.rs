//! A request, and what is known of it on the present level.

use rbc_rules::{Move, OwnSide, Role};

use super::{Rule, outcomes::Facts};

/// Least spread between boards that is believed in.
const LEAST_SPREAD: f64 = 0.03;
/// Plies without pawn moves and captures after which pawns are drawn on.
const PATIENCE: usize = 16;
/// Such plies after which they are drawn on more strongly, and at a small risk: at 100 the game
/// would be a draw.
pub(super) const IMPATIENCE: usize = 60;

/// What the king's safety makes of a request, before values are compared. A request is *safe* when it loses the king on at
/// most [`tolerance`](super::Rating::tolerance) of the boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Safety {
    /// It is safe, and so are others.
    #[default]
    Safe,
    /// It is the only one that may be chosen, whatever others are worth.
    OnlySafe,
    /// It is not safe, but captures the opponent's king on more boards than it loses the own.
    WorthTheRisk,
    /// It is not safe, and others are: it ranks behind all of those, whatever it is worth.
    LessSafe,
    /// No request is safe: the risk is part of the value, and nothing else.
    NoneSafe,
}

/// The rating of a request so far. Shares are of the boards' weights, from 0 to 1. Outcomes are win probabilities
/// ([`win_chance`](crate::win_chance)): 0 where the own king falls at once, 1 where the opponent's does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatedRequest {
    /// The request; `None` is the pass.
    pub request: Option<Move>,
    /// The value by which requests are ranked: by [`Rule`], plus a small bonus from the course of the game.
    pub value: f64,
    /// The expected outcome, with [`Rule::danger`].
    pub mean: f64,
    /// The standard error of [`mean`](Self::mean) from the boards not scored.
    pub error: f64,
    /// The mean over the worst boards ([`Rule::worst_share`]).
    pub tail: f64,
    /// The worst outcome on any scored board.
    pub worst: f64,
    /// The best outcome on any scored board.
    pub best: f64,
    /// Share of the boards on which the request is taken as asked.
    pub as_asked: f64,
    /// Share of the boards on which it captures something.
    pub captures: f64,
    /// Share of the boards on which it captures the king.
    pub captures_king: f64,
    /// Share of the boards on which the opponent can capture our king afterwards.
    pub loses_king: f64,
    /// Whether the king's safety decides over it.
    pub safety: Safety,
    /// Boards scored at [`depth`](Self::depth).
    pub boards: usize,
    /// Plies searched after the move, before only captures are searched.
    pub depth: u32,
}

/// A request with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Arm {
    pub(super) rated: RatedRequest,
    pub(super) facts: Facts,
    /// It risks the king without need.
    pub(super) risky: bool,
    /// It is looked at on the present level.
    pub(super) on_level: bool,
    push: f64,
    pub(super) level: Level,
}

/// What is known of a request on the present level.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// Boards looked at: the first ones of the order.
    pub(super) boards: usize,
    /// Weights and outcomes of those where no king falls at once.
    pub(super) outcomes: Vec<(f64, f64)>,
    /// What each of them counts at least: as much as its weight, or as those that it stands for.
    pub(super) least: f64,
}

impl Arm {
    pub(super) fn new(own: &OwnSide, request: Option<Move>, quiet_plies: usize) -> Arm {
        Arm {
            rated: RatedRequest {
                request,
                value: 0.0,
                mean: 0.5,
                error: 0.5,
                tail: 0.5,
                worst: 0.0,
                best: 1.0,
                as_asked: 0.0,
                captures: 0.0,
                captures_king: 0.0,
                loses_king: 0.0,
                safety: Safety::default(),
                boards: 0,
                depth: 0,
            },
            facts: Facts::default(),
            risky: false,
            on_level: true,
            push: quiet_push_bonus(own, request, quiet_plies),
            level: Level::default(),
        }
    }

    /// Sets what is shown from the outcomes of the level. `all` is the number of boards when they are all
    /// there are.
    pub(super) fn combine(&mut self, rule: &Rule, depth: u32, all: Option<usize>) {
        let Arm {
            rated, push, level, ..
        } = self;
        level.outcomes.sort_by(|a, b| a.1.total_cmp(&b.1));
        let outcomes = &level.outcomes;
        // Opponents hunt the king: boards that lose it count more than their number.
        let everything = 1.0 + rated.loses_king * (rule.danger - 1.0);
        let captures_king = rated.captures_king / everything;
        let loses_king = rated.loses_king * rule.danger / everything;
        let neither = (1.0 - captures_king - loses_king).max(0.0);
        let (mean, variance) = moments(level.counted());
        rated.mean = captures_king + neither * mean;
        let unseen = match all {
            Some(all) => 1.0 - level.boards as f64 / all as f64,
            None => 1.0,
        };
        let variance = variance.max(if outcomes.len() < 2 { 0.02 } else { 0.0 });
        rated.error = neither * libm::sqrt(variance * unseen / outcomes.len().max(1) as f64);
        let lowest = outcomes.first().map_or(0.5, |o| o.1);
        let highest = outcomes.last().map_or(0.5, |o| o.1);
        rated.worst = if rated.loses_king > 0.0 { 0.0 } else { lowest };
        rated.best = if rated.captures_king > 0.0 {
            1.0
        } else {
            highest
        };
        if outcomes.is_empty() && neither <= 0.0 {
            rated.worst = if loses_king > 0.0 { 0.0 } else { 1.0 };
            rated.best = if captures_king > 0.0 { 1.0 } else { 0.0 };
        }
        rated.tail = if rule.worst_share > 0.0 {
            // Boards that lose the king come first in the worst part.
            let searched = (rule.worst_share - loses_king).clamp(0.0, neither);
            let part = if neither > 0.0 {
                searched / neither
            } else {
                0.0
            };
            let king = (rule.worst_share - loses_king.min(rule.worst_share) - searched).max(0.0);
            (searched * lowest_mean(level.counted(), part) + king) / rule.worst_share
        } else {
            rated.worst
        };
        rated.value = rule.mean_weight * rated.mean + rule.worst_weight * rated.tail;
        if rated.mean > 0.45 {
            rated.value += *push;
        }
        rated.boards = level.boards;
        rated.depth = depth;
    }
}

impl Level {
    /// The outcomes with what each counts.
    fn counted(&self) -> impl Iterator<Item = (f64, f64)> + Clone {
        let least = self.least;
        self.outcomes
            .iter()
            .map(move |(weight, outcome)| (weight.max(least), *outcome))
    }

    /// The standard deviation between boards.
    pub(super) fn spread(&self) -> f64 {
        libm::sqrt(moments(self.counted()).1).max(LEAST_SPREAD)
    }
}

/// Weighted mean and variance; even where there is nothing.
fn moments(outcomes: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let weight: f64 = outcomes.clone().map(|(w, _)| w).sum();
    if weight <= 0.0 {
        return (0.5, 0.0);
    }
    let mean = outcomes.clone().map(|(w, v)| w * v).sum::<f64>() / weight;
    let variance = outcomes
        .map(|(w, v)| w * (v - mean) * (v - mean))
        .sum::<f64>()
        / weight;
    (mean, variance)
}

/// The mean over the first `share` of the weights of what is sorted.
fn lowest_mean(outcomes: impl Iterator<Item = (f64, f64)> + Clone, share: f64) -> f64 {
    let weight: f64 = outcomes.clone().map(|(w, _)| w).sum();
    let mut left = weight * share;
    let (mut sum, mut taken) = (0.0, 0.0);
    for (w, v) in outcomes.clone() {
        let part = w.min(left);
        if part <= 0.0 {
            break;
        }
        sum += part * v;
        taken += part;
        left -= part;
    }
    if taken > 0.0 {
        sum / taken
    } else {
        outcomes.map(|(_, v)| v).next().unwrap_or(0.5)
    }
}

/// What a pawn's push gains when nothing has happened for a while: the game would be drawn in the
/// end, and against an opponent that only waits nothing else brings it forward.
fn quiet_push_bonus(own: &OwnSide, request: Option<Move>, quiet_plies: usize) -> f64 {
    let pawn = request.is_some_and(|m| own.board().role_at(m.from) == Some(Role::Pawn));
    let straight = request.is_some_and(|m| m.from.file() == m.to.file());
    if pawn && straight {
        let since = |plies: usize| quiet_plies.saturating_sub(plies) as f64;
        0.1 * (since(PATIENCE) / 60.0).min(1.0) + 0.2 * (since(IMPATIENCE) / 30.0).min(1.0)
    } else {
        0.0
    }
}
