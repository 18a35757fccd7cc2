//! What to request when many boards are possible.
//!
//! Every request is taken on every board (what is taken differs between boards), and the positions
//! that come of it are searched. Two facts are counted on all boards: where a request captures the
//! king, and where it leaves the own king to be captured. The rest is sampled, cheaply for all
//! requests first, then deeper for those that are left (successive halving: Karnin, Koren and
//! Somekh, 2013).
//!
//! This treats the opponent as one who sees, and us as if we would see from the next turn on, as
//! determinised search does; it knows no value of information. Two corrections stand in for what it
//! misses most: boards that lose the king count more than their number, as opponents hunt it, and
//! moves that leave the opponent quiet checks lose a little, as nobody announces those.

use rbc_belief::{Completeness, InformationSet};
use rbc_rules::{Move, OwnSide, Role};

use crate::{
    Budget, Cancelled, DECIDED, FastBoard, KING_SCORE, Rng, Search, fast_board::FastMove,
    parallel::map_with_search,
};

/// How good a request is, as far as it was looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatedRequest {
    /// The request; `None` is the pass.
    pub request: Option<Move>,
    /// What the choice goes by: [`mean`](Self::mean) and [`worst`](Self::worst) combined, with what
    /// little the course of the game adds.
    pub value: f64,
    /// The expected outcome, from 0 (the own king is lost) to 1 (the opponent's is captured). Boards
    /// have equal weights, but for those on which the request loses the king, which count more. It
    /// behaves like a chance to win, but is not calibrated.
    pub mean: f64,
    /// The same over the worst tenth of the boards.
    pub worst: f64,
    /// Share of the boards on which the request captures the king.
    pub captures_king: f64,
    /// Share of the boards on which the opponent can capture our king afterwards.
    pub loses_king: f64,
    /// Boards that were searched.
    pub boards: usize,
    /// Plies of that search before it went on with captures only.
    pub depth: u32,
}

/// Nodes for a decision whose budget names no number.
pub const DEFAULT_NODES: u64 = 120_000;
/// Boards on which the two facts about kings are counted.
const FACT_BOARDS: usize = 50_000;
/// Boards between two looks at the budget, when facts are counted.
const FACT_CHUNK: usize = 2_048;
/// Nodes between two looks at the budget: some 20 ms on one thread.
const BATCH_NODES: u64 = 40_000;
/// Most boards in a round of search.
const ROUND_BOARDS: usize = 160;
/// Fewest boards worth a deeper round, where there are that many.
const FEWEST_BOARDS: usize = 10;
/// A ply more costs about this many times the nodes.
const BRANCHING: u64 = 5;
/// No deeper than this, however few the boards.
const DEEPEST: u32 = 6;
/// Weight of the worst tenth in a request's value.
const WORST_WEIGHT: f64 = 0.15;
const WORST_SHARE: f64 = 0.1;
/// How much more a board counts on which a request loses the king.
pub(crate) const DANGER_WEIGHT: f64 = 16.0;
/// Centipawns for attacking the king: the opponent is not told.
const CHECK_BONUS: i32 = 45;
/// What each quiet check that the opponent has takes from the chance to win.
const QUIET_CHECK_RISK: f64 = 0.04;
/// Centipawns lost when nothing moves: a request that would win something on a few boards and does
/// nothing on the others is not to be made for ever.
const IDLE_PENALTY: i32 = 15;
/// Plies without pawn moves and captures after which pawns are drawn on.
const PATIENCE: usize = 16;
/// Such plies after which they are drawn on more strongly, and at a small risk: at 100 the game
/// would be a draw.
const IMPATIENCE: usize = 60;

