//! `outpost tournament`: everybody against everybody, and how strong that makes them.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use rbc_rules::{Color, GameSetup};
use serde_json::{Value, json};

use crate::{
    Command, Failure, arguments,
    bradley_terry::{Points, Rating},
    players::{MODEL_HELP, Player, Roster, player_names, players_help},
    playing::{self, FinishedGame, Limits, player_seeds},
    progress::Progress,
    set_sizes::{self, SetSizes, Summary, figure_in_words},
    tally::Tally,
    terminal::{print, print_json, shown, tell},
    text_table::text_table,
    tournament_folder::{IndexEntry, Opened, SavedGame, TournamentFolder},
};

pub const COMMAND: Command = Command {
    name: "tournament",
    summary: "play everybody against everybody, and rate them",
    help,
    run,
};

/// Plies without a pawn move or capture that end a game, unless something else is asked for.
const MOVE_LIMIT: u32 = 100;

/// Time between two writings of the results.
const RESULTS_WRITTEN: Duration = Duration::from_secs(30);

/// The player whose rating is 0 where it takes part.
const ANCHOR: &str = "random";

fn help() -> String {
    format!(
        "outpost tournament - play everybody against everybody, and rate them\n\n\
         Usage: outpost tournament --agents A,B,C --games N --out DIR [OPTIONS]\n\n\
         Every pair plays N games, each player as often with White as with Black. Games run side by side,\n\
         one on each thread. With --nodes (or no limit) the same options give the same games, whatever\n\
         --threads is and however often the run was ended; with --time only about the same.\n\n\
         DIR holds the games (games.jsonl, a reconchess GameHistory a line), an index of them, the options\n\
         and the results so far. The same command goes on with a run that was ended: finished games\n\
         are not played again. Other options than those of the run there are refused.\n\n\
         Ratings are Bradley and Terry's, in Elo's scale, a draw counting as half a win, with 95 % intervals\n\
         from the observed information. Every pair is given one drawn game more, so that clean scores stay\n\
         finite. {ANCHOR} is rated 0 where it plays; otherwise the mean is 0.\n\n\
         Options:\n\
         \x20 --agents A,B,C     the players\n\
         {MODEL_HELP}\
         \x20 --games N          games of each pair; even, for the colours\n\
         \x20 --out DIR          the folder; made if need be\n\
         \x20 --seed S           seed (default 1)\n\
         \x20 --nodes N          nodes for each decision (default: what the time allows, or\n\
         \x20                    without a time the player's own measure)\n\
         \x20 --time T           seconds for each turn: at most a third for the sense, the rest for the move.\n\
         \x20                    Turns that take longer are counted as overruns; no game is lost by them\n\
         \x20                    A player stops at its own measure all the same; with --nodes, at that\n\
         \x20 --threads N        games at a time (default: as many as cores)\n\
         \x20 --move-limit N     plies without a pawn move or capture that end a game (default {MOVE_LIMIT})\n\
         \x20 --turn-limit N     full turns that end a game (default: none)\n\
         \x20 --no-sets          do not count possible boards\n\
         \x20 --cap BOARDS       boards above which they are estimated (default {})\n\
         \x20 --json             print the results as JSON, as in DIR/results.json\n\
         \x20 -h, --help         show this\n\n\
         Players:\n{}",
        set_sizes::DEFAULT_CAP,
        players_help()
    )
}

struct Options {
    players: Vec<Player>,
    /// The network's hash and temperature.
    model: [Value; 2],
    /// Games of each pair.
    games: u64,
    out: PathBuf,
    seed: u64,
    limits: Limits,
    threads: usize,
    setup: GameSetup,
    cap: usize,
    with_sets: bool,
    json: bool,
}

fn read_options(parser: &mut lexopt::Parser) -> Result<Options, Failure> {
    let (mut agents, mut games, mut out) = (None, None, None);
    let (mut model, mut at_temperature) = (None, None);
    let mut options = Options {
        players: Vec::new(),
        model: [Value::Null, Value::Null],
        games: 0,
        out: PathBuf::new(),
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
            "agents" | "model" | "temperature" | "games" | "out" | "seed" | "nodes" | "time"
            | "threads" | "move-limit" | "turn-limit" | "cap" => {}
            _ => return Err(lexopt::Arg::Long(&name).unexpected().into()),
        }
        let text = parser.value()?;
        match name.as_str() {
            "agents" => agents = Some(arguments::value::<String>("agents", &text)?),
            "model" => model = Some(arguments::path("model", text)?),
            "temperature" => at_temperature = Some(arguments::temperature(&text)?),
            "games" => games = Some(arguments::positive::<u32>("games", &text)?),
            "out" => out = Some(arguments::path("out", text)?),
            "seed" => options.seed = arguments::value("seed", &text)?,
            "nodes" => options.limits.nodes = Some(arguments::positive("nodes", &text)?),
            "time" => options.limits.turn = Some(arguments::seconds("time", &text)?),
            "threads" => options.threads = arguments::threads("threads", &text)?,
            "move-limit" => {
                options.setup.move_limit = Some(arguments::positive("move-limit", &text)?);
            }
            "turn-limit" => {
                options.setup.turn_limit = Some(arguments::positive("turn-limit", &text)?);
            }
            _ => options.cap = arguments::set_cap("cap", &text)?,
        }
    }
    let missing = |what: &str| Failure::Usage(format!("{what} is missing"));
    let agents =
        agents.ok_or_else(|| missing(&format!("--agents A,B,C (of {})", player_names())))?;
    let roster = Roster::new(model, at_temperature)?;
    options.model = roster.model_as_json();
    options.players = read_players(&roster, &agents)?;
    let games = games.ok_or_else(|| missing("--games N"))?;
    if games % 2 == 1 {
        return Err(Failure::Usage(format!(
            "--games {games}: must be even, so that both of a pair have White as often; give {} or {}",
            games.saturating_sub(1).max(2),
            u64::from(games) + 1
        )));
    }
    options.games = u64::from(games);
    options.out = out.ok_or_else(|| missing("--out DIR"))?;
    Ok(options)
}

