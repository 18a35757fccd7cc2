//! `outpost weigh`: measures how well the network, and other orders of the boards, find the true one in recorded games.

mod candidates;
mod figures;
mod orders;

use std::{collections::BTreeSet, path::PathBuf};

use clap::{Args, ValueEnum};
use rbc_rules::Phase;
use serde_json::{Value, json};

use self::{
    figures::{Group, calibration, report},
    orders::{Game, Protocol, Weigher},
};
use crate::{
    Failure,
    decisions::DEFAULT_BOARDS,
    network_file::load_network,
    option_values::positive,
    progress::Progress,
    record_files,
    shared_options::{DecisionOptions, EngineOption, OutputOption},
    terminal::{printable, tell},
};

/// Default depth of a chess engine.
const DEPTH: u32 = 4;
/// Default part of a split.
const PART: &str = "test";

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
/// With --protocol paper the true board is looked for as by the code that was released with the Siamese paper
/// (docs/siamese.md), which makes it easier to find.
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

    /// Tell the network who the opponent is
    #[arg(long)]
    opponents: bool,

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
            protocol: self.protocol,
            boards: self.max_boards,
            decisions: self.decisions.decisions,
            part: split.map(|split| (split, part.to_owned())),
            following: self.decisions.following(),
            seed: self.decisions.seed(),
        })
    }
}

/// Weighs the boards; false if a record cannot be read.
///
/// # Errors
///
/// If there is no game, or the network or engine cannot be loaded.
pub fn run(options: &Options) -> Result<bool, Failure> {
    let weigher = options.weigher()?;
    let decisions = &options.decisions;
    let files = record_files::collect(&decisions.records.paths)?;
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
        Group::of("before the sense", &games, |w| w.phase == Phase::Sense),
        Group::of("before the move", &games, |w| w.phase == Phase::Move),
    ];
    groups.extend(names.iter().map(|name| Group::against(name, &games)));
    let certain: usize = games.iter().map(|game| game.certain).sum();
    let broken_off: usize = games.iter().map(|game| game.broken_off).sum();
    let missing = missing_of_part(&weigher, &games);
    let engine = weigher.engine.as_ref();
    for note in engine.iter().flat_map(|(shelf, _)| shelf.notes()) {
        tell(&format!("outpost: {note}"));
    }
    let json = || {
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
            "protocol": options.protocol.to_possible_value().map(|value| value.get_name().to_owned()),
            "maxBoards": options.max_boards,
            "engine": engine.map(|(shelf, _)| shelf.name()),
            "depth": engine.map(|(_, depth)| depth),
            "groups": groups.iter().map(|g| g.as_json(options.max_boards)).collect::<Vec<_>>(),
            "calibration": calibration,
        });
        format!("{result:#}")
    };
    let text = || {
        let mut text = report(&groups, options.max_boards, certain, broken_off);
        if let Some(missing) = missing.filter(|missing| *missing > 0) {
            text.push_str(&format!(
                "{missing} games that --split puts into this part are not among the records.\n"
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
