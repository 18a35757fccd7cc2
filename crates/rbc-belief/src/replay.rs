//! A game step by step, with each side's information set at every step, and its branches.

use std::{error, fmt, sync::Arc};

use rbc_rules::{
    Color, GameHistory, GameSetup, Move, MoveResult, Observation, ObservationError, Observations,
    Outcome, Position, SenseResult, Square, WinReason,
    record::verify::{self, ReplayStep as Event},
};

use crate::{
    Completeness, FollowedSet, Following, InformationSet, InformationSetError, Interrupted,
    TooManyPieces, Watch,
};

pub use rbc_rules::link::{Action, StepPhase};

/// One step of a [`GameReplay`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Half-turns completed before this one.
    pub ply: usize,
    /// Whose half-turn it is.
    pub color: Color,
    /// The phase of the half-turn.
    pub phase: StepPhase,
    /// The true position.
    pub fen: String,
    /// The capture notice at the start of this half-turn.
    pub notice: Option<Square>,
    /// Its sense, once it has sensed.
    pub sense: Option<SenseResult>,
    /// Its move, once it has moved.
    pub played: Option<MoveResult>,
    told: Told,
}

/// How much both sides had been told at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Told {
    stretch: usize,
    /// Observations of White and Black in that stretch.
    counts: [usize; 2],
}

/// A game with its steps, three for each half-turn. An unfinished game ends with the step at which the side to move
/// decides next.
///
/// Observations follow the rules. Where a record departs from them (old servers had bugs), both sides' knowledge
/// starts afresh from the recorded position: [`GameReplay::departures`] lists these steps.
///
/// ```
/// use rbc_belief::replay::{GameReplay, SetCursor};
/// use rbc_rules::{Arbiter, Color, GameSetup};
/// let mut arbiter = Arbiter::new(GameSetup::default());
/// arbiter.start(0);
/// arbiter.sense(None, 0)?;
/// arbiter.play("e2e4".parse().ok(), 0)?;
/// arbiter.sense(None, 0)?;
/// arbiter.resign(Color::Black, 0);
/// let mut replay = GameReplay::new(arbiter.history().expect("it is over"));
/// assert_eq!(replay.steps().len(), 5);
/// let mut black = SetCursor::new(Color::Black, 1_000);
/// let set = replay.seek(&mut black, 4, &mut |_, _| std::ops::ControlFlow::Continue(()))?;
/// assert_eq!(set.len(), 21);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameReplay {
    steps: Vec<Step>,
    /// Both sides' observations: one stretch, and one more for each departure.
    stretches: Vec<[Observations; 2]>,
    departures: Vec<usize>,
    checkpoints: [Vec<Checkpoint>; 2],
    /// How it ended, as far as the record or the rules tell.
    outcome: Option<Outcome>,
    /// Plies without a pawn move or capture that end a branch: none where the record goes on beyond the usual limit.
    move_limit: Option<u32>,
}

/// A set kept on the way, to seek from.
#[derive(Clone, Debug)]
struct Checkpoint {
    stretch: usize,
    cap: usize,
    /// Shared with branches.
    set: Arc<FollowedSet>,
}

/// Sets larger than this are not kept as checkpoints.
const CHECKPOINT_BOARDS: usize = 20_000;
/// Work to make a sample exact again, as a multiple of the cap: somebody is waiting.
const REPLAY_WORK: usize = 8;
/// Observations between checkpoints: about three turns.
const CHECKPOINT_SPACING: usize = 9;

