//! The native half of the Python package `outpost-rbc`: conversions and handles, as the module `outpost_rbc._native`.
//!
//! It takes and gives plain values (numbers, texts, bytes, lists). What programs use is in `python/outpost_rbc`, which
//! makes NumPy arrays of the bytes, takes what `chess` and `reconchess` have, and has the documentation.

// Nothing here is public but the function by which Python finds the module.
#![allow(missing_docs)]

use pyo3::prelude::*;

mod agents;
mod belief;
mod errors;
mod links;
mod network;
mod plain;
mod records;
mod rules;
mod work;

/// Defines the module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("DEFAULT_CAP", belief::DEFAULT_CAP)?;
    module.add("MIN_CAP", rbc_belief::InformationSet::MIN_CAP)?;
    module.add("MAX_CAP", belief::MAX_CAP)?;
    module.add(
        "ObservationError",
        py.get_type::<errors::ObservationError>(),
    )?;
    module.add("NoBoardFits", py.get_type::<errors::NoBoardFits>())?;
    module.add("SetLost", py.get_type::<errors::SetLost>())?;
    module.add("RecordError", py.get_type::<errors::RecordError>())?;
    module.add("LinkError", py.get_type::<errors::LinkError>())?;
    module.add("NetworkError", py.get_type::<errors::NetworkError>())?;
    module.add_class::<belief::Belief>()?;
    module.add_class::<records::Record>()?;
    module.add_class::<records::Replay>()?;
    module.add_class::<network::Network>()?;
    module.add_class::<agents::Agent>()?;
    module.add_function(wrap_pyfunction!(agents::agents, module)?)?;
    module.add_function(wrap_pyfunction!(records::read_records, module)?)?;
    module.add_function(wrap_pyfunction!(links::encode_link, module)?)?;
    module.add_function(wrap_pyfunction!(links::decode_link, module)?)?;
    module.add_function(wrap_pyfunction!(rules::pieces, module)?)?;
    module.add_function(wrap_pyfunction!(rules::move_actions, module)?)?;
    module.add_function(wrap_pyfunction!(rules::revise_move, module)?)?;
    module.add_function(wrap_pyfunction!(rules::capture_square, module)?)?;
    module.add_function(wrap_pyfunction!(rules::sense, module)?)?;
    module.add_function(wrap_pyfunction!(rules::push, module)?)?;
    Ok(())
}
