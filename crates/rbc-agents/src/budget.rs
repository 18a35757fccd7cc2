//! The limits of a decision, its interruption and its progress.

use std::{any::Any, error, fmt, time::Duration};

/// What the caller of a decision wants, whenever it is polled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// Continue.
    GoOn,
    /// Decide at once, with the best found so far.
    MoveNow,
    /// Cancel: the decision is no longer wanted.
    Cancel,
}

/// The error of a decision that the caller cancelled.
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
/// A limit of *nodes* (positions searched, or boards examined) makes decisions repeatable. The closure is polled
/// every few milliseconds, at no fixed points. It may read a clock, a flag in shared memory or a counter: nothing
/// else here reads one.
///
/// After [`Stop::MoveNow`] or [`Stop::Cancel`] it is not polled again, unless the budget [may still be
/// cancelled](Budget::still_cancelled).
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
    still_cancelled: bool,
    stop: Box<dyn FnMut() -> Stop + 'a>,
    progress: Option<Box<dyn FnMut(f32) + 'a>>,
    journal: Option<&'a mut Journal>,
}

/// The completed parts of a decision, from which an interrupted decision continues.
///
/// A caller with one thread, such as a browser's worker, interrupts every few milliseconds to read its messages and
/// asks again with the same journal: what was done in [`Budget::once`] is not repeated. Decisions are functions of
/// the log, the seed and the nodes, so the same parts come in the same order. Each decision needs its own journal.
///
/// ```
/// use rbc_agents::{Budget, Cancelled, Journal, Stop};
/// /// Three pieces of work, and a look at the budget after each.
/// fn decide(budget: &mut Budget<'_>, done: &mut u32) -> Result<u32, Cancelled> {
///     let mut sum = 0;
///     for i in 1..=3 {
///         sum += budget.once(|| {
///             *done += 1;
///             i
///         });
///         budget.should_stop()?;
///     }
///     Ok(sum)
/// }
/// let (mut journal, mut done, mut looks) = (Journal::default(), 0, 0);
/// let sum = loop {
///     // Every other look breaks off.
///     let stop = || {
///         looks += 1;
///         if looks % 2 == 1 { Stop::Cancel } else { Stop::GoOn }
///     };
///     let mut budget = Budget::new(None, Box::new(stop)).resuming(&mut journal);
///     if let Ok(sum) = decide(&mut budget, &mut done) {
///         break sum;
///     }
/// };
/// assert_eq!((sum, done), (6, 3));
/// ```
#[derive(Default)]
pub struct Journal {
    pieces: Vec<Box<dyn Any + Send>>,
    /// Pieces that the decision has come to since it was asked the last time.
    at: usize,
}

impl Journal {
    /// Returns the number of completed parts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Returns whether nothing is done yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Whether the decision is still where it had been before.
    fn replays(&self) -> bool {
        self.at < self.pieces.len()
    }
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal")
            .field("pieces", &self.pieces.len())
            .field("at", &self.at)
            .finish()
    }
}

impl<'a> Budget<'a> {
    /// Creates a budget of about `nodes` nodes, polled through `stop`. Without a number of nodes an agent uses its
    /// usual amount, not an unlimited one.
    #[must_use]
    pub fn new(nodes: Option<u64>, stop: Box<dyn FnMut() -> Stop + 'a>) -> Budget<'a> {
        Budget {
            limit: nodes,
            spent: 0,
            wish: Stop::GoOn,
            still_cancelled: false,
            stop,
            progress: None,
            journal: None,
        }
    }

    /// Creates a budget without limits: the agent uses its usual amount.
    #[must_use]
    pub fn unlimited() -> Budget<'a> {
        Budget::new(None, Box::new(|| Stop::GoOn))
    }

