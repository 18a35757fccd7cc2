//! The strength of playing on one believed board, by playouts: Figure 2 of Uriarte and Ontañón, "Single Believe State
//! Generation for Handling Partial Observability with MCTS in StarCraft", AIIDE workshop 2017; and why.
//!
//! Two things are measured in every game at the moves of the player: how often it leaves its king to be captured though
//! a move would save it, judged on the true board; and, where the true board is searched, how many of the moves are tried
//! at all.
//!
//! Long, Sturtevant, Buro and Furtak (2010, "Understanding the Success of Perfect Information Monte Carlo Sampling in
//! Game Tree Search") name three properties of games in which searching single boards does well. The paper finds that
//! its games lack them and that it does well all the same. They are measured at moves of the player that believes in one
//! board:
//!
//! - *Leaf correlation*: the chance that two leaves with the same parent have the same winner. From the true board both
//!   sides make [`DEPTH`] - 1 random moves (uniformly among those that change the board); two different moves from there
//!   lead to two leaves. A side that captures the king has won; otherwise the winner is the side that is ahead by the
//!   search of captures.
//! - *Bias*: the chance that a leaf is won by the side that wins most leaves of its position: one half if both sides win
//!   as many.
//! - *Disambiguation*: the share of the boards before a decision that its sense rules out, 1 - after / before. Unlike in
//!   card games, the set grows again with the opponent's next move. So the net growth from one decision to the next,
//!   (after now) / (after then), is measured too; its mean is geometric.

use rbc_agents::{
    Agent, Budget, BuiltIn, FastBoard, PerfectMemory, Rng, Search, create,
    perfect_memory::{View, search_board},
    quiet_plies, taken_moves,
};
use rbc_rules::{
    Arbiter, Color, GameHistory, GameSetup, Move, Phase, Position, Role,
    record::verify::{Replay, ReplayStep},
};
use rbc_statistics::{bootstrap, mean, wilson};
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
    set_sizes::{SenseSizes, SetSizes, as_sensed},
    shared_options::MOVE_LIMIT,
    text_table::text_table,
    timed_game::player_seeds,
};

pub const EXPERIMENT: Experiment = Experiment {
    name: "belief-generation",
    summary: "score of perfect-memory without memory, on its believed board and (cheating) on the true board, by playouts up to --nodes (Fig. 2 of Uriarte & Ontañón 2017, StarCraft)",
    games: (
        60,
        "games of each mode and number of playouts against trout",
    ),
    nodes: Some(1_000),
    run,
};

const OPPONENT: &str = "trout";
const OPPONENT_NODES: u64 = 2_000;
const PLAYOUTS: [u32; 5] = [1, 10, 100, 1_000, 10_000];
/// Moves from a position to a leaf.
const DEPTH: usize = 6;
/// Pairs of leaves below a position.
const PAIRS: usize = 20;
/// Moves of the player between two measurements.
const SPACING: usize = 3;
/// Sizes above this are not used.
const CAP: usize = 50_000;

/// What is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// The true board, which no player may see.
    TrueBoard,
    /// What is known without memory.
    ObservationOnly,
    /// The believed board.
    BelievedBoard,
}

impl Mode {
    const ALL: [Mode; 3] = [Mode::TrueBoard, Mode::BelievedBoard, Mode::ObservationOnly];

    const fn name(self) -> &'static str {
        match self {
            Mode::TrueBoard => "true board (cheating)",
            Mode::ObservationOnly => "observation only",
            Mode::BelievedBoard => "believed board",
        }
    }
}

/// A game, and what was counted at the measured player's moves.
struct Played {
    history: GameHistory,
    color: Color,
    counts: Counts,
}

/// What is counted at the measured player's moves in one game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Counts {
    /// Moves at which some move keeps the king from being captured at once, and those that left it all the same.
    could_save: u32,
    left: u32,
    /// Searches of the true board, and the sum over them of the share of the moves that were tried.
    searches: u32,
    tried: f64,
}