impl GameReplay {
    /// Replays the record.
    #[must_use]
    pub fn new(history: &GameHistory) -> GameReplay {
        let mut replay = verify::Replay::new(history);
        let mut game = GameReplay {
            steps: Vec::new(),
            stretches: vec![logs_from(replay.position())],
            departures: Vec::new(),
            checkpoints: [Vec::new(), Vec::new()],
            outcome: history.win_reason.map(|reason| Outcome {
                winner: history.winner,
                reason,
            }),
            move_limit: GameSetup::default().move_limit,
        };
        // Before a sense, the position and what had been told are those after the event before it.
        let mut fen = replay.position().fen();
        let mut told = Told::default();
        while let Some(event) = replay.step() {
            if event == Event::SetUpAnew {
                game.departures.push(game.steps.len());
                game.stretches.push(logs_from(replay.position()));
            }
            let now = game.take_in(&replay);
            match event {
                Event::Start => {}
                Event::Sense(color) => {
                    let log = game.stretches[now.stretch][side(color)].log();
                    let (Some(Observation::Sense(sense)), Some(notice)) = (log.last(), notice(log))
                    else {
                        break;
                    };
                    let sensed = Step {
                        ply: replay.ply(),
                        color,
                        phase: StepPhase::Sensed,
                        fen: fen.clone(),
                        notice,
                        sense: Some(sense.clone()),
                        played: None,
                        told: now,
                    };
                    game.steps.push(Step {
                        phase: StepPhase::Start,
                        sense: None,
                        told,
                        ..sensed.clone()
                    });
                    game.steps.push(sensed);
                }
                Event::Move(color) => {
                    fen = replay.position().fen();
                    let played = replay.observations(color).last_move();
                    // The opponent is told only when its own half-turn begins.
                    let mut moved = now;
                    let waits = replay.observations(!color).log().last();
                    if matches!(waits, Some(Observation::TurnStart { .. })) {
                        moved.counts[side(!color)] -= 1;
                    }
                    game.push_moved(&fen, played, moved);
                }
                Event::SetUpAnew => {
                    fen = replay.position().fen();
                    let turn = game.steps.last().map(|step| (step.color, step.ply / 2));
                    let played = turn.and_then(|(c, i)| history.side(c).moves.get(i).copied());
                    let moved = Told {
                        counts: [0, 0],
                        ..now
                    };
                    game.push_moved(&fen, played, moved);
                }
            }
            told = now;
        }
        let over = history.winner.is_some()
            || history.win_reason.is_some()
            || captured_king(replay.position()).is_some();
        let decides = |step: &Step| step.phase != StepPhase::Moved;
        // One in which nobody moved has its start at least.
        if game.steps.is_empty() || !over && !game.steps.last().is_some_and(decides) {
            game.push_start(replay.ply(), replay.position(), told);
        }
        let quiet = |step: &Step| step.fen.parse().map_or(0, |p: Position| p.halfmoves());
        let mut starts = game.steps.iter().filter(|s| s.phase == StepPhase::Start);
        if starts.any(|step| game.move_limit.is_some_and(|limit| quiet(step) >= limit)) {
            game.move_limit = None;
        }
        game
    }

    /// Returns the game up to a step, continued with another action by the rules from the true position, up to the
    /// next decision or the end. A request at the start of a half-turn skips the sense.
    ///
    /// ```
    /// use rbc_belief::replay::{Action, GameReplay, StepPhase};
    /// use rbc_rules::GameHistory;
    /// let replay = GameReplay::new(&GameHistory::default());
    /// let other = replay.branch(0, Action::Request("e2e4".parse().ok()))?;
    /// let phases: Vec<StepPhase> = other.steps().iter().map(|step| step.phase).collect();
    /// use StepPhase::*;
    /// assert_eq!(phases, [Start, Sensed, Moved, Start]);
    /// # Ok::<_, rbc_belief::replay::BranchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When there is no such step, when the action does not fit its phase, or when the move may not be requested.
    pub fn branch(&self, step: usize, action: Action) -> Result<GameReplay, BranchError> {
        let steps = self.steps.len();
        let at = self.steps.get(step);
        let at = at.ok_or(BranchError::NoStep { step, steps })?;
        let Told { stretch, counts } = at.told;
        let mut game = GameReplay {
            steps: self.steps[..=step].to_vec(),
            stretches: self.stretches[..stretch].to_vec(),
            departures: self.departures.clone(),
            checkpoints: self.checkpoints.clone(),
            outcome: None,
            move_limit: self.move_limit,
        };
        game.stretches
            .push([Color::White, Color::Black].map(|color| self.told(step, color)));
        game.departures.retain(|departure| *departure <= step);
        for (kept, count) in game.checkpoints.iter_mut().zip(counts) {
            kept.retain(|c| {
                c.stretch < stretch || c.stretch == stretch && c.set.set().observed() <= count
            });
        }
        match (action, at.phase) {
            (_, StepPhase::Moved) => return Err(BranchError::HasMoved),
            (Action::Sense(_), StepPhase::Sensed) => return Err(BranchError::HasSensed),
            (Action::Sense(square), StepPhase::Start) => game.sense(square)?,
            (Action::Request(request), phase) => {
                if phase == StepPhase::Start {
                    game.sense(None)?;
                }
                game.play(request)?;
            }
        }
        Ok(game)
    }

