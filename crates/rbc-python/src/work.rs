//! Long work, done beside the interpreter: other threads of Python go on, progress is told, and an exception of a
//! signal's handler (`KeyboardInterrupt`) or of the progress function ends the work.

use std::{
    ops::{ControlFlow, Range},
    process,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc,
    },
    time::Duration,
};

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Between two looks at signals.
const PERIOD: Duration = Duration::from_millis(20);

/// What the work and the thread that waits for it tell each other.
#[derive(Default)]
pub struct Watched {
    cancelled: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
}

impl Watched {
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// A callback for the work.
    pub fn watch(&self) -> impl FnMut(usize, usize) -> ControlFlow<()> {
        |done, total| {
            self.done.store(done as u64, Relaxed);
            self.total.store(total as u64, Relaxed);
            if self.is_cancelled() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }
    }

    /// Tells that a share of the work is done, and whether to break off.
    pub fn reached(&self, share: f64) -> bool {
        const PARTS: f64 = 1_000.0;
        self.watch()((share * PARTS) as usize, PARTS as usize).is_break()
    }
}

/// The threads of this process. A process that was forked has none of its parent's.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

fn pool() -> PyResult<Arc<ThreadPool>> {
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    match &*pool {
        Some((id, pool)) if *id == process::id() => Ok(Arc::clone(pool)),
        _ => {
            let threads = ThreadPoolBuilder::new()
                .thread_name(|i| format!("outpost-{i}"))
                .build()
                .map_err(|e| PyRuntimeError::new_err(format!("no threads: {e}")))?;
            let threads = Arc::new(threads);
            // The parent's is forgotten: its threads cannot be told to end here.
            std::mem::forget(pool.replace((process::id(), Arc::clone(&threads))));
            Ok(threads)
        }
    }
}

/// Does `work` on the pool. What `progress` is called with is done and total, in units of its own.
///
/// # Errors
///
/// The exception that ended it; the work had been told, and has ended.
pub fn run<R: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Watched) -> R + Send,
) -> PyResult<R> {
    let pool = pool()?;
    py.detach(move || {
        let watched = Watched::default();
        let mut result = None;
        let (ended, ends) = mpsc::channel::<()>();
        let mut exception = None;
        pool.in_place_scope(|scope| {
            let (result, watched_by_work) = (&mut result, &watched);
            scope.spawn(move |_| {
                // Dropped even if the work panics.
                let _ended = ended;
                *result = Some(work(watched_by_work));
            });
            while ends.recv_timeout(PERIOD) == Err(mpsc::RecvTimeoutError::Timeout) {
                if exception.is_some() {
                    continue;
                }
                let looked = Python::attach(|py| look(py, progress.as_ref(), &watched));
                if let Err(error) = looked {
                    watched.cancelled.store(true, Relaxed);
                    exception = Some(error);
                }
            }
        });
        match (exception, result) {
            (Some(exception), _) => Err(exception),
            (None, Some(result)) => Ok(result),
            (None, None) => Err(PyRuntimeError::new_err("the work has no result")),
        }
    })
}

/// Does `work` for ranges of up to `total` items, beside the interpreter, and `keep` with it for what each range gave.
/// Other threads of Python go on, and signals are looked at after each range.
///
/// # Errors
///
/// Those of either, and the exception of a signal's handler.
pub fn in_chunks<T: Send>(
    py: Python<'_>,
    total: usize,
    mut work: impl FnMut(Range<usize>) -> PyResult<T> + Send,
    mut keep: impl FnMut(T) -> PyResult<()>,
) -> PyResult<()> {
    /// Some milliseconds of work.
    const CHUNK: usize = 4_096;
    for begin in (0..total).step_by(CHUNK) {
        let chunk = begin..total.min(begin + CHUNK);
        keep(py.detach(|| work(chunk))?)?;
        py.check_signals()?;
    }
    Ok(())
}

fn look(py: Python<'_>, progress: Option<&Py<PyAny>>, watched: &Watched) -> PyResult<()> {
    py.check_signals()?;
    if let Some(progress) = progress {
        let (done, total) = (watched.done.load(Relaxed), watched.total.load(Relaxed));
        progress.call1(py, (done, total))?;
    }
    Ok(())
}
