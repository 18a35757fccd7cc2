//! A game for JavaScript.

use std::{
    cell::{Cell, RefCell, RefMut},
    rc::Rc,
    sync::Arc,
};

use rbc_agents::{Past, Seat, Table, TableError};
use rbc_belief::{Following, InformationSetError, replay::GameReplay};
use rbc_rules::{
    ClockSetup, Color, GameHistory, GameSetup, Phase, Position,
    link::{Link, Shared},
};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::{
    clock::{epoch_ms, monotonic_ms},
    decision::{Allowance, Decision},
    engines::{EvaluatorName, evaluator},
    move_table::{GrowingTable, Rated, TableOptions},
    network::NetworkWeigher,
    players::following,
    replay::Replay,
    set_view::{Seen, SetView},
    task::{Progress, Slice, Task, Until, Work},
    types::{
        self, Bytes, Clocks, DescribedError, ErrorDetails, GameNews, GameState, Js, MoveReport,
        Outcome, PlayerView, Refusal, SenseReport, TakeBackRefusal, TakenBack, Weights, color_from,
        move_from, square_from, to_ts,
    },
};

/// Boards that the set of a person at the board holds at most. What is shown of it must be there within
/// a tenth of a second, also in a game in which the set has grown beyond all use; larger sets are a
/// sample, which tells as much to the eye.
const CAP: usize = 50_000;

/// A game in progress, or just over.
///
/// Every call looks at the clock first: a game whose clock has run out is over for every call.
#[wasm_bindgen]
pub struct Game {
    table: Rc<RefCell<Table>>,
    /// The agent that thinks is to decide at once.
    hurry: Rc<Cell<bool>>,
    /// Where the game stood when its news were last asked for.
    told: Cell<Option<(usize, Phase, u32)>>,
}

impl From<Table> for Game {
    fn from(table: Table) -> Game {
        Game {
            table: Rc::new(RefCell::new(table)),
            hurry: Rc::default(),
            told: Cell::default(),
        }
    }
}

/// Starts a game.
#[wasm_bindgen(js_name = newGame)]
pub fn new_game(setup: &Ts<types::GameSetup>) -> Js<Game> {
    let setup = setup.to_rust()?;
    match &setup.from {
        None => {
            let New { seats, rules, seed } = New::of(setup)?;
            Ok(Table::new(seats, rules, seed, epoch_ms() as i64)?.into())
        }
        Some(types::GamePast { record, half_moves }) => {
            let history = history_of(record)?;
            let past = Past::of(&GameReplay::new(&history), *half_moves as usize)?;
            play_on(setup, &past)
        }
    }
}

// Here, as a replay knows nothing of games.
#[wasm_bindgen]
impl Replay {
    /// A game that goes on from here, after so many half-turns.
    #[wasm_bindgen(js_name = playOn)]
    pub fn play_on(&self, half_moves: usize, setup: &Ts<types::GameSetup>) -> Js<Game> {
        play_on(setup.to_rust()?, &self.past(half_moves)?)
    }

    /// After how many half-turns another game can go on from here.
    #[wasm_bindgen(js_name = pastLimit)]
    pub fn past_limit(&self) -> Js<Ts<types::PastLimit>> {
        let (half_moves, error) = self.longest_past();
        let refusal = error.map(DescribedError::from);
        to_ts(&types::PastLimit {
            half_moves,
            refusal,
        })
    }
}

/// Starts a game that goes on from another one.
fn play_on(setup: types::GameSetup, past: &Past) -> Js<Game> {
    if setup.start_fen.is_some() {
        return Err(rbc_agents::PastError::TwoStarts.into());
    }
    let New { seats, rules, seed } = New::of(setup)?;
    Ok(Table::play_on(seats, rules, seed, past, epoch_ms() as i64)?.into())
}

