//! `outpost match`: games between two players, and who won them.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use rbc_rules::{Color, GameSetup};
use serde_json::{Value, json};

use crate::{
    Command, Failure, arguments,
    durable_files::{LineFiles, open_alone},
    engine_pool::{EngineShelf, find_engine},
    players::{MODEL_HELP, Player, Roster, player_names, players_help},
    playing::{self, Limits, player_seeds},
    progress::Progress,
    set_sizes::{self, SetSizes},
    statistics::wilson,
    tally::{Tally, reasons_json},
    terminal::{print, print_json, tell},
};

pub const COMMAND: Command = Command {
    name: "match",
    summary: "play games between two players",
    help,
    run,
};

fn help() -> String {
    format!(
        "outpost match - play games between two players\n\n\
         Usage: outpost match --white A --black B [OPTIONS]\n\n\
         Games run side by side, one on each thread. Each has its own seed, made of --seed and its number: the\n\
         same command plays the same games (with --ms or --time, only about the same). The score is White's, a\n\
         draw counting one half, with its Wilson 95 % interval. After each game, apart from the players' time,\n\
         the boards that were possible to each side before and after its senses are counted.\n\n\
         Options:\n\
         \x20 --white NAME       White's player\n\
         \x20 --black NAME       Black's player\n\
         \x20 --games N          number of games (default 1)\n\
         \x20 --seed S           seed (default 1)\n\
         \x20 --nodes N          nodes for each decision (default: what the time allows, or\n\
         \x20                    without a time the player's own measure)\n\
         \x20 --ms N             milliseconds for each decision\n\
         \x20 --time T           seconds for each turn: at most a third for the sense, the rest for the move.\n\
         \x20                    Turns that take longer are counted as overruns; no game is lost by them\n\
         \x20                    A player stops at its own measure all the same; with --nodes, at that\n\
         \x20 --threads N        games at a time (default: as many as cores)\n\
         \x20 --white-uci PATH   White's player asks this chess engine how good moves are; the word\n\
         \x20                    stockfish means STOCKFISH_EXECUTABLE, or the one that is installed\n\
         \x20 --black-uci PATH   the same for Black's\n\
         {MODEL_HELP}\
         \x20 --move-limit N     plies without a pawn move or capture that end a game (default {MOVE_LIMIT})\n\
         \x20 --turn-limit N     full turns that end a game (default: none)\n\
         \x20 --no-sets          do not count possible boards\n\
         \x20 --cap BOARDS       boards above which they are estimated (default {})\n\
         \x20 --record FILE      write the games, a reconchess GameHistory a line, in place of what FILE holds\n\
         \x20 --json             print the result as one JSON object\n\
         \x20 -h, --help         show this\n\n\
         Players:\n{}",
        set_sizes::DEFAULT_CAP,
        players_help()
    )
}

/// Plies without a pawn move or capture that end a game, unless something else is asked for.
const MOVE_LIMIT: u32 = 100;

struct Options {
    /// White's and Black's.
    players: [Player; 2],
    /// The network's hash and temperature.
    model: [Value; 2],
    games: u64,
    seed: u64,
    limits: Limits,
    threads: usize,
    setup: GameSetup,
    cap: usize,
    with_sets: bool,
    record: Option<PathBuf>,
    json: bool,
}

fn read_options(parser: &mut lexopt::Parser) -> Result<Options, Failure> {
    let mut names: [Option<String>; 2] = [None, None];
    let mut engines: [Option<OsString>; 2] = [None, None];
    let (mut model, mut at_temperature) = (None, None);
    let mut options = Options {
        players: [Player::plain(""), Player::plain("")],
        model: [Value::Null, Value::Null],
        games: 1,
        seed: 1,
        limits: Limits::default(),
        threads: playing::default_threads(),
        setup: GameSetup {
            move_limit: Some(MOVE_LIMIT),
            turn_limit: None,
            ..GameSetup::default()
        },
        cap: set_sizes::DEFAULT_CAP,
        with_sets: true,
        record: None,
        json: false,
    };
    while let Some(argument) = parser.next()? {
        let lexopt::Arg::Long(name) = argument else {
            return Err(argument.unexpected().into());
        };
        let name = name.to_owned();
        match name.as_str() {
            "json" => {
                options.json = true;
                continue;
            }
            "no-sets" => {
                options.with_sets = false;
                continue;
            }
            "white" | "black" | "games" | "seed" | "nodes" | "ms" | "time" | "threads"
            | "move-limit" | "turn-limit" | "cap" | "record" | "white-uci" | "black-uci"
            | "model" | "temperature" => {}
            _ => return Err(lexopt::Arg::Long(&name).unexpected().into()),
        }
        let text = parser.value()?;
        match name.as_str() {
            "white" => names[0] = Some(arguments::value("white", &text)?),
            "black" => names[1] = Some(arguments::value("black", &text)?),
            "white-uci" => engines[0] = Some(text),
            "black-uci" => engines[1] = Some(text),
            "model" => model = Some(arguments::path("model", text)?),
            "temperature" => at_temperature = Some(arguments::temperature(&text)?),
            "games" => options.games = arguments::positive("games", &text)?,
            "seed" => options.seed = arguments::value("seed", &text)?,
            "nodes" => options.limits.nodes = Some(arguments::positive("nodes", &text)?),
            "ms" => {
                let ms = arguments::positive("ms", &text)?;
                options.limits.decision = Some(Duration::from_millis(ms));
            }
            "time" => options.limits.turn = Some(arguments::seconds("time", &text)?),
            "threads" => options.threads = arguments::threads("threads", &text)?,
            "move-limit" => {
                options.setup.move_limit = Some(arguments::positive("move-limit", &text)?);
            }
            "turn-limit" => {
                options.setup.turn_limit = Some(arguments::positive("turn-limit", &text)?);
            }
            "cap" => options.cap = arguments::set_cap("cap", &text)?,
            _ => options.record = Some(arguments::path("record", text)?),
        }
    }
    if options.limits.decision.is_some() && options.limits.turn.is_some() {
        return Err(Failure::Usage(
            "--ms is for each decision, --time for each turn; give one of the two".to_owned(),
        ));
    }
    let roster = Roster::new(model, at_temperature)?;
    options.model = roster.model_as_json();
    for (side, option) in ["white", "black"].into_iter().enumerate() {
        options.players[side] = match &names[side] {
            None => {
                return Err(Failure::Usage(format!(
                    "--{option} NAME is missing; the players are {}",
                    player_names()
                )));
            }
            Some(name) => roster.player(option, name)?,
        };
    }
    for (side, name) in ["white-uci", "black-uci"].into_iter().enumerate() {
        options.players[side].engine = match &engines[side] {
            None => None,
            // Both sides may borrow of the same engines.
            Some(text) if side == 1 && engines[0].as_ref() == Some(text) => {
                options.players[0].engine.clone()
            }
            Some(text) => Some(EngineShelf::new(find_engine(name, text)?)?),
        };
    }
    Ok(options)
}

