//! The information set: every board that is still possible for one side.

use std::{
    error, fmt,
    num::NonZeroU32,
    ops::{ControlFlow, Range},
};

use rbc_rules::{
    Color, Observation, Observations, OwnSide, Position, Square, position::double_step_square,
};

use crate::{
    Boards, MoverContext, PackedBoard, Survey, TooManyPieces,
    ancestry::Reached,
    anchor::{Anchor, Replayed, Replaying},
    board_table::BoardTable,
    carry::{Carried, Carrying, Step},
    evidence::{MoveEvidence, SenseEvidence},
    expansion::{Moves, OpponentTurn},
    sampling::{Descending, Resampling, Sampled},
};

/// Whether a set is exact or a sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Completeness {
    /// Every possible board is in the set.
    Exact,
    /// More boards than the cap are possible. The set holds a sample of them; each possible board is in it with the
    /// same probability.
    Sample {
        /// The estimated number of possible boards, without measurable bias.
        estimated: f64,
        /// The standard error of `estimated`, in boards. It is as large as `estimated` where the sample descends from
        /// so few boards that only the order of magnitude is known.
        error: f64,
        /// The effective sample size: a probability p found in the sample has a standard error of about √(p (1 - p) /
        /// `effective`).
        effective: f64,
    },
}

/// A callback for progress: `done` of `total` steps of unequal length. Its result may interrupt the work.
pub type Watch<'a> = &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>;

/// The error when the caller interrupts; the set is as it was before the call.
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
    /// No board fits the observation. Not every contradiction is found in this way: see
    /// [`InformationSet::observe_watched`].
    NoBoardFits,
    /// None of the boards that are held fits the observation, and none was found that does: so many were possible for so long that
    /// the set was a sample, and the search for others is given up after a while.
    Lost,
    /// The caller interrupted.
    Interrupted,
}

impl fmt::Display for InformationSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InformationSetError::NoBoardFits => {
                f.write_str("no possible board fits this observation")
            }
            InformationSetError::Lost => f.write_str(
                "too many boards were possible for too long: none of the sample fits this observation, and \
                 finding others takes too long",
            ),
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

/// Why positions do not form an information set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionsError {
    /// There are no positions.
    None,
    /// There are more than the cap allows.
    TooMany {
        /// The cap.
        cap: usize,
    },
    /// A position differs from the first one in something that the side knows.
    Differs {
        /// The index of the position.
        index: usize,
    },
    /// The opponent has too many pieces.
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
    /// A sample goes through a step in which boards can become one.
    Descending(Box<Descending>),
    /// They have; now those of the anchor follow, to find out whether all that is possible fits under
    /// the cap again.
    Replaying(Sampled, Replaying),
    /// It does not, or not within the work allowed, and the sample has few boards left: a new one is drawn
    /// from the anchor.
    Resampling(Sampled, Box<Resampling>),
}

/// Every board that is possible for one side, given its observations.
///
/// The set is exact as long as at most `cap` boards are possible, before a sense as after it. Beyond that it is a
/// [`Completeness::Sample`]: each possible board is in it with the same probability. The last exact set is kept and
/// replayed through later observations; when the result fits under the cap again, and the work stays within a
/// [limit](InformationSet::with_replay_limit), the set is exact again. Memory therefore follows the set *after*
/// sensing, and no board is lost silently.
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
    /// `None` while every possible board is held.
    drawn: Option<Drawn>,
    anchor: Option<Anchor>,
    cap: usize,
    /// The boards that are shown where more are held than the cap allows to.
    shown: Option<Boards>,
    /// Where pieces can be since few boards were possible.
    reached: Reached,
    /// Raw successors generated to make a sampled set exact again.
    replay_limit: usize,
    last_decay: Option<f64>,
    /// What the caller broke off.
    observing: Option<Box<Observing>>,
    /// The observation for which no board was found, so that it is not searched for again.
    lost: Option<Observation>,
}

