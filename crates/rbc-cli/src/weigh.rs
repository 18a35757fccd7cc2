//! `outpost weigh`: how well the network, and other ways to order boards, find the true one in recorded games.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    path::PathBuf,
};

use rbc_agents::{
    Budget, EnginePool, FastBoard, KING_SCORE, Rng, Search,
    uci::{UciLimit, UciTask},
};
use rbc_rules::{GameHistory, Phase};
use rbc_siamese::{BoardFeatures, Network, observation_features, softmin};
use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

use crate::{
    Command, Failure, arguments,
    dataset::{self, BOARDS, CAP},
    decisions::{Decision, Following, each_decision},
    engine_pool::{EngineShelf, LentEngine, find_engine},
    players::load_network,
    progress::Progress,
    record_files,
    statistics::{bootstrap, median},
    terminal::{print, print_json, printable, tell},
    text_table::text_table,
};

pub const COMMAND: Command = Command {
    name: "weigh",
    summary: "how well the network finds the true board in recorded games",
    help,
    run,
};

/// The shares of all boards that "top-k-percent" is told for.
const TOP_SHARES: [f64; 6] = [0.01, 0.05, 0.1, 0.2, 0.5, 0.8];
/// The bounds of the bins that weights are put into, to see how often boards of such a weight are true.
const BINS: [f64; 9] = [0.001, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0];
/// Pick distances above this are "far".
const FAR: f64 = 100.0;
/// Plies that a chess engine looks ahead unless something else is asked for.
const DEPTH: u32 = 4;

fn help() -> String {
    format!(
        "outpost weigh - how well the network finds the true board in recorded games\n\n\
         Usage: outpost weigh --model MODEL [OPTIONS] FILE|DIR...\n\n\
         Records are read as by 'outpost verify'. At every decision of both players, before the sense and before the\n\
         move, the boards of the exact information set are put into an order, the likeliest first: by the network, by\n\
         what is best for the opponent (a search of captures, and what a chess engine says with --uci), or all alike.\n\
         Where more than one board was possible, told by opponent:\n\n\
         \x20 top-1      share of decisions at which the true board is first\n\
         \x20 top-k %    share at which it is among the first k % of the boards, rounded up\n\
         \x20 pick       pick distance: boards that stand before the true one; far is the share above {FAR:.0}\n\
         \x20 surprise   -ln of the weight of the true board, in nats (of the network, and of all alike)\n\n\
         Boards that stand alike count as being in random order. Intervals are 95 %, by bootstrap over games.\n\n\
         The exit code is 1 when a record could not be read.\n\n\
         Options:\n\
         \x20 --model FILE      the network, as made by training/export.py\n\
         \x20 --max-boards N    boards of a decision at most, the true one among them (default {BOARDS});\n\
         \x20                   of larger sets a random sample, which makes the true board easier to find\n\
         \x20 --opponents       tell the network who the opponent is\n\
         \x20 --no-evaluation   leave out the order by what is best for the opponent\n\
         \x20 --uci PATH        an order by this chess engine, too: boards that are worse for the player come first;\n\
         \x20                   the word stockfish means STOCKFISH_EXECUTABLE, or the one that is installed. It takes\n\
         \x20                   about a millisecond a board: see --decisions and --max-boards\n\
         \x20 --depth N         plies that it looks ahead (default {DEPTH})\n\
         \x20 --decisions N     decisions of a game at most, a random sample (default: all)\n\
         \x20 --split FILE      only the games that this list puts into --part (see 'outpost dataset')\n\
         \x20 --part NAME       the part (default test)\n\
         \x20 --cap BOARDS      boards that a set holds at most; beyond that it is a sample itself (default {CAP})\n\
         \x20 --seed S          seed of the samples (default 1)\n\
         \x20 --json            print the result as one JSON object\n\
         \x20 -h, --help        show this\n"
    )
}

