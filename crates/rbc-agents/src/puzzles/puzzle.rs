//! A puzzle and the file of puzzles.

use std::fmt;

use rbc_random::{Rng, hash::fnv1a};
use serde::{Deserialize, Serialize};
use serde_json::Number;

/// What a puzzle asks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Which window leaves the fewest boards in the worst case?
    Sense,
    /// After which sense is the move best on average?
    Decide,
    /// Which request never loses the king?
    Safe,
    /// Which request captures the king on most boards, or forces its capture?
    King,
    /// Which request is best over all boards?
    Move,
    /// Where is the opponent's king or queen?
    Where,
    /// What did the opponent play last?
    Played,
    /// How many boards are possible?
    Count,
    /// How many boards are left at worst after this sense?
    Left,
}

impl Kind {
    /// All kinds, in the order of reports.
    pub const ALL: [Kind; 9] = [
        Kind::Sense,
        Kind::Decide,
        Kind::Safe,
        Kind::King,
        Kind::Move,
        Kind::Where,
        Kind::Played,
        Kind::Count,
        Kind::Left,
    ];

    /// Returns its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Sense => "sense",
            Kind::Decide => "decide",
            Kind::Safe => "safe",
            Kind::King => "king",
            Kind::Move => "move",
            Kind::Where => "where",
            Kind::Played => "played",
            Kind::Count => "count",
            Kind::Left => "left",
        }
    }

    /// Returns whether the answer follows by logic alone, without judging positions.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        !matches!(self, Kind::Decide | Kind::Move)
    }

    /// Returns whether the puzzle begins with a known board and what was told since.
    #[must_use]
    pub const fn has_story(self) -> bool {
        matches!(self, Kind::Where | Kind::Played | Kind::Count)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A decision of one side with a question and an answer that was checked. `docs/puzzles.md` describes the format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Eight letters and digits: a hash of what is asked. See [`Puzzle::id_of`].
    pub id: String,
    /// What is asked.
    pub kind: Kind,
    /// Its difficulty.
    pub rating: u32,
    /// The deviation of the rating.
    pub deviation: u32,
    /// The possible boards as FENs of four fields, sorted and joined by `;`. The solver is to move.
    pub boards: String,
    /// The board that the solver knew, with the opponent to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// What happened since; see [`Told`](super::Told).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// The centre of the window that is sensed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// The piece to find: `king` or `queen`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// 2 where the king's capture is forced within two turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u8>,
    /// All right answers.
    pub answers: Vec<String>,
    /// Numbers behind the answer, right answers first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<(String, Number)>,
}

impl Puzzle {
    /// Returns the id that follows from what is asked. The answer and the rating do not change it.
    #[must_use]
    pub fn id_of(&self) -> String {
        const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let turns = self.turns.map(|turns| turns.to_string());
        let parts = [
            Some(self.kind.name()),
            Some(&self.boards),
            self.before.as_deref(),
            self.told.as_deref(),
            self.square.as_deref(),
            self.piece.as_deref(),
            turns.as_deref(),
        ];
        let text: Vec<&str> = parts.iter().map(|part| part.unwrap_or_default()).collect();
        // FNV-1a differs little where only the last letters do.
        let mut hash = Rng::nth(fnv1a(text.join("|").as_bytes()));
        let mut id = String::with_capacity(8);
        for _ in 0..8 {
            id.push(char::from(DIGITS[(hash % 62) as usize]));
            hash /= 62;
        }
        id
    }
}

/// A file of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleFile {
    /// The version of the format, [`PuzzleFile::VERSION`].
    pub version: u32,
    /// The command that made it.
    pub source: String,
    /// The puzzles, by id.
    pub puzzles: Vec<Puzzle>,
}

impl PuzzleFile {
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong, with line and column.
    pub fn read(text: &str) -> Result<PuzzleFile, String> {
        let file: PuzzleFile = serde_json::from_str(text).map_err(|e| e.to_string())?;
        if file.version != PuzzleFile::VERSION {
            return Err(format!(
                "version {}, and this program reads version {}",
                file.version,
                PuzzleFile::VERSION
            ));
        }
        Ok(file)
    }

    /// Returns the file's text, a line for each puzzle.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!(
            "{{\"version\":{},\"source\":{},\"puzzles\":[\n",
            self.version,
            json(&self.source)
        );
        for (i, puzzle) in self.puzzles.iter().enumerate() {
            text.push_str(&json(puzzle));
            text.push_str(if i + 1 < self.puzzles.len() {
                ",\n"
            } else {
                "\n"
            });
        }
        text.push_str("]}\n");
        text
    }
}

/// As JSON: neither texts nor puzzles can fail to be written.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A number of a file: whole, or with three digits after the point.
#[must_use]
pub(super) fn number(value: f64) -> Number {
    let rounded = libm::round(value * 1_000.0) / 1_000.0;
    if libm::trunc(rounded) == rounded {
        Number::from(rounded as i64)
    } else {
        Number::from_f64(rounded).unwrap_or_else(|| Number::from(0))
    }
}