/// The game of a record's JSON text, or of a link.
fn history_of(text: &str) -> Js<GameHistory> {
    if text.trim_start().starts_with('{') {
        return Ok(GameHistory::from_json(text.trim().as_bytes())?);
    }
    match Link::decode(text)?.shared {
        Shared::Game(game) => Ok(*game),
        Shared::Boards(_) => Err(Refusal::new(
            ErrorDetails::LinkOfBoards,
            "the link holds boards, and no game",
        )),
    }
}

/// What defines a new game.
struct New {
    seats: [Seat; 2],
    rules: GameSetup,
    seed: u64,
}

impl New {
    fn of(setup: types::GameSetup) -> Js<New> {
        // Numbers are in range: pkg/src/check.ts sees to it.
        let ms = |seconds: f64| (seconds * 1000.0).round() as i64;
        let clock = setup.clock.map(|clock| ClockSetup {
            initial_ms: ms(clock.seconds),
            increment_ms: ms(clock.increment),
        });
        let start = match &setup.start_fen {
            None => Position::initial(),
            Some(fen) => fen.parse()?,
        };
        Ok(New {
            seats: [setup.white.into(), setup.black.into()],
            rules: GameSetup {
                start,
                clock,
                turn_limit: setup.turn_limit,
                ..GameSetup::default()
            },
            seed: setup.seed as u64,
        })
    }
}

/// Opens what [`Game::sealed`] gave.
#[wasm_bindgen(js_name = resumeGame)]
pub fn resume_game(sealed: &[u8]) -> Js<Game> {
    Ok(Table::open(sealed, epoch_ms() as i64)?.into())
}

#[wasm_bindgen]
impl Game {
    /// What the person at `color` may know.
    pub fn view(&self, color: &Ts<types::Color>) -> Js<Ts<PlayerView>> {
        let (table, now) = self.now();
        let color = color_from(color)?;
        let told = table.observations(color)?;
        let refusal = table.take_back_refusal(color).map(TakeBackRefusal::from);
        to_ts(&PlayerView::new(told, clocks(&table, now), refusal))
    }

    /// Senses for a person.
    pub fn sense(
        &self,
        color: &Ts<types::Color>,
        square: Option<types::Square>,
    ) -> Js<Ts<SenseReport>> {
        let (mut table, now) = self.now();
        let result = table.sense(color_from(color)?, square_from(square)?, now)?;
        to_ts(&SenseReport::from(&result))
    }

    /// Requests a move, or passes, for a person.
    #[wasm_bindgen(js_name = move)]
    pub fn play(&self, color: &Ts<types::Color>, uci: Option<String>) -> Js<Ts<MoveReport>> {
        let (mut table, now) = self.now();
        let result = table.play(color_from(color)?, move_from(uci)?, now)?;
        to_ts(&MoveReport::from(result))
    }

    /// The whole turn of the agent whose turn it is. With `nodes` each of its decisions has so many, and as long as they
    /// take: it can be repeated.
    #[wasm_bindgen(js_name = agentTurn, unchecked_return_type = "TaskOf<undefined>")]
    pub fn agent_turn(&self, rated_by: &Ts<EvaluatorName>, nodes: Option<f64>) -> Js<Task> {
        let (mut table, _) = self.now();
        let turn = table.turn();
        if let Seat::Person { .. } = table.seat(turn) {
            return Err(TableError::NotAnAgent(turn).into());
        }
        table.set_evaluator(turn, evaluator(rated_by.to_rust()?)?);
        // Without a network its weights are even, and the agent is no worse off than without it.
        table.set_weigher(turn, Arc::new(NetworkWeigher::default()));
        let takebacks = takebacks(&table);
        drop(table);
        self.hurry.set(false);
        Ok(Task::new(AgentTurn {
            table: self.table.clone(),
            hurry: self.hurry.clone(),
            turn,
            takebacks,
            nodes: nodes.map(|nodes| nodes as u64),
            epoch: epoch_ms() - monotonic_ms(),
            decision: Decision::default(),
            waits: false,
        }))
    }