struct Options {
    model: PathBuf,
    boards: usize,
    tell_opponents: bool,
    with_evaluation: bool,
    engine: Option<OsString>,
    depth: u32,
    decisions: Option<usize>,
    split: Option<BTreeMap<String, String>>,
    part: String,
    following: Following,
    seed: u64,
    json: bool,
    paths: Vec<PathBuf>,
}

fn read_options(parser: &mut lexopt::Parser) -> Result<Options, Failure> {
    let mut options = Options {
        model: PathBuf::new(),
        boards: BOARDS,
        tell_opponents: false,
        with_evaluation: true,
        engine: None,
        depth: DEPTH,
        decisions: None,
        split: None,
        part: "test".to_owned(),
        following: Following::with_cap(CAP),
        seed: 1,
        json: false,
        paths: Vec::new(),
    };
    let (mut part, mut depth) = (None, None);
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("model") => {
                options.model = arguments::path("model", parser.value()?)?
            }
            lexopt::Arg::Long("max-boards") => {
                options.boards = arguments::positive("max-boards", &parser.value()?)?;
            }
            lexopt::Arg::Long("opponents") => options.tell_opponents = true,
            lexopt::Arg::Long("no-evaluation") => options.with_evaluation = false,
            lexopt::Arg::Long("uci") => options.engine = Some(parser.value()?),
            lexopt::Arg::Long("depth") => {
                depth = Some(arguments::positive("depth", &parser.value()?)?);
            }
            lexopt::Arg::Long("decisions") => {
                options.decisions = Some(arguments::positive("decisions", &parser.value()?)?);
            }
            lexopt::Arg::Long("split") => {
                options.split = Some(dataset::read_split(&arguments::path(
                    "split",
                    parser.value()?,
                )?)?);
            }
            lexopt::Arg::Long("part") => {
                part = Some(parser.value()?.to_string_lossy().into_owned());
            }
            lexopt::Arg::Long("cap") => {
                let cap = arguments::set_cap("cap", &parser.value()?)?;
                options.following = Following::with_cap(cap);
            }
            lexopt::Arg::Long("seed") => {
                options.seed = arguments::value("seed", &parser.value()?)?;
            }
            lexopt::Arg::Long("json") => options.json = true,
            lexopt::Arg::Value(path) => options.paths.push(PathBuf::from(path)),
            other => return Err(other.unexpected().into()),
        }
    }
    if options.model.as_os_str().is_empty() {
        let what = "no --model FILE given: training/ makes one of 'outpost dataset'";
        return Err(Failure::Usage(what.to_owned()));
    }
    if part.is_some() && options.split.is_none() {
        let what = "--part is one of a --split FILE: name both, or neither for all games";
        return Err(Failure::Usage(what.to_owned()));
    }
    if depth.is_some() && options.engine.is_none() {
        let what = "--depth is that of a chess engine: name one with --uci PATH";
        return Err(Failure::Usage(what.to_owned()));
    }
    options.part = part.unwrap_or(options.part);
    options.depth = depth.unwrap_or(options.depth);
    if options.paths.is_empty() {
        return Err(Failure::Usage("no file or folder given".to_owned()));
    }
    Ok(options)
}

/// Where the true board stands in an order.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Boards that stand before it for certain, and others that stand level with it.
    before: usize,
    level: usize,
    /// All boards.
    boards: usize,
}

impl Place {
    /// Of the first of the boards, where lower values stand before higher ones.
    fn of_first(values: &[f32]) -> Place {
        let true_value = values[0];
        let before = values[1..].iter().filter(|v| **v < true_value).count();
        let level = values[1..].iter().filter(|v| **v == true_value).count();
        Place {
            before,
            level,
            boards: values.len(),
        }
    }

    /// Where all stand level.
    const fn level(boards: usize) -> Place {
        Place {
            before: 0,
            level: boards - 1,
            boards,
        }
    }

    /// The chance that the true board is among the first `most`, those that stand level being in random order.
    fn within(self, most: usize) -> f64 {
        let room = most.saturating_sub(self.before) as f64;
        (room / (self.level + 1) as f64).min(1.0)
    }

