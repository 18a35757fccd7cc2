//! The best move on a single board.

use rbc_rules::{Move, OwnSide, Position};

use crate::{Budget, BuiltIn, Cancelled, DECIDED, DEFAULT_NODES, Evaluator, FastBoard, Question};

/// Moves that are asked about together: a question is a piece of work that is not broken off.
const MOVES_A_QUESTION: usize = 4;
/// Nodes between two looks at the budget, about: some 4 ms on one thread.
const BATCH_NODES: u64 = 3_000;
/// A ply more costs about this many times the nodes.
const BRANCHING: u64 = 3;
/// Nodes that one move costs before anything is known.
const FIRST_COST: u64 = 25;
/// No deeper than this, however few the moves.
const DEEPEST: u32 = 20;

/// Returns the moves taken for the requests of `own` on `position`, without duplicates and in the order of the
/// requests. Failed requests are left out.
#[must_use]
pub fn taken_moves(position: &Position, own: &OwnSide) -> Vec<Move> {
    let mut taken: Vec<Move> = Vec::with_capacity(64);
    for request in own.requests() {
        if let Some(m) = position.taken_move(request)
            && !taken.contains(&m)
        {
            taken.push(m);
        }
    }
    taken
}

/// Returns the best of `moves` (as taken) on `position` by `evaluator`, or `None` when there are none. Ties go to the
/// first.
///
/// The search deepens, the best move so far first, until the nodes ([`DEFAULT_NODES`] without a limit) are used or
/// the budget says to decide. An unfinished depth counts once the previous best move was searched. Everything is kept
/// in the budget's [`Journal`](crate::Journal): an interrupted decision continues where it was.
///
/// ```
/// use rbc_agents::{Budget, BuiltIn, best_on_board, taken_moves};
/// use rbc_rules::{Color, Position};
/// let position: Position = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?; // the back rank
/// let moves = taken_moves(&position, &position.own_side(Color::White));
/// let best = best_on_board(&position, &moves, &mut BuiltIn, &mut Budget::unlimited())?;
/// assert_eq!(best.map(|m| m.to_string()).as_deref(), Some("a1a8"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the budget is cancelled.
pub fn best_on_board(
    position: &Position,
    moves: &[Move],
    evaluator: &mut dyn Evaluator,
    budget: &mut Budget<'_>,
) -> Result<Option<Move>, Cancelled> {
    let board = FastBoard::new(position);
    let mut ranked: Vec<(Move, i32)> = moves.iter().map(|m| (*m, 0)).collect();
    if ranked.len() < 2 {
        budget.should_stop()?;
        return Ok(moves.first().copied());
    }
    let allowed = budget.left().unwrap_or(DEFAULT_NODES);
    let began = budget.spent();
    let mut cost = FIRST_COST;
    for depth in 0..=DEEPEST {
        let before = budget.spent();
        let mut answered = 0;
        while answered < ranked.len() {
            let left = allowed.saturating_sub(budget.spent() - began);
            if left == 0 && depth > 0 {
                break;
            }
            let questions = next_questions(&board, &ranked[answered..], cost);
            let asked = questions.len();
            let answers = evaluator.answer(&questions, depth, budget)?;
            let stop = answers.len() < asked;
            for score in answers.into_iter().flat_map(|answer| answer.scores) {
                ranked[answered].1 = score;
                answered += 1;
            }
            if stop {
                break;
            }
        }
        if depth == 0 && answered == 0 {
            // Some order is needed even when there is no time at all.
            let all = Question {
                board,
                moves: moves.iter().copied().map(Some).collect(),
            };
            let answers = BuiltIn.answer(&[all], 0, &mut Budget::unlimited())?;
            for (entry, score) in ranked.iter_mut().zip(&answers[0].scores) {
                entry.1 = *score;
            }
            answered = ranked.len();
        }
        let done = answered == ranked.len();
        // Those that were not reached stay behind those that were.
        ranked[..answered].sort_by_key(|(_, score)| -score);
        let used = budget.spent() - began;
        budget.report(used as f32 / allowed.max(1) as f32);
        if !done || used >= allowed || ranked[0].1.abs() > DECIDED {
            break;
        }
        cost = ((budget.spent() - before) / ranked.len() as u64).max(4) * BRANCHING;
    }
    Ok(Some(ranked[0].0))
}

/// Questions about the first of `ranked`, as many as `cost` nodes for each move allow.
fn next_questions(board: &FastBoard, ranked: &[(Move, i32)], cost: u64) -> Vec<Question> {
    let most = usize::try_from(BATCH_NODES / cost.max(1)).unwrap_or(usize::MAX);
    let most = most.clamp(1, ranked.len());
    ranked[..most]
        .chunks(MOVES_A_QUESTION)
        .map(|chunk| Question {
            board: *board,
            moves: chunk.iter().map(|(m, _)| Some(*m)).collect(),
        })
        .collect()
}
