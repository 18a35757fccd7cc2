//! Games step by step, for JavaScript.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};

use rbc_agents::{
    Agent, Budget, BuiltIn, Journal, Past, PastError, Report, ReportOptions, Stop, puzzles,
};
use rbc_belief::{
    InformationSetError,
    replay::{Action, GameReplay, ReplayError, SetCursor, StepPhase},
    sense_sizes::{DEFAULT_CAP, SenseCount},
};
use rbc_rules::{Color, GameHistory, Observations, Position, record::Record};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::{
    decision::{Allowance, Decision},
    move_table::{GrowingTable, Rated, TableOptions},
    network::NetworkWeigher,
    players::following,
    set_view::SetView,
    task::{Found, Progress, Slice, Task, Until, Work},
    types::{
        self, ErrorDetails, Js, RecordDetails, RecordSummary, Refusal, ReplayContent, ReplayStep,
        StepSizes, TurnReport, Weights, action_from, color_from, to_js, to_list, to_ts,
    },
};

/// Boards that a set holds at most.
const CAP: usize = 1_000_000;
/// Positions that are searched for the puzzles of a game.
const PUZZLE_NODES: u64 = 5_000_000;

/// A game step by step: finished, broken off, or a branch of one.
#[wasm_bindgen]
pub struct Replay {
    summary: RecordSummary,
    /// The record as it was given, with what others wrote into it; of a branch, the whole game's.
    record: Rc<str>,
    /// The first step that is its own: of a branch, those before are the other game's.
    first: usize,
    /// The record's details, to be told with the steps: of one that was opened by itself.
    details: Option<RecordDetails>,
    inner: Rc<RefCell<Inner>>,
}

/// Opens the game of a record's JSON text.
#[wasm_bindgen(js_name = openRecord)]
pub fn open_record(json: &str) -> Js<Replay> {
    let json = json.trim();
    let record = Record::from_json(json.as_bytes())?;
    let mut replay = Replay::new(0, &record.game, json.to_owned());
    replay.details = Some(RecordDetails::new(record, json));
    Ok(replay)
}

struct Inner {
    replay: GameReplay,
    /// Where the views of White's and Black's sets were last.
    cursors: [SetCursor; 2],
}

fn cursors() -> [SetCursor; 2] {
    [Color::White, Color::Black].map(|color| SetCursor::new(color, CAP))
}

impl Replay {
    /// Its first half-turns, from which another game may go on.
    pub fn past(&self, half_moves: usize) -> Js<Past> {
        Ok(Past::of(&self.inner.borrow().replay, half_moves)?)
    }

    /// After how many of its half-turns another game may go on, and why not after more.
    pub fn longest_past(&self) -> (Option<usize>, Option<PastError>) {
        Past::limit(&self.inner.borrow().replay)
    }

    pub fn new(index: usize, history: &GameHistory, record: String) -> Replay {
        let summary = RecordSummary::new(index, history);
        Replay::of(summary, record.into(), GameReplay::new(history), 0)
    }

    fn of(summary: RecordSummary, record: Rc<str>, replay: GameReplay, first: usize) -> Replay {
        Replay {
            summary,
            record,
            first,
            details: None,
            inner: Rc::new(RefCell::new(Inner {
                replay,
                cursors: cursors(),
            })),
        }
    }
}

#[wasm_bindgen]
impl Replay {
    /// What the page is told besides the steps.
    pub fn content(&mut self) -> Js<Ts<ReplayContent>> {
        to_ts(&ReplayContent {
            summary: self.summary.clone(),
            details: self.details.take(),
        })
    }

    /// The record's text; of a branch, the whole game's.
    pub fn record(&self) -> String {
        self.record.to_string()
    }

    /// The details of the record; of a branch, the whole game's.
    pub fn details(&self) -> Js<Ts<RecordDetails>> {
        to_ts(&RecordDetails::of_text(&self.record)?)
    }

    /// The steps, with the truth; of a branch, those that the game it branches off does not have.
    pub fn steps(&self) -> Js<Vec<Ts<ReplayStep>>> {
        let inner = self.inner.borrow();
        let steps = inner.replay.steps().iter().enumerate().skip(self.first);
        to_list(steps.map(|(i, step)| ReplayStep::new(i, step)))
    }

    /// Computes both sides' sets at every step in order.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<undefined>")]
    pub fn analyse(&self) -> Task {
        Task::new(Analysis {
            inner: self.inner.clone(),
            cursors: cursors(),
            step: 0,
            steps: self.inner.borrow().replay.steps().len(),
            found: Vec::new(),
        })
    }