    fn within_share(self, share: f64) -> f64 {
        self.within((share * self.boards as f64).ceil() as usize)
    }

    /// Boards that stand before the true one, on average.
    fn pick_distance(self) -> f64 {
        self.before as f64 + self.level as f64 / 2.0
    }
}

/// What came of one decision.
struct Weighed {
    opponent: String,
    phase: Phase,
    /// Boards that were possible, and whether not all of them were weighed.
    set_size: f64,
    sampled: bool,
    network: Place,
    evaluation: Option<Place>,
    engine: Option<Place>,
    /// The network's weight of the true board, for the boards that were weighed.
    weight: f64,
    /// For each bin: boards of such a weight, their weights' sum, and whether the true one is among them.
    bins: [(u32, f64, bool); BINS.len()],
}

fn bin(weight: f64) -> usize {
    BINS.iter()
        .position(|bound| weight <= *bound)
        .unwrap_or(BINS.len() - 1)
}

/// One game's decisions with more than one board, and how many had only one.
struct Game {
    /// See [`dataset::game_id`].
    id: String,
    decided: Vec<Weighed>,
    certain: usize,
    broken_off: usize,
}

struct Weigher<'a> {
    options: &'a Options,
    network: Network,
    engine: Option<EngineShelf>,
}

/// What orders boards besides the network, for one game.
struct Judges {
    search: Search,
    engine: Option<LentEngine>,
}

impl Weigher<'_> {
    fn game(&self, game: &GameHistory) -> Option<Game> {
        let id = dataset::game_id(game);
        if let Some(split) = &self.options.split
            && split.get(&id) != Some(&self.options.part)
        {
            return None;
        }
        let hash = u64::from_str_radix(&id, 16).unwrap_or_default();
        let mut rng = Rng::new(self.options.seed ^ hash);
        let mut judges = Judges {
            search: Search::new(),
            engine: self.engine.as_ref().map(EngineShelf::lend),
        };
        let most = self.options.decisions;
        let mut chosen = most.map(|most| dataset::chosen(2 * game.plies(), most, &mut rng));
        let mut weighed = Game {
            id,
            decided: Vec::new(),
            certain: 0,
            broken_off: 0,
        };
        let broken_off = each_decision(game, self.options.following, |decision| {
            if chosen.as_mut().and_then(Iterator::next) == Some(false) {
                return;
            }
            match self.decision(game, &decision, &mut rng, &mut judges) {
                Some(decision) => weighed.decided.push(decision),
                None => weighed.certain += 1,
            }
        });
        weighed.broken_off = broken_off.len();
        Some(weighed)
    }

    /// `None` where there is nothing to choose.
    fn decision(
        &self,
        game: &GameHistory,
        decision: &Decision<'_>,
        rng: &mut Rng,
        judges: &mut Judges,
    ) -> Option<Weighed> {
        let (told, set) = (decision.told, decision.set);
        let (boards, sampled) = decision.boards(self.options.boards, rng)?;
        if boards.len() < 2 {
            return None;
        }
        let opponent = game.name(!told.color()).unwrap_or_default().to_owned();
        let known = self.options.tell_opponents.then_some(opponent.as_str());
        let planes = observation_features(told, &set.survey().marginals, set.estimated_len());
        let observed = self.network.observe(&planes, known);
        let features = BoardFeatures::new(set.own());
        let mut values = vec![0.0; boards.len()];
        self.network
            .distances(&observed, &features, &boards, &mut values);
        let network = Place::of_first(&values);
        softmin(&mut values, 1.0);
        let mut bins = [(0, 0.0, false); BINS.len()];
        for &weight in &values {
            let bin = &mut bins[bin(weight.into())];
            bin.0 += 1;
            bin.1 += f64::from(weight);
        }
        bins[bin(values[0].into())].2 = true;
        let frame = set.frame();
        let fast: Vec<FastBoard> = boards
            .iter()
            .map(|board| FastBoard::new(&frame.position(*board)))
            .collect();
        let evaluation = self
            .options
            .with_evaluation
            .then(|| by_search(&fast, &mut judges.search));
        let depth = self.options.depth;
        let engine = judges.engine.as_mut();
        let engine = engine.map(|engine| by_engine(&fast, engine, depth, &mut judges.search));
        Some(Weighed {
            opponent,
            phase: told.phase(),
            set_size: set.estimated_len(),
            sampled,
            network,
            evaluation,
            engine,
            weight: values[0].into(),
            bins,
        })
    }
}

