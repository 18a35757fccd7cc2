//! A finished game, step by step, with what each side could conclude at every step.

use std::{error, fmt};

use rbc_rules::{
    Color, GameHistory, MoveResult, Observation, Observations, Position, SenseResult, Square,
    record::verify::{self, ReplayStep as Event},
};

use crate::{Completeness, InformationSet, InformationSetError, TooManyPieces, Watch};

/// Moments of a half-turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StepPhase {
    /// Its side has been told where the opponent captured.
    Start,
    /// After its sense (or none).
    Sensed,
    /// After its move (or pass).
    Moved,
}

/// One step of a [`GameReplay`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Half-turns completed before this one.
    pub ply: usize,
    /// Whose half-turn it is.
    pub color: Color,
    /// Where in the half-turn.
    pub phase: StepPhase,
    /// The true position.
    pub fen: String,
    /// What the side was told of the opponent's capture when this half-turn began.
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

/// A finished game with its steps, three for each half-turn.
///
/// What is told comes from the rules. Where a record departs from them (old servers had bugs), both
/// sides' knowledge begins anew from the recorded position: [`GameReplay::departures`] lists where.
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
}

/// A set kept on the way, to seek from.
#[derive(Clone, Debug)]
struct Checkpoint {
    stretch: usize,
    cap: usize,
    set: InformationSet,
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
        game
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

    /// All steps.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Steps at which the record departs from the rules, so that knowledge begins anew.
    #[must_use]
    pub fn departures(&self) -> &[usize] {
        &self.departures
    }

    /// What `color` had been told at a step (at the last one if there are fewer), in the stretch that it belongs to.
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

    /// Brings `cursor` to a step (the last one if there are fewer) and gives its set there.
    ///
    /// Going forward takes in what lies between; going back starts from a set kept on an earlier
    /// way, or from the beginning.
    ///
    /// # Errors
    ///
    /// [`InformationSetError`]: interrupted (what was reached is kept, and the call can be made
    /// again), or a record in which no board fits.
    pub fn seek<'c>(
        &mut self,
        cursor: &'c mut SetCursor,
        step: usize,
        watch: Watch<'_>,
    ) -> Result<&'c InformationSet, ReplayError> {
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

        let reachable = |s: usize, set: &InformationSet| s == stretch && set.observed() <= count;
        let here = cursor.at.take().filter(|(s, set)| reachable(*s, set));
        let kept = checkpoints
            .iter()
            .filter(|c| c.cap == cursor.cap && reachable(c.stretch, &c.set))
            .max_by_key(|c| c.set.observed());
        let mut set = match (here, kept) {
            (Some((_, set)), Some(kept)) if set.observed() >= kept.set.observed() => set,
            (_, Some(kept)) => kept.set.clone(),
            (Some((_, set)), None) => set,
            (None, None) => InformationSet::new(color, observations.start(), cursor.cap)?
                .with_replay_limit(cursor.cap.saturating_mul(REPLAY_WORK)),
        };

        let next = observations.log()[..count].get(set.observed());
        let outcome = next.map_or(Ok(()), |next| set.observe_watched(next, watch));
        let last = checkpoints
            .iter()
            .filter(|c| c.cap == cursor.cap && c.stretch == stretch)
            .map(|c| c.set.observed())
            .max();
        if set.observed() >= last.unwrap_or(0) + CHECKPOINT_SPACING
            && set.len() <= CHECKPOINT_BOARDS
            && set.completeness() == Completeness::Exact
        {
            checkpoints.push(Checkpoint {
                stretch,
                cap: cursor.cap,
                set: set.clone(),
            });
        }
        let arrived = set.observed() == count;
        cursor.at = Some((stretch, set));
        outcome?;
        Ok(arrived)
    }
}

/// A side's set on its way through a replay: see [`GameReplay::seek`].
#[derive(Clone, Debug)]
pub struct SetCursor {
    color: Color,
    cap: usize,
    at: Option<(usize, InformationSet)>,
}

impl SetCursor {
    /// A cursor before the start. A set holds at most `cap` boards.
    #[must_use]
    pub const fn new(color: Color, cap: usize) -> SetCursor {
        SetCursor {
            color,
            cap,
            at: None,
        }
    }

    /// Observations that its set has taken in.
    #[must_use]
    pub fn observed(&self) -> usize {
        self.at.as_ref().map_or(0, |(_, set)| set.observed())
    }
}

/// Why a set could not be brought to a step.
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

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Start(error) => error.fmt(f),
            ReplayError::Set(error) => error.fmt(f),
        }
    }
}

impl error::Error for ReplayError {}

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
