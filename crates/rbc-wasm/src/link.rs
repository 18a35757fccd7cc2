//! Links for JavaScript.

use rbc_rules::link::Link;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::types::{Js, LinkContent, to_ts};

/// The link of a record (with view and notes), or of boards.
#[wasm_bindgen(js_name = encodeLink)]
pub fn encode_link(json: &str) -> Js<String> {
    Ok(Link::from_json(json.as_bytes())?.encode()?)
}

/// What a link holds.
#[wasm_bindgen(js_name = decodeLink)]
pub fn decode_link(text: &str) -> Js<Ts<LinkContent>> {
    to_ts(&LinkContent::from(&Link::decode(text)?))
}
