//! What a side was told since a board that it knew, in words.

use std::{fmt, str::FromStr};

use rbc_belief::{Completeness, InformationSet};
use rbc_rules::{
    Move, MoveResult, Observation, Observations, Piece, Position, Role, SenseResult, Square,
    window_squares,
};

/// Most rounds of a story.
const MOST_ROUNDS: usize = 4;
/// Most boards on the way.
const MOST_BOARDS: usize = 20_000;

/// What a side was told since a board that it knew, on which the opponent is to move.
///
/// In words, separated by `; `: `lost d5` or `lost -` (the opponent captured there, or nothing), `sensed e5`, `seen nc6 pe5` or
/// `seen -` (opposing pieces in the window), `asked e2e4` (where the request was not taken as it is), `moved e2e3` or
/// `moved -`, `took e6`.
///
/// ```
/// use rbc_agents::puzzles::Told;
/// use rbc_rules::Position;
/// let told: Told = "lost -; sensed e5; seen pe5 pd7 pf7".parse()?;
/// let set = told.boards(&"4k3/3ppp2/8/8/8/8/8/4K3 b - - 0 1".parse::<Position>()?);
/// // It saw d6, e6 and f6 empty, and no piece on d7: that pawn is a contradiction.
/// assert!(set.is_err());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// The rounds, of which only the last has no own move.
    pub rounds: Vec<Round>,
}

/// A half-turn of the opponent and what the side did then.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round {
    /// Where the opponent captured.
    pub lost: Option<Square>,
    /// The sense, if there was one, with the opposing pieces in its window.
    pub sensed: Option<(Square, Vec<(Role, Square)>)>,
    /// The own move.
    pub moved: Option<MoveResult>,
}

impl Told {
    /// Returns the log of the side that waits on `before`.
    ///
    /// # Errors
    ///
    /// What is impossible in it.
    pub fn log(&self, before: &Position) -> Result<Observations, String> {
        let me = !before.turn();
        let mut log = Observations::new(me, before);
        for round in &self.rounds {
            let mut push = |observation| log.push(observation).map_err(|e| e.to_string());
            push(Observation::TurnStart {
                capture: round.lost,
            })?;
            let Some((square, seen)) = &round.sensed else {
                if let Some(result) = round.moved {
                    push(Observation::Sense(SenseResult::default()))?;
                    push(Observation::Move(result))?;
                }
                continue;
            };
            let own = log.own().board().clone();
            let mut contents = Vec::with_capacity(9);
            for at in window_squares(*square) {
                let theirs = seen.iter().find(|(_, on)| *on == at);
                let piece = theirs.map(|(role, _)| Piece {
                    color: !me,
                    role: *role,
                });
                if piece.is_some() && own.piece_at(at).is_some() {
                    return Err(format!(
                        "an opposing piece seen on {at}, where an own one is"
                    ));
                }
                contents.push((at, piece.or_else(|| own.piece_at(at))));
            }
            if let Some((_, outside)) = seen
                .iter()
                .find(|(_, on)| contents.iter().all(|(at, _)| at != on))
            {
                return Err(format!("seen on {outside}, which is outside the window"));
            }
            let mut push = |observation| log.push(observation).map_err(|e| e.to_string());
            push(Observation::Sense(SenseResult {
                square: Some(*square),
                contents,
            }))?;
            if let Some(result) = round.moved {
                push(Observation::Move(result))?;
            }
        }
        Ok(log)
    }

    /// Returns all boards that are possible after it.
    ///
    /// # Errors
    ///
    /// Why there are none, or more than are counted.
    pub fn boards(&self, before: &Position) -> Result<InformationSet, String> {
        let log = self.log(before)?;
        let mut set = InformationSet::knowing(log.color(), before, 0, MOST_BOARDS)
            .map_err(|e| e.to_string())?;
        for observation in log.log() {
            set.observe(observation).map_err(|e| e.to_string())?;
        }
        if set.completeness() != Completeness::Exact {
            return Err(format!("more than {MOST_BOARDS} boards are possible"));
        }
        Ok(set)
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let square = |square: Option<Square>| square.map_or("-".to_owned(), |s| s.to_string());
        let mut words: Vec<String> = Vec::new();
        for round in &self.rounds {
            words.push(format!("lost {}", square(round.lost)));
            if let Some((at, seen)) = &round.sensed {
                words.push(format!("sensed {at}"));
                let pieces: Vec<String> = seen
                    .iter()
                    .map(|(role, at)| format!("{}{at}", role.char()))
                    .collect();
                words.push(match pieces.is_empty() {
                    true => "seen -".to_owned(),
                    false => format!("seen {}", pieces.join(" ")),
                });
            }
            if let Some(result) = round.moved {
                if let Some(asked) = result
                    .requested
                    .filter(|_| result.requested != result.taken)
                {
                    words.push(format!("asked {asked}"));
                }
                words.push(match result.taken {
                    Some(taken) => format!("moved {taken}"),
                    None => "moved -".to_owned(),
                });
                if let Some(took) = result.capture {
                    words.push(format!("took {took}"));
                }
            }
        }
        f.write_str(&words.join("; "))
    }
}

