//! The growth of sets under different sense policies: Figure 5 of Guo et al., 2020 (retracted by its publisher in 2023).

use rbc_statistics::bootstrap_mean;

use super::{
    definition::{Experiment, Report, Run},
    estimates::{estimate_cells, estimate_in_words},
    sense_sizes::{Horizon, Pairing, senses_of_games},
};
use crate::{
    Failure,
    chart::{Axis, Estimate, LineChart, Series},
    csv::Csv,
    set_sizes::{SenseSizes, Size},
    text_table::text_table,
};

pub const EXPERIMENT: Experiment = Experiment {
    name: "hsuc-growth",
    summary: "boards after each sense by turn, under five sense policies (Fig. 5 of Guo et al. 2020, retracted 2023)",
    games: (30, "games of each policy against random"),
    nodes: Some(2_000),
    run,
};

/// Sense policies, all with the same rule to move.
const POLICIES: [&str; 5] = ["none", "random", "likely-move", "strangefish", "hsuc"];
/// Larger sets are estimated from a sample of this many boards.
const CAP: usize = 20_000;
/// Standard errors on either side of an estimate that its bounds lie apart.
const BOUND: f64 = 1.96;
const TURNS: usize = 15;
/// Minimum number of games that reached a turn for it to be shown.
const ENOUGH: usize = 5;
/// Turns in the table.
const SHOWN: [usize; 6] = [1, 2, 5, 10, 12, 15];

/// The sizes at one turn, over the games that reached it.
struct OfTurn {
    turn: usize,
    games: usize,
    /// Games whose size is an estimate.
    estimated: usize,
    /// The mean of log10 (boards). Its interval is that of the bootstrap over games, from the lower bounds of the estimates to the
    /// upper ones.
    mean: Estimate,
}

/// Returns log10 of a size, `errors` standard errors away from it. More than [`CAP`] boards were seen where it is an estimate.
fn log(size: Size, errors: f64) -> f64 {
    let least = if size.exact { 1.0 } else { CAP as f64 };
    (size.boards + errors * size.error).max(least).log10()
}

fn by_turn(games: &[Vec<SenseSizes>], seed: u64) -> Vec<OfTurn> {
    (1..=TURNS)
        .filter_map(|turn| {
            let of_turn =
                |senses: &Vec<SenseSizes>| senses.iter().find(|s| s.turn == turn).copied();
            let sizes: Vec<Size> = games.iter().filter_map(of_turn).map(|s| s.after).collect();
            let mean = |errors| {
                let logs: Vec<f64> = sizes.iter().map(|size| log(*size, errors)).collect();
                bootstrap_mean(&logs, seed)
            };
            let (value, _) = mean(0.0)?;
            let (_, [low, _]) = mean(-BOUND)?;
            let (_, [_, high]) = mean(BOUND)?;
            let estimated = sizes.iter().filter(|size| !size.exact).count();
            Some(OfTurn {
                turn,
                games: sizes.len(),
                estimated,
                mean: Estimate {
                    value,
                    interval: Some([low, high]),
                    is_floor: false,
                },
            })
        })
        .collect()
}

impl OfTurn {
    fn in_words(&self) -> String {
        let mean = estimate_in_words(self.mean, |v| format!("{v:.2}"));
        let games = self.games;
        match self.estimated {
            0 => format!("{mean}, {games} games"),
            n => format!("{mean}, {games} games, {n} est."),
        }
    }
}

fn run(run: &Run) -> Result<Option<Report>, Failure> {
    let names = POLICIES.map(|policy| format!("hsuc+{policy}"));
    let pairings = names.each_ref().map(|name| Pairing {
        name,
        against: "random",
        games: run.games,
    });
    let horizon = Horizon {
        cap: CAP,
        to_the_end: true,
        turns: Some(TURNS as u32),
    };
    let Some(found) = senses_of_games(run, &pairings, horizon)? else {
        return Ok(None);
    };
    let mut csv = Csv::new(&[
        "sense",
        "turn",
        "games",
        "estimated",
        "mean_log10_boards",
        "low95",
        "high95",
    ]);
    let (mut series, mut rows) = (Vec::new(), Vec::new());
    for (policy, games) in POLICIES.iter().zip(&found) {
        let by_turn = by_turn(games, run.seed);
        for of_turn in &by_turn {
            let mut row = vec![
                (*policy).to_owned(),
                of_turn.turn.to_string(),
                of_turn.games.to_string(),
                of_turn.estimated.to_string(),
            ];
            row.extend(estimate_cells(of_turn.mean, 4));
            csv.row(&row);
        }
        let shown = |t: &&OfTurn| t.games >= ENOUGH.min(games.len());
        let mut row = vec![(*policy).to_owned()];
        row.extend(SHOWN.map(|turn| {
            let of_turn = by_turn.iter().filter(shown).find(|t| t.turn == turn);
            of_turn.map_or_else(|| "-".to_owned(), OfTurn::in_words)
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
        y: Axis::linear("mean of log10 (boards)"),
        series,
    };
    let turns = SHOWN.map(|turn| format!("turn {turn}"));
    let mut head = vec!["sense"];
    head.extend(turns.iter().map(String::as_str));
    Ok(Some(Report {
        csv: csv.finish(),
        svg: chart.svg(),
        text: format!(
            "Mean of log10 (boards after the sense). Est.: games with more than {CAP} boards, which are estimated from a\n\
             sample. 95 % by bootstrap over games, from the lower bounds of the estimates to the upper ones. Games that\n\
             ended before a turn are not in its mean; turns that fewer than {ENOUGH} games came to are only in the CSV.\n\n{}",
            text_table(&head, &rows)
        ),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sense(turn: usize, boards: f64, error: f64) -> SenseSizes {
        let after = Size {
            boards,
            exact: error == 0.0,
            error,
        };
        SenseSizes {
            turn,
            sensed: true,
            before: after,
            after,
            followed: true,
            holds_truth: None,
            hsuc_after: None,
        }
    }

    #[test]
    fn estimates_widen_the_interval() {
        let games = [
            vec![sense(1, 10.0, 0.0), sense(2, 1e6, 1e5)],
            vec![sense(1, 1_000.0, 0.0), sense(2, 1e6, 1e6)],
        ];
        let found = by_turn(&games, 1);
        assert_eq!(
            (found.len(), found[0].estimated, found[1].estimated),
            (2, 0, 2)
        );
        assert!((found[0].mean.value - 2.0).abs() < 1e-12);
        assert_eq!(found[0].mean.interval, Some([1.0, 3.0]));
        assert!((found[1].mean.value - 6.0).abs() < 1e-12);
        // An estimate that may be of any size is not below the boards that were seen.
        let [low, high] = found[1].mean.interval.expect("an interval");
        assert!((low - (CAP as f64).log10()).abs() < 1e-12);
        assert!((high - 2.96e6_f64.log10()).abs() < 1e-12);
    }
}
