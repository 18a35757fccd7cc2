//! `outpost experiment`: measures figures of papers again.

mod belief_generation;
mod definition;
mod estimates;
mod grid_vs_set;
mod hsuc_decay;
mod hsuc_growth;
mod hsuc_stability;
mod rating;
mod sense_sizes;
mod uncertainty_rank;

use std::path::{Path, PathBuf};

use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use serde_json::json;

use self::definition::{Experiment, Report, Run};
use crate::{
    Failure,
    durable_files::{PartFile, lock_folder, make_folder},
    option_values::positive,
    shared_options::{LimitOptions, SeedOption, ShardOptions, WorkerOption},
    terminal::{print, shown},
    timed_game::Limits,
};

const EXPERIMENTS: &[Experiment] = &[
    hsuc_growth::EXPERIMENT,
    hsuc_decay::EXPERIMENT,
    hsuc_stability::EXPERIMENT,
    uncertainty_rank::EXPERIMENT,
    grid_vs_set::EXPERIMENT,
    belief_generation::EXPERIMENT,
    rating::EXPERIMENT,
];

/// Measure figures of papers again, as tables and charts
///
/// Writes NAME.csv and NAME.svg, and prints a table with 95 % intervals. With --nodes, or without limits,
/// the same seed gives the same files, whatever --threads is; with --time, only about the same.
/// docs/experiments.md compares the figures with those of the papers.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Options {
    /// The experiment
    #[arg(value_name = "NAME", value_parser = experiment())]
    experiment: Experiment,

    /// Number of games [default: the experiment's]
    #[arg(long, value_name = "N", value_parser = positive::<u64>)]
    games: Option<u64>,

    #[command(flatten)]
    seed: SeedOption,

    #[command(flatten)]
    workers: WorkerOption,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    pub shards: ShardOptions,

    /// Recorded games, a file or folder; may be given again
    #[arg(long, value_name = "FILE|DIR")]
    records: Vec<PathBuf>,

    /// Folder of an 'outpost tournament'
    #[arg(long, value_name = "DIR")]
    tournament: Option<PathBuf>,

    /// Folder for the files, created if it does not exist
    #[arg(long, value_name = "DIR", default_value = "experiments")]
    out: PathBuf,
}

/// Reads the name of an experiment.
fn experiment() -> impl TypedValueParser<Value = Experiment> {
    let about = |experiment: &Experiment| {
        let (games, of_what) = experiment.games;
        let nodes = experiment.nodes.map(|nodes| format!(", --nodes {nodes}"));
        let nodes = nodes.unwrap_or_default();
        format!("{} (default: {games} {of_what}{nodes})", experiment.summary)
    };
    let value =
        |experiment: &Experiment| PossibleValue::new(experiment.name).help(about(experiment));
    let names: Vec<PossibleValue> = EXPERIMENTS.iter().map(value).collect();
    PossibleValuesParser::new(names).try_map(|name| {
        let found = EXPERIMENTS.iter().find(|e| e.name == name);
        found.copied().ok_or("no such experiment")
    })
}

/// Runs the experiment.
///
/// # Errors
///
/// If it lacks records or limits, or its files cannot be written.
pub fn run(options: Options) -> Result<bool, Failure> {
    let Options {
        experiment, out, ..
    } = options;
    let mut limits = options.limits.limits();
    if limits == Limits::default() {
        limits.nodes = experiment.nodes;
    }
    let run = Run {
        games: options.games.unwrap_or(experiment.games.0),
        seed: options.seed.seed,
        workers: options.workers.count(),
        limits,
        records: options.records,
        tournament: options.tournament,
        work: options.shards.work(json!({}))?,
    };
    // Before the work, so that a wrong folder fails early.
    if !run.work.is_shard() {
        make_folder(&out)?;
    }
    let Some(report) = (experiment.run)(&run)? else {
        return run.work.finish_shard();
    };
    write_report(&report, &out, experiment.name)?;
    print(&format!(
        "{}\n{}, seed {}{}, {:.0} s; {}.csv and .svg are in {}\n",
        report.text,
        format_args!("{} {}", run.games, experiment.games.1),
        run.seed,
        run.limits_in_words(),
        run.work.seconds(),
        experiment.name,
        shown(&out)
    ))?;
    Ok(true)
}

/// Writes the two files of a report, which match even if two runs write at the same time.
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
