//! Chess engines that the host runs in workers: what is said to them, and who asks them.

use std::{
    cell::RefCell,
    sync::{Arc, Mutex, PoisonError},
};

use rbc_agents::{BuiltIn, DeskPool, EngineDesk, EngineEvaluator, Evaluator, uci::UciSession};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::types::{ErrorDetails, Js, Refusal, to_list};

thread_local! {
    /// Where computations ask, while there are engines.
    static DESK: RefCell<Option<Arc<Mutex<EngineDesk>>>> = const { RefCell::new(None) };
}

/// Who scores moves: the search of the engine, or Stockfish once {@link Stockfish.load} is done.
#[derive(Clone, Copy, Tsify, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluatorName {
    BuiltIn,
    Stockfish,
}

/// Who scores moves, if it is loaded.
pub fn evaluator(name: EvaluatorName) -> Js<Box<dyn Evaluator>> {
    match name {
        EvaluatorName::BuiltIn => Ok(Box::new(BuiltIn)),
        EvaluatorName::Stockfish => {
            let desk = DESK.with_borrow(Clone::clone);
            let desk = desk.ok_or_else(|| {
                Refusal::new(
                    ErrorDetails::StockfishNotLoaded,
                    "Stockfish is not loaded: call stockfish.load() first",
                )
            })?;
            Ok(Box::new(EngineEvaluator::new(DeskPool::new(desk))))
        }
    }
}

/// The connection to the engines that the host has.
#[wasm_bindgen]
pub struct Engines {
    desk: Arc<Mutex<EngineDesk>>,
}

/// From now until it is freed, computations may ask engines, which call themselves `name`.
#[wasm_bindgen]
pub fn engines(name: String) -> Engines {
    let desk = Arc::new(Mutex::new(EngineDesk::named(name)));
    DESK.set(Some(Arc::clone(&desk)));
    Engines { desk }
}

/// Lines for one engine.
#[derive(Tsify, Serialize)]
pub struct ToSend {
    worker: usize,
    lines: Vec<String>,
}

#[wasm_bindgen]
impl Engines {
    /// Engine number `worker` runs, or runs again, and has said `uciok`: nothing else was said to it yet.
    pub fn ready(&self, worker: usize) {
        self.desk().connect(worker, UciSession::after_uciok());
    }

    /// Engine number `worker` is gone with all it was asked; `again` when it is being started again.
    pub fn died(&self, worker: usize, again: bool) {
        self.desk().died(worker, again);
    }

    /// Takes in what an engine said; whether a computation that waits can go on.
    pub fn received(&self, worker: usize, lines: Vec<String>) -> bool {
        self.desk()
            .received(worker, lines.iter().map(String::as_str))
    }

    /// What is to be said, since this was last asked.
    #[wasm_bindgen(js_name = toSend)]
    pub fn to_send(&self) -> Js<Vec<Ts<ToSend>>> {
        let lines = self.desk().to_send().into_iter();
        to_list(lines.map(|(worker, lines)| ToSend { worker, lines }))
    }

    fn desk(&self) -> std::sync::MutexGuard<'_, EngineDesk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Engines {
    /// Later questions are answered by the built-in search.
    fn drop(&mut self) {
        DESK.with_borrow_mut(|desk| {
            if desk
                .as_ref()
                .is_some_and(|desk| Arc::ptr_eq(desk, &self.desk))
            {
                *desk = None;
            }
        });
        self.desk().close();
    }
}
