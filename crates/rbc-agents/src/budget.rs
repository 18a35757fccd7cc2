//! How long a decision may take, when it is broken off, and how far it is.

use std::{error, fmt, time::Duration};

/// What the caller of a decision wants, each time it is polled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// Think on.
    GoOn,
    /// Decide at once: the best found so far.
    MoveNow,
    /// Break off: the decision is no longer wanted.
    Cancel,
}

/// The decision was broken off at the caller's wish.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cancelled")
    }
}

impl error::Error for Cancelled {}

/// What one decision may use.
///
/// A limit of *nodes* (positions visited by a search, or boards looked at) makes decisions
/// repeatable. The closure for stopping is polled every few milliseconds of work, at no fixed points:
/// it may read a clock, a flag in shared memory or a counter, whatever the caller has; nothing here
/// reads one. It needs no threads: a worker without shared memory can look at its clock there.
///
/// Once it has answered [`Stop::MoveNow`] or [`Stop::Cancel`], it is not asked again.
///
/// ```
/// use rbc_agents::{Budget, Stop};
/// let mut polls = 0;
/// let mut budget = Budget::new(
///     Some(1_000),
///     Box::new(|| {
///         polls += 1;
///         if polls > 3 { Stop::MoveNow } else { Stop::GoOn }
///     }),
/// );
/// assert_eq!(budget.should_stop(), Ok(false));
/// budget.spend(1_000);
/// assert_eq!(budget.should_stop(), Ok(true));
/// ```
pub struct Budget<'a> {
    limit: Option<u64>,
    spent: u64,
    wish: Stop,
    stop: Box<dyn FnMut() -> Stop + 'a>,
    progress: Option<Box<dyn FnMut(f32) + 'a>>,
}

impl<'a> Budget<'a> {
    /// At most about `nodes` nodes, and whatever `stop` says. Without a number of nodes an agent uses
    /// what it needs to play as it should, not an unlimited amount.
    #[must_use]
    pub fn new(nodes: Option<u64>, stop: Box<dyn FnMut() -> Stop + 'a>) -> Budget<'a> {
        Budget {
            limit: nodes,
            spent: 0,
            wish: Stop::GoOn,
            stop,
            progress: None,
        }
    }

    /// No limit: the agent's own measure.
    #[must_use]
    pub fn unlimited() -> Budget<'a> {
        Budget::new(None, Box::new(|| Stop::GoOn))
    }

    /// At most about `nodes` nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Budget<'a> {
        Budget::new(Some(nodes), Box::new(|| Stop::GoOn))
    }

    /// Until the caller's clock `now` shows `deadline`.
    #[must_use]
    pub fn until(deadline: Duration, mut now: impl FnMut() -> Duration + 'a) -> Budget<'a> {
        let stop = move || {
            if now() < deadline {
                Stop::GoOn
            } else {
                Stop::MoveNow
            }
        };
        Budget::new(None, Box::new(stop))
    }

    /// The same budget, telling `progress` the share of the decision that is done (0 to 1).
    #[must_use]
    pub fn on_progress(mut self, progress: impl FnMut(f32) + 'a) -> Budget<'a> {
        self.progress = Some(Box::new(progress));
        self
    }

    /// The number of nodes allowed in all, if there is a limit.
    #[must_use]
    pub const fn limit(&self) -> Option<u64> {
        self.limit
    }

    /// The number of nodes used.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// The number of nodes left, if there is a limit.
    #[must_use]
    pub fn left(&self) -> Option<u64> {
        self.limit.map(|limit| limit.saturating_sub(self.spent))
    }

    /// Counts `nodes` as used.
    pub const fn spend(&mut self, nodes: u64) {
        self.spent = self.spent.saturating_add(nodes);
    }

    /// Whether to decide now with what is known, as nodes or time are used up.
    ///
    /// # Errors
    ///
    /// When the caller wants the decision broken off.
    pub fn should_stop(&mut self) -> Result<bool, Cancelled> {
        if self.wish == Stop::GoOn {
            self.wish = (self.stop)();
        }
        match self.wish {
            Stop::Cancel => Err(Cancelled),
            Stop::MoveNow => Ok(true),
            Stop::GoOn => Ok(self.left() == Some(0)),
        }
    }

    /// Says how far the decision is: a share from 0 to 1.
    pub fn report(&mut self, share: f32) {
        if let Some(progress) = &mut self.progress {
            progress(share.clamp(0.0, 1.0));
        }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("limit", &self.limit)
            .field("spent", &self.spent)
            .field("wish", &self.wish)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_once_told_stays() {
        let mut answers = vec![Stop::GoOn, Stop::Cancel, Stop::GoOn].into_iter();
        let mut budget = Budget::new(None, Box::new(move || answers.next().unwrap_or(Stop::GoOn)));
        assert_eq!(budget.should_stop(), Ok(false));
        assert_eq!(budget.should_stop(), Err(Cancelled));
        assert_eq!(budget.should_stop(), Err(Cancelled));
    }

    #[test]
    fn deadlines_and_nodes_say_move_now() {
        let mut time = 0;
        let mut budget = Budget::until(Duration::from_millis(2), move || {
            time += 1;
            Duration::from_millis(time)
        });
        assert_eq!(budget.should_stop(), Ok(false));
        assert_eq!(budget.should_stop(), Ok(true));

        let mut budget = Budget::nodes(10);
        budget.spend(9);
        assert_eq!(budget.should_stop(), Ok(false));
        budget.spend(9);
        assert_eq!((budget.should_stop(), budget.left()), (Ok(true), Some(0)));
    }

    #[test]
    fn progress_reaches_the_caller() {
        let mut seen = Vec::new();
        let mut budget = Budget::unlimited().on_progress(|share| seen.push(share));
        budget.report(0.25);
        budget.report(7.0);
        drop(budget);
        assert_eq!(seen, [0.25, 1.0]);
    }
}
