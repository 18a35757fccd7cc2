//! The engine for JavaScript. One crate, two builds: feature `threads` runs on a
//! rayon pool over shared memory, the other runs wherever WebAssembly does.

use wasm_bindgen::prelude::*;

#[cfg(feature = "threads")]
pub use wasm_bindgen_rayon::init_thread_pool;

/// Version of this crate.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Threads that calls into the engine are spread over.
#[wasm_bindgen]
pub fn threads() -> usize {
    #[cfg(feature = "threads")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "threads"))]
    1
}

/// Sum of the Collatz lengths of the numbers below `n`: a check that the pool
/// really works, with an answer that does not depend on the build.
#[wasm_bindgen(js_name = selfTest)]
pub fn self_test(n: u32) -> u64 {
    fn length(n: u32) -> u64 {
        let (mut value, mut steps) = (u64::from(n), 0);
        while value > 1 {
            value = if value % 2 == 0 {
                value / 2
            } else {
                3 * value + 1
            };
            steps += 1;
        }
        steps
    }
    #[cfg(feature = "threads")]
    {
        use rayon::prelude::*;
        (1..n).into_par_iter().map(length).sum()
    }
    #[cfg(not(feature = "threads"))]
    (1..n).map(length).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn self_test_has_the_known_sum() {
        assert_eq!(self_test(10), 61);
    }
}
