//! Work of a command that can be split over machines: all of it, one shard of it, or the joined shards.
//!
//! A command does its work through [`Work`], in units: games to play, or records to look at. Without `--shard` the units
//! are done and reported at once. With it those of the shard are done and kept in a [file](crate::shard_file), and
//! nothing is reported. `outpost merge` runs the same command with the kept findings, so that its report cannot differ.

use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use rayon::prelude::*;
use rbc_random::hash::fnv1a;
use rbc_rules::GameHistory;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    Failure,
    record_files::{self, Batch, FileFindings},
    shard_file::{End, FinishedShard, Header, Part, Shard, ShardFile, Unit, check_same_inputs},
    terminal::{print, printable, shown, tell},
    workers,
};

/// How a command does its work.
pub enum Work {
    /// All of it.
    Whole(Instant),
    /// One shard of it.
    Shard(Box<ShardWork>),
    /// None of it: shards did it.
    Merge(Arc<MergedShards>),
}

/// The work at a shard.
pub struct ShardWork {
    shard: Shard,
    file: ShardFile,
    parts: Mutex<Vec<Part>>,
    began: Instant,
}

impl ShardWork {
    /// Continues or begins a shard.
    ///
    /// # Errors
    ///
    /// As for [`ShardFile::open`].
    pub fn new(folder: &Path, header: &Header) -> Result<ShardWork, Failure> {
        Ok(ShardWork {
            shard: header.shard,
            file: ShardFile::open(folder, header)?,
            parts: Mutex::default(),
            began: Instant::now(),
        })
    }

    /// Adds parts of the work, and returns the number of the first.
    fn add_parts(&self, more: impl IntoIterator<Item = Part>) -> u64 {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let first = parts.len() as u64;
        parts.extend(more);
        first
    }

    fn is_to_do(&self, unit: Unit) -> bool {
        self.shard.has(unit) && !self.file.has(unit)
    }

    /// Looks at the shard's records of `files`, up to `lines` of a file at a time.
    fn look<T: Serialize + Send>(
        &self,
        files: &[PathBuf],
        lines: usize,
        look: impl Fn(&GameHistory, &str) -> T + Sync,
    ) -> Result<(), Failure> {
        if self.file.is_ended() {
            return Ok(());
        }
        let look_at_file = |(part, file): (usize, &PathBuf)| -> Result<Part, Failure> {
            let unit = |record: usize| [part as u64, record as u64];
            let bytes = record_files::read(file);
            let mut of_file = Part {
                name: shown(file),
                hash: bytes.as_ref().ok().map(|bytes| hash(bytes)),
                ..Part::default()
            };
            let mut add = |batch: Batch<Result<(), Failure>>| {
                of_file.units = batch.first as u64;
                for found in batch.records {
                    let unit = [part as u64, of_file.units];
                    of_file.units += 1;
                    match found {
                        Ok(kept) => kept?,
                        Err(reason) if self.is_to_do(unit) => {
                            self.file.add(unit, &Err::<T, _>(reason))?;
                        }
                        Err(_) => {}
                    }
                }
                Ok::<_, Failure>(())
            };
            let keep = |record: usize, game: &GameHistory, place: &str| {
                let unit = unit(record);
                if self.is_to_do(unit) {
                    self.file.add(unit, &Ok::<_, String>(look(game, place)))?;
                }
                Ok(())
            };
            let given_up =
                record_files::look_at_content(&shown(file), bytes, lines, &keep, &mut add)?;
            Ok(Part {
                given_up,
                ..of_file
            })
        };
        let parts: Vec<Result<Part, Failure>> =
            files.par_iter().enumerate().map(look_at_file).collect();
        self.add_parts(parts.into_iter().collect::<Result<Vec<_>, _>>()?);
        Ok(())
    }
}

fn hash(content: &[u8]) -> String {
    format!("{:016x}", fnv1a(content))
}

/// Returns the hash of a file that an option names, for the inputs of a shard; null without one.
///
/// # Errors
///
/// If it cannot be read.
pub fn hash_of_file(path: Option<&Path>) -> Result<Value, Failure> {
    let Some(path) = path else {
        return Ok(Value::Null);
    };
    let content = record_files::read(path).map_err(|e| Failure::at(path, e))?;
    Ok(hash(&content).into())
}

