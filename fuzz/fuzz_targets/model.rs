//! Any bytes for a model file: an error, or a network that embeds an observation.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rbc_siamese::{Network, PLANES};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(network) = Network::load(bytes) {
        let observed = network.observe(&[255; PLANES * 64], None);
        assert_eq!(observed.coordinates().len(), network.size());
    }
});
