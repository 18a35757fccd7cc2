//! Every board that is still possible for one side.

use std::{error, fmt, num::NonZeroU32, ops::ControlFlow};

use rbc_rules::{
    Color, Observation, Observations, OwnSide, Position, SenseResult, Square,
    position::double_step_square,
};

use crate::{
    PackedBoard, SenseValues, TooManyPieces,
    board_table::{BoardTable, PartitionedTable, part_of},
    evidence::{MoveEvidence, SenseEvidence},
    expansion::OpponentTurn,
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
    /// No board fits what was told: the observations contradict each other or the rules.
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

/// Probability of each of the opponent's roles on each square, boards weighted equally:
/// `[role][square]`, roles from pawn to king.
pub type Marginals = [[f32; 64]; 6];

/// One observation, as what it does to boards.
#[derive(Clone, Debug)]
enum Step {
    Opponent(OpponentTurn),
    Sense(SenseEvidence),
    Move(MoveEvidence),
}

impl Step {
    /// Whether fewer boards may be possible after it than before: a quiet move of the opponent only
    /// adds to them.
    fn narrows(&self) -> bool {
        match self {
            Step::Opponent(turn) => turn.captures(),
            Step::Sense(_) | Step::Move(_) => true,
        }
    }
}

/// Where an exact set was left behind, and what was observed since.
#[derive(Clone, Debug)]
struct Anchor {
    boards: Vec<PackedBoard>,
    steps: Vec<Step>,
}

/// Every board that is possible for one side, given its observations.
///
/// The set is exact as long as it has at most `cap` boards. Beyond, it says that it is a
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
    boards: Vec<PackedBoard>,
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
}

