//! The Universal Chess Interface (UCI) as this crate speaks it: lines in, lines out, no input or output.
//!
//! A [`UciSession`] is told what an engine says and holds what is to be said to it. Whoever owns it moves the
//! lines: to a process, to a worker, to a test.

use rbc_rules::Move;

use crate::{DECIDED, KING_SCORE};

/// Megabytes of an engine's hash table.
const HASH_MB: u32 = 16;
/// Lines (moves with a score) that an engine can be asked for when it does not say how many: Stockfish's limit.
const MOST_LINES: u32 = 500;
/// Characters of a line beyond which the rest is not looked at.
const MOST_CHARACTERS: usize = 16_384;
/// Scores beyond are cut off, so that no engine's winning endgame looks like a fallen king.
const MOST_CENTIPAWNS: i32 = DECIDED - 1;

/// How long an engine is to look at a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UciLimit {
    /// Plies, as the engine counts them (at least 1).
    Depth(u32),
    /// Positions, as the engine counts them.
    Nodes(u64),
    /// Milliseconds by the engine's clock.
    MoveTime(u64),
}

/// A position to be looked at.
///
/// Only positions that are legal in chess: Stockfish dies of others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UciTask {
    /// The position, in Forsyth-Edwards notation.
    pub fen: String,
    /// Legal moves, each of whose scores is wanted; when there are none, the score of the best of all
    /// moves.
    pub moves: Vec<Move>,
    /// How long to look.
    pub limit: UciLimit,
}

/// A score as UCI gives it, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UciScore {
    /// Centipawns.
    Centipawns(i32),
    /// Full moves until mate, the mating one included; negative when the side to move is mated, and 0
    /// when it already is.
    Mate(i32),
}

impl UciScore {
    /// The score in the convention of [`Answer`](crate::Answer), for a move made from the position that was looked at.
    ///
    /// Chess ends with mate, RBC when the king falls: one ply of the mated side later. With
    /// `mate 1` the move mates (ply 0), anything follows (1), and the king falls (2): the score is
    /// `KING_SCORE - 2`. With `mate -1` the move (0) is answered by mate (1), then the king falls
    /// (3) to the opponent.
    ///
    /// ```
    /// use rbc_agents::{KING_SCORE, uci::UciScore};
    /// assert_eq!(UciScore::Mate(1).of_move(), KING_SCORE - 2);
    /// assert_eq!(UciScore::Mate(3).of_move(), KING_SCORE - 6);
    /// assert_eq!(UciScore::Mate(-1).of_move(), 3 - KING_SCORE);
    /// assert_eq!(UciScore::Mate(0).of_move(), 1 - KING_SCORE);
    /// assert_eq!(UciScore::Centipawns(-35).of_move(), -35);
    /// ```
    #[must_use]
    pub fn of_move(self) -> i32 {
        match self {
            UciScore::Centipawns(score) => score.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS),
            UciScore::Mate(moves) => {
                // A claim of a mate so far away that it would not count as one is still decided.
                let plies = |moves: u32| {
                    let most = (KING_SCORE - DECIDED - 4) as u32;
                    moves.saturating_mul(2).min(most) as i32
                };
                if moves > 0 {
                    KING_SCORE - plies(moves.unsigned_abs())
                } else {
                    plies(moves.unsigned_abs()) + 1 - KING_SCORE
                }
            }
        }
    }

    /// The score for the side that has just moved into the position that was looked at: the opposite, and a
    /// king's fall is one ply further away from its move.
    ///
    /// ```
    /// use rbc_agents::{KING_SCORE, uci::UciScore};
    /// // Mated: its move (ply 1 after ours), then the king falls (2).
    /// assert_eq!(UciScore::Mate(0).of_move_before(), KING_SCORE - 2);
    /// assert_eq!(UciScore::Mate(1).of_move_before(), 3 - KING_SCORE);
    /// assert_eq!(UciScore::Centipawns(-35).of_move_before(), 35);
    /// ```
    #[must_use]
    pub fn of_move_before(self) -> i32 {
        let score = self.of_move();
        match self {
            UciScore::Centipawns(_) => -score,
            UciScore::Mate(_) => score.signum() - score,
        }
    }
}

