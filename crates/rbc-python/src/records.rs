//! Records of games, and games step by step.

use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::prelude::*;
use rbc_belief::{
    Completeness, Knowledge,
    replay::{GameReplay, ReplayError, SetCursor, StepPhase},
};
use rbc_rules::{
    Color,
    record::{self, Records, verify},
};

use crate::{
    belief::{self, Belief},
    errors::{in_use, record_error, set_error, value_error},
    plain::{self, Contents},
    work::run,
};

/// The record of a game.
#[pyclass(frozen, module = "outpost_rbc._native")]
pub struct Record {
    text: String,
    record: Arc<record::Record>,
}

impl Record {
    fn read(text: &str) -> Result<Record, record::RecordError> {
        let text = text.trim();
        Ok(Record {
            record: Arc::new(record::Record::from_json(text.as_bytes())?),
            text: text.to_owned(),
        })
    }
}

/// Reads the games of a file. A game that cannot be read is an error, or left out; that none is left is an error.
#[pyfunction]
pub fn read_records(py: Python<'_>, data: &[u8], skip_broken: bool) -> PyResult<Vec<Record>> {
    let read = run(py, None, |watched| {
        let records = Records::new(data);
        let mut read = Vec::new();
        let mut first_broken = None;
        for (line, text) in records.texts()? {
            if watched.is_cancelled() {
                break;
            }
            match Record::read(&String::from_utf8_lossy(text)) {
                Ok(record) => read.push(record),
                Err(error) => {
                    let line = Some(line);
                    let error = record::RecordError { line, ..error };
                    if !skip_broken {
                        return Err(error);
                    }
                    first_broken.get_or_insert(error);
                }
            }
        }
        Ok((read, first_broken))
    })?;
    match read.map_err(record_error)? {
        (read, Some(broken)) if read.is_empty() => {
            Err(record_error(format!("the file holds no game: {broken}")))
        }
        (read, None) if read.is_empty() => Err(record_error("the file holds no game: it is empty")),
        (read, _) => Ok(read),
    }
}

#[pymethods]
impl Record {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Record> {
        py.detach(|| Record::read(text)).map_err(record_error)
    }

    /// Its text, with what others wrote into it.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    #[getter]
    fn id(&self) -> String {
        self.record.id()
    }

    fn name(&self, white: bool) -> Option<&str> {
        self.record.game.name(plain::color(white))
    }

    #[getter]
    fn winner(&self) -> Option<bool> {
        self.record.game.winner.map(Color::is_white)
    }

    #[getter]
    fn win_reason(&self) -> Option<&'static str> {
        self.record.game.win_reason.map(|reason| reason.name())
    }

    #[getter]
    fn plies(&self) -> usize {
        self.record.game.plies()
    }

    /// Every event that differs from the rules, in words.
    fn verify(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let game = &self.record.game;
        run(py, None, |watched| {
            let mut replay = verify::Replay::new(game);
            while !watched.is_cancelled() && replay.step().is_some() {}
            replay
                .mismatches()
                .iter()
                .map(ToString::to_string)
                .collect()
        })
    }

    fn replay(&self, py: Python<'_>, cap: usize) -> PyResult<Replay> {
        let cap = belief::cap(cap)?;
        let game = &self.record.game;
        Ok(Replay(Mutex::new(Replaying {
            replay: py.detach(|| GameReplay::new(game)),
            cursors: [Color::White, Color::Black].map(|color| SetCursor::new(color, cap)),
        })))
    }
}

/// A game step by step.
#[pyclass(frozen, module = "outpost_rbc._native")]
pub struct Replay(Mutex<Replaying>);

/// A call that finds it in use is refused, as for a set.
struct Replaying {
    replay: GameReplay,
    /// Where White's and Black's sets were last.
    cursors: [SetCursor; 2],
}

