//! `outpost bot`: plays in games that another program runs, over standard input and output.

use std::{
    io::{stdin, stdout},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use clap::Args;
use rbc_agents::{Cancelled, OutsideGame, TurnLimits};
use rbc_rules::{Color, MoveResult, Observation, Phase, Piece, Position, SenseResult, Square};
use serde_json::{Value, json};

use crate::{
    Failure,
    clock::clock,
    engine_processes::EngineShelf,
    json_lines::{Line, Message, serve, shorten},
    option_values::{PlayerName, whole},
    players::{Player, players_help},
    shared_options::{EngineOption, LimitOptions, NetworkOptions, PoolOption},
    terminal::tell,
    timed_game::player_seeds,
};

/// Default time for a turn.
const DEFAULT_TURN: Duration = Duration::from_secs(2);

struct Event {
    name: &'static str,
    fields: &'static str,
    answer: &'static str,
    take: fn(&mut Bot, &Message) -> Result<Value, String>,
}

const EVENTS: &[Event] = &[
    Event {
        name: "game_start",
        fields: "color, start",
        answer: "ok, seed, game",
        take: Bot::game_start,
    },
    Event {
        name: "opponent_move",
        fields: "capture",
        answer: "ok",
        take: Bot::opponent_move,
    },
    Event {
        name: "choose_sense",
        fields: "seconds_left",
        answer: "sense",
        take: Bot::choose_sense,
    },
    Event {
        name: "sense_result",
        fields: "squares",
        answer: "ok",
        take: Bot::sense_result,
    },
    Event {
        name: "choose_move",
        fields: "seconds_left",
        answer: "move",
        take: Bot::choose_move,
    },
    Event {
        name: "move_result",
        fields: "requested, taken, capture",
        answer: "ok",
        take: Bot::move_result,
    },
    Event {
        name: "game_end",
        fields: "",
        answer: "ok",
        take: Bot::game_end,
    },
];

/// Play in games that another program runs, over JSON lines
///
/// Reads one JSON object per line and answers each with exactly one, until the input ends. Plays one game
/// at a time, any number in a row.
///
///   {"event": "choose_move", "seconds_left": 871.5}
///   {"move": "e2e4"}   or   {"error": "..."}, which leaves the game as it was
///
/// docs/bot-protocol.md describes every message, with a whole session. tests/peers/reconchess_player.py is
/// a player for the Python package reconchess.
///
/// A turn takes at most --time, or 2 seconds without --time and --nodes, and at most a twentieth of
/// seconds_left. After a tenth of seconds_left a decision is cancelled and a quicker player decides.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_long_help = messages_and_players())]
pub struct Options {
    /// Player
    #[arg(long, value_name = "NAME", value_parser = PlayerName, hide_possible_values = true)]
    agent: String,

    /// Seed of the random numbers [default: a new one each time]
    ///
    /// The answer to game_start contains it.
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    seed: Option<u64>,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    engine: EngineOption,

    #[command(flatten)]
    network: NetworkOptions,

    #[command(flatten)]
    threads: PoolOption,
}

fn messages_and_players() -> String {
    let mut text = String::from("Messages (event, its fields, the answer's fields):\n");
    for event in EVENTS {
        text.push_str(&format!(
            "  {:<14} {:<26} {}\n",
            event.name, event.fields, event.answer
        ));
    }
    text + "\n" + &players_help()
}

/// How the bot plays.
struct Setup {
    player: Player,
    seed: u64,
    /// Maximum time of a turn.
    time: Option<Duration>,
    nodes: Option<u64>,
}

impl Setup {
    fn new(options: &Options) -> Result<Setup, Failure> {
        let mut player = options.network.roster()?.player("agent", &options.agent)?;
        player.engine = options.engine.shelf()?;
        let LimitOptions { nodes, time } = options.limits;
        Ok(Setup {
            player,
            seed: options.seed.unwrap_or_else(any_seed),
            time: time.or_else(|| nodes.is_none().then_some(DEFAULT_TURN)),
            nodes,
        })
    }
}

/// Returns a new seed, small enough for programs whose numbers are floating-point.
fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(1, |since| {
        u64::from(since.subsec_nanos()) ^ (since.as_secs() & 0xffff_ffff)
    })
}