/// The true board's place where boards that are worth less to the player, after captures, stand first: the opponent
/// has just moved there, and tried to play well.
fn by_search(boards: &[FastBoard], search: &mut Search) -> Place {
    let scores: Vec<f32> = boards
        .iter()
        .map(|board| search.score(board, 0) as f32)
        .collect();
    Place::of_first(&scores)
}

/// The same by a chess engine, so many plies ahead. Boards on which the player can capture the king come last; of those that
/// chess forbids, or that are at an end in chess, and of those that the engine fails on, the search tells the worth.
fn by_engine(
    boards: &[FastBoard],
    engine: &mut impl EnginePool,
    depth: u32,
    search: &mut Search,
) -> Place {
    let mut tasks = Vec::new();
    let mut asked = Vec::new();
    for (i, board) in boards.iter().enumerate() {
        let fen = board.fen();
        if !board.can_capture_king() && is_played_on(&fen) {
            asked.push(i);
            tasks.push(UciTask {
                fen,
                moves: Vec::new(),
                limit: UciLimit::Depth(depth),
            });
        }
    }
    let answers = engine.answer(&tasks, &mut Budget::unlimited());
    let mut scores: Vec<Option<i32>> = vec![None; boards.len()];
    for (i, answer) in asked.into_iter().zip(answers.unwrap_or_default()) {
        let best = answer.as_ref().and_then(|answer| answer.lines.first());
        scores[i] = best.map(|(_, score)| score.of_move());
    }
    let scores: Vec<f32> = boards
        .iter()
        .zip(scores)
        .map(|(board, score)| match score {
            Some(score) => score as f32,
            None if board.can_capture_king() => KING_SCORE as f32,
            None => search.score(board, 0) as f32,
        })
        .collect();
    Place::of_first(&scores)
}

/// Whether chess allows a position, and has a move there: engines may die of others.
fn is_played_on(fen: &str) -> bool {
    let chess = fen
        .parse()
        .ok()
        .and_then(|fen: Fen| fen.into_position::<Chess>(CastlingMode::Standard).ok());
    chess.is_some_and(|chess| !chess.legal_moves().is_empty())
}

/// What is told of an order of boards.
struct Figures {
    decisions: usize,
    top1: (f64, [f64; 2]),
    top_shares: [f64; TOP_SHARES.len()],
    pick_median: f64,
    pick_mean: f64,
    far: f64,
}

/// The figures of an order over all decisions of `games` that `which` names; `None` where there are none.
fn figures(games: &[Vec<&Weighed>], place: impl Fn(&Weighed) -> Option<Place>) -> Option<Figures> {
    let places: Vec<Vec<Place>> = games
        .iter()
        .map(|game| game.iter().filter_map(|w| place(w)).collect())
        .collect();
    let all: Vec<Place> = places.iter().flatten().copied().collect();
    if all.is_empty() {
        return None;
    }
    let mean = |value: &dyn Fn(Place) -> f64| {
        all.iter().map(|place| value(*place)).sum::<f64>() / all.len() as f64
    };
    let sums: Vec<(f64, usize)> = places
        .iter()
        .map(|game| (game.iter().map(|p| p.within(1)).sum(), game.len()))
        .collect();
    let top1 = bootstrap(&sums, 1, |games| {
        let n: usize = games.iter().map(|(_, n)| n).sum();
        (n > 0).then(|| games.iter().map(|(sum, _)| sum).sum::<f64>() / n as f64)
    })?;
    Some(Figures {
        decisions: all.len(),
        top1,
        top_shares: TOP_SHARES.map(|share| mean(&|place| place.within_share(share))),
        pick_median: median(all.iter().map(|p| p.pick_distance()).collect())?,
        pick_mean: mean(&Place::pick_distance),
        far: mean(&|place| f64::from(u8::from(place.pick_distance() > FAR))),
    })
}

