//! Scores, ratings and intervals of results, by `rbc-statistics`.

use rbc_statistics::{Bootstrap, DecayBootstrap, DecayEstimates, Points, Reduction, wilson};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::{
    task::{Slice, Task, Until, Work},
    types::{Js, Refusal, to_js, to_list},
};

/// A value with its 95 % interval.
#[derive(Clone, Copy, Tsify, Serialize)]
pub struct Estimate {
    value: f64,
    low: f64,
    high: f64,
}

impl From<(f64, [f64; 2])> for Estimate {
    fn from((value, [low, high]): (f64, [f64; 2])) -> Estimate {
        Estimate { value, low, high }
    }
}

/// What one player scored against another, or against all.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct Score {
    points: f64,
    games: f64,
    /// The share of the points, with Wilson's interval; `null` without a game.
    share: Option<Estimate>,
}

impl Score {
    fn new(points: f64, games: f64) -> Score {
        let share = points / games;
        Score {
            points,
            games,
            share: (games > 0.0).then(|| (share, wilson(share, games)).into()),
        }
    }
}

/// A player's results.
#[derive(Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct Standing {
    /// Against all.
    total: Score,
    /// Against each player, in their order; no games against itself.
    against: Vec<Score>,
    /// The rating by the model of Bradley and Terry, in Elo's scale; `null` without a game.
    elo: Option<Estimate>,
}

/// The results of players from their points: those of the first against each, then those of the second, and so on. The rating
/// of `anchor` is 0; without an anchor the mean is.
#[wasm_bindgen(unchecked_return_type = "Standing[]")]
pub fn standings(points: Vec<f64>, anchor: Option<usize>) -> Js<Vec<Ts<Standing>>> {
    let players = points.len().isqrt();
    let rows: Vec<Vec<f64>> = points.chunks(players.max(1)).map(<[f64]>::to_vec).collect();
    if rows.iter().any(|row| row.len() != rows.len()) || anchor.is_some_and(|i| i >= players) {
        return Err(Refusal::argument(
            "pass the points of each player against each",
        ));
    }
    let points = Points::from(rows);
    let ratings = points.ratings(anchor);
    to_list(ratings.into_iter().enumerate().map(|(i, rating)| {
        let sum = |of: &dyn Fn(usize) -> f64| (0..players).map(of).sum();
        Standing {
            total: Score::new(sum(&|j| points.scored(i, j)), sum(&|j| points.games(i, j))),
            against: (0..players)
                .map(|j| Score::new(points.scored(i, j), points.games(i, j)))
                .collect(),
            elo: rating.margin.is_finite().then_some(Estimate {
                value: rating.elo,
                low: rating.elo - rating.margin,
                high: rating.elo + rating.margin,
            }),
        }
    }))
}

/// The mean of each sample with its interval by the percentile bootstrap; `null` for an empty one. Samples stand one behind the
/// other in `values`.
#[wasm_bindgen(js_name = bootstrapMeans, unchecked_return_type = "TaskOf<(Estimate | null)[]>")]
pub fn bootstrap_means(values: Vec<f64>, lengths: &[u32], seed: f64) -> Js<Task> {
    let mut rest = values.as_slice();
    let mut samples = Vec::with_capacity(lengths.len());
    for length in lengths {
        let (sample, others) = rest
            .split_at_checked(*length as usize)
            .ok_or_else(|| Refusal::argument("there are fewer values"))?;
        samples.push(sample.to_vec());
        rest = others;
    }
    Ok(Task::new(Means {
        seed: seed as i64 as u64,
        samples,
        current: None,
        estimates: Vec::new(),
    }))
}

struct Means {
    seed: u64,
    samples: Vec<Vec<f64>>,
    /// That of the sample after those that are done.
    current: Option<Bootstrap>,
    estimates: Vec<Option<Estimate>>,
}

impl Work for Means {
    fn step(&mut self, until: Until) -> Js<Slice> {
        while let Some(sample) = self.samples.get(self.estimates.len()) {
            let bootstrap = self
                .current
                .get_or_insert_with(|| Bootstrap::new(self.seed));
            let mean = |drawn: &[&f64]| {
                let sum: f64 = drawn.iter().copied().sum();
                (!drawn.is_empty()).then(|| sum / drawn.len() as f64)
            };
            while bootstrap.resample(sample, mean) {
                if until.is_over() {
                    return Ok(Slice::More);
                }
            }
            let interval = self.current.take().and_then(Bootstrap::interval);
            let value = rbc_statistics::mean(sample);
            self.estimates
                .push(interval.map(|interval| (value, interval).into()));
        }
        Ok(Slice::Done)
    }

    fn result(&mut self) -> Js<JsValue> {
        to_js(&self.estimates)
    }
}

/// The decay of senses, 1 - after / before, over many games.
#[derive(Tsify, Serialize)]
pub struct DecayFigures {
    /// The mean over senses before which more than one board was possible.
    mean: Estimate,
    /// Their median.
    median: Estimate,
    /// 1 - (sum after) / (sum before) over senses whose sizes are exact: the largest sets decide.
    pooled: Estimate,
}

impl From<DecayEstimates> for DecayFigures {
    fn from(found: DecayEstimates) -> DecayFigures {
        DecayFigures {
            mean: found.mean.into(),
            median: found.median.into(),
            pooled: found.pooled.into(),
        }
    }
}

/// The decay of senses, with intervals by the percentile bootstrap, in which games are drawn as a whole; `null` where there was
/// never more than one board. `before` and `after` have the sizes of all senses, game by game, and `lengths` the senses of each
/// game; a size that is an estimate is negative.
#[wasm_bindgen(unchecked_return_type = "TaskOf<DecayFigures | null>")]
pub fn decay(before: &[f64], after: &[f64], lengths: &[u32], seed: f64) -> Js<Task> {
    let mut senses = before.iter().zip(after).map(|(before, after)| Reduction {
        before: before.abs(),
        after: after.abs(),
        counted: before.is_sign_positive() && after.is_sign_positive(),
        followed: true,
    });
    let games: Vec<Vec<Reduction>> = lengths
        .iter()
        .map(|length| senses.by_ref().take(*length as usize).collect())
        .collect();
    Ok(Task::new(Decaying(DecayBootstrap::new(
        &games,
        seed as i64 as u64,
    ))))
}

struct Decaying(Option<DecayBootstrap>);

impl Work for Decaying {
    fn step(&mut self, until: Until) -> Js<Slice> {
        if let Some(bootstrap) = &mut self.0 {
            while bootstrap.resample() {
                if until.is_over() {
                    return Ok(Slice::More);
                }
            }
        }
        Ok(Slice::Done)
    }

    fn result(&mut self) -> Js<JsValue> {
        let estimates = self.0.take().map(DecayBootstrap::estimates);
        to_js(&estimates.map(DecayFigures::from))
    }
}
