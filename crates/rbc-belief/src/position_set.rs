//! Positions that one side cannot distinguish, given one by one, and the answers to its actions.

use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    error, fmt,
    hash::Hash,
};

use rbc_rules::{
    Color, Move, MoveResult, Piece, Position, SenseResult, position::ParsePositionError,
};

use crate::{
    InformationSet, PackedBoard, PositionsError,
    replay::{Action, StepPhase},
};

/// The most positions of a set.
pub const MAX_POSITIONS: usize = rbc_rules::link::MAX_BOARDS;
/// The most pieces of a side.
pub const MAX_PIECES: usize = 16;

/// Positions that agree in all that one side knows, such as those set up by hand.
///
/// The set is at some phase of that side's half-turn. An action and one of its answers lead to another set.
///
/// ```
/// use rbc_belief::{position_set::PositionSet, replay::{Action, StepPhase}};
/// use rbc_rules::Square;
/// let knights = ["4k1n1/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/4n3/8/8/8/8/8/4K3 w - - 0 1"];
/// let set = PositionSet::read(&knights, StepPhase::Start)?;
/// let sense = Action::Sense(Some(Square::G8));
/// assert_eq!(set.answers(sense)?.len(), 2);
/// assert_eq!(set.take(sense, 1)?.positions().len(), 1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionSet {
    phase: StepPhase,
    positions: Vec<Position>,
    set: InformationSet,
}

/// An answer to an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The result of a sense.
    Sense(SenseResult),
    /// The result of a request.
    Move {
        /// The result that the mover is told.
        result: MoveResult,
        /// Whether it captures the king.
        ends_game: bool,
    },
}

impl PositionSet {
    /// Reads the set of these FENs at `phase` of a half-turn. The side is the one to move or, when it has moved, the
    /// other one. Duplicates count once.
    ///
    /// # Errors
    ///
    /// When one is not a position, does not agree with the first one, or has too many pieces or kings; when there are
    /// none or more than [`MAX_POSITIONS`].
    pub fn read(
        fens: &[impl AsRef<str>],
        phase: StepPhase,
    ) -> Result<PositionSet, PositionSetError> {
        if fens.len() > MAX_POSITIONS {
            return Err(PositionsError::TooMany { cap: MAX_POSITIONS }.into());
        }
        let mut positions: Vec<Position> = Vec::with_capacity(fens.len());
        for (index, fen) in fens.iter().enumerate() {
            let wrong = |what| PositionSetError::Wrong { index, what };
            let position: Position = fen.as_ref().parse().map_err(|e| wrong(What::Fen(e)))?;
            let first = positions.first().unwrap_or(&position);
            let me = knower(&position, phase);
            let (own, own_of_first) = (position.own_side(me), first.own_side(me));
            let board = position.board();
            if position.turn() != first.turn() {
                return Err(wrong(What::Turn(position.turn())));
            }
            if own.board() != own_of_first.board() {
                return Err(wrong(What::OwnPieces(me)));
            }
            if own.castling_rights() != own_of_first.castling_rights() {
                return Err(wrong(What::OwnCastling(me)));
            }
            for color in [Color::White, Color::Black] {
                let pieces = board.by_color(color).count();
                if pieces > MAX_PIECES {
                    return Err(wrong(What::Pieces(color, pieces)));
                }
                let kings = board.by_piece(color.king()).count();
                // The move may have captured it.
                if kings != 1 && !(kings == 0 && phase == StepPhase::Moved && color != me) {
                    return Err(wrong(What::Kings(color, kings)));
                }
            }
            positions.push(position);
        }
        PositionSet::of(positions, phase)
    }

    fn of(positions: Vec<Position>, phase: StepPhase) -> Result<PositionSet, PositionSetError> {
        let first = positions.first().ok_or(PositionsError::None)?;
        let me = knower(first, phase);
        let set = InformationSet::of(me, &positions, MAX_POSITIONS)?;
        let mut seen = HashSet::new();
        let mut distinct = Vec::with_capacity(set.len());
        for position in &positions {
            let board = PackedBoard::pack(position, me).map_err(PositionsError::from)?;
            if seen.insert(board) {
                distinct.push(set.position(board));
            }
        }
        Ok(PositionSet {
            phase,
            positions: distinct,
            set,
        })
    }

