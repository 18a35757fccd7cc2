//! Where a side's turn stands.

/// Where a side's turn stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The opponent is to play.
    Waiting,
    /// To sense, or to choose not to.
    Sense,
    /// To move, or to pass.
    Move,
    /// The game is over.
    Over,
}