/// Plays until the input ends.
///
/// # Errors
///
/// If the player cannot be created, or its answers cannot be written.
pub fn run(options: &Options) -> Result<bool, Failure> {
    let pool = options.threads.pool()?;
    let mut bot = Bot::new(Setup::new(options)?);
    // Everything runs in the pool: each call from outside would be handed over.
    pool.install(|| {
        serve(&mut stdin().lock(), &mut stdout().lock(), &mut |line| {
            Some(bot.answer(line))
        })
    })?;
    let engine = bot.setup.player.engine.iter();
    for note in engine.flat_map(EngineShelf::notes) {
        tell(&format!("outpost: {note}"));
    }
    Ok(true)
}

/// The state between two messages.
struct Bot {
    setup: Setup,
    /// Games started so far.
    games: u64,
    game: Option<OutsideGame>,
}

impl Bot {
    fn new(setup: Setup) -> Bot {
        Bot {
            setup,
            games: 0,
            game: None,
        }
    }

    /// Answers one line. An error changes nothing.
    fn answer(&mut self, line: Line<'_>) -> Value {
        self.take(line)
            .unwrap_or_else(|error| json!({ "error": error }))
    }

    fn take(&mut self, line: Line<'_>) -> Result<Value, String> {
        let message = line.message()?;
        let known = || {
            let names: Vec<&str> = EVENTS.iter().map(|e| e.name).collect();
            format!("the events are {}", names.join(", "))
        };
        let name = match message.get("event") {
            Some(Value::String(name)) => name,
            Some(_) => return Err(format!("event: not a text; {}", known())),
            None => return Err(format!("event: missing; {}", known())),
        };
        match EVENTS.iter().find(|e| e.name == name) {
            Some(event) => (event.take)(self, &message),
            None => Err(format!("event: unknown {:?}; {}", shorten(name), known())),
        }
    }

    fn game(&mut self) -> Result<&mut OutsideGame, String> {
        self.game
            .as_mut()
            .ok_or_else(|| "no game is in progress: game_start comes first".to_owned())
    }

    fn game_start(&mut self, message: &Message) -> Result<Value, String> {
        if self.game.is_some() {
            return Err("a game is in progress: game_end comes first".to_owned());
        }
        let color = match message.get("color").map(|color| color.as_str()) {
            Some(Some("white")) => Color::White,
            Some(Some("black")) => Color::Black,
            Some(_) => return Err("color: neither \"white\" nor \"black\"".to_owned()),
            None => return Err("color: missing (\"white\" or \"black\")".to_owned()),
        };
        let start = match message.get("start") {
            None | Some(Value::Null) => Position::initial(),
            Some(_) => message.position("start")?,
        };
        let number = self.games;
        let seed = player_seeds(self.setup.seed, number)[color.fold_wb(0, 1)];
        let agent = match self.setup.player.agent(seed) {
            Ok(agent) => agent,
            Err(Failure::Usage(reason) | Failure::Work(reason)) => return Err(reason),
        };
        self.game = Some(OutsideGame::new(agent, seed, color, &start));
        self.games += 1;
        Ok(json!({ "ok": true, "seed": self.setup.seed, "game": number }))
    }

    fn opponent_move(&mut self, message: &Message) -> Result<Value, String> {
        let game = self.game()?;
        let capture = message.square("capture", "no capture")?;
        push(game, Observation::TurnStart { capture })
    }

    fn choose_sense(&mut self, message: &Message) -> Result<Value, String> {
        let (game, limits) = self.decision(Phase::Sense, message)?;
        let square = game.choose_sense(limits, &mut clock());
        let square = square.map_err(|Cancelled| "cancelled".to_owned())?;
        Ok(json!({ "sense": square.map(|s| s.to_string()) }))
    }

    fn sense_result(&mut self, message: &Message) -> Result<Value, String> {
        let game = self.game()?;
        push(game, Observation::Sense(sense_result(message)?))
    }

    fn choose_move(&mut self, message: &Message) -> Result<Value, String> {
        let (game, limits) = self.decision(Phase::Move, message)?;
        let request = game.choose_move(limits, &mut clock());
        let request = request.map_err(|Cancelled| "cancelled".to_owned())?;
        Ok(json!({ "move": request.map(|m| m.to_string()) }))
    }

    fn move_result(&mut self, message: &Message) -> Result<Value, String> {
        let game = self.game()?;
        let result = MoveResult {
            requested: message.a_move("requested", "a pass")?,
            taken: message.a_move("taken", "nothing moved")?,
            capture: message.square("capture", "no capture")?,
        };
        push(game, Observation::Move(result))
    }