/// What is known of a sample beside its boards.
#[derive(Clone, Debug)]
struct Drawn {
    groups: Vec<u8>,
    rate: f64,
    doubt: f64,
    estimated: f64,
    error: f64,
    effective: f64,
}

/// What all boards of an [`InformationSet`] have in common. It turns boards into positions without the set.
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
    /// Returns the position of `board`, like [`InformationSet::position`].
    #[must_use]
    pub fn position(&self, board: PackedBoard) -> Position {
        board.unpack(&self.own, self.turn, self.own_ep, self.fullmoves)
    }
}

/// [`InformationSet::with_replay_limit`] where nothing else is asked for, as a multiple of the cap.
const REPLAY_WORK: usize = 64;
/// A sample that is worth fewer independent boards is worth work to replace it.
const POOR: f64 = 1_000.0;
/// From so few boards on it is counted how far others are.
const FEW: usize = 4;
/// So many boards are held whatever the cap is: with fewer, most samples would be lost by a sense or two.
const HELD: usize = 4_096;

impl InformationSet {
    /// A cap for native programs: 160 MB of boards.
    pub const DEFAULT_CAP: usize = 10_000_000;

    /// The smallest cap: fewer boards are not a useful sample.
    pub const MIN_CAP: usize = 64;

    /// Creates the set of `me` at the start of a game from `start`, which both sides know.
    ///
    /// # Errors
    ///
    /// When the opponent has more than 16 pieces.
    pub fn new(me: Color, start: &Position, cap: usize) -> Result<InformationSet, TooManyPieces> {
        InformationSet::knowing(me, start, 0, cap)
    }