/// What an engine found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UciAnswer {
    /// Moves and their scores after the last depth on which each of them got one: those that were asked for, or the best.
    /// Empty when there was no such depth.
    pub lines: Vec<(Move, UciScore)>,
    /// The move that the engine would make; none when there is no legal one.
    pub best: Option<Move>,
    /// The depth of `lines`, in the engine's plies.
    pub depth: u32,
    /// Positions looked at, as the engine counts them.
    pub nodes: u64,
}

impl UciAnswer {
    /// The score of `m`, if there is one.
    #[must_use]
    pub fn score_of(&self, m: Move) -> Option<UciScore> {
        let line = self.lines.iter().find(|(of, _)| *of == m);
        line.map(|(_, score)| *score)
    }
}

/// What happened in a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciEvent {
    /// The engine has said hello, and can be asked.
    Ready,
    /// The engine has finished what it was asked.
    Answered {
        /// What it found.
        answer: UciAnswer,
        /// Whether it was stopped before its time.
        stopped: bool,
    },
}

#[derive(Debug)]
enum State {
    /// `uci` is said, `uciok` is not.
    Greeting,
    /// `isready` is said, `readyok` is not.
    Preparing,
    Idle,
    Running(Box<Running>),
}

#[derive(Debug)]
struct Running {
    stopping: bool,
    /// How many lines are wanted.
    wanted: usize,
    /// The depth of `current`.
    depth: u32,
    /// The lines of the present depth: move, score, and whether it is exact.
    current: Vec<Option<(Move, UciScore, bool)>>,
    found: UciAnswer,
}

/// The conversation with one engine.
///
/// It never says `go` before the last one was answered: Stockfish 19 dies of that.
///
/// ```
/// use rbc_agents::uci::{UciEvent, UciLimit, UciScore, UciSession, UciTask};
/// let mut session = UciSession::new();
/// assert_eq!(session.to_send(), ["uci"]);
/// for line in ["id name Fish", "option name Hash type spin default 16 min 1 max 64", "uciok"] {
///     assert_eq!(session.receive(line), None);
/// }
/// assert_eq!(session.to_send(), ["setoption name Hash value 16", "isready"]);
/// assert_eq!(session.receive("readyok"), Some(UciEvent::Ready));
/// let task = UciTask {
///     fen: "7k/8/8/8/8/8/8/K7 w - - 0 1".to_owned(),
///     moves: vec![],
///     limit: UciLimit::Depth(2),
/// };
/// assert!(session.go(&task));
/// assert_eq!(session.to_send(), ["position fen 7k/8/8/8/8/8/8/K7 w - - 0 1", "go depth 2"]);
/// session.receive("info depth 2 multipv 1 score cp 0 nodes 9 pv a1a2 h8h7");
/// let Some(UciEvent::Answered { answer, stopped: false }) = session.receive("bestmove a1a2") else {
///     panic!("an answer")
/// };
/// assert_eq!(answer.lines, [("a1a2".parse()?, UciScore::Centipawns(0))]);
/// # Ok::<_, rbc_rules::ParseMoveError>(())
/// ```
#[derive(Debug)]
pub struct UciSession {
    state: State,
    to_send: Vec<String>,
    name: Option<String>,
    options: Vec<String>,
    /// Whether the engine was heard to list its options.
    listed: bool,
    /// Lines that the engine gives at present, and at most.
    lines: u32,
    most_lines: u32,
}

impl Default for UciSession {
    fn default() -> UciSession {
        UciSession::new()
    }
}

