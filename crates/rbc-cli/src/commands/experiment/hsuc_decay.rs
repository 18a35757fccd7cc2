//! The share of the boards that a sense rules out: Figure 6 of Guo et al., 2020 (retracted by its publisher in 2023).

use rbc_statistics::{DecayBootstrap, DecayEstimates, Reduction};

use super::{
    definition::{Experiment, Report, Run},
    estimates::{estimate_cells, estimate_in_words},
    sense_sizes::{Horizon, Pairing, means_by_turn, senses_of_games},
};
use crate::{
    Failure,
    chart::{Axis, Estimate, LineChart, Series},
    csv::Csv,
    set_sizes::{SenseSizes, as_sensed},
    text_table::text_table,
};

pub const EXPERIMENT: Experiment = Experiment {
    name: "hsuc-decay",
    summary: "share of boards that a sense rules out, under three sense policies (Fig. 6 of Guo et al. 2020, retracted 2023)",
    games: (100, "games of each policy against each of random and trout"),
    nodes: Some(2_000),
    run,
};

const POLICIES: [&str; 3] = ["hsuc", "strangefish", "likely-move"];
const OPPONENTS: [&str; 2] = ["random", "trout"];
const CAP: usize = 200_000;
/// Turns that the chart shows.
const TURNS: usize = 25;

/// An average of g over senses, as in [`DecayEstimates`].
#[derive(Clone, Copy)]
enum Average {
    Mean,
    Median,
    Pooled,
}

impl Average {
    const ALL: [Average; 3] = [Average::Mean, Average::Median, Average::Pooled];

    const fn name(self) -> &'static str {
        match self {
            Average::Mean => "mean",
            Average::Median => "median",
            Average::Pooled => "pooled",
        }
    }

    const fn part(self, found: &DecayEstimates) -> (f64, [f64; 2]) {
        match self {
            Average::Mean => found.mean,
            Average::Median => found.median,
            Average::Pooled => found.pooled,
        }
    }

    /// Estimates the average over all senses of `games`, with a bootstrap interval over games.
    fn estimate(self, games: &[Vec<SenseSizes>], seed: u64) -> Option<Estimate> {
        let games: Vec<Vec<Reduction>> = games
            .iter()
            .map(|senses| senses.iter().map(as_sensed).collect())
            .collect();
        let mut bootstrap = DecayBootstrap::new(&games, seed)?;
        while bootstrap.resample() {}
        let (value, interval) = self.part(&bootstrap.estimates());
        Some(Estimate::within(value, interval))
    }
}

fn run(run: &Run) -> Result<Option<Report>, Failure> {
    let settings: Vec<(&str, &str)> = OPPONENTS
        .iter()
        .flat_map(|against| POLICIES.iter().map(move |policy| (*policy, *against)))
        .collect();
    let names: Vec<String> = settings.iter().map(|(p, _)| format!("hsuc+{p}")).collect();
    let pairings: Vec<Pairing<'_>> = names
        .iter()
        .zip(&settings)
        .map(|(name, (_, against))| Pairing {
            name,
            against,
            games: run.games,
        })
        .collect();
    let horizon = Horizon {
        cap: CAP,
        to_the_end: false,
        turns: None,
    };
    let Some(found) = senses_of_games(run, &pairings, horizon)? else {
        return Ok(None);
    };
    let mut csv = Csv::new(&[
        "sense", "against", "turn", "average", "senses", "g", "low95", "high95",
    ]);
    let (mut series, mut rows) = (Vec::new(), Vec::new());
    for ((policy, against), games) in settings.iter().zip(&found) {
        let counted = |senses: &[SenseSizes]| {
            let known = senses.iter().filter(|s| as_sensed(s).decay().is_some());
            known.count()
        };
        let senses: usize = games.iter().map(|senses| counted(senses)).sum();
        let mut row = vec![
            format!("{policy} v. {against}"),
            games.len().to_string(),
            senses.to_string(),
        ];
        for average in Average::ALL {
            let estimate = average.estimate(games, run.seed);
            row.push(estimate.map_or_else(
                || "-".to_owned(),
                |e| estimate_in_words(e, |v| format!("{:.1}", 100.0 * v)),
            ));
            if let Some(estimate) = estimate {
                let mut cells = vec![
                    (*policy).to_owned(),
                    (*against).to_owned(),
                    "all".to_owned(),
                    average.name().to_owned(),
                    senses.to_string(),
                ];
                cells.extend(estimate_cells(estimate, 4));
                csv.row(&cells);
            }
            for turn in 1..=TURNS {
                let of_turn: Vec<Vec<SenseSizes>> = games
                    .iter()
                    .map(|senses| senses.iter().filter(|s| s.turn == turn).copied().collect())
                    .collect();
                if let Some(estimate) = average.estimate(&of_turn, run.seed) {
                    let n: usize = of_turn.iter().map(|senses| counted(senses)).sum();
                    let mut cells = vec![
                        (*policy).to_owned(),
                        (*against).to_owned(),
                        turn.to_string(),
                        average.name().to_owned(),
                        n.to_string(),
                    ];
                    cells.extend(estimate_cells(estimate, 4));
                    csv.row(&cells);
                }
            }
        }
        rows.push(row);
        let by_turn = means_by_turn(games, (TURNS, usize::MAX, run.seed), |s| {
            as_sensed(s).decay()
        });
        let percent = |e: Estimate| Estimate {
            value: 100.0 * e.value,
            interval: e.interval.map(|i| i.map(|v| 100.0 * v)),
            is_floor: false,
        };
        series.push(Series {
            name: format!("{policy} v. {against}"),
            points: by_turn
                .iter()
                .map(|t| (t.turn as f64, percent(t.mean)))
                .collect(),
        });
    }
    let chart = LineChart {
        title: "Boards ruled out by a sense (mean of g over games)".to_owned(),
        x: Axis::linear("turn of the player that senses").including(&[0.0, TURNS as f64]),
        y: Axis::linear("mean of g, %").including(&[0.0, 100.0]),
        series,
    };
    let head = [
        "sense",
        "games",
        "senses",
        "mean g, %",
        "median g, %",
        "pooled g, %",
    ];
    Ok(Some(Report {
        csv: csv.finish(),
        svg: chart.svg(),
        text: format!(
            "g = 1 - after / before, of senses before which more than one board was possible; pooled is\n\
             1 - (sum after) / (sum before) where both were counted. 95 % by bootstrap over games.\n\n{}",
            text_table(&head, &rows)
        ),
    }))
}