    fn game_end(&mut self, _: &Message) -> Result<Value, String> {
        self.game()?;
        self.game = None;
        Ok(json!({ "ok": true }))
    }

    /// The game, which must be in this phase, and the limits of the decision that the message asks for.
    fn decision(
        &mut self,
        phase: Phase,
        message: &Message,
    ) -> Result<(&mut OutsideGame, TurnLimits), String> {
        let (turn, nodes) = (self.setup.time, self.setup.nodes);
        let game = self.game()?;
        let next = match game.told().phase() {
            at if at == phase => {
                let left = seconds_left(message)?;
                return Ok((game, TurnLimits { turn, nodes, left }));
            }
            Phase::Waiting => "opponent_move",
            Phase::Sense => "choose_sense or sense_result",
            Phase::Move => "choose_move or move_result",
            Phase::Over => "game_end",
        };
        Err(format!("out of order: {next} comes next"))
    }
}

/// Adds what the side was told.
fn push(game: &mut OutsideGame, observation: Observation) -> Result<Value, String> {
    game.push(observation).map_err(|e| e.to_string())?;
    Ok(json!({ "ok": true }))
}

/// Reads the time on the clock; `None` without a clock.
fn seconds_left(message: &Message) -> Result<Option<Duration>, String> {
    match message.get("seconds_left") {
        None => Err("seconds_left: missing (null is no clock)".to_owned()),
        Some(Value::Null) => Ok(None),
        Some(value) => match value.as_f64() {
            // More than a duration can hold is as good as no clock.
            Some(seconds) => Ok(Duration::try_from_secs_f64(seconds.max(0.0)).ok()),
            None => Err(format!(
                "seconds_left: expected a number or null, got {}",
                shorten(&value.to_string())
            )),
        },
    }
}

