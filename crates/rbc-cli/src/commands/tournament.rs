//! `outpost tournament`: a round robin, and ratings from its results.

mod schedule;

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::Args;
use rbc_rules::Color;
use rbc_statistics::{Points, Rating};
use serde_json::{Value, json};

use self::schedule::Schedule;
use crate::{
    Failure,
    option_values::{PlayerName, positive},
    players::{Player, Roster, players_help},
    progress::Progress,
    set_size_summary::{Summary, figure_in_words},
    shared_options::{GameOptions, LimitOptions, NetworkOptions, OutputOption, ShardOptions},
    tally::Tally,
    terminal::{printable, shown, tell},
    text_table::text_table,
    timed_game::{self, FinishedGame, player_seeds},
    tournament_folder::{IndexEntry, Opened, SavedGame, TournamentFolder},
};

/// Time between two updates of the results file.
const RESULTS_WRITTEN: Duration = Duration::from_secs(30);

/// The player whose rating is 0 if it takes part.
const ANCHOR: &str = "random";

/// Play a round robin and rate the players
///
/// Every pair plays --games games, each player as often with White as with Black. With --nodes, or
/// without limits, the same options give the same games, whatever --threads is and however often the run
/// was interrupted; with --time, only about the same.
///
/// DIR holds the games (games.jsonl, a reconchess GameHistory per line), an index of them, the options and
/// the results so far. To continue an interrupted run, give the same command again: finished games are
/// kept. Options that differ from those in DIR are refused.
///
/// Ratings are Bradley-Terry ratings on the Elo scale, a draw counting as half a win, with 95 % intervals
/// from the observed information. Every pair is given one more drawn game, so that a clean score has a
/// finite rating. The player "random" is rated 0; without it, the mean is 0.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_long_help = players_help())]
pub struct Options {
    /// Two or more players, separated by commas
    #[arg(long, value_name = "A,B,C", required = true, value_delimiter = ',', value_parser = PlayerName, hide_possible_values = true)]
    agents: Vec<String>,

    /// Games of each pair, an even number
    #[arg(long, value_name = "N", value_parser = games)]
    games: u64,

    /// Folder of the tournament, created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    game: GameOptions,

    #[command(flatten)]
    network: NetworkOptions,

    #[command(flatten)]
    pub shards: ShardOptions,

    #[command(flatten)]
    output: OutputOption,
}

/// Reads the number of games of a pair; each player has White in half of them.
fn games(text: &str) -> Result<u64, String> {
    let games: u32 = positive(text)?;
    if games.is_multiple_of(2) {
        return Ok(games.into());
    }
    Err(format!(
        "must be even, so that each player has White as often; give {} or {}",
        games.saturating_sub(1).max(2),
        u64::from(games) + 1
    ))
}

/// The options, with the players that they name.
struct Tournament<'a> {
    options: &'a Options,
    players: Vec<Player>,
    roster: Roster,
}

fn read_players(roster: &Roster, names: &[String]) -> Result<Vec<Player>, Failure> {
    let mut players: Vec<Player> = Vec::new();
    for name in names {
        if players.iter().any(|p| p.name == *name) {
            return Err(Failure::Usage(format!(
                "--agents: {} is named twice; results could not tell the two apart",
                printable(name)
            )));
        }
        players.push(roster.player("agents", name)?);
    }
    if players.len() < 2 {
        return Err(Failure::Usage(
            "--agents: give at least two players, separated by commas".to_owned(),
        ));
    }
    Ok(players)
}

impl Tournament<'_> {
    fn new(options: &Options) -> Result<Tournament<'_>, Failure> {
        let roster = options.network.roster()?;
        Ok(Tournament {
            players: read_players(&roster, &options.agents)?,
            roster,
            options,
        })
    }

    /// Returns the options that decide the games and what is kept of them.
    fn as_json(&self) -> Value {
        let names: Vec<&str> = self.players.iter().map(|p| p.name.as_str()).collect();
        let setup = self.options.game.setup();
        let [model, temperature] = self.roster.model_as_json();
        let mut options = json!({
            "agents": names,
            "model": model,
            "temperature": temperature,
            "games": self.options.games,
            "seed": self.options.game.seed(),
            "nodes": self.options.limits.nodes,
            "time": self.options.limits.time.map(|t| t.as_secs_f64()),
            "move-limit": setup.move_limit,
            "turn-limit": setup.turn_limit,
            "cap": self.options.game.sets().map(|sets| sets.cap),
        });
        self.roster.add_opponents(&mut options);
        options
    }

    fn schedule(&self) -> Schedule {
        Schedule::new(self.players.len(), self.options.games)
    }
}

/// The results so far.
struct Standings {
    tallies: Vec<Tally>,
    points: Points,
    games: u64,
}

impl Standings {
    fn new(players: usize) -> Standings {
        Standings {
            tallies: vec![Tally::default(); players],
            points: Points::new(players),
            games: 0,
        }
    }

