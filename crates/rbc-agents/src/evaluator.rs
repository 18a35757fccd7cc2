//! Evaluators, which score moves on boards: [`BuiltIn`] or a chess engine.
//!
//! Everything that chooses moves uses [`Evaluator`], so every agent runs with either.

use rbc_rules::Move;

use crate::{
    Budget, Cancelled, FastBoard, Search,
    fast_board::FastMove,
    parallel::{map, one_by_one, with_search},
};

/// Moves to be scored on one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The board before the move.
    pub board: FastBoard,
    /// Moves as *taken* there (by [`Position::taken_move`](rbc_rules::Position::taken_move)), without duplicates;
    /// `None` is a pass or a failed request.
    pub moves: Vec<Option<Move>>,
}

/// The answer to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// For each move, in order: centipawns for the side that moves, after the move. Beyond
    /// [`DECIDED`](crate::DECIDED) a king falls: [`KING_SCORE`](crate::KING_SCORE) for a move that captures it, one
    /// less for each ply later; negative for the own king.
    pub scores: Vec<i32>,
    /// Positions searched.
    pub nodes: u64,
}

/// Scores moves on boards.
pub trait Evaluator: Send {
    /// Returns its name: `built-in`, or the engine's own name.
    fn name(&self) -> &str;

    /// Answers `questions` in order, searching `depth` plies after the move (fewer where that would take long) and
    /// then captures.
    ///
    /// When the budget says to decide at once, there are fewer answers than questions; put the most important
    /// questions first. Answers are kept with [`Budget::once`], so an interrupted call continues where it was.
    ///
    /// # Errors
    ///
    /// When the budget cancels the decision, or when an engine has not answered yet: ask again with the same journal.
    fn answer(
        &mut self,
        questions: &[Question],
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Answer>, Cancelled>;

    /// Returns a remark about the answers, in a sentence: such as that an engine failed and the built-in search
    /// answered instead.
    fn note(&self) -> Option<String> {
        None
    }
}

/// The built-in search, which follows the rules of RBC.
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
            // Where the nodes are used up there is nothing to do that a look could break off: one that did would do so for ever, if
            // the decision goes on from here with the same two looks each time.
            if budget.left() == Some(0) || budget.should_stop()? {
                break;
            }
            let rest = &questions[answers.len()..];
            let fits = (NODES_AT_ONCE * scored).checked_div(nodes).unwrap_or(0);
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
    use crate::{Journal, KING_SCORE, Stop};

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

    /// The moves of a few openings, in questions of five each.
    fn many_questions() -> Vec<Question> {
        let mut questions = Vec::new();
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
            "r2q1rk1/pp1bbppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1NQPPP/R3K2R w KQ - 0 9",
        ] {
            let position: Position = fen.parse().expect("a position");
            let own = position.own_side(position.turn());
            let board = FastBoard::new(&position);
            questions.extend(crate::taken_moves(&position, &own).chunks(5).map(|moves| {
                let moves = moves.iter().copied().map(Some).collect();
                Question { board, moves }
            }));
        }
        questions
    }

    /// Wherever the time is over, what was answered by then is what would have been answered, and every look but few
    /// brings it on: no piece of work grows with what there is to do.
    #[test]
    fn answers_end_with_the_time() {
        let questions = many_questions();
        let on_one_thread = |stop: Box<dyn FnMut() -> Stop + '_>| {
            let mut budget = Budget::new(None, stop);
            let answer = |questions: &[Question]| {
                let mut answers = Vec::new();
                while answers.len() < questions.len() {
                    if budget.should_stop()? {
                        break;
                    }
                    // As where one thread works, whatever threads run the tests.
                    let rest = &questions[answers.len()..];
                    answers.extend(answer_some(&rest[..1], 3, &mut budget));
                }
                Ok::<_, Cancelled>(answers)
            };
            let mut answer = answer;
            answer(&questions).expect("not cancelled")
        };
        let mut looks = 0;
        let all = on_one_thread(Box::new(|| {
            looks += 1;
            Stop::GoOn
        }));
        let nodes: u64 = all.iter().map(|answer| answer.nodes).sum();
        assert_eq!(all.len(), questions.len());
        assert!(
            looks as u64 >= nodes / 2_500,
            "{looks} looks, {nodes} nodes"
        );
        for allowed in (0..looks).step_by(7) {
            let mut left = allowed;
            let some = on_one_thread(Box::new(|| {
                if left == 0 {
                    return Stop::MoveNow;
                }
                left -= 1;
                Stop::GoOn
            }));
            assert!(some.len() < all.len());
            assert_eq!(some, all[..some.len()]);
        }
    }

    #[test]
    fn pieces_are_cut_by_what_they_cost() {
        let questions = many_questions();
        assert_eq!(next_piece(&questions, 0), FEWEST_AT_ONCE);
        assert_eq!(next_piece(&questions, 30), 6);
        assert_eq!(next_piece(&questions[..2], 30), 2);
        let position = Position::initial();
        let large = Question {
            board: FastBoard::new(&position),
            moves: vec![None; 2 * MOVES_AT_ONCE],
        };
        assert_eq!(next_piece(&[large.clone(), large], 9_999), 1);
    }

    /// A caller that wants to be heard every few milliseconds gets on all the same.
    #[test]
    fn a_caller_who_breaks_off_at_every_look_gets_the_same_answers() {
        let questions = many_questions();
        let all = BuiltIn.answer(&questions, 2, &mut Budget::unlimited());
        let mut journal = Journal::default();
        let mut calls = 0;
        let resumed = loop {
            calls += 1;
            let mut looks = 0;
            let stop = || {
                looks += 1;
                if looks > 1 { Stop::Cancel } else { Stop::GoOn }
            };
            let mut budget = Budget::new(None, Box::new(stop)).resuming(&mut journal);
            if let Ok(answers) = BuiltIn.answer(&questions, 2, &mut budget) {
                break answers;
            }
        };
        assert!(calls > 2 && calls <= questions.len());
        assert_eq!(Ok(resumed), all);
    }

    #[test]
    fn where_the_nodes_are_used_up_the_end_needs_no_look() {
        let questions = many_questions();
        let looks = |nodes: u64| {
            let mut looks = 0;
            let stop = || {
                looks += 1;
                Stop::GoOn
            };
            let mut budget = Budget::new(Some(nodes), Box::new(stop));
            budget.spend(nodes);
            let answers = BuiltIn.answer(&questions, 0, &mut budget);
            assert_eq!(answers, Ok(Vec::new()));
            drop(budget);
            looks
        };
        assert_eq!((looks(0), looks(1_000)), (0, 0));
    }
}