    /// Asks the agent that thinks to decide at once.
    #[wasm_bindgen(js_name = moveNow)]
    pub fn move_now(&self) {
        self.hurry.set(true);
    }

    /// A person gives up.
    pub fn resign(&self, color: &Ts<types::Color>) -> Js<()> {
        let (mut table, now) = self.now();
        Ok(table.resign(color_from(color)?, now)?)
    }

    /// Takes back the last turn of a person.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&self, color: &Ts<types::Color>) -> Js<()> {
        let (mut table, now) = self.now();
        Ok(table.take_back(color_from(color)?, now)?)
    }

    /// What a person can conclude.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<BeliefView>")]
    pub fn belief(&self, color: &Ts<types::Color>, weights: &Ts<Weights>) -> Js<Task> {
        let color = color_from(color)?;
        let weights = weights.to_rust()?;
        // Refuses an agent's seat before any work.
        self.now().0.observations(color)?;
        Ok(Task::new(PersonsBelief {
            table: self.table.clone(),
            color,
            observed: (0, 0),
            following: following(weights),
            view: SetView::new(weights),
        }))
    }

    /// The table of requests of the person whose turn it is.
    #[wasm_bindgen(unchecked_return_type = "TaskOf<MoveTable>")]
    pub fn moves(&self, color: &Ts<types::Color>, options: &Ts<TableOptions>) -> Js<Task> {
        let color = color_from(color)?;
        // Refuses an agent's seat before any work.
        self.now().0.observations(color)?;
        let game = self.table.clone();
        let begin = move |table: &mut GrowingTable, until: Until| {
            let mut game = game.borrow_mut();
            let told = game.observations(color)?;
            if !matches!(told.phase(), Phase::Sense | Phase::Move) {
                return Err(TableError::NotYourTurn(color).into());
            }
            let quiet = rbc_agents::quiet_plies(told);
            match game.information_set(color, CAP, &mut until.watch()) {
                Ok(set) => table.begin(set, quiet).map(|()| Slice::Done),
                Err(TableError::Set(InformationSetError::Interrupted)) => Ok(Slice::More),
                Err(error) => Err(error.into()),
            }
        };
        let table = GrowingTable::new(options)?;
        Ok(Task::new(Rated { table, begin }))
    }

    /// Where the game stands.
    pub fn state(&self) -> Js<Ts<GameState>> {
        let (table, now) = self.now();
        to_ts(&state(&table, now))
    }

    /// The record, once the game is over.
    #[wasm_bindgen(js_name = recordJson)]
    pub fn record_json(&self) -> Js<String> {
        let (table, _) = self.now();
        let history = table.history().ok_or_else(still_runs)?;
        Ok(history.to_json())
    }

    /// The game with the truth, once it is over.
    pub fn replay(&self) -> Js<Replay> {
        let (table, _) = self.now();
        let history = table.history().ok_or_else(still_runs)?;
        Ok(Replay::new(0, history, history.to_json()))
    }

    /// Where the game stands and a snapshot of it, if it has changed since this was last asked.
    pub fn news(&self) -> Js<Option<Ts<GameNews>>> {
        let (table, now) = self.now();
        let place = (table.ply(), table.phase(), takebacks(&table));
        if self.told.replace(Some(place)) == Some(place) {
            return Ok(None);
        }
        let news = GameNews {
            state: state(&table, now),
            sealed: Bytes(table.seal(now)),
        };
        to_ts(&news).map(Some)
    }
}

impl Game {
    /// The table as it stands now, and the time in epoch milliseconds.
    fn now(&self) -> (RefMut<'_, Table>, i64) {
        let now = epoch_ms() as i64;
        let mut table = self.table.borrow_mut();
        table.check_time(now);
        (table, now)
    }
}

