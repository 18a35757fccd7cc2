//! Verifies a record: replays every event through the [`Arbiter`] and compares.

use std::fmt;

use shakmaty::{Color, Piece, Square};

use crate::{
    Arbiter, ArbiterError, GameHistory, GameSetup, Move, Observations, Position, SenseResult,
    WinReason,
};

/// A place where the record and the rules disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Half-turns completed before this one.
    pub ply: usize,
    /// Whose turn it is.
    pub color: Color,
    /// What differs.
    pub difference: Difference,
}

/// What the rules say and what the record says, where they differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The record has a turn, where the rules allow none.
    Turn(ArbiterError),
    /// The result of a sense.
    SenseResult {
        /// By the rules.
        rules: SenseResult,
        /// In the record.
        record: SenseResult,
    },
    /// The FEN before a move.
    FenBefore {
        /// By the rules.
        rules: String,
        /// In the record.
        record: String,
    },
    /// The record requests a move, which the rules refuse.
    Request {
        /// Why they do.
        refused: ArbiterError,
        /// The request; `None` is a pass.
        record: Option<Move>,
    },
    /// The taken move.
    TakenMove {
        /// By the rules.
        rules: Option<Move>,
        /// In the record.
        record: Option<Move>,
    },
    /// The square of a capture.
    CaptureSquare {
        /// By the rules.
        rules: Option<Square>,
        /// In the record.
        record: Option<Square>,
    },
    /// The FEN after a move.
    FenAfter {
        /// By the rules.
        rules: String,
        /// In the record.
        record: String,
    },
    /// The number of half-turns, which sides have by turns.
    Plies {
        /// By turns.
        rules: usize,
        /// In the record.
        record: usize,
    },
    /// The number of senses.
    Senses {
        /// By turns.
        rules: usize,
        /// In the record.
        record: usize,
    },
    /// The outcome.
    Outcome {
        /// What contradicts it.
        rules: OutcomeRule,
        /// The winner in the record.
        winner: Option<Color>,
        /// The reason in the record.
        reason: Option<WinReason>,
    },
}

/// What contradicts a recorded outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutcomeRule {
    /// No king was captured.
    NoCapture,
    /// This side captured the king.
    Captured(Color),
    /// A game that ends at a limit is a draw.
    Draw,
    /// The last move was a pawn's or a capture: the move limit is not reached.
    MoveLimit,
    /// The last full turn is not complete: the turn limit is not reached.
    TurnLimit,
    /// One side must have won.
    Winner,
    /// A win has a reason.
    Reason,
}

impl Difference {
    /// Returns what differs, such as `taken move`.
    const fn what(&self) -> &'static str {
        match self {
            Difference::Turn(_) => "a turn",
            Difference::SenseResult { .. } => "sense result",
            Difference::FenBefore { .. } => "FEN before the move",
            Difference::Request { .. } => "requested move",
            Difference::TakenMove { .. } => "taken move",
            Difference::CaptureSquare { .. } => "capture square",
            Difference::FenAfter { .. } => "FEN after the move",
            Difference::Plies { .. } | Difference::Senses { .. } => "length",
            Difference::Outcome { .. } => "outcome",
        }
    }

    /// Returns what the rules and the record say, as texts.
    fn both(&self) -> (String, String) {
        match self {
            Difference::Turn(error) => (error.to_string(), "another turn".to_owned()),
            Difference::SenseResult { rules, record } => (show_window(rules), show_window(record)),
            Difference::FenBefore { rules, record } | Difference::FenAfter { rules, record } => {
                (rules.clone(), record.clone())
            }
            Difference::Request { refused, record } => (refused.to_string(), show(*record)),
            Difference::TakenMove { rules, record } => (show(*rules), show(*record)),
            Difference::CaptureSquare { rules, record } => (show(*rules), show(*record)),
            Difference::Plies { rules, record } => {
                (format!("{rules}, by turns"), format!("{record} half-turns"))
            }
            Difference::Senses { rules, record } => {
                (format!("{rules}, by turns"), format!("{record} senses"))
            }
            Difference::Outcome {
                rules,
                winner,
                reason,
            } => (rules.to_string(), show_outcome(*winner, *reason)),
        }
    }
}

