//! Why a model file cannot be used.

use std::{error, fmt};

use crate::{FEATURES_VERSION, MAX_BYTES};

/// Why a model file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NetworkError {
    /// It is larger than any model of Outpost's.
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// It is not an ONNX file, or is damaged.
    NotOnnx,
    /// Its end is missing.
    Truncated,
    /// It is an ONNX file, but not one of Outpost's.
    NotOutpost,
    /// It has this unknown format.
    Format(String),
    /// It was trained with this other version of the features.
    Features(String),
    /// Its graph or weights are malformed; the first problem.
    Shape(String),
    /// tract cannot run it; tract's message.
    Runtime(String),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::TooLarge { bytes } => write!(
                f,
                "the file has {bytes} bytes, more than any model of Outpost's ({MAX_BYTES} at most)"
            ),
            NetworkError::NotOnnx => f.write_str("this is no ONNX file, or a damaged one"),
            NetworkError::Truncated => f.write_str("the file is not complete: its end is missing"),
            NetworkError::NotOutpost => f.write_str(
                "this ONNX file is no model of Outpost's: its metadata have no \"outpost-siamese\"",
            ),
            NetworkError::Format(found) => write!(
                f,
                "the model's format is {found:?}; this version of Outpost understands \"1\""
            ),
            NetworkError::Features(found) => write!(
                f,
                "the model was trained with features of version {found:?}; this version of Outpost has {}",
                FEATURES_VERSION
            ),
            NetworkError::Shape(what) => {
                write!(f, "the model is not of the expected form: {what}")
            }
            NetworkError::Runtime(what) => write!(f, "the model cannot be run: {what}"),
        }
    }
}

impl error::Error for NetworkError {}
