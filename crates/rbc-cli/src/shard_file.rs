//! The files of shards: what was found in some units of a command's work, for `outpost merge`.
//!
//! A file is JSON lines:
//!
//! | line | content |
//! | --- | --- |
//! | first | `shard`: version, command and shard |
//! | then, in any order | `unit`: a unit's place and what was found, in base64 of [postcard], which keeps every bit of a number |
//! | last | `end`: how many units each part of the work has, in all shards |
//!
//! Each line is an array of the hash (FNV-1a, hexadecimal) of its content and the content, so that a changed byte is found.
//! A file without its last line is of a shard that is not finished, and that the same command continues.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    fs::{self, File},
    io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use rbc_random::hash::fnv1a;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    Failure,
    durable_files::{LineFiles, open_alone, sync},
    option_values::whole,
    terminal::{printable, shown},
};

/// The place of a unit of work: the part of the work, and its number there.
pub type Unit = [u64; 2];

/// One of several equal shares of a command's work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// Its number, from 1.
    pub number: u64,
    /// The number of shards.
    pub of: u64,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        Shard::parse(&text)
    }
}

impl Shard {
    /// Parses `I/N`.
    ///
    /// # Errors
    ///
    /// A text that says what is wrong.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let advice = "must be I/N, the I-th of N shards, as in 1/4";
        let (number, of) = text.split_once('/').ok_or(advice)?;
        let [number, of] = [number, of].map(whole::<u64>);
        match (number, of) {
            (Ok(number), Ok(of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err(advice.to_owned()),
        }
    }

    /// Returns the first number of a part's units that is this shard's; every [`Shard::of`]-th after it is, too.
    ///
    /// Shards take turns, so that units that take longer, such as later games of a file, are spread over them.
    pub const fn first(self, part: u64) -> u64 {
        (self.number - 1 + self.of - part % self.of) % self.of
    }

    /// Returns whether a unit is this shard's.
    pub const fn has(self, [part, number]: Unit) -> bool {
        number % self.of == self.first(part)
    }

    /// Returns the name of its file.
    fn file_name(self) -> String {
        format!("{}-of-{}.jsonl", self.number, self.of)
    }
}

/// What a shard's file says of the whole work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the program.
    pub outpost: String,
    /// The shard.
    pub shard: Shard,
    /// The command line, without what differs between shards.
    pub command: Vec<String>,
    /// What else decides the result, such as hashes of files that options name.
    pub inputs: Value,
}

impl Header {
    /// Checks that `other`, of another file or run, is of the same work. The shards may differ.
    ///
    /// # Errors
    ///
    /// What differs: "seed is 2 and not 1".
    pub fn check_same_work(&self, other: &Header) -> Result<(), String> {
        let differs = |name: &str, is: &dyn fmt::Display, not: &dyn fmt::Display| {
            Err(format!("{} is {is} and not {not}", printable(name)))
        };
        if self.outpost != other.outpost {
            return differs("the version of outpost", &self.outpost, &other.outpost);
        }
        check_same_inputs(&self.inputs, &other.inputs)?;
        if self.shard.of != other.shard.of {
            return differs("the number of shards", &self.shard.of, &other.shard.of);
        }
        let (own, others) = (&self.command, &other.command);
        let length = own.len().max(others.len());
        let is_reordered = {
            let [mut own, mut others] = [own.clone(), others.clone()];
            own.sort_unstable();
            others.sort_unstable();
            own == others
        };
        match (0..length).find(|i| own.get(*i) != others.get(*i)) {
            None => Ok(()),
            Some(_) if is_reordered => {
                let [own, others] = [own, others].map(|command| printable(&command.join(" ")));
                Err(format!(
                    "the same options are in another order: '{own}' and not '{others}'"
                ))
            }
            Some(at) => {
                // With the word before, which may be the option.
                let words = |command: &[String]| {
                    let from = at.saturating_sub(1);
                    let words = command.get(from..command.len().min(at + 1));
                    printable(&words.unwrap_or_default().join(" "))
                };
                let [is, not] = [own, others].map(|command| format!("'{}'", words(command)));
                differs("the command line", &is, &not)
            }
        }
    }
}

/// Checks that two objects of inputs are the same.
///
/// # Errors
///
/// What differs.
pub fn check_same_inputs(inputs: &Value, others: &Value) -> Result<(), String> {
    let names = |inputs: &Value| -> Vec<String> {
        let names = inputs.as_object().map(|object| object.keys().cloned());
        names.into_iter().flatten().collect()
    };
    for name in names(inputs).into_iter().chain(names(others)) {
        let (is, not) = (&inputs[&name], &others[&name]);
        if is != not {
            let name = printable(&name);
            return Err(format!("{name} is {is} and not {not}"));
        }
    }
    Ok(())
}