/// Boards expanded between two looks at the caller's watch.
const CHUNK: usize = 2048;
/// Chunks whose successors are held before they are deduplicated.
const ROUND: usize = 16;
/// [`InformationSet::with_replay_limit`] where nothing else is asked for, as a multiple of the cap.
const REPLAY_WORK: usize = 64;
/// Fewer boards than this tell little of how many there are.
const FEW: usize = 256;

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
            boards: vec![PackedBoard::pack(position, me)?],
            own_ep: position.ep_square().filter(|_| position.turn() != me),
            turn: position.turn(),
            fullmoves: NonZeroU32::new(position.fullmoves()).unwrap_or(NonZeroU32::MIN),
            observed,
            completeness: Completeness::Exact,
            anchor: None,
            cap: cap.max(Self::MIN_CAP),
            replay_limit: cap.saturating_mul(REPLAY_WORK),
            last_decay: None,
        })
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
        if boards < self.boards.len() {
            // The boards are in the order of a hash: the first ones are as good as any.
            sample.boards.truncate(boards.max(1));
            sample.completeness = Completeness::Sample {
                estimated: self.estimated_len(),
            };
            sample.anchor.get_or_insert_with(|| Anchor {
                boards: self.boards.clone(),
                steps: Vec::new(),
            });
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

    /// Takes in one observation; see [`InformationSet::observe_watched`].
    ///
    /// # Errors
    ///
    /// [`InformationSetError::NoBoardFits`].
    pub fn observe(&mut self, observation: &Observation) -> Result<(), InformationSetError> {
        self.observe_watched(observation, &mut |_, _| ControlFlow::Continue(()))
    }

    /// Takes in one observation, reporting to `watch`. The observations must come in order, as
    /// [`Observations`] checks them.
    ///
    /// # Errors
    ///
    /// When no board fits, or when the watch breaks off. The set is unchanged then.
    pub fn observe_watched(
        &mut self,
        observation: &Observation,
        watch: Watch<'_>,
    ) -> Result<(), InformationSetError> {
        match observation {
            Observation::TurnStart { capture } => self.start_turn(*capture, watch)?,
            Observation::Sense(result) => self.filter_by_sense(result, watch)?,
            Observation::Move(result) => {
                let step = Step::Move(MoveEvidence::new(result, &self.own));
                self.advance(step, watch)?;
                self.own_ep = None;
                if let Some(taken) = result.taken {
                    self.own_ep = self
                        .own
                        .board()
                        .role_at(taken.from)
                        .and_then(|role| double_step_square(self.own.color(), role, taken));
                    self.own.apply_own_move(taken);
                }
                self.end_ply();
            }
        }
        self.observed += 1;
        Ok(())
    }

    fn start_turn(
        &mut self,
        capture: Option<Square>,
        watch: Watch<'_>,
    ) -> Result<(), InformationSetError> {
        if self.turn == self.own.color() {
            // The first turn of the side that opens the game: nobody has moved.
            return Ok(());
        }
        let step = Step::Opponent(OpponentTurn::new(&self.own, self.own_ep, capture));
        self.advance(step, watch)?;
        self.own_ep = None;
        if let Some(square) = capture {
            self.own.apply_capture(square);
        }
        self.end_ply();
        Ok(())
    }

    fn filter_by_sense(
        &mut self,
        result: &SenseResult,
        watch: Watch<'_>,
    ) -> Result<(), InformationSetError> {
        if result.square.is_none() {
            return Ok(());
        }
        let before = self.estimated_len();
        self.advance(
            Step::Sense(SenseEvidence::new(result, self.own.color())),
            watch,
        )?;
        self.last_decay = Some(1.0 - self.estimated_len() / before);
        Ok(())
    }

    fn end_ply(&mut self) {
        if self.turn == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    /// Carries the boards through one step.
    fn advance(&mut self, step: Step, watch: Watch<'_>) -> Result<(), InformationSetError> {
        if self.anchor.is_some() {
            return self.advance_sample(step, watch);
        }
        let carried = carry(&self.boards, &step, self.cap, watch)?;
        if carried.boards.is_empty() {
            return Err(InformationSetError::NoBoardFits);
        }
        let before = std::mem::replace(&mut self.boards, carried.boards);
        if carried.complete {
            self.completeness = Completeness::Exact;
        } else {
            self.completeness = Completeness::Sample {
                estimated: carried.distinct,
            };
            self.anchor = Some(Anchor {
                boards: before,
                steps: vec![step],
            });
        }
        Ok(())
    }

    /// Carries a sample through one step, and looks whether what is possible fits under the cap
    /// again.
    fn advance_sample(&mut self, step: Step, watch: Watch<'_>) -> Result<(), InformationSetError> {
        let carried = carry(&self.boards, &step, self.cap, watch)?;
        let growth = carried.distinct / self.boards.len() as f64;
        let Some(mut anchor) = self.anchor.take() else {
            return Ok(());
        };
        let narrows = step.narrows();
        anchor.steps.push(step);
        let replayed = if narrows || carried.boards.is_empty() {
            let limits = (self.cap, self.replay_limit);
            match replay(&anchor, limits, carried.boards.is_empty(), watch) {
                Ok(replayed) if !replayed.boards.is_empty() || !replayed.finished => replayed,
                failed => {
                    anchor.steps.pop();
                    self.anchor = Some(anchor);
                    failed?;
                    return Err(InformationSetError::NoBoardFits);
                }
            }
        } else {
            Replayed::default()
        };
        if replayed.finished {
            self.boards = replayed.boards;
            if replayed.complete {
                self.completeness = Completeness::Exact;
                return Ok(());
            }
            self.completeness = Completeness::Sample {
                estimated: replayed.estimated.unwrap_or(self.boards.len() as f64),
            };
        } else {
            let estimated = replayed.estimated.unwrap_or(self.estimated_len() * growth);
            // What went on from the sample and what the replay met are both possible.
            let mut table = BoardTable::with_capacity(carried.boards.len(), self.cap);
            for board in carried.boards.iter().chain(&replayed.boards) {
                table.insert(*board);
            }
            self.boards = table.boards().collect();
            self.completeness = Completeness::Sample {
                estimated: estimated.max(self.boards.len() as f64),
            };
        }
        self.anchor = Some(anchor);
        Ok(())
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
    pub fn boards(&self) -> &[PackedBoard] {
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

    /// Every board as a position; see [`InformationSet::position`].
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.boards.iter().map(|board| self.position(*board))
    }

    /// Whether `position` is one of the boards; own pieces and counters are not compared.
    #[must_use]
    pub fn contains(&self, position: &Position) -> bool {
        PackedBoard::pack(position, self.color()).is_ok_and(|board| self.boards.contains(&board))
    }

    /// What each sense would leave.
    #[must_use]
    pub fn sense_values(&self) -> SenseValues {
        SenseValues::of(&self.boards)
    }

    /// Probability of each of the opponent's roles on each square, boards weighted equally.
    #[must_use]
    pub fn marginals(&self) -> Marginals {
        let mut counts = [[0u32; 64]; 6];
        for board in &self.boards {
            for (square, role) in board.pieces() {
                counts[role as usize - 1][square.to_usize()] += 1;
            }
        }
        let share = 1.0 / self.boards.len().max(1) as f64;
        counts.map(|squares| squares.map(|n| (f64::from(n) * share) as f32))
    }
}

/// Boards after a step.
#[derive(Debug, Default)]
struct Carried {
    boards: Vec<PackedBoard>,
    /// How many distinct boards there were, estimated where some were left out.
    distinct: f64,
    /// Whether none was left out.
    complete: bool,
}

impl Carried {
    fn all(boards: Vec<PackedBoard>) -> Carried {
        Carried {
            distinct: boards.len() as f64,
            boards,
            complete: true,
        }
    }
}

/// Carries `boards` through `step`, deduplicated, keeping a uniform sample above `cap`.
fn carry(
    boards: &[PackedBoard],
    step: &Step,
    cap: usize,
    watch: Watch<'_>,
) -> Result<Carried, Interrupted> {
    match step {
        Step::Opponent(turn) if boards.len() <= CHUNK => {
            let mut table = BoardTable::with_capacity(16 * boards.len(), cap);
            for board in boards {
                turn.successors(*board, &mut |next| table.insert(next));
            }
            Ok(Carried {
                distinct: table.distinct(),
                complete: table.is_complete(),
                boards: table.boards().collect(),
            })
        }
        Step::Opponent(turn) => expand(boards, turn, cap, watch),
        Step::Sense(evidence) => Ok(Carried::all(
            boards
                .iter()
                .copied()
                .filter(|board| evidence.fits(*board))
                .collect(),
        )),
        Step::Move(evidence) => {
            let after = boards.iter().filter_map(|board| evidence.apply(*board));
            let merges = evidence.merges() || boards.iter().any(|board| board.ep_file().is_some());
            Ok(Carried::all(if merges {
                let mut table = BoardTable::with_capacity(boards.len(), usize::MAX);
                after.for_each(|board| table.insert(board));
                table.boards().collect()
            } else {
                after.collect()
            }))
        }
    }
}

/// The successors of one chunk of boards, in order of their part of the table.
#[derive(Default)]
struct ChunkSuccessors {
    raw: Vec<PackedBoard>,
    by_part: Vec<PackedBoard>,
    ends: Vec<usize>,
}

impl ChunkSuccessors {
    fn fill(&mut self, boards: &[PackedBoard], turn: &OpponentTurn, parts: usize) {
        self.raw.clear();
        let raw = &mut self.raw;
        for board in boards {
            turn.successors(*board, &mut |next| raw.push(next));
        }
        // A counting sort by part.
        self.ends.clear();
        self.ends.resize(parts, 0);
        for board in &self.raw {
            self.ends[part_of(*board, parts)] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            start += std::mem::replace(end, start);
        }
        self.by_part.resize(self.raw.len(), PackedBoard(0));
        for board in &self.raw {
            let end = &mut self.ends[part_of(*board, parts)];
            self.by_part[*end] = *board;
            *end += 1;
        }
    }

    fn part(&self, part: usize) -> &[PackedBoard] {
        let start = if part == 0 { 0 } else { self.ends[part - 1] };
        &self.by_part[start..self.ends[part]]
    }
}

/// Expands a large set: rounds of chunks, each chunk's successors sorted by part, then each part
/// deduplicated by itself.
fn expand(
    boards: &[PackedBoard],
    turn: &OpponentTurn,
    cap: usize,
    watch: Watch<'_>,
) -> Result<Carried, Interrupted> {
    let mut table = PartitionedTable::new(8 * boards.len(), cap);
    let parts = table.parts_mut().len();
    let mut chunks: Vec<ChunkSuccessors> = (0..ROUND).map(|_| Default::default()).collect();
    for (round, round_boards) in boards.chunks(CHUNK * ROUND).enumerate() {
        let done = round * CHUNK * ROUND;
        if watch(done, boards.len()).is_break() {
            return Err(Interrupted);
        }
        let used = round_boards.len().div_ceil(CHUNK);
        let chunks = &mut chunks[..used];
        parallel_zip(chunks, round_boards, |chunk, boards| {
            chunk.fill(boards, turn, parts);
        });
        parallel_enumerate(table.parts_mut(), |part, table| {
            for chunk in &*chunks {
                for board in chunk.part(part) {
                    table.insert(*board);
                }
            }
        });
    }
    Ok(Carried {
        distinct: table.distinct(),
        complete: table.is_complete(),
        boards: table.into_boards(),
    })
}

#[cfg(feature = "rayon")]
fn parallel_zip(
    chunks: &mut [ChunkSuccessors],
    boards: &[PackedBoard],
    fill: impl Fn(&mut ChunkSuccessors, &[PackedBoard]) + Sync,
) {
    use rayon::prelude::*;
    chunks
        .par_iter_mut()
        .zip(boards.par_chunks(CHUNK))
        .for_each(|(chunk, boards)| fill(chunk, boards));
}

#[cfg(not(feature = "rayon"))]
fn parallel_zip(
    chunks: &mut [ChunkSuccessors],
    boards: &[PackedBoard],
    fill: impl Fn(&mut ChunkSuccessors, &[PackedBoard]) + Sync,
) {
    for (chunk, boards) in chunks.iter_mut().zip(boards.chunks(CHUNK)) {
        fill(chunk, boards);
    }
}

#[cfg(feature = "rayon")]
fn parallel_enumerate(parts: &mut [BoardTable], fill: impl Fn(usize, &mut BoardTable) + Sync) {
    use rayon::prelude::*;
    parts
        .par_iter_mut()
        .enumerate()
        .for_each(|(part, table)| fill(part, table));
}

#[cfg(not(feature = "rayon"))]
fn parallel_enumerate(parts: &mut [BoardTable], fill: impl Fn(usize, &mut BoardTable) + Sync) {
    for (part, table) in parts.iter_mut().enumerate() {
        fill(part, table);
    }
}

/// What an anchor's boards lead to.
#[derive(Debug, Default)]
struct Replayed {
    boards: Vec<PackedBoard>,
    /// How many distinct boards there are in all; `None` where too few were met to tell.
    estimated: Option<f64>,
    complete: bool,
    /// Whether all of the anchor's boards were followed; otherwise `boards` are only some.
    finished: bool,
}

/// Streams the anchor's boards through the steps since, depth first, so that memory follows what is
/// left at the end. Gives up after `limit` successors, but with `must_find` not
/// before a board was found.
fn replay(
    anchor: &Anchor,
    (cap, limit): (usize, usize),
    must_find: bool,
    watch: Watch<'_>,
) -> Result<Replayed, Interrupted> {
    let mut descent = Descent {
        table: PartitionedTable::new(1, cap),
        work: 0,
        limit,
        must_find,
        watch,
        followed: 0.0,
    };
    // The anchor's order is by hash: its first boards are as good a sample as any.
    let finished = descent.descend(&anchor.boards, &anchor.steps, 1.0)?;
    let met = descent.table.len();
    let followed = if finished { 1.0 } else { descent.followed };
    Ok(Replayed {
        estimated: (finished || met >= FEW && followed > 0.0)
            .then(|| descent.table.distinct() / followed),
        complete: descent.table.is_complete(),
        boards: descent.table.into_boards(),
        finished,
    })
}

struct Descent<'a> {
    table: PartitionedTable,
    work: usize,
    limit: usize,
    must_find: bool,
    watch: Watch<'a>,
    /// The share of the anchor that was followed to the end.
    followed: f64,
}

impl Descent<'_> {
    /// Follows `boards`, `share` of all, through `steps`; false when the work's limit was reached.
    fn descend(
        &mut self,
        boards: &[PackedBoard],
        steps: &[Step],
        share: f64,
    ) -> Result<bool, Interrupted> {
        if boards.is_empty() {
            self.followed += share;
            return Ok(true);
        }
        let Some((step, rest)) = steps.split_first() else {
            self.followed += share;
            for board in boards {
                self.table.insert(*board);
            }
            return Ok(true);
        };
        for chunk in boards.chunks(CHUNK) {
            if (self.watch)((self.followed * 1000.0) as usize, 1000).is_break() {
                return Err(Interrupted);
            }
            if self.is_exhausted() {
                return Ok(false);
            }
            let (next, rest) = match (step, rest.split_first()) {
                // The sense is looked at before the successors are kept.
                (Step::Opponent(turn), Some((Step::Sense(sense), rest))) => {
                    let mut table = BoardTable::with_capacity(chunk.len(), usize::MAX);
                    for board in chunk {
                        turn.successors(*board, &mut |next| {
                            self.work += 1;
                            if sense.fits(next) {
                                table.insert(next);
                            }
                        });
                    }
                    (table.boards().collect(), rest)
                }
                _ => {
                    let carried = carry(chunk, step, usize::MAX, &mut |_, _| {
                        ControlFlow::Continue(())
                    })?;
                    self.work += carried.boards.len();
                    (carried.boards, rest)
                }
            };
            let share = share * chunk.len() as f64 / boards.len() as f64;
            if !self.descend(&next, rest, share)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether to give up. For a sample worth the name it may take some more.
    fn is_exhausted(&self) -> bool {
        let limit = if self.table.len() < FEW {
            self.limit.saturating_mul(4)
        } else {
            self.limit
        };
        self.work > limit && !(self.must_find && self.table.len() == 0)
    }
}
