//! Players by the size of their sets: Table 3 of Guo et al., 2020 (retracted by its publisher in 2023).

use std::collections::BTreeMap;

use rbc_agents::{AGENTS, create};
use rbc_rules::{Color, GameHistory, GameSetup};
use rbc_statistics::{bootstrap, median};

use super::{
    definition::{Experiment, Report, Run},
    estimates::{estimate_cells, estimate_in_words},
};
use crate::{
    Failure,
    chart::{Axis, Bar, BarChart, Estimate},
    csv::Csv,
    numbers::in_words,
    players::Player,
    progress::Progress,
    set_sizes::{SetSizes, SideSizes},
    shared_options::MOVE_LIMIT,
    text_table::text_table,
    timed_game::{self, player_seeds},
};

pub const EXPERIMENT: Experiment = Experiment {
    name: "uncertainty-rank",
    summary: "median set of every player without a network in a round robin, and of bots in --records (Table 3 of Guo et al. 2020, retracted 2023)",
    games: (8, "games of each pair"),
    nodes: Some(2_000),
    run,
};

const CAP: usize = 100_000;
/// Minimum senses and games for a bot of recorded games to be shown.
const ENOUGH: (usize, usize) = (1_000, 20);
const KINDS: [&str; 2] = ["players here, round robin", "bots in recorded games"];

/// Sizes after the senses, game by game.
type Games = Vec<Vec<f64>>;

fn run(run: &Run) -> Result<Option<Report>, Failure> {
    // Before the games are played, so that unreadable records fail early.
    let records = run.recorded_games()?;
    run.work.is_about(&records)?;
    let found = [round_robin(run)?, recorded(run, &records)?];
    if run.work.is_shard() {
        return Ok(None);
    }
    let mut shown = Vec::new();
    for (kind, found) in found.into_iter().enumerate() {
        let mut rows: Vec<(String, usize, usize, Estimate)> = found
            .into_iter()
            .filter_map(|(name, games)| {
                let senses = games.iter().map(Vec::len).sum();
                let of = |sample: &[&Vec<f64>]| {
                    median(sample.iter().flat_map(|g| g.iter().copied()).collect())
                };
                let (value, interval) = bootstrap(&games, run.seed, of)?;
                let cap = CAP as f64;
                let estimate = Estimate {
                    value: value.min(cap),
                    interval: Some(interval.map(|bound| bound.min(cap))),
                    is_floor: value > cap,
                };
                let shown = kind == 0 || (senses >= ENOUGH.0 && games.len() >= ENOUGH.1);
                shown.then_some((name, games.len(), senses, estimate))
            })
            .collect();
        rows.sort_by(|(.., a), (.., b)| a.value.total_cmp(&b.value));
        shown.extend(rows.into_iter().map(|row| (kind, row)));
    }
    let mut csv = Csv::new(&[
        "source",
        "player",
        "games",
        "senses",
        "beyond_cap",
        "median_boards",
        "low95",
        "high95",
    ]);
    let mut rows = Vec::new();
    let mut bars = Vec::new();
    for (kind, (name, games, senses, estimate)) in shown {
        let mut row = vec![
            KINDS[kind].to_owned(),
            name.clone(),
            games.to_string(),
            senses.to_string(),
            estimate.is_floor.to_string(),
        ];
        row.extend(estimate_cells(estimate, 1));
        csv.row(&row);
        let source = if kind == 0 { "here" } else { "records" };
        rows.push(vec![
            name.clone(),
            source.to_owned(),
            games.to_string(),
            in_words(senses as f64),
            median_in_words(estimate),
        ]);
        bars.push(Bar {
            label: name,
            value: estimate,
            kind,
        });
    }
    let recorded = bars.iter().any(|bar| bar.kind == 1);
    let chart = BarChart {
        title: "Median of possible boards after the sense".to_owned(),
        axis: Axis::log("boards (median, 95 % interval)").including(&[1.0]),
        kinds: KINDS[..1 + usize::from(recorded)]
            .iter()
            .map(|kind| (*kind).to_owned())
            .collect(),
        bars,
    };
    let head = ["player", "from", "games", "senses", "median boards (95 %)"];
    Ok(Some(Report {
        csv: csv.finish(),
        svg: chart.svg(),
        text: format!(
            "Median boards after the sense, 95 % by bootstrap over games. Bots of recorded games with fewer than {}\n\
             senses or {} games are left out.\n\n{}",
            in_words(ENOUGH.0 as f64),
            ENOUGH.1,
            text_table(&head, &rows)
        ),
    }))
}

