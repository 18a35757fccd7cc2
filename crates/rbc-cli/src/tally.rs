//! Results of one player over many games.

use std::collections::BTreeMap;

use rbc_rules::Color;
use serde_json::{Value, json};

use crate::{
    set_size_summary::{Summary, figure_in_words},
    set_sizes::SenseSizes,
    timed_game::{FinishedGame, SideTimes},
};

/// The games of one player.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games won, drawn and lost.
    pub results: [u64; 3],
    /// Games won, drawn and lost, by the reason why the game ended.
    pub reasons: BTreeMap<&'static str, [u64; 3]>,
    /// The time of its turns.
    pub times: SideTimes,
    /// Its senses, if set sizes were counted.
    pub senses: Vec<SenseSizes>,
}

impl Tally {
    /// Adds a game that it played as `color`.
    pub fn add(&mut self, game: &FinishedGame, color: Color) {
        let column = match game.outcome.winner {
            None => 1,
            Some(winner) if winner == color => 0,
            Some(_) => 2,
        };
        let side = color.fold_wb(0, 1);
        self.results[column] += 1;
        self.reasons.entry(game.outcome.reason.name()).or_default()[column] += 1;
        self.times.add(&game.times[side]);
        if let Some(sets) = &game.sets {
            self.senses.extend_from_slice(&sets[side].senses);
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Returns the points, a draw counting one half.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.results[0] as f64 + self.results[1] as f64 / 2.0
    }

    /// Returns the results as JSON, with set sizes counted up to `cap`.
    #[must_use]
    pub fn as_json(&self, name: &str, cap: usize) -> Value {
        let [wins, draws, losses] = self.results;
        json!({
            "name": name,
            "games": self.games(),
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "reasons": reasons_json(&self.reasons),
            "turns": self.times.turns,
            "msPerTurn": self.times.ms_per_turn(),
            "longestTurnMs": 1000.0 * self.times.longest,
            "overruns": self.times.overruns,
            "worstOverrunMs": 1000.0 * self.times.worst_overrun,
            "sets": Summary::of(&self.senses, cap).map(|summary| summary.as_json()),
        })
    }

    /// Describes the set sizes in one line; `None` if they were not counted.
    #[must_use]
    pub fn sets_in_words(&self, cap: usize) -> Option<String> {
        let summary = Summary::of(&self.senses, cap)?;
        let after = &summary.after;
        let decay = after.decay.map_or_else(String::new, |g| {
            format!(
                ", g {:.3} (median {:.3}, pooled {:.3})",
                g.mean, g.median, g.pooled
            )
        });
        Some(format!(
            "{} senses; boards before: median {}; after: median {}, mean {}, max {}{decay}",
            summary.senses,
            figure_in_words(summary.median_before),
            figure_in_words(after.median),
            figure_in_words(after.mean),
            figure_in_words(after.max),
        ))
    }
}

/// Returns wins, draws and losses by reason, as JSON.
#[must_use]
pub fn reasons_json(reasons: &BTreeMap<&'static str, [u64; 3]>) -> Value {
    let counts = |[wins, draws, losses]: &[u64; 3]| json!({ "wins": wins, "draws": draws, "losses": losses });
    let object: serde_json::Map<String, Value> = reasons
        .iter()
        .map(|(reason, results)| ((*reason).to_owned(), counts(results)))
        .collect();
    object.into()
}
