//! Who the opponent is, and where its pieces are: one posterior of both.

use rbc_rules::Observation;

use crate::{InformationSet, InformationSetError, MovePolicies, Watch, filter::Joint};

/// The joint probability of boards and of the policies that the opponent may move by.
///
/// It is a [`BayesFilter`](crate::BayesFilter) for each policy over the same set, with the probability of each policy:
/// that of what was observed if the opponent moves by it (the filter's weights before they are divided by their sum),
/// times its prior. Between moves the opponent may change to another policy as [`MovePolicies::switch`] says.
///
/// It holds 4 bytes a board for each policy beside the set.
///
/// While the set is a [sample](crate::Completeness::Sample), nothing is learnt about the policies; when it is exact again, what
/// was observed since is made up for as the [`BayesFilter`](crate::BayesFilter) does with the weights.
///
/// ```
/// use std::ops::ControlFlow;
/// use rbc_belief::{IdentityFilter, InformationSet, MovePolicies, Players, players::{Player, PlayerPolicy}};
/// use rbc_rules::{Color, Observation, Position};
///
/// let player = |name: &str, policy| Player { name: name.into(), prior: 0.5, silence: 0.0, policy };
/// let players = vec![player("random", PlayerPolicy::Uniform), player("attacker", PlayerPolicy::Attacks)];
/// let players = Players::new(players).expect("two players");
/// let mut set = InformationSet::new(Color::Black, &Position::initial(), 1_000)?;
/// let mut filter = IdentityFilter::new(&set, &players.prior());
/// let told: Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse()?;
/// for observation in [
///     Observation::TurnStart { capture: None },
///     Observation::Sense(told.sense(Some(rbc_rules::Square::E4))),
/// ] {
///     filter.observe(&mut set, &observation, &players, &mut |_, _| ControlFlow::Continue(()))?;
/// }
/// // The fourth attack begins with e4: it had a chance of 1 in 8, and the random player plays that once in 35 times.
/// let by_player = players.by_player(filter.posterior());
/// assert!((by_player[1] / by_player[0] - 0.125 * 0.99 / (0.5 / 35.0)).abs() < 0.1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct IdentityFilter {
    joint: Joint,
    /// For each policy, by which policy the opponent began, if it moves by that one now.
    began: Vec<Vec<f64>>,
    /// The probability of each policy before the game, and now with less confidence.
    prior: Vec<f64>,
    recognised: Vec<f64>,
}

/// The probability at each move that all which is known of the opponent is wrong: a policy that is only about right errs in
/// the same way turn after turn. The one with the least surprise at the players of validation games (docs/filter.md).
const DOUBT: f64 = 0.03;

impl IdentityFilter {
    /// Creates the filter of `set`, all of whose boards are as likely, with the probability of each policy.
    ///
    /// # Panics
    ///
    /// When there is no policy.
    #[must_use]
    pub fn new(set: &InformationSet, prior: &[f64]) -> IdentityFilter {
        assert!(!prior.is_empty(), "a policy");
        let sum: f64 = prior.iter().sum();
        let prior: Vec<f64> = prior.iter().map(|of| of / sum).collect();
        let unit = |i| {
            (0..prior.len())
                .map(move |j| f64::from(u8::from(i == j)))
                .collect()
        };
        IdentityFilter {
            began: (0..prior.len()).map(unit).collect(),
            joint: Joint::new(set, &prior),
            recognised: prior.clone(),
            prior,
        }
    }

    /// Returns the probability of each policy, with sum 1.
    #[must_use]
    pub fn posterior(&self) -> &[f64] {
        &self.joint.posterior
    }

    /// Returns the probability of each policy that the opponent began the game by it, whatever it changed to.
    ///
    /// It takes those who changed to one policy for indistinguishable after that, and boards for independent of when they did.
    #[must_use]
    pub fn beginnings(&self) -> Vec<f64> {
        self.began_by(self.posterior())
    }

