//! Whom filters take the opponent for: players that the host hands over, if somebody wants them.

use std::{cell::RefCell, sync::Arc};

use rbc_belief::{Following, Players, PlayersError};
use wasm_bindgen::prelude::*;

use crate::types::Weights;

/// Boards before the opponent's move above which a filter pauses, so that its step takes a tenth of a second at most, on two
/// cores that have other work (docs/filter.md).
const MOST_BOARDS: usize = 5_000;

thread_local! {
    static FOLLOWING: RefCell<Option<Following>> = const { RefCell::new(None) };
}

/// From now on filters take the opponent for one of the players of this text; none follows anything without a text. Returns
/// the players' names.
#[wasm_bindgen(js_name = usePlayers)]
pub fn use_players(text: Option<String>) -> Result<Vec<String>, JsError> {
    let players = text.map(|text| text.parse::<Players>()).transpose();
    let players = players.map_err(|error: PlayersError| JsError::new(&error.to_string()))?;
    let all = players.iter().flat_map(Players::players);
    let names = all.map(|player| player.name.clone()).collect();
    FOLLOWING.set(players.map(|players| Following {
        players: Arc::new(players),
        boards: MOST_BOARDS,
    }));
    Ok(names)
}

/// The filter that is to follow a set whose boards are wanted with these weights.
pub fn following(weights: Weights) -> Option<Following> {
    match weights {
        Weights::Uniform => None,
        Weights::Weighted => FOLLOWING.with_borrow(Clone::clone),
    }
}