/// One part of the work, such as the games of a pairing or the records of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Part {
    /// Its name in messages, if it has one.
    pub name: String,
    /// Its units, in all shards.
    pub units: u64,
    /// Hash of the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Why the rest of a file was not read, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_up: Option<String>,
}

/// The end of a shard's file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct End {
    /// The parts of the work, the same in each shard.
    pub parts: Vec<Part>,
    /// Seconds of the run that finished the shard.
    pub seconds: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Shard(Header),
    Unit { at: Unit, found: String },
    End(End),
}

/// What was read of a file.
#[derive(Default)]
struct Lines {
    header: Option<Header>,
    /// Offset and length of each unit's line.
    units: HashMap<Unit, (u64, usize)>,
    end: Option<End>,
    /// Bytes of complete lines.
    read: u64,
}

/// Reads the complete lines of a shard's file.
fn read_lines(path: &Path, file: &File) -> Result<Lines, Failure> {
    let mut file = BufReader::new(file);
    let mut lines = Lines::default();
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        let failure = |e| Failure::at(path, e);
        file.read_until(b'\n', &mut text).map_err(failure)?;
        if text.last() != Some(&b'\n') {
            break;
        }
        let damaged =
            |why: &str| Failure::Work(format!("{}:{number}: damaged ({why})", shown(path)));
        let line = parse(&text).map_err(|why| match number {
            1 => Failure::Work(format!(
                "{}:1: not the file of a shard, or damaged",
                shown(path)
            )),
            _ => damaged(&why),
        })?;
        let is_first = lines.header.is_none();
        match line {
            Line::Shard(header) if is_first => lines.header = Some(header),
            Line::Unit { at, .. } if !is_first && lines.end.is_none() => {
                if lines.units.insert(at, (lines.read, text.len())).is_some() {
                    return Err(damaged(&format!("unit {at:?} is there twice")));
                }
            }
            Line::End(end) if !is_first && lines.end.is_none() => lines.end = Some(end),
            Line::Shard(_) | Line::Unit { .. } | Line::End(_) => {
                return Err(damaged("out of order"));
            }
        }
        lines.read += text.len() as u64;
    }
    Ok(lines)
}

/// The file of a shard that is being worked at.
pub struct ShardFile {
    path: PathBuf,
    lines: Mutex<LineFiles<1>>,
    finished: HashSet<Unit>,
    is_ended: bool,
}

impl ShardFile {
    /// Opens or creates the file of `header`'s shard in `folder`.
    ///
    /// # Errors
    ///
    /// If it is of other work, damaged, written by another program, or cannot be written.
    pub fn open(folder: &Path, header: &Header) -> Result<ShardFile, Failure> {
        check_neighbours(folder, header.shard)?;
        let path = folder.join(header.shard.file_name());
        let file = open_alone(&path, "wait for it, or give another --into")?;
        let found = read_lines(&path, &file)?;
        let failure = |e| Failure::at(&path, e);
        // Half a line is of a run that was interrupted.
        file.set_len(found.read)
            .and_then(|()| sync(&file))
            .map_err(failure)?;
        if let Some(other) = &found.header {
            let refuse = |why| {
                Failure::at(
                    &path,
                    format!(
                        "the shard there is of other work: {why}; give the same command to continue it, or another --into"
                    ),
                )
            };
            header.check_same_work(other).map_err(refuse)?;
        }
        let mut lines = LineFiles::new([(path.clone(), file)])?;
        if found.header.is_none() {
            lines.add([line_of(&path, &Line::Shard(header.clone()))?])?;
        }
        Ok(ShardFile {
            path,
            lines: Mutex::new(lines),
            finished: found.units.into_keys().collect(),
            is_ended: found.end.is_some(),
        })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether an earlier run finished the shard.
    pub const fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Returns the number of units that earlier runs finished.
    pub fn earlier(&self) -> usize {
        self.finished.len()
    }

    /// Returns whether an earlier run finished this unit.
    pub fn has(&self, unit: Unit) -> bool {
        self.finished.contains(&unit)
    }

    /// Adds what was found in a unit.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add<T: Serialize>(&self, at: Unit, found: &T) -> Result<(), Failure> {
        let found = postcard::to_allocvec(found).map_err(|e| Failure::at(&self.path, e))?;
        let found = STANDARD_NO_PAD.encode(found);
        self.write(&Line::Unit { at, found })
    }

