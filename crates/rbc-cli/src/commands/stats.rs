//! `outpost stats`: counts the boards that were possible for the players of recorded games.

use std::collections::BTreeMap;

use clap::Args;
use rbc_rules::{Color, GameHistory};
use serde_json::{Value, json};

use crate::{
    Failure,
    numbers::in_words,
    option_values::{positive, set_cap},
    progress::Progress,
    set_size_summary::{After, Summary, figure_in_words},
    set_sizes::{self, SenseSizes, SetSizes, SideSizes},
    shared_options::{OutputOption, RecordOptions, ShardOptions},
    terminal::{printable, tell},
    text_table::text_table,
};

/// Maximum number of unreadable records and sides not followed to the end that are listed.
const TOLD: usize = 10;

/// The name of players in records without names.
const UNNAMED: &str = "(no name)";

/// Count the boards that were possible for each player of recorded games
///
/// Replays both sides' information sets and counts the possible boards before and after each sense.
/// For comparison, each player's row also has what HSUC's senses would have left of the same sets, with the
/// true content of their windows.
///
/// g is 1 - after / before: mean and median over the senses before which more than one board was possible,
/// and pooled, 1 - (sum of all after) / (sum of all before), over those where both were counted. The
/// column "none" counts turns without a sense, "est." the senses before which there were more boards than
/// the cap, so that sizes are estimates from a sample.
///
/// A figure beyond the cap is shown as >CAP. In means, sizes beyond the cap count as the cap, and the mean
/// is marked > too. A set with more than 16 times the cap after a sense is not followed further.
///
/// The exit code is 1 if a record cannot be read.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Options {
    #[command(flatten)]
    records: RecordOptions,

    /// Boards above which set sizes are estimated
    #[arg(long, value_name = "BOARDS", default_value_t = set_sizes::DEFAULT_CAP, value_parser = set_cap)]
    cap: usize,

    /// Leave out players with fewer senses
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive::<usize>)]
    min_senses: usize,

    /// Do not compare with HSUC
    #[arg(long)]
    no_hsuc: bool,

    #[command(flatten)]
    pub shards: ShardOptions,

    #[command(flatten)]
    output: OutputOption,
}

/// The senses of one player in all its games.
#[derive(Default)]
struct Player {
    games: usize,
    /// Games in which its set was not followed to the end.
    broken_off: usize,
    senses: Vec<SenseSizes>,
}

/// What was found in all records.
#[derive(Default)]
struct Found {
    games: usize,
    players: BTreeMap<String, Player>,
    unreadable: usize,
    /// Messages, in order.
    notes: Vec<String>,
}

impl Found {
    fn add(&mut self, place: &str, names: [String; 2], sides: [SideSizes; 2]) {
        self.games += 1;
        for (name, side) in names.into_iter().zip(sides) {
            let broken_off = side.broken_off.is_some();
            if let Some(reason) = side.broken_off {
                self.notes.push(format!(
                    "{place}: {}: not followed further: {reason}",
                    printable(&name)
                ));
            }
            let player = self.players.entry(name).or_default();
            player.broken_off += usize::from(broken_off);
            player.games += 1;
            player.senses.extend(side.senses);
        }
    }
}

/// Counts the boards; false when a record cannot be read.
///
/// # Errors
///
/// If a file or folder cannot be found.
pub fn run(options: &Options) -> Result<bool, Failure> {
    let work = options.shards.work(json!({}))?;
    let measure = SetSizes {
        cap: options.cap,
        with_hsuc: !options.no_hsuc,
        to_the_end: false,
    };
    let progress = Progress::new("games", None).with_lines();
    let looked = work.look(&options.records.paths, |game: &GameHistory, place| {
        let names = Color::ALL.map(|color| game.name(color).unwrap_or(UNNAMED).to_owned());
        let sides = measure.of(game);
        progress.add();
        (place.to_owned(), names, sides)
    })?;
    progress.finish();
    let Some(looked) = looked else {
        return work.finish_shard();
    };
    let mut found = Found::default();
    for file in looked {
        for record in file.records {
            match record {
                Ok((place, names, sides)) => found.add(&place, names, sides),
                Err(reason) => {
                    found.unreadable += 1;
                    found.notes.push(reason);
                }
            }
        }
        found.notes.extend(file.given_up);
    }
    for note in found.notes.iter().take(TOLD) {
        tell(note);
    }
    if found.notes.len() > TOLD {
        tell(&format!("and {} more", found.notes.len() - TOLD));
    }
    let seconds = work.seconds();
    options.output.print(
        || as_text(options, &found, seconds),
        || as_json(options, &found, seconds),
    )?;
    Ok(found.unreadable == 0)
}

