//! Every board that is still possible for one side.

use std::{
    error, fmt,
    num::NonZeroU32,
    ops::{ControlFlow, Range},
};

use rbc_rules::{
    Color, Observation, Observations, OwnSide, Position, Square, position::double_step_square,
};

use crate::{
    Boards, PackedBoard, Survey, TooManyPieces,
    anchor::{Anchor, Replayed, Replaying},
    board_table::BoardTable,
    carry::{Carried, Carrying, Step},
    evidence::{MoveEvidence, SenseEvidence},
    expansion::{Moves, OpponentTurn},
};

/// How complete a set is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Completeness {
    /// Every possible board is in the set.
    Exact,
    /// More boards than the cap are possible; the set holds a sample of them.
    Sample {
        /// About how many are possible.
        estimated: f64,
    },
}

/// Told of progress; breaks off when it says so. `done` of `total` steps of unequal length.
pub type Watch<'a> = &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>;

/// The caller broke off; the set is as it was before the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl error::Error for Interrupted {}

/// Why an information set cannot follow the observations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InformationSetError {
    /// No board held fits what was told. Not every contradiction shows in this way: see
    /// [`InformationSet::observe_watched`].
    NoBoardFits,
    /// The caller broke off.
    Interrupted,
}

impl fmt::Display for InformationSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InformationSetError::NoBoardFits => {
                f.write_str("no possible board fits this observation")
            }
            InformationSetError::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl error::Error for InformationSetError {}

impl From<Interrupted> for InformationSetError {
    fn from(_: Interrupted) -> InformationSetError {
        InformationSetError::Interrupted
    }
}

/// Why positions do not make an information set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionsError {
    /// There are no positions.
    None,
    /// There are more than the cap allows.
    TooMany {
        /// The cap.
        cap: usize,
    },
    /// A position differs from the first in something that the side itself knows.
    Differs {
        /// Which one.
        index: usize,
    },
    /// The opponent has too many pieces on one.
    Pieces(TooManyPieces),
}

impl fmt::Display for PositionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionsError::None => f.write_str("there are no positions"),
            PositionsError::TooMany { cap } => write!(f, "there are more than {cap} positions"),
            PositionsError::Differs { index } => write!(
                f,
                "position {} differs from the first one in the own pieces, the own castling rights, \
                 the side to move, or a double step just made",
                index + 1
            ),
            PositionsError::Pieces(error) => error.fmt(f),
        }
    }
}

impl error::Error for PositionsError {}

impl From<TooManyPieces> for PositionsError {
    fn from(error: TooManyPieces) -> PositionsError {
        PositionsError::Pieces(error)
    }
}

/// An observation on its way into the set: what was done of it is kept when the caller breaks off.
#[derive(Clone, Debug)]
struct Observing {
    observation: Observation,
    step: Step,
    stage: Stage,
}

#[derive(Clone, Debug)]
enum Stage {
    /// The boards held go through the step.
    Carrying(Carrying),
    /// They have; now those of the anchor follow, to find out whether all that is possible fits under
    /// the cap again.
    Replaying(Carried, Replaying),
}

/// Every board that is possible for one side, given its observations.
///
/// The set is exact as long as no more than `cap` boards are possible, the opponent's moves that a sense is
/// to narrow included. Beyond, it says that it is a
/// [`Completeness::Sample`] (uniform over the possible boards), keeps the last exact set, and streams
/// that through the following observations: when what they leave fits under the cap again, and the
/// work of finding that out is within [bounds](InformationSet::with_replay_limit), the set is exact
/// again. So memory follows the set *after* sensing, and no board is ever lost silently.
///
/// ```
/// use rbc_belief::InformationSet;
/// use rbc_rules::{Color, Observation, Position};
/// let start = Position::initial();
/// let mut set = InformationSet::new(Color::Black, &start, 1_000_000)?;
/// set.observe(&Observation::TurnStart { capture: None })?;
/// // White's 20 moves and the pass.
/// assert_eq!(set.len(), 21);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct InformationSet {
    own: OwnSide,
    boards: Boards,
    /// The square that the last own move passed by a double step.
    own_ep: Option<Square>,
    /// The side whose move comes next, and the number of its full turn.
    turn: Color,
    fullmoves: NonZeroU32,
    /// Observations taken in.
    observed: usize,
    completeness: Completeness,
    anchor: Option<Anchor>,
    cap: usize,
    /// Raw successors generated to make a sampled set exact again.
    replay_limit: usize,
    last_decay: Option<f64>,
    /// What the caller broke off.
    observing: Option<Box<Observing>>,
}