    /// Senses for the side to move at the last step, which is the start of a half-turn.
    fn sense(&mut self, square: Option<Square>) -> Result<(), BranchError> {
        let (at, position) = self.last()?;
        let sense = position.sense(square);
        let told = self.tell(at.color, Observation::Sense(sense.clone()))?;
        self.steps.push(Step {
            phase: StepPhase::Sensed,
            sense: Some(sense),
            told,
            ..at
        });
        Ok(())
    }

    /// Carries out a request of the side to move at the last step, which is that after its sense.
    fn play(&mut self, requested: Option<Move>) -> Result<(), BranchError> {
        let (at, mut position) = self.last()?;
        let log = &self.stretches[at.told.stretch][side(at.color)];
        let taken = requested.and_then(|m| position.taken_move(log.own().with_promotion(m)));
        let quiet_before = position.halfmoves();
        let capture = position.push(taken);
        let played = MoveResult {
            requested,
            taken,
            capture,
        };
        let told = self.tell(at.color, Observation::Move(played))?;
        self.push_moved(&position.fen(), Some(played), told);
        let limit = self.move_limit.filter(|limit| quiet_before < *limit);
        self.outcome = if let Some(loser) = captured_king(&position) {
            Some(Outcome {
                winner: Some(!loser),
                reason: WinReason::KingCapture,
            })
        } else if limit.is_some_and(|limit| position.halfmoves() >= limit) {
            Some(Outcome {
                winner: None,
                reason: WinReason::MoveLimit,
            })
        } else {
            None
        };
        if self.outcome.is_none() {
            let told = self.tell(position.turn(), Observation::TurnStart { capture })?;
            self.push_start(at.ply + 1, &position, told);
        }
        Ok(())
    }

    /// The last step, with its true position.
    fn last(&self) -> Result<(Step, Position), BranchError> {
        let last = self.steps.last();
        let last = last.and_then(|step| Some((step.clone(), step.fen.parse().ok()?)));
        last.ok_or(BranchError::NoStep { step: 0, steps: 0 })
    }

    /// Tells a side what the rules give, in the last stretch.
    fn tell(&mut self, color: Color, observation: Observation) -> Result<Told, BranchError> {
        let stretch = self.stretches.len() - 1;
        let logs = &mut self.stretches[stretch];
        logs[side(color)].push(observation)?;
        Ok(Told {
            stretch,
            counts: [logs[0].log().len(), logs[1].log().len()],
        })
    }

    /// Adds the step at which the side to move decides next, having been told of it.
    fn push_start(&mut self, ply: usize, position: &Position, told: Told) {
        let color = position.turn();
        let log = &self.stretches[told.stretch][side(color)].log();
        self.steps.push(Step {
            ply,
            color,
            phase: StepPhase::Start,
            fen: position.fen(),
            notice: notice(log).flatten(),
            sense: None,
            played: None,
            told,
        });
    }

