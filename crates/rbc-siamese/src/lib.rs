//! A small Siamese network that weights the boards of an information set.
//!
//! After Bertram, Fürnkranz and Müller, "Weighting Information Sets with Siamese Neural Networks in
//! Reconnaissance Blind Chess" (IEEE Conference on Games 2023, extended 2024): one tower embeds the
//! observations of a player, the other each possible board. The nearer a board's embedding is to that of the
//! observations, the more likely the board.
//!
//! [`Network`] loads a model file and weights boards; [`SiameseWeigher`] is what agents take. Both need the
//! feature `network` (on by default), which brings tract for the observation tower.
//!
//! Training and play use the same features, which are made here: [`observation_features`] once for each
//! decision, [`BoardFeatures`] for every board. Everything is seen from the player's side: for Black the
//! board is mirrored, rank 1 against rank 8.
//!
//! ```
//! use rbc_belief::InformationSet;
//! use rbc_rules::{Color, Observations, Position};
//! use rbc_siamese::Network;
//! let network = Network::load(include_bytes!("../tests/tiny.onnx"))?;
//! let told = Observations::new(Color::White, &Position::initial());
//! let set = InformationSet::new(Color::White, told.start(), 1_000)?;
//! assert_eq!(network.weights(&told, &set, None, 1.0), [1.0]);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod board_features;
#[cfg(feature = "network")]
mod board_tower;
#[cfg(feature = "network")]
mod model_file;
#[cfg(feature = "network")]
mod network;
#[cfg(feature = "network")]
mod network_error;
mod observation_features;
#[cfg(feature = "network")]
mod observation_tower;
mod observing;
#[cfg(feature = "network")]
mod parallel;
#[cfg(feature = "network")]
mod weighing;
#[cfg(feature = "network")]
mod wire;

pub use board_features::{BoardFeatures, NO_ROW, ROWS};
#[cfg(feature = "network")]
pub use network::{Embedding, Network};
#[cfg(feature = "network")]
pub use network_error::NetworkError;
pub use observation_features::{PLANES, observation_features};
pub use observing::Observing;
#[cfg(feature = "network")]
pub use weighing::{SiameseWeigher, Weighing, softmin, weights};

/// The features' version, which data sets and models name: a model must be used with the features that it
/// was trained on.
pub const FEATURES_VERSION: u32 = 1;

/// The largest model file that is read, in bytes.
#[cfg(feature = "network")]
pub const MAX_BYTES: usize = 16 << 20;

/// `square` as the player sees it whose home rank is the first.
fn seen_from(color: rbc_rules::Color, square: rbc_rules::Square) -> usize {
    color.fold_wb(square, square.flip_vertical()).to_usize()
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