/// What all boards of an [`InformationSet`] have in common, for those who keep some of them.
///
/// ```
/// use rbc_belief::InformationSet;
/// use rbc_rules::{Color, Position};
/// let set = InformationSet::new(Color::White, &Position::initial(), 1_000)?;
/// let (frame, board) = (set.frame(), set.boards()[0]);
/// drop(set);
/// assert_eq!(frame.position(board), Position::initial());
/// # Ok::<_, rbc_belief::TooManyPieces>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    own: OwnSide,
    own_ep: Option<Square>,
    turn: Color,
    fullmoves: NonZeroU32,
}

impl Frame {
    /// As [`InformationSet::position`].
    #[must_use]
    pub fn position(&self, board: PackedBoard) -> Position {
        board.unpack(&self.own, self.turn, self.own_ep, self.fullmoves)
    }
}

/// [`InformationSet::with_replay_limit`] where nothing else is asked for, as a multiple of the cap.
const REPLAY_WORK: usize = 64;
/// A sample of fewer boards is worth work to enlarge it.
const POOR: usize = 2_000;

impl InformationSet {
    /// A cap for programs: 160 MB of boards.
    pub const DEFAULT_CAP: usize = 10_000_000;

    /// Smaller caps are raised to this: fewer boards are no sample.
    pub const MIN_CAP: usize = 64;

    /// The set of `me` at the start of a game from `start`, which both sides know.
    ///
    /// # Errors
    ///
    /// When the opponent has more than 16 pieces.
    pub fn new(me: Color, start: &Position, cap: usize) -> Result<InformationSet, TooManyPieces> {
        InformationSet::knowing(me, start, 0, cap)
    }

    /// The set of `me` that knows `position` after `observed` observations, as somebody does who
    /// reads a finished game: a part of what the side itself holds possible, and the true board is
    /// lost from the one if it is lost from the other.
    ///
    /// # Errors
    ///
    /// When the opponent has more than 16 pieces.
    pub fn knowing(
        me: Color,
        position: &Position,
        observed: usize,
        cap: usize,
    ) -> Result<InformationSet, TooManyPieces> {
        Ok(InformationSet {
            own: position.own_side(me),
            boards: Boards::from_iter([PackedBoard::pack(position, me)?]),
            own_ep: position.ep_square().filter(|_| position.turn() != me),
            turn: position.turn(),
            fullmoves: NonZeroU32::new(position.fullmoves()).unwrap_or(NonZeroU32::MIN),
            observed,
            completeness: Completeness::Exact,
            anchor: None,
            cap: cap.max(Self::MIN_CAP),
            replay_limit: cap.saturating_mul(REPLAY_WORK),
            last_decay: None,
            observing: None,
        })
    }

    /// The set of `me` that holds exactly `positions`, such as somebody sets up by hand. They agree in
    /// all that `me` knows: its own pieces and castling rights, whose turn it is, and where an own pawn
    /// has just stepped by two.
    ///
    /// ```
    /// use rbc_belief::InformationSet;
    /// use rbc_rules::{Color, Position};
    /// let knights: [Position; 2] = [
    ///     "4k1n1/8/8/8/8/8/8/4K3 w - - 0 1".parse()?,
    ///     "4k3/4n3/8/8/8/8/8/4K3 w - - 0 1".parse()?,
    /// ];
    /// assert_eq!(InformationSet::of(Color::White, &knights, 1_000)?.len(), 2);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When they do not, when there are none or more than `cap`, or when the opponent has more than 16
    /// pieces on one of them.
    pub fn of(
        me: Color,
        positions: &[Position],
        cap: usize,
    ) -> Result<InformationSet, PositionsError> {
        let (first, others) = positions.split_first().ok_or(PositionsError::None)?;
        let mut set = InformationSet::new(me, first, cap)?;
        let mut table = BoardTable::with_capacity(positions.len(), usize::MAX);
        for (i, position) in positions.iter().enumerate() {
            let knows = |p: &Position| {
                (
                    p.own_side(me),
                    p.turn(),
                    p.ep_square().filter(|_| p.turn() != me),
                )
            };
            if !others.is_empty() && knows(position) != knows(first) {
                return Err(PositionsError::Differs { index: i });
            }
            table.insert_all(&[PackedBoard::pack(position, me)?]);
        }
        if table.len() > set.cap {
            return Err(PositionsError::TooMany { cap: set.cap });
        }
        set.boards = Boards::from_pieces([table.into_boards()]);
        Ok(set)
    }

