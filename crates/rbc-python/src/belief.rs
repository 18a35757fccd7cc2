//! The information set of one side.

use std::{
    ops::{Deref, Range},
    sync::{RwLock, TryLockError},
};

use pyo3::{
    prelude::*,
    types::{PyBytes, PyList},
};
use rbc_belief::{
    BoardWeigher as _, Completeness, InformationSet, InformationSetError, Knowledge, PackedBoard,
    Surveying,
};
use rbc_rules::{Move, Observation, Position, Square};

use crate::{
    errors::{in_use, knowledge_error, set_error, value_error},
    network::Network,
    plain::{self, Contents},
    work::{in_chunks, run},
};

/// Boards that a set holds at most if nothing else is asked for: 64 MB, and three to four times that while it grows.
pub const DEFAULT_CAP: usize = 4_000_000;
/// The largest cap.
pub const MAX_CAP: usize = 100_000_000;
/// Work to make a sample exact again, as a multiple of the cap.
const REPLAY_WORK: usize = 32;

/// What one side was told, and the boards that are possible.
///
/// A call that finds it in use is refused rather than waits: it may come from the `progress` of the call that uses it.
#[pyclass(frozen, module = "outpost_rbc._native")]
pub struct Belief {
    known: RwLock<Knowledge>,
}

/// Sums of a survey, as bytes of arrays: marginals of the opponent (float32, 6 by 64), worst cases (uint32),
/// expected sizes, bits and entropies (float64).
type Surveyed<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
);

/// Checks the cap of a set.
pub fn cap(cap: usize) -> PyResult<usize> {
    if (InformationSet::MIN_CAP..=MAX_CAP).contains(&cap) {
        return Ok(cap);
    }
    Err(value_error(format!(
        "the cap must be from {} to {MAX_CAP}, not {cap}",
        InformationSet::MIN_CAP
    )))
}

impl Belief {
    pub const fn of(known: Knowledge) -> Belief {
        Belief {
            known: RwLock::new(known),
        }
    }

    fn known(&self) -> PyResult<impl Deref<Target = Knowledge>> {
        self.known.try_read().map_err(refused)
    }

    fn observe(
        &self,
        py: Python<'_>,
        observation: &Observation,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let mut known = self.known.try_write().map_err(refused)?;
        let known = &mut *known;
        run(py, progress, move |watched| {
            known.observe(observation, &mut watched.watch())
        })?
        .map_err(knowledge_error)
    }
}

/// Why a set cannot be used now.
fn refused<T>(error: TryLockError<T>) -> PyErr {
    in_use("the set", error)
}

/// One weight for each board, of the bytes of a float32 array.
fn weights(set: &InformationSet, bytes: Option<&[u8]>) -> PyResult<Option<Vec<f32>>> {
    let Some(bytes) = bytes else {
        return Ok(None);
    };
    let (numbers, rest) = bytes.as_chunks::<4>();
    if numbers.len() != set.len() || !rest.is_empty() {
        return Err(value_error(format!(
            "{} weights for {} boards",
            numbers.len(),
            set.len()
        )));
    }
    let numbers = numbers.iter();
    Ok(Some(
        numbers.map(|bytes| f32::from_ne_bytes(*bytes)).collect(),
    ))
}

/// Some boards of a set, or all.
#[derive(Clone, Copy)]
struct Chosen<'a> {
    set: &'a InformationSet,
    /// Their indices, of a uint64 array; without it all.
    indices: Option<&'a [[u8; 8]]>,
}

impl<'a> Chosen<'a> {
    fn new(set: &'a InformationSet, bytes: Option<&'a [u8]>) -> PyResult<Chosen<'a>> {
        let indices = match bytes.map(<[u8]>::as_chunks) {
            Some((_, [_, ..])) => return Err(value_error("the indices are not of a uint64 array")),
            Some((indices, [])) => Some(indices),
            None => None,
        };
        Ok(Chosen { set, indices })
    }

    fn len(self) -> usize {
        self.indices.map_or_else(|| self.set.len(), <[_]>::len)
    }

    fn position(self, at: usize) -> PyResult<Position> {
        let index = match self.indices {
            Some(indices) => u64::from_ne_bytes(indices[at]),
            None => at as u64,
        };
        let boards = self.set.boards();
        let board = usize::try_from(index).ok().and_then(|i| boards.get(i));
        let board = board.ok_or_else(|| {
            value_error(format!("there is no board {index} among {}", boards.len()))
        })?;
        Ok(self.set.position(board))
    }
}

