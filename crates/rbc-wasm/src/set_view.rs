//! What a set looks like to JavaScript, computed in slices.

use rbc_belief::{
    BoardWeighing, EXPONENTS, FollowedSet, InformationSet, PackedBoard, Survey, Surveying,
    multiply_weights,
};
use rbc_rules::{Observations, Position};
use wasm_bindgen::prelude::*;

use crate::{
    network::{NetworkWeigher, Weighing},
    task::{Progress, Slice, Until},
    types::{BeliefView, Js, LikelyBoard, LikelyPlayer, TrueBoard, Weighed, Weights, to_js},
};

/// Boards that are shown one by one.
const SHOWN: usize = 6;

/// A set to be viewed, and the filter that follows it, if one does.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    set: &'a InformationSet,
    followed: Option<&'a FollowedSet>,
}

impl<'a> From<&'a InformationSet> for Seen<'a> {
    fn from(set: &'a InformationSet) -> Seen<'a> {
        Seen {
            set,
            followed: None,
        }
    }
}

impl<'a> From<&'a FollowedSet> for Seen<'a> {
    fn from(followed: &'a FollowedSet) -> Seen<'a> {
        Seen {
            set: followed.set(),
            followed: Some(followed),
        }
    }
}

/// A view of a set in progress.
pub struct SetView {
    /// The network and the filter are to weigh the boards, where they can.
    weighted: bool,
    /// Who the opponent may be is to be told.
    names_players: bool,
    /// The network was asked, and failed.
    without_network: bool,
    stage: Stage,
    /// Observations behind the set that is viewed; the set may go on between two slices.
    observed: usize,
    /// The share that is done.
    done: f64,
    view: JsValue,
}

enum Stage {
    /// All boards count alike.
    Alike(Surveying),
    Weighing(Weighing),
    Weighed(Vec<f32>, Surveying),
}

impl SetView {
    pub fn new(weights: Weights) -> SetView {
        SetView {
            weighted: matches!(weights, Weights::Weighted),
            names_players: false,
            without_network: false,
            stage: Stage::Alike(Surveying::new()),
            observed: 0,
            done: 0.0,
            view: JsValue::UNDEFINED,
        }
    }

    /// The same, and it tells who the opponent may be: not for a game in progress.
    pub fn naming_players(weights: Weights) -> SetView {
        SetView {
            names_players: true,
            ..SetView::new(weights)
        }
    }

    /// Goes on for a slice with the set of who was `told` that. The worth of senses is shown only when it is the time to
    /// sense, and how the true board fares only where it is given: of a game that is over.
    pub fn step(
        &mut self,
        seen: Seen<'_>,
        told: &Observations,
        sensing: bool,
        truth: Option<&Position>,
        until: Until,
    ) -> Js<Slice> {
        let Seen { set, followed } = seen;
        if self.observed != set.observed() {
            self.stage = Stage::Alike(Surveying::new());
            self.observed = set.observed();
        }
        loop {
            if let Some((survey, weights)) = self.advance(seen, told) {
                let weighed = weights.map(|weights| weighed(set, &weights, truth));
                let mut weighed = weighed.unwrap_or_else(|| alike(set));
                if self.names_players {
                    let players = followed.and_then(FollowedSet::likely_players);
                    weighed.players =
                        players.map(|all| all.into_iter().map(LikelyPlayer::from).collect());
                }
                self.view = to_js(&BeliefView::new(set, &survey, sensing, weighed))?;
                return Ok(Slice::Done);
            }
            if until.is_over() {
                return Ok(Slice::More);
            }
        }
    }

    /// Goes on for some milliseconds; the survey in the end, and the weights if they are behind it.
    fn advance(
        &mut self,
        Seen { set, followed }: Seen<'_>,
        told: &Observations,
    ) -> Option<(Survey, Option<Vec<f32>>)> {
        // What the stages take, about, where the network weighs.
        const BOUNDS: [f64; 2] = [0.2, 0.8];
        let boards = set.boards();
        let filtered = || followed.and_then(FollowedSet::weights);
        let next = match &mut self.stage {
            Stage::Alike(surveying) => {
                let by_network =
                    self.weighted && !self.without_network && NetworkWeigher::can_weigh(told);
                if self.weighted
                    && !by_network
                    && let Some(weights) = filtered()
                {
                    self.stage = Stage::Weighed(weights, Surveying::new());
                    return None;
                }
                let share = if by_network { BOUNDS[0] } else { 1.0 };
                if !surveying.advance(boards, None) {
                    self.done = share * surveying.progress(set.len());
                    return None;
                }
                let survey = surveying.finish();
                if !by_network {
                    return Some((survey, None));
                }
                let weigher = NetworkWeigher::default();
                Stage::Weighing(weigher.begin(told, set, Some(&survey.marginals)))
            }
            Stage::Weighing(weighing) => {
                if !weighing.advance(boards) {
                    self.done = BOUNDS[0] + (BOUNDS[1] - BOUNDS[0]) * weighing.progress();
                    return None;
                }
                if weighing.has_failed() {
                    self.without_network = true;
                    Stage::Alike(Surveying::new())
                } else {
                    let mut weights = weighing.finish();
                    if let Some(filtered) = filtered() {
                        multiply_weights(&mut weights, &filtered, EXPONENTS);
                    }
                    Stage::Weighed(weights, Surveying::new())
                }
            }
            Stage::Weighed(weights, surveying) => {
                if surveying.advance(boards, Some(weights)) {
                    return Some((surveying.finish(), Some(std::mem::take(weights))));
                }
                self.done = BOUNDS[1] + (1.0 - BOUNDS[1]) * surveying.progress(set.len());
                return None;
            }
        };
        self.stage = next;
        None
    }

    pub fn progress(&self) -> Option<Progress> {
        Some(Progress {
            label: "squares",
            done: self.done,
            total: 1.0,
        })
    }

    /// The view, once done.
    pub fn result(&self) -> JsValue {
        self.view.clone()
    }
}

/// A few boards that all count alike are worth showing; of many, none is before the others.
fn alike(set: &InformationSet) -> Weighed {
    let weight = 1.0 / set.len() as f32;
    let boards = set.boards();
    Weighed {
        weights: Weights::Uniform,
        likeliest: if boards.len() <= SHOWN {
            boards
                .iter()
                .map(|board| likely(set, board, weight))
                .collect()
        } else {
            Vec::new()
        },
        truth: None,
        players: None,
    }
}

fn weighed(set: &InformationSet, weights: &[f32], truth: Option<&Position>) -> Weighed {
    let boards = set.boards();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    let likelier = |a: &usize, b: &usize| weights[*b].total_cmp(&weights[*a]).then(a.cmp(b));
    if order.len() > SHOWN {
        order.select_nth_unstable_by(SHOWN, likelier);
        order.truncate(SHOWN);
    }
    order.sort_unstable_by(likelier);
    let truth = truth
        .and_then(|position| PackedBoard::pack(position, set.color()).ok())
        .and_then(|truth| boards.iter().position(|board| board == truth))
        .map(|index| TrueBoard {
            weight: weights[index],
            rank: 1 + weights.iter().filter(|&&w| w > weights[index]).count(),
        });
    Weighed {
        weights: Weights::Weighted,
        likeliest: order
            .into_iter()
            .map(|i| likely(set, boards[i], weights[i]))
            .collect(),
        truth,
        players: None,
    }
}

fn likely(set: &InformationSet, board: PackedBoard, weight: f32) -> LikelyBoard {
    LikelyBoard {
        fen: set.position(board).fen(),
        weight,
    }
}