fn read_players(roster: &Roster, names: &str) -> Result<Vec<Player>, Failure> {
    let mut players: Vec<Player> = Vec::new();
    for name in names.split(',').map(str::trim) {
        if players.iter().any(|p| p.name == name) {
            return Err(Failure::Usage(format!(
                "--agents: {name} is named twice; results could not tell the two apart"
            )));
        }
        players.push(roster.player("agents", name)?);
    }
    if players.len() < 2 {
        return Err(Failure::Usage(format!(
            "--agents {names}: at least two players are needed, with commas between"
        )));
    }
    Ok(players)
}

impl Options {
    /// What decides the games, and what is kept of them.
    fn as_json(&self) -> Value {
        let names: Vec<&str> = self.players.iter().map(|p| p.name.as_str()).collect();
        json!({
            "agents": names,
            "model": self.model[0],
            "temperature": self.model[1],
            "games": self.games,
            "seed": self.seed,
            "nodes": self.limits.nodes,
            "time": self.limits.turn.map(|t| t.as_secs_f64()),
            "move-limit": self.setup.move_limit,
            "turn-limit": self.setup.turn_limit,
            "cap": self.with_sets.then_some(self.cap),
        })
    }

    fn schedule(&self) -> Schedule {
        let n = self.players.len();
        Schedule {
            pairs: (0..n)
                .flat_map(|i| (i + 1..n).map(move |j| [i, j]))
                .collect(),
            games: self.games,
        }
    }
}

/// Who plays when: a game of every pair, then with colours changed, and so on, so that a tournament is about
/// balanced at any time.
struct Schedule {
    pairs: Vec<[usize; 2]>,
    /// Games of each pair.
    games: u64,
}

/// One game of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Scheduled {
    pair: [usize; 2],
    /// The number among the pair's games.
    number: u64,
    /// White's and Black's players.
    players: [usize; 2],
}

impl Schedule {
    fn total(&self) -> u64 {
        self.pairs.len() as u64 * self.games
    }