/// All shards of some work.
#[derive(Debug)]
pub struct MergedShards {
    /// In order.
    shards: Vec<FinishedShard>,
    /// Parts that were asked for.
    asked: AtomicUsize,
}

impl MergedShards {
    /// Opens the files of shards.
    ///
    /// # Errors
    ///
    /// If they are not all shards of one work, each once.
    pub fn open(files: &[PathBuf]) -> Result<MergedShards, Failure> {
        let mut shards = files
            .iter()
            .map(|file| FinishedShard::open(file))
            .collect::<Result<Vec<_>, _>>()?;
        shards.sort_by_key(|shard| shard.header.shard.number);
        let Some(first) = shards.first() else {
            return Err(Failure::Work("there are no shards".to_owned()));
        };
        for other in &shards[1..] {
            let refuse = |why: String| {
                Failure::Work(format!(
                    "{} and {} are not of the same work: in the first, {why}",
                    other.place(),
                    first.place()
                ))
            };
            other
                .header
                .check_same_work(&first.header)
                .map_err(refuse)?;
            let parts = [&other.end.parts, &first.end.parts];
            if parts[0] != parts[1] {
                let differs = |(a, b): &(&Part, &Part)| a != b;
                let pair = parts[0].iter().zip(parts[1]).find(differs);
                let named = pair.filter(|(part, _)| !part.name.is_empty());
                let what = named.map_or_else(
                    || "there are other games".to_owned(),
                    |(part, _)| format!("{} has other content", part.name),
                );
                return Err(refuse(what));
            }
        }
        for pair in shards.windows(2) {
            if pair[0].header.shard == pair[1].header.shard {
                return Err(Failure::Work(format!(
                    "{} and {} are both shard {}",
                    pair[0].place(),
                    pair[1].place(),
                    pair[0].header.shard
                )));
            }
        }
        let [made, this] = [first.header.outpost.as_str(), env!("CARGO_PKG_VERSION")];
        if made != this {
            return Err(Failure::Work(format!(
                "{}: made by outpost {}, and this is outpost {this}; merge shards with the version that made them",
                first.place(),
                printable(made)
            )));
        }
        let of = first.header.shard.of;
        if shards.len() as u64 != of {
            let is_there = |number: &u64| shards.iter().any(|s| s.header.shard.number == *number);
            let missing = (1..=of).filter(|number| !is_there(number));
            let mut named: Vec<String> = missing.take(20).map(|n| format!("{n}/{of}")).collect();
            let unnamed = of - shards.len() as u64 - named.len() as u64;
            if unnamed > 0 {
                named.push(format!("and {unnamed} more"));
            }
            return Err(Failure::Work(format!(
                "shards are missing: {}",
                named.join(", ")
            )));
        }
        Ok(MergedShards {
            shards,
            asked: AtomicUsize::new(0),
        })
    }

    /// Returns the command line of the shards.
    pub fn command(&self) -> &[String] {
        &self.shards[0].header.command
    }

    /// Checks that the files that options name are those that the shards were made with.
    ///
    /// # Errors
    ///
    /// What differs.
    pub fn check_inputs(&self, inputs: &Value) -> Result<(), Failure> {
        check_same_inputs(inputs, &self.shards[0].header.inputs).map_err(|why| {
            Failure::Work(format!(
                "{}: made from other files than those here: {why}",
                self.shards[0].place()
            ))
        })
    }

    fn parts(&self) -> &[Part] {
        &self.shards[0].end.parts
    }

    /// Returns the number of the next part, which must be this one.
    fn next_part(&self, expected: &Part) -> Result<u64, Failure> {
        let part = self.asked.fetch_add(1, Ordering::Relaxed);
        if self.parts().get(part) == Some(expected) {
            return Ok(part as u64);
        }
        Err(Failure::Work(format!(
            "{}: the shards are of other games than those here",
            self.shards[0].place()
        )))
    }

