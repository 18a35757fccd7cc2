//! The rank of the true board among the boards of a decision, in several orders.

use clap::ValueEnum;
use rbc_agents::{
    Budget, EnginePool, FastBoard, KING_SCORE, Rng, Search,
    uci::{UciLimit, UciTask},
};
use rbc_belief::{Completeness, MoveLogit, Players};
use rbc_rules::{Color, GameHistory, Phase, record::verify::Replay};
use rbc_siamese::{BoardFeatures, Network, observation_features, softmin};
use serde::{Deserialize, Serialize};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

use super::candidates::Candidates;
use crate::{
    dataset_split::{Split, game_id},
    decisions::{Decision, Following, Movers, chosen, each_decision},
    engine_processes::{EngineShelf, LentEngine},
};

/// Upper bounds of the bins of weights, for calibration.
pub const BINS: [f64; 9] = [0.001, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0];

/// How the true board is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
pub enum Protocol {
    /// Among all boards of the set, or a random sample of them; boards of equal rank in random order
    #[default]
    Own,
    /// Among the same boards, but compared as the code released with the Siamese paper does: without the last one, and before
    /// all of equal rank
    PaperRanks,
    /// As the code released with the Siamese paper does: so compared, among boards that are cut off at 5,000, passes first
    Paper,
}

impl Protocol {
    /// Returns whether boards are compared as by the paper's code.
    const fn ranks_as_paper(self) -> bool {
        matches!(self, Protocol::PaperRanks | Protocol::Paper)
    }
}

/// The rank of the true board in an order.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Place {
    protocol: Protocol,
    /// Boards before it, and others of equal rank.
    before: usize,
    level: usize,
    /// All boards.
    pub boards: usize,
}

impl Place {
    /// Ranks the first of at least two boards; lower values come first.
    pub fn of_first(values: &[f32], protocol: Protocol) -> Place {
        let true_value = values[0];
        // `test_step` of the paper's `models.py` computes the distances of as many boards as there are false ones, the true one
        // being the first.
        let last = values.len() - usize::from(protocol.ranks_as_paper());
        let others = &values[1..last];
        let before = others.iter().filter(|v| **v < true_value).count();
        let level = others.iter().filter(|v| **v == true_value).count();
        Place {
            protocol,
            before,
            // Theirs takes the first of equals.
            level: if protocol.ranks_as_paper() { 0 } else { level },
            boards: values.len(),
        }
    }

    /// Ranks the same board by chance.
    pub fn by_chance(self) -> Place {
        let compared = self.boards - usize::from(self.protocol.ranks_as_paper());
        Place {
            before: 0,
            level: compared - 1,
            ..self
        }
    }

    /// Returns the chance that the true board is among the first `most`, with those of equal rank in random order.
    pub fn within(self, most: usize) -> f64 {
        let room = most.saturating_sub(self.before) as f64;
        (room / (self.level + 1) as f64).min(1.0)
    }

    /// Returns the chance that it is within the first `share` of the boards, rounded up. By the paper's protocol one more
    /// counts: its index, from 0, is compared with the share of the false boards.
    pub fn within_share(self, share: f64) -> f64 {
        let first = |boards: usize| (share * boards as f64).ceil() as usize;
        if self.protocol.ranks_as_paper() {
            self.within(first(self.boards - 1) + 1)
        } else {
            self.within(first(self.boards))
        }
    }

    /// Returns the expected number of boards before the true one.
    pub fn pick_distance(self) -> f64 {
        self.before as f64 + self.level as f64 / 2.0
    }
}

/// The ranks at one decision.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Weighed {
    pub opponent: String,
    /// Whether it was before the sense, not the move.
    pub is_sense: bool,
    /// The number of possible boards, and whether not all of them were weighed.
    pub set_size: f64,
    pub sampled: bool,
    pub network: Judged,
    pub evaluation: Option<Place>,
    pub engine: Option<Place>,
    /// The Bayes filter, and its product with the network, where a move policy is given.
    pub filter: Option<Judged>,
    pub product: Option<Judged>,
}

/// What weights of the boards say of the true one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judged {
    pub place: Place,
    /// The weight of the true board, among those that were weighed.
    pub weight: f64,
    /// For each bin: its boards, the sum of their weights, and whether the true one is among them.
    pub bins: [(u32, f64, bool); BINS.len()],
}

