//! The network for JavaScript, in a module of its own: tract would make the engine's module several times as large.
//!
//! What crosses is what the engine has: a decision's planes and the boards of its set, 16 bytes each. Everything is
//! checked here, and an error is thrown with its message.

// Panics and errors of exported functions are described where they are documented for users.
#![allow(missing_docs)]

use rbc_belief::PackedBoard;
use rbc_siamese::{BoardFeatures, Embedding, Network, weights};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Told the text of a panic, as the trap that follows says only "unreachable".
    #[wasm_bindgen(catch, js_name = outpostPanic)]
    fn outpost_panic(text: &str) -> Result<(), JsValue>;
}

#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| {
        // Nobody is left to tell when this fails.
        let _ = outpost_panic(&info.to_string());
    }));
}

/// Boards in a slice of work: a few milliseconds.
const SLICE: usize = 2_048;

/// A loaded network.
#[wasm_bindgen]
pub struct Siamese {
    network: Network,
}

#[wasm_bindgen]
impl Siamese {
    /// From a model file's bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<Siamese, JsError> {
        Ok(Siamese {
            network: Network::load(bytes)?,
        })
    }

    /// Opponents that the network has learnt to tell apart.
    pub fn opponents(&self) -> Vec<String> {
        self.network.opponents().to_vec()
    }

    /// Begins to weigh `boards`, 16 bytes each, of the decision with these planes.
    pub fn weigh(
        &self,
        planes: &[u8],
        opponent: Option<String>,
        boards: &[u8],
        temperature: f32,
    ) -> Result<SiameseWeighing, JsError> {
        let features = BoardFeatures::from_planes(planes)
            .ok_or_else(|| JsError::new("the planes are not of the expected number"))?;
        let (packed, rest) = boards.as_chunks::<16>();
        let boards: Option<Vec<PackedBoard>> = packed
            .iter()
            .map(|&bytes| PackedBoard::from_le_bytes(bytes))
            .collect();
        let boards = boards
            .filter(|_| rest.is_empty())
            .ok_or_else(|| JsError::new("the bytes are no packed boards"))?;
        if !temperature.is_finite() || temperature <= 0.0 {
            return Err(JsError::new("a temperature is a positive number"));
        }
        Ok(SiameseWeighing {
            network: self.network.clone(),
            features,
            observed: self.network.observe(planes, opponent.as_deref()),
            distances: Vec::new(),
            boards,
            temperature,
        })
    }
}

/// Weights in the making.
#[wasm_bindgen]
pub struct SiameseWeighing {
    network: Network,
    features: BoardFeatures,
    observed: Embedding,
    boards: Vec<PackedBoard>,
    /// Of the boards that were looked at.
    distances: Vec<f32>,
    temperature: f32,
}

#[wasm_bindgen]
impl SiameseWeighing {
    /// Goes on for some milliseconds; the share that is done.
    pub fn advance(&mut self) -> f64 {
        let start = self.distances.len();
        let end = self.boards.len().min(start + SLICE);
        self.distances.resize(end, 0.0);
        self.network.distances(
            &self.observed,
            &self.features,
            &self.boards[start..end],
            &mut self.distances[start..],
        );
        if self.boards.is_empty() {
            return 1.0;
        }
        end as f64 / self.boards.len() as f64
    }

    /// The weights, 1 in sum; boards that were not looked at count as much as those that were do on average.
    pub fn finish(self) -> Vec<f32> {
        weights(self.distances, self.boards.len(), self.temperature)
    }
}