    /// Returns the side whose knowledge it is.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.set.color()
    }

    /// Returns the phase of this side's half-turn.
    #[must_use]
    pub const fn phase(&self) -> StepPhase {
        self.phase
    }

    /// Returns the positions without duplicates, in the order given.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the same boards as an information set.
    #[must_use]
    pub const fn information_set(&self) -> &InformationSet {
        &self.set
    }

    /// Returns the possible answers to an action with their numbers of boards, the most frequent first.
    ///
    /// # Errors
    ///
    /// When the action does not fit the phase, or the move may not be requested.
    pub fn answers(&self, action: Action) -> Result<Vec<(Answer, usize)>, TakeError> {
        let groups = self.groups(action)?.into_iter();
        Ok(groups
            .map(|(answer, boards)| (answer, boards.len()))
            .collect())
    }

    /// Returns the set after an action with answer number `answer` of [`PositionSet::answers`]. At the start, a
    /// request skips the sense.
    ///
    /// # Errors
    ///
    /// Those of [`PositionSet::answers`], and when there is no such answer.
    pub fn take(&self, action: Action, answer: usize) -> Result<PositionSet, TakeError> {
        let groups = self.groups(action)?;
        let answers = groups.len();
        let group = groups.into_iter().nth(answer);
        let (answer, boards) = group.ok_or(TakeError::NoAnswer { answer, answers })?;
        let boards = boards.into_iter().map(|i| self.positions[i].clone());
        let (positions, phase) = match answer {
            Answer::Sense(_) => (boards.collect(), StepPhase::Sensed),
            Answer::Move { result, .. } => {
                let moved = boards.map(|mut position| {
                    position.push(result.taken);
                    position
                });
                (moved.collect(), StepPhase::Moved)
            }
        };
        // They agreed before, and were told the same.
        PositionSet::of(positions, phase).map_err(TakeError::Set)
    }

    /// The answers to an action, that on most boards first, with the boards.
    fn groups(&self, action: Action) -> Result<Vec<(Answer, Vec<usize>)>, TakeError> {
        match (action, self.phase) {
            (_, StepPhase::Moved) => Err(TakeError::HasMoved),
            (Action::Sense(_), StepPhase::Sensed) => Err(TakeError::HasSensed),
            (Action::Sense(square), StepPhase::Start) => {
                let shown = |position: &Position| {
                    let contents = position.sense(square).contents.into_iter();
                    contents
                        .map(|(_, piece)| piece)
                        .collect::<Vec<Option<Piece>>>()
                };
                let groups = grouped(&self.positions, shown).into_iter();
                Ok(groups
                    .map(|(_, boards)| {
                        let sense = self.positions[boards[0]].sense(square);
                        (Answer::Sense(sense), boards)
                    })
                    .collect())
            }
            (Action::Request(requested), StepPhase::Start | StepPhase::Sensed) => {
                let own = self.set.own();
                if let Some(request) = requested.filter(|m| !own.may_request(*m)) {
                    return Err(TakeError::NotARequest(request));
                }
                let request = requested.map(|m| own.with_promotion(m));
                let told = |position: &Position| {
                    let taken = request.and_then(|m| position.taken_move(m));
                    let result = MoveResult {
                        requested,
                        taken,
                        capture: taken.and_then(|m| position.capture_square(m)),
                    };
                    let king = position.board().by_piece((!position.turn()).king());
                    let ends_game = result.capture.is_some_and(|square| king.contains(square));
                    (result, ends_game)
                };
                let groups = grouped(&self.positions, told).into_iter();
                Ok(groups
                    .map(|((result, ends_game), boards)| {
                        (Answer::Move { result, ends_game }, boards)
                    })
                    .collect())
            }
        }
    }
}

/// The side that knows a position of a set: the one whose half-turn it is.
fn knower(position: &Position, phase: StepPhase) -> Color {
    match phase {
        StepPhase::Start | StepPhase::Sensed => position.turn(),
        StepPhase::Moved => !position.turn(),
    }
}