impl Judged {
    /// Judges the weights exp(-value), divided by their sum, where the first board is the true one.
    fn of_values(mut values: Vec<f32>, protocol: Protocol) -> Judged {
        let place = Place::of_first(&values, protocol);
        softmin(&mut values, 1.0);
        let mut bins = [(0, 0.0, false); BINS.len()];
        for &weight in &values {
            let bin = &mut bins[bin(weight.into())];
            bin.0 += 1;
            bin.1 += f64::from(weight);
        }
        bins[bin(values[0].into())].2 = true;
        Judged {
            place,
            weight: values[0].into(),
            bins,
        }
    }
}

/// The exponents that a fit of the product tries, for the network as for the filter.
pub const EXPONENTS: [f64; 12] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2];

/// The surprise at the true board by exponent of the network and of the filter, in nats, summed over decisions.
pub type Surprises = [[f64; EXPONENTS.len()]; EXPONENTS.len()];

/// Adds the surprise at the first board, whose weights are exp(-value) of each list of values, raised to the exponents,
/// multiplied, and divided by their sum.
fn add_surprises(network: &[f32], filter: &[f32], surprises: &mut Surprises) {
    let nearest = |values: &[f32]| values.iter().copied().fold(f32::INFINITY, f32::min);
    let (least_network, least_filter) = (nearest(network), nearest(filter));
    let powers = |value: f32, least: f32| {
        let value = f64::from(value) - f64::from(least);
        EXPONENTS.map(|exponent| (-exponent * value).exp())
    };
    let mut sums = Surprises::default();
    for (of_network, of_filter) in network.iter().zip(filter) {
        let by_filter = powers(*of_filter, least_filter);
        for (sums, power) in sums.iter_mut().zip(powers(*of_network, least_network)) {
            for (sum, other) in sums.iter_mut().zip(by_filter) {
                *sum += power * other;
            }
        }
    }
    let of_true = |values: &[f32], least: f32| f64::from(values[0]) - f64::from(least);
    let true_network = of_true(network, least_network);
    let true_filter = of_true(filter, least_filter);
    for (i, a) in EXPONENTS.into_iter().enumerate() {
        for (j, b) in EXPONENTS.into_iter().enumerate() {
            surprises[i][j] += sums[i][j].ln() + a * true_network + b * true_filter;
        }
    }
}

fn bin(weight: f64) -> usize {
    BINS.iter()
        .position(|bound| weight <= *bound)
        .unwrap_or(BINS.len() - 1)
}

/// One game's decisions with more than one board, and the number of those with only one.
#[derive(Serialize, Deserialize)]
pub struct Game {
    /// See [`game_id`].
    pub id: String,
    pub decided: Vec<Weighed>,
    pub certain: usize,
    pub broken_off: usize,
    /// Decisions left out as the set was a sample: see [`Weigher::filter`].
    pub beyond_cap: usize,
    /// Where players are told apart.
    pub recognised: Vec<Recognised>,
    /// See [`Weigher::fits_exponents`].
    pub surprises: Option<Box<Surprises>>,
}

/// The name of the player that stands for all whose names are not in the list.
pub const OTHERS: &str = "(others)";

/// How well a side knows its opponent after some moves of it.
#[derive(Serialize, Deserialize)]
pub struct Recognised {
    /// The opponent, or [`OTHERS`].
    pub player: String,
    /// The moves, one of [`RECOGNISED_AFTER`].
    pub moves: usize,
    /// The probability that it is this player.
    pub probability: f64,
    /// The same as the weights of boards count it.
    pub of_weights: f64,
    /// Whether no other player is as likely.
    pub likeliest: bool,
}

/// Moves of the opponent after which it is asked who it is.
pub const RECOGNISED_AFTER: [usize; 4] = [5, 10, 20, 40];

/// How the moves of opponents are foretold.
pub enum Foretold {
    /// By one policy for all.
    Alike(MoveLogit),
    /// By the policies of the players that they may be.
    ByPlayer(Box<Players>),
}

