//! An information set, and the filter that follows it while that is quick.

use std::sync::Arc;

use rbc_rules::{Observation, Observations};

use crate::{
    Completeness, IdentityFilter, InformationSet, InformationSetError, Players, Watch,
    players::PlayerPolicy,
};

/// Exponents of the network's weights and of the filter's in their product: those of least surprise in the validation games
/// (docs/filter.md).
pub const EXPONENTS: [f32; 2] = [0.4, 0.7];

/// Who the opponent may be, and how far a filter of these players follows a set.
#[derive(Clone, Debug)]
pub struct Following {
    /// The players, shared: filters of the same list are recognised by its address.
    pub players: Arc<Players>,
    /// Boards before the opponent's move above which the filter pauses: its step takes some ten times as long as the set's.
    pub boards: usize,
}

/// Two are the same if their players are the same list in memory.
impl PartialEq for Following {
    fn eq(&self, other: &Following) -> bool {
        Arc::ptr_eq(&self.players, &other.players) && self.boards == other.boards
    }
}

/// A player that the opponent may be.
#[derive(Clone, PartialEq, Debug)]
pub struct LikelyPlayer {
    /// Its name in the list.
    pub name: String,
    /// How likely it is the opponent, from what was observed of its moves: [`IdentityFilter::recognised`].
    pub probability: f64,
    /// Of a player with [several attacks](PlayerPolicy::Attacks) the one, from 0, that is likelier than all others
    /// together.
    pub attack: Option<usize>,
}

/// An [`InformationSet`], with an [`IdentityFilter`] beside it if that is wanted.
///
/// The filter follows the set while it is exact and [small enough](Following::boards) before the opponent's move. Otherwise
/// it pauses. When it goes on, all boards are as likely, but what was found out about the opponent is kept.
///
/// The set is the same with a filter and without, maybe in another order.
///
/// ```
/// use std::{ops::ControlFlow, sync::Arc};
/// use rbc_belief::{FollowedSet, Following, InformationSet, Players, players::{Player, PlayerPolicy}};
/// use rbc_rules::{Color, Observation, Position};
///
/// let random = Player { name: "random".into(), prior: 1.0, silence: 0.0, policy: PlayerPolicy::Uniform };
/// let players = Arc::new(Players::new(vec![random]).expect("a player"));
/// let set = InformationSet::new(Color::Black, &Position::initial(), 1_000)?;
/// let mut followed = FollowedSet::new(set, Some(Following { players, boards: 100 }));
/// let turn = Observation::TurnStart { capture: None };
/// followed.observe(&turn, &mut |_, _| ControlFlow::Continue(()))?;
/// let weights = followed.weights().expect("it is followed");
/// assert_eq!((followed.set().len(), weights.len()), (21, 21));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FollowedSet {
    set: InformationSet,
    filter: Option<PausingFilter>,
}

#[derive(Clone, Debug)]
struct PausingFilter {
    following: Following,
    filter: IdentityFilter,
    pauses: bool,
}

impl FollowedSet {
    /// Joins a set that nothing was observed of yet and a filter, if one is wanted.
    #[must_use]
    pub fn new(set: InformationSet, following: Option<Following>) -> FollowedSet {
        FollowedSet::alone(set).followed(following)
    }

    /// The set without a filter, whatever was observed.
    #[must_use]
    pub const fn alone(set: InformationSet) -> FollowedSet {
        FollowedSet { set, filter: None }
    }

    /// The same at the start of a game with another filter, or without one.
    pub(crate) fn followed(self, following: Option<Following>) -> FollowedSet {
        let set = self.set;
        debug_assert!(following.is_none() || set.observed() == 0);
        let filter = following.map(|following| PausingFilter {
            filter: IdentityFilter::new(&set, &following.players.prior()),
            following,
            pauses: false,
        });
        FollowedSet { set, filter }
    }

    /// Limits the work of making a sample exact again: see [`InformationSet::with_replay_limit`].
    #[must_use]
    pub fn with_replay_limit(self, successors: usize) -> FollowedSet {
        let set = self.set.with_replay_limit(successors);
        FollowedSet { set, ..self }
    }

    /// Returns the set.
    #[must_use]
    pub const fn set(&self) -> &InformationSet {
        &self.set
    }

    /// Returns whom the filter takes the opponent for, if there is a filter.
    #[must_use]
    pub fn following(&self) -> Option<&Following> {
        self.filter.as_ref().map(|filter| &filter.following)
    }