/// Half-turns before it, whether it is White's, its phase, the true position, the capture notice, the sense with what
/// it showed, and the request and the move with its capture.
type Step = (
    usize,
    bool,
    &'static str,
    String,
    Option<u32>,
    Option<(Option<u32>, Contents)>,
    Option<(Option<String>, Option<String>, Option<u32>)>,
);

fn replay_error(error: ReplayError) -> PyErr {
    match error {
        ReplayError::Start(error) => value_error(error),
        ReplayError::Set(error) => set_error(error),
    }
}

#[pymethods]
impl Replay {
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.lock()?.replay.steps().len())
    }

    /// The steps at which the record departs from the rules.
    #[getter]
    fn departures(&self) -> PyResult<Vec<usize>> {
        Ok(self.lock()?.replay.departures().to_vec())
    }

    fn step(&self, index: usize) -> PyResult<Step> {
        let replaying = self.lock()?;
        let step = replaying.replay.steps().get(index);
        let step = step.ok_or_else(|| replaying.no_step(index))?;
        Ok((
            step.ply,
            step.color.is_white(),
            match step.phase {
                StepPhase::Start => "start",
                StepPhase::Sensed => "sensed",
                StepPhase::Moved => "moved",
            },
            step.fen.clone(),
            plain::number(step.notice),
            step.sense
                .as_ref()
                .map(|sense| (plain::number(sense.square), plain::contents(sense))),
            step.played.map(|played| {
                let (requested, taken) = (plain::uci(played.requested), plain::uci(played.taken));
                (requested, taken, plain::number(played.capture))
            }),
        ))
    }

    /// What a side knows at a step.
    #[pyo3(signature = (index, white, progress=None))]
    fn belief(
        &self,
        py: Python<'_>,
        index: usize,
        white: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Belief> {
        let mut replaying = self.lock()?;
        if index >= replaying.replay.steps().len() {
            return Err(replaying.no_step(index));
        }
        let color = plain::color(white);
        let Replaying { replay, cursors } = &mut *replaying;
        let cursor = &mut cursors[color.fold_wb(0, 1)];
        let known = run(py, progress, move |watched| {
            let set = replay.seek(cursor, index, &mut watched.watch())?.clone();
            Ok(Knowledge::of(replay.told(index, color), set))
        })?;
        known.map(Belief::of).map_err(replay_error)
    }

    /// White's and Black's set at a step: the estimated number of boards, whether it is exact, and whether the true
    /// board is in it. Of a move of the opponent a side is not told before its own turn: it is the board before that.
    #[pyo3(signature = (index, progress=None))]
    fn sizes(
        &self,
        py: Python<'_>,
        index: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<[(f64, bool, bool); 2]> {
        let mut replaying = self.lock()?;
        let steps = replaying.replay.steps();
        let step = steps.get(index).ok_or_else(|| replaying.no_step(index))?;
        let before = &steps[index.saturating_sub(1)];
        let truths = [Color::White, Color::Black].map(|color| {
            let is_told = step.phase != StepPhase::Moved || step.color == color;
            plain::position(if is_told { &step.fen } else { &before.fen })
        });
        let Replaying { replay, cursors } = &mut *replaying;
        let sizes = run(py, progress, move |watched| {
            let mut sizes = [(0.0, false, false); 2];
            for ((size, cursor), truth) in sizes.iter_mut().zip(cursors).zip(truths) {
                let set = replay.seek(cursor, index, &mut watched.watch())?;
                let exact = set.completeness() == Completeness::Exact;
                let holds_truth = truth.is_ok_and(|truth| set.contains(&truth));
                *size = (set.estimated_len(), exact, holds_truth);
            }
            Ok(sizes)
        })?;
        sizes.map_err(replay_error)
    }
}

impl Replay {
    fn lock(&self) -> PyResult<MutexGuard<'_, Replaying>> {
        self.0
            .try_lock()
            .map_err(|error| in_use("the replay", error))
    }
}

impl Replaying {
    fn no_step(&self, index: usize) -> PyErr {
        let steps = self.replay.steps().len();
        value_error(format!("there is no step {index} among {steps}"))
    }
}