/// Every request (and the pass), best first.
///
/// `quiet_plies` is for how long no pawn was moved and nothing captured, as far as the side knows.
/// Requests that leave the king to be captured on some board come behind all that do not, unless
/// they capture the opponent's on more boards (or a draw by quiet plies is near). A request that
/// captures it on every board comes first.
///
/// # Errors
///
/// When the budget is cancelled.
pub fn rate_requests(
    set: &InformationSet,
    quiet_plies: usize,
    rng: &mut Rng,
    budget: &mut Budget<'_>,
) -> Result<Vec<RatedRequest>, Cancelled> {
    let requests: Vec<Option<Move>> = distinct_requests(set.own());
    let boards = sample(set.len(), FACT_BOARDS, rng);
    let facts = count_facts(set, &boards, &requests, budget)?;
    let mut rated: Vec<Candidate> = requests
        .into_iter()
        .zip(&facts.counts)
        .map(|(request, (captures, losses))| {
            let share = |n: &u32| f64::from(*n) / facts.boards.max(1) as f64;
            Candidate {
                push: quiet_push_bonus(set.own(), request, quiet_plies),
                rated: RatedRequest {
                    request,
                    value: 0.0,
                    mean: 0.5,
                    worst: 0.5,
                    captures_king: share(captures),
                    loses_king: share(losses),
                    boards: 0,
                    depth: 0,
                },
            }
        })
        .collect();

    // Nothing is better than the king for certain; no search is needed.
    let certain = |c: &Candidate| c.rated.captures_king >= 1.0;
    if let Some(i) = rated.iter().position(certain) {
        rated[..=i].rotate_right(1);
        let best = &mut rated[0].rated;
        (best.value, best.mean, best.worst) = (1.0, 1.0, 1.0);
        return Ok(rated.into_iter().map(|c| c.rated).collect());
    }

    let all_seen = set.completeness() == Completeness::Exact && facts.boards == set.len();
    let (mut chosen, rest) = split_by_safety(rated, all_seen, quiet_plies);
    search_rounds(set, &boards, &mut chosen, rng, budget)?;
    chosen.extend(rest);
    Ok(chosen.into_iter().map(|c| c.rated).collect())
}

#[derive(Clone, Copy)]
struct Candidate {
    rated: RatedRequest,
    push: f64,
}

/// The requests without those that mean the same (a promotion by capture without a piece), and the
/// pass.
pub(crate) fn distinct_requests(own: &OwnSide) -> Vec<Option<Move>> {
    let mut requests: Vec<Option<Move>> = own
        .requests()
        .into_iter()
        .filter(|m| own.with_promotion(*m) == *m)
        .map(Some)
        .collect();
    requests.push(None);
    requests
}

/// `most` of the numbers below `len`, in random order; all of them when there are no more.
fn sample(len: usize, most: usize, rng: &mut Rng) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..u32::try_from(len).unwrap_or(u32::MAX)).collect();
    let count = most.min(numbers.len());
    for i in 0..count {
        let j = i + rng.below(numbers.len() - i);
        numbers.swap(i, j);
    }
    numbers.truncate(count);
    numbers
}

/// What `requests` come to on one board: equal moves once.
pub(crate) struct Outcomes {
    /// The distinct moves that are taken, with the position after each.
    taken: Vec<(FastMove, Fate)>,
    /// For each request the index in `taken`.
    of_request: Vec<usize>,
}

/// What becomes of the kings by a move.
pub(crate) enum Fate {
    CapturesKing,
    LosesKing,
    Neither(FastBoard),
}

impl Outcomes {
    pub(crate) fn new(
        set: &InformationSet,
        board: u32,
        requests: impl Iterator<Item = Option<Move>>,
    ) -> Outcomes {
        let position = set.position(set.boards()[board as usize]);
        let before = FastBoard::new(&position);
        let mut taken: Vec<(FastMove, Fate)> = Vec::with_capacity(48);
        let mut of_request = Vec::with_capacity(64);
        for request in requests {
            let m = request
                .and_then(|m| position.taken_move(m))
                .map_or(FastMove::NONE, Into::into);
            // Requests of one piece follow each other, so that equal moves are near the end.
            let known = taken.iter().rposition(|(other, _)| *other == m);
            let index = known.unwrap_or_else(|| {
                taken.push((m, fate(&before, m)));
                taken.len() - 1
            });
            of_request.push(index);
        }
        Outcomes { taken, of_request }
    }

    /// The fate by request.
    pub(crate) fn fates(&self) -> impl Iterator<Item = &Fate> {
        self.of_request.iter().map(|i| &self.taken[*i].1)
    }
}

fn fate(before: &FastBoard, m: FastMove) -> Fate {
    if m != FastMove::NONE && before.captures_king(m) {
        return Fate::CapturesKing;
    }
    let mut after = *before;
    if m == FastMove::NONE {
        after.pass();
    } else {
        after.make(m);
    }
    if after.can_capture_king() {
        Fate::LosesKing
    } else {
        Fate::Neither(after)
    }
}

/// On how many of `boards` each request captures the king, and loses the own.
struct Facts {
    boards: usize,
    counts: Vec<(u32, u32)>,
}

