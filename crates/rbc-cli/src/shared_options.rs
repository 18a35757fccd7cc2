//! Options that several commands share, in groups that a command flattens into its own.

use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use clap::Args;
use rayon::ThreadPool;
use rbc_belief::{Players, players::PlayersError};
use rbc_rules::GameSetup;
use serde_json::Value;

use crate::{
    Failure,
    dataset_split::{Split, read_split},
    decisions::{self, Following},
    durable_files::make_folder,
    engine_processes::{EngineShelf, find_engine},
    option_values::{positive, seconds, set_cap, threads, whole},
    players::{Roster, temperature},
    record_files,
    set_sizes::{self, SetSizes},
    shard_file::{Header, Shard},
    sharding::{MergedShards, ShardWork, Work, hash_of_file},
    terminal::{print, print_json, shown},
    timed_game::Limits,
    workers::default_threads,
};

/// `--seed`.
#[derive(Args, Clone, Copy, Debug)]
pub struct SeedOption {
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>)]
    pub seed: u64,
}

/// `--threads` of a command that plays games side by side.
#[derive(Args, Clone, Copy, Debug)]
pub struct WorkerOption {
    /// Games to play at a time [default: number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

impl WorkerOption {
    /// Returns the number of games at a time.
    pub fn count(self) -> usize {
        self.threads.unwrap_or_else(default_threads)
    }
}

/// `--threads` of a command that does one thing at a time.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct PoolOption {
    /// Threads [default: RAYON_NUM_THREADS, or the number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

impl PoolOption {
    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// If they cannot be started.
    pub fn pool(self) -> Result<ThreadPool, Failure> {
        // 0 is rayon's own default.
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or(0))
            .build()
            .map_err(|e| Failure::Work(format!("cannot start threads: {e}")))
    }
}

/// Limits of the players.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitOptions {
    /// Nodes to search for each decision
    ///
    /// The default is as many as the time allows or, without a time, the player's own number.
    #[arg(long, value_name = "N", value_parser = positive::<u64>)]
    pub nodes: Option<u64>,

    /// Seconds for each turn
    ///
    /// At most a third goes to the sense, the rest to the move. A player that is sure, or has searched
    /// --nodes, stops earlier. In matches and tournaments, a turn that takes longer counts as an overrun; it
    /// does not lose the game.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, verbatim_doc_comment)]
    pub time: Option<Duration>,
}

impl LimitOptions {
    /// Returns the limits of a game.
    pub fn limits(self) -> Limits {
        Limits {
            nodes: self.nodes,
            turn: self.time,
            decision: None,
        }
    }
}

/// Default number of plies without a pawn move or capture that ends a game.
pub const MOVE_LIMIT: u32 = 100;

/// How games are played, and what is counted after them.
#[derive(Args, Clone, Copy, Debug)]
pub struct GameOptions {
    #[command(flatten)]
    seed: SeedOption,

    #[command(flatten)]
    workers: WorkerOption,

    /// End a game after N plies without a pawn move or capture
    #[arg(long, value_name = "N", default_value_t = MOVE_LIMIT, value_parser = positive::<u32>)]
    move_limit: u32,

    /// End a game after N full turns [default: no limit]
    #[arg(long, value_name = "N", value_parser = positive::<u32>)]
    turn_limit: Option<u32>,

    /// Do not count possible boards
    #[arg(long)]
    no_sets: bool,

    /// Boards above which set sizes are estimated
    #[arg(long, value_name = "BOARDS", default_value_t = set_sizes::DEFAULT_CAP, value_parser = set_cap)]
    pub cap: usize,
}

impl GameOptions {
    /// Returns the seed of the random numbers.
    pub fn seed(&self) -> u64 {
        self.seed.seed
    }

    /// Returns the number of games at a time.
    pub fn workers(&self) -> usize {
        self.workers.count()
    }

    /// Returns the rules by which a game begins and ends.
    pub fn setup(&self) -> GameSetup {
        GameSetup {
            move_limit: Some(self.move_limit),
            turn_limit: self.turn_limit,
            ..GameSetup::default()
        }
    }

    /// Returns how set sizes are counted, if they are.
    pub fn sets(&self) -> Option<SetSizes> {
        (!self.no_sets).then_some(SetSizes {
            cap: self.cap,
            with_hsuc: false,
            to_the_end: false,
        })
    }
}

/// The network that players ask.
#[derive(Args, Clone, Debug)]
pub struct NetworkOptions {
    /// Network of the player siamese, as made by training/export.py
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// Temperature of the network's weights [default: 1]
    ///
    /// Near 0 only the likeliest board counts; high temperatures approach uniform weights. The network is
    /// trained at 1. The player siamese@5 has temperature 5, whatever is given here.
    #[arg(long, value_name = "T", value_parser = temperature, verbatim_doc_comment)]
    temperature: Option<f64>,

    /// Players that the player outpost may take its opponent for, as made by 'outpost fit-moves --players'
    #[arg(long, value_name = "FILE")]
    players: Option<PathBuf>,
}