#[pymethods]
impl Belief {
    #[new]
    #[pyo3(signature = (white, start, cap))]
    fn new(white: bool, start: &str, cap: usize) -> PyResult<Belief> {
        let cap = self::cap(cap)?;
        let known = Knowledge::new(plain::color(white), &plain::position(start)?, cap)
            .map_err(value_error)?
            .with_replay_limit(cap.saturating_mul(REPLAY_WORK));
        Ok(Belief::of(known))
    }

    /// A copy, which goes on by itself.
    fn copy(&self, py: Python<'_>) -> PyResult<Belief> {
        let known = self.known()?;
        let known = &*known;
        Ok(Belief::of(py.detach(|| known.clone())))
    }

    #[pyo3(signature = (capture, progress=None))]
    fn start_turn(
        &self,
        py: Python<'_>,
        capture: Option<u32>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let capture = plain::optional_square(capture)?;
        self.observe(py, &Observation::TurnStart { capture }, progress)
    }

    #[pyo3(signature = (contents, progress=None))]
    fn sense(
        &self,
        py: Python<'_>,
        contents: Contents,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let result = plain::sense_result(&contents)?;
        self.observe(py, &Observation::Sense(result), progress)
    }

    #[pyo3(signature = (requested, taken, capture, progress=None))]
    fn move_result(
        &self,
        py: Python<'_>,
        requested: Option<&str>,
        taken: Option<&str>,
        capture: Option<u32>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let result = plain::move_result(requested, taken, capture)?;
        self.observe(py, &Observation::Move(result), progress)
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.known()?.set().len())
    }

    #[getter]
    fn white(&self) -> PyResult<bool> {
        Ok(self.known()?.set().color().is_white())
    }

    /// `waiting`, `sense` or `move`.
    #[getter]
    fn phase(&self) -> PyResult<&'static str> {
        Ok(plain::phase(self.known()?.told().phase()))
    }

    #[getter]
    fn turns(&self) -> PyResult<usize> {
        Ok(self.known()?.told().turns())
    }

    /// None while every possible board is held; else the estimated number, its standard error and the effective size
    /// of the sample.
    #[getter]
    fn sample(&self) -> PyResult<Option<(f64, f64, f64)>> {
        Ok(match self.known()?.set().completeness() {
            Completeness::Exact => None,
            Completeness::Sample {
                estimated,
                error,
                effective,
            } => Some((estimated, error, effective)),
        })
    }

    /// The own piece on each square.
    #[getter]
    fn own(&self) -> PyResult<Vec<Option<char>>> {
        let known = self.known()?;
        let board = known.told().own().board();
        let on = |square| board.piece_at(square).map(|piece| piece.char());
        Ok(Square::ALL.into_iter().map(on).collect())
    }

    fn move_actions(&self) -> PyResult<Vec<String>> {
        let requests = self.known()?.told().own().requests();
        Ok(requests.iter().map(Move::to_string).collect())
    }

    #[pyo3(signature = (weights=None, progress=None))]
    fn survey<'py>(
        &self,
        py: Python<'py>,
        weights: Option<&[u8]>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Surveyed<'py>> {
        let known = self.known()?;
        let weights = self::weights(known.set(), weights)?;
        let boards = known.set().boards();
        let surveyed = run(py, progress, |watched| {
            let mut surveying = Surveying::new();
            while !surveying.advance(boards, weights.as_deref()) {
                if watched.reached(surveying.progress(boards.len())) {
                    return Err(InformationSetError::Interrupted);
                }
            }
            Ok(surveying.finish())
        })?;
        let survey = surveyed.map_err(set_error)?;
        let bytes = |bytes: Vec<u8>| PyBytes::new(py, &bytes);
        let doubles =
            |numbers: &[f64]| -> Vec<u8> { numbers.iter().flat_map(|n| n.to_ne_bytes()).collect() };
        let marginals = survey.marginals.iter().flatten();
        let worst = survey.senses.worst.iter();
        Ok((
            bytes(marginals.flat_map(|n| n.to_ne_bytes()).collect()),
            bytes(worst.flat_map(|n| n.to_ne_bytes()).collect()),
            bytes(doubles(&survey.senses.expected)),
            bytes(doubles(&survey.senses.information)),
            bytes(doubles(&survey.entropy)),
        ))
    }

    /// The network's weights, as bytes of a float32 array.
    #[pyo3(signature = (network, opponent, temperature, progress=None))]
    fn weigh<'py>(
        &self,
        py: Python<'py>,
        network: &Network,
        opponent: Option<String>,
        temperature: f64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let weigher = network.weigher(opponent, temperature)?;
        let known = self.known()?;
        let (told, set) = (known.told(), known.set());
        let weights = run(py, progress, |watched| {
            let mut weighing = weigher.start(told, set, None);
            while !weighing.advance(set.boards()) {
                if watched.reached(weighing.progress()) {
                    return Err(InformationSetError::Interrupted);
                }
            }
            Ok(weighing.finish())
        })?;
        let weights = weights.map_err(set_error)?;
        let bytes: Vec<u8> = weights.iter().flat_map(|w| w.to_ne_bytes()).collect();
        Ok(PyBytes::new(py, &bytes))
    }

    /// All boards as they are held, as bytes of a little-endian uint64 array of two columns.
    fn packed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let known = self.known()?;
        let boards = known.set().boards();
        PyBytes::new_with(py, boards.len() * 16, |bytes| {
            let (packed, _) = bytes.as_chunks_mut::<16>();
            let mut both = packed.iter_mut().zip(boards.iter());
            let fill = |chunk: Range<usize>| {
                for (bytes, board) in both.by_ref().take(chunk.len()) {
                    *bytes = board.0.to_le_bytes();
                }
                Ok(())
            };
            in_chunks(py, boards.len(), fill, Ok)
        })
    }

    /// What stands on each square of these boards, as bytes of an array of a row for each: 0 for nothing, 1 to 6 for
    /// White's pawn to king, 7 to 12 for Black's.
    #[pyo3(signature = (indices=None))]
    fn squares<'py>(
        &self,
        py: Python<'py>,
        indices: Option<&[u8]>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let known = self.known()?;
        let chosen = Chosen::new(known.set(), indices)?;
        PyBytes::new_with(py, chosen.len() * 64, |bytes| {
            let (rows, _) = bytes.as_chunks_mut::<64>();
            let fill = |chunk: Range<usize>| {
                for at in chunk {
                    let position = chosen.position(at)?;
                    for (square, piece) in position.board().clone() {
                        rows[at][square.to_usize()] = piece.role as u8 + piece.color.fold_wb(0, 6);
                    }
                }
                Ok(())
            };
            in_chunks(py, chosen.len(), fill, Ok)
        })
    }

    /// The FENs of these boards.
    #[pyo3(signature = (indices=None))]
    fn fens<'py>(&self, py: Python<'py>, indices: Option<&[u8]>) -> PyResult<Bound<'py, PyList>> {
        let known = self.known()?;
        let chosen = Chosen::new(known.set(), indices)?;
        let fens = PyList::empty(py);
        in_chunks(
            py,
            chosen.len(),
            |chunk| {
                let fen = |at| Ok(chosen.position(at)?.fen());
                chunk.map(fen).collect::<PyResult<Vec<String>>>()
            },
            |chunk| chunk.into_iter().try_for_each(|fen| fens.append(fen)),
        )?;
        Ok(fens)
    }

    /// The index of a position among the boards. Own pieces and counters are not compared.
    fn index(&self, py: Python<'_>, fen: &str) -> PyResult<Option<usize>> {
        let position = plain::position(fen)?;
        let known = self.known()?;
        let set = known.set();
        let Ok(board) = PackedBoard::pack(&position, set.color()) else {
            return Ok(None);
        };
        Ok(py.detach(|| set.boards().iter().position(|other| other == board)))
    }
}
