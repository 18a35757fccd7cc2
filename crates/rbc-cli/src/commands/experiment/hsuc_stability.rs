//! The size of sets over long games against `trout`: Figure 7 of Guo et al., 2020 (retracted by its publisher in 2023).

use rbc_statistics::{mean, quantile_of_sorted};

use super::{
    definition::{Experiment, Report, Run},
    estimates::{estimate_cells, estimate_in_words},
    sense_sizes::{Horizon, Pairing, TurnEstimate, means_by_turn, senses_of_games},
};
use crate::{
    Failure,
    chart::{Axis, LineChart, Series},
    csv::Csv,
    numbers::in_words,
    set_sizes::SenseSizes,
    text_table::text_table,
};

pub const EXPERIMENT: Experiment = Experiment {
    name: "hsuc-stability",
    summary: "mean set by turn against trout, HSUC and likely-move (Fig. 7 of Guo et al. 2020, retracted 2023)",
    games: (200, "games of each policy against trout"),
    nodes: Some(2_000),
    run,
};

const POLICIES: [&str; 2] = ["hsuc", "likely-move"];
const CAP: usize = 1_000_000;
/// Turns that are counted.
const TURNS: usize = 60;
/// Minimum number of games that reached a turn for it to be shown.
const ENOUGH: usize = 20;

fn run(run: &Run) -> Result<Report, Failure> {
    let names = POLICIES.map(|policy| format!("hsuc+{policy}"));
    let pairings = names.each_ref().map(|name| Pairing {
        name,
        against: "trout",
        games: run.games,
    });
    let horizon = Horizon {
        cap: CAP,
        turns: None,
    };
    let found = senses_of_games(run, &pairings, horizon)?;
    let size = |sense: &SenseSizes| sense.after.boards.min(CAP as f64);
    let mut csv = Csv::new(&[
        "sense",
        "turn",
        "games",
        "beyond_cap",
        "mean_boards",
        "low95",
        "high95",
    ]);
    let (mut series, mut rows) = (Vec::new(), Vec::new());
    for (policy, games) in POLICIES.iter().zip(&found) {
        let by_turn = means_by_turn(games, (TURNS, CAP, run.seed), |s| Some(size(s)));
        for of_turn in &by_turn {
            let mut row = vec![
                (*policy).to_owned(),
                of_turn.turn.to_string(),
                of_turn.games.to_string(),
                of_turn.beyond.to_string(),
            ];
            row.extend(estimate_cells(of_turn.mean, 1));
            csv.row(&row);
        }
        let shown = |t: &&TurnEstimate| t.games >= ENOUGH.min(games.len());
        let largest = by_turn
            .iter()
            .filter(shown)
            .max_by(|a, b| a.mean.value.total_cmp(&b.mean.value));
        let mut all: Vec<f64> = games.iter().flatten().map(size).collect();
        all.sort_by(f64::total_cmp);
        let share = |share: f64| match all.is_empty() {
            true => "-".to_owned(),
            false => in_words(quantile_of_sorted(&all, share)),
        };
        rows.push(vec![
            (*policy).to_owned(),
            games.len().to_string(),
            all.len().to_string(),
            share(0.5),
            in_words(mean(&all)),
            share(0.95),
            share(1.0),
            largest.map_or_else(
                || "-".to_owned(),
                |t| {
                    let mean = estimate_in_words(t.mean, |v| in_words(v.round()));
                    format!("turn {}: {mean}", t.turn)
                },
            ),
        ]);
        series.push(Series {
            name: (*policy).to_owned(),
            points: by_turn
                .iter()
                .filter(shown)
                .map(|t| (t.turn as f64, t.mean))
                .collect(),
        });
    }
    let chart = LineChart {
        title: "Possible boards after the sense, against trout".to_owned(),
        x: Axis::linear("turn of the player that senses").including(&[0.0]),
        y: Axis::log("mean boards").including(&[1.0]),
        series,
    };
    let head = [
        "sense",
        "games",
        "senses",
        "median",
        "mean",
        "95 %",
        "max",
        "largest mean of a turn",
    ];
    Ok(Report {
        csv: csv.finish(),
        svg: chart.svg(),
        text: format!(
            "Boards after the sense. The largest mean is of those turns that {ENOUGH} games came to, with 95 % by\n\
             bootstrap over games.\n\n{}",
            text_table(&head, &rows)
        ),
    })
}