    /// Does without a filter from now on.
    pub fn unfollow(&mut self) {
        self.filter = None;
    }

    /// Whether there are [`weights`](Self::weights).
    #[must_use]
    pub fn is_weighed(&self) -> bool {
        let follows = self.filter.as_ref().is_some_and(|filter| !filter.pauses);
        follows && self.set.completeness() == Completeness::Exact
    }

    /// Returns the weight of each of the set's boards by the filter, in order; `None` where none follows the set, while it
    /// pauses, and while the set is a sample.
    #[must_use]
    pub fn weights(&self) -> Option<Vec<f32>> {
        let filter = self.filter.as_ref().filter(|_| self.is_weighed())?;
        Some(filter.filter.weights())
    }

    /// Returns all players that the opponent may be, the likeliest first; `None` without a filter.
    #[must_use]
    pub fn likely_players(&self) -> Option<Vec<LikelyPlayer>> {
        let PausingFilter {
            following, filter, ..
        } = self.filter.as_ref()?;
        Some(following.players.by_likelihood(&filter.recognised()))
    }

    /// Takes in one observation; see [`InformationSet::observe_watched`] and [`IdentityFilter::observe`].
    ///
    /// # Errors
    ///
    /// Those of [`InformationSet::observe_watched`]. After an interruption the same call continues.
    pub fn observe(
        &mut self,
        observation: &Observation,
        watch: Watch<'_>,
    ) -> Result<(), InformationSetError> {
        let FollowedSet { set, filter } = self;
        let Some(filter) = filter else {
            return set.observe_watched(observation, watch);
        };
        if matches!(observation, Observation::TurnStart { .. }) {
            filter.pause_or_go_on(set);
        }
        if filter.pauses {
            set.observe_watched(observation, watch)?;
            filter.filter.pass_over(observation);
            return Ok(());
        }
        let players = &*filter.following.players;
        filter.filter.observe(set, observation, players, watch)
    }

    /// Takes in what of `told` it has not taken in yet.
    ///
    /// # Errors
    ///
    /// As [`observe`](Self::observe); what was reached is kept.
    pub fn catch_up(
        &mut self,
        told: &Observations,
        watch: Watch<'_>,
    ) -> Result<(), InformationSetError> {
        for observation in told.log().iter().skip(self.set.observed()) {
            self.observe(observation, watch)?;
        }
        Ok(())
    }
}

impl PausingFilter {
    fn pause_or_go_on(&mut self, set: &InformationSet) {
        let is_small = set.len() <= self.following.boards;
        let follows = is_small && set.completeness() == Completeness::Exact;
        if self.pauses == follows {
            if follows {
                self.filter.begin_again(set);
            } else {
                self.filter.pause();
            }
            self.pauses = !follows;
        }
    }
}

impl Players {
    /// Returns the players by their probabilities, which are the sums of those of their policies, the likeliest first.
    ///
    /// # Panics
    ///
    /// When there is not one for each policy.
    #[must_use]
    pub fn by_likelihood(&self, policies: &[f64]) -> Vec<LikelyPlayer> {
        let of_players = self.players().iter().zip(self.by_player(policies));
        let mut likely: Vec<LikelyPlayer> = of_players
            .enumerate()
            .map(|(index, (player, probability))| LikelyPlayer {
                name: player.name.clone(),
                probability,
                attack: match player.policy {
                    PlayerPolicy::Attacks => self.attack_of(index, policies),
                    PlayerPolicy::Uniform | PlayerPolicy::Logit(_) => None,
                },
            })
            .collect();
        // Equals stay in the list's order.
        likely.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        likely
    }
}

/// Multiplies the `weights` of boards by those of a filter, each to the power of its exponent, and divides them by their sum.
pub fn multiply_weights(weights: &mut [f32], filtered: &[f32], [exponent, of_filtered]: [f32; 2]) {
    for (weight, filtered) in weights.iter_mut().zip(filtered) {
        *weight = exponent * libm::logf(weight.max(f32::MIN_POSITIVE))
            + of_filtered * libm::logf(filtered.max(f32::MIN_POSITIVE));
    }
    let most = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for weight in weights.iter_mut() {
        *weight = libm::expf(*weight - most);
    }
    divide_by_sum(weights);
}

/// Divides weights by their sum.
pub fn divide_by_sum(weights: &mut [f32]) {
    let sum: f32 = weights.iter().sum();
    for weight in weights.iter_mut() {
        *weight /= sum;
    }
}