impl Figures {
    fn cells(&self, name: &str, order: &str) -> Vec<String> {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let (top1, [low, high]) = self.top1;
        let mut cells = vec![
            name.to_owned(),
            order.to_owned(),
            self.decisions.to_string(),
            format!("{} ({} to {})", percent(top1), percent(low), percent(high)),
        ];
        cells.extend(self.top_shares.map(percent));
        cells.extend([
            format!("{:.1}", self.pick_median),
            format!("{:.1}", self.pick_mean),
            percent(self.far),
        ]);
        cells
    }

    fn as_json(&self) -> Value {
        let top: BTreeMap<String, f64> = TOP_SHARES
            .iter()
            .zip(self.top_shares)
            .map(|(share, found)| (format!("{}", share * 100.0), found))
            .collect();
        json!({
            "top1": self.top1.0,
            "top195": self.top1.1,
            "topPercent": top,
            "pickDistance": { "median": self.pick_median, "mean": self.pick_mean, "far": self.far },
        })
    }
}

/// The orders that are compared.
type Order = (&'static str, fn(&Weighed) -> Option<Place>);
const ORDERS: [Order; 4] = [
    ("network", |w| Some(w.network)),
    ("evaluation", |w| w.evaluation),
    ("engine", |w| w.engine),
    ("uniform", |w| Some(Place::level(w.network.boards))),
];

/// What is told of some decisions.
struct Group<'a> {
    name: String,
    /// The opponent of all of them, if they are those against one.
    opponent: Option<String>,
    games: Vec<Vec<&'a Weighed>>,
}