/// Orders the boards of decisions.
pub struct Weigher {
    /// The network.
    pub network: Network,
    /// The chess engine, if one is asked, and its depth.
    pub engine: Option<(EngineShelf, u32)>,
    /// Whether the search of captures is asked.
    pub with_evaluation: bool,
    /// Whether the network, and the filter by players, are told who the opponent is.
    pub tell_opponents: bool,
    /// How likely the opponent's moves are, if boards are weighted by them, too. Then all orders are compared where the
    /// set is exact: in a sample, which may lack the true board, the filter has no weight for it.
    pub filter: Option<Foretold>,
    /// The exponents of the network's and the filter's weights in their product.
    pub exponents: [f32; 2],
    /// Whether other exponents are tried.
    pub fits_exponents: bool,
    /// How the true board is looked for.
    pub protocol: Protocol,
    /// Maximum boards of a decision by [`Protocol::Own`].
    pub boards: usize,
    /// Maximum decisions of a game.
    pub decisions: Option<usize>,
    /// Only games of this part.
    pub part: Option<(Split, String)>,
    /// How far sets are followed.
    pub following: Following,
    /// Seed of the samples.
    pub seed: u64,
}

/// What orders boards besides the network, for one game.
struct Judges {
    search: Search,
    engine: Option<(LentEngine, u32)>,
}

impl Weigher {
    /// Orders the boards of all decisions of a game; `None` if it is of another part.
    pub fn game(&self, game: &GameHistory) -> Option<Game> {
        let id = game_id(game);
        if let Some((split, part)) = &self.part
            && split.get(&id) != Some(part)
        {
            return None;
        }
        let hash = u64::from_str_radix(&id, 16).unwrap_or_default();
        let mut rng = Rng::new(self.seed ^ hash);
        let mut judges = Judges {
            search: Search::new(),
            engine: self
                .engine
                .as_ref()
                .map(|(shelf, depth)| (shelf.lend(), *depth)),
        };
        let most = self.decisions;
        let mut chosen = most.map(|most| chosen(2 * game.plies(), most, &mut rng));
        let mut weighed = Game {
            id,
            decided: Vec::new(),
            certain: 0,
            broken_off: 0,
            beyond_cap: 0,
            recognised: Vec::new(),
            surprises: self.fits_exponents.then(Box::default),
        };
        let mut candidates = Color::ALL.map(|color| {
            let start = Replay::new(game).position().clone();
            (self.protocol == Protocol::Paper).then(|| Candidates::new(color, &start))
        });
        let filters = self.filter.is_some();
        // Of each side's opponent.
        let players = Color::ALL.map(|color| self.player(game.name(!color)));
        let named = Color::ALL.map(|color| self.only(players[color.fold_wb(0, 1)]));
        let movers = named.each_ref().map(|named| match (&self.filter, named) {
            (None, _) => None,
            (_, Some(named)) => Some(Movers::Players(named)),
            (Some(Foretold::Alike(policy)), None) => Some(Movers::Policy(policy)),
            (Some(Foretold::ByPlayer(players)), None) => Some(Movers::Players(players)),
        });
        let broken_off = each_decision(game, self.following, movers, |decision| {
            if decision.told.phase() == Phase::Sense {
                let player = players[decision.told.color().fold_wb(0, 1)];
                let recognised = self.recognise(&decision, player);
                weighed.recognised.extend(recognised);
            }
            let candidates = &mut candidates[decision.told.color().fold_wb(0, 1)];
            if let Some(candidates) = candidates {
                candidates.catch_up(decision.told, &mut rng);
                if candidates.is_empty() {
                    return;
                }
            }
            let candidates = candidates.as_ref();
            if chosen.as_mut().and_then(Iterator::next) == Some(false) {
                return;
            }
            if filters && decision.set.completeness() != Completeness::Exact {
                weighed.beyond_cap += 1;
                return;
            }
            let surprises = weighed.surprises.as_deref_mut();
            match self.decision(
                game,
                (&decision, candidates),
                &mut rng,
                &mut judges,
                surprises,
            ) {
                Some(decision) => weighed.decided.push(decision),
                None => weighed.certain += 1,
            }
        });
        let lost = candidates.iter().flatten().filter(|c| c.is_empty());
        weighed.broken_off = broken_off.len() + lost.count();
        Some(weighed)
    }

