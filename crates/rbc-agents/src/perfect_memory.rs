//! One believed board, searched like the true one.

use std::fmt;

use rbc_belief::BelievedBoard;
use rbc_rules::{Move, Observations, Piece, Position, Square, window};
use shakmaty::attacks;

use crate::{
    Agent, Budget, BuiltIn, Cancelled, DEFAULT_NODES, Evaluator, FastBoard, Rng,
    chess_forest::Forest, fast_board::FastMove, mcts::TreeGame as _, piece_square::PAWN,
    quiet_plies,
};

/// The board that a [`PerfectMemory`] searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum View {
    /// The board that is known without any memory ([`BelievedBoard::observed_position`]).
    Observed,
    /// The believed board.
    #[default]
    Believed,
}

/// Believes in one board ([`BelievedBoard`]) and makes the move that a tree search (UCT, [`mcts`](crate::mcts)) finds best there: the
/// *Perfect Memory* agent of Uriarte and Ontañón, "Single Believe State Generation for Handling Partial Observability with MCTS in
/// StarCraft", AIIDE workshop 2017, carried over to chess.
///
/// The paper compares it with an agent that knows no more than it sees ([`View::Observed`]), and with one that sees everything
/// ([`search_board`]).
///
/// StarCraft has no sense to be chosen. Ours goes where most is out of date ([`stalest_square`]).
pub struct PerfectMemory {
    seed: u64,
    view: View,
    /// Playouts for each move, where they and not the nodes are to bound it.
    playouts: Option<u32>,
    evaluator: Box<dyn Evaluator>,
    /// The search of a decision that was broken off, and what was told at that decision.
    thinking: Option<(Observations, BoardSearch)>,
}

impl fmt::Debug for PerfectMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerfectMemory")
            .field("seed", &self.seed)
            .field("view", &self.view)
            .field("evaluator", &self.evaluator.name())
            .finish_non_exhaustive()
    }
}

impl PerfectMemory {
    /// Creates the agent of `seed`, which breaks ties between squares.
    #[must_use]
    pub fn new(seed: u64) -> PerfectMemory {
        PerfectMemory {
            seed,
            view: View::default(),
            playouts: None,
            evaluator: Box::new(BuiltIn),
            thinking: None,
        }
    }

    /// Replaces the evaluator.
    #[must_use]
    pub fn with_evaluator(self, evaluator: Box<dyn Evaluator>) -> PerfectMemory {
        PerfectMemory { evaluator, ..self }
    }

    /// Replaces the board that is searched. The senses stay the same.
    #[must_use]
    pub fn with_view(self, view: View) -> PerfectMemory {
        PerfectMemory { view, ..self }
    }

    /// Sets the playouts for each move, fewer only where the budget does not suffice.
    #[must_use]
    pub fn with_playouts(self, playouts: u32) -> PerfectMemory {
        PerfectMemory {
            playouts: Some(playouts),
            ..self
        }
    }
}

/// Playouts after which a move is chosen, however many nodes are left.
const MOST_PLAYOUTS: u32 = 6_400;

/// The search of one board.
struct BoardSearch {
    forest: Forest,
}

impl BoardSearch {
    fn new(position: &Position) -> BoardSearch {
        let mut forest = Forest::default();
        forest.plant(FastBoard::new(position));
        BoardSearch { forest }
    }

    /// Searches until the budget is used up, or so many playouts are made.
    fn advance(
        &mut self,
        playouts: Option<u32>,
        evaluator: &mut dyn Evaluator,
        budget: &mut Budget<'_>,
    ) -> Result<(), Cancelled> {
        if self.forest.tree(0).root().result().is_some() {
            // The king can be captured, or is not there: nothing to search.
            budget.should_stop()?;
            return Ok(());
        }
        let total = match playouts {
            None => budget.limit().unwrap_or(DEFAULT_NODES),
            Some(_) => budget.limit().unwrap_or(u64::MAX),
        };
        let most = playouts.unwrap_or(MOST_PLAYOUTS);
        while self.forest.nodes() < total && self.forest.tree(0).playouts() < most {
            budget.report(self.forest.nodes() as f32 / total as f32);
            if !self.forest.playouts(0..1, evaluator, budget)? {
                break;
            }
        }
        Ok(())
    }
}

/// What a move may be worth less than the best and be chosen, as a chance to win, so that games differ.
const MARGIN: f32 = 0.003;
/// Plies without a pawn move or a capture after which such moves may be worth less by the greater margin: at 100 the game would be a draw,
/// and a won position has many moves that are as good.
const PATIENCE: usize = 16;
const PROGRESS_MARGIN: f32 = 0.04;
/// Moves with fewer playouts than this share of the best one's are not known well enough.
const KNOWN_SHARE: f32 = 0.3;
const PROGRESS_SHARE: f32 = 0.03;

