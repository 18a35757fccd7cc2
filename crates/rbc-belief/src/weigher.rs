//! Weights for the boards of a set, such as those of a network.

use rbc_rules::Observations;

use crate::{Boards, InformationSet, Marginals};

/// Weights the boards of an information set by what its player was told.
///
/// Agents and pages take one without knowing whether it is a network.
///
/// ```
/// use rbc_belief::{BoardWeigher, InformationSet, UniformWeigher};
/// use rbc_rules::{Color, Observation, Observations, Position};
///
/// let mut told = Observations::new(Color::Black, &Position::initial());
/// told.push(Observation::TurnStart { capture: None })?;
/// let mut set = InformationSet::new(Color::Black, told.start(), 1_000)?;
/// set.catch_up(&told, &mut |_, _| std::ops::ControlFlow::Continue(()))?;
/// let mut weighing = UniformWeigher.start(&told, &set, None);
/// while !weighing.advance(set.boards()) {}
/// assert_eq!(weighing.finish(), [1.0 / 21.0; 21]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait BoardWeigher: Send + Sync {
    /// Starts to weight the boards of `set`, which follows from `told`. `marginals` are the set's own
    /// ([`Survey::marginals`](crate::Survey)), if the caller has them; otherwise they are computed.
    fn start(
        &self,
        told: &Observations,
        set: &InformationSet,
        marginals: Option<&Marginals>,
    ) -> Box<dyn BoardWeighing>;
}

/// Weights in progress, one slice of work at a time, so that a caller can check its budget in between. It borrows
/// nothing and can be kept.
pub trait BoardWeighing: Send {
    /// Works for some milliseconds. Returns whether all is done. `boards` must be those of the set in every call.
    fn advance(&mut self, boards: &Boards) -> bool;

    /// Makes the next [`advance`](Self::advance) the last one: the remaining boards get the average weight of the
    /// others.
    fn hurry(&mut self);

    /// Returns the progress, from 0 to 1.
    fn progress(&self) -> f64;

    /// Returns a weight for each board, in order: finite, not negative, with sum 1. Call it when all is done.
    fn finish(&self) -> Vec<f32>;
}

/// Uniform weights: the choice where nothing better is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UniformWeigher;

/// So many boards.
struct Alike(usize);

impl BoardWeigher for UniformWeigher {
    fn start(
        &self,
        _: &Observations,
        set: &InformationSet,
        _: Option<&Marginals>,
    ) -> Box<dyn BoardWeighing> {
        Box::new(Alike(set.len()))
    }
}

impl BoardWeighing for Alike {
    fn advance(&mut self, _: &Boards) -> bool {
        true
    }

    fn hurry(&mut self) {}

    fn progress(&self) -> f64 {
        1.0
    }

    fn finish(&self) -> Vec<f32> {
        vec![1.0 / self.0 as f32; self.0]
    }
}
