//! The exceptions of the package, and how errors become them.

use std::{fmt::Display, sync::TryLockError};

use pyo3::{
    PyErr, create_exception,
    exceptions::{PyRuntimeError, PyValueError},
};
use rbc_belief::{InformationSetError, KnowledgeError};

create_exception!(
    outpost_rbc,
    ObservationError,
    PyValueError,
    "What was told cannot follow what was told before. Nothing has changed."
);
create_exception!(
    outpost_rbc,
    NoBoardFits,
    ObservationError,
    "No possible board fits what was told: it contradicts what was told before. Nothing has changed."
);
create_exception!(
    outpost_rbc,
    SetLost,
    NoBoardFits,
    "No board was found that fits: too many were possible for too long. Nothing has changed."
);
create_exception!(
    outpost_rbc,
    RecordError,
    PyValueError,
    "A text or file is not a record of a game; the message names the place."
);
create_exception!(
    outpost_rbc,
    LinkError,
    PyValueError,
    "A text is not a link, or something cannot be put into one."
);
create_exception!(
    outpost_rbc,
    NetworkError,
    PyValueError,
    "A file is not a network that this version can use."
);

/// What is locked cannot be used now.
pub fn in_use<T>(what: &str, error: TryLockError<T>) -> PyErr {
    PyRuntimeError::new_err(match error {
        TryLockError::WouldBlock => {
            format!("{what} is in use in another thread, or by the call that reports this progress")
        }
        TryLockError::Poisoned(_) => format!("{what} broke down in an earlier call"),
    })
}

/// A `ValueError` with the error's sentence.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub fn observation_error(error: impl Display) -> PyErr {
    ObservationError::new_err(error.to_string())
}

pub fn record_error(error: impl Display) -> PyErr {
    RecordError::new_err(error.to_string())
}

pub fn link_error(error: impl Display) -> PyErr {
    LinkError::new_err(error.to_string())
}

pub fn set_error(error: InformationSetError) -> PyErr {
    match error {
        InformationSetError::NoBoardFits => NoBoardFits::new_err(error.to_string()),
        InformationSetError::Lost => SetLost::new_err(error.to_string()),
        // Whoever interrupts raises an exception of its own.
        InformationSetError::Interrupted => PyRuntimeError::new_err(error.to_string()),
    }
}

pub fn knowledge_error(error: KnowledgeError) -> PyErr {
    match error {
        KnowledgeError::Observation(error) => observation_error(error),
        KnowledgeError::Set(error) => set_error(error),
    }
}
