//! Chess engines as child processes that speak UCI.

use std::{
    env,
    ffi::OsStr,
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use rbc_agents::{
    Budget, Cancelled, EngineDesk, EnginePool,
    uci::{UciAnswer, UciSession, UciTask},
};

use crate::{Failure, terminal::shown};

/// Failures in a row after which an engine is not started again.
const MOST_FAILURES: u32 = 3;
/// Lines before `uciok` after which a program is not taken for an engine.
const MOST_HELLO_LINES: u32 = 10_000;
/// Maximum bytes of a line; the rest counts as the next line.
const MOST_LINE_BYTES: u64 = 65_536;
/// Maximum unread lines; an engine that writes more blocks.
const LINES_WAITING: usize = 1_024;
/// How long an engine may take to quit before it is killed.
const QUIT_TIME: Duration = Duration::from_millis(500);
/// Time between two checks of the budget.
const LOOK: Duration = Duration::from_millis(5);

/// Timeouts of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the start to `readyok`.
    pub hello: Duration,
    /// From a question or `stop` to the answer.
    pub answer: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            hello: Duration::from_secs(10),
            answer: Duration::from_secs(60),
        }
    }
}

/// Processes of one UCI program, started when they are first needed, with one thread each. Dropping this ends them.
#[derive(Debug)]
pub struct EngineProcesses {
    program: PathBuf,
    patience: Patience,
    name: String,
    desk: EngineDesk,
    asker: u64,
    processes: Vec<Option<Process>>,
    /// Number of the last process started, to tell processes in the same place apart.
    started: u64,
    said: Receiver<Said>,
    says: SyncSender<Said>,
    failures: u32,
    /// Whether a process has ever been ready.
    greeted: bool,
    given_up: bool,
    problem: Option<String>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    number: u64,
    /// When it was last written to.
    since: Instant,
    hello_lines: u32,
}

/// A line from process `number` at `place`; `None` at its end.
#[derive(Debug)]
struct Said {
    place: usize,
    number: u64,
    line: Option<String>,
}

impl EngineProcesses {
    /// Prepares `count` processes of `program` without starting them.
    #[must_use]
    pub fn new(program: PathBuf, count: usize, patience: Patience) -> EngineProcesses {
        let (says, said) = sync_channel(LINES_WAITING);
        let mut desk = EngineDesk::default();
        let asker = desk.new_asker();
        let name = program.file_name().unwrap_or(program.as_os_str());
        let mut pool = EngineProcesses {
            name: name.to_string_lossy().into_owned(),
            program,
            patience,
            desk,
            asker,
            processes: Vec::new(),
            started: 0,
            said,
            says,
            failures: 0,
            greeted: false,
            given_up: false,
            problem: None,
        };
        for place in 0..count.max(1) {
            pool.processes.push(None);
            // Still to come.
            pool.desk.died(place, true);
        }
        pool
    }

    /// Starts the engines and waits until one is ready.
    ///
    /// # Errors
    ///
    /// A sentence that says why there is none, and what to do.
    pub fn greet(&mut self) -> Result<(), String> {
        loop {
            self.tend();
            if self.greeted {
                return Ok(());
            }
            if self.given_up {
                return Err(self.problem.clone().unwrap_or_default());
            }
            self.listen(LOOK);
        }
    }

    /// Makes the engines forget earlier positions.
    pub fn new_game(&mut self) {
        self.desk.new_game();
        self.tend();
    }

    /// Returns whether the engines failed too often to be started again.
    #[must_use]
    pub const fn has_given_up(&self) -> bool {
        self.given_up
    }

    /// Starts missing engines, ends those that hang, and sends pending lines.
    fn tend(&mut self) {
        for place in 0..self.processes.len() {
            let needed = self.desk.is_awaiting() || !self.greeted;
            if self.processes[place].is_none() && needed && !self.given_up {
                self.start(place);
            }
            let Some(process) = &self.processes[place] else {
                continue;
            };
            let (limit, what) = if self.desk.is_ready(place) {
                (self.patience.answer, "did not answer")
            } else {
                (self.patience.hello, "did not say \"uciok\" and \"readyok\"")
            };
            if self.desk.is_awaited(place) && process.since.elapsed() > limit {
                let what = format!("{what} within {} s", limit.as_secs_f32());
                self.failed(place, &what);
            }
        }
        for (place, lines) in self.desk.to_send() {
            let Some(process) = &mut self.processes[place] else {
                continue;
            };
            process.since = Instant::now();
            let mut text = lines.join("\n");
            text.push('\n');
            let sent = process.stdin.as_mut().map(|stdin| {
                stdin
                    .write_all(text.as_bytes())
                    .and_then(|()| stdin.flush())
            });
            if let Some(Err(e)) = sent {
                self.failed(place, &format!("does not listen ({e})"));
            }
        }
    }

