//! The experiments, one module each, and what they share.

pub mod belief_generation;
pub mod decay;
pub mod grid_vs_set;
pub mod growth;
pub mod rating;
pub mod stability;
pub mod uncertainty_rank;

use rbc_rules::{GameHistory, GameSetup};

use crate::{
    Failure,
    chart::Estimate,
    experiment::Run,
    players::Player,
    playing::{self, player_seeds},
    progress::Progress,
    record_files,
    set_sizes::{SenseSizes, SetSizes},
    statistics::{bootstrap, mean},
    terminal::{printable, shown},
};

/// Plies without a pawn move or capture that end a game.
const MOVE_LIMIT: u32 = 100;

/// What came of an experiment.
pub struct Report {
    /// The figures, with a head.
    pub csv: String,
    /// The chart.
    pub svg: String,
    /// The table for the reader.
    pub text: String,
}

/// A table with commas between.
#[derive(Default)]
pub struct Csv {
    text: String,
}

impl Csv {
    /// With names of the columns.
    #[must_use]
    pub fn new(head: &[&str]) -> Csv {
        let mut csv = Csv {
            text: String::new(),
        };
        csv.row(head);
        csv
    }

    /// Adds a row.
    pub fn row<S: AsRef<str>>(&mut self, cells: &[S]) {
        let quoted = |cell: &S| {
            let mut cell = printable(cell.as_ref());
            // Spreadsheets would compute what begins like this; a negative number may.
            if cell.starts_with(['=', '+', '-', '@']) && cell.parse::<f64>().is_err() {
                cell.insert(0, '\'');
            }
            if cell.contains([',', '"']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell
            }
        };
        let cells: Vec<String> = cells.iter().map(quoted).collect();
        self.text.push_str(&cells.join(","));
        self.text.push('\n');
    }

    /// The text.
    #[must_use]
    pub fn finish(self) -> String {
        self.text
    }
}

/// The recorded games that were given, in order; there are some where a place was named.
fn recorded_games(run: &Run) -> Result<Vec<GameHistory>, Failure> {
    let files = record_files::collect(&run.records)?;
    let read = record_files::look_at_games(&files, |game: &GameHistory, _| game.clone());
    let records = read.into_iter().flat_map(|file| file.records);
    let games = records
        .map(|record| record.map_err(Failure::Work))
        .collect::<Result<Vec<_>, _>>()?;
    if games.is_empty() && !run.records.is_empty() {
        let places: Vec<String> = run.records.iter().map(|path| shown(path)).collect();
        return Err(Failure::Work(format!(
            "{}: no recorded games there",
            places.join(", ")
        )));
    }
    Ok(games)
}

/// One pairing of [`senses_of_games`].
struct Pairing<'n> {
    /// Whose senses are measured.
    name: &'n str,
    against: &'n str,
    games: u64,
}

/// How the sets of [`senses_of_games`] are followed.
#[derive(Clone, Copy)]
struct Following {
    /// Boards above which a size is only known to be more.
    cap: usize,
    /// Full turns that end a game.
    turns: Option<u32>,
}

