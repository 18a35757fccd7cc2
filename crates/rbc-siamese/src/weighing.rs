//! Weights of a set's boards, one slice of work at a time.

use rbc_belief::{BoardWeigher, BoardWeighing, Boards, InformationSet, Marginals, PackedBoard};
use rbc_rules::Observations;

use crate::{BoardFeatures, Embedding, Network, Observing};

/// Weights the boards of sets by a [`Network`].
#[derive(Clone, Debug)]
pub struct SiameseWeigher {
    network: Network,
    opponent: Option<String>,
    temperature: f32,
}

impl SiameseWeigher {
    /// Creates a weigher with `network`, an unknown opponent and temperature 1.
    #[must_use]
    pub fn new(network: Network) -> SiameseWeigher {
        SiameseWeigher {
            network,
            opponent: None,
            temperature: 1.0,
        }
    }

    /// Sets the opponent, by its name in the network's [`opponents`](Network::opponents).
    #[must_use]
    pub fn against(self, opponent: Option<String>) -> SiameseWeigher {
        SiameseWeigher { opponent, ..self }
    }

    /// Sets the temperature: the higher, the more uniform the weights.
    #[must_use]
    pub fn at_temperature(self, temperature: f32) -> SiameseWeigher {
        SiameseWeigher {
            temperature,
            ..self
        }
    }
}

impl BoardWeigher for SiameseWeigher {
    fn start(
        &self,
        told: &Observations,
        set: &InformationSet,
        marginals: Option<&Marginals>,
    ) -> Box<dyn BoardWeighing> {
        Box::new(Weighing::new(self, told, set, marginals))
    }
}

impl Network {
    /// Returns a weight for each board of `set`, which follows from `told`: finite, not negative, with sum 1, in the
    /// order of the boards.
    ///
    /// `opponent` is the player of the other side, if known. The weight of a board is `exp(-distance / temperature)`
    /// by [`distances`](Self::distances), divided by the sum of all. The network is trained for a temperature of 1;
    /// above it, weights are more uniform.
    ///
    /// A [`Weighing`] does the same in slices, for a caller with a budget.
    #[must_use]
    pub fn weights(
        &self,
        told: &Observations,
        set: &InformationSet,
        opponent: Option<&str>,
        temperature: f32,
    ) -> Vec<f32> {
        let weigher = SiameseWeigher::new(self.clone())
            .against(opponent.map(str::to_owned))
            .at_temperature(temperature);
        let mut weighing = Weighing::new(&weigher, told, set, None);
        while !weighing.advance(set.boards()) {}
        weighing.finish()
    }
}

/// Weights in progress: [`Network::weights`], one slice of work at a time.
///
/// ```
/// use rbc_belief::{BoardWeighing, InformationSet};
/// use rbc_rules::{Color, Observations, Position};
/// use rbc_siamese::{Network, SiameseWeigher, Weighing};
/// let network = Network::load(include_bytes!("../tests/tiny.onnx"))?;
/// let told = Observations::new(Color::White, &Position::initial());
/// let set = InformationSet::new(Color::White, told.start(), 1_000)?;
/// let weigher = SiameseWeigher::new(network).at_temperature(2.0);
/// let mut weighing = Weighing::new(&weigher, &told, &set, None);
/// while !weighing.advance(set.boards()) {
///     println!("{:.0} %", 100.0 * weighing.progress());
/// }
/// assert_eq!(weighing.finish(), [1.0]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Weighing {
    weigher: SiameseWeigher,
    stage: Stage,
    features: BoardFeatures,
    /// Of the boards that were looked at.
    distances: Vec<f32>,
    /// Boards of the set.
    boards: usize,
    block: Vec<PackedBoard>,
    hurried: bool,
}

#[derive(Clone, Debug)]
enum Stage {
    Observing(Observing),
    Boards(Embedding),
}

/// Boards in a slice of work: some milliseconds on one thread.
const SLICE: usize = 2_048;
/// What the survey, and the observation's embedding, count as in progress.
const BEFORE: f64 = 0.2;

impl Weighing {
    /// Starts without any work done, like [`BoardWeigher::start`].
    #[must_use]
    pub fn new(
        weigher: &SiameseWeigher,
        told: &Observations,
        set: &InformationSet,
        marginals: Option<&Marginals>,
    ) -> Weighing {
        Weighing {
            weigher: weigher.clone(),
            stage: Stage::Observing(Observing::new(told, set, marginals)),
            features: BoardFeatures::new(told.own()),
            distances: Vec::new(),
            boards: set.len(),
            block: Vec::new(),
            hurried: false,
        }
    }

