//! `outpost verify`: checks that records follow the rules, and that both sides' information sets always contain the
//! true board.

use std::ops::ControlFlow;

use clap::Args;
use rbc_belief::{Completeness, InformationSet};
use rbc_rules::{
    Color, GameHistory, Position,
    record::verify::{Replay, ReplayStep},
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    Failure,
    option_values::positive,
    progress::Progress,
    record_files::FileFindings,
    shared_options::{RecordOptions, ShardOptions},
    terminal::{print, tell},
};

/// Default maximum of boards in a set: 3 MB for each side on each thread. Sets of players that sense at random outgrow
/// any cap, and time grows in proportion to it.
const DEFAULT_CAP: usize = 200_000;

/// Maximum boards of a set that was started again: few, as it says nothing about the size of whole sets.
const ANEW_CAP: usize = 500;

/// Maximum number of mismatches listed for one game.
const TOLD: usize = 5;

/// Maximum number of lines about one file.
const TOLD_OF_A_FILE: usize = 20;

/// Replay game records and check every event and both information sets
///
/// Checks every sense, request, taken move, capture square, FEN and outcome, and that both sides'
/// information sets contain the true board after every event. A set that outgrows the cap starts again
/// from the true board before that event: it is then a part of the whole set, so a lost truth is still
/// found.
///
/// The last line is
///
///   games G plies P mismatches M truth-lost T largest-set S
///
/// followed, if there are any, by unreadable U (records that cannot be read) and old-rules O (en passant
/// captures that an old server refused to a side in check; the rules of today allow them, and the game
/// continues from its recorded FEN). Details go to standard error.
///
/// The exit code is 0 only if M, T and U are 0.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Options {
    #[command(flatten)]
    records: RecordOptions,

    /// Do not check the information sets
    #[arg(long)]
    no_sets: bool,

    /// Boards above which a set starts again
    #[arg(long, value_name = "BOARDS", default_value_t = DEFAULT_CAP, value_parser = positive::<usize>)]
    cap: usize,

    #[command(flatten)]
    pub shards: ShardOptions,
}

impl Options {
    /// Returns the maximum boards of a set; `None`: no information sets.
    fn cap(&self) -> Option<usize> {
        (!self.no_sets).then_some(self.cap)
    }
}

/// The findings in one or many games.
#[derive(Default, Serialize, Deserialize)]
struct Findings {
    games: usize,
    plies: usize,
    mismatches: usize,
    truth_lost: usize,
    unreadable: usize,
    old_rules: usize,
    /// Checks for the true board, one after every event of a side.
    looks: usize,
    /// Number of times that a set outgrew the cap and was started again.
    anew: usize,
    largest_set: usize,
    /// Messages, in order.
    details: Vec<String>,
}

impl Findings {
    fn merge(mut self, other: Findings) -> Findings {
        self.games += other.games;
        self.plies += other.plies;
        self.mismatches += other.mismatches;
        self.truth_lost += other.truth_lost;
        self.unreadable += other.unreadable;
        self.old_rules += other.old_rules;
        self.looks += other.looks;
        self.anew += other.anew;
        self.largest_set = self.largest_set.max(other.largest_set);
        self.details.extend(other.details);
        self
    }

    fn unreadable(reason: String) -> Findings {
        Findings {
            unreadable: 1,
            details: vec![reason],
            ..Findings::default()
        }
    }

    fn is_clean(&self) -> bool {
        self.mismatches == 0 && self.truth_lost == 0 && self.unreadable == 0
    }

    fn summary(&self) -> String {
        let mut text = format!(
            "games {} plies {} mismatches {} truth-lost {} largest-set {}",
            self.games, self.plies, self.mismatches, self.truth_lost, self.largest_set
        );
        for (name, count) in [
            ("unreadable", self.unreadable),
            ("old-rules", self.old_rules),
        ] {
            if count > 0 {
                text.push_str(&format!(" {name} {count}"));
            }
        }
        text.push('\n');
        text
    }
}

/// Checks the records; false when something is wrong with them.
///
/// # Errors
///
/// If a file or folder cannot be found.
pub fn run(options: &Options) -> Result<bool, Failure> {
    let work = options.shards.work(json!({}))?;
    let progress = Progress::new("games", None);
    let found = work.look(&options.records.paths, |game, place| {
        let findings = verify_game(game, place, options.cap());
        progress.add();
        findings
    })?;
    let Some(found) = found else {
        progress.finish();
        return work.finish_shard();
    };
    let findings = found
        .into_iter()
        .map(summarise)
        .fold(Findings::default(), Findings::merge);
    progress.finish();
    for detail in &findings.details {
        tell(detail);
    }
    if options.cap().is_some() {
        tell(&format!(
            "checked for the true board {} times; a set outgrew the cap and was started again {} times",
            findings.looks, findings.anew
        ));
    }
    print(&findings.summary())?;
    Ok(findings.is_clean())
}

