//! `outpost match`: games between two players, and who won them.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::File,
    io::{BufWriter, Write as _},
    path::PathBuf,
    time::{Duration, Instant},
};

use rayon::prelude::*;
use rbc_agents::{
    AGENTS, Agent, Budget, EngineEvaluator, PlayedGame, create, create_with, play_game,
};
use rbc_rules::{Color, GameSetup, WinReason};
use serde_json::json;

use crate::{
    Command, Failure, arguments,
    engine_pool::{EngineShelf, find_engine, for_time},
    print,
    progress::Progress,
};

pub const COMMAND: Command = Command {
    name: "match",
    summary: "play games between two players",
    help,
    run,
};

fn help() -> String {
    let mut text = String::from(
        "outpost match - play games between two players\n\n\
         Usage: outpost match --white A --black B [OPTIONS]\n\n\
         Games run on all cores. Each has its own seed, made of --seed and its number: the same command\n\
         plays the same games (with --ms, only about the same). The score is White's, a draw counting\n\
         one half, with its Wilson 95 % interval.\n\n\
         Options:\n\
         \x20 --white NAME       White's player\n\
         \x20 --black NAME       Black's player\n\
         \x20 --games N          number of games (default 1)\n\
         \x20 --seed S           seed (default 1)\n\
         \x20 --nodes N          nodes for each decision (default: the player's own measure)\n\
         \x20 --ms N             milliseconds for each decision\n\
         \x20 --white-uci PATH   White's player asks this chess engine how good moves are; the word\n\
         \x20                    stockfish means STOCKFISH_EXECUTABLE, or the one that is installed\n\
         \x20 --black-uci PATH   the same for Black's\n\
         \x20 --move-limit N     plies without a pawn move or capture that end a game (default 100)\n\
         \x20 --turn-limit N     full turns that end a game (default: none)\n\
         \x20 --record FILE      write the games, a reconchess GameHistory a line\n\
         \x20 --json             print the result as one JSON object\n\
         \x20 -h, --help         show this\n\n\
         Players:\n",
    );
    for agent in AGENTS {
        text.push_str(&format!("  {:<12} {}\n", agent.name, agent.summary));
    }
    text
}

struct Options {
    white: String,
    black: String,
    /// The engines that White's and Black's players ask.
    engines: [Option<EngineShelf>; 2],
    games: u64,
    seed: u64,
    nodes: Option<u64>,
    decision: Option<Duration>,
    move_limit: u32,
    turn_limit: Option<u32>,
    record: Option<PathBuf>,
    json: bool,
}

impl Options {
    /// White's (0) or Black's (1) player, with the engine that it asks.
    fn player(&self, side: usize) -> String {
        let name = [&self.white, &self.black][side];
        match &self.engines[side] {
            None => name.clone(),
            Some(engine) => format!("{name} with {}", engine.name()),
        }
    }
}

fn read_options(parser: &mut lexopt::Parser) -> Result<Options, Failure> {
    let (mut white, mut black) = (None, None);
    let mut engines: [Option<OsString>; 2] = [None, None];
    let mut options = Options {
        white: String::new(),
        black: String::new(),
        engines: [None, None],
        games: 1,
        seed: 1,
        nodes: None,
        decision: None,
        move_limit: 100,
        turn_limit: None,
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
            "white" | "black" | "games" | "seed" | "nodes" | "ms" | "move-limit" | "turn-limit"
            | "record" | "white-uci" | "black-uci" => {}
            _ => return Err(lexopt::Arg::Long(&name).unexpected().into()),
        }
        let text = parser.value()?;
        match name.as_str() {
            "white" => white = Some(arguments::value("white", &text)?),
            "black" => black = Some(arguments::value("black", &text)?),
            "white-uci" => engines[0] = Some(text),
            "black-uci" => engines[1] = Some(text),
            "games" => options.games = arguments::positive("games", &text)?,
            "seed" => options.seed = arguments::value("seed", &text)?,
            "nodes" => options.nodes = Some(arguments::positive("nodes", &text)?),
            "ms" => {
                let ms = arguments::positive("ms", &text)?;
                options.decision = Some(Duration::from_millis(ms));
            }
            "move-limit" => options.move_limit = arguments::positive("move-limit", &text)?,
            "turn-limit" => options.turn_limit = Some(arguments::positive("turn-limit", &text)?),
            _ => options.record = Some(PathBuf::from(text)),
        }
    }
    options.white = known_player("white", white)?;
    options.black = known_player("black", black)?;
    for (side, name) in ["white-uci", "black-uci"].into_iter().enumerate() {
        options.engines[side] = match &engines[side] {
            None => None,
            // Both sides may borrow of the same engines.
            Some(text) if side == 1 && engines[0].as_ref() == Some(text) => {
                options.engines[0].clone()
            }
            Some(text) => Some(EngineShelf::new(find_engine(name, text)?)?),
        };
    }
    Ok(options)
}