    /// Works for some milliseconds. Returns whether all is done. `boards` must be those of the set in every call.
    pub fn advance(&mut self, boards: &Boards) -> bool {
        match &mut self.stage {
            // What is not weighed by now is not weighed any more.
            Stage::Observing(_) if self.hurried => {}
            Stage::Observing(observing) => {
                let SiameseWeigher {
                    network, opponent, ..
                } = &self.weigher;
                if let Some(planes) = observing.advance(boards) {
                    self.stage = Stage::Boards(network.observe(planes, opponent.as_deref()));
                }
            }
            Stage::Boards(observed) => {
                let start = self.distances.len();
                let end = boards.len().min(start + SLICE);
                self.block.clear();
                for boards in boards.slices(start..end) {
                    self.block.extend_from_slice(boards);
                }
                self.distances.resize(end, 0.0);
                let into = &mut self.distances[start..];
                let network = &self.weigher.network;
                network.distances(observed, &self.features, &self.block, into);
            }
        }
        self.hurried || self.is_done()
    }

    fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Boards(_)) && self.distances.len() >= self.boards
    }
}

impl BoardWeighing for Weighing {
    fn advance(&mut self, boards: &Boards) -> bool {
        Weighing::advance(self, boards)
    }

    fn hurry(&mut self) {
        self.hurried = true;
    }

    fn progress(&self) -> f64 {
        match &self.stage {
            Stage::Observing(observing) => BEFORE / 2.0 * observing.progress(),
            Stage::Boards(_) => {
                let done = self.distances.len() as f64 / self.boards.max(1) as f64;
                BEFORE + (1.0 - BEFORE) * done
            }
        }
    }

    fn finish(&self) -> Vec<f32> {
        weights(
            self.distances.clone(),
            self.boards,
            self.weigher.temperature,
        )
    }
}

/// Returns the weights of a set of so many `boards`, of which the first ones have these `distances`. The others get
/// their average weight.
///
/// ```
/// let weights = rbc_siamese::weights(vec![2.0, 2.0], 4, 1.0);
/// assert_eq!(weights, [0.25; 4]);
/// ```
#[must_use]
pub fn weights(distances: Vec<f32>, boards: usize, temperature: f32) -> Vec<f32> {
    let mut weights = distances;
    softmin(&mut weights, temperature);
    let looked_at = weights.len();
    if looked_at < boards {
        // They sum to 1, and so they are to in the end.
        let share = looked_at as f32 / boards as f32;
        weights.iter_mut().for_each(|weight| *weight *= share);
        weights.resize(boards, 1.0 / boards as f32);
    }
    weights
}

/// Turns distances into weights: `exp(-distance / temperature)`, divided by the sum.
///
/// A distance that is not finite gives 0; when none is finite, weights are uniform. A `temperature` that is not
/// positive becomes the smallest positive one.
///
/// ```
/// let mut distances = [3.0, 1.0, f32::NAN, 1.0];
/// rbc_siamese::softmin(&mut distances, 1.0);
/// assert!(distances[1] > 0.4 && distances[1] == distances[3]);
/// assert_eq!(distances[2], 0.0);
/// ```
pub fn softmin(distances: &mut [f32], temperature: f32) {
    let temperature = f64::from(temperature.max(f32::MIN_POSITIVE));
    let nearest = distances.iter().copied().filter(|d| d.is_finite());
    let Some(nearest) = nearest.reduce(f32::min) else {
        distances.fill(1.0 / distances.len() as f32);
        return;
    };
    let nearest = f64::from(nearest);
    let mut sum = 0.0;
    for distance in distances.iter_mut() {
        // From libm, so that weights are equal to the bit in every build.
        let weight = if distance.is_finite() {
            libm::exp((nearest - f64::from(*distance)) / temperature)
        } else {
            0.0
        };
        sum += weight;
        *distance = weight as f32;
    }
    for weight in distances {
        *weight = (f64::from(*weight) / sum) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_weights_whatever_the_distances() {
        let weights = |mut distances: Vec<f32>, temperature| {
            softmin(&mut distances, temperature);
            distances
        };
        assert!(weights(vec![], 1.0).is_empty());
        assert_eq!(weights(vec![f32::NAN, f32::INFINITY], 1.0), [0.5, 0.5]);
        assert_eq!(weights(vec![1e30, 3e30], 1.0), [1.0, 0.0]);
        assert_eq!(weights(vec![2.0, 1.0], 0.0), [0.0, 1.0]);
        let [near, far] = weights(vec![1.0, 2.0], 1.0)[..] else {
            panic!("two weights");
        };
        assert!((near / far - 1.0_f32.exp()).abs() < 1e-5);
    }
}
