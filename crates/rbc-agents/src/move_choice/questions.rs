//! The questions that the evaluator is asked, and what their answers are for.

use super::outcomes::{Fate, Outcomes};
use crate::{DECIDED, FastBoard, Question, fast_board::FastMove, win_chance};

/// Centipawns for attacking the king: the opponent is not told.
const CHECK_BONUS: i32 = 45;
/// What each quiet check that the opponent has takes from the chance to win; three at most count.
const QUIET_CHECK_RISK: f64 = 0.04;
/// Centipawns lost when nothing moves: a request that would win something on a few boards and does
/// nothing on the others is not to be made for ever.
const IDLE_PENALTY: i32 = 15;

/// The correction of a score for what the search does not see, which takes both sides to know everything.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Correction {
    /// What is added to the score,
    bonus: i32,
    /// and what its chance to win is multiplied by.
    factor: f64,
}

impl Correction {
    /// Returns the correction for the move `m`, which leads to `after`.
    pub(crate) fn of(m: FastMove, after: &FastBoard) -> Correction {
        let bonus = if m == FastMove::NONE {
            -IDLE_PENALTY
        } else if after.king_attacked() {
            CHECK_BONUS
        } else {
            0
        };
        let checks = f64::from(after.quiet_checks().min(3));
        Correction {
            bonus,
            factor: 1.0 - QUIET_CHECK_RISK * checks,
        }
    }

    /// Returns the chance to win of the `score`.
    pub(crate) fn win_chance(self, score: i32) -> f64 {
        let decided = score.abs() >= DECIDED;
        win_chance(if decided { score } else { score + self.bonus }) * self.factor
    }
}

/// Questions that are being answered.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) questions: Vec<Question>,
    pub(super) asked: Vec<Asked>,
}

/// What a question is about.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) weight: f64,
    /// For each move of the question the correction of its score.
    pub(super) corrections: Vec<Correction>,
    /// The arms on this board: which move of the question is theirs, if no king falls at once.
    pub(super) arms: Vec<(usize, Option<usize>)>,
}

/// The question about those requests on a board with which no king falls at once.
pub(super) fn ask(outcomes: &Outcomes, on_board: &[usize], weight: f64) -> (Question, Asked) {
    let mut place = vec![None; outcomes.taken.len()];
    let mut moves = Vec::with_capacity(outcomes.taken.len());
    let mut corrections = Vec::with_capacity(outcomes.taken.len());
    for (place, (m, fate)) in place.iter_mut().zip(&outcomes.taken) {
        if let Fate::Neither(after) = fate {
            *place = Some(moves.len());
            moves.push(m.as_move());
            corrections.push(Correction::of(*m, after));
        }
    }
    let arms = on_board
        .iter()
        .zip(&outcomes.of_request)
        .map(|(arm, (i, _))| (*arm, place[*i]))
        .collect();
    let question = Question {
        board: outcomes.before,
        moves,
    };
    let asked = Asked {
        weight,
        corrections,
        arms,
    };
    (question, asked)
}
