//! The player of the lower levels: one believed board, of which it overlooks a part.

use rbc_belief::BelievedBoard;
use rbc_random::unit;
use rbc_rules::{Move, Observation, Observations, Role, Square, window};

use super::CasualHabits;
use crate::{
    Agent, Budget, BuiltIn, Cancelled, Evaluator, FastBoard, Question, Rng, evaluate,
    fast_board::FastMove, hsuc::blind_request, one_board::taken_moves, perfect_memory, quiet_plies,
    win_chance,
};

/// Believes every piece where it was last seen or nearby ([`BelievedBoard`]), overlooks some of those that the last sense did not
/// show, and requests what seems best against the replies of the others.
///
/// What is overlooked in a decision depends on the piece, not on the move: the player misses one threat, and everything that it does
/// not see about that piece, as a person does.
#[derive(Clone, Debug)]
pub struct Casual {
    name: &'static str,
    habits: CasualHabits,
    seed: u64,
}

/// Plies without a pawn move or a capture after which it would rather make one: at 100 the game would be a draw.
const PATIENCE: usize = 16;
/// What it then takes them to be worth more, as a chance to win.
const IMPATIENCE: f64 = 0.06;

impl Casual {
    /// Creates the player of `seed`, called `name`.
    #[must_use]
    pub const fn new(name: &'static str, habits: CasualHabits, seed: u64) -> Casual {
        Casual { name, habits, seed }
    }

    fn rng(&self, told: &Observations) -> Rng {
        Rng::for_decision(self.seed, told.log().len())
    }

    /// The squares of opposing pieces that it overlooks now.
    fn overlooked(&self, believed: &BelievedBoard, rng: &mut Rng) -> u64 {
        let mut squares = 0;
        for piece in believed.pieces() {
            let misses = unit(rng.next_u64()) < self.habits.overlooks;
            let in_view = believed.age(piece.square) == 0
                || believed.capturer_on() == Some(piece.square)
                || piece.role == Role::King;
            if misses && !in_view {
                squares |= 1 << piece.square.to_u32();
            }
        }
        squares
    }

    /// The moves that it thinks of.
    fn candidates(&self, believed: &BelievedBoard, told: &Observations, missed: u64) -> Vec<Move> {
        let position = believed.position();
        let board = FastBoard::new(&position);
        let mut moves = taken_moves(&position, told.own());
        moves.retain(|m| told.own().may_request(*m));
        let noticed = |m: &Move| missed >> m.to.to_u32() & 1 == 0;
        keep_some(&mut moves, noticed);
        let king = position.board().king_of(!told.color());
        let others = believed.pieces().len() - usize::from(king.is_some());
        if others > self.habits.hunts_at {
            let in_view = king.is_some_and(|king| believed.age(king) == 0);
            keep_some(&mut moves, |m| {
                if king == Some(m.to) {
                    return in_view;
                }
                let mut after = board;
                after.push(Some(*m));
                !after.king_attacked()
            });
        }
        moves
    }
}

/// Keeps what passes `test`, unless nothing does.
fn keep_some(moves: &mut Vec<Move>, test: impl Fn(&Move) -> bool) {
    if moves.iter().any(&test) {
        moves.retain(test);
    }
}

/// A number of mean 0 and standard deviation 1, nearly normal.
pub(super) fn deviation(rng: &mut Rng) -> f64 {
    let sum: f64 = (0..12).map(|_| unit(rng.next_u64())).sum();
    sum - 6.0
}

/// With the chance `routine` an inner square beside the last sense (at first, in the middle); else `None`.
pub(super) fn routine_sense(routine: f64, told: &Observations, rng: &mut Rng) -> Option<Square> {
    if unit(rng.next_u64()) >= routine {
        return None;
    }
    let last = told
        .log()
        .iter()
        .rev()
        .find_map(|observation| match observation {
            Observation::Sense(result) => result.square,
            _ => None,
        });
    let around = last.unwrap_or(told.color().fold_wb(Square::D5, Square::E4));
    let inner = |square: &Square| window(*square).count() == 9;
    let near: Vec<Square> = window(around).into_iter().filter(inner).collect();
    rng.pick(&near)
}

impl Agent for Casual {
    fn name(&self) -> &'static str {
        self.name
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        budget.should_stop()?;
        let mut rng = self.rng(told);
        let usual = routine_sense(self.habits.routine, told, &mut rng);
        Ok(Some(usual.unwrap_or_else(|| {
            perfect_memory::stalest_square(&BelievedBoard::after(told), &mut rng)
        })))
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let mut rng = self.rng(told);
        let believed = BelievedBoard::after(told);
        let missed = self.overlooked(&believed, &mut rng);
        let moves = self.candidates(&believed, told, missed);
        if moves.is_empty() {
            budget.should_stop()?;
            return Ok(blind_request(told.own(), &mut rng));
        }
        let board = FastBoard::new(&believed.position());
        let questions: Vec<Question> = moves.iter().map(|m| replies(&board, *m, missed)).collect();
        let plies = self.habits.plies;
        let answers =
            budget.with_nodes(NODES, |budget| BuiltIn.answer(&questions, plies, budget))?;
        let impatient = quiet_plies(told) >= PATIENCE;
        let mut best: Option<(f64, Move)> = None;
        for (i, m) in moves.iter().enumerate() {
            let fast: FastMove = (*m).into();
            let score = match answers.get(i) {
                // What the opponent's best reply leaves.
                Some(answer) => -answer.scores.iter().copied().max().unwrap_or(0),
                // There was no time for it.
                None => -evaluate(&questions[i].board),
            };
            let mut value = if board.captures_king(fast) {
                1.0
            } else {
                win_chance(score)
            };
            let pawn = told.own().board().role_at(m.from) == Some(Role::Pawn);
            if impatient && (pawn || board.captures_piece(fast)) {
                value += IMPATIENCE;
            }
            value += self.habits.misjudges * deviation(&mut rng);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, *m));
            }
        }
        Ok(best.map(|(_, m)| m))
    }
}

/// Nodes for a decision: more than it ever needs.
const NODES: u64 = 1_000_000;

/// What the opponent might reply to `m`, pieces that are overlooked aside.
fn replies(board: &FastBoard, m: Move, missed: u64) -> Question {
    let mut after = *board;
    after.push(Some(m));
    let mut found = Vec::with_capacity(64);
    if after.has_king() {
        after.captures(&mut found);
        after.quiet_moves(&mut found);
    }
    let noticed = found.into_iter().filter(|m| missed >> m.from() & 1 == 0);
    let moves = noticed.map(FastMove::as_move).chain([None]).collect();
    Question {
        board: after,
        moves,
    }
}
