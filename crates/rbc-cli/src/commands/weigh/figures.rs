//! Statistics of the orders of boards, over many decisions.

use std::collections::BTreeMap;

use rbc_statistics::{bootstrap, median};
use serde_json::{Value, json};

use super::orders::{BINS, Game, Judged, Place, RECOGNISED_AFTER, Recognised, Weighed};
use crate::{terminal::printable, text_table::text_table};

/// The shares of all boards for "top-k %".
const TOP_SHARES: [f64; 6] = [0.01, 0.05, 0.1, 0.2, 0.5, 0.8];
/// Pick distances above this are "far".
const FAR: f64 = 100.0;

/// Statistics of one order.
struct Figures {
    decisions: usize,
    top1: (f64, [f64; 2]),
    top_shares: [f64; TOP_SHARES.len()],
    pick_median: f64,
    pick_mean: f64,
    far: f64,
}

/// Computes the statistics of an order over all decisions of `games`; `None` if it has none.
fn figures(games: &[Vec<&Weighed>], place: impl Fn(&Weighed) -> Option<Place>) -> Option<Figures> {
    let places: Vec<Vec<Place>> = games
        .iter()
        .map(|game| game.iter().filter_map(|w| place(w)).collect())
        .collect();
    let all: Vec<Place> = places.iter().flatten().copied().collect();
    if all.is_empty() {
        return None;
    }
    let mean = |value: &dyn Fn(Place) -> f64| {
        all.iter().map(|place| value(*place)).sum::<f64>() / all.len() as f64
    };
    let sums: Vec<(f64, usize)> = places
        .iter()
        .map(|game| (game.iter().map(|p| p.within(1)).sum(), game.len()))
        .collect();
    let top1 = bootstrap(&sums, 1, |games| {
        let n: usize = games.iter().map(|(_, n)| n).sum();
        (n > 0).then(|| games.iter().map(|(sum, _)| sum).sum::<f64>() / n as f64)
    })?;
    Some(Figures {
        decisions: all.len(),
        top1,
        top_shares: TOP_SHARES.map(|share| mean(&|place| place.within_share(share))),
        pick_median: median(all.iter().map(|p| p.pick_distance()).collect())?,
        pick_mean: mean(&Place::pick_distance),
        far: mean(&|place| f64::from(u8::from(place.pick_distance() > FAR))),
    })
}

impl Figures {
    fn cells(&self, name: &str, order: &str) -> Vec<String> {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let (top1, [low, high]) = self.top1;
        let mut cells = vec![
            name.to_owned(),
            order.to_owned(),
            self.decisions.to_string(),
            format!("{} ({} to {})", percent(top1), percent(low), percent(high)),
        ];
        cells.extend(self.top_shares.map(percent));
        cells.extend([
            format!("{:.1}", self.pick_median),
            format!("{:.1}", self.pick_mean),
            percent(self.far),
        ]);
        cells
    }

    fn as_json(&self) -> Value {
        let top: BTreeMap<String, f64> = TOP_SHARES
            .iter()
            .zip(self.top_shares)
            .map(|(share, found)| (format!("{}", share * 100.0), found))
            .collect();
        json!({
            "top1": self.top1.0,
            "top195": self.top1.1,
            "topPercent": top,
            "pickDistance": { "median": self.pick_median, "mean": self.pick_mean, "far": self.far },
        })
    }
}

/// The orders to compare.
type Order = (&'static str, fn(&Weighed) -> Option<Place>);
const ORDERS: [Order; 6] = [
    ("network", |w| Some(w.network.place)),
    ("filter", |w| w.filter.as_ref().map(|judged| judged.place)),
    ("product", |w| w.product.as_ref().map(|judged| judged.place)),
    ("evaluation", |w| w.evaluation),
    ("engine", |w| w.engine),
    ("uniform", |w| Some(w.network.place.by_chance())),
];

/// A value with its 95 % interval.
type Estimate = (f64, [f64; 2]);

/// How much more the product of network and filter finds than the network alone.
struct Gain {
    /// In the share of true boards that stand first.
    top1: Estimate,
    /// In nats of surprise.
    surprise: Estimate,
}

fn surprise(weight: f64) -> f64 {
    -weight.max(1e-12).ln()
}

/// Decisions that are reported together.
pub struct Group<'a> {
    name: String,
    /// The opponent, if they are the decisions against one.
    opponent: Option<String>,
    games: Vec<Vec<&'a Weighed>>,
}

