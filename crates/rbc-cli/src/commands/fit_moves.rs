//! `outpost fit-moves`: fits the move policy of the Bayes filter to recorded games.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use clap::Args;
use rayon::prelude::*;
use rbc_belief::{
    MoveLogit, MoverContext, PackedBoard, Players, Request, move_logit,
    players::{Player, PlayerPolicy},
};
use rbc_rules::{
    Color, GameHistory, Observation,
    record::verify::{Replay, ReplayStep},
};

use crate::{
    Failure,
    commands::weigh::OTHERS,
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
/// The part that says how well players are told apart.
const VALIDATION: &str = "validation";
/// The bots of `reconchess` whose policies are known.
const KNOWN: [(&str, PlayerPolicy); 2] = [
    ("random", PlayerPolicy::Uniform),
    ("attacker", PlayerPolicy::Attacks),
];
/// Players of fewer training games are among the others.
const LEAST_GAMES: usize = 20;
/// Passes at the end of a game from which on a player counts as silent since the first of them.
const SILENT: usize = 3;
/// Turns whose share of silence is that of all players, beside a player's own.
const COMMON_TURNS: f64 = 100.0;
/// Default standard deviation of the weights of a player from those of the policy of all.
const SPREAD: f64 = 0.5;
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
/// With --players, a policy is also fitted to the requests of each player with at least 20 training games,
/// and one to those of all others. Their weights have a normal prior around those of the policy of all.
/// 'random' and 'attacker' are the bots of reconchess, whose policies are known. Three passes or more at
/// the end of a game count as silence, which is no policy: its probability at each turn is counted. The
/// prior of each player is its share of the training games.
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

    /// File for the players
    #[arg(long, value_name = "FILE")]
    players: Option<PathBuf>,

    /// Standard deviation of players' weights from those of all [default: 0.5]
    #[arg(long, value_name = "X", requires = "players", value_parser = spread)]
    spread: Option<f64>,

    #[command(flatten)]
    records: RecordOptions,
}

/// Parses a standard deviation.
fn spread(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|spread| (0.01..=100.0).contains(spread))
        .ok_or_else(|| "must be a number from 0.01 to 100".to_owned())
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
    fn loss(&self, weights: &[f64], prior: &Prior<'_>) -> (f64, Vec<f64>) {
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
        let (mut loss, mut gradient) = prior.loss(weights);
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

    /// Returns the weights that fit best.
    fn fitted(&self, prior: &Prior<'_>) -> Vec<f64> {
        let start = prior.centre.to_vec();
        minimise(start, STEPS, |weights| self.loss(weights, prior))
    }

    /// Returns the mean surprise at what was requested, in nats; 0 if nothing was.
    fn surprise(&self, weights: &[f64]) -> f64 {
        let mut chances = Vec::new();
        let surprises = self.made.iter().enumerate().map(|(i, made)| {
            self.chances(i, weights, &mut chances);
            -chances[*made].max(f64::MIN_POSITIVE).ln()
        });
        surprises.sum::<f64>() / self.len().max(1) as f64
    }

    /// The row of a table: how well the weights foretell these requests.
    fn judged(&self, part: &str, weights: &[f64]) -> Vec<String> {
        let (mut uniform, mut first) = (0.0, 0.0);
        let mut chances = Vec::new();
        for (i, made) in self.made.iter().enumerate() {
            self.chances(i, weights, &mut chances);
            uniform += (chances.len() as f64).ln();
            first += f64::from(u8::from(chances.iter().all(|c| *c <= chances[*made])));
        }
        let n = self.len().max(1) as f64;
        vec![
            part.to_owned(),
            self.games.to_string(),
            self.len().to_string(),
            format!("{:.3}", self.surprise(weights)),
            format!("{:.3}", uniform / n),
            format!("{:.1}", 100.0 * first / n),
        ]
    }
}

/// What weights are before anything is seen: normal, around a centre.
struct Prior<'a> {
    centre: &'a [f64],
    deviation: f64,
}

impl Prior<'_> {
    /// Minus the log-likelihood of the weights, up to a constant, with its gradient.
    fn loss(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let offs = weights.iter().zip(self.centre);
        let offs = offs.map(|(weight, centre)| (weight - centre) / self.deviation);
        let gradient: Vec<f64> = offs.map(|off| off / self.deviation).collect();
        let squares = gradient.iter().map(|part| part * self.deviation);
        (squares.map(|off| off * off).sum::<f64>() / 2.0, gradient)
    }
}

/// What one player requested.
#[derive(Default)]
struct Requested {
    /// Until it fell silent.
    examples: Examples,
    /// Sides that fell silent.
    silenced: usize,
}

impl Requested {
    fn append(&mut self, other: &Requested) {
        self.examples.append(&other.examples);
        self.silenced += other.silenced;
    }