    /// Which of the players that the filter tells apart has this name.
    fn player<'a>(&self, name: Option<&'a str>) -> &'a str {
        let Some(Foretold::ByPlayer(players)) = &self.filter else {
            return OTHERS;
        };
        let mut known = players.players().iter();
        name.filter(|name| known.any(|player| player.name == *name))
            .unwrap_or(OTHERS)
    }

    /// The list of this player alone, if it is told to the filter.
    fn only(&self, player: &str) -> Option<Players> {
        match &self.filter {
            Some(Foretold::ByPlayer(players)) if self.tell_opponents => players.only(player),
            _ => None,
        }
    }

    /// How well a side knows its opponent, the `player` of the list, after some moves of it.
    fn recognise(&self, decision: &Decision<'_>, player: &str) -> Option<Recognised> {
        let moves = decision.ply.div_ceil(2);
        let Some(Foretold::ByPlayer(players)) = &self.filter else {
            return None;
        };
        if self.tell_opponents || !RECOGNISED_AFTER.contains(&moves) {
            return None;
        }
        let [of_each, of_weights] = decision.players()?;
        let index = players.players().iter().position(|p| p.name == player)?;
        let likelier = of_each.iter().filter(|of| **of >= of_each[index]).count();
        Some(Recognised {
            player: player.to_owned(),
            moves,
            probability: of_each[index],
            of_weights: of_weights[index],
            likeliest: likelier == 1,
        })
    }

    /// Returns `None` if only one board is possible.
    fn decision(
        &self,
        game: &GameHistory,
        (decision, candidates): (&Decision<'_>, Option<&Candidates>),
        rng: &mut Rng,
        judges: &mut Judges,
        surprises: Option<&mut Surprises>,
    ) -> Option<Weighed> {
        let (told, set) = (decision.told, decision.set);
        let (boards, sampled) = match candidates {
            Some(candidates) => candidates.with_truth(decision.truth)?,
            None => decision.boards(self.boards, rng)?,
        };
        if boards.len() < 2 {
            return None;
        }
        let opponent = game.name(!told.color()).unwrap_or_default().to_owned();
        let known = self.tell_opponents.then_some(opponent.as_str());
        let planes = observation_features(told, &set.survey().marginals, set.estimated_len());
        let observed = self.network.observe(&planes, known);
        let features = BoardFeatures::new(set.own());
        let mut values = vec![0.0; boards.len()];
        self.network
            .distances(&observed, &features, &boards, &mut values);
        let filtered = decision.filtered(&boards).map(|mut weights| {
            weights.iter_mut().for_each(|weight| *weight = -weight.ln());
            weights
        });
        if let (Some(filtered), Some(surprises)) = (&filtered, surprises) {
            add_surprises(&values, filtered, surprises);
        }
        let product = filtered.as_ref().map(|filtered| {
            let [of_network, of_filter] = self.exponents;
            let pairs = values.iter().zip(filtered);
            let values = pairs.map(|(n, f)| of_network * n + of_filter * f).collect();
            Judged::of_values(values, self.protocol)
        });
        let frame = set.frame();
        let fast: Vec<FastBoard> = boards
            .iter()
            .map(|board| FastBoard::new(&frame.position(*board)))
            .collect();
        let evaluation = self
            .with_evaluation
            .then(|| Place::of_first(&by_search(&fast, &mut judges.search), self.protocol));
        let engine = judges.engine.as_mut().map(|(engine, depth)| {
            let scores = by_engine(&fast, engine, *depth, &mut judges.search);
            Place::of_first(&scores, self.protocol)
        });
        Some(Weighed {
            opponent,
            is_sense: told.phase() == Phase::Sense,
            set_size: set.estimated_len(),
            sampled,
            network: Judged::of_values(values, self.protocol),
            evaluation,
            engine,
            filter: filtered.map(|values| Judged::of_values(values, self.protocol)),
            product,
        })
    }
}

/// Ranks the boards by their value to the player after captures, lowest first: the opponent has just moved, and tried to
/// play well.
fn by_search(boards: &[FastBoard], search: &mut Search) -> Vec<f32> {
    let score = |board| search.score(board, 0) as f32;
    boards.iter().map(score).collect()
}