    /// Finishes the shard.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn end(&self, end: End) -> Result<(), Failure> {
        self.write(&Line::End(end))?;
        let lines = self.lines.lock();
        lines.unwrap_or_else(PoisonError::into_inner).sync()
    }

    fn write(&self, line: &Line) -> Result<(), Failure> {
        let line = line_of(&self.path, line)?;
        let lines = self.lines.lock();
        lines.unwrap_or_else(PoisonError::into_inner).add([line])
    }
}

/// Checks that a folder has no other lines than those of the same number of shards: `outpost merge` reads all of them.
fn check_neighbours(folder: &Path, shard: Shard) -> Result<(), Failure> {
    for entry in fs::read_dir(folder).map_err(|e| Failure::at(folder, e))? {
        let path = entry.map_err(|e| Failure::at(folder, e))?.path();
        let is_lines = path.extension().is_some_and(|e| e == "jsonl");
        let name = path.file_stem().and_then(|name| name.to_str());
        let of = name.and_then(|name| name.split_once("-of-"));
        let is_neighbour =
            of.is_some_and(|(_, of)| whole::<u64>(of).is_ok_and(|of| of == shard.of));
        if is_lines && !is_neighbour {
            return Err(Failure::Work(format!(
                "{}: is not one of {} shards, and 'outpost merge' takes a whole folder; give another --into",
                shown(&path),
                shard.of
            )));
        }
    }
    Ok(())
}

fn line_of(path: &Path, line: &Line) -> Result<String, Failure> {
    let line = serde_json::to_string(line).map_err(|e| Failure::at(path, e))?;
    Ok(format!("[\"{}\",{line}]", hash_of(line.as_bytes())))
}

fn hash_of(line: &[u8]) -> String {
    format!("{:016x}", fnv1a(line))
}

/// Parses a line as [`line_of`] writes it.
fn parse(text: &[u8]) -> Result<Line, String> {
    let inner = text
        .strip_prefix(b"[\"")
        .and_then(|t| t.strip_suffix(b"]\n"));
    let (hash, rest) = inner
        .and_then(|inner| inner.split_at_checked(16))
        .ok_or("cut short")?;
    let line = rest.strip_prefix(b"\",").ok_or("not a line of a shard")?;
    if hash_of(line).as_bytes() != hash {
        return Err("its hash is of other content".to_owned());
    }
    serde_json::from_slice(line).map_err(|e| e.to_string())
}

/// The file of a finished shard.
#[derive(Debug)]
pub struct FinishedShard {
    path: PathBuf,
    file: Mutex<File>,
    units: HashMap<Unit, (u64, usize)>,
    /// The first line.
    pub header: Header,
    /// The last line.
    pub end: End,
}

impl FinishedShard {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is damaged or not a shard's, or its shard is not finished.
    pub fn open(path: &Path) -> Result<FinishedShard, Failure> {
        let file = File::open(path).map_err(|e| Failure::at(path, e))?;
        let found = read_lines(path, &file)?;
        let Some(header) = found.header else {
            return Err(Failure::at(path, "not the file of a shard"));
        };
        let Some(end) = found.end else {
            let shard = header.shard;
            return Err(Failure::at(
                path,
                format!("shard {shard} is not finished; its command continues it"),
            ));
        };
        let shard = FinishedShard {
            path: path.to_owned(),
            file: Mutex::new(file),
            units: found.units,
            header,
            end,
        };
        shard.check_units()?;
        Ok(shard)
    }

    /// Returns the name of the file.
    pub fn place(&self) -> String {
        shown(&self.path)
    }

    /// Checks that it has the units of its shard and no others.
    fn check_units(&self) -> Result<(), Failure> {
        let mut units = 0;
        for (part, of) in (0..).zip(&self.end.parts) {
            let first = self.header.shard.first(part);
            let step = usize::try_from(self.header.shard.of).unwrap_or(usize::MAX);
            for number in (first..of.units).step_by(step) {
                if !self.units.contains_key(&[part, number]) {
                    let unit = [part, number];
                    return Err(Failure::at(
                        &self.path,
                        format!("damaged (unit {unit:?} is missing)"),
                    ));
                }
                units += 1;
            }
        }
        match self.units.len() - units {
            0 => Ok(()),
            more => Err(Failure::at(
                &self.path,
                format!("damaged ({more} units are not of its shard)"),
            )),
        }
    }

