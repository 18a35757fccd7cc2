//! A chess engine as an evaluator: what chess can say of a move in RBC.
//!
//! A chess engine knows neither captured kings nor passes. So this module asks it only about positions that
//! chess allows: about the legal moves of a board together, and about a pass, or castling that only chess
//! forbids, by the position that follows. Kings that fall at once it counts itself; the built-in search
//! answers the rest, and stalemates, which RBC does not have.

use std::fmt;

use rbc_rules::Move;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup as _, Position as _, fen::Fen};

use crate::{
    Answer, Budget, BuiltIn, Cancelled, Evaluator, FastBoard, KING_SCORE, Question,
    fast_board::FastMove,
    uci::{UciAnswer, UciLimit, UciTask},
};

/// Engines that can be asked.
pub trait EnginePool: Send {
    /// What the engines are called.
    fn name(&self) -> &str;

    /// The answers to `tasks`, in their order; `None` where the engines failed. There are fewer answers than tasks when
    /// the budget says to decide at once.
    ///
    /// # Errors
    ///
    /// When the budget cancels the decision, or when answers are under way that cannot be waited for here: ask
    /// again with the same tasks. What was asked and is not asked again is stopped when something else is
    /// asked, or the pool is dropped.
    fn answer(
        &mut self,
        tasks: &[UciTask],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Option<UciAnswer>>, Cancelled>;

    /// What somebody should know about the engines, in a sentence.
    fn note(&self) -> Option<String> {
        None
    }
}

impl<P: EnginePool + ?Sized> EnginePool for Box<P> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn answer(
        &mut self,
        tasks: &[UciTask],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Option<UciAnswer>>, Cancelled> {
        (**self).answer(tasks, budget)
    }

    fn note(&self) -> Option<String> {
        (**self).note()
    }
}

/// Scores moves by chess engines.
///
/// `depth` plies after the move are `depth + 1` of the engine's for the moves of a board, and `depth`, at least 1, for
/// the position after a move. Engines count differently from the built-in search, and look deeper than
/// they say along forced lines.
pub struct EngineEvaluator<P> {
    pool: P,
    /// Tasks that the engines failed on.
    failed: u64,
}

impl<P: EnginePool> EngineEvaluator<P> {
    /// Asks `pool`.
    pub const fn new(pool: P) -> EngineEvaluator<P> {
        EngineEvaluator { pool, failed: 0 }
    }
}

impl<P: EnginePool> fmt::Debug for EngineEvaluator<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineEvaluator")
            .field("pool", &self.pool.name())
            .field("failed", &self.failed)
            .finish()
    }
}

impl<P: EnginePool> Evaluator for EngineEvaluator<P> {
    fn name(&self) -> &str {
        self.pool.name()
    }

