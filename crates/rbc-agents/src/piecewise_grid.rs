//! A grid of probabilities for each opposing piece, and boards sampled from them.

use std::{collections::BTreeMap, fmt};

use rbc_belief::{
    GridRules, InformationSet, MoveClass, MoveWeigher, PackedBoard, PiecewiseGrid as Grid,
    SampledBoard,
};
use rbc_rules::{Color, Move, Observation, Observations, Position, Square};

use crate::{
    Agent, Budget, BuiltIn, Cancelled, Evaluator, FastBoard, RatedRequest, Rating, RatingOptions,
    Rng, Search,
    fast_board::FastMove,
    hsuc::{blind_request, quiet_plies},
    random::random_sense,
};

/// Boards drawn for the choice of a move,
const DRAWN_BOARDS: usize = 200;
/// and between two looks at the budget: what there is at least.
const DRAWN_AT_ONCE: usize = 50;
/// Nodes for the opponent's moves of one turn, after which no more of the boards drawn for that are looked at: ten times what
/// it takes in the median. With many queens there is no end of it.
const MOST_WEIGHING_NODES: u64 = 15_000;
/// Share of the drawn boards' weight on which a request may lose the king and yet be held to be safe: grids
/// join what does not go together, and one odd board in hundreds is not to forbid everything.
const SAFE_ENOUGH: f64 = 0.004;
/// Centipawns by which a move may be behind the best and be one of the best, and a good one.
const BEST_MARGIN: i32 = 20;
const GOOD_MARGIN: i32 = 120;
/// By the paper's rules there is one best move of a board, and others as good.
const PAPER_BEST_MARGIN: i32 = 0;
/// What requests may be worth less than the best and still be chosen.
const MARGIN: f64 = 0.002;

/// Plays from a [piecewise grid](rbc_belief::piecewise_grid), after LaSalle Bot (Highley, Funk and Okin, 2020): it
/// senses where the grids are least certain, samples boards from them, and makes the request that is best over those
/// ([`Rating`]).
///
/// With [`GridRules::Paper`] belief and sense follow the paper's rules where ours differ, and moves of the opponent that give
/// check or pin a piece are good ones. The choice of the request is the same.
pub struct PiecewiseGrid {
    seed: u64,
    rules: GridRules,
    evaluator: Box<dyn Evaluator>,
    weigher: BySearch,
    tracker: Option<Tracker>,
}

/// The grids of one game, and what they took in.
struct Tracker {
    color: Color,
    start: Position,
    seen: Vec<Observation>,
    grid: Grid,
    /// The boards for the choice of a move, as many as were drawn when the decision was broken off.
    drawing: Option<Drawing>,
    /// The table of requests, as far as it was when the decision was broken off.
    rating: Option<Rating>,
}

/// Boards that are being drawn.
struct Drawing {
    boards: Vec<SampledBoard>,
    rng: Rng,
}

impl Tracker {
    /// Forgets what was thought about the move.
    fn think_anew(&mut self) {
        self.drawing = None;
        self.rating = None;
    }

    /// Draws boards, fewer when the budget says to decide at once.
    fn draw(&mut self, rng: Rng, budget: &mut Budget<'_>) -> Result<Drawing, Cancelled> {
        let mut drawing = self.drawing.take().unwrap_or_else(|| Drawing {
            boards: Vec::with_capacity(DRAWN_BOARDS),
            rng,
        });
        loop {
            let Drawing { boards, rng } = &mut drawing;
            let left = DRAWN_BOARDS.saturating_sub(boards.len());
            match budget.should_stop() {
                Ok(stop) if left == 0 || stop && !boards.is_empty() => return Ok(drawing),
                Ok(_) => {
                    let draw = &mut || rng.next_u64();
                    boards.extend(self.grid.sample(left.min(DRAWN_AT_ONCE), draw));
                }
                Err(cancelled) => {
                    self.drawing = Some(drawing);
                    return Err(cancelled);
                }
            }
        }
    }
}

impl fmt::Debug for PiecewiseGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PiecewiseGrid")
            .field("seed", &self.seed)
            .field("rules", &self.rules)
            .field("evaluator", &self.evaluator.name())
            .field("grid", &self.tracker.as_ref().map(|tracker| &tracker.grid))
            .finish_non_exhaustive()
    }
}

