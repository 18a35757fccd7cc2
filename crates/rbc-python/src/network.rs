//! The network that weights boards.

use pyo3::prelude::*;
use rbc_siamese::SiameseWeigher;

use crate::errors::{NetworkError, value_error};

/// A loaded network.
#[pyclass(frozen, module = "outpost_rbc._native")]
pub struct Network {
    network: rbc_siamese::Network,
}

#[pymethods]
impl Network {
    #[new]
    fn new(py: Python<'_>, data: &[u8]) -> PyResult<Network> {
        if data.len() > rbc_siamese::MAX_BYTES {
            let most = rbc_siamese::MAX_BYTES;
            return Err(NetworkError::new_err(format!(
                "{} bytes are more than the {most} of any network",
                data.len()
            )));
        }
        let loaded = py.detach(|| rbc_siamese::Network::load(data));
        let network = loaded.map_err(|e| NetworkError::new_err(e.to_string()))?;
        Ok(Network { network })
    }

    /// The opponents that it has learnt to tell apart.
    #[getter]
    fn opponents(&self) -> Vec<String> {
        self.network.opponents().to_vec()
    }
}

impl Network {
    /// The weigher of this network.
    pub fn weigher(&self, opponent: Option<String>, temperature: f64) -> PyResult<SiameseWeigher> {
        let temperature = temperature as f32;
        if !temperature.is_finite() || temperature <= 0.0 {
            return Err(value_error(
                "the temperature must be a number from 1e-38 to 1e38",
            ));
        }
        let weigher = SiameseWeigher::new(self.network.clone());
        Ok(weigher.against(opponent).at_temperature(temperature))
    }
}