    fn add(&mut self, players: [usize; 2], game: &FinishedGame) {
        for (player, color) in players.into_iter().zip(Color::ALL) {
            self.tallies[player].add(game, color);
        }
        let white = match game.outcome.winner {
            Some(Color::White) => 1.0,
            None => 0.5,
            Some(Color::Black) => 0.0,
        };
        self.points.add(players[0], players[1], white);
        self.games += 1;
    }
}

/// Checks that a game of an earlier run is one of this schedule, and returns its players.
fn resume(
    tournament: &Tournament<'_>,
    schedule: &Schedule,
    saved: SavedGame,
) -> Result<([usize; 2], FinishedGame), Failure> {
    let SavedGame { entry, history } = saved;
    let refuse = |what: &str| {
        Failure::Work(format!(
            "{}: game {} {what}; give another --out",
            shown(&tournament.options.out),
            entry.game
        ))
    };
    if entry.game >= schedule.total() {
        return Err(refuse("is more than the tournament has"));
    }
    let scheduled = schedule.game(entry.game);
    let [white, black] = scheduled
        .players
        .map(|i| tournament.players[i].name.as_str());
    let expected = (
        white,
        black,
        player_seeds(tournament.options.game.seed(), entry.game),
    );
    let pair = scheduled.pair.map(|i| tournament.players[i].name.as_str());
    if (entry.white.as_str(), entry.black.as_str(), entry.seeds) != expected
        || (entry.pair.each_ref().map(String::as_str), entry.number) != (pair, scheduled.number)
    {
        return Err(refuse("was played by others or with other seeds"));
    }
    let game = FinishedGame::of_record(history, entry.times, entry.sets);
    let game = game.ok_or_else(|| refuse("has no end in its record"))?;
    Ok((scheduled.players, game))
}

/// Plays the games that are not finished, and rates the players.
///
/// # Errors
///
/// If a player cannot be created, the folder is another tournament's, or it cannot be written.
pub fn run(options: &Options) -> Result<bool, Failure> {
    let tournament = Tournament::new(options)?;
    let schedule = tournament.schedule();
    let total = schedule.total();
    let work = options.shards.work(tournament.as_json())?;
    let workers = options.game.workers();
    let (setup, limits, sets) = (
        options.game.setup(),
        options.limits.limits(),
        options.game.sets(),
    );
    let play = |game: u64, progress: &Progress| {
        let players = schedule.game(game).players.map(|i| &tournament.players[i]);
        let seeds = player_seeds(tournament.options.game.seed(), game);
        let played = timed_game::play(players, seeds, setup.clone(), limits, sets);
        progress.add();
        played.map_err(|e| {
            let [white, black] = players.map(|player| &player.name);
            e.context(&format!("game {} ({white} - {black})", game + 1))
        })
    };
    if work.is_shard() {
        let progress = Progress::new("games", work.share_of(total))
            .with_lines()
            .resumed(work.earlier());
        work.play(
            0..total,
            workers,
            |game| play(game, &progress),
            |_, _| Ok(()),
        )?;
        progress.finish();
        return work.finish_shard();
    }
    let Opened {
        mut folder,
        saved,
        notes,
    } = TournamentFolder::open(&tournament.options.out, &tournament.as_json())?;
    for note in notes {
        tell(&format!("outpost: {note}"));
    }
    let mut standings = Standings::new(tournament.players.len());
    for game in saved {
        let (players, game) = resume(&tournament, &schedule, game)?;
        standings.add(players, &game);
    }
    if standings.games > 0 {
        tell(&format!(
            "{} of {total} games are finished; continuing",
            standings.games
        ));
    }
    let as_count = |games: u64| usize::try_from(games).unwrap_or(usize::MAX);
    let progress = Progress::new("games", Some(as_count(total)))
        .with_lines()
        .resumed(as_count(standings.games));
    let mut written = Instant::now();
    work.play(
        standings.games..total,
        workers,
        |game| play(game, &progress),
        |game, played| {
            let scheduled = schedule.game(game);
            let [white, black] = scheduled
                .players
                .map(|i| tournament.players[i].name.clone());
            let entry = IndexEntry {
                game,
                pair: scheduled.pair.map(|i| tournament.players[i].name.clone()),
                number: scheduled.number,
                white,
                black,
                seeds: player_seeds(tournament.options.game.seed(), game),
                times: played.times,
                sets: played.sets.clone(),
                hash: None,
            };
            folder.add(entry, &played.history)?;
            standings.add(scheduled.players, &played);
            if written.elapsed() > RESULTS_WRITTEN {
                folder.write_results(&as_json(&tournament, &standings))?;
                written = Instant::now();
            }
            Ok(())
        },
    )?;
    progress.finish();
    let results = as_json(&tournament, &standings);
    folder.write_results(&results)?;
    let text = || as_text(&tournament, &standings);
    options.output.print(text, || results.to_string())?;
    Ok(true)
}