/// What the match came to.
#[derive(Default)]
struct MatchResult {
    tallies: [Tally; 2],
    plies: u64,
}

fn run(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let options = read_options(parser)?;
    let mut record = options.record.as_deref().map(open_record).transpose()?;
    let total = usize::try_from(options.games).unwrap_or(usize::MAX);
    let progress = Progress::new("games", Some(total)).with_lines();
    let began = Instant::now();
    let mut result = MatchResult::default();
    let sets = options.with_sets.then_some(SetSizes {
        cap: options.cap,
        with_hsuc: false,
    });
    let play = |game| {
        let seeds = player_seeds(options.seed, game);
        let players = options.players.each_ref();
        let played = playing::play(players, seeds, options.setup.clone(), options.limits, sets);
        progress.add();
        played
    };
    playing::in_order(0..options.games, options.threads, play, |game, played| {
        let played = played.map_err(|e| e.context(&format!("game {}", game + 1)))?;
        for (tally, color) in result.tallies.iter_mut().zip(Color::ALL) {
            tally.add(&played, color);
        }
        result.plies += played.history.plies() as u64;
        if let Some(out) = &mut record {
            out.add([played.history.to_json()])?;
        }
        Ok(())
    })?;
    if let Some(out) = record {
        out.sync()?;
    }
    progress.finish();
    for engine in options.players.iter().filter_map(|p| p.engine.as_ref()) {
        for note in engine.notes() {
            tell(&format!("outpost: {note}"));
        }
    }
    if options.json {
        print_json(&as_json(&options, &result, began.elapsed()))?;
    } else {
        print(&as_text(&options, &result, began.elapsed()))?;
    }
    Ok(true)
}

/// The empty file of `--record`, for this program alone: of two that write one file nothing could be read.
fn open_record(path: &Path) -> Result<LineFiles<1>, Failure> {
    let file = open_alone(path, "wait for it, or give another --record")?;
    if file.metadata().is_ok_and(|data| data.is_file()) {
        file.set_len(0).map_err(|e| Failure::at(path, e))?;
    }
    LineFiles::new([(path.to_owned(), file)])
}

fn as_text(options: &Options, result: &MatchResult, took: Duration) -> String {
    let white = &result.tallies[0];
    let games = white.games() as f64;
    let score = white.points() / games;
    let [low, high] = wilson(score, games);
    let [wins, draws, losses] = white.results;
    let mut text = format!(
        "{} (White) - {} (Black): {} games, seed {}\n\
         wins {wins} draws {draws} losses {losses}\n\
         score {score:.3} (95 %: {low:.3} to {high:.3})\n",
        options.players[0].title(),
        options.players[1].title(),
        white.games(),
        options.seed,
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
        took.as_secs_f64(),
    ));
    for (tally, side) in result.tallies.iter().zip(["White", "Black"]) {
        if options.limits.allowed().is_some() {
            let times = &tally.times;
            text.push_str(&format!("{side}: {}\n", times.overruns_in_words()));
        }
        if let Some(sets) = tally.sets_in_words(options.cap) {
            text.push_str(&format!("{side}: {sets}\n"));
        }
    }
    text
}

fn as_json(options: &Options, result: &MatchResult, took: Duration) -> String {
    let white = &result.tallies[0];
    let games = white.games() as f64;
    let [wins, draws, losses] = white.results;
    let engine = |side: usize| options.players[side].engine.as_ref().map(EngineShelf::name);
    let player = |side: usize| -> Value {
        result.tallies[side].as_json(&options.players[side].name, options.cap)
    };
    let times = [0, 1].map(|side| result.tallies[side].times);
    let object = json!({
        "white": options.players[0].name,
        "black": options.players[1].name,
        "engines": [engine(0), engine(1)],
        "model": options.model[0],
        "temperature": options.model[1],
        "games": white.games(),
        "seed": options.seed,
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
        "setCap": options.with_sets.then_some(options.cap),
        "seconds": took.as_secs_f64(),
    });
    format!("{object}\n")
}