    /// The same set, with a limit to the work of making a sample exact again: raw successors that are
    /// generated, some ten million a second, at each observation while the set is a sample. By
    /// default 64 times the cap, which takes seconds for a million boards; a set that somebody waits
    /// for wants less, and stays a sample longer.
    #[must_use]
    pub const fn with_replay_limit(mut self, successors: usize) -> InformationSet {
        self.replay_limit = successors;
        self
    }

    /// The same set thinned to about `boards` boards, for quick estimates and benchmarks: a sample
    /// that becomes exact again as any other does.
    #[must_use]
    pub fn sample(&self, boards: usize) -> InformationSet {
        let mut sample = self.clone();
        // What was broken off was on its way from all boards.
        sample.observing = None;
        if boards < self.boards.len() {
            // The boards are in the order of a hash: the first ones are as good as any.
            sample.boards = self.boards.truncated(boards.max(1));
            sample.completeness = Completeness::Sample {
                estimated: self.estimated_len(),
            };
            let boards = || Anchor::new(self.boards.clone(), Vec::new());
            sample.anchor.get_or_insert_with(boards);
        }
        sample
    }

    /// Takes in what `told` holds beyond the observations taken in so far.
    ///
    /// # Errors
    ///
    /// [`InformationSetError`]; after an interruption the call can be made again.
    pub fn catch_up(
        &mut self,
        told: &Observations,
        watch: Watch<'_>,
    ) -> Result<(), InformationSetError> {
        for observation in told.log().iter().skip(self.observed) {
            self.observe_watched(observation, watch)?;
        }
        Ok(())
    }

    /// Takes in one observation, which [`Observations::push`] has accepted; see
    /// [`InformationSet::observe_watched`].
    ///
    /// # Errors
    ///
    /// [`InformationSetError::NoBoardFits`].
    pub fn observe(&mut self, observation: &Observation) -> Result<(), InformationSetError> {
        self.observe_watched(observation, &mut |_, _| ControlFlow::Continue(()))
    }

    /// Takes in one observation, reporting to `watch` after each slice of work: some milliseconds, and tens
    /// or hundreds where millions of boards are taken over.
    ///
    /// The observation must be one that [`Observations::push`] has accepted, after those taken in so far.
    /// That is what checks the order of observations, that captures are of own pieces, and that senses
    /// and own moves are as the own pieces allow. Here observations are only compared with the opponent's
    /// pieces on each board: what is impossible for other reasons (a capture notice on a square
    /// without an own piece, a turn out of order) may be taken in without an error, and leaves boards
    /// that mean nothing.
    ///
    /// # Errors
    ///
    /// When no board fits, or when the watch breaks off. The set is as it was before then. After an
    /// interruption the same call goes on from where it was broken off, and a call with another
    /// observation begins anew.
    pub fn observe_watched(
        &mut self,
        observation: &Observation,
        watch: Watch<'_>,
    ) -> Result<(), InformationSetError> {
        let resumed = self.observing.take();
        let resumed = resumed.filter(|observing| observing.observation == *observation);
        if let Some(observing) = resumed.or_else(|| self.begin(observation)) {
            self.go_on(observing, watch)?;
        }
        self.note(observation);
        self.observed += 1;
        Ok(())
    }

    /// What an observation does to the boards; `None` where that is nothing.
    fn begin(&self, observation: &Observation) -> Option<Box<Observing>> {
        let step = match observation {
            // The first turn of the side that opens the game: nobody has moved.
            Observation::TurnStart { .. } if self.turn == self.own.color() => return None,
            Observation::Sense(result) if result.square.is_none() => return None,
            Observation::TurnStart { capture } => {
                Step::Opponent(OpponentTurn::new(&self.own, self.own_ep, *capture))
            }
            Observation::Sense(result) => Step::Sense(SenseEvidence::new(result, self.own.color())),
            Observation::Move(result) => Step::Move(MoveEvidence::new(result, &self.own)),
        };
        let carrying = Carrying::new(&self.boards, &step, self.cap);
        Some(Box::new(Observing {
            observation: observation.clone(),
            step,
            stage: Stage::Carrying(carrying),
        }))
    }