/// The indices of positions by what is said of them, the largest group first; of equal ones that which begins first.
fn grouped<K: Hash + Eq + Clone>(
    positions: &[Position],
    key: impl Fn(&Position) -> K,
) -> Vec<(K, Vec<usize>)> {
    let mut places = HashMap::new();
    let mut groups: Vec<(K, Vec<usize>)> = Vec::new();
    for (i, position) in positions.iter().enumerate() {
        let key = key(position);
        match places.entry(key.clone()) {
            Entry::Vacant(place) => {
                place.insert(groups.len());
                groups.push((key, vec![i]));
            }
            Entry::Occupied(place) => groups[*place.get()].1.push(i),
        }
    }
    groups.sort_by_key(|(_, boards)| std::cmp::Reverse(boards.len()));
    groups
}

/// Why positions do not form a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionSetError {
    /// One of them is invalid.
    Wrong {
        /// The index of the position.
        index: usize,
        /// What is wrong.
        what: What,
    },
    /// There are too many or too few, or they differ in something else.
    Set(PositionsError),
}

/// What is wrong with a position of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// It cannot be read.
    Fen(ParsePositionError),
    /// This side is to move, but the other on the first position.
    Turn(Color),
    /// The pieces of this side, whose knowledge it is, differ from the first position.
    OwnPieces(Color),
    /// The castling rights of this side differ.
    OwnCastling(Color),
    /// A side has this many pieces, which is too many.
    Pieces(Color, usize),
    /// A side has this many kings.
    Kings(Color, usize),
}

impl fmt::Display for PositionSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color: &Color| color.fold_wb("White", "Black");
        match self {
            PositionSetError::Set(error) => error.fmt(f),
            PositionSetError::Wrong { index, what } => {
                write!(f, "position {}: ", index + 1)?;
                match what {
                    What::Fen(error) => error.fmt(f),
                    What::Turn(color) => {
                        write!(
                            f,
                            "{} is to move, and not on the first position",
                            name(color)
                        )
                    }
                    What::OwnPieces(color) => write!(
                        f,
                        "{}'s pieces stand otherwise than on the first position: {0} would know which is true",
                        name(color)
                    ),
                    What::OwnCastling(color) => write!(
                        f,
                        "{}'s castling rights differ from the first position: {0} would know which is true",
                        name(color)
                    ),
                    What::Pieces(color, pieces) => write!(
                        f,
                        "{} has {pieces} pieces: at most {MAX_PIECES} are possible",
                        name(color)
                    ),
                    What::Kings(color, kings) => {
                        write!(
                            f,
                            "{} has {kings} kings: exactly one is needed",
                            name(color)
                        )
                    }
                }
            }
        }
    }
}

impl error::Error for PositionSetError {}

impl From<PositionsError> for PositionSetError {
    fn from(error: PositionsError) -> PositionSetError {
        PositionSetError::Set(error)
    }
}

/// Why an action is not possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TakeError {
    /// The side has already sensed.
    HasSensed,
    /// The side has already moved.
    HasMoved,
    /// The move may not be requested.
    NotARequest(Move),
    /// There is no such answer.
    NoAnswer {
        /// The one asked for.
        answer: usize,
        /// How many there are.
        answers: usize,
    },
    /// The remaining positions do not form a set.
    Set(PositionSetError),
}

impl fmt::Display for TakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TakeError::HasSensed => f.write_str("the side has sensed: a request comes next"),
            TakeError::HasMoved => f.write_str("the side has moved: it has no more to do here"),
            TakeError::NotARequest(m) => {
                write!(f, "{m} may not be requested with these pieces")
            }
            TakeError::NoAnswer { answer, answers } => {
                write!(f, "there is no outcome {answer} of {answers}")
            }
            TakeError::Set(error) => error.fmt(f),
        }
    }
}

impl error::Error for TakeError {}

#[cfg(test)]
mod tests {
    use rbc_rules::Square;

    use super::*;

    const KNIGHTS: [&str; 3] = [
        "4k1n1/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "4k3/4n3/8/8/8/8/8/R3K3 w Q - 0 1",
        "4k3/8/8/8/8/n7/8/R3K3 w Q - 3 9",
    ];

    fn read(fens: &[&str]) -> Result<PositionSet, String> {
        PositionSet::read(fens, StepPhase::Start).map_err(|e| e.to_string())
    }

    fn request(uci: &str) -> Action {
        Action::Request(uci.parse().ok())
    }

