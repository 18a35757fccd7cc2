//! How likely each board of a set is, from somewhere else than the set itself.

use rbc_rules::Observations;

use crate::{Boards, InformationSet, Marginals};

/// Tells how likely each board of an information set is, from what its player was told.
///
/// Agents and pages are given one; they need not know whether a network stands behind it.
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
    /// Begins to weigh the boards of `set`, the set of who was `told` that. `marginals` are the set's own
    /// ([`Survey::marginals`](crate::Survey)), where the caller has them; they are found otherwise.
    fn start(
        &self,
        told: &Observations,
        set: &InformationSet,
        marginals: Option<&Marginals>,
    ) -> Box<dyn BoardWeighing>;
}

/// Weights in the making: a slice of work at a time, so that a caller can look at its budget in between. It can
/// be kept over such a break, as it borrows nothing.
pub trait BoardWeighing: Send {
    /// Goes on for some milliseconds; whether all is done. `boards` are those of the set in every call.
    fn advance(&mut self, boards: &Boards) -> bool;

    /// Makes the next [`advance`](Self::advance) the last one: boards that are not looked at count as much as
    /// those that were do on average.
    fn hurry(&mut self);

    /// The share that is done, from 0 to 1.
    fn progress(&self) -> f64;

    /// A weight for each board, in the order of the boards: not negative, finite, and 1 in sum. Call it when
    /// all is done.
    fn finish(&self) -> Vec<f32>;
}

/// Weighs all boards alike: what counts where nothing better is known.
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
