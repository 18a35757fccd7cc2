//! The probability of senses and requests, from the true board and the actions before.
//!
//! Writer and reader both know the true board up to the choice. A choice has features, each with a score; eight
//! points more make it twice as likely. The scores were fitted to real games (logistic regression, rounded) and are
//! part of version 1: they never change.

use shakmaty::{Bitboard, Piece, Role, Square, attacks};

use crate::{Move, MoveResult, OwnSide, Position, window};

/// What one side did so far.
#[derive(Clone)]
pub(super) struct Doings {
    /// How often each square was sensed.
    sensed: [u32; 64],
    /// The last sense, of the running turn if that has had one, and the one before.
    senses: [Option<Square>; 2],
    turns: u32,
    /// The last move.
    moved: MoveResult,
}

impl Default for Doings {
    fn default() -> Doings {
        Doings {
            sensed: [0; 64],
            senses: [None; 2],
            turns: 0,
            moved: MoveResult::default(),
        }
    }
}

impl Doings {
    /// Takes in a sense.
    pub(super) fn sensed(&mut self, square: Option<Square>) {
        self.senses = [square, self.senses[0]];
        if let Some(square) = square {
            self.sensed[square.to_usize()] += 1;
        }
    }

    /// Takes in a move.
    pub(super) fn moved(&mut self, result: MoveResult) {
        self.turns += 1;
        self.moved = result;
    }
}

/// What each feature of a sense adds, in the order of [`Scene::sense_features`].
const SENSE_SCORES: [i16; 14] = [1, 31, -9, -10, 22, 4, 6, 7, 6, 7, 6, 11, 19, 29];

/// What each feature of a request adds, in the order of [`Scene::request_features`].
const REQUEST_SCORES: [i16; 19] = [
    -5, 71, 24, 24, 6, 18, -7, -12, -12, -6, -13, 5, 5, 11, 16, 14, 16, 12, 17,
];

/// 256 · 2^((sum of scores + 64) / 8), of the scores whose features hold.
fn weight<const N: usize>(features: [bool; N], scores: [i16; N]) -> u32 {
    const EIGHTHS: [u32; 8] = [256, 279, 304, 332, 362, 395, 431, 470];
    let held = features.into_iter().zip(scores).filter(|(holds, _)| *holds);
    let sum: i16 = held.map(|(_, score)| score).sum();
    let score = (sum + 64).clamp(0, 127) as usize;
    EIGHTHS[score % 8] << (score / 8)
}

/// What is the same for all choices of a turn.
pub(super) struct Scene<'a> {
    now: &'a Position,
    own: &'a Doings,
    other: &'a Doings,
    /// Squares that the opponent's pieces attack.
    attacked: Bitboard,
}

impl<'a> Scene<'a> {
    /// The turn of the side to move, whose doings are `own`.
    pub(super) fn new(now: &'a Position, own: &'a Doings, other: &'a Doings) -> Scene<'a> {
        let board = now.board();
        let reaches = board.by_color(!now.turn()).into_iter().map(|from| {
            let piece = board.piece_at(from);
            piece.map_or(Bitboard::EMPTY, |p| {
                attacks::attacks(from, p, board.occupied())
            })
        });
        Scene {
            now,
            own,
            other,
            attacked: reaches.fold(Bitboard::EMPTY, |all, reach| all | reach),
        }
    }

    /// Weights of the 64 squares, and of no sense.
    pub(super) fn senses(&self) -> Vec<u32> {
        let squares = Square::ALL.into_iter().map(Some).chain([None]);
        squares
            .map(|square| weight(self.sense_features(square), SENSE_SCORES))
            .collect()
    }

    fn sense_features(&self, square: Option<Square>) -> [bool; 14] {
        let Some(square) = square else {
            let again = self.own.turns > 0 && self.own.senses[0].is_none();
            let mut features = [false; 14];
            [features[0], features[1]] = [true, again];
            return features;
        };
        let near = window(square);
        let king = self.now.board().by_piece((!self.now.turn()).king());
        let MoveResult { taken, capture, .. } = self.other.moved;
        let times = self.own.sensed[square.to_usize()];
        [
            false,
            false,
            near.count() == 4,
            near.count() == 6,
            // The opponent has just captured there, arrived near there, or left.
            capture == Some(square),
            taken.is_some_and(|m| near.contains(m.to)),
            taken.is_some_and(|m| near.contains(m.from)),
            !near.is_disjoint(king),
            // As the last sense, and the one before.
            self.own.senses[0] == Some(square),
            self.own.senses[1] == Some(square),
            times == 1,
            (2..4).contains(&times),
            (4..8).contains(&times),
            times >= 8,
        ]
    }

    /// Weights of `requests`, and of a pass.
    pub(super) fn requests(&self, own: &OwnSide, requests: &[Move]) -> Vec<u32> {
        let all = requests.iter().copied().map(Some).chain([None]);
        all.map(|request| weight(self.request_features(own, request), REQUEST_SCORES))
            .collect()
    }

    fn request_features(&self, own: &OwnSide, request: Option<Move>) -> [bool; 19] {
        let mut features = [false; 19];
        let last = self.own.moved;
        let Some(request) = request else {
            [features[0], features[1]] = [true, self.own.turns > 0 && last.requested.is_none()];
            return features;
        };
        let (board, turn) = (self.now.board(), self.now.turn());
        let role = board.role_at(request.from).unwrap_or(Role::Pawn);
        let asked = own.with_promotion(request);
        let taken = self.now.taken_move(asked);
        features[2] = role == Role::King && request.from.distance(request.to) == 2;
        features[3] = self.other.moved.capture == Some(request.to);
        features[4] = last.taken.is_some_and(|m| m.to == request.from);
        features[5] = last.requested == Some(request);
        features[6] = taken.is_none();
        let Some(taken) = taken else {
            return features;
        };
        features[7] = taken != asked;

        let to = taken.to;
        let is_attacked = self.attacked.contains(to);
        match self.now.capture_square(taken) {
            Some(square) => {
                // A pawn where the square is beside: en passant.
                let captured = board.role_at(square).unwrap_or(Role::Pawn);
                features[12 + usize::from(captured)] = true;
                features[8] = is_attacked && captured < role;
            }
            None => features[9] = is_attacked && role != Role::Pawn,
        }
        let mut occupied = board.occupied();
        occupied.discard(taken.from);
        occupied.add(to);
        let king = match role {
            Role::King => Some(to),
            _ => board.by_piece(turn.king()).first(),
        };
        let others = board.by_color(!turn).without(to);
        features[10] = king.is_some_and(|king| {
            others.into_iter().any(|from| {
                let piece = board.piece_at(from);
                piece.is_some_and(|p| attacks::attacks(from, p, occupied).contains(king))
            })
        });
        features[11] = Bitboard::CENTER.contains(to);
        let piece = Piece {
            color: turn,
            role: taken.promotion.unwrap_or(role),
        };
        let threatened = attacks::attacks(to, piece, occupied) & others;
        features[12] = !(threatened & !board.pawns()).is_empty();
        features
    }
}