fn state(table: &Table, now: i64) -> GameState {
    GameState {
        color: table.turn().into(),
        seat: table.seat(table.turn()).into(),
        clocks: clocks(table, now),
        outcome: table.outcome().map(Outcome::from),
        past: table.past(),
        began_as_chess: table.began_as_chess(),
        taken_back: TakenBack {
            white: table.taken_back(Color::White),
            black: table.taken_back(Color::Black),
        },
    }
}

/// Turns taken back by both sides.
fn takebacks(table: &Table) -> u32 {
    table.taken_back(Color::White) + table.taken_back(Color::Black)
}

/// What both clocks show.
fn clocks(table: &Table, now: i64) -> Option<Clocks> {
    let left = |color| table.time_left(color, now).map(|ms| ms as f64);
    Some(Clocks {
        white: left(Color::White)?,
        black: left(Color::Black)?,
        running: table.outcome().is_none().then(|| table.turn().into()),
        read_at: now as f64,
    })
}

fn still_runs() -> Refusal {
    Refusal::new(ErrorDetails::GameNotOver, "the game is not over")
}

struct AgentTurn {
    table: Rc<RefCell<Table>>,
    hurry: Rc<Cell<bool>>,
    turn: Color,
    /// Turns that had been taken back when it began.
    takebacks: u32,
    /// Nodes for each decision, in place of the time that its seat has.
    nodes: Option<u64>,
    /// Epoch milliseconds when the monotonic clock showed 0.
    epoch: f64,
    decision: Decision,
    /// Engines must answer before it can go on.
    waits: bool,
}

impl Work for AgentTurn {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let mut table = self.table.borrow_mut();
        let epoch = self.epoch;
        let now_ms = || (epoch + monotonic_ms()) as i64;
        loop {
            // The game may have ended meanwhile, by resignation or by the clock, or a turn may have been taken back.
            let other = takebacks(&table) != self.takebacks;
            if other || table.turn() != self.turn || table.outcome().is_some() {
                return Ok(Slice::Done);
            }
            let allowance = || match self.nodes {
                None => Allowance::Ms(table.allowed_ms(now_ms()).into()),
                Some(nodes) => Allowance::Nodes(nodes),
            };
            let mut budget = self.decision.budget(allowance, &self.hurry, until);
            let decided = table.decide(&mut budget, &now_ms);
            drop(budget);
            match decided {
                Ok(()) => self.decision = Decision::default(),
                Err(TableError::Cancelled) => {
                    self.waits = !until.is_over();
                    return Ok(Slice::More);
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn progress(&self) -> Option<Progress> {
        Some(self.decision.progress())
    }

    fn wait_ms(&self) -> Option<f64> {
        self.decision.left_ms().filter(|_| self.waits)
    }
}

struct PersonsBelief {
    table: Rc<RefCell<Table>>,
    color: Color,
    /// Observations taken in, of how many.
    observed: (usize, usize),
    following: Option<Following>,
    view: SetView,
}

impl Work for PersonsBelief {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let mut table = self.table.borrow_mut();
        let told = table.observations(self.color)?.clone();
        let total = told.log().len();
        let sensing = told.phase() == Phase::Sense;
        let PersonsBelief {
            color,
            following,
            view,
            ..
        } = self;
        let mut watch = until.watch();
        let seen = match following {
            Some(following) => table
                .followed_set(*color, CAP, following, &mut watch)
                .map(Seen::from),
            None => table
                .information_set(*color, CAP, &mut watch)
                .map(Seen::from),
        };
        let slice = match seen {
            Ok(set) => view.step(set, &told, sensing, None, until),
            Err(TableError::Set(InformationSetError::Interrupted)) => Ok(Slice::More),
            Err(error) => Err(error.into()),
        };
        let observed = table.observed(self.color, self.following.is_some());
        self.observed = (observed, total);
        slice
    }

    fn progress(&self) -> Option<Progress> {
        Some(Progress {
            label: "boards",
            done: self.observed.0 as f64,
            total: self.observed.1 as f64,
        })
    }

    fn result(&mut self) -> Js<JsValue> {
        Ok(self.view.result())
    }
}
