//! The phases of a turn.

/// The phase of a side's turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The opponent's turn.
    Waiting,
    /// The side senses, or chooses not to.
    Sense,
    /// The side moves, or passes.
    Move,
    /// The game is over.
    Over,
}
