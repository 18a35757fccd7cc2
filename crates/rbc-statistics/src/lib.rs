//! Scores, ratings and intervals for results of games.
//!
//! | item | for |
//! | --- | --- |
//! | [`wilson`] | the interval of a score |
//! | [`bootstrap`], [`bootstrap_mean`] | the interval of any statistic, by drawing whole games again |
//! | [`Bootstrap`] | the same in slices |
//! | [`Points::ratings`] | Elo ratings by the model of Bradley and Terry |
//! | [`Reduction`], [`Decay`], [`DecayBootstrap`] | what share of the possible boards senses ruled out |
//! | [`mean`], [`median`], [`quantile_of_sorted`] | averages |
//!
//! Intervals are 95 %. Results are equal to the bit in every build: random draws come from the seed that
//! is given, and functions beyond the four operations and the root from `libm`.
//!
//! ```
//! use rbc_statistics::{bootstrap_mean, wilson};
//! // 8 points of 10 games.
//! let [low, high] = wilson(0.8, 10.0);
//! assert!(low > 0.49 && high < 0.95);
//!
//! let boards = [12.0, 40.0, 7.0, 19.0, 22.0];
//! let (mean, [low, high]) = bootstrap_mean(&boards, 1).expect("there are values");
//! assert_eq!(mean, 20.0);
//! assert!(low > 10.0 && high < 35.0);
//! ```

mod averages;
mod bootstrap;
mod bradley_terry;
mod decay;

pub use averages::{Z, mean, median, quantile_of_sorted, wilson};
pub use bootstrap::{Bootstrap, RESAMPLES, bootstrap, bootstrap_mean};
pub use bradley_terry::{Points, Rating};
pub use decay::{Decay, DecayBootstrap, DecayEstimates, Reduction};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