fn count_facts(
    set: &InformationSet,
    boards: &[u32],
    requests: &[Option<Move>],
    budget: &mut Budget<'_>,
) -> Result<Facts, Cancelled> {
    let mut facts = Facts {
        boards: 0,
        counts: vec![(0, 0); requests.len()],
    };
    for chunk in boards.chunks(FACT_CHUNK) {
        if facts.boards > 0 && budget.should_stop()? {
            break;
        }
        // Parts of a fixed size, so that sums do not depend on the number of threads.
        let parts: Vec<&[u32]> = chunk.chunks(128).collect();
        let count = || {
            map_with_search(&parts, |_, part| {
                let mut counts = vec![(0, 0); requests.len()];
                for board in *part {
                    let outcomes = Outcomes::new(set, *board, requests.iter().copied());
                    for (count, fate) in counts.iter_mut().zip(outcomes.fates()) {
                        match fate {
                            Fate::CapturesKing => count.0 += 1,
                            Fate::LosesKing => count.1 += 1,
                            Fate::Neither(_) => {}
                        }
                    }
                }
                counts
            })
        };
        let counted = budget.once(count);
        for part in counted {
            for (sum, count) in facts.counts.iter_mut().zip(part) {
                sum.0 += count.0;
                sum.1 += count.1;
            }
        }
        facts.boards += chunk.len();
    }
    budget.should_stop()?;
    Ok(facts)
}

/// Those that may be chosen, and those that may not because they risk the king without need.
///
/// A move that is safe on every board wins over one that is not, unless that one captures the king
/// on more boards than it loses the own on. Where the boards are only a sample, safe there is all
/// that can be known. When the game is about to be drawn, a small risk is let in: in a large set
/// every move but a shuffling one may be unsafe on some board.
fn split_by_safety(
    candidates: Vec<Candidate>,
    all_seen: bool,
    quiet_plies: usize,
) -> (Vec<Candidate>, Vec<Candidate>) {
    let safest = candidates
        .iter()
        .map(|c| c.rated.loses_king)
        .fold(f64::INFINITY, f64::min);
    // Of a sample a small share of risk may be seen in one request and missed in another.
    let tolerance = if quiet_plies >= IMPATIENCE {
        0.01
    } else if all_seen {
        0.0
    } else {
        0.002
    };
    if safest > tolerance {
        return (candidates, Vec::new());
    }
    let (safe, mut unsafe_ones): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|c| {
        c.rated.loses_king <= tolerance || c.rated.captures_king > c.rated.loses_king
    });
    for c in &mut unsafe_ones {
        c.rated.mean = c.rated.captures_king + 0.3 * (1.0 - c.rated.loses_king);
        c.rated.worst = 0.0;
        c.rated.value = 0.0;
    }
    unsafe_ones.sort_by(|a, b| a.rated.loses_king.total_cmp(&b.rated.loses_king));
    (safe, unsafe_ones)
}

