//! The names of agents and sense policies as TypeScript unions, made from the lists of rbc-agents at compile time.

use rbc_agents::{AGENTS, LEVELS, SensePolicy};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &'static str = match str::from_utf8(TEXT.0.split_at(TEXT.1).0) {
    Ok(text) => text,
    Err(_) => unreachable!(),
};

const TEXT: Text = text();

/// Bytes, and how many are in use.
struct Text([u8; 2048], usize);

const fn text() -> Text {
    let mut text = Text([0; 2048], 0);
    text.push("/** Names of the levels of difficulty; {@link Outpost.levels} describes them. */\n");
    text.push("export type LevelName =");
    let mut i = 0;
    while i < LEVELS.len() {
        text.name(LEVELS[i].name());
        i += 1;
    }
    text.push(";\n\n/** Names of the built-in agents ({@link Outpost.agents} describes them) and of the levels. */\n");
    text.push("export type AgentName =\n    | LevelName");
    i = 0;
    while i < AGENTS.len() {
        text.name(AGENTS[i].name);
        i += 1;
    }
    text.push(";\n\n/** How a sense is chosen: docs/agents.md describes each. */\n");
    text.push("export type SensePolicy =");
    let mut i = 0;
    while i < SensePolicy::ALL.len() {
        text.name(SensePolicy::ALL[i].name());
        i += 1;
    }
    text.push(";\n\n/** An agent with an information set and another sense policy than its own: `hsuc+entropy`, say. */\n");
    text.push("export type SensingAgent = `${'hsuc' | 'a-bot'}+${SensePolicy}`;\n");
    text
}

impl Text {
    const fn push(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            self.0[self.1] = bytes[i];
            self.1 += 1;
            i += 1;
        }
    }

    /// A member of a union.
    const fn name(&mut self, name: &str) {
        self.push("\n    | '");
        self.push(name);
        self.push("'");
    }
}
