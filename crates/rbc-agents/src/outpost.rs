//! The exact information set, weighed by the network and by how good the opponent's last move is, with a price on danger to the
//! own king.

use std::{fmt, str::FromStr, sync::Arc};

use rbc_belief::{
    BoardWeigher, BoardWeighing, EXPONENTS, Players, UniformWeigher, divide_by_sum,
    multiply_weights,
};
use rbc_rules::{Move, Observations, Square};

use crate::{
    AGENT_CAP, Agent, BoardOrder, Budget, BuiltIn, Cancelled, Evaluator, Rating, RatingOptions,
    Rng, Rule, SensePolicy,
    good_replies::GoodReplies,
    hsuc::{choose_as_good, quiet_plies},
    sensing::{self, ValueOfSense},
    set_tracker::{SetTracker, Tracked},
    siamese,
};

/// How many times a board counts on which a request loses the king.
const DANGER: f64 = 4.0;
/// Boards on which a sense is valued.
const SENSE_BOARDS: usize = 64;
/// What it costs, as a chance to win, to be left with twice as many boards.
const DOUBLING_COST: f64 = 0.02;
/// Exponent of the network's weights where boards also count by the opponent's last move, and no filter follows: the network
/// judges that move, too. Fitted together with [`GoodReplies`].
const EXPONENT: f32 = 0.77;
/// Boards before the opponent's move above which no filter follows the set: its step takes some ten times as long as the set's.
const FILTERED_BOARDS: usize = 3_000;

/// The parts of [`Outpost`]. Each can be left out, to measure what it is worth.
///
/// They are named behind the agent's name: `outpost+no-danger`, `outpost+likeliest+weighted`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OutpostParts {
    /// Whether a filter weighs the boards beside the network, if it is told [who the opponent may
    /// be](Agent::set_players); `no-filter` leaves it out.
    pub filter: bool,
    /// Whether boards count more on which the opponent's last move is a good one; `no-replies` leaves it out.
    pub replies: bool,
    /// Whether a board on which the king is lost counts more than its weight; `no-danger` leaves it out.
    pub danger: bool,
    /// On which boards requests are scored first; `likeliest` takes those.
    pub order: BoardOrder,
    /// The policy that chooses senses, by its name; `None` for the value of what is shown.
    pub sensing: Option<SensePolicy>,
}

impl Default for OutpostParts {
    /// All parts.
    fn default() -> OutpostParts {
        OutpostParts {
            filter: true,
            replies: true,
            danger: true,
            order: BoardOrder::Priority,
            sensing: None,
        }
    }
}

/// The error for a text that names no part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPart;

impl fmt::Display for UnknownPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "no such part; there are no-filter, no-replies, no-danger, likeliest and the ways to sense",
        )
    }
}

impl std::error::Error for UnknownPart {}

impl FromStr for OutpostParts {
    type Err = UnknownPart;

    /// Reads names that are joined by plus signs.
    fn from_str(names: &str) -> Result<OutpostParts, UnknownPart> {
        let mut parts = OutpostParts::default();
        for name in names.split('+') {
            match name {
                "no-filter" => parts.filter = false,
                "no-replies" => parts.replies = false,
                "no-danger" => parts.danger = false,
                "likeliest" => parts.order = BoardOrder::Likeliest,
                policy => parts.sensing = Some(policy.parse().map_err(|_| UnknownPart)?),
            }
        }
        Ok(parts)
    }
}

impl OutpostParts {
    const fn danger(self) -> f64 {
        if self.danger { DANGER } else { 1.0 }
    }

    const fn rule(self) -> Rule {
        Rule {
            danger: self.danger(),
            ..Rule::WEIGHTED_MEAN
        }
    }

    const fn value_of_sense(self) -> ValueOfSense {
        ValueOfSense {
            danger: self.danger(),
            boards: SENSE_BOARDS,
            doubling_cost: DOUBLING_COST,
        }
    }
}

