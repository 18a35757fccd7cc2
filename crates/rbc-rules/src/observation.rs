//! The complete log of what one side was told.

use shakmaty::{Bitboard, Color, Piece, Square};

use crate::{
    MoveResult, ObservationError, Outcome, OwnSide, Phase, Position, SenseResult,
    move_evidence::MoveEvidence, window, window_squares,
};

/// One event that a side is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Observation {
    /// The side's turn begins. White is told "no capture" at its first turn, too, which no move precedes.
    TurnStart {
        /// The square on which the opponent has just captured.
        capture: Option<Square>,
    },
    /// The result of a sense.
    Sense(SenseResult),
    /// The result of the side's own move.
    Move(MoveResult),
}

/// Everything one side was told since the start position (which both know), and its own pieces.
///
/// Agents, hints and pages are given nothing else. It is built from events and cannot hold the true board.
///
/// ```
/// use rbc_rules::{Color, MoveResult, Observation, Observations, Phase, Position};
/// let mut told = Observations::new(Color::White, &Position::initial());
/// told.push(Observation::TurnStart { capture: None })?;
/// told.push(Observation::Sense(Default::default()))?; // chose not to sense
/// let m = "e2e4".parse().ok();
/// told.push(Observation::Move(MoveResult { requested: m, taken: m, capture: None }))?;
/// assert_eq!(told.phase(), Phase::Waiting);
/// # Ok::<_, rbc_rules::ObservationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observations {
    color: Color,
    start: Position,
    own: OwnSide,
    log: Vec<Observation>,
    outcome: Option<Outcome>,
}

impl Observations {
    /// Creates the empty log of `color` for a game that starts from `start`.
    #[must_use]
    pub fn new(color: Color, start: &Position) -> Observations {
        Observations {
            color,
            start: start.clone(),
            own: start.own_side(color),
            log: Vec::new(),
            outcome: None,
        }
    }

    /// Returns the side whose log this is.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Returns the start position, which both sides know.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the side's pieces as they stand now.
    #[must_use]
    pub const fn own(&self) -> &OwnSide {
        &self.own
    }

    /// Returns all events so far, in order.
    #[must_use]
    pub fn log(&self) -> &[Observation] {
        &self.log
    }

    /// Returns how the game ended, once the side was told.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns the phase of this side's turn.
    #[must_use]
    pub fn phase(&self) -> Phase {
        if self.outcome.is_some() {
            return Phase::Over;
        }
        match self.log.last() {
            None | Some(Observation::Move(_)) => Phase::Waiting,
            Some(Observation::TurnStart { .. }) => Phase::Sense,
            Some(Observation::Sense(_)) => Phase::Move,
        }
    }

