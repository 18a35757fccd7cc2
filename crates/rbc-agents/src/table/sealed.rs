//! A game in progress as bytes, to be kept outside.
//!
//! What is kept is what defines the game: the setup, the seats, both sides' senses and requests, the
//! clocks. Opening it plays them again, so that a snapshot cannot hold a position that the rules do
//! not lead to.
//!
//! The bytes are scrambled, as they hold what the opponent does: nobody is to read the hidden pieces by
//! a glance at a database. That is no encryption; whoever reads this file can undo it.
//!
//! Layout: `OUTP`, version, 8 bytes of checksum over what follows once unscrambled, scrambled JSON.

use std::{error, fmt};

use rbc_random::{Rng, hash::fnv1a};
use rbc_rules::{
    Arbiter, ClockSetup, Color, GameSetup, Observation, Outcome, Position, Square, WinReason,
};
use serde::{Deserialize, Serialize};
use shakmaty::ByColor;

use super::{Seat, Table};

const MAGIC: &[u8; 4] = b"OUTP";
/// Version 1 had one seed, of which both players' were made in another way.
const VERSION: u8 = 2;
const HEADER: usize = MAGIC.len() + 1 + 8;
/// Half-turns above which a snapshot is refused: a draw comes long before.
const MAX_TURNS: usize = 100_000;

#[derive(Serialize, Deserialize)]
pub(super) struct Content {
    start: String,
    clock: Option<(i64, i64)>,
    move_limit: Option<u32>,
    turn_limit: Option<u32>,
    white: KeptSeat,
    black: KeptSeat,
    seed: KeptSeed,
    pub(super) turns: Vec<Turn>,
    /// Milliseconds left to White and Black.
    left: Option<(i64, i64)>,
    /// The end, where it does not follow from the moves.
    pub(super) outcome: Option<(Option<bool>, String)>,
    /// How many of the turns were played before this game.
    #[serde(default, skip_serializing_if = "is_zero")]
    past: usize,
    /// How often White and Black have taken a turn back.
    #[serde(default, skip_serializing_if = "is_never")]
    pub(super) taken_back: [u32; 2],
}

fn is_zero(past: &usize) -> bool {
    *past == 0
}

fn is_never(taken_back: &[u32; 2]) -> bool {
    *taken_back == [0, 0]
}

#[derive(Serialize, Deserialize)]
enum KeptSeat {
    Person(String),
    Agent(String, u32),
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum KeptSeed {
    /// Of version 1.
    Both(u64),
    /// White's and Black's.
    Each([u64; 2]),
}

/// A half-turn, or what has been played of it.
#[derive(Serialize, Deserialize)]
pub(super) struct Turn {
    sense: Option<u8>,
    /// `None`: not yet; `Some(None)`: a pass. Written as an empty text.
    request: Option<String>,
}

/// Why bytes cannot be opened as a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SealedError {
    /// It does not begin as a saved game does.
    NotASavedGame,
    /// It was written by another version.
    Version(u8),
    /// The checksum says that something was lost or changed.
    Damaged,
    /// The checksum fits, but the content does not lead to a game.
    Content(String),
}

impl fmt::Display for SealedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SealedError::NotASavedGame => f.write_str("this is not a saved game"),
            SealedError::Version(version) => write!(
                f,
                "the saved game has version {version}, and only versions up to {VERSION} can be opened"
            ),
            SealedError::Damaged => f.write_str("the saved game is damaged or cut off"),
            SealedError::Content(reason) => {
                write!(f, "the saved game cannot be played again: {reason}")
            }
        }
    }
}

impl error::Error for SealedError {}

impl Table {
    /// The game as it stands, for [`Table::open`].
    #[must_use]
    pub fn seal(&self, now_ms: i64) -> Vec<u8> {
        let json = serde_json::to_vec(&self.content(now_ms)).unwrap_or_default();
        let checksum = fnv1a(&json);
        let mut sealed = Vec::with_capacity(HEADER + json.len());
        sealed.extend(MAGIC);
        sealed.push(VERSION);
        sealed.extend(checksum.to_le_bytes());
        sealed.extend(scrambled(&json, checksum));
        sealed
    }