impl PiecewiseGrid {
    /// Creates the agent of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> PiecewiseGrid {
        PiecewiseGrid {
            seed,
            rules: GridRules::default(),
            evaluator: Box::new(BuiltIn),
            weigher: BySearch::new(GridRules::default()),
            tracker: None,
        }
    }

    /// Replaces the rules of belief and sense.
    #[must_use]
    pub fn with_rules(self, rules: GridRules) -> PiecewiseGrid {
        PiecewiseGrid {
            rules,
            weigher: BySearch::new(rules),
            tracker: None,
            ..self
        }
    }

    /// Replaces the evaluator.
    #[must_use]
    pub fn with_evaluator(self, evaluator: Box<dyn Evaluator>) -> PiecewiseGrid {
        PiecewiseGrid { evaluator, ..self }
    }

    /// Returns the grids of the last decision, or `None` before the first.
    #[must_use]
    pub fn grid(&self) -> Option<&Grid> {
        self.tracker.as_ref().map(|tracker| &tracker.grid)
    }

    /// Rates every request and the pass, best first. Empty when there are no grids.
    ///
    /// # Errors
    ///
    /// When the budget is cancelled.
    pub fn rate_requests(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<RatedRequest>, Cancelled> {
        let rng = self.rng(told);
        let Some(tracker) = self.catch_up(told, budget)? else {
            return Ok(Vec::new());
        };
        if tracker.rating.is_none() {
            let Drawing { boards, mut rng } = tracker.draw(rng, budget)?;
            let Some((set, weights)) = set_of(tracker.grid.color(), boards) else {
                return Ok(Vec::new());
            };
            let options = RatingOptions {
                quiet_plies: quiet_plies(told),
                nodes: budget.left(),
                weights: Some(weights),
                safe_enough: Some(SAFE_ENOUGH),
                ..RatingOptions::default()
            };
            tracker.rating = Some(Rating::new(&set, options, &mut rng));
        }
        let (Some(tracker), evaluator) = (&mut self.tracker, &mut *self.evaluator) else {
            return Ok(Vec::new());
        };
        let Some(rating) = &mut tracker.rating else {
            return Ok(Vec::new());
        };
        while !rating.advance(evaluator, budget)? {}
        let table = rating.table();
        tracker.rating = None;
        Ok(table)
    }

    fn rng(&self, told: &Observations) -> Rng {
        Rng::for_decision(self.seed, told.log().len())
    }

    /// The grids after everything that was told. `None` when there are none: the opponent has too many pieces.
    fn catch_up(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<&mut Tracker>, Cancelled> {
        let follows = self.tracker.as_ref().is_some_and(|tracker| {
            tracker.color == told.color()
                && tracker.start == *told.start()
                && told.log().starts_with(&tracker.seen)
        });
        if !follows {
            let grid = Grid::new(told.color(), told.start()).ok();
            self.tracker = grid.map(|grid| Tracker {
                color: told.color(),
                start: told.start().clone(),
                seen: Vec::new(),
                grid: grid.with_rules(self.rules),
                drawing: None,
                rating: None,
            });
        }
        let Some(tracker) = &mut self.tracker else {
            return Ok(None);
        };
        // There is no decision without the grids: "move now" waits for them, "cancel" does not.
        for observation in &told.log()[tracker.seen.len()..] {
            tracker.think_anew();
            self.weigher.begin();
            tracker
                .grid
                .observe_weighing(observation, &mut self.weigher);
            tracker.seen.push(observation.clone());
            budget.should_stop()?;
        }
        Ok(self.tracker.as_mut())
    }
}

/// The distinct ones of `drawn`, and the weight of each in the set's order.
fn set_of(me: Color, drawn: Vec<SampledBoard>) -> Option<(InformationSet, Vec<f32>)> {
    let mut weights: BTreeMap<PackedBoard, f64> = BTreeMap::new();
    let mut positions = Vec::new();
    for board in drawn {
        let packed = PackedBoard::pack(&board.position, me).ok()?;
        let weight = weights.entry(packed).or_insert_with(|| {
            positions.push(board.position);
            0.0
        });
        *weight += board.weight;
    }
    let set = InformationSet::of(me, &positions, DRAWN_BOARDS).ok()?;
    let weight = |board| weights.get(&board).map_or(0.0, |w| *w as f32);
    let weights = set.boards().iter().map(weight).collect();
    Some((set, weights))
}

/// Classes by the captures that follow a move.
struct BySearch {
    rules: GridRules,
    search: Search,
    scores: Vec<i32>,
    /// Nodes before the present observation.
    before: u64,
}

impl BySearch {
    fn new(rules: GridRules) -> BySearch {
        BySearch {
            rules,
            search: Search::new(),
            scores: Vec::with_capacity(128),
            before: 0,
        }
    }

    /// Another observation is taken in.
    const fn begin(&mut self) {
        self.before = self.search.nodes();
    }
}

impl MoveWeigher for BySearch {
    fn classify(&mut self, position: &Position, moves: &[Move], classes: &mut Vec<MoveClass>) {
        let board = FastBoard::new(position);
        self.scores.clear();
        let fast = moves.iter().map(|m| -> FastMove { (*m).into() });
        let mut watch = || false;
        let _ = self
            .search
            .scores(&board, fast, 0, &mut self.scores, &mut watch);
        let best = self.scores.iter().copied().max().unwrap_or(0);
        let best_margin = match self.rules {
            GridRules::Outpost => BEST_MARGIN,
            GridRules::Paper => PAPER_BEST_MARGIN,
        };
        let of_move = |(score, m): (&i32, &Move)| match best - score {
            behind if behind <= best_margin => MoveClass::Best,
            behind if behind <= GOOD_MARGIN => MoveClass::Good,
            _ if self.rules == GridRules::Paper && checks_or_pins(&board, *m) => MoveClass::Good,
            _ => MoveClass::Other,
        };
        classes.extend(self.scores.iter().zip(moves).map(of_move));
    }

    fn has_done_enough(&self) -> bool {
        self.search.nodes() - self.before >= MOST_WEIGHING_NODES
    }
}

/// Whether a move attacks the king of the other side, or pins one more of its pieces.
fn checks_or_pins(before: &FastBoard, m: Move) -> bool {
    let mut after = *before;
    after.push(Some(m));
    after.king_attacked() || after.pinned(after.turn) > before.pinned(after.turn)
}

impl Agent for PiecewiseGrid {
    fn name(&self) -> &'static str {
        match self.rules {
            GridRules::Outpost => "piecewise-grid",
            GridRules::Paper => "piecewise-grid+paper",
        }
    }

    fn set_evaluator(&mut self, evaluator: Box<dyn Evaluator>) {
        if evaluator.name() != self.evaluator.name()
            && let Some(tracker) = &mut self.tracker
        {
            // What the other one said is not mixed with it.
            tracker.think_anew();
        }
        self.evaluator = evaluator;
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let seed = self.seed;
        Ok(match self.catch_up(told, budget)? {
            Some(tracker) => Some(tracker.grid.best_sense()),
            None => random_sense(seed, told),
        })
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let rated = self.rate_requests(told, budget)?;
        let mut rng = self.rng(told);
        if rated.is_empty() {
            return Ok(blind_request(told.own(), &mut rng));
        }
        let best = rated[0];
        let as_good: Vec<Option<Move>> = rated
            .iter()
            .take_while(|r| r.depth == best.depth && r.value >= best.value - MARGIN)
            .filter(|r| r.loses_king <= best.loses_king && r.captures_king >= best.captures_king)
            .map(|r| r.request)
            .collect();
        Ok(rng.pick(&as_good).flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stop;

    /// Fifteen queens on each side: captures without end.
    const QUEENS: &str =
        "k1q1q1q1/1q1q1q1q/Q1q1q1q1/1q1q1q1q/q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/KQ1Q1Q2 w - - 0 1";

    /// What White was told after it passed, and whatever Black did.
    fn after_a_pass(fen: &str) -> Observations {
        let start: Position = fen.parse().expect("a position");
        let mut told = Observations::new(Color::White, &start);
        for observation in [
            Observation::TurnStart { capture: None },
            Observation::Sense(rbc_rules::SenseResult::default()),
            Observation::Move(rbc_rules::MoveResult::default()),
            Observation::TurnStart { capture: None },
        ] {
            told.push(observation).expect("in order");
        }
        told
    }

    #[test]
    fn the_opponents_moves_are_weighed_in_bounded_work() {
        for (fen, all) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                true,
            ),
            (QUEENS, false),
        ] {
            let told = after_a_pass(fen);
            let mut player = PiecewiseGrid::new(1);
            let sense = player.choose_sense(&told, &mut Budget::unlimited());
            assert!(matches!(sense, Ok(Some(_))));
            // One board is begun before the last node, and takes half of a question's at most.
            let nodes = player.weigher.search.nodes();
            assert!(nodes <= MOST_WEIGHING_NODES + 45_000, "{nodes}");
            assert_eq!(nodes < MOST_WEIGHING_NODES, all, "{nodes}");
            let grid = player.grid().expect("few enough pieces");
            for piece in grid.pieces() {
                let standing: f64 = Square::ALL.iter().map(|sq| piece.stands_on(*sq)).sum();
                assert!((standing + piece.captured() - 1.0).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn by_the_paper_checks_and_pins_are_good_moves() {
        // The rook is attacked: it gives itself up with check, goes away, or stays.
        let position: Position = "6k1/8/8/5r2/8/4P2Q/3N4/3K4 b - - 0 1"
            .parse()
            .expect("a FEN");
        let moves = |all: [&str; 3]| all.map(|m| m.parse::<Move>().expect("a move"));
        let classes = |rules| {
            let mut classes = Vec::new();
            let moves = moves(["f5f1", "f5f8", "g8h8"]);
            BySearch::new(rules).classify(&position, &moves, &mut classes);
            classes
        };
        let (best, good, other) = (MoveClass::Best, MoveClass::Good, MoveClass::Other);
        assert_eq!(classes(GridRules::Outpost), [other, best, other]);
        assert_eq!(classes(GridRules::Paper), [good, best, other]);
        let board = FastBoard::new(&position);
        let found = moves(["f5f1", "f5d5", "f5f2"]).map(|m| checks_or_pins(&board, m));
        assert_eq!(found, [true, true, false]);
    }

    #[test]
    fn boards_are_drawn_while_there_is_time() {
        let told = after_a_pass("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let draw = |allowed: usize| {
            let mut player = PiecewiseGrid::new(1);
            let rng = player.rng(&told);
            let tracker = player.catch_up(&told, &mut Budget::unlimited());
            let tracker = tracker.expect("not cancelled").expect("few enough pieces");
            let mut looks = 0;
            let stop = || {
                looks += 1;
                if looks > allowed {
                    Stop::MoveNow
                } else {
                    Stop::GoOn
                }
            };
            let drawing = tracker.draw(rng, &mut Budget::new(None, Box::new(stop)));
            drawing.expect("not cancelled").boards
        };
        let all = draw(usize::MAX);
        assert_eq!(all.len(), DRAWN_BOARDS);
        for (allowed, drawn) in [(0, 1), (1, 1), (2, 2), (3, 3), (9, 4)] {
            assert_eq!(draw(allowed), all[..drawn * DRAWN_AT_ONCE]);
        }
    }

    #[test]
    fn who_breaks_off_at_every_other_look_gets_the_same_request() {
        let told = after_a_pass("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let decide = |player: &mut PiecewiseGrid, breaks_off: bool| {
            let mut looks = 0;
            let mut calls = 0;
            loop {
                calls += 1;
                let stop = || {
                    looks += 1;
                    if breaks_off && looks % 2 == 0 {
                        Stop::Cancel
                    } else {
                        Stop::GoOn
                    }
                };
                let mut budget = Budget::new(None, Box::new(stop));
                if let Ok(request) = player.choose_move(&told, &mut budget) {
                    return (request, calls);
                }
            }
        };
        let (at_once, calls) = decide(&mut PiecewiseGrid::new(1), false);
        assert_eq!(calls, 1);
        let (in_parts, calls) = decide(&mut PiecewiseGrid::new(1), true);
        assert!(in_parts == at_once && calls > 4);
    }
}