    fn began_by(&self, now: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.began.len()];
        for (began, of) in self.began.iter().zip(now) {
            for (sum, share) in sums.iter_mut().zip(began) {
                *sum += share * of;
            }
        }
        sums
    }

    /// Returns the same as [`beginnings`](Self::beginnings) with less confidence: these are the probabilities to tell people.
    ///
    /// Observations count as half of one each, and some are forgotten, because policies err in the same way for many turns.
    /// Weights of boards do not go by it: for them the policy that foretold best so far is the best one, whoever the opponent
    /// is.
    #[must_use]
    pub fn recognised(&self) -> Vec<f64> {
        self.began_by(&self.recognised)
    }

    /// Returns the weight of each of the set's [boards](InformationSet::boards), in order, whoever the opponent is:
    /// positive, with sum 1.
    #[must_use]
    pub fn weights(&self) -> Vec<f32> {
        let of_boards = self.joint.weights.chunks_exact(self.began.len());
        of_boards
            .map(|weights| {
                let parts = weights.iter().zip(self.posterior());
                parts
                    .map(|(weight, of)| f64::from(*weight) * of)
                    .sum::<f64>() as f32
            })
            .collect()
    }

    /// Returns the weight of each board if the opponent moves by the `policy`th.
    ///
    /// # Panics
    ///
    /// When there is no such policy.
    pub fn weights_by(&self, policy: usize) -> impl Iterator<Item = f32> {
        assert!(policy < self.began.len(), "one of the policies");
        let of_boards = self.joint.weights.chunks_exact(self.began.len());
        of_boards.map(move |weights| weights[policy])
    }

    /// Takes `observation` into `set`, the weights, and the probability of each policy; see
    /// [`BayesFilter::observe`](crate::BayesFilter::observe). `policies` must be the same every time.
    ///
    /// # Errors
    ///
    /// Those of [`InformationSet::observe_watched`].
    pub fn observe<P: MovePolicies + ?Sized>(
        &mut self,
        set: &mut InformationSet,
        observation: &Observation,
        policies: &P,
        watch: Watch<'_>,
    ) -> Result<(), InformationSetError> {
        let moved = set.is_opponents_move(observation);
        let before = moved.then(|| self.joint.posterior.clone());
        self.joint.observe(set, observation, policies, watch)?;
        if let Some(before) = before {
            self.follow(&before, policies);
            policies.switch(&mut self.recognised);
            for (of, prior) in self.recognised.iter_mut().zip(&self.prior) {
                *of += DOUBT * (prior - *of);
            }
        }
        let mut sum = 0.0;
        for (of, evidence) in self.recognised.iter_mut().zip(&self.joint.evidence) {
            // The square root: half of the evidence, by the same games as the doubt.
            *of *= evidence.max(f64::MIN_POSITIVE).sqrt();
            sum += *of;
        }
        self.recognised.iter_mut().for_each(|of| *of /= sum);
        Ok(())
    }

    /// Forgets the weights of boards. What was found out about the opponent is kept.
    pub(crate) fn pause(&mut self) {
        self.joint.forget_boards();
    }

    /// Takes note of an observation that it learns nothing from, while it pauses.
    pub(crate) fn pass_over(&mut self, observation: &Observation) {
        self.joint.note_capture(observation);
    }

    /// Follows `set` after a pause. All of its boards are as likely.
    pub(crate) fn begin_again(&mut self, set: &InformationSet) {
        self.joint.begin_again(set);
    }

    /// Keeps account of the changes of policies that were `before` as likely.
    fn follow<P: MovePolicies + ?Sized>(&mut self, before: &[f64], policies: &P) {
        let width = before.len();
        let mut began = vec![vec![0.0; width]; width];
        let mut sums = vec![0.0; width];
        for (i, share) in before.iter().enumerate() {
            let mut moved = vec![0.0; width];
            moved[i] = *share;
            policies.switch(&mut moved);
            for (to, part) in moved.into_iter().enumerate() {
                sums[to] += part;
                for (sum, of) in began[to].iter_mut().zip(&self.began[i]) {
                    *sum += part * of;
                }
            }
        }
        for ((kept, new), sum) in self.began.iter_mut().zip(began).zip(sums) {
            if sum > 0.0 {
                *kept = new.into_iter().map(|part| part / sum).collect();
            }
        }
    }
}
