//! Puzzles `king`: the request that captures the king on most boards now, or that forces its capture within two turns.

use rbc_random::Rng;
use rbc_rules::{Bitboard, Move, OwnSide, Position, Square};

use super::{
    draft::{Judged, Solved, solved_by_boards},
    set_boards::{SetBoards, request_name},
};
use crate::{FastBoard, move_choice::distinct_requests};

/// Fewest boards of a puzzle.
const FEWEST: usize = 2;
/// Most requests that are as good as the best.
const MOST_ANSWERS: usize = 4;
/// The best request captures on this share of the boards at least,
const LEAST_SHARE: f64 = 0.3;
/// and on so many times as many as the best wrong one.
const MARGIN: f64 = 1.5;
/// Wrong requests whose numbers are kept.
const WRONG: usize = 5;
/// Most boards of a forced capture,
const MOST_FORCED: usize = 8;
/// and most boards after the replies that are told the same.
const MOST_REPLIES: usize = 400;

/// For each request, on which boards it reaches the aim.
#[derive(Clone, Debug)]
pub struct KingHunt {
    /// The requests, with the pass.
    pub requests: Vec<Option<Move>>,
    /// For each request, for each board.
    pub caught: Vec<Vec<bool>>,
    /// Whether the aim is the forced capture within two turns, not the capture now.
    pub forced: bool,
    /// On how many squares the king stands, on one board or another.
    pub squares: usize,
}

impl KingHunt {
    /// Looks at each request on each board: for a capture now.
    #[must_use]
    pub fn now(boards: &SetBoards) -> KingHunt {
        let requests = boards.requests();
        let caught = requests
            .iter()
            .map(|request| {
                let positions = boards.positions().iter();
                positions.map(|p| captures_king(p, *request)).collect()
            })
            .collect();
        let kings = |p: &Position| p.board().by_piece((!boards.color()).king());
        let squares = boards.positions().iter().map(kings);
        KingHunt {
            requests,
            caught,
            forced: false,
            squares: squares.fold(Bitboard::EMPTY, |all, one| all | one).count(),
        }
    }

    /// Looks at each request on each board: whether the capture is forced at the next turn, whatever the opponent plays. `None`
    /// where the king can be captured at once on some board, and with too many boards.
    #[must_use]
    pub fn forced(boards: &SetBoards) -> Option<KingHunt> {
        let now = KingHunt::now(boards);
        let is_now = now.caught.iter().flatten().any(|caught| *caught);
        if is_now || boards.positions().len() > MOST_FORCED {
            return None;
        }
        // Few sets have such a request; whether the boards can be told apart is looked at for those.
        let is_mate = |request: &Option<Move>| {
            let mut positions = boards.positions().iter();
            positions.all(|position| is_mate_on(position, *request))
        };
        if !now.requests.iter().any(is_mate) {
            return None;
        }
        let caught = now
            .requests
            .iter()
            .map(|request| forced_on(boards, *request))
            .collect();
        Some(KingHunt {
            caught,
            forced: true,
            ..now
        })
    }

    /// Returns the answer; `None` where there is no clear one.
    #[must_use]
    pub fn judge(&self) -> Option<Judged> {
        let boards = self.caught.first()?.len();
        let mut counts: Vec<(usize, String)> = self
            .requests
            .iter()
            .zip(&self.caught)
            .map(|(request, caught)| {
                (
                    caught.iter().filter(|c| **c).count(),
                    request_name(*request),
                )
            })
            .collect();
        counts.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let best = counts[0].0;
        let right = counts
            .iter()
            .take_while(|(count, _)| *count == best)
            .count();
        let next = counts.get(right).map_or(0, |(count, _)| *count);
        let share = best as f64 / boards as f64;
        let is_clear = if self.forced {
            best == boards
        } else {
            // Where everybody knows where it stands, there is nothing to find.
            self.squares > 1
                && share >= LEAST_SHARE
                && best as f64 >= MARGIN * next as f64
                && (next > 0 || self.is_one_capture(best))
        };
        if boards < FEWEST || best == 0 || !is_clear || right > MOST_ANSWERS {
            return None;
        }
        let kept = counts.into_iter().take(right + WRONG);
        let numbers: Vec<(String, f64)> = kept
            .map(|(count, name)| (name, count as f64 / boards as f64))
            .collect();
        Some(Judged {
            answers: numbers[..right]
                .iter()
                .map(|(name, _)| name.clone())
                .collect(),
            numbers,
        })
    }

    /// Whether all requests that catch it on `count` boards catch it on the same ones. Otherwise, where no other catches it at all,
    /// every king in sight is as good as another, and there is nothing to weigh.
    fn is_one_capture(&self, count: usize) -> bool {
        let caught = |boards: &&Vec<bool>| boards.iter().filter(|c| **c).count() == count;
        let mut best = self.caught.iter().filter(caught);
        let first = best.next();
        best.all(|boards| Some(boards) == first)
    }

