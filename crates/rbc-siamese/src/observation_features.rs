//! The input of the network for a player's observations: planes of 8 by 8 squares.

use rbc_belief::Marginals;
use rbc_rules::{Color, Observation, Observations, OwnSide, Phase, Role, Square};
use shakmaty::{Bitboard, attacks};

use crate::seen_from;

/// The number of planes of [`observation_features`].
///
/// | planes | what they hold |
/// | --- | --- |
/// | 0..6 | own pawns, knights, bishops, rooks, queens, king |
/// | 6..12 | how likely the opponent's pawns … king stand there when all boards are equally likely |
/// | 12..18 | the opponent's pawn … king was there when the square was last known |
/// | 18 | own turns since the square was last known, 16 for each |
/// | 19 | own pieces that attack the square if the opponent had none, 32 for each |
/// | 20 | own rooks that may castle |
/// | 21..65 | the last four turns, the latest first, 11 planes each: the window sensed, the opponent's pawns … king seen in it, where the own move came from, went to, and captured, and where the opponent had captured before it |
/// | 65 | everywhere 255 for White |
/// | 66 | everywhere 255 when the sense of this turn has been taken |
/// | 67 | everywhere 8 for each doubling of the number of boards |
/// | 68 | everywhere 2 for each own turn |
///
/// Values are 0 to 255; what is or is not is 255 or 0.
pub const PLANES: usize = HISTORY + TURNS * TURN_PLANES + 4;

/// Everywhere 255 for White, 0 for Black.
pub(crate) const COLOR_PLANE: usize = PLANES - 4;

const OWN: usize = 0;
const MARGINALS: usize = 6;
const KNOWN: usize = 12;
const AGE: usize = 18;
const ATTACKS: usize = 19;
const CASTLING: usize = 20;
const HISTORY: usize = 21;
const TURNS: usize = 4;
const TURN_PLANES: usize = 11;

const WINDOW: usize = 0;
const SEEN: usize = 1;
const FROM: usize = 7;
const TO: usize = 8;
const CAPTURED: usize = 9;
const LOST: usize = 10;

/// Returns the planes of a decision as `[plane][square]`, with squares from a1 as the player sees them.
///
/// `marginals` are those of the set with uniform weights; `boards` is the number of possible boards.
///
/// ```
/// use rbc_belief::InformationSet;
/// use rbc_rules::{Color, Observation, Observations, Position};
/// use rbc_siamese::{PLANES, observation_features};
/// let mut told = Observations::new(Color::White, &Position::initial());
/// told.push(Observation::TurnStart { capture: None })?;
/// let set = InformationSet::new(Color::White, told.start(), 1_000)?;
/// let planes = observation_features(&told, &set.survey().marginals, set.estimated_len());
/// assert_eq!(planes.len(), PLANES * 64);
/// // An own pawn on e2.
/// assert_eq!(planes[12], 255);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn observation_features(told: &Observations, marginals: &Marginals, boards: f64) -> Vec<u8> {
    let mut planes = Planes::new(told.color());
    planes.own_side(told.own());
    for (role, plane) in marginals.iter().enumerate() {
        for square in Square::ALL {
            let share = plane[square.to_usize()].clamp(0.0, 1.0);
            planes.set(MARGINALS + role, square, (share * 255.0).round() as u8);
        }
    }
    planes.history(told);
    let turns = told.turns();
    planes.fill(COLOR_PLANE, told.color().fold_wb(255, 0));
    planes.fill(
        PLANES - 3,
        if told.phase() == Phase::Move { 255 } else { 0 },
    );
    planes.fill(PLANES - 2, (8.0 * boards.max(1.0).log2()).min(255.0) as u8);
    planes.fill(PLANES - 1, saturating(2 * turns));
    planes.values
}

fn saturating(value: usize) -> u8 {
    value.min(255) as u8
}

struct Planes {
    color: Color,
    values: Vec<u8>,
}

impl Planes {
    fn new(color: Color) -> Planes {
        Planes {
            color,
            values: vec![0; PLANES * 64],
        }
    }

    fn set(&mut self, plane: usize, square: Square, value: u8) {
        self.values[64 * plane + seen_from(self.color, square)] = value;
    }

    fn mark(&mut self, plane: usize, squares: Bitboard) {
        for square in squares {
            self.set(plane, square, 255);
        }
    }

    fn fill(&mut self, plane: usize, value: u8) {
        self.values[64 * plane..64 * (plane + 1)].fill(value);
    }

    fn own_side(&mut self, own: &OwnSide) {
        let board = own.board();
        let mut attackers = [0_usize; 64];
        for role in Role::ALL {
            self.mark(OWN + role as usize - 1, board.by_role(role));
        }
        for (square, piece) in board {
            for attacked in attacks::attacks(square, piece, board.occupied()) {
                attackers[attacked.to_usize()] += 1;
            }
        }
        for square in Square::ALL {
            self.set(
                ATTACKS,
                square,
                saturating(32 * attackers[square.to_usize()]),
            );
        }
        self.mark(CASTLING, own.castling_rights());
    }

    /// What was known of each square when, and the last turns.
    fn history(&mut self, told: &Observations) {
        let (me, now) = (told.color(), told.turns());
        let mut known = [(None, 0); 64];
        let start = told.start().board();
        for square in start.by_color(!me) {
            known[square.to_usize()].0 = start.role_at(square);
        }
        let mut turn = 0;
        for observation in told.log() {
            if matches!(observation, Observation::TurnStart { .. }) {
                turn += 1;
            }
            let ago = now - turn;
            let planes = (ago < TURNS).then_some(HISTORY + ago * TURN_PLANES);
            let mut is_empty = |squares: Bitboard| {
                for square in squares {
                    known[square.to_usize()] = (None, turn);
                }
            };
            match observation {
                Observation::TurnStart { capture } => {
                    if let (Some(square), Some(planes)) = (*capture, planes) {
                        self.set(planes + LOST, square, 255);
                    }
                }
                Observation::Sense(result) => {
                    for &(square, piece) in &result.contents {
                        let role = piece
                            .filter(|piece| piece.color != me)
                            .map(|piece| piece.role);
                        known[square.to_usize()] = (role, turn);
                        if let Some(planes) = planes {
                            self.set(planes + WINDOW, square, 255);
                            if let Some(role) = role {
                                self.set(planes + SEEN + role as usize - 1, square, 255);
                            }
                        }
                    }
                }
                Observation::Move(result) => {
                    let Some(taken) = result.taken else {
                        continue;
                    };
                    is_empty(
                        attacks::between(taken.from, taken.to)
                            .with(taken.from)
                            .with(taken.to),
                    );
                    if let Some(square) = result.capture {
                        is_empty(square.into());
                    }
                    if let Some(planes) = planes {
                        self.set(planes + FROM, taken.from, 255);
                        self.set(planes + TO, taken.to, 255);
                        if let Some(square) = result.capture {
                            self.set(planes + CAPTURED, square, 255);
                        }
                    }
                }
            }
        }
        for square in Square::ALL {
            let (role, turn) = known[square.to_usize()];
            if let Some(role) = role {
                self.set(KNOWN + role as usize - 1, square, 255);
            }
            self.set(AGE, square, saturating(16 * (now - turn)));
        }
        for square in told.own().pieces() {
            self.set(AGE, square, 0);
            for role in 0..6 {
                self.set(KNOWN + role, square, 0);
            }
        }
    }
}
