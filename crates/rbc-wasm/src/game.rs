//! A game for JavaScript.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};

use rbc_agents::{Table, TableError};
use rbc_belief::InformationSetError;
use rbc_rules::{ClockSetup, Color, GameSetup, Move, Phase, Position};
use wasm_bindgen::prelude::*;

use crate::{
    clock::monotonic_ms,
    decision::{Allowance, Decision},
    engines::evaluator,
    move_table::{MoveTable, Rated},
    network::NetworkWeigher,
    replay::Replay,
    set_view::{SetView, by_network},
    task::{Progress, Slice, Task, Until, Work},
    types::{self, Clocks, Js, OutcomeView, PlayerView, color_from, square_from, to_js},
};

/// Boards that the set of a person at the board holds at most. What is shown of it must be there within
/// a tenth of a second, also in a game in which the set has grown beyond all use; larger sets are a
/// sample, which tells as much to the eye.
const CAP: usize = 50_000;

/// A game in progress, or just over. Times are epoch milliseconds.
#[wasm_bindgen]
pub struct Game {
    table: Rc<RefCell<Table>>,
    /// The agent that thinks is to decide at once.
    hurry: Rc<Cell<bool>>,
}

impl From<Table> for Game {
    fn from(table: Table) -> Game {
        Game {
            table: Rc::new(RefCell::new(table)),
            hurry: Rc::default(),
        }
    }
}

/// Starts a game.
#[wasm_bindgen(js_name = newGame)]
pub fn new_game(setup: JsValue, now: f64) -> Js<Game> {
    let setup: types::GameSetup = serde_wasm_bindgen::from_value(setup)?;
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
    let rules = GameSetup {
        start,
        clock,
        turn_limit: setup.turn_limit,
        ..GameSetup::default()
    };
    let seats = [setup.white.into(), setup.black.into()];
    let seed = setup.seed.to_bits();
    Ok(Table::new(seats, rules, seed, now as i64)?.into())
}

/// Opens what [`Game::sealed`] gave.
#[wasm_bindgen(js_name = resumeGame)]
pub fn resume_game(sealed: &[u8], now: f64) -> Js<Game> {
    Ok(Table::open(sealed, now as i64)?.into())
}

#[wasm_bindgen]
impl Game {
    /// What the person at `color` may know.
    pub fn view(&self, color: &str, now: f64) -> Js<JsValue> {
        let table = self.table.borrow();
        let told = table.observations(color_from(color)?)?;
        let left = |color| table.time_left(color, now as i64).map(|ms| ms as f64);
        let running = match table.outcome() {
            None => Some(types::color_name(table.turn())),
            Some(_) => None,
        };
        let clocks = left(Color::White).zip(left(Color::Black));
        let clocks = clocks.map(|(white, black)| Clocks {
            white,
            black,
            running,
            read_at: now,
        });
        to_js(&PlayerView::new(told, clocks))
    }

    /// Senses for a person.
    pub fn sense(&self, color: &str, square: Option<u32>, now: f64) -> Js<JsValue> {
        let square = square_from(square)?;
        let mut table = self.table.borrow_mut();
        let result = table.sense(color_from(color)?, square, now as i64)?;
        to_js(&types::SenseReport::from(&result))
    }

    /// Requests a move, or passes, for a person.
    #[wasm_bindgen(js_name = move)]
    pub fn play(&self, color: &str, uci: Option<String>, now: f64) -> Js<JsValue> {
        let request = uci.map(|uci| uci.parse::<Move>()).transpose()?;
        let mut table = self.table.borrow_mut();
        let result = table.play(color_from(color)?, request, now as i64)?;
        to_js(&types::MoveReport::from(result))
    }