impl Counts {
    /// Counts a request on the true board.
    fn take_in(&mut self, truth: &Position, request: Option<Move>) {
        let before = FastBoard::new(truth);
        let leaves = |taken: Option<Move>| {
            let mut after = before;
            after.push(taken);
            // Where the opponent's king was captured the game is over.
            after.has_king() && after.can_capture_king()
        };
        let moves = taken_moves(truth, &truth.own_side(truth.turn()));
        if moves.iter().any(|m| !leaves(Some(*m))) {
            self.could_save += 1;
            self.left += u32::from(leaves(request.and_then(|m| truth.taken_move(m))));
        }
    }

    /// Returns the share of the moves that left the king to be captured though another would have saved it.
    fn left_share(games: &[&Counts]) -> Option<f64> {
        let of: u32 = games.iter().map(|game| game.could_save).sum();
        let left: u32 = games.iter().map(|game| game.left).sum();
        (of > 0).then(|| f64::from(left) / f64::from(of))
    }

    /// Returns the mean share of the true board's moves that were tried.
    fn tried_share(games: &[&Counts]) -> Option<f64> {
        let of: u32 = games.iter().map(|game| game.searches).sum();
        let tried: f64 = games.iter().map(|game| game.tried).sum();
        (of > 0).then(|| tried / f64::from(of))
    }
}

/// Plays one game. The measured player has White in every other one.
fn play(mode: Mode, playouts: u32, seed: u64, game: u64) -> Result<Played, Failure> {
    let color = Color::from_white(game.is_multiple_of(2));
    let seeds = player_seeds(seed, game);
    let view = match mode {
        Mode::ObservationOnly => View::Observed,
        Mode::TrueBoard | Mode::BelievedBoard => View::Believed,
    };
    let mut measured = PerfectMemory::new(seeds[0])
        .with_view(view)
        .with_playouts(playouts);
    let mut opponent =
        create(OPPONENT, seeds[1]).ok_or_else(|| Failure::Work(format!("no player {OPPONENT}")))?;
    let work = |e: &dyn std::fmt::Display| Failure::Work(e.to_string());
    let mut arbiter = Arbiter::new(GameSetup {
        move_limit: Some(MOVE_LIMIT),
        turn_limit: None,
        ..GameSetup::default()
    });
    arbiter.start(0);
    let mut truth = Position::initial();
    let mut counts = Counts::default();
    while arbiter.outcome().is_none() {
        let turn = arbiter.turn();
        let told = arbiter.observations(turn);
        let is_measured = turn == color;
        let (agent, mut budget): (&mut dyn Agent, _) = if is_measured {
            (&mut measured, Budget::unlimited())
        } else {
            (&mut *opponent, Budget::nodes(OPPONENT_NODES))
        };
        if arbiter.phase() == Phase::Sense {
            let square = agent
                .choose_sense(told, &mut budget)
                .map_err(|e| work(&e))?;
            arbiter.sense(square, 0).map_err(|e| work(&e))?;
            continue;
        }
        let request = if is_measured && mode == Mode::TrueBoard {
            let mut rng = Rng::for_decision(seeds[0], told.log().len());
            let quiet = quiet_plies(told);
            search_board(&truth, playouts, quiet, &mut rng, &mut BuiltIn, &mut budget).map(
                |searched| {
                    counts.searches += 1;
                    counts.tried += searched.tried as f64 / searched.moves.max(1) as f64;
                    searched.request
                },
            )
        } else {
            agent.choose_move(told, &mut budget)
        };
        let request = request.map_err(|e| work(&e))?;
        if is_measured {
            counts.take_in(&truth, request);
        }
        let result = arbiter.play(request, 0).map_err(|e| work(&e))?;
        truth.push(result.taken);
    }
    let history = arbiter.history().cloned().unwrap_or_default();
    Ok(Played {
        history,
        color,
        counts,
    })
}

