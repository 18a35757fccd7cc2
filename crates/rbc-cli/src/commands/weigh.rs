//! `outpost weigh`: measures how well the network, and other orders of the boards, find the true one in recorded games.

mod candidates;
mod figures;
mod orders;

use std::{collections::BTreeSet, path::PathBuf};

use clap::{Args, ValueEnum};
use rbc_belief::move_logit::MoveLogitError;
use serde_json::{Value, json};

pub use self::orders::OTHERS;
use self::{
    figures::{Group, Recognition, calibration, recognition, recognition_table, report},
    orders::{EXPONENTS, Foretold, Game, Judged, Protocol, Surprises, Weighed, Weigher},
};
use crate::{
    Failure,
    decisions::DEFAULT_BOARDS,
    network_file::load_network,
    option_values::positive,
    progress::Progress,
    record_files,
    sharding::hash_of_file,
    shared_options::{DecisionOptions, EngineOption, OutputOption, ShardOptions, read_players},
    terminal::{printable, tell},
};

/// Default depth of a chess engine.
const DEPTH: u32 = 4;
/// Default part of a split.
const PART: &str = "test";
/// Sizes of sets that are reported on their own.
const SIZES: [(usize, usize); 4] = [(2, 10), (11, 100), (101, 1_000), (1_001, usize::MAX)];

/// Measure how well the network finds the true board in recorded games
///
/// At every decision of both players, before the sense and before the move, the boards of the information
/// set are put in order, likeliest first: by the network, by what is best for the opponent (a search of
/// captures, and the chess engine of --uci), and with uniform weights. Over the decisions with more than
/// one board, by opponent:
///
///   top-1      share of decisions at which the true board is first
///   top-k %    share at which it is among the first k % of the boards, rounded up
///   pick       pick distance: boards before the true one; far is the share above 100
///   surprise   -ln of the true board's weight, in nats (the network's, and uniform)
///
/// Boards of equal rank count as in random order. Intervals are 95 %, by bootstrap over games.
///
/// With --moves, boards are also put in order by a Bayes filter, which follows how likely the opponent's
/// moves were, and by the product of its weights and the network's. All orders are then compared at the
/// decisions whose information set is exact: --cap says up to how many boards it is. With --players the filter
/// also finds out which of the players the opponent is.
///
/// With --protocol paper the true board is looked for as by the code that was released with the Siamese paper
/// (docs/siamese.md); with paper-ranks among all boards of the set, but compared as by that code.
///
/// The exit code is 1 if a record cannot be read.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Options {
    /// The network, as made by training/export.py
    #[arg(long, value_name = "FILE")]
    model: PathBuf,

    /// How the true board is looked for
    #[arg(long, value_enum, default_value_t)]
    protocol: Protocol,

    /// Boards of each decision at most, the true one included
    ///
    /// Of larger sets a random sample is taken, in which the true board is easier to find.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_BOARDS, value_parser = positive::<usize>)]
    max_boards: usize,

    /// Tell the network, and the filter of --players, who the opponent is
    #[arg(long)]
    opponents: bool,

    /// Move policy of the filter, as made by 'outpost fit-moves'
    #[arg(long, value_name = "FILE")]
    moves: Option<PathBuf>,

    /// Players that the filter tells apart, as made by 'outpost fit-moves --players'
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    players: Option<PathBuf>,

    /// Exponents of the network's and the filter's weights in their product [default: 1,1]
    #[arg(long, value_name = "A,B", value_parser = exponents)]
    exponents: Option<[f32; 2]>,

    /// Find the exponents from 0.1 to 1.2 with the least surprise
    #[arg(long)]
    fit_exponents: bool,

    /// Leave out the order by what is best for the opponent
    #[arg(long)]
    no_evaluation: bool,

    #[command(flatten)]
    engine: EngineOption,

    /// Plies that the chess engine searches [default: 4]
    ///
    /// An engine takes about a millisecond per board: see --decisions and --max-boards.
    #[arg(long, value_name = "N", value_parser = positive::<u32>)]
    depth: Option<u32>,

    /// Part of --split whose games are weighed [default: test]
    #[arg(long, value_name = "NAME")]
    part: Option<String>,

    #[command(flatten)]
    decisions: DecisionOptions,

    #[command(flatten)]
    pub shards: ShardOptions,

    #[command(flatten)]
    output: OutputOption,
}