/// The name of a player that there is.
///
/// # Errors
///
/// When there is none of that name, or none was given.
pub fn known_player(option: &str, name: Option<String>) -> Result<String, Failure> {
    let known: Vec<&str> = AGENTS.iter().map(|a| a.name).collect();
    let known = known.join(", ");
    match name {
        None => Err(Failure::Usage(format!(
            "--{option} NAME is missing; the players are {known}"
        ))),
        Some(name) if create(&name, 0).is_none() => Err(Failure::Usage(format!(
            "--{option} {name}: no such player; the players are {known}"
        ))),
        Some(name) => Ok(name),
    }
}

/// Seeds of a game's two players: far apart for neighbouring games and seeds (SplitMix64's step).
pub fn player_seeds(seed: u64, game: u64) -> [u64; 2] {
    let mix = |n: u64| {
        let mut z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let base = mix(seed).wrapping_add(game.wrapping_mul(2));
    [mix(base), mix(base.wrapping_add(1))]
}

fn play(options: &Options, game: u64) -> Result<PlayedGame, Failure> {
    let [white, black] = player_seeds(options.seed, game);
    let player = |name: &str, seed, engine: &Option<EngineShelf>| -> Result<Box<dyn Agent>, _> {
        let created = match engine {
            None => create(name, seed),
            Some(engine) => create_with(name, seed, Box::new(EngineEvaluator::new(engine.lend()))),
        };
        created.ok_or_else(|| Failure::Work(format!("no player {name}")))
    };
    let mut white = player(&options.white, white, &options.engines[0])?;
    let mut black = player(&options.black, black, &options.engines[1])?;
    let setup = GameSetup {
        move_limit: Some(options.move_limit),
        turn_limit: options.turn_limit,
        ..GameSetup::default()
    };
    let began = Instant::now();
    play_game(
        [&mut *white, &mut *black],
        setup,
        &|| began.elapsed(),
        &mut |_| match (options.nodes, options.decision) {
            (nodes, Some(time)) => for_time(nodes, time),
            (Some(nodes), None) => Budget::nodes(nodes),
            (None, None) => Budget::unlimited(),
        },
    )
    .map_err(|e| Failure::Work(format!("game {}: {e}", game + 1)))
}

/// What a match came to, from White's side.
#[derive(Default)]
struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
    reasons: BTreeMap<&'static str, [u64; 3]>,
    plies: u64,
    turns: [u64; 2],
    time: [Duration; 2],
    longest_turn: [Duration; 2],
}

impl Tally {
    fn add(&mut self, game: &PlayedGame) {
        let column = match game.outcome.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        };
        *[&mut self.wins, &mut self.draws, &mut self.losses][column] += 1;
        let reason: WinReason = game.outcome.reason;
        self.reasons.entry(reason.name()).or_default()[column] += 1;
        self.plies += game.history.plies() as u64;
        for side in 0..2 {
            let stats = &game.stats[side];
            self.turns[side] += u64::from(stats.turns);
            self.time[side] += stats.time;
            self.longest_turn[side] = self.longest_turn[side].max(stats.longest_turn);
        }
    }

    fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// White's share of the points.
    fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// Milliseconds a turn, for White and Black.
    fn ms_per_turn(&self) -> [f64; 2] {
        [0, 1].map(|side| 1000.0 * self.time[side].as_secs_f64() / (self.turns[side].max(1)) as f64)
    }
}

/// Wilson's 95 % interval of a share of `n`. Draws make it a little wider than need be.
fn wilson(share: f64, n: f64) -> [f64; 2] {
    const Z: f64 = 1.959_963_984_540_054;
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    [
        ((middle - half) / scale).max(0.0),
        ((middle + half) / scale).min(1.0),
    ]
}

