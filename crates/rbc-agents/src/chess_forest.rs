//! Trees over boards of chess by RBC's rules, searched side by side.
//!
//! The leaves of many trees are scored in one question to the [`Evaluator`], so that an engine that
//! answers later, or threads, can work on all of them.

use std::ops::Range;

use rbc_rules::Move;

use crate::{
    Budget, Cancelled, Evaluator, FastBoard, Journal, Question,
    fast_board::{FastMove, NOTHING},
    mcts::{Tree, TreeGame},
    win_chance,
};

/// UCT's factor: the scores of leaves are good already. From 0.05 to 0.7 it was best at 0.25 (docs/agents.md).
const EXPLORATION: f32 = 0.25;
/// What capturing is guessed to bring, as a chance to win, by the role captured (pawn to king).
const CAPTURE_GUESS: [f32; 6] = [0.04, 0.12, 0.12, 0.16, 0.25, 1.0];
/// What a capture is guessed to cost that loses more than it gains.
const BAD_CAPTURE_GUESS: f32 = -0.10;
/// What other moves are guessed to be worth less than the best.
const QUIET_GUESS: f32 = -0.02;

/// A board as a game whose end is the capture of a king.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TreeBoard(pub(crate) FastBoard);

impl TreeGame for TreeBoard {
    type Move = FastMove;

    fn moves(&self, moves: &mut Vec<(FastMove, f32)>) {
        let board = &self.0;
        let mut found = Vec::with_capacity(64);
        board.captures(&mut found);
        let captures = found.len();
        board.quiet_moves(&mut found);
        for (i, m) in found.iter().enumerate() {
            let guess = if i >= captures {
                QUIET_GUESS
            } else if board.exchange_wins(*m, 0) {
                match board.role_at(m.to()) {
                    // En passant, or a promotion.
                    nothing if nothing == NOTHING as usize => CAPTURE_GUESS[m.promotion()],
                    role => CAPTURE_GUESS[role],
                }
            } else {
                BAD_CAPTURE_GUESS
            };
            moves.push((*m, guess));
        }
        if moves.is_empty() {
            moves.push((FastMove::NONE, 0.0));
        }
    }

    fn push(&mut self, m: FastMove) {
        self.0.push_fast(m);
    }

    fn result(&self) -> Option<f32> {
        if !self.0.has_king() {
            Some(0.0)
        } else if self.0.can_capture_king() {
            Some(1.0)
        } else {
            None
        }
    }
}

/// Trees over boards.
#[derive(Default)]
pub(crate) struct Forest {
    trees: Vec<Tree<TreeBoard>>,
    /// Trees whose leaves are being scored, and the questions.
    asked: Vec<usize>,
    questions: Vec<Question>,
    journal: Journal,
    nodes: u64,
}

impl Forest {
    /// Adds a tree over `board`, and gives its number.
    pub(crate) fn plant(&mut self, board: FastBoard) -> usize {
        self.trees.push(Tree::new(TreeBoard(board), EXPLORATION));
        self.trees.len() - 1
    }

    /// The number of trees.
    pub(crate) fn len(&self) -> usize {
        self.trees.len()
    }

    /// The tree of that number.
    pub(crate) fn tree(&self, i: usize) -> &Tree<TreeBoard> {
        &self.trees[i]
    }

    /// Nodes that were used.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// One playout in each of `trees`; false when the budget says to decide before all are done.
    ///
    /// # Errors
    ///
    /// When the budget is cancelled, or answers are under way: call again with the same trees.
    pub(crate) fn playouts(
        &mut self,
        trees: Range<usize>,
        evaluator: &mut dyn Evaluator,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Cancelled> {
        if self.asked.is_empty() {
            self.questions.clear();
            for i in trees {
                if let Some(leaf) = self.trees[i].select() {
                    self.asked.push(i);
                    self.questions.push(Question {
                        board: leaf.before.0,
                        moves: vec![leaf.m.as_move()],
                    });
                }
            }
            if self.asked.is_empty() {
                return Ok(!budget.should_stop()?);
            }
        }
        let mut part = budget.nested(&mut self.journal);
        let answers = evaluator.answer(&self.questions, 0, &mut part);
        let nodes = part.spent();
        drop(part);
        let answers = answers?;
        self.journal = Journal::default();
        budget.spend(nodes);
        self.nodes += nodes;
        let all = answers.len() == self.asked.len();
        for (i, answer) in self.asked.drain(..).zip(answers) {
            let chance = answer
                .scores
                .first()
                .map_or(0.5, |score| win_chance(*score));
            self.trees[i].back_up(chance as f32);
        }
        Ok(all && !budget.should_stop()?)
    }

    /// The move that a tree prefers: as it is taken on its board, `None` to pass.
    pub(crate) fn best(&self, i: usize) -> Option<Move> {
        self.trees[i].best().and_then(FastMove::as_move)
    }
}

#[cfg(test)]
mod tests {
    use rbc_rules::Position;

    use super::*;
    use crate::BuiltIn;

    fn best(fen: &str, playouts: u32) -> Option<String> {
        let position: Position = fen.parse().expect("a position");
        let mut forest = Forest::default();
        forest.plant(FastBoard::new(&position));
        for _ in 0..playouts {
            let more = forest.playouts(0..1, &mut BuiltIn, &mut Budget::unlimited());
            assert_eq!(more, Ok(true));
        }
        assert_eq!(forest.tree(0).playouts(), playouts);
        forest.best(0).map(|m| m.to_string())
    }

    #[test]
    fn a_king_in_reach_is_captured() {
        assert_eq!(
            best("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", 0).as_deref(),
            Some("e4e8")
        );
        assert_eq!(
            best("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", 50).as_deref(),
            Some("e4e8")
        );
    }

    #[test]
    fn mates_and_hanging_pieces_are_seen() {
        // The back rank.
        let back_rank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        assert_eq!(best(back_rank, 800).as_deref(), Some("a1a8"));
        let queen = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1";
        assert_eq!(best(queen, 200).as_deref(), Some("c3d5"));
        // The pawn is guarded.
        let guarded = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1";
        assert_ne!(best(guarded, 200).as_deref(), Some("d1d5"));
    }

    #[test]
    fn whoever_cannot_move_passes() {
        assert_eq!(best("7k/8/8/8/8/8/8/8 w - - 0 1", 5), None);
        assert_eq!(best("k7/8/8/8/p7/P7/8/8 w - - 0 1", 5), None);
    }
}