    fn read<T: DeserializeOwned>(&self, unit: Unit) -> Result<T, Failure> {
        let owner = self.shards.iter().find(|s| s.header.shard.has(unit));
        let owner = owner.ok_or_else(|| Failure::Work(format!("unit {unit:?} is missing")))?;
        owner.read(unit)
    }
}

impl Work {
    /// Returns whether only a shard is done, so that nothing is to be reported.
    pub const fn is_shard(&self) -> bool {
        matches!(self, Work::Shard(_))
    }

    /// Returns how many of `total` units this work has, for a progress bar.
    pub fn share_of(&self, total: u64) -> Option<usize> {
        let own = match self {
            Work::Whole(_) | Work::Merge(_) => total,
            Work::Shard(work) => total.div_ceil(work.shard.of),
        };
        usize::try_from(own).ok()
    }

    /// Returns how many units of the shard earlier runs finished.
    pub fn earlier(&self) -> usize {
        match self {
            Work::Whole(_) | Work::Merge(_) => 0,
            Work::Shard(work) => work.file.earlier(),
        }
    }

    /// Returns the seconds of the work so far; of merged shards, the sum of theirs.
    pub fn seconds(&self) -> f64 {
        match self {
            Work::Whole(began) => began.elapsed().as_secs_f64(),
            Work::Shard(work) => work.began.elapsed().as_secs_f64(),
            Work::Merge(merged) => merged.shards.iter().map(|shard| shard.end.seconds).sum(),
        }
    }

    /// Runs `work` for every job on `threads` workers and hands the results to `take` in the order of the jobs, as
    /// [`workers::in_order`]; those before `jobs` are done already. False if it was a shard, of which `take` gets nothing.
    ///
    /// # Errors
    ///
    /// The first error, after which no job is started.
    pub fn play<T: Serialize + DeserializeOwned + Send>(
        &self,
        jobs: Range<u64>,
        threads: usize,
        work: impl Fn(u64) -> Result<T, Failure> + Sync,
        mut take: impl FnMut(u64, T) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        let part = Part {
            units: jobs.end,
            ..Part::default()
        };
        match self {
            Work::Whole(_) => {
                workers::in_order(jobs, threads, work, |job, done| take(job, done?))?;
            }
            Work::Shard(_) if jobs.is_empty() => {}
            Work::Shard(shard) => {
                let part = shard.add_parts([part]);
                if shard.file.is_ended() {
                    return Ok(false);
                }
                let (first, of) = (shard.shard.first(part), shard.shard.of);
                let own = jobs.end.saturating_sub(first).div_ceil(of);
                let job = |i: u64| first + i * of;
                // Each is kept as soon as it is done, whatever is not: an interrupted run loses no more than it must.
                let work = |i| match [part, job(i)] {
                    unit if shard.file.has(unit) => Ok(()),
                    unit => shard.file.add(unit, &work(job(i))?),
                };
                workers::in_order(0..own, threads, work, |_, done| done)?;
            }
            Work::Merge(merged) => {
                let part = merged.next_part(&part)?;
                for job in jobs {
                    take(job, merged.read([part, job])?)?;
                }
            }
        }
        Ok(!self.is_shard())
    }

    /// Reads the records that `paths` name and hands each game to `look`, as [`record_files::look_at_games`]. `None` if it
    /// was a shard.
    ///
    /// # Errors
    ///
    /// If a path cannot be read, or the shard's file cannot be written.
    pub fn look<T: Serialize + DeserializeOwned + Send>(
        &self,
        paths: &[PathBuf],
        look: impl Fn(&GameHistory, &str) -> T + Sync,
    ) -> Result<Option<Vec<FileFindings<T>>>, Failure> {
        match self {
            Work::Whole(_) => {
                let files = record_files::collect(paths)?;
                Ok(Some(record_files::look_at_games(&files, look)))
            }
            Work::Shard(shard) => {
                let files = record_files::collect(paths)?;
                shard.look(&files, record_files::ALL_AT_ONCE, look)?;
                Ok(None)
            }
            Work::Merge(merged) => {
                let of_file = |(number, part): (u64, &Part)| {
                    let records = (0..part.units).map(|record| merged.read([number, record]));
                    Ok(FileFindings {
                        name: part.name.clone(),
                        records: records.collect::<Result<_, Failure>>()?,
                        given_up: part.given_up.clone(),
                    })
                };
                let files = (0..).zip(merged.parts()).map(of_file);
                files.collect::<Result<_, _>>().map(Some)
            }
        }
    }