/// Does the same by a chess engine. Boards on which the player can capture the king come last. Boards that are illegal or
/// final in chess, and those on which the engine fails, are scored by the search.
fn by_engine(
    boards: &[FastBoard],
    engine: &mut impl EnginePool,
    depth: u32,
    search: &mut Search,
) -> Vec<f32> {
    let mut tasks = Vec::new();
    let mut asked = Vec::new();
    for (i, board) in boards.iter().enumerate() {
        let fen = board.fen();
        if !board.can_capture_king() && is_played_on(&fen) {
            asked.push(i);
            tasks.push(UciTask {
                fen,
                moves: Vec::new(),
                limit: UciLimit::Depth(depth),
            });
        }
    }
    let answers = engine.answer(&tasks, &mut Budget::unlimited());
    let mut scores: Vec<Option<i32>> = vec![None; boards.len()];
    for (i, answer) in asked.into_iter().zip(answers.unwrap_or_default()) {
        let best = answer.as_ref().and_then(|answer| answer.lines.first());
        scores[i] = best.map(|(_, score)| score.of_move());
    }
    boards
        .iter()
        .zip(scores)
        .map(|(board, score)| match score {
            Some(score) => score as f32,
            None if board.can_capture_king() => KING_SCORE as f32,
            None => search.score(board, 0) as f32,
        })
        .collect()
}

/// Returns whether a position is legal in chess and has a move: engines may crash on others.
fn is_played_on(fen: &str) -> bool {
    let chess = fen
        .parse()
        .ok()
        .and_then(|fen: Fen| fen.into_position::<Chess>(CastlingMode::Standard).ok());
    chess.is_some_and(|chess| !chess.legal_moves().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_what_stands_level_as_in_random_order() {
        let place = Place::of_first(&[2.0, 1.0, 2.0, 3.0, 2.0], Protocol::Own);
        assert_eq!((place.before, place.level, place.boards), (1, 2, 5));
        assert_eq!(place.within(1), 0.0);
        assert!((place.within(2) - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(place.within(4), 1.0);
        assert_eq!(place.pick_distance(), 2.0);
        let level = Place::of_first(&[0.0; 10], Protocol::Own).by_chance();
        assert!((level.within(1) - 0.1).abs() < 1e-12);
        assert!((level.within_share(0.5) - 0.5).abs() < 1e-12);
        // NaN compares with nothing.
        assert_eq!(Place::of_first(&[f32::NAN, 1.0], Protocol::Own).before, 0);
    }

    #[test]
    fn the_papers_protocol_leaves_out_the_last_board_and_prefers_the_true_one() {
        let place = |values: &[f32]| Place::of_first(values, Protocol::Paper);
        // The last one would be before, and the second is level.
        let first = place(&[2.0, 2.0, 3.0, 1.0]);
        assert_eq!((first.before, first.level, first.boards), (0, 0, 4));
        assert_eq!((first.within(1), first.pick_distance()), (1.0, 0.0));
        // Index 1 of 5 false boards is within their first 20 %, index 2 is not.
        let second = [1.0, 0.0, 2.0, 2.0, 2.0, 2.0];
        assert_eq!(place(&second).within_share(0.2), 1.0);
        let third = [1.0, 0.0, 0.0, 2.0, 2.0, 2.0];
        assert_eq!(place(&third).within_share(0.2), 0.0);
        // Of one false board, which is not compared, chance is never wrong.
        assert_eq!(place(&[2.0, 1.0]).by_chance().within(1), 1.0);
        assert!((place(&second).by_chance().within(1) - 0.2).abs() < 1e-12);
        let ranked = Place::of_first(&third, Protocol::PaperRanks);
        assert_eq!((ranked.before, ranked.level, ranked.boards), (2, 0, 6));
    }

    #[test]
    fn surprises_are_those_of_the_weights() {
        let (network, filter) = ([1.0, 0.5, 4.0], [3.0, 3.5, 0.25]);
        let mut surprises = Surprises::default();
        add_surprises(&network, &filter, &mut surprises);
        add_surprises(&network, &filter, &mut surprises);
        for (i, a) in EXPONENTS.into_iter().enumerate() {
            for (j, b) in EXPONENTS.into_iter().enumerate() {
                let pairs = network.iter().zip(&filter);
                let values = pairs.map(|(n, f)| (a * f64::from(*n) + b * f64::from(*f)) as f32);
                let expected = -2.0
                    * Judged::of_values(values.collect(), Protocol::Own)
                        .weight
                        .ln();
                assert!((surprises[i][j] - expected).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn weights_fall_into_bins_up_to_their_bounds() {
        assert_eq!(bin(0.0), 0);
        assert_eq!(bin(0.001), 0);
        assert_eq!(bin(0.5), 6);
        assert_eq!(bin(1.0), 8);
        assert_eq!(bin(1.000_001), 8);
    }
}
