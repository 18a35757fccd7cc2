//! `outpost stats`: how many boards were possible to the players of recorded games.

use std::{collections::BTreeMap, path::PathBuf, time::Instant};

use rbc_belief::InformationSet;
use rbc_rules::{Color, GameHistory};
use serde_json::{Value, json};

use crate::{
    Command, Failure, arguments,
    progress::Progress,
    record_files,
    set_sizes::{self, After, SenseSizes, SetSizes, SideSizes, Summary, figure_in_words, in_words},
    terminal::{print, print_json, printable, tell},
    text_table::text_table,
};

pub const COMMAND: Command = Command {
    name: "stats",
    summary: "how many boards were possible to each player of recorded games",
    help,
    run,
};

/// Broken-off sides and unreadable records that are told one by one.
const TOLD: usize = 10;

/// The player of a record without names.
const UNNAMED: &str = "(no name)";

fn help() -> String {
    format!(
        "outpost stats - how many boards were possible to each player of recorded games\n\n\
         Usage: outpost stats [OPTIONS] FILE|DIR...\n\n\
         Records are read as by 'outpost verify'. Both sides' information sets are replayed; at each turn on\n\
         which a side could sense, the possible boards before and after are counted. Beside each player stands\n\
         what plain HSUC would have left: HSUC's square is chosen on the player's own set before each\n\
         of its senses, and the true window there tells what would be left.\n\n\
         g is 1 - after / before: its mean and median over the senses at which more than one board was\n\
         possible, and pooled, 1 - (sum of all after) / (sum of all before), where both were counted. The column\n\
         none counts the turns without a sense, est. those before whose sense there were more boards than\n\
         the cap, so that sizes are estimates from a sample.\n\n\
         A figure beyond the cap is shown as >CAP; in means, sizes beyond the cap count as the cap, and the\n\
         mean is marked > too. A set that a sense leaves with more than 16 times the cap is followed no further.\n\n\
         The exit code is 1 when a record could not be read.\n\n\
         Options:\n\
         \x20 --cap BOARDS     boards that a set holds at most, {} or more (default {})\n\
         \x20 --min-senses N   leave players with fewer senses out of the table (default 1)\n\
         \x20 --no-hsuc        leave out what HSUC would have left\n\
         \x20 --json           print the result as one JSON object, with means by turn\n\
         \x20 -h, --help       show this\n",
        InformationSet::MIN_CAP,
        set_sizes::DEFAULT_CAP
    )
}

struct Options {
    measure: SetSizes,
    min_senses: usize,
    json: bool,
    paths: Vec<PathBuf>,
}

fn read_options(parser: &mut lexopt::Parser) -> Result<Options, Failure> {
    let mut options = Options {
        measure: SetSizes {
            cap: set_sizes::DEFAULT_CAP,
            with_hsuc: true,
        },
        min_senses: 1,
        json: false,
        paths: Vec::new(),
    };
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("cap") => {
                options.measure.cap = arguments::set_cap("cap", &parser.value()?)?;
            }
            lexopt::Arg::Long("min-senses") => {
                options.min_senses = arguments::positive("min-senses", &parser.value()?)?;
            }
            lexopt::Arg::Long("no-hsuc") => options.measure.with_hsuc = false,
            lexopt::Arg::Long("json") => options.json = true,
            lexopt::Arg::Value(path) => options.paths.push(PathBuf::from(path)),
            other => return Err(other.unexpected().into()),
        }
    }
    if options.paths.is_empty() {
        return Err(Failure::Usage("no file or folder given".to_owned()));
    }
    Ok(options)
}

/// The senses of one player in all its games.
#[derive(Default)]
struct Player {
    games: usize,
    /// Games in which its set could not be followed to the end.
    broken_off: usize,
    senses: Vec<SenseSizes>,
}

/// What was found in all records.
#[derive(Default)]
struct Found {
    games: usize,
    players: BTreeMap<String, Player>,
    unreadable: usize,
    /// What to tell, in order.
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

fn run(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let options = read_options(parser)?;
    let files = record_files::collect(&options.paths)?;
    let began = Instant::now();
    let progress = Progress::new("games", None).with_lines();
    let looked = record_files::look_at_games(&files, |game: &GameHistory, place| {
        let names = Color::ALL.map(|color| game.name(color).unwrap_or(UNNAMED).to_owned());
        let sides = options.measure.of(game);
        progress.add();
        (place.to_owned(), names, sides)
    });
    progress.finish();
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
    let seconds = began.elapsed().as_secs_f64();
    if options.json {
        print_json(&as_json(&options, &found, seconds))?;
    } else {
        print(&as_text(&options, &found, seconds))?;
    }
    Ok(found.unreadable == 0)
}

/// The players to show, those with the smallest sets after their senses first.
fn summaries<'f>(options: &Options, found: &'f Found) -> Vec<(&'f str, &'f Player, Summary)> {
    let mut shown: Vec<_> = found
        .players
        .iter()
        .filter(|(_, player)| player.senses.len() >= options.min_senses)
        .filter_map(|(name, player)| {
            let summary = Summary::of(&player.senses, options.measure.cap)?;
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
        "cap": options.measure.cap,
        "players": players,
        "seconds": seconds,
    });
    format!("{result}\n")
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
    if options.measure.with_hsuc {
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
    // Of all players, also those that the table leaves out.
    let senses = || found.players.values().flat_map(|player| &player.senses);
    let looked = senses().filter(|s| s.holds_truth.is_some()).count();
    let lost = senses().filter(|s| s.holds_truth == Some(false)).count();
    let all: Vec<SenseSizes> = senses().copied().collect();
    let errors = Summary::of(&all, options.measure.cap).and_then(|all| all.estimate_error);
    let errors = errors.map_or_else(String::new, |error| {
        format!(
            "; half of the estimates have a standard error above {:.1} %",
            100.0 * error
        )
    });
    format!(
        "{}\n{} games, cap {}; the true board was looked for at {} senses and missing at {lost}{errors}; {seconds:.1} s\n",
        text_table(&head, &rows),
        found.games,
        in_words(options.measure.cap as f64),
        in_words(looked as f64),
    )
}

/// Median, mean, 95th percentile and maximum after.
fn after_cells(after: &After) -> Vec<String> {
    [after.median, after.mean, after.percentile_95, after.max]
        .map(figure_in_words)
        .to_vec()
}