    /// The whole turn of the agent whose turn it is. With `nodes` each of its decisions has so many, and as long as they
    /// take: it can be repeated.
    #[wasm_bindgen(js_name = agentTurn)]
    pub fn agent_turn(&self, now: f64, rated_by: &str, nodes: Option<f64>) -> Js<Task> {
        let turn = self.table.borrow().turn();
        if let rbc_agents::Seat::Person { .. } = self.table.borrow().seat(turn) {
            return Err(TableError::NotAnAgent(turn).into());
        }
        let evaluator = evaluator(rated_by)?;
        let mut table = self.table.borrow_mut();
        table.set_evaluator(turn, evaluator);
        // Without a network its weights are even, and the agent is no worse off than without it.
        table.set_weigher(turn, Arc::new(NetworkWeigher::default()));
        drop(table);
        self.hurry.set(false);
        Ok(Task::new(AgentTurn {
            table: self.table.clone(),
            hurry: self.hurry.clone(),
            turn,
            nodes: nodes.map(|nodes| nodes as u64),
            epoch: now - monotonic_ms(),
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
    pub fn resign(&self, color: &str, now: f64) -> Js<()> {
        let color = color_from(color)?;
        Ok(self.table.borrow_mut().resign(color, now as i64)?)
    }

    /// Ends the game if the running clock has run out.
    #[wasm_bindgen(js_name = checkClock)]
    pub fn check_clock(&self, now: f64) -> Js<JsValue> {
        let outcome = self.table.borrow_mut().check_time(now as i64);
        to_js(&outcome.map(OutcomeView::from))
    }

    /// What a person can conclude.
    pub fn belief(&self, color: &str, weights: &str) -> Js<Task> {
        let color = color_from(color)?;
        let view = SetView::new(by_network(weights)?);
        // Refuses an agent's seat before any work.
        self.table.borrow().observations(color)?;
        Ok(Task::new(PersonsBelief {
            table: self.table.clone(),
            color,
            observed: (0, 0),
            view,
        }))
    }

    /// The table of requests of the person whose turn it is.
    pub fn moves(&self, color: &str, options: JsValue) -> Js<Task> {
        let color = color_from(color)?;
        // Refuses an agent's seat before any work.
        self.table.borrow().observations(color)?;
        let game = self.table.clone();
        let begin = move |table: &mut MoveTable, until: Until| {
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
        let table = MoveTable::new(options)?;
        Ok(Task::new(Rated { table, begin }))
    }

    /// Whose turn it is, and who sits there.
    #[wasm_bindgen(js_name = toMove)]
    pub fn to_move(&self) -> Js<JsValue> {
        let table = self.table.borrow();
        to_js(&types::ToMove {
            color: types::color_name(table.turn()),
            seat: table.seat(table.turn()).into(),
        })
    }

    /// How the game ended; `null` while it runs.
    pub fn outcome(&self) -> Js<JsValue> {
        to_js(&self.table.borrow().outcome().map(OutcomeView::from))
    }

    /// The record, once the game is over.
    #[wasm_bindgen(js_name = recordJson)]
    pub fn record_json(&self) -> Js<String> {
        let table = self.table.borrow();
        let history = table.history().ok_or_else(still_runs)?;
        Ok(history.to_json())
    }

    /// The game with the truth, once it is over.
    pub fn replay(&self) -> Js<Replay> {
        let table = self.table.borrow();
        let history = table.history().ok_or_else(still_runs)?;
        Ok(Replay::new(0, history, history.to_json()))
    }

    /// The game as it stands, to be kept.
    pub fn sealed(&self, now: f64) -> Vec<u8> {
        self.table.borrow().seal(now as i64)
    }
}

fn still_runs() -> JsError {
    JsError::new("the game is not over")
}

struct AgentTurn {
    table: Rc<RefCell<Table>>,
    hurry: Rc<Cell<bool>>,
    turn: Color,
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
            // The game may have ended meanwhile: by resignation, or by the clock.
            if table.turn() != self.turn || table.outcome().is_some() {
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
    view: SetView,
}

impl Work for PersonsBelief {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let mut table = self.table.borrow_mut();
        let told = table.observations(self.color)?.clone();
        let total = told.log().len();
        let sensing = told.phase() == Phase::Sense;
        let slice = match table.information_set(self.color, CAP, &mut until.watch()) {
            Ok(set) => self.view.step(set, &told, sensing, None, until),
            Err(TableError::Set(InformationSetError::Interrupted)) => Ok(Slice::More),
            Err(error) => Err(error.into()),
        };
        self.observed = (table.observed(self.color), total);
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
