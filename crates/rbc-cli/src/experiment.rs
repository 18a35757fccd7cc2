//! `outpost experiment`: figures that papers published, measured here.

use std::{fs, path::PathBuf, time::Instant};

use crate::{
    Command, Failure, arguments,
    experiments::{self, Report},
    playing::{self, Limits},
    print,
    tournament_folder::make_folder,
};

pub const COMMAND: Command = Command {
    name: "experiment",
    summary: "measure again what papers published, as tables and charts",
    help,
    run,
};

/// Where the files go unless something else is asked for.
const OUT: &str = "experiments";

/// What an experiment is run with.
#[derive(Clone, Debug)]
pub struct Run {
    /// Games of each pairing or setting; what that is the experiment says.
    pub games: u64,
    /// Everything drawn by chance depends on it.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
    /// What players may use.
    pub limits: Limits,
    /// Recorded games, where they were given.
    pub records: Vec<PathBuf>,
    /// The folder of a tournament, where it was given.
    pub tournament: Option<PathBuf>,
}

/// One experiment.
#[derive(Clone, Copy)]
pub struct Experiment {
    /// Its name, also of its files.
    pub name: &'static str,
    /// What it measures.
    pub summary: &'static str,
    /// Games unless another number is asked for, and what they are games of.
    pub games: (u64, &'static str),
    /// Nodes for each decision unless something else is asked for; `None` where nothing is decided.
    pub nodes: Option<u64>,
    /// Does it.
    pub run: fn(&Run) -> Result<Report, Failure>,
}

const EXPERIMENTS: &[Experiment] = &[
    experiments::growth::EXPERIMENT,
    experiments::decay::EXPERIMENT,
    experiments::stability::EXPERIMENT,
    experiments::uncertainty_rank::EXPERIMENT,
    experiments::grid_vs_set::EXPERIMENT,
    experiments::belief_generation::EXPERIMENT,
    experiments::rating::EXPERIMENT,
];

fn help() -> String {
    let mut text = format!(
        "outpost experiment - measure again what papers published, as tables and charts\n\n\
         Usage: outpost experiment NAME [OPTIONS]\n\n\
         Writes NAME.csv and NAME.svg, and prints a table with 95 % intervals. With --nodes (or no limit) the same\n\
         seed gives the same files, whatever --threads is; with --time only about the same. docs/experiments.md\n\
         has the figures beside those of the papers.\n\n\
         Options:\n\
         \x20 --games N         games (the default is the experiment's)\n\
         \x20 --seed S          seed (default 1)\n\
         \x20 --threads N       games at a time (default: as many as cores)\n\
         \x20 --nodes N         nodes for each decision (the default is the experiment's)\n\
         \x20 --time T          seconds for each turn instead\n\
         \x20 --records PATH    recorded games, a file or folder; may be given again\n\
         \x20 --tournament DIR  the folder of an 'outpost tournament'\n\
         \x20 --out DIR         the folder for the files (default {OUT}); made if need be\n\
         \x20 -h, --help        show this\n\n\
         Experiments:\n"
    );
    for experiment in EXPERIMENTS {
        let Experiment {
            name,
            summary,
            games: (games, of_what),
            nodes,
            ..
        } = experiment;
        let nodes = nodes.map_or_else(String::new, |n| format!(", --nodes {n}"));
        text.push_str(&format!(
            "  {name:<18} {summary}\n  {:<18} (default: {games} {of_what}{nodes})\n",
            ""
        ));
    }
    text
}

fn names() -> String {
    let names: Vec<&str> = EXPERIMENTS.iter().map(|e| e.name).collect();
    names.join(", ")
}

fn read_options(parser: &mut lexopt::Parser) -> Result<(Experiment, Run, PathBuf), Failure> {
    let mut experiment: Option<Experiment> = None;
    let mut games = None;
    let mut out = PathBuf::from(OUT);
    let mut run = Run {
        games: 0,
        seed: 1,
        threads: playing::default_threads(),
        limits: Limits::default(),
        records: Vec::new(),
        tournament: None,
    };
    while let Some(argument) = parser.next()? {
        let name = match argument {
            lexopt::Arg::Long(name) => name.to_owned(),
            lexopt::Arg::Value(name) if experiment.is_none() => {
                let name = name.to_string_lossy();
                let found = EXPERIMENTS.iter().find(|e| e.name == name);
                experiment = Some(*found.ok_or_else(|| {
                    Failure::Usage(format!(
                        "unknown experiment {name:?}; there are {}",
                        names()
                    ))
                })?);
                continue;
            }
            other => return Err(other.unexpected().into()),
        };
        if ![
            "games",
            "seed",
            "threads",
            "nodes",
            "time",
            "records",
            "tournament",
            "out",
        ]
        .contains(&name.as_str())
        {
            return Err(lexopt::Arg::Long(&name).unexpected().into());
        }
        let text = parser.value()?;
        match name.as_str() {
            "games" => games = Some(arguments::positive("games", &text)?),
            "seed" => run.seed = arguments::value("seed", &text)?,
            "threads" => run.threads = arguments::threads("threads", &text)?,
            "nodes" => run.limits.nodes = Some(arguments::positive("nodes", &text)?),
            "time" => run.limits.turn = Some(arguments::seconds("time", &text)?),
            "records" => run.records.push(PathBuf::from(text)),
            "tournament" => run.tournament = Some(PathBuf::from(text)),
            _ => out = arguments::path("out", text)?,
        }
    }
    let Some(experiment) = experiment else {
        return Err(Failure::Usage(format!(
            "the name of an experiment is missing; there are {}",
            names()
        )));
    };
    run.games = games.unwrap_or(experiment.games.0);
    if run.limits == Limits::default() {
        run.limits.nodes = experiment.nodes;
    }
    Ok((experiment, run, out))
}

fn run(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let (experiment, run, out) = read_options(parser)?;
    // Before the work is done, not after it.
    make_folder(&out)?;
    let began = Instant::now();
    let report = (experiment.run)(&run)?;
    for (extension, text) in [("csv", &report.csv), ("svg", &report.svg)] {
        let path = out.join(format!("{}.{extension}", experiment.name));
        fs::write(&path, text).map_err(|e| Failure::Work(format!("{}: {e}", path.display())))?;
    }
    print(&format!(
        "{}\n{}, seed {}{}, {:.0} s; {}.csv and .svg are in {}\n",
        report.text,
        format_args!("{} {}", run.games, experiment.games.1),
        run.seed,
        run.limits_in_words(),
        began.elapsed().as_secs_f64(),
        experiment.name,
        out.display()
    ))?;
    Ok(true)
}

impl Run {
    /// As options, with a comma before.
    fn limits_in_words(&self) -> String {
        match (self.limits.nodes, self.limits.turn) {
            (_, Some(time)) => format!(", --time {}", time.as_secs_f64()),
            (Some(nodes), None) => format!(", --nodes {nodes}"),
            (None, None) => String::new(),
        }
    }
}
