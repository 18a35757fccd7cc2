//! The piecewise grid: for each opposing piece, its probability on each square.
//!
//! After Highley, Funk and Okin, "Dealing with Uncertainty: A Piecewise Grid Agent for Reconnaissance Blind Chess",
//! Journal of Computing Sciences in Colleges 35(8), 2020. Theirs keeps 32 grids, one for each piece of the game. The
//! own pieces are known exactly ([`OwnSide`]), so only the opponent's have grids here.
//!
//! Where the paper's rules and ours differ, [`GridRules`] chooses.
//!
//! Pieces are treated as nearly independent: a grid is a marginal, and only evidence connects grids. This keeps them
//! small (a few kilobytes) and sometimes wrong, so every step handles the case that nothing possible fits:
//!
//! | told | what follows |
//! | --- | --- |
//! | the opponent moved | every move that the grids allow gets a probability (best, good and other moves of sampled boards, and all moves evenly); the grids become the mixture |
//! | a capture notice | only moves that capture there; the capturer stands there |
//! | a sense | *roll-back*: moves that it rules out give their probability to the others, and pieces return to where they came from; seen pieces are assigned to the likeliest piece of their role; the others are not in the window |
//! | more of a role seen than there can be | *promotion*: the likeliest pawn has become one |
//! | a piece seen that was held to be captured | *resurrection*: another one is taken to have been captured |
//! | an own move | the way is free; a blocker stands where it ended; a capture took the likeliest piece |
//! | nothing fits a piece | *recovery*: it is spread over all squares not ruled out, the nearer to where it was the likelier |

mod balance;
mod constants;
mod opponent_move;
mod own_move;
mod sampling;
mod sense;
mod targets;
mod window_values;

use std::num::NonZeroU32;

use rbc_rules::{Bitboard, Color, Observation, OwnSide, Position, Role, Square, window};

pub use self::{
    constants::*,
    opponent_move::{CapturesAreGood, MoveClass, MoveWeigher},
    sampling::SampledBoard,
};
use self::{opponent_move::LastMove, targets::Field};
use crate::{TooManyPieces, packed::PackedBoard};

/// Places of a grid: 64 squares for the piece as it began, and 64 for what a pawn has become.
const PLACES: usize = 128;
/// The place of a promoted pawn on a square is this much after the square's.
const PROMOTED: usize = 64;
/// Most pieces of a side.
const MOST_PIECES: usize = PackedBoard::MAX_PIECES;

/// The grid of one opposing piece.
#[derive(Clone, PartialEq, Debug)]
pub struct PieceGrid {
    role: Role,
    promotion: Role,
    columns: u8,
    captured: f64,
    places: [f64; PLACES],
}

impl PieceGrid {
    fn new(role: Role, square: Square) -> PieceGrid {
        let mut places = [0.0; PLACES];
        places[square.to_usize()] = 1.0;
        PieceGrid {
            role,
            promotion: Role::Queen,
            columns: 1 << square.file().to_u32(),
            captured: 0.0,
            places,
        }
    }

    /// Returns its role at the start of the game.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// Returns the role of a promoted pawn: a queen, unless something else was seen.
    #[must_use]
    pub const fn promotion(&self) -> Role {
        self.promotion
    }

    /// Returns the probability that it is on `square` with its first role. All of these, those of
    /// [`promoted_at`](Self::promoted_at) and [`captured`](Self::captured) sum to 1.
    #[must_use]
    pub const fn at(&self, square: Square) -> f64 {
        self.places[square.to_usize()]
    }

    /// Returns the probability that it is on `square` as its [`promotion`](Self::promotion).
    #[must_use]
    pub const fn promoted_at(&self, square: Square) -> f64 {
        self.places[PROMOTED + square.to_usize()]
    }

    /// Returns the probability that it is on `square` with any role.
    #[must_use]
    pub const fn stands_on(&self, square: Square) -> f64 {
        self.at(square) + self.promoted_at(square)
    }

    /// Returns the probability that it was captured.
    #[must_use]
    pub const fn captured(&self) -> f64 {
        self.captured
    }

    /// Returns the probability that it is a promoted pawn on the board.
    #[must_use]
    pub fn promoted(&self) -> f64 {
        self.places[PROMOTED..].iter().sum()
    }

