//! Sets of boards given one by one, for JavaScript.

use std::rc::Rc;

use rbc_belief::{position_set::PositionSet, replay::StepPhase};
use rbc_rules::Observations;
use wasm_bindgen::prelude::*;

use crate::{
    move_table::{MoveTable, Rated},
    set_view::{SetView, by_network},
    task::{Progress, Slice, Task, Until, Work},
    types::{self, BoardOutcome, Js, action_from, phase_from, to_js},
};

/// Boards that one side cannot tell apart.
#[wasm_bindgen]
pub struct BoardSet {
    inner: Rc<PositionSet>,
}

impl From<PositionSet> for BoardSet {
    fn from(set: PositionSet) -> BoardSet {
        BoardSet {
            inner: Rc::new(set),
        }
    }
}

/// Opens a set whose side stands at `phase` of its half-turn.
#[wasm_bindgen(js_name = openBoards)]
pub fn open_boards(fens: Vec<String>, phase: &str) -> Js<BoardSet> {
    Ok(PositionSet::read(&fens, phase_from(phase)?)?.into())
}

#[wasm_bindgen]
impl BoardSet {
    /// What it holds.
    pub fn content(&self) -> Js<JsValue> {
        to_js(&types::BoardSetContent::new(&self.inner))
    }

    /// What the side can conclude.
    pub fn belief(&self, weights: &str) -> Js<Task> {
        // The network goes by all that a side was told, and these boards come from nowhere.
        by_network(weights)?;
        let set = &self.inner;
        let color = set.color();
        let first = set.positions().first();
        let first = first.ok_or_else(|| JsError::new("there are no positions"))?;
        Ok(Task::new(BoardsBelief {
            told: Observations::new(color, first),
            set: self.inner.clone(),
            view: SetView::new(false),
        }))
    }

    /// The table of the side's requests.
    pub fn moves(&self, options: JsValue) -> Js<Task> {
        if self.inner.phase() == StepPhase::Moved {
            return Err(JsError::new("this side has moved: no move is to be chosen"));
        }
        let set = self.inner.clone();
        let begin = move |table: &mut MoveTable, _: Until| {
            table.begin(set.information_set(), 0).map(|()| Slice::Done)
        };
        let table = MoveTable::new(options)?;
        Ok(Task::new(Rated { table, begin }))
    }

    /// The different answers to an action, and on how many boards each.
    pub fn outcomes(&self, action: JsValue) -> Js<JsValue> {
        let answers = self.inner.answers(action_from(action)?)?;
        let outcomes: Vec<BoardOutcome> = answers.iter().map(Into::into).collect();
        to_js(&outcomes)
    }

    /// The set after an action and one of its answers.
    pub fn take(&self, action: JsValue, outcome: usize) -> Js<BoardSet> {
        Ok(self.inner.take(action_from(action)?, outcome)?.into())
    }
}

struct BoardsBelief {
    set: Rc<PositionSet>,
    told: Observations,
    view: SetView,
}

impl Work for BoardsBelief {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let sensing = self.set.phase() == StepPhase::Start;
        let set = self.set.information_set();
        self.view.step(set, &self.told, sensing, None, until)
    }

    fn progress(&self) -> Option<Progress> {
        self.view.progress()
    }

    fn result(&mut self) -> Js<JsValue> {
        Ok(self.view.result())
    }
}