    /// Opens what [`Table::seal`] made; the clocks go on from where they stood.
    ///
    /// # Errors
    ///
    /// When the bytes are no saved game, of another version, or damaged.
    pub fn open(sealed: &[u8], now_ms: i64) -> Result<Table, SealedError> {
        let Some((magic, rest)) = sealed.split_first_chunk() else {
            return Err(SealedError::NotASavedGame);
        };
        if magic != MAGIC {
            return Err(SealedError::NotASavedGame);
        }
        let (version, rest) = rest.split_first().ok_or(SealedError::Damaged)?;
        if !(1..=VERSION).contains(version) {
            return Err(SealedError::Version(*version));
        }
        let (sum, rest) = rest.split_first_chunk().ok_or(SealedError::Damaged)?;
        let sum = u64::from_le_bytes(*sum);
        let json: Vec<u8> = scrambled(rest, sum).collect();
        if fnv1a(&json) != sum {
            return Err(SealedError::Damaged);
        }
        let content: Content = serde_json::from_slice(&json).map_err(content_error)?;
        content.play(now_ms)
    }

    pub(super) fn content(&self, now_ms: i64) -> Content {
        let setup = self.arbiter.setup();
        let mut logs = Color::ALL.map(|color| self.arbiter.observations(color).log().iter());
        let mut color = setup.start.turn();
        let mut turns: Vec<Turn> = Vec::new();
        // Both logs, taken by turns.
        'turns: loop {
            for observation in logs[super::side(color)].by_ref() {
                match observation {
                    Observation::TurnStart { .. } => {}
                    Observation::Sense(sense) => turns.push(Turn {
                        sense: sense.square.map(|sq| sq.to_u32() as u8),
                        request: None,
                    }),
                    Observation::Move(result) => {
                        if let Some(turn) = turns.last_mut() {
                            let request = result.requested.map(|m| m.to_string());
                            turn.request = Some(request.unwrap_or_default());
                        }
                        color = !color;
                        continue 'turns;
                    }
                }
            }
            break;
        }
        let left = |color| self.arbiter.time_left(color, now_ms);
        Content {
            start: setup.start.fen(),
            clock: setup.clock.map(|c| (c.initial_ms, c.increment_ms)),
            move_limit: setup.move_limit,
            turn_limit: setup.turn_limit,
            white: KeptSeat::from(self.seat(Color::White)),
            black: KeptSeat::from(self.seat(Color::Black)),
            seed: KeptSeed::Each(self.seeds),
            turns,
            left: left(Color::White).zip(left(Color::Black)),
            outcome: self.outcome().map(|o| {
                let winner = o.winner.map(Color::is_white);
                (winner, o.reason.name().to_owned())
            }),
            past: self.past,
            taken_back: self.taken_back,
        }
    }
}