    /// Works until the boards are through, or the watch breaks off.
    fn go_on(
        &mut self,
        mut observing: Box<Observing>,
        watch: Watch<'_>,
    ) -> Result<(), InformationSetError> {
        loop {
            let Observing { step, stage, .. } = &mut *observing;
            let (through, done, total) = match (stage, &self.anchor) {
                (Stage::Replaying(_, replaying), Some(anchor)) => {
                    let through = replaying.advance(anchor, step);
                    (through, replaying.done(), 1000)
                }
                (Stage::Carrying(carrying), _) => {
                    let through = carrying.advance(&self.boards, step);
                    (through, carrying.done(), self.boards.len())
                }
                (Stage::Replaying(..), None) => (true, 1, 1),
            };
            if through {
                match self.take_over(*observing)? {
                    None => return Ok(()),
                    Some(more) => observing = Box::new(more),
                }
            }
            if watch(done, total).is_break() {
                self.observing = Some(observing);
                return Err(InformationSetError::Interrupted);
            }
        }
    }

    /// Takes over what a stage led to, or gives back the next stage.
    fn take_over(
        &mut self,
        observing: Observing,
    ) -> Result<Option<Observing>, InformationSetError> {
        let before = self.estimated_len();
        let is_sense = matches!(observing.step, Step::Sense(_));
        match (observing.stage, &mut self.anchor) {
            (Stage::Carrying(carrying), None) => {
                self.take_exact(observing.step, carrying.finish())?
            }
            (Stage::Carrying(carrying), Some(anchor)) => {
                let carried = carrying.finish();
                let none = carried.boards.is_empty();
                // By the sample, which is uniform: whether all that is possible may fit under the cap
                // again, or at least a poor sample needs more boards.
                let possible = before * carried.distinct / self.boards.len() as f64;
                let fits = possible < 1.25 * self.cap as f64;
                let poor = carried.boards.len() < self.cap.min(POOR);
                if none || observing.step.narrows() && (fits || poor) && !anchor.rests() {
                    let replaying = Replaying::new(self.cap, self.replay_limit, none);
                    return Ok(Some(Observing {
                        stage: Stage::Replaying(carried, replaying),
                        ..observing
                    }));
                }
                anchor.steps.push(observing.step);
                self.take_sample(carried, None);
            }
            (Stage::Replaying(carried, replaying), Some(anchor)) => {
                let replayed = replaying.finish(anchor);
                if replayed.boards.is_empty() && replayed.finished {
                    return Err(InformationSetError::NoBoardFits);
                }
                if !replayed.finished {
                    anchor.gave_up();
                }
                anchor.steps.push(observing.step);
                self.take_sample(carried, Some(replayed));
            }
            // A set without an anchor is exact and has nothing to replay.
            (Stage::Replaying(..), None) => {}
        }
        if is_sense {
            self.last_decay = Some(1.0 - self.estimated_len() / before);
        }
        Ok(None)
    }

    /// The boards that an exact set became.
    fn take_exact(&mut self, step: Step, carried: Carried) -> Result<(), InformationSetError> {
        if carried.boards.is_empty() {
            return Err(InformationSetError::NoBoardFits);
        }
        let before = std::mem::replace(&mut self.boards, carried.boards);
        if !carried.complete {
            self.completeness = Completeness::Sample {
                estimated: carried.distinct,
            };
            self.anchor = Some(Anchor::new(before, vec![step]));
        }
        Ok(())
    }

    /// The boards that a sample became, and what the anchor's boards lead to, where that was looked
    /// for.
    fn take_sample(&mut self, carried: Carried, replayed: Option<Replayed>) {
        let growth = carried.distinct / self.boards.len() as f64;
        let mut estimated = self.estimated_len() * growth;
        self.boards = match replayed {
            None => carried.boards,
            Some(replayed) => {
                if replayed.finished && replayed.complete {
                    self.boards = replayed.boards;
                    self.completeness = Completeness::Exact;
                    self.anchor = None;
                    return;
                }
                estimated = replayed.estimated.unwrap_or(estimated);
                if replayed.finished {
                    replayed.boards
                } else {
                    // What went on from the sample and what the replay met are both possible.
                    let most = carried.boards.len() + replayed.boards.len();
                    let mut table = BoardTable::with_capacity(most, self.cap);
                    for boards in [&carried.boards, &replayed.boards] {
                        // In the order of the table itself, which has room for half of them, its
                        // first half would be crowded.
                        let chunks = boards.len().div_ceil(1 << 12);
                        (0..chunks).for_each(|i| table.insert_all(&boards.every(i, chunks)));
                    }
                    Boards::from_pieces([table.into_boards()])
                }
            }
        };
        self.completeness = Completeness::Sample {
            estimated: estimated.max(self.boards.len() as f64),
        };
    }