/// Searches the candidates in rounds and sorts them, best first.
fn search_rounds(
    set: &InformationSet,
    boards: &[u32],
    candidates: &mut [Candidate],
    rng: &mut Rng,
    budget: &mut Budget<'_>,
) -> Result<(), Cancelled> {
    // `boards` is in random order unless it was cut short; take a fresh order all the same, so that
    // the boards searched do not depend on how many were counted.
    let order = sample(boards.len(), ROUND_BOARDS, rng);
    let order: Vec<u32> = order.iter().map(|i| boards[*i as usize]).collect();
    let total = budget.left().unwrap_or(DEFAULT_NODES).max(1);
    let began = budget.spent();
    let mut left = candidates.len();
    let mut cost = 40;
    for depth in 0..=DEEPEST {
        let remaining = total.saturating_sub(budget.spent() - began);
        // The first rounds leave something for those that look deeper.
        let share = if depth < 2 {
            remaining / 3
        } else {
            remaining * 3 / 4
        };
        let fits = usize::try_from(share / (cost * left as u64)).unwrap_or(usize::MAX);
        let fewest = FEWEST_BOARDS.min(order.len());
        let planned = if depth == 0 {
            fits.clamp(1, order.len().max(1))
        } else if fits >= fewest {
            fits.min(order.len())
        } else {
            // Fewer requests, then, unless that leaves no choice.
            let fit = usize::try_from(share / (cost * fewest as u64)).unwrap_or(left);
            if fit < 2 {
                break;
            }
            left = left.min(fit);
            fewest
        };
        let planned = &order[..planned.min(order.len())];
        let spent_before = budget.spent();
        let mut done = 0;
        let mut values = vec![Vec::new(); left];
        while done < planned.len() {
            let per_board = (cost * left as u64).max(1);
            let batch = usize::try_from(BATCH_NODES / per_board)
                .unwrap_or(1)
                .clamp(1, 64);
            let batch = &planned[done..planned.len().min(done + batch)];
            // Some value for each request is needed even when there is no time at all.
            if (depth > 0 || done > 0) && budget.should_stop()? {
                break;
            }
            let found = budget.once(|| {
                map_with_search(batch, |search, board| {
                    rate_on_board(set, *board, &candidates[..left], depth, search)
                })
            });
            for (scores, nodes) in found {
                budget.spend(nodes);
                for (value, score) in values.iter_mut().zip(scores) {
                    value.extend(score);
                }
            }
            done += batch.len();
            budget.report((budget.spent() - began) as f32 / total as f32);
        }
        if depth > 0 && done < planned.len().div_ceil(3) {
            break;
        }
        for (candidate, values) in candidates.iter_mut().zip(values) {
            combine(candidate, values, done, depth);
        }
        candidates[..left].sort_by(|a, b| b.rated.value.total_cmp(&a.rated.value));
        if done < planned.len() || left <= 1 {
            break;
        }
        let spent = budget.spent() - spent_before;
        cost = (spent / (done * left).max(1) as u64).max(4) * BRANCHING;
        left = if depth == 0 {
            left.div_ceil(2).max(8)
        } else {
            left.div_ceil(3).max(3)
        }
        .min(candidates.len())
        .min(left);
    }
    budget.should_stop()?;
    Ok(())
}

/// The value of each candidate on one board (`None` where a king falls: that is counted already),
/// and the nodes used.
fn rate_on_board(
    set: &InformationSet,
    board: u32,
    candidates: &[Candidate],
    depth: u32,
    search: &mut Search,
) -> (Vec<Option<f64>>, u64) {
    let before = search.nodes();
    let outcomes = Outcomes::new(set, board, candidates.iter().map(|c| c.rated.request));
    let values: Vec<Option<f64>> = outcomes
        .taken
        .iter()
        .map(|(m, fate)| match fate {
            Fate::Neither(after) => {
                let mut score = -search.score(after, depth);
                if score.abs() < DECIDED {
                    if *m == FastMove::NONE {
                        score -= IDLE_PENALTY;
                    } else if after.king_attacked() {
                        score += CHECK_BONUS;
                    }
                }
                Some(chance(score) * (1.0 - QUIET_CHECK_RISK * quiet_checks(after, search)))
            }
            _ => None,
        })
        .collect();
    let values = outcomes.of_request.iter().map(|i| values[*i]).collect();
    (values, search.nodes() - before)
}

/// How many moves of the opponent, 3 at most, attack our king without a capture that would tell us.
/// The search answers them; we may not even see them.
fn quiet_checks(after: &FastBoard, search: &mut Search) -> f64 {
    let count = search.quiet_moves(after, |child| child.king_attacked(), 3);
    count as f64
}

/// A score in centipawns as something like a chance to win, where no king has fallen yet.
///
/// Bounded away from 0 and 1, which are for kings: opponents that do not see miss much of what a
/// search sees. Large scores keep a little slope, so that a won game is still played on.
fn chance(score: i32) -> f64 {
    if score >= DECIDED {
        0.95 - f64::from((KING_SCORE - score).min(20)) * 0.001
    } else if score <= -DECIDED {
        0.03 + f64::from((KING_SCORE + score).min(20)) * 0.001
    } else {
        let score = f64::from(score.clamp(-4_000, 4_000));
        0.48 + 0.8 * (1.0 / (1.0 + (-score / 350.0).exp()) - 0.5) + score * 0.000_008
    }
}

