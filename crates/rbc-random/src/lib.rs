//! Random numbers and hashes that are the same on every platform and in every version.
//!
//! `rand`'s small generator differs between 32-bit (WebAssembly) and 64-bit machines, and the standard
//! library's hashes may change. Here both are fixed: a game played in a browser can be repeated
//! natively, and what was stored can be compared years later. Nothing here is cryptographic.
//!
//! ```
//! use rbc_random::Rng;
//! let mut rng = Rng::new(7);
//! let die = rng.below(6) + 1;
//! assert_eq!(die, Rng::new(7).below(6) + 1);
//! ```

pub mod hash;
mod rng;

pub use rng::{Rng, unit};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
