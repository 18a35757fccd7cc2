//! Sets for benchmarks: the same on every machine, of any size.

use rbc_rules::{Color, Move, MoveResult, Observation, Position, SenseResult};

use crate::InformationSet;

/// Black's developing moves between White's unsensed ones.
pub const REPLIES: [&str; 7] = ["e7e6", "g8f6", "b8c6", "f8e7", "a7a6", "h7h6", "b7b6"];

/// Returns Black's sets when White is to move for the first, second … eighth time, if Black never senses and nothing
/// is captured: 1, 21, 280, 3,051, 28,513, 221,383, 1,493,061 … boards.
///
/// ```
/// let sizes: Vec<_> = rbc_belief::openings::unsensed().take(4).map(|set| set.len()).collect();
/// assert_eq!(sizes, [1, 21, 280, 3_051]);
/// ```
pub fn unsensed() -> impl Iterator<Item = InformationSet> {
    let start = Position::initial();
    let cap = InformationSet::DEFAULT_CAP;
    let set = InformationSet::new(Color::Black, &start, cap).ok();
    let mut replies = REPLIES.into_iter();
    std::iter::successors(set, move |set| {
        let mut set = set.clone();
        let quiet = Observation::TurnStart { capture: None };
        for observation in [quiet].into_iter().chain(blind_turn(replies.next()?)) {
            set.observe(&observation).ok()?;
        }
        Some(set)
    })
}

/// What a side is told that does not sense and whose move is taken as requested.
#[must_use]
pub fn blind_turn(request: &str) -> [Observation; 2] {
    let taken = request.parse::<Move>().ok();
    [
        Observation::Sense(SenseResult::default()),
        Observation::Move(MoveResult {
            requested: taken,
            taken,
            capture: None,
        }),
    ]
}
