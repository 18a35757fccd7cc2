//! Record files for JavaScript.

use std::collections::VecDeque;

use rbc_rules::{
    GameHistory,
    record::{RecordError, Records as Texts},
};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::{
    replay::Replay,
    task::{Progress, Slice, Task, Until, Work},
    types::{ErrorDetails, Js, RecordDetails, RecordFileContent, RecordSummary, Refusal, to_ts},
};

/// Lines above which a file is refused: more would be no list to choose from.
const MAX_GAMES: usize = 100_000;
/// Problems that are told.
const MAX_PROBLEMS: usize = 100;

/// The games of a record file. They are kept as text, and read again when one is opened: text is far
/// smaller than what is made of it.
#[derive(Default)]
#[wasm_bindgen]
pub struct Records {
    texts: Vec<Vec<u8>>,
    content: RecordFileContent,
}

/// Opens JSON or JSONL, gzipped or not.
#[wasm_bindgen(js_name = openRecords, unchecked_return_type = "TaskOf<Records>")]
pub fn open_records(bytes: &[u8]) -> Js<Task> {
    let texts = Texts::new(bytes);
    let mut unread = VecDeque::new();
    for (line, text) in texts.texts()? {
        if unread.len() == MAX_GAMES {
            return Err(Refusal::new(
                ErrorDetails::TooManyGames { most: MAX_GAMES },
                format!("the file has more than {MAX_GAMES} lines: split it"),
            ));
        }
        unread.push_back((line, text.to_vec()));
    }
    Ok(Task::new(Opening {
        total: unread.len(),
        unread,
        records: Records::default(),
    }))
}

#[wasm_bindgen]
impl Records {
    /// The games, and the lines that are none.
    pub fn content(&self) -> Js<Ts<RecordFileContent>> {
        to_ts(&self.content)
    }

    /// The text of one game, as it stands in the file.
    pub fn text(&self, index: usize) -> Js<String> {
        let text = self.get(index)?;
        Ok(String::from_utf8_lossy(text).trim().to_owned())
    }

    /// What else there is to know of one game: what the pages keep in its record, and where it differs from the rules.
    pub fn details(&self, index: usize) -> Js<Ts<RecordDetails>> {
        to_ts(&RecordDetails::of_text(&self.text(index)?)?)
    }

    /// Opens one game.
    pub fn replay(&self, index: usize) -> Js<Replay> {
        let text = self.get(index)?;
        let history = GameHistory::from_json(text)?;
        Ok(Replay::new(index, &history, self.text(index)?))
    }
}

impl Records {
    fn get(&self, index: usize) -> Js<&[u8]> {
        let text = self.texts.get(index).ok_or_else(|| {
            let (game, games) = (index, self.texts.len());
            Refusal::new(
                ErrorDetails::NoSuchGame { game, games },
                format!("there is no game {game} of {games}"),
            )
        })?;
        Ok(text)
    }
}

struct Opening {
    unread: VecDeque<(usize, Vec<u8>)>,
    total: usize,
    records: Records,
}

impl Work for Opening {
    fn step(&mut self, until: Until) -> Js<Slice> {
        let Records { texts, content } = &mut self.records;
        let RecordFileContent { games, problems } = content;
        while let Some((line, text)) = self.unread.pop_front() {
            match GameHistory::from_json(&text) {
                Ok(history) => {
                    games.push(RecordSummary::new(texts.len(), &history));
                    texts.push(text);
                }
                Err(error) if self.total == 1 => return Err(error.into()),
                Err(error) if problems.len() < MAX_PROBLEMS => {
                    let line = Some(line);
                    problems.push(RecordError { line, ..error }.into());
                }
                Err(_) => {}
            }
            if until.is_over() {
                return Ok(Slice::More);
            }
        }
        if texts.is_empty() {
            return Err(Refusal::no_game(problems.first()));
        }
        Ok(Slice::Done)
    }

    fn progress(&self) -> Option<Progress> {
        Some(Progress {
            label: "games",
            done: (self.total - self.unread.len()) as f64,
            total: self.total as f64,
        })
    }

    fn result(&mut self) -> Js<JsValue> {
        Ok(std::mem::take(&mut self.records).into())
    }
}