/// Tracks the exact information set, weighs its boards, and plays for what is worth most by these weights.
///
/// The weights are those of a [`BoardWeigher`], multiplied by how likely the opponent's last move is for what it is worth, and,
/// where the agent is told who the opponent may be, by those of an [`IdentityFilter`], which are carried from turn to turn. The
/// sense is the one after which the best request is expected to be worth most, and a little that of having fewer boards. The
/// request is the one that is worth most over all boards. Both count a board on which the own king is lost for more than its
/// weight, and score a fair sample of the boards ([`BoardOrder::Priority`]).
pub struct Outpost {
    seed: u64,
    parts: OutpostParts,
    evaluator: Box<dyn Evaluator>,
    weigher: Arc<dyn BoardWeigher>,
    tracker: SetTracker<Thinking>,
}

/// A decision, as far as it is.
#[derive(Default)]
struct Thinking {
    weighing: Option<Box<dyn BoardWeighing>>,
    replies: Option<GoodReplies>,
    weights: Option<Vec<f32>>,
    rating: Option<Rating>,
}

impl Outpost {
    /// Creates the agent of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Outpost {
        Outpost {
            seed,
            parts: OutpostParts::default(),
            evaluator: Box::new(BuiltIn),
            weigher: Arc::new(UniformWeigher),
            tracker: SetTracker::new(AGENT_CAP),
        }
    }

    /// Replaces the evaluator.
    #[must_use]
    pub fn with_evaluator(self, evaluator: Box<dyn Evaluator>) -> Outpost {
        Outpost { evaluator, ..self }
    }

    /// Replaces the parts.
    #[must_use]
    pub fn with_parts(self, parts: OutpostParts) -> Outpost {
        Outpost { parts, ..self }
    }
}

impl fmt::Debug for Outpost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outpost")
            .field("seed", &self.seed)
            .field("parts", &self.parts)
            .field("evaluator", &self.evaluator.name())
            .finish_non_exhaustive()
    }
}

/// The weights of the boards of the set: by the network, by the filter, if one follows it, and by how good the opponent's last
/// move is.
fn weigh(
    tracked: &mut Tracked<Thinking>,
    parts: OutpostParts,
    weigher: &dyn BoardWeigher,
    told: &Observations,
    budget: &mut Budget<'_>,
) -> Result<Vec<f32>, Cancelled> {
    let thinking = tracked.thinking.get_or_insert_default();
    if let Some(weights) = &thinking.weights {
        return Ok(weights.clone());
    }
    let weighing = &mut thinking.weighing;
    let mut weights = siamese::weigh(weighing, weigher, told, &tracked.set, budget)?;
    if let Some(filter) = &tracked.filter {
        multiply_weights(&mut weights, &filter.weights(), EXPONENTS);
    } else if parts.replies {
        raise(&mut weights, EXPONENT);
    }
    if parts.replies && weights.len() > 1 {
        let replies = &mut thinking.replies;
        let replies = replies.get_or_insert_with(|| GoodReplies::new(&weights));
        replies.search(&tracked.set, budget)?;
        replies.weigh(&mut weights);
    }
    thinking.weights = Some(weights.clone());
    Ok(weights)
}

/// Raises weights to a power, and divides them by their sum.
fn raise(weights: &mut [f32], exponent: f32) {
    for weight in weights.iter_mut() {
        *weight = libm::powf(weight.max(f32::MIN_POSITIVE), exponent);
    }
    divide_by_sum(weights);
}

