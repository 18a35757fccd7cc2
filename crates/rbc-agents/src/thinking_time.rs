//! How long a decision may take in a game with a clock.

use std::time::Duration;

use crate::{Budget, Stop};

/// A turn takes at most one part in this many of the clock. With an increment that settles where the increment gives
/// back as much: 5 s a turn with 100 s left, in `reconchess` games.
const TURN_SHARE: u32 = 20;
/// A sense takes at most one part in this many of its turn. The move gets the rest.
pub const SENSE_SHARE: u32 = 3;
/// A decision that has taken one part in this many of the clock is cancelled.
const LAST_SHARE: u32 = 10;

/// Nodes per second that are expected before anything is known, and at least: the search on one thread of a slow machine.
const LEAST_PACE: f64 = 1_333_333.0;

/// The nodes that a player searches per second, learned from its decisions. So many are planned where only a time is given:
/// without a plan a player would stop at its own number of nodes, and with a guess it would leave most of its time unused on a
/// fast machine with several threads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    nodes_per_second: f64,
}

/// A decision that took less says little.
const SHORTEST_LESSON: Duration = Duration::from_millis(2);
/// The share of the expected nodes that is planned: a plan that does not fit is cut short at its deepest.
const PLANNED_SHARE: f64 = 0.9;
/// How much of a decision that was faster than expected is taken over, and of one that was slower: that may have gone into a large set
/// or its weights, and says little of the search.
const FASTER: f64 = 0.5;
const SLOWER: f64 = 0.1;

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            nodes_per_second: LEAST_PACE,
        }
    }
}

impl Pace {
    /// Returns the nodes to plan with: `nodes`, or as many as are expected to fit into `time`.
    #[must_use]
    pub fn plan(self, nodes: Option<u64>, time: Duration) -> u64 {
        let fitting = time.as_secs_f64() * self.nodes_per_second * PLANNED_SHARE;
        nodes.unwrap_or((fitting.round() as u64).max(1_000))
    }

    /// Learns from a decision that searched `nodes` nodes in `time`. What is expected is never less than at first.
    pub fn learn(&mut self, nodes: u64, time: Duration) {
        if time < SHORTEST_LESSON {
            return;
        }
        let change = nodes as f64 / time.as_secs_f64() - self.nodes_per_second;
        let share = if change > 0.0 { FASTER } else { SLOWER };
        self.nodes_per_second = (self.nodes_per_second + share * change).max(LEAST_PACE);
    }
}

/// What is being decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Where to sense.
    Sense,
    /// What to request, after a sense that took this long.
    Move(Duration),
}

/// The time of one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThinkingTime {
    /// When the agent is told to decide.
    pub decide: Option<Duration>,
    /// When the decision is cancelled and a quicker player decides.
    pub break_off: Option<Duration>,
}

impl ThinkingTime {
    /// Returns the time for a decision, with at most `turn` for the whole turn and `left` on the clock, if given.
    #[must_use]
    pub fn new(kind: Kind, turn: Option<Duration>, left: Option<Duration>) -> ThinkingTime {
        let share = left.map(|left| left / TURN_SHARE);
        let turn = match (turn, share) {
            (Some(turn), Some(share)) => Some(turn.min(share)),
            (turn, share) => turn.or(share),
        };
        let decide = turn.map(|turn| match kind {
            Kind::Sense => turn / SENSE_SHARE,
            // Even after a sense that took all of the time, the move gets some.
            Kind::Move(used) => turn.saturating_sub(used).max(turn / SENSE_SHARE),
        });
        ThinkingTime {
            decide,
            break_off: left.map(|left| left / LAST_SHARE),
        }
    }

    /// Returns the time for the quicker player, after a decision was cancelled.
    #[must_use]
    pub fn for_the_quicker(self) -> ThinkingTime {
        ThinkingTime {
            decide: Some(Duration::ZERO),
            break_off: self.break_off.map(|time| time / 2),
        }
    }

