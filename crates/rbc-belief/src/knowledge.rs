//! What one side was told, together with the set that follows from it.

use std::{error, fmt};

use rbc_rules::{Color, Observation, ObservationError, Observations, Position};

use crate::{FollowedSet, Following, InformationSet, InformationSetError, TooManyPieces, Watch};

/// The log of one side and its information set, which advance together or not at all.
///
/// ```
/// use std::ops::ControlFlow;
/// use rbc_belief::Knowledge;
/// use rbc_rules::{Color, Observation, Position, Square};
/// let mut black = Knowledge::new(Color::Black, &Position::initial(), 1_000)?;
/// let watch = &mut |_, _| ControlFlow::Continue(());
/// // White cannot have captured a rook at its first move.
/// let rook = Observation::TurnStart { capture: Some(Square::A8) };
/// assert!(black.observe(&rook, watch).is_err());
/// black.observe(&Observation::TurnStart { capture: None }, watch)?;
/// assert_eq!((black.told().turns(), black.set().len()), (1, 21));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Knowledge {
    told: Observations,
    set: FollowedSet,
}

impl Knowledge {
    /// Creates what `color` knows at the start of a game from `start`. Its set holds at most `cap` boards.
    ///
    /// # Errors
    ///
    /// When the opponent has more than 16 pieces.
    pub fn new(color: Color, start: &Position, cap: usize) -> Result<Knowledge, TooManyPieces> {
        let set = InformationSet::new(color, start, cap)?;
        Ok(Knowledge::of(Observations::new(color, start), set))
    }

    /// Joins a log and the set that follows from it.
    #[must_use]
    pub const fn of(told: Observations, set: InformationSet) -> Knowledge {
        Knowledge {
            told,
            set: FollowedSet::alone(set),
        }
    }

    /// Limits the work of making a sample exact again: see [`InformationSet::with_replay_limit`].
    #[must_use]
    pub fn with_replay_limit(self, successors: usize) -> Knowledge {
        let set = self.set.with_replay_limit(successors);
        Knowledge { set, ..self }
    }

    /// Has a filter follow the set, if one is wanted. It is for the start of a game: nothing may have been observed.
    #[must_use]
    pub fn followed(self, following: Option<Following>) -> Knowledge {
        let set = self.set.followed(following);
        Knowledge { set, ..self }
    }

    /// Returns what the side was told.
    #[must_use]
    pub const fn told(&self) -> &Observations {
        &self.told
    }

    /// Returns the set.
    #[must_use]
    pub const fn set(&self) -> &InformationSet {
        self.set.set()
    }

    /// Returns the set with the filter that follows it.
    #[must_use]
    pub const fn followed_set(&self) -> &FollowedSet {
        &self.set
    }

    /// Takes in one observation and calls `watch` as [`FollowedSet::observe`] does.
    ///
    /// # Errors
    ///
    /// When the log refuses the observation, when no board fits it or is found, or when the watch interrupts. Nothing has changed
    /// then; after an interruption the same call continues where it stopped.
    pub fn observe(
        &mut self,
        observation: &Observation,
        watch: Watch<'_>,
    ) -> Result<(), KnowledgeError> {
        // The log refuses what cannot follow; the set, what no board agrees with. Both or neither.
        let mut next = self.told.clone();
        next.push(observation.clone())?;
        self.set.observe(observation, watch)?;
        self.told = next;
        Ok(())
    }
}

/// Why an observation was not taken in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnowledgeError {
    /// It cannot follow those before it.
    Observation(ObservationError),
    /// The set cannot follow it.
    Set(InformationSetError),
}

impl From<ObservationError> for KnowledgeError {
    fn from(error: ObservationError) -> KnowledgeError {
        KnowledgeError::Observation(error)
    }
}

impl From<InformationSetError> for KnowledgeError {
    fn from(error: InformationSetError) -> KnowledgeError {
        KnowledgeError::Set(error)
    }
}

impl fmt::Display for KnowledgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KnowledgeError::Observation(error) => error.fmt(f),
            KnowledgeError::Set(error) => error.fmt(f),
        }
    }
}

impl error::Error for KnowledgeError {}