    /// Does the same as [`record_files::look_at_games_in_turn`]. `None` if it was a shard.
    ///
    /// # Errors
    ///
    /// If a path cannot be read, the shard's file cannot be written, or `take` fails.
    pub fn look_in_turn<T: Serialize + DeserializeOwned + Send>(
        &self,
        paths: &[PathBuf],
        look: impl Fn(&GameHistory, &str) -> T + Sync,
        mut take: impl FnMut(Vec<Result<T, String>>) -> Result<(), Failure>,
    ) -> Result<Option<Vec<String>>, Failure> {
        match self {
            Work::Whole(_) => {
                let files = record_files::collect(paths)?;
                record_files::look_at_games_in_turn(&files, look, take).map(Some)
            }
            Work::Shard(shard) => {
                let files = record_files::collect(paths)?;
                shard.look(&files, record_files::AT_A_TIME, look)?;
                Ok(None)
            }
            Work::Merge(merged) => {
                for (number, part) in (0..).zip(merged.parts()) {
                    for record in 0..part.units {
                        take(vec![merged.read([number, record])?])?;
                    }
                }
                let given_up = merged.parts().iter();
                Ok(Some(given_up.filter_map(|p| p.given_up.clone()).collect()))
            }
        }
    }

    /// Has shards with other `games` refused, where the games are read before the work.
    ///
    /// # Errors
    ///
    /// If they are merged, and of other games.
    pub fn is_about(&self, games: &[GameHistory]) -> Result<(), Failure> {
        let part = || {
            let text: String = games.iter().map(|game| game.to_json() + "\n").collect();
            Part {
                hash: Some(hash(text.as_bytes())),
                ..Part::default()
            }
        };
        match self {
            Work::Whole(_) => {}
            Work::Shard(work) => drop(work.add_parts([part()])),
            Work::Merge(merged) => drop(merged.next_part(&part())?),
        }
        Ok(())
    }

    /// Finishes a shard. Its file says where to merge it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn finish_shard(&self) -> Result<bool, Failure> {
        let Work::Shard(work) = self else {
            return Ok(true);
        };
        let shard = work.shard;
        let path = work.file.path();
        if work.file.is_ended() {
            tell(&format!("shard {shard} was finished before"));
        } else {
            let parts = work.parts.lock();
            work.file.end(End {
                parts: parts.unwrap_or_else(PoisonError::into_inner).clone(),
                seconds: self.seconds(),
            })?;
        }
        let folder = path.parent().unwrap_or(path);
        print(&format!(
            "shard {shard} is in {}; when all are there: outpost merge {}\n",
            shown(path),
            shown(folder)
        ))?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process, sync::mpsc};

    use serde_json::json;

    use super::*;

    #[test]
    fn units_are_kept_as_they_finish() {
        let folder = env::temp_dir().join(format!("outpost-sharding-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let header = Header {
            outpost: "1.2.3".to_owned(),
            shard: Shard { number: 1, of: 1 },
            command: vec!["match".to_owned()],
            inputs: json!({}),
        };
        let open = || ShardWork::new(&folder, &header).expect("opened");
        let work = Work::Shard(Box::new(open()));
        let (send, receive) = mpsc::channel();
        let receive = Mutex::new(receive);
        // The first game is not over before the fourth begins, and then fails.
        let play = |job: u64| match job {
            0 => {
                let receive = receive.lock().expect("one game waits");
                receive.recv().expect("the fourth begins");
                Err(Failure::Work("broken off".to_owned()))
            }
            _ => {
                if job == 3 {
                    send.send(()).expect("the first waits");
                }
                Ok(job)
            }
        };
        assert!(work.play(0..4, 2, play, |_, _| Ok(())).is_err());
        drop(work);
        let again = open();
        assert!(again.file.has([0, 1]) && again.file.has([0, 2]) && !again.file.has([0, 0]));
        fs::remove_dir_all(&folder).expect("removed");
    }
}
