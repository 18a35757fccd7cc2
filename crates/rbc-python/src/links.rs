//! Links.

use pyo3::prelude::*;
use rbc_rules::link::Link;

use crate::errors::link_error;

/// The link of a record's text, or of `{"type": "Boards", "fens": [...]}`.
#[pyfunction]
pub fn encode_link(py: Python<'_>, json: &str) -> PyResult<String> {
    py.detach(|| {
        let link = Link::from_json(json.as_bytes()).map_err(link_error)?;
        link.encode().map_err(link_error)
    })
}

/// What a link holds, as such a text.
#[pyfunction]
pub fn decode_link(py: Python<'_>, text: &str) -> PyResult<String> {
    py.detach(|| Ok(Link::decode(text).map_err(link_error)?.to_json()))
}