    /// Counts the boards of `color` before and after its senses, as `outpost stats` does: exactly up to `cap`.
    #[wasm_bindgen(js_name = senseSizes, unchecked_return_type = "TaskOf<SideSizes>")]
    pub fn sense_sizes(&self, color: &Ts<types::Color>, cap: Option<usize>) -> Js<Task> {
        let replay = &self.inner.borrow().replay;
        let cap = cap.unwrap_or(DEFAULT_CAP);
        let count = SenseCount::new(replay, color_from(color)?, cap);
        Ok(Task::new(CountingAtSenses(Some(count))))
    }

    /// What `color` could conclude at a step.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<BeliefView>")]
    pub fn belief(&self, step: usize, color: &Ts<types::Color>, weights: &Ts<Weights>) -> Js<Task> {
        let color = color_from(color)?;
        let weights = weights.to_rust()?;
        let steps = self.inner.borrow().replay.steps().len();
        if step >= steps {
            return Err(Refusal::no_step(step, steps));
        }
        let mut way = OnItsWay::new(&self.inner, color);
        way.cursor.follow(following(weights));
        let view = SetView::naming_players(weights);
        Ok(Task::new(BeliefAt { way, step, view }))
    }

    /// The table of `color`'s requests at a step of its turn, before the move.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<MoveTable>")]
    pub fn moves(
        &self,
        step: usize,
        color: &Ts<types::Color>,
        options: &Ts<TableOptions>,
    ) -> Js<Task> {
        let color = color_from(color)?;
        let inner = self.inner.borrow();
        let Some(at) = inner.replay.steps().get(step) else {
            let steps = inner.replay.steps().len();
            return Err(Refusal::no_step(step, steps));
        };
        if at.color != color || at.phase == StepPhase::Moved {
            return Err(Refusal::new(
                ErrorDetails::NothingToDecide,
                "no move is to be chosen at this step by this side",
            ));
        }
        drop(inner);
        let mut way = OnItsWay::new(&self.inner, color);
        let begin = move |table: &mut GrowingTable, until: Until| {
            let OnItsWay { inner, cursor, .. } = &mut way;
            let replay = &mut inner.borrow_mut().replay;
            match replay.seek(cursor, step, &mut until.watch()) {
                Ok(set) => table.begin(set, 0).map(|()| Slice::Done),
                Err(ReplayError::Set(InformationSetError::Interrupted)) => Ok(Slice::More),
                Err(error) => Err(Refusal::at_step(step, error)),
            }
        };
        let table = GrowingTable::new(options)?;
        Ok(Task::new(Rated { table, begin }))
    }

    /// The game up to a step, and then another action.
    pub fn branch(&self, step: usize, action: &Ts<types::Action>) -> Js<Replay> {
        let branch = (self.inner.borrow().replay).branch(step, action_from(action)?)?;
        Ok(Replay::of(
            self.summary.of_branch(&branch),
            self.record.clone(),
            branch,
            step + 1,
        ))
    }

    /// What an agent would do at a step, in `ms` milliseconds.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<Action>")]
    pub fn consult(
        &self,
        step: usize,
        #[wasm_bindgen(unchecked_param_type = "AgentName")] agent: &str,
        ms: f64,
        seed: f64,
    ) -> Js<Task> {
        let inner = self.inner.borrow();
        let Some(at) = inner.replay.steps().get(step) else {
            let steps = inner.replay.steps().len();
            return Err(Refusal::no_step(step, steps));
        };
        if at.phase == StepPhase::Moved {
            return Err(Refusal::new(
                ErrorDetails::NothingToDecide,
                "nothing is to be decided at this step",
            ));
        }
        Ok(Task::new(Consultation {
            agent: agent_to_consult(agent, seed as i64 as u64)?,
            told: inner.replay.told(step, at.color),
            phase: at.phase,
            ms,
            catching_up: Some(Journal::default()),
            decision: Decision::default(),
            decided: None,
        }))
    }

    /// Judges all half-turns, the nearest to `first` first, with so many positions for each.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<undefined>")]
    pub fn report(&self, first: usize, nodes: f64) -> Task {
        let options = ReportOptions {
            first,
            nodes: nodes as u64,
            cap: CAP,
        };
        Task::new(Reporting {
            report: Report::new(&self.inner.borrow().replay, options),
            inner: self.inner.clone(),
            found: Vec::new(),
        })
    }