impl Content {
    /// The game that it leads to.
    pub(super) fn play(self, now_ms: i64) -> Result<Table, SealedError> {
        if self.turns.len() > MAX_TURNS {
            return Err(SealedError::Content("too many turns".to_owned()));
        }
        let start: Position = self.start.parse().map_err(content_error)?;
        let setup = GameSetup {
            start,
            clock: self.clock.map(|(initial_ms, increment_ms)| ClockSetup {
                initial_ms,
                increment_ms,
            }),
            move_limit: self.move_limit,
            turn_limit: self.turn_limit,
        };
        let seats = [Seat::from(&self.white), Seat::from(&self.black)];
        let seeds = match self.seed {
            KeptSeed::Both(seed) => [0, 1].map(|side| seed.wrapping_mul(2).wrapping_add(side)),
            KeptSeed::Each(seeds) => seeds,
        };
        let mut table = Table::unstarted(seats, setup, seeds).map_err(content_error)?;
        table.past = self.past;
        table.taken_back = self.taken_back;
        let arbiter = &mut table.arbiter;
        // All at one moment, so that no clock runs out on the way.
        arbiter.start(now_ms);
        let late = self.late_mover();
        for (i, turn) in self.turns.iter().enumerate() {
            let square = match turn.sense {
                None => None,
                Some(sq) => Some(Square::try_from(u32::from(sq)).map_err(content_error)?),
            };
            arbiter.sense(square, now_ms).map_err(content_error)?;
            if let Some(request) = &turn.request {
                let request = match request.as_str() {
                    "" => None,
                    text => Some(text.parse().map_err(content_error)?),
                };
                // Its clock had run out when it moved, and what follows a move was not begun.
                if i + 1 == self.turns.len() && late == Some(arbiter.turn()) {
                    self.resume_clock(arbiter, late, now_ms);
                }
                arbiter.play(request, now_ms).map_err(content_error)?;
            }
        }
        self.resume_clock(arbiter, None, now_ms);
        if let Some((winner, reason)) = &self.outcome {
            let winner = winner.map(Color::from_white);
            let reason = WinReason::ALL
                .into_iter()
                .find(|r| r.name() == reason.as_str());
            match (reason, winner) {
                (Some(WinReason::Resign), Some(winner)) => arbiter.resign(!winner, now_ms),
                (Some(WinReason::Timeout), _) => {
                    arbiter.check_time(now_ms);
                }
                _ => {}
            }
            if arbiter.outcome() != reason.map(|reason| Outcome { winner, reason }) {
                return Err(SealedError::Content("it ends otherwise".to_owned()));
            }
        }
        Ok(table)
    }

    /// The side that ran out of time, if that was seen after a move.
    fn late_mover(&self) -> Option<Color> {
        let (winner, reason) = self.outcome.as_ref()?;
        let moved = self.turns.last()?.request.is_some();
        let timed_out = reason == WinReason::Timeout.name();
        if !moved || !timed_out {
            return None;
        }
        winner.map(|white| Color::from_white(!white))
    }

    /// Sets the clocks to what is kept, but that of `mover` to what it was before its increment.
    fn resume_clock(&self, arbiter: &mut Arbiter, mover: Option<Color>, now_ms: i64) {
        if let (Some((white, black)), Some((_, increment))) = (self.left, self.clock) {
            let mut left = ByColor { black, white };
            if let Some(mover) = mover {
                *left.get_mut(mover) -= increment;
            }
            arbiter.resume_clock(left, now_ms);
        }
    }
}

fn content_error(error: impl fmt::Display) -> SealedError {
    SealedError::Content(error.to_string())
}

impl From<&Seat> for KeptSeat {
    fn from(seat: &Seat) -> KeptSeat {
        match seat {
            Seat::Person { name } => KeptSeat::Person(name.clone()),
            Seat::Agent { agent, budget_ms } => KeptSeat::Agent(agent.clone(), *budget_ms),
        }
    }
}

impl From<&KeptSeat> for Seat {
    fn from(seat: &KeptSeat) -> Seat {
        match seat {
            KeptSeat::Person(name) => Seat::Person { name: name.clone() },
            KeptSeat::Agent(agent, budget_ms) => Seat::Agent {
                agent: agent.clone(),
                budget_ms: *budget_ms,
            },
        }
    }
}