/// Returns the players' indices and ratings, best first.
fn ranking(tournament: &Tournament<'_>, standings: &Standings) -> Vec<(usize, Rating)> {
    let anchor = tournament.players.iter().position(|p| p.name == ANCHOR);
    let ratings = standings.points.ratings(anchor);
    let mut ranking: Vec<(usize, Rating)> = ratings.into_iter().enumerate().collect();
    ranking.sort_by(|(_, a), (_, b)| b.elo.total_cmp(&a.elo));
    ranking
}

fn as_json(tournament: &Tournament<'_>, standings: &Standings) -> Value {
    let ranking = ranking(tournament, standings);
    let points = &standings.points;
    let players: Vec<Value> = ranking
        .iter()
        .map(|&(i, rating)| {
            let tally = &standings.tallies[i];
            let mut object =
                tally.as_json(&tournament.players[i].name, tournament.options.game.cap);
            object["points"] = tally.points().into();
            object["score"] = (tally.points() / tally.games().max(1) as f64).into();
            // Infinite bounds (of players without a game) become null.
            object["elo"] = rating.elo.into();
            object["elo95"] = json!([rating.elo - rating.margin, rating.elo + rating.margin]);
            object
        })
        .collect();
    let crosstable: Vec<Value> = ranking
        .iter()
        .flat_map(|&(i, _)| ranking.iter().map(move |&(j, _)| (i, j)))
        .filter(|(i, j)| i != j)
        .map(|(i, j)| {
            json!({
                "player": tournament.players[i].name,
                "against": tournament.players[j].name,
                "points": points.scored(i, j),
                "games": points.games(i, j),
            })
        })
        .collect();
    let anchored = tournament.players.iter().any(|p| p.name == ANCHOR);
    json!({
        "options": tournament.as_json(),
        "games": standings.games,
        "gamesInAll": tournament.schedule().total(),
        "eloAnchor": if anchored { ANCHOR } else { "mean" },
        "players": players,
        "crosstable": crosstable,
    })
}

fn as_text(tournament: &Tournament<'_>, standings: &Standings) -> String {
    let ranking = ranking(tournament, standings);
    let name = |i: usize| tournament.players[i].name.as_str();
    let mut head = vec!["player", "Elo", "95 %", "points", "games", "+", "=", "-"];
    head.extend(ranking.iter().map(|&(i, _)| name(i)));
    let rows: Vec<Vec<String>> = ranking
        .iter()
        .map(|&(i, rating)| {
            let tally = &standings.tallies[i];
            let mut row = vec![
                name(i).to_owned(),
                format!("{:.0}", rating.elo),
                format!("±{:.0}", rating.margin),
                format!("{:.1}", tally.points()),
                tally.games().to_string(),
            ];
            row.extend(tally.results.map(|n| n.to_string()));
            row.extend(ranking.iter().map(|&(j, _)| match j == i {
                true => "-".to_owned(),
                false => format!("{:.1}", standings.points.scored(i, j)),
            }));
            row
        })
        .collect();
    let anchored = tournament.players.iter().any(|p| p.name == ANCHOR);
    let zero = if anchored { ANCHOR } else { "the mean" };
    let mut text = format!(
        "{} games, {} a pair, seed {}; Elo: {zero} is 0\n\n{}\n",
        standings.games,
        tournament.options.games,
        tournament.options.game.seed(),
        text_table(&head, &rows)
    );
    let mut head = vec![
        "player",
        "turns",
        "ms a turn",
        "longest",
        "overruns",
        "worst ms",
    ];
    if tournament.options.game.sets().is_some() {
        head.extend([
            "med before",
            "med after",
            "mean",
            "max",
            "g mean",
            "med",
            "pooled",
        ]);
    }
    let rows: Vec<Vec<String>> = ranking
        .iter()
        .map(|&(i, _)| turn_cells(name(i), &standings.tallies[i], tournament.options.game.cap))
        .collect();
    text.push_str(&text_table(&head, &rows));
    text
}

/// Returns the table row of a player's time and set sizes.
fn turn_cells(name: &str, tally: &Tally, cap: usize) -> Vec<String> {
    let times = &tally.times;
    let mut row = vec![
        name.to_owned(),
        times.turns.to_string(),
        format!("{:.2}", times.ms_per_turn()),
        format!("{:.1}", 1000.0 * times.longest),
        times.overruns.to_string(),
        format!("{:.1}", 1000.0 * times.worst_overrun),
    ];
    if let Some(summary) = Summary::of(&tally.senses, cap) {
        let after = &summary.after;
        let sizes = [summary.median_before, after.median, after.mean, after.max];
        row.extend(sizes.map(figure_in_words));
        row.extend(after.decay_in_words());
    }
    row
}
