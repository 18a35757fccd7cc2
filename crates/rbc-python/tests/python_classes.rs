//! Every agent and level that there is has a class in Python, and no class is of another.

use std::collections::BTreeSet;

use rbc_agents::{AGENTS, LEVELS};

#[test]
fn every_agent_is_a_class() {
    let python = include_str!("../python/outpost_rbc/agents.py");
    let classes = python.split("(OutpostPlayer):").skip(1);
    let named: BTreeSet<&str> = classes
        .filter_map(|class| class.split("agent = \"").nth(1)?.split('"').next())
        .collect();
    let levels = LEVELS.iter().map(|level| level.description.name);
    let agents = AGENTS.iter().map(|agent| agent.name);
    let listed: BTreeSet<&str> = agents.chain(levels).collect();
    assert_eq!(named, listed);
}
