//! Finished games for JavaScript.

use std::{cell::RefCell, rc::Rc};

use rbc_belief::{
    InformationSetError,
    replay::{GameReplay, ReplayError, SetCursor, StepPhase},
};
use rbc_rules::{Color, GameHistory, Position};
use wasm_bindgen::prelude::*;

use crate::{
    move_table::{MoveTable, Rated},
    set_view::{SetView, by_network},
    task::{Progress, Slice, Task, Until, Work},
    types::{self, Js, RecordSummary, ReplayStep, StepSizes, color_from, to_js},
};

/// Boards that a set holds at most.
const CAP: usize = 1_000_000;

/// A finished game, step by step.
#[wasm_bindgen]
pub struct Replay {
    summary: RecordSummary,
    /// The record as it was given, with what others wrote into it.
    record: String,
    inner: Rc<RefCell<Inner>>,
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
    pub fn new(index: usize, history: &GameHistory, record: String) -> Replay {
        Replay {
            summary: RecordSummary::new(index, history),
            record,
            inner: Rc::new(RefCell::new(Inner {
                replay: GameReplay::new(history),
                cursors: cursors(),
            })),
        }
    }
}

#[wasm_bindgen]
impl Replay {
    /// Who played, and how it ended.
    pub fn summary(&self) -> Js<JsValue> {
        to_js(&self.summary)
    }

    /// The record's text.
    pub fn record(&self) -> String {
        self.record.clone()
    }

    /// All steps, with the truth.
    pub fn steps(&self) -> Js<JsValue> {
        let inner = self.inner.borrow();
        let steps = inner.replay.steps().iter().enumerate();
        let steps: Vec<_> = steps.map(|(i, step)| ReplayStep::new(i, step)).collect();
        to_js(&steps)
    }

    /// Computes both sides' sets at every step in order.
    pub fn analyse(&self) -> Task {
        Task::new(Analysis {
            inner: self.inner.clone(),
            cursors: cursors(),
            step: 0,
            steps: self.inner.borrow().replay.steps().len(),
            found: Vec::new(),
        })
    }

    /// What `color` could conclude at a step.
    pub fn belief(&self, step: usize, color: &str, weights: &str) -> Js<Task> {
        let color = color_from(color)?;
        let view = SetView::new(by_network(weights)?);
        let steps = self.inner.borrow().replay.steps().len();
        if step >= steps {
            return Err(JsError::new(&format!("there is no step {step} of {steps}")));
        }
        Ok(Task::new(BeliefAt {
            way: OnItsWay::new(&self.inner, color),
            step,
            view,
        }))
    }

    /// The table of `color`'s requests at a step of its turn, before the move.
    pub fn moves(&self, step: usize, color: &str, options: JsValue) -> Js<Task> {
        let color = color_from(color)?;
        let inner = self.inner.borrow();
        let Some(at) = inner.replay.steps().get(step) else {
            let steps = inner.replay.steps().len();
            return Err(JsError::new(&format!("there is no step {step} of {steps}")));
        };
        if at.color != color || at.phase == StepPhase::Moved {
            return Err(JsError::new(
                "no move is to be chosen at this step by this side",
            ));
        }
        drop(inner);
        let mut way = OnItsWay::new(&self.inner, color);
        let begin = move |table: &mut MoveTable, until: Until| {
            let OnItsWay { inner, cursor, .. } = &mut way;
            let replay = &mut inner.borrow_mut().replay;
            match replay.seek(cursor, step, &mut until.watch()) {
                Ok(set) => table.begin(set, 0).map(|()| Slice::Done),
                Err(ReplayError::Set(InformationSetError::Interrupted)) => Ok(Slice::More),
                Err(error) => Err(at_step(step, error)),
            }
        };
        let table = MoveTable::new(options)?;
        Ok(Task::new(Rated { table, begin }))
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
                Err(error) => return Err(at_step(self.step, error)),
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

    fn found(&mut self) -> Js<JsValue> {
        if self.found.is_empty() {
            return Ok(JsValue::UNDEFINED);
        }
        to_js(&std::mem::take(&mut self.found))
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
        match replay.seek(cursor, self.step, &mut until.watch()) {
            Ok(set) => self.view.step(set, &told, sensing, Some(&truth), until),
            Err(ReplayError::Set(InformationSetError::Interrupted)) => Ok(Slice::More),
            Err(error) => Err(at_step(self.step, error)),
        }
    }

    fn progress(&self) -> Option<Progress> {
        self.view.progress()
    }

    fn result(&mut self) -> Js<JsValue> {
        Ok(self.view.result())
    }
}

fn at_step(step: usize, error: ReplayError) -> JsError {
    JsError::new(&format!("step {step}: {error}"))
}