    /// Makes puzzles of what `color` got wrong in the half-turns `plies`, in the order of the game: where there is a clear answer.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<MomentPuzzle[]>")]
    pub fn puzzles(&self, color: &Ts<types::Color>, plies: Vec<u32>) -> Js<Task> {
        Ok(Task::new(MakingPuzzles {
            inner: self.inner.clone(),
            color: color_from(color)?,
            plies: plies.into_iter().map(|ply| ply as usize).collect(),
            journal: Journal::default(),
            share: 0.0,
            made: Vec::new(),
        }))
    }
}

/// An agent that can say what it would do.
fn agent_to_consult(name: &str, seed: u64) -> Js<Box<dyn Agent>> {
    let agent = rbc_agents::create(name, seed);
    let mut agent = agent.ok_or_else(|| {
        let agent = name.to_owned();
        let message = format!("there is no agent {name:?}");
        Refusal::new(ErrorDetails::NoSuchAgent { agent }, message)
    })?;
    if agent.wants_weigher() {
        // Even weights where there is no network, as in games.
        agent.set_weigher(Arc::new(NetworkWeigher::default()));
    }
    Ok(agent)
}

struct Consultation {
    agent: Box<dyn Agent>,
    told: Observations,
    phase: StepPhase,
    ms: f64,
    /// Until it has taken in what its side was told: its time counts from then on.
    catching_up: Option<Journal>,
    decision: Decision,
    decided: Option<Action>,
}

impl Consultation {
    fn decide(&mut self, until: Until) -> Result<Action, rbc_agents::Cancelled> {
        let Consultation {
            agent,
            told,
            phase,
            ms,
            catching_up,
            decision,
            ..
        } = self;
        let mut choose = |budget: &mut Budget<'_>| match phase {
            StepPhase::Start => agent.choose_sense(told, budget).map(Action::Sense),
            _ => agent.choose_move(told, budget).map(Action::Request),
        };
        if let Some(journal) = catching_up {
            // In a game it would have followed all the while. What it decides in no time is of no use.
            let stop = || {
                if until.is_over() {
                    Stop::Cancel
                } else {
                    Stop::MoveNow
                }
            };
            let budget = Budget::new(None, Box::new(stop)).still_cancelled();
            choose(&mut budget.resuming(journal))?;
            *catching_up = None;
        }
        let never = Cell::new(false);
        choose(&mut decision.budget(|| Allowance::Ms(*ms), &never, until))
    }
}

impl Work for Consultation {
    fn step(&mut self, until: Until) -> Js<Slice> {
        self.decided = self.decide(until).ok();
        Ok(match self.decided {
            Some(_) => Slice::Done,
            None => Slice::More,
        })
    }

    fn progress(&self) -> Option<Progress> {
        Some(self.decision.progress())
    }

    fn result(&mut self) -> Js<JsValue> {
        (self.decided.map(types::Action::from).as_ref()).map_or(Ok(JsValue::UNDEFINED), to_js)
    }
}

struct Reporting {
    inner: Rc<RefCell<Inner>>,
    report: Report,
    found: Vec<TurnReport>,
}

impl Work for Reporting {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let replay = &mut self.inner.borrow_mut().replay;
        let mut watch = until.watch();
        loop {
            match self.report.next(replay, &mut BuiltIn, &mut watch) {
                Ok(Some(turn)) => self.found.push(turn.into()),
                Ok(None) => return Ok(Slice::Done),
                Err(ReplayError::Set(InformationSetError::Interrupted)) => return Ok(Slice::More),
                Err(error) => return Err(error.into()),
            }
            if until.is_over() {
                return Ok(Slice::More);
            }
        }
    }

    fn progress(&self) -> Option<Progress> {
        let (done, total) = self.report.progress();
        Some(Progress {
            label: "half-turns",
            done: done as f64,
            total: total as f64,
        })
    }

    fn found(&mut self) -> Option<Found> {
        let found = std::mem::take(&mut self.found);
        (!found.is_empty()).then_some(Found::Turns(found))
    }
}

struct MakingPuzzles {
    inner: Rc<RefCell<Inner>>,
    color: Color,
    plies: Vec<usize>,
    journal: Journal,
    share: f32,
    made: Vec<types::MomentPuzzle>,
}

impl Work for MakingPuzzles {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let stop = || {
            if until.is_over() {
                Stop::Cancel
            } else {
                Stop::GoOn
            }
        };
        let share = &mut self.share;
        let mut budget = Budget::new(Some(PUZZLE_NODES), Box::new(stop))
            .on_progress(|done| *share = share.max(done))
            .resuming(&mut self.journal);
        let replay = &self.inner.borrow().replay;
        let made = puzzles::find_at(replay, self.color, &self.plies, &mut BuiltIn, &mut budget);
        let Ok(made) = made else {
            return Ok(Slice::More);
        };
        self.made = made.into_iter().map(types::MomentPuzzle::from).collect();
        Ok(Slice::Done)
    }

    fn progress(&self) -> Option<Progress> {
        Some(Progress {
            label: "puzzles",
            done: f64::from(self.share),
            total: 1.0,
        })
    }

    fn result(&mut self) -> Js<JsValue> {
        to_js(&self.made)
    }
}