/// Returns the players to show, smallest sets after their senses first.
fn summaries<'f>(options: &Options, found: &'f Found) -> Vec<(&'f str, &'f Player, Summary)> {
    let mut shown: Vec<_> = found
        .players
        .iter()
        .filter(|(_, player)| player.senses.len() >= options.min_senses)
        .filter_map(|(name, player)| {
            let summary = Summary::of(&player.senses, options.cap)?;
            Some((name.as_str(), player, summary))
        })
        .collect();
    shown.sort_by(|(_, _, a), (_, _, b)| a.after.mean.boards.total_cmp(&b.after.mean.boards));
    shown
}

fn as_json(options: &Options, found: &Found, seconds: f64) -> String {
    let players: Vec<Value> = summaries(options, found)
        .into_iter()
        .map(|(name, player, summary)| {
            let mut object = json!({
                "name": name,
                "games": player.games,
                "gamesNotFollowedToTheEnd": player.broken_off,
            });
            object["sets"] = summary.as_json();
            object
        })
        .collect();
    let result = json!({
        "games": found.games,
        "unreadable": found.unreadable,
        "cap": options.cap,
        "players": players,
        "seconds": seconds,
    });
    result.to_string()
}

fn as_text(options: &Options, found: &Found, seconds: f64) -> String {
    let players = summaries(options, found);
    let mut head = vec!["player", "games", "senses", "none", "est.", "med before"];
    head.extend([
        "med after",
        "mean",
        "95 %",
        "max",
        "g mean",
        "med",
        "pooled",
    ]);
    if !options.no_hsuc {
        head.extend(["HSUC: med", "mean", "g mean", "med", "pooled"]);
    }
    let rows: Vec<Vec<String>> = players
        .iter()
        .map(|(name, player, summary)| {
            let mut row = vec![
                (*name).to_owned(),
                player.games.to_string(),
                in_words(summary.senses as f64),
                in_words(summary.without_sense as f64),
                in_words(summary.estimated_before as f64),
                figure_in_words(summary.median_before),
            ];
            row.extend(after_cells(&summary.after));
            row.extend(summary.after.decay_in_words());
            if let Some(hsuc) = &summary.hsuc {
                row.extend([hsuc.median, hsuc.mean].map(figure_in_words));
                row.extend(hsuc.decay_in_words());
            }
            row
        })
        .collect();
    // Of all players, including those that the table leaves out.
    let senses = || found.players.values().flat_map(|player| &player.senses);
    let looked = senses().filter(|s| s.holds_truth.is_some()).count();
    let lost = senses().filter(|s| s.holds_truth == Some(false)).count();
    let all: Vec<SenseSizes> = senses().copied().collect();
    let errors = Summary::of(&all, options.cap).and_then(|all| all.estimate_error);
    let errors = errors.map_or_else(String::new, |error| {
        format!(
            "; half of the estimates have a standard error above {:.1} %",
            100.0 * error
        )
    });
    format!(
        "{}\n{} games, cap {}; the true board was checked for at {} senses and missing at {lost}{errors}; {seconds:.1} s\n",
        text_table(&head, &rows),
        found.games,
        in_words(options.cap as f64),
        in_words(looked as f64),
    )
}

/// Returns median, mean, 95th percentile and maximum after the senses.
fn after_cells(after: &After) -> Vec<String> {
    [after.median, after.mean, after.percentile_95, after.max]
        .map(figure_in_words)
        .to_vec()
}
