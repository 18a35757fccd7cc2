//! The input of a network for a decision, one slice of work at a time.

use rbc_belief::{Boards, InformationSet, Marginals, Surveying};
use rbc_rules::Observations;

use crate::observation_features;

/// The [planes](observation_features) of a decision in progress. The set is surveyed for its marginals, unless they
/// are known.
///
/// ```
/// use rbc_belief::InformationSet;
/// use rbc_rules::{Color, Observations, Position};
/// use rbc_siamese::{Observing, observation_features};
/// let told = Observations::new(Color::White, &Position::initial());
/// let set = InformationSet::new(Color::White, told.start(), 1_000)?;
/// let mut observing = Observing::new(&told, &set, None);
/// let planes = loop {
///     if let Some(planes) = observing.advance(set.boards()) {
///         break planes;
///     }
/// };
/// assert_eq!(planes, observation_features(&told, &set.survey().marginals, 1.0));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Observing {
    stage: Stage,
    /// Boards of the set.
    boards: usize,
    hurried: bool,
}

#[derive(Clone, Debug)]
enum Stage {
    /// With how many boards are possible.
    Survey(Box<(Observations, f64, Surveying)>),
    Planes(Vec<u8>),
}

impl Observing {
    /// Starts without any work done. `told` are the observations of the player of `set`, up to its present turn.
    #[must_use]
    pub fn new(
        told: &Observations,
        set: &InformationSet,
        marginals: Option<&Marginals>,
    ) -> Observing {
        let possible = set.estimated_len();
        Observing {
            stage: match marginals {
                Some(marginals) => Stage::Planes(observation_features(told, marginals, possible)),
                None => Stage::Survey(Box::new((told.clone(), possible, Surveying::new()))),
            },
            boards: set.len(),
            hurried: false,
        }
    }

    /// Works for some milliseconds. Returns the planes once they are done. `boards` must be those of the set in every
    /// call.
    pub fn advance(&mut self, boards: &Boards) -> Option<&[u8]> {
        if let Stage::Survey(survey) = &mut self.stage {
            let (told, possible, surveying) = &mut **survey;
            while !surveying.advance(boards, None) {
                if !self.hurried {
                    return None;
                }
            }
            let marginals = surveying.finish().marginals;
            self.stage = Stage::Planes(observation_features(told, &marginals, *possible));
        }
        match &self.stage {
            Stage::Planes(planes) => Some(planes),
            Stage::Survey(_) => None,
        }
    }

    /// Makes the next call the last one, with the marginals of the boards surveyed so far.
    pub fn hurry(&mut self) {
        self.hurried = true;
        if let Stage::Survey(survey) = &mut self.stage {
            survey.2.hurry();
        }
    }

    /// Returns the progress, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        match &self.stage {
            Stage::Survey(survey) => survey.2.progress(self.boards),
            Stage::Planes(_) => 1.0,
        }
    }
}