impl NetworkOptions {
    /// Loads the network, if one is given.
    ///
    /// # Errors
    ///
    /// If it cannot be loaded.
    pub fn roster(&self) -> Result<Roster, Failure> {
        let roster = Roster::new(self.model.as_deref(), self.temperature)?;
        Ok(match self.players.as_deref() {
            None => roster,
            Some(path) => roster.with_opponents(read_players(path)?, hash_of_file(Some(path))?),
        })
    }
}

/// Reads a list of players.
///
/// # Errors
///
/// If the file cannot be read, or is no list of players.
pub fn read_players(path: &Path) -> Result<Players, Failure> {
    let text = record_files::read_text(path)?;
    text.parse().map_err(|e: PlayersError| Failure::at(path, e))
}

/// `--uci`.
#[derive(Args, Clone, Debug)]
pub struct EngineOption {
    /// Chess engine to ask: a UCI program, or "stockfish"
    ///
    /// "stockfish" is the program that STOCKFISH_EXECUTABLE names, or the one that is installed.
    #[arg(long, value_name = "PATH")]
    uci: Option<OsString>,
}

impl EngineOption {
    /// Returns whether an engine is given.
    pub fn is_given(&self) -> bool {
        self.uci.is_some()
    }

    /// Finds the engine's program.
    ///
    /// # Errors
    ///
    /// If there is no such program.
    pub fn program(&self) -> Result<Option<PathBuf>, Failure> {
        let find = |name: &OsString| find_engine("uci", name);
        self.uci.as_ref().map(find).transpose()
    }

    /// Starts the engine.
    ///
    /// # Errors
    ///
    /// If the program is not an engine.
    pub fn shelf(&self) -> Result<Option<EngineShelf>, Failure> {
        self.program()?.map(EngineShelf::new).transpose()
    }
}

/// Recorded games to read.
#[derive(Args, Clone, Debug)]
pub struct RecordOptions {
    /// Game records, and folders of them
    ///
    /// A record is a reconchess GameHistory in JSON. A file has one record, or one per line, gzipped or
    /// not. Of a folder every .json, .jsonl and .gz file is read.
    #[arg(value_name = "FILE|DIR", required = true, verbatim_doc_comment)]
    pub paths: Vec<PathBuf>,
}

/// Decisions of recorded games to use.
#[derive(Args, Clone, Debug)]
pub struct DecisionOptions {
    #[command(flatten)]
    pub records: RecordOptions,

    /// Decisions to take from each game, chosen at random [default: all]
    #[arg(long, value_name = "N", value_parser = positive::<usize>)]
    pub decisions: Option<usize>,

    /// CSV file that puts games into parts: a line "id,part" for each game
    ///
    /// The ids are those of games.csv, which 'outpost dataset' writes. Games that it does not name are
    /// left out.
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    split: Option<PathBuf>,

    /// Boards above which an information set is a sample
    #[arg(long, value_name = "BOARDS", default_value_t = decisions::DEFAULT_CAP, value_parser = set_cap)]
    cap: usize,

    #[command(flatten)]
    seed: SeedOption,
}

impl DecisionOptions {
    /// Reads the part of each game, if a split is given.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn split(&self) -> Result<Option<Split>, Failure> {
        self.split.as_deref().map(read_split).transpose()
    }

    /// Returns the hash of the split's file; null without one.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn hash_of_split(&self) -> Result<Value, Failure> {
        hash_of_file(self.split.as_deref())
    }

    /// Returns whether a split is given.
    pub fn is_split(&self) -> bool {
        self.split.is_some()
    }

    /// Returns how far sets are followed.
    pub fn following(&self) -> Following {
        Following::with_cap(self.cap)
    }

    /// Returns the seed of the random numbers.
    pub fn seed(&self) -> u64 {
        self.seed.seed
    }
}

/// `--shard` and `--into` of a command whose work can be split over machines.
#[derive(Args, Clone, Debug)]
pub struct ShardOptions {
    /// Do the I-th of N equal shares of the work, for 'outpost merge'
    ///
    /// Give the same command line to every machine, apart from this, --into and --threads. What is found is kept
    /// in DIR/I-of-N.jsonl, and nothing else is written. To continue an interrupted shard, give its command again.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, requires = "into", verbatim_doc_comment)]
    shard: Option<Shard>,

    /// Folder for the file of --shard, created if it does not exist
    #[arg(long, value_name = "DIR", requires = "shard")]
    into: Option<PathBuf>,

    /// The shards that did the work, in 'outpost merge'.
    #[arg(skip)]
    merged: Option<Arc<MergedShards>>,
}

/// Options that may differ between shards of the same work.
const OF_ONE_SHARD: [&str; 3] = ["--shard", "--into", "--threads"];

impl ShardOptions {
    /// Has the findings of these shards reported in place of new ones.
    pub fn merge(&mut self, shards: MergedShards) {
        self.merged = Some(Arc::new(shards));
    }

