//! `outpost merge`: joins the shards of a command's work.

use std::{ffi::OsString, fs, path::PathBuf};

use clap::Args;

use crate::{Failure, sharding::MergedShards, shared_options::check_apart};

/// Join the shards that a command with --shard made
///
/// Reports what the command without --shard would have reported, and writes the same files. Files that
/// the command's options name, such as a network, must be there, with the same content. Recorded games need
/// not be, except for experiments. Paths of the command are taken from the present folder.
///
/// Refuses shards that are missing, doubled or not finished, or made by another version of this program,
/// by another command line, or from other files.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Options {
    /// Files of shards, or folders of them
    #[arg(value_name = "FILE|DIR", required = true)]
    shards: Vec<PathBuf>,

    /// Folder for the result, in place of the command's --out
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print the result as one JSON object, as the command's --json
    #[arg(long)]
    json: bool,
}

impl Options {
    /// Opens the shards. Returns them with the command line that reports them.
    ///
    /// # Errors
    ///
    /// As for [`MergedShards::open`].
    pub fn open(&self) -> Result<(Vec<OsString>, MergedShards), Failure> {
        let mut files = Vec::new();
        for path in &self.shards {
            let failure = |e| Failure::at(path, e);
            if !fs::metadata(path).map_err(failure)?.is_dir() {
                files.push(path.clone());
                continue;
            }
            let before = files.len();
            for entry in fs::read_dir(path).map_err(failure)? {
                let file = entry.map_err(failure)?.path();
                files.extend(
                    file.extension()
                        .is_some_and(|e| e == "jsonl")
                        .then_some(file),
                );
            }
            if files.len() == before {
                return Err(Failure::at(path, "no shards there"));
            }
        }
        files.sort();
        let shards = MergedShards::open(&files)?;
        let mut line = vec![OsString::from("outpost")];
        line.extend(shards.command().iter().map(OsString::from));
        let mut more = Vec::new();
        if let Some(out) = &self.out {
            more.extend([OsString::from("--out"), out.into()]);
        }
        if self.json {
            more.push("--json".into());
        }
        // Behind the command's own options, which they replace, but before a `--`, after which there are no options.
        let end = line.iter().position(|word| word == "--");
        let end = end.unwrap_or(line.len());
        line.splice(end..end, more);
        for file in &files {
            check_apart(&line, file.parent().unwrap_or(file), "--out")?;
        }
        Ok((line, shards))
    }
}