impl Agent for Outpost {
    fn name(&self) -> &'static str {
        "outpost"
    }

    fn set_evaluator(&mut self, evaluator: Box<dyn Evaluator>) {
        if evaluator.name() != self.evaluator.name() {
            // What the other one said is not mixed with it.
            self.tracker.think_anew();
        }
        self.evaluator = evaluator;
    }

    fn set_weigher(&mut self, weigher: Arc<dyn BoardWeigher>) {
        self.tracker.think_anew();
        self.weigher = weigher;
    }

    fn wants_weigher(&self) -> bool {
        true
    }

    fn set_players(&mut self, players: Arc<Players>) {
        if self.parts.filter {
            self.tracker.follow(players, FILTERED_BOARDS);
        }
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let Some(tracked) = self.tracker.catch_up(told, budget)? else {
            return self.tracker.sense_without_set(self.seed, told, budget);
        };
        if tracked.set.len() < 2 {
            return Ok(None);
        }
        let weights = weigh(tracked, self.parts, &*self.weigher, told, budget)?;
        let surveyed = (&tracked.set, &mut tracked.surveying);
        let evaluator = &mut *self.evaluator;
        match self.parts.sensing {
            None => sensing::choose_by_value(
                &self.parts.value_of_sense(),
                surveyed,
                &weights,
                (evaluator, Rng::for_decision(self.seed, told.log().len())),
                budget,
            ),
            Some(policy) => sensing::choose(
                policy,
                surveyed,
                Some(&weights),
                told,
                (evaluator, self.seed),
                budget,
            ),
        }
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
        if tracked.thinking.as_ref().is_none_or(|t| t.rating.is_none()) {
            let weights = weigh(tracked, self.parts, &*self.weigher, told, budget)?;
            let options = RatingOptions {
                rule: self.parts.rule(),
                quiet_plies: quiet_plies(told),
                weights: Some(weights),
                nodes: budget.left(),
                order: self.parts.order,
                score_all: false,
                fact_boards: None,
                safe_enough: Some(1.0),
            };
            let rating = Rating::new(&tracked.set, options, &mut rng());
            tracked.thinking.get_or_insert_default().rating = Some(rating);
        }
        let mut table = Vec::new();
        let thinking = tracked.thinking.get_or_insert_default();
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
    use rbc_belief::{Boards, InformationSet, Marginals};
    use rbc_rules::{Color, MoveResult, Observation, Position, Role, SenseResult, window};

    use super::*;
    use crate::{Random, Stop, play_game};

    /// Weighs boards by where Black's bishop stands.
    struct BishopOn([(Square, f32); 2]);

    struct Weights(Vec<f32>);

    impl BoardWeigher for BishopOn {
        fn start(
            &self,
            _: &Observations,
            set: &InformationSet,
            _: Option<&Marginals>,
        ) -> Box<dyn BoardWeighing> {
            let weight = |position: Position| {
                let on = |square: Square| position.board().role_at(square) == Some(Role::Bishop);
                let found = self.0.iter().find(|(square, _)| on(*square));
                found.map_or(0.0, |(_, weight)| *weight)
            };
            Box::new(Weights(set.positions().map(weight).collect()))
        }
    }

    impl BoardWeighing for Weights {
        fn advance(&mut self, _: &Boards) -> bool {
            true
        }

        fn hurry(&mut self) {}

        fn progress(&self) -> f64 {
            1.0
        }

        fn finish(&self) -> Vec<f32> {
            let sum: f32 = self.0.iter().sum();
            self.0.iter().map(|weight| weight / sum).collect()
        }
    }

    /// White has passed, and Black's move was not seen. If the bishop went to c5, it protects the pawn on d4, which the king
    /// could take.
    fn told(senses: usize) -> Observations {
        let start: Position = "2B2b1k/7p/8/8/3p4/3K4/7P/8 w - - 0 1"
            .parse()
            .expect("a FEN");
        let mut told = Observations::new(Color::White, &start);
        let begin = || Observation::TurnStart { capture: None };
        let nothing = || Observation::Sense(SenseResult::default());
        let pass = Observation::Move(MoveResult::default());
        let first = [begin(), nothing(), pass, begin()].into_iter();
        for observation in first.chain((0..senses).map(|_| nothing())) {
            told.push(observation).expect("in order");
        }
        told
    }

    fn player(parts: OutpostParts, on_c5: f32) -> Outpost {
        let mut player = Outpost::new(1).with_parts(parts);
        let squares = [(Square::F8, 1.0 - on_c5), (Square::C5, on_c5)];
        player.set_weigher(Arc::new(BishopOn(squares)));
        player
    }

    #[test]
    fn a_danger_to_the_king_counts_more_than_its_weight() {
        let takes = |danger: bool, on_c5: f32| {
            let parts = OutpostParts {
                danger,
                replies: false,
                ..OutpostParts::default()
            };
            let request = player(parts, on_c5).choose_move(&told(1), &mut Budget::nodes(20_000));
            request.expect("not cancelled").map(|m| m.to) == Some(Square::D4)
        };
        // The king captures as long as the danger is small, and with a price on danger it must be smaller.
        let risks = [0.0, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64];
        let taken = |danger: bool| risks.iter().filter(|risk| takes(danger, **risk)).count();
        assert!(takes(true, 0.0) && !takes(false, 0.64));
        assert!(
            taken(true) < taken(false),
            "{} {}",
            taken(true),
            taken(false)
        );
    }

    #[test]
    fn the_sense_looks_where_the_request_is_decided() {
        let mut player = player(OutpostParts::default(), 0.3);
        let square = player.choose_sense(&told(0), &mut Budget::nodes(4_000));
        let seen = window(square.expect("not cancelled").expect("something to learn"));
        assert!(seen.contains(Square::C5) || seen.contains(Square::F8));
    }

    #[test]
    fn a_decision_that_is_broken_off_is_the_same_when_it_is_made_again() {
        let fresh = |told: &Observations| {
            let mut player = player(OutpostParts::default(), 0.3);
            let square = player.choose_sense(told, &mut Budget::nodes(4_000));
            square.expect("not cancelled")
        };
        let told = told(0);
        for looks in 0..4 {
            let mut player = player(OutpostParts::default(), 0.3);
            let mut left = looks;
            let stop = move || match left {
                0 => Stop::Cancel,
                _ => {
                    left -= 1;
                    Stop::GoOn
                }
            };
            // It may be done before.
            let _ = player.choose_sense(&told, &mut Budget::new(None, Box::new(stop)));
            let again = player.choose_sense(&told, &mut Budget::nodes(4_000));
            assert_eq!(again, Ok(fresh(&told)), "{looks}");
        }
    }

    /// With a filter, too, all requests are allowed, and a player that begins in the middle plays on in the same way.
    #[test]
    fn a_game_with_a_filter_is_played_to_its_end() {
        let players: Players = include_str!("../../../models/players.txt")
            .parse()
            .expect("players");
        let players = Arc::new(players);
        let game = |seed: u64| {
            let mut outpost = Outpost::new(seed);
            outpost.set_players(Arc::clone(&players));
            let setup = rbc_rules::GameSetup {
                turn_limit: Some(30),
                ..rbc_rules::GameSetup::default()
            };
            let played = play_game(
                [&mut outpost, &mut Random::new(seed)],
                setup,
                &|| std::time::Duration::ZERO,
                &mut |_| Budget::nodes(300),
            );
            played.expect("only allowed requests").history
        };
        let first = game(3);
        assert_eq!(first, game(3));
        assert_eq!(first.winner, Some(Color::White));
    }

    #[test]
    fn the_product_of_weights_follows_both() {
        let told = told(0);
        let mut outpost = Outpost::new(1);
        let players: Players = include_str!("../../../models/players.txt")
            .parse()
            .expect("players");
        outpost.set_players(Arc::new(players));
        let mut budget = Budget::unlimited();
        let tracked = outpost.tracker.catch_up(&told, &mut budget);
        let tracked = tracked.expect("not cancelled").expect("a set");
        let filtered = tracked.filter.as_ref().expect("a small set").weights();
        let parts = OutpostParts {
            replies: false,
            ..OutpostParts::default()
        };
        let weights = weigh(tracked, parts, &UniformWeigher, &told, &mut budget);
        let weights = weights.expect("not cancelled");
        assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        // The network knows nothing here, so the order is the filter's.
        let order = |weights: &[f32]| {
            let mut order: Vec<usize> = (0..weights.len()).collect();
            order.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
            order
        };
        assert_eq!(order(&weights)[..3], order(&filtered)[..3]);
        let ratio = |weights: &[f32]| {
            let order = order(weights);
            weights[order[0]] / weights[order[1]]
        };
        let expected = libm::powf(ratio(&filtered), EXPONENTS[1]);
        assert!((ratio(&weights) - expected).abs() < 1e-3);
    }

    #[test]
    fn parts_have_names() {
        let parts: OutpostParts = "no-filter+no-replies+no-danger+likeliest+weighted"
            .parse()
            .expect("parts");
        let none = OutpostParts {
            filter: false,
            replies: false,
            danger: false,
            order: BoardOrder::Likeliest,
            sensing: Some(SensePolicy::Weighted),
        };
        assert_eq!(parts, none);
        assert_eq!("no-value".parse::<OutpostParts>(), Err(UnknownPart));
        assert!(crate::create("outpost+no-danger", 1).is_some());
        assert!(crate::create("outpost+", 1).is_none());
    }
}