impl Options {
    fn weigher(&self) -> Result<Weigher, Failure> {
        if self.part.is_some() && !self.decisions.is_split() {
            let what = "--part is one of a --split FILE: give both, or neither for all games";
            return Err(Failure::Usage(what.to_owned()));
        }
        if self.depth.is_some() && !self.engine.is_given() {
            let what = "--depth is that of a chess engine: name one with --uci PATH";
            return Err(Failure::Usage(what.to_owned()));
        }
        let filters = self.moves.is_some() || self.players.is_some();
        if !filters && (self.exponents.is_some() || self.fit_exponents) {
            let what = "exponents are those of the network and of a filter: give one with --moves FILE or --players FILE";
            return Err(Failure::Usage(what.to_owned()));
        }
        if filters && self.protocol == Protocol::Paper {
            let what = "a filter weighs all boards of a set, of which --protocol paper takes some: give one of them";
            return Err(Failure::Usage(what.to_owned()));
        }
        let part = self.part.as_deref().unwrap_or(PART);
        let split = self.decisions.split()?;
        Ok(Weigher {
            network: load_network(&self.model)?.0,
            engine: self
                .engine
                .shelf()?
                .map(|shelf| (shelf, self.depth.unwrap_or(DEPTH))),
            with_evaluation: !self.no_evaluation,
            tell_opponents: self.opponents,
            filter: self.foretold()?,
            exponents: self.exponents.unwrap_or([1.0, 1.0]),
            fits_exponents: self.fit_exponents,
            protocol: self.protocol,
            boards: self.max_boards,
            decisions: self.decisions.decisions,
            part: split.map(|split| (split, part.to_owned())),
            following: self.decisions.following(),
            seed: self.decisions.seed(),
        })
    }

    /// How the filter foretells moves, if there is one.
    fn foretold(&self) -> Result<Option<Foretold>, Failure> {
        let (moves, players) = (self.moves.as_deref(), self.players.as_deref());
        let Some(path) = moves.or(players) else {
            return Ok(None);
        };
        Ok(Some(if moves.is_some() {
            let policy = record_files::read_text(path)?
                .parse()
                .map_err(|e: MoveLogitError| Failure::at(path, e))?;
            Foretold::Alike(policy)
        } else {
            Foretold::ByPlayer(Box::new(read_players(path)?))
        }))
    }
}

/// Parses two exponents.
fn exponents(text: &str) -> Result<[f32; 2], String> {
    let numbers: Option<Vec<f32>> = text
        .split(',')
        .map(|number| number.parse().ok().filter(|n| (0.0..=10.0).contains(n)))
        .collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| "must be two numbers from 0 to 10, as in 0.8,0.5".to_owned())
}