    /// Returns the files on which it may be as a pawn, bit 0 for the a-file. A pawn leaves its file only by a
    /// capture, which is told. Meaningless for other pieces.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// What stands on a place.
    const fn role_on(&self, place: usize) -> Role {
        if place < PROMOTED {
            self.role
        } else {
            self.promotion
        }
    }

    /// The probability that it stands on `square` as a `role`.
    fn as_role(&self, square: Square, role: Role) -> f64 {
        let mut sum = 0.0;
        if self.role == role {
            sum += self.at(square);
        }
        if self.promotion == role {
            sum += self.promoted_at(square);
        }
        sum
    }

    fn standing(&self) -> f64 {
        self.places.iter().sum()
    }

    fn fix_at(&mut self, place: usize) {
        self.places = [0.0; PLACES];
        self.places[place] = 1.0;
        self.captured = 0.0;
    }

    /// Takes it off `squares`.
    fn remove(&mut self, squares: Bitboard) {
        for square in squares {
            self.places[square.to_usize()] = 0.0;
            self.places[PROMOTED + square.to_usize()] = 0.0;
        }
    }
}

/// Whose rules a [`PiecewiseGrid`] follows where the paper's and this project's differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GridRules {
    /// This project's.
    #[default]
    Outpost,
    /// The paper's, with numbers that follow its words ([`PAPER_SHARES`] and so on):
    ///
    /// - The opponent's move goes by the classes of the sampled boards alone, and other moves than best and good ones are
    ///   very unlikely. Moves on none of those boards are not considered.
    /// - When the opponent captures, pieces above 0.99 are locked where they are, and each piece is the capturer in
    ///   proportion to its chance of standing where it attacks the square.
    /// - A sense goes where any one piece is least certain: to the window with the most uncertainty of those that hold
    ///   that square. The uncertainty of a piece on a square is `min(p, 1 - p)`, more where it attacks the king, pins a piece
    ///   or is about to promote, and far less where it attacks nothing. (The paper's text has `|0.5 - p|`, which contradicts
    ///   its own examples: 0 for 0 and 1, 0.5 for one half.)
    Paper,
}

/// An own capture, and which piece it may have been of.
#[derive(Clone, PartialEq, Debug)]
struct CaptureNote {
    suspects: [f64; MOST_PIECES],
}

/// One side's belief about the opposing pieces.
///
/// ```
/// use rbc_belief::PiecewiseGrid;
/// use rbc_rules::{Color, Observation, Position, Role, Square};
/// let mut grid = PiecewiseGrid::new(Color::Black, &Position::initial())?;
/// assert_eq!(grid.probability(Square::E2, Role::Pawn), 1.0);
/// grid.observe(&Observation::TurnStart { capture: None });
/// let e2 = grid.probability(Square::E2, Role::Pawn);
/// assert!(e2 < 1.0 && e2 > 0.7);
/// # Ok::<_, rbc_belief::TooManyPieces>(())
/// ```
#[derive(Clone, Debug)]
pub struct PiecewiseGrid {
    rules: GridRules,
    own: OwnSide,
    turn: Color,
    opens: Color,
    fullmoves: NonZeroU32,
    own_en_passant: Option<Square>,
    observed: usize,
    pieces: Vec<PieceGrid>,
    captures: Vec<CaptureNote>,
    /// The probability that the opponent may still castle with the rook of the a-file, the h-file.
    castling: [f64; 2],
    /// The probability that the last move was a double step of a pawn, by file.
    double_steps: [f64; 8],
    last_move: Option<LastMove>,
    /// Pieces that were seen since the opponent's last move.
    seen: u16,
    /// Squares on which no piece of the opponent's can be since its last move, the own ones included.
    ruled_out: Bitboard,
}

