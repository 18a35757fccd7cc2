//! Judges each half-turn of a game: by what its side knew, and by the true board.

use std::collections::BTreeMap;

use rbc_belief::{
    Completeness, InformationSet, Interrupted, Surveying, Watch,
    replay::{GameReplay, ReplayError, SetCursor, Step, StepPhase},
};
use rbc_rules::{Color, Move, Position, Square};

use crate::{Budget, Cancelled, Evaluator, Rating, RatingOptions, Rng, Safety, Stop};

/// The options of a [`Report`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportOptions {
    /// The half-turn to report first; the nearest ones follow.
    pub first: usize,
    /// Nodes for each half-turn: two thirds for the rating over the set, one third for that on the true board.
    pub nodes: u64,
    /// The most boards of a set.
    pub cap: usize,
}

impl Default for ReportOptions {
    fn default() -> ReportOptions {
        ReportOptions {
            first: 0,
            nodes: 100_000,
            cap: 1_000_000,
        }
    }
}

/// The size of an information set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SetSize {
    /// Boards in the set.
    pub boards: usize,
    /// Whether the set is exact.
    pub completeness: Completeness,
}

impl SetSize {
    fn of(set: &InformationSet) -> SetSize {
        SetSize {
            boards: set.len(),
            completeness: set.completeness(),
        }
    }

    /// Returns the number of possible boards: exact, or estimated from a sample.
    #[must_use]
    pub fn estimated(&self) -> f64 {
        match self.completeness {
            Completeness::Exact => self.boards as f64,
            Completeness::Sample { estimated, .. } => estimated,
        }
    }
}

/// The information of a sense and the expected information of others, in bits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SenseReport {
    /// The sensed square; `None` without a sense.
    pub square: Option<Square>,
    /// Its information: log2 of the boards before divided by those after.
    pub bits: f64,
    /// Its expected information.
    pub expected: f64,
    /// The sense with the most expected information (the first of equals), and how much.
    pub best: (Square, f64),
}

/// The rank of a request among all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RequestReport {
    /// Its [`RatedRequest::value`](crate::RatedRequest::value).
    pub value: f64,
    /// Its rank, from 1; adjacent requests of the same value share the best rank.
    pub rank: usize,
    /// The number of requests.
    pub of: usize,
    /// What the king's safety makes of it: requests that are left out rank behind all others, whatever they are worth.
    pub safety: Safety,
    /// The share of the boards on which it loses the king.
    pub risk: f64,
    /// The best request.
    pub best: Option<Move>,
    /// The value of the best request.
    pub best_value: f64,
    /// What the king's safety makes of the best request.
    pub best_safety: Safety,
    /// The share of the boards on which the best request loses the king.
    pub best_risk: f64,
}

/// The report of a half-turn.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnReport {
    /// Half-turns before it.
    pub ply: usize,
    /// The side whose half-turn it is.
    pub color: Color,
    /// The side's information set before its sense.
    pub before: SetSize,
    /// The same after its sense.
    pub after: SetSize,
    /// `None` where there is no sense in the record.
    pub sense: Option<SenseReport>,
    /// The probability of the true board before and after the sense, with uniform weights: 0 where a sample has
    /// lost it.
    pub truth: (f64, f64),
    /// The request over all boards of the set; `None` where the record has none.
    pub dark: Option<RequestReport>,
    /// The same on the true board alone.
    pub light: Option<RequestReport>,
}

/// Half-turns before the first one whose sets are gone through in one go: each such walk begins at a set kept before.
const BLOCK: usize = 16;
/// Boards on which facts are counted.
const FACT_BOARDS: usize = 4_096;

/// A report of all half-turns in progress, the nearest to a given one first.
///
/// Sets are cheap to move forward and expensive to move back. Half-turns after the first one come in the order of the
/// game; those before it in blocks, of which only samples of the sets are kept until their turn comes.
///
/// ```
/// use rbc_agents::{BuiltIn, Report, ReportOptions};
/// use rbc_belief::replay::{Action, GameReplay};
/// use rbc_rules::GameHistory;
/// let start = GameReplay::new(&GameHistory::default());
/// let mut game = start.branch(0, Action::Request("f2f3".parse().ok()))?;
/// let options = ReportOptions { nodes: 5_000, ..ReportOptions::default() };
/// let mut report = Report::new(&game, options);
/// let mut go_on = |_, _| std::ops::ControlFlow::Continue(());
/// let white = report.next(&mut game, &mut BuiltIn, &mut go_on)?.expect("a half-turn");
/// assert!(white.light.expect("a request").rank > 10);
/// // Black's has only begun.
/// let black = report.next(&mut game, &mut BuiltIn, &mut go_on)?.expect("a half-turn");
/// assert_eq!((black.before.boards, black.dark), (21, None));
/// assert!(report.next(&mut game, &mut BuiltIn, &mut go_on)?.is_none());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Report {
    options: ReportOptions,
    turns: Vec<Turn>,
    /// The first one to come, and the next ones after and before it.
    first: usize,
    after: usize,
    before: usize,
    /// Where White's and Black's sets are, after the first one and before it.
    ahead: [SetCursor; 2],
    behind: [SetCursor; 2],
    /// What is being gone through, and what is ready to be rated.
    preparing: Option<(usize, Preparing)>,
    prepared: BTreeMap<usize, Prepared>,
    done: usize,
}

