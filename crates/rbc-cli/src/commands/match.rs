//! `outpost match`: games between two players, and who won them.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use rbc_rules::Color;
use rbc_statistics::wilson;
use serde_json::{Value, json};

use crate::{
    Failure,
    durable_files::{LineFiles, open_alone},
    engine_processes::{EngineShelf, find_engine},
    option_values::{PlayerName, positive},
    players::{Player, Roster, players_help},
    progress::Progress,
    shared_options::{GameOptions, LimitOptions, NetworkOptions, OutputOption, ShardOptions},
    tally::{Tally, reasons_json},
    terminal::tell,
    timed_game::{self, Limits, player_seeds},
};

/// Play games between two players
///
/// The score is White's, a draw counting one half, with its 95 % Wilson interval. After each game,
/// outside the players' time, the boards that were possible for each side are counted.
///
/// Each game has its own seed, made from --seed and its number, so the same command plays the same games
/// (with --ms or --time, only about the same). --shard splits them over machines.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_long_help = players_help())]
pub struct Options {
    /// White's player
    #[arg(long, value_name = "NAME", value_parser = PlayerName, hide_possible_values = true)]
    white: String,

    /// Black's player
    #[arg(long, value_name = "NAME", value_parser = PlayerName, hide_possible_values = true)]
    black: String,

    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive::<u64>)]
    games: u64,

    #[command(flatten)]
    limits: LimitOptions,

    /// Milliseconds for each decision
    #[arg(long, value_name = "MS", conflicts_with = "time", value_parser = positive::<u64>)]
    ms: Option<u64>,

    #[command(flatten)]
    game: GameOptions,

    #[command(flatten)]
    network: NetworkOptions,

    /// Chess engine that rates moves for White's player: a UCI program, or "stockfish"
    ///
    /// "stockfish" is the program that STOCKFISH_EXECUTABLE names, or the one that is installed.
    #[arg(long, value_name = "PATH")]
    white_uci: Option<OsString>,

    /// Chess engine that rates moves for Black's player
    #[arg(long, value_name = "PATH")]
    black_uci: Option<OsString>,

    /// Write the games to FILE, a reconchess GameHistory per line
    ///
    /// An existing file is replaced.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    #[command(flatten)]
    pub shards: ShardOptions,

    #[command(flatten)]
    output: OutputOption,
}

impl Options {
    fn limits(&self) -> Limits {
        Limits {
            decision: self.ms.map(Duration::from_millis),
            ..self.limits.limits()
        }
    }

    /// Returns White's and Black's engines, which are shared if both are the same program.
    fn engines(&self) -> Result<[Option<EngineShelf>; 2], Failure> {
        let shelf = |option: &str, name: &OsString| EngineShelf::new(find_engine(option, name)?);
        let white = self.white_uci.as_ref();
        let white_shelf = white.map(|name| shelf("white-uci", name)).transpose()?;
        let black_shelf = match &self.black_uci {
            same if same.as_ref() == white => white_shelf.clone(),
            other => other
                .as_ref()
                .map(|name| shelf("black-uci", name))
                .transpose()?,
        };
        Ok([white_shelf, black_shelf])
    }
}

/// The players of a match.
struct Players {
    /// White and Black.
    players: [Player; 2],
    roster: Roster,
}

impl Players {
    fn new(options: &Options) -> Result<Players, Failure> {
        let roster = options.network.roster()?;
        let mut players = [
            roster.player("white", &options.white)?,
            roster.player("black", &options.black)?,
        ];
        for (player, engine) in players.iter_mut().zip(options.engines()?) {
            player.engine = engine;
        }
        Ok(Players { players, roster })
    }
}

impl Players {
    /// Returns what decides the games besides the command line.
    fn inputs(&self) -> Value {
        let engines = self.players.each_ref().map(|player| &player.engine);
        let [model, _] = self.roster.model_as_json();
        let mut inputs = json!({
            "model": model,
            "engines": engines.map(|engine| engine.as_ref().map(EngineShelf::name)),
        });
        self.roster.add_opponents(&mut inputs);
        inputs
    }
}

/// The results of both sides.
#[derive(Default)]
struct MatchResult {
    tallies: [Tally; 2],
    plies: u64,
}

