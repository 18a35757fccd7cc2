//! The one clock of the engine: the crates below are given what they need of it.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    #[wasm_bindgen(thread_local_v2, js_namespace = performance, js_name = timeOrigin)]
    static TIME_ORIGIN: f64;
}

/// Milliseconds since some moment; never goes back.
pub fn monotonic_ms() -> f64 {
    performance_now()
}

/// Epoch milliseconds by the same clock.
pub fn epoch_ms() -> f64 {
    TIME_ORIGIN.with(|origin| *origin) + performance_now()
}
