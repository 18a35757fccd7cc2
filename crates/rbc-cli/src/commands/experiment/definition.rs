//! The description of an experiment, its settings and its report.

use std::path::PathBuf;

use rbc_rules::GameHistory;

use crate::{Failure, record_files, sharding::Work, terminal::shown, timed_game::Limits};

/// The settings of a run.
pub struct Run {
    /// Number of games; of what, [`Experiment::games`] says.
    pub games: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Games at a time.
    pub workers: usize,
    /// Limits of the players.
    pub limits: Limits,
    /// Files and folders of recorded games.
    pub records: Vec<PathBuf>,
    /// The folder of a tournament.
    pub tournament: Option<PathBuf>,
    /// How the games are played, or looked at.
    pub work: Work,
}

/// One experiment.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name, and that of its files.
    pub name: &'static str,
    /// What it measures.
    pub summary: &'static str,
    /// Default number of games, and of what.
    pub games: (u64, &'static str),
    /// Default nodes for each decision; `None` if nothing is decided.
    pub nodes: Option<u64>,
    /// Runs it; `None` if the work was one shard.
    pub run: fn(&Run) -> Result<Option<Report>, Failure>,
}

/// The report of an experiment.
pub struct Report {
    /// The figures as CSV.
    pub csv: String,
    /// The chart as SVG.
    pub svg: String,
    /// The tables as text.
    pub text: String,
}

impl Run {
    /// Returns the limits as options, after a comma.
    pub fn limits_in_words(&self) -> String {
        match (self.limits.nodes, self.limits.turn) {
            (_, Some(time)) => format!(", --time {}", time.as_secs_f64()),
            (Some(nodes), None) => format!(", --nodes {nodes}"),
            (None, None) => String::new(),
        }
    }

    /// Reads the recorded games, in order.
    ///
    /// # Errors
    ///
    /// If one cannot be read, or there are none in the files that are given.
    pub fn recorded_games(&self) -> Result<Vec<GameHistory>, Failure> {
        let files = record_files::collect(&self.records)?;
        let read = record_files::look_at_games(&files, |game: &GameHistory, _| game.clone());
        let records = read.into_iter().flat_map(|file| file.records);
        let games = records
            .map(|record| record.map_err(Failure::Work))
            .collect::<Result<Vec<_>, _>>()?;
        if games.is_empty() && !self.records.is_empty() {
            let places: Vec<String> = self.records.iter().map(|path| shown(path)).collect();
            return Err(Failure::Work(format!(
                "{}: no recorded games there",
                places.join(", ")
            )));
        }
        Ok(games)
    }
}
