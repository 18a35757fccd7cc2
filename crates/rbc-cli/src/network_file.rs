//! Loads the network's file.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use rbc_random::hash::fnv1a;
use rbc_siamese::Network;

use crate::{Failure, model_card};

/// Loads the network in `path`, and returns it with a hash of the file.
///
/// # Errors
///
/// If the file cannot be read, is not a network, or does not match its [card](model_card).
pub fn load_network(path: &Path) -> Result<(Network, String), Failure> {
    let unread = |e: io::Error| Failure::at(path, e);
    // One byte more than any network has, so that a larger file is refused without being read whole.
    let mut bytes = Vec::new();
    File::open(path)
        .map_err(unread)?
        .take(rbc_siamese::MAX_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(unread)?;
    // First, as its message says more about a truncated file than the parser's.
    model_card::check(path, &bytes)?;
    let network = Network::load(&bytes).map_err(|e| Failure::at(path, e))?;
    Ok((network, format!("{:016x}", fnv1a(&bytes))))
}