    fn game(&self, game: u64) -> Scheduled {
        let pairs = self.pairs.len() as u64;
        let number = game / pairs;
        let pair = self.pairs[(game % pairs) as usize];
        let [a, b] = pair;
        Scheduled {
            pair,
            number,
            players: if number.is_multiple_of(2) {
                [a, b]
            } else {
                [b, a]
            },
        }
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

/// A game that an earlier run finished, if it is one of this schedule.
fn resume(
    options: &Options,
    schedule: &Schedule,
    saved: SavedGame,
) -> Result<([usize; 2], FinishedGame), Failure> {
    let SavedGame { entry, history } = saved;
    let refuse = |what: &str| {
        Failure::Work(format!(
            "{}: game {} {what}; give another --out",
            shown(&options.out),
            entry.game
        ))
    };
    if entry.game >= schedule.total() {
        return Err(refuse("is more than the tournament has"));
    }
    let scheduled = schedule.game(entry.game);
    let [white, black] = scheduled.players.map(|i| options.players[i].name.as_str());
    let expected = (white, black, player_seeds(options.seed, entry.game));
    let pair = scheduled.pair.map(|i| options.players[i].name.as_str());
    if (entry.white.as_str(), entry.black.as_str(), entry.seeds) != expected
        || (entry.pair.each_ref().map(String::as_str), entry.number) != (pair, scheduled.number)
    {
        return Err(refuse("was played by others or with other seeds"));
    }
    let Some(reason) = history.win_reason else {
        return Err(refuse("has no end in its record"));
    };
    let game = FinishedGame {
        outcome: rbc_rules::Outcome {
            winner: history.winner,
            reason,
        },
        history,
        times: entry.times,
        sets: entry.sets,
    };
    Ok((scheduled.players, game))
}

fn run(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let options = read_options(parser)?;
    let schedule = options.schedule();
    let Opened {
        mut folder,
        saved,
        notes,
    } = TournamentFolder::open(&options.out, &options.as_json())?;
    for note in notes {
        tell(&format!("outpost: {note}"));
    }
    let mut standings = Standings::new(options.players.len());
    for game in saved {
        let (players, game) = resume(&options, &schedule, game)?;
        standings.add(players, &game);
    }
    let total = schedule.total();
    if standings.games > 0 {
        tell(&format!(
            "{} of {total} games were finished before; going on",
            standings.games
        ));
    }
    let as_count = |games: u64| usize::try_from(games).unwrap_or(usize::MAX);
    let progress = Progress::new("games", Some(as_count(total)))
        .with_lines()
        .resumed(as_count(standings.games));
    let sets = options.with_sets.then_some(SetSizes {
        cap: options.cap,
        with_hsuc: false,
    });
    let play = |game| {
        let players = schedule.game(game).players.map(|i| &options.players[i]);
        let seeds = player_seeds(options.seed, game);
        let played = playing::play(players, seeds, options.setup.clone(), options.limits, sets);
        progress.add();
        played
    };
    let mut written = Instant::now();
    playing::in_order(
        standings.games..total,
        options.threads,
        play,
        |game, played| {
            let scheduled = schedule.game(game);
            let [white, black] = scheduled.players.map(|i| options.players[i].name.clone());
            let played =
                played.map_err(|e| e.context(&format!("game {} ({white} - {black})", game + 1)))?;
            let entry = IndexEntry {
                game,
                pair: scheduled.pair.map(|i| options.players[i].name.clone()),
                number: scheduled.number,
                white,
                black,
                seeds: player_seeds(options.seed, game),
                times: played.times,
                sets: played.sets.clone(),
                hash: None,
            };
            folder.add(entry, &played.history)?;
            standings.add(scheduled.players, &played);
            if written.elapsed() > RESULTS_WRITTEN {
                folder.write_results(&as_json(&options, &standings))?;
                written = Instant::now();
            }
            Ok(())
        },
    )?;
    progress.finish();
    let results = as_json(&options, &standings);
    folder.write_results(&results)?;
    if options.json {
        print_json(&format!("{results}\n"))?;
    } else {
        print(&as_text(&options, &standings))?;
    }
    Ok(true)
}

/// The players' numbers, best first, with their ratings.
fn ranking(options: &Options, standings: &Standings) -> Vec<(usize, Rating)> {
    let anchor = options.players.iter().position(|p| p.name == ANCHOR);
    let ratings = standings.points.ratings(anchor);
    let mut ranking: Vec<(usize, Rating)> = ratings.into_iter().enumerate().collect();
    ranking.sort_by(|(_, a), (_, b)| b.elo.total_cmp(&a.elo));
    ranking
}

fn as_json(options: &Options, standings: &Standings) -> Value {
    let ranking = ranking(options, standings);
    let points = &standings.points;
    let players: Vec<Value> = ranking
        .iter()
        .map(|&(i, rating)| {
            let tally = &standings.tallies[i];
            let mut object = tally.as_json(&options.players[i].name, options.cap);
            object["points"] = tally.points().into();
            object["score"] = (tally.points() / tally.games().max(1) as f64).into();
            // Infinite bounds, of players without a game, are null.
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
                "player": options.players[i].name,
                "against": options.players[j].name,
                "points": points.scored(i, j),
                "games": points.games(i, j),
            })
        })
        .collect();
    let anchored = options.players.iter().any(|p| p.name == ANCHOR);
    json!({
        "options": options.as_json(),
        "games": standings.games,
        "gamesInAll": options.schedule().total(),
        "eloAnchor": if anchored { ANCHOR } else { "mean" },
        "players": players,
        "crosstable": crosstable,
    })
}

fn as_text(options: &Options, standings: &Standings) -> String {
    let ranking = ranking(options, standings);
    let name = |i: usize| options.players[i].name.as_str();
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
    let anchored = options.players.iter().any(|p| p.name == ANCHOR);
    let zero = if anchored { ANCHOR } else { "the mean" };
    let mut text = format!(
        "{} games, {} a pair, seed {}; Elo: {zero} is 0\n\n{}\n",
        standings.games,
        options.games,
        options.seed,
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
    if options.with_sets {
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
        .map(|&(i, _)| turn_cells(name(i), &standings.tallies[i], options.cap))
        .collect();
    text.push_str(&text_table(&head, &rows));
    text
}

/// A player's time and information sets.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_balanced_and_every_pair_has_its_games() {
        let schedule = Schedule {
            pairs: vec![[0, 1], [0, 2], [1, 2]],
            games: 4,
        };
        assert_eq!(schedule.total(), 12);
        let mut white = [[0; 3]; 3];
        for game in 0..12 {
            let scheduled = schedule.game(game);
            let [a, b] = scheduled.players;
            white[a][b] += 1;
            // Half-way, too, nobody is ahead by more than a game.
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                let (first, second): (i32, i32) = (white[a][b], white[b][a]);
                assert!((first - second).abs() <= 1);
            }
        }
        assert_eq!(white, [[0, 2, 2], [2, 0, 2], [2, 2, 0]]);
    }
}