/// The steps of a half-turn.
#[derive(Clone, Copy, Debug)]
struct Turn {
    start: usize,
    sensed: Option<usize>,
    moved: Option<usize>,
}

/// A half-turn whose sets are being gone through.
#[derive(Debug)]
enum Preparing {
    Start(Surveying),
    Sensed {
        before: SetSize,
        truth: f64,
        /// What the sense was to be expected to tell, and the best one.
        expected: f64,
        best: (Square, f64),
    },
}

/// A half-turn whose sets are done with.
#[derive(Debug)]
struct Prepared {
    report: TurnReport,
    /// The request that was made, and what is rated: over the set, then on the true board.
    request: Option<Move>,
    ratings: Vec<Rating>,
    rated: Vec<Option<RequestReport>>,
}

impl Report {
    /// Creates a report without any work done.
    #[must_use]
    pub fn new(replay: &GameReplay, options: ReportOptions) -> Report {
        let mut turns: Vec<Turn> = Vec::new();
        for (i, step) in replay.steps().iter().enumerate() {
            match (step.phase, turns.last_mut()) {
                (StepPhase::Start, _) => turns.push(Turn {
                    start: i,
                    sensed: None,
                    moved: None,
                }),
                (StepPhase::Sensed, Some(turn)) => turn.sensed = Some(i),
                (StepPhase::Moved, Some(turn)) => turn.moved = Some(i),
                (_, None) => {}
            }
        }
        let first = options.first.min(turns.len().saturating_sub(1));
        let cursors = || [Color::White, Color::Black].map(|c| SetCursor::new(c, options.cap));
        Report {
            options,
            first,
            after: first,
            before: first,
            turns,
            ahead: cursors(),
            behind: cursors(),
            preparing: None,
            prepared: BTreeMap::new(),
            done: 0,
        }
    }

    /// Returns the number of half-turns reported, and of all.
    #[must_use]
    pub const fn progress(&self) -> (usize, usize) {
        (self.done, self.turns.len())
    }

    /// Returns the report of the next half-turn, or `None` when all are done. `replay` must be the one that the
    /// report was created with.
    ///
    /// # Errors
    ///
    /// [`ReplayError`]: interrupted by the watch (the same call then continues), or a record in which no board fits.
    pub fn next(
        &mut self,
        replay: &mut GameReplay,
        evaluator: &mut dyn Evaluator,
        watch: Watch<'_>,
    ) -> Result<Option<TurnReport>, ReplayError> {
        let Some(turn) = self.nearest() else {
            return Ok(None);
        };
        while !self.prepared.contains_key(&turn) {
            self.prepare(turn, replay, watch)?;
        }
        if let Some(prepared) = self.prepared.get_mut(&turn) {
            rate(prepared, evaluator, watch)?;
        }
        let report = self.prepared.remove(&turn).map(|prepared| {
            let mut rated = prepared.rated.into_iter().flatten();
            TurnReport {
                dark: rated.next(),
                light: rated.next(),
                ..prepared.report
            }
        });
        if turn >= self.first {
            self.after += 1;
        } else {
            self.before -= 1;
        }
        self.done += 1;
        Ok(report)
    }

    /// The half-turn that comes next: of two that are as near, the later one.
    fn nearest(&self) -> Option<usize> {
        let (ahead, behind) = (self.after - self.first, self.first - self.before);
        let some_ahead = self.after < self.turns.len();
        match self.before.checked_sub(1) {
            Some(before) if !some_ahead || behind + 1 < ahead => Some(before),
            _ => some_ahead.then_some(self.after),
        }
    }

    /// Goes through the sets of a half-turn on the way to `turn`.
    fn prepare(
        &mut self,
        turn: usize,
        replay: &mut GameReplay,
        watch: Watch<'_>,
    ) -> Result<(), ReplayError> {
        let is_behind = turn < self.first;
        // The block ends with the first that was asked for; those that are ready follow each other.
        let lowest = match self.prepared.last_key_value() {
            Some((last, _)) if is_behind => last + 1,
            _ if is_behind => (turn + 1).saturating_sub(BLOCK),
            _ => turn,
        };
        let fresh = || (lowest, Preparing::Start(Surveying::new()));
        let (at, mut preparing) = self.preparing.take().unwrap_or_else(fresh);
        let steps = self.turns[at];
        let color = replay.steps()[steps.start].color;
        let cursors = if is_behind {
            &mut self.behind
        } else {
            &mut self.ahead
        };
        let cursor = &mut cursors[color.fold_wb(0, 1)];
        let through = go_through(steps, &mut preparing, replay, cursor, &self.options, watch);
        match through {
            Ok(prepared) => {
                self.prepared.insert(at, prepared);
                Ok(())
            }
            Err(error) => {
                self.preparing = Some((at, preparing));
                Err(error)
            }
        }
    }
}