fn run(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let options = read_options(parser)?;
    let mut record = match &options.record {
        None => None,
        Some(path) => {
            let file = File::create(path)
                .map_err(|e| Failure::Work(format!("{}: {e}", path.display())))?;
            Some(BufWriter::new(file))
        }
    };
    let total = usize::try_from(options.games).unwrap_or(usize::MAX);
    let progress = Progress::new("games", Some(total));
    let began = Instant::now();
    let mut tally = Tally::default();
    // In batches, so that long matches keep neither all games in memory nor the record unwritten.
    let mut next = 0;
    while next < options.games {
        let batch = next..options.games.min(next + 1000);
        next = batch.end;
        let games: Vec<Result<PlayedGame, Failure>> = batch
            .into_par_iter()
            .map(|game| {
                let played = play(&options, game);
                progress.add();
                played
            })
            .collect();
        for game in games {
            let game = game?;
            tally.add(&game);
            if let Some(out) = &mut record {
                writeln!(out, "{}", game.history.to_json())?;
            }
        }
    }
    if let Some(mut out) = record {
        out.flush()?;
    }
    progress.finish();
    for engine in options.engines.iter().flatten() {
        for note in engine.notes() {
            eprintln!("outpost: {note}");
        }
    }
    print(&if options.json {
        as_json(&options, &tally, began.elapsed())
    } else {
        as_text(&options, &tally, began.elapsed())
    })?;
    Ok(true)
}

fn as_text(options: &Options, tally: &Tally, took: Duration) -> String {
    let [low, high] = wilson(tally.score(), tally.games() as f64);
    let [white_ms, black_ms] = tally.ms_per_turn();
    let [white_longest, black_longest] = tally.longest_turn.map(|t| 1000.0 * t.as_secs_f64());
    let mut text = format!(
        "{} (White) - {} (Black): {} games, seed {}\n\
         wins {} draws {} losses {}\n\
         score {:.3} (95 %: {low:.3} to {high:.3})\n",
        options.player(0),
        options.player(1),
        tally.games(),
        options.seed,
        tally.wins,
        tally.draws,
        tally.losses,
        tally.score(),
    );
    for (reason, [wins, draws, losses]) in &tally.reasons {
        text.push_str(&format!("  {reason:<13} +{wins} ={draws} -{losses}\n"));
    }
    text.push_str(&format!(
        "plies {} (mean {:.1})\n\
         time a turn: White {white_ms:.3} ms (longest {white_longest:.1}), \
         Black {black_ms:.3} ms (longest {black_longest:.1}); {:.1} s in all\n",
        tally.plies,
        tally.plies as f64 / tally.games() as f64,
        took.as_secs_f64(),
    ));
    text
}

fn as_json(options: &Options, tally: &Tally, took: Duration) -> String {
    let reasons: serde_json::Map<String, serde_json::Value> = tally
        .reasons
        .iter()
        .map(|(reason, [wins, draws, losses])| {
            let counts = json!({ "wins": wins, "draws": draws, "losses": losses });
            ((*reason).to_owned(), counts)
        })
        .collect();
    let result = json!({
        "white": options.white,
        "black": options.black,
        "engines": options.engines.each_ref().map(|e| e.as_ref().map(EngineShelf::name)),
        "games": tally.games(),
        "seed": options.seed,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "reasons": reasons,
        "score": tally.score(),
        "wilson95": wilson(tally.score(), tally.games() as f64),
        "plies": tally.plies,
        "msPerTurn": tally.ms_per_turn(),
        "longestTurnMs": tally.longest_turn.map(|t| 1000.0 * t.as_secs_f64()),
        "seconds": took.as_secs_f64(),
    });
    format!("{result}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_agrees_with_published_values() {
        // 8 of 10: 0.4902 to 0.9433 (Brown, Cai, DasGupta 2001 give the formula).
        let [low, high] = wilson(0.8, 10.0);
        assert!(
            (low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4,
            "{low} {high}"
        );
        assert_eq!(wilson(0.0, 5.0)[0], 0.0);
        assert_eq!(wilson(1.0, 5.0)[1], 1.0);
    }

    #[test]
    fn seeds_differ() {
        let mut seen: Vec<u64> = (0..50)
            .flat_map(|seed| (0..50).flat_map(move |game| player_seeds(seed, game)))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 5000);
    }
}
