//! A set of whole positions, moved by the rules crate's own `requests`, `taken_move` and `push`: what information sets
//! are compared with.

use std::collections::HashMap;

use rbc_rules::{Bitboard, Color, Observation, Position, Square};
use shakmaty::Board;

/// A position without its counters, and with the en passant square only where it can be used.
pub type Key = (Board, Color, Bitboard, Option<Square>);

pub fn key(position: &Position) -> Key {
    let usable = position.ep_square().filter(|ep| {
        position
            .board()
            .by_piece(position.turn().pawn())
            .into_iter()
            .any(|from| position.is_en_passant(from, *ep))
    });
    (
        position.board().clone(),
        position.turn(),
        position.castling_rights(),
        usable,
    )
}

pub struct Plain {
    pub me: Color,
    pub positions: HashMap<Key, Position>,
}

impl Plain {
    pub fn new(me: Color, start: &Position) -> Plain {
        Plain {
            me,
            positions: HashMap::from([(key(start), start.clone())]),
        }
    }

    /// The positions that `observation` leads to: none if it is impossible.
    pub fn after(&self, observation: &Observation) -> HashMap<Key, Position> {
        let mut next = HashMap::new();
        // The same in all of them.
        let own = self.positions.values().next().map(|p| p.own_side(self.me));
        if let (Observation::Move(result), Some(own)) = (observation, &own)
            && result.requested.is_some_and(|m| !own.may_request(m))
        {
            return next;
        }
        let mut keep = |position: Position| {
            next.insert(key(&position), position);
        };
        for position in self.positions.values() {
            match observation {
                Observation::TurnStart { capture } => {
                    // At the first turn of the side that opens the game nobody has moved.
                    if position.turn() == self.me {
                        if capture.is_none() {
                            keep(position.clone());
                        }
                        continue;
                    }
                    for (after, captured) in moves_of_opponent(position) {
                        if captured == *capture {
                            keep(after);
                        }
                    }
                }
                Observation::Sense(result) => {
                    if &position.sense(result.square) == result {
                        keep(position.clone());
                    }
                }
                Observation::Move(result) => {
                    let request = result.requested.map(|m| match &own {
                        Some(own) => own.with_promotion(m),
                        None => m,
                    });
                    let taken = request.and_then(|m| position.taken_move(m));
                    if taken != result.taken {
                        continue;
                    }
                    let mut after = position.clone();
                    if after.push(taken) == result.capture {
                        keep(after);
                    }
                }
            }
        }
        next
    }
}

/// What the side to move, the opponent, can do in `position`, with the capture square that is told. A game without a king
/// is over: there is no such move, and none that captures the king is told.
pub fn moves_of_opponent(position: &Position) -> Vec<(Position, Option<Square>)> {
    let has_kings = |position: &Position| {
        let board = position.board();
        Color::ALL
            .into_iter()
            .all(|color| !board.by_piece(color.king()).is_empty())
    };
    if !has_kings(position) {
        return Vec::new();
    }
    let requests = position.own_side(position.turn()).requests();
    requests
        .into_iter()
        .map(Some)
        .chain([None])
        .map(|request| {
            let mut after = position.clone();
            let captured = after.push(request.and_then(|m| position.taken_move(m)));
            (after, captured)
        })
        .filter(|(after, _)| has_kings(after))
        .collect()
}
