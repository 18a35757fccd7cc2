//! How often the solvers of the ladder solve a puzzle, from the puzzle alone.

use rbc_random::{Rng, hash::fnv1a};
use rbc_rules::{Position, Role, Square};

use super::{
    draft::Solved,
    king::KingHunt,
    puzzle::{Kind, Puzzle},
    safe::KingRisks,
    sense::{solve_left, solve_sense},
    set_boards::SetBoards,
    story::Story,
    told::Told,
    value::{Values, solve_decide, solve_move},
};
use crate::{Budget, Cancelled, Evaluator};

/// Plies beyond the move by which solvers judge requests, as when the committed set was made.
const DEPTH: u32 = 1;

/// Returns how often each of [`SOLVERS`](super::SOLVERS) solves the puzzle; `None` where it cannot be read. The same puzzle and
/// evaluator give the same numbers.
///
/// When the puzzle was found, other boards were drawn for the solvers that look at some boards only: the numbers differ a little.
///
/// # Errors
///
/// When the budget cancels, or an engine has not answered yet.
pub fn solved_by(
    puzzle: &Puzzle,
    evaluator: &mut dyn Evaluator,
    budget: &mut Budget<'_>,
) -> Result<Option<Solved>, Cancelled> {
    let Ok(boards) = SetBoards::read(&puzzle.boards) else {
        return Ok(None);
    };
    let answers = &puzzle.answers;
    let mut rng = Rng::new(Rng::nth(fnv1a(puzzle.id.as_bytes())));
    Ok(match puzzle.kind {
        Kind::Sense => Some(solve_sense(&boards, answers, &mut rng)),
        Kind::Left => square_of(puzzle).map(|square| solve_left(&boards, square)),
        Kind::Safe => Some(KingRisks::of(&boards).solve(answers, &mut rng)),
        Kind::King => {
            let hunt = match puzzle.turns {
                None => Some(KingHunt::now(&boards)),
                Some(_) => KingHunt::forced(&boards),
            };
            hunt.map(|hunt| hunt.solve(answers, &mut rng))
        }
        Kind::Where | Kind::Played | Kind::Count => {
            let role = match puzzle.piece.as_deref() {
                Some("queen") => Role::Queen,
                _ => Role::King,
            };
            story_of(puzzle).map(|story| story.solved(puzzle.kind, Some(role)))
        }
        Kind::Move | Kind::Decide => {
            let values = Values::of(&boards, evaluator, DEPTH, budget)?;
            let rough = Values::of(&boards, evaluator, 0, budget)?;
            Some(match puzzle.kind {
                Kind::Move => solve_move(&values, &rough, answers, &mut rng),
                _ => solve_decide(&boards, &values, &rough, answers, &mut rng),
            })
        }
    })
}

fn square_of(puzzle: &Puzzle) -> Option<Square> {
    puzzle.square.as_deref()?.parse().ok()
}

fn story_of(puzzle: &Puzzle) -> Option<Story> {
    let before: Position = puzzle.before.as_deref()?.parse().ok()?;
    let told: Told = puzzle.told.as_deref()?.parse().ok()?;
    Story::new(&before, &told)
}