    fn answer(
        &mut self,
        questions: &[Question],
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Answer>, Cancelled> {
        let plan = Plan::new(questions, depth);
        // First: little, as a rule, and what comes from the pool is then used whatever the budget says.
        let built_in = BuiltIn.answer(&plan.built_in, depth, budget)?;
        let found = if plan.tasks.is_empty() {
            Vec::new()
        } else {
            budget.try_once(|budget| self.pool.answer(&plan.tasks, budget))?
        };
        let is_known = |source: &Source| match *source {
            Source::Known(_) => true,
            Source::BuiltIn { question, .. } => question < built_in.len(),
            Source::Board { task, .. } | Source::Child { task } => task < found.len(),
        };
        let known = plan.sources.iter();
        let known = known.take_while(|sources| sources.iter().all(is_known));
        let known = known.count();

        let mut answers = Vec::with_capacity(known);
        let mut missing: Vec<(usize, usize)> = Vec::new();
        for (i, sources) in plan.sources[..known].iter().enumerate() {
            let mut answer = Answer {
                scores: Vec::with_capacity(sources.len()),
                nodes: 0,
            };
            for (at, source) in sources.iter().enumerate() {
                let score = match *source {
                    Source::Known(score) => Some(score),
                    Source::BuiltIn { question, at } => built_in[question].scores.get(at).copied(),
                    Source::Board { task, m } => found[task]
                        .as_ref()
                        .and_then(|found| found.score_of(m))
                        .map(|score| score.of_move()),
                    Source::Child { task } => found[task]
                        .as_ref()
                        .and_then(|found| found.lines.first())
                        .map(|(_, score)| score.of_move_before()),
                };
                if score.is_none() {
                    missing.push((i, at));
                }
                answer.scores.push(score.unwrap_or(0));
            }
            let Counted { tasks, built_in: b } = &plan.counted[i];
            let by_engine = found[tasks.clone()].iter().flatten();
            let by_engine: u64 = by_engine.map(|found| found.nodes).sum();
            budget.spend(by_engine);
            answer.nodes = by_engine + b.map_or(0, |b| built_in[b].nodes);
            answers.push(answer);
        }
        self.fill_in(questions, depth, budget, &missing, &mut answers)?;
        Ok(answers)
    }

    fn note(&self) -> Option<String> {
        let note = self.pool.note();
        if self.failed == 0 || note.is_some() {
            return note;
        }
        Some(format!(
            "{} failed on {} of the boards it was asked about; the built-in search answered instead.",
            self.pool.name(),
            self.failed
        ))
    }
}

impl<P: EnginePool> EngineEvaluator<P> {
    /// Lets the built-in search answer what the engines did not, and leaves out the answers from the first on
    /// for which there is no time.
    fn fill_in(
        &mut self,
        questions: &[Question],
        depth: u32,
        budget: &mut Budget<'_>,
        missing: &[(usize, usize)],
        answers: &mut Vec<Answer>,
    ) -> Result<(), Cancelled> {
        if missing.is_empty() {
            return Ok(());
        }
        let boards = missing.chunk_by(|a, b| a.0 == b.0);
        let asked: Vec<Question> = boards
            .clone()
            .map(|of_board| Question {
                board: questions[of_board[0].0].board,
                moves: of_board
                    .iter()
                    .map(|(i, at)| questions[*i].moves[*at])
                    .collect(),
            })
            .collect();
        let filled = BuiltIn.answer(&asked, depth, budget)?;
        self.failed += filled.len() as u64;
        if let Some(first_left) = boards.clone().nth(filled.len()) {
            answers.truncate(first_left[0].0);
        }
        for (of_board, filled) in boards.zip(filled) {
            for ((i, at), score) in of_board.iter().zip(filled.scores) {
                answers[*i].scores[*at] = score;
            }
            answers[of_board[0].0].nodes += filled.nodes;
        }
        Ok(())
    }
}

/// Where the score of a move comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Known(i32),
    /// The move `at` of a question to the built-in search.
    BuiltIn {
        question: usize,
        at: usize,
    },
    /// A task about the board.
    Board {
        task: usize,
        m: Move,
    },
    /// A task about the position after the move.
    Child {
        task: usize,
    },
}

/// What is asked for one question.
#[derive(Clone, Debug)]
struct Counted {
    tasks: std::ops::Range<usize>,
    built_in: Option<usize>,
}

/// Whom to ask what.
#[derive(Debug, Default)]
struct Plan {
    /// For each question, for each move.
    sources: Vec<Vec<Source>>,
    counted: Vec<Counted>,
    built_in: Vec<Question>,
    tasks: Vec<UciTask>,
}

impl Plan {
    fn new(questions: &[Question], depth: u32) -> Plan {
        let mut plan = Plan::default();
        for question in questions {
            plan.add(question, depth);
        }
        plan
    }

    fn add(&mut self, question: &Question, depth: u32) {
        let board = &question.board;
        let first_task = self.tasks.len();
        let chess = as_chess(board);
        let legal: Vec<Move> = chess.iter().flat_map(legal_moves).collect();
        let mut on_board: Vec<Move> = Vec::new();
        let mut ours: Vec<Option<Move>> = Vec::new();
        let mut children: Vec<UciTask> = Vec::new();
        let sources = question.moves.iter().map(|taken| {
            let fast = taken.map_or(FastMove::NONE, Into::into);
            if taken.is_some() && board.captures_king(fast) {
                return Source::Known(KING_SCORE);
            }
            let mut after = *board;
            after.push_fast(fast);
            if after.can_capture_king() {
                return Source::Known(1 - KING_SCORE);
            }
            // A board on which a king could have been captured is not asked about move by move. Where chess ends, RBC
            // does not: a side without a legal move may pass, or castle out of check.
            let child = chess.as_ref().and_then(|_| as_chess(&after));
            if let Some(child) = child.filter(|chess| !chess.legal_moves().is_empty()) {
                if let Some(m) = taken
                    && legal.contains(m)
                {
                    on_board.push(*m);
                    let task = first_task;
                    return Source::Board { task, m: *m };
                }
                children.push(UciTask {
                    fen: fen(&child),
                    moves: Vec::new(),
                    limit: UciLimit::Depth(depth.max(1)),
                });
                return Source::Child {
                    task: children.len() - 1,
                };
            }
            ours.push(*taken);
            Source::BuiltIn {
                question: self.built_in.len(),
                at: ours.len() - 1,
            }
        });
        let mut sources: Vec<Source> = sources.collect();
        if !on_board.is_empty()
            && let Some(chess) = &chess
        {
            on_board.sort_unstable();
            on_board.dedup();
            self.tasks.push(UciTask {
                fen: fen(chess),
                moves: on_board,
                limit: UciLimit::Depth(depth.saturating_add(1)),
            });
        }
        let first_child = self.tasks.len();
        for source in &mut sources {
            if let Source::Child { task } = source {
                *task += first_child;
            }
        }
        self.sources.push(sources);
        self.tasks.append(&mut children);
        self.counted.push(Counted {
            tasks: first_task..self.tasks.len(),
            built_in: (!ours.is_empty()).then_some(self.built_in.len()),
        });
        if !ours.is_empty() {
            self.built_in.push(Question {
                board: *board,
                moves: ours,
            });
        }
    }
}

