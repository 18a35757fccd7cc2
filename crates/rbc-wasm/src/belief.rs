//! An information set for bot authors.

use std::{cell::RefCell, rc::Rc};

use js_sys::Float32Array;
use rbc_belief::{BoardWeighing, InformationSetError, Knowledge, KnowledgeError};
use rbc_rules::{Observation, Phase, Position};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::{
    move_table::{GrowingTable, Rated, TableOptions},
    network::{NetworkWeigher, Weighing},
    players::following,
    set_view::SetView,
    task::{Progress, Slice, Task, Until, Work},
    types::{
        self, Color, ErrorDetails, Js, PlayerView, Refusal, TakeBackRefusal, color_from, to_ts,
    },
};

/// What one side was told, and what follows from it.
#[wasm_bindgen]
pub struct Belief {
    inner: Rc<RefCell<Knowledge>>,
}

/// Boards that a set holds at most if nothing else is asked for: 64 MB, and two to three times that
/// while it grows.
pub const CAP: usize = 4_000_000;
/// Work to make a sample exact again, as a multiple of the cap.
const REPLAY_WORK: usize = 32;

/// Begins to track the set of `color`, which holds at most `cap` boards. If a list of players is loaded, a filter follows it.
#[wasm_bindgen]
pub fn track(color: &Ts<Color>, start_fen: Option<String>, cap: Option<usize>) -> Js<Belief> {
    let start = match start_fen {
        None => Position::initial(),
        Some(fen) => fen.parse()?,
    };
    let color = color_from(color)?;
    let cap = cap.unwrap_or(CAP);
    Ok(Belief {
        inner: Rc::new(RefCell::new(
            Knowledge::new(color, &start, cap)?
                .with_replay_limit(cap.saturating_mul(REPLAY_WORK))
                .followed(following(types::Weights::Weighted)),
        )),
    })
}

#[wasm_bindgen]
impl Belief {
    /// Adds what was told next.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<undefined>")]
    pub fn tell(&self, observation: &Ts<types::Observation>) -> Js<Task> {
        Ok(Task::new(Telling {
            inner: self.inner.clone(),
            observation: observation.to_rust()?.read()?,
            progress: (0, 1),
        }))
    }

    /// What the side knows for certain.
    pub fn known(&self) -> Js<Ts<PlayerView>> {
        to_ts(&PlayerView::new(
            self.inner.borrow().told(),
            None,
            Some(TakeBackRefusal::Nothing),
        ))
    }

    /// What follows.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<BeliefView>")]
    pub fn view(&self, weights: &Ts<types::Weights>) -> Js<Task> {
        Ok(Task::new(Viewing {
            inner: self.inner.clone(),
            view: SetView::naming_players(weights.to_rust()?),
        }))
    }

    /// How likely each board is, by the network.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<Float32Array>")]
    pub fn weights(&self, opponent: Option<String>, temperature: f32) -> Task {
        Task::new(Weights {
            inner: self.inner.clone(),
            weigher: NetworkWeigher {
                opponent,
                temperature,
            },
            weighing: None,
            observed: 0,
        })
    }

    /// The table of requests.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<MoveTable>")]
    pub fn moves(&self, options: &Ts<TableOptions>) -> Js<Task> {
        if !matches!(
            self.inner.borrow().told().phase(),
            Phase::Sense | Phase::Move
        ) {
            return Err(Refusal::new(
                ErrorDetails::NothingToDecide,
                "it is not this side's turn",
            ));
        }
        let mut table = GrowingTable::new(options)?;
        let known = self.inner.borrow();
        table.begin(known.set(), rbc_agents::quiet_plies(known.told()))?;
        // It has begun: what is told meanwhile makes another table.
        let begin = |_: &mut GrowingTable, _| Ok(Slice::Done);
        Ok(Task::new(Rated { table, begin }))
    }

    /// Moves of the opponent over all boards.
    #[wasm_bindgen(js_name = opponentMoves, unchecked_return_type = "TaskOf<number>")]
    pub fn opponent_moves(&self) -> Task {
        Task::new(Counting {
            inner: self.inner.clone(),
            observed: 0,
            counted: 0,
            total: 0,
            moves: 0,
        })
    }