impl PiecewiseGrid {
    /// Creates the belief of `me` at the start of a game from `start`, where everything is known.
    ///
    /// # Errors
    ///
    /// When the opponent has more than 16 pieces.
    pub fn new(me: Color, start: &Position) -> Result<PiecewiseGrid, TooManyPieces> {
        let board = start.board();
        let count = board.by_color(!me).count();
        if count > MOST_PIECES {
            return Err(TooManyPieces { pieces: count });
        }
        let mut pieces = Vec::with_capacity(count);
        for square in board.by_color(!me) {
            if let Some(role) = board.role_at(square) {
                pieces.push(PieceGrid::new(role, square));
            }
        }
        // In the order of their importance, as boards are drawn.
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.role));
        let own = start.own_side(me);
        let castling = corners(!me)
            .map(|corner| f64::from(u8::from(start.castling_rights().contains(corner))));
        let mut double_steps = [0.0; 8];
        if let Some(square) = start.ep_square()
            && start.turn() == me
        {
            double_steps[square.file().to_usize()] = 1.0;
        }
        Ok(PiecewiseGrid {
            rules: GridRules::default(),
            turn: start.turn(),
            opens: start.turn(),
            fullmoves: NonZeroU32::new(start.fullmoves()).unwrap_or(NonZeroU32::MIN),
            own_en_passant: start.ep_square().filter(|_| start.turn() != me),
            observed: 0,
            pieces,
            captures: Vec::new(),
            castling,
            double_steps,
            last_move: None,
            seen: 0,
            ruled_out: own.pieces(),
            own,
        })
    }

    /// Replaces the rules.
    #[must_use]
    pub fn with_rules(self, rules: GridRules) -> PiecewiseGrid {
        PiecewiseGrid { rules, ..self }
    }

    /// Returns the side whose belief this is.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.own.color()
    }

    /// Returns the side's own pieces.
    #[must_use]
    pub const fn own(&self) -> &OwnSide {
        &self.own
    }

    /// Returns the opposing pieces: the king first, pawns last.
    #[must_use]
    pub fn pieces(&self) -> &[PieceGrid] {
        &self.pieces
    }

    /// Returns the number of observations processed.
    #[must_use]
    pub const fn observed(&self) -> usize {
        self.observed
    }

    /// Returns the number of opposing pieces captured.
    #[must_use]
    pub const fn captured(&self) -> usize {
        self.captures.len()
    }

    /// Returns the probability that an opposing `role` is on `square` now.
    #[must_use]
    pub fn probability(&self, square: Square, role: Role) -> f64 {
        let sum: f64 = self.pieces.iter().map(|p| p.as_role(square, role)).sum();
        sum.min(1.0)
    }

    /// Processes one observation, with moves weighted by [`CapturesAreGood`].
    pub fn observe(&mut self, observation: &Observation) {
        self.observe_weighing(observation, &mut CapturesAreGood);
    }

    /// Processes one observation that [`Observations::push`](rbc_rules::Observations::push) has accepted.
    pub fn observe_weighing(&mut self, observation: &Observation, weigher: &mut dyn MoveWeigher) {
        match observation {
            Observation::TurnStart { capture } => {
                if self.observed > 0 || self.opens != self.color() {
                    self.opponent_moved(*capture, weigher);
                    self.end_turn(!self.color());
                }
            }
            Observation::Sense(result) => {
                if let Some(center) = result.square {
                    let seen: Vec<(Square, Role)> = result
                        .contents
                        .iter()
                        .filter_map(|(square, piece)| Some((*square, (*piece)?)))
                        .filter(|(_, piece)| piece.color != self.color())
                        .map(|(square, piece)| (square, piece.role))
                        .collect();
                    self.sensed(window(center), &seen);
                }
            }
            Observation::Move(result) => {
                self.own_moved(result);
                self.end_turn(self.color());
            }
        }
        self.observed += 1;
    }

    fn end_turn(&mut self, mover: Color) {
        if mover == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = !mover;
    }

    const fn opponent(&self) -> Color {
        match self.own.color() {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The own side before the opponent's move.
    const fn field(&self) -> Field {
        Field {
            mover: self.opponent(),
            own: self.own.pieces(),
            en_passant: self.own_en_passant,
        }
    }
}

const fn square_of(place: usize) -> Square {
    Square::new((place % PROMOTED) as u32)
}

/// 1 on the square itself, less with each king's step.
fn nearness(a: Square, b: Square) -> f64 {
    libm::pow(STEP_DECAY, f64::from(a.distance(b)))
}

fn scale_places(places: &mut [f64; PLACES], wanted: f64) {
    let sum: f64 = places.iter().sum();
    if sum > 0.0 {
        for mass in places {
            *mass *= wanted / sum;
        }
    }
}

/// The homes of the rooks that castle: on the a-file, on the h-file.
fn corners(color: Color) -> [Square; 2] {
    color.fold_wb([Square::A1, Square::H1], [Square::A8, Square::H8])
}

fn king_home(color: Color) -> Square {
    color.fold_wb(Square::E1, Square::E8)
}

#[cfg(test)]
mod tests {
    use rbc_rules::{Move, MoveResult, Observations, SenseResult};

    use super::*;

    fn grid(me: Color, fen: &str) -> (PiecewiseGrid, Observations) {
        let start: Position = fen.parse().expect("a position");
        let grid = PiecewiseGrid::new(me, &start).expect("at most 16 pieces");
        (grid, Observations::new(me, &start))
    }

    fn tell(grid: &mut PiecewiseGrid, told: &mut Observations, observation: Observation) {
        told.push(observation.clone()).expect("it can follow");
        grid.observe(&observation);
    }

    fn begin(grid: &mut PiecewiseGrid, told: &mut Observations, capture: Option<Square>) {
        tell(grid, told, Observation::TurnStart { capture });
    }

    /// A sense at `square` of the true board `fen`.
    fn sense(grid: &mut PiecewiseGrid, told: &mut Observations, square: Option<Square>, fen: &str) {
        let truth: Position = fen.parse().expect("a position");
        tell(grid, told, Observation::Sense(truth.sense(square)));
    }

    fn request(
        grid: &mut PiecewiseGrid,
        told: &mut Observations,
        [requested, taken]: [&str; 2],
        capture: Option<Square>,
    ) {
        let result = MoveResult {
            requested: requested.parse().ok(),
            taken: taken.parse().ok(),
            capture,
        };
        tell(grid, told, Observation::Move(result));
    }

    const NO_SENSE: Observation = Observation::Sense(SenseResult {
        square: None,
        contents: Vec::new(),
    });

    #[test]
    fn a_capturer_stands_where_it_captured() {
        // The knight and the pawn can take on d5, the rook cannot.
        let (mut grid, mut told) = grid(Color::White, "r3k3/8/2n1p3/3P4/8/8/8/4K3 b - - 0 1");
        begin(&mut grid, &mut told, Some(Square::D5));
        let pawn = grid.probability(Square::D5, Role::Pawn);
        assert_eq!(grid.probability(Square::D5, Role::Knight), 0.0);
        assert!((pawn - 1.0).abs() < 1e-9);

        let (mut grid, mut told) = self::grid(Color::White, "r3k3/8/1n2p3/3P4/8/8/8/4K3 b - - 0 1");
        begin(&mut grid, &mut told, Some(Square::D5));
        let pawn = grid.probability(Square::D5, Role::Pawn);
        let knight = grid.probability(Square::D5, Role::Knight);
        assert!(pawn > 0.1 && knight > 0.1 && (pawn + knight - 1.0).abs() < 1e-9);
        assert_eq!(grid.probability(Square::A8, Role::Rook), 1.0);
    }

    #[test]
    fn pawns_change_columns_only_by_captures() {
        let fen = "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1";
        let (mut grid, mut told) = grid(Color::White, fen);
        begin(&mut grid, &mut told, None);
        let pawn = |grid: &PiecewiseGrid| grid.pieces()[1].clone();
        assert_eq!(pawn(&grid).columns(), 0b1_0000);
        let (mut grid, mut told) = self::grid(Color::White, "4k3/8/4p3/3P4/8/8/8/4K3 b - - 0 1");
        begin(&mut grid, &mut told, Some(Square::D5));
        assert_eq!(pawn(&grid).columns(), 0b1_1000);
        assert!(pawn(&grid).at(Square::D5) > 0.99);
    }

    #[test]
    fn a_sense_rolls_moves_back() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let (mut grid, mut told) = grid(Color::White, start);
        begin(&mut grid, &mut told, None);
        tell(&mut grid, &mut told, NO_SENSE);
        request(&mut grid, &mut told, ["g1f3", "g1f3"], None);
        begin(&mut grid, &mut told, None);
        let before = grid.probability(Square::B8, Role::Knight);
        let pawn = grid.probability(Square::D7, Role::Pawn);
        assert!(before < 0.99 && pawn < 0.99);
        // The king's knight has moved, so nothing else has.
        let truth = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2";
        sense(&mut grid, &mut told, Some(Square::F6), truth);
        for (square, role) in [
            (Square::F6, Role::Knight),
            (Square::B8, Role::Knight),
            (Square::D7, Role::Pawn),
            (Square::A7, Role::Pawn),
        ] {
            let p = grid.probability(square, role);
            assert!(p > 0.99, "{role:?} on {square}: {p}");
        }
    }

    #[test]
    fn nothing_seen_gives_the_rest_its_probability() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        let (mut grid, mut told) = grid(Color::White, start);
        begin(&mut grid, &mut told, None);
        let before = grid.probability(Square::C6, Role::Knight);
        let truth = "rnbqkbnr/ppp1pppp/3p4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2";
        sense(&mut grid, &mut told, Some(Square::G6), truth);
        assert!(grid.probability(Square::C6, Role::Knight) > before);
        // What would have moved there is back at home.
        assert!((grid.probability(Square::G7, Role::Pawn) - 1.0).abs() < 1e-9);
        let knight = grid.pieces().iter().filter(|p| p.role() == Role::Knight);
        assert!(
            knight
                .clone()
                .all(|p| p.at(Square::F6) == 0.0 && p.at(Square::H6) == 0.0)
        );
    }

    #[test]
    fn a_piece_seen_again_was_not_captured() {
        // A knight or a bishop came to d4, unseen, and was captured there.
        let (mut grid, mut told) = grid(Color::White, "4k3/8/2n2b2/8/8/4P3/8/4K3 b - - 0 1");
        begin(&mut grid, &mut told, None);
        tell(&mut grid, &mut told, NO_SENSE);
        request(&mut grid, &mut told, ["e3d4", "e3d4"], Some(Square::D4));
        let captured = |grid: &PiecewiseGrid, role: Role| {
            let piece = grid.pieces().iter().find(|p| p.role() == role);
            piece.expect("it was there").captured()
        };
        assert_eq!(grid.captured(), 1);
        let (knight, bishop) = (captured(&grid, Role::Knight), captured(&grid, Role::Bishop));
        assert!(knight > 0.2 && bishop > 0.2 && (knight + bishop - 1.0).abs() < 1e-9);
        begin(&mut grid, &mut told, None);
        let truth = "8/3k4/2n5/8/3P4/8/8/4K3 w - - 1 2";
        sense(&mut grid, &mut told, Some(Square::C6), truth);
        assert_eq!(captured(&grid, Role::Knight), 0.0);
        assert_eq!(captured(&grid, Role::Bishop), 1.0);
        assert_eq!(grid.probability(Square::C6, Role::Knight), 1.0);
    }

    #[test]
    fn a_captured_piece_that_turns_up_is_resurrected() {
        let (mut grid, mut told) = grid(Color::White, "4k3/8/2n2b2/8/8/4P3/8/4K3 b - - 0 1");
        begin(&mut grid, &mut told, None);
        tell(&mut grid, &mut told, NO_SENSE);
        request(&mut grid, &mut told, ["e3d4", "e3d4"], Some(Square::D4));
        // Suppose that the grids had settled for the knight.
        let knight = grid.pieces.iter().position(|p| p.role == Role::Knight);
        let knight = knight.expect("it was there");
        grid.captures[0].suspects = [0.0; MOST_PIECES];
        grid.captures[0].suspects[knight] = 1.0;
        grid.balance_captures();
        grid.normalise();
        assert_eq!(grid.pieces[knight].captured(), 1.0);
        begin(&mut grid, &mut told, None);
        let truth = "8/3k4/2n5/8/3P4/8/8/4K3 w - - 1 2";
        sense(&mut grid, &mut told, Some(Square::C6), truth);
        assert_eq!(grid.pieces[knight].captured(), 0.0);
        assert_eq!(grid.probability(Square::C6, Role::Knight), 1.0);
        let bishop = grid.pieces.iter().find(|p| p.role == Role::Bishop);
        assert!(bishop.expect("it was there").captured() > 0.9);
    }

    #[test]
    fn one_queen_too_many_was_a_pawn() {
        let (mut grid, mut told) = grid(Color::White, "q3k3/8/8/8/8/8/p5p1/2R1K3 b - - 0 1");
        begin(&mut grid, &mut told, None);
        assert!(grid.probability(Square::A1, Role::Queen) > 0.01);
        tell(&mut grid, &mut told, NO_SENSE);
        request(&mut grid, &mut told, ["c1c2", "c1c2"], None);
        begin(&mut grid, &mut told, None);
        let truth = "q3k3/8/8/8/8/8/p1R5/4K1q1 w - - 0 3";
        sense(&mut grid, &mut told, Some(Square::G2), truth);
        let promoted: Vec<&PieceGrid> = grid
            .pieces()
            .iter()
            .filter(|p| p.promoted() > 0.5)
            .collect();
        assert_eq!(promoted.len(), 1);
        assert_eq!(promoted[0].promoted_at(Square::G1), 1.0);
        let queen = grid.pieces().iter().find(|p| p.role() == Role::Queen);
        assert_eq!(queen.map(|p| p.at(Square::G1)), Some(0.0));
    }

    #[test]
    fn a_stopped_pawn_and_a_way_tell_of_squares() {
        let (mut grid, mut told) = grid(Color::White, "4k3/8/3n4/8/8/8/4P3/R3K3 b - - 0 1");
        begin(&mut grid, &mut told, None);
        assert!(grid.probability(Square::E4, Role::Knight) < 0.5);
        tell(&mut grid, &mut told, NO_SENSE);
        request(&mut grid, &mut told, ["e2e4", "e2e3"], None);
        assert!(grid.probability(Square::E4, Role::Knight) > 0.99);

        let (mut grid, mut told) = self::grid(Color::White, "4k3/8/3n4/8/8/8/4P3/R3K3 b - - 0 1");
        begin(&mut grid, &mut told, None);
        tell(&mut grid, &mut told, NO_SENSE);
        request(&mut grid, &mut told, ["e2e4", "e2e4"], None);
        assert_eq!(grid.probability(Square::E4, Role::Knight), 0.0);
    }

    #[test]
    fn what_is_ruled_out_everywhere_is_spread_again() {
        let (mut grid, _) = grid(Color::White, "4k3/8/3n4/8/8/8/4P3/R3K3 b - - 0 1");
        grid.observe(&Observation::TurnStart { capture: None });
        grid.rule_out(!Bitboard::from_square(Square::H3), 0);
        for piece in grid.pieces() {
            assert!((piece.standing() - 1.0).abs() < 1e-9);
        }
        // A capture that nothing can have made.
        grid.opponent_moved(Some(Square::A1), &mut CapturesAreGood);
        let on_corner: f64 = grid.pieces().iter().map(|p| p.stands_on(Square::A1)).sum();
        assert!((on_corner - 1.0).abs() < 1e-6, "{on_corner}");
    }

    #[test]
    fn threats_to_the_king_draw_the_sense() {
        let (mut grid, mut told) = grid(
            Color::White,
            "4k3/pppppppp/8/8/3n4/8/PPPP1PPP/4K3 b - - 0 1",
        );
        begin(&mut grid, &mut told, None);
        // On f3 the knight attacks the king.
        assert!(window(grid.best_sense()).contains(Square::F3));
    }

    /// The grids of `fen` by the paper's rules.
    fn by_the_paper(me: Color, fen: &str) -> (PiecewiseGrid, Observations) {
        let (grid, told) = grid(me, fen);
        (grid.with_rules(GridRules::Paper), told)
    }

    #[test]
    fn by_the_paper_a_locked_piece_blocks_a_capturer() {
        // The rook behind the pawn cannot have captured on d4, which the knight can.
        let fen = "3rk3/8/3p4/5n2/3P4/8/8/4K3 b - - 0 1";
        let (mut paper, mut told) = by_the_paper(Color::White, fen);
        begin(&mut paper, &mut told, Some(Square::D4));
        assert_eq!(paper.probability(Square::D4, Role::Rook), 0.0);
        assert!((paper.probability(Square::D4, Role::Knight) - 1.0).abs() < 1e-9);
        // Both can, and both stand where they can for certain.
        let (mut paper, mut told) =
            by_the_paper(Color::White, "3rk3/8/8/5n2/3P4/8/8/4K3 b - - 0 1");
        begin(&mut paper, &mut told, Some(Square::D4));
        for role in [Role::Rook, Role::Knight] {
            let p = paper.probability(Square::D4, role);
            assert!((p - 0.5).abs() < 1e-9, "{role:?} {p}");
        }
    }

    /// Finds moves to one square best.
    struct Likes(Square);

    impl MoveWeigher for Likes {
        fn classify(&mut self, _: &Position, moves: &[Move], classes: &mut Vec<MoveClass>) {
            classes.extend(moves.iter().map(|m| match m.to == self.0 {
                true => MoveClass::Best,
                false => MoveClass::Other,
            }));
        }
    }

    #[test]
    fn by_the_paper_other_moves_are_very_unlikely() {
        let on_f5 = |rules: GridRules| {
            let (grid, _) = grid(Color::White, "4k3/8/3n4/8/8/8/8/4K3 b - - 0 1");
            let mut grid = grid.with_rules(rules);
            let begin = Observation::TurnStart { capture: None };
            grid.observe_weighing(&begin, &mut Likes(Square::F5));
            grid.probability(Square::F5, Role::Knight)
        };
        let (ours, paper) = (on_f5(GridRules::Outpost), on_f5(GridRules::Paper));
        assert!(ours < 0.6 && paper > 0.85, "{ours} {paper}");
    }

    #[test]
    fn by_the_paper_the_least_certain_square_is_in_the_window() {
        // The knight attacks the king from f3; from b3 nothing, of which the king and its pawns are far away.
        let (mut grid, mut told) = by_the_paper(Color::White, "4k3/8/8/8/3n4/8/5PPP/6K1 b - - 0 1");
        begin(&mut grid, &mut told, None);
        let square = grid.best_sense();
        assert!(window(square).contains(Square::F3), "{square}");
        let uncertain = grid.paper_uncertainties();
        let most = uncertain.iter().copied().fold(0.0, f64::max);
        assert!(
            window(square)
                .into_iter()
                .any(|sq| uncertain[sq.to_usize()] == most)
        );
        let (f3, b3) = (
            uncertain[Square::F3.to_usize()],
            uncertain[Square::B3.to_usize()],
        );
        assert!(f3 > 10.0 * b3, "{f3} {b3}");
        for center in Square::ALL {
            let sum = |center: Square| -> f64 {
                window(center)
                    .into_iter()
                    .map(|sq| uncertain[sq.to_usize()])
                    .sum()
            };
            let holds = window(center)
                .into_iter()
                .any(|sq| uncertain[sq.to_usize()] == most);
            assert!(!holds || sum(center) <= sum(square) + 1e-12);
        }
    }

    /// Tires of its work.
    struct Tired {
        boards: usize,
        most: usize,
    }

    impl MoveWeigher for Tired {
        fn classify(&mut self, position: &Position, moves: &[Move], classes: &mut Vec<MoveClass>) {
            self.boards += 1;
            CapturesAreGood.classify(position, moves, classes);
        }

        fn has_done_enough(&self) -> bool {
            self.boards >= self.most
        }
    }

    #[test]
    fn a_weigher_that_has_done_enough_is_left_alone() {
        let begin = Observation::TurnStart { capture: None };
        for most in [0, 1, 5, 99] {
            let mut grid = grid(Color::Black, &Position::initial().fen()).0;
            let mut tired = Tired { boards: 0, most };
            grid.observe_weighing(&begin, &mut tired);
            assert_eq!(tired.boards, most.clamp(1, WEIGHED_BOARDS));
            // Whatever was weighed, a pawn goes one step or two and is somewhere.
            let pawn = [Square::E2, Square::E3, Square::E4]
                .map(|square| grid.probability(square, Role::Pawn));
            assert!(pawn.iter().all(|p| *p > 0.0), "{most}: {pawn:?}");
        }
    }
}
