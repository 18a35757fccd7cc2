//! The one clock of the engine: the crates below are given what they need of it.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// Milliseconds since some moment; never goes back.
pub fn monotonic_ms() -> f64 {
    performance_now()
}
