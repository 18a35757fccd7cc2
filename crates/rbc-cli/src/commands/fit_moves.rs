//! `outpost fit-moves`: fits the move policy of the Bayes filter to recorded games.

use std::{collections::BTreeMap, path::PathBuf};

use clap::Args;
use rayon::prelude::*;
use rbc_belief::{MoveLogit, MoverContext, PackedBoard, Request, move_logit};
use rbc_rules::{
    Color, GameHistory, Observation,
    record::verify::{Replay, ReplayStep},
};

use crate::{
    Failure,
    dataset_split::{Split, game_id, read_split},
    durable_files::write_whole,
    minimise::minimise,
    progress::Progress,
    record_files,
    shared_options::RecordOptions,
    terminal::{print, shown},
    text_table::text_table,
};

/// The part whose games are fitted to.
const TRAINING: &str = "train";
/// Steps of the fit at most.
const STEPS: usize = 500;
/// Moves whose gradient is summed on one thread.
const CHUNK: usize = 1 << 11;

/// Fit how likely the opponent requests each move to recorded games
///
/// Every request of both players is an example, on the true board: moves, passes, and requests that
/// fail. The policy is a conditional logit, the weights that make the requests of the part "train" most
/// likely, with a normal prior of standard deviation 1 on each weight. Nothing in it is random. Other
/// parts of --split are only judged.
///
/// The exit code is 1 if a record cannot be read.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Options {
    /// File for the policy
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// CSV file that puts games into parts: a line "id,part" for each game
    ///
    /// The ids are those of games.csv, which 'outpost dataset' writes. Games that it does not name are
    /// left out.
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    split: PathBuf,

    #[command(flatten)]
    records: RecordOptions,
}

/// Requests with the features of all that could have been requested in their place.
#[derive(Default)]
struct Examples {
    games: usize,
    /// For each example, which of its choices was made.
    made: Vec<usize>,
    /// The end of each example's choices in `feature_ends`.
    choice_ends: Vec<usize>,
    /// The end of each choice's features in `features`.
    feature_ends: Vec<usize>,
    features: Vec<u16>,
}

impl Examples {
    fn add(
        &mut self,
        context: &MoverContext,
        board: PackedBoard,
        requests: &[Request],
        made: usize,
    ) {
        let mut choice = 0;
        move_logit::features(context, board, requests, |request, feature| {
            while choice < request {
                self.feature_ends.push(self.features.len());
                choice += 1;
            }
            self.features.push(feature as u16);
        });
        self.feature_ends.push(self.features.len());
        self.choice_ends.push(self.feature_ends.len());
        self.made.push(made);
    }

    fn append(&mut self, other: &Examples) {
        let (features, choices) = (self.features.len(), self.feature_ends.len());
        self.games += other.games;
        self.made.extend(&other.made);
        let ends = other.choice_ends.iter();
        self.choice_ends.extend(ends.map(|end| choices + end));
        let ends = other.feature_ends.iter();
        self.feature_ends.extend(ends.map(|end| features + end));
        self.features.extend(&other.features);
    }

    fn len(&self) -> usize {
        self.made.len()
    }

    /// The features of choice `choice` of all.
    fn features_of(&self, choice: usize) -> &[u16] {
        let start = choice.checked_sub(1).map_or(0, |c| self.feature_ends[c]);
        &self.features[start..self.feature_ends[choice]]
    }

