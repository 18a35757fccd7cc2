//! Players as the command line names them, and what they ask: a chess engine, a network.

use std::{
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use rbc_agents::{
    AGENTS, Agent, AgentDescription, CONTROLS, EngineEvaluator, SensePolicy, create, create_with,
};
use rbc_belief::BoardWeigher;
use rbc_siamese::{Network, SiameseWeigher};
use serde_json::Value;

use crate::{Failure, engine_pool::EngineShelf, hash::fnv1a, model_card, terminal::printable};

/// A player by name, with what it asks.
#[derive(Clone)]
pub struct Player {
    /// As it was named.
    pub name: String,
    /// The engine that it asks how good moves are; without one it has its own search.
    pub engine: Option<EngineShelf>,
    /// The name for [`create`].
    agent: String,
    /// Whom it asks how likely boards are.
    weigher: Option<Arc<dyn BoardWeigher>>,
}

impl Player {
    /// The player that [`create`] calls so, asking nobody.
    #[must_use]
    pub fn plain(name: &str) -> Player {
        Player {
            name: name.to_owned(),
            engine: None,
            agent: name.to_owned(),
            weigher: None,
        }
    }

    /// The player itself, with this seed.
    ///
    /// # Errors
    ///
    /// When there is none of that name.
    pub fn agent(&self, seed: u64) -> Result<Box<dyn Agent>, Failure> {
        let created = match &self.engine {
            None => create(&self.agent, seed),
            Some(engine) => {
                let evaluator = EngineEvaluator::new(engine.lend());
                create_with(&self.agent, seed, Box::new(evaluator))
            }
        };
        let mut agent = created.ok_or_else(|| Failure::Work(format!("no player {}", self.name)))?;
        if let Some(weigher) = &self.weigher {
            agent.set_weigher(Arc::clone(weigher));
        }
        Ok(agent)
    }

    /// The name with the engine's.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.engine {
            None => self.name.clone(),
            Some(engine) => format!("{} with {}", self.name, engine.name()),
        }
    }
}

/// The network in `path`, and a hash of the file.
///
/// # Errors
///
/// When it cannot be read, is none, or is not the one that its [card](model_card) tells of.
pub fn load_network(path: &Path) -> Result<(Network, String), Failure> {
    let unread = |e: io::Error| Failure::at(path, e);
    // A byte more than any model has: what is larger is refused without being held whole.
    let mut bytes = Vec::new();
    File::open(path)
        .map_err(unread)?
        .take(rbc_siamese::MAX_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(unread)?;
    // First, as it says more of a file that was cut short than where a reader stumbles.
    model_card::check(path, &bytes)?;
    let network = Network::load(&bytes).map_err(|e| Failure::at(path, e))?;
    Ok((network, format!("{:016x}", fnv1a(&bytes))))
}

/// For the help of commands with players: the options of [`Roster::new`].
pub const MODEL_HELP: &str = "\
\x20 --model FILE       the network that siamese asks, as made by training/export.py
\x20 --temperature T    how alike its weights are, above 0: near it the likeliest board counts alone (default 1,
\x20                    that of its training). siamese@5 is siamese at 5, whatever stands here
";

/// The players that can be named, and the network that they are given.
pub struct Roster {
    model: Option<(Network, String)>,
    temperature: f64,
}

/// At which networks are trained.
const TEMPERATURE: f64 = 1.0;

impl Roster {
    /// With the network of `--model` and the temperature of `--temperature`, where they were given.
    ///
    /// # Errors
    ///
    /// When the network cannot be had; when there is a temperature without one.
    pub fn new(model: Option<PathBuf>, temperature: Option<f64>) -> Result<Roster, Failure> {
        if model.is_none() && temperature.is_some() {
            let what = "--temperature is that of a network: give one with --model FILE";
            return Err(Failure::Usage(what.to_owned()));
        }
        Ok(Roster {
            model: model.as_deref().map(load_network).transpose()?,
            temperature: temperature.unwrap_or(TEMPERATURE),
        })
    }

    /// The player that `option` calls `name`: one of the [list](players_help), a way to sense after a plus where it
    /// takes one, a temperature after an at sign where it asks the network.
    ///
    /// # Errors
    ///
    /// When there is none, the text says which there are; when it asks a network and there is none, what to do.
    pub fn player(&self, option: &str, name: &str) -> Result<Player, Failure> {
        let refuse = |why: String| {
            let shown = printable(name);
            Failure::Usage(format!("--{option} {shown}: {why}"))
        };
        let (agent, at) = match name.split_once('@') {
            None => (name, None),
            Some((agent, at)) => (agent, Some(at)),
        };
        let Some(created) = create(agent, 0) else {
            let known = match agent.split_once('+') {
                Some((agent, _)) if takes_senses(agent) => {
                    format!("{agent} takes one of {} after the plus", sense_names())
                }
                _ => format!("the players are {}", player_names()),
            };
            return Err(refuse(format!("no such player; {known}")));
        };
        let weigher = match (created.wants_weigher(), &self.model, at) {
            (false, _, None) => None,
            (false, _, Some(_)) => {
                return Err(refuse(format!(
                    "{agent} asks no network that had a temperature"
                )));
            }
            (true, None, _) => {
                return Err(refuse(
                    "asks a network: give one with --model FILE (docs/siamese.md), or take siamese-uniform, to which \
                     all possible boards are alike"
                        .to_owned(),
                ));
            }
            (true, Some((network, _)), at) => {
                let temperature = match at {
                    None => self.temperature,
                    Some(text) => temperature(text).map_err(refuse)?,
                };
                let weigher = SiameseWeigher::new(network.clone());
                Some(Arc::new(weigher.at_temperature(temperature as f32)) as Arc<dyn BoardWeigher>)
            }
        };
        Ok(Player {
            name: name.to_owned(),
            engine: None,
            agent: agent.to_owned(),
            weigher,
        })
    }

    /// What decides how players with a network play, apart from their names: a hash of its file and the
    /// temperature; null where there is none.
    #[must_use]
    pub fn model_as_json(&self) -> [Value; 2] {
        match &self.model {
            None => [Value::Null, Value::Null],
            Some((_, hash)) => [hash.as_str().into(), self.temperature.into()],
        }
    }
}

/// A temperature, or what is wrong with it.
pub fn temperature(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        // Weights are computed with less precision.
        Ok(number) if number as f32 > 0.0 && (number as f32).is_finite() => Ok(number),
        _ => Err(format!(
            "{}: a temperature is a number from 1e-38 to 1e38, the last of a name: siamese+guarded@2",
            printable(text)
        )),
    }
}

