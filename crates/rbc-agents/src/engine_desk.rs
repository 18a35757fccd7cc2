//! Several engines that share the work of several askers, without input, output or a clock.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    Budget, Cancelled, EnginePool,
    uci::{UciAnswer, UciEvent, UciSession, UciTask},
};

/// How often a task is given to an engine when engines die over it.
const MOST_TRIES: u32 = 2;

/// What each engine is asked, and what the answers were.
///
/// Whoever carries the lines tells it of engines that come and go ([`EngineDesk::connect`],
/// [`EngineDesk::died`]) and what they say ([`EngineDesk::received`]), and sends on what
/// [`EngineDesk::to_send`] holds after any call here. Askers each say what they want
/// ([`EngineDesk::want`]): what nobody wants any more is stopped and forgotten.
///
/// ```
/// use rbc_agents::{EngineDesk, uci::{UciLimit, UciSession, UciTask}};
/// let mut desk = EngineDesk::default();
/// let asker = desk.new_asker();
/// let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1".to_owned();
/// let tasks = [UciTask { fen, moves: vec![], limit: UciLimit::Depth(2) }];
/// desk.connect(0, UciSession::after_uciok());
/// desk.want(asker, &tasks);
/// desk.received(0, ["readyok"]);
/// assert_eq!(desk.to_send()[0].1.last().map(String::as_str), Some("go depth 2"));
/// assert!(desk.received(0, ["info depth 2 score cp 3 pv a1a2", "bestmove a1a2"]));
/// assert!(desk.answered(&tasks)[0].is_some());
/// ```
#[derive(Debug, Default)]
pub struct EngineDesk {
    engines: Vec<Engine>,
    wanted: BTreeMap<u64, Vec<UciTask>>,
    next_asker: u64,
    /// The asker whose task was given out last: the next one's turn comes first.
    last_served: u64,
    answers: HashMap<UciTask, Option<UciAnswer>>,
    /// How many engines died over a task.
    deaths: HashMap<UciTask, u32>,
    name: Option<String>,
    /// Tasks that engines failed on, ever.
    failures: u64,
}

#[derive(Debug, Default)]
struct Engine {
    session: Option<UciSession>,
    /// It is gone for good.
    gone: bool,
    task: Option<UciTask>,
    stopping: bool,
}

impl EngineDesk {
    /// A desk for engines that somebody else has greeted, and that are called `name`.
    #[must_use]
    pub fn named(name: String) -> EngineDesk {
        EngineDesk {
            name: Some(name),
            ..EngineDesk::default()
        }
    }

    /// The number of another asker.
    pub const fn new_asker(&mut self) -> u64 {
        self.next_asker += 1;
        self.next_asker
    }

    /// Engine number `engine` can be spoken to: `session` is as far as somebody else got with it.
    pub fn connect(&mut self, engine: usize, session: UciSession) {
        self.lost(engine);
        self.engines[engine] = Engine {
            session: Some(session),
            ..Engine::default()
        };
        self.give_out();
    }

    /// Engine number `engine` is no more; `again` when it is being started again. What it was asked is given to another,
    /// unless an engine had died over it before.
    pub fn died(&mut self, engine: usize, again: bool) {
        self.lost(engine);
        self.engines[engine].gone = !again;
        self.give_out();
    }

    /// There will be no engines any more: whoever still asks is told that they failed.
    pub fn close(&mut self) {
        self.engines.clear();
        self.engines.push(Engine {
            gone: true,
            ..Engine::default()
        });
        self.give_out();
    }

    fn lost(&mut self, engine: usize) {
        if self.engines.len() <= engine {
            self.engines.resize_with(engine + 1, Engine::default);
        }
        let Engine { task, stopping, .. } = std::mem::take(&mut self.engines[engine]);
        if let Some(task) = task
            && !stopping
        {
            let deaths = self.deaths.entry(task.clone()).or_default();
            *deaths += 1;
            if *deaths >= MOST_TRIES {
                self.keep(task, None);
            }
        }
    }

