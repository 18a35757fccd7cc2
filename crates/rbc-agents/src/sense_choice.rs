//! The choice of a sense when the own king may be in danger.

use rbc_belief::{InformationSet, PackedBoard, SenseValues};
use rbc_rules::{Bitboard, Move, Square, window};

use crate::{
    FastBoard, Rng,
    move_choice::{Fate, Outcomes, distinct_requests},
};

/// Boards that are searched for danger to the king.
const GUARD_BOARDS: usize = 20_000;
/// Most boards of danger that are compared.
const DANGERS: usize = 1_000;
/// How much more a board of danger counts, as in the choice of the move.
const DANGER_WEIGHT: f64 = 16.0;
/// What the king counts for, as a chance to win.
const KING_RISK: f64 = 0.5;
/// What it costs, as a chance to win, to be left with twice as many boards.
const DOUBLING_COST: f64 = 0.01;

/// Returns HSUC's square or, where the own king may be attacked, the square that best balances what a sense would
/// save and what it leaves.
///
/// HSUC alone looks where most boards differ, and misses the one knight that has arrived beside the king. Here each
/// window divides the boards on which the king is attacked into classes, each class gets the request that saves it on
/// the most boards, and what is still lost is the risk. With equal risks, above all with none, the square is HSUC's.
///
/// `values` are those of `set`.
#[must_use]
pub fn guarded_square(set: &InformationSet, values: &SenseValues, rng: &mut Rng) -> Square {
    let (dangers, looked_at) = dangers(set, rng);
    if dangers.is_empty() {
        return values.best();
    }
    let danger_share = dangers.len() as f64 / looked_at as f64;
    let weight = DANGER_WEIGHT / (1.0 + danger_share * (DANGER_WEIGHT - 1.0)) / looked_at as f64;
    let cost = |square: Square| {
        let left = f64::from(values.worst[square.to_usize()].max(1));
        let risk = unsaved(&dangers, window(square)) as f64 * weight;
        KING_RISK * risk + DOUBLING_COST * left.log2()
    };
    let costs: Vec<f64> = Square::ALL.iter().map(|sq| cost(*sq)).collect();
    let expected = &values.expected;
    let best = Square::ALL.into_iter().min_by(|a, b| {
        let (a, b) = (a.to_usize(), b.to_usize());
        costs[a]
            .total_cmp(&costs[b])
            .then(expected[a].total_cmp(&expected[b]))
    });
    best.unwrap_or_else(|| values.best())
}

/// A board on which the own king is attacked.
struct Danger {
    board: PackedBoard,
    /// The requests that save the king there, one bit each.
    saving: u128,
}

/// The boards of danger among those looked at, and how many were looked at.
fn dangers(set: &InformationSet, rng: &mut Rng) -> (Vec<Danger>, usize) {
    // A bit each for the first 128; a side with more requests has a choice anyway.
    let requests: Vec<Option<Move>> = distinct_requests(set.own()).into_iter().take(128).collect();
    let n = set.len();
    let mut dangers = Vec::new();
    let looked_at = n.min(GUARD_BOARDS);
    let frame = set.frame();
    for i in 0..looked_at {
        let index = if n > GUARD_BOARDS { rng.below(n) } else { i };
        let board = set.boards()[index];
        if !FastBoard::new(&set.position(board)).king_attacked() {
            continue;
        }
        let outcomes = Outcomes::new(&frame, board, requests.iter().copied());
        let saving = outcomes.fates().enumerate().fold(0, |bits, (i, fate)| {
            bits | u128::from(!matches!(fate, Fate::LosesKing)) << i
        });
        dangers.push(Danger { board, saving });
        if dangers.len() == DANGERS {
            return (dangers, i + 1);
        }
    }
    (dangers, looked_at)
}

/// On how many boards of danger the king is lost when a sense of `window` tells them apart and each
/// class gets its best request.
fn unsaved(dangers: &[Danger], window: Bitboard) -> usize {
    let mut classes: Vec<(u64, u128)> = dangers
        .iter()
        .map(|danger| (contents(danger.board, window), danger.saving))
        .collect();
    classes.sort_unstable();
    classes
        .chunk_by(|a, b| a.0 == b.0)
        .map(|class| {
            let saved = (0..128)
                .map(|i| class.iter().filter(|(_, s)| s >> i & 1 == 1).count())
                .max()
                .unwrap_or(0);
            class.len() - saved
        })
        .sum()
}

/// What a sense shows of the opponent, as a key.
pub(crate) fn contents(board: PackedBoard, window: Bitboard) -> u64 {
    window.into_iter().fold(0, |key, square| {
        key << 3 | board.role_at(square).map_or(0, |role| role as u64)
    })
}
