//! The agents by name.

use rbc_belief::GridRules;
use rbc_random::Rng;

use crate::{
    ABot, Agent, Attacker, BuiltIn, Evaluator, Hsuc, Outpost, PerfectMemory, PiecewiseGrid, Random,
    SensePolicy, Siamese, Trout, level,
};

/// An entry of a list of agents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentDescription {
    /// The name for [`create`].
    pub name: &'static str,
    /// One sentence about how it plays.
    pub summary: &'static str,
}

/// Every agent that people can play against, weakest first (docs/experiments.md, "rating").
pub const AGENTS: &[AgentDescription] = &[
    AgentDescription {
        name: "random",
        summary: "Senses anywhere and requests any move, or passes, with equal chances.",
    },
    AgentDescription {
        name: "attacker",
        summary: "Tries one of four quick attacks on the king without looking, then passes.",
    },
    AgentDescription {
        name: "trout",
        summary: "Believes in one board, writes onto it whatever it is told, and plays what is best \
                  there.",
    },
    AgentDescription {
        name: "perfect-memory",
        summary: "Believes every piece where it was last seen, or nearby, senses where most is out of \
                  date, and plays what a tree search finds best.",
    },
    AgentDescription {
        name: "a-bot",
        summary: "Keeps every possible board, senses where even the worst case leaves few, and lets a \
                  tree search on each board vote for a move.",
    },
    AgentDescription {
        name: "hsuc",
        summary: "Keeps every possible board, senses where even the worst case leaves few (or where \
                  its own king may be in danger), and requests what is best over those that are \
                  left.",
    },
    AgentDescription {
        name: "piecewise-grid",
        summary: "Keeps for each of the opponent's pieces how likely it stands on each square, senses \
                  where that is least certain, and requests what is best over boards drawn from it.",
    },
    AgentDescription {
        name: "siamese",
        summary: "Keeps every possible board, has a network tell how likely each is, senses where the \
                  likely ones leave few, and requests what is best over all by weight.",
    },
    AgentDescription {
        name: "outpost",
        summary: "Weighs every possible board by a network and by how the opponent moves, senses \
                  what its next request would gain most from, and puts a price on every danger to \
                  its king.",
    },
];

/// Players on the command line only, controls for experiments: `siamese` without a [weigher](Agent::set_weigher), and `a-bot`
/// and `piecewise-grid` by the rules of their papers ([`ABot::as_printed`], [`GridRules::Paper`]).
pub const CONTROLS: &[AgentDescription] = &[
    AgentDescription {
        name: "siamese-uniform",
        summary: "The player siamese without a network: to it all possible boards are alike.",
    },
    AgentDescription {
        name: "a-bot+paper",
        summary: "The player a-bot with a plain vote, as its paper has it: no move loses votes because \
                  it leaves the king to be captured.",
    },
    AgentDescription {
        name: "piecewise-grid+paper",
        summary: "The player piecewise-grid with the belief and the sense of the paper that it is taken \
                  from.",
    },
];

/// Returns the seeds of the two players of game number `game`, White's first: far apart for neighbouring games and seeds. Everything
/// that plays games uses them, so that a seed means the same game everywhere.
#[must_use]
pub fn player_seeds(seed: u64, game: u64) -> [u64; 2] {
    let base = Rng::nth(seed).wrapping_add(game.wrapping_mul(2));
    [Rng::nth(base), Rng::nth(base.wrapping_add(1))]
}

/// Creates the agent or the [level](crate::LEVELS) called `name`, or returns `None` when there is none. Agents with the
/// same name and seed decide alike.
///
/// Agents with an information set take any [`SensePolicy`], named after a plus sign; `outpost` also the names of its
/// [parts](crate::OutpostParts).
///
/// ```
/// use rbc_agents::create;
/// assert!(create("a-bot", 1).is_some());
/// assert!(create("a-bot+entropy", 1).is_some());
/// assert!(create("attacker+entropy", 1).is_none());
/// assert!(create("level-1", 1).is_some());
/// ```
#[must_use]
pub fn create(name: &str, seed: u64) -> Option<Box<dyn Agent>> {
    create_with(name, seed, Box::new(BuiltIn))
}

/// Creates the agent called `name`, which asks `evaluator` for scores of moves, if it uses any. Levels ask none but the
/// built-in search.
#[must_use]
pub fn create_with(name: &str, seed: u64, evaluator: Box<dyn Evaluator>) -> Option<Box<dyn Agent>> {
    if name == "piecewise-grid+paper" {
        let agent = PiecewiseGrid::new(seed).with_rules(GridRules::Paper);
        return Some(Box::new(agent.with_evaluator(evaluator)));
    }
    if name == "a-bot+paper" {
        let agent = ABot::new(seed).as_printed();
        return Some(Box::new(agent.with_evaluator(evaluator)));
    }
    if let Some(parts) = name.strip_prefix("outpost+") {
        let agent = Outpost::new(seed).with_parts(parts.parse().ok()?);
        return Some(Box::new(agent.with_evaluator(evaluator)));
    }
    let (name, policy) = match name.split_once('+') {
        None => (name, None),
        Some((name, policy)) => (name, Some(policy.parse::<SensePolicy>().ok()?)),
    };
    match (name, policy) {
        ("random", None) => Some(Box::new(Random::new(seed))),
        ("attacker", None) => Some(Box::new(Attacker::new(seed))),
        ("trout", None) => Some(Box::new(Trout::new(seed).with_evaluator(evaluator))),
        ("perfect-memory", None) => {
            Some(Box::new(PerfectMemory::new(seed).with_evaluator(evaluator)))
        }
        ("piecewise-grid", None) => {
            Some(Box::new(PiecewiseGrid::new(seed).with_evaluator(evaluator)))
        }
        ("a-bot", policy) => Some(Box::new(
            ABot::new(seed)
                .with_sensing(policy.unwrap_or(SensePolicy::Hsuc))
                .with_evaluator(evaluator),
        )),
        ("hsuc", policy) => Some(Box::new(
            Hsuc::new(seed)
                .with_sensing(policy.unwrap_or(SensePolicy::Guarded))
                .with_evaluator(evaluator),
        )),
        ("siamese", policy) => Some(Box::new(
            Siamese::new(seed)
                .with_sensing(policy.unwrap_or(SensePolicy::Weighted))
                .with_evaluator(evaluator),
        )),
        ("siamese-uniform", policy) => Some(Box::new(
            Siamese::uniform(seed)
                .with_sensing(policy.unwrap_or(SensePolicy::Weighted))
                .with_evaluator(evaluator),
        )),
        ("outpost", None) => Some(Box::new(Outpost::new(seed).with_evaluator(evaluator))),
        (name, None) => level(name).map(|level| level.agent(seed)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LEVELS;

    #[test]
    fn every_listed_player_can_be_had() {
        let levels = LEVELS.iter().map(|level| &level.description);
        for description in AGENTS.iter().chain(CONTROLS).chain(levels) {
            let agent = create(description.name, 1).expect("listed");
            assert_eq!(agent.name(), description.name);
        }
        assert!(create("nobody", 1).is_none());
        assert!(create("siamese-uniform+guarded", 1).is_some());
    }
}