    /// Returns how often the solvers find one of `answers`.
    pub(super) fn solve(&self, answers: &[String], rng: &mut Rng) -> Solved {
        let is_right: Vec<bool> = self
            .requests
            .iter()
            .map(|request| answers.contains(&request_name(*request)))
            .collect();
        let n = self.caught.first().map_or(0, Vec::len);
        let value =
            |i: usize, some: &[usize]| some.iter().filter(|b| self.caught[i][**b]).count() as f64;
        let solved = solved_by_boards(n, &is_right, value, rng);
        let guess = solved[0];
        // Who looks a move ahead sees captures; two moves ahead the weaker ones seldom look.
        if self.forced {
            const SEES: [f64; 7] = [1.0, 0.15, 0.25, 0.35, 0.5, 0.65, 0.85];
            std::array::from_fn(|i| SEES[i] * solved[i] + (1.0 - SEES[i]) * guess)
        } else {
            solved
        }
    }
}

/// Whether `request` captures the king on `position`.
fn captures_king(position: &Position, request: Option<Move>) -> bool {
    let taken = request.and_then(|m| position.taken_move(m));
    let king = position.board().by_piece((!position.turn()).king());
    taken.is_some_and(|m| king.contains(m.to))
}

/// Whether the king can be captured after `request` and any reply, for one who sees the board.
fn is_mate_on(position: &Position, request: Option<Move>) -> bool {
    let mut moved = position.clone();
    moved.push(request.and_then(|m| position.taken_move(m)));
    let catches = |after: &Position| FastBoard::new(after).can_capture_king();
    // Most requests threaten nothing: the pass shows it.
    let mut passed = moved.clone();
    passed.push(None);
    catches(&passed) && !catches(&moved) && replies(&moved).iter().all(|(_, after)| catches(after))
}

/// On which boards the king falls at the next turn after `request`, whatever the opponent plays: on those all of whose
/// successors can be told apart well enough.
fn forced_on(boards: &SetBoards, request: Option<Move>) -> Vec<bool> {
    let me = boards.color();
    let mut forced = vec![true; boards.positions().len()];
    // What the side is told of the own move and the reply, with the boards after them.
    let mut told: Vec<(Told, Vec<(usize, Position)>)> = Vec::new();
    for (i, position) in boards.positions().iter().enumerate() {
        let taken = request.and_then(|m| position.taken_move(m));
        let capture = taken.and_then(|m| position.capture_square(m));
        let mut moved = position.clone();
        moved.push(taken);
        if FastBoard::new(&moved).can_capture_king() {
            // The opponent is quicker.
            forced[i] = false;
            continue;
        }
        for (lost, after) in replies(&moved) {
            // A board with an escape is lost, but what else may follow on it is still possible.
            forced[i] &= FastBoard::new(&after).can_capture_king();
            let key = Told {
                taken,
                capture,
                lost,
            };
            match told.iter_mut().find(|(other, _)| *other == key) {
                Some((_, list)) => list.push((i, after)),
                None => told.push((key, vec![(i, after)])),
            }
        }
    }
    for (_, list) in &told {
        let all: Vec<&Position> = list.iter().map(|(_, position)| position).collect();
        let own = all[0].own_side(me);
        if !list.iter().any(|(i, _)| forced[*i]) {
            continue;
        }
        if all.len() > MOST_REPLIES || !is_caught_after_a_sense(&all, &own) {
            for (i, _) in list {
                forced[*i] = false;
            }
        }
    }
    forced
}

/// What a side is told between two of its senses.
#[derive(Clone, PartialEq, Eq)]
struct Told {
    taken: Option<Move>,
    capture: Option<Square>,
    lost: Option<Square>,
}

/// All positions after a half-turn, with the square of its capture.
fn replies(position: &Position) -> Vec<(Option<Square>, Position)> {
    let mut taken: Vec<Option<Move>> = vec![None];
    taken.extend(
        crate::taken_moves(position, &position.own_side(position.turn()))
            .into_iter()
            .map(Some),
    );
    taken
        .into_iter()
        .map(|m| {
            let mut after = position.clone();
            (after.push(m), after)
        })
        .collect()
}

/// Whether there is a sense after each of whose results one request captures the king on all boards that are left.
fn is_caught_after_a_sense(all: &[&Position], own: &OwnSide) -> bool {
    let requests = distinct_requests(own);
    // For each request the boards on which it captures, as bits in words.
    let words = all.len().div_ceil(64);
    let mut catches: Vec<Vec<u64>> = requests
        .iter()
        .map(|request| {
            let mut bits = vec![0; words];
            for (i, position) in all.iter().enumerate() {
                if captures_king(position, *request) {
                    bits[i / 64] |= 1_u64 << (i % 64);
                }
            }
            bits
        })
        .collect();
    catches.sort_unstable();
    catches.dedup();
    Square::ALL.into_iter().any(|square| {
        let mut groups: Vec<(Vec<_>, Vec<u64>)> = Vec::new();
        for (i, position) in all.iter().enumerate() {
            let shown = position.sense(Some(square)).contents;
            let at = groups.iter().position(|(other, _)| *other == shown);
            let at = at.unwrap_or_else(|| {
                groups.push((shown, vec![0; words]));
                groups.len() - 1
            });
            groups[at].1[i / 64] |= 1_u64 << (i % 64);
        }
        groups.iter().all(|(_, group)| {
            catches
                .iter()
                .any(|bits| group.iter().zip(bits).all(|(g, b)| g & !b == 0))
        })
    })
}
