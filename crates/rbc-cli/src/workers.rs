//! Runs jobs such as games side by side, each on one thread.
//!
//! A job runs in a rayon pool of one thread, so that a parallel agent neither waits for other games nor takes their
//! time. Turn times are therefore comparable as long as there are no more workers than cores.

use std::{
    collections::BTreeMap,
    num::NonZero,
    ops::Range,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::Failure;

/// Returns the number of cores.
#[must_use]
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Runs `work` for every job on `threads` workers, and hands the results to `take` in the order of the jobs.
///
/// # Errors
///
/// If `take` fails, after which no job is started, or if the workers cannot be started.
pub fn in_order<T: Send>(
    jobs: Range<u64>,
    threads: usize,
    work: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let wanted = usize::try_from(jobs.end.saturating_sub(jobs.start)).unwrap_or(usize::MAX);
    let pool = |_| ThreadPoolBuilder::new().num_threads(1).build();
    let pools: Vec<ThreadPool> = (0..threads.min(wanted))
        .map(pool)
        .collect::<Result<_, _>>()
        .map_err(|e| Failure::Work(format!("cannot start threads: {e}")))?;
    let next = AtomicU64::new(jobs.start);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for pool in &pools {
            let (send, next, work) = (send.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= jobs.end {
                        break;
                    }
                    // The receiver is gone once `take` has failed.
                    if send.send((job, pool.install(|| work(job)))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut expected = jobs.start;
        for (job, done) in receive {
            waiting.insert(job, done);
            while let Some(done) = waiting.remove(&expected) {
                take(expected, done)?;
                expected += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn jobs_come_back_in_order_and_a_failure_ends_them() {
        let mut seen = Vec::new();
        let slow_first = |job: u64| {
            thread::sleep(Duration::from_millis(if job == 3 { 30 } else { 1 }));
            (job, rayon::current_num_threads())
        };
        let all = in_order(3..20, 4, slow_first, |job, done| {
            assert_eq!(done, (job, 1));
            seen.push(job);
            Ok(())
        });
        assert!(all.is_ok());
        assert_eq!(seen, (3..20).collect::<Vec<u64>>());

        let begun = AtomicU64::new(0);
        let work = |_| begun.fetch_add(1, Ordering::Relaxed);
        let failed = in_order(0..u64::MAX, 2, work, |job, _| match job {
            5 => Err(Failure::Work("full".to_owned())),
            _ => Ok(()),
        });
        assert!(matches!(failed, Err(Failure::Work(reason)) if reason == "full"));
        assert!(in_order(4..4, 2, |_| (), |_, ()| Ok(())).is_ok());
    }
}
