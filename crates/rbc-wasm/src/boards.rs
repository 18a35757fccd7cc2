//! Sets of boards given one by one, for JavaScript.

use std::rc::Rc;

use rbc_belief::{PositionsError, position_set::PositionSet, replay};
use rbc_rules::Observations;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::{
    move_table::{GrowingTable, Rated, TableOptions},
    set_view::SetView,
    task::{Progress, Slice, Task, Until, Work},
    types::{
        Action, BoardOutcome, BoardSetContent, ErrorDetails, Js, Refusal, StepPhase, Weights,
        action_from, to_list, to_ts,
    },
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
pub fn open_boards(fens: Vec<String>, phase: &Ts<StepPhase>) -> Js<BoardSet> {
    Ok(PositionSet::read(&fens, phase.to_rust()?.into())?.into())
}

#[wasm_bindgen]
impl BoardSet {
    /// What it holds.
    pub fn content(&self) -> Js<Ts<BoardSetContent>> {
        to_ts(&BoardSetContent::new(&self.inner))
    }

    /// What the side can conclude, with uniform weights: the network goes by all that a side was told, and these
    /// boards come from nowhere.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<BeliefView>")]
    pub fn belief(&self) -> Js<Task> {
        let set = &self.inner;
        let color = set.color();
        let first = set.positions().first();
        let first = first.ok_or(PositionsError::None)?;
        Ok(Task::new(BoardsBelief {
            told: Observations::new(color, first),
            set: self.inner.clone(),
            view: SetView::new(Weights::Uniform),
        }))
    }

    /// The table of the side's requests.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<MoveTable>")]
    pub fn moves(&self, options: &Ts<TableOptions>) -> Js<Task> {
        if self.inner.phase() == replay::StepPhase::Moved {
            return Err(Refusal::new(
                ErrorDetails::NothingToDecide,
                "this side has moved: no move is to be chosen",
            ));
        }
        let set = self.inner.clone();
        let begin = move |table: &mut GrowingTable, _: Until| {
            table.begin(set.information_set(), 0).map(|()| Slice::Done)
        };
        let table = GrowingTable::new(options)?;
        Ok(Task::new(Rated { table, begin }))
    }

    /// The different answers to an action, and on how many boards each.
    pub fn outcomes(&self, action: &Ts<Action>) -> Js<Vec<Ts<BoardOutcome>>> {
        let answers = self.inner.answers(action_from(action)?)?;
        to_list(answers.iter().map(BoardOutcome::from))
    }

    /// The set after an action and one of its answers.
    pub fn take(&self, action: &Ts<Action>, outcome: usize) -> Js<BoardSet> {
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
        let sensing = self.set.phase() == replay::StepPhase::Start;
        let set = self.set.information_set();
        self.view.step(set.into(), &self.told, sensing, None, until)
    }

    fn progress(&self) -> Option<Progress> {
        self.view.progress()
    }

    fn result(&mut self) -> Js<JsValue> {
        Ok(self.view.result())
    }
}