    fn start(&mut self, place: usize) {
        let child = Command::new(&self.program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Nobody reads it, and an engine must not block on it.
            .stderr(Stdio::null())
            .spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(e) => {
                self.give_up(&format!("cannot be started ({e})"));
                return;
            }
        };
        self.started += 1;
        let number = self.started;
        if let Some(stdout) = child.stdout.take() {
            let says = self.says.clone();
            thread::spawn(move || {
                let mut reader = BufReader::new(stdout);
                loop {
                    let mut bytes = Vec::new();
                    let read = (&mut reader)
                        .take(MOST_LINE_BYTES)
                        .read_until(b'\n', &mut bytes);
                    let ended = !matches!(read, Ok(1..));
                    let line = (!ended).then(|| String::from_utf8_lossy(&bytes).into_owned());
                    let said = Said {
                        place,
                        number,
                        line,
                    };
                    if says.send(said).is_err() || ended {
                        return;
                    }
                }
            });
        }
        self.processes[place] = Some(Process {
            stdin: child.stdin.take(),
            child,
            number,
            since: Instant::now(),
            hello_lines: 0,
        });
        self.desk.connect(place, UciSession::new());
    }

    /// Waits for a line, and takes all that have arrived.
    fn listen(&mut self, wait: Duration) {
        let mut next = self.said.recv_timeout(wait).ok();
        // Only so many, as the budget must be checked.
        let mut left = 4 * LINES_WAITING;
        while let Some(said) = next {
            self.take_in(said);
            left -= 1;
            if left == 0 {
                return;
            }
            next = self.said.try_recv().ok();
        }
    }

    fn take_in(&mut self, said: Said) {
        let Said {
            place,
            number,
            line,
        } = said;
        let Some(process) = self.processes[place]
            .as_mut()
            .filter(|process| process.number == number)
        else {
            return;
        };
        let Some(line) = line else {
            self.failed(place, "ended");
            return;
        };
        if !self.desk.is_ready(place) {
            process.hello_lines += 1;
            if process.hello_lines > MOST_HELLO_LINES || line.trim_end() == "uci" {
                self.failed(place, "does not answer as an engine would");
                return;
            }
        }
        self.desk.received(place, [line.as_str()]);
        self.greeted |= self.desk.is_ready(place);
        if line.starts_with("bestmove") {
            self.failures = 0;
        }
        if let Some(name) = self.desk.name()
            && name != self.name
        {
            self.name = name.to_owned();
        }
    }

    /// Ends the process at `place`, which has failed.
    fn failed(&mut self, place: usize, what: &str) {
        if let Some(process) = self.processes[place].take() {
            process.end(Duration::ZERO);
        }
        self.failures += 1;
        if !self.greeted || self.failures >= MOST_FAILURES {
            self.give_up(what);
        } else {
            self.desk.died(place, true);
        }
    }

    fn give_up(&mut self, what: &str) {
        self.given_up = true;
        let program = shown(&self.program);
        self.problem = Some(if self.greeted {
            format!(
                "{} ({program}) {what}, having failed {MOST_FAILURES} times in a row; the built-in \
                 search answered instead.",
                self.name
            )
        } else {
            format!(
                "{program} {what}: give the path of a chess engine that speaks UCI, such as \
                 Stockfish, or \"stockfish\" if that is installed"
            )
        });
        for place in 0..self.processes.len() {
            if let Some(process) = self.processes[place].take() {
                process.end(Duration::ZERO);
            }
            self.desk.died(place, false);
        }
    }
}