impl FromStr for Told {
    type Err = String;

    fn from_str(text: &str) -> Result<Told, String> {
        let mut rounds: Vec<Round> = Vec::new();
        let mut words = text.split(';').map(str::trim).peekable();
        while words.peek().is_some() {
            if rounds.len() == MOST_ROUNDS {
                return Err(format!("more than {MOST_ROUNDS} rounds"));
            }
            let lost = take(&mut words, "lost").ok_or("\"lost\" comes first in a round")?;
            let mut round = Round {
                lost: square_or_none(lost)?,
                ..Round::default()
            };
            if let Some(at) = take(&mut words, "sensed") {
                let seen = take(&mut words, "seen").ok_or("\"seen\" comes after \"sensed\"")?;
                round.sensed = Some((square(at)?, pieces(seen)?));
            }
            let asked = take(&mut words, "asked").map(a_move).transpose()?;
            if let Some(moved) = take(&mut words, "moved") {
                let taken = match moved {
                    "-" => None,
                    m => Some(a_move(m)?),
                };
                let capture = take(&mut words, "took").map(square).transpose()?;
                round.moved = Some(MoveResult {
                    requested: asked.or(taken),
                    taken,
                    capture,
                });
                if words.peek().is_none() {
                    return Err("it ends with an own move".to_owned());
                }
            } else if asked.is_some() {
                return Err("\"moved\" comes after \"asked\"".to_owned());
            } else if let Some(word) = words.peek() {
                return Err(format!("unexpected: {}", shortened(word)));
            }
            rounds.push(round);
        }
        Ok(Told { rounds })
    }
}

/// The rest of the next item where it begins with `word`.
fn take<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
    word: &str,
) -> Option<&'a str> {
    let item = words.peek()?.strip_prefix(word)?.strip_prefix(' ')?.trim();
    words.next();
    Some(item)
}

fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

fn square(text: &str) -> Result<Square, String> {
    text.parse()
        .map_err(|_| format!("not a square: {}", shortened(text)))
}

fn square_or_none(text: &str) -> Result<Option<Square>, String> {
    match text {
        "-" => Ok(None),
        text => square(text).map(Some),
    }
}

fn a_move(text: &str) -> Result<Move, String> {
    text.parse()
        .map_err(|_| format!("not a move: {}", shortened(text)))
}

fn pieces(text: &str) -> Result<Vec<(Role, Square)>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    text.split_whitespace()
        .take(10)
        .map(|piece| {
            let wrong = || format!("not a piece on a square: {}", shortened(piece));
            let mut letters = piece.chars();
            let letter = letters.next().filter(char::is_ascii_lowercase);
            let role = letter.and_then(Role::from_char).ok_or_else(wrong)?;
            Ok((role, square(letters.as_str())?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        for text in [
            "lost -",
            "lost d5; sensed e5; seen -",
            "lost -; sensed e5; seen nc6 pe5",
            "lost -; sensed e5; seen -; moved g1f3; lost f3; sensed d5; seen -",
            "lost -; asked e2e4; moved e2e3; lost -",
            "lost -; asked e2d3; moved -; lost -",
            "lost -; moved -; lost -",
            "lost -; asked b2h8; moved b2f6; took f6; lost f6",
        ] {
            let told: Told = text.parse().expect(text);
            assert_eq!(told.to_string(), text);
        }
    }

    #[test]
    fn other_words_are_refused() {
        for text in [
            "",
            "sensed e5; seen -",
            "lost",
            "lost z9",
            "lost -; sensed e5",
            "lost -; seen -",
            "lost -; moved e2e4",
            "lost -; asked e2e4",
            "lost -; moved -; lost -; took e4",
            "lost -; sensed e5; seen Xc6",
            "lost -; sensed e5; seen é6",
            "lost -; moved -; lost -; moved -; lost -; moved -; lost -; moved -; lost -",
        ] {
            assert!(text.parse::<Told>().is_err(), "{text}");
        }
    }

    #[test]
    fn boards_follow_from_what_was_told() {
        let before: Position = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".parse().expect("a FEN");
        let told: Told = "lost -".parse().expect("words");
        // Five moves of the king, and the pass.
        assert_eq!(told.boards(&before).expect("boards").len(), 6);
        let told: Told = "lost -; sensed d7; seen kd7; moved e2e4; lost -"
            .parse()
            .expect("words");
        assert_eq!(told.boards(&before).expect("boards").len(), 9);
        for wrong in [
            "lost e4",
            "lost -; sensed d7; seen ka1",
            "lost -; sensed e1; seen ke1",
            "lost -; sensed d7; seen qd7",
            "lost -; moved e2e5; lost -",
        ] {
            let told: Told = wrong.parse().expect("words");
            assert!(told.boards(&before).is_err(), "{wrong}");
        }
    }
}
