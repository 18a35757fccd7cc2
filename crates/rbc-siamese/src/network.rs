//! The network: its loading, and distances of boards.

use std::{fmt, sync::Arc};

use rbc_belief::PackedBoard;

use crate::{
    BoardFeatures, NetworkError, PLANES, board_features::PIECE_ROWS, board_tower::BoardTower,
    model_file::ModelFile, observation_tower::ObservationTower, parallel::for_each,
};

/// The embedding of observations: the nearer a board's embedding, the more likely the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Embedding {
    coordinates: Vec<f32>,
    local: Vec<f32>,
}

impl Embedding {
    /// Returns its coordinates, [`Network::size`] of them.
    #[must_use]
    pub fn coordinates(&self) -> &[f32] {
        &self.coordinates
    }

    /// Returns by how much each row of a piece makes a board nearer, for rows 1 to 3,840 ([`ROWS`](crate::ROWS)), in
    /// units of squared distance. They are like further coordinates, which are 1 for the rows of a board and 0 for
    /// others.
    #[must_use]
    pub fn local(&self) -> &[f32] {
        &self.local
    }
}

/// A loaded network. Clones share its weights.
///
/// A small version of the network of Bertram, Fürnkranz and Müller, "Weighting Information Sets with Siamese Neural
/// Networks in Reconnaissance Blind Chess" (2023, extended 2024): the weight of a board falls with the distance
/// between its embedding and that of the observations.
///
/// ```
/// use rbc_belief::InformationSet;
/// use rbc_rules::{Color, Observation, Observations, Position};
/// use rbc_siamese::Network;
/// let network = Network::load(include_bytes!("../tests/tiny.onnx"))?;
///
/// let mut told = Observations::new(Color::Black, &Position::initial());
/// let mut set = InformationSet::new(Color::Black, told.start(), 1_000)?;
/// let turn = Observation::TurnStart { capture: None };
/// told.push(turn.clone())?;
/// set.observe(&turn)?;
///
/// let weights = network.weights(&told, &set, None, 1.0);
/// assert_eq!(weights.len(), 21);
/// assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Network {
    parts: Arc<Parts>,
}

struct Parts {
    opponents: Vec<String>,
    observation: ObservationTower,
    board: BoardTower,
}

/// Boards that one thread takes at a time.
const PART: usize = 256;

impl Network {
    /// Loads a model file (`docs/siamese.md` has the format) in some tens of milliseconds. The bytes may be
    /// untrusted: the result is a network that works, or an error.
    ///
    /// # Errors
    ///
    /// When the file is not a model that this version can use; the error says why.
    pub fn load(bytes: &[u8]) -> Result<Network, NetworkError> {
        let file = ModelFile::parse(bytes)?;
        let network = Network {
            parts: Arc::new(Parts {
                observation: ObservationTower::new(&file).map_err(runtime)?,
                board: BoardTower::new(&file.board),
                opponents: file.opponents,
            }),
        };
        // Runs once, so that what cannot run is known here.
        let found = network.embed(&[0; PLANES * 64], None)?;
        let lengths = (found.coordinates.len(), found.local.len());
        if lengths != (network.size(), PIECE_ROWS) {
            return Err(NetworkError::Runtime(format!(
                "an embedding of {lengths:?} numbers instead of {} and {PIECE_ROWS}",
                network.size()
            )));
        }
        Ok(network)
    }

    /// Returns the number of coordinates of an embedding.
    #[must_use]
    pub fn size(&self) -> usize {
        self.parts.board.size()
    }

    /// Returns the opponents it has learnt to distinguish, by their names in the training data.
    #[must_use]
    pub fn opponents(&self) -> &[String] {
        self.parts.opponents.get(1..).unwrap_or_default()
    }

    /// Embeds `planes` of [`observation_features`](crate::observation_features) in a game against `opponent`; an
    /// unknown name counts as `None`. Takes some milliseconds.
    ///
    /// # Panics
    ///
    /// When there are not [`PLANES`] planes of 64 squares.
    #[must_use]
    pub fn observe(&self, planes: &[u8], opponent: Option<&str>) -> Embedding {
        assert_eq!(planes.len(), PLANES * 64, "planes of 64 squares");
        // It ran when it was loaded. If it should not for once, all boards are equally far from nowhere.
        self.embed(planes, opponent).unwrap_or_else(|_| Embedding {
            coordinates: vec![f32::INFINITY; self.size()],
            local: vec![0.0; PIECE_ROWS],
        })
    }

    fn embed(&self, planes: &[u8], opponent: Option<&str>) -> Result<Embedding, NetworkError> {
        let index = opponent
            .and_then(|name| self.opponents().iter().position(|known| known == name))
            .map_or(0, |i| i + 1);
        let tower = &self.parts.observation;
        let [coordinates, local] = tower.embed(planes, index).map_err(runtime)?;
        Ok(Embedding { coordinates, local })
    }

    /// Writes the distance of each board from `observed` into `distances`: the squared Euclidean distance of their
    /// coordinates minus the [`local`](Embedding::local) values of the board's rows. Smaller means more likely.
    /// Distances may be negative, and are not finite where the network's numbers overflow.
    ///
    /// `features` are those of the boards' set. It takes some microseconds per board, spread over threads with the
    /// feature `rayon`. Distances depend neither on threads nor on the build.
    ///
    /// # Panics
    ///
    /// When the number of distances is not that of the boards.
    pub fn distances(
        &self,
        observed: &Embedding,
        features: &BoardFeatures,
        boards: &[PackedBoard],
        distances: &mut [f32],
    ) {
        assert_eq!(boards.len(), distances.len(), "a distance for each board");
        let mut parts: Vec<_> = boards
            .chunks(PART)
            .zip(distances.chunks_mut(PART))
            .collect();
        for_each(&mut parts, |(boards, distances)| {
            self.part(observed, features, boards, distances);
        });
    }