impl Process {
    /// Asks it to quit, and kills it after `time`.
    fn end(mut self, time: Duration) {
        if let Some(mut stdin) = self.stdin.take() {
            let _ = stdin.write_all(b"stop\nquit\n");
        }
        let began = Instant::now();
        while began.elapsed() < time {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for EngineProcesses {
    fn drop(&mut self) {
        for process in &mut self.processes {
            if let Some(process) = process.take() {
                process.end(QUIT_TIME);
            }
        }
    }
}

impl EnginePool for EngineProcesses {
    fn name(&self) -> &str {
        &self.name
    }

    fn answer(
        &mut self,
        tasks: &[UciTask],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Option<UciAnswer>>, Cancelled> {
        self.desk.want(self.asker, tasks);
        // Lines that arrived meanwhile.
        self.listen(Duration::ZERO);
        loop {
            self.tend();
            let answers = self.desk.answered(tasks);
            if answers.len() == tasks.len() || budget.should_stop()? {
                self.desk.want(self.asker, &[]);
                self.tend();
                return Ok(answers);
            }
            self.listen(LOOK);
        }
    }

    fn note(&self) -> Option<String> {
        self.problem.clone()
    }
}

/// Engines of one program, lent to games that run side by side, so that games reuse them.
#[derive(Clone, Debug)]
pub struct EngineShelf {
    program: PathBuf,
    name: String,
    inside: Arc<Mutex<Shelf>>,
}

#[derive(Debug, Default)]
struct Shelf {
    free: Vec<EngineProcesses>,
    notes: Vec<String>,
}

impl EngineShelf {
    /// Starts one engine of `program`, to see that it is one.
    ///
    /// # Errors
    ///
    /// If it is not an engine.
    pub fn new(program: PathBuf) -> Result<EngineShelf, Failure> {
        let mut first = EngineProcesses::new(program.clone(), 1, Patience::default());
        first.greet().map_err(Failure::Work)?;
        let name = first.name().to_owned();
        let shelf = Shelf {
            free: vec![first],
            notes: Vec::new(),
        };
        Ok(EngineShelf {
            program,
            name,
            inside: Arc::new(Mutex::new(shelf)),
        })
    }

    /// Returns the engine's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Lends an engine that has forgotten its earlier games.
    #[must_use]
    pub fn lend(&self) -> LentEngine {
        let free = self.lock().free.pop();
        let engine = if let Some(mut engine) = free {
            engine.new_game();
            engine
        } else {
            EngineProcesses::new(self.program.clone(), 1, Patience::default())
        };
        LentEngine {
            engine: Some(engine),
            shelf: self.clone(),
        }
    }

    /// Returns what went wrong so far, without repetitions.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        self.lock().notes.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Shelf> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An engine of an [`EngineShelf`], returned to it when dropped.
#[derive(Debug)]
pub struct LentEngine {
    /// `None` only while it is dropped.
    engine: Option<EngineProcesses>,
    shelf: EngineShelf,
}

impl Drop for LentEngine {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            let mut shelf = self.shelf.lock();
            let failures = engine.desk.failures();
            let few = || format!("{} failed on {failures} boards.", engine.name);
            let note = engine.note().or_else(|| (failures > 0).then(few));
            if let Some(note) = note
                && !shelf.notes.contains(&note)
            {
                shelf.notes.push(note);
            }
            if !engine.has_given_up() {
                shelf.free.push(engine);
            }
        }
    }
}

impl EnginePool for LentEngine {
    fn name(&self) -> &str {
        &self.shelf.name
    }

    fn answer(
        &mut self,
        tasks: &[UciTask],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Option<UciAnswer>>, Cancelled> {
        match &mut self.engine {
            Some(engine) => engine.answer(tasks, budget),
            None => Ok(vec![None; tasks.len()]),
        }
    }

    fn note(&self) -> Option<String> {
        self.engine.as_ref().and_then(EnginePool::note)
    }
}

/// Returns the program that `text` means: a path, or `stockfish` for `STOCKFISH_EXECUTABLE`, the one on the `PATH`, or
/// Debian's.
///
/// # Errors
///
/// If there is no such program.
pub fn find_engine(option: &str, text: &OsStr) -> Result<PathBuf, Failure> {
    if text != "stockfish" {
        let path = PathBuf::from(text);
        let is_file = fs::metadata(&path).is_ok_and(|data| data.is_file());
        let found = if path.components().count() == 1 && !is_file {
            on_path(text)
        } else {
            is_file.then_some(path)
        };
        return found.ok_or_else(|| {
            Failure::Usage(format!(
                "--{option} {}: no such file; give the path of a chess engine that speaks UCI, or \
                 \"stockfish\" if that is installed",
                shown(Path::new(text))
            ))
        });
    }
    installed_stockfish().ok_or_else(|| {
        Failure::Usage(format!(
            "--{option} stockfish: not installed; install it (apt-get install stockfish), or \
             name it in STOCKFISH_EXECUTABLE"
        ))
    })
}

fn installed_stockfish() -> Option<PathBuf> {
    let named = env::var_os("STOCKFISH_EXECUTABLE").filter(|path| !path.is_empty());
    if let Some(named) = named {
        return Some(PathBuf::from(named));
    }
    let debian = Path::new("/usr/games/stockfish");
    on_path(OsStr::new("stockfish")).or_else(|| debian.is_file().then(|| debian.to_owned()))
}

fn on_path(name: &OsStr) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let mut files = env::split_paths(&path).map(|folder| folder.join(name));
    files.find(|file| file.is_file())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use rbc_agents::{
        EngineEvaluator, Evaluator as _, FastBoard, KING_SCORE, Question,
        uci::{UciLimit, UciScore},
    };
    use rbc_rules::Position;

    use super::*;

    /// An engine that plays a role; it writes its process number to a file.
    const ENGINE: &str = r#"#!/usr/bin/env python3
import os, sys, time
role = "ROLE"
with open("PIDS", "a") as f:
    f.write(f"{os.getpid()}\n")
if role == "ignores":
    import signal
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
sys.stderr.write("x" * 1000000 + "\n")
def say(text):
    print(text, flush=True)
goes = 0
while True:
    line = sys.stdin.readline()
    words = line.split()
    if not line:
        if role == "ignores":
            time.sleep(1000)
        break
    if not words:
        continue
    if words[0] == "uci":
        say("id name Fake 1")
        say("option name MultiPV type spin default 1 min 1 max 200")
        say("uciok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "quit" and role != "ignores":
        break
    elif words[0] == "go":
        goes += 1
        if role == "crashes" or (role == "crashes-second" and goes == 2):
            os._exit(3)
        if role == "hangs":
            time.sleep(1000)
        if role == "garbage":
            sys.stdout.buffer.write(b"\xff\x00info depth\ninfo depth 1 score cp x pv e2e4\n" * 100)
            sys.stdout.flush()
            say("bestmove ???")
            continue
        moves = words[words.index("searchmoves") + 1:] if "searchmoves" in words else ["e2e4"]
        for i, m in enumerate(moves):
            say(f"info depth 1 multipv {i + 1} score cp {10 + i} nodes 5 pv {m}")
        say("bestmove " + moves[0])
"#;

    struct Fake {
        folder: PathBuf,
    }

    impl Fake {
        fn new(role: &str) -> Fake {
            let name = format!("outpost-engine-{}-{role}", std::process::id());
            let folder = env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).expect("a folder");
            let fake = Fake { folder };
            let pids = fake.folder.join("pids");
            let text = ENGINE
                .replace("ROLE", role)
                .replace("PIDS", &pids.to_string_lossy());
            fs::write(fake.program(), text).expect("a file");
            let mode = fs::Permissions::from_mode(0o755);
            fs::set_permissions(fake.program(), mode).expect("may be run");
            fake
        }

        fn program(&self) -> PathBuf {
            self.folder.join("engine")
        }

        /// How many were started; none of them may be there any more.
        fn all_ended(&self) -> usize {
            let pids = fs::read_to_string(self.folder.join("pids")).unwrap_or_default();
            for pid in pids.lines() {
                let there = Path::new("/proc").join(pid).exists();
                assert!(!there, "process {pid} is left");
            }
            pids.lines().count()
        }
    }

    impl Drop for Fake {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }

    fn has_python() -> bool {
        let found = on_path(OsStr::new("python3")).is_some();
        if !found {
            eprintln!("skipped: there is no python3");
        }
        found
    }

    fn pool(fake: &Fake, count: usize) -> EngineProcesses {
        let patience = Patience {
            hello: Duration::from_secs(20),
            answer: Duration::from_millis(700),
        };
        EngineProcesses::new(fake.program(), count, patience)
    }

    fn tasks(count: u32) -> Vec<UciTask> {
        let task = |i| UciTask {
            fen: Position::initial().fen(),
            moves: ["e2e4", "d2d4"]
                .map(|m| m.parse().expect("a move"))
                .to_vec(),
            limit: UciLimit::Depth(1 + i),
        };
        (0..count).map(task).collect()
    }

    fn ask(pool: &mut EngineProcesses, count: u32) -> Vec<Option<UciAnswer>> {
        let answers = pool.answer(&tasks(count), &mut Budget::unlimited());
        answers.expect("not cancelled")
    }

    #[test]
    fn good_engines_answer_all_and_quit() {
        if !has_python() {
            return;
        }
        let fake = Fake::new("good");
        let mut pool = pool(&fake, 2);
        let answers = ask(&mut pool, 7);
        assert_eq!(answers.len(), 7);
        for answer in answers.into_iter().flatten() {
            assert_eq!(answer.lines[1].1, UciScore::Centipawns(11));
        }
        assert_eq!(pool.name(), "Fake 1");
        pool.new_game();
        assert!(ask(&mut pool, 1)[0].is_some());
        assert_eq!(pool.note(), None);
        drop(pool);
        assert_eq!(fake.all_ended(), 2);
    }

    #[test]
    fn an_engine_that_crashes_now_and_then_is_started_again() {
        if !has_python() {
            return;
        }
        let fake = Fake::new("crashes-second");
        let mut pool = pool(&fake, 1);
        assert!(ask(&mut pool, 4).iter().all(Option::is_some));
        assert_eq!(pool.note(), None);
        drop(pool);
        assert_eq!(fake.all_ended(), 4);
    }

    #[test]
    fn an_engine_that_always_crashes_is_given_up() {
        if !has_python() {
            return;
        }
        let fake = Fake::new("crashes");
        let mut evaluator = EngineEvaluator::new(pool(&fake, 1));
        let question = Question {
            board: FastBoard::new(&Position::initial()),
            moves: vec!["e2e4".parse().ok()],
        };
        let answers = evaluator.answer(&[question], 1, &mut Budget::unlimited());
        assert!(answers.expect("not cancelled")[0].scores[0].abs() < 200);
        let mut pool = pool(&fake, 1);
        assert_eq!(ask(&mut pool, 3), [None, None, None]);
        let note = pool.note().expect("a note");
        assert!(
            note.contains("Fake 1") && note.contains("built-in"),
            "{note}"
        );
        drop(evaluator);
        assert_eq!(fake.all_ended(), 2 + 3);
    }

    #[test]
    fn engines_that_hang_or_ignore_quit_are_killed() {
        if !has_python() {
            return;
        }
        let fake = Fake::new("hangs");
        let mut hanging = pool(&fake, 1);
        assert_eq!(ask(&mut hanging, 1), [None]);
        drop(hanging);
        assert_eq!(fake.all_ended(), 2);

        let fake = Fake::new("ignores");
        let mut ignoring = pool(&fake, 1);
        assert!(ask(&mut ignoring, 1)[0].is_some());
        drop(ignoring);
        assert_eq!(fake.all_ended(), 1);
    }

    #[test]
    fn garbage_is_no_answer() {
        if !has_python() {
            return;
        }
        let fake = Fake::new("garbage");
        let mut pool = pool(&fake, 1);
        assert_eq!(ask(&mut pool, 2), [None, None]);
        drop(pool);
        assert_eq!(fake.all_ended(), 1);
    }

    #[test]
    fn what_is_no_engine_is_told_apart_at_once() {
        let began = Instant::now();
        for program in ["/bin/cat", "/bin/true", "/bin/yes", "/", "/no/such/file"] {
            let mut pool = EngineProcesses::new(program.into(), 1, Patience::default());
            let problem = pool.greet().expect_err("no engine");
            assert!(
                problem.contains(program) && problem.contains("UCI"),
                "{problem}"
            );
            assert_eq!(ask(&mut pool, 1), [None]);
        }
        assert!(began.elapsed() < Duration::from_secs(8));
        let silent = Patience {
            hello: Duration::from_millis(100),
            ..Patience::default()
        };
        let mut pool = EngineProcesses::new("/usr/bin/tee".into(), 1, silent);
        assert!(pool.greet().is_err());
    }

    #[test]
    fn stockfish_finds_mates_and_material() {
        let Some(program) = installed_stockfish() else {
            eprintln!("skipped: Stockfish is not installed");
            return;
        };
        let mut evaluator =
            EngineEvaluator::new(EngineProcesses::new(program, 1, Patience::default()));
        let mut scores = |fen: &str, moves: &[&str], depth| {
            let position: Position = fen.parse().expect("a position");
            let question = Question {
                board: FastBoard::new(&position),
                moves: moves.iter().map(|m| m.parse().ok()).collect(),
            };
            let answers = evaluator.answer(&[question], depth, &mut Budget::unlimited());
            answers.expect("not cancelled")[0].scores.clone()
        };
        // Mates at once, takes a queen, passes and loses it.
        let fen = "6k1/5ppp/8/3q4/4P3/8/5PPP/R5K1 w - - 0 1";
        let found = scores(fen, &["a1a8", "e4d5", "pass"], 5);
        assert!(found[0] == KING_SCORE - 2 || found[0] < 2_000, "{found:?}");
        assert!(found[1] > found[2] + 300, "{found:?}");
        let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        let found = scores(mate, &["a1a8", "h2h3", "pass"], 4);
        assert_eq!(found[0], KING_SCORE - 2);
        // It is mated after a pass.
        let mated = "r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1";
        let found = scores(mated, &["pass", "h2h3"], 3);
        assert_eq!(found[0], 3 - KING_SCORE);
        assert!(found[1].abs() < KING_SCORE - 100);
        assert_eq!(evaluator.note(), None);
        assert!(evaluator.name().starts_with("Stockfish"));
    }
}