    /// The probability to fall silent at a turn, if it is about that of `all`.
    fn silence(&self, all: &Requested) -> f64 {
        let rate = all.silenced as f64 / all.turns().max(1) as f64;
        let turns = self.turns() as f64 + COMMON_TURNS;
        (self.silenced as f64 + rate * COMMON_TURNS) / turns
    }

    fn turns(&self) -> usize {
        self.examples.len() + self.silenced
    }
}

/// One game.
struct Looked {
    part: String,
    examples: Examples,
    /// What each side requested, with its name.
    sides: [(Option<String>, Requested); 2],
}

/// Turns of a side until it makes no more moves, if it is silent in the end.
fn silent_from(game: &GameHistory, color: Color) -> Option<usize> {
    let moves = &game.side(color).moves;
    let last = moves.iter().rposition(|made| made.requested.is_some());
    let turns = last.map_or(0, |last| last + 1);
    (moves.len() >= turns + SILENT).then_some(turns)
}

/// Makes the examples of one game, up to where the record departs from the rules; `None` if the split does not name it.
fn look(game: &GameHistory, split: &Split) -> Option<Looked> {
    let part = split.get(&game_id(game))?.clone();
    let of_one_game = || Examples {
        games: 1,
        ..Examples::default()
    };
    let mut examples = of_one_game();
    let silent = Color::ALL.map(|color| silent_from(game, color));
    let mut sides = Color::ALL.map(|color| {
        let requested = Requested {
            examples: of_one_game(),
            silenced: usize::from(silent_from(game, color).is_some()),
        };
        (game.name(color).map(str::to_owned), requested)
    });
    let mut replay = Replay::new(game);
    let mut turns = Color::ALL.map(|_| 0);
    let mut requests = Vec::new();
    while let Some(step) = replay.step() {
        let color = match step {
            ReplayStep::Sense(color) => color,
            ReplayStep::SetUpAnew => break,
            ReplayStep::Start | ReplayStep::Move(_) => continue,
        };
        let side = color.fold_wb(0, 1);
        let turn = &mut turns[side];
        let made = game.side(color).moves.get(*turn);
        let is_silent = silent[side].is_some_and(|from| *turn >= from);
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
            if !is_silent {
                let (_, requested) = &mut sides[side];
                requested.examples.add(&context, board, &requests, index);
            }
        }
    }
    Some(Looked {
        part,
        examples,
        sides,
    })
}

/// Fits the players, each to its own requests of the training games, around the weights `of_all`. Returns them with a table.
fn fit_players(
    games: &[Looked],
    of_all: &[f64],
    spread: f64,
) -> Result<(Players, String), Failure> {
    let of_part = |part: &'static str| {
        let games = games.iter().filter(move |game| game.part == part);
        games.flat_map(|game| &game.sides)
    };
    let mut sides: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, _) in of_part(TRAINING) {
        *sides.entry(name.as_deref().unwrap_or(OTHERS)).or_default() += 1;
    }
    let of_player = |part, wanted: &str| {
        let mut requested = Requested::default();
        for (name, of_side) in of_part(part) {
            let known = name
                .as_deref()
                .filter(|name| sides.get(name) >= Some(&LEAST_GAMES));
            if known.unwrap_or(OTHERS) == wanted {
                requested.append(of_side);
            }
        }
        requested
    };
    // The known bots end in silence for other reasons.
    let mut all = Requested::default();
    for (name, of_side) in of_part(TRAINING) {
        if KNOWN
            .iter()
            .all(|(known, _)| name.as_deref() != Some(known))
        {
            all.append(of_side);
        }
    }
    let often = sides
        .iter()
        .filter(|(name, n)| **n >= LEAST_GAMES && **name != OTHERS);
    let names: Vec<&str> = often.map(|(name, _)| *name).chain([OTHERS]).collect();
    let (mut players, mut rows) = (Vec::new(), Vec::new());
    for name in names {
        let requested = of_player(TRAINING, name);
        let examples = &requested.examples;
        let known = KNOWN.into_iter().find(|(known, _)| *known == name);
        let mut row = vec![
            name.to_owned(),
            examples.games.to_string(),
            examples.len().to_string(),
            requested.silenced.to_string(),
        ];
        let silence = match known {
            Some(_) => Requested::default().silence(&all),
            None => requested.silence(&all),
        };
        let policy = match known {
            Some((_, policy)) => policy,
            None => {
                let weights = examples.fitted(&Prior {
                    centre: of_all,
                    deviation: spread,
                });
                let unseen = of_player(VALIDATION, name).examples;
                row.push(unseen.len().to_string());
                row.extend([of_all, &weights].map(|w| format!("{:.3}", unseen.surprise(w))));
                PlayerPolicy::Logit(policy_of(&weights)?)
            }
        };
        rows.push(row);
        players.push(Player {
            name: name.trim().to_owned(),
            prior: examples.games as f64,
            silence: (silence * 1e5).round() / 1e5,
            policy,
        });
    }
    let columns = [
        "player",
        "games",
        "requests",
        "silent",
        "validation",
        "nats by all",
        "by its own",
    ];
    rows.iter_mut()
        .for_each(|row| row.resize(columns.len(), "-".to_owned()));
    let players = Players::new(players);
    let players = players.ok_or_else(|| Failure::Work("there are too many players".to_owned()))?;
    Ok((players, text_table(&columns, &rows)))
}

