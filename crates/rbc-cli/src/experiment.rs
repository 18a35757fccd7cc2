//! `outpost experiment`: figures that papers published, measured here.

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use crate::{
    Command, Failure, arguments,
    durable_files::{PartFile, lock_folder},
    experiments::{self, Report},
    playing::{self, Limits},
    terminal::{print, shown},
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
            "records" => run.records.push(arguments::path("records", text)?),
            "tournament" => run.tournament = Some(arguments::path("tournament", text)?),
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
    write_report(&report, &out, experiment.name)?;
    print(&format!(
        "{}\n{}, seed {}{}, {:.0} s; {}.csv and .svg are in {}\n",
        report.text,
        format_args!("{} {}", run.games, experiment.games.1),
        run.seed,
        run.limits_in_words(),
        began.elapsed().as_secs_f64(),
        experiment.name,
        shown(&out)
    ))?;
    Ok(true)
}

/// Writes the two files of a report; they are of the same run, also where two runs write at the same time.
fn write_report(report: &Report, out: &Path, name: &str) -> Result<(), Failure> {
    let _lock = lock_folder(out);
    let mut files = Vec::new();
    for (extension, text) in [("csv", &report.csv), ("svg", &report.svg)] {
        let mut file = PartFile::create(&out.join(format!("{name}.{extension}")))?;
        file.write(text.as_bytes())?;
        files.push(file);
    }
    files.into_iter().try_for_each(PartFile::finish)
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

#[cfg(test)]
mod tests {
    use std::{fs, thread};

    use super::*;

    #[test]
    fn table_and_chart_are_of_one_run_however_many_end_at_once() {
        let name = format!("outpost-experiment-{}", std::process::id());
        let out = std::env::temp_dir().join(name);
        make_folder(&out).expect("a folder");
        thread::scope(|scope| {
            for run in 0..4 {
                let out = &out;
                scope.spawn(move || {
                    for report in 0..10 {
                        let text = format!("{run} {report}").repeat(1 << 12);
                        let report = Report {
                            csv: text.clone(),
                            svg: text,
                            text: String::new(),
                        };
                        write_report(&report, out, "x").expect("written");
                        let _lock = lock_folder(out);
                        let read = ["x.csv", "x.svg"].map(|name| fs::read(out.join(name)));
                        let [csv, svg] = read.map(|file| file.expect("there"));
                        assert!(csv == svg);
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(&out).expect("there").count(), 2);
        fs::remove_dir_all(&out).expect("removed");
    }
}
