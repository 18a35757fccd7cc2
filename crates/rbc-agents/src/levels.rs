//! Levels of difficulty, from 1 (gentle) to 8 (strongest).
//!
//! Levels err as people do, and do not play at random: they sense where they are used to instead of where they should,
//! overlook pieces that they do not see at the moment, remember fewer boards, look less far ahead, and misjudge what a
//! move is worth. Games between neighbours were counted to set them: each level scores about three points of four
//! against the one below (docs/agents.md, "Levels").
//!
//! A level brings its own limits, and takes neither nodes nor an evaluator from its caller: it is as strong on any
//! machine, and plays the same game for the same seed. It obeys the clock, and a caller that wants its move at once.

use crate::{Agent, AgentDescription, SensePolicy};

mod careful;
mod casual;
mod strongest;

pub use careful::Careful;
pub use casual::Casual;
pub use strongest::Strongest;

/// A level of difficulty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// 1 is the weakest.
    pub number: u8,
    /// Its name for [`create`](crate::create), and how it plays in a sentence.
    pub description: AgentDescription,
    /// Its strength, in Elo's scale with `random` at 0, as measured (docs/agents.md, "Levels").
    pub rating: i32,
    /// How it thinks.
    pub mind: Mind,
}

impl Level {
    /// Returns its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.description.name
    }

    /// Returns whether it needs the network, as a [weigher](Agent::set_weigher), to be as strong as it should. Without one it takes
    /// all boards for equally likely.
    #[must_use]
    pub const fn needs_network(&self) -> bool {
        matches!(self.mind, Mind::Network { .. })
    }

    /// Creates the agent of `seed` that plays at this level.
    #[must_use]
    pub fn agent(&'static self, seed: u64) -> Box<dyn Agent> {
        match self.mind {
            Mind::OneBoard(habits) => Box::new(Casual::new(self.name(), habits, seed)),
            Mind::EveryBoard(habits) => Box::new(Careful::new(self.name(), habits, seed)),
            Mind::Network { nodes } => Box::new(Strongest::new(self.name(), nodes, seed)),
        }
    }
}

/// How a level thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mind {
    /// It believes in one board.
    OneBoard(CasualHabits),
    /// It keeps possible boards.
    EveryBoard(CarefulHabits),
    /// It keeps all possible boards, weighed by the network: [`Siamese`](crate::Siamese), with so many nodes for a decision.
    Network {
        /// Nodes for each decision.
        nodes: u64,
    },
}

/// How a player errs that believes in one board. Chances are from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CasualHabits {
    /// Chance that it senses beside its last sense, and not where most is out of date.
    pub routine: f64,
    /// Chance that it overlooks an opposing piece that its sense does not show, for one move: it neither captures the piece nor
    /// sees what that piece could do.
    pub overlooks: f64,
    /// Plies that it looks ahead after the opponent's reply, before only captures are searched.
    pub plies: u32,
    /// Standard deviation of what it takes a move for, as a chance to win.
    pub misjudges: f64,
    /// It attacks the king only when the opponent has at most so many other pieces, and captures it earlier only where its sense has
    /// just shown it.
    pub hunts_at: usize,
}

/// How a player errs that keeps possible boards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CarefulHabits {
    /// Most boards that it keeps: of more it remembers a sample.
    pub boards: usize,
    /// Nodes for each decision.
    pub nodes: u64,
    /// How it senses,
    pub sensing: SensePolicy,
    /// and the chance that it senses beside its last sense instead.
    pub routine: f64,
    /// Standard deviation of what it takes a move for, as a chance to win.
    pub misjudges: f64,
}

/// The levels, weakest first.
pub const LEVELS: [Level; 8] = [
    Level {
        number: 1,
        description: AgentDescription {
            name: "level-1",
            summary: "Level 1: often looks at the same place, overlooks most of what it does not see, and never goes for the king.",
        },
        rating: 330,
        mind: Mind::OneBoard(CasualHabits {
            routine: 0.9,
            overlooks: 0.75,
            plies: 0,
            misjudges: 0.12,
            hunts_at: 4,
        }),
    },
    Level {
        number: 2,
        description: AgentDescription {
            name: "level-2",
            summary: "Level 2: overlooks half of what it does not see, and goes for the king late.",
        },
        rating: 490,
        mind: Mind::OneBoard(CasualHabits {
            routine: 0.7,
            overlooks: 0.5,
            plies: 0,
            misjudges: 0.08,
            hunts_at: 7,
        }),
    },
    Level {
        number: 3,
        description: AgentDescription {
            name: "level-3",
            summary: "Level 3: overlooks some of what it does not see, and misjudges moves.",
        },
        rating: 680,
        mind: Mind::OneBoard(CasualHabits {
            routine: 0.4,
            overlooks: 0.25,
            plies: 0,
            misjudges: 0.05,
            hunts_at: 11,
        }),
    },
    Level {
        number: 4,
        description: AgentDescription {
            name: "level-4",
            summary: "Level 4: believes in one board, and seldom overlooks a piece on it.",
        },
        rating: 870,
        mind: Mind::OneBoard(CasualHabits {
            routine: 0.1,
            overlooks: 0.08,
            plies: 1,
            misjudges: 0.02,
            hunts_at: 15,
        }),
    },
    Level {
        number: 5,
        description: AgentDescription {
            name: "level-5",
            summary: "Level 5: remembers a few hundred possible boards, and misjudges moves.",
        },
        rating: 1_070,
        mind: Mind::EveryBoard(CarefulHabits {
            boards: 500,
            nodes: 3_000,
            sensing: SensePolicy::Hsuc,
            routine: 0.2,
            misjudges: 0.035,
        }),
    },
    Level {
        number: 6,
        description: AgentDescription {
            name: "level-6",
            summary: "Level 6: remembers some thousand possible boards, and looks a little ahead on them.",
        },
        rating: 1_290,
        mind: Mind::EveryBoard(CarefulHabits {
            boards: 8_000,
            nodes: 12_000,
            sensing: SensePolicy::Guarded,
            routine: 0.06,
            misjudges: 0.018,
        }),
    },
    Level {
        number: 7,
        description: AgentDescription {
            name: "level-7",
            summary: "Level 7: remembers tens of thousands of possible boards, and guards its king.",
        },
        rating: 1_490,
        mind: Mind::EveryBoard(CarefulHabits {
            boards: 50_000,
            nodes: 40_000,
            sensing: SensePolicy::Guarded,
            routine: 0.0,
            misjudges: 0.003,
        }),
    },
    Level {
        number: 8,
        description: AgentDescription {
            name: "level-8",
            summary: "Level 8: the player siamese, to which the network tells how likely each possible board is.",
        },
        rating: 1_680,
        mind: Mind::Network { nodes: 120_000 },
    },
];

/// Returns the level called `name`, or `None` when there is none.
#[must_use]
pub fn level(name: &str) -> Option<&'static Level> {
    static ALL: [Level; 8] = LEVELS;
    ALL.iter().find(|level| level.name() == name)
}