/// The board as a position of chess; `None` when chess forbids it, and an engine might die of it.
pub(crate) fn as_chess(board: &FastBoard) -> Option<Chess> {
    Chess::from_setup(board.setup(), CastlingMode::Standard).ok()
}

/// The legal moves as RBC writes them.
pub(crate) fn legal_moves(chess: &Chess) -> Vec<Move> {
    chess
        .legal_moves()
        .iter()
        .filter_map(|m| m.to_uci(CastlingMode::Standard).to_string().parse().ok())
        .collect()
}

fn fen(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use proptest::prelude::*;
    use rbc_rules::Position;

    use super::*;
    use crate::{
        DeskPool, EngineDesk, Journal, Rng, Stop,
        uci::{UciScore, UciSession},
    };

    /// Gives every move a score made of its place among those asked for, and notes what it was asked.
    #[derive(Default)]
    struct Fake {
        asked: Arc<Mutex<Vec<UciTask>>>,
        /// Fails on everything from this task on.
        fails_from: Option<usize>,
        stops_after: Option<usize>,
    }

    impl EnginePool for Fake {
        fn name(&self) -> &'static str {
            "fake"
        }

        fn answer(
            &mut self,
            tasks: &[UciTask],
            _: &mut Budget<'_>,
        ) -> Result<Vec<Option<UciAnswer>>, Cancelled> {
            self.asked
                .lock()
                .expect("no panic")
                .extend_from_slice(tasks);
            let most = self.stops_after.unwrap_or(usize::MAX);
            let answers = tasks.iter().take(most).enumerate().map(|(i, task)| {
                if self.fails_from.is_some_and(|from| i >= from) {
                    return None;
                }
                let mut moves = task.moves.clone();
                if moves.is_empty() {
                    moves.push("a1a2".parse().expect("a move"));
                }
                let lines = moves.into_iter().zip(1..);
                Some(UciAnswer {
                    lines: lines.map(|(m, i)| (m, UciScore::Centipawns(i))).collect(),
                    nodes: 100,
                    ..UciAnswer::default()
                })
            });
            Ok(answers.collect())
        }
    }

    fn question(fen: &str, moves: &[&str]) -> Question {
        let position: Position = fen.parse().expect("a position");
        Question {
            board: FastBoard::new(&position),
            moves: moves.iter().map(|m| m.parse().ok()).collect(),
        }
    }

    fn ask(pool: Fake, questions: &[Question], depth: u32) -> (Vec<Answer>, Option<String>) {
        let mut evaluator = EngineEvaluator::new(pool);
        let answers = evaluator.answer(questions, depth, &mut Budget::unlimited());
        (answers.expect("not cancelled"), evaluator.note())
    }

    #[test]
    fn each_move_is_asked_where_chess_knows_it() {
        let asked = Arc::default();
        let pool = Fake {
            asked: Arc::clone(&asked),
            ..Fake::default()
        };
        // Castling short leads through f1, which the rook attacks; d1 is next to nothing.
        let fen = "4kr2/8/8/8/8/8/3P4/4K2R w K - 3 9";
        let question = question(fen, &["e1g1", "d2d4", "pass", "e1f1", "e1d1"]);
        let (answers, note) = ask(pool, &[question], 2);
        assert_eq!(note, None);
        let tasks = asked.lock().expect("no panic").clone();
        let moves: Vec<String> = tasks[0].moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["e1d1", "d2d4"]);
        assert_eq!(tasks[0].fen, "4kr2/8/8/8/8/8/3P4/4K2R w K - 0 1");
        assert_eq!(tasks[0].limit, UciLimit::Depth(3));
        // The castled king is attacked by nothing; then the pass.
        assert_eq!(tasks[1].fen, "4kr2/8/8/8/8/8/3P4/5RK1 b - - 0 1");
        assert_eq!(tasks[2].fen, "4kr2/8/8/8/8/8/3P4/4K2R b K - 0 1");
        assert_eq!(tasks[2].limit, UciLimit::Depth(2));
        assert_eq!(tasks.len(), 3);
        assert_eq!(answers[0].scores, [-1, 2, -1, 1 - KING_SCORE, 1]);
        assert_eq!(answers[0].nodes, 300);
    }

    #[test]
    fn what_chess_forbids_is_answered_by_the_built_in_search() {
        for fen in [
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",  // the king can be captured
            "8/8/8/3kK3/8/8/8/8 w - - 0 1",     // touching
            "8/8/8/8/8/8/4R3/4K3 w - - 0 1",    // no king
            "4k3/8/8/8/8/8/4R3/8 w - - 0 1",    // no own king
            "4k2k/8/8/8/8/8/3R4/4K3 w - - 0 1", // two
            "4k3/8/8/8/8/8/3R4/P3K3 w - - 0 1", // a pawn on the first rank
            "4k3/8/8/8/Q7/QQQQ4/QQQQQQQQ/QQQQK3 b - - 0 1",
            "4k3/8/8/8/8/3n1n2/8/r3K3 w - - 0 1", // three checks
        ] {
            let asked = Arc::default();
            let pool = Fake {
                asked: Arc::clone(&asked),
                ..Fake::default()
            };
            let position: Position = fen.parse().expect("a position");
            let requests = position.own_side(position.turn()).requests();
            let mut moves: Vec<Option<Move>> = requests
                .into_iter()
                .map(|m| position.taken_move(m))
                .filter(Option::is_some)
                .collect();
            moves.push(None);
            let board = FastBoard::new(&position);
            let questions = [Question { board, moves }];
            let (answers, note) = ask(pool, &questions, 1);
            let ours = BuiltIn.answer(&questions, 1, &mut Budget::unlimited());
            let ours = &ours.expect("not cancelled")[0].scores;
            for (score, ours) in answers[0].scores.iter().zip(ours) {
                let falls = ours.abs() >= KING_SCORE - 1;
                assert!(!falls || score == ours, "{fen}: {score} {ours}");
            }
            assert_eq!(note, None);
            assert!(asked.lock().expect("no panic").is_empty(), "{fen}");
        }
    }

    #[test]
    fn stalemate_is_for_the_built_in_search() {
        // The king's moves and the pass leave Black without a legal move, the queen's does not.
        let fen = "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1";
        let moves = ["g5g6", "pass", "g5h6", "f7a7", "f7h7"];
        let questions = [question(fen, &moves)];
        let asked = Arc::default();
        let pool = Fake {
            asked: Arc::clone(&asked),
            ..Fake::default()
        };
        let (answers, _) = ask(pool, &questions, 1);
        let tasks = asked.lock().expect("no panic").clone();
        assert_eq!(tasks.len(), 1);
        assert_eq!(tasks[0].moves.len(), 2);
        let ours = BuiltIn.answer(&questions, 1, &mut Budget::unlimited());
        let ours = &ours.expect("not cancelled")[0].scores;
        assert_eq!(answers[0].scores[..3], ours[..3]);
    }

    #[test]
    fn failures_are_answered_and_told() {
        let start = Position::initial().fen();
        let questions = [
            question(&start, &["e2e4", "d2d4", "pass"]),
            question(&start, &["a2a3"]),
        ];
        let pool = Fake {
            fails_from: Some(1),
            ..Fake::default()
        };
        let (answers, note) = ask(pool, &questions, 1);
        assert_eq!(answers[0].scores[..2], [2, 1]);
        let ours = BuiltIn.answer(&questions[1..], 1, &mut Budget::unlimited());
        assert_eq!(answers[1].scores, ours.expect("not cancelled")[0].scores);
        assert!(note.is_some_and(|note| note.contains("fake") && note.contains(" 2 ")));
    }

    #[test]
    fn a_stopped_pool_answers_the_first_questions() {
        let start = Position::initial().fen();
        let questions = ["e2e4", "d2d4", "c2c4"].map(|m| question(&start, &[m]));
        let pool = Fake {
            stops_after: Some(2),
            ..Fake::default()
        };
        let (answers, _) = ask(pool, &questions, 1);
        assert_eq!(answers.len(), 2);
    }

    #[test]
    fn answers_that_come_between_calls_are_waited_for() {
        let desk: Arc<Mutex<EngineDesk>> = Arc::default();
        let with_desk = |f: &mut dyn FnMut(&mut EngineDesk)| f(&mut desk.lock().expect("no panic"));
        with_desk(&mut |desk| {
            desk.connect(0, UciSession::after_uciok());
            desk.received(0, ["readyok"]);
        });
        let mut evaluator = EngineEvaluator::new(DeskPool::new(Arc::clone(&desk)));
        let start = Position::initial().fen();
        let questions = [question(&start, &["e2e4", "pass"])];
        let mut journal = Journal::default();
        let mut ask = |evaluator: &mut EngineEvaluator<DeskPool>| {
            let mut budget = Budget::new(None, Box::new(|| Stop::GoOn)).resuming(&mut journal);
            evaluator.answer(&questions, 1, &mut budget)
        };
        assert_eq!(ask(&mut evaluator), Err(Cancelled));
        with_desk(&mut |desk| {
            desk.received(
                0,
                ["info depth 2 score cp 7 nodes 3 pv e2e4", "bestmove e2e4"],
            );
        });
        assert_eq!(ask(&mut evaluator), Err(Cancelled));
        with_desk(&mut |desk| {
            desk.received(
                0,
                ["info depth 1 score cp 5 nodes 4 pv e7e5", "bestmove e7e5"],
            );
        });
        let expected = Answer {
            scores: vec![7, -5],
            nodes: 7,
        };
        assert_eq!(ask(&mut evaluator), Ok(vec![expected.clone()]));
        // Once had, it is in the journal.
        assert_eq!(ask(&mut evaluator), Ok(vec![expected]));
        with_desk(&mut |desk| assert!(!desk.is_awaiting()));
    }

    #[test]
    fn what_engines_fail_on_waits_for_no_one_beyond_the_time() {
        let mut evaluator = EngineEvaluator::new(Fake {
            fails_from: Some(0),
            ..Fake::default()
        });
        let start = Position::initial().fen();
        let questions = vec![question(&start, &["e2e4", "d2d4"]); 400];
        let mut looks = 0;
        let stop = || {
            looks += 1;
            if looks > 2 { Stop::MoveNow } else { Stop::GoOn }
        };
        let mut budget = Budget::new(None, Box::new(stop));
        let answers = evaluator
            .answer(&questions, 0, &mut budget)
            .expect("not cancelled");
        assert!(!answers.is_empty() && answers.len() < questions.len());
        assert!(evaluator.note().is_some());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_board_of_a_random_game_becomes_a_task_that_chess_refuses(seed in any::<u64>()) {
            let mut rng = Rng::new(seed);
            let mut position = Position::initial();
            for _ in 0..120 {
                let requests = position.own_side(position.turn()).requests();
                let mut moves: Vec<Option<Move>> =
                    requests.iter().map(|m| position.taken_move(*m)).collect();
                moves.push(None);
                moves.sort_unstable();
                moves.dedup();
                let board = FastBoard::new(&position);
                let question = Question { board, moves };
                let plan = Plan::new(std::slice::from_ref(&question), 2);
                prop_assert_eq!(plan.sources[0].len(), question.moves.len());
                for task in &plan.tasks {
                    let read: Fen = task.fen.parse().expect("a FEN");
                    let chess: Result<Chess, _> = read.into_position(CastlingMode::Standard);
                    let chess = chess.map_err(|e| TestCaseError::fail(format!("{}: {e}", task.fen)))?;
                    let legal = legal_moves(&chess);
                    prop_assert!(!legal.is_empty());
                    prop_assert!(task.moves.iter().all(|m| legal.contains(m)), "{}", task.fen);
                }
                // Illegal in chess, and no king falls: a pass, castling, or a board chess forbids.
                for (m, source) in question.moves.iter().zip(&plan.sources[0]) {
                    match source {
                        Source::Known(score) => prop_assert!(score.abs() >= KING_SCORE - 1),
                        Source::Board { task, m: of } => {
                            prop_assert_eq!(Some(of), m.as_ref());
                            prop_assert!(plan.tasks[*task].moves.contains(of));
                        }
                        Source::Child { task } => prop_assert!(plan.tasks[*task].moves.is_empty()),
                        Source::BuiltIn { question: q, at } => {
                            prop_assert_eq!(plan.built_in[*q].moves[*at], *m);
                        }
                    }
                }
                let taken = rng.pick(&requests).and_then(|m| position.taken_move(m));
                position.push(taken);
            }
        }
    }
}