impl fmt::Display for OutcomeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OutcomeRule::NoCapture => "no king was captured",
            OutcomeRule::Captured(Color::White) => "White captured the king",
            OutcomeRule::Captured(Color::Black) => "Black captured the king",
            OutcomeRule::Draw => "that is a draw",
            OutcomeRule::MoveLimit => "the last move was a pawn's or a capture",
            OutcomeRule::TurnLimit => "the last full turn is not complete",
            OutcomeRule::Winner => "one side must have won",
            OutcomeRule::Reason => "a win has a reason",
        })
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rules, record) = self.difference.both();
        write!(
            f,
            "half-turn {} ({}'s turn {}), {}: the rules say {rules}, the record {record}",
            self.ply + 1,
            self.color.fold_wb("White", "Black"),
            self.ply / 2 + 1,
            self.difference.what(),
        )
    }
}

/// What the last [`Replay::step`] was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayStep {
    /// The game began: White was told that nothing was captured.
    Start,
    /// The side sensed, or chose not to.
    Sense(Color),
    /// The side moved or passed, and the other was told of the capture unless the game was over.
    Move(Color),
    /// The record could not be followed: the game was set up anew from the recorded FEN, and both
    /// sides' observations begin again from there, as if both had been shown it.
    SetUpAnew,
}

/// A replay of a record, event by event.
///
/// Senses and requests come from the record; the [`Arbiter`] computes everything else, which is compared. FENs may
/// differ in one way: the record may lack the en passant square (old servers wrote it only where a capture was
/// possible).
///
/// ```
/// use rbc_rules::{GameHistory, record::verify::Replay};
/// let empty = GameHistory::default();
/// let mut replay = Replay::new(&empty);
/// while replay.step().is_some() {}
/// assert!(replay.mismatches().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    history: &'a GameHistory,
    arbiter: Arbiter,
    position: Position,
    /// Senses taken from the record.
    senses: usize,
    /// Whose turn comes next, and the half-turns before it.
    turn: Color,
    ply: usize,
    next: Next,
    mismatches: Vec<Mismatch>,
    old_rules: Vec<Mismatch>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Start,
    Sense,
    Move,
    SetUpAnew,
    End,
}

/// No clock and no limits: a record does not tell which it was played with.
fn arbiter_at(start: &Position) -> Arbiter {
    Arbiter::new(GameSetup {
        start: start.clone(),
        clock: None,
        move_limit: None,
        turn_limit: None,
    })
}

