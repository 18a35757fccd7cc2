//! The network that tells how likely boards are. It is a module of its own (`crates/rbc-siamese-wasm`), which the host
//! loads on first use and hands over; what crosses to it is a decision's planes and its boards.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

use rbc_belief::{BoardWeigher, BoardWeighing, Boards, InformationSet, Marginals};
use rbc_rules::{Observations, Phase};
use rbc_siamese::Observing;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NETWORK_TYPES: &'static str = "
/** What the engine asks of the network's module. */
export interface Network {
    weigh(planes: Uint8Array, opponent: string | undefined, boards: Uint8Array, temperature: number): NetworkWeighing;
}

export interface NetworkWeighing {
    /** Goes on for some milliseconds; the share that is done. */
    advance(): number;
    /** The weights; frees the object. */
    finish(): Float32Array;
    free(): void;
}
";

#[wasm_bindgen]
extern "C" {
    /// `Siamese` of that module, as the host guards it: what fails there is thrown, and caught here.
    #[derive(Clone)]
    #[wasm_bindgen(typescript_type = "Network")]
    pub type Network;
    #[wasm_bindgen(method, catch)]
    fn weigh(
        this: &Network,
        planes: &[u8],
        opponent: Option<String>,
        boards: &[u8],
        temperature: f32,
    ) -> Result<NetworkWeighing, JsValue>;

    type NetworkWeighing;
    #[wasm_bindgen(method, catch)]
    fn advance(this: &NetworkWeighing) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn finish(this: &NetworkWeighing) -> Result<Vec<f32>, JsValue>;
    #[wasm_bindgen(method)]
    fn free(this: &NetworkWeighing);
}

thread_local! {
    static NETWORK: RefCell<Option<Network>> = const { RefCell::new(None) };
    /// What the network is at work on. Things of JavaScript stay with their thread, and a [`BoardWeighing`] may not.
    static UNDER_WAY: RefCell<HashMap<u32, NetworkWeighing>> = RefCell::default();
    static NEXT: Cell<u32> = const { Cell::new(0) };
}

/// From now on `network` weighs boards, or none does.
#[wasm_bindgen(js_name = useNetwork)]
pub fn use_network(network: Option<Network>) {
    NETWORK.set(network);
}

fn is_loaded() -> bool {
    NETWORK.with_borrow(Option::is_some)
}

/// Weighs boards by the network that is loaded; where there is none, or it fails, they are all alike.
#[derive(Clone, Debug)]
pub struct NetworkWeigher {
    /// Who plays the other side, by the name that the network knows.
    pub opponent: Option<String>,
    /// The higher, the more alike the weights.
    pub temperature: f32,
}

impl Default for NetworkWeigher {
    fn default() -> NetworkWeigher {
        NetworkWeigher {
            opponent: None,
            temperature: 1.0,
        }
    }
}

impl NetworkWeigher {
    /// Whether it has something to say: a network is loaded, and has learnt of such moments.
    pub fn can_weigh(told: &Observations) -> bool {
        is_loaded() && matches!(told.phase(), Phase::Sense | Phase::Move)
    }

    /// Begins, as [`BoardWeigher::start`].
    pub fn begin(
        &self,
        told: &Observations,
        set: &InformationSet,
        marginals: Option<&Marginals>,
    ) -> Weighing {
        Weighing {
            weigher: self.clone(),
            boards: set.len(),
            stage: if is_loaded() {
                Stage::Observing(Observing::new(told, set, marginals))
            } else {
                Stage::Failed
            },
            hurried: false,
        }
    }
}

impl BoardWeigher for NetworkWeigher {
    fn start(
        &self,
        told: &Observations,
        set: &InformationSet,
        marginals: Option<&Marginals>,
    ) -> Box<dyn BoardWeighing> {
        Box::new(self.begin(told, set, marginals))
    }
}

/// Weights in the making.
pub struct Weighing {
    weigher: NetworkWeigher,
    boards: usize,
    stage: Stage,
    hurried: bool,
}

enum Stage {
    Observing(Observing),
    /// The network is at work, and so far.
    UnderWay(Ticket, f64),
    Done(Vec<f32>),
    /// It could not be asked, or broke down.
    Failed,
}

impl Weighing {
    /// Whether the weights are uniform for want of a network.
    pub fn has_failed(&self) -> bool {
        matches!(self.stage, Stage::Failed)
    }

    /// The stage that comes next.
    fn next(&mut self, boards: &Boards) -> Result<Option<Stage>, JsValue> {
        match &mut self.stage {
            Stage::Observing(observing) => {
                let Some(planes) = observing.advance(boards) else {
                    return Ok(None);
                };
                let packed = boards.iter().flat_map(|board| board.0.to_le_bytes());
                let packed: Vec<u8> = packed.collect();
                let NetworkWeigher {
                    opponent,
                    temperature,
                } = &self.weigher;
                let network = NETWORK.with_borrow(Clone::clone).ok_or(JsValue::NULL)?;
                let weighing = network.weigh(planes, opponent.clone(), &packed, *temperature)?;
                Ok(Some(Stage::UnderWay(Ticket::for_(weighing), 0.0)))
            }
            Stage::UnderWay(ticket, done) => {
                *done = ticket.advance()?;
                if *done < 1.0 && !self.hurried {
                    return Ok(None);
                }
                let weights = ticket.finish()?;
                Ok(Some(if weights.len() == self.boards {
                    Stage::Done(weights)
                } else {
                    Stage::Failed
                }))
            }
            Stage::Done(_) | Stage::Failed => Ok(None),
        }
    }
}

impl BoardWeighing for Weighing {
    fn advance(&mut self, boards: &Boards) -> bool {
        loop {
            match self.next(boards) {
                Ok(Some(stage)) => self.stage = stage,
                Ok(None) => {}
                Err(_) => self.stage = Stage::Failed,
            }
            let done = matches!(self.stage, Stage::Done(_) | Stage::Failed);
            if done || !self.hurried {
                return done;
            }
        }
    }

    fn hurry(&mut self) {
        self.hurried = true;
        if let Stage::Observing(observing) = &mut self.stage {
            observing.hurry();
        }
    }

    fn progress(&self) -> f64 {
        /// What comes before the boards themselves.
        const BEFORE: f64 = 0.1;
        match &self.stage {
            Stage::Observing(observing) => BEFORE * observing.progress(),
            Stage::UnderWay(_, done) => BEFORE + (1.0 - BEFORE) * done,
            Stage::Done(_) | Stage::Failed => 1.0,
        }
    }

    fn finish(&self) -> Vec<f32> {
        match &self.stage {
            Stage::Done(weights) => weights.clone(),
            _ => vec![1.0 / self.boards as f32; self.boards],
        }
    }
}

/// Stands for what the network is at work on.
struct Ticket(u32);

impl Ticket {
    fn for_(weighing: NetworkWeighing) -> Ticket {
        let number = NEXT.get();
        NEXT.set(number.wrapping_add(1));
        UNDER_WAY.with_borrow_mut(|all| all.insert(number, weighing));
        Ticket(number)
    }

    fn advance(&self) -> Result<f64, JsValue> {
        UNDER_WAY.with_borrow(|all| all.get(&self.0).ok_or(JsValue::NULL)?.advance())
    }

    fn finish(&self) -> Result<Vec<f32>, JsValue> {
        let weighing = UNDER_WAY.with_borrow_mut(|all| all.remove(&self.0));
        weighing.ok_or(JsValue::NULL)?.finish()
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some(weighing) = UNDER_WAY.with_borrow_mut(|all| all.remove(&self.0)) {
            weighing.free();
        }
    }
}