    /// Returns how the game ended, if it has. For a record: if it names a reason.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Adds what both sides have been told since the last event to the stretch that runs.
    fn take_in(&mut self, replay: &verify::Replay<'_>) -> Told {
        let stretch = self.stretches.len() - 1;
        let mut counts = [0; 2];
        for observations in &mut self.stretches[stretch] {
            let color = observations.color();
            let known = observations.log().len();
            for observation in &replay.observations(color).log()[known..] {
                let pushed = observations.push(observation.clone());
                debug_assert_eq!(pushed, Ok(()), "the arbiter told the impossible");
            }
            counts[side(color)] = observations.log().len();
        }
        Told { stretch, counts }
    }

    /// Adds the step after the move of the half-turn that the last step belongs to.
    fn push_moved(&mut self, fen: &str, played: Option<MoveResult>, told: Told) {
        if let Some(sensed) = self.steps.last().cloned() {
            self.steps.push(Step {
                phase: StepPhase::Moved,
                fen: fen.to_owned(),
                played,
                told,
                ..sensed
            });
        }
    }

    /// Returns all steps.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the steps at which the record departs from the rules and knowledge starts afresh.
    #[must_use]
    pub fn departures(&self) -> &[usize] {
        &self.departures
    }

    /// Returns what `color` had been told at a step (at the last one if there are fewer) since knowledge last started
    /// afresh.
    #[must_use]
    pub fn told(&self, step: usize, color: Color) -> Observations {
        let step = step.min(self.steps.len().saturating_sub(1));
        let told = self.steps.get(step).map_or(Told::default(), |s| s.told);
        let all = &self.stretches[told.stretch][side(color)];
        let mut observations = Observations::new(color, all.start());
        for observation in &all.log()[..told.counts[side(color)]] {
            let pushed = observations.push(observation.clone());
            debug_assert_eq!(pushed, Ok(()), "it was told before");
        }
        observations
    }

    /// Moves `cursor` to a step (the last one if there are fewer) and returns its set there.
    ///
    /// Moving forward processes the observations between; moving back starts from a checkpoint, or from the
    /// beginning.
    ///
    /// # Errors
    ///
    /// [`InformationSetError`]: interrupted (what was reached is kept, and the call can be made
    /// again), or a record in which no board fits or is found.
    pub fn seek<'c>(
        &mut self,
        cursor: &'c mut SetCursor,
        step: usize,
        watch: Watch<'_>,
    ) -> Result<&'c InformationSet, ReplayError> {
        Ok(self.seek_followed(cursor, step, watch)?.set())
    }

    /// Does the same as [`seek`](Self::seek), and returns the set with the filter that [follows](SetCursor::follow) it.
    ///
    /// # Errors
    ///
    /// As [`seek`](Self::seek).
    pub fn seek_followed<'c>(
        &mut self,
        cursor: &'c mut SetCursor,
        step: usize,
        watch: Watch<'_>,
    ) -> Result<&'c FollowedSet, ReplayError> {
        loop {
            if self.approach(cursor, step, watch)? {
                break;
            }
        }
        match &cursor.at {
            Some((_, set)) => Ok(set),
            None => Err(InformationSetError::Interrupted.into()),
        }
    }

    /// Takes in one observation on the way to a step; whether the cursor is there.
    fn approach(
        &mut self,
        cursor: &mut SetCursor,
        step: usize,
        watch: Watch<'_>,
    ) -> Result<bool, ReplayError> {
        let step = step.min(self.steps.len().saturating_sub(1));
        let told = self.steps.get(step).map_or(Told::default(), |s| s.told);
        let (color, stretch) = (cursor.color, told.stretch);
        let count = told.counts[side(color)];
        let observations = &self.stretches[stretch][side(color)];
        let checkpoints = &mut self.checkpoints[side(color)];

        let following = cursor.following.as_ref();
        let reachable = |s: usize, set: &FollowedSet| {
            s == stretch && set.set().observed() <= count && set.following() == following
        };
        let here = cursor.at.take().filter(|(s, set)| reachable(*s, set));
        let kept = checkpoints
            .iter()
            .filter(|c| c.cap == cursor.cap && reachable(c.stretch, &c.set))
            .max_by_key(|c| c.set.set().observed());
        let mut followed = match (here, kept) {
            (Some((_, set)), Some(kept)) if set.set().observed() >= kept.set.set().observed() => {
                set
            }
            (_, Some(kept)) => FollowedSet::clone(&kept.set),
            (Some((_, set)), None) => set,
            (None, None) => {
                let set = InformationSet::new(color, observations.start(), cursor.cap)?
                    .with_replay_limit(cursor.cap.saturating_mul(REPLAY_WORK));
                FollowedSet::new(set, following.cloned())
            }
        };

        let next = observations.log()[..count].get(followed.set().observed());
        let outcome = next.map_or(Ok(()), |next| followed.observe(next, watch));
        let set = followed.set();
        let last = checkpoints
            .iter()
            .filter(|c| {
                c.cap == cursor.cap && c.stretch == stretch && c.set.following() == following
            })
            .map(|c| c.set.set().observed())
            .max();
        // Beside a filter, a board takes five times as much memory with the shipped players.
        let most = match following {
            Some(_) => CHECKPOINT_BOARDS / 5,
            None => CHECKPOINT_BOARDS,
        };
        if set.observed() >= last.unwrap_or(0) + CHECKPOINT_SPACING
            && set.len() <= most
            && set.completeness() == Completeness::Exact
        {
            checkpoints.push(Checkpoint {
                stretch,
                cap: cursor.cap,
                set: Arc::new(followed.clone()),
            });
        }
        let arrived = set.observed() == count;
        cursor.at = Some((stretch, followed));
        outcome?;
        Ok(arrived)
    }
}