/// Plays the games.
///
/// # Errors
///
/// If a player cannot be created, or the record cannot be written.
pub fn run(options: &Options) -> Result<bool, Failure> {
    let players = Players::new(options)?;
    let work = options.shards.work(players.inputs())?;
    let path = options.record.as_deref().filter(|_| !work.is_shard());
    let mut record = path.map(open_record).transpose()?;
    let progress = Progress::new("games", work.share_of(options.games))
        .with_lines()
        .resumed(work.earlier());
    let mut result = MatchResult::default();
    let (setup, limits, sets) = (options.game.setup(), options.limits(), options.game.sets());
    let play = |game| {
        let seeds = player_seeds(options.game.seed(), game);
        let played = timed_game::play(
            players.players.each_ref(),
            seeds,
            setup.clone(),
            limits,
            sets,
        );
        progress.add();
        played.map_err(|e| e.context(&format!("game {}", game + 1)))
    };
    work.play(
        0..options.games,
        options.game.workers(),
        play,
        |_, played| {
            for (tally, color) in result.tallies.iter_mut().zip(Color::ALL) {
                tally.add(&played, color);
            }
            result.plies += played.history.plies() as u64;
            if let Some(out) = &mut record {
                out.add([played.history.to_json()])?;
            }
            Ok(())
        },
    )?;
    if let Some(out) = record {
        out.sync()?;
    }
    progress.finish();
    for engine in players.players.iter().filter_map(|p| p.engine.as_ref()) {
        for note in engine.notes() {
            tell(&format!("outpost: {note}"));
        }
    }
    if work.is_shard() {
        return work.finish_shard();
    }
    let seconds = work.seconds();
    options.output.print(
        || as_text(options, &players, &result, seconds),
        || as_json(options, &players, &result, seconds),
    )?;
    Ok(true)
}

/// Opens the file of `--record`, empties and locks it.
fn open_record(path: &Path) -> Result<LineFiles<1>, Failure> {
    let file = open_alone(path, "wait for it, or give another --record")?;
    if file.metadata().is_ok_and(|data| data.is_file()) {
        file.set_len(0).map_err(|e| Failure::at(path, e))?;
    }
    LineFiles::new([(path.to_owned(), file)])
}

fn as_text(options: &Options, players: &Players, result: &MatchResult, seconds: f64) -> String {
    let white = &result.tallies[0];
    let games = white.games() as f64;
    let score = white.points() / games;
    let [low, high] = wilson(score, games);
    let [wins, draws, losses] = white.results;
    let mut text = format!(
        "{} (White) - {} (Black): {} games, seed {}\n\
         wins {wins} draws {draws} losses {losses}\n\
         score {score:.3} (95 %: {low:.3} to {high:.3})\n",
        players.players[0].title(),
        players.players[1].title(),
        white.games(),
        options.game.seed(),
    );
    for (reason, [wins, draws, losses]) in &white.reasons {
        text.push_str(&format!("  {reason:<13} +{wins} ={draws} -{losses}\n"));
    }
    let [white_times, black_times] = [0, 1].map(|side| result.tallies[side].times);
    text.push_str(&format!(
        "plies {} (mean {:.1})\n\
         time a turn: White {:.3} ms (longest {:.1}), Black {:.3} ms (longest {:.1}); {:.1} s in all\n",
        result.plies,
        result.plies as f64 / games,
        white_times.ms_per_turn(),
        1000.0 * white_times.longest,
        black_times.ms_per_turn(),
        1000.0 * black_times.longest,
        seconds,
    ));
    for (tally, side) in result.tallies.iter().zip(["White", "Black"]) {
        if options.limits().allowed().is_some() {
            let times = &tally.times;
            text.push_str(&format!("{side}: {}\n", times.overruns_in_words()));
        }
        if let Some(sets) = tally.sets_in_words(options.game.cap) {
            text.push_str(&format!("{side}: {sets}\n"));
        }
    }
    text
}

fn as_json(options: &Options, players: &Players, result: &MatchResult, seconds: f64) -> String {
    let white = &result.tallies[0];
    let games = white.games() as f64;
    let [wins, draws, losses] = white.results;
    let engine = |side: usize| players.players[side].engine.as_ref().map(EngineShelf::name);
    let player = |side: usize| -> Value {
        result.tallies[side].as_json(&players.players[side].name, options.game.cap)
    };
    let times = [0, 1].map(|side| result.tallies[side].times);
    let [model, temperature] = players.roster.model_as_json();
    let mut object = json!({
        "white": players.players[0].name,
        "black": players.players[1].name,
        "engines": [engine(0), engine(1)],
        "model": model,
        "temperature": temperature,
        "games": white.games(),
        "seed": options.game.seed(),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "reasons": reasons_json(&white.reasons),
        "score": white.points() / games,
        "wilson95": wilson(white.points() / games, games),
        "plies": result.plies,
        "msPerTurn": times.map(|t| t.ms_per_turn()),
        "longestTurnMs": times.map(|t| 1000.0 * t.longest),
        "players": [player(0), player(1)],
        "setCap": options.game.sets().map(|sets| sets.cap),
        "seconds": seconds,
    });
    players.roster.add_opponents(&mut object);
    object.to_string()
}
