//! The exact information set with weighted boards.

use std::{fmt, sync::Arc};

use rbc_belief::{BoardWeigher, BoardWeighing, InformationSet, UniformWeigher};
use rbc_rules::{Move, Observations, Square};

use crate::{
    AGENT_CAP, Agent, BoardOrder, Budget, BuiltIn, Cancelled, Evaluator, Rating, RatingOptions,
    Rng, Rule, SensePolicy,
    hsuc::{choose_as_good, quiet_plies},
    sensing,
    set_tracker::SetTracker,
};

/// Tracks the exact information set and weights its boards: the agent of Bertram, Fürnkranz and Müller, "Weighting
/// Information Sets with Siamese Neural Networks in Reconnaissance Blind Chess" (IEEE Conference on Games 2023,
/// extended 2024).
///
/// At every decision a [`BoardWeigher`] weights the boards. The sense is the one that leaves the smallest expected
/// number of boards under these weights ([`SensePolicy::Weighted`], as the paper's released code). The request is the one
/// with the highest weighted mean outcome ([`Rule::WEIGHTED_MEAN`]): all are scored on the most likely boards, and
/// the best ones on more boards and a ply deeper ([`Rating`]).
///
/// As in the paper, nothing else protects the own king: a request that loses it on a board counts 0 there. Without a
/// weigher, weights are uniform.
pub struct Siamese {
    seed: u64,
    sensing: SensePolicy,
    evaluator: Box<dyn Evaluator>,
    weigher: Arc<dyn BoardWeigher>,
    /// Whether it takes no other weigher.
    always_uniform: bool,
    tracker: SetTracker<Thinking>,
}

/// A decision, as far as it is.
#[derive(Default)]
struct Thinking {
    weighing: Option<Box<dyn BoardWeighing>>,
    weights: Option<Vec<f32>>,
    rating: Option<Rating>,
}

impl Thinking {
    /// The [weights](weigh) of the boards of `set`, once for a decision.
    fn weights(
        &mut self,
        weigher: &dyn BoardWeigher,
        told: &Observations,
        set: &InformationSet,
        budget: &mut Budget<'_>,
    ) -> Result<&[f32], Cancelled> {
        if self.weights.is_none() {
            self.weights = Some(weigh(&mut self.weighing, weigher, told, set, budget)?);
        }
        Ok(self.weights.as_deref().unwrap_or_default())
    }
}

/// The weights of the boards of `set`, by what `weighing` has done so far. Where there is no time for all of them, the rest count
/// as much as those that were weighed do on average.
pub(crate) fn weigh(
    weighing: &mut Option<Box<dyn BoardWeighing>>,
    weigher: &dyn BoardWeigher,
    told: &Observations,
    set: &InformationSet,
    budget: &mut Budget<'_>,
) -> Result<Vec<f32>, Cancelled> {
    let weighing = weighing.get_or_insert_with(|| weigher.start(told, set, None));
    while !weighing.advance(set.boards()) {
        if budget.should_stop()? {
            weighing.hurry();
        }
    }
    Ok(weighing.finish())
}

impl fmt::Debug for Siamese {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Siamese")
            .field("seed", &self.seed)
            .field("sensing", &self.sensing)
            .field("evaluator", &self.evaluator.name())
            .field("always_uniform", &self.always_uniform)
            .finish_non_exhaustive()
    }
}

impl Siamese {
    /// Creates the agent of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Siamese {
        Siamese {
            seed,
            sensing: SensePolicy::Weighted,
            evaluator: Box::new(BuiltIn),
            weigher: Arc::new(UniformWeigher),
            always_uniform: false,
            tracker: SetTracker::new(AGENT_CAP),
        }
    }

    /// Creates the agent of `seed` with uniform weights, whatever weigher it is given: a control for experiments.
    #[must_use]
    pub fn uniform(seed: u64) -> Siamese {
        Siamese {
            always_uniform: true,
            ..Siamese::new(seed)
        }
    }

    /// Replaces the evaluator.
    #[must_use]
    pub fn with_evaluator(self, evaluator: Box<dyn Evaluator>) -> Siamese {
        Siamese { evaluator, ..self }
    }

    /// Replaces the sense policy. Only policies that [use weights](SensePolicy::asks_weights) use the weigher; the
    /// request always does.
    #[must_use]
    pub fn with_sensing(self, sensing: SensePolicy) -> Siamese {
        Siamese { sensing, ..self }
    }
}

