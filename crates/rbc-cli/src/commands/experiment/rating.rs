//! A chart of a tournament's ratings.

use serde_json::Value;

use super::{
    definition::{Experiment, Report, Run},
    estimates::{estimate_cells, estimate_in_words},
};
use crate::{
    Failure,
    chart::{Axis, Bar, BarChart, Estimate},
    csv::Csv,
    numbers::in_words,
    record_files,
    terminal::{shown, tell},
    text_table::text_table,
    tournament_folder::finished_games,
};

pub const EXPERIMENT: Experiment = Experiment {
    name: "rating",
    summary: "Elo of all players of an 'outpost tournament', from its folder (--tournament)",
    games: (1, "tournament"),
    nodes: None,
    run,
};

/// One player of a tournament.
#[derive(Clone, PartialEq, Debug)]
struct Rated {
    name: String,
    games: u64,
    elo: Estimate,
}

fn run(run: &Run) -> Result<Option<Report>, Failure> {
    if run.work.is_shard() {
        return Err(Failure::Usage(
            "--shard: this experiment plays no games; split its tournament".to_owned(),
        ));
    }
    let Some(folder) = &run.tournament else {
        return Err(Failure::Usage(
            "--tournament DIR is missing: the folder of an 'outpost tournament'".to_owned(),
        ));
    };
    let path = folder.join("results.json");
    let failure = |reason: String| Failure::at(&path, reason);
    let text = record_files::read(&path).map_err(|e| {
        failure(format!(
            "{e}; give the --out of an 'outpost tournament' that has ended or run for half a minute"
        ))
    })?;
    let results: Value = serde_json::from_slice(&text).map_err(|e| failure(e.to_string()))?;
    let rated = rated(&results)
        .ok_or_else(|| failure("these are not the results of a tournament".to_owned()))?;
    // An interrupted tournament may have finished more games since it wrote its results.
    let finished = finished_games(folder);
    let of = results["games"].as_u64().unwrap_or_default();
    if finished > of {
        tell(&format!(
            "{} is of {of} games, and {finished} are finished: the same 'outpost tournament' brings it up to date",
            shown(&path)
        ));
    }
    let mut csv = Csv::new(&["player", "games", "elo", "low95", "high95"]);
    let mut rows = Vec::new();
    for player in &rated {
        let mut row = vec![player.name.clone(), player.games.to_string()];
        row.extend(estimate_cells(player.elo, 1));
        csv.row(&row);
        rows.push(vec![
            player.name.clone(),
            player.games.to_string(),
            estimate_in_words(player.elo, |v| format!("{v:.0}")),
        ]);
    }
    let anchor = results["eloAnchor"].as_str().unwrap_or("mean").to_owned();
    let games = results["games"].as_u64().unwrap_or_default();
    let chart = BarChart {
        title: format!("Strength after {} games", in_words(games as f64)),
        axis: Axis::linear(&format!("Elo, {anchor} = 0 (95 % interval)")),
        kinds: Vec::new(),
        bars: rated
            .iter()
            .map(|player| Bar {
                label: player.name.clone(),
                value: Estimate {
                    value: player.elo.value.round(),
                    ..player.elo
                },
                kind: 0,
            })
            .collect(),
    };
    Ok(Some(Report {
        csv: csv.finish(),
        svg: chart.svg(),
        text: format!(
            "Elo by Bradley and Terry, {anchor} = 0, 95 % from the observed information; {games} games of\n\
             {}.\n\n{}",
            results["options"],
            text_table(&["player", "games", "Elo (95 %)"], &rows)
        ),
    }))
}

/// Reads the players, best first; `None` if these are not results.
fn rated(results: &Value) -> Option<Vec<Rated>> {
    let of_player = |player: &Value| {
        let bound = |i: usize| player["elo95"][i].as_f64();
        let value = player["elo"].as_f64()?;
        Some(Rated {
            name: player["name"].as_str()?.to_owned(),
            games: player["games"].as_u64()?,
            elo: Estimate {
                interval: bound(0).zip(bound(1)).map(|(low, high)| [low, high]),
                ..Estimate::bare(value)
            },
        })
    };
    results["players"]
        .as_array()?
        .iter()
        .map(of_player)
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn players_are_read_with_their_intervals() {
        let results = json!({ "players": [
            { "name": "hsuc", "games": 4, "elo": 310.5, "elo95": [200.0, 420.0] },
            { "name": "new", "games": 0, "elo": 0.0, "elo95": [null, null] },
        ] });
        let found = rated(&results).expect("results");
        assert_eq!(found[0].elo, Estimate::within(310.5, [200.0, 420.0]));
        assert_eq!(found[1].elo.interval, None);
        assert_eq!(rated(&json!({ "players": [{ "name": 1 }] })), None);
        assert_eq!(rated(&json!([])), None);
    }
}