impl BoardSearch {
    /// The best move, or one that is as good by chance; after many quiet plies rather one that is not quiet.
    fn choice(&self, quiet_plies: usize, rng: &mut Rng) -> Option<Move> {
        let tree = self.forest.tree(0);
        let board = &tree.root().0;
        let best = tree.best()?;
        let best = tree.root_moves().find(|m| m.m == best)?;
        let near = |share: f32, margin: f32| {
            tree.root_moves().filter(move |m| {
                m.playouts as f32 >= share * best.playouts as f32 && m.mean >= best.mean - margin
            })
        };
        let mut moves: Vec<FastMove> = Vec::new();
        if quiet_plies >= PATIENCE {
            let progress = near(PROGRESS_SHARE, PROGRESS_MARGIN).map(|m| m.m);
            moves.extend(
                progress.filter(|m| board.role_at(m.from()) == PAWN || board.captures_piece(*m)),
            );
        }
        if moves.is_empty() {
            moves.extend(near(KNOWN_SHARE, MARGIN).map(|m| m.m));
        }
        if best.playouts == 0 {
            moves = vec![best.m];
        }
        rng.pick(&moves).and_then(FastMove::as_move)
    }
}

/// The result of [`search_board`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchedBoard {
    /// The move that is chosen; `None` to pass.
    pub request: Option<Move>,
    /// Moves that a playout began with.
    pub tried: usize,
    /// All moves of the board.
    pub moves: usize,
}

/// The move that the same search chooses on a board that is known: what [`PerfectMemory`] would play if it saw everything. It searches
/// for so many playouts, and goes by the same rule after many quiet plies.
///
/// For experiments. No [`Agent`] is given a position, so none can play so.
///
/// ```
/// use rbc_agents::{Budget, BuiltIn, Rng, perfect_memory::search_board};
/// let position = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1".parse()?;
/// let budget = &mut Budget::unlimited();
/// let best = search_board(&position, 1_000, 0, &mut Rng::new(1), &mut BuiltIn, budget)?;
/// assert_eq!(best.request.map(|m| m.to_string()).as_deref(), Some("c3d5"));
/// assert_eq!(best.tried, best.moves);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the budget is cancelled.
pub fn search_board(
    position: &Position,
    playouts: u32,
    quiet_plies: usize,
    rng: &mut Rng,
    evaluator: &mut dyn Evaluator,
    budget: &mut Budget<'_>,
) -> Result<SearchedBoard, Cancelled> {
    let mut search = BoardSearch::new(position);
    search.advance(Some(playouts), evaluator, budget)?;
    let tree = search.forest.tree(0);
    Ok(SearchedBoard {
        request: search.choice(quiet_plies, rng),
        tried: tree.root_moves().filter(|m| m.playouts > 0).count(),
        moves: tree.root_moves().count(),
    })
}

/// Turns after which a square is as much out of date as it can be.
const OLDEST: u32 = 8;
/// What each turn counts on any square; for each piece that could have gone there, three at most; where a piece is believed; and within
/// two squares of the own king.
const ANYWHERE: u32 = 2;
const FOR_EACH_PIECE: u32 = 1;
const WHERE_BELIEVED: u32 = 2;
const NEAR_KING: u32 = 3;
/// What it counts to see what has just captured.
const CAPTURER: u32 = 60;
/// What a square counts for each piece that could have gone there and would attack the own king from it.
const DANGER: u32 = 30;

/// Where to sense: the window in which most is out of date.
///
/// Each of its squares counts by the turns since it was seen or stood on, more where believed pieces stand or could have gone, and near
/// the own king. More than that count the square of what has just captured, and squares from which something may attack the king.
/// Windows that count as much are told apart by `rng`.
pub fn stalest_square(believed: &BelievedBoard, rng: &mut Rng) -> Square {
    let position = believed.position();
    let board = position.board();
    let color = believed.color();
    let king = board.king_of(color);
    let mut could_be = [0; 64];
    let mut dangers = [0; 64];
    for (i, piece) in believed.pieces().iter().enumerate() {
        let reach = believed.reach(i);
        // Where own pieces stand in the way they do so for certain.
        let theirs = Piece {
            color: !color,
            role: piece.role,
        };
        for square in reach {
            could_be[square.to_usize()] += 1;
            let attacks = attacks::attacks(square, theirs, board.occupied());
            if king.is_some_and(|king| attacks.contains(king)) {
                dangers[square.to_usize()] += 1;
            }
        }
    }
    let counts = Square::ALL.map(|square| {
        let at = square.to_usize();
        let age = believed.age(square).min(OLDEST);
        if age == 0 {
            return 0;
        }
        let mut weight = ANYWHERE + FOR_EACH_PIECE * could_be[at].min(3);
        if board.by_color(!color).contains(square) {
            weight += WHERE_BELIEVED;
        }
        if king.is_some_and(|king| king.distance(square) <= 2) {
            weight += NEAR_KING;
        }
        let capturer = u32::from(believed.capturer_on() == Some(square));
        age * weight + capturer * CAPTURER + dangers[at] * DANGER
    });
    // Windows at the edge are parts of others.
    let inner = Square::ALL
        .into_iter()
        .filter(|sq| window(*sq).count() == 9);
    let sums: Vec<(u32, Square)> = inner
        .map(|center| {
            let squares = window(center).into_iter();
            (squares.map(|sq| counts[sq.to_usize()]).sum(), center)
        })
        .collect();
    let most = sums.iter().map(|(sum, _)| *sum).max().unwrap_or(0);
    let best: Vec<Square> = sums
        .iter()
        .filter(|(sum, _)| *sum == most)
        .map(|(_, square)| *square)
        .collect();
    rng.pick(&best).unwrap_or(Square::E4)
}