/// Goes through the sets of a half-turn, from where it was broken off.
fn go_through(
    turn: Turn,
    preparing: &mut Preparing,
    replay: &mut GameReplay,
    cursor: &mut SetCursor,
    options: &ReportOptions,
    watch: Watch<'_>,
) -> Result<Prepared, ReplayError> {
    let first = replay.steps()[turn.start].clone();
    let sensed = turn.sensed.map(|i| replay.steps()[i].clone());
    let sense = sensed.as_ref().and_then(|step| step.sense.as_ref());
    if let Preparing::Start(surveying) = preparing {
        let set = replay.seek(cursor, turn.start, watch)?;
        let (mut expected, mut best) = (0.0, (Square::A1, 0.0));
        if let Some(sense) = sense {
            while !surveying.advance(set.boards(), None) {
                check(watch)?;
            }
            let bits = surveying.finish().senses.information;
            expected = sense.square.map_or(0.0, |square| bits[square.to_usize()]);
            for square in Square::ALL {
                if bits[square.to_usize()] > best.1 {
                    best = (square, bits[square.to_usize()]);
                }
            }
        }
        *preparing = Preparing::Sensed {
            before: SetSize::of(set),
            truth: probability(set, &first),
            expected,
            best,
        };
    }
    let Preparing::Sensed {
        before,
        truth,
        expected,
        best,
    } = *preparing
    else {
        return Err(Interrupted.into());
    };
    let set = replay.seek(cursor, turn.sensed.unwrap_or(turn.start), watch)?;
    let after = SetSize::of(set);
    let mut prepared = Prepared {
        report: TurnReport {
            ply: first.ply,
            color: first.color,
            before,
            after,
            sense: sense.map(|sense| SenseReport {
                square: sense.square,
                bits: libm::log2(before.estimated() / after.estimated()),
                expected,
                best,
            }),
            truth: (truth, probability(set, sensed.as_ref().unwrap_or(&first))),
            dark: None,
            light: None,
        },
        request: None,
        ratings: Vec::new(),
        rated: Vec::new(),
    };
    let moved = turn.moved.and_then(|i| replay.steps()[i].played);
    if let (Some(played), Some(sensed)) = (moved, &sensed)
        && let Ok(position) = sensed.fen.parse::<Position>()
    {
        let observed = set.observed();
        let truth = InformationSet::knowing(first.color, &position, observed, options.cap)?;
        let rating = |set: &InformationSet, nodes: u64| {
            let options = RatingOptions {
                nodes: Some(nodes),
                score_all: true,
                fact_boards: Some(FACT_BOARDS),
                ..RatingOptions::default()
            };
            Rating::new(set, options, &mut Rng::new(observed as u64))
        };
        let light = options.nodes / 3;
        prepared.request = played.requested.map(|m| set.own().with_promotion(m));
        // From the last to the first, as they are taken.
        prepared.ratings = vec![rating(&truth, light), rating(set, options.nodes - light)];
    }
    Ok(prepared)
}

/// Rates what is left to rate.
fn rate(
    prepared: &mut Prepared,
    evaluator: &mut dyn Evaluator,
    watch: Watch<'_>,
) -> Result<(), Interrupted> {
    while let Some(rating) = prepared.ratings.last_mut() {
        let stop = || {
            if watch(0, 1).is_break() {
                Stop::Cancel
            } else {
                Stop::GoOn
            }
        };
        let mut budget = Budget::new(None, Box::new(stop));
        while !rating
            .advance(evaluator, &mut budget)
            .map_err(|Cancelled| Interrupted)?
        {}
        drop(budget);
        let table = rating.table();
        let place = table.iter().position(|row| row.request == prepared.request);
        prepared.rated.push(place.map(|place| {
            let value = table[place].value;
            let same = table[..place].iter().rev();
            RequestReport {
                value,
                rank: place + 1 - same.take_while(|row| row.value == value).count(),
                of: table.len(),
                safety: table[place].safety,
                risk: table[place].loses_king,
                best: table[0].request,
                best_value: table[0].value,
                best_safety: table[0].safety,
                best_risk: table[0].loses_king,
            }
        }));
        prepared.ratings.pop();
    }
    Ok(())
}

fn check(watch: Watch<'_>) -> Result<(), ReplayError> {
    if watch(0, 1).is_break() {
        return Err(Interrupted.into());
    }
    Ok(())
}

/// The probability of the true board of a step, all boards being alike. A sample that lacks it says
/// nothing against it.
fn probability(set: &InformationSet, step: &Step) -> f64 {
    let truth = step.fen.parse::<Position>();
    let sampled = set.completeness() != Completeness::Exact;
    if truth.is_ok_and(|truth| sampled || set.contains(&truth)) {
        1.0 / set.estimated_len()
    } else {
        0.0
    }
}