/// The properties at some moves of one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Properties {
    /// For each position, the share of pairs of leaves with the same winner.
    correlation: Vec<f64>,
    bias: Vec<f64>,
    disambiguation: Vec<f64>,
    /// Logarithms of (after now) / (after at the decision before).
    growth: Vec<f64>,
}

impl Properties {
    fn of(game: &GameHistory, color: Color, seed: u64) -> Properties {
        let mut found = Properties::default();
        let mut rng = Rng::new(seed);
        let mut search = Search::new();
        let mut replay = Replay::new(game);
        let mut moves = 0;
        while let Some(step) = replay.step() {
            if step == ReplayStep::Sense(color) {
                if moves % SPACING == 0 {
                    found.look_at(replay.position(), &mut rng, &mut search);
                }
                moves += 1;
            }
        }
        let measure = SetSizes {
            cap: CAP,
            with_hsuc: false,
            to_the_end: false,
        };
        let [white, black] = measure.of(game);
        let senses = if color.is_white() { white } else { black }.senses;
        found.take_in(&senses);
        found
    }

    /// Measures the leaves below a true position.
    fn look_at(&mut self, position: &Position, rng: &mut Rng, search: &mut Search) {
        let pairs: Vec<[bool; 2]> = (0..PAIRS)
            .filter_map(|_| pair_of_leaves(position.clone(), rng, search))
            .collect();
        if pairs.is_empty() {
            return;
        }
        let same = pairs.iter().filter(|[a, b]| a == b).count();
        self.correlation.push(same as f64 / pairs.len() as f64);
        let won = pairs.iter().flatten().filter(|white| **white).count();
        let share = won as f64 / (2 * pairs.len()) as f64;
        self.bias.push(share.max(1.0 - share));
    }

    fn take_in(&mut self, senses: &[SenseSizes]) {
        let exact = |s: &SenseSizes| s.before.exact && s.after.exact;
        for sense in senses.iter().filter(|s| exact(s)) {
            self.disambiguation.extend(as_sensed(sense).decay());
        }
        for pair in senses.windows(2).filter(|p| p.iter().all(exact)) {
            self.growth
                .push((pair[1].after.boards / pair[0].after.boards).ln());
        }
    }
}

/// Returns whether White has won each of two leaves with the same parent; `None` if the game is over before, or there
/// are not two moves.
fn pair_of_leaves(mut position: Position, rng: &mut Rng, search: &mut Search) -> Option<[bool; 2]> {
    for _ in 1..DEPTH {
        let moves = taken_moves(&position, &position.own_side(position.turn()));
        position.push(rng.pick(&moves));
        position.board().king_of(position.turn())?;
    }
    let mover = position.turn();
    let moves = taken_moves(&position, &position.own_side(mover));
    if moves.len() < 2 {
        return None;
    }
    let first = rng.below(moves.len());
    let second = (first + 1 + rng.below(moves.len() - 1)) % moves.len();
    Some([first, second].map(|i| {
        let captures_king = position
            .capture_square(moves[i])
            .and_then(|square| position.board().role_at(square))
            == Some(Role::King);
        let mut leaf = position.clone();
        leaf.push(Some(moves[i]));
        // The score is from the side to move.
        let mover_wins = captures_king || search.score(&FastBoard::new(&leaf), 0) < 0;
        mover_wins == mover.is_white()
    }))
}