    /// Takes in what an engine said; whether some asker now has all its answers.
    pub fn received<'a>(
        &mut self,
        engine: usize,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> bool {
        let mut news = false;
        for line in lines {
            let Some(Engine {
                session: Some(session),
                task,
                ..
            }) = self.engines.get_mut(engine)
            else {
                return news;
            };
            match session.receive(line) {
                None => continue,
                Some(UciEvent::Ready) => {
                    if let Some(name) = session.name() {
                        self.name = Some(name.to_owned());
                    }
                }
                Some(UciEvent::Answered { answer, stopped }) => {
                    if let Some(task) = task.take()
                        && !stopped
                    {
                        let complete = !answer.lines.is_empty();
                        self.keep(task, complete.then_some(answer));
                    }
                    news |= self.some_asker_has_all();
                }
            }
            self.give_out();
        }
        news
    }

    /// Lets every idle engine forget what it knows of earlier positions. Engines that are busy do not.
    pub fn new_game(&mut self) {
        for session in self.engines.iter_mut().filter_map(|e| e.session.as_mut()) {
            session.new_game();
        }
    }

    /// From now on `asker` wants the answers to `tasks`, the first ones first, and nothing else. As long as there is no
    /// engine, and none on its way, they fail at once.
    pub fn want(&mut self, asker: u64, tasks: &[UciTask]) {
        if self.wanted.get(&asker).map_or(&[][..], Vec::as_slice) == tasks {
            return;
        }
        if tasks.is_empty() {
            self.wanted.remove(&asker);
        } else {
            self.wanted.insert(asker, tasks.to_vec());
        }
        let wanted = &self.wanted;
        let is_wanted = |task: &UciTask| wanted.values().any(|tasks| tasks.contains(task));
        self.answers.retain(|task, _| is_wanted(task));
        self.deaths.retain(|task, _| is_wanted(task));
        for engine in &mut self.engines {
            if let (Some(session), Some(task)) = (&mut engine.session, &engine.task)
                && !is_wanted(task)
            {
                session.stop();
                engine.stopping = true;
            }
        }
        self.give_out();
    }

    /// The answers to the first ones of `tasks`, up to the first that is not answered; `None` for
    /// those that the engines failed on.
    #[must_use]
    pub fn answered(&self, tasks: &[UciTask]) -> Vec<Option<UciAnswer>> {
        let known = tasks.iter().map_while(|task| self.answers.get(task));
        known.cloned().collect()
    }

    /// The lines to be sent to engines, each given once.
    #[must_use = "they are to be sent"]
    pub fn to_send(&mut self) -> Vec<(usize, Vec<String>)> {
        let engines = self.engines.iter_mut().enumerate();
        engines
            .filter_map(|(i, engine)| Some((i, engine.session.as_mut()?.to_send())))
            .filter(|(_, lines)| !lines.is_empty())
            .collect()
    }

    /// Whether engine number `engine` is expected to say something: hello, or an answer.
    #[must_use]
    pub fn is_awaited(&self, engine: usize) -> bool {
        let session = self.engines.get(engine).and_then(|e| e.session.as_ref());
        session.is_some_and(|session| !session.is_idle())
    }

    /// Whether engine number `engine` has said hello.
    #[must_use]
    pub fn is_ready(&self, engine: usize) -> bool {
        let session = self.engines.get(engine).and_then(|e| e.session.as_ref());
        session.is_some_and(UciSession::is_ready)
    }

    /// Whether an engine is there, or is on its way.
    #[must_use]
    pub fn has_engines(&self) -> bool {
        self.engines.iter().any(|engine| !engine.gone)
    }

    /// Whether some asker waits for an answer.
    #[must_use]
    pub fn is_awaiting(&self) -> bool {
        let mut tasks = self.wanted.values().flatten();
        tasks.any(|task| !self.answers.contains_key(task))
    }

    /// What an engine called itself last.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The number of tasks that engines failed on so far.
    #[must_use]
    pub const fn failures(&self) -> u64 {
        self.failures
    }

