//! What answers "how good is this move on this board?": [`BuiltIn`], or a chess engine.
//!
//! Everything that chooses moves asks through [`Evaluator`], so that every agent runs with either.

use rbc_rules::Move;

use crate::{
    Budget, Cancelled, FastBoard, Search,
    fast_board::FastMove,
    parallel::{map, one_by_one, with_search},
};

/// Moves on one board, whose scores are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The board before the move.
    pub board: FastBoard,
    /// Moves as they are *taken* there (as [`Position::taken_move`](rbc_rules::Position::taken_move)
    /// gives them), each once; `None` is the pass, and a request that comes to nothing.
    pub moves: Vec<Option<Move>>,
}

/// The answer to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// For each move of the question in order: centipawns for the side that moves, after the move.
    /// Beyond [`DECIDED`](crate::DECIDED) a king falls: [`KING_SCORE`](crate::KING_SCORE) for a move that captures it,
    /// one less for each ply later; negative when it is the own one.
    pub scores: Vec<i32>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Scores moves on boards.
pub trait Evaluator: Send {
    /// What it is called: `built-in`, or the engine's own name.
    fn name(&self) -> &str;

    /// The answers to `questions`, in their order, when `depth` plies after the move are looked at (fewer
    /// where that would take long), and on until nothing is captured any more.
    ///
    /// There are fewer answers than questions when the budget says to decide at once; the questions that
    /// matter most therefore come first. Answers are kept with [`Budget::once`], so that a call that was
    /// broken off goes on where it was.
    ///
    /// # Errors
    ///
    /// When the budget cancels the decision, or when answers are under way that cannot be waited for
    /// here: ask again with the same journal.
    fn answer(
        &mut self,
        questions: &[Question],
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Answer>, Cancelled>;

    /// What somebody should know about the answers, in a sentence: that an engine broke off and the
    /// built-in search answered instead.
    fn note(&self) -> Option<String> {
        None
    }
}

/// The search of this crate, which knows RBC's rules.
#[derive(Clone, Copy, Default, Debug)]
pub struct BuiltIn;

/// Most moves of a piece of work, after which a decision can be broken off;
const MOVES_AT_ONCE: usize = 256;
/// and nodes that it is to take, as far as can be told: some 7 ms on one thread.
const NODES_AT_ONCE: u64 = 8_000;
/// But so many questions in any case: threads share them.
const FEWEST_AT_ONCE: usize = 4;

impl Evaluator for BuiltIn {
    fn name(&self) -> &str {
        "built-in"
    }

    fn answer(
        &mut self,
        questions: &[Question],
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Answer>, Cancelled> {
        let mut answers = Vec::with_capacity(questions.len());
        // Nodes and moves so far: what the next piece may take does not depend on the number of threads.
        let (mut nodes, mut scored) = (0, 0);
        while answers.len() < questions.len() {
            if budget.should_stop()? {
                break;
            }
            let rest = &questions[answers.len()..];
            let fits = if nodes > 0 {
                NODES_AT_ONCE * scored / nodes
            } else {
                0
            };
            let most = usize::try_from(fits).unwrap_or(MOVES_AT_ONCE);
            let batch = &rest[..next_piece(rest, most)];
            let found = budget.try_once(|budget| Ok(answer_some(batch, depth, budget)))?;
            for (answer, question) in found.into_iter().zip(batch) {
                budget.spend(answer.nodes);
                nodes += answer.nodes;
                scored += question.moves.len() as u64;
                answers.push(answer);
            }
        }
        Ok(answers)
    }
}

/// How many of `questions` make the next piece of work, which is to score `most` moves.
fn next_piece(questions: &[Question], most: usize) -> usize {
    let mut moves = 0;
    let fits = questions.iter().enumerate().take_while(|(i, question)| {
        moves += question.moves.len();
        moves <= MOVES_AT_ONCE && (moves <= most || *i < FEWEST_AT_ONCE)
    });
    fits.count().max(1)
}

/// The answers to `questions`; where no other threads help, only to those for which there was time.
fn answer_some(questions: &[Question], depth: u32, budget: &mut Budget<'_>) -> Vec<Answer> {
    if one_by_one(questions.len()) {
        let answer = |question| {
            with_search(|search| answer(question, depth, search, &mut || budget.is_due()))
        };
        return questions.iter().map_while(answer).collect();
    }
    let answer =
        |question: &Question| with_search(|search| answer(question, depth, search, &mut || false));
    map(questions, answer).into_iter().flatten().collect()
}

/// The answer; `None` when `watch` gives up.
fn answer(
    question: &Question,
    depth: u32,
    search: &mut Search,
    watch: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    let before = search.nodes();
    let moves = question
        .moves
        .iter()
        .map(|m| m.map_or(FastMove::NONE, Into::into));
    let mut scores = Vec::with_capacity(question.moves.len());
    let done = search.scores(&question.board, moves, depth, &mut scores, watch);
    done.then(|| Answer {
        scores,
        nodes: search.nodes() - before,
    })
}

#[cfg(test)]
mod tests {
    use rbc_rules::Position;

    use super::*;
    use crate::KING_SCORE;

    fn scores(fen: &str, moves: &[&str], depth: u32) -> Vec<i32> {
        let position: Position = fen.parse().expect("a position");
        let question = Question {
            board: FastBoard::new(&position),
            moves: moves.iter().map(|m| m.parse().ok()).collect(),
        };
        let answers = BuiltIn
            .answer(&[question], depth, &mut Budget::unlimited())
            .expect("not cancelled");
        answers[0].scores.clone()
    }

    #[test]
    fn a_falling_king_is_counted_from_the_move() {
        let fen = "4k3/8/8/8/8/8/3r4/3KR3 w - - 0 1";
        // Takes the king; loses the own one to the rook; the rest is no king's fall at once.
        let scores = scores(fen, &["e1e8", "e1e5", "d1d2"], 0);
        assert_eq!(scores[0], KING_SCORE);
        assert_eq!(scores[1], 1 - KING_SCORE);
        assert!(scores[2] > 300);
    }

    #[test]
    fn an_answer_comes_for_each_question_in_order() {
        let start = FastBoard::new(&Position::initial());
        let question = |m: &str| Question {
            board: start,
            moves: vec![m.parse().ok(), None],
        };
        let questions: Vec<Question> = ["e2e4", "f2f3", "g1f3"].map(question).to_vec();
        let all = BuiltIn.answer(&questions, 1, &mut Budget::unlimited());
        for (question, together) in questions.iter().zip(all.expect("not cancelled")) {
            let alone = BuiltIn.answer(std::slice::from_ref(question), 1, &mut Budget::unlimited());
            assert_eq!(alone.expect("not cancelled"), [together]);
        }
    }
}