fn run(run: &Run) -> Result<Option<Report>, Failure> {
    let most = run.limits.nodes.ok_or_else(|| {
        Failure::Usage("this experiment counts playouts: give --nodes, not --time".to_owned())
    })?;
    let playouts: Vec<u32> = PLAYOUTS
        .into_iter()
        .filter(|n| u64::from(*n) <= most)
        .collect();
    let settings = Mode::ALL.len() * playouts.len();
    let total = run.games.saturating_mul(settings as u64);
    let progress = Progress::new("games", run.work.share_of(total))
        .with_lines()
        .resumed(run.work.earlier());
    let mut csv = Csv::new(&[
        "table", "mode", "playouts", "games", "wins", "draws", "losses", "value", "low95", "high95",
    ]);
    let (mut series, mut rows, mut properties) = (Vec::new(), Vec::new(), Vec::new());
    for mode in Mode::ALL {
        let mut points = Vec::new();
        for &n in &playouts {
            let measure = mode == Mode::BelievedBoard && Some(&n) == playouts.last();
            let game = |game: u64| {
                let played = play(mode, n, run.seed, game).map(|played| {
                    let Played {
                        history,
                        color,
                        counts,
                    } = played;
                    let found = measure.then(|| Properties::of(&history, color, run.seed ^ game));
                    (history.winner.map(|winner| winner == color), counts, found)
                });
                progress.add();
                played
            };
            let mut results = [0_u64; 3];
            let mut counted = Vec::new();
            run.work
                .play(0..run.games, run.workers, game, |_, played| {
                    let (won, counts, found): (Option<bool>, Counts, Option<Properties>) = played;
                    results[won.map_or(1, |won| if won { 0 } else { 2 })] += 1;
                    counted.push(counts);
                    properties.extend(found);
                    Ok(())
                })?;
            if run.work.is_shard() {
                continue;
            }
            let games = run.games as f64;
            let score = (results[0] as f64 + results[1] as f64 / 2.0) / games;
            let score = Estimate::within(score, wilson(score, games));
            let [wins, draws, losses] = results.map(|n| n.to_string());
            let mut row = vec![
                "score".to_owned(),
                mode.name().to_owned(),
                n.to_string(),
                run.games.to_string(),
                wins,
                draws,
                losses,
            ];
            let in_words = |e: Estimate| estimate_in_words(e, |v| format!("{v:.3}"));
            let mut told = [&row[1..], &[in_words(score)]].concat();
            let mut counts = Vec::new();
            for (table, share) in COUNTS {
                let found = bootstrap(&counted, run.seed, share);
                let found = found.map(|(value, interval)| Estimate::within(value, interval));
                told.push(found.map_or_else(|| "-".to_owned(), in_words));
                counts.extend(found.map(|estimate| (table, estimate)));
            }
            rows.push(told);
            row.extend(estimate_cells(score, 4));
            csv.row(&row);
            for (table, estimate) in counts {
                row.truncate(4);
                table.clone_into(&mut row[0]);
                row.extend([const { String::new() }; 3]);
                row.extend(estimate_cells(estimate, 4));
                csv.row(&row);
            }
            points.push((f64::from(n), score));
        }
        series.push(Series {
            name: mode.name().to_owned(),
            points,
        });
    }
    progress.finish();
    if run.work.is_shard() {
        return Ok(None);
    }
    let chart = LineChart {
        title: format!("Score against {OPPONENT} by what is searched"),
        x: Axis::log("playouts for each move"),
        y: Axis::linear("score (draws count half)").including(&[0.0, 1.0]),
        series,
    };
    let head = [
        "searched",
        "playouts",
        "games",
        "+",
        "=",
        "-",
        "score (95 %)",
        "king left",
        "moves tried",
    ];
    let mut text = format!(
        "Score against {OPPONENT} ({OPPONENT_NODES} nodes a decision), 95 % by Wilson. King left: share of the moves that\n\
         left the king to be captured at once though another would have saved it. Moves tried: share of the true\n\
         board's moves that a playout began with. 95 % by bootstrap over games.\n\n{}\n",
        text_table(&head, &rows)
    );
    text.push_str(&tell_properties(&properties, run.seed, &mut csv));
    Ok(Some(Report {
        csv: csv.finish(),
        svg: chart.svg(),
        text,
    }))
}

/// A share over games of what [`Counts`] counts.
type Share = fn(&[&Counts]) -> Option<f64>;
/// The shares that are told beside the score, with the names of their tables.
const COUNTS: [(&str, Share); 2] = [
    ("king left", Counts::left_share),
    ("moves tried", Counts::tried_share),
];

