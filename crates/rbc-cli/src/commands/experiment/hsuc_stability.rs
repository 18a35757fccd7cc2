//! The size of sets over long games: Figure 7 of Guo et al., 2020 (retracted by its publisher in 2023).
//!
//! The paper plays 10 batches of 24 games, each with 12 of either colour, and averages the batches' means (its Eq. 7):
//! batches in which fewer games come to a turn then count as much as the others. Both averages are told here.

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
    summary: "mean set by turn of a-bot, of HSUC's and of StrangeFish's sense (Fig. 7 of Guo et al. 2020, retracted 2023)",
    games: (240, "games of each player against each of random and trout"),
    nodes: Some(2_000),
    run,
};

/// The measured players: the paper's own, and two that differ in nothing but the sense.
const PLAYERS: [&str; 3] = ["a-bot", "hsuc+hsuc", "hsuc+strangefish"];
const OPPONENTS: [&str; 2] = ["random", "trout"];
/// Games of a batch.
const BATCH: usize = 24;
const CAP: usize = 1_000_000;
/// Turns that are counted.
const TURNS: usize = 60;
/// Minimum number of games that reached a turn for it to be shown.
const ENOUGH: usize = 20;

/// Returns the mean of the batches' means at `turn`, over batches of which a game came to it.
fn mean_of_batches(
    games: &[Vec<SenseSizes>],
    turn: usize,
    size: impl Fn(&SenseSizes) -> f64,
) -> f64 {
    let of_batch = |batch: &[Vec<SenseSizes>]| {
        let senses = batch.iter().flatten().filter(|sense| sense.turn == turn);
        let sizes: Vec<f64> = senses.map(&size).collect();
        (!sizes.is_empty()).then(|| mean(&sizes))
    };
    mean(&games.chunks(BATCH).filter_map(of_batch).collect::<Vec<_>>())
}

fn run(run: &Run) -> Result<Option<Report>, Failure> {
    let settings: Vec<(&str, &str)> = OPPONENTS
        .iter()
        .flat_map(|against| PLAYERS.iter().map(move |player| (*player, *against)))
        .collect();
    let pairings: Vec<Pairing<'_>> = settings
        .iter()
        .map(|(name, against)| Pairing {
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
    let size = |sense: &SenseSizes| sense.after.boards.min(CAP as f64);
    let mut csv = Csv::new(&[
        "player",
        "against",
        "turn",
        "games",
        "beyond_cap",
        "mean_boards",
        "low95",
        "high95",
        "mean_of_batches",
    ]);
    let (mut series, mut rows) = (Vec::new(), Vec::new());
    for ((player, against), games) in settings.iter().zip(&found) {
        let of_batches = |turn: usize| mean_of_batches(games, turn, size);
        let by_turn = means_by_turn(games, (TURNS, CAP, run.seed), |s| Some(size(s)));
        for of_turn in &by_turn {
            let mut row = vec![
                (*player).to_owned(),
                (*against).to_owned(),
                of_turn.turn.to_string(),
                of_turn.games.to_string(),
                of_turn.beyond.to_string(),
            ];
            row.extend(estimate_cells(of_turn.mean, 1));
            row.push(format!("{:.1}", of_batches(of_turn.turn)));
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
            format!("{player} v. {against}"),
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
                    let batches = in_words(of_batches(t.turn).round());
                    format!("turn {}: {mean}; of batches {batches}", t.turn)
                },
            ),
        ]);
        series.push(Series {
            name: format!("{player} v. {against}"),
            points: by_turn
                .iter()
                .filter(shown)
                .map(|t| (t.turn as f64, t.mean))
                .collect(),
        });
    }
    let chart = LineChart {
        title: "Possible boards after the sense".to_owned(),
        x: Axis::linear("turn of the player that senses").including(&[0.0]),
        y: Axis::log("mean boards").including(&[1.0]),
        series,
    };
    let head = [
        "player",
        "games",
        "senses",
        "median",
        "mean",
        "95 %",
        "max",
        "largest mean of a turn",
    ];
    Ok(Some(Report {
        csv: csv.finish(),
        svg: chart.svg(),
        text: format!(
            "Boards after the sense. The largest mean is of those turns that {ENOUGH} games came to, with 95 % by\n\
             bootstrap over games, beside the mean of the means of batches of {BATCH} games.\n\n{}",
            text_table(&head, &rows)
        ),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set_sizes::Size;

    #[test]
    fn batches_count_alike_however_many_of_their_games_are_left() {
        let sense = |turn: usize, boards: f64| {
            let size = Size {
                boards,
                exact: true,
                error: 0.0,
            };
            SenseSizes {
                turn,
                sensed: true,
                before: size,
                after: size,
                followed: true,
                holds_truth: Some(true),
                hsuc_after: None,
            }
        };
        // The first batch has 24 games at turn 1 and one at turn 2, the second one game.
        let mut games = vec![vec![sense(1, 10.0)]; BATCH];
        games[3].push(sense(2, 8.0));
        games.push(vec![sense(1, 40.0), sense(2, 2.0)]);
        let of_turn = |turn| mean_of_batches(&games, turn, |s| s.after.boards);
        assert_eq!([1, 2].map(of_turn), [25.0, 5.0]);
    }
}
