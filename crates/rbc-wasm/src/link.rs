//! Links for JavaScript.

use rbc_rules::link::Link;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::types::{Js, to_js};

/// The link of a record (with view and notes), or of boards.
#[wasm_bindgen(js_name = encodeLink)]
pub fn encode_link(json: &str) -> Js<String> {
    Ok(Link::from_json(json.as_bytes())?.encode()?)
}

#[derive(Serialize)]
struct Decoded {
    json: String,
    more: bool,
}

/// What a link holds.
#[wasm_bindgen(js_name = decodeLink)]
pub fn decode_link(text: &str) -> Js<JsValue> {
    let link = Link::decode(text)?;
    to_js(&Decoded {
        json: link.to_json(),
        more: link.more,
    })
}