impl UciSession {
    /// A session with an engine that was just started.
    #[must_use]
    pub fn new() -> UciSession {
        UciSession {
            state: State::Greeting,
            to_send: vec!["uci".to_owned()],
            name: None,
            options: Vec::new(),
            listed: true,
            lines: 1,
            most_lines: 1,
        }
    }

    /// A session with an engine that has already answered `uci` with `uciok` to somebody else.
    #[must_use]
    pub fn after_uciok() -> UciSession {
        let mut session = UciSession::new();
        session.to_send.clear();
        session.listed = false;
        session.most_lines = MOST_LINES;
        session.prepare();
        session
    }

    /// What the engine calls itself, once it has said so.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether [`UciSession::go`] can be called.
    #[must_use]
    pub const fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle)
    }

    /// Whether the engine was asked and has not answered.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        matches!(self.state, State::Running(_))
    }

    /// Whether the engine has said hello and is ready for questions, or at one.
    #[must_use]
    pub const fn is_ready(&self) -> bool {
        matches!(self.state, State::Idle | State::Running(_))
    }

    /// The lines to be sent to the engine, without line ends; each is given once.
    #[must_use = "they are to be sent"]
    pub fn to_send(&mut self) -> Vec<String> {
        std::mem::take(&mut self.to_send)
    }

    /// Asks for `task`; false when that is not possible: the engine is not idle, cannot score so many moves, or the FEN has
    /// a line end in it.
    pub fn go(&mut self, task: &UciTask) -> bool {
        let wanted = task.moves.len().max(1);
        if !self.is_idle()
            || u64::from(self.most_lines) < wanted as u64
            || task.fen.contains(|c: char| c.is_control())
        {
            return false;
        }
        if self.lines != wanted as u32 {
            self.lines = wanted as u32;
            self.to_send
                .push(format!("setoption name MultiPV value {wanted}"));
        }
        self.to_send.push(format!("position fen {}", task.fen));
        let mut go = match task.limit {
            UciLimit::Depth(depth) => format!("go depth {}", depth.max(1)),
            UciLimit::Nodes(nodes) => format!("go nodes {}", nodes.max(1)),
            UciLimit::MoveTime(ms) => format!("go movetime {}", ms.max(1)),
        };
        if !task.moves.is_empty() {
            // Last: some engines read moves until the line ends.
            go.push_str(" searchmoves");
            for m in &task.moves {
                go.push_str(&format!(" {m}"));
            }
        }
        self.to_send.push(go);
        self.state = State::Running(Box::new(Running {
            stopping: false,
            wanted,
            depth: 0,
            current: vec![None; wanted],
            found: UciAnswer::default(),
        }));
        true
    }

    /// Asks the engine to finish at once, if it runs. It is idle only when it has said so.
    pub fn stop(&mut self) {
        if let State::Running(running) = &mut self.state
            && !running.stopping
        {
            running.stopping = true;
            self.to_send.push("stop".to_owned());
        }
    }

    /// Tells the engine to forget what it knows of earlier positions, so that its answers do not depend on them; false
    /// when it is not idle. It is idle again after `readyok`.
    pub fn new_game(&mut self) -> bool {
        if !self.is_idle() {
            return false;
        }
        self.to_send.push("ucinewgame".to_owned());
        self.to_send.push("isready".to_owned());
        self.state = State::Preparing;
        true
    }

    /// Takes in a line that the engine said, with or without line end. Lines that mean nothing are skipped.
    pub fn receive(&mut self, line: &str) -> Option<UciEvent> {
        let line = match line.char_indices().nth(MOST_CHARACTERS) {
            Some((end, _)) => &line[..end],
            None => line,
        };
        let mut words = line.split_ascii_whitespace();
        match words.next()? {
            "id" if words.next() == Some("name") => {
                let name = words.collect::<Vec<_>>().join(" ");
                let name: String = name.chars().filter(|c| !c.is_control()).take(80).collect();
                if !name.is_empty() {
                    self.name = Some(name);
                }
                None
            }
            "option" if matches!(self.state, State::Greeting) => {
                self.take_option(words);
                None
            }
            "uciok" if matches!(self.state, State::Greeting) => {
                self.prepare();
                None
            }
            "readyok" if matches!(self.state, State::Preparing) => {
                self.state = State::Idle;
                Some(UciEvent::Ready)
            }
            "info" => {
                if let State::Running(running) = &mut self.state {
                    running.take_info(words);
                }
                None
            }
            "bestmove" => {
                let State::Running(running) = &mut self.state else {
                    return None;
                };
                let mut answer = std::mem::take(&mut running.found);
                let stopped = running.stopping;
                answer.best = words.next().and_then(|m| m.parse().ok());
                self.state = State::Idle;
                Some(UciEvent::Answered { answer, stopped })
            }
            _ => None,
        }
    }

    /// `option name N type T [default D] [min A] [max B] [var V]…`, N being words.
    fn take_option<'a>(&mut self, words: impl Iterator<Item = &'a str>) {
        const MOST_OPTIONS: usize = 1_000;
        let words: Vec<&str> = words.collect();
        if words.first() != Some(&"name") || self.options.len() >= MOST_OPTIONS {
            return;
        }
        let end = words.iter().position(|w| *w == "type");
        let name = words[1..end.unwrap_or(words.len()).max(1)].join(" ");
        if name.eq_ignore_ascii_case("MultiPV") {
            let max = words.iter().rposition(|w| *w == "max");
            let max = max.and_then(|i| words.get(i + 1)?.parse().ok());
            self.most_lines = max.unwrap_or(MOST_LINES).max(1);
        }
        self.options.push(name);
    }

    fn prepare(&mut self) {
        let hash = HASH_MB.to_string();
        for (name, value) in [("Threads", "1"), ("Hash", hash.as_str())] {
            if !self.listed || self.options.iter().any(|o| o.eq_ignore_ascii_case(name)) {
                self.to_send
                    .push(format!("setoption name {name} value {value}"));
            }
        }
        self.to_send.push("isready".to_owned());
        self.state = State::Preparing;
    }
}