impl<'a> Group<'a> {
    fn of(name: &str, games: &'a [Game], which: impl Fn(&Weighed) -> bool) -> Group<'a> {
        let games = games.iter();
        let chosen = games.map(|game| game.decided.iter().filter(|w| which(w)).collect());
        Group {
            name: name.to_owned(),
            opponent: None,
            games: chosen.filter(|game: &Vec<_>| !game.is_empty()).collect(),
        }
    }

    /// Those against `opponent`.
    fn against(opponent: &str, games: &'a [Game]) -> Group<'a> {
        let name = match opponent {
            "" => "(no name)".to_owned(),
            _ => printable(opponent),
        };
        Group {
            opponent: Some(opponent.to_owned()),
            ..Group::of(&name, games, |w| w.opponent == opponent)
        }
    }

    /// For a table, in which an opponent may be called anything.
    fn title(&self) -> String {
        match &self.opponent {
            None => self.name.clone(),
            Some(_) => format!("against {}", self.name),
        }
    }

    fn all(&self) -> impl Iterator<Item = &'a Weighed> {
        self.games.iter().flatten().copied()
    }

    /// Mean set size, and of those the median; the share of decisions of which not all boards were weighed.
    fn sizes(&self, most: usize) -> (f64, f64, f64) {
        let sizes: Vec<f64> = self.all().map(|w| w.set_size).collect();
        let n = sizes.len().max(1) as f64;
        let capped = sizes.iter().map(|size| size.min(most as f64));
        let sampled = self.all().filter(|w| w.sampled).count();
        (
            capped.sum::<f64>() / n,
            median(sizes).unwrap_or(0.0),
            sampled as f64 / n,
        )
    }

    /// Mean surprise at the true board, in nats: the network's, and where all boards are alike.
    fn surprise(&self) -> (f64, f64) {
        let n = self.all().count().max(1) as f64;
        let network: f64 = self.all().map(|w| -w.weight.max(1e-12).ln()).sum();
        let uniform: f64 = self.all().map(|w| (w.network.boards as f64).ln()).sum();
        (network / n, uniform / n)
    }

    fn as_json(&self, most: usize) -> Value {
        let (mean, median, sampled) = self.sizes(most);
        let (network, uniform) = self.surprise();
        let orders: BTreeMap<&str, Value> = ORDERS
            .iter()
            .filter_map(|(order, place)| Some((*order, figures(&self.games, place)?.as_json())))
            .collect();
        json!({
            "name": self.name,
            "opponent": self.opponent,
            "games": self.games.len(),
            "decisions": self.all().count(),
            "meanSetSize": mean,
            "medianSetSize": median,
            "sampled": sampled,
            "surprise": { "network": network, "uniform": uniform },
            "orders": orders,
        })
    }
}

/// For each bin of weights: boards, mean weight, and the share of boards that are true.
fn calibration(group: &Group<'_>) -> Vec<(u64, f64, f64)> {
    (0..BINS.len())
        .filter_map(|i| {
            let boards: u64 = group.all().map(|w| u64::from(w.bins[i].0)).sum();
            let weights: f64 = group.all().map(|w| w.bins[i].1).sum();
            let hits = group.all().filter(|w| w.bins[i].2).count();
            (boards > 0).then(|| (boards, weights / boards as f64, hits as f64 / boards as f64))
        })
        .collect()
}

fn run(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let options = read_options(parser)?;
    let weigher = Weigher {
        network: load_network(&options.model)?.0,
        engine: match &options.engine {
            Some(text) => Some(EngineShelf::new(find_engine("uci", text)?)?),
            None => None,
        },
        options: &options,
    };
    let files = record_files::collect(&options.paths)?;
    let progress = Progress::new("games", None).with_lines();
    let looked = record_files::look_at_games(&files, |game, _| {
        let weighed = weigher.game(game);
        progress.add();
        weighed
    });
    progress.finish();
    let mut games = Vec::new();
    let mut unreadable = 0_usize;
    for file in looked {
        for record in file.records {
            match record {
                Ok(game) => games.extend(game),
                Err(reason) => {
                    tell(&reason);
                    unreadable += 1;
                }
            }
        }
        if let Some(reason) = file.given_up {
            tell(&reason);
            unreadable += 1;
        }
    }
    if games.is_empty() {
        let part = options.split.as_ref().map_or_else(String::new, |_| {
            format!(
                " of the part {}: is it one of the split, and are these its games?",
                printable(&options.part)
            )
        });
        return Err(Failure::Work(format!("there is no game{part}")));
    }
    let names: BTreeSet<&str> = games
        .iter()
        .flat_map(|game| game.decided.iter().map(|w| w.opponent.as_str()))
        .collect();
    let mut groups = vec![
        Group::of("all", &games, |_| true),
        Group::of("before the sense", &games, |w| w.phase == Phase::Sense),
        Group::of("before the move", &games, |w| w.phase == Phase::Move),
    ];
    groups.extend(names.iter().map(|name| Group::against(name, &games)));
    let certain: usize = games.iter().map(|game| game.certain).sum();
    let broken_off: usize = games.iter().map(|game| game.broken_off).sum();
    let missing = missing_of_part(&options, &games);
    let engine = weigher.engine.as_ref().map(EngineShelf::name);
    for note in weigher.engine.iter().flat_map(EngineShelf::notes) {
        tell(&format!("outpost: {note}"));
    }
    if options.json {
        let calibration: Vec<Value> = calibration(&groups[0])
            .into_iter()
            .map(|(boards, weight, hits)| json!({ "boards": boards, "weight": weight, "true": hits }))
            .collect();
        let result = json!({
            "games": games.len(),
            "unreadable": unreadable,
            "missing": missing,
            "certain": certain,
            "sidesNotFollowedToTheEnd": broken_off,
            "maxBoards": options.boards,
            "engine": engine,
            "depth": engine.map(|_| options.depth),
            "groups": groups.iter().map(|g| g.as_json(options.boards)).collect::<Vec<_>>(),
            "calibration": calibration,
        });
        print_json(&format!("{result:#}\n"))?;
    } else {
        print(&report(&groups, &options, certain, broken_off))?;
        if let Some(missing) = missing.filter(|missing| *missing > 0) {
            print(&format!(
                "{missing} games that --split puts into this part are not among the records.\n"
            ))?;
        }
        if let Some(name) = engine {
            print(&format!(
                "The engine is {name}, {} plies ahead.\n",
                options.depth
            ))?;
        }
    }
    Ok(unreadable == 0)
}

/// How many games the split puts into the part that were not found; `None` without a split.
fn missing_of_part(options: &Options, games: &[Game]) -> Option<usize> {
    let found: BTreeSet<&str> = games.iter().map(|game| game.id.as_str()).collect();
    let of_part = |(_, part): &(&String, &String)| **part == options.part;
    let listed = options.split.as_ref()?.iter().filter(of_part);
    Some(
        listed
            .filter(|(id, _)| !found.contains(id.as_str()))
            .count(),
    )
}

fn report(groups: &[Group<'_>], options: &Options, certain: usize, broken_off: usize) -> String {
    let mut rows = Vec::new();
    let mut sizes = Vec::new();
    for group in groups {
        for (order, place) in &ORDERS {
            if let Some(figures) = figures(&group.games, place) {
                rows.push(figures.cells(&group.title(), order));
            }
        }
        let (mean, median, sampled) = group.sizes(options.boards);
        let (network, uniform) = group.surprise();
        sizes.push(vec![
            group.title(),
            group.games.len().to_string(),
            group.all().count().to_string(),
            format!("{mean:.0}"),
            format!("{median:.0}"),
            format!("{:.1}", 100.0 * sampled),
            format!("{network:.2}"),
            format!("{uniform:.2}"),
        ]);
    }
    let top = TOP_SHARES.map(|share| format!("top {:.0} %", 100.0 * share));
    let mut head = vec!["decisions of", "order", "decisions", "top-1 % (95 %)"];
    head.extend(top.iter().map(String::as_str));
    head.extend(["pick median", "mean", "far %"]);
    let mut text = text_table(&head, &rows);
    text.push('\n');
    text.push_str(&text_table(
        &[
            "decisions of",
            "games",
            "decisions",
            "mean set",
            "median",
            "sampled %",
            "surprise",
            "uniform",
        ],
        &sizes,
    ));
    text.push_str("\nOf boards that the network gives such a weight, so many are true:\n");
    let calibrated: Vec<Vec<String>> = calibration(&groups[0])
        .into_iter()
        .map(|(boards, weight, hits)| {
            vec![
                boards.to_string(),
                format!("{weight:.4}"),
                format!("{hits:.4}"),
            ]
        })
        .collect();
    text.push_str(&text_table(&["boards", "mean weight", "true"], &calibrated));
    text.push_str(&format!(
        "\nDecisions with one possible board, left out above: {certain}. Sides not followed to the end of their games: \
         {broken_off}.\nSets of more than {} boards count as that in the mean.\n",
        options.boards
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_what_stands_level_as_in_random_order() {
        let place = Place::of_first(&[2.0, 1.0, 2.0, 3.0, 2.0]);
        assert_eq!((place.before, place.level, place.boards), (1, 2, 5));
        assert_eq!(place.within(1), 0.0);
        assert!((place.within(2) - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(place.within(4), 1.0);
        assert_eq!(place.pick_distance(), 2.0);
        let level = Place::level(10);
        assert!((level.within(1) - 0.1).abs() < 1e-12);
        assert!((level.within_share(0.5) - 0.5).abs() < 1e-12);
        // Distances that are no numbers stand behind nothing and before nothing.
        assert_eq!(Place::of_first(&[f32::NAN, 1.0]).before, 0);
    }

    #[test]
    fn weights_fall_into_bins_up_to_their_bounds() {
        assert_eq!(bin(0.0), 0);
        assert_eq!(bin(0.001), 0);
        assert_eq!(bin(0.5), 6);
        assert_eq!(bin(1.0), 8);
        assert_eq!(bin(1.000_001), 8);
    }
}