    /// Returns a budget of `nodes` or as many as fit at this `pace`. `clock` tells how long the decision has taken; where it
    /// tells nothing, the decision is cancelled.
    #[must_use]
    pub fn budget<'a>(
        self,
        nodes: Option<u64>,
        pace: Pace,
        mut clock: impl FnMut() -> Option<Duration> + 'a,
    ) -> Budget<'a> {
        let nodes = self
            .decide
            .map_or(nodes, |time| Some(pace.plan(nodes, time)));
        let stop = move || {
            let Some(elapsed) = clock() else {
                return Stop::Cancel;
            };
            let over = |time: Option<Duration>| time.is_some_and(|time| elapsed >= time);
            if over(self.break_off) {
                Stop::Cancel
            } else if over(self.decide) {
                Stop::MoveNow
            } else {
                Stop::GoOn
            }
        };
        Budget::new(nodes, Box::new(stop)).still_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cancelled;

    fn ms(n: u64) -> Option<Duration> {
        Some(Duration::from_millis(n))
    }

    fn moving(used: u64) -> Kind {
        Kind::Move(Duration::from_millis(used))
    }

    #[test]
    fn a_long_clock_leaves_the_time_of_a_turn() {
        let time = |kind| ThinkingTime::new(kind, ms(3_000), ms(900_000));
        assert_eq!(time(Kind::Sense).decide, ms(1_000));
        assert_eq!(time(moving(400)).decide, ms(2_600));
        assert_eq!(time(moving(9_000)).decide, ms(1_000));
        assert_eq!(time(Kind::Sense).break_off, ms(90_000));
    }

    #[test]
    fn a_short_clock_is_shared_out() {
        let time = |kind| ThinkingTime::new(kind, ms(3_000), ms(6_000));
        assert_eq!(time(Kind::Sense).decide, ms(100));
        assert_eq!(time(moving(100)).decide, ms(200));
        let none_left = ThinkingTime::new(moving(0), ms(3_000), ms(0));
        assert_eq!((none_left.decide, none_left.break_off), (ms(0), ms(0)));
    }

    #[test]
    fn without_a_clock_nothing_is_broken_off() {
        let time = ThinkingTime::new(moving(0), ms(2_000), None);
        assert_eq!((time.decide, time.break_off), (ms(2_000), None));
        let time = ThinkingTime::new(Kind::Sense, None, None);
        assert_eq!((time.decide, time.break_off), (None, None));
        assert_eq!(
            time.budget(Some(1), Pace::default(), || Some(Duration::MAX))
                .should_stop(),
            Ok(false)
        );
    }

    #[test]
    fn a_decision_is_hurried_and_then_cancelled() {
        let time = ThinkingTime {
            decide: ms(10),
            break_off: ms(20),
        };
        let mut at = [5, 10, 19, 20].into_iter();
        let mut budget = time.budget(None, Pace::default(), || ms(at.next()?));
        let found: Vec<_> = (0..4).map(|_| budget.should_stop()).collect();
        assert_eq!(found, [Ok(false), Ok(true), Ok(true), Err(Cancelled)]);
        assert_eq!(
            time.budget(None, Pace::default(), || None).should_stop(),
            Err(Cancelled)
        );
    }

    #[test]
    fn a_plan_fits_what_was_done_before() {
        let mut pace = Pace::default();
        let second = Duration::from_secs(1);
        assert_eq!(pace.plan(Some(5), second), 5);
        assert_eq!(pace.plan(None, second), 1_200_000);
        // A machine that is much faster.
        let fast = |pace: &mut Pace| {
            for _ in 0..20 {
                let plan = pace.plan(None, second);
                pace.learn(plan, second.mul_f64(plan as f64 / 6_000_000.0));
            }
            pace.plan(None, second)
        };
        let plan = fast(&mut pace);
        assert!((5_350_000..5_450_000).contains(&plan), "{plan}");
        // What took no time tells nothing.
        pace.learn(0, Duration::from_millis(1));
        assert_eq!(pace.plan(None, second), plan);
        // Large sets take time without a search: nothing is lost for good, nor all at once.
        pace.learn(0, second);
        assert!(pace.plan(None, second) > plan / 2);
        for _ in 0..100 {
            pace.learn(0, second);
        }
        assert_eq!(pace.plan(None, second), 1_200_000);
        assert!(fast(&mut pace) > 5_000_000);
    }

    /// The worst case: every decision is cancelled, and so is the quicker player's.
    #[test]
    fn many_turns_at_the_worst_leave_time() {
        let mut left = Duration::from_secs(900);
        for _ in 0..10 {
            for kind in [Kind::Sense, moving(0)] {
                let time = ThinkingTime::new(kind, ms(2_000), Some(left));
                let quicker = time.for_the_quicker();
                left -= time.break_off.expect("a clock") + quicker.break_off.expect("a clock");
            }
        }
        assert!(left > Duration::from_secs(30), "{left:?}");
    }
}