    fn some_asker_has_all(&self) -> bool {
        let has_all = |tasks: &Vec<UciTask>| tasks.iter().all(|t| self.answers.contains_key(t));
        self.wanted.values().any(has_all)
    }

    fn keep(&mut self, task: UciTask, answer: Option<UciAnswer>) {
        self.failures += u64::from(answer.is_none());
        if self.wanted.values().any(|tasks| tasks.contains(&task)) {
            self.answers.insert(task, answer);
        }
    }

    /// The next task for an engine: askers take turns.
    fn next_task(&self) -> Option<(u64, &UciTask)> {
        let is_free = |task: &&UciTask| {
            !self.answers.contains_key(*task)
                && self
                    .engines
                    .iter()
                    .all(|engine| engine.stopping || engine.task.as_ref() != Some(*task))
        };
        let later = self.wanted.range(self.last_served + 1..);
        let all = later.chain(self.wanted.range(..=self.last_served));
        all.filter_map(|(asker, tasks)| Some((*asker, tasks.iter().find(is_free)?)))
            .next()
    }

    fn give_out(&mut self) {
        if !self.has_engines() {
            for task in self.wanted.values().flatten() {
                if !self.answers.contains_key(task) {
                    self.failures += 1;
                    self.answers.insert(task.clone(), None);
                }
            }
            return;
        }
        let idle = |e: &Engine| e.session.as_ref().is_some_and(UciSession::is_idle);
        while let Some(engine) = self.engines.iter().position(idle) {
            let Some((asker, task)) = self.next_task() else {
                return;
            };
            let task = task.clone();
            self.last_served = asker;
            let engine = &mut self.engines[engine];
            engine.stopping = false;
            if engine.session.as_mut().is_some_and(|s| s.go(&task)) {
                engine.task = Some(task);
            } else {
                self.keep(task, None);
            }
        }
    }
}

/// Engines at a desk that somebody else carries the lines for: answers come between calls, never
/// during one.
#[derive(Debug)]
pub struct DeskPool {
    desk: Arc<Mutex<EngineDesk>>,
    asker: u64,
    name: String,
}

impl DeskPool {
    /// Asks at `desk`; named as the engine there named itself, if it has.
    #[must_use]
    pub fn new(desk: Arc<Mutex<EngineDesk>>) -> DeskPool {
        let mut inside = lock(&desk);
        let asker = inside.new_asker();
        let name = inside.name().unwrap_or("engine").to_owned();
        drop(inside);
        DeskPool { desk, asker, name }
    }
}

impl Drop for DeskPool {
    fn drop(&mut self) {
        lock(&self.desk).want(self.asker, &[]);
    }
}

/// A desk is right even after somebody panicked elsewhere.
fn lock(desk: &Mutex<EngineDesk>) -> MutexGuard<'_, EngineDesk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

impl EnginePool for DeskPool {
    fn name(&self) -> &str {
        &self.name
    }

