//! The most that the engine takes, for pages that check before there is an engine.
//!
//! `scripts/build-wasm.mjs` writes what [`limits`] gives beside the module, as `limits.js`.

use rbc_belief::{InformationSet, position_set::MAX_POSITIONS};
use rbc_rules::{link, record};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::{
    belief::CAP,
    types::{Js, to_ts},
};

/// The most that the engine takes; what is more is refused with its place.
#[derive(Tsify, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Bytes of a file, also when unpacked.
    bytes: usize,
    /// How deep lists and objects may be nested, the record itself counted.
    depth: usize,
    /// Characters of a player's name.
    name: usize,
    notes: usize,
    /// Bytes of all notes, in UTF-8.
    note_bytes: usize,
    /// Arrows and marks at one place.
    shapes: usize,
    tags: usize,
    /// Characters of a tag.
    tag: usize,
    /// Turns of one side.
    turns: usize,
    /// Bytes of the names and notes that a link may hold, in UTF-8.
    link_bytes: usize,
    /// Actions of a what-if in a link.
    tried: usize,
    /// Boards of a link, or of a set that is given by its boards.
    boards: usize,
    /// The largest cap of a {@link Belief}.
    cap: usize,
    /// The smallest cap of a {@link Belief}.
    min_cap: usize,
}

/// The limits.
#[wasm_bindgen]
pub fn limits() -> Js<Ts<Limits>> {
    to_ts(&Limits {
        bytes: record::MAX_INFLATED,
        depth: record::MAX_DEPTH,
        name: record::MAX_NAME,
        notes: link::MAX_NOTES,
        note_bytes: record::MAX_NOTE_TEXT,
        shapes: link::MAX_SHAPES,
        tags: record::MAX_TAGS,
        tag: record::MAX_TAG,
        turns: record::MAX_TURNS,
        link_bytes: link::MAX_TEXT,
        tried: link::MAX_TRIED,
        boards: MAX_POSITIONS,
        cap: CAP,
        min_cap: InformationSet::MIN_CAP,
    })
}