    /// Returns how the work is done. `inputs`, an object, is what decides its result besides the command line, such as
    /// hashes of the files that options name: shards that differ in it are refused.
    ///
    /// # Errors
    ///
    /// If the shard's file cannot be written or is of other work.
    pub fn work(&self, inputs: Value) -> Result<Work, Failure> {
        if let Some(merged) = &self.merged {
            merged.check_inputs(&inputs)?;
            return Ok(Work::Merge(Arc::clone(merged)));
        }
        let (Some(shard), Some(folder)) = (self.shard, &self.into) else {
            return Ok(Work::Whole(Instant::now()));
        };
        if folder.exists() && !folder.is_dir() {
            return Err(Failure::Work(format!(
                "{}: is not a folder; give another --into",
                shown(folder)
            )));
        }
        make_folder(folder)?;
        let words: Vec<OsString> = env::args_os().collect();
        check_apart(&words, folder, "--into")?;
        let header = Header {
            outpost: env!("CARGO_PKG_VERSION").to_owned(),
            shard,
            command: command_of_shards(words.into_iter().skip(1))?,
            inputs,
        };
        Ok(Work::Shard(Box::new(ShardWork::new(folder, &header)?)))
    }
}

/// Checks that a command line writes no result into `folder`, which has shards: `outpost merge` would take it for one.
///
/// # Errors
///
/// If it does. The message advises to change `option`.
pub fn check_apart(line: &[OsString], folder: &Path, option: &str) -> Result<(), Failure> {
    // The folder of a file without one is the present one.
    let real = |path: &Path| match path.as_os_str().is_empty() {
        true => fs::canonicalize("."),
        false => fs::canonicalize(path),
    };
    let value = |name: &str| {
        let with_value = format!("{name}=");
        let options = line.iter().take_while(|word| *word != "--");
        let mut value = None;
        let mut is_next = false;
        for word in options {
            let text = word.to_str();
            if is_next {
                value = Some(word.as_os_str());
            } else if let Some(of) = text.and_then(|text| text.strip_prefix(&with_value)) {
                value = Some(OsStr::new(of));
            }
            is_next = !is_next && text == Some(name);
        }
        value.map(Path::new)
    };
    let out = value("--out");
    let record = value("--record").map(|file| file.parent().unwrap_or(file));
    for written in [out, record].into_iter().flatten() {
        if let (Ok(written), Ok(shards)) = (real(written), real(folder))
            && written == shards
        {
            return Err(Failure::Work(format!(
                "{}: is the folder of the shards, and the result needs another; give another {option}",
                shown(folder)
            )));
        }
    }
    Ok(())
}

/// Returns the words of a command line that all shards have.
fn command_of_shards(words: impl Iterator<Item = OsString>) -> Result<Vec<String>, Failure> {
    let mut kept = Vec::new();
    let mut words = words;
    let mut is_option = true;
    while let Some(word) = words.next() {
        let word = word.into_string().map_err(|word| {
            Failure::Usage(format!(
                "{}: with --shard the command line must be UTF-8",
                shown(word.as_ref())
            ))
        })?;
        is_option &= word != "--";
        let name = word.split('=').next().unwrap_or_default();
        if !is_option || !OF_ONE_SHARD.contains(&name) {
            kept.push(word);
        } else if !word.contains('=') {
            words.next();
        }
    }
    Ok(kept)
}

/// `--json`.
#[derive(Args, Clone, Copy, Debug)]
pub struct OutputOption {
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl OutputOption {
    /// Prints the result as text or JSON.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn print(
        self,
        text: impl FnOnce() -> String,
        json: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        if self.json {
            print_json(&(json() + "\n"))
        } else {
            print(&text())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_have_the_words_that_are_the_same_for_all() {
        let line =
            "match --threads 2 --shard=1/2 --games 4 --into x --white hsuc --threads=3 --seed=2";
        let kept = command_of_shards(line.split(' ').map(OsString::from)).expect("UTF-8");
        assert_eq!(kept.join(" "), "match --games 4 --white hsuc --seed=2");
        // After `--` there are no options.
        let line = "verify --shard 1/2 --into x -- --threads a";
        let kept = command_of_shards(line.split(' ').map(OsString::from)).expect("UTF-8");
        assert_eq!(kept.join(" "), "verify -- --threads a");
    }

    #[test]
    fn every_unit_is_of_one_shard() {
        for of in 1..6_u64 {
            let shards = (1..=of).map(|number| Shard { number, of });
            let shards: Vec<Shard> = shards.collect();
            for unit in (0..7).flat_map(|part| (0..12).map(move |number| [part, number])) {
                let owners = shards.iter().filter(|shard| shard.has(unit));
                assert_eq!(owners.count(), 1, "{unit:?} of {of}");
            }
            // Parts of one unit are spread, too.
            let owner = |part| shards.iter().position(|shard| shard.has([part, 0]));
            assert!((0..of).all(|part| owner(part) == Some(part as usize)));
        }
        for text in ["0/2", "3/2", "1", "1/0", "/", "1/2/3", "-1/2", "1/x", ""] {
            assert!(Shard::parse(text).is_err(), "{text}");
        }
        assert_eq!(Shard::parse("2/2"), Ok(Shard { number: 2, of: 2 }));
    }
}