/// A side's set as it moves through a replay: see [`GameReplay::seek`].
#[derive(Clone, Debug)]
pub struct SetCursor {
    color: Color,
    cap: usize,
    /// The filter that is wanted.
    following: Option<Following>,
    at: Option<(usize, FollowedSet)>,
}

impl SetCursor {
    /// Creates a cursor before the start. Its set holds at most `cap` boards.
    #[must_use]
    pub const fn new(color: Color, cap: usize) -> SetCursor {
        SetCursor {
            color,
            cap,
            following: None,
            at: None,
        }
    }

    /// Has a filter follow the set, or none. A filter that is new begins at the start of the game.
    pub fn follow(&mut self, following: Option<Following>) {
        if let (None, Some((_, set))) = (&following, &mut self.at) {
            set.unfollow();
        }
        self.following = following;
    }

    /// Returns the number of observations its set has processed.
    #[must_use]
    pub fn observed(&self) -> usize {
        self.at.as_ref().map_or(0, |(_, set)| set.set().observed())
    }
}

/// Why a cursor could not reach a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The start position cannot be followed.
    Start(TooManyPieces),
    /// The set cannot follow.
    Set(InformationSetError),
}

impl From<TooManyPieces> for ReplayError {
    fn from(error: TooManyPieces) -> ReplayError {
        ReplayError::Start(error)
    }
}

impl From<InformationSetError> for ReplayError {
    fn from(error: InformationSetError) -> ReplayError {
        ReplayError::Set(error)
    }
}

impl From<Interrupted> for ReplayError {
    fn from(error: Interrupted) -> ReplayError {
        ReplayError::Set(error.into())
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Start(error) => error.fmt(f),
            ReplayError::Set(error) => error.fmt(f),
        }
    }
}

impl error::Error for ReplayError {}

/// Why a branch is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BranchError {
    /// There is no such step.
    NoStep {
        /// The one asked for.
        step: usize,
        /// How many there are.
        steps: usize,
    },
    /// The side has already sensed in this half-turn.
    HasSensed,
    /// The half-turn is over.
    HasMoved,
    /// The side may not do this.
    Refused(ObservationError),
}

