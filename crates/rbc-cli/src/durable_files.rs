//! Files that are whole after a power cut, and that one program writes at a time.
//!
//! What a program wrote is in the system's memory for a while, and files reach the disk in any order. So lines are
//! synced at most [`SYNC_EVERY`] after they were written, and a file that replaces another is synced before it does.

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

/// Time between two syncs of the same files, at least: a sync can take longer than a quick game.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// Opens a file to read and write it, makes it if there is none, and locks it. What it holds stays.
///
/// # Errors
///
/// When it cannot be opened; when another program has locked it, with `advice`.
pub fn open_alone(path: &Path, advice: &str) -> Result<File, Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    // Who writes into a pipe waits for its reader, and a terminal may be for writing only.
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

/// Waits until what was written to `file` is on the disk. Pipes and some file systems have no such thing, which is no
/// error.
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

/// Waits until the names of the files beside `path` are on the disk, on systems where a folder can be synced.
pub fn sync_folder_of(path: &Path) {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Waits until no other program that does the same writes files in `folder`, on systems where a folder can be locked.
/// The lock is held as long as what is returned.
#[must_use]
pub fn lock_folder(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

/// Files that a line each is added to at a time: the lines belong together.
pub struct LineFiles<const N: usize> {
    files: [(PathBuf, File); N],
    syncer: Syncer,
}

impl<const N: usize> LineFiles<N> {
    /// Lines are added at the ends of these files.
    ///
    /// # Errors
    ///
    /// When one of them cannot be written.
    pub fn new(mut files: [(PathBuf, File); N]) -> Result<LineFiles<N>, Failure> {
        let mut synced = Vec::new();
        for (path, file) in &mut files {
            if is_regular(file) {
                file.seek(SeekFrom::End(0))
                    .map_err(|e| Failure::at(path, e))?;
            }
            synced.push(file.try_clone().map_err(|e| Failure::at(path, e))?);
        }
        let syncer = Syncer::new(synced).map_err(|e| Failure::Work(format!("no thread: {e}")))?;
        Ok(LineFiles { files, syncer })
    }

    /// Adds a line to each file. Where one of them cannot be written, as on a full disk, none keeps a part of it.
    ///
    /// # Errors
    ///
    /// When one of them cannot be written.
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
    /// When they cannot be written there.
    pub fn sync(&self) -> Result<(), Failure> {
        for (path, file) in &self.files {
            sync(file).map_err(|e| Failure::at(path, e))?;
        }
        Ok(())
    }
}

/// A thread that syncs files: at once after something was written, but no more often than [`SYNC_EVERY`].
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

    /// Something was written; tells of a sync that failed before.
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
    /// Ends the thread, so that nothing holds the files, and their locks, any more.
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

/// A file that has its name once it is whole. Until then its name ends in `.part`, and it is removed when this is
/// dropped.
pub struct PartFile {
    path: PathBuf,
    part: PathBuf,
    file: File,
    is_finished: bool,
}

impl PartFile {
    /// An empty part of the file `path`; one that is left of a program that was ended is replaced.
    ///
    /// # Errors
    ///
    /// When it cannot be made.
    pub fn create(path: &Path) -> Result<PartFile, Failure> {
        PartFile::open(
            path,
            OpenOptions::new().write(true).create(true).truncate(true),
        )
    }

    /// As [`PartFile::create`]; refuses where there is a part.
    ///
    /// # Errors
    ///
    /// When it cannot be made, or there is one.
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

    /// Where it is until it is finished.
    #[must_use]
    pub fn part(&self) -> &Path {
        &self.part
    }

    /// Writes all of it, to the disk.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&mut self, content: &[u8]) -> Result<(), Failure> {
        self.file
            .write_all(content)
            .and_then(|()| sync(&self.file))
            .map_err(|e| Failure::at(&self.part, e))
    }

    /// Gives it its name, in place of what had it.
    ///
    /// # Errors
    ///
    /// When that cannot be done.
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

/// Writes a file, so that there is the old one or this, never a part.
///
/// # Errors
///
/// When it cannot be written.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let mut file = PartFile::create(path)?;
    file.write(text.as_bytes())?;
    file.finish()
}

/// Copies what `from` holds beyond `start` to a new file beside `path`, to the disk; gives its path.
///
/// # Errors
///
/// When it cannot be copied.
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

/// The path with more at the end of its name.
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