impl Running {
    /// `info depth D … multipv K score cp X [lowerbound] nodes N … pv M …`, in any order.
    fn take_info<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        let (mut depth, mut place, mut score, mut exact, mut m) = (None, 1, None, true, None);
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|w| w.parse::<i64>().ok());
            match word {
                "depth" => depth = number().and_then(|n| u32::try_from(n).ok()),
                "multipv" => {
                    let Some(n) = number().and_then(|n| usize::try_from(n).ok()) else {
                        return;
                    };
                    place = n;
                }
                "nodes" => {
                    let nodes = number().and_then(|n| u64::try_from(n).ok());
                    self.found.nodes = self.found.nodes.max(nodes.unwrap_or(0));
                }
                "score" => {
                    let kind = words.next();
                    let value = words.next().and_then(|w| w.parse::<i32>().ok());
                    score = match (kind, value) {
                        (Some("cp"), Some(n)) => Some(UciScore::Centipawns(n)),
                        (Some("mate"), Some(n)) => Some(UciScore::Mate(n)),
                        _ => return,
                    };
                }
                "lowerbound" | "upperbound" => exact = false,
                "pv" => {
                    m = words.next().and_then(|w| w.parse().ok());
                    break;
                }
                // Free text until the end.
                "string" => break,
                _ => {}
            }
        }
        let (Some(depth), Some(score), Some(m)) = (depth, score, m) else {
            return;
        };
        if depth != self.depth {
            self.depth = depth;
            self.current.fill(None);
        }
        let Some(slot) = place.checked_sub(1).and_then(|i| self.current.get_mut(i)) else {
            return;
        };
        if !exact && matches!(slot, Some((of, _, true)) if *of == m) {
            // A bound says less than what is there.
            return;
        }
        *slot = Some((m, score, exact));
        let mut lines: Vec<(Move, UciScore)> = Vec::with_capacity(self.wanted);
        for (m, score, _) in self.current.iter().map_while(|line| *line) {
            if lines.iter().all(|(of, _)| *of != m) {
                lines.push((m, score));
            }
        }
        if lines.len() == self.wanted {
            self.found.lines = lines;
            self.found.depth = depth;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn task(moves: &[&str], depth: u32) -> UciTask {
        UciTask {
            fen: "k7/8/8/8/8/8/8/K7 w - - 0 1".to_owned(),
            moves: moves.iter().map(|m| m.parse().expect("a move")).collect(),
            limit: UciLimit::Depth(depth),
        }
    }

    fn ready() -> UciSession {
        let mut session = UciSession::after_uciok();
        assert_eq!(
            session.to_send(),
            [
                "setoption name Threads value 1",
                "setoption name Hash value 16",
                "isready"
            ]
        );
        assert_eq!(session.receive("readyok\r\n"), Some(UciEvent::Ready));
        session
    }

    fn answer(session: &mut UciSession, lines: &[&str]) -> UciAnswer {
        for line in lines {
            assert_eq!(session.receive(line), None, "{line}");
        }
        match session.receive("bestmove a1a2 ponder a8a7") {
            Some(UciEvent::Answered { answer, .. }) => answer,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_engine_is_greeted_and_only_its_own_options_are_set() {
        let mut session = UciSession::new();
        assert!(!session.go(&task(&[], 1)));
        assert_eq!(session.to_send(), ["uci"]);
        for line in [
            "Some Engine by Somebody",
            "id name Some Engine 1.0",
            "id author Somebody",
            "option name Threads type spin default 1 min 1 max 8",
            "option name MultiPV type spin default 1 min 1 max 2",
            "option name Clear Hash type button",
            "option",
            "option name",
        ] {
            assert_eq!(session.receive(line), None);
        }
        assert_eq!(session.name(), Some("Some Engine 1.0"));
        session.receive("uciok");
        assert_eq!(
            session.to_send(),
            ["setoption name Threads value 1", "isready"]
        );
        assert!(!session.go(&task(&[], 1)), "it has not answered yet");
        assert_eq!(session.receive("readyok"), Some(UciEvent::Ready));
        assert!(
            !session.go(&task(&["a1a2", "a1b1", "a1b2"], 1)),
            "two lines at most"
        );
        assert!(session.go(&task(&["a1a2", "a1b1"], 3)));
        assert_eq!(
            session.to_send(),
            [
                "setoption name MultiPV value 2",
                "position fen k7/8/8/8/8/8/8/K7 w - - 0 1",
                "go depth 3 searchmoves a1a2 a1b1"
            ]
        );
    }

    #[test]
    fn one_question_at_a_time() {
        let mut session = ready();
        assert!(session.go(&task(&[], 9)));
        assert!(!session.go(&task(&[], 9)));
        session.stop();
        session.stop();
        assert!(!session.go(&task(&[], 9)));
        assert_eq!(
            session.to_send(),
            [
                "position fen k7/8/8/8/8/8/8/K7 w - - 0 1",
                "go depth 9",
                "stop"
            ]
        );
        assert!(matches!(
            session.receive("bestmove a1a2"),
            Some(UciEvent::Answered { stopped: true, .. })
        ));
        assert!(session.go(&task(&[], 9)));
        assert_eq!(session.receive("readyok"), None);
    }

    #[test]
    fn the_last_depth_on_which_each_move_has_a_score_counts() {
        let mut session = ready();
        session.go(&task(&["a1a2", "a1b1"], 3));
        let found = answer(
            &mut session,
            &[
                "info string NNUE evaluation using score cp 5 pv a1a2",
                "info depth 1 seldepth 1 multipv 1 score cp 20 nodes 5 nps 1 time 0 pv a1a2",
                "info depth 1 seldepth 1 multipv 2 score cp 10 nodes 5 nps 1 time 0 pv a1b1",
                "info depth 2 currmove a1a2 currmovenumber 1",
                "info depth 2 multipv 1 score cp 33 lowerbound nodes 9 pv a1b1",
                "info depth 2 multipv 1 score cp 30 nodes 10 pv a1b1",
                "info depth 2 multipv 1 score cp 40 upperbound nodes 11 pv a1b1",
                "info depth 2 multipv 2 score mate -3 nodes 12 pv a1a2 a8a7",
                "info depth 3 multipv 1 score cp 99 nodes 20 pv a1a2",
            ],
        );
        let m = |m: &str| m.parse::<Move>().expect("a move");
        assert_eq!(
            found.lines,
            [
                (m("a1b1"), UciScore::Centipawns(30)),
                (m("a1a2"), UciScore::Mate(-3))
            ]
        );
        assert_eq!((found.depth, found.nodes), (2, 20));
        assert_eq!(found.best, Some(m("a1a2")));
        assert_eq!(found.score_of(m("a1a2")), Some(UciScore::Mate(-3)));
    }

    #[test]
    fn the_same_move_twice_is_no_score_for_the_other() {
        let mut session = ready();
        session.go(&task(&["a1a2", "a1b1"], 3));
        let found = answer(
            &mut session,
            &[
                "info depth 1 multipv 1 score cp 20 pv a1a2",
                "info depth 1 multipv 2 score cp 10 pv a1a2",
            ],
        );
        assert_eq!(found.lines, []);
    }

    #[test]
    fn without_a_legal_move_there_is_no_best() {
        let mut session = ready();
        session.go(&task(&[], 3));
        session.receive("info depth 0 score mate 0");
        let event = session.receive("bestmove (none)");
        let answer = UciAnswer::default();
        assert_eq!(
            event,
            Some(UciEvent::Answered {
                answer,
                stopped: false
            })
        );
    }

    #[test]
    fn no_score_passes_for_another_kind() {
        for n in [i32::MIN, -1_000_000, 0, 1_000_000, i32::MAX] {
            let cp = UciScore::Centipawns(n);
            assert!(cp.of_move().abs() < DECIDED && cp.of_move_before().abs() < DECIDED);
            let mate = UciScore::Mate(n);
            assert!(mate.of_move().abs() > DECIDED && mate.of_move_before().abs() > DECIDED);
            assert!(mate.of_move().abs() < KING_SCORE);
        }
    }

    fn line() -> impl Strategy<Value = String> {
        let word = prop_oneof![
            prop::sample::select(vec![
                "info",
                "depth",
                "score",
                "cp",
                "mate",
                "pv",
                "multipv",
                "nodes",
                "bestmove",
                "a1a2",
                "(none)",
                "id",
                "name",
                "uciok",
                "readyok",
                "option",
                "type",
                "max",
                "MultiPV",
                "string",
                "lowerbound",
                "-1",
                "0",
                "1",
                "2",
                "99999999999999999999",
            ])
            .prop_map(str::to_owned),
            ".{0,12}",
        ];
        prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
    }

    proptest! {
        #[test]
        fn any_lines_are_survived_and_go_waits_for_bestmove(
            greets in any::<bool>(),
            said in prop::collection::vec((line(), 0..4_usize, any::<bool>()), 0..60),
        ) {
            let mut session = if greets { UciSession::new() } else { ready() };
            let mut running = false;
            for (line, moves, stop) in said {
                if matches!(session.receive(&line), Some(UciEvent::Answered { .. })) {
                    prop_assert!(running);
                    running = false;
                }
                let all = ["a1a2", "a1b1", "a1b2"];
                session.go(&task(&all[..moves.min(3)], 2));
                if stop {
                    session.stop();
                }
                for line in session.to_send() {
                    prop_assert!(!line.contains('\n'));
                    if line.starts_with("go ") {
                        prop_assert!(!running);
                        running = true;
                    }
                    prop_assert!(line != "stop" || running);
                }
            }
        }
    }
}