impl Agent for Siamese {
    fn name(&self) -> &'static str {
        if self.always_uniform {
            "siamese-uniform"
        } else {
            "siamese"
        }
    }

    fn set_evaluator(&mut self, evaluator: Box<dyn Evaluator>) {
        if evaluator.name() != self.evaluator.name() {
            self.tracker.think_anew();
        }
        self.evaluator = evaluator;
    }

    fn set_weigher(&mut self, weigher: Arc<dyn BoardWeigher>) {
        if !self.always_uniform {
            // What the other one said is not mixed with it.
            self.tracker.think_anew();
            self.weigher = weigher;
        }
    }

    fn wants_weigher(&self) -> bool {
        !self.always_uniform
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let Some(tracked) = self.tracker.catch_up(told, budget)? else {
            return self.tracker.sense_without_set(self.seed, told, budget);
        };
        let set = &tracked.set;
        let weights = if self.sensing.asks_weights() && set.len() > 1 {
            let thinking = tracked.thinking.get_or_insert_default();
            Some(thinking.weights(&*self.weigher, told, set, budget)?)
        } else {
            None
        };
        let surveyed = (set, &mut tracked.surveying);
        let evaluator = &mut *self.evaluator;
        sensing::choose(
            self.sensing,
            surveyed,
            weights,
            told,
            (evaluator, self.seed),
            budget,
        )
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let rng = || Rng::for_decision(self.seed, told.log().len());
        let Some(tracked) = self.tracker.catch_up(told, budget)? else {
            let request = self.tracker.move_without_set(self.seed, told, budget)?;
            return Ok(request.unwrap_or_else(|| choose_as_good(told, &[], &mut rng())));
        };
        let set = &tracked.set;
        let thinking = tracked.thinking.get_or_insert_default();
        if thinking.rating.is_none() {
            let weights = thinking.weights(&*self.weigher, told, set, budget)?;
            let options = RatingOptions {
                rule: Rule::WEIGHTED_MEAN,
                quiet_plies: quiet_plies(told),
                weights: Some(weights.to_vec()),
                nodes: budget.left(),
                order: BoardOrder::Likeliest,
                score_all: false,
                fact_boards: None,
                safe_enough: Some(1.0),
            };
            thinking.rating = Some(Rating::new(set, options, &mut rng()));
        }
        let mut table = Vec::new();
        if let Some(rating) = &mut thinking.rating {
            while !rating.advance(&mut *self.evaluator, budget)? {}
            table = rating.table();
        }
        tracked.thinking = None;
        Ok(choose_as_good(told, &table, &mut rng()))
    }
}

#[cfg(test)]
mod tests {
    use rbc_belief::{Boards, Marginals};
    use rbc_rules::{
        Arbiter, Color, GameSetup, MoveResult, Observation, Phase, Position, SenseResult, window,
    };

    use super::*;
    use crate::{Hsuc, Stop};

    /// Knows where the opponent's king stands. It takes a few slices for that, or never ends unless it is hurried.
    struct KingOn {
        square: Square,
        slices: usize,
    }

    struct Weighing {
        weights: Vec<f32>,
        slices: usize,
    }

    impl KingOn {
        fn weigher(square: Square) -> Arc<dyn BoardWeigher> {
            Arc::new(KingOn { square, slices: 3 })
        }
    }

    impl BoardWeigher for KingOn {
        fn start(
            &self,
            told: &Observations,
            set: &InformationSet,
            _: Option<&Marginals>,
        ) -> Box<dyn BoardWeighing> {
            let king = |position: Position| position.board().king_of(!told.color());
            let weight = |square| {
                if square == Some(self.square) {
                    1.0
                } else {
                    0.0
                }
            };
            Box::new(Weighing {
                weights: set.positions().map(king).map(weight).collect(),
                slices: self.slices,
            })
        }
    }

    impl BoardWeighing for Weighing {
        fn advance(&mut self, _: &Boards) -> bool {
            self.slices = self.slices.saturating_sub(1);
            self.slices == 0
        }

        fn hurry(&mut self) {
            self.slices = 1;
        }

        fn progress(&self) -> f64 {
            0.0
        }

        fn finish(&self) -> Vec<f32> {
            self.weights.clone()
        }
    }