/// One property in a table.
struct Property {
    name: &'static str,
    /// Its values in one game.
    values: fn(&Properties) -> &Vec<f64>,
    /// The transformation of their mean.
    of_mean: fn(f64) -> f64,
}

const fn plain(mean: f64) -> f64 {
    mean
}

const PROPERTIES: [Property; 4] = [
    Property {
        name: "leaf correlation",
        values: |game| &game.correlation,
        of_mean: plain,
    },
    Property {
        name: "bias",
        values: |game| &game.bias,
        of_mean: plain,
    },
    Property {
        name: "disambiguation at a decision",
        values: |game| &game.disambiguation,
        of_mean: plain,
    },
    Property {
        name: "growth between decisions",
        values: |game| &game.growth,
        of_mean: f64::exp,
    },
];

fn tell_properties(games: &[Properties], seed: u64, csv: &mut Csv) -> String {
    let mut rows = Vec::new();
    for Property {
        name,
        values,
        of_mean,
    } in PROPERTIES
    {
        let of = |sample: &[&Properties]| {
            let all: Vec<f64> = sample.iter().flat_map(|g| values(g)).copied().collect();
            (!all.is_empty()).then(|| of_mean(mean(&all)))
        };
        let Some((value, interval)) = bootstrap(games, seed, of) else {
            continue;
        };
        let estimate = Estimate::within(value, interval);
        let n: usize = games.iter().map(|g| values(g).len()).sum();
        let mut row = vec![name.to_owned(), "believed board".to_owned(), String::new()];
        row.extend([
            games.len().to_string(),
            String::new(),
            String::new(),
            String::new(),
        ]);
        row.extend(estimate_cells(estimate, 4));
        csv.row(&row);
        let told = estimate_in_words(estimate, |v| format!("{v:.3}"));
        rows.push(vec![name.to_owned(), n.to_string(), told]);
    }
    format!(
        "Properties of the game at moves of the player on the believed board with the most playouts, 95 % by bootstrap over\n\
         {} games.\n\n{}",
        games.len(),
        text_table(&["property", "positions", "mean (95 %)"], &rows)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set_sizes::Size;

    #[test]
    fn leaves_of_a_won_position_agree() {
        let position: Position = "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"
            .parse()
            .expect("a position");
        let mut found = Properties::default();
        found.look_at(&position, &mut Rng::new(1), &mut Search::new());
        assert!(
            found.correlation[0] > 0.7 && found.bias[0] > 0.7,
            "{found:?}"
        );
    }

    #[test]
    fn a_king_is_left_only_where_it_could_be_saved() {
        // The rook attacks the king, which can step aside.
        let truth: Position = "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1".parse().expect("a FEN");
        let mut counts = Counts::default();
        counts.take_in(&truth, "a2a3".parse().ok());
        counts.take_in(&truth, "e1d1".parse().ok());
        assert_eq!((counts.could_save, counts.left), (2, 1));
        // Nothing helps.
        let lost: Position = "k7/8/8/8/8/1q6/8/K1r5 w - - 0 1".parse().expect("a FEN");
        counts.take_in(&lost, None);
        assert_eq!((counts.could_save, counts.left), (2, 1));
        assert_eq!(Counts::left_share(&[&counts]), Some(0.5));
        assert_eq!(Counts::tried_share(&[&counts]), None);
    }

    #[test]
    fn sets_that_shrink_and_grow_are_told_apart() {
        let sense = |before: f64, after: f64| {
            let size = |boards| Size {
                boards,
                exact: true,
                error: 0.0,
            };
            SenseSizes {
                turn: 1,
                sensed: true,
                before: size(before),
                after: size(after),
                followed: true,
                holds_truth: None,
                hsuc_after: None,
            }
        };
        let mut found = Properties::default();
        found.take_in(&[sense(20.0, 5.0), sense(100.0, 10.0)]);
        assert_eq!(found.disambiguation, [0.75, 0.9]);
        assert!((found.growth[0] - 2_f64.ln()).abs() < 1e-12);
    }
}
