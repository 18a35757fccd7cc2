//! Compares a piecewise grid with the exact set: how well each knows where pieces are, in recorded games.

use rbc_agents::{Agent as _, Budget, PiecewiseGrid};
use rbc_belief::{Completeness, InformationSet};
use rbc_rules::{
    Color, GameHistory, Observations, Position, Role, Square,
    record::verify::{Replay, ReplayStep},
};
use rbc_statistics::bootstrap;
use serde::{Deserialize, Serialize};

use super::{
    definition::{Experiment, Report, Run},
    estimates::{estimate_cells, estimate_in_words},
};
use crate::{
    Failure,
    chart::{Axis, Estimate, LineChart, Series},
    csv::Csv,
    progress::Progress,
    text_table::text_table,
};

pub const EXPERIMENT: Experiment = Experiment {
    name: "grid-vs-set",
    summary: "where opponents' pieces are, by piecewise-grid and by the exact set, in the games of --records",
    games: (200, "recorded games, spread evenly over all"),
    nodes: None,
    run,
};

/// Positions with more boards are left out, as there is no exact set to compare with.
const CAP: usize = 20_000;
/// Minimum probability in a logarithm.
const LEAST: f64 = 1e-4;
/// A side is not followed further once its set has more boards than this multiple of [`CAP`], by estimate: it would
/// rarely get back below it.
const HOPELESS: f64 = 4.0;
/// Successors, as a multiple of [`CAP`], to generate at most to make a sample exact again.
const REPLAY_WORK: usize = 8;
const BINS: usize = 10;
/// Smaller probabilities are not put into bins: nearly all squares are certainly empty.
const CLAIMED: f64 = 1e-3;
const BELIEFS: [&str; 2] = ["piecewise grid", "exact set"];
const MOMENTS: [&str; 2] = ["at the sense", "at the move"];
const ROLES: [(&str, Role); 6] = [
    ("pawn", Role::Pawn),
    ("knight", Role::Knight),
    ("bishop", Role::Bishop),
    ("rook", Role::Rook),
    ("queen", Role::Queen),
    ("king", Role::King),
];

/// The probabilities that one belief gave to the true squares of some pieces.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Given {
    pieces: f64,
    loss: f64,
    probability: f64,
}

/// One bin of a calibration.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Bin {
    claims: f64,
    claimed: f64,
    true_ones: f64,
}

/// The findings in one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct OfGame {
    /// By belief, moment and role.
    given: [[[Given; 6]; 2]; 2],
    /// By belief.
    bins: [[Bin; BINS]; 2],
    /// Positions that were compared, and those with too many boards.
    positions: [usize; 2],
}

/// Probabilities by role and square.
type Table = [[f64; 64]; 6];

impl OfGame {
    fn add(&mut self, belief: usize, moment: usize, table: &Table, truth: &Position, them: Color) {
        for (role, squares) in table.iter().enumerate() {
            for square in Square::ALL {
                let p = squares[square.to_usize()];
                let piece = truth.board().piece_at(square);
                let is_there = piece.is_some_and(|x| x.color == them && x.role == ROLES[role].1);
                if is_there {
                    let given = &mut self.given[belief][moment][role];
                    given.pieces += 1.0;
                    given.loss -= p.max(LEAST).ln();
                    given.probability += p;
                }
                if p >= CLAIMED {
                    let bin = &mut self.bins[belief][((p * BINS as f64) as usize).min(BINS - 1)];
                    bin.claims += 1.0;
                    bin.claimed += p;
                    bin.true_ones += f64::from(u8::from(is_there));
                }
            }
        }
    }
}

impl OfGame {
    /// Returns what a belief gave to the pieces of a role, or to all.
    fn of_roles(&self, belief: usize, moment: usize, role: Option<usize>) -> Given {
        let roles = &self.given[belief][moment];
        match role {
            Some(role) => roles[role],
            None => roles.iter().fold(Given::default(), |sum, g| Given {
                pieces: sum.pieces + g.pieces,
                loss: sum.loss + g.loss,
                probability: sum.probability + g.probability,
            }),
        }
    }
}

/// One side of a game, with both beliefs.
struct Side {
    told: Observations,
    agent: PiecewiseGrid,
    set: InformationSet,
}

impl Side {
    fn new(color: Color, start: &Position, seed: u64) -> Option<Side> {
        Some(Side {
            told: Observations::new(color, start),
            agent: PiecewiseGrid::new(seed),
            set: InformationSet::new(color, start, CAP)
                .ok()?
                .with_replay_limit(CAP * REPLAY_WORK),
        })
    }