/// Formats a median with its interval, each number marked if it is beyond the cap.
fn median_in_words(estimate: Estimate) -> String {
    let marked = |boards: f64| {
        let more = if boards >= CAP as f64 { ">" } else { "" };
        format!("{more}{}", in_words(boards))
    };
    let of = Estimate {
        is_floor: false,
        ..estimate
    };
    estimate_in_words(of, marked)
}

/// Returns the players that take part: all but those that need a network.
fn players() -> Vec<&'static str> {
    let names = AGENTS.iter().map(|agent| agent.name);
    names
        .filter(|name| create(name, 0).is_some_and(|agent| !agent.wants_weigher()))
        .collect()
}

/// Returns the sizes after a side's senses.
fn sizes_after(side: SideSizes) -> Vec<f64> {
    side.senses.iter().map(|s| s.after.boards).collect()
}

/// Plays a round robin, each player as often with White as with Black.
fn round_robin(run: &Run) -> Result<BTreeMap<String, Games>, Failure> {
    let names = players();
    let n = names.len();
    let pairs: Vec<[usize; 2]> = (0..n)
        .flat_map(|i| (i + 1..n).map(move |j| [i, j]))
        .collect();
    let total = pairs.len() as u64 * run.games;
    let progress = Progress::new("games", run.work.share_of(total))
        .with_lines()
        .resumed(run.work.earlier());
    let setup = GameSetup {
        move_limit: Some(MOVE_LIMIT),
        turn_limit: None,
        ..GameSetup::default()
    };
    let measure = SetSizes {
        cap: CAP,
        with_hsuc: false,
        to_the_end: false,
    };
    let seats = |game: u64| {
        let [a, b] = pairs[(game % pairs.len() as u64) as usize];
        let turned = !(game / pairs.len() as u64).is_multiple_of(2);
        if turned { [b, a] } else { [a, b] }
    };
    let play = |game: u64| {
        let players = seats(game).map(|i| Player::plain(names[i]));
        let seeds = player_seeds(run.seed, game);
        let played = timed_game::play(
            players.each_ref(),
            seeds,
            setup.clone(),
            run.limits,
            Some(measure),
        );
        progress.add();
        played.map(|played| played.sets.unwrap_or_default().map(sizes_after))
    };
    let mut found: BTreeMap<String, Games> = BTreeMap::new();
    run.work.play(0..total, run.workers, play, |game, sides| {
        for (i, sizes) in seats(game).into_iter().zip(sides) {
            found.entry(names[i].to_owned()).or_default().push(sizes);
        }
        Ok(())
    })?;
    progress.finish();
    Ok(found)
}

/// Counts the sets of the bots of recorded games.
fn recorded(run: &Run, games: &[GameHistory]) -> Result<BTreeMap<String, Games>, Failure> {
    let progress =
        Progress::new("recorded games", run.work.share_of(games.len() as u64)).with_lines();
    let measure = SetSizes {
        cap: CAP,
        with_hsuc: false,
        to_the_end: false,
    };
    let look = |i: u64| {
        let sides = measure.of(&games[i as usize]).map(sizes_after);
        progress.add();
        Ok(sides)
    };
    let mut found: BTreeMap<String, Games> = BTreeMap::new();
    run.work
        .play(0..games.len() as u64, run.workers, look, |i, sides| {
            let game = &games[i as usize];
            for (color, sizes) in Color::ALL.into_iter().zip(sides) {
                if let Some(name) = game.name(color) {
                    found.entry(name.to_owned()).or_default().push(sizes);
                }
            }
            Ok(())
        })?;
    progress.finish();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_needs_a_network_takes_no_part() {
        let players = players();
        assert!(players.contains(&"hsuc") && !players.contains(&"siamese"));
        assert_eq!(players.len() + 2, AGENTS.len());
    }

    #[test]
    fn all_that_is_beyond_the_cap_is_marked() {
        let median = |value, high| Estimate {
            is_floor: value >= 100_000.0,
            ..Estimate::within(value, [34.0, high])
        };
        assert_eq!(
            median_in_words(median(722.0, 100_000.0)),
            "722 (34 to >100,000)"
        );
        assert_eq!(
            median_in_words(median(100_000.0, 100_000.0)),
            ">100,000 (34 to >100,000)"
        );
        assert_eq!(median_in_words(median(40.0, 50.0)), "40 (34 to 50)");
    }
}