    #[test]
    fn positions_that_are_the_same_count_once_and_keep_their_order() {
        let [a, b, c] = KNIGHTS;
        let set = read(&[b, a, b, c, a]).expect("they agree");
        let fens: Vec<String> = set.positions().iter().map(Position::fen).collect();
        assert_eq!(fens, [b, a, "4k3/8/8/8/8/n7/8/R3K3 w Q - 0 1"]);
        assert_eq!(
            (set.color(), set.information_set().len()),
            (Color::White, 3)
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_number() {
        let first = KNIGHTS[0];
        for (second, message) in [
            ("4k3", "position 2: not a position"),
            (
                "4k1n1/8/8/8/8/8/8/R3K3 b Q - 0 1",
                "position 2: Black is to move",
            ),
            (
                "4k1n1/8/8/8/8/8/8/1R2K3 w - - 0 1",
                "position 2: White's pieces",
            ),
            (
                "4k1n1/8/8/8/8/8/8/R3K3 w - - 0 1",
                "position 2: White's castling rights",
            ),
            (
                "4k3/pppppppp/pppppppp/8/8/8/8/R3K3 w Q - 0 1",
                "position 2: Black has 17 pieces",
            ),
            (
                "6n1/8/8/8/8/8/8/R3K3 w Q - 0 1",
                "position 2: Black has 0 kings",
            ),
            (
                "4k1k1/8/8/8/8/8/8/R3K3 w Q - 0 1",
                "position 2: Black has 2 kings",
            ),
        ] {
            let error = read(&[first, second]).expect_err(message);
            assert!(error.starts_with(message), "{error}");
        }
        assert_eq!(read(&[]).expect_err("none"), "there are no positions");
        let many = vec![first; MAX_POSITIONS + 1];
        assert!(read(&many).expect_err("too many").contains("4096"));
    }

    #[test]
    fn answers_divide_the_boards() {
        let set = read(&KNIGHTS).expect("they agree");
        let answers = set
            .answers(Action::Sense(Some(Square::G8)))
            .expect("to sense");
        let counts: Vec<usize> = answers.iter().map(|(_, boards)| *boards).collect();
        // A knight on g8, and nothing there.
        assert_eq!(counts, [2, 1]);
        let sensed = set
            .take(Action::Sense(Some(Square::G8)), 0)
            .expect("an answer");
        assert_eq!(
            (sensed.phase(), sensed.positions().len()),
            (StepPhase::Sensed, 2)
        );
        assert_eq!(
            sensed.answers(Action::Sense(None)),
            Err(TakeError::HasSensed)
        );
        let moved = sensed.take(request("a1a8"), 1).expect("an answer");
        assert_eq!(
            (moved.phase(), moved.color()),
            (StepPhase::Moved, Color::White)
        );
        assert_eq!(moved.positions()[0].turn(), Color::Black);
        assert_eq!(
            moved.answers(request("a8e8")).err(),
            Some(TakeError::HasMoved)
        );
    }

    #[test]
    fn a_captured_king_is_an_answer_of_its_own() {
        let set = read(&[
            "r6k/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "k6r/8/8/8/8/8/8/R3K3 w Q - 0 1",
        ])
        .expect("they agree");
        let answers = set.answers(request("a1a8")).expect("a request");
        assert!(matches!(
            answers[..],
            [
                (
                    Answer::Move {
                        ends_game: false,
                        ..
                    },
                    1
                ),
                (
                    Answer::Move {
                        ends_game: true,
                        ..
                    },
                    1
                )
            ]
        ));
        let over = set.take(request("a1a8"), 1).expect("an answer");
        let fens: Vec<String> = over.positions().iter().map(Position::fen).collect();
        assert_eq!(fens, ["R6r/8/8/8/8/8/8/4K3 b - - 0 1"]);
        // As it is opened again.
        assert!(PositionSet::read(&fens, StepPhase::Moved).is_ok());
        assert_eq!(
            set.answers(request("a1b8")),
            Err(TakeError::NotARequest("a1b8".parse().expect("a move")))
        );
    }

    #[test]
    fn the_own_double_step_is_kept() {
        let set = read(&[
            "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
            "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1",
        ])
        .expect("they agree");
        let moved = set.take(request("e2e4"), 0).expect("an answer");
        let fens: Vec<String> = moved.positions().iter().map(Position::fen).collect();
        assert!(fens.iter().all(|fen| fen.contains(" b - e3 ")), "{fens:?}");
        let again = PositionSet::read(&fens, StepPhase::Moved).expect("the same");
        assert_eq!(again.positions(), moved.positions());
    }
}