    /// Creates the set of `me` that starts from the known `position` after `observed` observations, for reading
    /// finished games. It is a subset of what the side itself considers possible.
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
        let boards = Boards::from_iter([PackedBoard::pack(position, me)?]);
        Ok(InformationSet {
            own: position.own_side(me),
            reached: Reached::from(&boards),
            boards,
            own_ep: position.ep_square().filter(|_| position.turn() != me),
            turn: position.turn(),
            fullmoves: NonZeroU32::new(position.fullmoves()).unwrap_or(NonZeroU32::MIN),
            observed,
            drawn: None,
            anchor: None,
            cap: cap.max(Self::MIN_CAP),
            shown: None,
            replay_limit: cap.saturating_mul(REPLAY_WORK),
            last_decay: None,
            observing: None,
            lost: None,
        })
    }

    /// Creates the set of `me` with exactly `positions`. They must agree in all that `me` knows: its own pieces and
    /// castling rights, the side to move, and the en passant square of its own double step.
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
    /// When they do not agree, when there are none or more than `cap`, or when the opponent has more than 16 pieces
    /// on one of them.
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
        set.hold(Boards::from_pieces([table.into_boards()]));
        set.reached = Reached::from(&set.boards);
        Ok(set)
    }

    /// Limits the work of making a sample exact again: the number of raw successors generated at each observation
    /// while the set is a sample, some ten million a second. The default is 64 times the cap, which takes seconds for
    /// a million boards. With less, answers come sooner and the set stays a sample longer.
    #[must_use]
    pub const fn with_replay_limit(mut self, successors: usize) -> InformationSet {
        self.replay_limit = successors;
        self
    }

    /// Returns a sample of about `boards` boards, for quick estimates and benchmarks. It becomes exact again as any
    /// sample does.
    #[must_use]
    pub fn sample(&self, boards: usize) -> InformationSet {
        let mut sample = self.clone();
        // What was broken off was on its way from all boards.
        sample.observing = None;
        if boards < self.boards.len() {
            // The boards are in the order of a hash: the first ones are as good as any.
            let kept = boards.max(1);
            let mut drawn = self.sampled(self.boards.truncated(kept));
            drawn.rate *= kept as f64 / self.boards.len() as f64;
            drawn.groups.truncate(kept);
            let whole = || Anchor::new(self.boards.clone(), self.reached.clone(), Vec::new());
            sample.anchor.get_or_insert_with(whole);
            sample.take_sample(drawn);
        }
        sample
    }

    /// Processes the observations of `told` that the set has not processed yet.
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

    /// Processes one observation that [`Observations::push`] has accepted; see [`InformationSet::observe_watched`].
    ///
    /// # Errors
    ///
    /// [`InformationSetError::NoBoardFits`] and [`InformationSetError::Lost`].
    pub fn observe(&mut self, observation: &Observation) -> Result<(), InformationSetError> {
        self.observe_watched(observation, &mut |_, _| ControlFlow::Continue(()))
    }

    /// Processes one observation and calls `watch` after each slice of work: some milliseconds, and up to hundreds
    /// where millions of boards are copied.
    ///
    /// [`Observations::push`] must have accepted the observation after those before it: it checks the order of
    /// observations, captures, senses and own moves against the own pieces. Here an observation is only compared with
    /// the opponent's pieces on each board. One that is impossible for other reasons (a capture on a square without
    /// an own piece, a turn out of order) may give no error and meaningless boards.
    ///
    /// # Errors
    ///
    /// When no board fits or none is found, or when the watch interrupts. The set is then as it was before. After an interruption the
    /// same call continues where it stopped; a call with another observation starts afresh.
    pub fn observe_watched(
        &mut self,
        observation: &Observation,
        watch: Watch<'_>,
    ) -> Result<(), InformationSetError> {
        if self.lost.as_ref() == Some(observation) {
            return Err(InformationSetError::Lost);
        }
        let resumed = self.observing.take();
        let resumed = resumed.filter(|observing| observing.observation == *observation);
        if let Some(observing) = resumed.or_else(|| self.begin(observation)) {
            let through = self.go_on(observing, watch);
            if through == Err(InformationSetError::Lost) {
                self.lost = Some(observation.clone());
            }
            through?;
        }
        self.lost = None;
        self.note(observation);
        self.observed += 1;
        Ok(())
    }

    /// What all boards agree on while the opponent chooses its move: where it was told that it `lost` a piece.
    pub(crate) fn mover_context(&self, lost: Option<Square>) -> MoverContext {
        MoverContext::new(self.own.clone(), self.own_ep, lost, self.fullmoves.get())
    }

    /// Whether the observation tells that the opponent has moved.
    pub(crate) fn is_opponents_move(&self, observation: &Observation) -> bool {
        matches!(observation, Observation::TurnStart { .. }) && self.turn != self.own.color()
    }

    /// What an observation does to the boards; `None` where that is nothing.
    pub(crate) fn step(&self, observation: &Observation) -> Option<Step> {
        match observation {
            // The first turn of the side that opens the game: nobody has moved.
            Observation::TurnStart { .. } if self.turn == self.own.color() => None,
            Observation::Sense(result) if result.square.is_none() => None,
            Observation::TurnStart { capture } => Some(Step::Opponent(OpponentTurn::new(
                &self.own,
                self.own_ep,
                *capture,
            ))),
            Observation::Sense(result) => {
                Some(Step::Sense(SenseEvidence::new(result, self.own.color())))
            }
            Observation::Move(result) => Some(Step::Move(MoveEvidence::new(result, &self.own))),
        }
    }

    fn begin(&self, observation: &Observation) -> Option<Box<Observing>> {
        let step = self.step(observation)?;
        let stage = match &self.anchor {
            // Where boards cannot become one, and have no groups to be kept with them.
            Some(_) if self.groups().is_empty() && !step.merges(&self.boards) => None,
            Some(anchor) => {
                let (of, steps) = (self.sampled(Boards::default()), anchor.steps.len());
                let held = self.held();
                Some(Descending::new(
                    &self.boards,
                    &of,
                    anchor,
                    steps,
                    &step,
                    held,
                ))
            }
            None => None,
        };
        Some(Box::new(Observing {
            observation: observation.clone(),
            stage: match stage {
                Some(descending) => Stage::Descending(Box::new(descending)),
                None => Stage::Carrying(Carrying::new(&self.boards, &step, self.held())),
            },
            step,
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
                (Stage::Descending(descending), Some(anchor)) => {
                    let through = descending.advance(anchor, &anchor.steps, step, None);
                    let (done, total) = descending.done();
                    (through, done, total)
                }
                (Stage::Resampling(_, resampling), Some(anchor)) => {
                    let through = resampling.advance(anchor, step);
                    let (done, total) = resampling.done(anchor);
                    (through, done, total)
                }
                (Stage::Carrying(carrying), _) => {
                    let through = carrying.advance(&self.boards, step);
                    (through, carrying.done(), self.boards.len())
                }
                // A set without an anchor is exact and has nothing to follow.
                (_, None) => (true, 1, 1),
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
        let next = self.take_stage(observing)?;
        if is_sense && next.is_none() {
            self.last_decay = Some(1.0 - self.estimated_len() / before);
        }
        Ok(next)
    }

    fn take_stage(
        &mut self,
        observing: Observing,
    ) -> Result<Option<Observing>, InformationSetError> {
        let Observing {
            observation,
            step,
            stage,
        } = observing;
        let limit = self.replay_limit.max(64 * HELD);
        let is_poor = |sampled: &Sampled| sampled.effective() < POOR;
        let (held, rate, doubt) = (self.held(), self.rate(), self.doubt());
        let sampled = match (stage, &mut self.anchor) {
            (Stage::Carrying(carrying), None) => {
                self.take_exact(step, carrying.finish())?;
                return Ok(None);
            }
            (Stage::Carrying(carrying), Some(_)) => Sampled {
                boards: carrying.finish().boards,
                groups: Vec::new(),
                rate,
                doubt,
            },
            (Stage::Descending(descending), Some(anchor)) => {
                let (sampled, ancestry) = descending.finish();
                anchor.ancestry = ancestry;
                sampled
            }
            (Stage::Replaying(sampled, replaying), Some(anchor)) => {
                let replayed = replaying.finish(anchor);
                if replayed.boards.is_empty() && replayed.finished {
                    return Err(InformationSetError::NoBoardFits);
                }
                if !replayed.finished {
                    anchor.gave_up();
                    let none = sampled.boards.is_empty();
                    if none && replayed.had_to_find && replayed.boards.is_empty() {
                        return Err(InformationSetError::Lost);
                    }
                    let redraws = none || is_poor(&sampled) && !anchor.redrawing_rests();
                    if redraws && !replayed.had_to_find {
                        let resampling = Box::new(Resampling::new(anchor, held));
                        return Ok(Some(Observing {
                            observation,
                            step,
                            stage: Stage::Resampling(sampled, resampling),
                        }));
                    }
                }
                anchor.steps.push(step);
                self.take_replayed(sampled, replayed);
                return Ok(None);
            }
            (Stage::Resampling(sampled, resampling), Some(anchor)) => {
                let (anew, ancestry) = resampling.finish();
                if anew.boards.is_empty() && sampled.boards.is_empty() {
                    let replaying = Replaying::new(held, limit, true);
                    return Ok(Some(Observing {
                        observation,
                        step,
                        stage: Stage::Replaying(sampled, replaying),
                    }));
                }
                anchor.steps.push(step);
                if anew.is_complete() {
                    self.take_all(anew.boards);
                } else if sampled.boards.is_empty() || anew.effective() > sampled.effective() {
                    anchor.ancestry = ancestry;
                    self.take_sample(anew);
                } else {
                    anchor.redrew_in_vain();
                    self.take_sample(sampled);
                }
                return Ok(None);
            }
            (_, None) => return Ok(None),
        };
        if let Some(anchor) = &mut self.anchor {
            let none = sampled.boards.is_empty();
            // Whether all that is possible may fit under the cap again, or at least a poor sample needs
            // more boards.
            let fits = sampled.estimated() < 1.25 * held as f64;
            let narrows = step.narrows();
            let replays = none || narrows && fits && !anchor.rests();
            let redraws = !replays && narrows && is_poor(&sampled) && !anchor.redrawing_rests();
            if replays || redraws {
                let stage = if replays {
                    Stage::Replaying(sampled, Replaying::new(held, limit, false))
                } else {
                    Stage::Resampling(sampled, Box::new(Resampling::new(anchor, held)))
                };
                return Ok(Some(Observing {
                    observation,
                    step,
                    stage,
                }));
            }
            anchor.steps.push(step);
            self.take_sample(sampled);
        }
        Ok(None)
    }

    /// Takes in an `observation` whose `step` the caller has `carried` all boards of an exact set through.
    pub(crate) fn observe_carried(
        &mut self,
        observation: &Observation,
        step: Step,
        carried: Carried,
    ) -> Result<(), InformationSetError> {
        self.observing = None;
        let before = self.estimated_len();
        let is_sense = matches!(step, Step::Sense(_));
        self.take_exact(step, carried)?;
        if is_sense {
            self.last_decay = Some(1.0 - self.estimated_len() / before);
        }
        self.note(observation);
        self.observed += 1;
        Ok(())
    }

    /// The boards that an exact set became.
    fn take_exact(&mut self, step: Step, carried: Carried) -> Result<(), InformationSetError> {
        if carried.boards.is_empty() {
            return Err(InformationSetError::NoBoardFits);
        }
        let after = self.reached.after(&step);
        let before = std::mem::take(&mut self.boards);
        if carried.rate < 1.0 {
            let reached = self.reached.clone();
            self.anchor = Some(Anchor::new(before, reached, vec![step]));
            self.take_sample(Sampled::independent(carried.boards, carried.rate));
        } else {
            self.hold(carried.boards);
        }
        self.reached = if self.boards.len() <= FEW {
            Reached::from(&self.boards)
        } else {
            after
        };
        Ok(())
    }

    /// What the anchor's boards lead to, where that was looked for, or the boards that the sample became.
    fn take_replayed(&mut self, sampled: Sampled, replayed: Replayed) {
        if replayed.finished && replayed.rate >= 1.0 {
            self.take_all(replayed.boards);
        } else if replayed.finished {
            self.take_sample(Sampled::independent(replayed.boards, replayed.rate));
        } else if sampled.boards.is_empty() {
            // Other boards of the anchor may lead to the same ones, or to none.
            self.take_sample(Sampled {
                doubt: 1.0,
                ..Sampled::independent(replayed.boards, replayed.rate * replayed.followed)
            });
        } else {
            self.take_sample(sampled);
        }
    }

    /// All boards that are possible, after a time of which less was known.
    fn take_all(&mut self, boards: Boards) {
        self.drawn = None;
        self.anchor = None;
        self.reached = Reached::from(&boards);
        self.hold(boards);
    }

    fn take_sample(&mut self, sampled: Sampled) {
        self.drawn = Some(Drawn {
            estimated: sampled.estimated(),
            error: sampled.error(),
            effective: sampled.effective(),
            doubt: sampled.doubt,
            rate: sampled.rate,
            groups: sampled.groups,
        });
        self.hold(sampled.boards);
    }

    fn hold(&mut self, boards: Boards) {
        self.shown = (boards.len() > self.cap).then(|| boards.truncated(self.cap));
        self.boards = boards;
    }

    /// Boards that are shown at most.
    pub(crate) const fn cap(&self) -> usize {
        self.cap
    }

    /// Boards that are held at most.
    pub(crate) fn held(&self) -> usize {
        self.cap.max(HELD)
    }

    /// The sample that is held, or all boards as one, with `boards` for its own.
    fn sampled(&self, boards: Boards) -> Sampled {
        Sampled {
            boards,
            groups: self.groups().to_vec(),
            rate: self.rate(),
            doubt: self.doubt(),
        }
    }

    fn groups(&self) -> &[u8] {
        self.drawn.as_ref().map_or(&[], |drawn| &drawn.groups)
    }

    fn rate(&self) -> f64 {
        self.drawn.as_ref().map_or(1.0, |drawn| drawn.rate)
    }

    fn doubt(&self) -> f64 {
        self.drawn.as_ref().map_or(0.0, |drawn| drawn.doubt)
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

    /// Returns the side whose set this is.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.own.color()
    }

    /// Returns the side's own pieces.
    #[must_use]
    pub const fn own(&self) -> &OwnSide {
        &self.own
    }

    /// Returns the boards, without duplicates and in no meaningful order.
    #[must_use]
    pub fn boards(&self) -> &Boards {
        self.shown.as_ref().unwrap_or(&self.boards)
    }

    /// Returns the number of boards in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.boards().len()
    }

    /// Returns false: a set without boards is an error instead.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Returns whether the set is exact.
    #[must_use]
    pub fn completeness(&self) -> Completeness {
        let shown = self.len() as f64;
        match &self.drawn {
            None if self.shown.is_none() => Completeness::Exact,
            None => Completeness::Sample {
                estimated: self.boards.len() as f64,
                error: 0.0,
                effective: shown,
            },
            Some(drawn) => Completeness::Sample {
                estimated: drawn.estimated,
                error: drawn.error,
                effective: drawn.effective.min(shown),
            },
        }
    }

    /// Returns the number of possible boards: exact, or estimated from a sample.
    #[must_use]
    pub fn estimated_len(&self) -> f64 {
        match self.completeness() {
            Completeness::Exact => self.boards.len() as f64,
            Completeness::Sample { estimated, .. } => estimated,
        }
    }

    /// Observations taken in.
    #[must_use]
    pub const fn observed(&self) -> usize {
        self.observed
    }

    /// Returns the decay g = 1 - m/n of the last sense, which left m of n boards, or `None` before the first one.
    #[must_use]
    pub const fn last_decay(&self) -> Option<f64> {
        self.last_decay
    }

    /// Returns the position of `board`, with the right side to move. The halfmove clock, which is unknown, is 0.
    #[must_use]
    pub fn position(&self, board: PackedBoard) -> Position {
        board.unpack(&self.own, self.turn, self.own_ep, self.fullmoves)
    }

    /// Returns what all boards of this set have in common.
    #[must_use]
    pub fn frame(&self) -> Frame {
        Frame {
            own: self.own.clone(),
            own_ep: self.own_ep,
            turn: self.turn,
            fullmoves: self.fullmoves,
        }
    }

    /// Returns every board as a position; see [`InformationSet::position`].
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.boards().iter().map(|board| self.position(board))
    }

    /// Returns whether `position` is one of the boards. Own pieces and counters are not compared.
    #[must_use]
    pub fn contains(&self, position: &Position) -> bool {
        PackedBoard::pack(position, self.color())
            .is_ok_and(|board| self.boards().iter().any(|b| b == board))
    }

    /// Counts the opponent's passes and pseudo-legal moves that fit the notice `capture`, over the boards of a range
    /// of indices: the boards that an expansion generates before deduplication.
    ///
    /// # Panics
    ///
    /// When the range ends beyond the last board.
    #[must_use]
    pub fn opponent_moves(&self, boards: Range<usize>, capture: Option<Square>) -> usize {
        let turn = OpponentTurn::new(&self.own, self.own_ep, capture);
        let (mut moves, mut successors, mut count) = (Moves::new(), Vec::new(), 0);
        for board in self.boards().slices(boards).flatten() {
            successors.clear();
            turn.successors(*board, &mut moves, &mut successors);
            count += successors.len();
        }
        count
    }

    /// Surveys all squares and senses with uniform weights. [`Surveying`](crate::Surveying) does the same in slices;
    /// [`Survey::of`] takes weights.
    #[must_use]
    pub fn survey(&self) -> Survey {
        Survey::of(self.boards(), None)
    }
}
