//! Every number of the grids' model.
//!
//! The paper describes the parts (a grid for each piece, weights of best, good and other moves, roll-back,
//! resurrection, uncertainty as the worth of a sense) and names the numbers that they need. Of their values it gives
//! one, that pieces above 0.99 are locked before a capture ([`PAPER_LOCKED`]). All others here are ours, chosen by
//! playing; those of [`GridRules::Paper`](super::GridRules::Paper) follow the paper's words and were not tuned.

use rbc_rules::Role;

/// Boards drawn from the grids on which the opponent's moves are put into classes.
pub const WEIGHED_BOARDS: usize = 24;
/// Share of the opponent's move that goes by the classes on those boards; the rest goes evenly over all
/// moves that the grids allow, so that nothing possible is ever without weight.
pub const WEIGHED_SHARE: f64 = 0.7;
/// What the best moves of a board share among them, of [`BEST_SHARE`] + [`GOOD_SHARE`] + [`OTHER_SHARE`].
pub const BEST_SHARE: f64 = 0.45;
/// What the good moves of a board share.
pub const GOOD_SHARE: f64 = 0.3;
/// What all other moves of a board share.
pub const OTHER_SHARE: f64 = 0.25;
/// Chance that the opponent passes, or that its request comes to nothing.
pub const PASS: f64 = 0.03;

/// Mass on a square below which no moves are made from there.
pub const LEAST_MASS: f64 = 1e-5;
/// A way that the grids hold to be blocked is open with this chance all the same.
pub const LEAST_OPEN: f64 = 1e-4;
/// Chance of a content of a square that the grids hold to be impossible.
pub const LEAST_LIKELIHOOD: f64 = 1e-4;
/// A piece that stands somewhere with this probability is taken to stand there.
pub const CERTAIN: f64 = 0.999;
/// A piece with this probability on one square is placed before all others when a board is drawn.
pub const PLACED_FIRST: f64 = 0.95;

/// A piece seen where its grid has nothing, but that is alive: what it counts against one that was expected.
pub const UNEXPECTED: f64 = 1e-4;
/// A pawn that would have to have promoted without the grid's knowing.
pub const UNEXPECTED_PROMOTION: f64 = 1e-7;
/// A piece that was held to be captured (resurrection).
pub const RESURRECTION: f64 = 1e-6;
/// A promotion to this piece instead of the queen.
pub const UNDERPROMOTION: f64 = 0.02;
/// What is expected of a piece on a square falls by this factor a step from where it was.
pub const STEP_DECAY: f64 = 0.5;
/// A pawn outside its columns.
pub const OUTSIDE_COLUMNS: f64 = 1e-3;

/// What not knowing where a piece of this role is counts.
#[must_use]
pub const fn importance(role: Role) -> f64 {
    match role {
        Role::Pawn => 0.6,
        Role::Knight | Role::Bishop => 1.2,
        Role::Rook => 1.4,
        Role::Queen => 2.5,
        Role::King => 2.5,
    }
}

/// Added to the importance of a piece on a square from where it attacks the own king.
pub const KING_ATTACK_BONUS: f64 = 2000.0;
/// Added where it attacks a square next to the own king, on which the king would not be safe.
pub const KING_ZONE_BONUS: f64 = 2.5;
/// Added where a single own piece stands between it and the own king.
pub const PIN_BONUS: f64 = 1.5;
/// Added where it stands within two steps of the own king.
pub const NEAR_KING_BONUS: f64 = 0.8;
/// Added for a pawn one step before promotion; half as much two steps before, and so on.
pub const PROMOTION_BONUS: f64 = 2.0;

/// The paper's: a piece with more than this on one square is taken to stand there when another one captures.
pub const PAPER_LOCKED: f64 = 0.99;
/// What the best, the good and all other moves of a board share by the paper's rules: best ones most likely, good ones less,
/// others "very unlikely".
pub const PAPER_SHARES: [f64; 3] = [0.6, 0.35, 0.05];
/// By the paper's rules the uncertainty of a piece on a square is multiplied by this where the piece attacks the own king,
pub const PAPER_KING_ATTACK: f64 = 2.0;
/// where it pins an own piece,
pub const PAPER_PIN: f64 = 1.5;
/// where it is a pawn one or two steps before promotion,
pub const PAPER_PROMOTION: f64 = 1.5;
/// and where it attacks no own piece ("greatly reduced").
pub const PAPER_HARMLESS: f64 = 0.1;