    /// FENs of at most `limit` boards, spread evenly over the set.
    pub fn boards(&self, limit: usize) -> Vec<String> {
        let known = self.inner.borrow();
        let set = known.set();
        let (boards, count) = (set.boards(), limit.min(set.len()));
        (0..count)
            .map(|i| i * boards.len() / count)
            .map(|i| set.position(boards[i]).fen())
            .collect()
    }
}

struct Telling {
    inner: Rc<RefCell<Knowledge>>,
    observation: Observation,
    /// Work done, of how much.
    progress: (usize, usize),
}

impl Work for Telling {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let mut watch = until.watch();
        let watch = &mut |done, total| {
            self.progress = (done, total);
            watch(done, total)
        };
        match self.inner.borrow_mut().observe(&self.observation, watch) {
            Ok(()) => Ok(Slice::Done),
            Err(KnowledgeError::Set(InformationSetError::Interrupted)) => Ok(Slice::More),
            Err(KnowledgeError::Set(error)) => Err(error.into()),
            Err(KnowledgeError::Observation(error)) => Err(error.into()),
        }
    }

    fn progress(&self) -> Option<Progress> {
        Some(Progress {
            label: "boards",
            done: self.progress.0 as f64,
            total: self.progress.1 as f64,
        })
    }
}

struct Viewing {
    inner: Rc<RefCell<Knowledge>>,
    view: SetView,
}

impl Work for Viewing {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let known = self.inner.borrow();
        let (told, set) = (known.told(), known.followed_set());
        let sensing = told.phase() == Phase::Sense;
        self.view.step(set.into(), told, sensing, None, until)
    }

    fn progress(&self) -> Option<Progress> {
        self.view.progress()
    }

    fn result(&mut self) -> Js<JsValue> {
        Ok(self.view.result())
    }
}

struct Weights {
    inner: Rc<RefCell<Knowledge>>,
    weigher: NetworkWeigher,
    weighing: Option<Weighing>,
    /// Observations behind the set; the set may go on between two slices.
    observed: usize,
}

impl Work for Weights {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let known = self.inner.borrow();
        let (told, set) = (known.told(), known.set());
        if self.observed != set.observed() {
            self.weighing = None;
            self.observed = set.observed();
        }
        let begin = || self.weigher.begin(told, set, None);
        let weighing = self.weighing.get_or_insert_with(begin);
        while !weighing.advance(set.boards()) {
            if until.is_over() {
                return Ok(Slice::More);
            }
        }
        Ok(Slice::Done)
    }

    fn progress(&self) -> Option<Progress> {
        Some(Progress {
            label: "boards",
            done: self.weighing.as_ref().map_or(0.0, Weighing::progress),
            total: 1.0,
        })
    }

    fn result(&mut self) -> Js<JsValue> {
        let weights = self.weighing.as_ref().map(Weighing::finish);
        Ok(Float32Array::from(weights.unwrap_or_default().as_slice()).into())
    }
}

/// Boards whose moves are counted between two looks at the clock: a few milliseconds.
const COUNTED_AT_ONCE: usize = 4_096;

struct Counting {
    inner: Rc<RefCell<Knowledge>>,
    /// Observations behind the set; the set may go on between two slices.
    observed: usize,
    /// Boards done, of how many.
    counted: usize,
    total: usize,
    moves: usize,
}

impl Work for Counting {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let known = self.inner.borrow();
        let set = known.set();
        if self.observed != set.observed() {
            (self.counted, self.moves) = (0, 0);
            self.observed = set.observed();
        }
        self.total = set.len();
        while self.counted < self.total {
            let end = self.total.min(self.counted + COUNTED_AT_ONCE);
            self.moves += set.opponent_moves(self.counted..end, None);
            self.counted = end;
            if self.counted < self.total && until.is_over() {
                return Ok(Slice::More);
            }
        }
        Ok(Slice::Done)
    }

    fn progress(&self) -> Option<Progress> {
        Some(Progress {
            label: "boards",
            done: self.counted as f64,
            total: self.total as f64,
        })
    }

    fn result(&mut self) -> Js<JsValue> {
        Ok((self.moves as f64).into())
    }
}