fn all_players() -> impl Iterator<Item = &'static AgentDescription> {
    AGENTS.iter().chain(CONTROLS)
}

/// The names of all players.
#[must_use]
pub fn player_names() -> String {
    let known: Vec<&str> = all_players().map(|a| a.name).collect();
    known.join(", ")
}

/// The list of players for a help.
#[must_use]
pub fn players_help() -> String {
    let line = |name: &str, summary: &str| format!("  {name:<15} {summary}\n");
    let list: String = all_players().map(|a| line(a.name, a.summary)).collect();
    let senses = all_players().map(|a| a.name).filter(|a| takes_senses(a));
    let senses: Vec<&str> = senses.collect();
    format!(
        "{list}\nWays to sense, after a plus ({}+entropy), of {}:\n{}\n",
        senses[0],
        senses.join(", "),
        sense_names()
    )
}

/// Whether a player's way to sense can be named after a plus.
fn takes_senses(name: &str) -> bool {
    create(&format!("{name}+{}", SensePolicy::Hsuc), 0).is_some()
}

/// The names of all ways to sense.
fn sense_names() -> String {
    SensePolicy::ALL.map(SensePolicy::name).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(roster: &Roster, name: &str) -> String {
        match roster.player("agents", name) {
            Err(Failure::Usage(reason)) => reason,
            Err(Failure::Work(reason)) => panic!("{name}: {reason}"),
            Ok(player) => panic!("{name} is {}", player.agent),
        }
    }

    #[test]
    fn names_say_how_a_player_senses_and_how_alike_its_boards_are() {
        let tiny = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../rbc-siamese/tests/tiny.onnx"
        );
        let with = Roster::new(Some(tiny.into()), None).expect("a network");
        for name in ["siamese", "siamese@5", "siamese+entropy@0.5"] {
            let player = with.player("agents", name).expect("a player");
            assert_eq!(
                (player.name.as_str(), player.weigher.is_some()),
                (name, true)
            );
            assert_eq!(player.agent(1).ok().map(|a| a.name()), Some("siamese"));
        }
        for name in ["hsuc", "siamese-uniform+guarded"] {
            assert!(
                with.player("agents", name)
                    .expect("a player")
                    .weigher
                    .is_none()
            );
        }
        for (name, expected) in [
            ("siamese@", "a number from 1e-38 to 1e38"),
            ("siamese@0", "a number from 1e-38 to 1e38"),
            ("siamese@1e-60", "a number from 1e-38 to 1e38"),
            ("siamese@1e60", "a number from 1e-38 to 1e38"),
            ("siamese@5+entropy", "a number from 1e-38 to 1e38"),
            ("siamese-uniform@5", "siamese-uniform asks no network"),
            ("siamese+x@5", "siamese takes one of none, random"),
            ("siamez", "no such player; the players are random, attacker"),
        ] {
            let told = refusal(&with, name);
            assert!(told.contains(expected) && told.contains(name), "{told}");
        }
        let without = Roster::new(None, None).expect("players");
        assert!(refusal(&without, "siamese@5").contains("--model FILE"));
        assert!(without.player("agents", "siamese-uniform").is_ok());
    }
}