    /// Compares both beliefs with the true board; false if there will be nothing more to compare.
    fn compare(&mut self, moment: usize, truth: &Position, found: &mut OfGame) -> bool {
        // The agent updates its grid when it is asked.
        let asked = self
            .agent
            .choose_sense(&self.told, &mut Budget::unlimited());
        let (Ok(_), Some(grid)) = (asked, self.agent.grid()) else {
            return false;
        };
        if self.set.completeness() != Completeness::Exact {
            found.positions[1] += 1;
            return self.set.estimated_len() < CAP as f64 * HOPELESS;
        }
        found.positions[0] += 1;
        let of_grid = ROLES.map(|(_, role)| Square::ALL.map(|sq| grid.probability(sq, role)));
        let marginals = self.set.survey().marginals;
        let of_set = marginals.map(|squares| squares.map(f64::from));
        let them = !self.told.color();
        for (belief, table) in [of_grid, of_set].iter().enumerate() {
            found.add(belief, moment, table, truth, them);
        }
        true
    }
}

/// Follows both sides of a game to the end, or to where the record departs from the rules.
fn compare(game: &GameHistory, seed: u64) -> OfGame {
    let mut found = OfGame::default();
    let mut replay = Replay::new(game);
    let mut sides = Color::ALL.map(|color| Side::new(color, replay.position(), seed));
    while let Some(step) = replay.step() {
        let color = match step {
            ReplayStep::Sense(color) => color,
            ReplayStep::SetUpAnew => break,
            ReplayStep::Start | ReplayStep::Move(_) => continue,
        };
        let side = &mut sides[color.fold_wb(0, 1)];
        let Some(follower) = side else { continue };
        let log = replay.observations(color).log();
        let mut goes_on = true;
        for (i, observation) in log.iter().enumerate().skip(follower.told.log().len()) {
            let is_sense = i + 1 == log.len();
            if is_sense {
                // A set that is too large before the sense may not be after it.
                follower.compare(0, replay.position(), &mut found);
            }
            goes_on &= follower.told.push(observation.clone()).is_ok()
                && follower.set.observe(observation).is_ok();
        }
        if !goes_on || !follower.compare(1, replay.position(), &mut found) {
            *side = None;
        }
    }
    found
}

fn run(run: &Run) -> Result<Option<Report>, Failure> {
    if run.records.is_empty() {
        return Err(Failure::Usage("--records PATH is missing".to_owned()));
    }
    let all = run.recorded_games()?;
    run.work.is_about(&all)?;
    let wanted = usize::try_from(run.games)
        .unwrap_or(usize::MAX)
        .min(all.len());
    let progress = Progress::new("recorded games", run.work.share_of(wanted as u64))
        .with_lines()
        .resumed(run.work.earlier());
    let mut found: Vec<OfGame> = Vec::with_capacity(wanted);
    let look = |i: u64| {
        let game = compare(&all[i as usize * all.len() / wanted], run.seed);
        progress.add();
        Ok(game)
    };
    run.work
        .play(0..wanted as u64, run.workers, look, |_, game| {
            found.push(game);
            Ok(())
        })?;
    progress.finish();
    Ok((!run.work.is_shard()).then(|| report(run, &found)))
}

/// Estimates a value from sums over games.
fn estimate(
    games: &[OfGame],
    seed: u64,
    given: impl Fn(&OfGame) -> Given,
    value: impl Fn(Given) -> f64,
) -> Option<Estimate> {
    let of = |sample: &[&OfGame]| {
        let mut sum = Given::default();
        for game in sample {
            let g = given(game);
            sum.pieces += g.pieces;
            sum.loss += g.loss;
            sum.probability += g.probability;
        }
        (sum.pieces > 0.0).then(|| value(sum))
    };
    bootstrap(games, seed, of).map(|(value, interval)| Estimate::within(value, interval))
}