impl<'a> Replay<'a> {
    /// Creates a replay before its first step.
    ///
    /// A game whose first FEN is not the start position of chess is followed from there.
    #[must_use]
    pub fn new(history: &'a GameHistory) -> Replay<'a> {
        let position = history.start();
        Replay {
            history,
            arbiter: arbiter_at(&position),
            turn: position.turn(),
            position,
            senses: 0,
            ply: 0,
            next: Next::Start,
            mismatches: Vec::new(),
            old_rules: Vec::new(),
        }
    }

    /// Returns the true position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns what `color` has been told since the start, or since [`ReplayStep::SetUpAnew`].
    #[must_use]
    pub const fn observations(&self, color: Color) -> &Observations {
        self.arbiter.observations(color)
    }

    /// Returns the number of half-turns completed.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the mismatches so far.
    #[must_use]
    pub fn mismatches(&self) -> &[Mismatch] {
        &self.mismatches
    }

    /// Returns events that follow an old server's rules instead of today's: an en passant capture refused while the
    /// side was in check. They are not mismatches.
    #[must_use]
    pub fn old_rules(&self) -> &[Mismatch] {
        &self.old_rules
    }

    /// Plays the next event. Returns `None` at the end.
    pub fn step(&mut self) -> Option<ReplayStep> {
        match self.next {
            Next::Start => {
                self.arbiter.start(0);
                self.next = Next::Sense;
                Some(ReplayStep::Start)
            }
            Next::Sense => self.sense(),
            Next::Move => self.play(),
            Next::SetUpAnew => {
                self.arbiter = arbiter_at(&self.position);
                self.arbiter.start(0);
                self.next = Next::Sense;
                Some(ReplayStep::SetUpAnew)
            }
            Next::End => None,
        }
    }

    fn sense(&mut self) -> Option<ReplayStep> {
        let side = self.history.side(self.turn);
        let Some(recorded) = side.senses.get(self.ply / 2) else {
            return self.end();
        };
        match self.arbiter.sense(recorded.square, 0) {
            Err(e) => {
                self.mismatch(Difference::Turn(e));
                self.next = Next::End;
                return None;
            }
            Ok(result) if result != *recorded => {
                self.mismatch(Difference::SenseResult {
                    rules: result,
                    record: recorded.clone(),
                });
            }
            Ok(_) => {}
        }
        self.senses += 1;
        self.next = Next::Move;
        Some(ReplayStep::Sense(self.turn))
    }

    fn play(&mut self) -> Option<ReplayStep> {
        let side = self.history.side(self.turn);
        let index = self.ply / 2;
        let (Some(recorded), Some(before), Some(after)) = (
            side.moves.get(index),
            side.fens_before_move.get(index),
            side.fens_after_move.get(index),
        ) else {
            return self.end();
        };
        let fen = self.position.fen();
        if !same_but_en_passant(&fen, before) {
            self.mismatch(Difference::FenBefore {
                rules: fen,
                record: before.clone(),
            });
        }
        let old = self.mismatches.len();
        let mut follows = true;
        let mut by_old_rules = None;
        match self.arbiter.play(recorded.requested, 0) {
            Err(e) => {
                self.mismatch(Difference::Request {
                    refused: e,
                    record: recorded.requested,
                });
                follows = false;
            }
            Ok(result) => {
                let refused_en_passant = recorded.taken.is_none()
                    && result
                        .taken
                        .is_some_and(|m| self.position.is_en_passant(m.from, m.to))
                    && self.position.king_is_attacked();
                if result.taken != recorded.taken {
                    self.mismatch(Difference::TakenMove {
                        rules: result.taken,
                        record: recorded.taken,
                    });
                }
                if result.capture != recorded.capture {
                    self.mismatch(Difference::CaptureSquare {
                        rules: result.capture,
                        record: recorded.capture,
                    });
                }
                let mut pushed = self.position.clone();
                pushed.push(result.taken);
                let fen = pushed.fen();
                if same_but_en_passant(&fen, after) {
                    self.position = pushed;
                } else {
                    self.mismatch(Difference::FenAfter {
                        rules: fen,
                        record: after.clone(),
                    });
                    follows = false;
                }
                if refused_en_passant {
                    by_old_rules = self.passed_as_recorded(after).then_some(old);
                }
            }
        }
        if let Some(old) = by_old_rules {
            // One event, told once.
            self.old_rules.extend(self.mismatches.drain(old..).take(1));
        }
        let mover = self.turn;
        self.turn = !mover;
        self.ply += 1;
        self.next = Next::Sense;
        if !follows {
            match after.parse::<Position>() {
                Ok(position) if position.turn() == self.turn => {
                    self.position = position;
                    self.next = Next::SetUpAnew;
                    return self.step();
                }
                _ => {
                    self.next = Next::End;
                    return None;
                }
            }
        }
        Some(ReplayStep::Move(mover))
    }

    /// Whether the record goes on as if the side had passed.
    fn passed_as_recorded(&self, after: &str) -> bool {
        let mut passed = self.position.clone();
        passed.push(None);
        same_but_en_passant(&passed.fen(), after)
    }

    fn end(&mut self) -> Option<ReplayStep> {
        self.next = Next::End;
        if self.history.plies() != self.ply {
            self.mismatch(Difference::Plies {
                rules: self.ply,
                record: self.history.plies(),
            });
        }
        let senses = self.history.white.senses.len() + self.history.black.senses.len();
        if senses != self.senses {
            self.mismatch(Difference::Senses {
                rules: self.senses,
                record: senses,
            });
        }
        self.check_outcome();
        None
    }

    fn check_outcome(&mut self) {
        let winner = self.history.winner;
        let reason = self.history.win_reason;
        let board = self.position.board();
        let captor = Color::ALL
            .into_iter()
            .find(|c| board.by_piece((!*c).king()).is_empty());
        let rules = match (reason, winner, captor) {
            (Some(WinReason::KingCapture), _, None) => OutcomeRule::NoCapture,
            // Who could still resign, or reach a limit, has a king. (Servers report a time-out before it.)
            (
                Some(WinReason::Resign | WinReason::TurnLimit | WinReason::MoveLimit),
                _,
                Some(captor),
            ) => OutcomeRule::Captured(captor),
            (Some(WinReason::KingCapture), winner, Some(captor)) if winner != Some(captor) => {
                OutcomeRule::Captured(captor)
            }
            (Some(WinReason::TurnLimit | WinReason::MoveLimit), Some(_), None) => OutcomeRule::Draw,
            (Some(WinReason::MoveLimit), ..) if self.position.halfmoves() == 0 => {
                OutcomeRule::MoveLimit
            }
            (Some(WinReason::TurnLimit), ..) if self.turn == Color::Black => OutcomeRule::TurnLimit,
            (Some(WinReason::Timeout | WinReason::Resign), None, _) => OutcomeRule::Winner,
            (None, Some(_), _) => OutcomeRule::Reason,
            _ => return,
        };
        self.mismatch(Difference::Outcome {
            rules,
            winner,
            reason,
        });
    }

    fn mismatch(&mut self, difference: Difference) {
        self.mismatches.push(Mismatch {
            ply: self.ply,
            color: self.turn,
            difference,
        });
    }
}

/// Whether two FENs are one position; the recorded one may lack the en passant square.
fn same_but_en_passant(expected: &str, recorded: &str) -> bool {
    // Nearly always the texts agree; only else is it worth reading them.
    expected == recorded || {
        match (expected.parse::<Position>(), recorded.parse::<Position>()) {
            (Ok(expected), Ok(recorded)) => {
                expected == recorded
                    || (recorded.ep_square().is_none()
                        && without_en_passant(&expected.fen())
                            == without_en_passant(&recorded.fen()))
            }
            _ => false,
        }
    }
}

fn without_en_passant(fen: &str) -> Vec<&str> {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if let Some(square) = fields.get_mut(3) {
        *square = "-";
    }
    fields
}

fn show<T: fmt::Display>(value: Option<T>) -> String {
    value.map_or_else(|| "none".to_owned(), |v| v.to_string())
}

fn show_outcome(winner: Option<Color>, reason: Option<WinReason>) -> String {
    let winner = winner.map_or("nobody", |winner| winner.fold_wb("White", "Black"));
    let how = match reason {
        Some(WinReason::KingCapture) => " by capturing the king",
        Some(WinReason::Timeout) => " on time",
        Some(WinReason::Resign) => " by resignation",
        Some(WinReason::TurnLimit) => " at the turn limit",
        Some(WinReason::MoveLimit) => " at the move limit",
        None => "",
    };
    format!("{winner} won{how}")
}

fn show_window(sense: &SenseResult) -> String {
    let Some(square) = sense.square else {
        return format!("no sense, {} squares", sense.contents.len());
    };
    let contents: String = sense
        .contents
        .iter()
        .map(|(_, piece)| piece.map_or('.', Piece::char))
        .collect();
    let squares: Vec<Square> = sense.contents.iter().map(|(sq, _)| *sq).collect();
    match squares.first() {
        Some(first) => format!("{square}: {contents} from {first}"),
        None => format!("{square}: nothing"),
    }
}
