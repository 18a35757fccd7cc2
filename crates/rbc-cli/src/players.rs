//! The players that the command line can name, with the chess engine or network that they ask.

use std::{path::Path, sync::Arc};

use rbc_agents::{
    AGENTS, Agent, AgentDescription, CONTROLS, EngineEvaluator, LEVELS, SensePolicy, create,
    create_with,
};
use rbc_belief::{BoardWeigher, Players};
use rbc_siamese::{Network, SiameseWeigher};
use serde_json::Value;

use crate::{
    Failure, engine_processes::EngineShelf, network_file::load_network, terminal::printable,
};

/// A named player.
#[derive(Clone)]
pub struct Player {
    /// The name as it was given.
    pub name: String,
    /// The chess engine that rates its moves; without one, its own search does.
    pub engine: Option<EngineShelf>,
    /// The name for [`create`].
    agent: String,
    /// Weighs the boards of its information set.
    weigher: Option<Arc<dyn BoardWeigher>>,
    /// Who it may take the opponent for.
    opponents: Option<Arc<Players>>,
}

impl Player {
    /// Returns the player that [`create`] knows by this name, without engine or network.
    #[must_use]
    pub fn plain(name: &str) -> Player {
        Player {
            name: name.to_owned(),
            engine: None,
            agent: name.to_owned(),
            weigher: None,
            opponents: None,
        }
    }

    /// Creates the agent.
    ///
    /// # Errors
    ///
    /// If there is no agent of that name.
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
        if let Some(opponents) = &self.opponents {
            agent.set_players(Arc::clone(opponents));
        }
        Ok(agent)
    }

    /// Returns the name, followed by the engine's.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.engine {
            None => self.name.clone(),
            Some(engine) => format!("{} with {}", self.name, engine.name()),
        }
    }
}

/// Creates players by name, and gives them the network.
pub struct Roster {
    model: Option<(Network, String)>,
    temperature: f64,
    /// Those whom a player may take its opponent for, and a hash of their file.
    opponents: Option<(Arc<Players>, Value)>,
}

/// The temperature at which networks are trained.
const TEMPERATURE: f64 = 1.0;

impl Roster {
    /// Loads the network of `--model`, if it is given.
    ///
    /// # Errors
    ///
    /// If the network cannot be loaded, or a temperature is given without one.
    pub fn new(model: Option<&Path>, temperature: Option<f64>) -> Result<Roster, Failure> {
        if model.is_none() && temperature.is_some() {
            let what = "--temperature is that of a network: give one with --model FILE";
            return Err(Failure::Usage(what.to_owned()));
        }
        Ok(Roster {
            model: model.map(load_network).transpose()?,
            temperature: temperature.unwrap_or(TEMPERATURE),
            opponents: None,
        })
    }

    /// Adds those whom a player may take its opponent for, with a hash of their file.
    #[must_use]
    pub fn with_opponents(self, players: Players, hash: Value) -> Roster {
        Roster {
            opponents: Some((Arc::new(players), hash)),
            ..self
        }
    }

    /// Returns the player `name`, as given to `option`: an agent, then optionally `+` and a sense policy, then `@` and a
    /// temperature.
    ///
    /// # Errors
    ///
    /// If there is no such player, or it needs a network and there is none.
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
                    "{agent} uses no network, so it takes no temperature"
                )));
            }
            (true, None, _) => {
                return Err(refuse(
                    "needs a network: give one with --model FILE (docs/siamese.md), or take siamese-uniform, which \
                     uses uniform weights"
                        .to_owned(),
                ));
            }
            (true, Some((network, _)), at) => {
                let temperature = match at {
                    None => self.temperature,
                    Some(text) => temperature(text).map_err(|why| {
                        refuse(format!(
                            "the temperature after @ {why}, as in siamese+guarded@2"
                        ))
                    })?,
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
            opponents: self
                .opponents
                .as_ref()
                .map(|(players, _)| Arc::clone(players)),
        })
    }

    /// Adds to the object `inputs` what decides games besides the network, where there is any: an older object without it
    /// stays the same.
    pub fn add_opponents(&self, inputs: &mut Value) {
        if let Some((_, hash)) = &self.opponents {
            inputs["players"] = hash.clone();
        }
    }

    /// Returns a hash of the network's file and the temperature, as JSON; null without a network.
    #[must_use]
    pub fn model_as_json(&self) -> [Value; 2] {
        match &self.model {
            None => [Value::Null, Value::Null],
            Some((_, hash)) => [hash.as_str().into(), self.temperature.into()],
        }
    }
}

/// Reads a temperature.
///
/// # Errors
///
/// A text that says what is wrong with it.
pub fn temperature(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        // Weights are computed with less precision.
        Ok(number) if number as f32 > 0.0 && (number as f32).is_finite() => Ok(number),
        _ => Err("must be a number from 1e-38 to 1e38".to_owned()),
    }
}

/// All players.
pub fn all_players() -> impl Iterator<Item = &'static AgentDescription> {
    let levels = LEVELS.iter().map(|level| &level.description);
    AGENTS.iter().chain(CONTROLS).chain(levels)
}

/// Returns the names of all players, for messages.
#[must_use]
pub fn player_names() -> String {
    let known: Vec<&str> = all_players().map(|a| a.name).collect();
    known.join(", ")
}

/// Lists the players, for the help of a command.
#[must_use]
pub fn players_help() -> String {
    let line = |name: &str, summary: &str| format!("  {name:<20} {summary}\n");
    let list: String = all_players().map(|a| line(a.name, a.summary)).collect();
    let senses = all_players().map(|a| a.name).filter(|a| takes_senses(a));
    let senses: Vec<&str> = senses.collect();
    format!(
        "Players:\n{list}\nSense policies of {}, as in {}+entropy:\n{}\n",
        senses.join(", "),
        senses[0],
        sense_names()
    )
}

/// Returns whether an agent takes a sense policy.
fn takes_senses(name: &str) -> bool {
    create(&format!("{name}+{}", SensePolicy::Hsuc), 0).is_some()
}

/// Returns the names of all sense policies, for messages.
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
        let with = Roster::new(Some(Path::new(tiny)), None).expect("a network");
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
            ("siamese-uniform@5", "siamese-uniform uses no network"),
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