/// `bytes` combined with a stream of numbers that starts from `seed`: done twice, it is undone.
fn scrambled(bytes: &[u8], seed: u64) -> impl Iterator<Item = u8> {
    let mut rng = Rng::new(seed);
    let stream = std::iter::repeat_with(move || rng.next_u64().to_le_bytes());
    bytes.iter().zip(stream.flatten()).map(|(b, s)| b ^ s)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use rbc_belief::{BoardWeigher, BoardWeighing, InformationSet, Marginals, UniformWeigher};
    use rbc_rules::Observations;

    use super::*;
    use crate::{Budget, TableError};

    fn person(name: &str) -> Seat {
        Seat::Person { name: name.into() }
    }

    fn agent(agent: &str) -> Seat {
        Seat::Agent {
            agent: agent.into(),
            budget_ms: 100,
        }
    }

    /// What a game looks like from outside and inside, the clock aside.
    fn same(a: &Table, b: &Table) {
        for color in Color::ALL {
            assert_eq!(a.arbiter.observations(color), b.arbiter.observations(color));
        }
        assert_eq!(a.outcome(), b.outcome());
        assert_eq!(a.history(), b.history());
        assert_eq!(a.seats, b.seats);
        assert_eq!(a.past, b.past);
        assert_eq!(a.taken_back, b.taken_back);
    }

    #[test]
    fn a_game_is_kept_at_every_step_of_it() {
        let seats = [agent("random"), agent("random")];
        let mut table = Table::new(seats, GameSetup::default(), 5, 0).expect("a table");
        let mut steps = 0;
        while table.outcome().is_none() {
            table
                .decide(&mut Budget::unlimited(), &|| 0)
                .expect("a decision");
            same(&table, &Table::open(&table.seal(0), 0).expect("opens"));
            steps += 1;
        }
        assert!(steps > 10);
        assert!(table.history().is_some());
    }

    #[test]
    fn a_game_against_a_level_goes_on_as_it_would_have() {
        for name in ["level-1", "level-5"] {
            let seats = [person("a"), agent(name)];
            let mut table = Table::new(seats, GameSetup::default(), 5, 0).expect("a table");
            let requests = ["e2e4", "d2d4", "g1f3", "f1e2"];
            let play = |table: &mut Table, turns: &[&str]| {
                for request in turns {
                    table.sense(Color::White, None, 0).expect("to sense");
                    let request = request.parse().ok();
                    table.play(Color::White, request, 0).expect("to move");
                    while table.turn() == Color::Black {
                        let budget = &mut Budget::nodes(1);
                        table.decide(budget, &|| 0).expect("a decision");
                    }
                }
            };
            play(&mut table, &requests[..2]);
            let mut again = Table::open(&table.seal(0), 0).expect("opens");
            play(&mut table, &requests[2..]);
            play(&mut again, &requests[2..]);
            same(&table, &again);
        }
    }

    #[test]
    fn a_level_takes_the_time_that_it_needs_and_the_clock_has() {
        let seats = [agent("level-3"), person("a")];
        let clock = ClockSetup {
            initial_ms: 20_000,
            increment_ms: 0,
        };
        let setup = |clock| GameSetup {
            clock,
            ..GameSetup::default()
        };
        let table = |clock| Table::new(seats.clone(), setup(clock), 5, 0).expect("a table");
        assert_eq!(table(None).allowed_ms(0), u32::MAX);
        assert_eq!(table(Some(clock)).allowed_ms(0), 500);
        assert_eq!(table(Some(clock)).allowed_ms(18_000), 50);
    }

    /// Finds every board alike, and keeps what it was shown.
    #[derive(Default)]
    struct Witness(Mutex<Vec<(Observations, Vec<Position>)>>);

    impl BoardWeigher for Witness {
        fn start(
            &self,
            told: &Observations,
            set: &InformationSet,
            marginals: Option<&Marginals>,
        ) -> Box<dyn BoardWeighing> {
            let shown = (told.clone(), set.positions().collect());
            self.0.lock().expect("one thread").push(shown);
            UniformWeigher.start(told, set, marginals)
        }
    }

    #[test]
    fn a_weigher_is_shown_what_its_agent_was_told_and_boards_that_fit_and_is_no_part_of_what_is_kept()
     {
        let witness = Arc::new(Witness::default());
        let seats = [person("a"), agent("siamese")];
        let mut table = Table::new(seats, GameSetup::default(), 5, 0).expect("a table");
        for (turn, request) in ["e2e4", "d2d4", "g1f3"].into_iter().enumerate() {
            table.sense(Color::White, None, 0).expect("to sense");
            table
                .play(Color::White, request.parse().ok(), 0)
                .expect("to move");
            // Also after the game was kept and opened again: whoever opens it hands the weigher in anew.
            if turn == 1 {
                let sealed = table.seal(0);
                table = Table::open(&sealed, 0).expect("opens");
            }
            // A person asks nobody.
            table.set_weigher(Color::White, witness.clone());
            table.set_weigher(Color::Black, witness.clone());
            while table.turn() == Color::Black {
                table
                    .decide(&mut Budget::nodes(2_000), &|| 0)
                    .expect("a decision");
            }
        }
        let shown = witness.0.lock().expect("one thread");
        // At the sense and the move of each turn.
        assert_eq!(shown.len(), 6);
        let log = table.arbiter.observations(Color::Black).log();
        for (told, boards) in &*shown {
            assert_eq!(told.color(), Color::Black);
            assert!(log.starts_with(told.log()));
            let mut set = InformationSet::new(Color::Black, told.start(), 100_000).expect("a set");
            for observation in told.log() {
                set.observe(observation).expect("they fit");
            }
            assert_eq!(*boards, set.positions().collect::<Vec<_>>());
        }
        // The truth is one of many that it might be.
        assert!(shown[0].1.len() > 10);
    }

    #[test]
    fn clocks_go_on_from_where_they_stood() {
        let setup = GameSetup {
            clock: Some(ClockSetup::default()),
            ..GameSetup::default()
        };
        let seats = [person("a"), person("b")];
        let mut table = Table::new(seats, setup, 5, 1_000).expect("a table");
        table.sense(Color::White, None, 11_000).expect("to sense");
        let again = Table::open(&table.seal(21_000), 5_000_000).expect("opens");
        assert_eq!(again.time_left(Color::White, 5_000_000), Some(880_000));
        assert_eq!(again.time_left(Color::White, 5_001_000), Some(879_000));
        assert_eq!(again.time_left(Color::Black, 5_001_000), Some(900_000));
    }

    /// A table of two persons, with a clock of ten seconds and five more for each move, whose first turn began at 0.
    fn clocked() -> Table {
        let setup = GameSetup {
            clock: Some(ClockSetup {
                initial_ms: 10_000,
                increment_ms: 5_000,
            }),
            ..GameSetup::default()
        };
        Table::new([person("a"), person("b")], setup, 5, 0).expect("a table")
    }

    #[test]
    fn a_clock_at_zero_ends_the_game_whoever_looks_and_when() {
        let lost = |winner| {
            Some(Outcome {
                winner: Some(winner),
                reason: WinReason::Timeout,
            })
        };
        let e4 = || "e2e4".parse().ok();
        let white = Color::White;

        // In time by a millisecond, and five seconds more for it.
        let mut table = clocked();
        table.sense(white, None, 9_000).expect("in time");
        table.play(white, e4(), 9_999).expect("in time");
        assert_eq!(table.time_left(white, 9_999), Some(5_001));
        assert_eq!(table.outcome(), None);

        // Late by less than the increment: the same as if somebody had looked at zero.
        for late in [10_000, 10_001, 13_000, 14_999, 15_000] {
            let mut table = clocked();
            table.sense(white, None, 9_000).expect("in time");
            let refused = table.play(white, e4(), late);
            assert_eq!(refused, Err(TableError::TimeOver(white)), "{late}");
            assert_eq!(table.outcome(), lost(Color::Black));
            let history = table.history().expect("it is over");
            assert_eq!((history.plies(), history.side(white).moves.len()), (0, 0));
            same(&table, &Table::open(&table.seal(late), 0).expect("opens"));

            let mut looked_at = clocked();
            looked_at.sense(white, None, 9_000).expect("in time");
            assert_eq!(looked_at.check_time(10_000), lost(Color::Black));
            assert_eq!(
                looked_at.play(white, e4(), late),
                Err(TableError::TimeOver(white))
            );
        }

        // No sense counts then, and nobody saves or loses the game by resigning.
        let mut table = clocked();
        let refused = table.sense(white, None, 10_000);
        assert_eq!(refused.err(), Some(TableError::TimeOver(white)));
        let mut table = clocked();
        table.resign(Color::Black, 10_000).expect("over already");
        assert_eq!(table.outcome(), lost(Color::Black));
    }

    #[test]
    fn an_agent_that_decides_too_late_has_lost() {
        let setup = GameSetup {
            clock: Some(ClockSetup {
                initial_ms: 10_000,
                increment_ms: 5_000,
            }),
            ..GameSetup::default()
        };
        for in_time in [0, 1] {
            let seats = [agent("random"), person("b")];
            let mut table = Table::new(seats, setup.clone(), 5, 0).expect("a table");
            for decision in 0..=in_time {
                let now = if decision < in_time { 9_000 } else { 12_000 };
                table
                    .decide(&mut Budget::unlimited(), &|| now)
                    .expect("a decision");
            }
            assert_eq!(table.turn(), Color::White);
            let outcome = table.outcome().expect("over");
            assert_eq!(outcome.reason, WinReason::Timeout);
            assert_eq!(outcome.winner, Some(Color::Black));
        }
    }

    #[test]
    fn every_end_is_kept() {
        let setup = GameSetup {
            clock: Some(ClockSetup::default()),
            ..GameSetup::default()
        };
        let seats = [person("a"), person("b")];
        let mut resigned = Table::new(seats.clone(), setup.clone(), 5, 0).expect("a table");
        resigned.resign(Color::Black, 10).expect("to resign");
        same(
            &resigned,
            &Table::open(&resigned.seal(20), 30).expect("opens"),
        );

        let mut late = Table::new(seats.clone(), setup.clone(), 5, 0).expect("a table");
        assert!(late.check_time(900_001).is_some());
        same(&late, &Table::open(&late.seal(900_002), 30).expect("opens"));

        let mut late = Table::new(seats, setup, 5, 0).expect("a table");
        late.sense(Color::White, None, 1_000).expect("to sense");
        let e4 = "e2e4".parse().ok();
        // As versions before this one let a late move through.
        late.arbiter.play(e4, 905_001).expect("to move");
        assert!(late.outcome().is_some());
        same(&late, &Table::open(&late.seal(905_002), 30).expect("opens"));
    }

    #[test]
    fn hidden_pieces_are_not_to_be_read() {
        let seats = [person("a"), agent("random")];
        let table = Table::new(seats, GameSetup::default(), 5, 0).expect("a table");
        let sealed = table.seal(0);
        let text = String::from_utf8_lossy(&sealed);
        assert!(
            !text.contains("random") && !text.contains("turns"),
            "{text}"
        );
    }

    #[test]
    fn what_is_no_saved_game_says_so() {
        let seats = [person("a"), person("b")];
        let table = Table::new(seats, GameSetup::default(), 5, 0).expect("a table");
        let sealed = table.seal(0);
        assert_eq!(Table::open(b"", 0).err(), Some(SealedError::NotASavedGame));
        assert_eq!(
            Table::open(b"{\"type\"", 0).err(),
            Some(SealedError::NotASavedGame)
        );
        let mut newer = sealed.clone();
        newer[4] = 9;
        assert_eq!(Table::open(&newer, 0).err(), Some(SealedError::Version(9)));
        for at in 5..sealed.len() {
            let mut damaged = sealed.clone();
            damaged[at] ^= 4;
            assert_eq!(Table::open(&damaged, 0).err(), Some(SealedError::Damaged));
            assert_eq!(
                Table::open(&sealed[..at], 0).err(),
                Some(SealedError::Damaged)
            );
        }
    }
}
