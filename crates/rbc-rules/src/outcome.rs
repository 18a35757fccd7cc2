//! How a game ended, and why.

use shakmaty::Color;

/// Why a game ended, named as `reconchess` names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// A king was captured.
    KingCapture,
    /// A clock ran out.
    Timeout,
    /// A side resigned.
    Resign,
    /// Too many full turns (a draw).
    TurnLimit,
    /// Too many plies without a pawn move or capture (a draw).
    MoveLimit,
}

impl WinReason {
    /// Every reason.
    pub const ALL: [WinReason; 5] = [
        WinReason::KingCapture,
        WinReason::Timeout,
        WinReason::Resign,
        WinReason::TurnLimit,
        WinReason::MoveLimit,
    ];

    /// Returns the name in records, such as `KING_CAPTURE`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            WinReason::KingCapture => "KING_CAPTURE",
            WinReason::Timeout => "TIMEOUT",
            WinReason::Resign => "RESIGN",
            WinReason::TurnLimit => "TURN_LIMIT",
            WinReason::MoveLimit => "MOVE_LIMIT",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why the game ended.
    pub reason: WinReason,
}