    fn answer(
        &mut self,
        tasks: &[UciTask],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Option<UciAnswer>>, Cancelled> {
        let mut desk = lock(&self.desk);
        desk.want(self.asker, tasks);
        let answers = desk.answered(tasks);
        if answers.len() < tasks.len() {
            // What is asked here is known before anything is said: the caller comes again.
            drop(desk);
            if !budget.should_stop()? {
                return Err(Cancelled);
            }
            desk = lock(&self.desk);
        }
        desk.want(self.asker, &[]);
        Ok(answers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Stop, uci::UciLimit};

    fn task(depth: u32) -> UciTask {
        UciTask {
            fen: "7k/8/8/8/8/8/8/K7 w - - 0 1".to_owned(),
            moves: Vec::new(),
            limit: UciLimit::Depth(depth),
        }
    }

    /// What was sent to each engine, joined.
    fn sent(desk: &mut EngineDesk) -> Vec<(usize, String)> {
        let all = desk.to_send().into_iter();
        all.map(|(engine, lines)| (engine, lines.last().cloned().unwrap_or_default()))
            .collect()
    }

    fn desk(engines: usize) -> EngineDesk {
        let mut desk = EngineDesk::default();
        for engine in 0..engines {
            desk.connect(engine, UciSession::after_uciok());
            desk.received(engine, ["readyok"]);
        }
        let _ = desk.to_send();
        desk
    }

    const ANSWER: [&str; 2] = ["info depth 1 score cp 5 pv a1a2", "bestmove a1a2"];

    #[test]
    fn engines_share_the_work_and_askers_take_turns() {
        let mut desk = desk(2);
        let (a, b) = (desk.new_asker(), desk.new_asker());
        desk.want(a, &[task(1), task(2), task(3)]);
        let go = |engine, depth: u32| (engine, format!("go depth {depth}"));
        assert_eq!(sent(&mut desk), [go(0, 1), go(1, 2)]);
        desk.want(b, &[task(9)]);
        assert!(!desk.received(1, ANSWER));
        assert_eq!(sent(&mut desk), [go(1, 9)]);
        assert_eq!(desk.answered(&[task(1), task(2)]).len(), 0);
        assert!(!desk.received(0, ANSWER));
        assert_eq!(sent(&mut desk), [go(0, 3)]);
        assert_eq!(desk.answered(&[task(1), task(2), task(3)]).len(), 2);
        assert!(desk.received(1, ANSWER), "b has its answer");
        assert!(desk.is_awaiting());
        assert!(desk.received(0, ANSWER));
        assert!(!desk.is_awaiting());
    }

    #[test]
    fn what_nobody_wants_is_stopped_and_its_answer_dropped() {
        let mut desk = desk(1);
        let a = desk.new_asker();
        desk.want(a, &[task(1)]);
        desk.want(a, &[task(2)]);
        assert_eq!(sent(&mut desk), [(0, "stop".to_owned())]);
        // Wanted again before it has stopped: asked again.
        desk.want(a, &[task(1)]);
        assert!(!desk.received(0, ANSWER));
        assert_eq!(sent(&mut desk), [(0, "go depth 1".to_owned())]);
        assert!(desk.received(0, ANSWER));
        assert_eq!(desk.answered(&[task(1)]).len(), 1);
        desk.want(a, &[]);
        assert_eq!(desk.answered(&[task(1)]).len(), 0);
    }

    #[test]
    fn a_task_that_engines_die_of_fails() {
        let mut desk = desk(1);
        let a = desk.new_asker();
        desk.want(a, &[task(1), task(2)]);
        desk.died(0, true);
        assert!(desk.is_awaiting());
        desk.connect(0, UciSession::after_uciok());
        desk.received(0, ["readyok"]);
        desk.died(0, true);
        assert_eq!(desk.answered(&[task(1), task(2)]), [None]);
        desk.died(0, false);
        assert_eq!(desk.answered(&[task(1), task(2)]), [None, None]);
        assert!(!desk.has_engines());
        desk.want(a, &[task(3)]);
        assert_eq!(desk.answered(&[task(3)]), [None], "nobody is left to ask");
    }

    #[test]
    fn a_pool_at_a_desk_is_asked_until_the_answers_are_there() {
        let desk = Arc::new(Mutex::new(desk(1)));
        let mut pool = DeskPool::new(Arc::clone(&desk));
        let tasks = [task(1), task(2)];
        let mut ask = |stop| {
            let mut budget = Budget::new(None, Box::new(move || stop));
            pool.answer(&tasks, &mut budget)
        };
        assert_eq!(ask(Stop::GoOn), Err(Cancelled));
        lock(&desk).received(0, ANSWER);
        assert_eq!(ask(Stop::GoOn), Err(Cancelled));
        let first = ask(Stop::MoveNow).expect("what is there");
        assert_eq!(first.len(), 1);
        drop(pool);
        assert!(!lock(&desk).is_awaiting());
        assert_eq!(sent(&mut lock(&desk)).last(), Some(&(0, "stop".to_owned())));
    }
}
