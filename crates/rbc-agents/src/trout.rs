//! `reconchess`'s `TroutBot`.

use std::fmt;

use rbc_rules::{Move, Observations, OwnSide, Square};

use crate::{
    Agent, Budget, BuiltIn, Cancelled, Evaluator, FastBoard, Rng, best_on_board,
    engine_evaluator::{as_chess, legal_moves},
    naive_board::NaiveBoard,
    taken_moves,
};

/// Believes in one board: it writes onto it what it is told and lets everything else stand where it was.
///
/// It senses where a piece of its own was captured last turn; else where the move that it would make now captures; else anywhere
/// but on its own pieces. It captures the king if it believes that it can, and else makes the move that is best in chess on the board
/// it believes in. All that is decided as version 1.6.9 of the package decides it, its mistakes included:
/// to it a1 is no square on which something was captured or a king stands, and a capture of a king that was not there any more is
/// written onto its board in the opponent's colour.
///
/// It differs from the package's bot where that depends on its engine:
///
/// - The moves are judged by an [`Evaluator`] within the budget, not by Stockfish in half a second.
/// - A board that chess forbids (without a king, with two, with a check that cannot be) kills Stockfish or is an error, and the bot passes,
///   from then on for ever if the engine died. Here the best of the moves that RBC allows on it is made.
/// - The bot would request to capture a king with a piece that it does not have, if its board showed one, and be refused. Here another
///   move is made. Its board never shows one in games that it plays itself.
///
/// On a board that chess allows only chess's legal moves are considered, and it passes where there are none, as the bot does: at
/// what it believes to be mate or stalemate.
pub struct Trout {
    seed: u64,
    evaluator: Box<dyn Evaluator>,
}

impl fmt::Debug for Trout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trout")
            .field("seed", &self.seed)
            .field("evaluator", &self.evaluator.name())
            .finish()
    }
}

impl Trout {
    /// Creates the agent of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Trout {
        Trout {
            seed,
            evaluator: Box::new(BuiltIn),
        }
    }

    /// Replaces the evaluator.
    #[must_use]
    pub fn with_evaluator(self, evaluator: Box<dyn Evaluator>) -> Trout {
        Trout { evaluator, ..self }
    }

    fn request(
        &mut self,
        naive: &NaiveBoard,
        own: &OwnSide,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let captures = naive.king_captures();
        if let Some(capture) = captures.into_iter().find(|m| own.may_request(*m)) {
            budget.should_stop()?;
            return Ok(Some(capture));
        }
        let position = naive.position();
        let mut moves = match as_chess(&FastBoard::new(&position)) {
            Some(chess) => legal_moves(&chess),
            None => taken_moves(&position, own),
        };
        moves.retain(|m| own.may_request(*m));
        best_on_board(&position, &moves, &mut *self.evaluator, budget)
    }
}

/// Where the bot senses if nothing is left to chance: where a piece of its own was captured, or where the move that it `would` make
/// captures on its board.
pub(crate) fn square_to_look_at(naive: &NaiveBoard, would: Option<Move>) -> Option<Square> {
    naive
        .capture_to_look_at()
        .or_else(|| would.map(|m| m.to).filter(|square| naive.holds(*square)))
}

