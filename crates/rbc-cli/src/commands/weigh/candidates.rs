//! The boards among which the authors of the Siamese paper look for the true one.
//!
//! Bertram, Fürnkranz and Müller (2024) hold information sets to 5,000 boards in their own way (`InfosetGenerator.py` of their
//! repository): after a turn of the opponent without a capture, each board is first passed on, as if the opponent had
//! passed, and then the boards' moves are added, board by board in random order, until there are more than 5,000. So a set
//! that was cut off holds all passes and few moves, and may lack the true board, which is then added.

use std::collections::HashSet;

use rbc_agents::taken_moves;
use rbc_belief::PackedBoard;
use rbc_random::Rng;
use rbc_rules::{Color, Observation, Observations, Position};

/// Boards beyond which no more moves are added.
const ENOUGH: usize = 5_000;

/// One side's boards in a game.
pub struct Candidates {
    color: Color,
    boards: Vec<Position>,
    /// Observations taken in so far.
    observed: usize,
}

impl Candidates {
    /// Returns the boards of `color` at the start of a game.
    pub fn new(color: Color, start: &Position) -> Candidates {
        Candidates {
            color,
            boards: vec![start.clone()],
            observed: 0,
        }
    }

    /// Returns whether no board is left: the true one was cut off, and no other fits what was told later. Their generator
    /// ends there.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Takes in what was told since the last call.
    pub fn catch_up(&mut self, told: &Observations, rng: &mut Rng) {
        for observation in &told.log()[self.observed..] {
            match observation {
                Observation::TurnStart { .. }
                    if self.observed == 0 && told.start().turn() == self.color => {}
                Observation::TurnStart { capture: None } => self.opponent_moved_quietly(rng),
                Observation::TurnStart {
                    capture: Some(square),
                } => {
                    let before = std::mem::take(&mut self.boards);
                    let mut seen = HashSet::new();
                    for board in &before {
                        for m in taken_moves(board, &board.own_side(board.turn())) {
                            if board.capture_square(m) == Some(*square) {
                                let mut after = board.clone();
                                after.push(Some(m));
                                self.add(after, &mut seen);
                            }
                        }
                    }
                }
                Observation::Sense(result) => {
                    self.boards
                        .retain(|board| board.sense(result.square) == *result);
                }
                Observation::Move(result) => {
                    let opponent = !self.color;
                    self.boards.retain_mut(|board| {
                        let taken = result.requested.and_then(|m| board.taken_move(m));
                        taken == result.taken
                            && board.push(taken) == result.capture
                            && board.board().king_of(opponent).is_some()
                    });
                }
            }
            self.observed += 1;
        }
    }

    fn opponent_moved_quietly(&mut self, rng: &mut Rng) {
        let mut before = std::mem::take(&mut self.boards);
        for i in (1..before.len()).rev() {
            before.swap(i, rng.below(i + 1));
        }
        let mut seen = HashSet::new();
        for board in &before {
            let mut after = board.clone();
            after.push(None);
            self.add(after, &mut seen);
        }
        for board in &before {
            if self.boards.len() > ENOUGH {
                break;
            }
            for m in taken_moves(board, &board.own_side(board.turn())) {
                if board.capture_square(m).is_none() {
                    let mut after = board.clone();
                    after.push(Some(m));
                    self.add(after, &mut seen);
                }
            }
        }
    }

    fn add(&mut self, board: Position, seen: &mut HashSet<PackedBoard>) {
        if PackedBoard::pack(&board, self.color).is_ok_and(|packed| seen.insert(packed)) {
            self.boards.push(board);
        }
    }

    /// Returns the true board, followed by the others in the order in which they were found, without those on which the
    /// same pieces stand on the same squares; and whether boards were cut off. `None` if the opponent has too many pieces.
    pub fn with_truth(&self, truth: &Position) -> Option<(Vec<PackedBoard>, bool)> {
        let truth = PackedBoard::pack(truth, self.color).ok()?;
        let others = self
            .boards
            .iter()
            .filter_map(|board| PackedBoard::pack(board, self.color).ok());
        let mut boards = vec![truth];
        boards.extend(others.filter(|board| !board.pieces().eq(truth.pieces())));
        let cut_off = boards.len() > ENOUGH;
        Some((boards, cut_off))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shakmaty::Board;

    use super::*;
    use crate::{
        decisions::{Following, each_decision},
        record_files::fixture,
    };

    #[test]
    fn candidates_are_the_exact_set_until_they_are_cut_off() {
        let start = Position::initial();
        let mut sides = Color::ALL.map(|color| (Candidates::new(color, &start), false));
        let mut rng = Rng::new(1);
        let (mut compared, mut cut_off) = (0, 0);
        each_decision(
            &fixture(),
            Following::with_cap(50_000),
            [None; 2],
            |decision| {
                let (candidates, was_cut) = &mut sides[decision.told.color().fold_wb(0, 1)];
                candidates.catch_up(decision.told, &mut rng);
                *was_cut |= candidates.boards.len() > ENOUGH;
                if *was_cut {
                    cut_off += 1;
                    return;
                }
                let packed = candidates.boards.iter();
                let found: BTreeSet<PackedBoard> = packed
                    .map(|board| PackedBoard::pack(board, candidates.color).expect("16 pieces"))
                    .collect();
                let exact: BTreeSet<PackedBoard> = decision.set.boards().iter().collect();
                assert_eq!(found.len(), exact.len(), "ply {}", decision.ply);
                assert!(found == exact, "ply {}", decision.ply);
                let (boards, _) = candidates.with_truth(decision.truth).expect("16 pieces");
                assert!(boards.len() <= found.len());
                compared += 1;
            },
        );
        assert!(compared > 8 && cut_off > 0, "{compared} {cut_off}");
    }

    #[test]
    fn all_passes_are_kept_when_moves_are_cut_off() {
        let mut candidates = Candidates::new(Color::White, &Position::initial());
        let mut rng = Rng::new(1);
        // White passes, Black moves, four times.
        let mut turn = |candidates: &mut Candidates| {
            for board in &mut candidates.boards {
                board.push(None);
            }
            candidates.opponent_moved_quietly(&mut rng);
        };
        for _ in 0..4 {
            turn(&mut candidates);
        }
        let boards = |candidates: &Candidates| -> HashSet<Board> {
            candidates
                .boards
                .iter()
                .map(|b| b.board().clone())
                .collect()
        };
        let before = boards(&candidates);
        assert!(candidates.boards.len() > ENOUGH);
        turn(&mut candidates);
        assert!(boards(&candidates).is_superset(&before));
        assert!(candidates.boards.len() < ENOUGH + 1_000);
    }
}