    /// Black's king was on b8 and may have gone to a7, a8, b7, c7 or c8. White's rooks look up the files a and c.
    fn told(phase: Phase) -> Observations {
        let start: Position = "1k6/8/8/8/8/8/6PP/R1R4K w - - 0 1".parse().expect("a FEN");
        let mut told = Observations::new(Color::White, &start);
        let pass = [
            Observation::TurnStart { capture: None },
            Observation::Sense(SenseResult::default()),
            Observation::Move(MoveResult::default()),
            Observation::TurnStart { capture: None },
        ];
        for observation in pass {
            told.push(observation).expect("in order");
        }
        if phase == Phase::Move {
            told.push(Observation::Sense(SenseResult::default()))
                .expect("in order");
        }
        told
    }

    fn knowing(square: Square) -> Siamese {
        let mut player = Siamese::new(1);
        player.set_weigher(KingOn::weigher(square));
        player
    }

    fn sense(player: &mut Siamese) -> Square {
        let told = told(Phase::Sense);
        let square = player.choose_sense(&told, &mut Budget::nodes(4_000));
        square.expect("not cancelled").expect("something to learn")
    }

    fn request(player: &mut Siamese) -> Move {
        let told = told(Phase::Move);
        let request = player.choose_move(&told, &mut Budget::nodes(4_000));
        request.expect("not cancelled").expect("no pass")
    }

    #[test]
    fn a_king_that_hangs_on_the_likely_board_is_taken() {
        for (king, rook) in [
            (Square::A7, Square::A1),
            (Square::A8, Square::A1),
            (Square::C7, Square::C1),
            (Square::C8, Square::C1),
        ] {
            let request = request(&mut knowing(king));
            assert_eq!(request.from, rook, "{king}");
            assert!(request.to.file() == king.file() && request.to.rank() >= king.rank());
        }
    }

    #[test]
    fn the_sense_goes_where_the_likely_board_is_told_from_the_others() {
        let [left, right] = [Square::A8, Square::C7];
        for (likely, other) in [(left, right), (right, left)] {
            let seen = window(sense(&mut knowing(likely)));
            assert!(seen.contains(likely) && !seen.contains(other), "{likely}");
        }
        // Where all are alike it shows all of them.
        let seen = window(sense(&mut Siamese::new(1)));
        assert!(seen.contains(left) && seen.contains(right));
    }

    #[test]
    fn another_weigher_is_asked_anew_and_the_control_asks_none() {
        let mut player = knowing(Square::A8);
        let before = sense(&mut player);
        player.set_weigher(KingOn::weigher(Square::C7));
        assert_ne!(sense(&mut player), before);
        assert_eq!(sense(&mut player), sense(&mut knowing(Square::C7)));

        let mut control = Siamese::uniform(1);
        let before = sense(&mut control);
        control.set_weigher(KingOn::weigher(Square::C7));
        assert_eq!(sense(&mut control), before);
        assert!(!control.wants_weigher() && player.wants_weigher());
    }

    #[test]
    fn weighing_is_hurried_and_broken_off() {
        let told = told(Phase::Move);
        let mut player = Siamese::new(1);
        player.set_weigher(Arc::new(KingOn {
            square: Square::C8,
            slices: usize::MAX,
        }));
        let mut looks = 0;
        let cancel = || {
            looks += 1;
            if looks > 5 { Stop::Cancel } else { Stop::GoOn }
        };
        let broken_off = player.choose_move(&told, &mut Budget::new(None, Box::new(cancel)));
        assert_eq!(broken_off, Err(Cancelled));
        let mut now = Budget::new(None, Box::new(|| Stop::MoveNow));
        let request = player.choose_move(&told, &mut now).expect("decides");
        assert_eq!(request.map(|m| m.from), Some(Square::C1));
    }

    /// The rook on c2 is free unless Black's bishop went to b3 or g6: two moves of many.
    #[test]
    fn a_small_risk_to_the_king_is_weighed_and_not_forbidden() {
        let start = "7k/5b1p/8/8/8/8/2r4P/3K4 w - - 0 1".parse();
        let mut arbiter = Arbiter::new(GameSetup {
            start: start.expect("a FEN"),
            ..GameSetup::default()
        });
        arbiter.start(0);
        for _ in Color::ALL {
            arbiter.sense(None, 0).expect("to sense");
            arbiter.play(None, 0).expect("a pass");
        }
        arbiter.sense(Some(Square::C2), 0).expect("to sense");
        let told = arbiter.observations(Color::White);
        let request = |player: &mut dyn Agent| {
            let request = player.choose_move(told, &mut Budget::nodes(20_000));
            request.expect("not cancelled").map(|m| m.to)
        };
        assert_eq!(request(&mut Siamese::uniform(1)), Some(Square::C2));
        assert_ne!(request(&mut Hsuc::new(1)), Some(Square::C2));
    }
}