    /// The distances of some boards, on this thread.
    fn part(
        &self,
        observed: &Embedding,
        features: &BoardFeatures,
        boards: &[PackedBoard],
        distances: &mut [f32],
    ) {
        let tower = &self.parts.board;
        let mut scratch = tower.scratch();
        let mut rows = Vec::with_capacity(64);
        for (board, distance) in boards.iter().zip(distances.iter_mut()) {
            rows.clear();
            features.extend(*board, &mut rows);
            let embedding = tower.embed(&rows, &mut scratch);
            // Rows that are not of pieces lie beyond.
            let local = rows
                .iter()
                .filter_map(|&row| observed.local.get(usize::from(row).wrapping_sub(1)));
            let local: f32 = local.sum();
            *distance = squared_distance(embedding, &observed.coordinates) - local;
        }
    }
}

/// Added up eight by eight, as registers have them: the order of a sum is part of its result.
fn squared_distance(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    for (a, b) in a.chunks(8).zip(b.chunks(8)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += (a - b) * (a - b);
        }
    }
    sums.iter().sum()
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("size", &self.size())
            .field("opponents", &self.opponents())
            .finish_non_exhaustive()
    }
}

fn runtime(error: impl fmt::Display) -> NetworkError {
    NetworkError::Runtime(error.to_string())
}

#[cfg(test)]
mod tests {
    use rbc_belief::InformationSet;
    use rbc_rules::{Color, Observation, Position};

    use super::*;

    const TINY: &[u8] = include_bytes!("../tests/tiny.onnx");

    /// `training/expected.py` wrote what onnxruntime makes of some inputs.
    fn compare_with_onnxruntime(file: &[u8], expected: &str) {
        let network = Network::load(file).expect("a network");
        let expected: serde_json::Value = serde_json::from_str(expected).expect("its fixture");
        let list = |value: &serde_json::Value| value.as_array().expect("a list").clone();
        let numbers = |value: &serde_json::Value| -> Vec<f64> {
            let list = list(value);
            list.iter().filter_map(serde_json::Value::as_f64).collect()
        };
        let alike = |ours: &[f32], theirs: &serde_json::Value| {
            let theirs = numbers(theirs);
            assert_eq!(ours.len(), theirs.len());
            for (&ours, theirs) in ours.iter().zip(theirs) {
                let difference = (f64::from(ours) - theirs).abs();
                // Sums of some hundred numbers, rounded at each.
                assert!(
                    difference < 3e-5 * theirs.abs().max(1.0),
                    "{ours} and {theirs}"
                );
            }
        };
        let planes: Vec<u8> = (0..PLANES * 64).map(|i| (37 * i % 256) as u8).collect();
        let opponents = list(&expected["opponents"]);
        assert_eq!(opponents.len(), 3);
        for (opponent, observation) in opponents.iter().zip(list(&expected["observations"])) {
            let observed = network.observe(&planes, opponent.as_str());
            alike(observed.coordinates(), &observation);
            alike(observed.local(), &expected["local"]);
        }
        let tower = &network.parts.board;
        for (board, embedding) in list(&expected["rows"])
            .iter()
            .zip(list(&expected["boards"]))
        {
            let rows: Vec<u16> = numbers(board).into_iter().map(|row| row as u16).collect();
            alike(tower.embed(&rows, &mut tower.scratch()), &embedding);
        }
    }

    #[test]
    fn both_towers_are_what_onnxruntime_computes() {
        compare_with_onnxruntime(TINY, include_str!("../tests/tiny.json"));
    }

    /// Another model needs other numbers: `training/expected.py` writes them.
    #[test]
    fn the_shipped_towers_are_what_onnxruntime_computes() {
        let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/siamese.onnx");
        if let Ok(shipped) = std::fs::read(shipped) {
            compare_with_onnxruntime(&shipped, include_str!("../tests/shipped.json"));
        }
    }

    #[test]
    fn a_distance_is_that_of_the_embeddings_less_the_values_of_rows() {
        let network = Network::load(TINY).expect("a network");
        let start = Position::initial();
        let mut set = InformationSet::new(Color::Black, &start, 1_000).expect("it fits");
        set.observe(&Observation::TurnStart { capture: None })
            .expect("it can be");
        let features = BoardFeatures::new(&start.own_side(Color::Black));
        let planes: Vec<u8> = (0..PLANES * 64).map(|i| (i % 7 * 36) as u8).collect();
        let observed = network.observe(&planes, None);
        let boards: Vec<_> = set.boards().iter().collect();
        let mut distances = vec![0.0; boards.len()];
        network.distances(&observed, &features, &boards, &mut distances);
        let tower = &network.parts.board;
        for (board, found) in boards.into_iter().zip(distances) {
            let mut rows = Vec::new();
            features.extend(board, &mut rows);
            let mut scratch = tower.scratch();
            let embedding = tower.embed(&rows, &mut scratch);
            let sides = embedding.iter().zip(observed.coordinates());
            let squares: f64 = sides.map(|(a, b)| f64::from(a - b).powi(2)).sum();
            let values = rows.iter().filter(|&&row| (1..=3840).contains(&row));
            let values: f64 = values
                .map(|&row| f64::from(observed.local()[usize::from(row) - 1]))
                .sum();
            let difference = f64::from(found) - (squares - values);
            assert!(difference.abs() <= 1e-4 * squares.max(values.abs()).max(1.0));
        }
    }
}