fn report(run: &Run, games: &[OfGame]) -> Report {
    let mut csv = Csv::new(&[
        "table",
        "belief",
        "moment",
        "role_or_bin",
        "n",
        "value",
        "low95",
        "high95",
    ]);
    let mut rows = Vec::new();
    let difference = "set - grid";
    let names = BELIEFS.iter().chain([&difference]);
    for (belief, name) in names.enumerate() {
        for (moment, when) in MOMENTS.iter().enumerate() {
            for role in (0..6).map(Some).chain([None]) {
                let given = |game: &OfGame| {
                    let of = |belief: usize| game.of_roles(belief, moment, role);
                    match belief {
                        0 | 1 => of(belief),
                        // On the same pieces: the set's loss and probability minus the grid's.
                        _ => Given {
                            pieces: of(0).pieces,
                            loss: of(1).loss - of(0).loss,
                            probability: of(1).probability - of(0).probability,
                        },
                    }
                };
                let role = role.map_or("all", |role| ROLES[role].0);
                let pieces: f64 = games.iter().map(|game| given(game).pieces).sum();
                let loss = estimate(games, run.seed, given, |g| g.loss / g.pieces);
                let mean = estimate(games, run.seed, given, |g| g.probability / g.pieces);
                let (Some(loss), Some(mean)) = (loss, mean) else {
                    continue;
                };
                for (table, value) in [("log loss", loss), ("mean probability", mean)] {
                    let mut row = [table, name, when, role].map(str::to_owned).to_vec();
                    row.push(format!("{pieces:.0}"));
                    row.extend(estimate_cells(value, 4));
                    csv.row(&row);
                }
                rows.push(vec![
                    (*name).to_owned(),
                    (*when).to_owned(),
                    role.to_owned(),
                    format!("{pieces:.0}"),
                    estimate_in_words(loss, |v| format!("{v:.3}")),
                    estimate_in_words(mean, |v| format!("{v:.3}")),
                ]);
            }
        }
    }
    let (mut series, mut bins) = (Vec::new(), Vec::new());
    for (belief, name) in BELIEFS.iter().enumerate() {
        let mut points = Vec::new();
        for bin in 0..BINS {
            let value = |g: &OfGame| {
                let bin = g.bins[belief][bin];
                // The sums of a bin: true pieces as loss, claimed probability as probability.
                Given {
                    pieces: bin.claims,
                    loss: bin.true_ones,
                    probability: bin.claimed,
                }
            };
            let claims: f64 = games.iter().map(|g| value(g).pieces).sum();
            let true_share = estimate(games, run.seed, value, |g| g.loss / g.pieces);
            let claimed = estimate(games, run.seed, value, |g| g.probability / g.pieces);
            let (Some(true_share), Some(claimed)) = (true_share, claimed) else {
                continue;
            };
            let range = format!(
                "{:.1} to {:.1}",
                bin as f64 / BINS as f64,
                (bin + 1) as f64 / BINS as f64
            );
            for (table, value) in [("true share", true_share), ("mean claimed", claimed)] {
                let mut row = [table, name, "both", &range].map(str::to_owned).to_vec();
                row.push(format!("{claims:.0}"));
                row.extend(estimate_cells(value, 4));
                csv.row(&row);
            }
            bins.push(vec![
                (*name).to_owned(),
                range,
                format!("{claims:.0}"),
                format!("{:.3}", claimed.value),
                estimate_in_words(true_share, |v| format!("{v:.3}")),
            ]);
            points.push((claimed.value, true_share));
        }
        series.push(Series {
            name: (*name).to_owned(),
            points,
        });
    }
    series.push(Series {
        name: "what it should be".to_owned(),
        points: [0.0, 1.0].map(|p| (p, Estimate::bare(p))).to_vec(),
    });
    let chart = LineChart {
        title: "Calibration: opponents' pieces on squares, over recorded games".to_owned(),
        x: Axis::linear("probability claimed (mean of the bin)").including(&[0.0, 1.0]),
        y: Axis::linear("share that was true").including(&[0.0, 1.0]),
        series,
    };
    let sum = |i: usize| -> usize { games.iter().map(|g| g.positions[i]).sum() };
    Report {
        csv: csv.finish(),
        svg: chart.svg(),
        text: format!(
            "What each belief gives the true square of an opponent's piece: log loss in nats (a probability counts as\n\
             at least {LEAST}) and mean. 95 % by bootstrap over games. {} games, {} positions, {} more with over {CAP} boards.\n\n{}\n\
             Calibration of all claims (a role on a square) of at least {CLAIMED}:\n\n{}",
            games.len(),
            sum(0),
            sum(1),
            text_table(
                &[
                    "belief",
                    "moment",
                    "role",
                    "pieces",
                    "log loss",
                    "mean probability"
                ],
                &rows
            ),
            text_table(&["belief", "bin", "claims", "claimed", "true"], &bins),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_and_bins_count_what_was_claimed() {
        let truth: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
        let mut table: Table = [[0.0; 64]; 6];
        table[5][Square::E8.to_usize()] = 0.25;
        table[5][Square::D8.to_usize()] = 0.75;
        let mut game = OfGame::default();
        game.add(0, 1, &table, &truth, Color::Black);
        let king = game.given[0][1][5];
        assert_eq!((king.pieces, king.probability), (1.0, 0.25));
        assert!((king.loss - 4_f64.ln()).abs() < 1e-12);
        assert_eq!(
            (game.bins[0][2].true_ones, game.bins[0][7].true_ones),
            (1.0, 0.0)
        );
        assert_eq!(game.bins[0].iter().map(|bin| bin.claims).sum::<f64>(), 2.0);
    }
}
