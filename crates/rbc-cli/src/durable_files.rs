//! Files that survive a power cut whole and are written by one program at a time.
//!
//! Written data stays in the system's memory for a while, and files reach the disk in any order. So lines are synced at
//! most [`SYNC_EVERY`] after they were written, and a file is synced before it replaces another.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::{Failure, terminal::shown};

/// Minimum time between two syncs of the same files: a sync can take longer than a quick game.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// Opens or creates a file for reading and writing, without truncating it, and locks it.
///
/// # Errors
///
/// If it cannot be opened, or another program has locked it; the message then ends with `advice`.
pub fn open_alone(path: &Path, advice: &str) -> Result<File, Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    // Opening a pipe for writing waits for its reader, and a terminal may be write-only.
    let before = fs::metadata(path);
    let is_special = before.as_ref().is_ok_and(|data| !data.is_file());
    let file = options
        .read(!is_special)
        .open(path)
        .map_err(|e| Failure::at(path, e))?;
    if is_regular(&file) {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::Work(format!(
                    "{}: another program is writing this file; {advice}",
                    shown(path)
                )));
            }
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        if before.is_err() {
            sync_folder_of(path);
        }
    }
    Ok(file)
}

fn is_regular(file: &File) -> bool {
    file.metadata().is_ok_and(|data| data.is_file())
}

/// Waits until `file` is on the disk. Pipes and some file systems cannot be synced, which is not an error.
pub fn sync(file: &File) -> io::Result<()> {
    match file.sync_data() {
        Err(e)
            if is_regular(file)
                && !matches!(
                    e.kind(),
                    io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput
                ) =>
        {
            Err(e)
        }
        _ => Ok(()),
    }
}

/// Waits until the folder of `path` is on the disk, on systems that can sync a folder.
pub fn sync_folder_of(path: &Path) {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Creates the folder of `--out`, if it does not exist.
///
/// # Errors
///
/// If it cannot be created, or is a file.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    if path.exists() && !path.is_dir() {
        return Err(Failure::Work(format!(
            "{}: is not a folder; give another --out",
            shown(path)
        )));
    }
    if !path.exists() {
        fs::create_dir_all(path).map_err(|e| Failure::at(path, e))?;
        sync_folder_of(path);
    }
    Ok(())
}