/// Plays the games of all `pairings` and gives the senses of the measured player: by pairing, then by game. It has
/// White in every other game.
fn senses_of_games(
    run: &Run,
    pairings: &[Pairing<'_>],
    following: Following,
) -> Result<Vec<Vec<Vec<SenseSizes>>>, Failure> {
    let games: u64 = pairings.iter().map(|p| p.games).sum();
    let progress = Progress::new("games", usize::try_from(games).ok()).with_lines();
    let measure = SetSizes {
        cap: following.cap,
        with_hsuc: false,
    };
    let setup = GameSetup {
        move_limit: Some(MOVE_LIMIT),
        turn_limit: following.turns,
        ..GameSetup::default()
    };
    let mut found = Vec::new();
    for pairing in pairings {
        let (measured, other) = (Player::plain(pairing.name), Player::plain(pairing.against));
        let mut of_pairing = Vec::new();
        // The same seeds for each pairing: what differs is the player.
        let play = |game: u64| {
            let white = game.is_multiple_of(2);
            let players = if white {
                [&measured, &other]
            } else {
                [&other, &measured]
            };
            let seeds = player_seeds(run.seed, game);
            let played = playing::play(players, seeds, setup.clone(), run.limits, Some(measure));
            progress.add();
            played.map(|played| {
                let [of_white, of_black] = played.sets.unwrap_or_default();
                if white { of_white } else { of_black }
            })
        };
        playing::in_order(0..pairing.games, run.threads, play, |game, side| {
            let place = format!(
                "{} against {}, game {}",
                pairing.name,
                pairing.against,
                game + 1
            );
            let side = side.map_err(|e| e.context(&place))?;
            of_pairing.push(side.senses);
            Ok(())
        })?;
        found.push(of_pairing);
    }
    progress.finish();
    Ok(found)
}

/// What was found of one turn.
#[derive(Clone, Copy, PartialEq, Debug)]
struct OfTurn {
    turn: usize,
    /// Games that came to it.
    games: usize,
    /// Sizes beyond the cap among them.
    beyond: usize,
    /// The mean.
    mean: Estimate,
}

/// The mean of `value` of the senses of each turn up to `turns`, over games; its interval is a bootstrap's over
/// games. Where a size after the sense was beyond `cap` the mean is a floor.
fn means_by_turn(
    games: &[Vec<SenseSizes>],
    (turns, cap, seed): (usize, usize, u64),
    value: impl Fn(&SenseSizes) -> Option<f64>,
) -> Vec<OfTurn> {
    (1..=turns)
        .filter_map(|turn| {
            let senses: Vec<&SenseSizes> = games
                .iter()
                .filter_map(|senses| senses.iter().find(|sense| sense.turn == turn))
                .collect();
            let values: Vec<f64> = senses.iter().filter_map(|sense| value(sense)).collect();
            let of = |sample: &[&f64]| {
                let sample: Vec<f64> = sample.iter().map(|v| **v).collect();
                (!sample.is_empty()).then(|| mean(&sample))
            };
            let (mean, interval) = bootstrap(&values, seed, of)?;
            let is_beyond = |sense: &&&SenseSizes| sense.after.boards > cap as f64;
            let beyond = senses.iter().filter(is_beyond).count();
            Some(OfTurn {
                turn,
                games: values.len(),
                beyond,
                mean: Estimate {
                    value: mean,
                    interval: Some(interval),
                    is_floor: beyond > 0,
                },
            })
        })
        .collect()
}

/// A value with its interval, for a table.
fn estimate_in_words(estimate: Estimate, in_words: impl Fn(f64) -> String) -> String {
    let more = if estimate.is_floor { ">" } else { "" };
    let value = in_words(estimate.value);
    match estimate.interval {
        None => format!("{more}{value}"),
        Some([low, high]) => format!("{more}{value} ({} to {})", in_words(low), in_words(high)),
    }
}

/// The cells of a value and its bounds in a CSV.
fn estimate_cells(estimate: Estimate, decimals: usize) -> [String; 3] {
    let cell = |value: f64| format!("{value:.decimals$}");
    let [low, high] = estimate
        .interval
        .map_or_else(Default::default, |i| i.map(cell));
    [cell(estimate.value), low, high]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set_sizes::Size;

    fn sense(turn: usize, before: f64, after: f64) -> SenseSizes {
        let size = |boards| Size {
            boards,
            exact: true,
            error: 0.0,
        };
        SenseSizes {
            turn,
            sensed: true,
            before: size(before),
            after: size(after),
            followed: true,
            holds_truth: Some(true),
            hsuc_after: None,
        }
    }

    #[test]
    fn means_are_taken_turn_by_turn_and_marked_beyond_the_cap() {
        let games = [
            vec![sense(1, 20.0, 10.0), sense(2, 2_000.0, 1_000.0)],
            vec![
                sense(1, 20.0, 1_000.0),
                sense(2, 20.0, 10.0),
                sense(3, 9.0, 1.0),
            ],
        ];
        let log = |s: &SenseSizes| Some(s.after.boards.min(500.0).log10());
        let found = means_by_turn(&games, (2, 500, 1), log);
        assert_eq!(found.len(), 2);
        for of_turn in &found {
            assert_eq!((of_turn.games, of_turn.beyond), (2, 1));
            assert!(of_turn.mean.is_floor);
            let expected = f64::midpoint(1.0, 500_f64.log10());
            assert!((of_turn.mean.value - expected).abs() < 1e-12);
        }
        let none = means_by_turn(&games, (9, 500, 1), |_| None);
        assert!(none.is_empty());
    }

    #[test]
    fn names_with_commas_are_quoted() {
        let mut csv = Csv::new(&["a", "b"]);
        csv.row(&["x,y", "say \"no\""]);
        assert_eq!(csv.finish(), "a,b\n\"x,y\",\"say \"\"no\"\"\"\n");
    }

    #[test]
    fn names_from_records_are_text_to_spreadsheets_and_stay_on_their_row() {
        let mut csv = Csv::new(&["a", "b", "c"]);
        csv.row(&["=HYPERLINK(1)", "x\r\ny", "-0.5"]);
        assert_eq!(csv.finish(), "a,b,c\n'=HYPERLINK(1),x\\u{d}\\u{a}y,-0.5\n");
    }
}