/// Sets the value of a candidate from its values on the boards where no king falls.
fn combine(candidate: &mut Candidate, mut values: Vec<f64>, boards: usize, depth: u32) {
    let rated = &mut candidate.rated;
    values.sort_by(f64::total_cmp);
    // Opponents hunt the king: boards that lose it count more than their number.
    let all = 1.0 + rated.loses_king * (DANGER_WEIGHT - 1.0);
    let captures_king = rated.captures_king / all;
    let loses_king = rated.loses_king * DANGER_WEIGHT / all;
    let neither = (1.0 - captures_king - loses_king).max(0.0);
    let average = |values: &[f64]| {
        if values.is_empty() {
            0.5
        } else {
            values.iter().sum::<f64>() / values.len() as f64
        }
    };
    rated.mean = captures_king + neither * average(&values);
    // Boards that lose the king come first in the worst tenth.
    let searched_share = (WORST_SHARE - loses_king).clamp(0.0, neither);
    let count = if neither > 0.0 {
        (searched_share / neither * values.len() as f64).ceil() as usize
    } else {
        0
    };
    let worst = average(&values[..count.min(values.len())]);
    let king_share = (WORST_SHARE - loses_king.min(WORST_SHARE) - searched_share).max(0.0);
    rated.worst = (searched_share * worst + king_share) / WORST_SHARE;
    rated.value = (1.0 - WORST_WEIGHT) * rated.mean + WORST_WEIGHT * rated.worst;
    if rated.mean > 0.45 {
        rated.value += candidate.push;
    }
    rated.boards = boards;
    rated.depth = depth;
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

#[cfg(test)]
mod tests {
    use rbc_rules::{Color, Position};

    use super::*;

    fn rate(fen: &str, nodes: u64) -> Vec<RatedRequest> {
        let position: Position = fen.parse().expect("a position");
        let set = InformationSet::new(position.turn(), &position, 1_000).expect("few pieces");
        rate_requests(&set, 0, &mut Rng::new(1), &mut Budget::nodes(nodes)).expect("not cancelled")
    }

    fn best(fen: &str) -> String {
        rate(fen, 50_000)[0]
            .request
            .map_or_else(|| "pass".into(), |m| m.to_string())
    }

    #[test]
    fn a_king_in_reach_is_captured() {
        // The queen stands to be captured and the own king too: it does not matter.
        assert_eq!(best("4k3/8/8/8/8/8/3q4/3KR3 w - - 0 1"), "e1e8");
        // By a slider that would stop there on its way: any such request will do.
        let all = rate("8/8/8/4k3/8/8/8/K3R3 w - - 0 1", 1);
        assert!(all[0].captures_king == 1.0 && all[0].value == 1.0);
    }

    #[test]
    fn the_king_leaves_the_line_of_fire() {
        for request in rate("4r2k/8/8/8/8/8/8/4K3 w - - 0 1", 1_000) {
            let Some(m) = request.request else {
                assert_eq!(request.loses_king, 1.0);
                continue;
            };
            let stays = m.to.file() == m.from.file();
            assert_eq!(request.loses_king, f64::from(u8::from(stays)), "{m}");
        }
        let best = rate("4r2k/8/8/8/8/8/8/4K3 w - - 0 1", 1_000)[0];
        assert_eq!(best.loses_king, 0.0);
    }

    #[test]
    fn free_pieces_are_taken_and_mates_given() {
        assert_eq!(best("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), "e4d5");
        let mate = best("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        assert_eq!(mate, "a1a8");
    }

    #[test]
    fn uncertain_boards_are_weighed_together() {
        // After 1. e4 any black move may have been made.
        let mut told = rbc_rules::Observations::new(Color::Black, &Position::initial());
        let mut set = InformationSet::new(Color::Black, &Position::initial(), 1_000).expect("ok");
        let begin = rbc_rules::Observation::TurnStart { capture: None };
        told.push(begin.clone()).expect("begins");
        set.observe(&begin).expect("fits");
        let all = rate_requests(&set, 0, &mut Rng::new(1), &mut Budget::nodes(30_000)).expect("ok");
        assert_eq!(all.len(), told.own().requests().len() + 1);
        assert!(all.iter().all(|r| r.captures_king == 0.0));
        assert!(all[0].boards > 1 && all[0].depth > 0);
        // A king that walks out or a pawn that opens its diagonal is no good beginning.
        assert!(all[0].mean > 0.4 && all[0].loses_king == 0.0);
    }

    #[test]
    fn chances_rise_with_the_score() {
        let scores = [
            -KING_SCORE,
            -KING_SCORE + 9,
            -5_000,
            -300,
            0,
            300,
            5_000,
            DECIDED,
            KING_SCORE,
        ];
        let chances = scores.map(chance);
        assert!(chances.is_sorted(), "{chances:?}");
        assert!(chances[0] > 0.0 && chances[8] < 1.0);
    }
}