/// Adds up the findings in one file, with a limited number of messages.
fn summarise(file: FileFindings<Findings>) -> Findings {
    let mut findings = file
        .records
        .into_iter()
        .map(|record| record.unwrap_or_else(Findings::unreadable))
        .fold(Findings::default(), Findings::merge);
    if findings.details.len() > TOLD_OF_A_FILE {
        let more = findings.details.len() - TOLD_OF_A_FILE;
        findings.details.truncate(TOLD_OF_A_FILE);
        findings
            .details
            .push(format!("{}: and {more} more", file.name));
    }
    findings.details.extend(file.given_up);
    findings
}

fn verify_game(game: &GameHistory, place: &str, cap: Option<usize>) -> Findings {
    let mut findings = Findings {
        games: 1,
        ..Findings::default()
    };
    let mut replay = Replay::new(game);
    let mut sets = [Sets::Off, Sets::Off];
    loop {
        let before = replay.position().clone();
        let Some(step) = replay.step() else {
            break;
        };
        let Some(cap) = cap else {
            continue;
        };
        for (color, set) in Color::ALL.into_iter().zip(&mut sets) {
            if matches!(step, ReplayStep::Start | ReplayStep::SetUpAnew) {
                let start = replay.observations(color).start();
                *set = match InformationSet::new(color, start, cap) {
                    Ok(set) => Sets::Followed(Box::new(set)),
                    Err(e) => {
                        findings.details.push(format!("{place}: {e}"));
                        findings.truth_lost += 1;
                        Sets::Off
                    }
                };
            }
            let followed = set.follow(&replay, color, &before, &mut findings);
            if let Err(lost) = followed {
                findings.truth_lost += 1;
                findings.details.push(format!(
                    "{place}: half-turn {}, {}'s set: {lost}",
                    replay.ply() + 1,
                    color.fold_wb("White", "Black")
                ));
                *set = Sets::Off;
            }
        }
    }
    findings.plies = replay.ply();
    findings.mismatches = replay.mismatches().len();
    findings.old_rules = replay.old_rules().len();
    for mismatch in replay.mismatches().iter().take(TOLD) {
        findings.details.push(format!("{place}: {mismatch}"));
    }
    if replay.mismatches().len() > TOLD {
        let more = replay.mismatches().len() - TOLD;
        findings.details.push(format!("{place}: and {more} more"));
    }
    for event in replay.old_rules() {
        findings.details.push(format!(
            "{place}: {event} (an old server refused en passant captures in check; not counted as a mismatch)"
        ));
    }
    findings
}

/// One side's information set, while it is followed.
enum Sets {
    Off,
    Followed(Box<InformationSet>),
}

impl Sets {
    /// Adds what `color` was told, and checks for the true board. `before` is the true position before that.
    fn follow(
        &mut self,
        replay: &Replay<'_>,
        color: Color,
        before: &Position,
        findings: &mut Findings,
    ) -> Result<(), String> {
        let Sets::Followed(set) = self else {
            return Ok(());
        };
        let told = replay.observations(color);
        let observed = set.observed();
        let catch_up = |set: &mut InformationSet| {
            set.catch_up(told, &mut |_, _| ControlFlow::Continue(()))
                .map_err(|e| e.to_string())
        };
        catch_up(set)?;
        if set.completeness() != Completeness::Exact {
            findings.anew += 1;
            **set = InformationSet::knowing(color, before, observed, ANEW_CAP)
                .map_err(|e| e.to_string())?;
            catch_up(set)?;
        }
        // A side that lost its king was not told about the last move, so its set is the one before it.
        let behind = replay.position().turn() == color
            && !matches!(
                told.phase(),
                rbc_rules::Phase::Sense | rbc_rules::Phase::Move
            );
        if behind {
            return Ok(());
        }
        findings.looks += 1;
        findings.largest_set = findings.largest_set.max(set.len());
        if set.contains(replay.position()) {
            Ok(())
        } else {
            Err(format!(
                "the true board is not among its {} boards: {}",
                set.len(),
                replay.position().fen()
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set that starts from another position than the game cannot contain its true board.
    #[test]
    fn a_lost_truth_is_told() {
        let game = GameHistory::default();
        let mut replay = Replay::new(&game);
        replay.step();
        let other = "rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w kq - 0 1";
        for (color, expected) in [
            // White's own pieces are not compared; Black's are all on the board.
            (Color::White, true),
            (Color::Black, false),
        ] {
            let start = other.parse().expect("a FEN");
            let set = InformationSet::new(color, &start, 100).expect("few pieces");
            let mut sets = Sets::Followed(Box::new(set));
            let before = replay.position();
            let followed = sets.follow(&replay, color, before, &mut Findings::default());
            assert_eq!(followed.is_ok(), expected, "{followed:?}");
        }
    }
}
