//! The growth of sets under different sense policies: Figure 5 of Guo et al., 2020 (retracted by its publisher in 2023).

use super::{
    definition::{Experiment, Report, Run},
    estimates::{estimate_cells, estimate_in_words},
    sense_sizes::{Horizon, Pairing, TurnEstimate, means_by_turn, senses_of_games},
};
use crate::{
    Failure,
    chart::{Axis, LineChart, Series},
    csv::Csv,
    set_sizes::SenseSizes,
    text_table::text_table,
};

pub const EXPERIMENT: Experiment = Experiment {
    name: "hsuc-growth",
    summary: "boards after each sense by turn, under four sense policies (Fig. 5 of Guo et al. 2020, retracted 2023)",
    games: (30, "games of each policy against random"),
    nodes: Some(2_000),
    run,
};

/// Sense policies, all with the same rule to move.
const POLICIES: [&str; 4] = ["none", "random", "likely-move", "hsuc"];
/// Larger sizes count as this many boards.
const CAP: usize = 200_000;
const TURNS: usize = 25;
/// Minimum number of games that reached a turn for it to be shown.
const ENOUGH: usize = 5;
/// Turns in the table.
const SHOWN: [usize; 7] = [1, 2, 5, 10, 15, 20, 25];

fn run(run: &Run) -> Result<Option<Report>, Failure> {
    let names = POLICIES.map(|policy| format!("hsuc+{policy}"));
    let pairings = names.each_ref().map(|name| Pairing {
        name,
        against: "random",
        games: run.games,
    });
    let horizon = Horizon {
        cap: CAP,
        turns: Some(TURNS as u32),
    };
    let Some(found) = senses_of_games(run, &pairings, horizon)? else {
        return Ok(None);
    };
    let log = |sense: &SenseSizes| Some(sense.after.boards.clamp(1.0, CAP as f64).log10());
    let mut csv = Csv::new(&[
        "sense",
        "turn",
        "games",
        "beyond_cap",
        "mean_log10_boards",
        "low95",
        "high95",
    ]);
    let (mut series, mut rows) = (Vec::new(), Vec::new());
    for (policy, games) in POLICIES.iter().zip(&found) {
        let by_turn = means_by_turn(games, (TURNS, CAP, run.seed), log);
        for of_turn in &by_turn {
            let mut row = vec![
                (*policy).to_owned(),
                of_turn.turn.to_string(),
                of_turn.games.to_string(),
                of_turn.beyond.to_string(),
            ];
            row.extend(estimate_cells(of_turn.mean, 4));
            csv.row(&row);
        }
        let shown = |t: &&TurnEstimate| t.games >= ENOUGH.min(games.len());
        let mut row = vec![(*policy).to_owned()];
        row.extend(SHOWN.map(|turn| {
            let of_turn = by_turn.iter().filter(shown).find(|t| t.turn == turn);
            of_turn.map_or_else(
                || "-".to_owned(),
                |t| estimate_in_words(t.mean, |v| format!("{v:.2}")),
            )
        }));
        rows.push(row);
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
        title: "Possible boards after each sense, against random".to_owned(),
        x: Axis::linear("turn of the player that senses").including(&[0.0, TURNS as f64]),
        y: Axis::linear("mean of log10 (boards); hollow: at least"),
        series,
    };
    let turns = SHOWN.map(|turn| format!("turn {turn}"));
    let mut head = vec!["sense"];
    head.extend(turns.iter().map(String::as_str));
    Ok(Some(Report {
        csv: csv.finish(),
        svg: chart.svg(),
        text: format!(
            "Mean of log10 (boards after the sense), 95 % by bootstrap over games. > means that some were beyond\n\
             200,000 boards and counted as so many. Games that ended before a turn are not in its mean;\n\
             turns that fewer than {ENOUGH} games came to are only in the CSV.\n\n{}",
            text_table(&head, &rows)
        ),
    }))
}