    /// Creates a budget of about `nodes` nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Budget<'a> {
        Budget::new(Some(nodes), Box::new(|| Stop::GoOn))
    }

    /// Creates a budget until the caller's clock `now` shows `deadline`.
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

    /// Reports the progress of the decision (0 to 1) to `progress`.
    #[must_use]
    pub fn on_progress(mut self, progress: impl FnMut(f32) + 'a) -> Budget<'a> {
        self.progress = Some(Box::new(progress));
        self
    }

    /// Keeps polling for [`Stop::Cancel`] after [`Stop::MoveNow`]: what an agent must do before it can decide may
    /// take longer than there is time.
    #[must_use]
    pub fn still_cancelled(mut self) -> Budget<'a> {
        self.still_cancelled = true;
        self
    }

    /// Continues the decision from `journal`, and records its parts there.
    #[must_use]
    pub fn resuming(mut self, journal: &'a mut Journal) -> Budget<'a> {
        journal.at = 0;
        self.journal = Some(journal);
        self
    }

    /// Creates a budget for a part of the decision that continues from `journal` and stops when this one does. Its
    /// nodes are not counted here.
    pub fn nested<'b>(&'b mut self, journal: &'b mut Journal) -> Budget<'b> {
        let still_cancelled = self.still_cancelled;
        let stop = || match self.should_stop() {
            Ok(false) => Stop::GoOn,
            Ok(true) => Stop::MoveNow,
            Err(Cancelled) => Stop::Cancel,
        };
        let part = Budget::new(None, Box::new(stop)).resuming(journal);
        Budget {
            still_cancelled,
            ..part
        }
    }

    /// Decides with `decide`, which may use `nodes` nodes whatever the limit here is. They are counted here.
    pub(crate) fn with_nodes<T>(&mut self, nodes: u64, decide: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (self.limit.replace(nodes), std::mem::take(&mut self.spent));
        let decided = decide(self);
        self.limit = outer.0;
        self.spent = self.spent.saturating_add(outer.1);
        decided
    }

    /// Does a part of the work, or returns its result from before an interruption; see [`Journal`].
    pub fn once<T: Any + Send + Clone>(&mut self, piece: impl FnOnce() -> T) -> T {
        let Some(journal) = &mut self.journal else {
            return piece();
        };
        let at = journal.at;
        journal.at += 1;
        if let Some(done) = journal.pieces.get(at).and_then(|p| p.downcast_ref::<T>()) {
            return done.clone();
        }
        // Nothing after a piece of another kind can be right either.
        journal.pieces.truncate(at);
        let done = piece();
        journal.pieces.push(Box::new(done.clone()));
        done
    }

    /// Like [`Budget::once`] for work that may itself be interrupted, such as waiting for an engine; it is then tried
    /// again when the decision continues. The work must not use [`Budget::once`].
    ///
    /// # Errors
    ///
    /// When the work was interrupted.
    pub fn try_once<T: Any + Send + Clone>(
        &mut self,
        piece: impl FnOnce(&mut Self) -> Result<T, Cancelled>,
    ) -> Result<T, Cancelled> {
        let at = self.journal.as_ref().map_or(0, |journal| journal.at);
        let done = self.journal.as_ref().and_then(|j| j.pieces.get(at));
        let done = match done.and_then(|p| p.downcast_ref::<T>()) {
            Some(done) => done.clone(),
            None => {
                if let Some(journal) = &mut self.journal {
                    journal.pieces.truncate(at);
                }
                piece(self)?
            }
        };
        Ok(self.once(|| done))
    }

    /// Returns the limit of nodes, if there is one.
    #[must_use]
    pub const fn limit(&self) -> Option<u64> {
        self.limit
    }

    /// Returns the number of nodes used.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// Returns the number of nodes left, if there is a limit.
    #[must_use]
    pub fn left(&self) -> Option<u64> {
        self.limit.map(|limit| limit.saturating_sub(self.spent))
    }

    /// Counts `nodes` as used.
    pub const fn spend(&mut self, nodes: u64) {
        self.spent = self.spent.saturating_add(nodes);
    }

    /// Returns whether to decide now, because nodes or time are used up.
    ///
    /// # Errors
    ///
    /// When the caller cancels the decision.
    pub fn should_stop(&mut self) -> Result<bool, Cancelled> {
        // On the way to where it was broken off a decision takes the turns that it took.
        let replays = self
            .journal
            .as_ref()
            .is_some_and(|journal| journal.replays());
        match self.wish {
            Stop::GoOn if !replays => self.wish = (self.stop)(),
            Stop::MoveNow if self.still_cancelled && (self.stop)() == Stop::Cancel => {
                self.wish = Stop::Cancel;
            }
            _ => {}
        }
        match self.wish {
            Stop::Cancel => Err(Cancelled),
            Stop::MoveNow => Ok(true),
            Stop::GoOn => Ok(self.left() == Some(0)),
        }
    }

    /// Whether there is no time left: for looks within a piece of work that is not [done again](Budget::once) when the decision is
    /// broken off, and goes on to its end even so. Nodes are not looked at, so that the number of looks changes nothing.
    pub fn is_due(&mut self) -> bool {
        if self.wish == Stop::GoOn {
            self.wish = (self.stop)();
        }
        self.wish == Stop::MoveNow
    }

    /// Reports the progress of the decision, from 0 to 1.
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
    fn a_decision_that_is_due_can_be_cancelled_where_the_budget_says_so() {
        use Stop::{Cancel, GoOn, MoveNow};
        let answers = || [MoveNow, GoOn, Cancel].into_iter();
        let mut given = answers();
        let mut budget = Budget::new(None, Box::new(|| given.next().unwrap_or(GoOn)));
        assert_eq!([0; 3].map(|_| budget.should_stop()), [Ok(true); 3]);

        let mut given = answers();
        let mut budget =
            Budget::new(None, Box::new(|| given.next().unwrap_or(GoOn))).still_cancelled();
        assert_eq!(budget.should_stop(), Ok(true));
        let mut journal = Journal::default();
        let mut part = budget.nested(&mut journal);
        assert_eq!(
            [0; 3].map(|_| part.should_stop()),
            [Ok(true), Err(Cancelled), Err(Cancelled)]
        );
    }

    #[test]
    fn a_piece_that_was_broken_off_is_tried_again_and_then_never() {
        let mut journal = Journal::default();
        let mut tries = 0;
        let mut decide = |journal: &mut Journal, done: bool| {
            let mut budget = Budget::unlimited().resuming(journal);
            let first = budget.once(|| 1);
            let second = budget.try_once(|budget| {
                tries += 1;
                assert_eq!(budget.should_stop(), Ok(false));
                if done { Ok(10) } else { Err(Cancelled) }
            })?;
            Ok::<_, Cancelled>((first + second, tries))
        };
        assert_eq!(decide(&mut journal, false), Err(Cancelled));
        assert_eq!(decide(&mut journal, true), Ok((11, 2)));
        assert_eq!(decide(&mut journal, true), Ok((11, 2)));
        assert_eq!(journal.len(), 2);
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