impl Agent for PerfectMemory {
    fn name(&self) -> &'static str {
        "perfect-memory"
    }

    fn set_evaluator(&mut self, evaluator: Box<dyn Evaluator>) {
        if evaluator.name() != self.evaluator.name() {
            self.thinking = None;
        }
        self.evaluator = evaluator;
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        budget.should_stop()?;
        let mut rng = Rng::for_decision(self.seed, told.log().len());
        Ok(Some(stalest_square(&BelievedBoard::after(told), &mut rng)))
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let begun = self.thinking.take().filter(|(before, _)| before == told);
        let (_, search) = self.thinking.insert(begun.unwrap_or_else(|| {
            let believed = BelievedBoard::after(told);
            let position = match self.view {
                View::Observed => believed.observed_position(),
                View::Believed => believed.position(),
            };
            (told.clone(), BoardSearch::new(&position))
        }));
        search.advance(self.playouts, &mut *self.evaluator, budget)?;
        let mut rng = Rng::for_decision(self.seed, told.log().len());
        let best = search.choice(quiet_plies(told), &mut rng);
        self.thinking = None;
        Ok(best.filter(|m| told.own().may_request(*m)))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rbc_rules::{Color, GameSetup, Observation, SenseResult};

    use super::*;
    use crate::{Random, play_game};

    fn told(color: Color, fen: &str, observations: &[Observation]) -> Observations {
        let start = fen.parse().expect("a position");
        let mut told = Observations::new(color, &start);
        for observation in observations {
            told.push(observation.clone()).expect("in order");
        }
        told
    }

    #[test]
    fn it_looks_at_what_captured() {
        let fen = "4k3/8/8/8/1r6/8/8/RN2K3 b Q - 0 1";
        let begins = [Observation::TurnStart {
            capture: Some(Square::B1),
        }];
        let told = told(Color::White, fen, &begins);
        let square = PerfectMemory::new(1)
            .choose_sense(&told, &mut Budget::unlimited())
            .expect("decides");
        let sees = square.is_some_and(|sq| window(sq).contains(Square::B1));
        assert!(sees, "{square:?}");
    }

    #[test]
    fn what_was_seen_earlier_is_remembered() {
        let fen = "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1";
        let begins = [
            Observation::TurnStart { capture: None },
            Observation::Sense(SenseResult::default()),
        ];
        let told = told(Color::White, fen, &begins);
        let decide = |view| {
            PerfectMemory::new(1)
                .with_view(view)
                .choose_move(&told, &mut Budget::nodes(10_000))
                .expect("decides")
                .map(|m| m.to_string())
        };
        assert_eq!(decide(View::Believed).as_deref(), Some("d1d8"));
        assert_ne!(decide(View::Observed).as_deref(), Some("d1d8"));
    }

    #[test]
    fn odd_boards_are_played_on() {
        for fen in [
            "8/8/3p4/8/8/3P4/8/8 w - - 0 1",
            "4k1k1/8/4k3/8/8/8/4K3/K2K4 w - - 0 1",
            "qqqqkqqq/pppppppp/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
            "1k6/8/8/8/8/8/8/8 w - - 0 1",
            "P7/8/8/8/8/8/8/p3K2k w - - 0 1",
        ] {
            for view in [View::Observed, View::Believed] {
                let mut white = PerfectMemory::new(1).with_view(view);
                let setup = GameSetup {
                    start: fen.parse().expect("a position"),
                    ..GameSetup::default()
                };
                let game = play_game(
                    [&mut white, &mut Random::new(2)],
                    setup,
                    &|| Duration::ZERO,
                    &mut |_| Budget::nodes(300),
                );
                assert!(game.is_ok(), "{fen}");
            }
        }
    }
}