impl fmt::Display for BranchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BranchError::NoStep { step, steps } => write!(f, "there is no step {step} of {steps}"),
            BranchError::HasSensed => f.write_str(
                "this half-turn has its sense: another is possible at its start, and here a request",
            ),
            BranchError::HasMoved => f.write_str(
                "this half-turn is over: another action is possible at a step before its move",
            ),
            BranchError::Refused(error) => error.fmt(f),
        }
    }
}

impl error::Error for BranchError {}

impl From<ObservationError> for BranchError {
    fn from(error: ObservationError) -> BranchError {
        BranchError::Refused(error)
    }
}

/// The side whose king is gone.
fn captured_king(position: &Position) -> Option<Color> {
    let kings = |color: &Color| position.board().by_piece(color.king());
    Color::ALL.into_iter().find(|color| kings(color).is_empty())
}

fn side(color: Color) -> usize {
    color.fold_wb(0, 1)
}

fn logs_from(start: &Position) -> [Observations; 2] {
    [Color::White, Color::Black].map(|color| Observations::new(color, start))
}

/// The capture notice of the last turn begun.
fn notice(log: &[Observation]) -> Option<Option<Square>> {
    log.iter().rev().find_map(|o| match o {
        Observation::TurnStart { capture } => Some(*capture),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use rbc_rules::{Arbiter, GameSetup};

    use super::*;

    /// A few half-turns with a sense each.
    fn game(moves: &[&str]) -> GameHistory {
        let mut arbiter = Arbiter::new(GameSetup::default());
        arbiter.start(0);
        for m in moves {
            arbiter.sense(Some(Square::E5), 0).expect("to sense");
            arbiter.play(m.parse().ok(), 0).expect("a request");
        }
        let loser = arbiter.turn();
        arbiter.resign(loser, 0);
        arbiter.history().expect("over").clone()
    }

    fn sizes(replay: &mut GameReplay, color: Color) -> Vec<usize> {
        let mut cursor = SetCursor::new(color, 100_000);
        (0..replay.steps().len())
            .map(|i| {
                let set = replay.seek(&mut cursor, i, &mut |_, _| ControlFlow::Continue(()));
                set.expect("a set").len()
            })
            .collect()
    }

    #[test]
    fn each_half_turn_has_three_steps_and_the_truth_is_in_both_sets() {
        let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f3e5", "c6e5"];
        let mut replay = GameReplay::new(&game(&moves));
        assert_eq!(replay.steps().len(), 18);
        assert!(replay.departures().is_empty());
        let mut cursors = Color::ALL.map(|c| SetCursor::new(c, 100_000));
        for i in 0..18 {
            let step = replay.steps()[i].clone();
            let truth: Position = step.fen.parse().expect("a position");
            for cursor in &mut cursors {
                let color = cursor.color;
                let set = replay
                    .seek(cursor, i, &mut |_, _| ControlFlow::Continue(()))
                    .expect("a set");
                let observed = set.observed();
                // The side that waits knows nothing of the opponent's half-turn yet.
                if step.phase != StepPhase::Moved || step.color == color {
                    assert!(set.contains(&truth), "step {i}, {color}");
                }
                assert_eq!(replay.told(i, color).log().len(), observed);
            }
        }
        assert_eq!(replay.steps()[15].notice, Some(Square::E5));
    }

    #[test]
    fn seeking_back_and_forth_gives_what_going_forward_gives() {
        let moves = [
            "e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5",
        ];
        let mut replay = GameReplay::new(&game(&moves));
        let forward = sizes(&mut replay.clone(), Color::White);
        let mut cursor = SetCursor::new(Color::White, 100_000);
        for i in [20, 3, 23, 11, 0, 12, 21, 2] {
            let set = replay.seek(&mut cursor, i, &mut |_, _| ControlFlow::Continue(()));
            assert_eq!(set.expect("a set").len(), forward[i], "step {i}");
        }
    }
}