/// Reads the sense whose window is `squares`; without squares, nothing was sensed.
fn sense_result(message: &Message) -> Result<SenseResult, String> {
    let squares = match message.get("squares") {
        Some(Value::Object(squares)) => squares,
        Some(_) => return Err("squares: not an object".to_owned()),
        None => return Err("squares: missing ({} is no sense)".to_owned()),
    };
    let mut told: Vec<(Square, Option<Piece>)> = Vec::with_capacity(squares.len());
    for (name, piece) in squares {
        let square: Square = name
            .parse()
            .map_err(|_| format!("squares: {:?} is no square", shorten(name)))?;
        let piece = match piece {
            Value::Null => None,
            Value::String(letter) => match *letter.as_bytes() {
                [letter] => Piece::from_char(char::from(letter)),
                _ => None,
            }
            .map(Some)
            .ok_or_else(|| format!("squares: {square}: {:?} is no piece", shorten(letter)))?,
            _ => {
                return Err(format!(
                    "squares: {square}: neither a piece's letter nor null"
                ));
            }
        };
        told.push((square, piece));
    }
    SenseResult::of_window(&told).ok_or_else(|| {
        "squares: not the window of a sense: its 4, 6 or 9 squares, null where nothing stands"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rbc_agents::AGENTS;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn bot(agent: &str) -> Bot {
        Bot::new(Setup {
            player: Player::plain(agent),
            seed: 1,
            time: None,
            nodes: Some(20),
        })
    }

    fn say(bot: &mut Bot, message: &Value) -> Value {
        bot.answer(Line::Text(message.to_string().as_bytes()))
    }

    fn window(center: Square) -> Value {
        let position: Position = START.parse().expect("a position");
        let contents = position.sense(Some(center)).contents.into_iter();
        contents
            .map(|(square, piece)| {
                let letter = piece.map_or(Value::Null, |p| p.char().to_string().into());
                (square.to_string(), letter)
            })
            .collect()
    }

    #[test]
    fn a_turn_goes_as_reconchess_calls_a_player() {
        let mut bot = bot("hsuc");
        let ok = json!({ "ok": true });
        for number in 0..2 {
            let start = json!({ "event": "game_start", "color": "white", "opponent": "x" });
            let began = json!({ "ok": true, "seed": 1, "game": number });
            assert_eq!(say(&mut bot, &start), began);
            let told = json!({ "event": "opponent_move", "capture": null });
            assert_eq!(say(&mut bot, &told), ok);
            let ask = json!({ "event": "choose_sense", "seconds_left": 900 });
            // Only one board is possible, so there is nothing to learn.
            assert_eq!(say(&mut bot, &ask), json!({ "sense": null }));
            let told = json!({ "event": "sense_result", "squares": window(Square::A1) });
            assert_eq!(say(&mut bot, &told), ok);
            let ask = json!({ "event": "choose_move", "seconds_left": null });
            let request = say(&mut bot, &ask)["move"].clone();
            let told = json!({
                "event": "move_result", "requested": request, "taken": request, "capture": null,
            });
            assert_eq!(say(&mut bot, &told), ok);
            let end = json!({ "event": "game_end", "winner": "black", "reason": "RESIGN" });
            assert_eq!(say(&mut bot, &end), ok);
        }
    }

    /// Checks that `message` is refused and changes nothing.
    fn fails(bot: &mut Bot, message: &Value, expected: &str) {
        let log = |bot: &Bot| bot.game.as_ref().map(|game| game.told().clone());
        let before = log(bot);
        let answer = say(bot, message);
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(expected), "{message}: {answer}");
        assert_eq!(before, log(bot));
    }

    #[test]
    fn mistakes_are_told_and_change_nothing() {
        let bot = &mut bot("attacker");
        fails(bot, &json!([1]), "not a JSON object");
        fails(bot, &json!({}), "event: missing; the events are game_start");
        fails(bot, &json!({ "event": 1 }), "event: not a text");
        fails(
            bot,
            &json!({ "event": "x" }),
            "event: unknown \"x\"; the events",
        );
        for event in EVENTS.iter().skip(1) {
            fails(
                bot,
                &json!({ "event": event.name }),
                "game_start comes first",
            );
        }
        let long = bot.answer(Line::TooLong).to_string();
        assert!(long.contains("more than 65536 bytes"), "{long}");

        let start = |color: Value, start: Value| json!({ "event": "game_start", "color": color, "start": start });
        fails(bot, &json!({ "event": "game_start" }), "color: missing");
        fails(
            bot,
            &start(json!(true), Value::Null),
            "neither \"white\" nor",
        );
        fails(
            bot,
            &start(json!("white"), json!("8/8")),
            "start: not a position",
        );
        fails(bot, &start(json!("white"), json!(5)), "start: not a text");
        say(bot, &start(json!("black"), json!(START)));

        fails(
            bot,
            &start(json!("white"), json!(START)),
            "game_end comes first",
        );
        let opponent = |capture: Value| json!({ "event": "opponent_move", "capture": capture });
        let sense = |left: Value| json!({ "event": "choose_sense", "seconds_left": left });
        let sensed = |squares: Value| json!({ "event": "sense_result", "squares": squares });
        fails(bot, &sense(json!(1)), "opponent_move comes next");
        fails(bot, &sensed(json!({})), "the turn has not started");
        fails(
            bot,
            &json!({ "event": "opponent_move" }),
            "capture: missing (null is no capture)",
        );
        fails(bot, &opponent(json!("e4")), "no own piece on e4");
        fails(bot, &opponent(json!("e9")), "a name such as e4");
        say(bot, &opponent(json!("e7")));

        let choose = |left: Value| json!({ "event": "choose_move", "seconds_left": left });
        fails(
            bot,
            &choose(json!(1)),
            "choose_sense or sense_result comes next",
        );
        fails(
            bot,
            &json!({ "event": "choose_sense" }),
            "seconds_left: missing",
        );
        fails(bot, &sense(json!("1")), "expected a number or null");
        for (squares, expected) in [
            (json!([]), "not an object"),
            (json!({ "e9": null }), "is no square"),
            (json!({ "e4": "x" }), "is no piece"),
            (json!({ "e4": "pp" }), "is no piece"),
            (json!({ "e4": 1 }), "neither a piece's letter"),
            (json!({ "e4": "p" }), "not the window"),
            (window(Square::E8), "contradicts the own piece on e7"),
        ] {
            fails(bot, &sensed(squares), expected);
        }
        say(bot, &sensed(json!({})));

        let moved = |requested: Value, taken: Value, capture: Value| json!({ "event": "move_result", "requested": requested, "taken": taken, "capture": capture });
        let null = || Value::Null;
        fails(
            bot,
            &moved(json!("e2e4"), null(), null()),
            "e2e4 may not be",
        );
        fails(
            bot,
            &moved(json!("d7d5"), json!("d7d4"), null()),
            "does not follow",
        );
        fails(
            bot,
            &moved(json!("d7d5"), null(), json!("d5")),
            "without a move",
        );
        for (requested, taken, capture, expected) in [
            ("d7d5", json!("d7d5"), json!("d5"), "cannot capture on d5"),
            ("d7d5", json!("d7d6"), json!("d6"), "cannot capture on d6"),
            ("b8c6", null(), null(), "can always move when b8c6"),
            ("b8c6", json!("b8c6"), json!("c5"), "cannot capture on c5"),
        ] {
            fails(bot, &moved(json!(requested), taken, capture), expected);
        }
        fails(
            bot,
            &json!({ "event": "move_result" }),
            "requested: missing (null is a pass)",
        );
        let answer = say(bot, &choose(json!(1e300)));
        assert!(answer.get("move").is_some(), "{answer}");
    }

    #[test]
    fn the_window_tells_the_center() {
        for center in Square::ALL {
            let squares = window(center);
            let text = json!({ "squares": squares }).to_string();
            let message = Line::Text(text.as_bytes()).message().expect("an object");
            let found = sense_result(&message).expect("a window");
            assert_eq!(found.square, Some(center));
        }
    }

    /// Messages that are valid, nearly valid, or garbage.
    fn messages() -> impl Strategy<Value = Vec<u8>> {
        let square = || {
            prop_oneof![
                3 => Just(Value::Null),
                3 => (0..64u32).prop_map(|n| json!(Square::new(n).to_string())),
                1 => (0..70u32).prop_map(|n| json!(n)),
            ]
        };
        let a_move = || {
            prop_oneof![
                1 => Just(Value::Null),
                3 => proptest::sample::select(vec!["e2e4", "e7e5", "g1f3", "a7a8q", "e1g1", "d2d9"])
                    .prop_map(|m| json!(m)),
            ]
        };
        let left =
            || proptest::sample::select(vec![json!(0.01), json!(null), json!(-1), json!("x")]);
        let fen = proptest::sample::select(vec![
            json!(null),
            json!(START),
            json!("4k3/P7/8/8/8/8/p7/4K3 b - - 0 1"),
            json!("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/k7/8/8/8/K7 w - - 0 1"),
            json!("8/8/8/8/8/8/8/8 w - - 0 1"),
        ]);
        let color = proptest::sample::select(vec!["white", "black", "grey"]);
        let told = prop_oneof![
            1 => (color, fen).prop_map(|(c, f)| json!({ "event": "game_start", "color": c, "start": f })),
            3 => square().prop_map(|s| json!({ "event": "opponent_move", "capture": s })),
            3 => left().prop_map(|l| json!({ "event": "choose_sense", "seconds_left": l })),
            1 => (0..64u32).prop_map(
                |n| json!({ "event": "sense_result", "squares": window(Square::new(n)) })
            ),
            3 => Just(json!({ "event": "sense_result", "squares": {} })),
            3 => left().prop_map(|l| json!({ "event": "choose_move", "seconds_left": l })),
            3 => (a_move(), a_move(), square()).prop_map(|(requested, taken, capture)| json!({
                "event": "move_result", "requested": requested, "taken": taken, "capture": capture,
            })),
            1 => Just(json!({ "event": "game_end" })),
        ];
        prop_oneof![
            20 => told.prop_map(|message| message.to_string().into_bytes()),
            1 => proptest::collection::vec(any::<u8>(), 0..60),
            1 => "\\{\"event\": ?\"[a-z_]{0,12}\"(, ?\"[a-z_]{0,9}\": ?[0-9\\[\\]{}\",a-z]{0,9}){0,3}\\}"
                .prop_map(String::into_bytes),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

        #[test]
        fn every_line_has_one_answer(
            agent in proptest::sample::select(AGENTS.iter().map(|a| a.name).collect::<Vec<_>>()),
            lines in proptest::collection::vec(messages(), 1..60),
        ) {
            let mut bot = bot(agent);
            for line in lines {
                let before = bot.game.as_ref().map(|game| game.told().clone());
                let answer = bot.answer(Line::Text(&line));
                let kinds = ["ok", "sense", "move", "error"];
                let found = kinds.iter().filter(|kind| answer.get(**kind).is_some());
                prop_assert_eq!(found.count(), 1, "{}", answer);
                if answer.get("ok").is_none() {
                    let now = bot.game.as_ref().map(|game| game.told().clone());
                    prop_assert_eq!(before, now);
                }
            }
        }
    }
}