    /// Keeps track of the own side and of whose turn it is.
    fn note(&mut self, observation: &Observation) {
        match observation {
            Observation::Sense(_) => return,
            Observation::TurnStart { .. } if self.turn == self.own.color() => return,
            Observation::TurnStart { capture } => {
                self.own_ep = None;
                if let Some(square) = capture {
                    self.own.apply_capture(*square);
                }
            }
            Observation::Move(result) => {
                self.own_ep = None;
                if let Some(taken) = result.taken {
                    self.own_ep = self
                        .own
                        .board()
                        .role_at(taken.from)
                        .and_then(|role| double_step_square(self.own.color(), role, taken));
                    self.own.apply_own_move(taken);
                }
            }
        }
        if self.turn == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    /// Whose set this is.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.own.color()
    }

    /// The own pieces now.
    #[must_use]
    pub const fn own(&self) -> &OwnSide {
        &self.own
    }

    /// The boards, in an order of no meaning, each once.
    #[must_use]
    pub const fn boards(&self) -> &Boards {
        &self.boards
    }

    /// Boards held.
    #[must_use]
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Always false: a set without boards is an error instead.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Whether the set holds every possible board.
    #[must_use]
    pub const fn completeness(&self) -> Completeness {
        self.completeness
    }

    /// Boards that are possible: exact, or estimated from a sample.
    #[must_use]
    pub fn estimated_len(&self) -> f64 {
        match self.completeness {
            Completeness::Exact => self.boards.len() as f64,
            Completeness::Sample { estimated } => estimated,
        }
    }

    /// Observations taken in.
    #[must_use]
    pub const fn observed(&self) -> usize {
        self.observed
    }

    /// The decay ratio g = 1 - m/n of the last sense, which left m of n boards; `None` before the
    /// first.
    #[must_use]
    pub const fn last_decay(&self) -> Option<f64> {
        self.last_decay
    }

    /// The whole position that `board` of this set stands for, with the right side to move. The
    /// halfmove clock, which is not known, is 0.
    #[must_use]
    pub fn position(&self, board: PackedBoard) -> Position {
        board.unpack(&self.own, self.turn, self.own_ep, self.fullmoves)
    }

    /// What all boards of this set have in common.
    #[must_use]
    pub fn frame(&self) -> Frame {
        Frame {
            own: self.own.clone(),
            own_ep: self.own_ep,
            turn: self.turn,
            fullmoves: self.fullmoves,
        }
    }

    /// Every board as a position; see [`InformationSet::position`].
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.boards.iter().map(|board| self.position(board))
    }

    /// Whether `position` is one of the boards; own pieces and counters are not compared.
    #[must_use]
    pub fn contains(&self, position: &Position) -> bool {
        PackedBoard::pack(position, self.color())
            .is_ok_and(|board| self.boards.iter().any(|b| b == board))
    }

    /// Passes and pseudo-legal moves of the opponent, over the boards of a range of indices, that fit the
    /// notice `capture`: the boards that an expansion generates, before it sorts out which are the same.
    ///
    /// # Panics
    ///
    /// When the range ends beyond the last board.
    #[must_use]
    pub fn opponent_moves(&self, boards: Range<usize>, capture: Option<Square>) -> usize {
        let turn = OpponentTurn::new(&self.own, self.own_ep, capture);
        let (mut moves, mut successors, mut count) = (Moves::new(), Vec::new(), 0);
        for board in self.boards.slices(boards).flatten() {
            successors.clear();
            turn.successors(*board, &mut moves, &mut successors);
            count += successors.len();
        }
        count
    }

    /// What stands on each square and what each sense would leave, boards weighted equally.
    /// [`Surveying`](crate::Surveying) does the same in slices; [`Survey::of`] takes weights.
    #[must_use]
    pub fn survey(&self) -> Survey {
        Survey::of(&self.boards, None)
    }
}
