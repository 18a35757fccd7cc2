//! Counts the possible boards of each side of a game before and after each of its senses: `rbc_belief::sense_sizes`, run to its end.

use std::ops::ControlFlow;

use rbc_belief::{replay::GameReplay, sense_sizes::SenseCount};
use rbc_rules::{Color, GameHistory};
use rbc_statistics::Reduction;

pub use rbc_belief::sense_sizes::{DEFAULT_CAP, SenseSizes, SideSizes, Size};

/// Returns what a sense left.
#[must_use]
pub fn as_sensed(sense: &SenseSizes) -> Reduction {
    reduction(sense, sense.after)
}

/// Returns what another sense of the same set would have left, had it left `after`.
#[must_use]
pub fn reduction(sense: &SenseSizes, after: Size) -> Reduction {
    Reduction {
        before: sense.before.boards,
        after: after.boards,
        counted: sense.before.exact && after.exact,
        followed: sense.followed,
    }
}

/// How set sizes are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetSizes {
    /// Maximum boards of a set; larger ones are samples.
    pub cap: usize,
    /// Whether to count what HSUC's sense would have left, too.
    pub with_hsuc: bool,
    /// Whether sets are followed however large they become.
    pub to_the_end: bool,
}

impl SetSizes {
    /// Counts White's and Black's sets in `game`.
    #[must_use]
    pub fn of(self, game: &GameHistory) -> [SideSizes; 2] {
        let replay = GameReplay::new(game);
        Color::ALL.map(|color| {
            let mut count = SenseCount::new(&replay, color, self.cap);
            if self.with_hsuc {
                count = count.with_hsuc();
            }
            if self.to_the_end {
                count = count.to_the_end();
            }
            while count.advance(&mut |_, _| ControlFlow::Continue(())) == Ok(true) {}
            count.finish()
        })
    }
}

#[cfg(test)]
mod tests {
    use rbc_belief::replay::{SetCursor, StepPhase};
    use rbc_rules::Position;

    use super::*;
    use crate::{
        record_files::fixture,
        set_size_summary::{Summary, figure_in_words},
    };

    /// Compares with the replay of the pages, which computes the sets in another way, and with a count of HSUC's boards.
    #[test]
    fn sizes_are_those_of_another_count() {
        let game = fixture();
        let measure = SetSizes {
            cap: 50_000,
            with_hsuc: true,
            to_the_end: false,
        };
        let sides = measure.of(&game);
        let mut replay = GameReplay::new(&game);
        let mut compared = 0;
        for color in Color::ALL {
            let senses = &sides[color.fold_wb(0, 1)].senses;
            assert_eq!(senses.len(), game.side(color).senses.len());
            let mut cursor = SetCursor::new(color, measure.cap);
            let steps = replay.steps().to_vec();
            let starts = (0..steps.len())
                .filter(|i| steps[*i].color == color && steps[*i].phase == StepPhase::Start);
            let counted = |sense: &&SenseSizes| sense.before.exact && sense.after.exact;
            for (start, sense) in starts.zip(senses.iter().take_while(counted)) {
                let mut watch = |_, _| ControlFlow::Continue(());
                let set = replay.seek(&mut cursor, start, &mut watch).expect("a set");
                assert_eq!(sense.before.boards, set.len() as f64, "step {start}");
                let truth: Position = steps[start].fen.parse().expect("a position");
                let shown = truth.sense(Some(set.survey().senses.best()));
                let left = set.positions().filter(|p| p.sense(shown.square) == shown);
                let left = left.count() as f64;
                assert_eq!(sense.hsuc_after.map(|s| s.boards), Some(left));
                let set = replay.seek(&mut cursor, start + 1, &mut watch);
                assert_eq!(sense.after.boards, set.expect("a set").len() as f64);
                assert_eq!(sense.holds_truth, Some(true));
                compared += 1;
            }
        }
        assert!(compared >= 8, "{compared}");
    }

    #[test]
    fn a_set_beyond_the_cap_says_so_and_is_given_up_in_the_end() {
        let measure = SetSizes {
            cap: 1_000,
            with_hsuc: false,
            to_the_end: false,
        };
        for side in measure.of(&fixture()) {
            let first = side.senses.iter().position(|s| !s.before.exact);
            let first = first.expect("random play outgrows the cap");
            assert!(
                side.senses[..first]
                    .iter()
                    .all(|s| s.before.boards <= 1000.0)
            );
            let last = side.senses.last().expect("senses");
            assert!(!last.followed && !last.after.exact && last.after.boards > 1000.0);
            assert_eq!(as_sensed(last).decay(), None);
            let summary = Summary::of(&side.senses, 1_000).expect("senses");
            assert!(summary.median_before.is_floor && summary.after.mean.is_floor);
            assert_eq!(figure_in_words(summary.after.max), ">1,000");
            assert_eq!(summary.truth_lost, 0);
        }
        let to_the_end = SetSizes {
            cap: 200,
            to_the_end: true,
            ..measure
        };
        for side in to_the_end.of(&fixture()) {
            assert!(side.senses.iter().all(|s| s.followed));
            let last = side.senses.last().expect("senses");
            assert!(last.after.boards > 3_200.0 && !last.after.exact);
        }
    }
}