    /// Returns the number of turns this side has begun.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.log
            .iter()
            .filter(|o| matches!(o, Observation::TurnStart { .. }))
            .count()
    }

    /// Returns the result of the side's last move, if any.
    #[must_use]
    pub fn last_move(&self) -> Option<MoveResult> {
        self.log.iter().rev().find_map(|o| match o {
            Observation::Move(result) => Some(*result),
            _ => None,
        })
    }

    /// Returns whether the `index`th event of the log begins a turn after a move of the opponent. Only the first turn
    /// of the side that moves first does not.
    #[must_use]
    pub fn opponent_moved_before(&self, index: usize) -> bool {
        index > 0 || self.start.turn() != self.color
    }

    /// Adds the next event.
    ///
    /// # Errors
    ///
    /// When `observation` cannot follow: it is out of order, captures where no own piece stands, shows another window
    /// or other own pieces, or is a result of an own move that no board can give. The log is unchanged then.
    pub fn push(&mut self, observation: Observation) -> Result<(), ObservationError> {
        let phase = self.phase();
        match (&observation, phase) {
            (Observation::TurnStart { capture }, Phase::Waiting) => {
                if let Some(square) = *capture {
                    if !self.own.pieces().contains(square) {
                        return Err(ObservationError::NoOwnPiece(square));
                    }
                    if !self.opponent_moved_before(self.log.len()) {
                        return Err(ObservationError::CaptureBeforeAnyMove(square));
                    }
                    let kings = self.own.board().by_piece(self.color.king());
                    if kings == Bitboard::from_square(square) {
                        return Err(ObservationError::KingCaptured(square));
                    }
                    self.own.apply_capture(square);
                }
            }
            (Observation::Sense(result), Phase::Sense) => self.check_sense(result)?,
            (Observation::Move(result), Phase::Move) => {
                self.check_move(result)?;
                if let Some(taken) = result.taken {
                    self.own.apply_own_move(taken);
                }
            }
            (_, phase) => return Err(ObservationError::OutOfOrder(phase)),
        }
        self.log.push(observation);
        Ok(())
    }

    /// Adds how the game ended.
    pub fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    fn check_sense(&self, result: &SenseResult) -> Result<(), ObservationError> {
        let expected = result.square.into_iter().flat_map(window_squares);
        if !expected.eq(result.contents.iter().map(|(sq, _)| *sq)) {
            return Err(ObservationError::NotTheWindow);
        }
        for (square, piece) in &result.contents {
            let own = piece.filter(|p| p.color == self.color);
            if own != self.own.board().piece_at(*square) {
                return Err(ObservationError::OtherOwnPiece(*square));
            }
        }
        Ok(())
    }

    /// Checks that the result of an own move is possible for these pieces and agrees with the sense of the turn.
    fn check_move(&self, result: &MoveResult) -> Result<(), ObservationError> {
        let evidence = MoveEvidence::new(result, &self.own)?;
        let Some(Observation::Sense(seen)) = self.log.last() else {
            return Ok(());
        };
        let window = seen.square.map_or(Bitboard::EMPTY, window);
        let opponent = |piece: &Option<Piece>| piece.is_some_and(|p| p.color != self.color);
        let held = seen.contents.iter().filter(|(_, piece)| opponent(piece));
        let held: Bitboard = held.map(|(square, _)| *square).collect();
        match evidence.contradiction(held, window & !held) {
            None => Ok(()),
            Some(square) => Err(ObservationError::SeenOtherwise(square)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;

    /// A turn of White on `fen`, after a sense of `sense`, up to its move.
    fn to_move(fen: &str, sense: Option<Square>) -> (Observations, Position) {
        let position: Position = fen.parse().expect("a position");
        let mut told = Observations::new(position.turn(), &position);
        told.push(Observation::TurnStart { capture: None })
            .expect("a turn");
        told.push(Observation::Sense(position.sense(sense)))
            .expect("a sense");
        (told, position)
    }

    fn result(text: &str) -> MoveResult {
        let mut words = text.split(' ');
        let mut next = || words.next().filter(|word| *word != "-");
        MoveResult {
            requested: next().map(|m| m.parse().expect("a move")),
            taken: next().map(|m| m.parse().expect("a move")),
            capture: next().map(|s| s.parse().expect("a square")),
        }
    }

    const PIECES: &str = "4k3/P7/8/3P4/8/2N5/P3P3/R3K2R w KQ - 0 1";

    #[test]
    fn results_that_some_board_gives_are_taken_in() {
        for text in [
            "- - -",
            "e2e4 e2e4 -",
            "e2e4 e2e3 -",
            "e2e4 - -",
            "e2e3 - -",
            "e2d3 - -",
            "e2d3 e2d3 d3",
            "d5e6 d5e6 e6",
            "d5e6 d5e6 e5",
            "d5c6 - -",
            "a7a8q a7a8q -",
            "a7a8 a7a8q -",
            "a7b8 a7b8q b8",
            "a7b8n a7b8n b8",
            "a7b8r - -",
            "h1h8 h1h8 -",
            "h1h8 h1h8 h8",
            "h1h8 h1h5 h5",
            "h1h2 h1h2 h2",
            "c3b5 c3b5 -",
            "c3b5 c3b5 b5",
            "e1d2 e1d2 d2",
            "e1f1 e1f1 -",
            "e1g1 e1g1 -",
            "e1g1 - -",
            "e1c1 - -",
        ] {
            let (mut told, _) = to_move(PIECES, None);
            assert_eq!(told.push(Observation::Move(result(text))), Ok(()), "{text}");
            assert_eq!(told.log().len(), 3);
        }
    }

    #[test]
    fn results_that_no_board_gives_are_refused() {
        let m = |text: &str| text.parse::<Move>().expect("a move");
        use ObservationError as E;
        for (text, error) in [
            // A pawn captures nothing straight ahead.
            ("e2e4 e2e4 e4", E::CaptureElsewhere(Square::E4)),
            ("e2e4 e2e3 e3", E::CaptureElsewhere(Square::E3)),
            ("d5d6 d5d6 d6", E::CaptureElsewhere(Square::D6)),
            ("a7a8q a7a8q a8", E::CaptureElsewhere(Square::A8)),
            ("e2e3 e2e4 -", E::NotTheRequestedMove(m("e2e4"))),
            ("e2e4 e2e3q -", E::NotTheRequestedMove(m("e2e3q"))),
            // It leaves its file only by a capture, and on no other square.
            ("e2d3 e2d3 -", E::NotTheRequestedMove(m("e2d3"))),
            ("e2d3 e2d3 d2", E::CaptureElsewhere(Square::D2)),
            ("d5e6 d5e6 e4", E::CaptureElsewhere(Square::E4)),
            ("a7b8 a7b8n b8", E::NotTheRequestedMove(m("a7b8n"))),
            ("a7b8r a7b8q b8", E::NotTheRequestedMove(m("a7b8q"))),
            ("a7b8r a7b8 b8", E::NotTheRequestedMove(m("a7b8"))),
            // A slider stops only where it captures, and always moves.
            ("h1h8 h1h4 -", E::StoppedByNothing(m("h1h4"))),
            ("h1h8 h1h4 h8", E::CaptureElsewhere(Square::H8)),
            ("h1h8 h1h8 h4", E::CaptureElsewhere(Square::H4)),
            ("h1h4 h1h8 -", E::NotTheRequestedMove(m("h1h8"))),
            ("h1h8 h1g1 -", E::NotTheRequestedMove(m("h1g1"))),
            ("h1h8 - -", E::CannotFail(m("h1h8"))),
            // Knights and kings go where they are asked to.
            ("c3b5 - -", E::CannotFail(m("c3b5"))),
            ("c3b5 c3b5 c3", E::CaptureElsewhere(Square::C3)),
            ("e1d2 - -", E::CannotFail(m("e1d2"))),
            ("e1d2 e1f2 -", E::NotTheRequestedMove(m("e1f2"))),
            // A castle captures nothing, and is not cut short.
            ("e1g1 e1g1 g1", E::CaptureElsewhere(Square::G1)),
            ("e1g1 e1f1 -", E::NotTheRequestedMove(m("e1f1"))),
            ("e1c1 e1c1 d1", E::CaptureElsewhere(Square::D1)),
            ("e1g1 - g1", E::CaptureWithoutMove(Square::G1)),
            ("- e2e4 -", E::NotTheRequestedMove(m("e2e4"))),
            ("- - e4", E::CaptureWithoutMove(Square::E4)),
            ("e2e5 e2e5 -", E::NotARequest(m("e2e5"))),
            ("e8e7 e8e7 -", E::NotARequest(m("e8e7"))),
            ("e2e4q e2e4 -", E::NotARequest(m("e2e4q"))),
        ] {
            let (mut told, _) = to_move(PIECES, None);
            let before = told.clone();
            assert_eq!(
                told.push(Observation::Move(result(text))),
                Err(error),
                "{text}"
            );
            assert_eq!(told, before);
        }
    }

    #[test]
    fn a_move_agrees_with_what_its_turn_saw() {
        let fen = "4k3/8/8/8/4p3/8/4P3/R3K3 w Q - 0 1";
        for (sense, text, wrong) in [
            (Square::E3, "e2e4 e2e4 -", Some(Square::E4)),
            (Square::E3, "e2e4 - -", Some(Square::E3)),
            (Square::E3, "e2d3 e2d3 d3", Some(Square::D3)),
            (Square::E3, "e2e4 e2e3 -", None),
            (Square::E7, "e2e4 e2e4 -", None),
            (Square::C1, "e1c1 - -", Some(Square::B1)),
            (Square::E1, "e1c1 - -", None),
        ] {
            let (mut told, _) = to_move(fen, Some(sense));
            let expected = wrong.map_or(Ok(()), |sq| Err(ObservationError::SeenOtherwise(sq)));
            assert_eq!(
                told.push(Observation::Move(result(text))),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn no_turn_starts_after_the_king_was_captured() {
        let position: Position = "4k3/8/8/8/8/8/P7/4K3 b - - 0 1"
            .parse()
            .expect("a position");
        let mut told = Observations::new(Color::White, &position);
        for (capture, error) in [
            (Square::E1, ObservationError::KingCaptured(Square::E1)),
            (Square::E2, ObservationError::NoOwnPiece(Square::E2)),
        ] {
            let capture = Some(capture);
            assert_eq!(told.push(Observation::TurnStart { capture }), Err(error));
        }
        let capture = Some(Square::A2);
        assert_eq!(told.push(Observation::TurnStart { capture }), Ok(()));
    }

    #[test]
    fn nothing_is_captured_en_passant_where_no_pawn_has_passed() {
        // A FEN can say so.
        let (mut told, mut position) = to_move("4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1", None);
        let request: Option<Move> = "d5e6".parse().ok();
        assert_eq!(request.and_then(|m| position.taken_move(m)), None);
        assert_eq!(position.push(None), None);
        assert_eq!(told.push(Observation::Move(result("d5e6 - -"))), Ok(()));
    }
}