fn policy_of(weights: &[f64]) -> Result<MoveLogit, Failure> {
    MoveLogit::new(weights.iter().map(|w| *w as f32).collect())
        .ok_or_else(|| Failure::Work("the fit did not end".to_owned()))
}

/// Writes a text form with a comment behind its first line.
fn write_with(path: &Path, about: &str, table: &str, text: &str) -> Result<(), Failure> {
    let mut comment = about.to_owned();
    for line in table.lines() {
        comment.push_str(&format!("# {line}\n"));
    }
    let (head, rest) = text.split_once('\n').unwrap_or_default();
    write_whole(path, &format!("{head}\n{comment}{rest}"))
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
    let mut parts: BTreeMap<&str, Examples> = BTreeMap::new();
    let (found, unreadable) = record_files::of_readable(looked);
    let games: Vec<Looked> = found.into_iter().flatten().collect();
    for game in &games {
        parts.entry(&game.part).or_default().append(&game.examples);
    }
    let training = parts.get(TRAINING).filter(|examples| examples.len() > 0);
    let Some(training) = training else {
        return Err(Failure::Work(format!(
            "there is no move of a game of the part {TRAINING}"
        )));
    };
    let weights = training.fitted(&Prior {
        centre: &[0.0; move_logit::FEATURES],
        deviation: 1.0,
    });
    let table: Vec<_> = parts
        .iter()
        .map(|(part, examples)| examples.judged(part, &weights))
        .collect();
    let columns = ["part", "games", "moves", "nats", "uniform", "top-1 %"];
    let table = text_table(&columns, &table);
    let about = "# Written by 'outpost fit-moves'. Requests, and how well they were foretold (surprise in nats, and that of\n\
         # uniform chances; the share of requests that were the likeliest):\n#\n";
    let policy = policy_of(&weights)?;
    write_with(&options.out, about, &table, &policy.to_string())?;
    print(&format!(
        "{table}\nThe policy is in {}.\n",
        shown(&options.out)
    ))?;
    if let Some(path) = &options.players {
        let spread = options.spread.unwrap_or(SPREAD);
        let (players, table) = fit_players(&games, &weights, spread)?;
        let about = "# Written by 'outpost fit-moves'. Training games and requests until silence; sides that fell silent; requests of\n\
             # validation games, with the surprise in nats by the policy of all players and by the player's own:\n#\n";
        write_with(path, about, &table, &players.to_string())?;
        print(&format!("\n{table}\nThe players are in {}.\n", shown(path)))?;
    }
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

    const PLAIN: Prior<'_> = Prior {
        centre: &[0.0; 2],
        deviation: 1.0,
    };

    #[test]
    fn the_fit_finds_the_odds() {
        let examples = examples();
        let weights = examples.fitted(&PLAIN);
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
    fn a_narrow_prior_keeps_its_centre() {
        let weights = examples().fitted(&Prior {
            centre: &[0.5, 0.25],
            deviation: 0.001,
        });
        assert!((weights[0] - 0.5).abs() < 0.01 && weights[0] > 0.5);
        assert!((weights[1] - 0.25).abs() < 0.01 && weights[1] < 0.25);
    }

    #[test]
    fn silence_is_counted_against_turns() {
        let requested = |silenced, made| Requested {
            silenced,
            examples: Examples {
                made: vec![0; made],
                ..Examples::default()
            },
        };
        let all = requested(20, 1980);
        assert!((all.silence(&all) - 0.01).abs() < 1e-12);
        assert!((Requested::default().silence(&all) - 0.01).abs() < 1e-12);
        assert!((requested(10, 90).silence(&all) - 11.0 / 200.0).abs() < 1e-12);
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let examples = examples();
        let at = [0.3, -0.4];
        let around = Prior {
            centre: &[0.1, -1.0],
            deviation: 0.01,
        };
        let (_, gradient) = examples.loss(&at, &around);
        for i in 0..2 {
            let beside = |step: f64| {
                let mut at = at;
                at[i] += step;
                examples.loss(&at, &around).0
            };
            let slope = (beside(1e-5) - beside(-1e-5)) / 2e-5;
            assert!((slope - gradient[i]).abs() < 1e-8);
        }
    }
}