/// Waits until no other program that calls this writes in `folder`, on systems that can lock a folder. The lock is
/// released when the returned file is dropped.
#[must_use]
pub fn lock_folder(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

/// Files of which each gets one line at a time; the lines belong together.
pub struct LineFiles<const N: usize> {
    files: [(PathBuf, File); N],
    syncer: Syncer,
}

impl<const N: usize> LineFiles<N> {
    /// Prepares to append to these files.
    ///
    /// # Errors
    ///
    /// If one of them cannot be written.
    pub fn new(mut files: [(PathBuf, File); N]) -> Result<LineFiles<N>, Failure> {
        let mut synced = Vec::new();
        for (path, file) in &mut files {
            if is_regular(file) {
                file.seek(SeekFrom::End(0))
                    .map_err(|e| Failure::at(path, e))?;
            }
            synced.push(file.try_clone().map_err(|e| Failure::at(path, e))?);
        }
        let syncer = Syncer::new(synced)
            .map_err(|e| Failure::Work(format!("cannot start a thread: {e}")))?;
        Ok(LineFiles { files, syncer })
    }

    /// Adds a line to each file. If one of them cannot be written, as on a full disk, no file keeps its line.
    ///
    /// # Errors
    ///
    /// If one of them cannot be written.
    pub fn add(&mut self, lines: [String; N]) -> Result<(), Failure> {
        let lengths = self.files.each_mut().map(|(_, file)| {
            let regular = is_regular(file);
            regular.then(|| file.stream_position().ok()).flatten()
        });
        let mut failed = None;
        for ((path, file), mut line) in self.files.iter_mut().zip(lines) {
            line.push('\n');
            if let Err(e) = file.write_all(line.as_bytes()) {
                failed = Some(Failure::at(path, e));
                break;
            }
        }
        match failed {
            None => self.syncer.written(&self.files[0].0),
            Some(failure) => {
                for ((_, file), length) in self.files.iter_mut().zip(lengths) {
                    if let Some(length) = length {
                        let _ = file.set_len(length);
                        let _ = file.seek(SeekFrom::Start(length));
                    }
                }
                Err(failure)
            }
        }
    }

    /// Waits until all lines are on the disk.
    ///
    /// # Errors
    ///
    /// If they cannot be synced.
    pub fn sync(&self) -> Result<(), Failure> {
        for (path, file) in &self.files {
            sync(file).map_err(|e| Failure::at(path, e))?;
        }
        Ok(())
    }
}

/// A thread that syncs files as soon as something was written, but at most once per [`SYNC_EVERY`].
struct Syncer {
    written: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    failed: Arc<Mutex<Option<io::Error>>>,
}

impl Syncer {
    fn new(files: Vec<File>) -> io::Result<Syncer> {
        let (send, receive) = mpsc::channel();
        let failed = Arc::new(Mutex::new(None));
        let failure = Arc::clone(&failed);
        let work = move || {
            if let Err(e) = keep_synced(&files, &receive) {
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(e);
            }
        };
        Ok(Syncer {
            thread: Some(thread::Builder::new().spawn(work)?),
            written: Some(send),
            failed,
        })
    }

    /// Asks for a sync. Returns the error of an earlier one.
    fn written(&self, path: &Path) -> Result<(), Failure> {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(e) = failed.take() {
            return Err(Failure::at(path, e));
        }
        if let Some(written) = &self.written {
            let _ = written.send(());
        }
        Ok(())
    }
}

impl Drop for Syncer {
    /// Ends the thread, which releases the files and their locks.
    fn drop(&mut self) {
        self.written = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn keep_synced(files: &[File], written: &Receiver<()>) -> io::Result<()> {
    let mut is_news = written.recv().is_ok();
    while is_news {
        while written.try_recv().is_ok() {}
        files.iter().try_for_each(sync)?;
        is_news = false;
        let next = Instant::now() + SYNC_EVERY;
        loop {
            match written.recv_timeout(next.saturating_duration_since(Instant::now())) {
                Ok(()) => is_news = true,
                Err(RecvTimeoutError::Timeout) if is_news => break,
                Err(RecvTimeoutError::Timeout) => {
                    is_news = written.recv().is_ok();
                    break;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return if is_news {
                        files.iter().try_for_each(sync)
                    } else {
                        Ok(())
                    };
                }
            }
        }
    }
    Ok(())
}

/// A file that gets its name once it is complete. Until then its name ends in `.part`, and dropping it removes it.
pub struct PartFile {
    path: PathBuf,
    part: PathBuf,
    file: File,
    is_finished: bool,
}

impl PartFile {
    /// Creates an empty part of the file `path`, in place of one that an interrupted program left.
    ///
    /// # Errors
    ///
    /// If it cannot be created.
    pub fn create(path: &Path) -> Result<PartFile, Failure> {
        PartFile::open(
            path,
            OpenOptions::new().write(true).create(true).truncate(true),
        )
    }

    /// Creates an empty part of the file `path`, unless there is one.
    ///
    /// # Errors
    ///
    /// If it cannot be created, or exists.
    pub fn create_new(path: &Path) -> Result<PartFile, Failure> {
        PartFile::open(path, OpenOptions::new().write(true).create_new(true))
    }

    fn open(path: &Path, options: &OpenOptions) -> Result<PartFile, Failure> {
        let part = with_more(path, ".part");
        let file = options.open(&part).map_err(|e| Failure::at(&part, e))?;
        Ok(PartFile {
            path: path.to_owned(),
            part,
            file,
            is_finished: false,
        })
    }

    /// Returns the path of the part.
    #[must_use]
    pub fn part(&self) -> &Path {
        &self.part
    }

    /// Writes the content to the disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&mut self, content: &[u8]) -> Result<(), Failure> {
        self.file
            .write_all(content)
            .and_then(|()| sync(&self.file))
            .map_err(|e| Failure::at(&self.part, e))
    }

    /// Renames the part to the file, replacing an existing one.
    ///
    /// # Errors
    ///
    /// If it cannot be renamed.
    pub fn finish(mut self) -> Result<(), Failure> {
        fs::rename(&self.part, &self.path).map_err(|e| Failure::at(&self.path, e))?;
        self.is_finished = true;
        sync_folder_of(&self.path);
        Ok(())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.is_finished {
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Replaces a file at once: readers see the old or the new one, never a part.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let mut file = PartFile::create(path)?;
    file.write(text.as_bytes())?;
    file.finish()
}

/// Copies `from`, beginning at `start`, to a new file beside `path`, and returns its path.
///
/// # Errors
///
/// If it cannot be copied.
pub fn keep_copy(path: &Path, from: &mut File, start: u64) -> Result<PathBuf, Failure> {
    let mut number = 1_u64;
    loop {
        let kept = with_more(path, &format!(".cut-{number}"));
        match OpenOptions::new().write(true).create_new(true).open(&kept) {
            Ok(mut copy) => {
                from.seek(SeekFrom::Start(start))
                    .and_then(|_| io::copy(from, &mut copy))
                    .and_then(|_| sync(&copy))
                    .map_err(|e| Failure::at(&kept, e))?;
                sync_folder_of(&kept);
                return Ok(kept);
            }
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(e) => return Err(Failure::at(&kept, e)),
        }
    }
}

/// Returns the path with `more` at the end of its name.
fn with_more(path: &Path, more: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(more);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of this test's own, empty.
    fn folder(test: &str) -> PathBuf {
        let name = format!("outpost-durable-{}-{test}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        path
    }

    #[test]
    fn a_file_is_opened_by_one_at_a_time_and_keeps_what_it_holds() {
        let folder = folder("alone");
        let path = folder.join("a\u{1b}.jsonl");
        fs::write(&path, "1\n").expect("written");
        let file = open_alone(&path, "wait").expect("opened");
        let Err(Failure::Work(told)) = open_alone(&path, "wait") else {
            panic!("opened twice");
        };
        assert!(
            told.contains("a\\u{1b}.jsonl: another program is writing this file; wait"),
            "{told}"
        );
        let mut lines = LineFiles::new([(path.clone(), file)]).expect("opened");
        for line in ["2", "3"] {
            lines.add([line.to_owned()]).expect("written");
        }
        lines.sync().expect("synced");
        drop(lines);
        assert!(open_alone(&path, "wait").is_ok(), "nothing holds it");
        assert_eq!(fs::read_to_string(&path).expect("there"), "1\n2\n3\n");
        fs::remove_dir_all(&folder).expect("removed");
    }

    /// `/dev/full` is a disk without room.
    #[cfg(target_os = "linux")]
    #[test]
    fn no_line_is_added_to_one_file_alone() {
        let folder = folder("full");
        let path = folder.join("games.jsonl");
        let file = open_alone(&path, "").expect("opened");
        let full = PathBuf::from("/dev/full");
        let files = [
            (path.clone(), file),
            (full.clone(), open_alone(&full, "").expect("opened")),
        ];
        let mut lines = LineFiles::new(files).expect("opened");
        for _ in 0..2 {
            let added = lines.add(["game".to_owned(), "entry".to_owned()]);
            assert!(
                matches!(&added, Err(Failure::Work(told)) if told.starts_with("/dev/full: No space")),
                "{added:?}"
            );
            assert_eq!(fs::read_to_string(&path).expect("there"), "");
        }
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_file_has_its_name_once_it_is_whole() {
        let folder = folder("part");
        let path = folder.join("games.csv");
        let mut part = PartFile::create_new(&path).expect("made");
        assert!(PartFile::create_new(&path).is_err(), "one at a time");
        part.write(b"whole").expect("written");
        assert!(!path.exists());
        part.finish().expect("named");
        assert_eq!(fs::read(&path).expect("there"), b"whole");
        drop(PartFile::create_new(&path).expect("made"));
        write_whole(&path, "another").expect("written");
        assert_eq!(fs::read(&path).expect("there"), b"another");
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 1);

        let mut file = File::open(&path).expect("there");
        for (number, expected) in [(1, "other"), (2, "other")] {
            let kept = keep_copy(&path, &mut file, 2).expect("copied");
            assert_eq!(kept, folder.join(format!("games.csv.cut-{number}")));
            assert_eq!(fs::read_to_string(&kept).expect("there"), expected);
        }
        fs::remove_dir_all(&folder).expect("removed");
    }
}