    /// Fills `chances` with the probability of each choice of example `i`, and returns its first choice.
    fn chances(&self, i: usize, weights: &[f64], chances: &mut Vec<f64>) -> usize {
        let first = i
            .checked_sub(1)
            .map_or(0, |before| self.choice_ends[before]);
        chances.clear();
        chances.extend((first..self.choice_ends[i]).map(|choice| {
            let features = self.features_of(choice).iter();
            features.map(|f| weights[usize::from(*f)]).sum::<f64>()
        }));
        let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        chances.iter_mut().for_each(|c| *c = (*c - most).exp());
        let sum: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|c| *c /= sum);
        first
    }

    /// Returns the loss with its gradient: minus the log-likelihood of all examples and of the weights under their
    /// prior, divided by the number of examples. Sums do not depend on the number of threads.
    fn loss(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let chunks = self.len().div_ceil(CHUNK);
        let of_chunks: Vec<(f64, Vec<f64>)> = (0..chunks)
            .into_par_iter()
            .map(|chunk| {
                let range = chunk * CHUNK..self.len().min((chunk + 1) * CHUNK);
                let (mut loss, mut gradient) = (0.0, vec![0.0; weights.len()]);
                let mut chances = Vec::new();
                for i in range {
                    let first = self.chances(i, weights, &mut chances);
                    loss -= chances[self.made[i]].max(f64::MIN_POSITIVE).ln();
                    for (choice, chance) in chances.iter().enumerate() {
                        let made = f64::from(u8::from(choice == self.made[i]));
                        for feature in self.features_of(first + choice) {
                            gradient[usize::from(*feature)] += chance - made;
                        }
                    }
                }
                (loss, gradient)
            })
            .collect();
        let squares: f64 = weights.iter().map(|w| w * w).sum();
        let (mut loss, mut gradient) = (squares / 2.0, weights.to_vec());
        for (of_chunk, of_weights) in of_chunks {
            loss += of_chunk;
            for (sum, part) in gradient.iter_mut().zip(of_weights) {
                *sum += part;
            }
        }
        let n = self.len() as f64;
        gradient.iter_mut().for_each(|part| *part /= n);
        (loss / n, gradient)
    }

    /// The row of a table: how well the weights foretell these requests.
    fn judged(&self, part: &str, weights: &[f64]) -> Vec<String> {
        let (mut surprise, mut uniform, mut first) = (0.0, 0.0, 0.0);
        let mut chances = Vec::new();
        for (i, made) in self.made.iter().enumerate() {
            self.chances(i, weights, &mut chances);
            surprise -= chances[*made].max(f64::MIN_POSITIVE).ln();
            uniform += (chances.len() as f64).ln();
            first += f64::from(u8::from(chances.iter().all(|c| *c <= chances[*made])));
        }
        let n = self.len().max(1) as f64;
        vec![
            part.to_owned(),
            self.games.to_string(),
            self.len().to_string(),
            format!("{:.3}", surprise / n),
            format!("{:.3}", uniform / n),
            format!("{:.1}", 100.0 * first / n),
        ]
    }
}

/// Makes the examples of one game, up to where the record departs from the rules; `None` if the split does not name it.
fn look(game: &GameHistory, split: &Split) -> Option<(String, Examples)> {
    let part = split.get(&game_id(game))?.clone();
    let mut examples = Examples {
        games: 1,
        ..Examples::default()
    };
    let mut replay = Replay::new(game);
    let mut turns = Color::ALL.map(|_| 0);
    let mut requests = Vec::new();
    while let Some(step) = replay.step() {
        let color = match step {
            ReplayStep::Sense(color) => color,
            ReplayStep::SetUpAnew => break,
            ReplayStep::Start | ReplayStep::Move(_) => continue,
        };
        let turn = &mut turns[color.fold_wb(0, 1)];
        let made = game.side(color).moves.get(*turn);
        *turn += 1;
        let log = replay.observations(color).log().iter().rev();
        let mut lost = log.filter_map(|told| match told {
            Observation::TurnStart { capture } => Some(*capture),
            Observation::Sense(_) | Observation::Move(_) => None,
        });
        let context = MoverContext::of(replay.position(), lost.next().flatten());
        // The game may have ended between the sense and the move.
        let (Some(made), Ok((context, board))) = (made, context) else {
            continue;
        };
        requests.clear();
        context.requests(board, &mut requests);
        let own = replay.position().own_side(color);
        let index = match made.requested.map(|request| own.with_promotion(request)) {
            None => Some(requests.len()),
            Some(made) => requests.iter().position(|r| r.as_move() == made),
        };
        if let Some(index) = index {
            examples.add(&context, board, &requests, index);
        }
    }
    Some((part, examples))
}