    /// Reads what was found in a unit.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read<T: DeserializeOwned>(&self, unit: Unit) -> Result<T, Failure> {
        let damaged = |why: &dyn fmt::Display| {
            Failure::at(&self.path, format!("unit {unit:?}: damaged ({why})"))
        };
        let (offset, length) = *self.units.get(&unit).ok_or_else(|| damaged(&"missing"))?;
        let mut text = vec![0; length];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(offset))
                .and_then(|_| file.read_exact(&mut text))
                .map_err(|e| Failure::at(&self.path, e))?;
        }
        let Line::Unit { found, .. } = parse(&text).map_err(|e| damaged(&e))? else {
            return Err(damaged(&"not a unit"));
        };
        let found = STANDARD_NO_PAD.decode(found).map_err(|e| damaged(&e))?;
        match postcard::take_from_bytes(&found).map_err(|e| damaged(&e))? {
            (found, []) => Ok(found),
            _ => Err(damaged(&"too long")),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// A folder of this test's own, in memory if possible.
    fn folder(test: &str) -> PathBuf {
        let memory = Path::new("/dev/shm");
        let below = match memory.is_dir() {
            true => memory.to_owned(),
            false => std::env::temp_dir(),
        };
        let path = below.join(format!("outpost-shard-{}-{test}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        path
    }

    fn header() -> Header {
        Header {
            outpost: "1.2.3".to_owned(),
            shard: Shard { number: 2, of: 2 },
            command: ["match", "--seed", "1"].map(str::to_owned).to_vec(),
            inputs: json!({ "model": null }),
        }
    }

    const UNITS: [Unit; 3] = [[0, 1], [0, 3], [1, 0]];

    fn end() -> End {
        let part = |units| Part {
            units,
            ..Part::default()
        };
        End {
            parts: vec![part(4), part(1)],
            seconds: 0.5,
        }
    }

    /// Numbers whose decimals JSON would round, or has none for.
    fn found() -> Vec<f64> {
        vec![0.1 + 0.2, 1.0 / 3.0, f64::INFINITY, f64::NAN, -0.0, 5e-324]
    }

    fn write(folder: &Path) -> PathBuf {
        let file = ShardFile::open(folder, &header()).expect("opened");
        for unit in UNITS.into_iter().filter(|unit| !file.has(*unit)) {
            file.add(unit, &found()).expect("written");
        }
        if !file.is_ended() {
            file.end(end()).expect("written");
        }
        file.path().to_owned()
    }

    #[test]
    fn a_file_cut_anywhere_goes_on_to_the_same_bytes() {
        let folder = folder("cut");
        let path = write(&folder);
        let whole = fs::read(&path).expect("there");
        let kept = FinishedShard::open(&path).expect("whole");
        for unit in UNITS {
            let numbers: Vec<f64> = kept.read(unit).expect("found");
            let bits =
                |numbers: Vec<f64>| -> Vec<u64> { numbers.into_iter().map(f64::to_bits).collect() };
            assert_eq!(bits(numbers), bits(found()));
        }
        assert!(kept.read::<u8>([0, 0]).is_err() && kept.read::<[u8; 3]>([0, 1]).is_err());
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).expect("written");
            assert!(FinishedShard::open(&path).is_err(), "{length}");
            write(&folder);
            assert!(fs::read(&path).expect("there") == whole, "{length}");
        }
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn every_changed_byte_is_found() {
        let folder = folder("changed");
        let path = write(&folder);
        let whole = fs::read(&path).expect("there");
        for at in 0..whole.len() {
            for change in [1, 2, 0x20, 0x80] {
                let mut content = whole.clone();
                content[at] ^= change;
                fs::write(&path, &content).expect("written");
                assert!(FinishedShard::open(&path).is_err(), "byte {at}");
            }
        }
        let header = whole.split_inclusive(|byte| *byte == b'\n').next();
        let mut content = whole.clone();
        content[header.expect("a line").len() + 50] ^= 1;
        fs::write(&path, content).expect("written");
        let told = FinishedShard::open(&path).expect_err("damaged");
        assert!(
            format!("{told:?}").contains("2-of-2.jsonl:2: damaged"),
            "{told:?}"
        );
        fs::remove_dir_all(&folder).expect("removed");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// Whatever is in a file, it is read or refused.
        #[test]
        fn damaged_files_are_read_or_refused(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        ) {
            let folder = folder("damaged");
            let path = write(&folder);
            let mut content = fs::read(&path).expect("there");
            for (at, byte) in changes {
                let at = at.index(content.len());
                content[at] = byte;
            }
            fs::write(&path, content).expect("written");
            if let Ok(shard) = FinishedShard::open(&path) {
                for unit in UNITS {
                    let _ = shard.read::<Vec<f64>>(unit);
                    let _ = shard.read::<(String, u64)>(unit);
                }
            }
            let _ = ShardFile::open(&folder, &header());
            fs::remove_dir_all(&folder).expect("removed");
        }
    }
}
