//! The engine for JavaScript. One crate, two builds: feature `threads` runs on a rayon pool over
//! shared memory, the other runs wherever WebAssembly does.
//!
//! Only conversions and handles live here; the interface that programs use is `pkg/src`. It takes its types from the
//! declarations that wasm-bindgen and tsify generate from this crate.

// Panics and errors of exported functions are described where they are documented for users.
#![allow(missing_docs)]

use tsify::Ts;
use wasm_bindgen::prelude::*;

#[cfg(feature = "threads")]
pub use wasm_bindgen_rayon::init_thread_pool;

mod belief;
mod boards;
mod clock;
mod decision;
mod engines;
mod game;
mod limits;
mod link;
mod move_table;
// wasm-bindgen writes it into a section of the module, and nothing else uses it.
#[allow(dead_code)]
mod names;
mod network;
mod pasted;
mod players;
mod records;
mod replay;
mod set_view;
mod statistics;
mod task;
mod types;

#[wasm_bindgen]
extern "C" {
    /// Receives the text of a panic, as the trap that follows says only "unreachable". The threads of
    /// the pool do not have this function.
    #[wasm_bindgen(catch, js_name = outpostPanic)]
    fn outpost_panic(text: &str) -> Result<(), JsValue>;
}

#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| {
        // If this fails, there is nobody to report it to.
        let _ = outpost_panic(&info.to_string());
    }));
}

/// Version of this crate.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Threads that calls into the engine are spread over.
#[wasm_bindgen]
pub fn threads() -> usize {
    rayon::current_num_threads()
}

/// The built-in agents.
#[wasm_bindgen]
pub fn agents() -> types::Js<Vec<Ts<types::AgentDescription>>> {
    types::to_list(types::agents())
}

/// The levels of difficulty.
#[wasm_bindgen]
pub fn levels() -> types::Js<Vec<Ts<types::LevelDescription>>> {
    types::to_list(types::levels())
}