/// Fits the policy and writes its file; false when a record cannot be read.
///
/// # Errors
///
/// If there is no game to fit to, or a file cannot be read or written.
pub fn run(options: &Options) -> Result<bool, Failure> {
    let split = read_split(&options.split)?;
    let files = record_files::collect(&options.records.paths)?;
    let progress = Progress::new("games", None).with_lines();
    let looked = record_files::look_at_games(&files, |game, _| {
        let looked = look(game, &split);
        progress.add();
        looked
    });
    progress.finish();
    let mut parts: BTreeMap<String, Examples> = BTreeMap::new();
    let (found, unreadable) = record_files::of_readable(looked);
    for (part, examples) in found.into_iter().flatten() {
        parts.entry(part).or_default().append(&examples);
    }
    let training = parts.get(TRAINING).filter(|examples| examples.len() > 0);
    let Some(training) = training else {
        return Err(Failure::Work(format!(
            "there is no move of a game of the part {TRAINING}"
        )));
    };
    let start = vec![0.0; move_logit::FEATURES];
    let weights = minimise(start, STEPS, |weights| training.loss(weights));
    let policy = MoveLogit::new(weights.iter().map(|w| *w as f32).collect())
        .ok_or_else(|| Failure::Work("the fit did not end".to_owned()))?;
    let table: Vec<_> = parts
        .iter()
        .map(|(part, examples)| examples.judged(part, &weights))
        .collect();
    let columns = ["part", "games", "moves", "nats", "uniform", "top-1 %"];
    let table = text_table(&columns, &table);
    let mut about = String::from(
        "# Written by 'outpost fit-moves'. Requests, and how well they were foretold (surprise in nats, and that of\n\
         # uniform chances; the share of requests that were the likeliest):\n#\n",
    );
    for line in table.lines() {
        about.push_str(&format!("# {line}\n"));
    }
    let text = policy.to_string();
    let (head, rest) = text.split_once('\n').unwrap_or_default();
    write_whole(&options.out, &format!("{head}\n{about}{rest}"))?;
    print(&format!(
        "{table}\nThe policy is in {}.\n",
        shown(&options.out)
    ))?;
    Ok(unreadable == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two choices of one feature each, of which the first is made three times in four.
    fn examples() -> Examples {
        Examples {
            games: 1,
            made: (0..4000).map(|i| usize::from(i % 4 == 0)).collect(),
            choice_ends: (1..=4000).map(|i| 2 * i).collect(),
            feature_ends: (1..=8000).collect(),
            features: (0..8000).map(|i| i % 2).collect(),
        }
    }

    #[test]
    fn the_fit_finds_the_odds() {
        let examples = examples();
        let weights = minimise(vec![0.0; 2], STEPS, |weights| examples.loss(weights));
        // The odds are 3, but for the prior.
        assert!(
            (weights[0] - weights[1] - 3.0_f64.ln()).abs() < 0.01,
            "{weights:?}"
        );
        assert!((weights[0] + weights[1]).abs() < 1e-3);
        let row = examples.judged("train", &weights);
        assert_eq!(row[1..], ["1", "4000", "0.562", "0.693", "75.0"]);
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let examples = examples();
        let at = [0.3, -0.4];
        let (_, gradient) = examples.loss(&at);
        for i in 0..2 {
            let beside = |step: f64| {
                let mut at = at;
                at[i] += step;
                examples.loss(&at).0
            };
            let slope = (beside(1e-5) - beside(-1e-5)) / 2e-5;
            assert!((slope - gradient[i]).abs() < 1e-8);
        }
    }
}