impl Agent for Trout {
    fn name(&self) -> &'static str {
        "trout"
    }

    fn set_evaluator(&mut self, evaluator: Box<dyn Evaluator>) {
        self.evaluator = evaluator;
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let naive = NaiveBoard::after(told);
        let would = match naive.capture_to_look_at() {
            Some(_) => {
                budget.should_stop()?;
                None
            }
            None => self.request(&naive, told.own(), budget)?,
        };
        if let Some(square) = square_to_look_at(&naive, would) {
            return Ok(Some(square));
        }
        let squares: Vec<Square> = naive.not_own().into_iter().collect();
        Ok(Rng::for_decision(self.seed, told.log().len()).pick(&squares))
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        self.request(&NaiveBoard::after(told), told.own(), budget)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rbc_rules::{Arbiter, Color, GameSetup, Observation, Position};

    use super::*;
    use crate::{Random, play_game};

    fn setup(fen: &str) -> GameSetup {
        GameSetup {
            start: fen.parse().expect("a position"),
            ..GameSetup::default()
        }
    }

    /// The sense and the request of White's first turn.
    fn first_turn(fen: &str) -> (Option<Square>, Option<String>) {
        let mut arbiter = Arbiter::new(setup(fen));
        arbiter.start(0);
        let mut trout = Trout::new(1);
        let mut budget = Budget::nodes(20_000);
        let told = arbiter.observations(Color::White);
        let square = trout.choose_sense(told, &mut budget).expect("decides");
        arbiter.sense(square, 0).expect("a sense");
        let told = arbiter.observations(Color::White);
        let request = trout.choose_move(told, &mut Budget::nodes(20_000));
        (square, request.expect("decides").map(|m| m.to_string()))
    }

    #[test]
    fn it_looks_where_it_would_capture() {
        let fen = "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(first_turn(fen), (Some(Square::D5), Some("d1d5".into())));
    }

    #[test]
    fn it_captures_the_king_with_the_first_piece_that_can() {
        let fen = "4k3/8/8/8/8/8/8/1K2R2Q w - - 0 1";
        assert_eq!(first_turn(fen), (Some(Square::E8), Some("e1e8".into())));
        let fen = "7k/8/8/8/3B4/8/8/1K5R w - - 0 1";
        assert_eq!(first_turn(fen).1.as_deref(), Some("h1h8"));
    }

    #[test]
    fn it_passes_where_chess_ends() {
        // Mate, as the rook on the back rank is known.
        let fen = "4k3/8/8/8/8/8/5PPP/3r2K1 w - - 0 1";
        assert_eq!(first_turn(fen).1, None);
        let stalemate = "4k3/8/8/8/8/1q6/8/K7 w - - 0 1";
        assert_eq!(first_turn(stalemate).1, None);
    }

    #[test]
    fn it_looks_where_a_piece_was_captured_but_for_a1() {
        for (square, looks) in [(Square::B1, true), (Square::A1, false)] {
            let mut told = Observations::new(Color::White, &Position::initial());
            for observation in [
                Observation::TurnStart { capture: None },
                Observation::Sense(rbc_rules::SenseResult::default()),
                Observation::Move(rbc_rules::MoveResult::default()),
                Observation::TurnStart {
                    capture: Some(square),
                },
            ] {
                told.push(observation).expect("in order");
            }
            let sense = Trout::new(1).choose_sense(&told, &mut Budget::nodes(2_000));
            let sense = sense.expect("decides");
            assert!(!looks || sense == Some(square));
            assert!(
                sense.is_some_and(|sq| sq == square || sq.rank() > rbc_rules::Square::A2.rank())
            );
        }
    }

    #[test]
    fn boards_that_chess_forbids_are_played_on() {
        for fen in [
            "8/8/3p4/8/8/3P4/8/8 w - - 0 1",
            "4k3/8/8/8/8/8/PPPPPPPP/8 w - - 0 1",
            "8/pppppppp/8/8/8/8/8/4K3 w - - 0 1",
            "4k1k1/8/4k3/8/8/8/4K3/K2K4 w - - 0 1",
            "qqqqkqqq/pppppppp/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
            "1k6/8/8/8/8/8/8/8 w - - 0 1",
            "P7/8/8/8/8/8/8/p3K2k w - - 0 1",
        ] {
            for seed in 0..3 {
                let (mut white, mut black) = (Trout::new(seed), Random::new(seed));
                let game = play_game(
                    [&mut white, &mut black],
                    setup(fen),
                    &|| Duration::ZERO,
                    &mut |_| Budget::nodes(500),
                );
                assert!(game.is_ok(), "{fen}");
            }
        }
    }
}