impl<'a> Group<'a> {
    /// Returns the decisions that `which` selects.
    pub fn of(name: &str, games: &'a [Game], which: impl Fn(&Weighed) -> bool) -> Group<'a> {
        let games = games.iter();
        let chosen = games.map(|game| game.decided.iter().filter(|w| which(w)).collect());
        Group {
            name: name.to_owned(),
            opponent: None,
            games: chosen.filter(|game: &Vec<_>| !game.is_empty()).collect(),
        }
    }

    /// Returns the decisions against `opponent`.
    pub fn against(opponent: &str, games: &'a [Game]) -> Group<'a> {
        let name = match opponent {
            "" => "(no name)".to_owned(),
            _ => printable(opponent),
        };
        Group {
            opponent: Some(opponent.to_owned()),
            ..Group::of(&name, games, |w| w.opponent == opponent)
        }
    }

    /// Returns whether there is no such decision.
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the title for a table, distinct from the opponent of the same name.
    fn title(&self) -> String {
        match &self.opponent {
            None => self.name.clone(),
            Some(_) => format!("against {}", self.name),
        }
    }

    fn all(&self) -> impl Iterator<Item = &'a Weighed> {
        self.games.iter().flatten().copied()
    }

    /// Returns mean and median set size, and the share of decisions of which not all boards were weighed.
    fn sizes(&self, most: usize) -> (f64, f64, f64) {
        let sizes: Vec<f64> = self.all().map(|w| w.set_size).collect();
        let n = sizes.len().max(1) as f64;
        let capped = sizes.iter().map(|size| size.min(most as f64));
        let sampled = self.all().filter(|w| w.sampled).count();
        (
            capped.sum::<f64>() / n,
            median(sizes).unwrap_or(0.0),
            sampled as f64 / n,
        )
    }

    /// Returns the mean surprise at the true board, in nats, by weights of it; `None` if a decision has none.
    fn surprise(&self, weight: impl Fn(&Weighed) -> Option<f64>) -> Option<f64> {
        let n = self.all().count().max(1) as f64;
        let sum: Option<f64> = self.all().map(|w| weight(w).map(surprise)).sum();
        sum.map(|sum| sum / n)
    }

    fn surprise_of_network(&self) -> f64 {
        self.surprise(|w| Some(w.network.weight)).unwrap_or(0.0)
    }

    fn surprise_of_filter(&self) -> Option<f64> {
        self.surprise(|w| Some(w.filter.as_ref()?.weight))
    }

    fn surprise_of_product(&self) -> Option<f64> {
        self.surprise(|w| Some(w.product.as_ref()?.weight))
    }

    fn surprise_of_uniform(&self) -> f64 {
        self.surprise(|w| Some(1.0 / w.network.place.boards as f64))
            .unwrap_or(0.0)
    }

    /// Returns what the product of network and filter gains over the network, decision by decision.
    fn gain(&self) -> Option<Gain> {
        let by_game = |gain: fn(&Judged, &Judged) -> f64| {
            let gain = |w: &&Weighed| Some(gain(w.product.as_ref()?, &w.network));
            let games = self.games.iter();
            let sums: Vec<(f64, usize)> = games
                .map(|game| (game.iter().filter_map(gain).sum(), game.len()))
                .collect();
            bootstrap(&sums, 1, |games| {
                let n: usize = games.iter().map(|(_, n)| n).sum();
                (n > 0).then(|| games.iter().map(|(sum, _)| sum).sum::<f64>() / n as f64)
            })
        };
        self.surprise_of_product()?;
        Some(Gain {
            top1: by_game(|product, network| product.place.within(1) - network.place.within(1))?,
            surprise: by_game(|product, network| {
                surprise(network.weight) - surprise(product.weight)
            })?,
        })
    }

    /// Returns the statistics as JSON.
    pub fn as_json(&self, most: usize) -> Value {
        let (mean, median, sampled) = self.sizes(most);
        let gain = self.gain().map(|gain| {
            let value = |(value, interval): Estimate| json!({ "value": value, "95": interval });
            json!({ "top1": value(gain.top1), "surprise": value(gain.surprise) })
        });
        let orders: BTreeMap<&str, Value> = ORDERS
            .iter()
            .filter_map(|(order, place)| Some((*order, figures(&self.games, place)?.as_json())))
            .collect();
        json!({
            "name": self.name,
            "opponent": self.opponent,
            "games": self.games.len(),
            "decisions": self.all().count(),
            "meanSetSize": mean,
            "medianSetSize": median,
            "sampled": sampled,
            "surprise": {
                "network": self.surprise_of_network(),
                "filter": self.surprise_of_filter(),
                "product": self.surprise_of_product(),
                "uniform": self.surprise_of_uniform(),
            },
            "gain": gain,
            "orders": orders,
        })
    }
}

/// Returns for each bin of weights the number of boards, their mean weight, and the share that is true. `judged` chooses
/// the weights.
pub fn calibration(
    group: &Group<'_>,
    judged: impl Fn(&Weighed) -> Option<&Judged>,
) -> Vec<(u64, f64, f64)> {
    let bins: Vec<_> = group.all().filter_map(judged).map(|j| j.bins).collect();
    (0..BINS.len())
        .filter_map(|i| {
            let boards: u64 = bins.iter().map(|bins| u64::from(bins[i].0)).sum();
            let weights: f64 = bins.iter().map(|bins| bins[i].1).sum();
            let hits = bins.iter().filter(|bins| bins[i].2).count();
            (boards > 0).then(|| (boards, weights / boards as f64, hits as f64 / boards as f64))
        })
        .collect()
}

/// Returns the tables of all groups. At most `boards` boards of each decision were weighed; `certain` decisions had one
/// board, and `broken_off` sides were not followed to the end.
pub fn report(groups: &[Group<'_>], boards: usize, certain: usize, broken_off: usize) -> String {
    let mut rows = Vec::new();
    let mut sizes = Vec::new();
    for group in groups {
        for (order, place) in &ORDERS {
            if let Some(figures) = figures(&group.games, place) {
                rows.push(figures.cells(&group.title(), order));
            }
        }
        let (mean, median, sampled) = group.sizes(boards);
        let mut row = vec![
            group.title(),
            group.games.len().to_string(),
            group.all().count().to_string(),
            format!("{mean:.0}"),
            format!("{median:.0}"),
            format!("{:.1}", 100.0 * sampled),
            format!("{:.2}", group.surprise_of_network()),
            format!("{:.2}", group.surprise_of_uniform()),
        ];
        if let (Some(filter), Some(product), Some(gain)) = (
            group.surprise_of_filter(),
            group.surprise_of_product(),
            group.gain(),
        ) {
            let (top1, [low, high]) = gain.top1;
            let (nats, [least, most]) = gain.surprise;
            row.extend([
                format!("{filter:.2}"),
                format!("{product:.2}"),
                format!(
                    "{:.1} ({:.1} to {:.1})",
                    100.0 * top1,
                    100.0 * low,
                    100.0 * high
                ),
                format!("{nats:.2} ({least:.2} to {most:.2})"),
            ]);
        }
        sizes.push(row);
    }
    let top = TOP_SHARES.map(|share| format!("top {:.0} %", 100.0 * share));
    let mut head = vec!["decisions of", "order", "decisions", "top-1 % (95 %)"];
    head.extend(top.iter().map(String::as_str));
    head.extend(["pick median", "mean", "far %"]);
    let mut text = text_table(&head, &rows);
    text.push('\n');
    let mut head = vec![
        "decisions of",
        "games",
        "decisions",
        "mean set",
        "median",
        "sampled %",
        "surprise",
        "uniform",
    ];
    let with_filter = groups[0].surprise_of_filter().is_some();
    if with_filter {
        head.extend([
            "filter",
            "product",
            "gain in top-1 % (95 %)",
            "in nats (95 %)",
        ]);
    }
    text.push_str(&text_table(&head, &sizes));
    text.push_str("\nCalibration of the network's weights:\n");
    text.push_str(&calibration_table(calibration(&groups[0], |w| {
        Some(&w.network)
    })));
    if with_filter {
        text.push_str("\nCalibration of the product with the filter's:\n");
        text.push_str(&calibration_table(calibration(&groups[0], |w| {
            w.product.as_ref()
        })));
    }
    text.push_str(&format!(
        "\nDecisions with one possible board, left out above: {certain}. Sides not followed to the end of their games: \
         {broken_off}.\nThe averages count sets of more than {} boards as that many.\n",
        boards
    ));
    text
}

fn calibration_table(bins: Vec<(u64, f64, f64)>) -> String {
    let rows: Vec<Vec<String>> = bins
        .into_iter()
        .map(|(boards, weight, hits)| {
            vec![
                boards.to_string(),
                format!("{weight:.4}"),
                format!("{hits:.4}"),
            ]
        })
        .collect();
    text_table(&["boards", "mean weight", "true"], &rows)
}

/// How well a player is known after a number of its moves.
pub struct Recognition {
    /// The player; all of them if there is none.
    player: Option<String>,
    moves: usize,
    /// Sides that met it.
    sides: usize,
    /// The mean probability that it is this player, and the share of sides to which no other is as likely.
    probability: Estimate,
    likeliest: Estimate,
    /// The mean surprise at this player, in nats, and that by the probability which the weights of boards count.
    surprise: Estimate,
    surprise_of_weights: Estimate,
}

/// Returns how well opponents are known after each number of moves: all, and each player.
pub fn recognition(games: &[Game]) -> Vec<Recognition> {
    let all = games.iter().flat_map(|game| &game.recognised);
    let names: std::collections::BTreeSet<&str> = all.map(|r| r.player.as_str()).collect();
    let mut found = Vec::new();
    for player in std::iter::once(None).chain(names.into_iter().map(Some)) {
        for moves in RECOGNISED_AFTER {
            let of_games: Vec<Vec<&Recognised>> = games
                .iter()
                .map(|game| {
                    let asked = game.recognised.iter().filter(|r| r.moves == moves);
                    asked
                        .filter(|r| player.is_none_or(|player| r.player == player))
                        .collect()
                })
                .filter(|of_game: &Vec<_>| !of_game.is_empty())
                .collect();
            let mean = |value: &dyn Fn(&Recognised) -> f64| {
                let sums: Vec<(f64, usize)> = of_games
                    .iter()
                    .map(|game| (game.iter().map(|r| value(r)).sum(), game.len()))
                    .collect();
                bootstrap(&sums, 1, |games| {
                    let n: usize = games.iter().map(|(_, n)| n).sum();
                    (n > 0).then(|| games.iter().map(|(sum, _)| sum).sum::<f64>() / n as f64)
                })
            };
            if let (Some(probability), Some(likeliest), Some(surprise), Some(surprise_of_weights)) = (
                mean(&|r| r.probability),
                mean(&|r| f64::from(u8::from(r.likeliest))),
                mean(&|r| surprise(r.probability)),
                mean(&|r| surprise(r.of_weights)),
            ) {
                found.push(Recognition {
                    player: player.map(str::to_owned),
                    moves,
                    sides: of_games.iter().map(Vec::len).sum(),
                    probability,
                    likeliest,
                    surprise,
                    surprise_of_weights,
                });
            }
        }
    }
    found
}

impl Recognition {
    /// Returns the figures as JSON.
    pub fn as_json(&self) -> Value {
        let value = |(value, interval): Estimate| json!({ "value": value, "95": interval });
        json!({
            "player": self.player,
            "moves": self.moves,
            "sides": self.sides,
            "probability": value(self.probability),
            "likeliest": value(self.likeliest),
            "surprise": value(self.surprise),
            "surpriseOfWeights": value(self.surprise_of_weights),
        })
    }
}

/// Returns the table of how well players are known; empty where they are not told apart.
pub fn recognition_table(found: &[Recognition]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let percent = |(value, [low, high]): Estimate| {
        format!(
            "{:.1} ({:.1} to {:.1})",
            100.0 * value,
            100.0 * low,
            100.0 * high
        )
    };
    let nats = |(value, [low, high]): Estimate| format!("{value:.2} ({low:.2} to {high:.2})");
    let rows: Vec<Vec<String>> = found
        .iter()
        .map(|r| {
            vec![
                r.player
                    .as_deref()
                    .map_or_else(|| "all".to_owned(), printable),
                r.moves.to_string(),
                r.sides.to_string(),
                percent(r.probability),
                percent(r.likeliest),
                nats(r.surprise),
                nats(r.surprise_of_weights),
            ]
        })
        .collect();
    let head = [
        "player",
        "its moves",
        "sides",
        "probability of it, %",
        "likeliest, %",
        "surprise",
        "of weights",
    ];
    format!("\nWho the opponent is:\n{}", text_table(&head, &rows))
}