/// Weighs the boards; false if a record cannot be read.
///
/// # Errors
///
/// If there is no game, or the network or engine cannot be loaded.
pub fn run(options: &Options) -> Result<bool, Failure> {
    let weigher = options.weigher()?;
    let work = options.shards.work(json!({
        "model": hash_of_file(Some(&options.model))?,
        "moves": hash_of_file(options.moves.as_deref())?,
        "players": hash_of_file(options.players.as_deref())?,
        "split": options.decisions.hash_of_split()?,
        "engine": weigher.engine.as_ref().map(|(shelf, _)| shelf.name()),
    }))?;
    let progress = Progress::new("games", None).with_lines();
    let looked = work.look(&options.decisions.records.paths, |game, _| {
        let weighed = weigher.game(game);
        progress.add();
        weighed
    })?;
    progress.finish();
    let Some(looked) = looked else {
        return work.finish_shard();
    };
    let (found, unreadable) = record_files::of_readable(looked);
    let games: Vec<Game> = found.into_iter().flatten().collect();
    if games.is_empty() {
        let part = weigher.part.as_ref().map_or_else(String::new, |(_, part)| {
            format!(
                " of the part {}: is it one of the split, and are these its games?",
                printable(part)
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
        Group::of("before the sense", &games, |w| w.is_sense),
        Group::of("before the move", &games, |w| !w.is_sense),
    ];
    groups.extend(names.iter().map(|name| Group::against(name, &games)));
    if weigher.filter.is_some() {
        groups.extend(SIZES.into_iter().map(|(least, most)| {
            let name = match most {
                usize::MAX => format!("sets from {least} boards"),
                _ => format!("sets of {least} to {most} boards"),
            };
            let sizes = least as f64..=most as f64;
            Group::of(&name, &games, |w| sizes.contains(&w.set_size))
        }));
        groups.retain(|group| !group.is_empty());
    }
    let certain: usize = games.iter().map(|game| game.certain).sum();
    let broken_off: usize = games.iter().map(|game| game.broken_off).sum();
    let beyond_cap: usize = games.iter().map(|game| game.beyond_cap).sum();
    let fitted = fitted_exponents(&games);
    let missing = missing_of_part(&weigher, &games);
    let engine = weigher.engine.as_ref();
    for note in engine.iter().flat_map(|(shelf, _)| shelf.notes()) {
        tell(&format!("outpost: {note}"));
    }
    let json = || {
        let bins = |judged: fn(&Weighed) -> Option<&Judged>| -> Vec<Value> {
            let bins = calibration(&groups[0], judged).into_iter();
            bins.map(|(boards, weight, hits)| json!({ "boards": boards, "weight": weight, "true": hits }))
                .collect()
        };
        let result = json!({
            "games": games.len(),
            "unreadable": unreadable,
            "missing": missing,
            "certain": certain,
            "sidesNotFollowedToTheEnd": broken_off,
            "protocol": options.protocol.to_possible_value().map(|value| value.get_name().to_owned()),
            "maxBoards": options.max_boards,
            "engine": engine.map(|(shelf, _)| shelf.name()),
            "depth": engine.map(|(_, depth)| depth),
            "groups": groups.iter().map(|g| g.as_json(options.max_boards)).collect::<Vec<_>>(),
            "calibration": bins(|w| Some(&w.network)),
            "calibrationOfProduct": bins(|w| w.product.as_ref()),
            "beyondCap": beyond_cap,
            "exponents": weigher.exponents,
            "fittedExponents": fitted,
            "recognition": recognition(&games).iter().map(Recognition::as_json).collect::<Vec<_>>(),
        });
        format!("{result:#}")
    };
    let text = || {
        let mut text = report(&groups, options.max_boards, certain, broken_off);
        text.push_str(&recognition_table(&recognition(&games)));
        if let Some(missing) = missing.filter(|missing| *missing > 0) {
            text.push_str(&format!(
                "{missing} games that --split puts into this part are not among the records.\n"
            ));
        }
        if weigher.filter.is_some() {
            let [of_network, of_filter] = weigher.exponents;
            text.push_str(&format!(
                "The product is network^{of_network} × filter^{of_filter}. Decisions left out, as the set has more \
                 boards than --cap: {beyond_cap}.\n"
            ));
        }
        if let Some([of_network, of_filter]) = fitted {
            text.push_str(&format!(
                "The surprise is least with network^{of_network} × filter^{of_filter}.\n"
            ));
        }
        if let Some((shelf, depth)) = engine {
            text.push_str(&format!(
                "The engine is {}, {depth} plies ahead.\n",
                shelf.name()
            ));
        }
        text
    };
    options.output.print(text, json)?;
    Ok(unreadable == 0)
}

/// Returns the number of games of the part that are not among the records; `None` without a split.
fn missing_of_part(weigher: &Weigher, games: &[Game]) -> Option<usize> {
    let (split, part) = weigher.part.as_ref()?;
    let found: BTreeSet<&str> = games.iter().map(|game| game.id.as_str()).collect();
    let listed = split.iter().filter(|(_, of)| *of == part);
    let missing = listed.filter(|(id, _)| !found.contains(id.as_str()));
    Some(missing.count())
}

/// Returns the exponents of the network and the filter with the least surprise, if others were tried.
fn fitted_exponents(games: &[Game]) -> Option<[f64; 2]> {
    let mut sums = Surprises::default();
    for game in games {
        let of_game = game.surprises.as_deref()?.iter().flatten();
        for (sum, surprise) in sums.iter_mut().flatten().zip(of_game) {
            *sum += surprise;
        }
    }
    let pairs = EXPONENTS.map(|a| EXPONENTS.map(|b| [a, b]));
    let tried = sums.iter().flatten().zip(pairs.iter().flatten());
    let least = tried.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    Some(*least.1)
}