struct Analysis {
    inner: Rc<RefCell<Inner>>,
    cursors: [SetCursor; 2],
    step: usize,
    steps: usize,
    found: Vec<StepSizes>,
}

impl Work for Analysis {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let replay = &mut self.inner.borrow_mut().replay;
        let mut watch = until.watch();
        let [white, black] = &mut self.cursors;
        while self.step < self.steps {
            let mut size = |cursor: &mut SetCursor| {
                let set = replay.seek(cursor, self.step, &mut watch)?;
                Ok::<_, ReplayError>(types::SetSize::from(set))
            };
            match size(white).and_then(|white| Ok((white, size(black)?))) {
                Ok((white, black)) => self.found.push(StepSizes {
                    index: self.step,
                    white,
                    black,
                }),
                Err(ReplayError::Set(InformationSetError::Interrupted)) => return Ok(Slice::More),
                Err(error) => return Err(Refusal::at_step(self.step, error)),
            }
            self.step += 1;
            if until.is_over() {
                return Ok(Slice::More);
            }
        }
        Ok(Slice::Done)
    }

    fn progress(&self) -> Option<Progress> {
        Some(Progress {
            label: "steps",
            done: self.step as f64,
            total: self.steps as f64,
        })
    }

    fn found(&mut self) -> Option<Found> {
        let found = std::mem::take(&mut self.found);
        (!found.is_empty()).then_some(Found::Sizes(found))
    }
}

/// Gone when its result was asked for.
struct CountingAtSenses(Option<SenseCount>);

impl Work for CountingAtSenses {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let Some(count) = &mut self.0 else {
            return Ok(Slice::Done);
        };
        let mut watch = until.watch();
        while let Ok(counted) = count.advance(&mut watch) {
            if !counted {
                return Ok(Slice::Done);
            }
            if until.is_over() {
                break;
            }
        }
        Ok(Slice::More)
    }

    fn progress(&self) -> Option<Progress> {
        let (done, total) = self.0.as_ref()?.progress();
        Some(Progress {
            label: "senses",
            done: done as f64,
            total: total as f64,
        })
    }

    fn result(&mut self) -> Js<JsValue> {
        (self.0.take().map(types::SideSizes::from).as_ref()).map_or(Ok(JsValue::UNDEFINED), to_js)
    }
}

/// A set on its way to a step, from where a view of it was last, and given back at the end: two at a time have one
/// each, or they would send each other back and forth.
struct OnItsWay {
    inner: Rc<RefCell<Inner>>,
    color: Color,
    cursor: SetCursor,
}

impl OnItsWay {
    fn new(inner: &Rc<RefCell<Inner>>, color: Color) -> OnItsWay {
        let last = &mut inner.borrow_mut().cursors[color.fold_wb(0, 1)];
        OnItsWay {
            inner: inner.clone(),
            color,
            cursor: std::mem::replace(last, SetCursor::new(color, CAP)),
        }
    }
}

impl Drop for OnItsWay {
    fn drop(&mut self) {
        let cursor = std::mem::replace(&mut self.cursor, SetCursor::new(self.color, CAP));
        self.inner.borrow_mut().cursors[self.color.fold_wb(0, 1)] = cursor;
    }
}

struct BeliefAt {
    way: OnItsWay,
    step: usize,
    view: SetView,
}

impl Work for BeliefAt {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let OnItsWay {
            inner,
            color,
            cursor,
        } = &mut self.way;
        let replay = &mut inner.borrow_mut().replay;
        let step = &replay.steps()[self.step];
        let sensing = step.phase == StepPhase::Start && step.color == *color;
        let truth: Position = step.fen.parse()?;
        let told = replay.told(self.step, *color);
        match replay.seek_followed(cursor, self.step, &mut until.watch()) {
            Ok(set) => self
                .view
                .step(set.into(), &told, sensing, Some(&truth), until),
            Err(ReplayError::Set(InformationSetError::Interrupted)) => Ok(Slice::More),
            Err(error) => Err(Refusal::at_step(self.step, error)),
        }
    }

    fn progress(&self) -> Option<Progress> {
        self.view.progress()
    }

    fn result(&mut self) -> Js<JsValue> {
        Ok(self.view.result())
    }
}
